"""The slow walk itself: what is in the way, and what a way costs at least."""

from __future__ import annotations

from math import inf
from typing import Any

from pytest import approx

from vanguard.core.promises import WalkPrices
from vanguard.testing.walking import Walker


def test_the_slow_walk_knows_what_is_in_the_way() -> None:
    table = {
        "width": 20,
        "depth": 20,
        "parts": [
            part("rock", ["impassable"], [[8, 2], [10, 2], [10, 6], [8, 6]]),
            part("woods", ["difficult"], [[8, 8], [10, 8], [10, 12], [8, 12]]),
            part("fence", ["obstacle"], [[9, 14], [9, 18]], closed=False, top=1.0),
        ],
    }
    models = [standing("me", 5, 4), standing("other", 12, 16)]
    walker = Walker(table, {"models": models}, "me", WalkPrices(2.0, 1.0))
    assert walker.least_cost([[7.4, 4]]) == approx(2.4)
    assert walker.least_cost([[7.6, 4]]) == inf
    assert walker.least_cost([[5, 10], [12, 10]]) == approx(6 + 5 + 2 * 2, abs=0.05)
    assert walker.least_cost([[5, 16], [10.9, 16]]) == approx(12 + 5.9 + 2, abs=0.05)
    assert walker.least_cost([[5, 16], [11.1, 16]]) == inf
    assert walker.least_cost([[0.3, 4]]) == inf


def part(name: str, traits: list[str], points: list[list[float]], closed: bool = True, top: float = 3.0) -> Any:
    return {"name": name, "traits": traits, "points": points, "closed": closed, "bottom": 0.0, "top": top}


def standing(key: str, x: float, y: float) -> dict[str, Any]:
    return {"key": key, "x": x, "y": y, "radius": 0.5, "height": 1.5, "elevation": 0.0, "on_table": True}
