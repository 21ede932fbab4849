"""The borders of where a centre may be, and the corners where they meet.

Whatever keeps a disc away from something (a base, a wall, the edge of a zone) is bounded by straight lines and circles. If
there is room for the disc at all, then there is room at a corner of that room, where two borders meet, or anywhere on a
circle that meets no other border. So looking at all of these points finds a place whenever there is one.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.shapes import Edge, Part, Point

Circle = tuple[float, float, float]
Box = tuple[float, float, float, float]
"""West, south, east, north."""

SLACK: Final = 0.01


class Borders:
    """Lines and circles within a box, and the points where they meet."""

    __slots__ = ("box", "circles", "lines")

    def __init__(self, box: Box) -> None:
        self.box = box
        self.lines: list[Edge] = []
        self.circles: list[Circle] = []
        west, south, east, north = box
        self.add_line((west, south, east, south))
        self.add_line((east, south, east, north))
        self.add_line((east, north, west, north))
        self.add_line((west, north, west, south))

    def add_line(self, edge: Edge) -> None:
        west, south, east, north = self.box
        if max(edge[0], edge[2]) < west - SLACK or min(edge[0], edge[2]) > east + SLACK:
            return
        if max(edge[1], edge[3]) < south - SLACK or min(edge[1], edge[3]) > north + SLACK:
            return
        self.lines.append(edge)

    def add_circle(self, x: float, y: float, radius: float) -> None:
        west, south, east, north = self.box
        if radius < 0.0 or x + radius < west - SLACK or x - radius > east + SLACK:
            return
        if y + radius < south - SLACK or y - radius > north + SLACK:
            return
        self.circles.append((x, y, radius))

    def add_part(self, part: Part, distance: float) -> None:
        """Where a point is at a distance from the outline of a part: beside its edges, inside or out, and round its corners."""
        for x1, y1, x2, y2 in part.edges:
            length = hypot(x2 - x1, y2 - y1)
            nx, ny = (y2 - y1) / length * distance, (x1 - x2) / length * distance
            self.add_line((x1 + nx, y1 + ny, x2 + nx, y2 + ny))
            if distance > 0.0:
                self.add_line((x1 - nx, y1 - ny, x2 - nx, y2 - ny))
        for x, y in part.points:
            self.add_circle(x, y, distance)

    def corners(self) -> list[Point]:
        """Every point worth looking at, in thousandths, without doubles, from west to east."""
        found: set[Point] = set()
        lines, circles = self.lines, self.circles
        for i in range(len(lines)):
            self._add(found, lines[i][0], lines[i][1])
            self._add(found, lines[i][2], lines[i][3])
            for j in range(i + 1, len(lines)):
                for x, y in lines_meet(lines[i], lines[j]):
                    self._add(found, x, y)
            for circle in circles:
                for x, y in line_meets_circle(lines[i], circle):
                    self._add(found, x, y)
        for i in range(len(circles)):
            x, y, radius = circles[i]
            for dx, dy in ((radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius)):
                self._add(found, x + dx, y + dy)
            for j in range(i + 1, len(circles)):
                for px, py in circles_meet(circles[i], circles[j]):
                    self._add(found, px, py)
        return sorted(found)

    def feet(self, x: float, y: float) -> list[Point]:
        """The point of each border that is nearest to a place, in thousandths, without doubles, from west to east."""
        found: set[Point] = set()
        for x1, y1, x2, y2 in self.lines:
            dx, dy = x2 - x1, y2 - y1
            square = dx * dx + dy * dy
            share = ((x - x1) * dx + (y - y1) * dy) / square if square else 0.0
            share = min(1.0, max(0.0, share))
            self._add(found, x1 + dx * share, y1 + dy * share)
        for cx, cy, radius in self.circles:
            apart = hypot(x - cx, y - cy)
            if apart > 0.0:
                self._add(found, cx + (x - cx) * radius / apart, cy + (y - cy) * radius / apart)
        return sorted(found)

    def _add(self, found: set[Point], x: float, y: float) -> None:
        west, south, east, north = self.box
        if west - SLACK <= x <= east + SLACK and south - SLACK <= y <= north + SLACK:
            found.add((thousandth(x), thousandth(y)))


def lines_meet(e: Edge, f: Edge) -> list[Point]:
    ex, ey = e[2] - e[0], e[3] - e[1]
    fx, fy = f[2] - f[0], f[3] - f[1]
    cross = ex * fy - ey * fx
    if abs(cross) < 1e-12:
        return []
    t = ((f[0] - e[0]) * fy - (f[1] - e[1]) * fx) / cross
    u = ((f[0] - e[0]) * ey - (f[1] - e[1]) * ex) / cross
    if -1e-9 <= t <= 1.0 + 1e-9 and -1e-9 <= u <= 1.0 + 1e-9:
        return [(e[0] + ex * t, e[1] + ey * t)]
    return []


def line_meets_circle(edge: Edge, circle: Circle) -> list[Point]:
    cx, cy, radius = circle
    dx, dy = edge[2] - edge[0], edge[3] - edge[1]
    fx, fy = edge[0] - cx, edge[1] - cy
    a = dx * dx + dy * dy
    b = fx * dx + fy * dy
    left = b * b - a * (fx * fx + fy * fy - radius * radius)
    if left < -1e-9 or a == 0.0:
        return []
    root = sqrt(max(0.0, left))
    found: list[Point] = []
    for t in ((-b - root) / a, (-b + root) / a):
        if -1e-9 <= t <= 1.0 + 1e-9:
            found.append((edge[0] + dx * t, edge[1] + dy * t))
    return found


def circles_meet(one: Circle, other: Circle) -> list[Point]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    apart = hypot(dx, dy)
    if apart < 1e-9 or apart > one[2] + other[2] + 1e-9 or apart < abs(one[2] - other[2]) - 1e-9:
        return []
    along = (apart * apart + one[2] * one[2] - other[2] * other[2]) / (2.0 * apart)
    aside = sqrt(max(0.0, one[2] * one[2] - along * along))
    ux, uy = dx / apart, dy / apart
    x, y = one[0] + ux * along, one[1] + uy * along
    return [(x - uy * aside, y + ux * aside), (x + uy * aside, y - ux * aside)]
