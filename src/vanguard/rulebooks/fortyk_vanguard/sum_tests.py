"""Tests by the sum of some dice, part by part: they are rolled, may all be rolled again, and then count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vanguard.core.attacks.courses import AskPart, Part
from vanguard.core.attacks.undertakings import Settled
from vanguard.core.questions import Choose, Roll
from vanguard.rulebooks.fortyk_vanguard.state import Battle
from vanguard.rulebooks.fortyk_vanguard.stratagems import (
    ReRollUsed,
    re_roll_question,
    rolled_again,
    tell_re_roll,
)


class SumTest(AskPart):
    """Dice whose sum counts; all of them may be rolled again, by a Command Re-roll or free."""

    __slots__ = ("about", "free_by", "needed", "seat", "what")

    def __init__(self, key: Any, seat: int, what: str, about: tuple[str, ...], needed: int, free_by: str = "") -> None:
        super().__init__((what, key, needed))
        self.seat = seat
        self.what = what
        self.about = about
        self.needed = needed
        """The sum that is enough; 0 if that is not known."""
        self.free_by = free_by
        """The rule by which it may be rolled again for nothing, if one says so."""

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        return (SumLies(self, tuple(faces)),)

    def told(self, battle: Battle, faces: tuple[int, ...]) -> str:
        """What lies there, for whoever may roll it again."""
        raise TypeError(f"{type(self).__name__} has no words")

    def is_short(self, battle: Battle, faces: tuple[int, ...]) -> bool:
        """Could more be any better? Otherwise nobody is asked to roll again."""
        return sum(faces) < self.needed <= 6 * len(faces)

    def asks_again(self, battle: Battle, faces: tuple[int, ...]) -> Choose[bool] | None:
        """Whether all dice are rolled again; None if they cannot be."""
        told = self.told(battle, faces)
        return re_roll_question(battle, self.seat, faces, self.what, told, self.about, self.needed)

    def rolls_again(self, count: int) -> Roll:
        return rolled_again(self.seat, count, self.what, self.about)

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        """What comes of dice that lie for good: of their sum alone."""
        raise TypeError(f"{type(self).__name__} leads nowhere")

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        """That they lie for good, for the log."""


class SumLies(AskPart):
    """The dice have fallen; are they rolled again?"""

    __slots__ = ("faces", "test")

    def __init__(self, test: SumTest, faces: tuple[int, ...]) -> None:
        super().__init__((test.key, "lies", sum(faces)))
        self.test = test
        self.faces = faces

    def asks(self, battle: Battle) -> Choose[bool] | Settled:
        if not self.test.is_short(battle, self.faces):
            return Settled(False)
        return self.test.asks_again(battle, self.faces) or Settled(False)

    def after(self, battle: Battle, again: bool) -> tuple[Part, ...]:
        test = self.test
        if not again:
            return test.settled(battle, self.faces)
        rolled = SumAgain(test, self.faces)
        return (rolled,) if test.free_by else (ReRollUsed(test.seat, test.about), rolled)

    def tell(self, battle: Battle, again: bool) -> None:
        if not again:
            self.test.tell_settled(battle, self.faces)


class SumAgain(AskPart):
    """All of the dice are rolled again."""

    __slots__ = ("test", "was")

    def __init__(self, test: SumTest, was: tuple[int, ...]) -> None:
        super().__init__((test.key, "again"))
        self.test = test
        self.was = was

    def asks(self, battle: Battle) -> Roll:
        return self.test.rolls_again(len(self.was))

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        return self.test.settled(battle, tuple(faces))

    def tell(self, battle: Battle, faces: Sequence[int]) -> None:
        test = self.test
        tell_re_roll(battle, test.seat, self.was, tuple(faces), test.about, test.free_by)
        test.tell_settled(battle, tuple(faces))
