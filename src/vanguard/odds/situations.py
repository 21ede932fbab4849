"""Attacks solved situation by situation: the state and the undertaking, as play knows them.

A step that asks is answered in every way on copies of the undertaking alone. A step that acts is run on copies of both, once
for each situation. What unfolds is weighed on its graph, or counted in a table of dice, with the worth of what follows each of
its ends. Whoever comes to a situation again finds it solved.

What both sides can spend is kept beside the situation. The state notices whether anybody looks at it: what happens without a
look happens the same whatever there is to spend, so it is run once for all of that. What nobody looks at until the end is left
out of account altogether.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import FINISHED, NOBODY, Asked, Settled, Undertaking, UnderWay, Unfolding
from vanguard.core.questions import Chance, Question
from vanguard.core.state import SILENCE, State
from vanguard.odds.acts import NO_BRANCHES, UNKNOWN, Acts, Position, Situation
from vanguard.odds.asking import Asking, AskingStep
from vanguard.odds.cases import cases_of
from vanguard.odds.dice import WindowDice
from vanguard.odds.falls_of_dice import most_successes
from vanguard.odds.following import Following, Purse, Walk, first_seat, points_of, purse_after, with_points
from vanguard.odds.graphs import MANY, Graph, Node, dice_before, graph_of
from vanguard.odds.ordering import OrderedProspect, sequel_of
from vanguard.odds.outcomes import Outcome
from vanguard.odds.prospects import Decision, Prospect
from vanguard.odds.tables import DiceTable
from vanguard.odds.weighing import Weighing

if TYPE_CHECKING:
    from vanguard.odds.tree import Tree

MOST_WORK = 12_000
"""A trial that needs more runs of acts than this is sampled instead, and the answer says so: they take under a second."""
PLACES_OF_A_RUN: Final = 60
"""So many places of what unfolds, or ways in which dice can lie, take about as long as a run."""


Unfolds = tuple[Following, Purse, Graph]
"""What unfolds: what follows it, what those can spend who do not spend there, and the graph it has a place on."""


class TooManyBranches(Exception):
    """The tree is too wide to be walked in reasonable time."""


class AfterStep(Following):
    """The undertaking goes on when what it asked for has unfolded."""

    __slots__ = ("_by_dice", "_by_end", "_position", "_situations", "_solver", "_undertaking")

    def __init__(self, solver: Situations, position: Position, undertaking: Undertaking) -> None:
        self._solver = solver
        self._position = position
        self._undertaking = undertaking
        self._situations: dict[Any, Situation] = {}
        self._by_end: dict[Unfolding, Situation] = {}
        self._by_dice: dict[tuple[int, int], Situation] = {}
        """By what the dice are worth and what is left free; what is left to spend is the purse's."""

    def situation(self, end: Unfolding) -> Situation:
        known = self._by_end.get(end)
        if known is None:
            known = self._by_end[end] = self._situation_of(end)
        return known

    def _situation_of(self, end: Unfolding) -> Situation:
        result = end.result()
        found = self._situations.get(result)
        if found is None:
            position = self._position
            if end.touches():
                state = position.state.copy()
                end.write(state)
                position = self._solver.position(state)
            twin = self._undertaking.copy()
            twin.answered(position.state, end)
            found = self._situations[result] = self._solver.situation(position, twin)
        return found

    def after(self, end: Unfolding, purse: Purse) -> Prospect:
        return self._solver.solved(self.situation(end), purse)

    def after_dice(self, window: RerollWindow, worth: int, free: int, points: int, purse: Purse) -> Prospect:
        found = self._by_dice.get((worth, free))
        if found is None:
            found = self._by_dice[worth, free] = self._situation_of(window.come_to(worth, free, points))
        return self._solver.solved(found, purse)

    def spenders(self, end: Unfolding) -> int:
        return self._solver.spenders(self.situation(end))


