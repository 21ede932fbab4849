"""Movement of vehicles, skimmers and VTOLs: facing, measuring from front to front, ponderous lines, rams as paths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Any, ClassVar, Final

from vanguard.core.questions import Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import Ground, Mover, PricedPath, cheapest_path, price_path
from vanguard.geometry.movement.forced import snap_toward
from vanguard.geometry.movement.reach import reach_area
from vanguard.geometry.movement.search import cheapest_path_in
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.movement.sweep import centre_intervals
from vanguard.geometry.shapes import BadShape, Base, Part, Point
from vanguard.rulebooks.vijilant.battlefield import STEP, TOLERANCE
from vanguard.rulebooks.vijilant.movement import (
    DETOURS,
    HAIR,
    HEADINGS,
    LEVELS,
    NEAREST,
    SHARES,
    enemies_in_way,
    flat,
    friends_in_way,
    heading_to_enemy,
    refusal,
    stand,
    way_of,
)
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Turn, Unit
from vanguard.tabletop.facings import (
    along_facing,
    front_to_front,
    off_line,
    plan_of,
    travel_facing,
    turned,
    wished_facing,
)

Driven = tuple[tuple[tuple[float, ...], ...], float, float]
"""The points of the centre with the start first, the facing at the end, the distance used."""

ON_LINE: Final = 0.02
TURNED: Final = 0.01
JUST: Final = 0.002
"""Far enough into contact that rounding to a thousandth does not end a ram short of it."""
JUST_OFF: Final = 1e-6
"""So much of a leg is outside by rounding alone."""
BESIDE: Final = 0.3
"""So far from an enemy a vehicle turns to ram it after going around something."""


class Contact:
    """Where along the last leg of a ram an enemy model is met."""

    __slots__ = ("along", "model", "x", "y")

    def __init__(self, along: float, x: float, y: float, model: int) -> None:
        self.along: Final[float] = along
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.model: Final[int] = model


class Drive(WhereTo[Driven]):
    """A vehicle about to move: what it may spend, what is in its way, on which line it is bound to move."""

    __slots__ = (
        "_mover",
        "allowance",
        "base",
        "battle",
        "ground",
        "known",
        "line",
        "locked",
        "model",
        "ram",
        "turn",
        "unit",
    )
    draws_area: ClassVar[bool] = True

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        model: Model,
        turn: Turn | None,
        allowance: float,
        locked: bool = False,
        ram: bool = False,
        start: Base | None = None,
    ) -> None:
        super().__init__()
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.model: Final[Model] = model
        self.turn: Final[Turn | None] = turn
        self.ram: Final[bool] = ram
        hovers = unit.card.skimmer or unit.card.vtol
        self.locked: Final[bool] = locked and not hovers
        self.allowance: Final[float] = allowance * 0.5 if self.locked else allowance
        self.ground: Final[Ground] = battle.battlefield.ground(way_of(unit), self.locked)
        self.base: Final[Base] = flat(model.base) if start is None else start
        """Where it starts: on the table, or outside with its front on the own edge."""
        facing = self.base.facing or 0.0
        self.line: Final[float] = facing if turn is None or start is not None else turn.facing
        """The facing with which the turn began."""
        self.known: dict[Path, Driven] = {}
        self._mover: Mover | None = None

    @property
    def facing(self) -> float:
        return self.base.facing or 0.0

    @property
    def mover(self) -> Mover:
        found = self._mover
        if found is None:
            battle, unit = self.battle, self.unit
            blockers = [battle.models[i].base for i in self.survivors] if self.ram else enemies_in_way(battle, unit)
            friends = friends_in_way(battle, unit, [self.model.index])
            found = Mover(self.base, self.allowance, blockers, friends, level_gap=LEVELS, entering=self.entering)
            self._mover = found
        return found

    @property
    def survivors(self) -> list[int]:
        """Models it has rammed this turn that survived: they block it for the rest of the turn."""
        if self.turn is None:
            return []
        return [i for i in self.turn.rammed if self.battle.models[i].fate == STANDING]

    @property
    def entering(self) -> bool:
        y = self.base.y
        return y < 0.0 or y > self.battle.battlefield.depth

    @property
    def ponderous(self) -> bool:
        return self.unit.card.ponderous

    @property
    def pivoted(self) -> bool:
        """Has it changed its facing already this turn, being ponderous?"""
        return self.turn is not None and self.turn.pivoted

    def moved_key(self) -> str:
        return self.model.key

    # -- a path given by a player -------------------------------------------------------------------------------------------

    def check(self, path: Path) -> Driven:
        known = self.known.get(path)
        if known is not None:
            return known
        priced = self.priced(path)
        if priced.objection is not None:
            self._refuse_past_survivor(priced.objection.blocker)
            raise refusal(self.battle, self.unit, self.unit.name, priced.objection, self.locked)
        points: Path = tuple([(x, y) for x, y, _ in priced.points])
        self._refuse_off_line(points)
        self._refuse_back_onto_train(points)
        if self.ram:
            self._refuse_bent_ram(points)
            self._refuse_through_unstruck(points)
        facing = self._facing_at_end(path, points, priced.cost)
        if self.pivoted and facing != self.facing:
            raise Refused(f"{self.unit.name} has pivoted already this turn", "ponderous.pivot-last")
        used = self.used(points, facing, priced.cost)
        if used > self.allowance + TOLERANCE:
            raise Refused(
                f"{self.unit.name}: from front to front this is {used:.2f} cm, it moves {self.allowance:g} cm",
                "movement.measure-front",
            )
        return (points, facing, thousandth(used))

    def priced(self, path: Path) -> PricedPath:
        try:
            return self._priced([(point[0], point[1]) for point in plan_of(path)])
        except BadShape as fault:
            raise Refused(str(fault), "movement.up-to-m") from None

    def _priced(self, plan: list[Point]) -> PricedPath:
        """The price of a path; a single point means: go there by the cheapest legal path."""
        straight = price_path(self.ground, self.mover, plan)
        if len(plan) > 1 or straight.legal or self.ponderous or self.ram:
            return straight
        return cheapest_path(self.ground, self.mover, plan[0]) or straight

    def used(self, points: Path, facing: float, cost: float) -> float:
        """The larger of the path of the centre and the straight line from the old front point to the new one."""
        end = turned(self.base, points[-1][0], points[-1][1], facing)
        return max(cost, front_to_front(self.base, end))

    def _facing_at_end(self, path: Path, points: Path, cost: float) -> float:
        """As wished; else the way it drove if that can be afforded, else the way it faced."""
        wished = wished_facing(path)
        if wished is not None:
            return wished
        if self.ponderous:
            return self.facing
        facing = travel_facing(points, self.facing)
        return facing if self.used(points, facing, cost) <= self.allowance + TOLERANCE else self.facing

    def _refuse_off_line(self, points: Path) -> None:
        if not self.ponderous:
            return
        if self.pivoted and len(points) > 1:
            raise Refused(f"{self.unit.name} has pivoted and may not move again this turn", "ponderous.pivot-last")
        for x, y in [(point[0], point[1]) for point in points]:
            if off_line(self.base, self.line, x, y) > ON_LINE:
                raise Refused(
                    f"{self.unit.name} is ponderous: it moves only along the line it faced when its turn began",
                    "ponderous.straight-only",
                )

    def _refuse_past_survivor(self, blocker: str) -> None:
        """Whoever survived a ram of this turn is an obstacle for the rest of it."""
        for index in self.survivors:
            survivor = self.battle.models[index]
            if survivor.key == blocker:
                raise Refused(
                    f"{survivor.name} has stopped {self.unit.name} this turn: it can neither be passed nor rammed again",
                    "ramming.block-lasts-turn",
                )

    def _refuse_back_onto_train(self, points: Path) -> None:
        """A vehicle that started on the train may drive along the deck and off it, not back onto it."""
        deck = self.battle.battlefield.deck
        if deck is not None and self.unit.on_deck and comes_back(deck, points):
            raise Refused(f"{self.unit.name} cannot drive back onto the train", "heist.defender-starts-on-train")

    def _refuse_bent_ram(self, points: Path) -> None:
        """From its first contact on a ram is one straight line."""
        for i in range(1, len(points) - 1):
            if self.contacts_on(points[i - 1], points[i]):
                raise Refused("from its first contact on a ram goes straight on", "ramming.straight-line")

    def _refuse_through_unstruck(self, points: Path) -> None:
        """Whoever is met too high or too low to be struck is in the way like in any other move."""
        for start, end in pairwise(points):
            for it in contacts_on_leg(self.base, start, end, self.rammable()):
                if not self._is_struck(it) and self._goes_into(self.battle.models[it.model].base, start, end):
                    name = self.battle.models[it.model].name
                    raise Refused(
                        f"{self.unit.name} would pass through {name}, who is too high or too low to be rammed",
                        "movement.through-models",
                    )

    def _goes_into(self, other: Base, start: tuple[float, ...], end: tuple[float, ...]) -> bool:
        """Does a straight leg lead into another base, and not only up to it?"""
        dx, dy = end[0] - start[0], end[1] - start[1]
        share = ((other.x - start[0]) * dx + (other.y - start[1]) * dy) / (dx * dx + dy * dy)
        share = max(0.0, min(1.0, share))
        apart = hypot(other.x - start[0] - share * dx, other.y - start[1] - share * dy)
        return apart < self.base.radius + other.radius - TOLERANCE

    def contacts_on(self, start: tuple[float, ...], end: tuple[float, ...]) -> list[Contact]:
        """The enemy models that the base strikes on a straight leg, in the order of contact."""
        return [it for it in contacts_on_leg(self.base, start, end, self.rammable()) if self._is_struck(it)]

    def _is_struck(self, contact: Contact) -> bool:
        height = self.elevation_at(contact.x, contact.y)
        return abs(self.battle.models[contact.model].base.elevation - height) <= STEP

    def elevation_at(self, x: float, y: float) -> float:
        field = self.battle.battlefield
        hovers = self.unit.card.skimmer or self.unit.card.vtol
        return field.hovering_at(x, y) if hovers else field.elevation_at(x, y)

    def rammable(self) -> list[Model]:
        """Enemy models on its own level that have not survived a ram of this turn."""
        battle = self.battle
        survivors = self.survivors
        found: list[Model] = []
        for enemy in battle.units:
            if enemy.seat == self.unit.seat or enemy.flying or not enemy.deployed:
                continue
            for model in battle.models[enemy.first : enemy.last]:
                if model.fate == STANDING and model.index not in survivors:
                    found.append(model)
        return found

    # -- for people ----------------------------------------------------------------------------------------------------------

    def shown(self, path: Path) -> dict[str, Any]:
        priced = self.priced(path)
        points: Path = tuple([(x, y) for x, y, _ in priced.points])
        facing = self._facing_at_end(path, points, priced.cost)
        used = self.used(points, facing, priced.cost)
        items = [{"label": f"{it.label} {it.part}".strip(), "amount": round(it.amount, 2)} for it in priced.items]
        if used > priced.cost + 0.005:
            items.append({"label": "turning", "amount": round(used - priced.cost, 2)})
        met: list[str] = []
        if self.ram and len(points) > 1:
            met = [self.battle.models[it.model].name for it in self.contacts_on(points[-2], points[-1])]
        return {
            "cost": round(used, 2),
            "allowance": round(self.allowance, 2),
            "items": items,
            "path": [[x, y] for x, y in points],
            "facing": facing,
            "provokes": [{"text": f"rams {name}", "clause": "ramming.automatic-hit"} for name in met],
        }

    def area(self) -> list[list[tuple[float, float]]]:
        if self.ponderous:
            return []
        return [ring for area in reach_area(self.ground, self.mover) for ring in area.rings]

    def snap(self, path: Path) -> Path:
        """The furthest legal move toward a wish, on the line for a ponderous unit; the wished facing is kept if it can be."""
        x, y = path[-1][0], path[-1][1]
        if self.ponderous:
            return self._snap_on_line(path, x, y)
        try:
            priced = snap_toward(self.ground, self.mover, (x, y))
        except BadShape as fault:
            raise Refused(str(fault), "movement.up-to-m") from None
        found: Path = tuple([(px, py) for px, py, _ in priced.waypoints]) or ((self.base.x, self.base.y),)
        wished = wished_facing(path)
        for tried in ([_facing(found, wished)] if wished is not None else []) + [found, _facing(found, self.facing)]:
            if self.is_legal(tried):
                return tried
        return ((self.base.x, self.base.y),)

    def _snap_on_line(self, path: Path, x: float, y: float) -> Path:
        ux, uy = cos(radians(self.line)), sin(radians(self.line))
        wish = (x - self.base.x) * ux + (y - self.base.y) * uy
        wish = max(-self.allowance, min(self.allowance, wish))
        wished = wished_facing(path)
        for share in (1.0, 0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0.0):
            found: Path = (along_facing(self.base, self.line, wish * share),)
            for tried in ([_facing(found, wished)] if wished is not None else []) + [found]:
                if self.is_legal(tried):
                    return tried
        return ((self.base.x, self.base.y),)

    # -- proposals -------------------------------------------------------------------------------------------------------------

    def aims(self) -> list[Path]:
        if self.ram:
            return self._ram_aims()
        base = self.base
        far = self.allowance - HAIR
        here: Point = (thousandth(base.x), thousandth(base.y))
        toward = heading_to_enemy(self.battle, self.unit, self.base, [model.base for model in self.rammable()])
        aims: list[Path] = [] if self.entering else [(here,)]
        if self.ponderous:
            for share in SHARES:
                aims.append((along_facing(base, self.line, far * share),))
                if not self.entering:
                    aims.append((along_facing(base, self.line, -far * share),))
            aims.append(((here[0], here[1], thousandth(degrees(toward) % 360.0)),))
            return aims
        for i in range(HEADINGS):
            angle = toward + 2.0 * pi * i / HEADINGS
            for share in SHARES:
                x, y = thousandth(base.x + far * share * cos(angle)), thousandth(base.y + far * share * sin(angle))
                aims.append(((x, y),))
        return aims

    def _ram_aims(self) -> list[Path]:
        """At the nearest enemies and on through them, or just into contact."""
        aims: list[Path] = []
        for _, _, model in self._near()[: 2 * NEAREST]:
            heading = self.line if self.ponderous else self._heading_to(model.base)
            ahead, off = self._seen_along(heading, model.base)
            reach = self.base.radius + model.base.radius
            if off > reach or not ahead:
                continue
            contact = max(abs(ahead) - (reach * reach - off * off) ** 0.5, 0.0) + JUST
            for far in (self.allowance - HAIR, min(self.allowance, max(abs(ahead), contact)), min(self.allowance, contact)):  # fmt: skip
                aims.append((along_facing(self.base, heading, far if ahead > 0 else -far),))
        return aims

    def _near(self) -> list[tuple[float, int, Model]]:
        """The enemies it could touch if nothing were in between: how far off, their number, who; the nearest first."""
        found: list[tuple[float, int, Model]] = []
        for model in self.rammable():
            distance = hypot(model.base.x - self.base.x, model.base.y - self.base.y)
            distance -= self.base.radius + model.base.radius
            if distance <= self.allowance:
                found.append((distance, model.index, model))
        found.sort(key=lambda it: (it[0], it[1]))
        return found

    def _heading_to(self, other: Base) -> float:
        return degrees(atan2(other.y - self.base.y, other.x - self.base.x))

    def _seen_along(self, heading: float, other: Base) -> tuple[float, float]:
        """How far ahead on a line through the own centre something is, and how far off it."""
        ux, uy = cos(radians(heading)), sin(radians(heading))
        dx, dy = other.x - self.base.x, other.y - self.base.y
        return (dx * ux + dy * uy, abs(ux * dy - uy * dx))

    def last_resort(self) -> Iterator[Path]:
        """Where no straight drive meets anybody: around what is in between to beside an enemy, and then at it."""
        near = [] if not self.ram or self.ponderous else self._near()[:NEAREST]
        if not near:
            return
        found = 0
        enemies, friends = (
            enemies_in_way(self.battle, self.unit),
            friends_in_way(self.battle, self.unit, [self.model.index]),
        )
        mover = Mover(self.base, self.allowance, enemies, friends, level_gap=LEVELS, entering=self.entering)
        around = Surroundings(self.ground, mover, self.allowance + TOLERANCE)
        for _, _, model in near:
            other = model.base
            apart = self.base.radius + other.radius
            for k in range(HEADINGS):
                c, s = cos(2.0 * pi * k / HEADINGS), sin(2.0 * pi * k / HEADINGS)
                beside, into = [
                    (thousandth(other.x + far * c), thousandth(other.y + far * s))
                    for far in (apart + BESIDE, apart - JUST)
                ]
                priced = cheapest_path_in(around, beside, self.allowance, quick=True)
                if priced is not None:
                    path = self.tried((*[(x, y) for x, y, _ in priced.waypoints], into))
                    if path:
                        yield path
                        found += 1
                        if found == DETOURS:
                            return

    def tried(self, aim: Path) -> Path:
        try:
            driven = self.check(aim)
        except Refused:
            return ()
        if self.ram and not (len(driven[0]) > 1 and self.contacts_on(driven[0][-2], driven[0][-1])):
            return ()
        self.known[aim] = driven
        return aim


def contacts_on_leg(
    base: Base, start: tuple[float, ...], end: tuple[float, ...], others: list[Model]
) -> list[Contact]:  # fmt: skip
    """Whom a base touches on a straight leg, in the order of contact; whoever touches it already only if it comes closer."""
    found: list[Contact] = []
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < 1e-9:
        return found
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    for model in others:
        px, py = model.base.x - start[0], model.base.y - start[1]
        reach = base.radius + model.base.radius
        ahead = px * ux + py * uy
        off = abs(ux * py - uy * px)
        if off > reach or ahead <= 0.0:
            continue
        along = max(0.0, ahead - (reach * reach - off * off) ** 0.5)
        if along <= length + 1e-9:
            x, y = thousandth(start[0] + along * ux), thousandth(start[1] + along * uy)
            found.append(Contact(along, x, y, model.index))
    found.sort(key=lambda it: (round(it.along, 6), it.model))
    return found


def comes_back(part: Part, points: Path) -> bool:
    """Does the way of a centre that starts on a part lead onto it again after it has left it?"""
    left = False
    for (x0, y0), (x1, y1) in pairwise(points):
        inside = centre_intervals(part, x0, y0, x1 - x0, y1 - y0)
        for begins, ends in inside:
            if left or begins > JUST_OFF:
                return True
            left = ends < 1.0 - JUST_OFF
        left = left or not inside
    return False


def _facing(path: Path, facing: float) -> Path:
    last = path[-1]
    return (*path[:-1], (last[0], last[1], facing))


# -- atoms ------------------------------------------------------------------------------------------------------------------


def drive(battle: Battle, unit: Unit, driven: Driven, clause: str, start: Base | None = None) -> None:
    """The vehicle stands at the end of its path and faces as its owner wished; moving lifts off and ends slowing.

    `start` is where it came from, if it has been put elsewhere on the way.
    """
    points, facing, used = driven
    model = battle.models[unit.first]
    before = model.base if start is None else start
    turned_round = abs((facing - (before.facing or 0.0) + 180.0) % 360.0 - 180.0) > TURNED
    gone = any([hypot(point[0] - before.x, point[1] - before.y) > 1e-9 for point in points])
    if battle.turn is not None and unit.card.ponderous and turned_round and battle.turn.unit == unit.index:
        battle.turn.pivoted = True
    if gone or turned_round:
        take_off(battle, unit)
    if gone:
        unit.slowed = False
    stand(battle, model, thousandth(points[-1][0]), thousandth(points[-1][1]), facing)
    if unit.on_deck and not battle.battlefield.is_aboard(model.base):
        unit.on_deck = False
    if battle.heard:
        path = points if gone else ()
        battle.note(
            "drives" if gone else "turns", clause if gone else "movement.facing", (model.key,), unit=unit.name, cost=f"{max(0.0, used):.1f}", path=path,
            facing=compass(facing),
        )  # fmt: skip


def take_off(battle: Battle, unit: Unit) -> None:
    """A landed VTOL is in the air again as soon as it moves, free of charge."""
    if unit.card.vtol and not unit.airborne:
        unit.airborne = True
        battle.note("takes-off", "units.vtol.airborne-or-landed", battle.keys(unit), unit=unit.name)


COMPASS: Final[tuple[str, ...]] = (
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
)  # fmt: skip


def compass(facing: float) -> str:
    return COMPASS[int((facing % 360.0) / 45.0 + 0.5) % 8]
