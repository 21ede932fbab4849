"""One game between two bots, with everything a suspicious reader wants counted."""

from __future__ import annotations

from collections.abc import Callable

from vanguard.bots import Bot, make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup, Standing

MOST_DECISIONS = 20_000
"""A game that takes more is counted as stalled: no rulebook comes near it."""


class Played:
    """How one game went: finished, refused, crashed or stalled; who won; how many decisions it took."""

    __slots__ = (
        "course", "crashed", "decisions", "fell_back", "finished", "mover", "problem", "refused", "scores", "stalled",
        "winner",
    )  # fmt: skip

    def __init__(self) -> None:
        self.finished = False
        self.refused = 0
        self.crashed = 0
        self.stalled = 0
        self.fell_back = 0
        """Answers that a bot could not think of because it failed, and took from a simpler one."""
        self.winner: int | None = None
        self.scores: tuple[float, float] = (0.0, 0.0)
        self.decisions = 0
        self.mover: int | None = None
        """Who acted first once the set-up was over."""
        self.course: list[float] = []
        """The first seat's lead at the end of each stage of the game, the end included."""
        self.problem = ""

    @property
    def result(self) -> str:
        """`first`, `second`, `draw`, or `unfinished`."""
        if not self.finished:
            return "unfinished"
        return "draw" if self.winner is None else ("first", "second")[self.winner]


def play_game(
    rulebook: Rulebook,
    setup: Setup,
    levels: tuple[str, str],
    dice_seed: str,
    bot_seeds: tuple[int, int],
    forkable: bool | None = None,
    at_the_end: Callable[[Game], None] | None = None,
) -> Played:
    """Play one whole game. A refused answer is counted and replaced by the first candidate, a crash ends the game.

    `at_the_end` may look at the finished game, to count what happened in it.
    """
    played = Played()
    try:
        bots = (make_bot(rulebook.name, levels[0], bot_seeds[0]), make_bot(rulebook.name, levels[1], bot_seeds[1]))
        needs_forks = any(level not in ("random", "sitter") for level in levels) if forkable is None else forkable
        game = Game.new(rulebook, setup, KeyedDice(secret_from_seed(dice_seed)), needs_forks)
        standing = _play_out(game, bots, played)
        played.finished = standing.over
        played.winner = standing.winner
        played.scores = standing.scores
        if at_the_end is not None:
            at_the_end(game)
    except Exception as problem:  # a crash of rules or bot is a result to be counted, never dropped
        played.crashed = 1
        played.problem = f"{type(problem).__name__}: {problem}"
    return played


def _play_out(game: Game, bots: tuple[Bot, Bot], played: Played) -> Standing:
    stage = game.state.stage()
    begins = game.rulebook.promises().activation
    while game.question is not None:
        if game.state.stage() != stage:
            stage = game.state.stage()
            played.course.append(_lead(game.standing))
        if played.decisions >= MOST_DECISIONS:
            played.stalled = 1
            played.problem = f"no end after {MOST_DECISIONS} decisions"
            break
        seat = game.deciders()[0]
        if played.mover is None and (game.question.clause == begins if begins else played.course):
            played.mover = seat
        given = bots[seat].answer(game, seat)
        try:
            game.answer(given, seat=seat)
        except Refused as refusal:
            played.refused += 1
            played.problem = str(refusal)
            question = game.question_for(seat)
            assert question is not None
            game.answer(question.candidates()[0], seat=seat)
        played.decisions += 1
        played.fell_back = bots[0].failures + bots[1].failures
    standing = game.standing
    played.course.append(_lead(standing))
    return standing


def _lead(standing: Standing) -> float:
    return standing.scores[0] - standing.scores[1]
