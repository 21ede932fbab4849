"""Dice rolls: tests of several dice with modifiers, exploding sixes, natural ones and re-rolls.

The whole pool is rolled first, then one extra die for each natural 6, and so on; then the roller may buy re-rolls. A
re-roll that shows a 6 grants its extra die at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.events import DiceShown, Modifier
from vanguard.core.questions import Choose, Meeting, Option, Roll
from vanguard.rulebooks.killteam_vanguard.atoms import spend_command_points
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model, within

FAIL: Final = 0
SUCCESS: Final = 1
SIX: Final = 2


def succeeds(face: int, target: int, modifier: int) -> bool:
    """A natural 6 always succeeds, a natural 1 never; otherwise the modified result must reach the target number."""
    if face == 6:
        return True
    if face == 1:
        return False
    return face + modifier >= target


def kinds_of_faces(target: int, modifier: int) -> tuple[int, ...]:
    """What each face means for the test: failure, success, or a natural six."""
    middle = [SUCCESS if succeeds(face, target, modifier) else FAIL for face in (2, 3, 4, 5)]
    return (FAIL, middle[0], middle[1], middle[2], middle[3], SIX)


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


class Purse:
    """What re-rolls are paid with: the command points of both sides, and whose free re-rolls were just used."""

    __slots__ = ("key", "points", "used")

    def __init__(self, points: tuple[int, int], used: tuple[str, ...] = ()) -> None:
        self.points = points
        self.used = used
        both = 1_000 * points[0] + points[1]
        self.key: Any = (both, used) if used else both

    def less(self, player: int, cost: int) -> Purse:
        mine, others = self.points
        return Purse((mine - cost, others) if player == 0 else (mine, others - cost), self.used)

    def without(self, giver: str) -> Purse:
        return Purse(self.points, (*self.used, giver))

    def put_into(self, battle: Battle) -> None:
        """For odds: as if all this had been spent in the battle."""
        battle.command_points = list(self.points)
        for giver in self.used:
            battle[giver].charm_used = True


def purse_of(battle: Battle) -> Purse:
    return Purse((battle.command_points[0], battle.command_points[1]))


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class DicePool:
    """One roll of several dice against a target number: a hit roll or an armor roll.

    `enough` ends the roll early: an armor roll needs no more saves than there are hits.
    """

    __slots__ = (
        "roller", "name", "who", "clause", "target", "modifier", "faces", "rerolled", "kinds", "enough", "context", "then",
        "too_few", "spare", "is_last", "harmful", "ahead", "about",
    )  # fmt: skip

    def __init__(
        self, roller: Model, name: str, who: str, clause: str, target: int, modifier: int, enough: int = 1_000
    ) -> None:
        self.roller = roller.key
        self.name = name
        """`hit` or `armor`: the first word of the event's name."""
        self.who = who
        self.clause = clause
        self.target = target
        self.modifier = modifier
        self.faces: list[int] = []
        self.rerolled: list[bool] = []
        self.kinds = kinds_of(target, modifier)
        self.enough = enough
        self.context: Any = None
        """All that what follows the roll depends on beside the dice and the battle; None where that cannot be said."""
        self.then: Any = None
        """The same once the roll is over and only its successes count."""
        self.too_few: int = 0
        """With so few successes or fewer it all comes to the same, unless a die can be rolled again."""
        self.spare: int = 0
        """How many dice can still be rolled again."""
        self.is_last: bool = False
        """Nothing follows on which the roller could spend its re-rolls."""
        self.harmful: bool = False
        """Its successes are bad for the roller: hits on a friend."""
        self.about: tuple[str, ...] = (roller.key,)
        """Who rolls, and at whom."""
        self.ahead: Callable[[], Any] | None = None
        """For odds: tells the roll and all that follows it without running it."""

    def copy(self) -> DicePool:
        twin = DicePool.__new__(DicePool)
        twin.roller, twin.name, twin.who, twin.clause = self.roller, self.name, self.who, self.clause
        twin.target, twin.modifier, twin.kinds, twin.enough = self.target, self.modifier, self.kinds, self.enough
        twin.context, twin.then, twin.too_few, twin.spare = self.context, self.then, self.too_few, self.spare
        twin.faces, twin.rerolled, twin.is_last = self.faces[:], self.rerolled[:], self.is_last
        twin.harmful, twin.ahead, twin.about = self.harmful, self.ahead, self.about
        return twin

    def worth(self, faces: tuple[int, ...]) -> Any:
        """What newly rolled dice come to: successes, and as many of each kind as can be rolled again."""
        kinds = [self.kinds[face - 1] for face in faces]
        fails = kinds.count(FAIL)
        return self._worth(self.successes + len(kinds) - fails, fails, kinds.count(SUCCESS))

    def worth_of_reroll(self, faces: tuple[int, ...]) -> Any:
        """The first die lies for good; those it grants may be rolled again."""
        kinds = [self.kinds[face - 1] for face in faces]
        good = len(kinds) - kinds.count(FAIL)
        kinds.pop(0)
        fails, passes = kinds.count(FAIL), kinds.count(SUCCESS)
        if self.spare:
            fresh = self._fresh()
            fails += fresh[0] - 1  # the die itself is no longer fresh
            passes += fresh[1]
        return self._worth(self.successes + good, fails, passes)

    def _worth(self, good: int, fails: int, passes: int) -> Any:
        """The successes of a roll that is over, and of one that is not also the dice that can be rolled again."""
        wanted = self.enough
        if self.spare and good < wanted:
            left = good if wanted >= 1_000 else good - wanted
            return (left, min(fails, self.spare), min(passes, self.spare))
        if wanted >= 1_000:
            return good
        return min(wanted - good, wanted - self.too_few) if good < wanted else 0

    def following(self, worth: Any) -> Any:
        """All that what follows depends on beside the battle, if the dice come to this."""
        return (self.then, worth) if isinstance(worth, int) else (self.context, self.who, *worth)

    def lying(self, left: int, fails: int, passes: int) -> DicePool:
        """The same roll with so many successes (or missing so many), and such dice on the table to be rolled again."""
        twin = self.copy()
        good = left if self.enough >= 1_000 else left + self.enough
        twin.faces = [6] * (good - passes) + [1] * fails
        if passes:
            twin.faces += [self.kinds.index(SUCCESS) + 1] * passes
        twin.rerolled = [False] * len(twin.faces)
        return twin

    def foretell(self, roll: Roll, reroll: bool) -> None:
        """Tell odds which results of the roll come to the same, and when another roll has come to it already."""
        fresh = self._fresh() if reroll and self.spare else (0, 0)
        roll.alike = self.worth_of_reroll if reroll else self.worth
        roll.alike_by = (reroll, self.successes, self.enough, self.too_few, self.spare, fresh)
        roll.enough = 0  # dice beyond enough are worth nothing, and an endless pool is counted more quickly
        if self.context is not None:
            roll.foretells = self.following

    def _fresh(self) -> tuple[int, int]:
        """How many dice on the table fail and how many succeed without a six, of those that can be rolled again."""
        fresh = [self.kinds[face - 1] for face, again in zip(self.faces, self.rerolled) if not again]
        return fresh.count(FAIL), fresh.count(SUCCESS)

    def sum(self) -> tuple[Any, ...]:
        """What matters of the dice on the table: successes or what is missing, and dice that can be rolled again."""
        fails, passes = self._fresh()
        left = self.successes if self.enough >= 1_000 else self.successes - self.enough
        return (self.context, self.who, left, min(fails, self.spare), min(passes, self.spare))

    @property
    def successes(self) -> int:
        kinds = self.kinds
        return len([face for face in self.faces if kinds[face - 1] != FAIL])

    @property
    def complete(self) -> bool:
        return self.successes >= self.enough

    def roll(self, player: int, count: int, purpose: str = "") -> Roll:
        """These dice and the extra ones their sixes grant; an armor roll stops as soon as every hit is saved."""
        key = f"{self.name}{purpose} {self.who}"
        wanted = self.enough - self.successes if self.enough < 1_000 else 0
        return Roll(player, count, key, self.clause, kinds=self.kinds, again=(6,), enough=wanted, about=(self.roller,))

    def take(self, faces: Sequence[int]) -> None:
        """Add rolled dice."""
        self.faces.extend(faces)
        self.rerolled.extend([False] * len(faces))

    def on_the_table(self, player: int) -> DiceShown:
        """The dice as they lie, with what each comes to and what is really needed."""
        needed = next(iter([face + 1 for face, kind in enumerate(self.kinds) if kind != FAIL]), 7)
        label = "Hit roll" if self.name == "hit" else "Armor roll"
        told = f"{self.target}+" if needed == self.target else f"{self.target}+, with modifiers {needed}+"
        marks = ["success" if self.kinds[face - 1] != FAIL else "fail" for face in self.faces]
        return DiceShown(label, player, self.faces, marks, told)

    def shown(self, label: str, player: int, good: str, bad: str, modifiers: Sequence[Modifier]) -> DiceShown:
        kinds = self.kinds
        marks = [good if kinds[face - 1] != FAIL else bad for face in self.faces]
        return DiceShown(label, player, self.faces, marks, f"{self.target}+", modifiers)


