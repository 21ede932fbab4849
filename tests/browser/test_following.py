"""What the other side did can be followed on the table, one thing after the other, and never holds up the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PICTURES
from tests.browser.person import Person
from vanguard.core.rulebook import registered

RULEBOOKS = sorted(registered())

WATCH_THE_BEATS = """
window.beats = []
new MutationObserver(() => {
  const board = document.querySelector('svg.board')
  const beat = board?.dataset.beat
  if (!beat || beats.at(-1)?.beat === Number(beat)) return
  const drawn = [...board.querySelectorAll(`[data-line="${beat}"]`)].map((one) => one.classList[0])
  beats.push({ beat: Number(beat), kind: board.dataset.beatKind, drawn, caption: document.querySelector('.caption p')?.innerText ?? '' })
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-beat'] })
"""
STEP_UNTIL_SEEN = """kinds => {
  if (kinds.every((kind) => beats.some((one) => one.kind === kind))) return true
  for (const one of document.querySelectorAll('.playback button')) if (one.innerText === 'Next') one.click()
  return false
}"""
"""At every frame one step further, until every kind of event has been shown."""
DRAWN = {"move": "trail", "attack": "shot", "harm": "float", "fall": "casualty"}
"""What is drawn of each kind of event."""


def two_bots(site: str, rulebook: str) -> str:
    """A game between bots that know what they want, if there are any; the address where it can be watched."""
    with urlopen(f"{site}/api/rulebooks") as answer:
        levels = next(book["levels"] for book in json.load(answer) if book["name"] == rulebook)
    level = "script" if "script" in levels else levels[-1]
    wanted = {"rulebook": rulebook, "seats": [{"kind": "bot", "level": level}] * 2}
    request = Request(f"{site}/api/games", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return str(json.load(answer)["watch_link"])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_bots_do_is_shown_one_after_the_other_in_the_order_of_the_log(
    page: Page, site: str, rulebook: str
) -> None:
    page.set_viewport_size({"width": 1360, "height": 860})
    person = Person(page, site, PICTURES, speed="step")
    page.add_init_script(WATCH_THE_BEATS)
    person.goes_to(two_bots(site, rulebook))
    person.sees_the_table()
    page.wait_for_function(STEP_UNTIL_SEEN, arg=list(DRAWN))
    person.takes_a_picture(f"following-{rulebook}")
    assert page.locator(".result").count() == 0, "how it ends comes at the end"
    last = page.locator(".log li > button > span:last-child").last.inner_text()
    assert last == page.locator(".caption p").inner_text(), "whoever watches reads no further than what is shown"
    beats: list[dict[str, Any]] = page.evaluate("beats")
    assert [one["beat"] for one in beats] == sorted({one["beat"] for one in beats}), "out of the order of the log"
    for one in beats:
        if one["kind"] in DRAWN:
            assert DRAWN[one["kind"]] in one["drawn"], (
                f"of {one['kind']} only {one['drawn']} was drawn: {one['caption']}"
            )
    page.get_by_role("button", name="Skip", exact=True).click()
    earlier = page.get_by_role("button", name="Earlier")
    while earlier.count():
        earlier.click()
    lines = page.locator(".log li > button > span:last-child").all_inner_texts()
    assert [one["caption"] for one in beats] == [lines[one["beat"]] for one in beats], (
        "the caption is the log's sentence"
    )
    assert person.complaints == []


def sets_the_speed(page: Page, speed: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("How fast what happened is shown").select_option(speed)
    page.keyboard.press("Escape")


def plays_until_the_other_side_moved(person: Person) -> None:
    """The army is set up, and answers are given until a bot's move is shown on the table."""
    person.waits_until_asked()
    if person.page.locator("[data-set-up]").count():
        person.has_the_army_set_up()
    for _ in range(120):
        assert person.waits_until_asked() != "over", "the other side never moved"
        if person.page.locator(".trail.side1").count():
            return
        person.answers()
    raise AssertionError("the other side never moved")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_last_move_stays_marked_and_the_last_turn_can_be_shown_again(person: Person, rulebook: str) -> None:
    person.sets_up(rulebook, "You against a bot", level="script")
    page = person.page
    plays_until_the_other_side_moved(person)
    person.takes_a_picture(f"last-move-{rulebook}")
    page.get_by_role("button", name="Bot’s reasons").click()
    expect(page.locator("[data-why] li").first).to_be_visible()
    page.evaluate(WATCH_THE_BEATS)
    sets_the_speed(page, "fast")
    page.get_by_role("button", name="Show the last turn again").click()
    page.wait_for_function("() => beats.some(one => one.kind === 'move')")
    expect(page.locator("svg.board")).to_have_attribute("data-playing", "no")
    assert person.complaints == []


def test_step_by_step_waits_for_the_person_a_key_skips_and_an_answer_is_taken_at_once(person: Person) -> None:
    """The picture never holds up the game: whoever answers while it is shown sees how things are then."""
    person.sets_up("killteam_vanguard", "You against a bot", level="script")
    page = person.page
    plays_until_the_other_side_moved(person)
    sets_the_speed(page, "step")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("l")
    board = page.locator("svg.board")
    expect(board).to_have_attribute("data-playing", "yes")
    first = board.get_attribute("data-beat")
    page.get_by_role("button", name="Next").click()
    expect(board).not_to_have_attribute("data-beat", first or "")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("was => document.querySelector('svg.board').dataset.beat !== was", arg=first)
    page.keyboard.press("l")
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(board).to_have_attribute("data-playing", "no")
    page.get_by_role("button", name="Show the last turn again").click()
    expect(board).to_have_attribute("data-playing", "yes")
    _, moment = person.asked()
    page.evaluate("document.activeElement?.blur()")
    if page.locator("[data-option]").count():
        page.keyboard.press("1")
    else:
        page.get_by_role("button", name="Suggest").click()
        expect(page.locator("[data-confirm]")).to_be_enabled()
        page.locator("[data-confirm]").click()
    person.waits_for_change(moment)


def test_who_comes_back_is_shown_what_was_missed(another: Callable[..., Person], site: str) -> None:
    """A spectator leaves; on coming back only what happened meanwhile is played."""
    person = another(viewport={"width": 1360, "height": 860})
    person.goes_to(two_bots(site, "killteam_vanguard"))
    person.sees_the_table()
    page = person.page
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 20")
    page.evaluate(
        """() => { const seen = JSON.parse(localStorage.getItem('vanguard.seen'))
        for (const key in seen) seen[key] = 12
        localStorage.setItem('vanguard.seen', JSON.stringify(seen))
        localStorage.setItem('vanguard.settings', JSON.stringify({ speed: 'fast' })) }"""
    )
    page.add_init_script(WATCH_THE_BEATS)
    page.reload()
    page.wait_for_function("() => window.beats?.length > 2")
    assert page.evaluate("beats[0].beat") >= 12
    page.get_by_role("button", name="Skip", exact=True).click()


def test_less_motion_is_honoured(another: Callable[..., Person], site: str) -> None:
    """Who asked the system for less motion sees everything at once, marks and all; and nothing glides when it is shown again."""
    person = another(viewport={"width": 1360, "height": 860}, reduced_motion="reduce")
    page = person.page
    person.goes_to("/")
    page.evaluate("localStorage.removeItem('vanguard.settings')")
    person.goes_to(two_bots(site, "killteam_vanguard"))
    page.evaluate("localStorage.removeItem('vanguard.settings')")
    person.sees_the_table()
    page.wait_for_function("() => document.querySelector('.trail')")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("How fast what happened is shown")).to_have_value("instant")


def test_a_replay_shows_its_steps_as_they_happened(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1360, "height": 860})
    person = Person(page, site, PICTURES, speed="fast")
    page.add_init_script(WATCH_THE_BEATS)
    link = two_bots(site, "killteam_lite")
    person.goes_to(link)
    person.sees_the_table()
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 8")
    person.goes_to(link.replace("#", "?step=0#"))
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => beats.some(one => one.kind === 'place' || one.kind === 'move')")
    assert person.complaints == []
