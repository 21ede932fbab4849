"""Pictures of the README: few colours, and of a moving one only what changes."""

from __future__ import annotations

import struct
import zlib

import pytest

from tools.small_png import SIGNATURE, Picture, chunk, chunks_of, small

WHITE, RED = (255, 255, 255), (200, 0, 0)


def screenshot(rows: list[list[tuple[int, int, int]]], how: int = 0) -> bytes:
    """Pixels as a browser writes them: each row as differences from its neighbours, in one of five ways."""
    above, lines = bytes(3 * len(rows[0])), b""
    for row in rows:
        plain = bytes([part for colour in row for part in colour])
        shifted, corner = bytes(3) + plain[:-3], bytes(3) + above[:-3]
        guess = {
            0: bytes(len(plain)),
            1: shifted,
            2: above,
            3: bytes([(a + b) // 2 for a, b in zip(shifted, above, strict=True)]),
            4: bytes([nearest(a, b, c) for a, b, c in zip(shifted, above, corner, strict=True)]),
        }[how]
        lines += bytes([how]) + bytes([(a - b) & 255 for a, b in zip(plain, guess, strict=True)])
        above = plain
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def nearest(left: int, up: int, corner: int) -> int:
    return min((left, up, corner), key=lambda one: abs(left + up - corner - one))


@pytest.mark.parametrize("how", range(5))
def test_pixels_are_read_however_they_were_written(how: int) -> None:
    rows = [[(7 * x, 11 * y, x * y) for x in range(5)] for y in range(4)]
    assert Picture(screenshot(rows, how)).rows == rows


def test_a_moving_picture_holds_the_first_frame_and_then_what_changes() -> None:
    still = [[WHITE] * 6 for _ in range(4)]
    moved = [list(row) for row in still]
    moved[1][2] = moved[2][4] = RED
    found = chunks_of(small([screenshot(still), screenshot(moved), screenshot(moved)], delay=300))
    assert [kind for kind, _ in found] == [
        b"IHDR", b"acTL", b"PLTE", b"fcTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND",
    ]  # fmt: skip
    controls = [struct.unpack(">IIIIIHHBB", data) for kind, data in found if kind == b"fcTL"]
    assert [control[1:5] for control in controls] == [(6, 4, 0, 0), (3, 2, 2, 1), (1, 1, 0, 0)]
    assert [control[0] for control in controls] == [0, 1, 3], "frames and their data are counted through"
    palette = next(data for kind, data in found if kind == b"PLTE")
    change = zlib.decompress(next(data for kind, data in found if kind == b"fdAT")[4:])
    red = palette.index(bytes(RED)) // 3
    assert change == bytes([0, red, 1 - red, 1 - red, 0, 1 - red, 1 - red, red])


def test_a_colour_too_many_becomes_the_one_nearest_to_it() -> None:
    rows = [[(x, x, y) for x in range(128)] for y in range(3)]
    [palette] = [data for kind, data in chunks_of(small([screenshot(rows)])) if kind == b"PLTE"]
    assert len(palette) == 3 * 256
