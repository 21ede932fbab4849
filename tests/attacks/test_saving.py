"""Saving: a writer that outlives whatever is written, health that tells the truth, and tables that are told."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.kit.loops import run
from tests.server.browser import Site, sensible
from tests.server.test_storage import a_game
from vanguard.core.refusals import Refused
from vanguard.server.storage import rows
from vanguard.server.storage import store as storing
from vanguard.server.storage.store import StorageFault, Store

POISON: dict[str, Any] = {
    "surrogate": "\ud800",
    "too large a number": 2**70,
    "no value": object(),
    "a list": [1],
}


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON)
def test_the_writer_outlives_what_sqlite_cannot_take(tmp_path: Path, poison: Any) -> None:
    store = Store(tmp_path / "games.sqlite3")

    async def writing() -> None:
        statement = ("INSERT INTO pending VALUES (?, ?, ?)", ("g", 0, poison))
        together = await asyncio.gather(
            store.write([rows.adding(a_game("a"))]), store.write([statement]), return_exceptions=True
        )
        assert together[0] is None
        assert isinstance(together[1], StorageFault)
        await store.write([rows.adding(a_game("b"))])

    run(writing())
    assert store.game("a") is not None
    assert store.game("b") is not None
    assert store.health().works
    store.close()


def test_a_commit_that_fails_in_an_unforeseen_way_fails_its_writes_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "games.sqlite3")
    committing = store._commit

    def broken(writes: list[Any]) -> None:
        raise MemoryError("no more")

    async def writing() -> None:
        monkeypatch.setattr(store, "_commit", broken)
        with pytest.raises(StorageFault, match="no more"):
            await store.write([rows.adding(a_game("a"))])
        assert not store.health().works
        assert "no more" in store.health().why
        monkeypatch.setattr(store, "_commit", committing)
        await store.write([rows.adding(a_game("b"))])
        assert store.health().works

    run(writing())
    store.close()


def test_a_writer_that_has_ended_is_told_and_nobody_waits_for_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")
    store._queue.put(None)
    store._thread.join()
    assert store.health().why == "the writer has ended"
    with pytest.raises(StorageFault, match="the writer has ended"):
        run(store.write([rows.adding(a_game("a"))]))
    store.close()


def test_a_disk_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "games.sqlite3")
    store._oldest = storing.time.monotonic() - storing.STUCK_SECONDS - 1
    assert "has not answered" in store.health().why
    store._oldest = None
    store.close()


def test_every_table_is_told_when_saving_stops_and_when_it_works_again(site: Site) -> None:
    created = site.new_game()
    hub = site.hub
    with site.sit(created["game"], *site.secrets(created)) as browser:
        hub.store._fault = "database or disk is full"
        told = browser.next("notices")["notices"]
        assert [notice["kind"] for notice in told] == ["not-saved"]
        assert "disk is full" in told[0]["text"]
        reply = site.client.get("/api/health")
        assert (reply.status_code, reply.json()["saving"]) == (503, False)
        with site.sit(created["game"], created["watch"]) as late:
            assert late.state["notices"] == told
        hub.store._fault = ""
        assert browser.next("notices")["notices"] == []


def test_an_answer_that_cannot_be_put_on_disk_leaves_memory_and_disk_the_same(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails between a change and its commit: the game is read again."""
    created = site.new_game()
    secrets = site.secrets(created)
    hub = site.hub
    live = hub._games[created["game"]]
    with site.sit(created["game"], *secrets) as browser:
        monkeypatch.setattr(live, "_saving_from", lambda *_: 1 / 0)
        assert browser.ask("answer", given="high", at=0, seat=0)["type"] == "refused"
        with pytest.raises(WebSocketDisconnect):
            browser.receive()
    with site.sit(created["game"], *secrets) as browser:
        assert browser.question(0) is not None
        assert browser.answer("low", seat=0)["type"] == "ack"


