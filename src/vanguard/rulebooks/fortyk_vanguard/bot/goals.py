"""Where models of 40k Vanguard want to be: at a marker, so many at each, or else at the enemy they would do most to."""

from __future__ import annotations

from math import hypot

from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.fortyk_vanguard.bot.stances import Stance
from vanguard.rulebooks.fortyk_vanguard.bot.value import fight_value
from vanguard.rulebooks.fortyk_vanguard.objectives import in_range
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model


def goals_of(battle: Battle, seat: int, stance: Stance) -> dict[str, Point]:
    """The marker each model goes for: the nearest pairs first, so many models a marker; the others hunt."""
    own = battle.of(seat)
    room = dict.fromkeys(range(len(battle.markers)), stance.guards)
    alone = int(stance.left_alone * len(battle.markers))
    if alone:
        for marker in markers_by_nearness(battle, own)[-alone:]:
            room[marker] = 0
    pairs: list[tuple[float, str, int]] = []
    for model in own:
        for marker, (x, y) in enumerate(battle.markers):
            away = hypot(model.base.x - x, model.base.y - y)
            pairs.append((away / max(1.0, model.row.move) + shyness(model), model.key, marker))
    goals: dict[str, Point] = {}
    for _, key, marker in sorted(pairs):
        if key not in goals and room[marker]:
            goals[key] = battle.markers[marker]
            room[marker] -= 1
    return goals


def markers_by_nearness(battle: Battle, own: list[Model]) -> list[int]:
    """The marker first that the army as a whole is nearest to."""

    def away(marker: int) -> float:
        x, y = battle.markers[marker]
        return sum([hypot(model.base.x - x, model.base.y - y) for model in own])

    return sorted(range(len(battle.markers)), key=away)


def shyness(model: Model) -> float:
    """Warlords and long guns leave the markers to others if they can."""
    return (1.0 if model.warlord else 0.0) + (0.5 if model.profile.longest_range >= 36.0 else 0.0)


def goal_of(battle: Battle, model: Model, stance: Stance) -> Point:
    """Its marker, or else the enemy it would do most to."""
    goal = goals_of(battle, model.seat, stance).get(model.key)
    return goal if goal is not None else prey_of(battle, model)


def prey_of(battle: Battle, model: Model) -> Point:
    enemies = battle.enemies_of(model.seat)
    if not enemies:
        return model.base.x, model.base.y
    prey = min(enemies, key=lambda enemy: gap(model.base, enemy.base) - 0.2 * fight_value(model, enemy))
    return prey.base.x, prey.base.y


def is_there(battle: Battle, model: Model, goal: Point) -> bool:
    """In range of the marker it goes for, or all but on its goal."""
    for marker, place in enumerate(battle.markers):
        if place == goal:
            return in_range(battle, model.base, marker)
    return hypot(model.base.x - goal[0], model.base.y - goal[1]) <= 1.0
