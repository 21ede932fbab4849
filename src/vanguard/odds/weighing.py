"""What unfolds, weighed on its graph with the worth of what follows each of its ends."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from vanguard.core.attacks.undertakings import CHANCE, FINISHED
from vanguard.odds.following import Following, Purse, purse_after
from vanguard.odds.graphs import Node
from vanguard.odds.outcomes import Worth
from vanguard.odds.prospects import Flowing, Prospect, Relay

if TYPE_CHECKING:
    from vanguard.odds.situations import Situations

HARDLY: Final = 1e-15
"""What is less likely does not flow on."""


class Weighing(Relay):
    """What unfolds in one situation, whatever of its family it began with: the worth of each place, and the best answers."""

    __slots__ = ("_best", "_count", "_ends", "_following", "_inflow", "_known", "_purse", "_solver", "_worths")

    def __init__(self, solver: Situations, following: Following, purse: Purse) -> None:
        super().__init__()
        self._solver = solver
        self._following = following
        self._purse = purse
        """What those can spend who do not spend here."""
        self._worths: list[Worth | None] = []
        """Of each place, by its index."""
        self._count = 0
        """Places weighed that the solver was not told of yet."""
        self._best: dict[Node, int] = {}
        self._ends: dict[Node, Prospect] = {}
        self._known: dict[Node, Prospect] = {}
        self._inflow: dict[Node, list[float]] = {}

    def begun(self, node: Node, solved: list[Prospect]) -> Prospect:
        """Something begins to unfold at this place."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = UnfoldingProspect(self, node, self.worth(node))
            solved.append(known)
        return known

    def end(self, node: Node) -> Prospect:
        """What follows this end."""
        found = self._ends.get(node)
        if found is None:
            end = node.unfolding
            found = self._ends[node] = self._following.after(end, purse_after(end, self._purse))
            if not found.fed_by or found.fed_by[-1] is not self:
                found.fed_by = (*found.fed_by, self)
        return found

    def worth(self, start: Node) -> Worth:
        """Of a place, and so of all places from there on."""
        short = start.index + 1 - len(self._worths)
        if short > 0:
            self._worths.extend([None] * short)
        found = self._weighed(start)
        count, self._count = self._count, 0
        self._solver.weighed(count)
        return found

    def _weighed(self, node: Node) -> Worth:
        found = self._worths[node.index]
        if found is not None:
            return found
        self._count += 1
        decider = node.decider
        if decider == FINISHED:
            found = self.end(node).worth()
        elif decider == CHANCE:
            kill = damage = own = 0.0
            for following, chance in zip(node.next, node.chances):
                value = self._weighed(following)
                kill += value.kill * chance
                damage += value.damage * chance
                own += value.own * chance
            found = Worth(kill, damage, own)
        else:
            sign = 1.0 if decider == self._solver.aim.attacker else -1.0
            chosen = 0
            for i, following in enumerate(node.next):
                value = self._weighed(following)
                if found is None or value.gain(found) * sign > 0.0:
                    found, chosen = value, i
            assert found is not None
            self._best[node] = chosen
        self._worths[node.index] = found
        return found

    # -- likelihood -----------------------------------------------------------------------------------------------------------

    def receive(self, node: Node, stream: Prospect) -> None:
        self.waits = True
        _pour(self._inflow, node, stream.neither, stream.first, stream.second, stream.both)

    def flow_on(self, flowing: Flowing) -> None:
        """From each place to those it leads to, the last made first, since none leads to one made later."""
        self.waits = False
        inflow, self._inflow = self._inflow, {}
        order = [(-node.index, node) for node in inflow]
        order.sort(key=_first)
        waiting: list[tuple[int, Node]] = order
        while waiting:
            node = heappop(waiting)[1]
            neither, first, second, both = inflow.pop(node)
            if neither + first + second + both < HARDLY:
                continue
            decider = node.decider
            if decider == FINISHED:
                end = self._ends[node]
                end.neither += neither
                end.first += first
                end.second += second
                end.both += both
            elif decider == CHANCE:
                for following, one in zip(node.next, node.chances):
                    if following not in inflow:
                        heappush(waiting, (-following.index, following))
                    _pour(inflow, following, neither * one, first * one, second * one, both * one)
            else:
                chosen = self._best[node]
                if decider == 0:
                    told = neither + second
                    neither, first, second, both = 0.0, first + neither, 0.0, both + second
                else:
                    told = neither + first
                    neither, first, second, both = 0.0, 0.0, second + neither, both + first
                if told > 0.0:
                    flowing.advise(node.decision(chosen), told)
                following = node.next[chosen]
                if following not in inflow:
                    heappush(waiting, (-following.index, following))
                _pour(inflow, following, neither, first, second, both)


def _first(entry: tuple[int, Node]) -> int:
    return entry[0]


def _pour(into: dict[Node, list[float]], node: Node, neither: float, first: float, second: float, both: float) -> None:
    found = into.get(node)
    if found is None:
        into[node] = [neither, first, second, both]
    else:
        found[0] += neither
        found[1] += first
        found[2] += second
        found[3] += both


class UnfoldingProspect(Prospect):
    """Something begins to unfold here."""

    __slots__ = ("node", "weighing")

    def __init__(self, weighing: Weighing, node: Node, worth: Worth) -> None:
        super().__init__()
        self.weighing = weighing
        self.node = node
        self.mass = 1.0
        self.kill, self.damage, self.own = worth.kill, worth.damage, worth.own

    def flow_on(self, flowing: Flowing) -> None:
        self.weighing.receive(self.node, self)
        self.dry()
