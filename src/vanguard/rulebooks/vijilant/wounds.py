"""Wounds: what they cost a model, lost systems, dead models and dead cards."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.geometry.arcs import faces_half
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.line_of_sight import screening, sees
from vanguard.rulebooks.vijilant.profiles import MOBILITY, System
from vanguard.rulebooks.vijilant.state import CASUALTY, REMOVED, Battle, Model, Unit
from vanguard.tabletop.standing import nearest_place

Casualties = list[int]
"""The models killed by the attack under way, in the order of their deaths."""
LANDING_SEARCH: Final = 70.0


# -- atoms ------------------------------------------------------------------------------------------------------------------


def suffer(battle: Battle, model: Model, amount: int, casualties: Casualties, clause: str) -> None:
    """Plain wounds; what goes beyond the Health left is lost. A model whose wounds reach its Health is dead."""
    left = battle.health_left(model)
    if wound(battle, model, amount, casualties, clause):
        how = f" by {amount} {plural(amount)} with {left} left" if battle.units[model.unit].card.health > 1 else ""
        note_killed(battle, [model], how)


def wound(battle: Battle, model: Model, amount: int, casualties: Casualties, clause: str) -> bool:
    """The same, with the note of its death left to whoever wounds several at once. True if it is dead."""
    amount = min(amount, battle.health_left(model))
    if amount <= 0:
        return False
    model.wounds += amount
    left = battle.health_left(model)
    if left:
        battle.note("wounded", clause, (model.key,), who=model.name, amount=amount, wounds=plural(amount), left=left)
        return False
    model.fate = CASUALTY
    casualties.append(model.index)
    return True


def note_killed(battle: Battle, models: list[Model], how: str = "") -> None:
    """One line for all that fall at once."""
    if not models or not battle.heard:
        return
    names = [model.name for model in models]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    keys = tuple([model.key for model in models])
    paths = tuple([((model.base.x, model.base.y),) for model in models])
    are = "is" if len(names) == 1 else "are"
    battle.note("killed", "wounds.model-dies", keys, who=who, are=are, how=how, paths=paths)


def lose_system(battle: Battle, model: Model, system: System, clause: str) -> None:
    """The system is gone and counts as a wound; at the last Health the wound is not marked."""
    model.lost = (*model.lost, system.key)
    marked = battle.health_left(model) > 1
    if marked:
        model.wounds += 1
    left = battle.health_left(model)
    battle.note("system-lost", clause, (model.key,), who=model.name, system=system.name, left=left)
    if system.kind == MOBILITY:
        ground_unit(battle, battle.units[model.unit])


def ground_unit(battle: Battle, unit: Unit) -> None:
    """Without its mobility an airborne unit is on land where it is, or at the nearest place where it may land."""
    if unit.card.walker or not (unit.airborne or unit.card.skimmer):
        return
    unit.airborne = False
    model = battle.models[unit.first]
    before = model.base.centre
    x, y = landing_near(battle, unit, model.base)
    model.base = Base(
        model.key, x, y, model.base.radius, battle.battlefield.elevation_at(x, y), model.base.height,
        model.base.body_radius, model.base.facing,
    )  # fmt: skip
    moved = (x, y) != before
    battle.note(
        "grounded-elsewhere" if moved else "grounded", "transport.landing-place" if moved else "systems.mobility",
        (model.key,), unit=unit.name, path=((x, y),), distance=f"{hypot(x - before[0], y - before[1]):.1f}",
    )  # fmt: skip


def landing_near(battle: Battle, unit: Unit, base: Base) -> tuple[float, float]:
    """The nearest place where the base may land."""
    others = on_the_ground(battle, unit)
    found = nearest_place(
        base.x, base.y, lambda x, y: not landing_fault(battle, unit, base.at(x, y), others), LANDING_SEARCH
    )
    return base.centre if found is None else found


def on_the_ground(battle: Battle, unit: Unit) -> list[Model]:
    """Whoever of other units stands in the way of one that lands."""
    return [it for it in battle.models if it.unit != unit.index and it.stands and not battle.units[it.unit].flying]


def landing_fault(battle: Battle, unit: Unit, base: Base, others: list[Model]) -> str:
    """What keeps a unit from landing there; empty if it may."""
    field = battle.battlefield
    reach = base.radius - 0.01
    if not (reach <= base.x <= field.width - reach and reach <= base.y <= field.depth - reach):
        return "the table edge"
    for other in others:
        dx, dy = other.base.x - base.x, other.base.y - base.y
        near = base.radius + other.base.radius - 0.01
        if dx * dx + dy * dy < near * near:
            return other.name
    return field.may_land(base, unit.card.vtol)


def remove(battle: Battle, casualties: Casualties) -> None:
    """Casualties leave the table; a dead unit's card is turned face down wherever it is and is a skip card from now on."""
    for index in casualties:
        battle.models[index].fate = REMOVED
    for number in sorted({battle.models[index].unit for index in casualties}):
        unit = battle.units[number]
        if not battle.is_alive(unit):
            bury(battle, unit)


