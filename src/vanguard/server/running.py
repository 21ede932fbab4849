"""Run the application under uvicorn until it is told to stop."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from vanguard.server.app import Disk, Settings, create_app
from vanguard.server.wire.door import Connections, allow_many_files, guarded_protocols
from vanguard.server.wire.guard import networks
from vanguard.server.wire.messages.any_frame import MOST_BYTES_IN_A_FRAME

log = logging.getLogger("vanguard.server")

SECONDS_FOR_FAREWELLS = 3
SECONDS_BETWEEN_PINGS = 50
"""Less than the minute after which proxies give up a silent connection; of two thousand sockets one is asked every 25 ms."""
YOUNG, BITES, NEVER = 1_000, 5, 1_000_000_000
"""So many new objects the collector of cycles looks at together, and after so many bites at those that survived them."""
LOG_LINE = "%(asctime)s %(levelname)s %(message)s"
LOG_TIME = "%Y-%m-%dT%H:%M:%S%z"


class _Server(uvicorn.Server):
    """Says when it is ready and when it has stopped: after that it goes the way of the signal that stopped it."""

    started_callback: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.started_callback is not None:
            self.started_callback()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        log.info("server stopped")


def run(
    settings: Settings,
    listening: socket.socket,
    started: Callable[[], None] | None = None,
    disk: Disk | None = None,
    address: str = "",
) -> None:
    """Serve on this socket. Returns after SIGINT or SIGTERM, when the sockets are closed and the store is shut.

    `Refused` says what is wrong with the data folder, before anything is served.
    """
    logging.basicConfig(level=settings.log_level, format=LOG_LINE, datefmt=LOG_TIME)
    disk = disk or Disk.open(settings.data)
    disk.folder.say_where(address)
    few = allow_many_files()
    if few:
        log.warning(few)
    requests, sockets = guarded_protocols(Connections(settings.connections, networks(settings.proxies)))
    be_gentle_with_memory()
    config = uvicorn.Config(
        create_app(settings, disk),
        log_level="warning",
        access_log=False,
        http=requests,
        ws=sockets,
        proxy_headers=False,  # the guard knows which proxies may speak for others
        ws_max_size=MOST_BYTES_IN_A_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=SECONDS_BETWEEN_PINGS,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=SECONDS_FOR_FAREWELLS,
    )
    server = _Server(config)
    server.started_callback = started
    log.info("server started: address=%s data=%s", address, settings.data)
    server.run([listening])


def be_gentle_with_memory() -> None:
    """The collector of cycles stops everything while it looks: fifty thousand objects took 130 ms of a busy machine. So it looks
    at what is new in small bites and never by itself at what is old: games are no cycles and go when nobody has them any more.
    When nobody is here it looks at everything (`app._take_care`).

    A thread that computes gives way sooner to the loop; a fifth of this interval was tried, and answers took longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, BITES, NEVER)
    sys.setswitchinterval(0.001)
