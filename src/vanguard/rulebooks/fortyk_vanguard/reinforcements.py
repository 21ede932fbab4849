"""REINFORCEMENTS: models in reserve arrive after all others have moved."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.fortyk_vanguard.placing import put, setting_up
from vanguard.rulebooks.fortyk_vanguard.selecting import Reason, select_next
from vanguard.rulebooks.fortyk_vanguard.state import ARRIVED, RESERVE, SELECTED_TO_MOVE, Battle, Model

DISTANCE: Final = 9.0
CLAUSE: Final = "core.reinforcements.arrive"


def why_not_arrive(battle: Battle, model: Model) -> Reason:
    if model.fate != RESERVE:
        return ("it is not in reserve", CLAUSE)
    if battle.round < 2:
        return ("reserves do not arrive in the first battle round", "core.reinforcements.not-in-round-one")
    distance = arriving_distance(model)
    if setting_up(battle, model, CLAUSE, far_from_enemies=distance).any_spot() is None:
        return (f'there is no place more than {distance:g}" from every enemy', CLAUSE)
    return ("", "")


def arriving_distance(model: Model) -> float:
    return model.profile.reach_of("deep-strike", DISTANCE) if model.profile.has("deep-strike") else DISTANCE


async def next_to_arrive(battle: Battle) -> bool:
    """One model in reserve is set up far from every enemy, as its rule says; false when no more arrive."""
    seat = battle.turn
    waiting = [model for model in battle.models if model.seat == seat and model.fate == RESERVE]
    key = await select_next(battle, seat, waiting, why_not_arrive, "Reinforcements step", "arrive", CLAUSE)
    if not key:
        return False
    model = battle[key]
    placing = setting_up(battle, model, CLAUSE, far_from_enemies=arriving_distance(model))
    put(model, await placing.ask(seat, f"Where does {model.name} arrive?", CLAUSE, (key,)))
    model.moved = ARRIVED
    model.flags |= SELECTED_TO_MOVE
    battle.note("arrives", CLAUSE, (key,), who=model.name, path=((model.base.x, model.base.y),))
    return True
