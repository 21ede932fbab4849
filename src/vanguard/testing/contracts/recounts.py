"""What can be recounted independently must come out the same: scores from the log, prices of moves, hostile answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps
from vanguard.testing.strategies import anything, games, legal_answers
from vanguard.testing.walking import Walker

Cell = tuple[int, int]


def test_the_score_recounted_from_the_log_is_the_score(rulebook: Rulebook, number: int) -> None:
    """Whoever tells points by pictures of the kind `score` tells all of them."""
    game = new_game(rulebook, number)
    for _ in random_steps(game, number):
        pass
    recounted = [0.0, 0.0]
    for event in game.events:
        picture = rulebook.pictures.get(event.key)
        if picture is not None and picture.kind == "score":
            recounted[event.values["seat"]] += event.values["amount"]
    if any(recounted):  # else scored by what is left on the table
        assert tuple(recounted) == game.standing.scores


def test_what_may_be_done_once_a_round_is_done_once(rulebook: Rulebook, number: int) -> None:
    key = rulebook.promises().once_a_round
    game = new_game(rulebook, number)
    seen: set[tuple[int, tuple[str, ...]]] = set()
    told = 0
    for step in random_steps(game, number):
        events = step.events
        for event in events[told:]:
            if event.key == key:
                once = (step.view(None)["round"], event.about[:1])
                assert once not in seen, f"{once} twice in one round"
                seen.add(once)
        told = len(events)


def test_no_move_costs_less_than_its_length_or_more_than_its_allowance(rulebook: Rulebook, number: int) -> None:
    """The price shown before a move is held against the plain length of its path; items add up to the total."""
    game = new_game(rulebook, number)
    looked = 0
    for step in random_steps(game, number):
        question = step.question_for(step.deciders()[0])
        if not isinstance(question, Place) or question.on != "table" or looked >= 25:
            continue
        for one in question.candidates()[:2]:
            shown = question.preview(one)
            assert shown["legal"], shown
            if "cost" not in shown or not shown.get("path"):
                continue
            looked += 1
            path = shown["path"]
            length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
            assert length - 0.02 <= shown["cost"] <= shown["allowance"] + 0.02
            assert abs(sum(item["amount"] for item in shown["items"]) - shown["cost"]) <= 0.02 * (
                1 + len(shown["items"])
            )


FORGIVEN = 0.0101
"""The most that any rulebook's tolerance adds to an allowance."""


def test_a_thousandth_too_far_is_refused_and_changes_nothing(rulebook: Rulebook, number: int) -> None:
    """Straight on over open ground, thousandth by thousandth: where the allowance ends the answer is refused."""
    looked = 0
    for game, question, shown in moves_shown(rulebook, number, 200, every=1):
        if not (len(shown["path"]) == 2 and shown["cost"] > 1.0 and looked < 4):
            continue
        (x1, y1), (x2, y2) = shown["path"]
        length = hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length

        def straight_on(far: float, x: float = x1, y: float = y1, ux: float = ux, uy: float = uy) -> list[list[float]]:
            return [[round(x + far * ux, 4), round(y + far * uy, 4)]]

        allowance = shown["allowance"]
        if abs(length - shown["cost"]) > 0.01 or not question.preview(straight_on(allowance - 0.002))["legal"]:
            continue  # something else than the allowance ends this way
        too_far = next(k for k in range(40) if not question.preview(straight_on(allowance + k / 1000.0))["legal"])
        assert too_far / 1000.0 <= FORGIVEN + 0.0015, (
            "rounding to a thousandth and the tolerance are all that is forgiven"
        )
        before = game.digest
        with pytest.raises(Refused) as refusal:
            game.answer(straight_on(allowance + too_far / 1000.0), seat=question.player)
        assert game.digest == before
        looked += f"{allowance:g}" in refusal.value.message  # now and then the table ends there as well
    assert looked or not rulebook.promises().walking, "no move ended with its allowance"


MOST_GAMES, ENOUGH_MOVES = 8, 12


