"""Answers as people type them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vanguard.core.questions import Choose, Lot, Option, Path, Split, WhereTo
from vanguard.core.questions.notation import completions, given_from_typed, typed_from_given
from vanguard.core.refusals import Refused

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


class Anywhere(WhereTo[Path]):
    def check(self, path: Path) -> Path:
        return path

    def aims(self) -> list[Path]:
        return [((4.0, 7.5), (6.0, 9.0)), ((1.0, 2.0),)]


WHERE = Anywhere().ask(0, "Where to?", "turn.move")
DICE = Split(0, "Split", 3, [Lot("head", at_most=1), Lot("body"), Lot("boots")], "turn.split")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("move", "move"),
        ("M", "move"),
        ("shoot at the  lord", "shoot-a"),
        ("shoot-b", "shoot-b"),
        ("immortal", "shoot-b"),
    ],
)
def test_an_option_is_typed_by_its_key_the_beginning_of_its_label_or_words_of_it(text: str, key: str) -> None:
    assert given_from_typed(MOVE, text) == key


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sho", "could mean “Shoot at the Lord”, “Shoot at the Immortal”"),
        ("fly", "none of the answers"),
        ("", "type one of"),
    ],
)
def test_a_doubtful_or_unknown_option_is_refused_with_what_there_is(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        given_from_typed(MOVE, text)


def test_an_unavailable_option_is_found_so_that_the_rules_can_say_why_not() -> None:
    assert given_from_typed(MOVE, "charge") == "charge"


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
    assert given_from_typed(WHERE, text) == path


@pytest.mark.parametrize("text", ["", "4", "north", "4;7", "nan,1", "1e9,2", "4,7.5 x"])
def test_what_is_no_point_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match=r"4,7\.5 6,9"):
        given_from_typed(WHERE, text)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("head=1 body=2", {"head": 1, "body": 2}),
        ("H = 1, bod: 2", {"head": 1, "body": 2}),
        ("body=1 body=2", {"body": 3}),
        ("body: 2", {"body": 2}),
        ("", {}),
    ],
)
def test_a_split_is_typed_as_amounts_by_lot(text: str, amounts: Any) -> None:
    assert given_from_typed(DICE, text) == amounts


@pytest.mark.parametrize("text", ["bo=1", "legs=1", "head", "head=x", "head=-1", "head=99999999"])
def test_a_split_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        given_from_typed(DICE, text)


def test_every_candidate_can_be_typed() -> None:
    for question in (MOVE, WHERE, DICE):
        for candidate in question.candidates():
            assert given_from_typed(question, typed_from_given(candidate)) == candidate


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    for question in (MOVE, WHERE, DICE):
        try:
            question.read(given_from_typed(question, text))
        except Refused as refusal:
            assert refusal.clause


SYMBOLS = Split(0, "Which dice?", 3, [Lot("white blank"), Lot("white hit 2"), Lot("black hit")], "turn.split")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("white blank=1", {"white blank": 1}),
        ("white blank=1 white hit 2=2", {"white blank": 1, "white hit 2": 2}),
        ("White Blank = 1, black=2", {"white blank": 1, "black hit": 2}),
    ],
)
def test_names_of_lots_may_have_spaces(text: str, amounts: Any) -> None:
    assert given_from_typed(SYMBOLS, text) == amounts


def test_the_refusal_of_a_split_shows_something_that_can_be_typed() -> None:
    with pytest.raises(Refused) as refusal:
        given_from_typed(SYMBOLS, "one blank")
    example = refusal.value.message.partition("“")[2].partition("”")[0]
    SYMBOLS.read(given_from_typed(SYMBOLS, example))


def test_completions_go_on_behind_the_last_whole_share() -> None:
    assert completions(SYMBOLS, "white blank=1 bl") == ["black hit="]
    assert completions(SYMBOLS, "white h") == ["white hit 2="]
