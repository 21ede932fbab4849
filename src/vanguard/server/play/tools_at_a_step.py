"""The tape measure and "can A see B" at any step of a replay, with the eyes of whoever looks."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Given
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.core.state import State


def must_be_seen(view: dict[str, Any], thing: Given) -> Given:
    """A model or marker of this view, or a point; anything else does not exist for these eyes."""
    if not isinstance(thing, str):
        return thing
    things = [*view.get("models", ()), *view.get("markers", ())]
    if not any(shown["key"] == thing for shown in things):
        raise Refused(f"there is no {thing!r:.60} on this table")
    return thing


def measured(rulebook: Rulebook, state: State, view: dict[str, Any], start: Given, end: Given) -> dict[str, Any]:
    found = rulebook.measure(state, must_be_seen(view, start), must_be_seen(view, end))
    if not found:
        raise Refused("this rulebook measures nothing")
    return found


def seen(rulebook: Rulebook, state: State, view: dict[str, Any], viewer: str, target: str) -> dict[str, Any]:
    found = rulebook.sight(state, must_be_seen(view, viewer), must_be_seen(view, target))
    if not found:
        raise Refused("this rulebook knows no sight between models")
    return found
