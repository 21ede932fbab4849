"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises

PROMISES: Final = Promises(
    activation="activation.must-activate",
    games_per_second=(40, 250),
    compulsory=("damage.remove-figure", "token.airstrike-resolve"),
    hidden=("weather deck",),
    once_a_round="rallies",
    picks_among=("ability.smoke-barrage",),
)
