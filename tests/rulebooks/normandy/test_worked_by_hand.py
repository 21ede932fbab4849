"""Situations worked out from the book with pencil and paper: position, dice and answers first, then what must come of them.

Chances stand here as fractions, counted face by face: white is blank, blank, dash, dash, plus, plus; black is blank, dash, plus, plus,
dash-plus, burst; red is blank, dash-plus, plus-plus, burst, plus-burst, burst-burst.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulebooks.normandy.positions import Drawn, answered, at, battle_on, drawn, ends, put, state
from vanguard.core.questions import Draw, Roll
from vanguard.core.refusals import Refused
from vanguard.odds import of_option
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


def figures(position: Drawn, key: str) -> list[tuple[int, int]]:
    """Where the figures of a unit stand."""
    return [(hex % 15, hex // 15) for hex in position[key].places()]


def standing(position: Drawn) -> set[str]:
    return {unit.key for unit in position.battle.units.values()}


def chances(position: Drawn, option: str) -> dict[int, float]:
    return of_option(position.game, option).damage()


def exactly(**parts: str) -> object:
    """`_0="1/9"`: the chance of no damage, and so on."""
    return pytest.approx({int(key[1:]): float(Fraction(part)) for key, part in parts.items()})


# -- lines, cover and hills -----------------------------------------------------------------------------------------------


@proves("cover.line-definition", "cover.intervening")
@pytest.mark.parametrize(
    ("bocage", "damage"),
    [
        ("4,4 3,6", 0),  # each of the two rows has one: no row may be made of halves of both
        ("4,4 4,6", 1),  # both in one row: the other one is free
        ("3,5", 0),  # the middle hex belongs to both rows
        ("3,4 3,6 2,5 4,5", 1),  # the west row is full, hexes beside the line do not count
    ],
)
def test_along_hex_sides_one_whole_row_is_taken_never_the_better_half_of_each(bocage: str, damage: int) -> None:
    """From 3,7 to 3,3 the rows are 3,6 3,5 3,4 and 4,6 3,5 4,4."""
    position = drawn(f"""
        blue us-riflemen a 3,7
        red  de-hq       b 3,3
        ground b {bocage}
        active a
    """)
    position.play("attack garands de-hq-a", dice="attack-white dash")
    assert position["b"].damage == damage


@proves("cover.own-hex", "cover.intervening", "cover.no-maximum", "feature.fortification", "kw.indirect")
def test_two_houses_and_a_bunker_are_cover_three_which_mortars_ignore_but_not_its_hidden() -> None:
    """2,7 to 6,7: houses at 3,7 and 5,7, the target in a bunker. The howitzer's shells only lose their dashes."""
    position = drawn("""
        blue us-at-gun   a 2,7
        blue us-mortar   m 1,7
        red  de-grenadiers b 6,7
        ground v 3,7 5,7
        ground F 6,7
        active a
    """)
    assert chances(position, "attack 57mm de-grenadiers-a") == exactly(_0="1")
    position = drawn("""
        blue us-mortar   m 1,7
        red  de-grenadiers b 6,7
        ground v 3,7 5,7
        ground F 6,7
        active m
    """)
    assert chances(position, "attack 81mm-he de-grenadiers-a") == exactly(_0="1/3", _1="2/3")


@proves("feature.hill", "cover.intervening", "feature.hill-reference-figure")
@pytest.mark.parametrize(
    ("own", "target", "chance"),
    [
        ("H", "b", "2/3"),  # its own wood is no cover to the target, its hill takes the bocage's
        ("h", "b", "2/3"),
        ("b", "b", "1/3"),
        ("h", "H", "2/3"),
        (".", "H", "1/3"),  # a hill under the target protects by its trees alone
        (".", "h", "2/3"),
        ("^", ".", "2/3"),  # cover never falls below nothing
    ],
)
def test_a_hill_helps_whoever_shoots_from_it_and_nobody_on_it(own: str, target: str, chance: str) -> None:
    """One white die of Riflemen at range 3, straight along a row."""
    position = drawn(f"""
        blue us-riflemen a 4,8
        red  de-hq       b 7,8
        ground {own} 4,8
        ground {target} 7,8
        active a
    """)
    p = Fraction(chance)
    assert chances(position, "attack garands de-hq-a") == pytest.approx({0: float(1 - p), 1: float(p)})


@proves("attack.tie-attacker-chooses", "feature.hill-reference-figure")
def test_of_two_figures_equally_far_the_one_on_the_hill_may_be_the_reference() -> None:
    """Both Riflemen are at range 2 of an HQ in the bocage; only 6,9 is a hill. 4 white: dash dash plus blank."""
    for answer, damage in (("6,9>7,7", 3), ("7,9>7,7", 1)):
        position = drawn("""
            blue us-riflemen a 6,9 7,9
            red  de-hq       b 7,7
            ground h 6,9
            ground b 7,7
            active a
        """)
        position.play("attack garands de-hq-a", answer, dice="attack-white dash dash plus blank")
        assert position["b"].damage == damage


@proves("attack.reference-pair", "cover.closest-pair-only")
def test_dice_of_the_farther_figure_meet_the_cover_of_the_nearer_one() -> None:
    """7,9 is 2 away and sees a hedge at 7,8; 5,8 is 3 away over open ground. 2 + 1 white dice, all behind cover 1."""
    position = drawn("""
        blue us-riflemen a 7,9 5,7
        red  de-hq       b 8,7
        ground b 7,8 8,8
        active a
    """)
    assert chances(position, "attack garands de-hq-a") == exactly(_0="8/27", _1="12/27", _2="6/27", _3="1/27")


@proves("attack.needs-one-figure", "attack.reference-pair")
def test_snipers_hemmed_in_cannot_shoot_who_stands_beside_both() -> None:
    position = drawn("""
        blue us-sniper a 7,8 6,7
        red  de-hq     b 7,7
        active a
    """)
    assert position.why_not("attack scoped-rifle") == "no enemy unit at range 2 to 6 [attack.needs-one-figure]"


@proves("range1.ignores-cover", "kw.ignores-hidden", "kw.pinning", "hidden.innate-stays")
def test_a_flamethrower_burns_camouflaged_snipers_out_of_a_wood() -> None:
    """Both engineers are adjacent: 4 black, nothing is ignored. dash, dash-plus, plus, blank: 4 damage kills both of Health 2."""
    position = drawn("""
        blue us-engineers a 7,8 8,8
        red  de-sniper    b 7,7 7,6
        red  de-hq        c 1,1
        ground w 7,7 7,6
        bag 0 1
        active a
    """)
    position.play("attack flamethrower de-sniper-a", dice="attack-black dash dash+plus plus blank / token germany")
    assert "de-sniper-a" not in standing(position)
    assert position.clause == "activation.must-activate"


@proves("range1.whole-attack", "attack.out-of-range-figure")
def test_a_flamethrower_of_the_far_figure_stays_cold_though_the_attack_is_one_of_range_one() -> None:
    """One engineer adjacent, the other 2 away: 2 black dice, cover 0 in the bunker: 1 - P(4 faces gone)."""
    position = drawn("""
        blue us-engineers a 7,8 7,9
        red  de-hq        b 7,7
        ground F 7,7
        active a
    """)
    assert chances(position, "attack flamethrower de-hq-a") == exactly(
        _0="1/36", _1="8/36", _2="18/36", _3="8/36", _4="1/36"
    )


@proves("feature.water-no-block-fire", "cover.figures-give-none")
def test_shots_over_water_and_over_a_tank_meet_no_cover() -> None:
    position = drawn("""
        blue us-riflemen a 4,8
        blue us-sherman  t 5,8
        red  de-hq       b 7,8
        ground ~ 6,8
        active a
    """)
    assert chances(position, "attack garands de-hq-a") == exactly(_0="1/3", _1="2/3")


