"""What can be recounted independently must come out the same: scores from the log, prices of moves, hostile answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.duel import rulebook as duel
from tests.kit.random_play import new_game, random_steps
from tests.kit.strategies import anything, games, legal_answers
from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook

Scored = tuple[int, float]


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


READERS: dict[str, Callable[[Game, Event], Scored | None]] = {
    "killteam_vanguard": told_by_vanguard,
    "killteam_lite": told_by_lite,
    "normandy": told_by_normandy,
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
