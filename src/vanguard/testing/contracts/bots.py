"""Every level of bot of every rulebook answers legally, and by nothing its seat may not see."""

from __future__ import annotations

import pytest

from vanguard.bots import Budget, levels, make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Together
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import advanced, new_game, random_steps

A_FEW = Budget(rollouts=15)
"""Enough to see a search at work."""
STEPS = (0, 9, 31, 77, 160)


def with_another_secret(game: Game) -> Game:
    """The same game as far as anybody has seen, with other dice to come."""
    return game.fork(KeyedDice(secret_from_seed("another secret")))


@pytest.mark.parametrize("level", ["random", "sitter", "novice", "script", "planner", "search"])
def test_a_bot_answers_legally_and_alike_whatever_the_secret(rulebook: Rulebook, level: str) -> None:
    if level not in levels(rulebook.name):
        assert rulebook.mind() is None
        return
    for number, steps in enumerate(STEPS):
        game = advanced(rulebook, number, steps)
        seat = game.deciders()[0]
        answers = [
            make_bot(rulebook.name, level, 5, A_FEW).answer(one, seat) for one in (game, with_another_secret(game))
        ]
        assert answers[0] == answers[1]
        game.answer(answers[0], seat=seat)


def test_a_bot_does_not_know_the_other_seats_secret_answer(rulebook: Rulebook) -> None:
    for level in levels(rulebook.name):
        for step in random_steps(new_game(rulebook, 3), 3):
            if isinstance(step.question, Together) and not step.pending:
                alone = make_bot(rulebook.name, level, 5, A_FEW).answer(step, 0)
                for given in step.question.part_of(1).candidates()[:3]:
                    fork = step.fork(step.dice)
                    fork.answer(given, seat=1)
                    assert make_bot(rulebook.name, level, 5, A_FEW).answer(fork, 0) == alone
                break


def test_a_script_never_picks_what_is_not_available(rulebook: Rulebook) -> None:
    if "script" not in levels(rulebook.name):
        assert rulebook.mind() is None
        return
    game = new_game(rulebook, 2)
    bots = [make_bot(rulebook.name, "script", seat) for seat in (0, 1)]
    for _ in range(150):
        if game.question is None:
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        given = bots[seat].answer(game, seat)
        if isinstance(question, Choose):
            assert question.option(given).available
        game.answer(given, seat=seat)
