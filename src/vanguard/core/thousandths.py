"""Coordinates enter the game rounded to a thousandth, so that equal places are equal numbers wherever they come from."""

from __future__ import annotations

from typing import Final

NO_FRACTION: Final = 6755399441055744.0
"""1.5 times 2 to the 52nd: a number this large has no room for a fraction, so adding it rounds to a whole number."""
LARGEST: Final = 1e9
SAFE: Final = 0.499
"""How far from a whole number of thousandths a value may lie for the quick way; nearly half-way, decimals decide."""


def thousandth(value: float) -> float:
    """Exactly `round(value, 3)`, but without writing the number out in decimals; -0.0 becomes 0.0."""
    scaled = value * 1000.0
    whole = (scaled + NO_FRACTION) - NO_FRACTION
    if -SAFE < scaled - whole < SAFE and -LARGEST < value < LARGEST:
        return whole / 1000.0 + 0.0
    return round(value, 3) + 0.0
