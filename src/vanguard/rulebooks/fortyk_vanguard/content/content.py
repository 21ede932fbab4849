"""Everything printed, loaded once from the content files into profiles that never change."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from vanguard.core.armies.rosters import Roster, RosterEntry
from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
from vanguard.rulebooks.fortyk_vanguard.content.content_models import (
    QUANTITY,
    STRENGTH,
    WEAPON_TYPE,
    AbilityEntry,
    ArmyEntry,
    DatasheetEntry,
    DetachmentEntry,
    FactionEntry,
    MapEntry,
    MissionEntry,
    OptionEntry,
    PowerEntry,
    StratagemEntry,
    VariantEntry,
    WeaponEntry,
    WeaponProfileEntry,
)
from vanguard.rulebooks.fortyk_vanguard.content.datasheets import (
    LEADER,
    TEAM,
    TROOPER,
    Datasheet,
    Detachment,
    Faction,
    ModelKind,
    WargearOption,
    WeaponRack,
)
from vanguard.rulebooks.fortyk_vanguard.content.maps import make_map, map_faults
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    NO_CHARACTERISTIC,
    Ability,
    BattlefieldMap,
    Characteristics,
    DamageRow,
    Explosion,
    Footprint,
    Mission,
    PsychicPower,
    Quantity,
    Stratagem,
    TableSize,
    Weapon,
    WeaponProfile,
    WeaponStrength,
)
from vanguard.rulebooks.fortyk_vanguard.special_rules import KNOWN, KNOWN_POWERS

CONTENT: Final = Path(__file__).parent
SMITE: Final = "smite"
RULEBOOK: Final = "fortyk_vanguard"


@dataclass(frozen=True, eq=False)
class ReadyArmy:
    """A ready army: its list, the points limit it is made for, and what it is like in a line."""

    key: str
    roster: Roster
    points_limit: int
    summary: str


@dataclass(eq=False)
class Content:
    """Everything printed, by key and in the order of the files."""

    rack: WeaponRack
    abilities: dict[str, Ability]
    powers: dict[str, PsychicPower]
    stratagems: dict[str, Stratagem]
    detachments: dict[str, Detachment]
    factions: dict[str, Faction]
    mission: Mission
    sizes: dict[str, TableSize]
    maps: dict[str, BattlefieldMap]
    armies: dict[str, ReadyArmy]
    datasheets: dict[str, Datasheet] = field(init=False)
    """Those of all factions; no two have the same key."""

    def __post_init__(self) -> None:
        self.datasheets = {
            key: sheet for faction in self.factions.values() for key, sheet in faction.datasheets.items()
        }


@cache
def content() -> Content:
    """The content of the package, read on first use."""
    return load_content(CONTENT)


def load_content(root: Path) -> Content:
    """The content of a directory. Raises `ContentFaults` with everything that is wrong with all its files."""
    shelf = Shelf(root)
    shelf.read_all(KINDS)
    mission = shelf.only(MISSION)
    rack = WeaponRack({key: make_weapon(key, entry) for key, entry in shelf.read(WEAPONS).items()})
    abilities = {key: made_from(it, Ability, key=key, rule=it.rule or key) for key, it in shelf.read(ABILITIES).items()}
    spells = {
        key: made_from(it, PsychicPower, key=key, on_enemy=it.on == "enemy") for key, it in shelf.read(POWERS).items()
    }
    sizes = make_sizes(mission)
    return Content(
        rack,
        abilities,
        spells,
        {key: made_from(entry, Stratagem, key=key) for key, entry in shelf.read(STRATAGEMS).items()},
        {
            key: made_from(entry, Detachment, key=key, slots=dict(entry.slots.items()))
            for key, entry in shelf.read(DETACHMENTS).items()
        },
        {key: make_faction(key, entry, abilities, spells) for key, entry in shelf.read(FACTIONS).items()},
        made_from(mission, Mission, key="only-war"),
        sizes,
        {key: make_map(key, entry, sizes[entry.size]) for key, entry in shelf.read(MAPS).items()},
        {key: make_army(key, entry) for key, entry in shelf.read(ARMIES).items()},
    )


def slug(name: str) -> str:
    return "-".join("".join([letter for letter in name.lower() if letter.isalnum() or letter in " -"]).split())


# -- what the words alone do not show -----------------------------------------------------------------------------------

STATED: Final[dict[str, str]] = {
    "duty-eternal": "damage_reduction", "ramshackle": "damage_reduction", "diminutive": "cover_bonus",
    "slabshield": "save_bonus", "brute-shield": "invulnerable", "cybork-body": "ignore_wounds", "explodes": "explosion",
    "transport": "capacity", "open-topped": "capacity",
}  # fmt: skip
"""Rules that are a number of the datasheet, or of the option that gives them, and its field."""


def ability_faults(key: str, entry: AbilityEntry, shelf: Shelf) -> list[Fault]:
    """An ability is a rule that somebody has written."""
    rule = entry.rule or key
    return [] if rule in KNOWN else [unknown(rule, KNOWN, "rule of abilities", field="rule" if entry.rule else "")]


def power_faults(key: str, entry: PowerEntry, shelf: Shelf) -> list[Fault]:
    """What a power does is written in the rules."""
    return [] if key in KNOWN_POWERS else [unknown(key, KNOWN_POWERS, "psychic power in the rules")]


def unstated_faults(unit: DatasheetEntry, shelf: Shelf) -> list[Fault]:
    """What the card promises has its number, or nothing would come of it."""
    faults: list[Fault] = []
    printed = shelf.read(ABILITIES)
    owners: list[DatasheetEntry | OptionEntry] = [unit, *unit.options]
    for owner in owners:
        for key in owner.abilities:
            rule = (printed[key].rule or key) if key in printed else ""
            field = STATED.get(rule, "")
            if field and not any([getattr(it, field, None) for it in (owner, unit, unit.profile)]):
                faults.append(Fault("", unit.name, field, f"{key} is on the card, but its number is not given"))
    return faults


def datasheet_faults(unit: DatasheetEntry, shelf: Shelf) -> list[Fault]:
    faults: list[Fault] = []
    variants = [variant for variant in (unit.leader, unit.team) if variant is not None]
    weapons = [*unit.weapons, *[key for variant in variants for key in variant.weapons or []]]
    owned = [*weapons, *unit.abilities]
    abilities = list(unit.abilities)
    for option in unit.options:
        weapons.extend(option.weapons)
        abilities.extend(option.abilities)
        for given_up in [*option.instead_of, *([option.needs] if option.needs else [])]:
            if given_up not in owned:
                faults.append(unknown(given_up, owned, "wargear of this unit", entry=unit.name, field="options"))
        if option.who == LEADER and unit.leader is None:
            faults.append(Fault("", unit.name, "options", f"{option.name} is for a squad leader, and there is none"))
        if option.who == TEAM and unit.team is None:
            faults.append(Fault("", unit.name, "options", f"{option.name} is for a team, and there is none"))
    spells = unit.psyker.discipline if unit.psyker is not None else []
    for kind, named, what, where in (
        (WEAPONS, weapons, "weapon", "weapons"),
        (ABILITIES, abilities, "ability", "abilities"),
        (POWERS, spells, "psychic power", "psyker"),
    ):
        known = shelf.keys(kind)
        faults += [unknown(key, known, what, entry=unit.name, field=where) for key in named if key not in known]
    return faults + unstated_faults(unit, shelf)


def faction_faults(key: str, entry: FactionEntry, shelf: Shelf) -> list[Fault]:
    """Datasheets name known weapons, abilities and powers, and no two factions have one of the same key."""
    faults: list[Fault] = []
    for unit_key, unit in entry.units.items():
        faults += datasheet_faults(unit, shelf)
        for other, faction in shelf.read(FACTIONS).items():
            if other != key and unit_key in faction.units:
                faults.append(Fault("", unit_key, "", f"{other} has a datasheet {unit_key} already"))
    return faults


def field_faults(key: str, entry: MapEntry, shelf: Shelf) -> list[Fault]:
    """A map of a known size, and whatever is wrong with its terrain."""
    sizes = {size: it for mission in shelf.read(MISSION).values() for size, it in mission.sizes.items()}
    if sizes and entry.size not in sizes:
        return [unknown(entry.size, sizes, "table size", field="size")]
    return map_faults(key, entry)


def army_faults(key: str, entry: ArmyEntry, shelf: Shelf) -> list[Fault]:
    """A ready army is one of a known faction and, as soon as that can be judged, legal at its points limit."""
    factions = shelf.keys(FACTIONS)
    if entry.faction not in factions:
        return [unknown(entry.faction, factions, "faction", field="faction")]
    if not shelf.sound:
        return []
    from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK

    found = BOOK.legality(make_army(key, entry).roster, entry.points_limit)
    return [Fault("", key, "entries", sentence) for sentence in found.sentences()]


WEAPONS: Final = ContentKind("content/weapons.toml", WeaponEntry)
ABILITIES: Final = ContentKind("content/abilities.toml", AbilityEntry, ability_faults)
POWERS: Final = ContentKind("content/powers.toml", PowerEntry, power_faults)
STRATAGEMS: Final = ContentKind("content/stratagems.toml", StratagemEntry)
DETACHMENTS: Final = ContentKind("content/detachments.toml", DetachmentEntry)
MISSION: Final = ContentKind("content/mission.toml", MissionEntry, one_entry=True)
FACTIONS: Final = ContentKind("content/factions/*.toml", FactionEntry, faction_faults, one_entry=True)
MAPS: Final = ContentKind("content/maps/*.toml", MapEntry, field_faults, one_entry=True)
ARMIES: Final = ContentKind("content/armies/*.toml", ArmyEntry, army_faults)
KINDS: Final[dict[str, ContentKind[Any]]] = {
    "weapons": WEAPONS,
    "abilities": ABILITIES,
    "powers": POWERS,
    "stratagems": STRATAGEMS,
    "detachments": DETACHMENTS,
    "mission": MISSION,
    "factions": FACTIONS,
    "maps": MAPS,
    "armies": ARMIES,
}


# -- making profiles ------------------------------------------------------------------------------------------------------


def quantity_of(text: str) -> Quantity:
    read = QUANTITY.fullmatch(text)
    assert read is not None, text
    if read["fixed"] is not None:
        return Quantity(int(read["fixed"]))
    return Quantity(int(read["added"] or 0), int(read["dice"] or 1), int(read["sides"]))


def number_of(target: str | None) -> int:
    """The x of x+, 0 where there is none."""
    return int(target[0]) if target and target != "-" else NO_CHARACTERISTIC


def make_weapon(key: str, entry: WeaponEntry) -> Weapon:
    return Weapon(key, key, entry.name, tuple([make_profile(key, entry.name, profile) for profile in entry.profiles]))


def make_profile(key: str, weapon: str, entry: WeaponProfileEntry) -> WeaponProfile:
    read = WEAPON_TYPE.fullmatch(entry.type)
    hard = STRENGTH.fullmatch(entry.S)
    assert read is not None and hard is not None, entry.name
    near, far = read["near"], read["far"]
    attacks = quantity_of(read["attacks"] or near or "0")
    at_half_range = entry.damage_at_half_range
    return made_from(
        entry,
        WeaponProfile,
        key=f"{key}-{slug(entry.name)}" if entry.name else key,
        name=f"{weapon}, {entry.name}" if entry.name else weapon,
        type=slug(read["type"]) if read["type"] else "dakka" if near else "melee",
        attacks=attacks,
        attacks_beyond_half=quantity_of(far) if far else attacks,
        strength=WeaponStrength(int(hard["own"] or 0), int(hard["times"] or 1), int(hard["plus"] or 0)),
        ap=entry.AP,
        damage=quantity_of(entry.D),
        damage_at_half_range=quantity_of(at_half_range) if at_half_range else None,
    )


def make_faction(
    key: str, entry: FactionEntry, abilities: dict[str, Ability], powers: dict[str, PsychicPower]
) -> Faction:
    sheets = {
        unit_key: make_datasheet(key, unit_key, unit, entry.keyword, abilities, powers)
        for unit_key, unit in entry.units.items()
    }
    return Faction(key, entry.name, entry.summary, entry.keyword, sheets)


def make_datasheet(
    faction: str,
    key: str,
    entry: DatasheetEntry,
    keyword: str,
    abilities: dict[str, Ability],
    powers: dict[str, PsychicPower],
) -> Datasheet:
    psyker, explosion = entry.psyker, entry.explosion
    return made_from(
        entry,
        Datasheet,
        key=key,
        faction=faction,
        least=entry.size[0],
        most=entry.size[1],
        keywords=frozenset([*entry.keywords, keyword]),
        trooper=make_kind(TROOPER, entry, None),
        leader=make_kind(LEADER, entry, entry.leader) if entry.leader is not None else None,
        team=make_kind(TEAM, entry, entry.team) if entry.team is not None else None,
        abilities=tuple([abilities[name] for name in entry.abilities]),
        options=tuple([make_option(option, abilities) for option in entry.options]),
        powers_per_phase=psyker.powers if psyker is not None else 0,
        denies_per_phase=psyker.denies if psyker is not None else 0,
        powers_chosen=psyker.chooses if psyker is not None else 0,
        discipline=tuple([powers[name] for name in psyker.discipline]) if psyker is not None else (),
        ignore_wounds=number_of(entry.ignore_wounds),
        explosion=Explosion(explosion.roll, explosion.reach, quantity_of(explosion.mortal_wounds))
        if explosion
        else None,
    )


def make_kind(key: str, entry: DatasheetEntry, variant: VariantEntry | None) -> ModelKind:
    """The common model of a datasheet, or the one that differs from it."""
    name, look, line = entry.model, entry.look, entry.profile
    base_mm, height, weapons = entry.base_mm, entry.height, entry.weapons
    strength, wounds, attacks, leadership = line.S, line.W, line.A, line.Ld
    if variant is not None:
        name, look = variant.name, variant.look or look
        base_mm, height = variant.base_mm or base_mm, variant.height or height
        weapons = weapons if variant.weapons is None else variant.weapons
        strength, wounds = variant.S or strength, variant.W or wounds
        attacks, leadership = variant.A or attacks, variant.Ld or leadership
    rows = [
        DamageRow(
            row.wounds,
            row.M or line.M,
            number_of(row.WS or line.WS),
            number_of(row.BS or line.BS),
            row.S or strength,
            quantity_of(row.A or attacks),
        )
        for row in entry.damage_table
    ]
    if not rows:
        rows = [DamageRow(1, line.M, number_of(line.WS), number_of(line.BS), strength, quantity_of(attacks))]
    characteristics = Characteristics(
        tuple(rows), line.T, wounds, leadership, number_of(line.Sv), number_of(line.invulnerable)
    )
    return ModelKind(key, name, look, characteristics, Footprint(base_mm, height, entry.hull), tuple(weapons))


def make_option(entry: OptionEntry, abilities: dict[str, Ability]) -> WargearOption:
    key = slug(entry.name)
    return made_from(
        entry,
        WargearOption,
        key=key,
        abilities=tuple([abilities[name] for name in entry.abilities]),
        group=entry.group or key,
        look=entry.look or "",
        invulnerable=number_of(entry.invulnerable),
        ignore_wounds=number_of(entry.ignore_wounds),
    )


def make_sizes(mission: MissionEntry) -> dict[str, TableSize]:
    return {key: made_from(size, TableSize, key=key) for key, size in mission.sizes.items()}


def make_army(key: str, entry: ArmyEntry) -> ReadyArmy:
    lines = [RosterEntry(line.unit, line.count, line.options, line.name, line.leader) for line in entry.entries]
    return ReadyArmy(key, Roster(RULEBOOK, entry.faction, entry.name, lines), entry.points_limit, entry.summary)
