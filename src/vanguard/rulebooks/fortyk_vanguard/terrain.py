"""TERRAIN: the benefits of cover, Dense Cover, and charges against defended terrain."""

from __future__ import annotations

from vanguard.geometry.cover import Fan
from vanguard.geometry.lanes import Lane
from vanguard.geometry.measuring import nearest_points
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import (
    OBSTACLE_REACH,
    TOLERANCE,
    Battlefield,
    crosses,
    is_near,
    is_within,
    starts_of,
)
from vanguard.rulebooks.fortyk_vanguard.placing import on_foot
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    DEFENSIBLE,
    EXPOSED_POSITION,
    HEAVY_COVER,
    INFANTRY,
    LIGHT_COVER,
    TerrainPiece,
)
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, Battle, Model


def has_light_cover(battle: Battle, origin: Base, target: Model) -> bool:
    """+1 to armour saves against ranged attacks (core.terrain.light-cover)."""
    return _gives_cover(battle, LIGHT_COVER, origin, target) is not None


def has_heavy_cover(battle: Battle, attacker: Model, target: Model) -> bool:
    """+1 to armour saves against melee attacks, unless the attacker charged this turn (core.terrain.heavy-cover)."""
    if attacker.did(CHARGED):
        return False
    return _gives_cover(battle, HEAVY_COVER, attacker.base, target) is not None


def covering(battle: Battle, origin: Base, target: Model) -> TerrainPiece | None:
    """The feature that gives a target cover against a ranged attack, to explain it."""
    return _gives_cover(battle, LIGHT_COVER, origin, target)


def _gives_cover(battle: Battle, trait: str, origin: Base, target: Model) -> TerrainPiece | None:
    """The benefits of cover are for INFANTRY, BEASTS and SWARM, and only those of the feature's traits."""
    if not on_foot(target):
        return None
    for piece in battle.field.pieces:
        if piece.has(trait) and _protects(battle.field, piece, origin, target.base):
            return piece
    return None


def _protects(field: Battlefield, piece: TerrainPiece, origin: Base, base: Base) -> bool:
    """Within Area Terrain; or near an Obstacle that some line to every part of the base must cross."""
    if piece.is_area:
        return is_within(piece.footprint, base)
    if not piece.is_obstacle or not is_near(piece.footprint, base, OBSTACLE_REACH):
        return False
    if piece.has(EXPOSED_POSITION) and _stands_on(piece, base):
        return False
    return not field.has_clear_line(piece, origin, base)


def _stands_on(piece: TerrainPiece, base: Base) -> bool:
    """On top of the feature (core.terrain.exposed-position)."""
    return base.elevation >= piece.footprint.top - TOLERANCE > 0.0 and is_within(piece.footprint, base)


# -- dense cover ------------------------------------------------------------------------------------------------------------------


def is_behind_dense_cover(battle: Battle, origin: Base, target: Model) -> bool:
    """-1 to hit rolls of ranged attacks, unless some point of the attacker sees all of the target past such features."""
    field = battle.field
    if not field.dense or target.profile.towers:
        return False
    lane = Lane(field.in_plan, origin, target.base)
    between = [piece for piece in field.dense if not lane.misses_part(piece.footprint) and not _is_own(piece, origin)]
    if not between:
        return False
    if len(between) == 1:
        return not field.has_clear_line(between[0], origin, target.base)
    for start in starts_of(origin):
        fan = Fan(start, target.base)
        if not any([fan.overlaps(field.footprints[piece.key]) for piece in between]):
            return False
    return True


def _is_own(piece: TerrainPiece, origin: Base) -> bool:
    """Area Terrain the attacker is within, or an Obstacle it is near, does not count (core.terrain.dense-cover-own-feature)."""
    if piece.is_area:
        return is_within(piece.footprint, origin)
    return is_near(piece.footprint, origin, OBSTACLE_REACH)


# -- defensible terrain -------------------------------------------------------------------------------------------------------------


def is_defended(battle: Battle, model: Model, charger: Model) -> bool:
    """INFANTRY in Defensible Area Terrain, or behind such an Obstacle as the charger comes (core.terrain.defensible)."""
    if not model.profile.is_(INFANTRY):
        return False
    for piece in battle.field.pieces:
        if not piece.has(DEFENSIBLE):
            continue
        if piece.is_area:
            if is_within(piece.footprint, model.base):
                return True
        elif is_near(piece.footprint, model.base, OBSTACLE_REACH):
            (ax, ay), (bx, by) = nearest_points(charger.base, model.base)
            if crosses(piece.footprint, ax, ay, bx, by):
                return True
    return False
