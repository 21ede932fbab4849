"""Attacks: choosing targets, splitting, hit, armor, wounds, recovery; ranged and melee modifiers; retaliation."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap as base_to_base
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked

proves = proves_for("killteam_vanguard")

CONTACT_32 = 1.26
"""Between the centers of two 32 mm bases in contact."""


def shot(target: str = "necron-warrior", states: str = "", cp: str = "0 0", shooter: str = "rifleman") -> Position:
    game = at(f"""
        blue {shooter} a 10,10
        red  {target}  t 19,10 {states}
        cp {cp}
        active a
    """)
    return game.play("attack")


def melee(attacker: str, target: str, gap: float = 0.0, more: str = "") -> Position:
    """Attacker and target this far apart, the attacker active."""
    game = at(f"""
        blue {attacker} a 10,10
        red  {target}   t 10,20
        {more}
        active a
    """)
    a, t = game["a"], game["t"]
    t.x, t.y = round(10 + a.radius + t.radius + gap, 3), 10.0
    return Position(game.battle.copy())


# -- choosing a target ----------------------------------------------------------------------------------------------------


@proves("attack.choose-weapon", "action.attack", "stat.attack-type", "card.weapon-line-format")
def test_the_weapon_is_chosen_from_the_card_before_any_dice():
    game = shot("rifleman", shooter="necron-lord*")
    assert "staff-of-light-ranged>t" in game.options
    assert "staff-of-light-melee>t" not in game.options
    assert game["a"].profile.weapons[0].line() == 'Staff of Light [MELEE] (0", 3D6, 2+, AP2, D1)'
    assert game["a"].profile.weapons[1].line() == 'Staff of Light [RANGED] (12", 3D6, 2+, AP2, D1)'


@proves("attack.sequence", "attack.wounds", "attack.armor-roll.compulsory")
def test_an_attack_goes_from_hit_roll_over_armor_and_wounds_to_recovery():
    game = shot("immortal")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 1 1 / recovery 4")
    told = [event.key for event in game.game.events if event.key != "activates"]
    assert told == [
        "action declared", "action hit roll", "armor roll", "lost wounds", "recovery passed", "knocked down", "fatigued",
    ]  # fmt: skip


@pytest.mark.parametrize(("x", "reaches"), [(23.26, True), (23.28, False)])
@proves("attack.target.range", "stat.range", "measure.base-to-base", "base.defines-position", "measure.inches")
def test_exactly_the_range_between_the_bases_is_in_range(x: float, reaches: bool):
    game = at(f"""
        blue necron-lord* a 10,10
        red  necron-warrior t {x},10
        active a
    """)
    assert ("attack" in game.options) is reaches


@proves("attack.target.los", "los.uses", "los.any-part")
def test_without_line_of_sight_there_is_no_attack():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        piece blocking 4  13,5 15,15
        active a
    """)
    assert "no enemy it could attack" in game.why_not("attack")
    with pytest.raises(Refused, match="no enemy it could attack"):
        game.play("attack")


@proves("attack.target.enemy")
def test_friends_are_not_among_the_targets():
    game = at("""
        blue rifleman a 10,10
        blue rifleman b 10,14
        red  necron-warrior t 19,10
        active a
    """)
    game.play("attack")
    assert game.options == ["halden-rifle>t"]


@proves("engage.no-ranged-attack", "ranged.engagement")
def test_an_engaged_model_may_not_shoot_not_even_at_its_opponent():
    game = melee("rifleman", "necron-warrior", more="red necron-warrior far 20,20")
    game.play("attack")
    assert game.options == ["bayonet>t"]
    assert "may not shoot" in game.why_not("halden-rifle>t")
    assert "may not shoot" in game.why_not("halden-rifle>far")


@proves("engage.not-ranged-target", "ranged.engagement")
def test_an_engaged_model_may_not_be_shot_at():
    game = at("""
        blue rifleman a 10,10
        blue rifleman b 19.2,10
        red  necron-warrior t 18,10
        red  necron-warrior u 18,14
        active a
    """)
    game["b"].x = 18 + 0.63 + 0.492
    game = Position(game.battle.copy())
    game.play("attack")
    assert "engaged" in game.why_not("halden-rifle>t")
    assert "halden-rifle>u" in game.options


# -- splitting --------------------------------------------------------------------------------------------------------------


@proves("attack.split.declare", "ranged.split", "attack.split.one-target-at-a-time")
def test_split_dice_are_declared_first_and_each_target_is_resolved_to_its_end():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        red  necron-warrior u 19,12
        active a
    """)
    game.play("attack", "halden-rifle>t", {"t": 1, "u": 1}, "u", dice="hit 4 / armor 1 / recovery 1 / hit 4 / armor 4")
    assert not game["u"].in_play
    assert game["t"].in_play
    order = [event.about[1] for event in game.game.events if event.key == "action hit roll"]
    assert order == ["u", "t"]


@proves("attack.split.declare", "ranged.split")
def test_every_die_is_allocated_and_the_initial_target_gets_at_least_one():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        red  necron-warrior u 19,12
        active a
    """)
    game.play("attack", "halden-rifle>t")
    with pytest.raises(Refused):
        game.play({"u": 2})
    with pytest.raises(Refused):
        game.play({"t": 1})


