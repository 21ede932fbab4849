"""The table of a battle: its terrain as movement, sight and cover see it, and the train wherever it has got to.

A battlefield never changes and is shared by all copies of a battle; when the train drives on or a container is put on
it, the battle gets a new one.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.remembering import remember
from vanguard.geometry.lanes import Lane, bodies_in_lane
from vanguard.geometry.measuring import ROUNDING, disc_overlaps, encloses, part_within, wholly_inside
from vanguard.geometry.merging import MergedPiece, merge_touching
from vanguard.geometry.movement import Feature, Ground, difficult, impassable, traversable
from vanguard.geometry.movement.sweep import centre_intervals
from vanguard.geometry.sampling import Sampling
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, Part, Point, Table
from vanguard.geometry.sight import Sight
from vanguard.rulebooks.vijilant.profiles import (
    AREA_COVER,
    BARRED,
    BLOCKS_SIGHT,
    CARRIAGE,
    CLIMBABLE,
    CONTAINER,
    COVER,
    DANGEROUS,
    IMPASSABLE,
    ROUGH,
    SHARD,
    TRAIN,
    BattleMap,
    TerrainPiece,
)
from vanguard.tabletop.remembered_moves import RememberedMoves
from vanguard.tabletop.sight import SightMemory

TOLERANCE: Final = 0.01
"""Distance limits are inclusive with this much slack."""
CONTACT: Final = 0.1 + 1e-9
"""Bases with at most this gap touch; a hair for what floats lose."""
STEP: Final = 3.0
"""Contact and rams reach over a difference of elevation of at most this much."""

FOOT: Final = "foot"
WHEELS: Final = "wheels"
DECK_WHEELS: Final = "wheels on the train"
HOVER: Final = "hover"
AIR: Final = "air"

RIM: Final = 16
REMEMBERED: Final = 20_000

_EYES: Final = Sampling([(0.0, 0.0)], axis=True, rim=RIM, of_body=False)


class CoverPiece:
    """A piece of terrain, or several that touch, as cover sees it."""

    __slots__ = ("area", "merged", "name", "screens")

    def __init__(self, merged: MergedPiece, name: str, area: bool) -> None:
        self.merged: Final[MergedPiece] = merged
        self.name: Final[str] = name
        self.area: Final[bool] = area
        """Area cover: a model whose centre is in it has cover from every direction."""
        self.screens: Final[list[Screen]] = [Screen(part, False) for part in merged.all_parts()]

    def driven_on(self, dx: float) -> CoverPiece:
        """As it is when the train has driven on: what is no part of that stays where it is."""
        if self.merged.parts[0].group != TRAIN:
            return self
        return CoverPiece(self.merged.moved(dx, 0.0), self.name, self.area)

    def gap(self, base: Base) -> float:
        return self.merged.gap(base)

    def under(self, base: Base) -> bool:
        return self.merged.stood_on(base)


class Battlefield:
    """The terrain of one moment: fixed pieces, drawn shards, the train with its containers, how far it has driven."""

    __slots__ = (
        "_cover", "_grounds", "_ignored",
        "_memory", "_past_bodies", "_sight", "containers", "dangerous", "deck", "depth", "remembered_moves", "map",
        "offset", "pieces", "shards", "surfaces", "table", "width",
    )  # fmt: skip

    def __init__(
        self,
        map: BattleMap,
        shards: tuple[int, ...] = (),
        containers: tuple[TerrainPiece, ...] = (),
        offset: float = 0.0,
    ) -> None:
        self.map: Final[BattleMap] = map
        self.shards: Final[tuple[int, ...]] = shards
        """The drawn slots, numbered through all draws of the map."""
        self.containers: Final[tuple[TerrainPiece, ...]] = containers
        """On the train, where they stood in round 1."""
        self.offset: Final[float] = offset
        """How far the train has driven, with its sign along x."""
        self.pieces: Final[tuple[TerrainPiece, ...]] = _all_pieces(map, shards, containers, offset)
        self.width: Final[float] = map.width
        self.depth: Final[float] = map.depth
        self.table: Final[Table] = Table(map.width, map.depth, "cm", [piece.part for piece in self.pieces], True)
        self.deck: Final[Part | None] = _deck(map, offset)
        """The train's carriages and couplings as one surface."""
        self.surfaces: Final[tuple[Part, ...]] = tuple([p.part for p in self.pieces if p.has(CLIMBABLE)])
        self.dangerous: Final[tuple[TerrainPiece, ...]] = tuple([p for p in self.pieces if p.has(DANGEROUS)])
        self._grounds: Final[dict[tuple[str, bool], Ground]] = {}
        self._sight: Sight | None = None
        self._memory: SightMemory[bool] | None = None
        self._past_bodies: dict[tuple[tuple[float, ...], ...], bool] = {}
        """Whether bases see each other past the bodies between them, by where all of them stand."""
        self._cover: list[CoverPiece] | None = None
        self._ignored: dict[str, tuple[str, ...]] = {}
        self.remembered_moves: Final[RememberedMoves[Any]] = RememberedMoves()
        """What came of wishes of squads on this map."""

    def facts(self) -> list[Any]:
        train = self.map.train
        return [
            self.map.key,
            0 if train is None else train.direction,
            list(self.shards),
            [[list(point) for point in piece.part.points] for piece in self.containers],
            self.offset,
        ]

    def with_container(self, piece: TerrainPiece) -> Battlefield:
        return Battlefield(self.map, self.shards, (*self.containers, piece), self.offset)

    def driven_on(self, dx: float) -> Battlefield:
        field = Battlefield(self.map, self.shards, self.containers, self.offset + dx)
        if self._cover is not None:
            field._cover = [piece.driven_on(dx) for piece in self._cover]
        return field

    def piece(self, key: str) -> TerrainPiece:
        for piece in self.pieces:
            if piece.key == key:
                return piece
        raise KeyError(key)

    # -- movement ---------------------------------------------------------------------------------------------------------

    def ground(self, way: str, locked: bool = False) -> Ground:
        """The table as this way of moving meets it. A unit locked in CC pays double everywhere: rough ground adds nothing."""
        found = self._grounds.get((way, locked))
        if found is None:
            found = Ground(self.table, self._features(way, 1.0 if locked else 2.0), TOLERANCE)
            self._grounds[(way, locked)] = found
        return found

    def _features(self, way: str, factor: float) -> list[Feature]:
        if way == AIR:
            return []
        if way == HOVER:
            return [traversable(p.part, 0.0, "over", False) for p in self.pieces if p.kind == SHARD]
        found: list[Feature] = []
        for piece in self.pieces:
            part = piece.part
            of_train = part.group == TRAIN and piece.kind == CARRIAGE
            drivable = way == DECK_WHEELS and of_train
            if piece.has(IMPASSABLE) or (way != FOOT and piece.has(BARRED) and not drivable):
                found.append(impassable(part))
            elif piece.has(ROUGH) and not of_train:
                found.append(difficult(part, factor, "rough", may_straddle=not piece.has(CLIMBABLE)))
        if self.deck is not None and way in (FOOT, DECK_WHEELS):
            found.append(difficult(self.deck, factor, "rough", may_straddle=False))
        return found

    def elevation_at(self, x: float, y: float) -> float:
        """The height of the surface under a point: a container, a carriage deck, the locomotive for who hovers over it."""
        top = 0.0
        for part in self.surfaces:
            if part.top > top and encloses(part, x, y):
                top = part.top
        if self.deck is not None and self.deck.top > top and encloses(self.deck, x, y):
            top = self.deck.top
        return top

    def hovering_at(self, x: float, y: float) -> float:
        """The height of whatever is under a point."""
        top = self.elevation_at(x, y)
        for piece in self.pieces:
            if piece.part.top > top and piece.has(BLOCKS_SIGHT) and encloses(piece.part, x, y):
                top = piece.part.top
        return top

    def dangers_on(self, points: tuple[tuple[float, ...], ...]) -> TerrainPiece | None:
        """The first dangerous piece that a path of a base centre, its start included, touches."""
        for piece in self.dangerous:
            if path_touches(piece.part, points):
                return piece
        return None

    # -- sight ------------------------------------------------------------------------------------------------------------

    def sees(self, viewer: Base, target: Base, bodies: list[Base]) -> bool:
        """Some segment from base to base is free; what either stands on does not block. Terrain decides first."""
        memory = self._memory
        if memory is None:
            memory = self._memory = SightMemory(REMEMBERED)
        if (target.x, target.y, target.elevation) < (viewer.x, viewer.y, viewer.elevation):
            viewer, target = target, viewer  # who sees is seen
        past_terrain = memory.verdict(viewer, target, self._sees_past_terrain)
        if not past_terrain or not bodies:
            return past_terrain
        sight = self.sight()
        between = bodies_in_lane(Lane(sight, viewer, target), viewer, target, bodies)
        if not between:
            return True
        key = tuple([(it.x, it.y, it.elevation, it.radius, it.height) for it in (viewer, target, *between)])
        known = self._past_bodies.get(key)
        if known is None:
            ignored = self._ignored_between(viewer, target)
            known = remember(self._past_bodies, key, sight.sees(viewer, target, between, ignored), REMEMBERED)
        return known

    def _sees_past_terrain(self, viewer: Base, target: Base) -> bool:
        return self.sight().sees(viewer, target, (), self._ignored_between(viewer, target))

    def _ignored_between(self, viewer: Base, target: Base) -> tuple[str, ...]:
        return self.stood_on(viewer, target) if viewer.elevation > 0.0 or target.elevation > 0.0 else ()

    def sight(self) -> Sight:
        found = self._sight
        if found is None:
            found = self._sight = self._new_sight()
        return found

    def _new_sight(self) -> Sight:
        blocking = [piece for piece in self.pieces if piece.has(BLOCKS_SIGHT)]
        merged = self._merged(blocking)
        for group in merged:
            names = tuple([part.name for part in group.all_parts()])
            for name in names:
                self._ignored[name] = names
        return Sight(_EYES, _EYES, [part for group in merged for part in group.all_parts()], floors=False)

    def _merged(self, pieces: list[TerrainPiece]) -> list[MergedPiece]:
        kinds = {piece.part.name: f"{piece.kind} {piece.part.group}" for piece in pieces}
        return merge_touching([piece.part for piece in pieces], CONTACT, lambda part: kinds[part.name])

    def stood_on(self, one: Base, other: Base) -> tuple[str, ...]:
        """The sight-blocking parts that one of the two stands on, with all that count as one piece with them."""
        if self._sight is None:
            self.sight()
        names: list[str] = []
        for piece in self.pieces:
            if not piece.has(BLOCKS_SIGHT):
                continue
            if encloses(piece.part, one.x, one.y) or encloses(piece.part, other.x, other.y):
                names.extend([name for name in self._ignored[piece.part.name] if name not in names])
        return tuple(names)

    # -- cover ------------------------------------------------------------------------------------------------------------

    def cover_pieces(self) -> list[CoverPiece]:
        found = self._cover
        if found is None:
            giving = [piece for piece in self.pieces if piece.has(COVER) or piece.has(AREA_COVER)]
            areas = {piece.part.name for piece in giving if piece.has(AREA_COVER)}
            names = {piece.part.name: piece.name for piece in giving}
            found = []
            for merged in self._merged(giving):
                first = merged.parts[0].name
                found.append(CoverPiece(merged, names[first], first in areas))
            self._cover = found
        return found

    # -- the train ----------------------------------------------------------------------------------------------------------

    def is_aboard(self, base: Base) -> bool:
        return self.holds_aboard(base.x, base.y, base.radius)

    def holds_aboard(self, x: float, y: float, radius: float) -> bool:
        """The whole base is on the deck, a rectangle (or on a container, which stands wholly on it)."""
        deck = self.deck
        if deck is None:
            return False
        room = radius - TOLERANCE - ROUNDING
        return deck.min_x + room <= x <= deck.max_x - room and deck.min_y + room <= y <= deck.max_y - room

    def may_land(self, base: Base, on_deck: bool) -> str:
        """What keeps a unit from landing here; a VTOL may land on a carriage deck that holds its whole base."""
        for piece in self.pieces:
            if not disc_overlaps(piece.part, base.x, base.y, base.radius, TOLERANCE):
                continue
            if piece.has(IMPASSABLE) or piece.kind == CONTAINER:
                return piece.name
            if piece.kind == CARRIAGE:
                of_train = piece.part.group == TRAIN and self.deck is not None
                whole = self.deck if of_train and self.deck is not None else piece.part
                if not on_deck or not wholly_inside(whole, base.x, base.y, base.radius, TOLERANCE):
                    return piece.name
        return ""

    def touches(self, base: Base, piece: TerrainPiece) -> bool:
        return part_within(base, piece.part, CONTACT)


