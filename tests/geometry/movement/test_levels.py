"""Changing level: platforms entered across their edges, decks touched at their sides, drops and falls."""

from __future__ import annotations

from math import hypot

import pytest

from tests.geometry.movement.tables import KINDS, STEPPED, rect
from vanguard.geometry.movement import (
    EdgeKind,
    Ground,
    Mover,
    PricedPath,
    cheapest_path,
    deck,
    impassable,
    may_stand,
    obstacle,
    platform,
    price_path,
    traversable,
)
from vanguard.geometry.shapes import BadShape, Base, EdgeStretch, Part, Table

# south stairs, east climbable, north sheer with a ladder, west climbable
STAND = Part(
    "stand", rect(20, 13, 26, 17), top=3.0, edge_kinds=("stairs", "climbable", "sheer", "climbable"),
    stretches=[EdgeStretch("ladder", 2, 1.0, 2.5)],
)  # fmt: skip
HILL = Part("hill", rect(2, 2, 8, 8), top=1.0, edge_kinds=("stairs",) * 4)
TWIN = Part("twin hill", rect(8, 2, 14, 8), top=1.0, edge_kinds=("stairs",) * 4)
TABLE = Table(36, 36, "in", [STAND, HILL, TWIN])
GROUND = Ground(TABLE, [platform(STAND, KINDS), platform(HILL, KINDS), platform(TWIN, KINDS)])


def walk(
    x: float, y: float, *waypoints: tuple[float, ...], allowance: float = 30.0, drops: float = 2.0, radius: float = 0.5
) -> PricedPath:
    return price_path(GROUND, Mover(Base("me", x, y, radius, height=1.5), allowance, drops_up_to=drops), waypoints)


def why(path: PricedPath) -> str:
    return path.objection.reason if path.objection is not None else ""


def test_stairs_cost_only_the_way():
    path = walk(23, 11, (23, 15))
    assert path.legal
    assert path.cost == pytest.approx(4.0)
    assert [change.kind for change in path.changes] == ["stairs"]
    assert path.end == (23.0, 15.0, 3.0)


@pytest.mark.parametrize("shift", [0.0, -10.0, -20.0, -30.0])
def test_who_stands_as_near_to_an_edge_as_is_forgiven_still_does_when_carried_elsewhere(shift: float):
    """A train takes its containers and whoever stands beside them along: 28.01 + 2 - 30 is a little more than a hundredth."""
    crate = platform(Part("crate", rect(40 + shift, 10, 44 + shift, 20), top=3.0, edge_kinds=("sheer",) * 4), KINDS)
    ground = Ground(Table(60, 36, "cm", [crate.part]), [crate], tolerance=0.01)
    beside = Mover(Base("me", 38.01 + shift, 15.0, 2.0), 4.0)
    assert price_path(ground, beside, ((38.01 + shift, 15.0),)).legal
    assert not may_stand(ground, beside, 38.01 + shift, 15.0)
    assert may_stand(ground, beside, 38.012 + shift, 15.0)


def test_climbing_up_costs_two_for_every_inch():
    path = walk(18, 15, (22, 15))
    assert path.cost == pytest.approx(4.0 + 6.0)
    assert path.items[-1].label == "climbable"
    assert path.items[-1].part == "stand"


def test_a_ladder_speaks_before_its_sheer_edge():
    # the north edge runs from (26, 17) westward, so the ladder is between x 23.5 and 25
    assert walk(24, 19, (24, 15)).cost == pytest.approx(4.0 + 3.0)
    assert why(walk(22, 19, (22, 15))) == "the side of stand cannot be climbed here (sheer)"


def test_going_down_is_a_drop_when_the_mover_dares_and_a_climb_when_not():
    climbed = walk(22, 15, (18, 15), drops=2.0)
    assert climbed.cost == pytest.approx(4.0 + 6.0)
    dropped = walk(22, 15, (18, 15), drops=3.0)
    assert dropped.cost == pytest.approx(4.0)
    [drop] = dropped.drops
    assert (drop.height, drop.x, drop.y) == (3.0, 20.0, 15.0)


def test_a_drop_is_resolved_where_the_base_is_clear_of_the_face():
    [drop] = walk(22, 15, (18, 15), drops=3.0).drops
    assert drop.clear_x == pytest.approx(19.51)
    assert drop.clear_y == pytest.approx(15.0)


