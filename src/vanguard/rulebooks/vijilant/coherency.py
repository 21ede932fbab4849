"""Coherency: squads of one body, who is out of it, and how it is restored."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit
from vanguard.tabletop.squads import is_linked, linked_groups

REACH: Final = 3.0
LINK: Final = REACH + TOLERANCE


def groups_of(models: list[Model]) -> list[list[Model]]:
    """The groups of models linked by gaps of at most 3 cm, the largest first."""
    return [[models[i] for i in group] for group in linked_groups([model.base for model in models], LINK)]


def is_coherent(battle: Battle, unit: Unit) -> bool:
    return is_linked([model.base for model in battle.standing(unit)], LINK)


def in_coherency(battle: Battle, unit: Unit) -> list[Model]:
    """The largest linked group; of equally large ones the one its owner has named."""
    models = battle.standing(unit)
    if len(models) < 2:
        return models
    groups = groups_of(models)
    for group in groups:
        if len(group) == len(groups[0]) and unit.core in [model.index for model in group]:
            return group
    return groups[0]


async def settle_core(battle: Battle, unit: Unit) -> None:
    """When a squad has been split into equally large parts, its owner says which one counts as in coherency."""
    groups = groups_of(battle.standing(unit))
    largest = [group for group in groups if len(group) == len(groups[0])]
    if len(largest) < 2:
        return
    options = [
        Option(group[0].key, group[0].index, f"The part with {group[0].name}", about=tuple([m.key for m in group]))
        for group in largest
    ]
    unit.core = await Choose(
        unit.seat, f"{unit.name} is split: which part is in coherency?", options, "coherency.who-is-out"
    )
    named = battle.models[unit.core]
    battle.note("core-named", "coherency.who-is-out", (named.key,), unit=unit.name, who=named.name)
