"""All that an unfolding can come to, as a graph: built once by asking the value itself, and remembered between attacks."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.attacks.undertakings import CHANCE, FINISHED, FORCED, NOBODY, Unfolding
from vanguard.core.questions import Chance, Choose
from vanguard.core.refusals import RuleFault
from vanguard.odds.cases import cases_of
from vanguard.odds.prospects import Decision

MOST_NODES: Final = 400_000
"""So many are remembered; then all are forgotten."""


MANY: Final = -2
"""More than one side chooses, or dice follow a choice."""


class Node:
    """One place of an unfolding: who decides there, and where each answer or each way the dice can fall leads."""

    __slots__ = ("answers", "chances", "chooser", "decider", "ends", "index", "links", "next", "unfolding", "words")

    def __init__(self, unfolding: Unfolding, decider: int, index: int) -> None:
        self.unfolding = unfolding
        self.decider = decider
        self.index = index
        """Higher than that of any place it leads to."""
        self.answers: list[Any] = []
        """What the decider may answer,"""
        self.chances: list[float] = []
        """or how likely the dice fall so,"""
        self.next: list[Node] = []
        """and where that leads,"""
        self.links: list[int] = []
        """by index too."""
        self.ends = 0
        """Its ends, each one bit."""
        self.chooser = NOBODY
        """The side that alone chooses from here on, with no dice after its choice; NOBODY if there are dice only, else MANY."""
        self.words: dict[int, Decision] = {}

    def decision(self, number: int) -> Decision:
        """The so-manieth answer in the words of the question that play asks here."""
        known = self.words.get(number)
        if known is None:
            known = self.words[number] = self._put(self.answers[number])
        return known

    def _put(self, answer: Any) -> Decision:
        question = self.unfolding.question()
        if isinstance(question, Choose):
            for option in question.available:
                if option.value == answer:
                    return question.player, question.prompt, option.key, option.label
        raise RuleFault(f"“{question.prompt}” has no answer {answer!r:.80}")


class Graph:
    """The places of one family met so far."""

    __slots__ = ("_known", "_made", "_reached", "_rolls", "ends", "sequels")

    def __init__(self) -> None:
        self._known: dict[Any, Node] = {}
        self._rolls: dict[Any, Node] = {}
        """Dice by where they lead: those that lead to the same, as likely, are the same."""
        self._made = 0
        self.ends: list[Node] = []
        """Where it is finished, in the order of their bits."""
        self._reached: dict[Node, list[Node]] = {}
        self.sequels: dict[Any, Any] = {}
        """What comes of a place where the order of its ends decides; see `odds.ordering`."""

    def __len__(self) -> int:
        return self._made

    def node(self, unfolding: Unfolding) -> Node:
        decider = unfolding.decider()
        while decider == FORCED:
            unfolding = unfolding.after(unfolding.answers()[0])
            decider = unfolding.decider()
        place = (decider == FINISHED, unfolding.place())
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._grown(unfolding, decider)
        return known

    def ends_of(self, node: Node) -> list[Node]:
        """Those it can come to."""
        known = self._reached.get(node)
        if known is None:
            known = self._reached[node] = [end for end in self.ends if node.ends & end.ends]
        return known

    def _grown(self, unfolding: Unfolding, decider: int) -> Node:
        if decider == CHANCE:
            return self._rolled(unfolding)
        answers: list[Any] = []
        following: list[Node] = []
        if decider != FINISHED:
            for answer in unfolding.answers():
                node = self.node(unfolding.after(answer))
                if node not in following:  # of answers that lead to the same the first is as good as any
                    answers.append(answer)
                    following.append(node)
        made = self._made_of(unfolding, decider, following)
        made.answers = answers
        if decider == FINISHED:
            made.ends = 1 << len(self.ends)
            self.ends.append(made)
        return made

    def _rolled(self, unfolding: Unfolding) -> Node:
        question = unfolding.question()
        assert isinstance(question, Chance)
        likely: dict[Node, float] = {}
        for faces, chance in cases_of(question):
            node = self.node(unfolding.after(faces))
            likely[node] = likely.get(node, 0.0) + chance
        return self.dice_to(likely, unfolding)

    def dice_to(self, likely: dict[Node, float], unfolding: Unfolding) -> Node:
        """The place where dice lead so likely to each of these."""
        key = tuple(sorted([(node.index, chance) for node, chance in likely.items()]))
        known = self._rolls.get(key)
        if known is None:
            known = self._rolls[key] = self._made_of(unfolding, CHANCE, list(likely))
            known.chances = list(likely.values())
        return known

    def _made_of(self, unfolding: Unfolding, decider: int, following: list[Node]) -> Node:
        made = Node(unfolding, decider, self._made)
        self._made += 1
        made.next = following
        made.links = [node.index for node in following]
        for node in following:
            made.ends |= node.ends
        if decider != FINISHED:
            made.chooser = _chooser_of(made)
        return made


def _chooser_of(node: Node) -> int:
    found = NOBODY if node.decider == CHANCE else node.decider
    for following in node.next:
        if following.decider == CHANCE and node.decider != CHANCE:
            return MANY
        if following.chooser != NOBODY:
            if following.chooser == MANY or found not in (NOBODY, following.chooser):
                return MANY
            found = following.chooser
    return found


_GRAPHS: dict[Any, Graph] = {}
_SIZE: list[int] = [0]


def graph_of(unfolding: Unfolding) -> tuple[Graph, Node]:
    """The graph of its family, and where it stands there."""
    family = (type(unfolding), unfolding.family())
    graph = _GRAPHS.get(family)
    if graph is None:
        if _SIZE[0] > MOST_NODES:
            forget_graphs()
        graph = _GRAPHS[family] = Graph()
    before = len(graph)
    node = graph.node(unfolding)
    _SIZE[0] += len(graph) - before
    return graph, node


def dice_before(graph: Graph, likely: dict[Node, float]) -> Node:
    """A place from which dice lead to places of a graph, each so likely: rolled before it began to unfold."""
    before = len(graph)
    node = graph.dice_to(likely, next(iter(likely)).unfolding)
    _SIZE[0] += len(graph) - before
    return node


def forget_graphs() -> None:
    """Start as if nothing had unfolded before, for fair measuring."""
    _GRAPHS.clear()
    _SIZE[0] = 0
