"""Deployment: roll off for the side, place models in turn, roll off for the first Turn."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option
from vanguard.geometry.movement.ground import Mover
from vanguard.rulebooks.killteam_vanguard.atoms import deploy
from vanguard.rulebooks.killteam_vanguard.dice_rolls import roll_off
from vanguard.rulebooks.killteam_vanguard.scenarios import Zone
from vanguard.rulebooks.killteam_vanguard.state import (
    DEPLOY,
    FIRST_TURN_ROLL,
    START_PHASE,
    WAITING,
    Battle,
    Model,
)
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import Placing, rectangle_zone


async def choose_sides(battle: Battle) -> None:
    """The winner of the roll-off chooses a side of the table and deploys the first model."""
    winner = await roll_off(battle, "deployment-roll-off", "deploy.roll-off")
    options = [
        Option(zone.name, i, f"The {zone.name} side", "deploy.roll-off") for i, zone in enumerate(battle.scenario.zones)
    ]
    chosen = await Choose(winner, "Which side of the table do you take?", options, "deploy.roll-off")
    battle.zones[winner] = chosen
    battle.zones[1 - winner] = 1 - chosen
    battle.note("side chosen", "deploy.roll-off", player=battle.colour(winner), side=battle.scenario.zones[chosen].name)
    battle.turn_player = winner
    battle.step = DEPLOY


def waiting(battle: Battle, side: int) -> list[Model]:
    return [model for model in battle.models if model.side == side and model.place == WAITING]


async def deploy_next(battle: Battle) -> None:
    """Players alternate placing one model; one who has run out is skipped."""
    side = battle.turn_player
    left = waiting(battle, side)
    if not left:
        side = 1 - side
        left = waiting(battle, side)
    if not left:
        battle.step = FIRST_TURN_ROLL
        return
    key = left[0].key
    if len(left) > 1:
        options = [Option(model.key, model.key, model.name, "deploy.alternate", about=(model.key,)) for model in left]
        key = await Choose(side, "Deploy which model?", options, "deploy.alternate")
    zone = battle.scenario.zones[battle.zones[side]]
    prompt = f"Where does {battle[key].name} deploy?"
    x, y, z = await deployment_of(battle, key, zone).ask(side, prompt, "deploy.alternate")
    deploy(battle, battle[key], x, y, z)
    battle.turn_player = 1 - side


async def first_turn(battle: Battle) -> None:
    """A separate roll-off: the higher roller goes first."""
    battle.first_player = await roll_off(battle, "first-turn-roll-off", "initiative.first-round")
    battle.note("goes first", "initiative.first-round", player=battle.colour(battle.first_player))
    battle.step = START_PHASE


def deployment_of(battle: Battle, key: str, zone: Zone) -> Placing:
    """Anywhere with the whole base inside the zone, on a legal spot."""
    west, south, east, north = zone.rect
    return Placing(
        battle.field.grounds[""],
        Mover(battle[key], 0.0, battle.everybody()),
        battle[key].name,
        {ANY: "deploy.alternate"},
        battle.name_of,
        inside=[rectangle_zone(f"the {zone.name} zone", west, south, east, north)],
    )
