"""The traps at the end of the catalogue, one test each: where a hasty reading of the book goes wrong."""

import pytest

from tests.rulebooks.killteam_lite.positions import at
from tests.rulebooks.killteam_lite.test_combat import combat
from tests.rulebooks.killteam_lite.test_moves import alone, refused
from tests.rulebooks.killteam_lite.test_set_up import at_operatives, battle_of
from tests.rulebooks.killteam_lite.test_shooting import shot
from tests.rulebooks.killteam_lite.test_special_rules import spread
from tests.rulebooks.killteam_lite.test_turning_points import initiative, strategy
from vanguard.core.clauses import load_catalogue
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_lite.line_of_sight import is_visible
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def test_every_trap_of_the_catalogue_has_its_test_here() -> None:
    traps = load_catalogue("killteam_lite").notes["traps"]
    tests = sorted([name for name in globals() if name.startswith("test_trap_")])
    assert [name.split("_")[2] for name in tests] == [f"{number:02}" for number in range(1, len(traps) + 1)]
    assert len(traps) == 24


@proves("initiative.high-roll-decides", "initiative.tie-later", "initiative.tie-uses-who-had-it")
def test_trap_01_the_high_roller_decides_and_a_later_tie_goes_to_whoever_lacked_the_initiative() -> None:
    """Alpha rolls higher and gives it to Bravo: the tie goes to Alpha, the next one to Bravo, and nobody is asked."""
    table = initiative().play(dice="initiative 5 / initiative 2")
    assert (table.asked.player, table.keys) == (0, ["self", "opponent"])
    table.play("opponent", "b", "pass", "a", "pass", dice="initiative 3 / initiative 3")
    assert table.battle.initiative == 0
    assert (table.asked.player, table.asked.clause) == (0, "firefight.must-activate")
    table.play("a", "engage", "pass", "b", "engage", "pass", dice="initiative 6 / initiative 6")
    assert table.battle.turning_point == 3
    assert (table.battle.initiative, table.asked.player) == (1, 1)


@proves("strategy.cp.start", "strategy.cp.gain", "strategy.ploys.pass-is-not-final", "strategy.ploys.end")
def test_trap_02_both_have_three_command_points_at_the_first_decision_and_a_pass_is_not_final() -> None:
    game = at_operatives()
    assert battle_of(game).command_points == (2, 2)
    everybody = len(battle_of(game).operatives)
    for _ in range(everybody - 1):
        scripts.play(game, lambda question: question.candidates()[0], "engage")
    scripts.play(game, lambda question: question.candidates()[0], "engage", dice="initiative 5 / initiative 2")
    scripts.play(game, "self")
    assert scripts.asked(game).clause == "strategy.ploys.alternate"
    assert battle_of(game).command_points == (3, 3)
    table = strategy().play("pass", "hold-fast")
    assert (table.asked.player, table.battle.phase) == (0, "strategy")
    table.play("dig-in", "pass", "pass")
    assert table.battle.phase == "firefight"
    assert table.battle.ploy_in_force(0, "dig-in") is not None
    passes = [event.clause for event in table.events("strategy-passed")]
    assert passes == ["strategy.ploys.pass-is-not-final"] * 2 + ["strategy.ploys.end"]


@proves("firefight.order-locked-in-first-turning-point", "firefight.order-may-change-later", "order.conceal.forbids",
        "order.conceal.allows-the-rest", "shoot.not-while-concealed", "charge.not-while-concealed")  # fmt: skip
def test_trap_03_orders_are_locked_at_first_and_conceal_forbids_shoot_charge_and_overwatch_alone() -> None:
    drawn = "blue Man a 4,11 Conceal\nred Man b 9,11 Engage"
    first = at(drawn, turning_point=1).play("a")
    assert first.asked.clause == "firefight.one-action-at-a-time", "no order is asked for"
    assert first.keys == ["normal-move", "dash", "pass"]
    assert "[shoot.not-while-concealed]" in first.why_not("shoot")
    assert "[charge.not-while-concealed]" in first.why_not("charge")
    assert {"shoot", "charge"} <= set(at(drawn, turning_point=2).play("a", "engage").keys)
    caught = at("blue Man a 4,11 Conceal\nred Man b 5.5,11 Engage blades=none", active="a")
    assert caught.keys == ["fall-back", "fight", "pass"]
    assert caught.play("fight", dice="fight 5 1 1 1")["b"].wounds == 5
    watching = at("blue Man a 4,11 Conceal done\nblue Man a2 4,15 Engage done\nred Man b 20,11 Engage")
    assert watching.keys == ["a2", "none"]
    assert "[order.conceal.forbids]" in watching.why_not("a")


