"""Situations worked out from the book by hand: position, dice and answers, then what must come of them.

Odds are computed die by die outside the engine: the chances of one exploding die are a series, and a pool is their product.
"""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.odds import of_option
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

CARDS = """
    card gunner SP6 AR4+ WN3: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN2: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card spearman SP6 AR4+ WN1: Spear [MELEE] (2", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
    card brute SP6 AR4+ WN3: Maul [MELEE] (0", 2D6, 3+, AP0, D1) PUSH (3")
    card witch SP6 AR4+ WN2: Curse [RANGED] (12", 2D6, 4+, AP0, D1) MORTAL; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card trooper SP6 AR4+ WN1: Rifle [RANGED] (18", 2D6, 4+, AP0, D1) RAPID; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
"""
TOUCH = 1.26
"""Between the centers of two 32 mm bases in contact."""


def drawn(lines: str) -> Position:
    return at(CARDS + lines)


def told(position: Position, *points: tuple[float, float]) -> dict[str, object]:
    question = position.game.question
    assert isinstance(question, Place)
    shown: dict[str, object] = question.preview([list(point) for point in points])
    return shown


def moving(lines: str, action: str = "walk") -> Position:
    return drawn(lines + "\nred gunner far 34,34\nactive a").play(action)


def rolled(position: Position) -> list[int]:
    """How many dice each roll showed."""
    return [len(event.dice.faces) for event in position.game.events if event.dice is not None]


# -- moves, with heights ------------------------------------------------------------------------------------------------------


@proves("vertical.climb", "move.path-measured")
def test_a_walk_climbs_an_inch_and_a_half_with_three_inches_of_its_six() -> None:
    """3 inches along and 3 for the climb: 6 exactly; 0.02 more is too far."""
    game = moving("blue fencer a 10.5,11\npiece platform 1.5 12,8 18,14 climbable climbable climbable climbable")
    assert told(game, (13.5, 11))["cost"] == pytest.approx(6.0)
    assert told(game, (13.5, 11))["legal"]
    assert not told(game, (13.52, 11))["legal"]


@proves("vertical.ladder", "drop.safe")
def test_a_climb_down_a_ladder_leaves_an_inch_and_a_half_of_a_walk() -> None:
    """4.5 down and 1.5 along are 6; with 1.7 along it cannot be climbed any more, only fallen."""
    ladder = "blue fencer a {},11,4.5\npiece platform 4.5 12,8 18,14 sheer sheer sheer sheer ladder west 2-4"
    near = moving(ladder.format(12.8)).play([[11.3, 11]])
    assert near.options == ["climb", "drop"]
    near.play("climb")
    assert (near["a"].elevation, near["a"].wounds, near["a"].standing) == (0, 2, True)
    far = moving(ladder.format(13)).play([[11.3, 11]], dice="armor 6 1 1")
    assert (far["a"].elevation, far["a"].wounds, far["a"].knocked_down) == (0, 1, True)


@proves("drop.fall-hits", "drop.fall-knockdown")
@pytest.mark.parametrize(("height", "dice"), [(2.99, ""), (3.0, "armor 4")])
def test_a_fall_of_three_inches_is_one_hit_and_a_hair_less_none(height: float, dice: str) -> None:
    game = moving(f"blue fencer a 13,11,{height}\npiece platform {height} 12,8 18,14 sheer sheer sheer sheer")
    game.play([[9, 11]], dice=dice)
    if dice:
        assert game.modifiers("Armor roll") == {"AP1": -1}
        assert (game["a"].knocked_down, game["a"].wounds) == (True, 1)
        assert game["a"].x == pytest.approx(12 - 0.63, abs=0.02)
    else:
        assert (game["a"].x, game["a"].standing) == (9, True)


@proves("terrain.difficult", "terrain.obstacle.cross", "action.run")
def test_a_run_through_a_wood_and_over_a_fence_adds_up() -> None:
    """3 inches of wood count 6, the fence 2, 4 inches of open ground 4: 12 of 12."""
    game = moving("blue fencer a 10,11\npiece woods 3 11,5 14,17\npiece obstacle 1 15,5 15,17", "run")
    assert told(game, (10, 11), (17, 11))["cost"] == pytest.approx(12.0)
    assert told(game, (10, 11), (17, 11))["legal"]
    assert not told(game, (10, 11), (17.02, 11))["legal"]


@proves("terrain.obstacle.tall", "terrain.obstacle.cross", "drop.safe")
def test_two_inches_are_stepped_over_and_what_is_higher_is_climbed() -> None:
    """2 high: 2 for the crossing. 2.1 high: 4.2 up and a harmless drop."""
    for height, cost in ((2, 5.0), (2.1, 7.2), (2.5, 8.0)):
        game = moving(f"blue fencer a 10,11\npiece obstacle {height} 11.5,0 11.5,36", "run")
        assert told(game, (13, 11))["cost"] == pytest.approx(cost)


@proves("terrain.obstacle.tall", "drop.fall-hits", "drop.landing")
def test_over_a_three_inch_wall_one_falls_or_climbs_down_for_six_more() -> None:
    """1.5 to the wall, 6 up, 1.5 beyond: 9 of 12; the climb down would make it 15, so it falls."""
    game = moving("blue fencer a 10,11\npiece obstacle 3 11.5,0 11.5,36", "run").play([[13, 11]], dice="armor 5")
    assert (game["a"].x, game["a"].standing) == (13, True)


@proves("charge.move", "terrain.obstacle.cross")
def test_a_charge_over_a_fence_reaches_an_enemy_five_and_three_quarters_away() -> None:
    """SP 6 + 3 = 9; the fence costs 2, so 7 inches of way."""
    scene = "blue fencer a 10,11\nred gunner t {},11\npiece obstacle 1 12,5 12,17\nactive a"
    reached = drawn(scene.format(17 + TOUCH)).play("charge", "t", [[17, 11]])
    assert reached.clause == "charge.attack"
    short = drawn(scene.format(17 + TOUCH + 0.05)).play("charge", "t")
    assert not told(short, (17.05, 11))["legal"]


@proves("disengage.provokes", "disengage.point")
def test_who_leaves_a_spear_twice_in_one_run_is_struck_at_twice() -> None:
    """Out to the west, back into reach, and out again: two attacks, both at a gap of 2."""
    game = drawn("blue gunner a 10,10\nred spearman s 12.26,10\nactive a").play("run", [[7, 10], [9.5, 10], [5.5, 10]])
    assert game.clause == "disengage.attack"
    game.play("spear", "spear", dice="hit 1 / hit 1")
    assert len(game.events("disengaging hit roll")) == 2
    assert game["a"].x == 5.5


