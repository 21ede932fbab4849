"""The traps at the end of the catalogue, one test each: what is easily got wrong."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.clauses import load_catalogue
from vanguard.rulebooks.killteam_vanguard.dice_rolls import succeeds
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.nerve import is_broken
from vanguard.rulebooks.killteam_vanguard.travelling import fall_hits
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def shot(target: str, states: str = "", shooter: str = "rifleman", cp: str = "0 0") -> Position:
    return at(f"""
        blue {shooter} a 10,10
        red  {target}  t 19,10 {states}
        cp {cp}
        active a
    """).play("attack")


def test_every_trap_of_the_catalogue_has_its_test_here():
    traps = load_catalogue("killteam_vanguard").notes["traps"]
    tests = [name for name in globals() if name.startswith("test_trap_")]
    assert len(tests) == len(traps) == 25


@proves("dice.exploding-six.armor-rolls")
def test_trap_01_a_six_on_an_armor_die_saves_and_grants_a_die_that_saves_a_second_hit():
    game = shot("necron-warrior")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 6 2 5")
    assert game["t"].wounds == 1
    assert game["t"].standing


@proves("dice.natural-only")
def test_trap_02_a_modified_six_does_not_explode_and_a_modified_one_does_not_fail_by_itself():
    game = at("blue rifleman a 10,10\nred necron-warrior t 19,10\nactive a")
    game.play("aim", "attack", "halden-rifle>t", dice="hit 5 1 / armor 4")
    assert len(game.dice("Hit roll").faces) == 2
    assert succeeds(2, 1, -1)


@proves("dice.modifier.impossible-target")
def test_trap_03_armor_five_against_ap_three_is_still_saved_by_a_natural_six():
    game = shot("rifleman", shooter="deathmark")
    game.play("synaptic-disintegrator>t", dice="hit 2 / armor 6")
    assert game["t"].standing
    assert game.dice("Armor roll").needed == "5+, with modifiers 6+"


@proves("knockdown.armor-penalty", "melee.modifier.knocked-down", "ranged.modifier.knocked-down")
def test_trap_04_knocked_down_costs_one_armor_once_and_helps_to_hit_in_melee_only():
    ranged = shot("immortal", "down")
    ranged.play("halden-rifle>t", dice="hit 4 1 / armor 4")
    assert ranged.modifiers("Hit roll") == {}
    assert ranged.modifiers("Armor roll") == {"target knocked down": -1}
    melee = at("blue flayed-one a 10,10\nred immortal t 11.26,10 down\nactive a")
    melee.play("attack", "flayer-claws>t", dice="hit 2 1 1 / armor 5")
    assert melee.modifiers("Hit roll") == {"target knocked down": 1}
    assert melee.modifiers("Armor roll") == {"AP1": -1, "target knocked down": -1}


@proves("knockdown.does-not-engage", "knockdown.can-be-engaged")
def test_trap_05_the_standing_model_is_free_the_one_on_the_ground_is_engaged():
    game = at("blue rifleman a 10,10\nred necron-warrior t 11.122,10 down\nblue rifleman b 20,10\nactive b")
    assert not engaged(game.battle, game["a"])
    assert engaged(game.battle, game["t"])
    game.play("walk", [[20, 12]])
    assert "attack" not in game.options


@proves("engage.range", "disengage.provokes", "melee.targets")
def test_trap_06_engagement_disengaging_and_striking_use_three_different_distances():
    """Engaged by the longer reach, leaving counts only the enemy's, striking needs the weapon's own."""
    game = at("""
        blue choir-zealot a 10,10
        red  ember-prophet p 11.922,10
        active a
    """)
    assert engaged(game.battle, game["a"])
    assert "no enemy within reach" in game.why_not("attack")
    game.play("walk", [[8, 10]])
    assert game.options == ["decline", "brand-staff"]


@proves("disengage.attack", "disengage.provokes")
def test_trap_07_only_the_longest_attack_reaches_the_leaving_point_and_being_pushed_off_provokes_nothing():
    leaving = at("blue rifleman a 10,10\nred choir-zealot+hooked-spear s 10.984,10\nactive a")
    leaving.play("walk", [[6, 10]])
    assert leaving.options == ["decline", "hooked-spear"]
    pushed = at("""
        blue slag-brute b 10,10
        blue choir-zealot+hooked-spear s 11.614,11.2
        red  immortal t 11.614,10
        active b
    """)
    pushed.play("attack", "wrecking-maul>t", dice="hit 4 1 1 1 / armor 6")
    assert pushed["t"].x > 14
    assert not any(event.key == "disengaging hit roll" for event in pushed.game.events)


@proves("charge.attack.counts-as-attack")
def test_trap_08_attack_is_one_action_for_shooting_striking_and_charging():
    game = at("blue choir-zealot a 10,10\nred rifleman t 15,10\nactive a")
    game.play("attack", "slug-pistol>t", "charge", "t", [[14.016, 10]], dice="hit 1")
    assert game.decider == 1
    assert not any(event.key == "charge hit roll" for event in game.game.events)


@proves("action.walk.excludes-run-charge", "reactivate.may-repeat-earlier-action")
def test_trap_09_walk_excludes_run_within_an_activation_but_not_in_a_reactivation():
    game = at("blue rifleman a 10,10\nred rifleman t 30,30 activated\ncp 1 0")
    game.play("activate a", "run", [[10, 12]])
    assert "cannot also walk" in game.why_not("walk")
    game.play("done", "no", "again a", "walk", [[10, 13]])
    assert game["a"].y == 13


@proves("fatigue.removed-at-end", "fatigue.gained-during-own-activation")
def test_trap_10_only_a_counter_that_was_there_at_the_start_is_removed():
    old = at("blue rifleman a 10,10 fatigued\nred rifleman t 30,30\nactive a").play("aim")
    assert not old["a"].fatigued
    new = at("blue rifleman a 10,10\nred rifleman t 30,30\nactive a").play("aim", "focus", "walk", [[10, 11]])
    assert new["a"].fatigued


@proves("reactivate.after-starting-fatigued", "reactivate.eligibility")
def test_trap_11_who_began_fatigued_may_act_again_who_used_a_fatigue_action_may_not():
    began = at("blue rifleman a 10,10 fatigued\nblue rifleman b 3,3\nred rifleman t 30,30 activated\ncp 2 0")
    began.play("activate a", "aim", "stop")
    assert "again a" in began.options
    used = at("blue rifleman a 10,10\nblue rifleman b 3,3\nred rifleman t 30,30 activated\ncp 2 0")
    used.play("activate a", "aim", "focus", "walk", [[10, 11]], "stop")
    assert "fatigued" in used.why_not("again a")


@proves("cp.follow-up.reactivation", "cp.follow-up.max-two", "cp.follow-up.different-model", "cp.follow-up")
def test_trap_12_follow_up_with_a_reactivation_costs_two_needs_another_model_and_ends_at_two():
    game = at(
        "blue rifleman a 10,10\nblue rifleman b 12,10 activated\nblue rifleman c 14,10\nred rifleman t 30,30\ncp 4 0"
    )
    game.play("activate a", "done")
    assert game.options == ["stop", "again b", "activate c"]
    game.play("again b", "done")
    assert game.battle.command_points[0] == 2
    assert game.decider == 1


@proves("start.pass-tokens", "start.pass-tokens.not-kept")
def test_trap_13_pass_tokens_are_counted_anew_each_round():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 activated
        red  rifleman s 14,33 activated
        tokens 5 5
        finished blue red
        step end phase
    """)
    assert game.battle.pass_tokens == [1, 0]


