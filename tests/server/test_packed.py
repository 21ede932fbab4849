"""What was played and told long ago is kept packed: shorter, and the same when it is wanted again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vanguard.server.play.packed import MOST_PLAIN, VOLUME, Packed

LENGTHS = st.integers(0, 3 * VOLUME)


def packed(count: int) -> Packed[Any]:
    entries: Packed[Any] = Packed(json.dumps, json.loads)
    for number in range(count):
        entries.append([number, "a line\nof two"])
    return entries


@given(LENGTHS, st.integers(-500, 500), st.integers(-500, 500))
@settings(max_examples=60, deadline=None)
def test_a_packed_list_reads_like_the_list_it_was(count: int, one: int, other: int) -> None:
    entries, plain = packed(count), [[number, "a line\nof two"] for number in range(count)]
    assert len(entries) == count
    assert list(entries) == plain
    assert entries[one:other] == plain[one:other]
    assert list(entries.backward()) == list(reversed(list(enumerate(plain))))
    start = max(0, one)
    assert [json.loads(text) for text in entries.texts(start)] == plain[start:]
    for number in {0, count // 2, count - 1, -count} if count else ():
        assert entries[number] == plain[number]
    with pytest.raises(IndexError):
        entries[count]


@given(LENGTHS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_a_packed_list_that_is_cut_goes_on_from_there(count: int, length: int) -> None:
    entries = packed(count)
    entries.cut(min(length, count))
    entries.append("more")
    assert list(entries) == [*list(packed(min(length, count))), "more"]


def test_all_but_the_last_entries_are_compressed() -> None:
    packs, count, plain = packed(10 * MOST_PLAIN)._kept
    assert len(plain) < MOST_PLAIN
    assert count + len(plain) == 10 * MOST_PLAIN
    assert sum([len(pack) for pack in packs]) < 0.3 * sum([len(json.dumps(one)) for one in packed(10 * MOST_PLAIN)])


def test_a_volume_is_begun_anew_after_it_was_cut_into() -> None:
    entries = packed(2 * VOLUME + MOST_PLAIN)
    entries.cut(VOLUME + 3)
    for number in range(VOLUME + 3, 4 * VOLUME):
        entries.append([number, "a line\nof two"])
    assert list(entries) == list(packed(4 * VOLUME))
    assert [entries[number][0] for number in range(len(entries))] == list(range(4 * VOLUME))