@proves("engagement.needs-visibility", "engagement.mutual", "engagement.ignores-order", "visible.not-mutual")
def test_trap_04_engagement_range_needs_one_line_of_sight_and_then_holds_for_both() -> None:
    """Under a beam beside b its feet are seen by a; b sees nothing of a, and yet both are engaged, whatever their orders."""
    walled = "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage\nred Man c 4,18 Engage\nwall 4.6,8,4.9,14"
    assert at(walled, active="a").keys == ["normal-move", "charge", "dash", "shoot", "pass"]
    beam = "blue Man a 4,11 Conceal\nred Man b 6,11 Conceal\nwall 5.2,5,5.45,17 bottom=0.8 top=2.5"
    battle = at(beam).battle
    assert is_visible(battle, battle["a"], battle["b"])
    assert not is_visible(battle, battle["b"], battle["a"])
    for active in ("a", "b"):
        assert at(beam, active=active).keys == ["fall-back", "fight", "pass"], active


@proves("normal-move.avoids-engagement", "dash.avoids-engagement", "move.not-through-bases")
def test_trap_05_the_whole_path_keeps_out_of_engagement_range_and_off_the_bases_of_friends() -> None:
    """Both ends are clear, halfway it is 0.9" from the enemy."""
    passing = "blue Man a 4,11 Engage\nred Man b 5.5,12.9 Engage"
    refused(at(passing, active="a"), "normal-move", [[4, 11], [9, 11]], "normal-move.avoids-engagement")
    refused(at(passing, active="a"), "dash", [[4, 11], [7, 11]], "dash.avoids-engagement")
    friend = "blue Man a 4,11 Engage\nblue Man f 5.5,11 Engage\nred Man b 10,11 Engage"
    for move, x in (("normal-move", 7.5), ("dash", 7), ("charge", 8.5)):
        refused(at(friend, active="a"), move, [[4, 11], [x, 11]], "move.not-through-bases")
    leaving = at("blue Man a 6,11 Engage\nblue Man f 4,11 Engage\nred Man b 7.5,11 Engage", active="a")
    refused(leaving, "fall-back", [[6, 11], [2, 11]], "move.not-through-bases")


@proves("charge.not-with-other-moves", "normal-move.not-with-charge-or-fall-back", "dash.not-with-charge", "dash.with-normal-move",
        "fall-back.not-with-normal-move-or-charge", "fall-back.with-dash")  # fmt: skip
def test_trap_06_moves_exclude_each_other_both_ways_and_fall_back_goes_with_dash() -> None:
    excluded = "not in the same activation"
    apart = "blue Man a 4,11 Engage APL=4\nred Man b 10,11 Engage wounds=1 blades=none\nred Man c 28,3 Conceal"
    charged = at(apart, active="a").play("charge", [[8.5, 11]], "fight", dice="fight 5 1 1 1")
    assert not charged["b"].in_play
    for move in ("normal-move", "dash", "fall-back"):
        assert excluded in charged.why_not(move), f"Charge, then {move}"
    moved = at(apart, active="a").play("normal-move", [[4, 10]])
    assert excluded in moved.why_not("charge")
    assert excluded in moved.why_not("fall-back")
    assert "charge" not in moved.play("dash", [[4, 9]]).keys
    dashed = at(apart, active="a").play("dash", [[4, 10]])
    assert excluded in dashed.why_not("charge")
    assert "[fall-back.only-while-engaged]" in dashed.why_not("fall-back"), "a Dash alone does not exclude it"
    assert "normal-move" in dashed.keys
    back = at("blue Man a 10,11 Engage APL=4\nred Man b 11.5,11 Engage", active="a").play("fall-back", [[6, 11]])
    assert excluded in back.why_not("normal-move")
    assert excluded in back.why_not("charge")
    assert back.play("dash", [[3, 11]])["a"].base.x == 3


