"""The ground: what lies on it, what it does to whoever moves over it, and who sees whom."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.movement import Feature, Ground, difficult, impassable
from vanguard.geometry.sampling import Sampling
from vanguard.geometry.shapes import Base, Part, Table
from vanguard.geometry.sight import Sight
from vanguard.tabletop.sight import SightMemory
from vanguard.tabletop.terrain import TerrainKind, TerrainKinds, corners_of, ground_of

TOLERANCE: Final = 0.001
WELL: Final = (12.0, 9.0)
WELL_RADIUS: Final = 0.5

KINDS: Final = TerrainKinds(
    [
        TerrainKind("ruin", ("impassable", "blocks sight"), "cannot be entered or seen through", "ruin"),
        TerrainKind("woods", ("difficult",), "each inch counts double; who stands in it is harder to hit", "woods"),
    ]
)


class Battlefield:
    """A table ready for play: never changed once made, shared by every copy of a game."""

    __slots__ = ("ground", "kinds", "seen", "sight", "table", "woods")

    def __init__(self, table: Table, kinds: tuple[str, ...]) -> None:
        self.table = table
        self.kinds = kinds
        self.ground: Ground = ground_of(table, feature_of, TOLERANCE)
        points = Sampling([(0.5, 0.0), (0.95, 0.0)], rim=8)
        self.sight = Sight(points, points, table.with_trait("blocks sight"))
        self.seen: SightMemory[bool] = SightMemory()
        self.woods: tuple[Part, ...] = table.with_trait("difficult")

    def sees(self, viewer: Base, target: Base) -> bool:
        return self.seen.verdict(viewer, target, self.sight.sees)


def feature_of(part: Part) -> Feature:
    return impassable(part) if part.has("impassable") else difficult(part)


def ground_of_well() -> Battlefield:
    """Ruins on both flanks, woods on the others, the well in the middle."""
    pieces = [
        ("ruin", "west ruin", (5.0, 10.0, 8.0, 12.0)), ("ruin", "east ruin", (16.0, 6.0, 19.0, 8.0)),
        ("woods", "west woods", (4.0, 4.0, 8.0, 7.0)), ("woods", "east woods", (16.0, 11.0, 20.0, 14.0)),
    ]  # fmt: skip
    parts = [KINDS.part(name, kind, corners_of(shape), 3.0) for kind, name, shape in pieces]
    return Battlefield(Table(24.0, 18.0, "in", parts), tuple([kind for kind, _, _ in pieces]))
