"""The figures we promise, measured on this machine: `make bench`.

Each figure is the best of several runs. With the engine compiled (`make fast`) the same is measured on a plain copy of the
source as well, so that both columns come from one machine and one moment.
"""

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.lab.yardstick import rulebook as yardstick

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path(engine.__file__).resolve().parents[2]
DICE = KeyedDice(secret_from_seed("bench"))


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

    def verdict(self, form: str, value: float) -> str:
        promised = self.promises[form]
        if promised is None:
            return ""
        kept = value >= promised if self.more_is_better else value <= promised
        return f"{'≥' if self.more_is_better else '≤'} {promised:,g} {'kept' if kept else 'MISSED'}"


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

    from vanguard.core.content import load_entries

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
        return 1e3 * seconds_per_call(lambda: load_entries(Path(place), Unit), 3)


def milliseconds_for_help() -> float:
    def ask() -> None:
        subprocess.run([sys.executable, "-m", "vanguard", "--help"], capture_output=True, check=True)

    return 1e3 * seconds_per_call(ask, 1, rounds=5)


def decisions_per_second(name: str) -> Callable[[], float]:
    """Whole random games of a rulebook, sight, paths and all."""

    def measure() -> float:
        from vanguard.lab.playing import play_game

        rulebook = load_rulebook(name)
        decisions, start = 0, time.perf_counter()
        for number in range(1000):
            played = play_game(
                rulebook, rulebook.default_setup(number), ("random", "random"), f"bench {number}", number
            )
            assert played.finished, played.problem
            decisions += played.decisions
            if time.perf_counter() - start > 4:
                break
        return decisions / (time.perf_counter() - start)

    return measure


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
        found.append(
            Figure(f"{name}: random decisions per second", "/s", decisions_per_second(name), more_is_better=True)
        )
        found.append(Figure(f"{name}: fork in play", "µs", fork_in_play(name)))
    return found


def measured() -> dict[str, float]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return {figure.name: figure.measure() for figure in track(figures(), "Measuring", console=console, transient=True)}


def measured_plain() -> dict[str, float]:
    """The same figures on a copy of the source without anything compiled."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "src"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static"))
        path = os.pathsep.join([str(copy), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, str(Path(__file__).resolve()), "--json"]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
        )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="only the engine as it is now, as JSON")
    if parser.parse_args().json:
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
            value = columns[form][figure.name]
            cells += [f"{value:,.1f} {figure.unit}" if value < 1000 else f"{value:,.0f} {figure.unit}"]
            cells += [figure.verdict(form, value)]
        table.add_row(figure.name, *cells)
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    if not compiled:
        console.print("The engine is plain Python; `make fast` compiles it and adds a column.")


if __name__ == "__main__":
    main()
