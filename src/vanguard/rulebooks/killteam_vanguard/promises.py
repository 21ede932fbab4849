"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.questions.urn import Uniform
from vanguard.core.state import State
from vanguard.rulebooks.killteam_vanguard.special_actions import GrappleLine
from vanguard.rulebooks.killteam_vanguard.special_rules import Skitter
from vanguard.rulebooks.killteam_vanguard.state import Battle

POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, uniform: Uniform) -> None:
    """Wounds and command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = (POINTS[uniform(len(POINTS))], POINTS[uniform(len(POINTS))])
    for model in state.models:
        if model.in_play and uniform(10) < 7:
            model.wounds = 1 + uniform(model.profile.wounds)


def nimble(state: State, mover: str) -> bool:
    """Whoever skitters, or has a grapple line."""
    assert isinstance(state, Battle)
    profile = state[mover].profile
    return any([isinstance(it, Skitter) for it in profile.abilities]) or any(
        [isinstance(it, GrappleLine) for it in profile.actions]
    )


PROMISES: Final = Promises(
    activation="turn.activate-or-pass",
    games_per_second=(30, 200),
    compulsory=("disengage.order", "fallback.closest-edge", "invulnerable.choice"),
    once_a_round="activates",
    picks_among=(
        "blast.timing",
        "disengage.order",
        "attack.split.one-target-at-a-time",
    ),  # the order of what happens to those who are struck or left
    walking=(WalkPrices(2.0, 1.0), WalkPrices(0.0, 0.0, 0.0, 0.0)),
    nimble=nimble,
    unsettle=unsettle,
    points=("attacker_points", "target_points"),
)
