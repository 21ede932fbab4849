"""Where a cheapest path can bend: round the corners of parts and bases, through narrow gaps, at gates and portals."""

from __future__ import annotations

from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import Final

from vanguard.geometry.measuring import nearest_on_edge
from vanguard.geometry.movement.ground import (
    DECK,
    DIFFICULT,
    OBSTACLE,
    PLATFORM,
    WALL,
    Corner,
    Feature,
    Ground,
    ring_of,
)
from vanguard.geometry.shapes import Edge, Part, Point

MARGIN: Final = 0.0008
"""Bends keep this much more distance than needed, so that rounding to a thousandth cannot make them overlap."""
BESIDE: Final = 0.003
"""How far beside a line a bend lies that must be on one side of it."""
SPACING: Final = 0.6
"""How densely the rim of difficult ground and of levels is tried before the crossing point is slid into place."""


def corners_of(ground: Ground, feature: Feature, radius: float) -> list[Corner]:
    """Bends that a feature can cause for a base radius; remembered by the ground."""
    key = (feature.part.name, feature.kind, radius)
    found = ground.fields.get(key)
    if found is None:
        found = _corners_of(feature, radius)
        ground.fields[key] = found
    return found


def _corners_of(feature: Feature, radius: float) -> list[Corner]:
    kind = feature.kind
    part = feature.part
    if kind in (DIFFICULT, OBSTACLE):
        return round_corners(part, BESIDE)
    if kind == PLATFORM:
        return _platform_corners(feature, radius)
    if kind == WALL:
        return round_corners(part, radius + MARGIN) + _window_corners(feature)
    return round_corners(part, radius + MARGIN)


def outline_of(part: Part) -> list[Point]:
    """Corners in order round the part; a line is walked there and back."""
    if part.closed:
        return ring_of(part)
    there = list(part.points)
    return there + there[-2:0:-1]


def round_corners(part: Part, radius: float, most_turn: float = 0.9) -> list[Corner]:
    """Bends of a disc's centre round every outward corner: tangents of the arc at that distance."""
    ring = outline_of(part)
    count = len(ring)
    bends: list[Corner] = []
    for i in range(count):
        x, y = ring[i]
        bx, by = ring[i - 1]
        ax, ay = ring[(i + 1) % count]
        ux, uy = x - bx, y - by
        vx, vy = ax - x, ay - y
        cross = ux * vy - uy * vx
        dot = ux * vx + uy * vy
        if dot < 0.0 and abs(cross) < 1e-9:
            turn = pi
        else:
            turn = atan2(cross, dot)
        if turn <= 1e-6:
            continue
        first = atan2(-ux, uy)
        pieces = max(1, ceil(turn / most_turn))
        half = turn / pieces * 0.5
        far = radius / cos(half)
        for k in range(pieces):
            angle = first + half * (2 * k + 1)
            bends.append((x + far * cos(angle), y + far * sin(angle), x, y, radius))
    return bends


def round_disc(x: float, y: float, radius: float, first: float = 0.0, pieces: int = 0) -> list[Corner]:
    """Bends round a base or a zone; `first` is the direction of the first of them."""
    if not pieces:
        pieces = 8 if radius < 1.6 else 12
    half = pi / pieces
    far = radius / cos(half)
    bends: list[Corner] = []
    for k in range(pieces):
        angle = first + half * 2 * k
        bends.append((x + far * cos(angle), y + far * sin(angle), x, y, radius))
    return bends


def round_disc_from(x: float, y: float, radius: float, px: float, py: float) -> list[Corner]:
    """Bends round a disc for a path that begins or ends close to its rim: placed so that the point sees two of them."""
    if hypot(px - x, py - y) > 1.15 * radius:
        return []
    half = pi / (8 if radius < 1.6 else 12)
    return round_disc(x, y, radius, atan2(py - y, px - x) + half)


def round_corners_from(part: Part, radius: float, px: float, py: float) -> list[Corner]:
    """Two more bends round each corner that a path begins or ends close to, where that point sees them."""
    bends: list[Corner] = []
    half = pi / 8.0
    far = radius / cos(half)
    for x, y in part.points:
        if hypot(px - x, py - y) < 1.15 * radius:
            angle = atan2(py - y, px - x)
            for side in (angle - half, angle + half):
                bends.append((x + far * cos(side), y + far * sin(side), x, y, radius))
    return bends


def _window_corners(feature: Feature) -> list[Corner]:
    """A path through a window may bend at its jambs."""
    bends: list[Corner] = []
    for edge in feature.window_edges:
        for share in _shares_near_ends(edge, 0.01):
            x, y = _on(edge, share)
            bends.append((x, y, x, y, 0.0))
    return bends


def _shares_near_ends(edge: Edge, inset: float) -> tuple[float, float]:
    length = hypot(edge[2] - edge[0], edge[3] - edge[1])
    share = min(0.5, inset / length)
    return (share, 1.0 - share)