async def roll_pool(battle: Battle, pool: DicePool, dice: int, go_on: Callable[[Any, Any], Any] | None = None) -> None:
    """Roll the pool, the extra dice its sixes grant, and whatever re-rolls the roller buys."""
    if dice > 0:
        roll = first_roll(battle, pool, dice, purse_of(battle))
        if pool.context is not None:
            roll.meeting = Meeting(pool.sum(), go_on)
        pool.take(await roll)
    await offer_rerolls(battle, pool)


def first_roll(battle: Battle, pool: DicePool, dice: int, purse: Purse) -> Roll:
    """All dice of the pool at once."""
    player = battle[pool.roller].side
    roll = pool.roll(player, dice)
    if battle.silent:
        pool.spare = spare(battle, pool, player, purse)
        pool.foretell(roll, False)
        roll.ahead = pool.ahead
    return roll


# -- re-rolls -----------------------------------------------------------------------------------------------------------


async def offer_rerolls(battle: Battle, pool: DicePool) -> None:
    """1 CP re-rolls one die; a card may give a free one. Each die once, never a natural 6."""
    while True:
        question = reroll_question(battle, pool, purse_of(battle))
        choice = await question if question is not None else None
        if choice is None:
            return
        await _reroll(battle, pool, choice[0], choice[1])


