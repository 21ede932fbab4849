from vanguard.testing.contracts.records import *  # noqa: F403
