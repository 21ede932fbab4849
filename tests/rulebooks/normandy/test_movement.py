"""Moving: distance, stacking, coherency, water, roads, Minefields."""

import pytest

from tests.rulebooks.normandy.positions import (
    activate,
    battle_on,
    ends,
    field,
    hexes,
    marked,
    places,
    put,
    state,
    the,
)
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, play, why_not

proves = proves_for("normandy")


@proves("move.cost", "actions.universal")
def test_a_move_action_costs_one_action_point_and_every_unit_has_it():
    battle = battle_on()
    unit = put(battle, "us-mortar", (7, 10))
    game = play(activate(battle, unit), "move", [[7, 9]])
    now = state(game).activation
    assert now is not None
    assert now.points == 1
    assert places(game, unit.key) == [(7, 9)]


@proves("move.distance", "terrain.no-move-cost", "terrain.border", "feature.water", "move.stay-on-board")
def test_a_vehicle_goes_its_move_value_over_any_terrain_but_water():
    """A half-track with Move 4 at the west edge: bocage and wood cost nothing extra, water is gone around."""
    picture = """
        7      .   .   .   .   .   .
        8     o   o   o   .   .   .
        9      o   o   o   .   .   .
        10    o   bo  o   o   .   .
        11     o   wo  ~   .   .   .
        12    1   o   ~   o   .   .
        13     o   o   o   o   .   .
        14    o   o   o   o   .   .
    """
    battle = battle_on(field(picture))
    unit = put(battle, "us-halftrack", (0, 12))
    game = play(activate(battle, unit), "move")
    assert ends(game) == marked(picture)
    with pytest.raises(Refused, match="hex 2,12 is water") as refusal:
        game.answer([[2, 12]])
    assert refusal.value.clause == "feature.water"
    with pytest.raises(Refused, match="M3 Half-track A moves 4 hexes; 5,12 is 6 away"):
        game.answer([[5, 12]])
    with pytest.raises(Refused, match="off the battlefield"):
        game.answer([[-1, 12]])


@proves("move.distance", "units.coherency")
def test_each_figure_goes_up_to_the_move_value_and_both_end_side_by_side():
    """Riflemen (Move 2): where the first figure may end, and then where the second must."""
    first = """
        9      .   .   .   .   .   .   .
        10    .   .   o   o   o   .   .
        11     .   o   o   o   o   .   .
        12    .   o   o   1o  2   o   .
        13     .   o   o   o   o   .   .
        14    .   .   o   o   o   .   .
    """
    second = """
        9      .   .   .   .   .   .   .
        10    .   .   .   1   o   .   .
        11     .   .   o   o   .   .   .
        12    .   .   .   .   2   .   .
    """
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move")
    assert ends(game) == marked(first, 4)
    play(game, [[7, 10]])
    assert ends(game) == marked(second, 4)
    with pytest.raises(Refused, match="would not end beside each other") as refusal:
        game.answer([[8, 12]])
    assert refusal.value.clause == "units.coherency"
    play(game, [[8, 10]])
    assert places(game, unit.key) == [(7, 10), (8, 10)]


@proves("move.through-friends", "move.blocked-by-enemies", "units.one-figure-per-hex", "move.no-zone-of-control")
def test_friends_are_passed_through_but_enemies_bar_the_way_and_nobody_shares_a_hex():
    """5 is a friendly machine-gun team, 9 are Grenadiers; being beside them slows nobody."""
    picture = """
        9      .   .   .   .   .   .   .
        10    .   .   o   o   o   .   .
        11     .   o   5   5   9   9   .
        12    .   o   o   1o  2   o   .
        13     .   o   o   o   o   .   .
        14    .   .   o   o   o   .   .
    """
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    put(battle, "us-mg", (7, 11), (6, 11))
    put(battle, "de-grenadiers", (8, 11), (9, 11))
    game = play(activate(battle, unit), "move")
    assert ends(game) == marked(picture, 4)
    with pytest.raises(Refused, match="7,11 already holds a friendly figure") as refusal:
        game.answer([[7, 11]])
    assert refusal.value.clause == "move.through-friends"
    with pytest.raises(Refused, match="8,11 holds an enemy figure") as refusal:
        game.answer([[8, 11]])
    assert refusal.value.clause == "move.blocked-by-enemies"
    with pytest.raises(Refused, match="8,11 holds an enemy figure"):
        game.answer([[8, 11], [8, 10]])


