"""A squad out of coherency closes up before it does anything else."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.core.thousandths import thousandth
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.coherency import LINK, REACH, groups_of
from vanguard.rulebooks.vijilant.movement import Moved
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import Battle, Unit
from vanguard.tabletop.squads import Step, is_linked, linked_groups, smallest_gap

SHARES: Final = 20
"""In how many equal steps the parts come toward each other."""


def parts_gap(bases: list[Base]) -> float:
    """The gap between the largest linked group and the rest; 0 for a squad in coherency."""
    groups = linked_groups(bases, LINK)
    if len(groups) < 2:
        return 0.0
    inner = [bases[i] for i in groups[0]]
    return smallest_gap(inner, [bases[i] for group in groups[1:] for i in group])


class Closing:
    """The standard closing move: every model toward the nearest one of the other part, until the gap is 3 cm or its
    movement is used up."""

    __slots__ = ("before", "gap", "move", "moved")

    def __init__(self, battle: Battle, unit: Unit, allowance: float, locked: bool) -> None:
        models = battle.standing(unit)
        self.move: Final[SquadMove] = SquadMove(battle, unit, models, allowance, locked)
        self.before: Final[float] = parts_gap([model.base for model in models])
        goals = _goals(battle, unit)
        steps = [Step((m.base.centre, m.base.centre), 0.0) for m in models]  # from where it stands, to there
        for share in range(1, SHARES + 1):
            bases = [m.base.at(step.x, step.y) for m, step in zip(models, steps, strict=True)]
            if is_linked(bases, LINK):
                break
            reach = self.move.allowance * share / SHARES
            for i in range(len(models)):
                steps[i] = self._toward(i, goals[i], reach, steps, bases)
                bases[i] = models[i].base.at(steps[i].x, steps[i].y)
        ends = [m.base.at(step.x, step.y) for m, step in zip(models, steps, strict=True)]
        self.moved: Final[Moved] = self.move.moved(steps)
        self.gap: Final[float] = max(REACH, parts_gap(ends)) if not is_linked(ends, LINK) else 0.0
        self.move.closing = self.gap
        self.move.closing_move = self.moved

    def _toward(self, i: int, goal: Base, reach: float, steps: list[Step], bases: list[Base]) -> Step:
        """Up to `reach` toward the goal, or where it has got to already."""
        base = self.move.models[i].base
        length = hypot(goal.x - base.x, goal.y - base.y)
        if length <= base.radius + goal.radius + REACH:
            return steps[i]
        far = min(reach, length - base.radius - goal.radius)
        x = thousandth(base.x + (goal.x - base.x) / length * (far - 0.002))
        y = thousandth(base.y + (goal.y - base.y) / length * (far - 0.002))
        for j in range(len(bases)):
            if j != i and hypot(bases[j].x - x, bases[j].y - y) < base.radius + bases[j].radius:
                return steps[i]
        found = self.move.straight(i, x, y)
        return steps[i] if found is None else found

    @property
    def is_blocked(self) -> bool:
        return self.gap > self.before - 0.05


def _goals(battle: Battle, unit: Unit) -> list[Base]:
    """For each model the nearest one of the other part."""
    models = battle.standing(unit)
    groups = groups_of(models)
    inner = groups[0]
    outer = [model for group in groups[1:] for model in group]
    goals: list[Base] = []
    for model in models:
        others = outer if model in inner else inner
        nearest = min(others, key=lambda it: (battle.gap(model, it), it.index))
        goals.append(nearest.base)
    return goals
