"""Cover: fans of lines from a point to a base, the section of a part that a fan crosses, points behind a piece.

A fan is the convex hull of a point and a disc, seen from above. Parts come prepared as `Screen`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, inf, pi, sin, sqrt
from typing import Final

from vanguard.geometry.measuring import disc_overlaps, nearest_on_edge, point_gap
from vanguard.geometry.pieces import outline_edges
from vanguard.geometry.screens import Screen, chain_crossings, prism_entry
from vanguard.geometry.shapes import Base, Part, Point, Point3, side_of

Section = list[list[Point]]
"""Convex polygons, or single segments of a chain, that together make up a piece of a part."""

HAIR: Final[float] = 1e-9
GRAZE: Final[float] = 1e-6
"""What a line runs this far inside of does not hide what is at its end."""
"""An overlap up to this depth or area is a touch."""


class Fan:
    """All lines from a point to every part of a disc."""

    __slots__ = ("x", "y", "centre_x", "centre_y", "radius", "triangle")

    def __init__(self, start: Point, target: Base) -> None:
        self.x: Final[float] = start[0]
        self.y: Final[float] = start[1]
        self.centre_x: Final[float] = target.x
        self.centre_y: Final[float] = target.y
        self.radius: Final[float] = target.radius
        self.triangle: Final[list[Point]] = _tangent_triangle(start, target.x, target.y, target.radius)
        """Start and the two tangent points, counter-clockwise; nothing if the start lies in the disc."""

    def overlaps(self, screen: Screen) -> bool:
        """Does the part overlap the inside of the fan? Touching its border does not count."""
        part = screen.part
        if self._misses_box(part):
            return False
        if disc_overlaps(part, self.centre_x, self.centre_y, self.radius, HAIR):
            return True
        for piece in self._clipped(screen):
            if len(piece) > 2 or not self._on_border(piece):
                return True
        return False

    def section(self, screen: Screen) -> Section:
        """The part cut to the fan, outside the disc itself."""
        return [] if self._misses_box(screen.part) else self._clipped(screen)

    def gap_to_section(self, screen: Screen) -> float:
        """Distance from the fan's disc to the part's crossed section; infinite if the fan misses the part."""
        if self._misses_box(screen.part):
            return inf
        if disc_overlaps(screen.part, self.centre_x, self.centre_y, self.radius, HAIR):
            return 0.0
        best = inf
        for piece in self._clipped(screen):
            if len(piece) > 2 or not self._on_border(piece):
                best = min(best, polygon_gap(piece, self.centre_x, self.centre_y))
        return max(0.0, best - self.radius)

    def gap_to_section_beyond(self, screen: Screen, x: float, y: float, reach: float) -> float:
        """Distance from the fan's disc to what is left of the section when all within `reach` of (x, y) is removed.

        Infinite if nothing is left.
        """
        if self._misses_box(screen.part):
            return inf
        best = inf
        for piece in self._clipped(screen):
            if len(piece) > 2 or not self._on_border(piece):
                best = min(best, gap_beyond(piece, self.centre_x, self.centre_y, x, y, reach))
        for piece in _pieces(screen):  # what lies in the disc itself belongs to the fan too
            inside = gap_beyond(piece, self.centre_x, self.centre_y, x, y, reach)
            if inside < self.radius - HAIR:
                best = min(best, inside)
        return max(0.0, best - self.radius)

    def outline(self, steps: int = 24) -> list[Point]:
        """The border of the fan, its round side in short strokes: for drawing."""
        begin, sweep = 0.0, 2.0 * pi
        border: list[Point] = []
        if self.triangle:
            border.append((self.x, self.y))
            begin = atan2(self.triangle[1][1] - self.centre_y, self.triangle[1][0] - self.centre_x)
            end = atan2(self.triangle[2][1] - self.centre_y, self.triangle[2][0] - self.centre_x)
            sweep = (end - begin) % (2.0 * pi)
        for i in range(steps + 1):
            turn = begin + sweep * i / steps
            border.append((self.centre_x + self.radius * cos(turn), self.centre_y + self.radius * sin(turn)))
        return border

    def _misses_box(self, part: Part) -> bool:
        left = min(self.x, self.centre_x - self.radius)
        right = max(self.x, self.centre_x + self.radius)
        low = min(self.y, self.centre_y - self.radius)
        high = max(self.y, self.centre_y + self.radius)
        return part.min_x >= right or part.max_x <= left or part.min_y >= high or part.max_y <= low

    def _clipped(self, screen: Screen) -> Section:
        if not self.triangle:
            return []
        found: Section = []
        for piece in _pieces(screen):
            cut = clipped(piece, self.triangle)
            if len(cut) == 2 or (len(cut) > 2 and polygon_area(cut) > HAIR):
                found.append(cut)
        return found

    def _on_border(self, segment: list[Point]) -> bool:
        """Does a segment run along a side of the triangle, or only touch it?"""
        if hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]) <= HAIR:
            return True
        middle = ((segment[0][0] + segment[1][0]) * 0.5, (segment[0][1] + segment[1][1]) * 0.5)
        for x1, y1, x2, y2 in outline_edges(self.triangle):
            length = hypot(x2 - x1, y2 - y1)
            if length > 0.0 and side_of((x1, y1), (x2, y2), middle) / length <= HAIR:
                return True
        return False


def _tangent_triangle(start: Point, x: float, y: float, radius: float) -> list[Point]:
    dx, dy = start[0] - x, start[1] - y
    distance2 = dx * dx + dy * dy
    if distance2 <= radius * radius or radius == 0.0:
        return []
    foot = radius * radius / distance2
    side = radius * sqrt(distance2 - radius * radius) / distance2
    one = (x + foot * dx - side * dy, y + foot * dy + side * dx)
    two = (x + foot * dx + side * dy, y + foot * dy - side * dx)
    return [start, one, two]


def _pieces(screen: Screen) -> Section:
    if screen.is_chain:
        return [[(x1, y1), (x2, y2)] for x1, y1, x2, y2 in screen.part.edges]
    return [list(piece.points) for piece in screen.pieces]


# --- convex polygons --------------------------------------------------------------------------------------------


def clipped(polygon: list[Point], window: list[Point]) -> list[Point]:
    """A convex polygon (or a segment) cut to a convex window with counter-clockwise corners."""
    for i in range(len(window)):
        if not polygon:
            break
        polygon = _cut(polygon, window[i], window[(i + 1) % len(window)])
    return polygon


def _cut(polygon: list[Point], start: Point, end: Point) -> list[Point]:
    """What lies left of a line."""
    kept: list[Point] = []
    count = len(polygon)
    for i in range(count):
        here, there = polygon[i], polygon[(i + 1) % count]
        side_here, side_there = side_of(start, end, here), side_of(start, end, there)
        if side_here >= 0.0:
            kept.append(here)
        if (side_here > 0.0 and side_there < 0.0) or (side_here < 0.0 and side_there > 0.0):
            if count == 2 and i == 1:
                continue  # a segment has one edge, not two
            t = side_here / (side_here - side_there)
            kept.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
    return kept


def polygon_area(polygon: Sequence[Point]) -> float:
    doubled = 0.0
    for i in range(1, len(polygon) - 1):
        doubled += side_of(polygon[0], polygon[i], polygon[i + 1])
    return abs(doubled) * 0.5


def polygon_encloses(polygon: list[Point], x: float, y: float) -> bool:
    """Does the point lie in a convex polygon or on its border? Never in a segment."""
    if len(polygon) < 3:
        return False
    left = right = False
    for x1, y1, x2, y2 in outline_edges(polygon):
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        left = left or side > 0.0
        right = right or side < 0.0
    return not (left and right)


def polygon_gap(polygon: list[Point], x: float, y: float) -> float:
    """Distance from a point to a convex polygon or a segment."""
    if polygon_encloses(polygon, x, y):
        return 0.0
    best = inf
    for edge in outline_edges(polygon):
        px, py = nearest_on_edge(x, y, edge)
        best = min(best, hypot(px - x, py - y))
    return best


def gap_beyond(polygon: list[Point], x: float, y: float, away_x: float, away_y: float, reach: float) -> float:
    """Distance from (x, y) to what a disc of radius `reach` around (away_x, away_y) leaves of a convex polygon.

    Infinite if it leaves nothing. The nearest point left is the point itself, the nearest point of an edge outside the
    disc, or the point of the disc's rim nearest to (x, y).
    """
    from_disc = hypot(x - away_x, y - away_y)
    if from_disc > reach and polygon_encloses(polygon, x, y):
        return 0.0
    best = inf
    for x1, y1, x2, y2 in outline_edges(polygon):
        for start, end in _outside_disc(x1, y1, x2, y2, away_x, away_y, reach):
            edge = (x1 + start * (x2 - x1), y1 + start * (y2 - y1), x1 + end * (x2 - x1), y1 + end * (y2 - y1))
            px, py = nearest_on_edge(x, y, edge)
            best = min(best, hypot(px - x, py - y))
    if best < inf and from_disc > 0.0:
        rim_x = away_x + (x - away_x) / from_disc * reach
        rim_y = away_y + (y - away_y) / from_disc * reach
        if polygon_encloses(polygon, rim_x, rim_y):
            best = min(best, abs(from_disc - reach))
    return best


def _outside_disc(
    x1: float, y1: float, x2: float, y2: float, x: float, y: float, radius: float
) -> list[tuple[float, float]]:  # fmt: skip
    """The stretches of a segment, as fractions, that lie outside a disc."""
    dx, dy = x2 - x1, y2 - y1
    length2 = dx * dx + dy * dy
    if length2 == 0.0:
        return [] if hypot(x1 - x, y1 - y) <= radius else [(0.0, 0.0)]
    middle = ((x - x1) * dx + (y - y1) * dy) / length2
    off = dx * (y - y1) - dy * (x - x1)
    room = radius * radius / length2 - off * off / (length2 * length2)
    if room <= 0.0:
        return [(0.0, 1.0)]
    half = sqrt(room)
    found: list[tuple[float, float]] = []
    if middle - half > 0.0:
        found.append((0.0, min(1.0, middle - half)))
    if middle + half < 1.0:
        found.append((max(0.0, middle + half), 1.0))
    return found


# --- questions --------------------------------------------------------------------------------------------------


def clear_of(screen: Screen, starts: Iterable[Point], target: Base) -> bool:
    """Is there a start from which the fan to the target's base does not overlap the part?"""
    for start in starts:
        if not Fan(start, target).overlaps(screen):
            return True
    return False


