"""The server under load: many live games with two sockets each, one answer per game every two seconds.

    python bench/server_bench.py --games 1000 --seconds 20 --rulebook killteam_vanguard

Reports how long an answer takes to be acknowledged (it is on disk by then), and memory and processor time of the server while
they are given. Promised for 1,000 games on two cores with this client beside the server: half of the answers within 10 ms, 95 of
100 within 50 ms, 99 of 100 within 100 ms; 150 kB a game; twenty games resumed at once within a second.
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
P50_MS, P95_MS, P99_MS = 10.0, 50.0, 100.0
MOST_KILOBYTES = 150.0
RESUMED_AT_ONCE, RESUME_SECONDS = 20, 1.0


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
        self.game = self.secret = ""

    async def open(self, client: httpx.AsyncClient, port: int) -> None:
        wanted = {"rulebook": self.rulebook, "seats": [{"kind": "human"}, {"kind": "friend"}]}
        created = (await client.post("/api/games", json=wanted)).raise_for_status().json()
        game = self.game = created["game"]
        self.secret = created["seats"][0]["secret"]
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


class Measured:
    """What came out of one run."""

    def __init__(self, tables: list[Table], kilobytes: float, busy: float) -> None:
        self.tables = tables
        self.waits = sorted(wait for table in tables for wait in table.waits)
        self.refused = [why for table in tables for why in table.refused]
        self.finished = sum(1 for table in tables if table.seats[0].state["standing"]["over"])
        self.kilobytes = kilobytes
        """Of the server's memory for a game, sockets included."""
        self.busy = busy
        """The server's processor seconds while answers were given."""

    def percentile(self, share: float) -> float:
        return 1000 * self.waits[min(len(self.waits) - 1, int(share * len(self.waits)))]


async def measure(server: int, port: int, games: int, seconds: float, rulebook: str) -> Measured:
    tables = [Table(number, rulebook) for number in range(games)]
    before = resident_kilobytes(server)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client:
        for table in tables:
            await table.open(client, port)
    print(f"{games} games of {rulebook} are open, two sockets each", flush=True)
    begin = time.perf_counter() + 0.5
    busy = processor_seconds_of(server)
    await asyncio.gather(
        *[table.play(begin + PERIOD * number / games, begin + seconds) for number, table in enumerate(tables)]
    )
    found = Measured(tables, (resident_kilobytes(server) - before) / games, processor_seconds_of(server) - busy)
    for table in tables:
        for task in table.tasks:
            task.cancel()
    return found


async def resumed(port: int, tables: list[Table]) -> float:
    """Seconds until games that nobody had in memory are all on the screen again."""

    async def one(table: Table) -> None:
        async with connect(
            f"ws://127.0.0.1:{port}/api/games/{table.game}/socket", proxy=None, compression=None, max_size=None
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "secrets": [table.secret]}))
            assert json.loads(await socket.recv())["type"] == "welcome"

    start = time.perf_counter()
    await asyncio.gather(*[one(table) for table in tables])
    return time.perf_counter() - start


def resident_kilobytes(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return float("nan")
    return float(dict(line.split(":", 1) for line in status.splitlines())["VmRSS"].split()[0])


def processor_seconds_of(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rulebook", default="killteam_vanguard")
    parser.add_argument("--place", action="append", default=[], help="a further rulebook, as package.module:name")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server, port = start(Path(data), *wanted.place)
        try:
            found = asyncio.run(measure(server.pid, port, wanted.games, wanted.seconds, wanted.rulebook))
        finally:
            server.terminate()
            server.wait()
        server, port = start(Path(data), *wanted.place)
        try:
            back = asyncio.run(resumed(port, found.tables[:RESUMED_AT_ONCE]))
        finally:
            server.terminate()
            server.wait()
    if not found.waits:
        print("nothing was answered")
        return 1
    number = len(found.waits)
    print(
        f"answers {number}, refused {len(found.refused)} {sorted(set(found.refused))[:3]}, games that ended {found.finished}"
    )
    print(f"the server's processor: {1000 * found.busy / number:.2f} ms per answer")
    kept = [
        promise("acknowledged, half of all", found.percentile(0.5), P50_MS, "ms"),
        promise("acknowledged, 95 of 100", found.percentile(0.95), P95_MS, "ms"),
        promise("acknowledged, 99 of 100", found.percentile(0.99), P99_MS, "ms"),
        promise("memory of a game with its sockets", found.kilobytes, MOST_KILOBYTES, "kB"),
        promise(f"{RESUMED_AT_ONCE} games resumed at once", back, RESUME_SECONDS, "s"),
    ]
    return 0 if all(kept) and not found.refused else 1


def promise(what: str, value: float, limit: float, unit: str) -> bool:
    print(f"{what}: {value:.1f} {unit} (promised {limit:g}: {'kept' if value <= limit else 'MISSED'})")
    return value <= limit


if __name__ == "__main__":
    sys.exit(main())
