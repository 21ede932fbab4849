"""Movement: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import (
    APART,
    AXE,
    FAR,
    GUN,
    HOOKS,
    points,
    refusal,
    refused,
)
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.state import REMOVED
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("units.flyer.no-cover", "units.flyer.sight-ignores-terrain")
def test_a_landed_flyer_has_no_cover_but_can_be_hidden() -> None:
    """Dodge 4, touching a carriage between: a 5 hits. Behind wide glass it is not seen; in the air it is."""
    drawn = "blue Squad a 20,10\nred Flyer b 20,30 landed systems= T=1\ncarriage 15,25,25,27.95" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5")["b1"].wounds == 1
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 4")["b1"].wounds == 0
    hidden = "blue Squad a 20,10\nred Flyer b 20,30 {}\nlocomotive 10,30,20,24" + FAR
    assert not at(hidden.format("landed"), active="a").can("shoot")
    assert at(hidden.format("airborne"), active="a").can("shoot")


@proves("units.skimmer.ignores-terrain-moving", "terrain.locomotive")
def test_a_skiff_stops_over_a_locomotive_at_its_height() -> None:
    table = at("blue Skiff a 20,20 north\nlocomotive 17,23,28,36" + FAR, active="a").play("move", [[20, 32]])
    assert (table.at("a1"), table["a1"].base.elevation) == ((20.0, 32.0), 4.0)


@proves("ponderous.straight-only", "ramming.part-of-movement")
def test_a_tank_rams_backwards_too() -> None:
    table = at("blue Tank a 35,30 north\nred Squad b 35,25" + FAR, active="a").play("ram", [[35, 22]])
    assert (table.alive("b"), table.at("a1")) == ([], (35.0, 22.0))


@proves("ponderous.straight-only", "depot.attacker-deployment", "deploy.default-edge")
def test_a_tank_enters_with_one_action_and_goes_on_along_the_same_line() -> None:
    """M 8, radius 2.5: to y 5.5, then to 13.5; not aside."""
    drawn = "blue Tank a waiting\nred Squad z 35,60"
    table = at(drawn, mission="depot-raid", map="depot", defender=1).play("play:a", "short", [[45, 5.5]])
    assert points(table) == 1
    assert refused(table, "move", [[46, 13]]) == "ponderous.straight-only"
    assert table.play([[45, 13.5]]).at("a1") == (45.0, 13.5)


@proves("ponderous.straight-only", "ponderous.pivot-last", "deploy.default-edge")
def test_a_tank_that_drives_in_has_no_turn_behind_it() -> None:
    table = at("blue Tank a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 8]])
    assert table.at("a1") == (20, 8)
    assert refusal(at("blue Tank a waiting\nblue Squad b 60,30" + FAR).play("play:a"), [[20, 2.6], [24, 8]]) == (
        "ponderous.straight-only"
    )


@proves("ponderous.both-actions-same-line", "ponderous.pivot-last")
def test_a_tank_that_has_pivoted_shoots_but_does_not_drive_any_more() -> None:
    table = at("blue Tank a 35,20 north M=8\nred Squad b 45,20 H=3" + FAR, active="a")
    table.play("move", [[35, 22, 0]]).play("shoot:light:b", dice="rifle 5")
    assert table["b1"].wounds == 1


@proves("ponderous.pivot-last", "ramming.part-of-movement")
def test_a_tank_that_has_pivoted_does_not_ram_either() -> None:
    table = at("blue Tank a 35,20 north\nred Squad b 42,20" + FAR, active="a")
    table.play("move", [[35, 20, 0]])
    assert "[ramming.part-of-movement]" in table.why_not("ram")


@proves("ponderous.pivot-last", "movement.measure-front")
def test_a_tank_turns_round_after_driving_on_but_hardly_after_backing() -> None:
    """Radius 2.5, M 8: 8 forward and about costs 3 by the front; 3 back and about costs 8; 3.1 back is too much."""
    drawn = "blue Tank a 35,20 north" + FAR
    assert at(drawn, active="a").play("move", [[35, 28, 270]])["a1"].base.facing == 270.0
    assert at(drawn, active="a").play("move", [[35, 17, 270]]).at("a1") == (35.0, 17.0)
    assert refused(at(drawn, active="a"), "move", [[35, 16.9, 270]]) == "movement.measure-front"


@proves("ponderous.pivot-last")
def test_a_tank_that_has_pivoted_may_stay_where_it_is_and_nothing_else() -> None:
    table = at("blue Tank a 35,20 north M=8" + FAR, active="a")
    assert not table.option("move").idle
    assert table.play("move", [[35, 22, 0]]).option("move").idle, "there is nothing in it any more"
    table.play("move")
    assert refusal(table, [[35, 23]]) == "ponderous.pivot-last"
    assert refusal(table, [[35, 22, 90]]) == "ponderous.pivot-last"
    table.play([[35, 22]])
    assert (table.at("a1"), table["a1"].base.facing) == ((35, 22), 0.0)


@proves("ponderous.pivot-last")
def test_a_tank_that_has_not_pivoted_drives_on_and_pivots_then() -> None:
    table = at("blue Tank a 35,20 north M=8" + FAR, active="a").play("move", [[35, 24]], "move", [[35, 26, 0]])
    assert (table.at("a1"), table["a1"].base.facing) == ((35, 26), 0.0)


@proves("movement.up-to-m", "cc.extra-movement-action")
def test_a_move_and_the_extra_move_are_asked_for_by_their_own_rules() -> None:
    table = at("blue Squad a 20,20 M=6\nred Squad b 20,34" + FAR, active="a", weapons={"a": (AXE,)}).play("move")
    assert (table.clause, table.prompt) == ("movement.up-to-m", "Squad a moves up to 6 cm")
    table.play([[20, 24]], "move", [[20, 28]], "extra-move")
    assert (table.clause, table.prompt) == ("cc.extra-movement-action", "Squad a moves up to 6 cm into contact")


@proves("movement.rough", "terrain.container.crossing", "movement.top-of-container")
def test_a_walker_ends_2_cm_inside_a_container_after_3_cm_of_open_ground() -> None:
    """M 7: 3 cm outside, the 4 left carry its middle 2 cm in, its whole base on top."""
    drawn = "blue Squad a 20,20 M=7\ncontainer 18,22,23,27"
    table = at(drawn + FAR, active="a").play("move", [[20, 25]])
    assert (table.at("a1"), table["a1"].base.elevation) == ((20, 25), 2.5)
    assert refusal(at(drawn + FAR, active="a").play("move"), [[20, 25.1]]) == "movement.up-to-m"


@proves("movement.rough", "units.vehicle.slowed-by-terrain")
def test_a_truck_across_a_heap_pays_double_inside_only() -> None:
    """M 10: 2 cm to the edge, 3 inside (6), 2 beyond: 10 for 7 cm."""
    drawn = "blue Truck a 20,20 north M=10\nheap 10,30,22,25"
    assert at(drawn + FAR, active="a").play("move", [[20, 27]]).at("a1") == (20, 27)
    assert refusal(at(drawn + FAR, active="a").play("move"), [[20, 27.1]]) == "movement.up-to-m"


@proves("movement.dangerous", "weapon.cc.in-movement-action")
def test_shards_are_rolled_for_before_the_blow_and_the_dead_do_not_strike() -> None:
    """a1 runs over the shards into contact and dies of a 1; a2 went round and, alone, is not in contact."""
    drawn = "blue Squad a 20,20 23,20\nred Squad b 20,27 H=9\nshardfall 19,21,22,23" + FAR
    way = {"path": [[20, 25]], "models": {"a2": [[23, 25]]}}
    dead = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", way, dice="danger 1")
    assert (dead.alive("a"), dead["b1"].wounds) == (["a2"], 0)
    assert "strike:b" not in dead.keys
    alive = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", way, "b", dice="danger 2 / hooks 3 3")
    assert alive["b1"].wounds == 2


@proves("movement.dangerous", "wounds.model-dies")
def test_the_wound_of_shards_ignores_toughness_and_is_one() -> None:
    drawn = "blue purifiers a 20,20 22.5,20\nshardfall 15,30,22,23" + FAR
    table = at(drawn, active="a").play("move", [[20, 25]], dice="danger 1 1")
    assert [table["a1"].wounds, table["a2"].wounds] == [1, 1]


@proves("movement.dangerous", "transport.destroyed-on-land", "transport.no-last-stand")
@pytest.mark.parametrize(("toughness", "left"), [(0, 0), (1, 2)])
def test_a_truck_that_shards_finish_off_in_its_own_turn_spills_its_troops(toughness: int, left: int) -> None:
    drawn = f"blue Truck t 20,20 north H=1\nblue Squad p inside=t n=2 T={toughness}\nshardfall 10,30,24,26" + FAR
    table = at(drawn, active="t").play("move", [[20, 28]], dice="danger 1")
    assert (table.alive("t"), len(table.alive("p")), table.decider) == ([], left, 1)


@proves("movement.dangerous", "movement.up-to-m", "deploy.default-edge")
@pytest.mark.parametrize("card", ["Squad", "Truck"])
def test_whoever_walks_or_drives_in_or_on_through_shards_rolls(card: str) -> None:
    table = at(f"blue {card} a waiting n=1 M=8 H=3\nshardfall 10,30,5,7\nshardfall 10,30,16,17" + FAR)
    table.play("play:a", [[20, 12]], dice="danger 1").play("save:z")
    assert table["a1"].wounds == 1
    assert table.battle.round == 3
    table.play("play:a" if table.decider == 0 else "save:z")
    if table.decider == 0 and table.clause != "turn.action-menu":
        table.play("play:a")
    table.play("move", [[20, 19]], dice="danger 1")
    assert table["a1"].wounds == 2


@proves("movement.dangerous")
def test_whoever_dies_of_shards_is_removed_and_its_card_flipped() -> None:
    table = at("blue Squad a 20,20\nblue Squad b 40,20\nshardfall 15,25,21,23" + FAR, active="a")
    table.play("move", [[20, 25]], dice="danger 1")
    assert table["a1"].fate == REMOVED
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("a")).index]
    assert table.events("dangers")[0].dice is not None


@proves("movement.dangerous")
def test_who_did_not_move_in_dangerous_ground_rolls_nothing() -> None:
    drawn = f"blue Squad a 20,20 22.5,20\n{APART}\nshardfall 10,30,18,40"
    table = at(drawn, active="a").play("move", {"path": [[20, 22]], "models": {"a2": [[22.5, 20]]}}, dice="danger 2")
    [told] = [event for event in table.game.events if event.dice is not None]
    assert told.dice is not None
    assert told.dice.faces == (2,)


@proves("movement.dangerous")
def test_whoever_starts_in_shards_and_leaves_them_rolls_and_the_wound_ignores_toughness() -> None:
    table = at("blue Hero a 20,20 T=9 H=3\nshardfall 15,25,15,21" + FAR, active="a")
    table.play("move", [[20, 26]], dice="danger 1")
    assert table["a1"].wounds == 1
    table.play("move", [[20, 28]])
    assert table["a1"].wounds == 1, "outside there is nothing to roll for"


@proves("movement.dangerous")
@pytest.mark.parametrize("card", ["Hero", "Truck"])
def test_whoever_goes_into_shards_and_back_to_where_it_came_from_has_moved_in_them(card: str) -> None:
    table = at(f"blue {card} a 20,20 M=10 H=3\nshardfall 15,25,22,26" + FAR, active="a")
    table.play("move", [[20, 24], [20, 20]], dice="danger 1")
    assert (table.at("a1"), table["a1"].wounds) == ((20, 20), 1)


@proves("movement.dangerous", "weapon.cc.in-movement-action", "last-stand.had-turn")
def test_a_charge_through_shards_loses_its_dead_before_they_strike() -> None:
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,26 H=9\nshardfall 15,30,21,22"
    table = at(drawn + FAR, active="a", weapons={"a": ("hooks: CC, P 2, Sr 1",)})
    table.play("move", {"path": [[20, 24]], "models": {"a2": [[21.9, 25.3]]}}, "b", dice="danger 1 4 / hooks 3")
    assert table.alive("a") == ["a2"]
    assert table["b1"].wounds == 1


@proves("movement.measure-front", "movement.facing")
@pytest.mark.parametrize(
    ("x", "facing", "why"), [(27.4, 0, ""), (28, 0, "movement.measure-front"), (30, 90, ""), (30.1, 90, "movement.up-to-m")]
)  # fmt: skip
def test_a_truck_that_drives_east_pays_for_turning_east(x: float, facing: int, why: str) -> None:
    """Its front goes from (20,22.25) to (x + 2.25, 20): 9.9 cm for 7.4, 10.5 for 8. Sideways, still facing north, it is 10."""
    table = at("blue Truck a 20,20 north" + FAR, active="a")
    if why:
        assert refused(table, "move", [[x, 20, facing]]) == why
    else:
        assert table.play("move", [[x, 20, facing]]).at("a1") == (x, 20)


@proves("movement.measure-front", "movement.facing")
def test_a_quarter_turn_costs_what_the_front_travels() -> None:
    """Truck, radius 2.25, M 10: to drive east facing east, (x + 2.25)² + 2.25² may be 100 at most: x is 7.49. Sideways it is 10."""
    drawn = "blue Truck a 35,20 north" + FAR
    assert at(drawn, active="a").play("move", [[42.49, 20, 0]]).at("a1") == (42.49, 20.0)
    assert refused(at(drawn, active="a"), "move", [[42.53, 20, 0]]) == "movement.measure-front"
    assert at(drawn, active="a").play("move", [[45, 20, 90]])["a1"].base.facing == 90.0


@proves("movement.facing", "movement.measure-front")
def test_a_truck_drives_out_and_back_and_has_used_its_way_not_its_gain() -> None:
    """Five north and five south is ten, though it ends where it began."""
    there = at("blue Truck a 20,20 north M=10" + FAR, active="a").play("move", [[20, 25], [20, 20]])
    assert there.at("a1") == (20, 20)
    assert (
        refusal(at("blue Truck a 20,20 north M=9.9" + FAR, active="a").play("move"), [[20, 25], [20, 20]])
        == "movement.up-to-m"
    )


@proves("movement.through-models", "units.vtol.crosses-all")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_who_hovers_low_does_not_pass_through_enemies_but_through_friends(card: str) -> None:
    for side, passes in (("red", False), ("blue", True)):
        drawn = f"blue {card} a 20,20 north\n{side} Squad b 20,25" + FAR
        if passes:
            assert at(drawn, active="a").play("move", [[20, 30]]).at("a1") == (20.0, 30.0)
        else:
            assert refused(at(drawn, active="a"), "move", [[20, 30]]) == "movement.through-models"


@proves("movement.through-models", "coherency.three-cm")
def test_no_two_models_of_a_squad_end_in_one_place_but_they_may_touch() -> None:
    table = at(f"blue Squad a 20,20 22.5,20\n{APART}", active="a").play("move")
    with pytest.raises(Refused) as why:
        table.play({"path": [[20, 24]], "models": {"a2": [[21.5, 24]]}})
    assert why.value.clause == "movement.through-models"
    table.play({"path": [[20, 24]], "models": {"a2": [[22, 24]]}})
    assert (table.at("a1"), table.at("a2")) == ((20, 24), (22, 24))


@proves("movement.through-models", "units.skimmer.ignores-terrain-moving")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_hovering_low_is_not_passing_through_enemies_but_through_friends(card: str) -> None:
    enemy = at(f"blue {card} a 20,20 north\nred Squad b 20,25" + FAR, active="a").play("move")
    assert refusal(enemy, [[20, 30]]) == "movement.through-models"
    friend = at(f"blue {card} a 20,20 north\nblue Squad b 20,25" + FAR, active="a").play("move", [[20, 30]])
    assert friend.at("a1") == (20, 30)
    over = at(f"blue {card} a 20,20 north\nblue Squad b 20,25" + FAR, active="a").play("move")
    assert refusal(over, [[20, 26]]) == "movement.through-models"


@proves("movement.top-of-container", "movement.rough")
def test_a_strider_crosses_a_container_it_cannot_stand_on() -> None:
    """8 cm of which 2.5 rough: 10.5 of its Move; with a Move of 10 it would not get across."""
    drawn = "blue Strider a 20,15 M={}\ncontainer 5,35,18,20.5" + FAR
    assert at(drawn.format(10.5), active="a").play("move", [[20, 23]]).at("a1") == (20.0, 23.0)
    assert refused(at(drawn.format(10), active="a"), "move", [[20, 23]]) == "movement.up-to-m"
    assert refused(at(drawn.format(12), active="a"), "move", [[20, 19.25]]) == "movement.top-of-container"


@proves("movement.top-of-container", "movement.rough")
@pytest.mark.parametrize(("move", "may"), [(12.5, True), (12.4, False)])
def test_a_strider_crosses_a_container_it_is_too_large_to_stand_on(move: float, may: bool) -> None:
    """10 cm in all, 2.5 of them over the container."""
    table = at(f"blue Strider a 20,20 M={move}\ncontainer 10,30,24,26.5" + FAR, active="a").play("move")
    if may:
        assert table.play([[20, 30]]).at("a1") == (20, 30)
    else:
        assert refusal(table, [[20, 30]]) == "movement.up-to-m"
    assert (
        refusal(at("blue Strider a 20,20 M=30\ncontainer 10,30,24,26.5" + FAR, active="a").play("move"), [[20, 25.25]])
        == "movement.top-of-container"
    )


@proves("movement.top-of-container")
def test_a_hero_of_two_and_a_half_fits_on_a_container_of_two_and_a_half() -> None:
    table = at("blue Hero a 20,20 M=20\ncontainer 18,22,24,26.5" + FAR, active="a").play("move", [[20, 25.25]])
    assert table["a1"].base.elevation == 2.5
    assert (
        refusal(at("blue Hero a 20,20 M=20\ncontainer 18,22,24,26.5" + FAR, active="a").play("move"), [[20, 25.4]])
        == "movement.top-of-container"
    )


@proves("terrain.container.blocks-sight", "cover.touching", "movement.top-of-container")
def test_whoever_stands_on_a_container_is_not_covered_by_it() -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,30\ncontainer 18,22,28.75,31.25" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []


@proves("terrain.carriage.cover", "terrain.carriage.no-sight-block")
@pytest.mark.parametrize(("y", "dodge"), [(31.5, 4), (33.0, 3)])
def test_behind_a_carriage_one_is_seen_and_covered(y: float, dodge: int) -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,{y} D=2\ncarriage 15,25,25.5,30.5" + FAR
    low = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {dodge}")
    assert low.alive("b") == ["b1"]
    high = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {dodge + 1}")
    assert high.alive("b") == []


@proves("terrain.carriage.crossing", "movement.rough", "movement.top-of-container")
@pytest.mark.parametrize(
    ("y", "why"), [(22.5, "movement.top-of-container"), (23, ""), (24, ""), (24.1, "movement.up-to-m")]
)
def test_onto_a_carriage_two_in_the_open_and_two_that_cost_four(y: float, why: str) -> None:
    table = at("blue Squad a 20,20\ncarriage 15,25,22,27" + FAR, active="a")
    if why:
        assert refused(table, "move", [[20, y]]) == why
    else:
        assert table.play("move", [[20, y]])["a1"].base.elevation == 1.5
