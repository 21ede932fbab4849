"""The cheapest legal path to a point: straight if that is free, else through bends round what is in the way.

The search knows only the obstacles its best path so far has run into; leaving the others out can only make a path
cheaper, so a path that meets nothing new is the best of all. Every path returned has been priced by the same trace as
a player's own.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import atan2, hypot, inf, sqrt
from typing import Final

from vanguard.geometry.measuring import point_gap
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
    Ground,
    Mover,
)
from vanguard.geometry.movement.legs import FINELY, ROUGHLY, Known
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.movement.pricing import Trace
from vanguard.geometry.movement.surroundings import Disc, Surroundings, checked_point
from vanguard.geometry.movement.tighten import tightened
from vanguard.geometry.shapes import Edge, Point3

ROUNDS: Final = 24
ROUGH_TRIES: Final = 4
"""So often a way that looked free may turn out to be barred before everything is looked at finely."""
NEARLY: Final = 1.01
HARDLY: Final = 0.05
"""A path no more than this much above the straight line needs no second look."""
SLACK: Final = 0.1
"""A chain of bends may be this much too long before it is tightened."""
FAR: Final = 20.0
"""Nobody moves that far at once: such a way is a plan, and need not be the very best."""
FINE: Final = 24
FINE_TURN: Final = 0.3
FINE_SPACING: Final = 0.25
"""The second look: bends round a base, the turn of each round a corner, and how densely the rim of woods is tried."""


class Bend:
    """A place where a path may bend: on which circle it turns, or on which straight it may slide."""

    __slots__ = ("x", "y", "z", "turn_x", "turn_y", "turn_radius", "slide", "twin", "twin_price", "to_goal")

    def __init__(self, x: float, y: float, z: float) -> None:
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


class Search:
    """One search for a cheapest path; what it knows grows until its best path meets nothing unknown."""

    __slots__ = ("around", "goal", "limit", "known", "spots", "forbidden", "recalls")

    def __init__(self, around: Surroundings, goal: Point3, limit: float) -> None:
        self.around: Final[Surroundings] = around
        self.goal: Final[Point3] = goal
        self.limit: float = limit
        self.known: Final[Known] = Known(around)
        self.recalls: bool = False
        """Do legs count as pieces of a path (see `Known.leg_cost_after`), not each on its own?"""
        self.forbidden: Final[set[tuple[Point3, Point3]]] = set()
        start = Bend(around.x, around.y, around.z)
        end = Bend(goal[0], goal[1], goal[2])
        self.spots: Final[list[Bend]] = [start, end]
        start.to_goal = hypot(goal[0] - around.x, goal[1] - around.y)

    def run(self, quick: bool = False) -> PricedPath | None:
        """The first look is quick; unless it finds a path that hardly can be shorter, a second one tries finer bends."""
        allowed = self.limit
        found = self._first_look()
        if quick:
            return found
        straight = self.spots[0].to_goal
        if found is not None and found.cost <= max(straight * NEARLY, straight + HARDLY):
            return found
        if allowed > FAR or not (self.known.discs or self.known.blocking or self.known.costly):
            return found
        self.limit = SLACK + (allowed if found is None else min(allowed, found.cost))
        self._look_closer()
        finer = self._search(found)
        return finer if finer is not None and finer.cost <= allowed + 1e-9 else found

    def _first_look(self) -> PricedPath | None:
        straight = self._walk([(self.goal[0], self.goal[1], self.goal[2])])
        best: PricedPath | None = None
        if straight.objection is None and abs(straight.z - self.goal[2]) < 1e-6:
            best = straight.verdict()
            if not best.legal:
                best = None
            elif best.cost <= best.length + 1e-9:
                return best
        if best is not None:
            self.limit = min(self.limit, best.cost)
        if not self._learn(straight) and straight.objection is not None:
            return best
        self._learn_ways_up(PLATFORM)
        return self._search(best)

    def _search(self, best: PricedPath | None) -> PricedPath | None:
        """The cheapest of the paths through the bends known so far, and `best`."""
        for _ in range(ROUNDS):
            chain = self._free_chain()
            if not chain:
                if self._learn_ways_up(DECK):
                    continue
                return best
            walked = self._walk([(s.x, s.y, s.z) for s in chain[1:]])
            if self._learn(walked):
                continue
            found = walked.verdict()
            tight = self._tightened(chain)
            if tight is not None and tight.legal and (not found.legal or tight.cost < found.cost):
                found = tight
            if found.legal:
                return found if best is None or found.cost < best.cost else best
            self._forbid(chain)
        return best

    def _free_chain(self) -> list[Bend]:
        """The cheapest chain that no zone bars. What is tried on the way is looked at roughly, only what is chosen finely:
        a zone may have to ask for a line of sight at every place."""
        known = self.known
        for _ in range(ROUGH_TRIES):
            chain = self._best_chain()
            if not known.zones or known.looks_an_inch == FINELY or not self._barred(chain):
                return chain
        known.looks_an_inch = FINELY
        return self._best_chain()

    def _barred(self, chain: list[Bend]) -> bool:
        """Do zones bar legs of this chain that looked free? Those are forbidden from now on."""
        known = self.known
        barred = False
        known.looks_an_inch = FINELY
        for k in range(len(chain) - 1):
            a, b = chain[k], chain[k + 1]
            if a.z == b.z and known.leg_cost(a.x, a.y, a.z, b.x, b.y, b.z) == inf:
                self.forbidden.add(((a.x, a.y, a.z), (b.x, b.y, b.z)))
                barred = True
        known.looks_an_inch = ROUGHLY
        return barred

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

    def _walk(self, points: list[Point3]) -> Trace:
        trace = Trace(self.around)
        for x, y, z in points:
            trace.walk_to(x, y)
            if self.around.ground.has_decks:
                trace.step_to_level(z)
        return trace

    def _tightened(self, chain: list[Bend]) -> PricedPath | None:
        points = tightened(
            [(s.x, s.y, s.z) for s in chain],
            [(s.turn_x, s.turn_y, s.turn_radius) for s in chain],
            [s.slide for s in chain],
            self.known,
        )
        walked = self._walk(points[1:])
        return walked.verdict()

    def _forbid(self, chain: list[Bend]) -> None:
        """A chain that the trace objects to although every leg looked free.

        It changes level again before the whole base has come onto one: from now on legs count as pieces of a path. Or if
        they do already, the legs in its middle are left out.
        """
        if not self.recalls and self.around.ground.has_platforms:
            self._recall()
            return
        middle = len(chain) // 2
        for k in (middle - 1, middle):
            if 0 <= k < len(chain) - 1:
                a, b = chain[k], chain[k + 1]
                self.forbidden.add(((a.x, a.y, a.z), (b.x, b.y, b.z)))

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

    # --- learning --------------------------------------------------------------------------------------------

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
                    self._add_bends(round_corners_from(part, around.radius + MARGIN, around.x, around.y), z)
                    self._add_bends(round_corners_from(part, around.radius + MARGIN, self.goal[0], self.goal[1]), z)
        if kind == DIFFICULT:
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
                self._add_bends(round_corners(part, around.radius + MARGIN), z)
        self._learn_rim(feature, SPACING)
        decks = [f for f in self.around.costly if f.kind == DECK]
        self._add_bends(deck_bends(decks, top, around.radius), top)

    def _learn_rim(self, feature: Feature, spacing: float) -> None:
        """Ways up and down along the rim of a deck."""
        around = self.around
        part = feature.part
        top = part.top
        rule = feature.edge_rules[0]
        through = [(around.x, around.y), (self.goal[0], self.goal[1])]
        for z in self._levels():
            if z >= top - 1e-6:
                continue
            height = top - z
            for x, y, edge in rim_points(part, around.radius, through, spacing):
                low = self._add_spot(x, y, z, x, y, 0.0, edge)
                high = self._add_spot(x, y, top, x, y, 0.0, edge)
                if low >= 0 and high >= 0:
                    down = rule.price_down(height)
                    if rule.may_drop and height <= around.mover.drops_up_to + around.ground.tolerance:
                        down = 0.0
                    self.spots[low].twin = high
                    self.spots[low].twin_price = rule.price_up(height)
                    self.spots[high].twin = low
                    self.spots[high].twin_price = down

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
            if feature.kind == DECK:
                levels.append(feature.part.top)
        return sorted(set(levels))

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
        x = round(x, 3)
        y = round(y, 3)
        to_goal = hypot(self.goal[0] - x, self.goal[1] - y)
        if hypot(x - around.x, y - around.y) + to_goal > self.limit + 1e-9:
            return -1
        if ground.has_platforms and not ground.has_decks:
            z = ground.platform_level(x, y)
        spot = Bend(x, y, z)
        spot.turn_x = cx
        spot.turn_y = cy
        spot.turn_radius = radius
        spot.slide = slide
        spot.to_goal = to_goal
        self.spots.append(spot)
        return len(self.spots) - 1

    # --- A* over the bends known so far ------------------------------------------------------------------------

    def _best_chain(self) -> list[Bend]:
        """The cheapest chain of spots from start to goal past everything known; legs are checked only when popped.

        A node is a spot, or where legs count as pieces of a path, a spot and what the path has begun on arriving there.
        """
        spots = self.spots
        count = len(spots)
        done = [False] * count
        came: dict[int, int] = {}
        open_spots = [i for i in range(1, count) if not self._covered(spots[i])]
        start = spots[0]
        heap: list[tuple[float, float, int, int, bool]] = [(start.to_goal, 0.0, 0, -1, True)]
        limit = self.limit + 1e-9
        by_place = self.around.ground.has_platforms
        while heap:
            _, cost, node, parent, checked = heappop(heap)
            i = node % count
            if done[i]:
                continue
            spot = spots[i]
            if not checked:
                before = spots[parent % count]
                exact, begun = self._leg_cost(before, spot, parent // count)
                if exact == inf:
                    continue
                node = begun * count + i
                optimistic = hypot(spot.x - before.x, spot.y - before.y)
                if exact > optimistic + 1e-9:
                    cost += exact - optimistic
                    if cost + spot.to_goal <= limit:
                        heappush(heap, (cost + spot.to_goal, cost, node, parent, True))
                    continue
            if self.recalls:
                if node in came or (node - count in came and node // count & 1):
                    continue
                done[i] = node == i and not self._in_doorway(spot)
            else:
                done[i] = True
            came[node] = parent
            if i == 1:
                return self._chain(came, node)
            if spot.twin >= 0 and not done[spot.twin] and cost + spot.twin_price + spot.to_goal <= limit:
                onward = cost + spot.twin_price
                heappush(heap, (onward + spot.to_goal, onward, node - i + spot.twin, node, True))
            x = spot.x
            y = spot.y
            z = spot.z
            for j in open_spots:
                if done[j]:
                    continue
                other = spots[j]
                if other.z != z and not by_place:
                    continue
                dx = other.x - x
                dy = other.y - y
                onward = cost + sqrt(dx * dx + dy * dy)
                total = onward + other.to_goal
                if total <= limit:
                    heappush(heap, (total, onward, j, node, False))
        return []

    def _in_doorway(self, spot: Bend) -> bool:
        """Would the base there overlap a wall with windows? Then it matters whether it has come through one."""
        for feature in self.known.costly:
            if feature.kind == WALL and point_gap(feature.part, spot.x, spot.y) < self.around.slim:
                return True
        return False

    def _covered(self, spot: Bend) -> bool:
        """Does a known base stand where the bend is?"""
        gap = self.around.mover.level_gap
        for x, y, near, elevation, _ in self.known.discs:
            dx = spot.x - x
            dy = spot.y - y
            if dx * dx + dy * dy < near * near and abs(elevation - spot.z) <= gap:
                return True
        return False

    def _chain(self, came: dict[int, int], node: int) -> list[Bend]:
        chain: list[Bend] = []
        while node >= 0:
            chain.append(self.spots[node % len(self.spots)])
            node = came[node]
        chain.reverse()
        return chain

    def _leg_cost(self, a: Bend, b: Bend, begun: int) -> tuple[float, int]:
        """What the leg costs, and what the path has begun after it."""
        if self.forbidden and ((a.x, a.y, a.z), (b.x, b.y, b.z)) in self.forbidden:
            return (inf, 0)
        if self.recalls:
            return self.known.leg_cost_after(begun, a.x, a.y, a.z, b.x, b.y, b.z)
        return (self.known.leg_cost(a.x, a.y, a.z, b.x, b.y, b.z), 0)


def goal_level(ground: Ground, mover: Mover, goal: tuple[float, ...]) -> Point3:
    """The goal with its elevation: given, or decided by the platform there, or the mover's own."""
    if len(goal) == 3 and (ground.has_decks or not ground.has_platforms):
        return (goal[0], goal[1], goal[2])
    if ground.has_platforms and not ground.has_decks:
        return (goal[0], goal[1], ground.platform_level(goal[0], goal[1]))
    return (goal[0], goal[1], mover.base.elevation)


