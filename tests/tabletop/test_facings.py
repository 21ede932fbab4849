"""Facings: what a path asks for, which way a base faces after driving, how far its front has come."""

from __future__ import annotations

import pytest

from vanguard.geometry.shapes import Base
from vanguard.tabletop.facings import (
    along_facing,
    front_to_front,
    off_line,
    plan_of,
    travel_facing,
    turned,
    wished_facing,
)

TRUCK = Base("truck", 35.0, 20.0, 2.25, facing=90.0)


def test_the_third_number_of_the_last_point_is_the_facing() -> None:
    assert wished_facing(((1.0, 2.0), (3.0, 4.0, 450.0))) == 90.0
    assert wished_facing(((1.0, 2.0, 90.0), (3.0, 4.0))) is None
    assert plan_of(((1.0, 2.0), (3.0, 4.0, 45.0))) == ((1.0, 2.0), (3.0, 4.0))


def test_a_base_faces_the_way_of_its_last_leg_and_keeps_its_facing_if_it_stays() -> None:
    assert travel_facing(((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)), 10.0) == 90.0
    assert travel_facing(((0.0, 0.0), (5.0, 0.0), (5.0, 0.0)), 10.0) == 0.0
    assert travel_facing(((0.0, 0.0),), 10.0) == 10.0


def test_turning_round_brings_the_front_further_than_reversing() -> None:
    assert front_to_front(TRUCK, turned(TRUCK, 35.0, 14.5, 270.0)) == pytest.approx(10.0)
    assert front_to_front(TRUCK, turned(TRUCK, 35.0, 10.0, 90.0)) == pytest.approx(10.0)


def test_the_line_of_a_facing_runs_through_the_centre() -> None:
    assert along_facing(TRUCK, 90.0, 8.0) == (35.0, 28.0)
    assert along_facing(TRUCK, 180.0, -8.0) == (43.0, 20.0)
    assert off_line(TRUCK, 90.0, 35.0, 3.0) == pytest.approx(0.0)
    assert off_line(TRUCK, 90.0, 37.0, 3.0) == pytest.approx(2.0)
