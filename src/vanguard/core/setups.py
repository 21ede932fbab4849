"""The set-up somebody asks for by names: what is left out comes from one of the rulebook's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup

ArmyWish = str | Mapping[str, Any] | None
"""A ready army by its key, a roster in plain form, or whatever the set-up has."""


def setup_wanted(
    rulebook: Rulebook,
    scenario: str | None = None,
    battlefield: str | None = None,
    armies: Sequence[ArmyWish] | None = None,
    options: Mapping[str, str] | None = None,
    variant: int = 0,
) -> Setup:
    """What is unknown or illegal is refused when the game is made, but for armies, which are looked for here."""
    usual = rulebook.default_setup(variant)
    scenario = scenario or usual.scenario
    if not battlefield:
        possible = [field.key for field in rulebook.battlefields(scenario)]
        battlefield = usual.battlefield if usual.battlefield in possible or not possible else possible[0]
    chosen = [_roster(rulebook, army, usual.armies[seat]) for seat, army in enumerate(armies or [None, None])]
    return Setup(scenario, battlefield, (chosen[0], chosen[1]), {**usual.options, **(options or {})})


def _roster(rulebook: Rulebook, army: ArmyWish, usual: Mapping[str, Any]) -> Mapping[str, Any]:
    if army is None:
        return usual
    if not isinstance(army, str):
        faults = rulebook.roster_faults(army)
        if faults:
            raise Refused("; ".join(faults))
        return army
    for offer in rulebook.armies():
        if offer.key == army:
            roster: Mapping[str, Any] = offer.details["roster"]
            return roster
    raise Refused(f"there is no army {army!r:.60}; there is: {', '.join(offer.key for offer in rulebook.armies())}")
