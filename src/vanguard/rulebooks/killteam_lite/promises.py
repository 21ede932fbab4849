"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.state import State
from vanguard.core.urn import Uniform
from vanguard.rulebooks.killteam_lite.state import Battle

POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, uniform: Uniform) -> None:
    """Wounds and command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = (POINTS[uniform(len(POINTS))], POINTS[uniform(len(POINTS))])
    for operative in state.operatives:
        if operative.standing and uniform(10) < 7:
            operative.wounds = 1 + uniform(operative.card.wounds)


PROMISES: Final = Promises(
    activation="firefight.must-activate",
    games_per_second=(40, 250),
    compulsory=(
        "ap.not-cumulative",
        "combat.alternate",  # hits must be resolved by strikes and parries
        "combat.select-weapons",
        "initiative.simultaneous-effects",
        "invulnerable.instead-of-save",  # one save or the other
        "shooting.cover-die",  # to retain or to roll is no offer to be let go by
        "shooting.saves-spent",
        "special.duplicates",
    ),
    once_a_round="activated",
    picks_among=(
        "strategy.ploys.tactical-timing",
        "fusillade.distribute",
    ),  # who falls is near some, others are no targets
    walking=(WalkPrices(1.0, 1.0, 2.0), WalkPrices(0.0, 0.0, 2.0, 0.0)),
    nimble=("leap",),
    unsettle=unsettle,
)
