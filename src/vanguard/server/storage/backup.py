"""Backups: a consistent copy while games run, put back only into a folder nobody uses, and a look at what is there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from vanguard.core.refusals import Refused
from vanguard.server.storage.folder import (
    LITTLE_SPACE,
    PRIVATE_FILE,
    DataFolder,
    FolderInUse,
    free_bytes,
    in_use,
    is_private,
)
from vanguard.server.storage.rows import FORM, OF_A_GAME

BESIDE = ("-wal", "-shm")


def back_up(data: Path, to: Path) -> int:
    """Copy the games of a folder into one file, also while a server plays them; the number of games in it."""
    games = DataFolder(data).games
    if not games.is_file():
        raise Refused(f"there are no games in {data}")
    if to.exists():
        raise Refused(f"{to} is there already; a backup overwrites nothing")
    if not to.parent.is_dir():
        raise Refused(f"there is no folder {to.parent} to put the backup in")
    half = to.with_name(f"{to.name}.half")
    try:
        half.unlink(missing_ok=True)
        half.touch(PRIVATE_FILE)
        with closing(_reading(games)) as source, closing(sqlite3.connect(half)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
            found = _number_of_games(target, half)
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.rename(to)
    except (sqlite3.Error, OSError) as fault:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise Refused(f"the games in {games} could not be copied: {fault}") from None
    return found


def restore(backup: Path, data: Path, replace: bool) -> tuple[int, Path | None]:
    """Put a backup in the place of a folder's games: the number of games, and where those are that were there before."""
    if not backup.is_file():
        raise Refused(f"there is no file {backup}")
    try:
        with closing(_reading(backup)) as source:
            found = _number_of_games(source, backup)
            form = source.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as fault:
        raise Refused(f"{backup} is no backup of games: {fault}") from None
    if form > FORM:
        raise Refused(f"{backup} was made by a later version of Vanguard (form {form}; this one knows {FORM})")
    folder = DataFolder(data)
    try:
        folder.take()
    except FolderInUse as used:
        raise Refused(f"stop the server first, which plays the games in {data}{used.where}") from None
    try:
        return found, _put(backup, folder.games, replace)
    finally:
        folder.release()


def _put(backup: Path, games: Path, replace: bool) -> Path | None:
    """Only when the whole backup is beside them do the games that are there make room for it."""
    if games.exists() and not replace:
        raise Refused(f"there are games in {games.parent} already; with --replace they are moved aside")
    half = games.with_name(f"{games.name}.half")
    try:
        half.unlink(missing_ok=True)
        half.touch(PRIVATE_FILE)
        with closing(_reading(backup)) as source, closing(sqlite3.connect(half)) as target:
            source.backup(target)
    except (sqlite3.Error, OSError) as fault:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise Refused(f"{backup} could not be copied to {games.parent}, where nothing was changed: {fault}") from None
    aside = _moved_aside(games) if games.exists() else None
    half.rename(games)
    return aside


def _moved_aside(games: Path) -> Path:
    number = 1
    while (aside := games.with_name(f"{games.name}.before-{number}")).exists():
        number += 1
    for ending in ("", *BESIDE):
        if games.with_name(games.name + ending).exists():
            games.with_name(games.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def games_told(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file:{file.resolve().as_posix().replace('?', '%3f').replace('#', '%23')}?mode=ro", uri=True
    )


def _number_of_games(connection: sqlite3.Connection, file: Path) -> int:
    faults = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)").fetchall()]
    if faults != ["ok"]:
        raise Refused(f"{file} is damaged: {'; '.join(faults)}")
    return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


# -- the doctor -----------------------------------------------------------------------------------------------------------


def findings(data: Path, versions: dict[str, tuple[str, str]]) -> Iterator[tuple[bool, str]]:
    """What is well and what is not with a data folder, each as a sentence that says what to do. `versions`: version and
    content digest of the rulebooks that are installed.
    """
    folder = DataFolder(data)
    if not data.is_dir():
        yield True, f"There is no folder {data} yet; the first `vanguard serve` makes it."
        return
    used = in_use(data)
    yield (
        True,
        f"A server plays these games at {used.get('address') or 'an address it did not leave'}."
        if used
        else ("No server uses this folder now."),
    )
    yield (
        (True, "Nobody else on this machine can read the folder.")
        if is_private(data)
        else (False, f"Others on this machine can look into the folder: chmod 700 {data}")
    )
    free = free_bytes(data)
    yield (
        (True, f"There are {free // 1024**2:,} MB free.")
        if free >= LITTLE_SPACE
        else (False, f"Only {free // 1024**2} MB are free: make room, or games will soon not be saved.")
    )
    yield _open_files()
    if folder.games.is_file():
        yield from _findings_of(folder.games, versions)
    else:
        yield True, "No games have been played here yet."


def _open_files() -> tuple[bool, str]:
    try:
        import resource
    except ImportError:
        return True, "This system has no limit of open files."
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < 1024:
        return False, f"Only {hard} files may be open at once: raise it (LimitNOFILE=65536 in the unit of systemd)."
    return True, "Enough files may be open at once."


def _findings_of(games: Path, versions: dict[str, tuple[str, str]]) -> Iterator[tuple[bool, str]]:
    if games.stat().st_size == 0:
        yield False, f"{games} is empty: put a backup in its place with `vanguard restore FILE --replace`."
        return
    try:
        with closing(_reading(games)) as connection:
            yield from _look_through(connection, games, versions)
    except (sqlite3.Error, Refused) as fault:
        yield False, f"The games cannot be read: {fault}. Put a backup back with `vanguard restore FILE --replace`."


def _look_through(
    connection: sqlite3.Connection, games: Path, versions: dict[str, tuple[str, str]]
) -> Iterator[tuple[bool, str]]:
    form = connection.execute("PRAGMA user_version").fetchone()[0]
    if form > FORM:
        yield False, f"The games were written by a later version of Vanguard (form {form}): install that one."
        return
    number = _number_of_games(connection, games)
    yield True, f"{games_told(number)} in {games.stat().st_size / 1024**2:.1f} MB, and the file is whole."
    gaps = [
        str(row[0])
        for row in connection.execute(
            "SELECT game FROM answers GROUP BY game HAVING count(*) <> max(revision) + 1 OR min(revision) <> 0"
        ).fetchall()
    ]
    if gaps:
        yield False, f"Answers are missing in {games_told(len(gaps))}, shown up to the gap: {', '.join(gaps[:5])}."
    stray = sum(
        [
            connection.execute(
                f"SELECT count(DISTINCT game) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
            ).fetchone()[0]
            for table in OF_A_GAME
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        ]
    )
    if stray:
        yield False, f"There are answers of {games_told(stray)} not there any more; they take room and do no harm."
    earlier = 0
    for rulebook, version, content, count in connection.execute(
        "SELECT rulebook, version, content, count(*) FROM games GROUP BY rulebook, version, content"
    ).fetchall():
        if versions.get(rulebook) != (version, content):
            earlier += count
    yield (
        True,
        f"{games_told(earlier)} of earlier versions can only be looked at."
        if earlier
        else ("All games are of the versions installed here."),
    )
