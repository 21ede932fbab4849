"""Moved: see vanguard.testing.random_play."""

from vanguard.testing.random_play import *  # noqa: F403
