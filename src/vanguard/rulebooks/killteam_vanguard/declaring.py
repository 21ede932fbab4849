"""Choose target: which attack, at whom, how the dice are split, and the bonuses chosen before the hit roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from vanguard.core.questions import Choose, Listing, Lot, Option, Split
from vanguard.core.telling.events import Modifier
from vanguard.geometry.measuring import gap, told_beside
from vanguard.rulebooks.killteam_vanguard.atoms import spend_command_points
from vanguard.rulebooks.killteam_vanguard.attacks import attack
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, TOLERANCE, Activation, Battle, Model, within
from vanguard.rulebooks.killteam_vanguard.strikes import ACTION, Strike

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

SPLIT_WITHIN = 2.0
"""Further targets of a split ranged attack are within this of the initial target."""

TO_HIT = "hit"
TO_PIERCE = "ap"

T = TypeVar("T")
Objection = tuple[str, str]
Aim = tuple[int, str]
"""A declared attack: the number of the weapon on the model's card, and the key of its (initial) target."""
Declared = list[tuple[str, int]]
"""The targets of a declared attack, each with its dice."""


# -- the budget of the activation ---------------------------------------------------------------------------------------


def declare(battle: Battle, action: str, duration: str) -> None:
    """Use up what the action costs the activation: its place in the allowance, or the Fatigue Action."""
    activation = battle.activation
    assert activation is not None
    if duration == "long":
        if not activation.one_short_action_only and (activation.longs or activation.shorts):
            activation.fatigue_used = True
        activation.longs += 1
    elif duration == "short":
        if not activation.one_short_action_only and (activation.longs or activation.shorts > 1):
            activation.fatigue_used = True
        activation.shorts += 1
    activation.actions = (*activation.actions, action)


def note_movement(battle: Battle) -> None:
    activation = battle.activation
    assert activation is not None
    activation.moved = True


# -- who may be attacked ------------------------------------------------------------------------------------------------


