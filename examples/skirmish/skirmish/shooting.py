"""Shooting: an enemy in sight and within 12", a die for each point of Aim."""

from __future__ import annotations

from typing import Final

from skirmish.battlefield import TOLERANCE
from skirmish.state import IN_PLAY, Battle, Figure, wound
from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown, Modifier
from vanguard.geometry.measuring import gap

RANGE: Final = 12.0
HIT: Final = 4
HOLD: Final = "hold"


def why_not(battle: Battle, shooter: Figure, target: Figure) -> tuple[str, str]:
    """Why it cannot be shot at, with the clause; nothing if it can."""
    distance = gap(shooter.base, target.base)
    if distance > RANGE + TOLERANCE:
        return f'it is {distance:.1f}" away, the range is {RANGE:g}"', "shoot.range"
    if not battle.field.sees(shooter.base, target.base):
        return "it is out of sight", "shoot.range"
    return "", ""


def targets(battle: Battle, key: str) -> list[Option[str]]:
    """Every enemy, those that cannot be shot at with the reason; or nobody."""
    shooter = battle[key]
    options = []
    for enemy in battle.of(1 - shooter.side):
        reason, clause = why_not(battle, shooter, enemy)
        label, attempt = f"Shoot {enemy.name}", ("shot", key, enemy.key)
        options.append(Option(enemy.key, enemy.key, label, clause, reason, (enemy.key,), attempt=attempt))
    options.append(Option(HOLD, "", "Hold fire", "activation.act", declines=True))
    return options


async def shoot(battle: Battle, key: str) -> None:
    figure = battle[key]
    target = await Choose(
        figure.side, f"{figure.name} shoots: at whom?", targets(battle, key), "activation.act", (key,)
    )
    if target:
        await attack(battle, key, target)


async def attack(battle: Battle, key: str, target: str) -> None:
    """The dice of one shot."""
    shooter, victim = battle[key], battle[target]
    covered = battle.in_woods(victim)
    needed = HIT + 1 if covered else HIT
    kinds = tuple([int(face >= needed) for face in range(1, 7)])
    faces = await Roll(shooter.side, shooter.profile.aim, f"hit {key}>{target}", "shoot.hit", kinds=kinds)
    hits = len([face for face in faces if face >= needed])
    marks = ["hit" if face >= needed else "miss" for face in faces]
    modifiers = [Modifier(-1, "target in woods", "shoot.hit")] if covered else []
    shown = DiceShown("Hit roll", shooter.side, faces, marks, f"{needed}+", modifiers)
    battle.note("shoots", "shoot.hit", (key, target), shown, who=shooter.name, target=victim.name, hits=hits)
    if hits and victim.fate == IN_PLAY:
        wound(battle, target, hits)
