"""A combat that nobody can interrupt, looked ahead for odds from its dice to its end.

Every question is the one that play asks, made by the same functions; what follows from an answer is the next question, or the
end that the best use of all hits leads to.
"""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Apart, Choose, Later, Lies, Meeting, Roll, Settled
from vanguard.rulebooks.killteam_lite.attacks import Combat, DicePool, Fighter
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST
from vanguard.rulebooks.killteam_lite.damage import death_throes_question, hold_on_question
from vanguard.rulebooks.killteam_lite.dice_counts import tally_of
from vanguard.rulebooks.killteam_lite.rerolls import Outlook, Throw, tell_tally
from vanguard.rulebooks.killteam_lite.rerolls_ahead import (
    DiceAhead,
    Hopes,
    Left,
    Lying,
    Worth,
    dice_ahead,
    is_a_gain,
    token,
)
from vanguard.rulebooks.killteam_lite.shooting import rending_of, upgraded
from vanguard.rulebooks.killteam_lite.state import Battle, Operative
from vanguard.rulebooks.killteam_lite.strike_or_parry import (
    ALL_STRIKE,
    DEATH_THROES,
    HOLD_ON,
    LAST_BLOW,
    STRIKES_ALL,
    Decided,
    Hits,
    Resort,
    exchange_of,
    last_blow_question,
    position_of,
    resort_of,
    use_option,
    use_prompt,
)


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
    """None if others can come between, or a critical hit may do less than a normal one."""
    one, two = combat.attacker, combat.defender
    if battle.held or not critical_is_better(one) or not critical_is_better(two):
        return None
    first, second = resort_of(battle, one), resort_of(battle, two)
    if first is None or second is None:
        return None
    resorts = (first, second)
    for side in (0, 1):
        if _rends(combat, side) and DEATH_THROES in (first.which, second.which):  # it might be better not to
            return None
        fighter, opponent = combat.sides()[side]
        if resorts[1 - side].which in (HOLD_ON, DEATH_THROES):  # others could use it too
            for rule in fighter.rules:
                if rule.may_fell_others(battle, fighter, opponent):
                    return None
    return Foresight(battle, combat, resorts)


def critical_is_better(fighter: Fighter) -> bool:
    profile = fighter.profile
    return profile is None or profile.critical_damage >= profile.damage


def _rends(combat: Combat, side: int) -> bool:
    return rending_of(combat.sides()[side][0].rules, (1, 1)) is not None


Attacked = tuple[Hits, bool]
"""The Attacker's hits, and whether it can still pay for a ploy."""


