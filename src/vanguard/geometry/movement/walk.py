"""Walking straight pieces of a path on one level: what is met there, what it costs and what forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.movement.ground import (
    DECK,
    DIFFICULT,
    OBSTACLE,
    PLATFORM,
    TRAVERSABLE,
    WALL,
    Feature,
    KeepOut,
)
from vanguard.geometry.movement.paths import (
    BASE_IN_WAY,
    COMES_TOO_NEAR,
    IN_AREA,
    IN_THE_WAY,
    OFF_LEVEL,
    STARTS_TOO_NEAR,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    WOULD_LEAVE_TABLE,
    WOULD_OVERLAP,
    CostItem,
    Crossing,
    LevelChange,
    Objection,
)
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.movement.sweep import (
    HAIR,
    Interval,
    box_missed,
    centre_intervals,
    crossing_share,
    disc_interval,
    encloses_strictly,
    merged,
    outline_intervals,
    swept_intervals,
    uncovered,
)
from vanguard.geometry.shapes import Point3

CLEAR: Final = 0
OVER: Final = 1
SLIPPING: Final = 2
BESIDE: Final = 3
"""A disc's relation to a feature between two legs: clear of it, over it, over a wall with its window just crossed, or
over no more of a wall than its window."""


class Walk:
    """A walk in progress; collects cost, crossings, the first objection and what was met. Levels are the trace's."""

    __slots__ = (
        "around", "x", "y", "z", "along", "points", "extras", "crossings", "changes", "objection", "objection_along",
        "met_discs", "met_features", "met_zones", "relations", "overlap_points", "sides", "on_platforms", "settled",
        "leaving", "waypoints", "leg_x", "leg_y", "leg_length",
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
        self.waypoints: Final[list[Point3]] = []
        self.leg_x: float = 0.0
        self.leg_y: float = 0.0
        self.leg_length: float = 0.0
        for i in range(count):
            feature = around.costly[i]
            if feature.kind == PLATFORM and encloses_strictly(feature.part, self.x, self.y):
                self.on_platforms.append(i)
            elif feature.kind == TRAVERSABLE and feature.obstructs(self.z, around.height, around.ground.step):
                if box_missed(feature.part, self.x, self.y, self.x, self.y, around.slim):
                    continue
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
            words = f"the move starts within {zone.told(self.around.ground.table)} of {{it}}"
            self.object_at(0.0, STARTS_TOO_NEAR, words, zone.name, zone.distance)
        return True

    def object_at(self, share: float, kind: str, words: str, blocker: str, limit: float) -> None:
        """Keep the objection that comes first along the path."""
        along = self.along + share * self.leg_length
        if along < self.objection_along:
            self.objection_along = along
            x = self.x + self.leg_x * share
            y = self.y + self.leg_y * share
            self.objection = Objection(kind, words, x, y, blocker, limit)

    # --- walking ---------------------------------------------------------------------------------------------

    def walk_level(self, x: float, y: float) -> None:
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
        self.object_at(share, TABLE_EDGE, WOULD_LEAVE_TABLE, "table edge", around.radius)

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
            self.object_at(min(share, 1.0), BASE_IN_WAY, IN_THE_WAY, name, near)

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
                self.object_at(found[0][0], TERRAIN_IN_WAY, IN_THE_WAY, feature.part.name, around.radius)

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
            missed = box_missed(feature.part, px, py, x, y, around.radius)
            if missed or not feature.obstructs(self.z, around.height, around.ground.step):
                if self.relations[i] != CLEAR:
                    self._come_clear(i)
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
                    self.object_at(found[0][0], TERRAIN_IN_WAY, IN_THE_WAY, feature.part.name, around.radius)
        if slow:
            self._charge_difficult(slow)
        if around.ground.has_decks and self.z > 0.0:
            self._stay_on_deck(px, py, dx, dy)

    def _come_clear(self, i: int) -> None:
        """The disc has left a feature behind; a wall may only be left through its window."""
        feature = self.around.costly[i]
        if feature.kind == WALL and self.relations[i] == OVER:
            self.object_to_wall(i, feature)
        self.relations[i] = CLEAR

    def object_to_wall(self, i: int, feature: Feature) -> None:
        x, y, along = self.overlap_points[i]
        if along < self.objection_along:
            self.objection_along = along
            name = feature.part.name
            self.objection = Objection(TERRAIN_IN_WAY, IN_THE_WAY, x, y, name, self.around.radius)

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
                self.object_at(t, TERRAIN_IN_WAY, IN_THE_WAY, feature.part.name, self.around.radius)
        found = outline_intervals(feature.part.edges, px, py, dx, dy, self.around.slim)
        solid = outline_intervals(feature.solid_edges, px, py, dx, dy, self.around.slim)
        if self.relations[i] != CLEAR and not (found and found[0][0] <= HAIR):
            self._come_clear(i)
        for t0, t1 in found:
            if self.relations[i] == CLEAR:
                self.relations[i] = BESIDE
            for s0, s1 in solid:
                if self.relations[i] == BESIDE and s0 >= t0 - HAIR and s1 <= t1 + HAIR:
                    self.relations[i] = OVER
                    self.overlap_points[i] = (px + dx * s0, py + dy * s0, self.along + s0 * self.leg_length)
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
            self.object_at(share, OFF_LEVEL, f"the base would leave its level at {self.z:g}", "", self.z)

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
                    self.object_at(found[0][0], IN_AREA, WOULD_OVERLAP, zone.name, 0.0)
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
                words = f"the path comes within {zone.told(around.ground.table)} of {{it}}"
                self.object_at(share, COMES_TOO_NEAR, words, zone.name, zone.distance)

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
