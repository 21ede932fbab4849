"""Squads: several bases that move as one and stay within reach of each other.

One path moves a squad: the leader walks it and the others follow, each as near to its place in the formation as terrain
and other bases let it, and never out of reach of those who stand already. Whoever wants sets single bases by hand, with
the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Given, Player
from vanguard.core.questions.paths import Path, read_path
from vanguard.core.questions.places import Place, WhereTo, as_given
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.shapes import Base, Point

T = TypeVar("T")

HAIR: Final = 0.005
"""Followers stay this far inside their reach, so that rounding to a thousandth cannot break it."""
DIRECTIONS: Final = 8
WINDS: Final[tuple[Point, ...]] = tuple(
    [(cos(2.0 * pi * k / DIRECTIONS), sin(2.0 * pi * k / DIRECTIONS)) for k in range(DIRECTIONS)]
)
RINGS: Final[tuple[float, ...]] = (0.5, 1.0, 1.75, 2.75)
"""How far from its place a follower looks for another, in radii of its base."""
PATH: Final = "path"
MODELS: Final = "models"
NOBODY: Final[Mapping[str, Path]] = {}
"""No model is set by hand."""


class Step:
    """How one base of a squad moves: the points of its centre, its start first, and what that costs."""

    __slots__ = ("cost", "points")

    def __init__(self, points: tuple[tuple[float, ...], ...], cost: float) -> None:
        self.points: Final[tuple[tuple[float, ...], ...]] = points
        self.cost: Final[float] = cost

    @property
    def x(self) -> float:
        return self.points[-1][0]

    @property
    def y(self) -> float:
        return self.points[-1][1]


class Rim:
    """Round somebody who stands: the squares of how near the centre of another base may come, and how far it is in reach."""

    __slots__ = ("far", "near", "x", "y")

    def __init__(self, other: Base, radius: float, reach: float) -> None:
        self.x: Final[float] = other.x
        self.y: Final[float] = other.y
        touch = radius + other.radius
        self.near: Final[float] = touch * touch
        self.far: Final[float] = (touch + reach - HAIR) * (touch + reach - HAIR)


Way = Callable[[int, float, float], "Step | None"]
"""How the base of that number could come to a point; None if it cannot."""


# -- who is within reach of whom ------------------------------------------------------------------------------------------


def linked_groups(bases: Sequence[Base], reach: float) -> list[list[int]]:
    """The groups of bases linked by gaps of at most `reach`, the largest first, equal ones by their first base."""
    left = list(range(len(bases)))
    groups: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        for i in group:  # grows while we walk along it
            a = bases[i]
            near = [j for j in left if _within(a, bases[j], reach)]
            for j in near:
                left.remove(j)
                group.append(j)
        group.sort()
        groups.append(group)
    groups.sort(key=_size_first)
    return groups


def _size_first(group: list[int]) -> tuple[int, int]:
    return (-len(group), group[0])


def _within(a: Base, b: Base, reach: float) -> bool:
    dx, dy = a.x - b.x, a.y - b.y
    far = a.radius + b.radius + reach
    return dx * dx + dy * dy <= far * far


def is_linked(bases: Sequence[Base], reach: float) -> bool:
    """Are all of them one group?"""
    return len(bases) < 2 or len(linked_groups(bases, reach)) == 1


def chain(bases: Sequence[Base], reach: float) -> list[tuple[int, int, bool]]:
    """The shortest lines that tie a squad together, as pairs of its bases; false where the gap is beyond reach.

    For drawing: every base is reached by one of them, the nearest first.
    """
    found: list[tuple[int, int, bool]] = []
    left = list(range(1, len(bases)))
    tied = [0] * len(bases)
    gaps = [_gap(bases[0], base) for base in bases]
    while left:
        j = left[0]
        for k in left:
            if gaps[k] < gaps[j] or (gaps[k] == gaps[j] and tied[k] < tied[j]):
                j = k
        found.append((tied[j], j, _within(bases[tied[j]], bases[j], reach)))
        left.remove(j)
        for k in left:
            nearer = _gap(bases[j], bases[k])
            if nearer < gaps[k] or (nearer == gaps[k] and j < tied[k]):
                gaps[k], tied[k] = nearer, j
    return found


def _gap(a: Base, b: Base) -> float:
    return hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius


def smallest_gap(some: Sequence[Base], others: Sequence[Base]) -> float:
    """The gap between the two nearest bases of two groups."""
    return min([_gap(a, b) for a in some for b in others])


# -- formations -----------------------------------------------------------------------------------------------------------


def rows(count: int, spacing: float, back: Point, abreast: int = 5) -> list[Point]:
    """Offsets from the leader in rows: the leader in the middle of the first, further rows in the direction of `back`."""
    found: list[Point] = []
    ax, ay = -back[1], back[0]
    for i in range(count):
        row, place = divmod(i, abreast)
        aside = ((place + 1) // 2) * (1 if place % 2 else -1)
        found.append((spacing * (ax * aside + back[0] * row), spacing * (ay * aside + back[1] * row)))
    return found


def follow(
    bases: Sequence[Base], reach: float, leader: int, first: Step, places: Sequence[Point], way: Way,
    anchors: Sequence[Base] = (),
) -> tuple[list[Step], int]:  # fmt: skip
    """The steps of all bases after the leader's own, and -1; or what was found so far and who cannot follow.

    `places` is where each would like to stand; `anchors` are bases of the squad that stay where they are, in reach of
    which one may stand as well.
    """
    steps: dict[int, Step] = {leader: first}
    standing = [bases[leader].at(first.x, first.y), *anchors]
    order = sorted(
        [i for i in range(len(bases)) if i != leader],
        key=lambda i: (hypot(places[i][0] - first.x, places[i][1] - first.y), i),
    )
    waited = 0
    while order:
        i = order.pop(0)
        step = _nearest_step(bases[i], i, places[i], reach, standing, way)
        if step is None:
            order.append(i)  # it may be tied to the squad by somebody who stands further off
            waited += 1
            if waited == len(order):
                return [steps[k] for k in sorted(steps)], order[0]
            continue
        waited = 0
        steps[i] = step
        standing.append(bases[i].at(step.x, step.y))
    return [steps[i] for i in range(len(bases))], -1


def _nearest_step(
    base: Base, i: int, place: Point, reach: float, standing: Sequence[Base], way: Way
) -> Step | None:  # fmt: skip
    """The step to the place itself, or to the nearest one around it, or to one beside somebody who stands."""
    radius = base.radius
    rims = [Rim(other, radius, reach) for other in standing]
    px, py = place
    x, y = thousandth(px), thousandth(py)
    if _fits(x, y, rims):
        step = way(i, x, y)
        if step is not None:
            return step
    for ring in RINGS:
        far = ring * radius
        for c, s in WINDS:
            x, y = thousandth(px + far * c), thousandth(py + far * s)
            if _fits(x, y, rims):
                step = way(i, x, y)
                if step is not None:
                    return step
    for x, y in _places_beside(radius, place, standing, rims):
        step = way(i, x, y)
        if step is not None:
            return step
    return None


def _places_beside(radius: float, place: Point, standing: Sequence[Base], rims: Sequence[Rim]) -> list[Point]:
    """Places touching those who stand, clear of all of them, the nearest to the wished one first."""
    px, py = place
    found: list[tuple[float, float, float]] = []
    for other in standing:
        far = radius + other.radius + 2 * HAIR
        for c, s in WINDS:
            x, y = thousandth(other.x + far * c), thousandth(other.y + far * s)
            if _fits(x, y, rims):
                found.append((hypot(x - px, y - py), x, y))
    found.sort()
    return [(x, y) for _, x, y in found]


def _fits(x: float, y: float, rims: Sequence[Rim]) -> bool:
    """Clear of all who stand, and in reach of one of them."""
    linked = False
    for rim in rims:
        dx, dy = rim.x - x, rim.y - y
        square = dx * dx + dy * dy
        if square < rim.near:
            return False
        linked = linked or square <= rim.far
    return linked


# -- the question -----------------------------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class WhereToSquad(WhereTo[T]):
    """A squad about to move: the path of its leader, and of those whom somebody sets by hand; the others follow."""

    def followers(self) -> tuple[str, ...]:
        """The keys of the models that follow the one that leads."""
        return ()

    def check(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> T:
        raise TypeError(f"{type(self).__name__} does not say where it may be")

    def preview(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> dict[str, Any]:
        raise TypeError(f"{type(self).__name__} does not say what is to be seen of its move")


class PlaceSquad(Place[T]):
    """Where a squad goes, in one answer: the path of its leader, and where single models go if somebody sets them by hand.

    The given form is a path, or `{"path": […], "models": {key: […]}}`.
    """

    __slots__ = ("_squad", "followers")

    def __init__(self, player: Player, prompt: str, clause: str, squad: WhereToSquad[T]) -> None:
        super().__init__(player, prompt, clause, squad, squad.check)
        self._squad = squad
        self.followers: tuple[str, ...] = squad.followers()
        """The models that follow the one that leads."""

    def read(self, given: Given) -> tuple[Given, T]:
        if not isinstance(given, dict):
            return super().read(given)
        path, set_by_hand = self._by_hand(given)
        plain: dict[str, Any] = {PATH: as_given(path)}
        if set_by_hand:
            plain[MODELS] = {key: as_given(set_by_hand[key]) for key in sorted(set_by_hand)}
        return plain, self._squad.check(path, set_by_hand)

    def preview(self, given: Given) -> dict[str, Any]:
        if not isinstance(given, dict):
            return super().preview(given)
        path, set_by_hand = self._by_hand(given)
        return self._squad.preview(path, set_by_hand)

    def _by_hand(self, given: dict[Any, Any]) -> tuple[Path, dict[str, Path]]:
        """The leader's path, and those of models that somebody sets by hand."""
        for word in given:
            if word not in (PATH, MODELS):
                raise Refused(f"a squad's move has a path and models, no {word!r:.40}", self.clause)
        path = read_path(given.get(PATH), self.clause)
        by_hand = given.get(MODELS, {})
        if not isinstance(by_hand, dict):
            raise Refused(f"models are set by their keys, not by {by_hand!r:.80}", self.clause)
        set_by_hand: dict[str, Path] = {}
        for key in by_hand:
            if key not in self.followers:
                raise Refused(f"{key!r:.80} is none of {', '.join(self.followers)}", self.clause)
            set_by_hand[key] = read_path(by_hand[key], self.clause)
        return path, set_by_hand
