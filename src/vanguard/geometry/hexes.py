"""Hex fields: axial coordinates, rings, lines between, reach and paths, and fields laid out of sector tiles.

Pointy-top hexes. A cell is (column, row), column 0 in the west, row 0 in the north; odd rows are shifted half a hex
to the east. A hex is axial (q, r). What a hex costs and who bars it, the rulebook passes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from math import sqrt
from typing import Final

from vanguard.geometry.shapes import BadShape, Point

Cell = tuple[int, int]
Hex = tuple[int, int]
StepCost = Callable[[Cell, Cell], int]
"""What the step from one cell to a neighbour costs; negative if it is barred."""
MayStop = Callable[[Cell], bool]

DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six axial steps, counter-clockwise from east."""

OFFSET: Final[tuple[float, float, float]] = (1e-6, 2e-6, -3e-6)
"""The nudge of the tie rule: a line along a border is read once from either side of it."""


def axial(cell: Cell) -> Hex:
    return (cell[0] - (cell[1] >> 1), cell[1])


def cell_of(hex: Hex) -> Cell:
    return (hex[0] + (hex[1] >> 1), hex[1])


def hex_distance(a: Hex, b: Hex) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def distance(a: Cell, b: Cell) -> int:
    """Range between two cells: the number of steps without obstacles."""
    return hex_distance(axial(a), axial(b))


def rounded(q: float, r: float, s: float) -> Hex:
    """The hex that contains a point given in fractional cube coordinates."""
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return (near_q, near_r)


def ring_of(centre: Hex, radius: int) -> list[Hex]:
    """All hexes at exactly this distance, counter-clockwise, beginning south-west of the centre."""
    if radius == 0:
        return [centre]
    q, r = centre[0] - radius, centre[1] + radius
    found: list[Hex] = []
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            found.append((q, r))
            q, r = q + dq, r + dr
    return found


def rows_between(a: Cell, b: Cell) -> list[list[Cell]]:
    """The cells strictly between two cells: one row, or two where the line runs along hex borders."""
    steps = distance(a, b)
    if steps < 2:
        return [[]]
    first = _row(axial(a), axial(b), steps, 1.0)
    second = _row(axial(a), axial(b), steps, -1.0)
    return [first] if first == second else [first, second]


def _row(a: Hex, b: Hex, steps: int, sign: float) -> list[Cell]:
    row: list[Cell] = []
    for i in range(1, steps):
        part = i / steps
        q = a[0] + (b[0] - a[0]) * part
        r = a[1] + (b[1] - a[1]) * part
        found = rounded(q + sign * OFFSET[0], r + sign * OFFSET[1], -q - r + sign * OFFSET[2])
        row.append(cell_of(found))
    return row


