"""ABILITIES: one class per printed rule, overriding the moments it changes. What a profile states as a number is read there."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.telling.events import Modifier
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.engagement import aura_over
from vanguard.rulebooks.fortyk_vanguard.profiles import CHARACTER, CORE, INFANTRY, TERMINATOR, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    CHARGED,
    FOUGHT,
    INTERVENED,
    SET_TO_DEFEND,
    WAS_CHARGED,
    Battle,
    Model,
)

COWARD_REACH: Final = 6.0
HOOD_REACH: Final = 12.0
HARDER_TO_SHOOT: Final[dict[str, str]] = {
    "nightshroud": "faction.nightshroud",
    "smoke-launchers": "faction.smoke-launchers",
}
"""Effects that take 1 from ranged hit rolls against whom they are on."""
UNSTEADY: Final[dict[str, str]] = {
    "jabbin-fingerz": "faction.jabbin-fingerz",
    "withering-gaze": "faction.withering-gaze",
}
"""Effects that take 1 from every hit roll of whom they are on."""
STRONGER: Final[tuple[str, ...]] = ("fists-of-gork", "hallowed-fury")
"""Effects that add their amount to Strength and Attacks."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SpecialRule:
    """The moments at which an ability can change something for the model that has it."""

    key: ClassVar[str] = ""
    clause: ClassVar[str] = ""

    def more_attacks(self, battle: Battle, model: Model) -> int:
        """Attacks added when it fights."""
        return 0

    def doubles_rapid_fire(self, battle: Battle, model: Model, profile: WeaponProfile) -> bool:
        """Does a Rapid Fire weapon make double attacks beyond half range too?"""
        return False

    def rerolls_ones(self, battle: Battle, model: Model) -> bool:
        """Are hit rolls of 1 re-rolled?"""
        return False

    def attrition_modifier(self, battle: Battle, model: Model) -> int:
        return 0

    def ignores_attrition_modifiers(self) -> bool:
        return False

    def deny_bonus(self, battle: Battle, model: Model, caster: Model) -> int:
        """Added to its rolls to deny a power of this caster."""
        return 0

    def rerolls_charges(self) -> bool:
        return False

    def fights_first(self) -> bool:
        return False


class KnowNoFear(SpecialRule):
    key = "and-they-shall-know-no-fear"
    clause = "faction.and-they-shall-know-no-fear"

    def ignores_attrition_modifiers(self) -> bool:
        return True


class Cowardly(SpecialRule):
    key = "cowardly"
    clause = "faction.cowardly"

    def attrition_modifier(self, battle: Battle, model: Model) -> int:
        for friend in battle.of(model.seat):
            if friend.profile.is_("RUNTHERD") and within(friend.base, model.base, COWARD_REACH):
                return 0
        return -model.profile.number_in(self.key, 1)


class BolterDiscipline(SpecialRule):
    key = "bolter-discipline"
    clause = "faction.bolter-discipline"

    def doubles_rapid_fire(self, battle: Battle, model: Model, profile: WeaponProfile) -> bool:
        if not profile.bolt:
            return False
        return model.profile.is_(TERMINATOR) or (model.profile.is_(INFANTRY) and not model.has_moved)


class ShockAssault(SpecialRule):
    key = "shock-assault"
    clause = "faction.shock-assault"

    def more_attacks(self, battle: Battle, model: Model) -> int:
        return model.profile.number_in(self.key, 1) if model.did(CHARGED | WAS_CHARGED | INTERVENED) else 0


class AvalancheOfMuscle(SpecialRule):
    key = "avalanche-of-muscle"
    clause = "faction.avalanche-of-muscle"

    def more_attacks(self, battle: Battle, model: Model) -> int:
        return model.profile.number_in(self.key, 1) if model.did(CHARGED) and not model.did(FOUGHT) else 0


class HardwiredForDestruction(SpecialRule):
    key = "hardwired-for-destruction"
    clause = "faction.hardwired-for-destruction"

    def rerolls_ones(self, battle: Battle, model: Model) -> bool:
        return True


class PsychicHood(SpecialRule):
    key = "psychic-hood"
    clause = "faction.psychic-hood"

    def deny_bonus(self, battle: Battle, model: Model, caster: Model) -> int:
        if not within(model.base, caster.base, model.profile.reach_of(self.key, HOOD_REACH)):
            return 0
        return model.profile.number_in(self.key, 1)


class EreWeGo(SpecialRule):
    key = "ere-we-go"
    clause = "faction.ere-we-go"

    def rerolls_charges(self) -> bool:
        return True


class FightsFirst(SpecialRule):
    key = "fights-first"
    clause = "faction.quicksilver-veteran"

    def fights_first(self) -> bool:
        return True


NOTHING: Final[tuple[SpecialRule, ...]] = ()
RULES: Final[dict[str, SpecialRule]] = {
    rule.key: rule
    for rule in (
        KnowNoFear(), Cowardly(), BolterDiscipline(), ShockAssault(), AvalancheOfMuscle(), HardwiredForDestruction(),
        PsychicHood(), EreWeGo(), FightsFirst(),
    )
}  # fmt: skip


