"""What is resolved part by part: an attack with its blasts and retaliations.

What is still to be done is a value, so a course is an undertaking: its parts act, or ask and lead on by the answer.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import Asked, Undertaking
from vanguard.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """One thing to be done. It is never changed; `key` tells all of it that matters for what follows."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    async def resolve(self, state: Any, course: Course) -> None:
        """Do it; what has to be done before the rest is handed to `course.first`."""
        raise TypeError(f"{type(self).__name__} cannot be resolved")


@mypyc_attr(allow_interpreted_subclasses=True)
class AskPart(Part):
    """A question to a player or to the dice that leads on by its answer.

    Odds put it once, and run nothing again for each answer. Where only one answer is left, `Settled` tells it. Where there is nothing
    to ask and something to do, the part is resolved like any other.
    """

    __slots__ = ()

    async def resolve(self, state: Any, course: Course) -> None:
        """There was nothing to ask."""

    def asks(self, state: Any) -> Asked:
        """Nothing is changed."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def after(self, state: Any, value: Any) -> tuple[Part, ...]:
        """The parts that come next, by the answer. Nothing is changed."""
        raise TypeError(f"{type(self).__name__} leads nowhere")

    def tell(self, state: Any, value: Any) -> None:
        """What was answered, for the log."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ThrowPart(AskPart):
    """Dice are thrown that may be rolled again, and lead on by what they come to."""

    __slots__ = ("lead",)

    def __init__(self, key: Any, lead: Any) -> None:
        super().__init__(key)
        self.lead = lead
        """All of it that what follows the dice depends on."""

    def asks(self, state: Any) -> Asked:
        return self.window(state)

    def window(self, state: Any) -> RerollWindow:
        """The dice, before they are thrown."""
        raise TypeError(f"{type(self).__name__} has no dice")

    def after(self, state: Any, value: Any) -> tuple[Part, ...]:
        return self.after_dice(state, value.worth)

    def after_dice(self, state: Any, worth: int) -> tuple[Part, ...]:
        """The parts that come next, by how many dice succeed, or are missing. Nothing is changed."""
        raise TypeError(f"{type(self).__name__} leads nowhere")


class Course(Undertaking):
    """What is still to be done, in order."""

    __slots__ = ("_answered", "outcome", "todo")

    def __init__(self, *parts: Part) -> None:
        super().__init__()
        self.todo: tuple[Part, ...] = parts
        self.over = not parts
        self._answered: AskPart | None = None
        """Whose dice have fallen, or who has been answered."""
        self.outcome: Any = None
        """What a part has come to, for whoever sees the course through."""

    def first(self, *parts: Part) -> None:
        """These come before whatever is left."""
        self.todo = (*parts, *self.todo)

    def copy(self) -> Course:
        return Course(*self.todo)

    def key(self) -> tuple[Any, ...]:
        return tuple([part.key for part in self.todo])

    def rest(self) -> tuple[Any, ...]:
        part = self.todo[0]
        assert isinstance(part, ThrowPart)
        return (part.lead, *[later.key for later in self.todo[1:]])

    def step_key(self) -> Any:
        return self.todo[0].key

    def this_step(self) -> Course:
        return Course(self.todo[0])

    def before_rest_of(self, whole: Undertaking) -> Course:
        assert isinstance(whole, Course)
        return Course(*self.todo, *whole.todo[1:])

    def asks(self, state: State) -> Asked:
        part = self.todo[0]
        return part.asks(state) if isinstance(part, AskPart) else None

    def answered(self, state: State, value: Any) -> None:
        part = self.todo[0]
        assert isinstance(part, AskPart)
        self._answered = part
        self.todo = (*part.after(state, value), *self.todo[1:])
        self.over = not self.todo

    def note(self, state: State, value: Any) -> None:
        if self._answered is not None:
            self._answered.tell(state, value)

    async def act(self, state: State) -> None:
        part = self.todo[0]
        self.todo = self.todo[1:]
        await part.resolve(state, self)
        self.over = not self.todo
