"""What the contracts may hold this rulebook to; its ways over terrain are walked by its own tests."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises

PROMISES: Final = Promises(
    games_per_second=(20, 120), compulsory=("coherency.who-is-out",), picks_among=()
)  # one of the two parts of a split squad counts
