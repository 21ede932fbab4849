"""Setting a flat shape on the table with its true outline and its turn: barricades, gates, hulls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Path, Uniform, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps, parts_gap, parts_overlap
from vanguard.geometry.movement.paths import ON_BASE, ON_TERRAIN, TABLE_EDGE, TOO_NEAR, Objection
from vanguard.geometry.shapes import Base, Part, Point, Table, bearing
from vanguard.tabletop.borders import Borders
from vanguard.tabletop.lengths import told_length, told_length_beside
from vanguard.tabletop.moves import ANY, Clauses, clause_of
from vanguard.tabletop.placing import NOT_NEAR

Shape = Callable[[float, float, float], Part]
"""The part that stands with its centre at a point, turned by an angle in degrees."""

Pose = tuple[float, float, float]
"""Where the centre is, and how the shape is turned (degrees counter-clockwise from how it was drawn)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ShapePlacing(WhereTo[Pose]):
    """Where a shape may be set: wholly on the table, clear of `parts` and `bases`, within a distance of some part.

    A path of one point gives the centre, and the shape lies `turned` as asked before; a second point says which way its
    length runs.
    """

    __slots__ = (
        "away", "bases", "clauses", "most", "name", "name_of", "parts", "shape", "spots", "table", "tolerance",
        "turned", "within",
    )  # fmt: skip

    def __init__(
        self,
        table: Table,
        shape: Shape,
        turned: float,
        name: str,
        clauses: Clauses,
        name_of: Callable[[str], str],
        parts: Sequence[Part] = (),
        bases: Sequence[Base] = (),
        within: Sequence[tuple[Part, float]] = (),
        away: Sequence[tuple[Part, float]] = (),
        spots: Callable[[], Sequence[Point]] | None = None,
        most: int = 0,
        tolerance: float = 0.001,
    ) -> None:
        super().__init__()
        self.table = table
        self.shape = shape
        self.turned = turned
        self.name = name
        self.clauses = clauses
        self.name_of = name_of
        self.parts = parts
        self.bases = bases
        self.within = within
        self.away = away
        self.spots = spots
        self.most = most
        self.tolerance = tolerance

    def check(self, path: Path) -> Pose:
        if len(path) > 2:
            raise Refused(
                f"{self.name} is placed by its centre, and at most one more point for its direction",
                self.clauses.get(ANY, ""),
            )
        pose = self.pose_of(path)
        objection = self.objection(pose)
        if objection is not None:
            why = objection.told(self.name_of(objection.blocker))
            raise Refused(
                f"{self.name} cannot stand at ({pose[0]:g}, {pose[1]:g}): {why}", clause_of(objection, self.clauses)
            )
        return pose

    def pose_of(self, path: Path) -> Pose:
        x, y = path[0][0], path[0][1]
        if len(path) == 2 and path[1][:2] != path[0][:2]:
            return (x, y, bearing((x, y), (path[1][0], path[1][1])))
        return (x, y, self.turned)

    def objection(self, pose: Pose) -> Objection | None:
        """Why the shape may not stand like that; None if it may."""
        x, y, turned = pose
        part = self.shape(x, y, turned)
        table, slack = self.table, self.tolerance
        if (
            part.min_x < -slack
            or part.min_y < -slack
            or part.max_x > table.width + slack
            or part.max_y > table.depth + slack
        ):
            return Objection(TABLE_EDGE, "it would not lie wholly on the table", x, y, "table edge")
        for other, distance in self.within:
            apart = parts_gap(part, other)
            if apart > distance + slack:
                told = told_length_beside(apart, distance, table, 1)
                words = f"it is {told} from {{it}}, at most {told_length(distance, table)} is allowed"
                return Objection(NOT_NEAR, words, x, y, other.name, distance)
        for other, distance in self.away:
            apart = parts_gap(part, other)
            if apart <= distance + slack:
                told = told_length_beside(apart, distance, table, 1)
                words = f"it is {told} from {{it}}, more than {told_length(distance, table)} is needed"
                return Objection(TOO_NEAR, words, x, y, other.name, distance)
        for other in self.parts:
            if _boxes_meet(part, other) and parts_overlap(part, other, slack):
                return Objection(ON_TERRAIN, "it would overlap {it}", x, y, other.name)
        for base in self.bases:
            if base.elevation < part.top and disc_overlaps(part, base.x, base.y, base.radius, slack):
                return Objection(ON_BASE, "it would overlap {it}", x, y, base.key)
        return None

    def shown(self, path: Path) -> dict[str, Any]:
        """Its outline."""
        x, y, turned = self.pose_of(path)
        return {"outline": [list(point) for point in self.shape(x, y, turned).points]}

    def proposals(self) -> Iterator[Path]:
        """The given spots that are free, at `most` so many; else every corner of the room there is."""
        found = 0
        for spot in self.spots() if self.spots is not None else ():
            if self.objection((spot[0], spot[1], self.turned)) is None:
                yield (spot,)
                found += 1
                if found == self.most:
                    return
        if not found:
            for x, y, _ in self._corners():
                yield ((x, y),)

    def sample(self, uniform: Uniform) -> Path:
        paths = self.propose()
        return paths[uniform(len(paths))]

    def _corners(self) -> Iterator[Pose]:
        """Where its centre is when it touches two things at once: if there is room for it, then there."""
        table = self.table
        drawn = self.shape(0.0, 0.0, self.turned)
        borders = Borders((0.0, 0.0, table.width, table.depth))
        rim = Part("table", [(0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth)])
        for other, distance in ((rim, 0.0), *self.within, *self.away, *[(part, 0.0) for part in self.parts]):
            _add_contacts(borders, drawn, other, distance)
        for base in self.bases:
            for px, py in drawn.points:
                borders.add_circle(base.x - px, base.y - py, base.radius)
            for x1, y1, x2, y2 in drawn.edges:
                _add_both_sides(borders, (base.x - x1, base.y - y1, base.x - x2, base.y - y2), base.radius)
        for x, y in borders.corners():
            pose = (thousandth(x), thousandth(y), self.turned)
            if self.objection(pose) is None:
                yield pose


HAIR: Final = 0.002


def _add_contacts(borders: Borders, drawn: Part, other: Part, distance: float) -> None:
    """Where the centre is while a corner of one runs along an edge of the other, at a distance."""
    for x1, y1, x2, y2 in other.edges:
        for px, py in drawn.points:
            _add_both_sides(borders, (x1 - px, y1 - py, x2 - px, y2 - py), distance + HAIR)
    for x, y in other.points:
        for x1, y1, x2, y2 in drawn.edges:
            _add_both_sides(borders, (x - x1, y - y1, x - x2, y - y2), distance + HAIR)
        if distance > 0.0:
            for px, py in drawn.points:
                borders.add_circle(x - px, y - py, distance)


def _add_both_sides(borders: Borders, edge: tuple[float, float, float, float], distance: float) -> None:
    x1, y1, x2, y2 = edge
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    nx, ny = (y2 - y1) / length * distance, (x1 - x2) / length * distance
    borders.add_line((x1 + nx, y1 + ny, x2 + nx, y2 + ny))
    borders.add_line((x1 - nx, y1 - ny, x2 - nx, y2 - ny))


def _boxes_meet(a: Part, b: Part) -> bool:
    return a.min_x <= b.max_x and a.max_x >= b.min_x and a.min_y <= b.max_y and a.max_y >= b.min_y