@proves("turn.declare-finished", "initiative.later-rounds")
def test_trap_14_finishing_is_a_declaration_with_an_order_and_one_may_hold_on():
    game = at("blue rifleman a 10,3\nred rifleman r 10,33\ncp 1 0")
    game.play("activate a", "done", "no", "activate r", "done")
    assert game.battle.finished == [1]
    game.play("finish")
    assert game.battle.round == 2
    assert game.decider == 1


@proves("fatigue.clear", "gather.capture.when", "end.step3-discard-cp")
def test_trap_15_fatigue_is_cleared_before_points_are_lost_and_scoring_comes_after():
    game = at("blue rifleman a 18,18 fatigued\nred rifleman r 10,33\ncp 2 0\nfinished blue red\nstep end phase")
    game.play("clear a")
    order = [event.key for event in game.game.events]
    assert order.index("fatigue cleared") < order.index("command points lost") < order.index("scored")


@proves("broken.threshold", "broken.checked-at-round-start")
def test_trap_16_broken_is_strictly_less_than_half():
    assert not is_broken(8, 4)
    assert is_broken(8, 3)
    assert not is_broken(1, 1)


@proves("broken.test-at-first-activation", "broken.reactivation-exempt")
def test_trap_17_nerve_is_tested_at_the_first_activation_only():
    game = at("blue rifleman a 10,18\nblue rifleman b 3,3\nred rifleman t 30,30 activated\nbroken blue\ncp 2 0")
    game.play("activate a", "done", "stop", dice="nerve 4")
    game.play("again a")
    assert game.prompt == "What does a do?"


