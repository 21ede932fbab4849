"""What follows where something has unfolded, whoever asked for it; and what unfolds walked without any short cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import CHANCE, FINISHED, FORCED, Unfolding
from vanguard.core.questions import Chance
from vanguard.odds.cases import cases_of
from vanguard.odds.prospects import Prospect

if TYPE_CHECKING:
    from vanguard.odds.situations import Situations

Purse = tuple[int, ...]
"""What each seat can still spend."""

NEVER: Final = 1e-12
"""Dice that fall so unlikely are left out of a walk of every answer."""
SO_MUCH_MORE: Final = 4.0
"""What was walked when it was so much less likely is walked again, if anything was left out."""


class Following:
    """What follows the ends of what unfolds."""

    __slots__ = ()

    def after(self, end: Unfolding, purse: Purse) -> Prospect:
        raise TypeError("nothing follows")

    def after_dice(self, window: RerollWindow, worth: int, free: int, points: int, purse: Purse) -> Prospect:
        """The same where dice lie for good."""
        return self.after(window.come_to(worth, free, points), purse)

    def spenders(self, end: Unfolding) -> int:
        """The seats whose purse makes a difference then, a bit for each."""
        raise TypeError("nothing follows")


def points_of(purse: Purse, seats: int) -> Purse:
    """What these seats have; the others as if they had nothing."""
    return tuple([points if seats >> seat & 1 else 0 for seat, points in enumerate(purse)])


def with_points(purse: Purse, seat: int, points: int) -> Purse:
    """The same if this seat had so much."""
    if not 0 <= seat < len(purse) or purse[seat] == points:
        return purse
    return tuple([points if other == seat else left for other, left in enumerate(purse)])


def first_seat(seats: int) -> int:
    """Of these, a bit for each; below 0 if there is none."""
    return (seats & -seats).bit_length() - 1


def purse_after(end: Unfolding, purse: Purse) -> Purse:
    """What can be spent when it has unfolded."""
    seat = end.spender()
    if seat < 0 or not purse:
        return purse
    return with_points(purse, seat, end.points_left())


class Walked:
    """What follows from a place, how likely it was when that was walked, and whether nothing was left out."""

    __slots__ = ("chance", "is_complete", "prospect")

    def __init__(self, prospect: Prospect, chance: float, is_complete: bool) -> None:
        self.prospect = prospect
        self.chance = chance
        self.is_complete = is_complete


class Walk:
    """What unfolds place by place, with every answer or with the policy's: what short cuts are compared with."""

    __slots__ = ("_following", "_known", "_left_out", "_purse", "_solver")

    def __init__(self, solver: Situations, following: Following, purse: Purse) -> None:
        self._solver = solver
        self._following = following
        self._purse = purse
        self._known: dict[Any, Walked] = {}
        self._left_out = 0

    def walk(self, unfolding: Unfolding, chance: float = 1.0) -> Prospect:
        decider = unfolding.decider()
        while decider == FORCED:
            unfolding = unfolding.after(unfolding.answers()[0])
            decider = unfolding.decider()
        place = (decider == FINISHED, unfolding.place())
        known = self._known.get(place)
        if known is not None:
            if known.is_complete:
                return known.prospect
            if chance <= SO_MUCH_MORE * known.chance:
                self._left_out += 1  # whoever leads here leaves it out too
                return known.prospect
        before = self._left_out
        if decider == FINISHED:
            found = self._following.after(unfolding, purse_after(unfolding, self._purse))
        elif decider == CHANCE:
            found = self._rolled(unfolding, chance)
        else:
            found = self._chosen(unfolding, chance)
        self._known[place] = Walked(found, chance, before == self._left_out)
        self._solver.weighed()
        return found

    def _rolled(self, unfolding: Unfolding, chance: float) -> Prospect:
        question = unfolding.question()
        assert isinstance(question, Chance)
        together = Prospect()
        for faces, one in cases_of(question):
            if chance * one < NEVER and together.branches:
                self._left_out += 1
                continue
            together.add(self.walk(unfolding.after(faces), chance * one), one)
        return self._solver.together(together)

    def _chosen(self, unfolding: Unfolding, chance: float) -> Prospect:
        question = unfolding.question()
        choice = self._solver.choice(question)
        for key, label, value in self._solver.tree.answers(question):
            choice.weigh(key, label, self.walk(unfolding.after(value), chance))
        return choice.taken()
