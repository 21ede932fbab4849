"""Chances of 40k Vanguard, by running its rules."""
