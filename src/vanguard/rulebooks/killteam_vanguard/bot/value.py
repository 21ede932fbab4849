"""What a position of Kill Team Vanguard is worth: cheap facts of both sides, weighed by how such positions ended.

The weights are a logistic regression on 39,475 positions between Turns of 1,506 games, script against script, where each
side took one of the script's next best answers in 0, 10 or 25 % of its decisions (log loss on games left out: 0.41; the
score alone: 0.53). Every fact counts for one side and against the other. The unit is the logarithm of the odds of winning.

What a ready model is worth was weighed anew: as much as its activation gained on average in 18,309 activations of 299 such
games, so that waiting and acting are judged alike and a planner does not prefer one for its own sake.
"""

from __future__ import annotations

from math import exp, hypot

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.blows import blast_weapon
from vanguard.rulebooks.killteam_vanguard.engagements import engaged, engagers_of
from vanguard.rulebooks.killteam_vanguard.line_of_sight import (
    in_the_open,
    sees,
    terrain_leaves_open,
    terrain_lets_see,
)
from vanguard.rulebooks.killteam_vanguard.profiles import Weapon
from vanguard.rulebooks.killteam_vanguard.scenarios import OBJECTIVE_RADIUS, Objective, captures, in_enemy_half, touches
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, Battle, Model, within
from vanguard.rulebooks.killteam_vanguard.strikes import LONG_RANGE

CHARGE_BONUS = 3.0
SETS_OFF = 0.7
"""How often an attack hits at all, so that its blast is rolled for."""
OWN_LOSSES = 1.5
"""Nobody likes to explain why it struck its own."""
FAR = 9.0
"""More moves away than anybody counts."""

# -- estimates ---------------------------------------------------------------------------------------------------------------


def success_chance(target: int, modifier: int) -> float:
    """One die: a natural 6 always succeeds, a natural 1 never."""
    return min(5, max(1, 7 - target + modifier)) / 6


def expected_damage(weapon: Weapon, target: Model, to_hit: int, to_armor: int, dice: int = 0) -> float:
    """Wounds of an attack on average: exploding hit dice, armor or the better invulnerable value."""
    hits = (dice or weapon.dice) * success_chance(weapon.hit, to_hit) * 1.2
    saved = success_chance(target.profile.armor, to_armor - weapon.ap)
    for value in target.profile.invulnerable:
        saved = max(saved, success_chance(value, 0))
    return hits * (1 - saved) * weapon.damage


def share_of(target: Model, damage: float) -> float:
    """How much of a model this damage takes on average; a knocked-down model is nearly gone."""
    return min(1.0, damage / max(1, target.wounds)) * (0.8 if target.wounds > 1 else 1.0)


def worth(model: Model) -> float:
    """A model in points; leaders carry command points."""
    return model.profile.points + 4 * model.profile.command_points


def shot_value(battle: Battle, shooter: Model, weapon: Weapon, target: Model, bonus: int = 0) -> float:
    """Points of the target a ranged attack takes on average."""
    to_hit = bonus
    if gap(shooter, target) > LONG_RANGE:
        to_hit -= 1
    if not in_the_open(battle, shooter, target):
        to_hit -= 1
    damage = expected_damage(weapon, target, to_hit, -1 if target.knocked_down else 0)
    value = share_of(target, damage) * worth(target)
    return value + blast_value(battle, shooter, weapon, target) if weapon.rules else value


def blast_value(battle: Battle, shooter: Model, weapon: Weapon, target: Model) -> float:
    """What a blast takes from those around the target: of the enemy, less what it takes of the own side."""
    reach = max([rule.reaches_around() for rule in weapon.rules])
    if reach <= 0.0:
        return 0.0
    value = 0.0
    for model in battle.everybody():
        if model is not target and within(model, target, reach):
            taken = share_of(model, expected_damage(blast_weapon(), model, 0, 0)) * worth(model)
            value += SETS_OFF * (taken if model.side != shooter.side else -OWN_LOSSES * taken)
    return value