def test_a_sheer_edge_too_high_to_drop_stops_the_move():
    path = walk(22, 15, (22, 19), drops=2.0)
    assert why(path) == "stand is 3 high here; drops go up to 2"
    assert walk(22, 15, (22, 19), drops=3.0).legal


def test_stairs_are_walked_down_not_dropped():
    path = walk(23, 15, (23, 11), drops=3.0)
    assert [change.kind for change in path.changes] == ["stairs"]
    assert path.drops == []


def test_the_base_must_end_wholly_on_one_level():
    assert why(walk(23, 11, (23, 13.2))) == "the base would stand across the edge of stand"
    assert walk(23, 11, (23, 13.5)).legal
    assert walk(23, 11, (23, 12.5)).legal


def test_clipping_a_corner_of_a_platform_is_refused():
    assert walk(0.6, 3.3, (3.3, 0.6)).changes == [], "this line passes outside the corner"
    assert "whole base" in why(walk(1.0, 3.6, (3.6, 1.0)))


def test_crossing_deep_enough_over_a_hill_is_allowed():
    path = walk(1.0, 4.0, (4.0, 1.0))
    assert path.legal, "halfway it is exactly its radius from both edges"
    assert [change.to_z for change in path.changes] == [1.0, 0.0]


def test_the_cheapest_way_past_a_corner_does_not_clip_it():
    path = cheapest_path(GROUND, Mover(Base("me", 1.0, 3.6, 0.5), 30.0), (3.6, 1.0))
    assert path is not None
    assert path.legal
    assert path.cost < (2.6**2 * 2) ** 0.5 + 0.25


def test_a_base_squeezes_past_another_along_the_foot_of_the_stairs():
    """Hopping up and down the stairs would be shorter, but there the whole base would never be up; the way below is."""
    mover = Mover(
        Base("me", 18.983, 14.688, 0.63, height=1.5), 7.0, [Base("other", 21.889, 11.504, 0.492)], drops_up_to=3.0
    )
    path = cheapest_path(GROUND, mover, (23.889, 12.249))
    assert path is not None
    assert path.changes == []
    assert path.cost == pytest.approx(5.93, abs=0.01)


def test_two_platforms_of_one_height_that_join_are_one_level():
    path = walk(5, 5, (11, 5))
    assert path.legal
    assert path.changes == []
    assert walk(5, 5, (8, 5)).legal, "the joint is no edge"


def test_the_way_up_bends_where_the_outlines_of_two_platforms_meet():
    """Up the last inch of stairs before a sheer face joins them, and on at once onto the platform behind that face."""
    steps = Part("steps", rect(2.5, 10.5, 7.5, 14.5), top=2.0, edge_kinds=("stairs", "sheer", "sheer", "sheer"))
    block = Part("block", rect(5.5, 7.0, 10.5, 11.0), top=2.0, edge_kinds=("sheer",) * 4)
    ground = Ground(Table(20, 20, "in", [steps, block]), [platform(steps, KINDS), platform(block, KINDS)])
    path = cheapest_path(ground, Mover(Base("me", 4.6, 8.5, 0.787, height=1.5), 6.0), (7.0, 8.2))
    assert path is not None
    assert path.cost == pytest.approx(hypot(5.5 - 4.6, 10.5 - 8.5) + hypot(7.0 - 5.5, 10.5 - 8.2), abs=0.02)


def test_the_way_up_leaves_the_ground_just_beside_a_low_wall_it_need_not_pay_for():
    """The low wall runs in under the platform: the stairs are taken where it is still a base's radius away."""
    low_wall = traversable(Part("low wall", [(8.048, 14.688), (5.089, 15.883), (3.757, 13.678)], top=1.0))
    sides = ("sheer", "sheer", "stairs", "sheer")
    stand = platform(Part("stand", rect(5.394, 12.038, 10.294, 16.238), top=2.0, edge_kinds=sides), KINDS)
    ground = Ground(Table(20, 20, "in", [low_wall.part, stand.part]), [low_wall, stand])
    path = cheapest_path(ground, Mover(Base("me", 2.618, 18.249, 0.5, height=1.5), 6.0), (6.124, 14.76))
    assert path is not None
    assert path.crossings == []
    assert path.cost == pytest.approx(5.14, abs=0.01)


