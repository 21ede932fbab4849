"""Hypothesis strategies that answer questions: a game is drawn answer by answer and shrinks to the shortest that fails."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.rulebook import Rulebook


def legal_answers(question: Question[Any]) -> st.SearchStrategy[Given]:
    """Any answer the question itself proposes."""
    return st.sampled_from(question.candidates())


def anything() -> st.SearchStrategy[Given]:
    """Whatever a careless or hostile client might send instead of an answer."""
    numbers = st.one_of(st.integers(-10, 10**9), st.floats(), st.booleans(), st.none(), st.text(max_size=8))
    points = st.lists(st.lists(numbers, max_size=4), max_size=4)
    return st.one_of(numbers, points, st.dictionaries(st.text(max_size=5), numbers, max_size=3))


@st.composite
def games(draw: st.DrawFn, rulebook: Rulebook, most: int = 60) -> Game:
    """A game of this rulebook after up to so many drawn answers."""
    setup = rulebook.default_setup(draw(st.integers(0, 20)))
    game = Game.new(rulebook, setup, KeyedDice(secret_from_seed(draw(st.integers(0, 10**6)))))
    for _ in range(draw(st.integers(0, most))):
        if game.question is None:
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(draw(legal_answers(question)), seat=seat)
    return game
