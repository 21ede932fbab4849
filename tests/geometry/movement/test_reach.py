"""The area to draw agrees with the path search point by point; forced moves and snapping end where they must."""

from __future__ import annotations

import math
from random import Random

import pytest
from shapely.geometry import LineString, Point, Polygon

from tests.geometry.cases import cases
from tests.geometry.movement.tables import KINDS, STEPPED, is_reachable, random_bases, random_ground, rect
from vanguard.geometry.movement import (
    Ground,
    Mover,
    cheapest_path,
    deck,
    difficult,
    edge_distance,
    ends_as_near_as,
    impassable,
    nearest_to_edge,
    obstacle,
    platform,
    price_path,
    snap_toward,
    straight_on,
    straight_to_edge,
    wall,
)
from vanguard.geometry.movement.field import CostField
from vanguard.geometry.movement.reach import ReachArea, reach_area
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import BadShape, Base, EdgeStretch, Part, Table


def plain(*features: object, tolerance: float = 0.01) -> Ground:
    listed = list(features)
    return Ground(Table(36, 36, "in", [f.part for f in listed]), listed, tolerance)  # type: ignore[attr-defined]


def me(x: float, y: float, radius: float = 0.5, elevation: float = 0.0) -> Base:
    return Base("me", x, y, radius, elevation, height=1.5)


def drawn(area: ReachArea, x: float, y: float) -> bool:
    """Even-odd rule over all rings."""
    return sum(Polygon(ring).buffer(0).contains(Point(x, y)) for ring in area.rings) % 2 == 1


def border_gap(areas: list[ReachArea], x: float, y: float) -> float:
    return min(
        (LineString([*ring, ring[0]]).distance(Point(x, y)) for area in areas for ring in area.rings), default=math.inf
    )


def test_on_open_ground_the_area_is_a_disc():
    [area] = reach_area(plain(), Mover(me(18, 18), 6.0))
    [ring] = area.rings
    for x, y in ring:
        assert math.hypot(x - 18, y - 18) == pytest.approx(6.01, abs=0.02)


def test_at_a_table_edge_the_area_keeps_the_radius():
    [area] = reach_area(plain(), Mover(me(1, 18), 6.0))
    assert min(x for x, _ in area.rings[0]) == pytest.approx(0.49, abs=0.01)


def test_a_base_leaves_a_hole_of_both_radii():
    [area] = reach_area(plain(), Mover(me(18, 18), 6.0, [Base("other", 21, 18, 0.5)]))
    assert len(area.rings) == 2
    hole = min(area.rings, key=lambda ring: Polygon(ring).area)
    for x, y in hole:
        assert math.hypot(x - 21, y - 18) == pytest.approx(0.99, abs=0.03)


def test_an_obstacle_leaves_a_strip_where_no_move_may_end():
    fence = obstacle(Part("fence", [(10, 20), (26, 20)], closed=False, top=1.0))
    [area] = reach_area(plain(fence), Mover(me(18, 18), 6.0))
    assert len(area.rings) == 2
    assert not drawn(area, 18, 20.2)
    assert drawn(area, 18, 20.6)
    assert not drawn(area, 18, 22.2), "crossing costs 2"
    assert drawn(area, 18, 21.8)


def test_a_platform_has_an_area_of_its_own():
    stand = platform(Part("stand", rect(18, 20, 22, 24), top=2.0, edge_kinds=("climbable",) * 4), KINDS)
    areas = reach_area(plain(stand), Mover(me(20, 18), 8.0))
    assert [area.z for area in areas] == [0.0, 2.0]
    assert drawn(areas[1], 20, 21)
    assert not drawn(areas[1], 20, 22.3)
    assert not drawn(areas[0], 20, 21)


def test_from_a_platform_the_strip_along_an_obstacle_below_is_left_out():
    stand = platform(Part("stand", rect(18, 14, 22, 18), top=2.0, edge_kinds=("stairs",) * 4), KINDS)
    fence = obstacle(Part("fence", [(10, 20), (26, 20)], closed=False, top=1.0))
    areas = reach_area(plain(stand, fence), Mover(me(20, 16, elevation=2.0), 6.0))
    assert not drawn(areas[0], 20, 19.8)
    assert drawn(areas[0], 20, 19.2)


