"""Leap: up to SP in one straight line over models, obstacles, difficult ground and level changes of up to 3."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.movement.ground import Mover
from vanguard.rulebooks.killteam_vanguard.atoms import spot
from vanguard.rulebooks.killteam_vanguard.state import Battle
from vanguard.rulebooks.killteam_vanguard.travelling import travel
from vanguard.tabletop.flights import Flight
from vanguard.tabletop.moves import ANY

HIGHEST: Final = 3.0


async def leap(battle: Battle, key: str, allowance: float, clause: str) -> None:
    """Ask where to and jump; disengaging attacks apply, falling does not."""
    model = battle[key]
    prompt = f'{model.name} leaps up to {allowance:g}" straight: where to?'
    priced = await leap_of(battle, key, allowance).ask(model.side, prompt, clause)
    x, y, z = priced.end
    battle.note(
        "moves", clause, (key,),
        model=model.name, verb="leaps", cost=f"{priced.length:.1f}", place=spot(x, y, z), path=priced.points,
    )  # fmt: skip
    await travel(battle, key, priced, over_models=True)


def leap_of(battle: Battle, key: str, allowance: float) -> Flight:
    """Over everything but walls and what is impassable."""
    model = battle[key]
    return Flight(
        battle.field.grounds[""],
        Mover(model, allowance, battle.everybody()),
        model.name,
        {ANY: "card.special-actions"},
        battle.name_of,
        targets=battle.enemies_of(model),
        barriers=[part for part in battle.field.table.parts if part.has("wall") or part.has("impassable")],
        highest=HIGHEST,
        called="leap",
    )