@proves("move.at-least-one")
def test_a_figure_may_stay_but_not_the_whole_unit():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move", [[7, 12]])
    assert (8, 12) not in ends(game)
    with pytest.raises(Refused, match="at least one figure must leave its hex") as refusal:
        game.answer([[8, 12]])
    assert refusal.value.clause == "move.at-least-one"
    play(game, [[7, 11]])
    assert places(game, unit.key) == [(7, 12), (7, 11)]


@proves("move.figure-order")
def test_the_owner_chooses_which_figure_moves_first():
    """Only after the front figure has left its hex can the other one take it."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move")
    assert (8, 12) not in ends(game)
    game.undo()
    play(game, "move figure 2 first", [[9, 12]])
    assert (8, 12) in ends(game)
    play(game, [[8, 12]])
    assert places(game, unit.key) == [(8, 12), (9, 12)]


@proves("units.coherency")
def test_a_unit_that_cannot_end_together_may_not_move_at_all():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (0, 0), (12, 12))
    game = activate(battle, unit)
    assert "units.coherency" in why_not(game, "move")
    assert "units.coherency" in why_not(game, "move figure 2 first")


@proves("move.distance")
def test_a_path_of_several_hexes_is_walked_as_given_and_measured_as_walked():
    battle = battle_on()
    unit = put(battle, "us-halftrack", (7, 10))
    game = play(activate(battle, unit), "move")
    with pytest.raises(Refused, match="moves 4 hexes; this path is 6"):
        game.answer([[7, 9], [7, 8], [7, 7], [7, 8], [7, 9], [7, 10]])
    with pytest.raises(Refused, match="whole column and row"):
        game.answer([[7.5, 9]])
    play(game, [[8, 10], [9, 10], [9, 9]])
    assert places(game, unit.key) == [(9, 9)]


def test_a_preview_itemises_the_cost_and_says_what_the_way_provokes():
    battle = battle_on()
    unit = put(battle, "us-halftrack", (7, 10), hidden="smoke")
    battle.mines = ((hexes((7, 8))[0], 1),)
    game = play(activate(battle, unit), "move")
    question = asked(game)
    assert isinstance(question, Place)
    told = question.preview([[7, 8]])
    assert (told["legal"], told["cost"], told["allowance"]) == (True, 2, 4)
    assert told["path"][-1] == [7, 8]
    assert [it["clause"] for it in told["provokes"]] == ["token.minefield-trigger"]
    far = question.preview([[0, 0]])
    assert (far["legal"], far["clause"]) == (False, "move.distance")
    assert question.snap([[7, 0]]) == [[7, 6]]
    assert question.mover == unit.key
    assert question.on == "hexes"


# -- roads ----------------------------------------------------------------------------------------------------------------

ROAD = """
    6      .   .   .   .   .   .
    7     .   .   .   .   .   .
    8    .   .   =   .   .   .
    9     .   .   =   .   .   .
    10   .   .   .   =   .   .
    11    .   .   .   =   .   .
    12   .   .   .   .   =   .
