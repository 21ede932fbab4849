"""What every place within reach costs: a grid of cheapest costs, for drawing and for searching ends.

Costs spread from cell to cell, but each cell is priced by a straight leg from the last bend that sees it, so the field
is not bound to the directions of the grid. Places that a grid misses (windows, the rims of levels, narrow gaps) are
nodes of their own.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot, inf, sqrt
from typing import Final

from vanguard.geometry.movement_corners import Corner, gap_bends, gap_bends_beside_disc, gap_bends_between, rim_points
from vanguard.geometry.movement_ground import DECK
from vanguard.geometry.movement_legs import Known
from vanguard.geometry.movement_room import Grid, Layer
from vanguard.geometry.movement_surroundings import Surroundings
from vanguard.geometry.shapes import Point3


class CostField:
    """Cheapest costs from the mover's place to the grid cells around it, level by level."""

    __slots__ = (
        "around", "grid", "layers", "limit", "known", "count", "extras", "twins", "beside", "costs", "anchors",
    )  # fmt: skip

    def __init__(self, around: Surroundings, step: float) -> None:
        self.around: Final[Surroundings] = around
        self.limit: Final[float] = around.mover.allowance + around.ground.tolerance
        self.grid: Final[Grid] = Grid(around.x, around.y, self.limit, step)
        self.known: Final[Known] = Known(around)
        self.known.know_all()
        self.count: Final[int] = self.grid.size * self.grid.size
        self.layers: Final[list[Layer]] = [Layer(self.grid, around, z) for z in self._levels()]
        self.extras: Final[list[Point3]] = []
        self.twins: Final[dict[int, tuple[int, float]]] = {}
        """For a node on the rim of a level: the same place on the other level, and the price of changing."""
        self.beside: Final[dict[int, list[int]]] = {}
        """Cells and extra nodes near enough to try a leg between them."""
        self._add_extras()
        nodes = self.count * len(self.layers) + len(self.extras)
        self.costs: Final[list[float]] = [inf] * nodes
        self.anchors: Final[list[int]] = [-1] * nodes
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

    def place(self, node: int) -> Point3:
        cells = self.count * len(self.layers)
        if node >= cells:
            return self.extras[node - cells]
        cell = node % self.count
        grid = self.grid
        return (
            grid.left + cell % grid.size * grid.step,
            grid.bottom + cell // grid.size * grid.step,
            self.layers[node // self.count].z,
        )

    def ends(self) -> list[tuple[float, float, float, float]]:
        """Every cell the mover can afford and stand on: x, y, elevation and cost."""
        found: list[tuple[float, float, float, float]] = []
        ground = self.around.ground
        for layer in self.layers:
            for cell in range(self.count):
                cost = layer.costs[cell]
                if cost <= self.limit and layer.stand_room[cell] >= 0.0:
                    x = round(self.grid.left + cell % self.grid.size * self.grid.step, 3)
                    y = round(self.grid.bottom + cell // self.grid.size * self.grid.step, 3)
                    z = ground.platform_level(x, y) if ground.has_platforms and not ground.has_decks else layer.z
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
        bends.extend(self._narrow_gaps())
        for k in range(len(self.layers)):
            for x, y, _, _, _ in bends:
                self._add_extra(x, y, k)
        if around.ground.has_decks:
            self._add_rims()

    def _narrow_gaps(self) -> list[Corner]:
        around = self.around
        radius = around.radius
        tolerance = around.ground.tolerance
        bends: list[Corner] = []
        for i in range(len(around.discs)):
            x, y, near, _, _ = around.discs[i]
            size = near + tolerance - radius
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
            for feature in around.blocking:
                part = feature.part
                reach = size + 2.4 * radius
                if part.min_x - reach < x < part.max_x + reach and part.min_y - reach < y < part.max_y + reach:
                    bends.extend(gap_bends_beside_disc(part, x, y, size, radius))
        for i in range(len(around.blocking)):
            a = around.blocking[i].part
            reach = 2.4 * radius
            for j in range(i):
                b = around.blocking[j].part
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
                    low = self._add_extra(x, y, k)
                    high = self._add_extra(x, y, upper[0])
                    if low >= 0 and high >= 0:
                        self.twins[low] = (high, rule.price_up(height))
                        self.twins[high] = (low, down)

    def _add_extra(self, x: float, y: float, k: int) -> int:
        around = self.around
        slim = around.slim
        ground = around.ground
        if hypot(x - around.x, y - around.y) > self.limit:
            return -1
        if x < slim or y < slim or x > ground.width - slim or y > ground.depth - slim:
            return -1
        layer = self.layers[k]
        z = ground.platform_level(x, y) if ground.has_platforms and not ground.has_decks else layer.z
        node = self.count * len(self.layers) + len(self.extras)
        self.extras.append((x, y, z))
        reach = around.radius + 1.5 * self.grid.step
        near: list[int] = []
        for j in self.grid.rows(y - reach, y + reach):
            for i in self.grid.columns(x - reach, x + reach):
                cell = j * self.grid.size + i
                if layer.pass_room[cell] >= 0.0:
                    near.append(k * self.count + cell)
                    self.beside.setdefault(k * self.count + cell, []).append(node)
        self.beside[node] = near
        return node

    # --- spreading -------------------------------------------------------------------------------------------

    def _spread(self) -> None:
        around = self.around
        start = 0
        for k in range(len(self.layers)):
            if abs(self.layers[k].z - around.z) < 1e-6:
                start = k * self.count + self.grid.middle
        costs = self.costs
        anchors = self.anchors
        closed = bytearray(len(costs))
        sure = bytearray(len(costs))
        costs[start] = 0.0
        anchors[start] = start
        sure[start] = 1
        heap: list[tuple[float, int]] = [(0.0, start)]
        horizon = self.limit + 1.5 * self.grid.step
        while heap:
            cost, node = heappop(heap)
            if closed[node] or cost > costs[node] + 1e-12:
                continue
            if not sure[node]:
                self._settle(node, closed)
                sure[node] = 1
                if costs[node] == inf:
                    sure[node] = 0
                    continue
                if costs[node] > cost + 1e-9:
                    heappush(heap, (costs[node], node))
                    continue
            closed[node] = 1
            if cost > self.limit:
                continue
            anchor = anchors[node]
            ax, ay, _ = self.place(anchor)
            base = costs[node] - self._plan(anchor, node)
            for other in self._neighbours(node):
                if closed[other]:
                    continue
                x, y, _ = self.place(other)
                dx = x - ax
                dy = y - ay
                onward = base + sqrt(dx * dx + dy * dy)
                if onward < costs[other] - 1e-9 and onward <= horizon:
                    costs[other] = onward
                    anchors[other] = anchor
                    sure[other] = 0
                    heappush(heap, (onward, other))
            twin = self.twins.get(node)
            if twin is not None and cost + twin[1] < costs[twin[0]] - 1e-9:
                costs[twin[0]] = cost + twin[1]
                anchors[twin[0]] = twin[0]
                sure[twin[0]] = 1
                heappush(heap, (costs[twin[0]], twin[0]))

    def _plan(self, a: int, b: int) -> float:
        ax, ay, _ = self.place(a)
        bx, by, _ = self.place(b)
        return hypot(bx - ax, by - ay)

    def _settle(self, node: int, closed: bytearray) -> None:
        """Price a node exactly: from its anchor if that sees it for no more than was hoped, else from a neighbour."""
        hoped = self.costs[node]
        anchor = self.anchors[node]
        best = self.costs[anchor] + self._leg(anchor, node)
        if best > hoped + 1e-9:
            for other in self._neighbours(node):
                if closed[other] and other != anchor:
                    cost = self.costs[other] + self._leg(other, node)
                    if cost < best - 1e-9:
                        best = cost
                        self.anchors[node] = other
        self.costs[node] = best

    def _leg(self, a: int, b: int) -> float:
        ax, ay, az = self.place(a)
        bx, by, bz = self.place(b)
        ground = self.around.ground
        if ground.has_platforms and not ground.has_decks:
            az = ground.platform_level(ax, ay)
            bz = ground.platform_level(bx, by)
        return self.known.leg_cost(ax, ay, az, bx, by, bz)

    def _neighbours(self, node: int) -> list[int]:
        """The free cells around a cell, and the extra nodes near it."""
        found = list(self.beside.get(node, ()))
        if node >= self.count * len(self.layers):
            return found
        size = self.grid.size
        cell = node % self.count
        first = node - cell
        room = self.layers[node // self.count].pass_room
        i = cell % size
        j = cell // size
        for dj in (-size, 0, size):
            if (dj < 0 and j == 0) or (dj > 0 and j == size - 1):
                continue
            for di in (-1, 0, 1):
                if (di < 0 and i == 0) or (di > 0 and i == size - 1) or (di == 0 and dj == 0):
                    continue
                other = cell + dj + di
                if room[other] >= 0.0:
                    found.append(first + other)
        return found
