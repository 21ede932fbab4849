"""The killzone: its terrain, how it hides and hinders, and what has been seen on it so far."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, inf, pi, sin, sqrt
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.cover import Fan
from vanguard.geometry.lanes import Lane
from vanguard.geometry.measuring import gap, part_gap, part_within
from vanguard.geometry.movement import EdgeKind, Feature, Ground, deck, impassable, traversable
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, Part, Point, Table, rectangle
from vanguard.geometry.sight import Sampling, Sight
from vanguard.rulebooks.killteam_lite.profiles import KillzoneMap
from vanguard.tabletop.sight import SightMemory

WIDTH: Final = 30.0
DEPTH: Final = 22.0
TOLERANCE: Final = 0.001
"""Comparisons forgive a thousandth, in favour of `within`."""

DROP_ZONE_DEPTH: Final = 3.0
"""The one constant behind every drop zone without a mission's own (setup.drop-zone.depth)."""

EDGES: Final[tuple[str, ...]] = ("west", "east", "south", "north")
OPPOSITE: Final = {"west": "east", "east": "west", "south": "north", "north": "south"}

BARRICADE_LENGTH: Final = 2.0
BARRICADE_THICKNESS: Final = 0.5
BARRICADE_HEIGHT: Final = 1.0

SOLID: Final = "solid"
OPEN: Final = "open"
TRAVERSABLE: Final = "traversable"
STANDABLE: Final = "standable"
OVERHEAD: Final = "overhead"
TRAITS: Final[tuple[str, ...]] = (SOLID, OPEN, TRAVERSABLE, STANDABLE, OVERHEAD)

STEP: Final = 0.5
"""A part that rises less than this above what it stands on does not hinder."""
CROSSING: Final = 2.0
"""What it costs to cross traversable terrain."""

BASE_ITSELF: Final = 0.1
"""The lowest part of a figure is its base and cannot be seen as part of it."""
RIM_POINTS: Final = 16

HEAD: Final = Sampling(levels=[(1.0, 0.0)])
BODY: Final = Sampling(levels=[(1.0, 0.0), (0.5, 0.0), (0.0, BASE_ITSELF)], rim=RIM_POINTS)

RIM: Final = Sampling(levels=[(0.0, BASE_ITSELF)], rim=RIM_POINTS)
CIRCLE: tuple[Point, ...] = tuple(
    [(cos(2.0 * pi * i / RIM_POINTS), sin(2.0 * pi * i / RIM_POINTS)) for i in range(RIM_POINTS)]
)

COVER_REACH: Final = 1.0
TOO_CLOSE: Final = 2.0
OBSCURING_DISTANCE: Final = 2.0
PEERING_REACH: Final = 1.0

SIDE: Final = EdgeKind("side", 1.0, 1.0, False, 2.0)
"""Climbing costs the height rounded up to a multiple of 2\", dropping the height rounded down to one."""


MOST_REMEMBERED: Final = 4_000

NO_SCREENS: Final = Sight(RIM, RIM, [])
"""For the strip between two whole bases."""


class Sightline:
    """What is known of one operative looking at another, whatever their orders.

    `clear`: from some point of the looker's base the target is not Obscured; `open`: and not in Cover either.
    """

    __slots__ = ("_exposure", "clear", "visible")

    def __init__(self, visible: bool, exposure: Exposure | None) -> None:
        self.visible = visible
        self.clear = exposure is not None and exposure.clear
        self._exposure = exposure

    @property
    def open(self) -> bool:
        """Looked into when first asked for: Cover often makes no difference."""
        return self._exposure is not None and self._exposure.open


