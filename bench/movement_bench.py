"""How fast moves are judged: cheapest paths, reachable areas, straight-line checks, beside shapely and a plain grid.

`python bench/movement_bench.py` prints the table. The scene is the one the sight figures use: 20 bases among 12 parts
with 80 edges; a further scene adds difficult ground, obstacles, walls with windows and platforms.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from functools import partial
from math import cos, hypot, pi, sin
from random import Random

from vanguard.geometry.measuring import gap, part_gap
from vanguard.geometry.movement import (
    EdgeKind,
    Feature,
    Ground,
    Mover,
    cheapest_path,
    difficult,
    impassable,
    may_stand,
    obstacle,
    platform,
    price_path,
    straight_cost,
    surroundings,
    wall,
)
from vanguard.geometry.movement import search as movement_search
from vanguard.geometry.movement.candidates import contact_candidates, taken
from vanguard.geometry.movement.reach import reach_area
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Point, Table, rectangle
from vanguard.lab.pace import beside, kept_in_time

Row = tuple[str, float, float | None]
"""Name, milliseconds, and the most it may take (None: for comparison only)."""

COMPILED = not str(movement_search.__file__).endswith(".py")


def target(plain: float, compiled: float) -> float:
    return compiled if COMPILED else plain


# --- the scenes -------------------------------------------------------------------------------------------------


def blocks(seed: int = 7) -> Ground:
    """36 by 36 with 12 impassable parts of 80 edges."""
    dice = Random(seed)
    parts: list[Part] = []
    for i in range(12):
        x = 6.0 + 8.0 * (i % 4) + dice.uniform(-1.5, 1.5)
        y = 7.0 + 11.0 * (i // 4) + dice.uniform(-1.5, 1.5)
        corners = (4, 8, 8)[i % 3]
        if corners == 4:
            outline = rectangle(x, y, dice.uniform(3.0, 5.0), dice.uniform(1.5, 3.0), dice.uniform(0.0, 180.0))
        else:
            spokes = [2.0 * pi * k / corners for k in range(corners)]
            outline = [(x + dice.uniform(1.4, 2.6) * cos(a), y + dice.uniform(1.4, 2.6) * sin(a)) for a in spokes]
        parts.append(Part(f"part {i}", outline, top=4.0))
    return Ground(Table(36.0, 36.0, "in", parts), [impassable(part) for part in parts])


def village() -> Ground:
    """The same size with every kind of ground a skirmish map has."""
    stairs = EdgeKind("stairs", 0.0, 0.0, False)
    climb = EdgeKind("climbable", 2.0, 2.0, True)
    kinds = {"stairs": stairs, "climbable": climb, "sheer": EdgeKind("sheer", float("inf"), float("inf"), True)}
    features: list[Feature] = []
    for i in range(12):
        x = 6.0 + 8.0 * (i % 4)
        y = 7.0 + 11.0 * (i // 4)
        name = f"part {i}"
        if i % 6 == 0:
            features.append(impassable(Part(name, rectangle(x, y, 4.0, 3.0, 20.0 * i), top=4.0)))
        elif i % 6 == 1:
            features.append(difficult(Part(name, rectangle(x, y, 5.0, 5.0), top=3.0)))
        elif i % 6 == 2:
            features.append(obstacle(Part(name, [(x - 3.0, y), (x + 3.0, y)], closed=False, top=1.0)))
        elif i % 6 == 3:
            line = [(x, y - 3.0), (x, y + 3.0), (x + 3.0, y + 3.0)]
            features.append(
                wall(Part(name, line, closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 2.0, 4.0)]))
            )
        elif i % 6 == 4:
            sides = ("stairs", "climbable", "sheer", "climbable")
            features.append(platform(Part(name, rectangle(x, y, 5.0, 4.0), top=2.0, edge_kinds=sides), kinds))
        else:
            features.append(difficult(Part(name, rectangle(x, y, 4.0, 5.0, 30.0), top=0.0)))
    return Ground(Table(36.0, 36.0, "in", [feature.part for feature in features]), features)


def twenty(ground: Ground, seed: int = 11) -> list[Base]:
    dice = Random(seed)
    bases: list[Base] = []
    while len(bases) < 20:
        x, y = round(dice.uniform(1, 35), 3), round(dice.uniform(1, 35), 3)
        base = Base(f"m{len(bases)}", x, y, 0.63, ground.platform_level(x, y), 1.5)
        if not may_stand(ground, Mover(base, 0.0, bases), x, y):
            bases.append(base)
    return bases


def journeys(ground: Ground, bases: list[Base], count: int = 300) -> list[tuple[Mover, Point]]:
    """Random moves of up to 12 to places where the mover may stand."""
    dice = Random(3)
    found: list[tuple[Mover, Point]] = []
    while len(found) < count:
        mover = Mover(bases[dice.randrange(20)], 12.0, bases, drops_up_to=2.0)
        angle, far = dice.uniform(0.0, 2.0 * pi), dice.uniform(2.0, 11.0)
        x, y = round(mover.base.x + far * cos(angle), 3), round(mover.base.y + far * sin(angle), 3)
        if 0.7 < x < 35.3 and 0.7 < y < 35.3 and not may_stand(ground, mover, x, y):
            found.append((mover, (x, y)))
    return found


# --- the figures ------------------------------------------------------------------------------------------------


def timed(call: Callable[[], object]) -> float:
    """Best of three in milliseconds of processor time, so that a busy machine does not blur the figures."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best * 1000.0


