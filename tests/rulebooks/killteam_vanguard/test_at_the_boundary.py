"""Each rule at its very edge: exactly at range, exactly at half, nobody left, nothing left to roll. Worked out before it was run."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

TOUCH = 1.26
"""Between the centers of two 32 mm bases in contact."""


@proves("blast.no-modifiers", "card.special-abilities.cp-cost")
def test_nobody_braces_against_a_blast_which_nothing_modifies() -> None:
    """The rifleman hit saves; the blast's hit on the Shieldbearer beside it is answered with AR 3+ as printed: a 2 fails."""
    game = at("""
        blue firebomber a 10,10
        red rifleman t 14,10
        red shieldbearer s 15.5,10
        cp 0 3
        active a
    """)
    game.play("attack", "firebomb>t", "keep", dice="hit 3 / armor 6 / hit 4 1 / armor 2")
    assert game["s"].wounds == 1
    assert not any("Brace" in line for line in game.log)


@proves("blast.no-modifiers", "invulnerable.choice")
def test_a_blast_may_still_be_answered_with_an_invulnerable_armor() -> None:
    game = at("""
        blue firebomber a 10,10
        red warden t 14,10
        red bulwark s 15.5,10
        active a
    """)
    game.play("attack", "firebomb>t", "armor", dice="hit 3 / armor 5 / hit 4 1")
    assert game.options == ["armor", "invulnerable-4", "invulnerable-6"]


@proves("stat.attack-special", "dice.modifier.bonus-dice")
def test_an_unwieldy_die_lost_where_one_was_declared_leaves_none_to_roll() -> None:
    """Three dice at one and one at the other, who loses its die: three are rolled at the first, none at the second."""
    game = at("""
        blue heavy-gunner a 10,10
        red rifleman t 14,10
        red rifleman u 15.5,10
        active a
    """)
    game.play("walk", [[10, 10.5]], "attack", "repeater>t", {"t": 3, "u": 1}, "u", "t", dice="hit 1 1 1")
    assert game["u"].in_play
    rolls = game.events("action hit roll")
    assert [len(roll.dice.faces) for roll in rolls if roll.dice is not None] == [3, 0]


@proves("card.special-abilities.cp-cost", "action.stand-up")
def test_who_only_stood_up_has_not_moved_and_may_drill_its_volley() -> None:
    game = at("""
        blue rifleman a 10,10   down
        red rifleman t 14,10
        cp 1 0
        active a
    """)
    game.play("stand-up", "attack", "halden-rifle>t")
    assert game.options == ["no", "yes"]


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


@proves("warband.leader-scenario")
@pytest.mark.parametrize(("y", "points"), [(18.63, 0), (18.64, 3)])
def test_a_leader_on_the_middle_line_by_a_hair_is_not_wholly_beyond(y: float, points: int) -> None:
    game = at(f"""
        scenario cut-off-the-head
        blue rifles-captain* a 10,{y}   activated
        red rifleman t 30,30   activated
        round 6
        rounds 6
        finished blue red
        turn blue
    """)
    assert game.game.over
    assert game.battle.victory_points == [points, 0]


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


@proves("card.special-actions")
@pytest.mark.parametrize(("height", "lands"), [(3, True), (3.5, False)])
def test_a_leap_takes_three_inches_of_height_and_no_more(height: float, lands: bool) -> None:
    game = at(f"""
        blue leaper a 10,10
        red rifleman t 30,30
        piece platform {height} 11,8 15,12 sheer sheer sheer sheer
        active a
    """)
    if lands:
        game.play("leap", [[13, 10]])
        assert game["a"].elevation == height
    else:
        with pytest.raises(Refused, match="level changes"):
            game.play("leap", [[13, 10]])


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


@proves("card.special-abilities", "charge.target-in-los")
def test_one_who_lies_is_as_dreadful_to_charge() -> None:
    game = at("""
        blue rifleman a 10,10
        red flayed-one f 14,10   down
        active a
    """)
    game.play("charge", "f", dice="nerve 1")
    assert "charge" not in game.options
    assert {"walk", "run"} <= set(game.options)


@proves("melee.modifier.outnumbering-helper", "engage.range")
@pytest.mark.parametrize(("away", "helps"), [(2.0, True), (2.02, False)])
def test_a_spear_helps_from_exactly_two_inches(away: float, helps: bool) -> None:
    game = at(f"""
        blue choir-zealot a 10,10
        blue choir-zealot+hooked-spear h {10.984 + 2 * 0.492 + away},10
        red rifleman t 10.984,10
        active a
    """)
    game.play("attack", "cudgel>t", dice="hit 1 1" + (" 1" if helps else ""))
    assert ("outnumbering (dice)" in game.modifiers("Hit roll")) is helps
    assert game.clause == "retaliate.who"


@proves("cp.reroll", "card.special-abilities")
def test_a_charm_serves_a_side_without_a_point() -> None:
    game = at("""
        blue rifleman+lucky-charm a 10,10
        red rifleman t 14,10
        cp 0 0
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 2 4")
    assert game.options == ["keep", "free-die-1", "free-die-2"]


@proves("action.reanimation-protocol", "broken.threshold")
def test_the_last_one_may_call_the_first_back_and_the_warband_is_whole_enough_again() -> None:
    """One of four is broken; with a Warrior back there are two, exactly half."""
    game = at("""
        blue necron-lord* l 10,10
        blue necron-warrior w 0,0   removed
        blue necron-warrior v 0,0   removed
        blue necron-warrior u 0,0   removed
        red rifleman t 30,30   activated
        starting 4 1
        broken blue
        finished red
        turn blue
        cp 0 0
    """)
    game.play("activate l", "reanimation-protocol", "w", [[12, 10]], "done", dice="nerve 6")
    assert game.battle.round == 2
    assert game.battle.broken == [False, False]
    assert any("no longer broken" in line for line in game.log)


@proves("knockdown.half-height")
def test_a_swarm_half_an_inch_high_is_no_lower_when_it_lies() -> None:
    game = at("blue scarab-swarm s 10,10   down\nred rifleman t 30,30\nactive s")
    assert game["s"].height == 0.5


@proves("attack.recovery.excess-modifier", "attack.recovery.natural")
@pytest.mark.parametrize(("face", "up"), [(5, False), (6, True)])
def test_a_lance_of_three_wounds_leaves_one_wound_a_six_only(face: int, up: bool) -> None:
    """D3 on one wound is two too many: 4+ with -2 wants a six; with exactly its wounds it would be a 4."""
    game = at("""
        blue lancer a 10,10
        red rifleman t 20,10
        active a
    """)
    game.play("attack", "sun-lance>t", dice=f"hit 5 / armor 5 / recovery {face}")
    assert game["t"].in_play is up


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


@proves("drop.safe", "card.special-actions")
def test_nobody_is_asked_to_fall_where_a_grapple_line_climbs_down_for_nothing() -> None:
    """Four inches over a wall of three: with the line neither up nor down costs anything, and falling would only hurt."""
    game = at("""
        blue scout a 10,10
        red rifleman t 30,30
        piece obstacle 3 12,5 12,15
        active a
    """)
    game.play("grapple-line", [[14, 10]])
    assert (game["a"].x, game.clause) == (14, "activation.budget")
