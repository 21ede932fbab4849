"""What unfolds where one side alone chooses and no dice follow its choice: saves against hits, or dice that only fall.

It is enough to know in which order that side likes the ends. What comes of it is worked out once for each order and remembered
with the graph: how likely each end is, and what is chosen.
"""

from __future__ import annotations

from vanguard.core.attacks.undertakings import CHANCE, FINISHED, NOBODY
from vanguard.odds.graphs import Graph, Node
from vanguard.odds.outcomes import Worth
from vanguard.odds.prospects import Decision, Flowing, Prospect

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
            told: dict[Decision, float] = {}
            for node, chosen, chance in self.choices:
                decision = node.decision(chosen)
                told[decision] = told.get(decision, 0.0) + chance
            self._told = list(told.items())
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


def ranked(worths: list[Worth], wants_most: bool) -> Ranks:
    """How a side likes what these are worth to the attacker."""
    sign = 1.0 if wants_most else -1.0
    by_parts = [(worth.kill * -sign, worth.damage * -sign, worth.own * -sign, i) for i, worth in enumerate(worths)]
    by_parts.sort()  # but for what counts as equal
    order: list[int] = []
    for _, _, _, i in by_parts:
        at = len(order)
        while at and worths[i].gain(worths[order[at - 1]]) * sign > 0.0:
            at -= 1
        order.insert(at, i)
    ranks = [0] * len(order)
    rank = 0
    for at in range(1, len(order)):
        if worths[order[at - 1]].gain(worths[order[at]]) * sign > 0.0:
            rank += 1
        ranks[order[at]] = rank
    return tuple(ranks)


class OrderedProspect(Prospect):
    """It begins to unfold here."""

    __slots__ = ("ends", "node", "sequel")

    def __init__(self, graph: Graph, node: Node, ends: list[Prospect], worths: list[Worth], attacker: int) -> None:
        super().__init__()
        self.node = node
        self.ends = ends
        ranks: Ranks = () if node.chooser == NOBODY else ranked(worths, node.chooser == attacker)
        self.sequel = sequel_of(graph, node, ranks)
        self.mass = 1.0
        kill = damage = own = 0.0
        for worth, without, after in zip(worths, self.sequel.without_choice, self.sequel.after_choice):
            chance = without + after
            kill += worth.kill * chance
            damage += worth.damage * chance
            own += worth.own * chance
        self.kill, self.damage, self.own = kill, damage, own

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
