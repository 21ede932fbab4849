"""Run the application under uvicorn until it is told to stop."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable

import uvicorn

from vanguard.server.app import Settings, create_app
from vanguard.server.wire.messages import MOST_BYTES_IN_A_FRAME

SECONDS_FOR_FAREWELLS = 3


class _Server(uvicorn.Server):
    """Says when it is ready."""

    started_callback: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.started_callback is not None:
            self.started_callback()


def run(settings: Settings, listening: socket.socket, started: Callable[[], None] | None = None) -> None:
    """Serve on this socket. Returns after SIGINT or SIGTERM, when the sockets are closed and the store is shut."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES_IN_A_FRAME,
        ws_per_message_deflate=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=SECONDS_FOR_FAREWELLS,
    )
    server = _Server(config)
    server.started_callback = started
    server.run([listening])
