"""THE SHOOTING PHASE: a model selects weapons and targets, allocates every attack, then resolves them target by target."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.attacks.undertakings import Settled, see_through
from vanguard.core.questions import Choose, Listing, Lot, Option, Split
from vanguard.core.telling.events import Modifier
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import (
    HitRoll,
    bearer_suffers,
    tell_automatic_hits,
    tell_lost,
    wounding,
)
from vanguard.rulebooks.fortyk_vanguard.dice import roll_quantity
from vanguard.rulebooks.fortyk_vanguard.engagement import engage_each_other, engaged_enemies, is_engaged
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_after_shooting
from vanguard.rulebooks.fortyk_vanguard.profiles import Quantity, Weapon, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.reanimation import reanimate
from vanguard.rulebooks.fortyk_vanguard.selecting import select_next
from vanguard.rulebooks.fortyk_vanguard.special_rules import doubles_rapid_fire
from vanguard.rulebooks.fortyk_vanguard.state import (
    EMBARKED,
    MOVED_SLOWLY,
    ON_TABLE,
    SHOOTING,
    SHOT,
    Battle,
    Effect,
    Model,
)
from vanguard.rulebooks.fortyk_vanguard.targets import FREE, Reason, Shooter, has_target, why_not_shoot
from vanguard.rulebooks.fortyk_vanguard.terrain import has_light_cover, is_behind_dense_cover

HOLD: Final = "hold-fire"
SCARPER: Final = "shoot-sharp-and-scarper"
SMOKE: Final = "smoke"
MANY: Final = 6
MOST: Final = 11
AT_LEAST: Final = 3
"""Blast: attacks at least against 6 to 10 models; against 11 or more the maximum."""

Aim = tuple[str, str, str]
"""A weapon, one of its profiles and the initial target; all empty to shoot no more."""


# -- who shoots -----------------------------------------------------------------------------------------------------------------


def why_not_now(battle: Battle, model: Model) -> Reason:
    """Why a model cannot be selected to shoot; having no target is a reason too."""
    reason = why_not_shoot(battle, model)
    if reason[0]:
        return reason
    if has_target(battle, model):
        return FREE
    shooter = Shooter(battle, model)
    barred = [shooter.why_not_weapon(weapon, profile) for weapon, profile in choices_left(model, [])]
    if all([why[0] for why in barred]):
        return barred[0]
    if can_smoke(model):
        return FREE
    return ("no enemy it could target", "core.shoot.target-must-be-visible-and-in-range")


def looks_out(battle: Battle, model: Model) -> bool:
    """Is it on the battlefield, or aboard an open-topped TRANSPORT?"""
    return model.fate == ON_TABLE or (model.fate == EMBARKED and battle[model.aboard].profile.has("open-topped"))


def shooters(battle: Battle, seat: int) -> list[Model]:
    """The models that have not shot yet: on the battlefield, or looking out of an open-topped TRANSPORT."""
    return [
        model
        for model in battle.models
        if model.seat == seat and not model.did(SHOT) and looks_out(battle, model) and model.profile.ranged
    ]


async def next_to_shoot(battle: Battle) -> bool:
    """One model shoots; false when the phase is over."""
    seat = battle.turn
    key = await select_next(
        battle, seat, shooters(battle, seat), why_not_now, "Shooting phase", "shoot", "core.shoot.select"
    )
    if not key:
        return False
    await shoot(battle, key)
    return True


# -- one model shoots -------------------------------------------------------------------------------------------------------------


async def shoot(battle: Battle, key: str) -> None:
    """Select weapons and targets and allocate attacks for all of them, then resolve (core.shoot.declare-all-targets-first)."""
    model = battle[key]
    shooter = Shooter(battle, model)
    while True:
        aim = await next_aim(battle, shooter)
        if not aim[0]:
            break
        if aim[0] == SMOKE:
            launch_smoke(battle, model)
            break
        weapon = model.profile.weapon(aim[0])
        profile = weapon.profile(aim[1])
        take_aim(shooter, weapon.key, profile)
        for _ in range(shots_of(model, profile)):
            shooter.groups += await allocate(battle, shooter, weapon.key, profile, battle[aim[2]])
    model.flags |= SHOT
    await resolve(battle, model, shooter.groups)
    if shooter.groups and model.fate == ON_TABLE and model.profile.has(SCARPER) and not battle.destroyed_armies():
        await move_after_shooting(battle, model)


def take_aim(shooter: Shooter, weapon: str, profile: WeaponProfile) -> None:
    """The weapon is chosen; one of a single use is spent (core.weapon.one-use)."""
    shooter.used.append(weapon)
    if profile.once_per_battle:
        shooter.model.used_up = (*shooter.model.used_up, weapon)


def shots_of(model: Model, profile: WeaponProfile) -> int:
    """Grinding Advance: the turret weapon shoots twice if the tank hardly moved."""
    if not profile.grinding_advance or not model.profile.has("grinding-advance"):
        return 1
    return 2 if not model.has_moved or model.did(MOVED_SLOWLY) else 1


def can_smoke(model: Model) -> bool:
    return model.profile.has("smoke-launchers") and "smoke-launchers" not in model.used_up


def launch_smoke(battle: Battle, model: Model) -> None:
    """Instead of shooting, once per battle: harder to hit until its next Shooting phase."""
    model.used_up = (*model.used_up, "smoke-launchers")
    battle.effects = (*battle.effects, Effect("smoke-launchers", model.key, model.seat, SHOOTING))
    battle.note("smoke", "faction.smoke-launchers", (model.key,), who=model.name)


# -- weapons and initial targets ------------------------------------------------------------------------------------------------


class Aims(Listing[Aim]):
    """Every profile of every weapon that may still be chosen, at every enemy; those that cannot be with the reason."""

    __slots__ = ("_whys", "choices", "enemies", "shooter", "smokes")

    def __init__(self, shooter: Shooter, choices: list[tuple[Weapon, WeaponProfile]], smokes: bool = False) -> None:
        self.shooter = shooter
        self.choices = choices
        self.enemies = shooter.battle.enemies_of(shooter.model.seat)
        self.smokes = smokes
        self._whys: list[Reason | None] = [None] * len(choices)

    def __len__(self) -> int:
        return len(self.choices) * len(self.enemies) + 1 + (1 if self.smokes else 0)

    def option(self, number: int) -> Option[Aim]:
        at = number - len(self.choices) * len(self.enemies)
        if at == 0:
            groups, optional = tuple(self.shooter.groups), "core.ability.optional-use"
            attempt = ("volley", self.shooter.model.key, groups) if groups else ()
            label = "Shoot no more" if groups else "Hold fire"
            return Option(HOLD, ("", "", ""), label, optional, declines=True, attempt=attempt)
        if at == 1:
            return Option(SMOKE, (SMOKE, "", ""), "Launch smoke instead of shooting", "faction.smoke-launchers")
        which, whom = number // len(self.enemies), number % len(self.enemies)
        weapon, profile = self.choices[which]
        target = self.enemies[whom]
        why = self._whys[which]
        if why is None:
            why = self._whys[which] = self.shooter.why_not_weapon(weapon, profile)
        if not why[0]:
            why = self.shooter.why_not_target(profile, target)
        return self._option_of(weapon, profile, target, why)

    def _option_of(self, weapon: Weapon, profile: WeaponProfile, target: Model, why: Reason) -> Option[Aim]:
        key = f"{weapon.key}/{profile.key}>{target.key}"
        label = f"{profile.name} at {target.name}"
        aim = (weapon.key, profile.key, target.key)
        attempt = ("shot", self.shooter.model.key, weapon.key, profile.key, target.key, self.shooter.overwatch)
        return Option(key, aim, label, why[1], why[0], (target.key,), attempt=attempt)

    def all(self) -> list[Option[Aim]]:
        """For people: weapons given up for the first one stay listed, with the reason."""
        aims = len(self.choices) * len(self.enemies)
        options = [self.option(number) for number in range(aims)]
        model, used = self.shooter.model, self.shooter.used
        for weapon, profile in choices_left(model, []) if used else []:
            why = why_given_up(model, used, profile)
            if why[0] and weapon.key not in used:
                options += [self._option_of(weapon, profile, target, why) for target in self.enemies]
        return options + [self.option(number) for number in range(aims, len(self))]

    def any_target(self) -> bool:
        for number in range(len(self.choices) * len(self.enemies)):
            if not self.option(number).why_not:
                return True
        return False


def choices_left(model: Model, used: list[str]) -> list[tuple[Weapon, WeaponProfile]]:
    """Weapons that may still be shot beside those chosen so far."""
    return [
        (weapon, profile)
        for weapon in model.profile.ranged
        if weapon.key not in used
        for profile in weapon.ranged
        if not why_given_up(model, used, profile)[0]
    ]


def why_given_up(model: Model, used: list[str], profile: WeaponProfile) -> Reason:
    """Pistols or the others, a Grenade instead of all the others."""
    if not used:
        return FREE
    first = model.profile.weapon(used[0]).ranged[0]
    if first.grenade or profile.grenade:
        return ("a Grenade is used instead of all other weapons", "core.weapon.grenade")
    if first.pistol != profile.pistol:
        return ("a model shoots either its Pistols or its other weapons", "core.weapon.pistol-or-others")
    return FREE


async def next_aim(battle: Battle, shooter: Shooter) -> Aim:
    """The next weapon, its profile and its initial target."""
    model, used = shooter.model, shooter.used
    choices = choices_left(model, used)
    aims = Aims(shooter, choices, not used and can_smoke(model))
    if not choices or (used and not aims.any_target()):
        return ("", "", "")
    clause = "core.weapon.pistol-or-others" if used else "core.shoot.declare-all-targets-first"
    prompt = f"{model.name}: which weapon at whom?" if not used else f"{model.name}: another weapon?"
    return await Choose(model.seat, prompt, aims, clause, (model.key,))


# -- how many attacks, and at whom --------------------------------------------------------------------------------------------------


async def allocate(
    battle: Battle, shooter: Shooter, weapon: str, profile: WeaponProfile, initial: Model
) -> list[AttackGroup]:
    """The number of attacks is determined first, then each is allocated; both are final before the first hit roll."""
    clause = "vanguard.blast.initial-target" if profile.blast else "vanguard.split-fire.initial-target"
    aim = (shooter.model.key, initial.key)
    battle.note("aims", clause, aim, who=shooter.model.name, weapon=profile.name, target=initial.name)
    if profile.blast:
        return await _allocate_blast(battle, shooter, weapon, profile, initial)
    count = await number_of_attacks(battle, shooter, profile, initial)
    others = shooter.split_targets(profile, initial) if count > 1 and not shooter.overwatch else []
    if not others:
        return [aimed(shooter, weapon, profile, initial, count, shooter.base)]
    first = "vanguard.split-fire.first-attack-on-initial-target"
    lots = [Lot(initial.key, f"{initial.name} (initial target)", count, 1, clause=first, about=(initial.key,))]
    lots += [Lot(enemy.key, enemy.name, count - 1, about=(enemy.key,)) for enemy in others]
    prompt = f"{shooter.model.name}: split the {count} attacks of {profile.name}?"
    about = tuple([lot.key for lot in lots])
    split = Split(shooter.model.seat, prompt, count, lots, "vanguard.split-fire.other-targets", about=about)
    split.is_attack = not choices_left(shooter.model, shooter.used) and not shooter.model.profile.has(SCARPER)
    amounts = await split
    shares = [(it, amount) for it, amount in zip([initial, *others], amounts, strict=True) if amount]
    if len(shares) > 1:
        told = ", ".join([f"{amount} at {it.name}" for it, amount in shares])
        whom = (shooter.model.key, *[it.key for it, _ in shares])
        battle.note("splits", split.clause, whom, who=shooter.model.name, weapon=profile.name, shares=told)
    return [aimed(shooter, weapon, profile, it, amount, shooter.base) for it, amount in shares]


async def number_of_attacks(battle: Battle, shooter: Shooter, profile: WeaponProfile, initial: Model) -> int:
    """As stated after the type; Rapid Fire and Dakka look at the distance to the initial target only."""
    model = shooter.model
    near = shooter.in_half_range(profile, initial)
    printed = profile.attacks if near or not profile.dakka else profile.attacks_beyond_half
    count = await roll_attacks(battle, model, profile, printed)
    if profile.rapid_fire:
        if profile.lasgun and battle.effect_on("first-rank", model.key) is not None:
            count *= 2
        if near or doubles_rapid_fire(battle, model, profile):
            count *= 2
    return count


async def roll_attacks(battle: Battle, model: Model, profile: WeaponProfile, printed: Quantity, least: int = 0) -> int:
    """The number after the type; one that `least` raises to the most anyway is not worth a second roll."""
    told = f"{model.name}: number of attacks of {profile.name}"
    count = await roll_quantity(
        battle,
        model.seat,
        printed,
        f"attacks {model.key}",
        "core.shoot.number-of-attacks",
        told,
        (model.key,),
        printed.most > least,
    )
    if printed.dice:
        battle.note(
            "attacks", "core.shoot.number-of-attacks", (model.key,), who=model.name, n=count, weapon=profile.name
        )
    return count


async def _allocate_blast(
    battle: Battle, shooter: Shooter, weapon: str, profile: WeaponProfile, initial: Model
) -> list[AttackGroup]:
    """Initial target and victims count as one unit; attacks go round, the initial target first each time."""
    others = [] if shooter.overwatch else shooter.blast_victims(profile, initial)
    size = 1 + len(others)
    if size >= MOST:
        count = profile.attacks.most
        battle.note("blast-most", "core.weapon.blast-maximum", (initial.key,), n=count, size=size)
    else:
        least = AT_LEAST if size >= MANY else 0
        count = await roll_attacks(battle, shooter.model, profile, profile.attacks, least)
        if count < least:
            count = least
            battle.note("blast-least", "core.weapon.blast-minimum-three", (initial.key,), n=count, size=size)
    if others and battle.heard:
        names = ", ".join([victim.name for victim in others])
        battle.note("blast", "vanguard.blast.victims", tuple([it.key for it in others]), names=names)
    rounds, rest = count // size, count % size
    shares = {victim.key: rounds for victim in others}
    if rest > 1:
        for key in await _also_hit(shooter.model.seat, others, rest - 1):
            shares[key] += 1
    on_initial = rounds + (1 if rest else 0)
    groups = [aimed(shooter, weapon, profile, initial, on_initial, shooter.base)]
    for victim in others:
        if shares[victim.key]:
            groups.append(aimed(shooter, weapon, profile, victim, shares[victim.key], initial.base))
    return groups


async def _also_hit(seat: int, others: list[Model], count: int) -> list[str]:
    """Who of the victims gets an attack of the last, incomplete round: the shooting player chooses."""
    lots = [Lot(victim.key, victim.name, 1, about=(victim.key,)) for victim in others]
    last = "attack" if count == 1 else f"{count} attacks"
    prompt = f"The last {last} of the blast: at whom?"
    amounts = await Split(
        seat, prompt, count, lots, "vanguard.blast.then-one-each", about=tuple([it.key for it in others])
    )
    return [victim.key for victim, amount in zip(others, amounts, strict=True) if amount]


def aimed(
    shooter: Shooter, weapon: str, profile: WeaponProfile, target: Model, count: int, origin: Base
) -> AttackGroup:
    """Attacks with all that is judged when targets are selected: half range, and cover as seen from `origin`."""
    battle, model = shooter.battle, shooter.model
    group = AttackGroup(model, weapon, profile, target.key, count)
    group.modifiers = dense_cover(battle, origin, target)
    group.covered = has_light_cover(battle, origin, target)
    group.near = shooter.in_half_range(profile, target)
    return group


def dense_cover(battle: Battle, origin: Base, target: Model) -> list[Modifier]:
    """-1 to hit unless lines from one point miss every feature with that trait."""
    if not is_behind_dense_cover(battle, origin, target):
        return []
    return [Modifier(-1, "dense cover", "core.terrain.dense-cover")]


# -- resolving --------------------------------------------------------------------------------------------------------------------


async def resolve(battle: Battle, model: Model, groups: list[AttackGroup]) -> None:
    """Target by target, and on one target profile by profile, in the order the shooter chooses."""
    batches: list[Batch] = []
    for target in dict.fromkeys([group.target for group in groups]):
        on_target = [group for group in groups if group.target == target]
        name = battle[target].name
        batches.append(Batch(target, target, name, _by_profile(battle, model, on_target)))
    prompt = f"{model.name}: whose attacks next?"
    parts = list(in_order(model.seat, prompt, "vanguard.split-fire.resolution-order", (), batches))
    burning = {group.weapon: group.profile for group in groups if group.profile.harms_bearer}
    parts += [Overheating(model.key, weapon, profile) for weapon, profile in burning.items()]
    await see_through(battle, Course(*parts, Reanimation(len(battle.to_return))))


def _by_profile(battle: Battle, model: Model, groups: list[AttackGroup]) -> tuple[Part, ...]:
    """All attacks of one profile on a target before another (core.shoot.resolve-target-by-target)."""
    target, batches = groups[0].target, list[Batch]()
    for profile in {group.profile.key: group.profile for group in groups}.values():
        like = [group for group in groups if group.profile.key == profile.key]
        attacks = [Attacks(made) for group in like for made in group.rolled_together(battle)]
        batches.append(Batch(target, profile.key, profile.name, tuple(attacks)))
    prompt = f"{model.name}: which weapon at {battle[target].name} next?"
    return in_order(model.seat, prompt, "core.shoot.resolve-target-by-target", (target,), batches)


class Batch:
    """Attacks on one target that are resolved before any others are, with the words to choose them by."""

    __slots__ = ("key", "label", "option", "parts", "target")

    def __init__(self, target: str, option: str, label: str, parts: tuple[Part, ...]) -> None:
        self.target: Final[str] = target
        self.option: Final[str] = option
        self.label: Final[str] = label
        self.parts: Final[tuple[Part, ...]] = parts
        self.key: Final[Hashable] = tuple([part.key for part in parts])


def in_order(seat: int, prompt: str, clause: str, about: tuple[str, ...], batches: Sequence[Batch]) -> tuple[Part, ...]:
    """One batch after the other; with several of them their order is asked."""
    if len(batches) > 1:
        return (InOrder(seat, prompt, clause, about, tuple(batches)),)
    return batches[0].parts if batches else ()


class InOrder(AskPart):
    """The shooter chooses which attacks are next, or leaves it at the order in which they are listed."""

    __slots__ = ("about", "clause", "left", "prompt", "seat")

    def __init__(self, seat: int, prompt: str, clause: str, about: tuple[str, ...], left: tuple[Batch, ...]) -> None:
        super().__init__(("in order", *[batch.key for batch in left]))
        self.seat = seat
        self.prompt = prompt
        self.clause = clause
        self.about = about
        self.left = left

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        """By number, below 0 for all of them as listed. Attacks on whoever is gone are lost: nobody has to choose them."""
        for i, batch in enumerate(self.left):
            if is_gone(battle[batch.target]):
                return Settled(i)
        options: list[Option[int]] = [Option("as-listed", -1, "In the order listed", declines=True)]
        for i, batch in enumerate(self.left):
            about = (batch.target,) if batch.option == batch.target else ()
            options.append(Option(batch.option, i, batch.label, about=about))
        return Choose(self.seat, self.prompt, options, self.clause, self.about)

    def after(self, battle: Battle, number: int) -> tuple[Part, ...]:
        if number < 0:
            return tuple([part for batch in self.left for part in batch.parts])
        rest = [*self.left[:number], *self.left[number + 1 :]]
        return *self.left[number].parts, *in_order(self.seat, self.prompt, self.clause, self.about, rest)


def is_gone(target: Model) -> bool:
    return target.fate != ON_TABLE or target.wounds <= 0


class Attacks(AskPart):
    """Like attacks against one model, unless they are lost."""

    __slots__ = ("group",)

    def __init__(self, group: AttackGroup) -> None:
        super().__init__(("attacks", group.key()))
        self.group = group

    def asks(self, battle: Battle) -> Settled:
        """The clause by which they are lost, empty if they are not."""
        group, model, target = self.group, battle[self.group.attacker], battle[self.group.target]
        if _is_lost(battle, model, group):
            return Settled("core.shoot.big-guns-other-targets")
        if is_gone(target):
            return Settled("core.shoot.lost-attacks" if group.profile.ranged else "core.fight.lost-attacks")
        return Settled("")

    def after(self, battle: Battle, lost_by: str) -> tuple[Part, ...]:
        if lost_by:
            return ()
        group, model = self.group.made_now(battle), battle[self.group.attacker]
        if group.profile.automatic_hits:
            return wounding(battle, group, group.count, 0)
        if group.profile.heavy and is_engaged(battle, model):
            group.modifiers.append(Modifier(-1, "in combat", "core.shoot.big-guns-heavy-penalty"))
        return (HitRoll(group, group.count),)

    def tell(self, battle: Battle, lost_by: str) -> None:
        if lost_by:
            tell_lost(battle, self.group, lost_by)
        elif self.group.profile.automatic_hits:
            tell_automatic_hits(battle, self.group)


class Overheating(Part):
    """A weapon whose hit rolls showed a 1 harms its bearer now that all its attacks are resolved."""

    __slots__ = ("bearer", "profile", "weapon")

    def __init__(self, bearer: str, weapon: str, profile: WeaponProfile) -> None:
        super().__init__(("overheating", bearer, weapon, profile.key))
        self.bearer = bearer
        self.weapon = weapon
        self.profile = profile

    async def resolve(self, battle: Battle, course: Course) -> None:
        if self.weapon in battle.overheated:
            battle.overheated = tuple([weapon for weapon in battle.overheated if weapon != self.weapon])
            await bearer_suffers(battle, self.bearer, self.profile)


class Reanimation(Part):
    """Necrons that these attacks destroyed may stand up again."""

    __slots__ = ("before",)

    def __init__(self, before: int) -> None:
        super().__init__(("reanimation", before))
        self.before = before
        """So many were waiting to return already."""

    async def resolve(self, battle: Battle, course: Course) -> None:
        await reanimate(battle, battle.to_return[self.before :])


def _is_lost(battle: Battle, model: Model, group: AttackGroup) -> bool:
    """Big Guns: attacks on enemies out of combat are lost while an enemy is within Engagement Range, and those of a Blast
    whoever of its victims they are allocated to (vanguard.blast.vehicle-in-engagement)."""
    if group.profile.melee or model.fate != ON_TABLE or not engaged_enemies(battle, model):
        return False
    return group.profile.blast or not engage_each_other(model.base, battle[group.target].base)
