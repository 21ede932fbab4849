"""Terrain: a prepared table with its pieces, what each does to sight, and what each does to whoever moves over it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from vanguard.geometry.measuring import box_gap, encloses, stretch_touched
from vanguard.geometry.movement.ground import (
    EdgeKind,
    Feature,
    Ground,
    difficult,
    impassable,
    obstacle,
    platform,
    tall_obstacle,
    wall,
)
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Table
from vanguard.geometry.sight import Look, Sampling, Sight
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE
from vanguard.tabletop.sight import SightMemory
from vanguard.tabletop.terrain import TerrainKind, TerrainKinds, corners_of, ground_of

COVERAGE: Final = 0.25
"""The share of the table that terrain must cover."""

LOW_OBSTACLE: Final = 2.0
"""An obstacle up to this height is crossed for a flat price; a taller one is climbed."""

CROSSING: Final = 2.0
CLIMB: Final = 2.0
LADDER: Final = 1.0
SAFE_DROP: Final = 2.0

USUAL: Final = ""
SKITTER: Final = "skitter"
GRAPPLE: Final = "grapple"

ACROSS: Final[tuple[float, ...]] = (-1.0, -0.5, 0.0, 0.5, 1.0)
EYE_LEVELS: Final[tuple[tuple[float, float], ...]] = ((0.5, 0.0), (0.95, 0.0))
BODY_LEVELS: Final[tuple[tuple[float, float], ...]] = ((0.1, 0.0), (0.5, 0.0), (0.95, 0.0))

KINDS: Final = TerrainKinds(
    [
        TerrainKind(
            "obstacle", ("obstacle", "blocks sight"),
            "blocks sight below its top; crossing costs 2 inches up to 2 high, a taller one is climbed over", "wall", line=True,
        ),
        TerrainKind(
            "wall", ("wall", "blocks sight"),
            "blocks sight below its top; cannot be crossed or climbed, except through a window", "ruin", line=True,
        ),
        TerrainKind(
            "woods", ("difficult", "soft"),
            "difficult: each inch counts double; more than 1 inch of it hides, but never blocks sight", "woods",
        ),
        TerrainKind("marsh", ("difficult",), "difficult: each inch counts double; no effect on sight", "water"),
        TerrainKind("scree", ("difficult",), "difficult: each inch counts double; no effect on sight", "rubble"),
        TerrainKind("blocking", ("impassable", "blocks sight"), "impassable and blocks sight below its top", "container"),
        TerrainKind("pool", ("impassable",), "impassable; does not block sight", "water"),
        TerrainKind("platform", ("platform", "blocks sight"), "models stand on top; blocks sight below its top", "building"),
    ]
)  # fmt: skip
"""What each kind of terrain is in the words of the rules, and what players are told of it, and how it is drawn if its map does not say otherwise."""


def is_cover(part: Part) -> bool:
    return part.has("obstacle")


class Battlefield:
    """A map ready for play: never changed once made, shared by every copy of a game."""

    __slots__ = (
        "key",
        "name",
        "summary",
        "table",
        "sight",
        "sight_windows_shut",
        "grounds",
        "covers",
        "windows",
        "footprint",
        "kinds",
        "looks",
        "has_high_places",
        "seen_past_terrain",
        "open_past_terrain",
        "retreats",
    )

    def __init__(
        self, key: str, name: str, summary: str, table: Table, kinds: Sequence[str], looks: Sequence[str] = ()
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.summary: Final[str] = summary
        self.table: Final[Table] = table
        self.kinds: Final[tuple[str, ...]] = tuple(kinds)
        """The kind of each part of the table, in the table's order: every piece carries its type."""
        self.looks: Final[tuple[str, ...]] = tuple(looks) or tuple([KINDS[kind].look for kind in kinds])
        """How each part is drawn."""
        blocking = [part for part in table.parts if part.has("blocks sight")]
        self.sight: Final[Sight] = _sight(blocking, table.with_trait("soft"))
        self.sight_windows_shut: Final[Sight] = _sight(
            [_without_windows(part) for part in blocking], table.with_trait("soft")
        )
        """The same for two models neither of which touches a window: to them a window is wall, and that is quicker."""
        self.grounds: Final[dict[str, Ground]] = {
            USUAL: _ground(table, CROSSING, CLIMB, LADDER),
            SKITTER: _ground(table, 0.0, 1.0, LADDER),
            GRAPPLE: _ground(table, CROSSING, 0.0, 0.0),
        }
        self.covers: Final[tuple[Part, ...]] = tuple([part for part in table.parts if is_cover(part)])
        self.windows: Final[tuple[Part, ...]] = tuple(
            [part for part in table.parts if part.has("wall") and part.stretches]
        )
        self.has_high_places: Final[bool] = any(
            [part.top > SAFE_DROP and (part.has("platform") or part.has("obstacle")) for part in table.parts]
        )
        """Is there anything to fall from?"""
        self.seen_past_terrain: Final[SightMemory[bool]] = SightMemory()
        """What terrain alone hides, no model reveals: remembered by place, for all games on this battlefield."""
        self.open_past_terrain: Final[SightMemory[bool]] = SightMemory()
        """The same for seeing it whole."""
        self.retreats: Final[dict[tuple[Any, ...], PricedPath]] = {}
        """The best way back to an edge, by all it depends on: slow to find, and asked for again and again by who looks ahead."""
        self.footprint: Final[float] = sum([footprint(part, table) for part in table.parts])

    def sight_between(self, viewer: Base, target: Base) -> Sight:
        """A window counts only for whoever touches it."""
        at_a_window = bool(self.windows) and (self.touches_a_window(viewer) or self.touches_a_window(target))
        return self.sight if at_a_window else self.sight_windows_shut

    def touches_a_window(self, base: Base) -> bool:
        for part in self.windows:
            if box_gap(part, base.x, base.y) <= base.radius + TOLERANCE and windows_touched(part, base):
                return True
        return False

    def lets_see(self, viewer: Base, target: Base) -> bool:
        return Look(self.sight_between(viewer, target), viewer, target, (), ()).seen()

    def leaves_open(self, viewer: Base, target: Base) -> bool:
        return Look(self.sight_between(viewer, target), viewer, target, (), ()).wholly_seen()


