"""A test that stops while a question is pending says so, unless it looks at that question."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.refusals import Refused
from vanguard.testing.pending import refuse_pending
from vanguard.testing.positions import played


def moving() -> Position:
    """A model that has been told to move, and is asked where to."""
    position: Position = at("blue rifleman a 10,10\nred rifleman b 16,10\nactive a").play("walk")
    return position


def refused(position: Position) -> None:
    with pytest.raises(Refused):
        position.play("nowhere")


def test_a_question_nobody_looks_at_is_told() -> None:
    position = moving()
    assert position["b"].in_play
    assert position.events("moved") == []
    with pytest.raises(pytest.fail.Exception, match="the test stops while a question is pending: a "):
        refuse_pending([position])
    played.clear()


@pytest.mark.parametrize(
    "look",
    [
        lambda position: position.prompt,
        lambda position: position.game.question,
        lambda position: position.play([[10, 12]]),
        refused,
    ],
)
def test_one_that_is_expected_or_answered_is_not(look: Callable[[Position], Any]) -> None:
    position = moving()
    look(position)
    refuse_pending([position])


def test_every_test_is_asked() -> None:
    """The position of this test is among those looked at when it ends."""
    position = moving()
    assert played == [position]
    assert position.prompt
