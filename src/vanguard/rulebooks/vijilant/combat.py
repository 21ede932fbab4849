"""Combat: the dice of an attack, goodshots, who takes the other hits, and what follows: Last Stands and the pinning test."""

from __future__ import annotations

from typing import Final

from vanguard.core.courses import Course
from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Lot, Option, Roll, Split
from vanguard.core.undertakings import see_through
from vanguard.rulebooks.vijilant.attacks import (
    GOODSHOT,
    MISS,
    NO_PIN,
    NO_SYSTEM,
    NOBODY,
    Attack,
    DiceGroup,
    Hits,
    Named,
    visible_systems,
)
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model
from vanguard.rulebooks.vijilant.wounds import (
    Casualties,
    lose_system,
    note_killed,
    plural,
    suffer,
    wound,
    wound_model,
)

MARKS: Final[tuple[str, ...]] = ("miss", "hit", "critical")


# -- the attack -----------------------------------------------------------------------------------------------------------


async def make_attack(attack: Attack) -> None:
    """Dice, goodshots, the other hits, Last Stands, casualties, the pinning test."""
    from vanguard.rulebooks.vijilant.last_stand import Fallen
    from vanguard.rulebooks.vijilant.pinning import PinAfterAttack

    casualties, pins = await roll_and_wound(attack)
    test = PinAfterAttack(attack.seat, attack.target.index, pins)
    await see_through(attack.battle, Course(Fallen(tuple(casualties)), test))


async def roll_and_wound(attack: Attack) -> tuple[Casualties, int]:
    """The attack itself: who is killed by it, and whether it calls for a pinning test."""
    hits: list[Hits] = []
    goodshots: list[DiceGroup] = []
    pins = NO_PIN
    for group in attack.dice():
        results = await rolled(attack, group)
        struck = len([result for result in results if result != MISS])
        if struck:
            pins = max(pins, group.pins)
        best = results.count(GOODSHOT)
        goodshots.extend([group] * best)
        add_hits(hits, group, struck - best)
    attack.rolled = attack.battle.dice_of_the_attack()
    casualties: Casualties = []
    await resolve_goodshots(attack, goodshots, hits, casualties)
    await allocate(attack, hits, casualties)
    return casualties, pins


async def rolled(attack: Attack, group: DiceGroup) -> list[int]:
    """What becomes of each die: a miss, a hit, a goodshot."""
    key = f"{group.weapon.key} {attack.who}>{attack.target.key}"
    roll = Roll(attack.seat, group.count, key, "combat.to-hit", kinds=group.kinds)
    _tell_odds(roll, attack, group)
    faces = await roll
    results = [group.kinds[face - 1] for face in faces]
    if attack.battle.heard:
        note_dice(attack, group, faces, results)
    return results


def _tell_odds(roll: Roll, attack: Attack, group: DiceGroup) -> None:
    """Which rolls come to the same for odds."""
    if not group.wounds:
        roll.alike = group.pins_among
        roll.alike_by = (group.pins, group.kinds)
    elif attack.only_hits_count:
        roll.alike = group.hits_among
        roll.alike_by = group.kinds


def note_dice(attack: Attack, group: DiceGroup, faces: tuple[int, ...], results: list[int]) -> None:
    needed = "cannot hit" if group.need > 6 else f"{max(1, group.need)}+"
    if attack.into_melee and group.need <= 6:
        needed = "6, into the melee"
    dice = DiceShown(group.weapon.name, attack.seat, faces, [MARKS[it] for it in results], needed, group.modifiers)
    hits = len([it for it in results if it])
    clause = "cc.fire-into-melee" if attack.into_melee else "combat.to-hit"
    attack.battle.note(
        "dice", clause, attack.battle.keys(attack.target), dice, weapon=group.weapon.name, hits=hits, count=len(faces),
        target=attack.target.name,
    )  # fmt: skip


def add_hits(hits: list[Hits], group: DiceGroup, count: int) -> None:
    if count <= 0:
        return
    for known in hits:
        same = known.power == group.weapon.power and known.toughness == group.toughness
        if same and known.only_visible == group.only_visible:
            known.count += count
            return
    added = Hits(group.weapon.power, group.toughness, group.only_visible)
    added.count = count
    hits.append(added)


# -- goodshots ------------------------------------------------------------------------------------------------------------


async def resolve_goodshots(
    attack: Attack, dice: list[DiceGroup], hits: list[Hits], casualties: Casualties
) -> None:  # fmt: skip
    """Natural 6s that hit may strike one model or system of the attacker's choice, before all other hits."""
    if not dice:
        return
    named = await nomination(attack, len(dice))
    if named == NOBODY:
        for group in dice:
            add_hits(hits, group, 1)
        return
    battle = attack.battle
    model, system = battle.models[named[0]], named[1]
    harmless: list[tuple[int, int]] = []
    for group in sorted(dice, key=lambda it: -it.weapon.power):
        if model.fate != STANDING or system in model.lost:
            battle.note("goodshot-wasted", "goodshot.no-carry-on", (model.key,), who=model.name)
        elif not group.wounds:
            if (group.weapon.power, group.toughness) not in harmless:
                harmless.append((group.weapon.power, group.toughness))
                note_harmless(battle, model, group.weapon.power, group.toughness)
        elif system:
            lost = battle.units[model.unit].card.system(system)
            lose_system(battle, model, lost, "goodshot.system-cannot-kill")
        else:
            suffer(battle, model, group.wounds, casualties, "goodshot.nominate")


