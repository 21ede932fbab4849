"""Odds of attacks in games under way are what walking every answer comes to, without any short cut."""

from __future__ import annotations

import os
from typing import Any

import pytest

from vanguard.core.rulebook import Rulebook
from vanguard.odds.answers import of_trial
from vanguard.odds.outcomes import aim_of
from vanguard.testing.live_trials import trials_of_game, walked

AT_LENGTH = "VANGUARD_CONTRACT_GAMES" in os.environ
TRIALS = 10 if AT_LENGTH else 2
"""Attacks taken from each game: with the 200 games of `make fuzz` two thousand of every rulebook."""
PATIENCE = 6 if AT_LENGTH else 1


def test_odds_that_call_themselves_exact_are(rulebook: Rulebook, number: int) -> None:
    """What both sides reach: kill chance, damage, own losses. Of equally good choices odds may take another."""
    for trial in trials_of_game(rulebook, number, TRIALS):
        odds = of_trial(rulebook, trial)
        if odds.error:
            continue  # sampled, and said so
        slow = walked(rulebook, trial, PATIENCE)
        if slow is not None:
            assert aim_of(rulebook, trial).value(odds.distribution) == pytest.approx(slow, abs=1e-6), trial.label


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
