"""What every rulebook keeps, tried on this one."""

from vanguard.testing.contracts import *  # noqa: F403

RULEBOOKS = ["skirmish=skirmish:rulebook"]
