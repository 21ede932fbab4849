"""Situations worked out from the book by hand: position, dice and answers, then what must come of them.

Odds are fractions enumerated die by die outside the engine.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.core.refusals import Refused
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.state import INITIATIVE, STRATEGY
from vanguard.server.workers import insights
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")

FAR = "\nred Man far 28,21 Conceal"


def armed(drawn: str, gun: str, active: str = "a", **more: Any) -> Table:
    return at(drawn, active=active, weapons={active: (gun,)}, **more)


def moved(drawn: str, action: str, path: list[list[float]], **more: Any) -> Table:
    return at(drawn + FAR, active="a", **more).play(action, path)


def not_moved(drawn: str, action: str, path: list[list[float]], why: str, **more: Any) -> None:
    with pytest.raises(Refused, match=why):
        moved(drawn, action, path, **more)


def odds(table: Table, attack: str) -> Any:
    return of_trial(rulebook, options_with_odds(table.game)[attack])


def exactly(fraction: Fraction) -> Any:
    return pytest.approx(float(fraction), abs=1e-9)


# -- moves, with heights ------------------------------------------------------------------------------------------------------


@proves("move.climb-and-drop")
def test_four_inches_up_cost_four_and_leave_an_inch_and_a_half_for_the_way_in() -> None:
    """0.5" to the wall, 4" up, 1.5" inwards: 6" in all; a hair more is too far."""
    drawn = "blue Man a 4,11 Engage\nlevel 5,8,9,14 top=4"
    up = moved(drawn, "normal-move", [[4.5, 11, 4], [6, 11]])
    assert (up["a"].base.x, up["a"].base.elevation) == (6, 4)
    not_moved(drawn, "normal-move", [[4.5, 11, 4], [6.1, 11]], "costs 6.1, the allowance is 6")


@proves("move.climb-and-drop")
def test_up_is_rounded_up_and_down_is_rounded_down_whatever_the_height() -> None:
    """1.9" up costs 2" and down nothing; 2.1" up costs 4" and down 2"."""
    floor, above = (
        "blue Man a 4.5,11 Engage\nlevel 5,8,9,14 top={}",
        "blue Man a 8.5,11,{0} Engage\nlevel 5,8,9,14 top={0}",
    )
    for height, up, down in ((1.9, 2, 0), (2.0, 2, 2), (2.1, 4, 2)):
        climber = at(floor.format(height) + FAR, active="a").play("normal-move")
        assert climber.asked.preview([[4.5, 11, height], [5.5, 11]])["cost"] == pytest.approx(1 + up)  # type: ignore[attr-defined]
        dropper = at(above.format(height) + FAR, active="a").play("normal-move")
        assert dropper.asked.preview([[9.5, 11, 0]])["cost"] == pytest.approx(1 + down)  # type: ignore[attr-defined]


@proves("move.climb-and-drop", "dash.distance")
def test_a_dash_just_drops_from_three_inches_up() -> None:
    """1" over the edge and 2" down is a whole Dash; from 0.1" further in it is too far."""
    drawn = "blue Man a {},11,3 Engage\nlevel 5,8,9,14"
    assert moved(drawn.format(8.5), "dash", [[9.5, 11, 0]])["a"].base.elevation == 0
    not_moved(drawn.format(8.4), "dash", [[9.5, 11, 0]], "costs 3.1, the allowance is 3")


@proves("move.injured-allowance", "charge.distance", "move.climb-and-drop")
def test_an_injured_charger_climbs_to_exactly_an_inch_from_its_enemy() -> None:
    """Injured: 4" and 2". 0.5" to the wall, 4" up, 1.5" in: the enemy at 8 is then 1" away, one at 8.1 out of reach."""
    drawn = "blue Man a 4,11 Engage wounds=3\nred Man b {},11,3 Engage\nlevel 5,8,9,14"
    assert moved(drawn.format(8), "charge", [[4.5, 11, 3], [6, 11]])["a"].base.x == 6
    assert "[charge.must-finish-engaged]" in at(drawn.format(8.1) + FAR, active="a").why_not("charge")


@proves("engagement.definition", "normal-move.not-while-engaged")
def test_engagement_range_is_measured_aslant_to_somebody_on_a_step() -> None:
    """0.6" across and 0.8" up is 1" exactly; 0.62" across is more."""
    drawn = "blue Man a {},11 Engage\nred Man b 10.5,11,0.8 Engage\nlevel 10,8,14,14 top=0.8"
    assert "[normal-move.not-while-engaged]" in at(drawn.format(8.9), active="a").why_not("normal-move")
    assert at(drawn.format(8.88), active="a").why_not("normal-move") == ""


@proves("fall-back.distance", "move.terrain-blocks")
def test_who_falls_back_over_a_low_wall_pays_for_it() -> None:
    drawn = "blue Man a 10,11 Engage\nred Man b 11.5,11 Engage\nlow 8.5,2,9,20"
    assert moved(drawn, "fall-back", [[6, 11]])["a"].base.x == 6
    not_moved(drawn, "fall-back", [[5.9, 11]], "costs 6.1, the allowance is 6")


@proves("move.terrain-blocks")
def test_what_rises_half_an_inch_is_in_the_way_and_what_rises_less_is_not() -> None:
    drawn = "blue Man a 4,11 Engage\nbump 6,0,6.5,22 top={}"
    assert moved(drawn.format(0.49), "normal-move", [[9, 11]])["a"].base.x == 9
    not_moved(drawn.format(0.5), "normal-move", [[4, 11], [9, 11]], "in the way")


@proves("move.terrain-blocks")
def test_a_head_that_just_touches_the_roof_passes_under_it() -> None:
    drawn = "blue Man a 4,11 Engage\nroof 6,0,8,22 bottom={}"
    assert moved(drawn.format(1.5), "normal-move", [[7, 11]])["a"].base.x == 7
    not_moved(drawn.format(1.4), "normal-move", [[4, 11], [7, 11]], "roof 1")


GANTRY = "blue Man a 7,11 Engage\nblue Man f 9,11,3 Engage\nred Man b 11,11,3 Engage\nlevel 8,10,14,12 bottom=2.5"


@proves("move.not-through-bases", "engagement.definition")
def test_under_a_gantry_one_passes_below_friend_and_foe() -> None:
    """Bases on another level are in nobody's way, and an enemy 3" overhead engages nobody."""
    below = at(GANTRY, active="a").play("normal-move", [[12, 11, 0]])
    assert (below["a"].base.x, below["a"].base.elevation) == (12, 0)


@proves("charge.must-finish-engaged", "firefight.illegal-action-refused", "move.climb-and-drop")
def test_a_charge_up_a_gantry_squeezes_past_a_friend() -> None:
    """2.34" to its side, 4" up, 1.56" past the friend: 7.91" of 8, and the enemy is 0.12" away. No other end will do:
    the gantry is 2" wide and the friend stands in its middle."""
    table = at(GANTRY, active="a").play("charge", [[8.8, 9.5, 3], [10, 10.5, 3]])
    assert table["a"].base.elevation == 3


@proves("fall-back.must-finish-free", "firefight.illegal-action-refused")
def test_a_fall_back_is_refused_only_if_there_is_no_way_out() -> None:
    """Injured, so 4": straight to 12.83,13.83 between c and d, 1.4" and 1.8" from them; every other way ends near somebody."""
    drawn = """
        blue Man a 10,11 Engage wounds=3
        red  Man b 9.78,9.46
        red  Man c 10.48,13.63
        red  Man d 13.07,11.08
        red  Man e 13.65,9.71
        red  Man f 8.08,10.89
        red  Man g 7.85,12.96
        red  Man h 6.82,12.09
        red  Man i 8.42,8.23
    """
    assert at(drawn, active="a").play("fall-back", [[12.828, 13.828]])["a"].base.x == 12.828


@proves("move.terrain-blocks", "move.not-through-bases")
def test_a_gap_as_wide_as_the_base_lets_it_through() -> None:
    gap = "blue Man a 4,11 Engage\nwall 7,0,7.25,{}\nwall 7,{},7.25,22"
    assert moved(gap.format(10.5, 11.5), "normal-move", [[4, 11], [9, 11]])["a"].base.x == 9
    not_moved(gap.format(10.55, 11.45), "normal-move", [[4, 11], [9, 11]], "in the way")


