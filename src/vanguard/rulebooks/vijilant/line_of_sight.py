"""Who sees whom: base to base, past terrain and past enemies in between."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit


def screening(battle: Battle, seat: int, target: Unit) -> list[Base]:
    """The enemies of a player that stand in the way of sight to one of them: not its own mates, and no infantry before
    vehicles and walking machines."""
    found: list[Base] = []
    large = not target.card.infantry
    for unit in battle.units:
        if unit.seat == seat or unit is target or unit.flying or unit.inside >= 0 or not unit.deployed:
            continue
        if large and unit.card.infantry:
            continue
        for model in battle.models[unit.first : unit.last]:
            if model.fate == STANDING:
                found.append(model.base)
    return found


def sees(battle: Battle, viewer: Model, target: Model, bodies: list[Base]) -> bool:
    """Terrain and models never block sight to or from an airborne flyer."""
    if battle.units[viewer.unit].flying or battle.units[target.unit].flying:
        return True
    return battle.battlefield.sees(viewer.base, target.base, bodies)


class Looking:
    """Some models of one unit looking at another unit: which of its models they see, each from the nearest that does."""

    __slots__ = ("_bodies", "_nearest", "battle", "seat", "target", "viewers")

    def __init__(self, battle: Battle, viewers: list[Model], target: Unit) -> None:
        self.battle: Final[Battle] = battle
        self.viewers: Final[list[Model]] = viewers
        self.target: Final[Unit] = target
        self.seat: Final[int] = 1 - target.seat
        self._bodies: list[Base] | None = None
        self._nearest: dict[int, list[Model]] = {}

    def bodies(self) -> list[Base]:
        found = self._bodies
        if found is None:
            found = self._bodies = screening(self.battle, self.seat, self.target)
        return found

    def nearest_seeing(self, model: Model) -> list[Model]:
        """The nearest viewers that see a model, several if they are equally near; none if nobody sees it."""
        known = self._nearest.get(model.index)
        if known is not None:
            return known
        battle = self.battle
        base = model.base
        ordered = sorted(
            [((v.base.x - base.x) ** 2 + (v.base.y - base.y) ** 2, v.index, v) for v in self.viewers],
            key=_by_distance,
        )
        found: list[Model] = []
        nearest = 0.0
        for square, _, viewer in ordered:
            if found and square > nearest + 1e-6:
                break
            if sees(battle, viewer, model, self.bodies()):
                found.append(viewer)
                nearest = square
        self._nearest[model.index] = found
        return found

    def visible(self) -> list[Model]:
        return [model for model in self.battle.standing(self.target) if self.nearest_seeing(model)]

    def sees_any(self) -> bool:
        for model in self.battle.standing(self.target):
            if self.nearest_seeing(model):
                return True
        return False


def _by_distance(entry: tuple[float, int, Model]) -> tuple[float, int]:
    return (entry[0], entry[1])


def unit_sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    """At least one model of the one sees at least one of the other."""
    return Looking(battle, battle.standing(unit), target).sees_any()


def is_spotted(battle: Battle, seat: int, target: Unit) -> bool:
    """Any model of any of this player's units on the table sees a model of the target; no action, no range."""
    for unit in battle.units:
        if unit.seat == seat and unit.inside < 0 and unit_sees(battle, unit, target):
            return True
    return False
