"""A list that grows at its end and keeps only its last entries as they are: what came before is compressed text.

A server has many games in memory, and of what was played and told long ago it needs nothing but to be able to say it again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar, overload

T = TypeVar("T")

MOST_PLAIN, PACKED_TOGETHER = 24, 20
"""So many entries are kept as they are until so many of them are packed."""


class Packed(Generic[T]):
    """Entries that can be written as one line of text each and read back from it."""

    __slots__ = ("_kept", "_read", "_written")

    def __init__(self, written: Callable[[T], str], read: Callable[[str], T]) -> None:
        self._written = written
        self._read = read
        self._kept: tuple[tuple[bytes, ...], list[T]] = ((), [])
        """Packs and plain entries, replaced together: another thread may read while the loop writes."""

    def append(self, entry: T) -> None:
        packs, plain = self._kept
        plain.append(entry)
        if len(plain) >= MOST_PLAIN:
            together = "\n".join([self._written(one) for one in plain[:PACKED_TOGETHER]])
            self._kept = ((*packs, zlib.compress(together.encode())), plain[PACKED_TOGETHER:])

    def __len__(self) -> int:
        packs, plain = self._kept
        return len(packs) * PACKED_TOGETHER + len(plain)

    def texts(self, start: int = 0) -> list[str]:
        """The entries from this one on, as text."""
        packs, plain = self._kept
        found: list[str] = []
        for number in range(start // PACKED_TOGETHER, len(packs)):
            found += _lines(packs[number])[max(0, start - number * PACKED_TOGETHER) :]
        return found + [self._written(one) for one in plain[max(0, start - len(packs) * PACKED_TOGETHER) :]]

    def __iter__(self) -> Iterator[T]:
        packs, plain = self._kept
        for pack in packs:
            yield from [self._read(line) for line in _lines(pack)]
        yield from plain[:]

    def backward(self) -> Iterator[tuple[int, T]]:
        """From the last to the first, each with its number."""
        packs, plain = self._kept
        number = len(packs) * PACKED_TOGETHER + len(plain)
        for entry in reversed(plain):
            number -= 1
            yield number, entry
        for pack in reversed(packs):
            for line in reversed(_lines(pack)):
                number -= 1
                yield number, self._read(line)

    @overload
    def __getitem__(self, wanted: int) -> T: ...
    @overload
    def __getitem__(self, wanted: slice) -> list[T]: ...
    def __getitem__(self, wanted: int | slice) -> T | list[T]:
        packs, plain = self._kept
        packed = len(packs) * PACKED_TOGETHER
        if isinstance(wanted, slice):
            start, stop, step = wanted.indices(packed + len(plain))
            if start >= packed and step > 0:
                return plain[start - packed : max(0, stop - packed) : step]
            return list(self)[wanted]
        number = wanted + packed + len(plain) if wanted < 0 else wanted
        if not 0 <= number < packed + len(plain):
            raise IndexError(wanted)
        if number >= packed:
            return plain[number - packed]
        return self._read(_lines(packs[number // PACKED_TOGETHER])[number % PACKED_TOGETHER])

    def cut(self, length: int) -> None:
        """Keep only the first so many."""
        packs, plain = self._kept
        whole, rest = divmod(length, PACKED_TOGETHER)
        if whole < len(packs):
            self._kept = (packs[:whole], [self._read(line) for line in _lines(packs[whole])[:rest]])
        else:
            self._kept = (packs, plain[: length - len(packs) * PACKED_TOGETHER])


def _lines(pack: bytes) -> list[str]:
    return zlib.decompress(pack).decode().split("\n")
