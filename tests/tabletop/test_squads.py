"""Squads: who is linked to whom, how everybody follows a leader, and models set by hand with the same answer."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

import pytest

from vanguard.core.paths import Path
from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Base
from vanguard.tabletop.squads import PlaceSquad, Step, follow, is_linked, linked_groups, rows, smallest_gap


def row_of(*xs: float) -> list[Base]:
    return [Base(f"m{i}", x, 10.0, 1.0) for i, x in enumerate(xs)]


def walk(i: int, x: float, y: float) -> Step | None:
    """Nothing is in the way of anybody."""
    return Step(((0.0, 0.0), (x, y)), 1.0)


def test_bases_within_reach_of_each_other_are_one_group_however_long_the_chain() -> None:
    assert linked_groups(row_of(0.0, 5.0, 10.0, 15.0), 3.0) == [[0, 1, 2, 3]]
    assert is_linked(row_of(0.0, 5.0, 10.0), 3.0)


def test_the_largest_group_comes_first_and_equal_ones_by_their_first_base() -> None:
    assert linked_groups(row_of(0.0, 20.0, 23.0, 40.0), 3.0) == [[1, 2], [0], [3]]
    assert linked_groups(row_of(0.0, 20.0), 3.0) == [[0], [1]]


def test_the_gap_of_two_groups_is_that_of_their_nearest_bases() -> None:
    assert smallest_gap(row_of(0.0, 4.0), row_of(12.0, 30.0)) == pytest.approx(6.0)


def test_everybody_keeps_the_place_in_the_formation_where_nothing_is_in_the_way() -> None:
    bases = row_of(10.0, 13.0, 16.0)
    steps, lost = follow(
        bases, 3.0, 0, Step(((10.0, 10.0), (12.0, 14.0)), 4.5), [(12.0, 14.0), (15.0, 14.0), (18.0, 14.0)], walk
    )
    assert lost == -1
    assert [(step.x, step.y) for step in steps] == [(12.0, 14.0), (15.0, 14.0), (18.0, 14.0)]


def test_who_cannot_stand_in_its_place_stands_beside_it_and_in_reach() -> None:
    bases = row_of(10.0, 13.0)

    def not_there(i: int, x: float, y: float) -> Step | None:
        return None if hypot(x - 15.0, y - 14.0) < 1.5 else walk(i, x, y)

    steps, lost = follow(
        bases, 3.0, 0, Step(((10.0, 10.0), (12.0, 14.0)), 4.5), [(12.0, 14.0), (15.0, 14.0)], not_there
    )
    assert lost == -1
    away = hypot(steps[1].x - 12.0, steps[1].y - 14.0)
    assert 2.0 <= away <= 5.0, "clear of the leader, and within 3 of it"
    assert hypot(steps[1].x - 15.0, steps[1].y - 14.0) >= 1.5


def test_who_cannot_follow_at_all_is_named() -> None:
    steps, lost = follow(
        row_of(10.0, 13.0, 16.0), 3.0, 0, Step(((10.0, 10.0), (12.0, 14.0)), 4.5),
        [(12.0, 14.0), (15.0, 14.0), (18.0, 14.0)], lambda i, x, y: None if i == 2 else walk(i, x, y),
    )  # fmt: skip
    assert lost == 2
    assert len(steps) == 2


def test_rows_spread_to_both_sides_of_the_leader_and_then_back() -> None:
    offsets = rows(6, 2.0, (0.0, -1.0), abreast=3)
    assert offsets[0] == (0.0, 0.0)
    assert {offset[0] for offset in offsets[:3]} == {-2.0, 0.0, 2.0}
    assert {offset[1] for offset in offsets[3:]} == {-2.0}


def question(seen: list[Any]) -> PlaceSquad[str]:
    def check(path: Path, by_hand: Mapping[str, Path]) -> str:
        seen.append((path, dict(by_hand)))
        return "checked"

    def preview(path: Path, by_hand: Mapping[str, Path]) -> dict[str, Any]:
        return {"legal": True, "set": sorted(by_hand)}

    return PlaceSquad(0, "Where to?", "test.move", check, lambda: [((1.0, 2.0),)], "lead", ("a", "b"), preview=preview)


def test_a_squads_move_is_answered_by_the_leaders_path_alone() -> None:
    seen: list[Any] = []
    assert question(seen).read([[1, 2], [3, 4]]) == ([[1.0, 2.0], [3.0, 4.0]], "checked")
    assert seen == [(((1.0, 2.0), (3.0, 4.0)), {})]


def test_models_set_by_hand_come_with_the_same_answer_and_stay_in_the_record() -> None:
    seen: list[Any] = []
    given = {"path": [[1, 2]], "models": {"b": [[5, 6]], "a": [[7, 8]]}}
    plain, _ = question(seen).read(given)
    assert plain == {"path": [[1.0, 2.0]], "models": {"a": [[7.0, 8.0]], "b": [[5.0, 6.0]]}}
    assert seen == [(((1.0, 2.0),), {"a": ((7.0, 8.0),), "b": ((5.0, 6.0),)})]
    assert question([]).preview(given) == {"legal": True, "set": ["a", "b"]}
    assert question([]).preview([[1, 2]]) == {"legal": True, "set": []}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"path": [[1, 2]], "models": {"lead": [[1, 2]]}}, "is none of a, b"),
        ({"path": [[1, 2]], "models": ["a"]}, "set by their keys"),
        ({"path": [[1, 2]], "way": []}, "a path and models"),
        ({"models": {"a": [[1, 2]]}}, "a list of points"),
        ({"path": [[1, 2]], "models": {"a": "there"}}, "a list of points"),
    ],
)
def test_nonsense_is_refused(given: Any, told: str) -> None:
    with pytest.raises(Refused, match=told):
        question([]).read(given)
