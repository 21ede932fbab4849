"""Moved: see vanguard.testing.proves."""

from vanguard.testing.proves import *  # noqa: F403
