"""Dice on the table and re-rolling them: weapon rules and COMMAND RE-ROLL share the limit of once per die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Meeting, Option, Roll
from vanguard.rulebooks.killteam_lite.attacks import DicePool
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST, pay
from vanguard.rulebooks.killteam_lite.dice_counts import (
    Tallied,
    fresh_faces,
    tally,
    tally_of,
    whatever,
)
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.state import Battle

COMMAND: Final = "command"

Again = tuple[str, tuple[int, ...]]
"""What to roll again: the name of the rule that allows it, and the faces."""
ENOUGH: Final[Again] = ("", ())


class Outlook:
    """What rolled dice come to, for odds that run the attack: told by the rule that rolls them. Dice are given as a number
    (see `dice_counts`).

    `context` is all that what follows depends on beside these dice and the battle.
    """

    __slots__ = ("asked", "context", "kinds", "lasting")

    def __init__(self, kinds: tuple[int, ...], context: Any, lasting: bool = True) -> None:
        self.asked = False
        """Was a re-roll of these dice offered before?"""
        self.kinds = kinds
        self.context = context
        self.lasting = lasting
        """Is a critical result at least as good as a normal one?"""

    def worth(self, dice: int) -> Any:
        """What the dice come to when none can be rolled again: here their kinds."""
        return whatever(dice)

    def following(self, worth: Any) -> Any:
        """All that what follows depends on beside the battle, if the dice come to this."""
        return (self.context, worth)

    def rerolling(self, pool: DicePool) -> Callable[[Any, Any], Any] | None:
        """How to go on from the first re-roll offered on these dice, where that can be done."""
        return None


LYING: Final[dict[int, str]] = {1: "success", 2: "critical"}
"""What a kind of face is called while its dice lie on the table; any other fails."""


class Throw:
    """One player's dice of an attack: who rolls them, what their faces mean, and what may roll them again."""

    __slots__ = ("about", "clause", "kinds", "name", "outlook", "rules", "seat")

    def __init__(
        self,
        seat: int,
        name: str,
        clause: str,
        kinds: tuple[int, ...],
        rules: Sequence[SpecialRule],
        about: tuple[str, ...],
        outlook: Outlook | None = None,
    ) -> None:
        self.seat = seat
        self.name = name
        self.clause = clause
        self.kinds = kinds
        self.rules = rules
        self.about = about
        self.outlook = outlook
        """For odds only."""

    def first(self, count: int, points: int) -> Roll:
        """The roll of all dice, by a player with so many Command Points."""
        roll = Roll(self.seat, count, self.name, self.clause, kinds=self.kinds, about=self.about)
        if self.outlook is not None:
            _Landing(self, self.outlook, helpful_rules(self.rules), points).tell(roll)
        return roll

    def lying(self, pool: DicePool) -> DiceShown:
        """The dice as they lie, with what each comes to."""
        marks = [LYING.get(self.kinds[face - 1], "fail") for face in pool.faces]
        return DiceShown("Your dice", self.seat, pool.faces, marks)

    def offer(self, pool: DicePool, helpful: Sequence[SpecialRule], points: int) -> Choose[Again]:
        """The question which dice are rolled again, if any."""
        command = points >= COMMAND_REROLL_COST
        shown = " ".join([str(face) for face in sorted(pool.faces, reverse=True)])
        options = _Rerolls(pool.fresh(), helpful, command, pool).listed
        question = Choose(self.seat, f"Re-roll? You rolled {shown}", options, "command-reroll.window", self.about)
        outlook = self.outlook
        if outlook is not None:
            if outlook.lasting:
                worthwhile = worth_rerolling(pool.fresh(), self.kinds, helpful, points, False)
                question.worthwhile = [_option(answer, helpful) for answer in worthwhile]
            if len(question.worthwhile) != 1:
                names = tuple([rule.printed for rule in helpful])
                go_on = None if outlook.asked else outlook.rerolling(pool)
                question.meeting = Meeting((outlook.context, points, names, tally_of(pool, self.kinds)), go_on)
            outlook.asked = True
        return question

    def again(self, kept: int, helpful: Sequence[SpecialRule], points: int, count: int) -> Roll:
        """The roll of so many chosen dice beside those kept; `helpful` and `points` are left to roll dice again."""
        kinds = _kinds_now(self.kinds, self.rules, helpful)
        roll = Roll(self.seat, count, f"reroll {self.name}", self.clause, kinds=kinds, about=self.about)
        if self.outlook is not None:
            landing = _Landing(self, self.outlook, helpful, points)
            landing.kept = kept
            landing.again = True
            landing.tell(roll)
        return roll


