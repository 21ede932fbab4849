"""Where along a path something changes, to the thousandth: ranges entered and left, contact."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.geometry.cases import cases
from vanguard.geometry.measuring import gap
from vanguard.geometry.movement import PathPoint, leavings, point_along, spans_within, up_to
from vanguard.geometry.shapes import Base, Point3

ENEMY = Base("enemy", 10, 5, 0.5)
PAST: list[Point3] = [(4.0, 5.0 + 1.5, 0.0), (16.0, 5.0 + 1.5, 0.0)]
"""Walks past the enemy; at the closest the bases are 0.5 apart."""


def entered(points: list[Point3], distance: float, **how: Any) -> PathPoint | None:
    """Where the path first is within a distance of the enemy."""
    spans = spans_within(points, 0.5, ENEMY, distance, **how)
    return spans[0].first if spans else None


def test_a_range_is_entered_where_the_circle_is_met():
    point = entered(PAST, 1.0)
    assert point is not None
    assert point.x == pytest.approx(10 - math.sqrt(2.0**2 - 1.5**2))
    assert point.along == pytest.approx(point.x - 4)


def test_a_range_never_entered_gives_nothing():
    assert entered(PAST, 0.4) is None


def test_a_range_touched_exactly_counts_as_entered():
    point = entered(PAST, 0.5)
    assert point is not None
    assert point.x == pytest.approx(10.0, abs=1e-3)


def test_a_path_that_starts_in_range_is_within_at_its_start_until_it_is_beyond():
    [span] = spans_within([(10.0, 6.5, 0.0), (10.0, 12.0, 0.0)], 0.5, ENEMY, 1.0)
    assert (span.first.along, span.from_start, span.to_end) == (0.0, True, False)
    assert span.last.y == pytest.approx(7.0)


def test_a_path_that_stays_in_range_is_within_to_its_end():
    [span] = spans_within([(10.0, 6.5, 0.0), (10.0, 6.9, 0.0)], 0.5, ENEMY, 1.0)
    assert (span.from_start, span.to_end) == (True, True)


def test_a_disengaging_attack_is_made_at_the_last_point_within_range():
    [last_within] = leavings(PAST, 0.5, ENEMY, 1.0, 0.01)
    assert last_within.x == pytest.approx(10 + math.sqrt(2.0**2 - 1.5**2))


def test_leaving_twice_in_one_move_is_two_leavings():
    path: list[Point3] = [(10.0, 6.5, 0.0), (10.0, 9.0, 0.0), (12.0, 9.0, 0.0), (11.0, 6.4, 0.0), (14.0, 9.0, 0.0)]
    found = leavings(path, 0.5, ENEMY, 1.0, 0.01)
    assert len(found) == 2
    assert found[0].y == pytest.approx(7.0)


def test_moving_about_within_the_range_leaves_nothing():
    assert leavings([(10.0, 6.5, 0.0), (11.0, 6.3, 0.0)], 0.5, ENEMY, 1.0, 0.01) == []


def test_a_start_in_the_slack_beyond_the_range_leaves_from_the_start():
    path: list[Point3] = [(10.0, 7.005, 0.0), (10.0, 9.0, 0.0)]
    [last_within] = leavings(path, 0.5, ENEMY, 1.0, 0.01)
    assert last_within.along == 0.0


def test_a_change_of_level_leaves_the_range_on_the_old_level():
    path: list[Point3] = [(10.0, 6.2, 0.0), (11.0, 6.2, 0.0), (11.0, 6.2, 3.0), (12.0, 6.2, 3.0)]
    [last_within] = leavings(path, 0.5, ENEMY, 1.0, 0.01)
    assert (last_within.x, last_within.y, last_within.z) == (11.0, 6.2, 0.0)


def test_elevations_shorten_the_range_in_plan():
    path: list[Point3] = [(4.0, 5.0, 0.6), (10.0, 5.0, 0.6)]
    point = entered(path, 1.0)
    assert point is not None
    assert point.x == pytest.approx(10 - 1.0 - 0.8)
    flat = entered(path, 1.0, slant=False)
    assert flat is not None
    assert flat.x == pytest.approx(8.0)
    assert entered(path, 1.0, slant=False, height_limit=0.5) is None


def test_contact_is_where_the_rims_touch():
    point = entered([(4.0, 5.0, 0.0), (10.0, 5.0, 0.0)], 0.0)
    assert point is not None
    assert point.x == pytest.approx(9.0)
    assert entered(PAST, 0.0) is None


def test_a_path_that_goes_nowhere_is_in_range_or_not():
    assert entered([(10.0, 6.5, 0.0)], 1.0) is not None
    assert entered([(10.0, 7.5, 0.0)], 1.0) is None
    assert leavings([(10.0, 6.5, 0.0)], 0.5, ENEMY, 1.0, 0.01) == []


def test_a_path_can_be_cut_at_a_length():
    path: list[Point3] = [(0.0, 0.0, 0.0), (3.0, 4.0, 0.0), (3.0, 4.0, 2.0), (9.0, 4.0, 2.0)]
    assert up_to(path, 2.5) == [(0.0, 0.0, 0.0), (1.5, 2.0, 0.0)]
    assert up_to(path, 7.0) == [*path[:3], (5.0, 4.0, 2.0)]
    assert up_to(path, 99.0) == path
    point = point_along(path, 8.0)
    assert (point.x, point.y, point.z, point.leg) == (6.0, 4.0, 2.0, 2)


@cases(300)
def test_spans_agree_with_dense_sampling(dice: Random):
    path: list[Point3] = [
        (round(dice.uniform(5, 15), 3), round(dice.uniform(0, 10), 3), 0.0) for _ in range(dice.randint(2, 5))
    ]
    distance = dice.uniform(0.2, 3.0)
    spans = spans_within(path, 0.5, ENEMY, distance)
    total = sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    for k in range(60):
        point = point_along(path, total * k / 60)
        mover = Base("m", point.x, point.y, 0.5)
        apart = gap(mover, ENEMY)
        if abs(apart - distance) < 1e-6:
            continue
        inside = any(s.first.along - 1e-9 <= point.along <= s.last.along + 1e-9 for s in spans)
        assert inside == (apart < distance)
