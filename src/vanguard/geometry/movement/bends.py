"""Where a path may bend round what is in its way, learnt from whatever a search has run into so far."""

from __future__ import annotations

from math import atan2, hypot, sqrt
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import box_gap
from vanguard.geometry.movement.corners import (
    BESIDE,
    MARGIN,
    SPACING,
    corners_of,
    deck_bends,
    edge_bends_beside_disc,
    edge_bends_beside_part,
    gap_bends,
    gap_bends_beside_disc,
    gap_bends_beside_table_edges,
    gap_bends_between,
    rim_points,
    round_corners,
    round_corners_from,
    round_disc,
    round_disc_from,
)
from vanguard.geometry.movement.ground import (
    DECK,
    DIFFICULT,
    IMPASSABLE,
    PLATFORM,
    TRAVERSABLE,
    WALL,
    Corner,
    Feature,
)
from vanguard.geometry.movement.legs import FINELY, Known
from vanguard.geometry.movement.pricing import Trace
from vanguard.geometry.movement.surroundings import Disc, Surroundings
from vanguard.geometry.shapes import Edge, Part, Point3

ROUNDED: Final = 0.002
"""More than a way by a place changes when that is rounded to a thousandth."""
FINE: Final = 24
FINE_TURN: Final = 0.3
FINE_SPACING: Final = 0.25
"""The second look: bends round a base, the turn of each round a corner, and how densely the rim of woods is tried."""


class Bend:
    """A place where a path may bend: on which circle it turns, or on which straight it may slide."""

    __slots__ = ("x", "y", "z", "turn_x", "turn_y", "turn_radius", "slide", "twin", "twin_price", "to_goal", "number")

    def __init__(self, number: int, x: float, y: float, z: float) -> None:
        self.number: Final[int] = number
        """Of the place, as the surroundings count them."""
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.z: Final[float] = z
        self.turn_x: float = x
        self.turn_y: float = y
        self.turn_radius: float = 0.0
        self.slide: Edge = (0.0, 0.0, 0.0, 0.0)
        self.twin: int = -1
        """The same place on another level, to be reached from here for `twin_price`."""
        self.twin_price: float = 0.0
        self.to_goal: float = 0.0


