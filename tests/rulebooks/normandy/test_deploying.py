"""Coming onto the battlefield: over the backline, by transport, by Paratroop."""

import pytest

from tests.rulebooks.normandy.positions import (
    activate,
    at,
    battle_on,
    ends,
    field,
    hexes,
    option_keys,
    places,
    put,
    state,
    the,
)
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.activation import WaysToDeploy
from vanguard.rulebooks.normandy.state import Activation
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, play, why_not

proves = proves_for("normandy")


@proves(
    "deploy.is-move-action",
    "deploy.backline",
    "activation.deploy-first",
    "recruit.not-on-table-yet",
    "activation.undeployed-may-pass",
)
def test_deploying_is_a_move_action_whose_first_hex_is_the_backline():
    """Riflemen with Move 2: onto the backline and one hex further, anywhere along the own edge."""
    battle = battle_on()
    unit = put(battle, "us-riflemen")
    game = activate(battle, unit)
    assert option_keys(game) == ["deploy", "transport", "pass"]
    play(game, "deploy")
    assert ends(game) == {(c, r) for c in range(15) for r in (13, 14)}
    with pytest.raises(Refused, match="moves 2 hexes; 7,12 is 3 away"):
        game.answer([[7, 12]])
    play(game, [[7, 14], [7, 13]], [[7, 14]])
    assert places(game, unit.key) == [(7, 13), (7, 14)]
    now = state(game).activation
    assert now is not None
    assert now.points == 1


@proves("deploy.is-move-action")
def test_a_mortar_with_move_one_stops_on_the_backline():
    battle = battle_on()
    unit = put(battle, "us-mortar")
    game = play(activate(battle, unit), "deploy")
    assert ends(game) == {(c, 14) for c in range(15)}


@proves("deploy.backline")
def test_the_red_player_enters_from_the_north_whoever_controls_the_sector():
    battle = battle_on()
    battle.control = (0,) * 9
    unit = put(battle, "de-granatwerfer")
    game = play(activate(battle, unit), "deploy")
    assert ends(game) == {(c, 0) for c in range(15)}


@proves("deploy.entry-hex")
def test_the_entry_hex_holds_no_enemy_and_a_friend_only_if_one_moves_on():
    """9 are Grenadiers on the blue backline, 5 a friendly gun: it is passed, they are not."""
    battle = battle_on()
    put(battle, "de-grenadiers", (7, 14), (8, 14))
    put(battle, "us-mortar", (3, 14))
    unit = put(battle, "us-riflemen")
    game = play(activate(battle, unit), "deploy")
    assert (7, 14) not in ends(game)
    assert (3, 14) not in ends(game)
    assert {(3, 13), (2, 13)} <= ends(game)
    with pytest.raises(Refused, match="7,14 holds an enemy figure"):
        game.answer([[7, 14], [7, 13]])
    play(game, [[3, 14], [3, 13]], [[2, 13]])
    assert places(game, unit.key) == [(3, 13), (2, 13)]


@proves("deploy.all-figures", "units.coherency")
def test_all_figures_come_in_together_or_none():
    """Single hexes between ponds: room for a mortar, not for two figures side by side."""
    ponds = """
        13     ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~
        14    .   ~   .   ~   .   ~   .   ~   .   ~   .   ~   .   ~   .
    """
    battle = battle_on(field(ponds))
    one, pair = put(battle, "us-mortar"), put(battle, "us-riflemen")
    assert "deploy" in keys(activate(battle, one))
    assert why_not(activate(battle, pair), "deploy") == "there is no room for all its figures [deploy.all-figures]"


@proves("deploy.then-continue")
def test_a_deployed_unit_goes_on_with_its_remaining_points():
    battle = battle_on()
    unit = put(battle, "us-riflemen")
    put(battle, "de-grenadiers", (7, 11), (8, 11))
    game = play(activate(battle, unit), "deploy", [[7, 13]], [[8, 13]])
    assert "attack garands de-grenadiers-a" in keys(game)
    assert "move" in keys(game)


