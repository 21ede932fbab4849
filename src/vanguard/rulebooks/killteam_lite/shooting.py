"""SHOOTING ATTACK: select weapon, select target, roll attack dice, roll defence dice, resolve saves, resolve hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from vanguard.core.events import DiceShown, Modifier
from vanguard.core.questions import Choose, Later, Listing, Meeting, Option, Roll
from vanguard.core.rulebook import Procedure
from vanguard.rulebooks.killteam_lite.attacks import ShootingAction, ShootingAttack
from vanguard.rulebooks.killteam_lite.command_points import pay, usable
from vanguard.rulebooks.killteam_lite.damage import may_regret_a_hit, remove_casualties
from vanguard.rulebooks.killteam_lite.defence import DefenceAhead, roll_defence_dice
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged, sightline, within
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rehearsal import Rehearsal, Stretch
from vanguard.rulebooks.killteam_lite.rerolls import Outlook, Throw, roll_dice
from vanguard.rulebooks.killteam_lite.rerolls_ahead import Hopes, Worth, dice_ahead, token
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.rules_in_force import rules_in_force, settle_duplicates
from vanguard.rulebooks.killteam_lite.state import CONCEAL, IN_PLAY, Battle, Operative
from vanguard.rulebooks.killteam_lite.tactical_ploys import offer_evasion

# -- select weapon --------------------------------------------------------------------------------------------------------


def weapon_fault(battle: Battle, shooter: Operative, profile: WeaponProfile, overwatch: bool) -> tuple[str, str]:
    """Why this weapon cannot be selected now, targets aside, and the clause; empty texts if it can."""
    if profile.limited and profile.weapon in shooter.used_up:
        return "Limited: already used this battle", "limited.once-per-battle"
    if overwatch:
        barring = profile.barred_from_overwatch
        if barring is not None:
            clause = "blast.no-overwatch" if barring.name == "Blast" else "unwieldy.no-overwatch"
            return f"{barring.printed} weapons cannot be used in Overwatch", clause
        return "", ""
    if shooter.order == CONCEAL and not profile.silent:
        return "a Conceal order forbids Shoot, and the weapon is not Silent", "shoot.not-while-concealed"
    if profile.heavy:
        for moved in ("normal-move", "charge", "fall-back"):
            if moved in battle.performed:
                return "Heavy: it has moved in this activation", "heavy.no-moves-with-shoot"
    return "", ""


def weapon_options(battle: Battle, shooter: Operative, overwatch: bool, points: int) -> list[Option[str]]:
    """All ranged profiles, those that cannot be used now with the reason."""
    options: list[Option[str]] = []
    for profile in shooter.card.ranged:
        why, clause = weapon_fault(battle, shooter, profile, overwatch)
        cost = 1 + profile.extra_cost
        if not why and not overwatch and cost > points:
            why, clause = f"costs {cost} AP, {points} left", "unwieldy.extra-ap"
        if not why and not has_valid_target(battle, shooter, profile):
            why, clause = "no valid target", "shooting.no-valid-target"
        options.append(Option(profile.key, profile.key, profile.label, clause, why))
    return options


# -- select target --------------------------------------------------------------------------------------------------------


def target_fault(battle: Battle, shooter: Operative, profile: WeaponProfile, target: Operative) -> tuple[str, str]:
    """Why this enemy is not a valid target, and the clause; empty texts if it is one."""
    if not target.standing:
        return "already incapacitated", "shooting.no-attack-on-the-incapacitated"
    if not within(shooter.base, target.base, profile.reach):
        return profile.beyond_reach, "rng.maximum"
    line = sightline(battle, shooter, target)
    if not line.visible:
        return "not Visible", "visible.definition"
    if not line.clear:
        return "Obscured", "obscured.definition"
    if target.order == CONCEAL and not profile.indirect and not line.open:
        return "in Cover with a Conceal order", "los.conceal-target"
    if is_engaged(battle, target):
        return "one of your operatives is within its Engagement Range", "shooting.target-not-engaged-with-friends"
    return "", ""


def valid_targets(battle: Battle, shooter: Operative, profile: WeaponProfile) -> list[str]:
    return [
        enemy.key for enemy in battle.enemies_of(shooter.seat) if not target_fault(battle, shooter, profile, enemy)[0]
    ]


def has_valid_target(battle: Battle, shooter: Operative, profile: WeaponProfile) -> bool:
    """Is there any? First those whose line is known, then the nearest, since they are the likeliest to be seen."""
    base = shooter.base
    seat = shooter.seat
    unknown: list[tuple[float, int]] = []
    for i in range(len(battle.operatives)):
        enemy = battle.operatives[i]
        if enemy.seat == seat or enemy.fate != IN_PLAY:
            continue
        if not battle.killzone.sightlines.knows(shooter.base, enemy.base):
            dx, dy = enemy.base.x - base.x, enemy.base.y - base.y
            unknown.append((dx * dx + dy * dy, i))
        elif not target_fault(battle, shooter, profile, enemy)[0]:
            return True
    unknown.sort()
    for _, i in unknown:
        if not target_fault(battle, shooter, profile, battle.operatives[i])[0]:
            return True
    return False


class TargetList(Listing[str]):
    """All enemies, those that are no valid targets with the reason."""

    __slots__ = ("battle", "enemies", "profile", "shooter")

    def __init__(self, battle: Battle, shooter: Operative, profile: WeaponProfile) -> None:
        self.battle = battle
        self.shooter = shooter
        self.profile = profile
        self.enemies: list[Operative] = battle.enemies_of(shooter.seat)

    def __len__(self) -> int:
        return len(self.enemies)

    def option(self, number: int) -> Option[str]:
        enemy = self.enemies[number]
        why, clause = target_fault(self.battle, self.shooter, self.profile, enemy)
        return Option(enemy.key, enemy.key, enemy.name, clause, why, (enemy.key,))


# -- the action -----------------------------------------------------------------------------------------------------------


async def select_weapon(battle: Battle, shooter: Operative, overwatch: bool, points: int) -> str:
    """The Attacker selects a ranged weapon and profile; without a choice there is no question."""
    options = weapon_options(battle, shooter, overwatch, points)
    usable = [option for option in options if option.available]
    if len(usable) == 1:
        for option in options:
            if not option.available:
                battle.note(
                    "weapon-left", option.clause, (shooter.key,),
                    who=shooter.name, weapon=shooter.card.profile(option.value).name, why=option.why_not,
                )  # fmt: skip
        return usable[0].value
    prompt = f"{shooter.name}: select a ranged weapon"
    return await Choose(shooter.seat, prompt, options, "shooting.select-weapon", (shooter.key,))


async def shooting_action(battle: Battle, shooter_key: str, profile: WeaponProfile, overwatch: bool) -> None:
    """A Shoot action or Overwatch with a selected weapon: select a target, then attack it and whoever else follows."""
    shooter = battle[shooter_key]
    battle.in_hand = profile.key
    battle.overwatching = overwatch
    prompt = f"{shooter.name} shoots the {profile.name}: select a target"
    targets = TargetList(battle, shooter, profile)
    target = await Choose(shooter.seat, prompt, targets, "shooting.select-target", (shooter_key,))
    await shoot_at(battle, shooter_key, target, profile, overwatch)
    battle.in_hand = ""
    battle.overwatching = False


async def shoot_at(battle: Battle, shooter_key: str, target: str, profile: WeaponProfile, overwatch: bool) -> None:
    """All shooting attacks of one action; casualties are removed after the last of them."""
    shooter = battle[shooter_key]
    action = ShootingAction(shooter.seat, shooter_key, profile, overwatch)
    if profile.limited:
        shooter.used_up = (*shooter.used_up, profile.weapon)
    rules = rules_in_force(battle, shooter_key, profile, target)
    action.attacked.append(target)
    for rule in rules:
        await rule.share_dice(battle, action)
    dice = action.shares[0][1] if action.shares else profile.attacks
    others = [rule for rule in rules if rule.attacks_others(battle, action)] if battle.silent else []
    action.only_rule = len(others) == 1
    await _first_attack(battle, action, target, dice, battle.silent, others)
    for rule in rules:
        await rule.attack_made(battle, action)
    await remove_casualties(battle)
    battle.held = ()


async def _first_attack(
    battle: Battle,
    action: ShootingAction,
    target: str,
    dice: int,
    is_known: bool = False,
    others: Sequence[SpecialRule] = (),
) -> None:
    """`others` are the rules by which others are attacked after it, if that is known."""
    attack = _attack_on(battle, action, target, dice)
    attack.ends_the_action = is_known and not others
    attack.may_go_on = is_known and bool(others) and all([rule.may_stop() for rule in others])
    attack.in_cover = not sightline(battle, battle[action.shooter], battle[target]).open
    await shooting_attack(battle, attack)


def _attack_on(battle: Battle, action: ShootingAction, target: str, dice: int) -> ShootingAttack:
    defender = battle[target].seat
    attack = ShootingAttack(action.seat, defender, action.shooter, target, action.profile, dice, action.overwatch)
    if battle.silent:
        attack.rest = (tuple(action.attacked), tuple(action.shares), action.left)
    return attack


async def further_attack(battle: Battle, action: ShootingAction, target: str) -> None:
    """Torrent: another attack with all dice on another valid target."""
    action.attacked.append(target)
    await _first_attack(battle, action, target, action.profile.attacks)


async def shared_attack(battle: Battle, action: ShootingAction, target: str, dice: int) -> None:
    """Fusillade: another target's share of the dice; they are lost if it is already incapacitated."""
    action.attacked.append(target)
    if battle[target].standing:
        await _first_attack(battle, action, target, dice, action.only_rule and not action.left)


