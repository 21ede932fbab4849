"""A referee of our own reads whole games and finds nothing against the book."""

from __future__ import annotations

import random

import pytest

from tests.rulebooks.fortyk_vanguard.golden import GOLDEN
from tests.rulebooks.fortyk_vanguard.referee import Referee
from vanguard.core.chapters import CHANCE
from vanguard.core.game import Game
from vanguard.core.records import give_recorded
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.testing.random_play import new_game, some_answer


@pytest.mark.parametrize("name", sorted(GOLDEN.games))
def test_a_referee_finds_no_fault_in_a_golden_game(name: str) -> None:
    record = GOLDEN.record(name)
    game = Game.new(rulebook, record.setup, None)
    referee = Referee(game)
    for seat, given in record.answers:
        if seat != CHANCE:
            referee.hear(given)
        give_recorded(game, seat, given)
        referee.look()
    assert referee.faults == []


@pytest.mark.parametrize("number", [3, 4, 6])
def test_a_referee_finds_no_fault_in_a_game_by_chance(number: int) -> None:
    game, chance = new_game(rulebook, number), random.Random(f"referee {number}")
    referee = Referee(game)
    referee.look()
    while game.question is not None:
        given = some_answer(game.question, chance)
        referee.hear(given)
        game.answer(given)
        referee.look()
    assert referee.faults == []
