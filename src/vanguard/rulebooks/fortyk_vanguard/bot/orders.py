"""What helps: an order, a ruler's will, the Waaagh! or a stand in defensible terrain, and what a Command point may buy."""

from __future__ import annotations

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.bot.value import (
    CHARGE_REACH,
    best_shot,
    fight_value,
    loss_by,
    mean,
    shots_of,
    worth,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import WAAAGH
from vanguard.rulebooks.fortyk_vanguard.morale_phase import army_leadership, is_below_half
from vanguard.rulebooks.fortyk_vanguard.special_rules import move_of
from vanguard.rulebooks.fortyk_vanguard.state import ADVANCED, HOLDS_STEADY, ORDERED, Battle, Model
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import ORDER_REACH

MEAN_ADVANCE = 3.5
ENOUGH_FOR_A_WAAAGH = 1 / 3
"""The share of an army that may get into combat this turn."""
EVEN_CHANCE = 3
"""The highest face that still passes, in a test that half of the faces fail."""
IN_OVERWATCH, STEADY_IN_OVERWATCH = 6, 5
"""The skill of whoever fires Overwatch, and of whoever holds steady for it."""
POINT_WORTH = 2.5
"""Points of the army list that a Command point should bring or save; what is left at the end of the battle is worth nothing."""
SECOND_HALF = 1 / 3
"""Of the attacks that hit, or else wound, so many hurt in the end."""
LATE = 3
"""From this round on it is called with fewer: there is not much left to wait for."""


def order_gain(battle: Battle, seat: int, order: tuple[str, str, str]) -> float:
    """Shots that an order adds among those who hear it, roughly; nothing for giving none."""
    _, name, first = order
    if not first:
        return 0.0
    near = [it for it in battle.of(seat) if not it.did(ORDERED) and within(battle[first].base, it.base, ORDER_REACH)]
    return sum([shots_gained(it, name) for it in near])


def shots_gained(model: Model, order: str) -> float:
    """Ones rolled again hit a sixth more often; lasguns fire twice; who Advanced would not shoot at all."""
    guns = [profile for weapon in model.profile.ranged for profile in weapon.ranged]
    silent = model.moved == ADVANCED and not any([it.assault or it.dakka for it in guns])
    if order == "forwards":
        return 1.0 if silent else 0.0
    if silent or not guns:
        return 0.0
    return 0.17 if order == "take-aim" else float(any([it.lasgun for it in guns]))


def ability_gain(battle: Battle, seat: int, ability: tuple[str, str, str]) -> float:
    """What an ability of the Command phase is worth now; nothing for using none."""
    what, _, friend = ability
    if what == WAAAGH:
        return waaagh_gain(battle, seat)
    return harm_done_by(battle, battle[friend]) if friend else 0.0


def harm_done_by(battle: Battle, model: Model) -> float:
    """Points of the enemy that a model may take this turn, by its guns or in combat; a hair if there is nobody near."""
    reach = move_of(battle, model) + CHARGE_REACH
    near = [enemy for enemy in battle.enemies_of(model.seat) if gap(model.base, enemy.base) <= reach]
    return max([0.01, best_shot(battle, model), *[fight_value(model, enemy) for enemy in near]])


def waaagh_gain(battle: Battle, seat: int) -> float:
    """Called once: it is kept until enough of the army may charge, after an Advance as well."""
    own, enemies = battle.of(seat), battle.enemies_of(seat)
    ready = 0
    for model in own:
        reach = move_of(battle, model) + MEAN_ADVANCE + CHARGE_REACH
        ready += any([gap(model.base, enemy.base) <= reach for enemy in enemies])
    if battle.round >= LATE:
        return 1.0 if ready else 0.0
    return ready / max(1, len(own)) - ENOUGH_FOR_A_WAAAGH


def may_well_flee(battle: Battle, seat: int) -> bool:
    """Does the army's Morale test fail as often as not? Bravery can be bought but once."""
    losses = battle.destroyed_this_turn[seat]
    added = losses * 2 if is_below_half(battle, seat) else losses
    return army_leadership(battle, seat) - added <= EVEN_CHANCE


def defence_gain(battle: Battle, seat: int, defender: Model, how: str) -> float:
    """Shots as it is charged, if there is a command point for them, or better blows after it; nothing for neither."""
    attackers = [it for it in battle.enemies_of(seat) if defender.key in it.charge_targets]
    if how == "set-to-defend":
        return 0.01 + sum([fight_value(defender, it) for it in attackers])
    if how == "hold-steady" and battle.command_points[seat]:
        return max([shots_at(defender, it, STEADY_IN_OVERWATCH) for it in attackers], default=0.0) - point_worth(battle)
    return 0.0


def point_worth(battle: Battle) -> float:
    """Points of the army list that a Command point should bring or save now."""
    return POINT_WORTH * (battle.mission.rounds + 1 - battle.round) / battle.mission.rounds


def overwatch_gain(battle: Battle, key: str, charger: Model) -> float:
    """Points of a charger that a model takes in Overwatch, beyond what the Command point is worth; nothing for nobody."""
    if not key:
        return 0.0
    skill = STEADY_IN_OVERWATCH if battle[key].did(HOLDS_STEADY) else IN_OVERWATCH
    return shots_at(battle[key], charger, skill) - point_worth(battle)


def shots_at(shooter: Model, target: Model, skill: int) -> float:
    """Points of a target that the best gun takes with this skill, whatever stands between."""
    distance, strength = gap(shooter.base, target.base), shooter.row.strength
    guns = [gun for weapon in shooter.profile.weapons for gun in weapon.ranged if distance <= gun.range]
    taken = max([shots_of(gun, distance) * loss_by(gun, strength, skill, target) for gun in guns], default=0.0)
    return min(1.0, taken) * worth(target)


def die_gain(battle: Battle, seat: int, about: tuple[str, ...], better_faces: int) -> float:
    """Points that one die rolled again saves of an own model, or takes of an enemy, on average."""
    target = battle[about[-1]]
    damage = 1.0
    if len(about) > 1:
        damage = max([1.0, *[mean(it.damage) for weapon in battle[about[0]].profile.weapons for it in weapon.profiles]])
    share = min(1.0, damage / max(1, target.wounds))
    return better_faces / 6 * share * worth(target) * (1.0 if target.seat == seat else SECOND_HALF)
