"""Attacks taken from games under way, as the odds meet them: any army, wounded models, bystanders, points to spend.

`trials_of_game(rulebook, number, most)` draws them from the game of that number. Wounds and points are drawn anew for each,
since games alone come to few of the mixtures in which a short cut could go wrong: a rulebook says in its promises how.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from typing import Final

from vanguard.bots.ladder import levels, make_bot
from vanguard.core.game import Game
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.odds.outcomes import Value, aim_of
from vanguard.testing.full_walk import CLOSE, FullWalk, TooWide
from vanguard.testing.random_play import new_game

MOST_STEPS = 600
"""A game is left after so many answers."""
LOSSES_CLOSE: Final = 10 * CLOSE
FEWER: Final = 20
"""So many times fewer runs are spent on a walk that knows nothing again."""


def trials_of_game(rulebook: Rulebook, number: int, most: int) -> list[Trial]:
    """So many attacks of one game, the kinds of attack mixed, each with wounds and points drawn anew."""
    chance = random.Random(f"trials {rulebook.name} {number}")
    kinds: dict[str, list[Trial]] = {}
    for game in bot_steps(rulebook, number, chance):
        for key, trial in options_with_odds(game).items():
            trial.state = trial.state.copy()
            kinds.setdefault(key.partition(">")[0], []).append(trial)
    drawn: list[Trial] = []
    while len(drawn) < most and kinds:
        kind = chance.choice(sorted(kinds))
        trials = kinds[kind]
        drawn.append(unsettled(rulebook, trials.pop(int(chance.random() * len(trials))), chance))
        if not trials:
            del kinds[kind]
    return drawn


def bot_steps(rulebook: Rulebook, number: int, chance: random.Random) -> Iterator[Game]:
    """The game of this number between two players of the lower rungs, before each answer."""
    rungs = [level for level in levels(rulebook.name) if level in ("random", "script")]
    bots = [make_bot(rulebook.name, chance.choice(rungs), seed=number) for _ in range(2)]
    game = new_game(rulebook, number)
    for _ in range(MOST_STEPS):
        if game.question is None:
            return
        yield game
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)


def unsettled(rulebook: Rulebook, trial: Trial, chance: random.Random) -> Trial:
    """The same attack in half of the cases, else with wounds and points drawn anew."""
    change = rulebook.promises().unsettle
    if change is not None and chance.random() < 0.7:
        change(trial.state, chance.randrange)
    return trial


class Comparison:
    """Odds of attacks of games under way beside the walk of every answer: how many were compared, how many not and why."""

    def __init__(self, most_runs: int, seconds: float = inf) -> None:
        self.most_runs = most_runs
        self.seconds = seconds
        """An attack whose walk would take more runs of rules than these, or longer, is left out, and counted."""
        self.attacks = 0
        self.tests = 0
        """Compared, of what counts something else than wounds."""
        self.from_the_beginning = 0
        """Of all these, so many were also walked without knowing any situation again."""
        self.against_custom = 0
        """Of all these, so many were also walked with every answer where a question names a usual one."""
        self.too_wide = 0
        self.sampled = 0
        """The odds themselves said that they are not exact."""
        self.wrong: list[str] = []

    def compare(self, rulebook: Rulebook, trial: Trial) -> None:
        odds = of_trial(rulebook, trial)
        if odds.error:
            self.sampled += 1
            return
        found = aim_of(rulebook, trial).value(odds.distribution)
        walk = FullWalk(rulebook, trial, self.most_runs, seconds=self.seconds)
        try:
            self._hold_against(trial, found, walk.value())
        except TooWide:
            self.too_wide += 1
            return
        if walk.has_met_custom:
            self._hold_custom(rulebook, trial, found)
        with suppress(TooWide):
            walk = FullWalk(rulebook, trial, self.most_runs // FEWER, False, self.seconds)
            self._hold_against(trial, found, walk.value())
            self.from_the_beginning += 1
        if trial.count is None:
            self.attacks += 1
        else:
            self.tests += 1

    def _hold_custom(self, rulebook: Rulebook, trial: Trial, found: Value) -> None:
        """By custom or not, the target is killed as often and loses as much; what else follows is that of the usual answer."""
        walk = FullWalk(rulebook, trial, self.most_runs, seconds=self.seconds)
        walk.follows_custom = False
        with suppress(TooWide):
            self._hold_against(trial, found, (*walk.value()[:2], found[2]))
            self.against_custom += 1

    def _hold_against(self, trial: Trial, found: Value, reached: Value) -> None:
        """What both sides reach: of equally good choices odds may take another.

        The walk leaves out what hardly ever happens, which can decide between answers as good as equal; what they cost the
        attacker beside may then differ a little more.
        """
        apart = [abs(one - other) for one, other in zip(found, reached)]
        if max(apart[:2]) > CLOSE or apart[2] > LOSSES_CLOSE:
            self.wrong.append(f"{trial.label}: {found} by odds, {reached} if every answer is walked")

    def add(self, other: Comparison) -> None:
        self.attacks += other.attacks
        self.tests += other.tests
        self.from_the_beginning += other.from_the_beginning
        self.against_custom += other.against_custom
        self.too_wide += other.too_wide
        self.sampled += other.sampled
        self.wrong += other.wrong

    def told(self) -> str:
        return (
            f"{self.attacks} attacks and {self.tests} tests compared"
            f" ({self.from_the_beginning} of them from the beginning every time, {self.against_custom} also against the usual"
            f" answers), {len(self.wrong)} wrong;"
            f" left out {self.too_wide} too wide to walk, {self.sampled} sampled"
        )
