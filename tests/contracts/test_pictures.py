from vanguard.testing.contracts.pictures import *  # noqa: F403
