"""Movement: a path of the base, measured as walked, around models and terrain, with what it provokes on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import counted
from vanguard.geometry.movement.ground import KeepOut, Mover
from vanguard.geometry.movement.paths import (
    ACROSS_EDGE,
    ACROSS_LINE,
    BASE_IN_WAY,
    CHANGES_LEVEL,
    COMES_TOO_NEAR,
    ON_BASE,
    ON_TERRAIN,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_DEEP,
    TOO_STEEP,
    PricedPath,
)
from vanguard.geometry.movement.pricing import price_path
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_vanguard.atoms import spot
from vanguard.rulebooks.killteam_vanguard.disengaging import leaving_points
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, plain_number
from vanguard.rulebooks.killteam_vanguard.travelling import fall_hits, falls_of, travel
from vanguard.tabletop.moves import ANY, Move

HARMLESS_DROP: Final = 2.98
"""A fall from less than 3 inches makes no hit, so it is taken without asking."""
SAFE_DROP: Final = 2.0
ANY_DROP: Final = 1_000.0

MOST_OBJECTIVES: Final = 2
CLAUSES: Final[dict[str, str]] = {
    TABLE_EDGE: "move.table-edge",
    BASE_IN_WAY: "move.not-through-models",
    ON_BASE: "move.not-through-models",
    TERRAIN_IN_WAY: "terrain.impassable",
    ON_TERRAIN: "terrain.impassable",
    TOO_STEEP: "vertical.climb",
    TOO_DEEP: "drop.fall-hits",
    ACROSS_LINE: "terrain.obstacle.cross",
    ACROSS_EDGE: "vertical.must-complete",
    CHANGES_LEVEL: "vertical.must-complete",
    COMES_TOO_NEAR: "fallback.no-engaging",
    ANY: "move.path-measured",
}


async def walk_action(battle: Battle, key: str) -> None:
    """Walk (short): up to SP inches in any direction."""
    speed = battle[key].profile.speed
    await move_action(battle, key, speed, "walks", "action.walk")


async def run_action(battle: Battle, key: str) -> None:
    """Run (long): up to twice SP inches in any direction."""
    speed = battle[key].profile.speed
    await move_action(battle, key, 2.0 * speed, "runs", "action.run")


async def move_action(
    battle: Battle, key: str, allowance: float, verb: str, clause: str, reading: str = "", toward: str = ""
) -> bool:
    """Ask for the path and go it. False if the model was stopped on the way."""
    model = battle[key]
    move = MoveQuestion(battle, model, allowance, reading or reading_of(model), toward)
    prompt = f'{model.name} {verb} up to {plain_number(allowance)}": where to?'
    priced = await move.ask(model.side, prompt, clause, about=(key, toward) if toward else (key,))
    priced = await climb_or_drop(battle, key, move, priced)
    x, y, z = priced.end
    if priced.length < TOLERANCE:
        battle.note("stays", clause, (key,), model=model.name)
    elif battle.heard:
        told = "moves" if toward else verb
        battle.note(
            "moves", clause, (key,),
            model=model.name, verb=told, cost=f"{priced.cost:.1f}", place=spot(x, y, z), path=priced.points,
        )  # fmt: skip
    return await travel(battle, key, priced)


def reading_of(model: Model) -> str:
    """Which reading of the ground the model moves by: a card may change what obstacles and climbs cost."""
    for ability in model.profile.abilities:
        if ability.moves_as():
            return ability.moves_as()
    return ""


async def climb_or_drop(battle: Battle, key: str, move: MoveQuestion, priced: PricedPath) -> PricedPath:
    """Where the path climbs down 3 inches or more its owner may rather drop, and take the hits, if that saves any movement."""
    if not climbs_far_down(battle, priced):
        return priced
    dropped = price_path(move.ground, move.mover(ANY_DROP), [point[:2] for point in priced.points[1:]])
    if not dropped.legal or dropped.cost >= priced.cost:
        return priced
    options = [
        Option("climb", False, f'Climb down (in all {priced.cost:.1f}")', "vertical.climb"),
        Option("drop", True, f'Drop and take the fall (in all {dropped.cost:.1f}")', "drop.fall-hits"),
    ]
    model = battle[key]
    drops = await Choose(model.side, f"{model.name}: climb down or drop?", options, "drop.safe", (key,))
    return dropped if drops else priced


def climbs_far_down(battle: Battle, priced: PricedPath) -> bool:
    for change in priced.changes:
        if change.to_z < change.from_z - HARMLESS_DROP and change.price > 0.0:
            return True
    for crossing in priced.crossings:
        if crossing.drop_height == 0.0 and battle.field.table.part(crossing.part).top > HARMLESS_DROP:
            if battle.field.table.part(crossing.part).has("obstacle"):
                return True
    return False


class MoveQuestion(Move):
    """The paths of one move: falls only if need be, proposals toward objectives or the charge target, what it provokes."""

    __slots__ = ("battle",)

    def __init__(
        self,
        battle: Battle,
        model: Model,
        allowance: float,
        reading: str = "",
        toward: str = "",
        zones: Sequence[KeepOut] = (),
        drop_limit: float = ANY_DROP,
    ) -> None:
        daring = drop_limit > HARMLESS_DROP and battle.field.has_high_places
        super().__init__(
            battle.field.grounds[reading],
            Mover(model, allowance, battle.everybody(), (), zones, min(HARMLESS_DROP, drop_limit)),
            model.name,
            CLAUSES,
            battle.name_of,
            target=battle[toward] if toward else None,
            drops=(HARMLESS_DROP, ANY_DROP) if daring else (),
        )
        self.battle = battle

    def find_goals(self) -> list[Point]:
        """The charge target, or the nearest objectives."""
        if self.target is not None:
            return [(self.target.x, self.target.y)]
        objectives = self.battle.scenario.objectives
        ordered = sorted([(hypot(o.x - self.base.x, o.y - self.base.y), i) for i, o in enumerate(objectives)])
        return [(objectives[i].x, objectives[i].y) for _, i in ordered[:MOST_OBJECTIVES]]

    def provokes(self, priced: PricedPath) -> list[dict[str, str]]:
        battle = self.battle
        told: list[dict[str, str]] = []
        for leaving in leaving_points(battle, battle[self.base.key], priced.points):
            text = f"{battle[leaving.enemy].name} may attack at {spot(leaving.x, leaving.y, leaving.z)}"
            told.append({"text": text, "clause": "disengage.provokes"})
        for fall in falls_of(battle, battle[self.base.key], priced):
            hits = fall_hits(fall.height)
            text = f"falls {fall.height:g} inches: {counted(hits, 'hit', 'hits')} at AP{hits}"
            told.append({"text": text, "clause": "drop.fall-hits"})
        return told
