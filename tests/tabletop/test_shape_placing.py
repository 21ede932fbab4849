"""Setting a barricade: its true outline and its turn count, and room for it is found whenever there is some."""

from __future__ import annotations

from random import Random

import pytest

from vanguard.core.refusals import Refused
from vanguard.geometry.movement.paths import ON_BASE, ON_TERRAIN, TABLE_EDGE
from vanguard.geometry.shapes import Base, Part, Table, rectangle
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import NOT_NEAR, rectangle_zone
from vanguard.tabletop.shape_placing import ShapePlacing

CLAUSES = {TABLE_EDGE: "edge", ON_TERRAIN: "terrain", ON_BASE: "bases", NOT_NEAR: "range", ANY: "barricade"}
TABLE = Table(20, 20)


def barricade(x: float, y: float, turned: float) -> Part:
    return Part("barricade", rectangle(x, y, 2.0, 0.5, turned), top=1.0)


def placing(turned: float = 0.0, **options: object) -> ShapePlacing:
    return ShapePlacing(TABLE, barricade, turned, "the barricade", CLAUSES, str, **options)  # type: ignore[arg-type]


def clause_against(it: ShapePlacing, *path: tuple[float, float]) -> str:
    with pytest.raises(Refused) as refusal:
        it.check(path)
    return refusal.value.clause


def test_its_turn_decides_whether_it_fits() -> None:
    rock = Part("rock", rectangle(5, 5, 1, 4), top=2.0)
    assert clause_against(placing(0.0, parts=[rock]), (6.2, 5.0)) == "terrain"
    assert placing(90.0, parts=[rock]).check(((6.2, 5.0),)) == (6.2, 5.0, 90.0)
    assert placing(0.0, parts=[rock]).check(((6.2, 5.0), (6.2, 9.0))) == (6.2, 5.0, 90.0)


def test_it_lies_wholly_on_the_table_clear_of_bases_and_within_range() -> None:
    assert clause_against(placing(), (0.9, 5.0)) == "edge"
    assert clause_against(placing(bases=[Base("a", 5.0, 5.6, 0.5)]), (5.0, 5.0)) == "bases"
    zone = rectangle_zone("your zone", 0, 0, 3, 20)
    assert clause_against(placing(within=[(zone, 6.0)]), (11.0, 5.0)) == "range"
    assert placing(within=[(zone, 6.0)]).check(((10.0, 5.0),))
    assert clause_against(placing(), (5.0, 5.0), (6.0, 5.0), (7.0, 5.0)) == "barricade"


def test_whether_there_is_room_is_true_on_crowded_tables() -> None:
    dice = Random(9)
    full = 0
    for _ in range(25):
        table = Table(5, 3.4)
        parts = [
            Part(f"p{i}", rectangle(dice.uniform(1, 4), dice.uniform(1, 2.4), 1.2, 1.6, dice.uniform(0, 180)), top=2.0)
            for i in range(4)
        ]
        turned = dice.choice([0.0, 45.0, 90.0])
        it = ShapePlacing(table, barricade, turned, "it", CLAUSES, str, parts=parts)
        proposed = it.propose()
        if not proposed:
            full += 1
            assert not any(it.objection((x / 20.0, y / 20.0, turned)) is None for x in range(101) for y in range(69))
        else:
            assert all(it.objection(it.pose_of(path)) is None for path in proposed)
    assert 0 < full < 25
