"""How the game is won stands at the table; and its end is worth staying for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_following import RULEBOOKS, two_bots


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
    """Two bots play to the end; whoever watches finds the reason, losses, luck, turning points and a way to share it."""
    person.goes_to(two_bots(site, rulebook))
    page = person.page
    page.wait_for_function("() => document.querySelector('.prompt')?.dataset.kind === 'over'", timeout=240_000)
    result = page.locator(".result")
    expect(result.locator("h2")).to_contain_text(re.compile("Victory for|A draw"))
    expect(result).to_contain_text("Losses and luck")
    expect(result).to_contain_text(re.compile(r"\d+ of \d+ dice succeeded, [\d.]+ were to be expected"))
    expect(result.get_by_role("button", name="Share")).to_be_visible()
    person.takes_a_picture(f"result-{rulebook}")
    swings = result.locator("ol a")
    if swings.count():
        swings.first.click()
        expect(page.locator(".steer")).to_contain_text("Replay")
    assert person.complaints == []


def test_a_rematch_is_one_click(person: Person) -> None:
    person.sets_up("killteam_vanguard", "You against a bot")
    page = person.page
    person.plays(2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede …").click()
    page.get_by_role("button", name="Yes, concede the game").click()
    mine = page.locator(".player.side0 small").first.inner_text()
    was = person.game
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("was => !location.pathname.includes(was)", arg=was)
    person.sees_the_table()
    expect(page.locator(".player.side0 small").first).not_to_have_text(mine)
