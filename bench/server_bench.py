"""The server under load: many live games with two sockets each, one answer per game every two seconds.

    python bench/server_bench.py --games 1000 --seconds 20
    python bench/server_bench.py --rulebook killteam_vanguard --at-the-start
    python bench/server_bench.py --period 2

The two seconds are those of the machine the limits were set on: like every time they are scaled by the yardstick, so that a machine of
half its speed is asked for half as many answers; `--period` asks for so many seconds anywhere.

Reports how long an answer takes to be acknowledged (it is on disk by then), and memory and processor time of the server while
they are given. Promised for 1,000 games on two cores with this client beside the server: half of the answers within 10 ms, 95 of
100 within 50 ms, 99 of 100 within 100 ms; 150 kB a game; twenty games resumed at once within a second.

Games go on from all moments of games that scripted bots have played, of all installed rulebooks in equal shares unless one is
named; with `--at-the-start` they are begun for it. Answers are due one after another at equal distances, never in bursts. What the client itself is late is told apart: how long after its time an answer
was sent, and how late the client's loop wakes from a short sleep. A reply waits for that loop as well, so the figures are
never better than the server is. What other programs took of the processors is told too: where they take much, this measures them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from tests.server.serving import start
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.lab.pace import AllAlong, Pace, kept_in_time
from vanguard.lab.playing import play_game

PERIOD = 2.0
P50_MS, P95_MS, P99_MS = 10.0, 50.0, 100.0
MOST_KILOBYTES = 150.0
RESUMED_AT_ONCE, RESUME_SECONDS = 20, 1.0
OPENED_AT_ONCE = 4
RECORDS = 5
"""Whole games from which others go on: so many in all, and one of each rulebook at least."""
TICK = 0.005
STATES = (b'{"type":"welcome"', b'{"type":"update"')
DECIDING = re.compile(rb'"deciding":\{"seats":\[(\d?)')


class Moment:
    """What the client needs of a state; the rest of it, a hundred kilobytes of objects, is let go of."""

    def __init__(self, text: bytes) -> None:
        state = json.loads(text)
        self.stamp: int = state["stamp"]
        self.question: dict[str, Any] | None = state["perspectives"][0]["question"]
        self.over: bool = state["standing"]["over"]


class Seat:
    """One socket: keeps the latest state, unread until somebody needs it, and wakes whoever waits for a reply."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.latest = b""
        self._read = b""
        self._moment: Moment | None = None
        self.entered = asyncio.Event()
        self.replies: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def listen(self) -> None:
        while True:
            text = await self.socket.recv(decode=False)
            if text.startswith(STATES):
                self.latest = text
                self.entered.set()
                continue
            message = json.loads(text)
            if message.get("re") in self.replies:
                self.replies.pop(message["re"]).set_result(message)

    @property
    def moment(self) -> Moment:
        if self._moment is None or self._read is not self.latest:
            self._read, self._moment = self.latest, Moment(self.latest)
        return self._moment

    async def answer(self, number: int, given: Any, stamp: int) -> tuple[float, dict[str, Any]]:
        """Seconds until the reply, and the reply."""
        name = f"bench-{number}"
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.replies[name] = reply
        sent = time.perf_counter()
        await self.socket.send(json.dumps({"type": "answer", "id": name, "given": given, "at": stamp}))
        message = await reply
        return time.perf_counter() - sent, message


class Origin:
    """A whole game on the server, from which others go on."""

    def __init__(self, game: str, watch: str, steps: int) -> None:
        self.game = game
        self.watch = watch
        self.steps = steps


Origins = dict[str, list[Origin]]
"""By rulebook."""


