"""To the first activation, and through one, in a few clicks or drags."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PICTURES
from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS
from tests.browser.test_for_everyone import findings_on

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
        person.has_the_army_set_up()
        clicks += 1
    assert person.asked()[0] in ("choose", "place", "split")
    return person, clicks


FIRST_ACTIVATION = {
    "killteam_vanguard": "turn.activate-or-pass",
    "killteam_lite": "firefight.must-activate",
    "normandy": "activation.must-activate",
    "fortyk_vanguard": "core.move.each-unit-once",
    "vijilant": "turn.free-card-choice",
}
"""The question by which somebody of one's own is picked to act."""


def comes_to_act(person: Person, rulebook: str) -> int:
    """Lets everything go by until one of one's own can act: with how many clicks, but for answers to the other side."""
    page, clicks = person.page, 0
    for _ in range(60):
        kind = person.waits_until_asked()
        if person.asked_by() == FIRST_ACTIVATION[rulebook]:
            return clicks
        _, moment = person.asked()
        reacting = page.locator(".prompt.reaction").count() or page.locator(".prompt .dice, .prompt [data-die]").count()
        clicks += 0 if reacting or page.locator(".prompt h2").inner_text().find("e-roll") >= 0 else 1
        if kind == "choose":
            page.locator("[data-option]").last.click()
            person.waits_for_change(moment)
        elif kind == "split":
            page.locator("[data-confirm]").click()  # waits until a purchase is proposed
            person.waits_for_change(moment)
        else:
            person.answers()
    raise AssertionError("nobody comes to act")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_fewer_than_five_clicks_lead_to_the_first_activation_at_a_table_that_everybody_can_read(
    page: Page, site: str, rulebook: str
) -> None:
    person, clicks = begins(page, site, rulebook)
    person.takes_a_picture(f"set-up-{rulebook}")
    clicks += comes_to_act(person, rulebook)
    assert clicks < 5
    assert findings_on(page) == []
    assert person.complaints == []


def test_all_ploys_of_a_turn_are_decided_by_one_click(page: Page, site: str) -> None:
    person, _ = begins(page, site, "killteam_lite")
    ploys = "strategy.ploys.alternate"
    for _ in range(20):
        if person.asked_by() == ploys:
            break
        person.waits_until_asked()
        _, moment = person.asked()
        page.locator("[data-as-a-bot]").click()
        person.waits_for_change(moment)
        person.waits_until_asked()
    assert person.asked_by() == ploys
    page.locator("[data-as-a-bot]").click()
    page.wait_for_function(
        "was => document.querySelector('.prompt h2 .clause')?.dataset.clause !== was"
        " && ['choose', 'place', 'split'].includes(document.querySelector('.prompt').dataset.kind)",
        arg=ploys,
    )
    expect(page.locator("[data-as-a-bot]")).to_be_enabled()
    assert person.complaints == []


def test_units_are_recruited_as_proposed_and_nobody_goes_without_by_a_slip(page: Page, site: str) -> None:
    person, _ = begins(page, site, "normandy")
    bought = "() => [...document.querySelectorAll('.split .lot .amount')].reduce((sum, one) => sum + Number(one.textContent), 0)"
    confirm = page.locator("[data-confirm]")
    expect(confirm).to_be_enabled()
    assert page.evaluate(bought) > 0
    person.takes_a_picture("purchase-normandy")
    page.get_by_role("button", name="Clear").click()
    assert page.evaluate(bought) == 0
    _, moment = person.asked()
    confirm.dblclick()
    expect(page.locator("[data-doubt]")).to_be_visible()
    assert person.asked()[1] == moment
    page.locator("[data-propose]").click()
    page.wait_for_function(f"() => ({bought})() > 0")
    expect(page.locator("[data-doubt]")).to_have_count(0)
    confirm.click()
    person.waits_for_change(moment)
    expect(page.locator(".log")).to_contain_text("recruits")
    assert person.complaints == []


def test_units_are_recruited_by_keyboard_in_a_few_keys(page: Page, site: str) -> None:
    person, _ = begins(page, site, "normandy")
    amounts = "() => [...document.querySelectorAll('.split .lot .amount')].map((one) => Number(one.textContent))"
    expect(page.locator("[data-confirm]")).to_be_enabled()
    page.get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    assert sum(page.evaluate(amounts)) == 0
    page.keyboard.press("2")
    assert page.evaluate(amounts)[1] == 1
    page.evaluate("() => document.activeElement.blur()")
    _, moment = person.asked()
    expect(page.locator("[data-confirm]")).to_be_enabled()
    page.keyboard.press("Enter")
    person.waits_for_change(moment)
    expect(page.locator(".log")).to_contain_text("recruits")
    assert person.complaints == []


def drags(page: Page, key: str, by: tuple[float, float]) -> None:
    box = page.locator(f'[data-model="{key}"] .base').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=4)
    page.mouse.up()