@proves("dash.ignores-m", "dash.distance", "charge.distance", "move.injured-allowance", "move.terrain-blocks", "move.climb-and-drop",
        "charge.keeps-other-move-rules")  # fmt: skip
def test_trap_07_a_dash_is_always_three_inches_a_charge_reduced_movement_and_two_and_terrain_counts_in_both() -> None:
    assert alone(man="M=2 wounds=1").play("dash", [[7, 11]])["a"].base.x == 7
    refused(alone(man="M=9"), "dash", [[7.1, 11]], "allowance is 3")
    hurt = "blue Man a 4,11 Engage wounds=1\nred Man b {},11 Engage"
    assert at(hurt.format(12), active="a").play("charge", [[10, 11]])["a"].base.x == 10
    assert "[charge.must-finish-engaged]" in at(hurt.format(12.1), active="a").why_not("charge"), "6 inches reach 11.0"
    refused(alone("low 5,9,5.5,13", x=4.5), "dash", [[4.5, 11], [6, 11]], 'costs 3.5", the allowance is 3"')
    refused(alone("level 5,8,9,14", x=4.5), "dash", [[4.5, 11, 3], [5.5, 11]], "move.allowance")
    low = "blue Man a 4,11 Engage\nred Man b 12,11 Engage\nlow 6,9,6.5,13"
    refused(at(low, active="a"), "charge", [[4, 11], [10.5, 11]], 'costs 8.5", the allowance is 8"')


@proves("fall-back.cost", "stun.shooting", "firefight.generate-ap")
def test_trap_08_one_stun_pins_an_operative_with_two_action_points() -> None:
    """Without the Stun it could have fallen back."""
    for rules, points, told in ((", Stun", 1, "costs 2 AP, 1 left [firefight.spend-ap]"), ("", 2, "")):
        table = at(
            "blue Man a 4,11 Engage\nblue Man c 9.2,14 Engage\nred Man b 10,11 Engage\nred Man far 28,20 Conceal done",
            active="a",
            weapons={"a": (f"gun: A 1, BS 3+, D 1/1{rules}",)},
        )
        table.play("shoot", "b", "pass", dice="attack 6 / defence 1 1 1")
        table["c"].base = table["c"].base.at(8.5, 11)
        table.play("b", "engage")
        assert table.battle.action_points == points
        assert table.why_not("fall-back") == told


@proves("damage.injured-threshold", "damage.injured-skill", "damage.injured-at-once", "damage.injured-move",
        "combat.dice-not-reassessed")  # fmt: skip
def test_trap_09_injured_is_fewer_than_half_and_counts_at_once_but_not_for_dice_that_lie() -> None:
    for wounds, left in (("W=8 wounds=4", 7), ("W=8 wounds=3", 8), ("W=7 wounds=4", 7), ("W=7 wounds=3", 8)):
        table = at(
            f"blue Man a 4,11 Engage {wounds}\nred Man b 10,11 Engage Df=0",
            active="a",
            weapons={"a": ("gun: A 1, BS 3+, D 1/1",)},
        )
        assert table.play("shoot", "b", dice="attack 3")["b"].wounds == left, wounds
    burnt = at(
        "blue Man a 4,11 Engage wounds=5\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0",
        active="a",
        weapons={"a": ('gun: A 2, BS 3+, D 1/1, Hot, Torrent 2"',)},
    )
    burnt.play("shoot", "b", "c", dice="attack 3 1 / attack 3 4")
    assert burnt["a"].wounds == 2
    assert burnt["b"].wounds == 7, "the 3 had been rolled before the 1 burnt"
    assert burnt["c"].wounds == 7, "4+ for the next attack of the same action"
    assert 'up to 4"' in burnt.play("normal-move").asked.prompt


@proves("lethal.must-be-successful", "shooting.six-always-critical-hit", "shooting.one-always-fails", "shooting.save",
        "shooting.six-critical-save", "shooting.one-always-fails-save")  # fmt: skip
