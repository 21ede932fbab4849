"""LINE OF SIGHT, VISIBLE, OBSCURED, COVER and ENGAGEMENT RANGE."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.cover import hidden_from_above as parts_above
from vanguard.geometry.measuring import gap, part_within
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.killzone import TOLERANCE, Sightline
from vanguard.rulebooks.killteam_lite.state import CONCEAL, IN_PLAY, Battle, Operative

ENGAGEMENT_RANGE: Final = 1.0
REACHES_NOBODY: Final = 4.0
"""No two bases whose centres are further apart than this engage each other: the largest is 65 mm wide."""


def within(a: Base, b: Base, distance: float) -> bool:
    """Is the gap between two bases at most the distance? Everybody is within any distance of themselves."""
    dx, dy = a.x - b.x, a.y - b.y
    limit = distance + TOLERANCE + a.radius + b.radius
    if dx * dx + dy * dy > limit * limit:
        return False
    return a.elevation == b.elevation or a.key == b.key or gap(a, b) <= distance + TOLERANCE


def is_visible(battle: Battle, viewer: Operative, target: Operative) -> bool:
    """Can the viewer see the target? The answer may differ in reverse."""
    return battle.killzone.sees(viewer.base, target.base)


# -- engagement range -----------------------------------------------------------------------------------------------------


def engage_each_other(battle: Battle, a: Base, b: Base) -> bool:
    """Within 1\", and at least one of the two sees the other; orders, Cover and Obscured play no part."""
    if not within(a, b, ENGAGEMENT_RANGE):
        return False
    killzone = battle.killzone
    return killzone.sees(a, b) or killzone.sees(b, a)


def engaged_enemies(battle: Battle, operative: Operative) -> list[Operative]:
    """The enemy operatives within its Engagement Range."""
    base = operative.base
    seat = operative.seat
    return [
        enemy
        for enemy in battle.operatives
        if enemy.seat != seat
        and enemy.fate == IN_PLAY
        and abs(enemy.base.x - base.x) <= REACHES_NOBODY
        and engage_each_other(battle, base, enemy.base)
    ]


def is_engaged(battle: Battle, operative: Operative) -> bool:
    base = operative.base
    seat = operative.seat
    for enemy in battle.operatives:
        if enemy.seat != seat and enemy.fate == IN_PLAY and abs(enemy.base.x - base.x) <= REACHES_NOBODY:
            if engage_each_other(battle, base, enemy.base):
                return True
    return False


# -- line of sight ----------------------------------------------------------------------------------------------------------


def sightline(battle: Battle, viewer: Operative, target: Operative) -> Sightline:
    """Visible, Obscured and Cover for one looking operative and its intended target, worked out once per position."""
    return battle.killzone.sightline(viewer.base, target.base)


def in_line_of_sight(battle: Battle, viewer: Operative, target: Operative) -> bool:
    """Visible and not Obscured; with a Conceal order also not in Cover. The order that matters is the target's."""
    line = sightline(battle, viewer, target)
    if not line.visible or not line.clear:
        return False
    return target.order != CONCEAL or line.open


# -- terrain near an operative --------------------------------------------------------------------------------------------


def hidden_from_above(battle: Battle, operative: Operative) -> bool:
    """Is any part of its base under a roof, a gantry or a higher floor?"""
    return bool(parts_above(operative.base, battle.killzone.roofs))


def terrain_within(battle: Battle, operative: Operative, distance: float) -> bool:
    """Is any terrain that matters within a distance of its base?"""
    base = operative.base
    for part in battle.killzone.parts:
        if part.bottom < base.head and part.top > base.elevation and part_within(base, part, distance + TOLERANCE):
            return True
    return False