def test_a_deck_is_reached_by_climbing_its_side():
    top = deck(Part("deck", rect(18, 20, 24, 24), top=3.0), STEPPED)
    ground = Ground(Table(36, 36, "in", [top.part]), [top], tolerance=0.001, step=0.5)
    areas = reach_area(ground, Mover(me(20, 18), 8.0))
    assert [area.z for area in areas] == [0.0, 3.0]
    assert drawn(areas[1], 20, 21.5)
    assert not drawn(areas[1], 20, 22.5)
    assert not drawn(areas[0], 20, 21.5)


def test_the_area_goes_through_a_window():
    ruin = wall(
        Part("ruin", [(8, 20), (28, 20)], closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 9.2, 10.8)])
    )
    [area] = reach_area(plain(ruin), Mover(me(18, 18), 6.0))
    assert drawn(area, 18, 21)
    assert not drawn(area, 18, 22.5)


def test_the_area_goes_round_the_end_of_a_fence_through_a_narrow_strip():
    """Between the fence and the base no cell is free; what lies beyond is not charged for the fence it goes round."""
    fence = obstacle(Part("fence", [(10.911, 16.893), (15.674, 15.373)], closed=False, top=1.0))
    mover = Mover(me(13.143, 17.119, 0.63), 5.0, [Base("other", 10.33, 18.218, 0.63)])
    [area] = reach_area(plain(fence), mover)
    for x, y in [(9.8, 15.647), (9.821, 16.213)]:
        assert is_reachable(plain(fence), mover, (x, y))
        assert drawn(area, x, y)


def test_the_area_leaves_out_what_a_base_would_have_to_hop_to():
    """The gap between the platforms is too narrow to stand in: nobody climbs down and up again there."""
    sides = ("climbable",) * 4
    near = platform(Part("near", rect(5.15, 3.807, 8.65, 6.807), top=2.0, edge_kinds=sides), KINDS)
    far = platform(Part("far", rect(5.241, 7.073, 8.741, 10.073), top=2.0, edge_kinds=sides), KINDS)
    mover = Mover(me(7.189, 5.559, 0.787, 2.0), 8.5, drops_up_to=2.0)
    assert not is_reachable(plain(near, far), mover, (6.427, 8.3))
    assert not any(drawn(area, 6.427, 8.3) for area in reach_area(plain(near, far), mover))


def test_behind_a_base_the_border_is_where_the_way_round_it_ends():
    mover = Mover(me(18, 18.4, 0.787), 7.0, [Base("other", 18, 20, 0.787)])
    [area] = reach_area(plain(), mover)
    behind = [round(21.6 + 0.02 * k, 3) for k in range(200)]
    farthest = max(y for y in behind if is_reachable(plain(), mover, (18.0, y)))
    assert 22.0 < farthest < 25.0
    assert border_gap([area], 18.0, farthest) < 0.1


def test_a_gap_between_a_base_and_the_table_edge_is_not_drawn_shut():
    others = [Base("near the edge", 18, 2.09, 0.5), Base("beyond it", 18, 4.0, 1.4), Base("and beyond", 18, 8.0, 2.6)]
    mover = Mover(me(16, 1, 0.787), 6.0, others)
    [area] = reach_area(plain(), mover)
    assert is_reachable(plain(), mover, (21, 2))
    assert drawn(area, 21, 2)


def test_the_area_does_not_depend_on_the_order_of_bases_and_parts():
    dice = Random(5)
    for _ in range(4):
        ground = random_ground(dice, ["impassable", "difficult", "obstacle", "platform"], 8, width=20, depth=20)
        bases = random_bases(dice, ground, 10)
        turned = Ground(Table(20, 20, "in", [f.part for f in ground.features[::-1]]), ground.features[::-1])
        one = reach_area(ground, Mover(bases[0], 5.0, bases, drops_up_to=2.0))
        two = reach_area(turned, Mover(bases[0], 5.0, bases[::-1], drops_up_to=2.0))
        assert [(area.z, area.rings) for area in one] == [(area.z, area.rings) for area in two]


MIXES = [["impassable"], ["impassable", "difficult", "obstacle"], ["impassable", "wall", "traversable", "platform"]]


SPARE = 0.15
"""How exact the border is: a little more than half a cell."""


def surely_reachable(ground: Ground, mover: Mover, x: float, y: float) -> bool:
    """With some of the allowance to spare, by a way that is wide enough for a base a hair fatter: a gap that a base only
    just fits through may be drawn shut."""
    base = mover.base
    fatter = Base(base.key, base.x, base.y, base.radius + SPARE, base.elevation, base.height)
    way = cheapest_path(ground, Mover(fatter, mover.allowance, mover.blockers, drops_up_to=mover.drops_up_to), (x, y))
    if way is None:
        return False
    path = price_path(ground, mover, way.waypoints)  # the fatter one is spared what it overlaps from the start
    return path.legal and path.cost <= mover.allowance - SPARE


