"""The figures we promise, measured on this machine: `make bench`.

Each figure is the best of several runs; limits that are times are scaled by the yardstick of `vanguard.lab.pace`. With the engine compiled (`make fast`) the same is measured on a plain copy of the
source as well, so that both columns come from one machine and one moment. The benches of geometry, odds and server follow, in
both forms as well; each ends after a stated time, finished or not.
"""

import argparse
import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.lab.pace import REFERENCE, Pace, beside
from vanguard.lab.yardstick import rulebook as yardstick

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path(engine.__file__).resolve().parents[2]
DICE = KeyedDice(secret_from_seed("bench"))


SIZES = ("kB",)
"""Units that do not depend on how fast a machine is."""
Measured = dict[str, tuple[float, float]]
"""Of each figure by its name: its value, and the milliseconds of the yardstick beside it."""


class Figure:
    """One line of the table: what is measured, its unit, and what we promise plain and compiled."""

    def __init__(
        self,
        name: str,
        unit: str,
        measure: Callable[[], float],
        plain: float | None = None,
        compiled: float | None = None,
        more_is_better: bool = False,
    ) -> None:
        self.name = name
        self.unit = unit
        self.measure = measure
        self.promises = {"plain": plain, "compiled": compiled}
        self.more_is_better = more_is_better

    def verdict(self, form: str, value: float, pace: Pace) -> str:
        """Times are owed as the pace of this machine has it; sizes are the same everywhere."""
        promised = self.promises[form]
        if promised is None:
            return ""
        if self.unit in SIZES:
            return f"≤ {promised:,g} {'kept' if value <= promised else 'MISSED'}"
        if self.more_is_better:
            owed, kept = pace.least(promised), value >= pace.least(promised)
        else:
            owed, kept = pace.most(promised), value <= pace.most(promised)
        said = f"{owed:,.0f}" if owed >= 1000 else f"{owed:.4g}"
        return f"{'≥' if self.more_is_better else '≤'} {said} {'kept' if kept else 'MISSED'} ({pace.words(promised)})"


