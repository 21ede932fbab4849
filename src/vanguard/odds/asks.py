"""Steps that ask: what is asked in a position, and where each answer leads, worked out once whatever comes after the step."""

from __future__ import annotations

from typing import Any

from vanguard.core.state import State
from vanguard.core.undertakings import Asked, Undertaking
from vanguard.odds.following import Purse, points_of


class Asking:
    """What a step asks of those who have so many points."""

    __slots__ = ("asked", "leads_to", "seen", "step")

    def __init__(self, step: Undertaking, asked: Asked, seen: int) -> None:
        self.step = step
        self.asked = asked
        self.seen = seen
        """The seats whose points were looked at, a bit for each."""
        self.leads_to: list[Undertaking] = []
        """What is to be done after each answer, before anything that came after the step."""

    def after(self, state: State, values: list[Any]) -> list[Undertaking]:
        if not self.leads_to:
            for value in values:
                twin = self.step.copy()
                twin.answered(state, value)
                self.leads_to.append(twin)
        return self.leads_to


class AskingStep:
    """A step in a position, by the points of the seats that were looked at."""

    __slots__ = ("_known", "_state", "_step")

    def __init__(self, state: State, step: Undertaking) -> None:
        self._state = state
        self._step = step
        self._known: dict[int, dict[Purse, Asking]] = {}

    def asks(self, purse: Purse) -> Asking:
        for seen, known in self._known.items():
            found = known.get(points_of(purse, seen) if seen else ())
            if found is not None:
                return found
        self._state.fill_purse(purse)
        asked = self._step.asks(self._state)
        seen = self._state.seats_seen()
        made = Asking(self._step, asked, seen)
        self._known.setdefault(seen, {})[points_of(purse, seen) if seen else ()] = made
        return made
