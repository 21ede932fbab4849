"""What must never be on a table of this game."""

from __future__ import annotations

from vanguard.rulebooks.normandy.ground import shown
from vanguard.rulebooks.normandy.state import Battle


def faults_of(battle: Battle) -> list[str]:
    return [*figure_faults(battle), *card_faults(battle), *board_faults(battle), *token_faults(battle)]


def figure_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    seen: dict[int, str] = {}
    for unit in battle.units.values():
        if unit.deployed != bool(unit.places()) and battle.activation is None:
            found.append(f"{unit.key} is deployed without figures, or has figures without being deployed")
        for hex in unit.places():
            if hex in seen:
                found.append(f"{unit.key} and {seen[hex]} share hex {shown(hex)}")
            if battle.field().water[hex]:
                found.append(f"{unit.key} stands in water at {shown(hex)}")
            seen[hex] = unit.key
        if not 0 <= unit.damage < unit.face.health:
            found.append(f"{unit.key} has {unit.damage} damage at Health {unit.face.health}")
        if unit.pins < 0:
            found.append(f"{unit.key} has {unit.pins} Pin tokens")
    return found


def card_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    for side in (0, 1):
        units = battle.units_of(side)
        spaces = battle.content.board.spaces[battle.boards[side].supply]
        for type, room in spaces.items():
            if sum([unit.card.type == type for unit in units]) > room:
                found.append(f"side {side} has more {type} cards than spaces")
        for card in battle.content.of_faction[battle.boards[side].faction]:
            if sum([unit.card is card for unit in units]) > card.copies:
                found.append(f"side {side} has more copies of {card.key} than exist")
        worn = [(unit.card.type, unit.color) for unit in units if unit.deployed]
        if len(set(worn)) < len(worn):
            found.append(f"side {side} has two units of one type with one ID color")
    return found


def board_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    rules = battle.content.board
    for side, board in enumerate(battle.boards):
        if not 0 <= board.requisition <= rules.requisition_cap:
            found.append(f"side {side} has {board.requisition} requisition")
        if not 1 <= board.supply <= len(rules.prices) + 1:
            found.append(f"side {side} has supply level {board.supply}")
        if board.command < 0 or board.strain < 0 or board.strain > rules.strain:
            found.append(f"side {side} has {board.command} Command and {board.strain} Strain")
        if not 0 <= battle.bag[side] <= rules.faction_tokens:
            found.append(f"side {side} has {battle.bag[side]} tokens in the bag")
    return found


def token_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    if battle.two_sided_left() < 0:
        found.append("more Minefields and Sandbags than tokens")
    if battle.flak_or_gate_left() < 0:
        found.append("more Flak 88s and Belgian Gates than tokens")
    if battle.airstrikes_left < 0 or battle.airstrikes_left + len(battle.airstrikes) > battle.content.board.airstrikes:
        found.append("more Airstrikes than tokens")
    lying = [hex for tokens in (battle.mines, battle.flaks, battle.gates) for hex, _ in tokens]
    if len(set(lying)) < len(lying):
        found.append("two tokens in one hex")
    seen = len(battle.weather_deck) + len(battle.weather_tokens)
    if seen != len(battle.content.weathers) - 1 + len(battle.content.board.weather_tokens) - 2 * weather_changes(
        battle
    ):
        found.append("a weather card or token is lost")
    return found


def weather_changes(battle: Battle) -> int:
    return len(battle.content.board.weather_tokens) - len(battle.weather_tokens)
