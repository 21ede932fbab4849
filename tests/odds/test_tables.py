"""Dice that may be rolled again, solved as tables: equal to rolling them one by one on paper."""

from __future__ import annotations

from functools import cache

import pytest

from vanguard.core.attacks.rerolls import FAILS, FREE, GRANTS, KEEP, PAID, SUCCEEDS
from vanguard.odds.dice import OF_A_SUCCESS, Dice, Lying
from vanguard.odds.falls_of_dice import falls_of
from vanguard.odds.prospects import Flowing, Prospect
from vanguard.odds.tables import DiceTable

FOUR_UP = (FAILS, FAILS, FAILS, SUCCEEDS, SUCCEEDS, GRANTS)
TWO_UP = (FAILS, SUCCEEDS, SUCCEEDS, SUCCEEDS, SUCCEEDS, GRANTS)
DEEP = 9
"""Granted dice are followed so far on paper."""


class Counted(Dice):
    """Dice whose successes (or what is missing) are all that matters; every point left is worth a little.

    They are worth something from so many successes on, or up to so many missing; `odd` ones only if that number is odd.
    """

    def __init__(
        self,
        kinds: tuple[int, ...],
        wanted: int,
        saves: bool = False,
        price: float = 0.0,
        odd: bool = False,
        free: int = 0,
    ) -> None:
        super().__init__(0, kinds, 4 - free, free, saves)
        self.wanted = wanted
        self.price = price
        self.odd = odd
        self.solved: list[Prospect] = []
        self.ends: dict[tuple[int, int], Prospect] = {}

    def payments(self, points: int, free: int) -> list[int]:
        return [*([FREE] if free else []), *([PAID] if points else [])]

    def value(self, worth: int, left: int) -> float:
        good = worth <= self.wanted if self.saves else worth >= self.wanted
        if self.odd:
            good = worth % 2 == 1
        return float(good) + self.price * left

    def finished(self, worth: int, points: int, free: int) -> Prospect:
        told = (worth, points + free)
        end = self.ends.get(told)
        if end is None:
            end = self.ends[told] = Prospect()
            end.mass = 1.0
            end.kill = self.value(*told)
            end.outcome = told
            self.solved.append(end)
        return end

    def decision(self, answer: int, lying: Lying) -> tuple[int, str, str, str]:
        way = answer - OF_A_SUCCESS if answer > PAID else answer
        return 0, "Again?", {KEEP: "keep", FREE: "free", PAID: "paid"}[way], ""

    def thrown(self, count: int, points: int, free: int = 0) -> Prospect:
        return DiceTable(self, count, True).throw(count, points, free, self.solved)


def on_paper(dice: Counted, count: int, points: int) -> float:
    """Every die by itself: rolled, granted, and any one of them rolled again if that is better."""
    chances = [dice.kinds.count(kind) / 6 for kind in (FAILS, SUCCEEDS, GRANTS)]

    def worth(good: int) -> int:
        return max(0, count - good) if dice.saves else good

    @cache
    def lies(good: int, fails: int, passes: int, left: int) -> float:
        best = dice.value(worth(good), left)
        if left and not (dice.saves and good >= count):
            if fails:
                best = max(best, rolls(good, fails - 1, passes, left - 1, 1, False, 0))
            if passes:
                best = max(best, rolls(good - 1, fails, passes - 1, left - 1, 1, False, 0))
        return best

    @cache
    def rolls(good: int, fails: int, passes: int, left: int, dice_left: int, fresh: bool, deep: int) -> float:
        if not dice_left or (dice.saves and good >= count):
            return lies(good, fails, passes, left)
        if deep > DEEP:
            return rolls(good, fails, passes, left, dice_left - 1, fresh, deep)
        failed = rolls(good, fails + fresh, passes, left, dice_left - 1, fresh, deep)
        passed = rolls(good + 1, fails, passes + fresh, left, dice_left - 1, fresh, deep)
        granted = rolls(good + 1, fails, passes, left, dice_left, True, deep + 1)
        return chances[0] * failed + chances[1] * passed + chances[2] * granted

    return rolls(0, 0, 0, points, count, True, 0)


@pytest.mark.parametrize("kinds", [FOUR_UP, TWO_UP])
@pytest.mark.parametrize(("count", "points", "wanted"), [(1, 0, 1), (2, 1, 2), (2, 2, 3), (3, 2, 2), (1, 3, 2)])
def test_hits_with_rerolls_are_worth_what_they_are_on_paper(
    kinds: tuple[int, ...], count: int, points: int, wanted: int
) -> None:
    dice = Counted(kinds, wanted, price=0.05)
    assert dice.thrown(count, points).kill == pytest.approx(on_paper(dice, count, points), abs=1e-6)


@pytest.mark.parametrize("kinds", [FOUR_UP, TWO_UP])
@pytest.mark.parametrize(("count", "points", "wanted"), [(1, 0, 0), (2, 1, 0), (3, 2, 1), (3, 3, 0), (4, 1, 2)])
def test_saves_with_rerolls_are_worth_what_they_are_on_paper(
    kinds: tuple[int, ...], count: int, points: int, wanted: int
) -> None:
    dice = Counted(kinds, wanted, saves=True, price=0.05)
    assert dice.thrown(count, points).kill == pytest.approx(on_paper(dice, count, points), abs=1e-6)


@pytest.mark.parametrize("saves", [False, True])
@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 1), (2, 2), (3, 2), (1, 3)])
def test_where_another_success_may_harm_either_kind_of_die_is_rolled_again(
    count: int, points: int, saves: bool
) -> None:
    dice = Counted(TWO_UP, 0, saves=saves, price=0.02, odd=True)
    assert dice.thrown(count, points).kill == pytest.approx(on_paper(dice, count, points), abs=1e-6)
    assert not DiceTable(dice, count, True).is_rising


def test_a_free_reroll_is_worth_as_much_as_a_paid_one() -> None:
    paid = Counted(FOUR_UP, 2).thrown(2, 2)
    free = Counted(FOUR_UP, 2, free=1).thrown(2, 1, 1)
    assert free.kill == pytest.approx(paid.kill, abs=1e-12)


def test_what_flows_through_a_table_is_what_it_is_worth() -> None:
    dice = Counted(FOUR_UP, 3, price=0.05)
    first = dice.thrown(3, 3)
    first.neither = 1.0
    flowing = Flowing()
    flowing.through(dice.solved)
    assert sum(flowing.distribution.values()) == pytest.approx(1, abs=1e-9)
    assert first.kill == pytest.approx(
        sum(chance * dice.value(outcome[0], outcome[1]) for outcome, chance in flowing.distribution.items()), abs=1e-9
    )
    told = {answer for _, _, answer, _ in flowing.advice}
    assert told == {"keep", "paid"}
    assert sum(flowing.advice.values()) == pytest.approx(1, abs=1e-9), "the first decision of each course is told once"


def test_the_ways_dice_fall_add_up_to_one() -> None:
    for saves in (False, True):
        ways = falls_of(TWO_UP, saves, 5, 2, True)
        assert sum(sum(chances) for *_, chances in ways) == pytest.approx(1, abs=1e-12)
        assert all(chances == sorted(chances, reverse=True) for *_, chances in ways)
        assert all(fails + passes <= 2 for fails, passes, *_ in ways)
    assert all(max(goods) <= 5 for _, _, goods, _ in falls_of(TWO_UP, True, 5, 2, True))


def test_no_dice_come_to_nothing() -> None:
    assert falls_of(FOUR_UP, False, 0, 3, True) == [(0, 0, [0], [1.0])]
