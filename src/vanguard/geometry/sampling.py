"""Which points of a base look, and which are looked at."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final

from vanguard.geometry.shapes import Base, Point, Point3

Level = tuple[float, float]
"""A height on a base: a fraction of the body height, plus an offset above the base's elevation."""


class Sampling:
    """Which points of a base look, or are looked at: its axis, points on its rim, or points across the line of sight.

    `rim` points are evenly spaced, the first to the east; `across` are fractions of the radius to either side of the
    line between the two centres. All of them stand at every one of the levels.
    """

    __slots__ = ("axis", "across", "levels", "of_body", "_circle")

    def __init__(
        self,
        levels: Iterable[Level],
        axis: bool = True,
        rim: int = 0,
        across: Iterable[float] = (),
        of_body: bool = True,
    ) -> None:
        """`of_body` takes the body radius, else the base radius."""
        self.levels: Final[tuple[Level, ...]] = tuple(levels)
        self.axis: Final[bool] = axis
        self.across: Final[tuple[float, ...]] = tuple(across)
        self.of_body: Final[bool] = of_body
        self._circle: Final[tuple[Point, ...]] = tuple(
            [(cos(2.0 * pi * i / rim), sin(2.0 * pi * i / rim)) for i in range(rim)]
        )

    def radius(self, base: Base) -> float:
        """How far from the axis the points lie at most."""
        if not self._circle and not self.across:
            return 0.0
        return base.body_radius if self.of_body else base.radius

    def plan(self, base: Base, ux: float, uy: float) -> list[Point]:
        """The points seen from above, for a line of sight in direction (ux, uy)."""
        radius = base.body_radius if self.of_body else base.radius
        points: list[Point] = [(base.x, base.y)] if self.axis else []
        for c, s in self._circle:
            points.append((base.x + radius * c, base.y + radius * s))
        for share in self.across:
            points.append((base.x - uy * radius * share, base.y + ux * radius * share))
        return points

    def heights(self, base: Base) -> list[float]:
        return [base.elevation + fraction * base.height + offset for fraction, offset in self.levels]

    def points(self, base: Base, ux: float, uy: float) -> list[Point3]:
        """The points of the base, level by level, for a line of sight in direction (ux, uy)."""
        plan = self.plan(base, ux, uy)
        return [(x, y, z) for z in self.heights(base) for x, y in plan]
