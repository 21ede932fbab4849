"""Every registered rulebook, and the example one, goes through the same contracts."""

from __future__ import annotations

from pathlib import Path

import pytest

from vanguard.core.rulebook import registered
from vanguard.testing.rulebooks_tried import games_to_play, try_on
from vanguard.testing.rulebooks_tried import rulebook as rulebook

KEPT = Path(__file__).with_name("kept_failures.txt")
"""Games that once broke a contract, written by `make fuzz`: `number rulebook` on each line."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    kept = [int(line.split()[0]) for line in KEPT.read_text(encoding="utf-8").splitlines()] if KEPT.is_file() else []
    try_on(metafunc, ["duel=tests.kit.duel:rulebook", *sorted(registered())], games_to_play(kept))
