"""What lies within a mover's reach, gathered once for a move so that many paths can be looked at quickly."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.measuring import edge_gap
from vanguard.geometry.movement.ground import (
    DECK,
    DIFFICULT,
    IMPASSABLE,
    OBSTACLE,
    PLATFORM,
    TRAVERSABLE,
    WALL,
    Feature,
    Ground,
    Mover,
)
from vanguard.geometry.movement.paths import (
    ACROSS_EDGE,
    ACROSS_LINE,
    IN_AREA,
    OFF_LEVEL,
    ON_BASE,
    ON_TERRAIN,
    TABLE_EDGE,
    TOO_NEAR,
    WOULD_LEAVE_TABLE,
    WOULD_OVERLAP,
    Objection,
)
from vanguard.geometry.movement.sweep import (
    box_missed,
    disc_interval,
    edge_interval,
    encloses_strictly,
    swept_clear,
    swept_intervals,
    uncovered,
)
from vanguard.geometry.shapes import BadShape, Base, Point3, snap3

Disc = tuple[float, float, float, float, str]
"""A base in the way: its centre, how near the mover's centre may not come, its elevation and its name."""
Leg = int
"""A straight piece of a path, by the numbers of the places where it begins and ends: quicker to look up than six floats."""
MOST_PLACES: Final = 1 << 24
Knowledge = tuple[float, tuple[Disc, ...], tuple[Feature, ...], tuple[Feature, ...], tuple[int, ...]]
"""All that a search knows of, and how closely it looks."""
NOISE: Final = 1e-9
"""More than floats err by: whoever stands at the very limit still does when the same place is worked out otherwise."""


