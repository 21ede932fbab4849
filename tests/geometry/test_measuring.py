"""Distances against shapely, and the cases where a hair decides."""

from __future__ import annotations

from math import hypot, inf, nan, pi, sqrt
from random import Random

import numpy as np
import pytest
from shapely import distance, points, polygons, shortest_line  # type: ignore[import-untyped]
from shapely.geometry import Point as Spot  # type: ignore[import-untyped]

from tests.geometry.cases import Scene, as_shapely, cases
from vanguard.geometry import measuring
from vanguard.geometry.shapes import (
    BadShape,
    Base,
    EdgeStretch,
    Part,
    Table,
    bearing,
    rectangle,
    snap3,
)

SQUARE = Part("square", rectangle(5.0, 5.0, 2.0, 2.0), top=2.0)


def at(x: float, y: float, radius: float = 0.5, elevation: float = 0.0) -> Base:
    return Base("b", x, y, radius, elevation, 1.5)


# --- against shapely --------------------------------------------------------------------------------------------


@cases(2000)
def test_distances_to_parts_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice)
    part = scene.polygon() if dice.random() < 0.7 else scene.chain()
    base, shape = scene.base(), as_shapely(part)
    spot = Spot(base.x, base.y)
    assert measuring.point_gap(part, base.x, base.y) == pytest.approx(spot.distance(shape), abs=1e-9)
    assert measuring.part_gap(base, part) == pytest.approx(max(0.0, spot.distance(shape) - base.radius), abs=1e-9)
    border = shape.boundary if part.closed else shape
    assert measuring.outline_gap(part, base.x, base.y) == pytest.approx(spot.distance(border), abs=1e-9)
    assert measuring.box_gap(part, base.x, base.y) <= spot.distance(shape) + 1e-9
    if part.closed and spot.distance(border) > 1e-9:
        assert measuring.encloses(part, base.x, base.y) == shape.contains(spot)
        assert measuring.wholly_inside(part, base.x, base.y, base.radius, 0.0) == (
            shape.contains(spot) and spot.distance(border) >= base.radius
        )
    overlap = spot.distance(shape) - base.radius
    if abs(overlap) > 1e-9:
        assert measuring.disc_overlaps(part, base.x, base.y, base.radius, 0.0) == (overlap < 0.0)


@cases(800)
def test_nearest_points_are_as_far_apart_as_the_distance(dice: Random) -> None:
    scene = Scene(dice)
    part, a, b = scene.polygon(), scene.base("a"), scene.base("b")
    (x1, y1), (x2, y2) = measuring.nearest_points(a, b)
    assert hypot(x1 - x2, y1 - y2) == pytest.approx(measuring.plan_gap(a, b), abs=1e-9)
    (x1, y1), (x2, y2) = measuring.nearest_points_to_part(a, part)
    assert hypot(x1 - x2, y1 - y2) == pytest.approx(measuring.part_gap(a, part), abs=1e-9)
    shape = as_shapely(part)
    assert shape.distance(Spot(x2, y2)) == pytest.approx(0.0, abs=1e-9)
    assert shortest_line(Spot(a.x, a.y), shape).length <= hypot(x2 - a.x, y2 - a.y) + 1e-9


@cases(800)
def test_distances_between_parts_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice)
    a = scene.polygon("a") if dice.random() < 0.7 else scene.chain("a")
    b = scene.polygon("b")
    assert measuring.parts_gap(a, b) == pytest.approx(as_shapely(a).distance(as_shapely(b)), abs=1e-9)
    assert measuring.parts_gap(b, a) == pytest.approx(measuring.parts_gap(a, b), abs=1e-12)


@cases(300)
def test_distance_between_bases_is_symmetric_and_bounded_by_sampled_points(dice: Random) -> None:
    scene = Scene(dice)
    a, b = scene.base("a"), scene.base("b")
    assert measuring.gap(a, b) == measuring.gap(b, a)
    rims = [rim(a), rim(b)]
    sampled = hypot(distance(polygons(rims[0]), polygons(rims[1])), a.elevation - b.elevation)
    assert measuring.gap(a, b) == pytest.approx(sampled, abs=2e-3)
    far = float(distance(points(rims[0]), polygons(rims[1])).max())
    assert measuring.furthest_gap(a, b) == pytest.approx(hypot(far, a.elevation - b.elevation), abs=2e-3)


def rim(base: Base) -> np.ndarray:
    """Points all around a base."""
    turns = np.linspace(0.0, 2.0 * pi, 256, endpoint=False)
    return np.stack([base.x + base.radius * np.cos(turns), base.y + base.radius * np.sin(turns)], axis=1)


# --- limits, contact, elevation ---------------------------------------------------------------------------------


def test_exactly_on_the_limit_is_within_and_a_tolerance_more_still_is() -> None:
    a, b = at(0.0, 0.0), at(7.0, 0.0)
    assert measuring.gap(a, b) == 6.0
    assert measuring.within(6.0, 6.0, 0.0)
    assert measuring.within(6.009, 6.0, 0.01)
    assert not measuring.within(6.011, 6.0, 0.01)
    assert not measuring.more_than(6.009, 6.0, 0.01)
    assert measuring.more_than(6.011, 6.0, 0.01)


