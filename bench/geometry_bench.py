"""How fast the table answers: sight for all pairs, after one move, cover and hexes, beside shapely and C.

`python bench/geometry_bench.py` prints the table; the functions ending in `_rows` are for `make bench`. All three ways
of computing the sight matrix must agree before anything is timed.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from pathlib import Path
from random import Random

from vanguard.geometry import sight as sight_module
from vanguard.geometry.cover import Fan
from vanguard.geometry.hexes import Cell, HexField
from vanguard.geometry.measuring import gap, part_gap
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, Part, Point, Table, rectangle
from vanguard.geometry.sight import Sampling, Sight
from vanguard.lab.pace import beside, kept_in_time
from vanguard.tabletop.sight import SightMemory

Row = tuple[str, float, float | None]
"""Name, milliseconds, and the most it may take (None: for comparison only)."""

COMPILED = not str(sight_module.__file__).endswith(".py")
EIGHT = Sampling([(0.5, 0.0)], axis=False, rim=8)
REFERENCE = Path(__file__).with_name("sight_reference.c")


def best_milliseconds(call: Callable[[], object], rounds: int = 25, calls: int = 1) -> float:
    """The best of many rounds in processor time, so that a busy machine does not blur the figures."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = time.process_time()
        for _ in range(calls):
            call()
        best = min(best, (time.process_time() - start) / calls)
        gc.enable()
    return best * 1000.0


def target(plain: float, compiled: float) -> float:
    return compiled if COMPILED else plain


# --- the scene --------------------------------------------------------------------------------------------------


def turned(outline: list[Point], x: float, y: float, angle: float) -> list[Point]:
    c, s = cos(angle), sin(angle)
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in outline]


