"""The story of a finished game: who fell, how the dice fell against what was to be expected, and when the game turned."""

from __future__ import annotations

import json
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Roll
from vanguard.core.records import give_recorded
from vanguard.server.play.playing import Playing
from vanguard.server.wire.messages import LogLine, Luck, Story, Swing

MOST_LOOKS = 90
"""At so many moments the position is weighed at most."""
MOST_SWINGS = 3
TELLING = ("fall", "score", "harm", "attack", "move")
"""Which line tells of a moment: the first of these kinds that happened in it."""


def story_of(playing: Playing) -> Story:
    """Played once more from its answers: every roll is compared with its chances, and at every turn the position is weighed."""
    lines: list[LogLine] = [json.loads(line.json) for line in playing.lines]
    luck: list[Luck] = [{"dice": 0, "good": 0, "expected": 0.0} for _ in (0, 1)]
    moments = moments_of(lines, len(playing.steps))
    worth: list[float] = []
    mind = playing.rulebook.mind()
    game = Game.new(playing.rulebook, playing.setup, None)
    for step, played in enumerate(playing.steps):
        if mind is not None and step in moments:
            worth.append(lead(mind, game))
        if isinstance(game.question, Roll) and isinstance(played.given, list):
            count_luck(game.question, played.given, luck)
        give_recorded(game, played.seat, played.given)
    return {"luck": luck, "swings": swings(lines, moments, worth)}


def moments_of(log: list[LogLine], steps: int) -> list[int]:
    """The steps at which a turn or a round begins; of a long game only some of them."""
    lines = [line for line in log if line["shows"] is not None and line["shows"]["kind"] in ("act", "stage")]
    found = sorted({line["step"] for line in lines} & set(range(steps)))
    every = max(1, -(-len(found) // MOST_LOOKS))
    return found[::every]


def lead(mind: Any, game: Game) -> float:
    """By how much the first seat is ahead, in victory points, by the judgement of the bots."""
    try:
        return (float(mind.value(game, 0)) - float(mind.value(game, 1))) / 2.0
    except TypeError:
        return 0.0  # a mind that weighs nothing


def count_luck(roll: Roll, faces: list[Any], luck: list[Luck]) -> None:
    """Dice that can succeed or fail: how many did, and how many were to be expected."""
    kinds = roll.kinds
    if kinds is None or roll.player not in (0, 1) or not any(kind > 0 for kind in kinds):
        return
    worth = dict(zip(roll.faces, kinds, strict=True))
    mine = luck[roll.player]
    mine["dice"] += len(faces)
    mine["good"] += sum(worth.get(face, 0) > 0 for face in faces)
    mine["expected"] += len(faces) * sum(kind > 0 for kind in kinds) / len(kinds)


def swings(lines: list[LogLine], moments: list[int], worth: list[float]) -> list[Swing]:
    """The moments in which the game turned most, in the order in which they happened."""
    found: list[Swing] = []
    for here, there, before, after in zip(moments, moments[1:], worth, worth[1:], strict=False):
        line = told(lines, here, there)
        if line is not None:
            change = round(after - before, 2)
            found.append({"step": there, "text": line["text"], "change": abs(change), "seat": 0 if change > 0 else 1})
    found.sort(key=lambda one: -one["change"])
    return sorted([one for one in found[:MOST_SWINGS] if one["change"] > 0], key=lambda one: one["step"])


def told(lines: list[LogLine], after: int, until: int) -> LogLine | None:
    """The line that says most about what happened between two steps, of those everybody may read."""
    between = [line for line in lines if after < line["step"] <= until and line["seen_by"] is None]
    for kind in TELLING:
        for line in between:
            if line["shows"] is not None and line["shows"]["kind"] == kind:
                return line
    return None
