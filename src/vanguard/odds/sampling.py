"""What cannot be enumerated in time is sampled, with a stated error."""

from __future__ import annotations

import math
import random
from typing import Any

from vanguard.core.questions import Chance, Question
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import SILENCE
from vanguard.odds.tree import Distribution, Policy, outcome_of


def sample(rulebook: Rulebook, trial: Trial, games: int, policy: Policy | None = None, seed: int = 1) -> Distribution:
    """Run the trial this often with ordinary dice; choices take the policy's answer, or the first candidate."""
    chance = random.Random(seed)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(games):
        state = trial.state.copy()
        state.events = SILENCE
        procedure = trial.start(state)
        value: Any = None
        try:
            while True:
                question = procedure.send(value)
                value = _value(question, chance, policy)
        except StopIteration:
            pass
        outcome = outcome_of(rulebook, trial, state)
        counts[outcome] = counts.get(outcome, 0) + 1
    return {outcome: count / games for outcome, count in counts.items()}


def _value(question: Question[Any], chance: random.Random, policy: Policy | None) -> Any:
    if isinstance(question, Chance):
        return question.outcome(chance.randrange)
    given = policy(question) if policy is not None else question.candidates()[0]
    return question.read(given)[1]


def sampling_error(probability: float, games: int) -> float:
    """Half of the 95 % interval of a sampled probability."""
    return 1.96 * math.sqrt(max(probability * (1 - probability), 1 / games) / games)