class Surroundings:
    """The features, bases and zones a mover can come near within its allowance (or on the way to given points).

    A mover that starts overlapping something may move out of it, not further in; with `strict` nothing is forgiven.
    """

    __slots__ = (
        "ground", "mover", "x", "y", "z", "radius", "slim", "height", "discs", "end_discs",
        "blocking", "costly", "blocking_radii", "strict", "legs", "numbers",
    )  # fmt: skip

    def __init__(self, ground: Ground, mover: Mover, reach: float, strict: bool = False) -> None:
        base = mover.base
        self.strict: Final[bool] = strict
        self.ground: Final[Ground] = ground
        self.mover: Final[Mover] = mover
        self.x: Final[float] = snap3(base.x)
        self.y: Final[float] = snap3(base.y)
        self.radius: Final[float] = base.radius
        self.slim: Final[float] = base.radius - ground.tolerance - NOISE
        """The radius that may not overlap anything: a hair of overlap is forgiven."""
        self.height: Final[float] = base.height
        self.z: Final[float] = self._starting_level()
        self.discs: Final[list[Disc]] = self._discs(mover.blockers, reach)
        self.end_discs: Final[list[Disc]] = self._discs(mover.end_blockers, reach)
        self.blocking: Final[list[Feature]] = []
        """Impassable parts and walls without windows."""
        self.blocking_radii: Final[list[float]] = []
        self.costly: Final[list[Feature]] = []
        """Whatever else the ground has to say within reach."""
        self.legs: Final[dict[Knowledge, dict[Leg, float]]] = {}
        """What legs cost past all that a search knew: most searches from one place try the same ones, to goal after goal."""
        self.numbers: Final[dict[Point3, int]] = {}
        """Of the places between which legs were looked at."""
        self._gather(reach + base.radius + 0.01)

    def _starting_level(self) -> float:
        if self.ground.has_platforms and not self.ground.has_decks:
            return self.ground.platform_level(self.x, self.y)
        return self.mover.base.elevation

    def _discs(self, bases: Sequence[Base], reach: float) -> list[Disc]:
        found: list[Disc] = []
        own = self.mover.base.key
        tolerance = self.ground.tolerance
        gap = self.mover.level_gap
        x = self.x
        y = self.y
        radius = self.radius
        for base in bases:
            dx = base.x - x
            dy = base.y - y
            near = radius + base.radius - tolerance
            far = near + reach
            square = dx * dx + dy * dy
            if square > far * far or base.key == own:
                continue
            if not self.strict and square < near * near and abs(base.elevation - self.z) <= gap:
                near = hypot(dx, dy) - 1e-9  # already overlapping: it may move apart, not closer
            found.append((base.x, base.y, near, base.elevation, base.key))
        if len(found) > 1:
            found.sort()
        return found

    def _gather(self, far: float) -> None:
        x = self.x
        y = self.y
        for feature in self.ground.features:
            part = feature.part
            if part.min_x > x + far or part.max_x < x - far or part.min_y > y + far or part.max_y < y - far:
                continue
            if feature.kind == IMPASSABLE or (feature.kind == WALL and not feature.window_edges):
                self.blocking.append(feature)
                self.blocking_radii.append(self._room(feature))
            else:
                self.costly.append(feature)

    def _room(self, feature: Feature) -> float:
        """The slim radius, or less for a mover that already overlaps the part: it may move out, not further in."""
        if self.strict or box_missed(feature.part, self.x, self.y, self.x, self.y, self.slim):
            return self.slim
        if not feature.obstructs(self.z, self.height, self.ground.step):
            return self.slim
        if feature.part.closed and encloses_strictly(feature.part, self.x, self.y):
            return self.slim
        gap = inf
        for edge in feature.part.edges:
            gap = min(gap, edge_gap(self.x, self.y, edge))
        return min(self.slim, gap - 1e-9)

    def number_of(self, x: float, y: float, z: float) -> int:
        """The number of a place where legs begin and end."""
        place = (x, y, z)
        number = self.numbers.get(place)
        if number is None:
            number = self.numbers[place] = len(self.numbers)
        return number

    # --- may the mover stand there? --------------------------------------------------------------------------

    def standing_fault(self, x: float, y: float, z: float) -> Objection | None:
        """Why a move may not end at a point; None if it may."""
        slim = self.slim
        ground = self.ground
        if x < slim or y < slim or x > ground.width - slim or y > ground.depth - slim:
            return Objection(TABLE_EDGE, WOULD_LEAVE_TABLE, x, y, "table edge", self.radius)
        if z < 0.0:
            return Objection(OFF_LEVEL, "there is nothing below the floor", x, y)
        gap = self.mover.level_gap
        for discs in (self.discs, self.end_discs):
            for cx, cy, near, elevation, name in discs:
                dx = x - cx
                dy = y - cy
                if abs(elevation - z) <= gap and sqrt(dx * dx + dy * dy) < near:
                    return Objection(ON_BASE, WOULD_OVERLAP, x, y, name, near)
        for i in range(len(self.blocking)):
            feature = self.blocking[i]
            if feature.obstructs(z, self.height, ground.step):
                if not swept_clear(feature.part, x, y, 0.0, 0.0, self.blocking_radii[i]):
                    return Objection(ON_TERRAIN, WOULD_OVERLAP, x, y, feature.part.name, self.radius)
        for feature in self.costly:
            if not box_missed(feature.part, x, y, x, y, self.radius):
                fault = self._end_fault(feature, x, y, z)
                if fault is not None:
                    return fault
        if z > 0.0 and ground.has_decks:
            fault = self._deck_fault(x, y, z)
            if fault is not None:
                return fault
        return self._zone_fault(x, y, z)

    def _end_fault(self, feature: Feature, x: float, y: float, z: float) -> Objection | None:
        part = feature.part
        slim = self.slim
        if feature.kind == PLATFORM:
            return self._across_edge(feature, x, y) if self._on_outline(feature, x, y) else None
        if not feature.obstructs(z, self.height, self.ground.step):
            return None
        if feature.kind == OBSTACLE or feature.kind == WALL:
            if self._on_outline(feature, x, y) or self._in_window(feature, x, y):
                return Objection(ACROSS_LINE, "the base would end across {it}", x, y, part.name, self.radius)
        elif feature.kind == TRAVERSABLE:
            if not feature.may_end and swept_intervals(part, x, y, 0.0, 0.0, slim):
                return Objection(ON_TERRAIN, "the base would end on {it}", x, y, part.name, self.radius)
        elif feature.kind == DIFFICULT:
            if not feature.may_end and self._on_outline(feature, x, y):
                return self._across_edge(feature, x, y)
        elif feature.kind == DECK:
            if swept_intervals(part, x, y, 0.0, 0.0, slim):
                return Objection(ON_TERRAIN, WOULD_OVERLAP, x, y, part.name, self.radius)
        return None

    def _across_edge(self, feature: Feature, x: float, y: float) -> Objection:
        words = "the base would stand across the edge of {it}"
        return Objection(ACROSS_EDGE, words, x, y, feature.part.name, self.radius)

    def is_astride(self, x: float, y: float) -> bool:
        """Would a base there be across the edge of a platform?"""
        for feature in self.costly:
            if feature.kind == PLATFORM and not box_missed(feature.part, x, y, x, y, self.radius):
                if self._on_outline(feature, x, y):
                    return True
        return False

    def _on_outline(self, feature: Feature, x: float, y: float) -> bool:
        for ax, ay, bx, by in feature.solid_edges:
            t0, t1 = edge_interval(x, y, 0.0, 0.0, ax, ay, bx, by, self.slim)
            if t1 > t0:
                return True
        return False

    def _in_window(self, feature: Feature, x: float, y: float) -> bool:
        for ax, ay, bx, by in feature.window_edges:
            t0, t1 = edge_interval(x, y, 0.0, 0.0, ax, ay, bx, by, self.slim)
            if t1 > t0:
                return True
        return False

    def _deck_fault(self, x: float, y: float, z: float) -> Objection | None:
        """On a level the whole disc must lie on its tops: no outline inside the disc may border on nothing."""
        tops = [f for f in self.costly if f.kind == DECK and abs(f.part.top - z) < 1e-6]
        held = [f for f in tops if not box_missed(f.part, x, y, x, y, self.slim)]
        if not held:
            return Objection(OFF_LEVEL, "the base would not be on its level", x, y, "", self.radius)
        if not any(encloses_strictly(f.part, x, y) or self._centre_on(f, x, y) for f in held):
            return self._not_wholly_on(held[0], x, y)
        for feature in held:
            for ax, ay, bx, by in feature.part.edges:
                ex = bx - ax
                ey = by - ay
                t0, t1 = disc_interval(ax, ay, ex, ey, x, y, self.slim)
                if t1 <= t0:
                    continue
                covers = []
                for other in held:
                    if other is not feature:
                        covers.extend(swept_intervals(other.part, ax, ay, ex, ey, 0.001))
                covers.sort()
                if uncovered(covers, t0, t1) >= 0.0:
                    return self._not_wholly_on(feature, x, y)
        return None

    def _not_wholly_on(self, feature: Feature, x: float, y: float) -> Objection:
        words = "the base would not lie wholly on {it}"
        return Objection(OFF_LEVEL, words, x, y, feature.part.name, self.radius)

    def _centre_on(self, feature: Feature, x: float, y: float) -> bool:
        for edge in feature.part.edges:
            if edge_gap(x, y, edge) < 1e-6:
                return True
        return False

    def _zone_fault(self, x: float, y: float, z: float) -> Objection | None:
        for zone in self.mover.zones:
            if zone.area is not None:
                if swept_intervals(zone.area, x, y, 0.0, 0.0, self.slim):
                    return Objection(IN_AREA, WOULD_OVERLAP, x, y, zone.name, 0.0)
                continue
            if hypot(x - zone.x, y - zone.y) <= zone.reach(self.radius, z, self.ground.tolerance):
                condition = zone.condition
                if condition is None or condition(x, y, z):
                    words = f"the base would be within {zone.told(self.ground.table)} of {{it}}"
                    return Objection(TOO_NEAR, words, x, y, zone.name, zone.distance)
        return None


