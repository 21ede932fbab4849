"""What a path costs and why: the items that add up, the levels changed, and the objection if it is not legal."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.shapes import Point3


class CostItem:
    """One line of the bill: `difficult ground Woods +1.5`, and where it is incurred."""

    __slots__ = ("label", "amount", "x", "y", "part")

    def __init__(self, label: str, amount: float, x: float, y: float, part: str = "") -> None:
        self.label: Final[str] = label
        self.amount: Final[float] = amount
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.part: Final[str] = part

    def __repr__(self) -> str:
        return f"{self.label}{' ' + self.part if self.part else ''} {self.amount:g}"


class LevelChange:
    """A change of level: by which kind of edge ("drop" when dropped), where, and where the base is clear of the face."""

    __slots__ = ("kind", "x", "y", "from_z", "to_z", "price", "part", "along", "clear_x", "clear_y")

    def __init__(
        self, kind: str, x: float, y: float, from_z: float, to_z: float, price: float, part: str, along: float
    ) -> None:
        self.kind: Final[str] = kind
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.from_z: Final[float] = from_z
        self.to_z: Final[float] = to_z
        self.price: Final[float] = price
        self.part: Final[str] = part
        self.along: Final[float] = along
        """Length of the path up to the change."""
        self.clear_x: float = x
        self.clear_y: float = y

    @property
    def height(self) -> float:
        return abs(self.to_z - self.from_z)

    @property
    def is_drop(self) -> bool:
        return self.kind == "drop"


class Crossing:
    """An obstacle, window or traversable part crossed; `drop_height` is above 0 if the far side was dropped from."""

    __slots__ = ("part", "x", "y", "fee", "along", "drop_height")

    def __init__(self, part: str, x: float, y: float, fee: float, along: float, drop_height: float = 0.0) -> None:
        self.part: Final[str] = part
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.fee: Final[float] = fee
        self.along: Final[float] = along
        self.drop_height: Final[float] = drop_height


class Objection:
    """Why a path is not legal: a sentence, where, which thing is in the way and the limit that is broken."""

    __slots__ = ("reason", "x", "y", "blocker", "limit")

    def __init__(self, reason: str, x: float, y: float, blocker: str = "", limit: float = 0.0) -> None:
        self.reason: Final[str] = reason
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.blocker: Final[str] = blocker
        self.limit: Final[float] = limit

    def __repr__(self) -> str:
        return f"{self.reason} at ({self.x:g}, {self.y:g})"


class PricedPath:
    """A path and its exact price.

    `points` begin at the start and hold every change of level (equal places with different z); `waypoints` are the
    corners alone, without the start: handed to `price_path` they give this path again.
    """

    __slots__ = ("points", "waypoints", "cost", "length", "allowance", "items", "changes", "crossings", "objection")

    def __init__(
        self,
        points: list[Point3],
        waypoints: list[Point3],
        cost: float,
        length: float,
        allowance: float,
        items: list[CostItem],
        changes: list[LevelChange],
        crossings: list[Crossing],
        objection: Objection | None,
    ) -> None:
        self.points: Final[list[Point3]] = points
        self.waypoints: Final[list[Point3]] = waypoints
        self.cost: Final[float] = cost
        self.length: Final[float] = length
        self.allowance: Final[float] = allowance
        self.items: Final[list[CostItem]] = items
        """Their amounts add up to the cost."""
        self.changes: Final[list[LevelChange]] = changes
        self.crossings: Final[list[Crossing]] = crossings
        self.objection: Final[Objection | None] = objection

    @property
    def legal(self) -> bool:
        return self.objection is None

    @property
    def end(self) -> Point3:
        return self.points[-1]

    @property
    def drops(self) -> list[LevelChange]:
        return [change for change in self.changes if change.is_drop]

    def bill(self) -> str:
        """The price as a player reads it: `4.2 + climb 2 = 6.2 of 6`."""
        terms = []
        for item in self.items:
            amount = f"{round(item.amount, 2):g}"
            terms.append(amount if item.label == "move" else f"{item.label} {amount}")
        total = f"{round(self.cost, 2):g} of {round(self.allowance, 2):g}"
        return " + ".join(terms) + " = " + total if len(terms) > 1 else total