def melee_value(attacker: Model, target: Model, charging: bool) -> float:
    """Points the best melee attack takes on average, less what retaliation takes back."""
    best = 0.0
    for weapon in attacker.profile.melee:
        to_hit = (1 if charging else 0) + (1 if target.knocked_down else 0)
        damage = expected_damage(weapon, target, to_hit, -1 if target.knocked_down else 0)
        best = max(best, share_of(target, damage) * worth(target))
    if target.fatigued or target.knocked_down:
        return best
    back = max([expected_damage(weapon, attacker, 0, 0) for weapon in target.profile.melee], default=0.0)
    return best - 0.7 * share_of(attacker, back) * worth(attacker)


def best_shot(battle: Battle, shooter: Model, bonus: int = 0) -> tuple[float, str]:
    """The best ranged attack from where the model stands: its value and the target's key."""
    best, at = 0.0, ""
    for target in battle.enemies_of(shooter):
        distance = gap(shooter, target)
        if distance > shooter.profile.longest_shot or engaged(battle, target) or not sees(battle, shooter, target):
            continue
        for weapon in shooter.profile.ranged:
            if distance <= weapon.range:
                value = shot_value(battle, shooter, weapon, target, bonus)
                if value > best:
                    best, at = value, target.key
    return best, at


def locked_models(battle: Battle) -> set[str]:
    """The keys of all models that are engaged."""
    return {model.key for model in battle.everybody() if engaged(battle, model)}


def likely_shot(battle: Battle, shooter: Model, locked: set[str]) -> float:
    """The best ranged attack if no other model is in the way: quick, for comparing many models and positions."""
    best = 0.0
    longest = shooter.profile.longest_shot
    for target in battle.models:
        if target.side != shooter.side and target.place == IN_PLAY and target.key not in locked:
            distance = gap(shooter, target)
            if distance <= longest:
                best = max(best, likely_shot_at(battle, shooter, target, distance))
    return best


def likely_shot_at(battle: Battle, shooter: Model, target: Model, distance: float) -> float:
    """Points of the target a shot takes on average, other models not looked at."""
    if not terrain_lets_see(battle, shooter, target):
        return 0.0
    to_hit = -1 if distance > LONG_RANGE else 0
    if not terrain_leaves_open(battle, shooter, target):
        to_hit -= 1
    to_armor = -1 if target.knocked_down else 0
    damage = 0.0
    for weapon in shooter.profile.ranged:
        if distance <= weapon.range:
            damage = max(damage, expected_damage(weapon, target, to_hit, to_armor))
    return share_of(target, damage) * worth(target)


def best_charge(battle: Battle, model: Model) -> float:
    best = 0.0
    reach = model.profile.speed + CHARGE_BONUS - 0.3
    for enemy in battle.models:
        if enemy.side != model.side and enemy.place == IN_PLAY and gap(model, enemy) <= reach:
            if terrain_lets_see(battle, model, enemy):
                best = max(best, charge_value(battle, model, enemy))
    return best


def charge_value(battle: Battle, model: Model, enemy: Model) -> float:
    """A charge also takes an enemy's capture away and keeps its guns silent."""
    value = melee_value(model, enemy, True) + 1.5
    if enemy.profile.ranged and not model.profile.ranged:
        value += 2.0
    for objective in battle.scenario.objectives:
        if touches(enemy, objective):
            value += 8.0 * objective.points[battle.zones[enemy.side]]
    return value


def away(model: Model, objective: Objective) -> float:
    """How far a model is from touching a counter."""
    return max(0.0, hypot(model.x - objective.x, model.y - objective.y) - model.radius - OBJECTIVE_RADIUS)


# -- the position ------------------------------------------------------------------------------------------------------------


def log_odds(battle: Battle, seat: int) -> float:
    """How likely the seat is to win, as the logarithm of the odds: 0 is even, 1 is 73 %."""
    to_come = rounds_after_this(battle)
    locked = locked_models(battle)
    return standing_of(battle, seat, to_come, locked) - standing_of(battle, 1 - seat, to_come, locked)