class Table:
    """A game of two sockets that answers once in every period."""

    def __init__(self, number: int, rulebook: str) -> None:
        self.rng = random.Random(number)
        self.rulebook = rulebook
        self.seats: list[Seat] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.answers = 0
        self.waits: list[float] = []
        self.late: list[float] = []
        """How long after its time each answer was sent: what the client itself was late."""
        self.refused: list[str] = []
        self.game = self.secret = ""

    async def open(self, client: httpx.AsyncClient, port: int, origins: Origins) -> None:
        created = await self._made(client, origins)
        game = self.game = created["game"]
        self.secret = created["seats"][0]["secret"]
        invitation = {"invitation": created["seats"][1]["invitation"]}
        joined = (await client.post(f"/api/games/{game}/join", json=invitation)).raise_for_status().json()
        for secret in (created["seats"][0]["secret"], joined["secret"]):
            url = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
            seat = Seat(await connect(url, proxy=None, compression=None, max_size=None, ping_interval=None))
            await seat.socket.send(json.dumps({"type": "hello", "secrets": [secret]}))
            self.tasks.append(asyncio.create_task(seat.listen()))
            self.seats.append(seat)
            await seat.entered.wait()

    async def _made(self, client: httpx.AsyncClient, origins: Origins) -> Any:
        seats = [{"kind": "human"}, {"kind": "friend"}]
        if self.rulebook not in origins:
            wanted = {"rulebook": self.rulebook, "seats": seats}
            return (await client.post("/api/games", json=wanted)).raise_for_status().json()
        origin = self.rng.choice(origins[self.rulebook])
        branch = {"step": self.rng.randrange(int(0.9 * origin.steps)), "seats": seats}
        watching = {"Authorization": f"Bearer {origin.watch}"}
        made = await client.post(f"/api/games/{origin.game}/branch", json=branch, headers=watching)
        return made.raise_for_status().json()

    def _given(self, question: dict[str, Any]) -> Any:
        if question["kind"] == "choose":
            return self.rng.choice([option["key"] for option in question["options"] if not option["why_not"]])
        return self.rng.choice(question["examples"])

    async def play(self, offset: float, until: float, period: float) -> None:
        """One answer per period; a finished game simply stops answering."""
        due = offset
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            late = time.perf_counter() - due
            due += period
            decides = DECIDING.search(self.seats[0].latest)
            if decides is None or not decides.group(1):
                continue
            seat = self.seats[int(decides.group(1))]
            moment = seat.moment
            if moment.question is None:
                continue  # its own update is still on the way
            given = self._given(moment.question)
            self.answers += 1
            self.late.append(late)
            wait, reply = await seat.answer(self.answers, given, moment.stamp)
            self.waits.append(wait)
            if reply["type"] != "ack":
                self.refused.append(reply["why"])


async def origins_of(client: httpx.AsyncClient, rulebook_name: str, count: int) -> list[Origin]:
    """A few games that scripted bots have played, sent in as records."""
    rulebook = load_rulebook(rulebook_name)
    played: list[Game] = []
    for number in range(count):
        setup = rulebook.default_setup(number)
        play_game(
            rulebook, setup, ("script", "script"), f"in play {number}", (number, number + 1), at_the_end=played.append
        )
    found: list[Origin] = []
    for game in played:
        text = record_of(game, reveal=True).to_json()
        accepted = (await client.post("/api/records", content=text)).raise_for_status().json()
        found.append(Origin(accepted["game"], accepted["watch"], accepted["steps"]))
    return found


async def lateness_of_the_loop(found: list[float]) -> None:
    """How much longer than wanted a short sleep takes, again and again."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(TICK)
        found.append(time.perf_counter() - start - TICK)


async def open_all(server: int, tables: list[Table], client: httpx.AsyncClient, port: int, origins: Origins) -> None:
    """The games of one rulebook, a few at once; tells what each took."""
    before = resident_kilobytes(server)
    left = iter(tables)

    async def open_some() -> None:
        for table in left:
            await table.open(client, port, origins)

    await asyncio.gather(*[open_some() for _ in range(OPENED_AT_ONCE)])
    if tables:
        each = (resident_kilobytes(server) - before) / len(tables)
        print(f"{tables[0].rulebook}: {each:.1f} kB a game when it was opened", flush=True)


class Measured:
    """What came out of one run."""

    def __init__(self, tables: list[Table], kilobytes: float, lags: list[float], pace: Pace) -> None:
        self.tables = tables
        self.pace = pace
        self.waits = sorted(wait for table in tables for wait in table.waits)
        self.late = sorted(late for table in tables for late in table.late)
        self.lags = sorted(lags)
        self.refused = [why for table in tables for why in table.refused]
        self.finished = sum(1 for table in tables if table.seats[0].moment.over)
        self.kilobytes = kilobytes
        """Of the server's memory for a game, sockets included."""
        self.server = self.client = self.others = 0.0
        """Processor seconds of the server, of this client and of all other programs while answers were given."""
        self.took = 0.0


def percentile(values: list[float], share: float) -> float:
    """In milliseconds, of sorted seconds."""
    return 1000 * values[min(len(values) - 1, int(share * len(values)))]


