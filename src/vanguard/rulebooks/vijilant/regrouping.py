"""A squad out of coherency closes up before it does anything else."""

from __future__ import annotations

from math import hypot, inf
from typing import Final

from vanguard.core.questions import Path
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import Mover, Surroundings, snap_toward, up_to
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Base, Point, Point3
from vanguard.rulebooks.vijilant.coherency import LINK, REACH, groups_of
from vanguard.rulebooks.vijilant.movement import LEVELS, Moved
from vanguard.rulebooks.vijilant.squad_moves import SquadMove, step_of
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit
from vanguard.tabletop.squads import Step, is_linked, linked_groups, smallest_gap

SHARES: Final = 20
"""In how many equal steps the parts come toward each other."""
HALVES: Final = 6
"""How often the last of these steps is halved to end where the gap is 3 cm."""
SHORT: Final = 0.002
"""So much is kept back that rounding to a thousandth cannot cost more than there is."""
PATIENT: Final = 200.0
"""Further than any way across the table."""


def parts_gap(bases: list[Base]) -> float:
    """The gap between the largest linked group and the rest; 0 for a squad in coherency."""
    groups = linked_groups(bases, LINK)
    if len(groups) < 2:
        return 0.0
    inner = [bases[i] for i in groups[0]]
    return smallest_gap(inner, [bases[i] for group in groups[1:] for i in group])


class Closing:
    """The standard closing move: every model toward the nearest one of the other part, straight or around what lies between,
    until the gap is 3 cm or its movement is used up."""

    __slots__ = ("before", "gap", "goals", "models", "move", "moved")

    def __init__(self, battle: Battle, unit: Unit, allowance: float, locked: bool) -> None:
        self.models: Final[list[Model]] = battle.standing(unit)
        self.move: Final[SquadMove] = SquadMove(battle, unit, self.models, allowance, locked)
        self.before: Final[float] = parts_gap([model.base for model in self.models])
        self.goals: Final[list[Base]] = _goals(battle, unit)
        remembered = self.move.remembered
        if remembered.closing is None:
            remembered.closing = self._straight_or_around()
        self.moved: Final[Moved] = remembered.closing[0]
        self.gap: Final[float] = remembered.closing[1]
        self.move.closes_up(self.gap, self.moved)

    def _straight_or_around(self) -> tuple[Moved, float]:
        """Everybody straight on, unless ways around what lies between bring them nearer."""
        steps, gap = self._closed_up({})
        detours = self._detours() if gap else {}
        if detours:
            around, left = self._closed_up(detours)
            if left < gap:
                steps, gap = around, left
        return self.move.moved(steps), gap

    def _closed_up(self, ways: dict[int, list[Point3]]) -> tuple[list[Step], float]:
        """Everybody as far as it takes, some of them by these ways; and the gap that is left, 0 in coherency."""
        steps = [Step((m.base.centre, m.base.centre), 0.0) for m in self.models]  # from where it stands, to there
        done = 0.0
        for share in range(1, SHARES + 1):
            reach = self.move.allowance * share / SHARES - SHORT
            further = self._further(steps, ways, reach)
            if is_linked(self._ends(further), LINK):
                return self._as_far_as_it_takes(steps, ways, done, reach), 0.0
            steps, done = further, reach
        return steps, max(REACH, parts_gap(self._ends(steps)))

    def _further(self, steps: list[Step], ways: dict[int, list[Point3]], reach: float) -> list[Step]:
        """Everybody up to `reach`, one after the other, from where they have got to."""
        further = list(steps)
        bases = self._ends(steps)
        for i in range(len(steps)):
            further[i] = self._toward(i, ways.get(i), reach, steps[i], bases)
            bases[i] = self.models[i].base.at(further[i].x, further[i].y)
        return further

    def _as_far_as_it_takes(
        self, steps: list[Step], ways: dict[int, list[Point3]], short: float, enough: float
    ) -> list[Step]:  # fmt: skip
        """The squad is whole between these two reaches: found by halves."""
        for _ in range(HALVES):
            middle = (short + enough) / 2.0
            if is_linked(self._ends(self._further(steps, ways, middle)), LINK):
                enough = middle
            else:
                short = middle
        return self._further(steps, ways, enough)

    def _ends(self, steps: list[Step]) -> list[Base]:
        return [m.base.at(step.x, step.y) for m, step in zip(self.models, steps, strict=True)]

    def _toward(self, i: int, way: list[Point3] | None, reach: float, step: Step, bases: list[Base]) -> Step:
        """Up to `reach` toward the goal, or where it has got to already."""
        base, goal = self.models[i].base, self.goals[i]
        if hypot(goal.x - base.x, goal.y - base.y) <= base.radius + goal.radius + REACH:
            return step
        found = self._straight(i, reach) if way is None else self._along(i, way, reach)
        if found is None:
            return step
        for j in range(len(bases)):
            if j != i and hypot(bases[j].x - found.x, bases[j].y - found.y) < base.radius + bases[j].radius:
                return step
        return found

    def _detours(self) -> dict[int, list[Point3]]:
        """The shortest ways of those who cannot go straight to their goals, as far as they get."""
        found: dict[int, list[Point3]] = {}
        for i, goal in enumerate(self.goals):
            mover = self.move.around(i).mover
            patient = Mover(mover.base, PATIENT, mover.blockers, mover.end_blockers, level_gap=LEVELS)
            x, y = self._in_contact(i)
            if straight_cost(Surroundings(self.move.ground, patient, PATIENT), x, y) == inf:
                found[i] = snap_toward(self.move.ground, mover, goal.centre).points
        return found

    def _in_contact(self, i: int, reach: float = PATIENT) -> Point:
        """Straight on to where it would touch its goal, or so far of that."""
        base, goal = self.models[i].base, self.goals[i]
        length = hypot(goal.x - base.x, goal.y - base.y)
        share = min(reach, length - base.radius - goal.radius - SHORT) / length
        return (thousandth(base.x + (goal.x - base.x) * share), thousandth(base.y + (goal.y - base.y) * share))

    def _straight(self, i: int, reach: float) -> Step | None:
        return self.move.straight(i, *self._in_contact(i, reach))

    def _along(self, i: int, way: list[Point3], reach: float) -> Step | None:
        points: Path = tuple([(thousandth(x), thousandth(y)) for x, y, _ in up_to(way, reach)[1:]])
        priced = self.move.priced(points, i) if points else None
        return step_of(priced) if priced is not None and priced.legal else None

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
