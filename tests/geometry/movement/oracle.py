"""A slow, independent judge of paths: Dijkstra over a fine grid, with shapely deciding what is free and what it costs.

It shares no code with the library: obstacles are buffered shapes, a leg is a line that meets them or not.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil, gcd, hypot, inf

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from vanguard.geometry.movement import Feature, Ground, Mover
from vanguard.geometry.movement_ground import DIFFICULT, IMPASSABLE, OBSTACLE, PLATFORM, TRAVERSABLE, WALL

OFFSETS = [
    (i, j) for i in range(-3, 4) for j in range(-3, 4) if (i or j) and gcd(abs(i), abs(j)) == 1
]  # fmt: skip


def shape_of(feature: Feature) -> shapely.Geometry:
    return Polygon(feature.part.points) if feature.part.closed else LineString(feature.part.points)


class Oracle:
    """What a disc may do on a ground among bases, by buffered shapes."""

    def __init__(self, ground: Ground, mover: Mover, skin: float = -1e-5) -> None:
        """`skin` grows difficult areas by that much: by default their border itself is not inside."""
        self.ground = ground
        self.mover = mover
        slim = mover.base.radius - ground.tolerance
        forbidden = []
        for base in mover.blockers:
            if base.key != mover.base.key:
                forbidden.append(Point(base.x, base.y).buffer(base.radius + slim, quad_segs=48))
        self.areas: list[tuple[shapely.Geometry, float]] = []
        self.lines: list[tuple[shapely.Geometry, float]] = []
        self.fees: list[tuple[shapely.Geometry, float]] = []
        self.platforms: list[Feature] = []
        slow: dict[float, list[shapely.Geometry]] = {}
        for feature in ground.features:
            shape = shape_of(feature)
            if feature.kind in (IMPASSABLE, WALL):
                assert not feature.window_edges
                forbidden.append(shape.buffer(slim, quad_segs=48))
            elif feature.kind == DIFFICULT:
                slow.setdefault(feature.factor, []).append(shape)
            elif feature.kind == OBSTACLE:
                self.lines.append((shape, feature.fee))
            elif feature.kind == TRAVERSABLE:
                self.fees.append((shape.buffer(slim, quad_segs=48), feature.fee))
            elif feature.kind == PLATFORM:
                self.platforms.append(feature)
        for factor, shapes in slow.items():
            self.areas.append((shapely.union_all(shapes).buffer(skin), factor))
        self.forbidden = shapely.union_all(forbidden) if forbidden else Polygon()
        shapely.prepare(self.forbidden)

    def leg_costs(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """Cost of many straight legs at once; infinite where one is not free."""
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        costs = np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1])
        # touching is allowed: a leg is blocked only by what it shares with the inside
        touched = shapely.intersects(self.forbidden, lines)
        for i in np.nonzero(touched)[0]:
            if shapely.intersection(self.forbidden, lines[i]).length > 1e-7:
                costs[i] = inf
        for shape, factor in self.areas:
            shapely.prepare(shape)
            for i in np.nonzero(shapely.intersects(shape, lines))[0]:
                costs[i] += (factor - 1.0) * shapely.intersection(shape, lines[i]).length
        for shape, fee in self.lines:
            shapely.prepare(shape)
            costs += fee * shapely.intersects(shape, lines)
        for shape, fee in self.fees:
            shapely.prepare(shape)
            inside = shapely.contains_xy(shape, starts[:, 0], starts[:, 1])
            costs += fee * (shapely.intersects(shape, lines) & ~inside)
        return costs

    def best_cost(self, goal: tuple[float, float], step: float = 0.15) -> float:
        """Cost of the cheapest path the grid finds, shortened where straight legs allow it."""
        base = self.mover.base
        reach = self.mover.allowance
        slim = base.radius - self.ground.tolerance
        points = [(base.x, base.y), goal]
        index: dict[tuple[int, int], int] = {}
        steps = ceil(reach / step)
        for i in range(-steps, steps + 1):
            for j in range(-steps, steps + 1):
                x = base.x + i * step
                y = base.y + j * step
                if not (slim <= x <= self.ground.width - slim and slim <= y <= self.ground.depth - slim):
                    continue
                if hypot(x - base.x, y - base.y) + hypot(x - goal[0], y - goal[1]) <= reach:
                    index[(i, j)] = len(points)
                    points.append((x, y))
        pairs = []
        for (i, j), a in index.items():
            for di, dj in OFFSETS:
                b = index.get((i + di, j + dj))
                if b is not None:
                    pairs.append((a, b))
        for k in (0, 1):
            gi = (points[k][0] - base.x) / step
            gj = (points[k][1] - base.y) / step
            for (i, j), a in index.items():
                if abs(i - gi) <= 2.0 and abs(j - gj) <= 2.0:
                    pairs.append((a, k))
                    pairs.append((k, a))
        pairs.append((0, 1))
        place = np.array(points)
        pair = np.array(pairs)
        costs = self.leg_costs(place[pair[:, 0]], place[pair[:, 1]])
        return self._shortened(place, self._dijkstra(len(points), pair, costs))

    def _dijkstra(self, count: int, pairs: np.ndarray, costs: np.ndarray) -> list[int]:
        out: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        for (a, b), cost in zip(pairs.tolist(), costs.tolist(), strict=True):
            if cost < inf:
                out[a].append((b, cost))
        best = [inf] * count
        came = [-1] * count
        best[0] = 0.0
        heap = [(0.0, 0)]
        while heap:
            cost, a = heappop(heap)
            if cost > best[a]:
                continue
            if a == 1:
                break
            for b, extra in out[a]:
                if cost + extra < best[b]:
                    best[b] = cost + extra
                    came[b] = a
                    heappush(heap, (cost + extra, b))
        if best[1] == inf:
            return []
        chain = [1]
        while chain[-1] != 0:
            chain.append(came[chain[-1]])
        return chain[::-1]

    def _shortened(self, place: np.ndarray, chain: list[int]) -> float:
        """Dijkstra over all pairs of points of the grid's path: cuts its corners."""
        if not chain:
            return inf
        track = place[chain]
        count = len(track)
        first, second = np.triu_indices(count, 1)
        costs = self.leg_costs(track[first], track[second])
        best = [inf] * count
        best[0] = 0.0
        for a, b, cost in zip(first.tolist(), second.tolist(), costs.tolist(), strict=True):
            best[b] = min(best[b], best[a] + cost)
        return best[-1]
