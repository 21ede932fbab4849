"""The battlefield: nine sector tiles that close to one field of 15 by 15 hexes, and what each hex is.

Inside the engine a hex is its number, row * 15 + column; towards people it is (column, row).
"""

from __future__ import annotations

from typing import Final

from vanguard.core.refusals import Refused
from vanguard.geometry.hexes import Cell, SectorLayout, distance, rows_between
from vanguard.rulebooks.normandy.profiles import TileFace

SIZE: Final[int] = 15
HEXES: Final[int] = SIZE * SIZE
LAYOUT: Final = SectorLayout(3, 3, 5)
CELLS: Final[list[Cell]] = [(hex % SIZE, hex // SIZE) for hex in range(HEXES)]
NEIGHBOURS: Final[list[list[int]]] = [
    [row * SIZE + column for column, row in LAYOUT.field.neighbours(cell)] for cell in CELLS
]
SECTOR: Final[list[int]] = [row // 5 * 3 + column // 5 for column, row in CELLS]
BACKLINES: Final[list[list[int]]] = [list(range(HEXES - SIZE, HEXES)), list(range(SIZE))]
"""The hexes along the south edge, and along the north edge."""
MIRRORED: Final[list[int]] = [(SIZE - 1 - row) * SIZE + column for column, row in CELLS]
"""The same hex as seen from the opposite edge."""
SECTOR_NAMES: Final[tuple[str, ...]] = (
    "north-west", "north", "north-east", "west", "center", "east", "south-west", "south", "south-east",
)  # fmt: skip


def distances() -> list[list[int]]:
    """The range between any two hexes."""
    table = [[0] * HEXES for _ in range(HEXES)]
    for a in range(HEXES):
        for b in range(a):
            table[a][b] = table[b][a] = distance(CELLS[a], CELLS[b])
    return table


DISTANCE: Final[list[list[int]]] = distances()


def forward_first(hexes: list[int], edge: int) -> list[int]:
    """Hexes in order from the far edge to the own one, so that both players are shown mirrored lists."""
    if edge == 0:
        return sorted(hexes)
    return [MIRRORED[hex] for hex in sorted([MIRRORED[hex] for hex in hexes])]


def hex_at(point: tuple[float, ...], clause: str) -> int:
    """The hex a player names by column and row."""
    column, row = point[0], point[1]
    if column != int(column) or row != int(row):
        raise Refused(f"a hex has a whole column and row, not {column:g}, {row:g}", clause)
    if not (0 <= column < SIZE and 0 <= row < SIZE):
        raise Refused(
            f"hex {column:g},{row:g} is off the battlefield: columns and rows run from 0 to {SIZE - 1}", clause
        )
    return int(row) * SIZE + int(column)


def shown(hex: int) -> str:
    """`7,10`: a hex as people read it."""
    return f"{hex % SIZE},{hex // SIZE}"


class Terrain:
    """What one terrain sign of the tiles means: its border (cover or none) and its features."""

    __slots__ = ("cover", "fortification", "hill", "label", "look", "name", "road", "star", "water")

    def __init__(self, name: str, cover: bool, features: tuple[str, ...], look: str) -> None:
        self.look: Final = look
        self.name: Final = name
        self.label: Final = f"Strategic Point, {name}" if "star" in features else name
        self.cover: Final = cover
        self.road: Final = "road" in features
        self.hill: Final = "hill" in features
        self.water: Final = "water" in features
        self.fortification: Final = "fortification" in features
        self.star: Final = "star" in features


LEGEND: Final[dict[str, Terrain]] = {
    ".": Terrain("field", False, (), "field"),
    "=": Terrain("road", False, ("road",), "road"),
    "h": Terrain("hill", False, ("hill",), "hill"),
    "H": Terrain("wooded hill", True, ("hill",), "woods"),
    "b": Terrain("bocage", True, (), "hedge"),
    "w": Terrain("wood", True, (), "woods"),
    "v": Terrain("buildings", True, (), "building"),
    "~": Terrain("water", False, ("water",), "water"),
    "T": Terrain("trench", False, ("fortification",), "crater"),
    "F": Terrain("bunker", True, ("fortification",), "bunker"),
    "*": Terrain("field", False, ("star",), "field"),
    "@": Terrain("buildings", True, ("star",), "building"),
    "^": Terrain("hill", False, ("star", "hill"), "hill"),
    "%": Terrain("road", False, ("star", "road"), "road"),
    "&": Terrain("trench", False, ("star", "fortification"), "crater"),
    "$": Terrain("village street", True, ("star", "road"), "building"),
}


class Ground:
    """A laid out battlefield. Shared by all states of a game; never changes."""

    __slots__ = (
        "_between", "_covered", "_given_cover", "cover", "fortified", "hill", "land", "road", "signs", "star", "stars", "tiles", "water",
    )  # fmt: skip

    def __init__(self, tiles: tuple[str, ...], signs: str, given_cover: int = -1) -> None:
        self.tiles: Final = tiles
        self._given_cover: Final = given_cover
        """For what-if attacks: the cover of every target, whatever the hexes say; -1 on a real battlefield."""
        self.signs: Final = signs
        terrain = [LEGEND[sign] for sign in signs]
        self.cover: Final = [it.cover for it in terrain]
        self.road: Final = [it.road for it in terrain]
        self.hill: Final = [it.hill for it in terrain]
        self.water: Final = [it.water for it in terrain]
        self.fortified: Final = [it.fortification for it in terrain]
        self.star: Final = [it.star for it in terrain]
        self.stars: Final[list[int]] = strategic_points(self.star)
        self.land: Final[list[list[int]]] = [[it for it in beside if not self.water[it]] for beside in NEIGHBOURS]
        """The neighbours of each hex that are not water."""
        self._between: Final[dict[int, list[list[int]]]] = {}
        self._covered: Final[dict[int, int]] = {}

    def rows_between(self, a: int, b: int) -> list[list[int]]:
        """The hexes strictly between two hexes: one row, or two where the line runs along hex sides."""
        key = a * HEXES + b
        rows = self._between.get(key)
        if rows is None:
            rows = [[r * SIZE + c for c, r in row] for row in rows_between(CELLS[a], CELLS[b])]
            self._between[key] = rows
        return rows

    def cover_between(self, attacker: int, target: int) -> int:
        """Printed cover of a target hex: its own and that of the hexes between, by the row with less of it."""
        if self._given_cover >= 0:
            return self._given_cover
        key = attacker * HEXES + target
        known = self._covered.get(key)
        if known is None:
            counts = [sum([self.cover[hex] for hex in row]) for row in self.rows_between(attacker, target)]
            known = min(counts) + int(self.cover[target])
            self._covered[key] = known
        return known


def strategic_points(star: list[bool]) -> list[int]:
    """The Strategic Point of each sector, -1 where a drawn test field has none."""
    points = [-1] * 9
    for hex in range(HEXES):
        if star[hex]:
            points[SECTOR[hex]] = hex
    return points


_laid: dict[tuple[str, ...], Ground] = {}


def lay_out(tiles: tuple[str, ...], faces: dict[str, TileFace]) -> Ground:
    """The field of nine tile faces: north line, middle line turned around, south line, each from west to east."""
    known = _laid.get(tiles)
    if known is not None:
        return known
    signs = ["."] * HEXES
    for place, tile in enumerate(tiles):
        rows = faces[tile].rows
        for row in range(5):
            for column in range(5):
                c, r = LAYOUT.cell(place // 3, place % 3, column, row)
                signs[r * SIZE + c] = rows[row][column]
    ground = Ground(tiles, "".join(signs))
    if len(_laid) < 256:
        _laid[tiles] = ground
    return ground
