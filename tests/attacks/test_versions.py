"""Games of earlier versions: a changed remark costs nothing, a changed rule is noticed, and nothing that was played is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.kit.duel import DuelRulebook
from tests.server.browser import Site, bearer, play_on, sensible
from vanguard.server.app import Settings, create_app


def played(site: Site, answers: int) -> tuple[dict[str, Any], dict[str, Any]]:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(answers):
            question = browser.question()
            assert question is not None
            browser.answer(sensible(question), seat=question["seat"])
        return created, browser.state


def reopened(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://localhost")


def looked_at(settings: Settings, created: dict[str, Any]) -> dict[str, Any]:
    with reopened(settings) as client:
        site = Site(client)
        with site.sit(created["game"], *site.secrets(created)) as browser:
            reply = browser.ask("answer", given="high", at=browser.state["stamp"], seat=0)
            assert reply["type"] == "refused"
            assert reply["why"] == browser.state["read_only"]
            assert browser.ask("ping")["type"] == "pong"
            outline = site.get(f"/api/games/{created['game']}/replay", *site.secrets(created))
            assert outline["log"] != [] and outline["may_branch"] is False
            position = site.get(f"/api/games/{created['game']}/replay/0?seat=0", *site.secrets(created))
            assert position["view"] == browser.state["perspectives"][0]["view"]
            branch = {"step": 0, "seats": [{}, {}]}
            refused = client.post(
                f"/api/games/{created['game']}/branch", json=branch, headers=bearer(*site.secrets(created))
            )
            assert refused.status_code == 409
            held = [{"game": created["game"], "secret": site.secrets(created)[0]}]
            assert len(site.post("/api/games/mine", {"held": held})) == 1
            return browser.state


def test_a_game_of_another_version_is_shown_as_it_was_with_the_reason(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reopened(settings) as client:
        created, then = played(Site(client), 3)
    monkeypatch.setattr(DuelRulebook, "version", "99")
    now = looked_at(settings, created)
    assert "an earlier version" in now["read_only"]
    for seat in (0, 1):
        assert now["perspectives"][seat]["view"] == then["perspectives"][seat]["view"]
        assert now["perspectives"][seat]["question"] is None
    assert now["revision"] == then["revision"]
    assert now["standing"] == then["standing"]
    assert now["dice_secret"] is None, "the game is not over, so its dice stay secret"


def test_other_content_is_told_by_its_entries(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuelRulebook, "content_meaning", lambda self: {"units.toml": {"lord": {"points": 25}}})
    with reopened(settings) as client:
        created, _ = played(Site(client), 3)
    monkeypatch.setattr(DuelRulebook, "content_digest", lambda self: "another")
    monkeypatch.setattr(DuelRulebook, "content_meaning", lambda self: {"units.toml": {"lord": {"points": 30}}})
    assert "units.toml: lord" in looked_at(settings, created)["read_only"]


def test_rules_that_changed_without_a_word_are_noticed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting points of 5 instead of 2 once turned 2:0 into 5:3 without anybody being told."""
    with reopened(settings) as client:
        created, then = played(Site(client), 3)
    beginning = DuelRulebook.new

    def richer(self: DuelRulebook, setup: Any) -> Any:
        state: Any = beginning(self, setup)
        state.tokens = [token + 3 for token in state.tokens]
        return state

    monkeypatch.setattr(DuelRulebook, "new", richer)
    now = looked_at(settings, created)
    assert "the rules have changed since it was played" in now["read_only"]
    assert now["perspectives"][0]["view"] == then["perspectives"][0]["view"]


def test_a_rulebook_that_is_gone_still_shows_its_games(settings: Settings) -> None:
    from dataclasses import replace

    with reopened(settings) as client:
        created, _ = played(Site(client), 3)
    assert "there is no rulebook" in looked_at(replace(settings, rulebooks=()), created)["read_only"]


def test_a_finished_game_of_another_version_still_tells_its_dice(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reopened(settings) as client:
        site = Site(client)
        created = site.new_game()
        with site.sit(created["game"], *site.secrets(created)) as browser:
            play_on(browser)
            told = browser.state["dice_secret"]
    monkeypatch.setattr(DuelRulebook, "version", "99")
    now = looked_at(settings, created)
    assert now["dice_secret"] == told
    assert now["standing"]["over"] is True


def test_who_conceded_after_the_last_picture_has_conceded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with reopened(settings) as client:
        site = Site(client)
        created, _ = played(site, 3)
        site.until_deserted(created["game"])
        with site.sit(created["game"], *site.secrets(created)) as browser:
            assert browser.ask("concede", seat=1)["type"] == "ack"
    monkeypatch.setattr(DuelRulebook, "version", "99")
    standing = looked_at(settings, created)["standing"]
    assert (standing["over"], standing["winner"], standing["how"]) == (True, 0, "conceded")


def test_a_game_whose_server_was_killed_before_a_picture_is_not_lost_either(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is listed and opens with the reason, its answers stay on disk, and the version that played it plays on."""
    with reopened(settings) as client:
        created, then = played(Site(client), 3)
    games = settings.data / "games.sqlite3"
    with closing(sqlite3.connect(games)) as disk:
        disk.execute("DELETE FROM pictures")
        disk.commit()
    with monkeypatch.context() as later:
        later.setattr(DuelRulebook, "version", "99")
        with reopened(settings) as client:
            site = Site(client)
            with site.sit(created["game"], *site.secrets(created)) as browser:
                assert "an earlier version" in browser.state["read_only"]
                assert "only its answers" in browser.state["read_only"]
            held = [{"game": created["game"], "secret": site.secrets(created)[0]}]
            assert site.post("/api/games/mine", {"held": held})[0]["steps"] == then["revision"]
    with reopened(settings) as client:
        site = Site(client)
        with site.sit(created["game"], *site.secrets(created)) as browser:
            assert browser.state["perspectives"] == then["perspectives"]
            assert "read_only" not in browser.state
