"""THE COMMAND PHASE: a Command point, abilities used in it, and the mission's scoring last."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.damage import regain_wounds
from vanguard.rulebooks.fortyk_vanguard.objectives import capture_and_control
from vanguard.rulebooks.fortyk_vanguard.profiles import CORE
from vanguard.rulebooks.fortyk_vanguard.state import COMMAND, ON_TABLE, Battle, Effect, Model

WAAAGH: Final = "waaagh"
WILL: Final = "my-will-be-done"
WILL_REACH: Final = 9.0


def gain_command_point(battle: Battle, seat: int) -> None:
    """At the start of their Command phase, before anything else (core.command.battle-forged-cp)."""
    points = list(battle.command_points)
    points[seat] += 1
    battle.command_points = (points[0], points[1])
    battle.note("command-point", "core.command.battle-forged-cp", who=battle.army_name(seat), left=points[seat])


def begin_command_phase(battle: Battle) -> None:
    """The Command point, then what happens at the start of the phase: Living Metal, the second wind of a Waaagh!."""
    seat = battle.turn
    gain_command_point(battle, seat)
    for model in battle.models:
        if model.seat == seat and model.fate == ON_TABLE and model.profile.has("living-metal"):
            regain_wounds(battle, model.key, 1, "faction.living-metal")


async def next_command(battle: Battle) -> bool:
    """One ability of the phase is used; false when all are used or passed over and the mission has scored."""
    seat = battle.turn
    options: list[Option[tuple[str, str, str]]] = []
    for model in battle.of(seat):
        if model.profile.has(WILL) and not model.orders_given:
            ability = model.profile.ability(WILL)
            for friend in battle.of(seat):
                if friend.profile.is_(CORE) and within(model.base, friend.base, ability.reach or WILL_REACH):
                    label = f"{ability.name} on {friend.name}"
                    key = f"{model.key}/{WILL}>{friend.key}"
                    options.append(
                        Option(key, (WILL, model.key, friend.key), label, about=(friend.key,), does=ability.text)
                    )
        if can_waaagh(model):
            told = model.profile.ability(WAAAGH).text
            options.append(Option(WAAAGH, (WAAAGH, model.key, ""), "Call the Waaagh!", about=(model.key,), does=told))
    if options:
        options.append(Option("done", ("", "", ""), "Nothing more", declines=True))
        what, key, target = await Choose(seat, "Command phase: use an ability?", options, "core.command.abilities")
        if what:
            use_ability(battle, seat, what, battle[key], target)
            return True
    await capture_and_control(battle)
    return False


def can_waaagh(model: Model) -> bool:
    """Once per battle, while the Warlord is a Warboss on the table."""
    return model.warlord and model.profile.has(WAAAGH) and WAAAGH not in model.used_up


def use_ability(battle: Battle, seat: int, what: str, model: Model, target: str) -> None:
    if what == WAAAGH:
        model.used_up = (*model.used_up, WAAAGH)
        battle.effects = (*battle.effects, Effect(WAAAGH, "", seat, COMMAND, 2))
        battle.note("waaagh", "faction.waaagh", (model.key,), who=model.name)
        return
    model.orders_given += 1
    battle.effects = (*battle.effects, Effect(WILL, target, seat, COMMAND))
    battle.note("will", "faction.my-will-be-done", (model.key, target), who=model.name, target=battle[target].name)


def end_effects(battle: Battle, phase: str) -> None:
    """Effects last until their owner's next phase of a kind begins; the Waaagh! has a second, lesser round."""
    if not battle.effects:
        return
    kept: list[Effect] = []
    for effect in battle.effects:
        if effect.owner != battle.turn or effect.until != phase:
            kept.append(effect)
        elif effect.key == WAAAGH and effect.amount == 2:
            kept.append(Effect(WAAAGH, "", effect.owner, COMMAND, 1))
    battle.effects = tuple(kept)
