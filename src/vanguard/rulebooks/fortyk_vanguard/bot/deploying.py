"""Where a script deploys: toward the marker each model will go for, warlords and long guns a step behind, no two heaps alike."""

from __future__ import annotations

import random
from math import hypot

from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model

Point = tuple[float, float]
A_FRIEND_THERE = 5.0
"""Inches by which a marker seems farther away for every friend that already stands before it."""
BEFORE_IT = 7.0
"""Inches from the point of the zone nearest to a marker that count as before it."""
STEP_BACK = 4.0
PLAY = 2.5
"""Inches that make no difference: so far a wish is drawn about."""


def deployment_wish(battle: Battle, model: Model, shyness: float, chance: random.Random) -> Point:
    """The point of the zone before the marker that wants somebody most, drawn about a little and back for the shy."""
    x0, y0, x1, y1 = battle.zone(model.seat)
    size = battle.field.map.size
    markers = battle.markers or ((size.width / 2, size.depth / 2),)
    own = [friend.base for friend in battle.of(model.seat) if friend.key != model.key]

    def before(marker: Point) -> Point:
        return min(max(marker[0], x0), x1), min(max(marker[1], y0), y1)

    def wanting(marker: Point) -> float:
        x, y = before(marker)
        there = sum([hypot(base.x - x, base.y - y) <= BEFORE_IT for base in own])
        return hypot(marker[0] - x, marker[1] - y) + A_FRIEND_THERE * there

    x, y = before(min(markers, key=wanting))
    back_x = (x0 + x1) / 2 - size.width / 2
    back_y = (y0 + y1) / 2 - size.depth / 2
    away = max(abs(back_x), abs(back_y), 1.0)
    step = STEP_BACK * shyness
    x += step * back_x / away + PLAY * (2.0 * chance.random() - 1.0)
    y += step * back_y / away + PLAY * (2.0 * chance.random() - 1.0)
    room = model.base.radius
    return min(max(x, x0 + room), x1 - room), min(max(y, y0 + room), y1 - room)
