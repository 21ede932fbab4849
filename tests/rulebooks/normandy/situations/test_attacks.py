"""Attacks: situations worked out from the book by hand."""

from fractions import Fraction
from random import Random

import pytest

from tests.rulebooks.normandy import slow_attacks
from tests.rulebooks.normandy.positions import activate, battle_on, drawn, put
from tests.rulebooks.normandy.situations.sketches import beside, chances, exactly, figures, keys_of_all, out_of
from vanguard.core.questions import Split
from vanguard.odds import of as odds_of
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import HEXES, SIZE, Ground
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import keys

proves = proves_for("normandy")
SIGNS = "....=hHbwvTF~"


@proves("attack.profile", "units.veteran-side")
@pytest.mark.parametrize(
    ("state", "row", "offered"), [("", 2, True), ("", 1, False), ("veteran", 1, True), ("veteran", 0, False)]
)
def test_a_granatwerfer_reaches_six_hexes_and_seven_with_veterans(state: str, row: int, offered: bool) -> None:
    position = drawn(f"""
        red  de-granatwerfer g 7,8 {state}
        blue us-riflemen     r 7,{row}
        active g
    """)
    assert ("attack 8cm-he us-riflemen-a" in position.keys) is offered


@proves("attack.dice-per-figure", "attack.range-per-figure", "kw.reroll", "kw.reroll-whole-pool")
def test_two_rifles_of_the_kar98k_roll_one_die_each_at_one_hex_as_at_four() -> None:
    """Each white die does damage 2 times in 3; the veterans roll the better of what one blank may become."""
    for place in ("7,6 6,6", "7,8 6,8", "7,9 8,9"):
        for veteran, expected in (("", out_of(9, 1, 4, 4)), ("veteran", out_of(27, 1, 6, 20))):
            position = drawn(f"""
                red  de-grenadiers g {place} {veteran}
                blue us-riflemen   r 7,5
                active g
            """)
            assert chances(position, "attack kar98k us-riflemen-a") == expected, place


@proves("attack.range-count", "attack.range-per-figure", "attack.needs-one-figure")
def test_a_howitzer_that_has_one_man_of_a_pair_too_near_cannot_shoot_at_the_other() -> None:
    """Range is counted to the nearest figure: 3 to the one, so the one at 4 does not help."""
    for near, offered in (("7,5", False), ("8,4", True)):
        position = drawn(f"""
            blue us-howitzer   g 7,8
            red  de-grenadiers b {near} 7,4
            active g
        """)
        assert ("attack 105mm de-grenadiers-a" in position.keys) is offered


@proves("attack.range-per-figure", "attack.pool", "attack.reference-pair", "attack.tie-attacker-chooses", "attack.needs-one-figure",
        "cover.line-definition", "protection.highest-only", "protection.symbol-by-symbol", "kw.combine", "weather.card.ground-fog")  # fmt: skip
