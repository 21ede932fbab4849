"""An attack in the making: what is known of it while its steps are resolved. Nothing here outlives the action."""

from __future__ import annotations

from typing import Any, Final

from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule

NOBODY_ELSE: Final = "Attack nobody else"

Hits = tuple[int, int]
"""Normal and critical hits."""


class DicePool:
    """Rolled dice that lie on the table: their faces, and which of them have been rolled again."""

    __slots__ = ("faces", "rerolled")

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.rerolled = [False] * len(faces)

    def copy(self) -> DicePool:
        twin = DicePool(self.faces[:])
        twin.rerolled = self.rerolled[:]
        return twin

    def fresh(self) -> list[int]:
        """The faces that may still be re-rolled, lowest first."""
        return sorted([face for face, again in zip(self.faces, self.rerolled) if not again])

    def places(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Where fresh dice lie that show the chosen faces, the ones `replace` would take."""
        taken: list[int] = []
        for face in chosen:
            for i in range(len(self.faces)):
                if self.faces[i] == face and not self.rerolled[i] and i not in taken:
                    taken.append(i)
                    break
        return tuple(taken)

    def replace(self, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        """Put the new results in the place of fresh dice that showed the old ones."""
        for before, after in zip(old, new):
            for i in range(len(self.faces)):
                if self.faces[i] == before and not self.rerolled[i]:
                    self.faces[i] = after
                    self.rerolled[i] = True
                    break


class ShootingAction:
    """A Shoot action or an Overwatch: one weapon, a first target, and all attacks that follow from it."""

    __slots__ = ("attacked", "left", "overwatch", "profile", "rules", "seat", "shares", "shooter", "spoken")

    def __init__(self, seat: int, shooter: str, profile: WeaponProfile, overwatch: bool) -> None:
        self.seat = seat
        self.shooter = shooter
        self.profile = profile
        self.overwatch = overwatch
        self.rules: list[SpecialRule] = []
        """The rules in force against the first target."""
        self.attacked: tuple[str, ...] = ()
        """The targets so far, the first one first."""
        self.shares: tuple[tuple[str, int], ...] = ()
        """Targets with a share of the dice (Fusillade)."""
        self.spoken = 0
        """So many of the rules attack nobody else any more."""
        self.left: tuple[tuple[str, int], ...] | None = None
        """Whom the next rule has still to attack, in no order yet, and with how many dice; None if it was not asked yet."""

    def copy(self) -> ShootingAction:
        twin = ShootingAction(self.seat, self.shooter, self.profile, self.overwatch)
        twin.rules = self.rules
        twin.attacked = self.attacked
        twin.shares = self.shares
        twin.spoken = self.spoken
        twin.left = self.left
        return twin

    def sum(self) -> tuple[Any, ...]:
        """All that differs between two moments of it."""
        return (self.shooter, self.profile.key, self.attacked, self.shares, self.spoken, self.left)


class ShootingAttack:
    """One shooting attack against one target."""

    __slots__ = (
        "attacker", "defender", "shooter", "target", "profile", "rules", "dice", "overwatch", "in_cover", "blast_extra",
        "normal", "critical", "may_shelter", "offered_save",
    )  # fmt: skip

    def __init__(
        self,
        attacker: int,
        defender: int,
        shooter: str,
        target: str,
        profile: WeaponProfile,
        dice: int,
        overwatch: bool,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.shooter = shooter
        self.target = target
        self.profile = profile
        self.rules: list[SpecialRule] = []
        """The rules in force in this attack, those lent by ploys included."""
        self.dice = dice
        self.overwatch = overwatch
        self.in_cover = False
        """Fixed when the target is selected."""
        self.blast_extra = False
        self.normal = 0
        self.critical = 0
        self.may_shelter = False
        """Go to Ground: a Cover die wherever the terrain near the target lies."""
        self.offered_save = 0
        """Snap Aside: an invulnerable save for this attack, 0 for none."""

    def copy(self) -> ShootingAttack:
        twin = ShootingAttack(
            self.attacker, self.defender, self.shooter, self.target, self.profile, self.dice, self.overwatch
        )
        twin.rules = self.rules
        twin.in_cover = self.in_cover
        twin.blast_extra = self.blast_extra
        twin.normal = self.normal
        twin.critical = self.critical
        twin.may_shelter = self.may_shelter
        twin.offered_save = self.offered_save
        return twin

    def sum(self) -> tuple[Any, ...]:
        """All that differs between two of an action."""
        return (
            self.target, tuple([rule.printed for rule in self.rules]), self.dice, self.in_cover, self.blast_extra,
            self.may_shelter, self.offered_save, self.normal, self.critical,
        )  # fmt: skip


class Fighter:
    """One side of a combat: the operative, its weapon and the hits it has not resolved yet."""

    __slots__ = ("critical", "critical_strikes", "kinds", "normal", "operative", "profile", "rules", "seat")

    def __init__(self, seat: int, operative: str, profile: WeaponProfile | None) -> None:
        self.seat = seat
        self.operative = operative
        self.profile = profile
        self.rules: list[SpecialRule] = []
        self.kinds: tuple[int, ...] = ()
        """What each face of its attack dice means in this combat."""
        self.normal = 0
        self.critical = 0
        self.critical_strikes = 0

    def copy(self) -> Fighter:
        twin = Fighter(self.seat, self.operative, self.profile)
        twin.rules = self.rules
        twin.kinds = self.kinds
        twin.normal = self.normal
        twin.critical = self.critical
        twin.critical_strikes = self.critical_strikes
        return twin


class Combat:
    """A Fight between exactly two operatives."""

    __slots__ = ("attacker", "defender", "defenders_turn")

    def __init__(self, attacker: Fighter, defender: Fighter) -> None:
        self.attacker = attacker
        self.defender = defender
        self.defenders_turn = False
        """Whose turn it is to resolve a hit: the Attacker begins."""

    def sides(self) -> tuple[tuple[Fighter, Fighter], tuple[Fighter, Fighter]]:
        """Each fighter with its opponent, the Attacker first."""
        return (self.attacker, self.defender), (self.defender, self.attacker)

    def copy(self) -> Combat:
        twin = Combat(self.attacker.copy(), self.defender.copy())
        twin.defenders_turn = self.defenders_turn
        return twin

    def sum(self) -> tuple[Any, ...]:
        """All that differs between two moments of it."""
        one, two = self.attacker, self.defender
        return (
            self.defenders_turn, one.normal, one.critical, one.critical_strikes, two.normal, two.critical,
            two.critical_strikes, one.profile, two.profile,
        )  # fmt: skip
