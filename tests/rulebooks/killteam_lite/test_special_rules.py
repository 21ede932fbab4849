"""COMMON CRITICAL HIT RULES, SPECIAL RULES AND ABILITIES, one by one."""

from pathlib import Path

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, weapon
from tests.rulebooks.killteam_lite.test_shooting import shot
from vanguard.core.content import Shelf
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_lite.actions import shoot_fault
from vanguard.rulebooks.killteam_lite.content.content import special_rule, weapon_faults
from vanguard.rulebooks.killteam_lite.content.content_models import WeaponEntry
from vanguard.rulebooks.killteam_lite.special_rules import SPECIAL_RULES, ArmourPiercing
from vanguard.rulebooks.killteam_lite.state import PloyInForce
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def spread(gun: str, drawn: str, **more: object) -> Table:
    """Blue a shoots into a group of others."""
    return at(f"blue Man a 4,11 Engage\n{drawn}", active="a", weapons={"a": (gun,)}, **more)  # type: ignore[arg-type]


# -- which dice count -------------------------------------------------------------------------------------------------


@proves("balanced.one-reroll")
def test_balanced_rerolls_any_single_die() -> None:
    table = shot("gun: A 4, BS 3+, D 3/4, Balanced", "Df=0", "attack 6 5 2 1")
    assert table.keys == ["balanced-1", "balanced-2", "balanced-5", "balanced-6", "keep"]
    table.play("balanced-2", dice="reroll 5")
    assert not table["b"].in_play, "3 + 3 + 4 damage"


@proves("balanced.with-other-rerolls", "dice.reroll-once", "ceaseless.reroll-ones")
def test_a_die_is_rerolled_once_whatever_the_source() -> None:
    """Ceaseless turns a 1 into another 1: that die cannot be re-rolled again, not even with Command Re-roll."""
    table = shot("gun: A 2, BS 3+, D 3/4, Ceaseless, Balanced", "Df=0", "attack 1 2", cp=(3, 0))
    table.play("ceaseless-1", dice="reroll 1")
    assert table.keys == ["balanced-2", "command-2", "keep"]
    table.play("balanced-2", dice="reroll 2")
    assert table["b"].wounds == 8, "no die is left to re-roll, so the step is over"
    assert table.battle.command_points == (3, 0)


@proves("ceaseless.reroll-ones")
def test_ceaseless_rerolls_as_many_ones_as_wanted() -> None:
    """1 1 4 6: both 1s may be re-rolled; new results 1 and 5 stand."""
    table = shot("gun: A 4, BS 3+, D 1/2, Ceaseless", "Df=0", "attack 1 1 4 6")
    assert table.keys == ["ceaseless-1-1", "ceaseless-1", "keep"]
    table.play("ceaseless-1-1", dice="reroll 1 5")
    assert table["b"].wounds == 8 - 1 - 1 - 2


@proves("relentless.reroll-any")
def test_relentless_rerolls_any_or_all_dice_once() -> None:
    table = shot("gun: A 3, BS 3+, D 1/2, Relentless", "Df=0", "attack 2 2 4")
    assert table.keys == [
        "relentless-4",
        "relentless-2",
        "relentless-2-4",
        "relentless-2-2",
        "relentless-2-2-4",
        "keep",
    ]
    table.play("relentless-2-2", dice="reroll 5 2")
    assert table["b"].wounds == 6


@proves("lethal.critical-range")
def test_lethal_makes_successes_of_its_value_critical() -> None:
    """BS 3+, Lethal 5+: 6 5 4 2 gives two critical hits and one normal hit."""
    table = shot("gun: A 4, BS 3+, D 1/3, Lethal 5+", "Df=0", "attack 6 5 4 2")
    assert table["b"].wounds == 8 - 3 - 3 - 1


