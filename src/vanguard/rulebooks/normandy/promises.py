"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises

PROMISES: Final = Promises(
    compulsory=("damage.remove-figure", "token.airstrike-resolve"),
    hidden=("weather deck",),
    once_a_round="rallies",
    picks_among=("ability.smoke-barrage",),
)