def windows_touched(part: Part, base: Base) -> list[int]:
    return [i for i in range(len(part.stretches)) if stretch_touched(part, i, base, TOLERANCE)]


def footprint(part: Part, table: Table) -> float:
    """Square inches of table a piece covers; a free-standing line counts its length times 1 inch."""
    if part.closed:
        return abs(part.area)
    for other in table.parts:
        if other.closed and all([encloses(other, x, y) for x, y in part.points]):
            return 0.0
    return sum(part.lengths)


def _sight(blocking: Sequence[Part], soft: Sequence[Part]) -> Sight:
    return Sight(
        Sampling(EYE_LEVELS, axis=False, across=ACROSS),
        Sampling(BODY_LEVELS, axis=False, across=ACROSS),
        blocking,
        soft,
        graze=0.01,
        soft_limit=1.0,
        window_contact=TOLERANCE,
    )


def _without_windows(part: Part) -> Part:
    if part.closed or not part.stretches:
        return part
    return Part(part.name, part.points, False, part.bottom, part.top, part.traits, part.group)


def _ground(table: Table, crossing: float, climb: float, ladder: float) -> Ground:
    """The table as one kind of mover reads it: what an obstacle and an inch of height cost it."""
    edges = {
        "stairs": EdgeKind("stairs", 0.0, 0.0, False),
        "ladder": EdgeKind("ladder", ladder, ladder, True),
        "climbable": EdgeKind("climb", climb, climb, True),
        "sheer": EdgeKind("sheer", inf, inf, True),
    }

    def feature_of(part: Part) -> Feature:
        if part.has("impassable"):
            return impassable(part)
        if part.has("difficult"):
            return difficult(part)
        if part.has("wall"):
            return wall(part, crossing)
        if part.has("platform"):
            return platform(part, edges)
        if part.top > LOW_OBSTACLE + TOLERANCE:
            return tall_obstacle(part, part.top, climb * part.top, climb * part.top)
        return obstacle(part, crossing)

    return ground_of(table, feature_of, TOLERANCE)


# -- making the parts of a map ------------------------------------------------------------------------------------------

SIDES: Final = ("south", "east", "north", "west")
"""The edges of a rectangle in the order in which its corners run."""

WOODS_HEIGHT: Final = 3.0


def terrain_part(
    name: str,
    kind: str,
    shape: Sequence[float],
    height: float,
    edges: Sequence[str] = (),
    stretches: Sequence[EdgeStretch] = (),
) -> Part:
    """A piece of terrain; `shape` is a rectangle (x1, y1, x2, y2) or, for an obstacle or wall, a line."""
    x1, y1, x2, y2 = shape
    points = [(x1, y1), (x2, y2)] if KINDS[kind].line else corners_of(shape)
    return KINDS.part(name, kind, points, height, edges=edges, stretches=stretches)