class Situations:
    """Solves the situations of one trial."""

    __slots__ = (
        "_actors", "_after", "_all_solved", "_briefly_known", "_ends", "_mixtures", "_most", "_outcome", "_places",
        "_positions", "_situations", "_steps", "_tables", "_weighings", "_work", "acts", "aim", "everybody",
        "is_plain", "policy", "richest", "tree",
    )  # fmt: skip

    def __init__(self, tree: Tree, solved: list[Prospect], outcome: Callable[[State], Outcome]) -> None:
        self.tree = tree
        self.aim = tree.aim
        self.policy = tree.policy
        self.is_plain = not tree.short_cuts
        """Is every answer tried and nothing left out of account? For comparison, and where a policy answers."""
        self.richest = tree.trial.state.purse()
        """What could be spent when all began."""
        self.everybody = sum([1 << seat for seat, points in enumerate(self.richest) if points])
        """All seats that have anything to spend, a bit for each."""
        self._all_solved = solved
        """All positions of the tree, each after those that follow from it."""
        self._outcome = outcome
        self._actors = Acts(self)
        self._positions: dict[Any, Position] = {}
        self._situations: dict[Any, Situation] = {}
        self._steps: dict[Any, AskingStep] = {}
        self._mixtures: dict[tuple[tuple[Situation, float], ...], Situation] = {}
        self._after: dict[Any, AfterStep] = {}
        self._briefly_known: dict[Any, Situation] = {}
        """The first of all with the same brief key."""
        self._weighings: dict[Any, Weighing] = {}
        self._tables: dict[Any, DiceTable] = {}
        self._ends: dict[Outcome, Prospect] = {}
        self.acts = 0
        """How many acts were run."""
        self._work = 0
        self._places = 0
        self._most = MOST_WORK * tree.patience

    def begin(self, state: State, under_way: UnderWay) -> Prospect:
        """From where play asks something."""
        purse = state.purse()
        position = self.position(state.copy())
        assert under_way.undertaking is not None
        undertaking = under_way.undertaking.copy()
        if under_way.unfolding is None:
            return self.solved(self.situation(position, undertaking), purse)
        return self.unfolds(self._after_step(position, undertaking), under_way.unfolding, purse)

    def forget(self) -> None:
        """What was solved is no longer wanted. It is let go at once: there are rings in it that nobody would find so soon."""
        for table in self._tables.values():
            table.forget()

    # -- work -----------------------------------------------------------------------------------------------------------------

    def takes(self, work: int) -> None:
        self._work += work
        if self._work > self._most:
            raise TooManyBranches(f"{self.tree.trial.label} takes more than {self._most} runs")

    def runs_act(self) -> None:
        self.acts += 1
        self.takes(1)

    def weighed(self, places: int = 1) -> None:
        """So many places of what unfolds."""
        before = self._places // PLACES_OF_A_RUN
        self._places += places
        self.takes(self._places // PLACES_OF_A_RUN - before)

    # -- situations -----------------------------------------------------------------------------------------------------------

    def position(self, state: State) -> Position:
        position = state.position_without_points()
        found = self._positions.get(position)
        if found is None:
            state.events = SILENCE
            found = self._positions[position] = Position(len(self._positions), state)
        return found

    def known(self) -> list[Situation]:
        """Every situation that anything has led to."""
        return list(self._situations.values())

    def situation(self, position: Position, undertaking: Undertaking) -> Situation:
        """The situation, known again by its key."""
        if undertaking.over:
            situation = Situation(position, undertaking)
            situation.end, situation.spenders = self.ended(position.state), 0
            return situation
        brief = None if self.is_plain else undertaking.brief_key()
        if brief is not None:
            return self._known_briefly(position, undertaking, (position.number, brief))
        return self._known(position, undertaking)

    def _known(self, position: Position, undertaking: Undertaking) -> Situation:
        key = (position.number, undertaking.key())
        found = self._situations.get(key)
        if found is None:
            found = self._situations[key] = Situation(position, undertaking)
        return found

    def mixed(self, mixture: tuple[tuple[Situation, float], ...]) -> Situation:
        """Any of these, each so likely: the same mixture is the same situation."""
        found = self._mixtures.get(mixture)
        if found is None:
            first = mixture[0][0]
            found = self._mixtures[mixture] = Situation(first.position, first.undertaking)
            found.mixture = mixture
        return found

    def _known_briefly(self, position: Position, undertaking: Undertaking, brief: Any) -> Situation:
        """What an act did not read makes no difference to what it came to, if that was the end."""
        known = self._briefly_known.get(brief)
        if known is not None and known.spenders == 0 and not self._actors.act_of(known).reads_all:
            return known
        situation = self._known(position, undertaking)
        if situation.brief is None:
            situation.brief = brief
            if known is None:
                situation.spenders = self._spenders_with(situation, self.richest)
                self._briefly_known[brief] = situation
            elif known.spenders == self.everybody:
                situation.spenders = self.everybody  # the act looks at what can be spent
        return situation

    def ended(self, state: State) -> Prospect:
        outcome = self._outcome(state)
        found = self._ends.get(outcome)
        if found is None:
            found = self._ends[outcome] = Prospect()
            found.mass = 1.0
            found.kill, found.damage, found.own = self.aim.worth(outcome)
            found.outcome = outcome
            self._all_solved.append(found)
        return found

    def _asking(self, situation: Situation, purse: Purse) -> Asking:
        asking = situation.asking
        if asking is None:
            step = situation.step
            if step is None:
                step = situation.step = self._step(situation.position, situation.undertaking)
            asking = step.asks(purse, self._values)
            if not asking.seen:
                situation.asking = asking
        return asking

    def _step(self, position: Position, undertaking: Undertaking) -> AskingStep:
        """The same for all situations that differ only in what comes after it."""
        key = undertaking.step_key()
        if key is None:
            return AskingStep(position.state, undertaking, not self.is_plain)
        found = self._steps.get((position.number, key))
        if found is None:
            found = self._steps[position.number, key] = AskingStep(
                position.state, undertaking.this_step(), not self.is_plain
            )
        return found

    def _values(self, asked: Asked) -> list[Any]:
        """Every answer."""
        if isinstance(asked, Settled):
            return [asked.value]
        if isinstance(asked, Chance):
            return [faces for faces, _ in cases_of(asked)]
        return [value for _, _, value in self.tree.answers(asked)] if isinstance(asked, Question) else []

    def _branches(self, situation: Situation, asking: Asking) -> list[Situation]:
        """Where each answer of a step that asks leads."""
        found = situation.branches.get(asking)
        if found is None:
            position, whole = situation.position, situation.undertaking
            found = [self.situation(position, step.before_rest_of(whole)) for step in asking.leads_to]
            if situation.branches is NO_BRANCHES:
                situation.branches = {}
            situation.branches[asking] = found
        return found

    def solved(self, situation: Situation, purse: Purse) -> Prospect:
        """What follows with so much to spend, solved once."""
        while situation.leads_to is not None:
            situation = situation.leads_to
        if situation.end is not None:
            return situation.end
        if not self.is_plain:
            purse = self._masked(purse, self.spenders(situation))
        found = situation.solved.get(purse)
        if found is None:
            found = situation.solved[purse] = self._from(situation, purse)
        return found

    def _masked(self, purse: Purse, spenders: int) -> Purse:
        """Without what makes no difference; what nobody had at first may make one."""
        if spenders == self.everybody:
            return purse
        for points, most in zip(purse, self.richest):
            if points > most:
                return purse
        return points_of(purse, spenders)

    def _from(self, situation: Situation, purse: Purse) -> Prospect:
        if situation.mixture:
            together = Prospect()
            for branch, chance in situation.mixture:
                together.add(self.solved(branch, purse), chance)
            return self.together(together)
        asking = self._asking(situation, purse)
        asked = asking.asked
        if asked is None:
            return self._actors.acted(situation, purse)
        if isinstance(asked, Unfolding):
            following = self._after_step(situation.position, situation.undertaking)
            return self.unfolds(following, asked, purse, situation.spenders)
        branches = self._branches(situation, asking)
        if isinstance(asked, Settled):
            if not asking.seen:
                situation.leads_to = branches[0]
            return self.solved(branches[0], purse)
        if isinstance(asked, Chance):
            return self._on_average([(branch, purse, chance) for branch, (_, chance) in zip(branches, cases_of(asked))])
        choice = self.choice(asked)
        for branch, (key, label, _) in zip(branches, self.tree.answers(asked)):
            choice.weigh(key, label, self.solved(branch, purse))
        return choice.taken()

    def _on_average(self, branches: list[tuple[Situation, Purse, float]]) -> Prospect:
        """What follows dice. All that begins to unfold on one graph is one place of it, where these dice are rolled."""
        together = Prospect()
        places: dict[Unfolds, dict[Node, float]] = {}
        for situation, purse, chance in branches:
            found = self._begins_to_unfold(situation, purse)
            if found is None:
                together.add(self.solved(situation, purse), chance)
            else:
                likely = places.setdefault(found[0], {})
                likely[found[1]] = likely.get(found[1], 0.0) + chance
        for unfolds, likely in places.items():
            mass = sum(likely.values())
            node = dice_before(unfolds[2], {node: chance / mass for node, chance in likely.items()})
            together.add(self._weighed(unfolds, node), mass)
        return self.together(together)

    def _begins_to_unfold(self, situation: Situation, purse: Purse) -> tuple[Unfolds, Node] | None:
        """Where on which graph, if that is what a situation comes to and it was not solved before."""
        while situation.leads_to is not None:
            situation = situation.leads_to
        if self.is_plain or situation.end is not None or situation.mixture:
            return None
        purse = self._masked(purse, self.spenders(situation))
        if purse in situation.solved:
            return None
        asking = self._asking(situation, purse)
        asked = asking.asked
        if isinstance(asked, Settled):
            [leads_to] = self._branches(situation, asking)
            return self._begins_to_unfold(leads_to, purse)
        if not isinstance(asked, Unfolding) or isinstance(asked, RerollWindow) or asked.decider() == FINISHED:
            return None
        graph, node = graph_of(asked)
        following = self._after_step(situation.position, situation.undertaking)
        return (following, with_points(purse, asked.spender(), 0), graph), node

    def together(self, branches: Prospect) -> Prospect:
        self._all_solved.append(branches)
        return branches

    def choice(self, question: Question[Any]) -> Choice:
        return Choice(self, question)

    def decided(self, decision: Decision, found: Prospect) -> Prospect:
        made = Prospect()
        made.add(found, 1.0)
        made.decisions = (decision,)
        return self.together(made)

    # -- whose purse makes a difference -----------------------------------------------------------------------------------------

    def spenders(self, situation: Situation) -> int:
        """Of which seats, a bit for each."""
        if situation.spenders == UNKNOWN:
            situation.spenders = self._spenders_with(situation, self.richest) if self.everybody else 0
        return situation.spenders

    def _spenders_with(self, situation: Situation, purse: Purse, known: int = 0) -> int:
        """If anybody has any points, but for the seats known by now, which have these."""
        spenders = 0
        if situation.mixture:
            for branch, _ in situation.mixture:
                spenders |= self.spenders(branch)
            return spenders
        asking = self._asking(situation, purse)
        asked = asking.asked
        if isinstance(asked, Unfolding):
            return self.spenders_after(self._after_step(situation.position, situation.undertaking), asked)
        seat = first_seat(asking.seen & self.everybody & ~known)
        if seat >= 0:
            known |= 1 << seat
            spenders = known
            for points in range(self.richest[seat], -1, -1):
                if spenders == self.everybody:
                    break
                spenders |= self._spenders_with(situation, with_points(purse, seat, points), known)
            return spenders
        if asked is None:
            return self._actors.spenders(situation)
        for branch in self._branches(situation, asking):
            spenders |= self.spenders(branch)
        return spenders

    def spenders_after(self, following: Following, unfolding: Unfolding) -> int:
        """While it unfolds and after whatever it can come to."""
        if unfolding.decider() == FINISHED:
            return following.spenders(unfolding)
        seat = unfolding.spender()
        spenders = 0 if seat < 0 else 1 << seat & self.everybody
        if isinstance(unfolding, RerollWindow) and not unfolding.is_thrown:
            for worth in self._worths(unfolding):
                for free in range(unfolding.free + 1):
                    if spenders == self.everybody:
                        return spenders
                    spenders |= following.spenders(unfolding.come_to(worth, free, unfolding.points))
            return spenders
        graph, node = graph_of(unfolding)
        ends = node.ends
        while ends and spenders != self.everybody:
            bit = ends & -ends
            spenders |= following.spenders(graph.ends[bit.bit_length() - 1].unfolding)
            ends ^= bit
        return spenders

    def _worths(self, window: RerollWindow) -> range:
        """How many can succeed at all, or be missing."""
        rule = window.rule
        if rule.enough:
            return range(rule.enough + 1)
        return range(most_successes(rule.kinds, window.count, window.points + window.free) + 1)

    # -- what unfolds -----------------------------------------------------------------------------------------------------------

    def _after_step(self, position: Position, undertaking: Undertaking) -> AfterStep:
        key = (position.number, undertaking.rest())
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = AfterStep(self, position, undertaking.copy())
        return found

    def unfolds(self, following: Following, unfolding: Unfolding, purse: Purse, spenders: int = UNKNOWN) -> Prospect:
        """What it comes to, and what follows that; whose purse makes a difference may be known already."""
        if unfolding.decider() == FINISHED:
            return following.after(unfolding, purse_after(unfolding, purse))
        if self.is_plain:
            return Walk(self, following, purse).walk(unfolding)
        if isinstance(unfolding, RerollWindow) and unfolding.is_thrown:
            return Walk(self, following, purse).walk(unfolding)
        if spenders == UNKNOWN:
            spenders = self.spenders_after(following, unfolding)
        seat = unfolding.spender()
        masked = self._masked(purse, spenders)
        around = with_points(masked, seat, 0)
        if isinstance(unfolding, RerollWindow):
            return self._counted(following, unfolding, around)
        graph, node = graph_of(unfolding)
        return self._weighed((following, around, graph), node)

    def _counted(self, following: Following, window: RerollWindow, around: Purse) -> Prospect:
        """In a table: where dice lead depends on their worth alone, so it matters little how many were thrown."""
        rule = window.rule
        key = (following, rule.seat, rule.kinds, window.free, rule.enough > 0 or window.count, around)
        table = self._tables.get(key)
        if table is None or window.count > table.height or window.points > table.dice.points:
            most = max(window.points, self.richest[rule.seat] if self.richest else 0)
            table = self._tables[key] = DiceTable(
                WindowDice(following, window, most, around), window.count, rule.seat == self.aim.attacker
            )
        before = table.size
        found = table.throw(window.count, window.points, window.free, self._all_solved)
        self.takes((table.size - before) // PLACES_OF_A_RUN)
        return found

    def _weighed(self, unfolds: Unfolds, node: Node) -> Prospect:
        """From a place of a graph."""
        weighing = self._weighings.get(unfolds)
        if weighing is None:
            weighing = self._weighings[unfolds] = Weighing(self, unfolds[0], unfolds[1])
        if node.decider == FINISHED:
            return weighing.end(node)
        if node.chooser == MANY:
            return weighing.begun(node, self._all_solved)
        following, around, graph = unfolds
        ends = graph.ends_of(node)
        if node.chooser == NOBODY and isinstance(following, AfterStep):
            chances = sequel_of(graph, node, ()).without_choice
            return self._on_average([
                (following.situation(end.unfolding), purse_after(end.unfolding, around), chance)
                for end, chance in zip(ends, chances)
            ])  # fmt: skip
        worths = [weighing.worth(end) for end in ends]
        followed = [weighing.end(end) for end in ends]
        return self.together(OrderedProspect(graph, node, followed, worths, self.aim.attacker))


class Choice:
    """Answers weighed against each other."""

    __slots__ = ("_best", "_chosen", "_count", "_question", "_solver", "_wants_most")

    def __init__(self, solver: Situations, question: Question[Any]) -> None:
        self._solver = solver
        self._question = question
        self._wants_most = question.player == solver.aim.attacker
        self._chosen: Prospect | None = None
        self._best = ("", "")
        self._count = 0

    def weigh(self, key: str, label: str, found: Prospect) -> None:
        self._count += 1
        if self._chosen is None or found.is_better(self._chosen, self._wants_most):
            self._chosen, self._best = found, (key, label)

    def taken(self) -> Prospect:
        """The best; that there was no other is no decision."""
        chosen = self._chosen
        assert chosen is not None
        if self._count == 1:
            return chosen
        question = self._question
        return self._solver.decided((question.player, question.prompt, self._best[0], self._best[1]), chosen)
