"""Moving a base: the question where to, answered by a path that is checked, priced, previewed, snapped and proposed.

A rulebook says by a `Mover` what the base may spend, what it may not pass and where it may not end, by a `Ground` what the
terrain does to it, and by `clauses` which of its rules stands behind each kind of objection:

    move = Move(ground, Mover(model, 6.0, blockers=others), model.name, CLAUSES, battle.name_of)
    priced = await move.ask(model.side, "Where to?", "move.normal", about=(model.key,))

What is particular to a game goes into a subclass: which moves are worth proposing (`count`, `proposal`), what a path
provokes (`provokes`), a quicker look at a straight line (`straight`). See docs/add-a-rulebook.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, hypot, inf, pi, sin
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Path, Place, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import nearest_on_edge, nearest_on_part, point_gap
from vanguard.geometry.movement.candidates import contact_candidates, contact_point
from vanguard.geometry.movement.forced import snap_toward
from vanguard.geometry.movement.ground import DECK, Ground, Mover
from vanguard.geometry.movement.paths import TOO_DEEP, TOO_FAR, Objection, PricedPath
from vanguard.geometry.movement.pricing import price_path, straight_cost
from vanguard.geometry.movement.reach import reach_area
from vanguard.geometry.movement.search import cheapest_path_in
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import BadShape, Base, Edge, Part, Point

Clauses = Mapping[str, str]
"""The clause behind each kind of objection; the one under `ANY` stands behind every kind that is not listed."""
ANY: Final = ""

Arrival = tuple[float, float, float, float, Path]
"""Where a move ends (x, y, elevation), what it cost, and by which points it went."""

CONTACTS: Final = 8
"""At so many places around its target a move may end in contact, going straight."""
FAN: Final[tuple[Point, ...]] = ((1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866))
"""Directions in which a move is proposed beside the things worth walking to."""
SHORT_OF_LIMIT: Final = 0.01
"""Proposals stay this far inside their allowance, so that rounding to a thousandth cannot break one."""
ROOM: Final = 0.05
"""How far beyond the edge of a level a proposed climb goes."""


def clause_of(objection: Objection, clauses: Clauses) -> str:
    """The rulebook's clause behind an objection."""
    return clauses.get(objection.kind) or clauses.get(ANY, "")


def comes_nearer(daring: PricedPath, safe: PricedPath) -> bool:
    """Of two ways that both cannot be gone: is it only the depth of a drop that forbids the safe one, or is dropping cheaper?

    Then the other says what is really in the way.
    """
    if daring.objection is None or safe.objection is None:
        return False
    if safe.objection.kind == TOO_DEEP:
        return True
    return daring.objection.kind == TOO_FAR and safe.objection.kind == TOO_FAR and daring.cost < safe.cost