def chance_of_winning(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def rounds_after_this(battle: Battle) -> float:
    """Rounds still to come after this one; one that the duration roll may add counts half."""
    left = float(max(0, battle.rounds - battle.round))
    if battle.scenario.duration_roll and battle.rounds == battle.scenario.rounds:
        left += 0.5
    return left


def standing_of(battle: Battle, side: int, to_come: float, locked: set[str]) -> float:
    """All that speaks for one side."""
    value = battle.victory_points[side] * (1.107 / (to_come + 1.0) - 0.018)
    value += 0.031 * battle.command_points[side] + 0.03 * battle.pass_tokens[side]
    if battle.broken[side]:
        value -= 0.685
    for model in battle.of_side(side):
        value += worth_of_model(battle, model, to_come, locked)
    for objective in battle.scenario.objectives:
        value += worth_of_objective(battle, objective, side, to_come)
    return value + worth_of_leader(battle, side, to_come)


def worth_of_model(battle: Battle, model: Model, to_come: float, locked: set[str]) -> float:
    """A model alive, its wounds, what it can still do this Round, and whom it threatens from where it stands."""
    profile = model.profile
    points = worth(model)
    value = 0.053 + points * (0.0105 - 0.001 * to_come)
    value += points * model.wounds / max(1, profile.wounds) * (0.0021 + 0.0072 * to_come)
    ready = not model.activated and model.side not in battle.finished
    if model.knocked_down:
        value -= 0.0096 * points
    if ready and not battle.broken[model.side]:
        value += 0.0044 * points
    if model.key in locked:
        melee = max([melee_value(model, enemy, False) for enemy in engagers_of(battle, model)], default=0.0)
        value += (0.0432 if ready else 0.0278) * melee
        return value - (0.0027 * points if profile.ranged else 0.0)
    if model.knocked_down:
        return value
    shot = likely_shot(battle, model, locked) if profile.ranged else 0.0
    value += 0.006 * shot
    if ready:
        value += (0.0153 if model.fatigued else 0.0216) * shot
        if not model.fatigued:
            value += 0.0055 * max(0.0, best_charge(battle, model) - shot)
    return value


def worth_of_objective(battle: Battle, objective: Objective, side: int, to_come: float) -> float:
    """What a counter promises: held, held beyond the enemy's reach, within reach, or at least near."""
    points = objective.points[battle.zones[side]]
    if not points:
        return 0.0
    near, touching = FAR, False
    for model in battle.of_side(side):
        near = min(near, away(model, objective) / model.profile.speed)
        touching = touching or touches(model, objective)
    value = 0.161 * points if touching else 0.0
    if touching and captures(battle, objective, side):
        leader = battle.leader_of(side)
        held = points
        if battle.scenario.leader_points and leader is not None and leader.in_play and touches(leader, objective):
            held = battle.scenario.leader_points
        value += held * (0.569 - 0.0885 * to_come)
        return value + 0.164 * held if soonest(battle, objective, 1 - side) > 1.05 else value
    closeness = points * max(0.0, 1.0 - near / 4.0)
    in_reach = soonest(battle, objective, side) < 1.0
    if captures(battle, objective, 1 - side):
        return value + 0.179 * closeness + (0.145 * points if in_reach else 0.0)
    return value + 0.251 * closeness + (0.209 * points if in_reach else 0.0)


def soonest(battle: Battle, objective: Objective, side: int) -> float:
    """How much of its longest move the nearest model that has still to act this Round needs to touch the counter."""
    best = FAR
    if side in battle.finished:
        return best
    for model in battle.of_side(side):
        if not model.activated:
            reach = model.profile.speed * (1.0 if model.fatigued or model.knocked_down else 2.0)
            best = min(best, away(model, objective) / reach)
    return best


def worth_of_leader(battle: Battle, side: int, to_come: float) -> float:
    """Where the scenario pays for leaders: one that is whole, and one that is beyond the middle of the table."""
    leader = battle.leader_of(side)
    if leader is None or not leader.in_play:
        return 0.0
    value = 0.115 * leader.wounds / max(1, leader.profile.wounds) if battle.scenario.leader_bounty else 0.0
    if not battle.scenario.leader_beyond:
        return value
    if leader.standing and in_enemy_half(battle, leader):
        return value + 0.94 / (to_come + 1.0)
    middle = battle.field.table.depth / 2
    missing = middle + leader.radius - leader.y if battle.zones[side] == 0 else leader.y - middle + leader.radius
    return value - 0.037 * max(0.0, missing) / leader.profile.speed
