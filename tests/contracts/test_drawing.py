from vanguard.testing.contracts.drawing import *  # noqa: F403
