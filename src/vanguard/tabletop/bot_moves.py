"""How bots get where they want to be: straight on, a little to the side, or around terrain; and what took a search is kept.

Trying out goes the same ways again and again. A way depends on the place, the goal and the ground alone (and on the others, if
they are in the way), so it is remembered by all that decides it, for all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, inf, pi, sin
from typing import Any, Final

from vanguard.core.questions import Given, Place
from vanguard.core.remembering import remember
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.forced import snap_toward
from vanguard.geometry.movement.ground import Mover
from vanguard.geometry.shapes import Base, Point
from vanguard.tabletop.moves import Move, as_given

MOST_REMEMBERED: Final = 6_000

Key = tuple[Any, ...]
"""Everything that decides a way."""


class WaysRemembered:
    """Ways by all that decides them; forgotten together when there are too many. None is remembered too: no way."""

    __slots__ = ("_ways",)

    def __init__(self) -> None:
        self._ways: dict[Key, Given | None] = {}

    def __len__(self) -> int:
        return len(self._ways)

    def knows(self, key: Key) -> bool:
        return key in self._ways

    def way(self, key: Key) -> Given | None:
        return self._ways.get(key)

    def keep(self, key: Key, way: Given | None) -> Given | None:
        return remember(self._ways, key, way, MOST_REMEMBERED)


def around_terrain(move: Move, goal: Point, ways: WaysRemembered, key: Key, drops_up_to: float = inf) -> Given:
    """The furthest move toward a goal if nobody else were there."""
    way = ways.way(key)
    if way is None:
        alone = Mover(move.base, move.allowance, (), (), (), drops_up_to)
        found = snap_toward(move.ground, alone, (thousandth(goal[0]), thousandth(goal[1])))
        way = ways.keep(key, [list(point) for point in as_given(move.ground, found)])
    return way


def turned(base: Point, ahead: Point, turn: float, share: float = 1.0) -> Point:
    """A point ahead, turned about the base and taken nearer."""
    dx, dy = ahead[0] - base[0], ahead[1] - base[1]
    c, s = cos(turn), sin(turn)
    return (base[0] + share * (dx * c - dy * s), base[1] + share * (dx * s + dy * c))


def ahead_and_aside(base: Base, goal: Point, far: float, turns: Sequence[float]) -> list[Point]:
    """Points so far from a base: straight toward a goal, or turned from that, in radians."""
    heading = atan2(goal[1] - base.y, goal[0] - base.x)
    return [
        (round(base.x + far * cos(heading + turn), 3), round(base.y + far * sin(heading + turn), 3)) for turn in turns
    ]


def all_round(move: Move, lengths: Sequence[float], directions: int) -> list[Point]:
    """Points in even directions at some lengths that can be gone to straight."""
    base = move.base
    found: list[Point] = []
    for length in lengths:
        for i in range(directions):
            angle = 2.0 * pi * i / directions
            x, y = thousandth(base.x + length * cos(angle)), thousandth(base.y + length * sin(angle))
            if move.straight(x, y) < inf:
                found.append((x, y))
    return found


def nearest_candidate(question: Place[Any], goal: Point) -> Given:
    """Of what the question proposes, what ends nearest to a goal."""
    return min(question.candidates(), key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))
