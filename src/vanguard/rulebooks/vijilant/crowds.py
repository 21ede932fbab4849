"""Places for everybody of a squad where it is so crowded that no formation fits: one beside the other."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.coherency import LINK

HAIR: Final = 0.002
"""So much of a gap is lost by rounding alone."""


def together(free: list[Base], count: int, between: float) -> list[Base]:
    """So many of these places, clear of each other and each in reach of one before it: from the first that has enough around
    it, of those that are so far `between` from each other; nothing if there is none."""
    tried: list[Base] = []
    for start in free:
        if any([hypot(start.x - it.x, start.y - it.y) < between for it in tried]):
            continue
        tried.append(start)
        chosen = gathered(start, free, count)
        if len(chosen) == count:
            return chosen
    return []


def gathered(start: Base, free: list[Base], count: int) -> list[Base]:
    """One place after another that joins those taken before, the first of them first, as far as there are any."""
    chosen = [start]
    for _ in range(count - 1):
        found = next((it for it in free if joins(it, chosen)), None)
        if found is None:
            break
        chosen.append(found)
    return chosen


def joins(base: Base, others: list[Base]) -> bool:
    """Clear of all of them, and in reach of one."""
    near = min([hypot(base.x - it.x, base.y - it.y) - base.radius - it.radius for it in others])
    return -HAIR <= near <= LINK
