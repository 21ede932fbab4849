"""How fast exact odds are, beside icepool in the same run: the Kill Team attack, exploding dice, every ready army, risk.

`python bench/odds_bench.py` prints the table. Both ways must agree before anything is timed.
Attacks of the ready armies are free-standing, both sides choosing their best, without command points and with two on each
side. Live attacks are taken from games under way, with whatever command points both sides hold then.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

from vanguard.bots import make_bot
from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Place, Roll, Split
from vanguard.core.rulebook import Rulebook, Trial, load_rulebook, registered
from vanguard.lab.attacks import wishes
from vanguard.lab.pace import beside, kept_in_time
from vanguard.odds import RiskMap, coarse_first, of, of_trial
from vanguard.odds.answers import options_with_odds
from vanguard.odds.cases import cases_of, forget_cases

Row = tuple[str, float, float | None]
"""Name, milliseconds, and the most it may take (None: for comparison only)."""

Times = tuple[list[float], int]
"""How long some odds took, and how many of them were sampled."""

COMPILED = not str(engine.__file__).endswith(".py")
CALLS = 20
"""So often the Kill Team attack is worked out in a row, by either way."""
ATTACKS = 100
"""How many attacks of each rulebook's armies are timed, spread evenly over all."""
COARSE = 1_000.0
"""The coarse answer of a risk map, in milliseconds: about a second, then it is refined."""