@pytest.mark.parametrize("number", range(6))
def test_attacks_on_any_ground_come_to_what_the_book_says(number: int) -> None:
    """Any two cards, either side of them, on ground drawn by lot: what can be declared, and how likely which damage."""
    chance = Random(f"attacks {number}")
    compared = 0
    while compared < 120:
        signs = "".join([chance.choice(SIGNS) for _ in range(HEXES)])
        ground = {(i % SIZE, i // SIZE): signs[i] for i in range(HEXES)}
        land = [cell for cell, sign in ground.items() if sign != "~"]
        battle = battle_on(Ground(("drawn",), signs))
        battle.weather = chance.choice(["all-clear", "all-clear", "ground-fog"])
        mine, theirs = [[card for card in content().cards.values() if card.faction == it] for it in ("usa", "germany")]
        one, other = chance.choice(mine), chance.choice(theirs)
        shooters = beside(chance, (7, 7), 7, land, one.size)
        targets = beside(chance, shooters[0], chance.choice([1, 3, 6, 12]), land, other.size)
        if set(shooters) & set(targets):
            continue
        unit = put(battle, one.key, *shooters, veteran=chance.random() < 0.5)
        target = put(
            battle, other.key, *targets, veteran=chance.random() < 0.5, hidden=chance.choice(["", "", "smoke"])
        )
        target.damage = chance.randrange(target.face.health)
        dug_in = not other.mechanized and any([ground[cell] in slow_attacks.FORTIFIED for cell in targets])
        hidden = bool(target.hidden) or dug_in
        game = activate(battle, unit, points=3)
        for attack in unit.face.attacks:
            option = f"attack {attack.key} {target.key}"
            told = slow_attacks.damage_chances(
                ground,
                attack,
                shooters,
                unit.face,
                targets,
                target.face,
                hidden,
                battle.weather == "ground-fog",
                target.damage,
            )
            assert (option in keys(game)) is (told is not None), option
            if told is not None and not attack.reroll:
                assert odds_of(game, option).damage() == pytest.approx(told), (option, shooters, targets, signs)
                compared += 1


@proves("attack.needs-one-figure", "attack.reference-pair")
def test_snipers_hemmed_in_cannot_shoot_who_stands_beside_both() -> None:
    position = drawn("""
        blue us-sniper a 7,8 6,7
        red  de-hq     b 7,7
        active a
    """)
    assert position.why_not("attack scoped-rifle") == "no enemy unit at range 2 to 6 [attack.needs-one-figure]"


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


@proves("attack.tie-attacker-chooses", "hidden.with-protection")
def test_of_two_figures_of_a_hidden_unit_one_in_cover_1_nobody_asks_which() -> None:
    """Hidden takes the dashes anyway, and cover 1 takes nothing else."""
    position = drawn("""
        blue us-riflemen   a 7,8
        red  de-grenadiers b 6,6 7,6 hidden=smoke
        ground w 6,6
        active a
    """)
    position.play("attack garands de-grenadiers-a", dice="attack-white plus dash")
    assert position["b"].damage == 1


@proves("attack.tie-attacker-chooses", "protection.matrix")
@pytest.mark.parametrize(("card", "attack", "asked"), [("us-riflemen", "garands", False), ("us-sniper", "", True)])
def test_cover_2_or_3_is_no_choice_for_white_dice_and_one_for_black_ones(card: str, attack: str, asked: bool) -> None:
    """A pair a mine has parted, three hexes off: three covering hexes on the way to one man, two to the other."""
    position = drawn(f"""
        blue {card}        a 7,9
        red  de-grenadiers b 6,6 9,6
        ground w 7,8 6,7 6,6 8,8 8,7
        active a
    """)
    [option] = [key for key in position.keys if key.startswith(f"attack {attack}")]
    position.play(option, dice="" if asked else "attack-white plus")
    assert (position.clause == "attack.tie-attacker-chooses") is asked


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
    assert "de-sniper-a" not in keys_of_all(position)
    assert position.clause == "activation.must-activate"


@proves("range1.hidden-stays", "kw.blast", "range1.ignores-cover")
def test_high_explosive_beside_a_bunker_ignores_its_walls_but_not_its_hidden() -> None:
    position = drawn("""
        blue us-sherman    a 7,8
        red  de-grenadiers b 7,7 7,6
        ground F 7,7 7,6
        active a
    """)
    assert chances(position, "attack 75mm-he de-grenadiers-a") == exactly(_0="1/9", _1="4/9", _2="4/9")


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


@proves("kw.blast-counts-all", "attack.range-per-figure", "protection.before-damage")
def test_blast_counts_the_man_out_of_range_too() -> None:
    """Six hexes to the near Grenadier, seven to the far one: one black die for each of them, against no cover."""
    position = drawn("""
        blue us-sherman    s 7,10
        red  de-grenadiers b 7,4 7,3
        ground w 7,3
        active s
    """)
    position.play("attack 75mm-he de-grenadiers-a", dice="attack-black dash dash")
    assert position["b"].damage == 2


@proves("kw.blast-counts-all", "kw.blast")
def test_blast_on_a_unit_with_one_figure_left_rolls_once() -> None:
    position = drawn("""
        blue us-sherman    a 7,10
        red  de-grenadiers b 7,7
        active a
    """)
    assert chances(position, "attack 75mm-he de-grenadiers-a") == exactly(_0="1/6", _1="4/6", _2="1/6")


@proves("kw.ap", "range1.armor")
def test_a_panzerschreck_beside_a_jumbo_finds_no_armor_left() -> None:
    """4 - 3 - 1 = 0; one red die: blank 1, burst 1, four faces with two symbols."""
    position = drawn("""
        blue us-jumbo         b 7,8
        red  de-panzerschreck a 7,7
        active a
    """)
    assert chances(position, "attack panzerschreck us-jumbo-a") == exactly(_0="1/6", _1="1/6", _2="4/6")


@proves("kw.precise", "cover.own-hex", "dice.black-faces")
def test_two_scoped_rifles_on_a_pair_in_bocage_take_a_man_four_times_in_nine() -> None:
    position = drawn("""
        blue us-sniper s 7,8 8,8
        red  de-mg42   m 7,5 8,5
        ground b 7,5 8,5
        active s
    """)
    odds = chances(position, "attack scoped-rifle de-mg42-a")
    assert odds == out_of(36, 4, 16, 16)


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


@proves("kw.reroll", "protection.three-immune", "kw.pinning")
@pytest.mark.parametrize(
    ("attacker", "attack", "target", "dice"),
    [
        ("red de-mg42 a 7,8 veteran", "mg42", "blue us-sherman b 7,5", "attack-white plus plus plus"),  # armor 3
        ("red de-mg42 a 7,8 veteran", "mg42", "blue us-riflemen b 6,5 7,5", "attack-white plus plus plus"),  # cover 2
    ],
)
def test_no_reroll_is_offered_against_what_stops_every_face(attacker: str, attack: str, target: str, dice: str) -> None:
    """White dice show dashes and pluses: from protection 2 on none of them counts, the Pin token does."""
    position = drawn(f"""
        {attacker}
        {target}
        ground w 6,7 7,7 6,6 7,6 8,6 6,5 7,5
        active a
    """)
    position.play(f"attack {attack} {position['b'].key}", dice=dice)
    assert position["b"].pins == 1
    assert position["b"].damage == 0


@proves("kw.reroll", "underdog.card.hold-the-line")
def test_a_reroll_is_offered_while_one_color_of_the_pool_can_still_do_harm() -> None:
    """Rangers beside each other at range 2: the white dice come to nothing in cover 2, a burst of the black ones does not."""
    position = drawn("""
        blue us-rangers    a 7,8
        red  de-grenadiers b 6,6
        ground w 6,7 6,6
        active a
    """)
    position.play("attack assault-weapons de-grenadiers-a", dice="attack-white plus / attack-black plus")
    assert isinstance(position.asked, Split)
    position.play({"black plus": 1}, dice="reroll-black burst")
    assert position["b"].damage == 1


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
    assert odds_of(position.game, f"{option} {target}").chance_removed() == pytest.approx(float(Fraction(gone)))


@proves("kw.ignores-hidden", "ability.camouflage", "range1.ignores-cover", "dice.black-faces")
def test_veteran_engineers_burn_snipers_in_a_bunker_with_one_black_and_one_red_die() -> None:
    """Black does 0, 1, 2 by 1, 4, 1 in 6 and red by 1, 1, 4: the far engineer is out of reach of his flame."""
    position = drawn("""
        blue us-engineers e 7,8 7,9 veteran
        red  de-sniper    s 7,7 6,6
        ground F 7,7
        active e
    """)
    assert chances(position, "attack flamethrower de-sniper-a") == out_of(36, 1, 5, 9, 17, 4)