@proves("activation.undeployed-may-pass", "deploy.same-round", "deploy.destroy-timing", "requisition.no-refund")
def test_a_unit_left_off_the_battlefield_is_destroyed_at_the_end_of_the_phase():
    battle = battle_on()
    unit = put(battle, "us-riflemen")
    before = battle.boards[0].requisition
    game = play(activate(battle, unit), "pass")
    assert unit.key not in state(game).units
    assert "Riflemen A never deployed and is destroyed." in game.log(None)
    assert "deploy.same-round" in [event.clause for event in game.events]
    assert before == 0


# -- transport ------------------------------------------------------------------------------------------------------------


@proves("transport.cost", "transport.six-hexes", "transport.ends-activation", "transport.no-road-bonus")
def test_a_transport_takes_a_unit_six_hexes_for_one_command_and_ends_its_activation():
    """Entering at 7,14 a figure can end at 7,9: 1 for the entry and 5 more; a road adds nothing."""
    battle = battle_on(field("\n".join(f"{row} . . . . . . . =" for row in range(5, 15))))
    put(battle, "us-hq", (0, 14))
    unit = put(battle, "us-mortar")
    game = play(activate(battle, unit), "transport")
    assert ends(game) == {(c, r) for c in range(15) for r in range(9, 15)} - {(0, 14)}
    battle.bag = (1, 0)
    play(game, [[7, 14], [7, 9]], dice="token usa")
    assert state(game).boards[0].command == 2
    assert state(game).activation is None
    assert places(game, unit.key) == [(7, 9)]
    assert keys(game) == ["us-hq-a"], "the mortar has acted"


@proves("transport.types")
def test_vehicles_have_no_transport():
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    game = activate(battle, put(battle, "us-halftrack"))
    assert why_not(game, "transport") == "vehicles use no transport [transport.types]"


@proves("transport.hq-needed", "command.hq-required")
def test_a_transport_needs_the_hq_on_the_battlefield_but_for_the_hq_itself():
    battle = battle_on()
    boss = put(battle, "us-hq")
    unit = put(battle, "us-riflemen")
    assert why_not(activate(battle, unit), "transport") == "the HQ is not on the battlefield [transport.hq-needed]"
    unit.activated = False
    battle.bag = (1, 0)
    game = play(activate(battle, boss), "transport", [[7, 9]], unit.key, dice="token usa")
    assert places(game, boss.key) == [(7, 9)]
    assert "transport" in keys(game)


@proves("transport.cost")
def test_a_transport_without_command_left_is_refused():
    battle = battle_on()
    battle.boards[0].command = 0
    game = activate(battle, put(battle, "us-hq"))
    assert "transport.cost" in why_not(game, "transport")
    with pytest.raises(Refused, match="costs 1 Command"):
        game.answer("transport")


@proves("transport.no-more-actions")
def test_a_transported_unit_cannot_be_moved_out_in_the_same_round():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    unit = put(battle, "us-riflemen")
    put(battle, "us-mg", (6, 12), (6, 13))
    battle.bag = (1, 0)
    game = play(activate(battle, unit), "transport", [[7, 10]], [[8, 10]], boss.key, dice="token usa")
    assert "move-out us-mg-a" in keys(game)
    with pytest.raises(Refused, match="it arrived by transport") as refusal:
        game.answer(f"move-out {unit.key}")
    assert refusal.value.clause == "transport.no-more-actions"


# -- paratroop ------------------------------------------------------------------------------------------------------------


