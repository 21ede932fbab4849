"""Dice on the table and re-rolling them: weapon rules and COMMAND RE-ROLL share the limit of once per die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from vanguard.core.questions import Choose, Later, Meeting, Option, Roll
from vanguard.rulebooks.killteam_lite.attacks import DicePool
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST, pay
from vanguard.rulebooks.killteam_lite.moments import SpecialRule
from vanguard.rulebooks.killteam_lite.state import Battle

COMMAND: Final = "command"

Again = tuple[str, tuple[int, ...]]
"""What to roll again: the name of the rule that allows it, and the faces."""
ENOUGH: Final[Again] = ("", ())


class Outlook:
    """What rolled dice come to, for odds: told by the rule that rolls them.

    `context` is all that what follows depends on beside these dice and the battle.
    """

    __slots__ = ("asked", "context", "foreseen", "kinds", "lasting")

    def __init__(self, kinds: tuple[int, ...], context: Any, lasting: bool = True) -> None:
        self.asked = False
        """Was a re-roll of these dice offered before?"""
        self.kinds = kinds
        self.context = context
        self.lasting = lasting
        """Is a critical result at least as good as a normal one?"""
        self.foreseen = False
        """Is the whole rest of the attack told, question by question, without running it?"""

    def worth(self, kinds: list[int]) -> Any:
        """What the dice come to when none can be rolled again: here their kinds, in no order."""
        return tuple(sorted(kinds))

    def following(self, worth: Any) -> Any:
        """All that what follows depends on beside the battle, if the dice come to this."""
        return (self.context, worth)

    def rerolling(self, pool: DicePool) -> Callable[[Any, Any], Any] | None:
        """How to go on from the first re-roll offered on these dice, where that can be done."""
        return None


OPEN: Final = "open"


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
            landing = _Landing(self, self.outlook, helpful_rules(self.rules), points)
            roll.alike = landing.worth
            roll.foretells = landing.following
        return roll

    def lie(self, pool: DicePool, points: int) -> Any:
        """For odds: what follows once these dice lie on the table, a re-roll or what they come to."""
        outlook, kinds = self.outlook, self.kinds
        assert outlook is not None
        helpful = helpful_rules(self.rules)
        if can_reroll(pool.fresh(), helpful, points >= COMMAND_REROLL_COST):
            return self.offer_ahead(outlook, pool, helpful, points)
        return outlook.following(outlook.worth([kinds[face - 1] for face in pool.faces]))

    def offer_ahead(self, outlook: Outlook, pool: DicePool, helpful: list[SpecialRule], points: int) -> Any:
        """For odds: the same question; if only one answer is worthwhile, what follows it."""
        if outlook.lasting:
            worthwhile = _worthwhile(pool, self.kinds, helpful, points >= COMMAND_REROLL_COST)
            if len(worthwhile) == 1:
                return _Offered(self, outlook, pool, helpful, points).following(worthwhile[0].value)
        return self.offer(pool, helpful, points)

    def offer(self, pool: DicePool, helpful: list[SpecialRule], points: int) -> Choose[Again]:
        """The question which dice are rolled again, if any."""
        command = points >= COMMAND_REROLL_COST
        shown = " ".join([str(face) for face in sorted(pool.faces, reverse=True)])
        options = _Rerolls(pool.fresh(), helpful, command).listed
        question = Choose(self.seat, f"Re-roll? You rolled {shown}", options, "command-reroll.window", self.about)
        outlook = self.outlook
        if outlook is not None:
            if outlook.lasting:
                question.worthwhile = _worthwhile(pool, self.kinds, helpful, command)
            question.foretells = _Offered(self, outlook, pool, helpful, points).following
            if outlook.foreseen or len(question.worthwhile) != 1:
                names = tuple([rule.printed for rule in helpful])
                go_on = None if outlook.asked or outlook.foreseen else outlook.rerolling(pool)
                question.meeting = Meeting((outlook.context, points, names, pool.sum(self.kinds)), go_on)
            outlook.asked = True
        return question

    def again(self, pool: DicePool, helpful: list[SpecialRule], points: int, chosen: tuple[int, ...]) -> Roll:
        """The roll of the chosen dice; `helpful` and `points` are what is left to roll dice again."""
        kinds = _kinds_now(self.kinds, self.rules, helpful)
        roll = Roll(self.seat, len(chosen), f"reroll {self.name}", self.clause, kinds=kinds, about=self.about)
        outlook = self.outlook
        if outlook is not None:
            landing = _Landing(self, outlook, helpful, points)
            landing.again = True
            staying = pool.without(chosen)
            landing.kept = sorted([(outlook.kinds[face - 1], again) for face, again in staying])
            landing.fresh = sorted([face for face, again in staying if not again])
            roll.alike = landing.worth
            roll.foretells = landing.following
        return roll


class _Landing:
    """Which results of a roll come to the same, beside dice that lie on the table already."""

    __slots__ = ("again", "fresh", "helpful", "kept", "outlook", "points", "throw")

    def __init__(self, throw: Throw, outlook: Outlook, helpful: list[SpecialRule], points: int) -> None:
        self.throw = throw
        self.outlook = outlook
        self.helpful = helpful
        """What can still roll dice again, beside Command Points."""
        self.points = points
        self.kept: list[tuple[int, bool]] = []
        """The kind of each die that stays, and whether it was rolled again."""
        self.fresh: list[int] = []
        """The faces of those that were not."""
        self.again = False
        """Are these dice rolled again?"""

    def worth(self, faces: tuple[int, ...]) -> Any:
        kinds = self.outlook.kinds
        command = self.points >= COMMAND_REROLL_COST
        if command or self.helpful:
            fresh = self.fresh if self.again else sorted([*self.fresh, *faces])
            if can_reroll(fresh, self.helpful, command):
                return OPEN, tuple(sorted(self.kept + [(kinds[face - 1], self.again) for face in faces]))
        fallen = [kinds[face - 1] for face in faces]
        return self.outlook.worth([kind for kind, _ in self.kept] + fallen if self.kept else fallen)

    def following(self, worth: Any) -> Any:
        if not isinstance(worth, tuple) or not worth or worth[0] is not OPEN:
            return self.outlook.following(worth)
        key = (self.outlook.context, self.points, tuple([rule.printed for rule in self.helpful]), worth[1])
        return Later(key, _Fallen(self, worth[1]).offered) if self.outlook.foreseen else key


class _Fallen:
    """The re-roll that is offered when dice have fallen."""

    __slots__ = ("dice", "landing")

    def __init__(self, landing: _Landing, dice: Sequence[tuple[int, bool]]) -> None:
        self.landing = landing
        self.dice = dice

    def offered(self) -> Any:
        landing = self.landing
        pool = lying(self.dice, landing.outlook.kinds)
        return landing.throw.offer_ahead(landing.outlook, pool, landing.helpful, landing.points)


def lying(dice: Sequence[tuple[int, bool]], kinds: tuple[int, ...]) -> DicePool:
    """Dice of these kinds on the table, some of them rolled again."""
    pool = DicePool([kinds.index(kind) + 1 for kind, _ in dice])
    pool.rerolled = [again for _, again in dice]
    return pool


class _Offered:
    """What follows when dice on the table are kept, or some of them rolled again."""

    __slots__ = ("helpful", "outlook", "points", "pool", "throw")

    def __init__(self, throw: Throw, outlook: Outlook, pool: DicePool, helpful: list[SpecialRule], points: int) -> None:
        self.throw = throw
        self.outlook = outlook
        self.pool = pool.copy()
        self.helpful = helpful
        self.points = points

    def following(self, answer: Again) -> Any:
        outlook = self.outlook
        source, chosen = answer
        if not source:
            return outlook.following(outlook.worth([outlook.kinds[face - 1] for face in self.pool.faces]))
        if not outlook.foreseen:
            return None
        kinds = outlook.kinds
        kept = tuple(sorted([(kinds[face - 1], again) for face, again in self.pool.without(chosen)]))
        left = self.points - COMMAND_REROLL_COST if source == COMMAND else self.points
        helpful = _without(self.helpful, source)
        key = (outlook.context, left, tuple([rule.printed for rule in helpful]), len(chosen), kept)
        return Later(key, _Again(self.throw, self.pool, helpful, left, chosen).roll)


class _Again:
    """The roll that follows a choice of dice to be rolled again."""

    __slots__ = ("chosen", "helpful", "points", "pool", "throw")

    def __init__(
        self, throw: Throw, pool: DicePool, helpful: list[SpecialRule], points: int, chosen: tuple[int, ...]
    ) -> None:
        self.throw = throw
        self.pool = pool
        self.helpful = helpful
        self.points = points
        self.chosen = chosen

    def roll(self) -> Roll:
        return self.throw.again(self.pool, self.helpful, self.points, self.chosen)


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


def _without(helpful: list[SpecialRule], used: str) -> list[SpecialRule]:
    return [rule for rule in helpful if rule.printed != used]


async def roll_dice(
    battle: Battle, throw: Throw, count: int, meeting: Meeting | None = None, faces: tuple[int, ...] | None = None
) -> DicePool:
    """Roll attack or defence dice, unless they lie already, and offer every re-roll before anything is sorted."""
    if count <= 0:
        return DicePool([])
    if faces is None:
        roll = throw.first(count, battle.command_points[throw.seat])
        roll.meeting = meeting
        faces = await roll
    pool = DicePool(list(faces))
    await offer_rerolls(battle, pool, throw)
    return pool


async def offer_rerolls(battle: Battle, pool: DicePool, throw: Throw, answer: Again | None = None) -> None:
    """Re-rolls in the order the owner likes, until they have enough. The new result always stands.

    `answer` was given already to the first question, if any.
    """
    seat = throw.seat
    helpful = helpful_rules(throw.rules)
    while can_reroll(pool.fresh(), helpful, battle.command_points[seat] >= COMMAND_REROLL_COST):
        if answer is None:
            answer = await throw.offer(pool, helpful, battle.command_points[seat])
        source, chosen = answer
        answer = None
        if not source:
            return
        if source == COMMAND:
            pay(battle, seat, COMMAND_REROLL_COST)
        helpful = _without(helpful, source)
        again = await throw.again(pool, helpful, battle.command_points[seat], chosen)
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


def _worthwhile(
    pool: DicePool, kinds: tuple[int, ...], helpful: Sequence[SpecialRule], command: bool
) -> list[Option[Again]]:
    """The re-rolls one of which is best: another success never harms, nor a critical one for a normal one.

    So a fail is rolled again before a normal success, a critical one never, and fails are kept only to save what can be
    used otherwise.
    """
    if len(helpful) > 1:
        return []
    fresh = pool.fresh()
    fails = [face for face in fresh if kinds[face - 1] <= 0]
    normal = [face for face in fresh if kinds[face - 1] == 1]
    choices = helpful[0].worth_rerolling(fails, normal) if helpful else []
    options = [_by_rule(helpful[0], faces) for faces in choices]
    if command and len(choices) != 1:
        # a single free re-roll is made before any Command Point is spent: nothing is lost by it, and more is known then
        options.extend([_by_command(face) for face in [*fails, *normal][:1]])
    for faces in choices:
        if all([face in fails for face in faces]):
            return options
    return [*options, keeping()]


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

    __slots__ = ("command", "fresh", "helpful")

    def __init__(self, fresh: list[int], helpful: list[SpecialRule], command: bool) -> None:
        self.fresh = fresh
        self.helpful = helpful
        self.command = command

    def listed(self) -> list[Option[Again]]:
        options: list[Option[Again]] = []
        for rule in self.helpful:
            options.extend([_by_rule(rule, faces) for faces in rule.dice_to_reroll(self.fresh)])
        if self.command:
            options.extend([_by_command(face) for face in sorted(set(self.fresh))])
        options.append(keeping())
        return options
