"""Movement: how far, through what, over what, around whom; ponderous lines and the front-to-front measure."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.tabletop.squads import PlaceSquad
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FAR = "\nred Squad z 65,65"


def moved(drawn: str, *path: Any, dice: str = "", **more: Any) -> Table:
    """Unit `a` makes one movement action along a path of its first model."""
    table = at(drawn + FAR, active="a", **more)
    return table.play("move", [list(point) for point in path], dice=dice)


def refused(match: str, drawn: str, *path: Any, **more: Any) -> str:
    """The clause by which the move is refused; nothing has changed."""
    table = at(drawn + FAR, active="a", **more).play("move")
    before = table.game.digest
    with pytest.raises(Refused, match=match or None) as why:
        table.play([list(point) for point in path])
    assert table.game.digest == before
    return why.value.clause


def test_people_are_shown_the_first_of_the_proposals() -> None:
    question = at("blue Squad a 20,20" + FAR, active="a").play("move").game.question
    assert isinstance(question, PlaceSquad)
    every = question.candidates()
    assert [question.examples(most) for most in (1, 3, 1000)] == [every[:1], every[:3], every]


# -- how far --------------------------------------------------------------------------------------------------------------


@proves("movement.up-to-m", "card.move")
def test_a_model_moves_up_to_its_move_and_less_if_it_likes() -> None:
    assert moved("blue Squad a 20,20 M=7", (27, 20)).at("a1") == (27.0, 20.0)
    assert moved("blue Squad a 20,20 M=7", (21, 20)).at("a1") == (21.0, 20.0)
    assert refused("7", "blue Squad a 20,20 M=7", (27.1, 20)) == "movement.up-to-m"
    assert refused("7", "blue Squad a 20,20 M=7", (24, 20), (24, 24)) == "movement.up-to-m", "the whole path counts"


@proves("movement.rough", "terrain.container.crossing", "units.walker.rough-still-slows", "units.walker.crosses-all")
def test_every_centimetre_in_rough_ground_costs_two() -> None:
    """M 7: 3 cm in the open, then 2 cm into a spoil heap for the 4 that are left."""
    heap = "blue Squad a 10,20 M=7\nheap 13,20,15,25"
    assert moved(heap, (15, 20)).at("a1") == (15.0, 20.0)
    assert refused("", heap, (15.1, 20)) == "movement.up-to-m"
    container = "blue Squad a 10,20 M=7\ncontainer 13,17,18.75,21.25"
    assert moved(container, (15, 20)).at("a1") == (15.0, 20.0)
    assert refused("", container, (15.1, 20)) == "movement.up-to-m"


@proves("movement.rough", "cc.locked-halves-movement", "cc.locked")
def test_being_locked_halves_movement_and_does_not_halve_again_in_rough_ground() -> None:
    locked = "blue Squad a 20,20 M=6\nred Squad b 20,22"
    assert moved(locked, (20, 17)).at("a1") == (20.0, 17.0)
    assert refused("locked in close combat", locked, (20, 16.9)) == "cc.locked-halves-movement"
    in_heap = locked + "\nheap 15,25,15,21"
    assert moved(in_heap, (20, 17)).at("a1") == (20.0, 17.0)
    near = "blue Squad a 20,20 M=6\nred Squad b 20,22.2"
    assert moved(near, (20, 14)).at("a1") == (20.0, 14.0), "a gap of 0.2 is no contact"


@proves("cc.leaving-is-free")
def test_whoever_leaves_close_combat_is_not_struck() -> None:
    table = moved("blue Squad a 20,20 M=6\nred Squad b 20,22", (20, 17))
    assert table.alive("a") == ["a1"]
    assert table.asked.player == 0, "nobody else is asked anything"


@proves("cc.locked-halves-movement")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_skimmers_and_vtols_leave_at_full_speed(card: str) -> None:
    table = moved(f"blue {card} a 20,20 south M=12\nred Squad b 20,23.5", (20, 8))
    assert table.at("a1") == (20.0, 8.0)


# -- through what -----------------------------------------------------------------------------------------------------------


@proves("movement.impassable", "terrain.glass-shard", "units.walker.crosses-all", "terrain.locomotive")
@pytest.mark.parametrize("piece", ["shard 20,25 r=3", "locomotive 18,22,23,27"])
def test_nobody_on_the_ground_enters_glass_or_the_locomotive(piece: str) -> None:
    assert refused("", f"blue Squad a 20,20 M=10\n{piece}", (20, 24), (20, 25)) == "movement.impassable"
    assert refused("", f"blue Tank a 20,18 north M=10\n{piece}", (20, 22)) == "movement.impassable"


@proves("units.vehicle.barred-by-terrain", "terrain.container.crossing", "terrain.carriage.crossing")
@pytest.mark.parametrize("piece", ["container 18,22,24,26.5", "carriage 15,25,24,29"])
def test_vehicles_cannot_enter_what_only_walkers_cross(piece: str) -> None:
    assert refused("", f"blue Truck a 20,18 north M=10\n{piece}", (20, 22)) == "units.vehicle.barred-by-terrain"
    assert moved(f"blue Truck a 20,18 north M=10\n{piece}", (20, 21.7)).at("a1") == (20.0, 21.7)


@proves("units.vehicle.slowed-by-terrain")
def test_rough_ground_halves_a_vehicles_movement_in_it() -> None:
    heap = "blue Truck a 10,20 east M=10\nheap 13,30,15,25"
    assert moved(heap, (16.5, 20)).at("a1") == (16.5, 20.0)
    assert refused("", heap, (16.6, 20)) == "movement.up-to-m"


@proves("units.skimmer.ignores-terrain-moving", "units.vtol.crosses-all", "terrain.carriage.crossing")
@pytest.mark.parametrize(
    ("card", "clause"), [("Skiff", "units.skimmer.ignores-terrain-moving"), ("Gull", "units.vtol.crosses-all")]
)
def test_skimmers_and_vtols_cross_everything_and_end_over_anything_but_glass(card: str, clause: str) -> None:
    pieces = "\nshard 20,25 r=2\nheap 10,30,12,20\ncontainer 18,22,30,32.5"
    drawn = f"blue {card} a 20,19 north M=12{pieces}"
    assert moved(drawn, (20, 31)).at("a1") == (20.0, 31.0), "over glass at full speed, to rest over a container"
    assert refused("", drawn, (20, 25)) == clause
    assert refused("", drawn, (20, 28)) == clause, "no part of the base may overlap the glass"
    assert moved(f"blue {card} a 20,19 north\ncarriage 15,25,22,27", (20, 24)).at("a1") == (20.0, 24.0)


@proves("movement.top-of-container", "terrain.carriage.crossing", "terrain.container.crossing")
def test_a_walker_ends_on_top_with_its_whole_base_or_beside_it() -> None:
    container = "blue Squad a 20,17 M=10\ncontainer 18,22,19,21.5"
    on_top = moved(container, (20, 20.25))
    assert (on_top.at("a1"), on_top["a1"].base.elevation) == ((20.0, 20.25), 2.5)
    assert refused("", container, (20, 19.5)) == "movement.top-of-container"
    assert refused("", container, (20, 22)) == "movement.top-of-container"
    deck = moved("blue Squad a 20,17 M=10\ncarriage 15,25,19,24", (20, 20.5))
    assert deck["a1"].base.elevation == 1.5
    across = moved("blue Strider a 20,15 M=14\ncontainer 18,22,19,21.5", (20, 23.6))
    assert across.at("a1") == (20.0, 23.6), "too large to stop on it, it may cross"
    assert refused("", "blue Strider a 20,15 M=14\ncontainer 18,22,19,21.5", (20, 20.25)) == "movement.top-of-container"


@proves("movement.on-table")
def test_nobody_leaves_the_table() -> None:
    assert refused("", "blue Squad a 2,20 M=6", (0.9, 20)) == "movement.on-table"
    assert refused("", "blue Truck a 5,20 west", (2.2, 20)) == "movement.on-table"
    assert moved("blue Squad a 2,20 M=6", (1, 20)).at("a1") == (1.0, 20.0)


@proves("movement.through-models")
def test_friends_may_be_passed_through_but_not_ended_on_and_enemies_not_even_passed() -> None:
    friend = "blue Squad a 20,20 M=6\nblue Squad f 20,23"
    assert moved(friend, (20, 26)).at("a1") == (20.0, 26.0)
    assert refused("", friend, (20, 24)) == "movement.through-models"
    enemy = "blue Squad a 20,20 M=6\nred Squad b 20,23"
    assert refused("", enemy, (20, 21), (20, 26)) == "movement.through-models"
    assert moved(enemy, (20, 21)).at("a1") == (20.0, 21.0), "contact is allowed"
    for card in ("Skiff", "Gull"):
        assert refused("", f"blue {card} a 20,15 north\nred Squad b 20,20", (20, 25)) == "movement.through-models"
    assert refused("", "blue Truck a 20,15 north\nred Squad b 20,20", (20, 24)) == "movement.through-models"


@proves("units.flyer.no-contact", "movement.through-models")
def test_an_airborne_flyer_is_in_nobodys_way() -> None:
    assert moved("blue Squad a 20,20 M=6\nred Flyer b 20,23", (20, 24)).at("a1") == (20.0, 24.0)


# -- dangerous ground -------------------------------------------------------------------------------------------------------


@proves("movement.dangerous", "movement.terrain-traits-stated")
def test_whoever_moves_in_dangerous_ground_loses_a_wound_on_a_1() -> None:
    """Both models' centres cross the shardfall; the one that rolls a 1 dies, without a Last Stand in its own turn."""
    table = moved("blue Squad a 20,20 x2 M=6\nshardfall 15,30,22,24", (20, 25), dice="danger 1 2")
    assert table.alive("a") == ["a2"]
    tough = moved("blue Hero a 20,20\nshardfall 15,30,22,24", (20, 26), dice="danger 1")
    assert tough["a1"].wounds == 1, "whatever its Toughness"


