"""Special rules: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at
from tests.rulebooks.killteam_lite.situations.sketches import (
    APART,
    APART_WITH,
    FAR,
    FAR_OFF,
    armed,
    exactly,
    fight,
    odds,
)
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.rulebooks.killteam_lite.state import PloyInForce
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def preying(table: Table, seat: int, prey: str) -> Table:
    table.battle.ploys_in_force = (PloyInForce(seat, "marked-prey", prey),)
    return table


@proves("special.applies-when-fighting-back", "lethal.critical-range")
def test_the_prey_is_an_easier_kill_for_whom_it_fights() -> None:
    drawn = "blue Man a 4,11 Engage\nred Needler n 5.6,11 Engage\nred Needler m 28,20 Conceal"
    table = preying(at(drawn, active="a", weapons={"a": ("axe: A 1, WS 3+, D 1/1",)}), 1, "a")
    assert table.play("fight", dice="fight 1 / fight 5 1 1")["a"].wounds == 4, "a 5 of the knife is critical"


@proves("ap.reduces-defence", "p.gains-ap")
def test_a_hard_shell_takes_one_from_piercing_too() -> None:
    drawn = "blue Man a 4,11 Engage\nred Crusher c 12,11 Engage W=15"
    one = with_ploy(armed(drawn, "gun: A 1, BS 3+, D 1/1, P1"), 1, "hard-shell").play(
        "shoot", "c", dice="attack 6 / defence 1 1 1"
    )
    two = with_ploy(armed(drawn, "gun: A 1, BS 3+, D 1/1, AP2"), 1, "hard-shell").play(
        "shoot", "c", dice="attack 5 / defence 1 1"
    )
    assert (one["c"].wounds, two["c"].wounds) == (14, 14)


@proves("ap.not-cumulative", "p.with-ap")
def test_a_hard_shell_takes_one_from_the_ap_that_was_selected() -> None:
    """AP1 and P2 with a critical hit against Df 4: AP2 is selected, less one: three dice."""
    drawn = "blue Man a 4,11 Engage\nred Tyrant t 12,11 Engage"
    table = with_ploy(armed(drawn, "gun: A 2, BS 3+, D 1/1, AP1, P2"), 1, "hard-shell")
    table.play("shoot", "t", dice="attack 6 3")
    assert table.keys == ["ap2", "ap1"]
    assert table.play("ap2", dice="defence 1 1 1")["t"].wounds == 14


@proves("ap.before-cover", "shooting.cover-die-comes-from-the-pool")
def test_dig_in_retains_no_more_dice_than_ap_leaves() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 10,11 Engage\nlow 8.6,9,9.1,13"
    table = with_ploy(armed(drawn, "gun: A 1, BS 3+, D 1/1, AP2"), 1, "dig-in").play("shoot", "t", dice="attack 5")
    assert table.keys == ["retain-1", "roll-all"]


@proves("barrage.overhead-cover", "indirect.ignores-cover-for-targeting", "barrage.replaces-side-cover")
def test_an_indirect_barrage_asks_only_for_a_roof() -> None:
    """Concealed behind a low wall: a target all the same; a roof that ends at the rim hides nothing, 0.1" further in it does."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Conceal\nlow 10.8,9,11.2,13\nroof {},9,15,13"
    gun = "mortar: A 1, BS 3+, D 1/1, Barrage, Indirect"
    touching = armed(drawn.format(12.5), gun).play("shoot", "b", dice="attack 5 / defence 1 1 1")
    assert touching["b"].wounds == 7
    assert armed(drawn.format(12.4), gun).play("shoot", "b", dice="attack 5").keys == ["retain-1", "roll-all"]


@proves("barrage.overhead-cover", "shooting.cover-die")
def test_the_dug_in_keep_two_dice_under_a_roof_against_a_barrage_and_none_beside_it() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage W=7\nroof 11,9,14,13\nlow 10.8,15,11.2,18"
    gun = "mortar: A 1, BS 3+, D 1/1, Barrage"
    under = with_ploy(armed(drawn, gun), 1, "dig-in").play("shoot", "t", dice="attack 5")
    assert under.keys == ["retain-2", "retain-1", "roll-all"]
    beside = with_ploy(armed(drawn.replace("roof 11,9", "roof 13,9"), gun), 1, "dig-in")
    assert beside.play("shoot", "t", dice="attack 5 / defence 1 1 1")["t"].wounds == 6


@proves("blast.extra-attacks", "special.per-shooting-attack", "lethal.critical-range")
def test_who_stands_beside_the_prey_is_no_prey() -> None:
    drawn = "blue Saboteur a 4,11 Engage\nred Man b 9,11 Engage Df=0 W=20\nred Man c 9,13 Engage Df=0 W=20"
    table = preying(armed(drawn, 'bomb: A 1, BS 3+, D 1/5, Blast 2"'), 0, "b")
    table.play("shoot", "b", dice="attack 5 / attack 5")
    assert (table["b"].wounds, table["c"].wounds) == (15, 19)


