"""What a rulebook adds to the ladder of bots: its knowledge of the game, as the `Mind` that `Rulebook.mind()` gives.

The rungs in `bots/` share everything else, so that a third party's rulebook brings its own bot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Option, Player, Question
from vanguard.core.rulebook import Standing


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """How to play one rulebook sensibly. Answers are in plain form; every one must be legal."""

    caution: float = 0.0
    """A planner leaves the script only for what was better by so many standard errors; at 0 for whatever was better."""
    patience: int = 1
    """How often a planner tries each answer in its first round of trying; twice as often in each further one."""
    rounds: int = 3
    """How many rounds of trying there are; a cautious planner ends them as soon as it is sure."""

    foresight: int = 60
    """After so many decisions a planner judges a line where it stands, however far it was to be looked."""

    boldness: float = 1.0
    """How attacks are weighed by the script: above 1 by a bold player, below by a careful one."""
    ambition: float = 1.0
    """How going for what scores is weighed."""

    opponent: ClassVar[str] = "script"
    """The level for somebody who has not chosen one: the strongest that was measured to answer within a second (docs/bots.md)."""

    searches_well: ClassVar[bool] = False
    """Whether the search was shown to be stronger than the planner (docs/bots.md): only there people are offered it."""

    always: ClassVar[Mapping[str, str]] = {}
    """Clauses whose choice it always answers in one way, and why that is best; any other is answered by the position."""

    idle: ClassVar[tuple[str, ...]] = ("pass",)
    """Answers that do nothing, by key: nobody takes them by mistake."""

    slips: ClassVar[Mapping[str, float]] = {}
    """How often each level below the script slips, by its name, where that is not as usual: measured, so that every level is
    about as much stronger than the one below."""
    thoughts: ClassVar[int] = 3
    """Whoever slips takes one of so many first thoughts, the best excepted: more where the first few are much alike."""

    def tempered(self, boldness: float, ambition: float) -> Mind:
        """The same mind with another temperament."""
        twin = type(self)()
        twin.boldness, twin.ambition = boldness, ambition
        return twin

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

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        """Whether the round of `start` is over, where both sides have done what they could: a search judges what it has played on
        there, and there once more. As far as a planner looks, unless a rulebook knows what a round is."""
        return self.looked_far_enough(game, start, seat)

    def imagine(self, game: Game, seat: Player, chance: random.Random) -> None:
        """Replace in this fork whatever the seat may not know by a likely guess: dealt again, unless a mind guesses better."""
        game.rulebook.redeal(game.state, seat, chance.randrange)


@mypyc_attr(allow_interpreted_subclasses=True)
class RankingMind(Mind):
    """A mind that ranks answers: its script gives the first of them, and a planner tries out the first few."""

    worth_trying: ClassVar[Mapping[str, int]] = {}
    """How many answers are worth trying out, by the clause of the question; one where nothing is said."""

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        raise TypeError(f"{type(self).__name__} ranks no answers")

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        return self.ranked(game, seat, question, chance)[0]

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        return self.ranked(game, seat, question, chance)[: self.worth_trying.get(question.clause, 1)]


def best_first(question: Choose[Any], gain: Callable[[Option[Any]], float]) -> list[Given]:
    """The answers of a choice by what each gains."""
    gains = {option.key: gain(option) for option in question.available}
    return sorted(gains, key=lambda key: -gains[key])


def final_value(standing: Standing, seat: Player, victory: float) -> float:
    """What the end of a game is worth: how far ahead the seat is, and as much again as a victory counts."""
    difference = standing.scores[seat] - standing.scores[1 - seat]
    if standing.winner is None:
        return difference
    return difference + (victory if standing.winner == seat else -victory)
