"""What can be recounted independently must come out the same: scores from the log, prices of moves, hostile answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import approx

from tests.kit.duel import rulebook as duel
from tests.kit.random_play import new_game, random_steps
from tests.kit.strategies import anything, games, legal_answers
from tests.kit.walking import Prices, Walker
from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook

Scored = tuple[int, float]
Cell = tuple[int, int]


def told_by_vanguard(game: Game, event: Event) -> Scored | None:
    if event.key != "scored":
        return None
    return ("Blue", "Red").index(event.values["player"]), float(str(event.values["points"]).split(" ")[0])


def told_by_lite(game: Game, event: Event) -> Scored | None:
    if event.key != "points-scored":
        return None
    state: Any = game.state
    names = [state.team_name(seat) for seat in (0, 1)]
    return names.index(event.values["team"]), float(event.values["points"])


def told_by_normandy(game: Game, event: Event) -> Scored | None:
    from vanguard.rulebooks.normandy.units import side_name

    if event.key != "scored":
        return None
    state: Any = game.state
    return [side_name(state, seat) for seat in (0, 1)].index(event.values["side"]), float(event.values["gained"])


def told_by_fortyk(game: Game, event: Event) -> Scored | None:
    if event.key not in ("scores", "holds-more", "slays-warlord"):
        return None
    return event.values["seat"], float(event.values["amount"])


READERS: dict[str, Callable[[Game, Event], Scored | None]] = {
    "killteam_vanguard": told_by_vanguard,
    "killteam_lite": told_by_lite,
    "normandy": told_by_normandy,
    "fortyk_vanguard": told_by_fortyk,
}


def test_the_score_recounted_from_the_log_is_the_score(rulebook: Rulebook, number: int) -> None:
    reader = READERS.get(rulebook.name)
    game = new_game(rulebook, number)
    for _ in random_steps(game, number):
        pass
    if reader is None or game.setup is None or game.setup.scenario == "none":
        return  # scored by what is left on the table, not by points
    recounted = [0.0, 0.0]
    for event in game.events:
        scored = reader(game, event)
        if scored is not None:
            recounted[scored[0]] += scored[1]
    assert tuple(recounted) == game.standing.scores


ONCE_A_ROUND = {
    "killteam_vanguard": ("activates", "model"),
    "killteam_lite": ("activated", "who"),
    "normandy": ("rallies", "unit"),
    "fortyk_vanguard": ("declares", "who"),
}
"""An event that may happen to each model once a round, and the value that names the model."""


def test_what_may_be_done_once_a_round_is_done_once(rulebook: Rulebook, number: int) -> None:
    key, name = ONCE_A_ROUND.get(rulebook.name, ("", ""))
    game = new_game(rulebook, number)
    seen: set[tuple[int, str]] = set()
    told = 0
    for step in random_steps(game, number):
        events = step.events
        for event in events[told:]:
            if event.key == key:
                # two armies may field models of one name: the model's own key tells them apart
                once = (step.view(None)["round"], f"{event.values[name]} {event.about[:1]}")
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
    assert looked or rulebook.name not in PRICES, "no move ended with its allowance"


PRICES = {
    "killteam_vanguard": [Prices(2.0, 1.0), Prices(2.0, 1.0, nimble=True)],
    "killteam_lite": [Prices(1.0, 1.0, 2.0), Prices(1.0, 1.0, 2.0, nimble=True)],
    "fortyk_vanguard": [Prices(1.0, 1.0)],
}
"""What a walk costs the usual model and the nimble one (Skitter, a grapple, a leaper)."""
FLOWN = (["leap"], ["normal move"], ["advance"], ["fall back"])
NIMBLE = ("skitter", "grapple", "leap")
WALKED_BY_THEIR_OWN_TESTS = ("vijilant",)
"""Whose ways over terrain differ from unit to unit: tests/rulebooks/<name>/test_slow_walk.py walks them."""


def what_hinders_in_fortyk(rulebook: Rulebook, game: Game, mover: str, parts: list[Any]) -> list[Any]:
    """Areas, low things and, for those on foot, breachable walls hinder nobody; the rest is climbed."""
    (model,) = [m for m in game.view(None)["models"] if m["key"] == mover]
    kind = rulebook.cards(game.state)[model["card"]]["type"]
    on_foot = any(word in kind for word in ("INFANTRY", "SWARM", "BEASTS"))
    found = []
    for part in parts:
        if part["kind"] == "area" or part["top"] <= 1.0 or (part["kind"] == "wall" and on_foot):
            continue
        stands = part["kind"] in ("obstacle", "floor", "hill") and (on_foot or "FLY" in kind or part["kind"] == "hill")
        found.append({**part, "traits": ["standable"] if stands else ["traversable"]})
    return found


HINDRANCES: dict[str, Callable[[Rulebook, Game, str, list[Any]], list[Any]]] = {
    "fortyk_vanguard": what_hinders_in_fortyk
}
"""What of the terrain shown hinders a mover, where its traits do not say so in the words of the slow walk."""


def moves_shown(
    rulebook: Rulebook, number: int, most: int, every: int = 4
) -> Iterator[tuple[Game, Place[Any], dict[str, Any]]]:
    """Proposed moves of models on the table with their previews, from all over a game."""
    looked = 0
    for count, step in enumerate(random_steps(new_game(rulebook, number), number)):
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


def stands(game: Game, key: str) -> bool:
    return any(model["key"] == key and model["on_table"] for model in game.view(None)["models"])


def test_a_slow_walk_finds_every_move_free_and_within_its_allowance(rulebook: Rulebook, number: int) -> None:
    """Every fiftieth of an inch, by shapely and by what the table shows: nothing in the way, and never dearer than said."""
    if rulebook.name in WALKED_BY_THEIR_OWN_TESTS:
        return
    if rulebook.name not in PRICES:
        assert not any(part for part in rulebook.table(rulebook.new(rulebook.default_setup())).get("parts", ()))
        return  # nothing on this table hinders anybody
    walked = 0
    for game, question, shown in moves_shown(rulebook, number, 12):
        if [item["label"] for item in shown["items"]] in FLOWN:
            continue  # over everything; its length is recounted above
        table, view = rulebook.table(game.state), game.view(None)
        if rulebook.name in HINDRANCES:
            table = {**table, "parts": HINDRANCES[rulebook.name](rulebook, game, question.mover, table["parts"])}
        least = inf
        for prices in PRICES[rulebook.name]:
            least = Walker(table, view, question.mover, prices).least_cost(shown["path"])
            if least <= shown["cost"] + 0.05:
                break
            assert is_nimble(game, question), f"{shown}: a slow walk takes {least}"
        assert least <= shown["cost"] + 0.05, f"{question.prompt} {shown}: a slow walk takes {least}"
        assert least <= shown["allowance"] + 0.05
        walked += 1
    assert walked, "no move was walked"


def is_nimble(game: Game, question: Place[Any]) -> bool:
    (model,) = [m for m in game.view(None)["models"] if m["key"] == question.mover]
    told = f"{question.prompt} {question.clause} {game.rulebook.cards(game.state)[model['card']]}".lower()
    return any(word in told for word in NIMBLE)


def test_the_slow_walk_knows_what_is_in_the_way() -> None:
    table = {
        "width": 20,
        "depth": 20,
        "parts": [
            part("rock", ["impassable"], [[8, 2], [10, 2], [10, 6], [8, 6]]),
            part("woods", ["difficult"], [[8, 8], [10, 8], [10, 12], [8, 12]]),
            part("fence", ["obstacle"], [[9, 14], [9, 18]], closed=False, top=1.0),
        ],
    }
    models = [standing("me", 5, 4), standing("other", 12, 16)]
    walker = Walker(table, {"models": models}, "me", Prices(2.0, 1.0))
    assert walker.least_cost([[7.4, 4]]) == approx(2.4)
    assert walker.least_cost([[7.6, 4]]) == inf
    assert walker.least_cost([[5, 10], [12, 10]]) == approx(6 + 5 + 2 * 2, abs=0.05)
    assert walker.least_cost([[5, 16], [10.9, 16]]) == approx(12 + 5.9 + 2, abs=0.05)
    assert walker.least_cost([[5, 16], [11.1, 16]]) == inf
    assert walker.least_cost([[0.3, 4]]) == inf


def part(name: str, traits: list[str], points: list[list[float]], closed: bool = True, top: float = 3.0) -> Any:
    return {"name": name, "traits": traits, "points": points, "closed": closed, "bottom": 0.0, "top": top}


def standing(key: str, x: float, y: float) -> dict[str, Any]:
    return {"key": key, "x": x, "y": y, "radius": 0.5, "height": 1.5, "elevation": 0.0, "on_table": True}


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


@settings(max_examples=60)
@given(st.data())
def test_hostile_answers_are_refused_or_legal_and_never_break_the_game(data: st.DataObject) -> None:
    game = data.draw(games(duel, most=20))
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
