"""Pricing a path: walked leg by leg, level by level, with everything it meets noted where it meets it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt

from vanguard.geometry.measuring import edge_gap, point_gap, told_beside
from vanguard.geometry.movement.ground import (
    DECK,
    PLATFORM,
    WALL,
    Feature,
    Ground,
    Mover,
)
from vanguard.geometry.movement.paths import (
    CHANGES_LEVEL,
    TOO_DEEP,
    TOO_FAR,
    TOO_STEEP,
    UNFIT_END,
    CostItem,
    LevelChange,
    PricedPath,
)
from vanguard.geometry.movement.surroundings import Surroundings, checked_point
from vanguard.geometry.movement.sweep import (
    HAIR,
    Interval,
    box_missed,
    centre_intervals,
    encloses_strictly,
    merged,
    outline_intervals,
    swept_clear,
    uncovered,
)
from vanguard.geometry.movement.walk import OVER, Walk


class Trace(Walk):
    """One walk along a polyline, with its changes of level and its verdict."""

    __slots__ = ()

    def walk_to(self, x: float, y: float) -> None:
        """One straight leg; split where the centre crosses the outline of a platform."""
        if x == self.x and y == self.y:
            return
        if self.around.ground.has_platforms:
            self._walk_over_platforms(x, y)
        else:
            self.walk_level(x, y)
        self.points.append((x, y, self.z))
        self.waypoints.append((x, y, self.z))

    # --- changing level --------------------------------------------------------------------------------------

    def _walk_over_platforms(self, x: float, y: float) -> None:
        px = self.x
        py = self.y
        dx = x - px
        dy = y - py
        flips: list[tuple[float, int, int]] = []
        for i in range(len(self.around.costly)):
            feature = self.around.costly[i]
            if feature.kind != PLATFORM:
                continue
            on = i in self.on_platforms
            for t0, t1 in centre_intervals(feature.part, px, py, dx, dy):
                if not (on and t0 <= HAIR):
                    if on:
                        flips.append((0.0, i, 0))
                    flips.append((t0, i, 1))
                on = True
                if t1 < 1.0 - HAIR:
                    flips.append((t1, i, 0))
                    on = False
            if on and i in self.on_platforms and not encloses_strictly(feature.part, px + dx * 0.5, py + dy * 0.5):
                if not encloses_strictly(feature.part, x, y):
                    flips.append((0.0, i, 0))
        flips.sort()
        k = 0
        while k < len(flips):
            share = flips[k][0]
            group: list[tuple[float, int, int]] = []
            while k < len(flips) and flips[k][0] <= share + 1e-7:
                group.append(flips[k])
                k += 1
            self._walk_level_settling(px + dx * share, py + dy * share)
            self._change_platform(group)
        self._walk_level_settling(x, y)

    def _walk_level_settling(self, x: float, y: float) -> None:
        """Walk on one level, noting where the whole base has come to be on it."""
        if not self.settled:
            around = self.around
            px = self.x
            py = self.y
            dx = x - px
            dy = y - py
            if dx != 0.0 or dy != 0.0:
                found: list[Interval] = []
                for feature in around.costly:
                    if feature.kind == PLATFORM and not box_missed(feature.part, px, py, x, y, around.radius):
                        found.extend(outline_intervals(feature.solid_edges, px, py, dx, dy, around.slim))
                share = uncovered(merged(found), 0.0, 1.0)
                if share < 0.0 and not (found and merged(found)[-1][1] >= 1.0 - HAIR):
                    share = 1.0
                if share >= 0.0:
                    self.settled = True
                    change = self.changes[-1]
                    change.clear_x = px + dx * share
                    change.clear_y = py + dy * share
        self.walk_level(x, y)

    def _change_platform(self, group: list[tuple[float, int, int]]) -> None:
        costly = self.around.costly
        before = self._level()
        left = -1
        entered = -1
        for _, i, enters in group:
            if enters:
                self.on_platforms.append(i)
                if entered < 0 or costly[i].part.top > costly[entered].part.top:
                    entered = i
            else:
                self.on_platforms.remove(i)
                if left < 0 or costly[i].part.top > costly[left].part.top:
                    left = i
        after = self._level()
        if after == before:
            return
        by = entered if after > before else left
        if by < 0:
            by = group[0][1]
        self.met_features.append(costly[by])
        if not self.settled:
            name = costly[by].part.name
            words = "the whole base must come to be on one level before it changes level again at {it}"
            self.object_at(0.0, CHANGES_LEVEL, words, name, self.around.radius)
        self.points.append((self.x, self.y, before))
        self._change_level(costly[by], before, after)
        self.settled = False
        self.points.append((self.x, self.y, after))

    def _level(self) -> float:
        level = 0.0
        for i in self.on_platforms:
            level = max(level, self.around.costly[i].part.top)
        return level

    def _change_level(self, feature: Feature, before: float, after: float) -> None:
        """Pay for going up or down the side of a platform or deck at the present point."""
        part = feature.part
        rule = feature.edge_rules[0]
        if feature.kind == PLATFORM:
            nearest = inf
            for k in range(len(part.edges)):
                gap = edge_gap(self.x, self.y, part.edges[k])
                if gap < nearest - 1e-6:
                    nearest = gap
                    ax, ay, _, _ = part.edges[k]
                    rule = feature.rule_at(k, hypot(self.x - ax, self.y - ay))
        height = abs(after - before)
        kind = rule.name
        if after > before:
            price = rule.price_up(height)
            if price == inf:
                words = f"the side of {{it}} cannot be climbed here ({rule.name})"
                self.object_at(0.0, TOO_STEEP, words, part.name, height)
                price = 0.0
        else:
            price = rule.price_down(height)
            limit = self.around.mover.drops_up_to
            if price > 0.0 and rule.may_drop and height <= limit + self.around.ground.tolerance:
                price = 0.0
                kind = "drop"
            elif price == inf:
                words = f"{{it}} is {height:g} high here; drops go up to {limit:g}"
                self.object_at(0.0, TOO_DEEP, words, part.name, limit)
                price = 0.0
        self.changes.append(LevelChange(kind, self.x, self.y, before, after, price, part.name, self.along))
        if price != 0.0:
            self.extras.append(CostItem(kind, price, self.x, self.y, part.name))
        self.z = after

    def step_to_level(self, z: float) -> None:
        """Change to a level where the disc touches the side of the higher part from outside."""
        if abs(z - self.z) < 1e-6:
            return
        around = self.around
        high = max(z, self.z)
        low = min(z, self.z)
        touched: Feature | None = None
        for feature in around.costly:
            if feature.kind != DECK or abs(feature.part.top - high) > 1e-6:
                continue
            gap = point_gap(feature.part, self.x, self.y)
            if abs(gap - around.radius) <= around.ground.tolerance + 1e-9:
                touched = feature
        if touched is None:
            self.met_features.extend([feature for feature in around.costly if feature.kind == DECK])
            words = f"to change between levels {low:g} and {high:g} the base must touch the side of the higher one"
            self.object_at(0.0, CHANGES_LEVEL, words, "", high)
            self.z = z
        elif low > 0.0 and not any(f.kind == DECK and abs(f.part.top - low) < 1e-6 for f in around.costly):
            self.object_at(0.0, CHANGES_LEVEL, f"there is no level at {low:g} here", "", low)
            self.z = z
        else:
            self._change_level(touched, self.z, z)
        self.points.append((self.x, self.y, self.z))
        self.waypoints.append((self.x, self.y, self.z))

    # --- the verdict -----------------------------------------------------------------------------------------

    def cost(self) -> float:
        total = self.along
        for item in self.extras:
            total += item.amount
        return total

    def verdict(self) -> PricedPath:
        """The priced path, after asking whether the move may end where it does and can be afforded."""
        mover = self.around.mover
        self._object_to_walls()
        cost = self.cost()
        limit = mover.allowance + self.around.ground.tolerance
        if self.objection is None:
            fault = self.around.standing_fault(self.x, self.y, self.z)
            if fault is not None:
                self.object_at(0.0, fault.kind, fault.words, fault.blocker, fault.limit)
            elif cost > limit + HAIR:
                self._object_to_price(cost)
            elif mover.end_test is not None:
                reason = mover.end_test(self.x, self.y, self.z)
                if reason:
                    self.object_at(0.0, UNFIT_END, reason, "", 0.0)
        items = [CostItem("move", self.along, self.x, self.y), *self.extras]
        return PricedPath(
            self.points,
            self.waypoints,
            cost,
            self.along,
            mover.allowance,
            items,
            self.changes,
            self.crossings,
            self.objection,
        )

    def legal_cost(self) -> float:
        """The cost, infinite if the verdict would object to the move: for those who do not ask why."""
        around = self.around
        self._object_to_walls()
        cost = self.cost()
        if self.objection is not None or cost > around.mover.allowance + around.ground.tolerance + HAIR:
            return inf
        if around.standing_fault(self.x, self.y, self.z) is not None:
            return inf
        end_test = around.mover.end_test
        if end_test is not None and end_test(self.x, self.y, self.z):
            return inf
        return cost

    def _object_to_walls(self) -> None:
        """A move may not end over a wall."""
        for i in range(len(self.relations)):
            if self.relations[i] == OVER and self.around.costly[i].kind == WALL:
                self.object_to_wall(i, self.around.costly[i])

    def _object_to_price(self, cost: float) -> None:
        mover = self.around.mover
        allowance = mover.allowance
        mark = self.around.ground.table.mark
        words = (
            f"the move costs {told_beside(cost, allowance, 2)}{mark}, the allowance is {round(allowance, 2):g}{mark}"
        )
        self.object_at(0.0, TOO_FAR, words, "", mover.allowance)


def price_path(ground: Ground, mover: Mover, waypoints: Sequence[tuple[float, ...]]) -> PricedPath:
    """The exact price and verdict of a player's own path: straight legs from the mover's place through the waypoints.

    A waypoint is (x, y), or (x, y, z) where the mover changes to another deck level upon arriving there. Coordinates
    are rounded to a thousandth; anything not finite is refused with `BadShape`. What the rules forbid is no error: the
    result says so in its `objection`, with the reason, the place, the blocker and the limit.
    """
    points = [checked_point(tuple(point), "waypoint") for point in waypoints]
    base = mover.base
    reach = mover.allowance
    for point in points:
        reach = max(reach, abs(point[0] - base.x) + abs(point[1] - base.y))
    trace = Trace(Surroundings(ground, mover, reach + 0.01))
    for point in points:
        trace.walk_to(point[0], point[1])
        if len(point) == 3 and ground.has_decks:
            trace.step_to_level(point[2])
    return trace.verdict()


def straight_cost(around: Surroundings, x: float, y: float) -> float:
    """What going straight to a point costs; infinite if that is not legal or not affordable.

    Meant for very many points: no bill is written. The point must be rounded to a thousandth already.
    """
    mover = around.mover
    ground = around.ground
    limit = mover.allowance + ground.tolerance + HAIR
    px = around.x
    py = around.y
    dx = x - px
    dy = y - py
    square = dx * dx + dy * dy
    if not square <= limit * limit:
        return inf
    slim = around.slim
    if x < slim or y < slim or x > ground.width - slim or y > ground.depth - slim:
        return inf
    z = around.z
    gap = mover.level_gap
    inverse = 1.0 / square if square > 0.0 else 0.0
    for cx, cy, near, elevation, _ in around.discs:
        fx = cx - px
        fy = cy - py
        t = (fx * dx + fy * dy) * inverse
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
        fx -= dx * t
        fy -= dy * t
        if fx * fx + fy * fy < near * near and abs(elevation - z) <= gap:
            return inf
    for i in range(len(around.blocking)):
        feature = around.blocking[i]
        if not swept_clear(feature.part, px, py, dx, dy, around.blocking_radii[i]):
            if feature.obstructs(z, around.height, ground.step):
                return inf
    simple = not (ground.has_decks and z > 0.0) and not mover.zones
    if simple:
        for feature in around.costly:
            if not box_missed(feature.part, px, py, x, y, around.radius):
                simple = False
                break
    if not simple:
        trace = Trace(around)
        trace.walk_to(x, y)
        return trace.legal_cost()
    for cx, cy, near, elevation, _ in around.end_discs:
        if hypot(x - cx, y - cy) < near and abs(elevation - z) <= gap:
            return inf
    if mover.end_test is not None and mover.end_test(x, y, z):
        return inf
    return sqrt(square)