@proves("move.terrain-blocks")
def test_a_parapet_on_a_platform_is_crossed_for_two_inches_like_any_low_wall() -> None:
    drawn = "blue Man a 6,11,3 Engage\nlevel 5,8,14,14\nlow 8,8,8.25,14 bottom=3 top=4"
    assert moved(drawn, "normal-move", [[10, 11, 3]])["a"].base.x == 10
    not_moved(drawn, "normal-move", [[6, 11, 3], [10.1, 11, 3]], "costs 6.1, the allowance is 6")


@proves("charge.may-enter-engagement", "fall-back.through-engagement", "dash.avoids-engagement")
def test_after_falling_back_past_an_enemy_the_dash_must_keep_clear_of_it() -> None:
    drawn = "blue Man a 10,11 Engage APL=3\nred Man b 11.5,11 Engage\nred Man c 7,12.4 Engage"
    table = moved(drawn, "fall-back", [[5, 11]])
    assert table["a"].base.x == 5
    with pytest.raises(Refused, match=r"dash\.avoids-engagement"):
        table.play("dash", [[5, 11], [7.5, 11]])


@proves("heavy.no-moves-with-shoot", "heavy.dash-allowed", "fall-back.with-dash")
def test_a_heavy_gun_is_silent_after_falling_back_and_holds_its_bearer_after_the_shot() -> None:
    drawn = "blue Man a 10,11 Engage APL=4\nred Man b 11.5,11 Engage\nred Man c 20,11 Engage"
    back = armed(drawn, "gun: A 1, BS 3+, D 1/1, Heavy").play("fall-back", [[6, 11]])
    assert "[heavy.no-moves-with-shoot]" in back.why_not("shoot")
    free = armed(drawn.replace("11.5,11", "13,11"), "gun: A 1, BS 3+, D 1/1, Heavy").play("shoot", "c", dice="attack 1")
    for action in ("normal-move", "charge"):
        assert "[heavy.no-moves-with-shoot]" in free.why_not(action)
    assert free.why_not("dash") == ""


@proves("damage.injured-at-once", "hot.self-damage", "charge.distance")
def test_who_burns_itself_charges_less_far_in_the_same_activation() -> None:
    """W 8: two 1s cost 6 wounds, so M 4 and a Charge of 6"; the Dash stays 3"."""
    drawn = "blue Man a 4,11 Engage APL=3\nred Man b 12.1,11 Engage Df=0"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/1, Hot").play("shoot", "b", dice="attack 1 1")
    assert table["a"].wounds == 2
    assert "[charge.must-finish-engaged]" in table.why_not("charge"), 'b is 7.1" away, the reach is 6" and 1"'
    assert table.play("dash", [[7, 11]])["a"].base.x == 7


# -- sight and cover ----------------------------------------------------------------------------------------------------------


@proves("cover.too-close")
def test_too_close_to_hide_is_measured_aslant() -> None:
    """1.2" across and 1.6" up is 2" exactly: no Cover behind the low wall. 1.3" across is more than 2": Cover."""
    drawn = "blue Man a 4,11 Engage\nred Man b {},11,1.6 Conceal\nlevel 5.6,8,10,14 top=1.6\nlow 5,9,5.3,13"
    assert at(drawn.format(6.2), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(6.3), active="a").why_not("shoot")


@proves("obscured.large")
def test_terrain_as_tall_as_the_target_is_not_large() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 Engage\nopen 9,5,9.25,17 top={}"
    assert at(drawn.format(1.5), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(1.6), active="a").why_not("shoot")


@proves("obscured.large", "obscured.definition")
def test_on_a_platform_one_is_taller_than_the_wall_below() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11{} Engage\nopen 9,5,9.25,17\n{}"
    assert "no valid target" in at(drawn.format("", ""), active="a").why_not("shoot")
    raised = at(drawn.format(",2", "level 13,8,17,14 top=2"), active="a")
    assert raised.why_not("shoot") == "", 'its top at 3.5" is above that of the wall'


@proves("obscured.peering")
def test_only_what_lies_within_an_inch_is_peered_round() -> None:
    """A wall from 0.7" to 0.95" before the base is ignored; of one from 0.8" to 1.05" the rest still obscures."""
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 Engage\nopen {},5,{},17"
    assert at(drawn.format(5.2, 5.45), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(5.3, 5.55), active="a").why_not("shoot")


@proves("obscured.definition", "cover.definition")
def test_between_one_and_two_inches_large_terrain_neither_obscures_nor_covers() -> None:
    """2" from the target it is still in sight, and 1.5" away not in Cover: even a Conceal order does not help."""
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 {}\nopen {},5,{},17"
    for order in ("Engage", "Conceal"):
        assert at(drawn.format(order, 11.25, 11.5), active="a").why_not("shoot") == ""
        assert at(drawn.format(order, 11.75, 12.0), active="a").why_not("shoot") == ""
        assert "no valid target" in at(drawn.format(order, 11.1, 11.4), active="a").why_not("shoot")


@proves("cover.intervening")
def test_the_shooter_looks_past_the_end_of_a_wall_from_the_edge_of_its_base() -> None:
    """From the rim at 4,11.5 the fan to the target passes above 9.3,10.61: a wall up to 10.6 covers nothing, one up to
    10.65 does."""
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Conceal\nlow 9,6,9.3,{}"
    assert at(drawn.format(10.6), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(10.65), active="a").why_not("shoot")


@proves("barrage.overhead-cover", "indirect.ignores-cover-for-targeting", "barrage.replaces-side-cover")
def test_an_indirect_barrage_asks_only_for_a_roof() -> None:
    """Concealed behind a low wall: a target all the same; a roof that ends at the rim hides nothing, 0.1" further in it does."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Conceal\nlow 10.8,9,11.2,13\nroof {},9,15,13"
    gun = "mortar: A 1, BS 3+, D 1/1, Barrage, Indirect"
    touching = armed(drawn.format(12.5), gun).play("shoot", "b", dice="attack 5 / defence 1 1 1")
    assert touching["b"].wounds == 7
    assert armed(drawn.format(12.4), gun).play("shoot", "b", dice="attack 5").keys == ["retain-1", "roll-all"]


@proves("visible.definition", "engagement.needs-visibility")
def test_around_a_wall_that_ends_at_the_line_of_the_heads_nobody_is_hidden() -> None:
    """The wall ends where the line between the two heads runs: grazing an edge does not obstruct."""
    drawn = "blue Man a 4,11 Engage\nred Man b 6,11 Engage\nwall 4.9,11,5.1,15"
    assert "[normal-move.not-while-engaged]" in at(drawn, active="a").why_not("normal-move")


@proves("los.uses-targets-order", "cover.definition")
def test_cover_works_one_way_when_the_wall_is_near_one_of_the_two_only() -> None:
    """The wall is 0.3" from red and 5" from blue, both concealed: red may not be shot, blue may."""
    drawn = "blue Man a 4,11 Conceal\nred Man b 11,11 Conceal\nlow 9.7,9,10.2,13"
    silent = {"a": ("gun: A 1, BS 3+, D 1/1, Silent",), "b": ("gun: A 1, BS 3+, D 1/1, Silent",)}
    assert "no valid target" in at(drawn, active="a", weapons=silent).why_not("shoot")
    assert at(drawn, active="b", turn=1, weapons=silent).why_not("shoot") == ""


# -- shooting: two rules together ---------------------------------------------------------------------------------------------


@proves("rending.before-critical-effects", "lethal.counts-for-all-critical-effects", "mw.extra-mortal-wounds")
def test_lethal_feeds_rending_and_rending_feeds_mortal_wounds() -> None:
    """5 4 1 at 3+ with Lethal 5+: one critical hit, the 4 upgraded, MW2 for each: 4; then 2 x 1 damage unsaved."""
    table = armed(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage W=12" + FAR, "gun: A 3, BS 3+, D 3/1, Lethal 5+, Rending, MW2"
    )
    table.play("shoot", "b", "upgrade", dice="attack 5 4 1 / defence 1 1 1")
    assert table["b"].wounds == 12 - 4 - 2


@proves("rending.upgrade-one", "p.gains-ap")
def test_without_an_upgrade_the_hits_stay_as_they_fell() -> None:
    """D 5/1: a critical hit is worth less, so it is left; P1 needs only the one 6."""
    table = armed("blue Man a 4,11 Engage\nred Man b 12,11 Engage W=12" + FAR, "gun: A 3, BS 3+, D 5/1, Rending, P1")
    table.play("shoot", "b", "no", dice="attack 6 4 1 / defence 1 1")
    assert table["b"].wounds == 12 - 5 - 1


@proves("hot.after-rerolls", "ceaseless.reroll-ones", "hot.self-damage")
def test_ceaseless_cools_a_hot_gun_die_by_die() -> None:
    """1 1 5: one 1 is rolled again into a 4, the other is left and burns three wounds."""
    table = armed(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0 W=12" + FAR, "gun: A 3, BS 3+, D 2/3, Hot, Ceaseless"
    )
    table.play("shoot", "b", "ceaseless-1", dice="attack 1 1 5 / reroll 4")
    assert (table["a"].wounds, table["b"].wounds) == (5, 8)


@proves("hot.attack-continues", "torrent.extra-attacks")
def test_a_dead_man_may_still_sweep_on_with_his_torrent() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3 W=6\nblue Man a2 2,2 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 2+, D 2/3, Hot, Torrent 2"').play("shoot", "b", dice="attack 1 4")
    table.play("c", dice="attack 3 2")
    assert (table["b"].wounds, table["c"].wounds, table["a"].in_play) == (6, 6, False), "at 0 wounds injured: BS 3+"


@proves("splash.area", "blast.extra-attacks", "special.per-shooting-attack")
def test_every_attack_of_a_blast_splashes_around_its_own_target() -> None:
    """b: splash 1, hit 1, then splash of the attack on c: 3 lost. c: splash of the first, then splash and hit: 3 lost."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2", Splash 1').play("shoot", "b", dice="attack 6 / attack 6")
    assert (table["b"].wounds, table["c"].wounds) == (5, 5)


