"""The area a mover can end in within its allowance, as polygons to draw."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.movement.field import CostField
from vanguard.geometry.movement.ground import Ground, Mover
from vanguard.geometry.movement.room import Layer
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Point

FINENESS: Final = 20.0
"""Grid cells to the allowance, unless told otherwise."""


class ReachArea:
    """Where the centre of the base can end on one level: closed rings, filled by the even-odd rule (holes are rings)."""

    __slots__ = ("z", "rings")

    def __init__(self, z: float, rings: list[list[Point]]) -> None:
        self.z: Final[float] = z
        self.rings: Final[list[list[Point]]] = rings


def reach_area(ground: Ground, mover: Mover) -> list[ReachArea]:
    """The places where a move can end, level by level from the lowest.

    Drawn from a grid of costs, spaced by a 20th of the allowance, with its borders placed between the cells: good to a small
    part of the spacing. Whether a single point is reachable is for `cheapest_path` to say.
    """
    step = max(0.1, mover.allowance / FINENESS)
    around = Surroundings(ground, mover, mover.allowance + ground.tolerance)
    return area_of(CostField(around, step))


def area_of(field: CostField) -> list[ReachArea]:
    """The area of a cost field already worked out."""
    ground = field.around.ground
    by_level: dict[float, list[list[Point]]] = {}
    for layer in field.layers:
        for ring in _rings(layer, field.limit):
            z = layer.z
            if ground.has_platforms and not ground.has_decks:
                z = ground.platform_level(ring[0][0], ring[0][1])
            by_level.setdefault(z, []).append(ring)
    return [ReachArea(z, by_level[z]) for z in sorted(by_level)]


def _heights(layer: Layer, limit: float) -> list[float]:
    """How far inside the area every cell is: what is left of the allowance or of the room, whichever is less."""
    costs = layer.costs
    rooms = layer.stand_room
    beyond = -0.5 * layer.grid.step
    heights: list[float] = []
    for cell in range(len(costs)):
        room = rooms[cell]
        left = limit - costs[cell]
        if room < 0.0:
            heights.append(room)
        elif left < -9.0:
            heights.append(beyond)  # not reached, at an unknown cost
        else:
            heights.append(left if left < room else room)
    return heights


def _rings(layer: Layer, limit: float) -> list[list[Point]]:
    """Marching squares: the border between cells inside and outside, joined into rings with the area on the left."""
    grid = layer.grid
    size = grid.size
    heights = _heights(layer, limit)
    inside = bytes([1 if height >= 0.0 else 0 for height in heights])
    onward: dict[int, int] = {}
    for j in range(size - 1):
        for cell in range(j * size, j * size + size - 1):
            count = inside[cell] + inside[cell + 1] + inside[cell + size] + inside[cell + size + 1]
            if count != 0 and count != 4:
                _trace_square(onward, heights, inside, cell, size)
    rings: list[list[Point]] = []
    for first in sorted(onward):
        if first not in onward:
            continue
        ring: list[Point] = []
        side = first
        while side in onward:
            ring.append(_crossing(layer, heights, side))
            side = onward.pop(side)
        if len(ring) >= 3:
            rings.append(ring)
    return rings


def _trace_square(onward: dict[int, int], heights: list[float], inside: bytes, cell: int, size: int) -> None:
    """Border pieces through one square; sides are numbered 2 * cell (to the right) and 2 * cell + 1 (upward)."""
    a = inside[cell] == 1
    b = inside[cell + 1] == 1
    c = inside[cell + size + 1] == 1
    d = inside[cell + size] == 1
    south = 2 * cell
    west = 2 * cell + 1
    north = 2 * (cell + size)
    east = 2 * (cell + 1) + 1
    # going round the square counter-clockwise, the border leaves where inside turns to outside
    enters: list[int] = []
    leaves: list[int] = []
    for before, after, side in ((a, b, south), (b, c, east), (c, d, north), (d, a, west)):
        if before and not after:
            enters.append(side)
        elif after and not before:
            leaves.append(side)
    if len(enters) == 1:
        onward[enters[0]] = leaves[0]
        return
    middle = heights[cell] + heights[cell + 1] + heights[cell + size] + heights[cell + size + 1]
    if a:
        # inside at a and c
        pairs = ((south, east), (north, west)) if middle >= 0.0 else ((south, west), (north, east))
    else:
        # inside at b and d
        pairs = ((east, north), (west, south)) if middle >= 0.0 else ((east, south), (west, north))
    for start, end in pairs:
        onward[start] = end


def _crossing(layer: Layer, heights: list[float], side: int) -> Point:
    """Where the border crosses a side between two cells."""
    grid = layer.grid
    cell = side // 2
    upward = side % 2 == 1
    other = cell + grid.size if upward else cell + 1
    share = heights[cell] / (heights[cell] - heights[other])
    x = grid.left + cell % grid.size * grid.step
    y = grid.bottom + cell // grid.size * grid.step
    if upward:
        return (round(x, 3), round(y + share * grid.step, 3))
    return (round(x + share * grid.step, 3), round(y, 3))
