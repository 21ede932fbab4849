"""What the command line of the web table offers to type."""

from __future__ import annotations

from tests.core.test_notation import MOVE, WHERE
from vanguard.server.wire.commands import completions


def test_completions_offer_available_answers_first_and_say_why_not() -> None:
    found, hint = completions(MOVE, "")
    assert [entry["text"] for entry in found] == ["Move 6", "Shoot at the Lord", "Shoot at the Immortal", "Charge"]
    assert found[-1]["why_not"] == "too far away"
    assert hint
    assert [entry["text"] for entry in completions(MOVE, "immo")[0]] == ["Shoot at the Immortal"]
    assert [entry["text"] for entry in completions(WHERE, "4")[0]] == ["4,7.5 6,9"]