# -- armor and keywords ---------------------------------------------------------------------------------------------------


@proves("armor.ap-reduces", "attack.range-per-figure", "protection.matrix")
def test_a_bazooka_near_and_one_far_scratch_a_tiger_with_their_bursts() -> None:
    """Range 2 is a red die, range 3 a black one; armor 4 - 2 leaves bursts alone."""
    position = drawn("""
        blue us-bazooka a 7,9 7,10
        red  de-tiger   b 7,7
        active a
    """)
    assert chances(position, "attack bazooka de-tiger-a") == exactly(_0="15/36", _1="13/36", _2="7/36", _3="1/36")


@proves("range1.armor", "range1.whole-attack", "armor.value")
def test_one_bazooka_beside_the_tiger_lowers_its_armor_for_both_from_any_direction() -> None:
    """4 - 2 - 1 = 1: dashes alone are lost. Two red dice: 0, 1 or 2 symbols in 1, 2 and 3 of 6 faces. Before or behind it."""
    for ahead in ("7,8 7,9", "7,6 7,5"):
        position = drawn(f"""
            blue us-bazooka a {ahead}
            red  de-tiger   b 7,7
            active a
        """)
        assert chances(position, "attack bazooka de-tiger-a") == exactly(
            _0="1/36", _1="4/36", _2="10/36", _3="12/36", _4="9/36"
        )


@proves("kw.ap", "range1.armor")
def test_a_panzerschreck_beside_a_jumbo_finds_no_armor_left() -> None:
    """4 - 3 - 1 = 0; one red die: blank 1, burst 1, four faces with two symbols."""
    position = drawn("""
        blue us-jumbo         b 7,8
        red  de-panzerschreck a 7,7
        active a
    """)
    assert chances(position, "attack panzerschreck us-jumbo-a") == exactly(_0="1/6", _1="1/6", _2="4/6")


@proves("units.veteran-side", "attack.single-number-range", "kw.ap")
def test_only_veterans_reach_a_tank_two_hexes_off_with_the_panzerfaust() -> None:
    for veteran, reason in (("", "no enemy unit at range 1 [attack.needs-one-figure]"), ("veteran", "")):
        position = drawn(f"""
            blue us-jumbo            b 7,9
            red  de-panzergrenadiers a 7,7 8,7 {veteran}
            active a
        """)
        option = "attack panzerfaust us-jumbo-a" if veteran else "attack panzerfaust"
        assert position.why_not(option) == reason
        if veteran:  # armor 4 - 3 = 1, two red dice
            assert chances(position, option) == exactly(_0="1/36", _1="4/36", _2="10/36", _3="12/36", _4="9/36")


@proves("ability.side-skirts", "ability.recon", "protection.three-immune")
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("7,9", {"_0": "1"}),  # AP 1 - 1 = 0: armor 3 stops everything
        ("7,8", {"_0": "3/6", "_1": "2/6", "_2": "1/6"}),  # range 1: armor 2, bursts alone
    ],
)
def test_side_skirts_undo_the_greyhounds_penetration_but_not_its_nearness(place: str, expected: dict[str, str]) -> None:
    position = drawn(f"""
        blue us-greyhound a {place}
        red  de-panzer4   b 7,7 veteran
        active a
    """)
    assert chances(position, "attack 37mm de-panzer4-a") == exactly(**expected)


@proves("ability.side-skirts", "token.airstrike-resolve", "kw.pinning")
def test_an_airstrike_pins_a_skirted_panzer_without_a_scratch_and_scratches_a_plain_one() -> None:
    """AP 1 against armor 3: 2 for the plain one, so a burst hurts it; 3 for the veteran."""
    for veteran, damage in (("", 1), ("veteran", 0)):
        position = drawn(f"""
            blue us-hq      h 1,14
            red  de-panzer4 b 7,7 {veteran}
            airstrike blue 8,7
            bag 1 0
        """)
        position.play("us-hq-a", "pass", dice="token usa / attack-black burst dash+plus")
        assert (position["b"].damage, position["b"].pins) == (damage, 1)


@proves("kw.blast", "kw.combine", "hidden.effect", "damage.carry-over")
def test_a_howitzer_on_grenadiers_in_a_bunker_rolls_twice_and_loses_only_dashes() -> None:
    """2 black, 2 red; dash-plus, burst, dash-plus, plus-burst lose two dashes: 5 damage, one figure of 3, 2 left; 1 Pin token."""
    position = drawn("""
        blue us-howitzer   a 7,12
        blue us-hq         h 1,14
        red  de-grenadiers b 7,6 7,7
        ground F 7,6
        bag 1 0
        active a
    """)
    dice = "attack-black dash+plus burst / attack-red dash+plus plus+burst / token usa"
    position.play("attack 105mm de-grenadiers-a", "de-grenadiers-a.2", dice=dice)
    assert figures(position, "b") == [(7, 6)]
    assert (position["b"].damage, position["b"].pins) == (2, 1)
    assert position.clause == "activation.must-activate"


@proves("kw.blast-counts-all", "kw.blast")
def test_blast_on_a_unit_with_one_figure_left_rolls_once() -> None:
    position = drawn("""
        blue us-sherman    a 7,10
        red  de-grenadiers b 7,7
        active a
    """)
    assert chances(position, "attack 75mm-he de-grenadiers-a") == exactly(_0="1/6", _1="4/6", _2="1/6")


@proves("range1.hidden-stays", "kw.blast", "range1.ignores-cover")
def test_high_explosive_beside_a_bunker_ignores_its_walls_but_not_its_hidden() -> None:
    position = drawn("""
        blue us-sherman    a 7,8
        red  de-grenadiers b 7,7 7,6
        ground F 7,7 7,6
        active a
    """)
    assert chances(position, "attack 75mm-he de-grenadiers-a") == exactly(_0="1/9", _1="4/9", _2="4/9")


@proves("kw.precise", "kw.precise-excess-lost")
def test_two_precise_bullets_that_could_kill_both_men_kill_one() -> None:
    position = drawn("""
        blue us-sniper a 7,11 8,11 veteran
        red  de-mg42   b 7,5 8,5
        active a
    """)
    position.play("attack scoped-rifle de-mg42-a", "de-mg42-a.1", dice="attack-red burst+burst burst+burst")
    assert figures(position, "b") == [(8, 5)]
    assert position["b"].damage == 0


@proves("kw.precise", "damage.tokens-kept")
def test_a_precise_bullet_that_removes_nobody_leaves_its_damage_token() -> None:
    position = drawn("""
        blue us-sniper     a 7,11
        red  de-grenadiers b 7,5 8,5 damage=1
        active a
    """)
    position.play("attack scoped-rifle de-grenadiers-a", dice="attack-black plus")
    assert position["b"].damage == 2
    assert len(figures(position, "b")) == 2


@proves("kw.precise", "cover.own-hex")
def test_precise_red_dice_on_a_scratched_pair_in_bocage_take_at_most_two() -> None:
    """Health 3 with 1 token: 2 remove a figure. Each die has 0, 1, 2 symbols on 1, 2, 3 faces: 1/36, 4/36 and the rest."""
    position = drawn("""
        blue us-sniper     a 4,7 4,8 veteran
        red  de-grenadiers b 10,7 11,7 damage=1
        ground b 10,7
        active a
    """)
    assert chances(position, "attack scoped-rifle de-grenadiers-a") == exactly(_0="1/36", _1="4/36", _2="31/36")


