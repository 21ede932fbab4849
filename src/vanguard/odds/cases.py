"""Every distinguishable outcome of a question to chance, with its probability."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from vanguard.core.questions import Chance, Draw, Roll

Case = tuple[tuple[Any, ...], float]
"""An outcome that stands for all like it, and how likely they are together."""

REMAINDER = 1e-10
"""Endless explosions are followed until what is left is less likely than this; it is stated with the answer."""

_known: dict[tuple[Any, ...], tuple[list[Case], float]] = {}
MOST_KNOWN = 4096


def cases_of(chance: Chance) -> tuple[list[Case], float]:
    """The cases, likeliest kinds merged by what follows, and the remainder that was cut off."""
    if isinstance(chance, Roll):
        return _roll_cases(chance)
    if isinstance(chance, Draw):
        return _draw_cases(chance.items, chance.count), 0.0
    raise TypeError(f"cannot enumerate {type(chance).__name__}")


def _roll_cases(roll: Roll) -> tuple[list[Case], float]:
    key = (roll.faces, roll.kinds, roll.count, roll.ordered, roll.again, roll.enough)
    known = _known.get(key)
    if known is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _exploding(roll) if roll.again else (_plain(roll), 0.0)
        _known[key] = known
    return known


def _kinds_with_chances(roll: Roll) -> list[tuple[Any, float]]:
    """One representative face of each kind, and the chance of that kind on one die."""
    sides = len(roll.faces)
    kinds = roll.kinds if roll.kinds is not None else tuple(range(sides))
    if roll.kinds is None:
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
    return [(_faces(kinds, counts), chance) for counts, chance in _multinomial(kinds, roll.count)]


def _faces(kinds: Sequence[tuple[Any, float]], counts: Sequence[int]) -> tuple[Any, ...]:
    return tuple([face for (face, _), count in zip(kinds, counts, strict=True) for _ in range(count)])


def _sequences(kinds: Sequence[tuple[Any, float]], count: int) -> list[Case]:
    cases: list[Case] = [((), 1.0)]
    for _ in range(count):
        cases = [((*faces, face), chance * one) for faces, chance in cases for face, one in kinds]
    return cases


def _multinomial(kinds: Sequence[tuple[Any, float]], count: int) -> list[tuple[tuple[int, ...], float]]:
    """How many dice of each kind, with the chance."""
    partial: list[tuple[tuple[int, ...], int, float]] = [((), count, 1.0)]
    for i, (_, chance) in enumerate(kinds):
        last = i == len(kinds) - 1
        grown: list[tuple[tuple[int, ...], int, float]] = []
        for counts, left, sofar in partial:
            for n in range(left if last else 0, left + 1):
                grown.append(((*counts, n), left - n, sofar * comb(left, n) * chance**n))
        partial = grown
    return [(counts, chance) for counts, _, chance in partial]


def _exploding(roll: Roll) -> tuple[list[Case], float]:
    """Follow granted dice; positions with equal counts and equally many dice owed are one."""
    kinds = _kinds_with_chances(roll)
    good = [roll.kinds is None or bool(roll.kinds[roll.faces.index(face)]) for face, _ in kinds]
    grants = [face in roll.again for face, _ in kinds]
    done: dict[tuple[int, ...], float] = {}
    going: dict[tuple[tuple[int, ...], int], float] = {(tuple([0] * len(kinds)), roll.count): 1.0}
    first = True
    while going and sum(going.values()) > REMAINDER:
        onward: dict[tuple[tuple[int, ...], int], float] = {}
        for (counts, owed), chance in going.items():
            at_once = owed if first or not roll.enough else 1
            for more, one in _multinomial(kinds, at_once):
                total = tuple([a + b for a, b in zip(counts, more, strict=True)])
                granted = sum([n for n, grant in zip(more, grants, strict=True) if grant])
                left = owed - at_once + granted
                enough = roll.enough and sum([n for n, ok in zip(total, good, strict=True) if ok]) >= roll.enough
                if left == 0 or enough:
                    done[total] = done.get(total, 0.0) + chance * one
                else:
                    onward[total, left] = onward.get((total, left), 0.0) + chance * one
        going = onward
        first = False
    return [(_faces(kinds, counts), chance) for counts, chance in done.items()], sum(going.values())


def _draw_cases(items: Sequence[str], count: int) -> list[Case]:
    cases: dict[tuple[str, ...], float] = {}

    def draw(drawn: tuple[str, ...], left: list[str], chance: float) -> None:
        if len(drawn) == count:
            cases[drawn] = cases.get(drawn, 0.0) + chance
            return
        for item in sorted(set(left)):
            rest = list(left)
            rest.remove(item)
            draw((*drawn, item), rest, chance * left.count(item) / len(left))

    draw((), list(items), 1.0)
    return list(cases.items())
