"""What follows from a position: first what it is worth to the attacker, then how likely each end of it is.

Choices are made by worth alone, so every position met while an attack is looked through carries three numbers and not a
distribution. When all is solved, likelihood flows once from the first position along the best choices to the ends.
"""

from __future__ import annotations

from vanguard.odds.outcomes import EQUAL, Advice, Distribution, Outcome, Value, Worth

Decision = tuple[int, str, str, str]
"""Seat, prompt, answer, its label."""


class Stream:
    """Likelihood on its way: that neither seat has decided anything yet, that one of them has, or both."""

    __slots__ = ("both", "first", "neither", "second")

    def __init__(self) -> None:
        self.neither = 0.0
        self.first = 0.0
        self.second = 0.0
        self.both = 0.0

    def is_reached(self) -> bool:
        return self.neither + self.first + self.second + self.both > 0.0

    def receive(self, source: Stream, chance: float) -> None:
        """A part of what reached another position."""
        if source.neither:
            self.neither += source.neither * chance
        if source.first:
            self.first += source.first * chance
        if source.second:
            self.second += source.second * chance
        if source.both:
            self.both += source.both * chance

    def decide(self, seat: int) -> float:
        """How likely it is that this seat decides here for the first time; from here on it has decided."""
        if seat == 0:
            told = self.neither + self.second
            self.first, self.both = self.first + self.neither, self.both + self.second
            self.neither = self.second = 0.0
        else:
            told = self.neither + self.first
            self.second, self.both = self.second + self.neither, self.both + self.first
            self.neither = self.first = 0.0
        return told

    def dry(self) -> None:
        """All has flowed on."""
        self.neither = self.first = self.second = self.both = 0.0


class Relay:
    """What likelihood flows through on its way to the ends of something: a table of dice, or a graph (`tables`, `weighing`)."""

    __slots__ = ("waits",)

    def __init__(self) -> None:
        self.waits = False
        """Has likelihood come in that has not flowed on yet?"""

    def flow_on(self, flowing: Flowing) -> None:
        raise TypeError("nothing flows through this")


class Prospect(Stream):
    """A position that is solved: its worth, and the positions or the end that follow."""

    __slots__ = ("branches", "damage", "decisions", "fed_by", "kill", "mass", "outcome", "own")

    def __init__(self) -> None:
        self.neither = 0.0
        self.first = 0.0
        self.second = 0.0
        self.both = 0.0
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
        self.fed_by: tuple[Relay, ...] = ()
        """What ends here, which flows on before this does."""

    def add(self, prospect: Prospect, chance: float) -> None:
        """One of the ways it goes on."""
        self.mass += prospect.mass * chance
        self.kill += prospect.kill * chance
        self.damage += prospect.damage * chance
        self.own += prospect.own * chance
        self.branches.append((prospect, chance))

    def worth(self) -> Worth:
        """What was left out must not decide."""
        mass = self.mass
        return Worth(self.kill / mass, self.damage / mass, self.own / mass)

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

    def flow_on(self, flowing: Flowing) -> None:
        """Only the first decision of each seat is told."""
        for decision in self.decisions:
            flowing.advise(decision, self.decide(decision[0]))
        if self.outcome is not None:
            flowing.end(self.outcome, self.neither + self.first + self.second + self.both)
        for branch, chance in self.branches:
            branch.receive(self, chance)
        self.dry()


class Flowing:
    """Likelihood flows along: gathers the ends and the first decisions."""

    __slots__ = ("advice", "distribution")

    def __init__(self) -> None:
        self.distribution: Distribution = {}
        self.advice: Advice = {}

    def advise(self, decision: Decision, chance: float) -> None:
        if chance > 0.0:
            self.advice[decision] = self.advice.get(decision, 0.0) + chance

    def end(self, outcome: Outcome, chance: float) -> None:
        self.distribution[outcome] = self.distribution.get(outcome, 0.0) + chance

    def through(self, solved: list[Prospect]) -> None:
        """All positions, each solved after those that follow from it."""
        for prospect in reversed(solved):
            for relay in prospect.fed_by:
                if relay.waits:
                    relay.flow_on(self)
            if prospect.is_reached():
                prospect.flow_on(self)


def flow_from(first: Prospect, solved: list[Prospect]) -> tuple[Distribution, Advice]:
    """How likely each end is, and the first decisions of each side."""
    flowing = Flowing()
    first.neither = 1.0
    flowing.through(solved)
    return flowing.distribution, flowing.advice
