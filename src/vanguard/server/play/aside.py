"""Rules that take long are worked out beside the loop, so that nobody at another table waits for them.

Which these are nobody has to say: how long an answer took, and how long the question after it took to be shown, is measured by the
clause that asked. What was long lately, and what nobody has met yet, is given to a thread; all else is done before a thread would
have been told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import TypeVar

T = TypeVar("T")
Spend = Callable[[float], None]
Kind = tuple[str, str, str]
"""What is done (`answer`, `show` or `picture`), by which rulebook, and the clause of the question."""

LONG = 0.005
"""Seconds of the loop that others may have to wait for one answer; most take a fifth of that."""
FADES = 0.995
"""A long one is remembered over so many short ones: one in forty may be long."""
LONGEST = 2 * LONG
"""However long one was, it is remembered as if it had been no longer: on a busy machine anything may take long once."""


def nobody_pays(seconds: float) -> None:
    pass


class Aside:
    """How long things take, and the one thread for those that take long. What it works on is left alone meanwhile."""

    def __init__(self) -> None:
        self._longest: dict[Kind, float] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rules")

    def note(self, kind: Kind, seconds: float) -> None:
        """The first of a kind says little, since it loads what the others find: if it was long, the second decides."""
        most = LONGEST if kind in self._longest else LONG
        self._longest[kind] = max(min(seconds, most), FADES * self._longest.get(kind, 0.0))

    def takes_long(self, kind: Kind) -> bool:
        return self._longest.get(kind, LONG) >= LONG

    def at_once(self, kind: Kind, work: Callable[[], T], spend: Spend = nobody_pays) -> T:
        start = thread_time()
        try:
            return work()
        finally:
            seconds = thread_time() - start
            self.note(kind, seconds)
            spend(seconds)

    async def beside(self, kind: Kind, work: Callable[[], T], spend: Spend) -> T:
        """By the thread; whoever asked for it is told what it took (of the loop's own time they are told anyway)."""
        took: list[float] = []
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self.at_once, kind, work, took.append)
        finally:
            spend(sum(took))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
