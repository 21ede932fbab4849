"""May a base stand somewhere, whatever the way there, and on which level?"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.ground import Ground, Mover
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Base, Point, Point3

OFF_TABLE: Final = -1_000.0
FAR: Final = 10_000.0

RING: Final = 0.1
FARTHEST: Final = 20.0
STAGGERED: Final = 0.8661
"""The distance of two rows in which every place is a step from its neighbours: half the root of 3, rounded up."""


def standing_on_table(ground: Ground, mover: Mover) -> Surroundings:
    """Everything on the table that could keep the mover from standing somewhere.

    Asked from off the table: whoever stands somewhere already would be forgiven the overlap it has there.
    """
    base = mover.base
    blockers = [other for other in (*mover.blockers, *mover.end_blockers) if other.key != base.key]
    away = Mover(
        base.at(OFF_TABLE, OFF_TABLE, 0.0), 0.0, blockers, (), mover.zones, level_gap=mover.level_gap, entering=True
    )
    return Surroundings(ground, away, FAR, strict=True)


def level_meant(around: Surroundings, x: float, y: float) -> float:
    """The level meant by a point without elevation.

    Platforms are solid, so the highest one under the centre decides. Under decks there may be room: the lowest level on
    which the base can stand is meant, or the floor.
    """
    ground = around.ground
    if not ground.has_decks:
        return ground.platform_level(x, y) if ground.has_platforms else 0.0
    return lowest_level(around, x, y) or 0.0


def lowest_level(around: Surroundings, x: float, y: float) -> float | None:
    """The lowest level on which the base can stand; None if there is none."""
    for level in around.ground.levels:
        if around.standing_fault(x, y, level) is None:
            return level
    return None


def nearest_free_spot(ground: Ground, mover: Mover, place: Point3) -> Point3 | None:
    """The nearest spot on a level where the mover may stand; None if there is none."""
    x, y, z = place
    around = standing_on_table(ground, mover)
    if around.standing_fault(x, y, z) is None:
        return place

    def fits(px: float, py: float) -> bool:
        if not ground.table.holds(px, py) or around.standing_fault(px, py, z) is not None:
            return False
        return not ground.has_platforms or ground.has_decks or ground.platform_level(px, py) == z

    found = nearest_place(x, y, fits)
    return None if found is None else (found[0], found[1], z)


def nearest_place(x: float, y: float, fits: Callable[[float, float], bool], most: float = FARTHEST) -> Point | None:
    """The nearest place to a point that fits: the point itself, then rings of growing radius, a tenth apart."""
    if fits(x, y):
        return (x, y)
    for ring in range(1, int(most / RING)):
        radius = ring * RING
        count = max(12, int(2.0 * pi * radius / RING))
        best: Point | None = None
        for i in range(count):
            angle = 2.0 * pi * i / count
            px, py = thousandth(x + radius * cos(angle)), thousandth(y + radius * sin(angle))
            if not fits(px, py):
                continue
            if best is None or hypot(px - x, py - y) < hypot(best[0] - x, best[1] - y):
                best = (px, py)
        if best is not None:
            return best
    return None


def honeycomb(middle: Point, step: float, rows: int) -> list[Point]:
    """Places in staggered rows, a step apart, so many on each side of a point: the nearest first."""
    found: list[tuple[float, float, float]] = []
    for row in range(-rows, rows + 1):
        for column in range(-rows, rows + 1):
            dx, dy = step * (column + 0.5 * (row % 2)), step * row * STAGGERED
            found.append((hypot(dx, dy), thousandth(middle[0] + dx), thousandth(middle[1] + dy)))
    found.sort()
    return [(x, y) for _, x, y in found]


def beside(base: Base, target: Base) -> Base:
    """The base set in contact with a target, on its level, on the side it comes from."""
    apart = hypot(base.x - target.x, base.y - target.y) or 1.0
    share = (base.radius + target.radius) / apart
    x, y = target.x + (base.x - target.x) * share, target.y + (base.y - target.y) * share
    return base.at(thousandth(x), thousandth(y), target.elevation)
