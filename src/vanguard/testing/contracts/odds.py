"""Odds of attacks in games under way are what walking every answer comes to, without any short cut."""

from __future__ import annotations

from typing import Any

from vanguard.core.rulebook import Rulebook
from vanguard.odds.answers import of_trial
from vanguard.testing.live_trials import Comparison, trials_of_game

TRIALS = 2
"""Attacks taken from each game; `make fuzz` compares two thousand of every rulebook (`tools/fuzz.py`)."""
MOST_RUNS = 2_000


def test_odds_that_call_themselves_exact_are(rulebook: Rulebook, number: int) -> None:
    comparison = Comparison(MOST_RUNS)
    for trial in trials_of_game(rulebook, number, TRIALS):
        comparison.compare(rulebook, trial)
    assert not comparison.wrong


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
