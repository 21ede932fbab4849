"""Convex pieces of a polygon: what clipping and ray tests work on.

A polygon that is not convex is cut into triangles by clipping ears, and triangles are joined again as long as the
result stays convex. Each piece remembers which of its edges are cuts, so that nothing slips along a cut.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.geometry.shapes import Edge, Part, Point, side_of

FLAT: Final[float] = 1e-9
"""Twice the area below which three corners count as lying on one line."""

SKIN: Final[float] = 1e-9
"""How far inside an outline a point must lie to count as inside: running along an edge is not."""

OVERLAP: Final[float] = 1e-7
"""How far pieces reach over the cut between them."""


class ConvexPiece:
    """A convex polygon, counter-clockwise, with `cuts[i]` true where edge i is a cut inside the original polygon.

    `sides` holds for every edge (nx, ny, c): a point is inside when nx * x + ny * y > c for all of them.
    """

    __slots__ = ("points", "cuts", "sides", "core_x", "core_y", "depth")

    def __init__(self, points: tuple[Point, ...], cuts: tuple[bool, ...]) -> None:
        self.points: Final[tuple[Point, ...]] = points
        self.cuts: Final[tuple[bool, ...]] = cuts
        sides: list[tuple[float, float, float]] = []
        for i in range(len(points)):
            x1, y1 = points[i]
            x2, y2 = points[(i + 1) % len(points)]
            length = hypot(x2 - x1, y2 - y1)
            nx, ny = (y1 - y2) / length, (x2 - x1) / length
            sides.append((nx, ny, nx * x1 + ny * y1 + (-OVERLAP if cuts[i] else SKIN)))
        self.sides: Final[tuple[tuple[float, float, float], ...]] = tuple(sides)
        self.core_x: Final[float] = sum([p[0] for p in points]) / len(points)
        self.core_y: Final[float] = sum([p[1] for p in points]) / len(points)
        self.depth: Final[float] = min([nx * self.core_x + ny * self.core_y - c for nx, ny, c in sides])
        """Distance from the core point to the nearest edge."""

    def encloses(self, x: float, y: float) -> bool:
        """Is the point strictly inside (cuts belong to the inside)?"""
        for nx, ny, c in self.sides:
            if nx * x + ny * y <= c:
                return False
        return True


def convex_pieces(part: Part) -> list[ConvexPiece]:
    """The part's polygon cut into convex pieces; one piece if it is convex, none for a chain."""
    if not part.closed:
        return []
    corners = _without_flat_corners(part.points if part.area > 0.0 else part.points[::-1])
    if part.convex:
        return [ConvexPiece(tuple(corners), (False,) * len(corners))]
    outline = {(corners[i], corners[(i + 1) % len(corners)]) for i in range(len(corners))}
    pieces = _joined(_triangles(corners))
    return [
        ConvexPiece(tuple(piece), tuple([(piece[i], piece[(i + 1) % len(piece)]) not in outline for i in range(len(piece))]))
        for piece in pieces
    ]  # fmt: skip


def outline_edges(points: list[Point]) -> list[Edge]:
    """The edges of a polygon given by its corners."""
    edges: list[Edge] = []
    for i in range(len(points)):
        x1, y1 = points[i]
        x2, y2 = points[(i + 1) % len(points)]
        edges.append((x1, y1, x2, y2))
    return edges


def _without_flat_corners(points: tuple[Point, ...]) -> list[Point]:
    corners = list(points)
    i = 0
    while i < len(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        if abs(side_of(before, corners[i], after)) <= FLAT:
            corners.pop(i)
            i = max(0, i - 1)
        else:
            i += 1
    return corners


def _triangles(corners: list[Point]) -> list[list[Point]]:
    left = list(corners)
    found: list[list[Point]] = []
    while len(left) > 3:
        ear = _find_ear(left)
        found.append([left[ear - 1], left[ear], left[(ear + 1) % len(left)]])
        left.pop(ear)
    found.append(left)
    return [t for t in found if side_of(t[0], t[1], t[2]) > FLAT]


def _find_ear(left: list[Point]) -> int:
    """The corner that can be cut off without cutting anything else; the fattest one, for sturdy pieces."""
    best, best_area = 0, -1.0
    for i in range(len(left)):
        a, b, c = left[i - 1], left[i], left[(i + 1) % len(left)]
        area = side_of(a, b, c)
        if area > best_area and area >= 0.0 and not _corner_in_triangle(left, a, b, c):
            best, best_area = i, area
    return best


def _corner_in_triangle(corners: list[Point], a: Point, b: Point, c: Point) -> bool:
    for p in corners:
        if p in (a, b, c):
            continue
        if side_of(a, b, p) >= 0.0 and side_of(b, c, p) >= 0.0 and side_of(c, a, p) >= 0.0:
            return True
    return False


def _joined(pieces: list[list[Point]]) -> list[list[Point]]:
    """Join pieces over a common edge while the result stays convex."""
    joined = True
    while joined:
        joined = False
        for i in range(len(pieces)):
            for j in range(i + 1, len(pieces)):
                union = _join(pieces[i], pieces[j])
                if union:
                    pieces = [pieces[k] for k in range(len(pieces)) if k != i and k != j]
                    pieces.append(union)
                    joined = True
                    break
            if joined:
                break
    return pieces


def _join(a: list[Point], b: list[Point]) -> list[Point]:
    """The union of two convex pieces with a common edge if it is convex, else nothing."""
    for i in range(len(a)):
        p, q = a[i], a[(i + 1) % len(a)]
        if q not in b:
            continue
        j = b.index(q)
        if b[(j + 1) % len(b)] != p:
            continue
        # a runs ... p, q ...; b runs ... q, p ...: walk round a from q to p, then round b from p to q
        union = [a[(i + 1 + k) % len(a)] for k in range(len(a))]
        union += [b[(j + 2 + k) % len(b)] for k in range(len(b) - 2)]
        for k in range(len(union)):
            if side_of(union[k - 1], union[k], union[(k + 1) % len(union)]) < -FLAT:
                return []
        return union
    return []