# -- damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [b"", b"this is no database at all, only text" * 100])
def test_a_database_that_is_none_is_told_in_a_sentence(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "games.sqlite3").write_bytes(damage)
    with pytest.raises(Refused, match=r"cannot be opened.*vanguard restore"):
        Store(tmp_path / "games.sqlite3")


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path / "games.sqlite3").close()
    later = sqlite3.connect(tmp_path / "games.sqlite3")
    later.execute("PRAGMA user_version=99")
    later.close()
    with pytest.raises(Refused, match="later version"):
        Store(tmp_path / "games.sqlite3")


def test_a_database_of_the_first_form_is_brought_up_to_date(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "games.sqlite3")
    old.executescript(FIRST_FORM)
    old.close()
    store = Store(tmp_path / "games.sqlite3")
    game = store.game("g")
    assert game is not None
    assert (game.maker, game.answered, game.practice) == ("", 1, True)
    run(store.write([rows.adding_message_id("g", 0, "once")]))
    assert store.play("g").answers == [(0, "high", False)]
    store.close()


FIRST_FORM = """
CREATE TABLE games (id TEXT PRIMARY KEY, rulebook TEXT NOT NULL, version TEXT NOT NULL, content TEXT NOT NULL,
    setup TEXT NOT NULL, dice_secret TEXT NOT NULL, seats TEXT NOT NULL, watch_hash TEXT NOT NULL, archive INTEGER NOT NULL,
    base INTEGER NOT NULL, stamp INTEGER NOT NULL, result TEXT NOT NULL, auto_pass TEXT NOT NULL, summary TEXT NOT NULL,
    created REAL NOT NULL, touched REAL NOT NULL);
CREATE TABLE answers (game TEXT NOT NULL, revision INTEGER NOT NULL, seat INTEGER NOT NULL, given TEXT NOT NULL,
    auto INTEGER NOT NULL, PRIMARY KEY (game, revision)) WITHOUT ROWID;
CREATE TABLE pending (game TEXT NOT NULL, seat INTEGER NOT NULL, given TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE message_ids (game TEXT NOT NULL, seat INTEGER NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (game, seat, id)) WITHOUT ROWID;
INSERT INTO games VALUES ('g', 'duel', '1', 'duel-1', '{}', '', '[]', '', 0, 0, 1, '{}', '[[],[]]', '{}', 1, 1);
INSERT INTO answers VALUES ('g', 0, 0, '"high"', 0);
"""


def test_a_damaged_game_is_named_and_the_others_are_served(site: Site) -> None:
    hub = site.hub
    broken, whole = site.new_game(), site.new_game()
    with hub.store._reading:
        hub.store._reader.execute("UPDATE games SET setup = 'no JSON' WHERE id = ?", (broken["game"],))
    hub._games.clear()
    reply = site.client.get(
        f"/api/games/{broken['game']}/replay", headers={"Authorization": f"Bearer {broken['watch']}"}
    )
    assert reply.status_code == 503
    assert broken["game"] in reply.json()["why"]
    with site.sit(whole["game"], *site.secrets(whole)) as browser:
        assert browser.question(0) is not None


def test_a_gap_in_the_answers_is_shown_and_what_is_whole_is_kept(site: Site) -> None:
    hub = site.hub
    created = site.new_game()
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        while browser.state["revision"] < 4:
            question = browser.question()
            assert question is not None
            browser.answer(sensible(question), seat=question["seat"])
        steps = browser.state["revision"]
    site.until_deserted(created["game"])
    with hub.store._reading:
        hub.store._reader.execute("DELETE FROM answers WHERE game = ? AND revision = 2", (created["game"],))
    hub._games.clear()
    with site.sit(created["game"], *secrets) as browser:
        assert browser.state["revision"] == 2
        assert f"answer 3 of {steps} is damaged" in browser.state["read_only"]
        reply = browser.ask("answer", given="high", at=browser.state["stamp"], seat=0)
        assert reply["type"] == "refused"
    branched = site.client.post(
        f"/api/games/{created['game']}/branch",
        json={"step": 2, "seats": [{}, {}]},
        headers={"Authorization": f"Bearer {secrets[0]}"},
    )
    assert branched.status_code == 200, "what is whole can be played on"
