"""For odds: a hit roll or an armor roll with all its re-rolls, told without running it.

Dice are told by counts: what they come to so far, and how many failures and plain successes can be rolled again.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Apart, Fork, Later, Lies, Roll
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    FAIL,
    SUCCESS,
    Ahead,
    DicePool,
    Purse,
    free_reroll,
    reroll_question,
    spare,
    worth_rolling,
)
from vanguard.rulebooks.killteam_vanguard.state import Battle

NO_LIMIT = 1_000
"""A roll that wants so many successes takes all there are: a hit roll."""

ROLL_FAILURES = "roll failures again as long as that can be paid"

_NUMBERS: dict[Any, int] = {}
MOST_NUMBERED = 100_000


def numbered(context: Any) -> int:
    """One number for all that goes without saying in a look ahead, so that it is compared at once."""
    found = _NUMBERS.get(context)
    if found is None:
        found = _NUMBERS[context] = _count_on()
        if len(_NUMBERS) > MOST_NUMBERED:
            _NUMBERS.clear()
    return found


_COUNT = [0]


def _count_on() -> int:
    """Never the same again."""
    _COUNT[0] += 1
    return _COUNT[0]


@mypyc_attr(allow_interpreted_subclasses=True)
class RollAhead(Ahead):
    """What follows a roll, told to the end that `finished` knows."""

    __slots__ = ()

    def tell(self, roll: Roll, pool: DicePool, purse: Purse) -> None:
        falling = Falling(self, pool, pool.context)
        falling.tell(roll, falling.nothing(purse), False)

    @property
    def is_by_itself(self) -> bool:
        """Are the dice followed only as far as nobody has to choose anything?"""
        return False

    def finished(self, worth: int, purse: Purse) -> Any:
        """What follows once no more dice are rolled again: for a hit roll so many hits, for an armor roll unsaved ones."""
        raise TypeError("nothing is told of this roll")


class _ByItself(RollAhead):
    """A roll followed as far as nobody has to choose: to what it comes to, or to a choice."""

    __slots__ = ()

    @property
    def is_by_itself(self) -> bool:
        return True

    def finished(self, worth: int, purse: Purse) -> Any:
        return Lies(worth)


class Lying:
    """Dice on the table: successes, failures and plain successes that can be rolled again, and what can be spent."""

    __slots__ = ("fails", "good", "passes", "purse")

    def __init__(self, good: int, fails: int, passes: int, purse: Purse) -> None:
        self.good = good
        """Hits; or how many more saves than hits, below 0 while some are missing."""
        self.fails = fails
        self.passes = passes
        self.purse = purse


class Undecided:
    """Dice that lie before a choice."""

    __slots__ = ("key", "lying")

    def __init__(self, lying: Lying) -> None:
        self.lying = lying
        self.key = (lying.good, lying.fails, lying.passes, lying.purse.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undecided) and self.key == other.key


class Falling:
    """One roll as its dice fall, are rolled again and lie on the table."""

    __slots__ = ("ahead", "battle", "is_by_itself", "lethal", "number", "pool", "side", "spares", "wanted")

    def __init__(self, ahead: RollAhead, pool: DicePool, context: Any) -> None:
        self.ahead = ahead
        self.pool = pool
        self.battle: Battle = ahead.battle
        self.side = self.battle[pool.roller].side
        self.is_by_itself = ahead.is_by_itself
        self.wanted = pool.enough if pool.enough < NO_LIMIT else 0
        """An armor roll needs no more successes; 0 for a hit roll."""
        self.lethal = pool.enough - pool.too_few
        """So many unsaved hits come to the same as more."""
        self.number = numbered((context, pool.who, pool.kinds, self.lethal, pool.is_last, self.wanted > 0))
        self.spares: dict[Any, tuple[int, str]] = {}

    def spare(self, purse: Purse) -> tuple[int, str]:
        """How many dice can be rolled again at most, and whose card gives the next re-roll for free."""
        found = self.spares.get(purse.key)
        if found is None:
            most = spare(self.battle, self.pool, self.side, purse)
            giver = free_reroll(self.battle, self.battle[self.pool.roller], purse)
            found = self.spares[purse.key] = (most, giver)
        return found

    def nothing(self, purse: Purse) -> Lying:
        """Before any dice are rolled."""
        return Lying(-self.wanted, 0, 0, purse)

    def tell(self, roll: Roll, beside: Lying, again: bool) -> None:
        """Of a roll of dice beside others: which results come to the same, and what they lead to."""
        most = self.spare(beside.purse)[0]
        wanted = -beside.good if self.wanted else NO_LIMIT
        roll.alike = _Counted(self.pool.kinds, most, wanted, again).counted
        roll.alike_by = (again, most, wanted)
        roll.enough = 0  # dice beyond enough are worth nothing, and an endless pool is counted more quickly
        roll.foretells = _Landing(self, beside).landed

    def lie(self, good: int, fails: int, passes: int, purse: Purse) -> Any:
        """What follows such dice on the table: a re-roll, or what they come to."""
        if not self.wanted or good < 0:
            most = self.spare(purse)[0]
            fails = min(fails, most)
            passes = min(passes, most - fails)  # failures are rolled again first
            if fails or passes:
                lying = Lying(good, fails, passes, purse)
                return Later((self.number, good, fails, passes, purse.key), _Offering(self, lying).offered)
        return self.finished(good, purse)

    def finished(self, good: int, purse: Purse) -> Any:
        worth = good
        if self.wanted:
            worth = min(-good, self.lethal) if good < 0 else 0
        if self.is_by_itself:
            return Lies(worth)
        return Later((self.number, worth, purse.key), _Finished(self.ahead, worth, purse).told)

    def reroll(self, kept: Lying) -> Roll:
        """Of one die beside those kept."""
        roll = self.pool.roll(self.side, 1, "-reroll")
        self.tell(roll, kept, True)
        return roll

    def by_itself(self, dice: int, purse: Purse) -> Apart:
        """The last roll of its roller: the dice fall the same whatever the attack was; only choices are made for it."""
        alone = Falling(_ByItself(self.battle), self.pool, self.spare(purse))
        falling = (alone.number, dice, purse.key)
        return Apart((self.number, dice, purse.key, "by itself"), falling, _First(alone, dice, purse).roll, self.fell)

    def fell(self, worth: Any) -> Any:
        if isinstance(worth, Undecided):
            return _Offering(self, worth.lying).offered()
        return self.ahead.finished(worth, NOTHING)

    def whole(self, dice: int, purse: Purse) -> Later:
        """All dice of the pool."""
        return Later((self.number, "all", dice, purse.key), _First(self, dice, purse).roll)


NOTHING = Purse((0, 0))


class _First:
    """The roll of all dice."""

    __slots__ = ("dice", "falling", "purse")

    def __init__(self, falling: Falling, dice: int, purse: Purse) -> None:
        self.falling = falling
        self.dice = dice
        self.purse = purse

    def roll(self) -> Roll:
        falling = self.falling
        roll = falling.pool.roll(falling.side, self.dice)
        falling.tell(roll, falling.nothing(self.purse), False)
        return roll


class _Counted:
    """Counts what a roll adds: successes, failures and plain successes; of no kind more than can matter."""

    __slots__ = ("again", "kinds", "spare", "wanted")

    def __init__(self, kinds: tuple[int, ...], spare: int, wanted: int, again: bool) -> None:
        self.kinds = kinds
        self.spare = spare
        self.wanted = wanted
        self.again = again
        """The first die was rolled again and lies for good; those it grants do not."""

    def counted(self, faces: tuple[int, ...]) -> tuple[int, int, int]:
        kinds = [self.kinds[face - 1] for face in faces]
        fails, passes = kinds.count(FAIL), kinds.count(SUCCESS)
        good = len(kinds) - fails
        if good >= self.wanted:
            return (self.wanted, 0, 0)
        if self.again:
            fails -= kinds[0] == FAIL
            passes -= kinds[0] == SUCCESS
        fails = min(fails, self.spare)
        return (good, fails, min(passes, self.spare))


class _Landing:
    """Dice fall beside others."""

    __slots__ = ("beside", "falling")

    def __init__(self, falling: Falling, beside: Lying) -> None:
        self.falling = falling
        self.beside = beside

    def landed(self, counted: tuple[int, int, int]) -> Any:
        beside = self.beside
        good, fails, passes = counted
        return self.falling.lie(beside.good + good, beside.fails + fails, beside.passes + passes, beside.purse)


class _Finished:
    """A roll is over."""

    __slots__ = ("ahead", "purse", "worth")

    def __init__(self, ahead: RollAhead, worth: int, purse: Purse) -> None:
        self.ahead = ahead
        self.worth = worth
        self.purse = purse

    def told(self) -> Any:
        return self.ahead.finished(self.worth, self.purse)


class _Offering:
    """A re-roll is offered of dice on the table."""

    __slots__ = ("falling", "lying")

    def __init__(self, falling: Falling, lying: Lying) -> None:
        self.falling = falling
        self.lying = lying

    def offered(self) -> Any:
        """What is worthwhile; if that is a single answer, what follows it."""
        falling, lying = self.falling, self.lying
        giver = falling.spare(lying.purse)[1]
        die = falling.wanted + lying.good - lying.passes  # as they lie when the question is asked in words
        points = lying.purse.points[falling.side]
        answers = worth_rolling(die, lying.fails > 0, falling.pool.is_last, points, giver)
        if len(answers) == 1:
            assert answers[0] is not None
            told = self.again(answers[0])
            told.decision = (falling.side, "", "", ROLL_FAILURES)
            return told
        if falling.is_by_itself:
            return Lies(Undecided(lying))
        key = (falling.number, "offer", lying.good, lying.fails, lying.passes, lying.purse.key)
        return Fork(falling.side, key, key, answers, self.following, self.asked)

    def following(self, answer: tuple[int, str] | None) -> Any:
        falling, lying = self.falling, self.lying
        if answer is None:
            return falling.finished(lying.good, lying.purse)
        return self.again(answer)

    def again(self, answer: tuple[int, str]) -> Later:
        falling, lying = self.falling, self.lying
        giver = answer[1]
        purse = lying.purse.without(giver) if giver else lying.purse.less(falling.side, 1)
        # the die is off the table while it is rolled again, so it counts for nothing
        if lying.fails:
            kept = Lying(lying.good, lying.fails - 1, lying.passes, purse)
        else:
            kept = Lying(lying.good - 1, 0, lying.passes - 1, purse)
        key = (falling.number, "again", kept.good, kept.fails, kept.passes, purse.key)
        return Later(key, _Again(falling, kept).roll)

    def asked(self) -> Any:
        """The question in words."""
        falling, lying = self.falling, self.lying
        pool = falling.pool.lying(lying.good, lying.fails, lying.passes)
        return reroll_question(falling.battle, pool, lying.purse)


class _Again:
    """A die is rolled again."""

    __slots__ = ("falling", "kept")

    def __init__(self, falling: Falling, kept: Lying) -> None:
        self.falling = falling
        self.kept = kept

    def roll(self) -> Roll:
        return self.falling.reroll(self.kept)
