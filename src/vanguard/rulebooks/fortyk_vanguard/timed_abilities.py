"""Abilities that a phase opens or closes with: orders, Harbinger of Destruction, Living Lightning, Mask of Dread."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.damage import suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.profiles import INFANTRY, OFFICER
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import closest_visible, pick
from vanguard.rulebooks.fortyk_vanguard.state import (
    BROKE_OUT,
    CHARGE,
    FELL_BACK,
    FIGHTS_LAST,
    ON_TABLE,
    ORDERED,
    Battle,
    Effect,
    Model,
    other,
)

ORDERS: Final[dict[str, str]] = {
    "take-aim": "Take Aim",
    "first-rank": "First Rank Fire, Second Rank Fire",
    "forwards": "Forwards for the Emperor",
}
ORDER_CLAUSES: Final[dict[str, str]] = {
    "take-aim": "faction.take-aim",
    "first-rank": "faction.first-rank-fire",
    "forwards": "faction.forwards-for-the-emperor",
}
ORDER_REACH: Final = 6.0
LIGHTNING_REACH: Final = 6.0
HARBINGER: Final = "harbinger-of-destruction"
HARBINGER_REACH: Final = 24.0
HARBINGER_DICE: Final = 3
MASK_REACH: Final = 3.0
FOUR_UP: Final[tuple[int, ...]] = (0, 0, 0, 1, 1, 1)


# -- the start of the Shooting phase ----------------------------------------------------------------------------------------------


def officers(battle: Battle, seat: int) -> list[Model]:
    """Officers with orders left; who made a Desperate Breakout gives none (core.stratagem.desperate-breakout)."""
    return [
        it
        for it in battle.of(seat)
        if it.profile.has("voice-of-command")
        and it.orders_given < it.profile.ability("voice-of-command").number
        and not it.did(BROKE_OUT)
    ]


def order_options(battle: Battle, seat: int) -> list[Option[tuple[str, str, str]]]:
    """Every order to every model in earshot that has none yet this turn."""
    options: list[Option[tuple[str, str, str]]] = []
    for officer in officers(battle, seat):
        reach = officer.profile.reach_of("voice-of-command", ORDER_REACH)
        for model in battle.of(seat):
            if not can_take_orders(model) or model.did(ORDERED) or not within(officer.base, model.base, reach):
                continue
            for order, name in ORDERS.items():
                label = f"{officer.name} to {model.name}: {name}"
                key = f"{officer.key}/{order}>{model.key}"
                value, clause = (officer.key, order, model.key), ORDER_CLAUSES[order]
                options.append(Option(key, value, label, clause, "", (model.key,), does=clause))
    return options


def can_take_orders(model: Model) -> bool:
    return model.profile.is_(INFANTRY)


async def next_order(battle: Battle) -> bool:
    """Voice of Command: one order is given; false when no more are."""
    seat = battle.turn
    options = order_options(battle, seat)
    if not options:
        return False
    options.append(Option("done", ("", "", ""), "No more orders", declines=True))
    officer, order, key = await Choose(
        seat, "Start of the Shooting phase: give an order?", options, "faction.voice-of-command"
    )
    if not officer:
        return False
    battle[officer].orders_given += 1
    first = battle[key]
    heard = [first]
    for model in battle.of(seat):
        if model.key != key and can_take_orders(model) and not model.profile.is_(OFFICER) and not model.did(ORDERED):
            if within(first.base, model.base, ORDER_REACH):
                heard.append(model)
    for model in heard:
        model.flags |= ORDERED
        battle.effects = (*battle.effects, Effect(order, model.key, seat, CHARGE))
    about = tuple([model.key for model in heard])
    name = battle[officer].name
    battle.note("order", ORDER_CLAUSES[order], about, who=name, order=ORDERS[order], target=first.name, n=len(heard))
    return True


# -- the end of the Movement phase ----------------------------------------------------------------------------------------------------


async def harbingers(battle: Battle) -> None:
    """Harbinger of Destruction: some dice, each 4+ is a mortal wound on the closest visible enemy."""
    clause = "faction.harbinger-of-destruction"
    for model in battle.of(battle.turn):
        if not model.profile.has(HARBINGER) or model.moved == FELL_BACK:
            continue
        if model.fate != ON_TABLE:
            continue  # an explosion that another one's lightning set off has destroyed it
        targets = closest_visible(battle, model, model.profile.reach_of(HARBINGER, HARBINGER_REACH))
        target = await pick(battle, model.seat, f"{model.name}: whom does the lightning strike?", targets, clause)
        if target is None:
            continue
        about = (model.key, target.key)
        count = model.profile.number_in(HARBINGER, HARBINGER_DICE)
        faces = await Roll(
            model.seat, count, f"harbinger {model.key}", clause, kinds=FOUR_UP, prompt="Harbinger", about=about
        )
        wounds = len([face for face in faces if face >= 4])
        marks = ["hit" if face >= 4 else "miss" for face in faces]
        dice = DiceShown("Harbinger of Destruction", model.seat, faces, marks, "4+")
        battle.note("harbinger", clause, about, dice, who=model.name, target=target.name, n=wounds)
        await suffer_mortal_wounds(battle, target.key, wounds, clause)


# -- the start of the Fight phase -----------------------------------------------------------------------------------------------------


async def start_of_fights(battle: Battle) -> None:
    """The active player's abilities first, then the other's (core.sequencing.during-a-turn)."""
    for seat in (battle.turn, other(battle.turn)):
        for model in battle.of(seat):
            if model.fate == ON_TABLE:
                await _lightning(battle, model)
            if model.fate == ON_TABLE and model.profile.has("mask-of-dread") and not model.did(BROKE_OUT):
                await _mask(battle, model)


def near_lightning(battle: Battle, model: Model) -> list[Model]:
    """The enemies that the Living Lightning of a model may strike."""
    if not model.profile.has("living-lightning"):
        return []
    reach = model.profile.reach_of("living-lightning", LIGHTNING_REACH)
    return [it for it in battle.enemies_of(model.seat) if within(model.base, it.base, reach)]


async def _lightning(battle: Battle, model: Model) -> None:
    """Living Lightning: a die for each enemy within 6", on 4+ it suffers a mortal wound."""
    clause = "faction.living-lightning"
    for enemy in near_lightning(battle, model):
        if enemy.fate != ON_TABLE:
            continue  # an explosion that the lightning set off has destroyed it
        about = (model.key, enemy.key)
        [face] = await Roll(
            model.seat, 1, f"lightning {enemy.key}", clause, kinds=FOUR_UP, prompt="Lightning", about=about
        )
        dice = DiceShown("Living Lightning", model.seat, (face,), ("hit" if face >= 4 else "miss",), "4+")
        message = "lightning" if face >= 4 else "lightning-misses"
        battle.note(message, clause, about, dice, who=model.name, target=enemy.name)
        if face >= 4:
            await suffer_mortal_wounds(battle, enemy.key, 1, clause)


async def _mask(battle: Battle, model: Model) -> None:
    """Mask of Dread: one enemy within 3" fights last this phase."""
    near = [
        it
        for it in battle.enemies_of(model.seat)
        if within(model.base, it.base, model.profile.reach_of("mask-of-dread", MASK_REACH))
    ]
    if not near:
        return
    options: list[Option[str]] = [Option(it.key, it.key, it.name, about=(it.key,)) for it in near]
    options.append(Option("nobody", "", "Nobody", declines=True))
    clause = "faction.mask-of-dread"
    key = await Choose(model.seat, f"{model.name}: who fights last?", options, clause, (model.key,))
    if key:
        battle[key].flags |= FIGHTS_LAST
        battle.note("dreads", clause, (key,), who=battle[key].name)