def test_trap_10_a_six_always_hits_but_does_not_always_save() -> None:
    """BS 5+, injured and in Overwatch needs 7+: only the 6 hits, and it is critical; the Lethal 5s are no successes."""
    drawn = "blue Man a 4,11 Engage done wounds=1\nred Man b 10,11 Engage Df=0 W=30"
    table = at(drawn, weapons={"a": ("gun: A 4, BS 5+, D 1/4, Lethal 5+",)}).play("a", "b", dice="attack 6 5 5 1")
    assert table["b"].wounds == 26
    worse = shot("gun: A 1, BS 3+, D 1/1", "Sv=7", "attack 5 / defence 6 6 6")
    assert worse["b"].wounds == 7, "against 7+ the sixes fail"
    ones = shot("gun: A 1, BS 3+, D 1/1", "Sv=1", "attack 5 / defence 1 1 1")
    assert ones["b"].wounds == 7, "against 1+ the ones fail"


@proves("shooting.cover-die-comes-from-the-pool", "ap.before-cover", "command-reroll.not-a-retained-die", "shooting.cover-die",
        "shooting.six-critical-save")  # fmt: skip
def test_trap_11_the_cover_die_is_a_normal_save_out_of_the_dice_left_after_ap() -> None:
    """Df 3 and AP1 leave two dice: one retained, one rolled, and only the rolled one may be rolled again."""
    table = shot("gun: A 2, BS 3+, D 1/1, AP1", "Df=3", "attack 5 5 / defence 2", "retain-1", cover=True, cp=(0, 1))
    assert table.keys == ["command-2", "keep"]
    assert table.play("keep").keys == ["discard-0c-1n", "discard-0c-0n"]
    bare = shot("gun: A 1, BS 3+, D 1/1, AP3", "Df=3", "attack 6", cover=True)
    assert bare["b"].wounds == 7, "no dice, no Cover die"
    critical = shot("gun: A 1, BS 3+, D 1/2", "Df=1", "attack 6", "retain-1", cover=True, cp=(0, 1))
    assert critical["b"].wounds == 6, "a normal save alone does not discard a critical hit"
    assert critical.battle.command_points == (0, 1)


@proves("combat.no-paired-parry", "shooting.two-normal-saves-discard-critical")
def test_trap_12_two_normal_saves_stop_a_critical_hit_in_shooting_only() -> None:
    shooting = shot("gun: A 1, BS 3+, D 1/2", "Df=2", "attack 6 / defence 4 4")
    assert shooting.keys == ["discard-1c-0n", "discard-0c-0n"]
    fight = combat("blade: A 2, WS 3+, D 1/2", "blade: A 2, WS 3+, D 1/2", blue="W=20", red="W=20")
    fight.play("fight", "strike-critical", dice="fight 6 6 / fight 4 4")
    assert fight["a"].wounds == 19, "against the critical hit left the first normal hit could only strike"
    assert fight.asked.player == 0
    assert fight.keys == ["strike-critical", "parry-critical-normal"]


@proves("shooting.saves-spent", "shooting.two-normal-saves-discard-critical", "shooting.normal-save-discards-normal")
def test_trap_13_the_defender_may_use_saves_as_they_like_and_what_is_best_depends_on_the_damage() -> None:
    """A critical and two normal hits against two normal saves: pair them, use them singly, or not at all."""
    for damage, best, left in (("1/6", "discard-1c-0n", 12), ("4/5", "discard-0c-2n", 9)):
        table = shot(f"gun: A 4, BS 3+, D {damage}", "W=14", "attack 6 5 5 1 / defence 4 4 1")
        assert table.asked.player == 1
        assert sorted(table.keys) == ["discard-0c-0n", "discard-0c-1n", "discard-0c-2n", "discard-1c-0n"]
        assert table.keys[0] == best, damage
        assert table.play(best)["b"].wounds == left
    unused = shot("gun: A 1, BS 3+, D 3/4", "", "attack 5 / defence 6 6 6", "discard-0c-0n")
    assert unused["b"].wounds == 5


