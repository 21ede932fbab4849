"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event
from vanguard.rulebooks.killteam_lite.bot.activations import ACTIVATE, is_careful
from vanguard.rulebooks.killteam_lite.line_of_sight import in_line_of_sight
from vanguard.rulebooks.killteam_lite.state import Battle


class Blunders(BlunderWatcher):
    """Charges with the last action point, passes instead of an attack, the wounded in the open."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "charges with nothing left to fight with": 0.25,
        "moves of less than 0.3": 0.01,
        "passes with a shot or a fight at hand": 0.0,
        "wounded who move to where more enemies see them": 0.3,
    }

    def begins(self) -> None:
        self.wounded = ""
        self.seen_by = 0
        self.moved = False

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == ACTIVATE:
            self._has_acted(game)
            self._acts(game, str(given))
        elif question.clause == "firefight.one-action-at-a-time" and isinstance(question, Choose):
            assert isinstance(game.state, Battle)
            if given == "charge":
                self.count("charges with nothing left to fight with", game.state.action_points < 2)
            elif given == "pass":
                other = [option.key for option in question.available if option.key in ("shoot", "fight")]
                self.count("passes with a shot or a fight at hand", bool(other))

    def _acts(self, game: Game, key: str) -> None:
        battle = game.state
        assert isinstance(battle, Battle)
        # In Break Through whoever is through is out of harm's way, and elsewhere a goal in reach is worth a wound.
        if key in battle.places and is_careful(battle, battle[key]):
            self.wounded, self.seen_by, self.moved = key, _onlookers(battle, key), False

    def _has_acted(self, game: Game) -> None:
        battle = game.state
        assert isinstance(battle, Battle)
        if self.wounded and self.moved and battle[self.wounded].in_play:
            worse = _onlookers(battle, self.wounded) > self.seen_by
            self.count("wounded who move to where more enemies see them", worse)
        self.wounded = ""

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("normal-move", "dash"):
            self.moved = True
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)


def _onlookers(battle: Battle, key: str) -> int:
    one = battle[key]
    return len([it for it in battle.enemies_of(one.seat) if it.standing and in_line_of_sight(battle, it, one)])
