"""Kill teams as army lists: which operatives a team has, fielded whole, and the names their player gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.content import ContentFaults
from vanguard.core.rosters import Roster, RosterBook, RosterClauses, UnitListing, legality, roster_from_plain
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

    def factions(self) -> Mapping[str, str]:
        return {key: team.name for key, team in content().teams.items()}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        cards = content().teams[faction].datacards
        return {card.key: UnitListing(card.key, card.name, most=card.count, can_lead=card.leader) for card in cards}


BOOK: Final = KillTeamBook()


def whole_team(team: str) -> dict[str, Any]:
    """The list of a team as it comes."""
    return Roster(BOOK.rulebook, team, BOOK.factions()[team]).plain()


def read_roster(plain: Mapping[str, Any]) -> Roster:
    """A list from its plain form, or from the short one that names only the team: `{"team": "ashfield-line"}`."""
    team = plain.get("team")
    if set(plain) == {"team"} and isinstance(team, str):
        return Roster(BOOK.rulebook, team, BOOK.factions().get(team, ""))
    return roster_from_plain(plain)


def faults_of(plain: Mapping[str, Any]) -> list[str]:
    """Everything wrong with a list, malformed or illegal, each a sentence with its clause."""
    try:
        return legality(read_roster(plain), BOOK).sentences()
    except ContentFaults as malformed:
        return [str(fault) for fault in malformed.faults]


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
