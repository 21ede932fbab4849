"""Charging: name a visible enemy, move up to SP + 3, and strike it at once if the move ended engaging it."""

from __future__ import annotations

from math import hypot

from vanguard.core.questions import Choose, Listing, Option
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.attacks import attack
from vanguard.rulebooks.killteam_vanguard.blows import melee_attacks_at
from vanguard.rulebooks.killteam_vanguard.declaring import (
    Declared,
    choose_focus,
    declare,
    note_movement,
    offer_lost_die,
)
from vanguard.rulebooks.killteam_vanguard.engagements import engages
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees
from vanguard.rulebooks.killteam_vanguard.movement import move_action
from vanguard.rulebooks.killteam_vanguard.nerve import nerve_test
from vanguard.rulebooks.killteam_vanguard.rule_hooks import LONG
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model
from vanguard.rulebooks.killteam_vanguard.strikes import CHARGE, Strike

CHARGE_BONUS = 3.0
ATTACK = "attack"


async def charge_action(battle: Battle, key: str) -> None:
    """Charge (long): declare a target, move, then possibly a free melee attack on that target."""
    model = battle[key]
    target = await Choose(
        model.side, f"{model.name} charges: whom?", _ChargeTargets(battle, key), "charge.target-in-los", (key,)
    )
    if not await dares_to_charge(battle, key, target):
        return
    declare(battle, "charge", LONG)
    note_movement(battle)
    battle.note("charges", "action.charge", (key, target), model=battle[key].name, target=battle[target].name)
    allowance = battle[key].profile.speed + CHARGE_BONUS
    if await move_action(battle, key, allowance, "charges", "charge.move", toward=target):
        await charge_attack(battle, key, target)


class _ChargeTargets(Listing[str]):
    """The enemies in sight; those out of sight greyed."""

    __slots__ = ("battle", "enemies", "key")

    def __init__(self, battle: Battle, key: str) -> None:
        self.battle = battle
        self.key = key
        self.enemies = battle.enemies_of(battle[key])

    def __len__(self) -> int:
        return len(self.enemies)

    def option(self, number: int) -> Option[str]:
        enemy = self.enemies[number]
        why_not, clause = charge_target_objection(self.battle, self.battle[self.key], enemy)
        charger = self.battle[self.key]
        beyond = not why_not and not within_charge(self.battle, charger, enemy)
        label = f"Charge {enemy.name}" + (f', {gap(charger, enemy):.1f}" away: beyond its reach' if beyond else "")
        return Option(
            enemy.key, enemy.key, label, clause or "charge.target-in-los", why_not, (enemy.key,),
            attempt=("dare", self.key, enemy.key),
        )  # fmt: skip


def within_charge(battle: Battle, model: Model, enemy: Model) -> bool:
    """Is a visible enemy so near that a charge on the shortest way could end engaging it?"""
    reach = max(model.profile.reach, 0.0 if enemy.knocked_down else enemy.profile.reach)
    furthest = model.radius + model.profile.speed + CHARGE_BONUS + reach + enemy.radius + TOLERANCE
    return hypot(model.x - enemy.x, model.y - enemy.y) <= furthest and sees(battle, model, enemy)


def charge_target_objection(battle: Battle, model: Model, enemy: Model) -> tuple[str, str]:
    activation = battle.activation
    if activation is not None and enemy.key in activation.frightened_of:
        return "it dares not charge this one in this activation", "card.special-abilities"
    if not sees(battle, model, enemy):
        return "no line of sight", "charge.target-in-los"
    return "", ""


async def dares_to_charge(battle: Battle, key: str, target: str) -> bool:
    """A card may demand a nerve test of whoever wants to charge its model; failed, no action is used up."""
    for ability in battle[target].profile.abilities:
        if ability.frightens_chargers():
            why = f"{battle[target].name}'s {ability.name}"
            if not await nerve_test(battle, key, why, "nerve.test", forced=True):
                activation = battle.activation
                if activation is not None:
                    activation.frightened_of = (*activation.frightened_of, target)
                return False
    return True


async def charge_attack(battle: Battle, key: str, target: str) -> None:
    """The free melee attack on the charge target; it counts as the Attack of this activation."""
    activation = battle.activation
    if activation is None or ATTACK in activation.actions:
        return
    model = battle[key]
    if not battle[target].in_play or not engages(battle, model, battle[target]):
        return
    weapons = melee_attacks_at(battle, model, battle[target])
    if not weapons:
        return
    options: list[Option[int]] = []
    for weapon in weapons:
        number = model.profile.melee.index(weapon)
        attempt = ("attack", CHARGE, key, target, weapon.key)
        options.append(Option(weapon.key, number, weapon.line(), "charge.attack", about=(target,), attempt=attempt))
    options.append(Option("decline", -1, "No charge attack", "charge.attack", declines=True))
    prompt = f"{model.name} is upon {battle[target].name}: charge attack?"
    chosen = await Choose(model.side, prompt, options, "charge.attack", (key, target))
    if chosen < 0:
        return
    activation.actions = (*activation.actions, ATTACK)
    weapon = battle[key].profile.melee[chosen]
    await strike_after_charge(battle, Strike(key, weapon, CHARGE), [(target, weapon.dice)])


async def strike_after_charge(battle: Battle, strike: Strike, split: Declared) -> None:
    """With the bonus of the charge, and that of a Focus before it."""
    strike.moved = True
    await choose_focus(battle, strike, split, "Charge", "melee.modifier.charge")
    activation = battle.activation
    if activation is not None and activation.model == strike.attacker and activation.focused:
        activation.focused = False
        await choose_focus(battle, strike, split, "Focus", "melee.modifier.focus")
    await offer_lost_die(battle, strike, split)
    await attack(battle, strike, split)
