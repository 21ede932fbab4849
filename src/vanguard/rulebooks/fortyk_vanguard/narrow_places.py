"""Narrow places: where the room that others, terrain and Engagement Ranges leave to a base has its corners."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.circles import Circle, Edge, corners_of_room
from vanguard.geometry.measuring import part_gap
from vanguard.geometry.shapes import Base, Part, Point
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield
from vanguard.rulebooks.fortyk_vanguard.engagement import DEFENCE_LINE_REACH, ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.profiles import DEFENCE_LINE
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model

HAIR: Final = 0.002
"""Proposals stay this far inside every limit, so that rounding to a thousandth cannot break one."""


def corners_left(
    battle: Battle,
    model: Model,
    allowance: float,
    within: Sequence[Circle] = (),
    targets: Sequence[str] = (),
    edges: Sequence[Edge] = (),
) -> list[Point]:
    """Corners of the room in which a base within its allowance overlaps nobody and engages nobody but its targets."""
    base = model.base
    circles: list[Circle] = [(base.x, base.y, allowance - HAIR), *within]
    circles += bodies_near(battle, model, allowance, targets)
    table, rim = battle.field.table, base.radius
    found = corners_of_room(circles, (rim, rim, table.width - rim, table.depth - rim), edges)
    return [(thousandth(x), thousandth(y)) for x, y in found if hypot(x - base.x, y - base.y) <= allowance]


def bodies_near(battle: Battle, model: Model, allowance: float, targets: Sequence[str] = ()) -> list[Circle]:
    """How far a base within its allowance keeps from everybody: from enemies that are not its targets out of combat."""
    base, found = model.base, list[Circle]()
    for it in battle.models:
        if it.fate == ON_TABLE and it.key != model.key:
            apart = base.radius + it.base.radius + HAIR
            if it.seat != model.seat and it.key not in targets:
                apart += ENGAGEMENT_RANGE
            if hypot(it.base.x - base.x, it.base.y - base.y) < allowance + apart:
                found.append((it.base.x, it.base.y, apart))
    return found


def edges_round(part: Part, rim: float) -> list[Edge]:
    """The edges of a footprint, so far outside it."""
    aside = rim if part.area > 0.0 else -rim
    found: list[Edge] = []
    for (x1, y1, x2, y2), length in zip(part.edges, part.lengths, strict=True):
        dx, dy = (y2 - y1) / length * aside, (x1 - x2) / length * aside
        found.append((x1 + dx, y1 + dy, x2 + dx, y2 + dy))
    return found


def places_at_defence_lines(field: Battlefield, base: Base, goal: Base) -> list[Point]:
    """Points in contact with a Defence Line that an enemy stands behind (core.terrain.defence-line)."""
    apart = base.radius + HAIR
    found: list[Point] = []
    for piece in field.pieces:
        part = piece.footprint
        if not piece.has(DEFENCE_LINE) or part_gap(goal, part) > ENGAGEMENT_RANGE:
            continue
        outward = 1.0 if part.area > 0.0 else -1.0
        for (x1, y1, x2, y2), length in zip(part.edges, part.lengths, strict=True):
            ux, uy = (x2 - x1) / length, (y2 - y1) / length
            along = (goal.x - x1) * ux + (goal.y - y1) * uy
            for shift in (0.0, 0.5, -0.5, 1.0, -1.0):
                at = min(max(along + shift, 0.0), length)
                x, y = x1 + ux * at + uy * apart * outward, y1 + uy * at - ux * apart * outward
                found.append((thousandth(x), thousandth(y)))
    return found


def nearest_place(base: Base, goal: Base) -> Point:
    """Exactly within Engagement Range on the straight line: a roll of just enough reaches it over a wall too."""
    distance = hypot(goal.x - base.x, goal.y - base.y)
    share = (distance - base.radius - goal.radius - ENGAGEMENT_RANGE) / distance if distance else 0.0
    return (thousandth(base.x + (goal.x - base.x) * share), thousandth(base.y + (goal.y - base.y) * share))


def could_strike(base: Base, x: float, y: float, goals: Sequence[Base]) -> bool:
    """A quick look: is none of them out of reach even across a Defence Line?"""
    for goal in goals:
        reach = base.radius + goal.radius + DEFENCE_LINE_REACH + TOLERANCE
        if (x - goal.x) * (x - goal.x) + (y - goal.y) * (y - goal.y) > reach * reach:
            return False
    return True
