"""What a rule can tell of an attack beforehand, so that odds need not play every branch of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr


class Meeting:
    """A point where branches of an attack meet again, so that odds solve what follows once.

    What follows from the question depends on the state and on `key` alone. `go_on(state, answer)`, if given, makes the
    procedure of what follows an answer on a copy of the state, so that a branch need not start at the beginning.
    """

    __slots__ = ("go_on", "key")

    def __init__(self, key: Any, go_on: Callable[[Any, Any], Any] | None = None) -> None:
        self.key = key
        self.go_on = go_on


class Settled:
    """The end of an attack that a rule can foretell: wounds left by key, and what each side decides first on the way.

    A decision is (seat, prompt, key of the answer, its label), as in the question that play would ask.
    """

    __slots__ = ("advice", "left")

    def __init__(self, left: dict[str, int], advice: tuple[tuple[int, str, str, str], ...]) -> None:
        self.left = left
        self.advice = advice


class Foretold:
    """What follows, told by a rule: it depends on the state and on `key` alone, so that it is solved once."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key


class Later(Foretold):
    """What a rule foretells, told only if it is wanted: a branch that came to the same `key` may have been there before."""

    __slots__ = ("decision", "tell")

    def __init__(self, key: Any, tell: Callable[[], Any]) -> None:
        super().__init__(key)
        self.tell = tell
        self.decision: tuple[int, str, str, str] | None = None
        """What is decided on the way, since nothing else is worthwhile; as in `Settled`. It depends on `key` alone."""


class Onward(Foretold):
    """The rest of an attack from where a rule can foretell no further: `start` makes its procedure on a copy of the state."""

    __slots__ = ("start",)

    def __init__(self, key: Any, start: Callable[[Any], Any]) -> None:
        super().__init__(key)
        self.start = start


class Apart(Foretold):
    """Dice of which nobody has to decide anything: they fall the same whatever else lies on the table.

    `tell` gives their roll, foretold to nothing but `Lies`; that is worked out once for all who come to the same `dice`.
    `then` says what follows each.
    """

    __slots__ = ("dice", "tell", "then")

    def __init__(self, key: Any, dice: Any, tell: Callable[[], Any], then: Callable[[Any], Any]) -> None:
        super().__init__(key)
        self.dice = dice
        self.tell = tell
        self.then = then


class Lies:
    """Dice set apart lie on the table and come to this."""

    __slots__ = ("worth",)

    def __init__(self, worth: Any) -> None:
        self.worth = worth


class Fork(Foretold):
    """A choice of a player's, foretold like a question but without its words: `asked` gives the question itself.

    `answers` are values one of which is best; `foretells` is for a value what it is for a `Choose`. The words of the
    question depend on `words`.
    """

    __slots__ = ("answers", "asked", "foretells", "player", "words")

    def __init__(
        self,
        player: int,
        key: Any,
        words: Any,
        answers: Sequence[Any],
        foretells: Callable[[Any], Any],
        asked: Callable[[], Any],
    ) -> None:
        super().__init__(key)
        self.player = player
        self.words = words
        self.answers = answers
        self.foretells = foretells
        self.asked = asked


class Chances(Foretold):
    """Dice that were counted already: each way they can fall as (how likely, what follows it)."""

    __slots__ = ("branches",)

    def __init__(self, key: Any, branches: Sequence[tuple[float, Any]]) -> None:
        super().__init__(key)
        self.branches = branches


class Beside(Foretold):
    """The rest of an attack that no longer touches some models, whatever is left of them.

    `state` is how things stand and `tell` says what follows there; both depend on `around` alone, and what follows besides
    on `then`. `left` are the wounds left of the models that nothing happens to any more, `name` stands for them in keys.
    """

    __slots__ = ("around", "left", "state", "tell", "then")

    def __init__(
        self, around: Any, then: Any, state: Any, tell: Callable[[], Any], left: dict[str, int], name: Any
    ) -> None:
        super().__init__((name, then))
        self.around = around
        self.then = then
        self.state = state
        self.tell = tell
        self.left = left


# -- dice that may be rolled again ------------------------------------------------------------------------------------------

KEEP: Final = 0
FREE: Final = 1
PAID: Final = 2
FORCED: Final = -1
"""To roll one again, since nothing else is worthwhile."""

FAILS: Final = 0
SUCCEEDS: Final = 1
GRANTS: Final = 2
"""Succeeds and grants one more die."""


class Lying:
    """Dice on the table: successes or (below 0) how many are missing, those that can be rolled again, and for what."""

    __slots__ = ("fails", "forced", "free", "good", "passes", "points")

    def __init__(self, good: int, fails: int, passes: int, points: int, free: int) -> None:
        self.good = good
        self.fails = fails
        self.passes = passes
        self.points = points
        self.free = free
        self.forced = False
        """Is there only one thing worthwhile to do with them?"""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """Dice of one roll that may be rolled again afterwards, one at a time and each once, free or for a point.

    A die that grants another is never rolled again; the one it granted may be. What follows depends on the state, on `key`
    and on what is left to spend.
    """

    __slots__ = ("harmful", "is_last", "key", "kinds", "lethal", "saves", "seat", "spare", "words")

    def __init__(self, key: int, seat: int, kinds: tuple[int, ...], spare: int) -> None:
        self.key = key
        self.seat = seat
        self.kinds = kinds
        """What each face does."""
        self.spare = spare
        """No more of them can ever be rolled again."""
        self.words: Any = key
        """What the words of decisions about them depend on."""
        self.saves = False
        """Are no more successes wanted than dice were thrown? Then those missing count."""
        self.lethal = 1_000
        """So many missing come to the same as more."""
        self.harmful = False
        """A success is bad for the roller."""
        self.is_last = False
        """There is nothing to spend anything on once they lie."""

    def answers(self, fails: bool, points: int, free: int) -> list[int]:
        """What is worthwhile: to keep them, to roll one again free, or for a point; keeping them comes first, if it is.

        One that fails is rolled first, if any does.
        """
        raise TypeError("these dice cannot be rolled again")

    def finished(self, worth: int, points: int, free: int) -> Any:
        """What follows so many successes, or so many missing, with so much left to spend."""
        raise TypeError("nothing follows these dice")

    def decision(self, answer: int, lying: Lying) -> tuple[int, str, str, str]:
        """The answer in the words of the question that play asks of such dice."""
        raise TypeError("nobody is asked about these dice")


class Throw(Foretold):
    """So many dice are thrown, and may be rolled again for what can be spent."""

    __slots__ = ("count", "dice", "free", "points")

    def __init__(self, dice: Dice, count: int, points: int, free: int) -> None:
        super().__init__((dice.key, (count * 1_024 + points) * 1_024 + free))
        self.dice = dice
        self.count = count
        self.points = points
        self.free = free
