from vanguard.testing.contracts.bots import *  # noqa: F403
