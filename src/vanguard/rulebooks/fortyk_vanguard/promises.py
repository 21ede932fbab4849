"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.questions.urn import Uniform
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


POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More Command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, uniform: Uniform) -> None:
    """Wounds and Command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = (POINTS[uniform(len(POINTS))], POINTS[uniform(len(POINTS))])
    for model in state.models:
        if model.on_table and uniform(10) < 7:
            model.wounds = 1 + uniform(model.profile.wounds)


PICKS_AMONG: Final = (
    "vanguard.split-fire.resolution-order", "vanguard.split-fire.other-targets", "vanguard.blast.then-one-each",
    "core.stratagem.fire-overwatch", "core.stratagem.counter-offensive", "core.psychic.deny", "core.psychic.smite",
    "core.transport.start-embarked", "core.transport.embark", "core.fight.targets", "faction.mask-of-dread",
    "faction.harbinger-of-destruction", "faction.reanimation-protocols", "faction.withering-gaze", "faction.hallowed-fury",
    "faction.eadbanger", "faction.fists-of-gork", "faction.jabbin-fingerz", "faction.da-jump", "faction.psychic-barrier",
    "faction.nightshroud", "faction.terrifying-visions", "faction.mental-fortitude", "vanguard.morale.failed-one-flees",
    "vanguard.morale.combat-attrition-army-wide",
)  # fmt: skip
"""Questions among those who are hit, in reach or able; all others that pick a model list its whole side."""

PROMISES: Final = Promises(
    games_per_second=(15, 100),
    compulsory=(),
    once_a_round="declares",
    walking=(WalkPrices(1.0, 1.0),),
    hinders=hinders,
    unsettle=unsettle,
    picks_among=PICKS_AMONG,
)
