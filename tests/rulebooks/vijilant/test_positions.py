"""Nonsense in a drawn position is refused by its line and its word."""

import pytest

from tests.rulebooks.vijilant.positions import at
from vanguard.testing.positions import BadPosition


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue Squd a 10,10", "line 1, “blue Squd a 10,10”: “Squd” is no card; “Squad” was probably meant"),
        ("blue Squad a 10,10 hunkred", "“hunkred” is unknown here; “hunkered” was probably meant"),
        ("blue Squad a 10,10 D=many", "“many” is no D"),
        ("blue Squad a 10,10 D=2 D=3", "“D” is said twice"),
        ("blue Squad a x3", "“x3” puts models in a row from the place before it, and there is none"),
        ("blue Squad a 10", "“10” is unknown here"),
        ("blue Squad a 10,10 11,10", "“a1” and “a2” overlap: their centres are 1.000 apart, 2.000 is needed"),
        ("blue Squad a 10,10\nred Squad a 30,30", "two things are called “a”"),
        ("contaner 10,12,10,12", "“contaner” is no terrain; “container” was probably meant"),
        ("shard 10,10", "a piece with a centre has a size"),
    ],
)
def test_nonsense_in_a_position_is_refused_by_line_and_word(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refused:
        at(drawn)
    assert told in str(refused.value)
