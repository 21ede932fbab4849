"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

import random

import pytest

from tests.rulebooks.killteam_vanguard.referee import Referee
from vanguard.bots import make_bot
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game, some_answer


def refereed(number: int, level: str, most: int = 2_000) -> Referee:
    """The game of this number, played to its end under the referee's eyes."""
    game = new_game(load_rulebook("killteam_vanguard"), number)
    referee = Referee(game)
    chance = random.Random(number)
    bots = [make_bot("killteam_vanguard", level, number + seat) for seat in (0, 1)]
    for _ in range(most):
        question = game.question
        if question is None:
            break
        seat = game.deciders()[0]
        given = some_answer(question, chance) if level == "random" else bots[seat].answer(game, seat)
        referee.answer(given, seat)
    return referee


@pytest.mark.parametrize(("number", "level"), [(1, "random"), (7, "random"), (13, "random"), (7, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(number, level).objections == []


def test_the_referee_objects_to_a_point_from_nowhere() -> None:
    """A hundred answers in the first Round is on; whoever then finds one more point in its purse is noticed at once."""
    referee = refereed(1, "random", 100)
    game = referee.game
    game.state.put_in_purse(0, game.state.purse()[0] + 1)
    seat = game.deciders()[0]
    question = game.question_for(seat)
    assert question is not None
    referee.answer(question.candidates()[0], seat)
    assert any("points where" in objection for objection in referee.objections)
