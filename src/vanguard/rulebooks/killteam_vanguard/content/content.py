"""Everything that can be played, loaded once from the content files into frozen profiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.armies.rosters import Roster, RosterEntry
from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
from vanguard.geometry.shapes import BadShape, EdgeStretch, Part, Table
from vanguard.rulebooks.killteam_vanguard.battlefield import (
    COVERAGE,
    SIDES,
    WOODS_HEIGHT,
    Battlefield,
    terrain_part,
)
from vanguard.rulebooks.killteam_vanguard.battlefield import KINDS as TERRAIN_KINDS
from vanguard.rulebooks.killteam_vanguard.content.content_models import (
    ATTACK_LINE,
    RULE,
    CardEntry,
    FactionEntry,
    MapEntry,
    OptionEntry,
    PieceEntry,
    ScenarioEntry,
    WarbandEntry,
)
from vanguard.rulebooks.killteam_vanguard.profiles import Card, Faction, Weapon, WeaponOption
from vanguard.rulebooks.killteam_vanguard.scenarios import Objective, Scenario, Zone
from vanguard.rulebooks.killteam_vanguard.special_actions import ACTIONS
from vanguard.rulebooks.killteam_vanguard.special_rules import ABILITIES, ATTACK_RULES

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability, SpecialAction

CONTENT: Final = Path(__file__).parent


class Content:
    """All factions, maps, scenarios and ready warbands, by key."""

    def __init__(self, root: Path = CONTENT) -> None:
        shelf = Shelf(root)
        shelf.read_all(KINDS)
        self.factions: dict[str, Faction] = {key: make_faction(key, it) for key, it in shelf.read(FACTIONS).items()}
        self.maps: dict[str, Battlefield] = {key: make_map(key, it) for key, it in shelf.read(MAPS).items()}
        self.scenarios: dict[str, Scenario] = {key: make_scenario(key, it) for key, it in shelf.read(SCENARIOS).items()}
        self.warbands: dict[str, Roster] = {}
        self.summaries: dict[str, str] = {}
        """What each ready warband is like, in a line."""
        for key, warband in shelf.read(WARBANDS).items():
            self.warbands[key] = roster_of(warband)
            self.summaries[key] = warband.summary


@cache
def content() -> Content:
    """The content of the package, read on first use."""
    return Content()


def slug(name: str) -> str:
    return "-".join(name.lower().replace("'", "").split())


# -- factions -------------------------------------------------------------------------------------------------------------


def faction_faults(key: str, entry: FactionEntry, shelf: Shelf) -> list[Fault]:
    """What the words alone do not show: unknown special rules, abilities, actions, weapons to swap."""
    faults: list[Fault] = []
    for line in entry.attacks:
        faults.extend(weapon_faults(line, "", "attacks"))
    for name in [*entry.abilities, *entry.leader_abilities]:
        faults.extend(ability_faults(name, "", "abilities"))
    for card_key, card in entry.entries.items():
        faults.extend(card_faults(card_key, card, entry.attacks))
    return faults


def card_faults(key: str, card: CardEntry, common_attacks: Sequence[str]) -> list[Fault]:
    faults: list[Fault] = []
    where = f"{card.name} [{key}]"
    attacks = [weapon.key for weapon in (*weapons_of(card.attacks), *weapons_of(common_attacks))]
    faults.extend(repeats(attacks, where, "attacks"))
    faults.extend(repeats([*card.abilities, *card.actions], where, "abilities and actions"))
    faults.extend(repeats([slug(option.name) for option in card.options], where, "options"))
    for line in card.attacks:
        faults.extend(weapon_faults(line, where, "attacks"))
    for name in card.abilities:
        faults.extend(ability_faults(name, where, "abilities"))
    for name in card.actions:
        if name not in ACTIONS:
            faults.append(unknown(name, ACTIONS, "special action", entry=where, field="actions"))
    names = [weapon_of(line).name for line in card.attacks if not weapon_faults(line, "", "")]
    for option in card.options:
        if option.attack:
            faults.extend(weapon_faults(option.attack, where, "options"))
        if option.ability:
            faults.extend(ability_faults(option.ability, where, "options"))
        if option.instead_of and option.instead_of not in names:
            faults.append(unknown(option.instead_of, names, "attack to give up", entry=where, field="options"))
    return faults


def repeats(keys: Sequence[str], where: str, field: str) -> list[Fault]:
    """What is there twice: only one of the two could be named in play."""
    return [
        Fault("", where, field, f"{key} stands there twice") for number, key in enumerate(keys) if key in keys[:number]
    ]


def weapon_faults(line: str, where: str, field: str) -> list[Fault]:
    """Special rules that are unknown, that stand there twice, or that say a distance where none is printed or none where one is."""
    match = ATTACK_LINE.fullmatch(line)
    if match is None:
        return []
    faults = repeats([rule["key"] for rule in RULE.finditer(match["rules"])], where, field)
    for found in RULE.finditer(match["rules"]):
        key, rule = found["key"], ATTACK_RULES.get(found["key"])
        if rule is None:
            faults.append(unknown(key, ATTACK_RULES, "special rule of attacks", entry=where, field=field))
        elif rule.takes_amount and not float(found["amount"] or 0):
            faults.append(Fault("", where, field, f'{key} is printed with a distance, as in {key} (2")'))
        elif found["amount"] and not rule.takes_amount:
            faults.append(Fault("", where, field, f"{key} is printed without a distance"))
    return faults


def ability_faults(name: str, where: str, field: str) -> list[Fault]:
    plain = name.partition(" (")[0]
    if plain not in ABILITIES:
        return [unknown(plain, ABILITIES, "ability", entry=where, field=field)]
    printed = printed_name(ABILITIES[plain])
    if name != printed:
        return [Fault("", where, field, f"{plain} is printed {printed!r}, not {name!r}")]
    return []


def printed_name(ability: Ability) -> str:
    return f"{ability.name} ({ability.cost} CP)" if ability.cost else ability.name


def make_faction(key: str, entry: FactionEntry) -> Faction:
    return made_from(
        entry,
        Faction,
        key=key,
        weapons=tuple([weapon_of(line) for line in entry.attacks]),
        abilities=tuple([ability_of(name) for name in entry.abilities]),
        leader_abilities=tuple([ability_of(name) for name in entry.leader_abilities]),
        cards=tuple([make_card(card_key, card) for card_key, card in entry.entries.items()]),
    )


def make_card(key: str, entry: CardEntry) -> Card:
    return made_from(
        entry,
        Card,
        key=key,
        types=tuple([part.strip() for part in entry.type.split(",")]),
        most=entry.max,
        command_points=entry.CP,
        speed=entry.SP,
        armor=int(entry.AR[0]),
        wounds=entry.WN,
        nerve=int(entry.NE[0]),
        weapons=weapons_of(entry.attacks),
        actions=tuple([action_of(name) for name in entry.actions]),
        abilities=tuple([ability_of(name) for name in entry.abilities]),
        options=tuple([make_option(option) for option in entry.options]),
    )


def make_option(entry: OptionEntry) -> WeaponOption:
    return made_from(
        entry,
        WeaponOption,
        key=slug(entry.name),
        adds=weapon_of(entry.attack) if entry.attack else None,
        ability=ability_of(entry.ability) if entry.ability else None,
    )


def weapons_of(lines: Sequence[str]) -> tuple[Weapon, ...]:
    """The attacks of a card; where one item has both kinds of attack, their keys say which is which."""
    names = [weapon_of(line).name for line in lines]
    return tuple([weapon_of(line, names.count(name) > 1) for line, name in zip(lines, names, strict=True)])


def weapon_of(line: str, both_kinds: bool = False) -> Weapon:
    """The attack of a printed line; a melee line without a range has range 0."""
    match = ATTACK_LINE.fullmatch(line)
    if match is None:
        raise ValueError(line)
    rules = []
    for found in RULE.finditer(match["rules"]):
        rule = ATTACK_RULES.get(found["key"])
        if rule is not None:
            rules.append(rule(found["key"], found[0], float(found["amount"] or 0)))
    melee = match["kind"] == "MELEE"
    key = slug(match["name"])
    if both_kinds:
        key += "-melee" if melee else "-ranged"
    return Weapon(
        key, match["name"], melee, float(match["range"] or 0), int(match["dice"]), int(match["hit"]),
        int(match["ap"]), int(match["damage"]), tuple(rules),
    )  # fmt: skip


def ability_of(name: str) -> Ability:
    return ABILITIES[name.partition(" (")[0]]


def action_of(name: str) -> SpecialAction:
    return ACTIONS[name]()


# -- maps -----------------------------------------------------------------------------------------------------------------


def map_faults(key: str, entry: MapEntry, shelf: Shelf) -> list[Fault]:
    try:
        field = make_map(key, entry)
    except BadShape as crooked:
        return [Fault("", "", "pieces", str(crooked))]
    needed = COVERAGE * entry.width * entry.depth
    if field.footprint < needed:
        return [
            Fault("", "", "pieces", f"terrain covers {field.footprint:g} square inches; at least {needed:g} are needed")
        ]
    return []


def make_map(key: str, entry: MapEntry) -> Battlefield:
    parts: list[Part] = []
    kinds: list[str] = []
    looks: list[str] = []
    counts: dict[str, int] = {}
    for piece, turned in [
        *[(piece, False) for piece in entry.pieces],
        *[(piece, turned) for piece in entry.half for turned in (False, True)],
    ]:
        title = piece.name or piece.kind
        counts[title] = counts.get(title, 0) + 1
        parts.append(make_piece(f"{title} {counts[title]}", piece, turned, entry.width, entry.depth))
        kinds.append(piece.kind)
        looks.append(piece.look or TERRAIN_KINDS[piece.kind].look)
    return Battlefield(key, entry.name, entry.summary, Table(entry.width, entry.depth, "in", parts), kinds, looks)


OPPOSITE: Final = {"south": "north", "north": "south", "east": "west", "west": "east"}


def make_piece(name: str, piece: PieceEntry, turned: bool, width: float, depth: float) -> Part:
    """One piece of terrain, perhaps turned by 180 degrees about the center of the table."""
    x1, y1, x2, y2 = piece.line or piece.rect or (0.0, 0.0, 0.0, 0.0)
    edges = dict(piece.edges)
    if turned:
        x1, y1, x2, y2 = width - x1, depth - y1, width - x2, depth - y2
        edges = {OPPOSITE[side]: kind for side, kind in edges.items()}  # type: ignore[misc]
    height = WOODS_HEIGHT if piece.kind == "woods" and not piece.height else piece.height
    if TERRAIN_KINDS[piece.kind].line:
        along = 0 if piece.line is not None and piece.line[1] == piece.line[3] else 1
        start = piece.line[along] if piece.line is not None else 0.0
        windows = [
            EdgeStretch("window", 0, abs(w.start - start), abs(w.end - start), w.sill, w.upper) for w in piece.windows
        ]
        return terrain_part(name, piece.kind, (x1, y1, x2, y2), height, (), windows)
    x1, x2 = min(x1, x2), max(x1, x2)
    y1, y2 = min(y1, y2), max(y1, y2)
    kinds = [edges[side] for side in SIDES] if edges else []
    ladders = [
        _ladder(ladder.edge, ladder.start, ladder.end, turned, (x1, y1, x2, y2), width, depth)
        for ladder in piece.ladders
    ]
    return terrain_part(name, piece.kind, (x1, y1, x2, y2), height, kinds, ladders)


def _ladder(
    side: str,
    start: float,
    end: float,
    turned: bool,
    rect: tuple[float, float, float, float],
    width: float,
    depth: float,
) -> EdgeStretch:
    """A ladder from one coordinate to another along an edge, as a stretch of the outline's edge."""
    upright = side in ("east", "west")
    if turned:
        side = OPPOSITE[side]
        size = depth if upright else width
        start, end = size - end, size - start
    x1, y1, x2, y2 = rect
    if side == "south":
        start, end = start - x1, end - x1
    elif side == "north":
        start, end = x2 - end, x2 - start
    elif side == "east":
        start, end = start - y1, end - y1
    else:
        start, end = y2 - end, y2 - start
    return EdgeStretch("ladder", SIDES.index(side), start, end)