@proves("disengage.within-range-free", "disengage.provokes")
def test_walking_round_a_spear_at_its_very_reach_provokes_nothing() -> None:
    """From a gap of 2 on one side to a gap of 2 on another, inside all the way."""
    reach = 2 + TOUCH
    game = drawn(f"blue gunner a {12 - reach},10\nred spearman s 12,10\nactive a").play(
        "walk", [[10, 11], [12, 10 + reach]]
    )
    assert game["a"].y == pytest.approx(10 + reach)
    assert not game.events("disengaging hit roll")


@proves("fatigue.action.marking", "retaliate.against-charge-and-disengaging")
def test_who_walks_away_as_a_fatigue_action_cannot_answer_the_blow() -> None:
    game = drawn(f"blue fencer a 10,10\nred gunner k {10 + TOUCH},10\nactive a").play("focus", "aim", "walk", [[6, 10]])
    game.play("knife", dice="hit 1")
    assert (game["a"].x, game["a"].fatigued, game["k"].wounds) == (6, True, 3)


@proves("disengage.stopped", "activation.ends-when-removed", "cp.follow-up")
def test_a_charger_cut_down_on_the_way_leaves_its_side_the_follow_up() -> None:
    scene = "blue archer a 10,10\nblue fencer b 3,3\nred spearman s 12,12.6\nred gunner t 18,10\ncp 1 0\nactive a"
    game = drawn(scene).play("charge", "t", [[16.74, 10]], "spear", "keep", dice="hit 4 / armor 1 / recovery 1")
    assert not game["a"].in_play
    assert (game.decider, game.clause) == (0, "cp.follow-up")


# -- sight, range and cover ---------------------------------------------------------------------------------------------------


@proves("attack.target.range", "measure.base-to-base")
def test_range_is_measured_aslant_to_a_platform() -> None:
    """3 up: a gap of sqrt(135) in plan is 12 away exactly; 0.05 more is out of a bow's range."""
    for more, reached in ((0.0, True), (0.05, False)):
        x = 10 + TOUCH + sqrt(135) + more
        game = drawn(
            f"blue archer a 10,11\nred archer t {x:.3f},11,3\npiece platform 3 21,8 28,14 sheer sheer sheer sheer\nactive a"
        )
        assert ("attack" in game.options) is reached


@proves("ranged.modifier.long-range")
def test_height_makes_a_long_shot_of_a_gap_of_eleven_and_three_quarters() -> None:
    """sqrt(11.7^2 + 3^2) = 12.08."""
    scene = "blue gunner a 10,11\nred gunner t {},11{}\npiece platform 3 {} sheer sheer sheer sheer\nactive a"
    high = drawn(scene.format(10 + TOUCH + 11.7, ",3", "22,8 28,14")).play("attack", "gun>t", dice="hit 1 1")
    assert high.modifiers("Hit roll")["long range"] == -1
    low = drawn(scene.format(10 + TOUCH + 11.7, "", "28,28 34,34")).play("attack", "gun>t", dice="hit 1 1")
    assert low.modifiers("Hit roll") == {}


@proves("engage.condition", "engage.no-ranged-attack")
def test_a_spear_reaches_up_a_step_aslant() -> None:
    """1.2 up and 1.6 across are 2 exactly; 1.65 across are more."""
    scene = "blue gunner a {},11\nred spearman s 15,11,1.2\npiece platform 1.2 14.3,8 20,14 stairs stairs stairs stairs\nactive a"
    near = drawn(scene.format(15 - TOUCH - 1.6))
    assert "[melee.targets]" in near.why_not("attack"), "engaged, so it cannot shoot, and its knife does not reach"
    assert drawn(scene.format(15 - TOUCH - 1.65)).play("attack").options == ["gun>s"]


