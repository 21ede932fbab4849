"""Rounds and turns: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import (
    END,
    TOUCH,
    drawn,
    drawn_plain,
    drawn_round,
)
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("start.command-points", "warband.leader-bonus", "start.pass-tokens")
def test_without_its_leader_a_warband_has_its_two_points_and_those_of_the_others() -> None:
    """Cards of CP 1 each; blue lost its leader: 2 + 2. Red: 2 + 1 + (1 + 1), and one token for being fewer."""
    scene = "blue gunner* l 3,3 removed\nblue gunner a 10,10 activated\nblue gunner b 12,10 activated\nblue gunner c 14,10 activated"
    scene += "\nred archer* t 30,30 activated\nred archer u 33,30 activated\nfinished red blue\nstep end phase\ncp 0 0"
    game = drawn_plain(scene)
    assert (game.battle.round, game.battle.command_points, game.battle.pass_tokens) == (2, (5, 5), [0, 1])


@proves("start.pass-tokens", "turn.activate-or-pass")
def test_a_pass_token_takes_the_whole_turn_and_follows_nobody_up() -> None:
    game = drawn_plain(
        "blue gunner a 10,10\nred archer t 30,30\nred archer u 33,33\ncp 3 0\ntokens 1 0\nturn blue"
    ).play("pass")
    assert (game.decider, game.battle.pass_tokens) == (1, [0, 0])


@proves("activation.ends-when-removed", "initiative.wiped-out", "cp.follow-up")
def test_whose_last_model_falls_in_its_own_activation_is_asked_nothing_more() -> None:
    scene = (
        f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nred fencer u 20,20\ncp 3 0\ntokens 2 0\nactive a"
    )
    game = drawn(scene).play("attack", "sword>t", "keep", "sword", dice="hit 1 1 / hit 3 1 / armor 1")
    assert game.decider == 0, "the armor die may be bought again"
    game.play("keep", dice="recovery 1")
    assert (game.decider, game.clause) == (1, "turn.activate-or-pass")


@proves("turn.declare-finished", "initiative.later-rounds")
def test_who_declares_first_goes_first_in_the_next_round() -> None:
    game = drawn_plain("blue gunner a 10,10\nred archer t 30,30\ncp 0 0\nturn red")
    game.play("activate t", "done")
    game.play("activate a", "done")
    assert (game.battle.round, game.decider) == (2, 1)


@proves("turn.finish-by-casualty", "turn.declare-finished")
def test_whose_last_waiting_model_is_shot_may_still_pass() -> None:
    scene = "blue gunner a 10,10\nred archer t 19,10 wounds 1, down\nred archer u 30,30 activated\ntokens 0 1\nactive a"
    game = drawn(scene).play("attack", "gun>t", "done", dice="hit 3 1 / armor 1")
    assert (game.decider, game.options) == (1, ["pass", "finish"])


@proves("end.step1-effects", "card.special-abilities.cp-cost")
@pytest.mark.parametrize(("state", "asked"), [("", False), ("toxin", True)])
def test_in_the_last_round_only_who_must_still_suffer_repairs_itself(state: str, asked: bool) -> None:
    game = drawn(f"blue immortal a 10,10 wounds 1, activated {state}\nround 6\nrounds 6\n{END}")
    assert "self-repair a" in game.options if asked else game.game.over


@proves("end.step1-effects", "warband.leader-scenario", "winner.by-scenario")
def test_a_leader_poisoned_to_death_in_the_last_end_phase_is_still_paid_for() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* a 10,20 wounds 1, down, toxin, activated\nred gunner* t 30,30 activated\n"
    game = drawn(scene + "round 6\nfinished blue red\nstep end phase")
    assert (game.game.over, game.battle.victory_points) == (True, [0, 5])


@proves("end.step1-effects", "outside-combat.recovery", "attack.recovery.already-knocked-down")
def test_who_recovered_from_its_toxin_has_no_second_roll_from_its_fire() -> None:
    game = drawn_round("blue fencer a 10,10 toxin, fire, activated\nred fencer x 20,20 activated\nturn red")
    game.play("toxin a", dice="recovery 4 / armor 1")
    assert not game["a"].in_play, "the fire is the last effect and is resolved unasked, without a recovery roll"


@proves("end.step1-effects", "mortal.recovery")
def test_whoever_repairs_before_its_toxin_works_needs_no_recovery() -> None:
    scene = "blue immortal a 10,10 wounds 1, toxin, activated\nred archer t 30,30 activated\ncp 1 0\nfinished blue red\nstep end phase"
    game = drawn_plain(scene)
    game.play("self-repair a")
    assert (game["a"].wounds, game["a"].standing, game["a"].toxin) == (1, True, False)


@proves("free-action.not-counted", "reactivate.one-short-action")
def test_who_has_only_a_steady_aim_left_and_no_shot_is_done() -> None:
    game = at("blue marksman a 10,10 activated\nred rifleman t 19,10\nred rifleman u 30,30\nagain a")
    game.play("attack", "long-rifle>t", dice="hit 1")
    assert (game["a"].fatigued, game.decider) == (True, 1)


@proves("free-action.not-counted", "reactivate.one-short-action")
def test_who_has_walked_cannot_steady_itself_and_is_done() -> None:
    game = at("blue marksman a 10,10 activated\nred rifleman t 19,10\nred rifleman u 30,30\nagain a")
    game.play("walk", [[10, 12]])
    assert (game["a"].fatigued, game.decider) == (True, 1)


@proves("action.walk.excludes-run-charge", "card.special-actions", "activation.no-repeat")
def test_what_counts_as_a_walk_excludes_what_a_walk_does() -> None:
    grapple = at("blue scout a 10,10\nred rifleman t 29,10\nactive a").play("grapple-line", [[10, 12]])
    for action in ("run", "charge"):
        assert "[action.walk.excludes-run-charge]" in grapple.why_not(action)
    steady = at("blue marksman a 10,10\nred rifleman t 19,10\nactive a").play("steady")
    assert "no movement after that" in steady.why_not("walk")
    moved = at("blue marksman a 10,10\nred rifleman t 19,10\nactive a").play("walk", [[10, 11]])
    assert "it has moved" in moved.why_not("steady")