# -- scenarios ------------------------------------------------------------------------------------------------------------


def scenario_faults(key: str, entry: ScenarioEntry, shelf: Shelf) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    for objective in entry.objectives:
        if objective.key in seen:
            faults.append(Fault("", "", "objectives", f"{objective.key} is used twice"))
        seen.add(objective.key)
    for zone in entry.zones:
        if zone.rect[0] >= zone.rect[2] or zone.rect[1] >= zone.rect[3]:
            faults.append(Fault("", "", "zones", f"{zone.name}: its rectangle has no inside"))
    return faults


def make_scenario(key: str, entry: ScenarioEntry) -> Scenario:
    first, second = [made_from(zone, Zone) for zone in entry.zones]
    objectives = [
        made_from(it, Objective, label=it.label or f"objective {it.key[1:]}", x=it.at[0], y=it.at[1])
        for it in entry.objectives
    ]
    return made_from(entry, Scenario, key=key, zones=(first, second), objectives=tuple(objectives))


# -- ready warbands -------------------------------------------------------------------------------------------------------


def roster_of(entry: WarbandEntry) -> Roster:
    entries = [RosterEntry(line.unit, line.count, line.options, "", line.leader) for line in entry.entries]
    return Roster("killteam_vanguard", entry.faction, entry.name, entries)