async def blast_attack(battle: Battle, action: ShootingAction, caught: str) -> None:
    """Blast: an attack on somebody near the target, whatever their order, cover or side."""
    attack = _attack_on(battle, action, caught, action.profile.attacks)
    attack.blast_extra = True
    # hits on a friend are not what the Attacker rolls dice again for
    attack.ends_the_action = action.only_rule and not action.left and attack.defender != attack.attacker
    await shooting_attack(battle, attack)


# -- one shooting attack --------------------------------------------------------------------------------------------------


async def shooting_attack(battle: Battle, attack: ShootingAttack) -> None:
    """Roll attack dice, roll defence dice, resolve saves, resolve hits; it ends early when nothing is left to decide."""
    shooter, target = battle[attack.shooter], battle[attack.target]
    battle.note(
        "shoots",
        "shooting.steps",
        (attack.shooter, attack.target),
        who=shooter.name,
        target=target.name,
        weapon=attack.profile.name,
    )
    rules = rules_in_force(battle, attack.shooter, attack.profile, attack.target)
    attack.rules = await settle_duplicates(battle, attack.attacker, rules)
    await offer_evasion(battle, attack)
    await _roll_attack_dice(battle, attack)
    await _answer_hits(battle, attack)


async def _answer_hits(battle: Battle, attack: ShootingAttack) -> None:
    """The Defender's part, unless nothing is left to decide."""
    if not attack.normal and not attack.critical:
        battle.note(
            "no-hits", "shooting.ends-when-nothing-is-left", (attack.target,), target=battle[attack.target].name
        )
        return
    if not battle[attack.target].standing:
        return
    await roll_defence_dice(battle, attack)


