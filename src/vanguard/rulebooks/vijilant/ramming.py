"""Ramming: a vehicle that drives on through enemy models."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Final

from vanguard.core.questions import Path
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps
from vanguard.geometry.shapes import Base, Part, Point
from vanguard.rulebooks.vijilant.attacks import armour_met
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.driving import Contact, Drive, Driven, contacts_on_leg, drive
from vanguard.rulebooks.vijilant.flying import Flight, Flown, airborne_flyers, fly, flyers_to_ram
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.profiles import CARRIAGE, SHARD
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit
from vanguard.rulebooks.vijilant.wounds import Casualties, on_the_ground, wound_model

SET_BACK: Final = 50
"""Into so many equal parts a leg is divided to look for the last clear place on it."""
HALVES: Final = 9
"""How often the part behind that place is halved."""
TOGETHER: Final = 1e-6


async def ram(battle: Battle, unit: Unit, move: Drive, driven: Driven) -> tuple[Casualties, Path]:
    """A drive through enemies, or up to the one that stops it: the casualties, and the way it really went."""
    points, facing, used = driven
    start = battle.models[unit.first].base
    casualties: Casualties = []
    set_ramming(battle, unit, True)
    stopped = await run_down(battle, unit, move, driven, casualties)
    set_ramming(battle, unit, False)
    way = points if stopped is None else clear_way(battle, unit, (*points[:-1], stopped))
    short = length_of(points) - length_of(way)
    drive(battle, unit, (way, facing, used - short), "ramming.part-of-movement", start)
    return casualties, way


def set_ramming(battle: Battle, unit: Unit, under_way: bool) -> None:
    """While somebody is asked in the middle of a ram of its turn, the vehicle may be over a friend whom it only passes."""
    if battle.turn is not None and battle.turn.unit == unit.index:
        battle.turn.ramming = under_way


async def run_down(battle: Battle, unit: Unit, move: Drive, driven: Driven, casualties: Casualties) -> Point | None:
    """Models are struck in the order of contact, those touched at the same moment together. Where a survivor stops it."""
    points, facing, _ = driven
    contacts = move.contacts_on(points[-2], points[-1]) if len(points) > 1 else []
    while contacts:
        at = contacts[0]
        together = [it for it in contacts if it.along - at.along <= TOGETHER]
        contacts = contacts[len(together) :]
        stand(battle, battle.models[unit.first], at.x, at.y, facing)
        if await strike_all(battle, unit, together, casualties):
            return (at.x, at.y)
    return None


async def strike_all(battle: Battle, unit: Unit, contacts: list[Contact], casualties: Casualties) -> bool:
    """Every model touched is hit once, without a roll. True if one of them survives and blocks."""
    model = battle.models[unit.first]
    blocking: list[Model] = []
    for contact in contacts:
        struck = battle.models[contact.model]
        if struck.fate == STANDING:
            await strike_model(battle, unit, model, struck, casualties)
        if struck.fate == STANDING:
            blocking.append(struck)
    for survivor in blocking:
        stop_at(battle, unit, survivor)
    return bool(blocking)


def stop_at(battle: Battle, unit: Unit, survivor: Model) -> None:
    """Whoever survives stops the vehicle, and is an obstacle to it for the rest of its turn."""
    block_for_the_turn(battle, unit, survivor)
    battle.note("ram-stopped", "ramming.survivor-blocks", (survivor.key,), unit=unit.name, who=survivor.name)


def block_for_the_turn(battle: Battle, unit: Unit, survivor: Model) -> None:
    if battle.turn is not None and battle.turn.unit == unit.index:
        battle.turn.rammed = (*battle.turn.rammed, survivor.index)


async def strike_model(battle: Battle, unit: Unit, model: Model, struck: Model, casualties: Casualties) -> None:
    """CC power against Toughness, of the zone the rammer's centre is in; the wounds go to the struck model itself."""
    toughness = armour_met(battle, battle.units[struck.unit], model)
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


def length_of(way: Path) -> float:
    return sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)])