class Killzone:
    """A map with the barricades placed on it. Never changed once made: a barricade makes a new one."""

    __slots__ = (
        "map", "map_key", "barricades", "parts", "walls", "roofs", "levels", "sightlines", "_seen", "fans",
        "_table", "_screens", "_covers", "_ground", "_leaping",
    )  # fmt: skip

    def __init__(self, killzone_map: KillzoneMap, barricades: tuple[Part, ...] = ()) -> None:
        self.map = killzone_map
        self.map_key = killzone_map.key
        self.barricades = barricades
        self.parts: tuple[Part, ...] = tuple(
            [part for part in (*killzone_map.parts, *barricades) if is_significant(part)]
        )
        """All terrain that matters."""
        self.walls: list[tuple[float, float, float, float, Part]] = [
            (part.min_x, part.max_x, part.min_y, part.max_y, part) for part in self.parts if part.has(SOLID)
        ]
        """Solid parts, each with the box around it."""
        self.roofs: list[Part] = [part for part in self.parts if part.bottom > 0.0]
        self.levels: tuple[float, ...] = tuple(sorted({part.top for part in self.parts if part.has(STANDABLE)}))
        self._seen: SightMemory[bool] = SightMemory(MOST_REMEMBERED)
        self.sightlines: SightMemory[Sightline] = SightMemory(MOST_REMEMBERED)
        """How one operative sees another, whatever their orders."""
        self.fans = NO_SCREENS
        self._table: Table | None = None
        self._screens: Sight | None = None
        self._covers: list[tuple[float, float, float, float, Screen]] | None = None
        self._ground: Ground | None = None
        self._leaping: Ground | None = None

    @property
    def table(self) -> Table:
        if self._table is None:
            self._table = Table(WIDTH, DEPTH, "in", (*self.map.parts, *self.barricades))
        return self._table

    @property
    def screens(self) -> Sight:
        """What stops lines of sight."""
        if self._screens is None:
            self._screens = Sight(HEAD, BODY, ())
            self._screens.screens.extend([screen for _, _, _, _, screen in self.covers if screen.part.has(SOLID)])
        return self._screens

    @property
    def covers(self) -> list[tuple[float, float, float, float, Screen]]:
        """What gives Cover and obscures, each with the box around it: from x, to x, from y, to y."""
        if self._covers is None:
            screens = (*self.map.screens, *[Screen(barricade, True) for barricade in self.barricades])
            self._covers = [_boxed(screen) for screen in screens if is_significant(screen.part)]
        return self._covers

    @property
    def ground(self) -> Ground:
        """What the terrain does to an operative that moves."""
        if self._ground is None:
            self._ground = Ground(self.table, features(self.parts, CROSSING), TOLERANCE, STEP)
        return self._ground

    @property
    def leaping(self) -> Ground:
        """The same ground for an operative that crosses traversable parts for nothing."""
        if self._leaping is None:
            self._leaping = Ground(self.table, features(self.parts, 0.0), TOLERANCE, STEP)
        return self._leaping

    def let_go(self) -> None:
        """What was seen past barricades is of use to one game only; what was seen on the map alone is everybody's."""
        if self.barricades:
            self._seen.verdicts.clear()
            self.sightlines.verdicts.clear()

    def with_barricade(self, barricade: Part) -> Killzone:
        return Killzone(self.map, (*self.barricades, barricade))

    def sees(self, viewer: Base, target: Base) -> bool:
        """Is the target Visible: an unobstructed line from the head of one to any part of the other but its base?"""
        if viewer.key == target.key:
            return True
        return self._seen.verdict(viewer, target, self._sees)

    def _sees(self, viewer: Base, target: Base) -> bool:
        if self._heads_clear(viewer, target):
            return True
        return not self._walled_off(viewer, target) and self.screens.sees(viewer, target)

    def sightline(self, viewer: Base, target: Base) -> Sightline:
        return self.sightlines.verdict(viewer, target, self._sightline)

    def _sightline(self, viewer: Base, target: Base) -> Sightline:
        visible = self.sees(viewer, target)
        return Sightline(visible, Exposure(self, viewer, target) if visible else None)

    def _heads_clear(self, viewer: Base, target: Base) -> bool:
        """Does no solid part lie across the line from head to head? Then both see each other; most lines are like that."""
        ax, ay, bx, by = viewer.x, viewer.y, target.x, target.y
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        low, high = viewer.elevation + viewer.height, target.elevation + target.height
        if low > high:
            low, high = high, low
        dx, dy = bx - ax, by - ay
        upright = dx == 0.0 and dy == 0.0
        for min_x, max_x, min_y, max_y, part in self.walls:
            if max_x < west or min_x > east or max_y < south or min_y > north or part.top <= low or part.bottom >= high:
                continue
            if upright:  # a line straight up has no sides to lie on
                return False
            left = right = True
            for x, y in part.points:
                side = dx * (y - ay) - dy * (x - ax)
                left = left and side >= 0.0
                right = right and side <= 0.0
            if not (left or right):
                return False
        return True

    def _walled_off(self, viewer: Base, target: Base) -> bool:
        """Does one solid part alone stop every line? Most of those who do not see each other are parted like that."""
        lane = Lane(self.screens, viewer, target)
        for screen in self.screens.screens:
            if lane.shut_by(screen, self.screens.graze):
                return True
        return False

    def between(self, viewer: Base, target: Base) -> list[Screen]:
        """The parts that could intervene: high and low enough, not what either stands on, and somewhere between."""
        top_of_both = max(viewer.head, target.head)
        foot_of_both = min(viewer.elevation, target.elevation)
        wide = max(viewer.radius, target.radius)
        west, east = min(viewer.x, target.x) - wide, max(viewer.x, target.x) + wide
        south, north = min(viewer.y, target.y) - wide, max(viewer.y, target.y) + wide
        lane: Lane | None = None
        found: list[Screen] = []
        for min_x, max_x, min_y, max_y, screen in self.covers:
            if max_x < west or min_x > east or max_y < south or min_y > north:
                continue
            if screen.bottom >= top_of_both or screen.top <= foot_of_both:
                continue
            if lane is None:
                lane = Lane(self.fans, viewer, target)
            if lane.misses_part(screen.part):
                continue
            if screen.part.has(STANDABLE) and (stands_on(viewer, screen.part) or stands_on(target, screen.part)):
                continue
            found.append(screen)
        return found