@proves("combat.alternate", "combat.must-resolve", "combat.parry-needs-a-die", "combat.ends-on-incapacitation")
def test_trap_14_hits_are_resolved_in_turn_none_is_held_back_and_the_first_fall_ends_the_combat() -> None:
    table = combat("blade: A 2, WS 3+, D 3/3", "blade: A 3, WS 3+, D 1/1", red="wounds=4")
    table.play("fight", dice="fight 5 5 / fight 5 5 5")
    assert (table.asked.player, table.keys) == (0, ["strike-normal", "parry-normal-normal"]), "no hit can be kept"
    table.play("strike-normal")
    assert (table.asked.player, table.keys) == (1, ["strike-normal", "parry-normal-normal"])
    table.play("strike-normal", "strike-normal")
    assert not table["b"].in_play
    assert table["a"].wounds == 7, "two hits of the fallen were never resolved"
    nothing = combat(blue="W=20", red="W=20").play("fight", dice="fight 5 5 1 1 / fight 6 1 1 1")
    assert nothing["b"].wounds == 17, "with nothing to parry the hit had to strike"
    assert nothing.decider == 1


@proves("shooting.roll-attack-step-order", "hot.after-rerolls", "rending.before-critical-effects", "lethal.counts-for-all-critical-effects",
        "mw.before-saves", "splash.before-saves", "p.even-if-saved", "stun.shooting")  # fmt: skip
@proves("p.gains-ap")
def test_trap_15_rerolls_then_lethal_hot_rending_and_last_what_critical_hits_do_whatever_is_saved() -> None:
    rules = "Ceaseless, Hot, Lethal 5+, Rending, MW2, Splash 1, Stun, P1"
    table = shot(f"gun: A 3, BS 3+, D 1/1, {rules}", "W=20", "attack 5 4 1")
    assert table.keys == ["ceaseless-1", "keep"]
    assert table["a"].wounds == 8, "nothing burns before the re-roll"
    table.play("ceaseless-1", dice="reroll 1")
    assert table.asked.clause == "rending.upgrade-one", "the 5 is critical by Lethal"
    assert (table["a"].wounds, table["b"].wounds, table["b"].apl) == (5, 20, 2), "Hot before, the rest after Rending"
    table.play("upgrade")
    assert sorted(table.keys) == ["MW2", "P1", "Splash 1", "Stun"]
    table.play("P1", "Stun", "MW2", "discard-2c-0n", dice="defence 6 6")
    assert table["b"].wounds == 20 - 2 * 2 - 2 * 1, "by two critical hits, both of them saved"
    assert table["b"].apl == 1


@proves(
    "dice.reroll-once",
    "balanced.with-other-rerolls",
    "ceaseless.reroll-ones",
    "relentless.reroll-any",
    "command-reroll.effect",
)
def test_trap_16_a_die_is_rerolled_once_whatever_allows_it() -> None:
    table = shot("gun: A 2, BS 3+, D 3/4, Ceaseless, Balanced, Relentless", "Df=0", "attack 1 2", cp=(3, 0))
    table.play("ceaseless-1", dice="reroll 1")
    assert table.keys == ["balanced-2", "relentless-2", "command-2", "keep"], "the 1 that stayed a 1 lies for good"
    table.play("command-2", dice="reroll 2")
    assert table["b"].wounds == 8, "no die is left to re-roll, though two rules and 2 CP are"
    assert table.battle.command_points == (2, 0)


@proves(
    "ap.not-cumulative",
    "p.with-ap",
    "invulnerable.ignores-ap",
    "invulnerable.instead-of-save",
    "shooting.roll-defence-step-order",
)
def test_trap_17_ap_values_never_add_up_and_an_invulnerable_save_brings_all_dice_back() -> None:
    """AP1 and P2 against Df 3: one die by Sv, three by the invulnerable save."""
    for save, dice in (("save", "defence 3"), ("invulnerable-5", "defence 5 4 4")):
        table = shot("gun: A 2, BS 3+, D 1/1, AP1, P2", "Sv=3 inv=5 Df=3", "attack 6 5")
        assert (table.asked.player, table.keys) == (0, ["ap2", "ap1"])
        table.play("ap2")
        assert (table.asked.player, table.keys) == (1, ["save", "invulnerable-5"])
        assert table.events("attack-dice"), "the attack dice are known"
        assert table.play(save, dice=dice).keys == ["discard-0c-1n", "discard-0c-0n"], save


@proves("indirect.ignores-cover-for-targeting", "indirect.cover-die-remains", "indirect.not-obscured", "no-cover.no-retained-die",
        "no-cover.targeting-unchanged", "barrage.overhead-cover", "barrage.replaces-side-cover", "barrage.targeting-unchanged",
        "obscured.any-order")  # fmt: skip
