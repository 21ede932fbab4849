"""Close combat: attacks with CC weapons that ride on movement actions."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.vijilant.attacks import Attack, Firing
from vanguard.rulebooks.vijilant.coherency import in_coherency
from vanguard.rulebooks.vijilant.combat import make_attack
from vanguard.rulebooks.vijilant.contact import touched_by
from vanguard.rulebooks.vijilant.profiles import Weapon
from vanguard.rulebooks.vijilant.shooting import note_fire
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit

NOBODY: Final = -1


def cc_weapons(battle: Battle, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if weapon.cc and battle.weapon_works(unit, weapon)]


def cc_firings(battle: Battle, unit: Unit, models: list[Model]) -> list[Firing]:
    """All models in coherency attack with their CC weapons, also those that touch nobody."""
    return [
        Firing(model, weapon)
        for weapon in cc_weapons(battle, unit)
        for model in models
        if weapon.borne_by(model.kind.key)
    ]


def can_strike(battle: Battle, unit: Unit) -> bool:
    """Has it a CC weapon with somebody in coherency to use it?"""
    if not any([weapon.cc for weapon in unit.weapons]):
        return False
    return bool(cc_firings(battle, unit, in_coherency(battle, unit)))


def strike_targets(battle: Battle, unit: Unit, models: list[Model] | None = None) -> list[Unit]:
    """Enemy units in contact, if the unit has something to strike with."""
    armed = cc_firings(battle, unit, in_coherency(battle, unit) if models is None else models)
    return touched_by(battle, unit, models) if armed else []


async def strike(battle: Battle, unit: Unit, target: Unit) -> None:
    """A CC attack of the unit's turn on one unit in contact, with all CC weapons of the models in coherency."""
    attack = begin_strike(battle, unit, target, in_coherency(battle, unit), True)
    if battle.turn is not None:
        battle.turn.struck = True
    await make_attack(attack)


def begin_strike(battle: Battle, unit: Unit, target: Unit, models: list[Model], of_turn: bool) -> Attack:
    """These models strike; what comes of it is still to be rolled."""
    attack = Attack(battle, unit.seat, unit, models, cc_firings(battle, unit, models), target, True, of_turn)
    note_fire(attack)
    return attack


async def offer_strike(battle: Battle, unit: Unit, must: bool) -> None:
    """After the movement of a movement action: one CC attack, if an enemy is in contact."""
    targets = strike_targets(battle, unit)
    if targets:
        only = must and len(targets) == 1
        chosen = targets[0].index if only else await strike_question(battle, unit, targets, must)
        if chosen != NOBODY:
            await strike(battle, unit, battle.units[chosen])


def strike_question(battle: Battle, unit: Unit, targets: list[Unit], must: bool) -> Choose[int]:
    options: list[Option[int]] = [] if must else [Option("no", NOBODY, "No close combat", declines=True)]
    options += [
        Option(it.key, it.index, f"Strike {it.name}", about=battle.keys(it), attempt=("strike", unit.index, it.index))
        for it in targets
    ]
    return Choose(unit.seat, f"{unit.name}: close combat?", options, "weapon.cc.in-movement-action", battle.keys(unit))
