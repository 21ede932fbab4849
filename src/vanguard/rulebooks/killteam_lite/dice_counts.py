"""Dice on the table as one number, for odds: how many there are of each kind, fresh and rolled again.

Kinds are -1 for a 1 that some rule minds, 0 for any other fail, 1 for a normal and 2 for a critical result. Numbers add up as
dice do, and are compared at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.rulebooks.killteam_lite.attacks import DicePool

BITS: Final = 5
MOST: Final = 31
AGAIN: Final = 20
"""Dice rolled again are counted so many bits higher."""
FRESH: Final = (1 << AGAIN) - 1

NORMAL: Final = 1
CRITICAL: Final = 2


def one_die(kind: int, again: bool) -> int:
    return 1 << (BITS * (kind + 1) + (AGAIN if again else 0))


def tally(faces: Sequence[int], kinds: tuple[int, ...], again: bool) -> int:
    """Of dice that fell so."""
    total = 0
    for face in faces:
        total += one_die(kinds[face - 1], again)
    return total


def tally_of(pool: DicePool, kinds: tuple[int, ...]) -> int:
    total = 0
    for face, again in zip(pool.faces, pool.rerolled):
        total += one_die(kinds[face - 1], again)
    return total


def fresh(dice: int) -> int:
    """Those that may still be rolled again."""
    return dice & FRESH


def whatever(dice: int) -> int:
    """By kinds alone, rolled again or not."""
    return (dice & FRESH) + (dice >> AGAIN)


def normal_in(dice: int) -> int:
    """How many normal results, rolled again or not."""
    return ((dice >> 10) & MOST) + ((dice >> 30) & MOST)


def critical_in(dice: int) -> int:
    return ((dice >> 15) & MOST) + ((dice >> 35) & MOST)


def ones_in(dice: int) -> int:
    """How many ones that some rule minds."""
    return (dice & MOST) + ((dice >> AGAIN) & MOST)


def fails_in(dice: int) -> int:
    """How many fails, ones among them."""
    return ones_in(dice) + ((dice >> BITS) & MOST) + ((dice >> (AGAIN + BITS)) & MOST)


def without_critical(dice: int) -> int:
    """Critical results stay as they are, rolled again or not."""
    critical = (dice >> (3 * BITS)) & MOST
    return dice - (critical << (3 * BITS)) + (critical << (AGAIN + 3 * BITS))


def with_fresh(dice: int, most: int) -> int:
    """Only so many can still be rolled again, fails before normal results; the others stay as they are."""
    for kind in (-1, 0, NORMAL):
        count = (dice >> (BITS * (kind + 1))) & MOST
        if count > most:
            dice += (count - most) * (one_die(kind, True) - one_die(kind, False))
            count = most
        most -= count
    return dice


def with_fresh_of_each(dice: int, most: int) -> int:
    """Only so many of each kind can still be rolled again; the others stay as they are."""
    for kind in (-1, 0, NORMAL, CRITICAL):
        count = (dice >> (BITS * (kind + 1))) & MOST
        if count > most:
            dice += (count - most) * (one_die(kind, True) - one_die(kind, False))
    return dice


def pool_of(dice: int, kinds: tuple[int, ...]) -> DicePool:
    """Such dice on the table."""
    faces = fresh_faces(dice, kinds)
    again = fresh_faces(dice >> AGAIN, kinds)
    pool = DicePool([*faces, *again])
    pool.rerolled = [False] * len(faces) + [True] * len(again)
    return pool


def fresh_faces(dice: int, kinds: tuple[int, ...]) -> list[int]:
    """Faces of those kinds, lowest first."""
    faces: list[int] = []
    for kind in (-1, 0, NORMAL, CRITICAL):
        count = (dice >> (BITS * (kind + 1))) & MOST
        if count:
            faces.extend([_face(kind, kinds)] * count)
    return sorted(faces)


def _face(kind: int, kinds: tuple[int, ...]) -> int:
    return kinds.index(kind) + 1 if kind in kinds else 1


class Tallied:
    """Counts dice by the kinds that matter in a roll."""

    __slots__ = ("again", "kinds")

    def __init__(self, kinds: tuple[int, ...], again: bool) -> None:
        self.kinds = kinds
        self.again = again

    def worth(self, faces: tuple[int, ...]) -> int:
        return tally(faces, self.kinds, self.again)
