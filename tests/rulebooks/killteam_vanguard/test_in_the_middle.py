"""Something happens in the middle of something else: somebody falls, dies, is pushed or tires before the rest of it is done."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

CARDS = """
    card gunner SP6 AR4+ WN3: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN2: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card guard SP6 AR4+ WN3: Axe [MELEE] (1", 1D6, 4+, AP0, D1)
    card ogre SP6 AR4+ WN4: Maul [MELEE] (1", 2D6, 3+, AP0, D1) PUSH (3")
    card mace SP6 AR4+ WN3: Mace [MELEE] (0", 2D6, 3+, AP0, D1) TOPPLE
    card bomber SP6 AR4+ WN1: Bomb [RANGED] (12", 2D6, 3+, AP0, D1) BLAST (2"); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
"""
TOUCH = 1.26
"""Between the centers of two 32 mm bases in contact."""


def drawn(lines: str) -> Position:
    return at(CARDS + lines)


# -- in the middle of a move --------------------------------------------------------------------------------------------------


@proves("move.not-through-models", "retaliate.against-charge-and-disengaging", "disengage.stopped")
def test_nobody_walks_through_the_enemy_it_pushed_into_its_own_way() -> None:
    """Struck where it leaves g, the ogre answers and pushes g three inches east, onto the way it was going: it stops at g."""
    game = drawn("blue ogre a 10,10\nred guard g 12.26,10\nactive a")
    game.play("run", [[10, 12.5], [15.26, 12.5], [15.26, 9]], "axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert (game["g"].x, game["g"].y) == (pytest.approx(15.26, abs=0.02), 10)
    assert (game["a"].x, game["a"].y) == (15.26, pytest.approx(10 + TOUCH, abs=0.02))
    assert game["a"].fatigued


@proves("disengage.provokes", "retaliate.against-charge-and-disengaging")
def test_an_enemy_pushed_beside_the_way_strikes_again_where_it_is_left_again() -> None:
    """Pushed to 15.26,10 g reaches an inch: the way passes it at 0.74 and leaves its reach a second time."""
    game = drawn("blue ogre a 10,10\nred guard g 12.26,10\nactive a")
    game.play("run", [[10, 12], [20, 12]], "axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert game.clause == "disengage.attack"
    game.play("axe", dice="hit 1")
    assert len(game.events("disengaging hit roll")) == 2
    assert (game["a"].x, game["a"].y) == (20, 12)


@proves("charge.attack", "retaliate.against-charge-and-disengaging", "fatigue.action.not-when-fatigued")
def test_a_charger_that_answered_on_the_way_strikes_its_target_and_has_no_fatigue_action_left() -> None:
    scene = f"blue fencer a 10,10\nred gunner k 13,{10 + TOUCH}\nred gunner t 18,10\nactive a"
    game = drawn(scene).play("charge", "t", [[18 - TOUCH, 10]], "knife", "sword", dice="hit 1 / hit 1 1")
    assert game.clause == "charge.attack"
    game.play("sword", "hit", "decline", dice="hit 1 1")
    assert (game["a"].activated, game["a"].fatigued, game.decider) == (True, True, 1)


@proves("drop.fall-knockdown", "charge.attack.none-if-not-engaging")
@pytest.mark.parametrize(("armor", "strikes"), [(1, False), (6, True)])
def test_a_charger_hurt_in_its_fall_strikes_nobody(armor: int, strikes: bool) -> None:
    scene = "blue fencer a 13,11,3\nred gunner t 9,11\npiece platform 3 12,8 18,14 sheer sheer sheer sheer\nactive a"
    game = drawn(scene).play("charge", "t", [[9 + TOUCH, 11]], dice=f"armor {armor}")
    assert (game.clause == "charge.attack") is strikes
    assert game["a"].knocked_down is not strikes


@proves("disengage.order", "disengage.stopped")
def test_the_second_of_two_that_are_left_does_not_strike_at_one_who_stays() -> None:
    scene = f"blue gunner a 10,10\nred mace x {10 + TOUCH},10\nred mace z 10,{10 + TOUCH}\nactive a"
    game = drawn(scene).play("walk", [[7, 7]], "x", "mace", dice="hit 2 1 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game.options) == (10, True, ["stand-up", "done"])


@proves("fallback.edge-check", "fallback.ends-activation", "cp.follow-up")
def test_who_is_cut_down_while_falling_back_is_not_tested_at_the_edge() -> None:
    """Behind a wall it is not engaged; past the wall's end the axe sees it leave."""
    scene = "blue fencer a 10,3 wounds 1\nblue fencer b 30,3\nred guard g 12,2\npiece wall 3 11,1.7 11,6\nbroken blue\nturn blue"
    game = drawn(scene).play("activate a", dice="nerve 1")
    assert game.clause == "disengage.attack"
    game.play("axe", dice="hit 3 / armor 4 / recovery 1")
    assert (game["a"].in_play, game.decider) == (False, 1)


@proves("disengage.stopped", "card.special-actions")
def test_a_leaper_toppled_above_somebody_comes_down_where_it_may_stand() -> None:
    """Where it leaves the mace it would lie on c, who helps; on the way back there is b, all the way to where it leapt from."""
    scene = f"blue leaper a 10,10\nred mace b {10 + TOUCH},10\nred archer c 13.4,10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("leap", [[15.5, 10]], "mace", "armor", dice="hit 2 1 1 / armor 1")
    assert (game["a"].x, game["a"].knocked_down, game["a"].wounds) == (pytest.approx(10, abs=0.02), True, 1)


@proves("charge.attack", "move.not-through-models")
def test_a_charge_that_ends_at_the_target_it_pushed_there_is_still_a_charge() -> None:
    """It comes within an inch of g, leaves again, and pushes g into the rest of its way: there it strikes."""
    giant = 'card giant SP9 AR4+ WN4: Maul [MELEE] (1", 2D6, 3+, AP0, D1) PUSH (3")\n'
    game = drawn(giant + "blue giant a 8,12.5\nred guard g 12.26,12.5\nactive a")
    game.play("charge", "g", [[10, 12.5], [10, 10], [15.26, 10], [15.26, 11.5]])
    game.play("axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert (game["a"].x, game["a"].y) == (15.26, pytest.approx(12.5 - TOUCH, abs=0.02))
    assert game.clause == "charge.attack"


# -- in the middle of an attack -----------------------------------------------------------------------------------------------


@proves("blast.timing", "activation.ends-when-removed", "warband.leader-scenario")
def test_a_leader_its_own_bomb_removes_still_has_its_dice_rolled_and_is_paid_for_once() -> None:
    scene = "scenario cut-off-the-head\nblue bomber* a 10,10 wounds 1\nblue fencer b 30,3\nred gunner x 12.5,10\nred gunner y 12.5,11.5\nactive a"
    game = drawn(scene).play("attack", "bomb>x", {"x": 1, "y": 1}, "x", dice="hit 3 / armor 4")
    game.play("a", dice="hit 4 1 / armor 1 / recovery 1 / hit 1 1 / hit 3 / armor 4 / hit 1 1")
    assert not game["a"].in_play
    assert game.battle.victory_points == [0, 5]
    assert game.decider == 1, "without a command point nobody follows up"


@proves("activation.ends-when-removed", "initiative.wiped-out", "cp.follow-up")
def test_whose_last_model_falls_in_its_own_activation_is_asked_nothing_more() -> None:
    scene = (
        f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nred fencer u 20,20\ncp 3 0\ntokens 2 0\nactive a"
    )
    game = drawn(scene).play("attack", "sword>t", "keep", "sword", dice="hit 1 1 / hit 3 1 / armor 1")
    assert game.decider == 0, "the armor die may be bought again"
    game.play("keep", dice="recovery 1")
    assert (game.decider, game.clause) == (1, "turn.activate-or-pass")


@proves("retaliate.timing", "retaliate.fatigues")
def test_who_would_strike_back_last_is_not_tired_when_the_attacker_is_gone() -> None:
    scene = f"blue fencer a 10,10 wounds 1\nblue fencer b 30,3\nred fencer t {10 + TOUCH},10\nred fencer u {10 - TOUCH},10\nactive a"
    game = drawn(scene).play("attack", "sword>t", {"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 1")
    assert (game["t"].fatigued, game["u"].fatigued, game.decider) == (True, False, 1)


@proves("cp.reroll", "dice.exploding-six")
def test_a_hit_may_be_rolled_again_in_hope_of_a_six() -> None:
    """The only reason to touch a success: two hits may come of one."""
    game = drawn("blue archer a 10,10\nred fencer t 19,10\ncp 1 0\nactive a").play("attack", "bow>t", dice="hit 4")
    assert game.options == ["keep", "die-1"]
    game.play("die-1", dice="hit-reroll 6 4 / armor 1 1 / recovery 1")
    assert not game["t"].in_play


@proves("card.special-abilities.cp-cost")
@pytest.mark.parametrize(("ap", "asked"), [(0, True), (3, True), (4, False), (5, False)])
def test_nobody_is_asked_to_brace_where_no_face_would_save_that_does_not_save_already(ap: int, asked: bool) -> None:
    """AR 3+: with AP3 a 5 saves only if it is braced; with AP4 a six is needed either way."""
    card = f'card piercer SP6 AR4+ WN1: Rod [RANGED] (24", 1D6, 3+, AP{ap}, D1)\n'
    game = drawn(card + "blue piercer a 10,10\nred shieldbearer t 19,10\ncp 0 1\nactive a")
    game.play("attack", "rod>t", dice="hit 3" if asked else "hit 3 / armor 1")
    assert ("yes" in game.options) is asked


@proves("ability.targeting-routines", "dice.auto-fail-one")
@pytest.mark.parametrize(("away", "asked"), [(10, False), (14, True)])
def test_routines_are_not_sold_to_one_who_hits_with_anything_but_a_one(away: int, asked: bool) -> None:
    game = at(f"blue deathmark a 10,10\nred rifleman t {10 + away},10\ncp 1 0\nactive a")
    game.play("attack", "synaptic-disintegrator>t", dice="" if asked else "hit 1")
    assert game.options == (["no", "yes"] if asked else ["keep", "die-1"])


@proves("retaliate.who", "card.special-abilities")
def test_whom_a_wail_has_tired_does_not_strike_back_in_the_same_activation() -> None:
    game = at(f"blue howler h 10,10\nred rifleman t {10 + 0.63 + 0.492},10\nred rifleman u 30,30\nturn blue")
    game.play("activate h", "t", "attack", "claws>t", dice="nerve 1 / hit 1 1 1")
    assert (game["t"].fatigued, game.clause) == (True, "activation.budget")


@proves("warband.leader-scenario", "blast.who-is-caught")
def test_a_bomb_that_takes_both_leaders_pays_both_sides() -> None:
    scene = "scenario cut-off-the-head\nblue bomber* a 10,10 wounds 1\nblue fencer b 30,3\nred archer* x 12.5,10 wounds 1\nred archer u 30,30\nactive a"
    game = drawn(scene).play("attack", "bomb>x", dice="hit 3 1 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1")
    assert game.battle.victory_points == [5, 5]


# -- in the middle of an activation -------------------------------------------------------------------------------------------


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


@proves("card.special-abilities")
def test_nobody_wails_at_those_who_are_tired_already() -> None:
    scene = "blue howler h 10,10\nred rifleman t 12,10 {}\nred rifleman u 30,30\nturn blue"
    assert at(scene.format("")).play("activate h").options == ["t", "nobody"]
    assert at(scene.format("fatigued")).play("activate h").clause == "activation.budget"


@proves("card.special-abilities", "nerve.test")
def test_who_dares_not_charge_one_of_two_alike_may_try_the_other() -> None:
    scene = "blue warden a 10,10\nred flayed-one x 14,10\nred flayed-one y 14,14\nactive a"
    game = at(scene).play("charge", "x", dice="nerve 1")
    assert game["a"].activated is False
    game.play("charge")
    assert game.options == ["y"]


@proves("knockdown.must-stand", "fatigue.action", "activation.no-repeat")
def test_who_stood_up_and_is_toppled_while_running_off_is_done() -> None:
    scene = f"blue gunner a 10,10 down\nred mace b {10 + TOUCH},10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("stand-up", "run", [[4, 10]], "mace", dice="hit 2 1 / armor 1")
    assert (game["a"].knocked_down, game["a"].activated, game["a"].fatigued, game.decider) == (True, True, True, 1)


@proves("action.reanimation-protocol.state", "cp.follow-up.reactivation", "reactivate.fatigued-after")
def test_who_has_just_returned_may_follow_up_for_two_points_and_is_tired_then() -> None:
    scene = "blue necron-lord* l 10,10\nblue necron-warrior w 3,3 removed\nred rifleman t 30,30\ncp 2 0\nactive l"
    game = at(scene).play("reanimation-protocol", [[12, 10]], "done")
    assert "again w" in game.options
    game.play("again w", "walk", [[14, 10]])
    assert (game["w"].fatigued, game["w"].wounds, game.battle.command_points[0]) == (True, 1, 0)


@proves("fatigue.gained-during-own-activation", "fatigue.removed-at-end", "attack.recovery.pass")
def test_who_began_tired_and_recovers_on_the_way_lies_there_rested() -> None:
    scene = f"blue fencer a 10,10 wounds 1, fatigued\nred gunner k {10 + TOUCH},10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("walk", [[6, 10]], "knife", dice="hit 3 / armor 1 / recovery 4")
    assert (game["a"].x, game["a"].knocked_down, game["a"].fatigued, game.decider) == (10, True, False, 1)


@proves("reactivate.fatigued-after", "retaliate.who")
def test_who_acts_again_and_leaves_cannot_answer_and_is_tired_once() -> None:
    scene = f"blue fencer a 10,10 activated\nred gunner k {10 + TOUCH},10\nred gunner u 30,30\nagain a"
    game = drawn(scene).play("walk", [[6, 10]], "knife", dice="hit 1")
    assert (game["a"].x, game["a"].fatigued, game.decider) == (6, True, 1)
    assert len(game.events("fatigued")) == 1


# -- in the middle of the End phase, and at the end -----------------------------------------------------------------------------

END = "red gunner t 30,30 activated\nfinished blue red\nstep end phase\ncp 2 0\n"


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


@proves("end.step1-effects", "card.special-abilities.cp-cost")
@pytest.mark.parametrize(("state", "asked"), [("", False), ("toxin", True)])
def test_in_the_last_round_only_who_must_still_suffer_repairs_itself(state: str, asked: bool) -> None:
    game = drawn(f"blue immortal a 10,10 wounds 1, activated {state}\nround 6\nrounds 6\n{END}")
    assert "self-repair a" in game.options if asked else game.game.over


@proves("card.special-abilities.cp-cost", "end.step1-effects")
def test_two_of_one_card_each_repair_once() -> None:
    scene = "blue immortal a 10,10 wounds 1, activated\nblue immortal b 14,10 wounds 1, activated\nred gunner t 30,30 activated\n"
    game = drawn(scene + "finished blue red\nstep end phase\ncp 4 0").play("self-repair a", "self-repair b")
    assert (game["a"].wounds, game["b"].wounds) == (2, 2)


@proves("duration.roll", "initiative.wiped-out")
def test_who_finished_first_and_dies_in_the_end_phase_leaves_the_duration_roll_to_the_other() -> None:
    scene = "blue gunner a 10,10 wounds 1, down, toxin, activated\nred gunner t 30,30 activated\nround 5\nfinished blue red\nstep end phase"
    game = drawn(scene).play(dice="duration 3")
    assert game.game.over


@proves("end.step1-effects", "warband.leader-scenario", "winner.by-scenario")
def test_a_leader_poisoned_to_death_in_the_last_end_phase_is_still_paid_for() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* a 10,20 wounds 1, down, toxin, activated\nred gunner* t 30,30 activated\n"
    game = drawn(scene + "round 6\nfinished blue red\nstep end phase")
    assert (game.game.over, game.battle.victory_points) == (True, [0, 5])


@proves("turn.finish-by-casualty", "turn.declare-finished")
def test_whose_last_waiting_model_is_shot_may_still_pass() -> None:
    scene = "blue gunner a 10,10\nred archer t 19,10 wounds 1, down\nred archer u 30,30 activated\ntokens 0 1\nactive a"
    game = drawn(scene).play("attack", "gun>t", "done", dice="hit 3 1 / armor 1")
    assert (game.decider, game.options) == (1, ["pass", "finish"])