@mypyc_attr(allow_interpreted_subclasses=True)
class Move(WhereTo[PricedPath]):
    """One base about to move: what it may spend, what is in its way, and where it may end.

    `name` and `called` are for refusals (`Breacher cannot make this Charge: …`); `name_of` gives the name of whatever is in
    the way by its key. `goals` are points worth walking to, `target` a base worth ending in contact with. With several
    `drops` a path is priced by the first of these limits for dropping under which it is legal: harmless first.
    """

    __slots__ = (
        "_around", "_goals", "_mover", "allowance", "base", "called", "clauses", "drops", "ground", "known", "name",
        "name_of", "target",
    )  # fmt: skip
    draws_area: ClassVar[bool] = True

    def __init__(
        self,
        ground: Ground,
        mover: Mover,
        name: str,
        clauses: Clauses,
        name_of: Callable[[str], str],
        goals: Sequence[Point] | None = None,
        target: Base | None = None,
        called: str = "",
        drops: Sequence[float] = (),
    ) -> None:
        super().__init__()
        self.ground = ground
        self.base = mover.base
        self.allowance = mover.allowance
        self.name = name
        self.called = called
        self.clauses = clauses
        self.name_of = name_of
        self.target = target
        self.drops: Sequence[float] = drops or (mover.drops_up_to,)
        self.known: dict[Path, Arrival] = {}
        """Proposed paths with their verdicts, so that whoever takes one need not wait for it to be walked again."""
        self._goals: Sequence[Point] | None = goals
        self._mover = mover
        self._around: Surroundings | None = None

    # -- what a subclass may say otherwise ------------------------------------------------------------------------------

    def mover(self, drops_up_to: float) -> Mover:
        """Who moves, dropping at most so far."""
        mover = self._mover
        if mover.drops_up_to == drops_up_to:
            return mover
        return Mover(
            mover.base, mover.allowance, mover.blockers, mover.end_blockers, mover.zones, drops_up_to, mover.level_gap,
            mover.entering, mover.end_test,
        )  # fmt: skip

    def provokes(self, priced: PricedPath) -> list[dict[str, str]]:
        """What a path brings upon the mover, each as a `text` and its `clause`."""
        return []

    def explained(self, priced: PricedPath, path: Path) -> PricedPath:
        """The same for people, with a better reason where it takes a second look to tell one."""
        return priced

    def clause_behind(self, objection: Objection) -> str:
        """The clause behind an objection; by default its kind says which."""
        return clause_of(objection, self.clauses)

    def is_good_enough(self, straight: PricedPath) -> bool:
        """Is the straight way to a point what a player who gives no other means? By default if nothing is cheaper."""
        return straight.legal and straight.cost <= straight.length + self.ground.tolerance

    def find_goals(self) -> Sequence[Point]:
        """Points worth walking to, where they were not given; asked for once."""
        return ()

    def straight(self, x: float, y: float) -> float:
        """What going straight to a point (in thousandths) costs; infinite if it is not legal, or not known to be."""
        return straight_cost(self.around, x, y)

    def count(self) -> int:
        """Staying, contacts with the target, goals, all round."""
        return 1 + (CONTACTS + 1 if self.target is not None else 0) + len(self.goals()) + len(FAN)

    def proposal(self, number: int) -> Path:
        if number == 0:
            return self.stay()
        number -= 1
        if self.target is not None:
            if number <= CONTACTS:
                return self.contact(self.target, number)
            number -= CONTACTS + 1
        goals = self.goals()
        if number < len(goals):
            return self.toward(goals[number])
        dx, dy = FAN[number - len(goals)]
        return self.ahead(dx, dy)

    # -- a path given by a player ---------------------------------------------------------------------------------------

    def moved_key(self) -> str:
        return self.base.key

    def ask_arrival(
        self, player: int, prompt: str, clause: str, about: tuple[str, ...] = (), way: str = ""
    ) -> Place[Arrival]:
        """The question where nothing happens on the way: the rule receives where it ends and what it cost."""
        return self.ask_for(self.arrive, player, prompt, clause, about, way=way)

    def check(self, path: Path) -> PricedPath:
        """The priced path, or the refusal that says what is in the way."""
        priced = self.explained(self.priced(path), path)
        if priced.objection is not None:
            raise Refused(self.refusal(priced.objection), self.clause_behind(priced.objection))
        return priced

    def arrive(self, path: Path) -> Arrival:
        """Where the path ends and what it costs, for games in which nothing happens on the way."""
        known = self.known.get(path)
        return arrival(self.check(path)) if known is None else known

    def priced(self, path: Path) -> PricedPath:
        """A single point means the best way there; more points are the player's own path."""
        try:
            best = self._priced(path, self.drops[0])
            for i in range(1, len(self.drops)):
                if best.legal:
                    break
                daring = self._priced(path, self.drops[i])
                if daring.legal or comes_nearer(daring, best):
                    best = daring
        except BadShape as fault:
            raise Refused(str(fault), self.clauses.get(ANY, "")) from None
        return best

    def _priced(self, path: Path, drops_up_to: float) -> PricedPath:
        mover = self.mover(drops_up_to)
        points: Path = path if self.ground.has_decks else tuple([point[:2] for point in path])
        straight = price_path(self.ground, mover, points)
        if len(points) > 1 or self.is_good_enough(straight):
            return straight
        cheapest = self._cheapest(mover, points[0])
        if cheapest is None or (straight.legal and straight.cost <= cheapest.cost):
            return straight
        return cheapest

    def _cheapest(self, mover: Mover, goal: tuple[float, ...]) -> PricedPath | None:
        """The cheapest way to a point; one given without its elevation may lie on any level."""
        around = Surroundings(self.ground, mover, mover.allowance + self.ground.tolerance)
        found = cheapest_path_in(around, goal, mover.allowance)
        if found is not None or len(goal) == 3 or not self.ground.has_decks:
            return found
        for level in self.ground.levels:
            if abs(level - self.base.elevation) > self.ground.tolerance:
                found = cheapest_path_in(around, (goal[0], goal[1], level), mover.allowance)
                if found is not None:
                    return found
        return None

    def told(self, objection: Objection) -> str:
        """The objection in a player's words: models by name."""
        return objection.told(self.name_of(objection.blocker))

    def refusal(self, objection: Objection) -> str:
        whose = f"{self.name} cannot make this {self.called}" if self.called else self.name
        return f"{whose}: {self.told(objection)}"

    def preview(self, path: Path) -> dict[str, Any]:
        """What a path would cost, item by item, what it provokes, and why it is not legal."""
        priced = self.explained(self.priced(path), path)
        shown: dict[str, Any] = {
            "legal": priced.legal,
            "cost": round(priced.cost, 2),
            "allowance": round(self.allowance, 2),
            "items": [
                {"label": f"{item.label} {item.part}".strip(), "amount": round(item.amount, 2)} for item in priced.items
            ],
            "path": [[x, y] for x, y, _ in priced.points],
            "provokes": self.provokes(priced),
            "bill": priced.bill(),
        }
        if priced.objection is not None:
            shown["why"] = self.told(priced.objection)
            shown["clause"] = self.clause_behind(priced.objection)
        return shown

    def area(self) -> list[list[Point]]:
        """Where the base can end, level by level, as rings filled by the even-odd rule; end tests are left to the check."""
        return [ring for level in reach_area(self.ground, self.mover(self.drops[0])) for ring in level.rings]

    def snap(self, path: Path) -> Path:
        """The path itself if it is legal, else the furthest legal move toward its last point."""
        if self.priced(path).legal:
            return path
        wish = path[-1] if self.ground.has_decks else path[-1][:2]
        try:
            snapped = snap_toward(self.ground, self.mover(self.drops[0]), wish)
        except BadShape as fault:
            raise Refused(str(fault), self.clauses.get(ANY, "")) from None
        return as_given(self.ground, snapped) or path

    # -- proposals --------------------------------------------------------------------------------------------------------

    def goals(self) -> Sequence[Point]:
        """Points worth walking to."""
        found = self._goals
        if found is None:
            found = self._goals = self.find_goals()
        return found

    @property
    def around(self) -> Surroundings:
        """What is within reach, gathered once."""
        found = self._around
        if found is None:
            found = Surroundings(self.ground, self.mover(self.drops[0]), self.allowance + self.ground.tolerance)
            self._around = found
        return found

    def whole_around(self) -> Surroundings:
        """The same with every zone and end a path must keep to, for whoever sees to some of these by itself otherwise."""
        return self.around

    # -- ways to propose, each a legal path or nothing --------------------------------------------------------------------

    def stay(self) -> Path:
        return self.keep((self.base.x, self.base.y), 0.0)

    def go_straight(self, x: float, y: float) -> Path:
        """Straight to a point."""
        x, y = thousandth(x), thousandth(y)
        cost = self.straight(x, y)
        return self.keep((x, y), cost) if cost < inf else ()

    def ahead(self, dx: float, dy: float, share: float = 1.0) -> Path:
        """Straight in a direction (of length 1), as far as the allowance goes or a share of that."""
        far = (self.allowance - SHORT_OF_LIMIT) * share
        return self.go_straight(self.base.x + dx * far, self.base.y + dy * far)

    def toward(self, goal: Point, short_of: float = 0.0) -> Path:
        """Straight toward a point, as far as it is or the allowance goes; nothing if it is there already."""
        point = point_toward((self.base.x, self.base.y), goal, self.allowance, short_of)
        return () if point is None else self.go_straight(point[0], point[1])

    def contact(self, target: Base, number: int, gap: float = 0.0) -> Path:
        """One of the places at a gap around a base; the last number is the way around, if there is no straight one."""
        if number < CONTACTS:
            x, y = contact_point(self.around, target, number, CONTACTS, gap)
            return self.go_straight(x, y)
        for other in range(CONTACTS):
            if self.contact(target, other, gap):
                return ()
        for candidate in contact_candidates(self.around, target, CONTACTS, gap):
            return ((candidate.x, candidate.y),)
        return ()

    def legs(self, path: Path) -> Path:
        """A path of several legs."""
        priced = price_path(self.ground, self.mover(self.drops[0]), path)
        if not priced.legal:
            return ()
        self.known[path] = arrival(priced)
        return path

    def first_reached(self, goals: Sequence[tuple[float, ...]], quick: bool = True) -> Path:
        """A path to the first goal within reach, by whatever way: any will do, so quick looks suffice unless none may be missed."""
        around = self.whole_around()
        for goal in goals:
            found = cheapest_path_in(around, goal, self.allowance, quick)
            if found is not None:
                path = as_given(self.ground, found)
                if path:
                    self.known[path] = arrival(found)
                return path or self.stay()
        return ()

    def keep(self, point: Point, cost: float) -> Path:
        """A point found legal, remembered with what it costs."""
        path: Path = (point,)
        ground = self.ground
        z = self.base.elevation
        if ground.has_platforms and not ground.has_decks:
            z = ground.platform_level(point[0], point[1])
        self.known[path] = (point[0], point[1], z, cost, path)
        return path

    def places_round(self, lengths: Sequence[float], directions: int) -> list[tuple[float, ...]]:
        """Points of the table in even directions, at each length in turn, on which the base has room; not walked to yet."""
        base = self.base
        goals: list[tuple[float, ...]] = []
        for far in lengths:
            for i in range(directions):
                angle = 2.0 * pi * i / directions
                x, y = thousandth(base.x + far * cos(angle)), thousandth(base.y + far * sin(angle))
                if self.ground.table.holds_disc(x, y, base.radius):
                    goals.append((x, y))
        return goals

    def ring_round(self, target: Base, apart: float, directions: int) -> list[Point]:
        """Points so far apart from a target, all round it; not walked to yet."""
        ring = self.base.radius + target.radius + apart
        angles = [2.0 * pi * i / directions for i in range(directions)]
        return [(thousandth(target.x + ring * cos(it)), thousandth(target.y + ring * sin(it))) for it in angles]

    def level_changes(self) -> list[Path]:
        """Up the sides of levels that are near, and down from the one the base stands on; not walked yet."""
        base = self.base
        found: list[Path] = []
        if not self.ground.has_decks:
            return found
        tolerance = self.ground.tolerance
        for feature in self.around.costly:
            if feature.kind != DECK:
                continue
            part = feature.part
            side = feature.edge_rules[0]
            height = part.top - base.elevation
            if height > tolerance:
                price = side.price_up(height) + 2.0 * base.radius
                if point_gap(part, base.x, base.y) - base.radius + price <= self.allowance:
                    _add_once(found, climb_path(base, part, tolerance))
            elif height > -tolerance and side.price_down(part.top) + base.radius <= self.allowance:
                for edge in part.edges:
                    _add_once(found, drop_path(base, edge, part.area > 0.0))
        return found


