"""Rounds and turns: Start phase, alternating Turns, finishing, End phase, and how long the game lasts."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def started(text: str) -> Position:
    return at(text + "\nstep start phase\nround 1")


# -- Start phase ------------------------------------------------------------------------------------------------------------


@proves("start.command-points", "stat.command-points", "cp.pool-per-round", "terms.turn-used-loosely")
def test_each_player_gains_two_points_and_the_cp_of_every_model_in_play():
    """Necron Lord (CP 4), two models with CP 1 and five with CP 0: 2 + 4 + 2 = 8; without the Lord 4."""
    rest = "\n".join(
        ["blue howler h1 3,3 down", "blue howler h2 6,3 fatigued"]
        + [f"blue necron-warrior w{i} {9 + 3 * i},3" for i in range(5)]
    )
    game = started(f"blue necron-lord* lord 30,3\n{rest}\nred rifleman r 18,33")
    assert game.battle.command_points[0] == 8
    lost = started(f"blue necron-lord* lord 30,3 removed\n{rest}\nred rifleman r 18,33")
    assert lost.battle.command_points[0] == 4


@proves("start.pass-tokens", "start.order", "turn.activate-or-pass")
def test_the_player_with_fewer_models_gains_the_difference_in_pass_tokens():
    """10 models against 6: 4 tokens."""
    blue = "\n".join([f"blue rifleman b{i} {2 + 3 * i},3" for i in range(10)])
    red = "\n".join([f"red rifleman r{i} {2 + 3 * i},33" for i in range(6)])
    game = started(blue + "\n" + red)
    assert game.battle.pass_tokens == [0, 4]
    equal = started("blue rifleman a 3,3\nred rifleman b 3,33")
    assert equal.battle.pass_tokens == [0, 0]
    order = [event.key for event in game.game.events]
    assert order.index("gained command points") < order.index("gained pass tokens")


@proves("start.pass-tokens.not-kept", "end.step2-counters", "end.step3-discard-cp")
def test_tokens_points_and_activated_counters_do_not_outlive_the_round_but_fatigue_and_knock_down_do():
    """3 CP unspent: the next Start phase begins from 0."""
    game = at("""
        blue rifleman a 10,10 activated, fatigued, down
        red  rifleman b 10,30 activated
        cp 0 3
        tokens 2 1
        finished blue red
        step end phase
    """)
    assert game.battle.round == 2
    assert game.battle.pass_tokens == [0, 0]
    assert game.battle.command_points == [2, 2]
    assert not game["a"].activated
    assert game["a"].fatigued
    assert game["a"].knocked_down


# -- Turns --------------------------------------------------------------------------------------------------------------------


TURNS = """
        blue rifleman a 10,3
        blue rifleman b 14,3
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp {cp}
        tokens {tokens}
"""


@proves("turn.alternate", "turn.each-model-once", "turn.activate-or-pass")
def test_players_alternate_and_each_model_activates_once():
    game = at(TURNS.format(cp="0 0", tokens="0 0"))
    assert game.options == ["activate a", "activate b"]
    game.play("activate a", "done")
    assert game.decider == 1
    game.play("activate r", "done")
    assert game.options == ["activate b"]


@proves("turn.activate-or-pass")
def test_without_a_token_nobody_skips_and_a_token_uses_the_whole_turn():
    game = at(TURNS.format(cp="2 0", tokens="0 1"))
    assert "no pass token" in game.why_not("pass")
    with pytest.raises(Refused, match="no pass token"):
        game.play("pass")
    game.play("activate a", "done", "stop", "pass")
    assert game.decider == 0
    assert game.battle.pass_tokens == [0, 0]


@proves("turn.declare-finished")
def test_nobody_declares_finished_with_an_unactivated_model():
    game = at(TURNS.format(cp="0 0", tokens="0 0"))
    assert "not activated yet" in game.why_not("finish")


@proves("turn.declare-finished", "turn.finished-is-final", "turn.other-plays-on")
def test_who_has_nothing_left_is_finished_by_itself_and_the_other_plays_on_alone():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
        red  rifleman t 18,33
    """)
    game.play("activate a", "done")
    assert game.battle.finished == [0]
    game.play("activate r", "done")
    assert game.decider == 1
    game.play("activate s", "done")
    assert game.decider == 1


