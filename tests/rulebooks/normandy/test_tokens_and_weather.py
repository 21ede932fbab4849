"""Airstrikes and Flak 88s as they are resolved, and the weather on the battlefield."""

import pytest

from tests.rulebooks.normandy.positions import activate, answered, at, battle_on, ends, field, hexes, put, state, the
from vanguard.core.questions import Roll
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.attacks import take_aim
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.move_actions import capture_flak
from vanguard.rulebooks.normandy.special_rules import sandbag_lack
from vanguard.rulebooks.normandy.tokens import TokenPlace, clause_of_lack
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, play, why_not

proves = proves_for("normandy")


@proves("token.airstrike-resolve", "token.airstrike-not-attack-action")
def test_an_airstrike_hits_every_unit_in_or_beside_its_hex_once_the_bag_is_empty():
    """Black plus and dash-plus on a gun with armor 1: AP 1 leaves armor 0, 3 damage and 1 Pin token."""
    battle = battle_on(field("7 . . . . . . . b"))
    battle.airstrikes = ((hexes((7, 7))[0], 0),)
    battle.airstrikes_left = 2
    gun = put(battle, "de-nebelwerfer", (7, 7))
    friend = put(battle, "us-riflemen", (8, 7), (9, 7))
    put(battle, "de-hq", (10, 7))
    game = at(battle)
    assert keys(game) == [gun.key, friend.key]
    assert asked(game).player == 0, "the placing player chooses the order"
    answered(game, gun.key, ["plus", "dash+plus"])
    assert (the(game, gun.key).damage, the(game, gun.key).pins) == (3, 1)
    answered(game, ["blank", "dash"])
    assert (the(game, friend.key).damage, the(game, friend.key).pins) == (1, 1)
    assert state(game).airstrikes == ()
    assert state(game).airstrikes_left == 2, "a resolved token does not come back"
    assert the(game, "de-hq-a").pins == 0


@proves("token.airstrike-resolve")
def test_hidden_counts_against_an_airstrike_and_range_one_does_not():
    battle = battle_on()
    battle.airstrikes = ((hexes((7, 7))[0], 1),)
    put(battle, "us-sherman", (7, 6))
    game = answered(at(battle), ["burst", "plus"])
    assert the(game, "us-sherman-a").damage == 1, "armor 3 - 1 = 2: the burst stays"
    battle = battle_on()
    battle.airstrikes = ((hexes((7, 7))[0], 1),)
    put(battle, "us-sniper", (7, 6), (7, 5))
    game = answered(at(battle), ["dash", "dash"])
    assert the(game, "us-sniper-a").damage == 0


@proves("token.airstrike-resolve", "deploy.same-round")
def test_airstrikes_come_down_before_undeployed_units_are_destroyed_and_in_order():
    battle = battle_on()
    battle.airstrikes = ((hexes((7, 7))[0], 0), (hexes((1, 1))[0], 0))
    put(battle, "de-hq", (7, 7))
    put(battle, "de-grenadiers")
    game = at(battle)
    assert isinstance(game.question, Roll)
    assert "de-grenadiers-a" in state(game).units
    answered(game, ["blank", "blank"])
    assert "de-grenadiers-a" not in state(game).units
    said = [event.key for event in game.events]
    assert said.index("never-deployed") > said.index("airstrike-hits")


@proves("components.effect-token-limits")
def test_there_are_only_three_airstrikes_in_a_game():
    battle = battle_on()
    battle.airstrikes_left = 0
    game = activate(battle, put(battle, "us-hq", (7, 12)))
    assert why_not(game, "call-airstrike") == "no Airstrike token is left in the pool [components.effect-token-limits]"


@proves("token.airstrike-place")
def test_figures_move_freely_through_an_airstrike_token():
    battle = battle_on()
    battle.airstrikes = ((hexes((7, 9))[0], 1),)
    game = play(activate(battle, put(battle, "us-hq", (7, 10))), "move")
    assert {(7, 9), (7, 8)} <= ends(game)


@proves("token.flak88-capture")
def test_an_enemy_figure_on_foot_that_ends_its_move_at_a_flak_88_removes_it():
    battle = battle_on()
    battle.flaks = ((hexes((7, 9))[0], 1),)
    car = put(battle, "us-halftrack", (8, 9))
    game = play(activate(battle, car), "move", [[7, 9]])
    assert len(state(game).flaks) == 1, "vehicles capture nothing"
    battle = battle_on()
    battle.flaks = ((hexes((7, 9))[0], 1),)
    game = play(activate(battle, put(battle, "us-hq", (7, 10))), "move", [[7, 9]])
    assert state(game).flaks == ()
    assert state(game).flak_or_gate_left() == 4


