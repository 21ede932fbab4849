"""Processor time: what somebody asks for is counted by what it costs, and whoever has spent too much waits, nobody else."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

SECONDS_AT_ONCE = 0.5
SECONDS_PER_SECOND = 0.1
"""Of the loop's time for one person: far more than a game needs, and so little that ten strangers leave some of it."""
MOST_PERSONS = 10_000


class Budget:
    """The loop's time that one person may still use."""

    __slots__ = ("_left", "_seen", "_share")

    def __init__(self, share: float = SECONDS_PER_SECOND) -> None:
        self._share = share
        self._left = SECONDS_AT_ONCE
        self._seen = time.monotonic()

    @property
    def left(self) -> float:
        now = time.monotonic()
        self._left = min(SECONDS_AT_ONCE, self._left + (now - self._seen) * self._share)
        self._seen = now
        return self._left

    def spend(self, seconds: float) -> None:
        self._left = self.left - seconds

    def charged(self, work: Callable[[], T]) -> T:
        """The result of the work; what it takes is spent, whatever comes of it."""
        start = time.thread_time()
        try:
            return work()
        finally:
            self.spend(time.thread_time() - start)

    async def enough(self) -> None:
        """Wait until there is some left; meanwhile nothing more is read from this socket."""
        while (left := self.left) < 0:
            await asyncio.sleep(min(5.0, -left / self._share))

    async def charging(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work; what it takes of the loop is spent, waiting for a disk or a worker is not."""
        result: T = await _Charged(self, work)
        return result


class _Charged:
    """Runs a coroutine step by step and counts the time of its own steps."""

    __slots__ = ("_budget", "_work")

    def __init__(self, budget: Budget, work: Coroutine[Any, Any, Any]) -> None:
        self._budget = budget
        self._work = work

    def __await__(self) -> Any:
        sent: Any = None
        thrown: BaseException | None = None
        spent = 0.0
        try:
            while True:
                start = time.thread_time()
                try:
                    waits = self._work.send(sent) if thrown is None else self._work.throw(thrown)
                except StopIteration as done:
                    return done.value
                finally:
                    spent += time.thread_time() - start
                thrown = None
                try:
                    sent = yield waits
                except BaseException as fault:
                    thrown = fault
        finally:
            self._budget.spend(spent)


class Budgets:
    """A budget for every person, the longest unseen forgotten."""

    def __init__(self, share: float = SECONDS_PER_SECOND) -> None:
        self._share = share
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    def of(self, person: str) -> Budget:
        budget = self._budgets.pop(person, None) or Budget(self._share)
        self._budgets[person] = budget
        while len(self._budgets) > MOST_PERSONS:
            self._budgets.popitem(last=False)
        return budget
