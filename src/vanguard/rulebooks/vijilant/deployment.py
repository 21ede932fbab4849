"""Deployment: how a unit enters when its card is played for the first time."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from vanguard.core.questions import Choose, Listing, Option, WhereTo
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_within
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.vijilant.actions import face_dangers, face_dangers_driving
from vanguard.rulebooks.vijilant.battlefield import CONTACT
from vanguard.rulebooks.vijilant.driving import drive
from vanguard.rulebooks.vijilant.entering import (
    EdgeEntry,
    EntryDrive,
    EntryFlight,
    Placing,
    edge_grid,
    widest,
)
from vanguard.rulebooks.vijilant.flying import fly
from vanguard.rulebooks.vijilant.movement import allowance_of, march, stand
from vanguard.rulebooks.vijilant.profiles import CARRIAGE, CONTAINER, LOCOMOTIVE
from vanguard.rulebooks.vijilant.state import EMBARKED, NORTH, STANDING, Battle, Turn, Unit
from vanguard.tabletop.terrain import corners_of

EDGE: Final = "edge"
SHORT: Final = "short"
ZONE: Final = "zone"
TOUCHING: Final = "touching edge"
FLIGHT: Final = "flight"

NO_ROOM: Final = "there is no room for it to come onto the table"
CLOSE_SPOTS: Final = 0.5
"""Between places in the depot zone where it is so crowded that no formation fits."""

Entry = tuple[str, int, int]
"""In which way, for how many action points, up to how many times its Move."""
Way = tuple[Entry, str, str]
"""An entry, what it is called, and the clause that grants it."""


class Entries(Listing[Entry]):
    """The ways a unit may enter now; whether there is room for it is worked out one by one."""

    __slots__ = ("battle", "unit", "ways")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.ways: Final[list[Way]] = ways_in(battle, unit)

    def __len__(self) -> int:
        return len(self.ways)

    def option(self, number: int) -> Option[Entry]:
        (way, cost, moves), label, clause = self.ways[number]
        points = "no action" if not cost else "1 action" if cost == 1 else f"{cost} actions"
        why = "" if entrance(self.battle, self.unit, way, moves).is_possible() else NO_ROOM
        return Option(way, (way, cost, moves), f"{label} ({points})", clause, why)


def ways_in(battle: Battle, unit: Unit) -> list[Way]:
    """What its card says, and what the mission allows."""
    printed = unit.card.deployment
    found: list[Way] = []
    in_zone = battle.battlefield.map.yard is not None and unit.seat == battle.defender
    if in_zone and not unit.card.flyer:
        cost = printed.action_points if printed.zone else 2
        found.append(((ZONE, cost, 0), "Set up in the depot zone", "depot.defender-zone"))
    if printed.way == EDGE:
        if printed.usual and not in_zone:
            found.append(_move_in(battle, unit, EDGE, 2, 2, "deploy.default-edge"))
        elif not printed.usual:
            found.append(_move_in(battle, unit, SHORT, printed.action_points, printed.moves, "deploy.cheaper-entries"))
    elif printed.way == TOUCHING:
        touching: Entry = (TOUCHING, printed.action_points, 0)
        found.append((touching, "Set up touching the own edge", "deploy.cheaper-entries"))
    else:
        found.append(((FLIGHT, printed.action_points, 0), "Fly in from the own edge", "deploy.flyer"))
    attacks = battle.defender >= 0 and unit.seat != battle.defender
    if battle.mission.short_entry and attacks and not unit.card.flyer:
        found += _attackers_entries(battle, unit, [entry[1:] for entry, _, _ in found])
    return found


def _attackers_entries(battle: Battle, unit: Unit, known: list[tuple[int, int]]) -> list[Way]:
    """Whatever its card says, a unit of the attacker may move in with one action or with two."""
    depot = battle.battlefield.map.yard is not None
    clause = "depot.attacker-deployment" if depot else "heist.attacker-deployment"
    ways = ((SHORT, 1, clause), (EDGE, 2, "deploy.default-edge"))
    return [_move_in(battle, unit, way, n, n, why) for way, n, why in ways if (n, n) not in known]


def _move_in(battle: Battle, unit: Unit, way: str, cost: int, moves: int, clause: str) -> Way:
    return ((way, cost, moves), f"Move in up to {moves * allowance_of(battle, unit):g} cm", clause)


def entrance(battle: Battle, unit: Unit, way: str, moves: int) -> WhereTo[Any]:
    """Where a unit may enter in one of these ways."""
    if way == ZONE:
        return depot_zone(battle, unit)
    if way == TOUCHING:
        return own_edge(battle, unit)
    allowance = allowance_of(battle, unit)
    if way == FLIGHT:
        return EntryFlight(battle, unit, battle.models[unit.first], allowance)
    if unit.card.walker:
        return EdgeEntry(battle, unit, battle.all_models(unit), moves * allowance)
    return EntryDrive(battle, unit, battle.models[unit.first], moves * allowance)


def may_enter(battle: Battle, unit: Unit) -> bool:
    """Is there any room for it to come onto the table?"""
    for (way, _, moves), _, _ in ways_in(battle, unit):
        if entrance(battle, unit, way, moves).is_possible():
            return True
    return False


async def deploy(battle: Battle, unit: Unit, turn: Turn) -> None:
    """The unit comes onto the table; what its entry leaves of its action points it uses at once."""
    entries = Entries(battle, unit)
    [(entry, _, clause), *more] = entries.ways
    if more:
        entry = await Choose(
            unit.seat, f"{unit.name} deploys: how?", entries, "deploy.on-first-play", battle.keys(unit)
        )
        clause = next(clause for known, _, clause in entries.ways if known == entry)
    way, cost, moves = entry
    turn.points = max(0, turn.points - cost)
    if not turn.points:
        turn.extra_used = True  # a unit that used its whole turn to deploy makes no CC attack
    unit.airborne = unit.card.flyer or unit.card.vtol
    if way == ZONE:
        await set_up(battle, unit, depot_zone(battle, unit), "depot.defender-deploys-by-card")
    elif way == TOUCHING:
        await set_up(battle, unit, own_edge(battle, unit), "deploy.cheaper-entries")
    elif way == FLIGHT:
        await fly_in(battle, unit, turn)
    else:
        await move_in(battle, unit, moves * allowance_of(battle, unit), clause)
    turn.facing = battle.models[unit.first].base.facing or 0.0


async def move_in(battle: Battle, unit: Unit, allowance: float, clause: str) -> None:
    """From the own edge: one movement of the whole allowance."""
    prompt = f"{unit.name} moves in from its edge, up to {allowance:g} cm"
    if unit.card.walker:
        moved = await EdgeEntry(battle, unit, battle.all_models(unit), allowance).question(prompt, clause)
        arrive(battle, unit)
        march(battle, unit, moved, clause)
        await face_dangers(battle, unit, moved)
    else:
        drives = EntryDrive(battle, unit, battle.models[unit.first], allowance)
        driven = await drives.ask(unit.seat, prompt, clause)
        arrive(battle, unit)
        drive(battle, unit, driven, clause)
        await face_dangers_driving(battle, unit, driven[0])


async def fly_in(battle: Battle, unit: Unit, turn: Turn) -> None:
    """A flyer makes its full flight onto the table as that turn's flight."""
    model = battle.models[unit.first]
    flies = EntryFlight(battle, unit, model, allowance_of(battle, unit))
    prompt = f"{unit.name} flies in {flies.distance:g} cm: over which point of the edge, and where to?"
    flown, over = await flies.ask(unit.seat, prompt, "deploy.flyer")
    arrive(battle, unit)
    turn.flown = True
    fly(battle, unit, flown, over, "deploy.flyer")


