"""Pinning: the test, who may be asked to take it, and what a pinned unit cannot do."""

from __future__ import annotations

from typing import Final

from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Roll, yes_or_no
from vanguard.rulebooks.vijilant.special_rules import morale_of
from vanguard.rulebooks.vijilant.state import Battle, Unit

PASSES: Final = 10
MUST: Final = 2


async def pin_after_attack(battle: Battle, seat: int, target: Unit, pins: int) -> None:
    """After casualties are removed: Flame hits force the test, other pinning weapons let the attacker ask for it."""
    if not pins or not battle.on_table(target) or target.pinned >= 0:
        return
    if pins < MUST:
        question = Choose(
            seat, f"Demand a pinning test of {target.name}?", yes_or_no("Demand it", "Let it go"), "pin.attacker-asks"
        )
        question.obvious = question.option("yes")  # for odds: a test never harms whoever demands it
        if not await question:
            return
    await pinning_test(battle, target, "weapon.flame.pins" if pins == MUST else "pin.roll")


async def pinning_test(battle: Battle, unit: Unit, clause: str) -> bool:
    """A D6 and the highest Morale among its living models: below 10 the unit is pinned. True if it passes."""
    parts = morale_of(battle, unit)
    morale = sum([part.amount for part in parts])
    kinds = tuple([1 if face + morale >= PASSES else 0 for face in (1, 2, 3, 4, 5, 6)])
    [face] = await Roll(unit.seat, 1, f"pinning {unit.key}", clause, kinds=kinds)
    passed = bool(kinds[face - 1])
    if battle.heard:
        shown = DiceShown("Pinning", unit.seat, [face], ["save" if passed else "fail"], f"{PASSES} with Morale", parts)
        key = "pin-passed" if passed else "pinned"
        battle.note(key, clause, battle.keys(unit), shown, unit=unit.name, total=face + morale)
    if not passed:
        unit.pinned = battle.turns_begun[unit.seat]
    return passed


def lift_pins(battle: Battle, seat: int) -> None:
    """Once its owner has taken a turn, pins from before that turn are lifted."""
    for unit in battle.units:
        if unit.seat == seat and 0 <= unit.pinned < battle.turns_begun[seat]:
            unit.pinned = -1
            battle.note("pin-lifted", "pin.expires", battle.keys(unit), unit=unit.name)