@cases(720, each=20)
def test_the_area_agrees_with_the_path_search(dice: Random):
    """What is drawn can be reached; what is not drawn cannot, at least not easily. 24 points are asked for on each table,
    of which some 22 are far enough from a border to be compared."""
    ground = random_ground(dice, dice.choice(MIXES), 8, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 10)
    mover = Mover(bases[0], 5.0, bases, drops_up_to=2.0)
    areas = reach_area(ground, mover)
    for _ in range(24):
        x = round(bases[0].x + dice.uniform(-5.2, 5.2), 3)
        y = round(bases[0].y + dice.uniform(-5.2, 5.2), 3)
        if border_gap(areas, x, y) < SPARE:
            continue
        if any(drawn(area, x, y) for area in areas):
            assert is_reachable(ground, mover, (x, y)), f"({x}, {y}) is drawn but cannot be reached"
        else:
            assert not surely_reachable(ground, mover, x, y), f"({x}, {y}) can be reached but is not drawn"


def test_snapping_to_a_reachable_wish_is_the_cheapest_path():
    path = snap_toward(plain(), Mover(me(5, 5), 6.0), (8, 9))
    assert path.legal
    assert path.end == (8.0, 9.0, 0.0)


def test_snapping_toward_a_far_wish_spends_the_allowance():
    path = snap_toward(plain(), Mover(me(5, 5), 6.0), (25, 5))
    assert path.legal
    assert path.end[0] == pytest.approx(11.0, abs=0.02)


def test_snapping_follows_the_way_round_an_obstacle():
    block = impassable(Part("block", rect(9, 4, 11, 8), top=3.0))
    path = snap_toward(plain(block), Mover(me(7, 5), 5.0), (13, 5))
    assert path.legal
    assert path.cost == pytest.approx(5.0, abs=0.03)
    assert path.end[1] < 3.7


def test_snapping_to_a_place_inside_a_block_ends_beside_it():
    block = impassable(Part("block", rect(9, 4, 11, 8), top=3.0))
    path = snap_toward(plain(block), Mover(me(7, 6), 5.0), (9.2, 6))
    assert path.legal
    assert path.end[:2] == (pytest.approx(8.51, abs=0.01), pytest.approx(6.0, abs=0.05))


def test_snapping_never_ends_across_an_obstacle():
    fence = obstacle(Part("fence", [(0, 8), (36, 8)], closed=False, top=1.0))
    path = snap_toward(plain(fence), Mover(me(9, 6), 4.2), (9, 12))
    assert path.legal
    assert path.end[1] == pytest.approx(7.51, abs=0.02)


def test_snapping_up_stairs_beside_a_sheer_face_is_a_move_a_player_could_make():
    """The way goes up the stairs a hair beside their end: what it crosses there is no bend of the path."""
    sides = ("sheer", "stairs", "stairs", "sheer")
    stand = platform(Part("stand", rect(1.272, 2.3, 4.772, 5.3), top=2.0, edge_kinds=sides), KINDS)
    mover = Mover(me(2.819, 1.253), 5.0, drops_up_to=2.0)
    path = snap_toward(plain(stand), mover, (3.709, 3.009))
    assert path.end == (3.709, 3.009, 2.0)
    assert price_path(plain(stand), mover, path.waypoints).legal


@cases(36)
def test_snapping_is_always_legal(dice: Random):
    ground = random_ground(dice, dice.choice(MIXES), 8, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 10)
    mover = Mover(bases[0], 5.0, bases, drops_up_to=2.0)
    wish = (round(dice.uniform(0, 20), 3), round(dice.uniform(0, 20), 3))
    path = snap_toward(ground, mover, wish)
    assert path.legal
    again = price_path(ground, mover, [point[:2] for point in path.waypoints])
    assert again.legal


def test_straight_on_stops_at_what_is_in_the_way():
    other = Base("other", 10, 5, 0.5)
    path = straight_on(plain(), Mover(me(5, 5), 9.0, [other]), 1.0, 0.0, 9.0)
    assert path.legal
    assert path.end[0] == pytest.approx(9.01, abs=0.005)


def test_straight_on_goes_the_whole_way_when_it_is_free():
    path = straight_on(plain(), Mover(me(5, 5), 3.0), 3.0, 4.0, 3.0)
    assert path.end == (6.8, 7.4, 0.0)