def path_touches(part: Part, points: tuple[tuple[float, ...], ...]) -> bool:
    """Does the path of a base centre touch the piece anywhere?"""
    if encloses(part, points[0][0], points[0][1]):
        return True
    for i in range(1, len(points)):
        x, y = points[i - 1][0], points[i - 1][1]
        if encloses(part, points[i][0], points[i][1]):
            return True
        if centre_intervals(part, x, y, points[i][0] - x, points[i][1] - y):
            return True
    return False


def slots_of(map: BattleMap) -> list[TerrainPiece]:
    """The shards that may be drawn, of all draws."""
    return [slot for draw in map.draws for slot in draw.slots]


def _all_pieces(
    map: BattleMap, shards: tuple[int, ...], containers: tuple[TerrainPiece, ...], offset: float
) -> tuple[TerrainPiece, ...]:
    found = list(map.pieces)
    found.extend([slots_of(map)[number] for number in shards])
    if map.train is not None:
        moved = [*map.train.pieces, *containers]
        found.extend([piece.with_part(piece.part.moved(offset, 0.0)) if offset else piece for piece in moved])
    return tuple(found)


def _deck(map: BattleMap, offset: float) -> Part | None:
    if map.train is None:
        return None
    x0, x1, y0, y1 = map.train.deck
    corners: list[Point] = [(x0 + offset, y0), (x1 + offset, y0), (x1 + offset, y1), (x0 + offset, y1)]
    top = max([piece.part.top for piece in map.train.pieces if piece.kind == CARRIAGE])
    return Part("deck", corners, True, 0.0, top, ["rough"], TRAIN)