class Foresight:
    """What follows from the dice of a combat, question by question.

    Each side's dice are followed by themselves as far as nobody has to choose. Only where the Attacker chooses between
    re-rolls does it matter how the Defender's dice lie meanwhile.
    """

    __slots__ = (
        "_against", "_beside", "_ends", "_enough", "_facing", "_gains", "_hits", "_rows", "_same", "battle", "combat", "counts", "dice", "exchange", "as_they_lie", "foreseen", "means", "places",
        "points", "resorts", "throws", "weighs", "wounds",
    )  # fmt: skip

    def __init__(self, battle: Battle, combat: Combat, resorts: tuple[Resort, Resort]) -> None:
        self.battle = battle
        self.combat = combat
        self.resorts = resorts
        one, two = battle[combat.attacker.operative], battle[combat.defender.operative]
        self.foreseen = battle.foreseen
        self.points = (battle.command_points[one.seat], battle.command_points[two.seat])
        self.wounds = (one.wounds, two.wounds)
        self.exchange = exchange_of(battle.foreseen, combat.attacker, combat.defender, resorts)
        self.means = [True, False] if resorts[1].which else [False]
        """Whether the Defender can still pay for a ploy when all dice lie."""
        self.weighs = all([resort.payable(COMMAND_REROLL_COST) or not resort.which for resort in resorts])
        """Can whoever rolls a die again for a point pay for a ploy as well if they keep it?"""
        self.counts = (_dice_of(combat.attacker), _dice_of(combat.defender))
        self.throws = (throw_of(combat, 0, None), throw_of(combat, 1, None))
        lasting = DEATH_THROES not in (resorts[0].which, resorts[1].which)
        """Is another hit never a bad thing? One may be sorry to have struck somebody down, or to be let live."""
        self.dice = (self._dice_ahead(0, lasting), self._dice_ahead(1, lasting))
        self.as_they_lie = (self.points[0] > 0 or len(self.dice[0].helpful) > 0) and not self.dice[1].helpful
        """Is it looked at anyway what follows the Defender's dice as they lie, since the Attacker may choose beside them?"""
        self._hits: tuple[dict[Worth, Hits], dict[Worth, Hits]] = ({}, {})
        self.places = self._places()
        """Where in a row it stands what the Defender's dice come to."""
        self._beside: dict[int, _FirstAhead] = {}
        self._against: dict[Attacked, _SecondAhead] = {}
        self._same: dict[Any, _SecondAhead] = {}
        self._rows: dict[Attacked, tuple[Settled, ...]] = {}
        self._enough: dict[tuple[Attacked, Attacked], bool] = {}
        self._ends: dict[Attacked, list[Left]] = {}
        self._gains: dict[tuple[int, int], list[bool]] = {}
        self._facing: tuple[dict[Worth, _SecondAhead], dict[Worth, _SecondAhead]] = ({}, {})

    def _dice_ahead(self, side: int, lasting: bool) -> DiceAhead:
        return dice_ahead(self.throws[side], lasting, self.resorts[side].which > 0)

    def tell(self, roll: Roll, side: int, first: DicePool) -> None:
        """Tell odds what the results of the Attacker's roll come to, or of the Defender's beside it."""
        tell_tally(roll, False)
        if side == 0:
            roll.foretells = self.first_rolled
        else:
            dice = tally_of(first, self.combat.attacker.kinds)
            roll.foretells = _Beside(self, self.dice[0].first(dice, self.points[0])).second_rolled
            roll.meeting = Meeting((self.exchange, dice))

    def first_rolled(self, dice: int) -> Any:
        lying = self.dice[0].first(dice, self.points[0])
        if not lying.forced:
            return self.first_lies(lying)
        again = lying.after(lying.answers[0])
        apart = Apart((self.exchange, 0, again), again, again.roll, self.first_lies)
        if lying.decision is None:
            return apart
        later = Later((self.exchange, 0, lying), _Told(apart).itself)
        later.decision = lying.decision
        return later

    def first_lies(self, lying: Lying) -> Any:
        """The Attacker's dice come to hits, or to a choice that is made beside the Defender's dice."""
        if lying.final:
            return self.facing(lying.worth, lying.points).from_roll()
        return Later((self.exchange, 0, lying), _Beside(self, lying).second_roll)

    def beside(self, second: int) -> _FirstAhead:
        """The Attacker's dice, whose re-rolls come first, beside such dice of the Defender's."""
        found = self._beside.get(second)
        if found is None:
            found = self._beside[second] = _FirstAhead(self, second)
        return found

    def facing(self, worth: Worth, points: int) -> _SecondAhead:
        """The Defender's dice, once those of the Attacker's have come to this."""
        known = self._facing[self.resorts[0].payable(points)]
        found = known.get(worth)
        if found is None:
            found = known[worth] = self.against(self.attacked(worth, points))
        return found

    def against(self, one: Attacked) -> _SecondAhead:
        """The Defender's dice, once the Attacker's hits are known; the same for hits that come to the same."""
        found = self._against.get(one)
        if found is None:
            row = self.row(one)
            found = self._same.get((one[1], row))
            if found is None:
                found = self._same[one[1], row] = _SecondAhead(self, one)
            self._against[one] = found
        return found

    def row(self, one: Attacked) -> tuple[Settled, ...]:
        """What such hits of the Attacker's come to against all that the Defender can have."""
        found = self._rows.get(one)
        if found is None:
            found = tuple([self.end(one, self.hits(1, worth), pays) for worth in self.places for pays in self.means])
            self._rows[one] = found
        return found

    def ends(self, one: Attacked) -> list[Left]:
        """The same in wounds."""
        found = self._ends.get(one)
        if found is None:
            first, second = self.exchange.keys
            found = self._ends[one] = [(end.left[first], end.left[second]) for end in self.row(one)]
        return found

    def gains(self, normal: int, critical: int) -> list[bool]:
        """Whether it is a gain for the Attacker to roll one of so many normal results again, along a row."""
        found = self._gains.get((normal, critical))
        if found is None:
            pays = self.resorts[0].which > 0
            better = self.ends((self.hits(0, (normal - 1, critical + 1, 0)), pays))
            now = self.ends((self.hits(0, (normal, critical, 0)), pays))
            worse = self.ends((self.hits(0, (normal - 1, critical, 0)), pays))
            faces = self.dice[0].faces
            found = [is_a_gain(better[i], now[i], worse[i], faces, True) for i in range(len(now))]
            self._gains[normal, critical] = found
        return found

    def _places(self) -> dict[Worth, int]:
        most = self.counts[1]
        places: dict[Worth, int] = {}
        for critical in range(most + 1):
            for normal in range(most + 1 - critical):
                places[normal, critical, 0] = len(places) * len(self.means)
        return places

    def is_enough(self, now: Attacked, best: Attacked) -> bool:
        """Do these hits come to the same for the Attacker, whatever the Defender has?"""
        if now == best:
            return True
        found = self._enough.get((now, best))
        if found is None:
            found = self.ends(now) == self.ends(best)
            self._enough[now, best] = found
        return found

    def attacked(self, worth: Worth, points: int) -> Attacked:
        """The hits that dice of the Attacker's come to, and whether it can still pay for a ploy."""
        return self.hits(0, worth), self.resorts[0].payable(points)

    def hits(self, side: int, worth: Worth) -> Hits:
        """One of these hits upgraded where a rule does so, which is never refused."""
        known = self._hits[side]
        found = known.get(worth)
        if found is None:
            found = (worth[0], worth[1])
            if rending_of(self.combat.sides()[side][0].rules, found) is not None:
                found = upgraded(found)
            known[worth] = found
        return found

    def end(self, one: Attacked, two: Hits, pays: bool) -> Settled:
        """What the best use of all hits by both sides comes to."""
        exchange = self.exchange
        position = position_of(one[0], two, self.wounds, (one[1], pays))
        told = exchange.told.get(position)
        if told is None:
            advice = tuple([self._decision(decided) for decided in exchange.first_decisions(position)])
            told = exchange.told[position] = exchange.end(exchange.outcome(position), advice)
        return told

    def _decision(self, decided: Decided) -> tuple[int, str, str, str]:
        """As play asks for it."""
        found = self.exchange.decisions.get(decided)
        if found is None:
            found = self.exchange.decisions[decided] = self._in_words(decided)
        return found

    def _in_words(self, decided: Decided) -> tuple[int, str, str, str]:
        side, ploy, what = decided
        fighter = self.combat.sides()[side][0]
        operative, opponent = [self.battle[each.operative] for each in self.combat.sides()[side]]
        if ploy:
            question = self._question(ploy, side, operative, opponent)
            option = next(iter([option for option in question.available if option.value == what]))
            return (fighter.seat, question.prompt, option.key, option.label)
        if what == STRIKES_ALL:
            return (fighter.seat, "", "", ALL_STRIKE)
        use = use_option(fighter, what, False)
        return (fighter.seat, use_prompt(operative.name, opponent.name), use.key, use.label)

    def _question(self, ploy: int, side: int, operative: Operative, opponent: Operative) -> Choose[Any]:
        resort = self.resorts[side]
        assert resort.card is not None
        if ploy == HOLD_ON:
            return hold_on_question(operative, resort.card, resort.medic)
        if ploy == LAST_BLOW:
            return last_blow_question(operative, opponent, resort.card, (1, 1))
        return death_throes_question(operative, resort.card, [self.battle[key] for key in resort.near])


