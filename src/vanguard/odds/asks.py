"""Steps that ask: what is asked in a position, and where each answer leads, worked out once whatever comes after the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.state import State
from vanguard.core.undertakings import Asked, Settled, Undertaking
from vanguard.odds.following import Purse, points_of


class Asking:
    """What a step asks of those who have so many points."""

    __slots__ = ("asked", "leads_to", "seen")

    def __init__(self, asked: Asked, leads_to: list[Undertaking], seen: int) -> None:
        self.asked = asked
        self.leads_to = leads_to
        """What is to be done after each answer, before anything that came after the step; of what unfolds nothing."""
        self.seen = seen
        """The seats whose points were looked at, a bit for each."""


class AskingStep:
    """A step in a position, by the points of the seats that were looked at."""

    __slots__ = ("_known", "_may_wait", "_state", "_step")

    def __init__(self, state: State, step: Undertaking, may_wait: bool) -> None:
        self._state = state
        self._step = step
        self._may_wait = may_wait
        """May dice be rolled later that nobody looks at yet?"""
        self._known: dict[int, dict[Purse, Asking]] = {}

    def asks(self, purse: Purse, values_of: Callable[[Asked], list[Any]]) -> Asking:
        for seen, known in self._known.items():
            found = known.get(points_of(purse, seen) if seen else ())
            if found is not None:
                return found
        self._state.fill_purse(purse)
        later = self._step.later(self._state) if self._may_wait else None
        asked: Asked = Settled(None)
        if later is None:
            asked = self._step.asks(self._state)
            leads_to = [self._after(value) for value in values_of(asked)]
        else:
            leads_to = [later]
        seen = self._state.seats_seen()
        made = Asking(asked, leads_to, seen)
        self._known.setdefault(seen, {})[points_of(purse, seen) if seen else ()] = made
        return made

    def _after(self, value: Any) -> Undertaking:
        twin = self._step.copy()
        twin.answered(self._state, value)
        return twin
