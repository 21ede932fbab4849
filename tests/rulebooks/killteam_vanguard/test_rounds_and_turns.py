"""Rounds and turns: Start phase, alternating Turns, finishing, End phase, and how long the game lasts."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
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


@proves("start.pass-tokens.not-kept", "end.step2-counters", "end.step3-discard-cp", "game.sequence")
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
    assert game.battle.command_points == (2, 2)
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


@proves("turn.declare-finished", "turn.activate-or-pass")
def test_with_all_models_activated_a_player_may_hold_on_with_points_or_tokens_or_declare():
    game = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp 1 1
        tokens 1 0
    """)
    game.play("activate a", "done")
    assert game.prompt == "All your models have activated. Declare finished?"
    game.play("no", "activate r", "done", "stop")
    assert game.options == ["again a", "pass", "finish"]
    game.play("finish")
    assert game.battle.finished == [0]
    assert game.decider == 1


@proves("turn.declare-finished", "initiative.later-rounds", "cp.follow-up")
@pytest.mark.parametrize(
    ("red", "facts", "asked"),
    [
        ("r", "cp 1 0", True),
        ("r s", "cp 1 0", False),
        ("r s", "cp 1 1", True),
        ("r s t", "cp 1 9", False),
        ("r", "cp 1 0\nfinished red", False),
    ],
)
def test_at_the_end_of_a_turn_finishing_is_asked_only_where_the_other_may_finish_before_the_next(red, facts, asked):
    """One model waiting acts in one Turn, two with a Follow Up; the next own Turn offers to declare finished anyway."""
    men = "".join([f"\nred rifleman {key} {5 * i + 5},33" for i, key in enumerate(red.split())])
    game = at(f"blue rifleman a 10,3{men}\n{facts}\nturn blue").play("activate a", "done")
    assert (game.clause == "turn.declare-finished") == asked
    while game.decider == 1:
        game.play(game.options[0], "done", *["stop"] * (game.battle.command_points[1] > 0 and len(red.split()) > 1))
    assert "yes" in game.options or "finish" in game.options


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


@proves("end.step1-effects", "mortal.no-armor")
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


# -- the edges ------------------------------------------------------------------------------------------------------------------


@proves("game.sequence", "start.pass-tokens", "start.order")
@pytest.mark.parametrize(("blue", "red", "tokens"), [(3, 1, [0, 2]), (1, 3, [2, 0]), (2, 2, [0, 0])])
def test_whichever_side_has_fewer_models_gains_the_tokens_and_who_goes_first_begins(blue: int, red: int, tokens):
    models = [f"blue rifleman b{i} {2 + 3 * i},3" for i in range(blue)]
    models += [f"red rifleman r{i} {2 + 3 * i},33" for i in range(red)]
    for first in (0, 1):
        game = at("\n".join([*models, "step start phase", "round 1", f"first {('blue', 'red')[first]}"]))
        assert game.battle.pass_tokens == tokens
        assert game.battle.command_points == (2, 2)
        assert game.decider == first
        assert game.battle.round == 2
        told = [event for event in game.game.events if event.key == "gained pass tokens"]
        assert len(told) == (1 if blue != red else 0)


@proves("broken.threshold", "game.sequence")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_warband_breaks_on_either_side_and_it_is_told_when_it_changes(side: str):
    other = "red" if side == "blue" else "blue"
    models = f"{side} rifleman a 3,3\n{side} rifleman gone 6,3 removed\n{side} rifleman gone2 9,3 removed\n"
    models += f"{side} rifleman gone3 12,3 removed\n{other} rifleman b 3,33\n"
    game = started(models + ("starting 4 1" if side == "blue" else "starting 1 4"))
    assert game.battle.broken == [side == "blue", side == "red"]
    assert [event.key for event in game.game.events].count("warband broken") == 1
    again = started(models + ("starting 4 1" if side == "blue" else "starting 1 4") + f"\nbroken {side}")
    assert again.battle.broken == [side == "blue", side == "red"]
    assert "warband broken" not in [event.key for event in again.game.events], "it was broken already"


