"""Coming onto the table: moved in from the own edge, placed in a zone, on the train, or beside a transport."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, inf, pi
from typing import Any, ClassVar, Final

from vanguard.core.questions import Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import Mover, PricedPath, Surroundings, price_path
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import BadShape, Base, Point
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.coherency import LINK
from vanguard.rulebooks.vijilant.crowds import together
from vanguard.rulebooks.vijilant.driving import Drive, Driven
from vanguard.rulebooks.vijilant.flying import Flight, Flown, off_table_base
from vanguard.rulebooks.vijilant.movement import LEVELS, Moved, enemies_in_way, way_of
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import NORTH, Battle, Model, Unit
from vanguard.tabletop.facings import wished_facing
from vanguard.tabletop.placing import ring
from vanguard.tabletop.remembered_moves import Deciding
from vanguard.tabletop.squads import NOBODY, Step, rows

SPACING: Final = 0.5
"""Between bases that come on in rows."""
ENTRIES: Final = 9
"""Proposed points of entry along an edge."""
GRID: Final = 0.25
DEEPER: Final = 0.5
"""Between places along an edge, and between their rows, where it is so crowded that none of the usual ones is free."""
ASIDE_ON_FOOT: Final = (0.0, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)
ASIDE_ON_WHEELS: Final = (0.0, 1.5, -1.5, 3.0, -3.0, 5.0, -5.0)
"""How far beside a wished point an entry is looked for."""


def inward(battle: Battle, seat: int) -> float:
    """+1 for whoever comes from y = 0, -1 for whoever comes from the other edge."""
    return -1.0 if battle.edge_of(seat) == NORTH else 1.0


def is_outside(battle: Battle, seat: int, y: float) -> bool:
    return y >= battle.battlefield.depth if battle.edge_of(seat) == NORTH else y <= 0.0


def entry_of(battle: Battle, seat: int, path: Path) -> tuple[float, Path]:
    """Where along its edge a way comes in, and the way from there: its first point is left out if it lies outside."""
    first = path[0]
    rest = path[1:] if is_outside(battle, seat, first[1]) else path
    return first[0], rest or path


def refuse_outside(battle: Battle, seat: int, path: Path, radius: float, clause: str) -> None:
    """Whoever comes in comes over its own edge, at the point it names or straight to the first of its way, and goes on wholly
    on the table."""
    if len(path) < 2:
        return
    field = battle.battlefield
    if not 0.0 <= path[0][0] <= field.width:
        raise Refused(f"the point of entry lies on the own edge, between 0 and {field.width:g} cm", clause)
    low = radius - TOLERANCE
    if not is_outside(battle, seat, path[0][1]) and not low <= path[0][0] <= field.width - low:
        raise Refused("its way would leave the table", "movement.on-table")  # straight in, half over an end of the edge
    for point in path[1:-1]:
        if not (low <= point[0] <= field.width - low and low <= point[1] <= field.depth - low):
            raise Refused("its way would leave the table", "movement.on-table")


class EdgeEntry(SquadMove):
    """A squad that moves in from its owner's edge: each model starts outside, the innermost point of its base on the edge.

    Where no formation comes in because it is so crowded, places are looked for one beside the other.
    """

    __slots__ = ("in_a_crowd",)

    def __init__(self, battle: Battle, unit: Unit, models: list[Model], allowance: float) -> None:
        super().__init__(battle, unit, models, allowance)
        self.in_a_crowd: Path = ()
        if not self.is_possible():
            self.in_a_crowd = self.crammed(self.one_by_one)
            self._aims = None

    def one_by_one(self) -> Moved:
        """Everybody to a place of their own, if there is room for that."""
        wide = widest(self.models)
        spots = edge_grid(self.battle, self.unit.seat, self.allowance, self.models[wide].base.radius, self.enemies)
        base = self.models[wide].base
        crowd = crowded([base.at(x, y) for x, y in spots if self.straight(wide, x, y) is not None], len(self.models))
        steps = [self.straight(i, there.x, there.y) for i, there in enumerate(crowd)]
        found = [step for step in steps if step is not None]
        return self.moved(found) if crowd and len(found) == len(crowd) else ()

    def start(self, i: int, x: float) -> Base:
        base = off_table_base(self.battle, self.unit.seat, self.models[i].base, x)
        base.facing = None
        return base

    def mover_at(self, i: int, x: float) -> Mover:
        return Mover(self.start(i, x), self.allowance, self.enemies, self.friends, level_gap=LEVELS, entering=True)

    def around(self, i: int) -> Surroundings:
        """From the middle of the edge: for what only draws and measures."""
        return Surroundings(self.ground, self.mover_at(i, self.battle.battlefield.width * 0.5), self.allowance)

    def straight(self, i: int, x: float, y: float) -> Step | None:
        around = Surroundings(self.ground, self.mover_at(i, x), self.allowance + 2 * TOLERANCE)
        cost = straight_cost(around, x, y)
        return None if cost == inf else Step(((around.x, around.y), (x, y)), cost)

    def around_terrain(self, i: int, x: float, y: float, quick: bool = False) -> Step | None:
        """Straight in, or aslant from a little to the left or right."""
        found = self.straight(i, x, y)
        if found is not None:
            return found
        width = self.battle.battlefield.width
        for aside in [aside for aside in (-2.0, 2.0, -4.0, 4.0) if 0.0 <= x + aside <= width]:
            around = Surroundings(self.ground, self.mover_at(i, x + aside), self.allowance + 2 * TOLERANCE)
            cost = straight_cost(around, x, y)
            if cost < inf:
                return Step(((around.x, around.y), (x, y)), cost)
        return None

    def leader_step(self, path: Path, i: int = 0) -> Step:
        refuse_outside(self.battle, self.unit.seat, path, self.models[i].base.radius, "deploy.default-edge")
        return super().leader_step(path, i)

    def priced(self, path: Path, i: int = 0) -> PricedPath:
        """The first point names the place of entry; it lies outside, or the model comes straight in to it."""
        x, inside = entry_of(self.battle, self.unit.seat, path)
        try:
            return price_path(self.ground, self.mover_at(i, x), [(point[0], point[1]) for point in inside])
        except BadShape as fault:
            raise Refused(str(fault), "deploy.default-edge") from None

    def places(self, first: Step, bases: list[Base]) -> list[Point]:
        spacing = 2.0 * max([base.radius for base in bases]) + SPACING
        offsets = rows(len(bases), spacing, (0.0, -inward(self.battle, self.unit.seat)))
        return [(first.x + dx, first.y + dy) for dx, dy in offsets]

    def area(self) -> list[list[tuple[float, float]]]:
        return [strip(self.battle, self.unit.seat, self.allowance, self.models[0].base.radius)]

    def snapped(self, path: Path) -> Path:
        return deepest_entry(
            self.battle, self.unit.seat, self.allowance, self.models[0].base.radius, ASIDE_ON_FOOT, path, self.is_legal
        )

    def aims(self) -> list[Path]:
        aims = entry_aims(self.battle, self.unit.seat, self.allowance, self.models[0].base.radius)
        return [self.in_a_crowd, *aims] if self.in_a_crowd else aims

    def is_possible(self) -> bool:
        return has_room_outward_from(self, ENTRIES // 2)


def strip(battle: Battle, seat: int, allowance: float, radius: float) -> list[tuple[float, float]]:
    field = battle.battlefield
    deep = max(radius, min(field.depth - radius, allowance - radius))
    low, high = (field.depth - deep, field.depth - radius) if battle.edge_of(seat) == NORTH else (radius, deep)
    return [(radius, low), (field.width - radius, low), (field.width - radius, high), (radius, high)]


def entry_aims(battle: Battle, seat: int, allowance: float, radius: float) -> list[Path]:
    """Points of arrival: along the edge, as deep as the allowance goes, or half of it."""
    field = battle.battlefield
    aims: list[Path] = []
    for share in (1.0, 0.6):
        deep = max(radius, allowance * share - radius - 0.004)
        y = thousandth(field.depth - deep if battle.edge_of(seat) == NORTH else deep)
        for k in range(ENTRIES):
            aims.append(((thousandth(field.width * (k + 0.5) / ENTRIES), y),))
    return aims


def edge_grid(battle: Battle, seat: int, allowance: float, radius: float, enemies: Sequence[Base] = ()) -> list[Point]:
    """Places close to each other where a base of a radius may arrive, those right at the edge first; and those right between
    two bases, where it may just fit. Where enemies bar the straight way in there are none."""
    field = battle.battlefield
    north = battle.edge_of(seat) == NORTH
    ends = sorted([(it.base.x - it.base.radius, it.base.x + it.base.radius) for it in battle.models if it.stands])
    columns = [radius + GRID * k for k in range(int((field.width - 2.0 * radius) / GRID) + 1)]
    columns += [(one[1] + other[0]) * 0.5 for one, other in pairwise(ends) if one[1] < other[0]]
    deepest = min(field.depth - radius, allowance - radius)
    count = int((deepest - radius + TOLERANCE) / DEEPER) + 1 if deepest > radius - TOLERANCE else 0
    rows = [radius + DEEPER * k for k in range(count)]

    def is_open(x: float) -> bool:
        for enemy in enemies:
            beyond = (field.depth - enemy.y if north else enemy.y) - radius  # of where it stands right at the edge
            near = radius + enemy.radius - TOLERANCE
            if (enemy.x - x) ** 2 + max(0.0, beyond) ** 2 < near * near:
                return False
        return True

    open_columns = [thousandth(x) for x in columns if is_open(x)]
    return [(x, thousandth(field.depth - deep if north else deep)) for deep in rows for x in open_columns]


def deepest_entry(
    battle: Battle,
    seat: int,
    allowance: float,
    radius: float,
    asides: tuple[float, ...],
    path: Path,
    is_legal: Callable[[Path], bool],
) -> Path:
    """The deepest legal entry straight below a wish, or a little aside of it; the wish itself if there is none."""
    field = battle.battlefield
    north = battle.edge_of(seat) == NORTH
    x, y = path[-1][0], path[-1][1]
    wish = field.depth - y if north else y
    for aside in asides:
        at = thousandth(max(radius, min(field.width - radius, x + aside)))
        for share in (1.0, 0.8, 0.6, 0.4):
            deep = max(radius, min(wish, allowance - radius - 0.004) * share)
            found: Path = ((at, thousandth(field.depth - deep if north else deep)),)
            if is_legal(found):
                return found
    return path


class EntryDrive(WhereTo[Driven]):
    """A vehicle that drives in from its owner's edge, its front on the edge line to begin with."""

    __slots__ = ("allowance", "battle", "model", "unit")
    draws_area: ClassVar[bool] = True

    def __init__(self, battle: Battle, unit: Unit, model: Model, allowance: float) -> None:
        super().__init__()
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.model: Final[Model] = model
        self.allowance: Final[float] = allowance

    def moved_key(self) -> str:
        return self.model.key

    def drive_from(self, x: float) -> Drive:
        start = off_table_base(self.battle, self.unit.seat, self.model.base, x)
        return Drive(self.battle, self.unit, self.model, None, self.allowance, start=start)

    def split(self, path: Path) -> tuple[Drive, Path]:
        x, inside = entry_of(self.battle, self.unit.seat, path)
        return self.drive_from(x), inside

    def check(self, path: Path) -> Driven:
        refuse_outside(self.battle, self.unit.seat, path, self.model.base.radius, "deploy.default-edge")
        drive, rest = self.split(path)
        return drive.check(rest)

    def shown(self, path: Path) -> dict[str, Any]:
        drive, rest = self.split(path)
        return drive.shown(rest)

    def snap(self, path: Path) -> Path:
        radius = self.model.base.radius
        return deepest_entry(self.battle, self.unit.seat, self.allowance, radius, ASIDE_ON_WHEELS, path, self.is_legal)

    def area(self) -> list[list[tuple[float, float]]]:
        return [strip(self.battle, self.unit.seat, self.allowance, self.model.base.radius)]

    def aims(self) -> list[Path]:
        return entry_aims(self.battle, self.unit.seat, self.allowance, self.model.base.radius)

    def last_resort(self) -> Iterator[Path]:
        """In a crowd: wherever it just fits."""
        enemies = enemies_in_way(self.battle, self.unit)
        for x, y in edge_grid(self.battle, self.unit.seat, self.allowance, self.model.base.radius, enemies):
            if self.is_legal(((x, y),)):
                yield ((x, y),)
                return