def test_bases_in_contact_have_no_gap_and_do_not_overlap() -> None:
    a, b = at(0.0, 0.0), at(1.0, 0.0)
    assert measuring.gap(a, b) == 0.0
    assert not measuring.overlapping(a, b, 0.0)
    assert measuring.overlapping(a, at(0.98, 0.0), 0.01)
    assert not measuring.overlapping(a, at(0.995, 0.0), 0.01)


def test_overlapping_bases_are_no_distance_apart_in_plan() -> None:
    assert measuring.plan_gap(at(0.0, 0.0), at(0.2, 0.0)) == 0.0
    assert measuring.nearest_points(at(0.0, 0.0), at(0.0, 0.0)) == ((0.0, 0.0), (0.0, 0.0))


def test_elevation_adds_by_pythagoras() -> None:
    assert measuring.gap(at(0.0, 0.0), at(5.0, 0.0, elevation=3.0)) == 5.0
    assert measuring.gap(at(0.0, 0.0), at(0.5, 0.0, elevation=3.0)) == 3.0
    assert measuring.plan_gap(at(0.0, 0.0), at(5.0, 0.0, elevation=3.0)) == 4.0


def test_ties_for_the_closest_are_all_named() -> None:
    near, also, far = at(2.0, 0.0), at(0.0, 2.0), at(5.0, 5.0)
    assert measuring.closest(at(0.0, 0.0), [far, near, also], 0.001) == [near, also]
    assert measuring.closest(at(0.0, 0.0), [], 0.001) == []


def test_a_base_touching_a_part_is_at_distance_zero_but_does_not_overlap() -> None:
    base = at(3.5, 5.0)
    assert measuring.part_gap(base, SQUARE) == 0.0
    assert not measuring.disc_overlaps(SQUARE, base.x, base.y, base.radius, 0.0)
    assert measuring.disc_overlaps(SQUARE, 3.52, 5.0, 0.5, 0.01)


def test_a_base_at_a_corner_is_measured_to_the_corner() -> None:
    assert measuring.part_gap(at(3.0, 3.0), SQUARE) == pytest.approx(sqrt(2.0) - 0.5)


def test_border_and_corners_belong_to_the_polygon() -> None:
    assert measuring.encloses(SQUARE, 4.0, 4.0)
    assert measuring.encloses(SQUARE, 6.0, 6.0)
    assert measuring.encloses(SQUARE, 5.0, 4.0)
    assert measuring.encloses(SQUARE, 6.0, 5.0)
    assert not measuring.encloses(SQUARE, 6.001, 5.0)


def test_a_chain_encloses_nothing_and_can_be_straddled() -> None:
    wall = Part("wall", [(0.0, 0.0), (4.0, 0.0)], closed=False, top=2.0)
    assert not measuring.encloses(wall, 2.0, 0.0)
    assert measuring.disc_overlaps(wall, 2.0, 0.3, 0.5, 0.01)
    assert not measuring.disc_overlaps(wall, 2.0, 0.5, 0.5, 0.01)


def test_touching_parts_have_no_gap() -> None:
    right = Part("right", rectangle(7.0, 5.0, 2.0, 2.0), top=2.0)
    corner = Part("corner", rectangle(7.0, 7.0, 2.0, 2.0), top=2.0)
    assert measuring.parts_gap(SQUARE, right) == 0.0
    assert measuring.parts_gap(SQUARE, corner) == 0.0
    inner = Part("inner", rectangle(5.0, 5.0, 0.5, 0.5))
    assert measuring.parts_gap(SQUARE, inner) == 0.0


def test_a_base_touches_a_window_only_at_its_stretch() -> None:
    wall = Part(
        "wall", [(0, 0), (6, 0)], closed=False, top=4.0, stretches=[EdgeStretch("window", 0, 2.0, 4.0, 1.0, 2.5)]
    )  # fmt: skip
    assert measuring.stretch_touched(wall, 0, at(3.0, 0.5), 0.01)
    assert not measuring.stretch_touched(wall, 0, at(0.5, 0.5), 0.01)


# --- shapes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_coordinates_that_are_not_finite_are_refused(value: float) -> None:
    with pytest.raises(BadShape, match="finite"):
        snap3(value)
    with pytest.raises(BadShape, match=r"base b.*finite"):
        Base("b", value, 0.0, 0.5)
    with pytest.raises(BadShape, match=r"base b.*finite"):
        at(1.0, 1.0).at(2.0, value)
    with pytest.raises(BadShape, match=r"hut.*finite"):
        Part("hut", [(0.0, 0.0), (1.0, value), (1.0, 0.0)])
    with pytest.raises(BadShape, match=r"hut.*finite"):
        Part("hut", rectangle(1, 1, 1, 1), top=value)


