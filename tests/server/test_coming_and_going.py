"""Whoever leaves waits for nothing, and what the server still does then loses nothing: pictures, deletions, games read again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Site, bearer
from vanguard.server.play import hub as hubs
from vanguard.server.play.live_game import READ_AGAIN, LiveGame
from vanguard.server.storage.store import Store


class Held:
    """Something the server awaits that is held up until it is let go."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._free = False
        self.begun = 0

    def up(self, work: Callable[..., Any], only: Callable[..., bool] = lambda *_: True) -> Callable[..., Any]:
        async def later(*arguments: Any, **named: Any) -> Any:
            if only(*arguments):
                self.begun += 1
                while not self._free:
                    await asyncio.sleep(0)
            return await work(*arguments, **named)

        return later

    def until_begun(self) -> None:
        self._site.until(lambda: self.begun > 0)

    def let_go(self) -> None:
        self._free = True


@pytest.fixture
def held(site: Site) -> Iterator[Held]:
    found = Held(site)
    yield found
    found.let_go()  # whatever became of the test: the server closes


def left_after_an_answer(site: Site) -> tuple[str, list[str]]:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high", seat=0)
        browser.answer("low", seat=1)
    return created["game"], site.secrets(created)


def rows_of(site: Site, game: str) -> dict[str, int]:
    tables = ("answers", "digests", "pictures", "message_ids")
    return {table: site.hub.store._rows(f"SELECT count(*) FROM {table} WHERE game = ?", game)[0][0] for table in tables}


@pytest.mark.parametrize("before", ["keep_picture", "_pictured"])
def test_a_game_whose_picture_is_to_be_made_or_being_made_is_not_let_go(
    site: Site, held: Held, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveGame, before, held.up(getattr(LiveGame, before)))
    game, _ = left_after_an_answer(site)
    monkeypatch.setattr(hubs, "MOST_IDLE_GAMES", 0)
    live = site.hub._games[game]
    held.until_begun()
    site.hub._let_idle_go()
    assert site.hub._games[game] is live
    assert rows_of(site, game)["pictures"] == 0
    held.let_go()
    site.until_deserted(game)
    assert rows_of(site, game)["pictures"] == 1
    site.hub._let_idle_go()
    assert game not in site.hub._games


def test_a_game_is_deleted_though_its_picture_is_being_made_and_nothing_of_it_is_left(
    site: Site, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveGame, "_pictured", held.up(LiveGame._pictured))
    game, secrets = left_after_an_answer(site)
    held.until_begun()
    assert site.client.portal is not None
    deleting = site.client.portal.start_task_soon(site.hub._delete_if_deserted, game)
    site.until(lambda: game in site.hub._being_deleted or deleting.done())
    assert site.client.get(f"/api/games/{game}/replay", headers=bearer(*secrets)).status_code == 404
    held.let_go()
    assert deleting.result() is True
    assert set(rows_of(site, game).values()) == {0}


def test_nobody_finds_a_game_again_that_is_being_deleted(
    site: Site, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read back at the wrong moment it would be played on in memory and be nowhere on disk."""
    game, secrets = left_after_an_answer(site)
    site.until_deserted(game)
    site.hub._games.clear()
    monkeypatch.setattr(Store, "write", held.up(Store.write, only=lambda _, sent: "DELETE FROM games" in str(sent)))
    assert site.client.portal is not None
    deleting = site.client.portal.start_task_soon(site.hub.delete, game, secrets)
    held.until_begun()
    assert site.client.get(f"/api/games/{game}/replay", headers=bearer(*secrets)).status_code == 404
    held.let_go()
    deleting.result()
    assert site.client.get(f"/api/games/{game}/replay", headers=bearer(*secrets)).status_code == 404
    assert game not in site.hub._games


def test_a_game_that_cannot_be_deleted_is_still_there(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    game, secrets = left_after_an_answer(site)
    with monkeypatch.context() as broken:
        broken.setattr("vanguard.server.storage.rows.deleting", lambda game: [("DELETE FROM nothing", ())])
        assert site.client.delete(f"/api/games/{game}", headers=bearer(*secrets)).status_code == 503
    assert site.client.get(f"/api/games/{game}/replay", headers=bearer(*secrets)).status_code == 200
    assert site.client.delete(f"/api/games/{game}", headers=bearer(*secrets)).status_code == 200


def test_who_comes_while_a_game_in_memory_is_ahead_of_the_disk_is_shown_nothing_of_it(
    site: Site, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = site.new_game()
    secrets = site.secrets(created)
    monkeypatch.setattr(LiveGame, "enter", held.up(LiveGame.enter))
    with site.client.websocket_connect(f"ws://localhost/api/games/{created['game']}/socket") as socket:
        socket.send_json({"type": "hello", "secrets": secrets})
        held.until_begun()
        site.hub._games[created["game"]].unusable = True
        held.let_go()
        with pytest.raises(WebSocketDisconnect) as sent_away:
            socket.receive_json()
        assert sent_away.value.code == READ_AGAIN
    with site.sit(created["game"], *secrets) as browser:
        assert browser.answer("high", seat=0)["type"] == "ack", "who connects again gets what is on disk"


def test_what_was_replayed_of_a_game_is_no_use_after_an_undo_or_when_it_was_read_again(site: Site) -> None:
    """A worker, or who looks back, would else go on from answers that were taken back."""
    created = site.new_game()
    game, secrets = created["game"], site.secrets(created)
    histories = [site.hub._games[game].history]
    with site.sit(game, *secrets) as browser:
        browser.answer("high", seat=0)
        browser.answer("low", seat=1)
        assert browser.ask("undo", seat=0)["type"] == "ack"
        histories.append(site.hub._games[game].history)
    site.until_deserted(game)
    site.hub._games.clear()
    with site.sit(game, *secrets):
        histories.append(site.hub._games[game].history)
    assert len(set(histories)) == 3


def test_a_piece_is_put_nowhere_in_a_game_that_is_being_read_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    created = site.new_game(rulebook="killteam_vanguard")
    live = site.hub._games[created["game"]]
    monkeypatch.setattr("vanguard.server.play.live_game.movable", lambda *_: ["a"])
    monkeypatch.setattr("vanguard.server.play.live_game.set_up_after", lambda *_: [])
    live.playing.set_up["a"] = (0, 0)

    async def advised(*_: Any, **__: Any) -> Any:
        live.unusable = True
        return [[1.0, 1.0]]

    monkeypatch.setattr(live.crew, "advise", advised)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        reply = browser.ask("replace", mover="a", to=[1.0, 1.0], seat=0)
        assert reply["type"] == "refused" and "read again from disk" in reply["why"]
