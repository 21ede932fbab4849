"""What a position is worth: cheap facts of both sides, weighed by how such positions ended in play."""

from __future__ import annotations

from math import exp, hypot
from typing import Final

from vanguard.rulebooks.vijilant.bot.aims import has_mission_goal, holds, place_of, way_left
from vanguard.rulebooks.vijilant.bot.worth import card_worth, health_of, unit_worth
from vanguard.rulebooks.vijilant.profiles import UnitCard
from vanguard.rulebooks.vijilant.state import CARDS, COMMAND, DEPOT_RAID, IN_HAND, Battle, Unit

NEAR_THE_GOAL: Final = 12.0
WON_BEFORE: Final = 0.58
"""By the weights below, at the first card of The Heist, once the script has set it up: 0.56 or 0.59 in eight campaigns."""

# How the weights were found: 945 games of the script against itself, in which one side or both played up to four turns in ten in another way that
# a planner would try; six of ten positions before a card against the result, by logistic regression with a ridge, for each mission.
# No weight may be negative but that of the attacker's part, since who defends is no fact of play; a command yet to be used is worth
# nothing at the end. On games kept apart the log loss was 0.38 to 0.47 a position, where a coin has 0.69 (by rounds in Depot Raid: 0.69, 0.64,
# 0.43, 0.07). Each pair is the weight at the beginning and at the end of the mission; between them it changes evenly.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "depot-raid": (
        (0.00, 0.00), (0.00, 0.00), (0.00, 0.71), (1.31, 0.00),
        (0.53, 0.75), (0.00, 6.87), (0.00, 2.09), (0.00, 5.30),
        (0.00, 1.24), (0.13, 0.92), (1.12, 5.00), (0.20, 0.25),
        (1.30, -5.12),
    ),
    "open-skirmish": (
        (0.00, 4.02), (0.00, 4.48), (3.59, 7.09), (0.51, 0.00),
        (0.00, 1.87),
    ),
    "the-heist": (
        (1.30, 1.32), (0.74, 0.00), (2.91, 2.56), (0.77, 0.00),
        (1.57, 0.17), (0.35, 5.27), (0.00, 3.83), (0.00, 4.88),
        (0.00, 1.64), (0.00, 1.74), (0.17, 3.69), (0.18, 0.41),
        (0.31, -4.37),
    ),
}  # fmt: skip

# What a whole unit is worth more or less than by its card's share of the force.
WORTHS: dict[str, dict[str, tuple[float, float]]] = {
    "depot-raid": {
        "col-bastion": (0.00, -0.03), "col-cohort": (0.21, -0.13), "col-mortar": (0.00, -0.07), "col-overseer": (0.34, -0.08),
        "col-purifiers": (0.46, 0.63), "col-shrike": (0.60, 0.50), "col-skiff": (1.23, 0.21), "dri-boarders": (0.00, -0.15),
        "dri-captain": (0.00, 1.46), "dri-gull": (0.00, 0.28), "dri-harrow": (0.10, 1.07), "dri-mule": (0.39, 0.29),
        "dri-scrappers": (0.00, -0.12), "dri-skate": (0.65, 0.15),
    },
    "open-skirmish": {
        "col-bastion": (-0.27, 0.02), "col-cohort": (0.40, 0.17), "col-mortar": (0.56, 0.70), "col-overseer": (-0.19, 0.12),
        "col-purifiers": (0.39, 0.44), "col-shrike": (0.11, 0.24), "courier-lifter": (-0.32, 0.42), "dri-boarders": (0.39, 0.62),
        "dri-captain": (-0.19, 0.06), "dri-gull": (-0.39, 0.39), "dri-harrow": (0.20, -0.19), "dri-mule": (1.46, 1.20),
        "dri-scrappers": (-0.52, 0.56), "dri-skate": (0.12, 0.26),
    },
    "the-heist": {
        "col-bastion": (0.27, 0.61), "col-cohort": (-0.25, 0.41), "col-mortar": (-0.05, -0.24), "col-overseer": (0.40, -0.26),
        "col-purifiers": (0.45, -0.25), "col-shrike": (-0.18, -0.01), "col-skiff": (0.62, 1.12), "dri-boarders": (0.78, 0.42),
        "dri-captain": (0.06, 0.68), "dri-gull": (-0.26, 0.01), "dri-harrow": (-0.57, 0.14), "dri-mule": (0.70, 0.33),
        "dri-scrappers": (-0.37, -0.44), "dri-skate": (0.67, 0.38),
    },
}  # fmt: skip


_volleys: dict[tuple[UnitCard, UnitCard], tuple[float, float]] = {}

# -- facts of one side --------------------------------------------------------------------------------------------------------


def side_facts(battle: Battle, seat: int) -> list[float]:
    """Who is left, and who of them on the table; how much of them; commands yet to be used; how much is yet to act."""
    total = left = to_come = 0.0
    alive = there = 0
    for unit in battle.units:
        if unit.seat == seat:
            total += card_worth(unit.card)
            if battle.is_alive(unit):
                alive += 1
                there += battle.on_table(unit)
                worth = unit_worth(battle, unit)
                left += worth
                to_come += 0.0 if unit.had_turn else worth
    commands = [card for card in battle.cards if card.seat == seat and card.kind == COMMAND]
    spared = len([card for card in commands if not battle.card_flipped[card.index]])
    return [alive / 8.0, there / 8.0, left / total, spared / 4.0, to_come / total]


# -- the mission --------------------------------------------------------------------------------------------------------------


