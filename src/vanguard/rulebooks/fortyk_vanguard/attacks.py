"""MAKING ATTACKS: hit roll, wound roll, saving throw, damage, for like attacks on one model together.

Each step is a part of a course: a value that knows what comes next, so that odds can solve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.questions import Roll
from vanguard.core.telling.events import DiceShown, Modifier, needed_in_words
from vanguard.core.telling.pictures import MELEE, RANGED
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup, DiceLie, GroupRoll
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, destroy_if_dead, suffer_damage, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.dice import capped, roll_quantity
from vanguard.rulebooks.fortyk_vanguard.profiles import WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.special_rules import rerolls_hit_ones, save_bonus
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model

NO_SAVE: Final = 7


def wound_needed(strength: int, toughness: int) -> int:
    """The wound table (core.attack.wound-table)."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def hits(face: int, group: AttackGroup, modifier: int) -> bool:
    """An unmodified 1 always fails, an unmodified 6 always hits (core.attack.hit-extremes)."""
    if group.hits_on:
        return face >= group.hits_on
    if face == 6:
        return True
    return face != 1 and face + modifier >= group.skill


def save_needed(battle: Battle, target: Model, group: AttackGroup) -> tuple[int, list[Modifier], bool]:
    """What a saving throw must show after the better of armour and invulnerable save is picked, its modifiers, and
    whether it is the invulnerable one. A result of 1 always fails; 7 means no throw can succeed."""
    profile = target.profile
    bonus = save_bonus(battle, target)
    modifiers: list[Modifier] = []
    if group.profile.ap:
        modifiers.append(Modifier(group.profile.ap, "AP", "core.attack.saving-throw"))
    if group.covered:
        clause = "core.terrain.light-cover" if group.profile.ranged else "core.terrain.heavy-cover"
        modifiers.append(Modifier(1, "cover", clause))
        if group.profile.ranged and profile.cover_bonus:
            modifiers.append(Modifier(profile.cover_bonus, "small in cover", "faction.diminutive"))
    if profile.save_bonus:
        modifiers.append(Modifier(profile.save_bonus, "slabshield", "faction.slabshield"))
    if bonus:
        modifiers.append(Modifier(bonus, "Psychic Barrier", "faction.psychic-barrier"))
    armour = profile.save
    for modifier in modifiers:
        armour -= modifier.amount
    if profile.invulnerable and profile.invulnerable - bonus < armour:
        barrier = [Modifier(bonus, "Psychic Barrier", "faction.psychic-barrier")] if bonus else []
        return max(2, profile.invulnerable - bonus), barrier, True
    return max(2, armour), modifiers, False


def tell_lost(battle: Battle, group: AttackGroup, clause: str) -> None:
    if battle.heard:
        name = battle[group.target].name
        battle.note("attacks-lost", clause, group.about(), n=group.count, weapon=group.profile.name, target=name)


def tell_automatic_hits(battle: Battle, group: AttackGroup) -> None:
    """No hit roll is made, so nothing that depends on one matters."""
    if battle.heard:
        battle.note(
            "automatic-hits", "core.weapon.automatic-hits", group.about(), who=battle[group.attacker].name,
            n=group.count, weapon=group.profile.name, target=battle[group.target].name,
        )  # fmt: skip


# -- the steps of an attack -------------------------------------------------------------------------------------------------------


class HitRoll(GroupRoll):
    """Hits by an ordinary roll, unmodified sixes and ones where they matter (core.attack.hit-roll)."""

    __slots__ = ()

    def name(self, battle: Battle) -> str:
        return f"Hit roll of {battle[self.group.attacker].name}"

    def kinds(self, battle: Battle) -> tuple[int, ...]:
        return self._kinds(self.group.profile.harms_bearer)

    def _kinds(self, ones_matter: bool) -> tuple[int, ...]:
        return _hit_kinds(self.group, capped(self.group.modifiers), self.group.profile.sixes_matter, ones_matter)

    def asks(self, battle: Battle) -> Roll:
        group = self.group
        attacker = battle[group.attacker]
        ones_matter = group.profile.harms_bearer or rerolls_hit_ones(battle, attacker)
        told = f"{attacker.name}: {group.profile.name} at {battle[group.target].name}"
        return Roll(
            group.seat, self.count, f"hit {group.attacker}>{group.target}", group.hit_clause,
            kinds=self._kinds(ones_matter), prompt=f"{told}, hit roll", about=group.about(),
        )  # fmt: skip

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        if 1 in faces and rerolls_hit_ones(battle, battle[self.group.attacker]):
            return (OnesAgain(self, tuple(faces)),)
        return super().after(battle, faces)

    def shown(self, battle: Battle, faces: tuple[int, ...]) -> DiceShown:
        return _hits_shown(self.group, faces, capped(self.group.modifiers))

    def _landed(self, faces: tuple[int, ...]) -> int:
        modifier = capped(self.group.modifiers)
        return len([face for face in faces if hits(face, self.group, modifier)])

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        group, profile = self.group, self.group.profile
        sixes = faces.count(6) if profile.sixes_matter else 0
        parts = wounding(battle, group, self._landed(faces) - sixes, sixes)
        if profile.harms_bearer and 1 in faces and group.weapon not in battle.overheated:
            return Overheats(group.weapon), *parts
        return parts

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        group, landed = self.group, self._landed(faces)
        battle.note(
            "hits", group.hit_clause, group.about(), self.shown(battle, faces), who=battle[group.attacker].name,
            n=landed, of=group.count, weapon=group.profile.name, target=battle[group.target].name,
            together=", rolled together" if group.count > 1 else "", way=RANGED if group.profile.ranged else MELEE,
        )  # fmt: skip
        sixes = faces.count(6) if group.profile.automatic_wounds_on_six else 0
        if sixes == landed and not group.profile.extra_hits_on_six:
            tell_no_save(battle, group, sixes)


