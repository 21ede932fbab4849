"""What a rule can tell of an attack beforehand, so that odds need not play every branch of it."""

from __future__ import annotations

from collections.abc import Callable
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

    __slots__ = ("key", "tell")

    def __init__(self, key: Any, tell: Callable[[], Any]) -> None:
        self.key = key
        self.tell = tell


class Onward:
    """The rest of an attack from where a rule can foretell no further: `start` makes its procedure on a copy of the state.

    It depends on the state and on `key` alone.
    """

    __slots__ = ("key", "start")

    def __init__(self, key: Any, start: Callable[[Any], Any]) -> None:
        self.key = key
        self.start = start