@proves("ability.recon", "kw.ignores-hidden", "hidden.sources")
def test_reconnaissance_sees_through_smoke_and_trench() -> None:
    for ground, smoke in (("T", ""), (".", "hidden=smoke"), ("T", "hidden=sandbag")):
        position = drawn(f"""
            blue us-greyhound  a 7,9
            red  de-grenadiers b 7,7 8,7 {smoke}
            ground {ground} 7,7
            active a
        """)
        assert chances(position, "attack coaxial-mg de-grenadiers-a") == exactly(
            _0="1/27", _1="6/27", _2="12/27", _3="8/27"
        )


@proves("kw.reroll", "kw.reroll-whole-pool", "units.veteran-side")
@pytest.mark.parametrize(
    ("who", "option", "whom", "gone"),
    [
        # 4 white, Reroll 2, three damage needed: 656/729
        ("us-riflemen a 7,9 8,9 veteran", "attack garands", "de-grenadiers b 7,7", "656/729"),
        # 2 white and 2 black, Reroll 1, one needed: all blank is 1/324, and the black one again 1/6
        ("us-rangers a 7,9 8,9", "attack assault-weapons", "de-hq b 7,7 damage=3", "1943/1944"),
        # 6 white against camouflage, Reroll 2, two pluses needed
        ("us-mg a 7,9 8,9 veteran", "attack m1919", "de-sniper b 7,7", "5281/6561"),
        # two red dice, Reroll 1, AP 3 and range 2 on armor 1: three symbols needed
        ("us-bazooka a 7,9 8,9 veteran", "attack bazooka", "de-granatwerfer b 7,7", "49/54"),
    ],
)
def test_rerolls_used_best_come_to_these_chances(who: str, option: str, whom: str, gone: str) -> None:
    position = drawn(f"""
        blue {who}
        red  {whom}
        active a
    """)
    target = position["b"].key
    assert of_option(position.game, f"{option} {target}").chance_removed() == pytest.approx(float(Fraction(gone)))


@proves("token.flak88-use", "attack.range-count")
@pytest.mark.parametrize(("row", "range_of_it"), [(4, 1), (5, 2), (13, 10), (14, 11)])
def test_the_flak_88_reaches_from_two_to_ten_hexes(row: int, range_of_it: int) -> None:
    position = drawn(f"""
        blue us-sherman    b 7,{row}
        red  de-grenadiers a 7,3 6,2
        flak red 7,3
        active a
    """)
    offered = "attack flak-88 us-sherman-a" in position.keys
    assert offered is (2 <= range_of_it <= 10)
    if offered:  # armor 3 - 3 = 0, two red dice of the one figure that serves it
        assert chances(position, "attack flak-88 us-sherman-a") == exactly(
            _0="1/36", _1="2/36", _2="9/36", _3="8/36", _4="16/36"
        )


@proves("token.flak88-use", "weather.card.ground-fog", "ap.cost-must-be-covered")
def test_in_fog_the_flak_shoots_four_hexes_far_and_with_one_point_not_at_all() -> None:
    """Grenadiers pinned to one point cannot serve it; unpinned they hit at 4 hexes and not at 5."""
    for row, points, offered in ((7, 2, True), (8, 2, False), (7, 1, False)):
        position = drawn(f"""
            blue us-sherman    b 7,{row}
            red  de-grenadiers a 7,3 6,3
            flak red 7,3
            weather ground-fog
            active a points={points}
        """)
        assert ("attack flak-88 us-sherman-a" in position.keys) is offered


@proves("underdog.card.hold-the-line", "ability.time-on-target", "kw.reroll-whole-pool")
def test_hold_the_line_raises_time_on_target_to_four_dice() -> None:
    """Blast on two figures: 2 black and 2 red, all of which may be rolled again."""
    position = drawn("""
        blue us-hq         h 1,14
        blue us-howitzer   a 7,12 veteran
        red  de-grenadiers b 7,6 7,7
        bag 1 0
        active a
    """)
    position.battle.boards[0].effects = (("reroll", 1),)
    dice = "attack-black blank blank / attack-red blank blank / reroll-black blank plus / reroll-red blank blank / token usa"
    position.play("time-on-target de-grenadiers-a", {"black blank": 2, "red blank": 2}, dice=dice)
    assert (position["b"].damage, position["b"].pins) == (1, 1)
    assert position.battle.boards[0].command == 2
    assert position.clause == "activation.must-activate"


@proves("protection.highest-only", "cover.any-unit", "kw.ap")
def test_a_tank_behind_hedges_keeps_their_cover_when_its_armor_is_pierced() -> None:
    """Sherman 3 - 3 = 0 but in bocage behind a hedge: cover 2, so bursts alone count. Black 1/6; red 3, 2, 1 of 6."""
    position = drawn("""
        blue us-sherman b 7,7
        red  de-panzer4 a 4,7
        ground b 7,7 6,7
        active a
    """)
    assert chances(position, "attack 7.5cm-ap us-sherman-a") == exactly(_0="15/36", _1="13/36", _2="7/36", _3="1/36")


# -- pins -----------------------------------------------------------------------------------------------------------------


@proves("pin.ap-minus-one", "ability.steady", "ap.end")
def test_a_pinned_hq_that_passes_its_test_can_only_calm_itself_and_is_done() -> None:
    position = drawn("""
        blue us-hq       h 7,12 pins=1
        blue us-riflemen r 7,9 8,9 pins=2
        bag 1 0
    """)
    position.play("us-hq-a", "steady us-hq-a", dice="token usa / pinning dash")
    assert position["h"].pins == 0
    assert position["r"].pins == 2
    assert position.battle.round == 2


@proves("ability.steady", "ability.range")
@pytest.mark.parametrize(("veteran", "row", "offered"), [("", 9, True), ("", 8, False), ("veteran", 7, True), ("veteran", 6, False)])  # fmt: skip
def test_steady_is_heard_three_hexes_away_and_five_when_a_veteran_calls(veteran: str, row: int, offered: bool) -> None:
    """The other figure stands one hex farther off: the nearer one counts."""
    position = drawn(f"""
        blue us-hq       h 7,12 {veteran}
        blue us-riflemen r 7,{row} 7,{row - 1} pins=1
        active h
    """)
    assert ("steady us-riflemen-a" in position.keys) is offered


@proves("pin.ap-minus-one", "ap.cost-must-be-covered", "attack.from-card")
def test_a_pinned_machine_gun_cannot_fire_and_pinned_grenadiers_have_their_rifles() -> None:
    position = drawn("""
        blue us-mg         a 7,9 8,9 pins=1
        red  de-grenadiers b 7,7 8,7 pins=4
        bag 1 1
    """)
    position.play("us-mg-a", dice="token usa / pinning blank")
    assert position.why_not("attack m1919") == "costs 2 action points; 1 left [ap.cost-must-be-covered]"
    position.play("pass", "de-grenadiers-a", dice="token germany / pinning dash dash blank blank")
    assert "attack kar98k us-mg-a" in position.keys
    assert position.why_not("attack mg-burst") == "costs 2 action points; 1 left [ap.cost-must-be-covered]"


@proves("rally.roll", "rally.ends-activation")
def test_five_pins_and_two_symbols_leave_two() -> None:
    position = drawn("""
        blue us-rangers a 7,9 8,9 pins=5
        bag 1 0
    """)
    position.play("rally us-rangers-a", dice="token usa / rally blank dash plus blank blank")
    assert position["a"].pins == 2


@proves("withdraw.pinned-must-test", "withdraw.effect", "damage.hq-destroyed", "command-action.hq-deployed")
def test_an_hq_that_withdraws_takes_the_command_actions_with_it() -> None:
    position = drawn("""
        blue us-hq        h 7,12 pins=2
        blue us-howitzer  g 3,12 veteran
        red  de-hq        b 3,6
        bag 2 0
    """)
    position.play("us-hq-a", "withdraw", "us-howitzer-a", dice="token usa / pinning dash blank / token usa")
    assert "us-hq-a" not in standing(position)
    assert position.why_not("time-on-target") == "the HQ is not on the battlefield [command-action.hq-deployed]"
    assert "attack 105mm de-hq-a" in position.keys