def _add_once(paths: list[Path], path: Path) -> None:
    if path and path not in paths:
        paths.append(path)


def climb_path(base: Base, part: Part, tolerance: float) -> Path:
    """To the nearest side of a level, up, and just far enough inward to stand on it."""
    x, y = nearest_on_part(part, base.x, base.y)
    away = hypot(base.x - x, base.y - y)
    if away < base.radius - tolerance:
        return ()
    ux, uy = (base.x - x) / away, (base.y - y) / away
    foot = (thousandth(x + ux * base.radius), thousandth(y + uy * base.radius), part.top)
    inward = base.radius + ROOM
    return (foot, (thousandth(x - ux * inward), thousandth(y - uy * inward)))


def drop_path(base: Base, edge: Edge, left_is_inside: bool) -> Path:
    """Over the nearest point of an edge of the level, and down beside it."""
    x, y = nearest_on_edge(base.x, base.y, edge)
    ex, ey = edge[2] - edge[0], edge[3] - edge[1]
    length = hypot(ex, ey)
    side = base.radius / length if left_is_inside else -base.radius / length
    return ((thousandth(x + ey * side), thousandth(y - ex * side), 0.0),)


def leg_keeps_clear(base: Base, x: float, y: float, others: Sequence[Base], distance: float) -> bool:
    """Does a base that goes straight to a point stay further than this from all the others on the way?"""
    dx, dy = x - base.x, y - base.y
    square = dx * dx + dy * dy
    for other in others:
        fx, fy = other.x - base.x, other.y - base.y
        t = (fx * dx + fy * dy) / square if square > 0.0 else 0.0
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        fx -= dx * t
        fy -= dy * t
        reach = distance + base.radius + other.radius
        if fx * fx + fy * fy <= reach * reach:
            return False
    return True


