"""The printed card of a model: its profile, its weapons, its abilities and powers."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.telling.views import CardLine, card_view
from vanguard.rulebooks.fortyk_vanguard.profiles import NO_SAVE, DamageRow, ModelProfile
from vanguard.rulebooks.fortyk_vanguard.state import Battle

ABILITY_CLAUSES: Final[dict[str, str]] = {
    "objective-secured": "core.mission.objective-secured",
    "explodes": "core.ability.explodes",
    "transport": "core.transport.capacity",
    "open-topped": "core.transport.open-topped",
    "naturally-stealthy": "faction.diminutive",
    "fights-first": "faction.quicksilver-veteran",
}
"""Abilities whose rule stands elsewhere than among those of the factions."""

NAMES: Final[dict[str, str]] = {
    "M": "Move", "WS": "Weapon Skill", "BS": "Ballistic Skill", "S": "Strength", "T": "Toughness", "W": "Wounds",
    "A": "Attacks", "Ld": "Leadership", "Sv": "Save", "Inv": "Invulnerable save",
}  # fmt: skip
LETTERS: Final[tuple[CardLine, ...]] = (
    ("S", "Strength of a hit, against Toughness", "core.attack.wound-table"),
    ("AP", "Armour Penetration, taken off the save", "core.attack.saving-throw"),
    ("D", "Damage of each wound not saved", "core.attack.inflict-damage"),
)
"""What is short for what in the lines of weapons."""


def cards(battle: Battle) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for model in battle.models:
        if model.profile.key not in found:
            found[model.profile.key] = card_of(model.profile)
    return found


def card_of(profile: ModelProfile) -> dict[str, Any]:
    rows = profile.characteristics.rows
    clause = "core.profile.characteristics"
    stats = [
        ("M", each(rows, lambda row: f'{row.move:g}"')),
        ("WS", each(rows, lambda row: f"{row.weapon_skill}+" if row.weapon_skill else "-")),
        ("BS", each(rows, lambda row: f"{row.ballistic_skill}+" if row.ballistic_skill else "-")),
        ("S", each(rows, lambda row: str(row.strength))),
        ("T", str(profile.toughness)),
        ("W", str(profile.wounds)),
        ("A", each(rows, lambda row: row.attacks.text)),
        ("Ld", str(profile.leadership)),
        ("Sv", "-" if profile.save >= NO_SAVE else f"{profile.save}+"),
    ]
    if profile.invulnerable:
        stats.append(("Inv", f"{profile.invulnerable}+"))
    type = f"{profile.role.replace('-', ' ')}: {', '.join(sorted(profile.keywords))}"
    told = [(label, value, clause) for label, value in stats]
    return card_view(profile.name, type, profile.points, told, blocks_of(profile), NAMES, LETTERS)


def each(rows: tuple[DamageRow, ...], told: Any) -> str:
    """A characteristic in every row of the damage table, once where all are the same."""
    values = [told(row) for row in rows]
    return values[0] if len(set(values)) == 1 else "/".join(values)


def blocks_of(profile: ModelProfile) -> list[tuple[str, list[CardLine]]]:
    ranged = [(it.name, it.line, "core.shoot.number-of-attacks") for gun in profile.ranged for it in gun.ranged]
    melee = [(it.name, it.line, "core.fight.weapons") for weapon in profile.melee for it in weapon.melee]
    rows = profile.characteristics.rows
    worsening = [
        (
            f"{row.wounds}+ wounds left",
            f'M {row.move:g}", WS {row.weapon_skill}+, BS {row.ballistic_skill}+, S {row.strength}, A {row.attacks.text}',
            "core.profile.damage-table",
        )
        for row in rows
    ]
    abilities = [(it.name, it.text, ABILITY_CLAUSES.get(it.rule, f"faction.{it.rule}")) for it in profile.abilities]
    powers = profile.psyker.known if profile.psyker is not None else ()
    return [
        ("Ranged weapons", ranged),
        ("Melee weapons", melee),
        ("Damage table", worsening if len(rows) > 1 else []),
        ("Abilities", abilities),
        (
            "Psychic powers",
            [(f"{it.name} ({it.warp_charge})", it.text, "core.psychic.number-of-powers") for it in powers],
        ),
    ]