class _Rolled:
    """A shooting attack, the last of its action, to be resolved from its attack dice on."""

    __slots__ = ("attack",)

    def __init__(self, attack: ShootingAttack) -> None:
        self.attack = attack.copy()

    def go_on(self, battle: Battle, faces: tuple[int, ...]) -> Any:
        return self._rest(battle, self.attack.copy(), faces)

    async def _rest(self, battle: Battle, attack: ShootingAttack, faces: tuple[int, ...]) -> None:
        await _roll_attack_dice(battle, attack, faces)
        await _answer_hits(battle, attack)
        await remove_casualties(battle)
        battle.held = ()


def skill_modifiers(battle: Battle, operative: Operative, overwatch: bool) -> list[Modifier]:
    """What worsens BS or WS now."""
    modifiers: list[Modifier] = []
    if overwatch:
        modifiers.append(Modifier(1, "Overwatch", "overwatch.worse-bs"))
    if battle.is_injured(operative):
        modifiers.append(Modifier(1, "injured", "damage.injured-skill"))
    return modifiers


def critical_from(rules: list[SpecialRule]) -> int:
    lowest = 6
    for rule in rules:
        lowest = min(lowest, rule.critical_from())
    return lowest


MISS: Final = 0
HIT: Final = 1
CRITICAL: Final = 2
MARKS: Final[tuple[str, ...]] = ("miss", "hit", "critical")


