"""Every registered rulebook, and the example one, goes through the same contract."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vanguard.core.rulebook import Rulebook, load_rulebook, registered

GAMES = int(os.environ.get("VANGUARD_CONTRACT_GAMES", "6"))
"""How many random games each contract plays: a few in `make test`, many in `make fuzz`."""

FIRST = int(os.environ.get("VANGUARD_CONTRACT_FIRST", "0"))
"""The number of the first game, so that `make fuzz` and kept failures can start anywhere."""

KEPT = Path(__file__).with_name("kept_failures.txt")
"""Games that once broke a contract, written by `make fuzz`: `number rulebook` on each line."""


def games_to_play() -> list[int]:
    """The games of this run, and those that are kept because they once failed."""
    kept = [int(line.split()[0]) for line in KEPT.read_text(encoding="utf-8").splitlines()] if KEPT.is_file() else []
    return list(dict.fromkeys([*range(FIRST, FIRST + GAMES), *kept]))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rulebook" in metafunc.fixturenames:
        names = ["duel", *sorted(registered())]
        metafunc.parametrize("rulebook", names, indirect=True)
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", games_to_play())


@pytest.fixture
def rulebook(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")
    return load_rulebook(request.param)
