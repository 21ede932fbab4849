"""The lookups of one browser, one after another, beside its answers."""

from __future__ import annotations

import asyncio
from typing import Any

from vanguard.server.play.live_game import LiveGame, Stale
from vanguard.server.wire.answering import answer
from vanguard.server.wire.budget import Budget
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.frames import refused
from vanguard.server.wire.messages import asking

MOST_QUESTIONS_AT_ONCE = 4
"""Different things one browser may have looked up at a time; beyond that the oldest gives way."""


class Lookups:
    """What one browser wants to know without changing anything, one after another: a newer wish of a kind replaces the older
    one, and none of them keeps an answer waiting.
    """

    def __init__(self, live: LiveGame, connection: Connection, budget: Budget) -> None:
        self._live = live
        self._connection = connection
        self._budget = budget
        self._wanted: dict[Any, asking.Asking] = {}
        self._running: asyncio.Task[None] | None = None

    def want(self, message: asking.Asking) -> None:
        kind: Any = type(message)
        if isinstance(message, asking.WantOdds):
            kind = (kind, message.option, repr(message.answers))
        older = self._wanted.pop(kind, None)
        self._wanted[kind] = message
        if older is None and len(self._wanted) > MOST_QUESTIONS_AT_ONCE:
            older = self._first()
        if older is not None:
            self._connection.send(refused(older.id, Replaced("a newer question came before this was answered")))
        if self._running is None:
            self._running = asyncio.create_task(self._answer_all())

    def _first(self) -> asking.Asking:
        return self._wanted.pop(next(iter(self._wanted)))

    async def _answer_all(self) -> None:
        try:
            while self._wanted:
                await self._budget.enough()
                message = self._first()
                await answer(self._live, self._connection, message, self._budget)
                await asyncio.sleep(0)
        finally:
            self._running = None

    def stop(self) -> None:
        self._wanted.clear()
        if self._running is not None:
            self._running.cancel()


class Replaced(Stale):
    """Not answered, because the same browser has asked again."""
