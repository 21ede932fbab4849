"""How much room there is around every cell of a grid: to pass, and to end a move."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf, sqrt
from typing import Final

from vanguard.geometry.movement.ground import DECK, DIFFICULT, PLATFORM, TRAVERSABLE, Feature
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.movement.sweep import HAIR, swept_intervals
from vanguard.geometry.shapes import Edge, Part

FREE: Final = 9.0
"""Room where nothing is near."""


class Grid:
    """A square of cells around the mover's place, which is the middle cell.

    The cells lie a little askew, so that none of them falls exactly on the edges that map makers put on round numbers.
    """

    __slots__ = ("step", "size", "left", "bottom", "middle")

    def __init__(self, x: float, y: float, reach: float, step: float) -> None:
        half = ceil(reach / step) + 1
        self.step: Final[float] = step
        self.size: Final[int] = 2 * half + 1
        self.left: Final[float] = x - half * step + 0.0173 * step
        self.bottom: Final[float] = y - half * step + 0.0319 * step
        self.middle: Final[int] = half * self.size + half

    def columns(self, low: float, high: float) -> range:
        """Columns of the cells between two x."""
        return range(
            max(0, ceil((low - self.left) / self.step)), min(self.size, floor((high - self.left) / self.step) + 1)
        )

    def rows(self, low: float, high: float) -> range:
        return range(
            max(0, ceil((low - self.bottom) / self.step)), min(self.size, floor((high - self.bottom) / self.step) + 1)
        )


class Layer:
    """The cells of one level: by how much a base there is clear of what it may not overlap; negative if it is not."""

    __slots__ = ("grid", "around", "z", "pass_room", "stand_room", "costs", "heights", "levels", "astride")

    def __init__(self, grid: Grid, around: Surroundings, z: float) -> None:
        self.grid: Final[Grid] = grid
        self.around: Final[Surroundings] = around
        self.z: Final[float] = z
        count = grid.size * grid.size
        self.pass_room: Final[list[float]] = [FREE] * count
        self.stand_room: Final[list[float]] = [FREE] * count
        self.costs: Final[list[float]] = [inf] * count
        self.heights: Final[list[float]] = [z] * count
        """Elevation of every cell: the level's own, or where the place decides, that of the platform there."""
        self.astride: Final[list[bool]] = [False] * count
        """Would a base there stand across the edge of a platform, on its way onto a level or off it?"""
        if around.ground.has_platforms and not around.ground.has_decks:
            self._raise_platforms()
        self.levels: Final[list[float]] = sorted(set(self.heights))
        self._beside_table_edges()
        self._beside_discs()
        for i in range(len(around.blocking)):
            feature = around.blocking[i]
            self._beside_part(feature.part, around.blocking_radii[i], True, self._free_levels(feature))
        for feature in around.costly:
            self._beside_feature(feature)
        if around.ground.has_decks and z > 0.0:
            self._on_decks([f.part for f in around.costly if f.kind == DECK and abs(f.part.top - z) < 1e-6])

    def _raise_platforms(self) -> None:
        for cell in range(len(self.heights)):
            self.heights[cell] = 0.0
        for feature in self.around.costly:
            if feature.kind == PLATFORM:
                for cell in self.cells_inside(feature.part):
                    self.heights[cell] = max(self.heights[cell], feature.part.top)

    def _free_levels(self, feature: Feature) -> list[float]:
        """The levels here on which a feature is not in the way."""
        around = self.around
        return [z for z in self.levels if not feature.obstructs(z, around.height, around.ground.step)]

    def _lower(self, cell: int, room: float, passing: bool) -> None:
        if room < self.stand_room[cell]:
            self.stand_room[cell] = room
        if passing and room < self.pass_room[cell]:
            self.pass_room[cell] = room

    def _beside_table_edges(self) -> None:
        grid = self.grid
        slim = self.around.slim
        passing = not self.around.mover.entering
        inner = slim + grid.step
        for i in range(grid.size):
            x = grid.left + i * grid.step
            room = min(x, self.around.ground.width - x)
            if room < inner:
                for cell in range(i, grid.size * grid.size, grid.size):
                    self._lower(cell, room - slim, passing)
        for j in range(grid.size):
            y = grid.bottom + j * grid.step
            room = min(y, self.around.ground.depth - y)
            if room < inner:
                for cell in range(j * grid.size, (j + 1) * grid.size):
                    self._lower(cell, room - slim, passing)

    def _beside_discs(self) -> None:
        around = self.around
        gap = around.mover.level_gap
        by_place = around.ground.has_platforms and not around.ground.has_decks
        for x, y, near, elevation, _ in around.discs:
            if by_place or abs(elevation - self.z) <= gap:
                self._beside_disc(x, y, near, elevation, True)
        for x, y, near, elevation, _ in around.end_discs:
            if by_place or abs(elevation - self.z) <= gap:
                self._beside_disc(x, y, near, elevation, False)
        for zone in around.mover.zones:
            if zone.area is not None:
                self._beside_part(zone.area, around.slim, not zone.end_only, [])
            elif zone.condition is None:
                reach = zone.reach(around.radius, self.z, around.ground.tolerance)
                if reach > 0.0:
                    passing = not zone.end_only and not zone.may_leave
                    self._beside_disc(zone.x, zone.y, reach, zone.elevation, passing)

    def _beside_disc(self, x: float, y: float, near: float, elevation: float, passing: bool) -> None:
        grid = self.grid
        ground = self.around.ground
        by_place = ground.has_platforms and not ground.has_decks
        gap = self.around.mover.level_gap
        reach = near + grid.step
        columns = grid.columns(x - reach, x + reach)
        for j in grid.rows(y - reach, y + reach):
            dy = grid.bottom + j * grid.step - y
            for i in columns:
                dx = grid.left + i * grid.step - x
                cell = j * grid.size + i
                if not by_place or abs(self.heights[cell] - elevation) <= gap:
                    self._lower(cell, sqrt(dx * dx + dy * dy) - near, passing)

    def _beside_feature(self, feature: Feature) -> None:
        """What a costly feature leaves of the room to stand; passing it is a matter of price."""
        around = self.around
        kind = feature.kind
        if kind == PLATFORM:
            for cell, gap in self._gaps(feature.solid_edges, around.slim + self.grid.step).items():
                self._lower(cell, gap - around.slim, False)
                if gap < around.slim:
                    self.astride[cell] = True
            return
        free = self._free_levels(feature)
        if kind == DECK:
            self._beside_part(feature.part, around.slim, True, free)
        elif kind == TRAVERSABLE:
            if not feature.may_end:
                self._beside_part(feature.part, around.slim, False, free)
        elif kind != DIFFICULT or not feature.may_end:
            self._beside_edges(feature.part.edges, around.slim, free)

    def _beside_edges(self, edges: Sequence[Edge], radius: float, free: list[float]) -> None:
        if len(free) == len(self.levels):
            return
        for cell, gap in self._gaps(edges, radius + self.grid.step).items():
            if not free or self.heights[cell] not in free:
                self._lower(cell, gap - radius, False)

    def _beside_part(self, part: Part, radius: float, passing: bool, free: list[float]) -> None:
        if len(free) == len(self.levels):
            return
        gaps = self._gaps(part.edges, radius + self.grid.step)
        if part.closed:
            for cell in self.cells_inside(part):
                gaps[cell] = -gaps.get(cell, FREE)
        for cell, gap in gaps.items():
            if not free or self.heights[cell] not in free:
                self._lower(cell, gap - radius, passing)

    def _on_decks(self, decks: list[Part]) -> None:
        """On an upper level there is room only on its tops: distance to where they really end."""
        ends: list[Edge] = []
        for part in decks:
            for edge in part.edges:
                ends.extend(_open_pieces(edge, [other for other in decks if other is not part]))
        reach = self.around.radius + self.grid.step
        gaps = self._gaps(ends, reach)
        inside: set[int] = set()
        for part in decks:
            inside.update(self.cells_inside(part))
        touch = self.around.radius + self.around.ground.tolerance
        for cell in range(len(self.stand_room)):
            gap = gaps.get(cell, FREE)
            if cell in inside:
                self._lower(cell, gap - self.around.slim, False)
            else:
                self._lower(cell, -gap, False)
                if touch - gap < self.pass_room[cell]:
                    self.pass_room[cell] = touch - gap

    def _gaps(self, edges: Sequence[Edge], reach: float) -> dict[int, float]:
        """Distance to the nearest edge for every cell within reach of one."""
        grid = self.grid
        step = grid.step
        gaps: dict[int, float] = {}
        for ax, ay, bx, by in edges:
            ex = bx - ax
            ey = by - ay
            square = ex * ex + ey * ey
            columns = grid.columns(min(ax, bx) - reach, max(ax, bx) + reach)
            for j in grid.rows(min(ay, by) - reach, max(ay, by) + reach):
                fy = grid.bottom + j * step - ay
                for i in columns:
                    fx = grid.left + i * step - ax
                    t = (fx * ex + fy * ey) / square
                    if t < 0.0:
                        t = 0.0
                    elif t > 1.0:
                        t = 1.0
                    dx = fx - ex * t
                    dy = fy - ey * t
                    gap = sqrt(dx * dx + dy * dy)
                    cell = j * grid.size + i
                    if gap < reach and gap < gaps.get(cell, FREE):
                        gaps[cell] = gap
        return gaps

    def cells_inside(self, part: Part) -> list[int]:
        grid = self.grid
        cells: list[int] = []
        for j in grid.rows(part.min_y, part.max_y):
            y = grid.bottom + j * grid.step
            cuts: list[float] = []
            for ax, ay, bx, by in part.edges:
                if (ay > y) != (by > y):
                    cuts.append(ax + (bx - ax) * (y - ay) / (by - ay))
            cuts.sort()
            for k in range(0, len(cuts) - 1, 2):
                for i in grid.columns(cuts[k], cuts[k + 1]):
                    cells.append(j * grid.size + i)
        return cells


def _open_pieces(edge: Edge, others: list[Part]) -> list[Edge]:
    """The pieces of a top's edge that do not border on another top."""
    x, y, x2, y2 = edge
    dx = x2 - x
    dy = y2 - y
    covers = []
    for part in others:
        covers.extend(swept_intervals(part, x, y, dx, dy, 0.001))
    covers.sort()
    pieces: list[Edge] = []
    at = 0.0
    for t0, t1 in [*covers, (1.0, 1.0)]:
        if t0 > at + HAIR:
            pieces.append((x + dx * at, y + dy * at, x + dx * t0, y + dy * t0))
        at = max(at, t1)
    return pieces
