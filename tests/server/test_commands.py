"""Answers as people type them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vanguard.core.questions import Choose, Lot, Option, Place, Split
from vanguard.core.refusals import Refused
from vanguard.server.wire.commands import completions, read_command, typed_form

MOVE = Choose(
    0,
    "What now?",
    [
        Option("move", 1, "Move 6"),
        Option("shoot-a", 2, "Shoot at the Lord"),
        Option("shoot-b", 3, "Shoot at the Immortal"),
        Option("charge", 4, "Charge", why_not="too far away"),
    ],
    "turn.action",
)
WHERE = Place(0, "Where to?", "turn.move", lambda path: path, lambda: [((4.0, 7.5), (6.0, 9.0)), ((1.0, 2.0),)])
DICE = Split(0, "Split", 3, [Lot("head", at_most=1), Lot("body"), Lot("boots")], "turn.split")


@pytest.mark.parametrize(
    ("text", "key"), [("move", "move"), ("M", "move"), ("shoot at the  lord", "shoot-a"), ("shoot-b", "shoot-b")]
)
def test_an_option_is_typed_by_key_or_the_beginning_of_its_label(text: str, key: str) -> None:
    assert read_command(MOVE, text) == key


@pytest.mark.parametrize(
    ("text", "told"), [("sho", "could be shoot-a, shoot-b"), ("fly", "none of the answers"), ("", "type one of")]
)
def test_a_doubtful_or_unknown_option_is_refused_with_what_there_is(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        read_command(MOVE, text)


def test_an_unavailable_option_is_found_so_that_the_rules_can_say_why_not() -> None:
    assert read_command(MOVE, "charge") == "charge"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("4,7.5", [[4, 7.5]]),
        ("4, 7.5  6,9", [[4, 7.5], [6, 9]]),
        ("(4,7.5) (6,9)", [[4, 7.5], [6, 9]]),
        ("-1,2,3", [[-1, 2, 3]]),
    ],
)
def test_a_path_is_typed_as_points(text: str, path: Any) -> None:
    assert read_command(WHERE, text) == path


@pytest.mark.parametrize("text", ["", "4", "north", "4;7", "nan,1", "1e9,2", "4,7.5 x"])
def test_what_is_no_point_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match=r"4,7\.5 6,9"):
        read_command(WHERE, text)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("head=1 body=2", {"head": 1, "body": 2}),
        ("H = 1, bod: 2", {"head": 1, "body": 2}),
        ("body=1 body=2", {"body": 3}),
        ("", {}),
    ],
)
def test_a_split_is_typed_as_amounts_by_lot(text: str, amounts: Any) -> None:
    assert read_command(DICE, text) == amounts


@pytest.mark.parametrize("text", ["bo=1", "legs=1", "head", "head=x", "head=-1", "head=99999999"])
def test_a_split_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_command(DICE, text)


def test_completions_offer_available_answers_first_and_say_why_not() -> None:
    found, hint = completions(MOVE, "")
    assert [entry["text"] for entry in found] == ["move", "shoot-a", "shoot-b", "charge"]
    assert found[-1]["why_not"] == "too far away"
    assert hint
    assert [entry["text"] for entry in completions(MOVE, "immo")[0]] == ["shoot-b"]
    assert [entry["text"] for entry in completions(WHERE, "4")[0]] == ["4,7.5 6,9"]


def test_every_candidate_can_be_typed() -> None:
    for question in (MOVE, WHERE, DICE):
        for candidate in question.candidates():
            assert read_command(question, typed_form(candidate)) == candidate


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    for question in (MOVE, WHERE, DICE):
        try:
            question.read(read_command(question, text))
        except Refused as refusal:
            assert refusal.clause