"""
"""A road from 4,12 by 3,11, 3,10, 2,9 to 2,8."""


@proves("feature.road-bonus", "feature.road-extra-hex-anywhere", "feature.road-connection", "move.distance")
def test_a_vehicle_that_kept_to_the_road_rolls_one_hex_further_on_or_off_it():
    """A half-track with Move 4 from 4,12: four road hexes to 2,8 and one more, but no fifth hex elsewhere."""
    battle = battle_on(field(ROAD))
    unit = put(battle, "us-halftrack", (4, 12))
    game = play(activate(battle, unit), "move")
    reached = ends(game)
    assert {(2, 7), (1, 7), (1, 8)} <= reached
    assert (9, 12) not in reached
    play(game, [[1, 7]])
    assert places(game, unit.key) == [(1, 7)]
    assert "one hex further" in game.log(None)[-2]


@proves("feature.road-entirely")
def test_the_start_and_every_hex_must_be_road_for_the_bonus():
    battle = battle_on(field(ROAD))
    unit = put(battle, "us-halftrack", (5, 12))
    game = play(activate(battle, unit), "move")
    assert (2, 8) not in ends(game), "it starts beside the road"
    with pytest.raises(Refused, match="this path is 5"):
        game.answer([[4, 12], [3, 11], [3, 10], [2, 9], [2, 8]])


@proves("feature.road-once", "move.distance")
def test_the_road_bonus_comes_once_per_activation():
    """Along one straight road: five hexes with the bonus, then only four, though those are road again."""
    battle = battle_on(field("12" + " =" * 15))
    unit = put(battle, "us-halftrack", (0, 12))
    game = play(activate(battle, unit), "move", [[5, 12]], "move")
    assert (9, 12) in ends(game)
    assert (10, 12) not in ends(game)


@proves("feature.road-bonus")
def test_units_on_foot_get_nothing_from_a_road():
    battle = battle_on(field(ROAD))
    unit = put(battle, "us-hq", (4, 12))
    game = play(activate(battle, unit), "move")
    assert (2, 9) not in ends(game)
    assert (3, 10) in ends(game)


@proves("feature.road-free-moves")
def test_a_vehicle_moved_in_another_activation_uses_the_road_then_and_again_in_its_own():
    battle = battle_on(field(ROAD))
    boss = put(battle, "us-hq", (5, 12))
    car = put(battle, "us-halftrack", (4, 12))
    game = play(activate(battle, boss), f"move-out {car.key}", [[2, 7]])
    assert places(game, car.key) == [(2, 7)]
    now = state(game).activation
    assert now is not None
    assert now.roads == (car.key,)
    the(game, car.key).hexes = tuple(hexes((2, 8)))
    again = play(activate(state(game), the(game, car.key)), "move")
    assert (4, 13) in ends(again), "four road hexes back to 4,12 and one more"


@proves("feature.road-extra-hex-anywhere")
def test_the_extra_hex_is_no_water_no_gate_and_no_occupied_hex():
    picture = """
        7     .   ~   .   .
        8    .   .   =   .
        9     .   .   =   .
        10   .   .   .   =
        11    .   .   .   =
        12   .   .   .   .   =
    """
    battle = battle_on(field(picture))
    unit = put(battle, "us-halftrack", (4, 12))
    battle.gates = ((hexes((1, 8))[0], 1),)
    put(battle, "us-hq", (2, 7))
    game = play(activate(battle, unit), "move")
    assert not {(1, 7), (1, 8), (2, 7)} & ends(game)


@proves("hidden.lost-on-move")
def test_a_move_ordered_by_another_unit_loses_hidden_too():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    gun = put(battle, "us-mortar", (7, 10), hidden="sandbag")
    game = play(activate(battle, boss), f"move-out {gun.key}", [[7, 9]])
    assert the(game, gun.key).hidden == ""


# -- minefields -----------------------------------------------------------------------------------------------------------


@proves("token.minefield-trigger", "token.minefield-resolution")
def test_entering_an_enemy_minefield_ends_the_movement_and_sets_it_off():
    """Dash-plus and burst on Riflemen (Health 3): 3 damage, one figure, and 1 Pin token; cover and Hidden are no help."""
    battle = battle_on(field("9 . . . . . . . b"))
    unit = put(battle, "us-riflemen", (7, 10), (8, 10), hidden="smoke")
    battle.mines = ((hexes((7, 9))[0], 1),)
    game = play(activate(battle, unit), "move")
    with pytest.raises(Refused, match="the Minefield at 7,9 ends the movement there"):
        game.answer([[7, 9], [7, 8]])
    play(game, [[7, 9]], f"{unit.key}.2", dice="attack-black dash+plus burst")
    assert the(game, unit.key).pins == 1
    assert the(game, unit.key).damage == 0
    assert places(game, unit.key) == [(7, 9)]
    assert state(game).mines == ()


@proves("token.minefield-trigger", "move.figure-order")
def test_whoever_moved_before_the_man_on_the_mine_is_told_to_have_moved_before_it_goes_off():
    """The first man stands at 7,11 when the second sets off the mine; the owner gives up the first one."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12), damage=1)
    battle.mines = ((hexes((8, 11))[0], 1),)
    dice = "attack-black plus dash"
    game = play(activate(battle, unit), "move", [[7, 11]], [[8, 11]], f"{unit.key}.1", dice=dice)
    told = [line for line in game.log(None) if "Riflemen A moves" in line or "loses its figure" in line]
    assert told == ["Riflemen A moves to 7,11 and 8,11.", "Riflemen A loses its figure at 7,11."]


