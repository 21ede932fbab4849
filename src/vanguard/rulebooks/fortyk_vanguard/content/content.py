"""Everything printed, loaded once from the content files into profiles that never change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.content import ContentFaults, ContentKind, Fault, digest_of, load_entries, load_one, unknown
from vanguard.core.rosters import Roster, RosterEntry
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

if TYPE_CHECKING:
    from vanguard.rulebooks.fortyk_vanguard.content.content_models import (
        ArmyEntry,
        DatasheetEntry,
        FactionEntry,
        MapEntry,
        MissionEntry,
        OptionEntry,
        VariantEntry,
        WeaponEntry,
        WeaponProfileEntry,
    )

CONTENT: Final = Path(__file__).parent
SMITE: Final = "smite"
RULEBOOK: Final = "fortyk_vanguard"


class ReadyArmy:
    """A ready army: its list, the points limit it is made for, and what it is like in a line."""

    __slots__ = ("key", "roster", "points_limit", "summary")

    def __init__(self, key: str, roster: Roster, points_limit: int, summary: str) -> None:
        self.key: Final[str] = key
        self.roster: Final[Roster] = roster
        self.points_limit: Final[int] = points_limit
        self.summary: Final[str] = summary


class Content:
    """Everything printed, by key and in the order of the files."""

    __slots__ = (
        "rack", "abilities", "powers", "stratagems", "detachments", "factions", "datasheets", "mission", "sizes", "maps", "armies",
        "digest",
    )  # fmt: skip

    def __init__(
        self,
        rack: WeaponRack,
        abilities: dict[str, Ability],
        powers: dict[str, PsychicPower],
        stratagems: dict[str, Stratagem],
        detachments: dict[str, Detachment],
        factions: dict[str, Faction],
        mission: Mission,
        sizes: dict[str, TableSize],
        maps: dict[str, BattlefieldMap],
        armies: dict[str, ReadyArmy],
        digest: str,
    ) -> None:
        self.rack: Final = rack
        self.abilities: Final = abilities
        self.powers: Final = powers
        self.stratagems: Final = stratagems
        self.detachments: Final = detachments
        self.factions: Final = factions
        self.datasheets: Final[dict[str, Datasheet]] = {
            key: sheet for faction in factions.values() for key, sheet in faction.datasheets.items()
        }
        """Those of all factions; no two have the same key."""
        self.mission: Final = mission
        self.sizes: Final = sizes
        self.maps: Final = maps
        self.armies: Final = armies
        self.digest: Final = digest


_loaded: list[Content] = []


def content() -> Content:
    """The content of the package, read on first use."""
    if not _loaded:
        _loaded.append(load_content(CONTENT))
    return _loaded[0]


def load_content(root: Path) -> Content:
    """The content of a directory. Raises `ContentFaults` with everything that is wrong with all its files."""
    from vanguard.rulebooks.fortyk_vanguard.content import content_models as models

    faults: list[Fault] = []
    weapons = _tried(faults, lambda: load_entries(root / "weapons.toml", models.WeaponEntry), {})
    printed = _tried(faults, lambda: load_entries(root / "abilities.toml", models.AbilityEntry), {})
    powers = _tried(faults, lambda: load_entries(root / "powers.toml", models.PowerEntry), {})
    cards = _tried(faults, lambda: load_entries(root / "stratagems.toml", models.StratagemEntry), {})
    detachments = _tried(faults, lambda: load_entries(root / "detachments.toml", models.DetachmentEntry), {})
    armies = _tried(faults, lambda: load_entries(root / "armies", models.ArmyEntry), {})
    mission = _tried(faults, lambda: load_one(root / "mission.toml", models.MissionEntry), None)
    known = Known(list(weapons), list(printed), list(powers))
    factions = _one_per_file(faults, root / "factions", models.FactionEntry, known.faction_faults)
    maps = _one_per_file(faults, root / "maps", models.MapEntry, map_faults)
    faults.extend(cross_faults(mission, maps, factions, armies))
    if faults or mission is None:
        raise ContentFaults(faults)
    rack = WeaponRack({key: make_weapon(key, entry) for key, entry in weapons.items()})
    abilities = {
        key: Ability(key, entry.name, entry.rule or key, entry.reach, entry.number, entry.text)
        for key, entry in printed.items()
    }
    spells = {
        key: PsychicPower(
            key, entry.name, entry.warp_charge, entry.reach, entry.on == "enemy", entry.needs_sight, entry.text
        )
        for key, entry in powers.items()
    }
    sizes = make_sizes(mission)
    return Content(
        rack,
        abilities,
        spells,
        {
            key: Stratagem(key, entry.name, entry.cost, entry.once_per_battle, entry.clause, entry.text)
            for key, entry in cards.items()
        },
        {
            key: Detachment(key, entry.name, entry.command_points, entry.refunded, dict(entry.slots))
            for key, entry in detachments.items()
        },
        {key: make_faction(key, entry, abilities, spells) for key, entry in factions.items()},
        Mission(
            "only-war", mission.name, mission.text, mission.rounds, mission.markers, mission.marker_mm,
            mission.marker_reach,
        ),
        sizes,
        {key: make_map(key, entry, sizes[entry.size]) for key, entry in maps.items()},
        {key: make_army(key, entry) for key, entry in armies.items()},
        digest_of(root),
    )  # fmt: skip


def _tried(faults: list[Fault], load: Callable[[], Any], otherwise: Any) -> Any:
    """What is loaded; its faults are collected so that all of them can be shown together."""
    try:
        return load()
    except ContentFaults as found:
        faults.extend(found.faults)
        return otherwise


def _one_per_file(faults: list[Fault], directory: Path, model: Any, check: Callable[[str, Any], list[Fault]]) -> Any:
    """Files that are one entry each, by the names of the files."""
    found: dict[str, Any] = {}
    for file in sorted(directory.glob("*.toml")):
        entry = _tried(faults, partial(load_one, file, model, check), None)
        if entry is not None:
            found[file.stem] = entry
    return found


def cross_faults(
    mission: MissionEntry | None,
    maps: dict[str, MapEntry],
    factions: dict[str, FactionEntry],
    armies: dict[str, ArmyEntry],
) -> list[Fault]:
    """What one file says of another: table sizes, factions, datasheets with the same key."""
    faults: list[Fault] = []
    for key, field in maps.items():
        if mission is not None and field.size not in mission.sizes:
            faults.append(unknown(field.size, mission.sizes, "table size", entry=f"{field.name} [{key}]", field="size"))
    seen: dict[str, str] = {}
    for faction_key, faction in factions.items():
        for key in faction.units:
            if key in seen:
                faults.append(Fault(f"{faction_key}.toml", key, "", f"{seen[key]} has a datasheet {key} already"))
            seen[key] = faction_key
    for key, army in armies.items():
        if army.faction not in factions:
            faults.append(unknown(army.faction, factions, "faction", entry=f"{army.name} [{key}]", field="faction"))
    return faults


def content_kinds() -> dict[str, ContentKind]:
    """The kinds of content files, for checking them and for editors."""
    where = "content/"
    return {
        "weapons": ContentKind(where + "weapons.toml", lambda: _models().WeaponEntry),
        "abilities": ContentKind(where + "abilities.toml", lambda: _models().AbilityEntry),
        "powers": ContentKind(where + "powers.toml", lambda: _models().PowerEntry),
        "stratagems": ContentKind(where + "stratagems.toml", lambda: _models().StratagemEntry),
        "detachments": ContentKind(where + "detachments.toml", lambda: _models().DetachmentEntry),
        "mission": ContentKind(where + "mission.toml", lambda: _models().MissionEntry, one_entry=True),
        "factions": ContentKind(
            where + "factions/*.toml", lambda: _models().FactionEntry, faction_faults, one_entry=True
        ),
        "maps": ContentKind(where + "maps/*.toml", lambda: _models().MapEntry, map_faults, one_entry=True),
        "armies": ContentKind(where + "armies/*.toml", lambda: _models().ArmyEntry, army_faults),
    }


def _models() -> Any:
    from vanguard.rulebooks.fortyk_vanguard.content import content_models

    return content_models


def slug(name: str) -> str:
    return "-".join("".join([letter for letter in name.lower() if letter.isalnum() or letter in " -"]).split())


# -- what the words alone do not show -----------------------------------------------------------------------------------


class Known:
    """The keys that datasheets may refer to."""

    def __init__(self, weapons: list[str], abilities: list[str], powers: list[str]) -> None:
        self.weapons = weapons
        self.abilities = abilities
        self.powers = powers

    def faction_faults(self, key: str, entry: FactionEntry) -> list[Fault]:
        faults: list[Fault] = []
        for unit in entry.units.values():
            faults.extend(self.datasheet_faults(unit))
        return faults

    def datasheet_faults(self, unit: DatasheetEntry) -> list[Fault]:
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
                faults.append(
                    Fault("", unit.name, "options", f"{option.name} is for a squad leader, and there is none")
                )
            if option.who == TEAM and unit.team is None:
                faults.append(Fault("", unit.name, "options", f"{option.name} is for a team, and there is none"))
        for key in weapons:
            if key not in self.weapons:
                faults.append(unknown(key, self.weapons, "weapon", entry=unit.name, field="weapons"))
        for key in abilities:
            if key not in self.abilities:
                faults.append(unknown(key, self.abilities, "ability", entry=unit.name, field="abilities"))
        for key in unit.psyker.discipline if unit.psyker is not None else []:
            if key not in self.powers:
                faults.append(unknown(key, self.powers, "psychic power", entry=unit.name, field="psyker"))
        return faults


def faction_faults(key: str, entry: FactionEntry) -> list[Fault]:
    """The faults of a faction file that is checked by itself, against the weapons and abilities of the package."""
    here = content()
    return Known(list(here.rack.weapons), list(here.abilities), list(here.powers)).faction_faults(key, entry)


def army_faults(key: str, entry: ArmyEntry) -> list[Fault]:
    """A ready army is a legal army of its faction at its points limit."""
    from vanguard.rulebooks.fortyk_vanguard.content.army_list import roster_legality

    found = roster_legality(make_army(key, entry).roster, entry.points_limit)
    return [Fault("", key, "entries", sentence) for sentence in found.sentences()]


# -- making profiles ------------------------------------------------------------------------------------------------------


def quantity_of(text: str) -> Quantity:
    read = _models().QUANTITY.fullmatch(text)
    if read["fixed"] is not None:
        return Quantity(int(read["fixed"]))
    return Quantity(int(read["added"] or 0), int(read["dice"] or 1), int(read["sides"]))


def number_of(target: str | None) -> int:
    """The x of x+, 0 where there is none."""
    return int(target[0]) if target and target != "-" else NO_CHARACTERISTIC


def make_weapon(key: str, entry: WeaponEntry) -> Weapon:
    return Weapon(key, key, entry.name, tuple([make_profile(key, entry.name, profile) for profile in entry.profiles]))


def make_profile(key: str, weapon: str, entry: WeaponProfileEntry) -> WeaponProfile:
    read = _models().WEAPON_TYPE.fullmatch(entry.type)
    hard = _models().STRENGTH.fullmatch(entry.S)
    near, far = read["near"], read["far"]
    type_ = slug(read["type"]) if read["type"] else "dakka" if near else "melee"
    return WeaponProfile(
        f"{key}-{slug(entry.name)}" if entry.name else key,
        f"{weapon}, {entry.name}" if entry.name else weapon,
        entry.range,
        type_,
        quantity_of(read["attacks"] or near or "0"),
        WeaponStrength(int(hard["own"] or 0), int(hard["times"] or 1), int(hard["plus"] or 0)),
        entry.AP,
        quantity_of(entry.D),
        quantity_of(far) if far else None,
        entry.blast,
        quantity_of(entry.damage_at_half_range) if entry.damage_at_half_range else None,
        entry.hit_modifier,
        entry.automatic_hits,
        entry.extra_hits_on_six,
        entry.automatic_wounds_on_six,
        entry.mortal_wounds_on_six,
        entry.extra_attacks,
        entry.only_extra_attacks,
        entry.ignores_look_out_sir,
        entry.ignores_visibility,
        entry.once_per_battle,
        entry.destroys_bearer_on_one,
        entry.mortal_wound_to_bearer_on_one,
        entry.only_if_stationary,
        entry.bolt,
        entry.lasgun,
        entry.grinding_advance,
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
    return Datasheet(
        key,
        entry.name,
        faction,
        entry.role,
        entry.size,
        entry.points,
        entry.full_price,
        frozenset([*entry.keywords, keyword]),
        make_kind(TROOPER, entry, None),
        make_kind(LEADER, entry, entry.leader) if entry.leader is not None else None,
        make_kind(TEAM, entry, entry.team) if entry.team is not None else None,
        tuple([abilities[name] for name in entry.abilities]),
        tuple([make_option(option, abilities) for option in entry.options]),
        (psyker.powers, psyker.denies, psyker.chooses) if psyker is not None else (0, 0, 0),
        tuple([powers[name] for name in psyker.discipline]) if psyker is not None else (),
        Explosion(explosion.roll, explosion.reach, quantity_of(explosion.mortal_wounds)) if explosion else None,
        entry.capacity,
        entry.damage_reduction,
        entry.damage_reduction_up_to,
        entry.cover_bonus,
        entry.save_bonus,
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
    return WargearOption(
        slug(entry.name),
        entry.name,
        entry.points,
        entry.who,
        tuple(entry.weapons),
        tuple([abilities[name] for name in entry.abilities]),
        tuple(entry.instead_of),
        entry.needs,
        entry.most,
        entry.per,
        entry.group,
        entry.look or "",
        number_of(entry.invulnerable),
        entry.save_bonus,
        number_of(entry.ignore_wounds),
    )


def make_sizes(mission: MissionEntry) -> dict[str, TableSize]:
    return {
        key: TableSize(
            key,
            size.name,
            size.width,
            size.depth,
            size.zones,
            tuple(size.markers),
            size.from_edge,
            size.from_marker,
            size.between_centres,
        )
        for key, size in mission.sizes.items()
    }


def make_army(key: str, entry: ArmyEntry) -> ReadyArmy:
    lines = [RosterEntry(line.unit, line.count, line.options, line.name, line.leader) for line in entry.entries]
    return ReadyArmy(key, Roster(RULEBOOK, entry.faction, entry.name, lines), entry.points_limit, entry.summary)