@proves("lethal.must-be-successful", "overwatch.worse-bs")
def test_a_die_must_be_a_success_before_lethal_counts() -> None:
    """BS 4+, injured and in Overwatch is 6+; with Lethal 5+ a 5 fails."""
    table = at(
        "blue Man a 4,11 Engage done wounds=3\nred Man b 10,11 Engage Df=0",
        weapons={"a": ("gun: A 3, BS 4+, D 1/3, Lethal 5+",)},
    )
    table.play("a", "b", dice="attack 6 5 5")
    assert table["b"].wounds == 5


@proves("lethal.counts-for-all-critical-effects", "rending.upgrade-one", "rending.one-per-attack")
def test_rending_upgrades_one_normal_hit_if_there_is_a_critical_one() -> None:
    """6 4 3 2 at 3+: two critical hits and one normal hit."""
    table = shot("gun: A 4, BS 3+, D 1/3, Rending", "Df=0", "attack 6 4 3 2", "upgrade")
    assert table["b"].wounds == 8 - 3 - 3 - 1
    by_lethal = shot("gun: A 4, BS 3+, D 1/3, Rending, Lethal 5+", "Df=0", "attack 5 4 1 2", "upgrade")
    assert by_lethal["b"].wounds == 2
    alone = shot("gun: A 4, BS 3+, D 1/3, Rending", "Df=0", "attack 6 6 1 2")
    assert alone["b"].wounds == 2, "without a normal hit there is nothing to upgrade"
    none = shot("gun: A 4, BS 3+, D 1/3, Rending", "Df=0", "attack 5 5 1 2")
    assert none["b"].wounds == 6, "without a critical hit neither"


# -- hurting oneself ----------------------------------------------------------------------------------------------------


@proves("hot.self-damage", "hot.only-ones", "damage.mortal-wounds")
def test_hot_costs_three_mortal_wounds_for_each_one() -> None:
    """Final results 6 4 1 1: 6 mortal wounds to the shooter; a failed 2 does no harm."""
    table = shot("gun: A 4, BS 3+, D 1/1, Hot", "Df=0", "attack 6 4 1 1")
    assert table["a"].wounds == 2
    safe = shot("gun: A 4, BS 5+, D 1/1, Hot", "Df=0", "attack 6 4 2 3")
    assert safe["a"].wounds == 8


@proves("hot.after-rerolls")
def test_only_final_ones_are_hot() -> None:
    table = shot("gun: A 1, BS 3+, D 1/1, Hot", "Df=0", "attack 1", cp=(1, 0))
    table.play("command-1", dice="reroll 2")
    assert table["a"].wounds == 8
    burnt = shot("gun: A 1, BS 3+, D 1/1, Hot", "Df=0", "attack 2", cp=(1, 0))
    burnt.play("command-2", dice="reroll 1")
    assert burnt["a"].wounds == 5


@proves("hot.attack-continues", "firefight.incapacitated-in-own-activation")
def test_a_shooter_killed_by_hot_still_finishes_the_attack() -> None:
    table = at(
        "blue Man a 4,11 Engage wounds=2\nblue Man a2 2,2 Engage\nred Man b 10,11 Engage Df=0",
        active="a",
        weapons={"a": ("gun: A 3, BS 3+, D 2/3, Hot",)},
    )
    table.play("shoot", "b", dice="attack 6 5 1")
    assert table["b"].wounds == 3
    assert not table["a"].in_play
    assert table.battle.active == ""
    assert table.asked.player == 1, "its activation is over and it is the opponent's turn"


@proves("hot.in-overwatch")
def test_hot_burns_in_overwatch() -> None:
    table = at(
        "blue Man a 4,11 Engage done\nred Man b 10,11 Engage Df=0", weapons={"a": ("gun: A 2, BS 3+, D 1/1, Hot",)}
    )
    table.play("a", "b", dice="attack 4 1")
    assert table["a"].wounds == 5


# -- what critical hits do ------------------------------------------------------------------------------------------------


