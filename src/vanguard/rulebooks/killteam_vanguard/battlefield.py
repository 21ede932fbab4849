"""Terrain: a prepared table with its pieces, what each does to sight, and what each does to whoever moves over it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from vanguard.geometry.measuring import encloses
from vanguard.geometry.movement_ground import (
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
from vanguard.geometry.movement_paths import PricedPath
from vanguard.geometry.shapes import Part, Stretch, Table
from vanguard.geometry.sight import Sampling, Sight
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE

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

NOTES: Final[dict[str, str]] = {
    "obstacle": "blocks sight below its top; crossing costs 2 inches up to 2 high, a taller one is climbed over",
    "wall": "blocks sight below its top; cannot be crossed or climbed, except through a window",
    "woods": "difficult: each inch counts double; more than 1 inch of it hides, but never blocks sight",
    "marsh": "difficult: each inch counts double; no effect on sight",
    "scree": "difficult: each inch counts double; no effect on sight",
    "blocking": "impassable and blocks sight below its top",
    "pool": "impassable; does not block sight",
    "platform": "models stand on top; blocks sight below its top",
}

LOOKS: Final[dict[str, str]] = {
    "obstacle": "wall",
    "wall": "ruin",
    "woods": "woods",
    "marsh": "water",
    "scree": "rubble",
    "blocking": "container",
    "pool": "water",
    "platform": "building",
}
"""How each kind is drawn where a map does not say otherwise."""


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
        self.looks: Final[tuple[str, ...]] = tuple(looks) or tuple([LOOKS[kind] for kind in kinds])
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
        self.seen_past_terrain: Final[dict[tuple[float, ...], bool]] = {}
        """Whether terrain lets one place see another; a memory only, no game depends on what is in it."""
        self.open_past_terrain: Final[dict[tuple[float, ...], bool]] = {}
        """The same for seeing it whole."""
        self.retreats: Final[dict[tuple[Any, ...], PricedPath]] = {}
        """The best way back to an edge, by all it depends on: slow to find, and asked for again and again by who looks ahead."""
        self.footprint: Final[float] = sum([footprint(part, table) for part in table.parts])


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
    features: list[Feature] = []
    for part in table.parts:
        if part.has("impassable"):
            features.append(impassable(part))
        elif part.has("difficult"):
            features.append(difficult(part))
        elif part.has("wall"):
            features.append(wall(part, crossing))
        elif part.has("platform"):
            features.append(platform(part, edges))
        elif part.top > LOW_OBSTACLE + TOLERANCE:
            features.append(tall_obstacle(part, part.top, climb * part.top, climb * part.top))
        else:
            features.append(obstacle(part, crossing))
    return Ground(table, features, TOLERANCE)


# -- making the parts of a map ------------------------------------------------------------------------------------------

TRAITS: Final[dict[str, tuple[str, ...]]] = {
    "obstacle": ("obstacle", "blocks sight"),
    "wall": ("wall", "blocks sight"),
    "woods": ("difficult", "soft"),
    "marsh": ("difficult",),
    "scree": ("difficult",),
    "blocking": ("impassable", "blocks sight"),
    "pool": ("impassable",),
    "platform": ("platform", "blocks sight"),
}
"""What each kind of terrain is, in the words of the rules."""

LINES: Final = ("obstacle", "wall")
SIDES: Final = ("south", "east", "north", "west")
"""The edges of a rectangle in the order in which its corners run."""

WOODS_HEIGHT: Final = 3.0


def terrain_part(
    name: str,
    kind: str,
    shape: Sequence[float],
    height: float,
    edges: Sequence[str] = (),
    stretches: Sequence[Stretch] = (),
) -> Part:
    """A piece of terrain; `shape` is a rectangle (x1, y1, x2, y2) or, for an obstacle or wall, a line."""
    x1, y1, x2, y2 = shape
    if kind in LINES:
        return Part(name, [(x1, y1), (x2, y2)], False, 0.0, height, TRAITS[kind], name, (), stretches)
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    return Part(name, corners, True, 0.0, height, TRAITS[kind], name, edges, stretches)
