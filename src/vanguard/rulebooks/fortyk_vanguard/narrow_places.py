"""Narrow places: where a way first comes into the room that others, terrain and Engagement Ranges leave to a base."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.circles import (
    Box,
    Circle,
    Edge,
    corners_of_room,
    last_legs_to_circle,
    last_legs_to_edge,
    sides_of,
)
from vanguard.geometry.measuring import edge_gap, part_gap, plan_gap
from vanguard.geometry.shapes import Base, Part, Point, Table
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield
from vanguard.rulebooks.fortyk_vanguard.engagement import DEFENCE_LINE_REACH, ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.profiles import DEFENCE_LINE
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model

HAIR: Final = 0.002
"""Proposals stay this far inside limits of distance, so that rounding to a thousandth cannot break one; in contact, no
thousandth is minded."""


class Room:
    """What bounds the places where a base may end its move, and what a way there may turn round."""

    __slots__ = ("edges", "goals", "kept_off", "turned")

    def __init__(
        self, goals: Sequence[Circle], kept_off: Sequence[Circle], turned: Sequence[Circle], edges: Sequence[Edge]
    ) -> None:
        self.goals = goals
        """It must end in each of these, if there are any."""
        self.kept_off = kept_off
        self.turned = turned
        self.edges = edges

    def first_places(self, start: Point) -> list[Point]:
        """Where ways from a start first come into the room, whichever of all these things they turn round: among them is the
        nearest place there is."""
        found: list[Point] = []
        if not self.goals:
            found += corners_of_room(self.kept_off, self.edges)
            self._add_last_legs(start, self.kept_off, self.edges, found)
        for goal in self.goals:
            x, y, reach = goal
            kept_off = [it for it in self.kept_off if hypot(it[0] - x, it[1] - y) < reach + it[2]]
            edges = [edge for edge in self.edges if edge_gap(x, y, edge) < reach]
            found += corners_of_room([*self.goals, *kept_off], edges)
            self._add_last_legs(start, [goal, *kept_off], edges, found)
        return [(thousandth(x), thousandth(y)) for x, y in found]

    def _add_last_legs(
        self, start: Point, circles: Sequence[Circle], edges: Sequence[Edge], found: list[Point]
    ) -> None:
        for circle in circles:
            found += last_legs_to_circle(start, self.turned, circle)
        for edge in edges:
            found += last_legs_to_edge(start, self.turned, edge)


def room_for(
    battle: Battle,
    model: Model,
    allowance: float,
    goals: Sequence[Circle],
    avoided: Sequence[Model],
    passed: Sequence[Model],
    slowed: bool,
) -> Room:
    """The room within an allowance: out of the Engagement Ranges of those avoided, on nobody, across no wall or side. Those
    passed are avoided at the end of the move only."""
    base, rim = model.base, model.base.radius
    kept_off: list[Circle] = []
    turned: list[Circle] = []
    for it in battle.models:
        body = it.base.radius + rim
        if it.fate == ON_TABLE and it.key != model.key and plan_gap(base, it.base) < allowance + ENGAGEMENT_RANGE:
            end = body + (ENGAGEMENT_RANGE + HAIR if it in avoided else 0.0)
            kept_off.append((it.base.x, it.base.y, end))
            turned.append((it.base.x, it.base.y, body if it in passed else end))
    edges = sides_of(box_within(battle.field.table, rim))
    for part in sides_in_the_way(battle.field, slowed):
        if part_gap(base, part) < allowance + rim:
            edges += edges_round(part, rim)
            kept_off += [(x, y, rim) for x, y in part.points]
            turned += [(x, y, rim) for x, y in part.points]
    for part in battle.field.tops:
        if part_gap(base, part) < allowance:
            edges += edges_round(part, -rim)
    return Room(goals, kept_off, turned, edges)


def box_within(table: Table, rim: float) -> Box:
    return (rim, rim, table.width - rim, table.depth - rim)


def sides_in_the_way(field: Battlefield, slowed: bool) -> list[Part]:
    """Terrain that nobody can end across, and Difficult Ground for whom it slows."""
    return [*field.upright, *[it.footprint for it in field.difficult]] if slowed else field.upright


def edges_round(part: Part, rim: float) -> list[Edge]:
    """The edges of a footprint, so far outside it, or inside if less than nothing."""
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


def could_strike(base: Base, x: float, y: float, goals: Sequence[Base]) -> bool:
    """A quick look: is none of them out of reach even across a Defence Line?"""
    for goal in goals:
        reach = base.radius + goal.radius + DEFENCE_LINE_REACH + TOLERANCE
        if (x - goal.x) * (x - goal.x) + (y - goal.y) * (y - goal.y) > reach * reach:
            return False
    return True
