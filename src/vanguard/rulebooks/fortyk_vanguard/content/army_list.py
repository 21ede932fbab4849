"""Mustering an army: Detachment, units, wargear, Warlord, Command points, and the split into units of one model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from vanguard.core.armies.numbering import label_of, numbered, numbers_among
from vanguard.core.armies.rosters import (
    Legality,
    OptionListing,
    Reason,
    Roster,
    RosterBook,
    RosterClauses,
    RosterEntry,
    UnitListing,
    legality,
    points_of,
)
from vanguard.core.telling.events import counted
from vanguard.rulebooks.fortyk_vanguard.content.content import RULEBOOK, SMITE, content
from vanguard.rulebooks.fortyk_vanguard.content.datasheets import (
    ANY,
    LEADER,
    MEN_IN_A_TEAM,
    TEAM,
    TROOPER,
    WHOLE_UNIT,
    Datasheet,
    Detachment,
    ModelKind,
    WargearOption,
)
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    DEDICATED_TRANSPORT,
    HQ,
    INFANTRY,
    ROLES,
    Ability,
    Characteristics,
    ModelProfile,
    PsychicPower,
    Psyker,
)

COMBAT_PATROL: Final = 500
"""The most points of this battle size."""
STARTING_COMMAND_POINTS: Final = 3
HQ_NEEDED_FROM: Final = 300
PATROL: Final = "patrol"
WITHOUT_LEADER: Final = "without-leader"
ROLE_NAMES: Final[dict[str, str]] = {role: role.replace("-", " ").title() for role in ROLES} | {HQ: "HQ"}


class MusterBook(RosterBook):
    """What each faction can field, at an agreed points limit or, if none is agreed, in a game of its own cost."""

    rulebook = RULEBOOK
    clauses = RosterClauses(
        faction="core.army.battle-forged",
        units="core.army.battle-forged",
        most="muster.detachment-line",
        options="vanguard.detachment.wargear-ignores-unit-size",
        points="vanguard.golden.points-costed",
        leader="core.army.warlord",
    )
    leaders = 1
    limit = COMBAT_PATROL
    entries_are_units = True

    def __init__(self, agreed: int | None = None) -> None:
        self.agreed: int | None = agreed
        """The points limit the players agreed on."""
        super().__init__()

    def legality(self, roster: Roster, limit: int | None = None) -> Legality:
        """Everything wrong with a list in a game of this points limit, or of its own cost if none is agreed."""
        return legality(roster, MusterBook(limit), limit)

    def factions(self) -> Mapping[str, str]:
        return {key: faction.name for key, faction in content().factions.items()}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        return listings_of(faction)

    def entry_points(self, entry: RosterEntry, listing: UnitListing) -> int:
        extras = sum([listing.options[option].cost for option in entry.options if option in listing.options])
        sheet = content().datasheets.get(entry.unit)
        return 0 if sheet is None else sheet.price(entry.count) + extras  # a Detachment costs no points

    def further_reasons(self, roster: Roster) -> Iterable[Reason]:
        units = units_of(roster)
        yield from detachment_line_reasons(roster)
        for number, entry, sheet in units:
            yield from unit_reasons(number, entry, sheet)
        yield from understrength_reasons(units)
        game = self.agreed if self.agreed is not None else points_of(roster, self)
        yield from slot_reasons(roster, self, game)


BOOK: Final = MusterBook()
MusteredUnit = tuple[int, RosterEntry, Datasheet]
"""The number of its line, the line and its datasheet."""


@cache
def listings_of(faction: str) -> Mapping[str, UnitListing]:
    """Datasheets and, in lines of their own, Detachments; looked at for every list, and always the same."""
    listings = {key: listing_of(sheet) for key, sheet in content().factions[faction].datasheets.items()}
    for detachment in content().detachments.values():
        listings[line_of(detachment)] = UnitListing(line_of(detachment), detachment.name, 0, 1, False)
    return listings


def line_of(detachment: Detachment) -> str:
    return f"{detachment.key}-detachment"


def listing_of(sheet: Datasheet) -> UnitListing:
    options = [
        OptionListing(option.key, option.name, option.points, most_of(option, sheet)) for option in sheet.options
    ]
    options.extend([OptionListing(power.key, power.name) for power in sheet.discipline])
    if sheet.leader is not None:
        options.append(OptionListing(WITHOUT_LEADER, f"without {sheet.leader.name}"))
    return UnitListing(sheet.key, sheet.name, sheet.points, None, True, options)


def most_of(option: WargearOption, sheet: Datasheet) -> int:
    """How often a unit of the largest size can take it."""
    if option.who == WHOLE_UNIT:
        return 1
    copies = max([1, *[sheet.trooper.weapons.count(key) for key in option.instead_of]])
    return min(option.allowed(sheet.most) or sheet.most * copies, sheet.most * copies)


def units_of(roster: Roster) -> list[MusteredUnit]:
    """The lines of a list that are units, with their datasheets."""
    sheets = content().factions[roster.faction].datasheets
    return [
        (number, entry, sheets[entry.unit])
        for number, entry in enumerate(roster.entries, start=1)
        if entry.unit in sheets
    ]


def detachment_of(roster: Roster) -> Detachment:
    """The Detachment of a list: a Patrol unless it names another."""
    for entry in roster.entries:
        for detachment in content().detachments.values():
            if entry.unit == line_of(detachment):
                return detachment
    return content().detachments[PATROL]


# -- whether a list is legal ----------------------------------------------------------------------------------------------


def detachment_line_reasons(roster: Roster) -> Iterable[Reason]:
    lines = [entry.unit for entry in roster.entries if entry.unit not in content().factions[roster.faction].datasheets]
    if len(lines) > 1:
        yield Reason(f"a Combat Patrol has one Detachment, this list names {len(lines)}", "muster.detachment-line")


def unit_reasons(number: int, entry: RosterEntry, sheet: Datasheet) -> Iterable[Reason]:
    if entry.count > sheet.most:
        told = f"{sheet.name} has at most {counted(sheet.most, 'model')}, not {entry.count}"
        yield Reason(told, "vanguard.detachment.understrength-pays-per-model", number)
        return
    if WITHOUT_LEADER in entry.options and sheet.leader is not None and entry.count >= sheet.least:
        told = (
            f"only an Understrength unit goes without {sheet.leader.name}; {entry.count} is a full unit of {sheet.name}"
        )
        yield Reason(told, "muster.squad-leader", number)
    yield from power_reasons(number, entry, sheet)
    for group, taken in groups_of(entry, sheet).items():
        allowed = taken[0].allowed(entry.count)
        if allowed is not None and len(taken) > allowed:
            men, what = counted(entry.count, "model"), taken[0].name if group == taken[0].key else group
            told = f"{men} of {sheet.name} may take {allowed} of {what}, not {len(taken)}"
            yield Reason(told, "vanguard.detachment.wargear-ignores-unit-size", number)
            return
    for told in Squad(sheet, entry).left_over:
        yield Reason(told, "muster.options-in-order", number)


def groups_of(entry: RosterEntry, sheet: Datasheet) -> dict[str, list[WargearOption]]:
    """The options taken, by the group that shares a limit."""
    groups: dict[str, list[WargearOption]] = {}
    for key in entry.options:
        option = sheet.option(key)
        if option is not None:
            groups.setdefault(option.group, []).append(option)
    return groups


def power_reasons(number: int, entry: RosterEntry, sheet: Datasheet) -> Iterable[Reason]:
    named = [key for key in entry.options if sheet.power(key) is not None]
    if named and len(set(named)) != sheet.powers_chosen:
        told = f"{sheet.name} knows {sheet.powers_chosen} powers besides Smite, this list names {len(set(named))}"
        yield Reason(told, "muster.powers", number)


def understrength_reasons(units: list[MusteredUnit]) -> Iterable[Reason]:
    """At most one Understrength unit of each datasheet; full units may stand beside it."""
    few: dict[str, int] = {}
    for _, entry, sheet in units:
        if entry.count < sheet.least:
            few[sheet.name] = few.get(sheet.name, 0) + 1
    for name, count in few.items():
        if count > 1:
            told = f"an army has at most one Understrength unit of {name}, this list has {count}"
            yield Reason(told, "core.army.understrength-one-per-datasheet")


def slot_reasons(roster: Roster, book: RosterBook, game_points: int) -> Iterable[Reason]:
    """What the Detachment needs and allows, with the relaxations for small games."""
    detachment = detachment_of(roster)
    listings = book.units(roster.faction)
    spent_by_role = dict.fromkeys(ROLES, 0)
    units_by_role = dict.fromkeys(ROLES, 0)
    infantry = 0
    for _, entry, sheet in units_of(roster):
        spent_by_role[sheet.role] += book.entry_points(entry, listings[entry.unit])
        units_by_role[sheet.role] += 1
        infantry += 1 if INFANTRY in sheet.keywords else 0
    spent = sum(spent_by_role.values())
    for role, (needed, most) in detachment.slots.items():
        have = units_by_role[role]
        if have > most:
            told = f"{detachment.name} holds at most {most} units of {ROLE_NAMES[role]}, this list has {have}"
            yield Reason(told, "vanguard.detachment.rules-apply-to-all")
        if have >= needed or spent_by_role[role] * 2 >= spent > 0:
            continue
        if role == HQ and game_points < HQ_NEEDED_FROM:
            continue
        clause = "vanguard.detachment.hq-required-at-300" if role == HQ else ""
        told = (
            f"{detachment.name} needs {needed} {ROLE_NAMES[role]} or half of the points spent on them; "
            f"this list has {have} for {spent_by_role[role]} of {spent} points"
        )
        yield Reason(told, clause or "vanguard.detachment.role-other-roles-still-required")
    transports = units_by_role[DEDICATED_TRANSPORT]
    if transports > infantry:
        told = f"one Dedicated Transport for each INFANTRY unit: this list has {transports} for {infantry}"
        yield Reason(told, "core.army.dedicated-transport")


# -- arming the models of a unit --------------------------------------------------------------------------------------------


class PlannedModel:
    """A model of a unit while its wargear is dealt out."""

    __slots__ = ("kind", "taken", "weapons", "abilities")

    def __init__(self, kind: ModelKind, abilities: Iterable[Ability]) -> None:
        self.kind = kind
        self.taken: list[WargearOption] = []
        self.weapons: list[str] = list(kind.weapons)
        self.abilities: list[Ability] = list(abilities)

    def owns(self, key: str) -> bool:
        return key in self.weapons or key in [ability.key for ability in self.abilities]

    def can_take(self, option: WargearOption) -> bool:
        if option.who in (LEADER, TROOPER, TEAM) and option.who != self.kind.key:
            return False
        if option.who in (ANY, WHOLE_UNIT) and self.kind.key == TEAM and option.instead_of:
            return False
        if option.needs and option.needs not in self.weapons:
            return False
        if not option.instead_of:
            return option not in self.taken
        return all([self.owns(key) for key in option.instead_of])

    def take(self, option: WargearOption) -> None:
        for key in option.instead_of:
            if key in self.weapons:
                self.weapons.remove(key)
            else:
                self.abilities = [ability for ability in self.abilities if ability.key != key]
        self.taken.append(option)
        self.weapons.extend(option.weapons)
        self.abilities.extend(option.abilities)


class Squad:
    """The models of one line of a list, with its options dealt out in the order of the datasheet."""

    __slots__ = ("sheet", "models", "powers", "left_over")

    def __init__(self, sheet: Datasheet, entry: RosterEntry) -> None:
        self.sheet: Final[Datasheet] = sheet
        self.left_over: Final[list[str]] = []
        """What no model could take, as sentences."""
        options = [option for option in sheet.options for _ in range(entry.options.count(option.key))]
        led = sheet.leader is not None and WITHOUT_LEADER not in entry.options
        teams = len([option for option in options if option.who == TEAM])
        troopers = entry.count - (1 if led else 0) - teams * MEN_IN_A_TEAM
        if troopers < 0:
            besides = f" besides {sheet.leader.name}" if led and sheet.leader is not None else ""
            told = f"{counted(entry.count, 'model')} of {sheet.name} {'has' if entry.count == 1 else 'have'}"
            self.left_over.append(f"{told} no two men for a team{besides}")
            troopers, teams = 0, 0
            options = [option for option in options if option.who != TEAM]
        kinds = [sheet.leader] if led else []
        kinds.extend([sheet.trooper] * troopers)
        kinds.extend([sheet.team] * teams)
        self.models: Final[list[PlannedModel]] = [
            PlannedModel(kind, sheet.abilities) for kind in kinds if kind is not None
        ]
        named = [power for power in sheet.discipline if power.key in entry.options]
        self.powers: Final[tuple[PsychicPower, ...]] = tuple(named or sheet.discipline[: sheet.powers_chosen])
        for option in options:
            self._deal(option)

    def _deal(self, option: WargearOption) -> None:
        takers = [model for model in self.models if model.can_take(option)]
        if not takers:
            self.left_over.append(f"no model of {self.sheet.name} is left that can take {option.name}")
            return
        if option.who == WHOLE_UNIT:
            for model in takers:
                model.take(option)
            return
        # the squad leader keeps what he has as long as somebody else can take it
        common = [model for model in takers if model.kind.key != LEADER]
        (common or takers)[0].take(option)


# -- the army -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class FieldedModel:
    """A unit of one model, as it leaves the Muster Armies step."""

    key: str
    """Unique in its army: boyz-3."""
    name: str
    label: str
    """What stands on its token: its number among its like, if its name has one."""
    profile: ModelProfile
    unit_number: int
    """Which unit of the list it came from, from one."""
    warlord: bool


@dataclass(frozen=True, eq=False)
class Army:
    """A mustered army."""

    name: str
    faction: str
    faction_name: str
    detachment: Detachment
    points: int
    command_points: int
    """At the start of the battle, the Detachment paid and refunded."""
    models: tuple[FieldedModel, ...]


@cache
def profile_of(
    faction: str, unit: str, kind: str, options: tuple[str, ...] = (), powers: tuple[str, ...] = ()
) -> ModelProfile:
    """A model of a datasheet with its wargear; models of all games share it."""
    sheet = content().factions[faction].datasheets[unit]
    kinds = {TROOPER: sheet.trooper, LEADER: sheet.leader, TEAM: sheet.team}
    chosen = kinds[kind]
    assert chosen is not None
    model = PlannedModel(chosen, sheet.abilities)
    for option in sheet.options:
        for _ in range(options.count(option.key)):
            model.take(option)
    return _profile(sheet, model, [power for power in sheet.discipline if power.key in powers])


def _profile(sheet: Datasheet, model: PlannedModel, powers: list[PsychicPower]) -> ModelProfile:
    kind, line = model.kind, model.kind.characteristics
    invulnerable, save_bonus, ignore_wounds, look = line.invulnerable, sheet.save_bonus, sheet.ignore_wounds, kind.look
    points = sheet.points * (MEN_IN_A_TEAM if kind.key == TEAM else 1)
    for option in model.taken:
        points += option.points
        invulnerable = option.invulnerable or invulnerable
        save_bonus = save_bonus if option.save_bonus is None else option.save_bonus
        ignore_wounds = option.ignore_wounds or ignore_wounds
        look = option.look or look
    arms = [key for option in model.taken if option.limited for key in option.weapons]
    special = [content().rack.weapons[key].name for key in arms]
    psyker = None
    if sheet.is_psyker:
        known = (content().powers[SMITE], *powers)
        psyker = Psyker(sheet.powers_per_phase, sheet.denies_per_phase, known)
    return ModelProfile(
        "+".join(
            [f"{sheet.faction}.{sheet.key}.{kind.key}", *[it.key for it in model.taken], *[it.key for it in powers]]
        ),
        sheet.key,
        kind.name + (f" ({', '.join(special)})" if special else ""),
        sheet.faction,
        sheet.role,
        look,
        points,
        sheet.keywords,
        Characteristics(line.rows, line.toughness, line.wounds, line.leadership, line.save, invulnerable),
        kind.footprint,
        content().rack.carried(model.weapons),
        tuple(model.abilities),
        psyker,
        sheet.explosion,
        sheet.capacity,
        ignore_wounds,
        sheet.damage_reduction,
        sheet.damage_reduction_up_to,
        sheet.cover_bonus,
        save_bonus,
    )


def muster(roster: Roster) -> Army:
    """The army of a legal list: every unit is split, each model becomes a unit of its own."""
    faction = content().factions[roster.faction]
    detachment = detachment_of(roster)
    planned: list[tuple[ModelProfile, int, bool, str]] = []
    for number, entry, sheet in units_of(roster):
        squad = Squad(sheet, entry)
        powers = tuple([power.key for power in squad.powers])
        for position, model in enumerate(squad.models):
            taken = tuple([option.key for option in model.taken])
            profile = profile_of(roster.faction, sheet.key, model.kind.key, taken, powers)
            planned.append((profile, number, entry.leader and position == 0, entry.name if position == 0 else ""))
    of_unit: dict[str, int] = {}
    models: list[FieldedModel] = []
    numbers = numbers_among([profile.name for profile, _, _, _ in planned])
    for (profile, unit, warlord, nickname), number in zip(planned, numbers, strict=True):
        of_unit[profile.unit] = of_unit.get(profile.unit, 0) + 1
        key = f"{profile.unit}-{of_unit[profile.unit]}"
        name, label = (nickname, "") if nickname else (numbered(profile.name, number), label_of(number))
        models.append(FieldedModel(key, name, label, profile, unit, warlord))
    command_points = STARTING_COMMAND_POINTS - (0 if detachment.refunded else detachment.command_points)
    points = points_of(roster, BOOK)
    return Army(roster.name, faction.key, faction.name, detachment, points, command_points, tuple(models))
