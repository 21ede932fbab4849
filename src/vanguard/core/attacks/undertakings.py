"""Attacks as values: what is under way knows how far it has come, so that anybody can go on from there.

A rule that takes many dice and choices is an `Undertaking`. Play sees it through, question by question. Odds compare, copy and
merge the same values: a situation is the state and the undertaking, and each is solved once. Nothing is said twice.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Question
from vanguard.core.state import State

FINISHED: Final = -3
FORCED: Final = -2
CHANCE: Final = -1
NOBODY: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Unfolding:
    """A stretch of questions that changes nothing but itself: dice with their re-rolls, saves against hits, blows.

    An immutable value. `family` is all that stays the same while it unfolds, `place` all that does not; both can be hashed.
    Two values of one family and place unfold alike. Of a finished one nothing counts but its `result` and the points left.
    """

    __slots__ = ()

    def family(self) -> Any:
        raise TypeError(f"{type(self).__name__} has no family")

    def place(self) -> Any:
        raise TypeError(f"{type(self).__name__} has no place")

    def decider(self) -> int:
        """The seat that chooses now, CHANCE, FORCED if there is one answer that nobody is asked for, or FINISHED."""
        raise TypeError(f"{type(self).__name__} asks nobody")

    def question(self) -> Question[Any]:
        """What is asked of a seat or of chance now."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def answers(self) -> list[Any]:
        """The values that may be answered, of a choice or where it is forced: without their words.

        Of equally good ones odds advise the first.
        """
        raise TypeError(f"{type(self).__name__} takes no answers")

    def after(self, value: Any) -> Unfolding:
        """How it goes on from this answer."""
        raise TypeError(f"{type(self).__name__} goes no further")

    def result(self) -> Any:
        """What a finished one has come to, without points: with them, its place."""
        return self.place()

    def spender(self) -> int:
        """The seat that can spend points here, NOBODY if none can. With more points it can come to all it can with fewer."""
        return NOBODY

    def points_left(self) -> int:
        """What that seat has left; its `place` tells it too."""
        return 0

    def touches(self) -> bool:
        """Has it changed anything else that what follows finds in the state, and not here?"""
        return False

    def show(self, state: State, question: Question[Any]) -> None:
        """Lay beside the question what people look at when they answer it."""

    def write(self, state: State) -> None:
        """Set in the state what has changed so far: points left, wounds. Twice is as good as once, and nobody has looked."""

    def note(self, state: State, before: Unfolding | None, value: Any) -> None:
        """Tell the log of the answer just given; without `before` that it begins."""


class Settled:
    """The only answer that is left: nobody has to be asked for it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


Asked = Question[Any] | Unfolding | Settled | None
"""What a step asks; None if it acts."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Undertaking:
    """Something of several steps, such as an attack. A step either asks, and changes nothing but the undertaking, or acts."""

    __slots__ = ("over", "reads_all")

    def __init__(self) -> None:
        self.over = False
        self.reads_all = False
        """Has the act under way read what `brief_key` leaves out?"""

    def copy(self) -> Undertaking:
        raise TypeError(f"{type(self).__name__} has no copy")

    def key(self) -> Any:
        """The step, and all that what follows depends on beside the state and what can be spent."""
        raise TypeError(f"{type(self).__name__} has no key")

    def rest(self) -> Any:
        """The same of a step that unfolds, but for what the unfolding tells itself."""
        return self.key()

    def brief_key(self) -> Any:
        """The same without what an act rarely reads, and marks by `reads_all` when it does; None if that is nothing."""
        return None

    def step_key(self) -> Any:
        """The same of this step, without what only comes after it; None if that cannot be told apart."""
        return None

    def this_step(self) -> Undertaking:
        """A copy with this step and nothing that only comes after it."""
        return self.copy()

    def before_rest_of(self, whole: Undertaking) -> Undertaking:
        """What `this_step` of the whole has become, and after it whatever came after that step; the whole stays as it is."""
        return self

    def asks(self, state: State) -> Asked:
        """The question of this step, or its only answer. Nothing changes."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def answered(self, state: State, value: Any) -> None:
        """Go on with this answer, or with what has unfolded. The state is left alone; points may be looked at after an answer."""
        raise TypeError(f"{type(self).__name__} takes no answer")

    def later(self, state: State) -> Undertaking | None:
        """The same if the dice of this step are rolled later, in one stretch with their re-rolls; None if anybody looks at them before.

        Points may be looked at. Play rolls them now: it comes to the same, with many more situations between.
        """
        return None

    def note(self, state: State, value: Any) -> None:
        """Tell the log of the answer just given."""

    def act(self, state: State) -> Any:
        """A coroutine: do what this step does to the state, and go on to the next one that asks or to the end."""
        raise TypeError(f"{type(self).__name__} does nothing")


class UnderWay:
    """Where a question is asked: an undertaking, and what it is unfolding; or what unfolds by itself in the middle of a rule."""

    __slots__ = ("undertaking", "unfolding")

    def __init__(self, undertaking: Undertaking | None, unfolding: Unfolding | None) -> None:
        self.undertaking = undertaking
        self.unfolding = unfolding


async def see_through(state: State, undertaking: Undertaking) -> None:
    """Play it to its end."""
    while not undertaking.over:
        asked = undertaking.asks(state)
        if asked is None:
            await undertaking.act(state)
            continue
        value: Any
        if isinstance(asked, Settled):
            value = asked.value
        elif isinstance(asked, Unfolding):
            asked.note(state, None, None)
            value = await unfold(state, asked, undertaking)
        else:
            asked.under_way = UnderWay(undertaking, None)
            value = await asked
        undertaking.answered(state, value)
        undertaking.note(state, value)


async def unfold(state: State, unfolding: Unfolding, undertaking: Undertaking | None = None) -> Unfolding:
    """Question by question to its end. Odds may answer any of them by what it all has unfolded to."""
    while True:
        decider = unfolding.decider()
        if decider == FINISHED:
            return unfolding
        if decider == FORCED:
            value = unfolding.answers()[0]
        else:
            question = unfolding.question()
            question.under_way = UnderWay(undertaking, unfolding)
            unfolding.show(state, question)
            value = await question
        before = unfolding
        unfolding = value if isinstance(value, Unfolding) else unfolding.after(value)
        unfolding.write(state)
        unfolding.note(state, before, value)
