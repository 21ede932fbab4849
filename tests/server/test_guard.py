"""Strangers: foreign origins and host names, floods, oversized and malformed frames, files outside the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Browser, Site
from vanguard.server.app import Settings, create_app
from vanguard.server.wire import sockets
from vanguard.server.wire.guard import Pace, host_is_ours


def test_a_socket_from_another_origin_is_refused_before_it_is_accepted(site: Site) -> None:
    created = site.new_game()
    url = f"ws://localhost/api/games/{created['game']}/socket"
    for origin in ("http://evil.example", "http://localhost:1", "null"):
        with pytest.raises(WebSocketDisconnect), site.client.websocket_connect(url, headers={"Origin": origin}):
            pass
    with site.client.websocket_connect(url, headers={"Origin": "http://localhost"}) as socket:
        assert Browser(socket, site.secrets(created)).state["seats"] == [0, 1]


def test_a_post_from_another_origin_is_refused(site: Site) -> None:
    reply = site.client.post("/api/games/mine", json={"held": []}, headers={"Origin": "http://evil.example"})
    assert reply.status_code == 403


def test_a_name_that_somebody_else_pointed_here_is_refused(site: Site) -> None:
    reply = site.client.get("/api/rulebooks", headers={"Host": "evil.example:8000"})
    assert reply.status_code == 421


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.7:8000", True),
        ("[::1]:8000", True),
        ("table.example", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
    ],
)
def test_numeric_hosts_localhost_and_given_names_are_ours(host: str, ours: bool) -> None:
    assert host_is_ours(host, ("table.example",)) is ours


@pytest.mark.parametrize("path", ["/", "/api/rulebooks", "/api/nowhere", "/g/abc", "/nothing.js"])
def test_every_reply_has_the_headers_and_no_inline_script_is_allowed(site: Site, path: str) -> None:
    reply = site.client.get(path)
    policy = dict(part.split(" ", 1) for part in reply.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type": "answer"}',
        '{"type": "ping"}',
        '{"type": "ping", "id": "1", "more": 1}',
        '{"type": "measure", "id": "1", "start": [NaN, 1], "end": [1]}',
        '{"type": "preview", "id": "1", "path": []}',
        '{"type": "answer", "id": "1", "at": -1, "given": 1}',
        '{"type": "answer", "id": "1", "at": 0, "given": "' + "x" * 17_000 + '"}',
        '{"type": "answer", "id": "1", "at": 0, "given": ' + "[" * 8000 + "]" * 8000 + "}",
    ],
)
def test_a_frame_that_is_no_message_ends_the_socket_and_changes_nothing(site: Site, frame: str) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.socket.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                browser.receive()
        assert closed.value.code == 4400
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.state["revision"] == 0


def test_a_binary_frame_ends_the_socket(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.socket.send_bytes(b"{}")
        with pytest.raises(WebSocketDisconnect):
            browser.receive()


def test_a_flood_of_frames_ends_the_socket_but_a_quick_drag_does_not(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "FRAMES_PER_SECOND", 0.001)  # however long this machine takes to send them
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(60):
            browser.socket.send_json({"type": "ping", "id": "1"})
        assert browser.next("pong")
        for _ in range(sockets.FRAMES_AT_ONCE):
            browser.socket.send_json({"type": "ping", "id": "1"})
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                browser.receive()
        assert closed.value.code == 4429


def test_games_and_requests_are_limited_at_a_pace_no_person_has(settings: Settings) -> None:
    slow = replace(settings, new_games_at_once=2, new_games_per_second=0, requests_at_once=6, requests_per_second=0)
    with TestClient(create_app(slow), base_url="http://localhost") as client:
        site = Site(client)
        site.new_game()
        site.new_game()
        body = {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "human"}]}
        assert client.post("/api/games", json=body).status_code == 429
        assert [client.get("/api/health").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_pace_allows_a_burst_and_then_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("vanguard.server.wire.guard.time.monotonic", lambda: clock[0])
    pace = Pace(2, 1)
    assert [pace.allows() for _ in range(3)] == [True, True, False]
    clock[0] += 1
    assert [pace.allows() for _ in range(2)] == [True, False]


@pytest.fixture
def built(settings: Settings, tmp_path: Path) -> Any:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Table</title>")
    (static / "assets" / "table-1a2b.js").write_text("export {}")
    (tmp_path / "private.txt").write_text("private")
    with TestClient(create_app(replace(settings, static=static)), base_url="http://localhost") as client:
        yield client


def test_the_page_is_served_at_its_own_routes_and_its_files_last(built: TestClient) -> None:
    for path in ("/", "/g/abc", "/rules/duel"):
        assert "Table" in built.get(path).text
    asset = built.get("/assets/table-1a2b.js")
    assert "immutable" in asset.headers["cache-control"]
    assert built.get("/").headers["cache-control"] == "no-cache"
    assert built.get("/assets/other.js").status_code == 404
    assert built.get("/api/nowhere").status_code == 404


@pytest.mark.parametrize(
    "path", ["/../private.txt", "/..%2fprivate.txt", "/assets/..%2f..%2fprivate.txt", "/%2e%2e/private.txt"]
)
def test_nothing_outside_the_page_is_served(built: TestClient, path: str) -> None:
    reply = built.get(path)
    assert "private" not in reply.text
