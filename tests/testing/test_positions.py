"""The notation of positions refuses nonsense by line and word, and never takes one thing for another."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_lite.positions import at as lite_at
from tests.rulebooks.killteam_vanguard.positions import at as vanguard_at
from vanguard.testing.positions import BadPosition, lines_of


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        (
            "blue Man a 4,11 Concel",
            "line 1, “blue Man a 4,11 Concel”: “Concel” is unknown here; “Conceal” was probably meant",
        ),
        ("\nblue Man a 4;11", "line 2, “blue Man a 4;11”: “4;11” is no place"),
        ("blue Man a 4", "“4” is no place: x,y or x,y,z is"),
        ("blue Man a", "a place is missing"),
        ("blue Mann a 4,11", "there is no datacard Mann"),
        ("blue Man a 4,11 wounds=3 wounds=4", "“wounds” is said twice"),
        ("blue Man a 4,11 Engage Conceal", "it has one order"),
        ("blue Man a 4,11 wounds=many", "“many” is no wounds"),
        ("tree 1,1,2,2", "“tree” is no terrain; known: wall, open, low, roof, level, bump"),
        ("wall 1,1,2", "“1,1,2” is no rectangle: 4 numbers are needed"),
        ("blue Man a 4,11\nred Man a 9,11", "two things are called “a”"),
        ("blue Man a 4,11\nred Man b 4.5,11", "“a” and “b” overlap: their centres are 0.500 apart, 1.000 is needed"),
    ],
)
def test_nonsense_is_refused_by_line_and_word(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        lite_at(drawn)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue rifleman a 4,11 sleepy", "“sleepy” is unknown here; known: wounds, down"),
        ("blue rifelman a 4,11", "there is no card 'rifelman'"),
        ("blue rifleman a 4,11\nactive b", "line 2, “active b”: “b” is no model; known: a"),
        ("piece wods 3 1,1 4,4", "“wods” is no terrain; “woods” was probably meant"),
        ("piece platform 3 1,1 4,4 smooth", "“smooth” is no kind of edge"),
        ("blue rifleman a 4,11\ncp 2", "points is missing"),
        ("blue rifleman a 4,11\ncp 2 0 1", "“1” is left over"),
        ("blue rifleman a 4,11\nscenario nowhere", "“nowhere” is no scenario"),
    ],
)
def test_the_same_holds_for_every_rulebook_that_reads_it(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        vanguard_at(drawn)
    assert told in str(refusal.value)


def test_values_may_be_written_both_ways_and_remarks_say_nothing() -> None:
    [line] = lines_of("\n  # nobody else\n  blue Man a 4,11,3 wounds 3, done  # tired\n")
    assert (line.number, line.side(), line.word("card"), line.word("key")) == (3, 0, "Man", "a")
    assert line.place() == (4.0, 11.0, 3.0)
    assert line.states({"wounds": int}, ("done",)) == {"wounds": 3, "done": True}
    line.end()
