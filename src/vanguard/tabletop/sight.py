"""Sight remembered by position: whoever has not moved is not looked at again.

What terrain lets see depends on places alone, never on the order of questions, so one memory serves all games on the same
table and all their forks. A table that changes (a wall falls, the train drives on) needs a new memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from vanguard.core.remembering import remember
from vanguard.geometry.shapes import Base

T = TypeVar("T")

MOST_REMEMBERED: Final = 40_000

Places = tuple[float, float, float, float, float, float, float, float, float, float, float, float]


def places_of(viewer: Base, target: Base) -> Places:
    """All of two bases that sight past terrain depends on."""
    return (
        viewer.x, viewer.y, viewer.elevation, viewer.height, viewer.radius, viewer.body_radius,
        target.x, target.y, target.elevation, target.height, target.radius, target.body_radius,
    )  # fmt: skip


class SightMemory(Generic[T]):
    """One question about a viewer and a target (sees it, how well, …), each pair of places judged only once.

    `limit` bounds what is remembered; beyond it everything is forgotten, and no game depends on what is in here. Who judges is
    told each time: a memory that knew the battlefield it belongs to would keep it from going when nobody plays on it any more.
    """

    __slots__ = ("limit", "verdicts")

    def __init__(self, limit: int = MOST_REMEMBERED) -> None:
        self.limit = limit
        self.verdicts: dict[Places, T] = {}

    def verdict(self, viewer: Base, target: Base, judge: Callable[[Base, Base], T]) -> T:
        places = places_of(viewer, target)
        known = self.verdicts.get(places)
        if known is None:
            known = remember(self.verdicts, places, judge(viewer, target), self.limit)
        return known

    def knows(self, viewer: Base, target: Base) -> bool:
        """Has this pair of places been judged already?"""
        return places_of(viewer, target) in self.verdicts
