"""Using transports: getting in and out, landing and slowing down, and what becomes of passengers when one is destroyed."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.circles import crossings
from vanguard.geometry.measuring import told_beside
from vanguard.geometry.shapes import Base, Point
from vanguard.rulebooks.vijilant.battlefield import CONTACT, STEP, TOLERANCE
from vanguard.rulebooks.vijilant.coherency import REACH, is_coherent
from vanguard.rulebooks.vijilant.contact import touch
from vanguard.rulebooks.vijilant.crowds import gathered, together
from vanguard.rulebooks.vijilant.entering import Placing, anywhere, widest
from vanguard.rulebooks.vijilant.movement import march, stand
from vanguard.rulebooks.vijilant.state import EMBARKED, REMOVED, STANDING, Battle, Unit
from vanguard.rulebooks.vijilant.wounds import bury, landing_fault, on_the_ground
from vanguard.tabletop.remembered_moves import places_of
from vanguard.tabletop.standing import honeycomb, nearest_place

CRASH_POWER: Final = 2
WRECK_POWER: Final = 1
AROUND: Final = 16
CLOSELY_AROUND: Final = 90
CLOSE: Final = 0.05
"""Between a transport and a place proposed beside it."""
APART: Final = 0.02
"""Between survivors of a wreck."""
HAIR: Final = 0.002
"""So that rounding to a thousandth puts nobody into another base."""
ROWS: Final = 30
ROWS_NEAR: Final = 6
"""Of places around a wreck on each side of its middle: all over the table, and near by."""
CLOSELY: Final = 0.4
CLOSE_ROWS: Final = 30
LOOSELY: Final = 1.0
LOOSE_ROWS: Final = 75
"""In a crowd: places near by so far apart, and the rows of them."""
ANYWHERE: Final = 70.0

Objection = tuple[str, str]
"""Why something cannot be done, and the clause; two empty words if it can."""
FREE: Final[Objection] = ("", "")


# -- getting in -------------------------------------------------------------------------------------------------------------


def load_objection(battle: Battle, unit: Unit, transport: Unit) -> Objection:
    """One infantry unit with room inside, in contact, on a transport that has landed or slowed down and not moved since."""
    if not unit.card.infantry:
        return (f"{unit.name} cannot ride", "transport.capacity")
    if len(battle.standing(unit)) > transport.card.capacity:
        return (f"{transport.name} has room for {transport.card.capacity} models", "transport.capacity")
    if battle.passengers(transport) is not None:
        return (f"{transport.name} is taken", "transport.capacity")
    if transport.card.flyer or transport.card.vtol:
        if transport.airborne:
            return (f"{transport.name} is in the air: it must land first", "transport.flyer-must-land-to-pick-up")
    elif not transport.slowed:
        return (f"{transport.name} has not slowed down", "transport.ground-must-slow-to-pick-up")
    carrier = battle.models[transport.first]
    models = battle.standing(unit)
    if not any([touch(model, carrier) for model in models]):
        return (f"nobody touches {transport.name}", "transport.contact")
    far = [model for model in models if battle.gap(model, carrier) > REACH + TOLERANCE]
    if far or not is_coherent(battle, unit):
        return (f"not everybody is within {REACH:g} cm of {transport.name}", "transport.contact")
    return FREE


def load(battle: Battle, unit: Unit, transport: Unit) -> None:
    keys = battle.keys(unit)
    for model in battle.standing(unit):
        model.fate = EMBARKED
    unit.inside = transport.index
    battle.note(
        "loads", "transport.load-unload-cost", battle.keys(unit, transport), unit=unit.name, transport=transport.name, pieces=keys,
    )  # fmt: skip


# -- getting out ------------------------------------------------------------------------------------------------------------


def unloading(battle: Battle, unit: Unit) -> Placing:
    """Beside the transport: one model touching it, everybody within 3 cm of it, in coherency."""
    transport = battle.units[unit.inside]
    carrier = battle.models[transport.first].base
    models = [model for model in battle.all_models(unit) if model.fate == EMBARKED]
    radius = battle.models[unit.first].base.radius

    def allowed(x: float, y: float, radius: float) -> str:
        gap = hypot(x - carrier.x, y - carrier.y) - radius - carrier.radius
        if gap < -TOLERANCE:
            return f"it would overlap {transport.name}"
        return "" if gap <= REACH + TOLERANCE else f"it would be {told_beside(gap, REACH)} cm from {transport.name}"

    def whole(bases: list[Base]) -> str:
        beside = [
            it for it in bases if hypot(it.x - carrier.x, it.y - carrier.y) - it.radius - carrier.radius <= CONTACT
        ]
        if not beside:
            return f"nobody would touch {transport.name}"
        if transport.airborne or any([is_level(battle, base, carrier) for base in beside]):
            return ""
        return f"nobody would be within {STEP:g} cm of the height of {transport.name}"

    spots = spots_beside(carrier, radius, AROUND)
    by = (transport.airborne, *places_of([carrier]))
    placing = Placing(battle, unit, models, allowed, spots, "transport.contact", whole, by=by)
    if placing.is_possible():
        return placing
    placing = placing.at_spots(spots_beside(carrier, radius, CLOSELY_AROUND) + spots_between(battle, carrier, radius))
    if len(models) < 2 or placing.is_possible():
        return placing
    return placing.in_a_crowd(lambda: crammed(battle, placing, transport)) or placing


def is_level(battle: Battle, base: Base, carrier: Base) -> bool:
    """Contact reaches over 3 cm of height; whoever is in the air drops its troops as if it were on the ground."""
    return abs(battle.battlefield.elevation_at(base.x, base.y) - carrier.elevation) <= STEP


def spots_beside(carrier: Base, radius: float, count: int) -> list[Point]:
    """So many places around a transport where a base of a radius touches it."""
    return points_around(carrier, radius + carrier.radius + CLOSE, count)


def points_around(carrier: Base, far: float, count: int) -> list[Point]:
    angles = [2.0 * pi * k / count for k in range(count)]
    return [(thousandth(carrier.x + far * cos(it)), thousandth(carrier.y + far * sin(it))) for it in angles]


def spots_between(battle: Battle, carrier: Base, radius: float) -> list[Point]:
    """Places that touch a transport and somebody who stands beside it: the only ones in a gap just wide enough."""
    found: list[Point] = []
    for apart in (HAIR, CLOSE, CONTACT - HAIR):
        ring = (carrier.x, carrier.y, radius + carrier.radius + apart)
        for model in battle.models:
            if model.fate == STANDING and model.base is not carrier:
                found += crossings(ring, (model.base.x, model.base.y, radius + model.base.radius + HAIR))
    return [(thousandth(x), thousandth(y)) for x, y in found]


def crammed(battle: Battle, placing: Placing, transport: Unit) -> list[Base]:
    """Places for everybody close around a transport in a crowd, where no formation fits; nothing if there are none."""
    carrier = battle.models[transport.first].base
    base = placing.models[widest(placing.models)].base
    rings = [CLOSE + CLOSELY * k for k in range(int(REACH / CLOSELY) + 1)]
    free = [base.at(x, y) for ring in rings for x, y in circle(carrier, base.radius + ring) if placing.has_room(x, y)]
    for start in free:
        if hypot(start.x - carrier.x, start.y - carrier.y) > base.radius + carrier.radius + CONTACT:
            break
        if transport.airborne or is_level(battle, start, carrier):
            chosen = gathered(start, free, len(placing.models))
            if len(chosen) == len(placing.models):
                return chosen
    return []


def circle(carrier: Base, apart: float) -> list[Point]:
    """Places close to each other on a circle around a transport."""
    far = carrier.radius + apart
    return points_around(carrier, far, int(2.0 * pi * far / CLOSELY))


def unload_fault(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot get out; empty if it can."""
    transport = battle.units[unit.inside]
    if not transport.deployed or not battle.on_table(transport):
        return f"{transport.name} is not on the table"
    if not unloading(battle, unit).is_possible():
        return f"there is no room beside {transport.name}"
    return ""


