"""Attacks: choose target, hit roll, armor roll, wounds, recovery roll; for melee, retaliation.

`attack` is the whole sequence as the book tells it; `strike_target` is the part that is done for each target in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.events import Modifier
from vanguard.core.questions import Choose, Meeting, Option
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.armor import Saving, armor_roll
from vanguard.rulebooks.killteam_vanguard.atoms import fatigue, lose_wounds, recover, remove
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    DicePool,
    offer_rerolls,
    roll_pool,
    single_die,
    single_shown,
    total,
)
from vanguard.rulebooks.killteam_vanguard.engagements import outnumbered
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_THE_OPEN, exposure, in_cover, sees
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, plural, within

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

ACTION: Final = "action"
CHARGE: Final = "charge"
DISENGAGING: Final = "disengaging"
RETALIATION: Final = "retaliation"
BLAST: Final = "blast"

CLAUSES_OF_WAYS: Final = {
    ACTION: "attack.choose-weapon",
    CHARGE: "charge.attack",
    DISENGAGING: "disengage.attack",
    RETALIATION: "retaliate.attack",
    BLAST: "blast.trigger",
}

LONG_RANGE: Final = 12.0
RECOVERY: Final = 4


class Strike:
    """An attack as declared: who, with what, in which way, and the bonuses chosen for it."""

    __slots__ = (
        "attacker",
        "weapon",
        "way",
        "to_hit",
        "to_pierce",
        "ignores_obscured",
        "extra_die_at",
        "lost_die_at",
        "moved",
        "rest",
        "then",
    )

    def __init__(self, attacker: str, weapon: Weapon, way: str) -> None:
        self.attacker: Final[str] = attacker
        self.weapon: Final[Weapon] = weapon
        self.way: Final[str] = way
        self.to_hit: list[Modifier] = []
        """Bonuses of the whole attack to its hit dice: Aim, Focus, a charge, a card."""
        self.to_pierce: list[Modifier] = []
        self.ignores_obscured: bool = False
        self.extra_die_at: str = ""
        """The target against which a card grants one more die."""
        self.lost_die_at: str = ""
        self.moved: bool = False
        """The attacker performed a movement action in this activation."""
        self.then: tuple[str, ...] = ()
        """Who may retaliate after this retaliation."""
        self.rest: Any = ()
        """What follows the blow under way: targets left and attacked, models a blast still strikes, retaliations."""


# -- the sequence -------------------------------------------------------------------------------------------------------


async def attack(battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
    """Resolve a declared attack: each target in turn through to its recovery roll, then retaliation."""
    attacked: list[str] = []
    left = list(split)
    while left:
        target, dice = left.pop(await next_target(battle, strike, left))
        if not battle[target].in_play:
            battle.note(
                "dice lost",
                "attack.split.declare",
                (target,),
                lost=plural(dice, "die", "dice"),
                target=battle[target].name,
            )
            continue
        attacked.append(target)
        if battle.silent:
            strike.rest = (strike.then, tuple(left), tuple(attacked))
        await strike_target(battle, strike, target, dice)
    if strike.weapon.melee and strike.way != RETALIATION:
        await retaliations(battle, strike.attacker, attacked)


async def next_target(battle: Battle, strike: Strike, left: list[tuple[str, int]]) -> int:
    """The attacker chooses the order of targets."""
    if len(left) == 1:
        return 0
    options = [
        Option(key, i, f"{battle[key].name} ({plural(dice, 'die', 'dice')})", about=(key,))
        for i, (key, dice) in enumerate(left)
    ]
    return await Choose(
        battle[strike.attacker].side, "Which target is resolved next?", options, "attack.split.one-target-at-a-time",
        (strike.attacker,),
    )  # fmt: skip


async def strike_target(battle: Battle, strike: Strike, target_key: str, dice: int) -> None:
    """All dice against one target: an attack of their own that begins with its hit roll."""
    was_down = battle[target_key].knocked_down
    piercing = armor_piercing(battle, strike, battle[target_key])
    armor_bonus = cover_bonus(battle, strike, battle[target_key])

    context = odds_context(strike, target_key, dice, piercing, was_down) if battle.silent else None
    hits = await hit_roll(battle, strike, target_key, dice, context)
    caught = caught_in_blast(battle, strike, battle[target_key]) if hits else []
    if context is not None and caught:
        context = (context, tuple(caught))
    blow = Blow(strike, target_key, was_down, hits, caught, context)
    if battle.silent and blow.is_last:
        battle.command_points[battle[strike.attacker].side] = 0  # there is nothing left to spend them on
    if is_mortal(strike.weapon):
        unsaved = hits
    else:
        # beyond an excess of 4 wounds a recovery roll needs a natural 6 anyway
        lethal = -(-(battle[target_key].wounds + 4) // strike.weapon.damage)
        saving = _Saving(blow) if context is not None and blow.is_last else None
        unsaved = await armor_roll(
            battle, target_key, strike.attacker, hits, piercing, armor_bonus, context, lethal, saving
        )
    await inflict(battle, blow, unsaved)


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

    @property
    def is_last(self) -> bool:
        """Nothing follows it in its attack: no other target, no blast, no retaliation."""
        return is_last(self.strike) or (not self.caught and is_last(self.strike, whatever_it_reaches=True))


def is_last(strike: Strike, whatever_it_reaches: bool = False) -> bool:
    """Does nothing follow the blow under way: no other target, no retaliation, no blast?"""
    if strike.way != ACTION or strike.weapon.melee or not strike.rest or strike.rest[1]:
        return False
    return whatever_it_reaches or not any([rule.reaches_around() > 0.0 for rule in strike.weapon.rules])


async def inflict(battle: Battle, blow: Blow, unsaved: int) -> None:
    """Wounds, recovery, what the weapon's rules do then, and the blast."""
    strike, context = blow.strike, blow.context
    if context is not None:
        context = (context, blow.hits > 0, unsaved > 0)
    await suffer(battle, blow.target, unsaved * strike.weapon.damage, blow.was_down, "attack.wounds", context)
    for rule in strike.weapon.rules:
        await rule.after_target(battle, strike, blow.target, blow.hits, unsaved)
    await blast_attacks(battle, strike, blow.caught)


