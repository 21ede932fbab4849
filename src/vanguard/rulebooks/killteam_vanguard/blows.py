"""One blow at one target: hit roll, wounds, recovery roll; whom a blast catches and who may strike back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.events import Modifier
from vanguard.core.pictures import MELEE, RANGED
from vanguard.core.questions import Choose, Meeting, Option, Roll
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.armor import armor_roll
from vanguard.rulebooks.killteam_vanguard.atoms import fatigue, lose_wounds, recover, remove
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    DicePool,
    roll_pool,
    single_die,
    single_shown,
    succeeds,
    total,
)
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, plural, within
from vanguard.rulebooks.killteam_vanguard.strikes import (
    ACTION,
    BLAST,
    CLAUSES_OF_WAYS,
    RETALIATION,
    Strike,
    dice_modifiers,
    hit_modifiers,
)

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

RECOVERY: Final = 4


def target_question(battle: Battle, attacker: str, left: list[tuple[str, int]]) -> Choose[int]:
    """The attacker chooses the order of targets."""
    options = [
        Option(key, i, f"{battle[key].name} ({plural(dice, 'die', 'dice')})", about=(key,))
        for i, (key, dice) in enumerate(left)
    ]
    prompt = "Which target is resolved next?"
    return Choose(battle[attacker].side, prompt, options, "attack.split.one-target-at-a-time", (attacker,))


class Blow:
    """What is known of a blow at one target once its hits are."""

    __slots__ = ("caught", "context", "hits", "strike", "target", "was_down")

    def __init__(self, strike: Strike, target: str, was_down: bool, hits: int, caught: list[str], context: Any) -> None:
        self.strike = strike
        self.target = target
        self.was_down = was_down
        self.hits = hits
        self.caught = caught
        self.context = context

    def copy(self) -> Blow:
        return Blow(self.strike.copy(), self.target, self.was_down, self.hits, self.caught, self.context)

    @property
    def is_last(self) -> bool:
        """Nothing follows it in its attack: no other target, no blast, no retaliation."""
        return is_last(self.strike) or (not self.caught and is_last(self.strike, whatever_it_reaches=True))


def blow_of(battle: Battle, strike: Strike, target: str, was_down: bool, hits: int, context: Any) -> Blow:
    """The blow once its hits are known, and with them whom a blast catches."""
    caught = caught_in_blast(battle, strike, battle[target]) if hits else []
    if context is not None and caught:
        context = (context, tuple(caught))
    return Blow(strike, target, was_down, hits, caught, context)


def lethal_hits(battle: Battle, blow: Blow) -> int:
    """So many unsaved hits come to the same as more: beyond an excess of 4 wounds recovering needs a natural 6 anyway."""
    return -(-(battle[blow.target].wounds + 4) // blow.strike.weapon.damage)


def is_last(strike: Strike, whatever_it_reaches: bool = False) -> bool:
    """Does nothing follow the blow under way: no other target, no retaliation, no blast, no fall?"""
    if not strike.rest or strike.rest[1] or any([rule.leads_to_dice() for rule in strike.weapon.rules]):
        return False
    if strike.way == BLAST:
        after, _, melee = strike.rest
        return not (melee or not after or after[1])
    if strike.then if strike.way == RETALIATION else strike.way != ACTION or strike.weapon.melee:
        return False
    return whatever_it_reaches or not reaches_around(strike.weapon)


def odds_context(strike: Strike, target: str, dice: int, piercing: list[Modifier], was_down: bool) -> Any:
    """What the rest of an attack depends on beside dice and battle."""
    hit, pierce = total(strike.to_hit), total(piercing)
    return (strike.attacker, target, dice, strike.weapon.key, strike.way, hit, pierce, was_down, strike.rest)


# -- hit roll -----------------------------------------------------------------------------------------------------------


class HitRoll:
    """A hit roll before its dice: how many they are, and what modifies them."""

    __slots__ = ("dice", "modifiers", "more", "pool")

    def __init__(self, battle: Battle, strike: Strike, target_key: str, dice: int) -> None:
        attacker, target = battle[strike.attacker], battle[target_key]
        self.modifiers = hit_modifiers(battle, strike, attacker, target)
        self.more = dice_modifiers(battle, strike, attacker, target)
        self.dice = max(0, dice + total(self.more))
        who = f"{attacker.key}>{target_key}"
        self.pool = DicePool(attacker, "hit", who, "attack.hit-roll", strike.weapon.hit, total(self.modifiers))
        self.pool.about = (attacker.key, target_key)
        if battle.silent:
            self.pool.is_last = is_last(strike)
            self.pool.harmful = target.side == attacker.side


async def hit_roll(
    battle: Battle, strike: Strike, target_key: str, dice: int, context: Any, ahead: Callable[[], Any] | None
) -> int:
    """Roll the attack dice; each die that reaches Hit after modifiers is a hit."""
    attacker = battle[strike.attacker]
    target = battle[target_key]
    weapon = strike.weapon
    about = (strike.attacker, target_key)
    clause = CLAUSES_OF_WAYS[strike.way]
    battle.note(
        f"{strike.way} declared", clause, about,
        attacker=attacker.name, target=target.name, weapon=weapon.name, way=MELEE if weapon.melee else RANGED,
    )  # fmt: skip
    roll = HitRoll(battle, strike, target_key, dice)
    pool = roll.pool
    if context is not None:
        pool.context = context
        pool.then = (context, "hits")
        pool.ahead = ahead
    await roll_pool(battle, pool, roll.dice)
    hits = pool.successes
    if battle.silent:
        return hits
    battle.note(
        f"{strike.way} hit roll", "attack.hit-roll", about,
        pool.shown("Hit roll", attacker.side, "hit", "miss", [*roll.modifiers, *roll.more]),
        attacker=attacker.name, target=target.name, hits=plural(hits, "hit"),
    )  # fmt: skip
    return hits


# -- wounds and recovery ------------------------------------------------------------------------------------------------


async def wound(battle: Battle, blow: Blow, unsaved: int, face: int = 0) -> None:
    """Wounds, recovery (`face` was rolled already, if given), and what the weapon's rules do then."""
    strike, context = blow.strike, blow.context
    if context is not None:
        context = (context, blow.hits > 0, unsaved > 0)
    await suffer(battle, blow.target, unsaved * strike.weapon.damage, blow.was_down, "attack.wounds", context, face)
    for rule in strike.weapon.rules:
        await rule.after_target(battle, strike, blow.target, blow.hits, unsaved)


