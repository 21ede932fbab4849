"""Two questions at once, each answered in secret."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from vanguard.core.questions.asking import Player, Question
from vanguard.core.refusals import Refused

A = TypeVar("A")
B = TypeVar("B")


class Together(Question[tuple[A, B]]):
    """Both players answer in secret; the rule receives both answers at once, and only then does anybody see them."""

    __slots__ = ("parts",)
    kind: ClassVar[str] = "together"

    def __init__(self, first: Question[A], second: Question[B], prompt: str, clause: str) -> None:
        super().__init__(-1, prompt, clause, (), True)
        self.parts: tuple[Question[A], Question[B]] = (first, second)

    def part_of(self, seat: Player) -> Question[Any]:
        for part in self.parts:
            if part.player == seat:
                return part
        raise Refused(f"seat {seat} has nothing to decide now", self.clause)