def best_milliseconds(call: Callable[[], object], rounds: int = 9, calls: int = 1) -> float:
    """Processor time, so that whatever else runs on this machine does not count. What takes less than a millisecond is
    called several times in a row: the first call after a clean-up of memory finds everything cold."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = time.process_time()
        for _ in range(calls):
            call()
        best = min(best, (time.process_time() - start) / calls)
        gc.enable()
    return best * 1000.0


# -- the Kill Team attack: 5 dice that hit on 3+, 4 saves on 4+ ---------------------------------------------------------------


def damage_left(normal: int, critical: int, saves: int, critical_saves: int) -> int:
    """The least damage (3 and 4) that the saves leave, written again for icepool."""
    least = 3 * normal + 4 * critical
    for cancelled in range(critical + 1):
        by_critical = min(cancelled, critical_saves)
        left = saves - 2 * (cancelled - by_critical)
        if left >= 0:
            others = min(normal, critical_saves - by_critical + left)
            least = min(least, 3 * (normal - others) + 4 * (critical - cancelled))
    return least


def icepool_attack() -> Any:
    import icepool

    nothing, normal, critical = icepool.Vector([0, 0]), icepool.Vector([1, 0]), icepool.Vector([0, 1])
    hit = icepool.d6.map({1: nothing, 2: nothing, 3: normal, 4: normal, 5: normal, 6: critical})
    save = icepool.d6.map({1: nothing, 2: nothing, 3: nothing, 4: normal, 5: normal, 6: critical})

    def left(hits: Any, saves: Any) -> int:
        return damage_left(hits[0], hits[1], saves[0], saves[1])

    return icepool.map(left, 5 @ hit, 4 @ save)


def attack_rows() -> list[Row]:
    volleys = {name: load_rulebook(name).promises().volley for name in sorted(registered())}
    return [row for name, volley in volleys.items() if volley is not None for row in volley_rows(name, volley)]


def volley_rows(name: str, volley: Callable[[], Trial]) -> list[Row]:
    rulebook, trial = load_rulebook(name), volley()

    def ours() -> Any:
        forget_cases()
        return of_trial(rulebook, trial)

    theirs = icepool_attack()
    for lost, chance in ours().damage().items():
        assert abs(chance - float(theirs.probability(lost))) < 1e-9
    icepool_takes = best_milliseconds(icepool_attack, calls=CALLS)
    limit = icepool_takes / 10.0 if COMPILED else icepool_takes
    return [
        ("Kill Team attack, 5 dice 3+ against 4 saves 4+", best_milliseconds(ours, calls=CALLS), limit),
        ("the same by icepool", icepool_takes, None),
    ]


# -- exploding dice -------------------------------------------------------------------------------------------------------------


def exploding_total() -> dict[int, float]:
    forget_cases()
    totals: dict[int, float] = {}
    for faces, chance in cases_of(Roll(0, 3, "hit", "bench", again=(6,))):
        total = sum(faces)
        totals[total] = totals.get(total, 0.0) + chance
    return totals


def exploding_rows() -> list[Row]:
    import icepool

    def theirs() -> Any:
        return 3 @ icepool.d6.explode(depth=13)

    reference = theirs()
    for total, chance in exploding_total().items():
        assert abs(chance - float(reference.probability(total))) < 1e-9
    icepool_takes = best_milliseconds(theirs, 5)
    return [
        ("exploding 3D6, total", best_milliseconds(exploding_total, calls=CALLS), icepool_takes / 20.0),
        ("the same by icepool", icepool_takes, None),
    ]


# -- every ready army -----------------------------------------------------------------------------------------------------------


def with_points() -> list[str]:
    """The rulebooks whose attacks can be helped by points of either side."""
    return [name for name in sorted(registered()) if load_rulebook(name).promises().points]


POINTS = 2
ATTACKS_WITH_POINTS = 60
SINGLE_ATTACK = 10.0 if COMPILED else 50.0
"""The most that 95 of 100 attacks may take, in milliseconds;"""
WITH_TWO_POINTS = 25.0 if COMPILED else 100.0
"""with two points on each side;"""
WHILE_PLAYING = 60.0 if COMPILED else 250.0
"""and in games under way, with whatever points are held."""


def army_rows() -> list[Row]:
    rows: list[Row] = []
    for name in sorted(registered()):
        rulebook = load_rulebook(name)
        every = wishes(rulebook)
        if not every:
            continue
        took, sampled = times_of(rulebook, spread(every, ATTACKS))
        rows.append((f"{name}: median of {len(took)} attacks", took[len(took) // 2], None))
        rows.append((f"{name}: 95th percentile", took[int(len(took) * 0.95)], SINGLE_ATTACK))
        told = f", {sampled} of {len(took)} sampled" if sampled else ""
        rows.append((f"{name}: slowest{told}", took[-1], None))
    return rows


def wealthy_rows() -> list[Row]:
    """With command points on both sides there are many more decisions to solve."""
    rows: list[Row] = []
    for name in with_points():
        rulebook = load_rulebook(name)
        points = dict.fromkeys(rulebook.promises().points, POINTS)
        wanted = [{**wish, **points} for wish in spread(wishes(rulebook), ATTACKS_WITH_POINTS)]
        took, sampled = times_of(rulebook, wanted)
        told = f", {sampled} sampled" if sampled else ""
        rows.append((f"{name}: median with 2 + 2 command points", took[len(took) // 2], None))
        rows.append((f"{name}: 95th percentile with these", took[int(len(took) * 0.95)], WITH_TWO_POINTS))
        rows.append((f"{name}: slowest of {len(took)} such{told}", took[-1], None))
    return rows


def spread(every: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """So many of all attacks, evenly."""
    return [every[i * len(every) // count] for i in range(count)]


def times_of(rulebook: Rulebook, wanted: list[dict[str, Any]], rounds: int = 2) -> Times:
    """Each attack on a fresh trial, best of some; what dice and hits come to is known from earlier attacks, as at a table.

    The times in order, and how many attacks had to be sampled.
    """
    took: list[float] = []
    sampled = 0
    for wish in wanted:
        best, error = float("inf"), 0.0
        for _ in range(rounds):
            trial = rulebook.trial(wish)
            start = time.process_time()
            odds = of_trial(rulebook, trial)
            best, error = min(best, (time.process_time() - start) * 1000.0), odds.error
        sampled += error > 0
        took.append(best)
    return sorted(took), sampled


# -- games under way ------------------------------------------------------------------------------------------------------------

LIVE = 100
"""How many attacks of each rulebook's games are timed, at most ten of a game."""
LIVE_OF_A_GAME = 10


MOST_GAMES = 40


def gathered(name: str, count: int, times: Callable[[str, int], Times]) -> Times:
    """Of so many games that there are so many, in order."""
    took: list[float] = []
    sampled = variant = 0
    while len(took) < count and variant < MOST_GAMES:
        found, unsure = times(name, variant)
        took += found
        sampled += unsure
        variant += 1
    return sorted(took), sampled


def live_rows() -> list[Row]:
    """Every attack that scripted players could make, one at each question: as if a player hovered over it."""
    rows: list[Row] = []
    for name in with_points():
        took, sampled = gathered(name, LIVE, live_times)
        rows.append((f"{name}: live, median of {len(took)} attacks", took[len(took) // 2], None))
        rows.append((f"{name}: live, 95th percentile", took[int(len(took) * 0.95)], WHILE_PLAYING))
        rows.append((f"{name}: live, slowest, {sampled} sampled", took[-1], None))
    return rows


def live_times(name: str, variant: int) -> Times:
    """One game; how long the odds of some attacks took, and how many were sampled."""
    took: list[float] = []
    sampled = 0
    for game in played(name, variant):
        attacks = [key for key, trial in options_with_odds(game).items() if trial.count is None]
        if attacks and len(game.answers) % 3 == 0:
            milliseconds, unsure = best_of_two(game, attacks[len(game.answers) % len(attacks)])
            took.append(milliseconds)
            sampled += unsure
        if len(took) == LIVE_OF_A_GAME:
            break
    return took, sampled


def played(name: str, variant: int) -> Iterator[Game]:
    """A game between scripted players, at each of its questions."""
    rulebook = load_rulebook(name)
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"live/{variant}")))
    bots = [make_bot(name, "script", 2 * variant + seat) for seat in (0, 1)]
    while game.question is not None:
        yield game
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)


