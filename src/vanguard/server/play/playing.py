"""A game being played, with its dice, its log and its steps; no sockets and no disk.

The game itself has no dice: they are thrown here, one answer at a time, so that every log line knows its step and a game
read back from disk is told in the very same steps.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from vanguard.core.dice import KeyedDice, commitment_to
from vanguard.core.game import BOTH, CHANCE, Game
from vanguard.core.questions import Draw, Given, Question, Together
from vanguard.core.records import CONCEDED, DRAW_AGREED, Record, give_recorded, record_of, setup_from_plain
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.rulebook import Rulebook
from vanguard.server.storage.rows import StoredGame, StoredPlay
from vanguard.server.wire import shown
from vanguard.server.wire.messages import LogLine, ReplayMark
from vanguard.server.wire.text import wire_json

RESTS_APART = 12
"""Of so many stretches of a game one keeps the state it started from: a server has many games in memory."""


@dataclass(slots=True)
class PlayedStep:
    """One answer: who gave it, what, whether by itself, whether it revealed something, and the stage it led to."""

    seat: int
    given: Given
    auto: bool
    reveals: bool
    stage: str


class ToldLine:
    """A line of the log as it is sent, made once: its text, the step it came with, and the one seat that may read it, if so."""

    __slots__ = ("json", "seen_by", "step")

    def __init__(self, line: LogLine) -> None:
        self.json = wire_json(line)
        self.seen_by = line["seen_by"]
        self.step = line["step"]


class Playing:
    """One game with everything that can be told of it."""

    def __init__(self, stored: StoredGame, rulebook: Rulebook) -> None:
        refuse_other_rules(stored, rulebook)
        self.stored = stored
        self.rulebook = rulebook
        self.setup = setup_from_plain(stored.setup)
        self.dice = KeyedDice(stored.dice_secret) if stored.dice_secret and not stored.archive else None
        self.commitment = commitment_to(stored.dice_secret) if stored.dice_secret else ""
        self.damage = ""
        """What of it was lost on disk, if something was: then it can be looked at and branched, not played on."""
        self._begin()

    def _begin(self) -> None:
        self.game = Game.new(self.rulebook, self.setup, None)
        self.game.rests_apart = RESTS_APART
        self.steps: list[PlayedStep] = []
        self.lines: list[ToldLine] = []
        self.for_one_only = 0
        """How many of the lines only one seat may read."""
        self.first_stage = shown.stage(self.game)
        self._take_note(False)

    def play_again(self, play: StoredPlay) -> None:
        """Through answers that were accepted before; `OtherRules` if they now lead somewhere else.

        Then the dice are those of the game; nothing has been thrown yet.
        """
        digests = play.digests
        self._compare(digests, 0)
        for number, (seat, given, auto) in enumerate(play.answers, 1):
            try:
                give_recorded(self.game, seat, given)
            except (Refused, RuleFault) as fault:
                raise OtherRules(f"{CHANGED}: answer {number} is not possible any more ({fault})") from fault
            self._take_note(auto)
            self._compare(digests, number)
        for seat, given in play.pending.items():
            self.game.answer(given, seat=seat)
        self.game.dice = self.dice

    def _compare(self, digests: dict[int, str], number: int) -> None:
        if number in digests and self.game.digest != digests[number]:
            raise OtherRules(f"{CHANGED}: after {number} answers it stands otherwise than it stood then")

    def start_over(self, answers: list[PlayedStep], pending: dict[int, Given]) -> None:
        """Rebuild the game from its answers, after a rule failed half-way through one."""
        self._begin()
        self.play_again(StoredPlay([(step.seat, step.given, step.auto) for step in answers], pending))

    @property
    def table(self) -> dict[str, Any]:
        """The scene at the start."""
        return self.rulebook.table(self.rulebook.new(self.setup))

    @property
    def cards(self) -> dict[str, Any]:
        return self.rulebook.cards(self.game.state)

    def scene(self) -> dict[str, Any]:
        """The scene as it is now: sides are chosen and barricades set up during play."""
        return self.rulebook.table(self.game.state)

    def scene_key(self) -> Any:
        return self.rulebook.scene_key(self.game.state)

    # -- reading --------------------------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        return len(self.steps)

    @property
    def over(self) -> bool:
        return self.stored.archive or bool(self.stored.result) or bool(self.damage) or self.game.over

    def question_for(self, seat: int) -> Question[Any] | None:
        return None if self.over else self.game.question_for(seat)

    @property
    def both_in_secret(self) -> bool:
        return isinstance(self.game.question, Together)

    def deciders(self) -> tuple[int, ...]:
        return () if self.over else self.game.deciders()

    def lines_for(self, seats: tuple[int, ...]) -> list[ToldLine]:
        """The lines that these seats (none: spectators) may read."""
        if not self.for_one_only:
            return self.lines
        return [line for line in self.lines if line.seen_by is None or line.seen_by in seats]

    def log_for(self, seats: tuple[int, ...]) -> list[LogLine]:
        """The same as plain data."""
        return [json.loads(line.json) for line in self.lines_for(seats)]

    def summary(self) -> dict[str, Any]:
        standing = shown.standing(self.game, self.stored.result)
        return {
            "steps": self.revision,
            "stage": shown.stage(self.game),
            "deciding": list(self.deciders()),
            "over": self.over,
            "winner": standing["winner"],
            "reason": standing["reason"],
        }

    # -- answering ------------------------------------------------------------------------------------------------------------

    def answer(self, seat: int, given: Given, auto: bool = False) -> None:
        """Give an answer and throw the dice it leads to. `Refused` changes nothing."""
        if self.over:
            raise Refused("the game is over: there is nothing to answer")
        if seat not in self.game.deciders():
            raise Refused("somebody else decides now")
        self.game.answer(given, seat=seat, settle=False)
        self._take_note(auto)
        self.throw_dice()

    def throw_dice(self) -> None:
        """Die by die, so that every line of the log knows the step it came with."""
        while self.game.throw():
            self._take_note(False)

    def _take_note(self, auto: bool) -> None:
        """Steps and log lines that the last answer brought."""
        stage = shown.stage(self.game)
        for answer in self.game.answers_from(len(self.steps)):
            self.steps.append(PlayedStep(answer.seat, answer.given, auto, answer.reveals, stage))
        for event in self.game.events_from(len(self.lines)):
            line = ToldLine(shown.log_line(event, self.rulebook, len(self.steps)))
            self.for_one_only += line.seen_by is not None
            self.lines.append(line)

    # -- taking back ----------------------------------------------------------------------------------------------------------

    def last_answer_of(self, seat: int) -> tuple[int, bool] | None:
        """The step of this seat's last own answer, and whether nothing was rolled, revealed or answered since.

        A secret answer of the other seat that waits is an answer too: it is on disk and acknowledged.
        """
        free = not self.game.pending
        for at in range(len(self.steps) - 1, self.stored.base - 1, -1):
            step = self.steps[at]
            if step.seat == BOTH:
                return at, False
            if step.seat == seat and not step.auto:
                return at, free and not step.reveals
            free = free and step.seat == seat
        return None

    def withdraw(self, seat: int) -> None:
        """Take back a secret answer that waits."""
        self.game.undo(seat=seat)

    def take_back_to(self, step: int) -> None:
        """As if only the first `step` answers had been given; dice asked for there are thrown again (and fall the same)."""
        self.game.rewind(step)
        del self.steps[step:]
        while self.lines and self.lines[-1].step > step:
            self.for_one_only -= self.lines.pop().seen_by is not None
        self.throw_dice()

    # -- replay and record ----------------------------------------------------------------------------------------------------

    def at_step(self, step: int) -> Game:
        """A copy of the game as it stood after `step` answers."""
        game = self.game.fork()
        game.rewind(step)
        return game

    def marks(self) -> list[ReplayMark]:
        """Where each stage begins."""
        found: list[ReplayMark] = []
        stage = ""
        for step, name in enumerate([self.first_stage, *[step.stage for step in self.steps]]):
            if name != stage:
                found.append({"step": step, "label": name})
                stage = name
        return found

    def answer_told(self, game: Game, step: int, seat: int | None) -> str | None:
        """What was answered at this step, in words, as far as this seat may know it."""
        if step >= len(self.steps):
            return None
        played = self.steps[step]
        if not self.over:
            question = game.question
            secret_draw = isinstance(question, Draw) and question.secret_to not in (-1, seat)
            if secret_draw or played.seat not in (CHANCE, BOTH, seat):
                return None
        return shown.answer_in_words(game.question, played.given)

    def record(self) -> Record:
        """The record of a finished game. Dice of a game that branched off are not all its own: then no secret is given."""
        record = record_of(self.game, [seat.name for seat in self.stored.seats])
        record.commitment = self.commitment
        if not self.stored.base:
            record.secret = self.stored.dice_secret
        else:
            record.commitment = ""
        result = self.stored.result
        if result and not self.game.over:
            record.ending = DRAW_AGREED if result["winner"] is None else CONCEDED[1 - int(result["winner"])]
        record.practice = self.stored.practice
        record.taken_back = list(self.stored.taken_back) if self.stored.practice else []
        return record


CHANGED = "the rules have changed since it was played"


class OtherRules(Refused):
    """The game was played by an earlier version: it can be shown as it was kept, not played on."""


def refuse_other_rules(stored: StoredGame, rulebook: Rulebook) -> None:
    if stored.version != rulebook.version:
        raise OtherRules(
            f"it was played by {rulebook.title} {stored.version}, an earlier version; here is {rulebook.version}"
        )
    if stored.content != rulebook.content_digest():
        raise OtherRules(f"its units, maps or scenarios have been changed in {rulebook.title} since it was begun")
