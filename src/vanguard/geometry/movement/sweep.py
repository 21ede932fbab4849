"""Where along a straight leg a moving disc meets lines, discs and areas: closed formulas, no sampling.

A leg runs from (px, py) to (px + dx, py + dy); places on it are shares t from 0 (start) to 1 (end). An interval is a
pair of shares; it is empty when the second is not greater than the first.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from vanguard.geometry.shapes import Edge, Part

Interval = tuple[float, float]
HAIR: Final = 1e-9


def disc_interval(px: float, py: float, dx: float, dy: float, cx: float, cy: float, radius: float) -> Interval:
    """Where the leg's point is nearer than `radius` to a centre; nowhere if that is negative."""
    if radius <= 0.0:
        return (1.0, 0.0)
    fx = px - cx
    fy = py - cy
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - radius * radius
    if a < 1e-18:
        return (0.0, 1.0) if c < 0.0 else (1.0, 0.0)
    b = fx * dx + fy * dy
    root = b * b - a * c
    if root <= 0.0:
        return (1.0, 0.0)
    root = sqrt(root)
    t0 = (-b - root) / a
    t1 = (-b + root) / a
    if t1 <= 0.0 or t0 >= 1.0:
        return (1.0, 0.0)
    return (t0 if t0 > 0.0 else 0.0, t1 if t1 < 1.0 else 1.0)


def edge_interval(
    px: float, py: float, dx: float, dy: float, ax: float, ay: float, bx: float, by: float, radius: float
) -> Interval:
    """Where the leg's point is nearer than `radius` to an edge from a to b."""
    if radius <= 0.0:
        return (1.0, 0.0)
    ex = bx - ax
    ey = by - ay
    length = sqrt(ex * ex + ey * ey)
    ux = ex / length
    uy = ey / length
    fx = px - ax
    fy = py - ay
    # in the edge's own frame: s runs along it, n away from it
    s0 = fx * ux + fy * uy
    ds = dx * ux + dy * uy
    n0 = fy * ux - fx * uy
    dn = dy * ux - dx * uy
    n1 = n0 + dn
    if (n0 >= radius and n1 >= radius) or (n0 <= -radius and n1 <= -radius):
        return (1.0, 0.0)
    s1 = s0 + ds
    if (s0 <= -radius and s1 <= -radius) or (s0 >= length + radius and s1 >= length + radius):
        return (1.0, 0.0)
    low = 1.0
    high = 0.0
    t0 = 0.0
    t1 = 1.0
    # the straight sides of the stadium around the edge
    if dn > 1e-15 or dn < -1e-15:
        ta = (-radius - n0) / dn
        tb = (radius - n0) / dn
        if ta > tb:
            ta, tb = tb, ta
        if ta > t0:
            t0 = ta
        if tb < t1:
            t1 = tb
    if ds > 1e-15 or ds < -1e-15:
        ta = -s0 / ds
        tb = (length - s0) / ds
        if ta > tb:
            ta, tb = tb, ta
        if ta > t0:
            t0 = ta
        if tb < t1:
            t1 = tb
    elif s0 < 0.0 or s0 > length:
        t1 = -1.0
    if t1 > t0:
        low = t0
        high = t1
    # its round ends
    if s0 < 0.0 or s1 < 0.0:
        end = disc_interval(px, py, dx, dy, ax, ay, radius)
        if end[1] > end[0]:
            if end[0] < low:
                low = end[0]
            if end[1] > high:
                high = end[1]
    if s0 > length or s1 > length:
        end = disc_interval(px, py, dx, dy, bx, by, radius)
        if end[1] > end[0]:
            if end[0] < low:
                low = end[0]
            if end[1] > high:
                high = end[1]
    return (low, high)


def box_missed(part: Part, px: float, py: float, qx: float, qy: float, radius: float) -> bool:
    """Does the swept disc's box stay clear of the part's box?"""
    if px < qx:
        if qx + radius < part.min_x or px - radius > part.max_x:
            return True
    elif px + radius < part.min_x or qx - radius > part.max_x:
        return True
    if py < qy:
        return qy + radius < part.min_y or py - radius > part.max_y
    return py + radius < part.min_y or qy - radius > part.max_y


