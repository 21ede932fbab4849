"""The armor roll: one die per hit, against AR as the attack modifies it or against an unmodified invulnerable value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vanguard.core.events import Modifier
from vanguard.core.questions import Choose, Meeting, Option
from vanguard.rulebooks.killteam_vanguard.atoms import spend_command_points
from vanguard.rulebooks.killteam_vanguard.dice_rolls import FAIL, DicePool, Purse, kinds_of, purse_of, roll_pool, total
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model, plural

WITH_ARMOR: Final = 0


class Saving:
    """How to go on from an armor roll once its dice lie, for odds."""

    def go_on_with(self, pool: DicePool) -> Callable[[Any, Any], Any]:
        raise TypeError("this armor roll cannot be gone on from")


async def armor_roll(
    battle: Battle,
    key: str,
    source: str,
    hits: int,
    piercing: list[Modifier],
    bonus: list[Modifier],
    context: Any = None,
    lethal: int = 1_000,
    saving: Saving | None = None,
) -> int:
    """Roll one die per hit; each that reaches the armor value cancels one. Returns the unsaved hits.

    `source` names who or what hits, for the event's name: an attacker's key, `fall`, `fire`; `context` all that what
    follows depends on beside the dice and the battle, where that can be said; so many unsaved hits as `lethal` come to the
    same as more.
    """
    if hits <= 0:
        return 0
    model = battle[key]
    modifiers = [*piercing, *bonus]
    question = armor_question(model, hits, total(modifiers))
    value = WITH_ARMOR
    if question is not None:
        if battle.silent:
            worthwhile = worth_answering(battle, model, total(modifiers), purse_of(battle))
            question.worthwhile = [option for option in question.available if option.value in worthwhile]
        if context is not None:
            question.meeting = Meeting((context, hits, total(modifiers)))
        value = await question
    if value == WITH_ARMOR:
        modifiers.extend(await offer_brace(battle, battle[key]))
    else:
        modifiers = []
    pool = armor_pool(battle[key], source, hits, value, total(modifiers), context, lethal)
    pool.is_last = saving is not None
    await roll_pool(battle, pool, hits, saving.go_on_with(pool) if saving is not None else None)
    saved = min(hits, pool.successes)
    if battle.silent:
        return hits - saved
    label = "Armor roll" if value == WITH_ARMOR else "Invulnerable armor roll"
    battle.note(
        "armor roll", pool.clause, (key,), pool.shown(label, model.side, "save", "fail", modifiers),
        model=battle[key].name, saved=plural(saved, "hit"), unsaved=plural(hits - saved, "hit"),
    )  # fmt: skip
    return hits - saved


def armor_pool(model: Model, source: str, hits: int, value: int, modifier: int, context: Any, lethal: int) -> DicePool:
    """One die per hit against AR, or against an invulnerable value."""
    clause = "attack.armor-roll" if value == WITH_ARMOR else "invulnerable.unmodified"
    target = model.profile.armor if value == WITH_ARMOR else value
    pool = DicePool(model, "armor", f"{model.key}<{source}", clause, target, modifier, hits)
    if context is not None:
        pool.context = (context, value, modifier)
        pool.then = (context, "unsaved")
    pool.too_few = hits - lethal
    return pool


def armor_question(model: Model, hits: int, modifier: int) -> Choose[int] | None:
    """AR or one of the invulnerable values, for the whole roll, once the hits are known; None if there is only AR."""
    values = model.profile.invulnerable
    if not values:
        return None
    armor = model.profile.armor
    shown = f"{modifier:+d} on each die" if modifier else "unmodified"
    facts = {"needed": armor, "modifier": modifier}
    options = [Option("armor", WITH_ARMOR, f"Armor {armor}+ ({shown})", "attack.armor-roll", facts=facts)]
    for value in values:
        label = f"Invulnerable {value}+ (never modified)"
        facts = {"needed": value, "modifier": 0}
        options.append(Option(f"invulnerable-{value}", value, label, "invulnerable.unmodified", facts=facts))
    prompt = f"{model.name} answers {plural(hits, 'hit')}: with which armor?"
    return Choose(model.side, prompt, options, "invulnerable.choice", (model.key,))


def worth_answering(battle: Battle, model: Model, modifier: int, purse: Purse) -> list[int]:
    """For odds: another save never harms, so the value that most faces reach; AR too if a card can still strengthen it."""
    fails = {WITH_ARMOR: kinds_of(model.profile.armor, modifier).count(FAIL)}
    for value in model.profile.invulnerable:
        fails[value] = kinds_of(value, 0).count(FAIL)
    fewest = min(fails.values())
    best = [value for value, failing in fails.items() if failing == fewest][:1]
    if WITH_ARMOR not in best and brace_of(battle, model, purse) is not None:
        best.insert(0, WITH_ARMOR)
    return best


async def offer_brace(battle: Battle, model: Model) -> list[Modifier]:
    """A card may strengthen an armor roll made with AR, for command points."""
    ability = brace_of(battle, model, purse_of(battle))
    if ability is None or not await brace_question(model, ability):
        return []
    spend_command_points(battle, model.side, ability.cost, ability.name, "card.special-abilities.cp-cost")
    return [Modifier(1, ability.name, "card.special-abilities.cp-cost")]


def brace_of(battle: Battle, model: Model, purse: Purse) -> Ability | None:
    """The card that can be used so, if it can be paid."""
    if battle.is_falling_back(model):
        return None
    for ability in model.profile.abilities:
        if purse.points[model.side] >= ability.cost and ability.may_strengthen_armor(battle, model):
            return ability
    return None


def brace_question(model: Model, ability: Ability) -> Choose[bool]:
    options = [
        Option("no", False, "Do not use it", declines=True),
        Option("yes", True, f"Use {ability.name} ({ability.cost} CP): +1 on the armor dice"),
    ]
    prompt = f"{model.name}: use {ability.name}?"
    return Choose(model.side, prompt, options, "card.special-abilities.cp-cost", (model.key,))
