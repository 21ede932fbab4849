"""Maps: terrain features from their entries, as polygons on the table, some of them set up twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vanguard.core.content import Fault
from vanguard.geometry.shapes import BadShape, Part, Point, Table
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    AREA,
    BREACHABLE,
    DEFENCE_LINE,
    DEFENSIBLE,
    DENSE_COVER,
    DIFFICULT_GROUND,
    EXPOSED_POSITION,
    HEAVY_COVER,
    HILL,
    LIGHT_COVER,
    OBSCURING,
    OBSTACLE,
    SCALEABLE,
    UNSTABLE_POSITION,
    BattlefieldMap,
    TableSize,
    TerrainPiece,
)

if TYPE_CHECKING:
    from vanguard.rulebooks.fortyk_vanguard.content.content_models import MapEntry, PieceEntry, Rect

FLOOR_THICKNESS: Final = 0.1

TYPICAL: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "ruin": (AREA, "ruin", (SCALEABLE, BREACHABLE, LIGHT_COVER, DEFENSIBLE, OBSCURING)),
    "woods": (AREA, "woods", (DENSE_COVER, BREACHABLE, DEFENSIBLE, DIFFICULT_GROUND)),
    "crater": (AREA, "crater", (LIGHT_COVER, DIFFICULT_GROUND)),
    "barricade": (
        OBSTACLE,
        "wall",
        (DEFENCE_LINE, LIGHT_COVER, HEAVY_COVER, DEFENSIBLE, UNSTABLE_POSITION, DIFFICULT_GROUND),
    ),
    "container": (OBSTACLE, "container", (LIGHT_COVER, SCALEABLE, EXPOSED_POSITION)),
    "hill": (HILL, "hill", ()),
}
"""Category, look and traits of each kind of feature, as the rules list them."""


def map_faults(key: str, entry: MapEntry) -> list[Fault]:
    """Crooked outlines; whether everything lies on the table is seen when its size is known."""
    try:
        for number, piece in enumerate(entry.pieces, start=1):
            make_piece(str(number), piece, None)
    except BadShape as crooked:
        return [Fault("", entry.name, "pieces", str(crooked))]
    return []


def make_map(key: str, entry: MapEntry, size: TableSize) -> BattlefieldMap:
    pieces: list[TerrainPiece] = []
    counts: dict[str, int] = {}
    for piece in entry.pieces:
        for turned in (False, True) if piece.twice else (False,):
            counts[piece.name] = counts.get(piece.name, 0) + 1
            name = piece.name if counts[piece.name] == 1 else f"{piece.name} {counts[piece.name]}"
            pieces.append(make_piece(name, piece, size if turned else None))
    Table(size.width, size.depth, "in", [piece.footprint for piece in pieces])  # refuses what lies off the table
    return BattlefieldMap(key, entry.name, entry.summary, size, tuple(pieces))


def make_piece(name: str, entry: PieceEntry, turned_on: TableSize | None) -> TerrainPiece:
    """One feature; on the table it is turned by half a turn about the centre."""
    outline = corners_of(entry.rect) if entry.rect is not None else list(entry.corners)
    category, look, usual = TYPICAL[entry.kind]
    traits = frozenset(usual if entry.traits is None else entry.traits)
    walls = [
        Part(f"{name}, wall {number}", turned(corners_of(wall.rect), turned_on), True, 0.0, wall.top, traits, name)
        for number, wall in enumerate(entry.walls, start=1)
    ]
    floors = [
        Part(
            f"{name}, floor {number}",
            turned(corners_of(floor.rect), turned_on),
            True,
            floor.elevation - FLOOR_THICKNESS,
            floor.elevation,
            traits,
            name,
        )
        for number, floor in enumerate(entry.floors, start=1)
    ]
    footprint = Part(name, turned(outline, turned_on), True, 0.0, entry.height, traits, name)
    key = name.replace(" ", "-")
    return TerrainPiece(
        key, name, entry.look or look, category, traits, entry.height, footprint, tuple(walls), tuple(floors)
    )


def corners_of(rect: Rect) -> list[Point]:
    x1, y1, x2, y2 = rect
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def turned(corners: list[Point], size: TableSize | None) -> list[Point]:
    if size is None:
        return corners
    return [(size.width - x, size.depth - y) for x, y in corners]
