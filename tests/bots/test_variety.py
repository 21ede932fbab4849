"""A script decides by the position: whatever it is asked often it answers in more than one way, or says why not."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from math import hypot
from typing import Any

import pytest

from vanguard.bots import make_bot
from vanguard.core.clauses import load_catalogue
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import new_game

GAMES = 6
OFTEN = 40
"""Asked so often, one answer is no accident."""

WITH_A_MIND = [name for name in sorted(registered()) if load_rulebook(name).mind() is not None]


A_STEP = 0.3
"""A shorter move, in inches, is none."""


class Watched:
    """What was seen in a few games of a script against itself."""

    def __init__(self) -> None:
        self.given: dict[str, Counter[str]] = defaultdict(Counter)
        """Answers to each clause that left a choice."""
        self.moves = 0
        """Of models on a measured table, by their own action."""
        self.short_moves = 0


def note_move(watched: Watched, game: Game, question: Place[Any], given: Given) -> None:
    where = [model for model in game.view(None)["models"] if model["key"] == question.mover and "x" in model]
    if where and where[0].get("on_table", True) and question.on == "table" and isinstance(given, list):
        watched.moves += 1
        way = hypot(given[-1][0] - where[0]["x"], given[-1][1] - where[0]["y"])
        watched.short_moves += way < A_STEP


@cache
def watched(name: str) -> Watched:
    rulebook = load_rulebook(name)
    seen = Watched()
    for number in range(GAMES):
        game = new_game(rulebook, number)
        bots = [make_bot(name, "script", 2 * number + seat) for seat in (0, 1)]
        while game.question is not None:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            answer = bots[seat].answer(game, seat)
            if isinstance(question, Choose) and len(question.available) > 1:
                seen.given[question.clause][str(answer)] += 1
            elif isinstance(question, Place) and question.mover:
                note_move(seen, game, question, answer)
            game.answer(answer, seat=seat)
    return seen


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_what_a_script_is_asked_often_it_answers_in_more_than_one_way_or_says_why_not(name: str) -> None:
    mind = load_rulebook(name).mind()
    assert mind is not None
    alike = {clause for clause, given in watched(name).given.items() if given.total() >= OFTEN and len(given) == 1}
    assert alike - set(mind.always) == set()


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_what_a_mind_always_answers_alike_is_a_rule_and_has_a_reason(name: str) -> None:
    mind = load_rulebook(name).mind()
    assert mind is not None
    known = {clause.id for clause in load_catalogue(name).clauses}
    assert set(mind.always) <= known
    assert all([len(reason) > 20 for reason in mind.always.values()])


MOST_SHORT = 0.15
"""Squads and models that pile in have reasons for small steps; a script that shuffles on the spot has none."""


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_hardly_a_move_goes_nowhere(name: str) -> None:
    seen = watched(name)
    assert seen.short_moves <= MOST_SHORT * seen.moves, f"{seen.short_moves} of {seen.moves} moves"
