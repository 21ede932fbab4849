"""The ground a base moves over: what each part of the table does to a mover, and who the mover is.

A rulebook reads its parts once into features (`impassable(part)`, `difficult(part)`, ...) and puts them into a
`Ground`, one for every kind of mover that reads the table differently. A ground never changes and is shared by all
copies of a game; what stands on it is told with every move, in a `Mover`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor, inf, isfinite, sqrt
from typing import Final

from vanguard.geometry.movement.sweep import crossing_share, encloses_strictly
from vanguard.geometry.shapes import BadShape, Base, Edge, Part, Point, Table

IMPASSABLE: Final = 0
DIFFICULT: Final = 1
OBSTACLE: Final = 2
WALL: Final = 3
TRAVERSABLE: Final = 4
PLATFORM: Final = 5
DECK: Final = 6


Corner = tuple[float, float, float, float, float]
"""A point to bend at (x, y) on the way round a circle (its centre and radius; radius 0: just the point)."""


class EdgeKind:
    """How the side of a platform is taken: what an inch of height costs up and down, and whether one may drop.

    `inf` per inch means it cannot be climbed that way. With a `multiple` the price up is rounded up to a multiple
    of it and the price down is rounded down.
    """

    __slots__ = ("name", "up_per_inch", "down_per_inch", "may_drop", "multiple")

    def __init__(
        self, name: str, up_per_inch: float, down_per_inch: float, may_drop: bool, multiple: float = 0.0
    ) -> None:
        self.name: Final[str] = name
        self.up_per_inch: Final[float] = up_per_inch
        self.down_per_inch: Final[float] = down_per_inch
        self.may_drop: Final[bool] = may_drop
        self.multiple: Final[float] = multiple

    def price_up(self, height: float) -> float:
        if self.up_per_inch == inf:
            return inf
        price = height * self.up_per_inch
        return ceil(price / self.multiple - 1e-9) * self.multiple if self.multiple > 0.0 else price

    def price_down(self, height: float) -> float:
        if self.down_per_inch == inf:
            return inf
        price = height * self.down_per_inch
        return floor(price / self.multiple + 1e-9) * self.multiple if self.multiple > 0.0 else price


class Feature:
    """What one part of the table does to a mover; made by the functions below."""

    __slots__ = (
        "part", "kind", "label", "fee", "factor", "down_fee", "drop_height", "may_end",
        "edge_rules", "stretch_rules", "solid_edges", "window_edges",
    )  # fmt: skip

    def __init__(self, part: Part, kind: int, label: str, fee: float = 0.0, factor: float = 1.0) -> None:
        self.part: Final[Part] = part
        self.kind: Final[int] = kind
        self.label: Final[str] = label
        self.fee: float = fee
        self.factor: float = factor
        self.down_fee: float = 0.0
        """For a tall obstacle: the price of climbing down the far side instead of dropping."""
        self.drop_height: float = 0.0
        self.may_end: bool = False
        self.edge_rules: tuple[EdgeKind, ...] = ()
        self.stretch_rules: tuple[EdgeKind | None, ...] = ()
        self.solid_edges: tuple[Edge, ...] = part.edges
        """For a wall: what of it is not window; for a platform: the edges where the level really changes."""
        self.window_edges: tuple[Edge, ...] = ()

    def obstructs(self, z: float, height: float, step: float) -> bool:
        """Does the part stand in the way of a body of that height at elevation z?"""
        if self.part.bottom > z and self.part.bottom >= z + height:
            return False
        if step > 0.0:
            return self.part.top >= z + step - 1e-9
        return self.part.top > z + 1e-9 or self.part.bottom >= z - 1e-9

    def rule_at(self, edge: int, along: float) -> EdgeKind:
        """How a platform's side is taken at a length along one of its edges; a ladder speaks before its edge."""
        part = self.part
        for i in range(len(part.stretches)):
            rule = self.stretch_rules[i]
            stretch = part.stretches[i]
            if rule is not None and stretch.edge == edge and stretch.start - 1e-6 <= along <= stretch.end + 1e-6:
                return rule
        return self.edge_rules[edge]


def impassable(part: Part, label: str = "impassable") -> Feature:
    """No part of a base may ever overlap it."""
    return Feature(part, IMPASSABLE, label)


