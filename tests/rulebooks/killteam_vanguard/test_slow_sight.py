"""Line of sight, obscured and cover on drawn tables, against the rulings followed ray by ray."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from tests.rulebooks.killteam_vanguard.positions import battle_at
from tests.rulebooks.killteam_vanguard.slow_sight import Body, Piece, Sight, sight
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_COVER, IN_THE_OPEN, exposure, sees
from vanguard.rulebooks.killteam_vanguard.profiles import BASE_RADIUS, half_height
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

LINES = ("obstacle", "wall")


def drawn_piece(chance: Random) -> Piece:
    kind = chance.choice(["obstacle", "obstacle", "wall", "blocking", "platform", "woods"])
    x, y = round(chance.uniform(8, 19), 2), round(chance.uniform(8, 19), 2)
    if kind not in LINES:
        height = 3.0 if kind == "woods" else chance.choice([1.0, 2.0, 3.0, 4.5])
        return Piece(kind, height, x, y, round(x + chance.uniform(1, 4), 2), round(y + chance.uniform(1, 4), 2))
    length = round(chance.uniform(2, 7), 2)
    dx, dy = chance.choice([(1.0, 0.0), (0.0, 1.0), (0.6, 0.8)])
    end = (round(x + length * dx, 2), round(y + length * dy, 2))
    if kind == "obstacle":
        return Piece(kind, chance.choice([0.5, 1.0, 1.5, 2.0, 3.0]), x, y, *end)
    window = (round(length * 0.3, 2), round(length * 0.3 + 1.6, 2)) if length > 3 else None
    return Piece(kind, 3.0, x, y, *end, window)


def said(piece: Piece) -> str:
    line = f"piece {piece.kind} {piece.height} {piece.x1},{piece.y1} {piece.x2},{piece.y2}"
    if piece.kind == "platform":
        line += " sheer sheer sheer sheer"
    return line if piece.window is None else f"{line} window {piece.window[0]}-{piece.window[1]}"


def somewhere(chance: Random, base: float, pieces: list[Piece]) -> tuple[float, float]:
    """Anywhere, or beside an obstacle or a wall: touching it, by a hair not, or a little off."""
    lines = [piece for piece in pieces if piece.kind in LINES]
    if not lines or chance.random() < 0.5:
        return round(chance.uniform(6, 22), 3), round(chance.uniform(6, 22), 3)
    piece = chance.choice(lines)
    dx, dy = piece.x2 - piece.x1, piece.y2 - piece.y1
    share, off = chance.random(), chance.choice([-1, 1]) * (base + chance.choice([0, 0, 0.02, 0.3])) / hypot(dx, dy)
    return round(piece.x1 + share * dx - dy * off, 3), round(piece.y1 + share * dy + dx * off, 3)


def level(x: float, y: float, base: float, pieces: list[Piece], others: list[Body]) -> float:
    """The elevation a base would stand on, or -1 where it may not stand."""
    if any([hypot(x - it.x, y - it.y) < base + it.base + 0.02 for it in others]):
        return -1.0
    height = 0.0
    for it in pieces:
        if it.kind in LINES:
            if it.gap(Body(x, y, 0.0, base, 1.0)) < -0.005:
                return -1.0
        elif it.kind == "platform" and it.x1 + base <= x <= it.x2 - base and it.y1 + base <= y <= it.y2 - base:
            height = max(height, it.height)
        elif it.kind != "woods" and hypot(max(it.x1 - x, 0, x - it.x2), max(it.y1 - y, 0, y - it.y2)) <= base:
            return -1.0
    return height


def drawn_table(chance: Random) -> tuple[list[Piece], list[Body], str]:
    """Up to three pieces; a looks at t, and up to two others stand about; some of them lie."""
    pieces = [drawn_piece(chance) for _ in range(chance.randint(1, 3))]
    bodies: list[Body] = []
    lines = [said(piece) for piece in pieces]
    for key in "atde"[: chance.randint(2, 4)]:
        size, height, down = (
            chance.choice([25, 32, 40, 50]),
            chance.choice([0.5, 1.0, 1.5, 1.5, 2.0, 2.5]),
            chance.random() < 0.15,
        )
        base = BASE_RADIUS[size]
        z = -1.0
        while z < 0.0:
            x, y = somewhere(chance, base, pieces)
            z = level(x, y, base, pieces, bodies)
        bodies.append(Body(x, y, z, base, half_height(height) if down else height))
        lines.append(f'card c{key} base {size} height {height}: Gun [RANGED] (24", 1D6, 3+, AP0, D1)')
        lines.append(f"{'red' if key == 't' else 'blue'} c{key} {key} {x},{y},{z}{' down' if down else ''}")
    return pieces, bodies, "\n".join(lines)


@proves("los.any-part", "los.body-only", "los.obscured", "los.models-hide", "ranged.modifier.cover", "terrain.window",
        "knockdown.half-height")  # fmt: skip
@pytest.mark.parametrize("block", range(4))
def test_who_sees_whom_obscured_or_in_cover_is_what_the_rays_say(block: int) -> None:
    chance = Random(f"rays {block}")
    for _ in range(25):
        pieces, bodies, text = drawn_table(chance)
        battle = battle_at(text)
        viewer, target = battle["a"], battle["t"]
        told = Sight(False, True, False)
        if sees(battle, viewer, target):
            shown = exposure(battle, viewer, target)
            told = Sight(True, shown != IN_THE_OPEN, shown == IN_COVER)
        rays = sight(bodies[0], bodies[1], bodies[2:], pieces)
        assert told == (rays if rays.sees else Sight(False, True, False)), text
