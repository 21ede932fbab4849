"""Which bots a seat can be given to."""

from __future__ import annotations

from vanguard.server.wire.messages import OpponentShown


def levels_of(rulebook: str) -> list[str]:
    """Bot levels of a rulebook, weakest first."""
    from vanguard.bots import levels

    return levels(rulebook)


def opponents_of(rulebook: str) -> list[OpponentShown]:
    """The same levels as people are offered them: with a name, and what each is like."""
    from vanguard.bots import opponents

    return [{"level": one.level, "name": one.name, "summary": one.summary} for one in opponents(rulebook)]


def default_level(rulebook: str) -> str:
    """The level for somebody who has not chosen one: the best that still answers quickly."""
    known = levels_of(rulebook)
    return "script" if "script" in known else known[-1]
