"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event
from vanguard.rulebooks.killteam_vanguard.rounds_and_turns import AGAIN
from vanguard.rulebooks.killteam_vanguard.state import Battle


class Blunders(BlunderWatcher):
    """Charges that fall short, preparations for nothing, activations and re-activations without an action."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "activations that do nothing": 0.15,
        "aimed or focused without an attack": 0.02,
        "charges that do not reach": 0.3,
        "moves of less than 0.3": 0.05,
        "own models in the blast": 0.34,
        "re-activations that do nothing": 0.2,
    }

    def begins(self) -> None:
        self.charging = self.prepared = self.again = False
        self.deeds = -1

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "charge.attack":
            self.charging = False
        elif question.clause in ("turn.activate-or-pass", "cp.follow-up", "turn.declare-finished"):
            self._ends()
            value = question.option(str(given)).value if isinstance(question, Choose) else None
            self.again = isinstance(value, tuple) and value[0] == AGAIN
        elif question.clause == "activation.budget" and isinstance(question, Choose):
            if self.charging:
                self.found["charges that do not reach"] += 1
                self.charging = False
            self.deeds = max(self.deeds, 0) + (given != "done")
            if given in ("aim", "focus", "steady"):
                self.prepared = True
            elif given == "attack":
                self.count("aimed or focused without an attack", False)
                self.prepared = False
            elif given == "charge":
                self.charging = True
                self.count("charges that do not reach", False)

    def _ends(self) -> None:
        if self.deeds >= 0:
            self.count(
                "re-activations that do nothing" if self.again else "activations that do nothing", self.deeds == 0
            )
        if self.prepared:
            self.count("aimed or focused without an attack", True)
        self.deeds = -1
        self.prepared = False

    def sees(self, game: Game, event: Event) -> None:
        if event.key == "moves":
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "blast declared":
            battle = game.state
            assert isinstance(battle, Battle)
            sides = {battle[key].side for key in event.about if key in battle.index}
            self.count("own models in the blast", len(sides) == 1)
