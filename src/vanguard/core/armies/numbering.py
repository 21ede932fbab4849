"""Telling like models apart: `Rifleman 1`, `Rifleman 2`, with the number on their tokens."""

from __future__ import annotations

from collections.abc import Sequence


def numbers_among(names: Sequence[str]) -> list[int]:
    """For each of these names which of its like it is, from 1 on; 0 for one that stands alone."""
    counts: dict[str, int] = {}
    numbers: list[int] = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        numbers.append(counts[name])
    return [number if counts[name] > 1 else 0 for name, number in zip(names, numbers, strict=True)]


def numbered(name: str, number: int) -> str:
    """The name with its number, if it has one."""
    return f"{name} {number}" if number else name


def label_of(number: int) -> str:
    """What stands on the token."""
    return str(number) if number else ""
