"""A slow walk along a shown path, by what everybody can see of the table: is it free, and what must it cost at least?

It shares no code with the engine: parts and models come from the table and the view, shapely measures, and the walker
looks about at every fiftieth of an inch. Whoever could stand on several levels is followed on all of them at once.
"""

from __future__ import annotations

from math import ceil, floor, hypot, inf
from typing import Any

from shapely import prepare
from shapely.geometry import LineString, Point, Polygon

from vanguard.core.promises import WalkPrices

PACE = 0.02
HAIR = 0.012
"""Rulebooks forgive a hundredth; a little more for looking only now and then."""
STEP = 0.5
LEVEL_GAP = 0.1
LOW = 2.0
"""An obstacle up to this height is crossed, a taller one climbed."""


class Walker:
    """One model on one table, among all the others."""

    def __init__(self, table: dict[str, Any], view: dict[str, Any], mover: str, prices: WalkPrices) -> None:
        (me,) = [model for model in view["models"] if model["key"] == mover]
        self.radius: float = me["radius"]
        self.height: float = me["height"]
        self.elevation: float = me["elevation"]
        self.start = (me["x"], me["y"])
        self.prices = prices
        self.others = [m for m in view["models"] if m["key"] != mover and m["on_table"]]
        self.width, self.depth = table["width"], table["depth"]
        self.parts: list[tuple[dict[str, Any], Any]] = []
        for part in table["parts"]:
            shape = Polygon(part["points"]) if part["closed"] else LineString(part["points"])
            prepare(shape)
            self.parts.append((part, shape))
        self.decks = {part["top"] for part, _ in self.parts if "standable" in part["traits"]}

    def least_cost(self, path: list[list[float]]) -> float:
        """The least a walk along these points can cost; infinite where somebody or something is in the way."""
        here = self.start
        costs = {self.elevation: 0.0}
        for there in [(point[0], point[1]) for point in path]:
            length = hypot(there[0] - here[0], there[1] - here[1])
            paces = max(1, ceil(length / PACE))
            for k in range(1, paces + 1):
                before = self._between(here, there, (k - 1) / paces)
                after = self._between(here, there, k / paces)
                costs = self._pace(costs, before, after)
                if not costs:
                    return inf
            here = there
        return min(costs.values())

    @staticmethod
    def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
        return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)

    def _pace(
        self, costs: dict[float, float], before: tuple[float, float], after: tuple[float, float]
    ) -> dict[float, float]:
        """One pace on every level one can be on: its length, doubled where it is hard going, and what it crosses."""
        a, b = Point(before), Point(after)
        found: dict[float, float] = {}
        for z, cost in costs.items():
            onto = self._platform_level(b) if not self.decks else z
            climbed = self._climb(a, b, z, onto) if onto != z else 0.0
            total = cost + climbed + self._length(a, b, onto) + self._fees(a, b, z)
            if total < inf and self._free(a, b, onto):
                found[onto] = min(total, found.get(onto, inf))
        for z in list(found):
            self._change_decks(found, b, z)
        return found

    # -- levels ------------------------------------------------------------------------------------------------------

    def _platform_level(self, at: Point) -> float:
        """Where the place itself decides how high one stands."""
        tops = [part["top"] for part, shape in self.parts if "platform" in part["traits"] and shape.covers(at)]
        return max(tops, default=0.0)

    def _climb(self, a: Point, b: Point, z: float, onto: float) -> float:
        """Down may be dropped for nothing; up costs what the edge crossed says, by the inch."""
        if onto < z:
            return 0.0
        best = inf
        for part, shape in self.parts:
            if "platform" in part["traits"] and part["top"] == onto and shape.covers(b):
                corners = [*part["points"], part["points"][0]]
                crossing = min(range(len(corners) - 1), key=lambda i: LineString(corners[i : i + 2]).distance(b))
                by_the_inch = self._by_the_inch(part["edges"][crossing])
                for stretch in part["stretches"]:
                    if LineString(stretch["points"]).distance(b) < 2 * PACE:
                        by_the_inch = min(by_the_inch, self._by_the_inch(stretch["kind"]))
                best = min(best, by_the_inch * (onto - z))
        return best

    def _by_the_inch(self, kind: str) -> float:
        return {"stairs": 0.0, "ladder": self.prices.ladder, "climbable": self.prices.climb}.get(kind, inf)

    def _change_decks(self, found: dict[float, float], at: Point, z: float) -> None:
        """Up or down the side of whatever can be stood on, where the base touches it."""
        for part, shape in self.parts:
            top = part["top"]
            if "standable" in part["traits"] and shape.distance(at) <= self.radius + HAIR:
                if z < top:
                    found[top] = min(found.get(top, inf), found[z] + self._rounded(top - z, ceil) * self.prices.climb)
                for lower in (0.0, *self.decks):
                    if z == top and lower < top:
                        down = found[z] + self._rounded(top - lower, floor) * self.prices.climb
                        found[lower] = min(found.get(lower, inf), down)

    def _rounded(self, height: float, way: Any) -> float:
        unit = self.prices.rounded_to
        return float(way(height / unit) * unit) if unit else height

    # -- prices ------------------------------------------------------------------------------------------------------

    def _length(self, a: Point, b: Point, z: float) -> float:
        length = float(a.distance(b))
        middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        hard = [shape for part, shape in self.parts if "difficult" in part["traits"] and part["top"] > z]
        return 2.0 * length if any(shape.contains(middle) for shape in hard) else length

    def _fees(self, a: Point, b: Point, z: float) -> float:
        total = 0.0
        for part, shape in self.parts:
            traits = part["traits"]
            if "obstacle" in traits and self._crosses(a, b, shape):
                low = part["top"] <= LOW + 1e-9
                total += self.prices.crossing if low else self.prices.climb * part["top"]
            elif "wall" in traits and self._crosses(a, b, shape):
                windows = [LineString(s["points"]) for s in part["stretches"] if s["kind"] == "window"]
                total += self.prices.crossing if any(w.distance(b) < 2 * PACE for w in windows) else inf
            elif "traversable" in traits and part["bottom"] < z + self.height and part["top"] > z + STEP:
                reach = self.radius - 0.002
                if shape.distance(b) < reach <= shape.distance(a):
                    total += self.prices.crossing
        return total

    @staticmethod
    def _crosses(a: Point, b: Point, shape: Any) -> bool:
        """From one side to the other; a pace that only comes to lie on the line has not crossed it yet."""
        return shape.distance(b) > 1e-9 and bool(LineString([a, b]).intersects(shape)) and shape.distance(a) < PACE

    # -- what is in the way ------------------------------------------------------------------------------------------

    def _free(self, a: Point, b: Point, z: float) -> bool:
        slim = self.radius - HAIR
        if not (slim <= b.x <= self.width - slim and slim <= b.y <= self.depth - slim):
            return False
        for other in self.others:
            if abs(other["elevation"] - z) <= LEVEL_GAP:
                apart = hypot(other["x"] - b.x, other["y"] - b.y)
                before = hypot(other["x"] - a.x, other["y"] - a.y)
                if apart < other["radius"] + slim and apart < before - 1e-9:
                    return False
        if self.decks and z > 0.0:
            tops = [shape for part, shape in self.parts if "standable" in part["traits"] and part["top"] == z]
            if not any(shape.distance(b) <= self.radius + HAIR for shape in tops):
                return False
        for part, shape in self.parts:
            if self._blocks(part, z) and shape.distance(b) < slim and shape.distance(b) < shape.distance(a) - 1e-9:
                return False
        return True

    def _blocks(self, part: dict[str, Any], z: float) -> bool:
        """Whatever is neither crossed, climbed nor waded through, at this height."""
        traits = part["traits"]
        if {"difficult", "wall", "platform", "obstacle", "traversable"} & set(traits):
            return False
        if "impassable" in traits:
            return True
        return bool(part["bottom"] < z + self.height and part["top"] > z + STEP)