def reroll_question(battle: Battle, pool: DicePool, purse: Purse) -> Choose[tuple[int, str] | None] | None:
    """Which die is rolled again, and by whose card if it is free; None if there is nothing to choose."""
    if pool.complete:
        return None
    roller = battle[pool.roller]
    player = roller.side
    giver = free_reroll(battle, roller, purse)
    dice = _may_be_rerolled(pool)
    if (not giver and purse.points[player] < 1) or not dice:
        return None
    options = _Rerolls(battle, pool, purse, giver)
    question: Choose[tuple[int, str] | None] = Choose(player, "Re-roll a die?", options, "cp.reroll", pool.about)
    if battle.silent:
        pool.spare = spare(battle, pool, player, purse)
        die = dice[-1] if pool.harmful else dice[0]
        fails = pool.kinds[pool.faces[die] - 1] == FAIL
        worthwhile = worth_rolling(die, fails, pool, purse.points[player], giver)
        question.worthwhile = [option for option in options() if option.value in worthwhile]
        if pool.context is not None:
            question.meeting = Meeting((pool.sum(), purse.key))
    else:
        question.dice = pool.on_the_table(player)
    return question


def worth_rolling(die: int, fails: bool, pool: DicePool, points: int, giver: str) -> list[tuple[int, str] | None]:
    """Another success never harms: a failure is rolled again rather than a success, and always if there is no other use.

    `die` is a failure if there is any to be rolled again; of a roll whose successes harm its roller, a success.
    """
    rolling: list[tuple[int, str] | None] = []
    if giver:
        rolling.append((die, giver))
    if points > 0:
        rolling.append((die, ""))
    if not pool.harmful:
        return rolling[:1] if pool.is_last and fails else [None, *rolling]
    return [None] if fails else [None, *rolling]


def spare(battle: Battle, pool: DicePool, player: int, purse: Purse) -> int:
    """How many dice the roller can have rolled again at most."""
    return purse.points[player] + len(givers_of(battle, battle[pool.roller], purse))


def _may_be_rerolled(pool: DicePool) -> list[int]:
    """One die of each kind that may be re-rolled, failures first: dice that show the same are interchangeable."""
    found: list[int] = []
    for kind in (FAIL, SUCCESS):
        for i, face in enumerate(pool.faces):
            if not pool.rerolled[i] and pool.kinds[face - 1] == kind:
                found.append(i)
                break
    return found


