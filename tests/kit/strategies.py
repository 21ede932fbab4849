"""Moved: see vanguard.testing.strategies."""

from vanguard.testing.strategies import *  # noqa: F403
