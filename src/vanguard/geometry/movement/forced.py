"""Moves toward something: as far toward a wish as the allowance lets, straight on until stopped, back to an edge."""

from __future__ import annotations

from math import cos, hypot, inf, pi, sin
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.changes import up_to
from vanguard.geometry.movement.field import CostField
from vanguard.geometry.movement.ground import Ground, Mover, edge_distance
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.movement.pricing import Trace
from vanguard.geometry.movement.search import Search, cheapest_path_in, goal_level
from vanguard.geometry.movement.surroundings import Surroundings, checked_point
from vanguard.geometry.shapes import BadShape, Base, Point, Point3

SPACING: Final = 0.25
"""Of the grid on which the end nearest to an edge is looked for."""
BACK: Final = 0.1
"""A move that may not end where its allowance does is taken back in steps of this size, then refined."""

TOWARD: Final[dict[str, Point]] = {
    "south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0),
}  # fmt: skip
PUSHED: Final = 3
"""From so many places of the grid a retreat is pushed on."""
FIRST_STEP: Final = 0.125
LAST_STEP: Final = 0.015


def snap_toward(ground: Ground, mover: Mover, wish: tuple[float, ...]) -> PricedPath:
    """The legal move that gets furthest along the cheapest way to a wish; staying put if there is none.

    A wish that no base can stand on stands for the nearest place where this one can.
    """
    place = goal_level(ground, mover, checked_point(wish, "wish"))
    far = hypot(place[0] - mover.base.x, place[1] - mover.base.y)
    around = Surroundings(ground, mover, 2.0 * max(mover.allowance, far) + 4.0 * mover.base.radius)
    for goal in _stand_ins(around, place)[:6]:
        found = _toward(around, goal, place)
        if found is not None and found.length > 0.0:
            return found
        if found is not None and far > mover.allowance:
            break  # to wherever beside a far wish, the way begins alike
    return _furthest(around, [(around.x, around.y, around.z), (place[0], place[1], around.z)])


def _stand_ins(around: Surroundings, place: Point3) -> list[Point3]:
    """The wish itself if a base can stand there, else free places around it, nearest first."""
    x, y, z = place
    if around.standing_fault(x, y, z) is None:
        return [place]
    found: list[Point3] = []
    step = around.radius * 0.4
    for ring in range(1, 11):
        for k in range(16):
            angle = 2.0 * pi * k / 16.0
            px = thousandth(x + ring * step * cos(angle))
            py = thousandth(y + ring * step * sin(angle))
            goal = goal_level(around.ground, around.mover, (px, py))
            if around.standing_fault(goal[0], goal[1], goal[2]) is None:
                found.append(goal)
        if len(found) >= 4:
            break
    found.sort(key=lambda g: (hypot(g[0] - x, g[1] - y) + 0.3 * hypot(g[0] - around.x, g[1] - around.y), g))
    return found


def _toward(around: Surroundings, goal: Point3, wish: Point3) -> PricedPath | None:
    """As far along the cheapest way to the goal, and on toward the wish, as can be paid for and ended on."""
    mover = around.mover
    far = hypot(goal[0] - around.x, goal[1] - around.y)
    patient = Mover(
        mover.base, 2.0 * max(mover.allowance, far) + 3.0 * around.radius, mover.blockers, (), mover.zones,
        mover.drops_up_to, mover.level_gap, mover.entering,
    )  # fmt: skip
    wide = Surroundings(around.ground, patient, patient.allowance)
    way = Search(wide, goal, patient.allowance).run(quick=far > mover.allowance)  # a far way only points where to go
    if way is None:
        return None
    # its bends, not where it crosses edges between them: rounded, such a place may lie on the wrong side of a corner
    bends: list[Point3] = [(around.x, around.y, around.z), *way.waypoints]
    if goal != wish:
        bends.append((wish[0], wish[1], goal[2]))
    return _furthest(around, bends)


