"""What a tree remembers: where branches can start, what was solved, and from where it is looked ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.questions import Settled
from vanguard.core.rulebook import Procedure
from vanguard.core.state import State
from vanguard.odds.outcomes import Outcome, Value
from vanguard.odds.prospects import Layer, Prospect
from vanguard.odds.tables import DiceTable


class Solved:
    """What follows from a position, and how likely the position was when it was solved."""

    __slots__ = ("chance", "complete", "met", "prospect")

    def __init__(self, prospect: Prospect, chance: float, complete: bool) -> None:
        self.prospect = prospect
        self.chance = chance
        self.complete = complete
        """Was nothing left out as too unlikely?"""
        self.met = chance
        """How likely all branches together are that have met here."""

    def serves(self, chance: float, so_much_more: float) -> bool:
        """Not if rare branches were left out that are not so rare for all who have met here."""
        self.met += chance
        return self.complete or self.met <= so_much_more * self.chance


class Standpoint:
    """Where a branch can start: a state, the procedure on a copy of it, and the answers given since."""

    __slots__ = ("answers", "go_on", "start", "state")

    def __init__(
        self,
        state: State,
        start: Callable[[State], Procedure] | None,
        go_on: Callable[[Any, Any], Procedure] | None = None,
    ) -> None:
        self.state = state
        self.start = start
        self.go_on = go_on
        """Takes the first of the answers, where there is no `start`."""
        self.answers: list[Any] = []


class Lookout:
    """A position from which the rest of an attack is looked ahead: what is seen already, and what nothing can surpass."""

    __slots__ = ("best", "seen", "state", "tables", "worst")

    def __init__(self, state: State, best: Value, worst: Value) -> None:
        self.state = state
        self.best = best
        self.worst = worst
        self.seen: dict[Any, Solved] = {}
        """What follows from the questions met, by the keys of their meetings."""
        self.tables: dict[int, DiceTable] = {}
        """Dice that may be rolled again."""


class Memory(Layer):
    """What was solved in one layer; positions of one are never met in another."""

    __slots__ = ("decided", "ends", "lookouts", "met", "start")

    def __init__(self, start: Outcome, decided: bool = False) -> None:
        super().__init__()
        self.decided = decided
        """Is the target's fate settled?"""
        self.start = start
        """What is left of the watched where it begins."""
        self.met: dict[Any, Solved] = {}
        self.ends: dict[Settled, Prospect] = {}
        self.lookouts: dict[Any, Lookout] = {}
