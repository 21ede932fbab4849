"""The rungs above random: sitter, script and planner. They differ in how far they look, not in what they may see.

With a `Search` the planner is the rung above itself: its best plans are then played to the end of the round.
"""

from __future__ import annotations

import logging
import random
from typing import Any

from vanguard.bots.search import Search
from vanguard.bots.trying import NEXT, Plan, asked, play_on
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Choose, Given, Player, Question

log = logging.getLogger("vanguard.bots")


class SitterBot:
    """Takes the nearest objectives and stays; never attacks."""

    level = "sitter"
    failures = 0

    def __init__(self, rulebook: str, mind: Mind, seed: int) -> None:
        self._mind = mind
        self._random = random.Random(f"{rulebook} sitter {seed}")

    def answer(self, game: Game, seat: Player) -> Given:
        return self._mind.sitter(game, seat, asked(game, seat), self._random)


class ScriptBot:
    """Plays by intents: no search, but every choice has a reason."""

    level = "script"
    failures = 0

    def __init__(self, rulebook: str, mind: Mind, seed: int) -> None:
        self._mind = mind
        self._random = random.Random(f"{rulebook} script {seed}")
        self.why: dict[str, Any] = {}
        """The last answer, and the next best two."""

    def answer(self, game: Game, seat: Player) -> Given:
        question = asked(game, seat)
        ranked = self._mind.ranked(game, seat, question, self._random)
        chosen = self._choice(question, ranked)
        self.why = {
            "prompt": question.prompt,
            "chosen": chosen,
            "reason": self._mind.always.get(question.clause, ""),
            "rejected": [{"answer": given} for given in ranked[:3] if given != chosen],
        }
        return chosen

    def _choice(self, question: Question[Any], ranked: list[Given]) -> Given:
        return ranked[0]


class SlippingBot(ScriptBot):
    """Knows what the script knows, but is not always careful: now and then it takes a later thought, usually its second or
    third (`Mind.thoughts`), never one that it would not think of.

    It never slips into doing nothing: an answer that lets an offer go by is not taken by mistake.
    """

    def __init__(self, rulebook: str, mind: Mind, seed: int, level: str, slips: float) -> None:
        super().__init__(rulebook, mind, seed)
        self.level = level
        self._random = random.Random(f"{rulebook} {level} {seed}")
        self._slips = slips

    def _choice(self, question: Question[Any], ranked: list[Given]) -> Given:
        others = [given for given in ranked[1 : self._mind.thoughts] if not self._lets_go_by(question, given)]
        if others and self._random.random() < self._slips:
            return others[self._random.randrange(len(others))]
        return ranked[0]

    def _lets_go_by(self, question: Question[Any], given: Given) -> bool:
        if not isinstance(question, Choose):
            return False
        return given in self._mind.idle or question.option(str(given)).declines


class Tried(Plan):
    """One line the planner has tried out, and what it came to each time."""

    __slots__ = ("line",)

    def __init__(self, line: list[Given]) -> None:
        super().__init__("", tuple([(NEXT, given) for given in line]))
        self.line = line


WIDTH = 16
"""No more lines than these are tried out, those named first."""
ENOUGH_TO_TELL = 3
"""A cautious planner drops what is not ahead of the script after so many tries."""
ENOUGH_FOR_A_FINAL = 7
"""After so many tries only the best is compared with the script any longer, and not even that if it is clearly better."""
CLEARLY = 3.0
"""Standard errors that settle the matter."""


