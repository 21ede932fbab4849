"""Moving: up to Move along any path, around figures and ruins, and never within 1" of an enemy."""

from __future__ import annotations

from typing import Final

from skirmish.battlefield import WELL
from skirmish.state import Battle, move_to
from vanguard.geometry.movement import Mover, keep_away
from vanguard.geometry.movement.paths import COMES_TOO_NEAR, STARTS_TOO_NEAR, TOO_FAR, TOO_NEAR
from vanguard.tabletop.moves import ANY, Move

KEEP_AWAY: Final = 1.0
CLAUSES: Final = {
    TOO_FAR: "move.distance",
    TOO_NEAR: "move.keep-away",
    COMES_TOO_NEAR: "move.keep-away",
    STARTS_TOO_NEAR: "move.keep-away",
    ANY: "move.in-the-way",
}


def move_of(battle: Battle, key: str) -> Move:
    """What a figure may do when it moves; the well and the enemies are worth walking to."""
    figure = battle[key]
    enemies = battle.of(1 - figure.side)
    zones = [keep_away(enemy.base, KEEP_AWAY, may_leave=True) for enemy in enemies]
    mover = Mover(figure.base, figure.profile.move, battle.others(key), (), zones)
    goals = [WELL, *[(enemy.base.x, enemy.base.y) for enemy in enemies]]
    return Move(battle.field.ground, mover, figure.name, CLAUSES, battle.name_of, goals)


async def move(battle: Battle, key: str) -> None:
    figure = battle[key]
    prompt = f'{figure.name} moves up to {figure.profile.move:g}": where to?'
    priced = await move_of(battle, key).ask(figure.side, prompt, "move.distance", (key,))
    x, y, _ = priced.end
    if priced.length > 0.0:
        move_to(battle, key, x, y, priced.cost, priced.waypoints)
