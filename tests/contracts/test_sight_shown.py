from vanguard.testing.contracts.sight_shown import *  # noqa: F403
