"""End phase, step 1: effects on one's models, abilities bought now, and Clear Fatigue, in an order the owner chooses."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_vanguard.atoms import clear_fatigue, spend_command_points
from vanguard.rulebooks.killteam_vanguard.blows import hits_outside_combat, suffer
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

CLEAR_FATIGUE_COST = 1
DONE = "done"
TOXIN = "toxin"
FIRE = "fire"
CLEAR = "clear"

EndEffect = tuple[str, str]
"""What is resolved or bought, and of which model."""


async def resolve_end_effects(battle: Battle, side: int) -> None:
    """Counters must be resolved; the rest is bought or not. The owner chooses the order."""
    while battle.has_models(side):
        options = end_options(battle, side)
        waiting = [option for option in options if option.value[0] in (TOXIN, FIRE)]
        if not options:
            return
        if len(options) == 1 and waiting:
            what, key = options[0].value
        else:
            if not waiting:
                options.append(Option(DONE, (DONE, ""), "Nothing more", "end.step1-effects", declines=True))
            what, key = await Choose(side, "End phase: what do you resolve or buy?", options, "end.step1-effects")
        if what == DONE:
            return
        await resolve_end_effect(battle, side, what, key)


def end_options(battle: Battle, side: int) -> list[Option[EndEffect]]:
    options: list[Option[EndEffect]] = []
    points = battle.command_points[side]
    goes_on = battle.scenario.may_another_round_follow(battle)
    for model in battle.of_side(side):
        about = (model.key,)
        if model.toxin:
            options.append(_effect(TOXIN, model, "toxin, 1 mortal wound"))
        if model.fire:
            options.append(_effect(FIRE, model, "fire, 1 hit (AP1)"))
        if model.fatigued and points >= CLEAR_FATIGUE_COST and goes_on:
            key, label = f"{CLEAR} {model.key}", f"Clear {model.name}'s fatigue (1 CP)"
            options.append(Option(key, (CLEAR, model.key), label, "fatigue.clear", about=about))
        for ability in model.profile.abilities:
            if points >= ability.cost and ability.may_use_at_end(battle, model):
                key = f"{ability.key} {model.key}"
                label = f"{model.name}: {ability.name} ({ability.cost} CP)"
                value = (ability.key, model.key)
                clause = "card.special-abilities.cp-cost"
                options.append(Option(key, value, label, clause, about=about, does=ability.text))
    return options


def _effect(what: str, model: Model, told: str) -> Option[EndEffect]:
    """A counter that must be resolved."""
    return Option(
        f"{what} {model.key}", (what, model.key), f"{model.name}: {told}", "end.step1-effects", about=(model.key,),
        attempt=(what, model.key),
    )  # fmt: skip


async def resolve_end_effect(battle: Battle, side: int, what: str, key: str) -> None:
    model = battle[key]
    if what == TOXIN:
        model.toxin = False
        battle.note("toxin works", "mortal.no-armor", (key,), model=model.name)
        await suffer(battle, key, 1, model.knocked_down, "mortal.recovery")
    elif what == FIRE:
        model.fire = False
        battle.note("fire burns", "outside-combat.hits", (key,), model=model.name)
        await hits_outside_combat(battle, key, 1, 1, "fire")
    elif what == CLEAR:
        spend_command_points(battle, side, CLEAR_FATIGUE_COST, f"clearing {model.name}'s fatigue", "fatigue.clear")
        clear_fatigue(battle, model, "a command point is spent on it", "fatigue.clear")
    else:
        for ability in model.profile.abilities:
            if ability.key == what:
                spend_command_points(battle, side, ability.cost, ability.name, "card.special-abilities.cp-cost")
                ability.use_at_end(battle, model)