@proves("movement.dangerous")
def test_only_the_path_of_the_centre_counts_and_only_of_models_that_move() -> None:
    grazing = "blue Squad a 20,20 M=6\nshardfall 15,30,22,24"
    moved(grazing, (20, 21.9))
    moved("blue Squad a 20,23 M=6\nshardfall 15,30,22,24", (20, 23))
    moved("blue Squad a 20,23 M=6\nshardfall 15,30,22,24", (20, 27), dice="danger 3")


@proves("movement.dangerous")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_skimmers_and_vtols_do_not_roll(card: str) -> None:
    moved(f"blue {card} a 20,18 north\nshardfall 15,30,22,24", (20, 23))


# -- facing -----------------------------------------------------------------------------------------------------------------


@proves("movement.measure-front", "movement.facing")
def test_turning_round_costs_distance_and_reversing_does_not() -> None:
    """Truck, radius 2.25, M 10, at (35,20) facing north: turned round it reaches (35,14.5), reversing (35,10)."""
    truck = "blue Truck a 35,20 north M=10"
    turned = moved(truck, (35, 14.5, 270))
    assert (turned.at("a1"), turned["a1"].base.facing) == ((35.0, 14.5), 270.0)
    assert refused("10", truck, (35, 14.4, 270)) == "movement.measure-front"
    reversed_ = moved(truck, (35, 10, 90))
    assert (reversed_.at("a1"), reversed_["a1"].base.facing) == ((35.0, 10.0), 90.0)


