"""Touch and small screens, screen readers and contrast, paper, weight."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.test_following import two_bots
from tests.kit.duel import rulebook as duel
from vanguard.core.records import record_of
from vanguard.testing.random_play import played_out

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_BYTES = 200_000


def findings_on(page: Page, only: dict[str, Any] | None = None) -> list[str]:
    """Whatever axe-core finds by all of its rules, or only by these, each with the elements it found."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    wanted = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    found = page.evaluate("wanted => axe.run(document, wanted)", wanted)
    return [
        f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes']][:4]}" for one in found["violations"]
    ]


def test_a_phone_plays_by_touch(another: Callable[..., Person]) -> None:
    person = another(**PHONE)
    person.touch = True
    person.sets_up("killteam_vanguard", "You against a bot")
    person.plays(6)
    person.takes_a_picture("phone-deployment")
    person.has_the_army_set_up()
    person.waits_until_asked()
    expect(person.prompt.locator("h2")).to_be_in_viewport(ratio=1)  # the button was below it
    person.plays(12)
    person.takes_a_picture("phone-table")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert person.ways.get("clicked", 0) + person.ways.get("tapped", 0) > 0
    assert person.complaints == []


def test_a_phone_plays_a_duel_to_its_end(another: Callable[..., Person], tmp_path: Path) -> None:
    person = another(**PHONE)
    person.touch = True
    person.sets_up("duel", "You against a bot")
    person.plays(6)
    whole = played_out(duel, 0)
    person.plays_on(record_of(whole, reveal=True).to_text(), whole.revision - 6, tmp_path / "record.txt")
    person.plays_to_the_end()
    expect(person.prompt).to_contain_text("Game over")
    person.goes_to("/")
    expect(person.page.locator("[data-quick]").first).to_be_visible()
    person.takes_a_picture("phone-start", whole=True)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390


CONTRAST = {"type": "rule", "values": ["color-contrast"]}
IN_THE_LIGHT_OF = """theme => {
    document.documentElement.dataset.theme = theme
    for (const fading of document.getAnimations())
        if (fading.effect.getComputedTiming().iterations !== Infinity) fading.finish()
}"""
"""Colours that are still fading from one to the other are nobody's."""


def test_no_page_has_a_finding_light_or_dark(another: Callable[..., Person]) -> None:
    """In the dark only colours are others."""
    person = another(viewport={"width": 1360, "height": 860}, reduced_motion="reduce")
    page = person.page
    findings: dict[str, list[str]] = {}

    def look(name: str) -> None:
        for theme, only in (("light", None), ("dark", CONTRAST)):
            page.evaluate(IN_THE_LIGHT_OF, theme)
            findings[f"{name}, {theme}"] = findings_on(page, only)
            person.takes_a_picture(f"{theme}-{name}")

    person.goes_to("/")
    page.locator("[data-setup]").first.click()
    look("start")
    person.sets_up("killteam_vanguard", "You against a bot")
    person.waits_until_asked()
    person.has_the_army_set_up()
    person.plays(3)
    person.waits_until_asked()
    look("table")
    for tab in ("Models", "Boards", "Rules"):
        page.get_by_role("tab", name=tab).click()
        look(tab.lower())
    game = person.game
    page.get_by_role("button", name="Menu").click()
    look("menu")
    person.sets_up("normandy", "You against a bot")
    person.waits_until_asked()
    look("hexes")
    person.goes_to(f"/g/{game}?step=10")
    page.locator("#scrub").wait_for()
    look("replay")
    person.goes_to(f"/g/{game}?cards")
    page.locator(".sheet").first.wait_for()
    look("cards")
    person.goes_to("/odds")
    page.locator(".odds").first.wait_for(timeout=30_000)
    look("odds")
    person.goes_to("/rules/killteam_lite")
    page.locator(".reader li").first.wait_for()
    look("rules-page")
    person.goes_to("/nowhere")
    page.get_by_role("heading", name="There is nothing at this address").wait_for()
    look("unknown")
    person.sets_up("killteam_vanguard", "A friend by link")
    look("lobby")
    invitation = page.get_by_label("Invitation link").input_value()
    page.evaluate("localStorage.clear()")
    page.goto(invitation)
    page.get_by_role("button", name="Take the seat").wait_for()
    look("join")
    person.goes_to(two_bots(person.site, "duel"))
    page.locator(".result h3").first.wait_for()
    look("result")
    found = [f"{name}: {one}" for name, all_found in findings.items() for one in all_found]
    assert found == [], "\n".join(found)


def test_cards_print_on_paper(person: Person) -> None:
    person.sets_up("killteam_vanguard", "You against a bot")
    person.goes_to(f"/g/{person.game}?cards")
    person.page.locator(".sheet").first.wait_for()
    names = person.page.locator(".sheet h3").count()
    for paper in ("A4", "Letter"):
        printed = person.page.pdf(format=paper, print_background=True, path=person.pictures / f"cards-{paper}.pdf")
        assert printed.startswith(b"%PDF") and names > 4
        assert 1 <= printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") <= 6
    person.page.emulate_media(media="print")
    expect(person.page.get_by_role("button", name="Print")).to_be_hidden()
    expect(person.page.get_by_role("navigation")).to_be_hidden()