@proves("fallback.fatigued-stays", "fallback.knocked-down", "fallback.edge-check")
@pytest.mark.parametrize(("states", "y", "tired"), [("fatigued", 8, True), ("down", 13, False), ("", 8, False)])
def test_trap_18_fatigued_models_fall_back_all_the_way_and_knocked_down_ones_their_speed(
    states: str, y: float, tired: bool
):
    game = at(f"blue rifleman a 10,18 {states}\nblue rifleman b 3,3\nred rifleman t 30,30\nbroken blue")
    game.play("activate a", dice="nerve 1")
    assert game["a"].y == y
    assert game["a"].fatigued is tired


@proves("attack.recovery.roll", "attack.recovery.excess-modifier")
def test_trap_19_one_recovery_roll_for_the_whole_attack_with_the_total_excess():
    game = shot("necron-warrior")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 1 1 / recovery 5")
    assert game.modifiers("Recovery roll") == {"excess wounds": -1}
    assert game["t"].wounds == 1


@proves("invulnerable.unmodified", "invulnerable.choice")
def test_trap_20_invulnerable_armor_is_modified_neither_by_cover_nor_by_ap():
    game = at("blue deathmark a 10,10\nred necron-lord* t 19,10\npiece obstacle 1  18.37,7 18.37,13\nactive a")
    game.play("attack", "synaptic-disintegrator>t", "invulnerable-4", dice="hit 3 / armor 4")
    assert game["t"].wounds == 4
    assert game.modifiers("Invulnerable armor roll") == {}


@proves("blast.trigger", "blast.who-is-caught")
def test_trap_21_a_saved_hit_still_blasts_friends_and_the_shooter():
    game = at("blue firebomber a 10,10\nblue rifleman f 12,11.2\nred rifleman t 12,10\nactive a")
    game.play("attack", "firebomb>t", "a", dice="hit 3 / armor 6 / hit 1 1 / hit 1 1")
    assert [event.about[1] for event in game.game.events if event.key == "blast hit roll"] == ["a", "f"]


@proves("ranged.split", "attack.split.one-target-at-a-time")
def test_trap_22_other_targets_are_near_the_initial_one_not_in_a_chain():
    game = at("blue rifleman a 10,10\nred rifleman t 19,10\nred rifleman u 19,12.9\nred rifleman v 19,15.8\nactive a")
    game.play("attack", "halden-rifle>u")
    assert [lot.key for lot in game.game.question.lots] == ["u", "t", "v"]
    game = at("blue rifleman a 10,10\nred rifleman t 19,10\nred rifleman u 19,12.9\nred rifleman v 19,15.8\nactive a")
    game.play("attack", "halden-rifle>t")
    assert [lot.key for lot in game.game.question.lots if lot.at_most] == ["t", "u"]
    assert game.game.question.lots[-1].label.startswith('v: 4.8" from t, at most')


@proves("melee.modifier.outnumbering", "melee.modifier.outnumbering-helper")
def test_trap_23_outnumbering_is_one_die_at_most():
    game = at("""
        blue flayed-one a 10,10
        blue flayed-one b 12.52,10
        blue flayed-one c 11.26,11.26
        red  immortal t 11.26,10
        active a
    """)
    game.play("attack", "flayer-claws>t", "decline", dice="hit 1 1 1 1")
    assert len(game.dice("Hit roll").faces) == 4


@proves("ranged.modifier.long-range", "drop.fall-hits", "terrain.difficult", "terrain.obstacle.cross")
def test_trap_24_boundaries_at_exactly_twelve_two_and_three_inches():
    near = at("blue rifleman a 5,10\nred rifleman t 17.984,10\nactive a").play(
        "attack", "halden-rifle>t", dice="hit 1 1"
    )
    assert near.modifiers("Hit roll") == {}
    assert (fall_hits(2.0), fall_hits(2.99), fall_hits(3.0)) == (0, 0, 1)
    walk = at("blue rifleman w 10,10\nred rifleman t 30,30\npiece obstacle 2  11,5 11,15\nactive w").play("walk")
    assert walk.game.question.preview([[11.5, 10]])["cost"] == 3.5


@proves("duration.wipe-out-plays-on", "initiative.wiped-out")
def test_trap_25_wiping_out_the_enemy_neither_ends_nor_wins_the_game():
    game = at("""
        blue rifleman a 10,3 activated
        red  rifleman r 10,33 removed
        tokens 0 3
        cp 0 3
        round 3
        finished blue
        step end phase
    """)
    assert not game.game.over
    assert game.battle.round == 4
    assert game.decider == 0
