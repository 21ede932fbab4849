"""Properties are tried on numbered cases: a few in `make test`, a hundred thousand in `make fuzz`."""

from __future__ import annotations

import pytest

from tests.geometry.cases import slices


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wanted = getattr(metafunc.function, "usual_cases", None)
    if wanted is not None:
        numbers = slices(*wanted, metafunc.function.__name__)
        metafunc.parametrize("numbers", numbers, ids=[f"to {some[-1]}" for some in numbers])
