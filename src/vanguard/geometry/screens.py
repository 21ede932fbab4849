"""What can stand in the way of a ray, prepared once: prisms in convex pieces, chains, bodies."""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.pieces import ConvexPiece, convex_pieces
from vanguard.geometry.shapes import Base, Part

ON_LINE: Final[float] = 1e-9
"""A point this near to a line lies on it."""


class Screen:
    """A part prepared for ray tests: its convex pieces, or the sides of its chain, and a circle around it."""

    __slots__ = (
        "part",
        "name",
        "bottom",
        "top",
        "pieces",
        "is_chain",
        "ring",
        "links",
        "centre_x",
        "centre_y",
        "reach",
    )

    def __init__(self, part: Part, floors: bool) -> None:
        self.part: Final[Part] = part
        self.name: Final[str] = part.name
        self.bottom: Final[float] = part.bottom if floors else -inf
        self.top: Final[float] = part.top
        self.pieces: Final[list[ConvexPiece]] = convex_pieces(part)
        self.is_chain: Final[bool] = not part.closed
        self.ring: Final[bool] = not part.closed and part.points[0] == part.points[-1]
        self.links: Final[list[tuple[float, float, float, float]]] = [
            ((e[2] - e[0]) / length, (e[3] - e[1]) / length, e[0], e[1])
            for e, length in zip(part.edges, part.lengths, strict=True)
        ]
        """For every segment of a chain: its unit direction and its first point."""
        self.centre_x: Final[float] = (part.min_x + part.max_x) * 0.5
        self.centre_y: Final[float] = (part.min_y + part.max_y) * 0.5
        self.reach: Final[float] = max([hypot(x - self.centre_x, y - self.centre_y) for x, y in part.points])


def height_span(az: float, bz: float, bottom: float, top: float) -> tuple[float, float]:
    """The stretch of a ray, as fractions of its length, that runs above the bottom and below the top."""
    lo, hi = 0.0, 1.0
    if az >= top:
        if bz >= top:
            return (1.0, 0.0)
        lo = (az - top) / (az - bz)
    elif bz > top:
        hi = (top - az) / (bz - az)
    if az <= bottom:
        if bz <= bottom:
            return (1.0, 0.0)
        lo = max(lo, (bottom - az) / (bz - az))
    elif bz < bottom:
        hi = min(hi, (az - bottom) / (az - bz))
    return (lo, hi)


def piece_span(
    piece: ConvexPiece, ax: float, ay: float, bx: float, by: float, lo: float, hi: float
) -> tuple[float, float]:  # fmt: skip
    """The stretch of a ray inside a convex piece, within the given stretch."""
    for nx, ny, c in piece.sides:
        at_a = nx * ax + ny * ay - c
        at_b = nx * bx + ny * by - c
        if at_a <= 0.0:
            if at_b <= 0.0:
                return (1.0, 0.0)
            t = at_a / (at_a - at_b)
            if t > lo:
                lo = t
                if lo >= hi:
                    return (1.0, 0.0)
        elif at_b <= 0.0:
            t = at_a / (at_a - at_b)
            if t < hi:
                hi = t
                if lo >= hi:
                    return (1.0, 0.0)
    return (lo, hi)


