"""Games on disk: SQLite in WAL mode with full synchronisation and one writer.

Writes go through one thread that puts all that wait into one commit; a write is done only when its commit is. The thread
outlives whatever a write does: what fails takes nothing with it but itself. Reads use a connection of their own. An answer is
one row, so that saving a game costs the same at its start and at its end.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.server.storage.folder import LITTLE_SPACE, PRIVATE_FILE, free_bytes
from vanguard.server.storage.rows import (
    FORM,
    GAME_COLUMNS,
    LATER_COLUMNS,
    MOST_MESSAGE_IDS,
    SCHEMA,
    Statement,
    StoredGame,
    StoredPlay,
    game_of_row,
    unpacked,
)

log = logging.getLogger("vanguard.server")

GATHER_SECONDS = 0.002
"""How long a commit waits for others to share it with."""
STUCK_SECONDS = 5.0
"""A write that has waited so long means that saving does not work, whatever the reason."""
MOST_FREE_SHARE = 0.25
"""A file of which more than this is empty is written anew when it is opened."""


class StorageFault(Exception):
    """The disk did not take it: nothing of this write is kept."""


class Unreadable(Refused):
    """What is on disk of a game cannot be read; others can."""


@dataclass(frozen=True, slots=True)
class SavingHealth:
    """Whether saving works, and what there is to say about it."""

    works: bool
    why: str
    last_commit: float
    waiting: int
    free_bytes: int

    @property
    def little_space(self) -> bool:
        return self.free_bytes < LITTLE_SPACE


class Store:
    """The one place that touches the disk."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.file = file
        self._writer = _opened(file)
        self._reader = _connection(file)
        self._reading = threading.Lock()
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._oldest: float | None = None
        """Since when the writes that the thread has in hand wait."""
        self._last_commit = time.time()
        self._fault = ""
        self._thread = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join(timeout=30)
        self._writer.close()
        self._reader.close()

    def health(self) -> SavingHealth:
        oldest = self._oldest
        why = self._fault
        if not self._thread.is_alive():
            why = "the writer has ended"
        elif oldest is not None and time.monotonic() - oldest > STUCK_SECONDS:
            why = f"the disk has not answered for {time.monotonic() - oldest:.0f} seconds"
        return SavingHealth(not why, why, self._last_commit, self._queue.qsize(), free_bytes(self.file.parent))

    # -- writing ----------------------------------------------------------------------------------------------------------

    async def write(self, statements: Sequence[Statement], shrink: bool = False) -> None:
        """All of these or none, on disk when this returns; `StorageFault` if they are not.

        `shrink`: then give back to the disk what the file no longer needs.
        """
        await self.begin(statements, shrink)

    def begin(self, statements: Sequence[Statement], shrink: bool = False) -> asyncio.Future[None]:
        """The same for who has something else to do meanwhile: on disk when the future is done."""
        if not self._thread.is_alive():
            raise StorageFault("the game could not be saved: the writer has ended")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Write(statements, loop, done, shrink))
        return done

    def _write_all(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            self._oldest = time.monotonic()
            writes, stop = self._gathered(first)
            try:
                self._commit(writes)
            except Exception as fault:  # whatever it is: the writes to come must not wait for ever
                log.exception("a commit failed in an unforeseen way")
                self._all_failed(writes, fault)
            self._oldest = None
            if stop:
                return

    def _gathered(self, first: _Write) -> tuple[list[_Write], bool]:
        """What else comes within a moment goes to disk together.

        Not by `get(timeout=…)`: a `SimpleQueue` whose time is up at the wrong instant waits for ever, and with it whoever saves.
        """
        writes = [first]
        time.sleep(GATHER_SECONDS)
        while True:
            try:
                following = self._queue.get_nowait()
            except queue.Empty:
                return writes, False
            if following is None:
                return writes, True
            writes.append(following)

    def _commit(self, writes: list[_Write]) -> None:
        try:
            faults = self._carry_out(writes)
            self._writer.execute("COMMIT")
        except Exception as fault:
            log.error("a commit failed, so that %d writes are not kept: %s", len(writes), fault)
            self._all_failed(writes, fault)
            return
        self._last_commit = time.time()
        self._fault = ""
        if any([write.shrink for write in writes]):
            self._shrink()
        _finish(writes, faults)

    def _carry_out(self, writes: list[_Write]) -> dict[int, Exception]:
        """What failed, by the number of its write. Hardly any does; should one, they are all carried out again, each apart."""
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            for write in writes:
                for sql, values in write.statements:
                    self._writer.execute(sql, values)
            return {}
        except Exception:  # not sqlite3.Error alone: a text or number may be none for SQLite
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return self._carry_out_apart(writes)

    def _carry_out_apart(self, writes: list[_Write]) -> dict[int, Exception]:
        faults: dict[int, Exception] = {}
        self._writer.execute("BEGIN IMMEDIATE")
        for number, write in enumerate(writes):
            self._writer.execute("SAVEPOINT one")
            try:
                for sql, values in write.statements:
                    self._writer.execute(sql, values)
            except Exception as fault:
                faults[number] = fault
                log.error("a write was not taken: %s: %s", type(fault).__name__, fault)
                self._writer.execute("ROLLBACK TO one")
            self._writer.execute("RELEASE one")
        return faults

    def _shrink(self) -> None:
        try:
            self._writer.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as fault:
            log.warning("the file could not be made smaller: %s", fault)

    def _all_failed(self, writes: list[_Write], fault: Exception) -> None:
        self._fault = str(fault) or type(fault).__name__
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            self._reopen()
        _finish(writes, dict.fromkeys(range(len(writes)), fault))

    def _reopen(self) -> None:
        """A connection that cannot even be rolled back is of no more use."""
        try:
            self._writer.close()
            self._writer = _connection(self.file)
        except sqlite3.Error as fault:
            self._fault = str(fault)

    # -- reading ------------------------------------------------------------------------------------------------------------

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        with self._reading:
            return self._reader.execute(sql, values).fetchall()

    def game(self, game: str) -> StoredGame | None:
        """The game, None if there is none; `Unreadable` if what is there makes no sense."""
        try:
            rows = self._rows(f"SELECT {', '.join(GAME_COLUMNS)} FROM games WHERE id = ?", game)
            return game_of_row(rows[0]) if rows else None
        except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as fault:
            raise _unreadable(game, fault) from None

    def play(self, game: str) -> StoredPlay:
        try:
            return self._play(game)
        except (sqlite3.Error, ValueError, TypeError) as fault:
            raise _unreadable(game, fault) from None

    def _play(self, game: str) -> StoredPlay:
        with self._reading:
            read = self._reader.execute
            read("BEGIN")
            try:
                answers = read(
                    "SELECT revision, seat, given, auto FROM answers WHERE game = ? ORDER BY revision", (game,)
                ).fetchall()
                pending = read("SELECT seat, given FROM pending WHERE game = ?", (game,)).fetchall()
                ids = read(
                    "SELECT seat, id FROM message_ids WHERE game = ? ORDER BY at DESC LIMIT ?", (game, MOST_MESSAGE_IDS)
                ).fetchall()
                digests = read("SELECT revision, digest FROM digests WHERE game = ?", (game,)).fetchall()
            finally:
                read("COMMIT")
        whole: list[tuple[int, Any, bool]] = []
        damage = ""
        for place, (revision, seat, given, auto) in enumerate(answers):
            try:
                if revision != place:
                    raise ValueError("it is missing")
                whole.append((seat, json.loads(given), bool(auto)))
            except ValueError as fault:
                damage = f"answer {place + 1} of {answers[-1][0] + 1} is damaged on disk ({fault}); what stands before it is kept"
                log.error("game %s: %s", game, damage)
                break
        return StoredPlay(
            whole,
            {} if damage else {seat: json.loads(given) for seat, given in pending},
            {(seat, message) for seat, message in ids},
            {revision: digest for revision, digest in digests if revision <= len(whole)},
            damage,
        )

    def picture(self, game: str) -> tuple[int, Any] | None:
        """How the game looked when that was last kept, and after how many answers that was."""
        rows = self._rows("SELECT revision, picture FROM pictures WHERE game = ?", game)
        try:
            return (int(rows[0][0]), unpacked(rows[0][1])) if rows else None
        except Exception as fault:
            raise _unreadable(game, fault) from None

    def content(self, digest: str) -> Any:
        """The content that games with this digest were begun with; None if it was not kept."""
        rows = self._rows("SELECT content FROM contents WHERE digest = ?", digest)
        return unpacked(rows[0][0]) if rows else None

    def count_of(self, maker: str) -> tuple[int, int]:
        """How many unfinished games this maker has here: all, and those that nobody has played."""
        sql = (
            "SELECT count(*), coalesce(sum(answered = 0), 0) FROM games"
            " WHERE maker = ? AND archive = 0 AND coalesce(json_extract(summary, '$.over'), 0) = 0"
        )
        every, empty = self._rows(sql, maker)[0]
        return int(every), int(empty)

    def oldest_empty_of(self, maker: str) -> list[str]:
        """The maker's unfinished games that nobody has played, the longest untouched first."""
        sql = (
            "SELECT id FROM games WHERE maker = ? AND archive = 0 AND answered = 0"
            " AND coalesce(json_extract(summary, '$.over'), 0) = 0 ORDER BY touched, id"
        )
        return [str(row[0]) for row in self._rows(sql, maker)]

    def overdue(self, kind: str, keep: int) -> list[str]:
        """Games of a kind beyond `keep`: first of whoever has most of them, of each the longest untouched.

        So nobody who makes many games pushes out another's.
        """
        where = KINDS[kind]
        sql = (
            "SELECT id FROM (SELECT id, touched, row_number() OVER"
            " (PARTITION BY CASE maker WHEN '' THEN id ELSE maker END ORDER BY touched DESC, id) AS place"
            f" FROM games WHERE {where}) ORDER BY place DESC, touched, id"
            f" LIMIT max(0, (SELECT count(*) FROM games WHERE {where}) - ?)"
        )
        return [str(row[0]) for row in self._rows(sql, keep)]

    def untouched_since(self, kind: str, moment: float) -> list[str]:
        return [str(row[0]) for row in self._rows(f"SELECT id FROM games WHERE {KINDS[kind]} AND touched < ?", moment)]


_OVER = "coalesce(json_extract(summary, '$.over'), 0)"
KINDS = {
    "finished": f"archive = 0 AND {_OVER} = 1",
    "unfinished": f"archive = 0 AND {_OVER} = 0 AND answered > 0",
    "empty": f"archive = 0 AND {_OVER} = 0 AND answered = 0",
    "records": "archive = 1",
}
"""The kinds of games that are kept in different numbers."""


def _unreadable(game: str, fault: Exception) -> Unreadable:
    log.error("game %s cannot be read from disk: %s", game, fault)
    return Unreadable(f"the game {game} is damaged on disk and cannot be shown; a backup may still have it")


# -- opening --------------------------------------------------------------------------------------------------------------


def _connection(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA journal_size_limit=16777216")
    return connection


def _opened(file: Path) -> sqlite3.Connection:
    """The writer's connection to a file that was looked through; `Refused` says what is wrong with it and what to do."""
    existed = file.exists()
    if existed and file.stat().st_size == 0:
        raise Refused(_damaged(file, "it is empty"))
    try:
        file.touch(PRIVATE_FILE)
        connection = _raw(file)
        if existed:
            _check(connection, file)
        else:
            connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.close()
        connection = _connection(file)
        _bring_up_to_date(connection, file, existed)
    except sqlite3.DatabaseError as fault:
        raise Refused(_damaged(file, str(fault))) from None
    except OSError as fault:
        raise Refused(f"games cannot be kept in {file}: {fault.strerror or fault}") from None
    return connection


def _raw(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, timeout=10)


def _check(connection: sqlite3.Connection, file: Path) -> None:
    """Damage in a corner of the file costs the games in it, not the others: it is told and the rest is served."""
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(20)").fetchall()]
    if found != ["ok"]:
        for fault in found:
            log.error("%s is damaged: %s", file, fault)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    free = connection.execute("PRAGMA freelist_count").fetchone()[0]
    if found == ["ok"] and free > MOST_FREE_SHARE * pages and free_bytes(file.parent) > 2 * file.stat().st_size:
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("VACUUM")


def _bring_up_to_date(connection: sqlite3.Connection, file: Path, existed: bool) -> None:
    form = connection.execute("PRAGMA user_version").fetchone()[0]
    if form > FORM:
        raise Refused(f"{file} was written by a later version of Vanguard (form {form}; this one knows {FORM})")
    if existed and form < FORM:
        for table, columns in LATER_COLUMNS.items():
            known = {row[1] for row in connection.execute(f"PRAGMA table_info({table})").fetchall()}
            for column, kind in columns.items():
                if known and column not in known:
                    connection.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA user_version={FORM}")


def _damaged(file: Path, why: str) -> str:
    return (
        f"the games in {file} cannot be opened: {why}. Put a backup in its place with `vanguard restore FILE`, or move"
        " the file away to begin with none; `vanguard doctor` looks closer"
    )


class _Write:
    """Statements that wait for their commit."""

    __slots__ = ("done", "loop", "shrink", "statements")

    def __init__(
        self,
        statements: Sequence[Statement],
        loop: asyncio.AbstractEventLoop,
        done: asyncio.Future[None],
        shrink: bool = False,
    ) -> None:
        self.statements = statements
        self.shrink = shrink
        self.loop = loop
        self.done = done

    def tell(self, fault: Exception | None) -> None:
        if self.done.done():
            return
        if fault is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(StorageFault(f"the game could not be saved: {fault}"))


def _finish(writes: list[_Write], faults: dict[int, Exception]) -> None:
    """Whoever waits hears of it; each loop is woken once for all its writes."""
    for loop in {write.loop for write in writes}:
        told = [(write, faults.get(number)) for number, write in enumerate(writes) if write.loop is loop]
        try:
            loop.call_soon_threadsafe(_tell, told)
        except RuntimeError:
            pass  # the loop is gone: nobody waits for this any more


def _tell(told: list[tuple[_Write, Exception | None]]) -> None:
    for write, fault in told:
        write.tell(fault)
