"""Attacks: choose target, hit roll, armor roll, wounds, recovery roll; for melee, retaliation.

`attack` is the whole sequence as the book tells it; `strike_target` is the part that is done for each target in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.questions import Meeting
from vanguard.rulebooks.killteam_vanguard.armor import Saving, armor_roll
from vanguard.rulebooks.killteam_vanguard.attacks_ahead import told_ahead
from vanguard.rulebooks.killteam_vanguard.blows import (
    Blow,
    blast_at,
    blast_question,
    blow_of,
    fatigue_by_retaliating,
    hit_roll,
    lethal_hits,
    may_retaliate,
    odds_context,
    retaliation_question,
    target_question,
    wound,
)
from vanguard.rulebooks.killteam_vanguard.blows_ahead import RunOn
from vanguard.rulebooks.killteam_vanguard.dice_rolls import DicePool, offer_rerolls
from vanguard.rulebooks.killteam_vanguard.state import Battle, plural
from vanguard.rulebooks.killteam_vanguard.strikes import (
    RETALIATION,
    Strike,
    armor_piercing,
    cover_bonus,
    is_mortal,
)

# -- the sequence -------------------------------------------------------------------------------------------------------


async def attack(battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
    """Resolve a declared attack: each target in turn through to its recovery roll, then retaliation."""
    await strike_targets(battle, strike, list(split), [])


async def strike_targets(battle: Battle, strike: Strike, left: list[tuple[str, int]], attacked: list[str]) -> None:
    """The targets left, after those attacked, and what they do back."""
    while left:
        target, dice = left.pop(await target_question(battle, strike.attacker, left) if len(left) > 1 else 0)
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


async def strike_target(battle: Battle, strike: Strike, target_key: str, dice: int) -> None:
    """All dice against one target: an attack of their own that begins with its hit roll."""
    was_down = battle[target_key].knocked_down
    piercing = armor_piercing(battle, strike, battle[target_key])
    armor_bonus = cover_bonus(battle, strike, battle[target_key])

    context: Any = None
    ahead: Callable[[], Any] | None = None
    if battle.silent:
        context = odds_context(strike, target_key, dice, piercing, was_down)
        ahead = told_ahead(battle, strike, target_key, dice, _Onward)
    hits = await hit_roll(battle, strike, target_key, dice, context, ahead)
    blow = blow_of(battle, strike, target_key, was_down, hits, context)
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


async def inflict(battle: Battle, blow: Blow, unsaved: int, face: int = 0) -> None:
    """What the unsaved hits do (`face` was rolled already for a recovery, if given), and then the blast."""
    await wound(battle, blow, unsaved, face)
    await blast_attacks(battle, blow.strike, blow.caught)


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


class _Onward(RunOn):
    """The rest of an attack from the unsaved hits of a blow to its end."""

    __slots__ = ()

    def start(self, battle: Battle) -> Any:
        self.purse.put_into(battle)
        return self._run(battle, self.blow.copy())

    async def _run(self, battle: Battle, blow: Blow) -> None:
        strike = blow.strike
        then, left, attacked = strike.rest
        await inflict(battle, blow, self.unsaved, self.face)
        await strike_targets(battle, strike, list(left), list(attacked))
        if strike.way == RETALIATION:
            await after_retaliation(battle, strike.attacker, blow.target, list(then))


# -- blast ----------------------------------------------------------------------------------------------------------------


async def blast_attacks(battle: Battle, strike: Strike, caught: list[str]) -> None:
    """A plain attack against each caught model, in an order the attacker chooses."""
    left = list(caught)
    while left:
        left = [key for key in left if battle[key].in_play]
        if not left:
            return
        key = left.pop(await blast_question(battle, strike.attacker, left) if len(left) > 1 else 0)
        blast = blast_at(strike, left)
        await strike_target(battle, blast, key, blast.weapon.dice)


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


async def choose_retaliation(battle: Battle, attacker_key: str, attacked: list[str], i: int) -> int:
    """The number of the melee attack the target strikes back with, negative for none."""
    question = retaliation_question(battle, attacked[i], attacker_key)
    if question is None:
        return -1
    if battle.silent:
        left = attacked[i:]
        question.meeting = Meeting((attacker_key, tuple(left)), _Retaliating(attacker_key, left).go_on)
    return await question
