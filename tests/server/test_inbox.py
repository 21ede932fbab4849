"""The queue of a socket: one reader, nothing lost, little room."""

from __future__ import annotations

import asyncio

import pytest

from tests.kit.loops import run
from vanguard.server.wire.inbox import Inbox


def test_what_was_put_in_comes_out_in_order() -> None:
    async def read() -> list[int]:
        inbox: Inbox[int] = Inbox()
        inbox.put_nowait(1)
        inbox.put_nowait(2)
        return [await inbox.get(), await inbox.get()]

    assert run(read()) == [1, 2]


def test_a_reader_waits_until_there_is_something() -> None:
    async def read() -> tuple[bool, int, bool]:
        inbox: Inbox[int] = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        waited = not reader.done()
        inbox.put_nowait(7)
        inbox.put_nowait(8)
        return waited, await reader, inbox.empty()

    assert run(read()) == (True, 7, False)


def test_what_a_reader_no_longer_waits_for_stays_in() -> None:
    async def read() -> int:
        inbox: Inbox[int] = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(7)
        reader.cancel()  # it was woken already
        with pytest.raises(asyncio.CancelledError):
            await reader
        return await inbox.get()

    assert run(read()) == 7
