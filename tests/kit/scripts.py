"""Moved: see vanguard.testing.scripts."""

from vanguard.testing.scripts import *  # noqa: F403