async def set_up(battle: Battle, unit: Unit, placing: Placing, clause: str) -> None:
    """Placed without a move."""
    model = placing.models[0]
    if len(placing.models) > 1:
        moved = await placing.question(f"{unit.name} is set up: where?", placing.clause)
        arrive(battle, unit)
        march(battle, unit, moved, clause)
        return
    prompt = f"{unit.name} is set up: where{', and facing where' if unit.card.faces else ''}?"
    moved, facing = await placing.ask_for(placing.standing_and_facing, unit.seat, prompt, placing.clause)
    arrive(battle, unit)
    stand(battle, model, thousandth(moved[0][1][-1][0]), thousandth(moved[0][1][-1][1]), facing)
    battle.note("set-up", clause, (model.key,), unit=unit.name, path=(model.base.centre,))


def arrive(battle: Battle, unit: Unit) -> None:
    """Its models are on the table from now on; passengers come with it."""
    unit.deployed = True
    for model in battle.all_models(unit):
        if model.fate != EMBARKED:
            model.fate = STANDING
    battle.note("deploys", "deploy.on-first-play", battle.keys(unit), unit=unit.name)


# -- zones --------------------------------------------------------------------------------------------------------------------


class InTheDepot(Placing):
    """Wholly in the yard or behind it; touching a container or a piece of the train; or straight behind such a piece."""

    __slots__ = ()
    draws_area: ClassVar[bool] = True

    def area(self) -> list[list[Point]]:
        """The yard, and the ground straight behind carriages; who touches something is left to the check."""
        field = self.battle.battlefield
        yard = field.map.yard
        found = [] if yard is None else [corners_of((yard[0], yard[2], yard[1], yard[3]))]
        behind = [it.part for it in field.pieces if it.kind in (CARRIAGE, LOCOMOTIVE)]
        for part in sorted(behind, key=lambda it: it.max_y):
            strip = corners_of((part.min_x, part.max_y, part.max_x, field.depth))
            if not any([it[0][0] <= part.min_x and part.max_x <= it[1][0] for it in found]):
                found.append(strip)
        return found