@proves("token.minefield-resolution")
def test_armor_protects_against_mines_and_range_one_does_not_lower_it():
    battle = battle_on()
    unit = put(battle, "us-sherman", (7, 10))
    battle.mines = ((hexes((7, 9))[0], 1),)
    game = play(activate(battle, unit), "move", [[7, 9]], dice="attack-black burst burst")
    assert the(game, unit.key).damage == 0
    assert the(game, unit.key).pins == 1


@proves("token.minefield-trigger")
def test_the_side_that_laid_a_minefield_passes_freely():
    battle = battle_on()
    unit = put(battle, "us-halftrack", (7, 10))
    battle.mines = ((hexes((7, 9))[0], 0),)
    game = play(activate(battle, unit), "move", [[7, 9], [7, 8]])
    assert places(game, unit.key) == [(7, 8)]
    assert len(state(game).mines) == 1


@proves("units.coherency-forced-break")
def test_a_figure_stopped_by_a_minefield_breaks_the_unit_until_its_next_move():
    """The first figure stops on the mine two hexes off; the second may stay behind, but the next Move must rejoin them."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    battle.mines = ((hexes((6, 10))[0], 1),)
    game = play(activate(battle, unit, 3), "move", [[6, 10]], [[8, 12]], dice="attack-black blank dash")
    assert places(game, unit.key) == [(6, 10), (8, 12)]
    play(game, "move")
    assert (5, 9) not in ends(game)
    assert (7, 11) in ends(game)


@proves("ap.destroyed-mid-activation")
def test_a_unit_that_dies_on_a_minefield_has_spent_its_activation():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12))
    put(battle, "de-grenadiers", (0, 0), (1, 0))
    battle.mines = ((hexes((7, 11))[0], 1),)
    battle.bag = (0, 1)
    game = play(activate(battle, unit), "move", [[7, 11]], dice="attack-black burst dash+plus / token germany")
    assert unit.key not in state(game).units
    assert state(game).activation is None
    assert keys(game) == ["de-grenadiers-a"]


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("move.distance", "feature.road-bonus", "move.through-friends")
def test_a_vehicle_hemmed_in_by_friends_still_moves_to_the_extra_hex_of_its_road():
    """A causeway through water: friends on the four hexes ahead, only the fifth is free."""
    picture = "6 ~ ~ ~ ~ ~ ~ ~ ~ ~\n7 = = = = = = ~ ~ ~\n8 ~ ~ ~ ~ ~ ~ ~ ~ ~"
    battle = battle_on(field(picture))
    car = put(battle, "us-halftrack", (0, 7))
    put(battle, "us-riflemen", (1, 7), (2, 7))
    put(battle, "us-mg", (3, 7), (4, 7))
    game = activate(battle, car)
    assert why_not(game, "move") == ""
    play(game, "move")
    assert ends(game) == {(5, 7)}


@proves("move.distance", "move.figure-order", "units.coherency")
def test_a_pair_without_a_step_aside_moves_on_together_past_its_friends():
    """On a causeway the front pair is shut in by friends on both sides: it can leave only by passing them, front figure first."""
    picture = "6 ~ ~ ~ ~ ~ ~ ~ ~ ~\n7 . . . . . . . . .\n8 ~ ~ ~ ~ ~ ~ ~ ~ ~"
    battle = battle_on(field(picture))
    pair = put(battle, "us-riflemen", (1, 7), (2, 7))
    put(battle, "us-hq", (0, 7))
    put(battle, "us-mortar", (3, 7))
    game = activate(battle, pair)
    assert (
        why_not(game, "move figure 2 first") == "no figure can leave its hex and end beside the other [units.coherency]"
    )
    assert why_not(game, "move") == "no figure can leave its hex and end beside the other [units.coherency]"
    state(game).units.pop("us-hq-a")
    game = activate(state(game), pair)
    assert {"move", "move figure 2 first"} <= set(keys(game))


@proves("token.belgian-gate", "move.blocked-by-enemies")
def test_a_hex_that_is_barred_names_what_bars_it():
    """A gate bars a vehicle and an enemy anybody, whoever else has a gate somewhere; both sides' gates alike."""
    for owner in (0, 1):
        battle = battle_on()
        battle.gates = ((hexes((7, 9))[0], owner),)
        put(battle, "de-hq", (8, 10))
        foot, car = put(battle, "us-mortar", (7, 10)), put(battle, "us-halftrack", (6, 9))
        drive = play(activate(battle, car), "move")
        with pytest.raises(Refused, match="a Belgian Gate bars hex 7,9 to vehicles") as refusal:
            drive.answer([[7, 9]])
        assert refusal.value.clause == "token.belgian-gate"
        with pytest.raises(Refused, match="8,10 holds an enemy figure") as refusal:
            drive.answer([[8, 10]])
        assert refusal.value.clause == "move.blocked-by-enemies"
        walk = play(activate(battle, foot), "move")
        with pytest.raises(Refused, match="8,10 holds an enemy figure") as refusal:
            walk.answer([[8, 10]])
        assert refusal.value.clause == "move.blocked-by-enemies"
        put(battle, "de-granatwerfer", (7, 9))
        walk = play(activate(battle, foot), "move")
        with pytest.raises(Refused, match="7,9 holds an enemy figure") as refusal:
            walk.answer([[7, 9]])
        assert refusal.value.clause == "move.blocked-by-enemies"


