"""A planner that thinks in whole activations: it tries plans out instead of single answers, and keeps to the one it chose.

A rulebook whose mind is a `PlanningMind` is planned for like this; the others question by question (see `rungs`).
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from vanguard.bots.rungs import PlannerBot
from vanguard.bots.search import Search
from vanguard.bots.trying import ROUND_OF_DICE, EvenDice, Plan, PlanUnderWay, Step, play_on
from vanguard.core.dice import secret_from_seed
from vanguard.core.game import Game
from vanguard.core.minds import Mind, RankingMind
from vanguard.core.questions import Given, Player, Question
from vanguard.core.refusals import Refused

Rounds = tuple[tuple[int, int], ...]
"""Rounds of trying: how many plans besides the script's, and how often."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanningMind(RankingMind):
    """A mind that knows what plans there are for an activation."""

    caution = 0.3
    """How many standard errors a plan must be better than the script's to be preferred."""
    trying_again: ClassVar[Rounds] = ((12, 1), (6, 1), (4, 3))
    """After the first try of all plans. With it that makes `ROUND_OF_DICE` tries for the last few."""
    enough_steps: ClassVar[int] = 4000
    """Nothing more is tried for an activation after so many steps played on forks: where playing it on takes long it is tried
    less often, not longer."""
    varied: ClassVar[int] = 99
    """How many activations are varied at most: those that came out best as the script would play them."""

    def begins(self, question: Question[Any]) -> bool:
        """Does an activation begin here, so that a new plan is wanted?"""
        raise TypeError(f"{type(self).__name__} does not say where activations begin")

    def plans(self, game: Game, seat: Player, question: Question[Any]) -> list[Plan]:
        """First thoughts, the script's own plan (no steps at all) first; a single one where there is nothing to plan."""
        raise TypeError(f"{type(self).__name__} has no plans")

    def variations(self, game: Game, seat: Player, question: Question[Any], plan: Plan) -> list[Plan]:
        """Other ways to play the activation a plan is about."""
        return []

    def second_thoughts(self, game: Game, seat: Player, question: Question[Any], rest: tuple[Step, ...]) -> list[Plan]:
        """Other ways to go on with an activation under way, where it is worth thinking again; `rest` is what was planned."""
        return []


class ActivationPlanner(PlannerBot):
    """Tries whole plans for an activation out on forks and keeps to the chosen one until it ends, is overtaken by events or
    calls for second thoughts.

    The first thoughts and the other ways to play each model are tried once; the best are tried again with more dice, fewer
    each time, always next to the script's own plan, which is kept unless another is clearly better.
    """

    def __init__(self, rulebook: str, mind: PlanningMind, seed: int, search: Search | None = None) -> None:
        super().__init__(rulebook, mind, seed, search=search)
        self._planning = mind
        self._under_way: PlanUnderWay | None = None
        """The plan being kept to, until the next activation begins."""
        self._acting: Mind = mind
        """Who answers what the plan leaves open."""
        self._at = -1
        """The revision of the last answer: going back behind it makes the plan void."""
        self._steps = 0
        """Played on forks for the question in hand."""

    def _plan(self, game: Game, seat: Player, question: Question[Any]) -> Given:
        if game.revision < self._at or self._planning.begins(question):
            self._under_way = None
            self._acting = self._mind
        self._at = game.revision
        if self._under_way is None:
            plans = self._planning.plans(game, seat, question)
            if len(plans) > 1:
                best = self._best_of(game, seat, question, plans)
                self._under_way = PlanUnderWay(best.steps)
                self._acting = best.mind or self._mind
        else:
            self._think_again(game, seat, question, self._under_way)
        given = self._under_way.next_for(question) if self._under_way is not None else None
        if given is not None:
            try:
                question.read(given)
                return given
            except Refused:  # events have overtaken the plan
                self._under_way = PlanUnderWay(())
        return self._acting.script(game, seat, question, self._random)

    def _think_again(self, game: Game, seat: Player, question: Question[Any], under_way: PlanUnderWay) -> None:
        """Dice have fallen since the plan was made: perhaps something else is better now than the rest of it."""
        rest = tuple(under_way.coming)
        others = self._planning.second_thoughts(game, seat, question, rest)
        if others:
            under_way.coming = list(
                self._best_of(game, seat, question, [Plan("goes on", rest, mind=self._acting), *others]).steps
            )

    def _best_of(self, game: Game, seat: Player, question: Question[Any], plans: list[Plan]) -> Plan:
        scripted = plans[0]
        self._steps = 0
        self._try_all(game, seat, plans, 0, 1)
        for plan in self._to_vary(plans):
            more = self._planning.variations(game, seat, question, plan)
            self._try_all(game, seat, more, 0, 1)
            plans = plans + more
        field = plans
        first = 1
        for keep, tries in self._planning.trying_again:
            field = [
                scripted,
                *[one for one in sorted(field, key=lambda one: -one.value) if one is not scripted][:keep],
            ]
            self._try_all(game, seat, field, first, tries)
            first += tries
        best = max(field, key=lambda one: one.value)
        if best is not scripted:
            edge, error = best.edge_over(scripted)
            if edge <= self._planning.caution * error:
                best = scripted
        best = self._thought_over(game, seat, plans, best)
        self._explain_plan(question, best, plans)
        return best

    def _to_vary(self, plans: list[Plan]) -> list[Plan]:
        """One plan about each model, if they are not varied already; the best, if there are too many."""
        scripted = plans[0]
        others = [one for one in plans if one.of != scripted.of]
        if not others:
            return []
        every = [scripted, *others]
        most = self._planning.varied
        return every if len(every) <= most else sorted(every, key=lambda one: -one.value)[:most]

    def _try_all(self, game: Game, seat: Player, plans: list[Plan], first: int, tries: int) -> None:
        for number in range(first, first + tries):
            secret = secret_from_seed(f"{self._seed} {game.revision} {number // ROUND_OF_DICE}")
            for plan in plans:
                if self._used_up() or self._steps >= self._planning.enough_steps:
                    return
                plan.add(self._try_plan(game, seat, plan, secret, number % ROUND_OF_DICE))

    def _try_plan(self, game: Game, seat: Player, plan: Plan, luck: str, turn: int) -> float:
        """A plan and the reply to it. The same luck and turn mean the same dice for the same events."""
        mind = self._planning
        dice, chance = EvenDice(luck, turn), random.Random(luck)
        fork = play_on(game, seat, plan, mind, mind.looked_far_enough, mind.foresight, dice, chance)
        self._steps += fork.revision - game.revision
        return mind.value(fork, seat)

    def _explain_plan(self, question: Question[Any], best: Plan, plans: list[Plan]) -> None:
        others = sorted([one for one in plans if one is not best and one.tries], key=lambda one: -one.value)[:2]
        self.why = {
            "prompt": question.prompt,
            "chosen": best.label,
            "value": round(best.value, 3),
            "tries": sum([one.tries for one in plans]) + (self._search.rollouts if self._search is not None else 0),
            "rejected": [{"answer": one.label, "value": round(one.value, 3)} for one in others],
        }
