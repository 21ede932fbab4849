"""Armor and damage: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import answered, drawn
from tests.rulebooks.normandy.situations.sketches import STARS, chances, exactly, keys_of_all, out_of
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


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


@proves("armor.ap-reduces", "ability.side-skirts", "protection.matrix", "dice.red-faces")
def test_a_sherman_needs_bursts_against_side_skirts_and_pluses_do_without() -> None:
    """Armor 3 and AP 2 leave 1: a red die does 0, 1, 2 by 1, 2, 3 in 6. Skirts leave 2: by 3, 2, 1 in 6."""
    for side, expected in (("", out_of(36, 1, 4, 10, 12, 9)), ("veteran", out_of(36, 9, 12, 10, 4, 1))):
        position = drawn(f"""
            blue us-sherman s 7,8
            red  de-panzer4 p 7,4 {side}
            active s
        """)
        assert chances(position, "attack 75mm-ap de-panzer4-a") == expected


@proves("armor.ap-reduces", "attack.range-per-figure", "protection.matrix")
def test_a_bazooka_near_and_one_far_scratch_a_tiger_with_their_bursts() -> None:
    """Range 2 is a red die, range 3 a black one; armor 4 - 2 leaves bursts alone."""
    position = drawn("""
        blue us-bazooka a 7,9 7,10
        red  de-tiger   b 7,7
        active a
    """)
    assert chances(position, "attack bazooka de-tiger-a") == exactly(_0="15/36", _1="13/36", _2="7/36", _3="1/36")


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


@proves("damage.health-per-figure", "damage.unit-destroyed", "damage.tokens-kept", "token.minefield-resolution")
@pytest.mark.parametrize(("second", "there"), [("burst", False), ("blank", True)])
def test_exactly_its_health_takes_the_last_man_and_one_less_leaves_him_pinned(second: str, there: bool) -> None:
    """Riflemen have Health 3: a dash, a plus and a burst are three; without the burst two tokens stay."""
    position = drawn("""
        blue us-riflemen a 7,9
        red  de-hq       e 7,1
        minefield red 7,8
        active a
    """)
    position.play("move", [[7, 8]], dice=f"attack-black dash+plus {second}")
    assert ("us-riflemen-a" in position.battle.units) is there
    if there:
        assert (position["a"].damage, position["a"].pins) == (2, 1)


@proves("damage.health-per-figure", "units.veteran-keeps-state", "damage.tokens-kept")
def test_three_damage_fells_a_panzergrenadier_and_four_a_veteran_one() -> None:
    for side, left, damage in (("", 1, 0), ("veteran", 2, 3)):
        position = drawn(f"""
            blue us-riflemen         r 7,8
            red  de-panzergrenadiers p 7,6 8,6 damage=1 {side}
            active r
        """)
        position.play("attack garands de-panzergrenadiers-a", dice="attack-white plus dash")
        if left == 1:
            position.play("de-panzergrenadiers-a.1")
        assert (len(position["p"].places()), position["p"].damage) == (left, damage)


@proves("damage.remove-figure", "token.minefield-trigger")
def test_whoever_loses_a_figure_is_told_where_each_stands() -> None:
    position = drawn("""
        blue us-riflemen a 7,10 8,10 damage=2
        red  de-hq       b 7,7
        active b
    """)
    position.play("move", [[7, 8]], "attack mp40s us-riflemen-a", dice="attack-white plus blank")
    assert [option.label for option in position.asked.options] == ["Figure 1 at 7,10", "Figure 2 at 8,10"]
    position.play("us-riflemen-a.1")
    position = drawn("""
        blue us-riflemen a damage=2
        minefield red 7,14
        active a
    """)
    position.play("deploy", [[7, 14]], dice="attack-black dash blank")
    assert [option.label for option in position.asked.options] == ["Figure 1 at 7,14", "Figure 2 not in yet"]
    position.play("us-riflemen-a.2", "pass")


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
    assert "us-riflemen-a" not in keys_of_all(position)
    assert position.battle.boards[0].requisition == 13
    answered(position.game, {"us-riflemen": 1}, {})
    new = [unit for unit in position.battle.units.values() if unit.card.key == "us-riflemen" and not unit.deployed]
    assert [unit.veteran for unit in new] == [False]


@proves("damage.destroyed-loses-tokens", "token.sandbag", "components.effect-token-limits")
def test_the_sandbags_of_a_unit_that_fell_can_be_laid_again_at_once() -> None:
    """Nine tokens: eight mines and the dead man's sandbag; his killer digs in with it."""
    position = drawn("""
        blue us-riflemen   a 7,8 8,8 veteran
        red  de-grenadiers b 7,7 damage=2 hidden=sandbag
        minefield blue 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0
        active a
    """)
    assert "no Sandbag token is left" in position.why_not("dig-in")
    position.play("attack garands de-grenadiers-a", dice="attack-white plus blank blank blank")
    assert position["a"].hidden == ""
    position.play("dig-in us-riflemen-a")
    assert position["a"].hidden == "sandbag"
