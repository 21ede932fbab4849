"""The battlefield: its terrain as movers meet it and as eyes meet it, and what has been seen on it so far."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from vanguard.geometry.cover import clear_of
from vanguard.geometry.lanes import Lane
from vanguard.geometry.measuring import disc_overlaps, gap, part_within
from vanguard.geometry.movement import EdgeKind, Feature, Ground, deck, impassable, keep_off, traversable
from vanguard.geometry.movement.ground import KeepOut
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, Part, Point, Table
from vanguard.geometry.sight import Sampling, Sight
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    BREACHABLE,
    DENSE_COVER,
    DIFFICULT_GROUND,
    OBSCURING,
    SCALEABLE,
    UNSTABLE_POSITION,
    BattlefieldMap,
    TerrainPiece,
)

TOLERANCE: Final = 0.001
"""Comparisons forgive a thousandth, in favour of `within`."""

STEP: Final = 1.001
"""Terrain of 1" or less is moved over as if it were not there (core.move.low-terrain)."""
LOW: Final = 1.0

OBSCURING_HEIGHT: Final = 5.0
DENSE_HEIGHT: Final = 3.0
OBSTACLE_REACH: Final = 3.0

EYES: Final = Sampling(levels=[(0.5, 0.0), (1.0, 0.0)], rim=8)
MARKS: Final = Sampling(levels=[(0.1, 0.0), (0.5, 0.0), (1.0, 0.0)], rim=8)
FOOT: Final = Sampling(levels=[(0.0, 0.0)], rim=8)

STARTS: Final = 16
CIRCLE: Final[tuple[Point, ...]] = tuple(
    [(cos(2.0 * pi * i / STARTS), sin(2.0 * pi * i / STARTS)) for i in range(STARTS)]
)

SIDE: Final = EdgeKind("climb", 1.0, 1.0, False)
"""Vertical distance up and down counts against the move (core.move.climb)."""


class Glance:
    """Whether one base sees another from where both stand."""

    __slots__ = ("seen", "target", "viewer")

    def __init__(self, viewer: Base, target: Base, seen: bool) -> None:
        self.viewer: Final[Base] = viewer
        self.target: Final[Base] = target
        self.seen: Final[bool] = seen


