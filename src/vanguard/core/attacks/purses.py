"""Points that each side can spend while the game goes on, such as Command Points: who looks at them is noticed.

What nobody looks at makes no difference: exact odds work out an attack once for all that the other side may have left.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.state import State

BOTH_SEEN: Final = 0b11


@mypyc_attr(allow_interpreted_subclasses=True)
class StateWithPurses(State):
    """A state in which two sides have Command Points. A `copy` takes `_points` over and begins with `_seats_seen` at 0."""

    __slots__ = ("_points", "_seats_seen")

    def __init__(self, points: tuple[int, int]) -> None:
        super().__init__()
        self._points: tuple[int, int] = points
        self._seats_seen: int = 0

    @property
    def command_points(self) -> tuple[int, int]:
        """What either side has; this is a look at both."""
        self._seats_seen = BOTH_SEEN
        return self._points

    @command_points.setter
    def command_points(self, points: tuple[int, int]) -> None:
        self._seats_seen = BOTH_SEEN
        self._points = points

    def points_of(self, seat: int) -> int:
        """What one side has: it makes no difference then what the other has."""
        self._seats_seen |= 1 << seat
        return self._points[seat]

    def position(self) -> Any:
        """All that an attack can change: points, and what the rulebook says of the rest in `position_without_points`."""
        return (self._points, self.position_without_points())

    def purse(self) -> tuple[int, ...]:
        return self._points

    def fill_purse(self, points: tuple[int, ...]) -> None:
        self._points = (points[0], points[1])
        self._seats_seen = 0

    def put_in_purse(self, seat: int, points: int) -> None:
        one, two = self._points
        self._points = (points, two) if seat == 0 else (one, points)

    def seats_seen(self) -> int:
        return self._seats_seen
