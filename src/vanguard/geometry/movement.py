"""Movement over the table: prices and verdicts of paths. This is the door; the chapters are the movement_* modules.

A rulebook reads its table once into a `Ground` of features and describes each move by a `Mover`:

    ground = Ground(table, [impassable(tower), difficult(woods), obstacle(fence, fee=2.0)], tolerance=0.01)
    mover = Mover(base, allowance=6.0, blockers=other_bases, zones=[keep_away(enemy, 1.0)])
    priced = price_path(ground, mover, [(12.0, 8.5), (14.0, 9.0)])
    if not priced.legal: ...priced.objection.reason...
"""

from __future__ import annotations

from vanguard.geometry.movement_ground import (
    EdgeKind,
    Feature,
    Ground,
    KeepOut,
    Mover,
    deck,
    difficult,
    impassable,
    keep_away,
    keep_off,
    obstacle,
    platform,
    tall_obstacle,
    traversable,
    wall,
)
from vanguard.geometry.movement_paths import CostItem, Crossing, LevelChange, Objection, PricedPath
from vanguard.geometry.movement_search import cheapest_path, cheapest_path_in, is_reachable
from vanguard.geometry.movement_surroundings import Surroundings, may_stand, surroundings
from vanguard.geometry.movement_trace import price_path, straight_cost

__all__ = [
    "CostItem",
    "Crossing",
    "EdgeKind",
    "Feature",
    "Ground",
    "KeepOut",
    "LevelChange",
    "Mover",
    "Objection",
    "PricedPath",
    "Surroundings",
    "cheapest_path",
    "cheapest_path_in",
    "deck",
    "difficult",
    "impassable",
    "is_reachable",
    "keep_away",
    "keep_off",
    "may_stand",
    "obstacle",
    "platform",
    "price_path",
    "straight_cost",
    "surroundings",
    "tall_obstacle",
    "traversable",
    "wall",
]
