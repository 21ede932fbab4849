"""Small things that a person at the table would miss at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS, two_bots


def test_the_start_page_shows_a_map_of_every_rulebook_and_the_one_that_is_chosen(person: Person) -> None:
    page = person.page
    person.goes_to("/")
    for rulebook in RULEBOOKS:
        expect(page.locator(f"article [data-map={rulebook}] :is(.part, .hex)").first).to_be_attached()
    page.locator("[data-setup=killteam_lite]").click()
    chosen = page.locator(".setup [data-map=killteam_lite]")
    expect(chosen.locator(".part").first).to_be_attached()
    before = chosen.inner_html()
    page.get_by_label("Map").select_option("gantry-yard")
    page.wait_for_function("was => document.querySelector('.setup [data-map]')?.innerHTML !== was", arg=before)
    assert person.complaints == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_page_of_odds_opens_with_odds_and_no_refusal(person: Person, rulebook: str) -> None:
    person.goes_to(f"/odds?rulebook={rulebook}")
    expect(person.page.locator(".odds").first).to_be_visible()
    expect(person.page.locator(".fault")).to_have_count(0)
    assert person.complaints == []


def a_turned_board_says_where_north_is(page: Page) -> None:
    north = page.locator(".compass")
    expect(north).to_have_attribute("data-north", "up")
    page.locator("svg.board").focus()
    page.keyboard.press("x")
    expect(north).to_have_attribute("data-north", "down")


def test_a_barricade_is_shown_in_its_true_shape_before_it_is_placed_and_north_on_a_turned_board(person: Person) -> None:
    person.sets_up("killteam_lite", "Two at this screen")
    page = person.page
    for _ in range(12):
        if person.waits_until_asked() == "place":
            break
        person.answers()
    page.get_by_role("button", name="Suggest").click()
    outline = page.locator("[data-outline]")
    expect(outline).to_be_visible()
    assert len((outline.get_attribute("points") or "").split()) == 4
    expect(page.locator("[data-ghost] circle.base")).to_have_count(0)
    a_turned_board_says_where_north_is(page)


def test_an_answer_that_gives_a_unit_up_for_good_is_asked_once_more(person: Person) -> None:
    person.sets_up("normandy", "Two at this screen")
    page = person.page
    staying = page.locator("[data-option=pass]", has_text="Stay off the battlefield")
    for _ in range(80):
        person.waits_until_asked()
        if staying.count():
            break
        person.answers()
    _, moment = person.asked()
    said = page.get_by_role("alert").filter(has_text="gives something up for good")
    person.types("pass")
    expect(said).to_contain_text("say it once more")
    assert person.asked()[1] == moment
    staying.click()
    expect(said).to_contain_text("choose it once more")
    assert person.asked()[1] == moment
    staying.click()
    person.waits_for_change(moment)


def test_the_figures_of_a_unit_on_hexes_are_tied_together_and_symbol_dice_are_drawn(person: Person, site: str) -> None:
    person.goes_to(two_bots(site, "normandy"))
    tied = person.page.locator("svg.board [data-unit]").first
    tied.wait_for(state="attached")
    assert tied.locator("path").count() == 2
    person.page.wait_for_function("() => document.querySelector('.rolls .die [data-symbol]')")
    person.takes_a_picture("symbol-dice")
    assert person.complaints == []


@pytest.mark.parametrize("practice", [True, False])
def test_whoever_wants_a_game_to_count_says_that_it_is_not_for_practice(person: Person, practice: bool) -> None:
    page = person.page
    person.goes_to("/")
    page.locator("[data-setup=killteam_vanguard]").click()
    page.get_by_label("For practice").set_checked(practice)
    page.get_by_role("button", name="Start the game").click()
    person.sees_the_table()
    expect(page.get_by_role("button", name="Undo (practice)")).to_have_count(1 if practice else 0)


def test_another_invitation_voids_the_one_sent_before(person: Person, another: Callable[..., Person]) -> None:
    person.sets_up("killteam_vanguard", "A friend by link")
    field = person.page.get_by_label("Invitation link")
    first = field.input_value()
    person.page.get_by_role("button", name="New link").click()
    expect(field).not_to_have_value(first)
    friend = another().page
    friend.goto(first)
    expect(friend.get_by_text("this invitation is not good here")).to_be_visible()
    expect(friend.get_by_role("button", name="Take the seat")).to_have_count(0)
    friend.goto("about:blank")
    friend.goto(field.input_value())
    expect(friend.get_by_role("button", name="Take the seat")).to_be_visible()
