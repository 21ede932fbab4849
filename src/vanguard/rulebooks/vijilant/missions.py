"""The missions: Depot Raid, The Heist, the open skirmish; how they are won, and the campaign."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.measuring import part_within
from vanguard.rulebooks.vijilant.battlefield import CONTACT
from vanguard.rulebooks.vijilant.cover import unit_aboard
from vanguard.rulebooks.vijilant.state import DEPOT_RAID, ENDED, SKIRMISH, STANDING, THE_HEIST, Battle, Model, Unit

CAMPAIGN: Final = "glasstrain"
NOBODY: Final = -1
"""Wins a mission that ends in a draw."""


def attacker_of(battle: Battle) -> int:
    return 1 - battle.defender


# -- who holds what ---------------------------------------------------------------------------------------------------------


def touches_goal(battle: Battle, model: Model) -> bool:
    """Touching or standing on the goal container; embarked models and airborne flyers do not touch."""
    goal = battle.battlefield.map.goal
    if goal is None or model.fate != STANDING or battle.units[model.unit].flying:
        return False
    return part_within(model.base, goal.part, CONTACT)


def holders_now(battle: Battle) -> tuple[int, ...]:
    """The attacker's models touching the goal, or the attacker's units aboard the train."""
    attacker = attacker_of(battle)
    if battle.mission.key == DEPOT_RAID:
        found = [unit for unit in battle.units if unit.seat == attacker]
        return tuple([m.index for unit in found for m in battle.standing(unit) if touches_goal(battle, m)])
    if battle.mission.key == THE_HEIST:
        return tuple([unit.index for unit in battle.units_on_table(attacker) if unit_aboard(battle, unit)])
    return ()


def name_of_holder(battle: Battle, index: int) -> str:
    return battle.models[index].name if battle.mission.key == DEPOT_RAID else battle.units[index].name


# -- how it ends ------------------------------------------------------------------------------------------------------------


def win(battle: Battle, winner: int, reason: str, clause: str) -> None:
    """The mission is over; in a campaign the next one may follow."""
    battle.winner = winner
    battle.reason = reason
    battle.reason_clause = clause
    battle.phase = ENDED
    battle.turn = None
    battle.turn_of = -1
    if winner == NOBODY:
        battle.note("drawn", clause, mission=battle.mission.name, reason=reason)
        return
    battle.note("won", clause, side=battle.side_name(winner), mission=battle.mission.name, reason=reason)
    if campaign_is_over(battle):
        win_campaign(battle, winner)


def win_campaign(battle: Battle, winner: int) -> None:
    """Whoever wins The Heist has the altmatter."""
    battle.note("campaign-won", "campaign.winner", side=battle.side_name(winner))


def living_units(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.seat == seat and battle.is_alive(unit)]


def check_wiped_out(battle: Battle) -> bool:
    """An attacker without a living unit, on or off the table, has lost at once."""
    if battle.phase == ENDED:
        return True
    if battle.mission.key == SKIRMISH:
        return False
    attacker = attacker_of(battle)
    if living_units(battle, attacker):
        return False
    depot = battle.mission.key == DEPOT_RAID
    clause = "depot.attacker-wiped-out" if depot else "heist.attacker-wiped-out"
    win(battle, battle.defender, f"{battle.side_name(attacker)} have no unit left", clause)
    return True


def check_round_end(battle: Battle) -> None:
    """The win check at the end of a round, before anything else moves."""
    outcome = outcome_of_round(battle)
    if battle.mission.key != SKIRMISH and (outcome is None or outcome[0] == battle.defender):
        remember_holders(battle)
    if outcome is not None:
        win(battle, *outcome)


def outcome_of_round(battle: Battle) -> tuple[int, str, str] | None:
    """Who wins if the round ends like this, why, and by which clause."""
    last = battle.round >= battle.mission.rounds
    if battle.mission.key == SKIRMISH:
        return count_skirmish(battle) if last else None
    depot = battle.mission.key == DEPOT_RAID
    held = [index for index in holders_now(battle) if index in battle.holders]
    if held:
        what = "has touched the goal" if depot else "has held the train"
        reason = f"{name_of_holder(battle, held[0])} {what} at the end of two rounds running"
        return attacker_of(battle), reason, "depot.win-attacker" if depot else "heist.win-attacker"
    if last:
        what = "the goal was not held" if depot else "the train was not held"
        return battle.defender, what, "depot.win-defender" if depot else "heist.win-defender"
    return None


def remember_holders(battle: Battle) -> None:
    """Whoever holds at the end of a round wins by holding at the end of the next."""
    depot = battle.mission.key == DEPOT_RAID
    battle.holders = holders_now(battle)
    for index in battle.holders[:1]:
        key = "goal-touched" if depot else "train-boarded"
        battle.note(key, "depot.win-attacker" if depot else "heist.win-attacker", who=name_of_holder(battle, index))


def count_skirmish(battle: Battle) -> tuple[int, str, str]:
    """After the last round whoever has more living units on the table wins; a tie is a draw."""
    counts = [len(battle.units_on_table(seat)) for seat in (0, 1)]
    reason = f"{max(counts)} units against {min(counts)}"
    winner = NOBODY if counts[0] == counts[1] else counts.index(max(counts))
    return winner, reason, "skirmish.winner"


# -- the campaign -----------------------------------------------------------------------------------------------------------


def campaign_is_over(battle: Battle) -> bool:
    return battle.campaign and battle.mission.key == THE_HEIST and battle.phase == ENDED


async def begin_next_mission(battle: Battle) -> None:
    """The winner of Depot Raid defends the train; nothing else carries over."""
    from vanguard.rulebooks.vijilant.battlefield import Battlefield
    from vanguard.rulebooks.vijilant.content.content import content
    from vanguard.rulebooks.vijilant.setup import begin_mission

    battle.won_before = battle.winner
    left = tuple([model.key for model in battle.models if model.fate == STANDING])
    battle.note("table-cleared", "campaign.fresh-forces", left)
    mission = content().mission(THE_HEIST)
    begin_mission(battle, mission, Battlefield(content().map(mission.maps[0])))
