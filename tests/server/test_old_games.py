"""Old games: whose they are to delete, and how many a server keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Site, bearer, play_on
from vanguard.server.app import Settings, create_app
from vanguard.server.play.upkeep import Keeping


def delete(site: Site, game: str, *secrets: str) -> tuple[int, str]:
    reply = site.client.delete(f"/api/games/{game}", headers=bearer(*secrets))
    return reply.status_code, reply.json().get("why", "")


def listed(site: Site, game: str, *secrets: str) -> list[str]:
    held = [{"game": game, "secret": secret} for secret in secrets]
    return [one["game"] for one in site.post("/api/games/mine", {"held": held})]


def rows(site: Site, game: str) -> dict[str, int]:
    """What is left of a game on disk."""
    store = site.client.app.state.hub.store  # type: ignore[attr-defined]
    columns = {"games": "id", "answers": "game", "pending": "game", "message_ids": "game"}
    with store._reading:
        return {
            table: store._reader.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", (game,)).fetchone()[0]
            for table, column in columns.items()
        }


def test_a_game_of_ones_own_is_deleted_for_good(site: Site) -> None:
    created = site.new_game()
    game, secrets = created["game"], site.secrets(created)
    with site.sit(game, *secrets) as browser:
        play_on(browser)
    assert listed(site, game, *secrets) == [game]
    assert all(rows(site, game)[table] for table in ("games", "answers", "message_ids"))
    assert delete(site, game, *secrets) == (200, "")
    assert listed(site, game, *secrets) == []
    assert set(rows(site, game).values()) == {0}
    assert delete(site, game, *secrets)[0] == 404
    assert site.client.get(f"/api/games/{game}/replay", headers=bearer(*secrets)).status_code == 404


def test_a_game_against_a_bot_can_be_deleted_while_it_runs(site: Site) -> None:
    created = site.new_game(second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high")
        assert delete(site, created["game"], *site.secrets(created)) == (200, "")
        with pytest.raises(WebSocketDisconnect) as gone:
            while True:
                browser.receive()
        assert gone.value.code == 4404
    assert set(rows(site, created["game"]).values()) == {0}


def test_an_invitation_nobody_has_taken_does_not_keep_a_game(site: Site) -> None:
    created = site.new_game(second="friend")
    assert delete(site, created["game"], *site.secrets(created)) == (200, "")
    taken = site.client.post(
        f"/api/games/{created['game']}/join", json={"invitation": created["seats"][1]["invitation"]}
    )
    assert taken.status_code == 404


def with_a_friend(site: Site) -> tuple[dict[str, Any], str, str]:
    created = site.new_game(second="friend")
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": created["seats"][1]["invitation"]})
    return created, created["seats"][0]["secret"], joined["secret"]


def test_nobody_deletes_what_somebody_else_plays_too(site: Site) -> None:
    created, mine, theirs = with_a_friend(site)
    game = created["game"]
    for secret in (mine, theirs):
        assert delete(site, game, secret) == (409, "somebody else plays this game too, so it is not deleted")
    assert delete(site, game, created["watch"]) == (403, "only who plays a game can delete it")
    assert delete(site, game, "x" * 32)[0] == 403
    assert delete(site, game)[0] == 403
    assert delete(site, "nothing-here", mine)[0] == 404
    assert listed(site, game, mine) == [game]
    assert delete(site, game, mine, theirs) == (200, "")


def test_a_foreign_page_deletes_nothing(site: Site) -> None:
    created = site.new_game()
    headers = {**bearer(*site.secrets(created)), "Origin": "http://elsewhere.example"}
    assert site.client.delete(f"/api/games/{created['game']}", headers=headers).status_code == 403
    assert rows(site, created["game"])["games"] == 1


def test_an_opened_record_is_no_spectators_to_delete(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser)
    record = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"])).text
    opened = site.client.post("/api/records", content=record).json()
    assert delete(site, opened["game"], opened["watch"])[0] == 403


def kept(site: Site, games: list[str]) -> list[int]:
    return [rows(site, game)["games"] for game in games]


def test_the_longest_untouched_go_when_there_are_too_many(tmp_path: Path) -> None:
    """Five finished and three empty games; two of each are kept, and whoever sits at a table keeps it."""
    settings = Settings(tmp_path, rulebooks=("tests.kit.duel:rulebook",), warm=False, workers=1)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        site = Site(client)
        finished = []
        for _ in range(5):
            created = site.new_game()
            with site.sit(created["game"], *site.secrets(created)) as browser:
                browser.ask("concede", seat=0)
            finished.append(created["game"])
        empty = [site.new_game() for _ in range(3)]
        hub = client.app.state.hub  # type: ignore[attr-defined]
        hub.upkeep.keeping = few = Keeping(finished=2, unfinished=2, empty=2, records=1)
        with site.sit(empty[0]["game"], empty[0]["watch"]):
            client.portal.call(hub.upkeep.tidy)  # type: ignore[union-attr]
        assert kept(site, finished) == [0, 0, 0, 1, 1]
        assert kept(site, [one["game"] for one in empty]) == [1, 1, 1]
    with TestClient(create_app(replace(settings, keeping=few)), base_url="http://localhost") as client:
        site = Site(client)
        assert kept(site, [one["game"] for one in empty]) == [0, 1, 1], "tidied at the start"
        assert kept(site, finished) == [0, 0, 0, 1, 1]
