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


@proves("feature.road-bonus", "feature.road-extra-hex-anywhere", "feature.road-connection")
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


@proves("feature.road-once")
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
