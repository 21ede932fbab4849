"""Pricing a path: walked leg by leg, level by level, with everything it meets noted where it meets it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.measuring import edge_gap, point_gap
from vanguard.geometry.movement_ground import (
    DECK,
    DIFFICULT,
    OBSTACLE,
    PLATFORM,
    TRAVERSABLE,
    WALL,
    Feature,
    Ground,
    KeepOut,
    Mover,
)
from vanguard.geometry.movement_paths import CostItem, Crossing, LevelChange, Objection, PricedPath
from vanguard.geometry.movement_surroundings import Surroundings, checked_point
from vanguard.geometry.movement_sweep import (
    HAIR,
    Interval,
    box_missed,
    centre_intervals,
    crossing_share,
    disc_interval,
    encloses_strictly,
    merged,
    outline_intervals,
    swept_clear,
    swept_intervals,
    uncovered,
)
from vanguard.geometry.shapes import Point3

CLEAR: Final = 0
OVER: Final = 1
SLIPPING: Final = 2
"""A disc's relation to a feature between two legs: clear of it, over it, or over it with a window just crossed."""


class Trace:
    """One walk along a polyline; collects cost, crossings, changes of level, the first objection and what was met."""

    __slots__ = (
        "around", "x", "y", "z", "along", "points", "extras", "crossings", "changes", "objection", "objection_along",
        "met_discs", "met_features", "met_zones", "relations", "overlap_points", "sides", "on_platforms", "settled",
        "leaving", "moved", "leg_x", "leg_y", "leg_length", "paid_once",
    )  # fmt: skip

    def __init__(self, around: Surroundings) -> None:
        self.around: Final[Surroundings] = around
        self.x: float = around.x
        self.y: float = around.y
        self.z: float = around.z
        self.along: float = 0.0
        """Length walked before the current leg."""
        self.points: Final[list[Point3]] = [(around.x, around.y, around.z)]
        self.extras: Final[list[CostItem]] = []
        self.crossings: Final[list[Crossing]] = []
        self.changes: Final[list[LevelChange]] = []
        self.objection: Objection | None = None
        self.objection_along: float = inf
        self.met_discs: Final[list[int]] = []
        self.met_features: Final[list[Feature]] = []
        self.met_zones: Final[list[int]] = []
        count = len(around.costly)
        self.relations: Final[list[int]] = [CLEAR] * count
        self.overlap_points: Final[list[Point3]] = [(0.0, 0.0, 0.0)] * count
        self.sides: Final[dict[tuple[int, int], int]] = {}
        self.on_platforms: Final[list[int]] = []
        self.settled: bool = True
        self.leaving: Final[list[bool]] = []
        self.moved: bool = False
        self.leg_x: float = 0.0
        self.leg_y: float = 0.0
        self.leg_length: float = 0.0
        self.paid_once: Final[list[str]] = []
        for i in range(count):
            feature = around.costly[i]
            if feature.kind == PLATFORM and encloses_strictly(feature.part, self.x, self.y):
                self.on_platforms.append(i)
            elif feature.kind == TRAVERSABLE and not box_missed(
                feature.part, self.x, self.y, self.x, self.y, around.slim
            ):
                if swept_intervals(feature.part, self.x, self.y, 0.0, 0.0, around.slim):
                    self.relations[i] = OVER
        for zone in around.mover.zones:
            self.leaving.append(self._starts_inside(zone))

    def _starts_inside(self, zone: KeepOut) -> bool:
        if zone.end_only or zone.area is not None:
            return False
        reach = zone.reach(self.around.radius, self.z, self.around.ground.tolerance)
        if hypot(self.x - zone.x, self.y - zone.y) > reach:
            return False
        if zone.condition is not None and not zone.condition(self.x, self.y, self.z):
            return False
        if not zone.may_leave:
            self._object(0.0, f"the move starts within {zone.distance:g} of {zone.name}", zone.name, zone.distance)
        return True

    def _object(self, share: float, reason: str, blocker: str, limit: float) -> None:
        """Keep the objection that comes first along the path."""
        along = self.along + share * self.leg_length
        if along < self.objection_along:
            self.objection_along = along
            x = self.x + self.leg_x * share
            y = self.y + self.leg_y * share
            self.objection = Objection(reason, x, y, blocker, limit)

    # --- walking ---------------------------------------------------------------------------------------------

    def walk_to(self, x: float, y: float) -> None:
        """One straight leg; split where the centre crosses the outline of a platform."""
        if x == self.x and y == self.y:
            return
        self.moved = True
        if self.around.ground.has_platforms:
            self._walk_over_platforms(x, y)
        else:
            self._walk_level(x, y)
        self.points.append((x, y, self.z))

    def _walk_level(self, x: float, y: float) -> None:
        """A straight piece of the path on one level."""
        px = self.x
        py = self.y
        dx = x - px
        dy = y - py
        self.leg_x = dx
        self.leg_y = dy
        self.leg_length = sqrt(dx * dx + dy * dy)
        if self.leg_length > 0.0:
            self._meet_table_edge(x, y)
            self._meet_bases(px, py, dx, dy)
            self._meet_blocking(px, py, dx, dy)
            if self.around.costly:
                self._meet_costly(px, py, x, y)
            if self.leaving:
                self._meet_zones(px, py, dx, dy)
        self.along += self.leg_length
        self.x = x
        self.y = y
        self.leg_length = 0.0

    def _meet_table_edge(self, x: float, y: float) -> None:
        around = self.around
        if around.mover.entering:
            return
        low = around.slim
        right = around.ground.width - low
        top = around.ground.depth - low
        if low <= x <= right and low <= y <= top:
            return
        share = 1.0
        for start, step, limit in (
            (self.x, self.leg_x, low),
            (self.x, self.leg_x, right),
            (self.y, self.leg_y, low),
            (self.y, self.leg_y, top),
        ):
            if step != 0.0:
                t = (limit - start) / step
                outward = (step < 0.0) == (limit == low)
                if outward and t < share:
                    share = max(0.0, t)
        self._object(share, "the base would leave the table", "table edge", around.radius)

    def _meet_bases(self, px: float, py: float, dx: float, dy: float) -> None:
        around = self.around
        gap = around.mover.level_gap
        square = dx * dx + dy * dy
        for i in range(len(around.discs)):
            cx, cy, near, elevation, name = around.discs[i]
            # nearest approach of the leg to the base's centre
            t = ((cx - px) * dx + (cy - py) * dy) / square
            if t < 0.0:
                t = 0.0
            elif t > 1.0:
                t = 1.0
            ex = px + dx * t - cx
            ey = py + dy * t - cy
            if ex * ex + ey * ey >= near * near or abs(elevation - self.z) > gap:
                continue
            self.met_discs.append(i)
            share = disc_interval(px, py, dx, dy, cx, cy, near)[0]
            self._object(min(share, 1.0), f"{name} is in the way", name, near)

    def _meet_blocking(self, px: float, py: float, dx: float, dy: float) -> None:
        around = self.around
        for i in range(len(around.blocking)):
            feature = around.blocking[i]
            radius = around.blocking_radii[i]
            if box_missed(feature.part, px, py, px + dx, py + dy, radius):
                continue
            if not feature.obstructs(self.z, around.height, around.ground.step):
                continue
            found = swept_intervals(feature.part, px, py, dx, dy, radius)
            if found:
                self.met_features.append(feature)
                self._object(found[0][0], f"{feature.part.name} is in the way", feature.part.name, around.radius)

    def _meet_costly(self, px: float, py: float, x: float, y: float) -> None:
        around = self.around
        dx = x - px
        dy = y - py
        slow: list[tuple[float, float, int]] = []
        for i in range(len(around.costly)):
            feature = around.costly[i]
            kind = feature.kind
            if kind == PLATFORM:
                continue
            if box_missed(feature.part, px, py, x, y, around.radius):
                if self.relations[i] != CLEAR:
                    self._come_clear(i)
                continue
            if not feature.obstructs(self.z, around.height, around.ground.step):
                continue
            if kind == DIFFICULT:
                for t0, t1 in centre_intervals(feature.part, px, py, dx, dy):
                    slow.append((t0, t1, i))
            elif kind == OBSTACLE:
                self._cross_lines(i, feature, feature.part.edges, px, py, x, y)
            elif kind == WALL:
                self._pass_wall(i, feature, px, py, x, y)
            elif kind == TRAVERSABLE:
                self._traverse(i, feature, px, py, dx, dy)
            elif kind == DECK:
                found = swept_intervals(feature.part, px, py, dx, dy, around.slim)
                if found:
                    self.met_features.append(feature)
                    self._object(found[0][0], f"{feature.part.name} is in the way", feature.part.name, around.radius)
        if slow:
            self._charge_difficult(slow)
        if around.ground.has_decks and self.z > 0.0:
            self._stay_on_deck(px, py, dx, dy)

    def _come_clear(self, i: int) -> None:
        """The disc has left a feature behind; a wall may only be left through its window."""
        feature = self.around.costly[i]
        if feature.kind == WALL and self.relations[i] == OVER:
            self._object_to_wall(i, feature)
        self.relations[i] = CLEAR

    def _object_to_wall(self, i: int, feature: Feature) -> None:
        x, y, along = self.overlap_points[i]
        if along < self.objection_along:
            self.objection_along = along
            name = feature.part.name
            self.objection = Objection(f"{name} is in the way", x, y, name, self.around.radius)

    def _charge_difficult(self, slow: list[tuple[float, float, int]]) -> None:
        """Overlapping areas do not multiply: the slowest one counts."""
        costly = self.around.costly
        for _, _, i in slow:
            self.met_features.append(costly[i])
        if len(slow) == 1:
            t0, t1, i = slow[0]
            self._charge_area(costly[i], t0, t1)
            return
        cuts = sorted([t for t, _, _ in slow] + [t for _, t, _ in slow])
        for k in range(len(cuts) - 1):
            t0 = cuts[k]
            t1 = cuts[k + 1]
            middle = (t0 + t1) * 0.5
            worst = -1
            for a, b, i in slow:
                if a <= middle <= b and (worst < 0 or costly[i].factor > costly[worst].factor):
                    worst = i
            if worst >= 0 and t1 - t0 > HAIR:
                self._charge_area(costly[worst], t0, t1)

    def _charge_area(self, feature: Feature, t0: float, t1: float) -> None:
        """One line on the bill for each area, however often it is walked through."""
        amount = (feature.factor - 1.0) * (t1 - t0) * self.leg_length
        name = feature.part.name
        for k in range(len(self.extras)):
            item = self.extras[k]
            if item.part == name and item.label == feature.label:
                self.extras[k] = CostItem(item.label, item.amount + amount, item.x, item.y, name)
                return
        x = self.x + self.leg_x * t0
        y = self.y + self.leg_y * t0
        self.extras.append(CostItem(feature.label, amount, x, y, name))

    def _cross_lines(
        self, i: int, feature: Feature, edges: Sequence[tuple[float, float, float, float]],
        px: float, py: float, x: float, y: float,
    ) -> list[float]:  # fmt: skip
        """Charge for every edge whose other side the centre comes to; a touch is no crossing. Returns the shares."""
        shares: list[float] = []
        for k in range(len(edges)):
            ax, ay, bx, by = edges[k]
            ex = bx - ax
            ey = by - ay
            length = sqrt(ex * ex + ey * ey)
            before = (ex * (py - ay) - ey * (px - ax)) / length
            after = (ex * (y - ay) - ey * (x - ax)) / length
            if -HAIR < before < HAIR:
                side = self.sides.get((i, k), 0)
            else:
                side = 1 if before > 0.0 else -1
            self.sides[(i, k)] = side
            if -HAIR < after < HAIR or side == 0:
                continue
            if (after > 0.0) == (side > 0):
                continue
            self.sides[(i, k)] = -side
            share = 0.0 if -HAIR < before < HAIR else before / (before - after)
            cx = px + (x - px) * share
            cy = py + (y - py) * share
            where = ((cx - ax) * ex + (cy - ay) * ey) / length
            if -HAIR <= where <= length + HAIR:
                shares.append(share)
        shares.sort()
        charged: list[float] = []
        for share in shares:
            if not charged or share > charged[-1] + 1e-7:  # through the joint of two edges is one crossing
                charged.append(share)
                self._charge_crossing(feature, share)
        return charged

    def _charge_crossing(self, feature: Feature, share: float) -> None:
        x = self.x + self.leg_x * share
        y = self.y + self.leg_y * share
        name = feature.part.name
        fee = feature.fee
        drop = 0.0
        if feature.drop_height > 0.0:
            if feature.drop_height <= self.around.mover.drops_up_to + self.around.ground.tolerance:
                drop = feature.drop_height
            else:
                fee += feature.down_fee
        if feature.once and name in self.paid_once:
            fee = 0.0
        self.paid_once.append(name)
        self.met_features.append(feature)
        self.crossings.append(Crossing(name, x, y, fee, self.along + share * self.leg_length, drop))
        if fee != 0.0:
            label = "window" if feature.kind == WALL else feature.label
            self.extras.append(CostItem(label, fee, x, y, name))

    def _pass_wall(self, i: int, feature: Feature, px: float, py: float, x: float, y: float) -> None:
        """A wall may be overlapped only from before to after the centre crosses one of its windows."""
        dx = x - px
        dy = y - py
        through = self._cross_lines(i, feature, feature.window_edges, px, py, x, y)
        for ax, ay, bx, by in feature.solid_edges:
            t = crossing_share(px, py, dx, dy, ax, ay, bx, by)
            if (
                t >= 0.0
                and not any(abs(t - w) < 1e-6 for w in through)
                and self._really_crosses(px, py, x, y, ax, ay, bx, by)
            ):
                self.met_features.append(feature)
                self._object(t, f"{feature.part.name} is in the way", feature.part.name, self.around.radius)
        found = outline_intervals(feature.solid_edges, px, py, dx, dy, self.around.slim)
        if self.relations[i] != CLEAR and not (found and found[0][0] <= HAIR):
            self._come_clear(i)
        for t0, t1 in found:
            if self.relations[i] == CLEAR:
                self.relations[i] = OVER
                self.overlap_points[i] = (px + dx * t0, py + dy * t0, self.along + t0 * self.leg_length)
                self.met_features.append(feature)
            for w in through:
                if t0 - HAIR <= w <= t1 + HAIR:
                    self.relations[i] = SLIPPING
            if t1 < 1.0 - HAIR:
                self._come_clear(i)

    def _really_crosses(
        self, px: float, py: float, x: float, y: float, ax: float, ay: float, bx: float, by: float
    ) -> bool:
        before = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        after = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        return (before > HAIR and after < -HAIR) or (before < -HAIR and after > HAIR)

    def _traverse(self, i: int, feature: Feature, px: float, py: float, dx: float, dy: float) -> None:
        found = swept_intervals(feature.part, px, py, dx, dy, self.around.slim)
        if self.relations[i] != CLEAR and not (found and found[0][0] <= HAIR):
            self.relations[i] = CLEAR
        for t0, t1 in found:
            if self.relations[i] == CLEAR:
                self._charge_crossing(feature, t0)
            self.relations[i] = CLEAR if t1 < 1.0 - HAIR else OVER

    def _stay_on_deck(self, px: float, py: float, dx: float, dy: float) -> None:
        """On a level the disc must touch its tops all along."""
        around = self.around
        covered: list[Interval] = []
        known = False
        for feature in around.costly:
            if feature.kind == DECK and abs(feature.part.top - self.z) < 1e-6:
                known = True
                covered.extend(swept_intervals(feature.part, px, py, dx, dy, around.radius + around.ground.tolerance))
        if not known:
            return
        share = uncovered(merged(covered), 0.0, 1.0)
        if share >= 0.0:
            for feature in around.costly:
                if feature.kind == DECK:
                    self.met_features.append(feature)
            self._object(share, f"the base would leave its level at {self.z:g}", "", self.z)

    def _meet_zones(self, px: float, py: float, dx: float, dy: float) -> None:
        around = self.around
        zones = around.mover.zones
        for i in range(len(zones)):
            zone = zones[i]
            if zone.end_only:
                continue
            if zone.area is not None:
                found = swept_intervals(zone.area, px, py, dx, dy, around.slim)
                if found:
                    self.met_zones.append(i)
                    self._object(found[0][0], f"the base would overlap {zone.name}", zone.name, 0.0)
                continue
            reach = zone.reach(around.radius, self.z, around.ground.tolerance)
            t0, t1 = disc_interval(px, py, dx, dy, zone.x, zone.y, reach)
            if self.leaving[i]:
                if t1 > t0 and t0 <= HAIR:
                    if t1 < 1.0:
                        self.leaving[i] = False  # walked out; from now on it may not come back
                    continue
                self.leaving[i] = False
            if t1 <= t0:
                continue
            share = self._condition_share(zone, t0, t1)
            if share >= 0.0:
                self.met_zones.append(i)
                reason = f"the path comes within {zone.distance:g} of {zone.name}"
                self._object(share, reason, zone.name, zone.distance)

    def _condition_share(self, zone: KeepOut, t0: float, t1: float) -> float:
        """The first share inside a zone where its condition holds; every 0.1 and at the nearest point; -1 if nowhere."""
        condition = zone.condition
        if condition is None:
            return t0
        length = self.leg_length
        tries = [t0, (t0 + t1) * 0.5, t1]
        k = int(t0 * length * 10.0) + 1
        while k * 0.1 < t1 * length:
            tries.append(k * 0.1 / length)
            k += 1
        tries.sort()
        for share in tries:
            if condition(self.x + self.leg_x * share, self.y + self.leg_y * share, self.z):
                return share
        return -1.0

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
        self._walk_level(x, y)

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
            reason = f"the whole base must come to be on one level before it changes level again at {name}"
            self._object(0.0, reason, name, self.around.radius)
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
                self._object(0.0, f"the side of {part.name} cannot be climbed here ({rule.name})", part.name, height)
                price = 0.0
        else:
            price = rule.price_down(height)
            limit = self.around.mover.drops_up_to
            if price > 0.0 and rule.may_drop and height <= limit + self.around.ground.tolerance:
                price = 0.0
                kind = "drop"
            elif price == inf:
                self._object(0.0, f"{part.name} is {height:g} high here; drops go up to {limit:g}", part.name, limit)
                price = 0.0
        self.changes.append(LevelChange(kind, self.x, self.y, before, after, price, part.name, self.along))
        if price != 0.0:
            self.extras.append(CostItem(kind, price, self.x, self.y, part.name))
        self.z = after

    def step_to_level(self, z: float) -> None:
        """Change to a level where the disc touches the side of the higher part from outside."""
        if abs(z - self.z) < 1e-6:
            return
        self.moved = True
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
            reason = f"to change between levels {low:g} and {high:g} the base must touch the side of the higher one"
            self._object(0.0, reason, "", high)
            self.z = z
        elif low > 0.0 and not any(f.kind == DECK and abs(f.part.top - low) < 1e-6 for f in around.costly):
            self._object(0.0, f"there is no level at {low:g} here", "", low)
            self.z = z
        else:
            self._change_level(touched, self.z, z)
        self.points.append((self.x, self.y, self.z))

    # --- the verdict -----------------------------------------------------------------------------------------

    def cost(self) -> float:
        total = self.along
        for item in self.extras:
            total += item.amount
        return total

    def verdict(self) -> PricedPath:
        """The priced path, after asking whether the move may end where it does and can be afforded."""
        mover = self.around.mover
        for i in range(len(self.relations)):
            if self.relations[i] == OVER and self.around.costly[i].kind == WALL:
                self._object_to_wall(i, self.around.costly[i])
        cost = self.cost()
        limit = mover.allowance + self.around.ground.tolerance
        if self.objection is None:
            reason, blocker, bound = self.around.standing_fault(self.x, self.y, self.z)
            if reason:
                self._object(0.0, reason, blocker, bound)
            elif cost > limit + HAIR:
                self._object_to_price(cost)
            elif mover.end_test is not None:
                reason = mover.end_test(self.x, self.y, self.z)
                if reason:
                    self._object(0.0, reason, "", 0.0)
        items = [CostItem("move", self.along, self.x, self.y), *self.extras]
        return PricedPath(
            self.points, cost, self.along, mover.allowance, items, self.changes, self.crossings, self.objection
        )

    def _object_to_price(self, cost: float) -> None:
        mover = self.around.mover
        reason = f"the move costs {round(cost, 2):g}, the allowance is {round(mover.allowance, 2):g}"
        self._object(0.0, reason, "", mover.allowance)


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
        return trace.cost() if trace.verdict().legal else inf
    for cx, cy, near, elevation, _ in around.end_discs:
        if hypot(x - cx, y - cy) < near and abs(elevation - z) <= gap:
            return inf
    if mover.end_test is not None and mover.end_test(x, y, z):
        return inf
    return sqrt(square)
