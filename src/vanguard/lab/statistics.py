"""What many games say, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Mapping

Z95 = 1.959963984540054


def wilson(successes: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (draws count half); honest near 0 and 1 where the plain one is not."""
    if games == 0:
        return 0.0, 1.0
    rate = successes / games
    z2 = Z95 * Z95
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, centre - half), min(1.0, centre + half)


ANCHORED_AT = 1000.0


def ratings(points: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, float]:
    """Elo-like ratings from points scored by the first named against the second and games played, by maximum likelihood.

    Half a drawn game is added to every pairing, so that a clean sweep stays finite.
    """
    names = sorted({name for pair in points for name in pair})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):
        fresh: dict[str, float] = {}
        for name in names:
            won, weight = 0.0, 0.0
            for (first, second), (scored, games) in points.items():
                if name not in (first, second) or games == 0:
                    continue
                own = scored if name == first else games - scored
                other = second if name == first else first
                won += own + 0.25
                weight += (games + 0.5) / (strength[name] + strength[other])
            fresh[name] = won / weight if weight else 1.0
        scale = fresh.get(anchor, 1.0)
        strength = {name: value / scale for name, value in fresh.items()}
    return {name: ANCHORED_AT + 400 * math.log10(value) for name, value in strength.items()}
