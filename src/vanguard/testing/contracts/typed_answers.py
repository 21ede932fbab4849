"""Whatever is offered can be typed."""

from __future__ import annotations

from vanguard.core.questions import Question, Together
from vanguard.core.questions.notation import given_from_typed, typed_from_given
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps

MOST_STEPS = 150
MOST_CANDIDATES = 5


def test_every_offered_answer_can_be_typed(rulebook: Rulebook, number: int) -> None:
    asked: set[str] = set()
    for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
        question = game.question_for(game.deciders()[0])
        assert question is not None
        if step > MOST_STEPS:
            return
        if question.prompt in asked or isinstance(question, Together):
            continue  # what is asked in the same words is typed alike
        asked.add(question.prompt)
        check_typed(question)


def check_typed(question: Question[object]) -> None:
    for candidate in question.candidates()[:MOST_CANDIDATES]:
        typed = typed_from_given(candidate)
        assert question.read(given_from_typed(question, typed))[0] == question.read(candidate)[0], typed