class Bends:
    """The places where a path to a goal may bend, round everything that is `known` to be in the way."""

    __slots__ = ("around", "goal", "limit", "known", "spots", "recalls")

    def __init__(self, around: Surroundings, goal: Point3, limit: float) -> None:
        self.around: Final[Surroundings] = around
        self.goal: Final[Point3] = goal
        self.limit: float = limit
        self.known: Final[Known] = Known(around)
        self.recalls: bool = False
        """Do legs count as pieces of a path (see `Known.leg_cost_after`), not each on its own?"""
        start = self._bend(around.x, around.y, around.z)
        end = self._bend(goal[0], goal[1], goal[2])
        self.spots: Final[list[Bend]] = [start, end]
        start.to_goal = hypot(goal[0] - around.x, goal[1] - around.y)

    def _bend(self, x: float, y: float, z: float) -> Bend:
        return Bend(self.around.number_of(x, y, z), x, y, z)

    def _learn(self, trace: Trace) -> bool:
        """Take in what a path met; true if something of it is new."""
        known = self.known
        discs: list[Disc] = []
        features: list[Feature] = []
        for i in trace.met_discs:
            disc = self.around.discs[i]
            if disc not in known.discs and disc not in discs:
                discs.append(disc)
        for feature in trace.met_features:
            if feature not in known.blocking and feature not in known.costly and feature not in features:
                features.append(feature)
        zones = []
        for i in trace.met_zones:
            if i not in known.zones and i not in zones:
                zones.append(i)
        for disc in discs:
            self._learn_disc(disc)
        for feature in features:
            self._learn_feature(feature)
        for i in zones:
            self._learn_zone(i)
        return len(discs) + len(features) + len(zones) > 0

    def _learn_ways_up(self, kind: int) -> bool:
        """Platforms and decks do not only stand in the way: on them one gets past what stands below."""
        found = [f for f in self.around.costly if f.kind == kind and f not in self.known.costly]
        if kind == DECK:
            found = [f for f in found if not self._is_too_high(f.part.top)]
        for feature in found:
            self._learn_feature(feature)
        return len(found) > 0

    def _learn_disc(self, disc: Disc) -> None:
        x, y, near, elevation, _ = disc
        tolerance = self.around.ground.tolerance
        radius = self.around.radius
        far = near + tolerance + MARGIN
        self._go_round(x, y, far, elevation)
        size = near + tolerance - radius
        for ox, oy, other_near, other_z, _ in self.known.discs:
            gap = hypot(ox - x, oy - y)
            other = other_near + tolerance - radius
            if 1e-6 < gap < size + other + 2.4 * radius and abs(other_z - elevation) < 1e-6:
                ux, uy = (ox - x) / gap, (oy - y) / gap
                self._add_bends(
                    gap_bends(
                        x + ux * size,
                        y + uy * size,
                        ox - ux * other,
                        oy - uy * other,
                        radius,
                        max(size, other) + radius,
                    ),
                    elevation,
                )
        for feature in self._solid():
            self._add_bends(gap_bends_beside_disc(feature.part, x, y, size, radius), elevation)
        self._add_bends(gap_bends_beside_table_edges(self.around.ground, x, y, size, radius), elevation)
        self.known.discs.append(disc)

    def _go_round(self, x: float, y: float, far: float, z: float) -> None:
        beside_start = round_disc_from(x, y, far, self.around.x, self.around.y)
        beside_goal = round_disc_from(x, y, far, self.goal[0], self.goal[1])
        self._add_bends(beside_start, z)
        self._add_bends(beside_goal, z)
        if not beside_start and not beside_goal:
            self._add_bends(round_disc(x, y, far), z)

    def _learn_feature(self, feature: Feature) -> None:
        around = self.around
        kind = feature.kind
        part = feature.part
        levels = self._levels()
        if kind == DECK:
            self._learn_deck(feature)
            return
        by_place = around.ground.has_platforms and not around.ground.has_decks
        for z in levels:
            if by_place or feature.obstructs(z, around.height, around.ground.step):
                self._add_bends(corners_of(around.ground, feature, around.radius), z)
                if kind in (IMPASSABLE, WALL, TRAVERSABLE):
                    self._go_round_corners(part, z)
        if kind == DIFFICULT and not self._lies_aside(part, BESIDE):
            for x, y, edge in rim_points(part, BESIDE, [(around.x, around.y), (self.goal[0], self.goal[1])]):
                for z in levels:
                    self._add_spot(x, y, z, x, y, 0.0, edge)
        if kind in (IMPASSABLE, WALL, TRAVERSABLE):
            z = around.z
            for x, y, near, _, _ in self.known.discs:
                size = near + around.ground.tolerance - around.radius
                self._add_bends(gap_bends_beside_disc(part, x, y, size, around.radius), z)
            for other in self._solid():
                self._add_bends(gap_bends_between(part, other.part, around.radius), z)
            for x, y in part.points:
                self._add_bends(gap_bends_beside_table_edges(around.ground, x, y, 0.0, around.radius), z)
        if kind == IMPASSABLE or (kind == WALL and not feature.window_edges):
            self.known.learn_blocking(feature)
        else:
            self.known.costly.append(feature)

    def _go_round_corners(self, part: Part, z: float) -> None:
        """Close to where the way begins or ends."""
        far = self.around.radius + MARGIN
        self._add_bends(round_corners_from(part, far, self.around.x, self.around.y), z)
        self._add_bends(round_corners_from(part, far, self.goal[0], self.goal[1]), z)

    def _solid(self) -> list[Feature]:
        """What is known of the parts that a base goes round or squeezes past."""
        known = self.known
        return [*known.blocking, *[f for f in known.costly if f.kind == WALL or f.kind == TRAVERSABLE]]

    def _learn_deck(self, feature: Feature) -> None:
        """A standable top: round it on lower levels, up and down along its rim, and its bends above."""
        around = self.around
        part = feature.part
        top = part.top
        self.known.costly.append(feature)
        for z in self._levels():
            if z < top - 1e-6 and feature.obstructs(z, around.height, around.ground.step):
                self._add_bends(corners_of(around.ground, feature, around.radius), z)
                self._go_round_corners(part, z)
        self._learn_rim(feature, SPACING)
        if not self._is_too_high(top):
            decks = [f for f in self.around.costly if f.kind == DECK]
            self._add_bends(deck_bends(decks, top, around.radius), top)

    def _learn_rim(self, feature: Feature, spacing: float) -> None:
        """Ways up and down along the rim of a deck, and past it."""
        around = self.around
        part = feature.part
        top = part.top
        rule = feature.edge_rules[0]
        if self._lies_aside(part, around.radius):
            return
        rim = rim_points(part, around.radius, [(around.x, around.y), (self.goal[0], self.goal[1])], spacing)
        goes_up = not self._is_too_high(top)
        for z in self._levels():
            if z >= top - 1e-6:
                continue
            height = top - z
            for x, y, edge in rim:
                low = self._add_spot(x, y, z, x, y, 0.0, edge)
                high = self._add_spot(x, y, top, x, y, 0.0, edge) if goes_up else -1
                if low >= 0 and high >= 0:
                    down = rule.price_down(height)
                    if rule.may_drop and height <= around.mover.drops_up_to + around.ground.tolerance:
                        down = 0.0
                    self.spots[low].twin = high
                    self.spots[low].twin_price = rule.price_up(height)
                    self.spots[high].twin = low
                    self.spots[high].twin_price = down

    def _lies_aside(self, part: Part, distance: float) -> bool:
        """Is the way too long by any place so near to a part? Its box tells that of most; the rest is for rounding."""
        start, goal = self.around, self.goal
        detour = box_gap(part, start.x, start.y) + box_gap(part, goal[0], goal[1])
        return detour - 2.0 * distance > self.limit + ROUNDED

    def _learn_zone(self, i: int) -> None:
        zone = self.around.mover.zones[i]
        self.known.zones.append(i)
        for z in sorted({*self._levels(), self.around.z, self.goal[2]}):
            if zone.area is not None:
                self._add_bends(round_corners(zone.area, self.around.radius + MARGIN), z)
                continue
            reach = zone.reach(self.around.radius, z, self.around.ground.tolerance)
            if reach > 0.0:
                self._go_round(zone.x, zone.y, reach + 2.0 * MARGIN, z)

    def _levels(self) -> list[float]:
        """Elevations that a path can use here: the ground, the start, the goal and every deck."""
        if not self.around.ground.has_decks:
            return [self.around.z]  # with platforms the place itself decides the level
        levels = [0.0, self.around.z, self.goal[2]]
        for feature in self.around.costly:
            if feature.kind == DECK and not self._is_too_high(feature.part.top):
                levels.append(feature.part.top)
        return sorted(set(levels))

    def _is_too_high(self, top: float) -> bool:
        """Is any way by this level too long, for the climb up to it and down again, by the sides that are easiest to climb?"""
        sides = [f.edge_rules[0] for f in self.around.costly if f.kind == DECK]
        up = min([side.up_per_inch for side in sides])
        down = min([0.0 if side.may_drop or side.multiple > 0.0 else side.down_per_inch for side in sides])
        climb = max(0.0, top - self.around.z) * up + max(0.0, top - self.goal[2]) * down
        return self.spots[0].to_goal + climb > self.limit + ROUNDED

    def _add_bends(self, bends: list[Corner], z: float) -> None:
        for x, y, cx, cy, radius in bends:
            self._add_spot(x, y, z, cx, cy, radius, (0.0, 0.0, 0.0, 0.0))

    def _add_spot(self, x: float, y: float, z: float, cx: float, cy: float, radius: float, slide: Edge) -> int:
        """Add a bend unless it is off the table or too far round; returns its number or -1."""
        around = self.around
        slim = around.slim
        ground = around.ground
        if x < slim or y < slim or x > ground.width - slim or y > ground.depth - slim:
            return -1
        x = thousandth(x)
        y = thousandth(y)
        dx = self.goal[0] - x
        dy = self.goal[1] - y
        to_goal = sqrt(dx * dx + dy * dy)
        dx = x - around.x
        dy = y - around.y
        if sqrt(dx * dx + dy * dy) + to_goal > self.limit + 1e-9:
            return -1
        if ground.has_platforms and not ground.has_decks:
            z = ground.platform_level(x, y)
        spot = self._bend(x, y, z)
        spot.turn_x = cx
        spot.turn_y = cy
        spot.turn_radius = radius
        spot.slide = slide
        spot.to_goal = to_goal
        self.spots.append(spot)
        return len(self.spots) - 1

    def _look_closer(self) -> None:
        """Finer bends round everything that is known to stand in the way, also where a gap is not narrow."""
        around = self.around
        self._learn_ways_up(DECK)
        through = [(around.x, around.y), (self.goal[0], self.goal[1])]
        for x, y, near, elevation, _ in self.known.discs:
            far = near + around.ground.tolerance + MARGIN
            self._add_bends(round_disc(x, y, far, atan2(around.y - y, around.x - x), FINE), elevation)
        for feature in [*self.known.blocking, *self.known.costly]:
            kind = feature.kind
            if kind == DECK:
                self._learn_rim(feature, FINE_SPACING)
            elif kind == PLATFORM:
                self._learn_edges(feature)
            for z in self._levels():
                if kind in (IMPASSABLE, WALL, TRAVERSABLE):
                    self._add_bends(round_corners(feature.part, around.radius + MARGIN, FINE_TURN), z)
                elif kind == DIFFICULT:
                    for x, y, edge in rim_points(feature.part, BESIDE, through, FINE_SPACING):
                        self._add_spot(x, y, z, x, y, 0.0, edge)
                if feature.window_edges:
                    self._recall()

    def _learn_edges(self, feature: Feature) -> None:
        """A path may change level just beside what is gone round on one level only."""
        around = self.around
        z = around.z
        for edge in feature.solid_edges:
            for x, y, near, _, _ in self.known.discs:
                self._add_bends(edge_bends_beside_disc(edge, x, y, near + around.ground.tolerance + MARGIN), z)
            for other in [*self.known.blocking, *self.known.costly]:
                if other.kind in (IMPASSABLE, WALL, TRAVERSABLE):
                    self._add_bends(edge_bends_beside_part(edge, other.part, around.radius + MARGIN), z)

    def _recall(self) -> None:
        """From now on legs count as pieces of a path; it may bend all along where a base is just wholly on a platform."""
        if self.recalls:
            return
        self.recalls = True
        self.known.looks_an_inch = FINELY  # a leg cannot be looked at again without those before it
        around = self.around
        for feature in around.costly:
            if feature.kind == PLATFORM:
                for x, y, _ in rim_points(feature.part, -around.radius - MARGIN, [(around.x, around.y)]):
                    self._add_spot(x, y, feature.part.top, x, y, 0.0, (0.0, 0.0, 0.0, 0.0))
