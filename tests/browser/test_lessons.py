"""A newcomer is told what is new when it is first asked, once, without losing sight of the answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PICTURES
from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS
from vanguard.core.lessons import lessons_of
from vanguard.core.rulebook import load_rulebook


def first_answer_is_in_sight(page: Page) -> bool:
    """The middle of the first answer lies within what is seen of the answers, and on the screen."""
    return bool(
        page.evaluate(
            """() => {
              const seen = document.querySelector('.prompt .answers').getBoundingClientRect()
              const answer = document.querySelector('.prompt .answers [data-option], .prompt .answers input, .prompt .answers button:not(.lesson button)')
              if (!answer) return true
              const { top, bottom } = answer.getBoundingClientRect()
              return (top + bottom) / 2 < Math.min(seen.bottom, innerHeight)
            }"""
        )
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_newcomer_is_told_how_the_game_is_won_and_what_the_first_question_is_about(
    page: Page, site: str, rulebook: str
) -> None:
    page.set_viewport_size({"width": 1360, "height": 860})
    person = Person(page, site, PICTURES, newcomer=True)
    goal, *others = lessons_of(load_rulebook(rulebook))
    person.starts_quickly(rulebook)
    person.waits_until_asked()
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text(goal.title)
    expect(lesson).to_contain_text(goal.text)
    assert first_answer_is_in_sight(page)
    page.screenshot(path=PICTURES / f"lesson-{rulebook}.png")
    clause = person.asked_by()
    about = [one for one in others if clause in one.asked]
    for one in about:
        page.get_by_role("button", name="Go on").click()
        expect(lesson).to_contain_text(one.text)
    page.get_by_role("button", name="I see").click()
    expect(lesson).to_have_count(0)
    page.reload()
    person.waits_until_asked()
    expect(lesson).to_have_count(0)
    assert not person.complaints


def test_lessons_are_no_more_told_once_they_are_not_wanted_and_come_back_from_the_menu(page: Page, site: str) -> None:
    person = Person(page, site, PICTURES, newcomer=True)
    person.starts_quickly("killteam_lite")
    person.waits_until_asked()
    lesson = page.locator(".lesson")
    expect(lesson).to_be_visible()
    page.get_by_role("button", name="No more of these").click()
    expect(lesson).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Explain what is new to me").check()
    page.keyboard.press("Escape")
    person.goes_to("/")
    person.starts_quickly("normandy")
    person.waits_until_asked()
    expect(lesson).to_be_visible()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_lesson_on_a_phone_leaves_room_for_the_answers(browser: Browser, site: str, rulebook: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    person = Person(page, site, PICTURES, touch=True, newcomer=True)
    person.starts_quickly(rulebook)
    person.waits_until_asked()
    expect(page.locator(".lesson")).to_be_visible()
    page.screenshot(path=PICTURES / f"lesson-phone-{rulebook}.png")
    assert first_answer_is_in_sight(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
