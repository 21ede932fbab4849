"""Points worth moving to: a finite choice out of the plane for bots and for lists of options.

Everything listed is legal by construction: each point has been walked to by the same rules as a player's own path.
The order never depends on anything but the position; generators look at no more points than are asked of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, cos, inf, pi, sin
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.movement.search import cheapest_path_in
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Base, Point, Point3


class Candidate:
    """A legal end of a move: the place, what getting there costs, the waypoints, and why it was thought of."""

    __slots__ = ("x", "y", "z", "cost", "waypoints", "why")

    def __init__(self, x: float, y: float, z: float, cost: float, waypoints: list[Point3], why: str) -> None:
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.z: Final[float] = z
        self.cost: Final[float] = cost
        self.waypoints: Final[list[Point3]] = waypoints
        """Without the start; empty for staying."""
        self.why: Final[str] = why

    def __repr__(self) -> str:
        return f"{self.why} ({self.x:g}, {self.y:g}) for {self.cost:g}"


def _straight(around: Surroundings, x: float, y: float, why: str) -> Candidate | None:
    x = thousandth(x)
    y = thousandth(y)
    cost = straight_cost(around, x, y)
    if cost == inf:
        return None
    z = around.z
    if around.ground.has_platforms and not around.ground.has_decks:
        z = around.ground.platform_level(x, y)
    return Candidate(x, y, z, cost, [(x, y, z)], why)


def _walked(around: Surroundings, x: float, y: float, z: float | None, why: str) -> Candidate | None:
    """The candidate at a point if it can be reached: straight, or round what is in the way."""
    if z is None or z == around.z:
        candidate = _straight(around, x, y, why)
        if candidate is not None:
            return candidate
    goal = (thousandth(x), thousandth(y)) if z is None else (thousandth(x), thousandth(y), z)
    path = cheapest_path_in(around, goal, around.mover.allowance)
    if path is None:
        return None
    end = path.end
    return Candidate(end[0], end[1], end[2], path.cost, path.waypoints, why)


def contact_candidates(around: Surroundings, target: Base, count: int = 8, gap: float = 0.0) -> Iterator[Candidate]:
    """Points around a base (or a marker given as one) at a gap from it, nearest first; gap 0 is base contact."""
    why = f"{'contact with' if gap <= 0.0 else 'near'} {target.key}"
    z = target.elevation if around.ground.has_decks else None
    for k in range(count):
        x, y = contact_point(around, target, k, count, gap)
        candidate = _walked(around, x, y, z, why)
        if candidate is not None:
            yield candidate


def contact_point(around: Surroundings, target: Base, number: int, count: int = 8, gap: float = 0.0) -> Point:
    """One of some points around a base at a gap from it: 0 on the near side, the others going round from there."""
    step = (number + 1) // 2 if number % 2 else -(number // 2)
    angle = atan2(around.y - target.y, around.x - target.x) + step * 2.0 * pi / count
    far = around.radius + target.radius + gap
    return (thousandth(target.x + far * cos(angle)), thousandth(target.y + far * sin(angle)))


def taken(candidates: Iterable[Candidate], most: int) -> list[Candidate]:
    """The first few candidates; no more of them are worked out."""
    found: list[Candidate] = []
    if most <= 0:
        return found
    for candidate in candidates:
        found.append(candidate)
        if len(found) >= most:
            break
    return found
