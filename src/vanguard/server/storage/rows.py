"""What is on disk: games, answers, secret answers that wait, messages already carried out; and the statements that change it."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

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
    touched REAL NOT NULL,
    maker TEXT NOT NULL DEFAULT '',
    answered INTEGER NOT NULL DEFAULT 0,
    practice INTEGER NOT NULL DEFAULT 0,
    taken_back TEXT NOT NULL DEFAULT '[]'
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
    at REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contents (
    digest TEXT PRIMARY KEY,
    content BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS digests (
    game TEXT NOT NULL,
    revision INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (game, revision)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pictures (
    game TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    picture BLOB NOT NULL
) WITHOUT ROWID;
"""
FORM = 1
"""Which form the tables have (SQLite's `user_version`); an older file is brought to this form when it is opened."""

LATER_COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "maker": "TEXT NOT NULL DEFAULT ''",
        "answered": "INTEGER NOT NULL DEFAULT 1",  # of an old game nobody knows, so it counts as played
        "practice": "INTEGER NOT NULL DEFAULT 1",  # as undo against a bot was then
        "taken_back": "TEXT NOT NULL DEFAULT '[]'",
    },
    "message_ids": {"at": "REAL NOT NULL DEFAULT 0"},
}
"""What a file of form 0 lacks, with what it means there."""

OF_A_GAME = ("answers", "pending", "message_ids", "digests", "pictures")
"""The tables whose rows belong to one game."""

MOST_MESSAGE_IDS = 50
"""Messages already carried out that a game in memory knows; a browser repeats only what it has just sent."""

Statement = tuple[str, Sequence[Any]]


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
    maker: str = ""
    """Whose quota it counts against: a hash of the address it was made from."""
    answered: int = 0
    """How many answers people have given: a game nobody has played goes before any that somebody has."""
    practice: bool = False
    """Against a bot: undo goes back over dice and reveals, and what was taken back is kept."""
    taken_back: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class StoredPlay:
    """What was played: the answers in order, secret ones that wait, and the ids of messages already carried out."""

    answers: list[tuple[int, Any, bool]]
    pending: dict[int, Any] = field(default_factory=dict)
    message_ids: set[tuple[int, str]] = field(default_factory=set)
    digests: dict[int, str] = field(default_factory=dict)
    """How the game stood after so many answers, when it was played."""
    damage: str = ""
    """What is missing of it on disk, if something is; `answers` are then those before the gap."""


# -- rows ---------------------------------------------------------------------------------------------------------------------

GAME_COLUMNS = tuple(StoredGame.__dataclass_fields__)
_JSON_COLUMNS = {"setup", "result", "auto_pass", "summary", "taken_back"}


def game_of_row(row: Sequence[Any]) -> StoredGame:
    values: dict[str, Any] = dict(zip(GAME_COLUMNS, row, strict=True))
    for name in _JSON_COLUMNS:
        values[name] = json.loads(values[name])
    values["seats"] = [StoredSeat(**seat) for seat in json.loads(values["seats"])]
    values["archive"] = bool(values["archive"])
    values["practice"] = bool(values["practice"])
    return StoredGame(**values)


def as_json(value: Any) -> str:
    return to_json(value, inf_nan_mode="constants").decode()


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
        "UPDATE games SET seats = ?, stamp = ?, result = ?, auto_pass = ?, summary = ?, touched = ?, answered = ?,"
        " taken_back = ? WHERE id = ?",
        (
            as_json([seat.plain() for seat in game.seats]),
            game.stamp,
            as_json(game.result),
            as_json(game.auto_pass),
            as_json(game.summary),
            game.touched,
            game.answered,
            as_json(game.taken_back),
            game.id,
        ),
    )


def playing_on(game: StoredGame) -> Statement:
    """What changes with every answer."""
    return (
        "UPDATE games SET stamp = ?, summary = ?, touched = ?, answered = ? WHERE id = ?",
        (game.stamp, as_json(game.summary), game.touched, game.answered, game.id),
    )


def deleting(game: str) -> list[Statement]:
    """The game and everything that was played of it."""
    told: list[Statement] = [("DELETE FROM games WHERE id = ?", (game,))]
    return told + [(f"DELETE FROM {table} WHERE game = ?", (game,)) for table in OF_A_GAME]


def adding_answer(game: str, revision: int, seat: int, given: Any, auto: bool) -> Statement:
    return "INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (game, revision, seat, as_json(given), int(auto))


def cutting(game: str, revision: int) -> list[Statement]:
    """Take back all answers from this one on."""
    return [
        ("DELETE FROM answers WHERE game = ? AND revision >= ?", (game, revision)),
        ("DELETE FROM digests WHERE game = ? AND revision > ?", (game, revision)),
        ("DELETE FROM pictures WHERE game = ? AND revision > ?", (game, revision)),
    ]


def adding_pending(game: str, seat: int, given: Any) -> Statement:
    return "INSERT INTO pending VALUES (?, ?, ?)", (game, seat, as_json(given))


def clearing_pending(game: str, seat: int | None = None) -> Statement:
    if seat is None:
        return "DELETE FROM pending WHERE game = ?", (game,)
    return "DELETE FROM pending WHERE game = ? AND seat = ?", (game, seat)


def adding_message_id(game: str, seat: int, message: str) -> Statement:
    return "INSERT INTO message_ids VALUES (?, ?, ?, ?)", (game, seat, message, time.time())


def forgetting_messages(before: float) -> Statement:
    """A browser repeats what was not acknowledged within minutes, not weeks."""
    return "DELETE FROM message_ids WHERE at < ?", (before,)


def adding_digest(game: str, revision: int, digest: str) -> Statement:
    return "INSERT OR REPLACE INTO digests VALUES (?, ?, ?)", (game, revision, digest)


def adding_picture(game: str, revision: int, picture: bytes) -> Statement:
    """How the game looks, for a day on which these rules are gone."""
    return "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)", (game, revision, picture)


def adding_content(digest: str, content: bytes) -> Statement:
    return "INSERT OR IGNORE INTO contents VALUES (?, ?)", (digest, content)


def dropping_unused_contents() -> Statement:
    return "DELETE FROM contents WHERE digest NOT IN (SELECT DISTINCT content FROM games)", ()


def packed(value: Any) -> bytes:
    return packed_text(as_json(value))


def packed_text(text: str) -> bytes:
    return zlib.compress(text.encode())


def unpacked(blob: bytes) -> Any:
    return json.loads(zlib.decompress(blob))
