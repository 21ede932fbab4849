"""The data folder: one server's at a time, and nobody else's to read."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import ROOT
from tests.server.test_serve_command import address_in, served
from vanguard.core.refusals import Refused
from vanguard.server.app import Disk
from vanguard.server.storage.folder import DataFolder, FolderInUse, in_use


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_second_who_wants_a_folder_is_told_where_the_first_is(tmp_path: Path) -> None:
    first = DataFolder(tmp_path / "data")
    first.take()
    first.say_where("http://localhost:8000/")
    assert in_use(tmp_path / "data") == {"process": os.getpid(), "address": "http://localhost:8000/"}
    with pytest.raises(FolderInUse, match=r"at http://localhost:8000/ \(process \d+\).*--data"):
        DataFolder(tmp_path / "data").take()
    first.release()
    assert in_use(tmp_path / "data") is None
    second = DataFolder(tmp_path / "data")
    second.take()
    second.release()


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    """Two of them once destroyed each other's acknowledged answers, and `make play` twice was enough."""
    with served("--port", "0", "--data", str(tmp_path / "data")) as (_, printed):
        address = address_in(printed).replace("127.0.0.1", "localhost")
        command = [sys.executable, "-c", "import sys; from vanguard.cli import main; sys.exit(main())"]
        second = subprocess.run(
            [*command, "serve", "--port", "0", "--data", str(tmp_path / "data")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert address in second.stderr
        assert second.stderr.count("\n") == 1, "a sentence, no traceback"


def test_a_server_that_was_killed_leaves_the_folder_to_the_next(tmp_path: Path) -> None:
    with served("--port", "0", "--data", str(tmp_path / "data")) as (server, _):
        server.kill()
        server.wait()
    disk = Disk.open(tmp_path / "data")
    disk.close()


def test_nobody_else_on_the_machine_reads_the_games(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        disk = Disk.open(tmp_path / "data")
        assert mode(tmp_path / "data") == 0o700
        for file in (tmp_path / "data").iterdir():
            assert mode(file) == 0o600, file.name
        disk.close()
        (tmp_path / "data").chmod(0o755)
        (tmp_path / "data" / "games.sqlite3").chmod(0o644)
        Disk.open(tmp_path / "data").close()
        assert mode(tmp_path / "data") == 0o700
        assert mode(tmp_path / "data" / "games.sqlite3") == 0o600
        shared = tmp_path / "shared"
        shared.mkdir(mode=0o777)
        Disk.open(shared).close()
        assert mode(shared) == 0o777, "a folder that was there before and is not ours is left as it is"
    finally:
        os.umask(before)


def test_a_bad_place_for_games_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Refused, match="games cannot be kept in"):
            Disk.open(place)
