"""Chances shown before a decision, from the odds package where a rulebook supports it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from vanguard.core.game import Game

NO_ODDS = "there is nothing to compute for this question"


def odds(game: Game, seat: int, option: str | None) -> dict[str, Any]:
    """Exact chances of the attacks that the options of this seat's question would start."""
    question = game.question_for(seat)
    if question is None:
        return {"available": False, "note": NO_ODDS, "odds": []}
    trials = game.rulebook.trials(game.state, question)
    if option is not None:
        trials = {key: trial for key, trial in trials.items() if key == option}
    module = _odds_module("odds_of_trial")
    if not trials or module is None:
        return {"available": False, "note": NO_ODDS, "odds": []}
    found = [
        {"option": key, "label": trial.label, **module.odds_of_trial(game.rulebook, trial)}
        for key, trial in trials.items()
    ]
    return {"available": True, "note": "", "odds": found}


def risk(game: Game, seat: int, points: list[list[float]] | None) -> dict[str, Any]:
    """For points where the mover could end: the chance to be hit there by the next enemy activation."""
    question = game.question_for(seat)
    module = _odds_module("risk_at_points")
    if question is None or module is None:
        return {"available": False, "note": NO_ODDS, "points": []}
    return {"available": True, "note": "", "points": module.risk_at_points(game, seat, points)}


def _odds_module(needed: str) -> Any:
    """The odds package, if it is installed and offers this."""
    try:
        module = import_module("vanguard.odds")
    except ModuleNotFoundError:
        return None
    return module if hasattr(module, needed) else None
