"""The ladder: which levels there are for a rulebook, and how to make a bot of one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Protocol

from vanguard.bots.plans import ActivationPlanner, PlanningMind
from vanguard.bots.rungs import PlannerBot, ScriptBot, SitterBot
from vanguard.bots.uniform import RandomBot
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Given, Player
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook, registered

RUNGS = ("random", "sitter", "script", "planner")


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
    return (
        ActivationPlanner(rulebook, mind, seed) if isinstance(mind, PlanningMind) else PlannerBot(rulebook, mind, seed)
    )
