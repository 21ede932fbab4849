from vanguard.testing.contracts.odds import *  # noqa: F403