@pytest.mark.parametrize(
    ("rule", "concealed", "low_wall", "roof"),
    [("Psychic Action", False, True, False), ("Indirect", True, True, False), ("No Cover", False, False, False),
     ("Barrage", False, False, True)],
)  # fmt: skip
def test_trap_18_indirect_no_cover_and_barrage_each_lift_one_thing_and_none_lifts_obscured(
    rule: str, concealed: bool, low_wall: bool, roof: bool
) -> None:
    """Can it target the concealed in Cover; is there a Cover die behind a low wall, and under a roof?"""
    gun = f"gun: A 1, BS 3+, D 1/1, {rule}"
    hidden = spread(gun, "red Man b 10,11 Conceal\nlow 8.7,9,9.2,13")
    assert ("shoot" in hidden.keys) == concealed
    for terrain, retained in (("low 8.7,9,9.2,13", low_wall), ("roof 9,9,12,13", roof)):
        table = spread(gun, f"red Man b 10,11 Engage\n{terrain}")
        if retained:
            assert table.play("shoot", "b", dice="attack 5").keys == ["retain-1", "roll-all"], terrain
        else:
            assert table.play("shoot", "b", dice="attack 5 / defence 1 1 1")["b"].wounds == 7, terrain
    obscured = spread(gun, "red Man b 14,11 Engage\nopen 9,5,9.25,17")
    assert "no valid target" in obscured.why_not("shoot")


CROWD = """
    red  Man b 7,11 Engage Df=0
    blue Man friend 7,13.6 Engage Df=0
    red  Man c 8.4,13.6 Conceal Df=0
    red  Man d 7,8.4 Engage Df=0
    red  Man e 9.5,10.5 Engage Df=0
    wall 5,9.6,9,9.8
"""
"""b is 2" from the shooter; c is engaged with the friend; d is behind a wall from b but not from the shooter; e stands free."""

ROW = "red Man b 12,11 Engage Df=0\nred Man c 12,13.5 Engage Df=0\nred Man d 12,8.5 Engage Df=0"
"""c and d are 1.5" from b and 4" from each other."""


@proves("blast.mandatory", "blast.hits-friends-too", "blast.always-valid-targets", "blast.visible-from-target", "rng.multi-target",
        "torrent.extra-attacks", "torrent.extras-must-be-valid", "torrent.mutual-distance", "fusillade.distribute",
        "fusillade.extra-targets")  # fmt: skip
def test_trap_19_blast_catches_all_torrent_goes_on_at_will_and_fusillade_measures_to_the_first_target() -> None:
    blast = at(
        f"blue Man a 4,11 Engage Df=0\n{CROWD}",
        active="a",
        weapons={"a": ('bomb: A 1, BS 3+, D 2/3, Blast 2", Rng 2"',)},
    )
    blast.play("shoot", "b", dice="attack 5")
    assert sorted(blast.keys) == ["a", "c", "e", "friend"], "nobody can be spared"
    blast.play("a", "c", "e", dice="attack 5 / attack 5 / attack 5 / attack 5")
    assert [blast[key].wounds for key in ("a", "b", "c", "d", "e", "friend")] == [6, 6, 6, 8, 6, 6]
    sweep = spread('flamer: A 1, BS 2+, D 1/1, Torrent 2"', CROWD).play("shoot", "b", dice="attack 5")
    assert sweep.keys == ["e", "stop"], "neither friends nor an enemy engaged with one"
    assert sweep.play("stop")["e"].wounds == 8
    mutual = spread('flamer: A 1, BS 2+, D 1/1, Torrent 2"', ROW).play("shoot", "b", dice="attack 5")
    assert mutual.keys == ["c", "d", "stop"]
    mutual.play("c", dice="attack 5")
    assert [mutual[key].wounds for key in "bcd"] == [7, 7, 8]
    assert mutual.asked.clause == "firefight.one-action-at-a-time", "d is too far from c to be offered"
    split = spread("gun: A 3, BS 3+, D 1/1, Fusillade", ROW)
    split.play("shoot", "b", {"b": 1, "c": 1, "d": 1}, "c", dice="attack 5 / attack 5 / attack 5")
    assert [split[key].wounds for key in "bcd"] == [7, 7, 7]


