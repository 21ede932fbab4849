"""What people see: the table of hexes, models, tokens, army boards, weather, bag and cards. Nothing here is hidden from anybody."""

from __future__ import annotations

from typing import Any

from vanguard.core.refusals import Refused
from vanguard.core.telling.events import counted
from vanguard.core.telling.views import card_view, mission_view, panel_view, player_view
from vanguard.rulebooks.normandy.attacks import cover_of, covering_hexes
from vanguard.rulebooks.normandy.ground import (
    BACKLINES,
    CELLS,
    DISTANCE,
    HEXES,
    LEGEND,
    SECTOR,
    SECTOR_NAMES,
    SIZE,
    hex_at,
    shown,
)
from vanguard.rulebooks.normandy.profiles import FACTIONS, Attack, CardSide, UnitCard
from vanguard.rulebooks.normandy.resources import controlled, income_of, sector_token
from vanguard.rulebooks.normandy.scoring import gain_victory_points, take_control, takers
from vanguard.rulebooks.normandy.state import Battle, Unit, marker_key
from vanguard.rulebooks.normandy.symbols import dice_text
from vanguard.rulebooks.normandy.tokens import NAMES
from vanguard.rulebooks.normandy.underdog import ability_text
from vanguard.tabletop.scene import labelled

PHASES = {
    "setup": "Set-up", "plan": "Planning: income", "recruit": "Planning: recruit", "promote": "Planning: promote",
    "muster": "Activation: start", "activation": "Activation", "scoring": "Scoring", "over": "The end",
}  # fmt: skip


# -- the table ------------------------------------------------------------------------------------------------------------


def table(battle: Battle) -> dict[str, Any]:
    ground = battle.ground
    if ground is None:
        return {"kind": "hexes", "unit": "hex", "width": SIZE, "depth": SIZE, "parts": [], "zones": [], "hexes": []}
    hexes: list[dict[str, Any]] = []
    for hex in range(HEXES):
        terrain = LEGEND[ground.signs[hex]]
        hexes.append(
            {
                "at": list(CELLS[hex]),
                "terrain": terrain.name.replace(" ", "-"),
                "label": terrain.label[:1].upper() + terrain.label[1:],
                "look": terrain.look,
                "cover": terrain.cover,
                "road": terrain.road,
                "star": terrain.star,
                "hill": terrain.hill,
                "water": terrain.water,
                "fortification": terrain.fortification,
                "sector": SECTOR_NAMES[SECTOR[hex]],
            }
        )
    zones: list[dict[str, Any]] = [
        {
            "key": f"backline-{side}",
            "label": f"Backline of {FACTIONS[battle.boards[side].faction]}",
            "side": side,
            "hexes": [list(CELLS[hex]) for hex in BACKLINES[battle.edges[side]]],
        }
        for side in (0, 1)
    ]
    for sector, name in enumerate(SECTOR_NAMES):
        inside = [list(CELLS[hex]) for hex in range(HEXES) if SECTOR[hex] == sector]
        tile = battle.content.tiles.get(ground.tiles[sector]) if len(ground.tiles) == 9 else None
        label = f"{name}: {tile.name}" if tile is not None else name
        zones.append({"key": f"sector {name}", "label": label, "side": None, "hexes": inside})
    return {"kind": "hexes", "unit": "hex", "width": SIZE, "depth": SIZE, "parts": [], "zones": zones, "hexes": hexes}


# -- the view -------------------------------------------------------------------------------------------------------------


def view(battle: Battle) -> dict[str, Any]:
    """The same for both seats and spectators: plans live in the questions, and the decks have no order yet."""
    now = battle.activation
    unit = battle.units.get(now.unit) if now is not None else None
    return {
        "round": battle.round,
        "rounds": battle.content.board.rounds,
        "phase": PHASES[battle.phase],
        "active": unit.side if unit is not None else None,
        "active_model": unit.figures[unit.standing()[0]] if unit is not None else None,
        "players": [player(battle, side) for side in (0, 1)],
        "models": [model for unit in battle.units.values() for model in models(battle, unit)],
        "markers": markers(battle),
        "mission": mission(battle),
        "panels": [
            weather_panel(battle),
            bag_panel(battle),
            *[army_panel(battle, side) for side in (0, 1)],
            *[sector_panel(battle, side) for side in (0, 1)],
            *[underdog_panel(battle, side) for side in (0, 1)],
        ],
    }


