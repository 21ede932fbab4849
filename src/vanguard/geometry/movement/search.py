"""The cheapest legal path to a point: straight if that is free, else through bends round what is in the way.

The search knows only the obstacles its best path so far has run into; leaving the others out can only make a path
cheaper, so a path that meets nothing new is the best of all. Every path returned has been priced by the same trace as
a player's own.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.measuring import point_gap
from vanguard.geometry.movement.bends import Bend, Bends
from vanguard.geometry.movement.ground import (
    DECK,
    PLATFORM,
    WALL,
    Ground,
    Mover,
)
from vanguard.geometry.movement.legs import FINELY, ROUGHLY
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.movement.pricing import Trace
from vanguard.geometry.movement.surroundings import MOST_PLACES, Leg, Surroundings, checked_point
from vanguard.geometry.movement.tighten import tightened
from vanguard.geometry.shapes import Point3

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


class Search(Bends):
    """One search for a cheapest path; what it knows grows until its best path meets nothing unknown."""

    __slots__ = ("forbidden",)

    def __init__(self, around: Surroundings, goal: Point3, limit: float) -> None:
        super().__init__(around, goal, limit)
        self.forbidden: Final[set[tuple[Point3, Point3]]] = set()

    def run(self, quick: bool = False) -> PricedPath | None:
        """The first look is quick; unless it finds a path that hardly can be shorter, a second one tries finer bends."""
        if quick:
            return self._first_look()
        allowed = self.limit
        self.limit = allowed + SLACK
        found = self._first_look()
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
        legs = self.known.remembered()
        while heap:
            _, cost, node, parent, checked = heappop(heap)
            i = node % count
            if done[i]:
                continue
            spot = spots[i]
            if not checked:
                before = spots[parent % count]
                exact, begun = self._leg_cost(before, spot, parent // count, legs)
                if exact == inf:
                    continue
                node = begun * count + i
                dx = spot.x - before.x
                dy = spot.y - before.y
                optimistic = sqrt(dx * dx + dy * dy)
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
            self._open(heap, node, cost, done, open_spots, legs)
        return []

    def _open(
        self,
        heap: list[tuple[float, float, int, int, bool]],
        node: int,
        cost: float,
        done: list[bool],
        open_spots: list[int],
        legs: dict[Leg, float],
    ) -> None:
        """From here straight to every spot still open, unless that leg is remembered as barred, and to the same place on the
        other level."""
        spots = self.spots
        i = node % len(spots)
        spot = spots[i]
        limit = self.limit + 1e-9
        if spot.twin >= 0 and not done[spot.twin] and cost + spot.twin_price + spot.to_goal <= limit:
            onward = cost + spot.twin_price
            heappush(heap, (onward + spot.to_goal, onward, node - i + spot.twin, node, True))
        by_place = self.around.ground.has_platforms
        x = spot.x
        y = spot.y
        z = spot.z
        begins = spot.number * MOST_PLACES
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
            if total <= limit and (self.recalls or legs.get(begins + other.number, 0.0) != inf):
                heappush(heap, (total, onward, j, node, False))

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

    def _leg_cost(self, a: Bend, b: Bend, begun: int, legs: dict[Leg, float]) -> tuple[float, int]:
        """What the leg costs, and what the path has begun after it; `legs` are remembered."""
        if self.forbidden and ((a.x, a.y, a.z), (b.x, b.y, b.z)) in self.forbidden:
            return (inf, 0)
        if self.recalls:
            return self.known.leg_cost_after(begun, a.x, a.y, a.z, b.x, b.y, b.z)
        leg = a.number * MOST_PLACES + b.number
        cost = legs.get(leg)
        if cost is None:
            cost = legs[leg] = self.known.leg_cost(a.x, a.y, a.z, b.x, b.y, b.z)
        return (cost, 0)


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