async def nomination(attack: Attack, count: int) -> Named:
    """Which model or system all goodshots of the turn strike, or nobody: then they are ordinary hits."""
    aims = open_aims(attack)
    if not aims:
        return NOBODY
    options = [Option("none", NOBODY, "As ordinary hits", declines=True), *aims]
    shots = "goodshot" if count == 1 else "goodshots"
    question = Choose(attack.seat, f"{count} {shots}: at whom?", options, "goodshot.nominate")
    question.dice = attack.rolled
    question.worthwhile = worthwhile_aims(attack, options)
    if attack.only_hits_count:
        question.usual = options[0]
    chosen = await question
    if chosen != NOBODY:
        nominate(attack, chosen, f"{count} {shots}")
    return chosen


def open_aims(attack: Attack) -> list[Option[Named]]:
    """Every model and system in view; once one has been named in this turn, that one alone."""
    found = [option for model in attack.targets(True) for option in _aims(attack, model)]
    named = attack.named_before
    return found if named is None else [it for it in found if it.value == named]


def nominate(attack: Attack, named: Named, shots: str) -> None:
    """It is struck by all goodshots of the unit's turn."""
    battle = attack.battle
    turn = battle.turn if attack.of_turn else None
    if turn is not None:
        turn.nominated = named
    if battle.heard:
        model = battle.models[named[0]]
        system = f"the {battle.units[model.unit].card.system(named[1]).name} of " if named[1] else ""
        battle.note("goodshot", "goodshot.nominate", (model.key,), shots=shots, what=f"{system}{model.name}")


def worthwhile_aims(attack: Attack, options: list[Option[Named]]) -> list[Option[Named]]:
    """For odds: models that are alike are one aim, and a system is none of a unit that has had its turn."""
    kept: list[Option[Named]] = []
    known: list[tuple[int, str]] = []
    for option in options:
        index, system = option.value
        if system and attack.target.had_turn:
            continue
        if index >= 0 and not system:
            model = attack.battle.models[index]
            alike = (model.wounds, model.kind.key)
            if alike in known:
                continue
            known.append(alike)
        kept.append(option)
    return kept


def _aims(attack: Attack, model: Model) -> list[Option[Named]]:
    found = [Option(model.key, (model.index, NO_SYSTEM), model.name, about=(model.key,))]
    for system in visible_systems(attack, model):
        label = f"The {system.name} of {model.name}"
        found.append(Option(f"{model.key}:{system.key}", (model.index, system.key), label, about=(model.key,)))
    return found


def note_harmless(battle: Battle, model: Model, power: int, toughness: int) -> None:
    battle.note(
        "harmless", "wounds.power-beats-toughness", (model.key,), who=model.name, power=power, toughness=toughness
    )


# -- the other hits ---------------------------------------------------------------------------------------------------------


async def allocate(attack: Attack, hits: list[Hits], casualties: Casualties) -> None:
    """The defender chooses who takes each hit, the strongest first; what no model is left for is lost."""
    battle = attack.battle
    for lot in sorted(hits, key=lambda it: -it.power):
        if not lot.wounds:
            models = battle.standing(attack.target)
            if models:
                note_harmless(battle, models[0], lot.power, lot.toughness)
            continue
        models = attack.targets(lot.only_visible)
        shares = await hits_by_model(attack, lot, models)
        struck = [(model, n * lot.wounds) for model, n in zip(models, shares, strict=True) if n]
        await take_wounds(attack, struck, casualties)


async def take_wounds(attack: Attack, struck: list[tuple[Model, int]], casualties: Casualties) -> None:
    """Each model takes its wounds: as many as Power exceeds Toughness, for each of its hits."""
    battle = attack.battle
    clause = "wounds.by-difference"
    if attack.target.card.systems:
        for model, wounds in struck:
            await wound_model(battle, model, wounds, attack.attackers, casualties, clause)
        return
    note_killed(battle, [model for model, wounds in struck if wound(battle, model, wounds, casualties, clause)])


async def hits_by_model(attack: Attack, lot: Hits, models: list[Model]) -> list[int]:
    """How many of these hits each model takes: asked only where there is something to choose."""
    battle = attack.battle
    room = [-(-battle.health_left(model) // lot.wounds) for model in models]
    if lot.count >= sum(room):
        return room
    if len(models) == 1:
        return [lot.count]
    lots = [Lot(model.key, model.name, at_most=most) for model, most in zip(models, room, strict=True)]
    words = "hit" if lot.count == 1 else "hits"
    each = f"{lot.wounds} {plural(lot.wounds)}{' each' if lot.count > 1 else ''}"
    question = Split(
        attack.target.seat,
        f"{attack.target.name} takes {lot.count} {words} of Power {lot.power} ({each}): who?",
        lot.count,
        lots,
        "wounds.defender-allocates",
        about=attack.battle.keys(attack.target),
    )
    question.dice = attack.rolled
    question.usual = hits_on_the_weakest(battle, lot, models, room)
    return list(await question)


def hits_on_the_weakest(battle: Battle, lot: Hits, models: list[Model], room: list[int]) -> dict[str, int]:
    """What odds take for granted: whoever has least left is hit first, among equals whoever steadies the squad least."""
    left = lot.count
    given: dict[str, int] = {}
    for i in sorted(range(len(models)), key=lambda k: (battle.health_left(models[k]), models[k].kind.morale, k)):
        taken = min(left, room[i])
        if taken:
            given[models[i].key] = taken
            left -= taken
    return given
