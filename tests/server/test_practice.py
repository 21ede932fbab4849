"""Undo against a bot: for practice it goes back over dice and reveals and is kept in the record; otherwise it ends there."""

from __future__ import annotations

from typing import Any

from tests.kit.duel import rulebook
from tests.server.browser import Browser, Site, bearer, play_on, sensible
from vanguard.core.records import read_record
from vanguard.server.play.playing import PlayedStep, Playing
from vanguard.server.play.telling import undo_shown
from vanguard.server.storage.rows import StoredGame, StoredSeat


def after_dice(browser: Browser) -> None:
    """Play until dice have been rolled or the bot has answered since one's own last answer."""
    for _ in range(200):
        browser.up_to_date()
        question = browser.question(0)
        if question is None:
            browser.next("update")
            continue
        before = browser.state["revision"]
        browser.answer(sensible(question), seat=0)
        while browser.question(0) is None:
            browser.next("update")
        if browser.state["revision"] > before + 1:
            return
    raise AssertionError("nothing was ever rolled")


def undo_of(browser: Browser) -> Any:
    return browser.state["perspectives"][0]["undo"]


def test_against_a_bot_undo_is_for_practice_unless_one_wants_otherwise(site: Site) -> None:
    assert told(site, second="bot") is True
    assert told(site, second="bot", practice=False) is False
    assert told(site, practice=True) is False, "between people there is no practice"


def told(site: Site, **fields: Any) -> bool:
    created = site.new_game(**fields)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        practice: bool = browser.state["practice"]
        return practice


def test_for_practice_what_was_taken_back_is_counted_and_kept_in_the_record(site: Site) -> None:
    created = site.new_game(second="bot")
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        after_dice(browser)
        assert undo_of(browser) == {"possible": True, "free": True}
        before = browser.state["revision"]
        assert browser.ask("undo", seat=0)["type"] == "ack"
        browser.up_to_date()
        assert browser.state["revision"] < before
    with site.sit(created["game"], *secrets) as browser:
        assert browser.state["taken_back"] == 1
        play_on(browser)
    text = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(*secrets)).text
    record = read_record(text)
    assert record.practice is True
    assert len(record.taken_back) == 1
    taken = record.taken_back[0]
    assert len(taken["answers"]) == before - taken["to"]
    assert read_record(record.to_text()).taken_back == record.taken_back
    assert site.client.post("/api/records", content=text.encode()).status_code == 200


def test_without_practice_undo_ends_at_a_die_or_reveal_and_the_bot_is_not_asked(site: Site) -> None:
    created = site.new_game(second="bot", practice=False)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        after_dice(browser)
        assert undo_of(browser) == {"possible": False, "free": False}
        before = browser.state["revision"]
        reply = browser.ask("undo", seat=0)
        assert reply["type"] == "refused" and "not for practice" in reply["why"]
        browser.up_to_date()
        assert browser.state["revision"] == before
        play_on(browser)
    text = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(*site.secrets(created))).text
    assert read_record(text).practice is False


def test_a_free_undo_never_discards_the_others_secret_answer() -> None:
    """The other seat's answer is acknowledged and on disk, though it waits to be revealed."""
    seats = [StoredSeat("human", "Ada"), StoredSeat("human", "Bo")]
    setup = rulebook.default_setup().plain()
    stored = StoredGame("g", "duel", rulebook.version, rulebook.content_digest(), setup, "", seats, "")
    playing = Playing(stored, rulebook)
    playing.steps.append(PlayedStep(0, "swing", False, False, "bout 1"))
    assert playing.last_answer_of(0) == (0, True)
    playing.game.answer("high", seat=1)
    assert playing.game.pending == {1: "high"}
    assert playing.last_answer_of(0) == (0, False)
    assert undo_shown(playing, 0, (0,)) == {"possible": True, "free": False}, "the other is asked"
    assert undo_shown(playing, 1, (1,)) == {"possible": True, "free": True}, "one's own secret is taken back freely"
