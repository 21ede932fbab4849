"""Plain simulation: many games between two bots, counted."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from typing import Any

from vanguard.bots import make_bot
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.lab.playing import play_game

Task = tuple[str, tuple[str, str], int, int, int]
"""Which rulebook, which bots, the seed, the number of the game and of its set-up."""
CHUNK = 8
VARIANTS = 64
"""Among so many of a rulebook's set-ups those of one scenario are looked for."""
COUNTED = ("finished", "decisions", "refused", "crashed", "stalled", "fell_back")


def simulate(
    rulebook: str,
    games: int,
    seed: int = 1,
    bots: tuple[str, str] = ("random", "random"),
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    scenario: str = "",
) -> dict[str, Any]:
    """Play this many games, walking through the rulebook's set-ups, or those of one scenario; one object with what came out."""
    if games < 1:
        raise Refused(f"at least one game is wanted, not {games}")
    for level in bots:
        make_bot(load_rulebook(rulebook).name, level)
    totals: dict[str, Any] = {"games": 0} | dict.fromkeys(COUNTED, 0)
    results = {"first": 0, "second": 0, "draw": 0, "unfinished": 0}
    problems: set[str] = set()
    started = time.perf_counter()
    variants = variants_of(rulebook, scenario) if scenario else range(games)
    tasks: list[Task] = [(rulebook, bots, seed, n, variants[n % len(variants)]) for n in range(games)]
    interrupted = False
    try:
        for outcome in _outcomes(tasks, jobs):
            for key in COUNTED:
                totals[key] += outcome[key]
            totals["games"] += 1
            results[outcome["result"]] += 1
            if outcome["problem"]:
                problems.add(outcome["problem"])
            if progress is not None:
                progress(totals["games"], games)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - started
    return {
        "rulebook": rulebook,
        "bots": list(bots),
        "seed": seed,
        **totals,
        "seconds": round(seconds, 3),
        "games_per_second": round(totals["games"] / seconds, 2),
        "decisions_per_second": round(totals["decisions"] / seconds, 1),
        "results": results,
        "problems": sorted(problems)[:20],
        "interrupted": interrupted,
    }


def variants_of(name: str, scenario: str) -> list[int]:
    """The numbers of the set-ups that play one scenario."""
    rulebook = load_rulebook(name)
    found = [number for number in range(VARIANTS) if rulebook.default_setup(number).scenario == scenario]
    if not found:
        known = ", ".join([offer.key for offer in rulebook.scenarios()])
        raise Refused(f"no set-up of {name} plays {scenario!r:.60}; known: {known}")
    return found


def _outcomes(tasks: list[Task], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs <= 1:
        for task in tasks:
            yield simulate_one(task)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(simulate_one, tasks, chunksize=CHUNK)


def simulate_one(task: Task) -> dict[str, Any]:
    name, bots, seed, number, variant = task
    rulebook = load_rulebook(name)
    bot_seed = seed * 1_000_003 + number
    dice_seed = f"{seed}/{number}"
    played = play_game(rulebook, rulebook.default_setup(variant), bots, dice_seed, (bot_seed, bot_seed + 1))
    return {
        "finished": int(played.finished),
        "decisions": played.decisions,
        "refused": played.refused,
        "crashed": played.crashed,
        "stalled": played.stalled,
        "fell_back": played.fell_back,
        "result": played.result,
        "problem": played.problem,
    }
