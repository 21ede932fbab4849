"""The disk: shared commits, all or nothing, and nothing acknowledged or shown before it is kept."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.loops import run
from tests.server.browser import Site
from vanguard.server.storage import rows
from vanguard.server.storage.rows import StoredGame, StoredSeat
from vanguard.server.storage.store import StorageFault, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def a_game(name: str = "g") -> StoredGame:
    seats = [StoredSeat("human", "Ada", None, "hash", ""), StoredSeat("bot", "Bo", "random")]
    return StoredGame(name, "duel", "1", "duel-1", {"scenario": "duel"}, "00", seats, "hash")


def test_the_database_is_durable_at_every_commit(store: Store) -> None:
    pragmas = [store._writer.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


def test_what_is_written_is_read_back_the_same(store: Store) -> None:
    game = a_game()
    run(
        store.write(
            [
                rows.adding(game),
                rows.adding_answer("g", 0, -2, ["high", "low"], False),
                rows.adding_answer("g", 1, -1, [3], False),
                rows.adding_answer("g", 2, 1, [[1.5, 2.25]], True),
                rows.adding_pending("g", 0, {"body": 2}),
                rows.adding_message_id("g", 1, "once"),
            ]
        )
    )
    assert store.game("g") == game
    play = store.play("g")
    assert play.answers == [(-2, ["high", "low"], False), (-1, [3], False), (1, [[1.5, 2.25]], True)]
    assert play.pending == {0: {"body": 2}}
    assert play.message_ids == {(1, "once")}
    assert store.game("nowhere") is None


def test_the_writer_never_waits_for_more_in_a_way_that_may_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `SimpleQueue` waits for ever if the time of a `get` is up at the wrong instant: one write in some millions."""

    real = queue.SimpleQueue

    class Watched:
        def __init__(self) -> None:
            self.inner: queue.SimpleQueue[Any] = real()
            self.timed = 0
            self.put, self.qsize, self.get_nowait = self.inner.put, self.inner.qsize, self.inner.get_nowait

        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            self.timed += timeout is not None
            return self.inner.get(block, timeout)

    monkeypatch.setattr("vanguard.server.storage.store.queue.SimpleQueue", Watched)
    store = Store(tmp_path / "games.sqlite3")
    for number in range(3):
        run(store.write([rows.adding(a_game(f"g{number}"))]))
    watched: Any = store._queue
    store.close()
    assert watched.timed == 0


def test_writes_at_the_same_time_share_a_commit(store: Store) -> None:
    commits: list[int] = []
    committing = store._commit

    def counted(writes: list[Any]) -> None:
        commits.append(len(writes))
        committing(writes)

    store._commit = counted  # type: ignore[method-assign]

    async def all_at_once() -> None:
        await asyncio.gather(*[store.write([rows.adding(a_game(f"g{number}"))]) for number in range(100)])

    run(all_at_once())
    assert sum(commits) == 100
    assert len(commits) < 50
    assert store.game("g99") is not None


def test_a_write_that_fails_takes_nothing_with_it_and_leaves_the_others(store: Store) -> None:
    async def mixed() -> list[Any]:
        return await asyncio.gather(
            store.write([rows.adding(a_game("a"))]),
            store.write([rows.adding_answer("a", 0, 0, 1, False), rows.adding(a_game("a"))]),
            store.write([rows.adding(a_game("b"))]),
            return_exceptions=True,
        )

    first, failed, other = run(mixed())
    assert (first, other) == (None, None)
    assert isinstance(failed, StorageFault)
    assert store.play("a").answers == []
    assert store.game("b") is not None


def test_an_answer_the_disk_refuses_is_not_acknowledged_shown_or_kept(site: Site) -> None:
    created = site.new_game()
    secrets = site.secrets(created)
    store: Store = site.client.app.state.hub.store  # type: ignore[attr-defined]
    with site.sit(created["game"], *secrets) as browser:
        store._writer.execute("DROP TABLE message_ids")
        reply = browser.ask("answer", given="high", at=0, seat=0)
        assert reply["type"] == "refused"
        assert "could not be saved" in reply["why"]
        assert [frame for frame in browser.traffic if '"update"' in frame] == []
    store._writer.executescript(rows.SCHEMA)
    with site.sit(created["game"], *secrets) as browser:
        assert browser.question(0) is not None
        assert browser.answer("low", seat=0)["type"] == "ack"
