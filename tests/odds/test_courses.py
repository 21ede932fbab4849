"""Attacks that are courses of parts: resolved in order, gone on with from anywhere, and solved once per situation."""

from __future__ import annotations

from typing import Any

import pytest

from vanguard.core.attacks.courses import AskPart, Course, Part, ThrowPart
from vanguard.core.attacks.rerolls import FAILS, GRANTS, PAID, SUCCEEDS, Again, RerollWindow, WindowRule
from vanguard.core.attacks.undertakings import CHANCE, FINISHED, Settled, Undertaking, Unfolding, see_through
from vanguard.core.questions import Choose, Option, Question, Roll, yes_or_no
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import State
from vanguard.odds.cases import cases_of
from vanguard.odds.dice import WindowDice
from vanguard.odds.following import Following
from vanguard.odds.prospects import Prospect
from vanguard.odds.tables import DiceTable
from vanguard.odds.tree import Tree
from vanguard.testing.full_walk import FullWalk

FOUR_UP = (FAILS, FAILS, FAILS, SUCCEEDS, SUCCEEDS, GRANTS)


class Ring(State):
    """Two fighters with wounds, and a purse each."""

    def __init__(self, wounds: tuple[int, int], points: tuple[int, int]) -> None:
        super().__init__()
        self.wounds = list(wounds)
        self._points = list(points)
        self._seen = 0
        self.order: list[str] = []

    def copy(self) -> Ring:
        twin = Ring((self.wounds[0], self.wounds[1]), (self._points[0], self._points[1]))
        twin.order = self.order[:]
        return twin

    def points_of(self, seat: int) -> int:
        self._seen |= 1 << seat
        return self._points[seat]

    def position(self) -> Any:
        return (tuple(self._points), self.position_without_points())

    def position_without_points(self) -> Any:
        return tuple(self.wounds)

    def purse(self) -> tuple[int, ...]:
        return tuple(self._points)

    def fill_purse(self, points: tuple[int, ...]) -> None:
        self._points = list(points)
        self._seen = 0

    def put_in_purse(self, seat: int, points: int) -> None:
        self._points[seat] = points

    def seats_seen(self) -> int:
        return self._seen


class RingDice(WindowRule):
    """Dice that hit on 4+, a point for each that is rolled again."""

    def roll(self, count: int, again: bool, wanted: int) -> Roll:
        return Roll(self.seat, count, "hit", "ring.hit", kinds=self.kinds, again=(6,))

    def write(self, state: Ring, window: RerollWindow) -> None:
        state.put_in_purse(self.seat, window.points)

    def question(self, window: RerollWindow, dice: list[int], ways: list[int]) -> Choose[Again | None]:
        options: list[Option[Again | None]] = [Option("keep", None)]
        options += [Option(f"die-{die}", (die, PAID)) for die in dice]
        return Choose(self.seat, "Again?", options, "ring.again")


class Swing(ThrowPart):
    def __init__(self, seat: int, dice: int) -> None:
        super().__init__(("swing", seat, dice), ("harm", 1 - seat))
        self.seat = seat
        self.dice = dice

    def window(self, state: Ring) -> RerollWindow:
        return RerollWindow(RingDice(self.seat, FOUR_UP), self.dice, state.points_of(self.seat))

    def after_dice(self, state: Ring, worth: int) -> tuple[Part, ...]:
        victim = 1 - self.seat
        return (Wound(victim, worth), SwingBack(victim)) if victim else (Wound(victim, worth),)


class Wound(Part):
    def __init__(self, victim: int, amount: int) -> None:
        super().__init__(("wound", victim, amount))
        self.victim = victim
        self.amount = amount

    async def resolve(self, state: Ring, course: Course) -> None:
        state.wounds[self.victim] = max(0, state.wounds[self.victim] - self.amount)
        state.order.append(f"wound {self.victim}")


