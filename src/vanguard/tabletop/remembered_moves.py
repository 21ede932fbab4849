"""What came of a squad's wishes: whoever asks again where nobody has moved, or in another game, need not wait again.

Listings, the table and bots that try things out ask about the same move again and again. What comes of a wish depends on the
ground, on who moves how and on where everybody stands, never on the order of questions.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from vanguard.core.questions.paths import Path
from vanguard.core.remembering import remember
from vanguard.geometry.shapes import Base

T = TypeVar("T")

MOST_REMEMBERED: Final = 500
"""Moves on one ground; beyond that everything is forgotten, and no game depends on what is in here."""

Deciding = tuple[Any, ...]
"""Everything that decides what comes of a wish."""
Places = tuple[tuple[float, float, float, float], ...]


class RememberedMove(Generic[T]):
    """What is known of one move: who moves how, with everybody standing where they do."""

    __slots__ = ("closing", "crowd", "ends", "snapped", "ways")

    def __init__(self) -> None:
        self.ends: Final[dict[Path, T | None]] = {}
        """Wishes that were tried straight on, with where everybody ends; None where somebody cannot follow."""
        self.ways: Final[dict[Path, T | None]] = {}
        """Wishes that were judged by whatever way leads there; None where there is none."""
        self.snapped: Final[dict[Path, Path]] = {}
        """Wishes, and the nearest legal path to each."""
        self.crowd: T | None = None
        """Where everybody ends in a crowd in which no formation fits, once it was looked for."""
        self.closing: tuple[T, float] | None = None
        """How a squad out of coherency closes up, and the gap that leaves."""


class RememberedMoves(Generic[T]):
    """What came of all moves on a ground, by what decides them."""

    __slots__ = ("_moves", "most")

    def __init__(self) -> None:
        self.most = MOST_REMEMBERED
        self._moves: Final[dict[Deciding, RememberedMove[T]]] = {}

    def of(self, deciding: Deciding) -> RememberedMove[T]:
        found = self._moves.get(deciding)
        if found is None:
            found = remember(self._moves, deciding, RememberedMove(), self.most)
        return found


def places_of(bases: list[Base]) -> Places:
    """All of some bases that a move depends on."""
    return tuple([(base.x, base.y, base.radius, base.elevation) for base in bases])