def attack_result(face: int, needed: int, critical: int) -> int:
    """A 6 is always a critical hit and a 1 always a miss; a die must be a success before Lethal can make it critical."""
    if face == 6:
        return CRITICAL
    if face == 1 or face < needed:
        return MISS
    return CRITICAL if face >= critical else HIT


def attack_kinds(needed: int, critical: int, rules: list[SpecialRule]) -> tuple[int, ...]:
    """Which faces of an attack die differ for what follows; a 1 differs from other fails for some rules."""
    ones = any([rule.minds_ones() for rule in rules])
    return (-1 if ones else MISS, *[attack_result(face, needed, critical) for face in range(2, 7)])


async def _roll_attack_dice(battle: Battle, attack: ShootingAttack, faces: tuple[int, ...] | None = None) -> None:
    """Roll, re-roll, sort, discard fails; then Hot, Rending, and what critical hits do, in this order.

    `faces` have been rolled already, if given.
    """
    shooter = battle[attack.shooter]
    modifiers = skill_modifiers(battle, shooter, attack.overwatch)
    needed = attack.profile.skill + len(modifiers)
    critical = critical_from(attack.rules)
    about = (attack.shooter, attack.target)
    name = f"attack {attack.shooter}>{attack.target}"
    kinds = attack_kinds(needed, critical, attack.rules)
    throw = Throw(attack.attacker, name, "shooting.attack-dice-count", kinds, attack.rules, about)
    tell: Callable[[Roll], None] | None = None
    meeting: Meeting | None = None
    if battle.silent:
        if attack.ends_the_action or attack.may_go_on:
            tell = _HitsAhead(battle, attack, throw).tell
        outlook = Outlook(kinds, attack.sum(), critical_is_better(attack))
        if attack.ends_the_action and faces is None:
            meeting = Meeting((attack.dice, outlook.context), _Rolled(attack).go_on)
        throw = Throw(attack.attacker, name, throw.clause, kinds, attack.rules, about, outlook)
    pool = await roll_dice(battle, throw, attack.dice, meeting, faces, tell)
    results = [attack_result(face, needed, critical) for face in pool.faces]
    attack.normal = results.count(HIT)
    attack.critical = results.count(CRITICAL)
    if battle.heard:
        label, marks = f"{attack.profile.name} attack", [MARKS[result] for result in results]
        shown = DiceShown(label, attack.attacker, pool.faces, marks, f"{min(needed, 6)}+", modifiers)
        hits, criticals = attack.normal, attack.critical
        battle.note("attack-dice", "shooting.hit", about, shown, who=shooter.name, hits=hits, criticals=criticals)
    await _after_sorting(battle, attack, pool.faces.count(1))


def critical_is_better(attack: ShootingAttack) -> bool:
    """Is a critical hit at least as good as a normal one for the Attacker?"""
    profile = attack.profile
    return profile.critical_damage + sum([rule.wounds_by_critical_hits() for rule in attack.rules]) >= profile.damage


class _HitsAhead(Hopes):
    """Attack dice come to hits, and to ones where a rule acts on them."""

    __slots__ = ("attack", "battle", "only_hits_matter")

    def __init__(self, battle: Battle, attack: ShootingAttack, throw: Throw) -> None:
        ones = any([rule.minds_ones() and not rule.dice_to_reroll([1]) for rule in attack.rules])
        dice = dice_ahead(throw, critical_is_better(attack), _may_pay_later(battle, attack), ones)
        super().__init__(dice, throw, token(battle.foreseen, attack.sum()), battle.command_points[attack.attacker])
        self.battle = battle
        self.attack = attack.copy()
        self.only_hits_matter = not ones
        """Does nothing come between the attack dice and the defence dice?"""
        for rule in attack.rules:
            if rule.acts_on_critical_hits() or rule.upgrades_a_hit():
                self.only_hits_matter = False

    def came_to(self, worth: Worth, points: int) -> Any:
        left = points if self.dice.spares else 0
        return Later((self.key, worth, left), _Hitting(self, worth, left).answered)


