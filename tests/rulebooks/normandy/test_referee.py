"""A referee with the book in its hand reads whole games: whatever it objects to is a fault of the rules, or of the referee."""

from __future__ import annotations

import pytest

from tests.rulebooks.normandy.referee import Referee
from tests.rulebooks.refereed import answer_anything, refereed


@pytest.mark.parametrize(("number", "level"), [(1, "random"), (9, "random"), (5, "script"), (17, "script")])
def test_the_referee_objects_to_nothing(number: int, level: str) -> None:
    assert refereed(Referee, "normandy", number, level).objections == []


def test_the_referee_objects_to_requisition_from_nowhere() -> None:
    """In the middle of the game somebody finds one more in its purse, and is noticed at once."""
    referee = refereed(Referee, "normandy", 1, "random", 100)
    referee.game.state.boards[0].requisition += 1
    answer_anything(referee)
    assert any("requisition" in objection for objection in referee.objections)
