"""TRANSPORTS: embarking and disembarking. What happens when one is destroyed stands with damage."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.placing import put, setting_up
from vanguard.rulebooks.fortyk_vanguard.profiles import INFANTRY
from vanguard.rulebooks.fortyk_vanguard.state import (
    DISEMBARKED,
    EMBARKED,
    LEFT_A_WRECK,
    NORMAL_MOVE,
    Battle,
    Model,
)
from vanguard.tabletop.placing import Near, Placing

REACH: Final = 3.0


def room_in(battle: Battle, transport: Model) -> int:
    """How many more models it can carry (core.transport.capacity)."""
    return transport.profile.capacity - len(battle.passengers(transport.key))


def may_ride(model: Model, transport: Model) -> bool:
    """INFANTRY of the same faction; a TRANSPORT carries no TRANSPORT."""
    return (
        model.seat == transport.seat
        and model.key != transport.key
        and model.profile.is_(INFANTRY)
        and model.profile.faction == transport.profile.faction
    )


def embark(battle: Battle, model: Model, transport: Model, clause: str) -> None:
    model.fate = EMBARKED
    model.aboard = transport.key
    battle.note("embarks", clause, (model.key, transport.key), who=model.name, transport=transport.name)


def why_not_embark(battle: Battle, model: Model, transport: Model) -> tuple[str, str]:
    """There must be room, no enemy within Engagement Range of it, and nobody gets in again who has just got out."""
    if model.did(DISEMBARKED | LEFT_A_WRECK):
        return ("it got out this phase", "core.transport.embark-limits")
    if room_in(battle, transport) <= 0:
        return (f"{transport.name} is full", "core.transport.capacity")
    if is_engaged(battle, transport):
        return (f"an enemy is within Engagement Range of {transport.name}", "core.transport.embark-limits")
    return ("", "")


async def offer_to_embark(battle: Battle, model: Model) -> None:
    """A model that ends its move within 3" of a friendly TRANSPORT may embark; nobody is asked where none takes it."""
    options: list[Option[str]] = [Option("stay", "", "Stay outside", declines=True)]
    open_to_it = False
    for it in battle.of(model.seat):
        if it.profile.capacity and may_ride(model, it) and within(model.base, it.base, REACH):
            why, clause = why_not_embark(battle, model, it)
            open_to_it = open_to_it or not why
            options.append(Option(it.key, it.key, f"Embark in {it.name}", clause, why, (it.key,)))
    if not open_to_it:
        for option in options[1:]:
            if not model.did(DISEMBARKED | LEFT_A_WRECK):
                battle.note("stays-outside", option.clause, (model.key,), who=model.name, why=option.why_not)
        return
    clause = "core.transport.embark"
    key = await Choose(model.seat, f"{model.name}: embark?", options, clause, (model.key,))
    if key:
        embark(battle, model, battle[key], clause)


# -- getting out ------------------------------------------------------------------------------------------------------------------


def getting_out(battle: Battle, model: Model) -> Placing:
    transport = battle[model.aboard]
    return setting_up(battle, model, "core.transport.disembark", near=(Near(transport.base, REACH, wholly=True),))


def why_not_disembark(battle: Battle, model: Model) -> tuple[str, str]:
    """Before its TRANSPORT moves, and if there is room around it."""
    if battle[model.aboard].moved >= NORMAL_MOVE:
        return ("its transport has moved", "core.transport.disembark")
    if getting_out(battle, model).any_spot() is None:
        return ("there is no room to get out", "core.transport.disembark")
    return ("", "")


async def disembark(battle: Battle, model: Model) -> None:
    """Set up wholly within 3" of the TRANSPORT; it may then act normally but counts as having moved."""
    name = battle[model.aboard].name
    placing = getting_out(battle, model)
    prompt = f"Where does {model.name} get out of {name}?"
    put(model, await placing.ask(model.seat, prompt, "core.transport.disembark", (model.key,)))
    model.flags |= DISEMBARKED
    model.moved = 0
    place = (model.base.x, model.base.y)
    battle.note("disembarks", "core.transport.disembark", (model.key,), who=model.name, transport=name, path=(place,))
