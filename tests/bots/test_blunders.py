"""What a person would laugh at hardly happens: counted over a few games of each script."""

from __future__ import annotations

from functools import cache

import pytest

from tools.blunders import watch
from vanguard.core.blunders import BlunderWatcher
from vanguard.core.rulebook import load_rulebook, registered

GAMES = 4


def forgiven(name: str) -> list[str]:
    return sorted(load_rulebook(name).blunders().forgiven)


@cache
def watched(name: str) -> BlunderWatcher:
    return watch(name, "script", GAMES, 300)


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_rulebook_is_watched(name: str) -> None:
    assert forgiven(name)


@pytest.mark.parametrize(("name", "what"), [(name, what) for name in sorted(registered()) for what in forgiven(name)])
def test_what_a_person_would_laugh_at_hardly_happens(name: str, what: str) -> None:
    seen = watched(name)
    found, chances = seen.found[what], seen.chances[what]
    assert found <= seen.forgiven[what] * chances, f"{what}: {found} of {chances}"


@pytest.mark.parametrize("name", sorted(registered()))
def test_what_is_counted_is_limited(name: str) -> None:
    seen = watched(name)
    assert set(seen.chances) <= set(seen.forgiven)
