"""A planner that thinks in whole turns: it plays its turn out in several ways and keeps to the best until the next one.

For games in which a side moves everybody before the other answers: there are far too many turns to try them all, but few ways to go
about one. A rulebook whose mind is a `PosturingMind` is planned for like this.
"""

from __future__ import annotations

import random
from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.bots.rungs import PlannerBot
from vanguard.bots.search import Search
from vanguard.bots.trying import ROUND_OF_DICE, EvenDice, Plan, play_on
from vanguard.core.dice import secret_from_seed
from vanguard.core.game import Game
from vanguard.core.minds import Mind, RankingMind
from vanguard.core.questions import Given, Player, Question

ROUNDS = ((32, 2), (6, 4), (3, 6))
"""Rounds of trying: how many ways are left, the usual one always among them, and how often each is tried."""
LEAST_WAYS = 4
TRIES_A_WAY = 4
"""Where there is not time to try every way so often, fewer are tried, those named first."""
ENOUGH_STEPS = 10000
"""Nothing more is tried for a turn after so many steps played on forks: large armies are thought over less often, not longer."""
MOST_STEPS = 1200
"""A turn that has not been played out by then is judged where it stands."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PosturingMind(RankingMind):
    """A mind that knows several ways to go about a turn."""

    def turn_to_plan(self, game: Game, seat: Player) -> int:
        """The number of the own turn that is about to be played and not yet half over; 0 if there is none."""
        raise TypeError(f"{type(self).__name__} does not say when a turn begins")

    def postures(self, game: Game, seat: Player) -> list[tuple[str, Mind]]:
        """The ways to go about a turn, by name: the mind that plays it so. The usual one first."""
        raise TypeError(f"{type(self).__name__} has no postures")


class TurnPlanner(PlannerBot):
    """Plays its turn out in every posture on forks, with the reply to it, and takes the one that stands best after that."""

    def __init__(self, rulebook: str, mind: PosturingMind, seed: int, search: Search | None = None) -> None:
        super().__init__(rulebook, mind, seed, search=search)
        self._posturing = mind
        self._turn = 0
        """The turn it has made up its mind about."""
        self._posture = Plan("", (), mind=mind)
        self._steps = 0
        """Played on forks for this turn."""

    def _plan(self, game: Game, seat: Player, question: Question[Any]) -> Given:
        turn = self._posturing.turn_to_plan(game, seat)
        plans: list[Plan] = []
        if turn and turn != self._turn:
            self._turn = turn
            plans = [Plan(name, (), mind=mind) for name, mind in self._posturing.postures(game, seat)]
            self._posture = self._best_of(game, seat, plans)
        given = self._mind_of(self._posture).script(game, seat, question, self._random)
        self._explain_turn(question, given, plans)
        return given

    def _mind_of(self, plan: Plan) -> Mind:
        return plan.mind or self._mind

    def _best_of(self, game: Game, seat: Player, plans: list[Plan]) -> Plan:
        usual = plans[0]
        self._steps = 0
        self._try_all(game, seat, [usual], 0)
        field = plans[: max(LEAST_WAYS, ENOUGH_STEPS // (TRIES_A_WAY * max(1, self._steps)))]
        number = 0
        for keep, tries in ROUNDS:
            others = sorted([one for one in field if one is not usual], key=lambda one: -one.value)
            field = [usual, *others[: keep - 1]]
            for _ in range(tries):
                self._try_all(game, seat, field, number)
                number += 1
        best = max(field, key=lambda one: one.value)
        if best is not usual:
            edge, error = best.edge_over(usual)
            if edge <= self._mind.caution * error:
                best = usual
        return self._thought_over(game, seat, plans, best)

    def _try_all(self, game: Game, seat: Player, field: list[Plan], number: int) -> None:
        """Each once with the dice of this number, unless it was tried with them, or dropped behind when time ran out."""
        for one in field:
            if one.tries == number and self._steps < ENOUGH_STEPS and not self._used_up():
                one.add(self._play_out(game, seat, one, number))

    def _play_out(self, game: Game, seat: Player, plan: Plan, number: int) -> float:
        """The turn and the reply to it. The same number means the same dice for the same events."""
        luck = secret_from_seed(f"{self._seed} {game.revision} {number // ROUND_OF_DICE}")
        dice, chance = EvenDice(luck, number % ROUND_OF_DICE), random.Random(f"{luck} {number}")
        mind = self._mind
        fork = play_on(game, seat, plan, mind, mind.round_is_over, MOST_STEPS, dice, chance)
        self._steps += fork.revision - game.revision
        return mind.value(fork, seat)

    def _explain_turn(self, question: Question[Any], given: Given, tried: list[Plan]) -> None:
        """The answer, how the turn is gone about, and which other ways were tried for it, if that was now."""
        best = self._posture
        self.why = {"prompt": question.prompt, "chosen": given, "plan": best.label}
        if tried:
            others = sorted([one for one in tried if one is not best and one.tries], key=lambda one: -one.value)[:2]
            self.why["value"] = round(best.value, 3)
            self.why["rejected"] = [{"answer": one.label, "value": round(one.value, 3)} for one in others]
            more = self._search.rollouts if self._search is not None else 0
            self.why["tries"] = sum([one.tries for one in tried]) + more