@proves("token.minefield-trigger", "feature.water", "move.blocked-by-enemies", "move.distance")
def test_a_way_that_is_named_hex_by_hex_stops_at_mines_water_and_enemies():
    battle = battle_on(field("9 . . . . . . . ~"))
    battle.mines = ((hexes((8, 9))[0], 1),)
    put(battle, "de-hq", (6, 10))
    car = put(battle, "us-halftrack", (7, 10))
    game = play(activate(battle, car), "move")
    for way, clause in (
        ([[8, 9], [8, 8]], "token.minefield-trigger"),
        ([[7, 9], [7, 8]], "feature.water"),
        ([[6, 10], [5, 10]], "move.blocked-by-enemies"),
    ):
        with pytest.raises(Refused) as refusal:
            game.answer(way)
        assert refusal.value.clause == clause
    play(game, [[8, 10], [8, 9]], dice="attack-black blank blank")
    assert places(game, car.key) == [(8, 9)], "a way may end on a mine"
    assert state(game).mines == ()


@proves("move.at-least-one", "units.coherency", "move.through-friends")
def test_an_end_that_is_refused_says_which_rule_it_breaks():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move")
    with pytest.raises(Refused) as refusal:
        game.answer([[8, 12]])
    assert refusal.value.clause == "move.through-friends"
    play(game, [[7, 10]])
    with pytest.raises(Refused) as refusal:
        game.answer([[8, 12]])
    assert refusal.value.clause == "units.coherency", (
        "the other figure has moved: this one may stay, but not so far off"
    )
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move", [[7, 12]])
    for place, clause in (((8, 12), "move.at-least-one"), ((10, 12), "units.coherency")):
        with pytest.raises(Refused) as refusal:
            game.answer([list(place)])
        assert refusal.value.clause == clause


