"""Thinking longer: the planner's best plans are played to the end of the round, against the enemy's best replies too.

Sequential halving: the planner's best plans are tried a few times each, the better half more often, and the last few against
several replies of the enemy, the worst of which counts. All of them meet the same dice. The planner's own choice stays to be
compared with, and another plan is taken only if it came out better by more than luck explains, the planner's own tries
counted in: with a handful of rollouts for each, the luckiest of many plans would beat the best one. Whenever the budget is
used up or the search is called off, the best so far is the answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

from vanguard.bots.trying import ROUND_OF_DICE, EvenDice, Plan, edge, play_on
from vanguard.core.dice import secret_from_seed
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Player, Question

ROLLOUTS = 120
"""For one activation, where no time is given: about what 1.5 seconds of the compiled engine buy."""
SECONDS = 3.0 if __file__.endswith(".py") else 1.5
"""For one activation, where somebody waits: in plain Python, and compiled."""
WIDTH = 6
"""Plans that are played to the end of the round: few enough for a whole round of even dice each."""
LEAST_EACH = 6
"""Fewer plans take part if the budget does not buy so many rollouts for each."""
FINALISTS = 3
REPLIES = 3
"""The enemy's replies that each of the last plans has to stand: the script's and its next thoughts."""
SHARE = 0.6
"""Of what is left of the budget, for one decision: more may come in the same activation."""
SURE = 1.5
"""Standard errors by which a plan must be better than the planner's choice."""
CLEARLY = 2.0
"""Standard errors by which another reply of the enemy must be worse than the script's to count."""
FIRST_GUESS = 0.04
"""Seconds a rollout may take, as long as none was timed."""
MOST_STEPS = 600
"""A rollout that has not come to the end of the round by then is judged where it stands."""


