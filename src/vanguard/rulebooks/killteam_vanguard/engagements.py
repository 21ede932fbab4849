"""Engagements: who is locked in melee with whom. A property of positions and states, never remembered."""

from __future__ import annotations

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, TOLERANCE, Battle, Model


def engages(battle: Battle, one: Model, other: Model) -> bool:
    """Does `one` engage the enemy `other`?

    Either must be within the other's engagement range and one must see the other. A knocked-down model engages nobody,
    so with one of the two knocked down engagement works one way only.
    """
    if one.knocked_down or one.side == other.side:
        return False
    reach = one.profile.reach
    if not other.knocked_down and other.profile.reach > reach:
        reach = other.profile.reach
    if reach < 0.0:
        return False
    touch = one.radius + other.radius + reach + TOLERANCE
    dx = one.x - other.x
    dy = one.y - other.y
    if dx * dx + dy * dy > touch * touch or gap(one, other) > reach + TOLERANCE:
        return False
    return sees(battle, one, other) or sees(battle, other, one)


def engaged(battle: Battle, model: Model) -> bool:
    """Is the model engaged by some enemy?"""
    side = model.side
    for enemy in battle.models:
        if enemy.side != side and enemy.place == IN_PLAY and engages(battle, enemy, model):
            return True
    return False


def engagers_of(battle: Battle, model: Model) -> list[Model]:
    """The enemies that engage the model."""
    return [enemy for enemy in battle.enemies_of(model) if engages(battle, enemy, model)]


def helps_against(battle: Battle, helper: Model, target: Model) -> bool:
    """Outnumbering: the helper engages the target, is engaged with nobody else and is not fatigued."""
    if helper.fatigued or not engages(battle, helper, target):
        return False
    for enemy in battle.enemies_of(helper):
        if enemy is not target and engages(battle, enemy, helper):
            return False
    return True


def outnumbered(battle: Battle, attacker: Model, target: Model) -> bool:
    """Does at least one other friend of the attacker help against the target?"""
    for friend in battle.models:
        if friend.side == attacker.side and friend.place == IN_PLAY and friend is not attacker:
            if helps_against(battle, friend, target):
                return True
    return False
