"""Activation: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import at, battle_on, drawn, ends, put, state
from tests.rulebooks.normandy.situations.sketches import figures, keys_of_all, standing
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


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


@proves("ap.destroyed-mid-activation", "ability.paratroop-landing", "activation.dead-token")
def test_airborne_destroyed_by_the_mine_they_land_on_roll_for_no_landing_and_leave_the_second_mine() -> None:
    """burst-burst does not exist on black: with 3 damage on a unit of one man's worth (damage 2), 4 are needed: dash-plus twice."""
    position = drawn("""
        blue us-airborne a damage=2
        blue us-hq       h 7,13 activated
        red  de-hq       b 1,1
        minefield red 7,5 8,5
        bag 1 0
        active a
    """)
    position.play("paratroop", [[7, 5]], [[8, 5]], dice="attack-black dash+plus dash+plus / token usa")
    assert standing(position) == {"us-hq-a", "de-hq-a"}
    assert len(position.battle.mines) == 1
    assert position.battle.round == 2


@proves("ap.destroyed-mid-activation", "token.minefield-trigger")
def test_a_unit_destroyed_under_its_first_man_sends_no_second_one() -> None:
    position = drawn("""
        blue us-riflemen a damage=2
        red  de-hq       e 7,1
        minefield red 7,14 8,14
        active a
    """)
    position.play("deploy", [[7, 14]], dice="attack-black dash+plus dash+plus")
    assert standing(position) == {"de-hq-a"}
    assert len(position.battle.mines) == 1
    assert position.battle.round == 2


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


@proves("pin.ap-fixed-at-start", "control.pinned-test", "token.minefield-resolution")
def test_who_is_pinned_on_the_way_to_a_point_acts_on_and_is_tested_when_the_sector_is_counted() -> None:
    position = drawn("""
        blue us-mortar m 7,9
        ground * 7,7
        minefield red 7,8
        active m
    """)
    position.play("move", [[7, 8]], dice="attack-black blank blank")
    assert position["m"].pins == 1
    position.play("move", [[7, 7]], dice="pinning plus")
    assert position.battle.control[4] == -1
    assert position.battle.round == 2


@proves("pin.test-fail", "withdraw.pinned-must-test")
def test_who_fails_the_test_does_not_get_away() -> None:
    position = drawn("""
        blue us-hq h 7,12 pins=2
        bag 1 0
    """)
    position.play("us-hq-a", dice="token usa / pinning dash plus")
    assert position["h"].pins == 2
    assert position.battle.round == 2


@proves("pin.zero-ap-unit", "withdraw.pinned-must-test", "activation.must-activate")
def test_a_unit_without_a_point_may_only_withdraw_or_wait() -> None:
    position = drawn("""
        blue us-mortar   a 7,9 pins=1
        red  de-hq       e 7,1
        active a points=0
    """)
    assert position.options == ["withdraw", "pass"]


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


@proves("rally.roll", "rally.ends-activation")
def test_five_pins_and_two_symbols_leave_two() -> None:
    position = drawn("""
        blue us-rangers a 7,9 8,9 pins=5
        bag 1 0
    """)
    position.play("rally us-rangers-a", dice="token usa / rally blank dash plus blank blank")
    assert position["a"].pins == 2


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


@proves("withdraw.pinned-must-test", "withdraw.effect", "damage.hq-destroyed", "command-action.hq-deployed")
def test_an_hq_that_withdraws_takes_the_command_actions_with_it() -> None:
    position = drawn("""
        blue us-hq        h 7,12 pins=2
        blue us-howitzer  g 3,12 veteran
        red  de-hq        b 3,6
        bag 2 0
    """)
    position.play("us-hq-a", "withdraw", "us-howitzer-a", dice="token usa / pinning dash blank / token usa")
    assert "us-hq-a" not in keys_of_all(position)
    assert position.why_not("time-on-target") == "the HQ is not on the battlefield [command-action.hq-deployed]"
    assert "attack 105mm de-hq-a" in position.keys


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


@proves("command-action.once-per-activation")
def test_two_units_of_one_card_each_have_their_own_barrage() -> None:
    position = drawn("""
        red de-hq          h 7,1
        red de-nebelwerfer n 7,3 veteran
        red de-nebelwerfer o 9,3 veteran
        bag 0 1
        active n
    """)
    position.play("smoke-barrage", "de-nebelwerfer-a", "done", "pass", dice="token germany")
    position.play("de-nebelwerfer-b", "smoke-barrage", "de-nebelwerfer-b", "done")
    assert (position["n"].hidden, position["o"].hidden, position["h"].hidden) == ("smoke", "smoke", "")
    assert position.battle.boards[1].command == 1
