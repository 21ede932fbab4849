"""A slow, independent judge of paths: shapely says what a leg costs, a fine grid what the best path costs.

It shares no code with the library: a leg is a line that keeps its distance from shapes or does not. The grid judges its
legs by points along them, all at once; what it finds is then cut short and priced leg by leg, so that its figure is always
the true price of a path that can be walked.
"""

from __future__ import annotations

from math import ceil, gcd, hypot, inf

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from vanguard.geometry.movement import Feature, Ground, Mover
from vanguard.geometry.movement.ground import DIFFICULT, IMPASSABLE, OBSTACLE, TRAVERSABLE, WALL

OFFSETS = [
    (i, j) for i in range(-3, 4) for j in range(-3, 4) if (i or j) and gcd(abs(i), abs(j)) == 1
]  # fmt: skip
MARGIN = 3
"""Grid cells around the searched ones, so that every step has somewhere to look."""
HAIR = 1e-6
CAREFUL = 0.003
"""The grid keeps this much more distance than it must: it judges a leg by a few of its points only."""


def shape_of(feature: Feature) -> shapely.Geometry:
    return Polygon(feature.part.points) if feature.part.closed else LineString(feature.part.points)


class Oracle:
    """What a disc may do on a ground among bases, by distances of lines from shapes."""

    def __init__(self, ground: Ground, mover: Mover, skin: float = -1e-5) -> None:
        """`skin` grows difficult areas by that much: by default their border itself is not inside."""
        self.ground = ground
        self.mover = mover
        self.slim = mover.base.radius - ground.tolerance
        bases = [base for base in mover.blockers if base.key != mover.base.key]
        self.centres = shapely.points([(base.x, base.y) for base in bases]) if bases else np.array([])
        self.rooms = np.array([base.radius + self.slim for base in bases])
        self.solids: list[shapely.Geometry] = []
        self.areas: list[tuple[shapely.Geometry, float]] = []
        self.lines: list[tuple[LineString, float]] = []
        self.fees: list[tuple[shapely.Geometry, float]] = []
        slow: dict[float, list[shapely.Geometry]] = {}
        for feature in ground.features:
            shape = shape_of(feature)
            if feature.kind in (IMPASSABLE, WALL):
                assert not feature.window_edges
                self.solids.append(shape)
            elif feature.kind == DIFFICULT:
                slow.setdefault(feature.factor, []).append(shape)
            elif feature.kind == OBSTACLE:
                self.lines.append((shape, feature.fee))
            elif feature.kind == TRAVERSABLE:
                self.fees.append((shape.buffer(self.slim, quad_segs=48), feature.fee))
            else:
                raise AssertionError(f"the oracle does not know {feature.kind}")
        for factor, shapes in slow.items():
            self.areas.append((shapely.union_all(shapes).buffer(skin), factor))
        for shape in [*self.solids, *[area for area, _ in self.areas], *[area for area, _ in self.fees]]:
            shapely.prepare(shape)

    def leg_costs(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """Cost of many straight legs at once; infinite where one is not free. Touching is allowed."""
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        costs = np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1])
        if len(self.rooms):
            apart = shapely.distance(self.centres[:, None], lines[None, :])
            costs[(apart < self.rooms[:, None] - HAIR).any(axis=0)] = inf
        for shape in self.solids:
            costs[shapely.dwithin(shape, lines, self.slim - HAIR)] = inf
        for shape, factor in self.areas:
            inside = shapely.intersects(shape, lines)
            costs[inside] += (factor - 1.0) * shapely.length(shapely.intersection(shape, lines[inside]))
        for shape, fee in self.lines:
            costs += fee * shapely.intersects(shape, lines)
        for shape, fee in self.fees:
            inside = shapely.contains_xy(shape, starts[:, 0], starts[:, 1])
            costs += fee * (shapely.intersects(shape, lines) & ~inside)
        return costs

    def best_cost(self, goal: tuple[float, float], within: float, step: float = 0.2) -> float:
        """Cost of the cheapest path the grid finds, of those not longer than `within`; infinite if it finds none."""
        grid = Grid(self, goal, within, step)
        return self._shortened(np.array(grid.track()))

    def _shortened(self, track: np.ndarray) -> float:
        """The cheapest choice of the points of the grid's path, in their order: cuts its corners."""
        count = len(track)
        if not count:
            return inf
        first, second = np.triu_indices(count, 1)
        costs = self.leg_costs(track[first], track[second])
        best = [inf] * count
        best[0] = 0.0
        for a, b, cost in zip(first.tolist(), second.tolist(), costs.tolist(), strict=True):
            best[b] = min(best[b], best[a] + cost)
        return best[-1]