class OnesAgain(AskPart):
    """Hit rolls of 1 are rolled again, each once (core.dice.reroll-once)."""

    __slots__ = ("faces", "roll")

    def __init__(self, roll: HitRoll, faces: tuple[int, ...]) -> None:
        super().__init__((roll.key, "ones", tuple(sorted(faces))))
        self.roll = roll
        self.faces = faces

    def asks(self, battle: Battle) -> Roll:
        group = self.roll.group
        return Roll(
            group.seat, self.faces.count(1), f"hit-again {group.attacker}>{group.target}", "core.dice.reroll-once",
            kinds=self.roll.kinds(battle), prompt="Hit rolls of 1 again", about=group.about(),
        )  # fmt: skip

    def after(self, battle: Battle, again: Sequence[int]) -> tuple[Part, ...]:
        rolled = iter(again)
        faces = tuple([next(rolled) if face == 1 else face for face in self.faces])
        return (DiceLie(self.roll, self.roll.kinds(battle), faces, tuple([face == 1 for face in self.faces])),)

    def tell(self, battle: Battle, again: Sequence[int]) -> None:
        group = self.roll.group
        if battle.heard:
            who = battle[group.attacker].name
            battle.note("re-rolls-ones", "core.dice.reroll-once", group.about(), who=who, n=len(again))


class Overheats(Part):
    """A hit roll showed a 1 with a weapon that harms its bearer when all its attacks are resolved."""

    __slots__ = ("weapon",)

    def __init__(self, weapon: str) -> None:
        super().__init__(("overheats", weapon))
        self.weapon = weapon

    async def resolve(self, battle: Battle, course: Course) -> None:
        battle.overheated = (*battle.overheated, self.weapon)


def wounding(battle: Battle, group: AttackGroup, landed: int, sixes: int) -> tuple[Part, ...]:
    """Hits are followed by wound rolls; some sixes hit more often, others wound without one."""
    profile = group.profile
    sure = sixes if profile.automatic_wounds_on_six else 0
    landed += sixes - sure + sixes * profile.extra_hits_on_six
    if landed:
        return (WoundRoll(group, landed, sure),)
    return saving(battle, group, sure, 0)


class WoundRoll(GroupRoll):
    """Successful wound rolls, and the mortal wounds they add (core.attack.wound-table)."""

    __slots__ = ()

    def name(self, battle: Battle) -> str:
        return f"Wound roll against {battle[self.group.target].name}"

    def _needed(self, battle: Battle) -> int:
        return wound_needed(self.group.strength, battle[self.group.target].profile.toughness)

    def kinds(self, battle: Battle) -> tuple[int, ...]:
        needed, special = self._needed(battle), self.group.profile.mortal_wounds_on_six
        return tuple([(2 if special and face == 6 else 1) if face >= needed else 0 for face in range(1, 7)])

    def asks(self, battle: Battle) -> Roll:
        group = self.group
        return Roll(
            group.seat, self.count, f"wound {group.attacker}>{group.target}", "core.attack.wound-table",
            kinds=self.kinds(battle), prompt=self.name(battle), about=group.about(),
        )  # fmt: skip

    def shown(self, battle: Battle, faces: tuple[int, ...]) -> DiceShown:
        needed = self._needed(battle)
        marks = ["wound" if face >= needed else "fail" for face in faces]
        return DiceShown("Wound roll", self.group.seat, faces, marks, f"{needed}+")

    def _wounds(self, battle: Battle, faces: tuple[int, ...]) -> int:
        needed = self._needed(battle)
        return len([face for face in faces if face >= needed])

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        mortal = self.group.profile.mortal_wounds_on_six * faces.count(6)
        return saving(battle, self.group, self._wounds(battle, faces) + self.besides, mortal)

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        group, wounds = self.group, self._wounds(battle, faces)
        target = battle[group.target]
        told = f"S {group.strength} against T {target.profile.toughness}"
        battle.note(
            "wound-rolls", "core.attack.wound-table", group.about(), self.shown(battle, faces), n=wounds,
            of=self.count, told=told, target=target.name,
        )  # fmt: skip
        tell_no_save(battle, group, wounds + self.besides)


