"""Sight and cover worked out a second time, straight from the geometry part of the catalogue, without the engine's code.

Slow and plain: 289 lines for sight, 20 lines for cover, each clipped against every outline.
"""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Interval = tuple[float, float]
GRAZE = 1e-7
CONTACT = 0.1 + 1e-9


class Disc:
    """A base: centre, radius, how high it stands and how tall its body is."""

    def __init__(self, x: float, y: float, radius: float, elevation: float = 0.0, height: float = 0.0) -> None:
        self.x, self.y, self.radius, self.elevation, self.height = x, y, radius, elevation, height

    def eyes(self) -> list[Point]:
        rim = [
            (self.x + self.radius * cos(2 * pi * i / 16), self.y + self.radius * sin(2 * pi * i / 16))
            for i in range(16)
        ]
        return [(self.x, self.y), *rim]


class Piece:
    """Convex outlines that count as one piece, all of one height."""

    def __init__(self, outlines: list[list[Point]], top: float, area: bool = False) -> None:
        self.outlines, self.top, self.area = outlines, top, area

    def under(self, disc: Disc) -> bool:
        return any(inside(outline, (disc.x, disc.y)) for outline in self.outlines)

    def gap(self, disc: Disc) -> float:
        return max(0.0, min([distance(outline, (disc.x, disc.y)) for outline in self.outlines]) - disc.radius)


def turned_left(outline: list[Point]) -> list[Point]:
    doubled = sum([x * outline[i - 1][1] - outline[i - 1][0] * y for i, (x, y) in enumerate(outline)])
    return outline if doubled < 0 else outline[::-1]


def sides(outline: list[Point]) -> list[tuple[float, float, float]]:
    """For each edge (nx, ny, c): a point is inside where nx * x + ny * y > c."""
    return _sides(tuple(outline))


@cache
def _sides(outline: tuple[Point, ...]) -> list[tuple[float, float, float]]:
    corners = turned_left(list(outline))
    found = []
    for i in range(len(corners)):
        (x1, y1), (x2, y2) = corners[i], corners[(i + 1) % len(corners)]
        nx, ny = y1 - y2, x2 - x1
        length = hypot(nx, ny)
        found.append((nx / length, ny / length, (nx * x1 + ny * y1) / length))
    return found


def inside(outline: list[Point], point: Point) -> bool:
    return all(nx * point[0] + ny * point[1] > c - 1e-9 for nx, ny, c in sides(outline))


def distance(outline: list[Point], point: Point) -> float:
    if inside(outline, point):
        return 0.0
    return min([to_edge(outline[i - 1], outline[i], point) for i in range(len(outline))])


def to_edge(a: Point, b: Point, p: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1])


def within_outline(outline: list[Point], a: Point, b: Point) -> Interval | None:
    """The part of the line from a to b that runs through the open inside, as shares of its length."""
    low, high = 0.0, 1.0
    for nx, ny, c in sides(outline):
        start, end = nx * a[0] + ny * a[1] - c, nx * b[0] + ny * b[1] - c
        if start <= GRAZE and end <= GRAZE:
            return None
        if start < 0.0:
            low = max(low, start / (start - end))
        elif end < 0.0:
            high = min(high, start / (start - end))
    return (low, high) if high - low > GRAZE else None


def within_disc(disc: Disc, a: Point, b: Point) -> Interval | None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - disc.x, a[1] - disc.y
    qa, qb, qc = dx * dx + dy * dy, fx * dx + fy * dy, fx * fx + fy * fy - disc.radius**2
    root = qb * qb - qa * qc
    if qa < 1e-18 or root <= 0.0:
        return None
    low, high = max(0.0, (-qb - root**0.5) / qa), min(1.0, (-qb + root**0.5) / qa)
    return (low, high) if high - low > GRAZE else None


def lower(part: Interval | None, start: float, end: float, top: float) -> bool:
    """Does the line run lower than the top somewhere in this part?"""
    if part is None:
        return False
    return min(start + (end - start) * part[0], start + (end - start) * part[1]) < top - 1e-9


def sees(viewer: Disc, target: Disc, pieces: list[Piece], bodies: list[Disc]) -> bool:
    """Some line from the one base to the other is free."""
    blocking = [piece for piece in pieces if not piece.under(viewer) and not piece.under(target)]
    e0, e1 = viewer.elevation, target.elevation
    for a in viewer.eyes():
        for b in target.eyes():
            by_piece = any(
                lower(within_outline(outline, a, b), e0, e1, piece.top)
                for piece in blocking
                for outline in piece.outlines
            )
            by_body = any(lower(within_disc(body, a, b), e0, e1, body.elevation + body.height) for body in bodies)
            if not by_piece and not by_body:
                return True
    return False


def cover(attacker: Disc, target: Disc, pieces: list[Piece]) -> int:
    """The Dodge that terrain gives the target against this attacker: 0, 1 or 2."""
    best = 0
    for piece in pieces:
        if piece.area and piece.under(target):
            if piece.gap(attacker) > CONTACT and not piece.under(attacker):
                best = max(best, 2)
            continue
        if piece.under(target) or piece.under(attacker):
            continue
        if hidden_points(attacker, target, piece) >= 10 and piece.gap(target) < piece.gap(attacker):
            best = max(best, 2 if piece.gap(target) <= CONTACT else 1)
    return best


def hidden_points(attacker: Disc, target: Disc, piece: Piece) -> int:
    """How many of the 20 points across the target's base lie behind the piece."""
    a = (attacker.x, attacker.y)
    dx, dy = target.x - attacker.x, target.y - attacker.y
    length = hypot(dx, dy)
    if length == 0.0:  # one stands over the other
        return 0
    across = (-dy / length, dx / length)
    count = 0
    for i in range(20):
        offset = target.radius * (-1 + (i + 0.5) / 10)
        b = (target.x + across[0] * offset, target.y + across[1] * offset)
        if any(
            lower(within_outline(outline, a, b), attacker.elevation, target.elevation, piece.top)
            for outline in piece.outlines
        ):
            count += 1
    return count
