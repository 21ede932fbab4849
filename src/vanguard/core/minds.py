"""What a rulebook adds to the ladder of bots: its knowledge of the game, as the `Mind` that `Rulebook.mind()` gives.

The rungs in `bots/` share everything else, so that a third party's rulebook brings its own bot.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from vanguard.core.game import Game
from vanguard.core.questions import Given, Player, Question


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """How to play one rulebook sensibly. Answers are in plain form; every one must be legal."""

    caution: float = 0.0
    """A planner leaves the script only for what was better by so many standard errors; at 0 for whatever was better."""
    patience: int = 1
    """How often a planner tries each answer in its first round of trying; twice as often in each further one."""
    rounds: int = 3
    """How many rounds of trying there are; a cautious planner ends them as soon as it is sure."""

    always: ClassVar[Mapping[str, str]] = {}
    """Clauses whose choice it always answers in one way, and why that is best; any other is answered by the position."""

    idle: ClassVar[tuple[str, ...]] = ("pass",)
    """Answers that do nothing, by key: nobody takes them by mistake."""

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """The scripted answer: intents by role, targets and re-rolls by expected value."""
        raise TypeError(f"{type(self).__name__} has no script")

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, the scripted one first: what somebody might take instead."""
        return [self.script(game, seat, question, chance)]

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """How tried-out lines are played on: like the script, if need be with quicker and coarser answers."""
        return self.script(game, seat, question, chance)

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Holds objectives and never attacks."""
        raise TypeError(f"{type(self).__name__} has no sitter")

    def value(self, game: Game, seat: Player) -> float:
        """What the position is worth to this seat, in victory points: score to come, survival, threats, objectives."""
        raise TypeError(f"{type(self).__name__} has no value")

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """The answers worth trying out, the scripted one first; just that one where planning gains nothing."""
        return [self.script(game, seat, question, chance)]

    def lines(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[list[Given]]:
        """Lines worth trying out, the scripted one first: an answer, and what the seat answers to the questions that follow
        at once. The shortlist, one answer each, unless a rulebook thinks further ahead."""
        return [[given] for given in self.shortlist(game, seat, question, chance)]

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """Whether a tried-out line, begun at `start`, has come to a point where its value can be judged.

        Usually: the activation is over and the other side has answered with one of its own.
        """
        return game.at_rest and game.revision > start.revision

    def imagine(self, game: Game, seat: Player, chance: random.Random) -> None:
        """Replace in this fork whatever the seat may not know by a likely guess: dealt again, unless a mind guesses better."""
        game.rulebook.redeal(game.state, seat, chance.randrange)
