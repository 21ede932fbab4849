"""The data folder: private, and one server's at a time."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

from vanguard.core.refusals import Refused

GAMES = "games.sqlite3"
LOCK = "server.lock"
PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
LITTLE_SPACE = 100 * 1024**2
"""Below so many free bytes a host is warned: commits will fail soon."""


class FolderInUse(Refused):
    """Another server has this folder; `address` is where it can be met, if it said so."""

    def __init__(self, folder: Path, address: str, process: int | None) -> None:
        self.where = (f" at {address}" if address else "") + (f" (process {process})" if process else "")
        super().__init__(
            f"another server already plays the games in {folder}{self.where}: "
            "use that one, stop it, or give this one a folder of its own with --data"
        )
        self.address = address


class DataFolder:
    """The folder while this server has it. What it holds are people's secrets, so nobody else on the machine may read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    @property
    def games(self) -> Path:
        return self.path / GAMES

    def take(self) -> None:
        """Make the folder if need be and take it; `Refused` says why that cannot be, and whose it is."""
        new = not self.path.exists()
        try:
            self.path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            # Only a folder that is ours alone is shut to others: somebody may have named /tmp.
            if new or self.games.exists():
                self.path.chmod(PRIVATE_FOLDER)
            lock = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        except OSError as fault:
            raise Refused(f"games cannot be kept in {self.path}: {fault.strerror or fault}") from None
        if not _locked(lock):
            told = _read(lock)
            os.close(lock)
            raise FolderInUse(self.path, str(told.get("address", "")), told.get("process"))
        self._lock = lock
        self.say_where("")
        for file in (GAMES, f"{GAMES}-wal", f"{GAMES}-shm"):
            if (self.path / file).exists():
                (self.path / file).chmod(PRIVATE_FILE)

    def say_where(self, address: str) -> None:
        """Leave word where this server can be met, for a second one that is started by mistake."""
        if self._lock is None:
            return
        told = json.dumps({"process": os.getpid(), "address": address}).encode()
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, told, 0)

    def release(self) -> None:
        if self._lock is not None:
            os.ftruncate(self._lock, 0)
            os.close(self._lock)  # and with it the lock
            self._lock = None


def in_use(path: Path) -> dict[str, Any] | None:
    """Who has this folder, without taking it; None if nobody."""
    try:
        lock = os.open(path / LOCK, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if _locked(lock) else _read(lock)
    finally:
        os.close(lock)


def free_bytes(path: Path) -> int:
    try:
        return shutil.disk_usage(path).free
    except OSError:
        return 0


def is_private(path: Path) -> bool:
    return not stat.S_IMODE(path.stat().st_mode) & 0o077


def _locked(lock: int) -> bool:
    """Take the lock, which the system gives back whatever becomes of this process."""
    try:
        import fcntl
    except ImportError:
        return _locked_on_windows(lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _locked_on_windows(lock: int) -> bool:
    import msvcrt

    locking: Any = vars(msvcrt)
    os.lseek(lock, 1024, os.SEEK_SET)  # beyond what is written there, so that it can still be read
    try:
        locking["locking"](lock, locking["LK_NBLCK"], 1)
    except OSError:
        return False
    return True


def _read(lock: int) -> dict[str, Any]:
    try:
        told = json.loads(os.pread(lock, 1000, 0))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}