@proves("stun.shooting", "torrent.extra-attacks", "apl.change-cap")
def test_a_stunning_torrent_stuns_everyone_it_sweeps_over_once() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0 W=20\nred Man c 12,13 Engage Df=0 W=20"
    table = armed(drawn, 'gun: A 2, BS 3+, D 1/1, Stun, Torrent 2"').play(
        "shoot", "b", "c", dice="attack 6 6 / attack 6 5"
    )
    assert (table["b"].apl, table["c"].apl, table["b"].apl_change) == (1, 1, -1)


@proves("mw.extra-mortal-wounds", "fusillade.separate-attacks")
def test_a_fusillade_inflicts_mortal_wounds_target_by_target() -> None:
    """A die each: the 6 at c costs it 2 mortal wounds and 3 damage, the 4 at b 1."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/3, MW2, Fusillade").play(
        "shoot", "b", {"b": 1, "c": 1}, dice="attack 4 / attack 6"
    )
    assert (table["b"].wounds, table["c"].wounds) == (7, 3)


@proves("shooting.no-attack-on-the-incapacitated", "fusillade.separate-attacks", "splash.area")
def test_fusillade_dice_at_whom_the_splash_has_felled_are_lost() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0 wounds=1" + FAR
    table = armed(drawn, "gun: A 3, BS 3+, D 1/1, Splash 1, Fusillade").play(
        "shoot", "b", {"b": 2, "c": 1}, dice="attack 6 2"
    )
    assert (table["b"].wounds, table["c"].in_play) == (6, False)


@proves("ap.before-cover", "shooting.cover-die-comes-from-the-pool")
def test_dig_in_retains_no_more_dice_than_ap_leaves() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 10,11 Engage\nlow 8.6,9,9.1,13"
    table = with_ploy(armed(drawn, "gun: A 1, BS 3+, D 1/1, AP2"), 1, "dig-in").play("shoot", "t", dice="attack 5")
    assert table.keys == ["retain-1", "roll-all"]


@proves("strategy.ploys.tactical-timing", "shooting.cover-die")
def test_who_goes_to_ground_may_dig_in_as_well() -> None:
    """The low wall lies behind the trooper: Go to Ground gives a Cover die, and Dig In makes it two."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = with_ploy(at(drawn, active="a", cp=(0, 1)), 1, "dig-in").play("shoot", "t", "use", dice="attack 5 5 1 1")
    assert table.keys == ["retain-2", "retain-1", "roll-all"]


@proves("strategy.ploys.tactical-timing")
def test_going_to_ground_says_what_it_gains() -> None:
    """The odds of the shot are those of the better answer of whoever is shot at."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = armed(drawn, "gun: A 4, BS 3+, D 3/4", cp=(0, 1)).play("shoot")
    shot = odds(table, "t").mean_damage()
    told = insights.odds(table.play("t").game, 1, None)
    assert told["compared"]
    means = {one["option"]: one["details"]["mean"] for one in told["odds"]}
    assert means["use"] < means["no"]
    assert min(means.values()) == pytest.approx(shot)


@proves("strategy.ploys.tactical-timing")
def test_nobody_goes_to_ground_against_a_barrage() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = armed(drawn, "gun: A 1, BS 3+, D 1/1, Barrage", cp=(0, 1)).play("shoot", "t", dice="attack 1")
    assert table.battle.command_points == (0, 1)


@proves("strategy.ploys.tactical-timing", "setup.gauges")
def test_the_ground_to_go_to_lies_within_an_inch() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage base=25.4\nlow {},9,16,13"
    asked = at(drawn.format(13.5), active="a", cp=(0, 1)).play("shoot", "t")
    assert (asked.decider, asked.keys) == (1, ["use", "no"])
    beyond = at(drawn.format(13.6), active="a", cp=(0, 1)).play("shoot", "t", dice="attack 1 1 1 1")
    assert beyond.battle.command_points == (0, 1)


@proves("invulnerable.ignores-ap", "shooting.roll-defence-step-order", "shooting.cover-die")
def test_an_invulnerable_save_in_cover_brings_back_dice_and_keeps_the_cover_die() -> None:
    """Df 3, AP2: with the Sv the one die left is retained or rolled; with the invulnerable save one is retained, two rolled."""
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Engage inv=5\nlow 8.9,9,9.2,13" + FAR
    table = armed(drawn, "gun: A 2, BS 3+, D 3/4, AP2").play("shoot", "b", "invulnerable-5", dice="attack 5 4")
    table.play("retain-1", dice="defence 5 4").play("discard-0c-2n")
    assert table["b"].wounds == 8
    plain = armed(drawn, "gun: A 2, BS 3+, D 3/4, AP2").play("shoot", "b", "save", "retain-1", dice="attack 5 4")
    assert plain.play("discard-0c-1n")["b"].wounds == 5


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


@proves("lethal.critical-range", "fusillade.separate-attacks")
def test_only_the_prey_among_the_targets_of_a_fusillade_is_an_easier_kill() -> None:
    drawn = "blue Needler a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = with_ploy(armed(drawn, "gun: A 2, BS 3+, D 1/4, Fusillade"), 0, "marked-prey", "c")
    table.play("shoot", "b", {"b": 1, "c": 1}, dice="attack 5 / attack 5")
    assert (table["b"].wounds, table["c"].wounds) == (7, 4)


@proves("lethal.must-be-successful", "overwatch.worse-bs")
def test_the_prey_is_no_easier_for_whom_a_five_does_not_hit() -> None:
    """Injured and in Overwatch BS 4+ is 6+: the 5 fails although Lethal 5+ is in force."""
    drawn = "blue Needler a 4,11 Engage done wounds=3\nred Man b 12,11 Engage Df=0"
    table = at(drawn, weapons={"a": ("gun: A 2, BS 4+, D 1/4",)})
    with_ploy(table, 0, "marked-prey", "b").play("a", "b", dice="attack 5 6")
    assert table["b"].wounds == 4


@proves("strategy.ploys.once-per-turning-point", "splash.area")
def test_of_two_troopers_felled_by_one_splash_only_one_holds_on() -> None:
    drawn = """
        red Man s 4,11 Engage
        blue Trooper a 12,11 Engage wounds=1
        blue Trooper c 12,12.9 Engage wounds=1
        blue Medic m 14.2,12 Engage
    """
    table = at(drawn, active="s", turn=1, cp=(3, 0), weapons={"s": ("gun: A 1, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "a", dice="attack 6")
    assert (table.decider, table.battle.command_points) == (0, (3, 0))
    table.play("hold-on")
    assert sorted([table["a"].in_play, table["c"].in_play]) == [False, True]
    assert table.battle.command_points == (2, 0)


@proves("hot.self-damage", "strategy.ploys.tactical-timing")
def test_who_burns_itself_may_hold_on_and_act_on() -> None:
    """Two 1s cost 6 of 3 wounds: with the Medic near one is left, and the activation goes on with the AP left."""
    drawn = "blue Caster c 4,11 Engage wounds=3\nblue Medic m 4,13 Engage done\nred Man b 20,11 Engage"
    table = at(drawn, active="c", cp=(1, 0)).play("shoot")
    assert table.keys == ["overload-caster-standard", "overload-caster-overcharge"]
    table.play("overload-caster-overcharge", "b", "keep", "hold-on", dice="attack 1 1 2 2")
    assert (table["c"].wounds, table.battle.active, table.battle.action_points) == (1, "c", 1)


@proves("strategy.ploys.tactical-timing", "blast.always-valid-targets", "shooting.casualties-removed-after-action")
def test_whoever_a_blast_catches_in_a_melee_may_thrash_before_it_is_removed() -> None:
    """The Hunter, locked with the shooter's friend, falls to the Blast: the friend suffers two mortal wounds."""
    drawn = """
        blue Man a 4,11 Engage
        blue Man f 12,15 Engage
        red  Hunter h 12,13.4 Engage wounds=1 Df=0
        red  Man b 12,11 Engage Df=0
    """
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"', cp=(0, 1)).play("shoot", "b", dice="attack 5 / attack 5")
    assert (table.decider, table.keys) == (1, ["f", "no"])
    table.play("f")
    assert (table["f"].wounds, table["h"].in_play) == (6, False)


