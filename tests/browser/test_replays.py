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


def test_the_next_step_of_a_replay_is_shown_as_it_happens_and_a_leap_leads_there_at_once(person: Person) -> None:
    game = plays_a_duel(person)
    page = person.page
    page.evaluate("() => localStorage.setItem('vanguard.settings', JSON.stringify({ speed: 'step', teach: false }))")
    person.goes_to(f"/g/{game}?step=0")
    board = page.locator("svg.board")
    last = int(page.locator(".count").inner_text().split(" / ")[1])
    page.keyboard.press("End")
    page.wait_for_url(f"**/g/{game}?step={last}*")
    assert board.get_attribute("data-playing") == "no"
    page.keyboard.press("Home")
    page.wait_for_url(f"**/g/{game}?step=0*")
    while board.get_attribute("data-playing") == "no":
        before = page.locator(".count").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".count")).not_to_have_text(before)
        page.wait_for_url(f"**step={int(before.split(' / ')[0]) + 1}*")
    assert person.complaints == []


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


def test_a_position_has_a_link_for_strangers_and_a_record_is_downloaded_and_opened_elsewhere(
    person: Person, another: Callable[..., Person], tmp_path: Path
) -> None:
    game = plays_a_duel(person)
    person.goes_to(f"/g/{game}?step=0")
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Download").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    stranger = another()
    watch = person.page.evaluate("game => JSON.parse(localStorage.getItem('vanguard.keys'))[game].watch", game)
    stranger.goes_to(f"/g/{game}?step=4#watch={watch}")
    expect(stranger.page.locator(".count")).to_have_text(re.compile("^4 / "))
    stranger.goes_to("/")
    stranger.page.get_by_label("Open a record").set_input_files(record)
    expect(stranger.page.locator(".count")).to_have_text(re.compile(r"^0 / \d+$"))


def test_games_are_listed_and_resumed(person: Person) -> None:
    person.sets_up("killteam_lite", "You against a bot")
    person.plays(5)
    person.waits_until_asked()
    question = person.prompt.locator("h2").inner_text()
    person.goes_to("/")
    person.page.get_by_role("heading", name="Go on playing").wait_for()
    person.page.locator(".games a").first.click()
    expect(person.prompt.locator("h2")).to_have_text(question)


def test_the_tape_and_the_sight_tool_work_at_the_step_that_is_shown(person: Person) -> None:
    person.sets_up("killteam_vanguard", "You against a bot")
    page = person.page
    for _ in range(40):
        person.waits_until_asked()
        if page.locator(".model.side0").count() > 3 and page.locator(".model.side1").count() > 3:
            break
        person.answers()
    person.goes_to(f"/g/{person.game}?step=40")
    page.locator("#scrub").wait_for()
    page.keyboard.press("End")
    mine = page.locator(".model.side0").first.get_attribute("data-model")
    theirs = page.locator(".model.side1").first.get_attribute("data-model")
    assert mine and theirs
    page.get_by_role("button", name="Tape measure").click()
    person.presses_model(mine)
    person.presses_model(theirs)
    expect(page.locator(".tape text")).to_contain_text(re.compile(r'\d[″"]'))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tape text")).to_have_count(0)
    page.keyboard.press("End")
    page.get_by_role("button", name="Who can see whom").click()
    person.presses_model(mine)
    person.presses_model(theirs)
    expect(page.locator(".tool-note")).to_contain_text(re.compile("Sees it|Does not see it"))
    expect(page.locator(".sight line").first).to_be_attached()
    person.takes_a_picture("replay-sight")
    page.keyboard.press("Escape")
    expect(page.locator(".tool-note")).to_have_count(0)
    assert person.complaints == []


def test_an_own_game_is_deleted_for_good_and_only_when_it_is_meant(person: Person) -> None:
    game = plays_a_duel(person)
    person.goes_to("/")
    page = person.page
    entry = page.locator(".games li", has=page.locator(f'a[href^="/g/{game}"]'))
    entry.get_by_role("button", name="Delete").click()
    entry.get_by_role("button", name="Keep").click()
    expect(entry).to_have_count(1)
    entry.get_by_role("button", name="Delete").click()
    entry.get_by_role("button", name="Delete for good").click()
    expect(entry).to_have_count(0)
    expect(page.get_by_text("Deleted.")).to_be_visible()
    person.goes_to(f"/g/{game}?step=0")
    expect(page.get_by_role("heading", name="No replay")).to_be_visible()
