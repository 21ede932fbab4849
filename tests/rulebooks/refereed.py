"""Whole games under the eyes of a referee that a test wrote from the book."""

from __future__ import annotations

import random
from typing import Protocol, TypeVar

from vanguard.bots import make_bot
from vanguard.core.game import Game
from vanguard.core.questions import Given
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game, some_answer


class Referee(Protocol):
    """Answers for the players, reads what comes of it, and writes down what the book does not allow."""

    game: Game
    objections: list[str]

    def __init__(self, game: Game) -> None: ...

    def answer(self, given: Given, seat: int) -> None: ...


R = TypeVar("R", bound=Referee)


def refereed(referee: type[R], rulebook: str, number: int, level: str, most: int = 5_000) -> R:
    """The game of this number, played to its end, or so many answers of it."""
    game = new_game(load_rulebook(rulebook), number)
    watching = referee(game)
    chance = random.Random(number)
    bots = [make_bot(rulebook, level, number + seat) for seat in (0, 1)]
    for _ in range(most):
        if game.question is None:
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        given = some_answer(question, chance) if level == "random" else bots[seat].answer(game, seat)
        watching.answer(given, seat)
    return watching


def answer_anything(referee: Referee) -> None:
    seat = referee.game.deciders()[0]
    question = referee.game.question_for(seat)
    assert question is not None
    referee.answer(question.candidates()[0], seat)
