"""Questions about dice show the dice; states are signs with a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_activation import a_game_with
from tests.browser.test_following import two_bots
from vanguard.core.game import Game
from vanguard.core.questions import Choose


def a_die_to_pick(game: Game, seat: int) -> bool | None:
    """Is a question about dice asked, one of which can be picked?"""
    question = game.question_for(seat)
    return (isinstance(question, Choose) and any(option.dice for option in question.available)) or None


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "fortyk_vanguard"])
def test_a_question_about_dice_shows_them_and_a_die_can_be_clicked(
    person: Person, rulebook: str, tmp_path: Path
) -> None:
    text, step, _ = a_game_with(rulebook, a_die_to_pick)
    person.plays_on(text, step, tmp_path / "record.txt")
    page = person.page
    assert page.locator(".prompt-dice .die").count() > 0
    person.takes_a_picture(f"dice-in-the-prompt-{rulebook}")
    _, moment = person.asked()
    page.locator(".prompt-dice .die-button").first.click()
    person.waits_for_change(moment)
    assert person.complaints == []


def test_states_are_signs_with_a_word_and_a_legend(person: Person, site: str) -> None:
    person.goes_to(two_bots(site, "killteam_lite"))
    page = person.page
    page.locator(".badge[data-state]").first.wait_for()
    assert page.locator(".badge text").count() == 0, "letters do not say what a state is"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Signs on the models")
    person.takes_a_picture("legend")
