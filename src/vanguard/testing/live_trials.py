"""Attacks taken from games under way, as the odds meet them: any army, wounded models, bystanders, points to spend.

`trials_of_game(rulebook, number, most)` draws them from the game of that number. Wounds and points are drawn anew for each,
since games alone come to few of the mixtures in which a short cut could go wrong: a rulebook says in its promises how.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from vanguard.bots.ladder import levels, make_bot
from vanguard.core.game import Game
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.odds.answers import options_with_odds
from vanguard.odds.outcomes import Value
from vanguard.odds.tree import TooManyBranches, Tree
from vanguard.testing.random_play import new_game

MOST_STEPS = 600
"""A game is left after so many answers."""


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


def walked(rulebook: Rulebook, trial: Trial, patience: int = 1) -> Value | None:
    """What both sides reach if every case of every roll and every answer is walked; None if that would take too long.

    With patience nothing is remembered where branches meet, as far as that goes.
    """
    for meets in (False, True) if patience > 1 else (True,):
        walk = Tree(rulebook, trial, short_cuts=False, patience=patience if meets else 1)
        walk.meets = meets
        try:
            return walk.aim.value(walk.solve())
        except TooManyBranches:
            continue
    return None
