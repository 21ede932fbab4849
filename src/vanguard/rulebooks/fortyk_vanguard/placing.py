"""Setting up a model: in a deployment zone, near a base, or far from every enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import KeepOut, Mover, keep_away
from vanguard.geometry.movement.paths import (
    ACROSS_EDGE,
    IN_AREA,
    OFF_LEVEL,
    ON_BASE,
    ON_TERRAIN,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_NEAR,
)
from vanguard.geometry.shapes import Base, Part, Point, Point3, Table
from vanguard.rulebooks.fortyk_vanguard.battlefield import CIRCLE
from vanguard.rulebooks.fortyk_vanguard.engagement import ENGAGEMENT_HEIGHT, ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.profiles import BEASTS, FLY, INFANTRY, SWARM
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import NOT_NEAR, OUTSIDE, Away, Near, Placing, spread

STANDING: Final[dict[str, str]] = {
    TABLE_EDGE: "core.concept.battlefield-edge",
    ON_BASE: "core.move.path",
    ON_TERRAIN: "core.move.not-mid-climb",
    TERRAIN_IN_WAY: "core.move.not-mid-climb",
    ACROSS_EDGE: "core.move.not-mid-climb",
    OFF_LEVEL: "core.terrain.scaleable",
    IN_AREA: "core.terrain.unstable-position",
    TOO_NEAR: "core.concept.no-setup-in-engagement",
}
"""The clause behind each objection to a place."""
CLOSE_STEPS: Final[tuple[float, ...]] = (1.2, 0.5)
FIRST_SPOTS: Final = 4.0


def on_foot(model: Model) -> bool:
    """INFANTRY, BEASTS and SWARM: who takes cover, breaches walls and climbs floors."""
    keywords = model.profile.keywords
    return INFANTRY in keywords or SWARM in keywords or BEASTS in keywords


def scales(model: Model) -> bool:
    """Who may stand on scaleable terrain (core.terrain.scaleable)."""
    return on_foot(model) or FLY in model.profile.keywords


def engagement_zones(enemies: Sequence[Model], end_only: bool = False) -> list[KeepOut]:
    """The Engagement Ranges of some enemies, to keep out of."""
    return [
        keep_away(
            it.base,
            ENGAGEMENT_RANGE,
            end_only=end_only,
            slant=False,
            height_limit=ENGAGEMENT_HEIGHT,
            called="Engagement Range",
        )
        for it in enemies
    ]


def setting_up(
    battle: Battle,
    model: Model,
    clause: str,
    inside: Sequence[Part] = (),
    near: Sequence[Near] = (),
    far_from_enemies: float = 0.0,
    besides: Sequence[Base] = (),
) -> Placing:
    """A place for a model: never within Engagement Range of an enemy, and what else is asked of it."""
    field = battle.field
    others = [*besides, *[it.base for it in battle.models if it.fate == ON_TABLE and it.key != model.key]]
    enemies = battle.enemies_of(model.seat)
    zones = list(field.unstable)
    clauses = dict(STANDING)
    clauses.update({ANY: clause, OUTSIDE: clause, NOT_NEAR: clause})
    away: list[Away] = []
    if far_from_enemies:
        away = [Away(enemy.base, far_from_enemies) for enemy in enemies]
        clauses[TOO_NEAR] = clause
    else:
        zones += engagement_zones(enemies)
    mover = Mover(model.base, 0.0, others, (), zones)
    ground = field.ground(on_foot(model), scales(model), False)
    name_of = NameOf(battle)
    if near:
        beside = spots_around(near[0], model.base.radius)
        return Placing(ground, mover, model.name, clauses, name_of, inside, near, away, None, beside, CLOSE_STEPS)
    spots: Sequence[Point] = spots_of_table(field.table) if far_from_enemies else ()
    return Placing(ground, mover, model.name, clauses, name_of, inside, near, away, None, spots)


def spots_around(near: Near, radius: float) -> list[Point]:
    """Places worth trying first around a base: beside it, and as far from it as is allowed."""
    centre = near.base
    found: list[Point] = []
    for distance in (centre.radius + radius + 0.05, centre.radius + near.distance - radius):
        for c, s in CIRCLE:
            found.append((thousandth(centre.x + distance * c), thousandth(centre.y + distance * s)))
    return found


def spots_of_table(table: Table) -> list[Point]:
    """Places worth trying first anywhere on the table."""
    columns = spread(FIRST_SPOTS * 0.5, table.width - FIRST_SPOTS * 0.5, FIRST_SPOTS)
    return [(x, y) for y in spread(FIRST_SPOTS * 0.5, table.depth - FIRST_SPOTS * 0.5, FIRST_SPOTS) for x in columns]


class NameOf:
    """Names of models for refusals; what is no model is called what it is."""

    __slots__ = ("battle",)

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def __call__(self, key: str) -> str:
        return self.battle[key].name if key in self.battle.places else key


def put(model: Model, spot: Point3) -> None:
    model.base = model.base.at(spot[0], spot[1], spot[2])
    model.fate = ON_TABLE
    model.aboard = ""


def is_room_for(battle: Battle, models: Sequence[Model], centre: Base, reach: float, clause: str) -> bool:
    """Does everybody find a place wholly within a reach of a base, each taking the first there is?"""
    taken: list[Base] = []
    for model in models:
        near = (Near(centre, reach, wholly=True),)
        spot = setting_up(battle, model, clause, near=near, besides=taken).any_spot()
        if spot is None:
            return False
        taken.append(Base(f"place {len(taken)}", spot[0], spot[1], model.base.radius, spot[2], model.base.height))
    return True


async def set_up_near(battle: Battle, model: Model, centre: Base, reach: float, clause: str) -> bool:
    """Set a model up wholly within a reach of a base; false if there is no room for it."""
    placing = setting_up(battle, model, clause, near=(Near(centre, reach, wholly=True),))
    if placing.any_spot() is None:
        return False
    put(model, await placing.ask(model.seat, f"Where does {model.name} get out?", clause, (model.key,)))
    battle.note("set-up", clause, (model.key,), who=model.name, x=model.base.x, y=model.base.y)
    return True
