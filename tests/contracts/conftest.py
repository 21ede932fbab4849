"""Every registered rulebook, and the example one, goes through the same contract."""

from __future__ import annotations

import os

import pytest

from tests.kit.duel import rulebook as duel
from vanguard.core.rulebook import Rulebook, load_rulebook, registered

GAMES = int(os.environ.get("VANGUARD_CONTRACT_GAMES", "6"))
"""How many random games each contract plays: a few in `make test`, many in `make fuzz`."""

FIRST = int(os.environ.get("VANGUARD_CONTRACT_FIRST", "0"))
"""The number of the first game, so that `make fuzz` and kept failures can start anywhere."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rulebook" in metafunc.fixturenames:
        names = ["duel", *sorted(registered())]
        metafunc.parametrize("rulebook", names, indirect=True)
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", range(FIRST, FIRST + GAMES))


@pytest.fixture
def rulebook(request: pytest.FixtureRequest) -> Rulebook:
    return duel if request.param == "duel" else load_rulebook(request.param)
