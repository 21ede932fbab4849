from vanguard.testing.contracts.declining import *  # noqa: F403
