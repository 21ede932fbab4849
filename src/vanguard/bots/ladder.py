"""The ladder: which levels there are for a rulebook, and how to make a bot of one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Protocol

from vanguard.bots.plans import ActivationPlanner, PlanningMind
from vanguard.bots.rungs import PlannerBot, ScriptBot, SitterBot, SlippingBot
from vanguard.bots.uniform import RandomBot
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Given, Player
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook, registered

SLIPS = {"novice": 0.55, "learner": 0.38, "casual": 0.22, "regular": 0.1}
"""How often a level below the script takes its second or third thought."""
RUNGS = ("random", "sitter", *SLIPS, "script", "planner")


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
)
"""Weakest first."""


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
    """The levels people are offered, weakest first."""
    known = levels(rulebook)
    return [opponent for opponent in OPPONENTS if opponent.level in known]


def make_bot(rulebook: str, level: str, seed: int = 0) -> Bot:
    """A bot of this level; an unknown level is refused with what was probably meant."""
    mind = mind_of(rulebook)
    known = levels(rulebook)
    if level not in known:
        meant = get_close_matches(level, known, 1)
        hint = f"; did you mean {meant[0]}?" if meant else ""
        raise Refused(f"there is no bot {level!r:.40} for {rulebook}{hint} (levels: {', '.join(known)})")
    if mind is None or level == "random":
        return RandomBot(rulebook, seed)
    if level == "sitter":
        return SitterBot(rulebook, mind, seed)
    if level == "script":
        return ScriptBot(rulebook, mind, seed)
    if level in SLIPS:
        return SlippingBot(rulebook, mind, seed, level, SLIPS[level])
    return (
        ActivationPlanner(rulebook, mind, seed) if isinstance(mind, PlanningMind) else PlannerBot(rulebook, mind, seed)
    )
