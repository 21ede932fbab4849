"""The answer to “what happens if I attack that?”: kill chance, damage, what the other side can do back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.odds.sampling import sample, sampling_error
from vanguard.odds.tree import Distribution, Policy, TooManyBranches, Tree

SAMPLES = 4000
AIM_IN_WORDS = "each side plays for the target: kill chance first, then expected damage; the defender the opposite"


class Odds:
    """A solved trial: the joint distribution of wounds left, and everything people ask of it."""

    __slots__ = ("best", "distribution", "error", "label", "remainder", "runs", "start", "watched")

    def __init__(self, trial: Trial, start: tuple[int, ...], distribution: Distribution) -> None:
        self.label = trial.label
        self.watched = trial.watched
        self.start = start
        self.distribution = distribution
        self.best: list[tuple[str, str, str]] = []
        self.remainder = 0.0
        self.runs = 0
        self.error = 0.0
        """Half of the 95 % interval if the answer was sampled, 0 if it is exact."""

    def chance_removed(self, index: int = 0) -> float:
        return sum([chance for outcome, chance in self.distribution.items() if outcome[index] <= 0])

    def wounds_left(self, index: int = 0) -> dict[int, float]:
        left: dict[int, float] = {}
        for outcome, chance in self.distribution.items():
            left[outcome[index]] = left.get(outcome[index], 0.0) + chance
        return dict(sorted(left.items()))

    def damage(self, index: int = 0) -> dict[int, float]:
        """The chance of exactly so many wounds lost."""
        return {
            self.start[index] - left: chance for left, chance in sorted(self.wounds_left(index).items(), reverse=True)
        }

    def mean_damage(self, index: int = 0) -> float:
        return sum([lost * chance for lost, chance in self.damage(index).items()])

    def plain(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "exact": not self.error,
            "error": self.error,
            "remainder": self.remainder,
            "kill": self.chance_removed(),
            "mean": self.mean_damage(),
            "models": [self._model(index) for index in range(len(self.watched))],
            "best": [{"prompt": prompt, "answer": key, "label": label} for prompt, key, label in self.best],
            "aim": AIM_IN_WORDS,
        }

    def _model(self, index: int) -> dict[str, Any]:
        damage = self.damage(index)
        at_least: dict[int, float] = {}
        above = 0.0
        for lost in sorted(damage, reverse=True):
            above += damage[lost]
            at_least[lost] = above
        return {
            "key": self.watched[index],
            "wounds": self.start[index],
            "removed": self.chance_removed(index),
            "mean": self.mean_damage(index),
            "exactly": {str(lost): chance for lost, chance in damage.items()},
            "at_least": {str(lost): at_least[lost] for lost in sorted(at_least)},
            "left": {str(left): chance for left, chance in self.wounds_left(index).items()},
        }


def of_trial(rulebook: Rulebook, trial: Trial, policy: Policy | None = None) -> Odds:
    """Solve a trial exactly, or sample it with a stated error when it has too many branches."""
    tree = Tree(rulebook, trial, policy)
    try:
        odds = Odds(trial, tree.aim.start, tree.solve())
        odds.best = tree.best
        odds.remainder = tree.remainder
    except TooManyBranches:
        odds = Odds(trial, tree.aim.start, sample(rulebook, trial, SAMPLES, policy))
        odds.error = sampling_error(odds.chance_removed(), SAMPLES)
    odds.runs = tree.runs
    return odds


def of_option(game: Game, key: str, policy: Policy | None = None) -> Odds:
    """The odds of the attack that this option of the question asked now would start."""
    question = game.question
    if question is None:
        raise Refused("the game is over: there is nothing to attack")
    trial = game.rulebook.trials(game.state, question).get(key)
    if trial is None:
        raise Refused(f"{key!r:.80} starts no attack", question.clause)
    return of_trial(game.rulebook, trial, policy)


def options_with_odds(game: Game) -> Mapping[str, Trial]:
    """The options of the question asked now that start an attack or a test."""
    return game.rulebook.trials(game.state, game.question) if game.question is not None else {}
