"""Replays: stepping, scrubbing, links, records, and playing on from any step."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import Person


def plays_a_duel(person: Person) -> str:
    person.sets_up("duel", "You against a bot")
    person.plays_to_the_end()
    return person.game


def test_a_finished_game_is_replayed_with_the_usual_keys(person: Person) -> None:
    plays_a_duel(person)
    page = person.page
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".count")).to_have_text(re.compile(r"^0 / \d+$"))
    last = int(page.locator(".count").inner_text().split(" / ")[1])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(f"2 / {last}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).to_have_text(f"1 / {last}")
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")
    expect(page.locator(".log li")).not_to_have_count(0)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".count")).not_to_have_text(f"{last} / {last}")
    page.keyboard.press("Home")
    expect(page.locator(".count")).to_have_text(f"0 / {last}")
    page.get_by_role("slider", name="Step").fill(str(last // 2))
    expect(page.locator(".count")).to_have_text(f"{last // 2} / {last}")
    person.takes_a_picture("replay")
    page.get_by_label("Speed").select_option("fastest")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")
    assert person.complaints == []


def test_a_position_has_a_link_that_a_stranger_can_open(person: Person, another: Callable[..., Person]) -> None:
    game = plays_a_duel(person)
    watch = person.page.evaluate("game => JSON.parse(localStorage.getItem('vanguard.keys'))[game].watch", game)
    stranger = another()
    stranger.goes_to(f"/g/{game}?step=4#watch={watch}")
    expect(stranger.page.locator(".count")).to_have_text(re.compile("^4 / "))


def test_any_step_can_be_played_on_against_a_bot(person: Person) -> None:
    game = plays_a_duel(person)
    person.goes_to(f"/g/{game}?step=6")
    page = person.page
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Level").select_option("random")
    page.get_by_role("button", name="Start from step 6").click()
    person.sees_the_table()
    assert person.game != game
    person.plays_to_the_end()
    assert person.complaints == []


def test_a_record_is_downloaded_and_opened_elsewhere(
    person: Person, another: Callable[..., Person], tmp_path: Path
) -> None:
    game = plays_a_duel(person)
    person.goes_to(f"/g/{game}?step=0")
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Download").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    stranger = another()
    stranger.goes_to("/")
    stranger.page.get_by_label("Open a record").set_input_files(record)
    expect(stranger.page.locator(".count")).to_have_text(re.compile(r"^0 / \d+$"))


def test_games_are_listed_and_resumed(person: Person) -> None:
    person.sets_up("killteam_lite", "You against a bot")
    person.plays(5)
    person.waits_until_asked()
    question = person.prompt.locator("h2").inner_text()
    person.goes_to("/")
    person.page.get_by_role("heading", name="In progress").wait_for()
    person.page.locator(".games a").first.click()
    expect(person.prompt.locator("h2")).to_have_text(question)
