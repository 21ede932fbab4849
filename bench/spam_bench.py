"""One stranger's spam, and what an honest player notices of it, at a server with its ordinary limits.

    python bench/spam_bench.py --rulebook killteam_vanguard --seconds 25

The stranger, from an address of its own: has planner play planner at twenty tables and watches them all, asks for the odds of
forty attacks at once, sends in records, branches games, asks for areas and ways as fast as they are taken, and names 10**400 as
a place. Beside it an honest player answers at a table for two, plays against a bot and asks for odds. Promised: 99 of 100 of the
honest answers are acknowledged within 100 ms; a bot's turn and the odds take no more than two seconds. What the stranger got
done is told, so that nobody takes a server for a good one that lets nothing in.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from vanguard.cli.serve import listening_socket
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Rulebook, load_rulebook, registered
from vanguard.lab.attacks import wishes
from vanguard.lab.pace import AllAlong, Pace, kept_in_time
from vanguard.lab.playing import play_game

HONEST, STRANGER = "127.0.0.1", "127.0.0.2"
P99_MS, BOT_SECONDS, ODDS_SECONDS = 100.0, 2.0, 2.0
WATCHED, ODDS_AT_ONCE = 20, 40
MOST_POINTS = 7
BETWEEN_ANSWERS, BETWEEN_ODDS = 0.05, 0.5
BOT = "script"
"""The honest player's opponent: the level somebody gets who has not chosen one."""
WARM_SECONDS = 4.0
"""So long the stranger is at it before anything is measured."""


class Person:
    """Somebody at an address: requests and sockets from there."""

    def __init__(self, address: str, port: int, rulebook: Rulebook) -> None:
        self.address = address
        self.port = port
        self.rulebook = rulebook
        self.done: Counter[str] = Counter()
        """What was asked for, by how it was answered."""
        transport = httpx.AsyncHTTPTransport(local_address=address)
        base = f"http://127.0.0.1:{port}"
        self.client = httpx.AsyncClient(base_url=base, transport=transport, trust_env=False, timeout=60)

    async def post(self, path: str, body: Any, secret: str = "") -> Any:
        """The reply, or None if it was refused."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        content = body if isinstance(body, str) else json.dumps(body)
        reply = await self.client.post(path, content=content, headers={"Content-Type": "application/json", **headers})
        self.done[f"{path.split('/')[-1]} {reply.status_code}"] += 1
        return reply.json() if reply.status_code == 200 else None

    async def new_game(self, first: str, second: str, **fields: Any) -> Any:
        seats = [{"kind": kind.partition(" ")[0], "level": kind.partition(" ")[2] or None} for kind in (first, second)]
        made = await self.post("/api/games", {"rulebook": self.rulebook.name, "seats": seats, **fields})
        return made

    @asynccontextmanager
    async def sitting(self, game: str, *secrets: str) -> AsyncIterator[Socket]:
        url = f"ws://127.0.0.1:{self.port}/api/games/{game}/socket"
        async with connect(url, proxy=None, max_size=None, local_addr=(self.address, 0)) as raw:
            await raw.send(json.dumps({"type": "hello", "secrets": secrets}))
            yield Socket(raw)


class Socket:
    """One socket: the latest state, and what was sent beside it."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.state: dict[str, Any] = {}
        self.sent = 0

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.raw.recv())
        if message["type"] in ("welcome", "update"):
            self.state = message
        return message

    async def send(self, kind: str, **fields: Any) -> str:
        self.sent += 1
        name = f"spam-{self.sent}"
        await self.raw.send(json.dumps({"type": kind, "id": name, **fields}))
        return name

    async def reply_to(self, name: str) -> dict[str, Any]:
        while (message := await self.receive()).get("re") != name:
            pass
        return message

    def question(self) -> dict[str, Any] | None:
        asked = [one["question"] for one in self.state.get("perspectives", ()) if one["question"]]
        return asked[0] if asked else None

    async def answer(self, given: Any, seat: int) -> tuple[float, dict[str, Any]]:
        start = time.perf_counter()
        name = await self.send("answer", given=given, seat=seat, at=self.state["stamp"])
        reply = await self.reply_to(name)
        return time.perf_counter() - start, reply


def some_answer(question: dict[str, Any], rng: random.Random) -> Any:
    if question["kind"] == "choose":
        return rng.choice([option["key"] for option in question["options"] if not option["why_not"]])
    return rng.choice(question["examples"])


# -- the honest player --------------------------------------------------------------------------------------------------------