@proves("mw.extra-mortal-wounds", "mw.before-saves")
def test_mortal_wounds_come_before_saves_and_cannot_be_saved() -> None:
    """MW3 with two critical hits: 6 at once. MW2, D 3/4, one critical hit that is saved: the target loses 2."""
    two = shot("gun: A 2, BS 3+, D 1/1, MW3", "W=20 Df=0", "attack 6 6")
    assert two["b"].wounds == 20 - 6 - 2
    one = shot("gun: A 2, BS 3+, D 3/4, MW2", "", "attack 6 1 / defence 6 1 1", "discard-1c-0n")
    assert one["b"].wounds == 6


@proves("p.gains-ap", "p.once-not-per-critical", "p.even-if-saved")
def test_p_gives_ap_once_there_is_a_critical_hit() -> None:
    """P1 and results 6 4 3 2 (BS 3+): AP1, the target with Df 3 rolls 2 dice."""
    table = shot("gun: A 4, BS 3+, D 1/1, P1", "", "attack 6 6 3 2 / defence 6 1", "discard-1c-0n")
    assert len(table.events("defence-dice")[0].dice.faces) == 2
    without = shot("gun: A 4, BS 3+, D 1/1, P1", "", "attack 5 4 3 2 / defence 1 1 1")
    assert len(without.events("defence-dice")[0].dice.faces) == 3


@proves("splash.area", "splash.hits-friends-too", "splash.before-saves", "visible.not-mutual")
def test_splash_wounds_everybody_the_target_sees_within_two_inches() -> None:
    """Splash 1, two critical hits: the target and those around it lose 2, the shooter's friend and the shooter too."""
    table = at(
        """
        blue Man a 4,11 Engage
        blue Man friend 9.1,13 Engage
        red  Man b 7,11 Engage
        red  Man c 9.9,11 Engage
        red  Man far 10.2,8 Engage
        """,
        active="a",
        weapons={"a": ("rocket: A 2, BS 3+, D 1/1, Splash 1",)},
    )
    table.play("shoot", "b", dice="attack 6 6 / defence 6 6 1")
    table.play("discard-2c-0n")
    assert table["b"].wounds == 6, "the splash stands although both hits were saved"
    assert table["c"].wounds == 6
    assert table["friend"].wounds == 6
    assert table["a"].wounds == 6
    assert table["far"].wounds == 8


@proves("stun.shooting")
def test_stun_lowers_the_targets_apl_once_even_if_the_hits_are_saved() -> None:
    table = shot("gun: A 2, BS 3+, D 1/1, Stun", "", "attack 6 6 / defence 6 6 1", "discard-2c-0n")
    assert table["b"].apl == 1
    assert table["b"].apl_change == -1
    assert table["b"].wounds == 8


# -- cover and sight ------------------------------------------------------------------------------------------------------


@proves("barrage.overhead-cover", "barrage.replaces-side-cover")
def test_barrage_judges_the_cover_die_from_above() -> None:
    """Behind a low wall under open sky all dice are rolled; half under a gantry one may be retained, wall or no wall."""
    open_sky = shot("mortar: A 2, BS 3+, D 1/1, Barrage", "", "attack 5 1 / defence 1 1 1", cover=True)
    assert open_sky["b"].wounds == 7
    table = spread("mortar: A 2, BS 3+, D 1/1, Barrage", "red Man b 6.6,11 Engage\nroof 6.8,9,9,13")
    table.play("shoot", "b", dice="attack 5 1")
    assert table.keys == ["retain-1", "roll-all"], 'although it is within 2" of the shooter'


@proves("barrage.targeting-unchanged", "no-cover.targeting-unchanged", "indirect.ignores-cover-for-targeting")
def test_only_indirect_targets_the_concealed_in_cover() -> None:
    """A Conceal operative 0.3" behind a low wall, Visible and not Obscured."""
    drawn = "red Man b 10,11 Conceal\nlow 8.7,9,9.2,13"
    for gun in ("gun: A 2, BS 3+, D 1/1", "gun: A 2, BS 3+, D 1/1, Barrage", "gun: A 2, BS 3+, D 1/1, No Cover"):
        assert "no valid target" in spread(gun, drawn).why_not("shoot")
    assert spread("gun: A 2, BS 3+, D 1/1, Indirect", drawn).play("shoot").keys == ["b"]


