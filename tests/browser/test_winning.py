"""A game is watched from its first moves: who is who, how it is won, and an end that is worth staying for."""

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


PIECES = """() => [[...document.querySelectorAll('[data-model]')].map(one => ({
  look: one.dataset.look, body: one.querySelector('.look')?.innerHTML,
  tag: one.querySelector('.tag text')?.textContent ?? '', said: one.querySelector('[role=button]').getAttribute('aria-label'),
})), [...document.querySelectorAll('#panel .name')].map(one => one.innerText)]"""


def every_piece_shows_what_it_is_and_has_one_name(person: Person) -> None:
    page = person.page
    page.get_by_role("tab", name="Models").click()
    page.wait_for_function(
        "() => document.querySelectorAll('[data-model]').length > 4 && document.querySelectorAll('#panel .name').length"
    )
    pieces, names = page.evaluate(PIECES)
    drawings: dict[str, str] = {}
    for piece in pieces:
        name = next((one for one in names if piece["said"].startswith(f"{one}, ")), "")
        assert name, f"{piece['said']} is called otherwise in the list"
        assert piece["look"] and piece["body"], f"{name} is not drawn"
        assert drawings.setdefault(piece["look"], piece["body"]) == piece["body"]
        who, tag = name.split(",")[0], piece["tag"]
        initials = "".join(word[0] for word in who.split())
        assert who.endswith(tag) or tag in initials, f"the token says {tag}, the name is {name}"
    assert len(set(drawings.values())) == len(drawings), "two kinds look alike"


def the_mission_says_what_scores_and_what_it_would_be_worth_now(person: Person) -> None:
    person.page.get_by_role("tab", name="Mission").click()
    mission = person.page.locator(".mission")
    expect(mission.locator("h3")).not_to_be_empty()
    expect(mission.locator("p").first).to_contain_text(re.compile(r"\w{4,}"))
    person.page.wait_for_function(
        "() => document.querySelector('.mission .now') || document.querySelector('.prompt')?.dataset.kind === 'over'"
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whoever_watches_a_game_knows_who_is_who_how_it_is_won_and_at_its_end_why(
    person: Person, site: str, rulebook: str
) -> None:
    """Two bots play to the end; whoever watches finds the reason, losses, luck, turning points and a way to share it.

    Every round that ended before was a moment to be seen, with its score.
    """
    page = person.page
    page.add_init_script(WATCH_THE_ROUNDS)
    person.goes_to(two_bots(site, rulebook))
    person.sees_the_table()
    every_piece_shows_what_it_is_and_has_one_name(person)
    the_mission_says_what_scores_and_what_it_would_be_worth_now(person)
    person.takes_a_picture(f"mission-{rulebook}")
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
    expect(result.locator("[data-explained]")).to_contain_text("neither a chance of winning nor a score")
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
    expect(person.prompt).to_contain_text("Game over")
    mine = page.locator(".player.side0 .who").inner_text()
    was = person.game
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("was => !location.pathname.includes(was)", arg=was)
    person.sees_the_table()
    expect(page.locator(".player.side0 .who")).not_to_have_text(mine, use_inner_text=True)
