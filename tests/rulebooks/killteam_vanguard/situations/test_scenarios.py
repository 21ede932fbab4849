"""Scenarios: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import BOMBER, TOUCH, drawn, drawn_plain
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def scored(lines: str, more: str = "") -> list[int]:
    game = drawn_plain(lines + "\nfinished blue red\nstep end phase\n" + more)
    return list(game.battle.victory_points)


@proves("duration.roll")
@pytest.mark.parametrize(("face", "over"), [(3, True), (4, False)])
def test_a_three_ends_the_game_and_a_four_does_not(face: int, over: bool) -> None:
    game = at("""
        blue rifleman a 10,10   activated
        red rifleman t 30,30
        round 5
        rounds 5
        cp 0 0
        finished blue
        turn red
    """)
    game.play("activate t", "done", dice=f"duration {face}")
    assert game.game.over is over


@proves("duration.roll", "initiative.wiped-out")
def test_who_finished_first_and_dies_in_the_end_phase_leaves_the_duration_roll_to_the_other() -> None:
    scene = "blue gunner a 10,10 wounds 1, down, toxin, activated\nred gunner t 30,30 activated\nround 5\nfinished blue red\nstep end phase"
    game = drawn(scene).play(dice="duration 3")
    assert game.game.over


@proves("duration.wipe-out-plays-on", "gather.vp-accumulate")
def test_the_last_one_standing_scores_on() -> None:
    game = drawn_plain("blue gunner a 18,18\nred archer t 19,30 wounds 1, down\nround 2\nactive a")
    game.play("attack", "gun>t", "done", dice="hit 4 1 / armor 1")
    assert not game["t"].in_play
    assert (game.battle.round, game.battle.victory_points, game.decider) == (3, [3, 0], 0)


@proves("duration.wipe-out-plays-on", "blast.who-is-caught")
def test_a_bomb_that_leaves_nobody_ends_the_game_at_once() -> None:
    scene = "blue bomber a 16,11 wounds 1\nred archer t 16,13.5 wounds 1\nactive a"
    game = drawn_plain(BOMBER + scene).play(
        "attack", "bomb>t", dice="hit 3 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1"
    )
    assert game.game.over
    assert game.game.standing.winner is None


@proves("winner.by-scenario", "warband.leader-scenario")
def test_crossfire_is_over_with_the_round_in_which_a_side_is_wiped_out_after_scoring() -> None:
    scene = "scenario crossfire\nblue gunner a 18,18\nred archer t 18,30 wounds 1, down\nround 2\nactive a"
    game = drawn_plain(scene).play("attack", "gun>t", "done", dice="hit 4 1 / armor 1")
    assert (game.game.over, game.battle.victory_points, game.game.standing.winner) == (True, [3, 0], 0)


@proves("gather.capture.contact")
@pytest.mark.parametrize(("gap", "points"), [(0.009, 1), (0.011, 0)])
def test_a_counter_is_touched_by_a_hundredth(gap: float, points: int) -> None:
    game = at(f"""
        blue rifleman a {9 + 0.5 + 0.492 + gap},12   activated
        red rifleman t 30,30   activated
        round 2
        finished blue red
        turn blue
    """)
    assert game.battle.victory_points[0] == points


@proves("gather.capture.contact", "gather.capture.unengaged", "gather.vp-values")
def test_a_counter_is_held_by_a_touch_and_lost_to_a_spear() -> None:
    """Base of 32 mm: 0.63 + 0.5 from the middle of the counter touches it."""
    assert scored("blue gunner a 19.13,18 activated\nred archer r 3,33 activated") == [3, 0]
    assert scored("blue gunner a 19.15,18 activated\nred archer r 3,33 activated") == [0, 0]
    assert scored(f"blue gunner a 19.13,18 activated\nred spearman r {19.13 + TOUCH + 2},18 activated") == [0, 0]
    assert scored(f"blue gunner a 19.13,18 activated\nred spearman r {19.13 + TOUCH + 2.05},18 activated") == [3, 0]


@proves("gather.capture.contact")
def test_two_counters_are_never_held_by_one_nor_one_by_both() -> None:
    """Both sides touch the center: nobody; each holds one of its own besides."""
    men = "blue gunner a 18,16.9 activated\nred gunner r 18,19.1 activated\nblue gunner b 9,12 activated\nred gunner s 27,24 activated"
    assert scored(men) == [1, 1]


@proves("gather.winner")
def test_equal_points_are_a_draw() -> None:
    game = at("""
        blue rifleman a 9,12   activated
        red rifleman t 27,24   activated
        round 6
        rounds 5
        finished blue red
        turn blue
    """)
    assert game.game.over
    assert game.game.standing.winner is None
    assert game.battle.victory_points == [1, 1]
