"""The things on a free-measure table: round bases, terrain parts and the table itself.

Lengths are in the table's own unit (inches or centimetres); x runs east, y north, z up, the ground is z = 0.
Nothing here knows a rulebook: what a trait or a stretch kind means is for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, hypot, isfinite, radians, sin
from typing import Final

from vanguard.core.thousandths import thousandth

Point = tuple[float, float]
Point3 = tuple[float, float, float]
Edge = tuple[float, float, float, float]
"""A straight edge from (x1, y1) to (x2, y2)."""


class BadShape(ValueError):
    """Something that cannot lie on a table: says which thing, what is wrong and the limit."""


def snap3(value: float) -> float:
    """Round a coordinate to a thousandth, the way every coordinate enters the game; refuse NaN and infinity."""
    if not isfinite(value):
        raise BadShape(f"a coordinate must be a finite number, not {value}")
    return thousandth(value)


def finite(value: float, what: str) -> float:
    if not isfinite(value):
        raise BadShape(f"{what} must be a finite number, not {value}")
    return value + 0.0


class Base:
    """A round base at an elevation with a body standing on it: a vertical cylinder of `body_radius` and `height`."""

    __slots__ = ("key", "x", "y", "radius", "elevation", "height", "body_radius", "facing")

    def __init__(
        self,
        key: str,
        x: float,
        y: float,
        radius: float,
        elevation: float = 0.0,
        height: float = 0.0,
        body_radius: float | None = None,
        facing: float | None = None,
    ) -> None:
        self.key: str = key
        # + 0.0: whole numbers become floats, compiled or not, so that both print and hash alike
        self.x: float = x + 0.0
        self.y: float = y + 0.0
        self.radius: float = radius + 0.0
        self.elevation: float = elevation + 0.0
        self.height: float = height + 0.0
        self.body_radius: float = (radius if body_radius is None else body_radius) + 0.0
        self.facing: float | None = None if facing is None else facing + 0.0
        """Degrees counter-clockwise from east; None for a base without a front."""
        size = radius + height + self.body_radius
        if not isfinite(x + y + elevation + size + (0.0 if facing is None else facing)):
            raise BadShape(f"base {key}: place, elevation, size and facing must be finite numbers, not {self!r}")
        if radius < 0.0 or height < 0.0 or self.body_radius < 0.0:
            raise BadShape(f"base {key}: radius {radius}, body radius and height {height} must not be negative")

    def copy(self) -> Base:
        return Base(self.key, self.x, self.y, self.radius, self.elevation, self.height, self.body_radius, self.facing)

    def at(self, x: float, y: float, elevation: float | None = None) -> Base:
        """The same base standing somewhere else."""
        return Base(
            self.key,
            x,
            y,
            self.radius,
            self.elevation if elevation is None else elevation,
            self.height,
            self.body_radius,
            self.facing,
        )

    @property
    def centre(self) -> Point:
        return (self.x, self.y)

    @property
    def head(self) -> float:
        """Elevation of the top of the body."""
        return self.elevation + self.height

    def __repr__(self) -> str:
        return f"Base({self.key!r}, {self.x:g}, {self.y:g}, radius={self.radius:g}, elevation={self.elevation:g})"


class EdgeStretch:
    """A piece of one edge of a part that differs from the rest: a window in a wall, a ladder at a platform.

    `start` and `end` are lengths along the edge; `sill` and `upper` elevations (used by windows).
    """

    __slots__ = ("kind", "edge", "start", "end", "sill", "upper")

    def __init__(self, kind: str, edge: int, start: float, end: float, sill: float = 0.0, upper: float = 0.0) -> None:
        self.kind: Final[str] = kind
        self.edge: Final[int] = edge
        self.start: Final[float] = start + 0.0
        self.end: Final[float] = end + 0.0
        self.sill: Final[float] = sill + 0.0
        self.upper: Final[float] = upper + 0.0


class Part:
    """A piece of terrain between two elevations, never changed once made.

    Closed: a simple polygon, solid or an area. Not closed: a chain of segments without thickness (wall, obstacle).
    `traits` are the rulebook's own words; `group` names the feature or the train the part belongs to;
    `edge_kinds` says for each edge what it is (stairs, climbable, sheer), `stretches` where a piece of it differs.
    """

    __slots__ = (
        "name", "points", "closed", "bottom", "top", "traits", "group", "edge_kinds", "stretches",
        "edges", "lengths", "stretch_edges", "min_x", "min_y", "max_x", "max_y", "area", "convex",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        points: Iterable[Point],
        closed: bool = True,
        bottom: float = 0.0,
        top: float = 0.0,
        traits: Iterable[str] = (),
        group: str = "",
        edge_kinds: Sequence[str] = (),
        stretches: Iterable[EdgeStretch] = (),
    ) -> None:
        self.name: Final[str] = name
        self.points: Final[tuple[Point, ...]] = _corners(name, points, closed)
        self.closed: Final[bool] = closed
        self.bottom: Final[float] = finite(bottom, f"bottom of {name}")
        self.top: Final[float] = finite(top, f"top of {name}")
        self.traits: Final[frozenset[str]] = frozenset(traits)
        self.group: Final[str] = group
        if top < bottom:
            raise BadShape(f"{name}: its top {top:g} lies below its bottom {bottom:g}")
        self.edges: Final[tuple[Edge, ...]] = _edges(self.points, closed)
        self.lengths: Final[tuple[float, ...]] = tuple([hypot(e[2] - e[0], e[3] - e[1]) for e in self.edges])
        self.min_x: Final[float] = min([p[0] for p in self.points])
        self.min_y: Final[float] = min([p[1] for p in self.points])
        self.max_x: Final[float] = max([p[0] for p in self.points])
        self.max_y: Final[float] = max([p[1] for p in self.points])
        self.area: Final[float] = _signed_area(self.points) if closed else 0.0
        """Positive if the corners run counter-clockwise; 0 for a chain."""
        if closed:
            _refuse_crooked_polygon(name, self.edges, self.area)
        self.convex: Final[bool] = closed and _turns_one_way(self.points)
        if edge_kinds and len(edge_kinds) != len(self.edges):
            raise BadShape(f"{name}: {len(edge_kinds)} edge kinds for {len(self.edges)} edges")
        self.edge_kinds: Final[tuple[str, ...]] = tuple(edge_kinds) if edge_kinds else ("",) * len(self.edges)
        self.stretches: Final[tuple[EdgeStretch, ...]] = tuple(stretches)
        self.stretch_edges: Final[tuple[Edge, ...]] = tuple([self._stretch_edge(s) for s in self.stretches])

    def _stretch_edge(self, stretch: EdgeStretch) -> Edge:
        if not 0 <= stretch.edge < len(self.edges):
            raise BadShape(f"{self.name}: a {stretch.kind} lies on edge {stretch.edge} of {len(self.edges)}")
        length = self.lengths[stretch.edge]
        if not -0.001 <= stretch.start < stretch.end <= length + 0.001:
            raise BadShape(
                f"{self.name}: a {stretch.kind} from {stretch.start:g} to {stretch.end:g} on an edge {length:g} long"
            )
        x1, y1, x2, y2 = self.edges[stretch.edge]
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        return (
            x1 + ux * stretch.start, y1 + uy * stretch.start, x1 + ux * stretch.end, y1 + uy * stretch.end
        )  # fmt: skip

    def has(self, trait: str) -> bool:
        return trait in self.traits

    def moved(self, dx: float, dy: float) -> Part:
        """The same part shifted in plan."""
        points = [(x + dx, y + dy) for x, y in self.points]
        return Part(
            self.name, points, self.closed, self.bottom, self.top, self.traits, self.group, self.edge_kinds,
            self.stretches,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Part({self.name!r}, {len(self.points)} points, {self.bottom:g} to {self.top:g})"


class Table:
    """A rectangle from (0, 0) to (width, depth) and the terrain parts on it, never changed once made."""

    __slots__ = ("width", "depth", "unit", "mark", "parts", "_by_name", "_by_trait")

    def __init__(
        self, width: float, depth: float, unit: str = "in", parts: Iterable[Part] = (), overhang: bool = False
    ) -> None:
        """`overhang` allows parts to stick out over the table edge (a train driving off it)."""
        self.width: Final[float] = finite(width, "width of the table")
        self.depth: Final[float] = finite(depth, "depth of the table")
        self.unit: Final[str] = unit
        self.mark: Final[str] = '"' if unit == "in" else f" {unit}"
        """What follows a length that players read."""
        self.parts: Final[tuple[Part, ...]] = tuple(parts)
        if width <= 0.0 or depth <= 0.0:
            raise BadShape(f"a table of {width:g} by {depth:g} has no room")
        by_name: dict[str, Part] = {}
        by_trait: dict[str, tuple[Part, ...]] = {}
        for part in self.parts:
            if part.name in by_name:
                raise BadShape(f"two parts of the table are called {part.name}")
            if not overhang:
                self._refuse_off_table(part)
            by_name[part.name] = part
            for trait in sorted(part.traits):
                by_trait[trait] = (*by_trait.get(trait, ()), part)
        self._by_name: Final[dict[str, Part]] = by_name
        self._by_trait: Final[dict[str, tuple[Part, ...]]] = by_trait

    def _refuse_off_table(self, part: Part) -> None:
        slack = 0.001
        west_and_south = part.min_x >= -slack and part.min_y >= -slack
        if not west_and_south or part.max_x > self.width + slack or part.max_y > self.depth + slack:
            raise BadShape(f"{part.name} lies off the table of {self.width:g} by {self.depth:g} {self.unit}")

    def part(self, name: str) -> Part:
        found = self._by_name.get(name)
        if found is None:
            raise BadShape(f"no part of the table is called {name}")
        return found

    def with_trait(self, trait: str) -> tuple[Part, ...]:
        """All parts with a trait, in the table's order."""
        return self._by_trait.get(trait, ())

    def edge(self, side: str) -> Edge:
        """The table edge called "south" (y = 0), "north", "west" (x = 0) or "east"."""
        if side == "south":
            return (0.0, 0.0, self.width, 0.0)
        if side == "north":
            return (0.0, self.depth, self.width, self.depth)
        if side == "west":
            return (0.0, 0.0, 0.0, self.depth)
        if side == "east":
            return (self.width, 0.0, self.width, self.depth)
        raise BadShape(f"a table has no {side} edge; it has south, north, west and east")

    def holds(self, x: float, y: float) -> bool:
        """Is the point on the table, edges included?"""
        return 0.0 <= x <= self.width and 0.0 <= y <= self.depth

    def holds_disc(self, x: float, y: float, radius: float, tolerance: float = 0.001) -> bool:
        """Is the whole disc on the table?"""
        reach = radius - tolerance
        return reach <= x <= self.width - reach and reach <= y <= self.depth - reach

    def without(self, names: Iterable[str]) -> Table:
        gone = frozenset(names)
        return Table(self.width, self.depth, self.unit, [p for p in self.parts if p.name not in gone], True)


