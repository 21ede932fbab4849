"""Every move of every kind of unit walked again slowly, by shapely and by what the table shows: free and within its price."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, hypot
from typing import Any

import pytest
from shapely.geometry import Point, Polygon  # type: ignore[import-untyped]

from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game, random_steps

PACE = 0.05
HAIR = 0.03


def slow_walk(game: Game, mover: str, path: list[list[float]], ram: bool) -> float:
    """What walking the path costs at least, and that nothing is in the way."""
    table, view = game.rulebook.table(game.state), game.view(None)
    (me,) = [model for model in view["models"] if model["key"] == mover]
    kind = game.rulebook.cards(game.state)[me["card"]]["type"]
    walks, flies = ", Walker" in kind, ", Skimmer" in kind or ", VTOL" in kind
    state: Any = game.state
    unit = state.unit_of(state.model(mover))
    air = {u.key for u in state.units if u.flying}
    enemies = [
        m
        for m in view["models"]
        if m["on_table"] and m["side"] != me["side"] and m["key"] not in air and not ram and m["key"] != mover
    ]
    parts = [(part, Polygon(part["points"])) for part in table["parts"]]
    closed = [
        shape
        for part, shape in parts
        if not flies
        and (
            "impassable" in part["traits"]
            or (not walks and "barred to vehicles" in part["traits"] and not unit.on_deck)
        )
    ]
    rough = [shape for part, shape in parts if not flies and "rough" in part["traits"]]
    cost = 0.0
    for a, b in pairwise(path):
        length = hypot(b[0] - a[0], b[1] - a[1])
        paces = max(1, ceil(length / PACE))
        for k in range(1, paces + 1):
            share = k / paces
            at = Point(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for shape in closed:
                assert shape.distance(at) >= me["radius"] - HAIR, f"{mover} walks through terrain at {at}"
            for enemy in enemies:
                gap = hypot(at.x - enemy["x"], at.y - enemy["y"]) - me["radius"] - enemy["radius"]
                assert gap >= -HAIR, f"{mover} walks through {enemy['key']} at {at}"
            middle = Point(a[0] + (b[0] - a[0]) * (share - 0.5 / paces), a[1] + (b[1] - a[1]) * (share - 0.5 / paces))
            cost += length / paces * (2.0 if any(shape.contains(middle) for shape in rough) else 1.0)
    return cost


@pytest.mark.parametrize("number", range(6))
def test_no_move_goes_through_anything_or_costs_less_than_its_way(number: int) -> None:
    rulebook = load_rulebook("vijilant")
    walked = 0
    for game in random_steps(new_game(rulebook, number), number):
        question = game.question_for(game.deciders()[0])
        if not isinstance(question, Place) or question.clause not in ("movement.up-to-m", "ramming.part-of-movement"):
            continue
        for given in question.candidates()[:3]:
            shown = question.preview(given)
            if not shown["legal"] or len(shown["path"]) < 2:
                continue
            ram = question.clause == "ramming.part-of-movement"
            least = slow_walk(game, question.mover, shown["path"], ram)
            locked = any(
                status["key"] == "locked"
                for model in game.view(None)["models"]
                if model["key"] == question.mover
                for status in model["status"]
            )
            if not locked:
                assert least <= shown["cost"] + 0.1, f"{question.prompt} {shown}: a slow walk takes {least}"
            for one in shown.get("followers", ()):
                slow_walk(game, one["key"], one["path"], ram)
            walked += 1
    assert walked
