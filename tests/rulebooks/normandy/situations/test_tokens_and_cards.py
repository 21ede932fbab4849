"""Tokens and cards: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.normandy.positions import answered, battle_on, drawn, ends, put
from tests.rulebooks.normandy.situations.sketches import STARS, chances, exactly, figures, standing
from vanguard.core.questions import Choose, Roll
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.paratroops import Landing
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


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


@proves("token.airstrike-resolve", "damage.remove-figure")
def test_a_second_airstrike_finds_only_whoever_the_first_has_left_there() -> None:
    """The owner gives up the man under both: his comrade stands outside the second one."""
    position = drawn("""
        red  de-grenadiers b 7,7 8,7
        red  de-hq         e 1,1
        airstrike blue 8,7 6,7
        active e points=1
    """)
    position.play("pass", "de-grenadiers-a.1", dice="attack-black dash+plus plus")
    assert figures(position, "b") == [(8, 7)]
    assert position["b"].pins == 1
    assert position.battle.round == 2


@proves("token.airstrike-resolve", "control.capture", "damage.hq-destroyed", "transport.hq-needed")
def test_an_hq_that_an_airstrike_takes_off_a_point_takes_no_sector_and_leaves_no_transport() -> None:
    position = drawn("""
        blue us-hq h 7,7 damage=2
        red  de-hq e 1,1
        ground * 7,7
        airstrike blue 7,7
        active e points=1
    """)
    position.play("pass", dice="attack-black plus plus")
    assert standing(position) == {"de-hq-a"}
    assert position.battle.control[4] == -1
    position.play({"us-riflemen": 1}, {}, {}, {}, dice="token usa")
    position.play("us-riflemen-a")
    assert position.why_not("transport") == "the HQ is not on the battlefield [transport.hq-needed]"


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


@proves("token.flak88-use", "ap.total", "ability.steady", "ap.cost-must-be-covered")
def test_a_veteran_headquarters_fires_the_flak_and_then_calms_a_friend_and_a_pinned_one_fires_only() -> None:
    position = drawn("""
        red  de-hq         h 7,5 veteran
        red  de-grenadiers g 8,3 9,3 pins=1
        blue us-sherman    s 7,10
        flak red 7,5
        active h
    """)
    position.play(
        "attack flak-88 us-sherman-a",
        dice="attack-red blank burst",
    )
    assert position["s"].damage == 1, "armor 3 and AP 3"
    position.play("steady de-grenadiers-a")
    assert position["g"].pins == 0
    position = drawn("""
        red  de-hq         h 7,5 veteran pins=1
        red  de-grenadiers g 8,3 9,3 pins=1 activated
        blue us-sherman    s 7,10
        flak red 7,5
        bag 0 2
    """)
    position.play(
        "de-hq-a",
        "attack flak-88 us-sherman-a",
        dice="token germany / pinning dash / attack-red blank blank / token germany",
    )
    assert position.battle.round == 2, "no point is left to calm anybody, and nobody else has a token"


@proves("token.flak88-use", "damage.remove-figure")
@pytest.mark.parametrize(("falls", "fires"), [(1, False), (2, True)])
def test_when_the_man_at_the_flak_falls_his_comrade_beside_it_does_not_fire_it(falls: int, fires: bool) -> None:
    position = drawn("""
        blue us-riflemen   a 7,9
        red  de-grenadiers b 7,7 8,7 damage=2
        flak red 7,7
        bag 0 1
        active a points=1
    """)
    dice = "attack-white plus blank / token germany"
    position.play("attack garands de-grenadiers-a", f"de-grenadiers-a.{falls}", "de-grenadiers-a", dice=dice)
    assert ("attack flak-88 us-riflemen-a" in position.keys) is fires


@proves("token.flak88-use")
@pytest.mark.parametrize(("crew", "threats"), [("5,5 5,4", 1), ("5,4", 0)])
def test_the_risk_at_a_hex_counts_the_flak_of_whoever_serves_it(crew: str, threats: int) -> None:
    """Eight hexes away from Grenadiers, whose rifles and bursts reach four."""
    position = drawn(f"""
        blue us-hq         h 7,13
        red  de-grenadiers b {crew}
        flak red 5,5
    """)
    assert len(rulebook.threats(position.battle, "us-hq-a", (7, 13))) == threats


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


@proves("token.flak88-capture", "token.minefield-resolution")
def test_a_man_at_the_flak_who_falls_for_his_comrades_mine_takes_it_not() -> None:
    """He is not there any more when the Move action ends."""
    position = drawn("""
        blue us-riflemen a 7,10 8,10
        flak red 7,9
        minefield red 8,9
        active a
    """)
    dice = "attack-black dash+plus plus"
    position.play("move", [[7, 9]], [[8, 9]], "us-riflemen-a.1", dice=dice)
    assert figures(position, "a") == [(8, 9)]
    assert len(position.battle.flaks) == 1


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


@proves("token.belgian-gate", "ability.paratroop-placement")
def test_a_gate_bars_a_glider_with_a_vehicle_in_it_and_no_man_on_foot() -> None:
    """No printed vehicle lands by Paratroop; a card of one's own may."""
    battle = battle_on()
    battle.gates = ((7 * 15 + 7, 1),)
    for card, lands in (("us-airborne", True), ("us-greyhound", False)):
        landing = Landing(battle, put(battle, card), 0)
        assert (7 * 15 + 7 in landing.ends()) is lands
        if not lands:
            with pytest.raises(Refused, match="a Belgian Gate bars hex 7,7 to vehicles") as refusal:
                landing.check(((7, 7),))
            assert refusal.value.clause == "token.belgian-gate"


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


