"""Games by bots and by chance, read along by a referee who knows the book and none of the rules' code."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.rulebooks.vijilant.refereeing import watched
from vanguard.bots.ladder import make_bot
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game, some_answer

LOOKED_AT = {
    "whose turn", "hands", "cards", "points left", "action points", "shots offered", "strikes offered", "dice", "who is hit",
    "wounds taken", "distances", "costs told", "free ways", "coherency", "passengers", "heights", "edges", "closed terrain",
    "equal hands", "who opens", "rounds over", "pins", "dead cards", "winners",
}  # fmt: skip


def half_by_chance(number: int) -> Any:
    """Scripts that now and then do something else, so that odd things are seen too."""
    chance = random.Random(number)
    bots = [make_bot("vijilant", "script", seed=number + seat) for seat in (0, 1)]

    def choose(game: Game, seat: int) -> Any:
        question = game.question_for(seat)
        assert question is not None
        return some_answer(question, chance) if chance.random() < 0.3 else bots[seat].answer(game, seat)

    return choose


@pytest.mark.parametrize("number", [28, 29])
def test_a_referee_who_reads_along_finds_nothing_to_object_to(number: int) -> None:
    """Depot Raid and The Heist."""
    referee = watched(new_game(load_rulebook("vijilant"), number), half_by_chance(number))
    assert referee.faults == []
    assert set(referee.counts) >= LOOKED_AT
