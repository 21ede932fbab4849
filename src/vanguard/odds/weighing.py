"""What unfolds, weighed on its graph with the worth of what follows each of its ends."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from vanguard.core.undertakings import CHANCE, FINISHED
from vanguard.odds.following import Following, Purse, purse_after
from vanguard.odds.outcomes import Value, gain
from vanguard.odds.prospects import Flowing, Layer, Prospect, Table
from vanguard.odds.unfolded import Node

if TYPE_CHECKING:
    from vanguard.odds.situations import Situations

HARDLY: Final = 1e-15
"""What is less likely does not flow on."""


class Weighing(Table):
    """What unfolds in one situation, whatever of its family it began with: the worth of each place, and the best answers."""

    __slots__ = ("_best", "_ends", "_following", "_inflow", "_known", "_purse", "_solver", "_worth")

    def __init__(self, solver: Situations, following: Following, purse: Purse) -> None:
        super().__init__()
        self._solver = solver
        self._following = following
        self._purse = purse
        """What those can spend who do not spend here."""
        self._worth: list[Value | None] = []
        """Of each place, by its index."""
        self._best: dict[Node, int] = {}
        self._ends: dict[Node, Prospect] = {}
        self._known: dict[Node, Prospect] = {}
        self._inflow: dict[Node, list[float]] = {}

    def solved(self, node: Node, layer: Layer) -> Prospect:
        """Something begins to unfold at this place."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = UnfoldingProspect(self, node, self._weigh(node))
            layer.solved.append(known)
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

    def _weigh(self, start: Node) -> Value:
        """All places from here on, each after those that follow it."""
        worths = self._worth
        if len(worths) <= start.index:
            worths.extend([None] * (start.index + 1 - len(worths)))
        wants_most = self._solver.aim.attacker
        count = 0
        for place in self._unknown(start):
            if worths[place.index] is not None:
                continue  # what follows an end may have led here
            count += 1
            decider = place.decider
            if decider == CHANCE:
                worths[place.index] = _on_average(place, worths)
            elif decider == FINISHED:
                end = self.end(place)
                worths[place.index] = (end.kill / end.mass, end.damage / end.mass, end.own / end.mass)
            else:
                worths[place.index] = self._at_best(place, worths, 1.0 if decider == wants_most else -1.0)
        self._solver.weighed(count)
        found = worths[start.index]
        assert found is not None
        return found

    def _unknown(self, start: Node) -> list[Node]:
        """The places it leads to that were not weighed yet, each after those that follow it."""
        worths = self._worth
        met = {start.index: start} if worths[start.index] is None else {}
        waiting = list(met.values())
        while waiting:
            for node in waiting.pop().next:
                if worths[node.index] is None and node.index not in met:
                    met[node.index] = node
                    waiting.append(node)
        return [met[index] for index in sorted(met)]

    def _at_best(self, node: Node, worths: list[Value | None], sign: float) -> Value:
        chosen = 0
        links = node.links
        best = worths[links[0]]
        assert best is not None
        for i in range(1, len(links)):
            value = worths[links[i]]
            assert value is not None
            if gain(value, best) * sign > 0.0:
                best, chosen = value, i
        self._best[node] = chosen
        return best

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


def _on_average(node: Node, worths: list[Value | None]) -> Value:
    kill = damage = own = 0.0
    for link, chance in zip(node.links, node.chances):
        value = worths[link]
        assert value is not None
        kill += value[0] * chance
        damage += value[1] * chance
        own += value[2] * chance
    return kill, damage, own


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

    def __init__(self, weighing: Weighing, node: Node, worth: Value) -> None:
        super().__init__()
        self.weighing = weighing
        self.node = node
        self.mass = 1.0
        self.kill, self.damage, self.own = worth

    def flow_on(self, flowing: Flowing) -> None:
        self.weighing.receive(self.node, self)
        self.dry()
