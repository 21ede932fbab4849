from vanguard.testing.contracts.play import *  # noqa: F403
