"""Nerve: tests, broken warbands, and the Fallback! action."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.fallback import RetreatQuestion
from vanguard.rulebooks.killteam_vanguard.nerve import is_broken
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def shaken(card: str = "rifleman", states: str = "", where: str = "18,18", more: str = "", cp: str = "0 0") -> Position:
    """A model of a broken warband about to be chosen; its fallback edge is y = 0."""
    return at(f"""
        blue {card} a {where} {states}
        blue rifleman z 3,3
        red  necron-warrior t 33,33
        {more}
        broken blue
        cp {cp}
    """)


@proves("broken.threshold")
@pytest.mark.parametrize(
    ("starting", "left", "broken"),
    [(8, 3, True), (8, 4, False), (7, 3, True), (7, 4, False), (5, 2, True), (5, 3, False)],
)
def test_a_warband_is_broken_with_fewer_than_half_of_its_models(starting: int, left: int, broken: bool):
    assert is_broken(starting, left) is broken


@proves("broken.checked-at-round-start", "start.order", "broken.threshold")
def test_broken_is_judged_at_the_start_of_each_round_only_and_can_be_undone():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        starting 3 1
        step start phase
    """)
    assert game.battle.broken == [True, False]
    assert game.log[1].startswith("Blue's warband is broken")
    back = at("""
        blue rifleman a 10,3
        blue rifleman b 14,3
        red  rifleman r 10,33
        starting 3 1
        broken blue
        step start phase
    """)
    assert back.battle.broken == [False, False]


@proves("broken.checked-at-round-start")
def test_losses_during_a_round_do_not_break_the_warband_in_it():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        starting 9 1
    """)
    game.play("activate a")
    assert game.prompt == "What does a do?"


@proves("broken.test-at-first-activation", "broken.pass", "nerve.test", "stat.nerve")
def test_an_unengaged_model_of_a_broken_warband_tests_before_any_action_and_acts_if_it_passes():
    game = shaken().play("activate a", dice="nerve 4")
    assert game.prompt == "What does a do?"
    assert game.dice("Nerve test").needed == "4+"


@proves("broken.fail", "fallback.move", "fallback.ends-activation", "nerve.test", "broken.test-at-first-activation")
def test_a_model_that_fails_falls_back_straight_to_its_edge_twice_its_speed_and_is_done():
    game = shaken().play("activate a", dice="nerve 3")
    assert (game["a"].x, game["a"].y) == (18, 8)
    assert game["a"].activated
    assert game.decider == 1


@proves("nerve.natural")
def test_a_natural_one_fails_every_nerve_test():
    game = shaken("seer").play("activate a", dice="nerve 1")
    assert game["a"].y == 8


@proves("broken.engaged-exempt")
def test_an_engaged_model_takes_no_test():
    game = shaken(more="red necron-warrior k 19.122,18").play("activate a")
    assert game.prompt == "What does a do?"


@proves("broken.test-at-first-activation", "knockdown.does-not-engage")
def test_a_model_beside_a_knocked_down_enemy_only_is_unengaged_and_tests():
    game = shaken(more="red necron-warrior k 19.122,18 down").play("activate a", dice="nerve 5")
    assert game.prompt == "What does a do?"


@proves("broken.reactivation-exempt", "fallback.reactivation")
def test_a_reactivation_never_calls_for_the_test_also_after_falling_back():
    game = shaken(states="activated", cp="1 0").play("again a")
    assert game.prompt == "What does a do?"


@proves("fallback.fatigued-stays", "fallback.move")
def test_a_fatigued_model_falls_back_the_same_distance_and_keeps_its_counter():
    game = shaken(states="fatigued").play("activate a", dice="nerve 1")
    assert game["a"].y == 8
    assert game["a"].fatigued


@proves("fallback.knocked-down")
def test_a_knocked_down_model_stands_up_and_falls_back_its_speed_only():
    game = shaken(states="down").play("activate a", dice="nerve 1")
    assert game["a"].y == 13
    assert game["a"].standing


@proves("fallback.edge-check", "fallback.removed-outright")
@pytest.mark.parametrize(("second", "stays"), [(4, True), (3, False)])
def test_at_its_edge_a_model_tests_again_and_stays_or_is_removed_without_recovery(second: int, stays: bool):
    game = shaken(where="18,6").play("activate a", dice=f"nerve 2 / nerve {second}")
    assert game["a"].in_play is stays
    if stays:
        assert game["a"].y == pytest.approx(0.492)


@proves("fallback.edge-check")
def test_a_model_that_begins_its_fallback_at_the_edge_tests_at_once():
    game = shaken(where="18,0.492").play("activate a", dice="nerve 1 / nerve 5")
    assert game["a"].y == 0.492


@proves("fallback.move")
def test_where_the_straight_way_is_not_open_the_owner_draws_a_path_that_ends_as_near_as_possible():
    game = shaken(where="18,14", more="piece blocking 4  16,10 20,12").play("activate a", dice="nerve 1")
    assert game.clause == "fallback.move"
    with pytest.raises(Refused, match="it can come within"):
        game.play([[15, 13]])
    [best] = game.game.question.candidates()
    game.play(best)
    assert game["a"].y < 6.5


@proves("fallback.move", "fallback.no-engaging")
def test_an_enemy_on_the_ledge_right_above_holds_nobody_who_falls_back():
    """Their bases touch in plan, 2" apart in height: they are not engaged, and the way to the edge is open."""
    ledge = "piece platform 2  15,18.5 21,24 sheer sheer sheer sheer\nred necron-warrior n 18,18.98,2"
    game = shaken(where="18,18", more=ledge).play("activate a", dice="nerve 1")
    assert game["a"].y == 8