SPLITS = 12
"""How many splits of dice over several targets are timed."""


def split_rows() -> list[Row]:
    """Dice split over several targets, in games under way: the middle one of the splits that are proposed."""
    rows: list[Row] = []
    for name in with_points():
        took, sampled = gathered(name, SPLITS, split_times)
        rows.append((f"{name}: live, median of {len(took)} split attacks", took[len(took) // 2], None))
        rows.append((f"{name}: live, slowest of them, {sampled} sampled", took[-1], None))
    return rows


def split_times(name: str, variant: int) -> Times:
    took: list[float] = []
    sampled = 0
    for game in played(name, variant):
        question = game.question
        if isinstance(question, Split) and question.is_attack:
            splits = question.candidates()
            milliseconds, unsure = best_of_two(game, splits[len(splits) // 2])
            took.append(milliseconds)
            sampled += unsure
    return took, sampled


def best_of_two(game: Game, given: Given) -> tuple[float, bool]:
    """How long its odds took, as in `times_of`, and were they sampled?"""
    best, unsure = float("inf"), False
    for _ in range(2):
        start = time.process_time()
        unsure = of(game, given).error > 0
        best = min(best, (time.process_time() - start) * 1000.0)
    return best, unsure


# -- risk -----------------------------------------------------------------------------------------------------------------------


def risk_rows() -> list[Row]:
    rows: list[Row] = []
    for name in sorted(registered()):
        rulebook = load_rulebook(name)
        game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed("risk")))
        for step in range(1_200):
            question = game.question_for(game.deciders()[0]) if game.question is not None else None
            if question is None:
                break
            if step > 60 and isinstance(question, Place) and question.mover:
                found = risk_of_a_move(name, rulebook, game, question)
                if found:
                    rows.extend(found)
                    break
            candidates = question.candidates()
            game.answer(candidates[step % len(candidates)], seat=question.player)
    return rows


def risk_of_a_move(name: str, rulebook: Rulebook, game: Any, question: Place[Any]) -> list[Row]:
    """The whole reachable area on a grid of 24 points across, coarse points first."""
    polygons = question.area()
    if polygons:
        xs = [point[0] for polygon in polygons for point in polygon]
        points = coarse_first(polygons, max(0.25, (max(xs) - min(xs)) / 24))
        coarse = len(coarse_first(polygons, max(0.25, (max(xs) - min(xs)) / 24) * 4))
    else:
        points = [tuple(path[-1]) for path in question.candidates()]
        coarse = len(points)
    if len(points) < 4:
        return []
    risks = RiskMap(rulebook, game.state, question.mover)
    start = time.process_time()
    threatened = False
    coarse_took = 0.0
    for i, point in enumerate(points):
        threatened = risks.at(point).threats > 0 or threatened
        if i + 1 == min(coarse, len(points)):
            coarse_took = (time.process_time() - start) * 1000.0
    took = (time.process_time() - start) * 1000.0
    if not threatened:
        return []
    return [
        (f"{name}: risk, coarse ({coarse} points)", coarse_took, COARSE),
        (f"{name}: risk, all {len(points)} points", took, None),
    ]


BESIDE_ICEPOOL = (attack_rows, exploding_rows)
"""Their limits are shares of what icepool takes in the same run: that is yardstick enough."""
GROUPS = (army_rows, risk_rows, wealthy_rows, live_rows, split_rows)


def main() -> None:
    print("compiled" if COMPILED else "plain")
    for against_icepool in BESIDE_ICEPOOL:
        for name, milliseconds, limit in against_icepool():
            verdict = "" if limit is None else f"{'kept' if milliseconds <= limit else 'MISSED'} (at most {limit:.3f})"
            print(f"{name:<52} {milliseconds:>10.3f} ms  {verdict}", flush=True)
    for group in GROUPS:
        rows, pace = beside(group)
        for name, milliseconds, limit in rows:
            print(f"{name:<52} {milliseconds:>10.3f} ms  {kept_in_time(milliseconds, limit, pace)[1]}", flush=True)


if __name__ == "__main__":
    main()
