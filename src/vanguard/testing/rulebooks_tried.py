"""Which rulebooks and which games a run of the contracts tries."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from vanguard.core.rulebook import Rulebook, load_rulebook, registered

GAMES = int(os.environ.get("VANGUARD_CONTRACT_GAMES", "6"))
"""How many random games each contract plays: a few in `make test`, many in `make fuzz`."""

FIRST = int(os.environ.get("VANGUARD_CONTRACT_FIRST", "0"))
"""The number of the first game, so that `make fuzz` and kept failures can start anywhere."""


def games_to_play(kept: Sequence[int] = ()) -> list[int]:
    """The games of this run, and those that are kept because they once failed."""
    return list(dict.fromkeys([*range(FIRST, FIRST + GAMES), *kept]))


def try_on(metafunc: pytest.Metafunc, rulebooks: Sequence[str], games: Sequence[int]) -> None:
    """Run a contract on each of these rulebooks (`name`, or `name=module:object`) and each of these games."""
    if "rulebook" in metafunc.fixturenames:
        metafunc.parametrize("rulebook", rulebooks, indirect=True, ids=[name.partition("=")[0] for name in rulebooks])
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", games)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    try_on(metafunc, getattr(metafunc.module, "RULEBOOKS", None) or sorted(registered()), games_to_play())


@pytest.fixture
def rulebook(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """The rulebook under test; one that is named by its place is registered while it is."""
    name, _, place = str(request.param).partition("=")
    if place:
        monkeypatch.setenv("VANGUARD_RULEBOOKS", request.param)
    return load_rulebook(name)
