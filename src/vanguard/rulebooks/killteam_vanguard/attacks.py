"""Attacks: choose target, hit roll, armor roll, wounds, recovery roll; for melee, retaliation.

`attack` is the whole sequence as the book tells it; `strike_target` is the part that is done for each target in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vanguard.core.events import Modifier
from vanguard.core.questions import Choose, Meeting, Onward, Option, Roll
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.armor import ArmorAhead, Saving, armor_roll
from vanguard.rulebooks.killteam_vanguard.atoms import fatigue, lose_wounds, recover, remove
from vanguard.rulebooks.killteam_vanguard.dice_ahead import NOTHING, RollAhead
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    DicePool,
    Purse,
    offer_rerolls,
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
    armor_piercing,
    cover_bonus,
    dice_modifiers,
    hit_modifiers,
    is_mortal,
)
from vanguard.rulebooks.killteam_vanguard.strikes import LONG_RANGE as LONG_RANGE

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

RECOVERY: Final = 4


# -- the sequence -------------------------------------------------------------------------------------------------------


async def attack(battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
    """Resolve a declared attack: each target in turn through to its recovery roll, then retaliation."""
    await strike_targets(battle, strike, list(split), [])


async def strike_targets(battle: Battle, strike: Strike, left: list[tuple[str, int]], attacked: list[str]) -> None:
    """The targets left, after those attacked, and what they do back."""
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

    ahead: HitsAhead | None = None
    if battle.silent:
        context = odds_context(strike, target_key, dice, piercing, was_down)
        ahead = HitsAhead(battle, strike, target_key, was_down, total(piercing) + total(armor_bonus), context)
    hits = await hit_roll(battle, strike, target_key, dice, ahead)
    blow = blow_of(battle, strike, target_key, was_down, hits, ahead.context if ahead is not None else None)
    if battle.silent and blow.is_last:
        battle.command_points[battle[strike.attacker].side] = 0  # there is nothing left to spend them on
    if is_mortal(strike.weapon):
        unsaved = hits
    else:
        saving = _Saving(blow) if battle.silent and blow.is_last else None
        unsaved = await armor_roll(
            battle, target_key, strike.attacker, hits, piercing, armor_bonus, blow.context, lethal_hits(battle, blow),
            saving,
        )  # fmt: skip
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
    if strike.then if strike.way == RETALIATION else strike.way != ACTION or strike.weapon.melee:
        return False
    return whatever_it_reaches or not any([rule.reaches_around() > 0.0 for rule in strike.weapon.rules])


async def inflict(battle: Battle, blow: Blow, unsaved: int, face: int = 0) -> None:
    """Wounds, recovery (`face` was rolled already, if given), what the weapon's rules do then, and the blast."""
    strike, context = blow.strike, blow.context
    if context is not None:
        context = (context, blow.hits > 0, unsaved > 0)
    await suffer(battle, blow.target, unsaved * strike.weapon.damage, blow.was_down, "attack.wounds", context, face)
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
        await offer_rerolls(battle, pool)
        await inflict(battle, self.blow, self.blow.hits - min(self.blow.hits, pool.successes))


class HitsAhead(RollAhead):
    """For odds: what follows a hit roll up to the wounds, told without running it; from there the rest is run."""

    __slots__ = ("armor_modifier", "context", "strike", "target", "was_down")

    def __init__(
        self, battle: Battle, strike: Strike, target: str, was_down: bool, armor_modifier: int, context: Any
    ) -> None:
        super().__init__(battle)
        self.strike = strike
        self.target = target
        self.was_down = was_down
        self.armor_modifier = armor_modifier
        self.context = context

    def finished(self, worth: int, purse: Purse) -> Any:
        battle, strike, hits = self.battle, self.strike, worth
        blow = blow_of(battle, strike, self.target, self.was_down, hits, self.context)
        last = blow.is_last
        if last:
            side = battle[strike.attacker].side
            purse = purse.less(side, purse.points[side])  # there is nothing left to spend them on
        if not hits or is_mortal(strike.weapon):
            return _Rest(battle, blow, hits, NOTHING if last else purse).told()
        lethal = lethal_hits(battle, blow)
        armor = _BlowArmor(battle, self.target, strike.attacker, hits, self.armor_modifier, blow.context, lethal, purse)
        armor.blow = blow
        armor.is_last = last
        return armor.first()