@proves("indirect.cover-die-remains", "shooting.cover-for-any-order", "los.conceal-target")
def test_indirect_leaves_the_target_its_cover_die() -> None:
    table = spread("gun: A 2, BS 3+, D 1/1, Indirect", "red Man b 10,11 Conceal\nlow 8.7,9,9.2,13")
    table.play("shoot", "b", dice="attack 5 1")
    assert table.keys == ["retain-1", "roll-all"]


@proves("indirect.not-obscured", "obscured.any-order", "obscured.definition", "visible.definition")
def test_indirect_sees_neither_the_obscured_nor_the_invisible() -> None:
    obscured = "red Man b 14,11 Engage\nopen 9,5,9.25,17"
    assert "no valid target" in spread("gun: A 2, BS 3+, D 1/1, Indirect", obscured).why_not("shoot")
    hidden = "red Man b 10,11 Conceal\nwall 8.7,5,9.2,17"
    assert "no valid target" in spread("gun: A 2, BS 3+, D 1/1, Indirect", hidden).why_not("shoot")


@proves("no-cover.no-retained-die", "barrage.with-no-cover")
def test_no_cover_allows_no_retained_die() -> None:
    table = shot("gun: A 2, BS 3+, D 1/1, No Cover", "", "attack 5 1 / defence 1 1 1", cover=True)
    assert table["b"].wounds == 7
    both = spread("mortar: A 2, BS 3+, D 1/1, Barrage, No Cover", "red Man b 10,11 Engage\nroof 9,9,12,13")
    both.play("shoot", "b", dice="attack 5 1 / defence 1 1 1")
    assert both["b"].wounds == 7


# -- several targets --------------------------------------------------------------------------------------------------------

GROUP = """
    red Man b 12,11 Engage
    red Man c 14,11 Conceal
    red Man d 12,14 Conceal
    red Man e 15.1,11 Engage
"""


@proves("blast.extra-attacks", "blast.mandatory", "blast.always-valid-targets", "blast.needs-shoot-action", "special.per-shooting-attack",
        "blast.order-of-extras")  # fmt: skip
def test_blast_attacks_everybody_near_the_target() -> None:
    """Blast 2": operatives 1.0" and 2.0" from the target are attacked, one at 2.1" is not; orders do not matter."""
    table = spread(
        'grenade: A 1, BS 3+, D 2/3, Blast 2"',
        GROUP.replace("Engage", "Engage Df=0").replace("Conceal", "Conceal Df=0"),
    )
    table.play("shoot", "b", dice="attack 5")
    assert table.asked.clause == "blast.order-of-extras"
    assert table.keys == ["c", "d"]
    table.play("d", dice="attack 5 / attack 6")
    assert (table["b"].wounds, table["c"].wounds, table["d"].wounds, table["e"].wounds) == (6, 5, 6, 8)


@proves("blast.hits-friends-too", "shooting.roles")
def test_blast_catches_friends_and_the_shooter_and_its_player_rolls_for_both_sides() -> None:
    table = at(
        "blue Man a 4,11 Engage\nblue Man friend 7,12.9 Engage\nred Man b 7,11 Engage Df=0",
        active="a",
        weapons={"a": ('grenade: A 1, BS 3+, D 2/3, Blast 2"',)},
    )
    assert "no valid target" in table.why_not("shoot"), "the friend is too near to the target"
    table = at(
        "blue Man a 4,11 Engage\nblue Man friend 7,13.5 Engage\nred Man b 7,11 Engage Df=0",
        active="a",
        weapons={"a": ('grenade: A 1, BS 3+, D 2/3, Blast 2"',)},
    )
    table.play("shoot", "b", "friend", dice="attack 5 / attack 5 / defence 4 1 1")
    assert table.asked.player == 0, "the friend's saves are blue's to resolve"
    table.play("discard-0c-0n", dice="attack 5 / defence 1 1 1")
    assert (table["friend"].wounds, table["a"].wounds) == (6, 6)


