"""A combat that nobody can interrupt, looked ahead for odds from its dice to its end.

Every question is the one that play asks, made by the same functions; what follows from an answer is the next question, or the
end that the best use of all hits leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.questions import Apart, Later, Meeting, Roll, Settled
from vanguard.rulebooks.killteam_lite.attacks import Combat, DicePool, Fighter
from vanguard.rulebooks.killteam_lite.command_points import usable
from vanguard.rulebooks.killteam_lite.damage import may_thrash, medic_to_hold_on
from vanguard.rulebooks.killteam_lite.exchange import (
    ALL_STRIKE,
    Advice,
    Hits,
    Position,
    Resolve,
    exchange_of,
    use_option,
    use_prompt,
)
from vanguard.rulebooks.killteam_lite.rerolls import ByThemselves, Outlook, Throw, Undecided
from vanguard.rulebooks.killteam_lite.shooting import rending_of, upgraded
from vanguard.rulebooks.killteam_lite.state import Battle
from vanguard.rulebooks.killteam_lite.tallies import Tallied, critical_in, normal_in, tally_of


def attack_roll(combat: Combat, side: int) -> Roll:
    """All attack dice of one fighter."""
    fighter, opponent = combat.sides()[side]
    profile = fighter.profile
    assert profile is not None
    name, about = _event(fighter, opponent)
    return Roll(fighter.seat, profile.attacks, name, "combat.attack-dice", kinds=fighter.kinds, about=about)


def throw_of(combat: Combat, side: int, outlook: Outlook | None) -> Throw:
    """The same dice once they lie on the table."""
    fighter, opponent = combat.sides()[side]
    name, about = _event(fighter, opponent)
    return Throw(fighter.seat, name, "combat.attack-dice", fighter.kinds, fighter.rules, about, outlook)


def _event(fighter: Fighter, opponent: Fighter) -> tuple[str, tuple[str, str]]:
    return f"fight {fighter.operative}>{opponent.operative}", (fighter.operative, opponent.operative)


def foresight_of(battle: Battle, combat: Combat) -> Foresight | None:
    """None if a ploy can come between, or a critical hit may do less than a normal one."""
    if battle.held or not critical_is_better(combat.attacker) or not critical_is_better(combat.defender):
        return None
    for fighter in (combat.attacker, combat.defender):
        operative = battle[fighter.operative]
        if usable(battle, fighter.seat, "last-blow") is not None:
            return None
        if medic_to_hold_on(battle, operative) is not None or may_thrash(battle, operative):
            return None
    return Foresight(battle, combat)


def critical_is_better(fighter: Fighter) -> bool:
    profile = fighter.profile
    return profile is None or profile.critical_damage >= profile.damage


class Foresight:
    """What follows from the dice of a combat, question by question.

    Each side's dice are followed by themselves as far as nobody has to choose. Only where the Attacker chooses between
    re-rolls does it matter how the Defender's dice lie meanwhile.
    """

    __slots__ = ("_apart", "_beside", "combat", "exchange", "names", "points", "wounds")

    def __init__(self, battle: Battle, combat: Combat) -> None:
        self.combat = combat
        one, two = battle[combat.attacker.operative], battle[combat.defender.operative]
        self.points = (battle.command_points[one.seat], battle.command_points[two.seat])
        self.wounds = (one.wounds, two.wounds)
        self.names = (one.name, two.name)
        self.exchange = exchange_of(battle.foreseen, combat.attacker, combat.defender)
        self._apart = (self._by_itself(0), self._by_itself(1))
        self._beside: dict[int, Throw] = {}
        """The Attacker's dice beside such dice of the Defender's."""

    def tell(self, roll: Roll, side: int, first: DicePool) -> None:
        """Tell odds what the results of the Attacker's roll come to, or of the Defender's beside it."""
        assert roll.kinds is not None
        roll.alike = Tallied(roll.kinds, False).worth
        roll.alike_by = False
        if side == 0:
            roll.foretells = self.first_rolled
        else:
            dice = tally_of(first, self.combat.attacker.kinds)
            roll.foretells = _BesideFirst(self, dice).second_rolled
            roll.meeting = Meeting((self.exchange, dice))

    def first_rolled(self, dice: int) -> Any:
        return self.by_themselves(0, dice, None, self.first_lies)

    def first_lies(self, worth: Any) -> Any:
        """The Attacker's dice come to hits, or to a choice that is made beside the Defender's dice."""
        if isinstance(worth, Undecided):
            return Later((self.exchange, 0, worth), _Choosing(self, worth).beside)
        one = self.hits(0, worth)
        return Later((self.exchange, 0, one), _AgainstHits(self, one).rolled)

    def by_themselves(self, side: int, dice: int | None, context: Any, then: Callable[[Any], Any]) -> Apart:
        """One side's dice, followed as far as nobody chooses: those that lie so, or all from their roll on."""
        throw = self._apart[side]
        assert throw.outlook is not None
        falling = (throw.outlook.context, self.points[side], dice)
        return Apart((self.exchange, context, falling), falling, _Falling(self, throw, side, dice).told, then)

    def _by_itself(self, side: int) -> Throw:
        fighter = self.combat.sides()[side][0]
        rules = tuple([rule.printed for rule in fighter.rules])
        return throw_of(self.combat, side, ByThemselves(fighter.kinds, (side, fighter.kinds, rules)))

    def first_beside(self, second: int) -> Throw:
        """The Attacker's dice, whose re-rolls come first, beside such dice of the Defender's."""
        throw = self._beside.get(second)
        if throw is None:
            throw = self._beside[second] = throw_of(self.combat, 0, _FirstOutlook(self, second))
        return throw

    def throw(self, side: int, pools: list[DicePool]) -> Throw:
        """One side's dice beside the other's as they lie on the table."""
        other = tally_of(pools[1 - side], self.combat.sides()[side][1].kinds)
        if side == 0:
            return self.first_beside(other)
        return throw_of(self.combat, 1, _SecondOutlook(self, self.hits(0, (normal_in(other), critical_in(other)))))

    def hits(self, side: int, hits: Hits) -> Hits:
        """One of these hits upgraded where a rule does so, which is never refused."""
        return upgraded(hits) if rending_of(self.combat.sides()[side][0].rules, hits) is not None else hits

    def end(self, one: Hits, two: Hits) -> Settled:
        """What the best use of all hits by both sides comes to."""
        exchange = self.exchange
        position = (0, one, two, 0, 0, self.wounds[0], self.wounds[1])
        told = exchange.told.get(position)
        if told is None:
            told = exchange.told[position] = exchange.end(exchange.outcome(position), self._advice(position))
        return told

    def _advice(self, position: Position) -> Advice:
        """The first decision of each side, as play asks for it."""
        found: list[tuple[int, str, str, str]] = []
        for side, there, use in self.exchange.first_decisions(position):
            against = there[1] if side else there[2]
            found.append(self._decision(side, use, against != (0, 0)))
        return tuple(found)

    def _decision(self, side: int, use: Resolve, parried: bool) -> tuple[int, str, str, str]:
        fighter = self.combat.sides()[side][0]
        if not parried:
            return (fighter.seat, "", "", ALL_STRIKE)
        decision = self.exchange.decisions.get((side, use))
        if decision is None:
            option = use_option(fighter, use, False)
            prompt = use_prompt(self.names[side], self.names[1 - side])
            decision = self.exchange.decisions[(side, use)] = (fighter.seat, prompt, option.key, option.label)
        return decision