class PlannerBot:
    """Tries promising answers out on forks with dice of its own, lets the script play on for both sides until the other
    side has replied, and takes what stands best. Half of the candidates drop out after each round of trying.

    Deterministic for a given seed and number of tries. If it fails it plays the script's answer, and the failure is
    logged and counted.
    """

    level = "planner"

    def __init__(self, rulebook: str, mind: Mind, seed: int, search: Search | None = None) -> None:
        self._rulebook = rulebook
        self._search = search
        if search is not None:
            self.level = "search"
        self._mind = mind
        self._seed = seed
        self._random = random.Random(f"{rulebook} planner {seed}")
        self._intended: list[Given] = []
        self._intended_at = -1
        self.failures = 0
        self.why: dict[str, Any] = {}
        """The last plan: the chosen answer and its value, and the next best two."""

    def answer(self, game: Game, seat: Player) -> Given:
        question = asked(game, seat)
        if self._search is not None:
            self._search.begin(game, question)
        try:
            return self._plan(game, seat, question)
        except Exception:  # a planner that fails must not stop the game, and must not hide that it failed
            self.failures += 1
            self._intended = []
            log.exception("planner failed at step %s (%s); playing the script's answer", game.revision, question.clause)
            return self._mind.script(game, seat, question, self._random)
        finally:
            if self._search is not None:
                self._search.end()

    def _used_up(self) -> bool:
        """Is there no time left for another try?"""
        return self._search is not None and self._search.used_up()

    def _thought_over(self, game: Game, seat: Player, plans: list[Plan], favourite: Plan) -> Plan:
        """The best of the plans that were tried out: the favourite, unless a search to the end of the round knows better."""
        return favourite if self._search is None else self._search.best_of(game, seat, plans, favourite)

    def _plan(self, game: Game, seat: Player, question: Question[Any]) -> Given:
        if self._intended and self._intended_at == game.revision:
            self.why = {**self.why, "prompt": question.prompt, "chosen": self._intended[0], "rejected": []}
            return self._goes_on(game, self._intended)
        lines = self._mind.lines(game, seat, question, self._random)[:WIDTH]
        if len(lines) == 1:
            return self._goes_on(game, lines[0])
        field = [Tried(line) for line in lines]
        tried = list(field)
        scripted = field[0]
        tries = self._mind.patience
        for round_of_trying in range(self._mind.rounds):
            for number in range(tries):
                # The same dice for every candidate of a round: differences come from the answers, not from luck.
                luck = f"{self._seed} {game.revision} {round_of_trying} {number}"
                for candidate in field:
                    if not self._used_up():
                        candidate.add(self._try(game, seat, candidate, luck))
            field = self._promising(field, scripted)
            if len(field) == 1:
                break
            tries *= 2
        best = self._thought_over(game, seat, list[Plan](tried), self._chosen(field, scripted))
        assert isinstance(best, Tried)
        self._explain(question, best, tried)
        return self._goes_on(game, best.line)

    def _goes_on(self, game: Game, line: list[Given]) -> Given:
        """The line's first answer. The rest is kept for the very next question: nothing new can be known by then."""
        self._intended = line[1:]
        self._intended_at = game.revision + 1
        return line[0]

    def _promising(self, field: list[Tried], scripted: Tried) -> list[Tried]:
        """The better half; with caution the script's answer stays to be compared with, and what fell behind it goes."""
        if not self._mind.caution:
            return sorted(field, key=lambda one: -one.value)[: max(2, len(field) // 2)]
        others: list[Tried] = []
        for one in sorted([one for one in field if one is not scripted], key=lambda one: -one.value):
            if one.tries < ENOUGH_TO_TELL or one.edge_over(scripted)[0] > 0.0:
                others.append(one)
        if scripted.tries < ENOUGH_FOR_A_FINAL or not others:
            return [scripted, *others[: max(1, len(field) // 2)]]
        edge, error = others[0].edge_over(scripted)
        return others[:1] if edge > CLEARLY * error else [scripted, others[0]]

    def _chosen(self, field: list[Tried], scripted: Tried) -> Tried:
        """The best; with caution the script's answer unless another is better by more than luck explains."""
        best = max(field, key=lambda one: one.value)
        if self._mind.caution and best is not scripted:
            edge, error = best.edge_over(scripted)
            if edge <= self._mind.caution * error:
                return scripted
        return best

    def _try(self, game: Game, seat: Player, plan: Plan, luck: str) -> float:
        mind = self._mind
        dice, chance = KeyedDice(secret_from_seed(luck)), random.Random(luck)
        most = len(plan.steps) + mind.foresight
        return mind.value(play_on(game, seat, plan, mind, mind.looked_far_enough, most, dice, chance), seat)

    def _explain(self, question: Question[Any], best: Tried, tried: list[Tried]) -> None:
        """Of several lines with the same first answer the best is told."""
        others: list[Tried] = []
        for one in sorted([one for one in tried if one is not best and one.tries], key=lambda one: -one.value):
            if one.line[0] not in [told.line[0] for told in [best, *others]]:
                others.append(one)
        self.why = {
            "prompt": question.prompt,
            "chosen": best.line[0],
            "then": best.line[1:],
            "value": round(best.value, 3),
            "tries": sum([one.tries for one in tried]) + (self._search.rollouts if self._search is not None else 0),
            "rejected": [{"answer": one.line[0], "value": round(one.value, 3)} for one in others[:2]],
        }