@proves("movement.measure-front", "movement.facing")
def test_turning_on_the_spot_is_measured_too() -> None:
    """A quarter turn moves the front point of a base of radius 2.25 by 3.18 cm; M 3 is not enough, 3.2 is."""
    assert moved("blue Truck a 35,20 north M=3.2", (35, 20, 0))["a1"].base.facing == 0.0
    assert refused("", "blue Truck a 35,20 north M=3.1", (35, 20, 0)) == "movement.measure-front"


@proves("movement.measure-front")
def test_in_an_action_begun_locked_the_front_to_front_line_counts_double_too() -> None:
    """M 10 halved is 5: turned round (4.5 cm for the front) a truck comes 0.5 cm away."""
    locked = "blue Truck a 35,20 north M=10\nred Squad b 35,23.25"
    assert moved(locked, (35, 19.5, 270)).at("a1") == (35.0, 19.5)
    assert refused("", locked, (35, 19.4, 270)) == "movement.measure-front"
    assert moved(locked, (35, 15, 90)).at("a1") == (35.0, 15.0)


@proves("movement.measure-front")
def test_turning_never_gains_distance() -> None:
    """Driving sideways without turning costs the way of the centre, though the front moves no further."""
    assert refused("", "blue Truck a 35,20 north M=10", (46, 20, 90)) in ("movement.up-to-m", "movement.measure-front")
    assert moved("blue Truck a 35,20 north M=10", (45, 20, 90)).at("a1") == (45.0, 20.0)