async def unload(battle: Battle, unit: Unit, clause: str = "transport.load-unload-cost") -> None:
    """The unit is placed in contact with its transport."""
    placing = unloading(battle, unit)
    transport = battle.units[unit.inside]
    moved = await placing.question(f"{unit.name} gets out of {transport.name}: where?", "transport.contact")
    battle.note("unloads", clause, battle.keys(unit, transport), unit=unit.name, transport=transport.name)
    unit.inside = -1
    unit.deployed = True
    for index, _, _ in moved:
        battle.models[index].fate = STANDING
    march(battle, unit, moved, "transport.contact")


# -- landing and slowing down -------------------------------------------------------------------------------------------------


def land_objection(battle: Battle, unit: Unit, flown: bool) -> Objection:
    if unit.card.flyer and not flown:
        return ("landing follows the flight of this turn", "transport.landing-cost")
    fault = landing_fault(battle, unit, battle.models[unit.first].base, on_the_ground(battle, unit))
    return (f"{fault} is in the way", "transport.landing-place") if fault else FREE


def land(battle: Battle, unit: Unit) -> None:
    unit.airborne = False
    battle.note("lands", "transport.landing-cost", battle.keys(unit), unit=unit.name)


def slow_down(battle: Battle, unit: Unit) -> None:
    unit.slowed = True
    battle.note("slows", "transport.ground-must-slow-to-pick-up", battle.keys(unit), unit=unit.name)