def _dice_of(fighter: Fighter) -> int:
    return fighter.profile.attacks if fighter.profile is not None else 0


class _Told:
    """What is told already."""

    __slots__ = ("what",)

    def __init__(self, what: Any) -> None:
        self.what = what

    def itself(self) -> Any:
        return self.what


class _Beside:
    """Dice of the Attacker's that lie on the table when the Defender rolls."""

    __slots__ = ("first", "foresight")

    def __init__(self, foresight: Foresight, first: Lying) -> None:
        self.foresight = foresight
        self.first = first

    def second_roll(self) -> Any:
        if not self.foresight.counts[1]:
            return self.second_rolled(0)
        roll = attack_roll(self.foresight.combat, 1)
        tell_tally(roll, False)
        roll.foretells = self.second_rolled
        roll.meeting = Meeting((self.foresight.exchange, self.first))
        return roll

    def second_rolled(self, dice: int) -> Any:
        return self.foresight.beside(dice).follow(self.first)


class _FirstAhead(Hopes):
    """The Attacker's dice come to hits, beside such dice of the Defender's."""

    __slots__ = ("_places", "foresight", "lying", "second")

    def __init__(self, foresight: Foresight, second: int) -> None:
        key = token(foresight.foreseen, (foresight.exchange, 0, second))
        super().__init__(foresight.dice[0], foresight.throws[0], key, foresight.points[0])
        self.foresight = foresight
        self.second = second
        self.lying = foresight.dice[1].first(second, foresight.points[1])
        self._places: list[int] | None = None

    def came_to(self, worth: Worth, points: int) -> Any:
        against = self.foresight.facing(worth, points)
        if not self.second:
            return against.from_roll()
        return against.follow(self.lying)

    def is_the_best(self, lying: Lying) -> bool:
        foresight = self.foresight
        normal, critical = lying.at_best()
        now = foresight.attacked(lying.worth, lying.points)
        return foresight.is_enough(now, foresight.attacked((normal, critical, 0), lying.points))

    def gains_nothing(self, normal: int, critical: int) -> bool:
        foresight = self.foresight
        if not foresight.weighs:
            return False
        gains = foresight.gains(normal, critical)
        for place in self._reached():
            if gains[place]:
                return False
        return True

    def _reached(self) -> list[int]:
        """Where in a row it stands what the Defender's dice can come to."""
        if self._places is None:
            foresight = self.foresight
            reached: set[Worth] = {(0, 0, 0)}
            if self.second:
                reached = self.lying.reach()
            ways = len(foresight.means)
            self._places = [foresight.places[worth] + way for worth in reached for way in range(ways)]
        return self._places


