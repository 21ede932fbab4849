"""SHOOTING ATTACK: select weapon, select target, roll attack dice, roll defence dice, resolve saves, resolve hits."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.events import DiceShown, Modifier
from vanguard.core.questions import Choose, Later, Listing, Meeting, Option
from vanguard.rulebooks.killteam_lite.attacks import DicePool, ShootingAction, ShootingAttack
from vanguard.rulebooks.killteam_lite.damage import remove_casualties
from vanguard.rulebooks.killteam_lite.defence import (
    DefenceAhead,
    ends_with_damage,
    piercing_values,
    roll_defence_dice,
)
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged, known_sightline, sightline, within
from vanguard.rulebooks.killteam_lite.moments import SpecialRule
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import Outlook, Throw, roll_dice
from vanguard.rulebooks.killteam_lite.rules_in_force import rules_in_force, settle_duplicates
from vanguard.rulebooks.killteam_lite.state import CONCEAL, IN_PLAY, Battle, Operative
from vanguard.rulebooks.killteam_lite.tactical_ploys import offer_evasion
from vanguard.rulebooks.killteam_lite.tallies import critical_in, normal_in

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
        if known_sightline(battle, shooter, enemy) is None:
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
    alone = battle.silent and not any([rule.attacks_others(battle, action) for rule in rules])
    await _first_attack(battle, action, target, dice, alone)
    for rule in rules:
        await rule.attack_made(battle, action)
    await remove_casualties(battle)
    battle.held = ()


async def _first_attack(
    battle: Battle, action: ShootingAction, target: str, dice: int, ends_the_action: bool = False
) -> None:
    attack = _attack_on(battle, action, target, dice)
    attack.ends_the_action = ends_the_action
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
        await _first_attack(battle, action, target, dice)


async def blast_attack(battle: Battle, action: ShootingAction, caught: str) -> None:
    """Blast: an attack on somebody near the target, whatever their order, cover or side."""
    attack = _attack_on(battle, action, caught, action.profile.attacks)
    attack.blast_extra = True
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
    outlook: Outlook | None = None
    meeting: Meeting | None = None
    if battle.silent:
        outlook = _HitsOutlook(battle, attack, kinds)
        if attack.ends_the_action and faces is None:
            meeting = Meeting((attack.dice, outlook.context), _Rolled(attack).go_on)
    throw = Throw(attack.attacker, name, "shooting.attack-dice-count", kinds, attack.rules, about, outlook)
    pool = await roll_dice(battle, throw, attack.dice, meeting, faces)
    results = [attack_result(face, needed, critical) for face in pool.faces]
    attack.normal = results.count(HIT)
    attack.critical = results.count(CRITICAL)
    if battle.heard:
        label, marks = f"{attack.profile.name} attack", [MARKS[result] for result in results]
        shown = DiceShown(label, attack.attacker, pool.faces, marks, f"{min(needed, 6)}+", modifiers)
        hits, criticals = attack.normal, attack.critical
        battle.note("attack-dice", "shooting.hit", about, shown, who=shooter.name, hits=hits, criticals=criticals)
    await _after_sorting(battle, attack, pool)


class _HitsOutlook(Outlook):
    """Attack dice come to hits, where nothing but the hits matters for the rest of the attack."""

    __slots__ = ("attack", "battle")

    def __init__(self, battle: Battle, attack: ShootingAttack, kinds: tuple[int, ...]) -> None:
        super().__init__(kinds, attack.sum(), attack.profile.critical_damage >= attack.profile.damage)
        self.battle = battle
        self.attack = attack
        self.foreseen = _only_hits_matter(attack) and ends_with_damage(battle, attack)

    def worth(self, dice: int) -> Any:
        return (normal_in(dice), critical_in(dice)) if self.foreseen else super().worth(dice)

    def following(self, worth: Any) -> Any:
        if not self.foreseen:
            return (self.context, worth)
        return Later((self.context, worth), _Hitting(self, worth).answered)


class _Hitting:
    """How the Defender can answer so many hits."""

    __slots__ = ("hits", "outlook")

    def __init__(self, outlook: _HitsOutlook, hits: tuple[int, int]) -> None:
        self.outlook = outlook
        self.hits = hits

    def answered(self) -> Any:
        attack = self.outlook.attack.copy()
        attack.normal, attack.critical = self.hits
        return DefenceAhead(self.outlook.battle, attack, self.outlook.context).first()


def _only_hits_matter(attack: ShootingAttack) -> bool:
    """No rule acts on ones or critical hits between the attack dice and the defence dice, and AP is no question."""
    for rule in attack.rules:
        if rule.acts_on_critical_hits() or rule.upgrades_a_hit():
            return False
        if rule.minds_ones() and not rule.dice_to_reroll([1]):
            return False
    return len(piercing_values(attack)) < 2


async def _after_sorting(battle: Battle, attack: ShootingAttack, pool: DicePool) -> None:
    ones = pool.faces.count(1)
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
    # a critical hit that does no less damage is better in every way
    obvious = options[0] if profile.critical_damage >= profile.damage else None
    prompt = f"{battle[who].name}: use Rending?"
    if not await Choose(seat, prompt, options, rending.clause, (who,), obvious=obvious):
        return hits
    battle.note("rending", rending.clause, (who,), who=battle[who].name)
    return upgraded(hits)
