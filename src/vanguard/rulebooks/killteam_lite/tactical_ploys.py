"""Tactical Ploys of the shooting attack, the Charge and the end of an activation, each offered at the moment it names."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_lite.attacks import ShootingAttack
from vanguard.rulebooks.killteam_lite.command_points import usable, use_ploy, whose_comes_first
from vanguard.rulebooks.killteam_lite.defence import (
    defence_dice,
    invulnerable_saves,
    piercing_in_force,
    piercing_values,
)
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies, terrain_within
from vanguard.rulebooks.killteam_lite.profiles import PloyCard
from vanguard.rulebooks.killteam_lite.rules_in_force import ADDED_UP_LATER, COUNTERBLOW
from vanguard.rulebooks.killteam_lite.state import CONCEAL, Battle, Operative, other

SHELTER_REACH: Final = 1.0
SNAP_ASIDE_SAVE: Final = 5
POUNCE: Final = "pounce"
CLAUSE: Final = "strategy.ploys.tactical-timing"


async def _offer(
    battle: Battle, seat: int, card: PloyCard, prompt: str, about: tuple[str, ...], is_attack: bool = False
) -> bool:
    """`is_attack` if whatever is answered is followed by the attack it is about."""
    options = [
        Option("use", True, f"{card.name} ({card.cost} CP)", does=card.text),
        Option("no", False, "Do not use it", declines=True),
    ]
    question = Choose(seat, prompt, options, CLAUSE, about)
    question.is_attack = is_attack
    if not await question:
        return False
    use_ploy(battle, seat, card, about)
    return True


async def offer_evasion(battle: Battle, attack: ShootingAttack) -> None:
    """Go to Ground and Snap Aside, when a friendly operative is selected as the target of a shooting attack."""
    if attack.blast_extra:
        return  # caught in a blast, not selected
    target = battle[attack.target]
    seat = target.seat
    card = usable(battle, seat, "go-to-ground")
    if card is not None and _shelter_helps(battle, attack, target):
        prompt = f"{target.name} is shot at. Use {card.name}?"
        attack.may_shelter = await _offer(battle, seat, card, prompt, (target.key,), is_attack=True)
    card = usable(battle, seat, "snap-aside")
    if card is not None and _saves_worse(battle, attack, target):
        prompt = f"{target.name} is shot at. Use {card.name}?"
        if await _offer(battle, seat, card, prompt, (target.key,), is_attack=True):
            attack.offered_save = SNAP_ASIDE_SAVE


def _saves_worse(battle: Battle, attack: ShootingAttack, target: Operative) -> bool:
    """Is every invulnerable save it has already worse than that of Snap Aside, and may its Sv come to be?"""
    if any([save <= SNAP_ASIDE_SAVE for save in invulnerable_saves(battle, attack, target)]):
        return False
    return target.card.save > SNAP_ASIDE_SAVE or any([rule.name in ADDED_UP_LATER for rule in attack.rules])


def _shelter_helps(battle: Battle, attack: ShootingAttack, target: Operative) -> bool:
    """Is terrain near, and does the attack leave room for a Cover die it does not have already?"""
    if attack.in_cover:
        return False
    if any([rule.looks_from_above() or rule.forbids_cover_die(battle, attack) for rule in attack.rules]):
        return False
    least = piercing_in_force(battle, attack, piercing_values(attack)[-1:])
    if defence_dice(battle, attack, least, max([0, *invulnerable_saves(battle, attack, target)])) <= 0:
        return False
    return terrain_within(battle, target, SHELTER_REACH)


async def after_a_charge(battle: Battle, key: str) -> None:
    """Counterblow and Pounce come at the same moment: where both could be used, the player with the initiative orders them."""
    charger = battle[key]
    charged = other(charger.seat)
    may_pounce = usable(battle, charger.seat, POUNCE) is not None
    first = charged
    if may_pounce and usable(battle, charged, COUNTERBLOW) is not None:
        first = await whose_comes_first(battle, "A Charge has ended: whose ploy comes first?")
    if first == charged:
        await offer_counterblow(battle, battle[key], may_pounce)
    await offer_pounce(battle, battle[key])
    if first != charged:
        await offer_counterblow(battle, battle[key], POUNCE in battle.activation_marks)


async def offer_counterblow(battle: Battle, charger: Operative, may_fight_for_nothing: bool) -> None:
    """Counterblow: an enemy has ended a Charge within Engagement Range of a friendly operative, and can pay for a Fight."""
    if battle.action_points <= 0 and not may_fight_for_nothing:
        return
    for engaged in engaged_enemies(battle, charger):
        card = usable(battle, engaged.seat, COUNTERBLOW)
        if card is None:
            return
        prompt = f"{charger.name} has charged {engaged.name}. Use {card.name}?"
        if await _offer(battle, engaged.seat, card, prompt, (engaged.key, charger.key)):
            battle.activation_marks = (*battle.activation_marks, f"{COUNTERBLOW} {engaged.key}")
            return


async def offer_pounce(battle: Battle, charger: Operative) -> None:
    """Pounce: after its Charge the next Fight of this activation costs 0AP."""
    card = usable(battle, charger.seat, POUNCE)
    if card is None:
        return
    prompt = f"{charger.name} has charged. Use {card.name}?"
    if await _offer(battle, charger.seat, card, prompt, (charger.key,)):
        battle.activation_marks = (*battle.activation_marks, POUNCE)


async def offer_vanish(battle: Battle, operative: Operative) -> None:
    """Vanish: at the end of its activation an operative that is not engaged takes a Conceal order."""
    card = usable(battle, operative.seat, "vanish")
    if card is None or operative.order == CONCEAL or engaged_enemies(battle, operative):
        return
    if not battle.enemies_of(operative.seat):
        return  # nobody to hide from
    prompt = f"{operative.name} ends its activation. Use {card.name}?"
    if await _offer(battle, operative.seat, card, prompt, (operative.key,)):
        battle[operative.key].order = CONCEAL
        battle.note("order-given", CLAUSE, (operative.key,), who=operative.name, order=CONCEAL)
