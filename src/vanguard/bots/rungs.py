"""The rungs above random: sitter, script and planner. They differ in how far they look, not in what they may see."""

from __future__ import annotations

import logging
import random
from typing import Any

from vanguard.bots.minds import Mind
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Player, Question
from vanguard.core.refusals import RuleFault

log = logging.getLogger("vanguard.bots")


def asked(game: Game, seat: Player) -> Question[Any]:
    question = game.question_for(seat)
    if question is None:
        raise RuleFault(f"seat {seat} is asked nothing")
    return question


class SitterBot:
    """Takes the nearest objectives and stays; never attacks."""

    level = "sitter"

    def __init__(self, rulebook: str, mind: Mind, seed: int) -> None:
        self._mind = mind
        self._random = random.Random(f"{rulebook} sitter {seed}")

    def answer(self, game: Game, seat: Player) -> Given:
        return self._mind.sitter(game, seat, asked(game, seat), self._random)


class ScriptBot:
    """Plays by intents: no search, but every choice has a reason."""

    level = "script"

    def __init__(self, rulebook: str, mind: Mind, seed: int) -> None:
        self._mind = mind
        self._random = random.Random(f"{rulebook} script {seed}")

    def answer(self, game: Game, seat: Player) -> Given:
        return self._mind.script(game, seat, asked(game, seat), self._random)


class Tried:
    """One answer the planner has tried out: how often, and what it was worth on average."""

    __slots__ = ("given", "total", "tries")

    def __init__(self, given: Given) -> None:
        self.given = given
        self.tries = 0
        self.total = 0.0

    @property
    def value(self) -> float:
        return self.total / self.tries if self.tries else 0.0


class PlannerBot:
    """Tries promising answers out on forks with dice of its own, lets the script play on for both sides until the other
    side has replied, and takes what stands best. Half of the candidates drop out after each round of trying.

    Deterministic for a given seed and number of tries. If it fails it plays the script's answer, and the failure is
    logged and counted.
    """

    level = "planner"

    def __init__(
        self, rulebook: str, mind: Mind, seed: int, width: int = 16, rounds: int = 3, most_steps: int = 60
    ) -> None:
        self._rulebook = rulebook
        self._mind = mind
        self._seed = seed
        self._random = random.Random(f"{rulebook} planner {seed}")
        self._width = width
        self._rounds = rounds
        self._most_steps = most_steps
        self.failures = 0
        self.why: dict[str, Any] = {}
        """The last plan: the chosen answer and its value, and the next best two."""

    def answer(self, game: Game, seat: Player) -> Given:
        question = asked(game, seat)
        try:
            return self._plan(game, seat, question)
        except Exception:  # a planner that fails must not stop the game, and must not hide that it failed
            self.failures += 1
            log.exception("planner failed at step %s (%s); playing the script's answer", game.revision, question.clause)
            return self._mind.script(game, seat, question, self._random)

    def _plan(self, game: Game, seat: Player, question: Question[Any]) -> Given:
        shortlist = self._mind.shortlist(game, seat, question, self._random)[: self._width]
        if len(shortlist) == 1:
            return shortlist[0]
        field = [Tried(given) for given in shortlist]
        tried = list(field)
        tries = 1
        for round_of_trying in range(self._rounds):
            for number in range(tries):
                # The same dice for every candidate of a round: differences come from the answers, not from luck.
                luck = f"{self._seed} {game.revision} {round_of_trying} {number}"
                for candidate in field:
                    candidate.total += self._try(game, seat, candidate.given, luck)
                    candidate.tries += 1
            field = sorted(field, key=lambda one: -one.value)[: max(2, len(field) // 2)]
            tries *= 2
        best = max(field, key=lambda one: one.value)
        self._explain(question, best, tried)
        return best.given

    def _try(self, game: Game, seat: Player, given: Given, luck: str) -> float:
        fork = game.fork(KeyedDice(secret_from_seed(luck)), for_seat=seat)
        chance = random.Random(luck)
        self._mind.imagine(fork, seat, chance)
        fork.answer(given, seat=seat)
        for _ in range(self._most_steps):
            if fork.question is None or self._mind.looked_far_enough(fork, game, seat):
                break
            decider = fork.deciders()[0]
            fork.answer(self._mind.script(fork, decider, asked(fork, decider), chance), seat=decider)
        return self._mind.value(fork, seat)

    def _explain(self, question: Question[Any], best: Tried, tried: list[Tried]) -> None:
        others = sorted((one for one in tried if one is not best), key=lambda one: -one.value)[:2]
        self.why = {
            "prompt": question.prompt,
            "chosen": best.given,
            "value": round(best.value, 3),
            "tries": sum(one.tries for one in tried),
            "rejected": [{"answer": one.given, "value": round(one.value, 3)} for one in others],
        }
