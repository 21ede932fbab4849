"""Army lists of every rulebook: as text and as JSON, legal or refused with every reason at once."""

import json
from pathlib import Path
from typing import Any

import pytest

from vanguard.cli import main
from vanguard.core.armies.roster_text import parse_roster, roster_text
from vanguard.core.armies.rosters import Roster, RosterBook, RosterEntry, legality, roster_from_plain
from vanguard.core.content import ContentFaults
from vanguard.core.rulebook import Setup, load_rulebook, registered

RULEBOOKS = sorted(registered())
WHOLE = ["killteam_lite", "normandy"]
"""The rulebooks whose armies are fielded whole."""


def book_of(rulebook: str) -> RosterBook:
    book = load_rulebook(rulebook).roster_book()
    assert book is not None, f"{rulebook} builds no armies from lists"
    return book


def whole_list(rulebook: str, faction: str) -> Roster:
    """Every unit of a faction, written out; who can lead first does."""
    book = book_of(rulebook)
    units = book.units(faction).values()
    leaders = [unit.key for unit in units if unit.can_lead][: book.leaders]
    entries = [RosterEntry(unit.key, unit.most or 1, leader=unit.key in leaders) for unit in units]
    return Roster(rulebook, faction, "All of them", entries)


def ready_armies() -> list[tuple[str, str, dict[str, Any]]]:
    return [(name, army.key, army.details["roster"]) for name in RULEBOOKS for army in load_rulebook(name).armies()]


@pytest.mark.parametrize(("rulebook", "army", "roster"), ready_armies())
def test_a_ready_army_can_be_written_out_pasted_checked_and_played(
    rulebook: str, army: str, roster: dict[str, Any], tmp_path: Path
) -> None:
    book = book_of(rulebook)
    read = roster_from_plain(roster)
    assert legality(read, book).legal
    text = roster_text(read, book)
    assert parse_roster(text, book_of) == read
    assert roster_from_plain(json.loads(json.dumps(read.plain()))) == read
    written, plain = tmp_path / f"{army}.txt", tmp_path / f"{army}.json"
    written.write_text(text, encoding="utf-8")
    plain.write_text(json.dumps(roster), encoding="utf-8")
    assert main(["check", str(written), str(plain)]) == 0
    usual = load_rulebook(rulebook).default_setup()
    other = next(one for one in usual.armies if rulebook != "normandy" or one["faction"] != read.faction)
    pasted = parse_roster(text, book_of).plain()
    load_rulebook(rulebook).new(Setup(usual.scenario, usual.battlefield, (pasted, other), usual.options))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_default_armies_are_ready_armies(rulebook: str) -> None:
    """So that the start page can name them."""
    book = load_rulebook(rulebook)
    ready = [army.details["roster"] for army in book.armies()]
    assert all(army in ready for army in book.default_setup().armies)


@pytest.mark.parametrize(
    ("rulebook", "faction"), [(rulebook, faction) for rulebook in WHOLE for faction in book_of(rulebook).factions()]
)
def test_an_army_that_is_fielded_whole_can_be_written_out_or_left_at_its_first_line(
    rulebook: str, faction: str
) -> None:
    book = book_of(rulebook)
    assert legality(parse_roster(f"Mine ({rulebook}, {book.factions()[faction]})", book_of), book).legal
    every = whole_list(rulebook, faction)
    assert legality(every, book).legal
    assert parse_roster(roster_text(every, book), book_of) == every
    last = every.entries[-1]
    without = Roster(rulebook, faction, "", every.entries[:-1])
    name = book.units(faction)[last.unit].name
    told = legality(without, book).sentences()
    assert told == [
        f"{book.factions()[faction]} is fielded whole, with {last.count} of {name}; this list has none"
        f" [{book.clauses.units}]"
    ]
    more = Roster(rulebook, faction, "", [*every.entries, RosterEntry(last.unit)])
    assert f"at most {last.count} of {name} may be taken, this list has {last.count + 1}" in str(
        legality(more, book).plain()
    )


def test_all_faults_of_a_kill_team_are_told_at_once() -> None:
    text = """\
    Half a Line (killteam_lite, Ashfield Line)
    - Sergeant
    - 7 x Trooper [leader]
    - Medic
    - Burner
    - Caster
    - Support Gunner
    - Rocketeer
    """
    clause = "game.two-kill-teams"
    assert legality(parse_roster(text, book_of), book_of("killteam_lite")).sentences() == [
        f"Trooper cannot be the leader [{clause}]",
        f"only one model can be the leader, not 7 of Trooper [{clause}]",
        f"at most 6 of Trooper may be taken, this list has 7 [{clause}]",
        f"Ashfield Line is fielded whole, with 1 of Mortar Crew; this list has none [{clause}]",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["the list is empty; it begins with: Name (rulebook, faction)"]),
        ("Ashfield Line", ["line 1: a list begins with 'Name (rulebook, faction)', not 'Ashfield Line'"]),
        (
            "A (killteam_lite, Ashfeld Line)",
            ["line 1: there is no faction 'Ashfeld Line' (did you mean Ashfield Line?)"],
        ),
        ("A (normandy, japan)", ["line 1: there is no faction 'japan'"]),
        (
            "A (normandy, usa)\n- 2 x Rifelmen\nRangers\n- 999999 x Riflemen",
            [
                "line 2: there is no unit 'Rifelmen' in this faction (did you mean Riflemen?)",
                "line 3: an entry is written '- 2 x Unit \"Name\": option, option', not 'Rangers'",
                "line 4: an entry has 1 to 100 models, not 999999",
            ],
        ),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_with_what_and_where(text: str, told: list[str]) -> None:
    with pytest.raises(ContentFaults) as refused:
        parse_roster(text, book_of)
    assert [str(fault) for fault in refused.value.faults] == told


def test_operatives_answer_to_the_names_their_list_gives_them() -> None:
    from vanguard.rulebooks.killteam_lite.state import Battle

    text = """\
    Iron Mary's Line (killteam_lite, ashfield-line)
    - Sergeant "Iron Mary" [leader]
    - 4 x Trooper
    - 2 x Trooper "The Twins {0}"
    - Medic
    - Burner
    - Caster
    - Support Gunner
    - Rocketeer
    - Mortar Crew
    """
    rulebook = load_rulebook("killteam_lite")
    usual = rulebook.default_setup()
    mine = parse_roster(text, book_of).plain()
    battle = rulebook.new(Setup(usual.scenario, usual.battlefield, (mine, usual.armies[1])))
    assert isinstance(battle, Battle)
    names = [operative.name for operative in battle.operatives if operative.seat == 0]
    assert names[:7] == [
        "Iron Mary",
        "Trooper 1",
        "Trooper 2",
        "Trooper 3",
        "Trooper 4",
        "The Twins {0} 1",
        "The Twins {0} 2",
    ]
    assert names[7:] == ["Medic", "Burner", "Caster", "Support Gunner", "Rocketeer", "Mortar Crew"]


@pytest.mark.parametrize(
    ("rulebook", "short"), [("killteam_lite", {"team": "maw-brood"}), ("normandy", {"faction": "germany"})]
)
def test_older_records_name_only_the_team_or_the_faction(rulebook: str, short: dict[str, str]) -> None:
    book = load_rulebook(rulebook)
    assert book.roster_faults(short) == []
    assert "there is no faction" in book.roster_faults(dict.fromkeys(short, "nobody"))[0]
    assert "unknown key 'models'" in " ".join(book.roster_faults({**short, "models": 3}))