class Exposure:
    """Is the target not Obscured, and is it open (neither Obscured nor in Cover), from the best point for the looker?

    The same start point counts for both; Cover counts only if it is there from every start that gives a clear line.
    """

    __slots__ = ("_clear_at", "_large", "_near", "_open", "_starts", "_whole", "clear", "target", "viewer")

    def __init__(self, killzone: Killzone, viewer: Base, target: Base) -> None:
        self.viewer = viewer
        self.target = target
        self._near: list[Screen] = []
        """What can give Cover."""
        self._whole: list[Screen] = []
        """What obscures wherever it is crossed."""
        self._large: list[Screen] = []
        """What obscures where it is crossed far enough from both."""
        self._sort(killzone.between(viewer, target))
        self._starts: list[Point] = []
        self._clear_at = 0
        """The first start that gives a clear line."""
        self.clear = not self._whole and not self._large
        if not self.clear and not self._shut(killzone):
            self._starts = start_points(viewer)
            self._clear_at = self._next_clear(0)
            self.clear = self._clear_at < len(self._starts)
        self._open: bool | None = None if self.clear and self._near else self.clear

    def _sort(self, between: list[Screen]) -> None:
        viewer, target = self.viewer, self.target
        for screen in between:
            gap_to_target = part_gap(target, screen.part)
            if gap_to_target <= COVER_REACH + TOLERANCE:
                self._near.append(screen)
            if screen.top <= target.head + TOLERANCE:
                continue
            if _wholly_near(screen, viewer, PEERING_REACH) or _wholly_near(screen, target, OBSCURING_DISTANCE):
                continue
            if gap_to_target > OBSCURING_DISTANCE + TOLERANCE and part_gap(viewer, screen.part) > PEERING_REACH:
                self._whole.append(screen)
            else:
                self._large.append(screen)
        if self._near and gap(viewer, target) <= TOO_CLOSE + TOLERANCE:
            self._near = []

    def _shut(self, killzone: Killzone) -> bool:
        """Does one part alone cross the fans from every start?

        Every fan holds the last stretch of the line between the centres: a point a share of the way along it lies off
        the middle of a fan by at most the looker's radius times what is left of the way, and within the target's radius
        times that share it is in the fan.
        """
        viewer, target = self.viewer, self.target
        share = viewer.radius / (viewer.radius + target.radius) + TOLERANCE
        x, y = viewer.x + (target.x - viewer.x) * share, viewer.y + (target.y - viewer.y) * share
        for screen in self._whole:
            if _crossed(screen.part, x, y, target.x, target.y):
                return True
        lane: Lane | None = None
        for screen in self._whole:
            if lane is None:
                lane = Lane(killzone.fans, viewer, target)
            if lane.shut_by(screen, 0.0):
                return True
        return False

    def _next_clear(self, at: int) -> int:
        """The next start from which the target is not Obscured."""
        while at < len(self._starts):
            fan = Fan(self._starts[at], self.target)
            if not _any_crosses(fan, self._whole) and not self._is_obscured(fan):
                break
            at += 1
        return at

    def _is_obscured(self, fan: Fan) -> bool:
        """Is there a large part whose section, without what is within 1\" of the looker, is more than 2\" away?"""
        viewer = self.viewer
        for screen in self._large:
            if _beside(fan, screen.part):
                continue
            left = fan.gap_to_section_beyond(screen, viewer.x, viewer.y, viewer.radius + PEERING_REACH)
            if OBSCURING_DISTANCE + TOLERANCE < left < inf:
                return True
        return False

    @property
    def open(self) -> bool:
        if self._open is None:
            self._open = self._is_open()
        return self._open

    def _is_open(self) -> bool:
        """Is there a start that gives a clear line past everything near?"""
        if not self._starts:
            self._starts = start_points(self.viewer)
        at = self._clear_at
        while at < len(self._starts):
            if not self._is_covered(Fan(self._starts[at], self.target)):
                return True
            at = self._next_clear(at + 1)
        return False

    def _is_covered(self, fan: Fan) -> bool:
        for screen in self._near:
            if _beside(fan, screen.part):
                continue
            if _crossed_near(screen.part, fan) or fan.gap_to_section(screen) <= COVER_REACH + TOLERANCE:
                return True
        return False


