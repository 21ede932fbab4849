"""MAKING ATTACKS: hit roll, wound roll, saving throw, damage, for like attacks on one model together.

Each step is a part of a course: a value that knows what comes next, so that odds can solve it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from vanguard.core.courses import AskPart, Course, Part
from vanguard.core.events import DiceShown, Modifier, needed_in_words
from vanguard.core.pictures import MELEE, RANGED
from vanguard.core.questions import Roll
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, destroy_if_dead, suffer_damage, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.dice import capped, roll_quantity
from vanguard.rulebooks.fortyk_vanguard.profiles import Quantity, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.special_rules import rerolls_hit_ones, save_bonus
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model
from vanguard.rulebooks.fortyk_vanguard.stratagems import re_roll_one

NO_SAVE: Final = 7


class AttackGroup:
    """Like attacks of one weapon profile allocated to one model, with all that was judged when targets were selected."""

    __slots__ = (
        "attacker", "count", "covered", "hits_on", "modifiers", "near", "profile", "seat", "skill", "strength", "target",
        "weapon",
    )  # fmt: skip

    def __init__(
        self, attacker: Model, weapon: str, profile: WeaponProfile, target: str, count: int, skill: int, strength: int
    ) -> None:
        self.attacker: Final[str] = attacker.key
        self.seat: Final[int] = attacker.seat
        self.weapon: Final[str] = weapon
        self.profile: Final[WeaponProfile] = profile
        self.target: Final[str] = target
        self.count: int = count
        self.skill: Final[int] = skill
        """BS or WS: what a hit roll needs."""
        self.strength: Final[int] = strength
        self.modifiers: list[Modifier] = []
        """Changes of the hit roll."""
        self.covered: bool = False
        """Has the target the benefits of cover against it?"""
        self.near: bool = False
        """Is the target within half range?"""
        self.hits_on: int = 0
        """In Overwatch: the unmodified result that hits, whatever BS and modifiers; else 0."""

    def key(self) -> Hashable:
        """All of it that makes a difference to the dice and to what they do."""
        modifiers = tuple([modifier.amount for modifier in self.modifiers])
        return (
            self.attacker, self.weapon, self.profile.key, self.target, self.count, self.skill, self.strength, modifiers,
            self.covered, self.near, self.hits_on,
        )  # fmt: skip

    def about(self) -> tuple[str, ...]:
        return (self.attacker, self.target)

    def copy(self, attacker: Model) -> AttackGroup:
        twin = AttackGroup(attacker, self.weapon, self.profile, self.target, self.count, self.skill, self.strength)
        twin.modifiers = list(self.modifiers)
        twin.covered, twin.near, twin.hits_on = self.covered, self.near, self.hits_on
        return twin

    @property
    def damage(self) -> Quantity:
        """The Damage of each attack; melta weapons do another at half range."""
        other = self.profile.damage_at_half_range
        return other if self.near and other is not None else self.profile.damage

    @property
    def hit_clause(self) -> str:
        return "core.overwatch.only-natural-sixes" if self.hits_on else "core.attack.hit-roll"


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


def lost_attacks(battle: Battle, group: AttackGroup, clause: str) -> None:
    if battle.heard:
        name = battle[group.target].name
        battle.note("attacks-lost", clause, group.about(), n=group.count, weapon=group.profile.name, target=name)


def automatic_hits(battle: Battle, group: AttackGroup) -> int:
    """No hit roll is made, so nothing that depends on one matters."""
    if battle.heard:
        battle.note(
            "automatic-hits", "core.weapon.automatic-hits", group.about(), who=battle[group.attacker].name,
            n=group.count, weapon=group.profile.name, target=battle[group.target].name,
        )  # fmt: skip
    return group.count


# -- the steps of an attack -------------------------------------------------------------------------------------------------------


class GroupRoll(AskPart):
    """Dice of one step for all like attacks together, because nothing between them can differ."""

    __slots__ = ("count", "group", "sure")

    def __init__(self, group: AttackGroup, count: int, sure: int = 0) -> None:
        super().__init__((type(self).__name__, group.key(), count, sure))
        self.group = group
        self.count = count
        self.sure = sure
        """Wounds that are certain already."""

    def asks(self, battle: Battle) -> Roll:
        raise TypeError(f"{type(self).__name__} has no dice")

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        return (DiceLie(self, tuple(faces)),)

    async def settle(self, battle: Battle, faces: list[int]) -> tuple[Part, ...]:
        """They lie on the table and may be rolled again; then these parts come next."""
        raise TypeError(f"{type(self).__name__} leads nowhere")


class DiceLie(Part):
    """Dice of a step that have fallen."""

    __slots__ = ("faces", "roll")

    def __init__(self, roll: GroupRoll, faces: tuple[int, ...]) -> None:
        super().__init__((roll.key, faces))
        self.roll = roll
        self.faces = faces

    async def resolve(self, battle: Battle, course: Course) -> None:
        course.first(*await self.roll.settle(battle, list(self.faces)))


class HitRoll(GroupRoll):
    """Hits by an ordinary roll, unmodified sixes and ones where they matter (core.attack.hit-roll)."""

    __slots__ = ()

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

    async def settle(self, battle: Battle, faces: list[int]) -> tuple[Part, ...]:
        group, profile = self.group, self.group.profile
        attacker = battle[group.attacker]
        kinds = self._kinds(profile.harms_bearer)
        fixed = [False] * len(faces)
        if 1 in faces and rerolls_hit_ones(battle, attacker):
            await _re_roll_ones(battle, group, faces, fixed, kinds)
        name = f"Hit roll of {attacker.name}"
        modifier = capped(group.modifiers)
        lying = _hits_shown(group, faces, modifier) if battle.heard else None
        await re_roll_one(battle, group.seat, faces, fixed, kinds, name, group.about(), lying)
        landed = len([face for face in faces if hits(face, group, modifier)])
        if battle.heard:
            _tell_hits(battle, group, faces, modifier, landed)
        if profile.harms_bearer and 1 in faces and group.weapon not in battle.overheated:
            battle.overheated = (*battle.overheated, group.weapon)
        sixes = faces.count(6) if profile.sixes_matter else 0
        return wounding(battle, group, landed - sixes, sixes)


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

    def _needed(self, battle: Battle) -> int:
        return wound_needed(self.group.strength, battle[self.group.target].profile.toughness)

    def _kinds(self, battle: Battle) -> tuple[int, ...]:
        needed, special = self._needed(battle), self.group.profile.mortal_wounds_on_six
        return tuple([(2 if special and face == 6 else 1) if face >= needed else 0 for face in range(1, 7)])

    def asks(self, battle: Battle) -> Roll:
        group = self.group
        return Roll(
            group.seat, self.count, f"wound {group.attacker}>{group.target}", "core.attack.wound-table",
            kinds=self._kinds(battle), prompt=f"Wound roll against {battle[group.target].name}", about=group.about(),
        )  # fmt: skip

    async def settle(self, battle: Battle, faces: list[int]) -> tuple[Part, ...]:
        group = self.group
        target = battle[group.target]
        needed = self._needed(battle)
        about = group.about()
        name = f"Wound roll against {target.name}"
        lying = _wounds_shown(group, faces, needed) if battle.heard else None
        fixed = [False] * len(faces)
        await re_roll_one(battle, group.seat, faces, fixed, self._kinds(battle), name, about, lying)
        wounds = len([face for face in faces if face >= needed])
        if battle.heard:
            dice = _wounds_shown(group, faces, needed)
            told = f"S {group.strength} against T {target.profile.toughness}"
            battle.note(
                "wound-rolls", "core.attack.wound-table", about, dice, n=wounds, of=self.count, told=told,
                target=target.name,
            )  # fmt: skip
        return saving(battle, group, wounds + self.sure, group.profile.mortal_wounds_on_six * faces.count(6))


def saving(battle: Battle, group: AttackGroup, wounds: int, mortal: int) -> tuple[Part, ...]:
    """Each wound may be saved; then damage is done, and mortal wounds are suffered in addition."""
    if not wounds:
        return ()
    target = battle[group.target]
    if save_needed(battle, target, group)[0] < NO_SAVE:
        return (SaveRoll(group, wounds), Struck(group, mortal))
    battle.note("no-save", "core.attack.saving-throw", (target.key,), who=target.name, n=wounds)
    return (Damage(group, wounds), Struck(group, mortal))


class SaveRoll(GroupRoll):
    """Saving throws of the target's owner; an unmodified 1 always fails (core.attack.save-natural-one)."""

    __slots__ = ()

    def asks(self, battle: Battle) -> Roll:
        group = self.group
        target = battle[group.target]
        needed, _, invulnerable = save_needed(battle, target, group)
        return Roll(
            target.seat, self.count, f"save {group.attacker}>{group.target}", _save_clause(invulnerable),
            kinds=_save_kinds(needed), prompt=f"Saving throws of {target.name}", about=(target.key,),
        )  # fmt: skip

    async def settle(self, battle: Battle, faces: list[int]) -> tuple[Part, ...]:
        target = battle[self.group.target]
        needed, modifiers, invulnerable = save_needed(battle, target, self.group)
        fixed = [False] * len(faces)
        throws = f"Saving throws of {target.name}"
        lying = _saves_shown(target, faces, needed, modifiers, invulnerable) if battle.heard else None
        if self._one_more_could_help(target, len([face for face in faces if face < needed])):
            await re_roll_one(battle, target.seat, faces, fixed, _save_kinds(needed), throws, (target.key,), lying)
        saved = len([face for face in faces if face >= needed])
        if battle.heard:
            dice = _saves_shown(target, faces, needed, modifiers, invulnerable)
            battle.note(
                "saves", _save_clause(invulnerable), (target.key,), dice, who=target.name, n=saved, of=self.count,
                kind=dice.label.lower(),
            )  # fmt: skip
        return (Damage(self.group, self.count - saved),) if saved < self.count else ()

    def _one_more_could_help(self, target: Model, failed: int) -> bool:
        """Would the other failed saves leave it a wound, if their Damage is as low as can be?"""
        if target.profile.ignore_wounds:
            return True
        least = reduced(target, self.group, self.group.damage.least)
        return (failed - 1) * least < target.wounds