class Battlefield:
    """A map, prepared. Never changed; what was seen is remembered for the very bases it was seen from."""

    __slots__ = (
        "map", "table", "pieces", "screens", "obscuring", "dense", "difficult", "unstable", "upright", "tops", "levels", "footprints",
        "sight", "in_plan", "glances", "clear_lines", "barred", "_grounds",
    )  # fmt: skip

    def __init__(self, battlefield_map: BattlefieldMap) -> None:
        size = battlefield_map.size
        self.map: Final[BattlefieldMap] = battlefield_map
        self.pieces: Final[tuple[TerrainPiece, ...]] = battlefield_map.pieces
        parts = [part for piece in self.pieces for part in (piece.footprint, *piece.walls, *piece.floors)]
        self.table: Final[Table] = Table(size.width, size.depth, "in", parts)
        self.footprints: Final[dict[str, Screen]] = {it.key: Screen(it.footprint, True) for it in self.pieces}
        self.obscuring: Final[list[TerrainPiece]] = [
            it for it in self.pieces if it.has(OBSCURING) and it.height >= OBSCURING_HEIGHT - TOLERANCE
        ]
        self.dense: Final[list[TerrainPiece]] = [
            it for it in self.pieces if it.has(DENSE_COVER) and it.height >= DENSE_HEIGHT - TOLERANCE
        ]
        self.difficult: Final[list[TerrainPiece]] = [it for it in self.pieces if it.has(DIFFICULT_GROUND)]
        self.unstable: Final[list[KeepOut]] = [
            keep_off(it.footprint, True) for it in self.pieces if it.has(UNSTABLE_POSITION)
        ]
        self.upright: Final[list[Part]] = [part for it in self.pieces for part in upright_of(it)]
        """Walls and sides, across which nobody can end a move."""
        self.tops: Final[list[Part]] = [part for it in self.pieces for part in tops_of(it)]
        """Floors, and terrain that can be stood on."""
        self.levels: Final[tuple[float, ...]] = tuple(sorted({part.top for part in self.tops}))
        """The elevations of those."""
        solids = [part for it in self.pieces for part in solids_of(it)]
        self.sight: Final[Sight] = Sight(EYES, MARKS, solids)
        self.in_plan: Final[Sight] = Sight(FOOT, FOOT, [])
        self.glances: dict[tuple[str, str], Glance] = {}
        self.clear_lines: dict[tuple[str, str, str], Glance] = {}
        self.barred: dict[tuple[str, tuple[str, ...], int], tuple[object, ...]] = {}
        """Charges (who, at whom, how far) that no way was found for, with what decided it: who charged, and all who stood on the
        table and where. Games on the same map share this, so nothing of that may be left out."""
        self._grounds: dict[tuple[bool, bool, bool], Ground] = {}

    # -- what is in the way of a mover ------------------------------------------------------------------------------------

    def ground(self, breaches: bool, scales: bool, avoiding: bool) -> Ground:
        """The terrain for one kind of mover: does it pass breachable walls, may it stand on scaleable terrain, and does
        this way avoid Difficult Ground altogether?"""
        key = (breaches, scales, avoiding)
        ground = self._grounds.get(key)
        if ground is None:
            features = [feature for it in self.pieces for feature in features_of(it, breaches, scales)]
            if avoiding:
                features += [impassable(tall(it.footprint), it.name) for it in self.difficult]
            ground = Ground(self.table, features, TOLERANCE, STEP)
            self._grounds[key] = ground
        return ground

    # -- visibility ---------------------------------------------------------------------------------------------------------

    def sees(self, viewer: Base, target: Base, towers: bool = False) -> bool:
        """Is any part of the target seen from any part of the viewer, past solid terrain and Obscuring features? A target
        that towers is seen across the latter."""
        if viewer.key == target.key:
            return True
        keys = (viewer.key, target.key)
        glance = self.glances.get(keys)
        if glance is not None and glance.viewer is viewer and glance.target is target:
            return glance.seen
        seen = self._looks(viewer, target, towers)
        self.glances[keys] = Glance(viewer, target, seen)
        return seen

    def _looks(self, viewer: Base, target: Base, towers: bool) -> bool:
        if not towers and self.obscured_by(viewer, target) is not None:
            return False
        return self._heads_clear(viewer, target) or self.sight.sees(viewer, target)

    def _heads_clear(self, viewer: Base, target: Base) -> bool:
        """Does no solid lie across the line from head to head in plan? Then they see each other; most lines are like that."""
        for screen in self.sight.screens:
            if crosses(screen.part, viewer.x, viewer.y, target.x, target.y):
                return False
        return True

    def obscured_by(self, viewer: Base, target: Base) -> TerrainPiece | None:
        """The Obscuring feature that every line between the two passes through or over; models within it see out of it."""
        for piece in self.obscuring:
            part = piece.footprint
            if not crosses(part, viewer.x, viewer.y, target.x, target.y):
                continue
            if is_within(part, viewer) or is_within(part, target):
                continue
            if self._every_line_crosses(part, self.footprints[piece.key], viewer, target):
                return piece
        return None

    def _every_line_crosses(self, part: Part, screen: Screen, viewer: Base, target: Base) -> bool:
        if Lane(self.in_plan, viewer, target).shut_in_plan(screen, 0.0):
            return True
        ends = FOOT.plan(target, 0.0, 0.0)
        for ax, ay in FOOT.plan(viewer, 0.0, 0.0):
            for bx, by in ends:
                if not crosses(part, ax, ay, bx, by):
                    return False
        return True

    # -- lines to every part of a base --------------------------------------------------------------------------------------

    def has_clear_line(self, piece: TerrainPiece, attacker: Base, target: Base) -> bool:
        """Is there a point of the attacker's base from which lines to every part of the target's base miss the feature?"""
        keys = (piece.key, attacker.key, target.key)
        known = self.clear_lines.get(keys)
        if known is not None and known.viewer is attacker and known.target is target:
            return known.seen
        part = piece.footprint
        lane = Lane(self.in_plan, attacker, target)
        clear = lane.misses_part(part) or clear_of(self.footprints[piece.key], starts_of(attacker), target)
        self.clear_lines[keys] = Glance(attacker, target, clear)
        return clear


# -- measuring ----------------------------------------------------------------------------------------------------------------


def within(a: Base, b: Base, distance: float) -> bool:
    """Is the gap between two bases, elevations included, at most the distance?"""
    dx, dy = a.x - b.x, a.y - b.y
    limit = distance + TOLERANCE + a.radius + b.radius
    if dx * dx + dy * dy > limit * limit:
        return False
    return a.elevation == b.elevation or gap(a, b) <= distance + TOLERANCE


