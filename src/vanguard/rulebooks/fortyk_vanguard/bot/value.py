"""What attacks, models and positions of 40k Vanguard are worth, in points of the army list."""

from __future__ import annotations

from math import hypot

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.fortyk_vanguard.attacks import wound_needed
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.objectives import controlled
from vanguard.rulebooks.fortyk_vanguard.profiles import ModelProfile, Quantity, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, ON_TABLE, Battle, Model, other

POINTS_OF_A_VICTORY_POINT = 14.0
"""What a victory point is worth in points of the army list."""
COVER = 0.85
"""What is left of a shot at somebody whom terrain may help."""
CHARGE_REACH = 8.0
"""Inches that a charge covers more often than not."""

_shots: dict[tuple[WeaponProfile, int, ModelProfile, int, int], float] = {}


def mean(quantity: Quantity) -> float:
    return quantity.plus + quantity.dice * (quantity.sides + 1) / 2


def on_a_die(needed: int) -> float:
    """The chance of a roll: a 1 always fails, a 6 always succeeds."""
    return min(5, max(1, 7 - needed)) / 6


def unsaved(profile: ModelProfile, ap: int) -> float:
    """How often a wound gets through the better of the two saves, and what ignores it."""
    needed = profile.save - ap
    if profile.invulnerable:
        needed = min(needed, profile.invulnerable)
    through = 1.0 if needed > 6 else 1.0 - on_a_die(needed)
    return through * (1.0 - on_a_die(profile.ignore_wounds) if profile.ignore_wounds else 1.0)


def loss_by(weapon: WeaponProfile, strength: int, skill: int, target: Model) -> float:
    """The share of its wounds that one attack takes off a target on average."""
    key = (weapon, strength, target.profile, skill, target.wounds)
    known = _shots.get(key)
    if known is None:
        hits = 1.0 if weapon.automatic_hits else on_a_die(skill - weapon.hit_modifier)
        hits += weapon.extra_hits_on_six / 6
        wounds = hits * on_a_die(wound_needed(weapon.strength.of(strength), target.profile.toughness))
        damage = min(mean(weapon.damage), float(target.wounds))
        known = wounds * unsaved(target.profile, weapon.ap) * damage / max(1, target.wounds)
        if len(_shots) > 50_000:
            _shots.clear()
        _shots[key] = known
    return known


def shots_of(weapon: WeaponProfile, distance: float) -> float:
    attacks = weapon.attacks if distance <= weapon.half_range else weapon.attacks_beyond_half
    return mean(attacks) * (2.0 if weapon.rapid_fire and distance <= weapon.half_range else 1.0)


def worth(model: Model) -> float:
    """Points, more for the warlord, whose loss scores."""
    return model.profile.points + (POINTS_OF_A_VICTORY_POINT if model.warlord else 0.0)


def shot_value(shooter: Model, weapon: WeaponProfile, target: Model) -> float:
    """Points of the target a shot takes on average."""
    skill = shooter.row.ballistic_skill
    if not skill and not weapon.automatic_hits:
        return 0.0
    shots = shots_of(weapon, gap(shooter.base, target.base))
    return min(1.0, shots * loss_by(weapon, shooter.row.strength, skill, target)) * worth(target)


def fight_value(fighter: Model, target: Model) -> float:
    """Points of the target that its best melee weapon takes on average."""
    best = 0.0
    row = fighter.row
    for weapon in fighter.profile.weapons:
        for profile in weapon.melee:
            attacks = mean(row.attacks) + profile.extra_attacks
            best = max(best, attacks * loss_by(profile, row.strength, row.weapon_skill, target))
    return min(1.0, best) * worth(target)


def charge_gain(model: Model, enemy: Model) -> float:
    """What a charge takes, less what the enemy strikes back with if it lives, and its guns kept silent."""
    taken = fight_value(model, enemy)
    left = 1.0 - taken / max(1.0, worth(enemy))
    silenced = 0.3 * best_range_value(enemy, model) if enemy.profile.longest_range else 0.0
    return taken - left * fight_value(enemy, model) + silenced


def best_range_value(shooter: Model, target: Model) -> float:
    """Points its best weapon in range takes, whatever stands between."""
    best = 0.0
    distance = gap(shooter.base, target.base)
    for weapon in shooter.profile.weapons:
        for profile in weapon.ranged:
            if distance <= profile.range:
                best = max(best, shot_value(shooter, profile, target))
    return best


def best_shot(battle: Battle, shooter: Model) -> float:
    """The best shot from where it stands at somebody it sees."""
    best = 0.0
    if not shooter.profile.longest_range or is_engaged(battle, shooter):
        return best
    for target in battle.enemies_of(shooter.seat):
        hoped_for = best_range_value(shooter, target)
        # Looking costs most, so it comes last.
        if hoped_for > best and battle.sees(shooter.base, target):
            best = hoped_for
    return best


def position_value(battle: Battle, seat: int) -> float:
    """How the battle stands for a seat, in victory points."""
    value = float(battle.points[seat] - battle.points[other(seat)])
    rounds_to_come = max(0, battle.mission.rounds - battle.round) + 0.5
    for holder in controlled(battle):
        if holder >= 0:
            value += (0.6 if holder == seat else -0.6) * min(3.0, rounds_to_come)
    for model in battle.models:
        if model.fate != DESTROYED:
            share = 0.4 + 0.6 * model.wounds / model.profile.wounds
            gain = share * worth(model) / POINTS_OF_A_VICTORY_POINT
            if model.fate == ON_TABLE:
                gain += nearness(battle, model)
            value += gain if model.seat == seat else -gain
    return value


def nearness(battle: Battle, model: Model) -> float:
    """A little for being near the nearest marker."""
    if not battle.markers:
        return 0.0
    near = min([hypot(model.base.x - x, model.base.y - y) for x, y in battle.markers])
    return 0.15 * max(0.0, 1.0 - near / 20.0)
