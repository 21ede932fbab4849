"""The moves: NORMAL MOVE, CHARGE, FALL BACK and DASH as paths of a base, checked, proposed and explained."""

from __future__ import annotations

from math import atan2, cos, hypot, inf, pi, sin
from typing import Any, Final

from vanguard.core.questions import Path, Uniform
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import nearest_on_edge, nearest_on_part, point_gap
from vanguard.geometry.movement import Ground, Mover, PricedPath, Surroundings, keep_away, price_path
from vanguard.geometry.movement_forced import snap_toward
from vanguard.geometry.movement_ground import DECK
from vanguard.geometry.movement_paths import (
    ACROSS_EDGE,
    ACROSS_LINE,
    BASE_IN_WAY,
    CHANGES_LEVEL,
    OFF_LEVEL,
    ON_BASE,
    ON_TERRAIN,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_DEEP,
    TOO_FAR,
    TOO_STEEP,
    UNFIT_END,
)
from vanguard.geometry.movement_search import cheapest_path, cheapest_path_in
from vanguard.geometry.movement_trace import straight_cost
from vanguard.geometry.reach import reach_area
from vanguard.geometry.shapes import BadShape, Base, Edge, Part
from vanguard.rulebooks.killteam_lite.killzone import SIDE, TOLERANCE
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, within
from vanguard.rulebooks.killteam_lite.state import IN_PLAY, Battle, Operative

NORMAL_MOVE: Final = "normal-move"
CHARGE: Final = "charge"
FALL_BACK: Final = "fall-back"
DASH: Final = "dash"
MOVES: Final[tuple[str, ...]] = (NORMAL_MOVE, CHARGE, FALL_BACK, DASH)
NAMES: Final = {NORMAL_MOVE: "Normal Move", CHARGE: "Charge", FALL_BACK: "Fall Back", DASH: "Dash"}
DISTANCE_CLAUSES: Final[dict[str, str]] = {kind: f"{kind}.distance" for kind in MOVES}

DASH_DISTANCE: Final = 3.0
CHARGE_BONUS: Final = 2.0
FRENZY_BONUS: Final = 1.0

CLAUSES: Final[dict[str, str]] = {
    TABLE_EDGE: "setup.killzone-size",
    BASE_IN_WAY: "move.not-through-bases",
    ON_BASE: "move.not-through-bases",
    TERRAIN_IN_WAY: "move.terrain-blocks",
    ON_TERRAIN: "move.terrain-blocks",
    ACROSS_LINE: "move.terrain-blocks",
    ACROSS_EDGE: "move.climb-and-drop",
    OFF_LEVEL: "move.climb-and-drop",
    CHANGES_LEVEL: "move.climb-and-drop",
    TOO_STEEP: "move.climb-and-drop",
    TOO_DEEP: "move.climb-and-drop",
    TOO_FAR: "move.allowance",
    UNFIT_END: "charge.must-finish-engaged",
}
"""The clause behind each kind of objection; an Engagement Range is kept out of by each move's own."""
ENGAGEMENT_CLAUSES: Final[dict[str, str]] = {
    NORMAL_MOVE: "normal-move.avoids-engagement",
    CHARGE: "charge.must-finish-engaged",
    FALL_BACK: "fall-back.must-finish-free",
    DASH: "dash.avoids-engagement",
}

HEADINGS: Final = 6
SHARES = (1.0, 0.55)
ROOM: Final = 0.05
ENGAGEMENT: Final = "Engagement Range"
HAIR: Final = 0.002
"""Proposals stay this far inside every limit, so that rounding to a thousandth cannot break one."""

STAY: Final = 0
STRAIGHT: Final = 1
UP_OR_DOWN: Final = 2
Way = tuple[int, float, Path]
"""A move that might be proposed: in which form, in which direction, or along which path."""

Arrival = tuple[float, float, float, float, Path]
"""Where a move ends (x, y, elevation), what it cost, and by which way it went (without its start)."""


def allowance_of(battle: Battle, operative: Operative, kind: str) -> float:
    """Normal Move and Fall Back M, Charge M + 2\", Dash 3\" whatever M is."""
    if kind == DASH:
        return DASH_DISTANCE
    allowance = battle.movement_of(operative)
    if kind != CHARGE:
        return allowance
    allowance += CHARGE_BONUS
    if battle.ploy_in_force(operative.seat, "frenzy") is not None:
        allowance += FRENZY_BONUS
    return allowance


