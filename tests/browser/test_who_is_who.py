"""Questions about dice show the dice; states are signs with a word."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_following import two_bots


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite"])
def test_a_question_about_dice_shows_them_and_a_die_can_be_clicked(person: Person, rulebook: str) -> None:
    person.sets_up(rulebook, "Two at this screen")
    page = person.page
    for _ in range(400):
        assert person.waits_until_asked() != "over", "no die could be rolled again in a whole game"
        if page.locator(".prompt-dice .die-button").count():
            break
        person.answers()
    dice = page.locator(".prompt-dice .die")
    assert dice.count() > 0
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