def _on(edge: Edge, share: float) -> Point:
    return (edge[0] + (edge[2] - edge[0]) * share, edge[1] + (edge[3] - edge[1]) * share)


def _platform_corners(feature: Feature, radius: float) -> list[Corner]:
    """Round the outside, just inside the corners with the whole base on top, and at both sides of every gate."""
    part = feature.part
    bends = round_corners(part, BESIDE)
    ring = ring_of(part)
    count = len(ring)
    for i in range(count):
        x, y = ring[i]
        bx, by = ring[i - 1]
        ax, ay = ring[(i + 1) % count]
        ux, uy = _unit(x - bx, y - by)
        vx, vy = _unit(ax - x, ay - y)
        cross = ux * vy - uy * vx
        if cross <= 1e-6:
            continue
        # the point that keeps the radius from both edges
        reach = (radius + MARGIN) / cross
        bends.append((x + (vx - ux) * reach, y + (vy - uy) * reach, x, y, 0.0))
    gates: list[Edge] = [part.stretch_edges[i] for i in range(len(part.stretches)) if feature.stretch_rules[i]]
    for i in range(len(part.edges)):
        if feature.edge_rules[i] is not feature.edge_rules[i - 1] or len(gates) > 0:
            gates.append(part.edges[i])
            gates.append(part.edges[i - 1])
    for edge in gates:
        for share in _shares_near_ends(edge, 0.01):
            bends.extend(_beside(edge, share))
    return bends + meeting_bends(feature)


def meeting_bends(feature: Feature) -> list[Corner]:
    """Where the outlines of two platforms meet: on both sides of each, up to there and just beyond."""
    bends: list[Corner] = []
    for edge in feature.solid_edges:
        if edge not in feature.part.edges:
            over = BESIDE / hypot(edge[2] - edge[0], edge[3] - edge[1])
            for share in (*_shares_near_ends(edge, 0.01), -over, 1.0 + over):
                bends.extend(_beside(edge, share))
    return bends


def _beside(edge: Edge, share: float) -> list[Corner]:
    """The bends on both sides of a point of an edge."""
    x, y = _on(edge, share)
    nx, ny = _unit(edge[3] - edge[1], edge[0] - edge[2])
    return [(x + nx * BESIDE, y + ny * BESIDE, x, y, 0.0), (x - nx * BESIDE, y - ny * BESIDE, x, y, 0.0)]


def edge_bends_beside_part(edge: Edge, part: Part, radius: float) -> list[Corner]:
    """On both sides of an edge between levels, where it comes out from what a disc may not overlap on one of them."""
    bends: list[Corner] = []
    for x, y in part.points:
        bends.extend(edge_bends_beside_disc(edge, x, y, radius))
    for side in _offset_edges(part, radius + BESIDE):
        found = _meeting(edge, side)
        if found is not None:
            bends.extend(_beside(edge, _share_of(edge, found)))
    return bends


def _share_of(edge: Edge, point: Point) -> float:
    dx, dy = edge[2] - edge[0], edge[3] - edge[1]
    return ((point[0] - edge[0]) * dx + (point[1] - edge[1]) * dy) / (dx * dx + dy * dy)


def edge_bends_beside_disc(edge: Edge, x: float, y: float, radius: float) -> list[Corner]:
    """On both sides of an edge between levels, where it comes out from a circle gone round on one of them."""
    dx, dy = edge[2] - edge[0], edge[3] - edge[1]
    fx, fy = edge[0] - x, edge[1] - y
    far = radius + BESIDE
    square = dx * dx + dy * dy
    middle = -(fx * dx + fy * dy)
    root = middle * middle - square * (fx * fx + fy * fy - far * far)
    if root <= 0.0:
        return []
    half = sqrt(root)
    bends: list[Corner] = []
    for share in ((middle - half) / square, (middle + half) / square):
        if 0.0 < share < 1.0:
            bends.extend(_beside(edge, share))
    return bends


def _unit(x: float, y: float) -> Point:
    length = sqrt(x * x + y * y)
    return (x / length, y / length)


def rim_points(
    part: Part, distance: float, through: list[Point], spacing: float = SPACING
) -> list[tuple[float, float, Edge]]:
    """Points spread along a closed part's outline at a distance outside it, each with the straight it may slide on.

    The points nearest to `through` (start and goal) are among them.
    """
    ring = ring_of(part)
    count = len(ring)
    found: list[tuple[float, float, Edge]] = []
    for i in range(count):
        x1, y1 = ring[i]
        x2, y2 = ring[(i + 1) % count]
        ux, uy = _unit(x2 - x1, y2 - y1)
        nx, ny = uy * distance, -ux * distance
        edge: Edge = (x1 + nx, y1 + ny, x2 + nx, y2 + ny)
        pieces = max(1, ceil(hypot(x2 - x1, y2 - y1) / spacing))
        for k in range(pieces + 1):
            x, y = _on(edge, k / pieces)
            found.append((x, y, edge))
        for px, py in through:
            x, y = nearest_on_edge(px, py, edge)
            found.append((x, y, edge))
        if distance > BESIDE:
            corner: Edge = (x1, y1, x1, y1)
            angle = atan2(y1 - ring[i - 1][1], x1 - ring[i - 1][0])
            turn = atan2(uy, ux) - angle
            turn = turn % (2.0 * pi)
            if turn < pi:
                for share in (0.25, 0.5, 0.75):
                    a = angle - pi * 0.5 + turn * share
                    x, y = x1 + distance * cos(a), y1 + distance * sin(a)
                    corner = (x, y, x, y)
                    found.append((x, y, corner))
    return found