async def suffer(
    battle: Battle, key: str, wounds: int, was_down: bool, clause: str, context: Any = None, face: int = 0
) -> None:
    """All wounds at once; at 0 or fewer a recovery roll, unless the model was already knocked down.

    `face` was rolled already for its recovery, if given.
    """
    if wounds <= 0:
        return
    model = battle[key]
    excess = wounds - model.wounds
    lose_wounds(battle, model, wounds, clause)
    if model.wounds > 0:
        return
    if was_down:
        remove(battle, model, "it was already knocked down", "attack.recovery.already-knocked-down")
        return
    await recovery_roll(battle, key, excess, context, face)


def recovery_modifiers(model: Model, excess: int) -> list[Modifier]:
    """The wounds suffered beyond those it had, and what a card adds."""
    modifiers: list[Modifier] = []
    if excess > 0:
        modifiers.append(Modifier(-excess, "excess wounds", "attack.recovery.excess-modifier"))
    for ability in model.profile.abilities:
        if ability.recovery_bonus():
            modifiers.append(Modifier(ability.recovery_bonus(), ability.name, "card.special-abilities"))
    return modifiers


def recovery_die(model: Model, modifiers: list[Modifier]) -> Roll:
    return single_die(model, "recovery", "attack.recovery.roll", RECOVERY, total(modifiers))


async def recovery_roll(battle: Battle, key: str, excess: int, context: Any = None, face: int = 0) -> None:
    """4+ on one die, less the wounds suffered beyond those it had."""
    model = battle[key]
    modifiers = recovery_modifiers(model, excess)
    if not face:
        die = recovery_die(model, modifiers)
        die.meeting = Meeting((context, min(excess, 6))) if context is not None else None
        [face] = await die
    passed = succeeds(face, RECOVERY, total(modifiers))
    battle.note(
        "recovery passed" if passed else "recovery failed", "attack.recovery.roll", (key,),
        single_shown("Recovery roll", model.side, face, passed, RECOVERY, modifiers),
        model=model.name, face=face,
    )  # fmt: skip
    if passed:
        recover(battle, model)
    else:
        remove(battle, model, "its recovery roll failed", "attack.recovery.fail")


# -- wounding outside of combat ------------------------------------------------------------------------------------------


async def hits_outside_combat(battle: Battle, key: str, hits: int, ap: int, source: str) -> int:
    """Hits that no attack makes: an armor roll without attack modifiers, D1 each. Returns the wounds suffered."""
    was_down = battle[key].knocked_down
    piercing = [Modifier(-ap, f"AP{ap}", "attack.armor-roll.ap")] if ap else []
    unsaved = await armor_roll(battle, key, source, hits, piercing, [])
    await suffer(battle, key, unsaved, was_down, "outside-combat.recovery")
    return unsaved


