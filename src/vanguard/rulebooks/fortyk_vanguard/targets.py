"""SELECTING TARGETS: who may be shot with what, LOOK OUT, SIR, and whom a blast catches."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.measuring import gap, told_beside
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, within
from vanguard.rulebooks.fortyk_vanguard.engagement import engage_each_other, engaged_enemies
from vanguard.rulebooks.fortyk_vanguard.profiles import CHARACTER, MONSTER, VEHICLE, Weapon, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    BROKE_OUT,
    EMBARKED,
    FELL_BACK,
    ON_TABLE,
    SHOT,
    Battle,
    Model,
)

SPLIT_REACH: Final = 3.0
SCREEN_REACH: Final = 2.0
SMALLER_BY: Final = 10.0
"""Millimetres by which a screen's base may be smaller than the CHARACTER's."""

FREE: Final = ("", "")
Reason = tuple[str, str]
"""Why not, and the clause; two empty texts if there is nothing against it."""


class Shooter:
    """A model about to shoot: where it shoots from, and with whom it is engaged."""

    __slots__ = ("base", "battle", "big_guns", "engaged_with", "friends", "groups", "model", "overwatch", "used")

    def __init__(self, battle: Battle, model: Model, overwatch: bool = False) -> None:
        self.battle = battle
        self.model = model
        self.overwatch = overwatch
        self.used: list[str] = []
        """The weapons chosen so far, the first of which decides what is given up for it."""
        self.groups: list[AttackGroup] = []
        """The attacks allocated so far."""
        carrier = battle[model.aboard] if model.fate == EMBARKED else model
        self.base: Base = carrier.base
        """Passengers measure and see from their TRANSPORT."""
        self.engaged_with: list[Model] = engaged_enemies(battle, carrier)
        self.big_guns: bool = model.profile.is_(VEHICLE) or model.profile.is_(MONSTER)
        self.friends: list[Model] = [it for it in battle.models if it.seat == model.seat and it.fate == ON_TABLE]

    def engages(self, target: Model) -> bool:
        return target in self.engaged_with

    def why_not_weapon(self, weapon: Weapon, profile: WeaponProfile) -> Reason:
        """Why this weapon profile cannot be shot now at all."""
        model = self.model
        if profile.once_per_battle and weapon.key in model.used_up:
            return (f"the {weapon.name} was used this battle already", "core.weapon.one-use")
        if model.moved == ADVANCED and not (profile.assault or profile.dakka or self._ordered_forwards()):
            return ("it Advanced this turn", "core.move.advance-restrictions")
        if profile.only_if_stationary and model.has_moved and not self.overwatch:
            return ("only if it Remained Stationary", "weapon.only-if-stationary")
        if self.engaged_with and not profile.pistol and not self.big_guns:
            return ("within Engagement Range only Pistols are shot", "core.shoot.no-shooting-while-engaged")
        return FREE

    def _ordered_forwards(self) -> bool:
        return self.battle.effect_on("forwards", self.model.key) is not None

    def reaches(self, profile: WeaponProfile, target: Model) -> bool:
        return within(self.base, target.base, profile.range)

    def why_not_target(self, profile: WeaponProfile, target: Model) -> Reason:
        """Why this enemy cannot be the (initial) target of a weapon."""
        if not self.reaches(profile, target):
            return (self._told_range(profile, target), "core.shoot.target-must-be-visible-and-in-range")
        reason = self._why_not_in_combat(profile, target)
        if reason[0]:
            return reason
        if profile.blast:
            reason = self._why_not_blast(profile, target)
            if reason[0]:
                return reason
        if not profile.ignores_visibility and not self.battle.sees(self.base, target):
            return ("not visible", "core.shoot.target-must-be-visible-and-in-range")
        if not profile.ignores_look_out_sir:
            screen = self.screen_of(target)
            if screen is not None:
                return (f"Look Out, Sir: {screen.name} stands before it", "vanguard.look-out-sir.cannot-target")
        return FREE

    def _told_range(self, profile: WeaponProfile, target: Model) -> str:
        if not self.battle.heard:
            return "it is out of range"  # most are, and nobody reads how far
        return (
            f'it is {told_beside(gap(self.base, target.base), profile.range, 2)}" away, the range is {profile.range:g}"'
        )

    def _why_not_in_combat(self, profile: WeaponProfile, target: Model) -> Reason:
        """Targets locked in combat are forbidden, with exceptions for Pistols and Big Guns."""
        if self.engaged_with:
            if self.engages(target):
                return FREE
            if not self.big_guns:
                return ("Pistols in combat are shot at enemies within Engagement Range", "core.weapon.pistol-engaged")
        for friend in self.friends:
            if engage_each_other(friend.base, target.base):
                return (
                    f"within Engagement Range of {friend.name}",
                    "core.shoot.no-targets-engaged-with-friends",
                )
        return FREE

    def _why_not_blast(self, profile: WeaponProfile, target: Model) -> Reason:
        """No Blast at an enemy within Engagement Range, nor with a friend within Blast Range of it."""
        if self.engages(target):
            return ("Blast weapons do not attack enemies within Engagement Range", "vanguard.blast.not-against-engaged")
        if self.model.fate == EMBARKED and within(self.base, target.base, profile.blast_range):
            return (f'it is within {profile.blast_range:g}" itself', "vanguard.blast.shooter-counts-as-friend")
        for friend in self.friends:
            if within(friend.base, target.base, profile.blast_range):
                if friend.key == self.model.key:
                    return (f'it is within {profile.blast_range:g}" itself', "vanguard.blast.shooter-counts-as-friend")
                return (f'{friend.name} is within {profile.blast_range:g}"', "vanguard.blast.no-friends-in-blast-range")
        return FREE

    # -- look out, sir ------------------------------------------------------------------------------------------------------

    def screen_of(self, target: Model) -> Model | None:
        """The one model that keeps a CHARACTER from being shot: near it, visible, strictly closer, and large enough."""
        if not target.profile.is_(CHARACTER):
            return None
        distance = -1.0
        for screen in self.battle.models:
            if screen.seat != target.seat or screen.fate != ON_TABLE or screen.key == target.key:
                continue
            if not within(screen.base, target.base, SCREEN_REACH):
                continue
            if screen.profile.base_mm < target.profile.base_mm - SMALLER_BY - TOLERANCE:
                continue
            if distance < 0.0:
                distance = gap(self.base, target.base)
            if gap(self.base, screen.base) < distance - TOLERANCE and self.battle.sees(self.base, screen):
                return screen
        return None

    # -- who else is hit ------------------------------------------------------------------------------------------------------

    def split_targets(self, profile: WeaponProfile, initial: Model) -> list[Model]:
        """The other models among which attacks may be split: near the initial target, and each a legal target itself."""
        found: list[Model] = []
        for enemy in self.battle.models:
            if enemy.seat == self.model.seat or enemy.fate != ON_TABLE or enemy.key == initial.key:
                continue
            if within(initial.base, enemy.base, SPLIT_REACH) and not self.why_not_target(profile, enemy)[0]:
                found.append(enemy)
        return found

    def blast_victims(self, profile: WeaponProfile, initial: Model) -> list[Model]:
        """Every other enemy within Blast Range of the initial target and visible to it."""
        return [
            enemy
            for enemy in self.battle.models
            if enemy.seat != self.model.seat
            and enemy.fate == ON_TABLE
            and enemy.key != initial.key
            and within(initial.base, enemy.base, profile.blast_range)
            and self.battle.sees(initial.base, enemy)
        ]

    def in_half_range(self, profile: WeaponProfile, target: Model) -> bool:
        return within(self.base, target.base, profile.range * 0.5)


# -- who may shoot --------------------------------------------------------------------------------------------------------------


def why_not_shoot(battle: Battle, model: Model) -> Reason:
    """Why a model cannot be selected to shoot, apart from having no target."""
    if model.did(SHOT):
        return ("it has shot", "core.shoot.select")
    if model.fate == EMBARKED and not battle[model.aboard].profile.has("open-topped"):
        return ("it is embarked", "core.transport.embarked-inert")
    if model.moved == FELL_BACK or model.did(BROKE_OUT):
        return ("it Fell Back this turn", "core.move.fall-back-restrictions")
    if not model.profile.ranged:
        return ("it has no ranged weapon", "core.shoot.select")
    if not model.row.ballistic_skill:
        return ("it has a BS of “-”", "core.profile.dash")
    return FREE


def has_target(battle: Battle, model: Model) -> bool:
    """Is there anything this model could shoot at?"""
    shooter = Shooter(battle, model)
    enemies = battle.enemies_of(model.seat)
    for weapon in model.profile.ranged:
        for profile in weapon.ranged:
            if shooter.why_not_weapon(weapon, profile)[0]:
                continue
            for enemy in enemies:
                # most are out of range, and nobody reads how far
                if shooter.reaches(profile, enemy) and not shooter.why_not_target(profile, enemy)[0]:
                    return True
    return False