BY_NAME: Final[tuple[str, ...]] = (
    "rites-of-battle", "objective-secured", "deep-strike", "duty-eternal", "explodes", "living-metal", "reanimation-protocols",
    "their-number-is-legion", "my-will-be-done", "relentless-march", "harbinger-of-destruction", "living-lightning",
    "sentinel-construct", "mask-of-dread", "waaagh", "warboss", "diminutive", "full-throttle", "transport", "open-topped",
    "ramshackle", "cybork-body", "voice-of-command", "shoot-sharp-and-scarper", "slabshield", "brute-shield",
    "smoke-launchers", "grinding-advance",
)  # fmt: skip
"""Rules that the chapters know by name, or that are numbers of a profile."""
KNOWN: Final[frozenset[str]] = frozenset([*RULES, *BY_NAME])
KNOWN_POWERS: Final[tuple[str, ...]] = (
    "smite", "eadbanger", "da-jump", "psychic-barrier", "terrifying-visions", "mental-fortitude", "nightshroud", *UNSTEADY, *STRONGER,
)  # fmt: skip


def rules_of(model: Model) -> tuple[SpecialRule, ...]:
    """The rules a model has that change a moment."""
    found = [RULES[ability.rule] for ability in model.profile.abilities if ability.rule in RULES]
    return tuple(found) if found else NOTHING


# -- sums over all that affects a model ---------------------------------------------------------------------------------------


def hit_modifiers(battle: Battle, attacker: Model, target: Model, profile: WeaponProfile) -> list[Modifier]:
    """Everything that changes a hit roll apart from terrain and Big Guns: weapon, movement, auras, powers, smoke."""
    found: list[Modifier] = []
    if profile.hit_modifier:
        found.append(Modifier(profile.hit_modifier, profile.name, "weapon.hit-modifier"))
    if profile.ranged:
        if attacker.moved == ADVANCED and (profile.assault or profile.dakka):
            found.append(Modifier(-1, "Advanced", "core.weapon.assault"))
        if profile.heavy and attacker.has_moved and attacker.profile.is_(INFANTRY):
            found.append(Modifier(-1, "moved with a Heavy weapon", "core.weapon.heavy"))
        for effect in battle.effects:
            if effect.about == target.key and effect.key in HARDER_TO_SHOOT:
                found.append(Modifier(-1, effect.key.replace("-", " "), HARDER_TO_SHOOT[effect.key]))
    else:
        if attacker.did(SET_TO_DEFEND):
            found.append(Modifier(1, "set to defend", "core.terrain.set-to-defend"))
        boss = aura_over(battle, attacker, "warboss")
        if boss is not None and (attacker.profile.is_(CORE) or attacker.profile.is_(CHARACTER)):
            found.append(Modifier(boss.number or 1, boss.name, "faction.warboss"))
    for effect in battle.effects:
        if effect.about == attacker.key:
            if effect.key == "my-will-be-done":
                found.append(Modifier(1, "My Will Be Done", "faction.my-will-be-done"))
            elif effect.key in UNSTEADY:
                found.append(Modifier(-1, effect.key.replace("-", " "), UNSTEADY[effect.key]))
    return found


def rerolls_hit_ones(battle: Battle, attacker: Model) -> bool:
    """By its own ability, an order, or an aura."""
    for rule in rules_of(attacker):
        if rule.rerolls_ones(battle, attacker):
            return True
    if battle.effect_on("take-aim", attacker.key) is not None:
        return True
    return attacker.profile.is_(CORE) and aura_over(battle, attacker, "rites-of-battle") is not None


def extra_attacks(battle: Battle, model: Model) -> int:
    """Attacks added to the A characteristic by abilities, powers and the Waaagh!."""
    more = sum([rule.more_attacks(battle, model) for rule in rules_of(model)])
    for effect in battle.effects:
        if effect.about == model.key and effect.key in STRONGER:
            more += effect.amount
    if battle.army_effect("waaagh", model.seat) is not None:
        more += 1
    return more


def strength_with(battle: Battle, model: Model, profile: WeaponProfile) -> int:
    """The Strength of an attack: multiplied first, then increased (core.profile.modify-characteristics)."""
    bonus = 0
    for effect in battle.effects:
        if effect.about == model.key and effect.key in STRONGER:
            bonus += effect.amount
    return profile.strength.of(model.row.strength, bonus)


def save_bonus(battle: Battle, model: Model) -> int:
    """What is added to saving throws of any kind: Psychic Barrier."""
    return 1 if battle.effect_on("psychic-barrier", model.key) is not None else 0


def leadership_of(battle: Battle, model: Model) -> int:
    leadership = model.profile.leadership
    if battle.effect_on("terrifying-visions", model.key) is not None:
        leadership -= 2
    return max(1, leadership)


def move_of(battle: Battle, model: Model) -> float:
    """The M characteristic for a Normal Move or an Advance."""
    march = aura_over(battle, model, "relentless-march") if model.profile.is_(CORE) else None
    return model.row.move + (0 if march is None else march.number or 1)


def doubles_rapid_fire(battle: Battle, model: Model, profile: WeaponProfile) -> bool:
    for rule in rules_of(model):
        if rule.doubles_rapid_fire(battle, model, profile):
            return True
    return False