def enemies_in_reach(battle: Battle, operative: Operative, allowance: float) -> list[Operative]:
    """Enemies whose Engagement Range a move with this allowance could touch."""
    base = operative.base
    reach = allowance + ENGAGEMENT_RANGE + base.radius + 0.1
    seat = operative.seat
    found: list[Operative] = []
    for enemy in battle.operatives:
        if enemy.seat == seat or enemy.fate != IN_PLAY:
            continue
        dx, dy = enemy.base.x - base.x, enemy.base.y - base.y
        far = reach + enemy.base.radius
        if dx * dx + dy * dy <= far * far:
            found.append(enemy)
    return found


class MoveInHand:
    """One operative about to move: what it may spend, what is in its way, and where it may end."""

    __slots__ = (
        "_around", "_enemies", "_mover", "allowance", "battle", "ground", "key", "kind", "known", "operative",
    )  # fmt: skip

    def __init__(self, battle: Battle, key: str, kind: str) -> None:
        operative = battle[key]
        self.battle = battle
        self.key = key
        self.kind = kind
        self.operative = operative
        self.allowance = allowance_of(battle, operative, kind)
        killzone = battle.killzone
        self.ground: Ground = killzone.leaping if operative.card.has("leaper") else killzone.ground
        self.known: dict[Path, Arrival] = {}
        """Proposed paths with their verdicts."""
        self._enemies: list[Operative] | None = None
        self._around: Surroundings | None = None
        self._mover: Mover | None = None

    @property
    def enemies(self) -> list[Operative]:
        """Those whose Engagement Range it could touch."""
        found = self._enemies
        if found is None:
            found = self._enemies = enemies_in_reach(self.battle, self.operative, self.allowance)
        return found

    @property
    def around(self) -> Surroundings:
        """What is near, without the Engagement Ranges: those are quicker to see to here."""
        found = self._around
        if found is None:
            others = [other.base for other in self.battle.operatives if other.fate == IN_PLAY and other.key != self.key]
            found = Surroundings(self.ground, Mover(self.operative.base, self.allowance, others), self.allowance)
            self._around = found
        return found

    @property
    def mover(self) -> Mover:
        """The operative as the rules of movement see it, with the Engagement Ranges it must keep out of."""
        if self._mover is not None:
            return self._mover
        zones = []
        if self.kind != CHARGE:
            for enemy in self.enemies:
                condition = _Engages(self.battle, self.operative.base, enemy.base).at
                zones.append(
                    keep_away(
                        enemy.base, ENGAGEMENT_RANGE, self.kind == FALL_BACK, condition=condition, called=ENGAGEMENT
                    )
                )
        end_test = self.charge_end_fault if self.kind == CHARGE else None
        mover = Mover(self.operative.base, self.allowance, self.around.mover.blockers, (), zones, end_test=end_test)
        self._mover = mover
        return mover

    def charge_end_fault(self, x: float, y: float, z: float) -> str:
        """A Charge must end within Engagement Range of at least one enemy."""
        base = self.operative.base.at(x, y, z)
        for enemy in self.enemies:
            if engages_from(self.battle, base, enemy.base):
                return ""
        return "a Charge must end within Engagement Range of an enemy operative"

    # -- a path given by a player ---------------------------------------------------------------------------------------

    def priced(self, path: Path) -> PricedPath:
        """The price of a path; a single point means: go there by the cheapest legal path."""
        try:
            straight = price_path(self.ground, self.mover, path)
            if len(path) > 1 or straight.legal:
                return straight
            found = self._cheapest(path[0])
        except BadShape as fault:
            raise Refused(str(fault), "move.path") from None
        return straight if found is None else found

    def _cheapest(self, goal: tuple[float, ...]) -> PricedPath | None:
        """The cheapest way to a point; one given without its elevation may lie on any level."""
        found = cheapest_path(self.ground, self.mover, goal)
        if found is not None or len(goal) == 3:
            return found
        for level in (0.0, *self.battle.killzone.levels):
            if abs(level - self.operative.base.elevation) > TOLERANCE:
                found = cheapest_path(self.ground, self.mover, (goal[0], goal[1], level))
                if found is not None:
                    return found
        return None

    def check(self, path: Path) -> Arrival:
        arrival = self.known.get(path)
        if arrival is not None:
            return arrival
        priced = self.priced(path)
        if priced.objection is not None:
            raise Refused(
                f"{self.operative.name} cannot make this {NAMES[self.kind]}: {self.why(priced)}", self.clause(priced)
            )
        return _arrival(priced)

    def why(self, priced: PricedPath) -> str:
        """The objection in a player's words: operatives by name."""
        objection = priced.objection
        assert objection is not None
        return objection.told(self.battle.name_of(objection.blocker))

    def clause(self, priced: PricedPath) -> str:
        objection = priced.objection
        if objection is None:
            return ""
        return CLAUSES.get(objection.kind) or ENGAGEMENT_CLAUSES[self.kind]

    def preview(self, path: Path) -> dict[str, Any]:
        """What a path would cost, item by item, and why it is not legal."""
        priced = self.priced(path)
        shown: dict[str, Any] = {
            "legal": priced.legal,
            "cost": round(priced.cost, 2),
            "allowance": round(self.allowance, 2),
            "items": [_item(item.label, item.part, item.amount) for item in priced.items],
            "path": [[x, y] for x, y, _ in priced.points],
            "provokes": [],
        }
        if priced.objection is not None:
            shown["why"] = self.why(priced)
            shown["clause"] = self.clause(priced)
        return shown

    def area(self) -> list[list[tuple[float, float]]]:
        """Where the base can end, level by level; a Charge that cannot end engaged is left to the check."""
        return [ring for area in reach_area(self.ground, self.mover) for ring in area.rings]

    def snap(self, path: Path) -> Path:
        """The furthest legal move toward the last point of a wish."""
        try:
            snapped = snap_toward(self.ground, self.mover, path[-1])
        except BadShape as fault:
            raise Refused(str(fault), "move.path") from None
        return tuple([tuple(point) for point in snapped.points[1:]]) or path

    # -- proposals --------------------------------------------------------------------------------------------------------

    def propose(self) -> list[Path]:
        """A sample of legal paths: mostly straight, since they are quick to check."""
        if self.kind == CHARGE:
            return self.propose_charges()
        paths = [path for path in [self._path(way) for way in self._ways()] if path]
        return paths or self._retreats_around()

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposals, each as likely as any other: ways are tried by chance until one is legal."""
        ways = [] if self.kind == CHARGE else self._ways()
        while ways:
            path = self._path(ways.pop(uniform(len(ways))))
            if path:
                return path
        paths = self.propose_charges() if self.kind == CHARGE else self._retreats_around()
        return paths[uniform(len(paths))]

    def _ways(self) -> list[Way]:
        """Where a Normal Move, Dash or Fall Back might go: nowhere, straight in some directions, to another level."""
        toward = self._toward()
        ways: list[Way] = []
        if self.kind == FALL_BACK:
            toward += pi
        else:
            ways.append((STAY, 0.0, ()))
        for i in range(HEADINGS):
            ways.append((STRAIGHT, toward + 2.0 * pi * i / HEADINGS, ()))
        if self.ground.has_decks:
            self._change_levels(ways)
        return ways

    def _path(self, way: Way) -> Path:
        """The way as a legal path, or nothing."""
        form, angle, path = way
        if form == STRAIGHT:
            return self._walk(angle)
        if form == STAY:
            return self._keep((self.operative.base.x, self.operative.base.y), 0.0)
        priced = price_path(self.ground, self.mover, path)
        if not priced.legal:
            return ()
        self.known[path] = _arrival(priced)
        return path

    def _toward(self) -> float:
        """The heading to the nearest enemy, wherever it is."""
        base = self.operative.base
        seat = self.operative.seat
        nearest = 1e9
        toward = (0.0, 0.0)
        for enemy in self.battle.operatives:
            if enemy.seat == seat or enemy.fate != IN_PLAY:
                continue
            dx, dy = enemy.base.x - base.x, enemy.base.y - base.y
            distance = dx * dx + dy * dy
            if distance < nearest:
                nearest = distance
                toward = (dx, dy)
        return atan2(toward[1], toward[0])

    def _walk(self, angle: float) -> Path:
        """As far as the allowance goes in one direction, or about half as far."""
        base = self.operative.base
        c, s = cos(angle), sin(angle)
        for share in SHARES:
            far = (self.allowance - HAIR) * share
            x, y = thousandth(base.x + c * far), thousandth(base.y + s * far)
            cost = straight_cost(self.around, x, y)
            if cost < inf and (self._is_out_of_reach(x, y) if self.kind == FALL_BACK else self._keeps_clear(x, y)):
                return self._keep((x, y), cost)
        return ()

    def _change_levels(self, ways: list[Way]) -> None:
        """Up the side of a level that is near, or down from the one it stands on."""
        base = self.operative.base
        for feature in self.around.costly:
            if feature.kind != DECK:
                continue
            part = feature.part
            height = part.top - base.elevation
            if height > TOLERANCE:
                price = SIDE.price_up(height) + 2.0 * base.radius
                if point_gap(part, base.x, base.y) - base.radius + price <= self.allowance:
                    self._change_level(_climb(base, part), ways)
            elif height > -TOLERANCE and SIDE.price_down(part.top) + base.radius <= self.allowance:
                for edge in part.edges:
                    self._change_level(_drop(base, edge, part.area > 0.0), ways)

    def _change_level(self, path: Path, ways: list[Way]) -> None:
        """A path of several legs, once."""
        way = (UP_OR_DOWN, 0.0, path)
        if path and way not in ways:
            ways.append(way)

    def _keep(self, point: tuple[float, float], cost: float) -> Path:
        path: Path = (point,)
        self.known[path] = (point[0], point[1], self.operative.base.elevation, cost, path)
        return path

    def _keeps_clear(self, x: float, y: float) -> bool:
        """Does the leg stay more than 1\" from every enemy, seen or not?"""
        base = self.operative.base
        dx, dy = x - base.x, y - base.y
        square = dx * dx + dy * dy
        for enemy in self.enemies:
            fx, fy = enemy.base.x - base.x, enemy.base.y - base.y
            t = (fx * dx + fy * dy) / square if square > 0.0 else 0.0
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            fx -= dx * t
            fy -= dy * t
            reach = ENGAGEMENT_RANGE + base.radius + enemy.base.radius + HAIR
            if fx * fx + fy * fy <= reach * reach:
                return False
        return True

    # -- charges ------------------------------------------------------------------------------------------------------------

    def propose_charges(self) -> list[Path]:
        paths: list[Path] = []
        for enemy in self.enemies:
            path = self._charge_straight(enemy)
            if path:
                paths.append(path)
        if not paths:
            for enemy in self.enemies:
                path = self._charge_around(enemy)
                if path:
                    paths.append(path)
        return paths

    def can_charge(self) -> bool:
        """Is there any end of a Charge within Engagement Range of an enemy?"""
        for enemy in self.enemies:
            if self._charge_straight(enemy):
                return True
        for enemy in self.enemies:
            if self._charge_around(enemy):
                return True
        return False

    def _charge_straight(self, enemy: Operative) -> Path:
        base, goal = self.operative.base, enemy.base
        dx, dy = goal.x - base.x, goal.y - base.y
        distance = hypot(dx, dy)
        if distance == 0.0:
            return ()  # straight above or below: no direction leads there
        apart = distance - base.radius - goal.radius
        for travel in (min(self.allowance, apart - HAIR), max(0.0, apart - ENGAGEMENT_RANGE)):
            if travel < 0.0 or apart - travel > ENGAGEMENT_RANGE + TOLERANCE:
                continue
            x, y = thousandth(base.x + dx / distance * travel), thousandth(base.y + dy / distance * travel)
            cost = straight_cost(self.around, x, y)
            if cost < inf and engages_from(self.battle, base.at(x, y), goal):
                return self._keep((x, y), cost)
        return ()

    def _charge_around(self, enemy: Operative) -> Path:
        """Round a corner or over a low wall: the cheapest path to points around the enemy, nearest side first."""
        base, goal = self.operative.base, enemy.base
        distance = hypot(goal.x - base.x, goal.y - base.y)
        if distance - base.radius - goal.radius - ENGAGEMENT_RANGE > self.allowance:
            return ()
        spots: list[tuple[float, float, float]] = []
        for apart in (0.5, ENGAGEMENT_RANGE):
            ring = base.radius + goal.radius + apart
            for i in range(HEADINGS):
                angle = 2.0 * pi * i / HEADINGS
                x, y = thousandth(goal.x + ring * cos(angle)), thousandth(goal.y + ring * sin(angle))
                far = hypot(x - base.x, y - base.y)
                if far <= self.allowance:
                    spots.append((far, x, y))
        spots.sort()
        return self._first_reached([(x, y, goal.elevation) for _, x, y in spots])

    def _first_reached(self, goals: list[tuple[float, ...]]) -> Path:
        """A path to the first goal within reach: any will do, so quick looks suffice."""
        around = Surroundings(self.ground, self.mover, self.allowance + TOLERANCE)
        for goal in goals:
            found = cheapest_path_in(around, goal, self.allowance, quick=True)
            if found is not None:
                path: Path = tuple([tuple(point) for point in found.points[1:]])
                self.known[path] = _arrival(found)
                return path
        return ()

    # -- retreats -----------------------------------------------------------------------------------------------------------

    def can_fall_back(self) -> bool:
        """Is there any way out of Engagement Range?"""
        for way in self._ways():
            if self._path(way):
                return True
        return bool(self._retreats_around())

    def _is_out_of_reach(self, x: float, y: float) -> bool:
        base = self.operative.base
        for enemy in self.enemies:
            reach = ENGAGEMENT_RANGE + base.radius + enemy.base.radius + HAIR
            if hypot(enemy.base.x - x, enemy.base.y - y) <= reach:
                return False
        return True

    def _retreats_around(self) -> list[Path]:
        """When every straight way is barred: winding ways, over low walls and down from levels."""
        base = self.operative.base
        goals: list[tuple[float, ...]] = []
        for ring in (1.0, 0.7, 0.4):
            for i in range(2 * HEADINGS):
                angle = pi * i / HEADINGS
                far = self.allowance * ring
                x, y = thousandth(base.x + far * cos(angle)), thousandth(base.y + far * sin(angle))
                if self.ground.table.holds_disc(x, y, base.radius):
                    goals.append((x, y))
        path = self._first_reached(goals)
        return [path] if path else []


