"""Where units want to be: at the goal container, on the train, or where they can shoot whoever wants to be there."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.geometry.measuring import part_gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.vijilant.cover import is_aboard
from vanguard.rulebooks.vijilant.missions import touches_goal
from vanguard.rulebooks.vijilant.profiles import UnitCard
from vanguard.rulebooks.vijilant.state import DEPOT_RAID, NORTH, STANDING, THE_HEIST, Battle, Model, Unit

NEAR: Final = 0.03
"""Contact is aimed at with this gap."""
FAR_REACHING: Final = 36.0
"""Units with such a range support from afar instead of running for the goal."""
FAR: Final = 99.0

_supporters: dict[UnitCard, bool] = {}


def attacks(battle: Battle, seat: int) -> bool:
    return battle.defender >= 0 and seat != battle.defender


def is_supporter(unit: Unit) -> bool:
    """Does it do its work from afar?"""
    known = _supporters.get(unit.card)
    if known is None:
        reach = max([weapon.farthest for weapon in unit.card.weapons], default=0.0)
        known = _supporters[unit.card] = unit.card.flyer or reach >= FAR_REACHING
    return known


def has_mission_goal(battle: Battle) -> bool:
    return battle.mission.key in (DEPOT_RAID, THE_HEIST)


# -- how near ---------------------------------------------------------------------------------------------------------------


def holds(battle: Battle, model: Model) -> bool:
    """Is this model where the mission wants the attacker to be?"""
    if battle.mission.key == DEPOT_RAID:
        return touches_goal(battle, model)
    return battle.train_runs and model.fate == STANDING and is_aboard(battle, model)


def unit_holds(battle: Battle, unit: Unit) -> bool:
    return any([holds(battle, model) for model in battle.standing(unit)])


def way_left(battle: Battle, unit: Unit) -> float:
    """Centimetres from its nearest model to where the attacker wants to be; 0 if it is there."""
    models = battle.standing(unit)
    if not models:
        return FAR
    if battle.mission.key == DEPOT_RAID:
        goal = battle.battlefield.map.goal
        return FAR if goal is None else min([part_gap(model.base, goal.part) for model in models])
    deck = battle.battlefield.deck
    if deck is None:
        return FAR
    best = FAR
    for model in models:
        x, y = deck_spot(battle, model.base.x, model.base.y, model.base.radius, 0.0)
        best = min(best, hypot(model.base.x - x, model.base.y - y))
    return best


def closeness(battle: Battle, unit: Unit) -> float:
    """1 where the attacker wants to be, falling to 0 at two moves away."""
    if not has_mission_goal(battle) or not battle.on_table(unit) or unit.flying:
        return 0.0
    if unit_holds(battle, unit):
        return 1.0
    return max(0.0, 0.7 * (1.0 - way_left(battle, unit) / (2.0 * unit.card.move + 4.0)))


def deck_spot(battle: Battle, x: float, y: float, radius: float, ahead: float) -> Point:
    """The nearest place on the deck that holds a base, with the train `ahead` centimetres further on."""
    deck = battle.battlefield.deck
    train = battle.battlefield.map.train
    assert deck is not None
    shift = 0.0 if train is None else ahead * train.direction
    low_x, high_x = deck.min_x + shift + radius, deck.max_x + shift - radius
    low_y, high_y = deck.min_y + radius, deck.max_y - radius
    return (max(low_x, min(high_x, x)), max(low_y, min(high_y, y)))


# -- where to go ------------------------------------------------------------------------------------------------------------


def spots_for(battle: Battle, unit: Unit, x: float, y: float) -> list[Point]:
    """Where the first model of a unit would like to stand, the nearest first."""
    radius = unit.card.radius
    if battle.mission.key == DEPOT_RAID:
        return goal_spots(battle, x, y, radius + NEAR, unit)
    if battle.mission.key == THE_HEIST and battle.battlefield.deck is not None:
        return train_spots(battle, unit, x, y, radius)
    return [(35.0, 35.0)]


def goal_spots(battle: Battle, x: float, y: float, off: float, unit: Unit) -> list[Point]:
    """Around the goal container, in contact with it, and for small bases on top of it."""
    goal = battle.battlefield.map.goal
    if goal is None:
        return [(35.0, 35.0)]
    part = goal.part
    spots: list[Point] = []
    for share in (0.5, 0.1, 0.9):
        across = part.min_x + share * (part.max_x - part.min_x)
        along = part.min_y + share * (part.max_y - part.min_y)
        spots += [(across, part.min_y - off), (across, part.max_y + off)]
        spots += [(part.min_x - off, along), (part.max_x + off, along)]
    if unit.card.infantry and unit.card.radius < 1.1:
        spots.append(((part.min_x + part.max_x) / 2, (part.min_y + part.max_y) / 2))
    free = [spot for spot in spots if not is_taken(battle, unit, spot)]
    return sorted(free or spots, key=lambda it: hypot(it[0] - x, it[1] - y))


def train_spots(battle: Battle, unit: Unit, x: float, y: float, radius: float) -> list[Point]:
    """On the deck as it will lie when the unit gets there."""
    distance = way_left(battle, unit) if battle.on_table(unit) else abs(y - 33.0)
    per_round = 2.0 * (unit.card.move + unit.move_bonus)
    late = max(0, int(distance / max(1.0, per_round) + 0.35))
    late = min(late, battle.mission.rounds - battle.round)
    train = battle.battlefield.map.train
    advance = 0.0 if train is None else train.advance
    nearest = deck_spot(battle, x, y, radius, late * advance)
    spots = [nearest]
    for aside in (2.5, -2.5, 5.0, -5.0, 8.0, -8.0):
        spots.append(deck_spot(battle, nearest[0] + aside, y, radius, late * advance))
    free = [spot for spot in spots if late or not is_taken(battle, unit, spot)]
    return free or spots


def is_taken(battle: Battle, unit: Unit, spot: Point) -> bool:
    """Does somebody else stand there?"""
    reach = unit.card.radius
    for model in battle.models:
        if model.fate == STANDING and model.unit != unit.index and not battle.units[model.unit].flying:
            base = model.base
            if hypot(base.x - spot[0], base.y - spot[1]) < reach + base.radius - 0.02:
                return True
    return False


def heart(battle: Battle) -> Point:
    """What the mission is about, as a point."""
    goal = battle.battlefield.map.goal
    if battle.mission.key == DEPOT_RAID and goal is not None:
        return ((goal.part.min_x + goal.part.max_x) / 2, (goal.part.min_y + goal.part.max_y) / 2)
    deck = battle.battlefield.deck
    if battle.mission.key == THE_HEIST and deck is not None:
        return ((deck.min_x + deck.max_x) / 2, (deck.min_y + deck.max_y) / 2)
    return (35.0, 35.0)


def edge_y(battle: Battle, seat: int) -> float:
    return battle.battlefield.depth if battle.edge_of(seat) == NORTH else 0.0


def place_of(battle: Battle, unit: Unit) -> Point:
    """Where its first standing model is, its transport, or the middle of its edge."""
    for model in battle.standing(unit):
        return model.base.centre
    if unit.inside >= 0 and battle.on_table(battle.units[unit.inside]):
        return battle.models[battle.units[unit.inside].first].base.centre
    return (heart(battle)[0], edge_y(battle, unit.seat))
