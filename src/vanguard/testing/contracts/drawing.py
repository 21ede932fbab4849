"""Whatever is drawn at random is one of the candidates, and every candidate can be drawn."""

from __future__ import annotations

import json
import random
from collections import Counter

from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps

LIKELY = 0.999_999
MOST_CANDIDATES = 12


def draws_to_meet_all(count: int) -> int:
    """After so many draws from equally likely candidates hardly any is still missing."""
    draws, missing = 1, float(count)
    while missing > 1 - LIKELY:
        missing *= 1 - 1 / count if count > 1 else 0.0
        draws += 1
    return draws


def test_what_is_drawn_are_the_candidates_all_of_them_and_no_other(rulebook: Rulebook) -> None:
    chance = random.Random(f"draws {rulebook.name}")
    for step, game in enumerate(random_steps(new_game(rulebook, 11), 11)):
        if step % 7 or not game.deciders():
            continue
        seat = game.deciders()[0]
        drawn: Counter[str] = Counter()
        asked = game.question_for(seat)
        assert asked is not None
        candidates = [json.dumps(given) for given in asked.candidates()]
        if len(candidates) > MOST_CANDIDATES:
            continue
        for _ in range(draws_to_meet_all(len(candidates))):
            question = game.fork(game.dice).question_for(seat)  # a fresh question, that has not listed anything yet
            assert question is not None
            drawn[json.dumps(question.draw(lambda count: chance.randrange(count)))] += 1
        assert set(drawn) == set(candidates), asked.prompt
