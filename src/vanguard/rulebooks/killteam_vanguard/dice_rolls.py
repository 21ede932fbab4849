"""Dice rolls: tests of several dice with modifiers, exploding sixes, natural ones and re-rolls.

The whole pool is rolled first, then one extra die for each natural 6, and so on; then the roller may buy re-rolls. A
re-roll that shows a 6 grants its extra die at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vanguard.core.attacks.rerolls import FAILS, FREE, GRANTS, PAID, SUCCEEDS, Again, RerollWindow, WindowRule
from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown, Modifier, needed_in_words
from vanguard.rulebooks.killteam_vanguard.atoms import note_spent_points
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability
from vanguard.rulebooks.killteam_vanguard.state import COLOURS, Battle, Model, within


def succeeds(face: int, target: int, modifier: int) -> bool:
    """A natural 6 always succeeds, a natural 1 never; otherwise the modified result must reach the target number."""
    if face == 6:
        return True
    if face == 1:
        return False
    return face + modifier >= target


def kinds_of_faces(target: int, modifier: int) -> tuple[int, ...]:
    """What each face means for the test: failure, success, or a natural six."""
    middle = [SUCCEEDS if succeeds(face, target, modifier) else FAILS for face in (2, 3, 4, 5)]
    return (FAILS, middle[0], middle[1], middle[2], middle[3], GRANTS)


def one_more_helps(target: int, modifier: int) -> bool:
    """Does a face succeed with one more on each die that fails without?"""
    return kinds_of(target, modifier + 1) != kinds_of(target, modifier)


_KINDS: dict[int, tuple[int, ...]] = {}


def kinds_of(target: int, modifier: int) -> tuple[int, ...]:
    needed = target - modifier
    found = _KINDS.get(needed)
    if found is None:
        found = kinds_of_faces(target, modifier)
        _KINDS[needed] = found
    return found


def total(modifiers: Sequence[Modifier]) -> int:
    return sum([modifier.amount for modifier in modifiers])


class PoolRule(WindowRule):
    """One roll of several dice against a target number, a hit roll or an armor roll: its sixes grant further dice.

    1 CP re-rolls one die; a card may give a free re-roll. `enough` ends the roll early: an armor roll needs no more saves than
    there are hits.
    """

    __slots__ = ("about", "clause", "givers", "harms", "label", "model", "modifiers", "name", "roller", "target", "who")

    def __init__(
        self,
        battle: Battle,
        roller: Model,
        name: str,
        who: str,
        clause: str,
        target: int,
        modifiers: list[Modifier],
        enough: int = 0,
    ) -> None:
        self.givers = givers_of(battle, roller)
        """What can each give a free re-roll, in the order in which it does."""
        super().__init__(roller.side, kinds_of(target, total(modifiers)), enough, len(self.givers))
        self.model = roller
        self.roller = roller.key
        self.name = name
        """`hit` or `armor`: the first word of the event's name."""
        self.label = "Hit roll" if name == "hit" else "Armor roll"
        self.who = who
        self.clause = clause
        self.target = target
        self.modifiers = modifiers
        """What changes each die."""
        self.about: tuple[str, ...] = (roller.key,)
        """Who rolls, and at whom."""
        self.harms = False
        """Are its successes bad for the roller: hits on a friend?"""

    def thrown(self, battle: Battle, count: int) -> RerollWindow:
        """So many of these dice."""
        return RerollWindow(self, count, battle.points_of(self.seat))

    def roll(self, count: int, again: bool, wanted: int) -> Roll:
        """These dice and the extra ones their sixes grant; an armor roll stops as soon as every hit is saved."""
        key = f"{self.name}{'-reroll' if again else ''} {self.who}"
        return Roll(
            self.seat, count, key, self.clause, kinds=self.kinds, again=(6,), enough=wanted, about=(self.roller,)
        )

    def question(self, window: RerollWindow, dice: list[int], ways: list[int]) -> Choose[Again | None]:
        """Which die is rolled again, and by whose card if it is free."""
        options = _Rerolls(self, window, dice, ways)
        question: Choose[Again | None] = Choose(self.seat, "Re-roll a die?", options, "cp.reroll", self.about)
        question.dice = self.on_the_table(window)
        return question

    def next_giver(self, window: RerollWindow) -> Giver:
        """What gives the next free re-roll."""
        return self.givers[len(self.givers) - window.free]

    def write(self, state: Any, window: RerollWindow) -> None:
        for giver in self.givers[: len(self.givers) - window.free]:
            model = state[giver.owner]
            if giver.ability not in model.charms_used:
                model.charms_used = (*model.charms_used, giver.ability)
        state.put_in_purse(self.seat, window.points)

    def tell_spent(self, state: Any, window: RerollWindow, old: int, way: int) -> None:
        if way == PAID:
            note_spent_points(state, self.seat, 1, f"re-rolling a {old}", "cp.reroll")

    def tell_again(self, state: Any, window: RerollWindow, old: int, way: int, new: int) -> None:
        name = self.model.name
        if way == FREE:
            giver = self.givers[len(self.givers) - window.free - 1]
            state.note(
                "re-rolled by a card", "dice.reroll.accept", (self.roller, giver.owner),
                model=name, old=old, new=new, giver=giver.told(self.roller),
            )  # fmt: skip
        else:
            state.note("re-rolled", "dice.reroll.accept", (self.roller,), model=name, old=old, new=new)

    def on_the_table(self, window: RerollWindow) -> DiceShown:
        """The dice as they lie, with what each comes to."""
        label = f"{'Hit' if self.name == 'hit' else 'Armor'} roll of {self.model.name}"
        marks = ["success" if self.kinds[face - 1] != FAILS else "fail" for face in window.faces]
        return DiceShown(label, self.seat, window.faces, marks, self.needed())

    def shown(self, window: RerollWindow, good: str, bad: str, more: Sequence[Modifier] = ()) -> DiceShown:
        """The same when they lie for good; `more` are modifiers to how many they are."""
        kinds = self.kinds
        marks = [good if kinds[face - 1] != FAILS else bad for face in window.faces]
        return DiceShown(self.label, self.seat, window.faces, marks, self.needed(), [*self.modifiers, *more])

    def needed(self) -> str:
        """As printed, and what is really needed."""
        really = next(iter([face + 1 for face, kind in enumerate(self.kinds) if kind != FAILS]), 7)
        return needed_in_words(self.target, really)


