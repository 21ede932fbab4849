"""A bot of one's own in one page: tries some answers a few times on forks, and takes what came out best.

    PYTHONPATH=examples/research vanguard match killteam_vanguard --bots flat_search:FlatSearch,random --pairs 5

It knows no rulebook and no strategy: only questions, forks and the score. That is enough to beat chance, and a place to put
something better.
"""

from __future__ import annotations

import random
from typing import Any

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game

ANSWERS = 6
"""So many are tried, drawn by lot."""
TRIES = 2
STEPS = 20
"""Random answers of both sides after the one that is tried."""


class FlatSearch:
    level = "flat search"
    failures = 0

    def __init__(self, rulebook: str, seed: int) -> None:
        self.chance = random.Random(f"{rulebook} flat {seed}")

    def answer(self, game: Game, seat: int) -> Any:
        question = game.question_for(seat)
        assert question is not None
        answers: list[Any] = []
        for _ in range(ANSWERS):
            given = question.draw(self.chance.randrange)
            if given not in answers:
                answers.append(given)
        if len(answers) == 1:
            return answers[0]
        luck = [secret_from_seed(str(self.chance.random())) for _ in range(TRIES)]
        return max(answers, key=lambda given: sum(self.lead_after(game, seat, given, secret) for secret in luck))

    def lead_after(self, game: Game, seat: int, given: Any, secret: str) -> float:
        """The score's lead some steps later. Every answer meets the same dice, so that luck does not choose."""
        fork = game.fork(KeyedDice(secret), for_seat=seat)
        game.rulebook.redeal(fork.state, seat, self.chance.randrange)  # what the seat may not know is dealt again
        fork.answer(given, seat=seat)
        for _ in range(STEPS):
            if fork.question is None:
                break
            asked = fork.deciders()[0]
            question = fork.question_for(asked)
            assert question is not None
            fork.answer(question.draw(self.chance.randrange), seat=asked)
        scores = fork.standing.scores
        return scores[seat] - scores[1 - seat] + 0.1 * self.wounds_ahead(fork, seat)

    def wounds_ahead(self, game: Game, seat: int) -> float:
        """Own wounds left less the enemy's: the score alone changes too seldom."""
        models = [model for model in game.view(seat)["models"] if not model.get("removed")]
        return sum(model["wounds"] if model["side"] == seat else -model["wounds"] for model in models)
