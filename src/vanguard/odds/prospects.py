"""What follows from a position: first what it is worth to the attacker, then how likely each end of it is.

Choices are made by worth alone, so every position met while an attack is looked through carries three numbers and not a
distribution. When all is solved, likelihood flows once from the first position along the best choices to the ends.
"""

from __future__ import annotations

from typing import Any

from vanguard.core.foretelling import Dice, Lying
from vanguard.core.questions import Fork
from vanguard.core.refusals import RuleFault
from vanguard.odds.outcomes import EQUAL, Advice, Distribution, Outcome, Value

Decision = tuple[int, str, str, str]
"""Seat, prompt, answer, its label."""
Left = tuple[int | None, ...]
"""What is left of each of the watched that nothing happens to any more; None for the others."""


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

    def of_dice(self, dice: Dice, answer: int, lying: Lying) -> Decision:
        """Dice that show the same are interchangeable, so that a few words serve for all."""
        key = (dice.words, answer, lying.fails > 0, lying.free)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = dice.decision(answer, lying)
        return known

    def _asked(self, fork: Fork, answer: Any) -> Decision:
        question = fork.asked()
        for option in question.available:
            if option.value == answer:
                return fork.player, question.prompt, option.key, option.label
        raise RuleFault(f"“{question.prompt}” was foretold an answer it does not have: {answer!r:.80}")


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


class Table:
    """Dice on the table that likelihood flows through; see `odds.tables`."""

    __slots__ = ("waits",)

    def __init__(self) -> None:
        self.waits = False
        """Has likelihood come in that has not flowed on yet?"""

    def flow_on(self, flowing: Flowing) -> None:
        raise TypeError("nothing flows through this table")


class Prospect(Stream):
    """A position that is solved: its worth, and the positions or the end that follow."""

    __slots__ = ("answer", "branches", "damage", "decisions", "fed_by", "fork", "kill", "mass", "outcome", "own")

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
        self.fork: Fork | None = None
        self.answer: Any = None
        """The same where it is not in words yet."""
        self.fed_by: tuple[Table, ...] = ()
        """The tables of dice that end here: what lies on them flows on before this does."""

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

    def flow_on(self, flowing: Flowing) -> None:
        """Only the first decision of each seat is told."""
        for decision in self.decisions:
            flowing.advise(decision, self.decide(decision[0]))
        fork = self.fork
        if fork is not None:
            told = self.decide(fork.player)
            if told > 0.0:
                flowing.advise(flowing.words.of(fork, self.answer), told)
        if self.outcome is not None:
            flowing.end(self.outcome, self.neither + self.first + self.second + self.both)
        for branch, chance in self.branches:
            branch.receive(self, chance)
        self.dry()


class Layer:
    """Positions that lead to one another. From those of another layer one comes here only `Beside` what is settled there."""

    __slots__ = ("solved",)

    def __init__(self) -> None:
        self.solved: list[Prospect] = []
        """All positions, each after those that follow from it."""


class AsideProspect(Prospect):
    """Something is settled, and what follows is a position of another layer."""

    __slots__ = ("aside", "layer", "left")

    def __init__(self, layer: Layer, aside: Prospect, left: Left) -> None:
        super().__init__()
        self.layer = layer
        self.aside = aside
        self.left = left

    def flow_on(self, flowing: Flowing) -> None:
        settled = tuple([one if one is not None else other for one, other in zip(self.left, flowing.left)])
        waiting = flowing.asides.setdefault((id(self.layer), settled), Waiting(self.layer, settled))
        waiting.receive(self.aside, self)
        self.dry()


class Waiting:
    """What has come to another layer with the same settled."""

    __slots__ = ("layer", "left", "streams")

    def __init__(self, layer: Layer, left: Left) -> None:
        self.layer = layer
        self.left = left
        self.streams: dict[int, tuple[Prospect, Stream]] = {}

    def receive(self, prospect: Prospect, source: Stream) -> None:
        known = self.streams.get(id(prospect))
        if known is None:
            known = self.streams[id(prospect)] = (prospect, Stream())
        known[1].receive(source, 1.0)


class Flowing:
    """Likelihood flows through all layers: gathers the ends and the first decisions."""

    __slots__ = ("advice", "asides", "distribution", "left", "words")

    def __init__(self, watched: int) -> None:
        self.distribution: Distribution = {}
        self.advice: Advice = {}
        self.words = Words()
        self.left: Left = (None,) * watched
        self.asides: dict[tuple[int, Left], Waiting] = {}

    def advise(self, decision: Decision, chance: float) -> None:
        if chance > 0.0:
            self.advice[decision] = self.advice.get(decision, 0.0) + chance

    def end(self, outcome: Outcome, chance: float) -> None:
        ended: Outcome = tuple([here if one is None else one for one, here in zip(self.left, outcome)])
        self.distribution[ended] = self.distribution.get(ended, 0.0) + chance

    def through(self, layer: Layer) -> None:
        """Whatever follows a position was solved before it."""
        for prospect in reversed(layer.solved):
            for table in prospect.fed_by:
                if table.waits:
                    table.flow_on(self)
            if prospect.is_reached():
                prospect.flow_on(self)
        asides, self.asides = self.asides, {}
        for waiting in asides.values():
            self.left = waiting.left
            for prospect, stream in waiting.streams.values():
                prospect.receive(stream, 1.0)
            self.through(waiting.layer)


def flow_from(first: Prospect, layer: Layer, watched: int) -> tuple[Distribution, Advice]:
    """How likely each end is, and the first decisions of each side."""
    flowing = Flowing(watched)
    first.neither = 1.0
    flowing.through(layer)
    return flowing.distribution, flowing.advice
