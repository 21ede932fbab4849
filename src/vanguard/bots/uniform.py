"""The bottom rung: every legal option and candidate is as good as any other."""

from __future__ import annotations

import random

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Player
from vanguard.core.refusals import RuleFault


class RandomBot:
    """Uniform over the available options, or over the candidates of a place or a split."""

    level = "random"

    def __init__(self, rulebook: str, seed: int) -> None:
        self._random = random.Random(f"{rulebook} {seed}")

    def answer(self, game: Game, seat: Player) -> Given:
        question = game.question_for(seat)
        if question is None:
            raise RuleFault(f"seat {seat} is asked nothing")
        if isinstance(question, Choose):
            available = question.available
            if not available:
                raise RuleFault(f"“{question.prompt}” has no available option")
            return available[int(self._random.random() * len(available))].key
        candidates = question.candidates()
        if not candidates:
            raise RuleFault(f"“{question.prompt}” has no candidates")
        return candidates[int(self._random.random() * len(candidates))]
