"""A newcomer is taught: what a person is asked again and again has its lesson."""

from __future__ import annotations

from collections import Counter

from vanguard.bots import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.lessons import lessons_of
from vanguard.core.rulebook import Rulebook

GAMES = 2
SELDOM = 0.02
"""What is not asked more often than so many times out of all needs no lesson."""


def _asked(rulebook: Rulebook, number: int) -> Counter[str]:
    """The clauses of all questions of one game between quick bots."""
    asked: Counter[str] = Counter()
    game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"lessons {number}")))
    bots = [make_bot(rulebook.name, "script", number + seat) for seat in (0, 1)]
    while game.question is not None:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        asked[question.clause] += 1
        game.answer(bots[seat].answer(game, seat), seat=seat)
    return asked


def test_whatever_is_asked_often_has_its_lesson(rulebook: Rulebook) -> None:
    lessons = lessons_of(rulebook)
    if not lessons:
        return  # lessons are an offer
    taught = {clause for lesson in lessons for clause in lesson.asked}
    asked: Counter[str] = Counter()
    for number in range(GAMES):
        asked += _asked(rulebook, number)
    often = {clause for clause, times in asked.items() if times > SELDOM * asked.total()}
    untaught = sorted(often - taught)
    assert not untaught, f"{rulebook.name} is often asked by these clauses, and has no lesson: {', '.join(untaught)}"
