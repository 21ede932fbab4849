"""Contact: who touches whom, and which units are locked in close combat."""

from __future__ import annotations

from vanguard.rulebooks.vijilant.battlefield import CONTACT, STEP
from vanguard.rulebooks.vijilant.state import CASUALTY, EMBARKED, STANDING, Battle, Model, Unit


def touch(one: Model, other: Model) -> bool:
    """Base contact: a gap of at most 0.1 cm and at most 3 cm of difference in elevation."""
    a, b = one.base, other.base
    dx, dy = a.x - b.x, a.y - b.y
    near = a.radius + b.radius + CONTACT
    return dx * dx + dy * dy <= near * near and abs(a.elevation - b.elevation) <= STEP


def are_in_contact(battle: Battle, unit: Unit, enemy: Unit, casualties: bool = False) -> bool:
    """Does a model of one touch a model of the other? Units in the air touch nobody; casualties count until removed."""
    if unit.flying or enemy.flying:
        return False
    last = CASUALTY if casualties else STANDING
    theirs = [m for m in battle.models[enemy.first : enemy.last] if STANDING <= m.fate <= last and m.fate != EMBARKED]
    if not theirs:
        return False
    for mine in battle.models[unit.first : unit.last]:
        if STANDING <= mine.fate <= last and mine.fate != EMBARKED:
            for model in theirs:
                if touch(mine, model):
                    return True
    return False


def touched_by(battle: Battle, unit: Unit, models: list[Model] | None = None) -> list[Unit]:
    """The enemy units that a model of this unit (or one of these) touches."""
    if unit.flying:
        return []
    mine = battle.standing(unit) if models is None else models
    found: list[Unit] = []
    for enemy in battle.units:
        if enemy.seat == unit.seat or enemy.flying or not enemy.deployed or enemy.inside >= 0:
            continue
        for model in battle.models[enemy.first : enemy.last]:
            if model.fate == STANDING and any([touch(one, model) for one in mine]):
                found.append(enemy)
                break
    return found


def is_locked(battle: Battle, unit: Unit) -> bool:
    """A unit with any model touching an enemy ground-level model; CC weapons are not needed."""
    return bool(touched_by(battle, unit))


def is_in_melee_with_friends_of(battle: Battle, target: Unit) -> bool:
    """Is the target locked with a unit of its enemy, who would shoot into the melee? Casualties still count."""
    if target.flying:
        return False
    for unit in battle.units:
        if unit.seat != target.seat and unit.deployed and unit.inside < 0:
            if are_in_contact(battle, unit, target, casualties=True):
                return True
    return False
