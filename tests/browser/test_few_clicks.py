"""To the first activation, and through one, in a few clicks or drags."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PICTURES
from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS

WITH_SET_UP = [name for name in RULEBOOKS if name != "normandy"]
"""In Normandy units come onto the map during play: there is nothing to set up."""


def begins(page: Page, site: str, rulebook: str) -> tuple[Person, int]:
    """From the start page to the first battle question; with how many clicks."""
    page.set_viewport_size({"width": 1360, "height": 860})
    person = Person(page, site, PICTURES)
    person.goes_to("/")
    page.evaluate("localStorage.setItem('vanguard.settings', JSON.stringify({ speed: 'instant', single: true }))")
    person.starts_quickly(rulebook)
    clicks = 1
    person.waits_until_asked()
    if rulebook in WITH_SET_UP:
        page.locator("[data-set-up]").click()
        clicks += 1
        page.wait_for_function(
            "() => !document.querySelector('[data-set-up]') && document.querySelector('.prompt')?.dataset.kind !== 'wait'"
        )
    return person, clicks


@pytest.mark.parametrize("rulebook", WITH_SET_UP)
def test_the_army_is_set_up_with_one_click(page: Page, site: str, rulebook: str) -> None:
    person, clicks = begins(page, site, rulebook)
    assert clicks < 5
    expect(page.locator("[data-set-up]")).to_have_count(0)
    assert person.asked()[0] in ("choose", "place", "split")
    person.takes_a_picture(f"set-up-{rulebook}")
    assert person.complaints == []


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite"])
def test_a_model_is_dragged_to_where_it_should_go(page: Page, site: str, rulebook: str) -> None:
    """One drag and one click: whatever lies between (who acts, which action) is answered by the gesture."""
    person, _ = begins(page, site, rulebook)
    for _ in range(12):
        person.waits_until_asked()
        if page.locator(".model.side0.option .base").count() > 1:
            break
        person.answers()
    board = page.locator("svg.board").bounding_box()
    assert board
    for i in range(page.locator(".model.side0.option .base").count()):
        box = page.locator(".model.side0.option .base").nth(i).bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        towards = board["x"] + board["width"] / 2 - x, board["y"] + board["height"] / 2 - y
        length = max(1.0, (towards[0] ** 2 + towards[1] ** 2) ** 0.5)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 70 * towards[0] / length, y + 70 * towards[1] / length, steps=4)
        expect(page.locator(".pull")).to_be_visible()
        page.mouse.up()
        expect(page.locator(".act-menu")).to_be_visible()
        if page.get_by_role("menuitem").count():
            break
        page.keyboard.press("Escape")
    person.takes_a_picture(f"drag-{rulebook}")
    page.get_by_role("menuitem").first.click()
    expect(page.locator(".trail.side0").first).to_be_visible()
    assert person.complaints == []


def test_the_second_click_of_a_double_click_answers_nothing(page: Page, site: str) -> None:
    person = Person(page, site, PICTURES)
    person.sets_up("duel", "Two at this screen")
    person.answers()
    person.waits_until_asked()
    before = page.locator(".log li").count()
    _, moment = person.asked()
    page.locator("[data-option]").first.dblclick()
    person.waits_for_change(moment)
    assert page.locator(".log li").count() <= before + 6
    assert person.complaints == []
