"""Odds of attacks in games under way are what walking every answer comes to, without any short cut."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from vanguard.core.questions import Chance
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.answers import of_trial
from vanguard.testing.live_trials import Comparison, trials_of_game

TRIALS = 2
"""Attacks taken from each game; `make fuzz` compares two thousand of every rulebook (`tools/fuzz.py`)."""
MOST_RUNS = 2_000
PLAYED = 12
"""Attacks of each game that are played out,"""
PLAYS = 8
"""so often each."""


@cache
def live_trials(rulebook: Rulebook, number: int) -> list[Trial]:
    return trials_of_game(rulebook, number, PLAYED)


def test_odds_that_call_themselves_exact_are(rulebook: Rulebook, number: int) -> None:
    comparison = Comparison(MOST_RUNS)
    for trial in live_trials(rulebook, number)[:TRIALS]:
        comparison.compare(rulebook, trial)
    assert not comparison.wrong


def test_a_position_holds_whatever_an_attack_changes(rulebook: Rulebook, number: int) -> None:
    """Odds know a situation again by it: of two states with one position the rules must not be able to tell which is which."""
    chance = random.Random(f"positions {rulebook.name} {number}")
    for trial in live_trials(rulebook, number):
        known: dict[Any, str] = {}
        for _ in range(PLAYS):
            for state in on_the_way(trial, chance):
                facts = repr(state.facts())
                assert known.setdefault(state.position(), facts) == facts, trial.label


def on_the_way(trial: Trial, chance: random.Random) -> Iterator[State]:
    """The state at every question of an attack that is played out at random, and at its end."""
    state = trial.state.copy()
    state.events = SILENCE
    procedure = trial.start(state)
    value: Any = None
    try:
        while True:
            question = procedure.send(value)
            yield state
            if isinstance(question, Chance):
                value = question.outcome(chance.randrange)
            else:
                value = question.read(chance.choice(question.candidates()))[1]
    except StopIteration:
        yield state


def test_the_attack_that_the_form_of_odds_opens_with_can_be_solved(rulebook: Rulebook, number: int) -> None:
    """Defaults, examples, and the first choice of whatever must be given: nobody meets a refusal before choosing anything."""
    schema = rulebook.trial_fields()
    wish: dict[str, Any] = {}
    for key, field in schema.get("properties", {}).items():
        for value in (field.get("default"), *field.get("examples", ())):
            if value is not None:
                wish.setdefault(key, value)
        if key in schema.get("required", ()):
            wish.setdefault(key, next(iter(field.get("enum", ())), None))
    if wish and number == 0:
        assert 0.0 <= of_trial(rulebook, rulebook.trial(wish)).chance_removed() <= 1.0
