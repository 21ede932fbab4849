"""Kill teams as army lists: which operatives a team has, fielded whole, and the names their player gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vanguard.core.rosters import Roster, RosterBook, RosterClauses, UnitListing
from vanguard.rulebooks.killteam_lite.content.content import content


class KillTeamBook(RosterBook):
    """Every team is fielded whole: its first line is a whole list, and a longer one can name its operatives."""

    rulebook = "killteam_lite"
    clauses = RosterClauses(
        faction="game.two-kill-teams",
        units="game.two-kill-teams",
        most="game.two-kill-teams",
        options="game.two-kill-teams",
        leader="game.two-kill-teams",
    )
    leaders = 1
    fielded_whole = True
    whole_by = "team"

    def factions(self) -> Mapping[str, str]:
        return {key: team.name for key, team in content().teams.items()}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        cards = content().teams[faction].datacards
        return {card.key: UnitListing(card.key, card.name, most=card.count, can_lead=card.leader) for card in cards}


BOOK: Final = KillTeamBook()


def given_names(roster: Roster) -> dict[str, list[str]]:
    """The names this list gives to the operatives of each datacard, in order; an empty one where it gives none."""
    names: dict[str, list[str]] = {}
    for entry in roster.entries:
        told = names.setdefault(entry.unit, [])
        if entry.name and entry.count > 1:
            told.extend([f"{entry.name} {number}" for number in range(1, entry.count + 1)])
        else:
            told.extend([entry.name] * entry.count)
    return names
