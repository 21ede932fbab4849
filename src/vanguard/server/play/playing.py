"""A game being played, with its dice, its log and its steps; no sockets and no disk.

The game itself has no dice: they are thrown here, one answer at a time, so that every log line knows its step and a game
read back from disk is told in the very same steps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import thread_time
from typing import Any

from vanguard.core.chapters import BOTH, CHANCE
from vanguard.core.clauses import catalogue_or_empty
from vanguard.core.dice import KeyedDice, commitment_to
from vanguard.core.game import Game
from vanguard.core.questions import Draw, Given, Place, Question, Together
from vanguard.core.records import CONCEDED, DRAW_AGREED, Record, give_recorded, record_of_answers, setup_from_plain
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.rulebook import Rulebook
from vanguard.server.play.packed import Packed
from vanguard.server.storage.rows import StoredGame, StoredPlay
from vanguard.server.wire import shown
from vanguard.server.wire.messages.happened import LogLine
from vanguard.server.wire.messages.replays import ReplayMark
from vanguard.server.wire.text import wire_json

RESTS_APART = 8
"""Of so many stretches of a game one keeps the state it started from, and of what was long ago only the answers are kept: a
server has many games in memory, and hardly anybody takes back more."""


class PlayedStep:
    """One answer: who gave it, what, whether by itself, whether it revealed something, and the stage it led to."""

    __slots__ = ("auto", "given", "reveals", "seat", "stage")

    def __init__(self, seat: int, given: Given, auto: bool, reveals: bool, stage: str) -> None:
        self.seat = seat
        self.given = given
        self.auto = auto
        self.reveals = reveals
        self.stage = stage

    def text(self) -> str:
        return wire_json([self.seat, self.given, self.auto, self.reveals, self.stage])

    @staticmethod
    def of_text(text: str) -> PlayedStep:
        seat, given, auto, reveals, stage = json.loads(text)
        return PlayedStep(seat, given, auto, reveals, sys.intern(stage))


class ToldLine:
    """A line of the log as it is sent, made once: its text, the step it came with, and the one seat that may read it, if so."""

    __slots__ = ("json", "seen_by", "step")

    def __init__(self, json: str, seen_by: int | None, step: int) -> None:
        self.json = json
        self.seen_by = seen_by
        self.step = step

    def text(self) -> str:
        return self.json

    @staticmethod
    def of_text(text: str) -> ToldLine:
        line: LogLine = json.loads(text)
        return ToldLine(text, line["seen_by"], line["step"])


class Playing:
    """One game with everything that can be told of it."""

    def __init__(self, stored: StoredGame, rulebook: Rulebook) -> None:
        refuse_other_rules(stored, rulebook)
        self.stored = stored
        self.rulebook = rulebook
        self.catalogue = catalogue_or_empty(rulebook.name, rulebook.title)
        self.setup = setup_from_plain(stored.setup)
        self.dice = KeyedDice(stored.dice_secret) if stored.dice_secret and not stored.archive else None
        self.commitment = commitment_to(stored.dice_secret) if stored.dice_secret else ""
        self.damage = ""
        """What of it was lost on disk, if something was: then it can be looked at and branched, not played on."""
        self._begin()

    def _begin(self) -> None:
        self.game = Game.new(self.rulebook, self.setup, None)
        self.game.rests_apart = RESTS_APART
        self.game.forgets = True
        self.steps: Packed[PlayedStep] = Packed(PlayedStep.text, PlayedStep.of_text)
        self.lines: Packed[ToldLine] = Packed(ToldLine.text, ToldLine.of_text)
        self.for_one_only: list[tuple[int, int]] = []
        """The lines that only one seat may read: their numbers, and the seat."""
        self.first_stage = sys.intern(shown.stage(self.game))
        self.set_up: dict[str, tuple[int, int]] = {}
        """Pieces that were set up before the battle: by which seat, and at which step."""
        self.first_in_battle: dict[int, int] = {}
        """The step of each seat's first own answer after the set-up."""
        self._take_note(False)

    def play_again(self, play: StoredPlay, note: Callable[[str, float], None] | None = None) -> None:
        """Through answers that were accepted before; `OtherRules` if they now lead somewhere else.

        Then the dice are those of the game; nothing has been thrown yet. `note` is told how many seconds each answer took,
        with the dice it led to, and the clause that had asked for it.
        """
        digests = play.digests
        self._compare(digests, 0)
        clause, seconds = "", 0.0
        for number, (seat, given, auto) in enumerate(play.answers, 1):
            self._mark(seat, auto)
            if seat != CHANCE and self.game.question is not None:
                clause, seconds = self.game.question.clause, 0.0
            start = thread_time()
            try:
                give_recorded(self.game, seat, given)
            except (Refused, RuleFault) as fault:
                raise OtherRules(f"{CHANGED}: answer {number} is not possible any more ({fault})") from fault
            self._take_note(auto)
            if note is not None:
                seconds += thread_time() - start
                note(clause, seconds)
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

    def _hidden_from(self, seats: tuple[int, ...]) -> list[int]:
        """The numbers of the lines that these seats (none: spectators) may not read."""
        return [number for number, seat in self.for_one_only if seat not in seats]

    def lines_told_to(self, seats: tuple[int, ...]) -> int:
        """How many lines these seats may read."""
        return len(self.lines) - len(self._hidden_from(seats)) if self.for_one_only else len(self.lines)

    def lines_for(self, seats: tuple[int, ...], start: int = 0) -> list[str]:
        """The lines that these seats may read, as they are sent, but for the first `start` of them."""
        hidden = self._hidden_from(seats)
        first = start
        for number in hidden:
            if number <= first:
                first += 1
        found = self.lines.texts(first)
        if not hidden:
            return found
        return [text for number, text in enumerate(found, first) if number not in hidden]

    def log_for(self, seats: tuple[int, ...]) -> list[LogLine]:
        """The same as plain data."""
        return [json.loads(line) for line in self.lines_for(seats)]

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
        question, step, in_battle = self.game.question, len(self.steps), self._in_battle
        self.game.answer(given, seat=seat, settle=False)
        self._mark_answer(question, seat, auto, step, in_battle)
        self._take_note(auto)
        self.throw_dice()

    @property
    def _in_battle(self) -> bool:
        return (self.steps[-1].stage if self.steps else self.first_stage) != shown.SET_UP

    def _mark(self, seat: int, auto: bool) -> None:
        """Before an answer that was accepted once is given again."""
        self._mark_answer(self.game.question, seat, auto, len(self.steps), self._in_battle)

    def _mark_answer(self, question: Question[Any] | None, seat: int, auto: bool, step: int, in_battle: bool) -> None:
        """What was set up by which answer, and when a seat began to fight."""
        if seat in (CHANCE, BOTH):
            return
        if not in_battle and isinstance(question, Place) and question.mover:
            self.set_up[question.mover] = (seat, step)
        elif in_battle and not auto:
            self.first_in_battle.setdefault(seat, step)

    def throw_dice(self) -> None:
        """Die by die, so that every line of the log knows the step it came with."""
        while self.game.throw():
            self._take_note(False)

    def _take_note(self, auto: bool) -> None:
        """Steps and log lines that the last answer brought."""
        stage = sys.intern(shown.stage(self.game))
        for answer in self.game.answers_from(len(self.steps)):
            self.steps.append(PlayedStep(answer.seat, answer.given, auto, answer.reveals, stage))
        for event in self.game.events_from(len(self.lines)):
            line = shown.log_line(event, self.rulebook, len(self.steps))
            if line["seen_by"] is not None:
                self.for_one_only.append((len(self.lines), line["seen_by"]))
            self.lines.append(ToldLine(wire_json(line), line["seen_by"], line["step"]))
        self.game.let_go_of_events()

    # -- taking back ----------------------------------------------------------------------------------------------------------

    def last_answer_of(self, seat: int) -> tuple[int, bool] | None:
        """The step of this seat's last own answer, and whether nothing was rolled, revealed or answered since.

        A secret answer of the other seat that waits is an answer too: it is on disk and acknowledged.
        """
        free = not self.game.pending
        for at, step in self.steps.backward():
            if at < self.stored.base:
                break
            if step.seat == BOTH:
                return at, False
            if step.seat == seat and not step.auto:
                return at, free and not step.reveals
            free = free and step.seat == seat
        return None

    def withdraw(self, seat: int) -> None:
        """Take back a secret answer that waits."""
        self.game.undo(seat=seat)

    def remembers(self, step: int) -> bool:
        """Whether it can go back to this step at once; else it must be played again from its answers."""
        return step >= self.game.remembered_from

    def before(self, step: int) -> Playing:
        """The same game with only its first `step` answers, played again: this takes a while."""
        again = Playing(self.stored, self.rulebook)
        again.damage = self.damage
        again.play_again(StoredPlay([(one.seat, one.given, one.auto) for one in self.steps[:step]]))
        again.throw_dice()
        return again

    def take_back_to(self, step: int) -> None:
        """As if only the first `step` answers had been given; dice asked for there are thrown again (and fall the same)."""
        self.game.rewind(step)
        self.steps.cut(step)
        self.set_up = {key: placed for key, placed in self.set_up.items() if placed[1] < step}
        self.first_in_battle = {seat: at for seat, at in self.first_in_battle.items() if at < step}
        kept = next((number + 1 for number, line in self.lines.backward() if line.step <= step), 0)
        self.lines.cut(kept)
        self.for_one_only = [(number, seat) for number, seat in self.for_one_only if number < kept]
        self.throw_dice()

    # -- replay and record ----------------------------------------------------------------------------------------------------

    def catch_up(self, game: Game, step: int) -> None:
        """Let a game that was replayed as far as it is play on until this step."""
        for played in self.steps[game.revision : step]:
            give_recorded(game, played.seat, played.given)

    def marks(self) -> list[ReplayMark]:
        """Where each stage begins."""
        found: list[ReplayMark] = []
        stage = ""
        for step, name in enumerate([self.first_stage, *[played.stage for played in self.steps]]):
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
        answers = [(step.seat, step.given) for step in self.steps]
        record = record_of_answers(self.rulebook, self.setup, answers, [seat.name for seat in self.stored.seats])
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
