"""Special rules of attacks, special actions and abilities: each as printed on its card."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.atoms import remove, return_to_play
from vanguard.rulebooks.killteam_vanguard.dice_rolls import givers_of
from vanguard.rulebooks.killteam_vanguard.special_actions import FieldDressing, ReanimationProtocol
from vanguard.rulebooks.killteam_vanguard.special_rules import (
    AegisField,
    BurningWords,
    DispersionShield,
    EmberIcon,
    Foresight,
    LuckyCharm,
    MindWard,
    StormShield,
    Terror,
    TooAngryToDie,
    Unbowed,
    VoidCloak,
    Zeal,
)
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


# -- special rules of attacks ---------------------------------------------------------------------------------------------------


@proves("stat.attack-special", "mortal.no-armor")
def test_a_special_rule_belongs_to_its_attack_only():
    game = at("""
        blue ember-prophet a 10,10
        red  necron-warrior t 12.0,10
        active a
    """)
    game["t"].x = 10 + 1.26 + 0.5
    game = Position(game.battle.copy())
    game.play("attack", "brand-staff>t", dice="hit 3 1 / armor 5")
    assert game["t"].in_play


@proves("stat.attack-special", "attack.wounds")
def test_topple_knocks_down_before_any_retaliation_without_fatigue():
    game = at("""
        blue shieldbearer a 10,10
        red  immortal t 11.26,10
        active a
    """)
    game.play("attack", "mace>t", dice="hit 4 1 / armor 1")
    assert (game["t"].knocked_down, game["t"].fatigued, game["t"].wounds) == (True, False, 1)
    assert game.decider == 0


@proves("stat.attack-special")
def test_drain_fatigues_before_any_retaliation():
    game = at("""
        blue scarab-swarm a 10,10
        red  immortal t 11.417,10
        active a
    """)
    game.play("attack", "feeder-mandibles>t", dice="hit 5 1 1 / armor 1")
    assert game["t"].fatigued
    assert game.decider == 0


@proves("stat.attack-special", "disengage.provokes")
def test_push_moves_the_target_straight_away_saved_or_not_and_provokes_nothing():
    game = at("""
        blue slag-brute a 10,10
        blue rifleman b 11.614,11.122
        red  immortal t 11.614,10
        active a
    """)
    game.play("attack", "wrecking-maul>t", dice="hit 4 1 1 1 / armor 6")
    assert (game["t"].x, game["t"].y) == (pytest.approx(14.614, abs=0.02), 10)
    assert not any(event.key == "disengaging hit roll" for event in game.game.events)


@pytest.mark.parametrize(
    ("piece", "x"),
    [
        ("piece wall 3  13,5 13,15", 13 - 0.63),
        ("piece obstacle 1  13,5 13,15", 13 - 0.63),
        ("red rifleman r 14,10", 14 - 0.63 - 0.492),
    ],
)
@proves("stat.attack-special")
def test_a_pushed_model_stops_before_whatever_it_would_overlap(piece: str, x: float):
    game = at(f"""
        blue slag-brute a 10,10
        red  immortal t 11.614,10
        {piece}
        active a
    """)
    answers = [{"t": 3}] if "red" in piece and game["a"].reach > 3 else []
    game.play("attack", "wrecking-maul>t", *answers, dice="hit 4 1 1 / armor 6")
    assert game["t"].x == pytest.approx(x, abs=0.03)


@proves("drop.safe", "drop.landing", "drop.fall-hits")
def test_a_model_pushed_over_an_edge_falls_to_the_foot_and_stops_there():
    game = at("""
        blue slag-brute a 13.5,11,4.5
        red  immortal t 15.614,11,4.5
        piece platform 4.5  10,8 17,14 sheer sheer sheer sheer
        active a
    """)
    game["t"].x = 13.5 + 0.984 + 0.63
    game = Position(game.battle.copy())
    game.play("attack", "wrecking-maul>t", dice="hit 4 1 1 / armor 6 / armor 1 6 1")
    assert game["t"].elevation == 0
    assert game["t"].knocked_down
    assert game["t"].x == pytest.approx(17.63, abs=0.03)


@proves("stat.attack-special", "dice.modifier.bonus-dice")
@pytest.mark.parametrize(("gap", "dice"), [(9.0, 3), (9.1, 2)])
def test_rapid_adds_a_die_within_half_range(gap: float, dice: int):
    game = at(f"""
        blue ash-gunner a 10,10
        red  rifleman t {10.984 + gap},10
        active a
    """)
    game.play("attack", "scrap-rifle>t", dice="hit " + " ".join(["1"] * dice))
    assert len(game.dice("Hit roll").faces) == dice


@proves("stat.attack-special", "dice.modifier.bonus-dice", "attack.split.modifiers-per-target")
def test_unwieldy_loses_a_die_after_moving_from_a_target_of_the_attackers_choice():
    still = at("""
        blue heavy-gunner a 10,10
        red  rifleman t 19,10
        active a
    """)
    still.play("attack", "repeater>t", dice="hit 1 1 1 1")
    moved = at("""
        blue heavy-gunner a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,12
        active a
    """)
    moved.play("walk", [[10, 11]], "attack", "repeater>t", {"t": 3, "u": 1}, "u", "t", dice="hit 1 1 1")
    rolled = [len(event.dice.faces) for event in moved.game.events if event.dice is not None]
    assert rolled == [3, 0]


@proves("mortal.recovery", "end.step1-effects", "outside-combat.recovery", "mortal.no-armor")
def test_toxin_and_fire_counters_work_once_in_the_end_phase():
    game = at("""
        blue cinder-hound a 10,10
        red  immortal t 11.417,10
        active a
    """)
    game.play("attack", "bite>t", "decline", dice="hit 4 1 / armor 1")
    assert game["t"].toxin
    game.play("done")
    game.play("activate t", "done", dice="recovery 6")
    assert game["t"].wounds == 1
    assert not game["t"].toxin


@proves("outside-combat.hits", "attack.armor-roll.ap")
def test_fire_is_one_hit_at_ap_one_even_after_a_saved_hit():
    game = at("""
        blue ash-gunner+flame-projector a 10,10
        red  immortal t 14,10
        active a
    """)
    game.play("attack", "flame-projector>t", "done", dice="hit 4 1 1 / armor 6")
    assert game["t"].fire
    game.play("activate t", "done", dice="armor 3")
    assert game.modifiers("Armor roll") == {"AP1": -1}
    assert (game["t"].wounds, game["t"].fire) == (1, False)


# -- abilities bought with command points ---------------------------------------------------------------------------------------


@proves("ability.targeting-routines", "card.special-abilities.cp-cost")
def test_targeting_routines_cost_a_point_before_the_roll_and_offset_obscured():
    """Hit 2+, obscured -1, Targeting Routines +1: net 0."""
    text = """
        blue deathmark a 10,10
        red  rifleman t 19,10
        piece woods 3  13,5 16,15
        cp {cp} 0
        active a
    """
    game = at(text.format(cp=1)).play("attack", "synaptic-disintegrator>t", "yes", dice="hit 2 / armor 6")
    assert game.modifiers("Hit roll") == {"Targeting Routines": 1, "obscured": -1}
    assert game.battle.command_points[0] == 0
    poor = at(text.format(cp=0)).play("attack", "synaptic-disintegrator>t", dice="hit 2")
    assert poor.modifiers("Hit roll") == {"obscured": -1}


@proves("card.special-abilities.cp-cost", "attack.split.modifiers-per-target")
def test_volley_drill_adds_a_die_at_one_target_for_a_model_that_has_not_moved():
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,12
        cp 1 0
        active a
    """)
    game.play("attack", "halden-rifle>t", {"t": 1, "u": 1}, "yes", "u", "u", dice="hit 1 1 / hit 1")
    assert [len(event.dice.faces) for event in game.game.events if event.dice is not None] == [2, 1]
    moved = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        cp 1 0
        active a
    """)
    moved.play("walk", [[10, 11]], "attack", "halden-rifle>t", "keep", dice="hit 1 1")
    assert moved.battle.command_points[0] == 1


@proves("attack.split.modifiers-per-target")
def test_whom_no_dice_were_declared_at_is_told_why_it_gets_no_more_either():
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,12
        red  rifleman v 30,30
        cp 1 0
        active a
    """)
    game.play("attack", "halden-rifle>t", {"t": 1, "u": 1}, "yes", dice="")
    question = game.game.question_for(0)
    assert {option.key: option.why_not for option in question.options} == {
        "t": "",
        "u": "",
        "v": "no dice were declared at it",
    }


