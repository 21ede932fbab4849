"""Rounding to a thousandth is quick, and exactly what `round` would give."""

from math import copysign, inf, isnan, nan, nextafter

from hypothesis import given
from hypothesis import strategies as st

from vanguard.core.thousandths import thousandth


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_is_rounded_as_round_does(value: float) -> None:
    assert thousandth(value) == round(value, 3)


@given(st.integers(-200_000_000, 200_000_000), st.integers(-3, 3))
def test_numbers_half_way_between_two_thousandths_are_rounded_as_round_does(half_thousandths: int, steps: int) -> None:
    value = half_thousandths / 2000
    for _ in range(abs(steps)):
        value = nextafter(value, inf if steps > 0 else -inf)
    assert thousandth(value) == round(value, 3)


def test_there_is_no_negative_zero() -> None:
    assert copysign(1.0, thousandth(-0.0)) == 1.0
    assert copysign(1.0, thousandth(-0.0001)) == 1.0


def test_what_is_no_number_stays_none() -> None:
    assert isnan(thousandth(nan))
    assert thousandth(inf) == inf
