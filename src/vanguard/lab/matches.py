"""Matches: pairs of games on the same map with the same armies and dice keys, seats swapped.

Results go line by line into a file as they come, so that a match can be stopped, resumed and summarised; crashes, refused
answers, stalls and games cut off are counted and shown, never dropped.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup, load_rulebook
from vanguard.lab.playing import Played, play_game
from vanguard.lab.statistics import wilson

Line = dict[str, Any]
"""One game as it is kept in a file of results."""


class PairsOfGames(Protocol):
    """Pairs of games: how many, and everything that decides them, so that a file of results can be resumed."""

    @property
    def pairs(self) -> int: ...

    def plain(self) -> dict[str, Any]:
        """What must be equal for results to belong together; more pairs may be added later."""
        ...


AnyPairs = TypeVar("AnyPairs", bound=PairsOfGames)


class MatchPlan:
    """Which games a match between two bots consists of."""

    __slots__ = ("armies", "bots", "maps", "pairs", "rulebook", "seed")

    def __init__(
        self,
        rulebook: str,
        bots: tuple[str, str],
        pairs: int,
        seed: int = 1,
        armies: Sequence[str] = (),
        maps: Sequence[str] = (),
    ) -> None:
        self.rulebook = rulebook
        self.bots = bots
        self.pairs = pairs
        self.seed = seed
        self.armies = tuple(armies)
        self.maps = tuple(maps)

    def plain(self) -> dict[str, Any]:
        return {
            "rulebook": self.rulebook,
            "bots": list(self.bots),
            "seed": self.seed,
            "armies": list(self.armies),
            "maps": list(self.maps),
        }

    def setup(self, rulebook: Rulebook, pair: int) -> Setup:
        """The set-up of a pair: the rulebook's variants in turn, with the asked-for armies and maps."""
        setup = rulebook.default_setup(pair)
        armies = setup.armies
        if self.armies:
            rosters = {offer.key: offer.details["roster"] for offer in rulebook.armies()}
            first = self.armies[pair % len(self.armies)]
            second = self.armies[(pair // len(self.armies) + pair + 1) % len(self.armies)]
            armies = (rosters[first], rosters[second])
        battlefield = self.maps[pair % len(self.maps)] if self.maps else setup.battlefield
        return Setup(setup.scenario, battlefield, armies, setup.options)


def check_plan(plan: MatchPlan) -> None:
    """Refuse unknown bots, armies and maps before anything is played."""
    from vanguard.bots import make_bot

    rulebook = load_rulebook(plan.rulebook)
    for level in plan.bots:
        make_bot(plan.rulebook, level)
    if plan.pairs < 1:
        raise Refused(f"a match needs at least one pair, not {plan.pairs}")
    check_known(plan.armies, [offer.key for offer in rulebook.armies()], "army", plan.rulebook)
    check_known(plan.maps, [offer.key for offer in rulebook.battlefields()], "map", plan.rulebook)


def check_known(wanted: Sequence[str], known: Sequence[str], what: str, rulebook: str) -> None:
    for key in wanted:
        if key not in known:
            raise Refused(f"there is no {what} {key!r:.40} in {rulebook}; there are: {', '.join(known)}")


def play_pair(task: tuple[MatchPlan, int]) -> list[Line]:
    """Both games of a pair, as result lines."""
    plan, pair = task
    rulebook = load_rulebook(plan.rulebook)
    setup = plan.setup(rulebook, pair)
    lines: list[Line] = []
    seed = plan.seed * 1_000_003 + pair * 2
    for swapped in (False, True):
        # A bot keeps its seed when the seats are swapped: a bot against itself then plays two games, not one twice.
        levels = (plan.bots[1], plan.bots[0]) if swapped else plan.bots
        seeds = (seed + 1, seed) if swapped else (seed, seed + 1)
        started = time.perf_counter()
        played = play_game(rulebook, setup, levels, f"{plan.seed}/{pair}", seeds)
        lines.append(line_of(played, setup, pair, swapped, time.perf_counter() - started))
    return lines


def line_of(played: Played, setup: Setup, pair: int, swapped: bool, seconds: float) -> Line:
    return {
        "pair": pair,
        "swapped": swapped,
        "result": played.result,
        "scores": list(played.scores),
        "course": played.course,
        "mover": played.mover,
        "decisions": played.decisions,
        "refused": played.refused,
        "crashed": played.crashed,
        "stalled": played.stalled,
        "fell_back": played.fell_back,
        "problem": played.problem,
        "scenario": setup.scenario,
        "map": setup.battlefield,
        "armies": [_called(army) for army in setup.armies],
        "seconds": round(seconds, 4),
    }


def _called(army: Mapping[str, Any]) -> str:
    """What an army is called in the tables: its name, or what it is a list of."""
    for key in ("name", "team", "faction"):
        if army.get(key):
            return str(army[key])
    return ""


class ResultFile:
    """Result lines on disk, one JSON object each; the first line is the plan."""

    def __init__(self, path: Path, plan: PairsOfGames) -> None:
        self.path = path
        self.lines: list[Line] = []
        if path.exists() and path.stat().st_size:
            self._resume(plan)
        else:
            path.write_text(json.dumps(plan.plain()) + "\n", encoding="utf-8")

    def _resume(self, plan: PairsOfGames) -> None:
        head, *lines = self.path.read_text(encoding="utf-8").splitlines()
        try:
            if json.loads(head) != plan.plain():
                raise Refused(f"{self.path} holds another match: {head:.200}")
            self.lines = [json.loads(line) for line in lines]
        except ValueError:
            raise Refused(f"{self.path} is not a file of match results") from None

    @property
    def pairs(self) -> set[int]:
        """Pairs of which both games are there."""
        halves: dict[int, int] = {}
        for line in self.lines:
            halves[line["pair"]] = halves.get(line["pair"], 0) + 1
        return {pair for pair, games in halves.items() if games == 2}

    def add(self, lines: list[Line]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps(line) + "\n")
        self.lines.extend(lines)


Progress = Callable[[int, int], None]


def run_match(
    plan: MatchPlan, jobs: int = 1, file: Path | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Play what is missing of a match and summarise it. Ctrl-C stops cleanly and keeps what was played."""
    check_plan(plan)
    started = time.perf_counter()
    lines, interrupted = play_missing(plan, play_pair, jobs, file, progress)
    return summary(plan, lines, time.perf_counter() - started, interrupted)


def play_missing(
    plan: AnyPairs,
    play: Callable[[tuple[AnyPairs, int]], list[Line]],
    jobs: int = 1,
    file: Path | None = None,
    progress: Progress | None = None,
) -> tuple[list[Line], bool]:
    """The result lines of all pairs of a plan, those already in the file included, and whether it was stopped early."""
    results = ResultFile(file, plan) if file is not None else None
    lines: list[Line] = list(results.lines) if results is not None else []
    done = results.pairs if results is not None else set()
    todo = [(plan, pair) for pair in range(plan.pairs) if pair not in done]
    try:
        for count, fresh in enumerate(_played_pairs(play, todo, jobs), 1):
            lines.extend(fresh)
            if results is not None:
                results.add(fresh)
            if progress is not None:
                progress(len(done) + count, plan.pairs)
    except KeyboardInterrupt:
        return lines, True
    return lines, False


def _played_pairs(
    play: Callable[[tuple[AnyPairs, int]], list[Line]], todo: Sequence[tuple[AnyPairs, int]], jobs: int
) -> Iterator[list[Line]]:
    if jobs <= 1:
        for task in todo:
            yield play(task)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, max(1, len(todo)))) as pool:
        yield from pool.imap_unordered(play, todo, chunksize=1)


def summary(
    plan: MatchPlan, lines: Sequence[Mapping[str, Any]], seconds: float, interrupted: bool = False
) -> dict[str, Any]:
    """The match in one object: the first bot's wins, draws and losses, its win rate with the 95 % interval, and mishaps."""
    counted = [line for line in lines if line["result"] != "unfinished"]
    wins = sum(1 for line in counted if line["result"] == ("second" if line["swapped"] else "first"))
    draws = sum(1 for line in counted if line["result"] == "draw")
    games = len(counted)
    low, high = wilson(wins + draws / 2, games)
    return {
        **plan.plain(),
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": games - wins - draws,
        "win_rate": round((wins + draws / 2) / games, 4) if games else 0.0,
        "low": round(low, 4),
        "high": round(high, 4),
        "first_player": _rate_of_first(counted),
        **mishaps(lines),
        **pace(lines),
        "armies_table": _by_army(counted),
        "maps_table": by_map(counted),
        "seconds": round(seconds, 2),
        "interrupted": interrupted,
    }


def mishaps(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What went wrong: counted over all games, the unfinished ones too."""
    return {
        "refused": sum(int(line["refused"]) for line in lines),
        "crashed": sum(int(line["crashed"]) for line in lines),
        "stalled": sum(int(line["stalled"]) for line in lines),
        "fell_back": sum(int(line.get("fell_back", 0)) for line in lines),
        "unfinished": len([line for line in lines if line["result"] == "unfinished"]),
        "problems": sorted({str(line["problem"]) for line in lines if line["problem"]})[:20],
    }


def pace(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    decisions = sum(int(line["decisions"]) for line in lines)
    busy = sum(float(line["seconds"]) for line in lines)
    return {
        "decisions": decisions,
        "decisions_per_game": round(decisions / len(lines), 1) if lines else 0.0,
        "decisions_per_second": round(decisions / busy, 1) if busy else 0.0,
    }


def points_of_first(line: Mapping[str, Any]) -> float:
    return {"first": 1.0, "draw": 0.5}.get(line["result"], 0.0)


def _rate_of_first(lines: Sequence[Mapping[str, Any]]) -> float:
    points = sum(points_of_first(line) for line in lines)
    return round(points / len(lines), 4) if lines else 0.0


def _by_army(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each army's own win rate over all its games, whichever bot led it."""
    table: dict[str, list[float]] = {}
    for line in lines:
        points = points_of_first(line)
        first, second = line["armies"]
        if first == second:
            continue
        table.setdefault(first, []).append(points)
        table.setdefault(second, []).append(1.0 - points)
    return [rate_row("army", name, points) for name, points in sorted(table.items())]


def by_map(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The first seat's win rate on each map."""
    table: dict[str, list[float]] = {}
    for line in lines:
        table.setdefault(line["map"], []).append(points_of_first(line))
    return [rate_row("map", name, points) for name, points in sorted(table.items())]


def rate_row(what: str, name: str, points: Sequence[float]) -> dict[str, Any]:
    """A line of a table of win rates: how many games, the rate and its 95 % interval."""
    low, high = wilson(sum(points), len(points))
    rate = sum(points) / len(points)
    return {what: name, "games": len(points), "win_rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4)}
