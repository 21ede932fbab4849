"""What a game remembers: its answers and events in chapters, each a stretch between two rests, and how it forgets.

Chapters form a chain, from the latest back to the first; forks share it. A chapter keeps the state it started from, unless a game
has been told to keep only one in so many; a game that forgets lets go of all that was long ago.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vanguard.core.questions.asking import Given, Player
from vanguard.core.refusals import RuleFault
from vanguard.core.state import State
from vanguard.core.telling.events import Event

CHANCE = -1
BOTH = -2
"""Who gave an answer that no single seat gave: the dice, or both players together."""

ANSWERS_AT_HAND = 12
"""Answers that a game remembers that forgets."""
RESTS_AT_HAND = 2
"""Chapters before the present one whose resting states are always kept, so that the usual undo is quick; a game that forgets goes
without.
"""
NO_COUNTS: Final[dict[str, int]] = {}
NO_EVENTS: Final[list[Event]] = []


class Answer:
    """One answer: who gave it (a seat, CHANCE or BOTH), its plain form, the value the rule received, and whether it revealed."""

    __slots__ = ("given", "reveals", "seat", "value")

    def __init__(self, seat: Player, given: Given, value: Any, reveals: bool) -> None:
        self.seat = seat
        self.given = given
        self.value = value
        self.reveals = reveals


class Chapter:
    """A finished stretch between two rests: its starting state, the answers given in it and what happened."""

    __slots__ = (
        "answers",
        "answers_before",
        "counts",
        "events",
        "events_before",
        "number",
        "previous",
        "rest",
        "stage",
    )

    def __init__(
        self,
        previous: Chapter | None,
        rest: State | None,
        stage: str,
        counts: dict[str, int],
        answers: list[Answer],
        events: list[Event],
    ) -> None:
        self.previous = previous
        self.rest = rest
        self.stage = stage
        self.counts = counts
        self.answers = answers
        self.events = events
        self.number: int = 0 if previous is None else previous.number + 1
        self.answers_before: int = answers_until(previous)
        self.events_before: int = events_until(previous)


def answers_until(latest: Chapter | None) -> int:
    """How many answers were given up to the end of a chapter."""
    return 0 if latest is None else latest.answers_before + len(latest.answers)


def events_until(latest: Chapter | None) -> int:
    """How much had happened by the end of a chapter."""
    return 0 if latest is None else latest.events_before + len(latest.events)


# -- looking back -------------------------------------------------------------------------------------------------------------


def answers_from(number: int, latest: Chapter | None, since: list[Answer]) -> list[Answer]:
    """The answers but the first `number`, without a look at the chapters that hold only those; `since` came after all chapters."""
    chapters = _back_while(latest, lambda chapter: answers_until(chapter) > number)
    before = chapters[0].answers_before if chapters else answers_until(latest)
    if before > number:
        raise RuleFault(f"the answers before step {before} were let go of")
    return [*[answer for chapter in chapters for answer in chapter.answers], *since][number - before :]


def events_from(number: int, latest: Chapter | None, since: list[Event]) -> list[Event]:
    """What happened but for the first `number` events, without a look at the chapters that hold only those."""
    chapters = _back_while(latest, lambda chapter: events_until(chapter) > number)
    before = chapters[0].events_before if chapters else events_until(latest)
    if before > number:
        raise RuleFault(f"what happened before event {before} was let go of")
    return [*[event for chapter in chapters for event in chapter.events], *since][number - before :]


def _back_while(latest: Chapter | None, is_wanted: Callable[[Chapter], bool]) -> list[Chapter]:
    """The last chapters, the earliest first, as far back as they are wanted."""
    found: list[Chapter] = []
    chapter = latest
    while chapter is not None and is_wanted(chapter):
        found.append(chapter)
        chapter = chapter.previous
    found.reverse()
    return found


def last_answer(latest: Chapter | None) -> Answer | None:
    """The last answer of all chapters."""
    chapter = latest
    while chapter is not None:
        if chapter.answers:
            return chapter.answers[-1]
        chapter = chapter.previous
    return None


def remembered_from(latest: Chapter | None) -> int:
    """How many answers were given before the first that is still known."""
    if latest is None:
        return 0
    chapter = latest
    while chapter.previous is not None:
        chapter = chapter.previous
    return chapter.answers_before


# -- forgetting ---------------------------------------------------------------------------------------------------------------


def thin_out(latest: Chapter, rests_apart: int, forgets: bool) -> None:
    """Let go of a resting state that is neither one of the last nor one in so many."""
    chapter: Chapter | None = latest
    for _ in range(0 if forgets else RESTS_AT_HAND):
        chapter = None if chapter is None else chapter.previous
    if chapter is not None and chapter.previous is not None and chapter.number % rests_apart:
        chapter.rest = None
        chapter.counts = NO_COUNTS  # of use only where a rest is


def forget_events(latest: Chapter | None) -> None:
    """Of what happened keep only how much it was."""
    chapter = latest
    while chapter is not None and chapter.events is not NO_EVENTS:
        chapter.events_before = events_until(chapter)
        chapter.events = NO_EVENTS
        chapter = chapter.previous


def forget_long_ago(latest: Chapter) -> None:
    """Let go of whatever was before a kept state from which enough answers have been given since."""
    enough = answers_until(latest) - ANSWERS_AT_HAND
    chapter = latest
    while chapter.previous is not None and (chapter.rest is None or chapter.answers_before > enough):
        chapter = chapter.previous
    if chapter.previous is not None:
        chapter.previous = _forgotten_before(chapter)


def _forgotten_before(chapter: Chapter) -> Chapter:
    """In place of all chapters before this one: nothing but how much was in them."""
    blank = Chapter(None, None, "", NO_COUNTS, [], [])
    blank.number = chapter.number - 1
    blank.answers_before = chapter.answers_before
    blank.events_before = chapter.events_before
    return blank
