"""A few games of each script, watched: it decides by the position, moves with a purpose, and hardly does what a person would laugh at."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from math import hypot
from typing import Any

import pytest

from tools.blunders import watch
from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.clauses import load_catalogue
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place, Question
from vanguard.core.rulebook import load_rulebook, registered

GAMES = 6
OFTEN = 40
"""Asked so often, one answer is no accident."""

WITH_A_MIND = [name for name in sorted(registered()) if load_rulebook(name).mind() is not None]


class Watched(BlunderWatcher):
    """What was answered, and how far was moved."""

    def __init__(self) -> None:
        super().__init__()
        self.given: dict[str, Counter[str]] = defaultdict(Counter)
        """Answers to each clause that left a choice."""
        self.moves = 0
        """Of models on a measured table, by their own action."""
        self.short_moves = 0

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if isinstance(question, Choose) and len(question.available) > 1:
            self.given[question.clause][str(given)] += 1
        elif isinstance(question, Place) and question.mover:
            self._note_move(game, question, given)

    def _note_move(self, game: Game, question: Place[Any], given: Given) -> None:
        where = [model for model in game.view(None)["models"] if model["key"] == question.mover and "x" in model]
        if where and where[0].get("on_table", True) and question.on == "table" and isinstance(given, list):
            self.moves += 1
            way = hypot(given[-1][0] - where[0]["x"], given[-1][1] - where[0]["y"])
            self.short_moves += way < A_STEP


@cache
def watched(name: str) -> tuple[Watched, BlunderWatcher]:
    seen = Watched()
    return seen, watch(name, "script", GAMES, 300, seen)


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_what_a_script_is_asked_often_it_answers_in_more_than_one_way_or_says_why_not(name: str) -> None:
    mind = load_rulebook(name).mind()
    assert mind is not None
    alike = {clause for clause, given in watched(name)[0].given.items() if given.total() >= OFTEN and len(given) == 1}
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
    seen = watched(name)[0]
    assert seen.short_moves <= MOST_SHORT * seen.moves, f"{seen.short_moves} of {seen.moves} moves"


FEW = 3
"""A share of fewer chances than this tells nothing: one in two is no habit."""


def forgiven(name: str) -> list[str]:
    return sorted(load_rulebook(name).blunders().forgiven)


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_rulebook_is_watched(name: str) -> None:
    assert forgiven(name)


@pytest.mark.parametrize(("name", "what"), [(name, what) for name in sorted(registered()) for what in forgiven(name)])
def test_what_a_person_would_laugh_at_hardly_happens(name: str, what: str) -> None:
    seen = watched(name)[1]
    found, chances = seen.found[what], seen.chances[what]
    assert found <= seen.forgiven[what] * max(chances, FEW), f"{what}: {found} of {chances}"


@pytest.mark.parametrize("name", sorted(registered()))
def test_what_is_counted_is_limited(name: str) -> None:
    seen = watched(name)[1]
    assert set(seen.chances) <= set(seen.forgiven)
