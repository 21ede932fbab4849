"""What every test shares: reproducible Hypothesis, and assertions in the kit that explain themselves."""

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.kit", "vanguard.testing")

pytest_plugins = ["pytester"]

# The same examples on every machine, and no failure because a shared machine was slow.
settings.register_profile(
    "vanguard",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("vanguard")
