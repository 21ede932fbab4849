"""Rules that change observably change their version, so that no saved game is altered in silence."""

from __future__ import annotations

import pytest

from tools.golden_versions import fault, kept, now
from vanguard.core.rulebook import load_rulebook, registered

THEN = {"version": "1", "content": "c", "games": "g"}


@pytest.mark.parametrize("name", sorted(registered()))
def test_the_same_version_plays_the_same_games(name: str) -> None:
    assert fault(name, kept().get(name), now(load_rulebook(name))) == ""


def test_other_games_under_the_same_version_are_found() -> None:
    assert "Raise its version" in fault("duel", THEN, {**THEN, "games": "other"})
    assert "Raise" not in fault("duel", THEN, {**THEN, "games": "other", "version": "2"})
    assert "--renew" in fault("duel", THEN, {**THEN, "games": "other", "version": "2"})
    assert "--renew" in fault("duel", None, THEN)
    assert fault("duel", THEN, dict(THEN)) == ""
