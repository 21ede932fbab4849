"""Attacks and whatever else goes step by step: as values that play sees through and odds take over."""
