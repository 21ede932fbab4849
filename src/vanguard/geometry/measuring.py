"""Distances on the table: base to base, base to terrain, within, wholly within, nearest points.

Limits are inclusive with the tolerance the rulebook passes in; nothing is rounded.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.shapes import Base, Edge, Part, Point

# --- limits -----------------------------------------------------------------------------------------------------


def within(distance: float, limit: float, tolerance: float) -> bool:
    """At most the limit; a hair more is forgiven."""
    return distance <= limit + tolerance


def more_than(distance: float, limit: float, tolerance: float) -> bool:
    return distance > limit + tolerance


ROUNDING: Final = 1e-9
"""Less than any place is known to: what arithmetic alone makes of two equal lengths."""
MOST_DIGITS: Final = 3
"""Places are known to a thousandth."""


def told_beside(length: float, limit: float, digits: int = 1) -> str:
    """A length that breaks a limit, in figures: with more digits where it would read like the limit it breaks."""
    while digits < MOST_DIGITS and round(length, digits) == round(limit, digits):
        digits += 1
    return f"{round(length, digits):g}"


# --- base to base -----------------------------------------------------------------------------------------------


def plan_gap(a: Base, b: Base) -> float:
    """Distance between two base rims seen from above; 0 when they touch or overlap."""
    return max(0.0, hypot(a.x - b.x, a.y - b.y) - (a.radius + b.radius))


def gap(a: Base, b: Base) -> float:
    """Distance between two bases, the difference of their elevations included."""
    dx = a.x - b.x
    dy = a.y - b.y
    plan = sqrt(dx * dx + dy * dy) - (a.radius + b.radius)
    height = a.elevation - b.elevation
    if plan <= 0.0:
        return abs(height)
    return sqrt(plan * plan + height * height)


def overlapping(a: Base, b: Base, tolerance: float) -> bool:
    """Do two bases overlap in plan by more than the tolerance?"""
    return hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius - tolerance


def furthest_gap(a: Base, b: Base) -> float:
    """Distance from the furthest point of base a to the nearest of base b: a is wholly within that of b."""
    plan = max(0.0, hypot(a.x - b.x, a.y - b.y) + a.radius - b.radius)
    height = a.elevation - b.elevation
    return sqrt(plan * plan + height * height)


def closest(base: Base, others: list[Base], tolerance: float) -> list[Base]:
    """All of the others that are nearest to the base; several when they tie within the tolerance."""
    gaps = [gap(base, other) for other in others]
    if not gaps:
        return []
    limit = min(gaps) + tolerance
    return [others[i] for i in range(len(others)) if gaps[i] <= limit]


# --- points, edges, polygons ------------------------------------------------------------------------------------


def nearest_on_edge(x: float, y: float, edge: Edge) -> Point:
    x1, y1, x2, y2 = edge
    ux, uy = x2 - x1, y2 - y1
    length2 = ux * ux + uy * uy
    if length2 == 0.0:
        return (x1, y1)
    t = ((x - x1) * ux + (y - y1) * uy) / length2
    if t <= 0.0:
        return (x1, y1)
    if t >= 1.0:
        return (x2, y2)
    return (x1 + t * ux, y1 + t * uy)


def edge_gap(x: float, y: float, edge: Edge) -> float:
    """Distance from a point to an edge."""
    x1, y1, x2, y2 = edge
    ux, uy = x2 - x1, y2 - y1
    px, py = x - x1, y - y1
    length2 = ux * ux + uy * uy
    along = px * ux + py * uy
    if along <= 0.0:
        return sqrt(px * px + py * py)
    if along >= length2:
        px, py = x - x2, y - y2
        return sqrt(px * px + py * py)
    return abs(px * uy - py * ux) / sqrt(length2)


def outline_gap(part: Part, x: float, y: float) -> float:
    """Distance from a point to the nearest edge of the part, whether the point lies inside or not."""
    best = inf
    for edge in part.edges:
        distance = edge_gap(x, y, edge)
        if distance < best:
            best = distance
    return best


def encloses(part: Part, x: float, y: float) -> bool:
    """Does the point lie inside the polygon or on its border? Never for a chain."""
    if not part.closed or x < part.min_x or x > part.max_x or y < part.min_y or y > part.max_y:
        return False
    inside = False
    for x1, y1, x2, y2 in part.edges:
        if (y1 > y) != (y2 > y):
            side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if side == 0.0:
                return True
            if (side > 0.0) == (y2 > y1):
                inside = not inside
        elif y1 == y and y2 == y and min(x1, x2) <= x <= max(x1, x2):
            return True
        if (x == x1 and y == y1) or (x == x2 and y == y2):
            return True
    return inside


def point_gap(part: Part, x: float, y: float) -> float:
    """Distance from a point to the part; 0 inside a polygon."""
    return 0.0 if encloses(part, x, y) else outline_gap(part, x, y)


def box_gap(part: Part, x: float, y: float) -> float:
    """Distance from a point to the box around the part: never more than the true distance, cheap to ask first."""
    dx = part.min_x - x if x < part.min_x else x - part.max_x if x > part.max_x else 0.0
    dy = part.min_y - y if y < part.min_y else y - part.max_y if y > part.max_y else 0.0
    return sqrt(dx * dx + dy * dy)


# --- base to terrain --------------------------------------------------------------------------------------------


def part_gap(base: Base, part: Part) -> float:
    """Plan distance from a base to the nearest point of a part; 0 when they touch or overlap."""
    return max(0.0, point_gap(part, base.x, base.y) - base.radius)


def part_within(base: Base, part: Part, distance: float) -> bool:
    return disc_within(part, base.x, base.y, base.radius, distance)


def disc_within(part: Part, x: float, y: float, radius: float, distance: float) -> bool:
    """Is the part at most so far from a disc? Most are not, as the box around them tells."""
    return box_gap(part, x, y) - radius <= distance and max(0.0, point_gap(part, x, y) - radius) <= distance


def disc_overlaps(part: Part, x: float, y: float, radius: float, tolerance: float) -> bool:
    """Does a disc overlap the polygon, or straddle the chain, by more than the tolerance?"""
    reach = radius - tolerance
    if box_gap(part, x, y) >= reach:
        return False
    return point_gap(part, x, y) < reach


def stretch_touched(part: Part, index: int, base: Base, tolerance: float) -> bool:
    """Does the base touch the given stretch (a window, a ladder) of the part?"""
    return edge_gap(base.x, base.y, part.stretch_edges[index]) <= base.radius + tolerance


def wholly_inside(part: Part, x: float, y: float, radius: float, tolerance: float) -> bool:
    """Does the whole disc lie in the polygon? Who stands just at the tolerance does, whatever rounding makes of it."""
    room = radius - tolerance - ROUNDING
    if min(x - part.min_x, part.max_x - x, y - part.min_y, part.max_y - y) < room - ROUNDING:
        return False
    return encloses(part, x, y) and outline_gap(part, x, y) >= room


# --- part to part -----------------------------------------------------------------------------------------------


def edges_cross(e: Edge, f: Edge) -> bool:
    """Do two edges cross properly, each passing from one side of the other to its other side?"""
    ex, ey = e[2] - e[0], e[3] - e[1]
    c = ex * (f[1] - e[1]) - ey * (f[0] - e[0])
    d = ex * (f[3] - e[1]) - ey * (f[2] - e[0])
    if (c >= 0.0 and d >= 0.0) or (c <= 0.0 and d <= 0.0):
        return False
    fx, fy = f[2] - f[0], f[3] - f[1]
    a = fx * (e[1] - f[1]) - fy * (e[0] - f[0])
    b = fx * (e[3] - f[1]) - fy * (e[2] - f[0])
    return (a > 0.0 and b < 0.0) or (a < 0.0 and b > 0.0)


def edge_to_edge_gap(e: Edge, f: Edge) -> float:
    if edges_cross(e, f):
        return 0.0
    return min(
        edge_gap(e[0], e[1], f), edge_gap(e[2], e[3], f), edge_gap(f[0], f[1], e), edge_gap(f[2], f[3], e)
    )  # fmt: skip


def parts_gap(a: Part, b: Part) -> float:
    """Plan distance between two parts; 0 when they touch, overlap or one lies inside the other."""
    if encloses(a, b.points[0][0], b.points[0][1]) or encloses(b, a.points[0][0], a.points[0][1]):
        return 0.0
    best = inf
    for e in a.edges:
        for f in b.edges:
            best = min(best, edge_to_edge_gap(e, f))
    return best


def parts_overlap(a: Part, b: Part, tolerance: float) -> bool:
    """Do two polygons overlap by more than a touch: their outlines cross, or one holds a corner or the middle of the other?"""
    for e in a.edges:
        for f in b.edges:
            if edges_cross(e, f):
                return True
    if encloses(a, (b.min_x + b.max_x) / 2.0, (b.min_y + b.max_y) / 2.0):
        return True
    if encloses(b, (a.min_x + a.max_x) / 2.0, (a.min_y + a.max_y) / 2.0):
        return True
    for one, other in ((a, b), (b, a)):
        for x, y in one.points:
            if encloses(other, x, y) and outline_gap(other, x, y) > tolerance:
                return True
    return False


# --- nearest points, to draw the tape ---------------------------------------------------------------------------


def nearest_points(a: Base, b: Base) -> tuple[Point, Point]:
    """The rim points between which two bases are measured; the middle of the overlap when they overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    distance = hypot(dx, dy)
    if distance == 0.0:
        return (a.x, a.y), (b.x, b.y)
    ux, uy = dx / distance, dy / distance
    on_a = (a.x + ux * a.radius, a.y + uy * a.radius)
    on_b = (b.x - ux * b.radius, b.y - uy * b.radius)
    if distance >= a.radius + b.radius:
        return on_a, on_b
    middle = ((on_a[0] + on_b[0]) * 0.5, (on_a[1] + on_b[1]) * 0.5)
    return middle, middle


def nearest_on_part(part: Part, x: float, y: float) -> Point:
    """The point of the part nearest to a point: the point itself inside a polygon."""
    if encloses(part, x, y):
        return (x, y)
    best, nearest = inf, part.points[0]
    for edge in part.edges:
        point = nearest_on_edge(x, y, edge)
        distance = hypot(point[0] - x, point[1] - y)
        if distance < best:
            best, nearest = distance, point
    return nearest


def nearest_points_to_part(base: Base, part: Part) -> tuple[Point, Point]:
    """The points of base and part between which their distance is measured."""
    point = nearest_on_part(part, base.x, base.y)
    dx, dy = point[0] - base.x, point[1] - base.y
    distance = hypot(dx, dy)
    if distance <= base.radius:
        return point, point
    return (base.x + dx / distance * base.radius, base.y + dy / distance * base.radius), point