@proves("shooting.casualties-removed-after-action", "hot.attack-continues", "blast.visible-from-target",
        "shooting.no-attack-on-the-incapacitated", "shooting.ends-when-nothing-is-left")  # fmt: skip
@proves("blast.extra-attacks")
def test_trap_20_the_fallen_stay_until_all_attacks_are_made_but_are_not_attacked_and_roll_no_dice() -> None:
    """The first attack fells the shooter by Hot, the target and its neighbour by Splash; the Blast goes on to the last."""
    bomb = {"a": ('bomb: A 2, BS 3+, D 1/2, Hot, Splash 1, Blast 2"',)}
    table = at(
        """
        blue Man a 4,11 Engage wounds=1
        blue Man a2 2,2 Engage
        red  Man b 12,11 Engage wounds=1
        red  Man c 12,13 Engage wounds=1
        red  Man d 14.5,11 Engage Df=0
        """,
        active="a",
        weapons=bomb,
    )
    table.play("shoot", "b", dice="attack 6 1 / attack 5 5")
    assert [event.about[1] for event in table.events("shoots")] == ["b", "d"]
    assert table["d"].wounds == 8 - 1 - 1 - 1, "hit by an injured shooter's two 5s, after the splash"
    order = [event.key for event in table.game.events if event.key in ("shoots", "incapacitated")]
    assert order == ["shoots", "shoots", "incapacitated", "incapacitated", "incapacitated"]
    assert not any([table[key].in_play for key in ("a", "b", "c")])
    missed = at("blue Man a 4,11 Engage\nred Man b 12,11 Engage", active="a", weapons=bomb)
    missed.play("shoot", "b", dice="attack 2 2")
    assert not missed.events("defence-dice")


@proves("overwatch.is-not-a-shoot-action", "blast.no-overwatch", "unwieldy.no-overwatch", "fusillade.not-in-overwatch",
        "silent.not-overwatch-or-charge", "heavy.overwatch-allowed", "torrent.in-overwatch", "overwatch.one-per-turn",
        "overwatch.once-per-turning-point", "overwatch.window")  # fmt: skip
def test_trap_21_overwatch_is_no_shoot_action() -> None:
    """Neither the move nor the Shoot of its activation keeps an operative or its Heavy weapon from Overwatch."""
    table = at(
        """
        blue Man mover 4,4 Engage
        blue Man blast 4,6 Engage done
        blue Man slow 4,8 Engage done
        blue Man silent 4,10 Conceal done
        blue Man volley 4,12 Engage done
        blue Man flame 4,14 Engage done
        red  Man b 15,11 Engage Df=0 W=20
        red  Man c 15,13 Engage Df=0 W=20
        red  Man d 28,20 Conceal
        """,
        active="mover",
        weapons={
            "mover": ("cannon: A 1, BS 3+, D 1/1, Heavy", "pistol: A 1, BS 3+, D 1/1"),
            "blast": ('bomb: A 1, BS 3+, D 1/1, Blast 2"',),
            "slow": ("rocket: A 1, BS 3+, D 1/1, Unwieldy",),
            "silent": ("dart: A 1, BS 3+, D 1/1, Silent",),
            "volley": ("gun: A 2, BS 3+, D 1/1, Fusillade",),
            "flame": ('flamer: A 1, BS 2+, D 1/1, Torrent 2"',),
        },
    )
    table.play("normal-move", [[5, 4]], "shoot", "b", dice="attack 5").play("b", "engage", "pass")
    assert table.keys == ["mover", "volley", "flame", "none"]
    assert "[blast.no-overwatch]" in table.why_not("blast")
    assert "[unwieldy.no-overwatch]" in table.why_not("slow")
    assert "[order.conceal.forbids]" in table.why_not("silent")
    watching = table.game.fork()
    assert scripts.keys(scripts.play(watching, "mover")) == ["cannon", "pistol"]
    table.play("volley", "b", dice="attack 5 5")
    assert (table["b"].wounds, table["c"].wounds) == (17, 20), "all dice at one target"
    assert table.asked.player == 1, "one Overwatch in a turn"
    table.play("c", "engage", "pass")
    assert table.keys == ["mover", "flame", "none"]
    table.play("flame", "b", "c", dice="attack 3 / attack 3")
    assert (table["b"].wounds, table["c"].wounds) == (16, 19)
    table.play("d", "conceal", "pass", dice="initiative 2 / initiative 5")
    assert table.battle.turning_point == 3, "nobody is ready any more, so mover gets no Overwatch"
    assert table.clause == "initiative.high-roll-decides"


