"""What a person would laugh at, counted: a rulebook says by `Rulebook.blunders` what that is in its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.telling.events import Event

A_STEP: Final = 0.3
"""A shorter move, in the unit of the table, is none."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BlunderWatcher:
    """Looks at every answer before it is given, and at every event after it; counts blunders and the chances for them."""

    forgiven: ClassVar[Mapping[str, float]] = {}
    """The blunders it counts, each with the share of its chances up to which it is forgiven: dice fail too."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()

    def count(self, what: str, it_was: bool) -> None:
        self.chances[what] += 1
        self.found[what] += it_was

    def begins(self) -> None:
        """A game begins."""

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None: ...

    def sees(self, game: Game, event: Event) -> None: ...
