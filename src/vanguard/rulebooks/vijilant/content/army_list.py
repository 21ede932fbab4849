"""Forces as lists: all cards of one force, and the support weapon each squad carries if the list settles it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vanguard.core.armies.rosters import (
    OptionListing,
    Reason,
    Roster,
    RosterBook,
    RosterClauses,
    UnitListing,
)
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.profiles import Force

CLAUSE: Final = "campaign.all-cards"
SUBCARDS: Final = "weapon.subcards"


class ForceBook(RosterBook):
    """Each player takes all cards of one force: the first line is a whole list. A list may settle the support weapons."""

    rulebook = "vijilant"
    clauses = RosterClauses(faction=CLAUSE, units=CLAUSE, most=CLAUSE, options=SUBCARDS, leader=CLAUSE)
    fielded_whole = True
    lists = "cards"

    def factions(self) -> Mapping[str, str]:
        return {force.key: force.name for force in content().forces.values()}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        force = content().forces[faction]
        listed = {
            card.key: UnitListing(
                card.key,
                card.name,
                most=1,
                can_lead=False,
                options=[OptionListing(weapon.key, weapon.name) for weapon in card.support],
            )
            for card in force.units
        }
        listed.update({card.key: UnitListing(card.key, card.name, most=1, can_lead=False) for card in force.commands})
        return listed

    def further_reasons(self, roster: Roster) -> Iterable[Reason]:
        units = self.units(roster.faction)
        for number, entry in enumerate(roster.entries, start=1):
            if len(set(entry.options)) > 1:
                carried = " and ".join([units[entry.unit].options[key].name for key in entry.options])
                told = f"{units[entry.unit].name} carries exactly one support weapon, not {carried}"
                yield Reason(told, SUBCARDS, number)


BOOK: Final = ForceBook()


@dataclass(frozen=True, eq=False)
class MusteredForce:
    """A force read from a list: `support` has the weapon key by unit key where the list settles it."""

    force: Force
    name: str
    support: dict[str, str]


def read_force(plain: Mapping[str, Any]) -> MusteredForce:
    """The force of a list; `Refused` with everything that is wrong with it."""
    roster, faults = BOOK.judge(plain)
    if roster is None or faults:
        raise Refused("; ".join(faults), CLAUSE)
    support = {entry.unit: entry.options[0] for entry in roster.entries if entry.options}
    force = content().forces[roster.faction]
    return MusteredForce(force, roster.name or force.name, support)