@proves("blast.hits-friends-too", "ap.reduces-defence")
def test_a_hard_shell_helps_against_ones_own_bomb() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Tyrant t 12,13.4 Conceal\nred Man b 12,11 Engage Df=0 W=20"
    table = armed(drawn, 'gun: A 1, BS 2+, D 1/1, Blast 2", AP1', teams=("maw-brood", ""))
    with_ploy(table, 0, "hard-shell").play("shoot", "b", dice="attack 3 / attack 3 / defence 1 1 1 1")
    assert table["t"].wounds == 15


@proves("blast.hits-friends-too", "hot.self-damage")
def test_a_blast_at_ones_own_feet_hurts_twice() -> None:
    """The shooter is within 2" of its target: it is attacked too, and burns for the 1 of its attack on itself."""
    drawn = "blue Man a 4,11 Engage Df=0\nred Man b 6.5,11 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 3+, D 2/3, Blast 2", Hot').play("shoot", "b", dice="attack 4 2 / attack 5 1")
    assert (table["b"].wounds, table["a"].wounds) == (6, 8 - 3 - 2)


@proves("blast.order-of-extras", "shooting.no-attack-on-the-incapacitated")
def test_nobody_asks_when_the_fallen_are_caught_in_the_blast() -> None:
    """The splash on `d` fells `c`: `e` alone is left, and there is nothing to put in order."""
    drawn = """
        blue Man a 4,11 Engage
        red Man b 14,11 Engage W=20 Df=0
        red Man c 14,12.5 Engage wounds=1 Df=0
        red Man d 15.5,11 Engage W=20 Df=0
        red Man e 14,9.5 Engage W=20 Df=0
    """
    table = at(drawn, active="a", weapons={"a": ('bomb: A 1, BS 3+, D 1/1, Blast 2", Splash 1',)})
    table.play("shoot", "b", "d", dice="attack 5 / attack 6 / attack 5")
    assert (table["b"].wounds, table["c"].in_play, table["d"].wounds, table["e"].wounds) == (18, False, 18, 18)


@proves("brutal.parry-only-with-criticals", "brutal.own-parries-unaffected")
def test_between_two_brutal_weapons_normal_hits_only_strike() -> None:
    table = fight("axe: A 2, WS 3+, D 1/2, Brutal", "axe: A 2, WS 3+, D 1/2, Brutal").play(
        "fight", dice="fight 4 6 / fight 4 6"
    )
    assert set(table.keys) == {"strike-critical", "strike-normal", "parry-critical-critical", "parry-critical-normal"}


@proves("brutal.parry-only-with-criticals", "combat.alternate")
def test_odds_of_a_brutal_axe_and_of_the_same_axe_without() -> None:
    for rule, kill in ((", Brutal", Fraction(31, 81)), ("", Fraction(1, 3))):
        table = fight(f"axe: A 2, WS 4+, D 3/5{rule}", "axe: A 2, WS 4+, D 3/5", "W=10 wounds=5", "W=10 wounds=5")
        assert odds(table, "fight").chance_removed() == exactly(kill)


@proves("ceaseless.reroll-ones", "special.applies-when-fighting-back")
def test_a_counterblow_lasts_through_both_fights_of_the_drilled() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage\nred Warden w 10.2,11 Engage W=40" + FAR
    weapons = {"c": ("axe: A 1, WS 3+, D 1/1",), "w": ("blade: A 2, WS 3+, D 1/1",)}
    table = at(drawn, active="c", cp=(0, 1), weapons=weapons, teams=("", "bastion-wardens"))
    table.play("charge", [[8.4, 11]], "use", "fight", "keep", dice="fight 1 / fight 1 1")
    table.play("fight", dice="fight 1 / fight 1 1")
    assert "ceaseless-1-1" in table.keys


@proves("fusillade.extra-targets")
@pytest.mark.parametrize(("y", "shared"), [(14.0, True), (14.01, False)])
def test_a_fusillade_spreads_exactly_two_inches(y: float, shared: bool) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 9,11 Engage\nred Man c 9,{y} Engage"
    table = at(drawn, active="a", weapons={"a": ("gun: A 4, BS 3+, D 1/1, Fusillade",)})
    if shared:
        table.play("shoot", "b")
        assert table.clause == "fusillade.distribute"
    else:
        table.play("shoot", "b", dice="attack 1 1 1 1")


@proves("fusillade.separate-attacks", "strategy.ploys.tactical-timing")
def test_the_second_target_of_a_fusillade_may_go_to_ground_if_the_first_did_not() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nred Trooper u 12,12.9 Engage\nlow 12.8,9,13.3,14"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/1, Fusillade", cp=(0, 1))
    table.play("shoot", "t", {"t": 1, "u": 1}, "no", dice="attack 1")
    assert (table.decider, table.keys) == (1, ["use", "no"])