def _furthest(around: Surroundings, way: list[Point3]) -> PricedPath:
    """The longest beginning of a way that is a legal move; staying put is one."""
    length = 0.0
    for i in range(len(way) - 1):
        length += hypot(way[i + 1][0] - way[i][0], way[i + 1][1] - way[i][1])
    whole = _trace(around, way[1:])
    if whole.legal:
        return whole
    low = 0.0
    high = length
    for _ in range(16):  # the price only grows along the way
        middle = (low + high) * 0.5
        part = _cut(around, way, middle)
        if part.cost() <= around.mover.allowance + 1e-9 and part.objection is None:
            low = middle
        else:
            high = middle
    at = low
    while at > 0.0:
        if _legal_at(around, way, at):
            return _refined(around, way, at, min(at + BACK, low))
        at -= BACK
    return _trace(around, [])


def _refined(around: Surroundings, way: list[Point3], low: float, high: float) -> PricedPath:
    """Between a legal and an illegal end: the last legal one to a thousandth."""
    for _ in range(7):
        middle = (low + high) * 0.5
        if _legal_at(around, way, middle):
            low = middle
        else:
            high = middle
    return _cut(around, way, low).verdict()


def _legal_at(around: Surroundings, way: list[Point3], along: float) -> bool:
    return _cut(around, way, along).verdict().legal


def _cut(around: Surroundings, way: list[Point3], along: float) -> Trace:
    points = [(thousandth(x), thousandth(y), z) for x, y, z in up_to(way, along)]
    return _walked(around, points[1:])


def _walked(around: Surroundings, points: list[Point3]) -> Trace:
    trace = Trace(around)
    for x, y, z in points:
        trace.walk_to(x, y)
        if around.ground.has_decks:
            trace.step_to_level(z)
    return trace


def _trace(around: Surroundings, points: list[Point3]) -> PricedPath:
    return _walked(around, points).verdict()


# --- straight on --------------------------------------------------------------------------------------------------


def straight_on(ground: Ground, mover: Mover, dx: float, dy: float, distance: float) -> PricedPath:
    """Straight in a direction for a distance, or as far as that is legal and paid for (a push, a forced advance)."""
    size = hypot(dx, dy)
    if not 1e-9 < size < inf or not 0.0 <= distance < inf:
        raise BadShape(f"a straight move needs a direction and a distance, not ({dx}, {dy}) for {distance}")
    around = Surroundings(ground, mover, max(distance, mover.allowance) + 0.01)
    end = (thousandth(around.x + dx / size * distance), thousandth(around.y + dy / size * distance), around.z)
    return _furthest(around, [(around.x, around.y, around.z), end])


def straight_to_edge(ground: Ground, mover: Mover, side: str) -> PricedPath | None:
    """Straight to a table edge until the base touches it or the allowance is spent.

    None if that line is not free or costs more than its length.
    """
    base = mover.base
    far = min(edge_distance(ground, base.x, base.y, base.radius, side), mover.allowance)
    ux, uy = TOWARD[side]
    around = Surroundings(ground, mover, far + 0.01)
    path = _trace(around, [(thousandth(around.x + ux * far), thousandth(around.y + uy * far), around.z)])
    return path if path.legal and path.cost <= path.length + 1e-9 else None


def nearest_to_edge(ground: Ground, mover: Mover, side: str) -> PricedPath:
    """The legal move that ends nearest to a table edge: the best places of a grid, each pushed on from there."""
    straight = straight_to_edge(ground, mover, side)
    if straight is not None:
        return straight
    base = mover.base
    around = Surroundings(ground, mover, mover.allowance + ground.tolerance)
    retreat = _Retreat(around, side)
    ahead = snap_toward(ground, mover, _at_edge(ground, base, side))
    known = min(retreat.nearest, retreat.gap(ahead.end))
    field = CostField(around, SPACING, side, known)
    places: list[tuple[float, float, Point3]] = []
    for x, y, z, cost in [*field.ends(), *field.other_ends()]:
        gap = edge_distance(ground, x, y, base.radius, side)
        if gap < retreat.nearest - 1e-9:
            places.append((round(gap, 6), cost, (x, y, z)))
    places.sort()
    if ahead.legal:
        retreat.push_on(ahead)
    tried: list[Point3] = []
    for gap, _, place in places:
        if len(tried) >= PUSHED or gap > retreat.nearest + 2.0 * SPACING:
            break
        if any([hypot(place[0] - x, place[1] - y) < 2.0 * SPACING for x, y, _ in tried]):
            continue  # whoever was pushed on from beside it came by here
        found = retreat.way_to(place)
        if found is not None:
            tried.append(place)
            retreat.push_on(found)
    return retreat.best


