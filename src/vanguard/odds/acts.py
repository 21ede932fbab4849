"""Steps that act, run on copies of the state and the undertaking: once for all that makes no difference to them.

What comes after a step makes none, so the same step with something else to follow is not run again; nor do points that no rule
looks at. A coroutine cannot be copied, so every answer inside of an act but the first runs it again from its beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vanguard.core.attacks.undertakings import Undertaking, Unfolding
from vanguard.core.questions import Chance, Question
from vanguard.core.rulebook import Procedure
from vanguard.core.state import SILENCE, State
from vanguard.odds.asking import Asking, AskingStep
from vanguard.odds.cases import cases_of
from vanguard.odds.following import Following, Purse, first_seat, points_of, with_points
from vanguard.odds.prospects import Prospect

if TYPE_CHECKING:
    from vanguard.odds.situations import Situations

UNKNOWN: Final = -1

# What most never need is made when somebody needs it.
NO_BRANCHES: Final[dict[Asking, list[Situation]]] = {}
NO_POINTS: Final[dict[int, dict[Purse, Pause]]] = {}
NO_ANSWERS: Final[list[tuple[str, str, Any]]] = []
NOTHING_AFTER: Final[dict[Any, Continuations]] = {}
NOTHING_INSIDE: Final[dict[Situation, InsideAct]] = {}
NOTHING_FOLLOWS: Final[dict[Situation, Situation]] = {}


class Position:
    """A state but for what can be spent, numbered; equal ones are one."""

    __slots__ = ("number", "state")

    def __init__(self, number: int, state: State) -> None:
        self.number = number
        self.state = state


class Situation:
    """A position, an undertaking there, and what that comes to by what can be spent."""

    __slots__ = (
        "act",
        "asking",
        "branches",
        "brief",
        "end",
        "leads_to",
        "mixture",
        "position",
        "spenders",
        "solved",
        "step",
        "undertaking",
    )

    def __init__(self, position: Position, undertaking: Undertaking) -> None:
        self.position = position
        self.undertaking = undertaking
        self.solved: dict[Purse, Prospect] = {}
        self.spenders = UNKNOWN
        """The seats whose points make a difference, a bit for each."""
        self.end: Prospect | None = None
        """What is left, if it is over."""
        self.leads_to: Situation | None = None
        """Where it leads if nobody was asked and nobody's points were looked at: there it goes on whatever can be spent."""
        self.mixture: tuple[tuple[Situation, float], ...] = ()
        """Where dice have led that nobody could touch, and how likely each of these is."""
        self.step: AskingStep | None = None
        self.asking: Asking | None = None
        """What it asks, if that is the same whatever can be spent,"""
        self.branches: dict[Asking, list[Situation]] = NO_BRANCHES
        """and where the answers lead,"""
        self.act: Act | None = None
        """and what it does, if it acts."""
        self.brief: Any = None
        """What it is known by to those that may turn out to have read no more; None if nobody can."""


class Act:
    """What a step does in a position, whatever comes after it."""

    __slots__ = ("begins", "position", "reads_all", "undertaking")

    def __init__(self, position: Position, undertaking: Undertaking) -> None:
        self.position = position
        self.undertaking = undertaking
        """This step alone."""
        self.begins = Continuations()
        self.reads_all = False
        """Did it read what `brief_key` leaves out, or not come to the end?"""


class Continuations:
    """What comes next: the same for every purse, or by the points of the seats that were looked at."""

    __slots__ = ("by_points", "common")

    def __init__(self) -> None:
        self.common: Pause | None = None
        self.by_points: dict[int, dict[Purse, Pause]] = NO_POINTS
        """By the seats looked at, a bit for each, and by what these had."""

    def known(self, purse: Purse) -> Pause | None:
        if self.common is not None:
            return self.common
        for seats, pauses in self.by_points.items():
            found = pauses.get(points_of(purse, seats))
            if found is not None:
                return found
        return None

    def keep(self, purse: Purse, pause: Pause) -> None:
        if pause.seen:
            if self.by_points is NO_POINTS:
                self.by_points = {}
            self.by_points.setdefault(pause.seen, {})[points_of(purse, pause.seen)] = pause
        else:
            self.common = pause


