"""What a person would laugh at hardly happens: counted over a few games of each script."""

from __future__ import annotations

from functools import cache

import pytest

from tools.blunders import WATCHERS, Watcher, watch

GAMES = 4

MOST = {
    "killteam_vanguard": {
        "activations that do nothing": 0.15,
        "aimed or focused without an attack": 0.02,
        "charges that do not reach": 0.3,
        "moves of less than 0.3": 0.05,
        "own models in the blast": 0.34,
        "re-activations that do nothing": 0.2,
    },
    "killteam_lite": {
        "charges with nothing left to fight with": 0.25,
        "moves of less than 0.3": 0.01,
        "passes with a shot or a fight at hand": 0.0,
    },
    "normandy": {
        "headquarters lost, of all lost units": 0.2,
        "moves back to where it was": 0.02,
        "moves that go nowhere": 0.005,
        "passes with somebody to shoot at": 0.0,
        "supply in the last Round": 0.0,
    },
    "fortyk_vanguard": {
        "charges that do not reach": 0.5,
        "moves of less than 0.3": 0.02,
        "rolled again for one face of six": 0.0,
        "tests that succeeded rolled again": 0.0,
    },
    "vijilant": {
        "moves of less than 0.3": 0.1,
        "turns without an action, with somebody to attack": 0.02,
        "volleys whose hits do nothing": 0.2,
    },
}
"""The share of each that is still forgiven. Squads shift a little to strike, charges fail by the dice."""


@cache
def watched(name: str) -> Watcher:
    return watch(name, "script", GAMES, 300)


def test_every_rulebook_is_watched() -> None:
    assert set(MOST) == set(WATCHERS)


@pytest.mark.parametrize(("name", "what"), [(name, what) for name in sorted(MOST) for what in sorted(MOST[name])])
def test_what_a_person_would_laugh_at_hardly_happens(name: str, what: str) -> None:
    seen = watched(name)
    found, chances = seen.found[what], seen.chances[what]
    assert found <= MOST[name][what] * chances, f"{what}: {found} of {chances}"


@pytest.mark.parametrize("name", sorted(MOST))
def test_what_is_counted_is_limited(name: str) -> None:
    assert set(watched(name).chances) <= set(MOST[name])
