"""Pinning: the test, who may be asked to take it, and what a pinned unit cannot do."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.questions import Choose, Roll, yes_or_no
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.vijilant.special_rules import morale_of
from vanguard.rulebooks.vijilant.state import Battle, Unit

PASSES: Final = 10
MUST: Final = 2


class PinAfterAttack(AskPart):
    """After casualties are removed: Flame hits force the test, other pinning weapons let the attacker ask for it."""

    __slots__ = ("pins", "seat", "target")

    def __init__(self, seat: int, target: int, pins: int) -> None:
        super().__init__(("pin", seat, target, pins))
        self.seat = seat
        self.target = target
        self.pins = pins

    def is_due(self, battle: Battle) -> bool:
        target = battle.units[self.target]
        return self.pins > 0 and battle.on_table(target) and target.pinned < 0

    def asks(self, battle: Battle) -> Choose[bool] | None:
        if self.pins == MUST or not self.is_due(battle) or not could_be_pinned(battle, battle.units[self.target]):
            return None
        prompt = f"Demand a pinning test of {battle.units[self.target].name}?"
        options = yes_or_no("Demand it", "Let it go", attempt=("pinning", self.target))
        return Choose(self.seat, prompt, options, "pin.attacker-asks")

    def after(self, battle: Battle, demanded: bool) -> tuple[Part, ...]:
        return (PinningTest(self.target, "pin.roll"),) if demanded else ()

    async def resolve(self, battle: Battle, course: Course) -> None:
        if self.pins == MUST and self.is_due(battle):
            course.first(PinningTest(self.target, "weapon.flame.pins"))


class PinningTest(Part):
    """The test that an attack calls for."""

    __slots__ = ("clause", "target")

    def __init__(self, target: int, clause: str) -> None:
        super().__init__(("pinning test", target, clause))
        self.target = target
        self.clause = clause

    async def resolve(self, battle: Battle, course: Course) -> None:
        await pinning_test(battle, battle.units[self.target], self.clause)


def could_be_pinned(battle: Battle, unit: Unit) -> bool:
    """May a test fail, and would that keep a card from being played that is still to be played?"""
    worst = 1 + sum([part.amount for part in morale_of(battle, unit)])
    return unit.pinned < 0 and worst < PASSES and battle.acts_again(unit)


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
