"""What is sent to a browser at once is read there as it was sent, and a slow one holds up nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.kit.loops import run
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.door import frame_head


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_of_any_length_is_read_as_it_was_sent(length: int) -> None:
    browser = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    text = b"x" * length
    browser.receive_data(frame_head(len(text)) + text)
    [frame] = browser.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, text)


class SlowSocket:
    """Takes what was sent with patience only when it is told to."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.awake = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.awake.wait()
        self.taken.append(text)


def test_what_cannot_be_sent_at_once_waits_and_what_comes_after_it_does_not_overtake_it() -> None:
    async def sent() -> list[str]:
        socket: Any = SlowSocket()
        willing = [True]

        def at_once(text: str) -> bool:
            if willing[0]:
                socket.taken.append(text)
            return willing[0]

        connection = Connection(socket, (0,), "", at_once)
        connection.send_text("first")
        willing[0] = False
        connection.send_text("second")
        willing[0] = True
        connection.send_text("third")
        socket.awake.set()
        await connection.finish(10)
        connection.send_text("fourth")
        return list(socket.taken)

    assert run(sent()) == ["first", "second", "third", "fourth"]
