"""How long bots think per activation, and what a second process adds to a match.

`python bench/bots_bench.py` prints the table: for every rulebook and rung the processor time of all answers from one own
activation to the next, on average and at the 95th percentile, in games against the script. The limits are for the average.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence

from vanguard.bots import levels, make_bot
from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook, registered

Row = tuple[str, float, float | None]
"""Name, figure, and the most it may be (None: for comparison only)."""

COMPILED = not str(engine.__file__).endswith(".py")
LIMITS = {"random": 1.0, "sitter": 1.0, "script": 20.0, "planner": 100.0 if COMPILED else 300.0}
"""Milliseconds per activation."""
ENOUGH = 24
"""Activations of a planner that are timed; of the quick rungs ten times as many."""
SPEED_UP = 1.7
PAIRS = {True: 100, False: 30}
"""Of that match, compiled and plain."""


def thinking_times(rulebook: str, level: str, wanted: int) -> list[float]:
    """Milliseconds a bot thought for each of its activations, first seat and second seat in turn, all set-ups in turn."""
    rules = load_rulebook(rulebook)
    begins = rules.promises().activation
    times: list[float] = []
    number = 0
    while len(times) < wanted:
        game = Game.new(rules, rules.default_setup(number), KeyedDice(secret_from_seed(f"thinking {number}")))
        bots = [make_bot(rulebook, level, number), make_bot(rulebook, "script", number)]
        mine = number % 2
        if mine:
            bots.reverse()
        number += 1
        spent: float | None = None
        while game.question is not None and len(times) < wanted:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            if seat == mine and question.clause == begins:
                if spent is not None:
                    times.append(spent)
                spent = 0.0
            start = time.process_time()
            given = bots[seat].answer(game, seat)
            if seat == mine and spent is not None:
                spent += 1e3 * (time.process_time() - start)
            game.answer(given, seat=seat)
    return times


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def thinking_rows(rulebook: str) -> list[Row]:
    rows: list[Row] = []
    for level in levels(rulebook):
        times = thinking_times(rulebook, level, ENOUGH if level == "planner" else 10 * ENOUGH)
        rows.append((f"{rulebook}: {level}, ms per activation", sum(times) / len(times), LIMITS[level]))
        rows.append((f"{rulebook}: {level}, 95th percentile", percentile(times, 0.95), None))
    return rows


def match_seconds(jobs: int) -> float:
    """Seconds of a whole match, start of its processes included, in a fresh interpreter that remembers nothing."""
    command = [
        "match",
        "killteam_lite",
        "--bots",
        "script,random",
        "--pairs",
        str(PAIRS[COMPILED]),
        "--jobs",
        str(jobs),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "vanguard", *command, "--json"], check=True, capture_output=True, text=True
    )
    told = json.loads(done.stdout)
    assert told["games"] == 2 * PAIRS[COMPILED], told["problems"]
    return float(told["seconds"])


def speed_up_row() -> Row:
    """A match in two processes beside the same match in one: what share of the time is left."""
    return ("a match with two processes, share of the time with one", match_seconds(2) / match_seconds(1), 1 / SPEED_UP)


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"bots, {'compiled' if COMPILED else 'plain Python'}")
    missed = False
    for name in [it for it in sorted(registered()) if load_rulebook(it).promises().activation]:
        for row in thinking_rows(name):
            missed |= told(row)
    missed |= told(speed_up_row())
    sys.exit(1 if missed else 0)


def told(row: Row) -> bool:
    name, figure, limit = row
    verdict = "" if limit is None else f"{'kept' if figure <= limit else 'MISSED'} (at most {limit:.3g})"
    print(f"{name:58} {figure:9.3f}  {verdict}", flush=True)
    return limit is not None and figure > limit


if __name__ == "__main__":
    main()
