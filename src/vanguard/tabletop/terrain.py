"""Kinds of terrain: what each is in the words of the rules, what players are told of it, how it looks and is shaped.

A rulebook lists its kinds once:

    KINDS = TerrainKinds([
        TerrainKind("woods", ("difficult", "soft"), "each inch counts double; hides, but never blocks sight", look="woods"),
        TerrainKind("wall", ("wall", "blocks sight"), "cannot be crossed", line=True),
    ])

Maps name them, the scene shows them, and `ground_of` turns parts into what movement makes of them by their traits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, get_args

from vanguard.core.telling.looks import TerrainLook
from vanguard.geometry.movement.ground import Feature, Ground
from vanguard.geometry.shapes import BadShape, EdgeStretch, Part, Point, Table

LOOKS: Final[tuple[str, ...]] = get_args(TerrainLook)


class TerrainKind:
    """One kind of terrain: its traits, a note for players, how it is drawn, and whether it is a line."""

    __slots__ = ("key", "line", "look", "note", "traits")

    def __init__(self, key: str, traits: Sequence[str], note: str, look: str = "", line: bool = False) -> None:
        if look and look not in LOOKS:
            raise BadShape(f"terrain of kind {key}: nothing looks like {look!r}; known: {', '.join(LOOKS)}")
        self.key: Final[str] = key
        self.traits: Final[tuple[str, ...]] = tuple(traits)
        self.note: Final[str] = note
        self.look: Final[str] = look
        self.line: Final[bool] = line


class TerrainKinds:
    """The kinds of terrain of a rulebook, by their keys."""

    __slots__ = ("_by_key",)

    def __init__(self, kinds: Iterable[TerrainKind]) -> None:
        by_key: dict[str, TerrainKind] = {}
        for kind in kinds:
            if kind.key in by_key:
                raise BadShape(f"terrain of kind {kind.key} is described twice")
            by_key[kind.key] = kind
        self._by_key: Final[dict[str, TerrainKind]] = by_key

    def __getitem__(self, key: str) -> TerrainKind:
        found = self._by_key.get(key)
        if found is None:
            raise BadShape(f"there is no terrain of kind {key!r}; known: {', '.join(self._by_key)}")
        return found

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def keys(self) -> list[str]:
        return list(self._by_key)

    def part(
        self,
        name: str,
        kind: str,
        points: Sequence[Point],
        top: float,
        bottom: float = 0.0,
        edges: Sequence[str] = (),
        stretches: Sequence[EdgeStretch] = (),
        group: str = "",
    ) -> Part:
        """A piece of terrain of a kind: a line of points if its kind is one, else a polygon."""
        described = self[kind]
        return Part(
            name, points, not described.line, bottom, top, described.traits, group or name, edges, stretches
        )  # fmt: skip


def corners_of(shape: Sequence[float]) -> list[Point]:
    """The corners of a rectangle given as x1, y1, x2, y2, from the south-west counter-clockwise."""
    x1, y1, x2, y2 = shape
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def ground_of(
    table: Table,
    feature_of: Callable[[Part], Feature | None],
    tolerance: float,
    step: float = 0.0,
    parts: Iterable[Part] | None = None,
) -> Ground:
    """The table as one kind of mover reads it; parts of which `feature_of` makes nothing do not hinder it."""
    features: list[Feature] = []
    for part in table.parts if parts is None else parts:
        feature = feature_of(part)
        if feature is not None:
            features.append(feature)
    return Ground(table, features, tolerance, step)
