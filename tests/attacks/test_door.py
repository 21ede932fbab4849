"""The door, by raw bytes: what is endless is cut off, what is half stays out, and games go on meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.browser import Site
from tests.server.conftest import PLENTY
from tests.server.serving import start
from vanguard.server.wire.door import MOST_HEADER_BYTES, Connections, allow_many_files
from vanguard.server.wire.guard import networks

PATIENT = {"VANGUARD_TEST_UPLOAD_SECONDS": str(PLENTY), "VANGUARD_TEST_PATIENCE": str(PLENTY)}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    server, port = start(tmp_path_factory.mktemp("data"), "tests.kit.duel:rulebook", environment=PATIENT)
    yield port
    server.kill()
    server.wait()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PLENTY) as raw:
        yield raw


def reply_to(port: int, *pieces: bytes) -> tuple[int, bytes]:
    """The status, and all that came."""
    with connected(port) as raw:
        try:
            for piece in pieces:
                raw.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        came = b""
        try:
            while chunk := raw.recv(65536):
                came += chunk
        except ConnectionResetError:
            pass
    assert came.startswith(b"HTTP/1.1 "), came[:80]
    return int(came.split()[1]), came


def request(head: str, body: bytes = b"") -> bytes:
    return f"{head}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode() + body


def has_the_headers(came: bytes) -> bool:
    return b"content-security-policy" in came.lower() and b"nosniff" in came.lower()


def test_endless_headers_are_cut_off(port: int) -> None:
    line = b"X-More: " + b"x" * 1000 + b"\r\n"
    status, came = reply_to(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n", *[line] * 400)
    assert status == 431
    assert has_the_headers(came)
    status, came = reply_to(
        port, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + line * (MOST_HEADER_BYTES // 900) + b"\r\n"
    )
    assert status == 431, "in one piece too"
    status, _ = reply_to(port, b"GET /" + b"x" * 100_000)
    assert status in (400, 414, 431)


def test_a_large_body_is_not_even_read(port: int) -> None:
    head = "POST /api/games HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100000000"
    status, came = reply_to(port, request(head))
    assert status == 413
    assert has_the_headers(came)


def test_a_body_without_a_length_is_cut_off_at_the_limit(port: int) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"1000\r\n" + b"[" * 4096 + b"\r\n"
    status, _ = reply_to(port, head, *[chunk] * 100)
    assert status == 413


def test_a_record_may_be_larger_but_not_endless(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PLENTY) as client:
        assert client.post("/api/records", content=b"x" * 200_000).status_code == 422
        assert client.post("/api/records", content=b"x" * 1_100_000).status_code == 413


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /%00 HTTP/1.1", 400),
        ("GET /a%00b.js HTTP/1.1", 400),
        (f"GET /{'a' * 5000} HTTP/1.1", 414),
        (f"GET /{'a/' * 300} HTTP/1.1", 200),
        ("GET /api/rulebooks/%00/clauses HTTP/1.1", 400),
        ("GET /%ff%fe HTTP/1.1", 200),
        ("NONSENSE", 400),
        ("\x16\x03\x01\x02", 400),
    ],
)
def test_odd_requests_are_refused_with_the_headers_and_never_fail(port: int, head: str, status: int) -> None:
    found, came = reply_to(port, request(head))
    assert found == status or (status == 200 and found == 503), came[:300]
    assert has_the_headers(came)


@pytest.mark.parametrize("host", ["[::1", "[", "]", "a b", "\x80", "localhost:port", ""])
def test_odd_hosts_are_none_of_ours(port: int, host: str) -> None:
    status, came = reply_to(
        port, f"GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
    )
    assert status in (400, 421) or host == "localhost:port"
    assert has_the_headers(came)


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "//", "http://localhost.evil"])
def test_odd_origins_are_none_of_ours(port: int, origin: str) -> None:
    head = f"POST /api/games/mine HTTP/1.1\r\nOrigin: {origin}\r\nContent-Length: 11"
    status, came = reply_to(port, request(head, b'{"held":[]}'))
    assert status == 403
    assert has_the_headers(came)


def test_a_request_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a server of its own whose patience is a fraction of a second."""
    server, port = start(tmp_path, "tests.kit.duel:rulebook", environment={"VANGUARD_TEST_PATIENCE": "0.2"})
    try:
        assert reply_to(port, b"GET / HTTP/1.1\r\nHost: loc")[0] == 408
        half = b"POST /api/games/mine HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n{"
        assert reply_to(port, half)[0] == 408
        status = 408
        while status == 408:  # on a busy machine this one may come too slowly as well
            status, _ = reply_to(port, request("GET /api/health HTTP/1.1"))
        assert status == 200
    finally:
        server.kill()
        server.wait()


def test_connections_are_counted_by_address_but_not_those_of_a_proxy() -> None:
    connections = Connections(most=2, proxies=networks(["10.0.0.9", "192.168.7.0/24"]))
    assert [connections.opened("1.1.1.1") for _ in range(3)] == [True, True, False]
    assert connections.opened("2.2.2.2")
    connections.closed("1.1.1.1")
    connections.closed("1.1.1.1")
    assert connections.opened("1.1.1.1")
    for proxy in ("10.0.0.9", "192.168.7.3"):
        assert all(connections.opened(proxy) for _ in range(10))


def test_one_address_has_so_many_connections_and_gets_them_back(tmp_path: Path) -> None:
    server, port = start(tmp_path, "tests.kit.duel:rulebook", environment={**PATIENT, "VANGUARD_TEST_CONNECTIONS": "3"})
    try:
        held = [socket.create_connection(("127.0.0.1", port), timeout=PLENTY) for _ in range(3)]
        for raw in held:
            raw.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /")  # half of another keeps it open
            assert raw.recv(65536).startswith(b"HTTP/1.1 200")
        assert reply_to(port, request("GET /api/health HTTP/1.1"))[0] == 503
        for raw in held:
            raw.close()
        status = 503
        while status == 503:  # until the server has noticed
            status, _ = reply_to(port, request("GET /api/health HTTP/1.1"))
        assert status == 200
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_roster_with_numbers_that_are_none_is_refused(site: Site, number: str) -> None:
    place, head = "/api/rulebooks/duel/roster", {"Content-Type": "application/json"}
    body = f'{{"roster": {{"rulebook": "duel", "points": {number}}}}}'.encode()
    assert site.client.post(place, content=body, headers=head).status_code == 422
    pasted = site.client.post(place, json={"text": f'{{"rulebook": "duel", "points": {number}}}'})
    assert pasted.status_code == 200
    assert pasted.json()["legal"] is False
    assert "is no number" in pasted.json()["faults"][0]


def test_what_fails_on_the_server_is_told_with_the_headers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanguard.server.play.library.Library.shown", lambda self: 1 / 0)
    reply = site.client.get("/api/rulebooks")
    assert reply.status_code == 500
    assert reply.json()["why"] == "this failed on the server; its log says why"
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_few_open_files_are_told_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(100, 200)]
    monkeypatch.setattr("resource.getrlimit", lambda which: limits[-1])
    monkeypatch.setattr("resource.setrlimit", lambda which, limit: limits.append(limit))
    assert "only 200 files may be open at once" in allow_many_files()
    limits.append((100, 65_536))
    assert allow_many_files() == ""
    assert limits[-1] == (65_536, 65_536), "raised as far as the system allows"
