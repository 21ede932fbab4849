"""Campaign: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, depot
from tests.rulebooks.vijilant.test_missions import rounds_over
from tests.rulebooks.vijilant.test_set_up import battle_of, started
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup, load_rulebook
from vanguard.rulebooks.vijilant.content.army_list import BOOK
from vanguard.rulebooks.vijilant.missions import check_round_end
from vanguard.rulebooks.vijilant.setup import roll_off
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("campaign.all-cards", "cards.practice")
def test_a_wrong_map_and_a_practice_force_on_either_side_are_refused() -> None:
    book = load_rulebook("vijilant")
    armies = (BOOK.whole("collective"), BOOK.whole("driftwake"))
    with pytest.raises(Refused, match="there is no map of this mission 'the-moon'") as refused:
        book.new(Setup("depot-raid", "the-moon", armies, {}))
    assert refused.value.clause == "campaign.all-cards"
    battle: Any = book.new(Setup("depot-raid", "depot", armies, {}))
    assert [force.key for force in battle.forces] == ["collective", "driftwake"]


@proves("campaign.all-cards", "campaign.order")
def test_a_mission_begins_by_the_rule_it_is_played_under() -> None:
    for scenario, field, clause in (
        ("depot-raid", "depot", "campaign.all-cards"),
        ("glasstrain", "depot", "campaign.order"),
    ):
        game = started(scenario, field)
        assert [event.clause for event in game.events if event.key == "mission-begins"] == [clause]


@proves("campaign.all-cards", "cards.practice")
@pytest.mark.parametrize("forces", [("collective-practice", "driftwake"), ("collective", "driftwake-practice")])
def test_neither_side_brings_a_practice_force_to_the_campaign(forces: tuple[str, str]) -> None:
    with pytest.raises(Refused, match="practice") as why:
        started("glasstrain", "depot", *forces)
    assert why.value.clause == "campaign.all-cards"


@proves("campaign.winner", "depot.win-defender")
def test_who_won_why_and_by_which_rule_is_kept() -> None:
    table = rounds_over(depot("blue Squad a 2,2\nred Squad z 10,66", round=4))
    standing = table.game.standing
    assert (standing.over, standing.winner, standing.clause) == (True, 1, "depot.win-defender")
    assert standing.reason == "the goal was not held"


@proves("campaign.winner", "depot.win-defender")
def test_only_the_heist_of_a_campaign_wins_the_campaign() -> None:
    for mission, campaign, won in (("depot-raid", True, 0), ("depot-raid", False, 0)):
        table = at("blue Squad a 10,10\nred Squad b 30,30\ngoal 60,62,60,62", mission=mission, defender=0, round=4)
        table.battle.campaign = campaign
        check_round_end(table.battle)
        told = [event.key for event in table.battle.events]
        assert told.count("won") == 1
        assert told.count("campaign-won") == won
        assert (table.battle.winner, table.battle.turn_of) == (0, -1)


@proves("campaign.winner", "heist.roles")
@pytest.mark.parametrize(("agreed", "seat"), [("first", 0), ("second", 1)])
def test_an_agreed_defender_is_taken_without_a_roll(agreed: str, seat: int) -> None:
    game = started("the-heist", "glasstrain", defender=agreed)
    assert battle_of(game).defender == seat
    assert not [event for event in game.events if event.key == "roll-off"]


@proves("campaign.winner", "start.roll-off")
def test_in_a_roll_off_each_rolls_a_die_of_their_own() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    rolling: Any = roll_off(table.battle, "defender", "campaign.winner")
    first = rolling.send(None)
    second = rolling.send([4])
    assert (first.player, second.player) == (0, 1)
    with pytest.raises(StopIteration) as done:
        rolling.send([2])
    assert done.value.value == 0


@proves("campaign.winner", "heist.win-defender")
@pytest.mark.parametrize(("campaign", "told"), [(True, 1), (False, 0)])
def test_the_heist_wins_the_campaign_only_in_a_campaign(campaign: bool, told: int) -> None:
    table = at("blue Squad a 2,2\nred Squad z 5,66", mission="the-heist", map="glasstrain", defender=0, round=9)
    table.battle.campaign = campaign
    check_round_end(table.battle)
    assert table.battle.winner == 0
    assert [event.key for event in table.battle.events].count("campaign-won") == told
