"""Offers that may be let go by say so themselves, so that passing can be left to the table."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Choose
from vanguard.core.rulebook import Rulebook
from vanguard.server.wire.shown import passing_key
from vanguard.testing.random_play import new_game, random_steps


def interrupts(view: dict[str, Any], seat: int) -> bool:
    """This seat is asked while a model of the other side acts."""
    return any(model["key"] == view.get("active_model") and model["side"] != seat for model in view.get("models", ()))


def test_what_asks_the_other_player_can_be_declined_or_must_be_decided(rulebook: Rulebook) -> None:
    compulsory = rulebook.promises().compulsory
    declined: set[str] = set()
    for number in range(4):
        for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
            seat = game.deciders()[0]
            question = game.question_for(seat)
            if not isinstance(question, Choose) or len(game.deciders()) > 1:
                continue
            passing = [option for option in question.options if option.declines]
            assert len(passing) <= 1, f"“{question.prompt}” can be declined in several ways: {passing}"
            if passing:
                assert passing[0].available, f"“{question.prompt}” cannot be let go by: {passing[0].why_not}"
                assert passing_key(question) == passing[0].key
                declined.add(question.clause)
                continue
            if compulsory is not None and interrupts(game.view(None), seat):
                assert question.clause in compulsory, f"{question.clause}: “{question.prompt}” cannot be declined"
            if step > 2_000:
                break
    assert not declined & set(compulsory or ())