def player(battle: Battle, side: int) -> dict[str, Any]:
    board = battle.boards[side]
    color = "blue, south edge" if battle.edges[side] == 0 else "red, north edge"
    resources = {
        "Requisition": board.requisition,
        "Command": board.command,
        "Supply level": board.supply,
        "Income": income_of(battle, side),
        "Strain": board.strain,
        "Sectors": len(controlled(battle, side)),
    }
    return player_view(side, FACTIONS[board.faction], board.faction, board.vp, resources, [color])


def models(battle: Battle, unit: Unit) -> list[dict[str, Any]]:
    shown_status = status(battle, unit)
    found: list[dict[str, Any]] = []
    damage = unit.damage
    for i in unit.placed():
        found.append(
            {
                "key": unit.figures[i],
                "card": card_key(unit),
                "name": unit.title,
                "label": label(unit),
                "side": unit.side,
                "at": list(CELLS[unit.hexes[i]]),
                "wounds": unit.face.health - damage,
                "max_wounds": unit.face.health,
                "status": shown_status,
                "group": unit.key,
                "kind": unit.card.type,
                "color": unit.color,
                "on_table": True,
                "look": unit.card.look,
                "leader": unit.card.type == "HQ",
                "acted": has_acted(battle, unit),
            }
        )
        damage = 0
    return found


def label(unit: Unit) -> str:
    """The letter in its title, where there are several of its kind."""
    return "" if unit.card.copies == 1 else unit.key[-1].upper()


def status(battle: Battle, unit: Unit) -> list[dict[str, str]]:
    found: list[tuple[str, str]] = []
    if unit.veteran:
        found.append(("veteran", "Veteran"))
    if unit.pins:
        found.append(("pinned", f"Pinned {unit.pins}"))
    if unit.deployed and battle.is_hidden(unit):
        found.append(("hidden", "Hidden"))
    if unit.damage:
        found.append(("damaged", f"Damage {unit.damage}"))
    if has_acted(battle, unit):
        found.append(("activated", "Has acted"))
    return labelled(found)


def has_acted(battle: Battle, unit: Unit) -> bool:
    """Whoever is acting has not acted yet, though its activation has begun."""
    acting = battle.activation is not None and battle.activation.unit == unit.key
    return unit.activated and not acting


def mission(battle: Battle) -> dict[str, Any]:
    """How it is won; and, by taking and scoring the sectors on a copy, what each side would gain if the Round ended now."""
    board = battle.content.board
    text = (
        "Hold sectors: each gives Victory Points at the end of every Round. A unit on foot on a sector's Strategic Point takes "
        f"it then, a pinned one only after a test. Whoever reaches {board.victory_points} VP "
        f"ends the game; after Round {board.rounds} the most Victory Points win."
    )
    told = mission_view("Sectors of Normandy", text, "vp.score")
    if battle.ground is None or battle.phase in ("setup", "over"):
        return told
    ended = battle.copy()
    for sector, unit in takers(ended):
        if not unit.pins:  # a pinned unit must pass a test first: it is not counted on
            take_control(ended, sector, unit.side)
    gain_victory_points(ended)
    told["now"] = [ended.boards[side].vp - battle.boards[side].vp for side in (0, 1)]
    return told