def _boxed(screen: Screen) -> tuple[float, float, float, float, Screen]:
    part = screen.part
    return (part.min_x, part.max_x, part.min_y, part.max_y, screen)


def _wholly_near(screen: Screen, base: Base, distance: float) -> bool:
    """Does the whole part lie within a distance of the base?"""
    reach = base.radius + distance
    for x, y in screen.part.points:
        dx, dy = x - base.x, y - base.y
        if dx * dx + dy * dy > reach * reach:
            return False
    return True


def _any_crosses(fan: Fan, screens: list[Screen]) -> bool:
    """Does any of the parts intervene? The middle line of the fan often tells."""
    for screen in screens:
        if _crossed(screen.part, fan.x, fan.y, fan.centre_x, fan.centre_y):
            return True
        if not _beside(fan, screen.part) and fan.overlaps(screen):
            return True
    return False


def _crossed_near(part: Part, fan: Fan) -> bool:
    """Does the middle line of the fan cross the part within an inch of the target? Then its section is as near."""
    ax, ay = fan.x, fan.y
    dx, dy = fan.centre_x - ax, fan.centre_y - ay
    length = sqrt(dx * dx + dy * dy)
    reach = fan.radius + COVER_REACH
    for x1, y1, x2, y2 in part.edges:
        first = dx * (y1 - ay) - dy * (x1 - ax)
        second = dx * (y2 - ay) - dy * (x2 - ax)
        if (first > 1e-6 and second < -1e-6) or (first < -1e-6 and second > 1e-6):
            ex, ey = x2 - x1, y2 - y1
            share = ((x1 - ax) * ey - (y1 - ay) * ex) / (dx * ey - dy * ex)
            if 0.0 < share < 1.0 and (1.0 - share) * length <= reach:
                return True
    return False


