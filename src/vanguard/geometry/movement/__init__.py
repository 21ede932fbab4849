"""Movement over the table: prices and verdicts of paths. This is the door; the chapters are the modules beside it.

A rulebook reads its table once into a `Ground` of features and describes each move by a `Mover`:

    ground = Ground(table, [impassable(tower), difficult(woods), obstacle(fence, fee=2.0)], tolerance=0.01)
    mover = Mover(base, allowance=6.0, blockers=other_bases, zones=[keep_away(enemy, 1.0)])
    priced = price_path(ground, mover, [(12.0, 8.5), (14.0, 9.0)])
    if priced.objection is not None: ...priced.objection.reason...

`reach.reach_area` draws where a move can end, `candidates` lists points worth moving to.
"""

from __future__ import annotations

from vanguard.geometry.movement.changes import (
    PathPoint,
    Span,
    leavings,
    point_along,
    spans_within,
    up_to,
)
from vanguard.geometry.movement.forced import (
    ends_as_near_as,
    nearest_to_edge,
    snap_toward,
    straight_on,
    straight_to_edge,
)
from vanguard.geometry.movement.ground import (
    EdgeKind,
    Feature,
    Ground,
    KeepOut,
    Mover,
    deck,
    difficult,
    edge_distance,
    impassable,
    keep_away,
    keep_off,
    obstacle,
    platform,
    tall_obstacle,
    traversable,
    wall,
)
from vanguard.geometry.movement.paths import CostItem, Crossing, LevelChange, Objection, PricedPath
from vanguard.geometry.movement.pricing import price_path, straight_cost
from vanguard.geometry.movement.search import cheapest_path, cheapest_path_in
from vanguard.geometry.movement.surroundings import Surroundings, may_stand, surroundings

__all__ = [
    # the ground and the mover
    "EdgeKind",
    "Feature",
    "Ground",
    "KeepOut",
    "Mover",
    "Surroundings",
    "deck",
    "difficult",
    "impassable",
    "keep_away",
    "keep_off",
    "may_stand",
    "obstacle",
    "platform",
    "surroundings",
    "tall_obstacle",
    "traversable",
    "wall",
    # paths and what they cost
    "CostItem",
    "Crossing",
    "LevelChange",
    "Objection",
    "PricedPath",
    "cheapest_path",
    "cheapest_path_in",
    "price_path",
    "straight_cost",
    # where along a path something changes
    "PathPoint",
    "Span",
    "leavings",
    "point_along",
    "spans_within",
    "up_to",
    # moves toward something
    "edge_distance",
    "ends_as_near_as",
    "nearest_to_edge",
    "snap_toward",
    "straight_on",
    "straight_to_edge",
]