def end_is_clear(base: Base, x: float, y: float, others: Sequence[Base], distance: float) -> bool:
    """Is a base that ends at a point further than this from all the others?"""
    for other in others:
        reach = distance + base.radius + other.radius
        dx, dy = other.x - x, other.y - y
        if dx * dx + dy * dy <= reach * reach:
            return False
    return True


def point_toward(start: Point, goal: Point, reach: float, short_of: float) -> Point | None:
    """The point toward a goal that is within reach, stopping short of it; None if there already."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    distance = hypot(dx, dy)
    length = min(reach - SHORT_OF_LIMIT, distance - short_of)
    if length <= SHORT_OF_LIMIT:
        return None
    return (thousandth(start[0] + dx / distance * length), thousandth(start[1] + dy / distance * length))


def heading_to_nearest(base: Base, others: Sequence[Base]) -> float:
    """The direction from one base to the nearest of others, the first of equally near ones; 0 if there are none."""
    nearest, toward = inf, 0.0
    for other in others:
        dx, dy = other.x - base.x, other.y - base.y
        if dx * dx + dy * dy < nearest:
            nearest, toward = dx * dx + dy * dy, atan2(dy, dx)
    return toward


def arrival(priced: PricedPath) -> Arrival:
    x, y, z = priced.end
    return (thousandth(x), thousandth(y), z, thousandth(priced.cost), tuple(priced.waypoints))


def as_given(ground: Ground, priced: PricedPath) -> Path:
    """A priced path as a player would give it; without elevations where the place alone decides them."""
    if ground.has_decks or not ground.has_platforms:
        return tuple([tuple(point) for point in priced.points[1:]])
    x, y, _ = priced.points[0]
    found: list[tuple[float, ...]] = []
    for nx, ny, _ in priced.points[1:]:
        if (nx, ny) != (x, y):
            found.append((thousandth(nx), thousandth(ny)))
        x, y = nx, ny
    return tuple(found) or ((x, y),)