@proves("token.demolition", "components.effect-token-limits", "ability.lay-mines")
def test_engineers_lay_anew_the_mine_they_have_just_lifted_when_it_was_the_last() -> None:
    position = drawn("""
        blue us-hq        h 0,14
        blue us-engineers e 7,8 8,8
        red  de-hq        b 0,0
        minefield red 7,7 1,1 2,1 3,1 4,1 5,1 6,1 7,1 8,1
        active e
    """)
    assert "no Minefield token is left" in position.why_not("lay-mines")
    position.play("demolition minefield 7,7", "lay-mines", [[8, 7]])
    assert position.battle.two_sided_left() == 0
    assert (8 + 7 * 15, 0) in position.battle.mines


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


@proves("ability.paratroop-placement", "units.veteran-side", "ap.total")
def test_veteran_airborne_land_without_a_roll_and_shoot_twice() -> None:
    position = drawn("""
        blue us-airborne a veteran
        red  de-hq       b 7,3
        active a
    """)
    position.play("paratroop", [[7, 5]], [[8, 5]])
    shot = "attack thompsons de-hq-a"
    position.play(shot, shot, dice="attack-white blank blank blank dash / attack-white blank dash blank blank")
    assert position["b"].damage == 2
    assert position.battle.activation is None


@proves("ability.paratroop-placement", "token.minefield-trigger", "ability.paratroop-landing")
def test_airborne_that_land_on_two_mines_set_off_both_and_roll_for_whoever_is_left() -> None:
    """Health 3: dash-plus and plus are 3, the man on the second mine is taken away; it goes off all the same; one die lands."""
    position = drawn("""
        blue us-airborne a
        red  de-hq       b 1,1
        minefield red 7,5 8,5
        active a
    """)
    dice = "attack-black dash+plus plus / attack-black blank dash / landing blank"
    position.play("paratroop", [[7, 5]], [[8, 5]], "us-airborne-a.2", dice=dice)
    assert figures(position, "a") == [(7, 5)]
    assert (position["a"].damage, position["a"].pins) == (1, 3)
    assert position.battle.mines == ()
    assert position.battle.activation is None, "it moves no more, and nobody is near"


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


@proves("ability.move-out", "ap.destroyed-mid-activation", "activation.tokens-not-removed")
def test_whoever_dies_on_an_ordered_move_ends_nobody_elses_activation_and_leaves_its_token() -> None:
    position = drawn("""
        blue us-hq     h 7,12
        blue us-mortar m 7,10 damage=2
        minefield red 7,9
        bag 1 0
        active h
    """)
    position.play("move-out us-mortar-a", [[7, 9]], dice="attack-black dash+plus dash+plus")
    assert standing(position) == {"us-hq-a"}
    assert position.battle.activation is not None and position.battle.activation.points == 1
    assert position.why_not("move-out") == "already used in this activation [command-action.once-per-activation]"
    position.play("pass", dice="token usa")
    assert position.battle.round == 2


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


@proves("ability.steadfast", "pin.ap-minus-one", "control.pinned-test")
def test_steadfast_with_one_pin_acts_and_takes_its_sector_without_a_die() -> None:
    position = drawn("""
        blue us-rangers r 7,8 7,9 pins=1
        red  de-hq      h 0,0 activated
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        bag 1 0
    """)
    position.play("us-rangers-a", "move", [[7, 7]], [[7, 8]], dice="token usa")
    assert position.battle.round == 2
    assert position.battle.control[4] == 0
    assert position["r"].pins == 1


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


@proves("ability.lay-mines", "components.effect-token-limits")
def test_veteran_pioneers_with_the_last_token_are_not_asked_for_a_second_mine() -> None:
    position = drawn("""
        red de-hq       h 7,1
        red de-pioneers p 7,7 8,7 veteran
        minefield red 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0
        active p
    """)
    position.play("lay-mines", [[7, 8]])
    assert isinstance(position.asked, Choose)
    assert "pass" in position.keys
    assert position.battle.two_sided_left() == 0


@proves("ability.time-on-target", "weather.card.ground-fog", "feature.hill", "kw.blast")
def test_in_fog_time_on_target_is_fired_at_exactly_four_hexes() -> None:
    for row, offered in ((4, True), (3, False)):
        position = drawn(f"""
            blue us-howitzer g 7,8 veteran
            blue us-hq       h 0,14
            red  de-hq       b 7,{row}
            weather ground-fog
            active g
        """)
        assert ("time-on-target de-hq-a" in position.keys) is offered
        assert ("attack 105mm de-hq-a" in position.keys) is offered


@proves("ability.ammo-drop", "ap.repeat-actions")
def test_a_veteran_half_track_drives_up_and_drops_ammunition_to_a_tank() -> None:
    position = drawn("""
        blue us-halftrack c 3,8 veteran
        blue us-sherman   s 8,8 pins=2
        active c
    """)
    assert "no other pinned friendly unit is beside it" in position.why_not("ammo-drop")
    position.play("move", [[7, 8]], "ammo-drop us-sherman-a")
    assert position["s"].pins == 1


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


@proves("weather.card.driving-rain", "units.veteran-side", "deploy.is-move-action")
@pytest.mark.parametrize(
    ("state", "weather", "row"),
    [("", "driving-rain", 14), ("veteran", "driving-rain", 13), ("", "gale", 13), ("veteran", "gale", 12)],
)
def test_a_jumbo_comes_in_by_its_move_of_the_day(state: str, weather: str, row: int) -> None:
    position = drawn(f"""
        blue us-jumbo j {state}
        weather {weather}
        active j
    """)
    position.play("deploy")
    assert min([place[1] for place in ends(position.game)]) == row


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