class _Falling:
    """Dice of one side by themselves: those that lie so, or the roll of all."""

    __slots__ = ("dice", "foresight", "side", "throw")

    def __init__(self, foresight: Foresight, throw: Throw, side: int, dice: int | None) -> None:
        self.foresight = foresight
        self.throw = throw
        self.side = side
        self.dice = dice

    def told(self) -> Any:
        points = self.foresight.points[self.side]
        if self.dice is not None:
            return self.throw.lie(self.dice, points)
        profile = self.foresight.combat.sides()[self.side][0].profile
        assert profile is not None
        return self.throw.first(profile.attacks, points)


class _AgainstHits:
    """The Defender's dice, once the Attacker's hits are known."""

    __slots__ = ("foresight", "one", "throw")

    def __init__(self, foresight: Foresight, one: Hits) -> None:
        self.foresight = foresight
        self.one = one
        self.throw: Throw | None = None

    def rolled(self) -> Any:
        """From their roll on."""
        if self.foresight.combat.defender.profile is None:
            return self.foresight.end(self.one, (0, 0))
        return self.lying(None)

    def lying(self, dice: int | None) -> Any:
        return self.foresight.by_themselves(1, dice, self.one, self.second_lies)

    def second_lies(self, worth: Any) -> Any:
        foresight = self.foresight
        if not isinstance(worth, Undecided):
            return foresight.end(self.one, foresight.hits(1, worth))
        if self.throw is None:
            self.throw = throw_of(foresight.combat, 1, _SecondOutlook(foresight, self.one))
        return worth.offered(self.throw)


