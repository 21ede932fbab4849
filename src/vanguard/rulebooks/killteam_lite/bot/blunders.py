"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.rulebooks.killteam_lite.state import Battle


class Blunders(BlunderWatcher):
    """Charges with the last action point, passes instead of an attack."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "charges with nothing left to fight with": 0.25,
        "moves of less than 0.3": 0.01,
        "passes with a shot or a fight at hand": 0.0,
    }

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "firefight.one-action-at-a-time" and isinstance(question, Choose):
            assert isinstance(game.state, Battle)
            if given == "charge":
                self.count("charges with nothing left to fight with", game.state.action_points < 2)
            elif given == "pass":
                other = [option.key for option in question.available if option.key in ("shoot", "fight")]
                self.count("passes with a shot or a fight at hand", bool(other))

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("normal-move", "dash"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