def rectangle(x: float, y: float, width: float, depth: float, turned: float = 0.0) -> list[Point]:
    """Corners of a rectangle given by its centre, turned counter-clockwise by an angle in degrees."""
    angle = radians(turned)
    c, s = cos(angle), sin(angle)
    half = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return [(x + c * a * width - s * b * depth, y + s * a * width + c * b * depth) for a, b in half]


def bearing(start: Point, end: Point) -> float:
    """Direction from one point to another in degrees counter-clockwise from east, 0 to 360."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def _corners(name: str, points: Iterable[Point], closed: bool) -> tuple[Point, ...]:
    corners: list[Point] = []
    for x, y in points:
        if not (isfinite(x) and isfinite(y)):
            raise BadShape(f"{name}: corner ({x}, {y}) is not a pair of finite numbers")
        corners.append((snap3(x), snap3(y)))
    if closed and len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()  # some map makers repeat the first corner at the end
    needed = 3 if closed else 2
    if len(corners) < needed:
        raise BadShape(f"{name}: {len(corners)} corners given, at least {needed} needed")
    for i in range(1, len(corners)):
        if corners[i] == corners[i - 1]:
            raise BadShape(f"{name}: corner {corners[i]} is given twice in a row")
    return tuple(corners)


def _edges(points: tuple[Point, ...], closed: bool) -> tuple[Edge, ...]:
    edges: list[Edge] = []
    for i in range(len(points) if closed else len(points) - 1):
        x1, y1 = points[i]
        x2, y2 = points[(i + 1) % len(points)]
        edges.append((x1, y1, x2, y2))
    return tuple(edges)


def _signed_area(points: tuple[Point, ...]) -> float:
    x0, y0 = points[0]
    doubled = 0.0
    for i in range(1, len(points) - 1):
        x1, y1 = points[i]
        x2, y2 = points[i + 1]
        doubled += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    return doubled * 0.5


def _turns_one_way(points: tuple[Point, ...]) -> bool:
    left = right = False
    count = len(points)
    for i in range(count):
        turn = side_of(points[i], points[(i + 1) % count], points[(i + 2) % count])
        left = left or turn > 1e-9
        right = right or turn < -1e-9
    return not (left and right)


def side_of(start: Point, end: Point, point: Point) -> float:
    """Twice the signed area of the triangle: positive if the point lies left of the line from start to end."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _refuse_crooked_polygon(name: str, edges: tuple[Edge, ...], area: float) -> None:
    if abs(area) < 1e-6:
        raise BadShape(f"{name}: its corners lie on one line, the polygon has no area")
    count = len(edges)
    for i in range(count):
        for j in range(i + 1, count):
            neighbours = j == i + 1 or (i == 0 and j == count - 1)
            if _folds_back(edges[i], edges[j]) if neighbours else _meet(edges[i], edges[j]):
                raise BadShape(f"{name}: its outline crosses or touches itself near {edges[j][0:2]}")


