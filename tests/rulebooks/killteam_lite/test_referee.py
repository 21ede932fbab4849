"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.killteam_lite.dealt_cards import dealt_teams
from tests.rulebooks.killteam_lite.referee import Referee
from tests.rulebooks.refereed import HALF_BY_CHANCE, falsified, refereed
from vanguard.core.telling.events import Event
from vanguard.rulebooks.killteam_lite.content.content import content


@pytest.mark.parametrize(("number", "level"), [(6, "random"), (9, "random"), (2, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(Referee, "killteam_lite", number, level).objections == []


@pytest.mark.parametrize(("number", "level"), [(1128, "random"), (2071, HALF_BY_CHANCE), (4142, "random")])
def test_nor_does_it_where_the_cards_are_dealt_by_lot(number: int, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content(), "teams", dealt_teams(number))
    assert refereed(Referee, "killteam_lite", number, level).objections == []


# -- falsified games ------------------------------------------------------------------------------------------------------------


def a_wound_too_many(state: Any, event: Event) -> bool:
    """It is told and lost, but no hit has caused it."""
    operative = next(it for it in state.operatives if it.key == event.about[0])
    if operative.wounds < 2:
        return False
    operative.wounds -= 1
    event.values.update(amount=event.values["amount"] + 1, left=operative.wounds)
    return True


def a_wound_without_a_word(state: Any, event: Event) -> bool:
    operative = next(it for it in state.operatives if it.key == event.about[0])
    if operative.wounds < 2:
        return False
    operative.wounds -= 1
    return True


def a_step_too_far(state: Any, event: Event) -> None:
    """A way of three inches more than it was, to where it ends now."""
    operative = next(it for it in state.operatives if it.key == event.about[0])
    *_, (x, y, *height) = event.values["path"]
    there = (x + (3.0 if x < 15 else -3.0), y, *height)
    event.values["path"] = (*event.values["path"], there)
    operative.base = operative.base.at(there[0], there[1], operative.base.elevation)


def a_push_without_a_word(state: Any, event: Event) -> None:
    operative = next(it for it in state.operatives if it.key != event.about[0] and it.fate == 1)
    operative.base = operative.base.at(operative.base.x, operative.base.y + 0.01, operative.base.elevation)


def a_point_in_the_purse_too_many(state: Any, event: Event) -> None:
    state.put_in_purse(0, state.purse()[0] + 1)


def a_point_too_many(state: Any, event: Event) -> None:
    seat = event.values["seat"]
    event.values["amount"] += 1
    state.points = tuple([points + (it == seat) for it, points in enumerate(state.points)])


@pytest.mark.parametrize(
    ("key", "falsify", "why"),
    [
        ("wounds-lost", a_wound_too_many, "are owed"),
        ("wounds-lost", a_wound_without_a_word, "without a word"),
        ("normal-move", a_step_too_far, "another price"),
        ("normal-move", a_push_without_a_word, "without a word"),
        ("command-point-gained", a_point_in_the_purse_too_many, "CP where"),
        ("points-scored", a_point_too_many, "owed"),
    ],
)
def test_the_referee_objects_to_what_was_falsified(key: str, falsify: Any, why: str) -> None:
    found = falsified(Referee, "killteam_lite", 7, "script", key, falsify)
    assert any(why in objection for objection in found), found


@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_referee_objects_to_a_point_too_many_in_every_mission(number: int) -> None:
    """Break Through, Sabotage and Decapitation: paid for what has just happened, or at the end."""
    found = falsified(Referee, "killteam_lite", number, "script", "points-scored", a_point_too_many)
    assert any("owed" in objection for objection in found), found