@proves("blast.no-cover-for-extras", "blast.original-target-keeps-cover")
def test_blast_leaves_cover_to_the_original_target_only() -> None:
    table = spread(
        'grenade: A 1, BS 3+, D 1/1, Blast 2"', "red Man b 10,11 Engage\nred Man c 10,12.5 Engage\nlow 8.7,9,9.2,13"
    )
    table.play("shoot", "b", dice="attack 5")
    assert table.keys == ["retain-1", "roll-all"]
    table.play("roll-all", dice="defence 1 1 1 / attack 5 / defence 1 1 1")
    assert table["c"].wounds == 7


@proves("blast.visible-from-target", "blast.extra-attacks")
def test_blast_does_not_reach_whom_the_target_cannot_see() -> None:
    drawn = "red Man b 12,11 Engage Df=0\nred Man c 14,11 Engage Df=0\nwall 12.9,5,13.1,17"
    table = spread('grenade: A 1, BS 3+, D 1/1, Blast 2"', drawn)
    table.play("shoot", "b", dice="attack 5")
    assert table["c"].wounds == 8


@proves("blast.no-overwatch", "unwieldy.no-overwatch", "game.specific-overrides-general")
def test_blast_and_unwieldy_weapons_are_of_no_use_in_overwatch() -> None:
    for rule, clause in (('Blast 2"', "blast.no-overwatch"), ("Unwieldy", "unwieldy.no-overwatch")):
        table = at(
            "blue Man a 4,11 Engage done\nblue Man a2 4,14 Engage done\nred Man b 10,11 Engage",
            weapons={"a": (f"gun: A 1, BS 3+, D 1/1, {rule}",)},
        )
        assert f"[{clause}]" in table.why_not("a")
        assert table.keys == ["a2", "none"]


@proves("fusillade.extra-targets", "fusillade.extras-must-be-valid", "fusillade.distribute", "fusillade.at-least-one-die",
        "fusillade.separate-attacks")  # fmt: skip
def test_fusillade_shares_its_dice_among_valid_targets_near_the_first() -> None:
    """A 6, two targets: 4 and 2. The concealed in Cover is no target; the one 2.1" away is listed with its distance."""
    drawn = """
        red Man b 12,11 Engage Df=0
        red Man c 12,14 Engage Df=0
        red Man d 12,8 Engage Df=0
        red Man e 15.1,11 Engage Df=0
        red Man f 14,12.5 Conceal
        low 12.9,11.8,13.4,14
    """
    table = spread("gun: A 6, BS 3+, D 1/1, Fusillade", drawn)
    table.play("shoot", "b")
    lots = table.asked.lots  # type: ignore[attr-defined]
    assert [lot.key for lot in lots if lot.at_most] == ["b", "c", "d"]
    assert [lot.label for lot in lots if not lot.at_most] == ['e: 2.1" from b, at most 2" is allowed']
    with pytest.raises(Refused, match="takes 1 to"):
        table.play({"c": 6})
    with pytest.raises(Refused, match="exactly 6"):
        table.play({"b": 3})
    table.play({"b": 3, "c": 2, "d": 1}, dice="attack 5 5 5")
    assert table.asked.clause == "fusillade.separate-attacks"
    table.play("d", dice="attack 5 / attack 5 1")
    assert (table["b"].wounds, table["c"].wounds, table["d"].wounds) == (5, 7, 7)


@proves("fusillade.not-in-overwatch", "overwatch.is-not-a-shoot-action")
def test_fusillade_cannot_split_in_overwatch() -> None:
    table = at(
        "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0\nred Man c 12,14 Engage Df=0",
        weapons={"a": ("gun: A 2, BS 3+, D 1/1, Fusillade",)},
    )
    table.play("a", "b", dice="attack 5 5")
    assert (table["b"].wounds, table["c"].wounds) == (6, 8)


