"""Every installed rulebook, from the start page to the end, by clicks, drags and typed answers.

No page complains on the way: a script or style against the content security policy would be such a complaint.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from vanguard.core.rulebook import registered


@pytest.mark.parametrize("rulebook", sorted(registered()))
def test_a_whole_game_is_played_against_a_bot(person: Person, rulebook: str) -> None:
    person.sets_up(rulebook, "You against a bot")
    person.plays(12)
    person.takes_a_picture(f"{rulebook}-early")
    person.plays(25)
    person.takes_a_picture(f"{rulebook}-middle")
    person.plays_to_the_end()
    person.takes_a_picture(f"{rulebook}-over")
    expect(person.prompt).to_contain_text("Game over")
    assert person.ways.get("button") and person.ways.get("typed") and person.ways.get("table")
    assert person.ways.get("dragged", 0) + person.ways.get("clicked", 0) > 0
    assert person.complaints == []
