"""Being pushed: straight away from the attacker, until something is in the way or the ground ends."""

from __future__ import annotations

from math import hypot

from vanguard.geometry.movement.paths import ACROSS_EDGE, Objection
from vanguard.geometry.shapes import Point, Point3
from vanguard.rulebooks.killteam_vanguard.atoms import spot, stand_at
from vanguard.rulebooks.killteam_vanguard.placing import (
    free_spot_near,
    level_at,
    spot_objection,
    standing,
)
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model
from vanguard.rulebooks.killteam_vanguard.travelling import fall_down

STEP = 0.02
FINE = 0.005


async def push_away(battle: Battle, pusher: str, key: str, distance: float) -> None:
    """Move the model up to the distance straight away from the pusher's center; it provokes nothing.

    It stops before whatever it would overlap. If its center crosses a platform edge it falls to the foot and stops there.
    """
    model = battle[key]
    source = battle[pusher]
    dx, dy = model.x - source.x, model.y - source.y
    length = hypot(dx, dy)
    ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
    level = model.elevation
    last: Point3 = (model.x, model.y, level)
    steps = int(distance / STEP + 0.5)
    around = standing(battle, model)
    for i in range(1, steps + 1):
        x, y = round(model.x + ux * i * STEP, 3), round(model.y + uy * i * STEP, 3)
        if not battle.field.table.holds(x, y):
            break
        below = level_at(battle, x, y)
        if below < level:
            await _fall_off(battle, key, foot_of(battle, model, (x, y, below), (ux, uy)), level - below)
            return
        if below > level:
            break
        objection = around.standing_fault(x, y, level)
        if objection is None:
            last = (x, y, level)
        elif not _hangs_over(objection, level):
            break
    _told(battle, model, last)


def _hangs_over(objection: Objection, level: float) -> bool:
    """Only the rim is over the edge of its platform: the push may still carry the center across."""
    return objection.kind == ACROSS_EDGE and level > 0.0


def _told(battle: Battle, model: Model, place: Point3) -> None:
    x, y, z = place
    moved = hypot(x - model.x, y - model.y)
    if moved < 0.001:
        return
    path = ((model.x, model.y), (x, y))
    stand_at(battle, model, x, y, z)
    battle.note(
        "pushed", "stat.attack-special", (model.key,),
        model=model.name, distance=f"{moved:.1f}", place=spot(x, y, z), path=path,
    )  # fmt: skip


def foot_of(battle: Battle, model: Model, edge: Point3, direction: Point) -> Point3:
    """The foot of a face crossed in a direction: where the base just touches the face, or the nearest free spot."""
    x, y, z = edge
    for i in range(int(4 * model.radius / FINE)):
        px, py = round(x + direction[0] * i * FINE, 3), round(y + direction[1] * i * FINE, 3)
        if not battle.field.table.holds(px, py):
            break
        objection = spot_objection(battle, model, px, py, z)
        if objection is None:
            return (px, py, z)
        if objection.kind != ACROSS_EDGE:
            break
    return free_spot_near(battle, model, (x, y, z))


async def _fall_off(battle: Battle, key: str, foot: Point3, height: float) -> None:
    _told(battle, battle[key], foot)
    await fall_down(battle, key, height)
