"""The ladder: which levels there are for a rulebook, and how to make a bot of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vanguard.bots.outside import maker_at
from vanguard.bots.plans import ActivationPlanner, PlanningMind
from vanguard.bots.postures import PosturingMind, TurnPlanner
from vanguard.bots.rungs import PlannerBot, ScriptBot, SitterBot, SlippingBot
from vanguard.bots.search import Budget, Search
from vanguard.bots.temperaments import STEADY, TEMPERAMENTS, with_temperament
from vanguard.bots.uniform import RandomBot
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Given, Player
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.core.suggestions import did_you_mean

SLIPS = {"novice": 0.48, "learner": 0.37, "casual": 0.23, "regular": 0.12}
"""How often a level below the script takes a later thought, unless a mind knows better (`Mind.slips`)."""
RUNGS = ("random", "sitter", *SLIPS, "script", "planner", "search")


class Opponent:
    """A level as people are offered it: what it is called, and what it is like to play against."""

    __slots__ = ("level", "name", "summary")

    def __init__(self, level: str, name: str, summary: str) -> None:
        self.level = level
        self.name = name
        self.summary = summary


OPPONENTS = (
    Opponent("random", "Dreamer", "Moves as it pleases; for trying out the table."),
    Opponent("novice", "Novice", "Knows what it is about, but most of its decisions are second thoughts."),
    Opponent("learner", "Learner", "Sees the good answer more often than not, and does not always take it."),
    Opponent("casual", "Casual", "Plays sensibly and lets a good chance go by now and then."),
    Opponent("regular", "Regular", "Makes few mistakes, plans nothing ahead."),
    Opponent("script", "Veteran", "Does what is best at the moment, every time."),
    Opponent("planner", "Expert", "Tries plans out and thinks of your reply; takes a moment."),
    Opponent(
        "search", "Master", "Plays its best plans through to the end of the round and of the next; takes seconds."
    ),
)
"""Weakest first."""

EVEN = Opponent(
    "even", "About as strong as you", "The level your games against bots here suggest; it follows how they end."
)
"""Not a bot of its own: one of the others, chosen when the game is made."""
A_STEP_UP = 115.0
"""Elo points from a level to the next: each takes about two games of three from the one below."""
BEGINS_AS = "casual"
MOVES_AT_FIRST, MOVES_LATER = 160.0, 60.0
"""Elo points that a game against an equal can move somebody by: by twice half of it the first, less with each further one."""


def level_like(results: Sequence[tuple[str, float]], known: Sequence[str]) -> str:
    """The level about as strong as somebody who came to these results, the oldest first: the level of each opponent and
    the points taken from it (1 for a win, 0.5 for a draw)."""
    places = {opponent.level: A_STEP_UP * place for place, opponent in enumerate(OPPONENTS) if opponent.level in known}
    strength = places.get(BEGINS_AS, 0.0)
    for number, (level, points) in enumerate(results):
        place = places.get(with_temperament(level)[0])
        if place is not None:
            expected = 1.0 / (1.0 + 10.0 ** ((place - strength) / 400.0))
            strength += max(MOVES_LATER, MOVES_AT_FIRST - 20.0 * number) * (points - expected)
    return min(places, key=lambda level: abs(places[level] - strength))


class Bot(Protocol):
    """Answers the question its seat is asked. Deterministic for a given seed; sees no more than its seat may see."""

    level: str
    failures: int
    """How often it had to fall back on a simpler answer because its own thinking failed."""

    def answer(self, game: Game, seat: Player) -> Given: ...


def mind_of(rulebook: str) -> Mind | None:
    """How bots think in this rulebook; nothing for one that brings no mind, or is not installed (served by its place alone)."""
    return load_rulebook(rulebook).mind() if rulebook in registered() else None


def levels(rulebook: str) -> list[str]:
    """The levels a rulebook has, weakest first."""
    return list(RUNGS) if mind_of(rulebook) is not None else ["random"]


def opponents(rulebook: str) -> list[Opponent]:
    """The levels people are offered, weakest first; before them the one that follows who plays.

    The search is offered only where it was shown to be stronger than the planner: a higher name promises more.
    """
    mind = mind_of(rulebook)
    known = [level for level in levels(rulebook) if level != "search" or (mind is not None and mind.searches_well)]
    offered = [opponent for opponent in OPPONENTS if opponent.level in known]
    return [EVEN, *offered] if len(offered) > 1 else offered


def called(level: str) -> str:
    """What people know a level by, offered or not."""
    return {one.level: one.name for one in OPPONENTS}.get(level, level.capitalize())


def is_a_place(level: str) -> bool:
    """Whether it names a bot of somebody's own; neither `script:blod` nor `scirpt:bold` does."""
    before, separator, after = level.partition(":")
    return bool(separator) and before not in RUNGS and after not in [one.key for one in TEMPERAMENTS]


def make_bot(rulebook: str, level: str, seed: int = 0, budget: Budget | None = None) -> Bot:
    """A bot of this level, `script`, or of a level with a temperament, `script:bold`, or somebody's own, `my.module:MyBot`.

    An unknown level is refused with what was probably meant. The budget is for a level that thinks until it is used up; without one it plays so many rollouts, the same everywhere.
    """
    if is_a_place(level):
        bot: Bot = maker_at(level)(rulebook, seed)
        return bot
    mind = mind_of(rulebook)
    known = levels(rulebook)
    level, temperament = with_temperament(level)
    if mind is not None and temperament is not STEADY:
        mind = mind.tempered(temperament.boldness, temperament.ambition)
    if level not in known:
        hint = did_you_mean(level, known)
        raise Refused(f"there is no bot {level!r:.40} for {rulebook}{hint} (levels: {', '.join(known)})")
    if mind is None or level == "random":
        return RandomBot(rulebook, seed)
    if level == "sitter":
        return SitterBot(rulebook, mind, seed)
    if level == "script":
        return ScriptBot(rulebook, mind, seed)
    if level in SLIPS:
        return SlippingBot(rulebook, mind, seed, level, mind.slips.get(level, SLIPS[level]))
    search = Search(mind, seed, budget or Budget()) if level == "search" else None
    if isinstance(mind, PlanningMind):
        return ActivationPlanner(rulebook, mind, seed, search)
    if isinstance(mind, PosturingMind):
        return TurnPlanner(rulebook, mind, seed, search)
    return PlannerBot(rulebook, mind, seed, search=search)