@proves("blast.hits-friends-too", "hot.self-damage")
def test_a_blast_at_ones_own_feet_hurts_twice() -> None:
    """The shooter is within 2" of its target: it is attacked too, and burns for the 1 of its attack on itself."""
    drawn = "blue Man a 4,11 Engage Df=0\nred Man b 6.5,11 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 3+, D 2/3, Blast 2", Hot').play("shoot", "b", dice="attack 4 2 / attack 5 1")
    assert (table["b"].wounds, table["a"].wounds) == (6, 8 - 3 - 2)


@proves("silent.shoot-while-concealed", "torrent.extra-attacks", "rng.multi-target")
def test_a_silent_torrent_sweeps_from_hiding_as_far_as_it_reaches() -> None:
    drawn = "blue Man a 4,11 Conceal\nred Man b 10.9,11 Engage Df=0\nred Man c 11,12.2 Engage Df=0\nred Man d 10.5,9.2 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Silent, Torrent 2", Rng 6"').play("shoot", "b", dice="attack 5")
    assert table.why_not("c").startswith('6.1" away, its range is 6"')
    assert table.keys == ["d", "stop"]


@proves("shooting.target-not-engaged-with-friends", "torrent.extras-must-be-valid", "blast.always-valid-targets")
def test_a_torrent_spares_whom_a_friend_fights_and_a_blast_does_not() -> None:
    drawn = (
        "blue Man a 4,11 Engage\nblue Man f 12,14.8 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    )
    torrent = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Torrent 2"').play("shoot", "b", dice="attack 5")
    assert torrent["c"].wounds == 8
    blast = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"').play("shoot", "b", dice="attack 5 / attack 5")
    assert blast["c"].wounds == 7


@proves("unwieldy.extra-ap", "apl.change-cap")
def test_stunned_one_cannot_shoot_what_is_unwieldy() -> None:
    drawn = "blue Rocketeer a 4,11 Engage apl_change=-1\nred Man b 12,11 Engage"
    assert at(drawn, active="a").why_not("shoot") == "costs 2 AP, 1 left [firefight.spend-ap]"
    told = at(drawn.replace("apl_change=-1", "apl_change=1"), active="a").play("normal-move", [[5, 11]])
    assert told.why_not("shoot") == "", "APL 3: one for the move, two for the rocket"


@proves("invulnerable.instead-of-save", "game.specific-overrides-general")
def test_a_veil_over_the_seer_is_better_than_her_own() -> None:
    table = at("blue Seer s 4,11 Engage\nred Man b 20,11 Engage APL=3", active="s").play("veil-shield", "s", "pass")
    table.play("b", "engage", "shoot", "s", dice="attack 5 1 1 1")
    assert "invulnerable-4" in table.keys


# -- command points -----------------------------------------------------------------------------------------------------------


@proves("command-reroll.repeatable", "balanced.with-other-rerolls", "dice.reroll-once")
def test_three_dice_are_rolled_again_for_one_free_and_two_paid() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0" + FAR
    table = armed(drawn, "gun: A 3, BS 3+, D 1/2, Balanced", cp=(2, 0)).play("shoot", "b", dice="attack 1 2 2")
    table.play("command-1", "command-2", "balanced-2", dice="reroll 6 / reroll 2 / reroll 5")
    assert (table["b"].wounds, table.battle.command_points) == (5, (0, 0))


@proves("command-reroll.only-attack-and-defence-dice", "command-reroll.order-in-combat")
def test_in_a_combat_both_pay_for_their_own_dice_the_attacker_first() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage"
    blades = {"a": ("blade: A 1, WS 3+, D 3/4",), "b": ("blade: A 1, WS 3+, D 3/4",)}
    table = at(drawn, active="a", cp=(1, 1), weapons=blades).play("fight", dice="fight 1 / fight 2")
    assert (table.decider, table.keys) == (0, ["command-1", "keep"])
    table.play("keep")
    assert (table.decider, table.keys) == (1, ["command-2", "keep"])
    table.play("command-2", dice="reroll 6")
    assert (table["a"].wounds, table.battle.command_points) == (4, (1, 0))


@proves("strategy.ploys.tactical-timing", "strategy.ploys.once-per-turning-point")
def test_a_charge_into_two_wardens_rouses_one_of_them() -> None:
    """One Counterblow in a Turning Point: the Warden it is for has Ceaseless, the other has not."""
    drawn = "blue Man a 4,11 Engage W=40\nred Warden v 10,10.3 Engage\nred Warden w 10,11.7 Engage"
    table = at(drawn, active="a", cp=(0, 3)).play("charge", [[8.2, 11]])
    assert table.prompt == "a has charged v. Use Counterblow?"
    table.play("no", "use", "fight", "v", dice="fight 2 2 2 2 / fight 1 1 1 1")
    assert table.keys == ["command-1", "keep"]


@proves("firefight.spend-ap", "strategy.ploys.tactical-timing", "apl.change-during-activation")
def test_a_pounce_leaves_the_point_for_something_else() -> None:
    """Charge 1AP, Fight free, and the enemy gone: the last point shoots or passes, and Fight is not repeated."""
    drawn = "blue Spitter s 4,11 Engage\nred Man b 9,11 Engage wounds=1 blades=none\nred Man c 12,12 Engage Df=0"
    table = at(drawn, active="s", cp=(1, 0)).play("charge", [[7.4, 11]], "use", "fight", dice="fight 5 1 1")
    assert (table["b"].in_play, table.battle.action_points) == (False, 1)
    assert table.why_not("shoot") == ""
    assert "[dash.not-with-charge]" in table.why_not("dash")


@proves("firefight.no-repeat", "strategy.ploys.tactical-timing")
def test_without_the_ploy_the_second_fight_of_the_drilled_costs_its_point() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage\nred Man b 12,11 Engage W=60 blades=none"
    table = at(drawn, active="c").play("charge", [[10.2, 11]], "fight", dice="fight 1 1 1 1 1")
    assert table.battle.action_points == 1
    table.play("fight", dice="fight 1 1 1 1 1")
    assert table.battle.active == ""


@proves("order.conceal.forbids", "strategy.ploys.tactical-timing", "overwatch.eligible")
def test_who_vanishes_keeps_no_watch() -> None:
    drawn = "blue Needler n 4,11 Engage\nblue Needler o 4,14 Engage done\nred Man b 9,11 Engage\nred Man c 9,13 Engage"
    table = at(drawn, active="n", cp=(1, 0)).play("pass", "use", "b", "engage", "pass")
    assert table.decider == 0
    assert "[order.conceal.forbids]" in table.why_not("n")
    assert table.keys == ["o", "none"]


@proves("strategy.ploys.effect-immediate", "battle.winner-by-mission", "game.specific-overrides-general")
def test_whoever_carries_the_relic_does_not_drift() -> None:
    """The carrier cannot Dash, and Drift is a Dash."""
    battle = battle_at(
        "blue Needler n 4,11 Conceal\nblue Needler o 4,14 Conceal\nred Man b 25,11 Engage", cp=(3, 0), mission="relic"
    )
    battle.phase, battle.carrier = STRATEGY, "n"
    table = Table(battle).play("drift")
    assert table.keys == ["o", "stop"]


@proves("dash.avoids-engagement", "strategy.ploys.effect-immediate")
def test_a_drift_keeps_to_the_rules_of_a_dash() -> None:
    battle = battle_at("blue Needler n 4,11 Conceal\nblue Needler o 4,14 Conceal\nred Man b 8,11 Engage", cp=(3, 0))
    battle.phase = STRATEGY
    table = Table(battle).play("drift", "n")
    for path, why in (
        ([[7.1, 11]], "avoids-engagement|Engagement Range"),
        ([[4, 14.05]], "."),
        ([[1, 11], [1, 10.9]], "3.1"),
    ):
        with pytest.raises(Refused, match=why):
            table.play(path)


@proves("charge.distance", "damage.injured-move")
def test_frenzy_helps_the_injured_too() -> None:
    """M 6 less 2, Charge 2 more, Frenzy 1 more: 7"."""
    drawn = "blue Crusher c 4,11 Engage W=15 wounds=7\nred Man b 13,11 Engage"
    table = with_ploy(at(drawn, active="c"), 0, "frenzy").play("charge")
    assert 'up to 7"' in table.prompt


@proves("damage.injured-skill", "overwatch.worse-bs", "strategy.ploys.duration")
def test_who_holds_fast_watches_as_well_as_the_unhurt() -> None:
    drawn = "blue Warden w 4,11 Engage done wounds=2\nred Man b 12,11 Engage Df=0"
    held = with_ploy(at(drawn), 0, "hold-fast").play("w", "b", dice="attack 4 3 1 1")
    plain = at(drawn).play("w", "b", dice="attack 4 5 1 1")
    assert (held["b"].wounds, plain["b"].wounds) == (5, 5)


@proves("psychic-action.label")
def test_a_null_ward_reaches_exactly_six_inches() -> None:
    """Bases of 28 mm and 40 mm: radii 0.551" and 0.787"."""
    reach = 6 + 14 / 25.4 + 20 / 25.4
    drawn = "blue Seer s 4,11 Engage\nred Shield-bearer w {},11 Engage\nred Man b 4,14 Engage"
    assert "Null Ward" in at(drawn.format(4 + reach), active="s").why_not("mind-spike")
    assert at(drawn.format(4 + reach + 0.01), active="s").why_not("mind-spike") == ""


@proves("apl.change-cap", "apl.change-duration")
def test_move_it_lifts_a_stun_and_no_more() -> None:
    drawn = "blue Sergeant s 4,11 Engage\nblue Trooper t 6,11 Engage apl_change=-1\nred Man b 25,11 Engage"
    assert at(drawn, active="s").play("move-it", "t")["t"].apl == 2


# -- overwatch ----------------------------------------------------------------------------------------------------------------


@proves("firefight.end-of-turning-point", "overwatch.window")
def test_an_overwatch_that_fells_the_last_ready_enemy_ends_the_turning_point() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 wounds=1\nred Man c 28,20 Conceal done"
    table = at(drawn).play("a", "b", dice="attack 4 1 1 1 / initiative 5 / initiative 2")
    assert (table.battle.turning_point, table["b"].in_play) == (3, False)
    assert table.clause == "initiative.high-roll-decides"


@proves("overwatch.one-per-turn", "overwatch.optional", "overwatch.once-per-turning-point")
def test_watches_are_kept_one_by_one_and_may_be_put_off() -> None:
    drawn = "blue Man a 4,11 Engage done\nblue Man a2 4,14 Engage done\nred Man b 12,11 Engage Df=0\nred Man c 12,14 Conceal"
    table = at(drawn).play("none", "b", "engage", "pass")
    assert table.keys == ["a", "a2", "none"]
    table.play("a", "b", dice="attack 4 1 1 1")
    assert (table["b"].wounds, table.decider) == (5, 1)


@proves("limited.once-per-battle", "overwatch.is-not-a-shoot-action")
def test_a_limited_weapon_used_in_overwatch_is_used_up() -> None:
    drawn = "blue Man a 4,11 Engage done\nblue Man a2 28,2 Conceal done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 28,20 Conceal"
    table = at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Limited",)}).play(
        "a", "b", "b", "engage", "pass", dice="attack 4"
    )
    table.play("c", "conceal", "pass", dice="initiative 5 / initiative 2")
    table.play("self", "a", "engage")
    assert "[limited.once-per-battle]" in table.why_not("shoot")


