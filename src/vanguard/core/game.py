"""A game: the last resting position plus the answers given since.

Python cannot copy a running coroutine. So the rulebook says for a resting state (nothing half-done, normally between
activations) which procedure comes next; fork and undo copy the resting state and replay the few answers since. What came
before that rest is remembered in chapters (`core.chapters`).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from vanguard.core.chapters import (
    BOTH,
    CHANCE,
    Answer,
    Chapter,
    answers_from,
    answers_until,
    events_from,
    forget_events,
    forget_long_ago,
    last_answer,
    remembered_from,
    thin_out,
)
from vanguard.core.dice import DiceSource
from vanguard.core.questions import Chance, Given, Player, Question, Together
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.rulebook import Procedure, Rulebook, Setup, Standing
from vanguard.core.state import SILENCE, State
from vanguard.core.telling.events import EVERYBODY, Event

MOST_RESTS_WITHOUT_A_QUESTION = 10_000


class _Done(Question[Procedure]):
    """What is asked when a procedure is finished: which one comes next? The game answers this itself."""

    __slots__ = ()


DONE: Final = _Done(CHANCE, "What comes next?", "")


async def _one_after_another(procedure: Procedure) -> None:
    """Procedures in turn, as one that never ends: raising an exception at the end of each would cost more than most of
    them do.
    """
    while True:
        await procedure
        procedure = await DONE


class Game:
    """One game being played. `question` is what is being asked; `answer` gives an answer; None means it is over.

    With a dice source, questions to chance are answered at once; without (`dice=None`) whoever drives answers them too.
    `forkable=False` saves the copy at every rest for plain simulation: such a game cannot be forked or undone, and
    keeps no log.
    """

    __slots__ = (
        "_answers",
        "_counts",
        "_forkable",
        "_past",
        "_pending",
        "_procedure",
        "_rest",
        "_rest_counts",
        "_rest_stage",
        "_stage",
        "dice",
        "forgets",
        "question",
        "rests_apart",
        "rulebook",
        "setup",
        "state",
    )

    def __init__(
        self, rulebook: Rulebook, setup: Setup | None, state: State, dice: DiceSource | None, forkable: bool = True
    ) -> None:
        self.rulebook = rulebook
        self.setup = setup
        self.state = state
        self.dice = dice
        self.question: Question[Any] | None = None
        self._forkable = forkable
        if not forkable:
            state.events = SILENCE
        self._past: Chapter | None = None
        self._rest: State | None = None
        self._answers: list[Answer] = []
        self._pending: dict[int, Answer] = {}
        self._stage = ""
        self._counts: dict[str, int] = {}
        self._rest_stage = ""
        self._rest_counts: dict[str, int] = {}
        self._procedure: Procedure | None = None
        self.rests_apart = 1
        """Of so many chapters one keeps the state it started from; going back to another plays on from there."""
        self.forgets = False
        """Whether chapters of long ago are let go of: for whoever has the answers elsewhere."""

    @staticmethod
    def new(rulebook: Rulebook, setup: Setup, dice: DiceSource | None, forkable: bool = True) -> Game:
        """A new game at its first question."""
        return Game.at(rulebook, rulebook.new(setup), dice, setup, forkable)

    @staticmethod
    def at(
        rulebook: Rulebook, state: State, dice: DiceSource | None, setup: Setup | None = None, forkable: bool = True
    ) -> Game:
        """A game from any resting state: tests and what-if questions start in the middle."""
        game = Game(rulebook, setup, state, dice, forkable)
        game._open_chapter()
        game._settle()
        return game

    # -- reading --------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.question is None

    @property
    def standing(self) -> Standing:
        return self.rulebook.standing(self.state)

    @property
    def revision(self) -> int:
        """How many answers have been given, dice included: a client names it so that a stale answer is refused.

        A secret answer counts only once it is revealed, so that the revision does not tell that it was given.
        """
        return answers_until(self._past) + len(self._answers)

    @property
    def pending(self) -> dict[int, Given]:
        """Secret answers waiting for the other seat's, by seat. Never shown to anybody else."""
        return {seat: answer.given for seat, answer in self._pending.items()}

    @property
    def remembered_from(self) -> int:
        """The revision from which on the game knows its answers and can be taken back: 0 unless it forgets."""
        return remembered_from(self._past)

    @property
    def at_rest(self) -> bool:
        return not self._answers and not self._pending

    @property
    def stretches(self) -> int:
        """How many stretches from one rest to the next are over."""
        return 0 if self._past is None else self._past.number + 1

    def deciders(self) -> tuple[Player, ...]:
        """The seats that have something to answer now."""
        question = self.question
        if question is None or isinstance(question, Chance):
            return ()
        if isinstance(question, Together):
            return tuple([part.player for part in question.parts if part.player not in self._pending])
        return (question.player,)

    def question_for(self, seat: Player) -> Question[Any] | None:
        """What this seat is asked now, or None."""
        question = self.question
        if question is None or isinstance(question, Chance):
            return None
        if isinstance(question, Together):
            return question.part_of(seat) if seat in self.deciders() else None
        return question if question.player == seat else None

    @property
    def answers(self) -> list[Answer]:
        """All answers so far, dice included, in order; secret ones only once they are revealed."""
        return self.answers_from(0)

    def answers_from(self, number: int) -> list[Answer]:
        """The answers but the first `number`, without a look at the chapters that hold only those."""
        return answers_from(number, self._past, self._answers)

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far, in order."""
        return self.events_from(0)

    def events_from(self, number: int) -> list[Event]:
        """What happened but for the first `number` events, without a look at the chapters that hold only those."""
        return events_from(number, self._past, self.state.events)

    def let_go_of_events(self) -> None:
        """For whoever has read them: of the events of finished stretches only their number is kept."""
        forget_events(self._past)

    def log(self, seat: Player | None) -> list[str]:
        """The sentences this seat (None: a spectator) may read."""
        messages = self.rulebook.messages
        return [
            event.sentence(messages) for event in self.events if event.seen_by == EVERYBODY or event.seen_by == seat
        ]

    def view(self, seat: Player | None) -> dict[str, Any]:
        """What this seat may see of the table now."""
        return self.rulebook.view(self.state, seat)

    @property
    def digest(self) -> str:
        """A short text that differs whenever any fact or any answer since the last rest differs."""
        given = [[answer.seat, answer.given] for answer in self._answers]
        pending = [[seat, self._pending[seat].given] for seat in sorted(self._pending)]
        text = json.dumps([self.state.facts(), given, pending], sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    # -- playing --------------------------------------------------------------------------------------------------------

    def answer(self, given: Given, seat: Player | None = None, at: int | None = None, settle: bool = True) -> None:
        """Answer the question. `seat` and `at` (the revision the answer was made for) are checked when given.

        An answer that is not legal raises `Refused` and changes nothing. With `settle=False` the dice it leads to are not
        thrown yet: whoever wants to look between one throw and the next calls `throw`.
        """
        question = self.question
        if question is None:
            raise Refused("the game is over: there is nothing to answer")
        if at is not None and at != self.revision:
            raise Refused(f"this answer is for step {at}, but the game is at step {self.revision}")
        if isinstance(question, Together):
            self._answer_part(question, given, seat)
        else:
            if seat is not None and seat != question.player:
                raise Refused(f"seat {question.player} decides now, not seat {seat}", question.clause)
            plain, value = question.read(given)
            if isinstance(question, Chance):
                self._count_event()
                self._give(Answer(CHANCE, plain, value, True))
            else:
                self._give(Answer(question.player, plain, value, question.reveals))
        if settle:
            self._settle()

    def _answer_part(self, question: Together[Any, Any], given: Given, seat: Player | None) -> None:
        if seat is None:
            waiting = self.deciders()
            seat = waiting[0]
        part = question.part_of(seat)
        if seat in self._pending:
            raise Refused(f"seat {seat} has already answered and waits for the other seat", question.clause)
        plain, value = part.read(given)
        self._pending[seat] = Answer(seat, plain, value, False)
        if len(self._pending) == len(question.parts):
            self._reveal(question)

    def _reveal(self, question: Together[Any, Any]) -> None:
        """Both answers are in: the rule receives them at once."""
        given = [self._pending[part.player].given for part in question.parts]
        value = tuple([self._pending[part.player].value for part in question.parts])
        self._pending = {}
        self._give(Answer(BOTH, given, value, True))

    def _give(self, answer: Answer) -> None:
        self._answers.append(answer)
        try:
            self._step(answer.value)
        except Refused as refusal:
            raise RuleFault(f"a rule refused after it had accepted: {refusal}") from refusal

    def _step(self, value: Any) -> None:
        procedure = self._procedure
        assert procedure is not None
        question = procedure.send(value)
        if question is DONE:
            self._close_chapter()
            self._open_chapter()
        else:
            self.question = question

    def _close_chapter(self) -> None:
        if self._forkable:
            events = self.state.events
            self._past = Chapter(self._past, self._rest, self._rest_stage, self._rest_counts, self._answers, events)
            if self.rests_apart > 1:
                self._thin_out(self._past)
            self._answers = []
            self.state.events = []
        else:
            self._answers.clear()

    def _thin_out(self, latest: Chapter) -> None:
        """Keep fewer resting states; now and then, forget what was long ago."""
        thin_out(latest, self.rests_apart, self.forgets)
        if self.forgets and latest.number % self.rests_apart == 0:
            self.state.let_go()
            forget_long_ago(latest)

    def _open_chapter(self) -> None:
        """From a rest, start procedures until one asks something or the game is over."""
        for _ in range(MOST_RESTS_WITHOUT_A_QUESTION):
            state = self.state
            if self._forkable:
                self._rest = state.copy()
                self._rest_stage = self._stage
                self._rest_counts = self._counts
            question = self._begin(self.rulebook.procedure(state))
            if question is not DONE:
                self.question = question
                return
            self._close_chapter()
        raise RuleFault(f"{self.rulebook.name} rested {MOST_RESTS_WITHOUT_A_QUESTION} times without asking anybody")

    def _begin(self, next_one: Procedure | None) -> Question[Any] | None:
        """The first question of a procedure, DONE if it asks nothing, None if there is no procedure any more."""
        running = self._procedure
        if next_one is None:
            self._procedure = None
            return None
        if running is not None:
            return running.send(next_one)
        running = _one_after_another(next_one)
        self._procedure = running
        return running.send(None)

    def throw(self) -> bool:
        """Let the dice answer one question to chance; False if none is asked, or if there are no dice."""
        dice = self.dice
        question = self.question
        if dice is None or not isinstance(question, Chance):
            return False
        value = dice.outcome(question, self._count_event())
        self._give(Answer(CHANCE, list(value), value, True))
        return True

    def _settle(self) -> None:
        """Let the dice answer whatever is asked of chance."""
        while self.throw():
            pass

    def chance_event(self) -> str:
        """The full name of the event of chance that is asked for now: what a record's dice are checked against."""
        stage, key, count = self._event()
        return f"{stage}|{key}|{count}"

    def _event(self) -> tuple[str, str, int]:
        """Its parts: the stage, the clause with the key, and the how-manieth of these it is in this stage."""
        chance = self.question
        if not isinstance(chance, Chance):
            raise RuleFault("nothing is asked of chance now")
        stage = self.state.stage()
        key = f"{chance.clause}|{chance.key}"
        return stage, key, self._counts.get(key, 0) + 1 if stage == self._stage else 1

    def _count_event(self) -> str:
        """The event happens; its full name."""
        stage, key, count = self._event()
        if stage != self._stage:
            self._stage = stage
            self._counts = {}
        elif self._counts is self._rest_counts:
            self._counts = dict(self._counts)  # the rest keeps its own
        self._counts[key] = count
        return f"{stage}|{key}|{count}"

    # -- forking and undoing --------------------------------------------------------------------------------------------

    def fork(self, dice: DiceSource | None = None, for_seat: Player | None = None) -> Game:
        """An independent game at the same point, with other dice (None: whoever drives answers chance too).

        For a seat: without the other seat's secret answer that waits to be revealed.
        """
        rest = self._rest
        if rest is None:
            raise RuleFault("this game was started with forkable=False")
        game = Game(self.rulebook, self.setup, rest.copy(), dice)
        game._past = self._past
        game._stage = self._rest_stage
        game._counts = dict(self._rest_counts)
        game._replay(rest, self._answers, self._counts, self._stage)
        game._pending = {seat: answer for seat, answer in self._pending.items() if for_seat is None or seat == for_seat}
        game._settle()
        return game

    def resting_state(self) -> State:
        """A copy of the state at the last rest, from which `values_since_rest` lead to the question asked now."""
        if self._rest is None:
            raise RuleFault("this game was started with forkable=False")
        return self._rest.copy()

    def values_since_rest(self) -> list[Any]:
        return [answer.value for answer in self._answers]

    def resume_with(self, dice: DiceSource) -> None:
        """Play on with these dice, for a game that was replayed from a record."""
        self.dice = dice
        self._settle()

    def _replay(self, rest: State, answers: list[Answer], counts: dict[str, int], stage: str) -> None:
        """Run the procedure from this rest through answers it has already accepted; their values are sent as they are."""
        self._rest = rest
        self._rest_stage = self._stage
        self._rest_counts = self._counts
        self._stage = stage
        self._counts = dict(counts)
        question = self._begin(self.rulebook.procedure(self.state))
        procedure = self._procedure
        if procedure is not None:
            for answer in answers:
                question = procedure.send(answer.value)
            self._answers = list(answers)
        self.question = question

    def undo(self, force: bool = False, seat: Player | None = None) -> None:
        """Take back the last answer; stops at a die or a reveal unless forced (by the other's consent).

        With a seat: the last answer of that seat, and with it whatever was answered since.
        """
        if not self._forkable:
            raise RuleFault("this game was started with forkable=False")
        if self._pending:
            self._withdraw(seat)
            return
        answers = self.answers
        last = len(answers) - 1
        while last >= 0 and (answers[last].seat == CHANCE if seat is None else answers[last].seat != seat):
            last -= 1
        if last < 0:
            raise Refused("there is nothing to take back")
        if not force and any(answer.seat == CHANCE or answer.reveals for answer in answers[last:]):
            raise Refused("dice have been rolled or something was revealed since: the other player must agree")
        self.rewind(last)

    def _withdraw(self, seat: Player | None) -> None:
        """Take back a secret answer that waits for the other seat's."""
        if seat is None:
            seat = next(reversed(self._pending))
        if seat not in self._pending:
            raise Refused(f"seat {seat} has given no answer that could be taken back")
        del self._pending[seat]

    def can_undo(self) -> bool:
        """Whether the last answer can be taken back freely: nothing was rolled or revealed since."""
        if self._pending:
            return True
        last = self._answers[-1] if self._answers else last_answer(self._past)
        return last is not None and last.seat != CHANCE and not last.reveals

    def rewind(self, revision: int) -> None:
        """Go back to the point where just the first `revision` answers had been given."""
        if not 0 <= revision <= self.revision:
            raise Refused(f"the game has {self.revision} steps; there is no step {revision}")
        if revision < self.remembered_from:
            raise RuleFault(f"the answers before step {self.remembered_from} were let go of")
        chapter = Chapter(self._past, self._rest, self._rest_stage, self._rest_counts, self._answers, [])
        while chapter.answers_before > revision or chapter.rest is None:
            assert chapter.previous is not None
            chapter = chapter.previous
        rest = chapter.rest
        assert rest is not None
        kept = self.answers_from(chapter.answers_before)[: revision - chapter.answers_before]
        self.state = rest.copy()
        self._past = chapter.previous
        self._pending = {}
        self._stage = chapter.stage
        self._counts = dict(chapter.counts)
        self._answers = []
        self._procedure = None
        self._open_chapter()
        for answer in kept:
            if isinstance(self.question, Chance):
                self._count_event()
            self._give(answer)