@proves("fallback.move")
def test_a_retreat_that_leaves_more_than_a_quarter_inch_of_its_way_unused_is_refused():
    """Round the corner of the block 2.79 and 0.47 are spent; straight on from there the base can come to y = 5.26."""
    game = shaken(where="18,14", more="piece blocking 4  16,10 20,12").play("activate a", dice="nerve 1")
    [best] = game.game.question.candidates()
    assert best[-1][1] == pytest.approx(5.26, abs=0.05)
    with pytest.raises(Refused, match="it can come within"):
        game.play([[15.6, 12.4], [15.45, 11.9], [15.45, 5.6]])
    game.play([[15.6, 12.4], [15.45, 11.9], [15.45, 5.45]])
    assert game["a"].y == 5.45


@proves("fallback.move")
def test_a_way_down_past_the_very_corner_of_a_tower_is_accepted_as_proposed():
    """Rounded to a thousandth its waypoint is the corner itself, and seems to go over the sheer side."""
    tower = "piece platform 4.5  12,13 16,17 sheer sheer climbable sheer ladder west 1-3"
    game = at(f"""
        red  scarab-swarm a 13.323,13.961,4.5
        blue rifleman z 3,3
        {tower}
    """)
    way = RetreatQuestion(game.battle, game["a"], 12.0, "east")
    best = way.best()
    assert way.check(way.propose()[0]) is best
    assert best.end[2] == 0.0


@proves("fallback.no-engaging")
def test_the_way_back_keeps_out_of_every_standing_enemys_reach():
    game = shaken(where="18,14", more="red choir-zealot+hooked-spear s 18,8").play("activate a", dice="nerve 1")
    assert game.clause == "fallback.move"
    with pytest.raises(Refused, match="comes within"):
        game.play([[16, 8], [16, 5]])


@proves("fallback.no-engaging")
def test_a_model_with_no_way_back_stays_put():
    game = at("""
        blue rifleman a 18,0.785
        blue rifleman z 3,3
        red  necron-warrior t 33,33
        piece blocking 4  16,1.6 20,3
        piece blocking 4  16,0 17.3,1.6
        piece blocking 4  18.7,0 20,1.6
        piece pool 0  17.3,0 18.7,0.3
        broken blue
    """)
    game.play("activate a", dice="nerve 1")
    assert game["a"].y == 0.785
    assert "fallback.no-engaging" in game.clauses


@proves("fallback.closest-edge", "deploy.fallback-edges")
def test_the_closest_of_several_fallback_edges_is_used_and_ties_are_chosen():
    near = at("""
        scenario crossfire
        blue rifleman a 12,18
        blue rifleman z 3,3
        red  necron-warrior t 33,33
        broken blue
    """)
    near.play("activate a", dice="nerve 1")
    assert (near["a"].x, near["a"].y) == (2, 18)
    tied = at("""
        scenario crossfire
        blue rifleman a 14,14
        blue rifleman z 3,3
        red  necron-warrior t 33,33
        broken blue
    """)
    tied.play("activate a", dice="nerve 1")
    assert sorted(tied.options) == ["south", "west"]
    tied.play("south")
    assert tied["a"].y == 4


@proves("fallback.no-fatigue-action")
def test_a_model_that_falls_back_does_nothing_else_and_no_chosen_ability_is_used_on_it():
    """A Shieldbearer leaving a range it was hidden in cannot Brace."""
    game = shaken(
        "shieldbearer", where="18,14", cp="2 0",
        more="red choir-zealot+hooked-spear s 20.5,14\npiece blocking 2  19,13 19.5,15",
    )  # fmt: skip
    game.play("activate a", dice="nerve 1")
    assert game.clause == "disengage.attack"
    game.play("hooked-spear", "keep", "stop", dice="hit 5 / armor 1")
    assert not any("Brace" in line for line in game.log)
    assert game["a"].activated
    assert not game["a"].fatigued


@proves("fallback.reactivation")
def test_a_model_that_fell_back_may_act_again_for_a_point():
    game = at("""
        blue rifleman a 18,18
        blue rifleman z 3,3
        red  necron-warrior t 33,33 activated
        broken blue
        cp 2 0
    """)
    game.play("activate a", "stop", "again a", dice="nerve 1")
    assert game.prompt == "What does a do?"


@proves("broken.test-at-first-activation", "cp.follow-up")
def test_the_odds_of_a_broken_warbands_nerve_are_told_wherever_a_model_may_be_activated():
    game = shaken(states="activated", more="blue rifleman b 20,20", cp="1 0")
    assert set(rulebook.trials(game.battle, game.asked)) == {"activate b", "activate z"}
    game.play("activate z", "aim", "done", dice="nerve 6")
    assert game.clause == "cp.follow-up"
    assert set(rulebook.trials(game.battle, game.asked)) == {"activate b"}


@proves("broken.test-at-first-activation")
def test_a_tired_model_that_falls_back_is_still_tired_and_one_that_stands_rests():
    """Its activation is the fallback alone: the counter it had stays."""
    game = shaken("rifleman", "fatigued").play("activate a", dice="nerve 1")
    assert game["a"].activated
    assert game["a"].fatigued
    steady = shaken("rifleman", "fatigued").play("activate a", "done", dice="nerve 6")
    assert not steady["a"].fatigued
