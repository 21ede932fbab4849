"""Visible, Obscured and Cover worked out by shapely from the geometry chapter of the catalogue, and by nothing of the engine."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.ops import unary_union

from vanguard.geometry.shapes import Base, Part

HAIR = 1e-6
TOLERANCE = 0.001
ROUND = 128
"""Segments of a quarter circle."""

Ground = list[tuple[Part, Polygon]]


def ground_of(parts: list[Part]) -> Ground:
    """The parts that matter, with their outlines."""
    return [
        (part, Polygon(part.points))
        for part in parts
        if {"standable", "overhead"} & set(part.traits) or part.top - part.bottom >= 0.5
    ]


def rim(base: Base) -> list[tuple[float, float]]:
    turns = [2 * pi * i / 16 for i in range(16)]
    return [(base.x, base.y), *[(base.x + base.radius * cos(t), base.y + base.radius * sin(t)) for t in turns]]


def visible(looker: Base, target: Base, ground: Ground) -> bool:
    """Some line from the head to the target's body passes through the inside of no solid part."""
    inside = [(part, outline.buffer(-HAIR, join_style="mitre")) for part, outline in ground if "solid" in part.traits]
    eye = (looker.x, looker.y, looker.head)
    heights = [target.elevation + 0.1, (target.elevation + target.head) / 2, target.head]
    ends = [(x, y, z) for z in heights for x, y in rim(target)]
    return any(not any(_passes(eye, end, part, outline) for part, outline in inside) for end in ends)


def _passes(eye: tuple[float, float, float], end: tuple[float, float, float], part: Part, outline: Polygon) -> bool:
    first, last = 0.0, 1.0
    rise = end[2] - eye[2]
    if rise:
        shares = sorted([(part.bottom - eye[2]) / rise, (part.top - eye[2]) / rise])
        first, last = max(first, shares[0]), min(last, shares[1])
    elif not part.bottom < eye[2] < part.top:
        return False
    if last - first <= HAIR:
        return False
    ends = [[eye[i] + (end[i] - eye[i]) * share for i in (0, 1)] for share in (first, last)]
    return bool(LineString(ends).intersection(outline).length > HAIR)


def clear_and_open(looker: Base, target: Base, ground: Ground) -> tuple[bool, bool]:
    """Is there a point of the looker's base from which the target is not Obscured; and one from which it is not in Cover either?"""
    disc = Spot(target.x, target.y).buffer(target.radius, ROUND)
    peered_past = Spot(looker.x, looker.y).buffer(looker.radius + 1.0, ROUND)
    far = _gap(looker, target) > 2.0 + TOLERANCE
    between = [
        (part, outline)
        for part, outline in ground
        if part.bottom < max(looker.head, target.head) and part.top > min(looker.elevation, target.elevation)
        and not any([_stands_on(base, part, outline) for base in (looker, target)])
    ]  # fmt: skip
    verdicts = []
    for point in rim(looker):
        fan = unary_union([Spot(point), disc]).convex_hull
        sections = [(part, outline.intersection(fan)) for part, outline in between]
        crossed = [(part, section) for part, section in sections if section.area > HAIR]
        large = [section.difference(peered_past) for part, section in crossed if part.top > target.head]
        obscured = any([left.area > HAIR and _away(target, left) > 2.0 + TOLERANCE for left in large])
        covered = far and any([_away(target, section) <= 1.0 + TOLERANCE for _, section in crossed])
        verdicts.append((not obscured, not obscured and not covered))
    return any([clear for clear, _ in verdicts]), any([both for _, both in verdicts])


def _gap(one: Base, other: Base) -> float:
    plan = max(0.0, hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)
    return hypot(plan, one.elevation - other.elevation)


def _away(target: Base, section: Polygon) -> float:
    return max(0.0, Spot(target.x, target.y).distance(section) - target.radius)


def _stands_on(base: Base, part: Part, outline: Polygon) -> bool:
    level = "standable" in part.traits and abs(part.top - base.elevation) < TOLERANCE
    return level and bool(outline.intersects(Spot(base.x, base.y).buffer(base.radius, ROUND)))