@proves("fusillade.separate-attacks", "shooting.no-attack-on-the-incapacitated")
def test_nobody_asks_when_the_share_of_the_fallen_is_shot() -> None:
    drawn = """
        blue Man a 4,11 Engage
        red Man b 14,11 Engage W=20 Df=0
        red Man c 14,12.5 Engage wounds=1 Df=0
        red Man d 15.5,11 Engage W=20 Df=0
    """
    table = at(drawn, active="a", weapons={"a": ("gun: A 3, BS 3+, D 1/1, Fusillade, Splash 1",)})
    table.play("shoot", "b", {"b": 1, "c": 1, "d": 1}, dice="attack 6 / attack 5")
    assert (table["b"].wounds, table["c"].in_play, table["d"].wounds) == (18, False, 18)


@proves("heavy.no-moves-with-shoot", "heavy.dash-allowed", "fall-back.with-dash")
def test_a_heavy_gun_is_silent_after_falling_back_and_holds_its_bearer_after_the_shot() -> None:
    drawn = "blue Man a 10,11 Engage APL=4\nred Man b 11.5,11 Engage\nred Man c 20,11 Engage"
    back = armed(drawn, "gun: A 1, BS 3+, D 1/1, Heavy").play("fall-back", [[6, 11]])
    assert "[heavy.no-moves-with-shoot]" in back.why_not("shoot")
    free = armed(drawn.replace("11.5,11", "13,11"), "gun: A 1, BS 3+, D 1/1, Heavy").play("shoot", "c", dice="attack 1")
    for action in ("normal-move", "charge"):
        assert "[heavy.no-moves-with-shoot]" in free.why_not(action)
    assert free.why_not("dash") == ""


@proves("hot.self-damage", "splash.area", "damage.mortal-wounds")
def test_mortal_wounds_are_told_by_the_rule_that_inflicts_them() -> None:
    table = armed("blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0" + FAR, "gun: A 2, BS 3+, D 1/1, Hot, Splash 1")
    table.play("shoot", "b", dice="attack 6 1")
    assert [event.clause for event in table.events("mortal-wounds")] == ["hot.self-damage", "splash.area"]


@proves("hot.self-damage", "strategy.ploys.tactical-timing")
def test_who_burns_itself_may_hold_on_and_act_on() -> None:
    """Two 1s cost 6 of 3 wounds: with the Medic near one is left, and the activation goes on with the AP left."""
    drawn = "blue Caster c 4,11 Engage wounds=3\nblue Medic m 4,13 Engage done\nred Man b 20,11 Engage"
    table = at(drawn, active="c", cp=(1, 0)).play("shoot")
    assert table.keys == ["overload-caster-standard", "overload-caster-overcharge"]
    table.play("overload-caster-overcharge", "b", "keep", "hold-on", dice="attack 1 1 2 2")
    assert (table["c"].wounds, table.battle.active, table.battle.action_points) == (1, "c", 1)


@proves("hot.after-rerolls", "ceaseless.reroll-ones", "hot.self-damage")
def test_ceaseless_cools_a_hot_gun_die_by_die() -> None:
    """1 1 5: one 1 is rolled again into a 4, the other is left and burns three wounds."""
    table = armed(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0 W=12" + FAR_OFF, "gun: A 3, BS 3+, D 2/3, Hot, Ceaseless"
    )
    table.play("shoot", "b", "ceaseless-1", dice="attack 1 1 5 / reroll 4")
    assert (table["a"].wounds, table["b"].wounds) == (5, 8)


@proves("hot.after-rerolls", "balanced.one-reroll")
def test_odds_of_a_balanced_hot_gun() -> None:
    """One die at 4+ rolled again when it misses: 3/4; the shooter falls to a second roll of 1: 1/2 x 1/6."""
    table = armed(APART_WITH.format("W=6 wounds=3", "wounds=3 Df=0"), "gun: A 1, BS 4+, D 3/4, Hot, Balanced")
    told = odds(table, "shoot")
    assert told.chance_removed() == exactly(Fraction(3, 4))
    assert told.chance_removed(1) == exactly(Fraction(1, 12))


@proves("hot.attack-continues", "firefight.incapacitated-in-own-activation", "battle.winner-by-mission")
def test_a_carrier_that_burns_to_death_drops_the_relic_after_its_last_attack() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3\nblue Man f 2,2 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = at(drawn, active="a", mission="relic", weapons={"a": ('gun: A 2, BS 3+, D 1/1, Hot, Torrent 2"',)})
    table.battle.carrier = "a"
    table.play("shoot", "b", dice="attack 1 5")
    assert (table["a"].in_play, table.battle.carrier) == (True, "a"), "it lies there until the action is over"
    table.play("c", dice="attack 5 5")
    assert (table["a"].in_play, table.battle.carrier, table.battle.relic) == (False, "", (4, 11))
    assert (table["c"].wounds, table.decider) == (6, 1)


