"""The free-standing attacks of a rulebook, as wishes for odds: for whoever times or tries many of them."""

from __future__ import annotations

from typing import Any

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook


def wishes(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Every card at every target, as it usually attacks and with each weapon that reaches so; every weapon alone where the
    rulebook does not ask who bears it."""
    schema = rulebook.trial_fields()
    if not schema.get("properties"):
        return []
    attackers, weapons, targets = (schema["properties"][field]["enum"] for field in ("attacker", "weapon", "target"))
    if "weapon" in schema["required"]:
        return [{"weapon": weapon, "target": target} for weapon in weapons for target in targets]
    armed = [{"weapon": weapon} for weapon in weapons]
    pairs = [{"attacker": card, **arms} for card in attackers for arms in [{}, *armed]]
    borne = [pair for pair in pairs if is_attack(rulebook, {**pair, "target": targets[0]})]
    return [{**pair, "target": target} for pair in borne for target in targets]


def is_attack(rulebook: Rulebook, wish: dict[str, Any]) -> bool:
    try:
        rulebook.trial(wish)
    except Refused:
        return False
    return True