# -- blast ----------------------------------------------------------------------------------------------------------------


def caught_in_blast(battle: Battle, strike: Strike, hit: Model) -> list[str]:
    """Every other model within reach of the hit one, friend and foe alike, measured when the hit roll is complete."""
    reach = 0.0
    for rule in strike.weapon.rules:
        reach = max(reach, rule.reaches_around())
    if reach <= 0.0 or strike.way == BLAST:
        return []
    return [model.key for model in battle.everybody() if model is not hit and within(model, hit, reach)]


_BLAST_WEAPON: list[Weapon] = []


def blast_weapon() -> Weapon:
    """The printed profile of the further attacks: 2D6, 4+, AP0, D1, and no special rule."""
    if not _BLAST_WEAPON:
        from vanguard.rulebooks.killteam_vanguard.profiles import Weapon as Profiled

        _BLAST_WEAPON.append(Profiled("blast", "the blast", False, 0.0, 2, 4, 0, 1))
    return _BLAST_WEAPON[0]


def blast_at(strike: Strike, left: list[str]) -> Strike:
    """The further attack that a blast makes, before those left."""
    blast = Strike(strike.attacker, blast_weapon(), BLAST)
    blast.rest = (strike.rest, tuple(left), strike.weapon.melee)
    return blast


def blast_question(battle: Battle, attacker: str, left: list[str]) -> Choose[int]:
    """The attacker chooses the order."""
    options = [Option(key, i, battle[key].name, about=(key,)) for i, key in enumerate(left)]
    prompt = "Which model does the blast strike next?"
    return Choose(battle[attacker].side, prompt, options, "blast.timing", (attacker,))


# -- retaliation ----------------------------------------------------------------------------------------------------------


def may_retaliate(battle: Battle, model: Model) -> bool:
    """In play, standing, and able to pay with fatigue: neither fatigued nor already spending its fatigue."""
    if not model.in_play or model.knocked_down or model.fatigued:
        return False
    activation = battle.activation
    if activation is not None and activation.model == model.key:
        return not activation.fatigue_used and not activation.again
    return True


def melee_attacks_at(battle: Battle, model: Model, target: Model) -> list[Weapon]:
    """The melee attacks of the model that reach a target it sees."""
    distance = gap(model, target)
    found = [weapon for weapon in model.profile.melee if distance <= weapon.range + TOLERANCE]
    return found if found and sees(battle, model, target) else []


def retaliation_question(battle: Battle, key: str, attacker_key: str) -> Choose[int] | None:
    """With which melee attack, by its number, the target strikes back, negative for none; None if it has none to."""
    model = battle[key]
    weapons = melee_attacks_at(battle, model, battle[attacker_key])
    if not weapons:
        return None
    options: list[Option[int]] = [Option("decline", -1, "Do not retaliate", "retaliate.who", declines=True)]
    for weapon in weapons:
        number = model.profile.melee.index(weapon)
        options.append(Option(weapon.key, number, weapon.line(), "retaliate.attack", about=(attacker_key,)))
    prompt = f"Does {model.name} retaliate against {battle[attacker_key].name}?"
    question = Choose(model.side, prompt, options, "retaliate.who", (key, attacker_key))
    if battle.silent:
        best = [weapon for weapon in weapons if not any([outdoes(other, weapon) for other in weapons])]
        worthwhile = [model.profile.melee.index(weapon) for weapon in best]
        if all([reaches_around(weapon) for weapon in best]):
            worthwhile.append(-1)
        question.worthwhile = [option for option in options if option.value in worthwhile]
    return question


def outdoes(weapon: Weapon, other: Weapon) -> bool:
    """For odds: is one attack better in something and worse in nothing? Neither must have rules of its own."""
    if weapon.rules or other.rules:
        return False
    better = (weapon.dice - other.dice, other.hit - weapon.hit, weapon.ap - other.ap, weapon.damage - other.damage)
    return min(better) >= 0 and max(better) > 0


def reaches_around(weapon: Weapon) -> bool:
    """Does it strike models beside its target, friends among them?"""
    return any([rule.reaches_around() > 0.0 for rule in weapon.rules])


def fatigue_by_retaliating(battle: Battle, key: str) -> None:
    if battle[key].in_play:
        fatigue(battle, battle[key], "retaliating", "retaliate.fatigues")