class _Landing:
    """What follows when dice fall beside those that lie on the table already."""

    __slots__ = ("again", "helpful", "kept", "names", "outlook", "points", "throw")

    def __init__(self, throw: Throw, outlook: Outlook, helpful: Sequence[SpecialRule], points: int) -> None:
        self.throw = throw
        self.outlook = outlook
        self.helpful = helpful
        """What can still roll dice again, beside Command Points."""
        self.names = tuple([rule.printed for rule in helpful])
        self.points = points
        self.kept = 0
        """The dice that stay, as a number."""
        self.again = False
        """Are these dice rolled again?"""

    def tell(self, roll: Roll) -> None:
        tell_tally(roll, self.again)
        roll.foretells = self.fallen

    def fallen(self, dice: int) -> Any:
        dice += self.kept
        command = self.points >= COMMAND_REROLL_COST
        if can_reroll(fresh_faces(dice, self.throw.kinds), self.helpful, command):
            return (self.outlook.context, self.points, self.names, dice)
        return self.outlook.following(self.outlook.worth(dice))


def tell_tally(roll: Roll, again: bool) -> None:
    """For odds: results with as many dice of each kind are alike."""
    assert roll.kinds is not None
    roll.alike = Tallied(roll.kinds, again).worth
    roll.alike_by = again


def can_reroll(fresh: list[int], helpful: Sequence[SpecialRule], command: bool) -> bool:
    """Is there anything among these fresh dice that can be rolled again?"""
    if command and fresh:
        return True
    for rule in helpful:
        if rule.dice_to_reroll(fresh):
            return True
    return False


def helpful_rules(rules: Sequence[SpecialRule]) -> list[SpecialRule]:
    return [rule for rule in rules if rule.dice_to_reroll([1])]


def without(helpful: Sequence[SpecialRule], used: str) -> list[SpecialRule]:
    return [rule for rule in helpful if rule.printed != used]


async def roll_dice(
    battle: Battle,
    throw: Throw,
    count: int,
    meeting: Meeting | None = None,
    faces: tuple[int, ...] | None = None,
    tell: Callable[[Roll], None] | None = None,
) -> DicePool:
    """Roll attack or defence dice, unless they lie already, and offer every re-roll before anything is sorted.

    `tell` says for odds what follows the roll, where that can be told to the end of the attack.
    """
    if count <= 0:
        return DicePool([])
    if faces is None:
        roll = throw.first(count, battle.command_points[throw.seat])
        roll.meeting = meeting
        if tell is not None:
            tell(roll)
        faces = await roll
    pool = DicePool(list(faces))
    await offer_rerolls(battle, pool, throw)
    return pool


async def offer_rerolls(battle: Battle, pool: DicePool, throw: Throw, answer: Again | None = None) -> None:
    """Re-rolls in the order the owner likes, until they have enough. The new result always stands.

    `answer` was given already to the first question, if any.
    """
    seat = throw.seat
    helpful: Sequence[SpecialRule] = helpful_rules(throw.rules)
    if answer is not None and throw.outlook is not None:
        throw.outlook.asked = True  # what was used then is not to be had again
    while can_reroll(pool.fresh(), helpful, battle.command_points[seat] >= COMMAND_REROLL_COST):
        if answer is None:
            question = throw.offer(pool, helpful, battle.command_points[seat])
            if battle.heard:
                question.dice = throw.lying(pool)
            answer = await question
        source, chosen = answer
        answer = None
        if not source:
            return
        if source == COMMAND:
            pay(battle, seat, COMMAND_REROLL_COST)
        helpful = without(helpful, source)
        kept = tally_of(pool, throw.kinds) - tally(chosen, throw.kinds, False)
        again = await throw.again(kept, helpful, battle.command_points[seat], len(chosen))
        pool.replace(chosen, again)
        battle.note(
            "rerolled",
            "dice.reroll-stands",
            throw.about,
            team=battle.team_name(seat),
            source="Command Re-roll" if source == COMMAND else source,
            before=_listed(chosen),
            after=_listed(again),
        )


