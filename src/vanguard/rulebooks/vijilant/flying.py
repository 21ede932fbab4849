"""Flyers: a flight of the full Move in one straight line, every turn, over anything."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from typing import Any, Final

from vanguard.core.questions import Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.arcs import front_point
from vanguard.geometry.measuring import told_beside
from vanguard.geometry.shapes import Base, Point, bearing
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.driving import compass, contacts_on_leg
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.state import NORTH, STANDING, Battle, Model, Unit

Flown = tuple[float, float, float]
"""Where the centre comes to be, and the facing."""

SLACK: Final = 0.1
DIRECTIONS: Final = 24
ALL_DIRECTIONS: Final = 720
ENTRIES: Final = 8
ASLANT: Final = (0.0, 0.5, -0.5, 0.95, -0.95)
"""How squarely a flyer is met, from its middle to its rim."""


class Flight(WhereTo[Flown]):
    """A flyer about to fly: its full Move, no less and no more, measured from front to front."""

    __slots__ = ("base", "battle", "distance", "model", "ram", "unit")

    def __init__(self, battle: Battle, unit: Unit, model: Model, base: Base, distance: float, ram: bool) -> None:
        super().__init__()
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.model: Final[Model] = model
        self.base: Final[Base] = base
        """Where it starts: on the table, or outside with its front on the own edge."""
        self.distance: Final[float] = distance
        self.ram: Final[bool] = ram

    def moved_key(self) -> str:
        return self.model.key

    def check(self, path: Path) -> Flown:
        """The last point is where the centre comes to be; the flyer faces the way it flew."""
        if len(path) > 1:
            raise Refused("a flight is one straight line: name the point where it ends", "units.flyer.full-move")
        x, y = path[0][0], path[0][1]
        self._refuse_other_length(x, y)
        self._refuse_end(x, y)
        return (thousandth(x), thousandth(y), thousandth(bearing(self.base.centre, (x, y))))

    def _refuse_other_length(self, x: float, y: float) -> None:
        """The full Move, no less and no more."""
        flown = self.flown(x, y)
        if abs(flown - self.distance) > SLACK + TOLERANCE:
            told = told_beside(flown, self.distance)
            raise Refused(
                f"{self.unit.name} must fly {self.distance:g} cm from front to front; this is {told}",
                "units.flyer.full-move",
            )

    def flown(self, x: float, y: float) -> float:
        """From the old front point to the new one, facing the way it flew."""
        base = self.base
        length = hypot(x - base.x, y - base.y)
        if not length:
            return 0.0
        ux, uy = (x - base.x) / length, (y - base.y) / length
        fx, fy = front_point(base)
        return hypot(x + base.radius * ux - fx, y + base.radius * uy - fy)

    def _refuse_end(self, x: float, y: float) -> None:
        field = self.battle.battlefield
        reach = self.base.radius - 0.01
        if not (reach <= x <= field.width - reach and reach <= y <= field.depth - reach):
            raise Refused(f"{self.unit.name} must end its flight wholly on the table", "units.flyer.stays-on-table")
        for other in airborne_flyers(self.battle):
            rammed = self.ram and self.battle.units[other.unit].seat != self.unit.seat
            if other.unit != self.unit.index and not rammed:
                near = self.base.radius + other.base.radius - 0.01
                if hypot(other.base.x - x, other.base.y - y) < near:
                    raise Refused(f"{self.unit.name} would end its flight in {other.name}", "units.flyer.no-contact")

    def end_toward(self, angle: float) -> Point:
        """Where the centre ends if it flies off in this direction."""
        base = self.base
        ux, uy = cos(angle), sin(angle)
        fx, fy = front_point(base)
        px, py = fx - base.x, fy - base.y
        along = px * ux + py * uy
        off = ux * py - uy * px
        far = along + sqrt(max(0.0, self.distance * self.distance - off * off)) - base.radius
        return (thousandth(base.x + far * ux), thousandth(base.y + far * uy))

    def aims(self) -> list[Path]:
        angles = [2.0 * pi * k / DIRECTIONS for k in range(DIRECTIONS)]
        if self.ram:
            angles = [*self._angles_at_flyers(), *angles]
        return [(self.end_toward(angle),) for angle in angles]

    def last_resort(self) -> Iterator[Path]:
        """Where no usual direction is open: any that is."""
        for k in range(0 if self.ram else ALL_DIRECTIONS):
            found = self.tried((self.end_toward(2.0 * pi * k / ALL_DIRECTIONS),))
            if found:
                yield found

    def _angles_at_flyers(self) -> list[float]:
        """The directions in which enemy flyers are met."""
        found: list[float] = []
        for other in flyers_to_ram(self.battle, self.unit.seat):
            dx, dy = other.base.x - self.base.x, other.base.y - self.base.y
            wide = asin(min(1.0, (self.base.radius + other.base.radius) / max(1e-6, hypot(dx, dy))))
            found += [atan2(dy, dx) + share * wide for share in ASLANT]
        return found

    def tried(self, aim: Path) -> Path:
        """A flight that is to ram somebody is worth proposing only where it meets somebody."""
        found = super().tried(aim)
        if not found or not self.ram:
            return found
        flyers = flyers_to_ram(self.battle, self.unit.seat)
        return found if contacts_on_leg(self.base, self.base.centre, found[0], flyers) else ()

    def snap(self, path: Path) -> Path:
        """The flight toward the wish, turned aside if it would end off the table."""
        x, y = path[-1][0], path[-1][1]
        toward = atan2(y - self.base.y, x - self.base.x)
        for k in range(73):
            turn = ((k + 1) // 2) * (pi / 36.0) * (1 if k % 2 else -1)
            found: Path = (self.end_toward(toward + turn),)
            if self.is_legal(found):
                return found
        return path

    def preview(self, path: Path) -> dict[str, Any]:
        seen = super().preview(path)
        if seen["legal"]:
            x, y, facing = self.check(path)
            seen.update({"path": [[self.base.x, self.base.y], [x, y]], "facing": facing, "provokes": []})
        return seen


def airborne_flyers(battle: Battle) -> list[Model]:
    return [
        battle.models[unit.first]
        for unit in battle.units
        if unit.flying and unit.deployed and battle.models[unit.first].fate == STANDING
    ]


def flyers_to_ram(battle: Battle, seat: int) -> list[Model]:
    return [model for model in airborne_flyers(battle) if battle.units[model.unit].seat != seat]


def off_table_base(battle: Battle, seat: int, base: Base, x: float) -> Base:
    """The base outside its owner's edge, its front on the edge line, facing inward."""
    if battle.edge_of(seat) == NORTH:
        y, facing = battle.battlefield.depth + base.radius, 270.0
    else:
        y, facing = -base.radius, 90.0
    return Base(base.key, thousandth(x), y, base.radius, 0.0, base.height, base.body_radius, facing)


def fly(battle: Battle, unit: Unit, flown: Flown, start: Point, clause: str = "units.flyer.full-move") -> None:
    """The flyer is in the air at the end of its flight."""
    x, y, facing = flown
    model = battle.models[unit.first]
    if not unit.airborne:
        unit.airborne = True
        battle.note("takes-off", "transport.landing-cost", (model.key,), unit=unit.name)
    path = (start, (x, y))
    stand(battle, model, x, y, facing)
    if battle.heard:
        battle.note("flies", clause, (model.key,), unit=unit.name, facing=compass(facing), path=path)