# -- fights -------------------------------------------------------------------------------------------------------------------


def fight(mine: str, theirs: str, blue: str = "", red: str = "", **more: Any) -> Table:
    weapons = {"a": (mine,), "b": (theirs,)}
    drawn = f"blue Man a 4,11 Engage {blue}\nred Man b 5.5,11 Engage {red}" + FAR
    return at(drawn, active="a", weapons=weapons, **more)


@proves("brutal.parry-only-with-criticals", "brutal.own-parries-unaffected")
def test_between_two_brutal_weapons_normal_hits_only_strike() -> None:
    table = fight("axe: A 2, WS 3+, D 1/2, Brutal", "axe: A 2, WS 3+, D 1/2, Brutal").play(
        "fight", dice="fight 4 6 / fight 4 6"
    )
    assert set(table.keys) == {"strike-critical", "strike-normal", "parry-critical-critical", "parry-critical-normal"}


@proves("stun.combat-first", "combat.must-resolve")
def test_a_stunning_strike_takes_the_hit_that_would_have_parried_next() -> None:
    """Attacker 6 and 4, defender 4 and 1: the critical strike (2) discards the 4, so the second hit strikes too (1)."""
    table = fight("maul: A 2, WS 3+, D 1/2, Stun", "axe: A 2, WS 3+, D 3/4").play("fight", dice="fight 6 4 / fight 4 1")
    table.play("strike-critical")
    assert (table["a"].wounds, table["b"].wounds, table["b"].apl) == (8, 5, 2)


@proves("rending.upgrade-one", "special.applies-when-fighting-back", "combat.roll-attack-step-order")
def test_who_fights_back_may_rend_after_the_attacker() -> None:
    table = fight("axe: A 1, WS 3+, D 1/2", "saw: A 3, WS 3+, D 1/3, Rending", blue="W=20").play(
        "fight", dice="fight 4 / fight 6 4 4"
    )
    assert (table.decider, table.keys) == (1, ["upgrade", "no"])
    table.play("upgrade", "strike-normal", "strike-critical", "strike-critical")
    assert table["a"].wounds == 20 - 3 - 3 - 1


@proves("lethal.must-be-successful", "damage.injured-skill")
def test_an_injured_fighter_with_a_lethal_blade_needs_a_hit_first() -> None:
    """WS 5+ injured is 6+: with Lethal 5+ a 5 misses."""
    table = fight("blade: A 3, WS 5+, D 1/2, Lethal 5+", "club: A 1, WS 3+, D 1/1", blue="wounds=3")
    table.play("fight", dice="fight 5 5 6 / fight 1")
    assert table["b"].wounds == 6


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


