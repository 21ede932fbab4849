"""Terrain pieces of one kind that touch are one piece for sight and cover: no line slips through the seam."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import Final

from vanguard.geometry.measuring import edge_gap, edge_to_edge_gap, encloses, part_gap, parts_gap
from vanguard.geometry.shapes import BadShape, Base, Edge, Part, Point, side_of


class MergedPiece:
    """Parts that count as one, and the bridges that close the seams between them."""

    __slots__ = ("name", "parts", "bridges")

    def __init__(self, parts: Iterable[Part], bridges: Iterable[Part]) -> None:
        self.parts: Final[tuple[Part, ...]] = tuple(parts)
        self.bridges: Final[tuple[Part, ...]] = tuple(bridges)
        self.name: Final[str] = " + ".join([part.name for part in self.parts])

    def gap(self, base: Base) -> float:
        """Plan distance from a base to the nearest point of the piece."""
        return min([part_gap(base, part) for part in self.parts])

    def all_parts(self) -> tuple[Part, ...]:
        return (*self.parts, *self.bridges)

    def moved(self, dx: float, dy: float) -> MergedPiece:
        """The same piece shifted in plan."""
        return MergedPiece([part.moved(dx, dy) for part in self.parts], [part.moved(dx, dy) for part in self.bridges])

    def stood_on(self, base: Base) -> bool:
        """Is the base's centre inside the piece?"""
        for part in self.all_parts():
            if encloses(part, base.x, base.y):
                return True
        return False


def merge_touching(parts: Sequence[Part], gap: float, kind_of: Callable[[Part], str]) -> list[MergedPiece]:
    """Group parts of one kind and one top that lie within `gap` of each other, directly or over others.

    Pieces and the parts in them come in alphabetical order, whatever the order of the parts.
    """
    waiting = sorted(parts, key=_name)
    pieces: list[MergedPiece] = []
    while waiting:
        group = [waiting.pop(0)]
        bridges: list[Part] = []
        for part in group:  # grows while we walk along it
            for other in list(waiting):
                if part.top == other.top and kind_of(part) == kind_of(other) and _near(part, other, gap):
                    waiting.remove(other)
                    group.append(other)
        group.sort(key=_name)
        for i in range(len(group)):
            for j in range(i + 1, len(group)):
                if _near(group[i], group[j], gap):
                    bridges.extend(bridges_between(group[i], group[j], gap))
        pieces.append(MergedPiece(group, bridges))
    return pieces


def _name(part: Part) -> str:
    return part.name


def _near(a: Part, b: Part, gap: float) -> bool:
    if a.min_x > b.max_x + gap or b.min_x > a.max_x + gap or a.min_y > b.max_y + gap or b.min_y > a.max_y + gap:
        return False
    return parts_gap(a, b) <= gap


def bridges_between(a: Part, b: Part, gap: float) -> list[Part]:
    """Small polygons over every seam between two touching polygons, reaching a little into both of them."""
    found: list[Part] = []
    for e in a.edges:
        for f in b.edges:
            if edge_to_edge_gap(e, f) > gap:
                continue
            corners = _seam_side(a, e, f, gap) + _seam_side(b, f, e, gap)
            outline = hull(corners)
            if len(outline) < 3:
                continue
            name = f"{a.name} + {b.name}, seam {len(found) + 1}"
            try:
                found.append(Part(name, outline, True, max(a.bottom, b.bottom), a.top, a.traits, a.group))
            except BadShape:
                continue  # thinner than a thousandth: there is no seam to slip through
    return found


def _seam_side(part: Part, edge: Edge, other: Edge, gap: float) -> list[Point]:
    """The stretch of an edge that lies within the gap of another edge, and points a little inside the part behind it."""
    start, end = _stretch_near(edge, other, gap)
    x1, y1, x2, y2 = edge
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    depth = min(max(gap, 0.01), (end - start) * 0.5)
    inward = 1.0 if part.area > 0.0 else -1.0
    nx, ny = -uy * inward, ux * inward
    corners = [(x1 + ux * start, y1 + uy * start), (x1 + ux * end, y1 + uy * end)]
    for along in (start + depth, end - depth):
        x, y = x1 + ux * along + nx * depth, y1 + uy * along + ny * depth
        if encloses(part, x, y):
            corners.append((x, y))
    return corners


def _stretch_near(edge: Edge, other: Edge, gap: float) -> tuple[float, float]:
    """From where to where along an edge it lies within the gap of another (both edges are straight: one stretch)."""
    x1, y1, x2, y2 = edge
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nearest = _nearest_along(edge, other)
    low, high = nearest, nearest
    for limit in (0.0, length):
        inside, outside = nearest, limit
        if edge_gap(x1 + ux * limit, y1 + uy * limit, other) <= gap:
            inside = limit
        else:
            for _ in range(40):
                middle = (inside + outside) * 0.5
                if edge_gap(x1 + ux * middle, y1 + uy * middle, other) <= gap:
                    inside = middle
                else:
                    outside = middle
        low, high = min(low, inside), max(high, inside)
    return low, high


def _nearest_along(edge: Edge, other: Edge) -> float:
    """Where along an edge it comes nearest to another one."""
    x1, y1, x2, y2 = edge
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    candidates = [0.0, length]
    for x, y in ((other[0], other[1]), (other[2], other[3])):
        candidates.append(min(max((x - x1) * ux + (y - y1) * uy, 0.0), length))
    side_a = side_of((other[0], other[1]), (other[2], other[3]), (x1, y1))
    side_b = side_of((other[0], other[1]), (other[2], other[3]), (x2, y2))
    if side_a != side_b:
        candidates.append(min(max(side_a / (side_a - side_b) * length, 0.0), length))
    best, best_gap = 0.0, edge_gap(x1, y1, other)
    for along in candidates:
        distance = edge_gap(x1 + ux * along, y1 + uy * along, other)
        if distance < best_gap:
            best, best_gap = along, distance
    return best


def hull(points: list[Point]) -> list[Point]:
    """Convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    lower = _half_hull(ordered)
    upper = _half_hull(ordered[::-1])
    return lower[:-1] + upper[:-1]


def _half_hull(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) >= 2 and side_of(chain[-2], chain[-1], point) <= 0.0:
            chain.pop()
        chain.append(point)
    return chain
