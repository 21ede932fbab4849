from vanguard.testing.contracts.reaching import *  # noqa: F403
