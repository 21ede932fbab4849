"""Movement: what is in a unit's way, why a path is refused, and standing where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi
from typing import Final

from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.paths import TABLE_EDGE, TOO_FAR, Objection
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.battlefield import (
    AIR,
    DECK_WHEELS,
    FOOT,
    HOVER,
    WHEELS,
)
from vanguard.rulebooks.vijilant.profiles import IMPASSABLE
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit

Moved = tuple[tuple[int, tuple[tuple[float, ...], ...], float], ...]
"""Each moved model, the points of its centre with the start first, and what its path cost."""

HEADINGS: Final = 8
SHARES: Final[tuple[float, ...]] = (1.0, 0.5)
HAIR: Final = 0.004
"""Proposals stay this far inside every limit, so that rounding to a thousandth cannot break one."""
LEVELS: Final = 100.0
"""Bases at any elevation are in each other's way: there are only the ground and the air."""
NEAREST: Final = 4
DETOURS: Final = 4
"""So many ways around something are looked for."""


# -- what is in the way -----------------------------------------------------------------------------------------------------


def way_of(unit: Unit) -> str:
    """How a unit meets terrain."""
    if unit.card.walker:
        return FOOT
    if unit.flying:
        return AIR
    if unit.card.skimmer or unit.card.vtol:
        return HOVER
    return DECK_WHEELS if unit.on_deck else WHEELS


def flat(base: Base) -> Base:
    """The base as movement sees it: in the plane."""
    return base if base.elevation == 0.0 else base.at(base.x, base.y, 0.0)


def enemies_in_way(battle: Battle, unit: Unit) -> list[Base]:
    """Living enemies at ground level: not to be passed through."""
    found: list[Base] = []
    for enemy in battle.units:
        if enemy.seat == unit.seat or enemy.flying or not enemy.deployed:
            continue
        for model in battle.models[enemy.first : enemy.last]:
            if model.fate == STANDING:
                found.append(model.base)
    return found


def friends_in_way(battle: Battle, unit: Unit, moving: Sequence[int]) -> list[Base]:
    """Living friends at ground level: to be passed through, not to be ended on."""
    found: list[Base] = []
    for friend in battle.units:
        if friend.seat != unit.seat or friend.flying or not friend.deployed:
            continue
        for model in battle.models[friend.first : friend.last]:
            if model.fate == STANDING and model.index not in moving:
                found.append(model.base)
    return found


def heading_to_enemy(battle: Battle, unit: Unit, base: Base, enemies: Sequence[Base]) -> float:
    """The heading to the nearest enemy, or away from the own edge if there is none."""
    if not enemies:
        return pi * 0.5 if battle.edge_of(unit.seat) == 0 else -pi * 0.5
    nearest = min(enemies, key=lambda it: ((it.x - base.x) ** 2 + (it.y - base.y) ** 2, it.key))
    return atan2(nearest.y - base.y, nearest.x - base.x)


def allowance_of(battle: Battle, unit: Unit) -> float:
    """Centimetres per movement action."""
    return unit.card.move + unit.move_bonus


def refusal(battle: Battle, unit: Unit, who: str, objection: Objection, locked: bool) -> Refused:
    """The objection to a path in a player's words, with the clause it comes from."""
    blocker = objection.blocker
    if objection.kind == TOO_FAR and locked:
        return Refused(f"{who} is locked in close combat: {objection.reason} cm", "cc.locked-halves-movement")
    if objection.kind == TOO_FAR:
        return Refused(f"{who}: {objection.reason} cm", "movement.up-to-m")
    if objection.kind == TABLE_EDGE:
        return Refused(f"{who}: {objection.reason}", "movement.on-table")
    if blocker in battle.places:
        return Refused(f"{who}: {objection.told(battle.model(blocker).name)}", "movement.through-models")
    for piece in battle.battlefield.pieces:
        if piece.key == blocker:
            return Refused(f"{who}: {objection.told(piece.name)}", terrain_clause(unit, piece.has(IMPASSABLE)))
    return Refused(f"{who}: {objection.reason}", "movement.top-of-container")


def terrain_clause(unit: Unit, closed: bool) -> str:
    if unit.card.vtol:
        return "units.vtol.crosses-all"
    if unit.card.skimmer:
        return "units.skimmer.ignores-terrain-moving"
    if closed:
        return "movement.impassable"
    return "movement.top-of-container" if unit.card.walker else "units.vehicle.barred-by-terrain"


# -- atoms ------------------------------------------------------------------------------------------------------------------


def stand(battle: Battle, model: Model, x: float, y: float, facing: float | None = None) -> None:
    """The model stands at a point, raised to what is under it."""
    unit = battle.units[model.unit]
    field = battle.battlefield
    if unit.flying:
        elevation = 0.0
    elif unit.card.skimmer or unit.card.vtol:
        elevation = field.hovering_at(x, y)
    else:
        elevation = field.elevation_at(x, y)
    base = model.base
    model.base = Base(model.key, x, y, base.radius, elevation, base.height, base.body_radius, facing)


def march(battle: Battle, unit: Unit, moved: Moved, clause: str, who: str = "") -> None:
    """Everybody stands at the end of their path; `who` it is if not the whole unit."""
    farthest = 0.0
    keys: list[str] = []
    paths: list[tuple[tuple[float, ...], ...]] = []
    for index, points, cost in moved:
        model = battle.models[index]
        farthest = max(farthest, cost)
        x, y = points[-1][0], points[-1][1]
        if len(points) == 1 or x != model.base.x or y != model.base.y:
            stand(battle, model, thousandth(x), thousandth(y))
            keys.append(model.key)
            paths.append(points)
    if battle.heard:
        placed = bool(paths) and len(paths[0]) == 1
        everybody = tuple([battle.models[index].key for index, _, _ in moved])
        battle.note(
            "placed" if placed else "moves" if keys else "stays", clause, everybody, unit=who or unit.name, cost=f"{farthest:.1f}", pieces=keys,
            paths=paths,
        )  # fmt: skip
