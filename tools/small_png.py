"""Screenshots as small PNG files: 256 colours, and of a moving picture only what changes from frame to frame."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

Colour = tuple[int, int, int]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
ALIKE = 300
"""Colours whose squared distance is less can stand for each other: a rare one of its own is kept before another shade of green."""


class Picture:
    """Pixels of one screenshot, row after row."""

    def __init__(self, png: bytes) -> None:
        chunks = chunks_of(png)
        self.width, self.height, depth, kind = struct.unpack(">IIBB", chunks[0][1][:10])
        if depth != 8 or kind not in (2, 6):
            raise ValueError(
                f"a screenshot has 8 bits of red, green and blue a pixel; depth {depth}, kind {kind} is not read"
            )
        self.step = 3 if kind == 2 else 4
        packed = zlib.decompress(b"".join([data for name, data in chunks if name == b"IDAT"]))
        self.rows = self._unfiltered(packed)

    def _unfiltered(self, packed: bytes) -> list[list[Colour]]:
        step, length = self.step, self.width * self.step
        above, rows = bytearray(length), []
        for y in range(self.height):
            start = y * (length + 1)
            row = unfiltered(packed[start], bytearray(packed[start + 1 : start + 1 + length]), above, step)
            rows.append(list(zip(row[0::step], row[1::step], row[2::step], strict=True)))
            above = row
        return rows


def unfiltered(how: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    """A row as it was before it was written as differences from its neighbours."""
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        up, corner = above[i], above[i - step] if i >= step else 0
        if how == 1:
            guess = left
        elif how == 2:
            guess = up
        elif how == 3:
            guess = (left + up) // 2
        elif how == 4:
            guess = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        else:
            return row
        row[i] = (row[i] + guess) & 255
    return row


def chunks_of(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    return found


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def palette_of(pictures: list[Picture]) -> tuple[list[Colour], dict[Colour, int]]:
    """The most frequent colours, unlike ones first, and for every colour the one of them that is nearest to it."""
    counted = Counter([colour for picture in pictures for row in picture.rows for colour in row])
    frequent = [colour for colour, _ in counted.most_common()]
    palette: list[Colour] = []
    for colour in frequent:
        if len(palette) < COLOURS and all([distance(colour, one) > ALIKE for one in palette]):
            palette.append(colour)
    kept = set(palette)
    palette += [colour for colour in frequent if colour not in kept][: COLOURS - len(palette)]
    index = {colour: i for i, colour in enumerate(palette)}
    for colour in frequent:
        if colour not in index:
            near, _ = min(enumerate(palette), key=lambda one: distance(one[1], colour))
            index[colour] = near
    return palette, index


def distance(one: Colour, other: Colour) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def changed(before: list[bytes], after: list[bytes]) -> tuple[int, int, int, int]:
    """The smallest rectangle with everything that differs: left, top, right, bottom; one pixel if nothing does."""
    rows = [y for y in range(len(after)) if before[y] != after[y]]
    if not rows:
        return 0, 0, 1, 1
    columns = [x for y in rows for x in range(len(after[y])) if before[y][x] != after[y][x]]
    return min(columns), rows[0], max(columns) + 1, rows[-1] + 1


def packed(rows: list[bytes]) -> bytes:
    return zlib.compress(b"".join([b"\0" + row for row in rows]), 9)


def small(frames: list[bytes], delay: int = 0) -> bytes:
    """Screenshots of one size as one PNG; several of them move, over and over, each shown for `delay` milliseconds."""
    pictures = [Picture(frame) for frame in frames]
    palette, index = palette_of(pictures)
    drawn = [[bytes([index[colour] for colour in row]) for row in picture.rows] for picture in pictures]
    header = struct.pack(">IIBBBBB", pictures[0].width, pictures[0].height, 8, 3, 0, 0, 0)
    out = [SIGNATURE, chunk(b"IHDR", header), chunk(b"PLTE", b"".join([bytes(colour) for colour in palette]))]
    if len(drawn) == 1:
        return b"".join([*out, chunk(b"IDAT", packed(drawn[0])), chunk(b"IEND", b"")])
    out.insert(2, chunk(b"acTL", struct.pack(">II", len(drawn), 0)))
    number = 0
    for i, rows in enumerate(drawn):
        left, top, right, bottom = changed(drawn[i - 1], rows) if i else (0, 0, len(rows[0]), len(rows))
        box = (right - left, bottom - top, left, top)
        out.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *box, delay, 1000, 0, 0)))
        data = packed([row[left:right] for row in rows[top:bottom]])
        out.append(chunk(b"fdAT", struct.pack(">I", number + 1) + data) if i else chunk(b"IDAT", data))
        number += 2 if i else 1
    return b"".join([*out, chunk(b"IEND", b"")])
