"""Taking back: free until a die or a reveal, after that by the other player's consent."""

from __future__ import annotations

import pytest

from tests.server.browser import Browser, Site, play_on, sensible
from tests.server.test_hidden import two_online
from vanguard.server.play.playing import PlayedStep, Playing


def until_asked(browser: Browser, clause: str) -> None:
    def asked(browser: Browser) -> bool:
        question = browser.question()
        return question is not None and question["clause"] == clause

    play_on(browser, asked)
    assert not browser.state["standing"]["over"], f"{clause} was never asked"


def test_an_answer_without_dice_is_taken_back_at_once(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_asked(browser, "duel.dodge")
        seat = browser.question()["seat"]  # type: ignore[index]
        before, log = browser.state, browser.log
        browser.answer("yes", seat=seat)
        assert browser.question()["kind"] == "place"  # type: ignore[index]
        assert browser.state["perspectives"][seat]["undo"] == {"possible": True, "free": True}
        assert browser.ask("undo", seat=seat)["type"] == "ack"
        browser.up_to_date()
        assert browser.state["revision"] == before["revision"]
        assert browser.state["stamp"] > before["stamp"]
        assert browser.log == log
        assert browser.question() == next(p["question"] for p in before["perspectives"] if p["question"])


def test_after_dice_the_other_player_is_asked_and_may_decline(site: Site) -> None:
    game, secrets, _ = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second:
        browsers = [first, second]
        first.answer("low")
        second.answer("high")
        first.up_to_date()
        seat = second.state["deciding"]["seats"][0]
        mine, other = browsers[seat], browsers[1 - seat]
        mine.answer({"body": 2})
        rolled = mine.state["revision"]
        assert mine.state["perspectives"][0]["undo"] == {"possible": True, "free": False}
        assert mine.ask("undo")["note"] == "the other player is asked"
        assert other.up_to_date().ask("consent", to="undo", accept=False)["type"] == "ack"
        mine.up_to_date()
        assert mine.state["revision"] == rolled
        mine.ask("undo")
        other.ask("consent", to="undo", accept=True)
        assert mine.up_to_date().state["revision"] == 2
        assert mine.question()["clause"] == "duel.split"  # type: ignore[index]
        assert other.up_to_date().log == mine.log


def test_an_undo_that_was_free_is_not_once_the_other_has_answered_in_secret(site: Site) -> None:
    """It would throw away an answer that was acknowledged."""
    playing = site.hub._games[site.new_game()["game"]].playing
    playing.steps.append(PlayedStep(0, "as if before the stances", auto=False, reveals=False, stage=""))
    assert playing.last_answer_of(0) == (0, True)
    playing.game.answer("low", seat=1)
    assert playing.last_answer_of(0) == (0, False)


def test_the_same_dice_fall_again_after_an_undo(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("low", seat=0)
        browser.answer("high", seat=1)
        browser.answer({"body": 2})
        faces = browser.question()["options"][1:]  # type: ignore[index]
        seat = browser.question()["seat"]  # type: ignore[index]
        browser.ask("undo", seat=seat)
        browser.up_to_date().answer({"body": 2})
        assert browser.question()["options"][1:] == faces  # type: ignore[index]


def test_a_bot_consents_and_plays_on(site: Site) -> None:
    created = site.new_game(second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high")
        play_on(browser, until=lambda browser: browser.state["revision"] >= 4)
        reply = browser.ask("undo")
        assert reply["type"] == "ack"
        play_on(browser)


def test_an_undone_answer_is_gone_from_disk_and_its_message_is_not_done_again(site: Site) -> None:
    created = site.new_game()
    hub = site.hub
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_asked(browser, "duel.dodge")
        seat = browser.question()["seat"]  # type: ignore[index]
        before = hub.store.play(created["game"]).answers
        stamp = browser.state["stamp"]
        browser.answer("yes", seat=seat, id="dodge")
        assert len(hub.store.play(created["game"]).answers) == len(before) + 1
        browser.ask("undo", seat=seat)
        assert hub.store.play(created["game"]).answers == before
        assert browser.ask("answer", id="dodge", given="yes", at=stamp, seat=seat)["duplicate"] is True
        assert hub.store.play(created["game"]).answers == before


def test_an_answer_for_the_moment_before_an_undo_is_stale(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_asked(browser, "duel.dodge")
        seat = browser.question()["seat"]  # type: ignore[index]
        stamp = browser.state["stamp"]
        browser.answer("yes", seat=seat)
        browser.ask("undo", seat=seat)
        reply = browser.ask("answer", given="no", at=stamp, seat=seat)
        assert reply["stale"] is True


def test_a_new_answer_withdraws_the_wish_to_undo(site: Site) -> None:
    game, secrets, _ = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second:
        first.answer("low")
        second.answer("high")
        first.up_to_date()
        browsers = [first, second]
        seat = second.state["deciding"]["seats"][0]
        browsers[1 - seat].ask("undo")
        assert browsers[seat].up_to_date() is browsers[seat]
        browsers[seat].answer(sensible(browsers[seat].question()))  # type: ignore[arg-type]
        assert browsers[seat].state["proposals"] == []
        assert browsers[seat].ask("consent", to="undo", accept=True)["type"] == "refused"


def test_a_draw_is_agreed_by_both(site: Site) -> None:
    game, secrets, _ = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second:
        first.ask("offer_draw")
        assert second.next("proposals")["proposals"][0]["what"] == "draw"
        second.ask("consent", to="draw", accept=True)
        assert second.up_to_date().state["standing"]["how"] == "agreed"
        assert first.up_to_date().state["standing"]["winner"] is None


def test_an_undo_further_back_than_a_game_remembers_leads_to_the_same_moment(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[int] = []
    played_again = Playing.before

    def noted(playing: Playing, step: int) -> Playing:
        again.append(step)
        return played_again(playing, step)

    monkeypatch.setattr(Playing, "remembers", lambda playing, step: False)
    monkeypatch.setattr(Playing, "before", noted)
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_asked(browser, "duel.dodge")
        seat = browser.question()["seat"]  # type: ignore[index]
        before, log = browser.state, browser.log
        browser.answer("yes", seat=seat)
        assert browser.ask("undo", seat=seat)["type"] == "ack"
        browser.up_to_date()
        assert again == [before["revision"]]
        assert browser.state["revision"] == before["revision"]
        assert browser.log == log
        assert browser.state["perspectives"] == before["perspectives"]
        play_on(browser)
        assert browser.state["standing"]["over"]
