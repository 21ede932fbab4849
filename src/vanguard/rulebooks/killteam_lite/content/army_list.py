"""Kill teams as army lists: which operatives a team has, fielded whole, and the names their player gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vanguard.core.armies.numbering import label_of, numbered, numbers_among
from vanguard.core.armies.rosters import Roster, RosterBook, RosterClauses, UnitListing
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


def given_names(roster: Roster) -> dict[str, list[tuple[str, str]]]:
    """What this list calls the operatives of each datacard, in order, each with the number on its token; nothing where it
    gives no names."""
    names: dict[str, list[tuple[str, str]]] = {}
    for entry in roster.entries:
        given = [entry.name] * entry.count
        names.setdefault(entry.unit, []).extend(
            [
                (numbered(name, number), label_of(number)) if name else ("", "")
                for name, number in zip(given, numbers_among(given), strict=True)
            ]
        )
    return names
