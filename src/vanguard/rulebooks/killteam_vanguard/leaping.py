"""Leap: up to SP in one straight line over models, obstacles, difficult ground and level changes of up to 3."""

from __future__ import annotations

from math import hypot
from typing import Any, Final

from vanguard.core.questions import Path, Place, Uniform
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.core.urn import Urn
from vanguard.geometry.movement_paths import CostItem, PricedPath
from vanguard.geometry.movement_sweep import swept_clear
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.atoms import spot
from vanguard.rulebooks.killteam_vanguard.movement import FAN, toward_point
from vanguard.rulebooks.killteam_vanguard.placing import level_at, spot_objection
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle
from vanguard.rulebooks.killteam_vanguard.travelling import travel

HIGHEST: Final = 3.0


async def leap(battle: Battle, key: str, allowance: float, clause: str) -> None:
    """Ask where to and jump; disengaging attacks apply, falling does not."""
    model = battle[key]
    jump = LeapQuestion(battle, key, allowance)
    prompt = f'{model.name} leaps up to {allowance:g}" straight: where to?'
    points: tuple[Point3, ...] = await Place(
        model.side, prompt, clause, jump.check, jump.propose, key, preview=jump.preview, sample=jump.sample
    )
    x, y, z = points[-1]
    length = hypot(x - points[0][0], y - points[0][1])
    battle.note(
        "moves", clause, (key,),
        model=model.name, verb="leaps", cost=f"{length:.1f}", place=spot(x, y, z), path=points,
    )  # fmt: skip
    await travel(battle, key, straight_path(points, length, allowance))


def straight_path(points: tuple[Point3, ...], length: float, allowance: float) -> PricedPath:
    x, y, _ = points[-1]
    items = [CostItem("move", length, x, y)]
    return PricedPath(list(points), list(points[1:]), length, length, allowance, items, [], [], None)


class LeapQuestion:
    """Checks and proposes the landing spots of a leap."""

    __slots__ = ("battle", "key", "allowance")

    def __init__(self, battle: Battle, key: str, allowance: float) -> None:
        self.battle = battle
        self.key = key
        self.allowance = allowance

    def objection(self, x: float, y: float) -> str:
        battle = self.battle
        model = battle[self.key]
        length = hypot(x - model.x, y - model.y)
        if length > self.allowance + TOLERANCE:
            return f'the leap is {length:.1f}", the limit is {self.allowance:g}"'
        rise = abs(level_at(battle, x, y) - model.elevation)
        if rise > HIGHEST + TOLERANCE:
            return f'the level changes by {rise:g}", the limit is {HIGHEST:g}"'
        for part in battle.field.table.parts:
            if part.has("wall") or part.has("impassable"):
                if not swept_clear(part, model.x, model.y, x - model.x, y - model.y, model.radius - TOLERANCE):
                    return f"{part.name} is in the way"
        return spot_objection(battle, model, x, y)

    def check(self, path: Path) -> tuple[Point3, ...]:
        x, y = path[-1][0], path[-1][1]
        model = self.battle[self.key]
        objection = self.objection(x, y) if len(path) == 1 else "a leap is one straight line: give its end only"
        if objection:
            raise Refused(f"{model.name}: {objection}", "card.special-actions")
        start = (model.x, model.y, model.elevation)
        level = level_at(self.battle, x, y)
        if level == model.elevation:
            return (start, (x, y, level))
        return (start, (x, y, model.elevation), (x, y, level))

    def propose(self) -> list[Path]:
        """Staying put, leaps at every enemy and all round; only the legal ones."""
        return [((x, y),) for x, y in self._wishes() if self._will_do(x, y)]

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposed leaps, each as likely: drawn until one is legal."""
        wishes = self._wishes()
        urn = Urn(len(wishes), uniform)
        x, y = wishes[urn.draw()]
        while not self._will_do(x, y):
            x, y = wishes[urn.draw()]
        return ((x, y),)

    def _will_do(self, x: float, y: float) -> bool:
        return self.battle.field.table.holds(x, y) and not self.objection(x, y)

    def _wishes(self) -> list[tuple[float, float]]:
        model = self.battle[self.key]
        wishes = [(model.x, model.y)]
        for enemy in self.battle.enemies_of(model):
            point = toward_point(model.x, model.y, enemy.x, enemy.y, self.allowance, model.radius + enemy.radius)
            if point is not None:
                wishes.append(point)
        reach = self.allowance - 0.01
        for dx, dy in FAN:
            wishes.append((thousandth(model.x + dx * reach), thousandth(model.y + dy * reach)))
        return wishes

    def preview(self, path: Path) -> dict[str, Any]:
        model = self.battle[self.key]
        x, y = path[-1][0], path[-1][1]
        length = hypot(x - model.x, y - model.y)
        why = self.objection(x, y)
        shown: dict[str, Any] = {
            "legal": not why,
            "cost": round(length, 2),
            "allowance": self.allowance,
            "items": [{"label": "leap", "amount": round(length, 2)}],
            "path": [[model.x, model.y], [x, y]],
            "provokes": [],
        }
        if why:
            shown["why"] = why
            shown["clause"] = "card.special-actions"
        return shown