def across(base: Base, count: int, ux: float, uy: float) -> list[Point]:
    """Midpoints of equal parts of the base's diameter across the direction (ux, uy)."""
    points: list[Point] = []
    for i in range(count):
        share = ((2 * i + 1) / count - 1.0) * base.radius
        points.append((base.x - uy * share, base.y + ux * share))
    return points


def behind_count(screens: Sequence[Screen], start: Point3, points: Iterable[Point3]) -> int:
    """How many of the points are hidden from the start by a piece made of the given parts."""
    count = 0
    for x, y, z in points:
        for screen in screens:
            if screen.is_chain:
                hidden = bool(chain_crossings(screen, start[0], start[1], start[2], x, y, z))
            else:
                hidden = prism_entry(screen, start[0], start[1], start[2], x, y, z, GRAZE) >= 0.0
            if hidden:
                count += 1
                break
    return count


def hidden_from_above(base: Base, parts: Iterable[Part], tolerance: float = 0.0) -> list[str]:
    """The parts (roofs, gantries, higher floors) over the base: overlapping it in plan, not below its head."""
    return [
        part.name
        for part in parts
        if part.bottom >= base.head - HAIR and disc_overlaps(part, base.x, base.y, base.radius, tolerance)
    ]


def stood_on(base: Base, parts: Iterable[Part]) -> list[str]:
    """The parts that have the base's centre in their outline."""
    return [part.name for part in parts if part.closed and point_gap(part, base.x, base.y) == 0.0]
