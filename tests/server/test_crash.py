"""Killed at any moment, the server has lost nothing it acknowledged and doubled nothing that was sent again.

`VANGUARD_CRASHES=100` kills it a hundred times.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.kit.loops import run
from tests.server.browser import sensible
from tests.server.conftest import DUEL, PLENTY
from tests.server.serving import start
from vanguard.core.chapters import BOTH, CHANCE
from vanguard.server.storage.store import Store

GAMES = 20
CRASHES = int(os.environ.get("VANGUARD_CRASHES", "4"))


class Player:
    """Plays both seats of one game after another, and sends again what was not acknowledged when the server died."""

    def __init__(self, number: int, rng: random.Random) -> None:
        self.number = number
        self.rng = rng
        self.sent = 0
        self.state: dict[str, Any] = {}
        self.game = ""
        self.secrets: list[str] = []
        self.acknowledged: dict[str, list[tuple[int, Any]]] = {}
        """By game: the answers that were acknowledged, in order."""
        self.unacknowledged: dict[str, Any] | None = None

    async def new_game(self, port: int) -> None:
        body = {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "human"}]}
        async with httpx.AsyncClient(trust_env=False, timeout=PLENTY) as client:
            created = (await client.post(f"http://127.0.0.1:{port}/api/games", json=body)).json()
        self.game = created["game"]
        self.secrets = [seat["secret"] for seat in created["seats"]]
        self.acknowledged[self.game] = []

    async def play(self, port: int, sending: Sending) -> None:
        """Until the server dies."""
        try:
            while True:
                if not self.game:
                    await self.new_game(port)
                url = f"ws://127.0.0.1:{port}/api/games/{self.game}/socket"
                async with connect(url, proxy=None, open_timeout=PLENTY, ping_interval=None) as socket:
                    await self._play_one(socket, sending)
                self.game = ""
        except (WebSocketException, OSError, httpx.HTTPError):
            return

    async def _play_one(self, socket: ClientConnection, sending: Sending) -> None:
        await socket.send(json.dumps({"type": "hello", "secrets": self.secrets}))
        self.state = await self._next(socket)
        if self.unacknowledged is not None:
            await self._give(socket, self.unacknowledged, sending)
        while not self.state["standing"]["over"]:
            questions = [view["question"] for view in self.state["perspectives"] if view["question"]]
            question = questions[0]
            self.sent += 1
            answer = {
                "type": "answer",
                "id": f"{self.number}-{self.sent}",
                "given": self._choice(question),
                "at": self.state["stamp"],
                "seat": question["seat"],
            }
            await self._give(socket, answer, sending)

    def _choice(self, question: dict[str, Any]) -> Any:
        if question["kind"] == "choose":
            return self.rng.choice([option["key"] for option in question["options"] if not option["why_not"]])
        return sensible(question)

    async def _give(self, socket: ClientConnection, answer: dict[str, Any], sending: Sending) -> None:
        """Send an answer and wait for its acknowledgement, which comes after the update it causes."""
        self.unacknowledged = answer
        await socket.send(json.dumps(answer))
        sending.one_more()
        message: dict[str, Any] = {}
        while message.get("re") != answer["id"]:
            message = await self._next(socket)
        assert message["type"] == "ack", message
        self.acknowledged[self.game].append((answer["seat"], answer["given"]))
        self.unacknowledged = None

    async def _next(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "update":
            self.state = {**self.state, **message}
        return message


class Sending:
    """Kills the server soon after so many answers were sent."""

    def __init__(self, server: Any, after: int, delay: float) -> None:
        self.server = server
        self.left = after
        self.delay = delay

    def one_more(self) -> None:
        self.left -= 1
        if self.left == 0:
            asyncio.get_running_loop().call_later(self.delay, self.server.kill)


async def crash_and_crash_again(data: Path, rng: random.Random) -> list[Player]:
    players = [Player(number, random.Random(number)) for number in range(GAMES)]
    for _ in range(CRASHES):
        server, port = await asyncio.to_thread(start, data, DUEL)
        try:
            sending = Sending(server, rng.randint(10, 200), rng.random() * 0.01)
            await asyncio.gather(*[player.play(port, sending) for player in players])
        finally:
            server.kill()
        assert server.wait() == -9
        assert sending.left <= 0, "the server died before it was killed"
    return players


def given_to(store: Store, game: str) -> list[tuple[int, Any]]:
    """All answers of people that are on disk, in the order they were given: of secret pairs the first seat's first."""
    play = store.play(game)
    found: list[tuple[int, Any]] = []
    for seat, given, _ in play.answers:
        if seat == BOTH:
            found += [(0, given[0]), (1, given[1])]
        elif seat != CHANCE:
            found.append((seat, given))
    return found + sorted(play.pending.items())


def plain(answers: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Amounts of nothing and whole numbers written as decimals are the same answer."""
    return [
        (seat, {key: amount for key, amount in given.items() if amount} if isinstance(given, dict) else given)
        for seat, given in answers
    ]


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    players = run(crash_and_crash_again(data, random.Random(5)))
    store = Store(data / "games.sqlite3")
    checked = 0
    for player in players:
        for game, acknowledged in player.acknowledged.items():
            on_disk = given_to(store, game)
            expected = plain(acknowledged)
            assert on_disk[: len(expected)] == expected
            unsure = on_disk[len(expected) :]
            if unsure:
                assert game == player.game and player.unacknowledged is not None
                sent = (player.unacknowledged["seat"], player.unacknowledged["given"])
                assert unsure == plain([sent])
            checked += len(expected)
    store.close()
    assert checked > 10 * CRASHES
