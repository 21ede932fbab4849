"""Attacks: choose target, hit roll, armor roll, wounds, recovery roll; for melee, retaliation.

An attack is a course of parts, each resolved in turn: what is left of it is a value. A part that leads to others puts them
before the rest: a target its hit roll, a hit roll its armor roll, unsaved hits their wounds, a hit its blast.
"""

from __future__ import annotations

from vanguard.core.attacks.courses import AskPart, Course, Part, ThrowPart
from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.attacks.undertakings import Settled, see_through
from vanguard.core.questions import Choose
from vanguard.core.telling.events import Modifier, counted
from vanguard.rulebooks.killteam_vanguard.armor import (
    WITH_ARMOR,
    armor_pool,
    armor_question,
    brace_question,
    braced,
    pay_for_brace,
    tell_armor,
)
from vanguard.rulebooks.killteam_vanguard.blows import (
    blast_question,
    blast_weapon,
    caught_in_blast,
    fatigue_by_retaliating,
    hit_pool,
    may_retaliate,
    retaliation_question,
    suffer,
    target_question,
    tell_declared,
)
from vanguard.rulebooks.killteam_vanguard.dice_rolls import pool_rule, total
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability
from vanguard.rulebooks.killteam_vanguard.state import Battle
from vanguard.rulebooks.killteam_vanguard.strikes import (
    BLAST,
    RETALIATION,
    Strike,
    armor_piercing,
    cover_bonus,
    dice_modifiers,
    is_mortal,
)


