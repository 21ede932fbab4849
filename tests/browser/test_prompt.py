"""The prompt keeps its answers in sight, whatever else there is to say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

SIZES = ((1360, 860), (1024, 768))

OUT_OF_SIGHT = """() => {
    const prompt = document.querySelector('.prompt')
    const inside = document.querySelector('.prompt .answers').getBoundingClientRect()
    return [...prompt.querySelectorAll('.option, [data-confirm]')].map(one => [one.innerText, one.getBoundingClientRect()])
        .filter(([, box]) => box.height && (box.top < inside.top - 1 || box.bottom > inside.bottom + 1 || box.bottom > innerHeight))
        .map(([text]) => text)
}"""
"""The answers that cannot be seen without scrolling."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
def test_after_the_set_up_all_answers_of_a_phase_are_in_sight_and_a_refusal_pushes_none_away(
    person: Person, size: tuple[int, int]
) -> None:
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person.starts_quickly("fortyk_vanguard")
    person.waits_until_asked()
    person.has_the_army_set_up()
    expect(page.locator("[data-arranging]")).to_be_visible()
    assert page.evaluate(OUT_OF_SIGHT) == []
    answers = page.locator(".prompt .answers")
    before = answers.bounding_box()
    person.types("somewhere beyond the table, where no model of this army has ever been seen")
    expect(page.locator(".prompt .fault")).to_be_visible()
    assert answers.bounding_box() == before
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.get_by_role("button", name="Close this message").click()
    expect(page.locator(".prompt .fault")).to_have_count(0)
    assert person.complaints == []


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "fortyk_vanguard"])
def test_nothing_lies_over_the_table_or_the_answers_when_a_model_is_pointed_at(person: Person, rulebook: str) -> None:
    page = person.page
    person.starts_quickly(rulebook)
    person.waits_until_asked()
    person.has_the_army_set_up()
    page.locator(".model .base").first.wait_for()
    box = page.locator(".model .base").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = page.locator(".hover-card")
    expect(card.locator("h3")).to_be_visible()
    board, shown = page.locator("svg.board").bounding_box(), card.bounding_box()
    assert board and shown
    assert shown["x"] >= board["x"] + board["width"]


def test_whoever_is_asked_about_dice_sees_who_attacks_whom(person: Person) -> None:
    """What was shown of the attack stays as long as something is asked amidst it."""
    page = person.page
    person.starts_quickly("killteam_lite")
    person.waits_until_asked()
    person.has_the_army_set_up()
    for _ in range(120):
        person.waits_until_asked()
        if page.locator(".prompt .prompt-dice").count():
            break
        person.answers()
    expect(page.locator(".effects .shot")).not_to_have_count(0)
    assert person.complaints == []
