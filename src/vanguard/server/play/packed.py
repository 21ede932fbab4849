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
BOUND_TOGETHER = 8
"""So many packs become one: what is packed together takes half the room."""
VOLUME = PACKED_TOGETHER * BOUND_TOGETHER


class Packed(Generic[T]):
    """Entries that can be written as one line of text each and read back from it."""

    __slots__ = ("_kept", "_read", "_written")

    def __init__(self, written: Callable[[T], str], read: Callable[[str], T]) -> None:
        self._written = written
        self._read = read
        self._kept: tuple[tuple[bytes, ...], int, list[T]] = ((), 0, [])
        """Packs, how many entries they hold, and plain entries, replaced together: another thread may read while the loop
        writes. The first packs are whole volumes, those after them single packs."""

    def append(self, entry: T) -> None:
        packs, packed, plain = self._kept
        plain.append(entry)
        if len(plain) < MOST_PLAIN:
            return
        texts = [self._written(one) for one in plain[:PACKED_TOGETHER]]
        single = packed % VOLUME // PACKED_TOGETHER
        if single == BOUND_TOGETHER - 1:
            texts = [line for pack in packs[-single:] for line in _lines(pack)] + texts
            packs = packs[:-single]
        pack = zlib.compress("\n".join(texts).encode())
        self._kept = ((*packs, pack), packed + PACKED_TOGETHER, plain[PACKED_TOGETHER:])

    def __len__(self) -> int:
        _, packed, plain = self._kept
        return packed + len(plain)

    def texts(self, start: int = 0) -> list[str]:
        """The entries from this one on, as text."""
        packs, packed, plain = self._kept
        found: list[str] = []
        for number in range(_pack_of(start, packed), len(packs)):
            found += _lines(packs[number])[max(0, start - _first_of(number, packed)) :]
        return found + [self._written(one) for one in plain[max(0, start - packed) :]]

    def __iter__(self) -> Iterator[T]:
        packs, _, plain = self._kept
        for pack in packs:
            yield from [self._read(line) for line in _lines(pack)]
        yield from plain[:]

    def backward(self) -> Iterator[tuple[int, T]]:
        """From the last to the first, each with its number."""
        packs, packed, plain = self._kept
        number = packed + len(plain)
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
        packs, packed, plain = self._kept
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
        pack = _pack_of(number, packed)
        return self._read(_lines(packs[pack])[number - _first_of(pack, packed)])

    def cut(self, length: int) -> None:
        """Keep only the first so many."""
        packs, packed, plain = self._kept
        if length >= packed:
            self._kept = (packs, packed, plain[: length - packed])
            return
        pack = _pack_of(length, packed)
        first = _first_of(pack, packed)
        self._kept = (packs[:pack], first, [self._read(line) for line in _lines(packs[pack])[: length - first]])


def _pack_of(number: int, packed: int) -> int:
    """The pack that has the entry of this number, among packs that hold so many entries."""
    volumes = packed // VOLUME
    return number // VOLUME if number < volumes * VOLUME else volumes + (number - volumes * VOLUME) // PACKED_TOGETHER


def _first_of(pack: int, packed: int) -> int:
    """The number of a pack's first entry."""
    volumes = packed // VOLUME
    return pack * VOLUME if pack < volumes else volumes * VOLUME + (pack - volumes) * PACKED_TOGETHER


def _lines(pack: bytes) -> list[str]:
    return zlib.decompress(pack).decode().split("\n")
