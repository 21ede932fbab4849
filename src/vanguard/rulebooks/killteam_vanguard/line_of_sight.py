"""Line of sight: models see all round; a target even partly hidden from the best viewpoint is obscured.

Sight is decided by sample rays between body cylinders. Verdicts are kept until something on the table changes place,
height or state (see `Battle.forget_sight`).
"""

from __future__ import annotations

from vanguard.geometry.measuring import gap, part_within, told_beside
from vanguard.geometry.sight import Look
from vanguard.rulebooks.killteam_vanguard.battlefield import windows_touched
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, within

COMMAND_RANGE = 6.0
IN_THE_OPEN = 0
OBSCURED = 1
IN_COVER = 2
"""Partly hidden, and by an obstacle that the target's base touches."""


def sees(battle: Battle, viewer: Model, target: Model) -> bool:
    """Is any part of the target visible from any part of the viewer? Terrain and all other models can hide it."""
    key = (viewer.key, target.key)
    known = battle.seen.get(key)
    if known is None:
        known = terrain_lets_see(battle, viewer, target) and _sees_past_bodies(battle, viewer, target)
        battle.seen[key] = known
    return known


def terrain_lets_see(battle: Battle, viewer: Model, target: Model) -> bool:
    """What terrain alone hides, no other model reveals."""
    return battle.field.seen_past_terrain.verdict(viewer, target, battle.field.lets_see)


def _sees_past_bodies(battle: Battle, viewer: Model, target: Model) -> bool:
    seen = look(battle, viewer, target)
    return not seen.bodies() or seen.seen()


def sees_one_of(battle: Battle, viewer: Model, but_not: tuple[str, ...] = ()) -> bool:
    """Does the viewer see any enemy (but these)? What is already known is asked first, then from near to far."""
    unknown: list[tuple[float, int]] = []
    for enemy in battle.enemies_of(viewer):
        if enemy.key in but_not:
            continue
        known = battle.seen.get((viewer.key, enemy.key))
        if known:
            return True
        if known is None:
            dx, dy = enemy.x - viewer.x, enemy.y - viewer.y
            unknown.append((dx * dx + dy * dy, battle.index[enemy.key]))
    unknown.sort()
    for _, i in unknown:
        if sees(battle, viewer, battle.models[i]):
            return True
    return False


def look(battle: Battle, viewer: Model, target: Model) -> Look:
    return Look(battle.field.sight_between(viewer, target), viewer, target, battle.everybody(), ())


def out_of_command(battle: Battle, model: Model, other: Model) -> str:
    """Why a card's words do not reach another model: most reach 6 inches and need sight; empty if they do."""
    if not within(other, model, COMMAND_RANGE):
        return f'{told_beside(gap(other, model), COMMAND_RANGE)}" away, at most {COMMAND_RANGE:g}" is allowed'
    return "" if sees(battle, model, other) else "no line of sight"


def exposure(battle: Battle, viewer: Model, target: Model) -> int:
    """How well the target is hidden from the viewer: in the open, obscured, or obscured and in cover."""
    key = (viewer.key, target.key)
    known = battle.exposed.get(key)
    if known is None:
        known = _exposure(battle, viewer, target)
        battle.exposed[key] = known
    return known


def in_cover(battle: Battle, viewer: Model, target: Model) -> bool:
    """Does an obstacle obscure this line of sight and touch the target's base?"""
    known = battle.exposed.get((viewer.key, target.key))
    if known is None and not shelters_of(battle, target):
        return False
    return exposure(battle, viewer, target) == IN_COVER


def in_the_open(battle: Battle, viewer: Model, target: Model) -> bool:
    """Is the whole target visible from the best viewpoint? Quicker than `exposure` where terrain hides a part of it."""
    known = battle.exposed.get((viewer.key, target.key))
    if known is not None:
        return known == IN_THE_OPEN
    return terrain_leaves_open(battle, viewer, target) and exposure(battle, viewer, target) == IN_THE_OPEN


def terrain_leaves_open(battle: Battle, viewer: Model, target: Model) -> bool:
    """What terrain alone obscures, no other model clears."""
    return battle.field.open_past_terrain.verdict(viewer, target, battle.field.leaves_open)


def _exposure(battle: Battle, viewer: Model, target: Model) -> int:
    seen = look(battle, viewer, target)
    if terrain_leaves_open(battle, viewer, target) and (not seen.bodies() or seen.wholly_seen()):
        return IN_THE_OPEN
    shelters = shelters_of(battle, target)
    if not shelters:
        return OBSCURED
    counts = seen.clear_counts()
    best = max(counts)
    eyes = seen.eyes()
    for i in range(len(eyes)):
        if counts[i] == best and not _hidden_by_shelter(seen, i, shelters):
            return OBSCURED
    return IN_COVER


def _hidden_by_shelter(seen: Look, eye: int, shelters: list[tuple[str, int]]) -> bool:
    """From this viewpoint, is some point of the target blocked by one of the obstacles or windows it touches?"""
    viewpoint = seen.eyes()[eye]
    for mark in seen.marks():
        for blocked in seen.blockers(viewpoint, mark):
            if (blocked.name, blocked.stretch) in shelters:
                return True
    return False


def shelters_of(battle: Battle, target: Model) -> list[tuple[str, int]]:
    """The obstacles and windows the target's base touches: names, and the window's number (-1 for an obstacle)."""
    found: list[tuple[str, int]] = []
    for part in battle.field.covers:
        if part.top > target.elevation and part_within(target, part, TOLERANCE):
            found.append((part.name, -1))
    for part in battle.field.windows:
        if part.top > target.elevation:
            found.extend([(part.name, i) for i in windows_touched(part, target)])
    return found
