"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.state import State
from vanguard.core.urn import Uniform
from vanguard.rulebooks.fortyk_vanguard.placing import on_foot, scales
from vanguard.rulebooks.fortyk_vanguard.state import Battle


def hinders(state: State, mover: str, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Areas, low things and, for those on foot, breachable walls hinder nobody; the rest is climbed."""
    assert isinstance(state, Battle)
    model = state[mover]
    found: list[dict[str, Any]] = []
    for part in parts:
        if part["kind"] == "area" or part["top"] <= 1.0 or (part["kind"] == "wall" and on_foot(model)):
            continue
        stands = part["kind"] == "hill" or (part["kind"] in ("obstacle", "floor") and scales(model))
        found.append({**part, "traits": ["standable"] if stands else ["traversable"]})
    return found


POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More Command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, uniform: Uniform) -> None:
    """Wounds and Command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = (POINTS[uniform(len(POINTS))], POINTS[uniform(len(POINTS))])
    for model in state.models:
        if model.on_table and uniform(10) < 7:
            model.wounds = 1 + uniform(model.profile.wounds)


PROMISES: Final = Promises(
    compulsory=(), once_a_round="declares", walking=(WalkPrices(1.0, 1.0),), hinders=hinders, unsettle=unsettle
)
