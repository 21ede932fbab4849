"""Facing: the front point of a base, the zone an attack comes from, firing arcs."""

from __future__ import annotations

from math import cos, radians, sin

from vanguard.geometry.shapes import BadShape, Base, Point

FRONT = "front"
SIDE = "side"
REAR = "rear"
LEFT = "left"
RIGHT = "right"


def facing_vector(base: Base) -> Point:
    """The direction a base faces, as a unit vector; exact for the four winds."""
    facing = base.facing
    if facing is None:
        raise BadShape(f"base {base.key} has no facing")
    turn = facing % 360.0
    if turn == 0.0:
        return (1.0, 0.0)
    if turn == 90.0:
        return (0.0, 1.0)
    if turn == 180.0:
        return (-1.0, 0.0)
    if turn == 270.0:
        return (0.0, -1.0)
    return (cos(radians(turn)), sin(radians(turn)))


def front_point(base: Base) -> Point:
    """The foremost point of the base."""
    ux, uy = facing_vector(base)
    return (base.x + base.radius * ux, base.y + base.radius * uy)


def ahead(base: Base, x: float, y: float) -> float:
    """How far a point lies ahead of the base's centre along its facing; negative behind it."""
    ux, uy = facing_vector(base)
    return (x - base.x) * ux + (y - base.y) * uy


def aside(base: Base, x: float, y: float) -> float:
    """How far a point lies left of the base's axis; negative to the right."""
    ux, uy = facing_vector(base)
    return ux * (y - base.y) - uy * (x - base.x)


def hull_zone(base: Base, x: float, y: float) -> str:
    """Front, side or rear by the two lines across the hull at its foremost and its hindmost point.

    On a line is side.
    """
    distance = ahead(base, x, y)
    if distance > base.radius:
        return FRONT
    if distance < -base.radius:
        return REAR
    return SIDE


def faces_half(base: Base, x: float, y: float, half: str) -> bool:
    """Does the point lie in the front, rear, left or right half around the base? On the dividing line it does not."""
    if half == FRONT:
        return ahead(base, x, y) > 0.0
    if half == REAR:
        return ahead(base, x, y) < 0.0
    if half == LEFT:
        return aside(base, x, y) > 0.0
    if half == RIGHT:
        return aside(base, x, y) < 0.0
    raise BadShape(f"a base has no {half} half; it has front, rear, left and right")
