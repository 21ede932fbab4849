"""Disengaging: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.situations.sketches import TOUCH, drawn, drawn_plain, drawn_round
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("disengage.provokes", "retaliate.against-charge-and-disengaging")
def test_an_enemy_pushed_beside_the_way_strikes_again_where_it_is_left_again() -> None:
    """Pushed to 15.26,10 g reaches an inch: the way passes it at 0.74 and leaves its reach a second time."""
    game = drawn("blue ogre a 10,10\nred guard g 12.26,10\nactive a")
    game.play("run", [[10, 12], [20, 12]], "axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert game.clause == "disengage.attack"
    game.play("axe", dice="hit 1")
    assert len(game.events("disengaging hit roll")) == 2
    assert (game["a"].x, game["a"].y) == (20, 12)


@proves("disengage.provokes", "disengage.point")
def test_who_leaves_a_spear_twice_in_one_run_is_struck_at_twice() -> None:
    """Out to the west, back into reach, and out again: two attacks, both at a gap of 2."""
    game = drawn_plain("blue gunner a 10,10\nred spearman s 12.26,10\nactive a").play(
        "run", [[7, 10], [9.5, 10], [5.5, 10]]
    )
    assert game.clause == "disengage.attack"
    game.play("spear", "spear", dice="hit 1 / hit 1")
    assert len(game.events("disengaging hit roll")) == 2
    assert game["a"].x == 5.5


@proves("disengage.within-range-free", "disengage.provokes")
def test_walking_round_a_spear_at_its_very_reach_provokes_nothing() -> None:
    """From a gap of 2 on one side to a gap of 2 on another, inside all the way."""
    reach = 2 + TOUCH
    game = drawn_plain(f"blue gunner a {12 - reach},10\nred spearman s 12,10\nactive a").play(
        "walk", [[10, 11], [12, 10 + reach]]
    )
    assert game["a"].y == pytest.approx(10 + reach)
    assert not game.events("disengaging hit roll")


@proves("disengage.attack", "melee.modifier.outnumbering", "melee.modifier.disengaging")
def test_enemies_left_at_the_same_point_help_each_other() -> None:
    """1D6 and one for the helper, at 4+ with +1; armor 4+ with -1."""
    game = drawn_round("blue gunner a 10,10\nred gunner x 11.26,10\nred gunner z 10,11.26\nactive a")
    game.play("walk", [[10, 10], [8, 8]], "x", "knife", dice="hit 3 3 / armor 4 5")
    assert game["a"].wounds == 2
    assert game.clause == "retaliate.who"


@proves("disengage.attack", "attack.target.los")
def test_nobody_is_struck_while_leaving_out_of_sight() -> None:
    """The mover slips behind a wall within the spear's reach and leaves it there, unseen."""
    scene = "blue gunner a 10,10\nred spearman s 12,10\npiece wall 3 10.4,11 13.6,11\nactive a"
    game = drawn_plain(scene).play("run", [[9.6, 10], [9.6, 11.8], [12, 12], [12, 17]])
    assert game["a"].y == 17
    assert not game.events("disengaging hit roll")


@proves("disengage.attack", "stat.attack-special", "disengage.stopped")
def test_a_mover_pushed_off_its_path_ends_its_move_there() -> None:
    game = drawn_plain(f"blue gunner a 10,10\nred brute b {10 + TOUCH},10\nactive a")
    game.play("walk", [[10, 12], [6, 12]], "maul", dice="hit 3 1 / armor 6")
    assert (game["a"].x, game["a"].y) == (pytest.approx(7), 10)


@proves("disengage.order", "disengage.stopped")
def test_the_second_of_two_that_are_left_does_not_strike_at_one_who_stays() -> None:
    scene = f"blue gunner a 10,10\nred mace x {10 + TOUCH},10\nred mace z 10,{10 + TOUCH}\nactive a"
    game = drawn(scene).play("walk", [[7, 7]], "x", "mace", dice="hit 2 1 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game.options) == (10, True, ["stand-up", "done"])


@proves("disengage.stopped", "card.special-actions")
def test_a_leaper_toppled_above_somebody_comes_down_where_it_may_stand() -> None:
    """Where it leaves the mace it would lie on c, who helps; on the way back there is b, all the way to where it leapt from."""
    scene = f"blue leaper a 10,10\nred mace b {10 + TOUCH},10\nred archer c 13.4,10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("leap", [[15.5, 10]], "mace", "armor", dice="hit 2 1 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game["a"].wounds) == (pytest.approx(10, abs=0.02), True, 1)


@proves("disengage.stopped", "activation.ends-when-removed", "cp.follow-up")
def test_a_charger_cut_down_on_the_way_leaves_its_side_the_follow_up() -> None:
    scene = "blue archer a 10,10\nblue fencer b 3,3\nred spearman s 12,12.6\nred gunner t 18,10\ncp 1 0\nactive a"
    game = drawn_plain(scene).play("charge", "t", [[16.74, 10]], "spear", "keep", dice="hit 4 / armor 1 / recovery 1")
    assert not game["a"].in_play
    assert (game.decider, game.clause) == (0, "cp.follow-up")


@proves("disengage.stopped", "stat.attack-special")
def test_a_mace_that_topples_the_mover_stops_it_where_it_is() -> None:
    card = 'card mace SP6 AR4+ WN3: Mace [MELEE] (0", 2D6, 3+, AP0, D1) TOPPLE\n'
    game = drawn_plain(card + f"blue gunner a 10,10\nred mace b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "mace", dice="hit 2 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game["a"].fatigued, game["a"].wounds) == (10, True, False, 2)
    assert game.options == ["stand-up", "done"]
