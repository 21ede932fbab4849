"""How far a mover sees from its place before anything at all may be met: whatever lies nearer is reached straight on."""

from __future__ import annotations

from math import asin, atan2, floor, hypot, inf, pi
from typing import Final

from vanguard.geometry.measuring import edge_gap
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.movement.sweep import encloses_strictly
from vanguard.geometry.shapes import Part

BINS: Final = 180
"""Directions in which the mover's own view is remembered."""


class Sky:
    """How far the mover's place sees in every direction before anything at all may be met; on the safe side."""

    __slots__ = ("x", "y", "clear")

    def __init__(self, around: Surroundings) -> None:
        self.x: Final[float] = around.x
        self.y: Final[float] = around.y
        self.clear: Final[list[float]] = [inf] * BINS
        for x, y, near, _, _ in around.discs:
            self._shade_disc(x, y, near)
        for zone in around.mover.zones:
            if zone.area is not None:
                self._shade_part(zone.area, around.radius)
            else:
                self._shade_disc(zone.x, zone.y, around.radius + zone.radius + zone.distance + 0.1)
        for features in (around.blocking, around.costly):
            for feature in features:
                self._shade_part(feature.part, around.radius)
                if feature.part.closed and encloses_strictly(feature.part, self.x, self.y):
                    self._shade(0.0, pi, 0.0)

    def sees(self, x: float, y: float, far: float) -> bool:
        """Is the place surely seen, with nothing met on the way?"""
        share = atan2(y - self.y, x - self.x) / (2.0 * pi)
        return far <= self.clear[int((share + 1.0) * BINS) % BINS]

    def _shade_disc(self, x: float, y: float, radius: float) -> None:
        far = hypot(x - self.x, y - self.y)
        if far <= radius + 1e-9:
            self._shade(0.0, pi, 0.0)
        else:
            self._shade(atan2(y - self.y, x - self.x), asin(radius / far), far - radius)

    def _shade_part(self, part: Part, radius: float) -> None:
        for edge in part.edges:
            gap = edge_gap(self.x, self.y, edge)
            if gap <= radius + 1e-9:
                self._shade(0.0, pi, 0.0)
                return
            first = atan2(edge[1] - self.y, edge[0] - self.x)
            second = atan2(edge[3] - self.y, edge[2] - self.x)
            turn = second - first
            if turn > pi:
                turn -= 2.0 * pi
            elif turn < -pi:
                turn += 2.0 * pi
            self._shade(first + turn * 0.5, abs(turn) * 0.5 + asin(radius / gap), gap - radius)

    def _shade(self, angle: float, half: float, far: float) -> None:
        width = 2.0 * pi / BINS
        low = floor((angle - half) / width)
        high = floor((angle + half) / width)
        if high - low >= BINS:
            low = 0
            high = BINS - 1
        for k in range(low, high + 1):
            if far < self.clear[k % BINS]:
                self.clear[k % BINS] = far