class _AgainstDice:
    """The same with the Defender's dice on the table."""

    __slots__ = ("foresight", "one", "second")

    def __init__(self, foresight: Foresight, one: Hits, second: int) -> None:
        self.foresight = foresight
        self.one = one
        self.second = second

    def lying(self) -> Any:
        against = _AgainstHits(self.foresight, self.one)
        return against.lying(self.second) if self.second else against.rolled()


class _Choosing:
    """A choice of the Attacker's, to be made when the Defender's dice lie on the table."""

    __slots__ = ("foresight", "undecided")

    def __init__(self, foresight: Foresight, undecided: Undecided) -> None:
        self.foresight = foresight
        self.undecided = undecided

    def beside(self) -> Any:
        if self.foresight.combat.defender.profile is None:
            return self.second_rolled(0)
        roll = attack_roll(self.foresight.combat, 1)
        assert roll.kinds is not None
        roll.alike = Tallied(roll.kinds, False).worth
        roll.alike_by = False
        roll.foretells = self.second_rolled
        roll.meeting = Meeting((self.foresight.exchange, self.undecided))
        return roll

    def second_rolled(self, dice: int) -> Any:
        return self.undecided.offered(self.foresight.first_beside(dice))


class _BesideFirst:
    """What the Defender's dice come to beside the Attacker's as they were rolled."""

    __slots__ = ("first", "foresight")

    def __init__(self, foresight: Foresight, first: int) -> None:
        self.foresight = foresight
        self.first = first

    def second_rolled(self, dice: int) -> Any:
        foresight = self.foresight
        return foresight.first_beside(dice).lie(self.first, foresight.points[0])


class _FirstOutlook(Outlook):
    """The Attacker's dice come to hits, beside such dice of the Defender's."""

    __slots__ = ("foresight", "second")

    def __init__(self, foresight: Foresight, second: int) -> None:
        super().__init__(foresight.combat.attacker.kinds, (foresight.exchange, 0, second))
        self.foreseen = True
        self.foresight = foresight
        self.second = second

    def worth(self, dice: int) -> Any:
        return self.foresight.hits(0, (normal_in(dice), critical_in(dice)))

    def following(self, worth: Any) -> Any:
        return Later((self.context, worth), _AgainstDice(self.foresight, worth, self.second).lying)


class _SecondOutlook(Outlook):
    """The Defender's dice come to the combat's end, the Attacker's hits being known."""

    __slots__ = ("foresight", "one")

    def __init__(self, foresight: Foresight, one: Hits) -> None:
        super().__init__(foresight.combat.defender.kinds, (foresight.exchange, 1, one))
        self.foreseen = True
        self.foresight = foresight
        self.one = one

    def worth(self, dice: int) -> Any:
        return self.foresight.end(self.one, self.foresight.hits(1, (normal_in(dice), critical_in(dice))))

    def following(self, worth: Any) -> Any:
        return worth
