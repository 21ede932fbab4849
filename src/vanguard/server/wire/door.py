"""The door: what is cut off before anything of it is read as a request.

Endless headers, requests that never end and connections without number cost a server its memory and its patience; here they
are counted byte by byte and second by second. Games that run go on regardless.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections import Counter
from typing import Any, cast
from weakref import WeakMethod

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from vanguard.server.wire.connection import AT_ONCE
from vanguard.server.wire.guard import HEADERS, Network, among
from vanguard.server.wire.inbox import Inbox

log = logging.getLogger("vanguard.server")

MOST_HEADER_BYTES = 16 * 1024
HEADER_SECONDS: float = 10.0
BODY_SECONDS: float = 30.0
MOST_CONNECTIONS = 64
"""Of one address, sockets included; a club behind one address has a few dozen browsers. `proxies` are not counted."""

_STATUS = {
    400: "Bad Request",
    408: "Request Timeout",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class Connections:
    """How many connections every address has now."""

    def __init__(self, most: int = MOST_CONNECTIONS, proxies: tuple[Network, ...] = ()) -> None:
        self.most = most
        self.proxies = proxies
        """Whole clubs come through them, so they are not counted."""
        self._by_address: Counter[str] = Counter()

    def opened(self, address: str) -> bool:
        """Count one more; whether that is still allowed."""
        self._by_address[address] += 1
        return self._by_address[address] <= self.most or among(address, self.proxies)

    def closed(self, address: str) -> None:
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    def of(self, address: str) -> int:
        return self._by_address[address]


def guarded_protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols for requests and for sockets, which share one count of connections."""

    class Socket(GuardedSocket):
        counted_by = connections

    class Requests(GuardedRequests):
        counted_by = connections

    return Requests, Socket


class GuardedRequests(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, within limits."""

    counted_by: Connections
    _header_bytes = 0
    _in_headers = True
    _handed_on = False
    _address = ""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if not self.counted_by.opened(self._address):
            self._turn_away(503, "too many connections from this address")
            return
        self._set_deadline(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        if not self._handed_on:
            self.counted_by.closed(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._in_headers and self._header_bytes > MOST_HEADER_BYTES and not self.transport.is_closing():
            self._turn_away(431, "the headers of a request have at most 16 KiB")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True
        if self._deadline is None:
            self._set_deadline(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._header_bytes = 0
        if len(self.url) + sum([len(name) + len(value) for name, value in self.headers]) > MOST_HEADER_BYTES:
            self._turn_away(431, "the headers of a request have at most 16 KiB")
        if self.transport.is_closing():
            return
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._clear_deadline()
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._clear_deadline()
        self._handed_on = True
        super().handle_websocket_upgrade()
        # Parser and protocol hold each other: only the collector of cycles would find them later.
        self.parser = cast(Any, None)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._turn_away, 408, "this request was not finished in time")

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send_400_response(self, msg: str) -> None:
        self._turn_away(400, "this is no HTTP request")

    def _turn_away(self, status: int, why: str) -> None:
        self._clear_deadline()
        if self.transport.is_closing():
            return
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or not cycle.response_started:
            self.transport.write(_reply(status, why))
        self.transport.close()


def frame_head(length: int) -> bytes:
    """Of a whole text frame from a server (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    return struct.pack("!BBH", 0x81, 126, length) if length < 65_536 else struct.pack("!BBQ", 0x81, 127, length)


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket counts as the connection it came by until it is lost."""

    counted_by: Connections

    def __init__(self, *settings: Any, **named: Any) -> None:
        super().__init__(*settings, **named)
        self.queue: Any = Inbox()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][AT_ONCE] = cast(Any, WeakMethod(self.send_at_once))

    def start_keepalive(self) -> None:
        """Once it is open nobody asks any more how it came to be."""
        super().start_keepalive()
        self.request = self.response = cast(Any, None)

    def send_at_once(self, text: str) -> bool:
        """Without a task and the layers between, which cost more than the sending; False if the browser is slow or going."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        data = text.encode()
        self.transport.write(frame_head(len(data)) + data)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted_by.closed(self.client[0] if self.client else "")
        super().connection_lost(exc)


def _reply(status: int, why: str) -> bytes:
    body = f'{{"why": "{why}"}}'.encode()
    lines = [f"HTTP/1.1 {status} {_STATUS[status]}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in HEADERS.items()] + ["Connection: close", "", ""]
    return "\r\n".join(lines).encode() + body


def allow_many_files(wanted: int = 1024) -> str:
    """Raise the limit of open files as far as the system allows; a sentence if that is still little, for the log."""
    try:
        import resource
    except ImportError:
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    best = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    if soft < best:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(best, 65_536), hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft >= wanted:
        return ""
    return f"only {soft} files may be open at once, so about {max(0, soft - 50)} browsers can be here; raise the limit"
