"""Lists: a force is fielded whole, and a list may settle which support weapon a squad carries."""

import pytest

from vanguard.core.armies.roster_text import parse_roster, roster_text
from vanguard.core.armies.rosters import Roster, RosterEntry, legality
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.content.army_list import BOOK, read_force
from vanguard.rulebooks.vijilant.content.content import content


def written_out(force: str, **options: str) -> Roster:
    entries = [RosterEntry(key, options=[options[key]] if key in options else []) for key in BOOK.units(force)]
    return Roster("vijilant", force, "Written out", entries)


@pytest.mark.parametrize("force", ["collective", "driftwake", "collective-practice", "driftwake-practice"])
def test_the_heading_alone_is_a_whole_force(force: str) -> None:
    assert BOOK.faults_of(BOOK.whole(force)) == []
    mustered = read_force({"faction": force})
    assert (mustered.force.key, mustered.name, mustered.support) == (force, content().forces[force].name, {})


def test_a_list_as_text_names_cards_and_support_weapons() -> None:
    text = "The Ninth (vijilant, collective)\n" + "\n".join(
        [
            f"- {listing.name}{': Breach tube' if listing.options else ''}"
            for listing in BOOK.units("collective").values()
        ]
    )
    roster = parse_roster(text, lambda _: BOOK)
    assert legality(roster, BOOK).legal
    assert parse_roster(roster_text(roster, BOOK), lambda _: BOOK) == roster
    mustered = read_force(roster.plain())
    assert (mustered.name, mustered.support) == ("The Ninth", {"col-cohort": "breach-tube"})


def test_a_squad_carries_exactly_one_support_weapon() -> None:
    roster = written_out("driftwake")
    entries = [
        RosterEntry(it.unit, options=["scatter-bombs", "hook-gun"]) if it.unit == "dri-boarders" else it
        for it in roster.entries
    ]
    assert BOOK.faults_of(Roster("vijilant", "driftwake", "Greedy", entries).plain()) == [
        "Boarding Crew carries exactly one support weapon, not Scatter bombs and Hook gun [weapon.subcards]"
    ]


def test_a_list_that_leaves_cards_out_or_doubles_them_is_refused_with_every_reason() -> None:
    entries = [*written_out("collective").entries[1:], RosterEntry("smoke-curtain"), RosterEntry("dri-mule")]
    plain = Roster("vijilant", "collective", "Wrong", entries).plain()
    with pytest.raises(Refused) as refused:
        read_force(plain)
    for part in (
        "The Collective is fielded whole, with 1 of Overseer Ansa Vire; this list has none [campaign.all-cards]",
        "at most 1 of Smoke Curtain may be taken, this list has 2 [campaign.all-cards]",
        "The Collective has no unit 'dri-mule'",
    ):
        assert part in refused.value.message
    assert "there is no faction 'colective'; did you mean collective?" in BOOK.faults_of({"faction": "colective"})[0]


def test_a_support_weapon_of_another_squad_is_refused() -> None:
    roster = written_out("collective", **{"col-purifiers": "breach-tube"})
    assert BOOK.faults_of(roster.plain()) == ["Purifier Detail cannot take 'breach-tube' [weapon.subcards]"]
