"""An attack walked without any short cut: what odds are compared with.

Every case of every roll and every answer to every question is tried by running the rules. Nothing is used of what makes odds
quick: no table of dice, nothing left out of account, no likelihood that flows. Where the attack is a value (an undertaking) a situation is
known again by all that it consists of; what unfolds is spread out place by place, and dice are spread out once for all rolls like
them. Whoever walks finds what both sides reach: kill chance, damage, losses of the attacker. Branches that hardly ever happen are
left out, so the numbers are good to `CLOSE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import process_time
from typing import Any, Final

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import CHANCE, FINISHED, FORCED, Settled, Undertaking, Unfolding
from vanguard.core.questions import Chance, Choose, Question, Split
from vanguard.core.rulebook import Procedure, Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.cases import Case, cases_of
from vanguard.odds.outcomes import Value, aim_of, outcome_of

CLOSE: Final = 1e-6
HARDLY_EVER: Final = 1e-10
"""Dice that fall so unlikely are left out."""
EQUAL: Final = 3e-9
MOST_SPLITS: Final = 300
PLACES_OF_A_RUN: Final = 100
"""So many places of what unfolds take as long as a run of a rule."""

Begun = tuple[Procedure, State, Callable[[], Value]]
"""A rule on copies, the state it changes, and what follows when it has ended."""


class TooWide(Exception):
    """Walking it would take too long."""


class Branching:
    """Where a rule has asked: how it begins, the answers that lead here, and the rule itself until the first goes on with it."""

    __slots__ = ("answers", "begin", "begun")

    def __init__(self, begin: Callable[[], Begun], begun: Begun, answers: list[Any]) -> None:
        self.begin = begin
        self.begun: Begun | None = begun
        self.answers = answers


class FullWalk:
    """Walks one trial, for so many runs of rules at most, and so many seconds of the processor."""

    __slots__ = (
        "_knows_situations",
        "_most",
        "_places",
        "_runs",
        "_situations",
        "_spread",
        "_until",
        "aim",
        "follows_custom",
        "has_met_custom",
        "rulebook",
        "trial",
    )

    def __init__(
        self, rulebook: Rulebook, trial: Trial, most: int, knows_situations: bool = True, seconds: float = inf
    ) -> None:
        self.rulebook = rulebook
        self.trial = trial
        self.aim = aim_of(rulebook, trial)
        self._knows_situations = knows_situations
        """Is what is under way known again? Otherwise everything is run from its beginning."""
        self.follows_custom = True
        """Is the usual answer taken where a question names one? Otherwise every answer is tried there too."""
        self.has_met_custom = False
        self._most = most
        self._until = process_time() + seconds
        self._runs = 0
        self._places = 0
        self._situations: dict[Any, Value] = {}
        self._spread: dict[Any, Spread] = {}

    def value(self) -> Value:
        return self._run(self._begun, [], 1.0)

    def _begun(self) -> Begun:
        state = self.trial.state.copy()
        state.events = SILENCE
        return self.trial.start(state), state, lambda: self._ended(state)

    def _ended(self, state: State) -> Value:
        return self.aim.worth(outcome_of(self.rulebook, self.trial, state))

    # -- a rule, run again for every answer -------------------------------------------------------------------------------------

    def _run(self, begin: Callable[[], Begun], answers: list[Any], chance: float) -> Value:
        """From its beginning to where the answers lead, and on from there."""
        self._runs += 1
        if self._runs + self._places // PLACES_OF_A_RUN > self._most or process_time() > self._until:
            raise TooWide
        begun = begin()
        try:
            question = begun[0].send(None)
            for answer in answers:
                question = begun[0].send(answer)
        except StopIteration:
            return begun[2]()
        return self._asked(question, Branching(begin, begun, answers), chance)

    def _branch(self, branching: Branching, answer: Any, chance: float) -> Value:
        """One answer: the first goes on in the rule that asked, any other begins anew."""
        begun, branching.begun = branching.begun, None
        answers = [*branching.answers, answer]
        if begun is None:
            return self._run(branching.begin, answers, chance)
        try:
            question = begun[0].send(answer)
        except StopIteration:
            return begun[2]()
        return self._asked(question, Branching(branching.begin, begun, answers), chance)

    def _asked(self, question: Question[Any], branching: Branching, chance: float) -> Value:
        under_way = question.under_way
        if under_way is not None and self._knows_situations:
            if under_way.undertaking is not None and branching.begin == self._begun:  # not an attack inside of an act
                assert branching.begun is not None
                return self._under_way(branching.begun[1], under_way.undertaking.copy(), under_way.unfolding)
            if under_way.unfolding is not None:
                return self._unfolded(under_way.unfolding, lambda end: self._branch(branching, end, 1.0))
        if isinstance(question, Chance):
            return self._on_average(
                likely_cases(question, chance), lambda faces, one: self._branch(branching, faces, chance * one)
            )
        return self._at_best(
            question.player, self._answers(question), lambda value: self._branch(branching, value, chance)
        )

    def _on_average(self, cases: list[Case], follow: Callable[[Any, float], Value]) -> Value:
        kill = damage = own = mass = 0.0
        for faces, one in cases:
            value = follow(faces, one)
            mass += one
            kill += one * value[0]
            damage += one * value[1]
            own += one * value[2]
        return kill / mass, damage / mass, own / mass

    def _at_best(self, seat: int, answers: Iterator[Any], follow: Callable[[Any], Value]) -> Value:
        best: Value | None = None
        for answer in answers:
            value = follow(answer)
            if best is None or is_better(value, best, seat == self.aim.attacker):
                best = value
        assert best is not None
        return best

    def _answers(self, question: Question[Any]) -> Iterator[Any]:
        settled = self.trial.settled.get(question.clause)
        if settled is not None:
            yield question.read(settled)[1]
        elif isinstance(question, Choose):
            usual = self._usual(question.usual)
            yield from [option.value for option in question.available if usual in (None, option)]
        elif isinstance(question, Split):
            given = self._usual(question.usual)
            yield from every_split(question) if given is None else [question.read(given)[1]]
        else:
            yield from [question.read(given)[1] for given in question.candidates()]

    def _usual(self, usual: Any) -> Any:
        if usual is not None:
            self.has_met_custom = True
        return usual if self.follows_custom else None

    # -- what is a value --------------------------------------------------------------------------------------------------------

    def _under_way(self, state: State, undertaking: Undertaking, unfolding: Unfolding | None) -> Value:
        """From where play asks something."""
        if unfolding is not None:
            return self._unfolded(unfolding, lambda end: self._after(state, undertaking, end))
        return self._situation(state, undertaking)

    def _after(self, state: State, undertaking: Undertaking, value: Any) -> Value:
        state, undertaking = self._copied(state), undertaking.copy()
        if isinstance(value, Unfolding):
            value.write(state)
        undertaking.answered(state, value)
        return self._situation(state, undertaking)

    def _situation(self, state: State, undertaking: Undertaking) -> Value:
        if undertaking.over:
            return self._ended(state)
        key = (state.position(), undertaking.key())
        known = self._situations.get(key)
        if known is None:
            known = self._situations[key] = self._solved(state, undertaking)
        return known

    def _solved(self, state: State, undertaking: Undertaking) -> Value:
        asked = undertaking.asks(state)
        if asked is None:
            return self._run(lambda: self._acting(state, undertaking), [], 1.0)
        if isinstance(asked, Settled):
            return self._after(state, undertaking, asked.value)
        if isinstance(asked, Unfolding):
            return self._unfolded(asked, lambda end: self._after(state, undertaking, end))
        if isinstance(asked, Chance):
            return self._on_average(likely_cases(asked, 1.0), lambda faces, one: self._after(state, undertaking, faces))
        return self._at_best(asked.player, self._answers(asked), lambda value: self._after(state, undertaking, value))

    def _acting(self, state: State, undertaking: Undertaking) -> Begun:
        state, undertaking = self._copied(state), undertaking.copy()
        return undertaking.act(state), state, lambda: self._situation(state, undertaking)

    def _copied(self, state: State) -> State:
        twin = state.copy()
        twin.events = SILENCE
        return twin

    # -- what unfolds -----------------------------------------------------------------------------------------------------------

    def _unfolded(self, unfolding: Unfolding, after: Callable[[Unfolding], Value]) -> Value:
        """Every place weighed, the last first, with what follows each end that is ever reached."""
        spread = self._spread_out(unfolding)
        self._places += len(spread.places)
        worths: list[Value] = []
        for place in spread.places:
            if place.decider == FINISHED:
                worths.append(after(spread.end(place, unfolding)) if place.reach > HARDLY_EVER else (0.0, 0.0, 0.0))
            elif place.decider == CHANCE:
                kill = damage = own = 0.0
                for i, one in place.links:
                    value = worths[i]
                    kill += one * value[0]
                    damage += one * value[1]
                    own += one * value[2]
                worths.append((kill, damage, own))
            else:
                best = worths[place.links[0][0]]
                for i, _ in place.links:
                    if is_better(worths[i], best, place.decider == self.aim.attacker):
                        best = worths[i]
                worths.append(best)
        return worths[-1]

    def _spread_out(self, unfolding: Unfolding) -> Spread:
        """Dice that may be rolled again lie alike in any roll of their kind; anything else is known within this attack."""
        known: dict[Any, Spread] = self._spread
        family = unfolding.family()
        if isinstance(unfolding, RerollWindow):
            known, family = _DICE, (unfolding.rule.seat, unfolding.rule.kinds, unfolding.rule.enough)
        key = (type(unfolding), family, unfolding.place())
        found = known.get(key)
        if found is None:
            found = known[key] = Spread(unfolding)
            self._places += 10 * len(found.places)
        return found


def likely_cases(chance: Chance, likely: float) -> list[Case]:
    """The ways dice can fall, but for those that hardly ever happen; at least one."""
    cases = cases_of(chance)
    return [case for case in cases if likely * case[1] > HARDLY_EVER] or cases[:1]


def is_better(value: Value, than: Value, wants_most: bool) -> bool:
    for one, other in zip(value, than):
        if abs(one - other) > EQUAL:
            return (one > other) == wants_most
    return False


def every_split(question: Split) -> list[tuple[int, ...]]:
    """All amounts that may be given, not only a sample of them."""
    found = question.every_split(MOST_SPLITS)
    if found is None:
        raise TooWide
    return found


class PlaceOf:
    """One place of what unfolds: who decides there, and where that leads, with the chance of dice."""

    __slots__ = ("decider", "links", "reach", "unfolding")

    def __init__(self, unfolding: Unfolding, decider: int, links: list[tuple[int, float]]) -> None:
        self.unfolding = unfolding
        self.decider = decider
        self.links = links
        self.reach = 0.0
        """No choices make it likelier than this."""


class Spread:
    """All places that something can come to while it unfolds, each after those that follow it."""

    __slots__ = ("_known", "places")

    def __init__(self, unfolding: Unfolding) -> None:
        self.places: list[PlaceOf] = []
        self._known: dict[Any, int] = {}
        self._place(unfolding)
        self._known.clear()
        self.places[-1].reach = 1.0
        for place in reversed(self.places):
            for i, one in place.links:
                self.places[i].reach += place.reach * one

    def end(self, place: PlaceOf, begun: Unfolding) -> Unfolding:
        """As it belongs to what has begun here, which may be another roll of the same kind."""
        end = place.unfolding
        if isinstance(end, RerollWindow) and isinstance(begun, RerollWindow):
            return begun.come_to(end.worth, end.free, end.points)
        return end

    def _place(self, unfolding: Unfolding) -> int:
        decider = unfolding.decider()
        while decider == FORCED:
            unfolding = unfolding.after(unfolding.answers()[0])
            decider = unfolding.decider()
        key = (decider == FINISHED, unfolding.place())
        known = self._known.get(key)
        if known is None:
            links: list[tuple[int, float]] = []
            if decider == CHANCE:
                question = unfolding.question()
                assert isinstance(question, Chance)
                cases = likely_cases(question, 1.0)
                mass = sum([one for _, one in cases])
                links = [(self._place(unfolding.after(faces)), one / mass) for faces, one in cases]
            elif decider != FINISHED:
                links = [(self._place(unfolding.after(answer)), 1.0) for answer in unfolding.answers()]
            self.places.append(PlaceOf(unfolding, decider, links))
            known = self._known[key] = len(self.places) - 1
        return known


_DICE: dict[Any, Spread] = {}