def _save_kinds(needed: int) -> tuple[int, ...]:
    return tuple([1 if face >= needed else 0 for face in range(1, 7)])


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


async def _re_roll_ones(
    battle: Battle, group: AttackGroup, faces: list[int], fixed: list[bool], kinds: tuple[int, ...]
) -> None:
    """Hit rolls of 1 are rolled again, each once (core.dice.reroll-once)."""
    ones = [i for i in range(len(faces)) if faces[i] == 1]
    again = await Roll(
        group.seat, len(ones), f"hit-again {group.attacker}>{group.target}", "core.dice.reroll-once", kinds=kinds,
        prompt="Hit rolls of 1 again", about=group.about(),
    )  # fmt: skip
    battle.note("re-rolls-ones", "core.dice.reroll-once", group.about(), who=battle[group.attacker].name, n=len(ones))
    for i, face in zip(ones, again, strict=True):
        faces[i] = face
        fixed[i] = True


def _tell_hits(battle: Battle, group: AttackGroup, faces: list[int], modifier: int, landed: int) -> None:
    dice = _hits_shown(group, faces, modifier)
    battle.note(
        "hits", group.hit_clause, group.about(), dice, who=battle[group.attacker].name, n=landed, of=group.count,
        weapon=group.profile.name, target=battle[group.target].name,
        together=", rolled together" if group.count > 1 else "", way=RANGED if group.profile.ranged else MELEE,
    )  # fmt: skip


def _hits_shown(group: AttackGroup, faces: list[int], modifier: int) -> DiceShown:
    marks = ["hit" if hits(face, group, modifier) else "miss" for face in faces]
    if group.hits_on:
        return DiceShown("Hit roll", group.seat, faces, marks, f"{group.hits_on}+ unmodified")
    needed = [face for face in range(1, 7) if hits(face, group, modifier)]
    return DiceShown("Hit roll", group.seat, faces, marks, needed_in_words(group.skill, needed[0]), group.modifiers)


def _wounds_shown(group: AttackGroup, faces: list[int], needed: int) -> DiceShown:
    marks = ["wound" if face >= needed else "fail" for face in faces]
    return DiceShown("Wound roll", group.seat, faces, marks, f"{needed}+")


def _saves_shown(
    target: Model, faces: list[int], needed: int, modifiers: list[Modifier], invulnerable: bool
) -> DiceShown:
    marks = ["save" if face >= needed else "fail" for face in faces]
    printed = target.profile.invulnerable if invulnerable else target.profile.save
    name = "Invulnerable save" if invulnerable else "Saving throw"
    return DiceShown(name, target.seat, faces, marks, needed_in_words(printed, needed), modifiers)


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