@proves("card.special-abilities.cp-cost", "cp.when-spendable")
def test_brace_is_bought_once_for_an_armor_roll_made_with_ar():
    game = at("""
        blue necron-warrior a 10,10
        red  shieldbearer t 19,10
        cp 0 1
        active a
    """)
    game.play("attack", "gauss-flayer>t", "yes", dice="hit 3 / armor 3")
    assert game.modifiers("Armor roll") == {"AP1": -1, "Brace": 1}
    assert game.battle.command_points[1] == 0


@proves("card.special-abilities.cp-cost", "stat.wounds", "end.step1-effects")
def test_self_repair_regains_a_wound_once_per_round_and_never_above_wn():
    game = at("""
        blue immortal a 10,10 wounds 1
        blue crypt-warden b 14,10 wounds 1
        red  rifleman r 30,30
        cp 3 0
        finished blue red
        step end phase
    """)
    assert game.options == ["self-repair a", "self-repair b", "done"]
    game.play("self-repair b", "self-repair a")
    assert (game["a"].wounds, game["b"].wounds) == (2, 2)
    assert game.battle.round == 2


# -- abilities that are always on -------------------------------------------------------------------------------------------------


@proves("card.special-abilities", "dice.reroll.once")
def test_lucky_charm_rerolls_one_own_die_per_round_for_nothing():
    game = at("""
        blue rifleman+lucky-charm a 10,10
        red  rifleman t 19,10
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 1 1")
    assert game.options == ["keep", "free-die-1"]
    game.play("free-die-1", dice="hit-reroll 1")
    assert game["a"].charms_used == ("lucky-charm",)
    assert game.prompt == "What does a do?"


@pytest.mark.parametrize(("y", "offered"), [(16.0, True), (17.4, False)])
@proves("card.special-abilities")
def test_foresight_helps_friends_within_six_once_per_round(y: float, offered: bool):
    game = at(f"""
        blue warden a 10,10
        blue seer s 10,{y}
        red  rifleman t 19,10
        active a
    """)
    game.play("attack", "pulse-carbine>t", dice="hit 1 1")
    assert (game.prompt == "Re-roll a die?") is offered


@proves("nerve.test", "card.special-abilities")
def test_nerve_is_helped_by_zeal_icon_and_the_prophets_words_and_hurt_by_terror():
    game = at("""
        blue choir-zealot z 10,10
        blue choir-zealot y 12,10
        blue ember-prophet+ember-icon* p 14,10
        red  slag-brute s 10,13.9
        broken blue
    """)
    game.play("activate z", dice="nerve 2")
    shown = game.dice("Nerve test")
    assert shown.needed == "3+"
    assert game.modifiers("Nerve test") == {"Zeal": 1, "Ember Icon": 1, "Terror": -1}
    assert game.prompt == "What does z do?"


@proves("nerve.test", "charge.target-in-los", "card.special-abilities")
def test_dread_visage_makes_chargers_test_and_a_failure_uses_no_action_but_bars_that_charge():
    game = at("""
        blue rifleman a 10,10
        red  flayed-one t 16,10
        red  rifleman u 16,14
        active a
    """)
    game.play("charge", "t", dice="nerve 1")
    assert game.prompt == "What does a do?"
    assert "walk" in game.options
    game.play("charge")
    assert "dares not" in game.why_not("t")
    assert game.options == ["u"]


@proves("nerve.test")
def test_mind_ward_passes_forced_tests_on_two_but_not_fallback_tests():
    game = at("""
        blue lancer a 10,10
        blue seer+mind-ward s 10,14
        red  flayed-one t 15,10
        active a
    """)
    game.play("charge", "t", dice="nerve 2")
    assert isinstance(game.game.question, Place)
    fallback = at("""
        blue lancer a 10,20
        blue seer+mind-ward s 10,24
        red  flayed-one t 30,30
        broken blue
    """)
    fallback.play("activate a", dice="nerve 2")
    assert fallback["a"].y == 12


@proves("card.special-abilities", "fatigue.state")
def test_a_wail_fatigues_an_enemy_that_fails_its_nerve_test():
    game = at("""
        blue howler a 10,10
        red  rifleman t 15,10
        red  rifleman far 25,10
    """)
    game.play("activate a")
    assert game.options == ["t", "nobody"]
    game.play("t", dice="nerve 3")
    assert game["t"].fatigued


@proves("attack.recovery.roll", "card.special-abilities")
@pytest.mark.parametrize("card", ["slag-brute", "warden-captain*"])
def test_too_angry_to_die_and_unbowed_add_one_to_recovery(card: str):
    game = at(f"""
        blue seer a 10,10
        red  {card} t 19,10 wounds 1
        active a
    """)
    game.play("attack", "mind-spike>t", "keep", dice="hit 5 1 / recovery 3")
    assert game["t"].in_play
    assert list(game.modifiers("Recovery roll").values()) == [1]


@proves("start.command-points", "warband.leader-bonus")
def test_chain_of_command_gives_one_more_point_while_the_leader_is_in_play():
    text = """
        blue rifles-captain* c 10,3 {state}
        blue rifleman a 14,3
        red  rifleman r 10,33
        step start phase
    """
    assert at(text.format(state="")).battle.command_points[0] == 2 + 3 + 1
    assert at(text.format(state="removed")).battle.command_points[0] == 2


@proves("terrain.obstacle.cross", "vertical.climb")
def test_skitter_crosses_obstacles_for_nothing_and_climbs_for_one_per_inch():
    game = at("""
        blue scarab-swarm a 10,10
        red  rifleman r 30,30
        piece obstacle 1  11,5 11,15
        active a
    """)
    game.play("walk")
    assert game.game.question.preview([[12, 10]])["cost"] == 2.0
    climb = at("""
        blue scarab-swarm a 10.5,11
        red  rifleman r 30,30
        piece platform 3  12,8 18,14 climbable climbable climbable climbable
        active a
    """)
    climb.play("walk")
    assert climb.game.question.preview([[13, 11]])["cost"] == 5.5


# -- special actions ----------------------------------------------------------------------------------------------------------------

LORD = """
        blue necron-lord* lord 10,10
        blue necron-warrior w 1,1 {state}
        blue immortal i 1,1 removed
        red  rifleman r 12.3,10
        active lord
"""


@proves(
    "action.reanimation-protocol", "action.reanimation-protocol.placement", "action.reanimation-protocol.state",
    "broken.checked-at-round-start",
)  # fmt: skip
def test_reanimation_returns_a_warrior_near_the_lord_with_one_wound_activated():
    """A spot 1.0 inch from an enemy base is refused; 1.05 is accepted."""
    game = at(LORD.format(state="removed"))
    game["r"].x = 16.0
    game["r"].y = 10.0
    game = Position(game.battle.copy())
    game.play("reanimation-protocol")
    touching_gap = 16.0 - 0.492 - 0.63
    with pytest.raises(Refused, match="more than 1"):
        game.play([[round(touching_gap - 1.0, 3), 10]])
    with pytest.raises(Refused, match="at most 3"):
        game.play([[10, 15]])
    with pytest.raises(Refused, match="overlap"):
        game.play([[10.5, 10]])
    game.play([[round(touching_gap - 1.05, 3), 10]])
    warrior = game["w"]
    assert (warrior.in_play, warrior.wounds, warrior.activated, warrior.fatigued) == (True, 1, True, False)


@proves("action.reanimation-protocol", "action.reanimation-protocol.placement")
def test_whoever_could_return_to_a_single_narrow_spot_may():
    """Between two pools, beyond a friend who stands in the way, one stretch of a few tenths is left."""
    tight = """
        blue necron-lord* lord 10,10
        blue rifleman f 12.3,10
        blue necron-warrior w 1,1 removed
        red  rifleman r {enemy},10
        piece pool 0  0,10.64 36,36
        piece pool 0  0,0 36,9.36
        piece pool 0  5,9.36 9.3,10.64
        active lord
    """
    game = at(tight.format(enemy=16.3))
    assert "reanimation-protocol" in game.options
    game.play("reanimation-protocol", [[13.9, 10]])
    assert game["w"].in_play
    assert "could return" in at(tight.format(enemy=15.5)).why_not("reanimation-protocol"), "now nothing is left"


@proves("action.reanimation-protocol", "action.prime-reanimation-protocol", "action.reanimation.no-both")
def test_each_protocol_names_its_own_types_and_a_model_never_performs_both():
    game = at(LORD.format(state="removed"))
    game["r"].x = 30.0
    game = Position(game.battle.copy())
    assert "prime-reanimation-protocol" in game.options
    game.play("reanimation-protocol", [[10, 12]])
    assert game.why_not("prime-reanimation-protocol")
    nobody = at(LORD.format(state="activated"))
    assert "could return" in nobody.why_not("reanimation-protocol")
    tired = at(LORD.format(state="removed").replace("lord 10,10", "lord 10,10 fatigued"))
    assert "one short action" in tired.why_not("prime-reanimation-protocol")


@proves("card.special-actions", "stat.wounds")
def test_rally_raises_a_friend_in_sight_and_field_dressing_heals_one_in_contact():
    rally = at("""
        blue rifles-captain* c 10,10
        blue rifleman a 14,10 down
        red  rifleman r 30,30
        active c
    """)
    rally.play("rally")
    assert rally["a"].standing
    dress = at("""
        blue field-medic m 10,10
        blue shieldbearer s 11.122,10 wounds 1
        red  rifleman r 30,30
        active m
    """)
    dress.play("field-dressing", "done")
    assert dress["s"].wounds == 2
    whole = at("""
        blue field-medic m 10,10
        blue shieldbearer s 11.122,10
        red  rifleman r 30,30
        active m
    """)
    assert "no wounded friend" in whole.why_not("field-dressing")


@proves("card.special-actions", "free-action.not-counted", "ranged.modifier.obscured")
def test_steady_ignores_obscured_and_goes_with_no_movement():
    text = """
        blue marksman a 10,10
        red  rifleman t 19,10
        piece woods 3  13,5 16,15
        active a
    """
    game = at(text).play("steady")
    assert "steady" in game.why_not("walk")
    game.play("attack", "long-rifle>t", dice="hit 2 / armor 6")
    assert game.modifiers("Hit roll") == {}
    moved = at(text).play("walk", [[10, 11]])
    assert "has moved" in moved.why_not("steady")


@proves("card.special-actions", "action.walk.excludes-run-charge")
def test_a_grapple_line_climbs_for_nothing_and_counts_as_a_walk():
    game = at("""
        blue scout a 10.5,11
        red  rifleman r 30,30
        piece platform 3  12,8 18,14 climbable climbable climbable climbable
        active a
    """)
    game.play("grapple-line", [[13, 11]])
    assert game["a"].elevation == 3
    assert game.why_not("walk")
    assert game.why_not("run")


@proves("card.special-actions", "engage.leaving-provokes")
def test_a_leap_goes_straight_over_models_and_obstacles_and_still_provokes():
    game = at("""
        blue leaper a 10,10
        red  choir-zealot+hooked-spear s 12,10
        piece obstacle 1  13,5 13,15
        active a
    """)
    game.play("leap", [[15.5, 10]], "decline")
    assert game["a"].x == 15.5
    blocked = at("""
        blue leaper a 10,10
        red  rifleman r 30,30
        piece wall 2  13,5 13,15
        active a
    """)
    blocked.play("leap")
    with pytest.raises(Refused, match="wall 1 is in the way"):
        blocked.play([[15.5, 10]])
    with pytest.raises(Refused, match="the limit is 6"):
        blocked.play([[10, 16.5]])


@proves("card.special-actions", "drop.fall-hits")
def test_a_leap_takes_levels_of_up_to_three_without_falling():
    game = at("""
        blue leaper a 13,11,3
        red  rifleman r 30,30
        piece platform 3  12,8 18,14 sheer sheer sheer sheer
        active a
    """)
    game.play("leap", [[10, 11]])
    assert (game["a"].elevation, game["a"].wounds) == (0, 2)
    high = at("""
        blue leaper a 13,11,4.5
        red  rifleman r 30,30
        piece platform 4.5  12,8 18,14 sheer sheer sheer sheer
        active a
    """)
    high.play("leap")
    with pytest.raises(Refused, match=r"level changes by 4\.5"):
        high.play([[10, 11]])


@proves("card.special-actions", "card.special-actions.cp-cost")
def test_whoever_an_action_cannot_be_used_on_is_listed_with_the_reason():
    game = at("""
        blue rifles-captain* c 10,10
        blue rifleman f 12,10 down
        blue rifleman g 10,12 down
        blue rifleman up 8,10
        blue rifleman far 30,10 down
        red  necron-warrior r 33,33
        active c
    """)
    game.play("rally")
    assert game.options == ["f", "g"]
    assert "it is not knocked down" in game.why_not("up")
    assert 'away, at most 6"' in game.why_not("far")


@proves("card.special-actions")
def test_whom_nobody_can_exhort_is_told_why_and_not_what_it_costs():
    game = at("""
        blue ember-prophet* p 10,10
        blue choir-zealot f 12,10 fatigued
        blue choir-zealot g 10,12 fatigued
        blue choir-zealot up 8,10
        blue choir-zealot far 30,10 fatigued
        red  necron-warrior r 33,33
        cp 1 0
        active p
    """)
    game.play("exhort")
    assert game.why_not("up") == "it is not fatigued [card.special-actions]"
    assert game.why_not("far").endswith('away, at most 6" is allowed [card.special-actions]')


@proves("action.reanimation-protocol.state", "action.prime-reanimation-protocol")
def test_whoever_returns_has_one_wound_and_none_of_the_counters_it_fell_with():
    """An Immortal that fell knocked down, fatigued, poisoned and burning stands up clean, with 1 of its 2 wounds."""
    game = at("""
        blue necron-lord* lord 10,10
        blue immortal w 14,10 down, fatigued, toxin, fire, wounds 1
        red  rifleman r 20,10
        round 2
        turn red
        active r
    """)
    assert game["w"].profile.wounds == 2
    remove(game.battle, game["w"], "it fell", "attack.recovery.fail")
    game.battle.activation = None
    return_to_play(game.battle, game["w"], 12.0, 10.0, 0.0, "action.reanimation-protocol.state")
    model = game["w"]
    assert (model.in_play, model.activated, model.wounds) == (True, True, 1)
    assert (model.knocked_down, model.fatigued, model.toxin, model.fire) == (False, False, False, False)
    assert model.height == model.profile.height
    assert (model.x, model.y, model.elevation) == (12.0, 10.0, 0.0)


@proves("card.special-abilities.cp-cost")
def test_an_ability_is_bought_once_for_an_attack_and_once_for_a_roll_however_many_points_there_are():
    shot = at("""
        blue deathmark a 10,10
        red  rifleman t 24,10
        cp 3 0
        active a
    """)
    shot.play("attack", "synaptic-disintegrator>t", "yes", "keep", dice="hit 1")
    assert shot.modifiers("Hit roll") == {"Targeting Routines": 1, "long range": -1}
    assert shot.battle.command_points[0] == 2
    braced = at("""
        blue necron-warrior a 10,10
        red  shieldbearer t 19,10
        cp 0 3
        active a
    """)
    braced.play("attack", "gauss-flayer>t", "yes", "keep", dice="hit 3 / armor 2")
    assert braced.modifiers("Armor roll") == {"AP1": -1, "Brace": 1}
    assert braced.battle.command_points[1] == 2


@proves("nerve.test")
@pytest.mark.parametrize(("away", "helped"), [(3.0, True), (3.2, False)])
def test_zeal_needs_another_zealot_within_three_inches(away: float, helped: bool):
    game = at(f"""
        blue choir-zealot z 10,10
        blue choir-zealot y {round(10 + 2 * 0.492 + away, 3)},10
        red  rifleman s 33,33
        broken blue
    """)  # fmt: skip
    game.play("activate z", dice="nerve 6")
    assert ("Zeal" in game.modifiers("Nerve test")) is helped


@proves("card.special-abilities.cp-cost", "end.step1-effects")
def test_self_repair_is_offered_for_its_last_point_and_never_to_an_unhurt_model():
    text = """
        blue immortal a 10,10 {wounds}
        red  rifleman r 30,30
        cp {cp} 0
        finished blue red
        step end phase
    """
    assert at(text.format(wounds="wounds 1", cp=1)).options == ["self-repair a", "done"]
    assert at(text.format(wounds="wounds 1", cp=0)).battle.round == 2
    assert at(text.format(wounds="", cp=1)).battle.round == 2


# -- reaches, to the tenth of an inch -----------------------------------------------------------------------------------------


def apart(side_of_other: str, inches: float):
    """A model and another of this side, so far apart from base to base."""
    battle = battle_at(f"blue rifleman a 10,10\n{side_of_other} rifleman b 20,10\nred rifleman far 30,30")
    a, b = battle["a"], battle["b"]
    b.x -= gap(a, b) - inches
    assert gap(a, b) == pytest.approx(inches)
    return battle, a, b


@proves("nerve.test", "warband.leader-bonus", "card.special-abilities")
@pytest.mark.parametrize("inches", [5.9, 6.0, 6.1])
def test_what_helps_friends_helps_within_six_and_no_enemies(inches: float):
    for side in ("blue", "red"):
        battle, owner, other = apart(side, inches)
        helped = side == "blue" and inches <= 6.0
        assert (EmberIcon().nerve_modifier(battle, owner, other) is not None) is helped
        assert MindWard().steadies(battle, owner, other) is helped
        assert BurningWords().lends_nerve(battle, owner, other) is helped
        assert Foresight().free_reroll(battle, owner, other) is helped
        assert EmberIcon().nerve_modifier(battle, owner, owner) is not None, "itself included"


@proves("nerve.test")
@pytest.mark.parametrize("inches", [2.9, 3.0, 3.1])
def test_terror_frightens_enemies_within_three_and_zeal_needs_a_friend_as_near(inches: float):
    for side in ("blue", "red"):
        battle, owner, other = apart(side, inches)
        terror = Terror().nerve_modifier(battle, owner, other)
        assert (terror.amount if terror is not None else 0) == (-1 if side == "red" and inches <= 3.0 else 0)
        zeal = Zeal().nerve_modifier(battle, owner, owner)
        assert (zeal.amount if zeal is not None else 0) == (1 if side == "blue" and inches <= 3.0 else 0)
        assert Zeal().nerve_modifier(battle, owner, other) is None, "its own tests only"


@proves("card.special-abilities", "cp.reroll")
def test_a_charm_is_the_bearers_own_and_each_charm_works_once_a_round():
    battle, owner, friend = apart("blue", 2.0)
    assert LuckyCharm().free_reroll(battle, owner, owner)
    assert not LuckyCharm().free_reroll(battle, owner, friend)
    battle = at("blue seer s 10,10\nblue warden w 12,10\nred rifleman t 30,30").battle
    assert [giver.told("w") for giver in givers_of(battle, battle["w"])] == ["s's Foresight"]
    battle["s"].charms_used = ("lucky-charm",)
    assert givers_of(battle, battle["w"]), "the other charm is another ability"
    battle["s"].charms_used = ("lucky-charm", "foresight")
    assert not givers_of(battle, battle["w"])


@proves("invulnerable.choice", "invulnerable.only-one")
def test_each_invulnerable_armor_has_its_printed_value():
    values = {rule.name: rule.invulnerable for rule in (DispersionShield, VoidCloak, AegisField, StormShield)}
    assert values == {"Dispersion Shield": 4, "Void Cloak": 5, "Aegis Field": 6, "Storm Shield": 4}
    for rule in (DispersionShield, VoidCloak, AegisField, StormShield):
        assert f"{rule.invulnerable}+" in rule.text


@proves("attack.recovery.roll", "warband.leader-bonus")
def test_each_help_to_recover_is_worth_one():
    assert (TooAngryToDie().recovery_bonus(), Unbowed().recovery_bonus()) == (1, 1)


@proves("card.special-abilities")
def test_a_model_that_lies_wails_at_nobody():
    game = at("blue howler a 10,10 down\nred rifleman t 15,10")
    game.play("activate a")
    assert game.prompt == "What does a do?"


@proves("stat.wounds", "card.special-actions")
@pytest.mark.parametrize(("inches", "dressed"), [(0.0, True), (0.5, False)])
def test_wounds_are_dressed_in_base_contact_and_not_from_half_an_inch(inches: float, dressed: bool):
    battle, healer, friend = apart("blue", inches)
    friend.wounds = friend.profile.wounds
    assert FieldDressing().fault(battle, healer, friend) == "it has all its wounds"
    friend.wounds = 0
    assert (FieldDressing().fault(battle, healer, friend) == "") is dressed


@proves("action.reanimation-protocol", "action.reanimation-protocol.placement")
def test_only_ones_own_fallen_of_the_right_type_return():
    battle = battle_at("""
        blue necron-lord* lord 10,10
        blue necron-warrior w 12,10 removed
        blue immortal i 14,10 removed
        blue necron-warrior here 16,10
        red  necron-warrior e 20,10 removed
        red  rifleman r 30,30
    """)
    fallen = ReanimationProtocol()._fallen(battle, battle["lord"])
    assert [model.key for model in fallen] == ["w"]


@proves("stat.attack-special")
def test_topple_needs_an_unsaved_hit_and_somebody_left_to_knock_down():
    text = """
        blue shieldbearer a 10,10
        red  {} t 11.26,10
        red  rifleman far 30,30
        active a
    """
    saved = at(text.format("immortal"))
    saved.play("attack", "mace>t", "decline", dice="hit 4 1 / armor 6")
    assert not saved["t"].knocked_down
    gone = at(text.format("necron-warrior"))
    gone.play("attack", "mace>t", dice="hit 4 1 / armor 1 / recovery 1")
    assert not gone["t"].in_play
    assert not gone["t"].knocked_down
    assert not gone.events("knocked down")


@proves("stat.attack-special")
def test_a_push_against_a_wall_moves_nobody_and_is_not_told():
    text = """
        blue slag-brute a 10,10
        red  immortal t 11.614,10
        {}
        active a
    """
    for wall, moved in (("piece blocking 3  12.25,8 13,12", 0), ("piece pool 0  30,30 31,31", 1)):
        game = at(text.format(wall))
        game.play("attack", "wrecking-maul>t", dice="hit 4 1 1 / armor 6")
        assert len(game.events("pushed")) == moved
        assert (game["t"].x == 11.614) is (not moved)
        assert (game.clause == "retaliate.who") is (not moved), "whoever was pushed away is out of reach"


@proves("card.special-actions")
def test_a_leap_goes_over_no_impassable_ground_either():
    game = at("""
        blue leaper a 10,10
        red  rifleman r 30,30
        piece pool 0  12,5 13,15
        active a
    """)
    game.play("leap")
    with pytest.raises(Refused, match="is in the way"):
        game.play([[15.5, 10]])
    game.play([[10, 15.5]])
    assert game["a"].y == 15.5


@proves("nerve.test")
@pytest.mark.parametrize(("face", "dares"), [(3, False), (4, True)])
def test_only_who_charges_a_dreadful_model_tests_and_the_ne_of_its_card_is_enough(face: int, dares: bool):
    """A card with NE 4+."""
    game = at("""
        card brave SP6 NE4+: Knife [MELEE] (0", 1D6, 4+, AP0, D1)
        blue brave a 10,10
        red  flayed-one t 16,10
        red  rifleman u 16,14
        active a
    """)
    game.play("charge", "t", dice=f"nerve {face}")
    assert (game.prompt != "What does a do?") is dares
    plain = at("""
        card brave SP6 NE4+: Knife [MELEE] (0", 1D6, 4+, AP0, D1)
        blue brave a 10,10
        red  rifleman u 16,10
        active a
    """)
    plain.play("charge", "u")
    assert not plain.events("nerve passed")
    assert plain.clause == "charge.move"


@proves("dice.reroll.accept", "card.special-abilities")
def test_each_free_reroll_names_the_card_that_gave_it():
    """Two seers stand by: the first re-roll is the first one's, the second the other's."""
    game = at("""
        blue warden a 10,10
        blue seer s 10,13
        blue seer p 10,7
        red  rifleman t 19,10
        active a
    """)
    game.play("attack", "pulse-carbine>t", dice="hit 1 1")
    game.play("free-die-1", dice="hit-reroll 2")
    game.play("free-die-2", dice="hit-reroll 2")
    given = [event.about[1] for event in game.events("re-rolled by a card")]
    assert given == ["s", "p"]
    assert (game["s"].charms_used, game["p"].charms_used) == (("foresight",), ("foresight",))


@proves("stat.attack-special")
@pytest.mark.parametrize(
    ("weapon", "toxin", "fire"), [("fang", True, False), ("torch", False, True), ("fist", False, False)]
)
def test_a_special_rule_belongs_to_its_own_attack_alone(weapon: str, toxin: bool, fire: bool):
    game = at("""
        card beast SP6: Fang [MELEE] (0", 1D6, 4+, AP0, D1) TOXIN; Torch [MELEE] (0", 1D6, 4+, AP0, D1) IGNITE; Fist [MELEE] (0", 1D6, 4+, AP0, D1)
        blue beast a 10,10
        red  immortal t 11.26,10
        active a
    """)
    game.play("attack", f"{weapon}>t", "decline", dice="hit 4 / armor 1")
    assert (game["t"].toxin, game["t"].fire) == (toxin, fire)


@proves("stat.attack-special")
def test_drain_needs_an_unsaved_hit():
    text = """
        card leech SP6: Kiss [MELEE] (0", 1D6, 4+, AP0, D1) DRAIN
        blue leech a 10,10
        red  immortal t 11.26,10
        active a
    """
    saved = at(text).play("attack", "kiss>t", "decline", dice="hit 4 / armor 6")
    assert not saved["t"].fatigued
    drained = at(text).play("attack", "kiss>t", dice="hit 4 / armor 1")
    assert drained["t"].fatigued


@proves("attack.split.modifiers-per-target")
def test_a_bonus_die_at_the_only_target_is_for_it_without_a_question():
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        cp 1 0
        active a
    """)
    game.play("attack", "halden-rifle>t", "yes", dice="hit 1 1 1")
    [rolled] = game.events("action hit roll")
    assert len(rolled.dice.faces) == 3


@proves("card.special-abilities.cp-cost", "end.step1-effects")
def test_a_repair_in_the_end_phase_is_paid_for_and_may_be_left():
    """Points left over are lost afterwards, so the log tells what was spent."""
    text = """
        blue immortal a 10,10 wounds 1
        blue crypt-warden b 14,10 wounds 1
        red  rifleman r 30,30
        cp 3 0
        finished blue red
        step end phase
    """
    game = at(text).play("self-repair b", "done")
    assert (game["a"].wounds, game["b"].wounds) == (1, 2)
    assert len(game.events("spent command points")) == 1
    none = at(text).play("done")
    assert (none["a"].wounds, none["b"].wounds) == (1, 1)
    assert not none.events("spent command points")
    assert none.battle.round == 2


@proves("card.special-abilities")
def test_a_lucky_charm_is_told_by_its_name():
    game = at("""
        blue rifleman+lucky-charm a 10,10
        red  rifleman t 19,10
        active a
    """)
    game.play("attack", "halden-rifle>t", "free-die-1", dice="hit 1 1 / hit-reroll 1")
    [told] = game.events("re-rolled by a card")
    assert told.values["giver"] == "its Lucky Charm"


@proves("card.special-actions.cp-cost")
def test_a_special_action_done_already_is_refused_for_that_and_not_for_its_price():
    game = at("""
        blue ember-prophet* a 10,10
        blue choir-zealot z 12,10 fatigued
        blue choir-zealot y 14,10 fatigued
        red  necron-warrior t 30,30
        cp 1 0
        active a
    """)
    game.play("exhort", "z")
    assert game.battle.command_points[0] == 0
    assert "[activation.no-repeat]" in game.why_not("exhort")


@proves("stat.attack-special")
def test_nobody_is_drained_who_is_gone_and_a_rule_is_called_what_is_printed():
    game = at("""
        card leech SP6: Kiss [MELEE] (0", 1D6, 4+, AP0, D1) DRAIN
        blue leech a 10,10
        red  rifleman t 11.122,10
        red  rifleman u 30,30
        active a
    """)
    assert [rule.name for rule in game["a"].profile.weapons[0].rules] == ["DRAIN"]
    game.play("attack", "kiss>t", dice="hit 4 / armor 1 / recovery 1")
    assert not game["t"].in_play
    assert not game["t"].fatigued