def markers(battle: Battle) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for sector, hex in enumerate(battle.ground.stars if battle.ground is not None else []):
        owner = battle.control[sector]
        found.append(
            {
                "key": f"sector {SECTOR_NAMES[sector]}",
                "kind": "objective",
                "label": f"Strategic Point {SECTOR_NAMES[sector]}",
                "at": list(CELLS[hex]),
                "side": owner if owner >= 0 else None,
                "points": [sector_token(battle, sector, side).vp for side in (0, 1)],
            }
        )
    for kind, tokens in (
        ("minefield", battle.mines),
        ("flak-88", battle.flaks),
        ("belgian-gate", battle.gates),
        ("airstrike", battle.airstrikes),
    ):
        for i, (hex, owner) in enumerate(tokens):
            key = marker_key(kind, hex) if kind != "airstrike" else f"{marker_key(kind, hex)} {i + 1}"
            found.append({"key": key, "kind": kind, "label": NAMES[kind], "at": list(CELLS[hex]), "side": owner})
    return found


# -- panels ---------------------------------------------------------------------------------------------------------------


def weather_panel(battle: Battle) -> dict[str, Any]:
    card = battle.content.weathers[battle.weather]
    token = str(battle.weather_tokens[0]) if battle.weather_tokens else "stays"
    lines: list[tuple[str, Any, str]] = [
        (card.name, "", card.text),
        ("Promotions per player", card.promotions, ""),
        ("Changes at VP", token, ""),
        ("Cards face down", len(battle.weather_deck), ""),
    ]
    return panel_view("Weather", None, lines)


def bag_panel(battle: Battle) -> dict[str, Any]:
    lines = [(FACTIONS[battle.boards[side].faction], battle.bag[side], "tokens") for side in (0, 1)]
    return panel_view("Bag", None, lines)


def army_panel(battle: Battle, side: int) -> dict[str, Any]:
    board = battle.boards[side]
    lines: list[tuple[str, Any, str]] = []
    for unit in battle.units_of(side):
        words = [entry["label"] for entry in status(battle, unit)]
        where = " and ".join([shown(hex) for hex in unit.places()]) or "not deployed"
        lines.append((unit.title, where, ", ".join([unit.card.type, *words])))
    for type, room in battle.content.board.spaces[board.supply].items():
        free = room - sum([unit.card.type == type for unit in battle.units_of(side)])
        if free:
            lines.append((f"Free {type} spaces", free, ""))
    return panel_view(f"{FACTIONS[board.faction]} army board", side, lines)


def sector_panel(battle: Battle, side: int) -> dict[str, Any]:
    lines: list[tuple[str, str, str]] = []
    for sector in controlled(battle, side):
        token = sector_token(battle, sector, side)
        lines.append((SECTOR_NAMES[sector], f"{token.requisition}/{token.vp}", "requisition / VP each round"))
    return panel_view(f"{FACTIONS[battle.boards[side].faction]} sectors", side, lines)


def underdog_panel(battle: Battle, side: int) -> dict[str, Any]:
    board = battle.boards[side]
    lines: list[tuple[str, str, str]] = []
    held = [(key, "face up") for key in board.underdogs]
    held += [(key, state) for key, state in ((board.drawn, "taken"), (board.played, "played")) if key]
    for key, state in held:
        card = battle.content.underdogs[key]
        detail = "; ".join([f"{it.behind} VP behind, {it.strain} Strain: {ability_text(it)}" for it in card.abilities])
        lines.append((card.name, state, detail))
    return panel_view(f"{FACTIONS[board.faction]} Underdog cards", side, lines)


# -- cards ----------------------------------------------------------------------------------------------------------------


def card_key(unit: Unit) -> str:
    return f"{unit.card.key}-veteran" if unit.veteran else unit.card.key


def cards(battle: Battle) -> dict[str, Any]:
    """Both sides of every unit card of both factions: all of them can be recruited."""
    found: dict[str, Any] = {}
    for card in battle.content.cards.values():
        found[card.key] = printed(card, card.normal, "")
        found[f"{card.key}-veteran"] = printed(card, card.veteran, " (veteran)")
    return found


