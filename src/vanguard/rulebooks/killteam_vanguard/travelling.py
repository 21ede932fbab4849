"""Going a path: leaving engagement ranges, falling, and being stopped on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, hypot, inf
from typing import Final

from vanguard.geometry.measuring import outline_gap
from vanguard.geometry.movement.changes import point_along, spans_within
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.atoms import knock_down, spot, stand_at
from vanguard.rulebooks.killteam_vanguard.blows import hits_outside_combat
from vanguard.rulebooks.killteam_vanguard.disengaging import Leaving, disengaging_attacks, leaving_points
from vanguard.rulebooks.killteam_vanguard.placing import free_spot_near, spot_objection
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model

SAFE_FALL: Final = 2.0


class Fall:
    """Where a path falls: the length walked until the base is clear of the face, the landing and the height."""

    __slots__ = ("along", "x", "y", "z", "height")

    def __init__(self, along: float, x: float, y: float, z: float, height: float) -> None:
        self.along: Final[float] = along
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.z: Final[float] = z
        self.height: Final[float] = height

    def sort_key(self) -> float:
        return self.along


async def travel(battle: Battle, key: str, priced: PricedPath, over_models: bool = False) -> bool:
    """Go the path. False if the model is pushed off it, knocked down or removed on the way."""
    model = battle[key]
    points = priced.points
    leavings = leaving_points(battle, model, points)
    falls = falls_of(battle, model, priced)
    barred = inf
    while leavings or falls:
        if falls and (not leavings or falls[0].along <= leavings[0].along):
            fall = falls.pop(0)
            stand_at(battle, battle[key], fall.x, fall.y, fall.z)
            if not await fall_down(battle, key, fall.height):
                return False
            continue
        here = [leavings.pop(0)]
        while leavings and leavings[0].along <= here[0].along + 1e-6:
            here.append(leavings.pop(0))
        stood = {enemy.key: (enemy.x, enemy.y) for enemy in battle.enemies_of(battle[key])}
        if not await _leave(battle, key, points, here):
            return False
        pushed = [enemy for enemy in battle.enemies_of(battle[key]) if stood[enemy.key] != (enemy.x, enemy.y)]
        if pushed:
            # The mover's answer to the blow may have put its enemy where it is left once more, or in the way.
            along = here[0].along
            if not over_models:
                barred = min(barred, in_the_way(points, along, battle[key], pushed))
            leavings = left_again(battle, battle[key], points, along, leavings, pushed)
            leavings = [leaving for leaving in leavings if leaving.along < barred]
            falls = [fall for fall in falls if fall.along < barred]
    if barred < inf:
        stop_before(battle, key, points, barred)
        return True
    x, y, z = priced.end
    stand_at(battle, battle[key], x, y, z)
    return True


def left_again(
    battle: Battle, model: Model, points: Sequence[Point3], along: float, leavings: list[Leaving], pushed: list[Model]
) -> list[Leaving]:
    """The leavings still to come on a path walked so far, now that these enemies stand elsewhere."""
    keys = [enemy.key for enemy in pushed]
    found = [leaving for leaving in leavings if leaving.enemy not in keys]
    for leaving in leaving_points(battle, model, points):
        if leaving.enemy in keys and leaving.along > along + 1e-6:
            found.append(leaving)
    found.sort(key=Leaving.sort_key)
    return found


def in_the_way(points: Sequence[Point3], along: float, model: Model, others: list[Model]) -> float:
    """The length after which the rest of the path would overlap one of these; infinite if it passes them all."""
    first = inf
    for other in others:
        for span in spans_within(points, model.radius, other, -TOLERANCE, False, TOLERANCE):
            if span.last.along > along:
                first = min(first, max(along, span.first.along))
    return first


def stop_before(battle: Battle, key: str, points: Sequence[Point3], along: float) -> None:
    """A model stands in the way now: the move ends before it, where the mover may stand."""
    at = point_along(points, along)
    model = battle[key]
    stand_at(battle, model, at.x, at.y, at.z)
    set_back(battle, model, points, along)
    battle.note(
        "stopped", "move.not-through-models", (key,),
        model=model.name, place=spot(model.x, model.y, model.elevation), path=((model.x, model.y),),
    )  # fmt: skip


async def _leave(battle: Battle, key: str, points: Sequence[Point3], here: list[Leaving]) -> bool:
    """The disengaging attacks at one point of the path; the model goes on unless one of them stops it."""
    at = here[0]
    stand_at(battle, battle[key], at.x, at.y, at.z)
    if await disengaging_attacks(battle, key, [leaving.enemy for leaving in here]):
        return True
    model = battle[key]
    if model.in_play and (model.x, model.y) == (round(at.x, 3), round(at.y, 3)):
        set_back(battle, model, points, at.along)
        battle.note(
            "stopped", "disengage.stopped", (key,),
            model=model.name, place=spot(model.x, model.y, model.elevation), path=((model.x, model.y),),
        )  # fmt: skip
    return False


def set_back(battle: Battle, model: Model, points: Sequence[Point3], along: float) -> None:
    """To the last point of its path where it may stand, if it may not stand where it was stopped."""
    if spot_objection(battle, model, model.x, model.y, model.elevation) is None:
        return
    back = along
    while back > 0.0:
        back = max(0.0, back - 0.01)
        at = point_along(points, back)
        if spot_objection(battle, model, at.x, at.y, at.z) is None:
            stand_at(battle, model, at.x, at.y, at.z)
            return
    x, y, z = points[0]
    stand_at(battle, model, x, y, z)


# -- falling --------------------------------------------------------------------------------------------------------------


def falls_of(battle: Battle, model: Model, priced: PricedPath) -> list[Fall]:
    """The drops of the path that are falls, in order, each where the base is clear of the face."""
    found: list[Fall] = []
    for change in priced.changes:
        if change.is_drop and fall_hits(change.height) > 0:
            along = change.along + hypot(change.clear_x - change.x, change.clear_y - change.y)
            foot = point_along(priced.points, along + TOLERANCE)  # a hair of overlap was forgiven on the way
            found.append(Fall(foot.along, foot.x, foot.y, change.to_z, change.height))
    for crossing in priced.crossings:
        if fall_hits(crossing.drop_height) > 0:
            found.append(_fall_from_wall(battle, model, priced, crossing.part, crossing.along, crossing.drop_height))
    found.sort(key=Fall.sort_key)
    return found


def _fall_from_wall(battle: Battle, model: Model, priced: PricedPath, part: str, along: float, height: float) -> Fall:
    """A tall obstacle has no width: the fall ends where the base is clear of it."""
    wall = battle.field.table.part(part)
    at = along
    while at < priced.length:
        here = point_along(priced.points, at)
        if outline_gap(wall, here.x, here.y) >= model.radius - 0.001:
            break
        at += 0.01
    here = point_along(priced.points, at)
    return Fall(here.along, here.x, here.y, here.z, height)


def fall_hits(height: float) -> int:
    """A drop of more than 2 inches makes as many hits, with as much AP, as it is higher than that, rounded down."""
    return max(0, floor(height - SAFE_FALL + 1e-9))


async def fall_down(battle: Battle, key: str, height: float) -> bool:
    """Take the hits of a fall. A model that takes a wound is knocked down and its action ends."""
    hits = fall_hits(height)
    if not hits:
        return True
    battle.note("falls", "drop.fall-hits", (key,), model=battle[key].name, height=f"{height:g}", hits=hits)
    wounds = await hits_outside_combat(battle, key, hits, hits, "fall")
    model = battle[key]
    if not wounds:
        return True
    if model.in_play:
        land(battle, model)
        knock_down(battle, model, "it fell", "drop.fall-knockdown")
    return False


def land(battle: Battle, model: Model) -> None:
    """Where a model that stays down may not stand, it is set on the nearest free legal spot."""
    if spot_objection(battle, model, model.x, model.y, model.elevation) is None:
        return
    x, y, z = free_spot_near(battle, model, (model.x, model.y, model.elevation))
    stand_at(battle, model, x, y, z)