Running = tuple[Procedure, State, Undertaking]
Trail = tuple[tuple[Any, Purse], ...]
"""The answers given since the beginning of an act, and what there was to spend when each was given."""


class Pause:
    """An act stands still: at a question, or at its end."""

    __slots__ = (
        "act", "after", "answers", "began", "follows", "inside", "position", "purse", "question", "reads_all", "running",
        "seen", "trail", "undertaking",
    )  # fmt: skip

    def __init__(self, act: Act, began: Purse, trail: Trail, question: Question[Any] | None) -> None:
        self.act = act
        self.began = began
        """What there was to spend when the act began."""
        self.trail = trail
        self.question = question
        self.seen = 0
        """The seats whose points were looked at since the last pause, a bit for each,"""
        self.purse: Purse = ()
        """and what these have now."""
        self.after: dict[Any, Continuations] = NOTHING_AFTER
        """What comes after each answer."""
        self.answers = NO_ANSWERS
        self.running: Running | None = None
        """The act itself, standing still here, until the first answer goes on with it."""
        self.inside: dict[Situation, InsideAct] = NOTHING_INSIDE
        """What follows what unfolds here, by the situation whose act this is."""
        self.position: Position | None = None
        """At its end: where it has led,"""
        self.undertaking: Undertaking | None = None
        """what is to be done before anything that comes after it,"""
        self.follows: dict[Situation, Situation] = NOTHING_FOLLOWS
        """and both together, by the situation whose act this is."""
        self.reads_all = False

    def continuations(self, answer: Any) -> Continuations:
        """What comes after an answer, by what the answer is known by."""
        found = self.after.get(answer)
        if found is None:
            if self.after is NOTHING_AFTER:
                self.after = {}
            found = self.after[answer] = Continuations()
        return found

    def purse_now(self, purse: Purse) -> Purse:
        """What can be spent here by who could spend so much at the last pause."""
        if not self.seen:
            return purse
        return tuple([self.purse[i] if self.seen >> i & 1 else points for i, points in enumerate(purse)])


class InsideAct(Following):
    """The act goes on when something has unfolded in the middle of it."""

    __slots__ = ("_acts", "_pause", "_situation")

    def __init__(self, acts: Acts, situation: Situation, pause: Pause) -> None:
        self._acts = acts
        self._situation = situation
        self._pause = pause

    def after(self, end: Unfolding, purse: Purse) -> Prospect:
        return self._acts.branch(self._situation, self._pause, end.result(), end, purse)

    def spenders(self, end: Unfolding) -> int:
        return self._acts.spenders_after(self._situation, self._pause, end)


