from vanguard.testing.contracts.recounts import *  # noqa: F403
