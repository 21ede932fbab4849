"""Before the battle: another place for a piece that was set up, with everything that was set up after it where it is.

Nothing here knows a rule: places near the wish are tried, and the answers that came after are given again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Given, Place
from vanguard.core.records import give_recorded
from vanguard.core.refusals import Refused

RING = 0.5
"""Between the circles of places that are tried, in the units of the table."""
RINGS, DIRECTIONS = 10, 8


def elsewhere(game: Game, seat: int, wish: list[float], later: Sequence[tuple[int, Given]]) -> list[Any]:
    """The first place about the wish from which the later answers are still possible; else why not even the wish is."""
    question = game.question_for(seat)
    if not isinstance(question, Place):
        raise Refused("no place is asked for now")
    reason: Refused | None = None
    tried: list[Given] = []
    for point in about(wish):
        try:
            path = question.snap([point])
            if path in tried:
                continue
            tried.append(path)
            again = game.fork()
            again.answer(path, seat=seat)
            for by, given in later:
                give_recorded(again, by, given)
        except Refused as refusal:
            reason = reason or refusal
        else:
            return list(path)
    raise reason or Refused("it cannot stand there")


def about(wish: list[float]) -> Iterator[list[float]]:
    """The wish, then points on wider and wider circles around it."""
    yield wish
    for turn in range(1, RINGS + 1):
        for direction in range(DIRECTIONS):
            angle = 2 * pi * direction / DIRECTIONS
            yield [wish[0] + turn * RING * cos(angle), wish[1] + turn * RING * sin(angle), *wish[2:]]
