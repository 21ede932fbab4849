"""A server in this process with the example duel, and browsers that talk to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.browser import Site
from vanguard.core.dice import secret_from_seed
from vanguard.server.app import Settings, create_app
from vanguard.server.storage import store
from vanguard.server.wire import sockets
from vanguard.server.workers import crew

DUEL = "tests.kit.duel:rulebook"
PLENTY = 600.0
"""Seconds after which something has come to a standstill; a machine that is only busy decides no test."""


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of the first game in a test are always the same, and so on; so are the whims of its bots."""
    numbers = count(1)
    monkeypatch.setattr("vanguard.server.play.making_games.new_dice_secret", lambda: secret_from_seed(next(numbers)))
    monkeypatch.setattr("vanguard.server.play.live_game.luck_of_bots", lambda game: "known")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("BOT_SECONDS", "ADVICE_SECONDS", "UPLOAD_SECONDS"):
        monkeypatch.setattr(crew, limit, PLENTY)
    monkeypatch.setattr(sockets, "HELLO_SECONDS", PLENTY)
    monkeypatch.setattr(store, "STUCK_SECONDS", PLENTY)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", (DUEL,), workers=1, warm=False)


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield Site(client)