class EntryFlight(WhereTo[tuple[Flown, Point]]):
    """A flyer that enters with its flight, its front anywhere on its owner's edge to begin with."""

    __slots__ = ("battle", "distance", "model", "unit")

    def __init__(self, battle: Battle, unit: Unit, model: Model, distance: float) -> None:
        super().__init__()
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.model: Final[Model] = model
        self.distance: Final[float] = distance

    def moved_key(self) -> str:
        return self.model.key

    def flight_from(self, x: float) -> Flight:
        base = off_table_base(self.battle, self.unit.seat, self.model.base, x)
        return Flight(self.battle, self.unit, self.model, base, self.distance, False)

    def check(self, path: Path) -> tuple[Flown, Point]:
        """Two points: where it comes over the edge, and where its centre ends; one: straight in."""
        if len(path) > 2:
            raise Refused("a flight onto the table has a point of entry and an end", "deploy.flyer")
        over: Point = (path[0][0], self.edge)
        refuse_outside(self.battle, self.unit.seat, (over, *path[1:]), self.model.base.radius, "deploy.flyer")
        return self.flight_from(over[0]).check(path[-1:]), over

    @property
    def edge(self) -> float:
        return self.battle.battlefield.depth if self.battle.edge_of(self.unit.seat) == NORTH else 0.0

    def preview(self, path: Path) -> dict[str, Any]:
        return self.flight_from(path[0][0]).preview(path[-1:])

    def snap(self, path: Path) -> Path:
        entry = path[0]
        return (entry, *self.flight_from(entry[0]).snap(path[-1:]))

    def aims(self) -> list[Path]:
        field = self.battle.battlefield
        middle = pi * 0.5 * inward(self.battle, self.unit.seat)
        found: list[Path] = []
        for k in range(ENTRIES):
            x = thousandth(field.width * (k + 0.5) / ENTRIES)
            flight = self.flight_from(x)
            for turn in (-0.6, 0.0, 0.6):
                found.append(((x, self.edge), flight.end_toward(middle + turn)))
        return found


