"""Army lists, the same for all rulebooks: entries, options, leader, points, and whether the list is legal and why not.

A list can be pasted as text and is kept in records in its plain form:

    The Silent Court (killteam_vanguard, necron)
    - Necron Lord [leader]
    - 2 x Warrior: gauss reaper
    - Immortal "Old Grudge": heavy gauss, relic shield

Where an entry is a unit of several models, an option may be taken several times: `- 10 x Warriors: 4 x gauss reaper`.

Lines that begin with # are remarks. Units and options are written by name or key, in any capitals. A rulebook describes
what can be mustered as a `RosterBook`; whatever the shared limits do not say it adds in `further_reasons`. Where an army
is fielded whole, its first line is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from vanguard.core.content import ContentFaults, Fault, probably_meant

MOST_ENTRIES = 100
MOST_MODELS_IN_AN_ENTRY = 100
LONGEST_NAME = 80
LONGEST_TEXT = 20_000
MOST_JUDGED = 200


class RosterEntry:
    """One line of an army list: so many of a unit, with these options, perhaps with a name of its own."""

    __slots__ = ("count", "leader", "name", "options", "unit")

    def __init__(
        self, unit: str, count: int = 1, options: Sequence[str] = (), name: str = "", leader: bool = False
    ) -> None:
        self.unit = unit
        self.count = count
        self.options = tuple(options)
        self.name = name
        self.leader = leader

    def plain(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "count": self.count,
            "options": list(self.options),
            "name": self.name,
            "leader": self.leader,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RosterEntry) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.unit, self.count, self.options, self.name, self.leader))

    def __repr__(self) -> str:
        return f"RosterEntry({self.plain()})"


class Roster:
    """An army list of one rulebook and faction."""

    __slots__ = ("entries", "faction", "name", "rulebook")

    def __init__(self, rulebook: str, faction: str, name: str, entries: Sequence[RosterEntry] = ()) -> None:
        self.rulebook = rulebook
        self.faction = faction
        self.name = name
        self.entries = tuple(entries)

    def plain(self) -> dict[str, Any]:
        return {
            "rulebook": self.rulebook,
            "faction": self.faction,
            "name": self.name,
            "entries": [entry.plain() for entry in self.entries],
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roster) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.rulebook, self.faction, self.name, self.entries))

    def __repr__(self) -> str:
        return f"Roster({self.plain()})"


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
            if len(self._judged) >= MOST_JUDGED:
                self._judged.clear()
            if len(written) <= LONGEST_TEXT:
                self._judged[written] = known
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
        hint = _hint(roster.faction, factions)
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
            told = f"{factions[roster.faction]} has no unit {entry.unit!r:.80}{_hint(entry.unit, units)}"
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
            told = f"{listing.name} cannot take {option!r:.80}{_hint(option, listing.options)}"
            reasons.append(Reason(told, clauses.options, number))
        elif entry.options.count(option) > known.most:
            told = f"{listing.name} may take {known.name} {known.most} times, not {entry.options.count(option)}"
            reasons.append(Reason(told.replace(" 1 times", " once"), clauses.options, number))
    return reasons


def _hint(written: str, known: Iterable[str]) -> str:
    meant = probably_meant(written, known)
    return f"; did you mean {meant}?" if meant else ""


# -- plain form -------------------------------------------------------------------------------------------------------

_ROSTER_KEYS = ("rulebook", "faction", "name", "entries")
_ENTRY_KEYS = ("unit", "count", "options", "name", "leader")


def roster_from_plain(data: Any) -> Roster:
    """A list from its plain (JSON) form. Raises `ContentFaults` with everything that is malformed."""
    faults: list[Fault] = []
    if not isinstance(data, Mapping):
        raise ContentFaults([Fault("", "roster", "", f"must be an object, not {data!r:.80}")])
    _unknown_keys(data, _ROSTER_KEYS, "roster", faults)
    texts = {key: _text(data, key, "roster", faults, needed=key != "name") for key in ("rulebook", "faction", "name")}
    raw = data.get("entries")
    if not isinstance(raw, (list, tuple)):
        faults.append(Fault("", "roster", "entries", f"must be a list, not {raw!r:.80}"))
        raw = []
    elif len(raw) > MOST_ENTRIES:
        faults.append(Fault("", "roster", "entries", f"has {len(raw)} entries; at most {MOST_ENTRIES} are read"))
        raw = []
    entries = [_entry_from_plain(number, item, faults) for number, item in enumerate(raw, start=1)]
    if faults:
        raise ContentFaults(faults)
    return Roster(texts["rulebook"], texts["faction"], texts["name"], entries)


def _entry_from_plain(number: int, item: Any, faults: list[Fault]) -> RosterEntry:
    place = f"entry {number}"
    if not isinstance(item, Mapping):
        faults.append(Fault("", place, "", f"must be an object, not {item!r:.80}"))
        return RosterEntry("")
    _unknown_keys(item, _ENTRY_KEYS, place, faults)
    unit = _text(item, "unit", place, faults, needed=True)
    name = _text(item, "name", place, faults, needed=False)
    count = item.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_MODELS_IN_AN_ENTRY:
        told = f"must be a whole number from 1 to {MOST_MODELS_IN_AN_ENTRY}, not {count!r:.80}"
        faults.append(Fault("", place, "count", told))
        count = 1
    options = item.get("options", [])
    if not isinstance(options, (list, tuple)) or not all(isinstance(option, str) for option in options):
        faults.append(Fault("", place, "options", f"must be a list of texts, not {options!r:.80}"))
        options = []
    leader = item.get("leader", False)
    if not isinstance(leader, bool):
        faults.append(Fault("", place, "leader", f"must be true or false, not {leader!r:.80}"))
        leader = False
    return RosterEntry(unit, count, options, name, leader)


def _unknown_keys(data: Mapping[Any, Any], known: Sequence[str], place: str, faults: list[Fault]) -> None:
    for key in data:
        if key not in known:
            faults.append(Fault("", place, "", f"unknown key {key!r:.80}", probably_meant(str(key), known)))


def _text(data: Mapping[Any, Any], key: str, place: str, faults: list[Fault], *, needed: bool) -> str:
    text = data.get(key, "")
    if not isinstance(text, str):
        faults.append(Fault("", place, key, f"must be text, not {text!r:.80}"))
    elif len(text) > LONGEST_NAME:
        faults.append(Fault("", place, key, f"has {len(text)} characters; at most {LONGEST_NAME} are allowed"))
    elif not text.isprintable() or '"' in text:
        faults.append(Fault("", place, key, f"must be one printable line without quotation marks, not {text!r:.80}"))
    elif needed and not text:
        faults.append(Fault("", place, key, "is missing"))
    else:
        return text
    return ""


# -- text form --------------------------------------------------------------------------------------------------------

_HEADING = re.compile(r"^(?P<name>.*?)\s*\(\s*(?P<rulebook>[^(),]+?)\s*,\s*(?P<faction>[^(),]+?)\s*\)$")
_ENTRY = re.compile(r"""^-\s*(?P<head>[^":]*(?:"[^"]*")?[^":]*?)\s*(?::(?P<options>.*))?$""")
_COUNT = re.compile(r"^(?P<count>\d+)\s*[x×]\s+(?P<rest>.+)$", re.IGNORECASE)
_NICKNAME = re.compile(r'^(?P<unit>.*?)\s+"(?P<name>[^"]*)"$')
_LEADER = re.compile(r"^(?P<unit>.*?)\s*\[\s*leader\s*\]$", re.IGNORECASE)


def roster_text(roster: Roster, book: RosterBook | None = None) -> str:
    """The list as text to paste; with its book, units and options appear by their names and the points as a remark."""
    units = book.units(roster.faction) if book is not None and roster.faction in book.factions() else {}
    lines = [f"{roster.name or 'An army'} ({roster.rulebook}, {roster.faction})"]
    for entry in roster.entries:
        listing = units.get(entry.unit)
        line = "- " if entry.count == 1 else f"- {entry.count} x "
        line += entry.unit if listing is None else listing.name
        if entry.name:
            line += f' "{entry.name}"'
        if entry.leader:
            line += " [leader]"
        if entry.options:
            known = {} if listing is None else listing.options
            line += ": " + ", ".join(
                [
                    ("" if times == 1 else f"{times} x ") + (known[key].name if key in known else key)
                    for key, times in _counted(entry.options)
                ]
            )
        lines.append(line)
    if book is not None and any([listing.cost for listing in units.values()]):
        lines.append(f"# {points_of(roster, book)} points")
    return "\n".join(lines) + "\n"


def parse_roster(text: str, book_of: Callable[[str], RosterBook]) -> Roster:
    """A list from its text. `book_of(rulebook)` gives the book, or raises for a rulebook that is not there.

    Raises `ContentFaults`: every line that cannot be read, with its number and what was probably meant.
    """
    if len(text) > LONGEST_TEXT:
        raise ContentFaults(
            [Fault("", "", "", f"the list has {len(text)} characters; at most {LONGEST_TEXT} are read")]
        )
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines:
        raise ContentFaults([Fault("", "", "", "the list is empty; it begins with: Name (rulebook, faction)")])
    number, first = lines[0]
    heading = _HEADING.match(first)
    if heading is None:
        told = f"a list begins with 'Name (rulebook, faction)', not {first!r:.80}"
        raise ContentFaults([Fault("", f"line {number}", "", told)])
    book = book_of(heading["rulebook"])
    factions = book.factions()
    faction = _key_of(heading["faction"], factions)
    if not faction:
        known = [*factions.values(), *factions]
        told = f"there is no faction {heading['faction']!r:.80}"
        raise ContentFaults([Fault("", f"line {number}", "", told, probably_meant(heading["faction"], known))])
    faults: list[Fault] = []
    units = book.units(faction)
    entries = [_entry_from_line(number, line, units, faults) for number, line in lines[1:]]
    if len(entries) > MOST_ENTRIES:
        faults.append(Fault("", "", "", f"the list has {len(entries)} entries; at most {MOST_ENTRIES} are read"))
    if len(heading["name"]) > LONGEST_NAME:
        faults.append(Fault("", f"line {number}", "", f"a name has at most {LONGEST_NAME} characters"))
    if faults:
        raise ContentFaults(faults)
    return Roster(book.rulebook, faction, heading["name"], entries)


def _entry_from_line(number: int, line: str, units: Mapping[str, UnitListing], faults: list[Fault]) -> RosterEntry:
    place = f"line {number}"
    read = _ENTRY.match(line)
    if read is None:
        told = f"an entry is written '- 2 x Unit \"Name\": option, option', not {line!r:.80}"
        faults.append(Fault("", place, "", told))
        return RosterEntry("")
    head, tail = read["head"], read["options"] or ""
    count = 1
    counted = _COUNT.match(head)
    if counted is not None:
        digits, head = counted["count"], counted["rest"]
        count = int(digits) if len(digits) <= 4 else MOST_MODELS_IN_AN_ENTRY + 1
        if not 1 <= count <= MOST_MODELS_IN_AN_ENTRY:
            faults.append(Fault("", place, "", f"an entry has 1 to {MOST_MODELS_IN_AN_ENTRY} models, not {digits:.20}"))
    led = _LEADER.match(head)
    head = head if led is None else led["unit"]
    named = _NICKNAME.match(head)
    head, name = (head, "") if named is None else (named["unit"], named["name"])
    if len(name) > LONGEST_NAME:
        faults.append(Fault("", place, "", f"a name has at most {LONGEST_NAME} characters"))
    unit = _key_of(head, {key: listing.name for key, listing in units.items()})
    if not unit:
        meant = probably_meant(head, [listing.name for listing in units.values()])
        faults.append(Fault("", place, "", f"there is no unit {head!r:.80} in this faction", meant))
        return RosterEntry("")
    known = {key: option.name for key, option in units[unit].options.items()}
    options: list[str] = []
    for written in [part.strip() for part in tail.split(",") if part.strip()]:
        several = _COUNT.match(written)
        times = min(int(several["count"][:4]), MOST_MODELS_IN_AN_ENTRY) if several is not None else 1
        option = _key_of(written if several is None else several["rest"], known)
        if option:
            options.extend([option] * times)
        else:
            told = f"{units[unit].name} has no option {written!r:.80}"
            faults.append(Fault("", place, "", told, probably_meant(written, known.values())))
    return RosterEntry(unit, count, options, name, led is not None)


def _counted(options: Sequence[str]) -> list[tuple[str, int]]:
    """Options that stand several times in a row, once with their number."""
    found: list[tuple[str, int]] = []
    for option in options:
        if found and found[-1][0] == option:
            found[-1] = (option, found[-1][1] + 1)
        else:
            found.append((option, 1))
    return found


def _key_of(written: str, names: Mapping[str, str]) -> str:
    """The key of what is written by key or by name, in any capitals; an empty text if there is none."""
    folded = written.casefold()
    for key, name in names.items():
        if folded in (key.casefold(), name.casefold()):
            return key
    return ""