class Acts:
    """Runs the acts of one trial."""

    __slots__ = ("_acts", "_brief", "_reads_all", "_solver")

    def __init__(self, solver: Situations) -> None:
        self._solver = solver
        self._acts: dict[Any, Act] = {}
        self._brief: dict[Any, Prospect] = {}
        """What acts come to that have not read everything, by what could be spent."""
        self._reads_all = False
        """Has the act that is being solved read everything?"""

    def acted(self, situation: Situation, purse: Purse) -> Prospect:
        key = (situation.brief, purse)
        known = self._brief.get(key) if situation.brief is not None else None
        if known is None:
            before, self._reads_all = self._reads_all, False
            act = self.act_of(situation)
            pause = self._next(act, None, None, purse, act.begins)
            if situation.brief is None:
                situation.leads_to = self._leads_to(situation, pause)
            known = self._from(situation, pause, purse)
            reads_all, self._reads_all = self._reads_all, before
            if situation.brief is not None and not reads_all:
                self._brief[key] = known
        return known

    def act_of(self, situation: Situation) -> Act:
        act = situation.act
        if act is None:
            position, undertaking = situation.position, situation.undertaking
            step = undertaking.step_key()
            if step is None:
                act = Act(position, undertaking)
            else:
                act = self._acts.get((position.number, step))
                if act is None:
                    act = self._acts[position.number, step] = Act(position, undertaking.this_step())
            situation.act = act
        return act

    def spenders(self, situation: Situation) -> int:
        """Whose points make a difference."""
        act = self.act_of(situation)
        return self._spenders(situation, act, None, None, act.begins, self._solver.richest, 0)

    # -- running ----------------------------------------------------------------------------------------------------------------

    def _run(self, act: Act, began: Purse, trail: Trail) -> Running:
        """The act from its beginning to where the answers lead; the last of them is still to be given."""
        self._solver.runs_act()
        state = act.position.state.copy()
        state.events = SILENCE
        state.fill_purse(began)
        undertaking = act.undertaking.copy()
        undertaking.reads_all = False
        procedure: Procedure = undertaking.act(state)
        if trail:
            _ = procedure.send(None)
            for i in range(len(trail) - 1):
                state.fill_purse(trail[i][1])
                _ = procedure.send(trail[i][0])
        return procedure, state, undertaking

    def _next(self, act: Act, pause: Pause | None, answer: Any, purse: Purse, continuations: Continuations) -> Pause:
        """What comes after an answer, or at the beginning of an act."""
        known = continuations.known(purse)
        if known is not None:
            return known
        running: Running | None = None
        trail: Trail = ()
        began = purse
        if pause is not None:
            trail, began = (*pause.trail, (answer, purse)), pause.began
            running, pause.running = pause.running, None
        if running is None:
            running = self._run(act, began, trail)
        procedure, state, undertaking = running
        state.fill_purse(purse)
        question: Question[Any] | None
        try:
            question = procedure.send(answer if trail else None)
        except StopIteration:
            question = None
        found = Pause(act, began, trail, question)
        found.seen = state.seats_seen()
        if found.seen:
            found.purse = state.purse()
        if question is None:
            found.reads_all = undertaking.reads_all or not undertaking.over
            act.reads_all = act.reads_all or found.reads_all
            found.position, found.undertaking = self._solver.position(state), undertaking
        else:
            found.running = running
        continuations.keep(purse, found)
        return found

    def _follows(self, situation: Situation, pause: Pause) -> Situation:
        """At the end of an act: what is to be done now, and then what came after it."""
        found = pause.follows.get(situation)
        if found is None:
            assert pause.position is not None and pause.undertaking is not None
            after = pause.undertaking.before_rest_of(situation.undertaking)
            if pause.follows is NOTHING_FOLLOWS:
                pause.follows = {}
            found = pause.follows[situation] = self._solver.situation(pause.position, after)
        return found

    def _leads_to(self, situation: Situation, pause: Pause) -> Situation | None:
        """What follows whatever can be spent, if the act asks nothing but dice: many an act leads to the very same."""
        if pause.seen:
            return None
        question = pause.question
        if question is None:
            return self._follows(situation, pause)
        if not isinstance(question, Chance) or _unfolding_in(question) is not None:
            return None
        mixture: list[tuple[Situation, float]] = []
        for i, (faces, chance) in enumerate(cases_of(question)):
            continuations = pause.continuations(i)
            after = self._next(pause.act, pause, faces, self._solver.richest, continuations)
            leads_to = self._leads_to(situation, after)
            if leads_to is None:
                return None
            mixture.append((leads_to, chance))
        return self._solver.mixed(tuple(mixture))

    # -- whose points make a difference -----------------------------------------------------------------------------------------

    def _spenders(
        self, situation: Situation, act: Act, pause: Pause | None, answer: Any, continuations: Continuations,
        purse: Purse, known: int,
    ) -> int:  # fmt: skip
        """From an answer on, or from the beginning. Of the seats known by now the points are these; those of the others, once they
        are looked at, may be any."""
        solver = self._solver
        found = self._next(act, pause, answer, purse, continuations)
        seat = first_seat(found.seen & solver.everybody & ~known)
        if seat < 0:
            return self._spenders_from(situation, found, found.purse_now(purse), known)
        known |= 1 << seat
        spenders = known
        for points in range(solver.richest[seat], -1, -1):
            if spenders == solver.everybody:
                break
            spenders |= self._spenders(
                situation, act, pause, answer, continuations, with_points(purse, seat, points), known
            )
        return spenders

    def _spenders_from(self, situation: Situation, pause: Pause, purse: Purse, known: int) -> int:
        question = pause.question
        if question is None:
            return self._solver.spenders(self._follows(situation, pause))
        unfolding = _unfolding_in(question)
        if unfolding is not None and not self._solver.is_plain:
            return (
                self._solver.everybody
                if known
                else self._solver.spenders_after(self._inside(situation, pause), unfolding)
            )
        spenders = 0
        for i, answer in self._branches(pause, question):
            continuations = pause.continuations(i)
            spenders |= self._spenders(situation, pause.act, pause, answer, continuations, purse, known)
        return spenders

    def spenders_after(self, situation: Situation, pause: Pause, end: Unfolding) -> int:
        """When something has unfolded in the middle of an act."""
        continuations = pause.continuations(end.result())
        return self._spenders(situation, pause.act, pause, end, continuations, self._solver.richest, 0)

    def _branches(self, pause: Pause, question: Question[Any]) -> list[tuple[int, Any]]:
        if isinstance(question, Chance):
            return [(i, faces) for i, (faces, _) in enumerate(cases_of(question))]
        if not pause.answers:
            pause.answers = self._solver.tree.answers(question)
        return [(i, answer[2]) for i, answer in enumerate(pause.answers)]

    # -- solving ----------------------------------------------------------------------------------------------------------------

    def _from(self, situation: Situation, pause: Pause, purse: Purse) -> Prospect:
        """What follows where an act stands still, if so much could be spent before."""
        purse = pause.purse_now(purse)
        question = pause.question
        if question is None:
            self._reads_all = self._reads_all or pause.reads_all
            return self._solver.solved(self._follows(situation, pause), purse)
        unfolding = _unfolding_in(question)
        if unfolding is not None:
            return self._solver.unfolds(self._inside(situation, pause), unfolding, purse)
        if isinstance(question, Chance):
            return self._rolled(situation, pause, question, purse)
        choice = self._solver.choice(question)
        for i, answer in self._branches(pause, question):
            choice.weigh(pause.answers[i][0], pause.answers[i][1], self.branch(situation, pause, i, answer, purse))
        return choice.taken()

    def _inside(self, situation: Situation, pause: Pause) -> InsideAct:
        found = pause.inside.get(situation)
        if found is None:
            if pause.inside is NOTHING_INSIDE:
                pause.inside = {}
            found = pause.inside[situation] = InsideAct(self, situation, pause)
        return found

    def branch(self, situation: Situation, pause: Pause, i: Any, answer: Any, purse: Purse) -> Prospect:
        return self._from(situation, self._next(pause.act, pause, answer, purse, pause.continuations(i)), purse)

    def _rolled(self, situation: Situation, pause: Pause, question: Chance, purse: Purse) -> Prospect:
        together = Prospect()
        for i, (faces, one) in enumerate(cases_of(question)):
            together.add(self.branch(situation, pause, i, faces, purse), one)
        return self._solver.together(together)


def _unfolding_in(question: Question[Any]) -> Unfolding | None:
    """What unfolds in the middle of an act."""
    found: Unfolding | None = question.under_way.unfolding if question.under_way is not None else None
    return found
