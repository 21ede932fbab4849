"""The story of a finished game: who fell, how the dice fell against what was to be expected, and when the game turned."""

from __future__ import annotations

from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Roll
from vanguard.core.records import give_recorded
from vanguard.server.play.playing import Playing
from vanguard.server.wire.messages.happened import LogLine
from vanguard.server.wire.messages.replays import Luck, Story, Swing

MOST_LOOKS = 90
"""At so many moments the position is weighed at most."""
TURNS = ("act", "stage", "reveal")
"""What begins a turn: somebody acts, a round or phase begins, a token or card is turned over."""
MOST_SWINGS = 3
TELLING = ("fall", "score", "harm", "attack", "move")
"""Which line tells of a moment: the first of these kinds that happened in it."""


def story_of(playing: Playing) -> Story:
    """Played once more from its answers: every roll is compared with its chances, and at every turn the position is weighed."""
    lines: list[LogLine] = playing.log_for((0, 1))
    luck: list[Luck] = [{"dice": 0, "good": 0, "expected": 0.0} for _ in (0, 1)]
    moments = moments_of(lines, len(playing.steps))
    worth: list[float] = []
    sides: dict[str, int] = {}
    mind = playing.rulebook.mind()
    game = Game.new(playing.rulebook, playing.setup, None)
    for step, played in enumerate(playing.steps):
        if mind is not None and step in moments:
            worth.append(lead(mind, game))
            sides.update({model["key"]: model["side"] for model in game.view(None)["models"]})
        if isinstance(game.question, Roll) and isinstance(played.given, list):
            count_luck(game.question, played.given, luck)
        give_recorded(game, played.seat, played.given)
    return {"luck": luck, "swings": swings(lines, moments, worth, sides)}


def moments_of(log: list[LogLine], steps: int) -> list[int]:
    """The steps at which a turn or a round begins; of a long game only some of them."""
    lines = [line for line in log if line["shows"] is not None and line["shows"]["kind"] in TURNS]
    found = sorted({line["step"] for line in lines} & set(range(steps)))
    every = max(1, -(-len(found) // MOST_LOOKS))
    return found[::every]


def lead(mind: Any, game: Game) -> float:
    """By how much the first seat is ahead, by the judgement of the bots and in their own measure: not points, no chance."""
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


def swings(lines: list[LogLine], moments: list[int], worth: list[float], sides: dict[str, int]) -> list[Swing]:
    """The moments in which the game turned most, in the order in which they happened; `sides`: whose piece is which."""
    found: list[Swing] = []
    for here, there, before, after in zip(moments, moments[1:], worth, worth[1:], strict=False):
        change = round(after - before, 2)
        seat = 0 if change > 0 else 1
        line = told(lines, here, there, seat, sides)
        if line is not None:
            found.append({"step": line["step"], "text": line["text"], "change": abs(change), "seat": seat})
    found.sort(key=lambda one: -one["change"])
    return sorted([one for one in found[:MOST_SWINGS] if one["change"] > 0], key=lambda one: one["step"])


def told(lines: list[LogLine], after: int, until: int, seat: int, sides: dict[str, int]) -> LogLine | None:
    """The line that says most about what went well for this seat between two steps, of those everybody may read."""
    between = [line for line in lines if after < line["step"] <= until and line["seen_by"] is None and line["shows"]]
    for lines_to_tell in ([line for line in between if went_well_for(line, seat, sides)], between):
        for kind in TELLING:
            for line in lines_to_tell:
                if line["shows"] is not None and line["shows"]["kind"] == kind:
                    return line
    return None


def went_well_for(line: LogLine, seat: int, sides: dict[str, int]) -> bool:
    """The other side's loss, or this side's deed or score."""
    shows = line["shows"]
    if shows is None:
        return False
    doers = {shows["seat"]} if "seat" in shows else {sides[key] for key in shows["who"] if key in sides}
    return (1 - seat if shows["kind"] in ("fall", "harm") else seat) in doers
