"""Worker processes for bots, odds and other long work, so that the loop stays free.

A game always goes to the same worker, which keeps it replayed: the next job sends only what names it and the worker plays
the few new answers. Workers know no dice secret and no secret answer that waits. A worker that dies or takes too long is
replaced, and one whose server is gone ends itself.
"""

from __future__ import annotations

import asyncio
import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from vanguard.core.refusals import Refused
from vanguard.server.workers.process import TookTooLong, Worker, WorkerDied

T = TypeVar("T")

ADVICE = -1
BOT_SECONDS = 60
"""For one answer of a bot: far beyond what any of them needs, so that one that never ends cannot stop a person's game."""
ADVICE_SECONDS = 15
UPLOAD_SECONDS = 60
UPLOAD_BYTES_OF_MEMORY = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Position:
    """What a worker needs to know of a game: where its rulebook is, the set-up and the public answers so far."""

    game: str
    rulebook: str
    setup: dict[str, Any]
    history: int
    """Counts the undos: a worker's replayed game of another history is thrown away."""
    answers: tuple[tuple[int, Any], ...]


def limit_for_strangers() -> None:
    """For work on what a stranger sent: limited time and memory."""
    try:
        import resource
    except ImportError:
        return  # not on this platform; the server's own time limit still holds
    resource.setrlimit(resource.RLIMIT_CPU, (UPLOAD_SECONDS, UPLOAD_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (UPLOAD_BYTES_OF_MEMORY, UPLOAD_BYTES_OF_MEMORY))


def _ready() -> bool:
    return True


class Crew:
    """A few workers for bots and one for advice (odds, risk); their processes start when first needed."""

    def __init__(self, size: int | None = None) -> None:
        self._size = size or max(1, min(2, os.cpu_count() or 1))
        self._workers: dict[int, Worker] = {}

    def _worker(self, number: int) -> Worker:
        worker = self._workers.get(number)
        if worker is None:
            worker = self._workers[number] = Worker()
        return worker

    def warm_up(self) -> None:
        """Start the bots' workers before somebody waits for them."""
        for number in range(self._size):
            self._worker(number).submit(BOT_SECONDS, _ready)

    async def run(self, game: str, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a bot's job about this game; tried once more if the worker died."""
        worker = self._worker(zlib.crc32(game.encode()) % self._size)
        try:
            return await asyncio.wrap_future(worker.submit(BOT_SECONDS, job, *arguments))
        except WorkerDied:
            return await asyncio.wrap_future(worker.submit(BOT_SECONDS, job, *arguments))

    async def advise(self, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a job that is only advice: it keeps no bot waiting, and one that takes too long is given up."""
        coming = asyncio.wrap_future(self._worker(ADVICE).submit(ADVICE_SECONDS, job, *arguments))
        try:
            return await asyncio.wait_for(coming, ADVICE_SECONDS)
        except (TimeoutError, TookTooLong, WorkerDied):
            raise Refused("this would take too long to compute") from None

    async def run_limited(self, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a job in a process of its own with limited time and memory."""
        worker = Worker(limit_for_strangers)
        try:
            return await asyncio.wrap_future(worker.submit(UPLOAD_SECONDS, job, *arguments))
        finally:
            worker.close()

    def close(self) -> None:
        for worker in self._workers.values():
            worker.close()
        self._workers = {}
