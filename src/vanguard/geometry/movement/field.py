"""What every place within reach costs: a grid of cheapest costs, for drawing and for searching ends.

Costs spread from cell to cell, but each cell is priced by a straight leg from the last bend that sees it, so the field
is not bound to the directions of the grid. Places that a grid misses (windows, the rims of levels, narrow gaps) are
nodes of their own.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import atan2, hypot, inf, sqrt
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.corners import (
    BESIDE,
    MARGIN,
    corners_of,
    gap_bends,
    gap_bends_beside_disc,
    gap_bends_beside_table_edges,
    gap_bends_between,
    meeting_bends,
    rim_points,
    round_corners,
    round_disc,
)
from vanguard.geometry.movement.ground import (
    DECK,
    DIFFICULT,
    IMPASSABLE,
    OBSTACLE,
    PLATFORM,
    TRAVERSABLE,
    WALL,
    Corner,
    edge_distance,
)
from vanguard.geometry.movement.legs import Known
from vanguard.geometry.movement.room import Grid, Layer
from vanguard.geometry.movement.sky import Sky
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Point3

ROUND: Final = 16
"""Bends round a base."""
LATE: Final = 0.02
"""A cost that is this much too high is worth mending."""


class CostField:
    """Cheapest costs from the mover's place to the grid cells around it, level by level."""

    __slots__ = (
        "around", "grid", "layers", "limit", "known", "count", "nodes", "settles", "xs", "ys", "zs", "extras", "twins", "beside",
        "astride", "costs", "anchors", "sky", "heap", "closed", "sure", "side", "nearest",
    )  # fmt: skip

    def __init__(self, around: Surroundings, step: float, side: str = "", nearest: float = inf) -> None:
        """With a side only what may lead nearer to that table edge than `nearest`, or as near, is looked at."""
        self.around: Final[Surroundings] = around
        self.limit: Final[float] = around.mover.allowance + around.ground.tolerance
        self.grid: Final[Grid] = Grid(around.x, around.y, self.limit, step)
        self.side: Final[str] = side
        self.nearest: float = nearest
        self.known: Final[Known] = Known(around)
        self.known.know_all()
        self.count: Final[int] = self.grid.size * self.grid.size
        self.layers: Final[list[Layer]] = [Layer(self.grid, around, z) for z in self._levels()]
        self.xs: Final[list[float]] = []
        self.ys: Final[list[float]] = []
        self.zs: Final[list[float]] = []
        self.extras: Final[list[Point3]] = []
        self.twins: Final[dict[int, tuple[int, float]]] = {}
        """For a node on the rim of a level: the same place on the other level, and the price of changing."""
        self.beside: Final[dict[int, list[int]]] = {}
        """Cells and extra nodes near enough to try a leg between them."""
        self.astride: Final[list[bool]] = []
        """Whether a base is not wholly on one level, for each place."""
        for layer in self.layers:
            self.astride.extend(layer.astride)
        self._add_extras()
        self.nodes: Final[int] = self.count * len(self.layers) + len(self.extras)
        """How many places there are. Where a base must come wholly onto a level before it changes level again, every
        place is two nodes: its own number for a base that has, and so much more for one that has not yet."""
        self.settles: Final[bool] = around.ground.has_platforms and not around.ground.has_decks
        total = 2 * self.nodes if self.settles else self.nodes
        self.costs: Final[list[float]] = [inf] * total
        self.anchors: Final[list[int]] = [-1] * total
        self.closed: Final[list[bool]] = [False] * total
        self.sure: Final[list[bool]] = [False] * total
        self.heap: Final[list[tuple[float, int]]] = []
        self._place_nodes()
        self.sky: Final[Sky] = Sky(around)
        self._spread()
        for k in range(len(self.layers)):
            self.layers[k].costs[:] = self.costs[k * self.count : (k + 1) * self.count]

    def _levels(self) -> list[float]:
        around = self.around
        if not around.ground.has_decks:
            return [around.z]
        levels = [0.0, around.z]
        for feature in around.costly:
            if feature.kind == DECK:
                levels.append(feature.part.top)
        return sorted(set(levels))

    def ends(self) -> list[tuple[float, float, float, float]]:
        """Every cell the mover can afford and stand on: x, y, elevation and cost."""
        found: list[tuple[float, float, float, float]] = []
        for layer in self.layers:
            for cell in range(self.count):
                cost = layer.costs[cell]
                if cost <= self.limit and layer.stand_room[cell] >= 0.0:
                    x = thousandth(self.grid.left + cell % self.grid.size * self.grid.step)
                    y = thousandth(self.grid.bottom + cell // self.grid.size * self.grid.step)
                    found.append((x, y, layer.heights[cell], cost))
        return found

    def other_ends(self) -> list[tuple[float, float, float, float]]:
        """The same for places that the grid misses: gaps, corners, rims."""
        found: list[tuple[float, float, float, float]] = []
        for i, (x, y, z) in enumerate(self.extras):
            cost = self.costs[self.count * len(self.layers) + i]
            if cost <= self.limit and self.around.standing_fault(x, y, z) is None:
                found.append((x, y, z, cost))
        return found

    # --- nodes beside the grid -------------------------------------------------------------------------------

    def _add_extras(self) -> None:
        around = self.around
        bends: list[Corner] = []
        for feature in around.costly:
            for edge in feature.window_edges:
                x = (edge[0] + edge[2]) * 0.5
                y = (edge[1] + edge[3]) * 0.5
                bends.append((x, y, x, y, 0.0))
            if feature.kind in (DIFFICULT, OBSTACLE):  # ways along its border bend exactly at its corners
                bends.extend(round_corners(feature.part, BESIDE, 2.0))
            elif feature.kind == PLATFORM:
                bends.extend(meeting_bends(feature))
        gaps = self._narrow_gaps()
        wide = around.radius + 1.5 * self.grid.step
        for k in range(len(self.layers)):
            for x, y, _, _, _ in bends:
                self._add_extra(x, y, k, wide)
            self._add_joined(gaps, k, wide)
            self._add_joined(self._bends_round(self.layers[k].z), k, 1.5 * self.grid.step)
        if around.ground.has_decks:
            self._add_rims()

    def _add_joined(self, bends: list[Corner], k: int, reach: float) -> None:
        """Bends in one gap or round one corner see each other where no cell may."""
        last: list[int] = []
        middle = (inf, inf)
        for x, y, mx, my, _ in bends:
            if (mx, my) != middle:
                last = []
                middle = (mx, my)
            node = self._add_extra(x, y, k, reach)
            if node >= 0:
                for other in last[-2:]:
                    self.beside[node].append(other)
                    self.beside[other].append(node)
                last.append(node)

    def _bends_round(self, z: float) -> list[Corner]:
        """Where ways bend close round bases and corners: from cell to cell they would be too long."""
        around = self.around
        ground = around.ground
        by_place = ground.has_platforms and not ground.has_decks
        bends: list[Corner] = []
        for x, y, near, elevation, _ in around.discs:
            if by_place or abs(elevation - z) <= around.mover.level_gap:
                ring = round_disc(x, y, near + ground.tolerance + MARGIN, atan2(around.y - y, around.x - x), ROUND)
                bends.extend(ring)
                bends.append(ring[0])
        for features in (around.blocking, around.costly):
            for feature in features:
                if feature.kind in (IMPASSABLE, WALL, TRAVERSABLE):
                    if by_place or feature.obstructs(z, around.height, ground.step):
                        bends.extend(corners_of(ground, feature, around.radius))
        return bends

    def _narrow_gaps(self) -> list[Corner]:
        around = self.around
        radius = around.radius
        tolerance = around.ground.tolerance
        bends: list[Corner] = []
        parts = [feature.part for feature in around.blocking]
        parts.extend([feature.part for feature in around.costly if feature.kind in (WALL, TRAVERSABLE)])
        for i in range(len(around.discs)):
            x, y, near, _, _ = around.discs[i]
            size = near + tolerance - radius
            bends.extend(gap_bends_beside_table_edges(around.ground, x, y, size, radius))
            for j in range(i):
                ox, oy, other_near, _, _ = around.discs[j]
                other = other_near + tolerance - radius
                gap = hypot(ox - x, oy - y)
                if size + other < gap < size + other + 2.4 * radius:
                    ux = (ox - x) / gap
                    uy = (oy - y) / gap
                    wide = max(size, other) + radius
                    bends.extend(
                        gap_bends(x + ux * size, y + uy * size, ox - ux * other, oy - uy * other, radius, wide)
                    )
            for part in parts:
                reach = size + 2.4 * radius
                if part.min_x - reach < x < part.max_x + reach and part.min_y - reach < y < part.max_y + reach:
                    bends.extend(gap_bends_beside_disc(part, x, y, size, radius))
        for i in range(len(parts)):
            a = parts[i]
            reach = 2.4 * radius
            for x, y in a.points:
                bends.extend(gap_bends_beside_table_edges(around.ground, x, y, 0.0, radius))
            for j in range(i):
                b = parts[j]
                if a.min_x - reach < b.max_x and b.min_x - reach < a.max_x:
                    if a.min_y - reach < b.max_y and b.min_y - reach < a.max_y:
                        bends.extend(gap_bends_between(a, b, radius))
        return bends

    def _add_rims(self) -> None:
        """Where the disc touches the side of a level: the same place below and above."""
        around = self.around
        for feature in around.costly:
            if feature.kind != DECK:
                continue
            rule = feature.edge_rules[0]
            top = feature.part.top
            upper = [k for k in range(len(self.layers)) if abs(self.layers[k].z - top) < 1e-6]
            for k in range(len(self.layers)):
                height = top - self.layers[k].z
                if height <= 1e-6:
                    continue
                down = rule.price_down(height)
                if rule.may_drop and height <= around.mover.drops_up_to + around.ground.tolerance:
                    down = 0.0
                for x, y, _ in rim_points(feature.part, around.radius, [(around.x, around.y)]):
                    low = self._add_extra(x, y, k, around.radius + 1.5 * self.grid.step)
                    high = self._add_extra(x, y, upper[0], around.radius + 1.5 * self.grid.step)
                    if low >= 0 and high >= 0:
                        self.twins[low] = (high, rule.price_up(height))
                        self.twins[high] = (low, down)

    def _add_extra(self, x: float, y: float, k: int, reach: float) -> int:
        """Add a node that is tried from the cells within reach; returns its number, or -1 if it is of no use."""
        around = self.around
        slim = around.slim
        ground = around.ground
        x = thousandth(x)  # as a player's waypoint: what only fits unrounded is no way
        y = thousandth(y)
        if hypot(x - around.x, y - around.y) > self.limit:
            return -1
        if x < slim or y < slim or x > ground.width - slim or y > ground.depth - slim:
            return -1
        layer = self.layers[k]
        z = ground.platform_level(x, y) if ground.has_platforms and not ground.has_decks else layer.z
        node = self.count * len(self.layers) + len(self.extras)
        self.extras.append((x, y, z))
        self.astride.append(around.is_astride(x, y))
        near: list[int] = []
        for j in self.grid.rows(y - reach, y + reach):
            for i in self.grid.columns(x - reach, x + reach):
                cell = j * self.grid.size + i
                if layer.pass_room[cell] >= 0.0:
                    near.append(k * self.count + cell)
                    self.beside.setdefault(k * self.count + cell, []).append(node)
        self.beside[node] = near
        return node

    def _place_nodes(self) -> None:
        grid = self.grid
        row = [grid.left + i * grid.step for i in range(grid.size)]
        for layer in self.layers:
            for j in range(grid.size):
                self.xs.extend(row)
                self.ys.extend([grid.bottom + j * grid.step] * grid.size)
            self.zs.extend(layer.heights)
        start = self._start()
        self.xs[start] = self.around.x
        self.ys[start] = self.around.y
        self.zs[start] = self.around.z
        for x, y, z in self.extras:
            self.xs.append(x)
            self.ys.append(y)
            self.zs.append(z)
        if self.settles:
            self.xs.extend(self.xs)
            self.ys.extend(self.ys)
            self.zs.extend(self.zs)

    # --- spreading -------------------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Dijkstra over cells in which every cell hopes to be seen from the same bend as the cell it is reached from."""
        start = self._start()
        costs = self.costs
        closed = self.closed
        heap = self.heap
        costs[start] = 0.0
        self.anchors[start] = start
        self.sure[start] = True
        heappush(heap, (0.0, start))
        furthest = 0.0
        while heap:
            cost, node = heappop(heap)
            if closed[node] or abs(cost - costs[node]) > 1e-12:
                continue  # out of date: since reached for less, or hoped for less than it really takes
            if not self.sure[node]:
                if not self._comes_true(node, cost, start):
                    continue
                cost = costs[node]  # less than hoped if the leg spares a fee that the cell before it paid
            closed[node] = True
            if cost > self.limit:
                continue
            if cost < furthest - LATE:
                self._reopen(node)
            furthest = max(furthest, cost)
            self._hope_onward(node, cost)
            twin = self.twins.get(node)
            if twin is not None and cost + twin[1] < costs[twin[0]] - 1e-9:
                costs[twin[0]] = cost + twin[1]
                self.anchors[twin[0]] = twin[0]
                self.sure[twin[0]] = True
                heappush(heap, (costs[twin[0]], twin[0]))

    def _comes_true(self, node: int, hoped: float, start: int) -> bool:
        """Is the cell reached for what was hoped, or less? If it takes more, its turn comes later."""
        if self.anchors[node] != start or not self.sky.sees(self.xs[node], self.ys[node], hoped):
            self._settle(node)
            if self.costs[node] == inf:
                return False
            if self.costs[node] > hoped + 1e-9:
                self.sure[node] = True
                heappush(self.heap, (self.costs[node], node))
                return False
        self.sure[node] = True
        return True

    def _hope_onward(self, node: int, cost: float) -> None:
        """The cells next to this one are hoped to be seen from its bend."""
        xs = self.xs
        ys = self.ys
        costs = self.costs
        anchor = self.anchors[node]
        ax = xs[anchor]
        ay = ys[anchor]
        dx = xs[node] - ax
        dy = ys[node] - ay
        base = cost - sqrt(dx * dx + dy * dy)
        horizon = self.limit + 1.5 * self.grid.step
        for place in self._neighbours(node):
            other = self._led_to(node, place) if self.settles and self.astride[place] else place
            if self.closed[other]:
                continue
            dx = xs[other] - ax
            dy = ys[other] - ay
            onward = base + sqrt(dx * dx + dy * dy)
            if onward < costs[other] - 1e-9 and onward <= horizon:
                if self.side and not self._leads_nearer(other, onward):
                    continue
                costs[other] = onward
                self.anchors[other] = anchor
                self.sure[other] = False
                heappush(self.heap, (onward, other))

    def _leads_nearer(self, node: int, cost: float) -> bool:
        """May a base that has come here for so much still end as near to the edge as the best that is known?"""
        around = self.around
        gap = edge_distance(around.ground, self.xs[node], self.ys[node], around.radius, self.side)
        return cost + gap <= self.limit + self.nearest + 2.0 * self.grid.step

    def _start(self) -> int:
        for k in range(len(self.layers)):
            if abs(self.layers[k].z - self.around.z) < 1e-6:
                return k * self.count + self.grid.middle
        return self.grid.middle

    def _settle(self, node: int) -> None:
        """Price a node exactly: from its anchor if that sees it for no more than was hoped, else from a neighbour."""
        hoped = self.costs[node]
        anchor = self.anchors[node]
        best = inf
        other = self._other_of(node) if self.settles else node
        if not (self.settles and self.sure[other] and self.anchors[other] == anchor):  # else it leads to that one
            best = self._arrive(anchor, node)
        if best > hoped + 1e-9:
            for least, before in self._neighbours_by_cost(node):
                if least >= best - 1e-9:
                    break
                if before != anchor:
                    cost = self._arrive(before, node)
                    if cost < best - 1e-9:
                        best = cost
                        self.anchors[node] = before
        self.costs[node] = best

    def _neighbours_by_cost(self, node: int) -> list[tuple[float, int]]:
        """The closed nodes that may lead to a node, each with the least that it can cost from there."""
        found: list[tuple[float, int]] = []
        for place in self._neighbours(node):
            if self.closed[place] and (not self.settles or self._led_to(place, node % self.nodes) == node):
                found.append((self.costs[place] + self._gap(place, node), place))
            if self.settles and self.closed[place + self.nodes]:
                if self._led_to(place + self.nodes, node % self.nodes) == node:
                    found.append((self.costs[place + self.nodes] + self._gap(place, node), place + self.nodes))
        found.sort()
        return found

    def _reopen(self, node: int) -> None:
        """A node found late: what was closed around it may be had for less from here."""
        for place in self._neighbours(node):
            other = self._led_to(node, place) if self.settles else place
            if self.closed[other] and self.costs[node] + self._gap(node, other) < self.costs[other] - LATE:
                cost = self._arrive(node, other)
                if cost < self.costs[other] - LATE:
                    self.costs[other] = cost
                    self.anchors[other] = node
                    self.closed[other] = False
                    heappush(self.heap, (cost, other))

    def _led_to(self, before: int, place: int) -> int:
        """Which of a place's two nodes a short leg from another node can be expected to lead to."""
        if self.astride[place] and (before >= self.nodes or self.zs[before] != self.zs[place]):
            return place + self.nodes
        return place

    def _other_of(self, node: int) -> int:
        """The other node of the same place."""
        return node - self.nodes if node >= self.nodes else node + self.nodes

    def _arrive(self, before: int, node: int) -> float:
        """The cost of a node by a leg from the one before it; infinite if that leads to the other node of the place."""
        known = self.known
        known.unsettled = before >= self.nodes
        known.minds_levels = self.settles and self.astride[node % self.nodes]
        cost = self.costs[before] + self._leg(before, node)
        if known.unsettled == (node >= self.nodes):
            return cost
        other = self._other_of(node)
        if cost < self.costs[other] - 1e-9 and not self.closed[other]:
            self.costs[other] = cost
            self.anchors[other] = before
            self.sure[other] = True
            heappush(self.heap, (cost, other))
        return inf

    def _gap(self, a: int, b: int) -> float:
        dx = self.xs[b] - self.xs[a]
        dy = self.ys[b] - self.ys[a]
        return sqrt(dx * dx + dy * dy)

    def _leg(self, a: int, b: int) -> float:
        return self.known.leg_cost(self.xs[a], self.ys[a], self.zs[a], self.xs[b], self.ys[b], self.zs[b])

    def _neighbours(self, node: int) -> list[int]:
        """The free cells around a cell, and the extra nodes near it. No cell asked for lies on the grid's border."""
        if node >= self.nodes:
            node -= self.nodes
        if node >= self.count * len(self.layers):
            return self.beside[node]
        size = self.grid.size
        cell = node % self.count
        first = node - cell
        room = self.layers[node // self.count].pass_room
        found: list[int] = []
        for other in (
            cell - size - 1,
            cell - size,
            cell - size + 1,
            cell - 1,
            cell + 1,
            cell + size - 1,
            cell + size,
            cell + size + 1,
        ):
            if 0 <= other < self.count and room[other] >= 0.0:
                found.append(first + other)
        if self.beside:
            near = self.beside.get(node)
            if near is not None:
                found.extend(near)
        return found
