"""What every test shares: reproducible Hypothesis, and assertions in the kit that explain themselves."""

import os
import random
import secrets
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.kit", "vanguard.testing")

pytest_plugins = ["pytester", "vanguard.testing.pending"]

# The same examples on every machine, and no failure because a shared machine was slow.
settings.register_profile(
    "vanguard",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("vanguard")

# -- any order ------------------------------------------------------------------------------------------------------------

ORDER = "VANGUARD_TEST_ORDER"
"""The number of an order of tests; `written` keeps them as they are written."""


def pytest_configure(config: pytest.Config) -> None:
    """Every run has an order of its own; its workers inherit it."""
    config.stash[_order] = os.environ.setdefault(ORDER, str(secrets.randbelow(100_000)))


def pytest_report_header(config: pytest.Config) -> str:
    return f"order of tests: {ORDER}={config.stash[_order]}"


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    if exitstatus:
        terminalreporter.write_line(f"the same order again: {ORDER}={config.stash[_order]}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in any order, and the tests of a file in any order: a test that needs another to run before it is found soon.

    A file stays together, because its fixtures may be costly.
    """
    order = config.stash[_order]
    if order == "written":
        return
    chance = random.Random(order)
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(str(item.path), []).append(item)
    shuffled = list(files.values())
    chance.shuffle(shuffled)
    for tests in shuffled:
        chance.shuffle(tests)
    items[:] = [item for tests in shuffled for item in tests]


_order = pytest.StashKey[str]()