@proves("turn.activate-or-pass", "turn.finished-is-final", "turn.other-plays-on")
@pytest.mark.parametrize("side", [0, 1])
def test_a_finished_player_is_passed_over_and_two_end_the_round(side: int):
    names = ("blue", "red")
    models = "blue rifleman a 3,3\nblue rifleman c 6,3\nred rifleman b 3,33\nred rifleman d 6,33\ncp 0 0\ntokens 0 0"
    game = at(f"{models}\nturn {names[side]}\nfinished {names[side]}")
    assert game.decider == 1 - side, "the other has its Turn"
    done = at(f"{models}\nturn {names[side]}\nfinished blue red")
    assert done.battle.round == 2
    assert "end phase" in [event.key for event in done.game.events]


@proves("turn.declare-finished", "turn.activate-or-pass")
def test_declaring_finished_is_told_and_gives_the_turn_to_the_other():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp 3 0
        tokens 0 0
    """)
    assert "finish" in game.options
    game.play("finish")
    assert game.battle.finished == [0]
    assert game.decider == 1
    game.play("activate r", "done")
    assert game.decider == 1, "blue takes no more Turns"


@proves("end.step3-discard-cp")
def test_only_points_that_were_left_are_told_to_be_lost():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated
        cp 0 3
        finished blue red
        step end phase
    """)
    lost = [event.values["player"] for event in game.game.events if event.key == "command points lost"]
    assert lost == [game.battle.colour(1)]


@proves("duration.wipe-out-plays-on", "game.length-from-scenario")
@pytest.mark.parametrize("gone", ["blue", "red"])
def test_one_side_wiped_out_ends_crossfire_but_not_gather_intelligence(gone: str):
    for scenario, over in (("gather-intelligence", False), ("crossfire", True)):
        states = {"blue": "activated", "red": "activated", gone: "removed"}
        left = "red" if gone == "blue" else "blue"
        game = at(
            f"scenario {scenario}\nblue rifleman a 5,5 {states['blue']}\nred rifleman r 30,30 {states['red']}\n"
            f"round 2\nfinished {left}\nstep end phase"
        )
        assert game.game.over is over
    both = at(
        "scenario crossfire\nblue rifleman a 5,5\nred rifleman r 30,30\nround 2\nfinished blue red\nstep end phase"
    )
    assert not both.game.over


@proves("gather.winner")
@pytest.mark.parametrize(("points", "winner"), [([4, 1], 0), ([1, 4], 1), ([2, 2], None)])
def test_more_victory_points_win_once_the_game_is_over_and_not_before(points, winner):
    text = "blue rifleman a 10,3 activated\nred rifleman r 10,33 activated\n"
    battle = battle_at(text + "round 6\nrounds 6\nfinished blue red\nstep end phase")
    battle.victory_points = list(points)
    end = Position(battle).game.standing
    assert (end.over, end.winner, end.clause) == (True, winner, "gather.winner")
    battle = battle_at(text)
    battle.victory_points = list(points)
    now = Position(battle).game.standing
    assert (now.over, now.winner) == (False, None)


