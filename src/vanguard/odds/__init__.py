"""Exact chances, by running the very rules that will resolve the attack."""

from vanguard.odds.answers import Odds, of, of_trial, options_with_odds
from vanguard.odds.risk import Risk, RiskMap, coarse_first

__all__ = ["Odds", "Risk", "RiskMap", "coarse_first", "of", "of_trial", "options_with_odds"]