def _may_pay_later(battle: Battle, attack: ShootingAttack) -> bool:
    """Can the Attacker need Command Points once the attack dice lie? Only if somebody of theirs loses wounds."""
    if not any([rule.harms_friends() for rule in attack.rules]):
        return False
    return any([usable(battle, attack.attacker, ploy) is not None for ploy in ("hold-on", "death-throes")])


class _Hitting(Stretch):
    """What follows so many hits and ones, up to the defence dice."""

    __slots__ = ("attack", "hopes", "points", "worth")

    def __init__(self, hopes: _HitsAhead, worth: Worth, points: int) -> None:
        self.hopes = hopes
        self.worth = worth
        self.points = points
        self.attack = hopes.attack

    def answered(self) -> Any:
        battle, key = self.hopes.battle, self.hopes.key
        if self.hopes.only_hits_matter:
            self._sort()
            return DefenceAhead(battle, self.attack, key).first()
        return Rehearsal(battle, self, (key, self.worth, self.points)).told()

    def begin(self, battle: Battle) -> Procedure:
        attack = self._sort()
        if self.hopes.dice.spares:
            pay(battle, attack.attacker, battle.command_points[attack.attacker] - self.points)
        return _after_sorting(battle, attack, self.worth[2])

    def _sort(self) -> ShootingAttack:
        self.attack = self.hopes.attack.copy()
        self.attack.normal, self.attack.critical, _ = self.worth
        return self.attack

    def ended(self, battle: Battle) -> Any:
        return DefenceAhead(battle, self.attack, (self.hopes.key, battle.position())).first()


async def _after_sorting(battle: Battle, attack: ShootingAttack, ones: int) -> None:
    for rule in attack.rules:
        if ones:
            await rule.ones_discarded(battle, attack, ones)
    hits = (attack.normal, attack.critical)
    hits = await offer_rending(battle, attack.attacker, attack.rules, attack.shooter, attack.profile, hits)
    attack.normal, attack.critical = hits
    if not attack.critical:
        return
    effects = [rule for rule in attack.rules if rule.acts_on_critical_hits()]
    while effects:
        rule = effects[0]
        if len(effects) > 1:
            options = [Option(effect.printed, effect.printed, effect.printed, effect.clause) for effect in effects]
            clause = "shooting.roll-attack-step-order"
            chosen = await Choose(attack.attacker, "Which critical hit rule applies first?", options, clause)
            rule = next(iter([effect for effect in effects if effect.printed == chosen]))
        effects.remove(rule)
        await rule.critical_hits_retained(battle, attack)


def rending_of(rules: list[SpecialRule], hits: tuple[int, int]) -> SpecialRule | None:
    """The rule that may turn one of these hits into a critical hit: there is a critical hit retained, and a normal one."""
    if hits[0] and hits[1]:
        for rule in rules:
            if rule.upgrades_a_hit():
                return rule
    return None


def upgraded(hits: tuple[int, int]) -> tuple[int, int]:
    """One normal hit has become a critical hit."""
    return (hits[0] - 1, hits[1] + 1)


async def offer_rending(
    battle: Battle, seat: int, rules: list[SpecialRule], who: str, profile: WeaponProfile, hits: tuple[int, int]
) -> tuple[int, int]:
    """Rending: with a critical hit retained the owner may turn one normal hit into a critical hit. The hits then."""
    rending = rending_of(rules, hits)
    if rending is None:
        return hits
    options = [
        Option("upgrade", True, "Turn a normal hit into a critical hit", rending.clause),
        Option("no", False, "Leave the hits as they are", declines=True),
    ]
    # a critical hit that does no less damage is better in every way, unless it has to be resolved and fells the wrong one
    better = profile.critical_damage >= profile.damage and (profile.ranged or not may_regret_a_hit(battle))
    obvious = options[0] if better else None
    prompt = f"{battle[who].name}: use Rending?"
    if not await Choose(seat, prompt, options, rending.clause, (who,), obvious=obvious):
        return hits
    battle.note("rending", rending.clause, (who,), who=battle[who].name)
    return upgraded(hits)
