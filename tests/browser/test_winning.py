"""How the game is won stands at the table; and its end is worth staying for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS, two_bots

WATCH_THE_ROUNDS = """
window.rounds = []
new MutationObserver(() => {
  const over = Number(document.querySelector('[data-round-over]')?.dataset.roundOver)
  if (over && rounds.at(-1) !== over) rounds.push(over)
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-round-over'] })
"""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_mission_says_what_scores_and_what_it_would_be_worth_now(person: Person, site: str, rulebook: str) -> None:
    person.goes_to(two_bots(site, rulebook))
    page = person.page
    person.sees_the_table()
    page.get_by_role("tab", name="Mission").click()
    mission = page.locator(".mission")
    expect(mission.locator("h3")).not_to_be_empty()
    expect(mission.locator("p").first).to_contain_text(re.compile(r"\w{4,}"))
    page.wait_for_function(
        "() => document.querySelector('.mission .now') || document.querySelector('.prompt')?.dataset.kind === 'over'"
    )
    person.takes_a_picture(f"mission-{rulebook}")
    assert person.complaints == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_end_of_a_game_tells_why_who_fell_and_how_the_dice_fell(person: Person, site: str, rulebook: str) -> None:
    """Two bots play to the end; whoever watches finds the reason, losses, luck, turning points and a way to share it.

    Every round that ended before was a moment to be seen, with its score.
    """
    page = person.page
    page.add_init_script(WATCH_THE_ROUNDS)
    person.goes_to(two_bots(site, rulebook))
    page.wait_for_function("() => document.querySelector('.prompt')?.dataset.kind === 'over'", timeout=240_000)
    result = page.locator(".result")
    expect(result.locator("h2")).to_contain_text(re.compile("Victory for|A draw"))
    expect(result).to_contain_text("Losses and luck")
    expect(result).to_contain_text(re.compile(r"\d+ of \d+ dice succeeded; [\d.]+ expected"))
    expect(result.get_by_role("button", name="Share")).to_be_visible()
    person.takes_a_picture(f"result-{rulebook}")
    assert page.locator(".prompt .answers").evaluate("one => one.scrollHeight <= one.clientHeight"), (
        "it is seen without scrolling"
    )
    rounds: list[int] = page.evaluate("rounds")
    assert rounds, "no round's end was seen"
    assert rounds == sorted(set(rounds))
    expect(result.locator("[data-swings] a").first).to_be_visible()
    result.get_by_role("button", name="How is that weighed?").click()
    expect(result.locator("[data-explained]")).to_contain_text("no chance of winning and no score")
    swings = result.locator("[data-swings] a")
    assert 1 <= swings.count() <= 3
    swings.first.click()
    expect(page.locator(".steer")).to_contain_text("Replay")
    assert person.complaints == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rematch_is_one_click(person: Person, rulebook: str) -> None:
    person.sets_up(rulebook, "You against a bot")
    page = person.page
    person.plays(2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede …").click()
    page.get_by_role("button", name="Yes, concede the game").click()
    mine = page.locator(".player.side0 .who").inner_text()
    was = person.game
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("was => !location.pathname.includes(was)", arg=was)
    person.sees_the_table()
    expect(page.locator(".player.side0 .who")).not_to_have_text(mine, use_inner_text=True)
