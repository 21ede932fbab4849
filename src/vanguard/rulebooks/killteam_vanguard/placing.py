"""Where a model may be set: on the table, on one level, overlapping no model, obstacle, wall or impassable terrain."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement_ground import Mover
from vanguard.geometry.movement_paths import Objection
from vanguard.geometry.movement_surroundings import Surroundings
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

OFF_TABLE: Final = -20.0
FAR: Final = 300.0


def level_at(battle: Battle, x: float, y: float) -> float:
    """The elevation of the highest platform under a point; 0 on the ground."""
    return battle.field.grounds[""].platform_level(x, y)


def surroundings_of_table(battle: Battle, model: Model) -> Surroundings:
    """Everything on the table that could keep the model from standing somewhere.

    Asked from off the table: whoever stands somewhere already would be forgiven the overlap it has there.
    """
    mover = Mover(model.at(OFF_TABLE, OFF_TABLE, 0.0), 0.0, battle.everybody())
    return Surroundings(battle.field.grounds[""], mover, FAR)


def surroundings_of_spot(battle: Battle, model: Model, x: float, y: float, z: float) -> Surroundings:
    """What could keep the model from standing just there."""
    mover = Mover(model.at(x, y, z), 0.0, battle.everybody())
    return Surroundings(battle.field.grounds[""], mover, 0.0, strict=True)


def spot_fault(battle: Battle, model: Model, x: float, y: float, z: float | None = None) -> Objection | None:
    """What keeps the model from standing at a point; None if it may."""
    x, y = thousandth(x), thousandth(y)
    level = level_at(battle, x, y) if z is None else z
    return surroundings_of_spot(battle, model, x, y, level).standing_fault(x, y, level)


def spot_objection(battle: Battle, model: Model, x: float, y: float, z: float | None = None) -> str:
    """Why the model may not stand at a point, in a player's words; empty if it may."""
    fault = spot_fault(battle, model, x, y, z)
    return "" if fault is None else fault.told(battle.name_of(fault.blocker))


def nearest_free_spot(battle: Battle, model: Model, x: float, y: float, z: float) -> Point3:
    """The nearest spot on that level where the model may stand: rings of growing radius around the point."""
    step = 0.1
    around = surroundings_of_table(battle, model)
    for ring in range(1, 200):
        radius = ring * step
        best: Point3 | None = None
        count = max(12, int(2 * pi * radius / step))
        for i in range(count):
            angle = 2 * pi * i / count
            px, py = round(x + radius * cos(angle), 3), round(y + radius * sin(angle), 3)
            if not 0.0 <= px <= battle.field.table.width or not 0.0 <= py <= battle.field.table.depth:
                continue
            if level_at(battle, px, py) == z and around.standing_fault(px, py, z) is None:
                if best is None or hypot(px - x, py - y) < hypot(best[0] - x, best[1] - y):
                    best = (px, py, z)
        if best is not None:
            return best
    return (x, y, z)


def nearby_spots(
    battle: Battle, around: Model, model: Model, gaps: tuple[float, ...], directions: int = 12
) -> list[tuple[float, float]]:
    """Points on rings around a model, at given gaps between the two bases; not checked."""
    found: list[tuple[float, float]] = []
    for gap in gaps:
        distance = around.radius + model.radius + gap
        for i in range(directions):
            angle = 2 * pi * i / directions
            x, y = round(around.x + distance * cos(angle), 3), round(around.y + distance * sin(angle), 3)
            if battle.field.table.holds(x, y):
                found.append((x, y))
    return found