@proves("los.models-hide", "ranged.modifier.obscured", "knockdown.half-height")
def test_even_somebody_who_lies_hides_the_feet_of_the_one_behind() -> None:
    game = drawn(f"blue gunner a 10,10\nblue gunner d {20 - TOUCH},10 down\nred archer t 20,10\nactive a")
    game.play("attack", "gun>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {"obscured": -1}


@proves("ranged.modifier.aim", "ranged.modifier.long-range", "ranged.modifier.obscured", "dice.modifier.cumulative")
def test_aim_long_range_and_woods_come_to_minus_one() -> None:
    """3+ with -1: a 4 hits and a 3 does not."""
    game = drawn("blue gunner a 10,10\nred gunner t 25,10\npiece woods 3 15,5 18,15\nactive a")
    game.play("aim", "attack", "gun>t", dice="hit 4 3 / armor 6")
    assert game.modifiers("Hit roll") == {"aim": 1, "long range": -1, "obscured": -1}
    assert len(game.events("armor roll")) == 1


@proves("ranged.modifier.cover", "terrain.window")
def test_behind_a_window_one_has_cover_and_beside_it_none() -> None:
    """The sill hides its legs and it touches it; a foot behind the wall it is out of sight."""
    scene = "blue gunner a 10,10\nred archer t {},10\npiece wall 3 20,5 20,15 window 4-6\nactive a"
    at_it = drawn(scene.format(20.63)).play("attack", "gun>t", dice="hit 4 1 / armor 3")
    assert at_it.modifiers("Armor roll") == {"cover": 1}
    assert at_it["t"].in_play
    assert "attack" not in drawn(scene.format(21.2)).options


@proves("ranged.modifier.cover")
def test_cover_needs_the_base_to_touch_the_fence() -> None:
    scene = "blue gunner a 10,10\nred archer t {},10\npiece obstacle 1 20,5 20,15\nactive a"
    for x, armor in ((20.63, {"cover": 1}), (20.7, {})):
        game = drawn(scene.format(x)).play("attack", "gun>t", dice="hit 4 1 / armor 6")
        assert game.modifiers("Armor roll") == armor
        assert game.modifiers("Hit roll") == {"obscured": -1}


# -- attacks: two rules together ----------------------------------------------------------------------------------------------


@proves("attack.split.modifiers-per-target", "dice.modifier.bonus-dice")
def test_of_a_split_only_the_target_within_half_range_gets_the_rapid_die() -> None:
    """Half of 18 is 9: t is 9 away, u 9.3."""
    game = drawn(
        f"blue trooper a 10,10\nred archer t {10 + TOUCH + 9},10\nred archer u {10 + TOUCH + 9.2},12\nactive a"
    )
    game.play("attack", "rifle>t", {"t": 1, "u": 1}, "t", dice="hit 1 1 / hit 1")
    assert rolled(game) == [2, 1]


@proves("mortal.recovery", "attack.recovery.excess-modifier")
def test_two_curses_at_one_last_wound_make_recovery_harder() -> None:
    game = drawn("blue witch a 10,10\nred archer t 16,10\nactive a").play(
        "attack", "curse>t", dice="hit 4 4 / recovery 4"
    )
    assert game.modifiers("Recovery roll") == {"excess wounds": -1}
    assert not game["t"].in_play


@proves("mortal.no-armor", "attack.recovery.already-knocked-down")
def test_a_curse_on_one_who_lies_needs_no_further_die() -> None:
    game = drawn("blue witch a 10,10\nred gunner t 16,10 down, wounds 1\nactive a").play(
        "attack", "curse>t", dice="hit 4 1"
    )
    assert not game["t"].in_play


@proves("retaliate.attack", "stat.attack-special")
def test_who_is_pushed_out_of_reach_cannot_strike_back() -> None:
    game = drawn(f"blue brute a 10,10\nred fencer t {10 + TOUCH},10\nactive a").play(
        "attack", "maul>t", dice="hit 3 1 / armor 6"
    )
    assert game["t"].x == pytest.approx(10 + TOUCH + 3, abs=0.01)
    assert game.decider == 0


@proves("retaliate.attack", "stat.attack-special")
def test_a_brute_that_strikes_back_pushes_its_attacker_away() -> None:
    game = drawn(f"blue fencer a 10,10\nred brute t {10 + TOUCH},10\nactive a")
    game.play("attack", "sword>t", "maul", dice="hit 1 1 / hit 3 1 / armor 6")
    assert game["a"].x == pytest.approx(7, abs=0.01)
    assert game["t"].fatigued


@proves("stat.attack-special", "drop.safe")
def test_a_push_over_a_two_inch_ledge_hurts_nobody() -> None:
    game = drawn(
        f"blue brute a 13,11,2\nred fencer t {13 - TOUCH},11,2\npiece platform 2 11,8 18,14 sheer sheer sheer sheer\nactive a"
    )
    game.play("attack", "maul>t", dice="hit 3 1 / armor 6")
    assert (game["t"].elevation, game["t"].wounds, game["t"].standing) == (0, 2, True)
    assert game["t"].x == pytest.approx(11 - 0.63, abs=0.02)


@proves(
    "melee.modifier.outnumbering", "melee.modifier.knocked-down", "melee.modifier.focus", "dice.modifier.cumulative"
)
def test_a_focused_blow_at_one_who_lies_among_two_enemies() -> None:
    """One die more, +1 to hit and +1 AP for lying, +1 AP of the focus: 2 hits at 3+; armor 4+ needs a 6."""
    game = drawn(f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10 down\nactive a")
    game.play("focus", "attack", "sword>t", "ap", dice="hit 2 2 1 / armor 5 6 1")
    assert game.modifiers("Hit roll") == {"outnumbering (dice)": 1, "target knocked down": 1}
    assert sum(game.modifiers("Armor roll").values()) == -2
    assert game["t"].wounds == 2


@proves("melee.modifier.charge", "melee.modifier.knocked-down", "melee.modifier.charge-plus-focus")
def test_a_focused_charge_at_one_who_lies_hits_on_anything_but_a_one() -> None:
    """Focus +1, charge +1, lying +1 on 3+: 2s hit, the natural 1 does not."""
    game = drawn("blue fencer a 10,10\nred archer t 16,10 down\nactive a")
    game.play("focus", "charge", "t", [[14.74, 10]], "sword", "hit", "hit", dice="hit 2 1 / armor 6")
    assert sum(game.modifiers("Hit roll").values()) == 3
    assert game["a"].fatigued


@proves("attack.recovery.excess-modifier", "attack.recovery.natural")
@pytest.mark.parametrize(("face", "stays"), [(4, False), (5, True), (1, False)])
def test_the_angry_brute_gets_up_one_easier(face: int, stays: bool) -> None:
    """1 wound left, 3 suffered: -2, and +1 of its own: 5+."""
    game = drawn(
        'card cannoneer SP6: Cannon [RANGED] (24", 1D6, 2+, AP4, D3)\nblue cannoneer a 10,10\nred slag-brute t 20,10 wounds 1\nactive a'
    )
    game.play("attack", "cannon>t", dice=f"hit 2 / armor 5 / recovery {face}")
    assert game["t"].in_play is stays


@proves("retaliate.timing", "attack.recovery.already-knocked-down", "melee.modifier.knocked-down")
def test_the_second_to_strike_back_finishes_an_attacker_whom_the_first_has_felled() -> None:
    """t brings a to its knees (recovery passed); u strikes with +1 to hit and +1 AP, and there is no second recovery."""
    game = drawn(f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nred fencer u {10 - TOUCH},10\nactive a")
    game.play("attack", "sword>t", {"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 4")
    assert game["a"].knocked_down
    game.play("sword", dice="hit 2 1 / armor 4")
    assert game.modifiers("Hit roll") == {"target knocked down": 1}
    assert not game["a"].in_play


@proves("cp.reroll", "dice.reroll.once", "cp.when-spendable")
def test_both_sides_pay_for_their_own_dice_and_sixes_stay() -> None:
    game = drawn("blue gunner a 10,10\nred gunner t 19,10\ncp 1 1\nactive a")
    game.play("attack", "gun>t", dice="hit 6 2 1")
    assert game.decider == 0
    assert "die-1" not in game.options, "a natural 6 may not be re-rolled"
    game.play("die-2", dice="hit-reroll 3 / armor 1 4")
    assert (game.decider, game.options) == (1, ["keep", "die-1", "die-2"])
    game.play("die-1", dice="armor-reroll 2")
    assert (game["t"].wounds, game.battle.command_points) == (2, (0, 0))


@proves("cp.reroll", "dice.exploding-six")
def test_an_armor_die_bought_again_that_shows_six_saves_two() -> None:
    """Two hits, armor 1 and 2: the 1 becomes a 6, its extra die a 4: nothing gets through."""
    game = drawn("blue gunner a 10,10\nred gunner t 19,10\ncp 0 1\nactive a")
    game.play("attack", "gun>t", "die-1", dice="hit 3 3 / armor 1 2 / armor-reroll 6 4")
    assert (game["t"].wounds, game.battle.command_points) == (3, (0, 0))


@proves("dice.exploding-six.armor-rolls")
def test_extra_armor_dice_stop_when_everything_is_saved() -> None:
    """One hit, saved by a 6: no extra die is rolled, there is nothing left to save."""
    game = drawn("blue gunner a 10,10\nred gunner t 19,10\nactive a").play("attack", "gun>t", dice="hit 3 1 / armor 6")
    assert game["t"].wounds == 3


@proves("invulnerable.choice", "invulnerable.unmodified", "knockdown.armor-penalty")
def test_a_lord_who_lies_rolls_its_phase_shifter_as_ever() -> None:
    game = at("blue deathmark a 10,10\nred necron-lord* t 19,10 down\nactive a")
    game.play("attack", "synaptic-disintegrator>t", "invulnerable-4", dice="hit 2 / armor 4")
    assert game["t"].wounds == 4
    assert "invulnerable.unmodified" in game.clauses


# -- blast --------------------------------------------------------------------------------------------------------------------

BOMBER = (
    'card bomber SP6 AR4+ WN2: Bomb [RANGED] (12", 1D6, 3+, AP0, D1) BLAST (2"); Knife [MELEE] (0", 1D6, 4+, AP0, D1)\n'
)


@proves("blast.who-is-caught", "blast.no-modifiers")
def test_a_blast_reaches_aslant_and_not_two_inches_up() -> None:
    """1.2 up and 1.6 across is 2 exactly: caught. 1.7 across is not."""
    for across, caught in ((1.6, True), (1.7, False)):
        x = 16 + TOUCH + across
        scene = f"blue bomber a 8,11\nred archer t 16,11\nred archer u {x},11,1.2\npiece platform 1.2 {x - 0.64},8 24,14 sheer sheer sheer sheer\nactive a"
        game = drawn(BOMBER + scene).play("attack", "bomb>t", dice="hit 3 / armor 6" + (" / hit 3 3" if caught else ""))
        assert bool(game.events("blast hit roll")) is caught


@proves("blast.trigger", "blast.no-chain", "retaliate.no-chain")
def test_an_engaged_bystander_blown_over_does_not_strike_back() -> None:
    """Friend and foe locked in melee beside the target are both attacked with two dice at 4+, and nobody retaliates."""
    scene = f"blue bomber a 8,11\nblue fencer f 18,12.4\nred archer t 16,11\nred fencer u {18 + TOUCH},12.4\nactive a"
    game = drawn(BOMBER + scene).play("attack", "bomb>t", dice="hit 3 / armor 6 / hit 4 1 / armor 1")
    assert [event.about[1] for event in game.events("blast hit roll")] == ["f"]
    assert (game["f"].wounds, game.decider) == (1, 0)


# -- activations, fatigue, points ---------------------------------------------------------------------------------------------


@proves("retaliate.fatigues", "activation.ends-when-removed", "cp.follow-up")
def test_an_attacker_felled_by_the_answer_is_done_and_a_friend_may_follow() -> None:
    scene = f"blue archer b 3,3\nblue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\ncp 1 0\nactive a"
    game = drawn(scene).play(
        "attack", "sword>t", "keep", "sword", "keep", dice="hit 1 1 / hit 3 1 / armor 1 / recovery 1"
    )
    assert not game["a"].in_play
    assert (game.decider, game.clause) == (0, "cp.follow-up")


@proves("fatigue.gained-during-own-activation", "knockdown.must-stand")
def test_who_is_felled_by_the_answer_to_its_first_action_may_still_stand_up_and_stays_tired() -> None:
    game = drawn(f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nactive a")
    game.play("attack", "sword>t", "sword", dice="hit 1 1 / hit 3 1 / armor 1 / recovery 4")
    assert (game["a"].knocked_down, "stand-up" in game.options) == (True, True)
    assert "walk" not in game.options
    game.play("stand-up")
    assert (game["a"].standing, game["a"].fatigued, game["a"].activated) == (True, True, True)


@proves("fatigue.action", "activation.legal-combinations")
def test_a_long_action_after_a_short_one_is_the_fatigue_action_and_a_second_short_one_is_barred() -> None:
    game = drawn("blue gunner a 10,10\nred archer t 30,30\nactive a").play("aim", "run", [[20, 10]])
    assert (game["a"].activated, game["a"].fatigued) == (True, True)


@proves("charge.attack.counts-as-attack", "fatigue.action.no-repeat")
def test_a_declined_charge_attack_may_be_made_up_for_without_its_bonus() -> None:
    game = drawn("blue fencer a 10,10\nred archer t 16,10\nactive a").play("charge", "t", [[14.74, 10]], "decline")
    game.play("attack", "sword>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {}
    assert game["a"].fatigued


@proves("reactivate.one-short-action", "reactivate.fatigued-after", "reactivate.may-repeat-earlier-action")
def test_who_attacked_attacks_again_for_a_point_without_its_aim() -> None:
    game = drawn("blue gunner a 10,10\nred archer t 19,10\nred archer u 30,30\ncp 2 0\nactive a")
    game.play("aim", "attack", "gun>t", "keep", dice="hit 1 1")
    game.play("done", "no", "activate u", "done", "again a")
    assert game.battle.command_points[0] == 1
    assert "one short action" in game.why_not("run")
    game.play("attack", "gun>t", "keep", dice="hit 1 2")
    assert game.modifiers("Hit roll") == {}
    assert game["a"].fatigued


@proves("cp.follow-up.max-two", "cp.follow-up.reactivation")
def test_following_up_with_somebody_again_takes_two_points_and_ends_there() -> None:
    game = drawn("blue gunner a 10,10\nblue gunner b 5,5 activated\nred archer t 30,30\ncp 5 0\nactive a").play("done")
    game.play("again b", "done")
    assert (game.battle.command_points[0], game["b"].fatigued) == (3, True)
    assert game.clause == "turn.declare-finished", "no third model follows"


@proves("fatigue.clear", "end.step3-discard-cp", "end.step1-effects")
def test_three_points_clear_three_of_four_and_the_rest_stays_tired() -> None:
    men = "".join([f"blue gunner m{i} {4 * i + 4},4 fatigued, activated\n" for i in range(4)])
    game = drawn(men + "red archer t 30,30 activated\ncp 3 0\nfinished red blue\nstep end phase")
    assert sorted(game.options) == ["clear m0", "clear m1", "clear m2", "clear m3", "done"]
    game.play("clear m0", "clear m2", "clear m3")
    assert [game[f"m{i}"].fatigued for i in range(4)] == [False, True, False, False]
    assert game.battle.round == 2


@proves("start.pass-tokens", "turn.activate-or-pass")
def test_a_pass_token_takes_the_whole_turn_and_follows_nobody_up() -> None:
    game = drawn("blue gunner a 10,10\nred archer t 30,30\nred archer u 33,33\ncp 3 0\ntokens 1 0\nturn blue").play(
        "pass"
    )
    assert (game.decider, game.battle.pass_tokens) == (1, [0, 0])


@proves("turn.declare-finished", "initiative.later-rounds")
def test_who_declares_first_goes_first_in_the_next_round() -> None:
    game = drawn("blue gunner a 10,10\nred archer t 30,30\ncp 0 0\nturn red")
    game.play("activate t", "done")
    game.play("activate a", "done")
    assert (game.battle.round, game.decider) == (2, 1)


# -- nerve --------------------------------------------------------------------------------------------------------------------


@proves("broken.threshold", "broken.checked-at-round-start")
def test_the_third_of_five_to_fall_breaks_the_warband_only_next_round() -> None:
    scene = "blue gunner a 10,10\nred archer r 12,30 wounds 1\nred archer s 33,33\nred archer q 33,3\nstarting 1 5\nactive a"
    game = drawn(scene).play("attack", "gun>r", "done", dice="hit 4 1 / armor 1 / recovery 1")
    assert game.battle.broken == [False, False]
    game.play("activate s", "done", "activate q", "done")
    assert (game.battle.round, game.battle.broken) == (2, [False, True])


@proves("fallback.move", "terrain.difficult")
def test_a_fallback_goes_round_or_through_a_wood_as_far_as_it_can() -> None:
    """12 inches: straight on 4 inches of wood would cost 4 more, so the way is drawn; at most 12 inches nearer."""
    game = drawn("blue gunner a 18,20\nblue gunner z 3,3\nred archer t 33,33\npiece woods 3 12,10 24,14\nbroken blue")
    game.play("activate a", dice="nerve 1")
    assert game.clause == "fallback.move"
    [best] = game.game.question.candidates()  # type: ignore[union-attr]
    game.play(best)
    assert game["a"].y <= 12.3, "through the wood it comes to y = 12 at worst"


@proves("fallback.fatigued-stays", "fallback.knocked-down")
def test_one_who_lies_tired_and_fails_gets_up_walks_six_inches_and_stays_tired() -> None:
    game = drawn("blue gunner a 18,20 down, fatigued\nblue gunner z 3,3\nred archer t 33,33\nbroken blue")
    game.play("activate a", dice="nerve 3")
    assert (game["a"].y, game["a"].standing, game["a"].fatigued, game["a"].activated) == (14, True, True, True)


@proves("fallback.edge-check", "warband.leader-scenario", "fallback.removed-outright")
def test_a_leader_that_flees_the_table_is_worth_its_bounty() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* a 18,8\nblue gunner z 3,3\nred archer t 33,33\nbroken blue"
    game = drawn(scene).play("activate a", dice="nerve 1 / nerve 1")
    assert (game["a"].in_play, game.battle.victory_points) == (False, [0, 5])


@proves("broken.engaged-exempt", "engage.mutual")
def test_a_spear_two_inches_off_spares_the_broken_their_test() -> None:
    scene = "blue gunner a 18,20\nblue gunner z 3,3\nred spearman s {},20\nbroken blue"
    near = drawn(scene.format(18 + TOUCH + 2)).play("activate a")
    assert near.prompt == "What does a do?"
    drawn(scene.format(18 + TOUCH + 2.1)).play("activate a", dice="nerve 4")


# -- scoring ------------------------------------------------------------------------------------------------------------------


def scored(lines: str, more: str = "") -> list[int]:
    game = drawn(lines + "\nfinished blue red\nstep end phase\n" + more)
    return list(game.battle.victory_points)


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


@proves("duration.wipe-out-plays-on", "gather.vp-accumulate")
def test_the_last_one_standing_scores_on() -> None:
    game = drawn("blue gunner a 18,18\nred archer t 19,30 wounds 1, down\nround 2\nactive a")
    game.play("attack", "gun>t", "done", dice="hit 4 1 / armor 1")
    assert not game["t"].in_play
    assert (game.battle.round, game.battle.victory_points, game.decider) == (3, [3, 0], 0)


# -- odds ---------------------------------------------------------------------------------------------------------------------


def one_die(needed: int, modifier: int) -> list[float]:
    """Chances of 0, 1, 2 ... successes of one die that explodes."""
    plain = len([face for face in (2, 3, 4, 5) if face + modifier >= needed]) / 6
    miss = 5 / 6 - plain
    return [miss] + [(1 / 6) ** (n - 1) * plain + (1 / 6) ** n * miss for n in range(1, 12)]


@cache
def pool(dice: int, needed: int, modifier: int) -> list[float]:
    total = [1.0]
    for _ in range(dice):
        one = one_die(needed, modifier)
        total = [
            sum([total[i] * one[n - i] for i in range(len(total)) if 0 <= n - i < len(one)])
            for n in range(len(total) + len(one) - 1)
        ]
    return total


def removed(
    hits: list[float], armor: int, to_armor: int, damage: int, wounds: int, recovers: bool = True, easier: int = 0
) -> float:
    gone = 0.0
    for scored_hits, chance in enumerate(hits):
        for saved, share in enumerate(pool(scored_hits, armor, to_armor) if chance > 1e-9 else []):
            excess = max(0, scored_hits - saved) * damage - wounds
            if excess >= 0:
                passes = len([face for face in (2, 3, 4, 5) if face - excess + easier >= 4]) + 1
                gone += chance * share * (1 - passes / 6 if recovers else 1)
    return gone


def chance(game: Position, key: str) -> float:
    return of_option(game.game, key).chance_removed()


@proves("dice.exploding-six", "attack.recovery.roll")
def test_odds_of_a_plain_shot() -> None:
    game = drawn("blue gunner a 10,10\nred archer t 19,10\nactive a").play("attack")
    assert chance(game, "gun>t") == pytest.approx(removed(pool(2, 3, 0), 4, 0, 1, 1), abs=1e-6)


@proves("ranged.modifier.obscured", "ranged.modifier.cover", "ranged.modifier.aim", "ranged.modifier.long-range")
def test_odds_of_a_long_aimed_shot_at_somebody_behind_a_fence() -> None:
    """+1 -1 -1 to hit, +1 armor."""
    game = drawn("blue gunner a 5,10\nred fencer t 20.63,10\npiece obstacle 1 20,5 20,15\nactive a").play(
        "aim", "attack"
    )
    assert chance(game, "gun>t") == pytest.approx(removed(pool(2, 3, -1), 4, 1, 1, 2), abs=1e-6)


@proves("knockdown.no-recovery", "melee.modifier.knocked-down", "melee.modifier.outnumbering")
def test_odds_of_two_against_one_who_lies() -> None:
    """Three dice at 3+ with +1, armor with -1, and no recovery."""
    game = drawn(
        f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10 down, wounds 2\nactive a"
    ).play("attack")
    assert chance(game, "sword>t") == pytest.approx(removed(pool(3, 3, 1), 4, -1, 1, 2, False), abs=1e-6)


@proves("attack.recovery.excess-modifier", "dice.exploding-six")
def test_odds_of_heavy_damage_against_the_angry_brute() -> None:
    card = 'card cannoneer SP6: Cannon [RANGED] (24", 2D6, 3+, AP2, D2)\n'
    game = drawn(card + "blue cannoneer a 10,10\nred slag-brute t 20,10 wounds 3\nactive a").play("attack")
    armor = game["t"].profile.armor
    assert chance(game, "cannon>t") == pytest.approx(removed(pool(2, 3, 0), armor, -2, 2, 3, True, 1), abs=1e-6)


@proves("mortal.no-armor", "mortal.recovery")
def test_odds_of_a_curse_of_two_dice() -> None:
    game = drawn("blue witch a 10,10\nred witch t 16,10\nactive a").play("attack")
    assert chance(game, "curse>t") == pytest.approx(
        removed(pool(2, 4, 0), 4, -99, 1, 2) if False else curse(2, 2), abs=1e-6
    )


def curse(dice: int, wounds: int) -> float:
    gone = 0.0
    for hits, share in enumerate(pool(dice, 4, 0)):
        if hits >= wounds:
            gone += share * (1 - (len([face for face in (2, 3, 4, 5) if face - (hits - wounds) >= 4]) + 1) / 6)
    return gone


@proves("cp.reroll", "dice.reroll.once")
def test_odds_of_an_armor_die_that_may_be_bought_again() -> None:
    """One die at 4+, armor 4+, one who lies with a wound: a single hit (5/12) passes two armor dice (1/4).

    n hits in a row (5/12 over 6 to the n-1) are stopped only by sixes and more; worked out die by die below."""
    game = drawn("blue archer a 10,10\nred archer t 16,10 down\ncp 0 1\nactive a").play("attack")
    assert chance(game, "bow>t") == pytest.approx(sum([h * lost(n) for n, h in enumerate(one_die(4, 0))]), abs=1e-4)


def lost(hits: int) -> float:
    """The chance that not all of so many hits are saved at 4+ with -1 for lying, with one die that may be rolled again."""
    if hits == 0:
        return 0.0
    saves = pool(hits, 4, -1)
    short = [saves[n] for n in range(hits)]
    # one failed die is rolled again: it must bring at least what is missing
    again = one_die(4, -1)
    return sum([missed * sum(again[: hits - n]) for n, missed in enumerate(short)])


@proves("attack.split.declare", "measure.base-to-base")
def test_a_third_target_in_a_chain_is_not_within_two_inches_of_the_first() -> None:
    first = (19.0, 10.0)
    second = (19.0, 10.0 + TOUCH + 1.9)
    third = (19.0, 10.0 + 2 * TOUCH + 3.8)
    assert hypot(third[0] - first[0], third[1] - first[1]) - TOUCH > 2
    game = drawn(
        f"blue gunner a 10,10\nred archer t {first[0]},{first[1]}\nred archer u {second[0]},{second[1]}\nred archer v {third[0]},{third[1]}\nactive a"
    )
    game.play("attack", "gun>t")
    with pytest.raises(Refused):
        game.play({"t": 1, "v": 1})
    game.play({"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    assert rolled(game) == [1, 1]


# -- more of two rules together -----------------------------------------------------------------------------------------------


@proves("blast.timing", "attack.split.modifiers-per-target", "attack.recovery.already-knocked-down")
def test_the_second_target_lies_already_when_its_own_die_comes() -> None:
    """The blast at t fells u (recovery passed); u's own hit then has +1 AP, and no second recovery."""
    card = 'card grenadier SP6 AR4+ WN2: Bomb [RANGED] (12", 2D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn(card + "blue grenadier a 8,11\nred archer t 16,11\nred archer u 16,13\nactive a")
    game.play("attack", "bomb>t", {"t": 1, "u": 1}, "t",
              dice="hit 3 / armor 6 / hit 4 1 / armor 1 / recovery 4 / hit 3 / armor 4 / hit 1 1")  # fmt: skip
    assert not game["u"].in_play


@proves("knockdown.armor-penalty", "outside-combat.hits")
def test_fire_burns_one_who_lies_no_worse_and_for_good() -> None:
    """AP1 and nothing for lying: a 5 saves at 4+. A 4 does not, and there is no recovery."""
    scene = "blue gunner a 10,10 activated\nred archer t 30,30 down, fire, activated\nfinished blue red\nstep end phase"
    saved = drawn(scene).play(dice="armor 5")
    assert saved.modifiers("Armor roll") == {"AP1": -1}
    assert saved["t"].in_play
    assert not drawn(scene).play(dice="armor 4")["t"].in_play


@proves("stat.attack-special", "drop.fall-hits", "attack.recovery.already-knocked-down", "knockdown.armor-penalty")
def test_one_who_lies_and_is_pushed_off_a_ledge_is_gone_with_its_last_wound() -> None:
    """The maul is saved; the fall of 3 is one hit at AP1 (not AP2), unsaved by a 4: removed, no recovery."""
    ledge = "piece platform 3 11,8 18,14 sheer sheer sheer sheer\nactive a"
    game = drawn(f"blue brute a 13,11,3\nred archer t {13 - TOUCH},11,3 down\n{ledge}")
    game.play("attack", "maul>t", dice="hit 2 1 / armor 6 / armor 4")
    assert game.modifiers("Armor roll") == {"AP1": -1}
    assert not game["t"].in_play


@proves("charge.attack", "engage.mutual", "retaliate.attack")
def test_a_charge_that_stops_at_a_spears_reach_strikes_nobody() -> None:
    """At a gap of 1.5 the two are engaged by the spear, but the sword does not reach: no free attack is offered."""
    game = drawn(f"blue fencer a 10,10\nred spearman t {16 + TOUCH + 1.5},10\nactive a").play("charge", "t", [[16, 10]])
    assert game.clause != "charge.attack"
    assert "[melee.targets]" in game.why_not("attack")


@proves("melee.modifier.outnumbering", "melee.modifier.charge")
def test_a_charger_is_helped_by_a_spear_two_inches_off() -> None:
    scene = f"blue fencer a 10,10\nblue spearman h 16,{10 + TOUCH + 2}\nred gunner t 16,10\nactive a"
    game = drawn(scene).play("charge", "t", [[16 - TOUCH, 10]], "sword", "hit", "decline", dice="hit 1 1 1")
    assert game.modifiers("Hit roll") == {"charge": 1, "outnumbering (dice)": 1}


@proves("disengage.attack", "attack.target.los")
def test_nobody_is_struck_while_leaving_out_of_sight() -> None:
    """The mover slips behind a wall within the spear's reach and leaves it there, unseen."""
    scene = "blue gunner a 10,10\nred spearman s 12,10\npiece wall 3 10.4,11 13.6,11\nactive a"
    game = drawn(scene).play("run", [[9.6, 10], [9.6, 11.8], [12, 12], [12, 17]])
    assert game["a"].y == 17
    assert not game.events("disengaging hit roll")


@proves("card.special-abilities.cp-cost", "dice.modifier.bonus-dice", "dice.modifier.cumulative")
def test_a_drilled_volley_adds_a_die() -> None:
    """Two dice of the rifle and one bought."""
    game = at("blue rifleman a 10,10\nred rifleman t 19,10\ncp 1 0\nactive a")
    game.play("attack", "halden-rifle>t", "yes", dice="hit 1 1 1")
    assert (rolled(game), game.battle.command_points[0]) == ([3], 0)


@proves("end.step1-effects", "mortal.recovery")
def test_whoever_repairs_before_its_toxin_works_needs_no_recovery() -> None:
    scene = "blue immortal a 10,10 wounds 1, toxin, activated\nred archer t 30,30 activated\ncp 1 0\nfinished blue red\nstep end phase"
    game = drawn(scene)
    game.play("self-repair a")
    assert (game["a"].wounds, game["a"].standing, game["a"].toxin) == (1, True, False)


@proves("card.special-actions.cp-cost", "reactivate.eligibility")
def test_whom_the_prophet_exhorts_may_act_again() -> None:
    scene = "blue ember-prophet* p 10,10\nblue choir-zealot z 12,10 activated, fatigued\nred archer t 30,30\nred archer u 33,30\ncp 2 0\nactive p"
    game = drawn(scene)
    game.play("exhort")
    assert (game["z"].fatigued, game.battle.command_points[0]) == (False, 1)


@proves("duration.wipe-out-plays-on", "blast.who-is-caught")
def test_a_bomb_that_leaves_nobody_ends_the_game_at_once() -> None:
    scene = "blue bomber a 16,11 wounds 1\nred archer t 16,13.5 wounds 1\nactive a"
    game = drawn(BOMBER + scene).play(
        "attack", "bomb>t", dice="hit 3 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1"
    )
    assert game.game.over
    assert game.game.standing.winner is None


@proves("winner.by-scenario", "warband.leader-scenario")
def test_crossfire_is_over_with_the_round_in_which_a_side_is_wiped_out_after_scoring() -> None:
    scene = "scenario crossfire\nblue gunner a 18,18\nred archer t 18,30 wounds 1, down\nround 2\nactive a"
    game = drawn(scene).play("attack", "gun>t", "done", dice="hit 4 1 / armor 1")
    assert (game.game.over, game.battle.victory_points, game.game.standing.winner) == (True, [3, 0], 0)


@proves("start.command-points", "warband.leader-bonus", "start.pass-tokens")
def test_without_its_leader_a_warband_has_its_two_points_and_those_of_the_others() -> None:
    """Cards of CP 1 each; blue lost its leader: 2 + 2. Red: 2 + 1 + (1 + 1), and one token for being fewer."""
    scene = "blue gunner* l 3,3 removed\nblue gunner a 10,10 activated\nblue gunner b 12,10 activated\nblue gunner c 14,10 activated"
    scene += "\nred archer* t 30,30 activated\nred archer u 33,30 activated\nfinished red blue\nstep end phase\ncp 0 0"
    game = drawn(scene)
    assert (game.battle.round, game.battle.command_points, game.battle.pass_tokens) == (2, (5, 5), [0, 1])


@proves("retaliate.who", "free-action.reactions-not-limited", "turn.finished-is-final")
def test_who_has_finished_still_strikes_back_and_buys_its_dice() -> None:
    scene = f"blue fencer a 10,10\nred fencer t {10 + TOUCH},10 activated\ncp 0 1\nfinished red\nactive a"
    game = drawn(scene).play("attack", "sword>t", "sword", dice="hit 1 1 / hit 1 2")
    assert game.decider == 1
    game.play("die-1", dice="hit-reroll 3 / armor 1")
    assert (game["a"].wounds, game["t"].fatigued, game.battle.command_points) == (1, True, (0, 0))


@proves("knockdown.does-not-engage", "ranged.engagement", "knockdown.half-height")
def test_a_friend_who_lies_beside_the_target_does_not_protect_it() -> None:
    """A knocked-down blue beside a red does not engage it: the red may be shot; the blue one is engaged and not shot."""
    scene = f"blue gunner a 10,10\nblue fencer f 20,{10 + TOUCH} down\nred fencer t 20,10\nred gunner g 24,20\n"
    assert "gun>t" in drawn(scene + "active a").play("attack").options
    shooter = drawn(scene + "active g").play("attack")
    assert "gun>a" in shooter.options
    assert "gun>f" not in shooter.options


@proves("fatigue.one-short-action", "charge.move")
def test_the_tired_neither_charge_nor_run_and_walk_off_their_fatigue() -> None:
    game = drawn("blue fencer a 10,10 fatigued\nred archer t 16,10\nactive a")
    for action in ("charge", "run"):
        assert "[fatigue.one-short-action]" in game.why_not(action)
    game.play("walk", [[12, 10]])
    assert (game["a"].activated, game["a"].fatigued) == (True, False)


@proves("retaliate.against-charge-and-disengaging", "attack.recovery.pass")
def test_odds_of_a_duel_count_the_answer() -> None:
    """Swords of two dice at 3+, armor 4+, a wound each: only an untouched defender answers."""
    card = 'card duellist SP6 AR4+ WN1: Sword [MELEE] (0", 2D6, 3+, AP0, D1)\n'
    game = drawn(card + f"blue duellist a 10,10\nred duellist t {10 + TOUCH},10\nactive a").play("attack")
    odds = of_option(game.game, "sword>t")
    kill = removed(pool(2, 3, 0), 4, 0, 1, 1)
    untouched = sum([h * sum(pool(n, 4, 0)[n:]) for n, h in enumerate(pool(2, 3, 0)) if h > 1e-9])
    assert odds.chance_removed(0) == pytest.approx(kill, abs=1e-6)
    assert odds.chance_removed(1) == pytest.approx(untouched * kill, abs=1e-6)


@proves("cp.reroll", "dice.exploding-six")
def test_odds_of_a_shot_with_a_point_to_spend() -> None:
    """One who lies with a wound, two dice at 3+: the best of keeping, of rolling a miss again and of rolling a hit again."""
    game = drawn("blue gunner a 10,10\nred archer t 16,10 down\ncp 1 0\nactive a").play("attack")
    through = [1 - sum(pool(n, 4, -1)[n:]) for n in range(9)]
    again = one_die(3, 0)

    def rerolled(hits: int) -> float:
        return sum([share * through[min(8, hits + more)] for more, share in enumerate(again)])

    total = 0.0
    for (hits, misses, plain), share in shown(2).items():
        best = through[min(8, hits)]
        if misses:
            best = max(best, rerolled(hits))
        if plain:
            best = max(best, rerolled(hits - 1))
        total += share * best
    assert chance(game, "gun>t") == pytest.approx(total, abs=1e-4)


def shown(dice: int) -> dict[tuple[int, int, int], float]:
    """Hits, misses and hits that are no 6 of a roll at 3+, its extra dice included."""
    found: dict[tuple[int, int, int], float] = {}
    waiting = [((0, 0, 0), dice, 1.0)]
    while waiting:
        (hits, misses, plain), left, share = waiting.pop()
        if left == 0 or share < 1e-9:
            found[hits, misses, plain] = found.get((hits, misses, plain), 0.0) + share
            continue
        waiting.append(((hits, misses + 1, plain), left - 1, share * 2 / 6))
        waiting.append(((hits + 1, misses, plain + 1), left - 1, share * 3 / 6))
        waiting.append(((hits + 1, misses, plain), left, share / 6))
    return found


@proves("disengage.stopped", "stat.attack-special")
def test_a_mace_that_topples_the_mover_stops_it_where_it_is() -> None:
    card = 'card mace SP6 AR4+ WN3: Mace [MELEE] (0", 2D6, 3+, AP0, D1) TOPPLE\n'
    game = drawn(card + f"blue gunner a 10,10\nred mace b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "mace", dice="hit 2 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game["a"].fatigued, game["a"].wounds) == (10, True, False, 2)
    assert game.options == ["stand-up", "done"]


@proves("fatigue.gained-during-own-activation", "fatigue.action.not-when-fatigued", "stat.attack-special")
def test_who_is_drained_while_leaving_walks_on_without_answer_or_fatigue_action() -> None:
    card = 'card leech SP6 AR4+ WN3: Fangs [MELEE] (0", 2D6, 3+, AP0, D1) DRAIN\n'
    game = drawn(card + f"blue fencer a 10,10\nred leech b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "fangs", dice="hit 2 1 / armor 1")
    assert (game["a"].x, game["a"].fatigued, game["b"].wounds) == (6, True, 3)
    game.play("focus")
    assert (game["a"].activated, game["a"].fatigued) == (True, True)


@proves("disengage.attack", "stat.attack-special", "disengage.stopped")
def test_a_mover_pushed_off_its_path_ends_its_move_there() -> None:
    game = drawn(f"blue gunner a 10,10\nred brute b {10 + TOUCH},10\nactive a")
    game.play("walk", [[10, 12], [6, 12]], "maul", dice="hit 3 1 / armor 6")
    assert (game["a"].x, game["a"].y) == (pytest.approx(7), 10)


@proves("melee.modifier.outnumbering-helper", "engage.mutual", "knockdown.does-not-engage")
@pytest.mark.parametrize(("state", "dice"), [("", 2), ("down", 3)])
def test_a_helper_whom_a_spear_two_inches_off_engages_does_not_help(state: str, dice: int) -> None:
    """Unless the spearman lies: then it engages nobody."""
    line = f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10\n"
    game = drawn(line + f"red spearman s {10 + 3 * TOUCH + 2},10 {state}\nactive a")
    game.play("attack", "sword>t", "decline", dice="hit " + " ".join(["1"] * dice))
    assert rolled(game) == [dice]


@proves("terrain.window", "terrain.obstacle.cross")
def test_through_a_window_one_walks_for_two_inches_and_through_the_wall_beside_it_not() -> None:
    """4 inches of way and 2 for the sill are a whole walk."""
    game = moving("blue gunner a 10,10\npiece wall 3 12,5 12,15 window 4-6")
    assert told(game, (14, 10))["cost"] == pytest.approx(6.0)
    assert told(game, (14, 10))["legal"]
    assert not told(game, (14.02, 10))["legal"]
    assert not told(game, (10, 10), (14, 12.5))["legal"]


@proves("action.walk.excludes-run-charge", "card.special-actions", "activation.no-repeat")
def test_what_counts_as_a_walk_excludes_what_a_walk_does() -> None:
    grapple = at("blue scout a 10,10\nred rifleman t 29,10\nactive a").play("grapple-line", [[10, 12]])
    for action in ("run", "charge"):
        assert "[action.walk.excludes-run-charge]" in grapple.why_not(action)
    steady = at("blue marksman a 10,10\nred rifleman t 19,10\nactive a").play("steady")
    assert "no movement after that" in steady.why_not("walk")
    moved = at("blue marksman a 10,10\nred rifleman t 19,10\nactive a").play("walk", [[10, 11]])
    assert "it has moved" in moved.why_not("steady")


@proves("card.special-actions", "counters.several-per-model")
def test_who_is_rallied_stands_tired_and_who_is_dressed_lies_less_wounded() -> None:
    rally = at(
        "blue rifles-captain* c 10,10\nblue rifleman r 13,10 down, fatigued\nred rifleman t 29,10\nactive c"
    ).play("rally")
    assert (rally["r"].standing, rally["r"].fatigued) == (True, True)
    scene = "blue field-medic m 10,10\nblue rifles-captain* c 11.122,10 down, wounds 1\nred rifleman t 29,10\nactive m"
    dressed = at(scene).play("field-dressing")
    assert (dressed["c"].wounds, dressed["c"].knocked_down) == (2, True)
