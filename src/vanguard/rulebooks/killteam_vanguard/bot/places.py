"""Where a model of Kill Team Vanguard might go: firing points, places out of the enemy's reach, objectives."""

from __future__ import annotations

from math import hypot, inf

from vanguard.core.questions import Given
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.bot.value import (
    CHARGE_BONUS,
    away,
    likely_shot_at,
    locked_models,
    melee_value,
    worth,
)
from vanguard.rulebooks.killteam_vanguard.movement import MoveQuestion, reading_of
from vanguard.rulebooks.killteam_vanguard.placing import level_at
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model
from vanguard.tabletop.bot_moves import all_round
from vanguard.tabletop.moves import point_toward

DIRECTIONS = 12


class Spot:
    """A place a model can go straight to: what it could shoot from there, what could hit it, and how far it has to go on."""

    __slots__ = ("danger", "far", "given", "shot")

    def __init__(self, given: Given, shot: float, danger: float, far: float) -> None:
        self.given = given
        self.shot = shot
        self.danger = danger
        self.far = far


def destinations(battle: Battle, model: Model, allowance: float, shoots: bool, count: int) -> list[Given]:
    """Up to `count` places of each kind: to fire from, to be safe at, and toward objectives; no place twice."""
    locked = locked_models(battle)
    spots = [_judged(battle, model, x, y, shoots, locked) for x, y in _in_reach(battle, model, allowance)]
    chosen: list[Given] = []
    if shoots and model.profile.ranged:
        firing = [spot for spot in spots if spot.shot > 0.0]
        firing.sort(key=lambda spot: spot.danger - spot.shot)
        chosen.extend([spot.given for spot in firing[:count]])
    spots.sort(key=lambda spot: spot.far + 0.5 * spot.danger)
    chosen.extend([spot.given for spot in spots[:count]])
    spots.sort(key=lambda spot: spot.danger + 0.15 * spot.far)
    chosen.extend([spot.given for spot in spots[:count]])
    return _once_each(chosen)


def _once_each(chosen: list[Given]) -> list[Given]:
    found: list[Given] = []
    for given in chosen:
        if given not in found:
            found.append(given)
    return found


def _in_reach(battle: Battle, model: Model, allowance: float) -> list[tuple[float, float]]:
    """Points straight ahead: onto and toward the objectives, and all round at full and half length."""
    move = MoveQuestion(battle, model, allowance, reading_of(model))
    found: list[tuple[float, float]] = []
    for objective in battle.scenario.objectives:
        ahead = point_toward(model.centre, (objective.x, objective.y), allowance, 0.0)
        if ahead is not None and move.straight(ahead[0], ahead[1]) < inf:
            found.append(ahead)
    return found + all_round(move, (allowance - 0.01, 0.5 * allowance), DIRECTIONS)


def _judged(battle: Battle, model: Model, x: float, y: float, shoots: bool, locked: set[str]) -> Spot:
    there = model.copy()
    there.x, there.y, there.elevation = x, y, level_at(battle, x, y)
    shot, danger = 0.0, 0.0
    for enemy in battle.enemies_of(model):
        distance = gap(there, enemy)
        if shoots and distance <= model.profile.longest_shot and enemy.key not in locked:
            shot = max(shot, likely_shot_at(battle, there, enemy, distance))
        if not enemy.activated and enemy.standing:
            threat = likely_shot_at(battle, enemy, there, distance) if distance <= enemy.profile.longest_shot else 0.0
            danger += max(threat, _charge(enemy, there, distance))
    far = min(
        [
            away(there, objective) - 3.0 * objective.points[battle.zones[model.side]]
            for objective in battle.scenario.objectives
            if objective.points[battle.zones[model.side]]
        ],
        default=hypot(x - model.x, y - model.y),
    )
    return Spot([[x, y]], shot, min(danger, worth(model)), far)


def _charge(attacker: Model, target: Model, distance: float) -> float:
    if attacker.fatigued or distance > attacker.profile.speed + CHARGE_BONUS:
        return 0.0
    return max(0.0, melee_value(attacker, target, True))
