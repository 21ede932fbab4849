"""Worker processes for bots, odds and other long work, so that the loop stays free.

A game always goes to the same worker, which keeps it replayed: the next job sends only what names it and the worker plays
the few new answers. Workers know no dice secret and no secret answer that waits. A worker that dies or takes too long is
replaced, and one whose server is gone ends itself.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from vanguard.core.refusals import Refused
from vanguard.server.workers.line import NOBODY_WAITS, SOMEBODY_WAITS, LineFull
from vanguard.server.workers.process import TookTooLong, Worker, WorkerDied

T = TypeVar("T")

ADVICE, HANDY, SECOND_ADVICE = -1, -2, -3
ADVISERS = (ADVICE, SECOND_ADVICE)
MOST_PLACES = 10_000
MOST_UPLOADS, MOST_UPLOADS_OF_ONE = 8, 2
"""Records that may wait to be read, and of one person."""
BOT_SECONDS = 60
"""For one answer of a bot: far beyond what any of them needs, so that one that never ends cannot stop a person's game."""
ADVICE_SECONDS = 15
UPLOAD_SECONDS = 20
UPLOAD_BYTES_OF_MEMORY = 2 * 1024**3
PATIENCE = {HANDY: 3, ADVICE: 5, SECOND_ADVICE: 5, 0: 10}
PATIENCE_OF_BOTS, PATIENCE_OF_UPLOADS = 5, 15
"""How far each stands back (as `nice` counts) behind the loop, which acknowledges answers and needs little: first what a hand on
the table waits for, then advice and a person's bot, then the first worker, which has the bots that play among themselves.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """What a worker needs to know of a game: where its rulebook is, the set-up and the public answers so far."""

    game: str
    rulebook: str
    setup: dict[str, Any]
    history: int
    """Changes with every undo: a worker's replayed game of another history is thrown away."""
    answers: tuple[tuple[int, Any], ...]
    luck: str
    """What its bots draw their whims from; the dice are another matter."""


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
    """A few workers for bots, two for advice (odds, risk), one for what a hand on the table wants at once (moves), one at a
    time for uploads; their processes start when first needed. In every line persons take turns.
    """

    def __init__(self, size: int | None = None) -> None:
        self._size = size or max(1, min(2, os.cpu_count() or 1))
        self._workers: dict[int, Worker] = {}
        self._places: OrderedDict[str, int] = OrderedDict()
        self._uploads = asyncio.Semaphore(1)
        self._uploading: Counter[str] = Counter()

    def _worker(self, number: int) -> Worker:
        worker = self._workers.get(number)
        if worker is None:
            worker = self._workers[number] = Worker(patience=PATIENCE.get(number, PATIENCE_OF_BOTS))
        return worker

    def warm_up(self) -> None:
        """Start the workers before somebody waits for them."""
        for number in (HANDY, *ADVISERS, *range(self._size)):
            self._worker(number).submit(BOT_SECONDS, _ready)

    def health(self) -> tuple[bool, int]:
        """Whether the workers take jobs, and how many processes were lost."""
        workers = list(self._workers.values())
        return all([worker.alive for worker in workers]), sum([worker.lost for worker in workers])

    def _place_of(self, game: str, nobody_waits: bool) -> Worker:
        """A game stays with its worker, which has it replayed. Bots among themselves all have the first."""
        if nobody_waits:
            return self._worker(0)
        number = self._places.pop(game, -1)
        if number < 0:
            number = min(range(self._size - 1, -1, -1), key=lambda one: self._worker(one).load)
        self._places[game] = number
        while len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)
        return self._worker(number)

    async def run(
        self, game: str, job: Callable[..., T], *arguments: Any, person: str = "", nobody_waits: bool = False
    ) -> T:
        """The result of a bot's job about this game; tried once more if the worker died. Whoever cancels it calls it off."""
        worker = self._place_of(game, nobody_waits)
        rank = NOBODY_WAITS if nobody_waits else SOMEBODY_WAITS

        async def submitted() -> T:
            coming = worker.submit(BOT_SECONDS, job, *arguments, person=person, rank=rank)
            try:
                return await asyncio.wrap_future(coming)
            except asyncio.CancelledError:
                worker.call_off(coming)
                raise

        try:
            return await submitted()
        except WorkerDied:
            return await submitted()

    def _adviser(self, person: str) -> Worker:
        """Whoever asks much has one of two at most: the other is there for everybody else."""
        advisers = [self._worker(number) for number in ADVISERS]
        for adviser in advisers:
            if adviser.works_for(person):
                return adviser
        return min(advisers, key=lambda adviser: adviser.load)

    async def advise(self, job: Callable[..., T], *arguments: Any, person: str = "", handy: bool = False) -> T:
        """The result of a job that is only advice: it keeps no bot waiting, and one that takes too long is given up."""
        worker = self._worker(HANDY) if handy else self._adviser(person)
        try:
            coming = asyncio.wrap_future(worker.submit(ADVICE_SECONDS, job, *arguments, person=person))
            return await asyncio.wait_for(coming, ADVICE_SECONDS)
        except LineFull:
            raise Refused("enough of yours is being worked out already") from None
        except (TimeoutError, TookTooLong, WorkerDied):
            raise Refused("this would take too long to compute") from None

    async def run_limited(self, job: Callable[..., T], *arguments: Any, person: str = "") -> T:
        """The result of a job in a process of its own with limited time and memory, one at a time."""
        if self._uploading[person] >= MOST_UPLOADS_OF_ONE or self._uploading.total() >= MOST_UPLOADS:
            raise Refused("other records are being read; please try again in a minute")
        self._uploading[person] += 1
        try:
            async with self._uploads:
                return await self._run_limited(job, arguments)
        finally:
            self._uploading[person] -= 1

    @staticmethod
    async def _run_limited(job: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        worker = Worker(limit_for_strangers, PATIENCE_OF_UPLOADS)
        try:
            return await asyncio.wrap_future(worker.submit(UPLOAD_SECONDS, job, *arguments))
        finally:
            worker.close()

    def close(self) -> None:
        for worker in self._workers.values():
            worker.close()
        self._workers = {}
