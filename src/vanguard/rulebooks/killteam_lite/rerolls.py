"""Dice on the table and re-rolling them: weapon rules and COMMAND RE-ROLL share the limit of once per die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from vanguard.core.attacks.undertakings import CHANCE, FINISHED, Unfolding
from vanguard.core.questions import Choose, Option, Question, Roll
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.killteam_lite.attacks import DicePool
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.state import Battle

COMMAND: Final = "command"

Again = tuple[str, tuple[int, ...]]
"""What to roll again: the name of the rule that allows it, and the faces."""
ENOUGH: Final[Again] = ("", ())

LYING: Final[dict[int, str]] = {1: "success", 2: "critical"}
"""What a kind of face is called while its dice lie on the table; any other fails."""


class DiceRule:
    """What is the same for all dice of one roll: who rolls them, what their faces mean, and what may roll them again."""

    __slots__ = ("_lying", "about", "at_the_end", "clause", "family", "helpful", "kinds", "name", "rules", "seat")

    def __init__(
        self,
        seat: int,
        name: str,
        clause: str,
        kinds: tuple[int, ...],
        rules: Sequence[SpecialRule],
        about: tuple[str, ...],
    ) -> None:
        self.seat = seat
        self.name = name
        self.clause = clause
        self.kinds = kinds
        self.rules = rules
        self.about = about
        self.helpful: tuple[SpecialRule, ...] = tuple([rule for rule in rules if rule.dice_to_reroll([1])])
        self.at_the_end = self.kinds_for(())
        """What the faces mean when nothing can be rolled again."""
        self.family = (
            seat,
            kinds,
            tuple([rule.printed for rule in rules if rule.minds_ones() or rule in self.helpful]),
        )
        self._lying: dict[tuple[tuple[int, ...], int], DiceRoll] = {}

    def lying(self, faces: tuple[int, ...], points: int) -> DiceRoll:
        """Dice that have just been rolled: the same ones are the same value."""
        found = self._lying.get((faces, points))
        if found is None:
            found = self._lying[faces, points] = DiceRoll(self, len(faces), points, DicePool(list(faces)))
        return found

    def may_reroll(self, points: int) -> bool:
        """Could any of the dice be rolled again, however they fall?"""
        return bool(self.helpful) or points >= COMMAND_REROLL_COST

    def kinds_for(self, helpful: Sequence[SpecialRule]) -> tuple[int, ...]:
        """Which faces differ while these rules can still roll dice again: a 1 is a fail like any other once no rule minds it."""
        if self.kinds[0] == 0:
            return self.kinds
        for rule in self.rules:
            if rule.minds_ones() and (rule in helpful or not rule.dice_to_reroll([1])):
                return self.kinds
        return (0, *self.kinds[1:])


class DiceRoll(Unfolding):
    """Dice are rolled, then rolled again in the order their owner likes, until they have enough. The new result stands."""

    __slots__ = ("_decider", "_place", "_result", "chosen", "count", "helpful", "is_enough", "points", "pool", "rule")

    def __init__(self, rule: DiceRule, count: int, points: int, pool: DicePool | None = None) -> None:
        self.rule = rule
        self.count = count
        self.points = points
        """The owner's Command Points."""
        self.pool = pool if count > 0 else DicePool([])
        """None before they are rolled."""
        self.helpful = rule.helpful
        """The rules that can still roll dice again."""
        self.chosen = ENOUGH
        """What is being rolled again."""
        self.is_enough = False
        self._decider: int | None = None
        self._place: Any = None
        self._result: tuple[int, ...] | None = None

    def faces(self) -> list[int]:
        return self.pool.faces if self.pool is not None else []

    def kinds(self) -> list[int]:
        """What each die comes to."""
        kinds = self.rule.at_the_end
        return [kinds[face - 1] for face in self.faces()]

    def fresh_kinds(self) -> list[int]:
        """What each die that may still be rolled again comes to, the worst first."""
        kinds = self.rule.at_the_end
        return sorted([kinds[face - 1] for face in self.pool.fresh()]) if self.pool is not None else []

    def family(self) -> Any:
        return self.rule.family

    def place(self) -> Any:
        if self._place is None:
            self._place = self._placed()
        return self._place

    def _placed(self) -> Any:
        pool = self.pool
        if pool is None:
            return (self.count, self.points)
        if self.decider() == FINISHED:
            return (self.result(), self.points)
        return (self._lying(pool), self.points, self._rolling(), tuple([rule.printed for rule in self.helpful]))

    def _lying(self, pool: DicePool) -> tuple[int, ...]:
        """What matters of the dice, in no order: what each face means now, and whether it was rolled again."""
        kinds = self.rule.kinds_for(self.helpful)
        return tuple(sorted([2 * kinds[face - 1] + again for face, again in zip(pool.faces, pool.rerolled)]))

    def _rolling(self) -> tuple[int, ...]:
        """The same of those that are being rolled again."""
        kinds = self.rule.kinds_for(self.helpful)
        return tuple(sorted([kinds[face - 1] for face in self.chosen[1]]))

    def result(self) -> Any:
        if self._result is None:
            self._result = tuple(sorted(self.kinds()))
        return self._result

    def spender(self) -> int:
        return self.rule.seat

    def points_left(self) -> int:
        return self.points

    def decider(self) -> int:
        if self._decider is None:
            self._decider = self._decides()
        return self._decider

    def _decides(self) -> int:
        pool = self.pool
        if pool is None or self.chosen[0]:
            return CHANCE
        if self.is_enough:
            return FINISHED
        fresh = pool.fresh()
        if fresh and self.points >= COMMAND_REROLL_COST:
            return self.rule.seat
        for rule in self.helpful:
            if rule.dice_to_reroll(fresh):
                return self.rule.seat
        return FINISHED

    def question(self) -> Question[Any]:
        rule = self.rule
        pool = self.pool
        if pool is None:
            return Roll(rule.seat, self.count, rule.name, rule.clause, kinds=rule.kinds, about=rule.about)
        if self.chosen[0]:
            kinds = rule.kinds_for(self.helpful)
            name = f"reroll {rule.name}"
            return Roll(rule.seat, len(self.chosen[1]), name, rule.clause, kinds=kinds, about=rule.about)
        shown = " ".join([str(face) for face in sorted(pool.faces, reverse=True)])
        return Choose(rule.seat, f"Re-roll? You rolled {shown}", self.options, "command-reroll.window", rule.about)

    def answers(self) -> list[Any]:
        """To keep them, or every different re-roll of dice that have not been rolled again; equal faces are one choice."""
        assert self.pool is not None
        fresh = self.pool.fresh()
        found: list[Again] = [ENOUGH]
        for rule in self.helpful:
            found.extend([(rule.printed, faces) for faces in rule.dice_to_reroll(fresh)])
        if self.points >= COMMAND_REROLL_COST:
            found.extend([(COMMAND, (face,)) for face in sorted(set(fresh))])
        return found

    def options(self) -> list[Option[Again]]:
        assert self.pool is not None
        keeping, *rerolls = self.answers()
        options = [self._option(answer) for answer in (*rerolls, keeping)]
        for option in options:
            option.dice = self.pool.places(option.value[1])
        return options

    def _option(self, answer: Again) -> Option[Again]:
        source, faces = answer
        if not source:
            return Option("keep", ENOUGH, "Keep these dice", declines=True)
        for rule in self.helpful:
            if rule.printed == source:
                key = "-".join([rule.name.lower(), *[str(face) for face in faces]])
                return Option(key, answer, f"{rule.printed}: re-roll {_listed(faces)}", rule.clause, does=rule.clause)
        label = f"Command Re-roll ({COMMAND_REROLL_COST} CP): re-roll a {faces[0]}"
        return Option(f"{COMMAND}-{faces[0]}", answer, label, "command-reroll.effect")

    def after(self, value: Any) -> DiceRoll:
        if self.pool is None:
            return DiceRoll(self.rule, self.count, self.points, DicePool(list(value)))
        twin = DiceRoll(self.rule, self.count, self.points, self.pool)
        twin.helpful = self.helpful
        if self.chosen[0]:
            twin.pool = self.pool.copy()
            twin.pool.replace(self.chosen[1], value)
            return twin
        twin.chosen = value
        source = value[0]
        twin.is_enough = not source
        if source == COMMAND:
            twin.points -= COMMAND_REROLL_COST
        twin.helpful = tuple([rule for rule in self.helpful if rule.printed != source])
        return twin

    def show(self, state: State, question: Question[Any]) -> None:
        """The dice as they lie, with what each comes to."""
        pool, kinds = self.pool, self.rule.kinds
        if pool is None or self.chosen[0] or not state.heard:
            return
        marks = [LYING.get(kinds[face - 1], "fail") for face in pool.faces]
        needed = [face + 1 for face, kind in enumerate(kinds) if kind in LYING]
        shown = f"{needed[0]}+" if needed else ""
        question.dice = DiceShown("Your dice", self.rule.seat, pool.faces, marks, shown)

    def write(self, state: State) -> None:
        state.put_in_purse(self.rule.seat, self.points)

    def note(self, state: State, before: Unfolding | None, value: Any) -> None:
        if not isinstance(before, DiceRoll) or not before.chosen[0]:
            return
        assert isinstance(state, Battle)
        source, chosen = before.chosen
        state.note(
            "rerolled",
            "dice.reroll-stands",
            self.rule.about,
            team=state.team_name(self.rule.seat),
            source="Command Re-roll" if source == COMMAND else source,
            before=_listed(chosen),
            after=_listed(value),
        )


def _listed(faces: Sequence[int]) -> str:
    return ", ".join([str(face) for face in faces])
