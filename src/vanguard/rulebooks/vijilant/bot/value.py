"""What a position is worth: who is left of both sides, and how near the attacker is to what the mission is about."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.vijilant.bot.aims import closeness, has_mission_goal, holds, unit_holds, way_left
from vanguard.rulebooks.vijilant.bot.worth import unit_worth
from vanguard.rulebooks.vijilant.state import DEPOT_RAID, Battle, Unit

DECIDED: Final = 100.0
HELD_BEFORE: Final = 26.0
"""Who held at the last round end and still does is one round end away from winning."""
HELD_NOW: Final = 12.0


def side_worth(battle: Battle, seat: int) -> float:
    return sum([unit_worth(battle, unit) for unit in battle.units_of(seat)])


def hold_value(battle: Battle) -> float:
    """How near the attacker is to winning, in worth."""
    if not has_mission_goal(battle) or battle.defender < 0:
        return 0.0
    rounds_left = battle.mission.rounds - battle.round
    best = 0.0
    for unit in battle.units_on_table(1 - battle.defender):
        best = max(best, _of_unit(battle, unit, rounds_left))
    many = len([unit for unit in battle.units_on_table(1 - battle.defender) if unit_holds(battle, unit)])
    return best + 3.0 * max(0, many - 1)


def _of_unit(battle: Battle, unit: Unit, rounds_left: int) -> float:
    strong = 0.5 + 0.5 * min(1.0, unit_worth(battle, unit) / 8.0)
    if unit_holds(battle, unit):
        before = [unit.index] if battle.mission.key != DEPOT_RAID else [m.index for m in battle.standing(unit) if holds(battle, m)]  # fmt: skip
        if any([index in battle.holders for index in before]):
            return HELD_BEFORE * strong
        return HELD_NOW * strong if rounds_left > 0 else 0.0
    if rounds_left <= 0:
        return 0.0
    reach = 2.0 * unit.card.move * max(1, rounds_left - 1) + unit.card.move
    return (
        8.0 * strong * max(0.0, 1.0 - way_left(battle, unit) / max(reach, 1.0)) * (0.5 + 0.5 * closeness(battle, unit))
    )


def worth_to(battle: Battle, seat: int) -> float:
    """The position in worth, from this seat."""
    value = side_worth(battle, seat) - side_worth(battle, 1 - seat)
    if battle.defender >= 0:
        sign = 1.0 if seat != battle.defender else -1.0
        value += sign * hold_value(battle)
    return value
