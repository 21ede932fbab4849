"""Which bots a seat can be given to."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from vanguard.core.refusals import Refused
from vanguard.server.wire.messages.offers import OpponentShown


def levels_of(rulebook: str) -> list[str]:
    """Bot levels of a rulebook, weakest first."""
    from vanguard.bots import levels

    return levels(rulebook)


def opponents_of(rulebook: str) -> list[OpponentShown]:
    """The same levels as people are offered them: with a name, and what each is like."""
    from vanguard.bots import opponents

    return [{"level": one.level, "name": one.name, "summary": one.summary} for one in opponents(rulebook)]


def advising_level(rulebook: str, quickly: bool) -> str:
    """Who is asked what it would do here: the best that answers while somebody looks on."""
    known = levels_of(rulebook)
    for level in ("script",) if quickly else ("planner", "script"):
        if level in known:
            return level
    return known[-1]


def name_of(level: str) -> str:
    """What a bot of this level is called at the table, so that nobody takes it for a person."""
    from vanguard.bots.ladder import called
    from vanguard.bots.temperaments import STEADY, with_temperament

    plain, temperament = with_temperament(level)
    leaning = "" if temperament is STEADY else f"{temperament.name} "
    return f"{leaning}{called(plain)} (bot)"


def seated_level(rulebook: str, wanted: str | None, results: Sequence[tuple[str, float]] = ()) -> str:
    """The level as it sits down and is recorded: with the temperament it was given, or one of them by lot.

    `results` are those of whoever wants a bot about as strong as itself, the oldest first.
    """
    from vanguard.bots.ladder import EVEN, level_like
    from vanguard.bots.temperaments import TEMPERAMENTS, with_temperament

    level = wanted or default_level(rulebook)
    known = levels_of(rulebook)
    if level == EVEN.level and len(known) > 1:
        level = level_like(results, [one["level"] for one in opponents_of(rulebook)])
    plain, _ = with_temperament(level)
    if plain not in known:
        raise Refused(f"there is no bot {level!r:.40}; there is: {', '.join(known)}")
    if ":" in level or plain in ("random", "sitter"):
        return level
    return f"{level}:{secrets.choice(TEMPERAMENTS).key}"


def default_level(rulebook: str) -> str:
    """The level for somebody who has not chosen one: the strongest that answers within a second, as the rulebook says."""
    from vanguard.bots.ladder import mind_of

    known = levels_of(rulebook)
    mind = mind_of(rulebook)
    return mind.opponent if mind is not None and mind.opponent in known else known[-1]
