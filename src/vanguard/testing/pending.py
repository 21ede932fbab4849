"""Tests that stop while a question is pending say so: a pytest plugin, `pytest_plugins = ["vanguard.testing.pending"]`.

A re-roll that nobody thought of leaves an attack half done, and a test that looks only at what has not happened passes for the
wrong reason. So a test whose last scripted play ends in the middle of a rule fails, unless it looks at the question that is
asked there: by `asked`, `keys`, `prompt` and the like of its position, or by its `game`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import pytest

from vanguard.testing.positions import Position, played


def refuse_pending(positions: Iterable[Position[Any]]) -> None:
    """Fails the test if one of its positions waits for an answer that nobody expected to be asked for."""
    for position in positions:
        if position.stopped_at:
            pytest.fail(f"the test stops while a question is pending: {position.stopped_at}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """After each test: have its positions come to rest, or were their questions expected?"""
    played.clear()
    try:
        outcome = yield
        refuse_pending(played)
        return outcome
    finally:
        played.clear()