def surroundings(ground: Ground, mover: Mover) -> Surroundings:
    """Everything within the mover's allowance."""
    return Surroundings(ground, mover, mover.allowance + ground.tolerance)


def may_stand(ground: Ground, mover: Mover, x: float, y: float, z: float | None = None) -> str:
    """Why a base may not stand (be set up, end a move) at a point, whatever the way there; "" if it may.

    Without an elevation the base stands on the highest platform under its centre.
    """
    x = snap3(x)
    y = snap3(y)
    around = Surroundings(ground, mover, hypot(x - mover.base.x, y - mover.base.y) + 0.01, strict=True)
    level = z
    if level is None:
        level = ground.platform_level(x, y) if ground.has_platforms else mover.base.elevation
    fault = around.standing_fault(x, y, level)
    if fault is not None:
        return fault.reason
    return "" if mover.end_test is None else mover.end_test(x, y, level)


def checked_point(point: tuple[float, ...], what: str) -> tuple[float, ...]:
    """A waypoint as it enters: two or three finite numbers, rounded to a thousandth."""
    if len(point) not in (2, 3):
        raise BadShape(f"{what} must be two or three numbers (x, y and perhaps an elevation), not {point!r}")
    try:
        return tuple([snap3(value) for value in point])
    except BadShape as fault:
        raise BadShape(f"{what} {point!r}: {fault}") from None