def seconds_per_call(call: Callable[[], object], calls: int, rounds: int = 7) -> float:
    """The best of several rounds; the collector rests while one runs."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
        gc.enable()
    return best


def fork_after(answers: int) -> Callable[[], float]:
    def measure() -> float:
        game = Game.new(yardstick, yardstick.default_setup(), DICE)
        for _ in range(answers):
            game.answer("right")
        return 1e6 * seconds_per_call(game.fork, 2000)

    return measure


def answers_per_second() -> float:
    game = Game.new(yardstick, yardstick.default_setup(), DICE, forkable=False)
    return 1 / seconds_per_call(lambda: game.answer("right"), 20_000)


def kilobytes_at_rest() -> float:
    Game.new(yardstick, yardstick.default_setup(), DICE)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = Game.new(yardstick, yardstick.default_setup(), DICE)
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert game.question is not None
    return size / 1000


def milliseconds_to_load_200_units() -> float:
    from pydantic import BaseModel, ConfigDict, Field

    from vanguard.core.content import ContentKind, Shelf

    class Attack(BaseModel):
        model_config = ConfigDict(extra="forbid", strict=True)
        name: str
        dice: int = Field(ge=1)
        damage: int = Field(ge=0)

    class Unit(BaseModel):
        model_config = ConfigDict(extra="forbid", strict=True)
        name: str
        points: int = Field(ge=0)
        speed: float
        rules: list[str]
        attacks: list[Attack]

    attack = '[[unit-{n}.attacks]]\nname = "Carbine"\ndice = 3\ndamage = 1\n'
    entry = '[unit-{n}]\nname = "Unit {n}"\npoints = 12\nspeed = 6.0\nrules = ["Lethal 5+", "Blast"]\n' + 2 * attack
    with tempfile.TemporaryDirectory() as place:
        for file in range(8):
            text = "".join([entry.replace("{n}", f"{file}-{i}") for i in range(25)])
            (Path(place) / f"{file}.toml").write_text(text, encoding="utf-8")
        kind = ContentKind("content/*.toml", Unit)

        def load() -> None:
            assert len(Shelf(Path(place)).read(kind)) == 200

        return 1e3 * seconds_per_call(load, 3)


def milliseconds_for_help() -> float:
    def ask() -> None:
        subprocess.run([sys.executable, "-m", "vanguard", "--help"], capture_output=True, check=True)

    return 1e3 * seconds_per_call(ask, 1, rounds=5)


GAMES_FOR_SECONDS = 6.0
"""So long random games are played for one figure."""


@cache
def random_play(name: str) -> tuple[float, float]:
    """Games and decisions a second of whole random games, sight, paths and all."""
    from vanguard.lab.playing import play_game

    rulebook = load_rulebook(name)
    play_game(rulebook, rulebook.default_setup(), ("random", "random"), "warm", (0, 1))
    decisions, games, start = 0, 0, time.process_time()
    while time.process_time() - start < GAMES_FOR_SECONDS:
        setup = rulebook.default_setup(games)
        played = play_game(rulebook, setup, ("random", "random"), f"bench {games}", (games, games + 1))
        assert played.finished, played.problem
        decisions += played.decisions
        games += 1
    took = time.process_time() - start
    return games / took, decisions / took


QUESTIONS = 400
"""How many questions of random games are timed for the slowest listing of legal answers."""


@cache
def listing(name: str) -> tuple[float, float]:
    """Milliseconds to list the legal answers of the slowest question, what can be remembered of the table remembered; and
    when they are first listed."""
    rulebook = load_rulebook(name)
    took: list[float] = []
    first: list[float] = []
    number = 0
    while len(took) < QUESTIONS:
        chance = random.Random(f"listing {number}")
        game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"listing {number}")))
        number += 1
        while game.question is not None and len(took) < QUESTIONS:
            seat = game.deciders()[0]
            asked = game.question_for(seat)
            assert asked is not None
            if chance.random() < 0.3:
                first.append(listed(game, seat))
                took.append(min([listed(game, seat) for _ in range(3)]))
            game.answer(chance.choice(asked.candidates()), seat=seat)
    return 1e3 * max(took), 1e3 * max(first)


def listed(game: Game, seat: int) -> float:
    """Seconds to list the legal answers once, of a fork that has not listed them yet."""
    question = game.fork().question_for(seat)
    assert question is not None
    gc.collect(0)
    gc.disable()
    start = time.perf_counter()
    question.candidates()
    took = time.perf_counter() - start
    gc.enable()
    return took


def fork_in_play(name: str) -> Callable[[], float]:
    """A game of a real rulebook, some answers in."""

    def measure() -> float:
        rulebook = load_rulebook(name)
        game = Game.new(rulebook, rulebook.default_setup(), DICE)
        for _ in range(60):
            question = game.question_for(game.deciders()[0]) if game.question is not None else None
            if question is None:
                break
            game.answer(question.candidates()[0], seat=question.player)
        return 1e6 * seconds_per_call(game.fork, 100)

    return measure


def nth(measure: Callable[[str], tuple[float, float]], name: str, which: int) -> float:
    return measure(name)[which]


def figures() -> list[Figure]:
    found = [
        Figure("fork of a 40-model game at rest", "µs", fork_after(0), 60, 15),
        Figure("fork of it after six answers", "µs", fork_after(6), 150, 30),
        Figure("answers per second, trivial options", "/s", answers_per_second, 100_000, 400_000, more_is_better=True),
        Figure("memory of a resting 40-model game", "kB", kilobytes_at_rest, 100, 100),
        Figure("loading and validating 200 units", "ms", milliseconds_to_load_200_units, 50, 50),
        Figure("vanguard --help", "ms", milliseconds_for_help, 300, 300),
    ]
    for name in sorted(registered()):
        plain, compiled = load_rulebook(name).promises().games_per_second or (None, None)
        found += [
            Figure(f"{name}: random games per second", "/s", partial(nth, random_play, name, 0), plain, compiled, True),
            Figure(f"{name}: random decisions per second", "/s", partial(nth, random_play, name, 1)),
            Figure(f"{name}: slowest listing of legal answers", "ms", partial(nth, listing, name, 0), 5, 5),
            Figure(f"{name}: slowest when first listed", "ms", partial(nth, listing, name, 1)),
            Figure(f"{name}: fork in play", "µs", fork_in_play(name)),
        ]
    return found


def measured() -> Measured:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    found: Measured = {}
    for figure in track(figures(), "Measuring", console=console, transient=True):
        value, pace = beside(figure.measure)
        found[figure.name] = (value, pace.yardstick)
    return found


@contextmanager
def plain_copy() -> Iterator[dict[str, str]]:
    """The environment in which the source is run without anything compiled."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "src"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static"))
        yield {**os.environ, "PYTHONPATH": os.pathsep.join([str(copy), os.environ.get("PYTHONPATH", "")])}


