"""Thinking longer: the planner's best plans are played to the end of the round and of the next, where it shows what they led to.

Sequential halving: the planner's best plans are tried a few times each, then the better half again, until two are left. All of
them meet the same dice. Another plan than the planner's own choice is taken only if it came out better by more than one
standard error: with a handful of rollouts for each, the luckiest of many plans would beat the best one. What the planner's own
tries came to is not counted in: it is precise about the wrong thing, how it stands after the next reply. Whenever the budget is
used up or the search is called off, the best so far is the answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
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
"""Plans that are played on: few enough for whole rounds of even dice."""
SHARE = 0.8
"""Of what is left of the budget, for one decision: more may come in the same activation."""
SURE = 1.0
"""Standard errors by which a plan must be better than the planner's choice."""
ROUNDS = 2
"""Ends of rounds at which a rollout is judged: at the first alone, what a plan was for has often not come about yet."""
FIRST_GUESS = 0.04
"""Seconds a rollout may take, as long as none was timed."""
MOST_STEPS = 1200
"""A rollout that has not come to its last end of a round by then is judged where it stands."""


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
        """No more rollouts: the next would not end in time, or nobody waits for the answer any longer."""
        called_off = self._budget.called_off
        if called_off is not None and called_off():
            return True
        if self._budget.seconds is None:
            return False
        return self._now() - self._since + (self._pace if self._timed else 0.0) >= self._seconds

    def _now(self) -> float:
        return self._budget.clock()


class Contender:
    """A plan in the search, and what came of it, by the number of the dice."""

    __slots__ = ("plan", "results")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.results: list[float] = []

    def lead_over(self, other: Contender) -> tuple[float, float]:
        """How much better it is with the same dice, and the standard error of that."""
        return edge(self.results, other.results)


class Horizon:
    """How far a rollout is played, and what it is worth at the ends of rounds on its way: on average, so that what is won soon
    and surely counts beside what it leads to."""

    __slots__ = ("_mind", "_since", "_values")

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._since: Game | None = None
        self._values: list[float] = []

    def reached(self, fork: Game, start: Game, seat: Player) -> bool:
        if not self._mind.round_is_over(fork, self._since or start, seat):
            return False
        self._values.append(self._mind.value(fork, seat))
        self._since = fork.fork()
        return len(self._values) == ROUNDS

    def worth(self, fork: Game, seat: Player) -> float:
        """Of a rollout that has ended: a game that was over before counts as it ended."""
        values = self._values
        if len(values) < ROUNDS:
            values = values + [self._mind.value(fork, seat)] * (ROUNDS - len(values))
        return sum(values) / ROUNDS


class Search:
    """Plays the best plans on. Deterministic for a seed if its budget is one of rollouts."""

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
        left = self._left.allowance()
        if left < 2 * ROUND_OF_DICE:
            return favourite
        champion = Contender(favourite)
        width = max(2, min(WIDTH, left // (2 * ROUND_OF_DICE)))
        challengers = [Contender(one) for one in unlike(favourite, plans)[: width - 1]]
        rounds = _halvings(len(challengers) + 1)
        while rounds and challengers:
            field = [champion, *challengers]
            tries = _tries_each(left, rounds, len(field))
            if not self._try_all(game, seat, field, tries):
                break
            left -= tries * len(field)
            rounds -= 1
            if rounds:
                challengers = self._better_half(champion, challengers)
        return self._chosen(champion, challengers).plan

    def _better_half(self, champion: Contender, challengers: list[Contender]) -> list[Contender]:
        """Without those that are clearly worse than the champion: where all are, the matter is settled."""
        ranked: list[tuple[float, int]] = []
        for i, one in enumerate(challengers):
            gain, error = one.lead_over(champion)
            if gain > -SURE * error:
                ranked.append((-gain, i))
        return [challengers[i] for _, i in sorted(ranked)[: len(challengers) // 2]]

    def _chosen(self, champion: Contender, challengers: list[Contender]) -> Contender:
        best, lead = champion, 0.0
        for one in challengers:
            if len(one.results) >= ROUND_OF_DICE:
                gain, error = one.lead_over(champion)
                if gain > SURE * error and gain > lead:
                    best, lead = one, gain
        return best

    def _try_all(self, game: Game, seat: Player, field: list[Contender], tries: int) -> bool:
        """Whether there was budget enough for all of it."""
        for _ in range(tries):
            for one in field:
                if self.used_up():
                    return False
                began = self._left.now()
                one.results.append(self._rollout(game, seat, one.plan, len(one.results)))
                self._left.spend(began)
                self.rollouts += 1
        return True

    def _rollout(self, game: Game, seat: Player, plan: Plan, number: int) -> float:
        """A plan played on. The same number means the same dice for the same events."""
        luck = secret_from_seed(f"{self._seed} {game.revision} to the end {number // ROUND_OF_DICE}")
        dice, chance = EvenDice(luck, number % ROUND_OF_DICE), random.Random(f"{luck} {number}")
        horizon = Horizon(self._mind)
        fork = play_on(game, seat, plan, self._mind, horizon.reached, MOST_STEPS, dice, chance)
        return horizon.worth(fork, seat)


def unlike(favourite: Plan, plans: list[Plan]) -> list[Plan]:
    """The others, the best first, but before all of them those that begin in another way than any better one.

    Plans that begin alike come to much the same: the best of each kind is worth more tries than the best few of one.
    """
    begun = [_beginning(favourite)]
    different: list[Plan] = []
    alike: list[Plan] = []
    for plan in sorted([one for one in plans if one is not favourite], key=lambda one: -one.value):
        (alike if _beginning(plan) in begun else different).append(plan)
        begun.append(_beginning(plan))
    return different + alike


def _beginning(plan: Plan) -> tuple[Any, ...]:
    """Its first answer; a whole turn's way of playing has none and is like no other."""
    return plan.steps[0] if plan.steps else (plan.label,)


def _tries_each(left: int, rounds: int, plans: int) -> int:
    """Whole rounds of even dice, if half of what is left of the budget buys one."""
    each = left // (rounds * plans)
    if each >= ROUND_OF_DICE:
        return each // ROUND_OF_DICE * ROUND_OF_DICE
    return ROUND_OF_DICE if left // (2 * plans) >= ROUND_OF_DICE else each


def _halvings(count: int) -> int:
    """Rounds until one is left beside the planner's choice, the final included."""
    rounds, challengers = 1, count - 1
    while challengers > 1:
        challengers //= 2
        rounds += 1
    return rounds