def clear_way(battle: Battle, unit: Unit, way: Path) -> Path:
    """How far a stopped vehicle goes: into contact, or just short of a friend or a shard it was passing over, or of the rim of
    the deck it was driving off."""
    field = battle.battlefield
    base = battle.models[unit.first].base
    decks = [piece.part for piece in field.pieces if piece.kind == CARRIAGE and unit.on_deck]
    shards = [piece.part for piece in field.pieces if piece.kind == SHARD]
    others = [it.base for it in on_the_ground(battle, unit)]

    def is_over(parts: list[Part], x: float, y: float) -> bool:
        return any([disc_overlaps(part, x, y, base.radius, TOLERANCE) for part in parts])

    def is_clear(x: float, y: float) -> bool:
        if is_over(shards, x, y) or (is_over(decks, x, y) and not field.is_aboard(base.at(x, y))):
            return False
        return clears(base.radius, x, y, others)

    return set_back(way, is_clear)


def clears(radius: float, x: float, y: float, others: list[Base]) -> bool:
    for other in others:
        near = radius + other.radius - 0.01
        if (other.x - x) ** 2 + (other.y - y) ** 2 < near * near:
            return False
    return True


def set_back(way: Path, is_clear: Callable[[float, float], bool]) -> Path:
    """A way up to the last clear place on it; the whole of it if there is none."""
    for leg in range(len(way) - 1, 0, -1):
        start, end = way[leg - 1], way[leg]
        for step in range(SET_BACK, -1, -1):
            if is_clear(*between(start, end, step / SET_BACK)):
                return (*way[:leg], last_clear(start, end, step / SET_BACK, is_clear))
    return way


def last_clear(
    start: tuple[float, ...], end: tuple[float, ...], share: float, is_clear: Callable[[float, float], bool]
) -> Point:
    """From a clear place on a leg on, as far as it stays clear before the next place looked at, by halves."""
    beyond = min(1.0, share + 1.0 / SET_BACK)
    for _ in range(HALVES):
        middle = (share + beyond) / 2.0
        if is_clear(*between(start, end, middle)):
            share = middle
        else:
            beyond = middle
    return between(start, end, share)


def between(start: tuple[float, ...], end: tuple[float, ...], share: float) -> Point:
    x0, y0, x1, y1 = start[0], start[1], end[0], end[1]
    return (thousandth(x0 + (x1 - x0) * share), thousandth(y0 + (y1 - y0) * share))


# -- in the air ---------------------------------------------------------------------------------------------------------------


async def ram_in_flight(battle: Battle, unit: Unit, flight: Flight, flown: Flown) -> Casualties:
    """An airborne flyer rams only airborne flyers; one that survives ends the flight there."""
    casualties: Casualties = []
    set_ramming(battle, unit, True)
    stopped = await run_down_in_flight(battle, unit, flight, flown, casualties)
    set_ramming(battle, unit, False)
    if stopped is None:
        fly(battle, unit, flown, flight.base.centre)
    else:
        fly(battle, unit, (*clear_of_flyers(battle, unit, flight, stopped), flown[2]), flight.base.centre, "ramming.altitude")  # fmt: skip
    return casualties


async def run_down_in_flight(
    battle: Battle, unit: Unit, flight: Flight, flown: Flown, casualties: Casualties
) -> Point | None:
    """Flyers are struck in the order of contact. Where a survivor ends the flight."""
    x, y, facing = flown
    model = battle.models[unit.first]
    start = flight.base.centre
    for contact in contacts_on_leg(flight.base, start, (x, y), flyers_to_ram(battle, unit.seat)):
        other = battle.models[contact.model]
        stand(battle, model, contact.x, contact.y, facing)
        await strike_model(battle, unit, model, other, casualties)
        if other.fate == STANDING:
            battle.note("ram-stopped", "ramming.altitude", (other.key,), unit=unit.name, who=other.name)
            return (contact.x, contact.y)
    return None


def clear_of_flyers(battle: Battle, unit: Unit, flight: Flight, stopped: Point) -> Point:
    """Where a stopped flyer comes to be: in contact, or just short of a flyer it was passing by."""
    radius = flight.base.radius
    others = [it.base for it in airborne_flyers(battle) if it.unit != unit.index]
    x, y = set_back((flight.base.centre, stopped), lambda x, y: clears(radius, x, y, others))[-1][:2]
    return (x, y)
