"""Shooting and fighting worked out a second time, face by face, without any of the engine's code.

Written straight from the catalogue: every roll in every way, every choice made best. The value is the wounds the target
loses less the wounds the attacker loses; the attacker wants it high, the defender low.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod


class Arm:
    """A weapon by its numbers."""

    def __init__(self, dice: int, skill: int, damage: int, critical: int, rules: frozenset[str] = frozenset()) -> None:
        self.dice = dice
        self.skill = skill
        self.damage = damage
        self.critical = critical
        self.rules = rules

    def number(self, name: str) -> int:
        """The value of a rule such as `MW`, 0 without it."""
        for rule in self.rules:
            if rule.rstrip('0123456789+"').strip() == name:
                return int("".join([c for c in rule if c.isdigit()]))
        return 0

    def sorted_hits(self, faces: tuple[int, ...]) -> tuple[int, int, int]:
        """Normal hits, critical hits and ones among the faces."""
        lethal = self.number("Lethal") or 6
        normal = critical = 0
        for face in faces:
            if face == 6 or (face >= self.skill and face >= lethal and face > 1):
                critical += 1
            elif face >= self.skill and face > 1:
                normal += 1
        return normal, critical, faces.count(1)


def rolls(count: int) -> list[tuple[tuple[int, ...], float]]:
    """Every set of faces with its chance."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count) // prod([factorial(faces.count(face)) for face in set(faces)])
        found.append((faces, ways / 6**count))
    return found


Dice = tuple[tuple[int, bool], ...]
"""Faces on the table, each with whether it has been re-rolled."""


def with_rerolls(
    arm: Arm, dice: Dice, left: frozenset[str], worth: Callable[[tuple[int, ...]], float], sign: int
) -> float:
    """The value of a roll to its owner's opponent or owner (sign -1 or +1), all re-rolls used best."""
    best = sign * worth(tuple(sorted([face for face, _ in dice])))
    for rule in sorted(left):
        fresh = [i for i in range(len(dice)) if not dice[i][1]]
        if rule == "Balanced":
            chosen = [(i,) for i in fresh]
        elif rule == "Ceaseless":
            ones = [i for i in fresh if dice[i][0] == 1]
            chosen = [tuple(ones[:n]) for n in range(1, len(ones) + 1)]
        else:
            chosen = [tuple([i for k, i in enumerate(fresh) if mask >> k & 1]) for mask in range(1, 2 ** len(fresh))]
        for which in sorted({tuple(sorted([(dice[i][0], i) for i in each])) for each in chosen}):
            again = [i for _, i in which]
            value = 0.0
            for faces, chance in rolls(len(again)):
                new = list(dice)
                for i, face in zip(again, faces, strict=True):
                    new[i] = (face, True)
                value += chance * sign * with_rerolls(arm, tuple(new), left - {rule}, worth, sign)
            best = max(best, value)
    return sign * best


def reroll_rules(arm: Arm) -> frozenset[str]:
    return arm.rules & {"Balanced", "Ceaseless", "Relentless"}


# -- shooting -----------------------------------------------------------------------------------------------------------


class Mark:
    """A target: its defence dice, saves, wounds and whether it is in Cover."""

    def __init__(self, dice: int, save: int, invulnerable: int, wounds: int, cover: bool) -> None:
        self.dice = dice
        self.save = save
        self.invulnerable = invulnerable
        self.wounds = wounds
        self.cover = cover


def shooting(arm: Arm, mark: Mark, shooter_wounds: int) -> float:
    """Expected wounds lost by the target less those lost by the shooter, both sides choosing best."""

    @cache
    def settled(faces: tuple[int, ...]) -> float:
        normal, critical, ones = arm.sorted_hits(faces)
        burnt = min(shooter_wounds, 3 * ones) if "Hot" in arm.rules else 0
        values = [after_sorting(arm, mark, normal, critical)]
        if "Rending" in arm.rules and normal and critical:
            values.append(after_sorting(arm, mark, normal - 1, critical + 1))
        return max(values) - burnt

    return sum(
        [
            chance * with_rerolls(arm, tuple([(face, False) for face in faces]), reroll_rules(arm), settled, 1)
            for faces, chance in rolls(arm.dice)
        ]
    )


def after_sorting(arm: Arm, mark: Mark, normal: int, critical: int) -> float:
    mortal = critical * (arm.number("MW") + arm.number("Splash"))
    if mortal >= mark.wounds or not normal + critical:
        return min(mortal, mark.wounds)
    piercing = {arm.number("AP"), arm.number("P") if critical else 0} - {0} or {0}
    return mortal + max([defended(arm, mark, normal, critical, mark.wounds - mortal, ap) for ap in piercing])


