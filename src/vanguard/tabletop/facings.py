"""Facings: bases with a front that drive along paths and come to face somewhere.

The third number of a path's last point, where one is given, is the facing at the end, in degrees counter-clockwise from
east; without it a base faces the way it drove.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from vanguard.core.questions.paths import Path
from vanguard.core.thousandths import thousandth
from vanguard.geometry.arcs import front_point
from vanguard.geometry.shapes import Base, Point, bearing


def wished_facing(path: Path) -> float | None:
    """The facing that a path asks for, None if it leaves it open."""
    last = path[-1]
    return thousandth(last[2] % 360.0) if len(last) == 3 else None


def plan_of(path: Path) -> Path:
    """The path without facings."""
    return tuple([(point[0], point[1]) for point in path])


def travel_facing(points: Path, facing: float) -> float:
    """The direction of the last leg that goes anywhere; the old facing for who stays."""
    for i in range(len(points) - 1, 0, -1):
        a, b = points[i - 1], points[i]
        if hypot(b[0] - a[0], b[1] - a[1]) > 1e-6:
            return thousandth(bearing((a[0], a[1]), (b[0], b[1])))
    return facing


def turned(base: Base, x: float, y: float, facing: float) -> Base:
    """The base somewhere else, facing somewhere else."""
    return Base(base.key, x, y, base.radius, base.elevation, base.height, base.body_radius, facing)


def front_to_front(before: Base, after: Base) -> float:
    """How far the foremost point of a base has come."""
    ax, ay = front_point(before)
    bx, by = front_point(after)
    return hypot(bx - ax, by - ay)


def along_facing(base: Base, facing: float, distance: float) -> Point:
    """The point straight ahead (or, negative, behind) of a base's centre along a facing."""
    if facing % 90.0 == 0.0:
        turn = int(facing % 360.0) // 90
        ux, uy = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[turn]
    else:
        ux, uy = cos(radians(facing)), sin(radians(facing))
    return (thousandth(base.x + ux * distance), thousandth(base.y + uy * distance))


def off_line(base: Base, facing: float, x: float, y: float) -> float:
    """How far a point lies off the line through a base's centre along a facing."""
    ux, uy = cos(radians(facing)), sin(radians(facing))
    return abs(ux * (y - base.y) - uy * (x - base.x))
