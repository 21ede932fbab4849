"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import PERILOUS


class Blunders(BlunderWatcher):
    """Successes rolled again, one chance in six bought, charges that can hardly reach."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "charges that do not reach": 0.5,
        "moves of less than 0.3": 0.02,
        "rolled again for one face of six": 0.0,
        "tests that succeeded rolled again": 0.0,
    }

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "core.stratagem.command-re-roll" and isinstance(question, Choose):
            option = question.option(str(given))
            needed = option.facts.get("needed", 0)
            if needed and question.dice is not None:
                enough = sum(question.dice.faces) >= needed and question.dice.faces not in PERILOUS
                self.count("tests that succeeded rolled again", enough)
            elif "better_faces" in option.facts:
                self.count("rolled again for one face of six", option.facts["better_faces"] < 2)

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("normal-move", "advance"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "charge-fails":
            self.count("charges that do not reach", True)
        elif event.key == "charge-move":
            self.count("charges that do not reach", False)
