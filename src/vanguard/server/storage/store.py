"""Games on disk: SQLite in WAL mode with full synchronisation and one writer.

Writes go through one thread that puts all that wait into one commit; a write is done only when its commit is. Reads use
a connection of their own. An answer is one row, so that saving a game costs the same at its start and at its end.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GATHER_SECONDS = 0.002
"""How long a commit waits for others to share it with."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    rulebook TEXT NOT NULL,
    version TEXT NOT NULL,
    content TEXT NOT NULL,
    setup TEXT NOT NULL,
    dice_secret TEXT NOT NULL,
    seats TEXT NOT NULL,
    watch_hash TEXT NOT NULL,
    archive INTEGER NOT NULL,
    base INTEGER NOT NULL,
    stamp INTEGER NOT NULL,
    result TEXT NOT NULL,
    auto_pass TEXT NOT NULL,
    summary TEXT NOT NULL,
    created REAL NOT NULL,
    touched REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS answers (
    game TEXT NOT NULL,
    revision INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    given TEXT NOT NULL,
    auto INTEGER NOT NULL,
    PRIMARY KEY (game, revision)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    given TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS message_ids (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (game, seat, id)
) WITHOUT ROWID;
"""

Statement = tuple[str, Sequence[Any]]


class StorageFault(Exception):
    """The disk did not take it: nothing of this write is kept."""


@dataclass
class StoredSeat:
    """Who sits on a seat, and the hashes of what opens it (empty: nothing does)."""

    kind: str
    name: str
    level: str | None = None
    secret_hash: str = ""
    invitation_hash: str = ""

    def plain(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass
class StoredGame:
    """A game as it is on disk."""

    id: str
    rulebook: str
    version: str
    content: str
    setup: dict[str, Any]
    dice_secret: str
    seats: list[StoredSeat]
    watch_hash: str
    archive: bool = False
    """A record that was opened: to be watched and branched, never answered."""
    base: int = 0
    """How many steps it took over from the game it branched from."""
    stamp: int = 0
    result: dict[str, Any] = field(default_factory=dict)
    """How it ended outside the rules; empty while it has not."""
    auto_pass: list[list[str]] = field(default_factory=lambda: [[], []])
    summary: dict[str, Any] = field(default_factory=dict)
    created: float = 0.0
    touched: float = 0.0


@dataclass
class StoredPlay:
    """What was played: the answers in order, secret ones that wait, and the ids of messages already carried out."""

    answers: list[tuple[int, Any, bool]]
    pending: dict[int, Any]
    message_ids: set[tuple[int, str]]


class Store:
    """The one place that touches the disk."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.file = file
        self._writer = self._connection()
        self._writer.executescript(SCHEMA)
        self._reader = self._connection()
        self._reading = threading.Lock()
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._thread.start()

    def _connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None, timeout=10)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self._writer.close()
        self._reader.close()

    # -- writing ----------------------------------------------------------------------------------------------------------

    async def write(self, statements: Sequence[Statement]) -> None:
        """All of these or none, on disk when this returns; `StorageFault` if they are not."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Write(statements, loop, done))
        await done

    def _write_all(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            writes, stop = self._gathered(first)
            self._commit(writes)
            if stop:
                return

    def _gathered(self, first: _Write) -> tuple[list[_Write], bool]:
        writes = [first]
        until = time.monotonic() + GATHER_SECONDS
        while (left := until - time.monotonic()) > 0:
            try:
                following = self._queue.get(timeout=left)
            except queue.Empty:
                break
            if following is None:
                return writes, True
            writes.append(following)
        return writes, False

    def _commit(self, writes: list[_Write]) -> None:
        faults: dict[int, sqlite3.Error] = {}
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for number, write in enumerate(writes):
                self._writer.execute("SAVEPOINT one")
                try:
                    for sql, values in write.statements:
                        self._writer.execute(sql, values)
                except sqlite3.Error as fault:
                    faults[number] = fault
                    self._writer.execute("ROLLBACK TO one")
                self._writer.execute("RELEASE one")
            self._writer.execute("COMMIT")
        except sqlite3.Error as fault:
            faults = dict.fromkeys(range(len(writes)), fault)
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        for number, write in enumerate(writes):
            write.finish(faults.get(number))

    # -- reading ------------------------------------------------------------------------------------------------------------

    def game(self, game: str) -> StoredGame | None:
        with self._reading:
            row = self._reader.execute(f"SELECT {', '.join(GAME_COLUMNS)} FROM games WHERE id = ?", (game,)).fetchone()
        return None if row is None else _game_of(row)

    def play(self, game: str) -> StoredPlay:
        with self._reading:
            read = self._reader.execute
            read("BEGIN")
            answers = read("SELECT seat, given, auto FROM answers WHERE game = ? ORDER BY revision", (game,)).fetchall()
            pending = read("SELECT seat, given FROM pending WHERE game = ?", (game,)).fetchall()
            ids = read("SELECT seat, id FROM message_ids WHERE game = ?", (game,)).fetchall()
            read("COMMIT")
        return StoredPlay(
            [(seat, json.loads(given), bool(auto)) for seat, given, auto in answers],
            {seat: json.loads(given) for seat, given in pending},
            {(seat, message) for seat, message in ids},
        )

    def overdue(self, archive: bool, over: bool, keep: int) -> list[str]:
        """Games of a kind beyond the `keep` that were touched last, the longest untouched first."""
        with self._reading:
            rows = self._reader.execute(
                "SELECT id FROM games WHERE archive = ? AND coalesce(json_extract(summary, '$.over'), 0) = ?"
                " ORDER BY touched DESC, id LIMIT -1 OFFSET ?",
                (int(archive), int(over), keep),
            ).fetchall()
        return [str(row[0]) for row in reversed(rows)]


class _Write:
    """Statements that wait for their commit."""

    __slots__ = ("done", "loop", "statements")

    def __init__(
        self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop, done: asyncio.Future[None]
    ) -> None:
        self.statements = statements
        self.loop = loop
        self.done = done

    def finish(self, fault: Exception | None) -> None:
        try:
            self.loop.call_soon_threadsafe(self._tell, fault)
        except RuntimeError:
            pass  # the loop is gone: nobody waits for this any more

    def _tell(self, fault: Exception | None) -> None:
        if self.done.done():
            return
        if fault is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(StorageFault(f"the game could not be saved: {fault}"))


# -- rows ---------------------------------------------------------------------------------------------------------------------

GAME_COLUMNS = tuple(StoredGame.__dataclass_fields__)
_JSON_COLUMNS = {"setup", "result", "auto_pass", "summary"}


def _game_of(row: Sequence[Any]) -> StoredGame:
    values: dict[str, Any] = dict(zip(GAME_COLUMNS, row, strict=True))
    for name in _JSON_COLUMNS:
        values[name] = json.loads(values[name])
    values["seats"] = [StoredSeat(**seat) for seat in json.loads(values["seats"])]
    values["archive"] = bool(values["archive"])
    return StoredGame(**values)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def adding(game: StoredGame) -> Statement:
    values: list[Any] = []
    for name in GAME_COLUMNS:
        value = getattr(game, name)
        if name in _JSON_COLUMNS:
            value = as_json(value)
        elif name == "seats":
            value = as_json([seat.plain() for seat in value])
        values.append(value)
    marks = ", ".join("?" * len(GAME_COLUMNS))
    return f"INSERT INTO games ({', '.join(GAME_COLUMNS)}) VALUES ({marks})", values


def changing(game: StoredGame) -> Statement:
    """What can change of a game: who sits where, its stamp, how it ended, preferences, summary."""
    return (
        "UPDATE games SET seats = ?, stamp = ?, result = ?, auto_pass = ?, summary = ?, touched = ? WHERE id = ?",
        (
            as_json([seat.plain() for seat in game.seats]),
            game.stamp,
            as_json(game.result),
            as_json(game.auto_pass),
            as_json(game.summary),
            game.touched,
            game.id,
        ),
    )


def deleting(game: str) -> list[Statement]:
    """The game and everything that was played of it."""
    told: list[Statement] = [("DELETE FROM games WHERE id = ?", (game,))]
    return told + [(f"DELETE FROM {table} WHERE game = ?", (game,)) for table in ("answers", "pending", "message_ids")]


def adding_answer(game: str, revision: int, seat: int, given: Any, auto: bool) -> Statement:
    return "INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (game, revision, seat, as_json(given), int(auto))


def cutting(game: str, revision: int) -> Statement:
    """Take back all answers from this one on."""
    return "DELETE FROM answers WHERE game = ? AND revision >= ?", (game, revision)


def adding_pending(game: str, seat: int, given: Any) -> Statement:
    return "INSERT INTO pending VALUES (?, ?, ?)", (game, seat, as_json(given))


def clearing_pending(game: str, seat: int | None = None) -> Statement:
    if seat is None:
        return "DELETE FROM pending WHERE game = ?", (game,)
    return "DELETE FROM pending WHERE game = ? AND seat = ?", (game, seat)


def adding_message_id(game: str, seat: int, message: str) -> Statement:
    return "INSERT INTO message_ids VALUES (?, ?, ?)", (game, seat, message)
