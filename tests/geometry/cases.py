"""Random tables for property tests, the same on every run.

Cases are numbered: each property draws its table from its own name and the number, so that a hundred thousand cases can be
played in slices and any one of them again. `make fuzz` sets how many (`VANGUARD_FUZZ_CASES`, from `VANGUARD_FUZZ_FIRST`);
the number of a case that fails is told with the failure and kept in kept_cases.txt. Half of the scenes lie on a coarse
grid, where grazes, shared corners and exact contacts are common instead of impossible.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import wraps
from math import ceil, cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

from shapely.geometry import LineString, Polygon  # type: ignore[import-untyped]

from vanguard.geometry.shapes import BadShape, Base, Part, Point, rectangle

Check = Callable[..., None]

CASES = int(os.environ.get("VANGUARD_FUZZ_CASES", "0"))
"""How many cases of every property `make fuzz` wants; 0 for as many as each property says itself."""

FIRST = int(os.environ.get("VANGUARD_FUZZ_FIRST", "0"))
"""The number of the first case."""

SLICE = 2000
"""A long run is dealt out in tests of this many cases, so that a bar can move and all cores have work."""

KEPT = Path(__file__).with_name("kept_cases.txt")
"""Cases that once failed, written by `make fuzz`: `number property` on each line."""


def cases(usual: int, each: int = 1) -> Callable[[Check], Any]:
    """Run a test on this many random cases: its first argument is a `Random`, the rest are fixtures and parameters.

    Where a table is dear and many questions are asked about it, `each` says how many cases one table is worth.
    """

    def decorate(check: Check) -> Any:
        @wraps(check)
        def on_each(numbers: Sequence[int], **others: Any) -> None:
            for number in numbers:
                try:
                    check(Random(f"{check.__name__} {number}"), **others)
                except BaseException as failure:
                    failure.add_note(f"case {number} of {check.__name__}")
                    raise

        dice, *others = inspect.signature(check).parameters.values()
        numbers = dice.replace(name="numbers", annotation=Sequence[int])
        on_each.__signature__ = inspect.Signature([numbers, *others])  # type: ignore[attr-defined]
        on_each.usual_cases = (usual, each)  # type: ignore[attr-defined]
        return on_each

    return decorate


def slices(usual: int, each: int, name: str) -> list[Sequence[int]]:
    """The numbers of the tables to try, in slices; the first one has the kept cases of this property too."""
    last = FIRST + ceil((CASES or usual) / each)
    size = ceil(SLICE / each)
    found: list[Sequence[int]] = [range(start, min(start + size, last)) for start in range(FIRST, last, size)]
    kept = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.is_file() else []
    again = [int(number) for number, of in (line.split() for line in kept) if of == name]
    return [[*again, *found[0]], *found[1:]] if again else found


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
