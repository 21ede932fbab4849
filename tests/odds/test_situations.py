"""Undertakings solved situation by situation, on a toy: dice that may be rolled again, then a blow that acts on the state."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.kit.duel import Duel, as_duel, rulebook
from vanguard.core.attacks.undertakings import CHANCE, FINISHED, Undertaking, Unfolding, see_through
from vanguard.core.questions import Choose, Option, Question, Roll
from vanguard.core.rulebook import Trial
from vanguard.core.state import State
from vanguard.odds import of_trial
from vanguard.odds.ordering import ranked
from vanguard.odds.outcomes import Worth
from vanguard.odds.tree import Tree
from vanguard.testing.full_walk import FullWalk


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


# -- dice that are rolled later ---------------------------------------------------------------------------------------------------


class Clash(Undertaking):
    """Ada rolls two dice and Bo one, that takes a hit from her on 4+; then she may roll again. A cheat looks at them before."""

    __slots__ = ("blocked", "cheats", "step", "strike")

    def __init__(self, cheats: bool) -> None:
        super().__init__()
        self.cheats = cheats
        self.step = 0
        self.strike: Strike | None = None
        self.blocked = False

    def copy(self) -> Clash:
        twin = Clash(self.cheats)
        twin.over, twin.step, twin.strike, twin.blocked = self.over, self.step, self.strike, self.blocked
        return twin

    def key(self) -> Any:
        return (self.step, self.blocked, None if self.strike is None else self.strike.place())

    def asks(self, state: State) -> Question[Any] | Unfolding | None:
        tokens = as_duel(state).tokens[0]
        if self.step == 0:
            return Strike(2, tokens).question()
        if self.step == 1:
            return Roll(1, 1, "block", "duel.block", kinds=(0, 0, 0, 1, 1, 1))
        if self.step == 2:
            return self.strike or Strike(2, tokens)
        return None

    def answered(self, state: State, value: Any) -> None:
        if self.step == 0:
            self.strike = Strike(2, as_duel(state).tokens[0], tuple(sorted(value)))
        elif self.step == 1:
            self.blocked = value[0] >= 4
            if self.cheats and self.strike is not None and self.strike.hits() == 2:
                self.blocked = True
        else:
            self.strike = value
        self.step += 1

    def later(self, state: State) -> Clash | None:
        if self.step:
            return None
        twin = self.copy()
        twin.step = 1
        return twin

    async def act(self, state: State) -> None:
        assert self.strike is not None
        self.strike.write(state)
        duel = as_duel(state)
        duel.wounds[1] = max(0, duel.wounds[1] - max(0, self.strike.hits() - self.blocked))
        self.over = True


def clash(tokens: int, cheats: bool = False) -> Trial:
    duel = Duel(("Ada", "Bo"))
    duel.tokens = [tokens, 0]
    duel.wounds[1] = 2
    return Trial("Ada and Bo clash", 0, duel, lambda state: see_through(state, Clash(cheats)), ("b",))


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_dice_that_nobody_looks_at_yet_may_be_rolled_with_their_re_rolls(tokens: int) -> None:
    tree = Tree(rulebook, clash(tokens))
    found = tree.aim.value(tree.solve())
    slow = Tree(rulebook, clash(tokens), short_cuts=False)
    assert found == pytest.approx(slow.aim.value(slow.solve()))
    assert found == pytest.approx(FullWalk(rulebook, clash(tokens), 10_000).value())
    before_the_blow = [known.undertaking.key() for known in tree.solver().known() if known.undertaking.key()[0] < 3]
    assert len(before_the_blow) == 4, "one by what Bo rolled, not by what both did"


def test_a_rule_that_looks_at_dice_it_said_nobody_looks_at_is_found_out() -> None:
    """The walk of every answer rolls them when play does."""
    tree = Tree(rulebook, clash(1, cheats=True))
    assert tree.aim.value(tree.solve()) != pytest.approx(FullWalk(rulebook, clash(1, cheats=True), 10_000).value())


# -- one side chooses, and no dice follow ---------------------------------------------------------------------------------------------


class Pick(Unfolding):
    """Two dice fall, Bo picks one of them; a two may be waived at last, a three is as good as a four."""

    __slots__ = ("dice", "picked", "waived")

    def __init__(self, dice: tuple[int, ...] = (), picked: int = 0, waived: bool | None = None) -> None:
        self.dice = dice
        self.picked = picked
        self.waived = waived

    def family(self) -> Any:
        return "pick"

    def place(self) -> Any:
        return self.result() if self.decider() == FINISHED else (self.dice, self.picked)

    def result(self) -> Any:
        return 0 if self.waived else min(self.picked, 3)

    def decider(self) -> int:
        if not self.dice:
            return CHANCE
        return 1 if not self.picked or (self.picked == 2 and self.waived is None) else FINISHED

    def question(self) -> Question[Any]:
        if not self.dice:
            return Roll(0, 2, "pick", "duel.pick", kinds=(1, 2, 3, 4, 4, 4))
        return Choose(1, f"Of {self.dice}, {self.picked}?", self._options(), "duel.pick")

    def _options(self) -> list[Option[Any]]:
        return [Option(str(answer), answer, str(answer)) for answer in self.answers()]

    def answers(self) -> list[Any]:
        return [False, True] if self.picked else sorted({min(face, 4) for face in self.dice}, reverse=True)

    def after(self, value: Any) -> Pick:
        if not self.dice:
            return Pick(tuple(sorted(value)))
        return Pick(self.dice, self.picked, value) if self.picked else Pick(self.dice, value)


class Draft(Blow):
    """Bo loses what he has picked, and nothing for what he waives."""

    __slots__ = ("pick",)

    def __init__(self, pick: Pick | None = None) -> None:
        super().__init__()
        self.pick = pick

    def copy(self) -> Draft:
        twin = Draft(self.pick)
        twin.over = self.over
        return twin

    def key(self) -> Any:
        return None if self.pick is None else self.pick.result()

    def asks(self, state: State) -> Question[Any] | Unfolding | None:
        return Pick() if self.pick is None else None

    def answered(self, state: State, value: Any) -> None:
        self.pick = value

    async def act(self, state: State) -> None:
        assert self.pick is not None
        as_duel(state).wounds[1] -= self.pick.result()
        self.over = True


def test_where_one_side_chooses_and_no_dice_follow_the_order_of_the_ends_decides() -> None:
    duel = Duel(("Ada", "Bo"))
    duel.wounds[1] = 5
    draft = Trial("Bo drafts", 0, duel, lambda state: see_through(state, Draft()), ("b",))
    odds = of_trial(rulebook, draft)
    slow = Tree(rulebook, draft, short_cuts=False)
    assert odds.distribution == pytest.approx({left: chance for left, chance in slow.solve().items() if chance})
    told = {(entry["prompt"], entry["label"]): entry["chance"] for entry in odds.best()}
    assert told["Of (1, 2), 0?", "2"] == pytest.approx(2 / 36), "he waives it afterwards, which is not his first choice"
    assert told["Of (3, 4), 0?", "4"] == pytest.approx(6 / 36), "of equally good ones the first"


def test_what_differs_by_next_to_nothing_is_equally_good() -> None:
    values = [(0.5, 2.0, 0.0), (0.5 + 1e-12, 1.0, 0.0), (0.25, 9.0, 0.0), (0.5, 2.0 - 1e-12, 0.0)]
    worths = [Worth(*value) for value in values]
    assert ranked(worths, False) == (2, 1, 0, 2)
    assert ranked(worths, True) == (0, 1, 2, 0)
