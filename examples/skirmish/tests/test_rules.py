"""The rules of Skirmish, each by its clause."""

from __future__ import annotations

from pathlib import Path

import positions
import pytest
import skirmish
from positions import at

from vanguard.core.refusals import Refused
from vanguard.odds.answers import of_trial
from vanguard.testing.proves import proves_for

proves = proves_for("skirmish", Path(skirmish.__file__).with_name("clauses.yaml"))

PAIR = """
    blue captain a 12,4
    red  rifle   b 12,13
"""


def refused(position, *answers) -> Refused:
    with pytest.raises(Refused) as refusal:
        position.play(*answers)
    return refusal.value


def test_the_position_shown_to_readers_can_be_read():
    drawn = str(positions.__doc__).partition("\n")[2]
    assert at(drawn).battle.points == [1, 0]


@proves("move.distance")
def test_a_captain_moves_six_inches_and_no_further():
    assert at(PAIR).play([[12, 10]], "hold").battle["a"].base.y == 10
    too_far = refused(at(PAIR), [[12, 6], [12, 4], [12, 6.1], [12, 4]])
    assert too_far.clause == "move.distance"
    assert 'the allowance is 6"' in too_far.message


@proves("move.distance")
def test_woods_cost_double():
    assert refused(at("blue captain a 6,3\nred rifle b 20,17"), [[6, 5], [6, 6.7]]).clause == "move.distance"


@proves("move.keep-away", "move.in-the-way")
def test_nobody_comes_near_an_enemy_or_through_a_ruin():
    near = at("blue captain a 12,4\nred rifle b 12,9")
    assert refused(near, [[12, 6], [12, 7.5]]).clause == "move.keep-away"
    assert refused(at("blue captain a 6.5,8\nred rifle b 20,17"), [[6.5, 9], [6.5, 11]]).clause == "move.in-the-way"


@proves("shoot.hit", "shoot.wounds")
def test_each_four_hits_and_each_hit_costs_a_wound():
    table = at(PAIR).play([[12, 8]], "b", dice="hit 4 3 1")
    assert table.battle["b"].wounds == 1
    gone = at(PAIR).play([[12, 8]], "b", dice="hit 4 5 1")
    assert [event.about for event in gone.events("falls")] == [("b",)]


@proves("shoot.hit")
def test_who_stands_in_woods_is_hit_on_fives():
    table = at("blue captain a 18,8.6\nred rifle b 18,12.5").play([[18, 8.6]], "b", dice="hit 4 4 5")
    assert table.battle["b"].wounds == 1
    assert table.modifiers("Hit roll") == {"target in woods": -1}


@proves("shoot.range")
def test_a_target_out_of_range_or_sight_is_greyed_with_the_reason():
    far = at("blue captain a 12,2\nred rifle b 12,17").play([[12, 3]])
    assert far.why_not("b") == 'it is 12.9" away, the range is 12" [shoot.range]'
    hidden = at("blue captain a 6.5,8.5\nred rifle b 6.5,14").play([[6.5, 8.5]])
    assert hidden.why_not("b") == "it is out of sight [shoot.range]"


@proves("game.well", "game.end", "game.rounds")
def test_the_well_is_scored_at_the_end_of_each_round():
    table = at("blue captain a 12,6\nred rifle b 2,17 done\nround 4").play([[12, 6]], "hold")
    assert table.battle.points == [1, 0]
    assert table.game.over
    assert table.game.standing.winner == 0


@proves("activation.act")
def test_odds_of_a_shot_are_told_by_the_rule_itself():
    table = at(PAIR).play([[12, 8]])
    trial = skirmish.rulebook.trials(table.battle, table.asked)["b"]
    odds = of_trial(skirmish.rulebook, trial)
    assert odds.error == 0.0
    assert odds.chance_removed() == pytest.approx(0.5)  # two or three hits of three dice


@proves("game.sides")
def test_figures_start_wholly_within_their_zone():
    from vanguard.core.game import Game

    game = Game.new(skirmish.rulebook, skirmish.rulebook.default_setup(), None)
    with pytest.raises(Refused, match="wholly inside the zone of Blue"):
        game.answer([[12, 3.9]])


@proves("measure.base-to-base")
def test_distances_are_told():
    table = at(PAIR)
    assert skirmish.rulebook.measure(table.battle, "a", "b")["text"] == '7.88"'
    assert skirmish.rulebook.measure(table.battle, "a", "well")["text"] == '3.87"'
    with pytest.raises(Refused):
        skirmish.rulebook.measure(table.battle, "a", 7)
