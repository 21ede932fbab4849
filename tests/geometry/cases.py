"""Random tables for property tests, the same on every run.

A case is drawn as a seed: scenes are large and shrink badly, seeds are cheap, so that a hundred thousand cases are
affordable (`VANGUARD_FUZZ_CASES` sets how many; a failure prints the seed). Half of the scenes lie on a coarse grid, where
grazes, shared corners and exact contacts are common instead of impossible.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon  # type: ignore[import-untyped]

from vanguard.geometry.shapes import BadShape, Base, Part, Point, rectangle

Check = Callable[..., None]


def cases(count: int) -> Callable[[Check], Any]:
    """Run a test that takes a `Random` on this many scenes."""
    count = int(os.environ.get("VANGUARD_FUZZ_CASES", "0")) or count

    def decorate(check: Check) -> Any:
        def with_seed(seed: int) -> None:
            check(Random(seed))

        with_seed.__name__ = check.__name__
        with_seed.__doc__ = check.__doc__
        with_seed.__module__ = check.__module__
        configured = settings(
            max_examples=count,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        return configured(given(st.integers(0, 2**48))(with_seed))

    return decorate


class Scene:
    """Draws shapes on a table of the given size, either on a half-unit grid or anywhere."""

    def __init__(self, dice: Random, size: float = 20.0, grid: bool | None = None) -> None:
        self.dice = dice
        self.size = size
        self.grid = dice.random() < 0.5 if grid is None else grid

    def number(self, low: float, high: float) -> float:
        value = self.dice.uniform(low, high)
        return round(value * 2.0) / 2.0 if self.grid else round(value, 3)

    def point(self) -> Point:
        return (self.number(0.0, self.size), self.number(0.0, self.size))

    def base(self, key: str = "b") -> Base:
        x, y = self.point()
        radius = self.dice.choice([0.5, 1.0]) if self.grid else self.dice.choice([0.492, 0.63, 0.787, 1.181])
        elevation = self.dice.choice([0.0, 0.0, 0.0, 1.5, 3.0])
        return Base(key, x, y, radius, elevation, self.dice.choice([1.0, 1.5, 2.5]), radius * 0.75)

    def polygon(self, name: str = "part", bottom: float = 0.0, top: float | None = None) -> Part:
        """A rectangle or a star-shaped polygon, convex or not."""
        height = self.number(0.5, 4.0) if top is None else top
        while True:
            try:
                return Part(name, self._outline(), True, bottom, bottom + height)
            except BadShape:
                continue  # rounding made it crooked: draw another

    def chain(self, name: str = "wall") -> Part:
        while True:
            try:
                points = [self.point()]
                for _ in range(self.dice.randint(1, 3)):
                    x, y = points[-1]
                    points.append((x + self.number(-3.0, 3.0), y + self.number(-3.0, 3.0)))
                return Part(name, points, False, 0.0, self.number(0.5, 3.0))
            except BadShape:
                continue

    def _outline(self) -> list[Point]:
        x, y = self.point()
        if self.dice.random() < 0.4:
            turned = 0.0 if self.grid else self.dice.uniform(0.0, 180.0)
            return rectangle(x, y, max(0.5, self.number(0.5, 5.0)), max(0.5, self.number(0.5, 5.0)), turned)
        count = self.dice.randint(3, 8)
        turns = sorted(self.dice.uniform(0.0, 2.0 * pi) for _ in range(count))
        reach = [self.number(0.5, 3.0) for _ in range(count)]
        corners = [(x + reach[i] * cos(turns[i]), y + reach[i] * sin(turns[i])) for i in range(count)]
        if self.grid:
            corners = [(round(2.0 * a) / 2.0, round(2.0 * b) / 2.0) for a, b in corners]
        return corners


def as_shapely(part: Part) -> Polygon | LineString:
    return Polygon(part.points) if part.closed else LineString(part.points)
