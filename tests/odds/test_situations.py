"""Undertakings solved situation by situation, on a toy: dice that may be rolled again, then a blow that acts on the state."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.kit.duel import Duel, as_duel, rulebook
from vanguard.core.questions import Choose, Option, Question, Roll
from vanguard.core.rulebook import Trial
from vanguard.core.state import State
from vanguard.core.undertakings import CHANCE, FINISHED, Undertaking, Unfolding, see_through
from vanguard.odds import of_trial
from vanguard.odds.tree import Tree


class Strike(Unfolding):
    """So many dice hit on 4+; one of them may be rolled again for each token."""

    __slots__ = ("again", "count", "dice", "is_enough", "tokens")

    def __init__(self, count: int, tokens: int, dice: tuple[int, ...] | None = None) -> None:
        self.count = count
        self.tokens = tokens
        self.dice = dice
        self.again = False
        self.is_enough = False

    def family(self) -> Any:
        return "strike"

    def place(self) -> Any:
        return (self.count, self.tokens, self.dice, self.again)

    def decider(self) -> int:
        if self.dice is None or self.again:
            return CHANCE
        return FINISHED if self.is_enough or not self.tokens else 0

    def question(self) -> Question[Any]:
        if self.decider() == CHANCE:
            return Roll(0, 1 if self.again else self.count, "strike", "duel.strike", kinds=(0, 0, 0, 1, 1, 1))
        options = [Option("keep", 0, "Keep"), Option("again", 1, "Roll the lowest again")]
        return Choose(0, "Again?", options, "duel.reroll")

    def answers(self) -> list[Any]:
        return [0, 1]

    def after(self, value: Any) -> Strike:
        if self.dice is None:
            return Strike(self.count, self.tokens, tuple(sorted(value)))
        if self.again:
            return Strike(self.count, self.tokens, tuple(sorted((*self.dice[1:], *value))))
        twin = Strike(self.count, self.tokens - value, self.dice)
        twin.again = value == 1
        twin.is_enough = value == 0
        return twin

    def write(self, state: State) -> None:
        as_duel(state).tokens[0] = self.tokens

    def hits(self) -> int:
        return len([face for face in self.dice or () if face >= 4])


class Blow(Undertaking):
    __slots__ = ("strike",)

    def __init__(self, strike: Strike | None = None) -> None:
        super().__init__()
        self.strike = strike

    def copy(self) -> Blow:
        twin = Blow(self.strike)
        twin.over = self.over
        return twin

    def key(self) -> Any:
        return None if self.strike is None else self.strike.place()

    def asks(self, state: State) -> Question[Any] | Unfolding | None:
        return Strike(2, as_duel(state).tokens[0]) if self.strike is None else None

    def answered(self, state: State, value: Any) -> None:
        self.strike = value

    async def act(self, state: State) -> None:
        assert self.strike is not None
        self.strike.write(state)
        as_duel(state).wounds[1] = max(0, as_duel(state).wounds[1] - self.strike.hits())
        self.over = True


def trial(tokens: int, wounds: int) -> Trial:
    duel = Duel(("Ada", "Bo"))
    duel.tokens = [tokens, 0]
    duel.wounds[1] = wounds
    return Trial("Ada strikes Bo", 0, duel, lambda state: see_through(state, Blow()), ("b",))


def by_hand(tokens: int, wounds: int, dice: tuple[int, ...]) -> float:
    """The best chance that Bo falls: one failure is rolled again for each token as long as hits are missing."""
    if sum(dice) >= wounds or not tokens or all(dice):
        return float(sum(dice) >= wounds)
    rest = sorted(dice)[1:]
    return (by_hand(tokens - 1, wounds, (0, *rest)) + by_hand(tokens - 1, wounds, (1, *rest))) / 2


@pytest.mark.parametrize("tokens", [0, 1, 2])
@pytest.mark.parametrize("wounds", [1, 2])
def test_what_unfolds_is_solved_as_it_is_by_hand(tokens: int, wounds: int) -> None:
    best = sum(by_hand(tokens, wounds, dice) / 4 for dice in itertools.product((0, 1), repeat=2))
    odds = of_trial(rulebook, trial(tokens, wounds))
    assert odds.error == 0
    assert odds.chance_removed() == pytest.approx(best)
    assert sum(odds.distribution.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("tokens", [1, 2])
def test_it_is_what_walking_the_same_questions_as_play_comes_to(tokens: int) -> None:
    for meets in (True, False):
        slow = Tree(rulebook, trial(tokens, 2), short_cuts=False)
        slow.meets = meets
        assert slow.aim.value(slow.solve()) == pytest.approx(
            slow.aim.value(of_trial(rulebook, trial(tokens, 2)).distribution)
        )


def test_the_first_decisions_are_told_in_the_words_of_play() -> None:
    told = {entry["label"] for entry in of_trial(rulebook, trial(1, 2)).best()}
    assert told == {"Keep", "Roll the lowest again"}


def test_a_fixed_policy_answers_what_unfolds() -> None:
    keeping = of_trial(rulebook, trial(2, 2), lambda question: "keep")
    assert keeping.chance_removed() == pytest.approx(0.25)