def prism_spans(
    screen: Screen, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> list[tuple[float, float]]:  # fmt: skip
    """The stretches of a ray inside a prism, in order, none touching the next."""
    lo, hi = height_span(az, bz, screen.bottom, screen.top)
    if lo >= hi:
        return []
    spans: list[tuple[float, float]] = []
    for piece in screen.pieces:
        start, end = piece_span(piece, ax, ay, bx, by, lo, hi)
        if start < end:
            spans.append((start, end))
    return joined_spans(spans) if len(spans) > 1 else spans


def joined_spans(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches in order, overlapping ones joined."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def prism_entry(
    screen: Screen, ax: float, ay: float, az: float, bx: float, by: float, bz: float, graze: float
) -> float:  # fmt: skip
    """Where along a ray it enters the prism, as a fraction; -1 if no more than `graze` of it runs inside."""
    lo, hi = height_span(az, bz, screen.bottom, screen.top)
    if lo >= hi:
        return -1.0
    if len(screen.pieces) == 1:
        lo, hi = piece_span(screen.pieces[0], ax, ay, bx, by, lo, hi)
        if lo >= hi:
            return -1.0
        inside, entry = hi - lo, lo
    else:
        inside, entry = 0.0, -1.0
        for start, end in prism_spans(screen, ax, ay, az, bx, by, bz):
            inside += end - start
            if entry < 0.0:
                entry = start
    dx, dy, dz = bx - ax, by - ay, bz - az
    if inside * inside * (dx * dx + dy * dy + dz * dz) <= graze * graze:
        return -1.0
    return entry


def body_entry(
    body: Base, ax: float, ay: float, az: float, bx: float, by: float, bz: float, graze: float, floors: bool
) -> float:  # fmt: skip
    """Where a ray enters a body's cylinder, as a fraction; -1 if no more than `graze` of it runs inside."""
    dx, dy = bx - ax, by - ay
    px, py = body.x - ax, body.y - ay
    length2 = dx * dx + dy * dy
    off = dx * py - dy * px
    room = body.body_radius * body.body_radius * length2 - off * off
    lo, hi = height_span(az, bz, body.elevation if floors else -inf, body.elevation + body.height)
    if length2 > 0.0:
        if room <= 0.0:
            return -1.0
        half = sqrt(room) / length2
        middle = (px * dx + py * dy) / length2
        lo, hi = max(lo, middle - half), min(hi, middle + half)
    elif px * px + py * py >= body.body_radius * body.body_radius:
        return -1.0
    if lo >= hi:
        return -1.0
    dz = bz - az
    inside = hi - lo
    return lo if inside * inside * (length2 + dz * dz) > graze * graze else -1.0


class Crossing:
    """Where a ray crosses a chain: the fraction of the ray, its height there, the segment and how far along it."""

    __slots__ = ("at", "height", "segment", "along")

    def __init__(self, at: float, height: float, segment: int, along: float) -> None:
        self.at: Final[float] = at
        self.height: Final[float] = height
        self.segment: Final[int] = segment
        self.along: Final[float] = along


def chain_crossings(
    screen: Screen, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> list[Crossing]:  # fmt: skip
    """Every place where a ray passes through the chain below its top. Touching it, or its end, is not crossing."""
    found: list[Crossing] = []
    for k in range(len(screen.links)):
        ux, uy, x, y = screen.links[k]
        at_a = ux * (ay - y) - uy * (ax - x)
        at_b = ux * (by - y) - uy * (bx - x)
        if (at_a <= ON_LINE and at_b <= ON_LINE) or (at_a >= -ON_LINE and at_b >= -ON_LINE):
            continue
        if -ON_LINE <= at_a <= ON_LINE or -ON_LINE <= at_b <= ON_LINE:
            continue
        t = at_a / (at_a - at_b)
        along = ux * (ax + t * (bx - ax) - x) + uy * (ay + t * (by - ay) - y)
        length = screen.part.lengths[k]
        if along < -ON_LINE or along > length + ON_LINE:
            continue
        if along <= ON_LINE and not _passes_joint(screen, k, ax, ay, bx, by):
            continue
        if along >= length - ON_LINE and not _passes_joint(screen, k + 1, ax, ay, bx, by):
            continue
        height = az + t * (bz - az)
        if screen.bottom <= height < screen.top:
            found.append(Crossing(t, height, k, min(max(along, 0.0), length)))
    return found


def _passes_joint(screen: Screen, joint: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """A ray through a corner of the chain: do the chain's two arms leave to different sides of the ray?"""
    points = screen.part.points
    last = len(points) - 1
    length = hypot(bx - ax, by - ay)
    before = after = 0
    for step in range(1, last + 1):
        k = joint - step
        if k < 0 and not screen.ring:
            break
        before = _side(points[k % last if screen.ring else k], ax, ay, bx, by, length)
        if before:
            break
    for step in range(1, last + 1):
        k = joint + step
        if k > last and not screen.ring:
            break
        after = _side(points[k % last if screen.ring else k], ax, ay, bx, by, length)
        if after:
            break
    return before * after < 0


def _side(point: tuple[float, float], ax: float, ay: float, bx: float, by: float, length: float) -> int:
    off = ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length
    return 1 if off > ON_LINE else -1 if off < -ON_LINE else 0
