"""The server under load: many live games with two sockets each, one answer per game every two seconds.

    python bench/server_bench.py --games 200 --seconds 20 --rulebook killteam_vanguard

Reports how long an answer takes to be acknowledged (it is on disk by then), memory and processor time of the server; fails if
the 95th percentile is above 100 ms or the 99th above 250 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.serving import start

PERIOD = 2.0
P95_MS, P99_MS = 100.0, 250.0


class Seat:
    """One socket: keeps the latest state and wakes whoever waits for a reply."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.replies: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def listen(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in ("welcome", "update"):
                self.state = {**self.state, **message, "log": None}
            elif message.get("re") in self.replies:
                self.replies.pop(message["re"]).set_result(message)

    @property
    def question(self) -> dict[str, Any] | None:
        perspectives = self.state.get("perspectives") or [{"question": None}]
        question: dict[str, Any] | None = perspectives[0]["question"]
        return question

    async def answer(self, number: int, given: Any) -> tuple[float, dict[str, Any]]:
        """Seconds until the reply, and the reply."""
        name = f"bench-{number}"
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.replies[name] = reply
        sent = time.perf_counter()
        await self.socket.send(json.dumps({"type": "answer", "id": name, "given": given, "at": self.state["stamp"]}))
        message = await reply
        return time.perf_counter() - sent, message


class Table:
    """A game of two sockets that answers once in every period."""

    def __init__(self, number: int, rulebook: str) -> None:
        self.rng = random.Random(number)
        self.rulebook = rulebook
        self.seats: list[Seat] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.answers = 0
        self.waits: list[float] = []
        self.refused: list[str] = []

    async def open(self, client: httpx.AsyncClient, port: int) -> None:
        wanted = {"rulebook": self.rulebook, "seats": [{"kind": "human"}, {"kind": "friend"}]}
        created = (await client.post("/api/games", json=wanted)).raise_for_status().json()
        game = created["game"]
        invitation = {"invitation": created["seats"][1]["invitation"]}
        joined = (await client.post(f"/api/games/{game}/join", json=invitation)).raise_for_status().json()
        self.seats = []
        for secret in (created["seats"][0]["secret"], joined["secret"]):
            url = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
            seat = Seat(await connect(url, proxy=None, compression=None, max_size=None))
            await seat.socket.send(json.dumps({"type": "hello", "secrets": [secret]}))
            self.tasks.append(asyncio.create_task(seat.listen()))
            self.seats.append(seat)
        while not all(seat.state for seat in self.seats):
            await asyncio.sleep(0.005)

    def _given(self, question: dict[str, Any]) -> Any:
        if question["kind"] == "choose":
            return self.rng.choice([option["key"] for option in question["options"] if not option["why_not"]])
        return self.rng.choice(question["examples"])

    async def play(self, offset: float, until: float) -> None:
        """One answer per period; a finished game simply stops answering."""
        due = offset
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += PERIOD
            asked = [seat for seat in self.seats if seat.question]
            if not asked:
                continue
            self.answers += 1
            question = asked[0].question
            assert question is not None
            wait, reply = await asked[0].answer(self.answers, self._given(question))
            self.waits.append(wait)
            if reply["type"] != "ack":
                self.refused.append(reply["why"])


async def measure(port: int, games: int, seconds: float, rulebook: str) -> tuple[list[float], list[str], int]:
    tables = [Table(number, rulebook) for number in range(games)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client:
        for table in tables:
            await table.open(client, port)
    print(f"{games} games of {rulebook} are open, two sockets each", flush=True)
    begin = time.perf_counter() + 0.5
    await asyncio.gather(
        *[table.play(begin + PERIOD * number / games, begin + seconds) for number, table in enumerate(tables)]
    )
    waits = sorted(wait for table in tables for wait in table.waits)
    refused = [why for table in tables for why in table.refused]
    finished = sum(1 for table in tables if table.seats[0].state["standing"]["over"])
    for table in tables:
        for task in table.tasks:
            task.cancel()
    return waits, refused, finished


def memory_of(process: int) -> str:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return "unknown"
    sizes = dict(line.split(":", 1) for line in status.splitlines())
    return f"{int(sizes['VmRSS'].split()[0]) // 1024} MB (at most {int(sizes['VmHWM'].split()[0]) // 1024} MB)"


def processor_seconds_of(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rulebook", default="killteam_vanguard")
    parser.add_argument("--place", action="append", default=[], help="a further rulebook, as package.module:name")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server, port = start(Path(data), *wanted.place)
        try:
            waits, refused, finished = asyncio.run(measure(port, wanted.games, wanted.seconds, wanted.rulebook))
            memory, busy = memory_of(server.pid), processor_seconds_of(server.pid)
        finally:
            server.terminate()
            server.wait()
    if not waits:
        print("nothing was answered")
        return 1
    p50, p95, p99 = [1000 * waits[min(len(waits) - 1, int(share * len(waits)))] for share in (0.5, 0.95, 0.99)]
    print(f"answers {len(waits)}, refused {len(refused)} {sorted(set(refused))[:3]}, games that ended {finished}")
    print(
        f"acknowledged after p50 {p50:.1f} ms, p95 {p95:.1f} ms (limit {P95_MS:g}), p99 {p99:.1f} ms (limit {P99_MS:g})"
    )
    print(
        f"server memory {memory}; processor {busy:.1f} s from its start, {1000 * busy / len(waits):.1f} ms per answer"
    )
    return 0 if p95 <= P95_MS and p99 <= P99_MS and not refused else 1


if __name__ == "__main__":
    sys.exit(main())
