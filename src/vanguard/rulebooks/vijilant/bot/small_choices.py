"""The small choices of a turn and of the set-up: whom goodshots strike, who takes hits, who rides, what goes on the train."""

from __future__ import annotations

import random
from typing import Any

from vanguard.core.questions import Choose, Given, Split
from vanguard.rulebooks.vijilant.bot.aims import attacks, holds
from vanguard.rulebooks.vijilant.bot.cards import command_target_score
from vanguard.rulebooks.vijilant.bot.worth import strike_value
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.state import Battle, Model


def importance(battle: Battle, model: Model) -> float:
    """How much its side would miss this model: who holds the goal, leads or carries something special."""
    unit = battle.units[model.unit]
    value = 10.0 if holds(battle, model) and attacks(battle, unit.seat) else 0.0
    for weapon in unit.weapons:
        if weapon.bearers and weapon.borne_by(model.kind.key):
            rare = len([kind for kind in unit.card.models if weapon.borne_by(kind.key)])
            value += weapon.power * weapon.spread / rare
    return value + 0.5 * model.kind.morale + 0.1 * battle.health_left(model)


def aims_of_goodshots(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """The model its side would miss most; a machine as a whole, since that wounds by the full difference."""
    scored: list[tuple[float, str]] = []
    for option in question.available:
        index, system = option.value
        if index < 0:
            scored.append((-1.0, option.key))
        else:
            scored.append((importance(battle, battle.models[index]) - (50.0 if system else 0.0), option.key))
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


def allocation(battle: Battle, seat: int, question: Split) -> list[Given]:
    """Hits go to those who are missed least, each filled up before the next."""
    if not all([lot.key in battle.places for lot in question.lots]):
        return question.candidates()
    order = sorted(question.lots, key=lambda lot: (importance(battle, battle.model(lot.key)), lot.key))
    left = question.total
    amounts: dict[str, int] = {}
    for lot in order:
        given = min(left, lot.at_most)
        if given:
            amounts[lot.key] = given
            left -= given
    return [amounts, *[it for it in question.candidates() if it != amounts]]


def strikes(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    unit = battle.units[battle.model(question.about[0]).unit]
    scored = [
        (strike_value(battle, unit, battle.units[it.value]) + 0.1 if it.value >= 0 else 0.0, it.key)
        for it in question.available
    ]
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


def targets_of_command(battle: Battle, seat: int, question: Choose[Any]) -> list[Given]:
    """On whom a command is played; any other question keeps the order in which it was put."""
    card = next(iter([card for card in content().commands.values() if card.clause == question.clause]), None)
    if card is None:
        return question.candidates()
    scored = [
        (command_target_score(battle, seat, card, battle.units[it.value[0]], it.value[1]), it.key)
        for it in question.available
    ]
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


# -- set-up -------------------------------------------------------------------------------------------------------------------


def subcards(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """One is as good as another, so that nobody knows what is coming."""
    keys: list[Given] = [option.key for option in question.available]
    chance.shuffle(keys)
    return keys


def passengers(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """Attackers fill their transports with the squad that strikes best; defenders walk."""
    if not attacks(battle, seat) and battle.defender >= 0:
        return question.candidates()
    transport = battle.units[battle.model(question.about[0]).unit]
    if transport.card.type == "Vehicle":
        return question.candidates()
    scored: list[tuple[float, str]] = []
    for option in question.available:
        if option.value < 0:
            scored.append((0.5, option.key))
            continue
        unit = battle.units[option.value]
        scored.append((0.1 * unit.card.count if unit.card.count > 3 else 0.0, option.key))
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


def entries(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """The cheapest entry that still lets the unit act; defenders go where they are needed."""
    order = {"zone": 0, "touching edge": 1, "flight": 2, "short": 3, "edge": 4}
    return sorted([option.key for option in question.available], key=lambda key: order.get(key, 9))


def containers(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """A few containers: cover for those aboard, and less room for others."""
    keys = [option.key for option in question.available]
    if "done" in keys and len(battle.battlefield.containers) >= 3:
        return ["done", *[key for key in keys if key != "done"]]
    rest = [key for key in keys if key != "done"]
    chance.shuffle(rest)
    return [*rest, *[key for key in keys if key == "done"]]


def starters_on_the_train(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """Squads guard the train from the start; machines come from the edge."""
    scored: list[tuple[float, str]] = []
    for option in question.available:
        if option.value < 0:
            scored.append((0.5, option.key))
            continue
        unit = battle.units[option.value]
        scored.append((float(unit.card.count) if unit.card.infantry else 0.0, option.key))
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]
