"""Where models of 40k Vanguard want to be: at a marker, so many at each, or else at the enemy they would do most to."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.fortyk_vanguard.bot.stances import (
    CHARGES_OF_ONE,
    HUNTS,
    KEEPS_OFF,
    NOBODY,
    OUT_OF_REACH,
    USUAL,
    Stance,
)
from vanguard.rulebooks.fortyk_vanguard.bot.value import fight_value
from vanguard.rulebooks.fortyk_vanguard.engagement import ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.objectives import in_range
from vanguard.rulebooks.fortyk_vanguard.state import CHARGE, Battle, Model

GUARDS = 3
"""Models that go for a marker before the others hunt."""
LONGEST_CHARGE = 12.0


def goals_of(battle: Battle, seat: int, stances: Mapping[str, Stance] = NOBODY) -> dict[str, Point]:
    """The marker each model goes for: the nearest pairs first, so many models a marker; the others hunt."""
    room = dict.fromkeys(range(len(battle.markers)), GUARDS)
    pairs: list[tuple[float, str, int]] = []
    for model in battle.of(seat):
        stance = stances.get(model.key, USUAL)
        for marker, (x, y) in enumerate(battle.markers):
            if not stance.hunts and marker != stance.forsakes:
                away = hypot(model.base.x - x, model.base.y - y)
                pairs.append((away / max(1.0, model.row.move) + shyness(model), model.key, marker))
    goals: dict[str, Point] = {}
    for _, key, marker in sorted(pairs):
        if key not in goals and room[marker]:
            goals[key] = battle.markers[marker]
            room[marker] -= 1
    return goals


def ways_of_one(battle: Battle, seat: int) -> list[tuple[Model, Stance]]:
    """The ways in which a single model may go about its move or its charge, whoever is nearest to an enemy first."""
    enemies = battle.enemies_of(seat)
    near = [(min([gap(it.base, enemy.base) for enemy in enemies], default=99.0), it.key) for it in battle.of(seat)]
    goals = goals_of(battle, seat)
    found: list[tuple[Model, Stance]] = []
    for away, key in sorted(near):
        model = battle[key]
        if battle.phase == CHARGE:
            if ENGAGEMENT_RANGE < away <= LONGEST_CHARGE:
                found += [(model, stance) for stance in CHARGES_OF_ONE]
            continue
        if key in goals:
            found.append((model, Stance("to another marker", forsakes=battle.markers.index(goals[key]))))
            found.append((model, HUNTS))
        if away <= OUT_OF_REACH + model.row.move:
            found.append((model, KEEPS_OFF))
    return found


def shyness(model: Model) -> float:
    """Warlords and long guns leave the markers to others if they can."""
    return (1.0 if model.warlord else 0.0) + (0.5 if model.profile.longest_range >= 36.0 else 0.0)


def goal_of(battle: Battle, model: Model, stances: Mapping[str, Stance]) -> Point:
    """Its marker, or else the enemy it would do most to."""
    goal = goals_of(battle, model.seat, stances).get(model.key)
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
