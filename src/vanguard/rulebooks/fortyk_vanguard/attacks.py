"""MAKING ATTACKS: hit roll, wound roll, saving throw, damage, for like attacks on one model together."""

from __future__ import annotations

from typing import Final

from vanguard.core.events import DiceShown, Modifier, needed_in_words
from vanguard.core.pictures import MELEE, RANGED
from vanguard.core.questions import Roll
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, destroy_if_dead, suffer_damage, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.dice import capped, roll_quantity
from vanguard.rulebooks.fortyk_vanguard.profiles import WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.special_rules import rerolls_hit_ones, save_bonus
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model
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

    def about(self) -> tuple[str, ...]:
        return (self.attacker, self.target)

    def copy(self, attacker: Model) -> AttackGroup:
        twin = AttackGroup(attacker, self.weapon, self.profile, self.target, self.count, self.skill, self.strength)
        twin.modifiers = list(self.modifiers)
        twin.covered, twin.near, twin.hits_on = self.covered, self.near, self.hits_on
        return twin

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


async def make_attacks(battle: Battle, group: AttackGroup) -> int:
    """Resolve like attacks against one model; returns how many unmodified hit rolls of 1 stayed.

    All hit rolls, all wound rolls and all saving throws are made together, because nothing between them can differ.
    """
    target = battle[group.target]
    if target.fate != ON_TABLE or target.wounds <= 0:
        lost_attacks(battle, group, "core.shoot.lost-attacks" if group.profile.ranged else "core.fight.lost-attacks")
        return 0
    if group.profile.automatic_hits:
        landed, sixes, ones = _automatic_hits(battle, group), 0, 0
    else:
        landed, sixes, ones = await hit_rolls(battle, group)
    if landed + sixes:
        await _wounds_and_saves(battle, group, landed, sixes)
    return ones


def lost_attacks(battle: Battle, group: AttackGroup, clause: str) -> None:
    if battle.heard:
        name = battle[group.target].name
        battle.note("attacks-lost", clause, group.about(), n=group.count, weapon=group.profile.name, target=name)


def _automatic_hits(battle: Battle, group: AttackGroup) -> int:
    """No hit roll is made, so nothing that depends on one matters."""
    if battle.heard:
        battle.note(
            "automatic-hits", "core.weapon.automatic-hits", group.about(), who=battle[group.attacker].name,
            n=group.count, weapon=group.profile.name, target=battle[group.target].name,
        )  # fmt: skip
    return group.count


async def hit_rolls(battle: Battle, group: AttackGroup) -> tuple[int, int, int]:
    """Hits by an ordinary roll, unmodified sixes where they matter, and unmodified ones where they matter
    (core.attack.hit-roll)."""
    profile = group.profile
    attacker = battle[group.attacker]
    modifier = capped(group.modifiers)
    sixes_matter = profile.extra_hits_on_six > 0 or profile.automatic_wounds_on_six
    ones_matter = profile.destroys_bearer_on_one or profile.mortal_wound_to_bearer_on_one
    kinds = _hit_kinds(group, modifier, sixes_matter, ones_matter)
    again = rerolls_hit_ones(battle, attacker)
    told = f"{attacker.name}: {profile.name} at {battle[group.target].name}"
    rolled = await Roll(
        group.seat, group.count, f"hit {group.attacker}>{group.target}", group.hit_clause,
        kinds=_hit_kinds(group, modifier, sixes_matter, True) if again else kinds, prompt=f"{told}, hit roll",
        about=group.about(),
    )  # fmt: skip
    faces = list(rolled)
    fixed = [False] * len(faces)
    if again and 1 in faces:
        await _re_roll_ones(battle, group, faces, fixed, kinds)
    name = f"Hit roll of {attacker.name}"
    lying = _hits_shown(group, faces, modifier) if battle.heard else None
    await re_roll_one(battle, group.seat, faces, fixed, kinds, name, group.about(), lying)
    landed = len([face for face in faces if hits(face, group, modifier)])
    sixes = faces.count(6) if sixes_matter else 0
    if battle.heard:
        _tell_hits(battle, group, faces, modifier, landed)
    return landed - sixes, sixes, faces.count(1) if ones_matter else 0


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


async def _wounds_and_saves(battle: Battle, group: AttackGroup, landed: int, sixes: int) -> None:
    """From hits to damage: wound rolls, saving throws, damage, then mortal wounds in addition."""
    profile = group.profile
    target = battle[group.target]
    sure = 0
    if profile.automatic_wounds_on_six:
        sure = sixes
    else:
        landed += sixes
    landed += sixes * profile.extra_hits_on_six
    wounds, mortal = await _wound_rolls(battle, group, landed) if landed else (0, 0)
    wounds += sure
    if wounds:
        await _damage_of(battle, group, await _failed_saves(battle, group, wounds))
    if mortal and target.wounds > 0:
        if battle.heard:
            battle.note("mortal", "core.attack.mortal-wounds-in-addition", (target.key,), who=target.name, n=mortal)
        await suffer_damage(battle, target.key, mortal, "core.attack.mortal-wounds-in-addition")
    await destroy_if_dead(battle, target.key, by_attack=True)