def moves_shown(
    rulebook: Rulebook, number: int, most: int, every: int = 4
) -> Iterator[tuple[Game, Place[Any], dict[str, Any]]]:
    """Proposed moves of models on the table with their previews, from all over a game; from several if they are short."""
    looked = 0
    for further in range(MOST_GAMES):
        played = number + 1_000 * further
        for count, step in enumerate(random_steps(new_game(rulebook, played), played)):
            question = step.question_for(step.deciders()[0])
            if not isinstance(question, Place) or question.on != "table" or count % 5 != number % 5:
                continue
            for one in question.candidates()[1::every][: 8 // every]:
                shown = question.preview(one)
                if "cost" in shown and shown.get("path") and stands(step, question.mover):
                    looked += 1
                    yield step, question, shown
            if looked >= most:
                return
        if looked >= ENOUGH_MOVES:
            return


def stands(game: Game, key: str) -> bool:
    return any(model["key"] == key and model["on_table"] for model in game.view(None)["models"])


def test_a_slow_walk_finds_every_move_free_and_within_its_allowance(rulebook: Rulebook, number: int) -> None:
    """Every fiftieth of an inch, by shapely and by what the table shows: nothing in the way, and never dearer than said."""
    promised = rulebook.promises().walking
    hinders, nimble = rulebook.promises().hinders, rulebook.promises().nimble
    if not promised:
        return  # nothing hinders anybody here, or its own tests walk its ways
    walked = 0
    for game, question, shown in moves_shown(rulebook, number, 12):
        if shown.get("flown"):
            continue  # over everything; its length is recounted above
        table, view = rulebook.table(game.state), game.view(None)
        if hinders is not None:
            table = {**table, "parts": hinders(game.state, question.mover, table["parts"])}
        least = inf
        for prices in promised:
            least = Walker(table, view, question.mover, prices).least_cost(shown["path"])
            if least <= shown["cost"] + 0.05:
                break
            assert nimble is not None and nimble(game.state, question.mover), f"{shown}: a slow walk takes {least}"
        assert least <= shown["cost"] + 0.05, f"{question.prompt} {shown}: a slow walk takes {least}"
        assert least <= shown["allowance"] + 0.05
        walked += 1
    assert walked, "no move was walked"


def flood(cells: set[Cell], blocked: set[Cell], start: set[Cell], steps: int) -> set[Cell]:
    """All hexes within so many steps, ring by ring, neighbours found by trying every hex."""
    reached = set(start)
    for _ in range(steps):
        reached |= {b for a in reached for b in cells - blocked if b not in reached and beside(a, b)}
    return reached


def beside(a: Cell, b: Cell) -> bool:
    """Pointy-top hexes with odd rows shifted right: centres one apart."""
    ax, bx = a[0] + (a[1] % 2) / 2, b[0] + (b[1] % 2) / 2
    return abs(hypot(ax - bx, (a[1] - b[1]) * sqrt(3) / 2) - 1.0) < 1e-6


def test_no_move_on_hexes_goes_further_than_a_flood_of_its_allowance(rulebook: Rulebook, number: int) -> None:
    """At one step for the cheapest hex, no end of a move may lie beyond the flood of its allowance."""
    if rulebook.unit != "hex":
        return
    game = new_game(rulebook, number)
    cells = {(at[0], at[1]) for at in (cell["at"] for cell in rulebook.table(game.state)["hexes"])}
    looked = 0
    for step in random_steps(game, number):
        question = step.question_for(step.deciders()[0])
        if not isinstance(question, Place) or question.on != "hexes" or looked >= 12:
            continue
        for one in question.candidates()[::5][:2]:
            shown = question.preview(one)
            if "allowance" not in shown or not shown.get("path"):
                continue
            looked += 1
            first, *rest = [(int(x), int(y)) for x, y in shown["path"]]
            within = flood(cells, set(), {first}, int(shown["allowance"]))
            assert {*rest, first} <= within, f"{question.prompt}: {shown}"
            assert all(a == b or beside(a, b) for a, b in pairwise([first, *rest])), shown
    assert looked, "no move was looked at"


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_hostile_answers_are_refused_or_legal_and_never_break_the_game(rulebook: Rulebook, data: st.DataObject) -> None:
    game = data.draw(games(rulebook, most=8))
    if game.question is None:
        return
    before = game.digest
    sent = data.draw(anything())
    seat = game.deciders()[0]
    try:
        game.answer(sent, seat=seat)
    except Refused:
        assert game.digest == before
        question = game.question_for(seat)
        assert question is not None
        game.answer(data.draw(legal_answers(question)), seat=seat)
    assert game.digest != before
