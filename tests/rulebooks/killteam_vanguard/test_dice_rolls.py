"""Dice rolls: target numbers, modifiers, exploding sixes, natural ones, re-rolls."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.questions import D6
from vanguard.rulebooks.killteam_vanguard.dice_rolls import succeeds
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def shot(target: str = "necron-warrior", states: str = "", cp: str = "0 0", shooter: str = "rifleman") -> Position:
    """A shooter 8 inches from its target in the open, about to choose its attack."""
    game = at(f"""
        blue {shooter} a 10,10
        red  {target}  t 19,10 {states}
        cp {cp}
        active a
    """)
    return game.play("attack")


@proves("dice.notation", "dice.target-number", "dice.successes", "dice.six-sided")
def test_each_die_that_reaches_the_target_number_is_one_success():
    game = at("""
        blue ash-gunner+flame-projector a 10,10
        red  necron-warrior t 13,10
        active a
    """)
    game.play("attack", "flame-projector>t", dice="hit 2 3 5 / armor 4")
    assert game.dice("Hit roll").marks == ("miss", "miss", "hit")
    assert D6 == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("face", "target", "modifier", "success"),
    [
        (3, 4, 1, True),
        (2, 4, 1, False),
        (6, 8, 0, True),
        (6, 5, -3, True),
        (1, 2, 1, False),
        (1, 2, 5, False),
        (5, 6, 1, True),
        (2, 2, -1, False),
    ],
)
@proves("dice.modifier.applies-to-result", "dice.modifier.impossible-target", "dice.auto-fail-one", "dice.natural-only")
def test_modifiers_change_the_die_and_natural_sixes_and_ones_overrule_them(
    face: int, target: int, modifier: int, success: bool
):
    assert succeeds(face, target, modifier) is success


@proves("dice.modifier.applies-to-result")
def test_a_bonus_makes_a_natural_three_hit_on_four_but_not_a_natural_two():
    game = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        active a
    """)
    game.play("aim", "attack", "halden-rifle>t", dice="hit 3 2 / armor 4")
    assert game.dice("Hit roll").marks == ("hit", "miss")
    assert game.dice("Hit roll").needed == "4+, with modifiers 3+"


@proves("dice.modifier.cumulative", "action.aim", "ranged.modifier.obscured", "ranged.modifier.long-range")
def test_aim_obscured_and_long_range_together_are_minus_one():
    game = at("""
        blue rifleman a 5,10
        red  necron-warrior t 19,10
        piece woods 3  10,8 13,12
        active a
    """)
    game.play("aim", "attack", "halden-rifle>t", dice="hit 4 5 / armor 4")
    assert game.modifiers("Hit roll") == {"aim": 1, "obscured": -1, "long range": -1}
    assert game.dice("Hit roll").marks == ("miss", "hit")


@proves("dice.modifier.bonus-dice")
def test_bonus_and_lost_dice_change_the_number_of_dice_before_the_roll_and_never_below_none():
    near = at("""
        blue warden+scatter-gun a 10,10
        red  necron-warrior t 15,10
        active a
    """)
    near.play("attack", "scatter-gun>t", dice="hit 1 1 1 1")
    assert len(near.dice("Hit roll").faces) == 4
    lone = shot(shooter="marksman")
    lone.play("long-rifle>t", dice="hit 1")
    assert len(lone.dice("Hit roll").faces) == 1


@proves("dice.modifier.impossible-target", "attack.armor-roll.ap")
def test_armor_out_of_reach_is_still_saved_by_a_natural_six_and_trivial_armor_fails_on_one():
    """AR 5+ against AP3 needs 8; AR 2+ in cover still fails on a natural 1."""
    game = shot("rifleman", shooter="deathmark")
    game.play("synaptic-disintegrator>t", dice="hit 4 / armor 6")
    assert game["t"].in_play
    game = at("""
        blue necron-warrior a 10,10
        red  bulwark t 18,10
        piece obstacle 1  17.213,7 17.213,13
        active a
    """)
    game.play("attack", "gauss-flayer>t", "armor", dice="hit 5 / armor 1")
    assert game.modifiers("Armor roll") == {"AP1": -1, "cover": 1}
    assert game["t"].wounds == 2


