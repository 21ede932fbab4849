"""Where branches of a tree can start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.rulebook import Procedure
from vanguard.core.state import State


class Standpoint:
    """Where a branch can start: a state, the procedure on a copy of it, and the answers given since."""

    __slots__ = ("answers", "start", "state")

    def __init__(self, state: State, start: Callable[[State], Procedure]) -> None:
        self.state = state
        self.start = start
        self.answers: list[Any] = []


def in_words(given: Any) -> str:
    """A split or a path as people say it."""
    if isinstance(given, dict):
        return ", ".join([f"{amount} × {key}" for key, amount in given.items()]) or "none"
    return str(given)
