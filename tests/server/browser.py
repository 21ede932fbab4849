"""Browsers for tests: they make games, sit down, send messages and remember all they were ever sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from pydantic import TypeAdapter
from starlette.testclient import TestClient, WebSocketTestSession

from vanguard.server.play.hub import Hub
from vanguard.server.wire.messages.any_frame import ServerMessage

fits_the_protocol: TypeAdapter[Any] = TypeAdapter(ServerMessage)
_numbers = count(1)


class Browser:
    """One socket after its hello. Every message it gets must fit the protocol."""

    def __init__(self, socket: WebSocketTestSession, secrets: list[str]) -> None:
        self.socket = socket
        self.traffic: list[str] = []
        """All frames it ever got, as text."""
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        socket.send_json({"type": "hello", "secrets": secrets})
        self.state = self.next("welcome")
        self.log = self.state["log"]

    def receive(self) -> dict[str, Any]:
        text = self.socket.receive_text()
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        fits_the_protocol.validate_python(message, strict=False)
        if message["type"] == "update":
            self.log = [*self.log[: message["log_from"]], *message["log"]]
            self.state = {**self.state, **message}
        return message

    def next(self, kind: str) -> dict[str, Any]:
        """The next message of this kind; others on the way are taken note of."""
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def next_of(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return what answers it."""
        fields.setdefault("id", f"message-{next(_numbers)}")
        self.socket.send_json({"type": kind, **fields})
        while True:
            message = self.receive()
            if message.get("re") == fields["id"]:
                return message

    def up_to_date(self) -> Browser:
        """Take in everything that was sent before now."""
        self.ask("ping")
        return self

    def question(self, seat: int | None = None) -> dict[str, Any] | None:
        for perspective in self.state["perspectives"]:
            if seat is None or perspective["seat"] == seat:
                found: dict[str, Any] | None = perspective["question"]
                if found is not None or seat is not None:
                    return found
        return None

    def answer(self, given: Any, **fields: Any) -> dict[str, Any]:
        """Answer what is asked, for the latest stamp this browser knows."""
        fields.setdefault("at", self.state["stamp"])
        reply = self.ask("answer", given=given, **fields)
        self.up_to_date()
        return reply


def sensible(question: dict[str, Any]) -> Any:
    """Some legal answer to a question as it is shown."""
    if question["kind"] == "choose":
        return next(option["key"] for option in question["options"] if not option["why_not"])
    return question["examples"][0]


class Site:
    """The server as pages see it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, *secrets: str) -> Any:
        reply = self.client.get(path, headers=bearer(*secrets))
        assert reply.status_code == 200, reply.text
        return reply.json()

    def post(self, path: str, body: Any, *secrets: str) -> Any:
        reply = self.client.post(path, json=body, headers=bearer(*secrets))
        assert reply.status_code == 200, reply.text
        return reply.json()

    def new_game(self, first: str = "human", second: str = "human", **fields: Any) -> dict[str, Any]:
        created: dict[str, Any] = self.post(
            "/api/games", {"rulebook": "duel", "seats": [{"kind": first}, {"kind": second}], **fields}
        )
        return created

    @contextmanager
    def sit(self, game: str, *secrets: str) -> Iterator[Browser]:
        with self.client.websocket_connect(f"ws://localhost/api/games/{game}/socket") as socket:
            yield Browser(socket, list(secrets))

    @property
    def hub(self) -> Hub:
        found: Hub = self.client.app.state.hub  # type: ignore[attr-defined]
        return found

    def until(self, comes_true: Callable[[], bool]) -> None:
        """Wait for what the server does by itself after it has answered; asked in its loop, between two steps of it."""

        async def waiting() -> None:
            while not comes_true():
                await asyncio.sleep(0)

        assert self.client.portal is not None
        self.client.portal.call(waiting)

    def until_deserted(self, game: str) -> None:
        """Whoever left is gone, no bot thinks, and the picture that is kept of the game is on disk."""
        self.until(lambda: game not in self.hub._games or self.hub._games[game].idle)

    def secrets(self, created: dict[str, Any]) -> list[str]:
        return [seat["secret"] for seat in created["seats"] if seat["secret"]]


def bearer(*secrets: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {','.join(secrets)}"} if secrets else {}


def play_on(browser: Browser, until: Any = None) -> None:
    """Answer for all seats this browser holds until the game is over or the wish comes true."""
    for _ in range(500):
        browser.up_to_date()
        if browser.state["standing"]["over"] or (until is not None and until(browser)):
            return
        question = browser.question()
        if question is None:
            browser.next("update")
            continue
        reply = browser.answer(sensible(question), seat=question["seat"])
        assert reply["type"] == "ack" or reply.get("stale"), reply
    raise AssertionError("the game does not end")