@proves("token.flak88-use", "attack.reference-pair")
def test_the_figure_at_the_flak_is_the_reference_figure_of_its_attack():
    """The other figure stands on a hill and is closer, but it does not serve the gun."""
    battle = battle_on(field("6 . . . . . . . h\n12 . . . . . . . b"))
    battle.flaks = ((hexes((7, 5))[0], 1),)
    crew = put(battle, "de-grenadiers", (7, 5), (7, 6))
    target = put(battle, "us-riflemen", (7, 12))
    game = play(activate(battle, crew), "attack flak-88 us-riflemen-a", dice="attack-red dash+plus blank")
    assert the(game, target.key).damage == 1, "the bocage removes the dash: no hill helps"


@proves("weather.card.ground-fog")
def test_in_ground_fog_figures_farther_than_four_hexes_add_no_dice():
    battle = battle_on()
    battle.weather = "ground-fog"
    gun = put(battle, "us-mg", (7, 10), (7, 11))
    target = put(battle, "de-hq", (7, 6))
    assert take_aim(battle, gun.places(), gun.face.attacks[0], target)[0] == (2, 0, 0)
    target.hexes = tuple(hexes((7, 5)))
    assert "no enemy unit at range 1 to 4" in why_not(activate(battle, gun), "attack m1919")
    mortar = put(battle, "us-mortar", (7, 12))
    assert "no enemy unit at range 3 to 4" in why_not(activate(battle, mortar), "attack 81mm-he")


@proves("weather.card.driving-rain")
def test_in_driving_rain_vehicles_are_one_hex_slower_but_go_at_least_one():
    battle = battle_on()
    battle.weather = "driving-rain"
    car = put(battle, "us-halftrack", (7, 10))
    assert (7, 6) not in ends(play(activate(battle, car), "move"))
    assert (7, 7) in ends(play(activate(battle, car), "move"))
    walker = put(battle, "us-hq", (1, 10))
    assert (1, 8) in ends(play(activate(battle, walker), "move"))


@proves("weather.card.gale")
def test_nobody_jumps_in_a_gale():
    battle = battle_on()
    battle.weather = "gale"
    game = activate(battle, put(battle, "us-airborne"))
    assert why_not(game, "paratroop") == "no Paratroop in a Gale [weather.card.gale]"


@proves("weather.card.break-in-the-clouds")
def test_a_break_in_the_clouds_adds_a_token_and_promotions():
    battle = battle_on()
    battle.weather = "break-in-the-clouds"
    put(battle, "us-hq", (7, 12))
    put(battle, "de-hq", (7, 0))
    battle.phase = "muster"
    assert state(at(battle)).bag == (2, 2)
    assert battle.content.weathers["break-in-the-clouds"].promotions == 3


@proves("token.flak88-use")
def test_the_flak_has_two_red_dice_at_two_to_ten_hexes_for_two_points_and_armor_penetration_three():
    """Its owner's unit on foot in its hex serves it; another's, a vehicle's or a unit beside it does not."""
    attack = content().board.flak_attack
    assert (attack.action_points, attack.armor_penetration) == (2, 3)
    assert [distance for distance, dice in enumerate(attack.dice_at) if dice is not None] == list(range(2, 11))
    target = "us-riflemen"

    def offered(card: str, where: tuple[int, int], owner: int = 1, points: int = 2) -> bool:
        battle = battle_on()
        battle.flaks = ((hexes((7, 5))[0], owner),)
        put(battle, target, (7, 12), (8, 12))
        crew = put(battle, card, where)
        return f"attack flak-88 {target}-a" in keys(activate(battle, crew, points))

    assert offered("de-hq", (7, 5))
    assert not offered("de-hq", (7, 6)), "beside it"
    assert not offered("de-puma", (7, 5)), "a vehicle"
    assert not offered("de-hq", (7, 5), owner=0), "the other side's"
    assert not offered("de-hq", (7, 5), points=1), "two points"


@proves("token.flak88-capture")
def test_nobody_captures_a_flak_of_their_own_and_no_vehicle_captures_any():
    for card, owner, left in (("us-hq", 0, True), ("us-hq", 1, False), ("us-greyhound", 1, True)):
        battle = battle_on()
        battle.flaks = ((hexes((7, 9))[0], owner),)
        unit = put(battle, card, (7, 9))
        capture_flak(battle, unit)
        assert bool(battle.flaks) is left, (card, owner)


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("token.flak88-capture")
@pytest.mark.parametrize("owner", [0, 1])
def test_whoever_walks_to_an_enemy_flak_88_takes_it_and_nobody_takes_his_own_or_none(owner):
    for mover in (0, 1):
        battle = battle_on()
        flak, other = hexes((7, 7), (3, 3))
        battle.flaks = ((flak, owner), (other, owner))
        unit = put(battle, "us-mortar" if mover == 0 else "de-granatwerfer", (7, 8))
        game = play(activate(battle, unit), "move", [[7, 7]])
        taken = [event.values["hex"] for event in game.events if event.key == "flak-captured"]
        assert taken == ([] if mover == owner else ["7,7"])
        assert state(game).flaks == (((flak, owner), (other, owner)) if mover == owner else ((other, owner),))
    battle = battle_on()
    unit = put(battle, "us-mortar", (7, 8))
    game = play(activate(battle, unit), "move", [[7, 7]])
    assert "flak-captured" not in [event.key for event in game.events], "there was none"


