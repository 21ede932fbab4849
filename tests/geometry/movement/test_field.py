"""Two ways to the same price: the grid of costs and the path search, on maps with levels and windows."""

from __future__ import annotations

from random import Random

import pytest

from tests.geometry.cases import cases
from tests.geometry.movement.tables import INF, KINDS, STEPPED, rect
from vanguard.geometry.movement import (
    Feature,
    Ground,
    Mover,
    cheapest_path,
    deck,
    difficult,
    impassable,
    may_stand,
    obstacle,
    platform,
    price_path,
    surroundings,
    tall_obstacle,
    traversable,
    wall,
)
from vanguard.geometry.movement.field import CostField
from vanguard.geometry.movement.legs import Known
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Table


def terraces() -> Ground:
    """Platforms with stairs, ladders, climbs and sheer faces, walls with windows, woods, fences, a pool."""
    sides = ("stairs", "climbable", "sheer", "climbable")
    ladder = [EdgeStretch("ladder", 2, 1.0, 2.5)]
    window = [EdgeStretch("window", 0, 2.0, 4.0)]
    features: list[Feature] = [
        platform(Part("stand", rect(4, 4, 9, 8), top=3.0, edge_kinds=sides, stretches=ladder), KINDS),
        platform(Part("hill", rect(12, 12, 17, 17), top=1.0, edge_kinds=("stairs",) * 4), KINDS),
        wall(Part("ruin", [(12, 4), (12, 10), (18, 10)], closed=False, top=3.0, stretches=window)),
        difficult(Part("woods", rect(3, 11, 9, 16), top=3.0)),
        obstacle(Part("fence", [(4, 9.6), (10, 9.6)], closed=False, top=1.0)),
        tall_obstacle(Part("palisade", [(19, 3), (19, 8)], closed=False, top=3.0), 3.0, 6.0, 6.0),
        impassable(Part("pool", rect(10, 18, 14, 21))),
    ]
    return Ground(Table(24, 24, "in", [feature.part for feature in features]), features)


def gantries() -> Ground:
    """Two decks joined by a gantry one can walk beneath, low walls on and off them, a block."""
    features: list[Feature] = [
        deck(Part("west deck", rect(4, 8, 8, 14), top=3.0), STEPPED),
        deck(Part("east deck", rect(16, 8, 20, 14), top=3.0), STEPPED),
        deck(Part("gantry", rect(8, 10, 16, 12), bottom=2.5, top=3.0), STEPPED),
        traversable(Part("parapet", rect(7.75, 8, 8, 9.9), bottom=3.0, top=4.0)),
        traversable(Part("low wall", rect(11, 4, 11.5, 8), top=1.0)),
        impassable(Part("block", rect(13, 14, 15, 17), top=3.0)),
    ]
    return Ground(Table(24, 24, "in", [feature.part for feature in features]), features, tolerance=0.001, step=0.5)


def settled(random: Random, ground: Ground) -> list[Base]:
    bases: list[Base] = []
    while len(bases) < 10:
        x, y = round(random.uniform(1, 23), 3), round(random.uniform(1, 23), 3)
        z = random.choice([0.0, 3.0]) if ground.has_decks else ground.platform_level(x, y)
        base = Base(f"base {len(bases)}", x, y, random.choice([0.492, 0.63]), z, 1.5)
        if not may_stand(ground, Mover(base, 0.0, bases), x, y, z):
            bases.append(base)
    return bases


@pytest.mark.parametrize("ground", [terraces(), gantries()], ids=["terraces", "gantries"])
@cases(120, each=10)
def test_the_path_search_is_never_dearer_than_the_grid(dice: Random, ground: Ground):
    bases = settled(dice, ground)
    mover = Mover(bases[0], 7.0, bases, drops_up_to=dice.choice([2.0, 3.0]))
    field = CostField(surroundings(ground, mover), 0.35)
    ends = [end for end in field.ends() if end[3] < 6.9 and not may_stand(ground, mover, end[0], end[1], end[2])]
    for x, y, z, cost in dice.sample(ends, min(10, len(ends))):
        path = cheapest_path(ground, mover, (x, y, z))
        price = path.cost if path is not None else INF
        told = f"{bases[0]!r} to {(x, y, z)}: {price} but the grid has {cost}"
        assert price <= max(cost * 1.01, cost + 0.05), told
        if path is not None:
            again = price_path(ground, mover, path.waypoints)
            assert again.legal
            assert again.cost == pytest.approx(path.cost, abs=1e-6)


def test_the_grid_does_not_take_a_hope_for_a_price():
    """Down from the deck behind its parapet: the way leads round the parapet or over it, never through it for nothing."""
    ground = gantries()
    mover = Mover(Base("mover", 6.211, 9.661, 0.63, 3.0, 1.5), 7.0, drops_up_to=2.0)
    field = CostField(surroundings(ground, mover), 0.35)
    (cost,) = [end[3] for end in field.ends() if end[:3] == (9.367, 8.272, 0.0)]
    path = cheapest_path(ground, mover, (9.367, 8.272, 0.0))
    assert path is not None
    assert path.cost == pytest.approx(6.79, abs=0.01)
    assert path.cost - 0.01 <= cost <= path.cost * 1.04


def test_the_grid_charges_for_a_low_wall_stepped_onto_from_a_platform():
    """On the platform the low wall at its foot is not in the way; coming down onto it is."""
    stand = platform(Part("stand", rect(4, 4, 8, 8), top=2.0, edge_kinds=("stairs",) * 4), KINDS)
    low_wall = traversable(Part("low wall", rect(8, 3, 8.6, 9), top=1.0))
    ground = Ground(Table(24, 24, "in", [stand.part, low_wall.part]), [stand, low_wall])
    mover = Mover(Base("mover", 6.0, 6.0, 0.5, 2.0, 1.5), 6.0)
    ends = [
        end for end in CostField(surroundings(ground, mover), 0.35).ends() if end[0] > 9.2 and abs(end[1] - 6) < 0.5
    ]
    assert ends
    for x, y, _, cost in ends:
        assert cost == pytest.approx(price_path(ground, mover, [(x, y)]).cost, abs=0.01)


def test_the_gap_between_a_base_and_a_wall_with_a_window_is_found_whichever_is_met_first():
    others = [Base("beside the wall", 10.259, 4.378, 0.492), Base("before it", 13.545, 3.157, 0.63)]
    path = cheapest_path(terraces(), Mover(Base("mover", 15.297, 2.009, 0.63, 0.0, 1.5), 7.0, others), (11.103, 5.52))
    assert path is not None
    assert path.crossings == []
    assert path.cost == pytest.approx(6.5, abs=0.01)


def test_the_grid_charges_for_a_low_wall_that_was_only_just_touched_before():
    """A bend round the base happens to lie exactly at the low wall: stepping on from there is not free."""
    ground = gantries()
    mover = Mover(Base("mover", 10.096, 7.991, 0.492, 0.0, 1.5), 7.0)
    around = surroundings(ground, mover)
    legs = Known(around)
    legs.know_all()
    touching = (11.0 - around.slim, 7.938)
    assert legs.leg_cost(10.096, 7.991, 0.0, *touching, 0.0) < 1.0
    assert legs.leg_cost(*touching, 0.0, 10.9, 7.963, 0.0) > 2.0
    assert legs.leg_cost(10.9, 7.963, 0.0, 11.25, 7.963, 0.0) < 1.0, "paid before"