# -- destroyed with somebody inside --------------------------------------------------------------------------------------------


def bail_out(battle: Battle, transport: Unit) -> None:
    """Every model inside takes one automatic hit, Power 2 out of the air, Power 1 on land, without a Last Stand; the
    survivors stand where the transport was or as near to it as they fit."""
    unit = battle.passengers(transport)
    if unit is None:
        return
    airborne = not battle.is_grounded(transport)
    power = CRASH_POWER if airborne else WRECK_POWER
    clause = "transport.destroyed-airborne" if airborne else "transport.destroyed-on-land"
    wounds = max(0, power - unit.card.toughness.front)
    inside = [model for model in battle.all_models(unit) if model.fate == EMBARKED]
    killed = 0
    for model in inside:
        model.wounds = min(unit.card.health, model.wounds + wounds)
        if model.wounds >= unit.card.health:
            model.fate = REMOVED
            killed += 1
    unit.inside = -1
    unit.deployed = True
    survivors = [model for model in inside if model.fate == EMBARKED]
    spots = footprint(battle, unit, transport, len(survivors))
    for model in survivors[len(spots) :]:  # no room on the whole table
        model.fate = REMOVED
        killed += 1
    survivors = survivors[: len(spots)]
    for model, spot in zip(survivors, spots, strict=True):
        model.fate = STANDING
        stand(battle, model, spot[0], spot[1])
    battle.note(
        "bails-out", clause, battle.keys(unit, transport), unit=unit.name, transport=transport.name, power=power,
        killed=killed, pieces=[model.key for model in survivors], paths=[(spot,) for spot in spots],
    )  # fmt: skip
    if not survivors:
        bury(battle, unit)


def footprint(battle: Battle, unit: Unit, transport: Unit, count: int) -> list[Point]:
    """Places in the transport's footprint or as near to it as they fit: together if there is room for that, or apart; fewer
    where there is no room for all on the whole table."""
    models = battle.all_models(unit)
    broad = models[widest(models)]
    base = broad.base
    middle = battle.models[transport.first].base.centre
    placing = Placing(battle, unit, [broad], anywhere, [], "transport.bail-out-order")
    if count == 1:
        alone = nearest_place(*middle, placing.has_room, ANYWHERE)
        return [] if alone is None else [alone]
    shoulder_to_shoulder = 2.0 * base.radius + APART
    for step, rows in ((shoulder_to_shoulder, ROWS_NEAR), (CLOSELY, CLOSE_ROWS)):
        free = [base.at(x, y) for x, y in honeycomb(middle, step, rows) if placing.has_room(x, y)]
        chosen = together(free, count, base.radius)
        if len(chosen) == count:
            return [there.centre for there in chosen]
    apart: list[Base] = []
    for step, rows in ((shoulder_to_shoulder, ROWS), (LOOSELY, LOOSE_ROWS)):
        apart = []
        for x, y in honeycomb(middle, step, rows):
            there = base.at(x, y)
            if len(apart) < count and placing.has_room(x, y) and is_clear_of(there, apart):
                apart.append(there)
        if len(apart) == count:
            break
    return [there.centre for there in apart]


def is_clear_of(base: Base, others: list[Base]) -> bool:
    return all([hypot(base.x - it.x, base.y - it.y) >= base.radius + it.radius for it in others])
