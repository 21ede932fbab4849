"""Dice that may be rolled again, as a table of them sees them: what their faces do, what is left to spend, what follows."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.attacks.rerolls import FAILS, GRANTS, KEEP, SUCCEEDS, Again, RerollWindow, ways_of
from vanguard.odds.following import Following, Purse, with_points
from vanguard.odds.prospects import Decision, Prospect

OF_A_SUCCESS: Final = 2
"""Added to a way of paying: a die is rolled again that succeeded."""


class Lying:
    """Dice on the table: successes or (below 0) how many are missing, those that can be rolled again, and for what."""

    __slots__ = ("fails", "free", "good", "passes", "points")

    def __init__(self, fails: int, passes: int, points: int, free: int) -> None:
        self.good = 0
        self.fails = fails
        self.passes = passes
        self.points = points
        self.free = free


class Dice:
    """Dice that may be rolled again, as the window of a rule tells them, and what follows whatever they come to."""

    __slots__ = ("free", "kinds", "points", "saves", "seat", "words")

    def __init__(self, seat: int, kinds: tuple[int, ...], points: int, free: int, saves: bool) -> None:
        self.seat = seat
        self.kinds = kinds
        """What each face does."""
        self.points = points
        """No more points than these can ever be spent on them,"""
        self.free = free
        """and no more of them can be rolled again free."""
        self.saves = saves
        """Are no more successes wanted than dice were thrown? Then those missing count."""
        self.words: Any = None
        """What the words of decisions about them depend on."""

    def payments(self, points: int, free: int) -> list[int]:
        """By what one can be rolled again."""
        raise TypeError("these dice cannot be rolled again")

    def finished(self, worth: int, points: int, free: int) -> Prospect:
        """What follows so many successes, or so many missing, with so much left to spend."""
        raise TypeError("nothing follows these dice")

    def decision(self, answer: int, lying: Lying) -> Decision:
        """The answer in the words of the question that play asks of such dice."""
        raise TypeError("nobody is asked about these dice")


class WindowDice(Dice):
    """Dice of a rule's window."""

    __slots__ = ("_following", "_purses", "_window")

    def __init__(self, following: Following, window: RerollWindow, most: int, around: Purse) -> None:
        rule = window.rule
        super().__init__(rule.seat, rule.kinds, most, window.free, rule.enough > 0)
        self._following = following
        self._window = window
        self._purses = [with_points(around, rule.seat, points) for points in range(most + 1)]
        """What all can spend, by what the roller has left."""

    def payments(self, points: int, free: int) -> list[int]:
        return ways_of(points, free)

    def finished(self, worth: int, points: int, free: int) -> Prospect:
        return self._following.after_dice(self._window, worth, free, points, self._purses[points])

    def decision(self, answer: int, lying: Lying) -> Decision:
        kinds = self.kinds
        good = max(0, lying.good + self._window.rule.enough - lying.passes)
        faces: tuple[int, ...] = ()
        for kind, count in ((GRANTS, good), (FAILS, lying.fails), (SUCCEEDS, lying.passes)):
            faces += (kinds.index(kind) + 1,) * count if count else ()
        window = self._window.lying(faces, lying.free, lying.points)
        question = window.rule.question(window, window.dice_again(), window.ways())
        for option in question.available:
            if _is_meant(answer, window, option.value):
                return self.seat, question.prompt, option.key, option.label
        raise TypeError("such dice cannot be rolled again")


def _is_meant(answer: int, window: RerollWindow, value: Again | None) -> bool:
    if value is None:
        return answer == KEEP
    die, way = value
    succeeded = window.rule.kinds[window.faces[die] - 1] == SUCCEEDS
    return answer == (way + OF_A_SUCCESS if succeeded else way)
