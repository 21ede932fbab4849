"""A script decides by the position: whatever it is asked often it answers in more than one way, or says why not."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

import pytest

from vanguard.bots import make_bot
from vanguard.core.clauses import load_catalogue
from vanguard.core.questions import Choose
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import new_game

GAMES = 6
OFTEN = 40
"""Asked so often, one answer is no accident."""

WITH_A_MIND = [name for name in sorted(registered()) if load_rulebook(name).mind() is not None]


@cache
def answers_given(name: str) -> dict[str, Counter[str]]:
    """What the script answered to each clause that left it a choice, over a few games against itself."""
    rulebook = load_rulebook(name)
    given: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(GAMES):
        game = new_game(rulebook, number)
        bots = [make_bot(name, "script", 2 * number + seat) for seat in (0, 1)]
        while game.question is not None:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            answer = bots[seat].answer(game, seat)
            if isinstance(question, Choose) and len(question.available) > 1:
                given[question.clause][str(answer)] += 1
            game.answer(answer, seat=seat)
    return dict(given)


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_what_a_script_is_asked_often_it_answers_in_more_than_one_way_or_says_why_not(name: str) -> None:
    mind = load_rulebook(name).mind()
    assert mind is not None
    alike = {clause for clause, given in answers_given(name).items() if given.total() >= OFTEN and len(given) == 1}
    assert alike - set(mind.always) == set()


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_what_a_mind_always_answers_alike_is_a_rule_and_has_a_reason(name: str) -> None:
    mind = load_rulebook(name).mind()
    assert mind is not None
    known = {clause.id for clause in load_catalogue(name).clauses}
    assert set(mind.always) <= known
    assert all([len(reason) > 20 for reason in mind.always.values()])
