"""Worker processes for bots, odds and other long work, so that the loop stays free.

A game always goes to the same worker, which keeps it replayed: the next job sends only what names it and the worker plays
the few new answers. Workers know no dice secret and no secret answer that waits. A worker that dies is replaced, and one
whose server is gone ends itself.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

from vanguard.core.refusals import Refused

T = TypeVar("T")

ADVICE = -1
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


def _start_worker() -> None:
    """A worker ignores the terminal's interrupt (the server stops it) and does not outlive its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def _start_limited_worker() -> None:
    """For work on what a stranger sent: limited time and memory."""
    _start_worker()
    try:
        import resource
    except ImportError:
        return  # not on this platform; the server's own time limit still holds
    resource.setrlimit(resource.RLIMIT_CPU, (UPLOAD_SECONDS, UPLOAD_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (UPLOAD_BYTES_OF_MEMORY, UPLOAD_BYTES_OF_MEMORY))


def _ready() -> bool:
    return True


class Crew:
    """A few single worker processes for bots and one for advice (odds, risk); started when first needed."""

    def __init__(self, size: int | None = None) -> None:
        self._size = size or max(1, min(2, os.cpu_count() or 1))
        self._workers: dict[int, ProcessPoolExecutor] = {}

    def _worker(self, number: int) -> ProcessPoolExecutor:
        worker = self._workers.get(number)
        if worker is None:
            worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_start_worker)
            self._workers[number] = worker
        return worker

    def warm_up(self) -> None:
        """Start the bots' workers before somebody waits for them."""
        for number in range(self._size):
            self._worker(number).submit(_ready)

    async def run(self, game: str, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a bot's job about this game; tried once more if the worker died."""
        number = zlib.crc32(game.encode()) % self._size
        loop = asyncio.get_running_loop()
        worker = self._worker(number)
        try:
            return await loop.run_in_executor(worker, job, *arguments)
        except BrokenProcessPool:
            self._forget(number, worker)
            return await loop.run_in_executor(self._worker(number), job, *arguments)

    async def advise(self, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a job that is only advice: it keeps no bot waiting, and one that takes too long is given up."""
        worker = self._worker(ADVICE)
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(worker, job, *arguments), ADVICE_SECONDS)
        except (TimeoutError, BrokenProcessPool):
            self._forget(ADVICE, worker)
            raise Refused("this would take too long to compute") from None

    def _forget(self, number: int, worker: ProcessPoolExecutor) -> None:
        if self._workers.get(number) is worker:
            del self._workers[number]
            _end(worker)

    async def run_limited(self, job: Callable[..., T], *arguments: Any) -> T:
        """The result of a job in a process of its own with limited time and memory."""
        worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_start_limited_worker)
        try:
            loop = asyncio.get_running_loop()
            return await asyncio.wait_for(loop.run_in_executor(worker, job, *arguments), UPLOAD_SECONDS)
        finally:
            _end(worker)

    def close(self) -> None:
        for worker in self._workers.values():
            _end(worker)
        self._workers = {}


def _end(worker: ProcessPoolExecutor) -> None:
    """Stop at once, whatever the worker is doing: what it does is only advice, nothing is lost."""
    processes = list((worker._processes or {}).values())
    worker.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