def test_coming_down_onto_a_low_wall_is_paid_also_where_it_reaches_under_the_platform():
    """Up there the low wall is not in the way, whether or not it runs on below; down there it is, each time anew."""
    low_wall = traversable(Part("low wall", rect(4, 7, 8, 9.5), top=1.0))
    stand = platform(Part("stand", rect(4, 4, 8, 8), top=2.0, edge_kinds=("stairs",) * 4), KINDS)
    ground = Ground(Table(20, 20, "in", [low_wall.part, stand.part]), [low_wall, stand])
    above = Mover(Base("me", 6, 7, 0.5, 2.0, 1.5), 30.0)
    down = price_path(ground, above, [(6, 11)])
    assert down.legal
    assert [crossing.part for crossing in down.crossings] == ["low wall"]
    assert down.cost == pytest.approx(4.0 + 2.0)
    there_and_back = price_path(ground, Mover(Base("me", 6, 11, 0.5, 0.0, 1.5), 30.0), [(6, 6), (6, 11)])
    assert [crossing.part for crossing in there_and_back.crossings] == ["low wall", "low wall"]


def test_where_platforms_join_in_part_only_the_open_edge_counts():
    step = Part("step", rect(8, 20, 10, 22), top=1.0, edge_kinds=("stairs",) * 4)
    long = Part("long hill", rect(2, 18, 8, 26), top=1.0, edge_kinds=("stairs",) * 4)
    ground = Ground(Table(36, 36, "in", [step, long]), [platform(step, KINDS), platform(long, KINDS)])
    mover = Mover(Base("me", 5, 21, 0.5), 30.0)
    assert price_path(ground, mover, [(8, 21)]).legal
    assert "across the edge" in why(price_path(ground, mover, [(8, 20.3)]))
    assert "across the edge" in why(price_path(ground, mover, [(7.7, 24)]))


def test_only_bases_on_the_level_of_the_centre_are_in_the_way():
    below = Base("below", 19.4, 15, 0.5)
    above = Base("above", 20.6, 15, 0.5, elevation=3.0)
    mover = Mover(Base("me", 18, 16.2, 0.5), 30.0, [below])
    assert price_path(GROUND, mover, [(22, 16.2)]).legal
    mover = Mover(Base("me", 18, 15.8, 0.5), 30.0, [above])
    assert not price_path(GROUND, mover, [(22, 15.8)]).legal
    mover = Mover(Base("me", 19.45, 11.5, 0.5), 30.0, [above])
    assert price_path(GROUND, mover, [(19.45, 15)]).legal, "beside the base above, on the ground"


def test_the_cheapest_way_up_is_found():
    mover = Mover(Base("me", 22, 19, 0.5), 30.0, drops_up_to=2.0)
    path = cheapest_path(GROUND, mover, (22, 15))
    assert path is not None
    assert [change.kind for change in path.changes] == ["ladder"]
    assert path.cost == pytest.approx(2 * (1.5**2 + 2**2) ** 0.5 + 3.0, abs=0.06)


def test_the_cheapest_way_takes_the_stairs_when_they_are_near():
    mover = Mover(Base("me", 18, 13, 0.5), 30.0, drops_up_to=2.0)
    path = cheapest_path(GROUND, mover, (22, 15))
    assert path is not None
    assert [change.kind for change in path.changes] == ["stairs"]
    assert path.cost == pytest.approx(2.0 + (2**2 + 2**2) ** 0.5, abs=0.06)


def test_from_a_platform_the_ends_of_obstacles_below_are_known():
    fence = Part("fence", [(18, 20), (25, 20)], closed=False, top=1.0)
    ground = Ground(Table(36, 36, "in", [STAND, fence]), [platform(STAND, KINDS), obstacle(fence)])
    path = cheapest_path(ground, Mover(Base("me", 24, 15, 0.5, 3.0, 1.5), 12.0, drops_up_to=3.0), (24.5, 21))
    assert path is not None
    assert path.crossings == []
    assert path.cost == pytest.approx((1 + 25) ** 0.5 + (0.25 + 1) ** 0.5, abs=0.03)


def test_standing_across_an_edge_is_no_place():
    mover = Mover(Base("me", 1, 1, 0.5), 0.0)
    assert may_stand(GROUND, mover, 5, 5) == ""
    assert may_stand(GROUND, mover, 2.2, 5) == "the base would stand across the edge of hill"


def test_a_platform_needs_a_price_for_every_kind_of_edge():
    with pytest.raises(BadShape, match="stairs"):
        platform(HILL, {"sheer": EdgeKind("sheer", 1, 1, True)})


# --- decks --------------------------------------------------------------------------------------------------------