def depot_zone(battle: Battle, unit: Unit) -> Placing:
    placing = InTheDepot(
        battle,
        unit,
        battle.all_models(unit),
        lambda x, y, radius: zone_fault(battle, x, y, radius),
        zone_spots(battle),
        "depot.defender-zone",
    )
    if placing.is_possible():
        return placing
    return placing.in_a_crowd(lambda: placing.one_beside_the_other(close_spots(battle))) or placing


def close_spots(battle: Battle) -> list[Point]:
    """Places close to each other all over the table."""
    field = battle.battlefield
    columns, rows = int(field.width / CLOSE_SPOTS), int(field.depth / CLOSE_SPOTS)
    return [(CLOSE_SPOTS * i, CLOSE_SPOTS * k) for k in range(1, rows) for i in range(1, columns)]


def zone_fault(battle: Battle, x: float, y: float, radius: float) -> str:
    field = battle.battlefield
    yard = field.map.yard
    if yard is not None:
        x0, x1, y0, y1 = yard
        r = radius - 0.01
        if x0 <= x - r and x + r <= x1 and y0 <= y - r and y + r <= y1:
            return ""
    for piece in field.pieces:
        if piece.kind not in (CONTAINER, CARRIAGE, LOCOMOTIVE):
            continue
        if disc_within(piece.part, x, y, radius, CONTACT):
            return ""
        if piece.kind != CONTAINER and piece.part.min_x <= x <= piece.part.max_x and y > piece.part.max_y:
            return ""
    return "it is neither in the depot yard nor touching or behind a container or a piece of the train"


def zone_spots(battle: Battle) -> list[Point]:
    """A grid over the yard, and places behind the carriages."""
    field = battle.battlefield
    yard = field.map.yard
    spots: list[Point] = []
    if yard is not None:
        x0, x1, y0, y1 = yard
        for i in range(5):
            for j in range(6):
                spots.append(
                    (thousandth(x0 + 3.0 + (x1 - x0 - 6.0) * i / 4), thousandth(y0 + 4.5 + (y1 - y0 - 8.0) * j / 5))
                )
    for piece in field.pieces:
        if piece.kind in (CARRIAGE, LOCOMOTIVE):
            spots.append((thousandth((piece.part.min_x + piece.part.max_x) / 2), thousandth(piece.part.max_y + 2.6)))
    return spots


def own_edge(battle: Battle, unit: Unit) -> Placing:
    """Touching its own table edge, wholly on the table."""
    field = battle.battlefield
    north = battle.edge_of(unit.seat) == NORTH

    def fault(x: float, y: float, radius: float) -> str:
        gap = (field.depth - y if north else y) - radius
        return "" if gap <= CONTACT else f"it is {gap:.2f} cm from its own edge; touching is at most 0.1"

    models = battle.all_models(unit)
    placing = Placing(battle, unit, models, fault, edge_spots(battle, unit), "deploy.cheaper-entries")
    if placing.is_possible():
        return placing
    broad = models[widest(models)].base.radius
    spots = edge_grid(battle, unit.seat, 2.0 * broad, broad)
    return placing.in_a_crowd(lambda: placing.one_beside_the_other(spots)) or placing


def edge_spots(battle: Battle, unit: Unit) -> list[Point]:
    """Places along its own edge."""
    field, radius = battle.battlefield, battle.models[unit.first].base.radius
    y = field.depth - radius if battle.edge_of(unit.seat) == NORTH else radius
    return [(thousandth(field.width * (k + 0.5) / 12), thousandth(y)) for k in range(12)]