class _Engages:
    """Would a base standing elsewhere and an enemy see each other? The distance is the zone's business."""

    __slots__ = ("base", "battle", "enemy")

    def __init__(self, battle: Battle, base: Base, enemy: Base) -> None:
        self.battle = battle
        self.base = base
        self.enemy = enemy

    def at(self, x: float, y: float, z: float) -> bool:
        base = self.base.at(x, y, z)
        screens = self.battle.killzone.screens
        return screens.sees(base, self.enemy) or screens.sees(self.enemy, base)


def _climb(base: Base, part: Part) -> Path:
    """To the nearest side of a level, up, and just far enough inward to stand on it."""
    x, y = nearest_on_part(part, base.x, base.y)
    away = hypot(base.x - x, base.y - y)
    if away < base.radius - TOLERANCE:
        return ()
    ux, uy = (base.x - x) / away, (base.y - y) / away
    foot = (thousandth(x + ux * base.radius), thousandth(y + uy * base.radius), part.top)
    inward = base.radius + ROOM
    return (foot, (thousandth(x - ux * inward), thousandth(y - uy * inward)))


def _drop(base: Base, edge: Edge, left_is_inside: bool) -> Path:
    """Over the nearest point of an edge of the level, and down beside it."""
    x, y = nearest_on_edge(base.x, base.y, edge)
    ex, ey = edge[2] - edge[0], edge[3] - edge[1]
    length = hypot(ex, ey)
    side = base.radius / length if left_is_inside else -base.radius / length
    return ((thousandth(x + ey * side), thousandth(y - ex * side), 0.0),)


