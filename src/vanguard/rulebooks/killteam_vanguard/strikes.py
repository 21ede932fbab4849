"""A strike as declared: who attacks with what and in which way, and what modifies its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vanguard.core.telling.events import Modifier
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.dice_rolls import total
from vanguard.rulebooks.killteam_vanguard.engagements import outnumbered
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_THE_OPEN, exposure, in_cover
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

ACTION: Final = "action"
CHARGE: Final = "charge"
DISENGAGING: Final = "disengaging"
RETALIATION: Final = "retaliation"
BLAST: Final = "blast"

CLAUSES_OF_WAYS: Final = {
    ACTION: "attack.choose-weapon",
    CHARGE: "charge.attack",
    DISENGAGING: "disengage.attack",
    RETALIATION: "retaliate.attack",
    BLAST: "blast.trigger",
}

LONG_RANGE: Final = 12.0


class Strike:
    """An attack as declared: who, with what, in which way, and the bonuses chosen for it."""

    __slots__ = (
        "attacker",
        "weapon",
        "way",
        "to_hit",
        "to_pierce",
        "ignores_obscured",
        "extra_die_at",
        "lost_die_at",
        "moved",
    )

    def __init__(self, attacker: str, weapon: Weapon, way: str) -> None:
        self.attacker: Final[str] = attacker
        self.weapon: Final[Weapon] = weapon
        self.way: Final[str] = way
        self.to_hit: list[Modifier] = []
        """Bonuses of the whole attack to its hit dice: Aim, Focus, a charge, a card."""
        self.to_pierce: list[Modifier] = []
        self.ignores_obscured: bool = False
        self.extra_die_at: str = ""
        """The target against which a card grants one more die."""
        self.lost_die_at: str = ""
        self.moved: bool = False
        """The attacker performed a movement action in this activation."""

    def key(self) -> tuple[Any, ...]:
        """All of it that matters once it is declared."""
        bonuses = (total(self.to_hit), total(self.to_pierce), self.ignores_obscured)
        return (self.attacker, self.weapon.key, self.way, bonuses, self.extra_die_at, self.lost_die_at)


# -- hit dice ---------------------------------------------------------------------------------------------------------------


def hit_modifiers(battle: Battle, strike: Strike, attacker: Model, target: Model) -> list[Modifier]:
    """What changes the result of every hit die against this target."""
    if strike.way == BLAST:
        return []
    if strike.weapon.melee:
        return melee_hit_modifiers(strike, target)
    modifiers = list(strike.to_hit)
    if not strike.ignores_obscured and exposure(battle, attacker, target) != IN_THE_OPEN:
        modifiers.append(Modifier(-1, "obscured", "ranged.modifier.obscured"))
    if gap(attacker, target) > LONG_RANGE + TOLERANCE:
        modifiers.append(Modifier(-1, "long range", "ranged.modifier.long-range"))
    return modifiers


def melee_hit_modifiers(strike: Strike, target: Model) -> list[Modifier]:
    modifiers = list(strike.to_hit)
    if target.knocked_down:
        modifiers.append(Modifier(1, "target knocked down", "melee.modifier.knocked-down"))
    if strike.way == DISENGAGING:
        modifiers.append(Modifier(1, "disengaging attack", "melee.modifier.disengaging"))
    return modifiers


def dice_modifiers(battle: Battle, strike: Strike, attacker: Model, target: Model) -> list[Modifier]:
    """Bonus and lost dice in the roll against this target."""
    if strike.way == BLAST:
        return []
    modifiers: list[Modifier] = []
    if strike.weapon.melee and outnumbered(battle, attacker, target):
        modifiers.append(Modifier(1, "outnumbering (dice)", "melee.modifier.outnumbering"))
    for rule in strike.weapon.rules:
        extra = rule.extra_dice(battle, strike, attacker, target)
        if extra is not None:
            modifiers.append(extra)
    if strike.extra_die_at == target.key:
        modifiers.append(Modifier(1, "Volley Drill (dice)", "card.special-abilities.cp-cost"))
    if strike.lost_die_at == target.key:
        modifiers.append(Modifier(-1, "UNWIELDY (dice)", "stat.attack-special"))
    return modifiers


# -- armor dice -------------------------------------------------------------------------------------------------------------


def armor_piercing(battle: Battle, strike: Strike, target: Model) -> list[Modifier]:
    """The attack's total AP as it worsens each armor die."""
    modifiers: list[Modifier] = []
    if strike.weapon.ap:
        modifiers.append(Modifier(-strike.weapon.ap, f"AP{strike.weapon.ap}", "attack.armor-roll.ap"))
    if strike.way == BLAST:
        return modifiers
    modifiers.extend([Modifier(-bonus.amount, bonus.label, bonus.clause) for bonus in strike.to_pierce])
    if target.knocked_down:
        clause = "melee.modifier.knocked-down" if strike.weapon.melee else "ranged.modifier.knocked-down"
        modifiers.append(Modifier(-1, "target knocked down", clause))
    if strike.way == DISENGAGING:
        modifiers.append(Modifier(-1, "disengaging attack", "melee.modifier.disengaging"))
    return modifiers


def cover_bonus(battle: Battle, strike: Strike, target: Model) -> list[Modifier]:
    """+1 on the armor dice behind an obstacle that obscures this line and that the target touches."""
    if strike.way == BLAST:
        return []
    if not in_cover(battle, battle[strike.attacker], target):
        return []
    clause = "melee.modifier.cover" if strike.weapon.melee else "ranged.modifier.cover"
    return [Modifier(1, "cover", clause)]


def is_mortal(weapon: Weapon) -> bool:
    for rule in weapon.rules:
        if rule.hits_are_mortal():
            return True
    return False
