"""Where circles and straight edges cross, and where a way round some of them first comes to others.

A disc that must stay within some distances and out of others has its centre in a region bounded by arcs and edges. Where it
comes into that region first is a corner of it, or the foot of a last leg that meets its border squarely: a leg from the start,
or one that touches what the way turned round last. So whoever looks for the nearest room tries those.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, hypot, sin, sqrt

from vanguard.geometry.shapes import Point

Circle = tuple[float, float, float]
"""Centre and radius."""
Box = tuple[float, float, float, float]
"""Smallest x and y, greatest x and y."""
Edge = tuple[float, float, float, float]
"""From one point to another."""
Leg = tuple[Point, Point]
"""The last of a way: from where to where."""


def crossings(a: Circle, b: Circle) -> list[Point]:
    """The two points that two circles have in common; none if they do not cross."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    apart = hypot(dx, dy)
    if apart > a[2] + b[2] or apart < abs(a[2] - b[2]) or apart == 0.0:
        return []
    along = (apart * apart + a[2] * a[2] - b[2] * b[2]) / (2.0 * apart)
    aside = sqrt(max(0.0, a[2] * a[2] - along * along))
    ux, uy = dx / apart, dy / apart
    x, y = a[0] + ux * along, a[1] + uy * along
    return [(x - uy * aside, y + ux * aside), (x + uy * aside, y - ux * aside)]


def crossings_of_edge(circle: Circle, edge: Edge) -> list[Point]:
    """Where a circle crosses the straight line between two points."""
    x1, y1, x2, y2 = edge
    length = hypot(x2 - x1, y2 - y1)
    if length == 0.0:
        return []
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    along = (circle[0] - x1) * ux + (circle[1] - y1) * uy
    aside = (circle[0] - x1) * uy - (circle[1] - y1) * ux
    if abs(aside) >= circle[2]:
        return []
    half = sqrt(circle[2] * circle[2] - aside * aside)
    return [(x1 + ux * at, y1 + uy * at) for at in (along - half, along + half) if 0.0 <= at <= length]


def crossing_of_edges(a: Edge, b: Edge) -> list[Point]:
    """The point that two edges have in common; none if they do not cross."""
    ax, ay, bx, by = a[2] - a[0], a[3] - a[1], b[2] - b[0], b[3] - b[1]
    across = ax * by - ay * bx
    if across == 0.0:
        return []
    dx, dy = b[0] - a[0], b[1] - a[1]
    along, other = (dx * by - dy * bx) / across, (dx * ay - dy * ax) / across
    return [(a[0] + ax * along, a[1] + ay * along)] if 0.0 <= along <= 1.0 and 0.0 <= other <= 1.0 else []


def sides_of(box: Box) -> list[Edge]:
    x1, y1, x2, y2 = box
    return [(x1, y1, x2, y1), (x2, y1, x2, y2), (x2, y2, x1, y2), (x1, y2, x1, y1)]


def corners_of_room(circles: Sequence[Circle], edges: Sequence[Edge]) -> list[Point]:
    """Every corner that a region bounded by these circles and edges can have."""
    found: list[Point] = []
    for i in range(len(circles)):
        for edge in edges:
            found += crossings_of_edge(circles[i], edge)
        for k in range(i + 1, len(circles)):
            found += crossings(circles[i], circles[k])
    for i in range(len(edges)):
        for k in range(i + 1, len(edges)):
            found += crossing_of_edges(edges[i], edges[k])
    return found


def last_legs_to_circle(start: Point, turned: Sequence[Circle], goal: Circle) -> list[Leg]:
    """Legs that meet a circle squarely, from within or from outside: straight from the start, or from where a way touched a
    circle that it turned round last, on either side."""
    x, y, radius = goal
    away = hypot(start[0] - x, start[1] - y)
    found: list[Leg] = []
    if away > 0.0:
        found.append((start, (x + (start[0] - x) / away * radius, y + (start[1] - y) / away * radius)))
    for cx, cy, size in turned:
        apart = hypot(cx - x, cy - y)
        if apart > size:
            toward, turn, far = atan2(cy - y, cx - x), asin(size / apart), sqrt(apart * apart - size * size)
            for angle in (toward - turn, toward + turn):
                c, s = cos(angle), sin(angle)
                found.append(((x + c * far, y + s * far), (x + c * radius, y + s * radius)))
    return found


def last_legs_to_edge(start: Point, turned: Sequence[Circle], edge: Edge) -> list[Leg]:
    """The same for an edge, from its left."""
    x1, y1, x2, y2 = edge
    length = hypot(x2 - x1, y2 - y1)
    if length == 0.0:
        return []
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    sources = [start]
    for cx, cy, size in turned:
        sources += [(cx - ux * size, cy - uy * size), (cx + ux * size, cy + uy * size)]
    found: list[Leg] = []
    for x, y in sources:
        along, left = (x - x1) * ux + (y - y1) * uy, (y - y1) * ux - (x - x1) * uy
        if 0.0 <= along <= length and left >= 0.0:
            found.append(((x, y), (x1 + ux * along, y1 + uy * along)))
    return found


def keeps_off(leg: Leg, circles: Sequence[Circle], forgiven: float) -> bool:
    """Does a straight leg come into none of some circles, but for so little?"""
    (x, y), (to_x, to_y) = leg
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    for cx, cy, radius in circles:
        fx, fy, near = cx - x, cy - y, radius - forgiven
        share = (fx * dx + fy * dy) / square if square > 0.0 else 0.0
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        fx -= dx * share
        fy -= dy * share
        if near > 0.0 and fx * fx + fy * fy < near * near:
            return False
    return True
