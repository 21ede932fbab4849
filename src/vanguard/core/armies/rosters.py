"""Army lists, the same for all rulebooks: entries, options, leader, points, and whether the list is legal and why not.

A rulebook describes what can be mustered as a `RosterBook`; whatever the shared limits do not say it adds in
`further_reasons`. A list is kept in records in its plain form (`core.armies.roster_lists`) and can be pasted as text (`core.armies.roster_text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vanguard.core.armies.roster_lists import Roster as Roster
from vanguard.core.armies.roster_lists import RosterEntry as RosterEntry
from vanguard.core.armies.roster_lists import roster_from_plain as roster_from_plain
from vanguard.core.content import ContentFaults
from vanguard.core.remembering import remember
from vanguard.core.suggestions import did_you_mean

LONGEST_TEXT = 20_000
MOST_JUDGED = 200


# -- what a rulebook offers -------------------------------------------------------------------------------------------


class OptionListing:
    """A weapon or other upgrade an entry may take: its cost per model and how often one model may take it."""

    __slots__ = ("cost", "key", "most", "name")

    def __init__(self, key: str, name: str, cost: int = 0, most: int = 1) -> None:
        self.key = key
        self.name = name
        self.cost = cost
        self.most = most

    def plain(self) -> dict[str, Any]:
        return {"key": self.key, "name": self.name, "cost": self.cost, "most": self.most}


class UnitListing:
    """A unit as the faction's list shows it: cost, how many an army may have (None: any number), who may lead, options."""

    __slots__ = ("can_lead", "cost", "key", "most", "name", "options")

    def __init__(
        self,
        key: str,
        name: str,
        cost: int = 0,
        most: int | None = None,
        can_lead: bool = True,
        options: Sequence[OptionListing] = (),
    ) -> None:
        self.key = key
        self.name = name
        self.cost = cost
        self.most = most
        self.can_lead = can_lead
        self.options = {option.key: option for option in options}

    def plain(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "cost": self.cost,
            "most": self.most,
            "can_lead": self.can_lead,
            "options": [option.plain() for option in self.options.values()],
        }


class RosterClauses:
    """The clauses of a rulebook behind the shared reasons."""

    __slots__ = ("faction", "leader", "most", "options", "points", "units")

    def __init__(self, faction: str, units: str, most: str, options: str, points: str = "", leader: str = "") -> None:
        self.faction = faction
        self.units = units
        self.most = most
        self.options = options
        self.points = points
        self.leader = leader


