"""The cheapest path against independent judges: shapely for what a path costs, a fine grid for what is best."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from tests.geometry.cases import cases
from tests.geometry.movement.oracle import Oracle
from tests.geometry.movement.tables import (
    STEPPED,
    far_from,
    free_point,
    is_reachable,
    random_bases,
    random_ground,
    rect,
)
from vanguard.geometry.movement import (
    EdgeKind,
    Ground,
    Mover,
    PricedPath,
    cheapest_path,
    deck,
    difficult,
    impassable,
    keep_away,
    obstacle,
    price_path,
    snap_toward,
    traversable,
    wall,
)
from vanguard.geometry.movement.bends import Bends
from vanguard.geometry.movement.corners import rim_points
from vanguard.geometry.movement.legs import FINELY, Known
from vanguard.geometry.movement.search import cheapest_path_in
from vanguard.geometry.movement.surroundings import surroundings
from vanguard.geometry.shapes import BadShape, Base, EdgeStretch, Part, Table

INF = float("inf")
MIXES = [
    ["impassable"],
    ["impassable", "difficult"],
    ["impassable", "obstacle"],
    ["impassable", "wall", "traversable"],
    ["impassable", "difficult", "obstacle", "wall", "traversable"],
]


def plain(*features: object, tolerance: float = 0.01) -> Ground:
    listed = list(features)
    return Ground(Table(36, 36, "in", [f.part for f in listed]), listed, tolerance)  # type: ignore[attr-defined]


def me(x: float, y: float, radius: float = 0.5) -> Base:
    return Base("me", x, y, radius, height=1.5)


def found(path: PricedPath | None) -> PricedPath:
    assert path is not None
    assert path.legal
    return path


def test_the_free_straight_line_is_the_path():
    path = found(cheapest_path(plain(), Mover(me(5, 5), 6.0), (8, 9)))
    assert path.points == [(5.0, 5.0, 0.0), (8.0, 9.0, 0.0)]


def test_going_nowhere_is_a_path():
    assert found(cheapest_path(plain(), Mover(me(5, 5), 6.0), (5, 5))).cost == 0.0


def test_round_one_base_the_path_is_two_tangents_and_an_arc():
    other = Base("other", 10, 5, 0.5)
    path = found(cheapest_path(plain(), Mover(me(7, 5), 12.0, [other]), (13, 5)))
    best = 2 * math.sqrt(3**2 - 1) + (math.pi - 2 * math.acos(1 / 3))
    assert best - 0.01 <= path.cost <= best + 0.02


def test_round_a_block_the_path_hugs_its_corners():
    block = impassable(Part("block", rect(9, 4, 11, 8), top=3.0))
    path = found(cheapest_path(plain(block), Mover(me(7, 5), 12.0), (13, 5)))
    # round the two southern corners at distance 0.5
    leg = math.hypot(2.0, 1.0)
    straight = math.sqrt(leg**2 - 0.25)
    assert path.cost < 2 * straight + 2.0 + 0.5 * 2 * 0.75
    assert path.cost > 2 * leg + 2.0 - 0.2


def test_a_gap_of_exactly_two_radii_is_found():
    a = impassable(Part("a", rect(9, 0, 11, 5), top=3.0))
    b = impassable(Part("b", rect(9, 6, 11, 20), top=3.0))
    path = found(cheapest_path(plain(a, b, tolerance=0.001), Mover(me(6, 9), 14.0), (14, 9)))
    assert path.cost < 14.0


def test_a_gap_narrower_than_the_base_is_not():
    a = impassable(Part("a", rect(9, 0, 11, 5), top=3.0))
    b = impassable(Part("b", rect(9, 5.98, 11, 36), top=3.0))
    assert cheapest_path(plain(a, b, tolerance=0.001), Mover(me(6, 9), 30.0), (14, 9)) is None


def test_the_gap_between_a_base_and_a_low_wall_is_found():
    """The base just fits through without paying for the wall."""
    low_wall = traversable(Part("wall", [(5.34, 8.34), (3.04, 8.78), (2.62, 7.53), (5.34, 5.98)], top=1.0))
    mover = Mover(me(1.374, 5.907), 5.0, [Base("other", 2.935, 5.437, 0.63)])
    path = found(cheapest_path(plain(low_wall), mover, (4.494, 5.573)))
    assert path.cost == pytest.approx(path.length)
    assert path.cost < 3.75


def test_a_path_is_tightened_before_it_is_found_too_long():
    """Round the base and over the fence takes 4.98 of 5, though its bends are first tried a little further out."""
    fence = obstacle(Part("fence", [(10.77, 7.67), (8.19, 11.24)], closed=False, top=1.0))
    mover = Mover(me(10.147, 9.615, 0.63), 5.0, [Base("other", 11.379, 8.321, 0.787)])
    path = found(cheapest_path(plain(fence), mover, (10.362, 6.71)))
    assert path.cost == pytest.approx(4.975, abs=0.01)


def test_a_path_between_a_base_and_woods_leaves_the_woods_where_that_is_cheapest():
    woods = difficult(Part("woods", [(4.71, 4.99), (2.81, 5.99), (1.39, 3.49), (3.81, 2.86)], top=3.0))
    mover = Mover(me(4.603, 3.057, 0.63), 5.0, [Base("other", 2.268, 1.832, 0.787)])
    path = found(cheapest_path(plain(woods), mover, (1.176, 3.223)))
    assert path.cost < 4.1


def test_paying_for_an_obstacle_beats_a_long_way_round_and_not_a_short_one():
    fence = obstacle(Part("fence", [(4, 8), (14, 8)], closed=False, top=1.0))
    over = found(cheapest_path(plain(fence), Mover(me(9, 6), 20.0), (9, 10)))
    assert over.cost == pytest.approx(6.0)
    round_the_end = found(cheapest_path(plain(fence), Mover(me(13.5, 6), 20.0), (13.5, 10)))
    assert round_the_end.cost == pytest.approx(2 * math.hypot(0.5, 2.0), abs=0.02)
    assert round_the_end.crossings == []


def test_a_path_bends_where_it_leaves_difficult_ground():
    woods = difficult(Part("woods", rect(5, 5, 15, 10), top=3.0))
    path = found(cheapest_path(plain(woods), Mover(me(6, 8), 20.0), (12, 13)))
    # Snell: the sine inside is half the sine outside
    best = min(
        2 * math.hypot(x - 6, 2) + math.hypot(12 - x, 3) for x in (6 + k * 0.001 for k in range(6000))
    )  # fmt: skip
    assert best - 1e-6 <= path.cost <= best + 0.01


def test_a_path_goes_round_difficult_ground_when_that_is_cheaper():
    woods = difficult(Part("woods", rect(5, 5, 15, 6), top=3.0), factor=8.0)
    path = found(cheapest_path(plain(woods), Mover(me(14, 4), 20.0), (14, 7)))
    assert [item.label for item in path.items] == ["move"]
    assert path.cost == pytest.approx(2 * math.hypot(1, 1) + 1.0, abs=0.02)


def test_a_window_is_used_when_it_saves_the_way_round():
    ruin = wall(Part("ruin", [(4, 8), (24, 8)], closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 9, 11)]))
    path = found(cheapest_path(plain(ruin), Mover(me(11, 6), 20.0), (11, 10)))
    assert [item.label for item in path.items] == ["move", "window"]
    assert path.cost < 2 * math.hypot(2.02, 2) + 2.0 + 0.05


RUIN = Part("ruin", [(12, 4), (12, 10)], closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 2.0, 4.0)])


def test_a_path_may_bend_while_the_base_is_in_a_window():
    """A base stands close to the wall beside its window: the way bends round it before the mover is clear of the wall."""
    mover = Mover(me(10.7, 5.003, 0.63), 7.0, [Base("other", 12.963, 5.36, 0.492)])
    path = found(cheapest_path(plain(wall(RUIN)), mover, (13.856, 7.114)))
    assert [item.label for item in path.items] == ["move", "window"]
    assert path.cost == pytest.approx(5.811, abs=0.01)


def test_a_path_may_bend_before_its_base_comes_to_the_window():
    """The same way from its other end: the base already overlaps the wall where it bends, with the window still ahead."""
    mover = Mover(me(13.856, 7.114, 0.63), 7.0, [Base("other", 12.963, 5.36, 0.492)])
    path = found(cheapest_path(plain(wall(RUIN)), mover, (10.7, 5.003)))
    assert path.cost == pytest.approx(5.811, abs=0.01)


def test_a_path_may_bend_at_a_jamb_and_again_before_its_base_is_clear_of_the_wall():
    mover = Mover(me(9.778, 7.074, 0.63), 7.0, [Base("other", 11.353, 4.867, 0.63)])
    path = found(cheapest_path(plain(wall(RUIN)), mover, (12.934, 4.635)))
    assert path.cost == pytest.approx(6.138, abs=0.01)


def test_a_low_wall_is_gone_round_or_crossed_whichever_is_cheaper():
    low = traversable(Part("low wall", rect(8, 4, 8.5, 12), top=1.0))
    over = found(cheapest_path(plain(low), Mover(me(7, 8), 20.0), (9.5, 8)))
    assert over.cost == pytest.approx(2.5 + 2.0)
    past = found(cheapest_path(plain(low), Mover(me(7, 11.8), 20.0), (9.5, 11.8)))
    assert past.crossings == []


def test_a_path_keeps_away_from_enemies_it_may_not_come_near():
    enemy = Base("enemy", 10, 5, 0.5)
    mover = Mover(me(7, 5), 14.0, [enemy], zones=[keep_away(enemy, 1.0)])
    path = found(cheapest_path(plain(), mover, (13, 5)))
    best = 2 * math.sqrt(9 - 2.01**2) + 2.01 * (math.pi - 2 * math.acos(2.01 / 3))
    assert best - 0.01 <= path.cost <= best * 1.01


def test_a_goal_that_no_base_can_stand_on_has_no_path():
    block = impassable(Part("block", rect(9, 4, 11, 8), top=3.0))
    mover = Mover(me(7, 5), 12.0, [Base("other", 5, 5, 0.5)])
    assert cheapest_path(plain(block), mover, (10, 6)) is None
    assert cheapest_path(plain(block), mover, (5.5, 5)) is None
    assert cheapest_path(plain(block), mover, (0.2, 5)) is None


def test_a_goal_beyond_the_allowance_has_no_path():
    assert not is_reachable(plain(), Mover(me(5, 5), 6.0), (11.02, 5))
    assert is_reachable(plain(), Mover(me(5, 5), 6.0), (11.01, 5))


def test_a_goal_that_is_no_number_is_refused():
    with pytest.raises(BadShape, match="goal"):
        cheapest_path(plain(), Mover(me(5, 5), 6.0), (math.nan, 5))


def test_boxed_in_bases_cannot_get_out():
    ring = [
        Base(f"b{k}", 10 + 1.3 * math.cos(k), 10 + 1.3 * math.sin(k), 0.5) for k in np.linspace(0, 2 * math.pi, 9)[:-1]
    ]
    mover = Mover(me(10, 10), 12.0, ring)
    assert cheapest_path(plain(), mover, (14, 10)) is None
    assert snap_toward(plain(), mover, (14, 10)).legal


@cases(400)
def test_the_price_of_a_found_path_is_what_shapely_says_it_costs(dice: Random):
    ground = random_ground(dice, dice.choice(MIXES), 8, size=2.5, width=18, depth=18)
    bases = random_bases(dice, ground, 10)
    base = bases[0]
    mover = Mover(base, 7.0, bases)
    goal = free_point(dice, ground, mover, 7.0)
    path = cheapest_path(ground, mover, goal) if goal is not None else None
    if path is None:
        return
    assert path.legal
    assert (path.end[0], path.end[1]) == goal
    assert path.cost <= mover.allowance + ground.tolerance + 1e-6
    assert path.cost >= far_from((base.x, base.y), path.end) - 1e-9
    again = price_path(ground, mover, [point[:2] for point in path.waypoints])
    assert again.legal
    assert again.cost == pytest.approx(path.cost, abs=1e-9)
    if len(path.points) > 1:
        places = np.array([point[:2] for point in path.points])
        # a path may run along the border of an area: its price lies between those of a slimmer and a fatter area
        least = float(Oracle(ground, mover, skin=-1e-4).leg_costs(places[:-1], places[1:]).sum())
        most = float(Oracle(ground, mover, skin=1e-4).leg_costs(places[:-1], places[1:]).sum())
        assert least - 1e-3 <= path.cost <= most + 1e-3, "shapely prices the same path differently"


@cases(120)
def test_no_grid_search_finds_a_path_more_than_a_hair_cheaper(dice: Random):
    """At most 1 % or 0.05 above the best. Goals are drawn until the straight line, which nothing beats, is not the way."""
    ground = random_ground(dice, dice.choice(MIXES), 6, size=2.2, width=13, depth=13)
    bases = random_bases(dice, ground, 8)
    mover = Mover(bases[0], 5.0, bases)
    for _ in range(20):
        goal = free_point(dice, ground, mover, 4.0)
        path = cheapest_path(ground, mover, goal) if goal is not None else None
        cost = path.cost if path is not None else INF
        straight = far_from((bases[0].x, bases[0].y), goal) if goal is not None else INF
        if goal is None or cost <= max(straight * 1.01, straight + 0.05):
            continue
        best = Oracle(ground, mover).best_cost(goal, min(cost, mover.allowance))
        if best <= mover.allowance:
            assert cost <= max(best * 1.01, best + 0.05), f"{bases[0]!r} to {goal}: {cost} but the grid finds {best}"
        return


def test_the_path_does_not_depend_on_the_order_of_bases_and_parts():
    random = Random(77)
    for _ in range(30):
        ground = random_ground(random, MIXES[-1], 8, size=2.5, width=18, depth=18)
        bases = random_bases(random, ground, 10)
        goal = free_point(random, ground, Mover(bases[0], 7.0, bases), 7.0)
        if goal is None:
            continue
        one = cheapest_path(ground, Mover(bases[0], 7.0, bases), goal)
        turned = Ground(ground.table, list(reversed(ground.features)))
        two = cheapest_path(turned, Mover(bases[0], 7.0, bases[::-1]), goal)
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.points == two.points
            assert one.cost == two.cost


def test_a_zone_that_is_watched_through_a_slit_only_is_gone_round():
    """Legs are looked at roughly first: what is chosen in the end must not cross the slit."""

    def in_the_slit(x: float, y: float, z: float) -> bool:
        return abs(x - 10.13) < 0.06

    foe = Base("foe", 10, 10, 0.5)
    mover = Mover(me(6, 10), 10.0, [foe], zones=[keep_away(foe, 1.0, condition=in_the_slit)])
    path = cheapest_path(plain(), mover, (14, 10))
    assert path is not None
    assert price_path(plain(), mover, path.waypoints).legal
    assert path.cost == pytest.approx(2 * math.sqrt(12) + 4 * math.pi / 6 * 1.0, abs=0.05)


def test_a_wish_nobody_can_get_to_is_given_up_without_asking_zones_everywhere():
    asked: list[float] = []

    def seen(x: float, y: float, z: float) -> bool:
        asked.append(x)
        return abs(y - 10.1) < 0.35

    ring = [
        Base(f"{i}", 14 + 1.4 * math.cos(i * math.pi / 4), 10 + 1.4 * math.sin(i * math.pi / 4), 0.5) for i in range(8)
    ]
    foes = [Base("a", 9, 9, 0.5), Base("b", 9, 11.2, 0.5), Base("c", 11, 8, 0.5)]
    zones = [keep_away(foe, 1.0, condition=seen) for foe in foes]
    path = snap_toward(plain(), Mover(me(6, 10), 6.0, [*ring, *foes], zones=zones), (14, 10))
    assert path.legal
    assert path.length > 1.0
    assert 0 < len(asked) < 5_000


@pytest.mark.parametrize("quick", [True, False])
@cases(usual=40)
def test_to_many_goals_from_one_place_the_ways_are_those_of_each_by_itself(random: Random, quick: bool):
    """What legs cost is remembered from goal to goal: what a search does not know yet must not count for it."""
    ground = random_ground(random, random.choice([*MIXES, ["impassable", "platform"]]), 12)
    bases = random_bases(random, ground, 9)
    mover = Mover(bases[0], 7.0, bases[1:], zones=[keep_away(bases[1], 1.0)])
    together = surroundings(ground, mover)
    for _ in range(8):
        goal = (random.uniform(0.0, ground.width), random.uniform(0.0, ground.depth))
        if free := free_point(random, ground, mover, 7.0):
            goal = free
        alone = cheapest_path_in(surroundings(ground, mover), goal, 7.0, quick)
        shared = cheapest_path_in(together, goal, 7.0, quick)
        assert (shared and (shared.points, shared.cost)) == (alone and (alone.points, alone.cost))


def test_what_legs_cost_is_remembered_only_for_searches_that_know_the_same():
    block, woods = impassable(Part("block", rect(9, 4, 11, 8))), difficult(Part("woods", rect(4, 4, 6, 8)))
    around = surroundings(plain(block, woods), Mover(me(7, 5), 12.0, [Base("other", 7, 9, 0.5)]))
    one, other = Known(around), Known(around)
    learn: list[Callable[[Known], object]] = [
        lambda known: known.discs.append(around.discs[0]),
        lambda known: known.learn_blocking(block),
        lambda known: known.costly.append(woods),
        lambda known: known.zones.append(0),
        lambda known: setattr(known, "looks_an_inch", FINELY),
    ]
    assert one.remembered() is other.remembered()
    for learns in learn:
        learns(one)
        assert one.remembered() is not other.remembered()
        learns(other)
        assert one.remembered() is other.remembered()


@cases(usual=60)
def test_a_part_lies_aside_only_if_no_bend_beside_it_could_be_on_the_way(random: Random):
    ground = random_ground(random, ["difficult"], 1)
    [feature] = ground.features
    start, goal = [(random.uniform(1.0, 23.0), random.uniform(1.0, 23.0)) for _ in range(2)]
    distance = random.choice([0.003, 0.63])
    beside = [(x, y) for x, y, _ in rim_points(feature.part, distance, [start, goal])]
    least = min([math.dist(start, bend) + math.dist(bend, goal) for bend in beside])
    around = surroundings(ground, Mover(me(*start), 24.0))
    assert not Bends(around, (*goal, 0.0), least)._lies_aside(feature.part, distance)


@pytest.mark.parametrize("side", [EdgeKind("climb", 1.0, 1.0, False), EdgeKind("drop", 1.0, 1.0, True), STEPPED])
@cases(usual=40)
def test_a_level_is_too_high_only_if_no_way_by_it_is_short_enough(random: Random, side: EdgeKind):
    tops = random.choice([(2.0,), (3.0, 3.0), (1.5, 3.0)])
    steps = [deck(Part(f"step {i}", rect(8 + 4 * i, 6, 12 + 4 * i, 16), top=top), side) for i, top in enumerate(tops)]
    ground = plain(*steps)
    start = Mover(me(random.uniform(1.0, 7.0), random.uniform(1.0, 21.0)), 60.0)
    up = (random.uniform(8.6, 7.4 + 4 * len(tops)), random.uniform(6.6, 15.4), tops[-1])
    for goal in ((random.uniform(21.0, 30.0), random.uniform(1.0, 21.0), 0.0), up):
        there, back = cheapest_path(ground, start, up), cheapest_path(ground, Mover(me(*up[:2]).at(*up), 60.0), goal)
        if there is None or back is None:
            continue  # across the edge of a step
        bends = Bends(surroundings(ground, start), goal, there.cost + back.cost)
        assert not bends._is_too_high(tops[-1])
        bends.limit = math.dist((start.base.x, start.base.y), goal[:2]) + tops[-1] - 0.1
        assert bends._is_too_high(tops[-1])


@pytest.mark.parametrize("turn", [0.6, 0.9, 1.2])
def test_a_way_along_a_zone_to_a_place_on_its_rim_is_found_with_hardly_anything_to_spare(turn: float) -> None:
    """Straight to the rim, an arc of so many radians, and there it is: 0.02 longer a limit is enough, 0.02 shorter is not."""
    zone = keep_away(Base("e", 15, 15, 1.0, height=1.5), 1.5)
    reach, away = 3.01, 5.0  # a radius of 0.5, of 1, the distance and the tolerance
    angle = math.acos(reach / away) + turn
    goal = (round(15 + (reach + 0.003) * math.cos(angle), 3), round(15 + (reach + 0.003) * math.sin(angle), 3))
    length = math.sqrt(away * away - reach * reach) + reach * turn
    for spare, reaches in ((0.03, True), (-0.02, False)):
        mover = Mover(me(15 + away, 15), length + spare, (), (), [zone])
        assert (cheapest_path(plain(), mover, goal) is not None) == reaches
