"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.state import State
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


PROMISES: Final = Promises(compulsory=(), once_a_round="declares", walking=(WalkPrices(1.0, 1.0),), hinders=hinders)