@proves("torrent.extra-attacks", "torrent.mutual-distance", "torrent.full-dice", "special.per-shooting-attack")
def test_torrent_goes_on_to_targets_near_all_of_the_others() -> None:
    """Torrent 2": c and d are each 1.5" from b but 4" apart: only one of them can be added."""
    drawn = "red Man b 12,11 Engage Df=0\nred Man c 12,13.5 Engage Df=0\nred Man d 12,8.5 Engage Df=0"
    table = spread('flamer: A 2, BS 2+, D 1/1, Torrent 2", Balanced', drawn)
    table.play("shoot", "b", "keep", dice="attack 5 5")
    assert table.keys == ["c", "d", "stop"]
    table.play("c", dice="attack 5 1")
    assert table.asked.clause == "command-reroll.window", "Balanced works once in each attack"
    table.play("balanced-1", dice="reroll 5")
    assert (table["b"].wounds, table["c"].wounds, table["d"].wounds) == (6, 6, 8)


@proves("torrent.extra-attacks", "torrent.extras-must-be-valid")
def test_torrent_is_optional_and_wants_valid_targets() -> None:
    drawn = """
        red Man b 12,11 Engage Df=0
        red Man c 12,13 Engage Df=0
        red Man d 12,9 Conceal Df=0
        low 10.8,7.5,11.3,9.6
        blue Man friend 20,20 Engage
    """
    table = spread('flamer: A 1, BS 2+, D 1/1, Torrent 2"', drawn).play("shoot", "b", dice="attack 5")
    assert table.keys == ["c", "stop"]
    table.play("stop")
    assert table["c"].wounds == 8


@proves("torrent.in-overwatch", "overwatch.worse-bs", "overwatch.is-not-a-shoot-action")
def test_torrent_works_in_overwatch_with_the_worse_skill() -> None:
    table = at(
        "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0",
        weapons={"a": ('flamer: A 2, BS 2+, D 1/1, Torrent 2"',)},
    )
    table.play("a", "b", "c", dice="attack 3 2 / attack 3 2")
    assert (table["b"].wounds, table["c"].wounds) == (7, 7)


@proves("rng.multi-target")
def test_targets_added_by_fusillade_and_torrent_must_be_in_range_those_of_blast_need_not() -> None:
    near, beyond = "red Man b 11,11 Engage Df=0", "red Man c 12.5,11 Engage Df=0"
    torrent = spread('flamer: A 1, BS 2+, D 1/1, Torrent 2", Rng 6"', f"{near}\n{beyond}")
    torrent.play("shoot", "b", dice="attack 5")
    assert torrent["c"].wounds == 8
    fusillade = spread('gun: A 2, BS 2+, D 1/1, Fusillade, Rng 6"', f"{near}\n{beyond}")
    fusillade.play("shoot", "b", dice="attack 5 5")
    assert fusillade["c"].wounds == 8
    blast = spread('grenade: A 1, BS 2+, D 1/1, Blast 2", Rng 6"', f"{near}\n{beyond}")
    blast.play("shoot", "b", dice="attack 5 / attack 5")
    assert blast["c"].wounds == 7


# -- weapons and activations ------------------------------------------------------------------------------------------------


@proves("heavy.no-moves-with-shoot", "heavy.dash-allowed")
def test_a_heavy_weapon_is_not_shot_in_an_activation_with_a_move() -> None:
    """Normal Move then Shoot with the Heavy weapon: refused; another weapon is legal. Dash is not restricted."""
    guns = {"a": ("cannon: A 1, BS 3+, D 1/1, Heavy", "pistol: A 1, BS 3+, D 1/1")}
    drawn = "blue Man a 4,11 Engage APL=3\nred Man b 15,11 Engage Df=0"
    table = at(drawn, active="a", weapons=guns).play("normal-move", [[5, 11]])
    table.play("shoot")
    assert table.asked.clause == "shooting.select-target", "only the pistol is left"
    assert table.battle.in_hand == "pistol"
    table = at(drawn, active="a", weapons=guns).play("shoot", "cannon", "b", dice="attack 5")
    for move in ("normal-move", "charge", "fall-back"):
        assert "[heavy.no-moves-with-shoot]" in table.why_not(move)
    table.play("dash", [[5, 11]])
    dashed = at(drawn, active="a", weapons={"a": ("cannon: A 1, BS 3+, D 1/1, Heavy",)})
    dashed.play("dash", [[5, 11]], "shoot", "b", dice="attack 5")
    assert dashed["b"].wounds == 7


