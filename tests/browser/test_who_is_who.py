"""Pieces show what they are, under one name everywhere; questions about dice show the dice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS, two_bots

PIECES = """() => [[...document.querySelectorAll('[data-model]')].map(one => ({
  look: one.dataset.look, body: one.querySelector('.look')?.innerHTML,
  tag: one.querySelector('.tag text')?.textContent ?? '', said: one.querySelector('[role=button]').getAttribute('aria-label'),
})), [...document.querySelectorAll('#panel .name')].map(one => one.innerText)]"""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_piece_shows_what_it_is_and_has_one_name(person: Person, site: str, rulebook: str) -> None:
    person.goes_to(two_bots(site, rulebook))
    page = person.page
    page.wait_for_function(
        "() => document.querySelectorAll('[data-model]').length > 4 && document.querySelector('.log li:nth-child(40)')"
    )
    page.get_by_role("tab", name="Models").click()
    pieces, names = page.evaluate(PIECES)
    drawings: dict[str, str] = {}
    for piece in pieces:
        name = next((one for one in names if piece["said"].startswith(f"{one}, ")), "")
        assert name, f"{piece['said']} is called otherwise in the list"
        assert piece["look"] and piece["body"], f"{name} is not drawn"
        assert drawings.setdefault(piece["look"], piece["body"]) == piece["body"]
        initials = "".join(word[0] for word in name.split())
        tag = piece["tag"]
        assert name.endswith(tag) or tag in initials, f"the token says {tag}, the name is {name}"
    assert len(set(drawings.values())) == len(drawings), "two kinds look alike"
    person.takes_a_picture(f"pieces-{rulebook}")
    assert person.complaints == []


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


def test_symbol_dice_are_drawn(person: Person, site: str) -> None:
    person.goes_to(two_bots(site, "normandy"))
    page = person.page
    page.wait_for_function("() => document.querySelector('.rolls .die [data-symbol]')")
    person.takes_a_picture("symbol-dice")
    assert person.complaints == []


def test_states_are_signs_with_a_word_and_a_legend(person: Person, site: str) -> None:
    person.goes_to(two_bots(site, "killteam_lite"))
    page = person.page
    page.locator(".badge[data-state]").first.wait_for()
    assert page.locator(".badge text").count() == 0, "letters do not say what a state is"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Signs on the models")
    person.takes_a_picture("legend")
