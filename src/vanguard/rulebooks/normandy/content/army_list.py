"""Armies as lists: a faction with all its unit cards, from which its units are recruited during the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.content import ContentFaults
from vanguard.core.rosters import Roster, RosterBook, RosterClauses, UnitListing, legality, roster_from_plain
from vanguard.rulebooks.normandy.content.content import FACTIONS, content

CLAUSE: Final = "setup.choose-faction"


class ArmyBook(RosterBook):
    """Each player takes all cards of one faction: the first line is a whole list."""

    rulebook = "normandy"
    clauses = RosterClauses(faction=CLAUSE, units=CLAUSE, most=CLAUSE, options=CLAUSE, leader=CLAUSE)
    fielded_whole = True

    def factions(self) -> Mapping[str, str]:
        return FACTIONS

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        cards = content().of_faction[faction]
        return {card.key: UnitListing(card.key, card.name, most=card.copies, can_lead=False) for card in cards}


BOOK: Final = ArmyBook()


def whole_army(faction: str) -> dict[str, Any]:
    """The list of a faction as it comes."""
    return Roster(BOOK.rulebook, faction, FACTIONS[faction]).plain()


def read_roster(plain: Mapping[str, Any]) -> Roster:
    """A list from its plain form, or from the short one that names only the faction: `{"faction": "usa"}`."""
    faction = plain.get("faction")
    if set(plain) <= {"faction", "name"} and isinstance(faction, str):
        return Roster(BOOK.rulebook, faction, str(plain.get("name") or FACTIONS.get(faction, "")))
    return roster_from_plain(plain)


def faults_of(plain: Mapping[str, Any]) -> list[str]:
    """Everything wrong with a list, malformed or illegal, each a sentence with its clause."""
    try:
        return legality(read_roster(plain), BOOK).sentences()
    except ContentFaults as malformed:
        return [str(fault) for fault in malformed.faults]