@proves("heavy.overwatch-allowed")
def test_a_heavy_weapon_may_overwatch_after_any_move() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 15,11 Engage Df=0\nred Man c 15,18 Engage",
        active="a",
        points=1,
        weapons={"a": ("cannon: A 1, BS 3+, D 1/1, Heavy",)},
    )
    table.play("normal-move", [[5, 11]], "b", "engage", "pass")
    assert table.keys == ["a", "none"]


@proves("limited.once-per-battle", "limited.multi-attack-is-one-use", "limited.used-when-selected")
def test_a_limited_weapon_is_used_once_per_battle_and_operative() -> None:
    table = at(
        "blue Man a 4,11 Engage\nblue Man a2 4,14 Engage\nred Man b 12,11 Engage W=20\nred Man c 12,13 Engage W=20",
        active="a",
        weapons={"a": ('charge: A 1, BS 3+, D 1/1, Blast 2", Limited',), "a2": ("charge: A 1, BS 3+, D 1/1, Limited",)},
    )
    table.play("shoot", "b", dice="attack 2 / attack 2")
    assert table["a"].used_up == ("charge",), "spent once for both attacks, though nothing hit"
    assert table["a2"].used_up == ()
    table.battle.performed = ()
    assert "[limited.once-per-battle]" in at_again(table)


def at_again(table: Table) -> str:
    """Why the active operative cannot shoot were it to act anew."""
    why, clause = shoot_fault(table.battle, table["a"], False)
    return f"{why} [{clause}]"


@proves("silent.shoot-while-concealed", "silent.order-kept", "shoot.not-while-concealed", "order.conceal.forbids",
        "game.specific-overrides-general")  # fmt: skip
def test_a_silent_weapon_may_be_shot_with_a_conceal_order() -> None:
    drawn = "blue Man a 4,11 Conceal\nred Man b 10,11 Engage Df=0"
    assert "[shoot.not-while-concealed]" in at(drawn, active="a").why_not("shoot")
    table = at(drawn, active="a", weapons={"a": ("dart: A 1, BS 3+, D 1/1, Silent",)}).play(
        "shoot", "b", dice="attack 5"
    )
    assert table["a"].order == "Conceal"


@proves("silent.not-overwatch-or-charge")
def test_silent_allows_neither_overwatch_nor_charge() -> None:
    silent = {"a": ("dart: A 1, BS 3+, D 1/1, Silent",)}
    table = at("blue Man a 4,11 Conceal\nred Man b 8,11 Engage", active="a", weapons=silent)
    assert "[charge.not-while-concealed]" in table.why_not("charge")
    table = at("blue Man a 4,11 Conceal done\nblue Man c 4,15 Engage done\nred Man b 8,11 Engage", weapons=silent)
    assert "[order.conceal.forbids]" in table.why_not("a")


@proves("unwieldy.extra-ap", "firefight.spend-ap")
def test_an_unwieldy_weapon_costs_one_more_ap() -> None:
    """APL 2: Normal Move then Shoot with it is refused."""
    unwieldy = {"a": ("rocket: A 1, BS 3+, D 1/1, Unwieldy",)}
    drawn = "blue Man a 4,11 Engage\nred Man b 15,11 Engage Df=0"
    table = at(drawn, active="a", weapons=unwieldy).play("normal-move", [[5, 11]])
    assert table.why_not("shoot") == "costs 2 AP, 1 left [unwieldy.extra-ap]"
    table = at(drawn, active="a", weapons=unwieldy).play("shoot", "b", dice="attack 5")
    assert table.battle.active == "", "both AP are spent"