class _Rerolls:
    """Lists the dice that may be re-rolled, by command points and by a card."""

    __slots__ = ("battle", "giver", "points", "pool")

    def __init__(self, battle: Battle, pool: DicePool, purse: Purse, giver: str) -> None:
        self.battle = battle
        self.pool = pool
        self.points = purse.points[battle[pool.roller].side]
        self.giver = giver

    def __call__(self) -> list[Option[tuple[int, str] | None]]:
        pool = self.pool
        keep: Option[tuple[int, str] | None] = Option("keep", None, "Keep the dice", "cp.reroll", declines=True)
        options = [keep]
        for i in _may_be_rerolled(pool):
            face = pool.faces[i]
            fails = pool.kinds[face - 1] == FAIL
            worth = "fails" if fails else "succeeds"
            facts = {"fails": int(fails)}
            if self.giver:
                name = self.battle[self.giver].name
                label = f"Re-roll the {face}, which {worth} (free, by {name})"
                options.append(
                    Option(
                        f"free-die-{i + 1}", (i, self.giver), label, "card.special-abilities", dice=(i,), facts=facts
                    )
                )
            if self.points > 0:
                label = f"Re-roll the {face}, which {worth} (1 CP)"
                options.append(Option(f"die-{i + 1}", (i, ""), label, "cp.reroll", dice=(i,), facts=facts))
        return options


def free_reroll(battle: Battle, roller: Model, purse: Purse) -> str:
    """The model whose card gives this roll a free re-roll, empty if none does."""
    givers = givers_of(battle, roller, purse)
    return givers[0] if givers else ""


def givers_of(battle: Battle, roller: Model, purse: Purse) -> list[str]:
    """Whose cards can each give this roll a free re-roll."""
    found: list[str] = []
    if battle.is_falling_back(roller):
        return found
    for owner in battle.models:
        if owner.side == roller.side and owner.in_play and not owner.charm_used and owner.key not in purse.used:
            for ability in owner.profile.abilities:
                if ability.free_reroll(battle, owner, roller):
                    found.append(owner.key)
                    break
    return found


def gives_rerolls(model: Model) -> bool:
    """Has it a card that can give a roll a free re-roll?"""
    return any([ability.gives_rerolls for ability in model.profile.abilities])


def free_reroll_name(owner: Model, roller: Model) -> str:
    """Whose card it was: `its Lucky Charm`, `Seer's Foresight`."""
    whose = "its" if owner is roller else f"{owner.name}'s"
    for ability in owner.profile.abilities:
        if ability.gives_rerolls:
            return f"{whose} {ability.name}"
    return whose


def _reroll_of_one(battle: Battle, pool: DicePool, purse: Purse) -> Roll:
    """The roll of the one die that is off the table, and of those its sixes grant."""
    player = battle[pool.roller].side
    roll = pool.roll(player, 1, "-reroll")
    if battle.silent:
        pool.spare = spare(battle, pool, player, purse)
        pool.foretell(roll, True)
    return roll


async def _reroll(battle: Battle, pool: DicePool, die: int, giver: str) -> None:
    old = pool.faces[die]
    if giver:
        battle[giver].charm_used = True
    else:
        player = battle[pool.roller].side
        spend_command_points(battle, player, 1, f"re-rolling a {old}", "cp.reroll")
    pool.faces[die] = 1  # the die is off the table while it is rolled again, so it counts for nothing
    face, *extra = await _reroll_of_one(battle, pool, purse_of(battle))
    pool.faces[die] = face
    pool.rerolled[die] = True
    pool.take(extra)
    roller = battle[pool.roller]
    if giver:
        battle.note(
            "re-rolled by a card", "dice.reroll.accept", (pool.roller, giver),
            model=roller.name, old=old, new=face, giver=free_reroll_name(battle[giver], roller),
        )  # fmt: skip
    else:
        battle.note("re-rolled", "dice.reroll.accept", (pool.roller,), model=roller.name, old=old, new=face)


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
        battle.note(
            "rolled off", clause, dice=DiceShown(name.replace("-", " "), 0, (first, second)),
            what=name.replace("-", " "), first=first, second=second,
        )  # fmt: skip
        if first != second:
            return 0 if first > second else 1


def friendly_within(owner: Model, other: Model, distance: float) -> bool:
    """Is the other a model of the owner's side (itself included) within a distance?"""
    return owner.side == other.side and (owner is other or within(owner, other, distance))
