"""Losing wounds: damage, mortal wounds, wounds that are ignored, destruction and what it triggers."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option, Roll, yes_or_no
from vanguard.core.telling.events import DiceShown, counted
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.dice import roll_quantity
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.placing import is_room_for, set_up_near
from vanguard.rulebooks.fortyk_vanguard.profiles import Explosion, Quantity
from vanguard.rulebooks.fortyk_vanguard.state import (
    DESTROYED,
    FELL_IN_COMBAT,
    LEFT_A_WRECK,
    ON_TABLE,
    Battle,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.stratagems import EMERGENCY_DISEMBARKATION, label, text, usable, use

WRECK_REACH: Final = 3.0
EMERGENCY_REACH: Final = 6.0


# -- atoms --------------------------------------------------------------------------------------------------------------------


def lose_wounds(battle: Battle, key: str, amount: int, clause: str) -> None:
    """Wounds are lost; damage beyond what is left is lost (core.attack.excess-damage-lost)."""
    model = battle[key]
    amount = min(amount, model.wounds)
    model.wounds -= amount
    if battle.heard:
        battle.note("wounds", clause, (key,), who=model.name, amount=amount, left=model.wounds)


def regain_wounds(battle: Battle, key: str, amount: int, clause: str) -> None:
    """Never above the Wounds characteristic (core.unit.regain-wounds)."""
    model = battle[key]
    amount = min(amount, model.profile.wounds - model.wounds)
    if amount > 0:
        model.wounds += amount
        battle.note("regains", clause, (key,), who=model.name, amount=amount, left=model.wounds)


def remove(battle: Battle, key: str, message: str, clause: str) -> None:
    """The model is destroyed and leaves the battlefield; it counts among this turn's losses."""
    model = battle[key]
    stood = battle[model.aboard].base if model.aboard else model.base
    model.fate = DESTROYED
    model.wounds = 0
    model.aboard = ""
    lost = list(battle.destroyed_this_turn)
    lost[model.seat] += 1
    battle.destroyed_this_turn = (lost[0], lost[1])
    battle.note(message, clause, (key,), who=model.name, path=((stood.x, stood.y),))


# -- wounds ---------------------------------------------------------------------------------------------------------------------


async def suffer_damage(battle: Battle, key: str, amount: int, clause: str) -> None:
    """So many wounds would be lost: one by one some may be ignored (core.attack.ignore-wounds)."""
    model = battle[key]
    amount = min(amount, model.wounds) if not model.profile.ignore_wounds else amount
    if model.profile.ignore_wounds and model.wounds > 0:
        amount = await _not_ignored(battle, model, amount)
    if amount > 0 and model.wounds > 0:
        lose_wounds(battle, key, amount, clause)


async def _not_ignored(battle: Battle, model: Model, amount: int) -> int:
    """One die for each wound that would be lost."""
    needed = model.profile.ignore_wounds
    kinds = tuple([1 if face >= needed else 0 for face in range(1, 7)])
    clause = "core.attack.ignore-wounds"
    faces = await Roll(
        model.seat, amount, f"ignore {model.key}", clause, kinds=kinds, prompt=f"{model.name} ignores wounds"
    )
    ignored = len([face for face in faces if face >= needed])
    if battle.heard:
        marks = ["save" if face >= needed else "fail" for face in faces]
        dice = DiceShown("Ignore wounds", model.seat, faces, marks, f"{needed}+")
        battle.note("ignored", clause, (model.key,), dice, who=model.name, n=ignored, of=amount)
    return amount - ignored


async def suffer_mortal_wounds(battle: Battle, key: str, amount: int, clause: str) -> None:
    """Mortal wounds: no wound roll, no saving throw; those beyond the last wound are lost with the model."""
    model = battle[key]
    if amount <= 0 or model.wounds <= 0 or model.fate != ON_TABLE:
        return
    if battle.heard:
        battle.note("mortal", clause, (key,), who=model.name, n=amount)
    await suffer_damage(battle, key, amount, "core.attack.mortal-wounds")
    await destroy_if_dead(battle, key)


# -- destruction ----------------------------------------------------------------------------------------------------------------


async def destroy_if_dead(battle: Battle, key: str, by_attack: bool = False) -> bool:
    """A model reduced to 0 wounds is destroyed; true if this one was."""
    model = battle[key]
    if model.wounds > 0 or model.fate != ON_TABLE:
        return False
    await destroy(battle, key, by_attack)
    return True


async def destroy(battle: Battle, key: str, by_attack: bool = False) -> None:
    """What a destruction triggers, then the removal (core.unit.destroyed): explosion, passengers, then it is gone."""
    model = battle[key]
    model.wounds = 0
    if model.profile.explosion is not None:
        await _explode(battle, model, model.profile.explosion)
    if model.profile.capacity:
        await _leave_the_wreck(battle, model)
    if by_attack and model.profile.has("reanimation-protocols"):
        await_reanimation(battle, model)
    remove(battle, key, "destroyed", "core.unit.destroyed")