@pytest.mark.parametrize("tolerance", [0.0, 0.001, 0.01])
def test_straight_on_keeps_to_its_line_and_length_to_a_thousandth_or_so(tolerance: float):
    """Ends are rounded like every coordinate; no rounding makes a move cost more than it may."""
    for k in range(60):
        angle, distance = 0.1 + k * 0.37, 0.05 + k * 0.1013
        path = straight_on(
            plain(tolerance=tolerance), Mover(me(18, 18), distance), math.cos(angle), math.sin(angle), distance
        )
        assert path.legal
        assert path.cost <= distance + tolerance + 1e-9
        assert path.length == pytest.approx(distance, abs=0.0015)
        x, y = path.end[0] - 18, path.end[1] - 18
        assert abs(x * math.sin(angle) - y * math.cos(angle)) < 0.0015


def test_straight_on_refuses_a_direction_without_length():
    with pytest.raises(BadShape):
        straight_on(plain(), Mover(me(5, 5), 3.0), 0.0, 0.0, 3.0)


def test_falling_back_goes_straight_until_the_base_touches_the_edge():
    path = straight_to_edge(plain(), Mover(me(5, 4), 12.0), "south")
    assert path is not None
    assert path.end == (5.0, 0.5, 0.0)
    assert edge_distance(plain(), 5.0, 0.5, 0.5, "south") == 0.0


def test_falling_back_straight_is_not_the_move_when_it_costs_more_than_its_length():
    woods = difficult(Part("woods", rect(3, 1, 8, 3), top=3.0))
    assert straight_to_edge(plain(woods), Mover(me(5, 4), 12.0), "south") is None


def test_falling_back_round_a_block_ends_as_near_the_edge_as_can_be():
    block = impassable(Part("block", rect(2, 5, 8, 7), top=3.0))
    mover = Mover(me(5, 9), 7.0)
    best = nearest_to_edge(plain(block), mover, "south")
    assert best.legal
    exact = min(
        y
        for y in (k * 0.05 for k in range(10, 180))
        for x in (k * 0.25 for k in range(2, 60))
        if math.hypot(x - 5, y - 9) <= 7.0 and is_reachable(plain(block), mover, (x, y))
    )
    assert best.end[1] <= exact + 0.25
    own = cheapest_path(plain(block), mover, (best.end[0], round(best.end[1] + 0.2, 3)))
    assert own is not None
    assert ends_as_near_as(best, own, plain(block), 0.5, "south", 0.25)
    assert not ends_as_near_as(best, price_path(plain(block), mover, [(5, 8)]), plain(block), 0.5, "south", 0.25)


def test_an_edge_must_be_one_of_four():
    with pytest.raises(BadShape, match="no up edge"):
        nearest_to_edge(plain(), Mover(me(5, 5), 3.0), "up")


@cases(240, each=20)
def test_no_place_of_the_whole_field_is_nearer_to_the_edge(dice: Random):
    """Only what may lead nearer is looked at: nothing may be lost by that. A table has far more than twenty places."""
    ground = random_ground(dice, dice.choice(MIXES), 8, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 10)
    mover = Mover(bases[0], 4.0, bases, drops_up_to=2.0)
    side = dice.choice(["south", "north", "west", "east"])
    best = nearest_to_edge(ground, mover, side)
    gap = edge_distance(ground, best.end[0], best.end[1], mover.base.radius, side)
    assert best.legal
    whole = CostField(Surroundings(ground, mover, mover.allowance + ground.tolerance), 0.25)
    for x, y, _, _ in whole.ends():
        if edge_distance(ground, x, y, mover.base.radius, side) < gap - ground.tolerance - 1e-6:
            assert not is_reachable(ground, mover, (x, y))


@cases(60, each=20)
def test_a_retreat_uses_all_it_has(dice: Random):
    """No place of a grid three times as fine is nearer to the edge by more than a few hundredths."""
    ground = random_ground(dice, dice.choice(MIXES), 8, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 10)
    mover = Mover(bases[0], 4.0, bases, drops_up_to=2.0)
    side = dice.choice(["south", "north", "west", "east"])
    best = nearest_to_edge(ground, mover, side)
    gap = edge_distance(ground, best.end[0], best.end[1], mover.base.radius, side)
    fine = CostField(Surroundings(ground, mover, mover.allowance + ground.tolerance), 0.08, side, gap - 0.05)
    for x, y, _, _ in fine.ends():
        if edge_distance(ground, x, y, mover.base.radius, side) < gap - 0.1:
            assert not is_reachable(ground, mover, (x, y))
