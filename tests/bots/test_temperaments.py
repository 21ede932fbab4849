"""Temperaments: two opponents of one level lean to different things, and what they are is named."""

from __future__ import annotations

import pytest

from vanguard.bots import make_bot
from vanguard.bots.temperaments import STEADY, TEMPERAMENTS, with_temperament
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import new_game

WITH_A_MIND = [name for name in sorted(registered()) if load_rulebook(name).mind() is not None]
LEANING = [one.key for one in TEMPERAMENTS if one is not STEADY]


def differing(name: str, number: int, wanted: set[str]) -> set[str]:
    """Which of these temperaments would answer something else somewhere in a game of two steady scripts."""
    game = new_game(load_rulebook(name), number)
    bots = [make_bot(name, "script", seat) for seat in (0, 1)]
    others = {key: [make_bot(name, f"script:{key}", seat) for seat in (0, 1)] for key in sorted(wanted)}
    found: set[str] = set()
    while game.question is not None and found != wanted:
        seat = game.deciders()[0]
        given = bots[seat].answer(game, seat)
        found |= {key for key in sorted(wanted - found) if others[key][seat].answer(game, seat) != given}
        game.answer(given, seat=seat)
    return found


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_every_temperament_answers_differently_somewhere(name: str) -> None:
    missing = set(LEANING)
    for number in range(1, 9):
        missing -= differing(name, number, missing)
        if not missing:
            break
    assert missing == set()


def test_a_level_is_named_with_its_temperament() -> None:
    assert with_temperament("script") == ("script", STEADY)
    plain, temperament = with_temperament("planner:bold")
    assert (plain, temperament.name) == ("planner", "Bold")
    assert temperament.boldness > STEADY.boldness
    assert make_bot("normandy", "novice:dogged", 1).level == "novice"
    with pytest.raises(Refused, match="did you mean careful"):
        make_bot("normandy", "script:carefull")
    with pytest.raises(Refused, match="there is no bot 'wizard'"):
        make_bot("normandy", "wizard:bold")


def test_every_temperament_says_what_it_is_like() -> None:
    assert len({one.name for one in TEMPERAMENTS}) == len(TEMPERAMENTS) >= 4
    assert all([one.summary.endswith(".") for one in TEMPERAMENTS])