class SwingBack(Part):
    def __init__(self, seat: int) -> None:
        super().__init__(("back", seat))
        self.seat = seat

    async def resolve(self, state: Ring, course: Course) -> None:
        state.order.append("back")
        if state.wounds[self.seat] and await Choose(self.seat, "Strike back?", yes_or_no("Yes", "No"), "ring.back"):
            course.first(Swing(self.seat, 2))


class RingBook(Rulebook):
    name = "ring"

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Ring)
        return {"a": state.wounds[0], "b": state.wounds[1]}


def trial(wounds: tuple[int, int], points: tuple[int, int]) -> Trial:
    return Trial("a swing", 0, Ring(wounds, points), lambda state: see_through(state, Course(Swing(0, 2))), ("b", "a"))


@pytest.mark.parametrize("points", [(0, 0), (1, 0), (0, 1), (1, 2), (2, 1)])
def test_counting_comes_to_what_walking_every_answer_comes_to(points: tuple[int, int]) -> None:
    quick = Tree(RingBook(), trial((2, 3), points)).solve()
    walk = Tree(RingBook(), trial((2, 3), points), short_cuts=False)
    walk.meets = True
    assert sum(quick.values()) == pytest.approx(1, abs=1e-9)
    assert quick == pytest.approx(walk.solve(), abs=1e-9)


@pytest.mark.parametrize("points", [(0, 0), (1, 0)])
def test_part_by_part_comes_to_what_the_whole_attack_comes_to(points: tuple[int, int]) -> None:
    solver = Tree(RingBook(), trial((2, 2), points))
    quick = solver.aim.value(solver.solve())
    tree = Tree(RingBook(), trial((2, 2), points), too_unlikely=1e-9, short_cuts=False, patience=10)
    assert quick == pytest.approx(tree.aim.value(tree.solve()), abs=1e-4)


def test_what_is_put_first_is_resolved_before_the_rest() -> None:
    ring = Ring((2, 2), (0, 0))
    course = Course(Wound(0, 1), Wound(1, 1))
    course.first(SwingBack(0))
    procedure = see_through(ring, course)
    with pytest.raises(StopIteration):
        question = procedure.send(None)
        assert question.prompt == "Strike back?"
        procedure.send(False)
    assert ring.order == ["back", "wound 0", "wound 1"]


def test_a_part_is_run_once_for_whatever_can_be_spent_if_it_does_not_look() -> None:
    """Only how many hits are possible at all grows with the points."""
    acts = {}
    for points in (1, 4):
        tree = Tree(RingBook(), trial((2, 2), (points, points)))
        tree.solve()
        acts[points] = tree.work()
    assert acts[4] < 1.5 * acts[1]


class Saves(WindowRule):
    """Dice of which only so many successes are wanted."""

    def roll(self, count: int, again: bool, wanted: int) -> Roll:
        return Roll(self.seat, count, "save", "ring.save", kinds=self.kinds, again=(6,), enough=wanted)

    def question(self, window: RerollWindow, dice: list[int], ways: list[int]) -> Choose[Again | None]:
        options: list[Option[Again | None]] = [Option("keep", None)]
        options += [Option(f"die-{die}", (die, way)) for die in dice for way in ways]
        return Choose(self.seat, "Again?", options, "ring.again")


class Fates(Following):
    """It is over when anything is missing."""

    def __init__(self) -> None:
        self.ends = [Prospect(), Prospect()]
        for fate, end in enumerate(self.ends):
            end.mass, end.kill, end.damage = 1.0, float(fate), float(fate)

    def after(self, end: Unfolding, purse: tuple[int, ...]) -> Prospect:
        assert isinstance(end, RerollWindow)
        return self.ends[end.worth > 0]


def least(window: RerollWindow, known: dict[Any, float]) -> float:
    """The least chance that anything is missing in the end, every answer about every die tried."""
    decider = window.decider()
    place = (decider == FINISHED, window.place())
    if place not in known:
        if decider == FINISHED:
            known[place] = float(window.worth > 0)
        elif decider == CHANCE:
            question = window.question()
            assert isinstance(question, Roll)
            known[place] = sum(one * least(window.after(faces), known) for faces, one in cases_of(question))
        else:
            known[place] = min(least(window.after(answer), known) for answer in window.answers())
    return known[place]


