"""Disengaging attacks: whoever leaves an enemy's engagement range is attacked at the last point still in range."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.geometry.movement_sweep import disc_interval
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.attacks import DISENGAGING, Strike, attack, melee_attacks_at
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model


class Leaving:
    """Where a path leaves an enemy's engagement range: the length walked to it, and the last point still in range."""

    __slots__ = ("along", "enemy", "x", "y", "z")

    def __init__(self, along: float, enemy: str, x: float, y: float, z: float) -> None:
        self.along: Final[float] = along
        self.enemy: Final[str] = enemy
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.z: Final[float] = z

    def sort_key(self) -> tuple[float, str]:
        return (self.along, self.enemy)


def leaving_points(battle: Battle, model: Model, points: Sequence[Point3]) -> list[Leaving]:
    """All leavings of a path in the order they happen. Knocked-down enemies and those without melee provoke nothing."""
    found: list[Leaving] = []
    for enemy in battle.enemies_of(model):
        if not enemy.knocked_down and enemy.profile.reach >= 0.0:
            found.extend(leavings_of(model, enemy, points))
    found.sort(key=Leaving.sort_key)
    return found


def leavings_of(model: Model, enemy: Model, points: Sequence[Point3]) -> list[Leaving]:
    """Where the path leaves this enemy's range, once for every time it does.

    The range is left when the distance goes beyond it by more than the tolerance; the point of the attack is the last
    one whose distance is no more than the range itself, or the start of the move. A change of level is a jump.
    """
    reach = enemy.profile.reach
    touch = model.radius + enemy.radius
    far = touch + reach + TOLERANCE
    if all([hypot(x - enemy.x, y - enemy.y) > far for x, y, _ in points]) and not _passes_by(enemy, points, far):
        return []
    found: list[Leaving] = []
    x, y, z = points[0]
    along = 0.0
    inside = _centre_reach(enemy, z, reach + TOLERANCE, touch) >= hypot(x - enemy.x, y - enemy.y)
    last = Leaving(0.0, enemy.key, x, y, z)
    for nx, ny, nz in points[1:]:
        dx, dy = nx - x, ny - y
        length = hypot(dx, dy)
        if length > 0.0:
            loose = disc_interval(x, y, dx, dy, enemy.x, enemy.y, _centre_reach(enemy, z, reach + TOLERANCE, touch))
            exact = disc_interval(x, y, dx, dy, enemy.x, enemy.y, _centre_reach(enemy, z, reach, touch) + 1e-9)
            inside = inside or loose[1] > loose[0]
            if exact[1] > exact[0]:
                share = exact[1]
                last = Leaving(along + share * length, enemy.key, x + share * dx, y + share * dy, z)
            if inside and loose[1] < 1.0:
                found.append(last)
                inside = False
        along += length
        x, y = nx, ny
        if nz != z:
            z = nz
            stays = _centre_reach(enemy, z, reach + TOLERANCE, touch) >= hypot(x - enemy.x, y - enemy.y)
            if inside and not stays:
                found.append(last)
            inside = stays
    return found


def _centre_reach(enemy: Model, z: float, reach: float, touch: float) -> float:
    """Within which distance of centres a mover at elevation z is within the reach; negative if nowhere."""
    rise = abs(z - enemy.elevation)
    if rise > reach:
        return -1.0
    return touch + (reach if rise == 0.0 else sqrt(reach * reach - rise * rise))


def _passes_by(enemy: Model, points: Sequence[Point3], far: float) -> bool:
    x, y, _ = points[0]
    for nx, ny, _ in points[1:]:
        t0, t1 = disc_interval(x, y, nx - x, ny - y, enemy.x, enemy.y, far)
        if t1 > t0:
            return True
        x, y = nx, ny
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
    options: list[Option[int]] = [Option("decline", -1, "Let it go", "disengage.attack")]
    for weapon in weapons:
        number = enemy.profile.melee.index(weapon)
        options.append(Option(weapon.key, number, weapon.line(), "disengage.attack", about=(mover,)))
    prompt = f"{battle[mover].name} leaves {enemy.name}'s engagement range: attack?"
    chosen = await Choose(enemy.side, prompt, options, "disengage.attack", (key, mover))
    if chosen < 0:
        return
    weapon = battle[key].profile.melee[chosen]
    await attack(battle, Strike(key, weapon, DISENGAGING), [(mover, weapon.dice)])
