"""Dice that are rolled and may then be rolled again: one window for all of it.

Play asks die by die: roll, choose, roll. Odds know from the window what may be rolled again and what that takes, and count.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.attacks.undertakings import CHANCE, FINISHED, Unfolding
from vanguard.core.questions import Choose, Question, Roll
from vanguard.core.state import State

FAILS: Final = 0
SUCCEEDS: Final = 1
GRANTS: Final = 2
"""Succeeds and grants one more die."""

KEEP: Final = 0
FREE: Final = 1
PAID: Final = 2

Again = tuple[int, int]
"""Which die is rolled again, and by what: free or paid."""
NONE_AGAIN: Final[Again] = (-1, KEEP)


@mypyc_attr(allow_interpreted_subclasses=True)
class WindowRule:
    """What is the same for all dice of one roll: who rolls them, what their faces mean, and what rolls them again."""

    __slots__ = ("enough", "free", "kinds", "seat")

    def __init__(self, seat: int, kinds: tuple[int, ...], enough: int = 0, free: int = 0) -> None:
        self.seat = seat
        self.kinds = kinds
        """What each face of the die does."""
        self.enough = enough
        """No more successes are wanted than these; 0 if any number is."""
        self.free = free
        """So many can be rolled again free."""

    def roll(self, count: int, again: bool, wanted: int) -> Roll:
        """These dice, for the first time or again, and those they grant until so many succeed, if that is enough."""
        raise TypeError("these dice cannot be rolled")

    def question(self, window: RerollWindow, dice: list[int], ways: list[int]) -> Choose[Again | None]:
        """Which of these dice is rolled again, in which of these ways; None to keep them."""
        raise TypeError("nobody is asked about these dice")

    def write(self, state: Any, window: RerollWindow) -> None:
        """Set in the state what is left of points and of what rolls dice again free."""

    def tell_spent(self, state: Any, window: RerollWindow, old: int, way: int) -> None:
        """A die that showed this is rolled again."""

    def tell_again(self, state: Any, window: RerollWindow, old: int, way: int, new: int) -> None:
        """It shows this now."""


class RerollWindow(Unfolding):
    """Dice of one roll; afterwards they may be rolled again one at a time, each once, free or for a point.

    A die that grants another is never rolled again; the one it granted may be.
    """

    __slots__ = ("again", "count", "faces", "free", "is_kept", "is_thrown", "old", "points", "rerolled", "rule")

    def __init__(self, rule: WindowRule, count: int, points: int) -> None:
        self.rule = rule
        self.count = count
        self.points = points
        """What their owner can spend; one die costs one."""
        self.free = rule.free
        """So many can still be rolled again free."""
        self.is_thrown = count <= 0
        self.faces: tuple[int, ...] = ()
        self.rerolled: tuple[bool, ...] = ()
        self.again = NONE_AGAIN
        """What is being rolled again,"""
        self.old = 0
        """and what it showed."""
        self.is_kept = False

    def _twin(self) -> RerollWindow:
        twin = RerollWindow(self.rule, self.count, self.points)
        twin.free = self.free
        twin.is_thrown = True
        twin.faces = self.faces
        twin.rerolled = self.rerolled
        return twin

    @property
    def worth(self) -> int:
        """Successes; of dice of which only so many are wanted, those still missing."""
        enough = self.rule.enough
        return max(0, enough - self.successes) if enough else self.successes

    @property
    def successes(self) -> int:
        kinds = self.rule.kinds
        return len([face for face in self.faces if kinds[face - 1] != FAILS])

    @property
    def is_complete(self) -> bool:
        return self.rule.enough > 0 and self.successes >= self.rule.enough

    def dice_again(self) -> list[int]:
        """One die of each kind that may be rolled again, failures first: dice that show the same are interchangeable."""
        found: list[int] = []
        for kind in (FAILS, SUCCEEDS):
            for i, face in enumerate(self.faces):
                if not self.rerolled[i] and self.rule.kinds[face - 1] == kind:
                    found.append(i)
                    break
        return found

    def lying(self, faces: tuple[int, ...], free: int, points: int) -> RerollWindow:
        """The same with these dice on the table, and so much left to roll them again with."""
        twin = self._twin()
        twin.faces, twin.rerolled = faces, (False,) * len(faces)
        twin.free, twin.points = free, points
        return twin

    def come_to(self, worth: int, free: int, points: int) -> RerollWindow:
        """The same when they lie for good: so many succeed, or are missing."""
        enough = self.rule.enough
        face = self.rule.kinds.index(GRANTS) + 1
        twin = self.lying((face,) * (enough - worth if enough else worth), free, points)
        twin.is_kept = True
        return twin

    # -- unfolding ------------------------------------------------------------------------------------------------------------

    def family(self) -> Any:
        rule = self.rule
        return (rule, rule.kinds, rule.enough)

    def place(self) -> Any:
        if not self.is_thrown:
            return (self.count, self.free, self.points)
        if self.decider() == FINISHED:
            return (self.worth, self.free, self.points)
        kinds = self.rule.kinds
        dice = sorted([2 * kinds[face - 1] + again for face, again in zip(self.faces, self.rerolled)])
        return (tuple(dice), self.again[0] >= 0, self.free, self.points)

    def decider(self) -> int:
        if not self.is_thrown or self.again[0] >= 0:
            return CHANCE
        if self.is_kept or self.is_complete or not self.ways() or not self.dice_again():
            return FINISHED
        return self.rule.seat

    def ways(self) -> list[int]:
        """By what a die can be rolled again."""
        return ways_of(self.points, self.free)

    def question(self) -> Question[Any]:
        rule = self.rule
        wanted = rule.enough - self.successes if rule.enough else 0
        if not self.is_thrown:
            return rule.roll(self.count, False, wanted)
        if self.again[0] >= 0:
            return rule.roll(1, True, wanted)
        return rule.question(self, self.dice_again(), self.ways())

    def answers(self) -> list[Any]:
        return [None, *[(die, way) for die in self.dice_again() for way in self.ways()]]

    def after(self, value: Any) -> RerollWindow:
        twin = self._twin()
        if not self.is_thrown:
            twin.faces, twin.rerolled = tuple(value), (False,) * len(value)
        elif self.again[0] >= 0:
            die = self.again[0]
            face, *extra = value
            twin.faces = (*self.faces[:die], face, *self.faces[die + 1 :], *extra)
            twin.rerolled = (*self.rerolled[:die], True, *self.rerolled[die + 1 :], *[False for _ in extra])
        elif value is None:
            twin.is_kept = True
        else:
            die, way = value
            twin.again = value
            twin.old = self.faces[die]
            off = self.rule.kinds.index(FAILS) + 1  # off the table while it is rolled again, it counts for nothing
            twin.faces = (*self.faces[:die], off, *self.faces[die + 1 :])
            if way == FREE:
                twin.free -= 1
            else:
                twin.points -= 1
        return twin

    def result(self) -> Any:
        return (self.worth, self.free)

    def spender(self) -> int:
        return self.rule.seat

    def points_left(self) -> int:
        return self.points

    def touches(self) -> bool:
        return self.free < self.rule.free

    def write(self, state: State) -> None:
        self.rule.write(state, self)

    def note(self, state: State, before: Unfolding | None, value: Any) -> None:
        if isinstance(before, RerollWindow) and state.heard:
            if before.again[0] >= 0:
                self.rule.tell_again(state, self, before.old, before.again[1], value[0])
            elif self.again[0] >= 0:
                self.rule.tell_spent(state, self, self.old, self.again[1])


def ways_of(points: int, free: int) -> list[int]:
    return [*([FREE] if free else []), *([PAID] if points > 0 else [])]
