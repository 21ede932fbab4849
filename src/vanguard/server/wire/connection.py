"""One browser's socket: what it may see, and a queue so that a slow one holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from vanguard.server.wire.text import wire_json

MOST_WAITING = 500
"""Messages that may wait for a slow browser; beyond that it is cut off and gets everything when it reconnects."""


SendsAtOnce = Callable[[str], bool]
"""Sends a text without waiting; False if it cannot."""
AT_ONCE = "vanguard.at_once"
"""Its name among the extensions of a socket's scope, where the server has such a way (`wire/door.py`); only a weak reference
to it, since what it belongs to keeps the scope."""


class Connection:
    """A socket after its hello."""

    __slots__ = ("_at_once", "_closing", "_sending", "_waiting", "lines_sent", "person", "seats", "socket")

    def __init__(
        self, socket: WebSocket, seats: tuple[int, ...], person: str = "", at_once: SendsAtOnce | None = None
    ) -> None:
        self.socket = socket
        self.person = person
        """Who it counts as where people take turns."""
        self.seats = seats
        """The seats it holds; none for a spectator."""
        self.lines_sent = 0
        self._waiting: list[str | int] = []
        """What is still to be sent; a number closes the socket with it."""
        self._sending: asyncio.Task[None] | None = None
        """Only while something waits: most of many sockets are silent at any moment."""
        self._closing = False
        self._at_once = at_once

    def send(self, message: Any) -> None:
        self.send_text(wire_json(message))

    def send_text(self, text: str) -> None:
        if self._closing:
            return
        if self._sending is None and self._at_once is not None and self._at_once(text):
            return
        if len(self._waiting) < MOST_WAITING:
            self._put(text)
        else:
            self.close(1013)

    def close(self, code: int) -> None:
        """After what is already under way; what waits is dropped if there is no room for the farewell."""
        if self._closing:
            return
        self._closing = True
        if len(self._waiting) >= MOST_WAITING:
            del self._waiting[0]
        self._put(code)

    def _put(self, item: str | int) -> None:
        self._waiting.append(item)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                item = self._waiting.pop(0)
                if isinstance(item, int):
                    await self.socket.close(item)
                else:
                    await self.socket.send_text(item)
        except (WebSocketDisconnect, RuntimeError):
            self._closing = True  # the browser is gone; the receiving side notices too
            self._waiting.clear()
        finally:
            self._sending = None

    async def finish(self, seconds: float) -> None:
        """When nobody reads from it any more: what waits is still sent, if that does not take long."""
        if self._sending is not None:
            try:
                await asyncio.wait_for(self._sending, seconds)
            except (asyncio.CancelledError, TimeoutError):
                pass