@proves("duration.roll")
@pytest.mark.parametrize(("face", "rounds"), [(3, 5), (4, 6)])
def test_the_roll_after_round_five_gives_exactly_one_more(face: int, rounds: int):
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated
        round 5
        finished red blue
        first red
        step end phase
    """)
    question = game.game.question
    assert question is not None
    assert (question.player, question.clause) == (1, "duration.roll"), "who finished first rolls"
    game.play(dice=f"duration {face}")
    assert game.battle.rounds == rounds
    assert game.game.over is (rounds == 5)


@proves("cp.follow-up")
def test_a_follow_up_is_offered_for_a_point_and_to_stop_is_always_possible():
    game = at(TURNS.format(cp="1 0", tokens="0 0"))
    game.play("activate a", "done")
    assert game.options == ["stop", "activate b"]
    broke = at(TURNS.format(cp="0 0", tokens="0 0"))
    broke.play("activate a", "done")
    assert broke.decider == 1, "no point, no question"
    game.play("activate b", "done")
    assert game.decider == 1, "two in a row at most"
    assert game.battle.command_points[0] == 0


@proves("mortal.recovery", "mortal.no-armor")
def test_a_toxin_counter_costs_one_wound_and_a_recovery_roll_only_with_the_last():
    game = at("""
        blue immortal a 10,10 toxin
        red  rifleman r 10,30
        finished blue red
        step end phase
    """)
    assert (game["a"].wounds, game["a"].in_play) == (1, True)
    last = at("""
        blue rifleman a 10,10 toxin
        red  rifleman r 10,30
        finished blue red
        step end phase
    """)
    last.play(dice="recovery 4")
    assert last.modifiers("Recovery roll") == {}, "one wound, not two"
    assert last["a"].knocked_down


@proves("game.sequence")
@pytest.mark.parametrize(("blue", "red", "tokens"), [(3, 1, [0, 2]), (1, 3, [2, 0])])
def test_a_round_is_a_start_phase_then_turns_then_an_end_phase_then_the_next_round(blue, red, tokens):
    lines = [f"blue rifleman b{i} {3 + 3 * i},3" for i in range(blue)]
    lines += [f"red rifleman r{i} {3 + 3 * i},33" for i in range(red)]
    game = started("\n".join(lines))
    assert game.battle.pass_tokens == tokens
    assert game.battle.round == 2
    assert game.clause == "turn.activate-or-pass"
    while game.battle.round == 2:
        game.play(next(key for key in ("done", "yes", "stop", *game.options) if key in game.options))
    told = [event.key for event in game.game.events]
    rounds = [i for i, key in enumerate(told) if key == "round begins"]
    assert len(rounds) == 2
    assert (
        rounds[0] < told.index("gained command points") < told.index("activates") < told.index("end phase") < rounds[1]
    )


@proves("turn.activate-or-pass", "turn.declare-finished")
def test_finishing_by_choice_and_finishing_by_itself_are_told_apart_and_end_the_turn():
    chosen = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp 1 0
    """)
    chosen.play("finish")
    assert len(chosen.events("declared finished")) == 1
    assert not chosen.events("finished by itself")
    assert chosen.decider == 1
    forced = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33
        red  rifleman s 14,33
    """)
    assert len(forced.events("finished by itself")) == 1
    assert not forced.events("declared finished")
    assert forced.decider == 1
    last = at("""
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
    """)
    last.play("activate a", "done")
    assert len(last.events("finished by itself")) == 1
    assert last.decider == 1


@proves("turn.declare-finished")
def test_who_says_yes_is_finished_and_who_says_no_is_not():
    text = """
        blue rifleman a 10,3
        red  rifleman r 10,33
        red  rifleman s 14,33
        cp 1 1
    """
    for answer, finished in (("yes", [0]), ("no", [])):
        game = at(text).play("activate a", "done", answer)
        assert game.battle.finished == finished
        assert len(game.events("declared finished")) == len(finished)
        assert game.decider == 1


@proves("cp.follow-up")
def test_the_first_model_is_done_before_a_second_may_follow():
    game = at("blue rifleman a 10,10\nblue rifleman b 12,10\nred rifleman t 30,30\ncp 1 0")
    game.play("activate a", "aim", "done")
    assert game.clause == "cp.follow-up"
    assert game["a"].activated
    assert game.options == ["stop", "activate b"]
    game.play("activate b", "done")
    assert game.battle.command_points[0] == 0
    assert game.decider == 1


@proves("turn.declare-finished")
def test_a_side_that_loses_its_last_model_in_its_own_turn_declares_nothing():
    game = at("""
        blue rifleman a 10,10
        red  ash-gunner k 10.984,10
        red  rifleman r 30,30
    """)
    game.play("activate a", "walk", [[6, 10]], "knife", dice="hit 5 / armor 1 / recovery 1")
    assert not game["a"].in_play
    assert game.battle.finished == []
    assert game.decider == 1


@proves("cp.reroll")
def test_a_reroll_is_told_with_the_one_point_it_costs():
    game = at("""
        card gunner SP5 AR4+: Gun [RANGED] (12", 2D6, 4+, AP0, D1)
        blue gunner a 10,10
        red  gunner t 19,10
        cp 3 0
        active a
    """)
    game.play("attack", "gun>t", "die-1", "keep", dice="hit 1 1 / hit-reroll 1")
    [told] = game.events("spent command points")
    assert (told.values["amount"], told.values["left"]) == (1, 2)
    assert game.battle.command_points[0] == 2