def target_objection(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Objection:
    """Why this attack cannot be made at this enemy: range, sight, engagement."""
    distance = gap(attacker, target)
    if distance > weapon.range + TOLERANCE:
        return f'{told_beside(distance, weapon.range)}" away, its range is {weapon.range:g}"', "attack.target.range"
    if not weapon.melee and engaged(battle, target):
        return "it is engaged", "engage.not-ranged-target"
    if not sees(battle, attacker, target):
        return "no line of sight", "attack.target.los"
    return "", ""


def has_target(battle: Battle, model: Model) -> bool:
    """Can the model attack anybody with anything? Looks no further than the first."""
    profile = model.profile
    shoots = profile.longest_shot >= 0.0 and not engaged(battle, model)
    reach = max(profile.reach, profile.longest_shot) if shoots else profile.reach
    if reach < 0.0:
        return False
    side = model.side
    for enemy in battle.models:
        if enemy.side == side or enemy.place != IN_PLAY:
            continue
        distance = gap(model, enemy)
        if distance > reach + TOLERANCE:
            continue
        if distance <= profile.reach + TOLERANCE and sees(battle, model, enemy):
            return True
        if shoots and distance <= profile.longest_shot + TOLERANCE and not engaged(battle, enemy):
            if sees(battle, model, enemy):
                return True
    return False


def no_target_objection(battle: Battle, model: Model) -> Objection:
    """Why the model can attack nobody: what keeps its farthest attack from the nearest enemy."""
    weapons = model.profile.weapons
    enemies = battle.enemies_of(model)
    if engaged(battle, model):
        if any([weapon.melee for weapon in weapons]):
            return "no enemy within reach of its melee attacks", "melee.targets"
        return "an engaged model may not shoot", "engage.no-ranged-attack"
    if not enemies or not weapons:
        return "no enemy it could attack", "attack.target.enemy"
    farthest = max(weapons, key=lambda weapon: weapon.range)
    nearest = min(enemies, key=lambda enemy: gap(model, enemy))
    why, clause = target_objection(battle, model, farthest, nearest)
    return f"no enemy it could attack; {farthest.name} at {nearest.name}: {why}", clause


class _AttackOptions(Listing[Aim]):
    """Every attack of the card at every enemy; what is not possible with the reason."""

    __slots__ = ("battle", "enemies", "key")

    def __init__(self, battle: Battle, key: str) -> None:
        self.battle = battle
        self.key = key
        self.enemies = battle.enemies_of(battle[key])

    def __len__(self) -> int:
        return len(self.battle[self.key].profile.weapons) * len(self.enemies)

    def option(self, number: int) -> Option[Aim]:
        """The first weapon at each enemy in turn, then the second, and so on."""
        attacker = self.battle[self.key]
        i = number // len(self.enemies)
        weapon = attacker.profile.weapons[i]
        enemy = self.enemies[number % len(self.enemies)]
        if not weapon.melee and engaged(self.battle, attacker):
            why_not, clause = "an engaged model may not shoot", "engage.no-ranged-attack"
        else:
            why_not, clause = target_objection(self.battle, attacker, weapon, enemy)
        label = f"{weapon.name} at {enemy.name}"
        key = f"{weapon.key}>{enemy.key}"
        attempt = ("attack", ACTION, attacker.key, enemy.key, weapon.key)
        clause = clause or "attack.choose-weapon"
        return Option(key, (i, enemy.key), label, clause, why_not, (enemy.key,), attempt=attempt)


# -- declaring ----------------------------------------------------------------------------------------------------------


async def attack_action(battle: Battle, key: str) -> None:
    """Attack (short): one attack listed on the card, melee or ranged."""
    chosen: Aim = await Choose(
        battle[key].side, f"{battle[key].name} attacks: with what, and whom?", _AttackOptions(battle, key),
        "attack.choose-weapon", (key,),
    )  # fmt: skip
    weapon = battle[key].profile.weapons[chosen[0]]
    split = await split_dice(battle, key, weapon, chosen[1])
    await declared_attack(battle, key, weapon, split)


async def declared_attack(battle: Battle, key: str, weapon: Weapon, split: Declared) -> None:
    """An attack made as an action of the activation, with the bonuses of Aim, Focus and the model's card."""
    strike = Strike(key, weapon, ACTION)
    activation = battle.activation
    if activation is not None and activation.model == key:
        await take_bonuses(battle, strike, activation, split)
    await offer_lost_die(battle, strike, split)
    if not weapon.melee:
        await offer_card_bonuses(battle, strike, split)
    await attack(battle, strike, split)


async def take_bonuses(battle: Battle, strike: Strike, activation: Activation, split: Declared) -> None:
    """Aim serves the next ranged attack of the activation, Focus the next melee attack."""
    strike.moved = activation.moved
    if strike.weapon.melee:
        if activation.focused:
            activation.focused = False
            await choose_focus(battle, strike, split, "Focus", "melee.modifier.focus")
        return
    if activation.aimed:
        activation.aimed = False
        strike.to_hit.append(Modifier(1, "aim", "ranged.modifier.aim"))
    if activation.steady:
        strike.ignores_obscured = True


async def choose_focus(battle: Battle, strike: Strike, split: Declared, label: str, clause: str) -> None:
    """+1 to hit or +1 AP, one choice for the whole attack."""
    options = [
        Option(TO_HIT, TO_HIT, f"{label}: +1 to hit", clause),
        Option(TO_PIERCE, TO_PIERCE, f"{label}: +1 AP", clause),
    ]
    chosen = await before_an_attack(battle, strike, split, "+1 to hit or +1 AP?", options, clause)
    bonus = Modifier(1, label.lower(), clause)
    if chosen == TO_HIT:
        strike.to_hit.append(bonus)
    else:
        strike.to_pierce.append(bonus)


async def split_dice(battle: Battle, key: str, weapon: Weapon, initial: str) -> Declared:
    """All dice at one target, or split between it and others that are eligible; fixed before any roll."""
    attacker = battle[key]
    others = further_targets(battle, attacker, weapon, battle[initial]) if weapon.dice > 1 else []
    if not others:
        return [(initial, weapon.dice)]
    lots = [Lot(initial, battle[initial].name, weapon.dice, 1)]
    lots.extend([Lot(other, battle[other].name, weapon.dice - 1) for other in others])
    lots.extend(lots_out_of_question(battle, attacker, weapon, battle[initial], others))
    clause = "melee.targets" if weapon.melee else "ranged.split"
    prompt = f"Split {weapon.dice} dice of {weapon.name}"
    question = Split(attacker.side, prompt, weapon.dice, lots, clause, about=(initial, *others, key))
    question.is_attack = True
    amounts = await question
    return [(lot.key, amount) for lot, amount in zip(lots, amounts) if amount]


def further_targets(battle: Battle, attacker: Model, weapon: Weapon, initial: Model) -> list[str]:
    """Enemies that may share the dice: each eligible alone and, for a ranged attack, near the initial target."""
    return [
        enemy.key
        for enemy in battle.enemies_of(attacker)
        if enemy is not initial and not sharing_objection(battle, attacker, weapon, initial, enemy)
    ]


def sharing_objection(battle: Battle, attacker: Model, weapon: Weapon, initial: Model, enemy: Model) -> str:
    """Why this enemy cannot share the dice with the initial target; empty if it can."""
    if not weapon.melee and not within(enemy, initial, SPLIT_WITHIN):
        away = told_beside(gap(enemy, initial), SPLIT_WITHIN)
        return f'{away}" from {initial.name}, at most {SPLIT_WITHIN:g}" is allowed'
    return target_objection(battle, attacker, weapon, enemy)[0]


def lots_out_of_question(
    battle: Battle, attacker: Model, weapon: Weapon, initial: Model, others: list[str]
) -> list[Lot]:  # fmt: skip
    """The other enemies, each with the reason why it gets no dice."""
    return [
        Lot(enemy.key, f"{enemy.name}: {sharing_objection(battle, attacker, weapon, initial, enemy)}", 0)
        for enemy in battle.enemies_of(attacker)
        if enemy is not initial and enemy.key not in others
    ]


def before_an_attack(
    battle: Battle, strike: Strike, split: Declared, what: str, options: list[Option[T]], clause: str
) -> Choose[T]:
    """Something the attacker decides when the dice are declared and none is rolled."""
    attacker = battle[strike.attacker]
    about = (attacker.key, *[key for key, _ in split])
    question = Choose(attacker.side, f"{attacker.name}: {what}", options, clause, about)
    question.is_attack = True
    return question


async def offer_lost_die(battle: Battle, strike: Strike, split: Declared) -> None:
    """A rule of the weapon may take a die from one target of the attacker's choice."""
    attacker = battle[strike.attacker]
    for rule in strike.weapon.rules:
        if rule.lost_dice(battle, strike, attacker) is not None:
            prompt = f"{rule.name}: against which target is a die lost?"
            strike.lost_die_at = await choose_target_of(battle, strike, split, prompt)


async def offer_card_bonuses(battle: Battle, strike: Strike, split: Declared) -> None:
    """Abilities that are bought before the hit roll of a ranged attack, each at most once."""
    for ability in battle[strike.attacker].profile.abilities:
        attacker = battle[strike.attacker]
        if not ability.may_improve_shot(battle, strike, attacker, split):
            continue
        if battle.points_of(attacker.side) < ability.cost:
            continue
        options = [
            Option("no", False, "Do not use it", declines=True),
            Option("yes", True, f"Use {ability.name} ({ability.cost} CP)", ability.clause, does=ability.text),
        ]
        if await before_an_attack(battle, strike, split, f"use {ability.name}?", options, ability.clause):
            spend_command_points(battle, attacker.side, ability.cost, ability.name, ability.clause)
            await ability.improve_shot(battle, strike, split)


async def choose_target_of(battle: Battle, strike: Strike, split: Declared, prompt: str) -> str:
    """One of the targets of a declared attack."""
    if len(split) == 1:
        return split[0][0]
    targets = [key for key, _ in split]
    options = [Option(key, key, battle[key].name, about=(key,)) for key in targets]
    side = battle[strike.attacker].side
    for other in battle.enemies_of(battle[strike.attacker]):
        if other.key not in targets:
            why_not = "no dice were declared at it"
            options.append(Option(other.key, other.key, other.name, why_not=why_not, about=(other.key,)))
    about = (strike.attacker, *targets)
    question = Choose(side, prompt, options, "attack.split.modifiers-per-target", about)
    question.is_attack = True
    return await question
