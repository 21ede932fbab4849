"""Corners of the room that circles and the sides of a box leave."""

from math import hypot

import pytest

from vanguard.geometry.circles import (
    Leg,
    corners_of_room,
    crossing_of_edges,
    crossings,
    crossings_of_edge,
    keeps_off,
    last_legs_to_circle,
    last_legs_to_edge,
    sides_of,
)
from vanguard.geometry.shapes import Point

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


def test_two_edges_cross_once_where_both_are() -> None:
    assert crossing_of_edges((0.0, 0.0, 4.0, 4.0), (0.0, 4.0, 4.0, 0.0)) == [(2.0, 2.0)]
    assert crossing_of_edges((0.0, 0.0, 1.0, 1.0), (0.0, 4.0, 4.0, 0.0)) == []
    assert crossing_of_edges((0.0, 4.0, 4.0, 0.0), (0.0, 0.0, 1.0, 1.0)) == []
    assert crossing_of_edges((0.0, 0.0, 4.0, 4.0), (1.0, 0.0, 5.0, 4.0)) == []


def test_the_corners_of_a_room_are_those_of_the_box_and_every_crossing() -> None:
    """A circle of 5 round a corner meets the nearest sides there; another crosses it 3-4-5."""
    sides = sides_of(BOX)
    assert set(corners_of_room([], sides)) == {(0.0, 0.0), (0.0, 8.0), (10.0, 0.0), (10.0, 8.0)}
    found = corners_of_room([(0.0, 0.0, 5.0)], sides)
    assert {(5.0, 0.0), (0.0, 5.0)} <= set(found)
    assert {(4.0, 3.0), (4.0, -3.0)} <= set(corners_of_room([(0.0, 0.0, 5.0), (8.0, 0.0, 5.0)], []))


def test_a_circle_crosses_an_edge_where_the_edge_is() -> None:
    """3-4-5: the line at height 4 is crossed 3 to either side; an edge that ends in the middle is crossed once, a far one never."""
    assert crossings_of_edge((5.0, 0.0, 5.0), (0.0, 4.0, 10.0, 4.0)) == [(2.0, 4.0), (8.0, 4.0)]
    assert crossings_of_edge((5.0, 0.0, 5.0), (5.0, 4.0, 10.0, 4.0)) == [(8.0, 4.0)]
    assert crossings_of_edge((5.0, 0.0, 5.0), (0.0, 6.0, 10.0, 6.0)) == []
    assert crossings_of_edge((5.0, 0.0, 5.0), (1.0, 1.0, 1.0, 1.0)) == []
    assert (8.0, 4.0) in corners_of_room([(5.0, 0.0, 5.0)], [(0.0, 4.0, 10.0, 4.0)])


def ends_of(legs: list[Leg]) -> list[Point]:
    return [end for _, end in legs]


def test_a_way_meets_a_circle_squarely_from_its_start_or_having_touched_what_it_turned_round() -> None:
    """3-4-5: from 5 away the line that touches a circle of 3 is 4 long; a circle of 2 is met at 2/4 of it. On the way out of a
    circle of 8 the same lines are followed twice as far."""
    turned = (5.0, 0.0, 3.0)
    straight, *round_it = last_legs_to_circle((0.0, -7.0), [turned], (0.0, 0.0, 2.0))
    assert straight == ((0.0, -7.0), (0.0, -2.0))
    touched = sorted([begin for begin, _ in round_it])
    assert touched == [(pytest.approx(3.2), pytest.approx(-2.4)), (pytest.approx(3.2), pytest.approx(2.4))]
    assert sorted(ends_of(round_it)) == [
        (pytest.approx(1.6), pytest.approx(-1.2)),
        (pytest.approx(1.6), pytest.approx(1.2)),
    ]
    _, *out = last_legs_to_circle((0.0, -7.0), [turned], (0.0, 0.0, 8.0))
    assert sorted(ends_of(out)) == [(pytest.approx(6.4), pytest.approx(-4.8)), (pytest.approx(6.4), pytest.approx(4.8))]
    assert last_legs_to_circle((0.0, 0.0), [(1.0, 0.0, 3.0)], (0.0, 0.0, 2.0)) == []


def test_a_way_meets_an_edge_squarely_where_that_is_and_from_its_left() -> None:
    edge = (0.0, 0.0, 10.0, 0.0)
    legs = last_legs_to_edge((3.0, 5.0), [(7.0, 2.0, 1.0)], edge)
    assert legs == [((3.0, 5.0), (3.0, 0.0)), ((6.0, 2.0), (6.0, 0.0)), ((8.0, 2.0), (8.0, 0.0))]
    assert ends_of(last_legs_to_edge((-3.0, 5.0), [(10.0, 2.0, 1.0)], edge)) == [(9.0, 0.0)]
    assert last_legs_to_edge((3.0, 5.0), [], (10.0, 0.0, 0.0, 0.0)) == []
    assert last_legs_to_edge((3.0, 5.0), [], (1.0, 1.0, 1.0, 1.0)) == []


def test_a_leg_keeps_off_what_it_passes_at_its_radius() -> None:
    """Past a circle of 2 at a distance of 2, or of 1.9; one that ends before it does not touch it."""
    circle = (5.0, 2.0, 2.0)
    assert keeps_off(((0.0, 0.0), (10.0, 0.0)), [circle], 0.001)
    assert not keeps_off(((0.0, 0.1), (10.0, 0.1)), [circle], 0.001)
    assert keeps_off(((0.0, 0.1), (10.0, 0.1)), [circle], 0.2)
    assert keeps_off(((0.0, 2.0), (2.9, 2.0)), [circle], 0.001)
    assert not keeps_off(((5.0, 2.0), (5.0, 2.0)), [circle], 0.001)
