"""Ramming: a vehicle that drives on through enemy models."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.core.questions import Path
from vanguard.geometry.arcs import hull_zone
from vanguard.rulebooks.vijilant.driving import Contact, Drive, Driven, drive
from vanguard.rulebooks.vijilant.flying import Flight, Flown, airborne_flyers, fly
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit
from vanguard.rulebooks.vijilant.wounds import Casualties, wound_model

TOGETHER: Final = 1e-6


async def ram(battle: Battle, unit: Unit, move: Drive, driven: Driven) -> tuple[Casualties, Path]:
    """The casualties, and the way it really went. Models are struck in the order of contact; those that die do not stop the vehicle, one that survives does."""
    points, facing, _ = driven
    model = battle.models[unit.first]
    start = model.base
    casualties: Casualties = []
    end = points[-1]
    if len(points) > 1:
        contacts = move.contacts_on(points[-2], points[-1])
        i = 0
        while i < len(contacts):
            at = contacts[i]
            together = [it for it in contacts[i:] if it.along - at.along <= TOGETHER]
            i += len(together)
            stand(battle, model, at.x, at.y, facing)
            if await strike_all(battle, unit, together, casualties):
                end = clear_of_friends(battle, unit, points[-2], (at.x, at.y))
                break
    used = driven[2] - hypot(end[0] - points[-1][0], end[1] - points[-1][1])
    drive(battle, unit, ((*points[:-1], end), facing, max(0.0, used)), "ramming.part-of-movement", start)
    return casualties, (*points[:-1], end)


async def strike_all(battle: Battle, unit: Unit, contacts: list[Contact], casualties: Casualties) -> bool:
    """Every model touched is hit once, without a roll. True if one of them survives and blocks."""
    blocked = False
    model = battle.models[unit.first]
    for contact in contacts:
        struck = battle.models[contact.model]
        if struck.fate != STANDING:
            continue
        await strike_model(battle, unit, model, struck, casualties)
        if struck.fate == STANDING:
            blocked = True
            if battle.turn is not None and battle.turn.unit == unit.index:
                battle.turn.rammed = (*battle.turn.rammed, struck.index)
            battle.note("ram-stopped", "ramming.survivor-blocks", (struck.key,), unit=unit.name, who=struck.name)
    return blocked


async def strike_model(battle: Battle, unit: Unit, model: Model, struck: Model, casualties: Casualties) -> None:
    """CC power against Toughness, of the zone the rammer's centre is in; the wounds go to the struck model itself."""
    card = battle.units[struck.unit].card
    toughness = card.toughness.front
    if card.toughness.by_side and struck.base.facing is not None:
        toughness = card.toughness.at(hull_zone(struck.base, model.base.x, model.base.y))
    wounds = unit.card.cc_power - toughness
    battle.note(
        "rams", "ramming.automatic-hit", (model.key, struck.key), unit=unit.name, who=struck.name, whom=[struck.key]
    )
    if wounds > 0:
        await wound_model(battle, struck, wounds, [model], casualties, "ramming.power")
    else:
        battle.note(
            "ram-harmless",
            "ramming.power",
            (struck.key,),
            who=struck.name,
            power=unit.card.cc_power,
            toughness=toughness,
        )


def clear_of_friends(
    battle: Battle, unit: Unit, start: tuple[float, ...], end: tuple[float, float]
) -> tuple[float, ...]:  # fmt: skip
    """Where a stopped vehicle comes to stand: in contact, or just short of a friend it was passing through."""
    from vanguard.core.thousandths import thousandth

    radius = battle.models[unit.first].base.radius
    for share in range(100, -1, -2):
        x = thousandth(start[0] + (end[0] - start[0]) * share / 100.0)
        y = thousandth(start[1] + (end[1] - start[1]) * share / 100.0)
        clear = True
        for other in battle.models:
            if other.fate != STANDING or other.unit == unit.index or battle.units[other.unit].flying:
                continue
            near = radius + other.base.radius - 0.01
            if (other.base.x - x) ** 2 + (other.base.y - y) ** 2 < near * near:
                clear = False
                break
        if clear:
            return (x, y)
    return end


# -- in the air ---------------------------------------------------------------------------------------------------------------


async def ram_in_flight(battle: Battle, unit: Unit, flight: Flight, flown: Flown) -> Casualties:
    """An airborne flyer rams only airborne flyers; one that survives ends the flight there."""
    x, y, facing = flown
    casualties: Casualties = []
    model = battle.models[unit.first]
    start = (flight.base.x, flight.base.y)
    length = ((x - start[0]) ** 2 + (y - start[1]) ** 2) ** 0.5
    ux, uy = (x - start[0]) / length, (y - start[1]) / length
    met: list[tuple[float, Model]] = []
    for other in airborne_flyers(battle):
        if battle.units[other.unit].seat == unit.seat:
            continue
        px, py = other.base.x - start[0], other.base.y - start[1]
        reach = model.base.radius + other.base.radius
        ahead, off = px * ux + py * uy, abs(ux * py - uy * px)
        if off <= reach and ahead > 0.0:
            along = max(0.0, ahead - (reach * reach - off * off) ** 0.5)
            if along <= length:
                met.append((along, other))
    met.sort(key=lambda it: (it[0], it[1].index))
    for along, other in met:
        at = (start[0] + along * ux, start[1] + along * uy)
        stand(battle, model, round(at[0], 3), round(at[1], 3), facing)
        await strike_model(battle, unit, model, other, casualties)
        if other.fate == STANDING:
            battle.note("ram-stopped", "ramming.altitude", (other.key,), unit=unit.name, who=other.name)
            fly(battle, unit, (round(at[0], 3), round(at[1], 3), facing), "ramming.altitude", start)
            return casualties
    fly(battle, unit, flown, "units.flyer.full-move", start)
    return casualties


def flyers_to_ram(battle: Battle, seat: int) -> list[Model]:
    return [model for model in airborne_flyers(battle) if battle.units[model.unit].seat != seat]
