"""Games by bots and by chance, read along by a referee who knows the book and none of the rules' code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.refereed import HALF_BY_CHANCE, falsified, refereed
from tests.rulebooks.vijilant.refereeing import Referee
from vanguard.core.telling.events import Event

LOOKED_AT = {
    "whose turn", "hands", "cards", "points left", "action points", "shots offered", "strikes offered", "dice", "who is hit",
    "wounds taken", "distances", "costs told", "free ways", "coherency", "passengers", "heights", "edges", "closed terrain",
    "equal hands", "who opens", "rounds over", "pins", "dead cards", "winners",
}  # fmt: skip


@pytest.mark.parametrize("number", [28, 29])
def test_a_referee_who_reads_along_finds_nothing_to_object_to(number: int) -> None:
    """Depot Raid and The Heist."""
    referee = refereed(Referee, "vijilant", number, HALF_BY_CHANCE)
    assert referee.objections == []
    assert set(referee.counts) >= LOOKED_AT


# -- falsified games ------------------------------------------------------------------------------------------------------------


def a_step_too_far(battle: Any, event: Event) -> bool:
    """One model goes twice as far again as its unit may."""
    key, way = event.values["pieces"][0], event.values["paths"][0]
    model = battle.models[battle.places[key]]
    far = 3.0 * battle.units[model.unit].card.move
    x, y = way[-1][0] + (far if way[-1][0] < 35 else -far), way[-1][1]
    event.values["paths"] = [(*way, (x, y)), *event.values["paths"][1:]]
    model.base = model.base.at(x, y)
    return True


def a_wound_too_many(battle: Any, event: Event) -> bool:
    """Lost and told, but no hit has caused it."""
    model = battle.models[battle.places[event.about[0]]]
    if model.fate != 1:
        return False
    model.wounds += 1
    return True


def a_turn_out_of_turn(battle: Any, event: Event) -> bool:
    """The other player is said to have taken it."""
    sides = [battle.side_name(seat) for seat in (0, 1)]
    seat = 1 - sides.index(event.values["side"])
    event.values.update(side=sides[seat], card=next(it.name for it in battle.cards if it.seat == seat))
    return True


@pytest.mark.parametrize(
    ("key", "falsify", "what"),
    [
        ("moves", a_step_too_far, "distances"),
        ("wounded", a_wound_too_many, "wounds"),
        ("plays", a_turn_out_of_turn, "whose turn"),
    ],
)
def test_a_referee_finds_what_was_falsified(key: str, falsify: Any, what: str) -> None:
    found = falsified(Referee, "vijilant", 28, "script", key, falsify)
    assert any(f": {what}: " in objection for objection in found), found