def saving(battle: Battle, group: AttackGroup, wounds: int, mortal: int) -> tuple[Part, ...]:
    """Each wound may be saved; then damage is done, and mortal wounds are suffered in addition."""
    if not wounds:
        return ()
    if save_needed(battle, battle[group.target], group)[0] < NO_SAVE:
        return (SaveRoll(group, wounds, mortal),)
    return unsaved(group, wounds, mortal)


def unsaved(group: AttackGroup, wounds: int, mortal: int) -> tuple[Part, ...]:
    if not wounds:
        return (Struck(group, mortal),) if mortal else ()
    return Damage(group, wounds), Struck(group, mortal)


def tell_no_save(battle: Battle, group: AttackGroup, wounds: int) -> None:
    target = battle[group.target]
    if wounds and save_needed(battle, target, group)[0] >= NO_SAVE:
        battle.note("no-save", "core.attack.saving-throw", (target.key,), who=target.name, n=wounds)


class SaveRoll(GroupRoll):
    """Saving throws of the target's owner; an unmodified 1 always fails (core.attack.save-natural-one)."""

    __slots__ = ()

    def seat(self, battle: Battle) -> int:
        return battle[self.group.target].seat

    def name(self, battle: Battle) -> str:
        return f"Saving throws of {battle[self.group.target].name}"

    def about(self) -> tuple[str, ...]:
        return (self.group.target,)

    def _needed(self, battle: Battle) -> int:
        return save_needed(battle, battle[self.group.target], self.group)[0]

    def kinds(self, battle: Battle) -> tuple[int, ...]:
        needed = self._needed(battle)
        return tuple([1 if face >= needed else 0 for face in range(1, 7)])

    def asks(self, battle: Battle) -> Roll:
        group = self.group
        invulnerable = save_needed(battle, battle[group.target], group)[2]
        return Roll(
            self.seat(battle), self.count, f"save {group.attacker}>{group.target}", _save_clause(invulnerable),
            kinds=self.kinds(battle), prompt=self.name(battle), about=self.about(),
        )  # fmt: skip

    def may_help(self, battle: Battle, faces: tuple[int, ...]) -> bool:
        """Would the other failed saves and what is suffered in addition leave it a wound, if Damage is as low as can be?"""
        target = battle[self.group.target]
        if target.profile.ignore_wounds:
            return True
        least = reduced(target, self.group, self.group.damage.least)
        return (self._failed(battle, faces) - 1) * least + self.besides < target.wounds

    def _failed(self, battle: Battle, faces: tuple[int, ...]) -> int:
        needed = self._needed(battle)
        return len([face for face in faces if face < needed])

    def shown(self, battle: Battle, faces: tuple[int, ...]) -> DiceShown:
        target = battle[self.group.target]
        needed, modifiers, invulnerable = save_needed(battle, target, self.group)
        marks = ["save" if face >= needed else "fail" for face in faces]
        printed = target.profile.invulnerable if invulnerable else target.profile.save
        name = "Invulnerable save" if invulnerable else "Saving throw"
        return DiceShown(name, target.seat, faces, marks, needed_in_words(printed, needed), modifiers)

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        return unsaved(self.group, self._failed(battle, faces), self.besides)

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        target, dice = battle[self.group.target], self.shown(battle, faces)
        invulnerable = save_needed(battle, target, self.group)[2]
        battle.note(
            "saves", _save_clause(invulnerable), (target.key,), dice, who=target.name,
            n=self.count - self._failed(battle, faces), of=self.count, kind=dice.label.lower(),
        )  # fmt: skip


def _save_clause(invulnerable: bool) -> str:
    return "core.attack.invulnerable-save" if invulnerable else "core.attack.saving-throw"


def _hit_kinds(group: AttackGroup, modifier: int, sixes_matter: bool, ones_matter: bool) -> tuple[int, ...]:
    kinds: list[int] = []
    for face in range(1, 7):
        kind = 1 if hits(face, group, modifier) else 0
        if ones_matter:
            kind += 1 if face > 1 else 0
        if sixes_matter and face == 6:
            kind += 1
        kinds.append(kind)
    return tuple(kinds)


