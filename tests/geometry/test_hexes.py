"""Hex fields against brute force and the worked examples of the hex rulebook's geometry."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from random import Random

import pytest

from tests.geometry.cases import cases
from vanguard.geometry.hexes import (
    Cell,
    HexField,
    SectorLayout,
    axial,
    cell_of,
    distance,
    hex_centre,
    hex_corners,
    ring_of,
    rows_between,
)
from vanguard.geometry.shapes import BadShape

FIELD = HexField(15, 15)


def some_cell(dice: Random) -> Cell:
    return (dice.randrange(15), dice.randrange(15))


def steps_by_walking(start: Cell) -> dict[Cell, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        cell = waiting.popleft()
        for beside in FIELD.neighbours(cell):
            if beside not in found:
                found[beside] = found[cell] + 1
                waiting.append(beside)
    return found


def test_the_corners_of_the_field_have_the_axial_coordinates_of_the_book() -> None:
    assert [axial(c) for c in ((0, 0), (14, 0), (0, 14), (14, 14))] == [(0, 0), (14, 0), (-7, 14), (7, 14)]


def test_axial_and_offset_coordinates_are_inverse() -> None:
    assert all(cell_of(axial(cell)) == cell for cell in FIELD.cells())


def test_even_and_odd_rows_have_the_neighbours_of_the_book() -> None:
    c, r = 5, 6
    assert sorted(FIELD.neighbours((c, r))) == sorted(
        [(c - 1, r), (c + 1, r), (c - 1, r - 1), (c, r - 1), (c - 1, r + 1), (c, r + 1)]
    )
    c, r = 5, 7
    assert sorted(FIELD.neighbours((c, r))) == sorted(
        [(c - 1, r), (c + 1, r), (c, r - 1), (c + 1, r - 1), (c, r + 1), (c + 1, r + 1)]
    )


def test_hexes_outside_the_field_do_not_exist() -> None:
    assert sorted(FIELD.neighbours((0, 0))) == [(0, 1), (1, 0)]
    assert sorted(FIELD.neighbours((14, 13))) == [(13, 13), (14, 12), (14, 14)]
    with pytest.raises(BadShape, match=r"cell \(15, 3\) is off the field: columns 0 to 14, rows 0 to 14"):
        FIELD.neighbours((15, 3))


def test_distances_of_the_worked_examples() -> None:
    assert distance((7, 14), (7, 7)) == 7
    assert distance((7, 10), (8, 7)) == 3
    assert distance((6, 8), (9, 8)) == 3


def test_distance_is_the_number_of_steps_from_everywhere_to_everywhere() -> None:
    for start in FIELD.cells():
        walked = steps_by_walking(start)
        assert all(distance(start, cell) == steps for cell, steps in walked.items())


def test_a_ring_holds_exactly_the_cells_at_its_distance() -> None:
    for radius in range(6):
        ring = FIELD.ring((7, 7), radius)
        assert len(ring) == len(set(ring))
        assert sorted(ring) == sorted(c for c in FIELD.cells() if distance((7, 7), c) == radius)
        assert len(ring_of((0, 0), radius)) == max(1, 6 * radius)


def test_rings_at_the_edge_lose_what_lies_outside() -> None:
    assert sorted(FIELD.ring((0, 0), 2)) == sorted(c for c in FIELD.cells() if distance((0, 0), c) == 2)
    assert sorted(FIELD.around((0, 0), 2)) == sorted(c for c in FIELD.cells() if distance((0, 0), c) <= 2)


def test_a_line_along_hex_borders_gives_two_rows() -> None:
    rows = rows_between((7, 10), (7, 6))
    assert sorted(sorted(row) for row in rows) == sorted(
        [sorted([(7, 9), (7, 8), (7, 7)]), sorted([(6, 9), (7, 8), (6, 7)])]
    )


def test_a_line_through_hexes_gives_one_row() -> None:
    assert rows_between((7, 10), (7, 7)) == [[(7, 9), (7, 8)]]


def test_nothing_lies_between_neighbours_or_in_place() -> None:
    assert rows_between((3, 3), (4, 3)) == [[]]
    assert rows_between((3, 3), (3, 3)) == [[]]


def hexes_nearest(a: Cell, b: Cell, i: int, steps: int) -> set[Cell]:
    """All hexes whose centre is nearest to a point of the line, exactly: everything is counted in parts of a step."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    q = aq * steps + (bq - aq) * i
    r = ar * steps + (br - ar) * i
    near: dict[int, set[Cell]] = {}
    for hq in range(q // steps - 1, q // steps + 3):
        for hr in range(r // steps - 1, r // steps + 3):
            x, y = hq * steps - q, hr * steps - r
            near.setdefault(x * x + x * y + y * y, set()).add(cell_of((hq, hr)))
    return near[min(near)]


@cases(1500)
def test_every_hex_of_a_row_contains_its_point_of_the_line(dice: Random) -> None:
    a, b = some_cell(dice), some_cell(dice)
    steps = distance(a, b)
    rows = rows_between(a, b)
    assert 1 <= len(rows) <= 2
    for i in range(1, steps):
        nearest = hexes_nearest(a, b, i, steps)
        assert {row[i - 1] for row in rows} <= nearest
        assert len(nearest) == 1 or len({row[i - 1] for row in rows}) == 2
    for row in rows:
        assert all(distance(x, y) == 1 for x, y in pairwise([a, *row, b])) or steps < 2


@cases(800)
def test_rows_between_are_the_same_both_ways(dice: Random) -> None:
    a, b = some_cell(dice), some_cell(dice)
    there = sorted(tuple(row) for row in rows_between(a, b))
    back = sorted(tuple(reversed(row)) for row in rows_between(b, a))
    assert there == back


class Ground:
    """A random field: water bars, mud costs 2, friends bar stopping."""

    def __init__(self, dice: Random) -> None:
        self.water = {some_cell(dice) for _ in range(50)}
        self.mud = {some_cell(dice) for _ in range(40)}
        self.friends = {some_cell(dice) for _ in range(15)}

    def step_cost(self, here: Cell, there: Cell) -> int:
        if there in self.water:
            return -1
        return 2 if there in self.mud else 1

    def may_stop(self, cell: Cell) -> bool:
        return cell not in self.friends

    def costs_by_relaxing(self, start: Cell, allowance: int) -> dict[Cell, int]:
        costs = {start: 0}
        changed = True
        while changed:
            changed = False
            for cell in list(costs):
                for beside in FIELD.neighbours(cell):
                    step = self.step_cost(cell, beside)
                    cost = costs[cell] + step
                    if step >= 0 and cost <= allowance and cost < costs.get(beside, 999):
                        costs[beside] = cost
                        changed = True
        return costs


@cases(250)
def test_reach_and_paths_agree_with_relaxation(dice: Random) -> None:
    ground, start, allowance = Ground(dice), some_cell(dice), dice.randint(0, 7)
    truth = ground.costs_by_relaxing(start, allowance)
    reach = FIELD.reach(start, allowance, ground.step_cost, ground.may_stop)
    assert reach == {cell: cost for cell, cost in truth.items() if ground.may_stop(cell)}
    assert list(reach.items()) == sorted(reach.items(), key=lambda item: (item[1], item[0]))
    goal = some_cell(dice)
    path = FIELD.path(start, goal, allowance, ground.step_cost)
    assert bool(path) == (goal in truth)
    if path:
        assert (path[0], path[-1]) == (start, goal)
        assert sum(ground.step_cost(a, b) for a, b in pairwise(path)) == truth[goal]
        assert all(FIELD.adjacent(a, b) for a, b in pairwise(path))


def test_pieces_split_a_unit_into_chains() -> None:
    assert FIELD.pieces([(3, 3), (9, 9), (4, 3), (5, 3), (9, 8)]) == [[(3, 3), (4, 3), (5, 3)], [(9, 8), (9, 9)]]
    assert FIELD.pieces([]) == []


def test_nine_tiles_of_equal_size_cover_the_field() -> None:
    layout = SectorLayout(3, 3, 5)
    sectors = [layout.sector(cell) for cell in layout.field.cells()]
    assert all(sectors.count((line, tile)) == 25 for line in range(3) for tile in range(3))


def test_a_turned_tile_is_rotated_by_half_a_turn() -> None:
    layout = SectorLayout(3, 3, 5)
    assert layout.cell(0, 1, 1, 2) == (6, 2)
    assert layout.cell(1, 1, 1, 2) == (8, 7)


def test_turning_keeps_the_shape_of_a_tile() -> None:
    layout = SectorLayout(3, 3, 5)
    local = [(c, r) for r in range(5) for c in range(5)]
    for a in local:
        for b in local:
            upright = distance(layout.cell(0, 0, *a), layout.cell(0, 0, *b))
            assert distance(layout.cell(1, 2, *a), layout.cell(1, 2, *b)) == upright


def test_each_seam_has_29_touching_pairs() -> None:
    for upper in (4, 9):
        pairs = [(a, b) for a in range(15) for b in range(15) if distance((a, upper), (b, upper + 1)) == 1]
        assert len(pairs) == 29


def test_tiles_with_an_even_number_of_rows_are_refused() -> None:
    with pytest.raises(BadShape, match="odd number"):
        SectorLayout(3, 3, 4)


def test_drawn_hexes_share_corners_with_their_neighbours() -> None:
    for cell in ((5, 6), (5, 7)):
        mine = {(round(x, 6), round(y, 6)) for x, y in hex_corners(cell, 1.0)}
        for beside in FIELD.neighbours(cell):
            theirs = {(round(x, 6), round(y, 6)) for x, y in hex_corners(beside, 1.0)}
            assert len(mine & theirs) == 2
            (ax, ay), (bx, by) = hex_centre(cell, 1.0), hex_centre(beside, 1.0)
            assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(3.0)
