"""Bots from outside the ladder: named by their place, `package.module:maker`, wherever a level is named for matches."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from vanguard.core.refusals import Refused


def maker_at(place: str) -> Callable[[str, int], Any]:
    """What makes the bot when it is called with the name of the rulebook and a seed: a class will do."""
    module, _, name = place.partition(":")
    try:
        found = import_module(module)
    except (ImportError, ValueError) as problem:
        raise Refused(f"there is no bot at {place!r:.60}: {problem}; is its folder in PYTHONPATH?") from None
    maker = getattr(found, name, None)
    if not callable(maker):
        raise Refused(f"{module} has nothing called {name!r:.40} that makes a bot of a rulebook's name and a seed")
    made: Callable[[str, int], Any] = maker
    return made