@proves("pin.test-fail", "withdraw.pinned-must-test")
def test_who_fails_the_test_does_not_get_away() -> None:
    position = drawn("""
        blue us-hq h 7,12 pins=2
        bag 1 0
    """)
    position.play("us-hq-a", dice="token usa / pinning dash plus")
    assert position["h"].pins == 2
    assert position.battle.round == 2


# -- movement, roads, mines -----------------------------------------------------------------------------------------------


@proves("token.minefield-trigger", "feature.road-bonus", "feature.road-entirely")
def test_a_mine_on_the_road_ends_the_movement_before_the_extra_hex() -> None:
    """A half-track drives two road hexes onto a mine: it stops there, no free hex follows."""
    position = drawn("""
        blue us-halftrack a 2,8
        ground = 2,8 3,8 4,8 5,8 6,8 7,8 8,8
        ground ~ 2,7 3,7 4,7 5,7 2,9 3,9 4,9 5,9
        minefield red 4,8
        active a
    """)
    position.play("move")
    assert (4, 8) in ends(position.game)
    assert (5, 8) not in ends(position.game)
    position.play([[3, 8], [4, 8]], dice="attack-black dash dash+plus")
    assert figures(position, "a") == [(4, 8)]
    assert (position["a"].damage, position["a"].pins) == (1, 1)
    assert "move" in position.keys


@proves("feature.road-extra-hex-anywhere", "token.minefield-trigger")
def test_the_extra_hex_of_the_road_may_be_a_mine_and_it_goes_off() -> None:
    position = drawn("""
        blue us-halftrack a 2,8
        ground = 2,8 3,8 4,8 5,8 6,8
        minefield red 7,8
        active a
    """)
    position.play("move", [[7, 8]], dice="attack-black burst blank")
    assert figures(position, "a") == [(7, 8)]
    assert (position["a"].damage, position["a"].pins) == (1, 1)
    assert position.battle.mines == ()


@proves("weather.card.driving-rain", "feature.road-bonus", "underdog.card.counter-attack")
@pytest.mark.parametrize(
    ("card", "weather", "effect", "road", "reach"),
    [
        ("de-tiger", "driving-rain", 0, "", 1),  # 2 - 1
        ("de-tiger", "driving-rain", 0, "=", 2),  # and the free hex of the road
        ("de-tiger", "driving-rain", 1, "", 2),  # Counter-attack + 1
        ("de-panzer4", "driving-rain", 1, "=", 4),
        ("de-puma", "all-clear", 1, "=", 7),
        ("de-granatwerfer", "driving-rain", 1, "=", 2),  # on foot: no rain, no road
    ],
)
def test_rain_counter_attack_and_road_add_up(card: str, weather: str, effect: int, road: str, reach: int) -> None:
    """Along row 8 from the west edge; ends are told by the farthest hex of the row."""
    position = drawn(f"""
        red {card} a 0,8
        ground {road or "."} 0,8 1,8 2,8 3,8 4,8 5,8 6,8 7,8 8,8
        weather {weather}
        active a
    """)
    position.battle.boards[1].effects = (("move", effect),) if effect else ()
    position.play("move")
    assert max([column for column, row in ends(position.game) if row == 8]) == reach


@proves("token.minefield-resolution", "units.coherency-forced-break", "ap.cost-must-be-covered")
def test_two_men_on_two_mines_are_two_explosions_and_two_pins() -> None:
    """Riflemen (Health 3): dash and plus on the first, dash-plus and blank on the second: 4 damage, one man gone, 1 token."""
    position = drawn("""
        blue us-riflemen a 7,10 8,10
        minefield red 7,9 8,9
        active a
    """)
    dice = "attack-black dash plus / attack-black dash+plus blank"
    position.play("move", [[7, 9]], [[8, 9]], "us-riflemen-a.1", dice=dice)
    assert figures(position, "a") == [(8, 9)]
    assert (position["a"].damage, position["a"].pins) == (1, 2)
    assert position.battle.mines == ()
    assert position.battle.two_sided_left() == 9


@proves("token.minefield-resolution", "ability.camouflage")
def test_camouflage_is_no_help_on_a_mine_and_armor_one_stops_dashes() -> None:
    for who, damage in (("us-sniper a 7,10", 1), ("us-halftrack a 7,10", 0)):
        position = drawn(f"""
            blue {who}
            minefield red 7,9
            active a
        """)
        position.play("move", [[7, 9]], dice="attack-black dash blank")
        assert (position["a"].damage, position["a"].pins) == (damage, 1)


@proves("ability.move-out", "token.minefield-trigger", "pin.test-before-acting")
def test_whoever_is_ordered_onto_a_mine_must_pass_a_test_in_its_own_activation() -> None:
    position = drawn("""
        blue us-hq     h 7,12
        blue us-mortar m 7,10
        minefield red 7,9
        bag 1 0
        active h points=1
    """)
    position.play("move-out us-mortar-a", [[7, 9]], dice="attack-black blank blank / token usa")
    assert position["m"].pins == 1
    position.play("us-mortar-a", dice="pinning plus")
    assert position.battle.round == 2


@proves("move.through-friends", "units.one-figure-per-hex", "move.figure-order")
def test_a_figure_walks_through_its_comrade_on_a_causeway() -> None:
    """A causeway one hex wide along row 8: the rear man overtakes the front man."""
    position = drawn("""
        blue us-riflemen a 4,8 5,8
        ground ~ 3,7 4,7 5,7 6,7 7,7 3,9 4,9 5,9 6,9 7,9
        active a
    """)
    position.play("move", [[6, 8]], [[5, 8]])
    assert figures(position, "a") == [(6, 8), (5, 8)]


@proves("move.blocked-by-enemies", "move.no-zone-of-control")
def test_an_enemy_on_a_causeway_closes_it_and_one_beside_the_way_does_not() -> None:
    """The half-track (Move 4) goes east along row 8 between two ponds: up to the HQ, or past it where it stands aside."""
    for enemy, reach in (("6,8", 5), ("9,8", 8), ("8,7", 8)):
        position = drawn(f"""
            blue us-halftrack a 4,8
            red  de-hq        b {enemy}
            ground ~ 3,7 4,7 5,7 6,7 7,7 3,9 4,9 5,9 6,9 7,9
            active a
        """)
        position.play("move")
        assert max([column for column, row in ends(position.game) if row == 8]) == reach


# -- coming onto the battlefield ------------------------------------------------------------------------------------------


@proves("transport.six-hexes", "deploy.is-move-action")
def test_a_transport_from_the_middle_of_the_backline_ends_five_rows_up_at_most() -> None:
    position = drawn("""
        blue us-hq     h 1,13
        blue us-mortar m
        bag 1 0
        active m
    """)
    position.play("transport")
    assert {row for _, row in ends(position.game)} == set(range(9, 15))
    with pytest.raises(Refused) as refusal:
        position.play([[7, 8]])
    assert refusal.value.clause == "transport.six-hexes"
    position.play([[7, 9]], dice="token usa")
    assert figures(position, "m") == [(7, 9)]
    assert position.battle.boards[0].command == 2
    assert position.clause == "activation.must-activate"


@proves("transport.hq-needed", "transport.ends-activation")
def test_the_hq_rides_first_and_only_then_may_others() -> None:
    position = drawn("""
        blue us-hq       h
        blue us-riflemen r
        bag 3 0
    """)
    position.play("us-riflemen-a", dice="token usa")
    assert position.why_not("transport") == "the HQ is not on the battlefield [transport.hq-needed]"
    position = drawn("""
        blue us-hq       h
        blue us-riflemen r
        bag 2 0
    """)
    position.play("us-hq-a", "transport", [[7, 9]], "us-riflemen-a", dice="token usa / token usa")
    assert position.why_not("transport") == ""
    assert position.battle.boards[0].command == 2