def measured_plain() -> Measured:
    """The same figures on a plain copy."""
    command = [sys.executable, str(Path(__file__).resolve()), "--json"]
    with plain_copy() as environment:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {name: (value, yardstick_took) for name, (value, yardstick_took) in json.loads(done.stdout).items()}


BENCHES = {
    "geometry_bench.py": 35,
    "movement_bench.py": 70,
    "odds_bench.py": 120,
    "bots_bench.py": 130,
    "answer_bench.py": 60,
    "server_bench.py": 420,
    "spam_bench.py": 90,
    "table_bench.py": 80,
}
"""The further benches, and the seconds after which each is stopped."""
AS_INSTALLED = ("answer_bench.py", "server_bench.py", "spam_bench.py", "table_bench.py")
"""Benches of the whole, measured as it is installed."""


def further_benches(compiled: bool) -> None:
    for name, seconds in BENCHES.items():
        run_bench(name, seconds, None)
        if compiled and name not in AS_INSTALLED:
            with plain_copy() as environment:
                run_bench(name, seconds, environment)


def run_bench(name: str, seconds: int, environment: dict[str, str] | None) -> None:
    """One bench as it is; what it has printed until it is stopped stays."""
    form = "as installed" if environment is None else "plain Python"
    print(f"\n{name}, {form}, at most {seconds} s", flush=True)
    command = [sys.executable, "-u", str(ROOT / "bench" / name)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True) as bench:
        try:
            bench.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(bench.pid, signal.SIGTERM)
            print(f"{name} was not finished after {seconds} s: MISSED", flush=True)
        except BaseException:
            os.killpg(bench.pid, signal.SIGTERM)
            raise
    if bench.returncode > 0:
        print(f"{name} says that a promise was MISSED (exit code {bench.returncode})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="only the engine as it is now, as JSON")
    parser.add_argument("--only-engine", action="store_true", help="only the engine's own figures")
    wanted = parser.parse_args()
    if wanted.json:
        print(json.dumps(measured()))
        return
    compiled = not engine.__file__.endswith(".py")
    columns = {"compiled": measured(), "plain": measured_plain()} if compiled else {"plain": measured()}
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for form in sorted(columns, reverse=True):
        table.add_column(form, justify="right")
        table.add_column("promised")
    for figure in figures():
        cells: list[str] = []
        for form in sorted(columns, reverse=True):
            value, yardstick_took = columns[form][figure.name]
            cells += [f"{value:,.1f} {figure.unit}" if value < 1000 else f"{value:,.0f} {figure.unit}"]
            cells += [figure.verdict(form, value, Pace(yardstick_took, REFERENCE[form]))]
        table.add_row(figure.name, *cells)
    console = Console(width=None if sys.stdout.isatty() else 240)
    console.print(table)
    if not compiled:
        console.print("The engine is plain Python; `make fast` compiles it and adds a column.")
    if not wanted.only_engine:
        further_benches(compiled)


if __name__ == "__main__":
    main()
