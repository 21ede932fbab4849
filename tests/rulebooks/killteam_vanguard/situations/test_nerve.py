"""Nerve: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import TOUCH, drawn, drawn_plain
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("nerve.test", "card.special-abilities")
@pytest.mark.parametrize(("away", "passed"), [(6.0, True), (6.02, False)])
def test_a_leader_who_lies_still_lends_its_nerve_to_six_inches(away: float, passed: bool) -> None:
    """The Prophet's NE is 3+; a Zealot alone has 5+. Bases of 0.63 and 0.492; nobody else is near."""
    game = at(f"""
        blue ember-prophet* p 10,10   down, activated
        blue choir-zealot z {10 + 0.63 + 0.492 + away},10
        red rifleman t 30,30
        broken blue
        turn blue
    """)
    game.play("activate z", dice="nerve 3" if passed else "nerve 3 / nerve 6")
    assert [event.values["face"] for event in game.events("nerve failed")] == ([] if passed else [3])


@proves("broken.threshold", "broken.checked-at-round-start")
def test_the_third_of_five_to_fall_breaks_the_warband_only_next_round() -> None:
    scene = "blue gunner a 10,10\nred archer r 12,30 wounds 1\nred archer s 33,33\nred archer q 33,3\nstarting 1 5\nactive a"
    game = drawn_plain(scene).play("attack", "gun>r", "done", dice="hit 4 1 / armor 1 / recovery 1")
    assert game.battle.broken == [False, False]
    game.play("activate s", "done", "activate q", "done")
    assert (game.battle.round, game.battle.broken) == (2, [False, True])


@proves("broken.engaged-exempt", "engage.mutual")
def test_a_spear_two_inches_off_spares_the_broken_their_test() -> None:
    scene = "blue gunner a 18,20\nblue gunner z 3,3\nred spearman s {},20\nbroken blue"
    near = drawn_plain(scene.format(18 + TOUCH + 2)).play("activate a")
    assert near.prompt == "What does a do?"
    drawn_plain(scene.format(18 + TOUCH + 2.1)).play("activate a", dice="nerve 4")


@proves("fallback.move", "terrain.difficult")
def test_a_fallback_goes_round_or_through_a_wood_as_far_as_it_can() -> None:
    """12 inches: straight on 4 inches of wood would cost 4 more, so the way is drawn; at most 12 inches nearer."""
    game = drawn_plain(
        "blue gunner a 18,20\nblue gunner z 3,3\nred archer t 33,33\npiece woods 3 12,10 24,14\nbroken blue"
    )
    game.play("activate a", dice="nerve 1")
    assert game.clause == "fallback.move"
    [best] = game.game.question.candidates()  # type: ignore[union-attr]
    game.play(best)
    assert game["a"].y <= 12.3, "through the wood it comes to y = 12 at worst"


@proves("fallback.closest-edge")
@pytest.mark.parametrize(("x", "asked"), [(8.0, True), (8.02, False)])
def test_in_crossfire_one_who_is_as_far_from_both_edges_chooses(x: float, asked: bool) -> None:
    game = at(f"""
        scenario crossfire
        blue rifleman a {x},8
        blue rifleman b 2,2
        red rifleman t 30,30
        broken blue
        turn blue
    """)
    game.play("activate a", dice="nerve 1" if asked else "nerve 1 / nerve 6")
    assert (game.clause == "fallback.closest-edge") is asked
    if not asked:
        assert (game["a"].x, game["a"].y) == (x, 0.492)


@proves("fallback.ends-activation", "cp.follow-up")
def test_after_a_fallback_a_friend_may_follow_up() -> None:
    scene = "blue rifleman a 10,14\nblue rifleman c 20,20\nred warden t 30,30\nbroken blue\ncp 1 0\nturn blue"
    game = at(scene).play("activate a", dice="nerve 1")
    assert game.options == ["stop", "activate c"]


@proves("fallback.fatigued-stays", "fallback.knocked-down")
def test_one_who_lies_tired_and_fails_gets_up_walks_six_inches_and_stays_tired() -> None:
    game = drawn_plain("blue gunner a 18,20 down, fatigued\nblue gunner z 3,3\nred archer t 33,33\nbroken blue")
    game.play("activate a", dice="nerve 3")
    assert (game["a"].y, game["a"].standing, game["a"].fatigued, game["a"].activated) == (14, True, True, True)


@proves("fallback.edge-check", "fallback.ends-activation", "cp.follow-up")
def test_who_is_cut_down_while_falling_back_is_not_tested_at_the_edge() -> None:
    """Behind a wall it is not engaged; past the wall's end the axe sees it leave."""
    scene = "blue fencer a 10,3 wounds 1\nblue fencer b 30,3\nred guard g 12,2\npiece wall 3 11,1.7 11,6\nbroken blue\nturn blue"
    game = drawn(scene).play("activate a", dice="nerve 1")
    assert game.clause == "disengage.attack"
    game.play("axe", dice="hit 3 / armor 4 / recovery 1")
    assert (game["a"].in_play, game.decider) == (False, 1)


@proves("fallback.edge-check", "warband.leader-scenario", "fallback.removed-outright")
def test_a_leader_that_flees_the_table_is_worth_its_bounty() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* a 18,8\nblue gunner z 3,3\nred archer t 33,33\nbroken blue"
    game = drawn_plain(scene).play("activate a", dice="nerve 1 / nerve 1")
    assert (game["a"].in_play, game.battle.victory_points) == (False, [0, 5])