@proves("transport.ends-activation", "token.minefield-trigger", "transport.six-hexes")
def test_a_truck_on_a_mine_stops_there_and_its_unit_is_done() -> None:
    position = drawn("""
        blue us-hq     h 1,13 activated
        blue us-mortar m
        minefield red 7,12
        bag 0 0
        active m
    """)
    position.play("transport", [[7, 12]], dice="attack-black dash dash+plus")
    assert figures(position, "m") == [(7, 12)]
    assert (position["m"].damage, position["m"].pins) == (1, 1), "its armor removes the dashes"
    assert position.battle.round == 2


@proves("token.flak88-capture", "transport.six-hexes", "deploy.is-move-action")
def test_a_transport_that_ends_at_a_flak_88_takes_it() -> None:
    position = drawn("""
        blue us-hq       h 1,13
        blue us-riflemen r
        flak red 7,10
        active r
    """)
    position.play("transport", [[7, 10]], [[8, 10]])
    assert position.battle.flaks == ()


@proves("token.flak88-capture", "ability.paratroop-placement")
def test_airborne_that_land_on_a_flak_88_take_it() -> None:
    position = drawn("""
        blue us-airborne a
        red  de-hq       b 1,1
        flak red 7,5
        active a
    """)
    position.play("paratroop", [[7, 5]], [[8, 5]], dice="landing dash dash")
    assert position.battle.flaks == ()
    assert position["a"].pins == 0


@proves("ability.paratroop-landing", "ability.paratroop-placement", "pin.ap-fixed-at-start")
def test_airborne_that_landed_badly_shoot_on_but_do_not_move() -> None:
    position = drawn("""
        blue us-airborne a
        red  de-hq       b 7,3
        active a
    """)
    position.play("paratroop", [[7, 5]], [[8, 5]], dice="landing blank blank")
    assert position["a"].pins == 2
    assert "attack thompsons de-hq-a" in position.keys
    assert "ability.paratroop-placement" in position.why_not("move")


@proves("ability.paratroop-placement")
def test_paratroopers_land_on_no_strategic_point_no_water_and_not_beside_an_enemy() -> None:
    position = drawn("""
        blue us-airborne a
        red  de-hq       b 7,5
        ground * 3,3
        ground ~ 3,5
        active a
    """)
    position.play("paratroop")
    open_hexes = ends(position.game)
    beside = {(6, 5), (8, 5), (7, 4), (8, 4), (7, 6), (8, 6)}
    assert not open_hexes & {*beside, (7, 5), (3, 3), (3, 5)}
    assert {(7, 3), (5, 5), (9, 5), (0, 0), (14, 14)} <= open_hexes
    assert len(open_hexes) == 225 - 9


@proves("transport.no-more-actions", "ability.move-out", "ability.ammo-drop")
def test_a_transported_unit_is_moved_by_nobody_this_round_but_may_be_calmed() -> None:
    position = drawn("""
        blue us-hq        h 7,11
        blue us-halftrack t 5,9 veteran
        blue us-riflemen  r
        bag 3 0
    """)
    dice = "token usa / token usa"
    position.play("us-riflemen-a", "transport", [[7, 9]], [[6, 9]], "us-hq-a", dice=dice)
    assert "transport.no-more-actions" in position.why_not("move-out us-riflemen-a")
    position["r"].pins = 1
    position.play("pass", "us-halftrack-a", dice="token usa")
    assert position.why_not("ammo-drop us-riflemen-a") == ""


@proves("transport.no-more-actions", "round.phase-order")
def test_in_the_next_round_a_transported_unit_may_be_moved_out() -> None:
    position = drawn("""
        blue us-hq       h 7,12
        blue us-riflemen r
        bag 2 0
    """)
    position.play("us-riflemen-a", "transport", [[7, 9]], [[8, 9]], "us-hq-a", "pass", dice="token usa / token usa")
    assert position.battle.round == 2
    position.play({}, {}, {}, "us-hq-a", dice="token usa")
    assert position.why_not("move-out us-riflemen-a") == ""


@proves("underdog.card.counter-attack", "deploy.is-move-action", "weather.card.driving-rain")
@pytest.mark.parametrize(("card", "weather", "effect", "rows"), [("de-granatwerfer", "all-clear", 1, 2), ("de-puma", "driving-rain", 0, 4), ("de-tiger", "driving-rain", 0, 1)])  # fmt: skip
def test_the_move_value_of_a_deployment_is_the_one_of_the_day(card: str, weather: str, effect: int, rows: int) -> None:
    position = drawn(f"""
        red {card} a
        weather {weather}
        active a
    """)
    position.battle.boards[1].effects = (("move", effect),) if effect else ()
    position.play("deploy")
    assert {row for _, row in ends(position.game)} == set(range(rows))


@proves("deploy.entry-hex", "token.belgian-gate")
def test_a_gate_on_the_backline_lets_men_in_and_keeps_tanks_out() -> None:
    for card, enters in (("us-sherman", False), ("us-mortar", True)):
        position = drawn(f"""
            blue {card} a
            gate red 7,14
            active a
        """)
        position.play("deploy")
        assert ((7, 14) in ends(position.game)) is enters


@proves("deploy.all-figures", "token.belgian-gate")
def test_a_tank_is_not_offered_to_deploy_where_only_a_gate_is_free() -> None:
    """Ponds along the whole backline but one hex, and there is a gate in it: a mortar gets in, a tank does not."""
    ponds = " ".join([f"{column},14" for column in range(15) if column != 7])
    for card, reason in (
        ("us-mortar", ""),
        ("us-sherman", "there is no room for all its figures [deploy.all-figures]"),
    ):
        position = drawn(f"""
            blue {card} a
            ground ~ {ponds}
            gate red 7,14
            active a
        """)
        assert position.why_not("deploy") == reason


@proves("deploy.all-figures", "token.minefield-trigger", "units.coherency-forced-break")
def test_a_pair_does_not_deploy_onto_a_mine_that_leaves_the_second_man_outside() -> None:
    """One dry hex of the backline, mined by the enemy, and water behind it: it holds one figure."""
    ponds = " ".join([f"{column},14" for column in range(15) if column != 7]) + " 6,13 7,13"
    position = drawn(f"""
        blue us-hq       h 1,10
        blue us-riflemen a
        ground ~ {ponds}
        minefield red 7,14
        active a
    """)
    assert position.why_not("deploy") == "there is no room for all its figures [deploy.all-figures]"
    assert position.why_not("transport") == "there is no room for all its figures [deploy.all-figures]"


@proves("deploy.entry-hex", "token.minefield-trigger")
def test_a_mine_on_the_backline_goes_off_under_whoever_enters_there() -> None:
    position = drawn("""
        blue us-hq     h 1,13
        blue us-mortar m
        minefield red 7,14
        active m
    """)
    position.play("deploy", [[7, 14]], dice="attack-black plus dash+plus")
    assert (position["m"].damage, position["m"].pins) == (2, 1)
    assert position.battle.activation is not None
    assert position.battle.activation.points == 1


# -- abilities and tokens -------------------------------------------------------------------------------------------------


@proves("token.sandbag", "hidden.sources", "feature.fortification")
def test_a_trench_does_not_keep_veterans_from_digging_in_but_a_token_does() -> None:
    for states, reason in (("", ""), ("hidden=smoke", "it is Hidden by a token already [token.sandbag]")):
        position = drawn(f"""
            blue us-riflemen a 7,12 8,12 veteran {states}
            ground T 7,12
            active a
        """)
        assert position.why_not("dig-in us-riflemen-a" if not reason else "dig-in") == reason


