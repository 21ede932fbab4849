"""Random games, reproducible by number: the raw material of the contract tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.rulebook import Rulebook


def new_game(rulebook: Rulebook, number: int, secret: int | None = None) -> Game:
    """The game of this number; `secret` varies the dice and nothing else."""
    dice = KeyedDice(secret_from_seed(f"contract {number if secret is None else secret}"))
    return Game.new(rulebook, rulebook.default_setup(number), dice)


def some_answer(question: Question[Any], chance: random.Random) -> Given:
    candidates = question.candidates()
    assert candidates, f"“{question.prompt}” offers nothing that could be answered"
    return candidates[int(chance.random() * len(candidates))]


def random_steps(game: Game, number: int, most: int = 20_000) -> Iterator[Game]:
    """Answer at random until the game is over, yielding the game before every answer."""
    chance = random.Random(f"steps {number}")
    for _ in range(most):
        if game.question is None:
            return
        yield game
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(some_answer(question, chance), seat=seat)
    raise AssertionError(f"no end after {most} answers")


def played_out(rulebook: Rulebook, number: int) -> Game:
    game = new_game(rulebook, number)
    for _ in random_steps(game, number):
        pass
    return game


def advanced(rulebook: Rulebook, number: int, steps: int) -> Game:
    """The game of this number after so many random answers, or just before it is over."""
    game = new_game(rulebook, number)
    for step, _ in enumerate(random_steps(game, number)):
        if step == steps:
            break
    if game.question is None:
        game.undo(force=True)
    return game