def engages_from(battle: Battle, base: Base, enemy: Base) -> bool:
    """Would a base standing somewhere engage an enemy? Nothing is remembered of the look."""
    if not within(base, enemy, ENGAGEMENT_RANGE):
        return False
    screens = battle.killzone.screens
    return screens.sees(base, enemy) or screens.sees(enemy, base)


def _arrival(priced: PricedPath) -> Arrival:
    x, y, z = priced.end
    return (thousandth(x), thousandth(y), z, thousandth(priced.cost), tuple(priced.waypoints))


def _item(label: str, part: str, amount: float) -> dict[str, Any]:
    return {"label": f"{label} {part}".strip(), "amount": round(amount, 2)}


def move_to(battle: Battle, key: str, kind: str, arrival: Arrival) -> None:
    """The operative stands at the end of its move."""
    operative = battle[key]
    x, y, z, cost, way = arrival
    before = operative.base
    operative.base = operative.base.at(x, y, z)
    if battle.heard:
        price = f"{round(cost, 1):g}"
        path = ((before.x, before.y), *way)
        battle.note(kind, DISTANCE_CLAUSES[kind], (key,), who=operative.name, cost=price, path=path)


def inches(distance: float) -> str:
    """As it is printed: 6" or 5.5"."""
    whole = int(distance)
    return f'{whole}"' if whole == distance else f'{distance:g}"'
