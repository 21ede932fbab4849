"""`vanguard serve` from start to a graceful end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import PLENTY
from tests.server.serving import ROOT
from vanguard.cli.serve import listening_socket
from vanguard.core.refusals import Refused


@contextmanager
def served(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The running command and what it printed up to its address."""
    command = [sys.executable, "-c", "import sys; from vanguard.cli import main; sys.exit(main())", "serve", *arguments]
    places = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    server = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": places},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        printed = [server.stdout.readline()]
        while printed[-1] and "http://" not in printed[-1]:
            printed.append(server.stdout.readline())
        yield server, printed
    finally:
        server.kill()
        server.communicate()


def address_in(printed: list[str]) -> str:
    found = re.search(r"http://\S+", printed[-1])
    assert found, printed
    return found[0].replace("localhost", "127.0.0.1")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_serves_and_stops_when_told(tmp_path: Path, stop: signal.Signals) -> None:
    with served("--port", "0", "--data", str(tmp_path / "data"), "--rulebook", "tests.kit.duel:rulebook") as (
        server,
        printed,
    ):
        address = address_in(printed)
        assert httpx.get(f"{address}api/health", trust_env=False, timeout=PLENTY).json()["ok"] is True
        body = {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "bot"}]}
        assert httpx.post(f"{address}api/games", json=body, trust_env=False, timeout=PLENTY).status_code == 200
        server.send_signal(stop)
        _, errors = server.communicate(timeout=PLENTY)
        assert "Traceback" not in errors
        assert errors.count("server stopped") == 1
        assert (tmp_path / "data" / "games.sqlite3").is_file()


def test_a_taken_port_is_replaced_by_a_free_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with served("--port", str(port), "--data", str(tmp_path)) as (_, printed):
            assert f"Port {port} is taken" in printed[0]
            assert httpx.get(f"{address_in(printed)}api/health", trust_env=False, timeout=PLENTY).status_code == 200


def test_behind_a_proxy_a_taken_port_is_told_since_people_are_led_to_that_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"cannot listen at 127.0.0.1, port {port}: Address already in use"):
            listening_socket("127.0.0.1", port, or_another=False)


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(Refused, match="cannot listen at"):
        listening_socket("203.0.113.7", 0)


def test_a_rulebook_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with served("--port", "0", "--data", str(tmp_path), "--rulebook", "no.such:rulebook") as (server, _):
        _, errors = server.communicate(timeout=PLENTY)
        assert server.returncode == 2
        assert "there is no rulebook at 'no.such:rulebook'" in errors
        assert "Traceback" not in errors
