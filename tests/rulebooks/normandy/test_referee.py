"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.normandy.referee import Referee
from tests.rulebooks.refereed import falsified, refereed
from vanguard.core.telling.events import Event


@pytest.mark.parametrize(("number", "level"), [(1, "random"), (9, "random"), (5, "script"), (17, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(Referee, "normandy", number, level).objections == []


# -- falsified games ------------------------------------------------------------------------------------------------------------


def a_damage_too_many(state: Any, event: Event) -> None:
    event.values["damage"] += 1


def a_hex_too_far(state: Any, event: Event) -> bool:
    """A way with one hex more than it had, there and back again as often as needed."""
    way = [tuple(cell) for cell in event.values["paths"][0]]
    if len(way) < 2:
        return False
    event.values["paths"] = ([*way, *[way[-2], way[-1]] * 5], *event.values["paths"][1:])
    return True


def a_push_without_a_word(state: Any, event: Event) -> None:
    unit = next(it for it in state.units.values() if it.hexes[0] >= 0 and it.title != event.values["unit"])
    unit.hexes = (unit.hexes[0] + 1, *unit.hexes[1:])


def a_pin_without_a_word(state: Any, event: Event) -> None:
    state.units[event.about[0]].pins += 1


def requisition_from_nowhere(state: Any, event: Event) -> None:
    state.boards[0].requisition += 1


def a_point_too_many(state: Any, event: Event) -> None:
    event.values["gained"] += 1
    state.boards[event.values["seat"]].vp += 1


@pytest.mark.parametrize(
    ("key", "falsify", "why"),
    [
        ("rolled", a_damage_too_many, "damage is owed"),
        ("moved", a_hex_too_far, "hexes of"),
        ("moved", a_push_without_a_word, "without a word"),
        ("pinned", a_pin_without_a_word, "without a word"),
        ("income", requisition_from_nowhere, "requisition"),
        ("scored", a_point_too_many, "are owed"),
    ],
)
def test_the_referee_objects_to_what_was_falsified(key: str, falsify: Any, why: str) -> None:
    found = falsified(Referee, "normandy", 5, "script", key, falsify)
    assert any(why in objection for objection in found), found
