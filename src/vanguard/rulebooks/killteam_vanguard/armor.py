"""The armor roll: one die per hit, against AR as the attack modifies it or against an unmodified invulnerable value."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import unfold
from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import Modifier, counted
from vanguard.rulebooks.killteam_vanguard.atoms import spend_command_points
from vanguard.rulebooks.killteam_vanguard.dice_rolls import PoolRule, kinds_of, one_more_helps, pool_rule, total
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

WITH_ARMOR: Final = 0


async def armor_roll(battle: Battle, key: str, source: str, hits: int, modifiers: list[Modifier]) -> int:
    """One die per hit; each that reaches the armor value cancels one. Returns the unsaved hits."""
    if hits <= 0:
        return 0
    value = await choose_armor(battle, key, hits, total(modifiers))
    if value == WITH_ARMOR:
        modifiers = [*modifiers, *await offer_brace(battle, key, total(modifiers))]
    window = await unfold(battle, armor_pool(battle, battle[key], source, hits, value, modifiers))
    assert isinstance(window, RerollWindow)
    tell_armor(battle, window)
    return window.worth


async def choose_armor(battle: Battle, key: str, hits: int, modifier: int) -> int:
    """AR, or one of the invulnerable values."""
    question = armor_question(battle, battle[key], hits, modifier)
    return await question if question is not None else WITH_ARMOR


def armor_pool(
    battle: Battle, model: Model, source: str, hits: int, value: int, modifiers: list[Modifier]
) -> RerollWindow:
    """One die per hit against AR, or against an invulnerable value, which nothing modifies.

    `source` names who or what hits, for the event's name: an attacker's key, `fall`, `fire`.
    """
    who = f"{model.key}<{source}"
    if value == WITH_ARMOR:
        armor = model.profile.armor
        return PoolRule(battle, model, "armor", who, "attack.armor-roll", armor, modifiers, hits).thrown(battle, hits)
    pool = PoolRule(battle, model, "armor", who, "invulnerable.unmodified", value, [], hits)
    pool.label = "Invulnerable armor roll"
    return pool.thrown(battle, hits)


def tell_armor(battle: Battle, window: RerollWindow) -> None:
    if battle.heard:
        pool, unsaved = pool_rule(window), window.worth
        battle.note(
            "armor roll", pool.clause, (pool.roller,), pool.shown(window, "save", "fail"),
            model=pool.model.name, saved=counted(pool.enough - unsaved, "hit"), unsaved=counted(unsaved, "hit"),
        )  # fmt: skip


def armor_question(battle: Battle, model: Model, hits: int, modifier: int) -> Choose[int] | None:
    """AR or one of the invulnerable values, for the whole roll, once the hits are known; None if nothing depends on it."""
    values, armor = model.profile.invulnerable, model.profile.armor
    with_armor = kinds_of(armor, modifier)
    if all([kinds_of(value, 0) == with_armor for value in values]):
        if not values or brace_of(battle, model, modifier) is None:
            return None
    shown = f"{modifier:+d} on each die" if modifier else "unmodified"
    facts = {"needed": armor, "modifier": modifier}
    options = [Option("armor", WITH_ARMOR, f"Armor {armor}+ ({shown})", "attack.armor-roll", facts=facts)]
    for value in values:
        label = f"Invulnerable {value}+ (never modified)"
        facts = {"needed": value, "modifier": 0}
        options.append(Option(f"invulnerable-{value}", value, label, "invulnerable.unmodified", facts=facts))
    prompt = f"{model.name} answers {counted(hits, 'hit')}: with which armor?"
    question = Choose(model.side, prompt, options, "invulnerable.choice", (model.key,))
    question.dice = battle.dice_on_the_table()
    return question


async def offer_brace(battle: Battle, key: str, modifier: int) -> list[Modifier]:
    """A card may strengthen an armor roll made with AR, for command points."""
    question = brace_question(battle, battle[key], modifier)
    ability = await question if question is not None else None
    if ability is None:
        return []
    pay_for_brace(battle, key, ability)
    return [braced(ability)]


def pay_for_brace(battle: Battle, key: str, ability: Ability) -> None:
    spend_command_points(battle, battle[key].side, ability.cost, ability.name, "card.special-abilities.cp-cost")


def braced(ability: Ability) -> Modifier:
    return Modifier(1, ability.name, "card.special-abilities.cp-cost")


def brace_of(battle: Battle, model: Model, modifier: int) -> Ability | None:
    """The card that can be used so, if it can be paid and changes what the dice need."""
    if battle.is_falling_back(model) or not one_more_helps(model.profile.armor, modifier):
        return None
    for ability in model.profile.abilities:
        if ability.may_strengthen_armor(battle, model) and battle.points_of(model.side) >= ability.cost:
            return ability
    return None


def brace_question(battle: Battle, model: Model, modifier: int) -> Choose[Ability | None] | None:
    """Whether it is used; None if there is nothing to use."""
    ability = brace_of(battle, model, modifier)
    if ability is None:
        return None
    options: list[Option[Ability | None]] = [
        Option("no", None, "Do not use it", declines=True),
        Option("yes", ability, f"Use {ability.name} ({ability.cost} CP): +1 on the armor dice", does=ability.text),
    ]
    prompt = f"{model.name}: use {ability.name}?"
    question = Choose(model.side, prompt, options, "card.special-abilities.cp-cost", (model.key,))
    question.dice = battle.dice_on_the_table()
    return question
