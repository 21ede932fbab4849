from vanguard.testing.contracts.lessons import *  # noqa: F403
