"""The strip of table between two bases that all lines of sight keep to: what reaches into it, and what alone shuts it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from vanguard.geometry.pieces import ConvexPiece
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, Part

if TYPE_CHECKING:
    from vanguard.geometry.sight import Sight


class Lane:
    """The strip of table swept by all rays of a pair, and the frame in which it runs straight ahead."""

    __slots__ = ("x", "y", "ux", "uy", "length", "near", "far", "first", "last", "half_width", "low", "high")

    def __init__(self, sight: Sight, viewer: Base, target: Base) -> None:
        self.x: Final[float] = viewer.x
        self.y: Final[float] = viewer.y
        dx, dy = target.x - viewer.x, target.y - viewer.y
        length = sqrt(dx * dx + dy * dy)
        self.length: Final[float] = length
        self.ux: Final[float] = dx / length if length > 0.0 else 1.0
        self.uy: Final[float] = dy / length if length > 0.0 else 0.0
        self.near: Final[float] = sight.eyes.radius(viewer)
        self.far: Final[float] = sight.marks.radius(target)
        # Of two that stand above each other the one's points may lie behind the other's.
        self.first: Final[float] = min(-self.near, length - self.far)
        self.last: Final[float] = max(self.near, length + self.far)
        self.half_width: Final[float] = max(self.near, self.far)
        low, high = inf, -inf
        for fraction, offset in sight.eyes.levels:
            z = viewer.elevation + fraction * viewer.height + offset
            low, high = min(low, z), max(high, z)
        for fraction, offset in sight.marks.levels:
            z = target.elevation + fraction * target.height + offset
            low, high = min(low, z), max(high, z)
        self.low: Final[float] = low
        self.high: Final[float] = high

    def misses_circle(self, x: float, y: float, radius: float) -> bool:
        """Does the circle lie clear of the lane?"""
        px, py = x - self.x, y - self.y
        off = self.ux * py - self.uy * px
        reach = self.half_width + radius
        if off >= reach or off <= -reach:
            return True
        along = self.ux * px + self.uy * py
        return along <= self.first - radius or along >= self.last + radius

    def misses_part(self, part: Part) -> bool:
        """Do all corners lie on one side of the lane?"""
        left = right = behind = beyond = True
        for x, y in part.points:
            px, py = x - self.x, y - self.y
            off = self.ux * py - self.uy * px
            along = self.ux * px + self.uy * py
            left = left and off >= self.half_width
            right = right and off <= -self.half_width
            behind = behind and along <= self.first
            beyond = beyond and along >= self.last
            if not (left or right or behind or beyond):
                return False
        return True

    def shut_by(self, screen: Screen, graze: float) -> bool:
        """Does the screen alone stop every ray of the lane? (May say no where it does.)"""
        if self.high >= screen.top or self.low <= screen.bottom or screen.part.stretches:
            return False
        return self.shut_in_plan(screen, graze)

    def shut_in_plan(self, screen: Screen, graze: float) -> bool:
        """The same seen from above, as if the screen were endlessly high and had no windows."""
        if self.length - self.near - self.far <= graze:
            return False
        if screen.is_chain:
            return self._shut_by_chain(screen)
        for piece in screen.pieces:
            if self._shut_by_piece(piece, graze):
                return True
        return False

    def _shut_by_piece(self, piece: ConvexPiece, graze: float) -> bool:
        """A bar from a corner left of the lane over the core to a corner right of it, all of it between the bases.

        Depth below the outline grows evenly from each corner to the core, so the bar is deep enough in the whole lane
        if it is where it enters and leaves the lane.
        """
        left = right = 0.0
        left_along = right_along = 0.0
        for x, y in piece.points:
            px, py = x - self.x, y - self.y
            off = self.ux * py - self.uy * px
            if off > left:
                left, left_along = off, self.ux * px + self.uy * py
            elif off < right:
                right, right_along = off, self.ux * px + self.uy * py
        width = self.half_width
        if left <= width or right >= -width:
            return False
        px, py = piece.core_x - self.x, piece.core_y - self.y
        core = self.ux * py - self.uy * px
        core_along = self.ux * px + self.uy * py
        if -width < core < width and not self._between(core_along):
            return False
        for edge in (-width, width):
            tip, tip_along = (left, left_along) if edge > core else (right, right_along)
            share = (tip - edge) / (tip - core)
            if piece.depth * share <= graze or not self._between(tip_along + share * (core_along - tip_along)):
                return False
        return True

    def _between(self, along: float) -> bool:
        return self.near < along < self.length - self.far

    def _shut_by_chain(self, screen: Screen) -> bool:
        """The chain runs from one side of the lane to the other, all of it between the bases."""
        was_left = was_right = False
        for x, y in screen.part.points:
            px, py = x - self.x, y - self.y
            if not self._between(self.ux * px + self.uy * py):
                was_left = was_right = False
                continue
            off = self.ux * py - self.uy * px
            if off > self.half_width:
                if was_right:
                    return True
                was_left = True
            elif off < -self.half_width:
                if was_left:
                    return True
                was_right = True
        return False


def screens_in_lane(lane: Lane, screens: list[Screen], ignored: Sequence[str]) -> list[Screen]:
    """The screens that can touch a ray of the lane."""
    found: list[Screen] = []
    for screen in screens:
        if lane.misses_circle(screen.centre_x, screen.centre_y, screen.reach):
            continue
        if lane.low >= screen.top or lane.high < screen.bottom:
            continue
        if screen.name in ignored or lane.misses_part(screen.part):
            continue
        found.append(screen)
    return found


def bodies_in_lane(lane: Lane, viewer: Base, target: Base, bodies: Sequence[Base]) -> list[Base]:
    """The bodies, other than the two, that can touch a ray of the lane."""
    return [
        body
        for body in bodies
        if not lane.misses_circle(body.x, body.y, body.body_radius)
        and body.key != viewer.key
        and body.key != target.key
    ]
