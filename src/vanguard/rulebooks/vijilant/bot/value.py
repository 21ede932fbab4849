"""What volleys, units and positions of Vijilant are worth, in health of models."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.vijilant.missions import attacker_of, holders_now
from vanguard.rulebooks.vijilant.profiles import Weapon
from vanguard.rulebooks.vijilant.state import DEPOT_RAID, THE_HEIST, Battle, Unit

Point = tuple[float, float]
HOLDING = 4.0
"""What somebody of the attacker's at the goal is worth."""


def worth(battle: Battle, unit: Unit) -> float:
    """Its models' health, tougher ones worth more, and the guns they carry."""
    card = unit.card
    each = card.health * (1.0 + 0.15 * max(0, card.toughness.front))
    return each * len(battle.living(unit)) + 0.4 * max([one.power * one.spread for one in unit.weapons], default=0)


def spot_of(battle: Battle, unit: Unit) -> Point:
    """Where a unit is: its first living model on the table."""
    standing = battle.standing(unit)
    if not standing:
        return (35.0, 70.0 if battle.edge_of(unit.seat) else 0.0)
    return (standing[0].base.x, standing[0].base.y)


def apart(battle: Battle, one: Unit, two: Unit) -> float:
    """The gap between the nearest models of two units."""
    found = 99.0
    for mine in battle.standing(one):
        for other in battle.standing(two):
            found = min(found, gap(mine.base, other.base))
    return found


def shots_value(battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> float:
    """Health that one action with a weapon takes off a unit on average."""
    needed = target.card.dodge + (1 if target.hunkered == battle.round else 0) - unit.card.skill - weapon.skill_mod
    chance = min(1.0, max(0.0, (6 - needed) / 6))
    through = weapon.power - target.card.toughness.front
    if through <= 0:
        through = weapon.power - target.card.toughness.rear
        chance *= 0.3
    if through <= 0:
        return 0.0
    bearers = [model for model in battle.standing(unit) if not weapon.bearers or model.kind.key in weapon.bearers]
    shooting = 1 if weapon.team else len(bearers)
    dice = min(shooting * weapon.spread, shooting * max(1, len(battle.standing(target))))
    return min(float(dice * chance * min(through, target.card.health)), float(target.card.health * 10))


def volley_value(battle: Battle, unit: Unit, target: Unit) -> float:
    """The most that its guns in range do to a unit by one action point."""
    distance = apart(battle, unit, target)
    best = 0.0
    for weapon in unit.weapons:
        if not weapon.cc and weapon.nearest <= distance <= weapon.farthest and battle.weapon_works(unit, weapon):
            best += shots_value(battle, unit, target, weapon) / weapon.action_points
    return best


def best_volley(battle: Battle, unit: Unit) -> float:
    enemies = battle.units_on_table(1 - unit.seat)
    return max([volley_value(battle, unit, enemy) for enemy in enemies], default=0.0)


def goal_of(battle: Battle) -> Point | None:
    """What the mission is about: the goal container, or the middle of the train."""
    if battle.mission.key == DEPOT_RAID:
        goal = battle.battlefield.map.goal
        if goal is not None:
            return middle_of(goal.part.points)
    if battle.mission.key == THE_HEIST:
        deck = battle.battlefield.deck
        if deck is not None:
            return middle_of(deck.points)
    return None


def middle_of(points: Sequence[Point]) -> Point:
    return (sum([x for x, _ in points]) / len(points), sum([y for _, y in points]) / len(points))


def position_value(battle: Battle, seat: int) -> float:
    """How the mission stands for a seat: what is left of both, and who is at the goal."""
    value = 0.0
    for unit in battle.units:
        share = worth(battle, unit) if battle.is_alive(unit) else 0.0
        value += share if unit.seat == seat else -share
    goal = goal_of(battle)
    if goal is None:
        return value
    attacker = attacker_of(battle)
    held = HOLDING * len(holders_now(battle))
    near = sum([nearness(battle, unit, goal) for unit in battle.units_on_table(attacker)])
    return value + (held + near if seat == attacker else -held - near)


def nearness(battle: Battle, unit: Unit, goal: Point) -> float:
    x, y = spot_of(battle, unit)
    return 1.5 * max(0.0, 1.0 - hypot(x - goal[0], y - goal[1]) / 60.0)
