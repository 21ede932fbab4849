"""Attack dice: white, black and red faces with dashes, pluses and bursts, and which of them protection removes."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.normandy.profiles import Dice

BLANK: Final = "blank"
DASH: Final = "dash"
PLUS: Final = "plus"
BURST: Final = "burst"

WHITE: Final[tuple[str, ...]] = (BLANK, BLANK, DASH, DASH, PLUS, PLUS)
BLACK: Final[tuple[str, ...]] = (BLANK, DASH, PLUS, PLUS, "dash+plus", BURST)
RED: Final[tuple[str, ...]] = (BLANK, "dash+plus", "plus+plus", BURST, "plus+burst", "burst+burst")
COLORS: Final[tuple[str, ...]] = ("white", "black", "red")
FACES: Final[tuple[tuple[str, ...], ...]] = (WHITE, BLACK, RED)
ALL_FACES: Final[tuple[str, ...]] = (
    BLANK, DASH, PLUS, BURST, "dash+plus", "plus+plus", "plus+burst", "burst+burst",
)  # fmt: skip

REMOVED_BY_PROTECTION: Final[dict[str, int]] = {DASH: 1, PLUS: 2, BURST: 3}
"""The protection from which on a symbol is removed."""


def symbols(face: str) -> list[str]:
    return [] if face == BLANK else face.split("+")


def symbols_left(face: str, protection: int, hidden: bool) -> list[str]:
    """The symbols of a face that are not removed, one by one: by protection, and dashes by Hidden."""
    return [
        symbol
        for symbol in symbols(face)
        if protection < REMOVED_BY_PROTECTION[symbol] and not (hidden and symbol == DASH)
    ]


DAMAGE: Final[list[dict[str, int]]] = [
    {face: len(symbols_left(face, protection, hidden)) for face in ALL_FACES}
    for hidden in (False, True)
    for protection in range(4)
]
KINDS: Final[list[tuple[tuple[int, ...], ...]]] = [
    tuple([tuple([damage[face] for face in faces]) for faces in FACES]) for damage in DAMAGE
]
MEAN: Final[list[tuple[float, ...]]] = [
    tuple([sum([damage[face] for face in faces]) / 6 for faces in FACES]) for damage in DAMAGE
]


def shield(protection: int, hidden: bool) -> int:
    """The index of a protection, with or without Hidden, into DAMAGE, KINDS and MEAN."""
    return min(protection, 3) + (4 if hidden else 0)


FAILS: Final[tuple[int, ...]] = (0, 0, 0, 0, 1, 1)
"""Kinds of white faces in a Pinning Test: only a plus fails."""
NOT_BLANK: Final[tuple[int, ...]] = (0, 0, 1, 1, 1, 1)
"""Kinds of white faces in a Rally or a landing roll."""


def dice_text(dice: Dice) -> str:
    """`2 white and 1 red dice`."""
    parts = [f"{count} {color}" for count, color in zip(dice, COLORS) if count]
    total = sum(dice)
    noun = "die" if total == 1 else "dice"
    return f"{' and '.join(parts) or 'no'} {noun}"
