"""Where along a path something changes: where it is within the range of a base, where it leaves that, where it is cut off.

All of it is computed exactly on the polyline (circles and lines intersected), never by stepping along it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.movement.sweep import HAIR, Interval, disc_interval
from vanguard.geometry.shapes import Base, Point3


class PathPoint:
    """A place on a path: how far along it (in plan), where, at which elevation, and on which leg."""

    __slots__ = ("along", "x", "y", "z", "leg")

    def __init__(self, along: float, x: float, y: float, z: float, leg: int) -> None:
        self.along: Final[float] = along
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.z: Final[float] = z
        self.leg: Final[int] = leg

    def __repr__(self) -> str:
        return f"({self.x:g}, {self.y:g}, {self.z:g}) after {self.along:g}"


class Span:
    """A connected piece of a path during which something holds; `from_start` and `to_end` if it has no such bound."""

    __slots__ = ("first", "last", "from_start", "to_end")

    def __init__(self, first: PathPoint, last: PathPoint, from_start: bool, to_end: bool) -> None:
        self.first: Final[PathPoint] = first
        self.last: Final[PathPoint] = last
        self.from_start: Final[bool] = from_start
        self.to_end: Final[bool] = to_end


def point_along(points: Sequence[Point3], along: float) -> PathPoint:
    """The place a length along the path (in plan); past its end, the end. Of two levels at one place, the later."""
    walked = 0.0
    for i in range(len(points) - 1):
        x1, y1, z1 = points[i]
        x2, y2, _ = points[i + 1]
        length = hypot(x2 - x1, y2 - y1)
        if along < walked + length:
            share = max(0.0, along - walked) / length
            return PathPoint(max(0.0, along), x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, z1, i)
        walked += length
    x, y, z = points[-1]
    return PathPoint(walked, x, y, z, max(0, len(points) - 2))


def up_to(points: Sequence[Point3], along: float) -> list[Point3]:
    """The path cut off after a length."""
    kept: list[Point3] = [points[0]]
    walked = 0.0
    for i in range(len(points) - 1):
        x1, y1, z1 = points[i]
        x2, y2, _ = points[i + 1]
        length = hypot(x2 - x1, y2 - y1)
        if along < walked + length - HAIR:
            share = max(0.0, along - walked) / length
            kept.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, z1))
            return kept
        kept.append(points[i + 1])
        walked += length
    return kept


def spans_within(
    points: Sequence[Point3], radius: float, other: Base, distance: float, slant: bool = True, height_limit: float = inf
) -> list[Span]:
    """The pieces of the path on which a base of that radius is within a distance of another base, limits included.

    A difference of elevation counts as in `gap` when `slant`; otherwise more than `height_limit` is out of range.
    """
    points = _with_a_leg(points)
    found: list[list[Interval]] = []
    for i in range(len(points) - 1):
        x1, y1, z = points[i]
        x2, y2, _ = points[i + 1]
        rise = abs(z - other.elevation)
        reach = distance
        if rise > height_limit or (slant and rise > distance):
            found.append([])
            continue
        if slant and rise > 0.0:
            reach = sqrt(distance * distance - rise * rise)
        reach += radius + other.radius + HAIR
        interval = disc_interval(x1, y1, x2 - x1, y2 - y1, other.x, other.y, reach)
        found.append([interval] if interval[1] > interval[0] else [])
    return _spans(points, found)


def _with_a_leg(points: Sequence[Point3]) -> Sequence[Point3]:
    """A path that goes nowhere gets one leg without length, so that what holds at its only place is found."""
    return points if len(points) > 1 else [points[0], points[0]]


def _spans(points: Sequence[Point3], found: list[list[Interval]]) -> list[Span]:
    """Join what holds at the end of one leg and the start of the next. A change of level is a leg without length."""
    spans: list[Span] = []
    first: PathPoint | None = None
    last: PathPoint | None = None
    from_start = False
    walked = 0.0
    goes_nowhere = all(p[0] == points[0][0] and p[1] == points[0][1] for p in points)
    for i in range(len(points) - 1):
        x1, y1, z = points[i]
        x2, y2, _ = points[i + 1]
        length = hypot(x2 - x1, y2 - y1)
        if length == 0.0 and not (goes_nowhere and i == len(points) - 2):
            continue  # what holds on both levels goes on; the legs before and after say whether it does
        joined = False
        for t0, t1 in found[i]:
            begin = PathPoint(walked + t0 * length, x1 + (x2 - x1) * t0, y1 + (y2 - y1) * t0, z, i)
            end = PathPoint(walked + t1 * length, x1 + (x2 - x1) * t1, y1 + (y2 - y1) * t1, z, i)
            if first is not None and last is not None:
                if t0 <= HAIR and not joined and last.along >= walked - HAIR:
                    last = end
                    joined = True
                    continue
                spans.append(Span(first, last, from_start, False))
            first = begin
            last = end
            from_start = begin.along <= HAIR
        walked += length
    if first is not None and last is not None:
        spans.append(Span(first, last, from_start, last.along >= walked - HAIR))
    return spans


def leavings(
    points: Sequence[Point3], radius: float, other: Base, distance: float, tolerance: float
) -> list[PathPoint]:
    """Every time the path leaves the range of a base, in order: the last point within it before.

    The range is left when the distance goes beyond it by more than the tolerance; the last point within is the last one
    before that whose distance is no more than the range itself, or the start of the path. A change of level is a jump.
    """
    outer = spans_within(points, radius, other, distance + tolerance)
    inner = spans_within(points, radius, other, distance)
    found: list[PathPoint] = []
    for span in outer:
        if span.to_end:
            continue
        last = point_along(points, 0.0)
        for within in inner:
            if within.first.along <= span.last.along + HAIR:
                last = within.last
        found.append(last)
    return found