@pytest.mark.parametrize(("y", "offered"), [(13.26, True), (13.28, False)])
@proves("ranged.split")
def test_further_targets_of_a_ranged_split_are_within_two_inches_of_the_initial_one(y: float, offered: bool):
    game = at(f"""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        red  necron-warrior u 19,{y}
        red  necron-warrior v 19,{y + 3.2}
        active a
    """)
    game.play(
        "attack",
        "halden-rifle>t",
        *([{"t": 1, "u": 1}, "t"] if offered else []),
        dice="hit 1 / hit 1" if offered else "hit 1 1",
    )
    shot_at = [event.about[1] for event in game.game.events if event.key == "action hit roll"]
    assert ("u" in shot_at) is offered
    assert "v" not in shot_at


@proves("ranged.split", "engage.not-ranged-target")
def test_further_targets_must_each_be_eligible():
    game = at("""
        blue rifleman a 10,10
        blue rifleman b 20.622,12
        red  necron-warrior t 19,10
        red  necron-warrior u 19.5,12
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 1 1")
    assert len(game.dice("Hit roll").faces) == 2


@proves("attack.split.declare")
def test_dice_meant_for_a_target_that_is_gone_are_lost():
    """The first target's blast removes the second before its dice are rolled."""
    game = at("""
        blue immortal a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,11.5
        active a
    """)
    game.play(
        "attack", "gauss-blaster>t", {"t": 1, "u": 1}, "t",
        dice="hit 5 / armor 6 / hit 4 1 / armor 1 / recovery 1",
    )  # fmt: skip
    assert not game["u"].in_play
    assert any("U is gone" in line for line in game.log)


@proves("attack.split.modifiers-per-target")
def test_modifiers_are_judged_for_each_target_when_its_roll_begins():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 22.5,10
        red  necron-warrior u 22.5,12 down
        active a
    """)
    game["t"].x = 22.0
    game = Position(game.battle.copy())
    game.play("attack", "halden-rifle>t", {"t": 1, "u": 1}, "t", dice="hit 4 / armor 4 / hit 5 / armor 5")
    assert game.modifiers("Armor roll") == {"target knocked down": -1}
    assert game.modifiers("Hit roll") == {}


# -- hits, armor, wounds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cover", "face", "saved"), [(False, 5, False), (False, 6, True), (True, 4, False), (True, 5, True)]
)
@proves("attack.armor-roll.ap", "stat.ap", "stat.armor", "attack.armor-roll", "ranged.modifier.cover")
def test_armor_piercing_is_subtracted_from_each_armor_die_and_cover_added(cover: bool, face: int, saved: bool):
    """AR 4+, AP2: 6 needed; in cover 5."""
    wall = "piece obstacle 1  18.37,7 18.37,13" if cover else ""
    game = at(f"""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        {wall}
        active a
    """)
    game.play("attack", "long-rifle>t", dice=f"hit 5 / armor {face}" + ("" if saved else " / recovery 6"))
    assert game["t"].fatigued is not saved


@proves("attack.wounds", "stat.damage", "stat.wounds")
def test_each_unsaved_hit_inflicts_its_damage_all_at_once():
    """3 wounds left, one unsaved hit with D2 leaves 1; two of them are 4, one more than it had."""
    one = melee("crypt-warden", "crypt-warden", more="")
    one.play("attack", "warscythe>t", "decline", dice="hit 3 1 / armor 1")
    assert one["t"].wounds == 1
    two = melee("crypt-warden", "crypt-warden")
    two.play("attack", "warscythe>t", dice="hit 3 3 / armor 1 1 / recovery 5")
    assert two.modifiers("Recovery roll") == {"excess wounds": -1}
    assert two["t"].in_play


@pytest.mark.parametrize(("face", "stays"), [(3, False), (4, True), (1, False), (6, True)])
@proves("attack.recovery.roll", "attack.recovery.pass", "attack.recovery.fail", "stat.wounds.zero")
def test_a_model_at_zero_wounds_recovers_on_four_or_more_with_one_wound_knocked_down_and_fatigued(
    face: int, stays: bool
):
    game = shot("immortal")
    game.play("halden-rifle>t", dice=f"hit 4 4 / armor 1 1 / recovery {face}")
    target = game["t"]
    assert target.in_play is stays
    if stays:
        assert (target.wounds, target.knocked_down, target.fatigued) == (1, True, True)


@pytest.mark.parametrize(("wounds", "face", "stays"), [(1, 4, False), (1, 5, True), (2, 4, True)])
@proves("attack.recovery.excess-modifier")
def test_wounds_beyond_those_remaining_make_recovery_harder(wounds: int, face: int, stays: bool):
    """1 wound left, 2 suffered: -1, so a natural 5 is needed."""
    game = shot("immortal", f"wounds {wounds}", shooter="marksman")
    game.play("long-rifle>t", dice=f"hit 2 / armor 1 / recovery {face}")
    assert game["t"].in_play is stays


@proves("attack.recovery.excess-modifier", "attack.recovery.natural")
def test_three_excess_wounds_leave_only_the_natural_six():
    """1 left, 4 suffered: -3."""
    game = melee("crypt-warden", "crypt-warden")
    game["t"].wounds = 1
    game = Position(game.battle.copy())
    game.play("attack", "warscythe>t", dice="hit 3 3 / armor 1 1 / recovery 5")
    assert not game["t"].in_play


@proves("attack.recovery.already-knocked-down", "knockdown.no-recovery")
def test_a_model_already_knocked_down_is_removed_without_a_recovery_roll():
    game = shot("necron-warrior", "down")
    game.play("halden-rifle>t", dice="hit 4 1 / armor 4")
    assert not game["t"].in_play


@proves("attack.recovery.pass")
def test_a_fatigued_model_that_recovers_gets_no_second_counter():
    game = shot("necron-warrior", "fatigued")
    game.play("halden-rifle>t", dice="hit 4 1 / armor 1 / recovery 4")
    assert game["t"].fatigued
    assert not any("is fatigued by recovering" in line for line in game.log)


# -- invulnerable and mortal --------------------------------------------------------------------------------------------------


@proves("invulnerable.choice", "invulnerable.unmodified", "ability.phase-shifter", "stat.attack-special")
def test_an_invulnerable_roll_is_chosen_for_the_whole_roll_and_modified_by_nothing():
    """Invulnerable 4+ against AP3 while knocked down: a natural 4 saves; cover would not help either."""
    game = shot("necron-lord*", "down", shooter="deathmark")
    game.play("synaptic-disintegrator>t", dice="hit 2")
    assert game.decider == 1
    assert game.options == ["armor", "invulnerable-4"]
    assert asked(game.game).dice.label == "Hit roll", "chosen with the hits in sight"
    game.play("invulnerable-4", dice="armor 4")
    assert game.modifiers("Invulnerable armor roll") == {}
    assert game["t"].wounds == 4


@proves("invulnerable.choice")
@pytest.mark.parametrize(("piercing", "face", "asked"), [(1, 4, True), (2, 5, False), (3, 6, True)])
def test_nobody_is_asked_for_an_armor_where_both_come_to_the_same(piercing: int, face: int, asked: bool):
    """Armor 3+ pierced by two needs what a Void Cloak needs: a 5."""
    game = at(f"""
        card gunner SP6 AR4+: Gun [RANGED] (24", 1D6, 3+, AP{piercing}, D1)
        blue gunner a 10,10
        red  deathmark+void-cloak t 20,10
        active a
    """)
    game.play("attack", "gun>t", dice="hit 4" if asked else f"hit 4 / armor {face}")
    assert (game.clause == "invulnerable.choice") is asked


@proves("invulnerable.choice", "card.special-abilities.cp-cost")
@pytest.mark.parametrize(("points", "asked"), [(0, False), (1, True)])
def test_what_can_be_bought_for_armor_makes_it_another_answer(points: int, asked: bool):
    """A Shieldbearer with an invulnerable 4+ of its own: armor 3+ pierced by one needs a 4 too, and less for a point."""
    game = at(f"""
        card gunner SP6 AR4+: Gun [RANGED] (24", 1D6, 3+, AP1, D1)
        blue gunner a 10,10
        red  shieldbearer t 20,10
        cp 0 {points}
        active a
    """)
    game["t"].profile.invulnerable = [4]
    game.play("attack", "gun>t", dice="hit 4" if asked else "hit 4 / armor 4")
    assert (game.clause == "invulnerable.choice") is asked


@proves("invulnerable.unmodified")
def test_cover_does_not_help_an_invulnerable_roll_and_a_six_still_explodes():
    game = at("""
        blue rifleman a 10,10
        red  necron-lord* t 19,10
        piece obstacle 1  18.37,7 18.37,13
        active a
    """)
    game.play("attack", "halden-rifle>t", "invulnerable-4", dice="hit 5 5 / armor 3 6 1")
    assert game.dice("Invulnerable armor roll").marks == ("fail", "save", "fail")
    assert game["t"].wounds == 3


@proves("invulnerable.only-one")
def test_a_model_with_several_invulnerable_values_uses_one_of_them():
    game = shot("bulwark")
    game.play("halden-rifle>t", dice="hit 4 1")
    assert game.options == ["armor", "invulnerable-4", "invulnerable-6"]


@proves("mortal.no-armor", "mortal.recovery")
def test_mortal_wounds_allow_no_armor_roll_and_are_totaled_before_one_recovery_roll():
    game = shot("necron-warrior", shooter="seer")
    game.play("mind-spike>t", "keep", dice="hit 5 5 / recovery 4")
    assert game.modifiers("Recovery roll") == {"excess wounds": -1}
    assert not game["t"].in_play


# -- ranged modifiers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "long"), [(12.0, False), (12.02, True)])
@proves("ranged.modifier.long-range")
def test_long_range_is_more_than_twelve_inches(gap: float, long: bool):
    game = at(f"""
        blue rifleman a 5,10
        red  rifleman t {5 + 2 * 0.492 + gap},10
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 1 1")
    assert ("long range" in game.modifiers("Hit roll")) is long


@proves("ranged.modifier.aim", "action.aim")
def test_aim_gives_plus_one_to_every_target_of_the_next_ranged_attack():
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,12
        active a
    """)
    game.play("aim", "attack", "halden-rifle>t", {"t": 1, "u": 1}, "t", dice="hit 2 / hit 2")
    shown = [event.dice.modifiers[0].label for event in game.game.events if event.dice is not None]
    assert shown == ["aim", "aim"]


@proves("ranged.modifier.obscured", "los.obscured", "los.models-hide")
def test_a_target_partly_hidden_even_by_a_friend_of_the_shooter_is_obscured():
    game = at("""
        blue rifleman a 10,10
        blue rifleman b 14,10.2
        red  rifleman t 19,10
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {"obscured": -1}


@proves("ranged.modifier.cover", "terrain.obstacle.cover")
def test_cover_needs_an_obstacle_that_obscures_and_that_the_target_touches():
    touching = at("""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        piece obstacle 1  18.37,7 18.37,13
        active a
    """)
    touching.play("attack", "long-rifle>t", dice="hit 5 / armor 5")
    assert touching.modifiers("Armor roll") == {"AP2": -2, "cover": 1}
    assert "obscured" in touching.modifiers("Hit roll")
    apart = at("""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        piece obstacle 1  18.2,7 18.2,13
        active a
    """)
    apart.play("attack", "long-rifle>t", dice="hit 5 / armor 6")
    assert apart.modifiers("Armor roll") == {"AP2": -2}
    assert "obscured" in apart.modifiers("Hit roll")


@proves("ranged.modifier.cover")
def test_an_obstacle_behind_the_target_and_woods_give_no_cover():
    behind = at("""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        piece obstacle 1  19.63,7 19.63,13
        active a
    """)
    behind.play("attack", "long-rifle>t", dice="hit 5 / armor 6")
    assert "cover" not in behind.modifiers("Armor roll")
    woods = at("""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        piece woods 3  15,7 18.37,13
        active a
    """)
    woods.play("attack", "long-rifle>t", dice="hit 5 / armor 6")
    assert "obscured" in woods.modifiers("Hit roll")
    assert "cover" not in woods.modifiers("Armor roll")


@proves("ranged.modifier.knocked-down", "knockdown.armor-penalty")
def test_a_knocked_down_target_costs_one_armor_once_and_gives_no_bonus_to_hit_at_range():
    """AR 3+, knocked down, shot with AP1: each armor die gets -2, not -3."""
    game = shot("immortal", "down", shooter="necron-warrior")
    game.play("gauss-flayer>t", dice="hit 3 / armor 5")
    assert game.modifiers("Hit roll") == {}
    assert game.modifiers("Armor roll") == {"AP1": -1, "target knocked down": -1}
    assert game["t"].wounds == 2


# -- melee ----------------------------------------------------------------------------------------------------------------------


@proves("melee.requires-engagement", "melee.targets", "stat.range.zero", "card.melee-default-range")
def test_a_sword_of_range_zero_cannot_reach_a_spearman_who_engages_it():
    """Attacker with a 0 inch sword engaged by a spearman at 1.5: no attack."""
    game = melee("rifles-captain*", "choir-zealot+hooked-spear", gap=1.5)
    assert "no enemy within reach" in game.why_not("attack")
    contact = melee("rifles-captain*", "choir-zealot+hooked-spear")
    contact.play("attack")
    assert contact.options == ["sabre>t", "bayonet>t"]


@proves("melee.targets", "attack.split.declare")
def test_melee_dice_are_split_among_the_enemies_in_reach():
    game = at("""
        blue flayed-one a 10,10
        red  necron-warrior t 11.26,10
        red  necron-warrior u 8.74,10
        active a
    """)
    game.play("attack", "flayer-claws>t", {"t": 2, "u": 1}, "t", "decline", "decline", dice="hit 1 1 / hit 1")
    assert [event.about[1] for event in game.game.events if event.key == "action hit roll"] == ["t", "u"]


@proves("melee.modifier.focus", "action.focus")
@pytest.mark.parametrize(
    ("choice", "to_hit", "armor"), [("hit", {"focus": 1}, {"AP1": -1}), ("ap", {}, {"AP1": -1, "focus": -1})]
)
def test_focus_gives_plus_one_to_hit_or_plus_one_ap_as_chosen(
    choice: str, to_hit: dict[str, int], armor: dict[str, int]
):
    game = melee("flayed-one", "necron-warrior")
    game.play("focus", "attack", "flayer-claws>t", choice, "decline", dice="hit 5 1 1 / armor 6")
    assert game.modifiers("Hit roll") == to_hit
    assert game.modifiers("Armor roll") == armor


@proves("melee.modifier.knocked-down")
def test_a_knocked_down_target_is_easier_to_hit_and_to_pierce_in_melee():
    game = melee("flayed-one", "necron-warrior")
    game["t"].knocked_down = True
    game = Position(game.battle.copy())
    game.play("attack", "flayer-claws>t", dice="hit 2 1 1 / armor 6")
    assert game.modifiers("Hit roll") == {"target knocked down": 1}
    assert game.modifiers("Armor roll") == {"AP1": -1, "target knocked down": -1}


@proves("melee.modifier.cover")
def test_two_models_in_contact_across_a_wall_both_have_cover_in_melee():
    game = melee("necron-warrior", "necron-warrior", more="piece obstacle 1  10.63,7 10.63,13")
    game.play("attack", "melee-weapon>t", "melee-weapon", dice="hit 5 / armor 3 / hit 5 / armor 3")
    assert game.modifiers("Armor roll") == {"cover": 1}
    assert game["t"].in_play
    assert game["a"].in_play


@proves("melee.no-ranged-modifiers")
def test_aim_obscured_and_long_range_do_not_touch_melee_nor_focus_and_outnumbering_shooting():
    fight = melee("necron-warrior", "necron-warrior", more="piece obstacle 1  10.63,7 10.63,13")
    fight.play("aim", "attack", "melee-weapon>t", "decline", dice="hit 1")
    assert fight.modifiers("Hit roll") == {}
    shoot = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        active a
    """)
    shoot.play("focus", "attack", "halden-rifle>t", dice="hit 1 1")
    assert shoot.modifiers("Hit roll") == {}


OUTNUMBERING = """
        blue flayed-one a 10,10
        blue {helper} h 12.52,10 {states}
        red  necron-warrior t 11.26,10
        {more}
        active a
"""


@pytest.mark.parametrize(
    ("helper", "states", "more", "dice"),
    [
        ("flayed-one", "", "", 4),
        ("flayed-one", "fatigued", "", 3),
        ("flayed-one", "down", "", 3),
        ("flayed-one", "", "red necron-warrior u 13.78,10", 3),
        ("flayed-one", "", "red necron-warrior u 13.78,10 down", 4),
        ("flayed-one", "", "blue flayed-one g 11.26,11.26", 4),
    ],
)
@proves("melee.modifier.outnumbering", "melee.modifier.outnumbering-helper")
def test_outnumbering_adds_one_die_for_a_standing_unfatigued_helper_engaged_with_nobody_else(
    helper: str, states: str, more: str, dice: int
):
    game = at(OUTNUMBERING.format(helper=helper, states=states, more=more))
    game.play("attack", "flayer-claws>t", "decline", dice="hit " + " ".join(["1"] * dice))
    assert len(game.dice("Hit roll").faces) == dice


@proves("attack.split.modifiers-per-target", "melee.modifier.outnumbering")
def test_outnumbering_counts_in_each_roll_whose_target_qualifies_and_only_there():
    game = at("""
        blue flayed-one a 10,10
        blue flayed-one h 12.52,10
        red  necron-warrior t 11.26,10
        red  necron-warrior u 8.74,10
        active a
    """)
    game.play("attack", "flayer-claws>t", {"t": 2, "u": 1}, "t", "decline", "decline", dice="hit 1 1 1 / hit 1")
    assert [len(event.dice.faces) for event in game.game.events if event.dice is not None] == [3, 1]


# -- retaliation ------------------------------------------------------------------------------------------------------------------


@proves(
    "retaliate.who",
    "retaliate.attack",
    "retaliate.fatigues",
    "retaliate.no-chain",
    "fatigue.retaliation",
    "retaliate.timing",
)
def test_a_survivor_of_melee_may_strike_back_and_is_then_fatigued_and_nobody_answers_that():
    game = melee("necron-warrior", "flayed-one")
    game.play("attack", "melee-weapon>t", dice="hit 1")
    assert (game.decider, game.options) == (1, ["decline", "flayer-claws", "melee-weapon"])
    game.play("flayer-claws", dice="hit 3 1 1 / armor 6")
    assert game["t"].fatigued
    assert game.decider == 0


@proves("retaliate.fatigues", "fatigue.one-short-action", "fatigue.removed-at-end")
def test_who_retaliates_before_its_activation_performs_one_short_action_in_it_and_loses_the_counter():
    game = melee("necron-warrior", "flayed-one", more="blue necron-warrior b 30,30")
    game.play("attack", "melee-weapon>t", "flayer-claws", "done", dice="hit 1 / hit 1 1 1")
    game.play("activate t")
    assert "one short action only" in game.why_not("run")
    game.play("focus")
    assert game["t"].activated
    assert not game["t"].fatigued


@pytest.mark.parametrize("states", ["fatigued", "down"])
@proves("retaliate.who", "knockdown.no-attacks")
def test_a_fatigued_or_knocked_down_model_cannot_retaliate(states: str):
    game = melee("necron-warrior", "flayed-one")
    if states == "fatigued":
        game["t"].fatigued = True
    else:
        game["t"].knocked_down = True
    game = Position(game.battle.copy())
    game.play("attack", "melee-weapon>t", dice="hit 1")
    assert game.decider == 0


@proves("retaliate.who", "attack.recovery.pass")
def test_a_model_that_just_recovered_cannot_retaliate_and_an_activated_one_can():
    recovered = melee("necron-warrior", "flayed-one")
    recovered.play("attack", "melee-weapon>t", dice="hit 3 / armor 1 / recovery 4")
    assert recovered.decider == 0
    active = melee("necron-warrior", "flayed-one")
    active["t"].activated = True
    active = Position(active.battle.copy())
    active.play("attack", "melee-weapon>t", dice="hit 1")
    assert active.decider == 1


@proves("retaliate.attack")
def test_no_retaliation_is_possible_when_no_melee_attack_reaches_the_attacker():
    game = melee("choir-zealot+hooked-spear", "flayed-one", gap=1.5)
    game.play("attack", "hooked-spear>t", dice="hit 1")
    assert game.decider == 0


@proves("retaliate.timing")
def test_retaliations_wait_for_all_targets_of_a_split_and_lapse_when_the_attacker_is_removed():
    game = at("""
        blue choir-zealot a 10,10
        red  flayed-one t 11.122,10
        red  flayed-one u 8.878,10
        active a
    """)
    game.play(
        "attack",
        "cudgel>t",
        {"t": 1, "u": 1},
        "t",
        "flayer-claws",
        dice="hit 1 / hit 1 / hit 3 3 3 1 / armor 1 1 1 / recovery 1",
    )
    assert not game["a"].in_play
    assert game["t"].fatigued
    assert not game["u"].fatigued
    assert game.decider == 1
    assert "retaliate" not in game.clause, "u is not even asked"


@proves("retaliate.attack", "action.focus")
def test_a_retaliation_has_outnumbering_and_knocked_down_bonuses_but_no_focus():
    game = at("""
        blue necron-warrior a 10,10
        red  flayed-one t 11.26,10
        red  flayed-one h 8.74,10
        active a
    """)
    game.play("attack", "melee-weapon>t", "flayer-claws", dice="hit 1 / hit 1 1 1 1")
    assert game.modifiers("Hit roll") == {"outnumbering (dice)": 1}


@proves("free-action.reactions-not-limited")
def test_a_retaliation_does_not_use_up_the_retaliators_own_attack():
    game = melee("necron-warrior", "flayed-one", more="blue necron-warrior b 30,30")
    game.play("attack", "melee-weapon>t", "flayer-claws", dice="hit 1 / hit 1 1 1")
    game.play("done")
    assert game.decider == 1
    game.play("activate t")
    assert "attack" in game.options


# -- blast ------------------------------------------------------------------------------------------------------------------------


BLAST = """
        blue immortal a 10,10
        blue rifleman f 21.76,10
        red  rifleman t 19,10
        red  rifleman u 19,12.9
        red  rifleman v 19,6.9
        active a
"""


@proves("blast.trigger", "blast.who-is-caught", "blast.printed-on-gauss-blaster", "blast.no-modifiers", "blast.timing")
def test_a_hit_with_blast_attacks_every_other_model_within_two_inches_friend_and_foe():
    """A model 2.0 away is caught, one at 2.1 is not."""
    game = at(BLAST)
    assert game["a"].profile.weapons[0].line() == 'Gauss Blaster [RANGED] (24", 2D6, 3+, AP2, D1) BLAST (2")'
    game.play("attack", "gauss-blaster>t", {"t": 2}, "f", dice="hit 3 1 / armor 6 / hit 4 1 / armor 5 / hit 3 3")
    caught = [event.about[1] for event in game.game.events if event.key == "blast hit roll"]
    assert caught == ["f", "u"]


@proves("blast.trigger")
def test_no_hit_no_blast():
    game = at(BLAST)
    game.play("attack", "gauss-blaster>t", {"t": 2}, dice="hit 2 1")
    assert not any(event.key == "blast hit roll" for event in game.game.events)


@proves("blast.no-modifiers", "blast.no-chain")
def test_blast_attacks_ignore_every_modifier_and_cause_no_further_blast():
    game = at("""
        blue immortal a 5,10
        red  rifleman t 19,10
        red  rifleman u 20.5,10 down
        piece woods 3  8,7 12,13
        active a
    """)
    game.play("aim", "attack", "gauss-blaster>t", {"t": 2}, dice="hit 6 1 1 / armor 6 / hit 4 1 / armor 5")
    assert game.modifiers("Hit roll") == {}
    assert game.modifiers("Armor roll") == {}
    assert game.dice("Hit roll").needed == "4+"


@proves("blast.who-is-caught", "blast.timing")
def test_the_shooter_itself_is_caught_when_close_enough_and_a_removed_target_still_counts_for_its_position():
    game = at("""
        blue firebomber a 10,10
        red  rifleman t 12,10
        active a
    """)
    game.play("attack", "firebomb>t", dice="hit 3 / armor 1 / recovery 1 / hit 4 4 / armor 1 1 / recovery 1")
    assert not game["t"].in_play
    assert not game["a"].in_play


@proves("blast.who-is-caught", "blast.timing")
def test_a_model_knocked_down_by_one_roll_of_an_attack_gets_no_recovery_from_a_later_one():
    """Both are hit and both blast each other: the second fall is final."""
    game = at("""
        blue immortal a 10,10
        red  rifleman t 19,10
        red  rifleman u 19,11.5
        active a
    """)
    game.play(
        "attack", "gauss-blaster>t", {"t": 1, "u": 1}, "t",
        dice="hit 3 / armor 1 / recovery 4 / hit 4 1 / armor 1 / recovery 4 / hit 3 / armor 1 / hit 4 1 / armor 1",
    )  # fmt: skip
    assert not game["u"].in_play
    assert not game["t"].in_play


@proves("blast.timing")
def test_dice_already_declared_are_still_rolled_when_a_blast_removes_the_attacker_itself():
    """The blast at t reaches the shooter 1.9 away; its second die is rolled at u all the same."""
    game = at("""
        blue immortal a 10,10 wounds 1
        red  rifleman t 13,10
        red  rifleman u 13,12.8
        active a
    """)
    game.play(
        "attack", "gauss-blaster>t", {"t": 1, "u": 1}, "t", "a",
        dice="hit 3 / armor 6 / hit 4 4 / armor 1 1 / recovery 1 / hit 1 1 / hit 3 / armor 1 / recovery 1 / hit 1 1",
    )  # fmt: skip
    assert not game["a"].in_play
    assert not game["u"].in_play
    assert not any(event.key == "dice lost" for event in game.game.events)


# -- every number names its own rule ----------------------------------------------------------------------------------------------


def clauses_of(game: Position, label: str) -> dict[str, str]:
    """The rule behind every modifier of the last such roll."""
    return {modifier.label: modifier.clause for modifier in game.dice(label).modifiers}


@proves("melee.modifier.cover", "ranged.modifier.cover", "attack.armor-roll.ap")
def test_cover_is_told_as_the_rule_of_melee_or_of_shooting():
    fight = melee("necron-warrior", "necron-warrior", more="piece obstacle 1  10.63,7 10.63,13")
    fight.play("attack", "melee-weapon>t", "decline", dice="hit 5 / armor 3")
    assert clauses_of(fight, "Armor roll") == {"cover": "melee.modifier.cover"}
    shoot = at("""
        blue marksman a 10,10
        red  necron-warrior t 19,10
        piece obstacle 1  18.37,7 18.37,13
        active a
    """)
    shoot.play("attack", "long-rifle>t", dice="hit 5 / armor 5")
    assert clauses_of(shoot, "Armor roll") == {"AP2": "attack.armor-roll.ap", "cover": "ranged.modifier.cover"}


@proves("melee.modifier.knocked-down", "ranged.modifier.knocked-down")
def test_a_target_that_lies_is_told_as_the_rule_of_melee_or_of_shooting():
    fight = melee("flayed-one", "necron-warrior")
    fight["t"].knocked_down = True
    fight = Position(fight.battle.copy())
    fight.play("attack", "flayer-claws>t", dice="hit 2 1 1 / armor 6")
    assert clauses_of(fight, "Armor roll")["target knocked down"] == "melee.modifier.knocked-down"
    shoot = shot("immortal", "down", shooter="necron-warrior")
    shoot.play("gauss-flayer>t", dice="hit 3 / armor 5")
    assert clauses_of(shoot, "Armor roll")["target knocked down"] == "ranged.modifier.knocked-down"


@proves("attack.armor-roll", "invulnerable.unmodified")
def test_an_armor_roll_and_an_invulnerable_one_are_each_told_by_their_own_rule():
    for choice, clause in (("armor", "attack.armor-roll"), ("invulnerable-4", "invulnerable.unmodified")):
        game = shot("necron-lord*", "", shooter="deathmark")
        game.play("synaptic-disintegrator>t", dice="hit 2")
        game.play(choice, dice="armor 5")
        told = [event.clause for event in game.game.events if event.dice is not None]
        assert told[-1] == clause


@proves("melee.targets", "ranged.split", "attack.split.declare")
def test_dice_are_split_under_the_rule_of_the_weapon():
    fight = at("""
        blue flayed-one a 10,10
        red  necron-warrior t 11.26,10
        red  necron-warrior u 8.74,10
        active a
    """)
    fight.play("attack", "flayer-claws>t")
    assert asked(fight.game).clause == "melee.targets"
    shoot = at("""
        blue heavy-gunner a 10,10
        red  necron-warrior t 19,10
        red  necron-warrior u 19,11.5
        active a
    """)
    shoot.play("attack", "repeater>t")
    assert asked(shoot.game).clause == "ranged.split"


@proves("ranged.modifier.aim", "melee.modifier.focus")
def test_an_aim_or_a_focus_is_used_up_by_the_attack_it_was_taken_for():
    shoot = at("blue rifleman a 10,10\nred necron-warrior t 19,10\nactive a\ncp 0 0")
    shoot.play("aim", "attack", "halden-rifle>t", dice="hit 1 1")
    assert shoot.modifiers("Hit roll") == {"aim": 1}
    activation = shoot.battle.activation
    assert activation is None or not activation.aimed
    fight = melee("flayed-one", "necron-warrior")
    fight.play("focus", "attack", "flayer-claws>t", "hit", "decline", dice="hit 1 1 1")
    activation = fight.battle.activation
    assert activation is None or not activation.focused


@proves("ranged.modifier.long-range", "attack.target.range")
def test_long_range_and_reach_are_measured_to_the_hundredth():
    """Over 12 inches a shot is a long one, at 12 not yet; a rifle reaches to its range and no further."""
    for inches, told in ((12.0, {}), (12.1, {"long range": -1})):
        battle = battle_at("blue rifleman a 5,10\nred necron-warrior t 20,10\nactive a")
        battle["t"].x -= base_to_base(battle["a"], battle["t"]) - inches
        game = Position(battle)
        game.play("attack", "halden-rifle>t", dice="hit 1 1")
        assert game.modifiers("Hit roll") == told


# -- the edges of choosing a target -----------------------------------------------------------------------------------------

GUNNER = 'card gunner SP5 AR4+: Gun [RANGED] (12", 2D6, 4+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)'


@proves("attack.target.range")
@pytest.mark.parametrize(("away", "offered"), [(12.0, True), (12.05, False)])
def test_exactly_the_range_is_in_range_and_out_of_range_only_the_attack_is_barred(away: float, offered: bool):
    """Two bases of 32 mm."""
    game = at(f"""
        {GUNNER}
        blue gunner a 10,10
        red  gunner t {11.26 + away:.3f},10
        active a
    """)
    assert "walk" in game.options
    assert ("attack" in game.options) is offered
    if offered:
        assert game.play("attack").options == ["gun>t"]
    else:
        assert "[attack.target.range]" in game.why_not("attack")


@proves("attack.target.los")
def test_of_two_enemies_the_one_behind_a_wall_cannot_be_attacked():
    game = at(f"""
        {GUNNER}
        blue gunner a 10,10
        red  gunner t 19,10
        red  gunner u 10,19
        piece wall 3  7,15 13,15
        active a
    """)
    game.play("attack")
    assert game.options == ["gun>t"]
    assert game.why_not("gun>u") == "no line of sight [attack.target.los]"


@proves("attack.split.declare", "retaliate.timing")
def test_of_a_split_melee_attack_both_targets_answer_once_and_nobody_answers_them():
    """The dice for both are declared first; each is struck, each strikes back, and that is all."""
    game = at("""
        blue flayed-one a 10,10
        red  necron-warrior t 11.26,10
        red  necron-warrior u 8.74,10
        active a
    """)
    game.play("attack", "flayer-claws>t", {"t": 2, "u": 1}, "t", dice="hit 1 1 / hit 1")
    assert game.decider == 1
    game.play("melee-weapon", "melee-weapon", dice="hit 1 1 / hit 1")
    rolled = [event.key for event in game.game.events if event.key.endswith("hit roll")]
    assert rolled == ["action hit roll", "action hit roll", "retaliation hit roll", "retaliation hit roll"]
    assert game.prompt == "What does a do?"


@proves("ranged.modifier.obscured")
def test_nothing_obscures_a_target_in_the_open():
    game = shot()
    game.play("halden-rifle>t", dice="hit 4 1 / armor 6")
    assert game.modifiers("Hit roll") == {}


@proves("attack.choose-weapon", "attack.target.range")
def test_the_chosen_weapon_is_used_against_the_chosen_enemy_and_no_other():
    game = at("""
        card gunner SP5 AR4+: Gun [RANGED] (12", 2D6, 4+, AP0, D1); Cannon [RANGED] (24", 3D6, 4+, AP0, D1)
        blue gunner a 10,10
        red  gunner t 19,10
        red  gunner u 10,28
        active a
    """)
    game.play("attack")
    assert game.options == ["gun>t", "cannon>t", "cannon>u"]
    assert game.why_not("gun>u").endswith("[attack.target.range]")
    game.play("cannon>u", dice="hit 1 1 1")
    [rolled] = game.events("action hit roll")
    assert rolled.about == ("a", "u")


@proves("attack.recovery.already-knocked-down")
@pytest.mark.parametrize(("states", "dice"), [("", " / recovery 4"), ("down", "")])
def test_a_standing_model_recovers_and_one_that_lies_is_removed(states: str, dice: str):
    game = shot("rifleman", states)
    game.play("halden-rifle>t", dice="hit 5 1 / armor 1" + dice)
    assert game["t"].in_play is bool(dice)


@proves("attack.choose-weapon")
def test_an_attack_that_can_be_chosen_is_offered_by_that_rule():
    assert shot().option("halden-rifle>t").clause == "attack.choose-weapon"


@proves("attack.recovery.already-knocked-down", "attack.recovery.excess-modifier")
def test_a_model_that_lies_stays_when_its_armor_holds_and_the_last_wound_exactly_costs_no_modifier():
    saved = shot("rifleman", "down").play("halden-rifle>t", dice="hit 5 1 / armor 6")
    assert saved["t"].in_play
    assert not saved.events("lost wounds")
    exact = shot("rifleman").play("halden-rifle>t", dice="hit 5 1 / armor 1 / recovery 4")
    assert exact.modifiers("Recovery roll") == {}
    assert exact["t"].knocked_down