def printed(card: UnitCard, side: CardSide, more: str) -> dict[str, Any]:
    size = ("Size", card.size, "units.size-figures") if not side.armor else ("Armor", side.armor, "armor.value")
    stats = [
        ("Supply", card.supply, "supply.unlock-units"),
        ("Cost", card.cost, "recruit.condition-requisition"),
        size,
        ("Health", side.health, "damage.health-per-figure"),
        ("Move", side.move, "move.distance"),
        ("Action points", side.action_points, "ap.total"),
    ]
    attacks = [(it.name, attack_text(it), "attack.profile") for it in side.attacks]
    abilities = [(it.name, f"{it.amount}" if it.amount else "", ability_clause(it.key)) for it in side.abilities]
    told = [(name, str(value), clause) for name, value, clause in stats]
    return card_view(card.name + more, card.type, card.cost, told, [("Attacks", attacks), ("Abilities", abilities)])


def attack_text(attack: Attack) -> str:
    brackets = [
        f"range {low}{'' if low == high else f'–{high}'}: {dice_text(dice)}" for low, high, dice in attack.brackets
    ]
    return "; ".join([counted(attack.action_points, "action point"), *brackets, *attack.keywords])


def ability_clause(key: str) -> str:
    special = {
        "paratroop": "ability.paratroop-placement",
        "demolition": "token.demolition",
        "emplace-flak-88": "ability.emplace-flak88",
    }
    return special.get(key, f"ability.{key}")


# -- measuring ------------------------------------------------------------------------------------------------------------


def hexes_of(battle: Battle, thing: Any) -> list[int]:
    """The hexes of a unit, a figure, a marker or a point."""
    if isinstance(thing, (list, tuple)):
        if len(thing) != 2 or not all([isinstance(it, (int, float)) and not isinstance(it, bool) for it in thing]):
            raise Refused(f"a hex is [column, row], not {thing!r:.60}")
        return [hex_at((float(thing[0]), float(thing[1])), "attack.range-count")]
    for unit in battle.units.values():
        if thing == unit.key:
            return unit.places()
        if thing in unit.figures:
            hex = unit.hexes[unit.figures.index(thing)]
            return [hex] if hex >= 0 else []
    for marker in markers(battle):
        if marker["key"] == thing:
            column, row = marker["at"]
            return [row * SIZE + column]
    raise Refused(f"there is nothing called {thing!r:.60} on the battlefield")


def measure(battle: Battle, a: Any, b: Any) -> dict[str, Any]:
    here, there = closest(hexes_of(battle, a), hexes_of(battle, b))
    distance = DISTANCE[here][there]
    text = "the same hex" if not distance else f"{distance} hex" if distance == 1 else f"{distance} hexes"
    return {"distance": distance, "text": text, "from": list(CELLS[here]), "to": list(CELLS[there])}


def closest(first: list[int], second: list[int]) -> tuple[int, int]:
    if not first or not second:
        raise Refused("it is not on the battlefield", "attack.range-count")
    pairs = [(DISTANCE[here][there], here, there) for here in first for there in second]
    _, here, there = min(pairs)
    return here, there


def what_covers(battle: Battle, hex: int) -> str:
    ground = battle.field()
    return LEGEND[ground.signs[hex]].label if ground.cover[hex] else NAMES["belgian-gate"]


def sight(battle: Battle, viewer: str, target: str) -> dict[str, Any]:
    """There is no line of sight; what counts is range and the cover between the closest figures."""
    here, there = closest(hexes_of(battle, viewer), hexes_of(battle, target))
    distance = DISTANCE[here][there]
    cover = cover_of(battle, here, there)
    covering = covering_hexes(battle, here, there)
    why = ", ".join([f"{what_covers(battle, hex)} at {shown(hex)}" for hex in covering])
    clause = "cover.own-hex" if covering == [there] else "cover.intervening"
    if distance == 1 and cover:
        why = f"{why}, ignored at range 1"
    return {
        "sees": True,
        "summary": f"Range {distance}, cover {cover if distance > 1 else 0}; there is no line of sight in this game.",
        "clause": "attack.no-line-of-sight",
        "lines": [{"from": [*CELLS[here], 0], "to": [*CELLS[there], 0], "blocked_by": None}],
        "cover": {"in": bool(cover) and distance > 1, "why": why, "clause": clause},
        "obscured": False,
    }
