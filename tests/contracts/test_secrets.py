from vanguard.testing.contracts.secrets import *  # noqa: F403
