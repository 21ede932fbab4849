"""Sight remembered by position: after one base has moved, only its own pairs are looked at again.

Verdicts depend on places alone, never on the order of questions, so a cache may be shared by forks of a game on the
same table. A table that changes (a wall falls, the train drives on) needs a new `Sight` and a new cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.geometry.shapes import Base
from vanguard.geometry.sight import Lane, Look, Sight, bodies_in_lane

Place = tuple[float, float, float, float, float, float]
PairKey = tuple[int, int, tuple[str, ...]]
BodiesKey = tuple[int, int, tuple[str, ...], tuple[int, ...]]


def place_of(base: Base) -> Place:
    """All of a base that sight depends on."""
    return (base.x, base.y, base.elevation, base.height, base.radius, base.body_radius)


class SightCache:
    """Answers `sees` and `clear_counts` of one `Sight`, each question about the same places only once."""

    __slots__ = ("sight", "limit", "_ids", "_seen", "_seen_past", "_counts", "_next")

    def __init__(self, sight: Sight, limit: int = 200_000) -> None:
        """`limit` bounds the number of remembered verdicts; beyond it everything is forgotten."""
        self.sight: Final[Sight] = sight
        self.limit: Final[int] = limit
        self._ids: Final[dict[Place, int]] = {}
        self._seen: Final[dict[PairKey, bool]] = {}
        self._seen_past: Final[dict[BodiesKey, bool]] = {}
        self._counts: Final[dict[BodiesKey, list[int]]] = {}
        self._next: int = 0

    def sees(
        self, viewer: Base, target: Base, bodies: Sequence[Base] = (), ignored: tuple[str, ...] = ()
    ) -> bool:  # fmt: skip
        """Does the viewer see the target past the bodies? Terrain decides first: what it hides, no body reveals."""
        if self.sight.symmetric and (target.x, target.y, target.elevation) < (viewer.x, viewer.y, viewer.elevation):
            viewer, target = target, viewer
        a, b = self._id(viewer), self._id(target)
        key = (a, b, ignored)
        seen = self._seen.get(key)
        if seen is None:
            seen = Look(self.sight, viewer, target, (), ignored).seen()
            self._seen[key] = seen
        if not seen or not bodies:
            return seen
        between = bodies_in_lane(Lane(self.sight, viewer, target), viewer, target, bodies)
        if not between:
            return True
        full_key = (a, b, ignored, self._ids_of(between))
        past = self._seen_past.get(full_key)
        if past is None:
            past = Look(self.sight, viewer, target, between, ignored).seen()
            self._seen_past[full_key] = past
        return past

    def clear_counts(
        self, viewer: Base, target: Base, bodies: Sequence[Base] = (), ignored: tuple[str, ...] = ()
    ) -> list[int]:  # fmt: skip
        """For every viewpoint, how many target points it sees neither blocked nor hidden."""
        between = bodies_in_lane(Lane(self.sight, viewer, target), viewer, target, bodies) if bodies else []
        key = (self._id(viewer), self._id(target), ignored, self._ids_of(between))
        counts = self._counts.get(key)
        if counts is None:
            counts = Look(self.sight, viewer, target, between, ignored).clear_counts()
            self._counts[key] = counts
        return list(counts)

    def _ids_of(self, bases: Sequence[Base]) -> tuple[int, ...]:
        return tuple(sorted([self._id(base) for base in bases]))

    def _id(self, base: Base) -> int:
        place = place_of(base)
        known = self._ids.get(place)
        if known is None:
            if len(self._seen) + len(self._seen_past) + len(self._counts) + len(self._ids) >= self.limit:
                self._ids.clear()
                self._seen.clear()
                self._seen_past.clear()
                self._counts.clear()
            known = self._next  # never given out twice, so a number from before the clearing cannot mislead
            self._next += 1
            self._ids[place] = known
        return known


class SightMatrix:
    """Who sees whom among a fixed list of bases, kept up to date as they move.

    `seen[i][j]` says whether base i sees base j; with `past_bodies`, all the other bases stand in the way.
    """

    __slots__ = ("sight", "past_bodies", "seen", "_bases", "_lanes")

    def __init__(self, sight: Sight, bases: Sequence[Base], past_bodies: bool = False) -> None:
        self.sight: Final[Sight] = sight
        self.past_bodies: Final[bool] = past_bodies
        self._bases: list[Base] = [base.copy() for base in bases]
        self.seen: list[list[bool]] = [[True] * len(bases) for _ in bases]
        self._lanes: dict[int, Lane] = {}
        for i in range(len(bases)):
            for j in range(len(bases)):
                self._look(i, j)

    def update(self, bases: Sequence[Base]) -> list[int]:
        """Take over new places (same bases, same order); returns the indexes of those that moved."""
        moved: list[int] = []
        before: list[Base] = []
        for i in range(len(bases)):
            if place_of(bases[i]) != place_of(self._bases[i]):
                moved.append(i)
                before.append(self._bases[i])
                self._bases[i] = bases[i].copy()
        for i in moved:
            for j in range(len(bases)):
                self._look(i, j)
                self._look(j, i)
        if self.past_bodies and moved:
            self._look_past(moved, before, [self._bases[i] for i in moved])
        return moved

    def _look_past(self, moved: list[int], before: list[Base], after: list[Base]) -> None:
        """Look again where a body has entered an open lane or left a closed one; no other verdict can change."""
        count = len(self._bases)
        for i in range(count):
            for j in range(count):
                lane = self._lanes.get(i * count + j)
                if lane is None or i in moved or j in moved:
                    continue
                for place in after if self.seen[i][j] else before:
                    if not lane.misses_circle(place.x, place.y, place.body_radius):
                        self._look(i, j)
                        break

    def _look(self, i: int, j: int) -> None:
        if i == j or (self.sight.symmetric and j < i):
            return
        bodies = self._bases if self.past_bodies else []
        look = Look(self.sight, self._bases[i], self._bases[j], bodies, ())
        seen = look.seen()
        self._lanes[i * len(self._bases) + j] = look.lane
        self.seen[i][j] = seen
        if self.sight.symmetric:
            self.seen[j][i] = seen
