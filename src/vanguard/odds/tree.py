"""The tree of a trial: chance in every distinguishable way, choices solved, by running the procedure itself.

A coroutine cannot be copied, so every branch but the first starts the procedure again on a copy of a state and sends the
answers that lead to the fork. Where something is under way that can be gone on with, its situations are solved instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vanguard.core.attacks.undertakings import UnderWay, Unfolding
from vanguard.core.questions import Chance, Choose, Given, Question, Split
from vanguard.core.rulebook import Procedure, Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.cases import cases_of
from vanguard.odds.following import Following, Purse
from vanguard.odds.live import told
from vanguard.odds.outcomes import Advice, Distribution, Outcome, aim_of, outcome_of
from vanguard.odds.prospects import Decision, Prospect, flow_from
from vanguard.odds.situations import Situations
from vanguard.odds.situations import TooManyBranches as TooManyBranches

MOST_RUNS = 3_500
"""A trial that needs more runs than this is sampled instead, and the answer says so: it takes about a second in plain Python."""
LESS_WORK: Final = 4
"""With a fixed policy a run takes so much less time."""
TOO_UNLIKELY: Final = 2e-13
"""Branches less likely than this are left out; the answer states what all of them add up to."""

MOST_SPLITS: Final = 60
"""With more ways to split than these, what is exact would take too long: then the trial is sampled."""

Policy = Callable[[Question[Any]], Any]
"""A fixed way to answer the players' choices inside an attack: gives the plain answer."""


class StartingPoint:
    """Where a branch can start: a state, the procedure on a copy of it, and the answers given since."""

    __slots__ = ("answers", "start", "state")

    def __init__(self, state: State, start: Callable[[State], Procedure]) -> None:
        self.state = state
        self.start = start
        self.answers: list[Any] = []


class InsideTree(Following):
    """The procedure goes on when something has unfolded in the middle of it."""

    __slots__ = ("_chance", "_procedure", "_start", "_state", "_tree")

    def __init__(self, tree: Tree, procedure: Procedure, state: State, chance: float, start: StartingPoint) -> None:
        self._tree = tree
        self._procedure: Procedure | None = procedure
        self._state = state
        self._chance = chance
        self._start = start

    def after(self, end: Unfolding, purse: Purse) -> Prospect:
        procedure, self._procedure = self._procedure, None
        return self._tree.go(procedure, self._state, end, self._chance, self._start)

    def spenders(self, end: Unfolding) -> int:
        """Nobody keeps count here: it may be anybody's."""
        return self._tree.solver().everybody


