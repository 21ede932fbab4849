"""What one answer costs the server's loop, by part and by rulebook: no sockets and no disk.

    python bench/answer_bench.py --games 60 --answers 8
    python bench/answer_bench.py --rulebook normandy --profile 40

Games go on from all moments of a game that scripted bots have played, as in `server_bench.py`, with two seats at two browsers. The
parts are told apart by wrapping the functions they begin with; what a part calls of another is counted for the other. The clocks
take time themselves, so all of an answer together is measured without them, at the other half of the tables.
Milliseconds of processor time, the mean of all answers.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import json
import pstats
import random
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Rulebook, load_rulebook, registered
from vanguard.lab.pace import beside
from vanguard.lab.playing import play_game
from vanguard.server.play import playing, table, telling
from vanguard.server.play.aside import Aside
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.playing import Playing
from vanguard.server.storage.rows import StoredGame, StoredPlay, StoredSeat
from vanguard.server.wire import frames, shown

PARTS = (
    (frames, "read", "reading the frame"),
    (LiveGame, "answer", "lock, groups, putting together"),
    (Playing, "answer", "rules"),
    (Playing, "_take_note", "log lines"),
    (LiveGame, "_begin_to_save", "rows for the disk"),
    (LiveGame, "_saving_from", "rows for the disk"),
    (Playing, "summary", "rows for the disk"),
    (shown, "question_shown", "question and examples"),
    (telling.Views, "text", "view of the table"),
    (telling, "undo_shown", "undo and movable"),
    (table, "movable", "undo and movable"),
    (telling, "wire_json", "encoding"),
    (table, "wire_json", "encoding"),
    (playing, "wire_json", "encoding"),
)


TOGETHER, TOLD = "together, without the clocks", "kB told to both"


class Clock:
    """Processor time by part, each second counted once."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    def _turn(self) -> None:
        now = thread_time()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now

    def wrapped(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*values: Any, **named: Any) -> Any:
            self._turn()
            self._running.append(part)
            try:
                return function(*values, **named)
            finally:
                self._turn()
                self._running.pop()

        async def timed_steps(*values: Any, **named: Any) -> Any:
            self._turn()
            self._running.append(part)
            try:
                return await function(*values, **named)
            finally:
                self._turn()
                self._running.pop()

        return timed_steps if asyncio.iscoroutinefunction(function) else timed


class Nowhere:
    """A disk that takes everything at once."""

    def begin(self, statements: Any, shrink: bool = False) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


class Browser:
    """A socket that only keeps what it was told last."""

    def __init__(self, seat: int) -> None:
        self.seats = (seat,)
        self.person = ""
        self.lines_sent = 0
        self.told = ""
        self.bytes = 0

    def send_text(self, text: str) -> None:
        self.told = text
        self.bytes += len(text)


class AtOnce(Aside):
    """Nothing is done beside the loop."""

    def takes_long(self, kind: Any) -> bool:
        return False


def played_by_bots(rulebook: Rulebook) -> Game:
    found: list[Game] = []
    play_game(rulebook, rulebook.default_setup(0), ("script", "script"), "in play 0", (0, 1), at_the_end=found.append)
    return found[0]


def table_at(rulebook: Rulebook, game: Game, step: int, number: int) -> LiveGame:
    record = record_of(game, reveal=True)
    stored = StoredGame(
        id=f"game{number}",
        rulebook=rulebook.name,
        version=rulebook.version,
        content=rulebook.content_digest(),
        setup=record.plain()["setup"],
        dice_secret=f"{number:064x}",
        seats=[StoredSeat("human", "First"), StoredSeat("friend", "Second")],
        watch_hash="",
        base=step,
    )
    play = StoredPlay([(seat, given, False) for seat, given in record.answers[:step]])
    made = Playing(stored, rulebook)
    made.play_again(play)
    made.throw_dice()
    live = LiveGame(made, play, Nowhere(), None, AtOnce(), "", [])  # type: ignore[arg-type]
    for seat in (0, 1):
        browser: Any = Browser(seat)
        live.connections.add(browser)
        browser.lines_sent = made.lines_told_to(browser.seats)
    return live


def given_to(question: dict[str, Any], rng: random.Random) -> Any:
    if question["kind"] == "choose":
        return rng.choice([option["key"] for option in question["options"] if not option["why_not"]])
    return rng.choice(question["examples"])


async def answer_some(live: LiveGame, answers: int, rng: random.Random) -> list[float]:
    """The seconds each took, until the game was over."""
    await live.tell_update()
    took: list[float] = []
    for number in range(answers):
        deciding = live.playing.deciders()
        if not deciding:
            break
        browser: Any = next(one for one in live.connections if one.seats[0] == deciding[0])
        question = json.loads(browser.told)["perspectives"][0]["question"]
        given = given_to(question, rng)
        frame = json.dumps({"type": "answer", "id": f"bench-{number}", "given": given, "at": live.stored.stamp})
        start = thread_time()
        message = frames.read(frame)
        await live.answer(deciding[0], message.given, message.at, message.id)
        took.append(thread_time() - start)
    return took


def measure(name: str, wanted: argparse.Namespace) -> dict[str, float]:
    """Milliseconds of an answer by part and together, and kilobytes told to both browsers."""
    rulebook = load_rulebook(name)
    game = played_by_bots(rulebook)
    rng = random.Random(5)
    steps = [rng.randrange(int(0.9 * game.revision)) for _ in range(wanted.games)]
    tables = [table_at(rulebook, game, step, number) for number, step in enumerate(steps)]
    kept = {(place, name): getattr(place, name) for place, name, _ in PARTS}
    clock = Clock()
    gc.collect()
    gc.freeze()
    gc.disable()
    profile = cProfile.Profile()
    if wanted.profile:
        profile.enable()
    try:
        whole = [took for live in tables[::2] for took in asyncio.run(answer_some(live, wanted.answers, rng))]
        profile.disable()
        for place, attribute, part in PARTS:
            setattr(place, attribute, clock.wrapped(part, kept[place, attribute]))
        apart = [took for live in tables[1::2] for took in asyncio.run(answer_some(live, wanted.answers, rng))]
    finally:
        gc.enable()
        for (place, attribute), function in kept.items():
            setattr(place, attribute, function)
    if wanted.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(wanted.profile)
    told = sum([browser.bytes for live in tables for browser in live.connections])  # type: ignore[attr-defined]
    found = {part: 1000 * seconds / len(apart) for part, seconds in clock.seconds.items()}
    return {**found, TOGETHER: 1000 * sum(whole) / len(whole), TOLD: told / (len(whole) + len(apart)) / 1000}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--answers", type=int, default=8)
    parser.add_argument("--rulebook", default="", help="only this one, instead of all that are installed")
    parser.add_argument("--profile", type=int, default=0, help="tell so many functions instead, by their own time")
    wanted = parser.parse_args()
    names = [wanted.rulebook] if wanted.rulebook else sorted(registered())
    found, pace = beside(lambda: {name: measure(name, wanted) for name in names})
    print(f"{'ms an answer':<32}" + "".join([f"{name:>20}" for name in names]))
    for part in dict.fromkeys([*[part for _, _, part in PARTS], TOGETHER, TOLD]):
        print(f"{part:<32}" + "".join([f"{found[name].get(part, 0.0):>20.3f}" for name in names]))
    print(f"yardstick {pace.yardstick:.2f} ms ({pace.reference:.2f} where the limits were set)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
