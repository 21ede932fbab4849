"""One browser's socket: what it may see, and a queue so that a slow one holds up nobody."""

from __future__ import annotations

from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from vanguard.server.wire.inbox import Inbox
from vanguard.server.wire.text import wire_json

MOST_WAITING = 500
"""Messages that may wait for a slow browser; beyond that it is cut off and gets everything when it reconnects."""


class Connection:
    """A socket after its hello."""

    __slots__ = ("_closing", "_queue", "lines_sent", "person", "seats", "socket")

    def __init__(self, socket: WebSocket, seats: tuple[int, ...], person: str = "") -> None:
        self.socket = socket
        self.person = person
        """Who it counts as where people take turns."""
        self.seats = seats
        """The seats it holds; none for a spectator."""
        self.lines_sent = 0
        self._queue: Inbox[str | int] = Inbox()
        self._closing = False

    def send(self, message: Any) -> None:
        self.send_text(wire_json(message))

    def send_text(self, text: str) -> None:
        if self._closing:
            return
        if len(self._queue) < MOST_WAITING:
            self._queue.put_nowait(text)
        else:
            self.close(1013)

    def close(self, code: int) -> None:
        """After what is already under way; what waits is dropped if there is no room for the farewell."""
        if self._closing:
            return
        self._closing = True
        if len(self._queue) >= MOST_WAITING:
            self._queue.get_nowait()
        self._queue.put_nowait(code)

    async def send_all(self) -> None:
        """Send what is put into the queue until the socket closes."""
        while True:
            item = await self._queue.get()
            try:
                if isinstance(item, int):
                    await self.socket.close(item)
                    return
                await self.socket.send_text(item)
                del item  # it is large, and this may be the last for a while
            except (WebSocketDisconnect, RuntimeError):
                return  # the browser is gone; the receiving side notices too