@proves("token.sandbag", "hidden.lost-on-move", "components.effect-token-limits")
def test_a_sandbag_lost_by_a_move_can_be_laid_again() -> None:
    """Eight mines lie about, the ninth token is the sandbag: it is free again after the move."""
    position = drawn("""
        blue us-engineers a 7,12 8,12 hidden=sandbag
        minefield blue 0,5 1,5 2,5 3,5 4,5 5,5 6,5 7,5
        active a
    """)
    assert position.battle.two_sided_left() == 0
    position.play("move", [[7, 11]], [[8, 12]])
    assert position.battle.two_sided_left() == 1
    position.play("sandbags us-engineers-a")
    assert position["a"].hidden == "sandbag"
    assert position.battle.two_sided_left() == 0


@proves("ability.smoke-barrage", "command-action.hq-deployed", "ability.lay-mines")
def test_without_an_hq_on_the_table_there_is_no_barrage_and_there_are_no_mines() -> None:
    position = drawn("""
        red de-hq          h
        red de-nebelwerfer n 7,1 veteran
        active n
    """)
    assert position.why_not("smoke-barrage") == "the HQ is not on the battlefield [command-action.hq-deployed]"
    position = drawn("""
        red de-hq       h
        red de-pioneers p 7,1 8,1
        active p
    """)
    assert position.why_not("lay-mines") == "the HQ is not on the battlefield [command-action.hq-deployed]"
    assert position.why_not("emplace-gate") == "", "no command action"


@proves("ability.smoke-barrage", "command-action.once-per-activation")
def test_a_barrage_hides_three_and_there_is_no_second_one() -> None:
    position = drawn("""
        red de-hq          h 7,0
        red de-nebelwerfer n 7,1 veteran
        red de-grenadiers  g 5,5 6,5
        red de-panzer4     p 7,9
        active n
    """)
    position.play("smoke-barrage", "de-hq-a", "de-panzer4-a", "de-grenadiers-a")
    assert [position[key].hidden for key in "hgpn"] == ["smoke", "smoke", "smoke", ""]
    assert "command-action.once-per-activation" in position.why_not("smoke-barrage")


@proves("token.demolition", "token.belgian-gate")
def test_engineers_blow_the_gate_they_stand_in_and_nothing_two_hexes_away() -> None:
    position = drawn("""
        blue us-engineers a 7,8 8,8
        gate red 7,8
        minefield red 8,7 7,6
        flak red 10,8
        active a
    """)
    assert [key for key in position.keys if key.startswith("demolition")] == [
        "demolition minefield 8,7",
        "demolition belgian-gate 7,8",
    ]
    position.play("demolition belgian-gate 7,8", "demolition minefield 8,7")
    assert position.battle.gates == ()
    assert len(position.battle.mines) == 1
    assert position["a"].pins == 0


@proves("token.belgian-gate", "cover.intervening")
def test_a_gate_between_covers_and_one_under_the_shooter_does_not() -> None:
    for hexes, one in (("5,8", "1/3"), ("4,8", "2/3"), ("5,8 7,8", "0")):
        position = drawn(f"""
            blue us-riflemen a 4,8
            red  de-hq       b 7,8
            gate red {hexes}
            active a
        """)
        p = Fraction(one)
        expected = {0: float(1 - p), 1: float(p)} if p else {0: 1.0}
        assert chances(position, "attack garands de-hq-a") == pytest.approx(expected)


@proves("components.effect-token-limits", "ability.emplace-gate", "ability.emplace-flak88")
def test_flaks_and_gates_share_four_tokens() -> None:
    position = drawn("""
        red de-hq       h 7,1
        red de-pioneers p 3,3 4,3
        flak red 0,1 1,1
        gate red 0,3 1,3
        active p
    """)
    assert (
        position.why_not("emplace-gate") == "no Belgian Gate token is left in the pool [components.effect-token-limits]"
    )
    position = drawn("""
        red de-hq       h 7,1
        flak red 0,1 1,1
        gate red 0,3 1,3
        active h
    """)
    assert (
        position.why_not("emplace-flak-88") == "no Flak 88 token is left in the pool [components.effect-token-limits]"
    )


@proves("token.placement-general", "ability.emplace-flak88")
def test_a_flak_is_emplaced_on_no_star_no_water_no_figure_and_no_other_token() -> None:
    position = drawn("""
        red de-hq         h 7,1
        red de-grenadiers g 8,1 9,1
        ground * 7,2
        ground ~ 6,2
        minefield red 7,3
        airstrike blue 5,1
        active h
    """)
    position.play("emplace-flak-88")
    assert not ends(position.game) & {(7, 1), (8, 1), (9, 1), (7, 2), (6, 2), (7, 3)}
    assert {(5, 1), (4, 1), (10, 1), (7, 4)} <= ends(position.game)
    assert (7, 5) not in ends(position.game)


@proves("token.airstrike-resolve", "ability.call-airstrike", "damage.remove-figure")
def test_an_airstrike_beside_the_own_hq_falls_on_it_too() -> None:
    """dash, dash-plus against no armor: 3 of the HQ's 4; then the Grenadiers (Hidden in a trench): burst and dash: 1."""
    position = drawn("""
        blue us-hq         h 7,8
        red  de-grenadiers b 7,6 6,6
        ground T 6,6
        active h points=1
    """)
    dice = "attack-black dash dash+plus / attack-black burst dash"
    position.play("call-airstrike", [[7, 7]], "us-hq-a", dice=dice)
    assert (position["h"].damage, position["h"].pins) == (3, 1)
    assert (position["b"].damage, position["b"].pins) == (1, 1)
    assert position.battle.airstrikes_left == 2


@proves("token.airstrike-not-attack-action", "underdog.card.hold-the-line", "feature.hill")
def test_hold_the_line_rerolls_neither_airstrikes_nor_mines() -> None:
    position = drawn("""
        blue us-hq         h 7,10
        red  de-grenadiers b 7,6 6,6
        red  de-hq         e 7,1
        airstrike blue 7,5
        minefield blue 7,7
        bag 0 0
        active b points=1
    """)
    position.battle.boards[0].effects = (("reroll", 1),)
    position.play("move", [[7, 7]], [[7, 6]], dice="attack-black blank blank / attack-black blank blank")
    assert (position["b"].damage, position["b"].pins) == (0, 2)


@proves("ability.move-out", "ability.paratroop-placement", "pin.definition")
def test_move_out_names_why_each_friend_stays() -> None:
    position = drawn("""
        blue us-hq       h 7,10
        blue us-riflemen r 7,8 8,8 pins=1
        blue us-mortar   m 7,5
        blue us-sherman  s 9,10
        active h
    """)
    assert "ability.move-out" in position.why_not("move-out us-riflemen-a")
    assert position.why_not("move-out us-mortar-a") == "5 hexes away, it reaches 4 [ability.range]"


@proves("ability.ammo-drop", "ability.range", "ability.friendly-only")
def test_ammunition_is_dropped_to_others_beside_the_half_track_only() -> None:
    position = drawn("""
        red de-halftrack a 7,5 veteran pins=1
        red de-mg42      b 7,4 6,3 pins=3
        red de-puma      c 9,5 pins=1
        blue us-hq       e 8,5 pins=1
        active a
    """)
    assert [key for key in position.keys if key.startswith("ammo-drop")] == ["ammo-drop de-mg42-a"]
    position.play("ammo-drop de-mg42-a", "ammo-drop de-mg42-a")
    assert position["b"].pins == 1