@proves("hot.attack-continues", "torrent.extra-attacks")
def test_a_dead_man_may_still_sweep_on_with_his_torrent() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3 W=6\nblue Man a2 2,2 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 2+, D 2/3, Hot, Torrent 2"').play("shoot", "b", dice="attack 1 4")
    table.play("c", dice="attack 3 2")
    assert (table["b"].wounds, table["c"].wounds, table["a"].in_play) == (6, 6, False), "at 0 wounds injured: BS 3+"


@proves("hot.in-overwatch", "overwatch.one-per-turn")
def test_a_watcher_that_burns_to_death_leaves_the_turn_to_the_enemy() -> None:
    drawn = "blue Man a 4,11 Engage done wounds=1\nblue Man c 2,2 Conceal done\nred Man b 12,11 Engage Df=0"
    table = at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Hot",)}).play("a", "b", dice="attack 1")
    assert (table["a"].in_play, table.decider, table.clause) == (False, 1, "firefight.must-activate")


@proves("invulnerable.instead-of-save", "game.specific-overrides-general")
def test_a_veil_over_the_seer_is_better_than_her_own() -> None:
    table = at("blue Seer s 4,11 Engage\nred Man b 20,11 Engage APL=3", active="s").play("veil-shield", "s", "pass")
    table.play("b", "engage", "shoot", "s", dice="attack 5 1 1 1")
    assert "invulnerable-4" in table.keys


@proves("invulnerable.ignores-ap", "shooting.roll-defence-step-order", "shooting.cover-die")
def test_an_invulnerable_save_in_cover_brings_back_dice_and_keeps_the_cover_die() -> None:
    """Df 3, AP2: with the Sv the one die left is retained or rolled; with the invulnerable save one is retained, two rolled."""
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Engage inv=5\nlow 8.9,9,9.2,13" + FAR_OFF
    table = armed(drawn, "gun: A 2, BS 3+, D 3/4, AP2").play("shoot", "b", "invulnerable-5", dice="attack 5 4")
    table.play("retain-1", dice="defence 5 4").play("discard-0c-2n")
    assert table["b"].wounds == 8
    plain = armed(drawn, "gun: A 2, BS 3+, D 3/4, AP2").play("shoot", "b", "save", "retain-1", dice="attack 5 4")
    assert plain.play("discard-0c-1n")["b"].wounds == 5


@proves("invulnerable.ignores-ap", "shooting.two-normal-saves-discard-critical")
def test_odds_of_choosing_between_one_die_and_three() -> None:
    table = armed(APART_WITH.format("", "wounds=4 Sv=3 inv=5"), "gun: A 2, BS 3+, D 3/4, AP2")
    told = odds(table, "shoot")
    assert told.chance_removed() == exactly(Fraction(631, 2592))
    assert told.damage()[0] == exactly(Fraction(1297, 2592))


@proves("lethal.critical-range", "shooting.save")
def test_odds_of_a_lethal_gun_against_one_die() -> None:
    table = armed(APART.format("", "Man", "wounds=5 Df=1"), "gun: A 3, BS 3+, D 2/3, Lethal 5+")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(25, 54))


@proves("lethal.critical-range", "fusillade.separate-attacks")
def test_only_the_prey_among_the_targets_of_a_fusillade_is_an_easier_kill() -> None:
    drawn = "blue Needler a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = with_ploy(armed(drawn, "gun: A 2, BS 3+, D 1/4, Fusillade"), 0, "marked-prey", "c")
    table.play("shoot", "b", {"b": 1, "c": 1}, dice="attack 5 / attack 5")
    assert (table["b"].wounds, table["c"].wounds) == (7, 4)


@proves("lethal.critical-range", "rending.before-critical-effects", "p.gains-ap")
def test_odds_of_lethal_rending_and_piercing_together() -> None:
    told = odds(
        armed(APART_WITH.format("", "wounds=5 Df=2"), "gun: A 3, BS 4+, D 2/3, Lethal 5+, Rending, P1"), "shoot"
    )
    assert told.chance_removed() == exactly(Fraction(115, 288))


@proves("lethal.must-be-successful", "overwatch.worse-bs")
def test_the_prey_is_no_easier_for_whom_a_five_does_not_hit() -> None:
    """Injured and in Overwatch BS 4+ is 6+: the 5 fails although Lethal 5+ is in force."""
    drawn = "blue Needler a 4,11 Engage done wounds=3\nred Man b 12,11 Engage Df=0"
    table = at(drawn, weapons={"a": ("gun: A 2, BS 4+, D 1/4",)})
    with_ploy(table, 0, "marked-prey", "b").play("a", "b", dice="attack 5 6")
    assert table["b"].wounds == 4


