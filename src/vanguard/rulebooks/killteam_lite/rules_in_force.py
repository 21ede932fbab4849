"""Which special rules a weapon has in one attack: its own and those lent by ploys; the same rule twice counts once."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_lite.profiles import PloyCard, WeaponProfile
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.state import Battle

COUNTERBLOW: Final = "counterblow"
ADDED_UP_LATER: Final[tuple[str, ...]] = ("AP", "P")
"""Several of these are settled by the Attacker in the Roll Defence Dice step."""


def rules_in_force(battle: Battle, bearer: str, profile: WeaponProfile, opponent: str) -> list[SpecialRule]:
    """The rules of the profile and those that ploys lend it against this opponent."""
    rules = list(profile.rules)
    seat = battle[bearer].seat
    for ploy in battle.ploys_in_force:
        if ploy.seat != seat:
            continue
        card = battle.teams[seat].ploy(ploy.ploy)
        if card is not None and card.lends and (not ploy.about or ploy.about == opponent):
            _lend(rules, card, profile)
    if not profile.ranged and f"{COUNTERBLOW} {bearer}" in battle.activation_marks:
        card = battle.teams[seat].ploy(COUNTERBLOW)
        if card is not None:
            _lend(rules, card, profile)
    return rules


def _lend(rules: list[SpecialRule], card: PloyCard, profile: WeaponProfile) -> None:
    if card.lends_to and profile.weapon not in card.lends_to:
        return
    for rule in card.lends:
        if rule.printed not in [had.printed for had in rules]:
            rules.append(rule)


async def settle_duplicates(battle: Battle, seat: int, rules: list[SpecialRule]) -> list[SpecialRule]:
    """The same rule with different values: the bearer's controller says which one is used."""
    names = [rule.name for rule in rules]
    if len(set(names)) == len(names):
        return rules
    settled: list[SpecialRule] = []
    for rule in rules:
        twins = [twin for twin in rules if twin.name == rule.name]
        if len(twins) == 1 or rule.name in ADDED_UP_LATER:
            settled.append(rule)
        elif rule is twins[0]:
            options = [Option(twin.printed, twin.printed, twin.printed, twin.clause) for twin in twins]
            chosen = await Choose(seat, f"Which {rule.name} is used?", options, "special.duplicates")
            settled.append(next(iter([twin for twin in twins if twin.printed == chosen])))
    return settled
