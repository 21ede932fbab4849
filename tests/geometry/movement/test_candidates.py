"""Points for bots: few, legal, always in the same order, and worked out only as far as asked."""

from __future__ import annotations

import math
from random import Random

import pytest

from tests.geometry.cases import cases
from tests.geometry.movement.tables import random_bases, random_ground
from vanguard.geometry.movement import Ground, Mover, price_path, straight_cost, surroundings
from vanguard.geometry.movement.candidates import Candidate, contact_candidates, taken
from vanguard.geometry.shapes import Base, Table

KINDS = ["impassable", "difficult", "obstacle", "wall", "traversable", "platform"]


def plain(*features: object) -> Ground:
    listed = list(features)
    return Ground(Table(36, 36, "in", [f.part for f in listed]), listed)  # type: ignore[attr-defined]


def me(x: float, y: float) -> Base:
    return Base("me", x, y, 0.5, height=1.5)


def all_kinds(ground: Ground, mover: Mover, target: Base) -> list[Candidate]:
    around = surroundings(ground, mover)
    return [c for gap in (0.0, 1.0) for c in taken(contact_candidates(around, target, gap=gap), 4)]


@cases(240, each=20)
def test_every_candidate_is_a_legal_move_at_the_price_it_says(dice: Random):
    ground = random_ground(dice, KINDS, 10, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 12)
    mover = Mover(bases[0], 6.0, bases, drops_up_to=2.0)
    for candidate in all_kinds(ground, mover, bases[1]):
        path = price_path(ground, mover, [point[:2] for point in candidate.waypoints])
        assert path.legal, f"{candidate!r}: {path.objection!r}"
        assert path.cost == pytest.approx(candidate.cost, abs=1e-6)
        assert path.end == (candidate.x, candidate.y, candidate.z)


@cases(360, each=30)
def test_straight_cost_agrees_with_pricing_the_line(dice: Random):
    ground = random_ground(dice, KINDS, 10, size=2.5, width=20, depth=20)
    bases = random_bases(dice, ground, 12)
    mover = Mover(bases[0], 6.0, bases, drops_up_to=2.0)
    around = surroundings(ground, mover)
    for _ in range(30):
        x = round(bases[0].x + dice.uniform(-6, 6), 3)
        y = round(bases[0].y + dice.uniform(-6, 6), 3)
        path = price_path(ground, mover, [(x, y)])
        expected = path.cost if path.legal else math.inf
        assert straight_cost(around, x, y) == pytest.approx(expected, abs=1e-9)


def test_the_same_position_always_gives_the_same_candidates():
    random = Random(10)
    ground = random_ground(random, KINDS, 10, size=2.5, width=20, depth=20)
    bases = random_bases(random, ground, 12)
    one = [repr(c) for c in all_kinds(ground, Mover(bases[0], 6.0, bases), bases[1])]
    two = [repr(c) for c in all_kinds(ground, Mover(bases[0], 6.0, bases[::-1]), bases[1])]
    assert one == two


def test_contact_points_touch_the_base_the_near_side_first():
    target = Base("target", 22, 18, 0.5)
    around = surroundings(plain(), Mover(me(18, 18), 8.0, [target]))
    found = list(contact_candidates(around, target))
    assert len(found) == 8
    assert (found[0].x, found[0].y) == (21.0, 18.0)
    assert found[0].why == "contact with target"
    for candidate in found:
        assert math.hypot(candidate.x - 22, candidate.y - 18) == pytest.approx(1.0, abs=0.002)


def test_markers_are_approached_to_a_gap():
    marker = Base("marker", 22, 18, 0.5)
    around = surroundings(plain(), Mover(me(18, 18), 8.0))
    [first] = taken(contact_candidates(around, marker, gap=1.0), 1)
    assert (first.x, first.y) == (20.0, 18.0)
