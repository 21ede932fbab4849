"""How even the factions are: every pair of factions, both ways round on the same map with the same dice, one bot for all.

A pair of games differs in the seats alone, so neither the map nor the dice nor the first seat favours a faction. What the
sides recruited during the games is counted too, where a rulebook has them recruit: a card nobody wants shows at once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Rulebook, Setup, load_rulebook
from vanguard.lab.matches import (
    Line,
    Progress,
    by_map,
    check_known,
    line_of,
    mishaps,
    pace,
    play_missing,
    points_of_first,
    rate_row,
)
from vanguard.lab.playing import play_game


class BalancePlan:
    """Which games a measurement of balance consists of."""

    __slots__ = ("armies", "bot", "games", "maps", "rulebook", "seed")

    def __init__(
        self,
        rulebook: str,
        bot: str,
        games: int,
        seed: int = 1,
        armies: Sequence[str] = (),
        maps: Sequence[str] = (),
    ) -> None:
        self.rulebook = rulebook
        self.bot = bot
        self.games = games
        self.seed = seed
        self.armies = tuple(armies)
        self.maps = tuple(maps)

    @property
    def pairs(self) -> int:
        """Games come in pairs: an odd number is rounded up."""
        return (self.games + 1) // 2

    def plain(self) -> dict[str, Any]:
        return {
            "balance": self.rulebook,
            "bot": self.bot,
            "seed": self.seed,
            "armies": list(self.armies),
            "maps": list(self.maps),
        }

    def factions(self, rulebook: Rulebook) -> dict[str, list[Offer]]:
        """The armies that take part, by faction."""
        found: dict[str, list[Offer]] = {}
        for offer in rulebook.armies():
            if not self.armies or offer.key in self.armies:
                found.setdefault(faction_of(offer), []).append(offer)
        return found

    def encounter(self, rulebook: Rulebook, pair: int) -> Encounter:
        """All pairings of factions in turn; each walks through its armies, and through the rulebook's scenarios and maps."""
        pairings = list(combinations(self.factions(rulebook).values(), 2))
        first, second = pairings[pair % len(pairings)]
        meeting = pair // len(pairings)
        walk = rulebook.default_setup(meeting)
        battlefield = self.maps[meeting % len(self.maps)] if self.maps else walk.battlefield
        meetings = meetings_of(first, second)
        return Encounter(walk.scenario, battlefield, meetings[meeting % len(meetings)], walk.options)


class Encounter:
    """Two armies on a map: what both games of a pair have in common."""

    __slots__ = ("armies", "battlefield", "options", "scenario")

    def __init__(
        self, scenario: str, battlefield: str, armies: tuple[Offer, Offer], options: Mapping[str, str]
    ) -> None:
        self.scenario = scenario
        self.battlefield = battlefield
        self.armies = armies
        self.options = options

    def seats_swapped(self) -> Encounter:
        return Encounter(self.scenario, self.battlefield, (self.armies[1], self.armies[0]), self.options)

    def setup(self) -> Setup:
        rosters = (self.armies[0].details["roster"], self.armies[1].details["roster"])
        return Setup(self.scenario, self.battlefield, rosters, self.options)


def meetings_of(first: Sequence[Offer], second: Sequence[Offer]) -> list[tuple[Offer, Offer]]:
    """Which armies of two factions meet: those mustered to the same limit, or all where there are none such."""
    every = [(one, other) for other in second for one in first]
    return [pair for pair in every if pair[0].details.get("limit") == pair[1].details.get("limit")] or every


def faction_of(offer: Offer) -> str:
    """An army that belongs to no faction is one of its own."""
    return str(offer.details.get("faction") or offer.key)


def check_plan(plan: BalancePlan) -> None:
    """Refuse unknown bots, armies and maps, and a field of one faction, before anything is played."""
    from vanguard.bots import make_bot

    rulebook = load_rulebook(plan.rulebook)
    make_bot(plan.rulebook, plan.bot)
    if plan.games < 1:
        raise Refused(f"at least one game is wanted, not {plan.games}")
    check_known(plan.armies, [offer.key for offer in rulebook.armies()], "army", plan.rulebook)
    check_known(plan.maps, [offer.key for offer in rulebook.battlefields()], "map", plan.rulebook)
    factions = sorted(plan.factions(rulebook))
    if len(factions) < 2:
        raise Refused(f"balance needs at least two factions; there is {', '.join(factions) or 'none'}")


def play_both_ways(task: tuple[BalancePlan, int]) -> list[Line]:
    """Both games of a pair: the same map and dice, the armies in each other's seats."""
    plan, pair = task
    rulebook = load_rulebook(plan.rulebook)
    encounter = plan.encounter(rulebook, pair)
    return [_play(plan, pair, rulebook, encounter, False), _play(plan, pair, rulebook, encounter.seats_swapped(), True)]


def _play(plan: BalancePlan, pair: int, rulebook: Rulebook, encounter: Encounter, swapped: bool) -> Line:
    recruits: dict[str, int] = {}
    setup = encounter.setup()
    started = time.perf_counter()
    played = play_game(
        rulebook,
        setup,
        (plan.bot, plan.bot),
        f"{plan.seed}/{pair}",
        (plan.seed * 1_000_003 + pair * 2, plan.seed * 1_000_003 + pair * 2 + 1),
        forkable=True,  # a game that cannot be forked forgets its events
        at_the_end=partial(count_recruits, recruits),
    )
    return {
        **line_of(played, setup, pair, swapped, time.perf_counter() - started),
        "armies": [army.key for army in encounter.armies],
        "factions": [faction_of(army) for army in encounter.armies],
        "recruits": recruits,
    }


