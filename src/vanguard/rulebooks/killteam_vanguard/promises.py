"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.state import State
from vanguard.rulebooks.killteam_vanguard.state import Battle

if TYPE_CHECKING:
    from random import Random

POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, chance: Random) -> None:
    """Wounds and command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = [chance.choice(POINTS) for _ in range(2)]
    for model in state.models:
        if model.in_play and chance.random() < 0.7:
            model.wounds = chance.randint(1, model.profile.wounds)


PROMISES: Final = Promises(
    compulsory=("disengage.order", "fallback.closest-edge", "invulnerable.choice"),
    once_a_round="activates",
    walking=(WalkPrices(2.0, 1.0), WalkPrices(0.0, 0.0, 0.0, 0.0)),
    nimble=("skitter", "grapple", "leap"),
    unsettle=unsettle,
)
