"""End phase, step 1: effects on one's models, abilities bought now, and Clear Fatigue, in an order the owner chooses."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_vanguard.atoms import clear_fatigue, spend_command_points
from vanguard.rulebooks.killteam_vanguard.blows import hits_outside_combat, suffer
from vanguard.rulebooks.killteam_vanguard.state import Battle

CLEAR_FATIGUE_COST = 1
DONE = "done"


async def resolve_end_effects(battle: Battle, side: int) -> None:
    """Counters must be resolved; the rest is bought or not. The owner chooses the order."""
    while battle.has_models(side):
        options = end_options(battle, side)
        waiting = [option for option in options if option.key.startswith(("toxin", "fire"))]
        if not options:
            return
        if len(options) == 1 and waiting:
            choice = options[0].key
        else:
            if not waiting:
                options.append(Option(DONE, DONE, "Nothing more", "end.step1-effects", declines=True))
            choice = await Choose(side, "End phase: what do you resolve or buy?", options, "end.step1-effects")
        if choice == DONE:
            return
        what, _, key = choice.partition(" ")
        await resolve_end_effect(battle, side, what, key)


def end_options(battle: Battle, side: int) -> list[Option[str]]:
    options: list[Option[str]] = []
    points = battle.command_points[side]
    for model in battle.of_side(side):
        about = (model.key,)
        if model.toxin:
            key = f"toxin {model.key}"
            options.append(Option(key, key, f"{model.name}: toxin, 1 mortal wound", "end.step1-effects", about=about))
        if model.fire:
            key = f"fire {model.key}"
            options.append(Option(key, key, f"{model.name}: fire, 1 hit (AP1)", "end.step1-effects", about=about))
        if model.fatigued and points >= CLEAR_FATIGUE_COST:
            key = f"clear {model.key}"
            options.append(Option(key, key, f"Clear {model.name}'s fatigue (1 CP)", "fatigue.clear", about=about))
        for ability in model.profile.abilities:
            if points >= ability.cost and ability.may_use_at_end(battle, model):
                key = f"{ability.key} {model.key}"
                label = f"{model.name}: {ability.name} ({ability.cost} CP)"
                options.append(Option(key, key, label, "card.special-abilities.cp-cost", about=about))
    return options


async def resolve_end_effect(battle: Battle, side: int, what: str, key: str) -> None:
    model = battle[key]
    if what == "toxin":
        model.toxin = False
        battle.note("toxin works", "mortal.no-armor", (key,), model=model.name)
        await suffer(battle, key, 1, model.knocked_down, "mortal.recovery")
    elif what == "fire":
        model.fire = False
        battle.note("fire burns", "outside-combat.hits", (key,), model=model.name)
        await hits_outside_combat(battle, key, 1, 1, "fire")
    elif what == "clear":
        spend_command_points(battle, side, CLEAR_FATIGUE_COST, f"clearing {model.name}'s fatigue", "fatigue.clear")
        clear_fatigue(battle, model, "a command point", "fatigue.clear")
    else:
        for ability in model.profile.abilities:
            if ability.key == what:
                spend_command_points(battle, side, ability.cost, ability.name, "card.special-abilities.cp-cost")
                ability.use_at_end(battle, model)
