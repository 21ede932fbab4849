"""The answer to “what happens if I attack that?”: kill chance, damage, what the other side can do back."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Any

from vanguard.core.attacks.undertakings import UnderWay
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.odds.live import rolls_dice, trial_of_answer
from vanguard.odds.outcomes import Advice, Distribution, aim_of
from vanguard.odds.sampling import sample, sampling_error
from vanguard.odds.tree import TOO_UNLIKELY, Policy, TooManyBranches, Tree

SAMPLES = 1600
REMAINDER = 1e-9
"""The most that may be left out of an exact answer."""
STILL_TOO_UNLIKELY = 1e-15
"""What is left out if more would be missing otherwise."""
MOST_ADVICE = 12
AIM_IN_WORDS = "each side plays for the target: kill chance first, then expected damage; the defender the opposite"
POLICY_IN_WORDS = "the players' choices are made by a fixed policy"
SAMPLED_IN_WORDS = (
    "too wide to enumerate: dice are sampled, and each side takes the answer that did best in a few tries"
)


class Odds:
    """A solved trial: the joint distribution of wounds left, and everything people ask of it."""

    __slots__ = (
        "advice",
        "aim",
        "attacker",
        "distribution",
        "error",
        "fate",
        "label",
        "remainder",
        "runs",
        "start",
        "tests",
        "watched",
    )

    def __init__(self, trial: Trial, start: tuple[int, ...], distribution: Distribution) -> None:
        self.label = trial.label
        self.attacker = trial.attacker
        self.fate = trial.fate
        self.watched = trial.watched
        self.tests = trial.tests
        """What failing each test that may follow means, in a word."""
        self.start = start
        self.distribution = distribution
        self.advice: Advice = {}
        """The best first decisions of each side, with the chance that they come up."""
        self.aim = AIM_IN_WORDS
        self.remainder = 0.0
        """What is missing from the distribution: endless explosions and branches too unlikely to follow."""
        self.runs = 0
        self.error = 0.0
        """Half of the 95 % interval if the answer was sampled, 0 if it is exact."""

    def chance_removed(self, index: int = 0) -> float:
        return sum([chance for outcome, chance in self.distribution.items() if outcome[index] <= 0])

    def chance_failed(self, test: str) -> float:
        """That the target is left and fails a test which the attack calls for."""
        return self.chance_removed(len(self.watched) + self.tests.index(test))

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
            "attacker": self.attacker,
            "fate": self.fate,
            "kill": self.chance_removed(),
            "mean": self.mean_damage(),
            "models": [self._model(index) for index in range(len(self.watched))],
            "tests": {test: self.chance_failed(test) for test in self.tests},
            "best": self.best(),
            "aim": self.aim,
        }

    def best(self, most: int = MOST_ADVICE) -> list[dict[str, Any]]:
        """Each side's first decision in words, the likeliest situations first."""
        together: dict[tuple[int, str, str], dict[str, Any]] = {}
        likeliest = sorted(self.advice.items(), key=lambda decided: -decided[1])
        for (seat, prompt, answer, label), chance in likeliest:
            entry = {"seat": seat, "prompt": prompt, "answer": answer, "label": label, "chance": 0.0}
            together.setdefault((seat, prompt, label), entry)["chance"] += chance
        entries = [together[key] for key in sorted(together)]
        return sorted(entries, key=lambda entry: -round(entry["chance"], 9))[:most]

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


def of_trial(rulebook: Rulebook, trial: Trial, policy: Policy | None = None, whole: bool = True) -> Odds:
    """Solve a trial exactly, or sample it with a stated error when it has too many branches.

    `whole` is False if something may follow the attack in the same action.
    """
    collecting = gc.isenabled()
    gc.disable()  # thousands of positions are kept until all is solved: looking for garbage among them takes half the time
    try:
        odds = _solved(rulebook, trial, policy, TOO_UNLIKELY, whole)
        if odds.remainder > REMAINDER:
            odds = _solved(rulebook, trial, policy, STILL_TOO_UNLIKELY, whole)
    except TooManyBranches:
        odds = sampled(rulebook, trial, aim_of(rulebook, trial).start, policy)
        odds.aim = SAMPLED_IN_WORDS if policy is None else POLICY_IN_WORDS
    finally:
        if collecting:
            gc.enable()
    return odds


def _solved(rulebook: Rulebook, trial: Trial, policy: Policy | None, too_unlikely: float, whole: bool) -> Odds:
    """All positions are let go with the tree, before anybody looks for garbage."""
    tree = Tree(rulebook, trial, policy, too_unlikely, whole=whole)
    distribution = tree.solve()
    odds = Odds(trial, tree.aim.start, distribution)
    odds.advice = tree.advice
    odds.remainder = max(0.0, 1.0 - sum(distribution.values()))
    odds.runs = tree.work()
    if policy is not None:
        odds.aim = POLICY_IN_WORDS
    return odds


def sampled(rulebook: Rulebook, trial: Trial, start: tuple[int, ...], policy: Policy | None) -> Odds:
    """Play it out. The error is that of the dice, and of choices learnt in a few tries.

    Those are learnt twice, each time anew. Besides it is played with one side taking nothing that it can decline, and with
    the other: the best choices of both lead to something between.
    """
    share = SAMPLES if policy is not None else SAMPLES // 4
    seeds = (1,) if policy is not None else (1, 2)
    samples = [sample(rulebook, trial, share, policy, seed) for seed in seeds]
    together: Distribution = {}
    for distribution in samples:
        for outcome, chance in distribution.items():
            together[outcome] = together.get(outcome, 0.0) + chance / len(seeds)
    odds = Odds(trial, start, together)
    removed = odds.chance_removed()
    odds.error = sampling_error(removed, share * len(seeds))
    if policy is None:
        one, other = [Odds(trial, start, distribution).chance_removed() for distribution in samples]
        least, most = [
            Odds(trial, start, sample(rulebook, trial, share, None, 3, passive)).chance_removed()
            for passive in (trial.attacker, 1 - trial.attacker)
        ]
        odds.error += abs(one - other) / 2.0 + max(0.0, removed - least, most - removed)
    return odds


def of(game: Game, given: Given, policy: Policy | None = None, under_way: bool = False) -> Odds:
    """The odds of the attack that this answer to the question asked now would start.

    An option's key where the rulebook knows the attack behind it; otherwise any answer that leads to dice, such as a split
    over several targets or a path that ends in a fall. Of an attack `under_way` an answer may also leave it at the dice
    that lie.
    """
    question = game.question
    if question is None:
        raise Refused("the game is over: there is nothing to attack")
    if isinstance(given, str):
        trial = game.rulebook.trials(game.state, question).get(given)
        if trial is not None:
            return of_trial(game.rulebook, trial, policy)
    trial = trial_of_answer(game, given)
    if not under_way and not rolls_dice(trial, isinstance(given, str)):
        raise Refused(f"{given!r:.80} starts no attack", question.clause)
    asking: UnderWay | None = question.under_way
    is_begun = asking is not None and asking.undertaking is not None
    whole = is_begun or (isinstance(question, (Choose, Split)) and question.is_attack)
    return of_trial(game.rulebook, trial, policy, whole=whole)


def options_with_odds(game: Game) -> Mapping[str, Trial]:
    """The options of the question asked now that start an attack or a test."""
    return game.rulebook.trials(game.state, game.question) if game.question is not None else {}