def encloses_strictly(part: Part, x: float, y: float) -> bool:
    """Is the point inside the closed part? A point on its outline is not."""
    if x <= part.min_x or x >= part.max_x or y <= part.min_y or y >= part.max_y:
        return False
    inside = False
    for ax, ay, bx, by in part.edges:
        if (ay > y) != (by > y):
            cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if cross == 0.0:
                return False
            if (cross > 0.0) == (by > ay):
                inside = not inside
    return inside


def merged(intervals: list[Interval]) -> list[Interval]:
    """The same shares as few intervals in order."""
    if len(intervals) < 2:
        return intervals
    intervals.sort()
    joined: list[Interval] = []
    low, high = intervals[0]
    for t0, t1 in intervals:
        if t0 <= high + HAIR:
            if t1 > high:
                high = t1
        else:
            joined.append((low, high))
            low, high = t0, t1
    joined.append((low, high))
    return joined


def outline_intervals(
    edges: tuple[Edge, ...], px: float, py: float, dx: float, dy: float, radius: float
) -> list[Interval]:
    """Where the disc overlaps any of the edges."""
    found: list[Interval] = []
    for ax, ay, bx, by in edges:
        interval = edge_interval(px, py, dx, dy, ax, ay, bx, by, radius)
        if interval[1] > interval[0] + HAIR or (interval[1] > interval[0] and dx == 0.0 and dy == 0.0):
            found.append(interval)
    return merged(found)


def centre_intervals(part: Part, px: float, py: float, dx: float, dy: float) -> list[Interval]:
    """Where the leg itself runs inside a closed part; running along its outline is not inside."""
    qx = px + dx
    qy = py + dy
    if box_missed(part, px, py, qx, qy, 0.0):
        return []
    cuts: list[float] = [0.0, 1.0]
    for ax, ay, bx, by in part.edges:
        t = crossing_share(px, py, dx, dy, ax, ay, bx, by)
        if t >= 0.0:
            cuts.append(t)
    cuts.sort()
    found: list[Interval] = []
    for i in range(len(cuts) - 1):
        t0 = cuts[i]
        t1 = cuts[i + 1]
        if t1 - t0 <= HAIR:
            continue
        middle = (t0 + t1) * 0.5
        if encloses_strictly(part, px + dx * middle, py + dy * middle):
            found.append((t0, t1))
    return merged(found)


def crossing_share(px: float, py: float, dx: float, dy: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Where the leg meets an edge, ends included; -1 if it does not or runs along it."""
    ex = bx - ax
    ey = by - ay
    cross = dx * ey - dy * ex
    if -1e-12 < cross < 1e-12:
        return -1.0
    fx = ax - px
    fy = ay - py
    t = (fx * ey - fy * ex) / cross
    if t < 0.0 or t > 1.0:
        return -1.0
    s = (fx * dy - fy * dx) / cross
    if s < -HAIR or s > 1.0 + HAIR:
        return -1.0
    return t


def swept_intervals(part: Part, px: float, py: float, dx: float, dy: float, radius: float) -> list[Interval]:
    """Where the disc overlaps a part: its inside if it is closed, and its outline."""
    if box_missed(part, px, py, px + dx, py + dy, radius):
        return []
    found = outline_intervals(part.edges, px, py, dx, dy, radius)
    if part.closed:
        inside = centre_intervals(part, px, py, dx, dy)
        if inside:
            found.extend(inside)
            found = merged(found)
    return found


def swept_clear(part: Part, px: float, py: float, dx: float, dy: float, radius: float) -> bool:
    """Does the disc stay clear of the part all along the leg?"""
    if box_missed(part, px, py, px + dx, py + dy, radius):
        return True
    for ax, ay, bx, by in part.edges:
        t0, t1 = edge_interval(px, py, dx, dy, ax, ay, bx, by, radius)
        if t1 > t0:
            return False
    return not (part.closed and encloses_strictly(part, px, py))


def uncovered(intervals: list[Interval], low: float, high: float) -> float:
    """The first share between low and high that no interval covers; -1 if all of it is covered."""
    at = low
    for t0, t1 in intervals:
        if t0 > at + HAIR:
            break
        if t1 > at:
            at = t1
    return at if at < high - HAIR else -1.0
