"""The printed cards: units with their weapons, systems and subcards, and command cards."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.telling.views import CardLine, card_view
from vanguard.rulebooks.vijilant.profiles import CommandCard, UnitCard, Weapon
from vanguard.rulebooks.vijilant.state import Battle

NAMES: Final[dict[str, str]] = {
    "M": "Move", "S": "Skill", "D": "Dodge", "T": "Toughness", "H": "Health", "Mr": "Morale", "AP": "Action points",
    "CC": "Power of a ram",
}  # fmt: skip
LETTERS: Final[tuple[CardLine, ...]] = (
    ("P", "Power of each hit, against Toughness", "weapon.power"),
    ("Sr", "Spread: how many attacks it makes", "weapon.spread"),
    ("R", "Range in cm, least and most", "weapon.range-and-minimum"),
    ("CC", "close combat", "weapon.cc.contact"),
)
"""What is short for what in the lines of weapons."""


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
    rules = [(it.name, it.text, it.clause) for it in card.specials]
    rules += [(it.name, it.text, it.clause) for it in card.wargear]
    rules += [(trait, "", "weapon.special") for trait in card.traits]
    blocks = [
        ("Weapons", [_weapon(weapon) for weapon in card.weapons]),
        ("Support subcards, one of them", [_weapon(weapon) for weapon in card.support]),
        ("Special", rules),
        ("Systems", [(it.name, _mount(it.mount), "systems.visible") for it in card.systems]),
        ("Deployment", [("Deployment", card.deployment.text, "deploy.on-first-play")]),
    ]
    type = f"{force}, {card.type}" + (f", {card.role}" if card.role else "")
    return card_view(card.name, type, None, stats, blocks, NAMES, LETTERS)


def _morale(card: UnitCard) -> str:
    return "/".join([str(it) for it in sorted({kind.morale for kind in card.kinds}, reverse=True)])


def _mount(mount: str) -> str:
    return "in view from everywhere" if mount == "any" else f"in view from the {mount}"


def _weapon(weapon: Weapon) -> CardLine:
    text = f"{weapon.line}. {weapon.text}" if weapon.text else weapon.line
    return weapon.name, text, "weapon.cc.contact" if weapon.cc else "combat.which-weapons"


def command_card(card: CommandCard, force: str) -> dict[str, Any]:
    use = "single use" if card.single_use else "recycling"
    blocks = [("Command", [(card.name, card.text, card.clause)])]
    return card_view(
        card.name, f"{force}, command, {use}", None, (), blocks, letters=LETTERS[:2] if card.weapon else ()
    )
