"""Activations, fatigue and command points: what a model may do, what it costs, and acting again."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from vanguard.core.questions import Choose
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_vanguard.activations import STAND_UP, budget_objection, objection_to
from vanguard.rulebooks.killteam_vanguard.rule_hooks import LONG, SHORT
from vanguard.rulebooks.killteam_vanguard.state import Activation
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def active(card: str = "rifleman", states: str = "", more: str = "", how: str = "active") -> Position:
    """A model active in the open with an enemy in sight, 9 inches off."""
    return at(f"""
        blue {card} a 10,10 {states}
        red  necron-warrior t 19,10
        {more}
        {how} a
    """)


# -- the allowance ----------------------------------------------------------------------------------------------------------


@proves("activation.budget", "activation.legal-combinations", "action.durations")
def test_two_different_short_actions_or_one_long_one_are_the_normal_allowance():
    shorts = active().play("aim", "walk", [[10, 11]])
    shorts.play("done")
    assert not shorts["a"].fatigued
    long = active().play("run", [[10, 12]], "done")
    assert not long["a"].fatigued


@proves("activation.zero-actions", "turn.active-model")
def test_a_model_may_do_nothing_and_is_still_marked_activated():
    game = active().play("done")
    assert game["a"].activated


@proves("activation.no-repeat", "activation.action-completed-first")
def test_each_action_is_performed_once_and_shooting_and_striking_are_both_the_attack_action():
    game = active("choir-zealot", more="red necron-warrior u 10,11.122 down")
    game.play("attack", "slug-pistol>t", dice="hit 1")
    assert "already" in game.why_not("attack")
    with pytest.raises(Refused, match="already"):
        game.play("attack")


@proves("activation.legal-combinations", "fatigue.action", "fatigue.action.marking")
def test_aim_walk_attack_is_legal_at_the_price_of_fatigue():
    game = active()
    game.play("aim", "walk", [[10, 11]], "attack", "halden-rifle>t", dice="hit 1 1")
    assert game["a"].activated
    assert game["a"].fatigued


@proves("activation.legal-combinations", "fatigue.action")
def test_a_long_action_and_a_short_one_go_together_in_either_order_for_fatigue():
    after = active().play("run", [[10, 12]], "aim")
    assert after["a"].fatigued
    before = active().play("aim", "run", [[10, 12]])
    assert before["a"].fatigued


@proves("activation.legal-combinations", "fatigue.action")
def test_two_long_actions_or_four_short_ones_are_never_possible():
    game = active().play("run", [[10, 12]])
    assert game.why_not("charge")
    game = active().play("aim", "focus", "walk", [[10, 11]])
    assert game.decider == 1


@proves("action.walk.excludes-run-charge")
@pytest.mark.parametrize("long", ["run", "charge"])
def test_walk_excludes_run_and_charge_in_either_order(long: str):
    walked = active().play("walk", [[10, 11]])
    assert "walked" in walked.why_not(long)
    moved = active()
    moved.play(long, *(["t"] if long == "charge" else []), [[10, 12]])
    assert "cannot also walk" in moved.why_not("walk")


@proves("free-action.not-counted", "card.special-actions")
def test_a_free_action_does_not_count_toward_the_limit():
    game = active("marksman").play("steady", "aim", "attack", "long-rifle>t", "done", dice="hit 1")
    assert game["a"].activated
    assert not game["a"].fatigued


@proves("free-action.not-counted", "knockdown.must-stand")
def test_free_actions_are_open_to_a_fatigued_model_but_not_to_a_knocked_down_one():
    tired = active("marksman", "fatigued")
    assert "steady" in tired.options
    down = active("marksman", "down")
    assert "stand up first" in down.why_not("steady")


@proves("free-action.no-repeat")
def test_a_free_action_too_is_performed_only_once():
    game = active("marksman").play("steady")
    assert "already" in game.why_not("steady")


@proves("action.aim", "action.focus", "reactivate.may-repeat-earlier-action")
def test_the_bonus_of_aim_is_lost_when_the_activation_ends():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10 activated
        cp 1 0
    """)
    game.play("activate a", "aim", "done", "no", "again a", "attack", "halden-rifle>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {}


@proves("action.aim")
def test_moving_between_aim_and_attack_does_not_cancel_the_aim():
    game = active().play("aim", "walk", [[10, 11]], "attack", "halden-rifle>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {"aim": 1}


@proves("action.stand-up", "fatigue.one-short-action", "knockdown.must-stand")
def test_a_fatigued_knocked_down_model_can_only_stand_up():
    game = at("""
        blue rifleman a 10,10 down, fatigued
        blue rifleman b 10,20
        red  necron-warrior t 19,10
    """)
    game.play("activate a", "stand-up")
    assert game["a"].standing
    assert game["a"].activated
    assert not game["a"].fatigued


@proves("card.special-actions.cp-cost")
def test_a_special_action_with_a_cost_needs_the_command_points():
    text = """
        blue ember-prophet* a 10,10
        blue choir-zealot z 12,10 fatigued
        red  necron-warrior t 30,30
        cp {cp} 0
        active a
    """
    poor = at(text.format(cp=0))
    assert "costs 1 CP" in poor.why_not("exhort")
    rich = at(text.format(cp=1)).play("exhort")
    assert rich.battle.command_points[0] == 0
    assert not rich["z"].fatigued


# -- fatigue ------------------------------------------------------------------------------------------------------------------


@proves("fatigue.state", "fatigue.one-short-action", "fatigue.removed-at-end", "fatigue.action.not-when-fatigued")
def test_a_fatigued_model_performs_one_short_action_and_then_loses_the_counter():
    game = active(states="fatigued")
    assert "one short action only" in game.why_not("run")
    game.play("aim")
    assert game["a"].activated
    assert not game["a"].fatigued


@proves("fatigue.gained-during-own-activation", "fatigue.action.not-when-fatigued")
def test_a_counter_gained_in_the_own_activation_stays_and_rules_out_a_fatigue_action():
    """Walks away, is hit, recovers with one short action left: it may stand up; it ends Activated and Fatigued."""
    game = active(more="red ash-gunner k 10,10.984")
    game.play("walk", [[10, 8]], "knife", dice="hit 5 / armor 1 / recovery 4")
    assert game.options == ["stand-up", "done"]
    game.play("stand-up")
    assert game["a"].activated
    assert game["a"].fatigued


@proves("fatigue.gained-during-own-activation", "fatigue.removed-at-end")
def test_a_model_that_began_fatigued_and_recovers_loses_its_one_counter_at_the_end():
    game = active(states="fatigued", more="red ash-gunner k 10,10.984")
    game.play("walk", [[10, 8]], "knife", dice="hit 5 / armor 1 / recovery 4")
    assert game["a"].knocked_down
    assert not game["a"].fatigued


@proves("fatigue.action.marking", "retaliate.who")
def test_who_used_a_fatigue_action_cannot_pay_fatigue_for_a_retaliation():
    game = active("flayed-one", more="red necron-warrior k 11.26,10")
    game["t"].x = 30
    game = Position(game.battle.copy())
    game.play("focus", "aim", "walk", [[6, 10]], "melee-weapon", dice="hit 1")
    assert game["a"].x == 6
    assert game["a"].fatigued


@proves("fatigue.action.no-repeat")
def test_a_fatigue_action_must_differ_from_every_action_performed():
    game = active().play("aim", "attack", "halden-rifle>t", dice="hit 1 1")
    assert "already" in game.why_not("aim")
    assert "already" in game.why_not("attack")
    assert "walk" in game.options


@proves("fatigue.clear", "cp.clear-fatigue", "end.step1-effects", "end.step3-discard-cp")
def test_fatigue_is_cleared_for_a_command_point_each_before_the_rest_is_lost():
    """3 CP left, four fatigued models: at most three are cleared."""
    game = at("""
        blue rifleman a 10,10 fatigued activated
        blue rifleman b 12,10 fatigued activated
        blue rifleman c 14,10 fatigued activated
        blue rifleman d 16,10 fatigued activated
        red  necron-warrior t 30,30 activated
        cp 3 0
        finished blue red
        step end phase
    """)
    game.play("clear a", "clear b", "clear c")
    assert [game[key].fatigued for key in "abcd"] == [False, False, False, True]
    assert game.battle.command_points[0] == 2 + 0
    assert game.battle.round == 2


# -- acting again ----------------------------------------------------------------------------------------------------------------


@proves(
    "reactivate.eligibility", "reactivate.cost", "reactivate.one-short-action", "reactivate.fatigued-after",
    "reactivate.may-repeat-earlier-action", "cp.reactivation",
)  # fmt: skip
@proves("turn.activate-or-pass")
def test_an_activated_unfatigued_model_acts_again_for_a_point_with_one_short_action_and_is_then_fatigued():
    game = at("""
        blue rifleman a 10,10 activated
        blue rifleman b 10,14 activated, fatigued
        red  necron-warrior t 19,10
        cp 1 0
    """)
    assert "fatigued" in game.why_not("again b")
    game.play("again a")
    assert game.battle.command_points[0] == 0
    assert "one short action only" in game.why_not("run")
    game.play("walk", [[10, 12]])
    assert game["a"].fatigued
    assert game["a"].activated


@proves("reactivate.cost")
def test_without_a_command_point_nobody_acts_again():
    game = at("""
        blue rifleman a 10,10 activated
        blue rifleman b 10,14
        red  necron-warrior t 19,10
    """)
    assert "costs 1 CP" in game.why_not("again a")


@proves("reactivate.after-starting-fatigued")
def test_a_model_that_began_fatigued_may_act_again_later_in_the_round():
    game = at("""
        blue rifleman a 10,10 fatigued
        red  necron-warrior t 19,10 activated
        cp 1 0
    """)
    game.play("activate a", "walk", [[10, 11]], "no", "again a", "walk", [[10, 12]])
    assert game["a"].fatigued
    assert game["a"].y == 12


@proves("reactivate.fatigued-after")
def test_a_reactivated_model_is_fatigued_even_if_it_did_nothing_and_cannot_retaliate_meanwhile():
    game = at("""
        blue flayed-one a 10,10 activated
        red  necron-warrior k 11.26,10
        cp 1 0
    """)
    game.play("again a", "walk", [[6, 10]], "melee-weapon", dice="hit 1")
    assert game["a"].x == 6
    idle = at("""
        blue flayed-one a 10,10 activated
        red  necron-warrior k 20,10
        cp 1 0
    """)
    idle.play("again a", "done")
    assert idle["a"].fatigued


@proves("reactivate.knocked-down")
def test_a_knocked_down_unfatigued_model_may_act_again_and_must_stand_up():
    game = at("""
        blue rifleman a 10,10 activated, down
        red  necron-warrior t 19,10
        cp 1 0
    """)
    game.play("again a")
    assert game.options == ["stand-up"]


@proves("action.walk.excludes-run-charge", "reactivate.may-repeat-earlier-action")
def test_a_model_that_ran_may_walk_when_it_acts_again():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10 activated
        cp 1 0
    """)
    game.play("activate a", "run", [[10, 12]], "done", "no", "again a")
    assert "walk" in game.options


# -- following up -----------------------------------------------------------------------------------------------------------------


FOLLOW = """
        blue rifleman a 10,10
        blue rifleman b 12,10
        blue rifleman c 14,10
        blue rifleman d 16,10 activated
        red  necron-warrior t 30,30
        cp {cp} 0
"""


@proves("cp.follow-up", "cp.follow-up.max-two")
def test_a_second_model_may_follow_for_a_point_and_no_third():
    game = at(FOLLOW.format(cp=3)).play("activate a", "done")
    assert game.clause == "cp.follow-up"
    game.play("activate b", "done")
    assert game.battle.command_points[0] == 2
    assert game.decider == 1


@proves("cp.follow-up.reactivation")
def test_following_up_with_a_reactivation_costs_two_points():
    game = at(FOLLOW.format(cp=2)).play("activate a", "done", "again d", "done")
    assert game.battle.command_points[0] == 0
    assert "again d" not in at(FOLLOW.format(cp=1)).play("activate a", "done").options


@proves("cp.follow-up.different-model")
def test_the_second_model_differs_from_the_first_which_may_itself_act_again():
    game = at(FOLLOW.format(cp=5)).play("activate a", "done")
    assert "again a" not in game.options
    game = at(FOLLOW.format(cp=5)).play("again d", "done", "activate a", "done")
    assert game["a"].activated


@proves("activation.ends-when-removed", "cp.follow-up")
def test_an_active_model_that_is_removed_ends_its_activation_and_another_may_follow():
    game = at("""
        blue rifleman a 10,10
        blue rifleman b 20,20
        red  ash-gunner k 10,10.984
        cp 1 0
    """)
    game.play("activate a", "walk", [[10, 8]], "knife", "keep", dice="hit 5 / armor 1 / recovery 1")
    assert not game["a"].in_play
    assert "activate b" in game.options
    assert game.clause == "cp.follow-up"


# -- the edges ------------------------------------------------------------------------------------------------------------------


@proves("activation.legal-combinations", "activation.budget", "fatigue.action")
def test_two_short_actions_leave_no_long_one_even_for_fatigue_and_one_does():
    """Walk and Aim are short: a Run then never; after one short action alone a long one costs the Fatigue Action."""
    one = Activation("a", False, False, False)
    one.shorts = 1
    two = Activation("a", False, False, False)
    two.shorts = 2
    long = Activation("a", False, False, False)
    long.longs = 1
    model = battle_at("blue rifleman a 10,10\nred rifleman r 30,30")["a"]
    assert budget_objection(one, model, LONG) == ("", "")
    assert budget_objection(two, model, LONG)[1] == "activation.legal-combinations"
    assert budget_objection(long, model, LONG)[1] == "activation.legal-combinations"
    assert budget_objection(two, model, SHORT) == ("", ""), "a third short action is the Fatigue Action"
    assert budget_objection(long, model, SHORT) == ("", "")
    two.fatigue_used = True
    assert budget_objection(two, model, SHORT)[1] == "fatigue.action"


@proves("fatigue.one-short-action", "reactivate.one-short-action")
def test_who_began_fatigued_and_who_acts_again_are_each_told_their_own_rule():
    model = battle_at("blue rifleman a 10,10\nred rifleman r 30,30")["a"]
    for again, clause in ((True, "reactivate.one-short-action"), (False, "fatigue.one-short-action")):
        activation = Activation("a", again, not again, False)
        assert activation.one_short_action_only
        assert budget_objection(activation, model, LONG)[1] == clause
        assert budget_objection(activation, model, SHORT) == ("", "")


@proves("action.stand-up", "knockdown.must-stand", "activation.zero-actions")
def test_standing_up_is_for_those_who_lie_and_to_be_done_is_for_all():
    stands = at("blue rifleman a 10,10\nred rifleman r 30,30\nactive a")
    activation = Activation("a", False, False, False)
    told = objection_to(stands.battle, stands["a"], STAND_UP, activation, SHORT)
    assert told == ("it is standing", "action.stand-up")
    assert option_clauses(stands)["done"] == "activation.zero-actions"


@proves("activation.budget")
def test_an_activation_is_over_when_nothing_is_left_that_it_allows():
    """A long action and the Fatigue Action: nothing more is asked, the Turn goes on."""
    game = at("""
        blue rifleman a 10,10
        red  rifleman r 30,30
        cp 0 0
        active a
    """)
    game.play("run", [[10, 12]], "aim")
    assert game.decider == 1


@proves("card.special-actions.cp-cost")
def test_what_forbids_a_special_action_is_told_before_its_price():
    game = at("blue necron-lord* a 10,10 down\nred rifleman r 30,30\ncp 0 0\nactive a")
    special = [key for key in option_clauses(game) if key not in ("done", "stand-up")]
    assert {option_clauses(game)[key] for key in special} == {"knockdown.must-stand"}


def option_clauses(position):
    question = position.game.question
    assert isinstance(question, Choose)
    return {option.key: option.clause for option in question.options}


@proves("action.walk.excludes-run-charge")
def test_who_ran_may_still_do_something_else_but_walk():
    game = active().play("run", [[10, 12]])
    assert "aim" in game.options
    assert "[action.walk.excludes-run-charge]" in game.why_not("walk")
    walked = active().play("walk", [[10, 11]])
    assert "aim" in walked.options
    assert "[action.walk.excludes-run-charge]" in walked.why_not("run")
    assert "[action.walk.excludes-run-charge]" in walked.why_not("charge")


@proves("activation.budget")
def test_an_activation_may_end_before_its_allowance_is_used_up():
    game = active().play("aim", "done")
    assert game["a"].activated
    assert game.decider == 1
    assert game.clause == "turn.activate-or-pass"


def idle(game: Position) -> set[str]:
    """What could be done now, though nothing can come of it."""
    return {key for key in game.keys if game.option(key).idle}


@proves("action.aim", "action.focus")
def test_to_aim_or_focus_gains_nothing_where_no_attack_can_follow():
    game = active()
    assert not {"aim", "focus"} & idle(game)
    assert {"aim", "focus"} <= idle(game.play("run", [[10, 12]])), "its fatigue would be spent on it"
    assert not {"aim", "focus"} & idle(active().play("walk", [[10, 11]])), "a third short action may be an attack"


@proves("action.charge")
def test_a_charge_at_nobody_within_its_reach_gains_nothing_and_tells_how_far_away_they_are():
    far = at("blue rifleman a 10,10\nred rifleman t 10,30\nred rifleman u 12,30\nactive a")
    assert "charge" in idle(far)
    assert far.play("charge").option("t").label == 'Charge t, 19.0" away: beyond its reach'
    assert "charge" not in idle(active())
