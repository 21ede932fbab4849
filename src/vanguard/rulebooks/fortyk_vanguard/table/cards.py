"""The printed card of a model: its profile, its weapons, its abilities and powers."""

from __future__ import annotations

from typing import Any, Final

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
    return {
        "name": profile.name,
        "type": f"{profile.role.replace('-', ' ')}: {', '.join(sorted(profile.keywords))}",
        "points": profile.points,
        "stats": [{"label": label, "value": value, "clause": clause} for label, value in stats],
        "blocks": blocks_of(profile),
    }


def each(rows: tuple[DamageRow, ...], told: Any) -> str:
    """A characteristic in every row of the damage table, once where all are the same."""
    values = [told(row) for row in rows]
    return values[0] if len(set(values)) == 1 else "/".join(values)


def blocks_of(profile: ModelProfile) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    for title, weapons in (("Ranged weapons", profile.ranged), ("Melee weapons", profile.melee)):
        melee = title == "Melee weapons"
        lines = [
            {
                "name": it.name,
                "text": it.line,
                "clause": "core.fight.weapons" if melee else "core.shoot.number-of-attacks",
            }
            for weapon in weapons
            for it in (weapon.melee if melee else weapon.ranged)
        ]
        if lines:
            blocks.append({"title": title, "lines": lines})
    rows = profile.characteristics.rows
    if len(rows) > 1:
        lines = [
            {
                "name": f"{row.wounds}+ wounds left",
                "text": f'M {row.move:g}", WS {row.weapon_skill}+, BS {row.ballistic_skill}+, S {row.strength}, A {row.attacks.text}',
                "clause": "core.profile.damage-table",
            }
            for row in rows
        ]
        blocks.append({"title": "Damage table", "lines": lines})
    if profile.abilities:
        lines = [
            {"name": it.name, "text": it.text, "clause": ABILITY_CLAUSES.get(it.rule, f"faction.{it.rule}")}
            for it in profile.abilities
        ]
        blocks.append({"title": "Abilities", "lines": lines})
    if profile.psyker is not None:
        lines = [
            {"name": f"{it.name} ({it.warp_charge})", "text": it.text, "clause": "core.psychic.number-of-powers"}
            for it in profile.psyker.known
        ]
        blocks.append({"title": "Psychic powers", "lines": lines})
    return blocks