class _Retreat:
    """The best way to an edge found so far."""

    __slots__ = ("around", "best", "nearest", "side", "worthwhile")

    def __init__(self, around: Surroundings, side: str) -> None:
        self.around = around
        self.side = side
        self.best = _trace(around, [])
        self.nearest = self.gap(self.best.end)
        self.worthwhile = self.nearest - around.ground.tolerance
        """What is no nearer than this is no retreat."""

    def gap(self, end: Point3) -> float:
        return edge_distance(self.around.ground, end[0], end[1], self.around.radius, self.side)

    def way_to(self, place: Point3) -> PricedPath | None:
        ground = self.around.ground
        goal = place if ground.has_decks else (place[0], place[1])
        return cheapest_path_in(self.around, goal, self.around.mover.allowance)

    def push_on(self, path: PricedPath) -> None:
        """On from a legal end: straight at the edge, then its last leg turned a little as long as that helps."""
        ux, uy = TOWARD[self.side]
        gap = self.gap(path.end)
        x, y, z = path.end
        start: Point3 = (self.around.x, self.around.y, self.around.z)
        path = self._better(path, _furthest(self.around, [start, *path.waypoints, (x + ux * gap, y + uy * gap, z)]))
        step = FIRST_STEP
        while step >= LAST_STEP:
            turned = self._turned(path, step)
            if turned is path:
                step *= 0.5
            path = turned
        self._take(path)

    def _turned(self, path: PricedPath, step: float) -> PricedPath:
        """The last leg ends a step nearer to the edge, straight on or to one side; the path itself if none of that is legal."""
        ux, uy = TOWARD[self.side]
        x, y, z = path.end
        bends = list(path.waypoints[:-1])
        for on, aside in ((1.0, 0.0), (1.0, 1.0), (1.0, -1.0), (0.25, 1.0), (0.25, -1.0)):
            px, py = thousandth(x + step * (on * ux - aside * uy)), thousandth(y + step * (on * uy + aside * ux))
            if self.gap((px, py, z)) < self.gap(path.end) - 1e-9:
                found = _trace(self.around, [*bends, (px, py, z)])
                if found.legal:
                    return found
        return path

    def _better(self, one: PricedPath, other: PricedPath) -> PricedPath:
        return other if other.legal and self.gap(other.end) < self.gap(one.end) else one

    def _take(self, path: PricedPath) -> None:
        direct = _trace(self.around, [path.end])
        if direct.legal and direct.cost < path.cost:
            path = direct
        if path.legal and self.gap(path.end) < min(self.nearest - 1e-9, self.worthwhile):
            self.best = path
            self.nearest = self.gap(path.end)


def _at_edge(ground: Ground, base: Base, side: str) -> Point:
    """The place where a base that goes straight to an edge would touch it."""
    if side in ("south", "north"):
        return (base.x, base.radius if side == "south" else ground.depth - base.radius)
    return (base.radius if side == "west" else ground.width - base.radius, base.y)


def ends_as_near_as(best: PricedPath, path: PricedPath, ground: Ground, radius: float, side: str, slack: float) -> bool:
    """Does a player's own path end as near to the edge as the best one, give or take the slack?"""
    limit = edge_distance(ground, best.end[0], best.end[1], radius, side) + slack
    return edge_distance(ground, path.end[0], path.end[1], radius, side) <= limit + ground.tolerance