def deck_bends(decks: list[Feature], z: float, radius: float) -> list[Corner]:
    """On a level made of several tops: the inner corners of the area where a disc still touches one of them."""
    tops = [f.part for f in decks if f.kind == DECK and abs(f.part.top - z) < 1e-6]
    bends: list[Corner] = []
    reach = radius - BESIDE
    for i in range(len(tops)):
        for j in range(i + 1, len(tops)):
            for e in _offset_edges(tops[i], reach):
                for f in _offset_edges(tops[j], reach):
                    bend = _meeting(e, f)
                    if bend is not None:
                        bends.append((bend[0], bend[1], bend[0], bend[1], 0.0))
    return bends


def _offset_edges(part: Part, distance: float) -> list[Edge]:
    ring = outline_of(part)
    found: list[Edge] = []
    for i in range(len(ring)):
        x1, y1 = ring[i]
        x2, y2 = ring[(i + 1) % len(ring)]
        ux, uy = _unit(x2 - x1, y2 - y1)
        nx, ny = uy * distance, -ux * distance
        found.append((x1 + nx, y1 + ny, x2 + nx, y2 + ny))
    return found


def _meeting(e: Edge, f: Edge) -> Point | None:
    dx, dy = e[2] - e[0], e[3] - e[1]
    ex, ey = f[2] - f[0], f[3] - f[1]
    cross = dx * ey - dy * ex
    if abs(cross) < 1e-9:
        return None
    t = ((f[0] - e[0]) * ey - (f[1] - e[1]) * ex) / cross
    s = ((f[0] - e[0]) * dy - (f[1] - e[1]) * dx) / cross
    if t < 0.0 or t > 1.0 or s < 0.0 or s > 1.0:
        return None
    return (e[0] + dx * t, e[1] + dy * t)


# --- narrow gaps ------------------------------------------------------------------------------------------------


def gap_bends(x1: float, y1: float, x2: float, y2: float, radius: float, wide: float) -> list[Corner]:
    """Bends in the middle of a gap between two points in the way that a disc only just fits through.

    `wide` is the distance at which the larger of the two obstacles is gone round.
    """
    dx = x2 - x1
    dy = y2 - y1
    gap = hypot(dx, dy)
    if gap < 2.0 * radius - 0.021 or gap > 2.4 * radius or gap < 1e-6:
        return []
    mx = (x1 + x2) * 0.5
    my = (y1 + y2) * 0.5
    nx = -dy / gap
    ny = dx / gap
    reach = 0.41 * wide
    return [(mx + nx * k * reach, my + ny * k * reach, mx, my, 0.0) for k in (-1.0, -0.5, 0.5, 1.0)]


def gap_bends_beside_disc(part: Part, x: float, y: float, size: float, radius: float) -> list[Corner]:
    """Narrow gaps between a part and a base of radius `size`."""
    bends: list[Corner] = []
    for edge in part.edges:
        qx, qy = nearest_on_edge(x, y, edge)
        far = hypot(qx - x, qy - y)
        if far > size + 1e-6:
            share = size / far
            bends.extend(gap_bends(x + (qx - x) * share, y + (qy - y) * share, qx, qy, radius, size + radius))
    return bends


def gap_bends_beside_table_edges(ground: Ground, x: float, y: float, size: float, radius: float) -> list[Corner]:
    """Narrow gaps between the table's edges and a base of radius `size`, or a corner (0)."""
    bends: list[Corner] = []
    for ex, ey in ((0.0, y), (ground.width, y), (x, 0.0), (x, ground.depth)):
        gap = hypot(ex - x, ey - y)
        if size + 1e-6 < gap < size + 2.4 * radius:
            ux, uy = (ex - x) / gap, (ey - y) / gap
            bends.extend(gap_bends(x + ux * size, y + uy * size, ex, ey, radius, size + radius))
    return bends


def gap_bends_between(a: Part, b: Part, radius: float) -> list[Corner]:
    """Narrow gaps between two parts."""
    bends: list[Corner] = []
    for first, second in ((a, b), (b, a)):
        for x, y in first.points:
            for edge in second.edges:
                qx, qy = nearest_on_edge(x, y, edge)
                bends.extend(gap_bends(x, y, qx, qy, radius, radius))
    return bends
