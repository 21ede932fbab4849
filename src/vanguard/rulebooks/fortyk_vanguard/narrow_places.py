"""Narrow places: where a way first comes into the room that others, terrain and Engagement Ranges leave to a base."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.circles import (
    Circle,
    Edge,
    Leg,
    corners_of_room,
    keeps_off,
    last_legs_to_circle,
    last_legs_to_edge,
    sides_of,
)
from vanguard.geometry.measuring import edge_gap, part_gap, plan_gap
from vanguard.geometry.shapes import Base, Part, Point
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield
from vanguard.rulebooks.fortyk_vanguard.engagement import DEFENCE_LINE_REACH, ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.profiles import DEFENCE_LINE
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model

HAIR: Final = 0.002
"""Proposals stay this far inside limits of distance, so that rounding to a thousandth cannot break one; in contact, no
thousandth is minded."""


class Room:
    """What bounds the places where a base may end its move, and what a way there may turn round."""

    __slots__ = ("corners", "edges", "ends", "goals", "sides", "solid")

    def __init__(self, goals: Sequence[Circle], sides: Sequence[Edge]) -> None:
        self.goals = goals
        """It must end in each of these, if there are any."""
        self.ends: list[Circle] = []
        """What it may go through, but not end in."""
        self.solid: list[Circle] = []
        """What it may not even go through."""
        self.corners: list[Circle] = []
        """Round corners of terrain."""
        self.edges: list[Edge] = []
        """Along terrain; to their left nobody ends."""
        self.sides = sides
        """Of the table."""

    def first_places(self, start: Point, allowance: float) -> list[Point]:
        """Where ways from a start first come into the room, whichever of all these things they turn round: among them is the
        nearest place there is."""
        found: list[Point] = []
        around = [*self.ends, *self.solid, *self.corners]
        edges = [*self.edges, *self.sides]
        if not self.goals:
            found += corners_of_room(around, edges)
            found += self._ends_of_legs(start, allowance, self.ends, self.edges)
        for goal in self.goals:
            x, y, reach = goal
            near = [it for it in around if hypot(it[0] - x, it[1] - y) < reach + it[2]]
            found += corners_of_room([*self.goals, *near], [edge for edge in edges if edge_gap(x, y, edge) < reach])
            ends = [goal, *[it for it in self.ends if it in near]]
            found += self._ends_of_legs(start, allowance, ends, [it for it in self.edges if edge_gap(x, y, it) < reach])
        places = {(thousandth(x), thousandth(y)) for x, y in found}
        return sorted([it for it in places if self._may_end(start, allowance, it)])

    def _may_end(self, start: Point, allowance: float, place: Point) -> bool:
        """A quick look, without terrain."""
        x, y = place
        if hypot(x - start[0], y - start[1]) > allowance:
            return False
        for goal_x, goal_y, reach in self.goals:
            if hypot(x - goal_x, y - goal_y) > reach + TOLERANCE:
                return False
        return keeps_off((place, place), self.solid, TOLERANCE) and keeps_off((place, place), self.ends, TOLERANCE)

    def _ends_of_legs(
        self, start: Point, allowance: float, circles: Sequence[Circle], edges: Sequence[Edge]
    ) -> list[Point]:
        """Where straight last legs end that are no longer than may be, and run into nothing solid."""
        turned = [*self.solid, *self.corners]
        legs: list[Leg] = []
        for goal in circles:
            near = [circle for circle in turned if not lies_aside(circle, start, goal, allowance)]
            legs += last_legs_to_circle(start, near, goal)
        legs += [leg for edge in edges for leg in last_legs_to_edge(start, turned, edge)]
        found: list[Point] = []
        for leg in legs:
            (x, y), (to_x, to_y) = leg
            if hypot(x - start[0], y - start[1]) + hypot(to_x - x, to_y - y) <= allowance:
                if keeps_off(leg, self.solid, TOLERANCE):
                    found.append((to_x, to_y))
        return found


def lies_aside(circle: Circle, start: Point, goal: Circle, allowance: float) -> bool:
    """Is any way from a start to a goal that turns round a circle longer than may be?"""
    x, y, radius = circle
    far = hypot(x - start[0], y - start[1]) + hypot(x - goal[0], y - goal[1])
    return far - 2.0 * radius - goal[2] > allowance


def room_for(
    battle: Battle,
    model: Model,
    allowance: float,
    goals: Sequence[Circle],
    avoided: Sequence[Model],
    passed: Sequence[Model],
    slowed: bool,
    flies: bool = False,
) -> Room:
    """The room within an allowance: out of the Engagement Ranges of those avoided, on nobody, across no wall or side. The ranges
    of those passed are avoided at the end of the move only; who flies passes bodies too."""
    base, rim, field = model.base, model.base.radius, battle.field
    room = Room(goals, sides_of((rim, rim, field.table.width - rim, field.table.depth - rim)))
    for it in battle.models:
        body = it.base.radius + rim
        if it.fate == ON_TABLE and it.key != model.key and plan_gap(base, it.base) < allowance + ENGAGEMENT_RANGE:
            (room.ends if flies else room.solid).append((it.base.x, it.base.y, body))
            if it in avoided:
                ends = flies or it in passed
                (room.ends if ends else room.solid).append((it.base.x, it.base.y, body + ENGAGEMENT_RANGE + HAIR))
    for part in [*field.upright, *[it.footprint for it in field.difficult if slowed]]:
        if part_gap(base, part) < allowance + rim:
            room.edges += edges_round(part, rim)
            room.corners += [(x, y, rim) for x, y in part.points]
    for part in field.tops:
        if part_gap(base, part) < allowance:
            room.edges += [(x2, y2, x1, y1) for x1, y1, x2, y2 in edges_round(part, -rim)]
    return room


def edges_round(part: Part, rim: float) -> list[Edge]:
    """The edges of a footprint, so far outside it, or inside if less than nothing; the footprint is to their left."""
    aside = rim if part.area > 0.0 else -rim
    found: list[Edge] = []
    for (x1, y1, x2, y2), length in zip(part.edges, part.lengths, strict=True):
        dx, dy = (y2 - y1) / length * aside, (x1 - x2) / length * aside
        edge = (x1 + dx, y1 + dy, x2 + dx, y2 + dy)
        found.append(edge if part.area > 0.0 else (edge[2], edge[3], edge[0], edge[1]))
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
