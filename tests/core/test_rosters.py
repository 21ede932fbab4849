"""Army lists: text and plain form, points, legality with reasons, and everything malformed."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vanguard.core.armies.roster_text import parse_roster, roster_text
from vanguard.core.armies.rosters import (
    OptionListing,
    Reason,
    Roster,
    RosterBook,
    RosterClauses,
    RosterEntry,
    UnitListing,
    legality,
    points_of,
    roster_from_plain,
)
from vanguard.core.content import ContentFaults
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook

LORD = UnitListing("lord", "Necron Lord", cost=25, most=1)
WARRIOR = UnitListing(
    "warrior",
    "Warrior",
    cost=10,
    most=4,
    can_lead=False,
    options=[OptionListing("reaper", "gauss reaper", cost=2), OptionListing("charge", "demolition charge", 1, most=2)],
)


class Tomb(RosterBook):
    rulebook = "tomb"
    clauses = RosterClauses(
        "muster.faction", "muster.units", "muster.most", "muster.options", "muster.points", "muster.leader"
    )
    leaders = 1
    limit = 60

    def factions(self) -> Mapping[str, str]:
        return {"necrons": "Necrons", "scarabs": "Scarab Swarm"}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        return {"lord": LORD, "warrior": WARRIOR} if faction == "necrons" else {}

    def further_reasons(self, roster: Roster) -> Iterable[Reason]:
        if not any(entry.unit == "warrior" for entry in roster.entries):
            yield Reason("a lord never walks alone", "muster.escort")


class TombRules(Rulebook):
    name = "tomb"

    def roster_book(self) -> RosterBook:
        return Tomb()


COURT = """\
The Silent Court (tomb, necrons)
- Necron Lord [leader]
- 2 x Warrior "Old Guard": gauss reaper, demolition charge
# 51 points
"""

SILENT_COURT = Roster(
    "tomb",
    "necrons",
    "The Silent Court",
    [RosterEntry("lord", leader=True), RosterEntry("warrior", 2, ["reaper", "charge"], "Old Guard")],
)


def book_of(rulebook: str) -> RosterBook:
    if rulebook != "tomb":
        raise Refused(f"there is no rulebook {rulebook!r}")
    return Tomb()


def _told(text: str) -> list[str]:
    with pytest.raises(ContentFaults) as refused:
        parse_roster(text, book_of)
    return [str(fault) for fault in refused.value.faults]


def _reasons(*entries: RosterEntry, **changes: Any) -> list[str]:
    facts = {"rulebook": "tomb", "faction": "necrons", "name": "Court", **changes}
    return legality(Roster(**facts, entries=entries), Tomb()).sentences()


# -- text -----------------------------------------------------------------------------------------------------------------


def test_a_pasted_list_is_read_and_written_the_same() -> None:
    assert parse_roster(COURT, book_of) == SILENT_COURT
    assert roster_text(SILENT_COURT, Tomb()) == COURT


def test_units_and_options_may_be_written_by_key_and_in_any_capitals() -> None:
    text = (
        '# my list\n\nThe Silent Court ( tomb , NECRONS )\n-LORD [Leader]\n- 2× warrior "Old Guard" : REAPER , charge\n'
    )
    assert parse_roster(text, book_of) == SILENT_COURT


def test_a_name_may_hold_brackets() -> None:
    assert parse_roster("Court (second try) (tomb, necrons)\n- Warrior", book_of).name == "Court (second try)"


def test_every_line_that_cannot_be_read_is_told_with_its_number_and_what_was_meant() -> None:
    text = "Court (tomb, necrons)\n- Necron Lrod [leader]\nWarrior\n- 0 x Warrior\n- Warrior: gaus reaper, sword\n- 5000000 x Warrior"
    assert _told(text) == [
        "line 2: there is no unit 'Necron Lrod' in this faction (did you mean Necron Lord?)",
        "line 3: an entry is written '- 2 x Unit \"Name\": option, option', not 'Warrior'",
        "line 4: an entry has 1 to 100 models, not 0",
        "line 5: Warrior has no option 'gaus reaper' (did you mean gauss reaper?)",
        "line 5: Warrior has no option 'sword'",
        "line 6: an entry has 1 to 100 models, not 5000000",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the list is empty; it begins with: Name (rulebook, faction)"),
        ("# nothing\n", "the list is empty; it begins with: Name (rulebook, faction)"),
        ("\nCourt\n- Warrior", "line 2: a list begins with 'Name (rulebook, faction)', not 'Court'"),
        ("Court (tomb, necron)", "line 1: there is no faction 'necron' (did you mean necrons?)"),
        ("Court (tomb, Scarab Swrm)", "line 1: there is no faction 'Scarab Swrm' (did you mean Scarab Swarm?)"),
        ("x" * 90 + " (tomb, necrons)", "line 1: a name has at most 80 characters"),
        ("x" * 20_001, "the list has 20001 characters; at most 20000 are read"),
        ("C (tomb, necrons)\n" + "- Warrior\n" * 101, "the list has 101 entries; at most 100 are read"),
        (f'C (tomb, necrons)\n- Warrior "{"n" * 81}"', "line 2: a name has at most 80 characters"),
    ],
)
def test_a_text_that_is_no_list_is_refused(text: str, told: str) -> None:
    assert _told(text) == [told]


def test_a_list_for_a_rulebook_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="there is no rulebook 'other'"):
        parse_roster("Court (other, necrons)", book_of)


entries = st.builds(
    RosterEntry,
    st.just("warrior"),
    st.integers(1, 100),
    st.lists(st.sampled_from(["reaper", "charge"]), max_size=3),
    st.text("abc XYZ'-()[]:,é", max_size=20).map(str.strip),
    st.booleans(),
)


@given(st.lists(entries, max_size=5))
def test_any_list_survives_text_and_json(listed: list[RosterEntry]) -> None:
    roster = Roster("tomb", "necrons", "Court", [*listed])
    assert roster_from_plain(json.loads(json.dumps(roster.plain()))) == roster
    assert parse_roster(roster_text(roster, Tomb()), book_of) == roster


# -- points and legality --------------------------------------------------------------------------------------------------


def test_an_entry_costs_its_unit_and_options_for_every_model() -> None:
    assert points_of(SILENT_COURT, Tomb()) == 25 + 2 * (10 + 2 + 1)


def test_a_legal_list_has_no_reasons_against_it() -> None:
    verdict = legality(SILENT_COURT, Tomb())
    assert verdict.legal
    assert verdict.plain() == {"legal": True, "points": 51, "reasons": []}


def test_all_reasons_against_a_list_are_given_together_each_with_its_clause() -> None:
    told = _reasons(
        RosterEntry("lord", 2, leader=True),
        RosterEntry("warrior", 5, ["reaper", "reaper", "swrd", "charge", "charge", "charge"], leader=True),
        RosterEntry("wariror"),
    )
    assert told == [
        "only one model can be the leader, not 2 of Necron Lord [muster.leader]",
        "Warrior may take gauss reaper once, not 2 [muster.options]",
        "Warrior cannot take 'swrd' [muster.options]",
        "Warrior may take demolition charge 2 times, not 3 [muster.options]",
        "Warrior cannot be the leader [muster.leader]",
        "only one model can be the leader, not 5 of Warrior [muster.leader]",
        "Necrons has no unit 'wariror'; did you mean warrior? [muster.units]",
        "at most 1 of Necron Lord may be taken, this list has 2 [muster.most]",
        "at most 4 of Warrior may be taken, this list has 5 [muster.most]",
        "an army has one leader, this list has 2 [muster.leader]",
        "the list costs 135 points, 75 over the 60 allowed [muster.points]",
    ]


def test_one_point_too_many_is_too_many_and_another_limit_can_be_agreed() -> None:
    assert legality(SILENT_COURT, Tomb(), limit=51).legal
    [reason] = legality(SILENT_COURT, Tomb(), limit=50).reasons
    assert reason.message == "the list costs 51 points, 1 over the 50 allowed"


def test_the_rulebook_adds_its_own_reasons() -> None:
    assert _reasons(RosterEntry("lord", leader=True)) == ["a lord never walks alone [muster.escort]"]


def test_a_list_without_entries_or_leader_is_not_legal() -> None:
    assert _reasons() == [
        "the list is empty [muster.units]",
        "an army has one leader, this list has none [muster.leader]",
        "a lord never walks alone [muster.escort]",
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rulebook": "other"}, "this is a list for other, not tomb"),
        ({"faction": "necron"}, "there is no faction 'necron'; did you mean necrons? [muster.faction]"),
    ],
)
def test_a_list_of_another_rulebook_or_faction_is_not_legal(changes: dict[str, str], told: str) -> None:
    assert _reasons(RosterEntry("lord", leader=True), **changes) == [told]


def test_a_list_builder_gets_everything_it_shows() -> None:
    shown = Tomb().plain()
    assert shown["factions"]["necrons"]["units"][1]["options"][0] == {
        "key": "reaper",
        "name": "gauss reaper",
        "cost": 2,
        "most": 1,
    }


# -- plain form -----------------------------------------------------------------------------------------------------------


def test_everything_malformed_in_the_plain_form_is_told_together() -> None:
    data = {
        "rulebok": "tomb",
        "faction": 3,
        "name": "n" * 81,
        "entries": [
            {"unit": "lord", "count": True, "name": "two\nlines"},
            {"unit": "lord", "count": 1.5},
            {"unit": "lord", "count": float("nan")},
            {"count": 0, "options": "reaper", "leader": "yes", "nmae": "x"},
            "lord",
        ],
    }
    with pytest.raises(ContentFaults) as refused:
        roster_from_plain(data)
    assert str(refused.value).splitlines() == [
        "roster: unknown key 'rulebok' (did you mean rulebook?)",
        "roster: rulebook: is missing",
        "roster: faction: must be text, not 3",
        "roster: name: has 81 characters; at most 80 are allowed",
        "entry 1: name: must be one printable line without quotation marks, not 'two\\nlines'",
        "entry 1: count: must be a whole number from 1 to 100, not True",
        "entry 2: count: must be a whole number from 1 to 100, not 1.5",
        "entry 3: count: must be a whole number from 1 to 100, not nan",
        "entry 4: unknown key 'nmae' (did you mean name?)",
        "entry 4: unit: is missing",
        "entry 4: count: must be a whole number from 1 to 100, not 0",
        "entry 4: options: must be a list of texts, not 'reaper'",
        "entry 4: leader: must be true or false, not 'yes'",
        "entry 5: must be an object, not 'lord'",
    ]


@pytest.mark.parametrize("data", [None, [], "list", {"entries": None}, {"entries": [{}] * 101}])
def test_what_is_no_list_at_all_is_refused(data: Any) -> None:
    with pytest.raises(ContentFaults):
        roster_from_plain(data)


def test_a_rulebook_that_has_a_book_judges_lists_without_further_code() -> None:
    rules = TombRules()
    assert rules.roster_faults(SILENT_COURT.plain()) == []
    assert rules.roster_faults({"rulebook": "tomb"})[-1] == "roster: entries: must be a list, not None"
    assert rules.roster_faults(Roster("tomb", "necrons", "x", [RosterEntry("lord", leader=True)]).plain()) == [
        "a lord never walks alone [muster.escort]"
    ]


# -- units of several models ------------------------------------------------------------------------------------------------


class Squads(Tomb):
    """The same book, read as one whose entries are units of several models."""

    entries_are_units = True


def test_in_a_unit_each_option_is_paid_once_and_one_of_its_models_leads() -> None:
    squad = Roster("tomb", "necrons", "Court", [RosterEntry("warrior", 4, ["reaper"], leader=True)])
    assert (
        points_of(squad, Squads()) == points_of(Roster("tomb", "necrons", "", [RosterEntry("warrior", 4)]), Tomb()) + 2
    )
    told = [reason.message for reason in legality(squad, Squads()).reasons]
    assert not any("only one model can be the leader" in message for message in told)
    assert any("only one model can be the leader" in reason.message for reason in legality(squad, Tomb()).reasons)


def test_options_in_a_row_are_written_and_read_with_their_number() -> None:
    squad = Roster("tomb", "necrons", "Court", [RosterEntry("warrior", 4, ["reaper", "reaper", "charge"])])
    text = roster_text(squad, Tomb())
    assert "2 x " in text
    assert parse_roster(text, book_of) == squad