class HexField:
    """A rectangle of columns by rows of hexes."""

    __slots__ = ("_neighbours", "columns", "rows")

    def __init__(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1:
            raise BadShape(f"a field of {columns} columns and {rows} rows has no hex")
        self.columns: Final[int] = columns
        self.rows: Final[int] = rows
        neighbours: dict[Cell, tuple[Cell, ...]] = {}
        for row in range(rows):
            for column in range(columns):
                q, r = axial((column, row))
                around = [cell_of((q + dq, r + dr)) for dq, dr in DIRECTIONS]
                neighbours[(column, row)] = tuple([cell for cell in around if self.holds(cell)])
        self._neighbours: Final[dict[Cell, tuple[Cell, ...]]] = neighbours

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def require(self, cell: Cell) -> Cell:
        """The cell itself, if it exists on this field."""
        if not self.holds(cell):
            raise BadShape(f"cell {cell} is off the field: columns 0 to {self.columns - 1}, rows 0 to {self.rows - 1}")
        return cell

    def cells(self) -> list[Cell]:
        return list(self._neighbours)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return self._neighbours[self.require(cell)]

    def adjacent(self, a: Cell, b: Cell) -> bool:
        return distance(a, b) == 1

    def ring(self, centre: Cell, radius: int) -> list[Cell]:
        """The cells of the field at exactly this distance."""
        return [cell for cell in map(cell_of, ring_of(axial(centre), radius)) if self.holds(cell)]

    def around(self, centre: Cell, radius: int) -> list[Cell]:
        """The cells of the field within this distance, the centre first."""
        found: list[Cell] = []
        for i in range(radius + 1):
            found.extend(self.ring(centre, i))
        return found

    def reach(self, start: Cell, allowance: int, step_cost: StepCost, may_stop: MayStop) -> dict[Cell, int]:
        """Every cell where a move may end, with the cheapest cost, in order of cost and cell.

        A cell where one may not stop may still be passed through. The start is among them if one may stop there.
        """
        costs, _ = self._spread(start, allowance, step_cost)
        ends = sorted([(cost, cell) for cell, cost in costs.items() if may_stop(cell)])
        return {cell: cost for cost, cell in ends}

    def path(self, start: Cell, goal: Cell, allowance: int, step_cost: StepCost) -> list[Cell]:
        """The cheapest way from start to goal, both included; empty if the allowance does not suffice.

        Among equally cheap ways it takes, going back from the goal, the smallest cell first: always the same one.
        """
        self.require(goal)
        costs, came_from = self._spread(start, allowance, step_cost)
        if goal not in costs:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        way.reverse()
        return way

    def _spread(self, start: Cell, allowance: int, step_cost: StepCost) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
        self.require(start)
        costs: dict[Cell, int] = {start: 0}
        came_from: dict[Cell, Cell] = {}
        settled: set[Cell] = set()
        waiting: list[tuple[int, Cell]] = [(0, start)]
        while waiting:
            cost, cell = heappop(waiting)
            if cell in settled:
                continue
            settled.add(cell)
            for beside in self._neighbours[cell]:
                step = step_cost(cell, beside)
                if step < 0 or cost + step > allowance:
                    continue
                known = costs.get(beside)
                if known is None or cost + step < known:
                    costs[beside] = cost + step
                    came_from[beside] = cell
                    heappush(waiting, (cost + step, beside))
                elif cost + step == known and beside not in settled and cell < came_from[beside]:
                    came_from[beside] = cell
        return costs, came_from

    def pieces(self, cells: Iterable[Cell]) -> list[list[Cell]]:
        """Split cells into chains of adjacent ones (a coherent unit is one piece; so is a connected road)."""
        left = sorted(set(cells))
        found: list[list[Cell]] = []
        while left:
            chain = [left.pop(0)]
            for cell in chain:  # grows while we walk along it
                for beside in self._neighbours[cell]:
                    if beside in left:
                        left.remove(beside)
                        chain.append(beside)
            found.append(sorted(chain))
        return found


class SectorLayout:
    """A field laid out of square sector tiles in lines, every second line running the opposite way.

    A turned tile is rotated by half a turn; an odd number of rows per tile makes the turned lines close without gaps.
    """

    __slots__ = ("field", "lines", "size", "tiles")

    def __init__(self, lines: int, tiles: int, size: int) -> None:
        if size % 2 == 0:
            raise BadShape(f"tiles of {size} rows do not close when every second line is turned; use an odd number")
        self.lines: Final[int] = lines
        self.tiles: Final[int] = tiles
        self.size: Final[int] = size
        self.field: Final[HexField] = HexField(tiles * size, lines * size)

    def turned(self, line: int) -> bool:
        return line % 2 == 1

    def cell(self, line: int, tile: int, column: int, row: int) -> Cell:
        """Where a tile's local cell comes to lie on the field."""
        last = self.size - 1
        if self.turned(line):
            column, row = last - column, last - row
        return self.field.require((tile * self.size + column, line * self.size + row))

    def sector(self, cell: Cell) -> tuple[int, int]:
        """Line and tile that a cell of the field belongs to."""
        self.field.require(cell)
        return (cell[1] // self.size, cell[0] // self.size)


def hex_centre(cell: Cell, size: float) -> Point:
    """Centre of a cell for drawing (y downward, row 0 on top); `size` is the length of a hex side."""
    shift = 0.5 if cell[1] & 1 else 0.0
    return (size * sqrt(3.0) * (cell[0] + shift + 0.5), size * (1.5 * cell[1] + 1.0))


def hex_corners(cell: Cell, size: float) -> list[Point]:
    x, y = hex_centre(cell, size)
    half = size * sqrt(3.0) * 0.5
    return [
        (x, y - size), (x + half, y - size / 2), (x + half, y + size / 2),
        (x, y + size), (x - half, y + size / 2), (x - half, y - size / 2),
    ]  # fmt: skip