def has_room_outward_from(squad: SquadMove, middle: int) -> bool:
    """Is there room at any of the places thought of? From the middle of a row of them outward: at a rim a whole squad rarely
    fits."""
    for number in sorted(range(squad.count()), key=lambda it: abs(it - middle)):
        if squad.proposal(number):
            return True
    return False


def widest(models: list[Model]) -> int:
    """Which of some models has the widest base: where it fits, all of them do."""
    return max(range(len(models)), key=lambda i: models[i].base.radius)


def crowded(free: list[Base], count: int) -> list[Base]:
    """Places for a whole squad among free ones, one beside the other; nothing if there are none."""
    if not free:
        return []
    apart = 2.0 * free[0].radius + LINK
    across = sorted(free, key=lambda there: (there.y, there.x))
    return together(free, count, apart) or together(across, count, apart)


Allowed = Callable[[float, float, float], str]
"""What is wrong with a base standing at a point (x, y), by its radius; nothing if it may."""


def anywhere(x: float, y: float, radius: float) -> str:
    """Wherever there is room."""
    return ""


class Placing(SquadMove):
    """A unit set down somewhere without a move: in a zone, on the train, beside its transport.

    `allowed` says of a base of a radius standing there what is wrong with that, or nothing; `spots` are places worth proposing
    for the first model; `whole` judges everybody together once they stand. `by` is whatever these look at besides the map and
    the own edge.
    """

    __slots__ = ("_free", "_rooms", "_spots", "_widest", "allowed", "by", "clause", "way", "whole")
    draws_area: ClassVar[bool] = False

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        models: list[Model],
        allowed: Allowed,
        spots: list[Point],
        clause: str,
        whole: Callable[[list[Base]], str] | None = None,
        way: str = "",
        by: Deciding = (),
    ) -> None:
        super().__init__(battle, unit, models, 0.0, False)
        self.way: Final[str] = way or way_of(unit)
        """How it meets the terrain it is set down on; a vehicle that starts on the train stands on its deck."""
        self.allowed: Final[Allowed] = allowed
        self.clause: Final[str] = clause
        self.whole: Final[Callable[[list[Base]], str] | None] = whole
        self.by: Final[Deciding] = by
        self._spots: Final[list[Point]] = spots
        self._widest: Final[int] = widest(models)
        self._rooms: dict[float, Surroundings] = {}
        self._free: dict[tuple[float, float, float], bool] = {}

    def at_spots(self, spots: list[Point]) -> Placing:
        """The same at other places; what is known of places already, it knows as well."""
        twin = type(self)(
            self.battle, self.unit, self.models, self.allowed, spots, self.clause, self.whole, self.way, self.by
        )
        twin._rooms = self._rooms
        twin._free = self._free
        twin._remembered = self._remembered
        return twin

    def deciding(self) -> Deciding:
        return (self.clause, self.way, self.by, *super().deciding())

    def room(self, radius: float) -> Surroundings:
        """Where a base of a radius has room."""
        found = self._rooms.get(radius)
        if found is None:
            others = [*self.enemies, *self.friends]
            base = Base("", 0.0, 0.0, radius, 0.0, self.models[0].base.height)
            ground = self.battle.battlefield.ground(self.way)
            found = Surroundings(ground, Mover(base, 0.0, others, level_gap=LEVELS), 200.0, strict=True)
            self._rooms[radius] = found
        return found

    def fault(self, i: int, x: float, y: float) -> str:
        radius = self.models[i].base.radius
        fault = self.allowed(x, y, radius)
        if fault:
            return fault
        objection = self.room(radius).standing_fault(x, y, 0.0)
        if objection is None:
            return ""
        known = objection.blocker in self.battle.places
        return objection.told(self.battle.model(objection.blocker).name) if known else objection.reason

    def has_room(self, x: float, y: float) -> bool:
        """May anybody of them stand there?"""
        return self.may_stand(self._widest, x, y)

    def may_stand(self, i: int, x: float, y: float) -> bool:
        """Those who look for a place beside the same few look at the same places."""
        place = (self.models[i].base.radius, x, y)
        found = self._free.get(place)
        if found is None:
            found = self._free[place] = not self.fault(i, x, y)
        return found

    def straight(self, i: int, x: float, y: float) -> Step | None:
        return Step(((x, y),), 0.0) if self.may_stand(i, x, y) else None

    def around_terrain(self, i: int, x: float, y: float, quick: bool = False) -> Step | None:
        return self.straight(i, x, y)

    def leader_step(self, path: Path, i: int = 0) -> Step:
        x, y = path[-1][0], path[-1][1]
        fault = self.fault(i, x, y)
        if fault:
            raise Refused(f"{self.models[i].name} cannot be placed there: {fault}", self.clause)
        return Step(((x, y),), 0.0)

    def places(self, first: Step, bases: list[Base]) -> list[Point]:
        spacing = 2.0 * max([base.radius for base in bases]) + 0.2
        offsets = rows(len(bases), spacing, (0.0, -inward(self.battle, self.unit.seat)), abreast=4)
        return [(first.x + dx, first.y + dy) for dx, dy in offsets]

    def refuse_bad_end(self, steps: list[Step]) -> None:
        super().refuse_bad_end(steps)
        if self.whole is not None:
            bases = [model.base.at(step.x, step.y, 0.0) for model, step in zip(self.models, steps, strict=True)]
            fault = self.whole(bases)
            if fault:
                raise Refused(f"{self.unit.name} cannot be placed there: {fault}", self.clause)

    def standing_and_facing(self, path: Path) -> tuple[Moved, float | None]:
        return self.check(path), self.facing_of(path)

    def facing_of(self, path: Path) -> float | None:
        """As wished, or looking away from the own edge."""
        if not self.unit.card.faces:
            return None
        wished = wished_facing(path)
        if wished is not None:
            return wished
        return 270.0 if self.battle.edge_of(self.unit.seat) == NORTH else 90.0

    def preview(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> dict[str, Any]:
        try:
            moved = self.check(path, by_hand)
        except Refused as why:
            return {"legal": False, "why": why.message, "clause": why.clause}
        shown = [{"key": self.battle.models[i].key, "path": [list(points[-1])]} for i, points, _ in moved[1:]]
        seen: dict[str, Any] = {"legal": True, "followers": shown, "provokes": []}
        if self.unit.card.faces:
            seen["facing"] = self.facing_of(path)
        return seen

    def snap(self, path: Path) -> Path:
        """The nearest legal place to a wish among those around it and those that are proposed."""
        x, y = path[-1][0], path[-1][1]
        tries: list[Point] = [(x, y)]
        for apart in (0.5, 1.0, 2.0, 3.0, 4.5):
            tries += ring(x, y, apart, 12)
        tries.extend(sorted(self._spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y)))
        for at in tries:
            if self.is_legal((at,)):
                wished = wished_facing(path)
                return (at,) if wished is None else ((at[0], at[1], wished),)
        return path

    def in_a_crowd(self, find: Callable[[], list[Base]]) -> Placing | None:
        """Everybody at places that are found one by one; None if there is no room for all."""

        def found() -> Moved:
            places = find()
            return self.moved([Step((there.centre,), 0.0) for there in places]) if places else ()

        path = self.crammed(found)
        if not path:
            return None
        placing = self.at_spots([(path[0][0], path[0][1])])
        placing.known[path] = self.known[path]
        return placing

    def one_beside_the_other(self, spots: list[Point]) -> list[Base]:
        """A place for each among these; nothing if there is no room for all."""
        base = self.models[self._widest].base
        return crowded([base.at(x, y) for x, y in spots if self.has_room(x, y)], len(self.models))

    def aims(self) -> list[Path]:
        return [(spot,) for spot in self._spots]

    def is_possible(self) -> bool:
        return has_room_outward_from(self, self.count() // 2)
