"""What a position is worth: cheap facts of both sides, weighed by how such positions ended in play."""

from __future__ import annotations

from math import exp
from typing import Final

from vanguard.rulebooks.vijilant.bot.aims import has_mission_goal, holds, unit_holds, way_left
from vanguard.rulebooks.vijilant.bot.worth import card_worth, unit_worth
from vanguard.rulebooks.vijilant.state import CARDS, COMMAND, DEPOT_RAID, IN_HAND, Battle, Unit

COMMON: Final = 4
MISSION: Final = 7
NEAR_THE_GOAL: Final = 12.0

# How the weights were found: 220 games of the script against itself, up to a fifth of the answers of each side replaced by another of
# its better ones; the facts before half of the cards against the result, by logistic regression with a ridge. No weight may be
# negative but that of the attacker's part, since who defends is no fact of play; a command yet to be used is worth nothing at the
# end. On games kept apart the log loss was 0.23 to 0.49 a position, where a coin has 0.69. Each pair is the weight at the beginning and at the
# end of the mission; between them it changes evenly. Who has still to act is left out on purpose: all act before the round is over,
# and whoever had just acted looked worse than whoever waited.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "depot-raid": (
        (0.00, 0.00), (0.00, 0.00), (1.95, 1.37), (1.36, 0.00), (0.32, 6.33),
        (0.95, 2.68), (0.49, 1.46), (0.05, 1.54), (0.00, 1.08), (0.21, 0.14),
        (-1.40, -3.15),
    ),
    "open-skirmish": (
        (1.86, 6.25), (0.45, 6.01), (3.17, 3.74), (0.43, 0.00), (0.00, 0.00),
        (0.00, 0.00), (0.00, 0.00), (0.00, 0.00), (0.00, 0.00), (0.00, 0.00),
        (0.00, 0.00),
    ),
    "the-heist": (
        (2.42, 1.42), (0.18, 2.14), (2.40, 2.22), (0.79, 0.00), (0.00, 4.79),
        (0.13, 2.97), (0.00, 2.07), (0.00, 2.17), (1.89, 2.64), (0.00, 1.19),
        (-0.53, -2.24),
    ),
}  # fmt: skip

# -- facts of one side --------------------------------------------------------------------------------------------------------


def side_facts(battle: Battle, seat: int) -> list[float]:
    """Who is left, and who of them on the table; how much of them; commands yet to be used."""
    total = left = 0.0
    alive = there = 0
    for unit in battle.units:
        if unit.seat == seat:
            total += card_worth(unit.card)
            if battle.is_alive(unit):
                alive += 1
                there += battle.on_table(unit)
                left += unit_worth(battle, unit)
    commands = [card for card in battle.cards if card.seat == seat and card.kind == COMMAND]
    spared = len([card for card in commands if not battle.card_flipped[card.index]])
    return [alive / 8.0, there / 8.0, left / total, spared / 4.0]


# -- the mission --------------------------------------------------------------------------------------------------------------


def mission_facts(battle: Battle) -> list[float]:
    """How near the attacker is to winning."""
    if not has_mission_goal(battle) or battle.defender < 0:
        return [0.0] * MISSION
    left = battle.mission.rounds - battle.round
    about_to_win = holding = 0.0
    many = 0
    ways: list[float] = []
    for unit in battle.units_on_table(1 - battle.defender):
        whole = card_worth(unit.card)
        strength = unit_worth(battle, unit) * (0.3 + 0.7 * unit_worth(battle, unit) / whole) / 8.0
        if unit_holds(battle, unit):
            many += 1
            if held_before(battle, unit):
                about_to_win = max(about_to_win, 0.5 + min(0.5, 0.5 * strength))
            elif left > 0:
                holding = max(holding, 0.5 + min(0.5, 0.5 * strength))
        elif left > 0 and not unit.flying:
            acts = 2.0 * max(0, left - 1) + (0.0 if unit.had_turn else 2.0)
            ways.append(max(0.0, 1.0 - way_left(battle, unit) / max(1.0, acts * unit.card.move)) * min(1.0, strength))
    ways.sort(reverse=True)
    guards = 0.0
    for unit in battle.units_on_table(battle.defender):
        if way_left(battle, unit) <= NEAR_THE_GOAL:
            guards += unit_worth(battle, unit) / 20.0
    return [about_to_win, holding, min(3, many) / 3.0, ways[0] if ways else 0.0, sum(ways[:3]) / 3.0, -guards, 1.0]


def held_before(battle: Battle, unit: Unit) -> bool:
    if battle.mission.key != DEPOT_RAID:
        return unit.index in battle.holders
    return any([model.index in battle.holders for model in battle.standing(unit) if holds(battle, model)])


# -- together -----------------------------------------------------------------------------------------------------------------


def facts_of(battle: Battle, seat: int) -> list[float]:
    """What is known of a position: differences between a seat and its opponent, then the attacker's mission."""
    own, enemy = side_facts(battle, seat), side_facts(battle, 1 - seat)
    sign = -1.0 if battle.defender == seat else 1.0
    return [*[own[i] - enemy[i] for i in range(COMMON)], *[sign * fact for fact in mission_facts(battle)]]


def share_played(battle: Battle) -> float:
    """How much of the mission is over."""
    in_hand = len([place for place in battle.card_place if place == IN_HAND]) if battle.phase == CARDS else 0
    return (battle.round - in_hand / max(1, len(battle.card_place))) / battle.mission.rounds


def chance_to_win(battle: Battle, seat: int) -> float:
    """The fitted chance of a seat to win from a position between two turns."""
    facts = facts_of(battle, seat)
    played = share_played(battle)
    total = 0.0
    for fact, (early, late) in zip(facts, WEIGHTS[battle.mission.key], strict=True):
        total += fact * (early + (late - early) * played)
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
