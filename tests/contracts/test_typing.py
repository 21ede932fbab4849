from vanguard.testing.contracts.typed_answers import *  # noqa: F403