class _Saving(Saving):
    """The last blow of an attack, to be gone on with from its armor dice."""

    __slots__ = ("blow", "pool")

    def __init__(self, blow: Blow) -> None:
        self.blow = blow
        self.pool: DicePool | None = None

    def go_on_with(self, pool: DicePool) -> Callable[[Any, Any], Any]:
        self.pool = pool.copy()
        return self.go_on

    def go_on(self, battle: Battle, faces: tuple[int, ...]) -> Any:
        return self._rest(battle, faces)

    async def _rest(self, battle: Battle, faces: tuple[int, ...]) -> None:
        assert self.pool is not None
        pool = self.pool.copy()
        pool.take(faces)
        await offer_rerolls(battle, pool, battle[pool.roller].side)
        await inflict(battle, self.blow, self.blow.hits - min(self.blow.hits, pool.successes))


def odds_context(strike: Strike, target: str, dice: int, piercing: list[Modifier], was_down: bool) -> Any:
    """What the rest of an attack depends on beside dice and battle."""
    hit, pierce = total(strike.to_hit), total(piercing)
    return (strike.attacker, target, dice, strike.weapon.key, strike.way, hit, pierce, was_down, strike.rest)


# -- hit roll -----------------------------------------------------------------------------------------------------------


async def hit_roll(battle: Battle, strike: Strike, target_key: str, dice: int, context: Any = None) -> int:
    """Roll the attack dice; each die that reaches Hit after modifiers is a hit."""
    attacker = battle[strike.attacker]
    target = battle[target_key]
    weapon = strike.weapon
    about = (strike.attacker, target_key)
    clause = CLAUSES_OF_WAYS[strike.way]
    battle.note(f"{strike.way} declared", clause, about, attacker=attacker.name, target=target.name, weapon=weapon.name)
    modifiers = hit_modifiers(battle, strike, attacker, target)
    more = dice_modifiers(battle, strike, attacker, target)
    dice = max(0, dice + total(more))
    pool = DicePool(attacker, "hit", f"{attacker.key}>{target_key}", "attack.hit-roll", weapon.hit, total(modifiers))
    pool.context = context
    pool.then = (context, "hits")
    pool.is_last = context is not None and is_last(strike)
    await roll_pool(battle, pool, dice)
    hits = pool.successes
    if battle.silent:
        return hits
    battle.note(
        f"{strike.way} hit roll", "attack.hit-roll", about,
        pool.shown("Hit roll", attacker.side, "hit", "miss", [*modifiers, *more]),
        attacker=attacker.name, target=target.name, hits=plural(hits, "hit"),
    )  # fmt: skip
    return hits


