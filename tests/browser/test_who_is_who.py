"""Questions about dice show the dice and what each answer gains; states are signs with a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_activation import a_game_with
from tests.browser.test_following import RULEBOOKS, two_bots
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Split

NO_DIE_IS_PICKED = ("vijilant",)
"""Here dice are counted, and what is decided is whom they hit."""


def dice_to_decide_over(game: Game, seat: int) -> bool | None:
    """Is a question about dice asked, one of which can be picked, if any ever can?"""
    question = game.question_for(seat)
    if not isinstance(question, (Choose, Split)) or question.dice is None:
        return None
    answers = question.available if isinstance(question, Choose) else question.lots
    is_weighed = isinstance(question, Choose) or question.is_attack
    return (is_weighed and (game.rulebook.name in NO_DIE_IS_PICKED or any(one.dice for one in answers))) or None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_question_about_dice_shows_them_says_what_answers_gain_and_a_die_can_be_clicked(
    person: Person, rulebook: str, tmp_path: Path
) -> None:
    text, step, _ = a_game_with(rulebook, dice_to_decide_over)
    person.plays_on(text, step, tmp_path / "record.txt")
    page = person.page
    assert page.locator(".prompt-dice .die").count() > 0
    expect(page.locator(".prompt :is(.chance, .odds)").first).to_be_visible()
    person.takes_a_picture(f"dice-in-the-prompt-{rulebook}")
    if rulebook in NO_DIE_IS_PICKED:
        return
    kind, moment = person.asked()
    page.locator(".prompt-dice .die-button").first.click()
    if kind == "split":
        page.locator("[data-confirm]").click()
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
