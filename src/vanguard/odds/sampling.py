"""What cannot be enumerated in time is sampled, with a stated error."""

from __future__ import annotations

import math
import random
from typing import Any

from vanguard.core.attacks.undertakings import UnderWay
from vanguard.core.questions import Chance, Choose, Question, Split
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.outcomes import Distribution, aim_of, outcome_of
from vanguard.odds.tree import Policy

TRIES = 20
"""How often each answer of a decision is tried before it is taken for the best."""
MOST_LEARNT = 20
"""So many different decisions are tried out; any further one takes what was best in most of its kind."""


def sample(
    rulebook: Rulebook,
    trial: Trial,
    games: int,
    policy: Policy | None = None,
    seed: int = 1,
    passive: int | None = None,
) -> Distribution:
    """Run the trial this often with ordinary dice; choices are made by the policy, or by what does best when tried.

    A `passive` seat takes nothing that it can decline.
    """
    return Sampler(rulebook, trial, policy, seed, passive).sample(games)


class Sampler:
    """Plays a trial out. Without a policy each side takes the answer that serves its aim best over a few tries."""

    __slots__ = ("aim", "chance", "learnt", "passive", "policy", "rulebook", "trial", "usual")

    def __init__(
        self, rulebook: Rulebook, trial: Trial, policy: Policy | None, seed: int, passive: int | None = None
    ) -> None:
        self.passive = passive
        self.rulebook = rulebook
        self.trial = trial
        self.policy = policy
        self.chance = random.Random(seed)
        self.aim = aim_of(rulebook, trial)
        self.learnt: dict[Any, str] = {}
        """The best answer to each decision met so far."""
        self.usual: dict[tuple[int, str, Any], list[int]] = {}
        """How often each answer was best, by its place, among decisions of one player about one rule."""

    def sample(self, games: int) -> Distribution:
        counts: dict[tuple[int, ...], int] = {}
        for _ in range(games):
            outcome = self.play([], True)
            counts[outcome] = counts.get(outcome, 0) + 1
        return {outcome: count / games for outcome, count in counts.items()}

    def play(self, given: list[Any], learning: bool) -> tuple[int, ...]:
        """One way it can go from these answers on; `learning` tries out decisions that were not met before."""
        state = self.trial.state.copy()
        state.events = SILENCE
        procedure = self.trial.start(state)
        answers: list[Any] = []
        value: Any = None
        try:
            while True:
                question = procedure.send(value)
                if len(answers) < len(given):
                    value = given[len(answers)]
                elif isinstance(question, Chance):
                    value = question.outcome(self.chance.randrange)
                else:
                    value = self._decided(question, state, answers, learning)
                answers.append(value)
        except StopIteration:
            pass
        return outcome_of(self.rulebook, self.trial, state)

    def _decided(self, question: Question[Any], state: State, answers: list[Any], learning: bool) -> Any:
        settled = self.trial.settled.get(question.clause)
        if settled is not None:
            return question.read(settled)[1]
        if self.policy is not None:
            return question.read(self.policy(question))[1]
        if isinstance(question, Split) and question.usual is not None:
            return question.read(question.usual)[1]
        if not isinstance(question, Choose):
            return question.read(question.candidates()[0])[1]
        if question.player == self.passive:
            for option in question.available:
                if option.declines:
                    return option.value
        if question.usual is not None:
            return question.usual.value
        options = question.available
        under_way: UnderWay | None = question.under_way
        known: Any = tuple([option.key for option in options])
        if under_way is not None and under_way.unfolding is not None:
            known = under_way.unfolding.place()
        shape = tuple([option.facts.get("fails", -1) for option in options])
        decision = (question.player, question.clause, known, state.position())
        best = self.learnt.get(decision)
        if best is None and learning and len(options) > 1 and len(self.learnt) < MOST_LEARNT:
            best = self.learnt[decision] = self._tried(question, options, answers)
        usual = self.usual.setdefault((question.player, question.clause, shape), [0] * len(options))
        for i, option in enumerate(options):
            if option.key == best:
                usual[i] += 1
                return option.value
        return options[usual.index(max(usual))].value

    def _tried(self, question: Question[Any], options: Any, answers: list[Any]) -> str:
        """The answer that serves best over a few tries each."""
        wants_most = question.player == self.trial.attacker
        best, best_value = "", None
        for option in options:
            found: dict[tuple[int, ...], float] = {}
            for _ in range(TRIES):
                outcome = self.play([*answers, option.value], False)
                found[outcome] = found.get(outcome, 0.0) + 1.0
            value = self.aim.value(found)
            if best_value is None or (value > best_value if wants_most else value < best_value):
                best, best_value = option.key, value
        return best


def sampling_error(probability: float, games: int) -> float:
    """Half of the 95 % interval of a sampled probability."""
    return 1.96 * math.sqrt(max(probability * (1 - probability), 1 / games) / games)
