"""Nerve: tests, broken warbands and the Fallback! action."""

from __future__ import annotations

from vanguard.core.telling.events import Modifier
from vanguard.rulebooks.killteam_vanguard.dice_rolls import single_die, single_shown, succeeds, total
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

STEADIED = 2


async def nerve_test(battle: Battle, key: str, why: str, clause: str, forced: bool = False) -> bool:
    """One die against NE: natural 6 passes, natural 1 fails. `forced` is a test an enemy's ability demands."""
    model = battle[key]
    modifiers = nerve_modifiers(battle, model)
    target = nerve_target(battle, model, forced)
    [face] = await single_die(model, "nerve", clause, target, total(modifiers))
    passed = succeeds(face, target, total(modifiers))
    battle.note(
        "nerve passed" if passed else "nerve failed", clause, (key,),
        single_shown("Nerve test", model.side, face, passed, target, modifiers),
        model=model.name, why=why, face=face,
    )  # fmt: skip
    return passed


def nerve_modifiers(battle: Battle, model: Model) -> list[Modifier]:
    """What friends lend and enemies take. The same ability of several models does not add up with itself."""
    found: dict[str, Modifier] = {}
    for owner in battle.everybody():
        for ability in owner.profile.abilities:
            if ability.key not in found:
                modifier = ability.nerve_modifier(battle, owner, model)
                if modifier is not None:
                    found[ability.key] = modifier
    return list(found.values())


def nerve_target(battle: Battle, model: Model, forced: bool) -> int:
    """NE, or the leader's where it is lent; a steadied model passes forced tests on 2+."""
    target = model.profile.nerve
    for owner in battle.of_side(model.side):
        for ability in owner.profile.abilities:
            if owner.profile.nerve < target and ability.lends_nerve(battle, owner, model):
                target = owner.profile.nerve
            if forced and target > STEADIED and ability.steadies(battle, owner, model):
                target = STEADIED
    return target


def must_test(battle: Battle, model: Model) -> bool:
    """A broken warband's model tests at its first activation in the Round, if it is unengaged at that moment."""
    return battle.broken[model.side] and not model.activated and not engaged(battle, model)


def is_broken(starting: int, left: int) -> bool:
    """Fewer than half of the starting models remain; exactly half is not broken."""
    return 2 * left < starting
