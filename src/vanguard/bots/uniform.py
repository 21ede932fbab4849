"""The bottom rung: every legal option and candidate is as good as any other."""

from __future__ import annotations

import random

from vanguard.core.game import Game
from vanguard.core.questions import Given, Player
from vanguard.core.refusals import RuleFault


class RandomBot:
    """Uniform over the available options, or over the candidates of a place or a split."""

    level = "random"
    failures = 0

    def __init__(self, rulebook: str, seed: int) -> None:
        self._fraction = random.Random(f"{rulebook} {seed}").random

    def answer(self, game: Game, seat: Player) -> Given:
        question = game.question_for(seat)
        if question is None:
            raise RuleFault(f"seat {seat} is asked nothing")
        return question.draw(self._one_of)

    def _one_of(self, count: int) -> int:
        return int(self._fraction() * count)
