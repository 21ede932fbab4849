"""Places for everybody of a squad where it is so crowded that no formation fits: one beside the other."""

from __future__ import annotations

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
        if is_near_one(start, tried, between):
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


def is_near_one(base: Base, others: list[Base], between: float) -> bool:
    """Is its centre nearer than this to that of another?"""
    for other in others:
        dx, dy = base.x - other.x, base.y - other.y
        if dx * dx + dy * dy < between * between:
            return True
    return False


def joins(base: Base, others: list[Base]) -> bool:
    """Clear of all of them, and in reach of one."""
    linked = False
    for other in others:
        dx, dy, touch = base.x - other.x, base.y - other.y, base.radius + other.radius
        square = dx * dx + dy * dy
        if square < (touch - HAIR) * (touch - HAIR):
            return False
        linked = linked or square <= (touch + LINK) * (touch + LINK)
    return linked
