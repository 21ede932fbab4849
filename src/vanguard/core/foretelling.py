"""What a rule can tell of an attack beforehand, so that odds need not play every branch of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


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


class Later:
    """What a rule foretells, told only if it is wanted: a branch that came to the same `key` may have been there before."""

    __slots__ = ("decision", "key", "tell")

    def __init__(self, key: Any, tell: Callable[[], Any]) -> None:
        self.key = key
        self.tell = tell
        self.decision: tuple[int, str, str, str] | None = None
        """What is decided on the way, since nothing else is worthwhile; as in `Settled`. It depends on `key` alone."""


class Onward:
    """The rest of an attack from where a rule can foretell no further: `start` makes its procedure on a copy of the state.

    It depends on the state and on `key` alone.
    """

    __slots__ = ("key", "start")

    def __init__(self, key: Any, start: Callable[[Any], Any]) -> None:
        self.key = key
        self.start = start


class Apart:
    """Dice of which nobody has to decide anything: they fall the same whatever else lies on the table.

    `tell` gives their roll, foretold to nothing but `Lies`; that is worked out once for all who come to the same `dice`.
    `then` says what follows each, and depends on the state and on `key` alone.
    """

    __slots__ = ("dice", "key", "tell", "then")

    def __init__(self, key: Any, dice: Any, tell: Callable[[], Any], then: Callable[[Any], Any]) -> None:
        self.key = key
        self.dice = dice
        self.tell = tell
        self.then = then


class Lies:
    """Dice set apart lie on the table and come to this."""

    __slots__ = ("worth",)

    def __init__(self, worth: Any) -> None:
        self.worth = worth


class Fork:
    """A choice of a player's, foretold like a question but without its words: `asked` gives the question itself.

    `answers` are values one of which is best; `foretells` is for a value what it is for a `Choose`. What follows depends on
    the state and on `key` alone, the words of the question on `words`.
    """

    __slots__ = ("answers", "asked", "foretells", "key", "player", "words")

    def __init__(
        self,
        player: int,
        key: Any,
        words: Any,
        answers: Sequence[Any],
        foretells: Callable[[Any], Any],
        asked: Callable[[], Any],
    ) -> None:
        self.player = player
        self.key = key
        self.words = words
        self.answers = answers
        self.foretells = foretells
        self.asked = asked
