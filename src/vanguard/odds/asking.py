"""Steps that ask: what is asked in a position, and where each answer leads, worked out once whatever comes after the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vanguard.core.attacks.undertakings import Asked, Settled, Undertaking
from vanguard.core.state import State
from vanguard.odds.following import Purse, points_of

NOBODY_SEEN: Final[dict[int, dict[Purse, Asking]]] = {}


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

    __slots__ = ("_common", "_known", "_may_wait", "_state", "_step")

    def __init__(self, state: State, step: Undertaking, may_wait: bool) -> None:
        self._state = state
        self._step = step
        self._may_wait = may_wait
        """May dice be rolled later that nobody looks at yet?"""
        self._common: Asking | None = None
        """What it asks, if nobody's points were looked at;"""
        self._known: dict[int, dict[Purse, Asking]] = NOBODY_SEEN
        """otherwise by the seats whose were, and by what these had."""

    def asks(self, purse: Purse, values_of: Callable[[Asked], list[Any]]) -> Asking:
        if self._common is not None:
            return self._common
        for seats, known in self._known.items():
            found = known.get(points_of(purse, seats))
            if found is not None:
                return found
        self._state.fill_purse(purse)
        later = self._step.later(self._state) if self._may_wait else None
        if later is None:
            asked = self._step.asks(self._state)
            leads_to = [] if asked is None else [self._after(value) for value in values_of(asked)]
        else:
            asked, leads_to = Settled(None), [later]
        seen = self._state.seats_seen()
        made = Asking(asked, leads_to, seen)
        if not seen:
            self._common = made
            return made
        if self._known is NOBODY_SEEN:
            self._known = {}
        self._known.setdefault(seen, {})[points_of(purse, seen)] = made
        return made

    def _after(self, value: Any) -> Undertaking:
        twin = self._step.copy()
        twin.answered(self._state, value)
        return twin
