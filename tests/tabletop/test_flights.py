"""Flying: straight over everything, and only the end counts."""

from __future__ import annotations

from random import Random

import pytest

from vanguard.core.refusals import Refused
from vanguard.geometry.movement import EdgeKind, Ground, Mover, deck, impassable
from vanguard.geometry.movement.paths import CHANGES_LEVEL, ON_BASE, ON_TERRAIN, TERRAIN_IN_WAY, TOO_FAR
from vanguard.geometry.shapes import Base, Part, Table, rectangle
from vanguard.tabletop.flights import Flight
from vanguard.tabletop.moves import ANY

TOWER = Part("tower", rectangle(10, 10, 2, 10), top=5.0)
ROOF = Part("roof", rectangle(10, 3, 4, 4), top=3.0)
TABLE = Table(20, 20, "in", [TOWER, ROOF])
GROUND = Ground(TABLE, [impassable(TOWER), deck(ROOF, EdgeKind("side", 1.0, 1.0, False))], 0.001)
CLAUSES = {
    TOO_FAR: "fly.distance", ON_BASE: "fly.end", ON_TERRAIN: "fly.end", CHANGES_LEVEL: "fly.height",
    TERRAIN_IN_WAY: "fly.walls", ANY: "fly",
}  # fmt: skip


def flight(allowance: float = 8.0, **options: object) -> Flight:
    foe = Base("foe", 14.0, 10.0, 0.5, 0.0, 1.5)
    mover = Mover(Base("me", 7.0, 10.0, 0.5, 0.0, 1.5), allowance, [foe])
    return Flight(GROUND, mover, "Hawk", CLAUSES, str, **options)  # type: ignore[arg-type]


def clause_against(it: Flight, *path: tuple[float, ...]) -> str:
    with pytest.raises(Refused) as refusal:
        it.check(path)
    return refusal.value.clause


def test_it_flies_over_a_tower_and_ends_beyond() -> None:
    assert flight().check(((12.5, 10.0),)).cost == pytest.approx(5.5)


def test_it_may_not_end_on_terrain_on_a_base_or_too_far() -> None:
    it = flight()
    assert clause_against(it, (10.0, 10.0)) == "fly.end"
    assert clause_against(it, (13.8, 10.0)) == "fly.end"
    assert clause_against(it, (7.0, 18.5)) == "fly.distance"
    assert clause_against(it, (7.0, 11.0), (7.0, 12.0)) == "fly"


def test_barriers_stop_it_and_levels_up_to_a_height_do_not() -> None:
    assert clause_against(flight(barriers=[TOWER]), (12.5, 10.0)) == "fly.walls"
    assert flight(9.0).check(((10.0, 3.0),)).end == (10.0, 3.0, 3.0)
    assert clause_against(flight(9.0, highest=2.0), (10.0, 3.0)) == "fly.height"


def test_one_that_must_fly_its_whole_distance_may_not_fly_less() -> None:
    it = flight(5.0, exactly=True)
    assert clause_against(it, (7.0, 14.0)) == "fly.distance"
    assert it.check(((7.0, 15.0),)).cost == 5.0


def test_every_proposal_is_legal_and_a_sample_is_one_of_them() -> None:
    it = flight(targets=[Base("foe", 14.0, 10.0, 0.5)])
    proposed = it.propose()
    assert all(it.check(path) for path in proposed)
    dice = Random(1)
    assert {it.sample(dice.randrange) for _ in range(200)} == set(proposed)
