"""One worker process: it does one job after another and is given up when it dies or takes too long.

Between the server and the process lies a single pipe; a thread waits at it, so that the loop need not. There is nothing
else to get stuck in: no queues between processes and no manager. A process that is given up is replaced for the next job; where the
platform can, from one that has loaded what all of them need, so that this takes a moment only.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from vanguard.server.workers.line import SOMEBODY_WAITS, FairLine

T = TypeVar("T")

STARTING: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
STARTING.set_forkserver_preload(["vanguard.server.workers.jobs"])


class WorkerDied(RuntimeError):
    """The process ended in the middle of its job."""


class TookTooLong(Exception):
    """The job was not done within its time."""


class _Job:
    """A job that stands in the line, and its result to come."""

    __slots__ = ("arguments", "done", "job", "number", "seconds")

    def __init__(self, number: int, seconds: float, job: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.number = number
        self.seconds = seconds
        self.job = job
        self.arguments = arguments
        self.done: Future[Any] = Future()


class Worker:
    """A process, started for its first job. `limit` runs in it first and may bound what it can use.

    `patience`: by how much it stands back when others want the processor, as `nice` counts.
    """

    def __init__(self, limit: Callable[[], None] | None = None, patience: int = 0) -> None:
        self._limit = limit
        self._patience = patience
        self._line: FairLine[_Job] = FairLine()
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._numbers = count(1)
        self._doing: _Job | None = None
        self._called_off = STARTING.RawValue("Q", 0)
        """The number of the last job that nobody waits for any more, where its process can see it."""
        self._closed = False
        self.busy = False
        self.lost = 0
        """How often its process died or was given up."""

    def submit(
        self, seconds: float, job: Callable[..., T], *arguments: Any, person: str = "", rank: int = SOMEBODY_WAITS
    ) -> Future[T]:
        """The job's result to come. Its time counts from its start, not from its place in the line.

        The line is fair: one job of each person in turn. A job that was cancelled before its turn is not done.
        """
        one = _Job(next(self._numbers), seconds, job, arguments)
        with self._changing:
            if self._closed:
                raise WorkerDied("the server is closing")
            if self._thread is None:
                self._thread = threading.Thread(target=self._one_after_another, name="worker", daemon=True)
                self._thread.start()
            self._line.put(one, person, rank)
        return one.done

    def call_off(self, coming: Future[Any]) -> None:
        """Nobody waits for this job's result any more: one that still stands in the line is not done, and the one that is being
        done can know of it (`called_off`) and come to an end.
        """
        if coming.cancel():
            return
        doing = self._doing
        if doing is not None and doing.done is coming:
            self._called_off.value = doing.number

    @property
    def alive(self) -> bool:
        """Whether somebody stands at the line; a process that died is replaced with the next job."""
        return self._thread is None or self._thread.is_alive()

    def works_for(self, person: str) -> bool:
        """Whether a job of this person is being done or stands in the line."""
        return self._line.has(person)

    @property
    def load(self) -> int:
        return len(self._line)

    def _one_after_another(self) -> None:
        while (one := self._line.take()) is not None:
            self._doing = one
            if not one.done.set_running_or_notify_cancel():
                self._rests()
                continue
            self.busy = True
            try:
                result = self._do(one)
            except BaseException as fault:
                self._rests()
                one.done.set_exception(fault)
            else:
                self._rests()
                one.done.set_result(result)

    def _rests(self) -> None:
        """Before anybody hears that the job is done."""
        self.busy = False
        self._doing = None
        self._line.done()

    def _do(self, one: _Job) -> Any:
        pipe = self._ready()
        job, seconds = one.job, one.seconds
        try:
            pipe.send((one.number, job, one.arguments))
            if not pipe.poll(seconds):
                raise TookTooLong(f"{job.__name__} was not done after {seconds:g} seconds")
            result, fault = pipe.recv()
        except (EOFError, OSError) as ended:
            self._give_up()
            raise WorkerDied(f"the process that did {job.__name__} ended") from ended
        except TookTooLong:
            self._give_up()
            raise
        if fault is not None:
            raise fault
        return result

    def _ready(self) -> Connection:
        with self._changing:
            if self._closed:
                raise WorkerDied("the server is closing")
            if self._pipe is None:
                self._pipe, theirs = STARTING.Pipe()
                given = (theirs, self._called_off, self._limit, self._patience, dict(os.environ))
                self._process = STARTING.Process(target=_work, args=given, daemon=True)
                self._process.start()
                theirs.close()
            return self._pipe

    def _give_up(self) -> None:
        with self._changing:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
            if not self._closed:
                self.lost += 1
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def close(self) -> None:
        """Stop at once, whatever it is doing: what workers do is only advice, nothing is lost."""
        with self._changing:
            self._closed = True
            if self._process is not None:
                self._process.kill()  # the thread at the pipe then sees the end of it and closes it
                self._process.join()
        for one in self._line.close():
            one.done.cancel()


# -- in the process -----------------------------------------------------------------------------------------------------------


class _Present:
    """The job that this process does now, and the number of the last one that was called off."""

    number = 0
    off: Any = None


def called_off() -> bool:
    """For a job that takes long: whether nobody waits for its result any more."""
    return _Present.off is not None and _Present.off.value == _Present.number


def _work(
    pipe: Connection, off: Any, limit: Callable[[], None] | None, patience: int, environment: dict[str, str]
) -> None:
    """Do what comes through the pipe until the server closes it."""
    _Present.off = off
    os.environ.clear()
    os.environ.update(environment)
    if hasattr(os, "nice"):  # not on every platform; there all processes are alike
        os.nice(patience)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's interrupt is for the server, which stops its workers
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    if limit is not None:
        limit()
    while True:
        try:
            _Present.number, job, arguments = pipe.recv()
        except EOFError:
            return
        done: tuple[Any, Exception | None]
        try:
            done = (job(*arguments), None)
        except Exception as fault:
            done = (None, fault)
        try:
            pipe.send(done)
        except OSError:
            return  # nobody waits for it any more
        except Exception as fault:  # it cannot be put into a message
            pipe.send((None, RuntimeError(f"{job.__name__} gave {str(done)[:200]}, which cannot be sent: {fault}")))


def _end_with(sentinel: int) -> None:
    """A worker in the middle of a job does not outlive its server either."""
    connection.wait([sentinel])
    os._exit(0)