class Grid:
    """Points a step apart around a start and a goal; the costs of all steps at once, relaxed until nothing gets cheaper."""

    def __init__(self, oracle: Oracle, goal: tuple[float, float], within: float, step: float) -> None:
        self.oracle = oracle
        self.goal = goal
        self.step = step
        base = oracle.mover.base
        self.start = (base.x, base.y)
        # whatever lies on a path no longer than `within` lies in the ellipse around start and goal
        spare = (within - hypot(goal[0] - base.x, goal[1] - base.y)) / 2.0
        west = ceil((base.x - min(base.x, goal[0]) + spare) / step) + MARGIN
        south = ceil((base.y - min(base.y, goal[1]) + spare) / step) + MARGIN
        east = ceil((max(base.x, goal[0]) + spare - base.x) / step) + MARGIN
        north = ceil((max(base.y, goal[1]) + spare - base.y) / step) + MARGIN
        self.at = (west, south)
        # twice as fine as the steps, so that the middle of every step is a point too
        xs = base.x + np.arange(-2 * west, 2 * east + 1) * (step / 2.0)
        ys = base.y + np.arange(-2 * south, 2 * north + 1) * (step / 2.0)
        self.x, self.y = np.meshgrid(xs, ys, indexing="ij")
        self.blocked = self._blocked(within)
        self.slowness = self._slowness()
        self.paid = [(shapely.contains_xy(shape, self.x, self.y), fee) for shape, fee in oracle.fees]
        self.best = np.full((west + east + 1, south + north + 1), inf)
        self.best[self.at] = 0.0
        self.costs = [self._step_costs(i, j) for i, j in OFFSETS]
        self._relax()

    def _blocked(self, within: float) -> np.ndarray:
        oracle, ground = self.oracle, self.oracle.ground
        x, y, slim = self.x, self.y, oracle.slim
        around = np.hypot(x - self.start[0], y - self.start[1]) + np.hypot(x - self.goal[0], y - self.goal[1])
        blocked = around > within + self.step
        blocked |= (x < slim) | (y < slim) | (x > ground.width - slim) | (y > ground.depth - slim)
        for base in oracle.mover.blockers:
            if base.key != oracle.mover.base.key:
                blocked |= np.hypot(x - base.x, y - base.y) < base.radius + slim + CAREFUL
        for shape in oracle.solids:
            fat = shape.buffer(slim + CAREFUL)
            shapely.prepare(fat)
            blocked[~blocked] = shapely.contains_xy(fat, x[~blocked], y[~blocked])
        return blocked

    def _slowness(self) -> np.ndarray:
        slowness = np.ones(self.x.shape)
        for shape, factor in self.oracle.areas:
            slowness[shapely.contains_xy(shape, self.x, self.y)] = factor
        return slowness

    def _inner(self, fine: np.ndarray, i: int, j: int) -> np.ndarray:
        """The points of the fine grid that lie (i, j) half steps from each point of the coarse one, margin left out."""
        low = 2 * MARGIN
        return fine[low + i : fine.shape[0] - low + i : 2, low + j : fine.shape[1] - low + j : 2]

    def _step_costs(self, i: int, j: int) -> np.ndarray:
        """What the step (i, j) costs from each point."""
        along = [(0, 0), (round(i / 2), round(j / 2)), (i, j), (round(1.5 * i), round(1.5 * j)), (2 * i, 2 * j)]
        slowness = np.mean([self._inner(self.slowness, *at) for at in along], axis=0)
        costs: np.ndarray = hypot(i, j) * self.step * slowness
        for at in along[1:]:
            costs[self._inner(self.blocked, *at)] = inf
        x, y = self._inner(self.x, 0, 0), self._inner(self.y, 0, 0)
        for line, fee in self.oracle.lines:
            corners = list(line.coords)
            crossed = np.zeros(x.shape, dtype=bool)
            for k in range(len(corners) - 1):
                crossed |= crosses(x, y, i * self.step, j * self.step, corners[k], corners[k + 1])
            costs[crossed] += fee
        for inside, fee in self.paid:
            enters = self._inner(inside, i, j) | self._inner(inside, 2 * i, 2 * j)
            costs[enters & ~self._inner(inside, 0, 0)] += fee
        return costs

    def _window(self, i: int, j: int) -> np.ndarray:
        return self.best[MARGIN + i : self.best.shape[0] - MARGIN + i, MARGIN + j : self.best.shape[1] - MARGIN + j]

    def _relax(self) -> None:
        here = self._window(0, 0)
        before = inf
        while True:
            for (i, j), costs in zip(OFFSETS, self.costs, strict=True):
                there = self._window(i, j)
                np.minimum(there, here + costs, out=there)
            total = float(np.minimum(self.best, 1e3).sum())
            if total == before:
                return
            before = total

    def track(self) -> list[tuple[float, float]]:
        """The points of the cheapest path to the goal, from the start; empty if there is none."""
        near = np.argwhere(
            (np.hypot(self.x[::2, ::2] - self.goal[0], self.y[::2, ::2] - self.goal[1]) <= 2.0 * self.step)
            & (self.best < inf)
        )
        places = np.array([(self.x[2 * a, 2 * b], self.y[2 * a, 2 * b]) for a, b in near]).reshape(-1, 2)
        if not len(places):
            return []
        last = self.oracle.leg_costs(places, np.tile(np.array(self.goal), (len(places), 1)))
        totals = last + self.best[near[:, 0], near[:, 1]]
        if totals.min() == inf:
            return []
        a, b = (int(k) for k in near[int(totals.argmin())])
        points = [self.goal, (float(self.x[2 * a, 2 * b]), float(self.y[2 * a, 2 * b]))]
        while (a, b) != self.at:
            a, b = self._came_from(a, b)
            points.append((float(self.x[2 * a, 2 * b]), float(self.y[2 * a, 2 * b])))
        return points[::-1]

    def _came_from(self, a: int, b: int) -> tuple[int, int]:
        best, came = inf, (a, b)
        for (i, j), costs in zip(OFFSETS, self.costs, strict=True):
            c, d = a - i - MARGIN, b - j - MARGIN
            if 0 <= c < costs.shape[0] and 0 <= d < costs.shape[1]:
                cost = float(self.best[a - i, b - j] + costs[c, d])
                if cost < best:
                    best, came = cost, (a - i, b - j)
        return came


def crosses(
    x: np.ndarray, y: np.ndarray, dx: float, dy: float, a: tuple[float, ...], b: tuple[float, ...]
) -> np.ndarray:
    """Whether the steps (dx, dy) from these points meet the line from a to b."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    side = ux * (y - a[1]) - uy * (x - a[0])
    turn = ux * dy - uy * dx
    if abs(turn) < 1e-12:
        return np.zeros(x.shape, dtype=bool)
    t = -side / turn
    along = ((x + t * dx - a[0]) * ux + (y + t * dy - a[1]) * uy) / (ux * ux + uy * uy)
    crossed: np.ndarray = (t >= 0.0) & (t <= 1.0) & (along >= 0.0) & (along <= 1.0)
    return crossed