class _BlowArmor(ArmorAhead):
    """The armor roll against a blow."""

    __slots__ = ("blow",)
    blow: Blow

    def finished(self, worth: int, purse: Purse) -> Any:
        # after the last blow there is nothing left to spend anything on
        return _Rest(self.battle, self.blow, worth, NOTHING if self.is_last else purse).told()


class _Rest:
    """An attack from the unsaved hits of a blow to its end."""

    __slots__ = ("battle", "blow", "purse", "rest", "unsaved")

    def __init__(self, battle: Battle, blow: Blow, unsaved: int, purse: Purse) -> None:
        self.battle = battle
        self.blow = blow
        self.unsaved = unsaved
        self.purse = purse
        self.rest = blow.strike.rest

    def told(self) -> Any:
        """The recovery roll, if there is one; then the rest is run."""
        blow = self.blow
        model = self.battle[blow.target]
        excess = self.unsaved * blow.strike.weapon.damage - model.wounds
        if excess < 0 or not self.unsaved or blow.was_down:
            key = ("unsaved", blow.context, blow.hits > 0, self.unsaved, self.purse.key)
            return Onward(key, _Recovered(self, 0).start)
        modifiers = recovery_modifiers(model, excess)
        die = recovery_die(model, modifiers)
        die.meeting = Meeting((blow.context, min(excess, 6), self.purse.key))
        die.alike = _Recovering(total(modifiers)).passed_by
        die.alike_by = total(modifiers)
        die.foretells = self.recovered
        return die

    def recovered(self, passed: bool) -> Onward:
        """Whatever the wounds were."""
        blow = self.blow
        purse = self.purse if passed or not self._ends_with_the_target() else NOTHING
        rest = _Rest(self.battle, blow, self.unsaved, purse)
        return Onward(("recovery", blow.context, passed, purse.key), _Recovered(rest, 6 if passed else 1).start)

    def _ends_with_the_target(self) -> bool:
        """Does nothing follow if the target falls?"""
        then, left, attacked = self.rest
        return not (self.blow.caught or left or then) and attacked == (self.blow.target,)


class _Recovering:
    """A recovery die either passes or fails."""

    __slots__ = ("modifier",)

    def __init__(self, modifier: int) -> None:
        self.modifier = modifier

    def passed_by(self, faces: tuple[int, ...]) -> bool:
        return succeeds(faces[0], RECOVERY, self.modifier)


class _Recovered:
    """The rest of an attack with such a recovery die, if there is one."""

    __slots__ = ("face", "rest")

    def __init__(self, rest: _Rest, face: int) -> None:
        self.rest = rest
        self.face = face

    def start(self, battle: Battle) -> Any:
        self.rest.purse.put_into(battle)
        return self._run(battle, self.rest.blow.copy())

    async def _run(self, battle: Battle, blow: Blow) -> None:
        strike = blow.strike
        strike.rest = self.rest.rest
        then, left, attacked = strike.rest
        await inflict(battle, blow, self.rest.unsaved, self.face)
        await strike_targets(battle, strike, list(left), list(attacked))
        if strike.way == RETALIATION:
            await after_retaliation(battle, strike.attacker, blow.target, list(then))


def odds_context(strike: Strike, target: str, dice: int, piercing: list[Modifier], was_down: bool) -> Any:
    """What the rest of an attack depends on beside dice and battle."""
    hit, pierce = total(strike.to_hit), total(piercing)
    return (strike.attacker, target, dice, strike.weapon.key, strike.way, hit, pierce, was_down, strike.rest)


# -- hit roll -----------------------------------------------------------------------------------------------------------


async def hit_roll(battle: Battle, strike: Strike, target_key: str, dice: int, ahead: HitsAhead | None = None) -> int:
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
    if ahead is not None:
        pool.context = ahead.context
        pool.then = (ahead.context, "hits")
        pool.is_last = is_last(strike)
        if strike.way != BLAST:
            pool.ahead = ahead
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


# -- wounds and recovery ------------------------------------------------------------------------------------------------


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
    fatigue_by_retaliating(battle, key)


def fatigue_by_retaliating(battle: Battle, key: str) -> None:
    if battle[key].in_play:
        fatigue(battle, battle[key], "retaliating", "retaliate.fatigues")


async def after_retaliation(battle: Battle, key: str, attacker_key: str, others: list[str]) -> None:
    """It fatigues, and the others may retaliate."""
    fatigue_by_retaliating(battle, key)
    await retaliations(battle, attacker_key, others)


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