@proves("ability.paratroop-placement", "transport.not-with-paratroop")
def test_airborne_land_anywhere_empty_dry_and_away_from_enemies():
    """9 is a German HQ: its hex, the six around it, the Strategic Point and the water are closed."""
    picture = """
        6      .   .   .   .
        7     .   *   ~   .
    """
    battle = battle_on(field(picture))
    put(battle, "de-hq", (7, 3))
    unit = put(battle, "us-airborne")
    game = activate(battle, unit)
    assert keys(game) == ["deploy", "paratroop", "pass"], "no HQ, no transport"
    play(game, "paratroop")
    closed = {(7, 3), (6, 3), (8, 3), (7, 2), (8, 2), (7, 4), (8, 4), (1, 7), (2, 7)}
    assert ends(game) == {(c, r) for c in range(15) for r in range(15)} - closed
    for hex, why in (
        ((7, 3), "not empty"),
        ((8, 2), "beside an enemy"),
        ((1, 7), "Strategic Point"),
        ((2, 7), "water"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            game.answer([list(hex)])
        assert refusal.value.clause == "ability.paratroop-placement"
    play(game, [[9, 4]])
    assert (12, 4) not in ends(game)
    with pytest.raises(Refused, match="beside each other"):
        game.answer([[12, 4]])


@proves("ability.paratroop-landing", "ability.paratroop-placement")
def test_each_blank_of_the_landing_roll_pins_and_the_unit_goes_on_without_a_test_or_a_move():
    battle = battle_on()
    unit = put(battle, "us-airborne")
    put(battle, "de-hq", (7, 3))
    game = play(activate(battle, unit), "paratroop", [[7, 6]], [[8, 6]], dice="landing blank plus")
    assert the(game, unit.key).pins == 1
    assert "Airborne A rolls for its landing: 1 blank." in game.log(None)
    now = state(game).activation
    assert now is not None
    assert now.points == 1
    assert "attack thompsons de-hq-a" in keys(game)
    assert why_not(game, "move") == "it landed by Paratroop this round [ability.paratroop-placement]"


@proves("ability.paratroop-landing")
def test_veteran_airborne_make_no_landing_roll():
    battle = battle_on()
    unit = put(battle, "us-airborne", veteran=True)
    game = play(activate(battle, unit), "paratroop", [[7, 6]], [[8, 6]], dice="")
    assert the(game, unit.key).pins == 0


@proves("ability.paratroop-placement")
def test_a_minefield_under_a_landing_figure_goes_off():
    battle = battle_on()
    battle.mines = ((hexes((7, 6))[0], 1),)
    unit = put(battle, "us-airborne")
    dice = "attack-black blank blank / landing plus plus"
    game = play(activate(battle, unit), "paratroop", [[7, 6]], [[8, 6]], dice=dice)
    assert the(game, unit.key).pins == 1
    assert state(game).mines == ()


@proves("transport.not-with-paratroop")
def test_airborne_may_have_a_transport_over_the_backline():
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    unit = put(battle, "us-airborne")
    game = play(activate(battle, unit), "transport", [[7, 9]], [[8, 9]])
    assert places(game, unit.key) == [(7, 9), (8, 9)]


@proves("feature.road-deploy")
def test_a_vehicle_that_enters_on_a_road_and_keeps_to_it_gets_the_extra_hex():
    """Half-track, Move 4: entry at 7,14 and three road hexes to 6,11, then one more to 6,10 or beside it."""
    road = """
        11    .   .   .   .   .   .   =
        12   .   .   .   .   .   .   .   =
        13    .   .   .   .   .   .   =
        14   .   .   .   .   .   .   .   =
    """
    battle = battle_on(field(road))
    unit = put(battle, "us-halftrack")
    game = play(activate(battle, unit), "deploy")
    beyond = {cell for cell in ends(game) if cell[1] < 11}
    assert beyond == {(6, 10), (7, 10)}
    play(game, [[6, 10]])
    assert places(game, unit.key) == [(6, 10)]


@proves("id.assign-on-deploy", "id.colors-per-type", "id.figures-per-unit")
def test_each_unit_of_a_type_gets_the_first_free_id_color_when_it_deploys():
    battle = battle_on()
    first, second = put(battle, "us-riflemen"), put(battle, "us-riflemen")
    battle.bag = (1, 0)
    game = play(activate(battle, first), "deploy", [[0, 14]], [[1, 14]], "pass", second.key, dice="token usa")
    play(game, "deploy", [[4, 14]], [[5, 14]])
    assert [the(game, unit.key).color for unit in (first, second)] == ["black", "white"]
    shown = [model for model in game.view(0)["models"] if model["group"] == second.key]
    assert [(model["color"], model["at"]) for model in shown] == [("white", [4, 14]), ("white", [5, 14])]


@proves("id.assign-on-deploy", "damage.unit-destroyed")
def test_the_color_of_a_destroyed_unit_is_free_again():
    battle = battle_on()
    first, second = put(battle, "us-riflemen", (0, 14), (1, 14)), put(battle, "us-riflemen", (3, 14), (4, 14))
    assert (first.color, second.color) == ("black", "white")
    battle.bag = (1, 0)
    game = play(activate(battle, first), "withdraw", dice="token usa")
    third = put(state(game), "us-riflemen", (6, 14), (7, 14))
    assert third.color == "black"


@proves("deploy.same-round")
def test_the_hq_of_the_set_up_must_come_in_the_first_round_too():
    battle = battle_on()
    put(battle, "us-hq")
    put(battle, "de-hq", (7, 0))
    battle.bag = (0, 0)
    game = at(battle)
    assert "us-hq-a" not in state(game).units
    assert "de-hq-a" in state(game).units


@proves("requisition.no-refund")
def test_a_unit_that_is_destroyed_before_it_deploys_gives_no_requisition_back():
    battle = battle_on()
    unit = put(battle, "us-riflemen")
    battle.boards[0].requisition = 7
    game = play(activate(battle, unit), "pass")
    assert unit.key not in state(game).units
    returned = [event for event in game.events if event.clause.startswith("requisition.")]
    assert [event.clause for event in returned if event.clause == "requisition.no-refund"] == []
    income = state(game).boards[0].requisition - 7
    other = battle_on()
    other.boards[0].requisition = 7
    put(other, "us-hq", (7, 12))
    same = play(activate(other, other.units["us-hq-a"]), "pass")
    assert income == state(same).boards[0].requisition - 7, "as much as with nobody destroyed"


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("activation.undeployed-may-pass", "activation.deploy-first")
def test_an_undeployed_unit_is_offered_each_way_in_and_to_stay_off():
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    for card, ways in (
        ("us-riflemen", {"deploy": "deploy.is-move-action", "transport": "transport.cost"}),
        (
            "us-airborne",
            {
                "deploy": "deploy.is-move-action",
                "transport": "transport.cost",
                "paratroop": "ability.paratroop-placement",
            },
        ),
    ):
        unit = put(battle, card)
        listing = WaysToDeploy(battle, unit, Activation(unit.key, 2))
        offered = {option.key: option.clause for option in (listing.option(i) for i in range(len(listing)))}
        assert offered == {**ways, "pass": "activation.undeployed-may-pass"}


@proves("deploy.is-move-action", "deploy.all-figures", "deploy.entry-hex")
def test_two_figures_find_room_behind_friends_that_leave_no_two_hexes_side_by_side():
    """Every other hex of the backline is taken: with Move 2 one figure stands on it and the other behind it."""
    battle = battle_on()
    battle.ground = field("13     ~   ~   ~   .   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~")
    names = iter(["us-hq", "us-mortar", "us-sniper", "us-mg", "us-halftrack", "us-greyhound", "us-engineers"])
    for column in range(1, 15, 2):
        put(battle, next(names), (column, 14))
    pair = put(battle, "us-riflemen")
    game = activate(battle, pair)
    assert why_not(game, "deploy") == ""
    play(game, "deploy")
    assert ends(game) == {(4, 14), (3, 13)}, "where the other can still stand beside it"
    play(game, [[3, 13]], [[4, 14]])
    assert places(game, pair.key) == [(3, 13), (4, 14)]


@proves("deploy.is-move-action", "deploy.entry-hex", "deploy.all-figures")
def test_nobody_enters_over_a_backline_full_of_enemies_or_water():
    wet = "14    " + "~   " * 7 + ".   " + "~   " * 7
    for card in ("us-mortar", "us-riflemen"):
        battle = battle_on(field(wet))
        unit = put(battle, card)
        put(battle, "us-hq", (0, 7))
        put(battle, "de-hq", (7, 14))
        assert why_not(activate(battle, unit), "deploy") == "there is no room for all its figures [deploy.all-figures]"
        assert why_not(activate(battle, unit), "transport") == (
            "there is no room for all its figures [deploy.all-figures]"
        )
    battle = battle_on(field(wet))
    put(battle, "us-hq", (7, 14))
    pair = put(battle, "us-riflemen")
    assert why_not(activate(battle, pair), "deploy") == "", "a friend on the only dry hex is passed"


@proves("deploy.all-figures", "transport.six-hexes")
def test_a_transport_finds_no_room_for_two_figures_between_ponds_and_room_for_one():
    ponds = """
        13     ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~
        14    .   ~   .   ~   .   ~   .   ~   .   ~   .   ~   .   ~   .
    """
    battle = battle_on(field(ponds))
    put(battle, "us-hq", (7, 7))
    assert "deploy.all-figures" in why_not(activate(battle, put(battle, "us-riflemen")), "transport")
    assert "transport" in keys(activate(battle, put(battle, "us-mortar")))


@proves("deploy.is-move-action", "transport.six-hexes")
def test_each_way_in_is_asked_and_told_under_its_own_clause():
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    unit = put(battle, "us-mortar")
    battle.bag = (1, 0)
    for way, clause in (("deploy", "deploy.is-move-action"), ("transport", "transport.six-hexes")):
        trial = battle.copy()
        game = play(activate(trial, trial.units[unit.key]), way)
        assert asked(game).clause == clause


@proves("deploy.is-move-action", "feature.road-bonus")
def test_a_vehicle_comes_in_by_the_road_when_only_its_extra_hex_is_free():
    """A road between ponds from 7,14 to 7,10: friends stand on its first four hexes, and a half-track with Move 4 goes on."""
    picture = "\n".join(
        [
            "9   . . . . . . . . . . . . . . .",
            "10  ~ ~ ~ ~ ~ ~ ~ = ~ ~ ~ ~ ~ ~ ~",
            "11  ~ ~ ~ ~ ~ ~ ~ = ~ ~ ~ ~ ~ ~ ~",
            "12  ~ ~ ~ ~ ~ ~ ~ = ~ ~ ~ ~ ~ ~ ~",
            "13  ~ ~ ~ ~ ~ ~ ~ = ~ ~ ~ ~ ~ ~ ~",
            "14  ~ ~ ~ ~ ~ ~ ~ = ~ ~ ~ ~ ~ ~ ~",
        ]
    )
    battle = battle_on(field(picture))
    put(battle, "us-riflemen", (7, 14), (7, 13))
    put(battle, "us-mg", (7, 12), (7, 11))
    car = put(battle, "us-halftrack")
    game = activate(battle, car)
    assert why_not(game, "deploy") == ""
    play(game, "deploy")
    assert ends(game) == {(7, 10)}


@proves("deploy.is-move-action", "deploy.all-figures")
def test_two_figures_may_enter_by_one_hex_if_the_first_can_go_on():
    """One dry hex in the corner of the backline: a mortar fits, Riflemen only if the row behind it is dry too."""
    shore = "14 . " + "~ " * 14
    open_field = battle_on(field(shore))
    mortar, pair = put(open_field, "us-mortar"), put(open_field, "us-riflemen")
    assert "deploy" in keys(activate(open_field, mortar))
    game = play(activate(open_field, pair), "deploy", [[0, 14], [0, 13]], [[0, 14]])
    assert places(game, pair.key) == [(0, 13), (0, 14)]
    drowned = battle_on(field("13 " + "~ " * 15 + "\n" + shore))
    assert "deploy" in keys(activate(drowned, put(drowned, "us-mortar")))
    pair = put(drowned, "us-riflemen")
    assert why_not(activate(drowned, pair), "deploy") == "there is no room for all its figures [deploy.all-figures]"


@proves("activation.undeployed-may-pass")
def test_airborne_too_may_stay_off_the_battlefield_and_are_destroyed():
    battle = battle_on()
    unit = put(battle, "us-airborne")
    put(battle, "de-hq", (7, 3))
    battle.bag = (0, 1)
    game = activate(battle, unit)
    assert option_keys(game) == ["deploy", "transport", "paratroop", "pass"]
    play(game, "pass", dice="token germany")
    assert not the(game, unit.key).deployed
    assert asked(game).player == 1
    play(game, "de-hq-a", "pass")
    assert unit.key not in state(game).units


@proves("deploy.is-move-action", "deploy.all-figures")
@pytest.mark.parametrize("backline", ["~ . ~ ~", ". ~ . ~", "~ ~ . ~"])
def test_single_dry_hexes_of_the_backline_are_no_room_for_two(backline):
    battle = battle_on(field("13 " + "~ " * 15 + f"\n14 {backline} " + "~ " * 11))
    assert "deploy" in keys(activate(battle, put(battle, "us-mortar")))
    assert "deploy" not in keys(activate(battle, put(battle, "us-riflemen")))
    side_by_side = battle_on(field("13 " + "~ " * 15 + "\n14 ~ . . ~ " + "~ " * 11))
    assert "deploy" in keys(activate(side_by_side, put(side_by_side, "us-riflemen")))