@proves("move.distance", "token.minefield-trigger", "units.coherency-forced-break")
def test_a_figure_lost_on_a_mine_moves_no_more_and_the_others_go_on_from_where_they_are():
    """The first figure walks on a mine; its owner removes the second one, so nobody is left to move: the log tells one way."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    battle.mines = ((hexes((7, 11))[0], 1),)
    game = play(activate(battle, unit, 2), "move", [[7, 11]], f"{unit.key}.2", dice="attack-black dash+plus burst")
    assert places(game, unit.key) == [(7, 11)]
    assert "pass" in keys(game), "no question about the figure that is gone"
    now = state(game).activation
    assert now is not None, "the unit still has a point"
    assert now.points == 1
    moved = [event for event in game.events if event.key == "moved"]
    assert moved[0].values["hexes"] == "7,11"
    assert moved[0].values["paths"] == [[(7, 12), (7, 11)]]


@proves("move.distance", "token.minefield-trigger")
def test_the_log_tells_the_way_onto_a_mine_before_the_mine_and_then_the_rest():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    battle.mines = ((hexes((7, 10))[0], 1),)
    game = play(activate(battle, unit), "move", [[7, 11], [7, 10]], [[8, 10]], dice="attack-black blank blank")
    told = [(event.key, event.values.get("paths")) for event in game.events if event.key in ("moved", "mine-goes-off")]
    assert told[0] == ("moved", [[(7, 12), (7, 11), (7, 10)]])
    assert next(event for event in game.events if event.key == "moved").values["hexes"] == "7,10"
    assert [key for key, _ in told] == ["moved", "mine-goes-off", "moved"]
    assert len(told[2][1]) == 1, "the other figure alone"
    assert told[2][1][0][0] == (8, 12)


@proves("move.distance", "token.minefield-resolution")
def test_a_unit_destroyed_by_a_mine_is_told_of_no_more():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12), damage=2)
    battle.mines = ((hexes((7, 11))[0], 1),)
    put(battle, "us-hq", (0, 14))
    battle.bag = (1, 0)
    dice = "attack-black dash+plus dash+plus / token usa"
    game = play(activate(battle, unit), "move", [[7, 11]], dice=dice)
    assert unit.key not in state(game).units
    keys_told = [event.key for event in game.events]
    assert "moved" not in keys_told[keys_told.index("destroyed") :]


@proves("move.distance")
def test_the_log_tells_every_way_from_hex_to_hex():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    game = play(activate(battle, unit), "move")
    assert asked(game).prompt == "Move Riflemen A (figure 1) up to 2 hexes"
    play(game, [[7, 11], [7, 10]], [[8, 11], [8, 10]])
    [moved] = [event for event in game.events if event.key == "moved"]
    assert moved.values["paths"] == [[(7, 12), (7, 11), (7, 10)], [(8, 12), (8, 11), (8, 10)]]
    assert moved.values["hexes"] == "7,10 and 8,10"


@proves("move.distance")
def test_a_figure_in_the_first_hex_of_the_field_moves_like_any_other():
    for first, ways in (("move", ([[1, 1]], [[0, 1]])), ("move figure 2 first", ([[0, 1]], [[1, 1]]))):
        battle = battle_on()
        unit = put(battle, "us-riflemen", (1, 0), (0, 0))
        game = play(activate(battle, unit), first, *ways)
        assert places(game, unit.key) == [(1, 1), (0, 1)]


@proves("feature.road-once", "move.distance", "feature.road-bonus")
def test_a_way_that_needs_no_extra_hex_keeps_the_road_bonus_for_later():
    battle = battle_on(field("12" + " =" * 15))
    unit = put(battle, "us-halftrack", (0, 12))
    game = play(activate(battle, unit), "move", [[4, 12]], "move")
    assert (9, 12) in ends(game), "four hexes were its Move value; the bonus is still to come"


@proves("move.figure-order")
def test_who_is_moved_by_another_unit_is_asked_which_figure_begins_only_if_there_is_a_choice():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    pair, gun = put(battle, "us-riflemen", (7, 10), (8, 10)), put(battle, "us-mortar", (6, 11))
    game = play(activate(battle, boss), f"move-out {pair.key}")
    assert asked(game).clause == "move.figure-order"
    assert keys(game) == [f"{pair.key}.1", f"{pair.key}.2"]
    play(game, f"{pair.key}.2", [[8, 9]], [[7, 9]])
    assert places(game, pair.key) == [(7, 9), (8, 9)]
    game = play(activate(battle, boss), f"move-out {gun.key}")
    assert isinstance(game.question, Place), "one figure: nothing to choose"
    lone = put(battle, "us-mg", (9, 11))
    lone.hexes = (lone.hexes[1], hexes((9, 11))[0])
    game = play(activate(battle, boss), f"move-out {lone.key}", [[9, 10]])
    assert places(game, lone.key) == [(9, 10)], "the second figure is the one left"


@proves("ap.cost-must-be-covered", "units.coherency")
def test_with_one_action_point_a_move_is_barred_by_what_bars_it_and_never_for_want_of_points():
    battle = battle_on()
    scattered = put(battle, "us-riflemen", (0, 0), (12, 12))
    assert "units.coherency" in why_not(activate(battle, scattered, 1), "move")
    battle = battle_on()
    free = put(battle, "us-riflemen", (7, 12), (8, 12))
    assert "move" in keys(activate(battle, free, 1))
    none = activate(battle, free, 0)
    assert none.question is None or "move" not in keys(none)


@proves("move.distance", "token.flak88-capture")
def test_a_move_of_the_whole_distance_takes_the_flak_at_its_end():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12))
    battle.flaks = ((hexes((7, 10))[0], 1),)
    game = play(activate(battle, unit), "move", [[7, 10]], [[8, 10]])
    assert places(game, unit.key) == [(7, 10), (8, 10)]
    assert state(game).flaks == ()


@proves("move.distance", "hidden.lost-on-move")
def test_whoever_moves_loses_its_hidden_token():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12), hidden="smoke")
    game = play(activate(battle, unit), "move", [[7, 11]], [[8, 12]])
    assert the(game, unit.key).hidden == ""