@proves("movement.facing")
def test_walkers_have_no_facing() -> None:
    assert moved("blue Strider a 20,20", (20, 22))["a1"].base.facing is None


# -- ponderous --------------------------------------------------------------------------------------------------------------


@proves("ponderous.straight-only", "ponderous.both-actions-same-line")
def test_a_ponderous_unit_moves_only_along_the_line_it_faced() -> None:
    """M 8 at (35,20) facing north: anywhere from (35,4) to (35,36) with both actions."""
    tank = "blue Tank a 35,20 north M=8"
    assert moved(tank, (35, 28)).play("move", [[35, 36]]).at("a1") == (35.0, 36.0)
    assert moved(tank, (35, 12)).play("move", [[35, 4]]).at("a1") == (35.0, 4.0)
    assert moved(tank, (35, 26)).play("move", [[35, 18]]).at("a1") == (35.0, 18.0), "forward, then back"
    assert refused("ponderous", tank, (37, 20)) == "ponderous.straight-only"
    assert refused("ponderous", tank, (36, 27)) == "ponderous.straight-only"


@proves("ponderous.pivot-last", "ponderous.both-actions-same-line")
def test_it_turns_only_at_the_very_end_and_does_not_move_after_it() -> None:
    tank = "blue Tank a 35,20 north M=8"
    pivoted = moved(tank, (35, 22, 0))
    assert pivoted["a1"].base.facing == 0.0
    pivoted.play("move")
    for path in ([[37, 22]], [[35, 24]], [[35, 22, 90]]):
        with pytest.raises(Refused) as why:
            pivoted.play(path)
        assert why.value.clause in ("ponderous.pivot-last", "ponderous.straight-only")


@proves("ponderous.pivot-last", "movement.measure-front")
def test_a_pivot_is_measured_from_front_to_front() -> None:
    """A half turn of a base of radius 2.5 moves the front 5 cm: with M 8 it can still reverse 3 cm, not 3.1."""
    tank = "blue Tank a 35,20 north M=8"
    assert moved(tank, (35, 17, 270))["a1"].base.facing == 270.0
    assert refused("", tank, (35, 16.9, 270)) == "movement.measure-front"


@proves("ponderous.on-card")
def test_only_units_whose_card_says_so_are_ponderous() -> None:
    assert moved("blue Tank a 35,20 north M=8 ponderous=0", (37, 24)).at("a1") == (37.0, 24.0)


# -- squads -----------------------------------------------------------------------------------------------------------------


@proves("coherency.moves-must-keep-it", "units.definition")
def test_a_squad_moves_as_one_and_may_not_end_out_of_coherency() -> None:
    """Three in a row go north together; the leader alone cannot run off, since the last one is held up by glass."""
    table = moved("blue Squad a 20,20 x3 M=6", (20, 26))
    assert [table.at(key) for key in ("a1", "a2", "a3")] == [(20.0, 26.0), (22.5, 26.0), (25.0, 26.0)]
    held = (
        "blue Squad a 20,20 28.5,20 24.25,20 M=6\nshard 29,24.2 r=3\nlocomotive 24.9,26.8,18,24\nlocomotive 30,32,18,24"
    )
    assert refused("", held, (14, 20)) == "coherency.moves-must-keep-it"


def test_every_search_of_a_squad_round_terrain_is_made_in_the_surroundings_gathered_once() -> None:
    """Gathered anew for every place a follower tried, one card of the planner took twenty seconds."""
    battle = at("blue Squad a 20,20 22,20 M=14\nlocomotive 18,24,22,24" + FAR, active="a").battle
    unit = battle.units[0]
    move = SquadMove(battle, unit, battle.standing(unit), 14.0)
    gathered = [move.around(0), move.around(1)]
    assert [around.legs for around in gathered] == [{}, {}]
    for i in (0, 1):
        assert move.straight(i, 21.0, 26.0) is None
        assert move.around_terrain(i, 21.0, 26.0) is not None
    assert [move.around(0), move.around(1)] == gathered
    assert all(around.legs for around in gathered)