@proves("turn.declare-finished")
def test_with_all_models_activated_a_player_may_hold_on_with_points_or_tokens_or_declare():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp 1 0
        tokens 1 0
    """)
    game.play("activate a", "done")
    assert game.prompt == "All your models have activated. Declare finished?"
    game.play("no", "activate r", "done")
    assert game.options == ["again a", "pass", "finish"]
    game.play("finish")
    assert game.battle.finished == [0]
    assert game.decider == 1


@proves("turn.finished-is-final", "cp.when-spendable")
def test_a_finished_player_still_reacts():
    game = at("""
        blue flayed-one a 10,10
        red  necron-warrior k 11.26,10 activated
        cp 0 1
        finished red
    """)
    game.play("activate a", "attack", "flayer-claws>k", dice="hit 3 1 1 / armor 1")
    assert (game.decider, game.prompt) == (1, "Re-roll a die?")
    game.play("die-1", dice="armor-reroll 6")
    assert (game.decider, game.clause) == (1, "retaliate.who")


@proves("turn.finish-by-casualty")
def test_losing_the_last_unactivated_model_lets_a_player_finish_as_the_next_turn_begins():
    game = at("""
        blue marksman a 10,10
        blue marksman b 10,14
        red  rifleman r 19,10
        red  rifleman s 30,30 activated, fatigued
    """)
    game.play("activate a", "attack", "long-rifle>r", "done", dice="hit 2 / armor 1 / recovery 1")
    assert game.battle.finished == [1]
    assert game.decider == 0


@proves("round.ends", "initiative.later-rounds", "game.sequence")
def test_the_round_ends_when_both_are_finished_and_the_first_to_finish_goes_first_next():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
    """)
    game.play("activate a", "done", "activate r", "done", "activate s", "done")
    assert game.battle.round == 2
    assert game.decider == 0


@proves("round.ends", "turn.declare-finished")
def test_all_models_being_activated_does_not_end_the_round_while_somebody_holds_on():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated, fatigued
        cp 1 0
        finished red
    """)
    assert game.battle.round == 1
    game.play("again a", "done")
    assert game.battle.round == 2


@proves("initiative.wiped-out", "duration.wipe-out-plays-on")
def test_a_side_without_models_gets_no_turns_is_never_asked_and_never_counts_as_first():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33 removed
        cp 0 5
        tokens 0 5
        turn red
        first red
    """)
    assert game.decider == 0
    game.play("activate a", "done")
    assert game.battle.round == 2
    assert game.decider == 0
    assert game.battle.first_player == 0
    assert not game.game.over


# -- End phase and the end -----------------------------------------------------------------------------------------------------


@proves("end.step1-effects")
def test_end_effects_are_resolved_by_the_first_finisher_first_each_in_the_owners_order():
    game = at("""
        blue rifleman a 10,10 toxin
        blue rifleman b 14,10 fire
        red  rifleman r 10,30 toxin, fatigued
        cp 0 1
        finished red blue
        step end phase
    """)
    assert game.decider == 1
    assert game.options == ["toxin r", "clear r"]
    game.play("toxin r", "clear r", dice="recovery 6")
    assert game.decider == 0
    game.play("fire b", dice="armor 6 / recovery 1")
    assert not game["a"].in_play
    assert game["b"].in_play


@proves("duration.five-rounds", "duration.roll", "game.length-from-scenario", "winner.by-scenario", "gather.winner")
@pytest.mark.parametrize(("face", "over"), [(3, True), (4, False)])
def test_after_round_five_the_first_finisher_rolls_and_four_or_more_brings_one_more_round(face: int, over: bool):
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated
        round 5
        finished red blue
        step end phase
    """)
    game.play(dice=f"duration {face}")
    assert game.game.over is over
    roll = next(event.dice for event in game.game.events if event.dice is not None)
    assert roll.player == 1
    if not over:
        assert game.battle.round == 6


@proves("duration.roll")
def test_after_round_six_the_game_is_over_without_another_roll():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated
        round 6
        rounds 6
        finished red blue
        step end phase
    """)
    assert game.game.over


@proves("gather.winner", "duration.wipe-out-plays-on")
def test_equal_points_are_a_draw_and_a_wiped_out_player_still_wins_with_more():
    text = """
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 removed
        round 6
        rounds 6
        finished blue
        step end phase
    """
    drawn = at(text)
    assert drawn.game.standing.winner is None
    from tests.rulebooks.killteam_vanguard.positions import battle_at

    battle = battle_at(text)
    battle.victory_points = [1, 4]
    assert Position(battle).game.standing.winner == 1


@proves("duration.wipe-out-plays-on")
def test_the_game_ends_at_once_when_both_sides_are_gone():
    game = at("""
        blue rifleman a 10,3 removed
        red  rifleman r 10,33 removed
        round 2
    """)
    assert game.game.over
    assert game.game.standing.winner is None


@pytest.mark.parametrize(("face", "over"), [(4, False), (3, True)])
@proves("duration.wipe-out-plays-on", "duration.roll")
def test_a_lone_survivor_makes_the_round_five_roll_and_plays_on_or_not(face: int, over: bool):
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 removed
        round 5
        finished blue
        step end phase
    """)
    game.play(dice=f"duration {face}")
    assert game.game.over is over
    assert game.battle.round == (5 if over else 6)
