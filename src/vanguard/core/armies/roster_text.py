"""An army list as text, to be pasted and read:

    The Silent Court (killteam_vanguard, necron)
    - Necron Lord [leader]
    - 2 x Warrior: gauss reaper
    - Immortal "Old Grudge": heavy gauss, relic shield

Where an entry is a unit of several models, an option may be taken several times: `- 10 x Warriors: 4 x gauss reaper`.

Lines that begin with # are remarks. Units and options are written by name or key, in any capitals. Where an army is fielded
whole, its first line is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from vanguard.core.armies.roster_lists import LONGEST_NAME, MOST_ENTRIES, MOST_MODELS_IN_AN_ENTRY, Roster, RosterEntry
from vanguard.core.armies.rosters import LONGEST_TEXT, RosterBook, UnitListing, points_of
from vanguard.core.content import ContentFaults, Fault
from vanguard.core.suggestions import probably_meant

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
