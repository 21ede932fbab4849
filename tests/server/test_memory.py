"""A server that runs for weeks: what nobody needs goes by itself, and nothing stops the loop to look for it."""

from __future__ import annotations

import gc
import sys
import weakref
from collections import Counter
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.kit.loops import run
from tests.server.browser import Site, play_on
from vanguard.core.rulebook import registered
from vanguard.server.play import hub as hubs
from vanguard.server.running import NEVER, be_gentle_with_memory
from vanguard.server.wire.door import Connections, guarded_protocols

UPGRADE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


@pytest.fixture
def collector() -> Any:
    """As it was, whatever a test does to it."""
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*before)
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("collector")
def test_the_collector_of_cycles_never_looks_at_all_games_by_itself() -> None:
    be_gentle_with_memory()
    young, bites, old = gc.get_threshold()
    assert old == NEVER
    assert young * (bites + 1) <= 10_000, "more at a time is felt by everybody"


@pytest.mark.usefixtures("collector")
@pytest.mark.parametrize("rulebook", ["duel", *sorted(registered())])
def test_a_game_that_is_let_go_needs_no_collector(site: Site, rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gc.freeze()  # what is there already is not looked at
    gc.disable()
    created = site.new_game(rulebook=rulebook)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser, until=lambda browser: browser.state["revision"] > 30)
        game = weakref.ref(site.hub._games[created["game"]])
    site.until_deserted(created["game"])
    monkeypatch.setattr(hubs, "MOST_IDLE_GAMES", 0)
    site.hub._let_idle_go()
    assert game() is None
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    left = Counter([f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage])
    assert {name: number for name, number in left.items() if name.startswith(("vanguard.", "tests.kit."))} == {}


class Wire:
    """A connection that swallows what is written to it."""

    def __init__(self) -> None:
        self.protocol: Any = None

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else None

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.usefixtures("collector")
def test_what_a_socket_was_before_it_was_one_needs_no_collector() -> None:
    async def upgraded() -> tuple[weakref.ref[Any], Wire]:
        requests, _ = guarded_protocols(Connections())
        config = uvicorn.Config(_no_app, ws=_Later, lifespan="off")  # type: ignore[arg-type]
        config.load()
        making: Any = requests
        protocol = making(config=config, server_state=ServerState(), app_state={})
        wire = Wire()
        protocol.connection_made(wire)
        protocol.data_received(UPGRADE)
        return weakref.ref(protocol), wire

    gc.collect()
    gc.disable()
    before, wire = run(upgraded())
    assert isinstance(wire.protocol, _Later)
    assert before() is None


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    pass


class _Later:
    """The protocol a connection is handed on to."""

    def __init__(self, **settings: Any) -> None:
        pass

    def connection_made(self, transport: Any) -> None:
        pass

    def data_received(self, data: bytes) -> None:
        pass
