"""Drawing at random without putting back: the first draw that will do is as likely to be one as any other that will."""

from __future__ import annotations

from collections.abc import Callable

from vanguard.core.refusals import RuleFault

Uniform = Callable[[int], int]
"""A source of uniform whole numbers: `uniform(n)` is one of 0 … n-1."""


class Urn:
    """The numbers 0 … count-1, drawn one after the other in an order by chance."""

    __slots__ = ("_count", "_first", "_left", "_uniform")

    def __init__(self, count: int, uniform: Uniform) -> None:
        self._count = count
        self._uniform = uniform
        self._first = -1
        self._left: list[int] | None = None
        """What was left after the first draw; mostly nobody draws a second time, and it is not written down."""

    def draw(self) -> int:
        if self._first < 0:
            if not self._count:
                raise nothing_will_do()
            self._first = self._uniform(self._count)
            return self._first
        left = self._left
        if left is None:
            left = [number for number in range(self._count) if number != self._first]
            self._left = left
        if not left:
            raise nothing_will_do()
        at = self._uniform(len(left))
        number = left[at]
        left[at] = left[-1]
        left.pop()
        return number


def nothing_will_do() -> RuleFault:
    return RuleFault("none of the possible answers will do")