def bury(battle: Battle, unit: Unit) -> None:
    unit.hunkered = 0
    unit.pinned = -1
    unit.inside = -1
    card = battle.unit_card(unit)
    if not battle.card_flipped[card.index]:
        battle.card_flipped[card.index] = True
        battle.note("unit-dead", "damage.unit-dead-card-flips", battle.keys(unit), unit=unit.name)


def plural(amount: int) -> str:
    return "wound" if amount == 1 else "wounds"


# -- systems ------------------------------------------------------------------------------------------------------------------


def systems_in_view(battle: Battle, model: Model, attackers: list[Model]) -> list[System]:
    """The systems left that some attacker sees: `any` whoever sees the model, others only from that half around it."""
    unit = battle.units[model.unit]
    left = [system for system in unit.card.systems if system.key not in model.lost]
    if not left:
        return []
    bodies = screening(battle, 1 - unit.seat, unit)
    watching: dict[int, bool] = {}

    def watches(attacker: Model) -> bool:
        known = watching.get(attacker.index)
        if known is None:
            known = watching[attacker.index] = sees(battle, attacker, model, bodies)
        return known

    return [system for system in left if any([faces(it, model, system) and watches(it) for it in attackers])]


def faces(attacker: Model, model: Model, system: System) -> bool:
    """Is it on the side where the system is mounted?"""
    if system.mount == "any" or model.base.facing is None:
        return True
    return faces_half(model.base, attacker.base.x, attacker.base.y, system.mount)


def may_gain_by_losing(unit: Unit, system: System) -> bool:
    """Whoever is off the ground comes down without mobility, which may spare its passengers or bring it where it wants to be. What
    else is lost is only missed."""
    return system.kind == MOBILITY and (unit.airborne or unit.card.skimmer)


async def wound_model(
    battle: Battle, model: Model, amount: int, attackers: list[Model], casualties: Casualties, clause: str
) -> None:
    """Each wound on a large model is a plain wound or the loss of a visible system, as its owner chooses."""
    left = amount
    unit = battle.units[model.unit]
    while left and unit.card.systems and left < battle.health_left(model):
        systems = systems_in_view(battle, model, attackers)
        if not systems:
            break
        words = f"{left} plain {plural(left)}"
        options: list[Option[str]] = [Option("plain", "", words, declines=True)]
        which = "it" if left == 1 else "one of them"
        for it in systems:
            words = f"Lose the {it.name} with {which}"
            idle = not may_gain_by_losing(unit, it)
            options.append(Option(it.key, it.key, words, does=f"systems.{it.kind}", idle=idle))
        question = Choose(
            unit.seat, f"{model.name} takes {left} {plural(left)}", options, "wounds.system-or-wound", (model.key,)
        )
        question.dice = battle.dice_on_the_table()
        chosen = await question
        if not chosen:
            break
        lose_system(battle, model, unit.card.system(chosen), "wounds.system-counts-as-health")
        left -= 1
    suffer(battle, model, left, casualties, clause)
