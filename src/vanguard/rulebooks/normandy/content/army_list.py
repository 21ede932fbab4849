"""Armies as lists: a faction with all its unit cards, from which its units are recruited during the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vanguard.core.armies.rosters import RosterBook, RosterClauses, UnitListing
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.profiles import FACTIONS

CLAUSE: Final = "setup.choose-faction"


class ArmyBook(RosterBook):
    """Each player takes all cards of one faction: the first line is a whole list."""

    rulebook = "normandy"
    clauses = RosterClauses(faction=CLAUSE, units=CLAUSE, most=CLAUSE, options=CLAUSE, leader=CLAUSE)
    lists = "unit cards"
    fielded_whole = True

    def factions(self) -> Mapping[str, str]:
        return FACTIONS

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        cards = content().of_faction[faction]
        return {card.key: UnitListing(card.key, card.name, most=card.copies, can_lead=False) for card in cards}


BOOK: Final = ArmyBook()
