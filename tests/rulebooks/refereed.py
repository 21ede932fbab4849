"""Whole games under the eyes of a referee that a test wrote from the book, and games that somebody has falsified."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from vanguard.bots import make_bot
from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.rulebook import load_rulebook
from vanguard.core.telling.events import Event
from vanguard.testing.random_play import new_game, some_answer

MOST = 20_000
HALF_BY_CHANCE = "half by chance"
"""Scripts that now and then do something else, so that odd things are seen too."""


class Referee:
    """Answers for the players, reads what comes of it with the book in its hand, and writes down what the book does not allow.

    It calls no rule. A referee of a game says what it looks at, what it expects to be offered, what an answer or an event of the
    log means to it, and what the table must be like then.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.objections: list[str] = []
        self.read = 0
        """So many events of the log are read."""

    # -- following a game ---------------------------------------------------------------------------------------------------

    def answer(self, given: Given, seat: int) -> None:
        """The game is answered, and what came of it is read."""
        self.prepare(given, seat)
        self.game.answer(given, seat=seat)
        self.follow()

    def prepare(self, given: Given, seat: int) -> None:
        """An answer is about to be given."""
        question = self.game.question_for(seat)
        assert question is not None
        self.look()
        self.judge_offer(question)
        self.hear(question, given)

    def follow(self) -> None:
        """Whatever happened since is read event by event, and compared with the table."""
        for event in self.game.events_from(self.read):
            self.read += 1
            self.read_event(event)
        self.judge_log()
        self.look()
        self.judge_table()

    # -- what a referee knows -----------------------------------------------------------------------------------------------

    def look(self) -> None:
        """The table as it stands."""

    def judge_offer(self, question: Question[Any]) -> None:
        """Is everything that is offered legal, and everything legal offered?"""

    def hear(self, question: Question[Any], given: Given) -> None:
        """What an answer means that the log does not tell."""

    def read_event(self, event: Event) -> None:
        """What the log tells, and whether that could be."""

    def judge_log(self) -> None:
        """Does the table stand as the log has told?"""

    def judge_table(self) -> None:
        """Is the table as the book allows?"""

    def when(self) -> str:
        """How far the game is, for what is written down."""
        return ""

    def demand(self, event: Event | None, holds: bool, why: str) -> None:
        if not holds:
            told = "" if event is None else event.sentence(self.game.rulebook.messages)
            self.objections.append(f"{self.when()}, answer {len(self.game.answers)}: {told} — {why}")


R = TypeVar("R", bound=Referee)


def refereed(referee: type[R], rulebook: str, number: int, level: str) -> R:
    """The game of this number, played to its end."""
    game = new_game(load_rulebook(rulebook), number)
    watching = referee(game)
    answers = Answers(rulebook, number, level)
    for _ in range(MOST):
        if game.question is None:
            return watching
        seat = game.deciders()[0]
        watching.answer(answers.of(game, seat), seat)
    raise AssertionError(f"no end after {MOST} answers")


class Answers:
    """What players of a level answer, game after game the same."""

    def __init__(self, rulebook: str, number: int, level: str) -> None:
        self.chance = random.Random(number)
        self.share = {"random": 1.0, HALF_BY_CHANCE: 0.3}.get(level, 0.0)
        """How often chance answers."""
        name = "script" if level == HALF_BY_CHANCE else level
        self.bots = [make_bot(rulebook, name, number + seat) for seat in (0, 1)]

    def of(self, game: Game, seat: int) -> Given:
        question = game.question_for(seat)
        assert question is not None
        if self.share == 1.0 or (self.share and self.chance.random() < self.share):
            return some_answer(question, self.chance)
        return self.bots[seat].answer(game, seat)


SOON = 60


def falsified(
    referee: type[Referee],
    rulebook: str,
    number: int,
    level: str,
    key: str,
    falsify: Callable[[Any, Event], bool | None],
) -> list[str]:
    """What a referee objects to in a game where, when the log tells `key`, the rules have done something else than they should.

    `falsify` changes what came of it, the state and what the log says, or answers False to wait for the next such event. Some
    things come out at the end of a round only, so the game goes on a little.
    """
    done: list[Event] = []

    class Watching(referee):  # type: ignore[valid-type, misc]
        def follow(self) -> None:
            for event in self.game.events_from(self.read):
                if event.key == key and not done:
                    assert self.objections == []
                    if falsify(self.game.state, event) is not False:
                        done.append(event)
            super().follow()

    game = new_game(load_rulebook(rulebook), number)
    watching = Watching(game)
    answers = Answers(rulebook, number, level)
    for _ in range(SOON):
        while game.question is not None and not watching.objections:
            seat = game.deciders()[0]
            watching.answer(answers.of(game, seat), seat)
            if done:
                break
    assert done, f"nothing was told of {key}"
    return watching.objections
