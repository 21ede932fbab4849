"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_lite.referee import Referee
from tests.rulebooks.refereed import answer_anything, refereed


@pytest.mark.parametrize(("number", "level"), [(6, "random"), (9, "random"), (2, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(Referee, "killteam_lite", number, level).objections == []


def test_the_referee_objects_to_a_point_from_nowhere() -> None:
    """In the middle of the game somebody finds one more point in its purse, and is noticed at once."""
    referee = refereed(Referee, "killteam_lite", 2, "random", 100)
    state = referee.game.state
    state.put_in_purse(0, state.purse()[0] + 1)
    answer_anything(referee)
    assert any("CP where" in objection for objection in referee.objections)
