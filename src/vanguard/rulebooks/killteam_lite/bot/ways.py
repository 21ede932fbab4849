"""How operatives of Kill Team Lite get where they want to be: straight on, around terrain, or by a search."""

from __future__ import annotations

from math import hypot, inf
from typing import Any, Final

from vanguard.core.questions import Given, Place
from vanguard.geometry.movement import price_path
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_lite.moves import MoveInHand
from vanguard.rulebooks.killteam_lite.state import Battle, Operative
from vanguard.tabletop.bot_moves import WaysRemembered, ahead_and_aside, around_terrain

HAIR = 0.002

A_STEP = 0.3
"""A shorter move is none."""
HALFWAY = 0.5
"""Who cannot go all the way goes half of it."""
STRAIGHT_ON = (0.0,)
SIDESTEPS = (0.0, 0.35, -0.35)
DETOURS = (*SIDESTEPS, 0.8, -0.8, 1.1, -1.1, 1.4, -1.4)
"""How far to turn from the straight way, in radians, if it is barred: a little, or as far as gets past terrain."""


def straight_way(
    battle: Battle, operative: Operative, kind: str, goal: Point, turns: tuple[float, ...] = SIDESTEPS
) -> Given | None:
    """Straight to the goal or as far as the allowance goes, or to either side of that."""
    move = MoveInHand(battle, operative.key, kind)
    base = operative.base
    distance = hypot(goal[0] - base.x, goal[1] - base.y)
    far = min(distance, move.allowance - HAIR)
    if far < HAIR:
        return None
    for share in (1.0, HALFWAY) if turns == DETOURS else (1.0,):
        for x, y in ahead_and_aside(base, goal, share * far, turns):
            if straight_cost(move.around, x, y) < inf and price_path(move.ground, move.mover(inf), ((x, y),)).legal:
                return [[x, y]]
    return None


def way_toward(battle: Battle, operative: Operative, kind: str, question: Place[Any], goal: Point) -> Given | None:
    """A long move toward a goal: straight on, or around terrain; only if the goal is near a way around others is searched
    for as well, which is slow. None if nothing of that is possible."""
    straight = straight_way(battle, operative, kind, goal, STRAIGHT_ON)
    if straight is not None:
        return straight
    move = MoveInHand(battle, operative.key, kind)
    way = _around_terrain(battle, operative, move, goal)
    if way and price_path(move.ground, move.mover(inf), [tuple(point) for point in way]).legal:
        return way
    if hypot(goal[0] - operative.base.x, goal[1] - operative.base.y) <= move.allowance:
        return question.snap([[round(goal[0], 3), round(goal[1], 3)]])
    return straight_way(battle, operative, kind, goal, DETOURS)


def leads_somewhere(battle: Battle, operative: Operative, kind: str, goal: Point) -> bool:
    """Can it get on toward a goal at all: straight, aside or around terrain?"""
    if straight_way(battle, operative, kind, goal, DETOURS) is not None:
        return True
    move = MoveInHand(battle, operative.key, kind)
    way = _around_terrain(battle, operative, move, goal)
    if not way or hypot(way[-1][0] - operative.base.x, way[-1][1] - operative.base.y) < A_STEP:
        return False
    return price_path(move.ground, move.mover(inf), [tuple(point) for point in way]).legal


# -- memory ------------------------------------------------------------------------------------------------------------------

_ways: Final = WaysRemembered()
"""Ways around terrain by everything that decides them, for all games."""


def _around_terrain(battle: Battle, operative: Operative, move: MoveInHand, goal: Point) -> Given:
    """The furthest move toward a goal if nobody else were there."""
    base = operative.base
    killzone = battle.killzone
    key = (
        killzone.map_key, tuple([tuple(barricade.points) for barricade in killzone.barricades]),
        move.ground is killzone.ground, base.radius, base.x, base.y, base.elevation, move.allowance, goal[0], goal[1],
    )  # fmt: skip
    return around_terrain(move, goal, _ways, key)