@proves("firefight.incapacitated-in-own-activation", "combat.ends-on-incapacitation")
def test_an_attacker_who_falls_in_its_own_fight_loses_what_it_had_left() -> None:
    drawn = "blue Man a 4,11 Engage APL=3 wounds=3\nblue Man a2 2,2 Conceal\nred Man b 5.5,11 Engage\nred Man c 20,2 Conceal"
    table = at(drawn, active="a").play("fight", "strike-normal", dice="fight 5 4 1 1 / fight 5 5 1 1")
    table.play("strike-normal")
    assert (table["a"].in_play, table["b"].wounds, table.decider) == (False, 5, 1)


@proves("combat.ends-on-incapacitation", "strategy.ploys.tactical-timing")
def test_a_last_blow_may_take_the_victor_along() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3\nblue Man a2 2,2 Conceal\nred Warden w 5.6,11 Engage wounds=1\nred Warden v 20,2 Conceal"
    table = at(drawn, active="a", cp=(0, 1), weapons={"w": ("blade: A 2, WS 3+, D 3/4",)})
    table.play("fight", "keep", "strike-normal", dice="fight 5 5 1 1 / fight 5 1")
    table.play("strike-normal")
    assert (table["a"].in_play, table["w"].in_play) == (False, False)


@proves("combat.select-weapons", "damage.injured-skill", "relentless.reroll-any")
def test_relentless_rolls_everything_again_once_and_nothing_is_left_to_pay_for() -> None:
    table = fight("claws: A 2, WS 3+, D 1/2, Relentless", "club: A 1, WS 3+, D 1/1", cp=(5, 0))
    table.play("fight", "relentless-1-2", dice="fight 1 2 / fight 1 / reroll 2 1")
    assert (table["b"].wounds, table.battle.command_points) == (8, (5, 0))


# -- odds, enumerated by hand -------------------------------------------------------------------------------------------------

APART = "blue Man a 4,11 Engage {}\nred Man b 12,11 Engage {}"


@proves("rending.upgrade-one", "shooting.damage-critical")
def test_odds_of_rending() -> None:
    """Seven wounds, three dice at 4+, 3/4: a critical and any other hit, two criticals or three hits: 1/6 + 1/24 + 1/8."""
    table = armed(APART.format("", "wounds=7 Df=0"), "gun: A 3, BS 4+, D 3/4, Rending")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(1, 3))


@proves("hot.after-rerolls", "balanced.one-reroll")
def test_odds_of_a_balanced_hot_gun() -> None:
    """One die at 4+ rolled again when it misses: 3/4; the shooter falls to a second roll of 1: 1/2 x 1/6."""
    table = armed(APART.format("W=6 wounds=3", "wounds=3 Df=0"), "gun: A 1, BS 4+, D 3/4, Hot, Balanced")
    told = odds(table, "shoot")
    assert told.chance_removed() == exactly(Fraction(3, 4))
    assert told.chance_removed(1) == exactly(Fraction(1, 12))


@proves("invulnerable.ignores-ap", "shooting.two-normal-saves-discard-critical")
def test_odds_of_choosing_between_one_die_and_three() -> None:
    table = armed(APART.format("", "wounds=4 Sv=3 inv=5"), "gun: A 2, BS 3+, D 3/4, AP2")
    told = odds(table, "shoot")
    assert told.chance_removed() == exactly(Fraction(631, 2592))
    assert told.damage()[0] == exactly(Fraction(1297, 2592))


@proves("p.gains-ap", "shooting.cover-die")
def test_odds_of_piercing_against_cover() -> None:
    drawn = APART.format("", "wounds=6") + "\nlow 10.8,9,11.2,13"
    told = odds(armed(drawn, "gun: A 3, BS 3+, D 3/4, P2"), "shoot")
    assert told.chance_removed() == exactly(Fraction(65, 288))
    assert told.damage()[0] == exactly(Fraction(373, 864))


@proves("mw.before-saves", "invulnerable.instead-of-save")
def test_odds_of_mortal_wounds_before_saves() -> None:
    told = odds(armed(APART.format("", "wounds=7 Sv=5 inv=4"), "gun: A 2, BS 3+, D 3/5, MW2"), "shoot")
    assert told.chance_removed() == exactly(Fraction(499, 3888))
    assert told.damage()[2] == exactly(Fraction(1, 8))


@proves("lethal.critical-range", "rending.before-critical-effects", "p.gains-ap")
def test_odds_of_lethal_rending_and_piercing_together() -> None:
    told = odds(armed(APART.format("", "wounds=5 Df=2"), "gun: A 3, BS 4+, D 2/3, Lethal 5+, Rending, P1"), "shoot")
    assert told.chance_removed() == exactly(Fraction(115, 288))


@proves("command-reroll.effect", "shooting.save")
def test_odds_of_a_defence_die_that_may_be_bought_again() -> None:
    """A critical hit (1/6) passes two dice that are not 6, a normal one (1/2) two below 4: 25/216 + 27/216."""
    table = armed(APART.format("", "wounds=3 Df=1"), "gun: A 1, BS 3+, D 3/4", cp=(0, 1))
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(13, 54))


@proves("splash.before-saves")
def test_odds_of_a_splash_at_two_wounds() -> None:
    """Any critical hit does 1 + 1; two normal hits do as much: 11/36 + 9/36."""
    table = armed(APART.format("", "wounds=2 Df=0"), "gun: A 2, BS 3+, D 1/1, Splash 1")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(5, 9))


@proves("brutal.parry-only-with-criticals", "combat.alternate")
def test_odds_of_a_brutal_axe_and_of_the_same_axe_without() -> None:
    for rule, kill in ((", Brutal", Fraction(31, 81)), ("", Fraction(1, 3))):
        table = fight(f"axe: A 2, WS 4+, D 3/5{rule}", "axe: A 2, WS 4+, D 3/5", "W=10 wounds=5", "W=10 wounds=5")
        assert odds(table, "fight").chance_removed() == exactly(kill)


@proves("stun.combat-first", "combat.alternate")
def test_odds_of_a_stunning_maul() -> None:
    table = fight("maul: A 3, WS 3+, D 3/4, Stun", "axe: A 3, WS 3+, D 3/4", "wounds=6")
    told = odds(table, "fight")
    assert told.chance_removed() == exactly(Fraction(1165, 15552))
    assert told.damage()[0] == exactly(Fraction(1, 27))
    assert told.damage()[3] == exactly(Fraction(11, 27))


@proves("lethal.counts-for-all-critical-effects", "brutal.parry-only-with-criticals")
def test_odds_of_lethal_against_brutal() -> None:
    table = fight("blade: A 3, WS 4+, D 2/4, Lethal 5+", "axe: A 2, WS 3+, D 4/5, Brutal", "wounds=4", "wounds=6")
    told = odds(table, "fight")
    assert told.chance_removed() == exactly(Fraction(179, 1944))
    assert told.damage()[2] == exactly(Fraction(323, 1944))


# -- missions and the end -----------------------------------------------------------------------------------------------------


def ended(drawn: str, mission: str, turning_point: int = 2, **more: Any) -> Table:
    """The last operative passes; the Turning Point is over."""
    table = at(
        drawn + "\nblue Man last 2,21 Conceal", active="last", mission=mission, turning_point=turning_point, **more
    )
    table.play("pass", dice="" if turning_point == 4 else "initiative 5 / initiative 2")
    assert table.game.over or table.clause == "initiative.high-roll-decides"
    return table


@proves("battle.winner-by-mission", "apl.change-duration")
def test_a_stunned_operative_holds_a_marker_with_the_apl_it_has_left() -> None:
    """Exactly 2" from the marker, APL 2 against 2 less 1: blue holds it, and holding more than red is a second point."""
    drawn = "blue Man a 15,6.5 done\nred Man b 15,1.5 done apl_change=-1"
    assert ended(drawn, "hold").battle.points == (2, 0)
    assert ended(drawn.replace("15,6.5", "15,6.52"), "hold").battle.points == (0, 2)


@proves("battle.winner-by-mission")
def test_nobody_holds_a_marker_from_a_platform_above_it() -> None:
    drawn = "blue Man a 15,11,3 done\nred Man b 15,13.5 done\nlevel 14,10,16,12 bottom=2.5 top=3"
    assert ended(drawn, "hold").battle.points == (0, 2)


@proves("battle.winner-by-mission", "battle.winner-default")
def test_a_tie_on_points_and_losses_is_a_draw() -> None:
    drawn = "blue Man a 15,4 done\nred Man b 15,18 done"
    table = ended(drawn, "hold", turning_point=4)
    assert table.game.over
    assert (table.battle.points, table.game.standing.winner) == ((1, 1), None)