def hit_modifiers(battle: Battle, strike: Strike, attacker: Model, target: Model) -> list[Modifier]:
    """What changes the result of every hit die against this target."""
    if strike.way == BLAST:
        return []
    if strike.weapon.melee:
        return melee_hit_modifiers(strike, target)
    modifiers = list(strike.to_hit)
    if not strike.ignores_obscured and exposure(battle, attacker, target) != IN_THE_OPEN:
        modifiers.append(Modifier(-1, "obscured", "ranged.modifier.obscured"))
    if gap(attacker, target) > LONG_RANGE + TOLERANCE:
        modifiers.append(Modifier(-1, "long range", "ranged.modifier.long-range"))
    return modifiers


def melee_hit_modifiers(strike: Strike, target: Model) -> list[Modifier]:
    modifiers = list(strike.to_hit)
    if target.knocked_down:
        modifiers.append(Modifier(1, "target knocked down", "melee.modifier.knocked-down"))
    if strike.way == DISENGAGING:
        modifiers.append(Modifier(1, "disengaging attack", "melee.modifier.disengaging"))
    return modifiers


def dice_modifiers(battle: Battle, strike: Strike, attacker: Model, target: Model) -> list[Modifier]:
    """Bonus and lost dice in the roll against this target."""
    if strike.way == BLAST:
        return []
    modifiers: list[Modifier] = []
    if strike.weapon.melee and outnumbered(battle, attacker, target):
        modifiers.append(Modifier(1, "outnumbering (dice)", "melee.modifier.outnumbering"))
    for rule in strike.weapon.rules:
        extra = rule.extra_dice(battle, strike, attacker, target)
        if extra is not None:
            modifiers.append(extra)
    if strike.extra_die_at == target.key:
        modifiers.append(Modifier(1, "Volley Drill (dice)", "card.special-abilities.cp-cost"))
    if strike.lost_die_at == target.key:
        modifiers.append(Modifier(-1, "UNWIELDY (dice)", "stat.attack-special"))
    return modifiers


# -- armor ----------------------------------------------------------------------------------------------------------------


def armor_piercing(battle: Battle, strike: Strike, target: Model) -> list[Modifier]:
    """The attack's total AP as it worsens each armor die."""
    modifiers: list[Modifier] = []
    if strike.weapon.ap:
        modifiers.append(Modifier(-strike.weapon.ap, f"AP{strike.weapon.ap}", "attack.armor-roll.ap"))
    if strike.way == BLAST:
        return modifiers
    modifiers.extend([Modifier(-bonus.amount, bonus.label, bonus.clause) for bonus in strike.to_pierce])
    if target.knocked_down:
        clause = "melee.modifier.knocked-down" if strike.weapon.melee else "ranged.modifier.knocked-down"
        modifiers.append(Modifier(-1, "target knocked down", clause))
    if strike.way == DISENGAGING:
        modifiers.append(Modifier(-1, "disengaging attack", "melee.modifier.disengaging"))
    return modifiers


def cover_bonus(battle: Battle, strike: Strike, target: Model) -> list[Modifier]:
    """+1 on the armor dice behind an obstacle that obscures this line and that the target touches."""
    if strike.way == BLAST:
        return []
    if not in_cover(battle, battle[strike.attacker], target):
        return []
    clause = "melee.modifier.cover" if strike.weapon.melee else "ranged.modifier.cover"
    return [Modifier(1, "cover", clause)]


def is_mortal(weapon: Weapon) -> bool:
    for rule in weapon.rules:
        if rule.hits_are_mortal():
            return True
    return False


# -- wounds and recovery ------------------------------------------------------------------------------------------------


async def suffer(battle: Battle, key: str, wounds: int, was_down: bool, clause: str, context: Any = None) -> None:
    """All wounds at once; at 0 or fewer a recovery roll, unless the model was already knocked down."""
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
    await recovery_roll(battle, key, excess, context)


async def recovery_roll(battle: Battle, key: str, excess: int, context: Any = None) -> None:
    """4+ on one die, less the wounds suffered beyond those it had."""
    model = battle[key]
    modifiers: list[Modifier] = []
    if excess > 0:
        modifiers.append(Modifier(-excess, "excess wounds", "attack.recovery.excess-modifier"))
    for ability in model.profile.abilities:
        if ability.recovery_bonus():
            modifiers.append(Modifier(ability.recovery_bonus(), ability.name, "card.special-abilities"))
    meeting = Meeting((context, min(excess, 6))) if context is not None else None
    face, passed = await single_die(model, "recovery", "attack.recovery.roll", RECOVERY, total(modifiers), meeting)
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


