"""Any-ray visibility: which points of one base see which points of another, past terrain and bodies, in 3D.

A rulebook says with two `Sampling`s which points look and which are looked at, and with a `Sight` what stands in the
way and how. A `Look` answers for one pair of bases: seen at all, how much of it from each viewpoint, what blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from vanguard.geometry.lanes import Lane, bodies_in_lane, screens_in_lane
from vanguard.geometry.measuring import stretch_touched
from vanguard.geometry.sampling import Level, Sampling
from vanguard.geometry.screens import (
    Screen,
    body_entry,
    chain_crossings,
    joined_spans,
    prism_entry,
    prism_spans,
)
from vanguard.geometry.shapes import Base, Part, Point3

__all__ = ["Blocked", "Level", "Look", "Sampling", "Sight"]


class Blocked:
    """What stops a ray and where: a part, a window of a part (`stretch` is its index, else -1) or a body."""

    __slots__ = ("name", "stretch", "at")

    def __init__(self, name: str, stretch: int, at: float) -> None:
        self.name: Final[str] = name
        self.stretch: Final[int] = stretch
        self.at: Final[float] = at
        """Fraction of the ray from the viewpoint to the blocking point."""

    def sort_key(self) -> tuple[float, str]:
        return (self.at, self.name)


class Sight:
    """What can block or hide a line of sight, and how strictly. Prepared once per table, used for many looks.

    graze: a ray may run this far inside a solid or a body.  soft_limit: beyond this length inside soft parts it is
    hidden.  window_contact: a base this near to a window looks through it; negative if there are no windows.
    floors: a ray below a part's bottom (or a body's feet) passes; without, it is stopped below the top in any case.
    """

    __slots__ = ("eyes", "marks", "screens", "softs", "graze", "soft_limit", "window_contact", "floors")

    def __init__(
        self,
        eyes: Sampling,
        marks: Sampling,
        solids: Iterable[Part],
        softs: Iterable[Part] = (),
        graze: float = 1e-6,
        soft_limit: float = 0.0,
        window_contact: float = -1.0,
        floors: bool = True,
    ) -> None:
        self.eyes: Final[Sampling] = eyes
        self.marks: Final[Sampling] = marks
        self.screens: Final[list[Screen]] = [Screen(part, floors) for part in solids]
        self.softs: Final[list[Screen]] = [Screen(part, floors) for part in softs if part.closed]
        self.graze: Final[float] = graze
        self.soft_limit: Final[float] = soft_limit
        self.window_contact: Final[float] = window_contact
        self.floors: Final[bool] = floors

    def look(self, viewer: Base, target: Base, bodies: Sequence[Base] = (), ignored: Sequence[str] = ()) -> Look:
        """Look from viewer to target past the given bodies (never their own), through the parts named in `ignored`."""
        return Look(self, viewer, target, bodies, ignored)

    def sees(self, viewer: Base, target: Base, bodies: Sequence[Base] = (), ignored: Sequence[str] = ()) -> bool:
        return Look(self, viewer, target, bodies, ignored).seen()


class Storey:
    """What can stop the rays from one level of the viewer to one level of the target."""

    __slots__ = ("shut", "screens", "bodies")

    def __init__(self, shut: bool, screens: list[Screen], bodies: list[Base]) -> None:
        self.shut: Final[bool] = shut
        """A single part stops all of them."""
        self.screens: Final[list[Screen]] = screens
        self.bodies: Final[list[Base]] = bodies


class Look:
    """One base looking at another. Everything is worked out when it is first asked for."""

    __slots__ = (
        "sight",
        "viewer",
        "target",
        "lane",
        "screens",
        "_nearby",
        "_bodies",
        "_softs",
        "_eyes",
        "_marks",
        "_windows",
        "_shutting",
    )

    def __init__(
        self, sight: Sight, viewer: Base, target: Base, bodies: Sequence[Base], ignored: Sequence[str]
    ) -> None:  # fmt: skip
        self.sight: Final[Sight] = sight
        self.viewer: Final[Base] = viewer
        self.target: Final[Base] = target
        lane = Lane(sight, viewer, target)
        self.lane: Final[Lane] = lane
        self.screens: Final[list[Screen]] = screens_in_lane(lane, sight.screens, ignored)
        self._nearby: Final[Sequence[Base]] = bodies
        self._bodies: list[Base] | None = None
        self._softs: list[Screen] | None = None
        self._eyes: list[Point3] = []
        self._marks: list[Point3] = []
        self._windows: dict[tuple[str, int], bool] = {}
        self._shutting: list[int] = []

    # --- points -------------------------------------------------------------------------------------------------

    def eyes(self) -> list[Point3]:
        if not self._eyes:
            self._eyes = self.sight.eyes.points(self.viewer, self.lane.ux, self.lane.uy)
        return self._eyes

    def marks(self) -> list[Point3]:
        if not self._marks:
            self._marks = self.sight.marks.points(self.target, self.lane.ux, self.lane.uy)
        return self._marks

    def bodies(self) -> list[Base]:
        """The bodies, other than the two, that reach into the lane."""
        found = self._bodies
        if found is None:
            found = bodies_in_lane(self.lane, self.viewer, self.target, self._nearby)
            self._bodies = found
        return found

    def softs(self) -> list[Screen]:
        """The soft parts that reach into the lane."""
        found = self._softs
        if found is None:
            found = screens_in_lane(self.lane, self.sight.softs, ())
            self._softs = found
        return found

    # --- verdicts -----------------------------------------------------------------------------------------------

    def seen(self) -> bool:
        """Is at least one ray free?"""
        if not self.screens and not self.bodies():
            return True
        eye_heights = self.sight.eyes.heights(self.viewer)
        mark_heights = self.sight.marks.heights(self.target)
        mark_levels = highest_first(mark_heights)
        for i in highest_first(eye_heights):
            for j in mark_levels:
                storey = self._storey(eye_heights[i], mark_heights[j])
                if not storey.shut and self._storey_seen(storey, i, j):
                    return True
        return False

    def wholly_seen(self) -> bool:
        """Does some viewpoint see every point of the target, neither blocked nor hidden?"""
        if not self.screens and not self.bodies() and not self.softs():
            return True
        eye_heights = self.sight.eyes.heights(self.viewer)
        mark_heights = self.sight.marks.heights(self.target)
        for i in highest_first(eye_heights):
            storeys = [self._storey(eye_heights[i], height) for height in mark_heights]
            if any([storey.shut for storey in storeys]):
                continue
            for eye in self._at_level(self.eyes(), len(eye_heights), i):
                if self._sees_all(eye, storeys):
                    return True
        return False

    def _sees_all(self, eye: Point3, storeys: list[Storey]) -> bool:
        for j in range(len(storeys)):
            for mark in self._at_level(self.marks(), len(storeys), j):
                if self._stopped(storeys[j], eye, mark) or self.hidden(eye, mark):
                    return False
        return True

    def clear_counts(self) -> list[int]:
        """For every viewpoint, how many target points it sees neither blocked nor hidden."""
        eye_heights = self.sight.eyes.heights(self.viewer)
        mark_heights = self.sight.marks.heights(self.target)
        counts: list[int] = []
        for i in range(len(eye_heights)):
            storeys = [self._storey(eye_heights[i], height) for height in mark_heights]
            for eye in self._at_level(self.eyes(), len(eye_heights), i):
                clear = 0
                for j in range(len(mark_heights)):
                    if not storeys[j].shut:
                        clear += self._clear_count(storeys[j], eye, self._at_level(self.marks(), len(mark_heights), j))
                counts.append(clear)
        return counts

    def hidden(self, eye: Point3, mark: Point3) -> bool:
        """Does the ray run further through soft parts, below their tops, than the limit?"""
        return bool(self.softs()) and self.soft_length(eye, mark) > self.sight.soft_limit

    def soft_length(self, eye: Point3, mark: Point3) -> float:
        """Length of the ray inside soft parts below their tops; where they overlap it counts once."""
        spans: list[tuple[float, float]] = []
        for screen in self.softs():
            spans.extend(prism_spans(screen, eye[0], eye[1], eye[2], mark[0], mark[1], mark[2]))
        if not spans:
            return 0.0
        inside = 0.0
        for start, end in joined_spans(spans):
            inside += end - start
        dx, dy, dz = mark[0] - eye[0], mark[1] - eye[1], mark[2] - eye[2]
        return inside * sqrt(dx * dx + dy * dy + dz * dz)

    # --- explanations -------------------------------------------------------------------------------------------

    def blockers(self, eye: Point3, mark: Point3) -> list[Blocked]:
        """Everything that stops a ray, the nearest to the viewpoint first."""
        found: list[Blocked] = []
        ax, ay, az = eye
        bx, by, bz = mark
        for screen in self.screens:
            if screen.is_chain:
                crossing = self._chain_block(screen, eye, mark)
                if crossing is not None:
                    found.append(crossing)
                continue
            at = prism_entry(screen, ax, ay, az, bx, by, bz, self.sight.graze)
            if at >= 0.0:
                found.append(Blocked(screen.name, -1, at))
        for body in self.bodies():
            at = body_entry(body, ax, ay, az, bx, by, bz, self.sight.graze, self.sight.floors)
            if at >= 0.0:
                found.append(Blocked(body.key, -1, at))
        found.sort(key=Blocked.sort_key)
        return found

    # --- single rays --------------------------------------------------------------------------------------------

    def _storey(self, eye_height: float, mark_height: float) -> Storey:
        """What stands between two heights, or that a single part shuts the lane there."""
        low, high = min(eye_height, mark_height), max(eye_height, mark_height)
        standing: list[Screen] = []
        for k in range(len(self.screens)):
            screen = self.screens[k]
            if low >= screen.top or high < screen.bottom:
                continue
            if high < screen.top and low > screen.bottom and self._shuts(k):
                return Storey(True, [], [])
            standing.append(screen)
        bodies = self.bodies()
        if bodies and self.sight.floors:
            bodies = [body for body in bodies if low < body.elevation + body.height and high > body.elevation]
        return Storey(False, standing, bodies)

    def _shuts(self, k: int) -> bool:
        """Does the screen alone stop every ray below its top?"""
        if not self._shutting:
            self._shutting = [-1] * len(self.screens)
        if self._shutting[k] < 0:
            screen = self.screens[k]
            shuts = self.lane.shut_in_plan(screen, self.sight.graze)
            for i in range(len(screen.part.stretches)):
                shuts = shuts and not self._looks_through(screen.part, i)
            self._shutting[k] = 1 if shuts else 0
        return self._shutting[k] == 1

    def _at_level(self, points: list[Point3], levels: int, level: int) -> list[Point3]:
        if levels == 1:
            return points
        count = len(points) // levels
        return points[level * count : (level + 1) * count]

    def _storey_seen(self, storey: Storey, i: int, j: int) -> bool:
        if not storey.screens and not storey.bodies:
            return True
        eyes = self._at_level(self.eyes(), len(self.sight.eyes.levels), i)
        marks = self._at_level(self.marks(), len(self.sight.marks.levels), j)
        for k in range(min(len(eyes), len(marks))):
            # outermost points often see past a corner: try like with like before all with all
            if not self._stopped(storey, eyes[k], marks[k]):
                return True
        for eye in eyes:
            for mark in marks:
                if not self._stopped(storey, eye, mark):
                    return True
        return False

    def _clear_count(self, storey: Storey, eye: Point3, marks: list[Point3]) -> int:
        if not storey.screens and not storey.bodies and not self.softs():
            return len(marks)
        clear = 0
        for mark in marks:
            if not self._stopped(storey, eye, mark) and not self.hidden(eye, mark):
                clear += 1
        return clear

    def _stopped(self, storey: Storey, eye: Point3, mark: Point3) -> bool:
        ax, ay, az = eye
        bx, by, bz = mark
        graze = self.sight.graze
        screens = storey.screens
        for i in range(len(screens)):
            screen = screens[i]
            if screen.is_chain:
                stops = self._chain_block(screen, eye, mark) is not None
            else:
                stops = prism_entry(screen, ax, ay, az, bx, by, bz, graze) >= 0.0
            if stops:
                if i:  # what stopped this ray will probably stop the next
                    screens[i], screens[0] = screens[0], screen
                return True
        for body in storey.bodies:
            if body_entry(body, ax, ay, az, bx, by, bz, graze, self.sight.floors) >= 0.0:
                return True
        return False

    def _chain_block(self, screen: Screen, eye: Point3, mark: Point3) -> Blocked | None:
        for crossing in chain_crossings(screen, eye[0], eye[1], eye[2], mark[0], mark[1], mark[2]):
            window = -1
            for i in range(len(screen.part.stretches)):
                stretch = screen.part.stretches[i]
                if stretch.edge == crossing.segment and stretch.start <= crossing.along <= stretch.end:
                    if self._looks_through(screen.part, i):
                        window = i
                        break
            if window >= 0:
                stretch = screen.part.stretches[window]
                if stretch.sill <= crossing.height <= stretch.upper:
                    continue
            return Blocked(screen.name, window, crossing.at)
        return None

    def _looks_through(self, part: Part, index: int) -> bool:
        """Only who touches a window can look, or be seen, through it."""
        contact = self.sight.window_contact
        if contact < 0.0 or part.stretches[index].upper <= part.stretches[index].sill:
            return False
        known = self._windows.get((part.name, index))
        if known is None:
            known = stretch_touched(part, index, self.viewer, contact) or stretch_touched(
                part, index, self.target, contact
            )
            self._windows[(part.name, index)] = known
        return known


def highest_first(heights: list[float]) -> list[int]:
    """Indexes of the heights from the highest down: high points see over what low ones do not."""
    order: list[int] = []
    for i in range(len(heights)):
        at = len(order)
        while at > 0 and heights[order[at - 1]] < heights[i]:
            at -= 1
        order.insert(at, i)
    return order