def test_the_page_is_light(person: Person) -> None:
    """Everything the table needs, compressed, without the game itself."""
    person.starts_quickly("killteam_vanguard")
    person.page.reload()
    person.sees_the_table()
    sizes: list[int] = person.page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".filter(one => !one.name.includes('/api/')).map(one => one.encodedBodySize)"
    )
    assert 0 < sum(sizes) < MOST_BYTES, sizes


def test_an_own_list_shows_all_its_faults_together(person: Person) -> None:
    person.goes_to("/")
    page = person.page
    page.locator("[data-setup=killteam_vanguard]").click()
    page.get_by_label("Army").first.select_option("own")
    page.get_by_label("Your list").fill("faction: Necrons\nNecron Lord x3\nUnicorn\n")
    page.get_by_role("button", name="Check the list").click()
    expect(page.locator(".setup .fault li, .setup p.fault").first).to_be_visible()
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    person.takes_a_picture("own-list")


def test_a_ready_list_can_be_pasted_as_an_own_one(person: Person) -> None:
    person.goes_to("/")
    page = person.page
    books: list[dict[str, Any]] = page.evaluate("fetch('/api/rulebooks').then(reply => reply.json())")
    book = next(one for one in books if one["name"] == "killteam_vanguard")
    roster = book["armies"][0]["details"]["roster"]
    page.locator("[data-setup=killteam_vanguard]").click()
    page.get_by_label("Army").first.select_option("own")
    page.get_by_label("Your list").fill(json.dumps(roster))
    expect(page.locator(".setup .good")).to_contain_text("A legal list")
    page.get_by_role("button", name="Start the game").click()
    person.sees_the_table()


def test_the_odds_page_keeps_its_state_in_the_link(person: Person, another: Callable[..., Person]) -> None:
    person.goes_to("/odds?rulebook=killteam_lite&weapon=repeater")
    page = person.page
    page.locator(".odds").first.wait_for(timeout=30_000)
    page.get_by_label("Target in Cover").check()
    page.wait_for_url("**/odds?*cover=true*")
    stranger = another()
    stranger.page.goto(page.url)
    expect(stranger.page.get_by_label("Target in Cover")).to_be_checked()
    expect(stranger.page.locator(".odds").first).to_be_visible(timeout=30_000)


@pytest.mark.parametrize("rulebook", ["killteam_lite", "killteam_vanguard", "normandy"])
def test_a_ready_list_is_there_as_text_to_be_changed_checked_and_played(
    person: Person, rulebook: str, tmp_path: Path
) -> None:
    person.goes_to("/")
    page = person.page
    page.locator(f"[data-setup={rulebook}]").click()
    page.get_by_label("Army").first.select_option("own")
    field = page.get_by_label("Your list")
    expect(field).to_have_value(re.compile(rf"\({rulebook}, .*\)\n- "))
    expect(page.locator(".setup .good")).to_contain_text(re.compile(r"A legal list. .+: \d+ (models|unit cards|cards)"))
    text = field.input_value()
    field.fill(text + "- 2 x Unicorn\n- Rubber Duck\n")
    page.get_by_role("button", name="Check the list").click()
    expect(page.locator(".setup .fault")).to_contain_text("2 things are wrong")
    expect(page.locator(".setup .fault li").first).to_contain_text("there is no unit 'Unicorn' in this faction")
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    page.get_by_label("From a file").set_input_files(file)
    expect(page.locator(".setup .good")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    person.sees_the_table()
    assert person.complaints == []


def test_a_list_is_a_link(person: Person, another: Callable[..., Person]) -> None:
    text = "Mary's Line (killteam_lite, Ashfield Line)"
    stranger = another()
    stranger.goes_to(f"/#list={quote(text)}")
    page = stranger.page
    expect(page.get_by_role("heading", name="Set up Kill Team: Lite Rules")).to_be_visible()
    expect(page.get_by_label("Your list")).to_have_value(text)
    expect(page.locator(".setup .good")).to_contain_text("Mary's Line: 13 models")


def test_tab_leads_through_the_typed_answer_and_on(person: Person) -> None:
    page = person.page
    person.starts_quickly("killteam_vanguard")
    person.waits_until_asked()
    field = page.get_by_label("Type an answer")
    field.focus()
    expect(page.get_by_role("listbox", name="Completions")).to_be_visible()
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    beginning = page.locator("[data-option] .label").first.inner_text().lower()[:4]  # dice may make it another question
    field.press_sequentially(beginning)
    expect(page.locator("#completion-0")).to_be_visible()
    page.keyboard.press("Tab")
    expect(field).to_be_focused()
    expect(field).not_to_have_value(beginning)
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    assert person.complaints == []
