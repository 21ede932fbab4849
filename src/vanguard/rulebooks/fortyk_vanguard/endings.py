"""Where a move must end: a charge within reach of all its targets, a pile-in closer to the closest enemy."""

from __future__ import annotations

from math import sqrt
from typing import Final

from vanguard.geometry.circles import Circle
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.engagement import (
    ENGAGEMENT_RANGE,
    closest_enemies,
    engage_each_other,
    touches_a_defence_line,
)
from vanguard.rulebooks.fortyk_vanguard.narrow_places import HAIR
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model

LEAST_STEP: Final = 0.05
"""Nobody is asked for a shorter move: bases so near stand in contact to any eye (core.fight.pile-in)."""


class Ending:
    """What is asked of the place where a move ends; nothing, if it has no targets and need not come closer.

    It knows nothing of the move: what asks it along the way would keep that alive else.
    """

    __slots__ = ("_closest", "battle", "closer", "model", "targets")

    def __init__(self, battle: Battle, model: Model, targets: tuple[str, ...], closer: bool) -> None:
        self.battle = battle
        self.model = model
        self.targets = targets
        """Whom a charge must reach."""
        self.closer = closer
        self._closest: list[tuple[Model, float]] | None = None

    def fault(self, x: float, y: float, z: float) -> str:
        """Why the move may not end there."""
        if self.targets:
            base = self.model.base.at(x, y, z)
            for key in self.targets:
                target = self.battle[key]
                if not engage_each_other(base, target.base):
                    if not touches_a_defence_line(self.battle.field, base, target.base):
                        return f"a charge must end within Engagement Range of {target.name}"
        elif self.closer:
            base = self.model.base.at(x, y, z)
            for enemy, distance in self.closest:
                if gap(base, enemy.base) < distance - TOLERANCE:
                    return ""
            return "it must end closer to the closest enemy"
        return ""

    @property
    def closest(self) -> list[tuple[Model, float]]:
        """The enemy that was closest at the start (several, if equally close) and how far away."""
        if self._closest is None:
            base = self.model.base
            self._closest = [(it, gap(base, it.base)) for it in closest_enemies(self.battle, base, self.model.seat)]
        return self._closest

    def _bases_charged(self) -> list[Base]:
        return [self.battle[key].base for key in self.targets]

    def bases_to_reach(self) -> list[Base]:
        """Those that matter for where it ends."""
        return [enemy.base for enemy, _ in self.closest] if self.closer else self._bases_charged()

    def circles(self) -> list[list[Circle]]:
        """Where it must end, in all circles of one of these lists: within Engagement Range of all targets, or nearer to one of
        the closest enemies, on one level."""
        base = self.model.base
        if not self.closer:
            reach = base.radius + ENGAGEMENT_RANGE
            return [[(it.x, it.y, reach + it.radius) for it in self._bases_charged()]]
        found: list[list[Circle]] = []
        for enemy, room in self.closest:
            for level in sorted({0.0, base.elevation, *self.battle.field.levels}):
                height = level - enemy.base.elevation
                if room > LEAST_STEP and abs(height) < room - HAIR:
                    nearer = sqrt(room * room - height * height) - HAIR
                    found.append([(enemy.base.x, enemy.base.y, base.radius + enemy.base.radius + nearer)])
        return found