@proves("lethal.must-be-successful", "damage.injured-skill")
def test_an_injured_fighter_with_a_lethal_blade_needs_a_hit_first() -> None:
    """WS 5+ injured is 6+: with Lethal 5+ a 5 misses."""
    table = fight("blade: A 3, WS 5+, D 1/2, Lethal 5+", "club: A 1, WS 3+, D 1/1", blue="wounds=3")
    table.play("fight", dice="fight 5 5 6 / fight 1")
    assert table["b"].wounds == 6


@proves("lethal.counts-for-all-critical-effects", "brutal.parry-only-with-criticals")
def test_odds_of_lethal_against_brutal() -> None:
    table = fight("blade: A 3, WS 4+, D 2/4, Lethal 5+", "axe: A 2, WS 3+, D 4/5, Brutal", "wounds=4", "wounds=6")
    told = odds(table, "fight")
    assert told.chance_removed() == exactly(Fraction(179, 1944))
    assert told.damage()[2] == exactly(Fraction(323, 1944))


@proves("limited.once-per-battle", "combat.select-weapons")
def test_a_limited_blade_is_selected_once_in_a_battle() -> None:
    """The maul is spent in the first Fight of the drilled, the knife is left for the second."""
    weapons = {"w": ("maul: A 1, WS 3+, D 3/4, Limited", "knife: A 1, WS 3+, D 1/2"), "b": ("club: A 1, WS 3+, D 1/1",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons).play("fight")
    assert table.keys == ["maul", "knife"]
    table.play("maul", dice="fight 3 / fight 1")
    table.play("fight", dice="fight 3 / fight 1")
    assert (table["w"].used_up, table["b"].wounds) == (("maul",), 16)
    assert "Limited: already used this battle" in table.log


@proves("limited.once-per-battle", "special.applies-when-fighting-back", "combat.no-melee-weapon")
def test_a_limited_blade_is_spent_by_fighting_back_too() -> None:
    weapons = {"w": ("axe: A 1, WS 3+, D 1/1",), "b": ("stake: A 1, WS 3+, D 2/2, Limited",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons)
    table.play("fight", "strike-normal", dice="fight 3 / fight 3")
    assert (table["b"].used_up, table["w"].wounds) == (("stake",), 11)
    table.play("fight", dice="fight 1")
    assert table["b"].wounds == 19


@proves("limited.once-per-battle", "overwatch.is-not-a-shoot-action")
def test_a_limited_weapon_used_in_overwatch_is_used_up() -> None:
    drawn = "blue Man a 4,11 Engage done\nblue Man a2 28,2 Conceal done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 28,20 Conceal"
    table = at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Limited",)}).play(
        "a", "b", "b", "engage", "pass", dice="attack 4"
    )
    table.play("c", "conceal", "pass", dice="initiative 5 / initiative 2")
    table.play("self", "a", "engage")
    assert "[limited.once-per-battle]" in table.why_not("shoot")


@proves("mw.extra-mortal-wounds", "fusillade.separate-attacks")
def test_a_fusillade_inflicts_mortal_wounds_target_by_target() -> None:
    """A die each: the 6 at c costs it 2 mortal wounds and 3 damage, the 4 at b 1."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/3, MW2, Fusillade").play(
        "shoot", "b", {"b": 1, "c": 1}, dice="attack 4 / attack 6"
    )
    assert (table["b"].wounds, table["c"].wounds) == (7, 3)


@proves("mw.before-saves", "no-cover.no-retained-die", "lethal.counts-for-all-critical-effects")
def test_odds_of_lethal_mortal_wounds_that_cover_does_not_stop() -> None:
    drawn = APART.format("", "Man", "wounds=4 Df=4 Sv=6") + "\nlow 10.8,9,11.2,13"
    table = armed(drawn, "gun: A 3, BS 4+, D 2/2, Lethal 5+, MW1, No Cover")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(2125, 5832))


@proves("mw.before-saves", "invulnerable.instead-of-save")
def test_odds_of_mortal_wounds_before_saves() -> None:
    told = odds(armed(APART_WITH.format("", "wounds=7 Sv=5 inv=4"), "gun: A 2, BS 3+, D 3/5, MW2"), "shoot")
    assert told.chance_removed() == exactly(Fraction(499, 3888))
    assert told.damage()[2] == exactly(Fraction(1, 8))


@proves("psychic-action.label")
def test_a_null_ward_reaches_exactly_six_inches() -> None:
    """Bases of 28 mm and 40 mm: radii 0.551" and 0.787"."""
    reach = 6 + 14 / 25.4 + 20 / 25.4
    drawn = "blue Seer s 4,11 Engage\nred Shield-bearer w {},11 Engage\nred Man b 4,14 Engage"
    assert "Null Ward" in at(drawn.format(4 + reach), active="s").why_not("mind-spike")
    assert at(drawn.format(4 + reach + 0.01), active="s").why_not("mind-spike") == ""


@proves("p.gains-ap", "invulnerable.ignores-ap", "shooting.cover-die")
def test_odds_of_piercing_an_invulnerable_in_cover() -> None:
    drawn = APART.format("", "Man", "wounds=4 inv=5") + "\nlow 10.8,9,11.2,13"
    table = armed(drawn, "gun: A 3, BS 3+, D 3/4, P2")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(3281, 11664))


@proves("p.gains-ap", "shooting.cover-die")
def test_odds_of_piercing_against_cover() -> None:
    drawn = APART_WITH.format("", "wounds=6") + "\nlow 10.8,9,11.2,13"
    told = odds(armed(drawn, "gun: A 3, BS 3+, D 3/4, P2"), "shoot")
    assert told.chance_removed() == exactly(Fraction(65, 288))
    assert told.damage()[0] == exactly(Fraction(373, 864))


@proves("reap.area")
@pytest.mark.parametrize(("x", "left"), [(7.5, 7), (7.51, 8)])
def test_a_scythe_reaps_exactly_an_inch_behind_the_struck(x: float, left: int) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 5.5,11 Engage blades=none\nred Man c {x},11 Engage"
    table = at(drawn, active="a", weapons={"a": ("scythe: A 1, WS 3+, D 1/1, Reap 1",)})
    table.play("fight", dice="fight 6")
    assert table["c"].wounds == left


@proves("reap.area", "damage.incapacitated-removal-time", "game.specific-overrides-general")
def test_a_veil_falls_once_with_a_seer_who_is_reaped() -> None:
    drawn = "blue Man a 4,11 Engage W=20\nred Seer s 4,12.3 Engage wounds=1\nred Needler n 5.5,11 Engage W=20"
    blades = {"a": ("scythe: A 1, WS 3+, D 1/1, Reap 1",), "n": ("knife: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", weapons=blades)
    table["n"].shielded_by = "s"
    table.play("fight", "n", dice="fight 6 / fight 1")
    assert (table["n"].shielded_by, table["s"].in_play, len(table.events("shield-ended"))) == ("", False, 1)


@proves("reap.area", "strategy.ploys.tactical-timing")
def test_one_felled_by_reaping_may_thrash_at_the_reaper() -> None:
    drawn = "blue Man a 4,11 Engage\nred Hunter b 5.6,11 Engage W=10\nred Hunter c 4,12.6 Engage wounds=1"
    weapons = {"a": ("scythe: A 1, WS 3+, D 1/2, Reap 1",), "b": ("claws: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", cp=(0, 1), weapons=weapons).play("fight", "b", "keep", dice="fight 6 / fight 2")
    assert (table.decider, table.keys) == (1, ["a", "no"])
    table.play("a")
    assert (table["a"].wounds, table["b"].wounds, table["c"].in_play) == (6, 8, False)


@proves("reap.area", "engagement.needs-visibility")
def test_a_scythe_does_not_reach_behind_a_wall() -> None:
    """c stands within 1" of the struck, but a wall hides it from the reaper."""
    drawn = "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage W=20\nred Man c 7.3,11 Engage\nwall 6.2,8,6.5,14"
    weapons = {"a": ("scythe: A 1, WS 3+, D 1/2, Reap 1",), "b": ("club: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", weapons=weapons).play("fight", dice="fight 6 / fight 1")
    assert (table["b"].wounds, table["c"].wounds) == (18, 8)


@proves("reap.area", "special.applies-when-fighting-back")
def test_who_fights_back_with_a_scythe_reaps_around_its_attacker() -> None:
    """The defender's critical strike hits the attacker for 2 and the attacker's friend beside it for 1, not the defender's own."""
    drawn = "blue Man a 4,11 Engage\nblue Man f 4,12.4 Conceal\nred Man b 5.5,11 Engage\nred Man g 5.5,9.6 Conceal"
    weapons = {"a": ("club: A 1, WS 3+, D 1/1",), "b": ("scythe: A 1, WS 3+, D 1/2, Reap 1",)}
    table = at(drawn, active="a", weapons=weapons).play("fight", dice="fight 1 / fight 6")
    assert [table[key].wounds for key in "afbg"] == [6, 7, 8, 8]


@proves("reap.area", "strategy.ploys.tactical-timing")
def test_a_last_blow_reaps_like_any_critical_strike() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Man f 4,12.3 Conceal\nred Warden w 5.6,11 Engage wounds=1\nred Warden v 20,2 Conceal"
    table = at(drawn, active="a", cp=(0, 1), weapons={"w": ("blade: A 2, WS 3+, D 3/4, Reap 1",)})
    table.play("fight", "keep", "strike-critical", dice="fight 5 5 1 1 / fight 6 1")
    assert (table["a"].wounds, table["f"].wounds, table["w"].in_play) == (4, 7, False)


@proves("rending.upgrade-one", "p.gains-ap")
def test_without_an_upgrade_the_hits_stay_as_they_fell() -> None:
    """D 5/1: a critical hit is worth less, so it is left; P1 needs only the one 6."""
    table = armed(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage W=12" + FAR_OFF, "gun: A 3, BS 3+, D 5/1, Rending, P1"
    )
    table.play("shoot", "b", "no", dice="attack 6 4 1 / defence 1 1")
    assert table["b"].wounds == 12 - 5 - 1


@proves("rending.upgrade-one", "special.applies-when-fighting-back", "combat.roll-attack-step-order")
def test_who_fights_back_may_rend_after_the_attacker() -> None:
    table = fight("axe: A 1, WS 3+, D 1/2", "saw: A 3, WS 3+, D 1/3, Rending", blue="W=20").play(
        "fight", dice="fight 4 / fight 6 4 4"
    )
    assert (table.decider, table.keys) == (1, ["upgrade", "no"])
    table.play("upgrade", "strike-normal", "strike-critical", "strike-critical")
    assert table["a"].wounds == 20 - 3 - 3 - 1


@proves("rending.upgrade-one", "shooting.damage-critical")
def test_odds_of_rending() -> None:
    """Seven wounds, three dice at 4+, 3/4: a critical and any other hit, two criticals or three hits: 1/6 + 1/24 + 1/8."""
    table = armed(APART_WITH.format("", "wounds=7 Df=0"), "gun: A 3, BS 4+, D 3/4, Rending")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(1, 3))


@proves("rending.before-critical-effects", "lethal.counts-for-all-critical-effects", "mw.extra-mortal-wounds")
def test_lethal_feeds_rending_and_rending_feeds_mortal_wounds() -> None:
    """5 4 1 at 3+ with Lethal 5+: one critical hit, the 4 upgraded, MW2 for each: 4; then 2 x 1 damage unsaved."""
    table = armed(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage W=12" + FAR_OFF,
        "gun: A 3, BS 3+, D 3/1, Lethal 5+, Rending, MW2",
    )
    table.play("shoot", "b", "upgrade", dice="attack 5 4 1 / defence 1 1 1")
    assert table["b"].wounds == 12 - 4 - 2


@proves("silent.shoot-while-concealed", "torrent.extra-attacks", "rng.multi-target")
def test_a_silent_torrent_sweeps_from_hiding_as_far_as_it_reaches() -> None:
    drawn = "blue Man a 4,11 Conceal\nred Man b 10.9,11 Engage Df=0\nred Man c 11,12.2 Engage Df=0\nred Man d 10.5,9.2 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Silent, Torrent 2", Rng 6"').play("shoot", "b", dice="attack 5")
    assert table.why_not("c").startswith('6.1" away, its range is 6"')
    assert table.keys == ["d", "stop"]


@proves("splash.area", "strategy.ploys.tactical-timing", "damage.mortal-wounds")
def test_a_medic_who_falls_after_the_trooper_in_one_splash_has_helped_already() -> None:
    drawn = "red Man s 4,11 Engage\nblue Trooper a 12,11 Engage wounds=1\nblue Medic m 12,12.9 Engage wounds=1"
    table = at(drawn, active="s", turn=1, cp=(1, 0), weapons={"s": ("gun: A 1, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "a", "hold-on", dice="attack 6")
    assert (table["a"].wounds, table["m"].in_play) == (1, False)


@proves("splash.area", "blast.extra-attacks", "special.per-shooting-attack")
def test_every_attack_of_a_blast_splashes_around_its_own_target() -> None:
    """b: splash 1, hit 1, then splash of the attack on c: 3 lost. c: splash of the first, then splash and hit: 3 lost."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2", Splash 1').play("shoot", "b", dice="attack 6 / attack 6")
    assert (table["b"].wounds, table["c"].wounds) == (5, 5)


@proves("splash.before-saves")
def test_odds_of_a_splash_at_two_wounds() -> None:
    """Any critical hit does 1 + 1; two normal hits do as much: 11/36 + 9/36."""
    table = armed(APART_WITH.format("", "wounds=2 Df=0"), "gun: A 2, BS 3+, D 1/1, Splash 1")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(5, 9))


@proves("stun.shooting", "apl.change-during-activation", "blast.hits-friends-too")
def test_who_stuns_itself_with_its_own_blast_loses_an_action_point() -> None:
    drawn = "blue Man a 10,11 Engage APL=3\nred Man b 12.5,11 Engage W=20"
    table = at(drawn, active="a", weapons={"a": ('gun: A 1, BS 3+, D 1/1, Blast 2", Stun',)})
    table.play("shoot", "b", dice="attack 6 / defence 1 1 1 / attack 6 / defence 1 1 1")
    assert (table.battle.action_points, table["a"].apl, table["b"].apl) == (1, 2, 1)


@proves("stun.shooting", "torrent.extra-attacks", "apl.change-cap")
def test_a_stunning_torrent_stuns_everyone_it_sweeps_over_once() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0 W=20\nred Man c 12,13 Engage Df=0 W=20"
    table = armed(drawn, 'gun: A 2, BS 3+, D 1/1, Stun, Torrent 2"').play(
        "shoot", "b", "c", dice="attack 6 6 / attack 6 5"
    )
    assert (table["b"].apl, table["c"].apl, table["b"].apl_change) == (1, 1, -1)


@proves("stun.shooting", "apl.change-duration", "overwatch.is-not-a-shoot-action")
def test_a_stunning_overwatch_costs_a_ready_enemy_an_action_point_at_once() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 28,20 Conceal"
    table = (
        at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Stun",)}).play("a", "b", dice="attack 6").play("b", "engage")
    )
    assert table.battle.action_points == 1


@proves("stun.combat-first", "strategy.ploys.tactical-timing")
def test_a_stunning_strike_that_fells_takes_a_hit_before_the_last_blow() -> None:
    """The Warden has a critical and a normal hit left; the maul takes the normal one along."""
    drawn = "blue Man a 4,11 Engage\nred Warden w 5.6,11 Engage wounds=2\nred Warden v 28,20 Conceal"
    weapons = {"a": ("maul: A 1, WS 3+, D 1/2, Stun",), "w": ("blade: A 2, WS 3+, D 3/4",)}
    table = at(drawn, active="a", cp=(0, 1), weapons=weapons)
    table.play("fight", "keep", "strike-critical", dice="fight 6 / fight 6 3")
    assert table.keys == ["strike-critical", "no"]


@proves("stun.combat-first", "combat.must-resolve")
def test_a_stunning_strike_takes_the_hit_that_would_have_parried_next() -> None:
    """Attacker 6 and 4, defender 4 and 1: the critical strike (2) discards the 4, so the second hit strikes too (1)."""
    table = fight("maul: A 2, WS 3+, D 1/2, Stun", "axe: A 2, WS 3+, D 3/4").play("fight", dice="fight 6 4 / fight 4 1")
    table.play("strike-critical")
    assert (table["a"].wounds, table["b"].wounds, table["b"].apl) == (8, 5, 2)


@proves("stun.combat-first", "combat.alternate")
def test_odds_of_a_stunning_maul() -> None:
    table = fight("maul: A 3, WS 3+, D 3/4, Stun", "axe: A 3, WS 3+, D 3/4", "wounds=6")
    told = odds(table, "fight")
    assert told.chance_removed() == exactly(Fraction(1165, 15552))
    assert told.damage()[0] == exactly(Fraction(1, 27))
    assert told.damage()[3] == exactly(Fraction(11, 27))


@proves("stun.combat-second", "apl.change-during-activation", "apl.change-duration")
def test_who_is_stunned_in_its_own_fight_acts_no_more() -> None:
    """APL 2, one AP left after the Fight: the second critical strike back takes it, and with the activation the stun is over."""
    drawn = "blue Man a 4,11 Engage W=20\nred Man b 5.5,11 Engage W=20"
    blades = {"a": ("knife: A 1, WS 3+, D 1/1",), "b": ("maul: A 2, WS 3+, D 1/1, Stun",)}
    table = at(drawn, active="a", weapons=blades).play("fight", dice="fight 1 / fight 6 6")
    assert (table["a"].wounds, table.battle.active, table["a"].apl_change, table.decider) == (18, "", 0, 1)


@proves("apl.change-cap", "apl.change-duration")
def test_move_it_lifts_a_stun_and_no_more() -> None:
    drawn = "blue Sergeant s 4,11 Engage\nblue Trooper t 6,11 Engage apl_change=-1\nred Man b 25,11 Engage"
    assert at(drawn, active="s").play("move-it", "t")["t"].apl == 2


@proves("torrent.mutual-distance")
@pytest.mark.parametrize(("y", "swept"), [(14.0, True), (14.01, False)])
def test_a_torrent_goes_on_exactly_two_inches(y: float, swept: bool) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 9,11 Engage\nred Man c 9,{y} Engage"
    table = at(drawn, active="a", weapons={"a": ('spray: A 1, BS 3+, D 1/1, Torrent 2"',)})
    table.play("shoot", "b", dice="attack 1")
    assert (table.clause == "torrent.extra-attacks") is swept


@proves("unwieldy.extra-ap", "apl.change-cap")
def test_stunned_one_cannot_shoot_what_is_unwieldy() -> None:
    drawn = "blue Rocketeer a 4,11 Engage apl_change=-1\nred Man b 12,11 Engage"
    assert at(drawn, active="a").why_not("shoot") == "costs 2 AP, 1 left [unwieldy.extra-ap]"
    told = at(drawn.replace("apl_change=-1", "apl_change=1"), active="a").play("normal-move", [[5, 11]])
    assert told.why_not("shoot") == "", "APL 3: one for the move, two for the rocket"