class Budget:
    """How long a search may think about one activation: so many rollouts, or so many seconds, or until it is called off."""

    __slots__ = ("called_off", "clock", "rollouts", "seconds")

    def __init__(
        self,
        rollouts: int = ROLLOUTS,
        seconds: float | None = None,
        called_off: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.rollouts = rollouts
        self.seconds = seconds
        """With seconds, rollouts are not counted, and the answer depends on how fast the machine is."""
        self.called_off = called_off
        self.clock = clock


def budget_for_people() -> Budget:
    """What somebody who waits for the answer is asked to bear."""
    return Budget(seconds=SECONDS)


class BudgetLeft:
    """What is left of a budget for the activation under way."""

    __slots__ = ("_budget", "_pace", "_rollouts", "_seconds", "_since", "_timed")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._rollouts = 0
        self._seconds = 0.0
        self._since = 0.0
        self._pace = FIRST_GUESS
        self._timed = 0
        self.fill()

    def fill(self) -> None:
        self._rollouts = self._budget.rollouts
        self._seconds = self._budget.seconds or 0.0

    def open(self) -> None:
        """A decision begins: from now on its time counts."""
        self._since = self._now()

    def close(self) -> None:
        if self._budget.seconds is not None:
            self._seconds = max(0.0, self._seconds - (self._now() - self._since))

    def allowance(self) -> int:
        """Rollouts for this decision."""
        if self._budget.seconds is None:
            return int(SHARE * self._rollouts)
        return int(SHARE * (self._seconds - (self._now() - self._since)) / self._pace)

    def spend(self, began: float) -> None:
        """A rollout was played that began at this time."""
        self._rollouts -= 1
        if self._budget.seconds is not None:
            self._timed += 1
            self._pace += (self._now() - began - self._pace) / min(self._timed, 50)

    def now(self) -> float:
        return self._now() if self._budget.seconds is not None else 0.0

    def used_up(self) -> bool:
        """No more rollouts: the time is over, or nobody waits for the answer any longer."""
        called_off = self._budget.called_off
        if called_off is not None and called_off():
            return True
        if self._budget.seconds is None:
            return False
        return self._now() - self._since >= self._seconds

    def _now(self) -> float:
        return self._budget.clock()


class Contender:
    """A plan in the search: what came of it with each dice, against each reply of the enemy."""

    __slots__ = ("against", "plan")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.against: list[dict[int, float]] = [{} for _ in range(REPLIES)]

    def results(self) -> dict[int, float]:
        """By the number of the dice: against the script's reply, or against one that does clearly more harm."""
        usual = self.against[0]
        worst, least = usual, 0.0
        for other in self.against[1:]:
            common = [number for number in other if number in usual]
            gain, error = edge([other[number] for number in common], [usual[number] for number in common])
            if gain + CLEARLY * error < least:
                worst, least = other, gain
        return worst

    @property
    def value(self) -> float:
        results = self.results()
        return sum(results.values()) / len(results) if results else 0.0

    def edge_over(self, other: Contender) -> tuple[float, float]:
        mine, theirs = self.results(), other.results()
        common = [number for number in mine if number in theirs]
        return edge([mine[number] for number in common], [theirs[number] for number in common])

    def lead_over(self, other: Contender) -> tuple[float, float]:
        """How much better it is by the rollouts and by the planner's tries together, each weighed by how sure it is."""
        gain, error = self.edge_over(other)
        before, doubt = self.plan.edge_over(other.plan)
        if error <= 0.0 or doubt <= 0.0:
            return gain, error
        weight, weight_before = 1.0 / (error * error), 1.0 / (doubt * doubt)
        both = weight + weight_before
        return (weight * gain + weight_before * before) / both, 1.0 / sqrt(both)


class Search:
    """Plays the best plans to the end of the round. Deterministic for a seed if its budget is one of rollouts."""

    def __init__(self, mind: Mind, seed: int, budget: Budget) -> None:
        self._mind = mind
        self._seed = seed
        self._left = BudgetLeft(budget)
        self.rollouts = 0
        """Played for the last decision."""

    def begin(self, game: Game, question: Question[Any]) -> None:
        """A decision is wanted. With an activation the budget is new."""
        begins = game.rulebook.promises().activation
        if question.clause == begins or (not begins and game.at_rest):
            self._left.fill()
        self._left.open()
        self.rollouts = 0

    def end(self) -> None:
        self._left.close()

    def used_up(self) -> bool:
        return self._left.used_up()

    def best_of(self, game: Game, seat: Player, plans: list[Plan], favourite: Plan) -> Plan:
        """The best of these plans, the planner's favourite unless another is clearly better."""
        others = sorted([one for one in plans if one is not favourite], key=lambda one: -one.value)
        champion = Contender(favourite)
        allowance = self._left.allowance()
        challengers = [Contender(one) for one in others[: max(1, min(WIDTH, allowance // LEAST_EACH) - 1)]]
        number = 0
        rounds = _halvings(len(challengers) + 1)
        for this_round in range(rounds):
            replies = REPLIES if this_round == rounds - 1 else 1
            field = [champion, *challengers]
            tries = allowance // rounds // (len(field) * replies)
            if not self._try_all(game, seat, field, range(number, number + tries), replies):
                break
            number += tries
            ranked = sorted(challengers, key=lambda one: -one.lead_over(champion)[0])
            if this_round < rounds - 1:
                challengers = ranked[: max(1, (len(field) + 1) // 2 - 1)]
        return self._chosen(champion, challengers).plan

    def _chosen(self, champion: Contender, challengers: list[Contender]) -> Contender:
        best, lead = champion, 0.0
        for one in challengers:
            gain, error = one.lead_over(champion)
            if gain > SURE * error and gain > lead:
                best, lead = one, gain
        return best

    def _try_all(self, game: Game, seat: Player, field: list[Contender], numbers: range, replies: int) -> bool:
        """Whether there was budget enough for all of it."""
        for number in numbers:
            for reply in range(replies):
                for one in field:
                    if self.used_up():
                        return False
                    began = self._left.now()
                    one.against[reply][number] = self._rollout(game, seat, one.plan, number, reply)
                    self._left.spend(began)
                    self.rollouts += 1
        return True

    def _rollout(self, game: Game, seat: Player, plan: Plan, number: int, reply: int) -> float:
        """A plan played to the end of the round. The same number means the same dice for the same events."""
        luck = secret_from_seed(f"{self._seed} {game.revision} to the end {number // ROUND_OF_DICE}")
        dice, chance = EvenDice(luck, number % ROUND_OF_DICE), random.Random(f"{luck} {number}")
        mind = self._mind
        fork = play_on(game, seat, plan, mind, mind.round_is_over, MOST_STEPS, dice, chance, reply)
        return mind.value(fork, seat)


def _halvings(count: int) -> int:
    """Rounds until no more than the finalists are left, the final included."""
    rounds = 1
    while count > FINALISTS:
        count = (count + 1) // 2
        rounds += 1
    return rounds
