"""Engagement Range, and who is near whom."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.measuring import gap, part_within
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield, crosses, is_near, within, within_flat
from vanguard.rulebooks.fortyk_vanguard.profiles import DEFENCE_LINE, Ability, TerrainPiece
from vanguard.rulebooks.fortyk_vanguard.state import EMBARKED, ON_TABLE, Battle, Model

ENGAGEMENT_RANGE: Final = 1.0
ENGAGEMENT_HEIGHT: Final = 5.0
DEFENCE_LINE_REACH: Final = 2.0
AURA_REACH: Final = 6.0
"""How far auras usually reach."""


def engage_each_other(a: Base, b: Base) -> bool:
    """Two enemy models within 1" horizontally and 5" vertically (core.concept.engagement-range)."""
    dx, dy = a.x - b.x, a.y - b.y
    limit = ENGAGEMENT_RANGE + TOLERANCE + a.radius + b.radius
    return dx * dx + dy * dy <= limit * limit and abs(a.elevation - b.elevation) <= ENGAGEMENT_HEIGHT + TOLERANCE


def engaged_enemies(battle: Battle, model: Model) -> list[Model]:
    """The enemy models within its Engagement Range."""
    base, seat = model.base, model.seat
    return [
        enemy
        for enemy in battle.models
        if enemy.seat != seat and enemy.fate == ON_TABLE and engage_each_other(base, enemy.base)
    ]


def is_engaged(battle: Battle, model: Model) -> bool:
    """Is an enemy within its Engagement Range? Who is not on the battlefield engages nobody, wherever it last stood."""
    return model.fate == ON_TABLE and would_be_engaged(battle, model.seat, model.base)


def would_be_engaged(battle: Battle, seat: int, base: Base) -> bool:
    """Would a model of this player be within Engagement Range of an enemy there?"""
    x, y, radius, z = base.x, base.y, base.radius + ENGAGEMENT_RANGE + TOLERANCE, base.elevation
    for enemy in battle.models:
        if enemy.seat != seat and enemy.fate == ON_TABLE:
            at = enemy.base
            dx, dy, limit = at.x - x, at.y - y, radius + at.radius
            if dx * dx + dy * dy <= limit * limit and abs(at.elevation - z) <= ENGAGEMENT_HEIGHT + TOLERANCE:
                return True
    return False


def across_a_defence_line(field: Battlefield, attacker: Base, target: Base) -> bool:
    """Do the two stand on either side of a Defence Line, each within 1" of it, and within 2" of each other?"""
    if not within(attacker, target, DEFENCE_LINE_REACH):
        return False
    return any([_lies_between(piece, attacker, target) for piece in field.pieces])


def _lies_between(piece: TerrainPiece, attacker: Base, target: Base) -> bool:
    if not piece.has(DEFENCE_LINE) or not crosses(piece.footprint, attacker.x, attacker.y, target.x, target.y):
        return False
    return is_near(piece.footprint, attacker, 1.0) and is_near(piece.footprint, target, 1.0)


def touches_a_defence_line(field: Battlefield, attacker: Base, target: Base) -> bool:
    """A charge across a Defence Line ends in contact with that very feature (core.terrain.defence-line)."""
    if not within(attacker, target, DEFENCE_LINE_REACH):
        return False
    for piece in field.pieces:
        if _lies_between(piece, attacker, target) and part_within(attacker, piece.footprint, 0.01):
            return True
    return False


def strike_reach(field: Battlefield, target: Base, charger: Base | None = None) -> float:
    """How near a charger must come to this model: Engagement Range, or 2" across a Defence Line it stands at. Of a charger
    that goes straight at it only a line between the two matters."""
    for piece in field.pieces:
        if piece.has(DEFENCE_LINE) and part_within(target, piece.footprint, 1.0 + TOLERANCE):
            if charger is None or crosses(piece.footprint, charger.x, charger.y, target.x, target.y):
                return DEFENCE_LINE_REACH
    return ENGAGEMENT_RANGE


def can_strike(battle: Battle, model: Model, enemy: Model) -> bool:
    """May a model make close combat attacks against an enemy from where it stands?"""
    if engage_each_other(model.base, enemy.base):
        return True
    return across_a_defence_line(battle.field, model.base, enemy.base)


def enemies_to_strike(battle: Battle, model: Model) -> list[Model]:
    """The enemies a model may make close combat attacks against from where it stands."""
    seat, base = model.seat, model.base
    x, y, reach = base.x, base.y, base.radius + DEFENCE_LINE_REACH + TOLERANCE
    found: list[Model] = []
    for enemy in battle.models:
        if enemy.seat != seat and enemy.fate == ON_TABLE:
            at = enemy.base
            dx, dy, limit = at.x - x, at.y - y, reach + at.radius
            if dx * dx + dy * dy <= limit * limit and can_strike(battle, model, enemy):
                found.append(enemy)
    return found


def near(battle: Battle, base: Base, distance: float, height: float, seat: int) -> list[Model]:
    """The models of the other player within a distance horizontally and a height vertically."""
    return [
        model
        for model in battle.models
        if model.seat != seat and model.fate == ON_TABLE and within_flat(base, model.base, distance, height)
    ]


def closest_enemies(battle: Battle, base: Base, seat: int) -> list[Model]:
    """The closest enemy model, or several that are equally close (core.concept.closest-tie)."""
    best, found = 1e9, list[Model]()
    for enemy in battle.enemies_of(seat):
        distance = gap(base, enemy.base)
        if distance < best - TOLERANCE:
            best, found = distance, [enemy]
        elif distance <= best + TOLERANCE:
            found.append(enemy)
    return found


def aura_over(battle: Battle, model: Model, rule: str) -> Ability | None:
    """The aura of this rule that a model is within range of. Several of the same name affect it once, and passengers none."""
    if model.fate == EMBARKED:
        return None
    for friend in battle.models:
        if friend.seat == model.seat and friend.fate == ON_TABLE and rule in friend.profile.rules:
            aura = friend.profile.ability(rule)
            if friend.key == model.key or within(friend.base, model.base, aura.reach or AURA_REACH):
                return aura
    return None
