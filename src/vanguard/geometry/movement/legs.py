"""What a straight leg costs past the things a path search knows of so far.

A leg is looked at on its own, or as a piece of a path that may have begun something it has to finish: a base halfway
through a window, a base that is not yet wholly on the level it has come to.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.measuring import edge_gap, point_gap
from vanguard.geometry.movement.ground import DECK, DIFFICULT, OBSTACLE, PLATFORM, TRAVERSABLE, WALL, Feature
from vanguard.geometry.movement.surroundings import Disc, Leg, Surroundings
from vanguard.geometry.movement.sweep import (
    HAIR,
    Interval,
    box_missed,
    centre_intervals,
    crossing_share,
    disc_interval,
    merged,
    outline_intervals,
    swept_clear,
    swept_intervals,
    uncovered,
)
from vanguard.geometry.shapes import Edge

TOUCH: Final = 1e-6
"""An overlap this small is a touch."""

# what a path has begun and has to finish, added up to one number
UNSETTLED: Final = 1
"""The whole base has yet to come onto its level."""
CROSSED: Final = 2
"""The centre has crossed the window of the wall that the base is over."""
OVER_A_WALL: Final = 4
"""The base is over the first of the walls; twice as much for the second, and so on."""

ROUGHLY: Final = 2.5
FINELY: Final = 10.0


class Known:
    """The obstacles a search has learned of; a growing part of the surroundings."""

    __slots__ = (
        "around", "discs", "blocking", "radii", "costly", "zones", "alone", "minds_levels", "unsettled", "over",
        "crossed", "looks_an_inch",
    )  # fmt: skip

    def __init__(self, around: Surroundings) -> None:
        self.around: Final[Surroundings] = around
        self.discs: Final[list[Disc]] = []
        self.blocking: Final[list[Feature]] = []
        self.radii: Final[list[float]] = []
        self.costly: Final[list[Feature]] = []
        self.zones: Final[list[int]] = []
        self.alone: bool = True
        """Is the leg looked at on its own? Else these tell what the path has begun before it, and after it what then:"""
        self.minds_levels: bool = False
        """Is the next of them told at least, also for a leg on its own? Where it ends wholly on a level, there is no need."""
        self.unsettled: bool = False
        """the whole base has yet to come onto the level before it may change level again;"""
        self.over: int = -1
        """the base overlaps this wall of `costly` (-1: none),"""
        self.crossed: bool = False
        """with its window crossed, or still to be crossed."""
        self.looks_an_inch: float = ROUGHLY
        """How often a zone is asked along a leg whether its condition holds there."""

    def know_all(self) -> None:
        """Everything around, for a search that has no path to learn from, and nobody to look at its legs again."""
        self.looks_an_inch = FINELY
        self.discs.extend(self.around.discs)
        for feature in self.around.blocking:
            self.learn_blocking(feature)
        self.costly.extend(self.around.costly)
        zones = self.around.mover.zones
        self.zones.extend([i for i in range(len(zones)) if not zones[i].end_only])

    def learn_blocking(self, feature: Feature) -> None:
        self.blocking.append(feature)
        self.radii.append(self.around.blocking_radii[self.around.blocking.index(feature)])

    def remembered(self) -> dict[Leg, float]:
        """What legs cost past all that is known now, as far as anybody has asked: shared by all searches from the same place."""
        knowledge = (
            self.looks_an_inch, tuple(sorted(self.discs)), tuple(self.blocking), tuple(self.costly), tuple(self.zones),
        )  # fmt: skip
        return self.around.legs.setdefault(knowledge, {})

    def leg_cost(self, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
        """Length plus whatever the leg costs extra; infinite if it is not free or does not lead to that level."""
        if self.costly and self.around.ground.has_platforms:
            return self._leg_over_platforms(ax, ay, az, bx, by, bz)
        if az != bz:
            return inf
        return self._level_cost(ax, ay, bx, by, az, az)

    def leg_cost_after(
        self, begun: int, ax: float, ay: float, az: float, bx: float, by: float, bz: float
    ) -> tuple[float, int]:
        """As `leg_cost` for a path that has begun something before this leg; and what it has begun after it (0: nothing)."""
        self.alone = False
        self.minds_levels = True
        self.unsettled = begun & UNSETTLED == UNSETTLED
        self.crossed = begun & CROSSED == CROSSED
        self.over = begun // OVER_A_WALL - 1
        cost = self.leg_cost(ax, ay, az, bx, by, bz)
        begun = UNSETTLED * int(self.unsettled) + CROSSED * int(self.crossed) + OVER_A_WALL * (self.over + 1)
        self.alone = True
        self.minds_levels = False
        self.unsettled = False
        self.crossed = False
        self.over = -1
        return (cost, begun)

    def _level_cost(self, ax: float, ay: float, bx: float, by: float, z: float, before: float) -> float:
        """The price of a piece on one level; `before` is the level that the leg comes from where the piece begins."""
        dx = bx - ax
        dy = by - ay
        square = dx * dx + dy * dy
        if square < 1e-18:
            return 0.0
        around = self.around
        gap = around.mover.level_gap
        for cx, cy, near, elevation, _ in self.discs:
            fx = cx - ax
            fy = cy - ay
            t = (fx * dx + fy * dy) / square
            if t < 0.0:
                t = 0.0
            elif t > 1.0:
                t = 1.0
            fx -= dx * t
            fy -= dy * t
            if fx * fx + fy * fy < near * near and abs(elevation - z) <= gap:
                return inf
        for i in range(len(self.blocking)):
            feature = self.blocking[i]
            if not swept_clear(feature.part, ax, ay, dx, dy, self.radii[i]):
                if feature.obstructs(z, around.height, around.ground.step):
                    return inf
        cost = sqrt(square)
        if self.costly:
            cost += self._extra_cost(ax, ay, bx, by, z, before, cost)
        if self.zones and cost < inf and not self._clear_of_zones(ax, ay, dx, dy, z):
            return inf
        return cost

    def _clear_of_zones(self, ax: float, ay: float, dx: float, dy: float, z: float) -> bool:
        around = self.around
        from_start = ax == around.x and ay == around.y
        for i in self.zones:
            zone = around.mover.zones[i]
            if zone.area is not None:
                if not swept_clear(zone.area, ax, ay, dx, dy, around.slim):
                    return False
                continue
            reach = zone.reach(around.radius, z, around.ground.tolerance)
            t0, t1 = disc_interval(ax, ay, dx, dy, zone.x, zone.y, reach)
            if t1 <= t0 or (from_start and zone.may_leave and t0 <= HAIR):
                continue
            condition = zone.condition
            if condition is None:
                return False
            steps = max(2, int(hypot(dx, dy) * (t1 - t0) * self.looks_an_inch) + 1)
            for k in range(steps + 1):
                t = t0 + (t1 - t0) * k / steps
                if condition(ax + dx * t, ay + dy * t, z):
                    return False
        return True

    def _extra_cost(self, ax: float, ay: float, bx: float, by: float, z: float, before: float, length: float) -> float:
        around = self.around
        dx = bx - ax
        dy = by - ay
        extra = 0.0
        slow: list[tuple[float, float, float]] = []
        for feature in self.costly:
            kind = feature.kind
            if kind == PLATFORM or box_missed(feature.part, ax, ay, bx, by, around.radius):
                continue
            if not feature.obstructs(z, around.height, around.ground.step):
                continue
            if kind == DIFFICULT:
                for t0, t1 in centre_intervals(feature.part, ax, ay, dx, dy):
                    slow.append((t0, t1, feature.factor))
            elif kind == OBSTACLE:
                for edge in feature.part.edges:
                    if _crosses(ax, ay, bx, by, edge):
                        extra += self._fee(feature)
            elif kind == WALL:
                if self.alone:
                    extra += self._through_wall(feature, ax, ay, bx, by)
            elif kind == TRAVERSABLE:
                for t0, _ in swept_intervals(feature.part, ax, ay, dx, dy, around.slim):
                    if t0 * length > length - TOUCH:
                        continue  # the leg only just touches it: the next one pays if it goes on
                    if t0 > HAIR or not self._is_over(feature, ax, ay, before):
                        extra += feature.fee
            elif kind == DECK:
                if not swept_clear(feature.part, ax, ay, dx, dy, around.slim):
                    return inf
        if slow:
            extra += _slowed(slow) * length
        if not self.alone:
            extra += self._past_walls(ax, ay, bx, by, z)
        if around.ground.has_decks and z > 0.0 and not self._on_deck(ax, ay, dx, dy, z):
            return inf
        return extra

    def _is_over(self, feature: Feature, x: float, y: float, z: float) -> bool:
        """Has a base there paid for coming onto a traversable part?"""
        around = self.around
        if not feature.obstructs(z, around.height, around.ground.step):
            return False
        return point_gap(feature.part, x, y) < around.slim - TOUCH

    def _fee(self, feature: Feature) -> float:
        if feature.drop_height > self.around.mover.drops_up_to + self.around.ground.tolerance:
            return feature.fee + feature.down_fee
        return feature.fee

    def _through_wall(self, feature: Feature, ax: float, ay: float, bx: float, by: float) -> float:
        """Free, or for the window's fee if the leg passes a window; a leg that begins or ends in one pays half."""
        for edge in feature.solid_edges:
            if _crosses(ax, ay, bx, by, edge):
                return inf
        halves = len(_window_shares(feature, ax, ay, bx, by))
        if halves:
            return feature.fee * halves * 0.5
        return inf if outline_intervals(feature.solid_edges, ax, ay, bx - ax, by - ay, self.around.slim) else 0.0

    def _past_walls(self, ax: float, ay: float, bx: float, by: float, z: float) -> float:
        """The fees for windows on a leg of a path, which may begin or end with the base halfway through one."""
        around = self.around
        over = self.over
        crossed = self.crossed
        self.over = -1
        self.crossed = False
        fees = 0.0
        for i in range(len(self.costly)):
            feature = self.costly[i]
            if feature.kind != WALL:
                continue
            missed = box_missed(feature.part, ax, ay, bx, by, around.radius)
            if missed or not feature.obstructs(z, around.height, around.ground.step):
                if i == over and not crossed:
                    return inf
                continue
            for edge in feature.solid_edges:
                if _crosses(ax, ay, bx, by, edge):
                    return inf
            windows = _window_shares(feature, ax, ay, bx, by)
            if not self._keeps_to_windows(i, ax, ay, bx - ax, by - ay, windows, i == over, i == over and crossed):
                return inf
            fees += feature.fee * len(windows) * 0.5
        return fees

    def _keeps_to_windows(
        self, i: int, ax: float, ay: float, dx: float, dy: float, windows: list[float], over: bool, crossed: bool
    ) -> bool:
        """Is a wall overlapped only from before to after a window is crossed? Notes what is left for the next leg."""
        slim = self.around.slim
        feature = self.costly[i]
        found = outline_intervals(feature.part.edges, ax, ay, dx, dy, slim)
        if over and not (found and found[0][0] <= HAIR):
            if not crossed:
                return False
            over = False
            crossed = False
        solid = outline_intervals(feature.solid_edges, ax, ay, dx, dy, slim) if found else found
        for t0, t1 in found:
            for s0, s1 in solid:
                if s0 >= t0 - HAIR and s1 <= t1 + HAIR:
                    over = True
            for share in windows:
                if t0 - HAIR <= share <= t1 + HAIR:
                    over = True
                    crossed = True
            if t1 < 1.0 - HAIR:
                if over and not crossed:
                    return False
                over = False
                crossed = False
        if over:
            if self.over >= 0:
                return False  # halfway through two walls at once: no leg is tried from there
            self.over = i
            self.crossed = crossed
        return True

    def _on_deck(self, ax: float, ay: float, dx: float, dy: float, z: float) -> bool:
        covered: list[Interval] = []
        around = self.around
        for feature in around.costly:
            if feature.kind == DECK and abs(feature.part.top - z) < 1e-6:
                covered.extend(swept_intervals(feature.part, ax, ay, dx, dy, around.radius + around.ground.tolerance))
        return uncovered(merged(covered), 0.0, 1.0) < 0.0

    # --- platforms -------------------------------------------------------------------------------------------

    def _leg_over_platforms(self, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
        """A leg that may cross platform outlines: each level's piece is looked at on its own."""
        dx = bx - ax
        dy = by - ay
        cuts: list[tuple[float, Feature]] = []
        for feature in self.costly:
            if feature.kind == PLATFORM and not box_missed(feature.part, ax, ay, bx, by, 0.0):
                for edge in feature.solid_edges:
                    t = crossing_share(ax, ay, dx, dy, edge[0], edge[1], edge[2], edge[3])
                    if t >= 0.0:
                        cuts.append((t, feature))
        if not cuts:
            if az != bz:
                return inf
            if self.unsettled:
                self.unsettled = self.minds_levels and not self._settles(ax, ay, dx, dy, 0.0, 1.0)
            return self._level_cost(ax, ay, bx, by, az, az)
        cuts.sort(key=_by_share)
        ground = self.around.ground
        total = 0.0
        z = az
        before = az
        at = 0.0
        settled = not self.unsettled
        for k in range(len(cuts)):
            t, feature = cuts[k]
            after = cuts[k + 1][0] if k + 1 < len(cuts) else 1.0
            middle = (t + after) * 0.5 if after > t else t + 1e-7
            level = ground.platform_level(ax + dx * middle, ay + dy * middle)
            if level == z or after - t < HAIR:
                continue
            if not settled and not self._settles(ax, ay, dx, dy, at, t):
                return inf
            total += self._level_cost(ax + dx * at, ay + dy * at, ax + dx * t, ay + dy * t, z, before)
            total += self._change_price(feature, ax + dx * t, ay + dy * t, z, level)
            if total == inf:
                return inf
            before = z
            z = level
            at = t
            settled = False
        if z != bz:
            return inf
        self.unsettled = self.minds_levels and not settled and not self._settles(ax, ay, dx, dy, at, 1.0)
        if at < 1.0:
            total += self._level_cost(ax + dx * at, ay + dy * at, bx, by, z, before)
        return total

    def _settles(self, ax: float, ay: float, dx: float, dy: float, low: float, high: float) -> bool:
        """Is the whole base on one level somewhere between two changes?"""
        found: list[Interval] = []
        for feature in self.around.costly:
            if feature.kind == PLATFORM:
                found.extend(outline_intervals(feature.solid_edges, ax, ay, dx, dy, self.around.slim))
        return uncovered(merged(found), low, high) >= 0.0

    def _change_price(self, feature: Feature, x: float, y: float, before: float, after: float) -> float:
        part = feature.part
        nearest = inf
        edge = 0
        for k in range(len(part.edges)):
            gap = edge_gap(x, y, part.edges[k])
            if gap < nearest - 1e-6:
                nearest = gap
                edge = k
        rule = feature.rule_at(edge, hypot(x - part.edges[edge][0], y - part.edges[edge][1]))
        if after > before:
            return rule.price_up(after - before)
        height = before - after
        price = rule.price_down(height)
        if price > 0.0 and rule.may_drop and height <= self.around.mover.drops_up_to + self.around.ground.tolerance:
            return 0.0
        return price


def _by_share(cut: tuple[float, Feature]) -> float:
    return cut[0]


def _window_shares(feature: Feature, ax: float, ay: float, bx: float, by: float) -> list[float]:
    """Where the leg is in a wall's windows: once where it begins or ends in one, twice where it crosses one."""
    found: list[float] = []
    for edge in feature.window_edges:
        if edge_gap(ax, ay, edge) < 0.002:
            found.append(0.0)
        elif edge_gap(bx, by, edge) < 0.002:
            found.append(1.0)
        elif _crosses(ax, ay, bx, by, edge):
            share = crossing_share(ax, ay, bx - ax, by - ay, edge[0], edge[1], edge[2], edge[3])
            found.append(share)
            found.append(share)
    return found


def _crosses(ax: float, ay: float, bx: float, by: float, edge: Edge) -> bool:
    """Do the leg and the edge cross properly?"""
    x1, y1, x2, y2 = edge
    ex = x2 - x1
    ey = y2 - y1
    before = ex * (ay - y1) - ey * (ax - x1)
    after = ex * (by - y1) - ey * (bx - x1)
    if (before > 0.0) == (after > 0.0):
        return False
    dx = bx - ax
    dy = by - ay
    first = dx * (y1 - ay) - dy * (x1 - ax)
    second = dx * (y2 - ay) - dy * (x2 - ax)
    return (first > 0.0) != (second > 0.0)


def _slowed(slow: list[tuple[float, float, float]]) -> float:
    """Share of the leg to pay again inside difficult areas; where they overlap the slowest counts."""
    if len(slow) == 1:
        return (slow[0][1] - slow[0][0]) * (slow[0][2] - 1.0)
    cuts = sorted([t for t, _, _ in slow] + [t for _, t, _ in slow])
    total = 0.0
    for k in range(len(cuts) - 1):
        middle = (cuts[k] + cuts[k + 1]) * 0.5
        worst = 1.0
        for t0, t1, factor in slow:
            if t0 <= middle <= t1 and factor > worst:
                worst = factor
        total += (cuts[k + 1] - cuts[k]) * (worst - 1.0)
    return total
