"""Reanimation Protocols: fallen Necrons may stand up again after the attacks that felled them."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown
from vanguard.geometry.movement import Mover
from vanguard.rulebooks.fortyk_vanguard.placing import STANDING, NameOf, engagement_zones, on_foot, put, scales
from vanguard.rulebooks.fortyk_vanguard.state import FELL_IN_COMBAT, ON_TABLE, Battle, Model
from vanguard.tabletop.placing import Placing

STANDS_UP_ON: Final = 5
KINDS: Final[tuple[int, ...]] = (0, 0, 0, 0, 1, 1)
KINDS_WITH_ONES: Final[tuple[int, ...]] = (0, 1, 1, 1, 2, 2)
CLAUSE: Final = "faction.reanimation-protocols"


async def reanimate(battle: Battle, fallen: tuple[str, ...]) -> None:
    """Dice for every model these attacks destroyed; then whoever can be afforded may come back."""
    units: list[tuple[int, str]] = []
    for key in fallen:
        model = battle[key]
        dice = await _roll(battle, model)
        if dice:
            _add_to_pool(battle, model.seat, model.profile.unit, dice)
            if (model.seat, model.profile.unit) not in units:
                units.append((model.seat, model.profile.unit))
    for seat, unit in units:
        await _return(battle, seat, unit)


async def _roll(battle: Battle, model: Model) -> int:
    """One D6 per point of its Wounds characteristic; 5+ goes to the pool of its Unit Name."""
    legion = model.profile.has("their-number-is-legion")
    kinds = KINDS_WITH_ONES if legion else KINDS
    about = (model.key,)
    prompt = f"Reanimation of {model.name}"
    faces = list(
        await Roll(model.seat, model.profile.wounds, f"reanimation {model.key}", CLAUSE, kinds=kinds, prompt=prompt)
    )
    ones = faces.count(1)
    if legion and ones:
        clause = "faction.their-number-is-legion"
        again = await Roll(model.seat, ones, f"reanimation-again {model.key}", clause, kinds=KINDS, prompt=prompt)
        faces = [face for face in faces if face != 1] + list(again)
        battle.note("re-rolls-ones", clause, about, who=model.name, n=ones)
    dice = len([face for face in faces if face >= STANDS_UP_ON])
    if battle.heard:
        marks = ["save" if face >= STANDS_UP_ON else "fail" for face in faces]
        shown = DiceShown("Reanimation", model.seat, faces, marks, f"{STANDS_UP_ON}+")
        battle.note("reanimation", CLAUSE, about, shown, who=model.name, n=dice)
    return dice


def _add_to_pool(battle: Battle, seat: int, unit: str, dice: int) -> None:
    pools: list[tuple[int, str, int]] = []
    known = False
    for owner, name, count in battle.pools:
        same = owner == seat and name == unit
        known = known or same
        pools.append((owner, name, count + dice if same else count))
    battle.pools = tuple(pools) if known else (*pools, (seat, unit, dice))


def pool_of(battle: Battle, seat: int, unit: str) -> int:
    for owner, name, count in battle.pools:
        if owner == seat and name == unit:
            return count
    return 0


async def _return(battle: Battle, seat: int, unit: str) -> None:
    """Dice equal to the Wounds characteristic bring one model of that Unit Name back."""
    while True:
        pool = pool_of(battle, seat, unit)
        ready = [
            battle[key]
            for key in battle.to_return
            if battle[key].seat == seat and battle[key].profile.unit == unit and battle[key].profile.wounds <= pool
        ]
        if not ready:
            return
        options: list[Option[str]] = [
            Option(it.key, it.key, f"{it.name} ({it.profile.wounds} of {pool} dice)", about=(it.key,)) for it in ready
        ]
        options.append(Option("nobody", "", "Nobody now", declines=True))
        key = await Choose(seat, "Reanimation Protocols: who stands up again?", options, CLAUSE)
        if not key:
            return
        _add_to_pool(battle, seat, unit, -battle[key].profile.wounds)
        stand_up(battle, battle[key])


def stand_up(battle: Battle, model: Model) -> None:
    """With full wounds where it stood, or as near as possible; it no longer counts as destroyed this turn."""
    battle.to_return = tuple([key for key in battle.to_return if key != model.key])
    base = model.base
    others = [it.base for it in battle.models if it.fate == ON_TABLE]
    zones = list(battle.field.unstable)
    if not model.did(FELL_IN_COMBAT):
        zones += engagement_zones(battle.enemies_of(model.seat))
    model.flags &= ~FELL_IN_COMBAT
    ground = battle.field.ground(on_foot(model), scales(model), False)
    mover = Mover(base, 0.0, others, (), zones)
    placing = Placing(ground, mover, model.name, STANDING, NameOf(battle))
    spot = placing.nearest_spot(base.x, base.y, base.elevation)
    if spot is None:  # the floor it stood on is full
        spot = placing.nearest_spot(base.x, base.y, 0.0)
    if spot is None:
        return
    put(model, spot)
    model.wounds = model.profile.wounds
    lost = list(battle.destroyed_this_turn)
    lost[model.seat] -= 1
    battle.destroyed_this_turn = (lost[0], lost[1])
    path = ((model.base.x, model.base.y),)
    battle.note("stands-up", "faction.reanimation-place", (model.key,), who=model.name, path=path)


def forget_the_fallen(battle: Battle) -> None:
    """Pools empty at the end of the phase."""
    if battle.to_return or battle.pools:
        battle.to_return = ()
        battle.pools = ()