# -- in general ---------------------------------------------------------------------------------------------------------------


@proves("special.scope-by-attack-type")
def test_shooting_rules_do_nothing_in_combat_and_combat_rules_nothing_when_shooting() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage blades=none W=20",
        active="a",
        weapons={"a": ("blade: A 3, WS 3+, D 1/1, AP1, Hot, MW3, P1, Splash 1",)},
    )
    table.play("fight", dice="fight 6 6 1")
    assert (table["a"].wounds, table["b"].wounds) == (8, 18)
    shooting = shot("gun: A 2, BS 3+, D 1/1, Brutal, Reap 3", "Df=0", "attack 6 5")
    assert shooting["b"].wounds == 6


@proves("special.duplicates")
def test_the_same_rule_twice_counts_once_and_its_controller_chooses_the_value() -> None:
    """Marked Prey lends Lethal 5+ to a weapon with Lethal 4+: not both, the bearer's player says which."""
    table = at(
        "blue Needler a 4,11 Engage\nred Man b 9,11 Engage Df=0 W=20",
        active="a",
        weapons={"a": ("gun: A 2, BS 3+, D 1/3, Lethal 4+",)},
    )
    table.battle.ploys_in_force = (PloyInForce(0, "marked-prey", "b"),)
    table.play("shoot", "b")
    assert table.asked.clause == "special.duplicates"
    assert table.keys == ["Lethal 4+", "Lethal 5+"]
    table.play("Lethal 4+", dice="attack 4 3")
    assert table["b"].wounds == 16


@proves("special.multi-target-in-content")
def test_a_profile_has_at_most_one_of_blast_fusillade_and_torrent() -> None:
    entry = WeaponEntry(name="mess", kind="ranged", A=4, BS="3+", D="1/1", rules=['Blast 2"', "Fusillade"])
    assert "at most one" in str(next(iter(weapon_faults("mess", entry, Shelf(Path())))))


@proves("psychic-action.label")
def test_all_special_rules_are_known_by_their_printed_names() -> None:
    assert len(SPECIAL_RULES) == 26
    for printed in (
        'Blast 2"',
        "AP1",
        "MW3",
        "P1",
        "Lethal 5+",
        "Invulnerable Save 4+",
        "Psychic Action",
        "No Cover",
        'Rng 6"',
    ):
        assert special_rule(printed).printed == printed
    with pytest.raises(KeyError):
        special_rule("Lethal")
    assert weapon("gun: A 1, BS 3+, D 1/1, Psychic Action").rules[0].acts_on_critical_hits() is False, "a label only"


@proves("splash.area")
def test_a_splash_reaches_two_inches_around_its_target_and_only_whom_the_target_sees() -> None:
    """1.9" and 2.0" away: 1 wound each. 2.1" away or behind a wall: none."""
    drawn = """
        blue Man a 4,11 Engage
        red Man b 12,11 Engage Df=0
        red Man near 12,13.9 Engage
        red Man edge 15,11 Engage
        red Man far 12,7.9 Engage
        red Man behind 10.2,13 Engage
        wall 9.5,12.1,11.4,12.3
    """
    table = at(drawn, active="a", weapons={"a": ("gun: A 2, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "b", dice="attack 6 1")
    assert {key: table[key].wounds for key in ("near", "edge", "far", "behind")} == {
        "near": 7, "edge": 7, "far": 8, "behind": 8,
    }  # fmt: skip


def test_the_words_of_a_rule_agree_with_its_number() -> None:
    assert [ArmourPiercing(f"AP{x}", x).in_words for x in (1, 2)] == [
        "The target has 1 fewer defence die.",
        "The target has 2 fewer defence dice.",
    ]
