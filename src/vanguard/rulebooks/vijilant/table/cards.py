"""The printed cards: units with their weapons, systems and subcards, and command cards."""

from __future__ import annotations

from typing import Any

from vanguard.rulebooks.vijilant.profiles import CommandCard, UnitCard, Weapon
from vanguard.rulebooks.vijilant.state import Battle


def cards(battle: Battle) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for force in battle.forces:
        for card in force.units:
            found[card.key] = unit_card(card, force.name)
        for command in force.commands:
            found[command.key] = command_card(command, force.name)
    return found


def unit_card(card: UnitCard, force: str) -> dict[str, Any]:
    stats = [
        ("M", f"{card.move:g} cm", "card.move"),
        ("S", str(card.skill), "card.skill-default"),
        ("D", str(card.dodge), "card.dodge"),
        ("T", card.toughness.printed, "card.toughness"),
        ("H", str(card.health), "card.health-default"),
        ("Mr", _morale(card), "card.morale"),
        ("AP", str(card.action_points), "turn.two-action-points"),
    ]
    if card.cc_power:
        stats.append(("CC", str(card.cc_power), "ramming.power"))
    blocks = [{"title": "Weapons", "lines": [_weapon(weapon) for weapon in card.weapons]}] if card.weapons else []
    if card.support:
        blocks.append({"title": "Support subcards, one of them", "lines": [_weapon(weapon) for weapon in card.support]})
    rules = [{"name": it.name, "text": it.text, "clause": it.clause} for it in card.specials]
    rules += [{"name": it.name, "text": it.text, "clause": it.clause} for it in card.wargear]
    rules += [{"name": trait, "text": "", "clause": "weapon.special"} for trait in card.traits]
    if rules:
        blocks.append({"title": "Special", "lines": rules})
    if card.systems:
        lines = [{"name": it.name, "text": _mount(it.mount), "clause": "systems.visible"} for it in card.systems]
        blocks.append({"title": "Systems", "lines": lines})
    entry = {"name": "Deployment", "text": card.deployment.text, "clause": "deploy.on-first-play"}
    blocks.append({"title": "Deployment", "lines": [entry]})
    return {
        "name": card.name,
        "type": f"{force}, {card.type}" + (f", {card.role}" if card.role else ""),
        "points": None,
        "stats": [{"label": label, "value": value, "clause": clause} for label, value, clause in stats],
        "blocks": blocks,
    }


def _morale(card: UnitCard) -> str:
    return "/".join([str(it) for it in sorted({kind.morale for kind in card.kinds}, reverse=True)])


def _mount(mount: str) -> str:
    return "in view from everywhere" if mount == "any" else f"in view from the {mount}"


def _weapon(weapon: Weapon) -> dict[str, str]:
    text = f"{weapon.line}. {weapon.text}" if weapon.text else weapon.line
    return {"name": weapon.name, "text": text, "clause": "weapon.cc.contact" if weapon.cc else "combat.which-weapons"}


def command_card(card: CommandCard, force: str) -> dict[str, Any]:
    use = "single use" if card.single_use else "recycling"
    lines = [{"name": card.name, "text": card.text, "clause": card.clause}]
    return {
        "name": card.name,
        "type": f"{force}, command, {use}",
        "points": None,
        "stats": [],
        "blocks": [{"title": "Command", "lines": lines}],
    }
