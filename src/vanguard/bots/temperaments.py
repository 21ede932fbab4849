"""Temperaments: what an opponent of any level leans to, so that two games against the same level differ.

They change how a script weighs attacks against goals, not how well it plays; a level is named with one as `script:bold`.
"""

from __future__ import annotations

from vanguard.core.refusals import Refused
from vanguard.core.suggestions import did_you_mean


class Temperament:
    """What it is called, what it is like, and how it weighs attacks and goals."""

    __slots__ = ("ambition", "boldness", "key", "name", "summary")

    def __init__(self, key: str, name: str, summary: str, boldness: float, ambition: float) -> None:
        self.key = key
        self.name = name
        self.summary = summary
        self.boldness = boldness
        self.ambition = ambition


STEADY = Temperament("steady", "Steady", "Weighs everything as it is.", 1.0, 1.0)
TEMPERAMENTS = (
    STEADY,
    Temperament("bold", "Bold", "Rather attacks than waits, and charges sooner.", 1.3, 1.0),
    Temperament("careful", "Careful", "Attacks only what is worth it, and keeps its models.", 0.8, 1.0),
    Temperament("dogged", "Dogged", "Goes for what scores, whatever is shot at it.", 1.0, 1.3),
)


def with_temperament(level: str) -> tuple[str, Temperament]:
    """A level as it is written, `script:bold`, as the level and its temperament; steady, if none is named."""
    plain, separator, wanted = level.partition(":")
    if not separator:
        return plain, STEADY
    for one in TEMPERAMENTS:
        if one.key == wanted:
            return plain, one
    known = [one.key for one in TEMPERAMENTS]
    hint = did_you_mean(wanted, known)
    raise Refused(f"there is no temperament {wanted!r:.40}{hint} (there are: {', '.join(known)})")
