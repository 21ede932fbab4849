"""A server in this process with the example duel, and browsers that talk to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.browser import Site
from vanguard.server.app import Settings, create_app

DUEL = "tests.kit.duel:rulebook"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", (DUEL,), workers=1, warm=False)


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield Site(client)