@proves(
    "dice.exploding-six", "dice.exploding-six.bonus-die-same-test", "dice.natural-only", "attack.hit-roll",
    "dice.roll-order",
)  # fmt: skip
def test_each_natural_six_hits_whatever_the_modifiers_and_grants_a_die_that_can_explode_again():
    """2D6 at 4+ with -2: 6 and 5, the granted die 6, the next 3: two hits."""
    game = at("""
        blue rifleman a 5,10
        red  scarab-swarm t 19,10
        piece woods 3  10,8 13,12
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 6 5 6 3 / armor 1 1 / recovery 4")
    assert game.dice("Hit roll").marks == ("hit", "miss", "hit", "miss")
    assert any("2 hits" in line for line in game.log)


@proves("dice.exploding-six.armor-rolls", "attack.armor-roll")
def test_armor_rolls_explode_and_the_granted_die_may_save_a_second_hit():
    """3 hits, AR 4+: dice 6, 2, 1 save one, the granted 4 a second; one is unsaved."""
    game = at("""
        blue ash-gunner+flame-projector a 10,10
        red  necron-warrior t 13,10
        active a
    """)
    game.play("attack", "flame-projector>t", dice="hit 5 5 5 / armor 6 2 1 4 / recovery 1")
    assert game.dice("Armor roll").marks == ("save", "fail", "fail", "save")
    assert any("saves 2 hits; 1 hit unsaved" in line for line in game.log)


@proves("dice.exploding-six.armor-rolls")
def test_granted_armor_dice_stop_as_soon_as_every_hit_is_saved():
    game = shot("necron-warrior")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 6 6")
    assert game["t"].in_play
    game = shot("necron-warrior")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 6 1 6")
    assert game.dice("Armor roll").marks == ("save", "fail", "save")


@proves("dice.exploding-six.not-recovery-or-nerve", "attack.recovery.natural", "attack.recovery.roll")
def test_a_six_for_recovery_passes_and_grants_no_die():
    game = shot("necron-warrior")
    game.play("halden-rifle>t", dice="hit 4 1 / armor 1 / recovery 6")
    assert game["t"].in_play
    assert game["t"].wounds == 1


@proves("dice.exploding-six.not-recovery-or-nerve", "nerve.natural", "cp.reroll.only-hit-and-armor")
def test_nerve_tests_pass_on_a_natural_six_without_a_granted_die_and_are_not_rerolled():
    game = at("""
        blue choir-zealot z 18,3
        blue choir-zealot y 30,3
        red  necron-warrior t 18,33
        broken blue
        cp 3 3
    """)
    game.play("activate z", dice="nerve 6")
    assert game.prompt == "What does z do?"


@proves("dice.exploding-six.not-roll-offs", "deploy.roll-off", "initiative.first-round")
def test_roll_offs_are_plain_dice_rerolled_only_for_ties():
    game = at("""
        blue rifleman a 3,3
        red  rifleman b 3,33
        cp 5 5
        step first-turn roll-off
    """)
    game.play(dice="first-turn-roll-off 6 6 / first-turn-roll-off 3 5")
    assert game.battle.first_player == 1
    assert game.decider == 1
    assert "The first turn roll-off: Blue rolls 3, Red rolls 5." in game.log


@proves("dice.reroll.accept", "dice.reroll.once", "cp.reroll")
def test_a_command_point_rerolls_a_die_once_and_the_second_result_stands():
    """Hit 4+, dice 2 and 5: the 2 becomes a 6 with a granted 1, which becomes a 4: three hits for 2 CP."""
    game = shot("scarab-swarm", cp="2 0", shooter="warden")
    game.play(
        "pulse-carbine>t", "die-1", "die-3", dice="hit 2 5 / hit-reroll 6 1 / hit-reroll 4 / armor 6 1 1 1 / recovery 3"
    )
    assert game.dice("Hit roll").faces == (6, 5, 4)
    assert game.battle.command_points[0] == 0


@proves("dice.reroll.once")
def test_a_rerolled_die_is_not_offered_again():
    game = shot(cp="3 0", shooter="marksman")
    game.play("long-rifle>t", "no", "die-1", dice="hit 1 / hit-reroll 1")
    assert game.prompt != "Re-roll a die?"
    assert game.battle.command_points[0] == 2


@proves("cp.reroll")
def test_a_natural_six_is_never_offered_for_a_reroll():
    game = shot(cp="3 0", shooter="necron-warrior", target="rifleman")
    game.play("gauss-flayer>t", dice="hit 6 6 5")
    assert game.options == ["keep", "die-3"]


@proves("cp.reroll", "cp.when-spendable")
def test_each_player_rerolls_only_own_dice_also_in_the_other_players_turn():
    game = shot(cp="0 1")
    game.play("halden-rifle>t", dice="hit 4 4 / armor 1 5")
    assert game.decider == 1
    game.play("die-1", dice="armor-reroll 4")
    assert game["t"].in_play
    assert game.battle.command_points == (0, 0)


@proves("cp.reroll.only-hit-and-armor")
def test_a_recovery_roll_is_not_rerolled_with_command_points():
    game = shot(cp="0 3")
    game.play("halden-rifle>t", "keep", dice="hit 4 1 / armor 1 / recovery 2")
    assert not game["t"].in_play
    assert game.battle.command_points[1] == 3
