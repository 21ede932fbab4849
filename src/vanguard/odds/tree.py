"""The tree of a trial: chance in every distinguishable way, choices solved, by running the procedure itself.

A coroutine cannot be copied, so every branch but the first starts the procedure again on a fresh copy of the trial's small
state and sends the answers that lead to the fork. Leaves are outcomes: wounds left of the watched models.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.questions import Chance, Choose, Question
from vanguard.core.rulebook import Procedure, Rulebook, Trial
from vanguard.core.state import State
from vanguard.odds.cases import cases_of

Outcome = tuple[int, ...]
Distribution = dict[Outcome, float]

MOST_RUNS = 60_000
"""A trial that needs more runs than this is sampled instead, and the answer says so."""


class TooManyBranches(Exception):
    """The tree is too wide to be walked in reasonable time."""


class Aim:
    """What a player wants of an outcome distribution: the attacker's value, compared as a tuple, is its opposite's loss.

    Kill chance of the target first, then expected damage to it, then the attacker's own losses.
    """

    __slots__ = ("attacker", "start")

    def __init__(self, attacker: int, start: Outcome) -> None:
        self.attacker = attacker
        self.start = start

    def value(self, distribution: Distribution) -> tuple[float, float, float]:
        kill = damage = own = 0.0
        for outcome, chance in distribution.items():
            if outcome[0] <= 0:
                kill += chance
            damage += chance * (self.start[0] - outcome[0])
            for before, after in zip(self.start[1:], outcome[1:], strict=True):
                own += chance * (before - after)
        return round(kill, 12), round(damage, 12), -round(own, 12)


Policy = Callable[[Question[Any]], Any]
"""A fixed way to answer the players' choices inside an attack: gives the plain answer."""


class Tree:
    """Walks one trial. `best` keeps what each first choice is worth; `remainder` what endless explosions left out."""

    __slots__ = ("_path", "aim", "best", "policy", "remainder", "rulebook", "runs", "trial")

    def __init__(self, rulebook: Rulebook, trial: Trial, policy: Policy | None = None) -> None:
        self.rulebook = rulebook
        self.trial = trial
        self.policy = policy
        self.aim = Aim(trial.attacker, self._outcome(trial.state))
        self.runs = 0
        self.remainder = 0.0
        self.best: list[tuple[str, str, str]] = []
        """Choices on the way and their best answers: (prompt, answer key, answer label), the likeliest line first."""
        self._path: list[Any] = []

    def solve(self) -> Distribution:
        procedure, state, question = self._run()
        return self._walk(procedure, state, question, 1.0)

    def _outcome(self, state: State) -> Outcome:
        tally = self.rulebook.tally(state)
        return tuple([tally.get(key, 0) for key in self.trial.watched])

    def _run(self) -> tuple[Procedure, State, Question[Any] | None]:
        """Start the procedure on a fresh copy and send the answers of the path so far."""
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise TooManyBranches(f"{self.trial.label} has more than {MOST_RUNS} branches")
        state = self.trial.state.copy()
        procedure = self.trial.start(state)
        question: Question[Any] | None
        try:
            question = procedure.send(None)
            for value in self._path:
                question = procedure.send(value)
        except StopIteration:
            question = None
        return procedure, state, question

    def _walk(self, procedure: Procedure, state: State, question: Question[Any] | None, chance: float) -> Distribution:
        if question is None:
            return {self._outcome(state): 1.0}
        if isinstance(question, Chance):
            return self._walk_chance(procedure, state, question, chance)
        return self._walk_choice(procedure, state, question, chance)

    def _go(self, procedure: Procedure, state: State, value: Any, chance: float, first: bool) -> Distribution:
        """Follow one branch: the first goes on in the running procedure, the others start again."""
        path = self._path
        path.append(value)
        question: Question[Any] | None
        if first:
            try:
                question = procedure.send(value)
            except StopIteration:
                question = None
        else:
            procedure, state, question = self._run()
        found = self._walk(procedure, state, question, chance)
        path.pop()
        return found

    def _walk_chance(self, procedure: Procedure, state: State, question: Chance, chance: float) -> Distribution:
        cases, cut = cases_of(question)
        self.remainder += cut * chance
        together: Distribution = {}
        first = True
        for faces, one in cases:
            for outcome, probability in self._go(procedure, state, faces, chance * one, first).items():
                together[outcome] = together.get(outcome, 0.0) + probability * one
            first = False
        return together

    def _walk_choice(self, procedure: Procedure, state: State, question: Question[Any], chance: float) -> Distribution:
        givens = [self.policy(question)] if self.policy is not None else question.candidates()
        wants_most = question.player == self.aim.attacker
        chosen: Distribution | None = None
        chosen_value: tuple[float, float, float] | None = None
        chosen_given: Any = None
        first = True
        answers = [question.read(given)[1] for given in givens]
        for given, answer in zip(givens, answers, strict=True):
            found = self._go(procedure, state, answer, chance, first)
            first = False
            value = self.aim.value(found)
            if chosen_value is None or (value > chosen_value if wants_most else value < chosen_value):
                chosen, chosen_value, chosen_given = found, value, given
        assert chosen is not None
        if len(givens) > 1 and len(self._path) <= 2:
            label = question.option(chosen_given).label if isinstance(question, Choose) else str(chosen_given)
            self.best.append((question.prompt, str(chosen_given), label))
        return chosen
