"""SHOOTING ATTACK: select weapon, select target, roll attack dice, roll defence dice, resolve saves, resolve hits."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.attacks.undertakings import Undertaking, Unfolding, see_through
from vanguard.core.questions import Choose, Listing, Option, Question
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown, Modifier
from vanguard.geometry.measuring import gap, told_beside
from vanguard.rulebooks.killteam_lite.attacks import ShootingAction, ShootingAttack
from vanguard.rulebooks.killteam_lite.damage import lose_wounds, note_holding_on, remove_casualties
from vanguard.rulebooks.killteam_lite.defence import Defence, Saves, choose_defence, saves_of, settled_defence
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged, sightline, within
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import DiceRoll, DiceRule
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.rules_in_force import rules_in_force, settle_duplicates
from vanguard.rulebooks.killteam_lite.state import CONCEAL, IN_PLAY, Battle, Operative
from vanguard.rulebooks.killteam_lite.tactical_ploys import offer_evasion

# -- select weapon --------------------------------------------------------------------------------------------------------


def weapon_fault(battle: Battle, shooter: Operative, profile: WeaponProfile, overwatch: bool) -> tuple[str, str]:
    """Why this weapon cannot be selected now, targets aside, and the clause; empty texts if it can."""
    fault = used_up_fault(shooter, profile)
    if fault[0]:
        return fault
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


SHOOT_COST: Final = 1


def cost_fault(profile: WeaponProfile, points: int) -> tuple[str, str]:
    """Why so many AP do not pay for a Shoot action with this weapon, and the clause; empty texts if they do."""
    cost = SHOOT_COST + profile.extra_cost
    if cost <= points:
        return "", ""
    clause = "unwieldy.extra-ap" if profile.extra_cost else "firefight.spend-ap"
    return f"costs {cost} AP, {points} left", clause


def used_up_fault(operative: Operative, profile: WeaponProfile) -> tuple[str, str]:
    """Why a Limited weapon, ranged or melee, cannot be selected any more; empty texts if it can."""
    if profile.limited and profile.weapon in operative.used_up:
        return "Limited: already used this battle", "limited.once-per-battle"
    return "", ""


def use_up(operative: Operative, profile: WeaponProfile) -> None:
    """A weapon is selected for an attack that is made: a Limited one is used up."""
    if profile.limited:
        operative.used_up = (*operative.used_up, profile.weapon)


def weapon_options(battle: Battle, shooter: Operative, overwatch: bool, points: int) -> list[Option[str]]:
    """All ranged profiles, those that cannot be used now with the reason."""
    options: list[Option[str]] = []
    for profile in shooter.card.ranged:
        why, clause = weapon_fault(battle, shooter, profile, overwatch)
        if not why and not overwatch:
            why, clause = cost_fault(profile, points)
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
        away = told_beside(gap(shooter.base, target.base), profile.reach)
        return f'{away}" away, its range is {profile.reach:g}"', "rng.maximum"
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
        if not within(base, enemy.base, profile.reach):
            continue  # most are out of range, and nobody reads how far
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
        attempt = ("shot", self.shooter.key, enemy.key, self.profile.key, self.battle.overwatching)
        return Option(enemy.key, enemy.key, enemy.name, clause, why, (enemy.key,), attempt=attempt)


# -- the action -----------------------------------------------------------------------------------------------------------


async def select_weapon(battle: Battle, shooter: Operative, overwatch: bool, points: int) -> str:
    """The Attacker selects a ranged weapon and profile."""
    options = weapon_options(battle, shooter, overwatch, points)
    return await selected(battle, shooter, options, "select a ranged weapon", "shooting.select-weapon")


async def selected(battle: Battle, bearer: Operative, options: list[Option[str]], what: str, clause: str) -> str:
    """One of the weapons that can be used; without a choice there is no question, and the log says why not the others."""
    usable = [option for option in options if option.available]
    if len(usable) == 1:
        for option in options:
            if not option.available:
                battle.note(
                    "weapon-left", option.clause, (bearer.key,),
                    who=bearer.name, weapon=bearer.card.profile(option.value).name, why=option.why_not,
                )  # fmt: skip
        return usable[0].value
    return await Choose(bearer.seat, f"{bearer.name}: {what}", options, clause, (bearer.key,))


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
    """All shooting attacks of one action."""
    shooter = battle[shooter_key]
    action = ShootingAction(shooter.seat, shooter_key, profile, overwatch)
    use_up(shooter, profile)
    action.rules = rules_in_force(battle, shooter_key, profile, target)
    action.attacked = (target,)
    for rule in action.rules:
        await rule.share_dice(battle, action)
    dice = action.shares[0][1] if action.shares else profile.attacks
    await see_through(battle, Shooting(action, attack_on(battle, action, target, dice)))


def attack_on(battle: Battle, action: ShootingAction, target: str, dice: int) -> ShootingAttack:
    """An attack of this action with so many dice on somebody selected as its target."""
    attack = _attack_in(battle, action, target, dice)
    attack.in_cover = not sightline(battle, battle[action.shooter], battle[target]).open
    return attack


def _attack_in(battle: Battle, action: ShootingAction, target: str, dice: int) -> ShootingAttack:
    defender = battle[target].seat
    return ShootingAttack(action.seat, defender, action.shooter, target, action.profile, dice, action.overwatch)


def further_attack(battle: Battle, action: ShootingAction, target: str, dice: int) -> ShootingAttack:
    """Torrent and Fusillade: an attack on another valid target."""
    action.attacked = (*action.attacked, target)
    return attack_on(battle, action, target, dice)


def blast_attack(battle: Battle, action: ShootingAction, caught: str) -> ShootingAttack:
    """Blast: an attack on somebody near the target, whatever their order, cover or side."""
    attack = _attack_in(battle, action, caught, action.profile.attacks)
    attack.blast_extra = True
    return attack


BEGIN: Final = 0
ATTACK_DICE: Final = 1
EFFECTS: Final = 2
DEFENCE: Final = 3
DEFENCE_DICE: Final = 4
HITS: Final = 5
NEXT: Final = 6


class Shooting(Undertaking):
    """The attacks of an action, one after the other; casualties are removed after the last of them.

    An attack: roll attack dice, roll defence dice, resolve saves, resolve hits. It ends early when nothing is left to decide.
    """

    __slots__ = ("action", "attack", "defence", "dice", "saves", "step")

    def __init__(self, action: ShootingAction, attack: ShootingAttack) -> None:
        super().__init__()
        self.action = action
        self.attack = attack
        """Both shared by copies: an act takes its own first."""
        self.step = BEGIN
        self.dice: DiceRoll | None = None
        self.defence: Defence | None = None
        self.saves: Saves | None = None

    def copy(self) -> Shooting:
        twin = Shooting(self.action, self.attack)
        twin.over = self.over
        twin.step = self.step
        twin.dice = self.dice
        twin.defence = self.defence
        twin.saves = self.saves
        return twin

    def key(self) -> Any:
        if self.step == NEXT:
            return (NEXT, self.action.sum())
        rest = (self.action.sum(), self.attack.sum())
        if self.step == EFFECTS:
            assert self.dice is not None
            return (EFFECTS, self.dice.result(), rest)
        if self.step == DEFENCE_DICE:
            assert self.defence is not None
            return (DEFENCE_DICE, self.defence.sum(), rest)
        if self.step == HITS:
            assert self.saves is not None
            return (HITS, self.saves.result(), self.attack.target, self.action.sum())
        return (self.step, rest)

    def rest(self) -> Any:
        if self.step == DEFENCE_DICE:
            return (DEFENCE_DICE, self.attack.target, self.action.sum())
        return self.key()

    def asks(self, state: State) -> Question[Any] | Unfolding | None:
        assert isinstance(state, Battle)
        if self.step == ATTACK_DICE:
            return attack_dice(state, self.attack)
        if self.step == DEFENCE_DICE:
            assert self.defence is not None
            return saves_of(state, self.attack, self.defence)
        return None

    def answered(self, state: State, value: Any) -> None:
        assert isinstance(state, Battle)
        if isinstance(value, Saves):
            self.saves = value
            self.step = HITS
            return
        self.dice = value
        self.attack = self.attack.copy()
        sort_attack_dice(self.attack, value)
        if has_effects(self.attack, value):
            self.step = EFFECTS
            return
        self.step = self._after_effects(state)
        if self.step == DEFENCE:
            self.defence = settled_defence(state, self.attack)
            if self.defence is not None:
                self.step = DEFENCE_DICE

    def _after_effects(self, battle: Battle) -> int:
        return DEFENCE if is_to_be_answered(battle, self.attack) else NEXT

    def note(self, state: State, value: Any) -> None:
        assert isinstance(state, Battle)
        if isinstance(value, DiceRoll):
            note_attack_dice(state, self.attack, value)

    async def act(self, state: State) -> None:
        assert isinstance(state, Battle)
        self.action, self.attack = self.action.copy(), self.attack.copy()
        if self.step == BEGIN:
            await begin_attack(state, self.attack)
            self.step = ATTACK_DICE
            return
        if self.step == EFFECTS:
            assert self.dice is not None
            await effects_of_dice(state, self.attack, self.dice)
            self.step = self._after_effects(state)
        if self.step == DEFENCE:
            self.defence = await choose_defence(state, self.attack)
            self.step = DEFENCE_DICE
            return
        if self.step == NEXT:
            note_unanswered(state, self.attack)
        else:
            assert self.saves is not None
            await resolve_hits(state, self.attack, self.saves)
        await self._go_on(state)

    async def _go_on(self, battle: Battle) -> None:
        """To the next attack of the same action, by the rules that make one; after the last casualties are removed."""
        action = self.action
        while action.spoken < len(action.rules):
            attack = await action.rules[action.spoken].another_attack(battle, action)
            if attack is not None:
                self.attack = attack
                await begin_attack(battle, attack)
                self.step = ATTACK_DICE
                return
            action.spoken += 1
            action.left = None
        await remove_casualties(battle)
        battle.held = ()
        self.over = True


# -- one shooting attack --------------------------------------------------------------------------------------------------


async def begin_attack(battle: Battle, attack: ShootingAttack) -> None:
    """Which rules are in force, and what the target does when it is selected."""
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


def is_to_be_answered(battle: Battle, attack: ShootingAttack) -> bool:
    """Is there anything left for the Defender to decide?"""
    if attack.normal + attack.critical == 0 or attack.target in battle.held:
        return False
    return battle[attack.target].standing


def note_unanswered(battle: Battle, attack: ShootingAttack) -> None:
    if attack.normal + attack.critical == 0:
        battle.note(
            "no-hits", "shooting.ends-when-nothing-is-left", (attack.target,), target=battle[attack.target].name
        )
    elif attack.target in battle.held:
        note_holding_on(battle, battle[attack.target])


async def resolve_hits(battle: Battle, attack: ShootingAttack, saves: Saves) -> None:
    """The target loses what the hits left do."""
    attack.normal, attack.critical = saves.left(saves.discarded or (0, 0))
    damage = saves.damage_left()
    if damage <= 0:
        battle.note("saved", "shooting.saves-spent", (attack.target,), target=battle[attack.target].name)
    clause = "shooting.damage-critical" if attack.critical else "shooting.damage-normal"
    await lose_wounds(battle, attack.target, damage, clause)


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


MINDED_ONE: Final = -1
"""A fail that differs from others for some rule."""
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
    return (MINDED_ONE if ones else MISS, *[attack_result(face, needed, critical) for face in range(2, 7)])


def attack_dice(battle: Battle, attack: ShootingAttack) -> DiceRoll:
    """Attack dice, rolled and rolled again before anything is sorted."""
    needed, critical, _ = _thresholds(battle, attack)
    kinds = attack_kinds(needed, critical, attack.rules)
    name, about = f"attack {attack.shooter}>{attack.target}", (attack.shooter, attack.target)
    rule = DiceRule(attack.attacker, name, "shooting.attack-dice-count", kinds, attack.rules, about)
    return DiceRoll(rule, attack.dice, battle.points_of(attack.attacker))


def _thresholds(battle: Battle, attack: ShootingAttack) -> tuple[int, int, list[Modifier]]:
    """The result a die needs, the result that makes it critical, and what worsened the first."""
    modifiers = skill_modifiers(battle, battle[attack.shooter], attack.overwatch)
    return attack.profile.skill + len(modifiers), critical_from(attack.rules), modifiers


def sort_attack_dice(attack: ShootingAttack, dice: DiceRoll) -> None:
    """Fails are discarded."""
    kinds = dice.kinds()
    attack.normal = kinds.count(HIT)
    attack.critical = kinds.count(CRITICAL)


def note_attack_dice(battle: Battle, attack: ShootingAttack, dice: DiceRoll) -> None:
    if not battle.heard:
        return
    needed, critical, modifiers = _thresholds(battle, attack)
    faces = dice.faces()
    results = [attack_result(face, needed, critical) for face in faces]
    label, marks = f"{attack.profile.name} attack", [MARKS[result] for result in results]
    shown = DiceShown(label, attack.attacker, faces, marks, f"{min(needed, 6)}+", modifiers)
    hits, criticals = attack.normal, attack.critical
    about = (attack.shooter, attack.target)
    who = battle[attack.shooter].name
    battle.note("attack-dice", "shooting.hit", about, shown, who=who, hits=hits, criticals=criticals)


def has_effects(attack: ShootingAttack, dice: DiceRoll) -> bool:
    """Does any rule make anything of the sorted dice, or ask about them?"""
    if MINDED_ONE in dice.kinds():
        return True
    for rule in attack.rules:
        if attack.critical and (rule.acts_on_critical_hits() or (attack.normal and rule.upgrades_a_hit())):
            return True
    return False


async def effects_of_dice(battle: Battle, attack: ShootingAttack, dice: DiceRoll) -> None:
    """When fails are discarded: Hot, Rending, and what critical hits do, in this order."""
    ones = dice.faces().count(1)
    for rule in attack.rules:
        if ones:
            await rule.ones_discarded(battle, attack, ones)
    rending = rending_question(battle, attack.attacker, attack.rules, attack.shooter, (attack.normal, attack.critical))
    if rending is not None and await rending:
        note_rending(battle, attack.shooter, rending.clause)
        attack.normal, attack.critical = upgraded((attack.normal, attack.critical))
    await _critical_hits_retained(battle, attack)


async def _critical_hits_retained(battle: Battle, attack: ShootingAttack) -> None:
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


def upgraded(hits: tuple[int, int]) -> tuple[int, int]:
    """One normal hit has become a critical hit."""
    return (hits[0] - 1, hits[1] + 1)


def rending_question(
    battle: Battle, seat: int, rules: list[SpecialRule], who: str, hits: tuple[int, int]
) -> Choose[bool] | None:
    """Rending: with a critical hit retained the owner may turn one normal hit into a critical hit."""
    if not hits[0] or not hits[1]:
        return None
    for rule in rules:
        if rule.upgrades_a_hit():
            options = [
                Option("upgrade", True, "Turn a normal hit into a critical hit", rule.clause),
                Option("no", False, "Leave the hits as they are", declines=True),
            ]
            question = Choose(seat, f"{battle[who].name}: use Rending?", options, rule.clause, (who,))
            question.dice = battle.dice_on_the_table(seat)
            return question
    return None


def note_rending(battle: Battle, who: str, clause: str) -> None:
    battle.note("rending", clause, (who,), who=battle[who].name)