def median(figures: list[float]) -> float:
    return sorted(figures)[len(figures) // 2]


def path_rows(name: str, ground: Ground, bases: list[Base]) -> list[Row]:
    """The promise is about the median of all moves; those that need a search are shown beside it."""
    all_of_them: list[float] = []
    bent: list[float] = []
    for mover, goal in journeys(ground, bases):
        figure = timed(lambda m=mover, g=goal: cheapest_path(ground, m, g))  # type: ignore[misc]
        all_of_them.append(figure)
        straight = price_path(ground, mover, [goal])
        if not straight.legal or straight.cost > straight.length + 1e-9:
            bent.append(figure)
    return [
        (f"cheapest path, {name}, median of {len(all_of_them)}", median(all_of_them), target(1.0, 0.1)),
        (f"  of the {len(bent)} whose straight line is not free", median(bent), None),
        ("  the slowest of a hundred", sorted(all_of_them)[len(all_of_them) * 99 // 100], None),
    ]


def area_rows(name: str, ground: Ground, bases: list[Base]) -> list[Row]:
    figures = [
        timed(lambda b=base: reach_area(ground, Mover(b, 6.0, bases, drops_up_to=2.0)))  # type: ignore[misc]
        for base in bases
    ]
    return [
        (f"reachable area within 6, {name}, median", median(figures), target(30.0, 5.0)),
        ("  the slowest of 20", max(figures), None),
    ]


def quick_rows(ground: Ground, bases: list[Base]) -> list[Row]:
    movers = [Mover(base, 6.0, bases, drops_up_to=2.0) for base in bases]
    arounds = [surroundings(ground, mover) for mover in movers]
    ends = [(round(a.x + 4.0 * cos(k), 3), round(a.y + 4.0 * sin(k), 3)) for a in arounds for k in range(25)]

    def lines() -> None:
        for i in range(len(ends)):
            straight_cost(arounds[i // 25], ends[i][0], ends[i][1])

    def purposeful() -> None:
        for mover in movers:
            around = surroundings(ground, mover)
            taken(contact_candidates(around, bases[0]), 8)

    return [
        ("straight-line check", timed(lines) / len(ends), target(0.05, 0.01)),
        ("8 contact candidates", timed(purposeful) / 20, None),
    ]


def shapely_row(ground: Ground, bases: list[Base]) -> list[Row]:
    """A straight-line check as a swept disc: a buffered line against a prepared union."""
    try:
        import shapely
    except ImportError:
        return []
    solid = shapely.union_all(
        [shapely.Polygon(f.part.points) for f in ground.features]
        + [shapely.Point(b.x, b.y).buffer(b.radius) for b in bases[1:]]
    )
    shapely.prepare(solid)
    mover = Mover(bases[0], 6.0, bases)
    ends = [(round(bases[0].x + 5.0 * cos(k), 3), round(bases[0].y + 5.0 * sin(k), 3)) for k in range(100)]

    def lines() -> list[bool]:
        return [
            not solid.intersects(shapely.LineString([(bases[0].x, bases[0].y), end]).buffer(bases[0].radius - 0.01))
            for end in ends
        ]

    around = surroundings(ground, mover)
    ours = [straight_cost(around, x, y) < 100.0 for x, y in ends]
    on_table = [0.63 <= x <= 35.37 and 0.63 <= y <= 35.37 for x, y in ends]
    assert ours == [free and on for free, on in zip(lines(), on_table, strict=True)], "shapely disagrees"
    return [("  the same with shapely, buffering the line", timed(lines) / len(ends), None)]


def grid_row(ground: Ground, bases: list[Base]) -> list[Row]:
    """What a plain eight-way grid search of a quarter inch takes for one path; it is also up to 8 % too long."""
    from heapq import heappop, heappush

    mover = Mover(bases[0], 12.0, bases)
    free: dict[tuple[int, int], bool] = {}
    for i in range(144):
        for j in range(144):
            base = Base("probe", i * 0.25, j * 0.25, 0.63)
            clear = all(part_gap(base, f.part) > 0.0 for f in ground.features)
            free[(i, j)] = clear and all(gap(base, b) > 0.0 for b in bases[1:])

    def search() -> float:
        start = (int(mover.base.x * 4), int(mover.base.y * 4))
        best = {start: 0.0}
        heap = [(0.0, start)]
        while heap:
            cost, (i, j) = heappop(heap)
            if cost > best[(i, j)] or cost > 12.0:
                continue
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    cell = (i + di, j + dj)
                    onward = cost + hypot(di, dj) * 0.25
                    if free.get(cell, False) and onward < best.get(cell, 1e9):
                        best[cell] = onward
                        heappush(heap, (onward, cell))
        return float(len(best))

    return [("  a plain grid search over the same reach", timed(search), None)]


def groups() -> list[Callable[[], list[Row]]]:
    gc.collect()
    plain = blocks()
    assert sum(len(f.part.edges) for f in plain.features) == 80
    bases = twenty(plain)
    mixed = village()
    mixed_bases = twenty(mixed)
    return [
        partial(path_rows, "80 edges", plain, bases),
        partial(grid_row, plain, bases),
        partial(path_rows, "every kind of ground", mixed, mixed_bases),
        partial(area_rows, "80 edges", plain, bases),
        partial(area_rows, "every kind of ground", mixed, mixed_bases),
        partial(quick_rows, plain, bases),
        partial(shapely_row, plain, bases),
    ]


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"movement, {'compiled' if COMPILED else 'plain Python'}")
    for group in groups():
        rows, pace = beside(group)
        for name, figure, limit in rows:
            print(f"{name:58} {figure:9.4f} ms  {kept_in_time(figure, limit, pace)[1]}", flush=True)


if __name__ == "__main__":
    main()
