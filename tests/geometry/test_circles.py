"""Corners of the room that circles and the sides of a box leave."""

from math import acos, hypot, pi

import pytest

from vanguard.geometry.circles import corners_of_room, crossings, crossings_of_edge, crossings_of_sides, met_behind

BOX = (0.0, 0.0, 10.0, 8.0)


def test_two_circles_cross_in_two_points_that_lie_on_both() -> None:
    found = crossings((2.0, 3.0, 2.0), (4.0, 4.0, 1.5))
    assert len(found) == 2
    for x, y in found:
        assert hypot(x - 2.0, y - 3.0) == pytest.approx(2.0)
        assert hypot(x - 4.0, y - 4.0) == pytest.approx(1.5)


@pytest.mark.parametrize("other", [(9.0, 3.0, 1.0), (2.0, 3.0, 1.0), (2.1, 3.0, 0.5)])
def test_circles_apart_or_inside_each_other_do_not_cross(other: tuple[float, float, float]) -> None:
    assert crossings((2.0, 3.0, 2.0), other) == []


def test_a_circle_crosses_only_the_sides_it_reaches() -> None:
    assert sorted(crossings_of_sides((1.0, 4.0, 2.0), BOX)) == [(0.0, 4.0 - 3.0**0.5), (0.0, 4.0 + 3.0**0.5)]
    assert sorted(crossings_of_sides((5.0, 7.0, 2.0), BOX)) == [(5.0 - 3.0**0.5, 8.0), (5.0 + 3.0**0.5, 8.0)]
    assert crossings_of_sides((5.0, 4.0, 2.0), BOX) == []


def test_the_corners_of_a_room_are_those_of_the_box_and_every_crossing_within_it() -> None:
    assert sorted(corners_of_room([], BOX)) == [(0.0, 0.0), (0.0, 8.0), (10.0, 0.0), (10.0, 8.0)]
    found = corners_of_room([(0.5, 4.0, 2.0), (0.5, 6.0, 2.0)], BOX)
    assert all(0.0 <= x <= 10.0 and 0.0 <= y <= 8.0 for x, y in found)
    [meeting] = [(x, y) for x, y in found if 0.5 < x < 10.0]  # the other lies beyond the left side
    assert meeting == (pytest.approx(0.5 + 3.0**0.5), pytest.approx(5.0))


def test_a_circle_crosses_an_edge_where_the_edge_is() -> None:
    """3-4-5: the line at height 4 is crossed 3 to either side; an edge that ends in the middle is crossed once, a far one never."""
    assert crossings_of_edge((5.0, 0.0, 5.0), (0.0, 4.0, 10.0, 4.0)) == [(2.0, 4.0), (8.0, 4.0)]
    assert crossings_of_edge((5.0, 0.0, 5.0), (5.0, 4.0, 10.0, 4.0)) == [(8.0, 4.0)]
    assert crossings_of_edge((5.0, 0.0, 5.0), (0.0, 6.0, 10.0, 6.0)) == []
    assert crossings_of_edge((5.0, 0.0, 5.0), (1.0, 1.0, 1.0, 1.0)) == []
    assert (8.0, 4.0) in corners_of_room([(5.0, 0.0, 5.0)], BOX, [(0.0, 4.0, 10.0, 4.0)])


def test_who_turns_round_a_circle_meets_another_on_the_line_that_touches_the_first() -> None:
    """From 5 away to 5 away past a circle of 3: 4 along, a turn, 4 along less the reach of 1. The two sides are mirrored."""
    ways = met_behind((-5.0, 0.0), (0.0, 0.0, 3.0), (5.0, 0.0, 1.0))
    turn = 3.0 * (pi - 2.0 * acos(0.6))
    assert [length for length, _ in ways] == [pytest.approx(7.0 + turn), pytest.approx(7.0 + turn)]
    places = sorted([place for _, place in ways], key=lambda place: place[1])
    assert places == [(pytest.approx(4.2), pytest.approx(-0.6)), (pytest.approx(4.2), pytest.approx(0.6))]


def test_nobody_turns_round_a_circle_beside_the_way_but_on_its_far_side() -> None:
    """The straight way passes south of it; the other way turns round its north."""
    [(length, (x, y))] = met_behind((-5.0, -3.5), (0.0, 0.0, 3.0), (5.0, -3.5, 1.0))
    assert length > 10.0
    assert (x - 5.0) * (x - 5.0) + (y + 3.5) * (y + 3.5) == pytest.approx(1.0)
    assert y > -3.5
    assert met_behind((1.0, 0.0), (0.0, 0.0, 3.0), (5.0, 0.0, 1.0)) == []
    assert met_behind((-5.0, 0.0), (0.0, 0.0, 3.0), (2.0, 0.0, 1.0)) == []