def defended(arm: Arm, mark: Mark, normal: int, critical: int, wounds: int, piercing: int) -> float:
    ways = [(mark.save, max(0, mark.dice - piercing))]
    if mark.invulnerable:
        ways.append((mark.invulnerable, mark.dice))
    sheltered = mark.cover and not arm.rules & {"No Cover", "Barrage"}
    values = []
    for save, dice in ways:
        for kept in (0, 1) if sheltered and dice else (0,):
            value = 0.0
            for faces, chance in rolls(dice - kept):
                criticals = faces.count(6)
                normals = len([face for face in faces if save <= face < 6 and face > 1]) + kept
                value += chance * best_saves(arm, normal, critical, normals, criticals, wounds)
            values.append(value)
    return min(values)


def best_saves(arm: Arm, normal: int, critical: int, saves: int, critical_saves: int, wounds: int) -> int:
    """Each save used in turn in any legal way, or not at all."""
    lost = min(wounds, normal * arm.damage + critical * arm.critical)
    if critical_saves and critical:
        lost = min(lost, best_saves(arm, normal, critical - 1, saves, critical_saves - 1, wounds))
    if critical_saves and normal:
        lost = min(lost, best_saves(arm, normal - 1, critical, saves, critical_saves - 1, wounds))
    if saves and normal:
        lost = min(lost, best_saves(arm, normal - 1, critical, saves - 1, critical_saves, wounds))
    if saves >= 2 and critical:
        lost = min(lost, best_saves(arm, normal, critical - 1, saves - 2, critical_saves, wounds))
    return lost


# -- fighting -----------------------------------------------------------------------------------------------------------


def fighting(mine: Arm, theirs: Arm, my_wounds: int, their_wounds: int) -> float:
    """Expected wounds lost by the target less those lost by the attacker, both fighters choosing best."""

    @cache
    def resolved(my_faces: tuple[int, ...], their_faces: tuple[int, ...]) -> float:
        normal, critical, _ = mine.sorted_hits(my_faces)
        normal2, critical2, _ = theirs.sorted_hits(their_faces)
        outer = []
        for up in (0, 1) if "Rending" in mine.rules and normal and critical else (0,):
            inner = []
            for up2 in (0, 1) if "Rending" in theirs.rules and normal2 and critical2 else (0,):
                a = (normal - up, critical + up, 0)
                b = (normal2 - up2, critical2 + up2, 0)
                inner.append(exchange(mine, theirs, a, b, my_wounds, their_wounds, True))
            outer.append(min(inner))
        return max(outer)

    value = 0.0
    for faces, chance in rolls(mine.dice):
        for faces2, chance2 in rolls(theirs.dice):
            their_dice = tuple([(face, False) for face in faces2])

            def after_mine(kept: tuple[int, ...], their_dice: Dice = their_dice) -> float:
                return with_rerolls(
                    theirs, their_dice, reroll_rules(theirs), lambda theirs_kept: resolved(kept, theirs_kept), -1
                )

            dice = tuple([(face, False) for face in faces])
            value += chance * chance2 * with_rerolls(mine, dice, reroll_rules(mine), after_mine, 1)
    return value


Hits = tuple[int, int, int]
"""Normal hits, critical hits, critical strikes made so far."""


def exchange(mine: Arm, theirs: Arm, a: Hits, b: Hits, my_wounds: int, their_wounds: int, my_turn: bool) -> float:
    """Strike or parry in turn, each best for whoever resolves."""
    if my_wounds <= 0 or their_wounds <= 0 or not a[0] + a[1] + b[0] + b[1]:
        return 0.0
    if not my_turn:
        return -exchange(theirs, mine, b, a, their_wounds, my_wounds, True)
    if not a[0] + a[1]:
        return exchange(mine, theirs, a, b, my_wounds, their_wounds, False)
    values = []
    if a[0]:
        struck = min(their_wounds, mine.damage)
        after = (a[0] - 1, a[1], a[2])
        values.append(struck + exchange(mine, theirs, after, b, my_wounds, their_wounds - mine.damage, False))
        if b[0] and "Brutal" not in theirs.rules:
            values.append(exchange(mine, theirs, after, (b[0] - 1, b[1], b[2]), my_wounds, their_wounds, False))
    if a[1]:
        struck = min(their_wounds, mine.critical)
        after = (a[0], a[1] - 1, a[2] + 1)
        left = b
        if "Stun" in mine.rules and after[2] == 1 and b[0]:
            left = (b[0] - 1, b[1], b[2])
        values.append(struck + exchange(mine, theirs, after, left, my_wounds, their_wounds - mine.critical, False))
        parried = (a[0], a[1] - 1, a[2])
        if b[0]:
            values.append(exchange(mine, theirs, parried, (b[0] - 1, b[1], b[2]), my_wounds, their_wounds, False))
        if b[1]:
            values.append(exchange(mine, theirs, parried, (b[0], b[1] - 1, b[2]), my_wounds, their_wounds, False))
    return max(values)
