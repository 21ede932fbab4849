"""How models of Kill Team Vanguard get where they want to be: straight on, past what is in the way, or by a search.

Trying out goes the same ways again and again, so whatever took a search is remembered by everything that decides it.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from vanguard.core.questions import Given, Place
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_vanguard.movement import HARMLESS_DROP, MoveQuestion, reading_of
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model
from vanguard.tabletop.bot_moves import WaysRemembered, around_terrain, nearest_candidate, turned
from vanguard.tabletop.moves import as_given, point_toward

Turns = tuple[tuple[float, float], ...]

MOVES = ("action.walk", "action.run")
SIDESTEPS: Turns = ((0.0, 0.9), (0.15, 1.0), (-0.15, 1.0), (0.0, 0.8), (0.3, 1.0), (-0.3, 1.0), (0.5, 1.0), (-0.5, 1.0))
"""Where models bar the straight way: how far to turn from it, in radians, and how much of it to go."""
DETOURS: Turns = ((0.8, 1.0), (-0.8, 1.0), (1.1, 1.0), (-1.1, 1.0), (1.4, 1.0), (-1.4, 1.0), (1.4, 0.6), (-1.4, 0.6))
"""The same past terrain, for whoever does not search for a way around it."""

# -- memory ------------------------------------------------------------------------------------------------------------------

WAYS: Final = WaysRemembered()


def key_of(kind: str, battle: Battle, model: Model, allowance: float, goal: Point) -> tuple[Any, ...]:
    """All that decides a way if nobody else were there."""
    return (
        kind, battle.field.key, reading_of(model), model.radius, model.x, model.y, model.elevation, allowance,
        goal[0], goal[1],
    )  # fmt: skip


def crowded_key_of(kind: str, battle: Battle, model: Model, allowance: float, goal: Point) -> tuple[Any, ...]:
    """All that decides a way among the others."""
    crowd: list[float] = []
    for other in battle.everybody():
        crowd += (other.x, other.y, other.elevation, other.radius)
    return key_of(kind, battle, model, allowance, goal) + tuple(crowd)


# -- ways --------------------------------------------------------------------------------------------------------------------


def move_in_hand(battle: Battle, model: Model, question: Place[Any]) -> MoveQuestion:
    allowance = model.profile.speed * (2.0 if question.clause == "action.run" else 1.0)
    return MoveQuestion(battle, model, allowance, reading_of(model))


def way_toward(battle: Battle, model: Model, question: Place[Any], goal: Point) -> Given:
    """The furthest legal move toward a goal: straight on, or around terrain, or (slow to find) around models too."""
    if question.clause not in MOVES:
        return question.snap([[round(goal[0], 3), round(goal[1], 3)]])
    move = move_in_hand(battle, model, question)
    ahead = point_toward(model.centre, (round(goal[0], 3), round(goal[1], 3)), move.allowance, 0.0)
    if ahead is None:
        return [[model.x, model.y]]
    if straight_cost(move.around, ahead[0], ahead[1]) < inf:
        return [list(ahead)]
    key = crowded_key_of("searched", battle, model, move.allowance, goal)
    way = WAYS.way(key)
    return way if way is not None else WAYS.keep(key, searched_way(battle, model, move, question, goal))


def searched_way(battle: Battle, model: Model, move: MoveQuestion, question: Place[Any], goal: Point) -> Given:
    way = _around_terrain(battle, model, move, goal)
    if move.priced(tuple([tuple(point) for point in way])).legal:
        return way
    way = question.snap([[round(goal[0], 3), round(goal[1], 3)]])
    if move.priced(tuple([tuple(point) for point in way])).legal:
        return way
    # Written in thousandths a way that just squeezes past an edge may touch it: then the best straight move.
    return nearest_candidate(question, goal)


def quick_way(battle: Battle, model: Model, question: Place[Any], goal: Point) -> Given | None:
    """A way toward a goal that hardly needs a search: straight on, around terrain, or straight past the models that bar
    both; None if there is no such way."""
    move = move_in_hand(battle, model, question)
    straight = straight_ahead(model, move, goal)
    if straight is not None:
        return straight
    key = crowded_key_of("quick", battle, model, move.allowance, goal)
    if WAYS.knows(key):
        return WAYS.way(key)
    way = _around_terrain(battle, model, move, goal)
    priced = move.priced(tuple([tuple(point) for point in way]))
    if priced.legal:
        points = as_given(move.ground, priced)
        quick = straight_way(model, (points[0][0], points[0][1]), 1.0) if len(points) == 1 else [[*p] for p in points]
    else:
        quick = sidestep(model, move, goal, SIDESTEPS)
    return WAYS.keep(key, quick)


def straight_or_past(battle: Battle, model: Model, question: Place[Any], goal: Point) -> Given:
    """A way toward a goal without any search: straight on, or more or less to the side of that."""
    move = move_in_hand(battle, model, question)
    way = straight_ahead(model, move, goal)
    if way is None:
        way = sidestep(model, move, goal, SIDESTEPS + DETOURS)
    return way if way is not None else nearest_candidate(question, goal)


def straight_ahead(model: Model, move: MoveQuestion, goal: Point) -> Given | None:
    """Straight toward a goal as far as the move goes, if nothing bars that."""
    ahead = point_toward(model.centre, (round(goal[0], 3), round(goal[1], 3)), move.allowance, 0.0)
    if ahead is None:
        return [[model.x, model.y]]
    clear = straight_cost(move.around, ahead[0], ahead[1]) < inf
    return straight_way(model, ahead, 1.0) if clear else None


def sidestep(model: Model, move: MoveQuestion, goal: Point, turns: Turns) -> Given | None:
    """Not quite straight toward a goal, or not quite so far: the first such way that nothing bars."""
    ahead = point_toward(model.centre, (round(goal[0], 3), round(goal[1], 3)), move.allowance, 0.0)
    if ahead is None:
        return None
    around = move.around
    for turn, share in turns:
        shorter = straight_way(model, turned(model.centre, ahead, turn), share)
        if straight_cost(around, shorter[-1][0], shorter[-1][1]) < inf:
            return shorter
    return None


def straight_way(model: Model, ahead: Point, share: float) -> Given:
    """Straight on, with a point halfway: a single one would be taken for the wish to go there by whatever way is best."""
    dx, dy = share * (ahead[0] - model.x), share * (ahead[1] - model.y)
    halfway = [round(model.x + dx / 2, 3), round(model.y + dy / 2, 3)]
    return [halfway, [round(model.x + dx, 3), round(model.y + dy, 3)]]


def _around_terrain(battle: Battle, model: Model, move: MoveQuestion, goal: Point) -> Given:
    """The furthest move toward a goal if nobody else were there."""
    return around_terrain(move, goal, WAYS, key_of("alone", battle, model, move.allowance, goal), HARMLESS_DROP)
