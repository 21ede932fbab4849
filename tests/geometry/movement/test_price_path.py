"""A player's own path: every inch and every fee on the bill, and the first thing that forbids it named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from tests.geometry.movement.tables import rect
from vanguard.geometry.movement import (
    Feature,
    Ground,
    Mover,
    PricedPath,
    cheapest_path,
    difficult,
    impassable,
    keep_away,
    keep_off,
    may_stand,
    obstacle,
    price_path,
    tall_obstacle,
    traversable,
    wall,
)
from vanguard.geometry.shapes import BadShape, Base, EdgeStretch, Part, Table

WOODS = Part("woods", rect(20, 20, 26, 26), top=3.0)
MARSH = Part("marsh", rect(24, 20, 30, 26))
TOWER = Part("tower", rect(13, 8, 17, 12), top=4.0)
FENCE = Part("fence", [(6, 9.5), (12, 9.5)], closed=False, top=1.0)
RUIN = Part("ruin", [(24, 3), (34, 3)], closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 4, 6, 1, 2.5)])
PALISADE = Part("palisade", [(2, 30), (8, 30)], closed=False, top=3.0)
CRATES = Part("crates", rect(30, 30, 30.5, 32), top=1.0)


def ground(tolerance: float = 0.01) -> Ground:
    features: list[Feature] = [
        difficult(WOODS),
        difficult(MARSH, 3.0),
        impassable(TOWER),
        obstacle(FENCE),
        wall(RUIN),
        tall_obstacle(PALISADE, 3.0, 6.0, 6.0),
        traversable(CRATES),
    ]
    return Ground(Table(36, 36, "in", [f.part for f in features]), features, tolerance)


GROUND = ground()


def base(x: float, y: float, radius: float = 0.5, key: str = "me") -> Base:
    return Base(key, x, y, radius, height=1.5)


def walk(
    x: float, y: float, *waypoints: tuple[float, ...], allowance: float = 20.0, blockers: Sequence[Base] = ()
) -> PricedPath:
    return price_path(GROUND, Mover(base(x, y), allowance, blockers), waypoints)


def items(path: PricedPath) -> list[tuple[str, float]]:
    return [(item.label, round(item.amount, 6)) for item in path.items]


def why(path: PricedPath) -> str:
    return path.objection.reason if path.objection is not None else ""


def test_open_ground_costs_its_length():
    path = walk(2, 2, (5, 6))
    assert path.legal
    assert path.cost == pytest.approx(5.0)
    assert path.bill() == "5 of 20"


def test_the_items_add_up_to_the_cost():
    path = walk(9, 8, (9, 12), (18, 22), (28, 22), (28, 30))
    assert sum(item.amount for item in path.items) == pytest.approx(path.cost, abs=1e-9)
    assert [label for label, _ in items(path)] == [
        "move",
        "obstacle",
        "difficult ground",
        "difficult ground",
    ]


def test_each_difficult_area_is_one_line_of_the_bill():
    path = walk(19, 23, (21, 23), (21, 24), (18, 24))
    assert items(path) == [("move", 6.0), ("difficult ground", 3.0)]
    assert path.bill() == "6 + difficult ground 3 = 9 of 20"


def test_a_move_of_no_length_is_free_and_legal():
    path = walk(2, 2, (2, 2))
    assert path.legal
    assert path.cost == 0.0
    assert path.points == [(2.0, 2.0, 0.0)]


def test_no_waypoints_is_staying_put():
    assert walk(2, 2).legal


def test_an_inch_in_difficult_ground_counts_as_two():
    path = walk(19, 23, (22, 23))
    assert items(path) == [("move", 3.0), ("difficult ground", 2.0)]
    assert path.items[1].part == "woods"
    assert (path.items[1].x, path.items[1].y) == (20.0, 23.0)


def test_where_two_difficult_areas_overlap_the_slower_one_counts():
    path = walk(23, 23, (25, 23))
    assert path.cost == pytest.approx(1.0 * 2.0 + 1.0 * 3.0)


def test_walking_along_the_border_of_difficult_ground_is_not_inside_it():
    assert walk(20, 19, (20, 27)).cost == pytest.approx(8.0)


def test_crossing_an_obstacle_costs_its_fee_once_and_the_base_must_get_clear():
    clear = walk(9, 8.5, (9, 10.0))
    assert clear.legal
    assert items(clear) == [("move", 1.5), ("obstacle", 2.0)]
    across = walk(9, 8.5, (9, 9.6))
    assert why(across) == "the base would end across fence"
    assert across.objection is not None
    assert across.objection.blocker == "fence"


def test_there_and_back_over_an_obstacle_is_two_crossings():
    assert walk(9, 8, (9, 11), (9, 8)).cost == pytest.approx(6.0 + 4.0)


def test_a_waypoint_exactly_on_an_obstacle_does_not_double_the_crossing():
    assert walk(9, 8, (9, 9.5), (9, 11)).cost == pytest.approx(3.0 + 2.0)


def test_touching_an_obstacle_with_the_centre_and_turning_back_is_no_crossing():
    assert walk(9, 8, (9, 9.5), (9, 8)).cost == pytest.approx(3.0)


def test_clipping_the_end_of_an_obstacle_with_the_rim_costs_nothing():
    path = walk(12.2, 8, (12.2, 11))
    assert path.legal
    assert path.cost == pytest.approx(3.0)


def test_a_tall_obstacle_is_dropped_from_or_climbed_down_as_the_mover_dares():
    bold = price_path(GROUND, Mover(base(5, 28), 20.0, drops_up_to=3.0), [(5, 32)])
    assert bold.cost == pytest.approx(4.0 + 6.0)
    assert bold.crossings[0].drop_height == 3.0
    careful = price_path(GROUND, Mover(base(5, 28), 20.0, drops_up_to=2.0), [(5, 32)])
    assert careful.cost == pytest.approx(4.0 + 12.0)
    assert careful.crossings[0].drop_height == 0.0


def test_a_traversable_part_is_paid_when_the_disc_comes_to_overlap_it():
    path = walk(29.4, 31, (31.1, 31))
    assert path.cost == pytest.approx(1.7 + 2.0)
    assert walk(29.4, 31, (30.2, 31)).objection is not None


def test_a_bend_on_top_of_a_traversable_part_does_not_pay_twice():
    assert walk(29.4, 31, (30.2, 31), (30.3, 31.4), (31.1, 31)).cost < 2.0 + 2.5


def test_a_base_needs_one_and_a_half_inches_to_get_past_a_barricade_half_an_inch_thick():
    path = walk(29.5, 31, (31.0, 31))
    assert path.legal
    assert path.cost == pytest.approx(3.5)
    assert not walk(29.5, 31, (31.0, 31), allowance=3.0).legal


def test_impassable_terrain_stops_the_disc_not_just_the_centre():
    path = walk(12.3, 6, (12.3, 14))
    assert why(walk(12.6, 6, (12.6, 14))) == "tower is in the way"
    assert path.legal


def test_grazing_a_corner_at_exactly_the_radius_is_allowed():
    assert walk(12.5, 6, (12.5, 14)).legal


def test_grazing_a_corner_diagonally_is_allowed_and_a_hair_nearer_is_not():
    # past the corner (13, 8) along a 45 degree line at distance 0.5
    shift = 0.5 * math.sqrt(2.0)
    assert walk(11.0 - shift, 10.0, (15.0 - shift, 6.0)).legal
    assert not walk(11.0 - shift + 0.03, 10.0, (15.0 - shift + 0.03, 6.0)).legal


def test_the_objection_names_the_place_where_the_base_is_stopped():
    path = walk(10, 10, (20, 10))
    assert path.objection is not None
    assert path.objection.x == pytest.approx(12.51)
    assert path.objection.blocker == "tower"


def test_the_first_thing_in_the_way_is_named():
    other = base(11, 10, key="sentry")
    assert why(walk(8, 10.5, (20, 10.5), blockers=[other])) == "sentry is in the way"


def test_a_wall_is_passed_only_where_the_centre_crosses_a_window():
    through = walk(29, 2, (29, 4))
    assert through.legal
    assert items(through) == [("move", 2.0), ("window", 2.0)]
    assert why(walk(31, 2, (31, 4))) == "ruin is in the way"


def test_a_base_may_overlap_the_jamb_while_its_centre_goes_through_the_window():
    assert walk(28.1, 2, (28.1, 4)).legal


def test_a_slanting_way_through_a_window_may_brush_the_jamb_after_the_crossing():
    path = walk(28.64, 1.9, (30.2, 5.4))
    assert path.legal
    assert [label for label, _ in items(path)] == ["move", "window"]


def test_sliding_along_a_wall_is_not_allowed_even_beside_a_window():
    assert not walk(31, 2.0, (31, 2.7), (32, 2.7), (32, 2.0)).legal


def test_a_move_may_not_end_in_a_window():
    assert why(walk(29, 2, (29, 3))) == "the base would end across ruin"


def test_bases_may_touch_but_not_overlap():
    other = base(5, 2, key="friend")
    assert walk(2, 2, (4.0, 2), blockers=[other]).legal
    assert why(walk(2, 2, (4.1, 2), blockers=[other])) == "friend is in the way"


def test_a_base_in_contact_can_slide_along_the_other():
    other = base(5, 2, key="friend")
    assert walk(4, 2, (4, 5), blockers=[other]).legal


def test_a_base_in_contact_can_walk_away_but_not_through():
    other = base(5, 2, key="friend")
    assert walk(4, 2, (2, 2), blockers=[other]).legal
    assert not walk(4, 2, (6, 2), blockers=[other]).legal


def test_overlapping_bases_may_move_apart_but_not_closer():
    other = base(5, 2, key="friend")
    assert walk(4.5, 2, (2, 2), blockers=[other]).legal
    assert not walk(4.5, 2, (4.7, 2), (2, 2), blockers=[other]).legal


def test_bases_on_another_level_are_not_in_the_way():
    above = Base("above", 5, 2, 0.5, elevation=3.0)
    assert walk(2, 2, (8, 2), blockers=[above]).legal


def test_a_base_that_only_forbids_ending_can_be_passed_through():
    friend = base(5, 2, key="friend")
    passing = Mover(base(2, 2), 20.0, end_blockers=[friend])
    assert price_path(GROUND, passing, [(8, 2)]).legal
    assert why(price_path(GROUND, passing, [(5.2, 2)])) == "the base would overlap friend"


def test_the_gap_of_exactly_two_radii_can_be_passed():
    pair = [base(5, 1.5, key="a"), base(5, 3.5, key="b")]
    assert walk(2, 2.5, (8, 2.5), blockers=pair).legal
    narrow = [base(5, 1.52, key="a"), base(5, 3.48, key="b")]
    assert not walk(2, 2.5, (8, 2.5), blockers=narrow).legal


def test_the_mover_itself_is_never_in_its_own_way():
    assert walk(2, 2, (8, 2), blockers=[base(2, 2)]).legal


def test_the_price_may_be_the_allowance_and_a_hair_more():
    assert walk(2, 2, (8, 2), allowance=6.0).legal
    assert walk(2, 2, (8.01, 2), allowance=6.0).legal
    dear = walk(2, 2, (8.012, 2), allowance=6.0)
    assert why(dear) == 'the move costs 6.01", the allowance is 6"'
    assert dear.objection is not None
    assert dear.objection.limit == 6.0


def test_the_base_must_stay_wholly_on_the_table():
    assert walk(35, 35, (35.5, 35)).legal
    path = walk(35, 35, (36.5, 35))
    assert why(path) == "the base would leave the table"
    assert path.objection is not None
    assert path.objection.x == pytest.approx(35.51)


def test_a_mover_may_enter_from_off_the_table():
    entering = Mover(base(-0.5, 18), 6.0, entering=True)
    assert price_path(GROUND, entering, [(3, 18)]).legal
    assert why(price_path(GROUND, entering, [(0.2, 18)])) == "the base would leave the table"


def test_a_path_may_not_come_near_an_enemy_not_even_halfway():
    enemy = base(5, 4, key="enemy")
    mover = Mover(base(2, 2), 20.0, [enemy], zones=[keep_away(enemy, 1.0)])
    close = price_path(GROUND, mover, [(8, 2)])
    assert why(close) == 'the path comes within 1" of enemy'
    mover = Mover(base(2, 1.9), 20.0, [enemy], zones=[keep_away(enemy, 1.0)])
    assert price_path(GROUND, mover, [(8, 1.9)]).legal


def test_a_zone_for_the_end_only_can_be_crossed():
    enemy = base(5, 4, key="enemy")
    mover = Mover(base(2, 2), 20.0, [enemy], zones=[keep_away(enemy, 1.0, end_only=True)])
    assert price_path(GROUND, mover, [(8, 2)]).legal
    assert why(price_path(GROUND, mover, [(5, 2.2)])) == 'the base would be within 1" of enemy'


def test_a_range_the_mover_starts_in_may_be_left_but_not_entered_again():
    enemy = base(5, 4, key="enemy")
    mover = Mover(base(5, 2.5), 20.0, [enemy], zones=[keep_away(enemy, 1.0, may_leave=True)])
    assert price_path(GROUND, mover, [(5, 1)]).legal
    assert not price_path(GROUND, mover, [(5, 1), (5, 2.5), (5, 1)]).legal
    assert why(price_path(GROUND, Mover(base(5, 2.5), 9.0, zones=[keep_away(enemy, 1.0)]), [(5, 1)])).startswith(
        "the move starts within 1"
    )


@pytest.mark.parametrize("limits", [{"slant": True}, {"slant": False, "height_limit": 1.5}])
@pytest.mark.parametrize("may_leave", [True, False])
def test_an_enemy_out_of_reach_above_keeps_nobody_away_however_near_in_plan(
    limits: dict[str, Any], may_leave: bool
) -> None:
    above = Base("enemy", 5, 2.98, 0.5, elevation=2)
    mover = Mover(base(5, 2), 9.0, zones=[keep_away(above, 0.0, may_leave=may_leave, **limits)])
    assert price_path(GROUND, mover, [(5, 1)]).legal
    assert price_path(GROUND, mover, [(5, 3), (9, 3)]).legal
    assert cheapest_path(GROUND, mover, (5, 6)) is not None


def test_a_zone_can_depend_on_a_condition():
    enemy = base(5, 4, key="enemy")

    def seen_from_the_west(x: float, y: float, z: float) -> bool:
        return x < 4.5

    zone = keep_away(enemy, 1.0, condition=seen_from_the_west)
    assert not price_path(GROUND, Mover(base(2, 2.2), 20.0, zones=[zone]), [(8, 2.2)]).legal
    assert price_path(GROUND, Mover(base(5, 2.2), 20.0, zones=[zone]), [(8, 2.2)]).legal


def test_an_area_can_be_kept_off():
    zone = Part("their zone", rect(0, 30, 36, 36))
    mover = Mover(base(10, 28), 20.0, zones=[keep_off(zone)])
    assert price_path(GROUND, mover, [(10, 29.5)]).legal
    assert why(price_path(GROUND, mover, [(10, 29.6)])) == "the base would overlap their zone"


def test_the_rulebook_can_forbid_an_end_in_its_own_words():
    def nearer(x: float, y: float, z: float) -> str:
        return "" if x > 5 else "it must end closer to its target"

    mover = Mover(base(2, 2), 6.0, end_test=nearer)
    assert why(price_path(GROUND, mover, [(4, 2)])) == "it must end closer to its target"
    assert price_path(GROUND, mover, [(6, 2)]).legal


def test_coordinates_are_rounded_to_a_thousandth():
    assert walk(2, 2, (5.0004, 2)).points[-1] == (5.0, 2.0, 0.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_waypoint_that_is_no_number_is_refused_by_name(bad: float):
    with pytest.raises(BadShape, match="waypoint"):
        walk(2, 2, (bad, 2))


def test_a_waypoint_needs_two_or_three_numbers():
    with pytest.raises(BadShape, match="two or three numbers"):
        walk(2, 2, (1.0,))


@pytest.mark.parametrize("allowance", [math.nan, -1.0, math.inf])
def test_an_allowance_must_be_a_number(allowance: float):
    with pytest.raises(BadShape, match="allowance"):
        Mover(base(2, 2), allowance)


def test_features_with_impossible_prices_are_refused():
    with pytest.raises(BadShape, match="fee"):
        obstacle(FENCE, -1.0)
    with pytest.raises(BadShape, match="closed outline"):
        difficult(FENCE)


def test_may_stand_says_why_a_place_is_not_free():
    mover = Mover(base(2, 2), 0.0, [base(5, 2, key="friend")])
    assert may_stand(GROUND, mover, 8, 2) == ""
    assert may_stand(GROUND, mover, 5.3, 2) == "the base would overlap friend"
    assert may_stand(GROUND, mover, 15, 10) == "the base would overlap tower"
    assert may_stand(GROUND, mover, 0.3, 10) == "the base would leave the table"
    assert may_stand(GROUND, mover, 9, 9.3) == "the base would end across fence"


def test_a_base_set_down_on_another_is_refused_even_where_it_is_thought_to_be_already():
    mover = Mover(base(5.3, 2), 0.0, [base(5, 2, key="friend")])
    assert may_stand(GROUND, mover, 5.3, 2) == "the base would overlap friend"
    assert may_stand(GROUND, Mover(base(12.8, 10), 0.0), 12.8, 10) == "the base would overlap tower"


def test_the_order_in_which_parts_and_bases_are_listed_does_not_matter():
    bases = [base(5 + i, 15, 0.4, f"b{i}") for i in range(5)]
    there = price_path(GROUND, Mover(base(2, 15), 30.0, bases), [(9, 8), (9, 12), (23, 23)])
    backwards = Ground(GROUND.table, list(reversed(GROUND.features)))
    again = price_path(backwards, Mover(base(2, 15), 30.0, bases[::-1]), [(9, 8), (9, 12), (23, 23)])
    assert items(there) == items(again)
    assert why(there) == why(again)