def test_coordinates_are_rounded_to_a_thousandth_and_lose_the_sign_of_zero() -> None:
    assert snap3(1.23449) == 1.234
    assert str(snap3(-0.0001)) == "0.0"


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        ([(0, 0), (1, 0)], "2 corners given, at least 3 needed"),
        ([(0, 0), (1, 1), (2, 2)], "no area"),
        ([(0, 0), (4, 1), (4, 0), (0, 3)], "crosses or touches itself"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "crosses or touches itself"),
        ([(0, 0), (4, 0), (4, 4), (4, 2), (4, 6), (0, 6)], "crosses or touches itself"),
        ([(0, 0), (1, 0), (1, 0), (0, 1)], "given twice"),
    ],
)
def test_degenerate_polygons_are_refused_by_name(corners: list[tuple[float, float]], fault: str) -> None:
    with pytest.raises(BadShape, match=f"hut: .*{fault}"):
        Part("hut", corners)


def test_a_part_upside_down_is_refused() -> None:
    with pytest.raises(BadShape, match="hut: its top 1 lies below its bottom 2"):
        Part("hut", rectangle(1, 1, 1, 1), bottom=2.0, top=1.0)


def test_a_repeated_last_corner_is_forgiven() -> None:
    assert len(Part("hut", [(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)]).points) == 4


def test_stretches_must_lie_on_their_edge() -> None:
    platform = Part(
        "platform", rectangle(5, 5, 4, 4), top=3.0,
        edge_kinds=["sheer", "climbable", "climbable", "stairs"], stretches=[EdgeStretch("ladder", 0, 1.0, 2.0)],
    )  # fmt: skip
    assert platform.stretch_edges == ((4.0, 3.0, 5.0, 3.0),)
    with pytest.raises(BadShape, match="wall: a window from 1 to 9 on an edge 4 long"):
        Part("wall", [(0, 0), (4, 0)], closed=False, stretches=[EdgeStretch("window", 0, 1.0, 9.0)])
    with pytest.raises(BadShape, match="wall: a window lies on edge 2 of 1"):
        Part("wall", [(0, 0), (4, 0)], closed=False, stretches=[EdgeStretch("window", 2, 1.0, 2.0)])
    with pytest.raises(BadShape, match="platform: 1 edge kinds for 4 edges"):
        Part("platform", rectangle(5, 5, 4, 4), edge_kinds=["sheer"])


def test_a_table_finds_its_parts_and_refuses_what_lies_off_it() -> None:
    table = Table(30.0, 22.0, "in", [SQUARE, Part("wood", rectangle(12, 12, 4, 4), traits=["soft"])])
    assert table.part("square") is SQUARE
    assert [part.name for part in table.with_trait("soft")] == ["wood"]
    assert table.with_trait("solid") == ()
    with pytest.raises(BadShape, match="no part of the table is called shed"):
        table.part("shed")
    with pytest.raises(BadShape, match="two parts of the table are called square"):
        Table(30.0, 22.0, "in", [SQUARE, SQUARE])
    with pytest.raises(BadShape, match="square lies off the table of 5 by 5 in"):
        Table(5.0, 5.0, "in", [SQUARE])


def test_a_base_must_stand_wholly_on_the_table() -> None:
    table = Table(30.0, 22.0)
    assert table.holds_disc(0.5, 0.5, 0.5)
    assert not table.holds_disc(0.49, 0.5, 0.5)
    assert table.holds(30.0, 22.0)
    assert not table.holds(30.1, 22.0)
    with pytest.raises(BadShape, match="no top edge"):
        table.edge("top")


def test_a_copied_base_moves_alone() -> None:
    base = Base("b", 1.0, 2.0, 0.5, 1.0, 1.5, 0.4, 90.0)
    copy = base.copy()
    copy.x = 9.0
    assert (base.x, copy.y, copy.elevation, copy.height, copy.body_radius, copy.facing) == (
        1.0,
        2.0,
        1.0,
        1.5,
        0.4,
        90.0,
    )
    assert (base.centre, base.head) == ((1.0, 2.0), 2.5)


def test_bearings_run_counter_clockwise_from_east() -> None:
    assert [bearing((0, 0), p) for p in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [0.0, 90.0, 180.0, 270.0]


def test_whole_numbers_become_floats_so_that_records_are_alike() -> None:
    base = Base("b", 1, 2, 1, 0, 2, None, 90)
    part = Part("hut", [(0, 0), (2, 0), (2, 2)], top=3, stretches=[EdgeStretch("ladder", 0, 0, 1)])
    numbers = [base.x, base.y, base.radius, base.elevation, base.height, base.body_radius, base.facing]
    numbers += [part.bottom, part.top, part.points[1][0], part.stretches[0].end, Table(30, 22).width]
    assert {type(number) for number in numbers} == {float}


def test_a_length_that_breaks_a_limit_never_reads_like_the_limit() -> None:
    assert [measuring.told_beside(length, 6.0) for length in (6.5, 6.04, 6.004, 7.0)] == ["6.5", "6.04", "6.004", "7"]
    assert [measuring.told_beside(length, 2.0, 2) for length in (1.999, 2.25)] == ["1.999", "2.25"]
