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
from functools import partial

from vanguard.bots import budget_for_people, levels, make_bot
from vanguard.bots.search import SECONDS
from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.lab.pace import Pace, beside, kept_in_time

Row = tuple[str, float, float | None]
"""Name, figure, and the most it may be (None: for comparison only)."""

COMPILED = not str(engine.__file__).endswith(".py")
LIMITS = {"random": 1.0, "sitter": 1.0, "planner": 100.0 if COMPILED else 300.0}
"""Milliseconds per activation; for the script and those that slip, `SCRIPTED`."""
BY_THE_CLOCK = {"search": 1e3 * SECONDS}
"""Those who think for a given time take it on any machine: no yardstick is laid to it."""
SCRIPTED = 20.0
ENOUGH = {"planner": 24, "search": 6}
"""Activations that are timed of those that think; of the quick rungs `MANY`."""
MANY = 240
SPEED_UP = 1.7
PAIRS = {True: 100, False: 30}
"""Of that match, compiled and plain."""


def thinking_times(rulebook: str, level: str, wanted: int) -> list[float]:
    """Milliseconds a bot thought for each of its activations, first seat and second seat in turn, all set-ups in turn."""
    rules = load_rulebook(rulebook)
    begins = rules.promises().activation  # without one: whenever the game is at rest, something begins
    times: list[float] = []
    number = 0
    while len(times) < wanted:
        game = Game.new(rules, rules.default_setup(number), KeyedDice(secret_from_seed(f"thinking {number}")))
        bots = [make_bot(rulebook, level, number, budget_for_people()), make_bot(rulebook, "script", number)]
        mine = number % 2
        if mine:
            bots.reverse()
        number += 1
        spent: float | None = None
        while game.question is not None and len(times) < wanted:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            if seat == mine and (question.clause == begins if begins else game.at_rest):
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


def thinking_missed(rulebook: str, level: str) -> bool:
    """Tells how long this rung thinks; was it too long?"""
    times, pace = beside(partial(thinking_times, rulebook, level, ENOUGH.get(level, MANY)))
    average = f"{rulebook}: {level}, ms per activation"
    if level in BY_THE_CLOCK:
        missed = told((average, sum(times) / len(times), BY_THE_CLOCK[level]))
    else:
        missed = told((average, sum(times) / len(times), LIMITS.get(level, SCRIPTED)), pace)
    told((f"{rulebook}: {level}, 95th percentile", percentile(times, 0.95), None))
    return missed


def quickest_rulebook() -> str:
    """The one that promises most games a second: a match of it takes least time."""
    return max(sorted(registered()), key=lambda name: load_rulebook(name).promises().games_per_second or (0.0, 0.0))


def match_seconds(jobs: int) -> float:
    """Seconds of a whole match, start of its processes included, in a fresh interpreter that remembers nothing."""
    command = [
        "match", quickest_rulebook(), "--bots", "script,random", "--pairs", str(PAIRS[COMPILED]), "--jobs", str(jobs),
    ]  # fmt: skip
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
    for name in [it for it in sorted(registered()) if load_rulebook(it).mind() is not None]:
        for level in levels(name):
            missed |= thinking_missed(name, level)
    missed |= told(speed_up_row())
    sys.exit(1 if missed else 0)


def told(row: Row, pace: Pace | None = None) -> bool:
    """Prints a row, its limit scaled by the pace if there is one; was it missed?"""
    name, figure, limit = row
    if pace is not None:
        kept, verdict = kept_in_time(figure, limit, pace)
    else:
        kept = limit is None or figure <= limit
        verdict = "" if limit is None else f"{'kept' if kept else 'MISSED'} (at most {limit:.3g})"
    print(f"{name:58} {figure:9.3f}  {verdict}", flush=True)
    return not kept


if __name__ == "__main__":
    main()
