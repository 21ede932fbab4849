"""What units are worth and what attacks take from them on average, by the dice the rules themselves would roll."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.vijilant.attacks import Attack
from vanguard.rulebooks.vijilant.bot.aims import closeness
from vanguard.rulebooks.vijilant.close_combat import cc_firings
from vanguard.rulebooks.vijilant.coherency import in_coherency
from vanguard.rulebooks.vijilant.driving import Drive
from vanguard.rulebooks.vijilant.profiles import CommandCard, UnitCard
from vanguard.rulebooks.vijilant.shooting import Aim
from vanguard.rulebooks.vijilant.special_rules import command_attack
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit

PIN: Final = 0.12
"""What a chance to pin a unit is worth, as a share of the unit."""
YET_TO_ACT: Final = 1.25
"""A unit that has not had its turn this round is worth so much more dead."""

KILLS: Final = 0.8
"""A blow worth this share of its target's prize is likely to kill it."""

_cards: dict[UnitCard, float] = {}


def card_worth(card: UnitCard) -> float:
    """A whole unit by its card: how hard it strikes and how much it takes."""
    known = _cards.get(card)
    if known is None:
        strikes = 0.0
        for weapon in card.weapons:
            bearers = 1 if weapon.team else len([kind for kind in card.models if weapon.borne_by(kind.key)])
            strikes += weapon.power * weapon.spread * bearers
        health = card.health * card.count
        known = 1.0 + 0.1 * strikes + 0.25 * health * (1 + card.toughness.side) + 0.2 * card.dodge
        _cards[card] = known
    return known


def health_of(battle: Battle, unit: Unit) -> int:
    return sum([battle.health_left(model) for model in battle.living(unit)])


def unit_worth(battle: Battle, unit: Unit) -> float:
    """What is left of it."""
    whole = unit.card.health * unit.card.count
    return card_worth(unit.card) * (0.2 + 0.8 * health_of(battle, unit) / whole) if battle.is_alive(unit) else 0.0


def prize(battle: Battle, unit: Unit) -> float:
    """What killing all of it would be worth to its enemy now: more if it is about to take what the mission is about."""
    value = card_worth(unit.card)
    if battle.defender >= 0 and unit.seat != battle.defender:
        value *= 1.0 + 2.5 * closeness(battle, unit)
    if not unit.had_turn:
        value *= YET_TO_ACT
    return value


def mean_wounds(attack: Attack) -> float:
    """Wounds on average; what goes beyond one model's Health is lost."""
    health = attack.target.card.health
    total = 0.0
    for group in attack.dice():
        hits = len([kind for kind in group.kinds if kind]) / 6.0
        total += group.count * hits * min(group.wounds, health)
    return total


def attack_value(attack: Attack) -> float:
    """The share of the target it takes on average, in worth, and what pinning it may bring."""
    battle, target = attack.battle, attack.target
    health = health_of(battle, target)
    if not health:
        return 0.0
    share = min(1.0, mean_wounds(attack) / health)
    value = prize(battle, target)
    pins = any([it.weapon.pinning for it in attack.firings])
    return value * share * (0.85 + 0.3 * share) + (PIN * value if pins and target.pinned < 0 else 0.0)


def shot_value(
    battle: Battle, unit: Unit, models: list[Model], target: Unit, volley: str, used: tuple[str, ...]
) -> float:
    aim = Aim(battle, unit, models, target, used)
    firings = aim.firings(volley)
    if not firings:
        return 0.0
    return attack_value(Attack(battle, unit.seat, unit, models, firings, target, False, False))


def strike_value(battle: Battle, unit: Unit, target: Unit, models: list[Model] | None = None) -> float:
    """A CC attack as if the two were in contact."""
    fighting = in_coherency(battle, unit) if models is None else models
    firings = cc_firings(battle, unit, fighting)
    if not firings or target.flying:
        return 0.0
    return attack_value(Attack(battle, unit.seat, unit, fighting, firings, target, True, False))


def charge_value(battle: Battle, unit: Unit, target: Unit) -> float:
    """The same, where it has to be gone to for it: a hero goes only for what she is likely to kill."""
    value = strike_value(battle, unit, target)
    return value if not unit.card.hero or value >= KILLS * prize(battle, target) else 0.0


def command_value(battle: Battle, seat: int, card: CommandCard, target: Unit) -> float:
    return attack_value(command_attack(battle, seat, card, target))


def ram_value(battle: Battle, unit: Unit, move: Drive, path: tuple[tuple[float, ...], ...]) -> float:
    """Whom a straight ram would run over, up to the first that would survive."""
    start = (move.base.x, move.base.y)
    value = 0.0
    for contact in move.contacts_on(start, path[-1]):
        struck = battle.models[contact.model]
        enemy = battle.units[struck.unit]
        wounds = unit.card.cc_power - enemy.card.toughness.side
        left = battle.health_left(struck)
        taken = max(0, min(wounds, left))
        value += prize(battle, enemy) * taken / max(1, health_of(battle, enemy))
        if taken < left:
            break
    return value
