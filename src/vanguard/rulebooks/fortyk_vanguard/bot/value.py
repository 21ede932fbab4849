"""What attacks and models of 40k Vanguard are worth, in points of the army list, and what a position is: the chance to win."""

from __future__ import annotations

from math import exp, hypot

from vanguard.core.remembering import remember
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
EASY_CHARGE = 6.0
"""Inches that a charge covers nearly three times in four."""
SOME_POINTS, MARKERS = 5.0, 4.0
"""What facts are counted in, so that each is about 1 where much has happened."""
LEAST_PREY = 20.0
"""Points of the army list: what little is left of an enemy does not make a shot at it worth more and more."""

# How the weights were found: 518 games of the script against itself, at 200 and 400 points, up to a fifth of the answers of each side
# replaced by another of its better ones and many turns gone about in another way; the facts when models are about to move, which is
# where a planner judges, against the result, by logistic regression with a ridge. No weight may be negative but that of the first turn,
# since whoever has it is also the first to have had his last. On games kept apart the log loss was 0.44 a position (0.62 in the first
# three turns, 0.27 in the last four), where a coin has 0.69. Each pair is the weight at the beginning and at the end of the battle;
# between them it changes evenly.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "only-war": (
        (1.20, 4.42), (1.39, 0.45), (0.41, 1.71), (1.94, 0.23), (1.03, 0.00),
        (2.70, 1.35), (0.47, 0.58), (1.02, 0.00), (1.57, 0.76), (1.21, 1.07),
        (-0.32, -0.84),
    ),
}  # fmt: skip

MOST_SHOTS = 50_000
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
        remember(_shots, key, known, MOST_SHOTS)
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


# -- positions ------------------------------------------------------------------------------------------------------------------


def side_facts(battle: Battle, seat: int) -> list[float]:
    """What is left of an army, of its models and of its warlord; what it may shoot or charge in its next turn, as a share of what
    the enemy has left; the markers it may have more models at then."""
    army = [model for model in battle.models if model.seat == seat]
    left = [model for model in army if model.fate != DESTROYED]
    enemies = battle.enemies_of(seat)
    shots = charges = 0.0
    for model in battle.of(seat):
        if not is_engaged(battle, model):
            shots += max([shot_after_a_move(model, enemy) for enemy in enemies], default=0.0)
            near = [enemy for enemy in enemies if gap(model.base, enemy.base) <= model.row.move + EASY_CHARGE]
            charges += max([0.0, *[charge_gain(model, enemy) for enemy in near]])
    prey = max(LEAST_PREY, points_left(battle, other(seat)) + POINTS_OF_A_VICTORY_POINT)
    return [
        points_left(battle, seat) / max(1, sum([model.profile.points for model in army])),
        len(left) / max(1, len(army)),
        float(any([model.warlord for model in left])),
        shots / prey,
        charges / prey,
        len([marker for marker in range(len(battle.markers)) if may_outnumber(battle, seat, marker)]) / MARKERS,
    ]


def points_left(battle: Battle, seat: int) -> float:
    """Points of the army list by the wounds left of them."""
    alive = [model for model in battle.models if model.seat == seat and model.fate != DESTROYED]
    return sum([model.profile.points * model.wounds / model.profile.wounds for model in alive])


def shot_after_a_move(shooter: Model, target: Model) -> float:
    """Points its best weapon takes that is in range after a move, whatever stands between."""
    reach = gap(shooter.base, target.base) - shooter.row.move
    shots = [
        shot_value(shooter, gun, target) for it in shooter.profile.weapons for gun in it.ranged if reach <= gun.range
    ]
    return max(shots, default=0.0)


def may_outnumber(battle: Battle, seat: int, marker: int) -> bool:
    """Can more models of a side be at a marker after its next move than there are enemies now?"""
    x, y = battle.markers[marker]
    range_of_it = battle.mission.marker_reach + battle.mission.marker_radius
    spare = 0
    for model in battle.models:
        if model.fate == ON_TABLE:
            away = hypot(model.base.x - x, model.base.y - y) - model.base.radius - range_of_it
            if model.seat != seat:
                spare -= away <= 0.0
            else:
                spare += away <= max(0.0, model.row.move)
    return spare > 0


def facts_of(battle: Battle, seat: int) -> list[float]:
    """What is known of a position whose owner is about to move, as differences between a seat and its opponent where it can be."""
    own, enemy = side_facts(battle, seat), side_facts(battle, other(seat))
    held = controlled(battle)
    mine, theirs = points_left(battle, seat), points_left(battle, other(seat))
    return [
        (battle.points[seat] - battle.points[other(seat)]) / SOME_POINTS,
        held.count(seat) / MARKERS,
        -held.count(other(seat)) / MARKERS,
        (mine - theirs) / max(1.0, mine + theirs),
        *[own[i] - enemy[i] for i in range(len(own))],
        1.0 if battle.first == seat else -1.0,
    ]


def share_played(battle: Battle) -> float:
    """How much of the battle is over: turns that have begun before this one."""
    return (2 * (battle.round - 1) + (battle.turn != battle.first)) / (2 * battle.mission.rounds)


def chance_to_win(battle: Battle, seat: int) -> float:
    """The fitted chance of a seat to win when its models are about to move."""
    facts = facts_of(battle, seat)
    played = share_played(battle)
    total = 0.0
    for fact, (early, late) in zip(facts, WEIGHTS[battle.mission.key], strict=True):
        total += fact * (early + (late - early) * played)
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