class RosterBook:
    """What can be mustered by a rulebook. Subclass it: give `units`, and what else the rules of mustering demand."""

    rulebook: str = ""
    clauses: RosterClauses
    leaders: int = 0
    """How many entries are marked as leader: exactly this many."""
    limit: int | None = None
    """The most points an army may cost, unless the players agree on another number."""
    entries_are_units: bool = False
    """An entry is a unit of several models: options are wargear of single models in it, and its leader is one of them."""
    lists: str = "models"
    """What the entries of a list are, where people are told how many there are."""
    fielded_whole: bool = False
    """Armies are fixed: a list without entries is all its faction has, and any other list must name all of it."""
    whole_by: str = "faction"
    """Where armies are fielded whole, the plain form may be as short as `{"faction": "usa"}`, or whatever it is called."""

    def __init__(self) -> None:
        self._judged: dict[str, Judgement] = {}

    def factions(self) -> Mapping[str, str]:
        """Faction key to its name."""
        return {}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        """What this faction can field, by key, in the order of its list."""
        return {}

    def entry_points(self, entry: RosterEntry, listing: UnitListing) -> int:
        """An entry costs its unit and options, times the number of models; in a unit each option is paid once."""
        extras = sum([listing.options[option].cost for option in entry.options if option in listing.options])
        if self.entries_are_units:
            return entry.count * listing.cost + extras
        return entry.count * (listing.cost + extras)

    def further_reasons(self, roster: Roster) -> Iterable[Reason]:
        """What else makes a list illegal: composition, keywords, once-only options. Entries are known units."""
        return ()

    def whole(self, faction: str) -> dict[str, Any]:
        """The list of a faction that is fielded whole, in plain form."""
        return Roster(self.rulebook, faction, self.factions()[faction]).plain()

    def read(self, plain: Mapping[str, Any]) -> Roster:
        """A list from its plain form, or from the short one of an army that is fielded whole. Raises `ContentFaults`."""
        if self.fielded_whole and isinstance(plain, dict) and set(plain) <= {self.whole_by, "name"}:
            faction = plain.get(self.whole_by)
            if isinstance(faction, str):
                return Roster(self.rulebook, faction, str(plain.get("name") or self.factions().get(faction, "")))
        return roster_from_plain(plain)

    def legality(self, roster: Roster, limit: int | None = None) -> Legality:
        """Everything that makes this list illegal, and what it costs; `limit` replaces the usual points."""
        return legality(roster, self, limit)

    def faults_of(self, plain: Mapping[str, Any], limit: int | None = None) -> list[str]:
        """Everything wrong with a list, malformed or illegal, each a sentence with its clause."""
        return self.judge(plain, limit)[1]

    def judge(self, plain: Mapping[str, Any], limit: int | None = None) -> Judgement:
        """A list as it is meant, None if it is malformed, and everything wrong with it.

        Many games are played with the same few armies: each is judged once.
        """
        written = f"{limit} {plain!r}"
        known = self._judged.get(written)
        if known is None:
            try:
                roster = self.read(plain)
                known = (roster, self.legality(roster, limit).sentences())
            except ContentFaults as malformed:
                known = (None, [str(fault) for fault in malformed.faults])
            if len(written) <= LONGEST_TEXT:
                remember(self._judged, written, known, MOST_JUDGED)
        return known[0], list(known[1])

    def plain(self) -> dict[str, Any]:
        """Everything a list builder needs to show."""
        return {
            "rulebook": self.rulebook,
            "leaders": self.leaders,
            "limit": self.limit,
            "entries_are_units": self.entries_are_units,
            "fielded_whole": self.fielded_whole,
            "factions": {
                key: {"name": name, "units": [unit.plain() for unit in self.units(key).values()]}
                for key, name in self.factions().items()
            },
        }


Judgement = tuple["Roster | None", list[str]]
"""A list as it is meant, None if it is malformed, and everything wrong with it in sentences."""


# -- legality ---------------------------------------------------------------------------------------------------------


class Reason:
    """One reason why a list is not legal, with its clause; `entry` is the number of the entry from one, or 0 for all."""

    __slots__ = ("clause", "entry", "message")

    def __init__(self, message: str, clause: str, entry: int = 0) -> None:
        self.message = message
        self.clause = clause
        self.entry = entry

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message

    def plain(self) -> dict[str, Any]:
        return {"message": self.message, "clause": self.clause, "entry": self.entry}


class Legality:
    """What a list costs and everything that makes it illegal."""

    __slots__ = ("points", "reasons")

    def __init__(self, points: int, reasons: Sequence[Reason]) -> None:
        self.points = points
        self.reasons = tuple(reasons)

    @property
    def legal(self) -> bool:
        return not self.reasons

    def sentences(self) -> list[str]:
        return [str(reason) for reason in self.reasons]

    def plain(self) -> dict[str, Any]:
        return {
            "legal": self.legal,
            "points": self.points,
            "reasons": [reason.plain() for reason in self.reasons],
        }


def points_of(roster: Roster, book: RosterBook) -> int:
    """What the list costs; unknown units cost nothing (they are refused by `legality`)."""
    units = book.units(roster.faction) if roster.faction in book.factions() else {}
    return sum([book.entry_points(entry, units[entry.unit]) for entry in roster.entries if entry.unit in units])


