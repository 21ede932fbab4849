"""What follows from a position: first what it is worth to the attacker, then how likely each end of it is.

Choices are made by worth alone, so every position met while an attack is looked through carries three numbers and not a
distribution. When all is solved, likelihood flows once from the first position along the best choices to the ends.
"""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Fork
from vanguard.core.refusals import RuleFault
from vanguard.odds.outcomes import EQUAL, Advice, Distribution, Outcome, Value

Decision = tuple[int, str, str, str]
"""Seat, prompt, answer, its label."""


class Words:
    """Decisions in the words of their questions, each asked for once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Any, Decision] = {}

    def of(self, fork: Fork, answer: Any) -> Decision:
        key = (fork.player, fork.words, answer)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._asked(fork, answer)
        return known

    def _asked(self, fork: Fork, answer: Any) -> Decision:
        question = fork.asked()
        for option in question.available:
            if option.value == answer:
                return fork.player, question.prompt, option.key, option.label
        raise RuleFault(f"“{question.prompt}” was foretold an answer it does not have: {answer!r:.80}")


class Prospect:
    """A position that is solved: its worth, and the positions or the end that follow."""

    __slots__ = (
        "_both", "_first", "_neither", "_second", "answer", "branches", "damage", "decisions", "fork", "kill", "mass",
        "outcome", "own",
    )  # fmt: skip

    def __init__(self) -> None:
        self.mass = 0.0
        """How much of what follows is known; less than 1 if unlikely branches were left out."""
        self.kill = 0.0
        self.damage = 0.0
        self.own = 0.0
        self.branches: list[tuple[Prospect, float]] = []
        self.outcome: Outcome | None = None
        """What is left of the watched, if this is an end."""
        self.decisions: tuple[Decision, ...] = ()
        """What is decided here."""
        self.fork: Fork | None = None
        self.answer: Any = None
        """The same where it is not in words yet."""
        # how likely it is that neither seat has decided anything when this is reached, that one of them has, or both
        self._neither = 0.0
        self._first = 0.0
        self._second = 0.0
        self._both = 0.0

    def add(self, prospect: Prospect, chance: float) -> None:
        """One of the ways it goes on."""
        self.mass += prospect.mass * chance
        self.kill += prospect.kill * chance
        self.damage += prospect.damage * chance
        self.own += prospect.own * chance
        self.branches.append((prospect, chance))

    def is_better(self, than: Prospect, wants_most: bool) -> bool:
        """Compared in their order; of equally good ones the first is taken. What was left out must not decide."""
        mass = self.mass
        return than.is_surpassed((self.kill / mass, self.damage / mass, self.own / mass), wants_most)

    def is_surpassed(self, value: Value, wants_most: bool) -> bool:
        mass = self.mass
        more = value[0] - self.kill / mass
        if -EQUAL <= more <= EQUAL:
            more = value[1] - self.damage / mass
            if -EQUAL <= more <= EQUAL:
                more = value[2] - self.own / mass
                if -EQUAL <= more <= EQUAL:
                    return False
        return (more > 0.0) == wants_most

    def is_reached(self) -> bool:
        return self._neither + self._first + self._second + self._both > 0.0

    def decide(self, advice: Advice, words: Words) -> None:
        """Only the first decision of each seat is told."""
        for decision in self.decisions:
            told = self._undecided(decision[0])
            if told > 0.0:
                advice[decision] = advice.get(decision, 0.0) + told
        fork = self.fork
        if fork is not None:
            told = self._undecided(fork.player)
            if told > 0.0:
                decision = words.of(fork, self.answer)
                advice[decision] = advice.get(decision, 0.0) + told

    def _undecided(self, seat: int) -> float:
        """How likely it is that this seat decides here for the first time; from here on it has decided."""
        if seat == 0:
            told = self._neither + self._second
            self._first, self._both = self._first + self._neither, self._both + self._second
            self._neither = self._second = 0.0
        else:
            told = self._neither + self._first
            self._second, self._both = self._second + self._neither, self._both + self._first
            self._neither = self._first = 0.0
        return told

    def flow_on(self, distribution: Distribution) -> None:
        """To what follows."""
        neither, first, second, both = self._neither, self._first, self._second, self._both
        outcome = self.outcome
        if outcome is not None:
            distribution[outcome] = distribution.get(outcome, 0.0) + neither + first + second + both
        for branch, chance in self.branches:
            if neither:
                branch._neither += neither * chance
            if first:
                branch._first += first * chance
            if second:
                branch._second += second * chance
            if both:
                branch._both += both * chance

    def begin(self) -> None:
        self._neither = 1.0


def flow_from(first: Prospect, solved: list[Prospect]) -> tuple[Distribution, Advice]:
    """How likely each end is, and the first decisions of each side; whatever follows a position was solved before it."""
    distribution: Distribution = {}
    advice: Advice = {}
    words = Words()
    first.begin()
    for prospect in reversed(solved):
        if prospect.is_reached():
            prospect.decide(advice, words)
            prospect.flow_on(distribution)
    return distribution, advice