def await_reanimation(battle: Battle, model: Model) -> None:
    """It may stand up again once its destroyer has finished, in combat if it fell there (faction.reanimation-place)."""
    if is_engaged(battle, model):
        model.flags |= FELL_IN_COMBAT
    battle.to_return = (*battle.to_return, model.key)


async def _explode(battle: Battle, model: Model, explosion: Explosion) -> None:
    """Does it explode, and does everybody near suffer mortal wounds (core.ability.explodes)?"""
    clause = "core.ability.explodes"
    kinds = tuple([1 if face >= explosion.roll else 0 for face in range(1, 7)])
    [face] = await Roll(
        model.seat, 1, f"explodes {model.key}", clause, kinds=kinds, prompt=f"Does {model.name} explode?"
    )
    mark = "hit" if face >= explosion.roll else "miss"
    dice = DiceShown("Explodes", model.seat, (face,), (mark,), f"{explosion.roll}+")
    battle.note("explodes" if face >= explosion.roll else "burns-out", clause, (model.key,), dice, who=model.name)
    if face < explosion.roll:
        return
    await hurt_everybody_near(battle, model, explosion.reach, explosion.mortal_wounds, clause)


async def hurt_everybody_near(battle: Battle, model: Model, reach: float, wounds: Quantity, clause: str) -> None:
    """Every other model near, the active player's first (core.sequencing.during-a-turn), rolled for each by itself."""
    for victim in [*battle.of(battle.turn), *battle.of(other(battle.turn))]:
        # itself it has no wounds left, nor has whom an explosion set off by this one destroyed meanwhile
        if victim.fate == ON_TABLE and victim.wounds > 0 and within(model.base, victim.base, reach):
            told, about = f"mortal {victim.key}", (victim.key,)
            amount = await roll_quantity(battle, model.seat, wounds, told, clause, "Mortal wounds", about)
            await suffer_mortal_wounds(battle, victim.key, amount, clause)


# -- the wreck of a transport ---------------------------------------------------------------------------------------------------


async def _leave_the_wreck(battle: Battle, transport: Model) -> None:
    """Passengers are set up near the wreck and may be lost in it (core.transport.destroyed, -roll)."""
    aboard = battle.passengers(transport.key)
    if not aboard:
        return
    reach, worst = WRECK_REACH, 1
    if usable(battle, transport.seat, EMERGENCY_DISEMBARKATION):
        riders = counted(len(aboard), "model")
        prompt = f"{transport.name} is destroyed with {riders} aboard. Use Emergency Disembarkation?"
        options = yes_or_no(
            label(battle, EMERGENCY_DISEMBARKATION),
            'Set up within 3"',
            does=text(battle, EMERGENCY_DISEMBARKATION),
        )
        if await Choose(transport.seat, prompt, options, "core.stratagem.emergency-disembarkation", (transport.key,)):
            use(battle, transport.seat, EMERGENCY_DISEMBARKATION, (transport.key,))
            reach, worst = EMERGENCY_REACH, 2
    clause = "core.transport.destroyed"
    waiting = list(aboard)
    while waiting:
        passenger = await _next_out(battle, transport, waiting, reach, clause)
        waiting.remove(passenger)
        if await set_up_near(battle, passenger, transport.base, reach, clause):
            passenger.flags |= LEFT_A_WRECK
        else:
            remove(battle, passenger.key, "no-room", clause)
    for passenger in aboard:
        if passenger.fate == ON_TABLE:
            await _survive_the_wreck(battle, passenger, worst)


async def _next_out(battle: Battle, transport: Model, waiting: list[Model], reach: float, clause: str) -> Model:
    """Who gets out next is for the owner to say where room may run out; like models are one choice. There is plenty if twice
    as many found a place, however the first are set up."""
    options: list[Option[str]] = []
    seen: list[tuple[str, bool, int]] = []
    for it in waiting:
        kind = (it.profile.key, it.warlord, it.wounds)
        if kind not in seen:
            seen.append(kind)
            options.append(Option(it.key, it.key, it.name, clause, about=(it.key,)))
    if len(options) == 1 or is_room_for(battle, [*waiting, *waiting], transport.base, reach, clause):
        return waiting[0]
    prompt = f"There is little room beside {transport.name}. Who gets out first? {len(waiting)} aboard."
    return battle[await Choose(transport.seat, prompt, options, clause, (transport.key,))]


async def _survive_the_wreck(battle: Battle, passenger: Model, worst: int) -> None:
    """The model whose die shows a 1 (with Emergency Disembarkation a 1 or 2) is the one destroyed."""
    clause = "core.transport.destroyed-roll"
    kinds = tuple([0 if face <= worst else 1 for face in range(1, 7)])
    [face] = await Roll(
        passenger.seat, 1, f"wreck {passenger.key}", clause, kinds=kinds, prompt=f"{passenger.name} leaves the wreck"
    )
    dice = DiceShown(
        "Leaves the wreck", passenger.seat, (face,), ("fail" if face <= worst else "save",), f"{worst + 1}+"
    )
    message = "wreck-lost" if face <= worst else "wreck"
    battle.note(message, clause, (passenger.key,), dice, who=passenger.name)
    if face <= worst:
        await destroy(battle, passenger.key)