async def attack(battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
    """Resolve a declared attack: each target in turn through to its recovery roll, then retaliation."""
    await see_through(battle, Course(TargetsLeft(strike, tuple(split), ())))


class TargetsLeft(AskPart):
    """Dice were declared at these targets; the attacker chooses who is next."""

    __slots__ = ("attacked", "left", "strike")

    def __init__(self, strike: Strike, left: tuple[tuple[str, int], ...], attacked: tuple[str, ...]) -> None:
        super().__init__(("targets", strike.key(), left, attacked))
        self.strike = strike
        self.left = left
        self.attacked = attacked
        """In this order they may retaliate."""

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        return target_question(battle, self.strike.attacker, self.left) if len(self.left) > 1 else Settled(0)

    def after(self, battle: Battle, number: int) -> tuple[Part, ...]:
        strike, attacked = self.strike, self.attacked
        target, dice = self.left[number]
        parts: list[Part] = []
        if battle[target].in_play:
            attacked = (*attacked, target)
            parts.append(HitRoll(strike, target, dice))
        left = (*self.left[:number], *self.left[number + 1 :])
        if left:
            parts.append(TargetsLeft(strike, left, attacked))
        elif strike.weapon.melee and strike.way != RETALIATION and attacked:
            parts.append(Retaliations(strike.attacker, attacked))
        return tuple(parts)

    def tell(self, battle: Battle, number: int) -> None:
        target, dice = self.left[number]
        if battle[target].in_play:
            tell_declared(battle, self.strike, target)
        else:
            battle.note(
                "dice lost", "attack.split.declare", (target,),
                lost=counted(dice, "die", "dice"), target=battle[target].name,
            )  # fmt: skip


# -- one target -----------------------------------------------------------------------------------------------------------


class HitRoll(ThrowPart):
    """All dice against one target. Hits are answered with armor, unless they are mortal, and may set off a blast."""

    __slots__ = ("dice", "strike", "target")

    def __init__(self, strike: Strike, target: str, dice: int) -> None:
        super().__init__(("hit roll", strike.key(), target, dice), ("hits", strike.key(), target))
        self.strike = strike
        self.target = target
        self.dice = dice

    def window(self, battle: Battle) -> RerollWindow:
        return hit_pool(battle, self.strike, self.target, max(0, self.dice + total(self._more(battle))))

    def _more(self, battle: Battle) -> list[Modifier]:
        return dice_modifiers(battle, self.strike, battle[self.strike.attacker], battle[self.target])

    def tell(self, battle: Battle, window: RerollWindow) -> None:
        if battle.heard:
            pool = pool_rule(window)
            battle.note(
                f"{self.strike.way} hit roll", "attack.hit-roll", pool.about,
                pool.shown(window, "hit", "miss", self._more(battle)),
                attacker=pool.model.name, target=battle[self.target].name, hits=counted(window.worth, "hit"),
            )  # fmt: skip

    def after_dice(self, battle: Battle, worth: int) -> tuple[Part, ...]:
        strike, target = self.strike, self.target
        if not worth:
            return (Wounds(strike, target, False, 0),)
        answered: Part = Armor(strike, target, worth)
        if is_mortal(strike.weapon):
            answered = Wounds(strike, target, True, worth)
        caught = caught_in_blast(battle, strike, battle[target])
        return (answered, BlastLeft(strike.attacker, tuple(caught))) if caught else (answered,)


class Armor(AskPart):
    """The hits are known: with which armor are they answered?"""

    __slots__ = ("hits", "strike", "target")

    def __init__(self, strike: Strike, target: str, hits: int) -> None:
        super().__init__(("armor", strike.key(), target, hits))
        self.strike = strike
        self.target = target
        self.hits = hits

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        modifier = total(armor_modifiers(battle, self.strike, self.target))
        return armor_question(battle, battle[self.target], self.hits, modifier) or Settled(WITH_ARMOR)

    def after(self, battle: Battle, value: int) -> tuple[Part, ...]:
        if value == WITH_ARMOR:
            return (Brace(self.strike, self.target, self.hits),)
        return (ArmorRoll(self.strike, self.target, self.hits, value, []),)


class Brace(AskPart):
    """AR answers the hits; a card may strengthen it, for command points."""

    __slots__ = ("hits", "strike", "target")

    def __init__(self, strike: Strike, target: str, hits: int) -> None:
        super().__init__(("brace", strike.key(), target, hits))
        self.strike = strike
        self.target = target
        self.hits = hits

    def asks(self, battle: Battle) -> Choose[Ability | None] | Settled:
        if self.strike.way == BLAST:
            return Settled(None)  # a blast is modified by nothing, on the armor dice neither
        modifier = total(armor_modifiers(battle, self.strike, self.target))
        return brace_question(battle, battle[self.target], modifier) or Settled(None)

    def after(self, battle: Battle, ability: Ability | None) -> tuple[Part, ...]:
        strike, target, hits = self.strike, self.target, self.hits
        modifiers = armor_modifiers(battle, strike, target)
        if ability is None:
            return (ArmorRoll(strike, target, hits, WITH_ARMOR, modifiers),)
        return BracePaid(target, ability), ArmorRoll(strike, target, hits, WITH_ARMOR, [*modifiers, braced(ability)])


class BracePaid(Part):
    """The card that strengthens armor takes its command points."""

    __slots__ = ("ability", "target")

    def __init__(self, target: str, ability: Ability) -> None:
        super().__init__(("brace paid", target, ability.name))
        self.target = target
        self.ability = ability

    async def resolve(self, battle: Battle, course: Course) -> None:
        pay_for_brace(battle, self.target, self.ability)


def armor_modifiers(battle: Battle, strike: Strike, target: str) -> list[Modifier]:
    """What the attack does to AR."""
    model = battle[target]
    return [*armor_piercing(battle, strike, model), *cover_bonus(battle, strike, model)]


class ArmorRoll(ThrowPart):
    """One die per hit; hits that no armor has cancelled wound."""

    __slots__ = ("hits", "modifiers", "strike", "target", "value")

    def __init__(self, strike: Strike, target: str, hits: int, value: int, modifiers: list[Modifier]) -> None:
        key = ("armor roll", strike.key(), target, hits, value, total(modifiers))
        super().__init__(key, ("unsaved", strike.key(), target))
        self.strike = strike
        self.target = target
        self.hits = hits
        self.value = value
        self.modifiers = modifiers

    def window(self, battle: Battle) -> RerollWindow:
        model = battle[self.target]
        return armor_pool(battle, model, self.strike.attacker, self.hits, self.value, self.modifiers)

    def tell(self, battle: Battle, window: RerollWindow) -> None:
        tell_armor(battle, window)

    def after_dice(self, battle: Battle, worth: int) -> tuple[Part, ...]:
        return (Wounds(self.strike, self.target, True, worth),)


class Wounds(Part):
    """The unsaved hits inflict their wounds at once; then the weapon's rules work."""

    __slots__ = ("hit", "strike", "target", "unsaved")

    def __init__(self, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        super().__init__(("wounds", strike.key(), target, hit, unsaved))
        self.strike = strike
        self.target = target
        self.hit = hit
        self.unsaved = unsaved

    async def resolve(self, battle: Battle, course: Course) -> None:
        strike, target = self.strike, self.target
        wounds = self.unsaved * strike.weapon.damage
        await suffer(battle, target, wounds, battle[target].knocked_down, "attack.wounds")
        for rule in strike.weapon.rules:
            await rule.after_target(battle, strike, target, self.hit, self.unsaved)


# -- blast ----------------------------------------------------------------------------------------------------------------


class BlastLeft(AskPart):
    """A plain attack against each caught model, in an order the attacker chooses."""

    __slots__ = ("attacker", "caught")

    def __init__(self, attacker: str, caught: tuple[str, ...]) -> None:
        super().__init__(("blast", attacker, caught))
        self.attacker = attacker
        self.caught = caught

    def _left(self, battle: Battle) -> list[str]:
        return [key for key in self.caught if battle[key].in_play]

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        left = self._left(battle)
        return blast_question(battle, self.attacker, left) if len(left) > 1 else Settled(0)

    def after(self, battle: Battle, number: int) -> tuple[Part, ...]:
        left = self._left(battle)
        if not left:
            return ()
        strike = self._strike()
        roll = HitRoll(strike, left.pop(number), strike.weapon.dice)
        return roll, BlastLeft(self.attacker, tuple(left))

    def tell(self, battle: Battle, number: int) -> None:
        left = self._left(battle)
        if left:
            tell_declared(battle, self._strike(), left[number])

    def _strike(self) -> Strike:
        return Strike(self.attacker, blast_weapon(), BLAST)


# -- retaliation ----------------------------------------------------------------------------------------------------------


class Retaliations(AskPart):
    """Surviving targets may strike back, in the order they were attacked; a retaliation is not answered."""

    __slots__ = ("attacked", "attacker")

    def __init__(self, attacker: str, attacked: tuple[str, ...]) -> None:
        super().__init__(("retaliations", attacker, attacked))
        self.attacker = attacker
        self.attacked = attacked

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        """With which melee attack, by its number; negative for none."""
        key = self.attacked[0]
        if not battle[self.attacker].in_play or not may_retaliate(battle, battle[key]):
            return Settled(-1)
        return retaliation_question(battle, key, self.attacker) or Settled(-1)

    def after(self, battle: Battle, chosen: int) -> tuple[Part, ...]:
        if not battle[self.attacker].in_play:
            return ()
        key, others = self.attacked[0], self.attacked[1:]
        parts: list[Part] = []
        if chosen >= 0:
            weapon = battle[key].profile.melee[chosen]
            strike = Strike(key, weapon, RETALIATION)
            parts = [TargetsLeft(strike, ((self.attacker, weapon.dice),), ()), Fatigue(key)]
        if others:
            parts.append(Retaliations(self.attacker, others))
        return tuple(parts)


class Fatigue(Part):
    """Retaliating fatigues."""

    __slots__ = ("model",)

    def __init__(self, model: str) -> None:
        super().__init__(("fatigue", model))
        self.model = model

    async def resolve(self, battle: Battle, course: Course) -> None:
        fatigue_by_retaliating(battle, self.model)