def bench_table(seed: int = 7) -> Table:
    """36 by 36 with 12 parts of 80 edges: blocks, rocks, angled ruins, ridges."""
    dice = Random(seed)
    ruin = [(-2.0, -2.0), (2.0, -2.0), (2.0, -1.2), (-1.2, -1.2), (-1.2, 2.0), (-2.0, 2.0)]
    ridge = [(-2.0, -1.0), (0.0, -1.2), (2.0, -0.5), (2.0, 0.2), (1.0, 1.4), (0.0, 1.2), (-1.0, 1.6), (-2.0, 1.0)]
    parts: list[Part] = []
    for i in range(12):
        x = 6.0 + 8.0 * (i % 4) + dice.uniform(-1.5, 1.5)
        y = 7.0 + 11.0 * (i // 4) + dice.uniform(-1.5, 1.5)
        kind = (i + i // 4) % 4
        corners = 8 if i > 5 else 9
        if kind == 0:
            outline = rectangle(x, y, dice.uniform(3.0, 5.0), dice.uniform(1.5, 3.0), dice.uniform(0.0, 180.0))
        elif kind == 1:
            spokes = [2.0 * pi * k / corners for k in range(corners)]
            outline = [(x + dice.uniform(1.6, 2.4) * cos(a), y + dice.uniform(1.6, 2.4) * sin(a)) for a in spokes]
        else:
            outline = turned(ruin if kind == 2 else ridge, x, y, dice.uniform(0.0, 2.0 * pi))
        parts.append(Part(f"part {i}", outline, top=dice.choice([2.0, 3.0, 5.0]), traits=["solid"]))
    return Table(36.0, 36.0, "in", parts)


def bench_bases(table: Table, count: int = 20, seed: int = 11) -> list[Base]:
    dice = Random(seed)
    bases: list[Base] = []
    while len(bases) < count:
        base = Base(
            f"m{len(bases)}", round(dice.uniform(1, 35), 3), round(dice.uniform(1, 35), 3), 0.63, 0.0, 1.5, 0.472
        )
        if all(part_gap(base, part) > 0.0 for part in table.parts) and all(gap(base, b) > 0.1 for b in bases):
            bases.append(base)
    return bases


# --- sight ------------------------------------------------------------------------------------------------------


def one_moved(bases: list[Base]) -> list[Base]:
    return [base.at(base.x + 0.5, base.y) if i == 3 else base for i, base in enumerate(bases)]


def sight_rows() -> list[Row]:
    table = bench_table()
    bases = bench_bases(table)
    assert sum(len(part.edges) for part in table.parts) == 80
    sight = Sight(EIGHT, EIGHT, table.parts)
    rows: list[Row] = [
        ("sight, 380 pairs, 8 x 8 rays", best_milliseconds(lambda: who_sees_whom(sight, bases)), target(10.0, 0.6)),
        ("sight after one base moved", after_one_move(sight, bases), target(1.0, 0.06)),
        ("sight past 18 bodies, 380 pairs", best_milliseconds(lambda: who_sees_whom(sight, bases, bases)), None),
    ]
    truth = who_sees_whom(sight, bases)
    for reference in (shapely_row, c_row):
        row = reference(table, bases, truth)
        if row is not None:
            rows.append(row)
    return rows


def who_sees_whom(sight: Sight, bases: list[Base], bodies: Sequence[Base] = ()) -> list[list[bool]]:
    """Each pair is looked at once: these eyes and marks are the same points."""
    seen = [[True] * len(bases) for _ in bases]
    for i, viewer in enumerate(bases):
        for j in range(i + 1, len(bases)):
            seen[i][j] = seen[j][i] = sight.sees(viewer, bases[j], bodies)
    return seen


def after_one_move(sight: Sight, bases: list[Base]) -> float:
    """Whom one base sees from a place where it has not stood before."""
    moved = one_moved(bases)[3]

    def look_round() -> None:
        memory: SightMemory[bool] = SightMemory()
        for other in bases:
            if other.key != moved.key:
                memory.verdict(moved, other, sight.sees)

    return best_milliseconds(look_round, calls=5)


def shapely_row(table: Table, bases: list[Base], truth: list[list[bool]]) -> Row | None:
    """The same rays as one prepared union would judge them, stopping at the first free ray."""
    try:
        import shapely
    except ImportError:
        return None
    solid = shapely.union_all([shapely.Polygon(part.points) for part in table.parts])
    shapely.prepare(solid)

    def matrix() -> list[list[bool]]:
        rims = [EIGHT.plan(base, 1.0, 0.0) for base in bases]
        seen = [[True] * len(bases) for _ in bases]
        for i in range(len(bases)):
            for j in range(len(bases)):
                if i != j:
                    rays = shapely.linestrings([(eye, mark) for eye in rims[i] for mark in rims[j]])
                    seen[i][j] = not shapely.intersects(solid, rays).all()
        return seen

    assert matrix() == truth, "shapely and the table disagree about sight"
    return ("  the same with shapely", best_milliseconds(matrix, rounds=3), None)


def c_row(table: Table, bases: list[Base], truth: list[list[bool]]) -> Row | None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    words: list[object] = [50, len(table.parts)]
    for part in table.parts:
        words += [len(part.points), *[number for point in part.points for number in point]]
    words.append(len(bases))
    for base in bases:
        words += [base.x, base.y, base.body_radius]
    circle = [(cos(2.0 * pi * k / 8), sin(2.0 * pi * k / 8)) for k in range(8)]
    words += [len(circle), *[number for point in circle for number in point]]
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "sight_reference"
        subprocess.run([compiler, "-O3", "-o", str(program), str(REFERENCE), "-lm"], check=True)
        text = " ".join([repr(word) for word in words])
        answer = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True).stdout.split()
    expected = "".join(["1" if seen else "0" for row in truth for seen in row])
    assert answer[0] == expected, "C and the table disagree about sight"
    return ("  the same in C, without memory or explanations", float(answer[1]), None)


# --- cover and hexes --------------------------------------------------------------------------------------------


def cover_rows() -> list[Row]:
    """All fans of one attack: 17 starts on the shooter against 12 parts."""
    table = bench_table()
    bases = bench_bases(table)
    screens = [Screen(part, True) for part in table.parts]
    starts = Sampling([(0.0, 0.0)], rim=16, of_body=False)

    def attack() -> float:
        nearest = 1e9
        for start in starts.plan(bases[0], 1.0, 0.0):
            fan = Fan(start, bases[1])
            for screen in screens:
                nearest = min(nearest, fan.gap_to_section(screen))
        return nearest

    return [("cover fans of one attack, 17 x 12 parts", best_milliseconds(attack, calls=5), target(3.0, 0.5))]


def hex_rows() -> list[Row]:
    field = HexField(15, 15)
    water = {(c, r) for c, r in field.cells() if (3 * c + 5 * r) % 11 == 0}

    def step(here: Cell, there: Cell) -> int:
        return -1 if there in water else 1

    def anywhere(cell: Cell) -> bool:
        return True

    reach = best_milliseconds(lambda: field.reach((7, 7), 6, step, anywhere), calls=10)
    return [("hex reach, allowance 6 on 15 x 15", reach, target(1.0, 1.0))]


GROUPS = (sight_rows, cover_rows, hex_rows)


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"geometry, {'compiled' if COMPILED else 'plain Python'}")
    for group in GROUPS:
        rows, pace = beside(group)
        for name, figure, limit in rows:
            print(f"{name:50} {figure:9.3f} ms  {kept_in_time(figure, limit, pace)[1]}", flush=True)


if __name__ == "__main__":
    main()