@proves("ability.sandbags", "units.mechanized")
def test_pioneers_bring_sandbags_to_men_and_guns_beside_them_not_to_tanks() -> None:
    position = drawn("""
        red de-pioneers p 7,5 8,5
        red de-pak40    g 9,5
        red de-tiger    t 6,5
        red de-hq       h 7,7
        active p
    """)
    assert [key for key in position.keys if key.startswith("sandbags")] == [
        "sandbags de-pioneers-a",
        "sandbags de-pak40-a",
    ]


@proves("feature.fortification-mechanized", "hidden.fortification-stays")
def test_a_tank_in_a_trench_is_not_hidden_and_a_half_track_takes_every_dash() -> None:
    position = drawn("""
        blue us-halftrack a 7,9
        blue us-hq        h 5,8
        red  de-hq        b 7,7
        ground T 7,9 5,8
        active a
    """)
    assert not position.battle.is_hidden(position["a"])
    assert position.battle.is_hidden(position["h"])


# -- the bag --------------------------------------------------------------------------------------------------------------


@proves("activation.fill-bag-modifiers", "weather.card.gale", "underdog.card.hold-the-line")
@pytest.mark.parametrize(
    ("weather", "fewer", "cards", "tokens"),
    [
        ("gale", 2, 3, 1),  # 3 - 1 - 2 = 0, but one at least
        ("gale", 2, 5, 2),
        ("break-in-the-clouds", 2, 2, 1),
        ("break-in-the-clouds", 0, 11, 12),
        ("gale", 0, 12, 11),
        ("all-clear", 2, 0, 0),
    ],
)
def test_a_side_gets_as_many_tokens_as_weather_and_cards_leave_it(
    weather: str, fewer: int, cards: int, tokens: int
) -> None:
    battle = battle_on()
    put(battle, "us-hq", (7, 13))
    full = ["de-hq", *["de-grenadiers"] * 3, *["de-mg42"] * 2, *["de-pak40"] * 2, *["de-puma"] * 2, *["de-panzer4"] * 2]
    for card in full[:cards]:
        put(battle, card)
    battle.weather = weather
    battle.boards[0].effects = (("fewer-tokens", fewer),) if fewer else ()
    battle.phase = "muster"
    assert state(at(battle)).bag[1] == tokens


@proves("activation.dead-token", "activation.tokens-not-removed", "damage.unit-destroyed")
def test_a_token_of_a_unit_shot_before_it_acted_serves_another_and_the_last_is_discarded() -> None:
    """Germany has two units and two tokens; the HQ is shot. The first token moves the mortar, the second finds nobody."""
    position = drawn("""
        blue us-riflemen     a 7,9 8,9
        red  de-hq           h 7,7 damage=1
        red  de-granatwerfer g 1,1
        bag 0 2
        active a points=1
    """)
    position.play("attack garands de-hq-a", dice="attack-white dash dash plus blank / token germany")
    assert position.keys == ["de-granatwerfer-a"]
    position.play("de-granatwerfer-a", "pass", dice="token germany")
    assert position.battle.round == 2


# -- planning -------------------------------------------------------------------------------------------------------------


@proves("supply.several-per-round", "supply.costs", "recruit.condition-requisition")
@pytest.mark.parametrize(
    ("requisition", "supply", "plan", "clause"),
    [
        (20, 2, {"supply": 2}, ""),  # 9 + 11
        (19, 2, {"supply": 2}, "recruit.condition-requisition"),
        (10, 1, {"supply": 1, "us-mg": 1}, ""),  # 6 + 4
        (10, 1, {"supply": 1, "us-halftrack": 1}, "recruit.condition-requisition"),  # 6 + 5
        (20, 3, {"supply": 1, "us-sherman": 1}, ""),  # 11 + 9
        (20, 3, {"us-sherman": 1}, "recruit.condition-supply"),
        (20, 4, {"us-sherman": 2}, "recruit.condition-space"),  # the second heavy space comes at level 5
        (20, 2, {"us-mortar": 2}, "recruit.condition-space"),
        (20, 4, {"us-mortar": 2}, ""),
        (20, 5, {"us-riflemen": 3, "us-mg": 2}, ""),
        (20, 5, {"us-riflemen": 3, "us-airborne": 1}, "recruit.condition-space"),
        (20, 5, {"us-halftrack": 2, "us-greyhound": 1}, "recruit.condition-space"),
    ],
)
def test_a_plan_is_weighed_by_price_level_and_space(
    requisition: int, supply: int, plan: dict[str, int], clause: str
) -> None:
    game = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition {requisition} 0
        supply {supply} 1
        phase recruit
    """).game
    if clause:
        with pytest.raises(Refused) as refusal:
            game.answer(plan, seat=0)
        assert refusal.value.clause == clause
    else:
        game.answer(plan, seat=0)


@proves("damage.unit-destroyed", "units.destroyed-returns-as-normal", "recruit.condition-space")
def test_a_destroyed_veteran_leaves_its_space_and_comes_back_as_a_recruit() -> None:
    position = drawn("""
        blue us-hq       h 7,13
        blue us-riflemen r 3,7 veteran
        blue us-riflemen s 9,9 9,10
        red  de-mg42     b 3,5 4,5
        requisition 3 0
        bag 0 0
        active b
    """)
    position.play("attack mg42 us-riflemen-a", dice="attack-white plus plus plus blank blank blank")
    assert "us-riflemen-a" not in standing(position)
    assert position.battle.boards[0].requisition == 13
    answered(position.game, {"us-riflemen": 1}, {})
    new = [unit for unit in position.battle.units.values() if unit.card.key == "us-riflemen" and not unit.deployed]
    assert [unit.veteran for unit in new] == [False]


@proves("promote.limit-by-weather", "weather.card.break-in-the-clouds", "promote.command-is-this-rounds")
def test_three_promotions_in_a_break_of_the_clouds_leave_no_command_for_a_truck() -> None:
    """Riflemen twice and the HQ: 3 Command and 6 requisition."""
    position = drawn("""
        blue us-hq       h 7,13
        blue us-riflemen r
        blue us-riflemen s
        red  de-hq       e 7,1
        requisition 6 0
        phase promote
        weather break-in-the-clouds
    """)
    answered(position.game, {"us-hq-a": 1, "us-riflemen-a": 1, "us-riflemen-b": 1})
    board = position.battle.boards[0]
    assert (board.requisition, board.command) == (0, 0)
    assert position.battle.bag == (4, 2), "one token more for each side"
    answered(position.game, ["usa"], "us-riflemen-a")
    assert position.why_not("transport") == "it costs 1 Command and you have 0 [transport.cost]"


@proves("underdog.ability-needs-effect", "requisition.cap-20")
@pytest.mark.parametrize(("requisition", "offered", "after"), [(20, False, 20), (19, True, 20), (5, True, 19)])
def test_four_requisition_are_refused_to_a_full_purse(requisition: int, offered: bool, after: int) -> None:
    """20 cannot grow; 19 can; 5 + 4 and an income of 10 are 19."""
    position = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition {requisition} 0
        vp 0 6
        underdog blue red-ball-express
        phase plan
    """)
    assert ("ability 1" in position.keys) is offered
    position.play("ability 1" if offered else "discard")
    assert position.battle.boards[0].requisition == after


FULL_BOARD = [
    "de-grenadiers", "de-grenadiers", "de-fallschirmjaeger", "de-mg42", "de-sniper", "de-pak40", "de-granatwerfer", "de-puma",
    "de-halftrack",
]  # fmt: skip
"""With the HQ every space but those of the heavy vehicles."""


