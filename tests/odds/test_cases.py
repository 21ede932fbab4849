"""The cases of a roll: complete, merged by kind, exploding pools followed to a stated remainder."""

from __future__ import annotations

import itertools
from collections import Counter

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vanguard.core.questions import Draw, Roll
from vanguard.odds.cases import REMAINDER, cases_of


@given(
    count=st.integers(0, 4),
    kinds=st.tuples(*[st.integers(0, 2)] * 6),
    ordered=st.booleans(),
)
def test_merged_cases_equal_brute_force_over_all_faces(count: int, kinds: tuple[int, ...], ordered: bool) -> None:
    roll = Roll(0, count, "hit", "c", kinds=kinds, ordered=ordered)
    told: Counter[tuple[int, ...]] = Counter()
    for faces, chance in cases_of(roll):
        told[signature(faces, kinds, ordered)] += chance  # type: ignore[assignment]
    brute: Counter[tuple[int, ...]] = Counter()
    for faces in itertools.product(range(1, 7), repeat=count):
        brute[signature(faces, kinds, ordered)] += 6**-count  # type: ignore[assignment]
    assert set(told) == set(brute)
    assert all(abs(told[key] - brute[key]) < 1e-12 for key in brute)
    assert len(cases_of(roll)) == len(told), "two cases that nothing can tell apart"


def signature(faces: tuple[int, ...], kinds: tuple[int, ...], ordered: bool) -> tuple[int, ...]:
    seen = [kinds[face - 1] for face in faces]
    return tuple(seen if ordered else sorted(seen))


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_an_exploding_pool_agrees_with_icepool_on_hits(count: int) -> None:
    """Successes of dice that hit on 3+ and grant another die on a 6."""
    cases = cases_of(Roll(0, count, "hit", "c", kinds=(0, 0, 1, 1, 1, 2), again=(6,)))
    told: Counter[int] = Counter()
    for faces, chance in cases:
        told[sum(face >= 3 for face in faces)] += chance  # type: ignore[assignment]
    chain = icepool.Die([0])
    for _ in range(12):  # a die hits on 3, 4, 5; a six hits and the chain goes on
        chain = icepool.d6.map({1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1 + chain})
    pool = count @ chain
    assert 0 <= 1 - sum(told.values()) <= REMAINDER + 1e-15
    assert all(abs(told[hits] - float(pool.probability(hits))) < 1e-8 for hits in range(10))


def test_icepool_itself_explodes_alike() -> None:
    """Total shown by exploding D6, three dice, against icepool's own explode."""
    cases = cases_of(Roll(0, 3, "hit", "c", again=(6,)))
    told: Counter[int] = Counter()
    for faces, chance in cases:
        told[sum(faces)] += chance  # type: ignore[assignment]
    pool = 3 @ icepool.d6.explode(depth=9)
    for total in range(3, 40):
        assert abs(told[total] - float(pool.probability(total))) < 1e-6


def test_granted_dice_stop_at_enough() -> None:
    """One hit to save: a six saves it, so nothing more is rolled and there are just three kinds of outcome."""
    cases = cases_of(Roll(0, 1, "armor", "c", kinds=(0, 0, 0, 1, 1, 2), again=(6,), enough=1))
    assert sorted(cases) == [((1,), 0.5), ((4,), pytest.approx(1 / 3)), ((6,), pytest.approx(1 / 6))]


def test_two_saves_wanted_from_a_six_and_a_miss_roll_one_die_more() -> None:
    cases = cases_of(Roll(0, 2, "armor", "c", kinds=(0, 0, 0, 1, 1, 2), again=(6,), enough=2))
    saved = sum(chance for faces, chance in cases if sum(face >= 4 for face in faces) >= 2)
    # both dice save, or just one of them, a six, and a die it grants (or a later one) saves too
    again = 2 * (1 / 6) * (1 / 2) * (1 / 2)
    assert saved == pytest.approx(1 / 4 + again, abs=1e-9)


@given(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=5), st.integers(0, 3))
def test_a_draw_counts_like_items_once(items: list[str], count: int) -> None:
    count = min(count, len(items))
    told = dict(cases_of(Draw(0, items, "draw", "bag", count=count)))
    brute: Counter[tuple[str, ...]] = Counter()
    orders = list(itertools.permutations(items, count))
    for order in orders:
        brute[order] += 1
    assert set(told) == set(brute)
    assert all(abs(told[key] - brute[key] / len(orders)) < 1e-12 for key in brute)
