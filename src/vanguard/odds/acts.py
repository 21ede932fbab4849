"""Steps that act, run on copies of the state and the undertaking: once for whatever can be spent, if nobody looks at it.

A coroutine cannot be copied, so every answer inside of an act but the first runs it again from its beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vanguard.core.questions import Chance, Question
from vanguard.core.rulebook import Procedure
from vanguard.core.state import SILENCE, State
from vanguard.core.undertakings import Undertaking, Unfolding
from vanguard.odds.cases import cases_of
from vanguard.odds.following import Following, Purse
from vanguard.odds.prospects import Prospect

if TYPE_CHECKING:
    from vanguard.odds.situations import Situations

UNKNOWN: Final = -1


class Stand:
    """A state but for what can be spent, numbered; equal ones are one."""

    __slots__ = ("number", "state")

    def __init__(self, number: int, state: State) -> None:
        self.number = number
        self.state = state


class Spot:
    """A situation: a state, an undertaking there, and what that comes to by what can be spent."""

    __slots__ = ("acts", "begins", "branches", "end", "glance", "looked", "looks", "solved", "stand", "undertaking")

    def __init__(self, stand: Stand, undertaking: Undertaking) -> None:
        self.stand = stand
        self.undertaking = undertaking
        self.solved: dict[Purse, Prospect] = {}
        self.looks = UNKNOWN
        """The seats whose purse makes a difference, a bit for each."""
        self.end: Prospect | None = None
        """What is left, if it is over."""
        self.acts = False
        """Is it known to act?"""
        self.branches: list[Spot] = []
        """Where the answers lead, if it asks,"""
        self.begins = Fan()
        """and what comes next, if it acts."""
        self.glance: Any = None
        """What it is known by to those who may turn out to have looked at no more; None if nobody can."""
        self.looked = False
        """Did an act look at what `glance` leaves out, or not come to the end?"""


class Fan:
    """What comes next: the same for every purse, or another for each."""

    __slots__ = ("by_purse", "common")

    def __init__(self) -> None:
        self.common: Moment | None = None
        self.by_purse: dict[Purse, Moment] = {}


Running = tuple[Procedure, State, Undertaking]
Trail = tuple[tuple[Any, Purse], ...]
"""The answers given since the beginning of an act, and what there was to spend when each was given."""


class Moment:
    """An act stands still: at a question, or at its end with the situation or the end of everything that follows."""

    __slots__ = (
        "answers",
        "began",
        "fans",
        "follows",
        "inside",
        "looked",
        "purse",
        "question",
        "running",
        "spot",
        "trail",
    )

    def __init__(self, spot: Spot, began: Purse, trail: Trail, purse: Purse, question: Question[Any] | None) -> None:
        self.spot = spot
        self.began = began
        """What there was to spend when the act began."""
        self.trail = trail
        self.purse = purse
        """What there is to spend, if it was looked at."""
        self.question = question
        self.fans: dict[Any, Fan] = {}
        self.answers: list[tuple[str, str, Any]] = []
        self.follows: Spot | None = None
        self.looked = False
        self.running: Running | None = None
        """The act itself, standing still here, until the first answer goes on with it."""
        self.inside: InsideAct | None = None
        """What follows what unfolds here."""


class InsideAct(Following):
    """The act goes on when something has unfolded in the middle of it."""

    __slots__ = ("_acts", "_moment")

    def __init__(self, acts: Acts, moment: Moment) -> None:
        self._acts = acts
        self._moment = moment

    def after(self, end: Unfolding, purse: Purse) -> Prospect:
        return self._acts.branch(self._moment, end.result(), end, purse)

    def looks(self, end: Unfolding) -> int:
        return self._acts.looks_after(self._moment, end.result(), end)


class Acts:
    """Runs the acts of one trial."""

    __slots__ = ("_glanced", "_looked", "_solver")

    def __init__(self, solver: Situations) -> None:
        self._solver = solver
        self._glanced: dict[Any, Prospect] = {}
        """What acts come to that have not looked at everything, by what could be spent."""
        self._looked = False
        """Has the act that is being solved looked at everything?"""

    def acted(self, spot: Spot, purse: Purse) -> Prospect:
        key = (spot.glance, purse)
        known = self._glanced.get(key) if spot.glance is not None else None
        if known is None:
            before, self._looked = self._looked, False
            known = self._from(self._next(spot, None, None, purse, spot.begins), purse, spot.begins)
            looked, self._looked = self._looked, before
            if spot.glance is not None and not looked:
                self._glanced[key] = known
        return known

    def looks(self, spot: Spot) -> int:
        """Whose purse makes a difference."""
        self._next(spot, None, None, self._solver.richest, spot.begins)
        common = spot.begins.common
        return self._looks_from(common) if common is not None else self._solver.everybody

    # -- running ----------------------------------------------------------------------------------------------------------------

    def _run(self, spot: Spot, began: Purse, trail: Trail) -> Running:
        """The act from its beginning to where the answers lead; the last of them is still to be given."""
        self._solver.runs_act()
        state = spot.stand.state.copy()
        state.events = SILENCE
        state.fill_purse(began)
        undertaking = spot.undertaking.copy()
        undertaking.looked = False
        procedure: Procedure = undertaking.act(state)
        if trail:
            _ = procedure.send(None)
            for i in range(len(trail) - 1):
                state.fill_purse(trail[i][1])
                _ = procedure.send(trail[i][0])
        return procedure, state, undertaking

    def _next(self, spot: Spot, moment: Moment | None, answer: Any, purse: Purse, fan: Fan) -> Moment:
        """What comes after an answer, or at the beginning of an act."""
        if fan.common is not None:
            return fan.common
        known = fan.by_purse.get(purse)
        if known is not None:
            return known
        running: Running | None = None
        trail: Trail = ()
        began = purse
        if moment is not None:
            trail, began = (*moment.trail, (answer, purse)), moment.began
            running, moment.running = moment.running, None
        if running is None:
            running = self._run(spot, began, trail)
        procedure, state, undertaking = running
        state.fill_purse(purse)
        question: Question[Any] | None
        try:
            question = procedure.send(answer if trail else None)
        except StopIteration:
            question = None
        found = Moment(spot, began, trail, purse, question)
        was_seen = state.purse_was_seen()
        if was_seen:
            found.purse = state.purse()
        if question is None:
            found.looked = undertaking.looked or not undertaking.over
            spot.looked = spot.looked or found.looked
            found.follows = self._solver.spot(self._solver.stand(state), undertaking)
        else:
            found.running = running
        if was_seen:
            fan.by_purse[purse] = found
        else:
            fan.common = found
        return found

    # -- whose purse makes a difference -----------------------------------------------------------------------------------------

    def _looks_from(self, moment: Moment) -> int:
        """From a moment that is the same for every purse."""
        if moment.follows is not None:
            return self._solver.looks(moment.follows)
        question = moment.question
        assert question is not None
        unfolding = _unfolding_in(question)
        if unfolding is not None and not self._solver.is_plain:
            return self._solver.looks_after(self._inside(moment), unfolding)
        looks = 0
        for i, answer in self._branches(moment, question):
            looks |= self.looks_after(moment, i, answer)
        return looks

    def looks_after(self, moment: Moment, i: Any, answer: Any) -> int:
        fan = moment.fans.setdefault(i, Fan())
        self._next(moment.spot, moment, answer, self._solver.richest, fan)
        return self._looks_from(fan.common) if fan.common is not None else self._solver.everybody

    def _branches(self, moment: Moment, question: Question[Any]) -> list[tuple[int, Any]]:
        if isinstance(question, Chance):
            return [(i, faces) for i, (faces, _) in enumerate(cases_of(question, False))]
        if not moment.answers:
            moment.answers = self._solver.tree.answers(question)
        return [(i, answer[2]) for i, answer in enumerate(moment.answers)]

    # -- solving ----------------------------------------------------------------------------------------------------------------

    def _from(self, moment: Moment, purse: Purse, fan: Fan) -> Prospect:
        """What follows where an act stands still, with so much left to spend."""
        if fan.common is None:
            purse = moment.purse
        if moment.follows is not None:
            self._looked = self._looked or moment.looked
            return self._solver.solved(moment.follows, purse)
        question = moment.question
        assert question is not None
        unfolding = _unfolding_in(question)
        if unfolding is not None:
            return self._solver.unfolds(self._inside(moment), unfolding, purse)
        if isinstance(question, Chance):
            return self._rolled(moment, question, purse)
        choice = self._solver.choice(question)
        for i, answer in self._branches(moment, question):
            choice.weigh(moment.answers[i][0], moment.answers[i][1], self.branch(moment, i, answer, purse))
        return choice.taken()

    def _inside(self, moment: Moment) -> InsideAct:
        if moment.inside is None:
            moment.inside = InsideAct(self, moment)
        return moment.inside

    def branch(self, moment: Moment, i: Any, answer: Any, purse: Purse) -> Prospect:
        fan = moment.fans.get(i)
        if fan is None:
            fan = moment.fans[i] = Fan()
        return self._from(self._next(moment.spot, moment, answer, purse, fan), purse, fan)

    def _rolled(self, moment: Moment, question: Chance, purse: Purse) -> Prospect:
        together = Prospect()
        for i, (faces, one) in enumerate(cases_of(question, False)):
            together.add(self.branch(moment, i, faces, purse), one)
        return self._solver.together(together)


def _unfolding_in(question: Question[Any]) -> Unfolding | None:
    """What unfolds in the middle of an act."""
    found: Unfolding | None = question.situation.unfolding if question.situation is not None else None
    return found