class Tree:
    """Walks one trial. `advice` keeps the best first decisions; what is left out is missing from the distribution's sum."""

    __slots__ = (
        "_situations", "_solved", "advice", "aim", "meets", "patience", "policy", "rulebook", "runs", "short_cuts",
        "too_unlikely", "trial", "whole",
    )  # fmt: skip

    def __init__(
        self,
        rulebook: Rulebook,
        trial: Trial,
        policy: Policy | None = None,
        too_unlikely: float = TOO_UNLIKELY,
        short_cuts: bool = True,
        whole: bool = True,
        patience: int = 1,
    ) -> None:
        self.rulebook = rulebook
        self.patience = patience if policy is None else LESS_WORK * patience
        """So many times the work is done that a player would wait for."""
        self.trial = trial
        self.policy = policy
        self.whole = whole
        """Is the attack all there is? Otherwise something may follow it in the same action."""
        self.meets = short_cuts
        """Is what is under way gone on with, each situation solved once? Otherwise every branch is run from the beginning."""
        self.short_cuts = short_cuts and policy is None
        """Are alike results one case? Only if both sides choose their best."""
        self.too_unlikely = too_unlikely
        self.aim = aim_of(rulebook, trial)
        self.runs = 0
        self.advice: Advice = {}
        self._solved: list[Prospect] = []
        """All positions, each after those that follow from it."""
        self._situations: Situations | None = None

    def solve(self) -> Distribution:
        start = StartingPoint(self.trial.state, self.trial.start)
        procedure, state, question = self._run(start)
        first = self._walk(procedure, state, question, 1.0, start)
        distribution, self.advice = flow_from(first, self._solved)
        if self._situations is not None:
            self._situations.forget()
        return distribution

    def work(self) -> int:
        """How many acts and branches were run."""
        return self.runs + (0 if self._situations is None else self._situations.acts)

    # -- positions ----------------------------------------------------------------------------------------------------------

    def _together(self, branches: Prospect) -> Prospect:
        """What follows a roll: some branches, each with its chance."""
        self._solved.append(branches)
        return branches

    def _ended(self, outcome: Outcome, decisions: tuple[Decision, ...] = ()) -> Prospect:
        end = Prospect()
        end.mass = 1.0
        end.kill, end.damage, end.own = self.aim.worth(outcome)
        end.outcome = outcome
        end.decisions = decisions
        self._solved.append(end)
        return end

    def _decided(self, decision: Decision, found: Prospect) -> Prospect:
        """A choice that leads to what is found."""
        decided = Prospect()
        decided.add(found, 1.0)
        decided.decisions = (decision,)
        self._solved.append(decided)
        return decided

    def _outcome(self, state: State) -> Outcome:
        return outcome_of(self.rulebook, self.trial, state)

    def _run(self, start: StartingPoint) -> tuple[Procedure, State, Question[Any] | None]:
        """Start the procedure on a fresh copy and send the answers given since."""
        self.runs += 1
        most = MOST_RUNS * self.patience
        if self.runs > most:
            raise TooManyBranches(f"{self.trial.label} has more than {most} branches")
        state = start.state.copy()
        state.events = SILENCE
        procedure = start.start(state)
        question: Question[Any] | None
        try:
            question = procedure.send(None)
            for answer in start.answers:
                question = procedure.send(answer)
        except StopIteration:
            question = None
        return procedure, state, question

    def _walk(
        self, procedure: Procedure, state: State, question: Question[Any] | None, chance: float, start: StartingPoint
    ) -> Prospect:
        if question is None:
            return self._ended(self._outcome(state))
        under_way: UnderWay | None = question.under_way
        if under_way is not None and self.meets:
            if under_way.undertaking is not None and self.whole:
                return self.solver().begin(state, under_way)
            if under_way.unfolding is not None:
                following = InsideTree(self, procedure, state, chance, start)
                return self.solver().unfolds(following, under_way.unfolding, state.purse())
        return self._branch(procedure, state, question, chance, start)

    def solver(self) -> Situations:
        """Of what is under way, and of what unfolds in the middle of a rule."""
        if self._situations is None:
            self._situations = Situations(self, self._solved, self._outcome)
        return self._situations

    def _branch(
        self, procedure: Procedure, state: State, question: Question[Any], chance: float, start: StartingPoint
    ) -> Prospect:
        if isinstance(question, Chance):
            return self._walk_chance(procedure, state, question, chance, start)
        return self._walk_choice(procedure, state, question, chance, start)

    def go(
        self, procedure: Procedure | None, state: State, value: Any, chance: float, start: StartingPoint
    ) -> Prospect:
        """Follow one branch: in the running procedure if it is still there, else by starting again."""
        question: Question[Any] | None
        start.answers.append(value)
        if procedure is not None:
            try:
                question = procedure.send(value)
            except StopIteration:
                question = None
        else:
            procedure, state, question = self._run(start)
        found = self._walk(procedure, state, question, chance, start)
        start.answers.pop()
        return found

    def _walk_chance(
        self, procedure: Procedure, state: State, question: Chance, chance: float, start: StartingPoint
    ) -> Prospect:
        running: Procedure | None = procedure
        together = Prospect()
        for faces, one in cases_of(question):
            if chance * one < self.too_unlikely and running is None:
                continue
            together.add(self.go(running, state, faces, chance * one, start), one)
            running = None
        return self._together(together)

    def _walk_choice(
        self, procedure: Procedure, state: State, question: Question[Any], chance: float, start: StartingPoint
    ) -> Prospect:
        answers = self.answers(question)
        if len(answers) == 1:
            return self.go(procedure, state, answers[0][2], chance, start)
        wants_most = question.player == self.aim.attacker
        now = self._outcome(state)
        limit = self.aim.best(now) if wants_most else self.aim.worst(now)
        running: Procedure | None = procedure
        chosen, best = None, answers[0]
        for answer in answers:
            found = self.go(running, state, answer[2], chance, start)
            running = None
            if chosen is None or found.is_better(chosen, wants_most):
                chosen, best = found, answer
            if not chosen.is_surpassed(limit, wants_most):
                break
        assert chosen is not None
        return self._decided((question.player, question.prompt, best[0], best[1]), chosen)

    def answers(self, question: Question[Any]) -> list[tuple[str, str, Any]]:
        """What the chooser may answer: the plain form, in words, and the value the rule receives."""
        settled = self.trial.settled.get(question.clause)
        if settled is not None:
            return [(str(settled), str(settled), question.read(settled)[1])]
        if self.policy is not None:
            given = self.policy(question)
            return [(str(given), str(given), question.read(given)[1])]
        if isinstance(question, Choose):
            usual = question.usual
            if usual is not None:
                return [(usual.key, usual.label, usual.value)]
            return [(option.key, option.label, option.value) for option in question.available]
        candidates = self._splits(question) if isinstance(question, Split) else question.candidates()
        return [(str(given), told(given), question.read(given)[1]) for given in candidates]

    def _splits(self, question: Split) -> list[Given]:
        """Every split, so that the best is among them; the usual one where there is one."""
        if question.usual is not None:
            return [question.usual]
        every = question.every_split(MOST_SPLITS)
        if every is None:
            raise TooManyBranches(f"{question.prompt} More than {MOST_SPLITS} answers are possible.")
        return [question.given(split) for split in every]
