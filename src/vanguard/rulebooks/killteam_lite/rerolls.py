"""Dice on the table and re-rolling them: weapon rules and COMMAND RE-ROLL share the limit of once per die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from vanguard.core.questions import Choose, Meeting, Option, Roll
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

    __slots__ = ("asked", "context", "kinds", "lasting")

    def __init__(self, kinds: tuple[int, ...], context: Any, lasting: bool = True) -> None:
        self.asked = False
        """Was a re-roll of these dice offered before?"""
        self.kinds = kinds
        self.context = context
        self.lasting = lasting
        """Is a critical result at least as good as a normal one?"""

    def worth(self, kinds: list[int]) -> Any:
        """What the dice come to when none can be rolled again: here their kinds, in no order."""
        return tuple(sorted(kinds))

    def following(self, worth: Any) -> Any:
        """All that what follows depends on beside the battle, if the dice come to this."""
        return (self.context, worth)

    def rerolling(self, pool: DicePool) -> Callable[[Any, Any], Any] | None:
        """How to go on from the first re-roll offered on these dice, where that can be done."""
        return None


class _Landing:
    """Which results of a roll come to the same, beside dice that lie on the table already."""

    __slots__ = ("again", "command", "fresh", "helpful", "kept", "outlook")

    def __init__(self, outlook: Outlook, helpful: list[SpecialRule], command: bool) -> None:
        self.outlook = outlook
        self.helpful = helpful
        """What can still roll dice again, beside Command Points."""
        self.command = command
        self.kept: list[tuple[int, bool]] = []
        """The kind of each die that stays, and whether it was rolled again."""
        self.fresh: list[int] = []
        """The faces of those that were not."""
        self.again = False
        """Are these dice rolled again?"""

    def worth(self, faces: tuple[int, ...]) -> Any:
        kinds = self.outlook.kinds
        if self.helpful or self.command:
            fresh = self.fresh if self.again else sorted([*self.fresh, *faces])
            if can_reroll(fresh, self.helpful, self.command):
                return OPEN, tuple(sorted(self.kept + [(kinds[face - 1], self.again) for face in faces]))
        return self.outlook.worth([kind for kind, _ in self.kept] + [kinds[face - 1] for face in faces])

    def following(self, worth: Any) -> Any:
        if isinstance(worth, tuple) and worth and worth[0] is OPEN:
            return (self.outlook.context, self.command, tuple([rule.printed for rule in self.helpful]), worth[1])
        return self.outlook.following(worth)


OPEN: Final = "open"


class _Kept:
    """What dice come to that are kept as they lie."""

    __slots__ = ("outlook", "pool")

    def __init__(self, outlook: Outlook, pool: DicePool) -> None:
        self.outlook = outlook
        self.pool = pool

    def following(self, chosen: Again) -> Any:
        if chosen != ENOUGH:
            return None
        kinds = self.outlook.kinds
        return self.outlook.following(self.outlook.worth([kinds[face - 1] for face in self.pool.faces]))


def can_reroll(fresh: list[int], helpful: Sequence[SpecialRule], command: bool) -> bool:
    """Is there anything among these fresh dice that can be rolled again?"""
    if command and fresh:
        return True
    for rule in helpful:
        if rule.dice_to_reroll(fresh):
            return True
    return False


def is_final(battle: Battle, pool: DicePool, seat: int, rules: Sequence[SpecialRule]) -> bool:
    """Do these dice lie for good?"""
    return not can_reroll(pool.fresh(), helpful_rules(rules), battle.command_points[seat] >= COMMAND_REROLL_COST)


def helpful_rules(rules: Sequence[SpecialRule]) -> list[SpecialRule]:
    return [rule for rule in rules if rule.dice_to_reroll([1])]


async def roll_dice(
    battle: Battle,
    seat: int,
    count: int,
    name: str,
    clause: str,
    kinds: tuple[int, ...],
    rules: Sequence[SpecialRule],
    about: tuple[str, ...],
    outlook: Outlook | None = None,
    meeting: Meeting | None = None,
    faces: tuple[int, ...] | None = None,
) -> DicePool:
    """Roll attack or defence dice, unless they lie already, and offer every re-roll before anything is sorted."""
    if count <= 0:
        return DicePool([])
    if faces is None:
        faces = await _first_roll(battle, seat, count, name, clause, kinds, rules, about, outlook, meeting)
    pool = DicePool(list(faces))
    await offer_rerolls(battle, pool, seat, name, clause, kinds, rules, about, outlook)
    return pool


async def _first_roll(
    battle: Battle,
    seat: int,
    count: int,
    name: str,
    clause: str,
    kinds: tuple[int, ...],
    rules: Sequence[SpecialRule],
    about: tuple[str, ...],
    outlook: Outlook | None,
    meeting: Meeting | None,
) -> tuple[int, ...]:
    roll = Roll(seat, count, name, clause, kinds=kinds, about=about)
    roll.meeting = meeting
    if outlook is not None and battle.silent:
        land(battle, roll, outlook, rules)
    return await roll


def land(battle: Battle, roll: Roll, outlook: Outlook, rules: Sequence[SpecialRule]) -> None:
    """Tell odds what the results of a first roll come to."""
    command = battle.command_points[roll.player] >= COMMAND_REROLL_COST
    landing = _Landing(outlook, helpful_rules(rules), command)
    roll.alike = landing.worth
    roll.foretells = landing.following


def _land_again(
    battle: Battle, roll: Roll, outlook: Outlook, helpful: list[SpecialRule], pool: DicePool, chosen: tuple[int, ...]
) -> None:
    """Tell odds what the results of a re-roll of the chosen dice come to."""
    command = battle.command_points[roll.player] >= COMMAND_REROLL_COST
    landing = _Landing(outlook, helpful, command)
    landing.again = True
    staying = pool.without(chosen)
    landing.kept = [(outlook.kinds[face - 1], again) for face, again in staying]
    landing.fresh = sorted([face for face, again in staying if not again])
    roll.alike = landing.worth
    roll.foretells = landing.following


async def offer_rerolls(
    battle: Battle,
    pool: DicePool,
    seat: int,
    name: str,
    clause: str,
    kinds: tuple[int, ...],
    rules: Sequence[SpecialRule],
    about: tuple[str, ...],
    outlook: Outlook | None = None,
    answer: Again | None = None,
) -> None:
    """Re-rolls in the order the owner likes, until they have enough. The new result always stands.

    `answer` was given already to the first question, if any.
    """
    helpful = helpful_rules(rules)
    while can_reroll(pool.fresh(), helpful, battle.command_points[seat] >= COMMAND_REROLL_COST):
        if answer is None:
            answer = await _ask(battle, pool, seat, kinds, helpful, about, outlook)
        source, chosen = answer
        answer = None
        if not source:
            return
        if source == COMMAND:
            pay(battle, seat, COMMAND_REROLL_COST)
        else:
            helpful = [rule for rule in helpful if rule.printed != source]
        roll = Roll(seat, len(chosen), f"reroll {name}", clause, kinds=_kinds_now(kinds, rules, helpful), about=about)
        if battle.silent and outlook is not None:
            _land_again(battle, roll, outlook, helpful, pool, chosen)
        again = await roll
        pool.replace(chosen, again)
        battle.note(
            "rerolled",
            "dice.reroll-stands",
            about,
            team=battle.team_name(seat),
            source="Command Re-roll" if source == COMMAND else source,
            before=_listed(chosen),
            after=_listed(again),
        )


async def _ask(
    battle: Battle,
    pool: DicePool,
    seat: int,
    kinds: tuple[int, ...],
    helpful: list[SpecialRule],
    about: tuple[str, ...],
    outlook: Outlook | None,
) -> Again:
    shown = " ".join([str(face) for face in sorted(pool.faces, reverse=True)])
    command = battle.command_points[seat] >= COMMAND_REROLL_COST
    options = _Rerolls(pool.fresh(), helpful, command).listed
    question = Choose(seat, f"Re-roll? You rolled {shown}", options, "command-reroll.window", about)
    if battle.silent and outlook is not None:
        if outlook.lasting:
            question.worthwhile = _worthwhile(pool, kinds, helpful, command)
        question.foretells = _Kept(outlook, pool).following
        if len(question.worthwhile) != 1:
            names = tuple([rule.printed for rule in helpful])
            go_on = outlook.rerolling(pool) if not outlook.asked else None
            question.meeting = Meeting((outlook.context, command, names, pool.sum(kinds)), go_on)
        outlook.asked = True
    return await question


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
    fresh = pool.fresh()
    fails = [face for face in fresh if kinds[face - 1] <= 0]
    normal = [face for face in fresh if kinds[face - 1] == 1]
    if len(helpful) + int(command) > 1:
        return []
    if not helpful:
        return [*[_by_command(face) for face in [*fails, *normal][:1]], keeping()]
    choices = helpful[0].worth_rerolling(fails, normal)
    options = [_by_rule(helpful[0], faces) for faces in choices]
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
