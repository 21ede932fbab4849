"""Nonsense by the hundred: whatever a stranger sends, nothing fails, nobody's game stops, and the server says it is well.

`VANGUARD_ATTACKS` says how much of it: a little in `make test`, a lot in `make fuzz`.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Browser, Site, sensible

ATTACKS = int(os.environ.get("VANGUARD_ATTACKS", "60"))

VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**63,
    10**30,
    1e308,
    -0.0,
    "",
    "high",
    "x" * 300,
    "\u202e",
    "\0",
    "'; DROP TABLE games; --",
    "../../etc/passwd",
    "{}",
    [],
    [[]],
    [[0, 0]],
    [[1e300, -1e300]],
    [[1, 2]] * 64,
    {},
    {"a": 1},
    {"__proto__": {}},
    [[[[[[]]]]]],
]
KINDS = [
    "hello", "answer", "command", "complete", "preview", "snap", "weigh", "area", "measure", "sight", "odds", "risk",
    "undo", "consent", "offer_draw", "auto_pass", "why", "ping", "suggest", "ways", "nothing",
]  # fmt: skip
FIELDS = [
    "given",
    "at",
    "text",
    "path",
    "amounts",
    "start",
    "end",
    "viewer",
    "target",
    "option",
    "points",
    "to",
    "accept",
]
FIELDS += ["clause", "on", "seat", "secrets", "mover", "more"]


def frame(chance: random.Random) -> str:
    message = {"type": chance.choice(KINDS), "id": chance.choice(["1", "x" * 64, "", "2"])}
    for field in chance.sample(FIELDS, chance.randrange(5)):
        message[field] = chance.choice(VALUES)
    text = json.dumps(message, ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.2:
        cut = chance.randrange(len(text))
        text = text[:cut] + chance.choice(["", "\\", '"', "}", "\x01", "NaN"]) + text[cut + 1 :]
    return text


def honest(browser: Browser) -> None:
    """Somebody plays on."""
    question = browser.up_to_date().question()
    if question is not None:
        assert browser.answer(sensible(question), seat=question["seat"])["type"] == "ack"


@pytest.mark.parametrize("number", range(max(1, ATTACKS // 20)))
def test_frames_of_nonsense_harm_nobody(site: Site, number: int, caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(number)
    mine, theirs = site.new_game(), site.new_game()
    with site.sit(mine["game"], *site.secrets(mine)) as browser:
        for _ in range(20):
            try:
                with site.sit(theirs["game"], *site.secrets(theirs)) as stranger:
                    for _ in range(10):
                        stranger.socket.send_text(frame(chance).encode("utf-8", "replace").decode())
                    stranger.up_to_date()
            except WebSocketDisconnect:
                pass
            honest(browser)
    assert site.client.get("/api/health").json()["ok"] is True
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


ROUTES = [
    ("POST", "/api/games"),
    ("POST", "/api/games/mine"),
    ("POST", "/api/games/{game}/join"),
    ("POST", "/api/games/{game}/invite"),
    ("POST", "/api/games/{game}/branch"),
    ("DELETE", "/api/games/{game}"),
    ("GET", "/api/games/{game}/replay/{value}"),
    ("POST", "/api/games/{game}/replay/0/measure"),
    ("POST", "/api/games/{game}/replay/0/sight"),
    ("GET", "/api/games/{game}/record"),
    ("POST", "/api/rulebooks/duel/roster"),
    ("POST", "/api/rulebooks/killteam_lite/roster"),
    ("GET", "/api/rulebooks/{value}/clauses"),
    ("GET", "/{value}"),
]
BODY = [
    "rulebook",
    "seats",
    "held",
    "invitation",
    "name",
    "key",
    "step",
    "start",
    "end",
    "viewer",
    "target",
    "text",
    "roster",
]
BODY += ["options", "armies", "scenario", "battlefield", "practice"]


@pytest.mark.parametrize("number", range(max(1, ATTACKS // 20)))
def test_requests_of_nonsense_never_fail(site: Site, number: int) -> None:
    chance = random.Random(f"requests {number}")
    created = site.new_game()
    for _ in range(60):
        method, path = chance.choice(ROUTES)
        value = chance.choice(["0", "-1", "99999999999999999999", "%00", "..%2f..", "%F0%9F%98%80", "a" * 900, "NaN"])
        path = path.replace("{game}", chance.choice([created["game"], "nowhere", value])).replace("{value}", value)
        body = {field: chance.choice(VALUES) for field in chance.sample(BODY, chance.randrange(6))}
        wrong: Any = chance.choice([body, chance.choice(VALUES), [body]])
        reply = site.client.request(
            method,
            path,
            content=json.dumps(wrong).encode(),
            headers={
                "Content-Type": "application/json",
                "Authorization": f"Bearer {chance.choice([created['watch'], 'x' * 32, ''])}",
            },
        )
        assert reply.status_code not in (500, 501, 502, 504), (method, path, wrong, reply.text)
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert site.client.get("/api/health").json()["ok"] is True
