"""Moves in a straight line over whatever is below: flying, leaping, jumping. Only where they end matters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf
from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Path, Place, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.ground import Ground, Mover
from vanguard.geometry.movement.paths import (
    CHANGES_LEVEL,
    IN_THE_WAY,
    TERRAIN_IN_WAY,
    TOO_FAR,
    UNFIT_END,
    CostItem,
    Objection,
    PricedPath,
)
from vanguard.geometry.movement.sweep import swept_clear
from vanguard.geometry.shapes import Base, Part, Point, Point3
from vanguard.tabletop.lengths import told_length
from vanguard.tabletop.moves import ANY, FAN, SHORT_OF_LIMIT, Arrival, Clauses, arrival, clause_of, point_toward
from vanguard.tabletop.standing import level_meant, standing_on_table


@mypyc_attr(allow_interpreted_subclasses=True)
class Flight(WhereTo[PricedPath]):
    """One base about to fly: how far, past which parts it cannot, how many levels up or down, and where it may end.

    `mover` says what it may spend and whom it may not end on (blockers and end blockers alike) or near (zones). `barriers`
    stop it, `highest` is the greatest change of elevation. The way is measured from above. `called` is the noun of
    refusals (`the leap is 7", …`). `exactly` makes it fly its whole allowance.
    """

    __slots__ = (
        "barriers", "base", "called", "clauses", "exactly", "ground", "highest", "mover", "name", "name_of", "targets",
        "_around",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        mover: Mover,
        name: str,
        clauses: Clauses,
        name_of: Callable[[str], str],
        targets: Sequence[Base] = (),
        barriers: Sequence[Part] = (),
        highest: float = inf,
        called: str = "move",
        exactly: bool = False,
    ) -> None:
        super().__init__()
        self.ground = ground
        self.mover = mover
        self.base = mover.base
        self.name = name
        self.clauses = clauses
        self.name_of = name_of
        self.targets = targets
        self.barriers = barriers
        self.highest = highest
        self.called = called
        self.exactly = exactly
        self._around = standing_on_table(ground, mover)

    def moved_key(self) -> str:
        return self.base.key

    def ask_arrival(self, player: int, prompt: str, clause: str, about: tuple[str, ...] = ()) -> Place[Arrival]:
        """The question where nothing happens on the way: the rule receives where it ends and what it cost."""
        return self.ask_for(self.arrive, player, prompt, clause, about)

    def arrive(self, path: Path) -> Arrival:
        return arrival(self.check(path))

    def objection(self, x: float, y: float, z: float) -> Objection | None:
        """Why it may not fly there."""
        base = self.base
        allowance = self.mover.allowance
        tolerance = self.ground.tolerance
        length = hypot(x - base.x, y - base.y)
        if length > allowance + tolerance or (self.exactly and length < allowance - tolerance):
            limit = "it must be" if self.exactly else "the limit is"
            words = f"the {self.called} is {self._told(length)}, {limit} {self._told(allowance)}"
            return Objection(TOO_FAR, words, x, y, "", allowance)
        rise = abs(z - base.elevation)
        if rise > self.highest + tolerance:
            words = f"the level changes by {self._told(rise)}, the limit is {self._told(self.highest)}"
            return Objection(CHANGES_LEVEL, words, x, y, "", self.highest)
        for part in self.barriers:
            if not swept_clear(part, base.x, base.y, x - base.x, y - base.y, base.radius - tolerance):
                return Objection(TERRAIN_IN_WAY, IN_THE_WAY, x, y, part.name, base.radius)
        fault = self._around.standing_fault(x, y, z)
        if fault is not None or self.mover.end_test is None:
            return fault
        why = self.mover.end_test(x, y, z)
        return Objection(UNFIT_END, why, x, y) if why else None

    def _told(self, length: float) -> str:
        return told_length(length, self.ground.table)

    def check(self, path: Path) -> PricedPath:
        if len(path) != 1:
            raise Refused(
                f"{self.name}: the {self.called} is one straight line: give its end only", self.clauses.get(ANY, "")
            )
        x, y, z = self.end_of(path)
        objection = self.objection(x, y, z)
        if objection is not None:
            why = objection.told(self.name_of(objection.blocker))
            raise Refused(f"{self.name}: {why}", clause_of(objection, self.clauses))
        return self.flown(x, y, z)

    def end_of(self, path: Path) -> Point3:
        """The end of a path, on the level it names or the lowest that can be stood on there."""
        x, y = path[-1][0], path[-1][1]
        if len(path[-1]) == 3 and self.ground.has_decks:
            return (x, y, path[-1][2])
        return (x, y, level_meant(self._around, x, y))

    def flown(self, x: float, y: float, z: float) -> PricedPath:
        """The flight as a priced path: across, then up or down."""
        base = self.base
        points: list[Point3] = [(base.x, base.y, base.elevation), (x, y, base.elevation)]
        if z != base.elevation:
            points.append((x, y, z))
        length = hypot(x - base.x, y - base.y)
        items = [CostItem("move", length, x, y)]
        return PricedPath(points, points[1:], length, length, self.mover.allowance, items, [], [], None)

    def shown(self, path: Path) -> dict[str, Any]:
        x, y, _ = self.end_of(path)
        length = round(hypot(x - self.base.x, y - self.base.y), 2)
        return {
            "cost": length,
            "allowance": round(self.mover.allowance, 2),
            "items": [{"label": self.called, "amount": length}],
            "path": [[self.base.x, self.base.y], [x, y]],
            "provokes": [],
            "flown": True,
        }

    # -- proposals --------------------------------------------------------------------------------------------------------

    def tried(self, aim: Path) -> Path:
        x, y = aim[0][0], aim[0][1]
        if not self.ground.table.holds(x, y):
            return ()
        return aim if self.objection(x, y, level_meant(self._around, x, y)) is None else ()

    def aims(self) -> list[Path]:
        return [(point,) for point in self.wishes()]

    def wishes(self) -> list[Point]:
        """Where it might fly: nowhere, beside every target, all round."""
        base = self.base
        found: list[Point] = [] if self.exactly else [(base.x, base.y)]
        for target in self.targets:
            short = base.radius + target.radius
            point = point_toward((base.x, base.y), (target.x, target.y), self.mover.allowance, short)
            if point is not None:
                found.append(point)
        reach = self.mover.allowance - (0.0 if self.exactly else SHORT_OF_LIMIT)
        for dx, dy in FAN:
            found.append((thousandth(base.x + dx * reach), thousandth(base.y + dy * reach)))
        return found