def _beside(fan: Fan, part: Part) -> bool:
    """Does the part lie wholly on one side of the fan, beyond one of its two straight borders?"""
    if not fan.triangle:
        return False
    x, y = fan.triangle[0]
    x1, y1 = fan.triangle[1]
    x2, y2 = fan.triangle[2]
    right = left = True
    for px, py in part.points:
        right = right and (x1 - x) * (py - y) - (y1 - y) * (px - x) <= 0.0
        left = left and (x2 - x) * (py - y) - (y2 - y) * (px - x) >= 0.0
        if not (right or left):
            return False
    return True


def _crossed(part: Part, ax: float, ay: float, bx: float, by: float) -> bool:
    """Does a line pass properly through one of the part's edges?"""
    dx, dy = bx - ax, by - ay
    for x1, y1, x2, y2 in part.edges:
        first = dx * (y1 - ay) - dy * (x1 - ax)
        second = dx * (y2 - ay) - dy * (x2 - ax)
        if (first > 1e-6 and second < -1e-6) or (first < -1e-6 and second > 1e-6):
            ex, ey = x2 - x1, y2 - y1
            before = ex * (ay - y1) - ey * (ax - x1)
            after = ex * (by - y1) - ey * (bx - x1)
            if (before > 1e-6 and after < -1e-6) or (before < -1e-6 and after > 1e-6):
                return True
    return False


def stands_on(base: Base, part: Part) -> bool:
    """Is this standable part (or one of those) what the operative stands on?"""
    if base.elevation <= 0.0 or abs(part.top - base.elevation) > TOLERANCE:
        return False
    return part_within(base, part, 0.0)


def start_points(base: Base) -> list[Point]:
    """Where lines may start: the centre and 16 points of the rim."""
    points: list[Point] = [(base.x, base.y)]
    for c, s in CIRCLE:
        points.append((base.x + base.radius * c, base.y + base.radius * s))
    return points


def is_significant(part: Part) -> bool:
    """A part that is neither standable nor overhead and rises less than half an inch does not matter."""
    return part.has(STANDABLE) or part.has(OVERHEAD) or part.top - part.bottom >= STEP - TOLERANCE


def features(parts: Iterable[Part], crossing: float) -> list[Feature]:
    """What each part does to an operative that moves."""
    found: list[Feature] = []
    for part in parts:
        if part.has(STANDABLE):
            found.append(deck(part, SIDE, "climb"))
        elif part.has(TRAVERSABLE):
            found.append(traversable(part, crossing, "crossing"))
        else:
            found.append(impassable(part, part.group or part.name))
    return found


def drop_zone(edge: str) -> tuple[float, float, float, float]:
    """The strip of a killzone edge: x from, y from, x to, y to."""
    if edge == "west":
        return (0.0, 0.0, DROP_ZONE_DEPTH, DEPTH)
    if edge == "east":
        return (WIDTH - DROP_ZONE_DEPTH, 0.0, WIDTH, DEPTH)
    if edge == "south":
        return (0.0, 0.0, WIDTH, DROP_ZONE_DEPTH)
    return (0.0, DEPTH - DROP_ZONE_DEPTH, WIDTH, DEPTH)


def wholly_inside(zone: tuple[float, float, float, float], x: float, y: float, radius: float) -> bool:
    """Is the whole disc inside the zone?"""
    x1, y1, x2, y2 = zone
    reach = radius - TOLERANCE
    return x1 + reach <= x <= x2 - reach and y1 + reach <= y <= y2 - reach


def barricade_at(number: int, x: float, y: float, turned: float) -> Part:
    """A barricade with its centre at a point, its length turned by an angle in degrees from the x axis."""
    name = f"barricade {number}"
    return Part(name, barricade_corners(x, y, turned), True, 0.0, BARRICADE_HEIGHT, (SOLID, TRAVERSABLE), name)


def barricade_corners(x: float, y: float, turned: float) -> list[Point]:
    corners = rectangle(x, y, BARRICADE_LENGTH, BARRICADE_THICKNESS, turned)
    return [(thousandth(px), thousandth(py)) for px, py in corners]