async def _wound_rolls(battle: Battle, group: AttackGroup, count: int) -> tuple[int, int]:
    """Successful wound rolls, and the mortal wounds they add."""
    profile = group.profile
    target = battle[group.target]
    needed = wound_needed(group.strength, target.profile.toughness)
    special = profile.mortal_wounds_on_six
    kinds = tuple([(2 if special and face == 6 else 1) if face >= needed else 0 for face in range(1, 7)])
    rolled = await Roll(
        group.seat, count, f"wound {group.attacker}>{group.target}", "core.attack.wound-table", kinds=kinds,
        prompt=f"Wound roll against {target.name}", about=group.about(),
    )  # fmt: skip
    faces = list(rolled)
    about = group.about()
    fixed = [False] * len(faces)
    name = f"Wound roll against {target.name}"
    lying = _wounds_shown(group, faces, needed) if battle.heard else None
    await re_roll_one(battle, group.seat, faces, fixed, kinds, name, about, lying)
    wounds = len([face for face in faces if face >= needed])
    if battle.heard:
        dice = _wounds_shown(group, faces, needed)
        told = f"S {group.strength} against T {target.profile.toughness}"
        battle.note(
            "wound-rolls", "core.attack.wound-table", about, dice, n=wounds, of=count, told=told, target=target.name
        )
    return wounds, special * faces.count(6)


def _wounds_shown(group: AttackGroup, faces: list[int], needed: int) -> DiceShown:
    marks = ["wound" if face >= needed else "fail" for face in faces]
    return DiceShown("Wound roll", group.seat, faces, marks, f"{needed}+")


async def _failed_saves(battle: Battle, group: AttackGroup, count: int) -> int:
    """Saving throws of the target's owner; an unmodified 1 always fails (core.attack.save-natural-one)."""
    target = battle[group.target]
    needed, modifiers, invulnerable = save_needed(battle, target, group)
    if needed >= NO_SAVE:
        battle.note("no-save", "core.attack.saving-throw", (target.key,), who=target.name, n=count)
        return count
    kinds = tuple([1 if face >= needed else 0 for face in range(1, 7)])
    clause = "core.attack.invulnerable-save" if invulnerable else "core.attack.saving-throw"
    rolled = await Roll(
        target.seat, count, f"save {group.attacker}>{group.target}", clause, kinds=kinds,
        prompt=f"Saving throws of {target.name}", about=(target.key,),
    )  # fmt: skip
    faces = list(rolled)
    fixed = [False] * len(faces)
    throws = f"Saving throws of {target.name}"
    lying = _saves_shown(target, faces, needed, modifiers, invulnerable) if battle.heard else None
    await re_roll_one(battle, target.seat, faces, fixed, kinds, throws, (target.key,), lying)
    saved = len([face for face in faces if face >= needed])
    if battle.heard:
        dice = _saves_shown(target, faces, needed, modifiers, invulnerable)
        kind = dice.label.lower()
        battle.note("saves", clause, (target.key,), dice, who=target.name, n=saved, of=count, kind=kind)
    return count - saved


def _saves_shown(
    target: Model, faces: list[int], needed: int, modifiers: list[Modifier], invulnerable: bool
) -> DiceShown:
    marks = ["save" if face >= needed else "fail" for face in faces]
    printed = target.profile.invulnerable if invulnerable else target.profile.save
    name = "Invulnerable save" if invulnerable else "Saving throw"
    return DiceShown(name, target.seat, faces, marks, needed_in_words(printed, needed), modifiers)


async def _damage_of(battle: Battle, group: AttackGroup, failed: int) -> None:
    """Each failed save costs the Damage of the attack; what the model has no wounds for is lost."""
    profile = group.profile
    target = battle[group.target]
    printed = profile.damage
    if group.near and profile.damage_at_half_range is not None:
        printed = profile.damage_at_half_range
    clause = "core.attack.inflict-damage"
    if not printed.dice and not target.profile.ignore_wounds:
        if failed:
            await suffer_damage(battle, target.key, failed * reduced(target, group, printed.plus), clause)
        return
    for _ in range(failed):
        if target.wounds <= 0:
            return
        key = f"damage {group.attacker}>{group.target}"
        amount = await roll_quantity(
            battle, group.seat, printed, key, clause, f"Damage of {profile.name}", group.about(), may_re_roll=True
        )
        await suffer_damage(battle, target.key, reduced(target, group, amount), clause)


def reduced(target: Model, group: AttackGroup, amount: int) -> int:
    """Abilities that reduce Damage do so for each attack, to no less than 1 (core.attack.damage-reduction)."""
    profile = target.profile
    if not profile.damage_reduction:
        return amount
    if profile.damage_reduction_up_to and group.strength > profile.damage_reduction_up_to:
        return amount
    return max(1, amount - profile.damage_reduction)


async def bearer_suffers(battle: Battle, key: str, profile: WeaponProfile, ones: int) -> None:
    """A weapon that harms its bearer on an unmodified 1 does so after all its attacks (core.attack.supercharge)."""
    bearer = battle[key]
    if not ones or bearer.wounds <= 0:
        return
    if profile.destroys_bearer_on_one:
        battle.note("overheats", "core.attack.supercharge", (key,), who=bearer.name, weapon=profile.name)
        await destroy(battle, key)
    elif profile.mortal_wound_to_bearer_on_one:
        await suffer_mortal_wounds(battle, key, 1, "weapon.mortal-wound-to-bearer")
