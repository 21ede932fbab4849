"""Dice followed ahead for odds: all that can lie on the table, what may be rolled again, and what is chosen of it.

What can lie there is the same whatever the dice are for, so it is worked out once (`DiceAhead`). What the dice are for says
what follows when they lie for good (`Hopes.came_to`).
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Apart, Choose, Fork, Later, Lies, Roll
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST
from vanguard.rulebooks.killteam_lite.moments import SpecialRule
from vanguard.rulebooks.killteam_lite.rerolls import (
    COMMAND,
    ENOUGH,
    Again,
    Throw,
    all_rerolls,
    can_reroll,
    helpful_rules,
    tell_tally,
    without,
    worth_rerolling,
)
from vanguard.rulebooks.killteam_lite.tallies import (
    critical_in,
    fails_in,
    fresh,
    fresh_faces,
    normal_in,
    ones_in,
    pool_of,
    tally,
    with_fresh,
    without_critical,
    without_fails,
)

REROLL_FAILS: Final = "Command Re-roll of fails, as long as Command Points are left"
JUST_ENOUGH: Final[list[Again]] = [ENOUGH]

Worth = tuple[int, int, int]
"""What dice come to: normal and critical results, and ones where a rule acts on them."""


class DiceAhead:
    """All that can lie on the table of one player's dice."""

    __slots__ = ("_again", "_known", "counts_ones", "lasting", "spares", "throw")

    def __init__(self, throw: Throw, lasting: bool, spares: bool, counts_ones: bool) -> None:
        self.throw = throw
        self.lasting = lasting
        """Is a critical result at least as good as a normal one?"""
        self.spares = spares
        """Is there anything else to save Command Points for once these dice lie?"""
        self.counts_ones = counts_ones
        """Does something follow from ones that are discarded?"""
        self._known: dict[Any, Lying] = {}
        self._again: dict[Any, RolledAgain] = {}

    def first(self, dice: int, points: int) -> Lying:
        """All dice as they were rolled."""
        return self.lying(dice, points, tuple(helpful_rules(self.throw.rules)), False)

    def lying(self, dice: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool) -> Lying:
        key = (dice, points, helpful, decided)
        found = self._known.get(key)
        if found is None:
            if self.lasting:
                helpful = self._still(helpful, dice)
                points, dice = self._matters(dice, points, helpful, decided)
            same = (dice, points, helpful, decided)
            found = self._known.get(same)
            if found is None:
                found = self._known[same] = Lying(self, dice, points, helpful, decided)
            self._known[key] = found
        return found

    def _still(self, helpful: tuple[SpecialRule, ...], dice: int) -> tuple[SpecialRule, ...]:
        """What can roll any of these dice again."""
        faces = fresh_faces(dice, self.throw.kinds)
        return tuple([rule for rule in helpful if rule.dice_to_reroll(faces)])

    def _matters(self, dice: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool) -> tuple[int, int]:
        """The points and the dice that can make a difference: critical results stay, fails are rolled again first.

        Once their owner has decided something about them, it is not asked any more what lies there for good.
        """
        dice = without_critical(dice)
        if not helpful and not self.counts_ones:
            dice = with_fresh(dice, points // COMMAND_REROLL_COST)
            if not self.spares:
                points = min(points, COMMAND_REROLL_COST * (fails_in(fresh(dice)) + normal_in(fresh(dice))))
        return points, without_fails(dice, self.counts_ones) if decided else dice

    def rolled_again(
        self, kept: int, count: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool
    ) -> RolledAgain:
        if decided and self.lasting:
            kept = without_fails(without_critical(kept), self.counts_ones)
        key = (kept, count, points, helpful, decided)
        found = self._again.get(key)
        if found is None:
            found = self._again[key] = RolledAgain(self, kept, count, points, helpful, decided)
        return found

    def worth(self, dice: int) -> Worth:
        return (normal_in(dice), critical_in(dice), ones_in(dice) if self.counts_ones else 0)


class Lying:
    """Dice on the table, and what is left to roll them again with."""

    __slots__ = ("_again", "ahead", "answers", "decided", "dice", "final", "helpful", "points", "worth")

    def __init__(
        self, ahead: DiceAhead, dice: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool
    ) -> None:
        self.ahead = ahead
        self.dice = dice
        self.points = points
        self.helpful = helpful
        self.decided = decided
        """Has their owner decided anything about these dice?"""
        self.worth = ahead.worth(dice)
        self.answers: list[Again] = []
        """One of them is best."""
        self._again: dict[Again, RolledAgain] = {}
        kinds = ahead.throw.kinds
        faces = fresh_faces(dice, kinds)
        self.final = not can_reroll(faces, helpful, points >= COMMAND_REROLL_COST)
        if not self.final:
            is_last = not ahead.spares and not ahead.counts_ones
            if ahead.lasting:
                self.answers = worth_rerolling(faces, kinds, helpful, points, is_last)
            if not self.answers:
                self.answers = all_rerolls(faces, helpful, points)
            self.final = self.answers == JUST_ENOUGH

    @property
    def forced(self) -> bool:
        """Is only one answer worthwhile?"""
        return not self.final and len(self.answers) == 1

    def told(self) -> Any:
        """What these dice come to as long as nobody has to choose: `Lies`, or a re-roll."""
        if not self.forced:
            return Lies(self)
        answer = self.answers[0]
        later = Later(self, self.after(answer).roll)
        if answer[0] == COMMAND:
            later.decision = (self.ahead.throw.seat, "", "", REROLL_FAILS)
        return later

    def after(self, answer: Again) -> RolledAgain:
        """Some of them are rolled again."""
        found = self._again.get(answer)
        if found is None:
            found = self._again[answer] = self._rolled(answer)
        return found

    def _rolled(self, answer: Again) -> RolledAgain:
        source, chosen = answer
        kept = self.dice - tally(chosen, self.ahead.throw.kinds, False)
        left = self.points - COMMAND_REROLL_COST if source == COMMAND else self.points
        decided = self.decided or not self.forced or source == COMMAND
        return self.ahead.rolled_again(kept, len(chosen), left, tuple(without(self.helpful, source)), decided)

    def question(self) -> Choose[Again]:
        """What play asks of such dice."""
        throw = self.ahead.throw
        return throw.offer(pool_of(self.dice, throw.kinds), self.helpful, self.points)

    def at_best(self) -> tuple[int, int]:
        """Normal and critical results if all that can be rolled again came out critical."""
        fresh_ones = fresh(self.dice)
        normal, critical, _ = self.worth
        return normal - normal_in(fresh_ones), critical + normal_in(fresh_ones) + fails_in(fresh_ones)


class RolledAgain:
    """So many dice are rolled again beside those kept."""

    __slots__ = ("ahead", "count", "decided", "helpful", "kept", "points")

    def __init__(
        self,
        ahead: DiceAhead,
        kept: int,
        count: int,
        points: int,
        helpful: tuple[SpecialRule, ...],
        decided: bool,
    ) -> None:
        self.ahead = ahead
        self.kept = kept
        self.count = count
        self.points = points
        self.helpful = helpful
        self.decided = decided

    def roll(self) -> Roll:
        roll = self.ahead.throw.again(self.kept, self.helpful, self.points, self.count)
        tell_tally(roll, True)
        roll.foretells = self.landed
        return roll

    def landed(self, dice: int) -> Any:
        return self.ahead.lying(self.kept + dice, self.points, self.helpful, self.decided).told()


@mypyc_attr(allow_interpreted_subclasses=True)
class Hopes:
    """What dice are for: what follows when they lie for good. `key` stands for all that depends on beside them."""

    __slots__ = ("dice", "key", "points")

    def __init__(self, dice: DiceAhead, key: Any, points: int) -> None:
        self.dice = dice
        self.key = key
        self.points = points
        """The Command Points of their owner before any is rolled again."""

    def came_to(self, worth: Worth, points: int) -> Any:
        """What follows if they come to this with so many Command Points left."""
        raise TypeError("nothing follows these dice")

    def is_enough(self, lying: Lying) -> bool:
        """Can nothing better come of rolling such dice again?"""
        return False

    def tell(self, roll: Roll) -> None:
        """Tell odds what the results of the first roll come to."""
        tell_tally(roll, False)
        roll.foretells = self.fallen

    def fallen(self, dice: int) -> Any:
        return self.follow(self.dice.first(dice, self.points))

    def follow(self, lying: Lying) -> Any:
        if lying.final:
            return self.came_to(lying.worth, lying.points)
        if lying.forced:
            return Apart((self.key, lying), lying, lying.told, self.follow)
        answers = lying.answers
        if self.dice.lasting and answers[-1] == ENOUGH and self.is_enough(lying):
            if lying.decided:
                return self.came_to(lying.worth, lying.points)
            answers = JUST_ENOUGH
        choice = _Choice(self, lying)
        return Fork(self.dice.throw.seat, (self.key, lying), lying, answers, choice.following, lying.question)


class _Choice:
    """Their owner chooses what is rolled again, if anything."""

    __slots__ = ("hopes", "lying")

    def __init__(self, hopes: Hopes, lying: Lying) -> None:
        self.hopes = hopes
        self.lying = lying

    def following(self, answer: Again) -> Any:
        hopes, lying = self.hopes, self.lying
        if not answer[0]:
            return hopes.came_to(lying.worth, lying.points)
        again = lying.after(answer)
        return Apart((hopes.key, again), again, again.roll, hopes.follow)


def dice_ahead(
    foreseen: dict[Any, Any], throw: Throw, lasting: bool, spares: bool, counts_ones: bool = False
) -> DiceAhead:
    """All that can lie on the table of such dice, with what was looked at before."""
    rules = tuple([rule.printed for rule in throw.rules])
    key = ("dice", throw.seat, throw.name, throw.kinds, rules, throw.about, lasting, spares, counts_ones)
    found: DiceAhead | None = foreseen.get(key)
    if found is None:
        found = foreseen[key] = DiceAhead(throw, lasting, spares, counts_ones)
    return found


class Token:
    """Stands for all that something depends on: compared at once, however much that is."""

    __slots__ = ()


def token(foreseen: dict[Any, Any], context: Any) -> Token:
    found: Token | None = foreseen.get(context)
    if found is None:
        found = foreseen[context] = Token()
    return found