@pytest.mark.parametrize("points", [0, 1, 3, 4])
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_saves_are_counted_as_they_are_walked_with_points_for_dice_that_were_granted(hits: int, points: int) -> None:
    """A die that a six has granted may be rolled again, though the six was a re-roll itself."""
    window = RerollWindow(Saves(0, FOUR_UP, hits), hits, points)
    table = DiceTable(WindowDice(Fates(), window, points, (0,)), hits, False)
    assert table.throw(hits, points, 0, []).kill == pytest.approx(least(window, {}), abs=1e-9)


class Opening(ThrowPart):
    """A die that may be rolled again for points, whatever it comes to."""

    def __init__(self, seat: int, *then: Part) -> None:
        super().__init__(("opening", seat), tuple([part.key for part in then]))
        self.seat = seat
        self.then = then

    def window(self, state: Ring) -> RerollWindow:
        return RerollWindow(RingDice(self.seat, FOUR_UP), 1, state.points_of(self.seat))

    def after_dice(self, state: Ring, worth: int) -> tuple[Part, ...]:
        return self.then


class Feint(Part):
    """The attacker chooses what follows a wound."""

    def __init__(self) -> None:
        super().__init__("feint")

    async def resolve(self, state: Ring, course: Course) -> None:
        hard = await Choose(0, "How hard?", yes_or_no("Hard", "Softly"), "ring.feint")
        course.first(Wound(1, 1), Wound(0, 2 if hard else 1))


class Toll(Part):
    """Whoever attacks and has a point left wounds."""

    def __init__(self) -> None:
        super().__init__("toll")

    async def resolve(self, state: Ring, course: Course) -> None:
        if state.points_of(0):
            state.wounds[1] -= 1