class _SecondAhead(Hopes):
    """The Defender's dice come to the combat's end, the Attacker's hits being known."""

    __slots__ = ("ends", "foresight", "row")

    def __init__(self, foresight: Foresight, one: Attacked) -> None:
        key = token(foresight.foreseen, (foresight.exchange, 1, one[1], foresight.row(one)))
        super().__init__(foresight.dice[1], foresight.throws[1], key, foresight.points[1])
        self.foresight = foresight
        self.row = foresight.row(one)
        self.ends = foresight.ends(one)

    def from_roll(self) -> Any:
        count = self.foresight.counts[1]
        if not count:
            return self.came_to((0, 0, 0), self.points)
        return Apart(self.key, (self.dice, count, self.points), self.rolled, self.follow)

    def rolled(self) -> Roll:
        roll = attack_roll(self.foresight.combat, 1)
        tell_tally(roll, False)
        roll.foretells = self.landed
        return roll

    def landed(self, dice: int) -> Any:
        lying = self.dice.first(dice, self.points)
        return Lies(lying) if self.foresight.as_they_lie else lying.told()

    def came_to(self, worth: Worth, points: int) -> Any:
        place = self.foresight.places[worth]
        if len(self.foresight.means) > 1 and not self.foresight.resorts[1].payable(points):
            place += 1
        return self.row[place]

    def is_the_best(self, lying: Lying) -> bool:
        normal, critical = lying.at_best()
        best = self.came_to((normal, critical, 0), lying.points)
        return bool(best.left == self.came_to(lying.worth, lying.points).left)

    def gains_nothing(self, normal: int, critical: int) -> bool:
        if not self.foresight.weighs:
            return False
        places, ends = self.foresight.places, self.ends
        better, now = ends[places[normal - 1, critical + 1, 0]], ends[places[normal, critical, 0]]
        return not is_a_gain(better, now, ends[places[normal - 1, critical, 0]], self.dice.faces, False)