def _kinds_now(kinds: tuple[int, ...], rules: Sequence[SpecialRule], helpful: Sequence[SpecialRule]) -> tuple[int, ...]:
    """A 1 is a fail like any other once no rule minds it."""
    if kinds[0] == 0:
        return kinds
    for rule in rules:
        if rule.minds_ones() and (rule in helpful or not rule.dice_to_reroll([1])):
            return kinds
    return (0, *kinds[1:])


def worth_rerolling(
    fresh: list[int], kinds: tuple[int, ...], helpful: Sequence[SpecialRule], points: int, is_last: bool
) -> list[Again]:
    """The re-rolls one of which is best: another success never harms, nor a critical one for a normal one.

    So a fail is rolled again before a normal success, a critical one never, and fails are kept only to save what can be
    used otherwise; Command Points cannot if these are the last dice of their owner.
    """
    if len(helpful) > 1:
        return []
    fails = [face for face in fresh if kinds[face - 1] <= 0]
    normal = [face for face in fresh if kinds[face - 1] == 1]
    choices = helpful[0].worth_rerolling(fails, normal) if helpful else []
    answers = [(helpful[0].printed, faces) for faces in choices]
    if points >= COMMAND_REROLL_COST and len(choices) != 1:
        # a single free re-roll is made before any Command Point is spent: nothing is lost by it, and more is known then
        answers.extend([(COMMAND, (face,)) for face in [*fails, *normal][:1]])
        if is_last and fails:
            return answers
    for faces in choices:
        if all([face in fails for face in faces]):
            return answers
    return [*answers, ENOUGH]


def all_rerolls(fresh: list[int], helpful: Sequence[SpecialRule], points: int) -> list[Again]:
    """Whatever may be rolled again of dice that have not been, or nothing."""
    return [option.value for option in _Rerolls(fresh, helpful, points >= COMMAND_REROLL_COST).listed()]


def _option(answer: Again, helpful: Sequence[SpecialRule]) -> Option[Again]:
    source, faces = answer
    if not source:
        return keeping()
    for rule in helpful:
        if rule.printed == source:
            return _by_rule(rule, faces)
    return _by_command(faces[0])


def _listed(faces: Sequence[int]) -> str:
    return ", ".join([str(face) for face in faces])


def keeping() -> Option[Again]:
    return Option("keep", ENOUGH, "Keep these dice", declines=True)


def _by_rule(rule: SpecialRule, faces: tuple[int, ...]) -> Option[Again]:
    key = "-".join([rule.name.lower(), *[str(face) for face in faces]])
    return Option(key, (rule.printed, faces), f"{rule.printed}: re-roll {_listed(faces)}", rule.clause)


def _by_command(face: int) -> Option[Again]:
    label = f"Command Re-roll ({COMMAND_REROLL_COST} CP): re-roll a {face}"
    return Option(f"{COMMAND}-{face}", (COMMAND, (face,)), label, "command-reroll.effect")


class _Rerolls:
    """Every different re-roll of dice that have not been rolled again; equal faces are one choice."""

    __slots__ = ("command", "fresh", "helpful", "pool")

    def __init__(
        self, fresh: list[int], helpful: Sequence[SpecialRule], command: bool, pool: DicePool | None = None
    ) -> None:
        self.pool = pool
        self.fresh = fresh
        self.helpful = helpful
        self.command = command

    def listed(self) -> list[Option[Again]]:
        options: list[Option[Again]] = []
        for rule in self.helpful:
            options.extend([_by_rule(rule, faces) for faces in rule.dice_to_reroll(self.fresh)])
        if self.command:
            options.extend([_by_command(face) for face in sorted(set(self.fresh))])
        if self.pool is not None:
            for option in options:
                option.dice = self.pool.places(option.value[1])
        options.append(keeping())
        return options
