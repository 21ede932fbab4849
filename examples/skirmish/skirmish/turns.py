"""The game from set-up to the end: what comes next from every resting state."""

from __future__ import annotations

from typing import Final

from skirmish.movement import move
from skirmish.shooting import shoot
from skirmish.state import ROUNDS, SIDES, WAITING, Battle, score, set_up
from vanguard.core.questions import Choose, Option
from vanguard.core.rulebook import Procedure
from vanguard.geometry.movement import Mover
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import Placing, rectangle_zone

DEPTH: Final = 4.0


def zone_of(battle: Battle, side: int) -> tuple[float, float, float, float]:
    """The strip along a side's own edge."""
    table = battle.field.table
    return (0.0, 0.0, table.width, DEPTH) if side == 0 else (0.0, table.depth - DEPTH, table.width, table.depth)


def next_step(battle: Battle) -> Procedure | None:
    if any([figure.fate == WAITING for figure in battle.figures]):
        return deploy(battle)
    if is_over(battle):
        return None
    if battle.round == 0 or not (battle.ready(0) or battle.ready(1)):
        return change_round(battle)
    return activate(battle)


def is_over(battle: Battle) -> bool:
    """After four rounds, or when a side has nobody left."""
    if battle.round == 0:
        return False
    done = battle.round > ROUNDS
    return done or not battle.of(0) or not battle.of(1)


async def deploy(battle: Battle) -> None:
    """The next figure of the side whose turn it is, wholly within its zone."""
    side = battle.turn
    waiting = [figure for figure in battle.figures if figure.side == side and figure.fate == WAITING]
    if waiting:
        key = waiting[0].key
        x, y, _ = await placing_of(battle, key).ask(side, f"Where does {waiting[0].name} start?", "game.sides", (key,))
        set_up(battle, key, x, y)
    battle.turn = 1 - side


def placing_of(battle: Battle, key: str) -> Placing:
    figure = battle[key]
    zone = rectangle_zone(f"the zone of {SIDES[figure.side]}", *zone_of(battle, figure.side))
    mover = Mover(figure.base, 0.0, battle.others(key))
    return Placing(battle.field.ground, mover, figure.name, {ANY: "game.sides"}, battle.name_of, inside=[zone])


async def change_round(battle: Battle) -> None:
    """Whoever holds the well scores; then everybody is fresh again, and the other side begins."""
    if battle.round:
        held = [battle.at_well(side) for side in (0, 1)]
        if held[0] != held[1]:
            score(battle, 0 if held[0] > held[1] else 1)
    battle.round += 1
    battle.turn = (battle.round - 1) % 2
    for figure in battle.figures:
        figure.activated = False
    if battle.round <= ROUNDS:
        battle.note("round begins", "game.rounds", n=battle.round)


async def activate(battle: Battle) -> None:
    """The player whose turn it is activates a figure: it moves, then it may shoot."""
    side = battle.turn if battle.ready(battle.turn) else 1 - battle.turn
    options = [
        Option(figure.key, figure.key, f"Activate {figure.name}", "game.rounds", about=(figure.key,))
        for figure in battle.ready(side)
    ]
    key = options[0].value
    if len(options) > 1:
        key = await Choose(side, "Whom do you activate?", options, "game.rounds")
    battle.active = key
    battle.note("acts", "activation.act", (key,), who=battle[key].name)
    await move(battle, key)
    await shoot(battle, key)
    battle[key].activated = True
    battle.active = ""
    battle.turn = 1 - side
