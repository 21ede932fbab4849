"""Trying plans out: what a plan is, the dice it is tried with, how it is played on, and how one is told from another."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

from vanguard.core.dice import DiceSource, KeyedDice
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Chance, Given, Player, Question, Roll
from vanguard.core.refusals import Refused, RuleFault

ROUND_OF_DICE = 6
UNTRIED = -1e9
"""What is not tried out is worth nothing yet."""
NEXT = ""
"""In place of a clause: the very next question, whichever it is."""

Step = tuple[str, Given]
"""The clause of a question, and what to answer it."""


def asked(game: Game, seat: Player) -> Question[Any]:
    question = game.question_for(seat)
    if question is None:
        raise RuleFault(f"seat {seat} is asked nothing")
    return question


def edge(results: list[float], others: list[float]) -> tuple[float, float]:
    """How much better one came out than the other with the same dice, on average, and the standard error of that."""
    gains = [mine - theirs for mine, theirs in zip(results, others)]
    count = len(gains)
    if not count:
        return 0.0, 0.0
    mean = sum(gains) / count
    spread = sum([(gain - mean) ** 2 for gain in gains])
    return mean, sqrt(spread / (count * (count - 1))) if count > 1 else abs(mean)


class EvenDice:
    """Dice to try plans out with: in each round of six tries every single die shows each of its six faces once.

    A try alone is as random as any other. Six together are neither lucky nor unlucky, so that fewer are needed to tell
    plans apart.
    """

    __slots__ = ("_dice", "_turn")

    def __init__(self, secret: str, turn: int) -> None:
        self._dice = KeyedDice(secret)
        self._turn = turn

    def outcome(self, chance: Chance, event: str) -> tuple[Any, ...]:
        rolled = self._dice.outcome(chance, event)
        if not isinstance(chance, Roll) or chance.again:
            return rolled
        faces = chance.faces
        return tuple([faces[(faces.index(face) + self._turn) % len(faces)] for face in rolled])


class Plan:
    """How to play on from here: answers in the order their questions come; the script gives all others."""

    __slots__ = ("label", "mind", "of", "results", "steps", "total")

    def __init__(self, label: str, steps: tuple[Step, ...], of: str = "", mind: Mind | None = None) -> None:
        self.label = label
        self.steps = steps
        self.of = of
        """Whose activation it is."""
        self.mind = mind
        """Whose script gives all other answers, where that is not the usual one."""
        self.results: list[float] = []
        self.total = 0.0

    def add(self, result: float) -> None:
        self.results.append(result)
        self.total += result

    @property
    def tries(self) -> int:
        return len(self.results)

    @property
    def value(self) -> float:
        return self.total / len(self.results) if self.results else UNTRIED

    def edge_over(self, other: Plan) -> tuple[float, float]:
        return edge(self.results, other.results)


class PlanUnderWay:
    """A plan being carried out: what of it is still to come."""

    __slots__ = ("coming",)

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.coming = list(steps)

    def next_for(self, question: Question[Any]) -> Given | None:
        """The planned answer to this question, if there is one; what should have come before it has been passed by."""
        for i, step in enumerate(self.coming):
            if step[0] == question.clause or (step[0] == NEXT and i == 0):
                del self.coming[: i + 1]
                return step[1]
        return None

    def interrupted(self) -> None:
        """Somebody else has decided something: what was meant for the very next question is void."""
        if self.coming and self.coming[0][0] == NEXT:
            self.coming = []

    def give_up(self) -> None:
        self.coming = []


FarEnough = Callable[[Game, Game, Player], bool]
"""Whether a fork, begun at a game, can be judged by a seat: `Mind.looked_far_enough`, `Mind.round_is_over` or further on."""


def play_on(
    game: Game,
    seat: Player,
    plan: Plan,
    mind: Mind,
    far_enough: FarEnough,
    most: int,
    dice: DiceSource,
    chance: random.Random,
) -> Game:
    """The game as it may stand after a plan: played on a fork with other dice until that is far enough, or so many answers
    were given.

    What the plan leaves open its own script answers, and the usual one plays the other side.
    """
    fork = game.fork(dice, for_seat=seat)
    mind.imagine(fork, seat, chance)
    own, unplanned = PlanUnderWay(plan.steps), PlanUnderWay(())
    for _ in range(most):
        if fork.question is None or far_enough(fork, game, seat):
            break
        deciders = fork.deciders()
        if seat in deciders:
            _answer(fork, seat, own, plan.mind or mind, chance)
        else:
            own.interrupted()
            _answer(fork, deciders[0], unplanned, mind, chance)
    return fork


def _answer(fork: Game, decider: Player, under_way: PlanUnderWay, mind: Mind, chance: random.Random) -> None:
    question = asked(fork, decider)
    planned = under_way.next_for(question)
    if planned is not None:
        try:
            fork.answer(planned, seat=decider)
            return
        except Refused:  # dice or the other side came between: the script goes on from here
            under_way.give_up()
    try:
        fork.answer(mind.playout(fork, decider, question, chance), seat=decider)
    except Refused:  # too coarse an answer: the script's own is legal
        fork.answer(mind.script(fork, decider, question, chance), seat=decider)
