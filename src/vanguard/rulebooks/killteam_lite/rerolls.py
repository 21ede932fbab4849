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


async def roll_dice(
    battle: Battle,
    seat: int,
    count: int,
    name: str,
    clause: str,
    kinds: tuple[int, ...],
    rules: Sequence[SpecialRule],
    about: tuple[str, ...],
    alike: Callable[[tuple[int, ...]], int] | None = None,
    meeting: Meeting | None = None,
) -> DicePool:
    """Roll attack or defence dice and offer every re-roll before anything is sorted.

    `alike` says which rolls come to the same as long as none of their dice can be rolled again.
    """
    if count <= 0:
        return DicePool([])
    if alike is not None and (rules or battle.command_points[seat] >= COMMAND_REROLL_COST):
        alike = None
    roll = Roll(seat, count, name, clause, kinds=kinds, about=about, alike=alike)
    roll.meeting = meeting
    faces = await roll
    pool = DicePool(list(faces))
    await offer_rerolls(battle, pool, seat, name, clause, kinds, rules, about)
    return pool


async def offer_rerolls(
    battle: Battle,
    pool: DicePool,
    seat: int,
    name: str,
    clause: str,
    kinds: tuple[int, ...],
    rules: Sequence[SpecialRule],
    about: tuple[str, ...],
    context: Any = None,
) -> None:
    """Re-rolls in the order the owner likes, until they have enough. The new result always stands.

    `context` is all that what follows depends on beside these dice and the battle, where that can be said.
    """
    helpful = [rule for rule in rules if rule.dice_to_reroll([1])]
    while helpful or battle.command_points[seat] >= COMMAND_REROLL_COST:
        options = _reroll_options(battle, pool, seat, helpful)
        if not options:
            return
        options.append(Option("keep", ENOUGH, "Keep these dice", declines=True))
        shown = " ".join([str(face) for face in sorted(pool.faces, reverse=True)])
        question = Choose(seat, f"Re-roll? You rolled {shown}", options, "command-reroll.window", about)
        if battle.silent and context is not None:
            question.meeting = Meeting((context, seat, pool.sum(kinds), tuple([rule.printed for rule in helpful])))
        source, chosen = await question
        if not source:
            return
        if source == COMMAND:
            pay(battle, seat, COMMAND_REROLL_COST)
        else:
            helpful = [rule for rule in helpful if rule.printed != source]
        again = await Roll(seat, len(chosen), f"reroll {name}", clause, kinds=kinds, about=about)
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


def _listed(faces: Sequence[int]) -> str:
    return ", ".join([str(face) for face in faces])


def _reroll_options(battle: Battle, pool: DicePool, seat: int, rules: Sequence[SpecialRule]) -> list[Option[Again]]:
    """Every different re-roll of dice that have not been rolled again; equal faces are one choice."""
    fresh = pool.fresh()
    options: list[Option[Again]] = []
    for rule in rules:
        for faces in rule.dice_to_reroll(fresh):
            key = "-".join([rule.name.lower(), *[str(face) for face in faces]])
            options.append(Option(key, (rule.printed, faces), f"{rule.printed}: re-roll {_listed(faces)}", rule.clause))
    if battle.command_points[seat] >= COMMAND_REROLL_COST:
        for face in sorted(set(fresh)):
            label = f"Command Re-roll ({COMMAND_REROLL_COST} CP): re-roll a {face}"
            options.append(Option(f"{COMMAND}-{face}", (COMMAND, (face,)), label, "command-reroll.effect"))
    return options