def count_recruits(recruits: dict[str, int], game: Game) -> None:
    for event in game.events:
        card = game.rulebook.recruited(event)
        if card:
            recruits[card] = recruits.get(card, 0) + 1


def measure_balance(
    plan: BalancePlan, jobs: int = 1, file: Path | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Play what is missing and tell how even the factions are. Ctrl-C stops cleanly and keeps what was played."""
    check_plan(plan)
    started = time.perf_counter()
    lines, interrupted = play_missing(plan, play_both_ways, jobs, file, progress)
    return {
        **summary(plan, lines),
        "seconds": round(time.perf_counter() - started, 2),
        "interrupted": interrupted,
    }


def summary(plan: BalancePlan, lines: Sequence[Line]) -> dict[str, Any]:
    """Win rates by faction, pairing, army and map with 95 % intervals, the first seat's edge, recruits and mishaps."""
    counted = [line for line in lines if line["result"] != "unfinished"]
    factions, armies = rates(counted, "factions", "faction"), rates(counted, "armies", "army")
    return {
        **plan.plain(),
        "games": len(counted),
        "draws": sum(line["result"] == "draw" for line in counted),
        "factions": factions,
        "pairings": pairings(counted),
        "armies_table": armies if len(armies) > len(factions) else [],
        "first_seat": rate_row("seat", "first", [points_of_first(line) for line in counted]) if counted else None,
        "first_mover": first_mover(counted),
        "maps_table": by_map(counted),
        "drama": drama(counted),
        "recruits": recruits_table(load_rulebook(plan.rulebook), counted),
        **mishaps(lines),
        **pace(lines),
    }


def rates(lines: Sequence[Line], group: str, what: str) -> list[dict[str, Any]]:
    """The win rate of each faction or army over all its games."""
    table: dict[str, list[float]] = {}
    for line in lines:
        first, second = line[group]
        table.setdefault(first, []).append(points_of_first(line))
        table.setdefault(second, []).append(1.0 - points_of_first(line))
    return [rate_row(what, name, points) for name, points in sorted(table.items())]


def pairings(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The win rate of each faction against each other one, told once for each pairing."""
    table: dict[tuple[str, str], list[float]] = {}
    for line in lines:
        first, second = line["factions"]
        points = points_of_first(line)
        ordered = (first, second) if first < second else (second, first)
        table.setdefault(ordered, []).append(points if first < second else 1.0 - points)
    return [
        {**rate_row("faction", first, points), "against": second} for (first, second), points in sorted(table.items())
    ]


def first_mover(lines: Sequence[Line]) -> dict[str, Any] | None:
    """The win rate of whoever acted first, whichever its seat."""
    moved = [line for line in lines if line.get("mover") is not None]
    points = [points_of_first(line) if line["mover"] == 0 else 1.0 - points_of_first(line) for line in moved]
    return rate_row("mover", "first", points) if points else None


CLOSE = 0.2
"""A game is close if the winner's lead is at most this share of all points scored."""


def drama(lines: Sequence[Line]) -> dict[str, float] | None:
    """How exciting the games were: the share of close ones, how often the lead changed hands in a game, in which share whoever
    led at half-time won, and in which the loser scored nothing. Half-time is the end of the middle stage."""
    told = [line for line in lines if line.get("course")]
    if not told:
        return None
    count = len(told)
    led = [line for line in told if line["course"][_half_time(line)] != 0.0]
    kept = [line for line in led if line["result"] == ("first" if line["course"][_half_time(line)] > 0.0 else "second")]
    return {
        "close": round(len([line for line in told if _is_close(line["scores"])]) / count, 4),
        "lead_changes": round(sum([lead_changes(line["course"]) for line in told]) / count, 2),
        "led_at_half_time": round(len(led) / count, 4),
        "settled_at_half_time": round(len(kept) / count, 4),
        "loser_scored_nothing": round(len([line for line in told if not min(line["scores"])]) / count, 4),
    }


def _half_time(line: Line) -> int:
    return (len(line["course"]) - 1) // 2


def _is_close(scores: Sequence[float]) -> bool:
    return abs(scores[0] - scores[1]) <= CLOSE * (abs(scores[0]) + abs(scores[1]))


def lead_changes(course: Sequence[float]) -> int:
    """How often somebody else led than before; a tie in between is no change by itself."""
    leaders = [lead > 0.0 for lead in course if lead != 0.0]
    return len([1 for before, after in pairwise(leaders) if before != after])


def recruits_table(rulebook: Rulebook, lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """How often each card was recruited and in how many games; those that nobody recruited too."""
    cards = rulebook.recruitable()
    if not cards:
        return []
    times = dict.fromkeys(cards, 0)
    games = dict.fromkeys(cards, 0)
    for line in lines:
        for card, count in line["recruits"].items():
            times[card] = times.get(card, 0) + count
            games[card] = games.get(card, 0) + 1
    return [
        {"card": card, "faction": cards.get(card, ""), "times": times[card], "games": games[card]} for card in times
    ]
