"""Attacks and tests that could happen, for exact odds: the very procedures of play on copies of the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vanguard.core.questions import Question
from vanguard.core.rulebook import Trial
from vanguard.rulebooks.vijilant.state import Battle


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    return {}


def trial(wish: Mapping[str, Any]) -> Trial:
    raise TypeError


def trial_fields() -> dict[str, Any]:
    return {}


def threats(battle: Battle, model: str, at: tuple[float, ...]) -> list[Trial]:
    return []
