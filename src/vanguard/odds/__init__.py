"""Exact chances, by running the very rules that will resolve the attack."""

from vanguard.odds.answers import Odds, of_option, of_trial, options_with_odds

__all__ = ["Odds", "of_option", "of_trial", "options_with_odds"]
