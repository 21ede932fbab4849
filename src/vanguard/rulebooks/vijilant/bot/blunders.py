"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.rulebooks.vijilant.actions import SHOOT, STRIKE


class Blunders(BlunderWatcher):
    """Shots that cannot hurt, turns without an action."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "moves of less than 0.3": 0.1,
        "turns without an action, with somebody to attack": 0.02,
        "volleys whose hits do nothing": 0.2,
    }

    def begins(self) -> None:
        self.first = True

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "turn.free-card-choice":
            self.first = True
        elif question.clause == "turn.action-menu" and isinstance(question, Choose):
            if self.first:
                shots = [option for option in question.available if option.value[0] in (SHOOT, STRIKE)]
                self.count("turns without an action, with somebody to attack", given == "done" and bool(shots))
            self.first = False

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("moves", "drives"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "dice":
            self.count("volleys whose hits do nothing", False)
        elif event.key == "harmless":
            self.found["volleys whose hits do nothing"] += 1
