"""What a path costs and why: the items that add up, the levels changed, and the objection if it is not legal."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.measuring import told_beside
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


TABLE_EDGE: Final = "table edge"
BASE_IN_WAY: Final = "base in the way"
ON_BASE: Final = "ends on a base"
TERRAIN_IN_WAY: Final = "terrain in the way"
ON_TERRAIN: Final = "ends on terrain"
ACROSS_LINE: Final = "ends across an obstacle"
ACROSS_EDGE: Final = "stands across an edge"
OFF_LEVEL: Final = "off its level"
CHANGES_LEVEL: Final = "cannot change level here"
TOO_STEEP: Final = "cannot be climbed"
TOO_DEEP: Final = "too deep to drop"
TOO_NEAR: Final = "ends too near"
COMES_TOO_NEAR: Final = "comes too near"
STARTS_TOO_NEAR: Final = "starts too near"
IN_AREA: Final = "in a forbidden area"
TOO_FAR: Final = "too far"
UNFIT_END: Final = "unfit end"

KINDS: Final[tuple[str, ...]] = (
    TABLE_EDGE, BASE_IN_WAY, ON_BASE, TERRAIN_IN_WAY, ON_TERRAIN, ACROSS_LINE, ACROSS_EDGE, OFF_LEVEL, CHANGES_LEVEL,
    TOO_STEEP, TOO_DEEP, TOO_NEAR, COMES_TOO_NEAR, STARTS_TOO_NEAR, IN_AREA, TOO_FAR, UNFIT_END,
)  # fmt: skip
"""Everything the ground can object to; a rulebook says which of its clauses stands behind each."""

IN_THE_WAY: Final = "{it} is in the way"
WOULD_OVERLAP: Final = "the base would overlap {it}"
WOULD_LEAVE_TABLE: Final = "the base would leave the table"


class Objection:
    """Why a base may not go or stand somewhere: its kind, a sentence, where, what is in the way and the limit broken.

    `words` speak of whatever is in the way as `{it}`, so that a rulebook can call its models by their names.
    """

    __slots__ = ("kind", "words", "x", "y", "blocker", "limit")

    def __init__(self, kind: str, words: str, x: float, y: float, blocker: str = "", limit: float = 0.0) -> None:
        self.kind: Final[str] = kind
        self.words: Final[str] = words
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.blocker: Final[str] = blocker
        self.limit: Final[float] = limit

    @property
    def reason(self) -> str:
        """The sentence, with what is in the way called by its key."""
        return self.told(self.blocker)

    def told(self, name: str) -> str:
        """The sentence, with what is in the way called by a name."""
        return self.words.replace("{it}", name)

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
        total = f"{told_beside(self.cost, self.allowance, 2)} of {round(self.allowance, 2):g}"
        return " + ".join(terms) + " = " + total if len(terms) > 1 else total
