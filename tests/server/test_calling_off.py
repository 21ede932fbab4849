"""A bot stops searching when its game has been taken back, has ended or is gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.browser import Browser, Site, sensible
from vanguard.server.workers.crew import Crew


class Searches:
    """Bots answer at once, and from some time on never."""

    def __init__(self) -> None:
        self.begun = self.called_off = 0
        self.endless = False

    async def run(self, crew: Crew, game: str, job: Any, *arguments: Any, **_: Any) -> Any:
        if not self.endless:
            return job(*arguments)
        self.begun += 1
        try:
            return await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    found = Searches()

    async def run(crew: Crew, *arguments: Any, **named: Any) -> Any:
        return await found.run(crew, *arguments, **named)

    monkeypatch.setattr(Crew, "run", run)
    return found


def until_the_bot_searches(browser: Browser, searches: Searches) -> None:
    """The bot has answered once, so that there is a game, and thinks about what comes next."""
    while not searches.begun:
        browser.up_to_date()
        searches.endless = browser.state["revision"] >= 4
        question = browser.question()
        if question is not None:
            browser.answer(sensible(question), seat=question["seat"])


def test_an_undo_calls_off_what_the_bot_searches_and_it_begins_anew(site: Site, searches: Searches) -> None:
    created = site.new_game(second="bot", practice=True)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_the_bot_searches(browser, searches)
        assert browser.ask("undo")["type"] == "ack"
        site.until(lambda: searches.called_off == 1)
        searches.endless = False
        browser.up_to_date()
        question = browser.question()
        assert question is not None, "the person decides again"
        assert browser.answer(sensible(question), seat=question["seat"])["type"] == "ack"


def test_conceding_calls_off_what_the_bot_searches(site: Site, searches: Searches) -> None:
    created = site.new_game(second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_the_bot_searches(browser, searches)
        assert browser.ask("concede")["type"] == "ack"
        site.until(lambda: not site.hub._games[created["game"]].bots.busy)
        assert (searches.begun, searches.called_off) == (1, 1)


def test_a_game_that_is_deleted_calls_off_what_its_bot_searches(site: Site, searches: Searches) -> None:
    created = site.new_game(second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        until_the_bot_searches(browser, searches)
        secret = site.secrets(created)[0]
        reply = site.client.delete(f"/api/games/{created['game']}", headers={"Authorization": f"Bearer {secret}"})
        assert reply.status_code == 200
        site.until(lambda: searches.called_off > 0)
        assert (searches.begun, searches.called_off) == (1, 1)


def test_two_bots_that_nobody_watches_any_more_stop_searching(site: Site, searches: Searches) -> None:
    created = site.new_game(first="bot", second="bot")
    searches.endless = True
    with site.sit(created["game"], created["watch"]) as browser:
        browser.up_to_date()
        site.until(lambda: searches.begun > 0)
    site.until_deserted(created["game"])
    assert searches.begun == searches.called_off > 0