def within_flat(a: Base, b: Base, distance: float, height: float) -> bool:
    """Is the horizontal gap at most the distance and the vertical one at most the height?"""
    dx, dy = a.x - b.x, a.y - b.y
    limit = distance + TOLERANCE + a.radius + b.radius
    return dx * dx + dy * dy <= limit * limit and abs(a.elevation - b.elevation) <= height + TOLERANCE


def is_within(part: Part, base: Base) -> bool:
    """Does any part of the base overlap the footprint?"""
    return disc_overlaps(part, base.x, base.y, base.radius, TOLERANCE)


def is_near(part: Part, base: Base, distance: float) -> bool:
    """Is the nearest point of a feature, which ends at its top, at most so far from the base?"""
    above = max(0.0, base.elevation - part.top)
    reach = distance + TOLERANCE
    return above <= reach and part_within(base, part, sqrt(reach * reach - above * above))


def crosses(part: Part, ax: float, ay: float, bx: float, by: float) -> bool:
    """Does a line in plan pass through the inside of a polygon? Touching its border is not crossing."""
    if (ax < part.min_x and bx < part.min_x) or (ax > part.max_x and bx > part.max_x):
        return False
    if (ay < part.min_y and by < part.min_y) or (ay > part.max_y and by > part.max_y):
        return False
    dx, dy = bx - ax, by - ay
    left = right = False
    for x, y in part.points:
        side = dx * (y - ay) - dy * (x - ax)
        if side > 1e-6:
            left = True
        elif side < -1e-6:
            right = True
    if not (left and right):
        return False
    inside = False
    for x1, y1, x2, y2 in part.edges:
        first = dx * (y1 - ay) - dy * (x1 - ax)
        second = dx * (y2 - ay) - dy * (x2 - ax)
        if (first > 0.0) != (second > 0.0):
            ex, ey = x2 - x1, y2 - y1
            share = ((x1 - ax) * ey - (y1 - ay) * ex) / (dx * ey - dy * ex)
            if 1e-6 < share < 1.0 - 1e-6:
                return True
            inside = inside != (share >= 1.0 - 1e-6)
    return inside


def starts_of(base: Base) -> list[Point]:
    """Where lines may start: the centre and 16 points of the rim."""
    points: list[Point] = [(base.x, base.y)]
    for c, s in CIRCLE:
        points.append((base.x + base.radius * c, base.y + base.radius * s))
    return points


# -- terrain as it is met -------------------------------------------------------------------------------------------------


def solids_of(piece: TerrainPiece) -> list[Part]:
    """What of a feature stops sight: an Obstacle up to its height, a hill, the walls and floors of ruins."""
    if piece.is_area:
        return [*piece.walls, *piece.floors]
    return [piece.footprint, *piece.walls, *piece.floors]


def upright_of(piece: TerrainPiece) -> list[Part]:
    """What of a feature has sides that a base cannot stand across: walls, and what is higher than a step or no place to stop."""
    if piece.has(UNSTABLE_POSITION) or (not piece.is_area and piece.footprint.top > LOW + TOLERANCE):
        return [piece.footprint, *piece.walls]
    return list(piece.walls)


def tops_of(piece: TerrainPiece) -> list[Part]:
    """What of a feature can be stood on above the ground."""
    if piece.is_area or piece.has(UNSTABLE_POSITION) or piece.footprint.top <= LOW + TOLERANCE:
        return list(piece.floors)
    return [piece.footprint, *piece.floors]


def features_of(piece: TerrainPiece, breaches: bool, scales: bool) -> list[Feature]:
    """What a feature does to a mover: walls are passed through or climbed, tops are climbed on or climbed over."""
    found: list[Feature] = []
    passes = breaches and piece.has(BREACHABLE)
    for part in piece.walls:
        found.append(traversable(part, 0.0 if passes else 2.0 * part.top, "climb over"))
    stands = scales or not piece.has(SCALEABLE)
    for part in piece.floors:
        found.append(deck(part, SIDE, "climb") if stands else impassable(part, piece.name))
    if not piece.is_area and piece.footprint.top > LOW + TOLERANCE:
        if stands and not piece.has(UNSTABLE_POSITION):
            found.append(deck(piece.footprint, SIDE, "climb"))
        else:
            found.append(traversable(piece.footprint, 2.0 * piece.footprint.top, "climb over"))
    return found


def tall(part: Part) -> Part:
    """The footprint as something that nobody steps over, for ways round it."""
    return Part(f"{part.name} (avoided)", part.points, part.closed, 0.0, 100.0, part.traits, part.group)