@proves("battle.winner-by-mission", "hot.self-damage")
def test_a_leader_that_burns_itself_to_death_pays_the_enemy() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage wounds=3 W=6\nblue Warden w 2,2 Conceal\nred Man b 9,11 Engage Df=0\nred Man d 28,20 Conceal"
    table = at(drawn, active="c", mission="decapitation").play("shoot", "b", dice="attack 1 2 2 2")
    assert (table["c"].in_play, table.battle.points) == (False, (0, 5))


@proves("battle.winner-by-mission")
def test_a_device_is_reached_from_an_inch_and_never_ones_own() -> None:
    drawn = "blue Man a {} Engage\nred Man b 15,20 Engage"
    assert at(drawn.format("24.5,5"), active="a", mission="sabotage").why_not("sabotage") == ""
    assert at(drawn.format("24.4,5"), active="a", mission="sabotage").why_not("sabotage") != ""
    assert at(drawn.format("4,6"), active="a", mission="sabotage").why_not("sabotage") != ""
    first = at(drawn.format("25,5"), active="a", mission="sabotage", turning_point=1)
    assert "first Turning Point" in first.why_not("sabotage")


@proves("battle.winner-by-mission")
def test_the_relic_counts_at_the_end_only_wholly_within_twelve_inches_of_home() -> None:
    drawn = "blue Man a {},11 done\nred Man b 25,11 done"
    for x, points in ((11.5, 5), (11.6, 2)):
        battle = battle_at(
            drawn.format(x) + "\nblue Man last 2,21 Conceal", active="last", mission="relic", turning_point=4
        )
        battle.carrier = "a"
        assert Table(battle).play("pass").battle.points == (points, 0)


@proves("battle.winner-by-mission", "firefight.incapacitated-while-ready")
def test_survivors_play_on_until_the_last_turning_point() -> None:
    """Red has nobody left in Turning Point 3: blue still activates, scores and is asked for its order in the fourth."""
    drawn = "blue Man a 15,4 Engage\nblue Man a2 15,18 Conceal\nred Man b 12,4 Engage Df=0 wounds=1"
    table = at(drawn, active="a", mission="hold", turning_point=3).play("shoot", "b", "pass", dice="attack 5 1 1 1")
    table.play("a2", "conceal", "pass", dice="initiative 5 / initiative 2")
    assert (table.battle.points, table.battle.turning_point) == ((3, 0), 4)
    assert table.clause == "initiative.high-roll-decides"


@proves("initiative.tie-later", "initiative.tie-uses-who-had-it")
def test_ties_pass_the_initiative_to_and_fro() -> None:
    """Given away in the first Turning Point, tied in the second and in the third: red, blue, red."""
    battle = battle_at("blue Man a 4,11 Conceal\nred Man b 26,11 Conceal", turning_point=0, cp=(2, 2))
    battle.phase, battle.initiative = INITIATIVE, -1
    table = Table(battle).play("opponent", dice="initiative 6 / initiative 1")
    table.play("b", "pass", "a", "pass", dice="initiative 3 / initiative 3")
    assert (table.battle.initiative, table.decider) == (0, 0)
    table.play("a", "conceal", "pass", "b", "conceal", "pass", dice="initiative 4 / initiative 4")
    assert (table.battle.initiative, table.battle.command_points) == (1, (5, 5))


@proves("battle.winner-default")
def test_shares_are_compared_exactly() -> None:
    """Two of six W 7 against one of three W 14: both a third, a draw."""
    blue = "".join([f"blue Man a{i} 1,{2 + 2 * i} done W=7\n" for i in range(6)])
    red = "".join([f"red Man b{i} 28,{2 + 2 * i} done W=14\n" for i in range(2)])
    battle = battle_at(blue + red + "red Man last 28,20 Conceal W=14", active="last", turn=1, turning_point=4)
    for key in ("a0", "a1", "b0"):
        battle[key].wounds, battle[key].fate = 0, 2
    table = Table(battle).play("pass")
    assert table.game.over
    assert table.game.standing.winner is None


# -- ploys and abilities at their edges ---------------------------------------------------------------------------------------


