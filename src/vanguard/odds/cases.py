"""Every distinguishable outcome of a question to chance, with its probability."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from operator import itemgetter
from typing import Any

from vanguard.core.questions import Chance, Draw, Roll
from vanguard.core.remembering import remember

Case = tuple[tuple[Any, ...], float]
"""An outcome that stands for all like it, and how likely they are together."""
Counts = tuple[int, ...]
"""How many dice of each kind."""

REMAINDER = 2e-11
"""An endless explosion is followed until what is left of it is less likely than this."""
NEVER = 1e-14
"""A single chain of granted dice less likely than this is not followed."""

_known: dict[tuple[Any, ...], list[Case]] = {}
MOST_KNOWN = 4096


def cases_of(chance: Chance) -> list[Case]:
    """The cases; what an endless explosion leaves out is missing from their sum."""
    if isinstance(chance, Roll):
        return _roll_cases(chance)
    if isinstance(chance, Draw):
        return _draw_cases(chance.items, chance.count)
    raise TypeError(f"cannot enumerate {type(chance).__name__}")


def forget_cases() -> None:
    """Start as if nothing had been rolled before, for fair measuring."""
    _known.clear()


def _roll_cases(roll: Roll) -> list[Case]:
    key = (roll.faces, roll.kinds, roll.count, roll.ordered, roll.again, roll.enough)
    known = _known.get(key)
    if known is None:
        known = _exploding(roll) if roll.again else _likeliest_first(_plain(roll))
        remember(_known, key, known, MOST_KNOWN)
    return known


def _likeliest_first(cases: list[Case]) -> list[Case]:
    """So that what is met again later was first met, and solved, where it matters most."""
    cases.sort(key=itemgetter(1), reverse=True)
    return cases


def _kinds_with_chances(roll: Roll) -> list[tuple[Any, float]]:
    """One representative face of each kind, and the chance of that kind on one die."""
    sides = len(roll.faces)
    kinds = roll.kinds
    if kinds is None:
        first: dict[Any, int] = {}
        kinds = tuple([first.setdefault(face, i) for i, face in enumerate(roll.faces)])
    found: dict[tuple[int, bool], list[Any]] = {}
    for face, kind in zip(roll.faces, kinds, strict=True):
        found.setdefault((kind, face in roll.again), []).append(face)
    return [(faces[0], len(faces) / sides) for faces in found.values()]


def _plain(roll: Roll) -> list[Case]:
    kinds = _kinds_with_chances(roll)
    if roll.ordered:
        return _sequences(kinds, roll.count)
    return _combinations(kinds, roll.count)


def _combinations(kinds: Sequence[tuple[Any, float]], count: int) -> list[Case]:
    """Dice in no order, those of one kind together."""
    partial: list[tuple[tuple[Any, ...], int, float]] = [((), count, 1.0)]
    for face, chance in kinds[:-1]:
        runs = [((face,) * n, chance**n) for n in range(count + 1)]
        grown: list[tuple[tuple[Any, ...], int, float]] = []
        for faces, left, sofar in partial:
            for n in range(left + 1):
                run, likely = runs[n]
                grown.append((faces + run, left - n, sofar * comb(left, n) * likely))
        partial = grown
    face, chance = kinds[-1]
    return [(faces + (face,) * left, sofar * chance**left) for faces, left, sofar in partial]


def _faces(kinds: Sequence[tuple[Any, float]], counts: Sequence[int]) -> tuple[Any, ...]:
    faces: list[Any] = []
    for (face, _), count in zip(kinds, counts, strict=True):
        faces += [face] * count
    return tuple(faces)


def _sequences(kinds: Sequence[tuple[Any, float]], count: int) -> list[Case]:
    cases: list[Case] = [((), 1.0)]
    for _ in range(count):
        cases = [((*faces, face), chance * one) for faces, chance in cases for face, one in kinds]
    return cases


def _multinomial(kinds: Sequence[tuple[Any, float]], count: int) -> list[tuple[Counts, float]]:
    """How many dice of each kind, with the chance."""
    partial: list[tuple[Counts, int, float]] = [((), count, 1.0)]
    for i, (_, chance) in enumerate(kinds):
        last = i == len(kinds) - 1
        grown: list[tuple[Counts, int, float]] = []
        for counts, left, sofar in partial:
            for n in range(left if last else 0, left + 1):
                grown.append(((*counts, n), left - n, sofar * comb(left, n) * chance**n))
        partial = grown
    return [(counts, chance) for counts, _, chance in partial]


# -- exploding dice -------------------------------------------------------------------------------------------------------


def _exploding(roll: Roll) -> list[Case]:
    kinds = _kinds_with_chances(roll)
    if not roll.enough:
        granting = [kind for kind in kinds if kind[0] in roll.again]
        ending = [kind for kind in kinds if kind[0] not in roll.again]
        return _chains(granting, ending, roll.count)
    kinds.sort(key=lambda kind: kind[0] not in roll.again)  # what grants a die is rolled before it
    grants = [face in roll.again for face, _ in kinds]
    good = [roll.kinds is None or bool(roll.kinds[roll.faces.index(face)]) for face, _ in kinds]
    return _likeliest_first(
        [(_faces(kinds, counts), chance) for counts, chance in _until_enough(kinds, grants, good, roll)]
    )


def _chains(granting: list[tuple[Any, float]], ending: list[tuple[Any, float]], count: int) -> list[Case]:
    """Every die is the head of a chain that ends with a face that grants nothing.

    So exactly `count` dice grant nothing, and the chance of so many that do follows from the ways to set them between.
    """
    on = sum([chance for _, chance in granting])
    ended = _likeliest_first(_combinations(ending, count))
    found: list[Case] = []
    extra, told = 0, 0.0
    while 1.0 - told > REMAINDER:
        ways = comb(extra + count - 1, extra) if count else 1
        for granted, chance in _combinations(granting, extra):
            likely = chance * ways
            found += [(granted + faces, likely * one) for faces, one in ended]
        told += ways * on**extra * (1.0 - on) ** count
        extra += 1
    return found


def _until_enough(
    kinds: list[tuple[Any, float]], grants: list[bool], good: list[bool], roll: Roll
) -> list[tuple[Counts, float]]:
    """Granted dice one by one, until enough dice are no failure; equal counts with equally many dice owed are one."""
    done: dict[Counts, float] = {}
    going: dict[tuple[Counts, int], float] = {}
    for counts, chance in _multinomial(kinds, roll.count):
        owed = sum([n for n, grant in zip(counts, grants, strict=True) if grant])
        _sort_out(done, going, counts, owed, chance, good, roll.enough)
    while going and sum(going.values()) > REMAINDER:
        onward: dict[tuple[Counts, int], float] = {}
        for (counts, owed), chance in going.items():
            if chance < NEVER:
                continue
            for i, (_, one) in enumerate(kinds):
                more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
                _sort_out(done, onward, more, owed - 1 + grants[i], chance * one, good, roll.enough)
        going = onward
    return list(done.items())


def _sort_out(
    done: dict[Counts, float],
    going: dict[tuple[Counts, int], float],
    counts: Counts,
    owed: int,
    chance: float,
    good: list[bool],
    enough: int,
) -> None:
    if owed == 0 or sum([n for n, ok in zip(counts, good, strict=True) if ok]) >= enough:
        done[counts] = done.get(counts, 0.0) + chance
    else:
        going[counts, owed] = going.get((counts, owed), 0.0) + chance


# -- draws ------------------------------------------------------------------------------------------------------------------


def _draw_cases(items: Sequence[str], count: int) -> list[Case]:
    """Every different sequence of drawn items; like items are one case."""
    cases: list[tuple[tuple[str, ...], tuple[str, ...], float]] = [((), tuple(items), 1.0)]
    for _ in range(count):
        grown: list[tuple[tuple[str, ...], tuple[str, ...], float]] = []
        for drawn, left, chance in cases:
            for item in sorted(set(left)):
                at = left.index(item)
                rest = left[:at] + left[at + 1 :]
                grown.append(((*drawn, item), rest, chance * left.count(item) / len(left)))
        cases = grown
    return [(drawn, chance) for drawn, _, chance in cases]
