"""Fatigue: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.situations.sketches import END, TOUCH, drawn, drawn_plain
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("fatigue.one-short-action", "charge.move")
def test_the_tired_neither_charge_nor_run_and_walk_off_their_fatigue() -> None:
    game = drawn_plain("blue fencer a 10,10 fatigued\nred archer t 16,10\nactive a")
    for action in ("charge", "run"):
        assert "[fatigue.one-short-action]" in game.why_not(action)
    game.play("walk", [[12, 10]])
    assert (game["a"].activated, game["a"].fatigued) == (True, False)


@proves("fatigue.gained-during-own-activation", "fatigue.removed-at-end", "attack.recovery.pass")
def test_who_began_tired_and_recovers_on_the_way_lies_there_rested() -> None:
    scene = f"blue fencer a 10,10 wounds 1, fatigued\nred gunner k {10 + TOUCH},10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("walk", [[6, 10]], "knife", dice="hit 3 / armor 1 / recovery 4")
    assert (game["a"].x, game["a"].knocked_down, game["a"].fatigued, game.decider) == (10, True, False, 1)


@proves("fatigue.gained-during-own-activation", "knockdown.must-stand")
def test_who_is_felled_by_the_answer_to_its_first_action_may_still_stand_up_and_stays_tired() -> None:
    game = drawn_plain(f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nactive a")
    game.play("attack", "sword>t", "sword", dice="hit 1 1 / hit 3 1 / armor 1 / recovery 4")
    assert (game["a"].knocked_down, "stand-up" in game.options) == (True, True)
    assert "walk" not in game.options
    game.play("stand-up")
    assert (game["a"].standing, game["a"].fatigued, game["a"].activated) == (True, True, True)


@proves("fatigue.gained-during-own-activation", "fatigue.action.not-when-fatigued", "stat.attack-special")
def test_who_is_drained_while_leaving_walks_on_without_answer_or_fatigue_action() -> None:
    card = 'card leech SP6 AR4+ WN3: Fangs [MELEE] (0", 2D6, 3+, AP0, D1) DRAIN\n'
    game = drawn_plain(card + f"blue fencer a 10,10\nred leech b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "fangs", dice="hit 2 1 / armor 1")
    assert (game["a"].x, game["a"].fatigued, game["b"].wounds) == (6, True, 3)
    game.play("focus")
    assert (game["a"].activated, game["a"].fatigued) == (True, True)


@proves("fatigue.action", "activation.legal-combinations")
def test_a_long_action_after_a_short_one_is_the_fatigue_action_and_a_second_short_one_is_barred() -> None:
    game = drawn_plain("blue gunner a 10,10\nred archer t 30,30\nactive a").play("aim", "run", [[20, 10]])
    assert (game["a"].activated, game["a"].fatigued) == (True, True)


@proves("fatigue.action.marking", "retaliate.against-charge-and-disengaging")
def test_who_walks_away_as_a_fatigue_action_cannot_answer_the_blow() -> None:
    game = drawn_plain(f"blue fencer a 10,10\nred gunner k {10 + TOUCH},10\nactive a").play(
        "focus", "aim", "walk", [[6, 10]]
    )
    game.play("knife", dice="hit 1")
    assert (game["a"].x, game["a"].fatigued, game["k"].wounds) == (6, True, 3)


@proves("reactivate.one-short-action", "reactivate.fatigued-after", "reactivate.may-repeat-earlier-action")
def test_who_attacked_attacks_again_for_a_point_without_its_aim() -> None:
    game = drawn_plain("blue gunner a 10,10\nred archer t 19,10\nred archer u 30,30\ncp 2 0\nactive a")
    game.play("aim", "attack", "gun>t", "keep", dice="hit 1 1")
    game.play("done", "activate u", "done", "again a")
    assert game.battle.command_points[0] == 1
    assert "one short action" in game.why_not("run")
    game.play("attack", "gun>t", "keep", dice="hit 1 2")
    assert game.modifiers("Hit roll") == {}
    assert game["a"].fatigued


@proves("reactivate.fatigued-after", "retaliate.who")
def test_who_acts_again_and_leaves_cannot_answer_and_is_tired_once() -> None:
    scene = f"blue fencer a 10,10 activated\nred gunner k {10 + TOUCH},10\nred gunner u 30,30\nagain a"
    game = drawn(scene).play("walk", [[6, 10]], "knife", dice="hit 1")
    assert (game["a"].x, game["a"].fatigued, game.decider) == (6, True, 1)
    assert len(game.events("fatigued")) == 1


@proves("fatigue.clear", "duration.five-rounds")
@pytest.mark.parametrize(
    ("battle", "asked"),
    [
        ("round 5", True),
        ("round 6\nrounds 6", False),
        ("scenario cut-off-the-head\nround 5", True),
        ("scenario cut-off-the-head\nround 6", False),
    ],
)
def test_nobody_clears_fatigue_when_no_round_will_follow(battle: str, asked: bool) -> None:
    game = drawn(f"blue gunner a 10,10 fatigued, activated\n{battle}\n{END}")
    assert game.game.over is not asked
    assert not asked or game.clause == "end.step1-effects"


@proves("fatigue.clear", "game.length-from-scenario")
def test_in_crossfire_the_last_side_standing_clears_no_fatigue_for_a_battle_that_is_over() -> None:
    scene = "scenario crossfire\nblue gunner a 10,10 fatigued, activated\nred gunner t 30,30 removed\nround 2\nfinished blue\nstep end phase\ncp 2 0"
    assert drawn(scene).game.over


@proves("fatigue.clear", "end.step3-discard-cp", "end.step1-effects")
def test_three_points_clear_three_of_four_and_the_rest_stays_tired() -> None:
    men = "".join([f"blue gunner m{i} {4 * i + 4},4 fatigued, activated\n" for i in range(4)])
    game = drawn_plain(men + "red archer t 30,30 activated\ncp 3 0\nfinished red blue\nstep end phase")
    assert sorted(game.options) == ["clear m0", "clear m1", "clear m2", "clear m3", "done"]
    game.play("clear m0", "clear m2", "clear m3")
    assert [game[f"m{i}"].fatigued for i in range(4)] == [False, True, False, False]
    assert game.battle.round == 2