@proves("strategy.ploys.tactical-timing", "combat.ends-on-incapacitation")
def test_who_holds_on_in_a_combat_fights_on_and_can_lose_no_more() -> None:
    """Struck to 0 it has 1 wound, the second strike does nothing, and its own hit is resolved in between."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 5.5,11 Engage wounds=3\nred Medic m 6.5,12.5 Conceal"
    blades = {"a": ("axe: A 2, WS 3+, D 3/4",), "t": ("knife: A 1, WS 3+, D 2/3",)}
    table = at(drawn, active="a", cp=(0, 1), weapons=blades).play("fight", "keep", dice="fight 4 4 / fight 4")
    table.play("strike-normal", "hold-on")
    assert (table["t"].wounds, table.decider) == (1, 1)
    table.play("strike-normal")
    assert (table["t"].wounds, table["a"].wounds, table["t"].in_play) == (1, 6, True)


@proves("strategy.ploys.tactical-timing", "psychic-action.label")
def test_one_may_hold_on_against_a_mind_spike() -> None:
    drawn = "blue Seer s 4,11 Engage\nred Trooper t 9,11 Engage wounds=1\nred Medic m 9,13 Conceal"
    table = at(drawn, active="s", cp=(0, 1)).play("mind-spike", "t")
    assert table.decider == 1
    assert table.play("hold-on")["t"].wounds == 1


@proves("strategy.ploys.tactical-timing", "splash.hits-friends-too")
def test_one_may_hold_on_against_a_friends_rocket() -> None:
    drawn = "blue Rocketeer a 4,11 Engage\nblue Trooper t 14,13.4 Engage wounds=1\nblue Medic m 14,15.5 Conceal\nred Man b 14,11 Engage Df=0 W=20"
    table = at(drawn, active="a", cp=(1, 0)).play("shoot", "b", "keep", dice="attack 6 1 1 1")
    assert table.decider == 0
    assert table.play("hold-on")["t"].wounds == 1


@proves("strategy.ploys.tactical-timing", "damage.incapacitated-removal-time")
def test_death_throes_follow_a_mind_spike() -> None:
    """The Seer spikes a Hunter that is locked with another Runner: the Hunter thrashes at that one."""
    drawn = "blue Seer s 4,11 Engage\nblue Needler n 10.6,11 Conceal W=8\nred Hunter h 9,11 Engage wounds=2\nred Hunter g 28,20 Conceal"
    table = at(drawn, active="s", cp=(0, 1)).play("mind-spike", "h")
    assert (table.decider, table.keys) == (1, ["n", "no"])
    assert table.play("n")["n"].wounds == 6


@proves("strategy.ploys.tactical-timing", "strategy.ploys.once-per-turning-point")
def test_death_throes_may_answer_death_throes() -> None:
    """Brood against brood: the struck Hunter's throes fell its attacker, whose own throes have nobody left but a second enemy."""
    drawn = "blue Hunter a 4,11 Engage wounds=2\nblue Hunter far 2,2 Conceal\nred Hunter b 5.6,11 Engage wounds=1\nred Hunter c 4,12.6 Conceal wounds=8"
    blades = {"a": ("claws: A 1, WS 3+, D 1/1",), "b": ("claws: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", cp=(1, 1), weapons=blades).play(
        "fight", "b", "keep", "keep", dice="fight 5 / fight 2"
    )
    assert (table.decider, table.keys) == (1, ["a", "no"])
    table.play("a")
    assert table.decider == 0
    assert "c" in table.keys
    table.play("c")
    assert (table["a"].in_play, table["b"].in_play, table["c"].wounds) == (False, False, 6)


@proves("strategy.ploys.tactical-timing", "overwatch.is-not-a-shoot-action")
def test_one_goes_to_ground_under_overwatch_too() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = at(drawn, cp=(0, 1)).play("a", "t")
    assert (table.decider, table.keys) == (1, ["use", "no"])


@proves("strategy.ploys.tactical-timing", "combat.roles")
def test_the_attacker_too_may_deal_a_last_blow() -> None:
    """The Warden attacks, is struck down with a hit left, and strikes once more."""
    drawn = "blue Warden w 4,11 Engage wounds=2\nblue Warden v 2,2 Conceal\nred Man b 5.6,11 Engage wounds=7"
    blades = {"w": ("blade: A 2, WS 3+, D 3/4",), "b": ("axe: A 1, WS 3+, D 2/3",)}
    table = at(drawn, active="w", cp=(1, 0), weapons=blades).play(
        "fight", "keep", "strike-normal", dice="fight 4 4 / fight 4"
    )
    table.play("strike-normal")
    assert table.keys == ["strike-normal", "no"]
    table.play("strike-normal")
    assert (table["w"].in_play, table["b"].wounds) == (False, 1)


@proves("barrage.overhead-cover", "shooting.cover-die")
def test_the_dug_in_keep_two_dice_under_a_roof_against_a_barrage_and_none_beside_it() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage W=7\nroof 11,9,14,13\nlow 10.8,15,11.2,18"
    gun = "mortar: A 1, BS 3+, D 1/1, Barrage"
    under = with_ploy(armed(drawn, gun), 1, "dig-in").play("shoot", "t", dice="attack 5")
    assert under.keys == ["retain-2", "retain-1", "roll-all"]
    beside = with_ploy(armed(drawn.replace("roof 11,9", "roof 13,9"), gun), 1, "dig-in")
    assert beside.play("shoot", "t", dice="attack 5 / defence 1 1 1")["t"].wounds == 6


@proves("overwatch.eligible", "game.specific-overrides-general")
def test_the_watchful_need_an_engage_order_and_freedom_in_their_own_activation_too() -> None:
    drawn = "blue Sentinel s 4,11 {}\nred Man b {},11 Engage"
    assert "[order.conceal.forbids]" in at(drawn.format("Conceal", 20), active="s").why_not("overwatch")
    assert "[overwatch.eligible]" in at(drawn.format("Engage", 5.6), active="s").why_not("overwatch")


@proves("reap.area", "special.applies-when-fighting-back")
def test_who_fights_back_with_a_scythe_reaps_around_its_attacker() -> None:
    """The defender's critical strike hits the attacker for 2 and the attacker's friend beside it for 1, not the defender's own."""
    drawn = "blue Man a 4,11 Engage\nblue Man f 4,12.4 Conceal\nred Man b 5.5,11 Engage\nred Man g 5.5,9.6 Conceal"
    weapons = {"a": ("club: A 1, WS 3+, D 1/1",), "b": ("scythe: A 1, WS 3+, D 1/2, Reap 1",)}
    table = at(drawn, active="a", weapons=weapons).play("fight", dice="fight 1 / fight 6")
    assert [table[key].wounds for key in "afbg"] == [6, 7, 8, 8]


@proves("stun.shooting", "apl.change-duration", "overwatch.is-not-a-shoot-action")
def test_a_stunning_overwatch_costs_a_ready_enemy_an_action_point_at_once() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 28,20 Conceal"
    table = (
        at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Stun",)}).play("a", "b", dice="attack 6").play("b", "engage")
    )
    assert table.battle.action_points == 1


@proves("battle.winner-by-mission", "charge.distance")
def test_who_carries_the_relic_may_still_charge_and_drops_it_where_it_falls() -> None:
    drawn = "blue Man a 14,11 Engage APL=3 wounds=1\nblue Man z 2,2 Conceal\nred Man b 20,11 Engage"
    table = at(drawn, active="a", mission="relic").play(
        "pick-up", "charge", [[18.5, 11]], "fight", dice="fight 1 1 1 1 / fight 4 1 1 1"
    )
    assert (table["a"].in_play, table.battle.carrier, table.battle.relic) == (False, "", (18.5, 11))


@proves("battle.winner-by-mission")
def test_sabotage_pays_for_own_devices_that_stand_at_the_end() -> None:
    table = at(
        "blue Man a 25,5 Engage done\nred Man b 5,5 Engage", active="b", turn=1, mission="sabotage", turning_point=4
    )
    table.play("sabotage", "pass")
    assert table.game.over
    assert table.battle.points == (1, 5)


@proves("battle.winner-by-mission", "blast.hits-friends-too")
def test_ones_own_bomb_on_ones_own_man_pays_the_enemy() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Man f 12,13.2 Conceal wounds=1 Df=0\nred Man b 12,11 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"', mission="break-through").play(
        "shoot", "b", dice="attack 5 / attack 5"
    )
    assert (table["f"].in_play, table.battle.points) == (False, (0, 1))


@proves("engagement.mutual", "fight.only-while-engaged", "visible.not-mutual")
def test_who_sees_nobody_may_fight_whoever_sees_it() -> None:
    """A tall operative looks over the wall at a small one beside it: both are engaged, and the small one may fight."""
    drawn = "blue Man a 4,11 Engage height=1.2\nred Man b 5.4,11 Engage height=4\nwall 4.6,9,4.8,13 top=1.8"
    table = at(drawn, active="a")
    assert table.why_not("fight") == ""


@proves("normal-move.avoids-engagement", "engagement.needs-visibility")
def test_a_path_behind_a_wall_passes_an_enemy_it_would_engage_in_the_open() -> None:
    """0.6" from the enemy, but a wall hides both; beyond its end the same distance is refused."""
    drawn = "blue Man a 4,11 Engage\nred Man b 7,12.6 Engage\nwall 3,11.6,{},11.8"
    assert moved(drawn.format(12), "normal-move", [[4, 11], [10, 11]])["a"].base.x == 10
    not_moved(drawn.format(6.4), "normal-move", [[4, 11], [10, 11]], "normal-move.avoids-engagement")


@proves("move.climb-and-drop", "normal-move.avoids-engagement")
def test_dropping_beside_an_enemy_is_seen_at_the_foot_of_the_platform() -> None:
    """3" above it nobody engages; on the floor at 9.5,11 the enemy at 11,11 is 0.5" away."""
    drawn = "blue Man a 8,11,3 Engage\nred Man b 11,11 Engage\nlevel 5,8,9,14"
    not_moved(drawn, "normal-move", [[9.5, 11, 0]], "normal-move.avoids-engagement")
    assert moved(drawn, "charge", [[9.5, 11, 0]])["a"].base.elevation == 0


@proves("firefight.none-ready", "overwatch.window", "firefight.incapacitated-while-ready")
def test_a_blast_that_fells_the_shooters_last_ready_friend_leaves_overwatch() -> None:
    """Blue's last ready man dies by its own side's bomb: blue has nobody ready, red still has, so blue may watch."""
    drawn = "blue Man a 4,11 Engage\nblue Man f 12,13.2 Conceal wounds=1 Df=0\nblue Man w 4,14 Engage done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 20,11 Engage"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"').play("shoot", "b", "pass", dice="attack 5 / attack 5")
    table.play("b", "engage", "pass")
    assert table.keys == ["w", "none"]


@proves("reap.area", "strategy.ploys.tactical-timing")
def test_a_last_blow_reaps_like_any_critical_strike() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Man f 4,12.3 Conceal\nred Warden w 5.6,11 Engage wounds=1\nred Warden v 20,2 Conceal"
    table = at(drawn, active="a", cp=(0, 1), weapons={"w": ("blade: A 2, WS 3+, D 3/4, Reap 1",)})
    table.play("fight", "keep", "strike-critical", dice="fight 5 5 1 1 / fight 6 1")
    assert (table["a"].wounds, table["f"].wounds, table["w"].in_play) == (4, 7, False)


@proves("strategy.ploys.tactical-timing", "hot.self-damage", "torrent.extra-attacks")
def test_who_holds_on_burns_no_further_while_the_torrent_goes_on() -> None:
    """A 1 in each of the two attacks: the first is held on against, the second costs nothing in the same action."""
    drawn = "blue Trooper a 4,11 Engage wounds=2\nblue Medic m 4,13 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 2+, D 1/1, Hot, Torrent 2"', cp=(1, 0))
    table.play("shoot", "b", "keep", "hold-on", "c", dice="attack 1 4 / attack 1 5")
    assert (table["a"].wounds, table["b"].wounds, table["c"].wounds, table.battle.active) == (1, 7, 7, "a")