def run_with(part: Part, points: tuple[int, int], seat: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The keys of all parts that were run to solve it."""
    ran: list[Any] = []
    for kind in (Wound, Feint, Toll):

        def counted(self: Part, state: Ring, course: Course, resolve: Any = kind.resolve) -> Any:
            ran.append(self.key)
            return resolve(self, state, course)

        monkeypatch.setattr(kind, "resolve", counted)
    course = Course(Opening(seat, part))
    attack = Trial("a feint", 0, Ring((3, 3), points), lambda state: see_through(state, course.copy()), ("b", "a"))
    quick = Tree(RingBook(), attack)
    found = quick.aim.value(quick.solve())
    solved = ran[:]
    assert found == pytest.approx(FullWalk(RingBook(), attack, 1_000).value(), abs=1e-9)
    return solved


def test_a_part_is_run_once_whatever_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_with(Feint(), (0, 0), 0, monkeypatch).count(("wound", 1, 1)) == 1


def test_a_part_is_run_once_whatever_those_can_spend_at_whose_points_it_did_not_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_a_point_and_without = 2
    assert run_with(Toll(), (1, 3), 1, monkeypatch).count("toll") == with_a_point_and_without


class Bribe(AskPart):
    """Whoever has a point left may pay it to be spared; nobody else is asked."""

    def __init__(self) -> None:
        super().__init__("bribe")

    def asks(self, state: Ring) -> Choose[bool] | Settled:
        if not state.points_of(1):
            return Settled(False)
        return Choose(1, "Pay?", yes_or_no("Pay", "Be struck"), "ring.bribe")

    def after(self, state: Ring, paid: bool) -> tuple[Part, ...]:
        return (Paid(),) if paid else (Wound(1, 1),)

    def tell(self, state: Ring, paid: bool) -> None:
        state.order.append("paid" if paid else "struck")


class Paid(Part):
    def __init__(self) -> None:
        super().__init__("paid")

    async def resolve(self, state: Ring, course: Course) -> None:
        state.put_in_purse(1, state.points_of(1) - 1)


@pytest.mark.parametrize("points", [(0, 0), (1, 2), (2, 1), (0, 3), (2, 0)])
def test_what_is_asked_may_depend_on_the_points_left(points: tuple[int, int]) -> None:
    course = Course(Swing(0, 2), Bribe(), Swing(0, 1))
    bout = Trial("a bribe", 0, Ring((3, 3), points), lambda state: see_through(state, course.copy()), ("b", "a"))
    quick = Tree(RingBook(), bout)
    found = quick.aim.value(quick.solve())
    assert found == pytest.approx(FullWalk(RingBook(), bout, 20_000).value(), abs=1e-6)


def test_an_answer_that_is_settled_is_told_and_asked_of_nobody() -> None:
    state = Ring((3, 3), (0, 0))
    playing = see_through(state, Course(Bribe()))
    with pytest.raises(StopIteration):
        playing.send(None)
    assert state.order == ["struck", "wound 1"]


class Bout(Undertaking):
    """The hits that are left are seldom read: only by a blow that lands, after a look at the points."""

    __slots__ = ("left",)

    def __init__(self, left: int = -1) -> None:
        super().__init__()
        self.left = left

    def copy(self) -> Bout:
        twin = Bout(self.left)
        twin.over = self.over
        return twin

    def key(self) -> Any:
        return ("bout", self.left)

    def brief_key(self) -> Any:
        return None if self.left < 0 else "bout"

    def asks(self, state: State) -> Question[Any] | None:
        return Roll(0, 1, "left", "ring.left", kinds=(0, 0, 0, 1, 1, 1)) if self.left < 0 else None

    def answered(self, state: State, value: Any) -> None:
        self.left = 2 if value[0] > 3 else 0

    async def act(self, state: State) -> None:
        assert isinstance(state, Ring)
        state.points_of(0)
        [face] = await Roll(0, 1, "blow", "ring.blow", kinds=(0, 0, 0, 1, 1, 1))
        if face > 3:
            self.reads_all = True
            state.wounds[1] -= self.left
        self.over = True


@pytest.mark.parametrize("points", [(0, 0), (1, 0)])
def test_what_an_act_reads_after_a_look_at_the_points_is_not_left_out_where_nobody_has_any(
    points: tuple[int, int],
) -> None:
    attack = Trial("a bout", 0, Ring((3, 3), points), lambda state: see_through(state, Bout()), ("b", "a"))
    tree = Tree(RingBook(), attack)
    assert tree.aim.value(tree.solve())[1] == pytest.approx(0.5)


class Lunge(AskPart):
    """The victim ducks, or takes it; nothing is asked of whoever is down."""

    def __init__(self) -> None:
        super().__init__("lunge")

    def asks(self, state: Ring) -> Choose[bool] | None:
        return Choose(1, "Duck?", yes_or_no("Yes", "No"), "ring.duck") if state.wounds[1] else None

    def after(self, state: Ring, ducks: bool) -> tuple[Part, ...]:
        return (Blade(),) if ducks else (Wound(1, 2),)

    def tell(self, state: Ring, ducks: bool) -> None:
        state.order.append("ducks" if ducks else "stands")


class Blade(AskPart):
    """One die: whoever ducks is hit on a 6."""

    def __init__(self) -> None:
        super().__init__("blade")

    def asks(self, state: Ring) -> Roll:
        return Roll(0, 1, "blade", "ring.blade", kinds=(0, 0, 0, 0, 0, 1))

    def after(self, state: Ring, faces: tuple[int, ...]) -> tuple[Part, ...]:
        return (Wound(1, 2),) if faces[0] == 6 else ()


def lunge(wounds: int) -> Trial:
    async def begin(state: State) -> None:
        assert isinstance(state, Ring)
        await Roll(0, 3, "flourish", "ring.flourish")
        await see_through(state, Course(Lunge(), Wound(0, 1)))

    return Trial("a lunge", 0, Ring((2, wounds), (0, 0)), begin, ("b", "a"))


def test_however_dice_led_to_an_undertaking_it_is_solved_once() -> None:
    """Fifty-six ways in which three dice can fall lead to the same question."""
    tree = Tree(RingBook(), lunge(2))
    assert tree.solve() == pytest.approx({(2, 1): 5 / 6, (0, 1): 1 / 6})
    assert tree.runs == 56
    assert tree.work() - tree.runs == 3, "the wound of the target, and its own before and after it"
    slow = Tree(RingBook(), lunge(2), short_cuts=False)
    assert slow.solve() == pytest.approx({(2, 1): 5 / 6, (0, 1): 1 / 6})
    assert FullWalk(RingBook(), lunge(2), 1_000).value() == pytest.approx((1 / 6, 1 / 3, -1))


def test_a_part_that_has_nothing_to_ask_is_passed_over() -> None:
    assert Tree(RingBook(), lunge(0)).solve() == pytest.approx({(0, 1): 1})


def test_what_a_part_asks_is_told_to_the_log_when_it_is_answered() -> None:
    ring = Ring((2, 2), (0, 0))
    procedure = see_through(ring, Course(Lunge()))
    assert procedure.send(None).prompt == "Duck?"
    with pytest.raises(StopIteration):
        procedure.send(False)
    assert ring.order == ["stands", "wound 1"]


class Jab(AskPart):
    """One die; on 4+ it harms, twice as much for whoever has a point when it lies, which is spent."""

    asked: list[int]

    def __init__(self, seat: int) -> None:
        super().__init__(("jab", seat))
        self.seat = seat

    def asks(self, state: Ring) -> Roll:
        self.asked.append(self.seat)
        return Roll(self.seat, 1, "jab", "ring.jab", kinds=(0, 0, 0, 1, 1, 1))

    def after(self, state: Ring, faces: Any) -> tuple[Part, ...]:
        if faces[0] <= 3:
            return ()
        victim = 1 - self.seat
        return (Wound(victim, 2), Pay(self.seat)) if state.points_of(self.seat) else (Wound(victim, 1),)


class Pay(Part):
    def __init__(self, seat: int) -> None:
        super().__init__(("pay", seat))
        self.seat = seat

    async def resolve(self, state: Ring, course: Course) -> None:
        state.put_in_purse(self.seat, max(0, state.points_of(self.seat) - 1))


def test_what_a_step_asks_is_worked_out_once_in_a_position_whatever_comes_after() -> None:
    """Jabs of the one and of the other in an order that is chosen, one of which wastes a point; only wounds make another position."""
    Jab.asked = []

    class Order(AskPart):
        def __init__(self) -> None:
            super().__init__("order")

        def asks(self, state: Ring) -> Choose[bool]:
            return Choose(0, "First?", yes_or_no("Yes", "No"), "ring.order")

        def after(self, state: Ring, first: bool) -> tuple[Part, ...]:
            return (Pay(0), Jab(0), Jab(0), Jab(0)) if first else (Jab(0), Jab(1), Jab(0))

    def ordered(points: tuple[int, int]) -> Trial:
        return Trial("jabs", 0, Ring((3, 3), points), lambda state: see_through(state, Course(Order())), ("b", "a"))

    for points in ((0, 0), (1, 0), (1, 1)):
        Jab.asked.clear()
        tree = Tree(RingBook(), ordered(points))
        value = tree.aim.value(tree.solve())
        asked = len(Jab.asked)
        assert value == pytest.approx(FullWalk(RingBook(), ordered(points), 1_000).value(), abs=1e-6)
        assert value[1] == pytest.approx(1.75 if points[0] else 1.5), (
            "two jabs of which the first to hit counts twice, or three"
        )
        assert asked <= 2 * 9 * (1 + sum(points)), "each jab once in each position of wounds, by what is left to spend"