@proves(
    "limited.once-per-battle",
    "limited.multi-attack-is-one-use",
    "limited.used-when-selected",
    "firefight.illegal-action-refused",
)
def test_trap_22_limited_is_spent_once_per_operative_and_battle_and_never_by_a_refused_action() -> None:
    charge = ('charge: A 1, BS 3+, D 1/1, Blast 2", Rng 6", Limited',)
    table = at(
        """
        blue Man a 4,11 Engage
        blue Man a2 8,14 Engage
        red  Man b 14,11 Engage done guns=none
        red  Man c 14,13 Engage done guns=none
        """,
        active="a",
        weapons={"a": charge, "a2": charge},
    )
    with pytest.raises(Refused, match="no valid target"):
        table.play("shoot")
    assert table.battle.action_points == 2
    table.play("normal-move", [[8, 11]], "shoot", "b", dice="attack 2 / attack 2")
    assert len(table.events("shoots")) == 2, "both attacks of the Blast were made with the one use"
    table.play("a2", "engage", "shoot", "b", "pass", dice="attack 2 / attack 2 / initiative 5 / initiative 2")
    assert table.battle.turning_point == 3
    table.play("self", "a", "engage")
    assert table.why_not("shoot") == "Limited: already used this battle [limited.once-per-battle]"


@proves("apl.change-duration", "apl.change-cap", "apl.change-during-activation", "stun.shooting", "stun.combat-second")
def test_trap_23_apl_changes_are_summed_then_capped_end_with_the_activation_and_cost_an_unspent_ap() -> None:
    """Two Stuns and a Move It! sum up to -1: with each capped alone the trooper would have lost nothing."""
    stun = ("gun: A 1, BS 3+, D 1/1, Stun",)
    table = at(
        """
        blue Man a 4,11 Engage
        blue Man a2 4,14 Engage
        blue Man a3 4,17 Conceal
        red  Man r 28,3 Conceal
        red  Sergeant s 20,11 Engage
        red  Trooper t 16,11 Engage Df=0
        """,
        active="a",
        weapons={"a": stun, "a2": stun},
    )
    table.play("shoot", "t", "pass", dice="attack 6").play("r", "conceal", "pass")
    table.play("a2", "engage", "shoot", "t", "pass", dice="attack 6")
    assert table["t"].apl == 1, "not 0"
    table.play("s", "engage", "move-it", "t", "pass", "a3", "conceal", "pass", "t", "engage")
    assert table.battle.action_points == 1
    table.play("pass", dice="initiative 2 / initiative 5")
    assert table["t"].apl == 2
    assert table.clause == "initiative.high-roll-decides"
    own = combat(theirs="maul: A 2, WS 3+, D 1/1, Stun", blue="APL=3 W=20", red="W=20")
    own.play("fight", dice="fight 1 1 1 1 / fight 6 6")
    assert own.battle.action_points == 1, "one spent on the fight, one lost to the second critical strike"


@proves("setup.roles-are-not-combat-roles", "shooting.roles", "combat.roles")
def test_trap_24_the_defender_of_the_set_up_attacks_and_the_attacker_defends_like_anybody() -> None:
    """Blue is the Defender of the set-up: whoever acts is the Attacker, and the other player defends."""
    for active, target, attacker in (("a", "b", 0), ("b", "a", 1)):
        table = at("blue Man a 4,11 Engage\nred Man b 10,11 Engage", active=active)
        assert table.battle.defender == 0
        table.play("shoot", target, dice="attack 5 5 1 1 / defence 4 1 1")
        assert (table.asked.clause, table.asked.player) == ("shooting.saves-spent", 1 - attacker)
        fight = at("blue Man a 4,11 Engage\nred Man b 5.5,11 Engage", active=active)
        fight.play("fight", dice="fight 5 5 1 1 / fight 5 5 1 1")
        assert (fight.asked.clause, fight.asked.player) == ("combat.alternate", attacker)