async def measure(server: int, port: int, wanted: argparse.Namespace) -> Measured:
    games: int = wanted.games
    names: list[str] = [wanted.rulebook] if wanted.rulebook else sorted(registered())
    tables = [Table(number, names[number % len(names)]) for number in range(games)]
    opening = AllAlong()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client:
        each = -(-RECORDS // len(names))
        origins = {} if wanted.at_the_start else {name: await origins_of(client, name, each) for name in names}
        before = resident_kilobytes(server)
        for name in names:
            await open_all(server, [table for table in tables if table.rulebook == name], client, port, origins)
    moment = "at the start" if wanted.at_the_start else "in play"
    print(f"{games} games {moment} of {', '.join(names)} are open, two sockets each", flush=True)
    for table in tables:
        for seat in table.seats:
            _ = (
                seat.moment
            )  # whole games are read before anything is measured: a browser has its own processor for that
    owed = opening.pace().most(PERIOD)
    period: float = wanted.period or owed
    print(f"one answer per game every {period:.2f} s", flush=True)
    gc.collect()
    gc.freeze()
    gc.disable()
    playing = AllAlong()
    lags: list[float] = []
    ticking = asyncio.create_task(lateness_of_the_loop(lags))
    begin = time.perf_counter() + 0.5
    busy, mine, every = processor_seconds_of(server), time.process_time(), processor_seconds()
    await asyncio.gather(
        *[
            table.play(begin + period * number / games, begin + wanted.seconds, period)
            for number, table in enumerate(tables)
        ]
    )
    found = Measured(tables, (resident_kilobytes(server) - before) / games, lags, playing.pace())
    found.server, found.client = processor_seconds_of(server) - busy, time.process_time() - mine
    found.others = processor_seconds() - every - found.server - found.client
    found.took = time.perf_counter() - begin
    ticking.cancel()
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


def processor_seconds() -> float:
    """Of all programs of this machine since it was started."""
    try:
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    except OSError:
        return float("nan")
    idle = fields[3] + fields[4]
    return (sum(fields[:8]) - idle) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--period", type=float, default=0, help="seconds between two answers of a game")
    parser.add_argument("--rulebook", default="", help="only this one, instead of all that are installed")
    parser.add_argument("--at-the-start", action="store_true", help="games that begin instead of games at all moments")
    parser.add_argument("--place", action="append", default=[], help="a further rulebook, as package.module:name")
    wanted = parser.parse_args()
    uvloop.install()
    with tempfile.TemporaryDirectory() as data:
        server, port = start(Path(data), *wanted.place)
        try:
            found = asyncio.run(measure(server.pid, port, wanted))
        finally:
            stop = time.perf_counter()
            server.terminate()
            server.wait()
            print(f"stopped in {time.perf_counter() - stop:.1f} s, a picture of every game kept")
        server, port = start(Path(data), *wanted.place, environment={"VANGUARD_TEST_WARM": "yes"})
        try:
            resuming = AllAlong()
            back = asyncio.run(resumed(port, found.tables[:RESUMED_AT_ONCE]))
            pace_back = resuming.pace()
        finally:
            server.terminate()
            server.wait()
    if not found.waits:
        print("nothing was answered")
        return 1
    tell_circumstances(found)
    kept = [
        promise("acknowledged, half of all", percentile(found.waits, 0.5), P50_MS, "ms", found.pace),
        promise("acknowledged, 95 of 100", percentile(found.waits, 0.95), P95_MS, "ms", found.pace),
        promise("acknowledged, 99 of 100", percentile(found.waits, 0.99), P99_MS, "ms", found.pace),
        promise("memory of a game with its sockets", found.kilobytes, MOST_KILOBYTES, "kB"),
        promise(f"{RESUMED_AT_ONCE} games resumed at once", back, RESUME_SECONDS, "s", pace_back),
    ]
    return 0 if all(kept) and not found.refused else 1


def tell_circumstances(found: Measured) -> None:
    number = len(found.waits)
    shares = (0.5, 0.95, 0.99, 1.0)
    late, lags = ([f"{percentile(values, share):.1f}" for share in shares] for values in (found.late, found.lags))
    print(
        f"answers {number}, refused {len(found.refused)} {sorted(set(found.refused))[:3]}, games that ended {found.finished}"
    )
    print(f"the server's processor: {1000 * found.server / number:.2f} ms per answer")
    print(f"the client was late by {'/'.join(late)} ms, its loop by {'/'.join(lags)} ms (50/95/99 of 100, most)")
    shares_used = [f"{used / found.took:.2f}" for used in (found.server, found.client, found.others)]
    print(f"processors used: server {shares_used[0]}, client {shares_used[1]}, other programs {shares_used[2]}")


def promise(what: str, value: float, limit: float, unit: str, pace: Pace | None = None) -> bool:
    """Tells and says whether it was kept; what is a time is owed as the pace of this machine has it."""
    if pace is not None:
        kept, told = kept_in_time(value, limit, pace)
    else:
        kept = value <= limit
        told = f"{'kept' if kept else 'MISSED'} (at most {limit:g})"
    print(f"{what}: {value:.1f} {unit} {told}")
    return kept


if __name__ == "__main__":
    sys.exit(main())
