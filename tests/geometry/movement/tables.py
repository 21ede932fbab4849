"""Random tables for movement: seeded, so that every run sees the same ones."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

from vanguard.geometry.movement import (
    EdgeKind,
    Feature,
    Ground,
    Mover,
    cheapest_path,
    difficult,
    impassable,
    may_stand,
    obstacle,
    platform,
    traversable,
    wall,
)
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Point, Table

INF = float("inf")
STAIRS = EdgeKind("stairs", 0.0, 0.0, False)
LADDER = EdgeKind("ladder", 1.0, 1.0, True)
CLIMBABLE = EdgeKind("climbable", 2.0, 2.0, True)
SHEER = EdgeKind("sheer", INF, INF, True)
KINDS = {"stairs": STAIRS, "ladder": LADDER, "climbable": CLIMBABLE, "sheer": SHEER}
STEPPED = EdgeKind("climb", 1.0, 1.0, False, multiple=2.0)


def is_reachable(ground: Ground, mover: Mover, goal: tuple[float, ...]) -> bool:
    """Can the mover legally end there within its allowance?"""
    return cheapest_path(ground, mover, goal) is not None


def rect(x1: float, y1: float, x2: float, y2: float) -> list[Point]:
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def polygon(random: Random, x: float, y: float, size: float, corners: int) -> list[Point]:
    """A star-shaped polygon, often not convex."""
    points = []
    for i in range(corners):
        angle = 2.0 * pi * (i + random.uniform(0.1, 0.9) * 0.8) / corners
        far = size * random.uniform(0.5, 1.0)
        points.append((x + far * cos(angle), y + far * sin(angle)))
    return points


def random_feature(random: Random, name: str, kind: str, size: float, width: float, depth: float) -> Feature:
    x = random.uniform(3.0, width - 3.0)
    y = random.uniform(3.0, depth - 3.0)
    far = min(size, x - 0.1, y - 0.1, width - x - 0.1, depth - y - 0.1)
    if kind in ("obstacle", "wall", "window"):
        angle = random.uniform(0.0, pi)
        ends = [(x - far * cos(angle), y - far * sin(angle)), (x + far * cos(angle), y + far * sin(angle))]
        length = 2.0 * far
        if kind == "obstacle":
            return obstacle(Part(name, ends, closed=False, top=1.0))
        holes = (
            [EdgeStretch("window", 0, length * 0.4, length * 0.4 + 1.5)] if kind == "window" and length > 3.0 else []
        )
        return wall(Part(name, ends, closed=False, top=3.0, stretches=holes))
    ring = polygon(random, x, y, far, random.randint(4, 8))
    if kind == "difficult":
        return difficult(Part(name, ring, top=3.0))
    if kind == "traversable":
        return traversable(Part(name, ring, top=1.0))
    if kind == "platform":
        corners = rect(x - far * 0.7, y - far * 0.6, x + far * 0.7, y + far * 0.6)
        sides = [random.choice(["stairs", "climbable", "sheer"]) for _ in corners]
        return platform(Part(name, corners, top=2.0, edge_kinds=sides), KINDS)
    return impassable(Part(name, ring, top=4.0))


def random_ground(
    random: Random, kinds: list[str], count: int, size: float = 2.0, width: float = 24.0, depth: float = 24.0
) -> Ground:
    features = [random_feature(random, f"part {i}", random.choice(kinds), size, width, depth) for i in range(count)]
    return Ground(Table(width, depth, "in", [feature.part for feature in features]), features)


def random_bases(random: Random, ground: Ground, count: int) -> list[Base]:
    """Bases that stand legally and clear of each other."""
    bases: list[Base] = []
    while len(bases) < count:
        radius = random.choice([0.5, 0.63, 0.787])
        x = round(random.uniform(radius, ground.width - radius), 3)
        y = round(random.uniform(radius, ground.depth - radius), 3)
        base = Base(f"base {len(bases)}", x, y, radius, height=1.5)
        if not may_stand(ground, Mover(base, 0.0, bases), x, y):
            bases.append(base.at(x, y, ground.platform_level(x, y)))
    return bases


def free_point(random: Random, ground: Ground, mover: Mover, reach: float) -> Point | None:
    """A point near the mover where it may stand."""
    for _ in range(40):
        angle = random.uniform(0.0, 2.0 * pi)
        far = random.uniform(0.0, reach)
        x = round(mover.base.x + far * cos(angle), 3)
        y = round(mover.base.y + far * sin(angle), 3)
        if 0.0 < x < ground.width and 0.0 < y < ground.depth and not may_stand(ground, mover, x, y):
            return (x, y)
    return None


def far_from(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
