"""A combat that nobody can interrupt, looked ahead for odds from its dice to its end.

Every question is the one that play asks, made by the same functions; what follows from an answer is the next question, or the
end that the best use of all hits leads to.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.questions import Later, Meeting, Roll, Settled
from vanguard.rulebooks.killteam_lite.attacks import Combat, DicePool, Fighter
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST, usable
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
from vanguard.rulebooks.killteam_lite.rerolls import Outlook, Throw, can_reroll, helpful_rules, lying
from vanguard.rulebooks.killteam_lite.shooting import CRITICAL, HIT
from vanguard.rulebooks.killteam_lite.state import Battle

INTERRUPTIONS: Final = ("last-blow", "hold-on", "death-throes")
"""Ploys that can change the course of a combat."""


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
    for seat in (combat.attacker.seat, combat.defender.seat):
        for ploy in INTERRUPTIONS:
            if usable(battle, seat, ploy) is not None:
                return None
    return Foresight(battle, combat)


def critical_is_better(fighter: Fighter) -> bool:
    profile = fighter.profile
    return profile is None or profile.critical_damage >= profile.damage


class Foresight:
    """What follows from the dice of a combat, question by question."""

    __slots__ = ("beside", "combat", "exchange", "names", "points", "wounds")

    def __init__(self, battle: Battle, combat: Combat) -> None:
        self.combat = combat
        one, two = battle[combat.attacker.operative], battle[combat.defender.operative]
        self.points = (battle.command_points[one.seat], battle.command_points[two.seat])
        self.wounds = (one.wounds, two.wounds)
        self.names = (one.name, two.name)
        self.exchange = exchange_of(battle.foreseen, combat.attacker, combat.defender)
        self.beside: dict[tuple[int, ...], Throw] = {}
        """The Attacker's dice beside such dice of the Defender's."""

    def tell(self, roll: Roll, side: int, first: DicePool) -> None:
        """Tell odds what the results of the Attacker's roll come to, or of the Defender's beside it."""
        if side == 0:
            roll.alike = _Rolled(self.combat.attacker.kinds).worth
            roll.foretells = self.first_rolled
        else:
            second = _SecondRolled(self, first)
            roll.alike = second.worth
            roll.foretells = second.following
            roll.meeting = Meeting((self.exchange, first.sum(self.combat.attacker.kinds)))

    def first_rolled(self, kinds: tuple[int, ...]) -> Any:
        first = lying([(kind, False) for kind in kinds], self.combat.attacker.kinds)
        if self.combat.defender.profile is None:
            return self.both_lie(first, ())
        roll = attack_roll(self.combat, 1)
        self.tell(roll, 1, first)
        return roll

    def both_lie(self, first: DicePool, second: tuple[int, ...]) -> Any:
        """The Attacker's re-rolls come first; the Defender's dice lie there by their kinds."""
        throw = self.beside.get(second)
        if throw is None:
            dice = lying([(kind, False) for kind in second], self.combat.defender.kinds)
            throw = self.beside[second] = self.throw(0, [first, dice])
        return throw.lie(first, self.points[0])

    def throw(self, side: int, pools: list[DicePool]) -> Throw:
        """One side's dice; the Attacker's lie for good when the Defender's are rolled again."""
        if side == 0:
            return throw_of(self.combat, 0, _FirstOutlook(self, pools[1]))
        return throw_of(self.combat, 1, _SecondOutlook(self, self.hits(0, self.kinds_of(0, pools[0]))))

    def kinds_of(self, side: int, pool: DicePool) -> list[int]:
        kinds = self.combat.sides()[side][0].kinds
        return [kinds[face - 1] for face in pool.faces]

    def lies_for_good(self, side: int, pool: DicePool) -> bool:
        rules = helpful_rules(self.combat.sides()[side][0].rules)
        return not can_reroll(pool.fresh(), rules, self.points[side] >= COMMAND_REROLL_COST)

    def hits(self, side: int, kinds: list[int]) -> Hits:
        """The hits these dice make, one of them upgraded where Rending does so."""
        normal, critical = kinds.count(HIT), kinds.count(CRITICAL)
        if normal and critical:
            for rule in self.combat.sides()[side][0].rules:
                if rule.upgrades_a_hit():
                    return (normal - 1, critical + 1)
        return (normal, critical)

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


class _Rolled:
    """Dice are alike by their kinds, in no order."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds = kinds

    def worth(self, faces: tuple[int, ...]) -> Any:
        return tuple(sorted([self.kinds[face - 1] for face in faces]))


class _SecondRolled:
    """What the Defender's dice come to beside the Attacker's, before anything is rolled again."""

    __slots__ = ("final", "first", "foresight", "kinds", "one")

    def __init__(self, foresight: Foresight, first: DicePool) -> None:
        self.foresight = foresight
        self.first = first
        self.final = foresight.lies_for_good(0, first)
        self.one = foresight.hits(0, foresight.kinds_of(0, first))
        self.kinds = foresight.combat.defender.kinds

    def worth(self, faces: tuple[int, ...]) -> Any:
        foresight = self.foresight
        kinds = [self.kinds[face - 1] for face in faces]
        if self.final and foresight.lies_for_good(1, DicePool(list(faces))):
            return foresight.end(self.one, foresight.hits(1, kinds))
        return tuple(sorted(kinds))

    def following(self, worth: Any) -> Any:
        if isinstance(worth, Settled):
            return worth
        return self.foresight.both_lie(self.first, worth)


class _FirstOutlook(Outlook):
    """The Attacker's dice come to the combat's end if the Defender's lie for good, else to hits."""

    __slots__ = ("foresight", "second", "two")

    def __init__(self, foresight: Foresight, second: DicePool) -> None:
        kinds = foresight.combat.attacker.kinds
        super().__init__(kinds, (foresight.exchange, 0, second.sum(foresight.combat.defender.kinds)))
        self.foreseen = True
        self.foresight = foresight
        self.second = second
        self.two: Hits | None = None
        if foresight.lies_for_good(1, second):
            self.two = foresight.hits(1, foresight.kinds_of(1, second))

    def worth(self, kinds: list[int]) -> Any:
        hits = self.foresight.hits(0, kinds)
        return hits if self.two is None else self.foresight.end(hits, self.two)

    def following(self, worth: Any) -> Any:
        if isinstance(worth, Settled):
            return worth
        return Later((self.context, worth), _DefendersTurn(self.foresight, worth, self.second).told)


class _DefendersTurn:
    """The Defender's re-rolls, once the Attacker's hits are known."""

    __slots__ = ("foresight", "one", "second")

    def __init__(self, foresight: Foresight, one: Hits, second: DicePool) -> None:
        self.foresight = foresight
        self.one = one
        self.second = second

    def told(self) -> Any:
        foresight = self.foresight
        throw = throw_of(foresight.combat, 1, _SecondOutlook(foresight, self.one))
        return throw.lie(self.second, foresight.points[1])


class _SecondOutlook(Outlook):
    """The Defender's dice come to the combat's end, the Attacker's hits being known."""

    __slots__ = ("foresight", "one")

    def __init__(self, foresight: Foresight, one: Hits) -> None:
        super().__init__(foresight.combat.defender.kinds, (foresight.exchange, 1, one))
        self.foreseen = True
        self.foresight = foresight
        self.one = one

    def worth(self, kinds: list[int]) -> Any:
        return self.foresight.end(self.one, self.foresight.hits(1, kinds))

    def following(self, worth: Any) -> Any:
        return worth
