"""Worker processes: what they do arrives, and what becomes of those that die, hang or are no longer wanted."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any

import pytest

from tests.kit.loops import run
from tests.server.conftest import PLENTY
from vanguard.core.refusals import Refused
from vanguard.server.workers import crew
from vanguard.server.workers.crew import Crew
from vanguard.server.workers.process import TookTooLong, Worker, WorkerDied, called_off

"""Seconds that no job here comes near."""


def process_number() -> int:
    return os.getpid()


def adds(one: int, other: int) -> int:
    return one + other


def refuses() -> None:
    raise Refused("this is not on the table", "move.table")


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def never_ends() -> None:
    threading.Event().wait()


def gives_what_cannot_be_sent() -> Any:
    return threading.Lock()


def until_called_off() -> str:
    while not called_off():
        pass
    return "called off"


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def test_jobs_are_done_one_after_another_in_a_process_of_their_own(worker: Worker) -> None:
    sums = [worker.submit(PLENTY, adds, number, 1) for number in range(20)]
    assert [coming.result() for coming in sums] == list(range(1, 21))
    first, second = (worker.submit(PLENTY, process_number).result() for _ in range(2))
    assert first == second != os.getpid()


def test_a_fault_of_the_job_arrives_and_the_process_goes_on(worker: Worker) -> None:
    before = worker.submit(PLENTY, process_number).result()
    with pytest.raises(Refused, match="not on the table"):
        worker.submit(PLENTY, refuses).result()
    with pytest.raises(RuntimeError, match="cannot be sent"):
        worker.submit(PLENTY, gives_what_cannot_be_sent).result()
    assert worker.submit(PLENTY, process_number).result() == before


def test_a_process_that_dies_is_told_and_replaced(worker: Worker) -> None:
    before = worker.submit(PLENTY, process_number).result()
    with pytest.raises(WorkerDied, match="that did dies ended"):
        worker.submit(PLENTY, dies).result()
    assert worker.submit(PLENTY, process_number).result() != before


def test_a_job_that_never_ends_is_given_up_and_the_ones_behind_it_are_done(worker: Worker) -> None:
    before = worker.submit(PLENTY, process_number).result()
    stuck = worker.submit(0.05, never_ends)
    behind = worker.submit(PLENTY, process_number)
    with pytest.raises(TookTooLong, match=r"never_ends was not done after 0\.05 seconds"):
        stuck.result()
    assert behind.result() != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_a_job_that_is_called_off_can_come_to_an_end_and_its_process_goes_on(worker: Worker) -> None:
    coming = worker.submit(PLENTY, until_called_off)
    behind = worker.submit(PLENTY, until_called_off)
    while not coming.running():
        os.sched_yield()
    worker.call_off(behind)
    worker.call_off(coming)
    assert coming.result() == "called off"
    assert behind.cancelled()
    assert worker.submit(PLENTY, called_off).result() is False
    assert worker.lost == 0


def test_a_bots_job_that_is_cancelled_is_called_off() -> None:
    async def cancelled() -> int:
        crew_of_one = Crew(1)
        try:
            asked = asyncio.create_task(crew_of_one.run("a game", until_called_off))
            while not crew_of_one._worker(0).busy:
                await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            # behind it in the same line: this is done only when that has ended
            return await crew_of_one.run("a game", adds, 1, 1)
        finally:
            crew_of_one.close()

    assert run(cancelled()) == 2


def test_closing_ends_a_job_in_the_middle_and_takes_no_more() -> None:
    worker = Worker()
    number = worker.submit(PLENTY, process_number).result()
    stuck = worker.submit(PLENTY, never_ends)
    worker.close()
    with pytest.raises((WorkerDied, CancelledError)):
        stuck.result()
    with pytest.raises(RuntimeError):
        worker.submit(PLENTY, process_number)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_bots_job_is_tried_again_when_its_worker_died() -> None:
    async def play() -> tuple[int, int]:
        crewmen = Crew(1)
        try:
            first = await crewmen.run("game", process_number)
            assert crewmen.health() == (True, 0)
            os.kill(first, signal.SIGKILL)
            second = await crewmen.run("game", process_number)
            assert crewmen.health() == (True, 1), "who looks after the server sees that one was lost"
            return first, second
        finally:
            crewmen.close()

    first, second = run(play())
    assert first != second


def test_advice_that_takes_too_long_is_refused_and_the_next_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> int:
        crewmen = Crew(1)
        try:
            await crewmen.advise(process_number)
            monkeypatch.setattr(crew, "ADVICE_SECONDS", 0.05)
            with pytest.raises(Refused, match="too long"):
                await crewmen.advise(never_ends)
            monkeypatch.setattr(crew, "ADVICE_SECONDS", PLENTY)
            return await crewmen.advise(adds, 2, 3)
        finally:
            crewmen.close()

    assert run(ask()) == 5


def test_one_person_has_one_adviser_at_most_and_the_other_is_for_everybody_else() -> None:
    async def ask() -> tuple[int, set[int], int]:
        crewmen = Crew(1)
        try:
            alone = await crewmen.advise(process_number, person="stranger")
            long = asyncio.create_task(crewmen.advise(until_called_off, person="stranger"))
            await asyncio.sleep(0)
            behind = [asyncio.create_task(crewmen.advise(process_number, person="stranger")) for _ in range(3)]
            await asyncio.sleep(0)
            other = await crewmen.advise(process_number, person="somebody else")
            worker = crewmen._worker(crew.ADVICE)
            while not worker.busy:
                await asyncio.sleep(0)
            assert worker._doing is not None
            worker.call_off(worker._doing.done)
            assert await long == "called off"
            return alone, set(await asyncio.gather(*behind)), other
        finally:
            crewmen.close()

    alone, behind, other = run(ask())
    assert behind == {alone}, "the stranger's questions all wait for the same one"
    assert other != alone


def test_a_worker_stands_back_behind_the_loop() -> None:
    """So that a stranger's work costs an honest player's acknowledgement nothing."""
    patient = Worker(patience=3)
    try:
        assert patient.submit(PLENTY, os.nice, 0).result() == min(19, os.nice(0) + 3)
    finally:
        patient.close()
    assert 0 < crew.PATIENCE[crew.HANDY] < crew.PATIENCE[crew.ADVICE] < crew.PATIENCE[0] < crew.PATIENCE_OF_UPLOADS
