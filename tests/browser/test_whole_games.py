"""Every installed rulebook by clicks, drags and typed answers: how a game begins, its middle, and its end.

No page complains on the way: a script or style against the content security policy would be such a complaint.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from vanguard.core.records import record_of
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import played_out


@pytest.mark.parametrize("rulebook", sorted(registered()))
def test_a_game_is_begun_against_a_bot_gone_on_with_and_brought_to_its_end(
    person: Person, rulebook: str, tmp_path: Path
) -> None:
    person.sets_up(rulebook, "You against a bot")
    person.plays(10)
    person.takes_a_picture(f"{rulebook}-early")
    whole = played_out(load_rulebook(rulebook), 0)
    record = person.opens(record_of(whole, reveal=True).to_text(), tmp_path / "record.txt")
    person.branches(record, whole.revision // 2)
    person.plays(10)
    for _ in range(80):
        if person.has_used_every_way():
            break
        person.plays(1)
    assert person.has_used_every_way(), person.ways
    person.takes_a_picture(f"{rulebook}-middle")
    person.branches(record, whole.revision - 10)
    person.plays_to_the_end()
    person.takes_a_picture(f"{rulebook}-over")
    expect(person.prompt).to_contain_text("Game over")
    assert person.complaints == []
