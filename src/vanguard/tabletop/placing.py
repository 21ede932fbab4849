"""Setting a base on the table: deployment, reinforcements, disembarking, models that come back.

A rulebook says what the place must keep to, one condition per phrase of its rule:

    placing = Placing(ground, Mover(model, 0.0, blockers=others), model.name, CLAUSES, battle.name_of,
                      inside=[zone], near=[Near(transport, 3.0, wholly=True)], away=[Away(enemy, 9.0) for enemy in enemies])
    x, y, z = await placing.ask(side, "Where does it arrive?", "reinforcements.set-up")

`placing.any_spot()` looks at every corner of the room there is, so that “nobody can” is true when it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, dist, inf, pi, sin
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Path, Uniform, WhereTo
from vanguard.core.questions.urn import Urn
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import furthest_gap, gap, wholly_inside
from vanguard.geometry.movement.ground import DECK, PLATFORM, Ground, Mover
from vanguard.geometry.movement.paths import OFF_LEVEL, TOO_NEAR, UNFIT_END, Objection
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Base, Part, Point, Point3, Table
from vanguard.tabletop.borders import Borders, Box
from vanguard.tabletop.lengths import told_length, told_length_beside
from vanguard.tabletop.moves import ANY, Clauses, clause_of
from vanguard.tabletop.standing import level_meant, lowest_level, nearest_place, standing_on_table

OUTSIDE: Final = "outside its zone"
NOT_NEAR: Final = "not near enough"

STEPS: Final[tuple[float, ...]] = (6.0, 2.0, 0.5)
"""How far apart the spots of a zone are tried: the coarsest grid that has a free one is taken."""


RINGS: Final = 16
DIRECTIONS: Final = 24
HALVES: Final = 8
"""A wish that cannot be met is moved: outward ring by ring, each half a radius farther, and back by halves."""


class Near:
    """At most a distance from a base: the nearest points of the two, or every point of what is placed."""

    __slots__ = ("base", "distance", "wholly")

    def __init__(self, base: Base, distance: float, wholly: bool = False) -> None:
        self.base = base
        self.distance = distance
        self.wholly = wholly

    def measure(self, there: Base) -> float:
        return furthest_gap(there, self.base) if self.wholly else gap(there, self.base)


class Away:
    """More than a distance from a base; elevations count as in `gap`."""

    __slots__ = ("base", "distance")

    def __init__(self, base: Base, distance: float) -> None:
        self.base = base
        self.distance = distance


def rectangle_zone(name: str, west: float, south: float, east: float, north: float) -> Part:
    """A zone of the table between two columns and two rows."""
    return Part(name, [(west, south), (east, south), (east, north), (west, north)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Placing(WhereTo[Point3]):
    """One base about to be set up: its base wholly `inside` each of some zones, within, and away, and on a legal spot.

    `mover` brings the base, everybody whom it may not overlap (blockers) and zones to keep out of. `test` (x, y, z) answers ""
    or says why not, for what is no matter of distance. `spots` are the places to propose first; without them a grid over the
    zone. A third coordinate of the answer is the level; without one it is the lowest that can be stood on there.
    """

    __slots__ = (
        "_around", "away", "base", "clauses", "ground", "inside", "name", "name_of", "near", "spots", "steps", "test",
    )  # fmt: skip
    draws_area: ClassVar[bool] = True

    def __init__(
        self,
        ground: Ground,
        mover: Mover,
        name: str,
        clauses: Clauses,
        name_of: Callable[[str], str],
        inside: Sequence[Part] = (),
        near: Sequence[Near] = (),
        away: Sequence[Away] = (),
        test: Callable[[float, float, float], str] | None = None,
        spots: Sequence[Point] = (),
        steps: Sequence[float] = STEPS,
    ) -> None:
        super().__init__()
        self.ground = ground
        self.base = mover.base
        self.name = name
        self.clauses = clauses
        self.name_of = name_of
        self.inside = inside
        self.near = near
        self.away = away
        self.test = test
        self.spots = spots
        self.steps = steps
        self._around: Surroundings = standing_on_table(ground, mover)

    def moved_key(self) -> str:
        return self.base.key

    # -- checking ---------------------------------------------------------------------------------------------------------

    def check(self, path: Path) -> Point3:
        if len(path) != 1:
            raise Refused(f"{self.name} is set up at a single point, not along a path", self.clauses.get(ANY, ""))
        x, y, z = self.place_of(path)
        objection = self.objection(x, y, z)
        if objection is not None:
            raise Refused(self.refusal(objection), clause_of(objection, self.clauses))
        return (x, y, z)

    def place_of(self, path: Path) -> Point3:
        x, y = path[-1][0], path[-1][1]
        if len(path[-1]) == 3 and (self.ground.has_decks or not self.ground.has_platforms):
            return (x, y, path[-1][2])
        return (x, y, self.level(x, y))

    def level(self, x: float, y: float) -> float:
        """The level meant by a point without elevation: the lowest on which it can stand there."""
        return level_meant(self._around, x, y)

    def refusal(self, objection: Objection) -> str:
        why = objection.told(self.name_of(objection.blocker))
        return f"{self.name} cannot be set up there: {why}"

    def objection(self, x: float, y: float, z: float) -> Objection | None:
        """Why the base may not be set there; None if it may."""
        fault = self._misplaced(x, y, z)
        if fault is None:
            fault = self._around.standing_fault(x, y, z)
        return self._unfit(x, y, z) if fault is None else fault

    def _misplaced(self, x: float, y: float, z: float) -> Objection | None:
        """Why it may not be set there whatever stands there: outside, or too far from something, or too near."""
        tolerance = self.ground.tolerance
        for zone in self.inside:
            if not wholly_inside(zone, x, y, self.base.radius, tolerance):
                spans = f"x {zone.min_x:g} to {zone.max_x:g} and y {zone.min_y:g} to {zone.max_y:g}"
                return Objection(OUTSIDE, f"its base is not wholly inside {{it}}, {spans}", x, y, zone.name)
        if z > 0.0 and not self.ground.has_decks and not self.ground.has_platforms:
            return Objection(OFF_LEVEL, f"there is no level at {told_length(z, self.ground.table)}", x, y)
        there = self.base.at(x, y, z)
        for near in self.near:
            distance = near.measure(there)
            if distance > near.distance + tolerance:
                told = "at most {} from {{it}} is allowed, it would be {}"
                words = self._told(told, near.distance, distance)
                return Objection(NOT_NEAR, words, x, y, near.base.key, near.distance)
        for away in self.away:
            distance = gap(there, away.base)
            if distance <= away.distance + tolerance:
                told = "more than {} from {{it}} is needed, it would be {}"
                words = self._told(told, away.distance, distance)
                return Objection(TOO_NEAR, words, x, y, away.base.key, away.distance)
        return None

    def _unfit(self, x: float, y: float, z: float) -> Objection | None:
        why = "" if self.test is None else self.test(x, y, z)
        return Objection(UNFIT_END, why, x, y) if why else None

    def _told(self, words: str, limit: float, distance: float) -> str:
        table = self.ground.table
        return words.format(told_length(limit, table), told_length_beside(distance, limit, table))

    def is_free(self, spot: Point, z: float | None = None) -> bool:
        """On the level meant by the spot, unless another is given."""
        x, y = spot
        if z is not None or not self.ground.has_decks:
            return self.objection(x, y, self.level(x, y) if z is None else z) is None
        z = lowest_level(self._around, x, y)  # where it can stand, which need not be asked again
        return z is not None and self._misplaced(x, y, z) is None and self._unfit(x, y, z) is None

    def snap(self, path: Path) -> Path:
        """About the nearest place to the wish where it may be set; the nearest of the proposed ones if that is far off."""
        west, south, east, north = self.box()
        room = self.base.radius if self.inside else 0.0
        x = thousandth(min(max(path[-1][0], west + room), max(west + room, east - room)))
        y = thousandth(min(max(path[-1][1], south + room), max(south + room, north - room)))
        z = self.place_of((path[-1],))[2] if len(path[-1]) == 3 else None
        for turn in range(RINGS):
            spots = ring(x, y, turn * self.base.radius * 0.5, 1 if turn == 0 else DIRECTIONS)
            free = [spot for spot in spots if self.ground.table.holds(*spot) and self.is_free(spot, z)]
            if free:
                wish = (path[-1][0], path[-1][1])
                return (self._given(self._closer(min(free, key=lambda spot: dist(spot, wish)), (x, y), z)),)
        proposed = self.propose()
        return min(proposed, key=lambda one: dist(one[-1][:2], (x, y))) if proposed else path

    def _closer(self, free: Point, wish: Point, z: float | None) -> Point3:
        """From a free spot as far toward the wish as it stays free, by halves."""
        near, far = wish, free
        for _ in range(HALVES):
            middle = thousandth((near[0] + far[0]) / 2), thousandth((near[1] + far[1]) / 2)
            if self.is_free(middle, z):
                far = middle
            else:
                near = middle
        return (far[0], far[1], self.level(far[0], far[1]) if z is None else z)

    def area(self) -> list[list[Point]]:
        """The zone as far as it is one; distances are left to the check."""
        return [list(zone.points) for zone in self.inside]

    # -- proposing --------------------------------------------------------------------------------------------------------

    def proposals(self) -> Iterator[Path]:
        return self.free_spots()

    def free_spots(self) -> Iterator[Path]:
        """The given spots that are free; else a grid, ever finer; else whatever corner there is room in."""
        for spots in self._choices():
            found = False
            for spot in spots:
                if self.is_free(spot):
                    yield (spot,)
                    found = True
            if found:
                return
        for place in self._corners():
            yield (self._given(place),)

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposed spots, each as likely: drawn until one is free."""
        for spots in self._choices():
            urn = Urn(len(spots), uniform)
            for _ in range(len(spots)):
                spot = spots[urn.draw()]
                if self.is_free(spot):
                    return (spot,)
        places = list(self._corners())
        if not places:
            raise RuleFault(f"there is no room for {self.name}: ask `any_spot` first")
        return (self._given(places[uniform(len(places))]),)

    def _choices(self) -> Iterator[Sequence[Point]]:
        """Spots to look at, each lot only if there was no room in the one before."""
        yield self.spots
        for step in self.steps:
            yield self._grid(step)

    def any_spot(self) -> Point3 | None:
        """A place where the base may be set, or None if there is none at all."""
        for spot in self.spots:
            if self.is_free(spot):
                return (spot[0], spot[1], self.level(spot[0], spot[1]))
        for place in self._corners():
            return place
        return None

    def nearest_spot(self, x: float, y: float, level: float) -> Point3 | None:
        """The place on a level that is nearest to a wish, the wish itself if it is free; None if there is no room on it."""

        def fits(px: float, py: float) -> bool:
            return self.ground.table.holds(px, py) and self.level_fits(px, py, level) and self.is_free((px, py), level)

        roughly = nearest_place(x, y, fits)
        west, south, east, north = self.box()
        if roughly is not None:
            far = dist((x, y), roughly)
            if far == 0.0:
                return (x, y, level)
            west, south, east, north = max(west, x - far), max(south, y - far), min(east, x + far), min(north, y + far)
        borders = self._borders(level, (west, south, east, north))
        places = [*([] if roughly is None else [roughly]), *borders.corners(), *borders.feet(x, y)]
        for place in sorted(places, key=lambda place: (thousandth(dist((x, y), place)), place)):
            if fits(*place):
                return (place[0], place[1], level)
        return None

    def _given(self, place: Point3) -> tuple[float, ...]:
        return place if self.ground.has_decks else place[:2]

    def box(self) -> Box:
        """Around all places its centre could be, seen coarsely."""
        table = self.ground.table
        west, south, east, north = 0.0, 0.0, table.width, table.depth
        for zone in self.inside:
            west, south = max(west, zone.min_x), max(south, zone.min_y)
            east, north = min(east, zone.max_x), min(north, zone.max_y)
        for near in self.near:
            reach = near.base.radius + near.distance + (0.0 if near.wholly else self.base.radius)
            west, south = max(west, near.base.x - reach), max(south, near.base.y - reach)
            east, north = min(east, near.base.x + reach), min(north, near.base.y + reach)
        return (west, south, east, north)

    def _grid(self, step: float) -> list[Point]:
        west, south, east, north = self.box()
        room = self.base.radius
        columns = spread(west + room, east - room, step)
        return [(x, y) for y in spread(south + room, north - room, step) for x in columns]

    def _corners(self) -> Iterator[Point3]:
        """Where the room there is has its corners, level by level: empty only if there is no room at all."""
        west, south, east, north = self.box()
        if west > east or south > north:
            return
        for level in self._levels():
            for x, y in self._borders(level, self.box()).corners():
                if self.level_fits(x, y, level) and self.objection(x, y, level) is None:
                    yield (x, y, level)

    def _levels(self) -> Sequence[float]:
        ground = self.ground
        if ground.has_decks or not ground.has_platforms:
            return ground.levels
        return (0.0, *sorted({feature.part.top for feature in ground.features if feature.kind == PLATFORM}))

    def level_fits(self, x: float, y: float, level: float) -> bool:
        """Where platforms decide the level, only that one can be stood on."""
        return self.ground.has_decks or self.level(x, y) == level

    def _borders(self, level: float, box: Box) -> Borders:
        """All lines and circles in a box that bound where the centre may be on a level."""
        radius = self.base.radius
        borders = Borders(box)
        table = self.ground.table
        west, south, east, north = radius, radius, table.width - radius, table.depth - radius
        for edge in ((west, south, east, south), (west, north, east, north)):
            borders.add_line(edge)
        for edge in ((west, south, west, north), (east, south, east, north)):
            borders.add_line(edge)
        for zone in self.inside:
            borders.add_part(zone, radius)
        for near in self.near:
            level_part = plan_reach(near.distance, level - near.base.elevation)
            borders.add_circle(
                near.base.x, near.base.y, near.base.radius + level_part + (-radius if near.wholly else radius)
            )
        for away in self.away:
            level_part = plan_reach(away.distance, level - away.base.elevation)
            # a hair beyond: exactly at the distance is still too near
            borders.add_circle(away.base.x, away.base.y, away.base.radius + radius + level_part + 2.0 * self._hair())
        for x, y, near_disc, elevation, _ in self._around.discs:
            if abs(elevation - level) <= self._around.mover.level_gap:
                borders.add_circle(x, y, near_disc + self.ground.tolerance)
        for zone_out in self._around.mover.zones:
            if zone_out.area is not None:
                borders.add_part(zone_out.area, radius)
            else:
                borders.add_circle(zone_out.x, zone_out.y, zone_out.reach(radius, level, 3.0 * self._hair()))
        for feature in self.ground.features:
            if feature.kind in (DECK, PLATFORM) or feature.obstructs(level, self.base.height, self.ground.step):
                borders.add_part(feature.part, radius)
        return borders

    def _hair(self) -> float:
        return max(self.ground.tolerance, 0.001)


def plan_reach(distance: float, rise: float) -> float:
    """How far a distance reaches seen from above, between two elevations; not at all (-inf) if the rise is more."""
    if abs(rise) > distance:
        return -inf
    return float((distance * distance - rise * rise) ** 0.5)


def spread(low: float, high: float, step: float) -> list[float]:
    """Evenly spaced numbers from low to high, both included, about a step apart; none if high lies below low."""
    if high < low:
        return []
    count = max(1, int((high - low) / step))
    return [thousandth(low + (high - low) * i / count) for i in range(count + 1)]


def ring(x: float, y: float, distance: float, directions: int) -> list[Point]:
    """Points around another, evenly."""
    turns = [2.0 * pi * i / directions for i in range(directions)]
    return [(thousandth(x + distance * cos(turn)), thousandth(y + distance * sin(turn))) for turn in turns]


def rings(table: Table, around: Base, newcomer: Base, gaps: Sequence[float], directions: int = 12) -> list[Point]:
    """Points on the table on rings around a base, at given gaps between the two bases."""
    found: list[Point] = []
    for apart in gaps:
        spots = ring(around.x, around.y, around.radius + newcomer.radius + apart, directions)
        found += [(x, y) for x, y in spots if table.holds(x, y)]
    return found
