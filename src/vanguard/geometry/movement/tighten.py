"""Pulling a path taut: exact tangents round circles, and crossing points slid to where they cost least."""

from __future__ import annotations

from math import asin, atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.legs import Known
from vanguard.geometry.shapes import Edge, Point3

STEP: Final = 0.26
"""Arcs become tangents that turn by at most this angle (15 degrees) at a time."""
BRACKET: Final = 1.0
"""How far a crossing point is slid at a time, to either side."""
GOLDEN: Final = (sqrt(5.0) - 1.0) / 2.0

Turn = tuple[float, float, float]
"""Centre and signed radius of a circle gone round: positive counter-clockwise; 0 is a point."""


def tightened(points: list[Point3], turns: list[Turn], slides: list[Edge], known: Known) -> list[Point3]:
    """A path of the same shape, as short as it gets; coordinates rounded to a thousandth."""
    if any(edge[0] != edge[2] or edge[1] != edge[3] for edge in slides):
        points = _slid(points, slides, known)
    pulled: list[Point3] = []
    first = 0
    for i in range(1, len(points)):
        if points[i][2] != points[first][2] or i == len(points) - 1:
            last = i if points[i][2] == points[first][2] else i - 1
            pulled.extend(_taut(points[first : last + 1], turns[first : last + 1]))
            if last < i:
                pulled.append(points[i])
            first = i
    return [(thousandth(x), thousandth(y), z) for x, y, z in pulled]


def _taut(points: list[Point3], turns: list[Turn]) -> list[Point3]:
    """Exact tangents between the circles that one level's piece of the path goes round."""
    if len(points) < 3:
        return points
    z = points[0][2]
    chain: list[Turn] = [(points[0][0], points[0][1], 0.0)]
    for i in range(1, len(points) - 1):
        x, y, radius = turns[i]
        if radius == 0.0:
            chain.append((points[i][0], points[i][1], 0.0))
            continue
        ux = points[i + 1][0] - points[i - 1][0]
        uy = points[i + 1][1] - points[i - 1][1]
        left = ux * (y - points[i][1]) - uy * (x - points[i][0])
        turn = (x, y, radius if left > 0.0 else -radius)
        if turn != chain[-1]:
            chain.append(turn)
    chain.append((points[-1][0], points[-1][1], 0.0))
    for _ in range(len(chain)):
        slack = _slack_turn(chain)
        if slack == 0:
            break
        del chain[slack]
    headings = _headings(chain)
    if not headings:
        return points
    taut: list[Point3] = [points[0]]
    for i in range(1, len(chain) - 1):
        _round(taut, chain[i], headings[i - 1], headings[i], z)
    taut.append(points[-1])
    return taut


def _headings(chain: list[Turn]) -> list[float]:
    """Direction of the common tangent from each circle to the next; empty if two circles swallow each other."""
    headings: list[float] = []
    for i in range(len(chain) - 1):
        x1, y1, r1 = chain[i]
        x2, y2, r2 = chain[i + 1]
        far = hypot(x2 - x1, y2 - y1)
        sine = (r2 - r1) / far if far > 1e-9 else 2.0
        if abs(sine) > 1.0:
            if r1 * r2 != 0.0 or abs(sine) > 1.05:
                return []
            sine = 1.0 if sine > 0.0 else -1.0  # a start or end in contact: a hair inside the circle gone round
        headings.append(atan2(y2 - y1, x2 - x1) - asin(sine))
    return headings


def _slack_turn(chain: list[Turn]) -> int:
    """A circle that the taut string no longer touches (its turn goes the wrong way); 0 if there is none."""
    headings = _headings(chain)
    for i in range(1, len(headings)):
        radius = chain[i][2]
        if radius == 0.0:
            continue
        if _turned(headings[i - 1], headings[i], radius) > pi * 1.25:
            return i
    return 0


def _turned(before: float, after: float, radius: float) -> float:
    """Angle turned through on a circle, 0 to 2 pi, in the circle's own sense."""
    turn = (after - before) if radius > 0.0 else (before - after)
    return turn % (2.0 * pi)


def _round(taut: list[Point3], turn: Turn, before: float, after: float, z: float) -> None:
    """Append the bends round one circle."""
    x, y, radius = turn
    if radius == 0.0:
        taut.append((x, y, z))
        return
    angle = _turned(before, after, radius)
    if angle > 2.0 * pi - 1e-6:
        angle = 0.0
    pieces = max(1, ceil(angle / STEP))
    half = angle / pieces * 0.5
    sense = 1.0 if radius > 0.0 else -1.0
    far = abs(radius) / cos(half)
    for k in range(pieces):
        heading = before + sense * half * (2 * k + 1)
        taut.append((x + sense * far * sin(heading), y - sense * far * cos(heading), z))


def _slid(points: list[Point3], slides: list[Edge], known: Known) -> list[Point3]:
    """Move every crossing point along its straight to where the legs before and after it cost least."""
    path = list(points)
    for _ in range(2):
        for i in range(1, len(path) - 1):
            edge = slides[i]
            if edge[0] == edge[2] and edge[1] == edge[3]:
                continue
            twin = -1
            if i + 1 < len(path) - 1 and path[i + 1][2] != path[i][2]:
                twin = i + 1  # the two ends of a climb slide together
            elif path[i - 1][2] != path[i][2]:
                continue
            _slide(path, i, twin, edge, known)
    return path


def _slide(path: list[Point3], i: int, twin: int, edge: Edge, known: Known) -> None:
    """Golden section over the straight near the point; keeps the old point if nothing is better."""
    ex = edge[2] - edge[0]
    ey = edge[3] - edge[1]
    length = hypot(ex, ey)
    x, y, z = path[i]
    at = ((x - edge[0]) * ex + (y - edge[1]) * ey) / (length * length)
    low = max(0.0, at - BRACKET / length)
    high = min(1.0, at + BRACKET / length)
    a = high - (high - low) * GOLDEN
    b = low + (high - low) * GOLDEN
    cost_a = _cost_at(path, i, twin, edge, a, known)
    cost_b = _cost_at(path, i, twin, edge, b, known)
    while (high - low) * length > 0.004:
        if cost_a <= cost_b:
            high, b, cost_b = b, a, cost_a
            a = high - (high - low) * GOLDEN
            cost_a = _cost_at(path, i, twin, edge, a, known)
        else:
            low, a, cost_a = a, b, cost_b
            b = low + (high - low) * GOLDEN
            cost_b = _cost_at(path, i, twin, edge, b, known)
    share, cost = (a, cost_a) if cost_a <= cost_b else (b, cost_b)
    if cost < _cost_through(path, i, twin, x, y, known) - 1e-9:
        path[i] = (edge[0] + ex * share, edge[1] + ey * share, z)
        if twin >= 0:
            path[twin] = (path[i][0], path[i][1], path[twin][2])


def _cost_at(path: list[Point3], i: int, twin: int, edge: Edge, share: float, known: Known) -> float:
    x = edge[0] + (edge[2] - edge[0]) * share
    y = edge[1] + (edge[3] - edge[1]) * share
    return _cost_through(path, i, twin, x, y, known)


def _cost_through(path: list[Point3], i: int, twin: int, x: float, y: float, known: Known) -> float:
    before = path[i - 1]
    after = path[(twin if twin >= 0 else i) + 1]
    cost = known.leg_cost(before[0], before[1], before[2], x, y, path[i][2])
    return cost + known.leg_cost(x, y, after[2], after[0], after[1], after[2])
