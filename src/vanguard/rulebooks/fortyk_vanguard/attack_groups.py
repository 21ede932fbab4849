"""Like attacks on one model together: what was judged of them when targets were selected, and their dice.

Dice of a step fall, one of them may be rolled again by a Command Re-roll, and then they lie for good.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from vanguard.core.attacks.courses import AskPart, Part
from vanguard.core.attacks.undertakings import Settled
from vanguard.core.questions import Choose, Roll
from vanguard.core.telling.events import DiceShown, Modifier
from vanguard.rulebooks.fortyk_vanguard.profiles import Quantity, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.special_rules import hit_modifiers, strength_with
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model
from vanguard.rulebooks.fortyk_vanguard.stratagems import ReRollUsed, re_roll_one_question, tell_re_roll


class AttackGroup:
    """Like attacks of one weapon profile allocated to one model, with all that was judged when targets were selected."""

    __slots__ = (
        "attacker", "count", "covered", "hits_on", "modifiers", "near", "profile", "seat", "skill", "strength", "target",
        "weapon",
    )  # fmt: skip

    def __init__(self, attacker: Model, weapon: str, profile: WeaponProfile, target: str, count: int) -> None:
        self.attacker: Final[str] = attacker.key
        self.seat: Final[int] = attacker.seat
        self.weapon: Final[str] = weapon
        self.profile: Final[WeaponProfile] = profile
        self.target: Final[str] = target
        self.count: int = count
        self.skill: int = 0
        """BS or WS: what a hit roll needs. Like Strength and most modifiers it is read when the attacks are made."""
        self.strength: int = 0
        self.modifiers: list[Modifier] = []
        """Changes of the hit roll; those of terrain when targets are selected, all others when the attacks are made."""
        self.covered: bool = False
        """Has the target the benefits of cover against it?"""
        self.near: bool = False
        """Is the target within half range?"""
        self.hits_on: int = 0
        """In Overwatch: the unmodified result that hits, whatever BS and modifiers; else 0."""

    def key(self) -> Hashable:
        """All of it that makes a difference to the dice and to what they do."""
        modifiers = tuple([modifier.amount for modifier in self.modifiers])
        return (
            self.attacker, self.weapon, self.profile.key, self.target, self.count, self.skill, self.strength, modifiers,
            self.covered, self.near, self.hits_on,
        )  # fmt: skip

    def about(self) -> tuple[str, ...]:
        return (self.attacker, self.target)

    def rolled_together(self, battle: Battle) -> list[AttackGroup]:
        """All of them, since nothing between them can differ; one by one only if a hit roll may harm the bearer, because
        those left over when the target is destroyed make none (core.attack.hit-roll)."""
        if not self.profile.harms_bearer:
            return [self]
        return [self._of(battle, 1) for _ in range(self.count)]

    def _of(self, battle: Battle, count: int) -> AttackGroup:
        """So many of these attacks, or of their like."""
        some = AttackGroup(battle[self.attacker], self.weapon, self.profile, self.target, count)
        some.covered, some.near, some.hits_on, some.modifiers = self.covered, self.near, self.hits_on, self.modifiers
        return some

    def made_now(self, battle: Battle) -> AttackGroup:
        """The same attacks by the attacker as it is now: a damage table counts at once, an aura while one is in it."""
        attacker, profile = battle[self.attacker], self.profile
        now = self._of(battle, self.count)
        now.skill = attacker.row.ballistic_skill if profile.ranged else attacker.row.weapon_skill
        now.strength = strength_with(battle, attacker, profile)
        now.modifiers = [*hit_modifiers(battle, attacker, battle[self.target], profile), *self.modifiers]
        return now

    @property
    def damage(self) -> Quantity:
        """The Damage of each attack; melta weapons do another at half range."""
        other = self.profile.damage_at_half_range
        return other if self.near and other is not None else self.profile.damage

    @property
    def hit_clause(self) -> str:
        return "core.overwatch.only-natural-sixes" if self.hits_on else "core.attack.hit-roll"


class GroupRoll(AskPart):
    """Dice of one step for all like attacks together, because nothing between them can differ."""

    __slots__ = ("besides", "count", "group")

    def __init__(self, group: AttackGroup, count: int, besides: int = 0) -> None:
        super().__init__((type(self).__name__, group.key(), count, besides))
        self.group = group
        self.count = count
        self.besides = besides
        """Wounds that are certain already; of saving throws the mortal wounds to be suffered in addition."""

    def seat(self, battle: Battle) -> int:
        """Who rolls, and may roll again."""
        return self.group.seat

    def name(self, battle: Battle) -> str:
        raise TypeError(f"{type(self).__name__} has no name")

    def about(self) -> tuple[str, ...]:
        return self.group.about()

    def kinds(self, battle: Battle) -> tuple[int, ...]:
        """By face: higher is better, and equal ones come to the same."""
        raise TypeError(f"{type(self).__name__} has no dice")

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        return (DiceLie(self, self.kinds(battle), tuple(faces)),)

    def may_help(self, battle: Battle, faces: tuple[int, ...]) -> bool:
        """Could one better die make a difference?"""
        return True

    def shown(self, battle: Battle, faces: tuple[int, ...]) -> DiceShown:
        """As whoever decides sees them."""
        raise TypeError(f"{type(self).__name__} shows nothing")

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        """What comes of dice that lie for good: of their kinds alone."""
        raise TypeError(f"{type(self).__name__} leads nowhere")

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        """That they lie for good, for the log."""


class DiceLie(AskPart):
    """Dice of a step have fallen; is one of them rolled again?"""

    __slots__ = ("faces", "fixed", "kinds", "roll")

    def __init__(
        self, roll: GroupRoll, kinds: tuple[int, ...], faces: tuple[int, ...], fixed: tuple[bool, ...] = ()
    ) -> None:
        fixed = fixed or (False,) * len(faces)
        super().__init__((roll.key, tuple(sorted([(kinds[face - 1], was) for face, was in zip(faces, fixed)]))))
        self.roll = roll
        self.kinds = kinds
        self.faces = faces
        self.fixed = fixed
        """Those that were rolled again already."""

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        """Which of them, by number; below 0 for none."""
        roll, faces = self.roll, self.faces
        if not roll.may_help(battle, faces):
            return Settled(-1)
        question = re_roll_one_question(
            battle, roll.seat(battle), faces, self.fixed, self.kinds, roll.name(battle), roll.about()
        )
        if question is None:
            return Settled(-1)
        if battle.heard:
            question.dice = roll.shown(battle, faces)
        return question

    def after(self, battle: Battle, chosen: int) -> tuple[Part, ...]:
        roll = self.roll
        if chosen < 0:
            return roll.settled(battle, self.faces)
        return ReRollUsed(roll.seat(battle), roll.about()), DieAgain(roll, self.kinds, self.faces, chosen)

    def tell(self, battle: Battle, chosen: int) -> None:
        if chosen < 0 and battle.heard:
            self.roll.tell_settled(battle, self.faces)


class DieAgain(AskPart):
    """One of the dice is rolled again."""

    __slots__ = ("faces", "kinds", "number", "roll")

    def __init__(self, roll: GroupRoll, kinds: tuple[int, ...], faces: tuple[int, ...], number: int) -> None:
        left = sorted([kinds[face - 1] for i, face in enumerate(faces) if i != number])
        super().__init__((roll.key, "again", tuple(left)))
        self.roll = roll
        self.kinds = kinds
        self.faces = faces
        self.number = number

    def asks(self, battle: Battle) -> Roll:
        roll = self.roll
        what = roll.name(battle)
        return Roll(
            roll.seat(battle), 1, f"re-roll {what}", "core.stratagem.command-re-roll", kinds=self.kinds,
            prompt=f"{what}: re-roll", about=roll.about(),
        )  # fmt: skip

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        return self.roll.settled(battle, self._now(faces))

    def tell(self, battle: Battle, faces: Sequence[int]) -> None:
        if battle.heard:
            roll = self.roll
            tell_re_roll(battle, roll.seat(battle), (self.faces[self.number],), tuple(faces), roll.about())
            roll.tell_settled(battle, self._now(faces))

    def _now(self, faces: Sequence[int]) -> tuple[int, ...]:
        return (*self.faces[: self.number], *faces, *self.faces[self.number + 1 :])