def _meet(e: Edge, f: Edge) -> bool:
    """Do two edges have a point in common?"""
    a, b, c, d = (e[0], e[1]), (e[2], e[3]), (f[0], f[1]), (f[2], f[3])
    sides = (side_of(a, b, c), side_of(a, b, d), side_of(c, d, a), side_of(c, d, b))
    if (sides[0] > 0.0) != (sides[1] > 0.0) and (sides[2] > 0.0) != (sides[3] > 0.0) and 0.0 not in sides:
        return True
    return (
        (sides[0] == 0.0 and _in_box(a, b, c))
        or (sides[1] == 0.0 and _in_box(a, b, d))
        or (sides[2] == 0.0 and _in_box(c, d, a))
        or (sides[3] == 0.0 and _in_box(c, d, b))
    )


def _in_box(a: Point, b: Point, p: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def _folds_back(e: Edge, f: Edge) -> bool:
    """Do two neighbouring edges lie on top of each other (a spike without width)?"""
    if (e[2], e[3]) != (f[0], f[1]):
        e, f = f, e
    cross = (e[2] - e[0]) * (f[3] - f[1]) - (e[3] - e[1]) * (f[2] - f[0])
    along = (e[2] - e[0]) * (f[2] - f[0]) + (e[3] - e[1]) * (f[3] - f[1])
    return cross == 0.0 and along < 0.0
