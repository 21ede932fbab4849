"""Drawing at random without putting back: the first draw that will do is as likely to be one as any other that will."""

from __future__ import annotations

from collections.abc import Callable

from vanguard.core.refusals import RuleFault

Uniform = Callable[[int], int]
"""A source of uniform whole numbers: `uniform(n)` is one of 0 … n-1."""


class Urn:
    """The numbers 0 … count-1, drawn one after the other in an order by chance."""

    __slots__ = ("_left", "_uniform")

    def __init__(self, count: int, uniform: Uniform) -> None:
        self._left = list(range(count))
        self._uniform = uniform

    def draw(self) -> int:
        left = self._left
        if not left:
            raise RuleFault("none of the possible answers will do")
        at = self._uniform(len(left))
        number = left[at]
        left[at] = left[-1]
        left.pop()
        return number