def warband_faults(key: str, entry: WarbandEntry, shelf: Shelf) -> list[Fault]:
    """A ready warband is one of a known faction and, as soon as that can be judged, a legal one."""
    factions = shelf.keys(FACTIONS)
    if entry.faction not in factions:
        return [unknown(entry.faction, factions, "faction", field="faction")]
    if not shelf.sound or entry.faction not in content().factions:
        return []
    from vanguard.rulebooks.killteam_vanguard.content.army_list import BOOK

    found = BOOK.legality(roster_of(entry))
    return [Fault("", "", "entries", sentence) for sentence in found.sentences()]


# -- the kinds of files ---------------------------------------------------------------------------------------------------

FACTIONS: Final = ContentKind("content/factions/*.toml", FactionEntry, faction_faults, one_entry=True)
MAPS: Final = ContentKind("content/maps/*.toml", MapEntry, map_faults, one_entry=True)
SCENARIOS: Final = ContentKind("content/scenarios/*.toml", ScenarioEntry, scenario_faults, one_entry=True)
WARBANDS: Final = ContentKind("content/warbands/*.toml", WarbandEntry, warband_faults)
KINDS: Final[dict[str, ContentKind[Any]]] = {
    "factions": FACTIONS,
    "maps": MAPS,
    "scenarios": SCENARIOS,
    "warbands": WARBANDS,
}