class Noticed:
    """What the honest player waited for, in seconds."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.turns: list[float] = []
        self.odds: list[float] = []


async def play_for_two(person: Person, noticed: Noticed) -> None:
    """Answers for both seats, one after another."""
    rng = random.Random(1)
    while True:
        made = await person.new_game("human", "human")
        async with person.sitting(made["game"], *[seat["secret"] for seat in made["seats"]]) as socket:
            await socket.receive()
            while (question := socket.question()) is not None:
                wait, reply = await socket.answer(some_answer(question, rng), question["seat"])
                assert reply["type"] == "ack", reply
                noticed.answers.append(wait)
                await asyncio.sleep(BETWEEN_ANSWERS)


async def play_a_bot(person: Person, noticed: Noticed) -> None:
    """From the acknowledgement of one's own answer until one is asked again."""
    rng = random.Random(2)
    while True:
        made = await person.new_game("human", f"bot {BOT}")
        async with person.sitting(made["game"], made["seats"][0]["secret"]) as socket:
            while not socket.state or not socket.state["standing"]["over"]:
                start = time.perf_counter()
                waited = False
                while not socket.state or (socket.question() is None and not socket.state["standing"]["over"]):
                    await socket.receive()
                    waited = True
                if waited and socket.sent:
                    noticed.turns.append(time.perf_counter() - start)
                question = socket.question()
                if question is not None:
                    await socket.answer(some_answer(question, rng), question["seat"])


async def ask_for_odds(person: Person, noticed: Noticed) -> None:
    rng = random.Random(3)
    attacks = wishes(person.rulebook)
    while True:
        start = time.perf_counter()
        found = await person.post(f"/api/rulebooks/{person.rulebook.name}/odds", {"wish": rng.choice(attacks)})
        assert found is not None, person.done
        noticed.odds.append(time.perf_counter() - start)
        await asyncio.sleep(BETWEEN_ODDS)


def dear_wish(rulebook: Rulebook, rng: random.Random) -> dict[str, Any]:
    """An attack in which both sides have points to spend: those take longest, and are hardly ever twice the same."""
    return {
        **rng.choice(wishes(rulebook)),
        **{field: rng.randrange(MOST_POINTS) for field in rulebook.promises().points},
    }


# -- the stranger -------------------------------------------------------------------------------------------------------------


async def watch_bots(person: Person) -> None:
    while True:
        made = await person.new_game("bot planner", "bot planner")
        if made is None:
            await asyncio.sleep(1)
            continue
        async with person.sitting(made["game"], made["watch"]) as socket:
            while not socket.state or not socket.state["standing"]["over"]:
                await socket.receive()


async def ask_for_many_odds(person: Person) -> None:
    rng = random.Random(4)
    books = [book for book in [load_rulebook(name) for name in sorted(registered())] if book.promises().points]
    while True:
        asked = [rng.choice(books) for _ in range(ODDS_AT_ONCE)]
        await asyncio.gather(
            *[person.post(f"/api/rulebooks/{it.name}/odds", {"wish": dear_wish(it, rng)}) for it in asked]
        )


async def send_records(person: Person, text: str) -> None:
    while True:
        accepted = await person.post("/api/records", text)
        if accepted is None:
            await asyncio.sleep(0.2)
            continue
        for _ in range(3):
            seats = [{"kind": "human"}, {"kind": "human"}]
            step = random.Random(accepted["game"]).randrange(accepted["steps"])
            branch = {"step": step, "seats": seats}
            await person.post(f"/api/games/{accepted['game']}/branch", branch, accepted["watch"])


async def be_a_nuisance(person: Person) -> None:
    """One's own game, as fast as the server takes it: areas, ways, and places that are none."""
    made = await person.new_game("human", "human")
    rng = random.Random(5)
    async with person.sitting(made["game"], *[seat["secret"] for seat in made["seats"]]) as socket:
        await socket.receive()
        while (question := socket.question()) is not None:
            if question["kind"] == "place":
                for _ in range(100):
                    await socket.send("area", seat=question["seat"])
                    await socket.send("snap", seat=question["seat"], path=[[rng.random() * 20, rng.random() * 20]])
                    await socket.raw.send(
                        '{"type":"answer","id":"absurd","at":0,"given":[[1' + 400 * "0" + ",1" + 400 * "0" + "]]}"
                    )
                    message = await socket.receive()
                    person.done[f"{message['type']} of the nuisance"] += 1
            await socket.answer(some_answer(question, rng), question["seat"])
            person.done["answers of the nuisance"] += 1


async def persistently(person: Person, deed: Any, *arguments: Any) -> None:
    """Again and again, whatever the server does about it."""
    while True:
        try:
            await deed(person, *arguments)
        except (WebSocketException, httpx.HTTPError, OSError, TypeError) as fault:
            person.done[f"{deed.__name__} was cut off: {type(fault).__name__}"] += 1
            await asyncio.sleep(0.5)


# -- together -----------------------------------------------------------------------------------------------------------------