def difficult(part: Part, factor: float = 2.0, label: str = "difficult ground", may_straddle: bool = True) -> Feature:
    """An area: the part of the centre's path inside it costs `factor` times its length.

    With `may_straddle` false a move must end wholly on it or wholly off it.
    """
    _needs_outline(part, "difficult ground")
    feature = Feature(part, DIFFICULT, label, 0.0, _not_negative(factor, part, "factor"))
    feature.may_end = may_straddle
    return feature


def obstacle(part: Part, fee: float = 2.0, label: str = "obstacle") -> Feature:
    """A line (or outline) that costs a fee each time the centre crosses it; no move may end overlapping the line."""
    return Feature(part, OBSTACLE, label, _not_negative(fee, part, "fee"))


def tall_obstacle(part: Part, height: float, up: float, down: float) -> Feature:
    """A line climbed up (for `up`) and over: down the far side by a drop if the mover drops that far, else for `down`."""
    feature = obstacle(part, up, "tall obstacle")
    feature.down_fee = _not_negative(down, part, "price down")
    feature.drop_height = _not_negative(height, part, "height")
    return feature


def wall(part: Part, window_fee: float = 2.0) -> Feature:
    """A line no base may overlap, except while its centre crosses one of its windows (stretches of kind "window")."""
    feature = Feature(part, WALL, "wall", _not_negative(window_fee, part, "window fee"))
    windows: list[Edge] = []
    solid: list[Edge] = []
    for i in range(len(part.edges)):
        gaps = sorted([(w.start, w.end) for w in part.stretches if w.kind == "window" and w.edge == i])
        at = 0.0
        for start, end in gaps:
            windows.append(_piece(part, i, start, end))
            if start > at + 0.001:
                solid.append(_piece(part, i, at, start))
            at = end
        if at < part.lengths[i] - 0.001:
            solid.append(_piece(part, i, at, part.lengths[i]))
    feature.window_edges = tuple(windows)
    feature.solid_edges = tuple(solid)
    return feature


def _piece(part: Part, edge: int, start: float, end: float) -> Edge:
    """The piece of an edge between two lengths along it."""
    x1, y1, x2, y2 = part.edges[edge]
    ux = (x2 - x1) / part.lengths[edge]
    uy = (y2 - y1) / part.lengths[edge]
    return (x1 + ux * start, y1 + uy * start, x1 + ux * end, y1 + uy * end)


def traversable(part: Part, fee: float = 2.0, label: str = "traversable", may_end: bool = False) -> Feature:
    """A polygon the base may cross for a fee, paid each time the disc comes to overlap it."""
    _needs_outline(part, "traversable terrain")
    feature = Feature(part, TRAVERSABLE, label, _not_negative(fee, part, "fee"))
    feature.may_end = may_end
    return feature


def platform(part: Part, kinds: Mapping[str, EdgeKind]) -> Feature:
    """A raised polygon: the mover changes level where its centre crosses the outline, by that edge's kind.

    After a change the whole base must come to be on the new level before the next change and at the end.
    """
    _needs_outline(part, "a platform")
    feature = Feature(part, PLATFORM, "platform")
    rules: list[EdgeKind] = []
    for name in part.edge_kinds:
        if name not in kinds:
            raise BadShape(f"{part.name}: no price is given for edges of kind {name!r}; known: {sorted(kinds)}")
        rules.append(kinds[name])
    feature.edge_rules = tuple(rules)
    feature.stretch_rules = tuple([kinds.get(stretch.kind) for stretch in part.stretches])
    return feature


def deck(part: Part, side: EdgeKind, label: str = "level") -> Feature:
    """A standable top reached where the disc touches the part from outside; the mover says at which waypoint.

    Whoever does not fit beneath it is obstructed by it from lower levels. On the level the disc must touch a top of
    that elevation all along and lie wholly on such tops at the end.
    """
    _needs_outline(part, "a standable level")
    feature = Feature(part, DECK, label)
    feature.edge_rules = (side,)
    return feature


def _needs_outline(part: Part, what: str) -> None:
    if not part.closed:
        raise BadShape(f"{part.name}: {what} needs a closed outline, not a line")


def _not_negative(value: float, part: Part, what: str) -> float:
    if not isfinite(value) or value < 0.0:
        raise BadShape(f"{part.name}: {what} must be a finite number and not negative, not {value}")
    return value


