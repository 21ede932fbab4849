"""An army list: its entries, and its plain (JSON) form, in which records keep it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vanguard.core.content import ContentFaults, Fault
from vanguard.core.suggestions import probably_meant

MOST_ENTRIES = 100
MOST_MODELS_IN_AN_ENTRY = 100
LONGEST_NAME = 80


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