def mission_facts(battle: Battle) -> list[float]:
    """How near the attacker is to winning; nothing where nobody attacks."""
    if not has_mission_goal(battle) or battle.defender < 0:
        return []
    left = battle.mission.rounds - battle.round
    safest = about_to_win = holding = safe_later = 0.0
    ways: list[float] = []
    for unit in battle.units_on_table(1 - battle.defender):
        worth, whole = unit_worth(battle, unit), card_worth(unit.card)
        strength = worth * (0.3 + 0.7 * worth / whole) / 8.0
        there = [model for model in battle.standing(unit) if holds(battle, model)]
        if there:
            survives = outlives(battle, unit)
            if any(
                [(model.index if battle.mission.key == DEPOT_RAID else unit.index) in battle.holders for model in there]
            ):
                about_to_win = max(about_to_win, 0.5 + min(0.5, 0.5 * strength))
                safest = max(safest, survives)
            elif left > 0:
                holding = max(holding, 0.5 + min(0.5, 0.5 * strength))
                safe_later += survives
        elif left > 0 and not unit.flying:
            acts = 2.0 * max(0, left - 1) + (0.0 if unit.had_turn else 2.0)
            move = 0.01 if battle.is_immobile(unit) else unit.card.move
            ways.append(max(0.0, 1.0 - way_left(battle, unit) / max(1.0, acts * move)) * min(1.0, strength))
    ways.sort(reverse=True)
    guards = 0.0
    for unit in battle.units_on_table(battle.defender):
        if way_left(battle, unit) <= NEAR_THE_GOAL:
            guards += unit_worth(battle, unit) / 20.0
    way, three_ways = (ways[0], sum(ways[:3]) / 3.0) if ways else (0.0, 0.0)
    return [safest, about_to_win, holding, min(3.0, safe_later) / 3.0, way, three_ways, -guards, 1.0]


def outlives(battle: Battle, unit: Unit) -> float:
    """How likely a unit outlives the round, by the health it has and what enemies yet to act could take from it."""
    taken = 0.0
    x, y = place_of(battle, unit)
    for enemy in battle.units_on_table(1 - unit.seat):
        if enemy.had_turn or enemy.pinned >= 0:
            continue
        there = place_of(battle, enemy)
        gap = hypot(x - there[0], y - there[1]) - unit.card.radius - enemy.card.radius
        move = 0.0 if battle.is_immobile(enemy) else enemy.card.move
        reach = max([weapon.farthest for weapon in enemy.card.weapons if not weapon.cc], default=0.0)
        shots, blows = volley(enemy.card, unit.card)
        most = shots * (2.0 if gap <= reach else 1.0 if gap <= reach + move else 0.0)
        if gap <= 2.0 * move and not unit.flying:
            most = max(most, blows * (2.0 if gap <= move else 1.2))
        taken += most * len(battle.living(enemy)) / enemy.card.count
    health = health_of(battle, unit)
    return health / (health + taken)


def volley(card: UnitCard, target: UnitCard) -> tuple[float, float]:
    """Roughly the wounds of one action's shots, and of one action's blows, by a whole unit in the open."""
    known = _volleys.get((card, target))
    if known is None:
        light = heavy = blows = 0.0
        for weapon in (*card.weapons, *card.support[:1]):
            bearers = 1 if weapon.team else len([kind for kind in card.models if weapon.borne_by(kind.key)])
            hits = max(0, min(6, 6 - target.dodge + card.skill + weapon.skill_mod)) / 6.0
            wounds = weapon.spread * bearers * hits * min(max(0, weapon.power - target.toughness.side), target.health)
            if weapon.cc:
                blows += wounds
            elif weapon.action_points > 1:
                heavy += wounds / weapon.action_points
            else:
                light += wounds
        known = _volleys[(card, target)] = (max(light, heavy), blows)
    return known


# -- together -----------------------------------------------------------------------------------------------------------------


def facts_of(battle: Battle, seat: int) -> list[float]:
    """What is known of a position: differences between a seat and its opponent, then the attacker's mission."""
    own, enemy = side_facts(battle, seat), side_facts(battle, 1 - seat)
    sign = -1.0 if battle.defender == seat else 1.0
    return [
        *[mine - theirs for mine, theirs in zip(own, enemy, strict=True)],
        *[sign * it for it in mission_facts(battle)],
    ]


def share_played(battle: Battle) -> float:
    """How much of the mission is over."""
    in_hand = len([place for place in battle.card_place if place == IN_HAND]) if battle.phase == CARDS else 0
    return (battle.round - in_hand / max(1, len(battle.card_place))) / battle.mission.rounds


def chance_to_win(battle: Battle, seat: int) -> float:
    """The fitted chance of a seat to win from a position between two turns; while the second mission of a campaign is set up,
    what whoever defends it has at its first card."""
    if battle.won_before >= 0 and battle.is_being_set_up():
        return WON_BEFORE if battle.won_before == seat else 1.0 - WON_BEFORE
    played = share_played(battle)
    total = 0.0
    for fact, (early, late) in zip(facts_of(battle, seat), WEIGHTS[battle.mission.key], strict=False):
        total += fact * (early + (late - early) * played)
    worths = WORTHS[battle.mission.key]
    for unit in battle.units:
        if unit.card.key in worths and battle.is_alive(unit):
            early, late = worths[unit.card.key]
            left = unit_worth(battle, unit) / card_worth(unit.card) * (early + (late - early) * played)
            total += left if unit.seat == seat else -left
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