async def blast_attacks(battle: Battle, strike: Strike, caught: list[str]) -> None:
    """A plain attack against each caught model, in an order the attacker chooses."""
    weapon = blast_weapon()
    left = list(caught)
    while left:
        left = [key for key in left if battle[key].in_play]
        if not left:
            return
        key = left.pop(await _next_blast(battle, strike, left))
        blast = Strike(strike.attacker, weapon, BLAST)
        blast.rest = (strike.rest, tuple(left))
        await strike_target(battle, blast, key, weapon.dice)


async def _next_blast(battle: Battle, strike: Strike, left: list[str]) -> int:
    if len(left) == 1:
        return 0
    options = [Option(key, i, battle[key].name, about=(key,)) for i, key in enumerate(left)]
    return await Choose(
        battle[strike.attacker].side, "Which model does the blast strike next?", options, "blast.timing",
        (strike.attacker,),
    )  # fmt: skip


_BLAST_WEAPON: list[Weapon] = []


def blast_weapon() -> Weapon:
    """The printed profile of the further attacks: 2D6, 4+, AP0, D1, and no special rule."""
    if not _BLAST_WEAPON:
        from vanguard.rulebooks.killteam_vanguard.profiles import Weapon as Profiled

        _BLAST_WEAPON.append(Profiled("blast", "the blast", False, 0.0, 2, 4, 0, 1))
    return _BLAST_WEAPON[0]


# -- retaliation ----------------------------------------------------------------------------------------------------------


async def retaliations(battle: Battle, attacker_key: str, attacked: list[str]) -> None:
    """Surviving targets may strike back, in the order they were attacked; a retaliation is not answered."""
    for i, key in enumerate(attacked):
        if not battle[attacker_key].in_play:
            return
        if not may_retaliate(battle, battle[key]):
            continue
        chosen = await choose_retaliation(battle, attacker_key, attacked, i)
        await retaliate(battle, key, attacker_key, chosen, attacked[i + 1 :])


async def retaliate(battle: Battle, key: str, attacker_key: str, chosen: int, others: list[str]) -> None:
    """Strike back with the chosen melee attack (negative: not at all); it fatigues."""
    if chosen < 0:
        return
    weapon = battle[key].profile.melee[chosen]
    strike = Strike(key, weapon, RETALIATION)
    strike.then = tuple(others)
    await attack(battle, strike, [(attacker_key, weapon.dice)])
    if battle[key].in_play:
        fatigue(battle, battle[key], "retaliating", "retaliate.fatigues")


class _Retaliating:
    """Retaliations from a choice on: in odds, where nothing follows the attack."""

    __slots__ = ("attacker", "attacked")

    def __init__(self, attacker: str, attacked: list[str]) -> None:
        self.attacker = attacker
        self.attacked = attacked

    def go_on(self, battle: Battle, chosen: int) -> Any:
        return self._rest(battle, chosen)

    async def _rest(self, battle: Battle, chosen: int) -> None:
        await retaliate(battle, self.attacked[0], self.attacker, chosen, self.attacked[1:])
        await retaliations(battle, self.attacker, self.attacked[1:])


def may_retaliate(battle: Battle, model: Model) -> bool:
    """In play, standing, and able to pay with fatigue: neither fatigued nor already spending its fatigue."""
    if not model.in_play or model.knocked_down or model.fatigued:
        return False
    activation = battle.activation
    if activation is not None and activation.model == model.key:
        return not activation.fatigue_used and not activation.again
    return True


async def choose_retaliation(battle: Battle, attacker_key: str, attacked: list[str], i: int) -> int:
    """The number of the melee attack the target strikes back with, negative for none."""
    key = attacked[i]
    model = battle[key]
    weapons = melee_attacks_at(battle, model, battle[attacker_key])
    if not weapons:
        return -1
    options: list[Option[int]] = [Option("decline", -1, "Do not retaliate", "retaliate.who", declines=True)]
    for weapon in weapons:
        options.append(
            Option(
                weapon.key, model.profile.melee.index(weapon), weapon.line(), "retaliate.attack", about=(attacker_key,)
            )
        )
    prompt = f"Does {model.name} retaliate against {battle[attacker_key].name}?"
    question = Choose(model.side, prompt, options, "retaliate.who", (key, attacker_key))
    if battle.silent:
        left = attacked[i:]
        question.meeting = Meeting((attacker_key, tuple(left)), _Retaliating(attacker_key, left).go_on)
    return await question


def melee_attacks_at(battle: Battle, model: Model, target: Model) -> list[Weapon]:
    """The melee attacks of the model that reach a target it sees."""
    distance = gap(model, target)
    found = [weapon for weapon in model.profile.melee if distance <= weapon.range + TOLERANCE]
    return found if found and sees(battle, model, target) else []
