"""What unfolds where one side alone chooses and no dice follow its choice: saves against hits, or dice that only fall.

It is enough to know in which order that side likes the ends. What comes of it is worked out once for each order and remembered
with the graph: how likely each end is, and what is chosen.
"""

from __future__ import annotations

from itertools import pairwise

from vanguard.core.undertakings import CHANCE, FINISHED, NOBODY
from vanguard.odds.outcomes import Value, gain
from vanguard.odds.prospects import Decision, Flowing, Prospect
from vanguard.odds.unfolded import Graph, Node

Ranks = tuple[int, ...]
"""Of each end, 0 for what the chooser likes best; equally good ones share theirs."""


class Sequel:
    """What comes of a place by one order of its ends."""

    __slots__ = ("_told", "after_choice", "choices", "without_choice")

    def __init__(self, ends: int) -> None:
        self.without_choice = [0.0] * ends
        """How likely each end is with nothing chosen on the way to it,"""
        self.after_choice = [0.0] * ends
        """and after a choice."""
        self.choices: list[tuple[Node, int, float]] = []
        """Where something is chosen, which answer, and how likely it comes to that."""
        self._told: list[tuple[Decision, float]] = []

    def told(self) -> list[tuple[Decision, float]]:
        """The same in the words of play."""
        if not self._told:
            self._told = [(node.decision(chosen), chance) for node, chosen, chance in self.choices]
        return self._told


def sequel_of(graph: Graph, start: Node, ranks: Ranks) -> Sequel:
    known: Sequel | None = graph.sequels.get((start, ranks))
    if known is None:
        known = graph.sequels[start, ranks] = _followed(start, graph.ends_of(start), ranks)
    return known


def _followed(start: Node, ends: list[Node], ranks: Ranks) -> Sequel:
    sequel = Sequel(len(ends))
    number = {end: i for i, end in enumerate(ends)}
    rank_of = dict(zip(ends, ranks))
    likely = {start: 1.0}
    while likely:
        node = max(likely, key=_made)
        chance = likely.pop(node)
        if node.decider == FINISHED:
            sequel.without_choice[number[node]] += chance
        elif node.decider == CHANCE:
            for following, one in zip(node.next, node.chances):
                likely[following] = likely.get(following, 0.0) + chance * one
        else:
            chosen, end = _liked_best(node, rank_of)
            sequel.choices.append((node, chosen, chance))
            sequel.after_choice[number[end]] += chance
    return sequel


def _made(node: Node) -> int:
    return node.index


def _liked_best(node: Node, rank_of: dict[Node, int]) -> tuple[int, Node]:
    """The answer, the first of equally good ones, and the end it comes to in the end."""
    ends = [
        following if following.decider == FINISHED else _liked_best(following, rank_of)[1] for following in node.next
    ]
    ranks = [rank_of[end] for end in ends]
    chosen = ranks.index(min(ranks))
    return chosen, ends[chosen]


def ranked(values: list[Value], wants_most: bool) -> Ranks:
    """How a side likes what these are worth to the attacker."""
    order: list[int] = []
    for i in sorted(range(len(values)), key=values.__getitem__, reverse=wants_most):  # but for what counts as equal
        at = len(order)
        while at and _is_better(values[i], values[order[at - 1]], wants_most):
            at -= 1
        order.insert(at, i)
    ranks = [0] * len(values)
    for before, after in pairwise(order):
        ranks[after] = ranks[before] + _is_better(values[before], values[after], wants_most)
    return tuple(ranks)


def _is_better(value: Value, than: Value, wants_most: bool) -> bool:
    more = gain(value, than)
    return more > 0.0 if wants_most else more < 0.0


class OrderedProspect(Prospect):
    """It begins to unfold here."""

    __slots__ = ("ends", "node", "sequel")

    def __init__(self, graph: Graph, node: Node, ends: list[Prospect], attacker: int) -> None:
        super().__init__()
        self.node = node
        self.ends = ends
        values = [(end.kill / end.mass, end.damage / end.mass, end.own / end.mass) for end in ends]
        ranks: Ranks = () if node.chooser == NOBODY else ranked(values, node.chooser == attacker)
        self.sequel = sequel_of(graph, node, ranks)
        self.mass = 1.0
        for i, value in enumerate(values):
            chance = self.sequel.without_choice[i] + self.sequel.after_choice[i]
            self.kill += value[0] * chance
            self.damage += value[1] * chance
            self.own += value[2] * chance

    def flow_on(self, flowing: Flowing) -> None:
        sequel = self.sequel
        for i, chance in enumerate(sequel.without_choice):
            if chance:
                self.ends[i].receive(self, chance)
        if sequel.choices:
            told = self.decide(self.node.chooser)
            if told > 0.0:
                for decision, chance in sequel.told():
                    flowing.advise(decision, told * chance)
            for i, chance in enumerate(sequel.after_choice):
                if chance:
                    self.ends[i].receive(self, chance)
        self.dry()
