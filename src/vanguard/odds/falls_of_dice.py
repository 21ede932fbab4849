"""Every way in which dice can fall that may be rolled again, and how likely it is."""

from __future__ import annotations

from math import comb
from operator import itemgetter
from typing import Any, Final

from vanguard.core.attacks.rerolls import FAILS, GRANTS, SUCCEEDS
from vanguard.core.remembering import remember

LEFT_OUT: Final = 1e-10
"""Endless dice are followed until more of them are less likely than this."""
RARE: Final = 1e-14
"""A way all dice can fall that is less likely than this is left out, counted from the beginning of the attack."""

Falls = list[tuple[int, int, list[int], list[float]]]
"""Ways dice can fall: failures and plain successes that can be rolled again; successes, and how likely that many are."""

_KNOWN: dict[Any, Falls] = {}
MOST_KNOWN: Final = 4_096


def falls_of(kinds: tuple[int, ...], saves: bool, count: int, most: int, fails_first: bool) -> Falls:
    """Every way so many dice can fall if so many can be rolled again, the likeliest numbers of successes first."""
    key = (kinds, saves, fails_first, count, most)
    known = _KNOWN.get(key)
    if known is None:
        known = remember(_KNOWN, key, _counted(kinds, saves, count, most, fails_first), MOST_KNOWN)
    return known


def _counted(kinds: tuple[int, ...], saves: bool, count: int, most: int, fails_first: bool) -> Falls:
    """Every die is the head of a chain that ends with one that grants nothing."""
    faces = len(kinds)
    fail, success = kinds.count(FAILS) / faces, kinds.count(SUCCEEDS) / faces
    grants = kinds.count(GRANTS) / faces
    found: dict[tuple[int, int], dict[int, float]] = {}
    saved = 1.0
    for fails in range(count + 1):
        passes = count - fails
        again = min(fails, most)
        goods = found.setdefault((again, min(passes, most - again if fails_first else most)), {})
        granted, chance = 0, comb(count, fails) * fail**fails * success**passes
        while granted < fails if saves else chance > RARE:
            good = passes + granted
            goods[good] = goods.get(good, 0.0) + chance
            saved -= chance
            chance *= grants * (granted + count) / (granted + 1)
            granted += 1
    if saves:
        found.setdefault((0, 0), {})[count] = saved
    return [_likeliest_first(again, passes, goods) for (again, passes), goods in found.items() if goods]


def _likeliest_first(fails: int, passes: int, goods: dict[int, float]) -> tuple[int, int, list[int], list[float]]:
    likeliest = sorted(goods.items(), key=itemgetter(1), reverse=True)
    return fails, passes, [good for good, _ in likeliest], [chance for _, chance in likeliest]


def most_successes(kinds: tuple[int, ...], count: int, spare: int) -> int:
    """More than these are hardly ever reached with so many re-rolls."""
    return count + len(likely_granted(count + spare, kinds.count(GRANTS) / len(kinds))) - 1


_GRANTED: dict[tuple[int, float], list[float]] = {}


def likely_granted(chains: int, grants: float) -> list[float]:
    """How likely it is that so many chains of dice are granted so many dice or more; to where that hardly ever happens."""
    known = _GRANTED.get((chains, grants))
    if known is None:
        known = [1.0]
        told, more = 0.0, 0
        while chains:
            told += comb(more + chains - 1, more) * grants**more * (1.0 - grants) ** chains
            more += 1
            if 1.0 - told < LEFT_OUT:
                break
            known.append(1.0 - told)
        _GRANTED[chains, grants] = known
    return known
