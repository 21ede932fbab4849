"""More situations worked out from the book with pencil and paper: limits, the middle of things, and cards that meet in unusual ways."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulebooks.normandy.positions import Drawn, answered, at, battle_on, drawn, ends, put, state
from vanguard.core.questions import Split
from vanguard.core.refusals import Refused
from vanguard.odds import of_option
from vanguard.rulebooks.normandy.paratroops import Landing
from vanguard.rulebooks.normandy.tokens import none_left
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


def figures(position: Drawn, key: str) -> list[tuple[int, int]]:
    """Where the figures of a unit stand."""
    return [(hex % 15, hex // 15) for hex in position[key].places()]


def chances(position: Drawn, option: str) -> dict[int, float]:
    return of_option(position.game, option).damage()


def out_of(total: int, *parts: int) -> object:
    """`out_of(9, 1, 4, 4)`: no damage 1 in 9, one 4 in 9, two 4 in 9."""
    return pytest.approx({i: float(Fraction(part, total)) for i, part in enumerate(parts) if part})


# -- chances --------------------------------------------------------------------------------------------------------------


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


# -- range ----------------------------------------------------------------------------------------------------------------


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


# -- several things in one activation ------------------------------------------------------------------------------------


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


@proves("command-action.once-per-activation", "command-action.cost", "ability.emplace-flak88")
def test_vorwaerts_and_a_flak_take_exactly_three_command_in_one_activation() -> None:
    position = drawn("""
        red  de-hq        h 7,3
        red  de-halftrack c 8,3
        blue us-hq        b 0,14
        bag 1 0
        active h
    """)
    position.play("move-out de-halftrack-a", [[11, 4]])
    assert "already used" in position.why_not("move-out")
    position.play("emplace-flak-88", [[7, 5]], dice="token usa")
    assert position.battle.boards[1].command == 0
    assert len(position.battle.flaks) == 1
    assert position.clause == "activation.must-activate"


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


@proves("withdraw.effect", "token.sandbag", "damage.hq-destroyed", "recruit.hq-again")
def test_whoever_withdraws_gives_back_the_sandbag_and_the_space() -> None:
    position = drawn("""
        blue us-engineers e 7,8 8,8 hidden=sandbag
        red  de-hq        b 0,0
        active e
    """)
    assert position.battle.two_sided_left() == 8
    position.play("withdraw")
    assert position.battle.two_sided_left() == 9
    assert not position.battle.units_of(0)


# -- coming onto the battlefield ------------------------------------------------------------------------------------------


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


@proves("feature.road-deploy", "feature.road-extra-hex-anywhere")
def test_a_jumbo_that_enters_by_the_road_rolls_one_hex_further_and_off_it() -> None:
    position = drawn("""
        blue us-jumbo j
        ground = 7,14 7,13
        active j
    """)
    position.play("deploy")
    assert {place for place in ends(position.game) if place[1] == 12} == {(7, 12), (8, 12)}


@proves("underdog.card.counter-attack", "deploy.is-move-action", "transport.six-hexes")
def test_a_counter_attack_brings_a_gun_two_hexes_in_and_a_truck_no_further() -> None:
    for way, row in (("deploy", 1), ("transport", 5)):
        position = drawn("""
            red de-hq          h 0,0
            red de-nebelwerfer n
            active n
        """)
        position.battle.boards[1].effects = (("move", 1),)
        position.play(way)
        assert max([place[1] for place in ends(position.game)]) == row


# -- planning -------------------------------------------------------------------------------------------------------------


@proves("recruit.condition-supply", "recruit.condition-requisition", "supply.costs")
def test_a_tiger_waits_for_level_five_and_a_full_purse_pays_the_level_or_the_tank() -> None:
    position = drawn("""
        red  de-hq h 0,0
        blue us-hq b 0,14
        phase recruit
        requisition 20 20
        supply 4 4
    """)
    for plan, why, clause in (
        ({"de-tiger": 1}, "needs supply level 5; yours is 4", "recruit.condition-supply"),
        ({"supply": 1, "de-tiger": 1}, "costs 27 requisition; you have 20", "recruit.condition-requisition"),
        ({"supply": 1, "de-puma": 1}, "costs 21 requisition", "recruit.condition-requisition"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            at(position.battle.copy()).answer(plan, seat=1)
        assert refusal.value.clause == clause
    game = at(position.battle.copy())
    game.answer({"supply": 1, "de-halftrack": 1}, seat=1)


@proves("underdog.card.reserves-forward", "promote.cost", "promote.limit-by-weather")
def test_a_free_promotion_pays_for_the_tiger_and_the_grenadiers_pay_for_themselves() -> None:
    position = drawn("""
        red  de-hq         h 0,0 veteran
        red  de-tiger      t 5,0
        red  de-grenadiers g 7,0 8,0
        blue us-hq         b 0,14 veteran
        phase promote
        weather ground-fog
        requisition 0 2
        command 0 1
    """)
    position.battle.boards[1].effects = (("free-promotion", 1),)
    game = at(position.battle)
    assert isinstance(game.question, Split)
    game.answer({"de-tiger-a": 1, "de-grenadiers-a": 1}, seat=1)
    assert state(game).boards[1].requisition == state(game).boards[1].command == 0
    assert all([unit.veteran for unit in state(game).units.values()])


@proves("components.unit-card-copies", "recruit.condition-space")
def test_there_are_two_rangers_cards_for_three_infantry_spaces() -> None:
    position = drawn("""
        blue us-hq b 0,14
        red  de-hq h 0,0
        phase recruit
        requisition 20 0
        supply 3 1
    """)
    for plan, why in (
        ({"us-rangers": 3}, "Rangers .* takes 0 to 2, not 3"),
        ({"us-rangers": 2, "us-airborne": 2}, "no free Infantry space"),
    ):
        with pytest.raises(Refused, match=why):
            at(position.battle.copy()).answer(plan, seat=0)
    at(position.battle.copy()).answer({"us-rangers": 2, "us-airborne": 1}, seat=0)


# -- scoring --------------------------------------------------------------------------------------------------------------


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


@proves("weather.once-per-scoring", "underdog.draw-condition", "setup.weather.vp-tokens")
def test_a_leap_over_two_weather_tokens_turns_one_card_and_the_second_waits_for_the_next_round() -> None:
    """7 VP and the 12 of all nine sectors: 19 passes 8 and 15, one card turns; the enemy at 0 takes one Underdog card."""
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    put(battle, "de-hq", (0, 0))
    battle.control = (0,) * 9
    battle.boards[0].vp = 7
    battle.phase = "scoring"
    game = answered(at(battle), ["gale"], "counter-attack")
    after = state(game)
    assert (after.boards[0].vp, after.weather, after.weather_tokens) == (19, "gale", (15, 22))
    assert after.boards[1].drawn == "counter-attack"


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


# -- moves ----------------------------------------------------------------------------------------------------------------


@proves("move.at-least-one")
def test_a_figure_that_walks_back_to_its_hex_has_not_left_it() -> None:
    """There and back is nothing: then the other figure must go, as where the first simply stays."""
    for way in ([[7, 10]], [[7, 9], [7, 10]]):
        position = drawn("""
            blue us-riflemen a 7,10 8,10
            active a
        """)
        position.play("move", way)
        with pytest.raises(Refused) as refusal:
            position.play([[8, 10]])
        assert refusal.value.clause == "move.at-least-one"
        position.play([[7, 9]], "pass")


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


# -- Underdog cards -------------------------------------------------------------------------------------------------------


def nothing_bought(position: Drawn) -> Drawn:
    """Past recruiting and promoting, for either side that is asked."""
    while position.clause in ("recruit.secret", "promote.simultaneous", "promote.cost"):
        position.play({})
    return position


@proves("underdog.card.atlantic-wall", "components.effect-token-limits")
def test_the_last_shared_token_becomes_the_flak_and_no_gate_is_asked_for() -> None:
    position = drawn("""
        red  de-hq h 0,0
        blue us-hq b 0,14
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        gate red 5,5 6,5 7,5
        underdog red atlantic-wall
        vp 9 0
        phase plan
    """)
    position.play("ability 2")
    nothing_bought(position).play([[3, 3]], dice="token usa")
    assert [token[0] for token in position.battle.flaks] == [3 + 3 * 15]
    assert len(position.battle.gates) == 3
    assert position.clause == "activation.must-activate"


@proves("underdog.card.air-superiority", "components.effect-token-limits", "ability.call-airstrike")
def test_two_strikes_of_an_underdog_card_leave_one_for_the_headquarters() -> None:
    position = drawn("""
        blue us-hq h 0,14 veteran
        red  de-hq b 0,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue air-superiority
        vp 0 12
        weather break-in-the-clouds
        phase plan
    """)
    position.play("ability 3")
    nothing_bought(position).play("yes", [[14, 0]], "yes", [[14, 1]], "us-hq-a", dice="token usa")
    assert position.battle.airstrikes_left == 1
    position.play("call-airstrike", [[7, 14]])
    assert position.battle.airstrikes_left == 0
    assert none_left(position.battle, "airstrike") == "no Airstrike token is left in the pool"
    position.play("pass", dice="token usa / token germany")
    assert position.clause == "activation.must-activate"


@proves("underdog.card.red-ball-express", "supply.unlock-immediate", "recruit.condition-supply")
def test_the_fifth_level_of_a_red_ball_express_brings_the_jumbo_in_the_same_round() -> None:
    position = drawn("""
        blue us-hq h 0,14
        red  de-hq b 0,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue red-ball-express
        vp 0 12
        requisition 2 0
        supply 4 1
        phase plan
    """)
    position.play("ability 3", {"us-jumbo": 1}, {})
    board = position.battle.boards[0]
    assert (board.supply, board.requisition, board.strain) == (5, 2 + 10 - 12, 2)
    assert "us-jumbo-a" in position.battle.units


@proves("underdog.card.counter-attack", "weather.card.gale", "activation.fill-bag-modifiers")
def test_the_only_token_a_gale_leaves_is_the_one_that_is_drawn_first() -> None:
    position = drawn("""
        red  de-hq        h 0,0
        red  de-halftrack c 3,0
        blue us-hq        b 0,14
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog red counter-attack
        vp 9 0
        weather gale
        phase plan
    """)
    position.play("ability 2")
    nothing_bought(position)
    assert position.asked.player == 1
    assert position.battle.bag == (1, 0)
    position.play("de-halftrack-a", "pass", dice="token usa")
    assert position.battle.bag == (0, 0), "the headquarters has no token left"
    assert position.clause == "activation.must-activate"


@proves("underdog.card.hold-the-line", "weather.card.break-in-the-clouds", "activation.fill-bag-modifiers")
def test_two_tokens_fewer_and_one_more_leave_one_of_two_cards() -> None:
    position = drawn("""
        blue us-hq        h 0,14
        red  de-hq        b 0,0
        red  de-halftrack c 3,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue hold-the-line
        vp 0 9
        weather break-in-the-clouds
        phase plan
    """)
    position.play("ability 2", {}, {}, {}, {}, dice="token usa")
    assert position.clause == "activation.must-activate"
    told = [event.values["tokens"] for event in position.game.events if event.key == "bag"]
    assert told == [2, 1], "1 card and 1; 2 cards, 1 and 2 fewer"