WEST = Part("west deck", rect(6, 8, 10, 14), top=3.0)
EAST = Part("east deck", rect(20, 8, 24, 14), top=3.0)
GANTRY = Part("gantry", rect(10, 10, 20, 12), bottom=2.5, top=3.0)
PARAPET = Part("parapet", rect(9.75, 8, 10, 9.5), bottom=3.0, top=4.0)
PILLAR = Part("pillar", rect(14, 4, 15, 6), top=3.0)
YARD = Table(30, 22, "in", [WEST, EAST, GANTRY, PARAPET, PILLAR])
DECKS = Ground(
    YARD,
    [deck(WEST, STEPPED), deck(EAST, STEPPED), deck(GANTRY, STEPPED), traversable(PARAPET), impassable(PILLAR)],
    tolerance=0.001,
    step=0.5,
)


def climb(
    x: float, y: float, z: float, *waypoints: tuple[float, ...], allowance: float = 30.0, height: float = 1.5
) -> PricedPath:
    mover = Mover(Base("me", x, y, 0.5, elevation=z, height=height), allowance)
    return price_path(DECKS, mover, waypoints)


def test_climbing_onto_a_deck_is_rounded_up_and_down_is_rounded_down():
    up = climb(5, 11, 0, (5.5, 11, 3), (6.5, 11))
    assert up.legal
    assert up.cost == pytest.approx(0.5 + 4.0 + 1.0)
    down = climb(6.5, 11, 3, (5.5, 11, 0), (5, 11))
    assert down.legal
    assert down.cost == pytest.approx(1.5 + 2.0)


def test_a_deck_stops_whoever_does_not_climb():
    assert why(climb(5, 11, 0, (6.5, 11))) == "west deck is in the way"


def test_the_level_changes_only_where_the_disc_touches_the_side():
    assert "must touch the side" in why(climb(4, 11, 0, (5, 11, 3), (7, 11)))


def test_the_move_must_end_wholly_on_the_deck():
    assert "wholly" in why(climb(5, 11, 0, (5.5, 11, 3), (6.2, 11)))


def test_on_a_deck_the_disc_must_keep_touching_it():
    assert "leave its level" in why(climb(7, 9, 3, (5, 9), (5, 13), (7, 13)))


def test_two_joined_decks_hold_a_base_across_their_joint():
    assert climb(8, 11, 3, (10, 11)).legal
    assert climb(8, 11, 3, (15, 11)).legal
    assert "wholly" in why(climb(8, 11, 3, (15, 11.7)))


def test_who_fits_beneath_a_gantry_walks_under_it():
    assert climb(15, 8, 0, (15, 14)).legal
    assert why(climb(15, 8, 0, (15, 14), height=2.6)) == "gantry is in the way"


def test_a_part_standing_on_a_deck_matters_only_up_there():
    crossing = climb(8.5, 8.7, 3, (11.0, 8.7))
    assert crossing.crossings
    assert climb(11.0, 8.7, 0, (11.0, 9.4)).crossings == []


def test_the_cheapest_way_climbs_at_the_best_place():
    mover = Mover(Base("me", 4, 11.3, 0.5, height=1.5), 12.0)
    path = cheapest_path(DECKS, mover, (8, 10.2, 3.0))
    assert path is not None
    assert path.cost == pytest.approx((4.0**2 + 1.1**2) ** 0.5 + 4.0, abs=0.05)
    assert [change.kind for change in path.changes] == ["climb"]


def test_the_cheapest_way_between_decks_uses_the_gantry():
    mover = Mover(Base("me", 8, 13, 0.5, elevation=3.0, height=1.5), 20.0)
    path = cheapest_path(DECKS, mover, (22, 13, 3.0))
    assert path is not None
    assert path.changes == []
    assert path.cost < 14.6


def test_the_cheapest_way_down_is_found():
    mover = Mover(Base("me", 8, 11, 0.5, elevation=3.0, height=1.5), 10.0)
    path = cheapest_path(DECKS, mover, (3, 11, 0.0))
    assert path is not None
    assert path.cost == pytest.approx(5.0 + 2.0, abs=0.05)


def test_the_way_from_a_gantry_to_the_ground_beneath_it_is_found():
    mover = Mover(Base("me", 12, 11.3, 0.5, elevation=3.0, height=1.5), 10.0)
    path = cheapest_path(DECKS, mover, (13, 11.8, 0.0))
    assert path is not None
    # to the rim at y 12.5, down 3 (2 inches), and back under
    assert path.cost == pytest.approx(2.0 + (1.2**2 + 0.63**2) ** 0.5 + (0.7**2 + 0.37**2) ** 0.5, abs=0.05)
