"""The two kinds of questions a rule puts: to a player (Choose, Place, Split, Together) and to chance (Roll, Draw).

A question is an awaitable value. Whoever drives the game answers it: a person, a bot, a test script, a replay, an odds
enumerator. An answer has two forms: the *given* form is plain JSON data and goes into records and messages; the *value*
is what the awaiting rule receives. Values are immutable and never refer into the state, so that a fork may replay them.

Each kind has its own chapter; whoever writes rules takes them all from here.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from vanguard.core.asking import Given as Given
from vanguard.core.asking import Player as Player
from vanguard.core.asking import Question as Question
from vanguard.core.chance import D6 as D6
from vanguard.core.chance import Chance as Chance
from vanguard.core.chance import Draw as Draw
from vanguard.core.chance import Roll as Roll
from vanguard.core.choices import Choose as Choose
from vanguard.core.choices import Options as Options
from vanguard.core.options import Listing as Listing
from vanguard.core.options import Option as Option
from vanguard.core.options import among as among
from vanguard.core.options import yes_or_no as yes_or_no
from vanguard.core.paths import Path as Path
from vanguard.core.places import Place as Place
from vanguard.core.places import WhereTo as WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.splits import Lot as Lot
from vanguard.core.splits import Split as Split
from vanguard.core.urn import Uniform as Uniform

A = TypeVar("A")
B = TypeVar("B")


class Together(Question[tuple[A, B]]):
    """Both players answer in secret; the rule receives both answers at once, and only then does anybody see them."""

    __slots__ = ("parts",)
    kind: ClassVar[str] = "together"

    def __init__(self, first: Question[A], second: Question[B], prompt: str, clause: str) -> None:
        super().__init__(-1, prompt, clause, (), True)
        self.parts: tuple[Question[A], Question[B]] = (first, second)

    def part_of(self, seat: Player) -> Question[Any]:
        for part in self.parts:
            if part.player == seat:
                return part
        raise Refused(f"seat {seat} has nothing to decide now", self.clause)