@proves("underdog.ability-needs-effect", "recruit.free-units-need-space")
@pytest.mark.parametrize(("cards", "offered"), [(FULL_BOARD, False), (FULL_BOARD[1:], True), ([], True)])
def test_a_free_unit_is_refused_to_a_board_that_has_no_space_for_one(cards: list[str], offered: bool) -> None:
    """A unit of supply 2 or lower is no heavy vehicle; spaces of levels that can still be bought count as well."""
    board = """
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 12 0
        supply 1 5
        underdog red reserves-forward
        phase plan
    """
    position = drawn(board + "\n".join([f"red {card} u{i}" for i, card in enumerate(cards)]))
    assert ("ability 2" in position.keys) is offered
    if not offered:
        assert position.why_not("ability 2") == "it can have no effect now [underdog.ability-needs-effect]"


@proves("underdog.ability-needs-effect", "underdog.card.reserves-forward")
@pytest.mark.parametrize(("tigers", "offered"), [("veteran", False), ("", True)])
def test_a_free_promotion_is_refused_where_all_are_veterans_and_nobody_can_join(tigers: str, offered: bool) -> None:
    board = f"""
        blue us-hq    h 7,13
        red  de-hq    e 7,1 veteran
        red  de-tiger t {tigers}
        vp 12 0
        underdog red reserves-forward
        phase plan
    """
    cards = [*FULL_BOARD, "de-panzer4"]
    position = drawn(board + "\n".join([f"red {card} u{i} veteran" for i, card in enumerate(cards)]))
    assert ("ability 3" in position.keys) is offered


@proves("underdog.card.air-superiority", "promote.limit-by-weather", "weather.card.break-in-the-clouds")
def test_air_superiority_pays_three_promotions_and_a_cheap_airstrike() -> None:
    position = drawn("""
        blue us-hq       h 7,13
        blue us-riflemen r 3,13 4,13
        blue us-riflemen s 10,13 11,13
        red  de-hq       e 7,1
        vp 0 6
        weather break-in-the-clouds
        underdog blue air-superiority
        phase plan
    """)
    board = position.play("ability 1").battle.boards[0]
    assert (board.command, board.strain) == (5, 4)
    position.play({}, {}, {"us-hq-a": 1, "us-riflemen-a": 1, "us-riflemen-b": 1}, {}, dice="token usa")
    assert position.battle.boards[0].command == 2
    position.play("us-hq-a", "call-airstrike", [[7, 9]])
    assert position.battle.boards[0].command == 1


@proves("underdog.card.atlantic-wall", "underdog.start-of-activation")
def test_the_flak_of_the_atlantic_wall_may_stand_in_any_sector_the_side_controls() -> None:
    """Germany lost its home left and holds the middle center."""
    position = drawn("""
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 9 0
        underdog red atlantic-wall
        phase plan
    """)
    position.battle.control = (1, 1, 0, -1, 1, -1, 0, 0, 0)
    position.play("ability 2", {}, {}, {}, {})
    allowed = ends(position.game)
    assert (7, 7) in allowed
    assert not [cell for cell in allowed if cell[0] >= 10 or cell[1] >= 10]
    assert {(c // 5, r // 5) for c, r in allowed} == {(0, 0), (1, 0), (1, 1)}


# -- scoring --------------------------------------------------------------------------------------------------------------

STARS = "2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12"


@proves("control.capture", "income.sector-values", "vp.uses-new-control", "setup.battlefield.sector-names")
def test_sides_that_swap_a_home_sector_score_and_earn_by_whose_home_it_was() -> None:
    """Blue takes red's right (columns and rows 0 to 4): 2 VP; red takes blue's center: 3. Blue 0 + 0 + 2, red 0 + 1 + 3.

    Next income: blue 3 + 3 + 1 = 7, red 3 + 4 + 1 = 8.
    """
    position = drawn(f"""
        blue us-hq         h 2,2
        red  de-grenadiers g 7,12 8,12
        ground * {STARS}
        phase scoring
    """)
    assert position.battle.control == (0, 1, 1, -1, -1, -1, 0, 1, 0)
    assert [board.vp for board in position.battle.boards] == [2, 4]
    assert [board.requisition for board in position.battle.boards] == [7, 8]


@proves("income.sector-values", "vp.score", "end.no-elimination")
def test_whoever_holds_all_nine_sectors_scores_twelve_and_earns_seventeen() -> None:
    position = drawn(f"""
        blue us-hq h 7,12
        ground * {STARS}
        bag 1 0
    """)
    position.battle.control = (0,) * 9
    position.play("us-hq-a", "pass", "atlantic-wall", "discard", dice="token usa / weather gale")
    assert position.battle.boards[0].vp == 12
    assert position.battle.boards[0].requisition == 17
    assert position.battle.boards[1].requisition == 0


@proves("ability.steadfast", "control.pinned-test")
def test_paratroopers_with_one_pin_take_a_point_without_a_die_and_with_two_by_one() -> None:
    position = drawn(f"""
        blue us-hq               h 7,13
        red  de-fallschirmjaeger f 7,7 8,7 pins=1
        ground * {STARS}
        phase scoring
    """)
    assert position.battle.control[4] == 1
    assert position.battle.boards[1].vp == 1 + 2
    position = drawn(f"""
        blue us-hq               h 7,13
        red  de-fallschirmjaeger f 7,7 8,7 pins=2
        ground * {STARS}
        phase scoring
    """)
    assert isinstance(position.game.question, Roll)
    assert position.game.question.count == 1
    answered(position.game, ["plus"])
    assert position.battle.control[4] == -1
    assert position.battle.boards[1].vp == 1


@proves("control.mechanized-cannot", "control.persists")
def test_a_tank_on_the_enemys_point_keeps_him_from_standing_there_but_not_from_scoring() -> None:
    position = drawn(f"""
        blue us-sherman t 7,2
        blue us-hq      h 7,12
        ground * {STARS}
        phase scoring
    """)
    assert position.battle.control == (1, 1, 1, -1, -1, -1, 0, 0, 0)
    assert [board.vp for board in position.battle.boards] == [1, 1]


@proves("damage.remove-figure", "control.capture")
def test_the_owner_keeps_the_man_off_the_point_if_he_likes_and_then_takes_nothing() -> None:
    for lost, control in (("de-grenadiers-a.1", -1), ("de-grenadiers-a.2", 1)):
        position = drawn(f"""
            blue us-riflemen   a 7,9 8,9
            red  de-grenadiers b 7,7 7,6
            ground * {STARS}
            active a points=1
        """)
        position.play("attack garands de-grenadiers-a", lost, dice="attack-white plus plus dash blank")
        assert position.battle.control[4] == control


@proves("end.vp-limit", "weather.trigger", "scoring.step-order")
def test_a_game_that_ends_at_thirty_reveals_no_weather() -> None:
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 27 3
        round 6
        phase scoring
    """)
    assert position.game.over
    assert position.battle.boards[0].vp == 30
    assert position.battle.weather == "all-clear"


@proves("weather.trigger", "underdog.draw-condition", "weather.once-per-scoring")
def test_the_deficit_is_counted_after_this_rounds_points() -> None:
    """13 + 1 + 2 = 16 against 9 + 1 = 10: six behind only now; before, it was four."""
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 13 9
        round 4
        phase scoring
    """)
    assert isinstance(position.game.question, Draw)
    answered(position.game, ["driving-rain"])
    assert position.decider == 1
    assert position.clause == "underdog.draw-choice"


@proves("end.tie-break", "end.vp-limit")
def test_thirty_all_goes_to_whoever_holds_more_sectors_after_the_last_capture() -> None:
    """Blue 27 + 1 + 2 takes the middle center and has 4 sectors; red 29 + 1 has 3."""
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 27 29
        strain 0 5
        round 9
        phase scoring
    """)
    assert position.game.over
    assert [board.vp for board in position.battle.boards] == [30, 30]
    assert position.game.standing.winner == 0
    assert position.game.standing.clause == "end.tie-break"