def legality(roster: Roster, book: RosterBook, limit: int | None = None) -> Legality:
    """Everything that makes this list illegal by its rulebook, and what it costs. `limit` replaces the usual points."""
    clauses = book.clauses
    factions = book.factions()
    if roster.rulebook != book.rulebook:
        return Legality(0, [Reason(f"this is a list for {roster.rulebook or 'no rulebook'}, not {book.rulebook}", "")])
    if roster.faction not in factions:
        hint = did_you_mean(roster.faction, factions)
        return Legality(0, [Reason(f"there is no faction {roster.faction!r:.80}{hint}", clauses.faction)])
    units = book.units(roster.faction)
    reasons: list[Reason] = []
    if not roster.entries and book.fielded_whole:
        return Legality(sum([listing.cost * (listing.most or 1) for listing in units.values()]), ())
    if not roster.entries:
        reasons.append(Reason("the list is empty", clauses.units))
    fielded: dict[str, int] = {}
    for number, entry in enumerate(roster.entries, start=1):
        listing = units.get(entry.unit)
        if listing is None:
            told = f"{factions[roster.faction]} has no unit {entry.unit!r:.80}{did_you_mean(entry.unit, units)}"
            reasons.append(Reason(told, clauses.units, number))
            continue
        fielded[entry.unit] = fielded.get(entry.unit, 0) + entry.count
        reasons.extend(_option_reasons(number, entry, listing, clauses))
        if entry.leader and not listing.can_lead:
            reasons.append(Reason(f"{listing.name} cannot be the leader", clauses.leader, number))
        if entry.leader and entry.count > 1 and not book.entries_are_units:
            told = f"only one model can be the leader, not {entry.count} of {listing.name}"
            reasons.append(Reason(told, clauses.leader, number))
    for key, count in fielded.items():
        most = units[key].most
        if most is not None and count > most:
            reasons.append(
                Reason(f"at most {most} of {units[key].name} may be taken, this list has {count}", clauses.most)
            )
    if book.fielded_whole:
        reasons.extend(_missing(factions[roster.faction], fielded, units, clauses))
    leaders = sum([1 for entry in roster.entries if entry.leader])
    if leaders != book.leaders:
        wanted = "no leader" if not book.leaders else "one leader" if book.leaders == 1 else f"{book.leaders} leaders"
        reasons.append(Reason(f"an army has {wanted}, this list has {leaders or 'none'}", clauses.leader))
    points = points_of(roster, book)
    allowed = book.limit if limit is None else limit
    if allowed is not None and points > allowed:
        reasons.append(
            Reason(f"the list costs {points} points, {points - allowed} over the {allowed} allowed", clauses.points)
        )
    if all(entry.unit in units for entry in roster.entries):
        reasons.extend(book.further_reasons(roster))
    return Legality(points, reasons)


def _missing(
    faction: str, fielded: Mapping[str, int], units: Mapping[str, UnitListing], clauses: RosterClauses
) -> list[Reason]:
    """What a list of an army that is fielded whole leaves out."""
    reasons: list[Reason] = []
    for key, listing in units.items():
        wanted, count = listing.most or 1, fielded.get(key, 0)
        if count < wanted:
            told = f"{faction} is fielded whole, with {wanted} of {listing.name}; this list has {count or 'none'}"
            reasons.append(Reason(told, clauses.units))
    return reasons


def _option_reasons(number: int, entry: RosterEntry, listing: UnitListing, clauses: RosterClauses) -> list[Reason]:
    reasons: list[Reason] = []
    for option in dict.fromkeys(entry.options):
        known = listing.options.get(option)
        if known is None:
            told = f"{listing.name} cannot take {option!r:.80}{did_you_mean(option, listing.options)}"
            reasons.append(Reason(told, clauses.options, number))
        elif entry.options.count(option) > known.most:
            told = f"{listing.name} may take {known.name} {known.most} times, not {entry.options.count(option)}"
            reasons.append(Reason(told.replace(" 1 times", " once"), clauses.options, number))
    return reasons
