"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.killteam_vanguard.referee import Referee
from tests.rulebooks.refereed import falsified, refereed
from vanguard.core.telling.events import Event


@pytest.mark.parametrize(("number", "level"), [(1, "random"), (7, "random"), (13, "random"), (7, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(Referee, "killteam_vanguard", number, level).objections == []


# -- falsified games ------------------------------------------------------------------------------------------------------------


def of(state: Any, key: str) -> Any:
    return next(model for model in state.models if model.key == key)


def a_wound_too_many(state: Any, event: Event) -> bool:
    """It is told and lost, but no attack has caused it."""
    model = of(state, event.about[0])
    if event.clause != "attack.wounds" or model.wounds < 1:
        return False
    model.wounds -= 1
    event.values["amount"] += 1
    return True


def a_wound_without_a_word(state: Any, event: Event) -> bool:
    model = of(state, event.about[0])
    if model.wounds < 1:
        return False
    model.wounds -= 1
    return True


def a_step_too_far(state: Any, event: Event) -> None:
    """A way of three inches more than it was, to where it ends now."""
    model = of(state, event.about[0])
    *_, (x, y, *height) = event.values["path"]
    model.x = x + (3.0 if x < 18 else -3.0)
    event.values["path"] = (*event.values["path"], (model.x, y, *height))


def a_push_without_a_word(state: Any, event: Event) -> None:
    other = next(model for model in state.models if model.key != event.about[0] and model.place == 1)
    other.y += 0.1


def a_point_in_the_purse_too_many(state: Any, event: Event) -> None:
    state.put_in_purse(0, state.purse()[0] + 1)


def a_point_too_many(state: Any, event: Event) -> bool:
    """Of those for objectives."""
    if event.clause != "gather.capture.when":
        return False
    event.values["amount"] += 1
    state.victory_points[["Blue", "Red"].index(event.values["player"])] += 1
    return True


@pytest.mark.parametrize(
    ("key", "falsify", "why"),
    [
        ("lost wounds", a_wound_too_many, "are owed"),
        ("lost wounds", a_wound_without_a_word, "without a word"),
        ("moves", a_step_too_far, "another price"),
        ("moves", a_push_without_a_word, "without a word"),
        ("spent command points", a_point_in_the_purse_too_many, "points where"),
        ("scored", a_point_too_many, "owed"),
    ],
)
def test_the_referee_objects_to_what_was_falsified(key: str, falsify: Any, why: str) -> None:
    found = falsified(Referee, "killteam_vanguard", 7, "script", key, falsify)
    assert any(why in objection for objection in found), found