def _hits_shown(group: AttackGroup, faces: tuple[int, ...], modifier: int) -> DiceShown:
    marks = ["hit" if hits(face, group, modifier) else "miss" for face in faces]
    if group.hits_on:
        return DiceShown("Hit roll", group.seat, faces, marks, f"{group.hits_on}+ unmodified")
    needed = [face for face in range(1, 7) if hits(face, group, modifier)]
    return DiceShown("Hit roll", group.seat, faces, marks, needed_in_words(group.skill, needed[0]), group.modifiers)


class Damage(Part):
    """Each failed save costs the Damage of the attack; what the model has no wounds for is lost."""

    __slots__ = ("failed", "group")

    def __init__(self, group: AttackGroup, failed: int) -> None:
        super().__init__(("damage", group.key(), failed))
        self.group = group
        self.failed = failed

    async def resolve(self, battle: Battle, course: Course) -> None:
        group, profile = self.group, self.group.profile
        target = battle[group.target]
        if target.wounds <= 0:
            return
        printed = group.damage
        clause = "core.attack.inflict-damage"
        if not printed.dice and not target.profile.ignore_wounds:
            tell_damage(battle, group, printed.plus, False)
            await suffer_damage(battle, target.key, self.failed * reduced(target, group, printed.plus), clause)
            return
        key = f"damage {group.attacker}>{group.target}"
        told, enough = f"Damage of {profile.name}", enough_damage(target, group)
        amount = await roll_quantity(battle, group.seat, printed, key, clause, told, group.about(), True, enough)
        tell_damage(battle, group, amount, printed.dice > 0)
        await suffer_damage(battle, target.key, reduced(target, group, amount), clause)
        if self.failed > 1:
            course.first(Damage(group, self.failed - 1))


class Struck(Part):
    """All damage is done: mortal wounds are suffered in addition, and who has no wounds left is destroyed."""

    __slots__ = ("group", "mortal")

    def __init__(self, group: AttackGroup, mortal: int) -> None:
        super().__init__(("struck", group.target, mortal))
        self.group = group
        self.mortal = mortal

    async def resolve(self, battle: Battle, course: Course) -> None:
        target = battle[self.group.target]
        clause = "core.attack.mortal-wounds-in-addition"
        if self.mortal and target.wounds > 0:
            if battle.heard:
                battle.note("mortal", clause, (target.key,), who=target.name, n=self.mortal)
            await suffer_damage(battle, target.key, self.mortal, clause)
        await destroy_if_dead(battle, target.key, by_attack=True)


def reduced(target: Model, group: AttackGroup, amount: int) -> int:
    """Abilities that reduce Damage do so for each attack, to no less than 1 (core.attack.damage-reduction)."""
    profile = target.profile
    if not profile.damage_reduction:
        return amount
    if profile.damage_reduction_up_to and group.strength > profile.damage_reduction_up_to:
        return amount
    return max(1, amount - profile.damage_reduction)


def tell_damage(battle: Battle, group: AttackGroup, amount: int, rolled: bool) -> None:
    """The Damage of an attack where the wounds lost alone do not tell it: random, or reduced."""
    if not battle.heard:
        return
    target, weapon = battle[group.target], group.profile.name
    left = reduced(target, group, amount)
    if left < amount:
        clause = "core.attack.damage-reduction"
        battle.note("damage-reduced", clause, (target.key,), weapon=weapon, n=amount, target=target.name, left=left)
    elif rolled:
        battle.note("damage", "core.attack.inflict-damage", (target.key,), weapon=weapon, n=amount)


def enough_damage(target: Model, group: AttackGroup) -> int:
    """The Damage of one attack that takes all wounds the model has left; 0 if some of them might be ignored."""
    if target.profile.ignore_wounds:
        return 0
    enough = target.wounds
    while reduced(target, group, enough) < target.wounds:
        enough += 1
    return enough


async def bearer_suffers(battle: Battle, key: str, profile: WeaponProfile) -> None:
    """A weapon that harms its bearer on an unmodified 1 does so after all its attacks (core.attack.supercharge)."""
    bearer = battle[key]
    if bearer.wounds <= 0:
        return
    if profile.destroys_bearer_on_one:
        battle.note("overheats", "core.attack.supercharge", (key,), who=bearer.name, weapon=profile.name)
        await destroy(battle, key)
    elif profile.mortal_wound_to_bearer_on_one:
        await suffer_mortal_wounds(battle, key, 1, "weapon.mortal-wound-to-bearer")
