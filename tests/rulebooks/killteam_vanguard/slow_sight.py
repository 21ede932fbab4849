"""Line of sight, obscured and cover as the catalogue puts them, ray by ray: 10 viewpoints, 15 target points, no short cuts.

Written from the rulings alone and kept apart from the engine, which must come to the same.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

Point3 = tuple[float, float, float]

GRAZE = 0.01
"""What is cut by no more than this does not block."""
WOODS = 1.0
SILL, LINTEL = 1.0, 2.5
STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)


class Body(NamedTuple):
    x: float
    y: float
    z: float
    base: float
    height: float

    @property
    def radius(self) -> float:
        return 0.75 * self.base


class Piece(NamedTuple):
    """`obstacle` and `wall` from one corner to the other; `blocking`, `platform` and `woods` the rectangle between them."""

    kind: str
    height: float
    x1: float
    y1: float
    x2: float
    y2: float
    window: tuple[float, float] | None = None

    def gap(self, body: Body, stretch: tuple[float, float] | None = None) -> float:
        """From a base to the line, or to a stretch of it."""
        length = hypot(self.x2 - self.x1, self.y2 - self.y1)
        ux, uy = (self.x2 - self.x1) / length, (self.y2 - self.y1) / length
        low, high = stretch or (0.0, length)
        along = min(high, max(low, (body.x - self.x1) * ux + (body.y - self.y1) * uy))
        return hypot(body.x - self.x1 - along * ux, body.y - self.y1 - along * uy) - body.base


def points(body: Body, other: Body, shares: tuple[float, ...]) -> list[Point3]:
    dx, dy = other.x - body.x, other.y - body.y
    far = hypot(dx, dy)
    nx, ny = (-dy / far, dx / far) if far else (0.0, 1.0)
    return [
        (body.x + s * body.radius * nx, body.y + s * body.radius * ny, body.z + share * body.height)
        for share in shares
        for s in STEPS
    ]


def _inside(start: Point3, end: Point3, piece: Piece) -> tuple[float, float]:
    """The shares of a ray between which it runs over a rectangle."""
    low, high = 0.0, 1.0
    for a, b, near, far in ((start[0], end[0], piece.x1, piece.x2), (start[1], end[1], piece.y1, piece.y2)):
        if abs(b - a) < 1e-12:
            if not near <= a <= far:
                return 0.0, 0.0
            continue
        one, other = (near - a) / (b - a), (far - a) / (b - a)
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return low, high


def _below(start: Point3, end: Point3, low: float, high: float, bottom: float, top: float) -> float:
    """The length of a stretch of a ray that runs between two heights."""
    rise = end[2] - start[2]
    if high <= low:
        return 0.0
    if abs(rise) < 1e-12:
        share = high - low if bottom < start[2] < top else 0.0
    else:
        one, other = (bottom - start[2]) / rise, (top - start[2]) / rise
        share = min(high, max(one, other)) - max(low, min(one, other))
    return max(0.0, share) * hypot(end[0] - start[0], end[1] - start[1], rise)


def _crosses(start: Point3, end: Point3, piece: Piece, windows: bool) -> bool:
    """Does a ray cross an obstacle or a wall below its top? Through a window one sees if somebody stands at it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ex, ey = piece.x2 - piece.x1, piece.y2 - piece.y1
    turn = dx * ey - dy * ex
    if abs(turn) < 1e-12:
        return False
    t = ((piece.x1 - start[0]) * ey - (piece.y1 - start[1]) * ex) / turn
    u = ((piece.x1 - start[0]) * dy - (piece.y1 - start[1]) * dx) / turn
    if not (0.0 <= t <= 1.0 and 0.0 <= u <= 1.0):
        return False
    z = start[2] + t * (end[2] - start[2])
    along = u * hypot(ex, ey)
    if windows and piece.window is not None and piece.window[0] <= along <= piece.window[1] and SILL <= z <= LINTEL:
        return False
    return z < piece.height


def _through(start: Point3, end: Point3, body: Body) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    fx, fy = start[0] - body.x, start[1] - body.y
    a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - body.radius**2
    root = b * b - 4 * a * c
    if a == 0.0 or root <= 0.0:
        return False
    low, high = max(0.0, (-b - root**0.5) / (2 * a)), min(1.0, (-b + root**0.5) / (2 * a))
    return _below(start, end, low, high, body.z, body.z + body.height) > GRAZE


class Sight(NamedTuple):
    sees: bool
    obscured: bool
    cover: bool


def sight(viewer: Body, target: Body, others: list[Body], pieces: list[Piece]) -> Sight:
    at_window = [
        piece.window is not None and min(piece.gap(viewer, piece.window), piece.gap(target, piece.window)) <= GRAZE
        for piece in pieces
    ]
    shelters = [
        i
        for i, piece in enumerate(pieces)
        if (piece.kind == "obstacle" and piece.gap(target) <= GRAZE)
        or (piece.window is not None and piece.gap(target, piece.window) <= GRAZE)
    ]
    free, best, sheltered = False, -1, True
    for eye in points(viewer, target, (0.5, 0.95)):
        clear, hidden_by_shelter = 0, False
        for point in points(target, viewer, (0.1, 0.5, 0.95)):
            blockers = [i for i, piece in enumerate(pieces) if _blocks(eye, point, piece, at_window[i])]
            blocked = bool(blockers) or any([_through(eye, point, other) for other in others])
            woods = sum(
                [_below(eye, point, *_inside(eye, point, it), 0.0, it.height) for it in pieces if it.kind == "woods"]
            )
            free = free or not blocked
            clear += not blocked and woods <= WOODS
            hidden_by_shelter = hidden_by_shelter or any([i in shelters for i in blockers])
        if clear > best:
            best, sheltered = clear, hidden_by_shelter
        elif clear == best:
            sheltered = sheltered and hidden_by_shelter
    return Sight(free, best < 15, best < 15 and sheltered)


def sees(viewer: Body, target: Body, others: list[Body], pieces: list[Piece]) -> bool:
    """The same for one who only asks whether there is a free ray: the first that is found is enough."""
    at_window = [
        piece.window is not None and min(piece.gap(viewer, piece.window), piece.gap(target, piece.window)) <= GRAZE
        for piece in pieces
    ]
    for eye in points(viewer, target, (0.95, 0.5)):
        for point in points(target, viewer, (0.95, 0.5, 0.1)):
            if not any(_blocks(eye, point, piece, at_window[i]) for i, piece in enumerate(pieces)):
                if not any(_through(eye, point, other) for other in others):
                    return True
    return False


def _blocks(eye: Point3, point: Point3, piece: Piece, windows: bool) -> bool:
    if piece.kind in ("obstacle", "wall"):
        return _crosses(eye, point, piece, windows)
    if piece.kind == "woods":
        return False
    return _below(eye, point, *_inside(eye, point, piece), 0.0, piece.height) > GRAZE
