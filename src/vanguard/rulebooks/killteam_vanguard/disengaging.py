"""Disengaging attacks: whoever leaves an enemy's engagement range is attacked at the last point still in range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.geometry.movement.changes import PathPoint, leavings
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.attacks import attack
from vanguard.rulebooks.killteam_vanguard.blows import melee_attacks_at
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model
from vanguard.rulebooks.killteam_vanguard.strikes import DISENGAGING, Strike


class Leaving:
    """Where a path leaves an enemy's engagement range: the length walked to it, and the last point still in range."""

    __slots__ = ("along", "enemy", "x", "y", "z")

    def __init__(self, enemy: str, at: PathPoint) -> None:
        self.along: Final[float] = at.along
        self.enemy: Final[str] = enemy
        self.x: Final[float] = at.x
        self.y: Final[float] = at.y
        self.z: Final[float] = at.z

    def sort_key(self) -> tuple[float, str]:
        return (self.along, self.enemy)


def leaving_points(battle: Battle, model: Model, points: Sequence[Point3]) -> list[Leaving]:
    """All leavings of a path in the order they happen; only the enemies' own engagement ranges count.

    Knocked-down enemies and those without a melee attack provoke nothing.
    """
    found: list[Leaving] = []
    for enemy in battle.enemies_of(model):
        reach = enemy.profile.reach
        if enemy.knocked_down or reach < 0.0 or not comes_near(points, enemy, model.radius + enemy.radius + reach):
            continue
        for last_within in leavings(points, model.radius, enemy, reach, TOLERANCE):
            found.append(Leaving(enemy.key, last_within))
    found.sort(key=Leaving.sort_key)
    return found


def comes_near(points: Sequence[Point3], enemy: Model, far: float) -> bool:
    """Can any leg of the path come that near? Asked first because most enemies are far away."""
    far += TOLERANCE
    for i in range(len(points) - 1):
        x1, y1, _ = points[i]
        x2, y2, _ = points[i + 1]
        if min(x1, x2) - far <= enemy.x <= max(x1, x2) + far and min(y1, y2) - far <= enemy.y <= max(y1, y2) + far:
            return True
    return False


async def disengaging_attacks(battle: Battle, mover: str, enemies: list[str]) -> bool:
    """The attacks of those whose range is left at this point, in their owner's order. False if the mover is stopped."""
    left = list(enemies)
    while left:
        left = [key for key in left if can_strike(battle, battle[key], battle[mover])]
        if not left:
            break
        key = left.pop(await _next_attacker(battle, mover, left))
        x, y = battle[mover].x, battle[mover].y
        await disengaging_attack(battle, key, mover)
        model = battle[mover]
        if not model.in_play or model.knocked_down:
            return False
        if (model.x, model.y) != (x, y):
            battle.note("pushed off its path", "disengage.stopped", (mover,), model=model.name)
            return False
    return True


def can_strike(battle: Battle, enemy: Model, mover: Model) -> bool:
    """It is standing, sees the mover and has a melee attack that reaches it here."""
    return enemy.in_play and not enemy.knocked_down and bool(melee_attacks_at(battle, enemy, mover))


async def _next_attacker(battle: Battle, mover: str, left: list[str]) -> int:
    if len(left) == 1:
        return 0
    options = [Option(key, i, battle[key].name, about=(key,)) for i, key in enumerate(left)]
    side = battle[left[0]].side
    return await Choose(side, "Whose disengaging attack comes first?", options, "disengage.order", (mover,))


async def disengaging_attack(battle: Battle, key: str, mover: str) -> None:
    """A free melee attack with +1 to hit and +1 AP; the owner may decline."""
    enemy = battle[key]
    weapons = melee_attacks_at(battle, enemy, battle[mover])
    options: list[Option[int]] = [Option("decline", -1, "Let it go", "disengage.attack", declines=True)]
    for weapon in weapons:
        number = enemy.profile.melee.index(weapon)
        attempt = ("attack", DISENGAGING, key, mover, weapon.key)
        options.append(Option(weapon.key, number, weapon.line(), "disengage.attack", about=(mover,), attempt=attempt))
    prompt = f"{battle[mover].name} leaves {enemy.name}'s engagement range: attack?"
    chosen = await Choose(enemy.side, prompt, options, "disengage.attack", (key, mover))
    if chosen < 0:
        return
    weapon = battle[key].profile.melee[chosen]
    await attack(battle, Strike(key, weapon, DISENGAGING), [(mover, weapon.dice)])