@proves("token.airstrike-resolve")
def test_every_airstrike_comes_down_in_the_order_they_were_placed():
    battle = battle_on()
    battle.airstrikes = tuple((hex, 0) for hex in hexes((2, 2), (12, 12), (7, 7)))
    battle.bag = (0, 0)
    put(battle, "us-hq", (0, 14))
    game = at(battle)
    hit = [event.values["hex"] for event in game.events if event.key == "airstrike-hits"]
    assert hit == ["2,2", "12,12", "7,7"]
    assert state(game).airstrikes == ()


@proves("token.airstrike-resolve")
def test_a_single_unit_under_an_airstrike_is_hit_unasked_and_of_several_the_owner_names_the_order():
    for alone in (True, False):
        battle = battle_on()
        battle.airstrikes = ((hexes((7, 7))[0], 0),)
        put(battle, "de-panzer4", (7, 6))
        if not alone:
            put(battle, "de-grenadiers", (8, 7), (9, 7))
        game = at(battle)
        assert isinstance(game.question, Roll) is alone
    assert (asked(game).player, asked(game).clause) == (0, "token.airstrike-resolve")
    assert keys(game) == ["de-panzer4-a", "de-grenadiers-a"]


@proves("armor.value", "token.airstrike-resolve", "token.minefield-resolution")
def test_dice_of_airstrikes_and_mines_tell_the_armor_they_met():
    battle = battle_on()
    battle.airstrikes = ((hexes((7, 7))[0], 0),)
    put(battle, "de-panzer4", (7, 7))
    put(battle, "us-hq", (0, 14))
    game = at(battle)
    question = asked(game)
    assert isinstance(question, Roll)
    answered(game, ["blank"] * question.count)
    while isinstance(game.question, Roll):
        answered(game, ["blank"] * game.question.count)
    rolled = [event.dice for event in game.events if event.key == "rolled"]
    assert [(why.amount, why.clause) for why in rolled[0].modifiers] == [(3, "armor.value"), (-1, "armor.ap-reduces")]
    for card, told in (("us-sherman", [(3, "armor.value")]), ("us-hq", [])):
        battle = battle_on()
        unit = put(battle, card, (7, 10))
        battle.mines = ((hexes((7, 9))[0], 1),)
        game = play(activate(battle, unit), "move", [[7, 9]], dice="attack-black blank blank")
        rolled = [event.dice for event in game.events if event.key == "rolled"]
        assert [(why.amount, why.clause) for why in rolled[0].modifiers] == told


@proves("token.placement-general")
def test_a_token_lies_in_one_hex_and_not_along_a_path():
    battle = battle_on()
    question = TokenPlace(battle, 0, "minefield", None, 0)
    assert question.check([[7, 3]]) == hexes((7, 3))[0]
    for path in ([], [[7, 3], [8, 3]]):
        with pytest.raises(Refused, match="placed in one hex") as refusal:
            question.check(path)
        assert refusal.value.clause == "token.placement-general"


@proves("weather.card.gale", "components.effect-token-limits")
def test_what_is_lacking_is_said_with_the_rule_that_takes_it_away():
    """In a Gale no Airstrike is to be had; a Minefield is not a matter of the weather, nor an Airstrike on a clear day."""
    for weather, kind, clause in (
        ("gale", "airstrike", "weather.card.gale"),
        ("gale", "minefield", "components.effect-token-limits"),
        ("all-clear", "airstrike", "components.effect-token-limits"),
    ):
        battle = battle_on()
        battle.weather = weather
        assert clause_of_lack(battle, kind) == clause


@proves("components.effect-token-limits")
def test_the_last_token_of_the_pool_may_be_a_sandbag_and_then_there_is_none():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    left = battle.two_sided_left()
    battle.mines = tuple((hex, 0) for hex in range(left - 1))
    assert battle.two_sided_left() == 1
    assert sandbag_lack(battle) == ("", "")
    battle.mines = tuple((hex, 0) for hex in range(left))
    assert sandbag_lack(battle) == ("no Sandbag token is left in the pool", "components.effect-token-limits")
    assert unit.key in battle.units