def pool_rule(window: RerollWindow) -> PoolRule:
    """The roll that such dice belong to."""
    rule = window.rule
    assert isinstance(rule, PoolRule)
    return rule


class _Rerolls:
    """Lists the dice that may be re-rolled, by command points and by a card."""

    __slots__ = ("dice", "pool", "ways", "window")

    def __init__(self, pool: PoolRule, window: RerollWindow, dice: list[int], ways: list[int]) -> None:
        self.pool = pool
        self.window = window
        self.dice = dice
        self.ways = ways

    def __call__(self) -> list[Option[Again | None]]:
        keep: Option[Again | None] = Option("keep", None, "Keep the dice", "cp.reroll", declines=True)
        return [keep, *[self._option(die, way) for die in self.dice for way in self.ways]]

    def _option(self, die: int, way: int) -> Option[Again | None]:
        pool = self.pool
        face = self.window.faces[die]
        fails = pool.kinds[face - 1] == FAILS
        worth = "fails" if fails else "succeeds"
        facts = {"fails": int(fails), "faces": 6 - pool.kinds.count(FAILS), "harms": int(pool.harms)}
        if way == FREE:
            label = f"Re-roll the {face}, which {worth} (free, by {pool.next_giver(self.window).name})"
            key, clause = f"free-die-{die + 1}", "card.special-abilities"
        else:
            label = f"Re-roll the {face}, which {worth} (1 CP)"
            key, clause = f"die-{die + 1}", "cp.reroll"
        return Option(key, (die, way), label, clause, dice=(die,), facts=facts)


class Giver:
    """An ability of a card that gives a free re-roll: whose it is, and what both are called."""

    __slots__ = ("ability", "ability_name", "name", "owner")

    def __init__(self, owner: Model, ability: Ability) -> None:
        self.owner = owner.key
        self.name = owner.name
        self.ability = ability.key
        self.ability_name = ability.name

    def told(self, roller: str) -> str:
        """Whose card it was: `its Lucky Charm`, `Seer's Foresight`."""
        whose = "its" if self.owner == roller else f"{self.name}'s"
        return f"{whose} {self.ability_name}"


def givers_of(battle: Battle, roller: Model) -> list[Giver]:
    """What can each give this roll a free re-roll: every such ability once a Round."""
    if battle.is_falling_back(roller):
        return []
    return [
        Giver(owner, ability)
        for owner in battle.of_side(roller.side)
        for ability in owner.profile.abilities
        if ability.key not in owner.charms_used and ability.free_reroll(battle, owner, roller)
    ]


# -- single dice --------------------------------------------------------------------------------------------------------


def single_die(model: Model, name: str, clause: str, target: int, modifier: int) -> Roll:
    """A recovery roll or a nerve test: one die, natural 6 passes, natural 1 fails, no extra die, no re-roll."""
    kinds = tuple([1 if kind else 0 for kind in kinds_of(target, modifier)])
    return Roll(model.side, 1, f"{name} {model.key}", clause, kinds=kinds, about=(model.key,))


def single_shown(
    label: str, player: int, face: int, passed: bool, target: int, modifiers: Sequence[Modifier]
) -> DiceShown:
    return DiceShown(label, player, (face,), ("pass" if passed else "fail",), f"{target}+", modifiers)


async def roll_off(battle: Battle, name: str, clause: str) -> int:
    """Both players roll a die until one is higher; plain dice: no explosion, no automatic result, no re-roll."""
    while True:
        first, second = await Roll(0, 2, name, clause, ordered=True, prompt="Both players roll a die")
        what = name.removesuffix("-roll-off").replace("-", " ") + " roll-off"
        shown = DiceShown(what, 0, (first, second), COLOURS)
        battle.note("rolled off", clause, dice=shown, what=what, first=first, second=second)
        if first != second:
            return 0 if first > second else 1


def friendly_within(owner: Model, other: Model, distance: float) -> bool:
    """Is the other a model of the owner's side (itself included) within a distance?"""
    return owner.side == other.side and (owner is other or within(owner, other, distance))
