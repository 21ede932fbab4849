"""The yardstick that limits in milliseconds are scaled by."""

from __future__ import annotations

from vanguard.lab.pace import REFERENCE, AllAlong, Pace, form, kept_in_time


def test_a_time_is_owed_by_the_pace_of_this_machine() -> None:
    half_as_fast = Pace(2 * REFERENCE["plain"], REFERENCE["plain"])
    assert half_as_fast.most(50.0) == 100.0
    assert half_as_fast.least(10.0) == 5.0
    assert kept_in_time(99.0, 50.0, half_as_fast)[0]
    kept, told = kept_in_time(101.0, 50.0, half_as_fast)
    assert not kept and told.startswith("MISSED (at most 100: 50 at yardstick")


def test_what_takes_long_has_its_pace_read_all_along_by_a_process_that_ends_with_it() -> None:
    readings = AllAlong()
    pace = readings.pace()
    assert pace.yardstick > 0.0 and pace.reference == REFERENCE[form()]
    assert readings._telling.returncode is not None