def ready_ones(page: Page) -> list[str]:
    keys: list[str] = page.locator(".model.side0.option").evaluate_all("all => all.map(one => one.dataset.model)")
    return keys


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "fortyk_vanguard"])
def test_a_model_is_moved_by_one_drag_and_at_most_one_click(page: Page, site: str, rulebook: str) -> None:
    """Whatever lies between (who acts, which action) is answered by the gesture."""
    person, _ = begins(page, site, rulebook)
    comes_to_act(person, rulebook)
    leave = page.get_by_role("button", name="Leave it so")
    if leave.count():
        leave.click()  # from here on a drag is a move of the battle
    board = page.locator("svg.board").bounding_box()
    assert board
    _, moment = person.asked()
    for key in ready_ones(page):
        box = page.locator(f'[data-model="{key}"] .base').bounding_box()
        assert box
        towards = board["x"] + board["width"] / 2 - box["x"], board["y"] + board["height"] / 2 - box["y"]
        length = max(1.0, (towards[0] ** 2 + towards[1] ** 2) ** 0.5)
        drags(page, key, (45 * towards[0] / length, 45 * towards[1] / length))
        page.wait_for_function(
            "was => document.querySelector('.act-menu') || document.querySelector('.prompt')?.dataset.moment !== was",
            arg=moment,
        )
        menu = page.get_by_role("menuitem")
        if person.asked()[1] != moment:
            break
        if menu.count():
            menu.first.click()
            break
        page.keyboard.press("Escape")
    expect(page.locator(".trail.side0").first).to_be_visible()
    person.takes_a_picture(f"drag-{rulebook}")
    assert person.complaints == []


def test_a_group_is_boxed_dragged_and_confirmed_once(page: Page, site: str) -> None:
    person, _ = begins(page, site, "fortyk_vanguard")
    comes_to_act(person, "fortyk_vanguard")
    ready = ready_ones(page)
    board = page.locator("svg.board").bounding_box()
    assert board and len(ready) > 2
    page.locator("[data-box]").click()
    page.mouse.move(board["x"] + 70, board["y"] + 5)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] - 5, board["y"] + board["height"] - 5, steps=4)
    page.mouse.up()
    expect(page.locator("[data-picked]").nth(len(ready) - 1)).to_be_attached()
    box = page.locator(f'[data-model="{ready[0]}"] .base').bounding_box()
    assert box
    inward = 30 if box["x"] < board["x"] + board["width"] / 2 else -30
    drags(page, ready[0], (inward, 6))
    expect(page.locator("[data-confirm-group]")).to_be_enabled()
    planned = page.locator("[data-planned]").count()
    assert planned > 1
    person.takes_a_picture("group-fortyk_vanguard")
    left = "() => document.querySelectorAll('.prompt [data-option]').length"
    before = page.evaluate(left)
    places = "() => Object.fromEntries([...document.querySelectorAll('[data-model]')].map(one => [one.dataset.model, one.getAttribute('transform')]))"
    stood = page.evaluate(places)
    page.locator("[data-confirm-group]").click()
    page.wait_for_function(f"was => ({left})() !== was && !document.querySelector('[data-planned]')", arg=before)
    gone = f"was => Object.entries(({places})()).filter(([key, place]) => was[key] !== place).length"
    page.wait_for_function(f"([was, many]) => ({gone})(was) === many", arg=[stood, planned])
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(f"([was, many]) => ({gone})(was) === many", arg=[stood, planned - 1])
    assert person.complaints == []


def outermost(page: Page, keys: list[str]) -> tuple[str, tuple[float, float]]:
    """Who stands farthest from the middle of an army, and half of the way there: a place that every zone has.

    Where armies are set up is drawn by lot, so that any other direction may lead out of the zone and back to the same place."""
    places: dict[str, tuple[float, float]] = {}
    for key in keys:
        box = page.locator(f'[data-model="{key}"] .base').bounding_box()
        assert box
        places[key] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    middle = sum(x for x, _ in places.values()) / len(keys), sum(y for _, y in places.values()) / len(keys)
    key = max(keys, key=lambda one: math.dist(places[one], middle))
    return key, ((middle[0] - places[key][0]) / 2, (middle[1] - places[key][1]) / 2)


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "fortyk_vanguard"])
def test_what_was_set_up_is_dragged_elsewhere(page: Page, site: str, rulebook: str) -> None:
    person, _ = begins(page, site, rulebook)
    arranging = page.locator("[data-arranging]")
    expect(arranging).to_be_visible()
    keys = str(arranging.get_attribute("data-arranging")).split()
    assert set(keys) <= set(page.locator(".model.side0").evaluate_all("all => all.map(one => one.dataset.model)"))
    place = "key => document.querySelector(`[data-model=\"${key}\"]`).getAttribute('transform')"
    mover, inward = outermost(page, keys)
    others = {key: page.evaluate(place, key) for key in keys if key != mover}
    before = page.evaluate(place, mover)
    drags(page, mover, inward)
    page.wait_for_function(f"([key, was]) => ({place})(key) !== was", arg=[mover, before])
    assert {key: page.evaluate(place, key) for key in others} == others, "everybody else stays"
    person.takes_a_picture(f"elsewhere-{rulebook}")
    assert person.complaints == []


def test_a_hand_is_read_as_cards_and_one_click_plays_one(page: Page, site: str) -> None:
    person, _ = begins(page, site, "vijilant")
    comes_to_act(person, "vijilant")
    cards = page.locator(".prompt [data-card]")
    assert cards.count() >= 7
    assert page.locator(".prompt .options [data-option]").count() <= 3, (
        "only what is not about a card is a plain answer"
    )
    first = cards.first
    key = first.get_attribute("data-card")
    _, moment = person.asked()
    first.locator("[data-option]").first.click()
    person.waits_for_change(moment)
    page.get_by_role("tab", name="Boards").click()
    expect(page.locator(f'.panel [data-card="{key}"]')).to_have_attribute("data-state", "played")
    person.takes_a_picture("hand-vijilant")
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