class Ground:
    """The table as one kind of mover reads it. Never changed once made; shared by every copy of a game.

    `tolerance` is how much overlap and overspending is forgiven; `step` how high a part must rise above the mover's
    level to obstruct it (0: any part whose top is above the level, or which lies on it).
    """

    __slots__ = (
        "table", "width", "depth", "features", "tolerance", "step", "has_platforms", "has_decks", "levels", "fields",
    )  # fmt: skip

    def __init__(self, table: Table, features: Sequence[Feature], tolerance: float = 0.01, step: float = 0.0) -> None:
        self.table: Final[Table] = table
        self.width: Final[float] = table.width
        self.depth: Final[float] = table.depth
        # sorted, so that no result depends on the order in which a map lists its pieces
        self.features: Final[tuple[Feature, ...]] = tuple(sorted(features, key=_feature_order))
        self.tolerance: Final[float] = tolerance
        self.step: Final[float] = step
        self.has_platforms: Final[bool] = any(f.kind == PLATFORM for f in self.features)
        self.has_decks: Final[bool] = any(f.kind == DECK for f in self.features)
        self.levels: Final[tuple[float, ...]] = (0.0, *sorted({f.part.top for f in self.features if f.kind == DECK}))
        """The floor and the tops of the decks, lowest first."""
        self.fields: dict[tuple[str, int, float], list[Corner]] = {}
        """The corners to go round, worked out once for every part and base radius."""
        for feature in self.features:
            if feature.kind == PLATFORM:
                feature.solid_edges = tuple(self._edges_between_levels(feature))

    def platform_level(self, x: float, y: float) -> float:
        """Elevation of the highest platform that holds the point; the ground is 0."""
        level = 0.0
        for feature in self.features:
            if feature.kind == PLATFORM and feature.part.top > level and encloses_strictly(feature.part, x, y):
                level = feature.part.top
        return level

    def _edges_between_levels(self, feature: Feature) -> list[Edge]:
        """The pieces of a platform's outline where the level changes: not where platforms of one height join."""
        pieces: list[Edge] = []
        for x1, y1, x2, y2 in feature.part.edges:
            dx = x2 - x1
            dy = y2 - y1
            cuts = [0.0, 1.0]
            for other in self.features:
                if other.kind == PLATFORM and other is not feature:
                    for ax, ay, bx, by in other.part.edges:
                        cuts.append(crossing_share(x1, y1, dx, dy, ax, ay, bx, by))
                        # an edge lying along this one cuts it at its ends
                        for px, py in ((ax, ay), (bx, by)):
                            cuts.append(((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy))
            shares = sorted([cut for cut in cuts if 0.0 <= cut <= 1.0])
            for k in range(len(shares) - 1):
                low, high = shares[k], shares[k + 1]
                if high - low < 1e-9:
                    continue
                middle = (low + high) * 0.5
                if self._parts_levels(x1 + dx * middle, y1 + dy * middle, dx, dy):
                    pieces.append((x1 + dx * low, y1 + dy * low, x1 + dx * high, y1 + dy * high))
        return pieces

    def _parts_levels(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Is the ground higher on one side of an edge than on the other?"""
        size = sqrt(dx * dx + dy * dy)
        nx = dy / size * 0.0005
        ny = -dx / size * 0.0005
        return self.platform_level(x + nx, y + ny) != self.platform_level(x - nx, y - ny)


def _feature_order(feature: Feature) -> tuple[int, str]:
    return (feature.kind, feature.part.name)


class KeepOut:
    """A place the mover may not enter (or only not end in): too near to a base, or overlapping an area.

    `distance` is measured between base rims; elevations count as in `gap` when `slant`, otherwise a difference of more
    than `height_limit` puts the mover out of reach. `may_leave`: a mover that starts inside may walk out, not back in.
    `condition` (x, y, z of the mover's centre) narrows it, for instance to where the two see each other; it is asked
    every 0.1 along the path, at corners and at the closest approach. `called` is what players call the distance.
    """

    __slots__ = (
        "name", "x", "y", "radius", "elevation", "distance", "slant", "height_limit", "end_only", "may_leave",
        "condition", "area", "called",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        x: float,
        y: float,
        radius: float,
        elevation: float,
        distance: float,
        slant: bool = True,
        height_limit: float = inf,
        end_only: bool = False,
        may_leave: bool = False,
        condition: Callable[[float, float, float], bool] | None = None,
        area: Part | None = None,
        called: str = "",
    ) -> None:
        self.name: Final[str] = name
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.radius: Final[float] = radius
        self.elevation: Final[float] = elevation
        self.distance: Final[float] = distance
        self.slant: Final[bool] = slant
        self.height_limit: Final[float] = height_limit
        self.end_only: Final[bool] = end_only
        self.may_leave: Final[bool] = may_leave
        self.condition: Final[Callable[[float, float, float], bool] | None] = condition
        self.area: Final[Part | None] = area
        self.called: Final[str] = called

    def told(self, table: Table) -> str:
        """The distance as players call it: `1"`, or `Engagement Range`."""
        return self.called or f"{self.distance:g}{table.mark}"

    def reach(self, mover_radius: float, z: float, tolerance: float) -> float:
        """Within which distance of centres a mover at that elevation is inside; negative if nowhere."""
        rise = abs(z - self.elevation)
        if rise > self.height_limit + tolerance:
            return -1.0
        distance = self.distance + tolerance
        if self.slant and rise > 0.0:
            if rise > distance:
                return -1.0
            distance = sqrt(distance * distance - rise * rise)
        return mover_radius + self.radius + distance


def keep_away(
    enemy: Base,
    distance: float,
    end_only: bool = False,
    may_leave: bool = False,
    slant: bool = True,
    height_limit: float = inf,
    condition: Callable[[float, float, float], bool] | None = None,
    called: str = "",
) -> KeepOut:
    """More than a distance from a base: along the whole path, or at its end only."""
    return KeepOut(
        enemy.key, enemy.x, enemy.y, enemy.radius, enemy.elevation, distance, slant, height_limit, end_only, may_leave,
        condition, None, called,
    )  # fmt: skip


def keep_off(area: Part, end_only: bool = False) -> KeepOut:
    """No part of the base may overlap an area (a deployment zone): along the whole path, or at its end only."""
    _needs_outline(area, "an area to keep off")
    return KeepOut(area.name, 0.0, 0.0, 0.0, 0.0, 0.0, end_only=end_only, area=area)


class Mover:
    """Who moves: the base where it stands, what it may spend, and what stands in its way now.

    `blockers` may not be passed through nor ended on; `end_blockers` only not ended on; the mover's own base is
    skipped, and so are bases whose elevation differs by more than `level_gap`. `drops_up_to` is the greatest height
    the mover drops instead of climbing down. `entering` allows it to start off the table. `end_test` (x, y, z) is
    asked for the end point; it answers "" or says why the move may not end there.
    """

    __slots__ = (
        "base", "allowance", "blockers", "end_blockers", "zones", "drops_up_to", "level_gap", "entering", "end_test",
    )  # fmt: skip

    def __init__(
        self,
        base: Base,
        allowance: float,
        blockers: Sequence[Base] = (),
        end_blockers: Sequence[Base] = (),
        zones: Sequence[KeepOut] = (),
        drops_up_to: float = inf,
        level_gap: float = 0.1,
        entering: bool = False,
        end_test: Callable[[float, float, float], str] | None = None,
    ) -> None:
        if not isfinite(allowance) or allowance < 0.0:
            raise BadShape(f"{base.key}: an allowance must be a finite number and not negative, not {allowance}")
        self.base: Final[Base] = base
        self.allowance: Final[float] = allowance
        self.blockers: Final[Sequence[Base]] = blockers
        self.end_blockers: Final[Sequence[Base]] = end_blockers
        self.zones: Final[Sequence[KeepOut]] = zones
        self.drops_up_to: Final[float] = drops_up_to
        self.level_gap: Final[float] = level_gap
        self.entering: Final[bool] = entering
        self.end_test: Final[Callable[[float, float, float], str] | None] = end_test


def ring_of(part: Part) -> list[Point]:
    """Corners of a closed part counter-clockwise."""
    corners = list(part.points)
    if part.area < 0.0:
        corners.reverse()
    return corners


def edge_distance(ground: Ground, x: float, y: float, radius: float, side: str) -> float:
    """Distance from a base at a point to a table edge; 0 when it touches it."""
    if side == "south":
        gap = y
    elif side == "north":
        gap = ground.depth - y
    elif side == "west":
        gap = x
    elif side == "east":
        gap = ground.width - x
    else:
        raise BadShape(f"a table has no {side} edge; it has south, north, west and east")
    return max(0.0, gap - radius)
