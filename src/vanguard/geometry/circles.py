"""Where circles cross each other and the sides of a box.

A disc that must stay within some distances and out of others has its centre in a region bounded by such arcs and sides.
If the region is not empty it has a corner, or is bounded by one whole circle; so whoever looks for room tries the corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, hypot, pi, sqrt

from vanguard.geometry.shapes import Point

Circle = tuple[float, float, float]
"""Centre and radius."""
Box = tuple[float, float, float, float]
"""Smallest x and y, greatest x and y."""
Edge = tuple[float, float, float, float]
"""From one point to another."""


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


def crossings_of_sides(circle: Circle, box: Box) -> list[Point]:
    """Where a circle crosses the sides of a box."""
    x, y, radius = circle
    found: list[Point] = []
    for side in (box[0], box[2]):
        if abs(side - x) < radius:
            half = sqrt(radius * radius - (side - x) * (side - x))
            found += [(side, y - half), (side, y + half)]
    for side in (box[1], box[3]):
        if abs(side - y) < radius:
            half = sqrt(radius * radius - (side - y) * (side - y))
            found += [(x - half, side), (x + half, side)]
    return [(px, py) for px, py in found if box[0] <= px <= box[2] and box[1] <= py <= box[3]]


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


def corners_of_room(circles: Sequence[Circle], box: Box, edges: Sequence[Edge] = ()) -> list[Point]:
    """Every corner that a region bounded by these circles and edges within a box can have, but for those of two edges."""
    found: list[Point] = [(box[0], box[1]), (box[0], box[3]), (box[2], box[1]), (box[2], box[3])]
    for i in range(len(circles)):
        found += crossings_of_sides(circles[i], box)
        for edge in edges:
            found += crossings_of_edge(circles[i], edge)
        for k in range(i + 1, len(circles)):
            found += crossings(circles[i], circles[k])
    return [(x, y) for x, y in found if box[0] <= x <= box[2] and box[1] <= y <= box[3]]


def met_behind(start: Point, turned: Circle, goal: Circle) -> list[tuple[float, Point]]:
    """Where who must turn round one circle, on either side, and goes straight on to the middle of another first meets that
    other one, and the length of the way there."""
    sx, sy, gx, gy = start[0] - turned[0], start[1] - turned[1], goal[0] - turned[0], goal[1] - turned[1]
    radius, here, there = turned[2], hypot(sx, sy), hypot(gx, gy)
    if radius <= 0.0 or here <= radius or there <= radius:
        return []
    to_start, to_goal = sqrt(here * here - radius * radius), sqrt(there * there - radius * radius)
    between = atan2(gy, gx) - atan2(sy, sx)
    found: list[tuple[float, Point]] = []
    for side in (1.0, -1.0):
        turn = (side * between - acos(radius / here) - acos(radius / there)) % (2.0 * pi)
        if turn <= pi:
            along, aside = -to_goal / there, -side * radius / there
            x = goal[0] + goal[2] * (gx * along - gy * aside) / there
            y = goal[1] + goal[2] * (gy * along + gx * aside) / there
            found.append((to_start + radius * turn + to_goal - goal[2], (x, y)))
    return found