def cheapest_path_in(
    around: Surroundings, goal: tuple[float, ...], limit: float, quick: bool = False
) -> PricedPath | None:
    """As `cheapest_path`, with the surroundings gathered before (they must reach as far as the limit).

    A quick look finds a legal path, but not always the very cheapest, and may miss one that only just fits.
    """
    ground = around.ground
    mover = around.mover
    place = goal_level(ground, mover, checked_point(goal, "goal"))
    allowed = limit + ground.tolerance
    if hypot(place[0] - around.x, place[1] - around.y) > allowed + 1e-9:
        return None
    if around.standing_fault(place[0], place[1], place[2]) is not None:
        return None
    if mover.end_test is not None and mover.end_test(place[0], place[1], place[2]):
        return None
    found = Search(around, place, allowed).run(quick)
    if found is None or not found.legal or found.cost > allowed + 1e-9:
        return None
    return found


def cheapest_path(ground: Ground, mover: Mover, goal: tuple[float, ...]) -> PricedPath | None:
    """The cheapest legal path to (x, y) or (x, y, z) within the mover's allowance; None if there is none."""
    around = Surroundings(ground, mover, mover.allowance + ground.tolerance)
    return cheapest_path_in(around, goal, mover.allowance)


def is_reachable(ground: Ground, mover: Mover, goal: tuple[float, ...]) -> bool:
    """Can the mover legally end there within its allowance?"""
    return cheapest_path(ground, mover, goal) is not None
