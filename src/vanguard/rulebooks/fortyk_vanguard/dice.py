"""DICE: random numbers as they are printed, modifiers and their limits."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Roll
from vanguard.core.telling.events import Modifier
from vanguard.rulebooks.fortyk_vanguard.profiles import Quantity
from vanguard.rulebooks.fortyk_vanguard.state import Battle
from vanguard.rulebooks.fortyk_vanguard.stratagems import re_roll_sum

HALVES: Final[tuple[int, ...]] = (1, 1, 2, 2, 3, 3)
"""A D3 is a D6 halved, rounding up (core.dice.d6-and-d3)."""


def total_of(quantity: Quantity, faces: tuple[int, ...]) -> int:
    """What dice come to for a printed number."""
    if quantity.sides == 3:
        return sum([HALVES[face - 1] for face in faces]) + quantity.plus
    return sum(faces) + quantity.plus


async def roll_quantity(
    battle: Battle,
    seat: int,
    quantity: Quantity,
    key: str,
    clause: str,
    told: str,
    about: tuple[str, ...] = (),
    may_re_roll: bool = False,
    enough: int = 0,
) -> int:
    """A printed number that may be random; `told` says what it is for. More than `enough` is of no use to anybody."""
    if not quantity.dice:
        return quantity.plus
    kinds = HALVES if quantity.sides == 3 else None
    faces = tuple(await Roll(seat, quantity.dice, key, clause, kinds=kinds, prompt=told, about=about))
    if may_re_roll:
        prompt = f"{told}: {total_of(quantity, faces)}. Re-roll it?"
        most = min(quantity.most, enough) if enough else quantity.most
        could_be_more = total_of(quantity, faces) < most
        faces = await re_roll_sum(battle, seat, faces, key, prompt, about, could_be_more, told)
    return total_of(quantity, faces)


def capped(modifiers: list[Modifier]) -> int:
    """All modifiers are summed, then capped at +1 or -1."""
    total = 0
    for modifier in modifiers:
        total += modifier.amount
    return 1 if total > 1 else -1 if total < -1 else total


async def roll_off(battle: Battle, what: str, clause: str) -> int:
    """Both players roll a D6, the higher wins, ties are rolled again (core.dice.roll-off)."""
    while True:
        [first] = await Roll(0, 1, f"roll-off {what}", "core.dice.roll-off", prompt=f"Roll-off: {what}")
        [second] = await Roll(1, 1, f"roll-off {what}", "core.dice.roll-off", prompt=f"Roll-off: {what}")
        if first != second:
            winner = 0 if first > second else 1
            high, low = max(first, second), min(first, second)
            battle.note("roll-off", clause, who=battle.army_name(winner), what=what, high=high, low=low)
            return winner