def record_text(rulebook: Rulebook) -> str:
    played: list[Game] = []
    play_game(rulebook, rulebook.default_setup(), ("script", "script"), "spam", (0, 1), at_the_end=played.append)
    return record_of(played[0], reveal=True).to_json()


async def spam(port: int, seconds: float, rulebook: Rulebook) -> Counter[str]:
    """All of it at once, for so long."""
    stranger = Person(STRANGER, port, rulebook)
    text = record_text(rulebook)
    tasks = [asyncio.create_task(persistently(stranger, watch_bots)) for _ in range(WATCHED)]
    tasks += [asyncio.create_task(persistently(stranger, ask_for_many_odds))]
    tasks += [asyncio.create_task(persistently(stranger, send_records, text)) for _ in range(3)]
    tasks += [asyncio.create_task(persistently(stranger, be_a_nuisance)) for _ in range(2)]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await stranger.client.aclose()
    return stranger.done


async def measure(port: int, seconds: float, rulebook: Rulebook, with_spam: bool) -> tuple[Noticed, Counter[str]]:
    """What the honest player notices; the stranger is a program of its own, as it would be."""
    honest = Person(HONEST, port, rulebook)
    await answering(honest)
    await honest_player(honest, Noticed(), WARM_SECONDS)  # a server that has been running for a while
    command = [sys.executable, __file__, "--rulebook", rulebook.name, "--spam-at", str(port)]
    command += ["--seconds", str(seconds + 2 * WARM_SECONDS)]
    stranger = subprocess.Popen(command, stdout=subprocess.PIPE) if with_spam else None
    await asyncio.sleep(WARM_SECONDS)
    noticed = Noticed()
    await honest_player(honest, noticed, seconds)
    await honest.client.aclose()
    done = b"{}" if stranger is None else stranger.communicate()[0]
    return noticed, Counter(json.loads(done))


async def honest_player(person: Person, noticed: Noticed, seconds: float) -> None:
    playing = [asyncio.create_task(deed(person, noticed)) for deed in (play_for_two, play_a_bot, ask_for_odds)]
    await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def answering(person: Person) -> None:
    for _ in range(300):
        try:
            if (await person.client.get("/api/health")).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        await asyncio.sleep(0.1)
    raise RuntimeError("the server does not answer")


def served(seconds: float, rulebook: Rulebook, with_spam: bool) -> tuple[Noticed, Counter[str]]:
    with tempfile.TemporaryDirectory() as data:
        with listening_socket("127.0.0.1", 0) as free:
            port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "vanguard", "serve", "--port", str(port), "--data", data, "--log", "error"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            return asyncio.run(measure(port, seconds, rulebook, with_spam))
        finally:
            server.terminate()
            server.wait()


def tell(noticed: Noticed, what: str, pace: Pace) -> list[bool]:
    answers = sorted(noticed.answers)
    if not answers or not noticed.turns or not noticed.odds:
        print(
            f"{what}: {len(answers)} answers, {len(noticed.turns)} turns of the bot, {len(noticed.odds)} odds: MISSED"
        )
        return [False]
    counted = f"{len(answers)} answers, {len(noticed.turns)} turns, {len(noticed.odds)} odds"
    print(f"{what} ({counted}):")
    return [
        promise("acknowledged, half of all", 1000 * answers[len(answers) // 2], P99_MS, "ms", pace),
        promise("acknowledged, 99 of 100", 1000 * answers[int(0.99 * len(answers))], P99_MS, "ms", pace),
        promise("the longest turn of the bot", max(noticed.turns), BOT_SECONDS, "s", pace),
        promise("the longest wait for odds", max(noticed.odds), ODDS_SECONDS, "s", pace),
    ]


def promise(what: str, value: float, limit: float, unit: str, pace: Pace) -> bool:
    kept, told = kept_in_time(value, limit, pace)
    print(f"  {what}: {value:.1f} {unit} {told}", flush=True)
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", default=sorted(registered())[0], help="played by both (default: the first)")
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--spam-at", type=int, default=0, help="only be the stranger, at this port")
    wanted = parser.parse_args()
    uvloop.install()
    rulebook = load_rulebook(wanted.rulebook)
    if wanted.spam_at:
        print(json.dumps(asyncio.run(spam(wanted.spam_at, wanted.seconds, rulebook))))
        return 0
    readings = AllAlong()
    alone, _ = served(wanted.seconds / 3, rulebook, with_spam=False)
    tell(alone, "with nobody else there", readings.pace())
    readings = AllAlong()
    noticed, done = served(wanted.seconds, rulebook, with_spam=True)
    kept = tell(noticed, "while a stranger spams", readings.pace())
    print(f"the stranger meanwhile: {', '.join(f'{what}: {count}' for what, count in sorted(done.items()))}")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
