"""The moves: NORMAL MOVE, CHARGE, FALL BACK and DASH as paths of a base, checked, proposed and explained."""

from __future__ import annotations

from math import cos, hypot, inf, pi, sin
from typing import Final

from vanguard.core.questions import Path
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import plan_gap, told_beside
from vanguard.geometry.movement import Mover, PricedPath, Surroundings, keep_away
from vanguard.geometry.movement.paths import (
    ACROSS_EDGE,
    ACROSS_LINE,
    BASE_IN_WAY,
    CHANGES_LEVEL,
    COMES_TOO_NEAR,
    OFF_LEVEL,
    ON_BASE,
    ON_TERRAIN,
    STARTS_TOO_NEAR,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_DEEP,
    TOO_FAR,
    TOO_NEAR,
    TOO_STEEP,
    UNFIT_END,
    Objection,
)
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.killzone import TOLERANCE
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, within
from vanguard.rulebooks.killteam_lite.state import IN_PLAY, Battle, Operative
from vanguard.tabletop.moves import ANY, Arrival, Move, end_is_clear, heading_to_nearest, leg_keeps_clear

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

_CLAUSES: Final[dict[str, str]] = {
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
_ENGAGEMENT: Final[dict[str, str]] = {
    NORMAL_MOVE: "normal-move.avoids-engagement",
    CHARGE: "charge.must-finish-engaged",
    FALL_BACK: "fall-back.must-finish-free",
    DASH: "dash.avoids-engagement",
}
CLAUSES: Final[dict[str, dict[str, str]]] = {
    kind: {**_CLAUSES, TOO_NEAR: clause, COMES_TOO_NEAR: clause, STARTS_TOO_NEAR: clause, ANY: "move.path"}
    for kind, clause in _ENGAGEMENT.items()
}
"""For each move the clause behind each kind of objection; an Engagement Range is kept out of by each move's own."""

HEADINGS: Final = 6
SHARES = (1.0, 0.55)
ALL_ROUND: Final = 24
CLOSELY: Final = 12
CLOSE_GAPS: Final[tuple[float, ...]] = (0.002, 0.25, 0.5, 0.75, 1.0)
"""Where the few places thought of will not do: so many directions, steps of the allowance, and distances to an enemy."""
ENGAGEMENT: Final = "Engagement Range"
HAIR: Final = 0.002
"""Proposals stay this far inside every limit, so that rounding to a thousandth cannot break one."""


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


class MoveInHand(Move):
    """One operative about to move: what it may spend, what is in its way, and where it may end."""

    __slots__ = ("_enemies", "_level_changes", "_whole_mover", "battle", "kind", "operative")

    def __init__(self, battle: Battle, key: str, kind: str) -> None:
        operative = battle[key]
        killzone = battle.killzone
        others = [other.base for other in battle.operatives if other.fate == IN_PLAY and other.key != key]
        super().__init__(
            killzone.leaping if operative.card.has("leaper") else killzone.ground,
            Mover(operative.base, allowance_of(battle, operative, kind), others),
            operative.name,
            CLAUSES[kind],
            battle.name_of,
            called=NAMES[kind],
        )
        self.battle = battle
        self.kind = kind
        self.operative = operative
        self._enemies: list[Operative] | None = None
        self._whole_mover: Mover | None = None
        self._level_changes: list[Path] | None = None

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
            found = self._around = Surroundings(self.ground, self._mover, self.allowance)
        return found

    def whole_around(self) -> Surroundings:
        return Surroundings(self.ground, self.mover(self.drops[0]), self.allowance + self.ground.tolerance)

    def mover(self, drops_up_to: float) -> Mover:
        """With the Engagement Ranges it must keep out of, or end in."""
        if self._whole_mover is not None:
            return self._whole_mover
        zones = []
        if self.kind != CHARGE:
            for enemy in self.enemies:
                condition = _Engages(self.battle, self.base, enemy.base).at
                zones.append(
                    keep_away(
                        enemy.base, ENGAGEMENT_RANGE, self.kind == FALL_BACK, condition=condition, called=ENGAGEMENT
                    )
                )
        end_test = self.charge_end_fault if self.kind == CHARGE else None
        self._whole_mover = Mover(
            self.base, self.allowance, self._mover.blockers, (), zones, drops_up_to, end_test=end_test
        )
        return self._whole_mover

    def charge_end_fault(self, x: float, y: float, z: float) -> str:
        """A Charge must end within Engagement Range of at least one enemy."""
        base = self.base.at(x, y, z)
        for enemy in self.enemies:
            if engages_from(self.battle, base, enemy.base):
                return ""
        return "a Charge must end within Engagement Range of an enemy operative"

    def told(self, objection: Objection) -> str:
        """Where a Charge ends too far from everybody, with the distance to the nearest."""
        words = super().told(objection)
        if objection.kind != UNFIT_END or not self.enemies:
            return words
        there = self.base.at(objection.x, objection.y, self.base.elevation)
        nearest = min(self.enemies, key=lambda enemy: plan_gap(there, enemy.base))
        away = plan_gap(there, nearest.base)
        if away <= ENGAGEMENT_RANGE + TOLERANCE:
            return f"{words}; {nearest.name} is out of sight or on another level"
        return f'{words}; {nearest.name} would be {told_beside(away, ENGAGEMENT_RANGE)}" away, at most {inches(ENGAGEMENT_RANGE)} is allowed'

    def is_good_enough(self, straight: PricedPath) -> bool:
        """A point is gone to straight if that is possible, though a way around might be cheaper."""
        return straight.legal

    # -- proposals: mostly straight, since those are quick to check --------------------------------------------------------

    def count(self) -> int:
        """Charges at every enemy; or staying (unless it falls back), straight in some directions, to another level."""
        if self.kind == CHARGE:
            return len(self.enemies)
        return self._first_heading() + HEADINGS + len(self._changes())

    def proposal(self, number: int) -> Path:
        if self.kind == CHARGE:
            return self.charge_straight(self.enemies[number])
        first = self._first_heading()
        if number < first:
            return self.stay()
        number -= first
        if number < HEADINGS:
            away = pi if self.kind == FALL_BACK else 0.0
            return self._walk(self._toward() + away + 2.0 * pi * number / HEADINGS)
        return self.legs(self._changes()[number - HEADINGS])

    def last_resort(self) -> list[Path]:
        """Round corners and over low walls: Charges at each enemy; for other moves one way that winds out.

        Where these few places will not do, many are tried: the action is refused only if there is no way at all.
        """
        if self.kind == CHARGE:
            paths = [path for path in [self._charge_around(enemy) for enemy in self.enemies] if path]
            if paths:
                return paths
            path = self.first_reached(self._places_near_enemies(), quick=False)
        else:
            path = self._retreat_around() or self.first_reached(self._places_all_around(), quick=False)
        return [path] if path else []

    def _first_heading(self) -> int:
        return 0 if self.kind == FALL_BACK else 1

    def _changes(self) -> list[Path]:
        found = self._level_changes
        if found is None:
            found = self._level_changes = self.level_changes()
        return found

    def _toward(self) -> float:
        """The heading to the nearest enemy, wherever it is."""
        seat = self.operative.seat
        enemies = [it.base for it in self.battle.operatives if it.seat != seat and it.fate == IN_PLAY]
        return heading_to_nearest(self.base, enemies)

    def _walk(self, angle: float) -> Path:
        """As far as the allowance goes in one direction, or about half as far."""
        c, s = cos(angle), sin(angle)
        for share in SHARES:
            far = (self.allowance - HAIR) * share
            path = self.go_straight(self.base.x + c * far, self.base.y + s * far)
            if path:
                return path
        return ()

    def straight(self, x: float, y: float) -> float:
        """A leg that stays out of every Engagement Range, seen or not; a Fall Back need only end outside."""
        cost = straight_cost(self.around, x, y)
        if cost == inf or self.kind == CHARGE:
            return cost
        enemies = [enemy.base for enemy in self.enemies]
        if self.kind == FALL_BACK:
            clear = end_is_clear(self.base, x, y, enemies, ENGAGEMENT_RANGE + HAIR)
        else:
            clear = leg_keeps_clear(self.base, x, y, enemies, ENGAGEMENT_RANGE + HAIR)
        return cost if clear else inf

    def charge_straight(self, enemy: Operative) -> Path:
        """Straight at an enemy, into contact or just into Engagement Range."""
        base, goal = self.base, enemy.base
        dx, dy = goal.x - base.x, goal.y - base.y
        distance = hypot(dx, dy)
        if distance == 0.0:
            return ()  # straight above or below: no direction leads there
        apart = distance - base.radius - goal.radius
        for travel in (min(self.allowance, apart - HAIR), max(0.0, apart - ENGAGEMENT_RANGE)):
            if travel < 0.0 or apart - travel > ENGAGEMENT_RANGE + TOLERANCE:
                continue
            x, y = thousandth(base.x + dx / distance * travel), thousandth(base.y + dy / distance * travel)
            if engages_from(self.battle, base.at(x, y), goal):
                path = self.go_straight(x, y)
                if path:
                    return path
        return ()

    def _charge_around(self, enemy: Operative) -> Path:
        """Round a corner or over a low wall: the cheapest path to points around the enemy, nearest side first."""
        base, goal = self.base, enemy.base
        distance = hypot(goal.x - base.x, goal.y - base.y)
        if distance - base.radius - goal.radius - ENGAGEMENT_RANGE > self.allowance:
            return ()
        rings = [*self.ring_round(goal, 0.5, HEADINGS), *self.ring_round(goal, ENGAGEMENT_RANGE, HEADINGS)]
        spots = sorted([(hypot(x - base.x, y - base.y), x, y) for x, y in rings])
        spots = [spot for spot in spots if spot[0] <= self.allowance]
        return self.first_reached([(x, y, goal.elevation) for _, x, y in spots])

    def _places_near_enemies(self) -> list[tuple[float, ...]]:
        """Everywhere around every enemy that it might engage from, the nearest first, on every level that is near enough."""
        base = self.base
        spots: list[tuple[float, float, float, float]] = []
        for enemy in self.enemies:
            levels = [it for it in self._levels() if abs(it - enemy.base.elevation) <= ENGAGEMENT_RANGE + TOLERANCE]
            for apart in CLOSE_GAPS:
                for x, y in self.ring_round(enemy.base, apart, ALL_ROUND):
                    far = hypot(x - base.x, y - base.y)
                    if far <= self.allowance + TOLERANCE:
                        spots += [(far, x, y, z) for z in levels]
        spots.sort()
        return [(x, y, z) for _, x, y, z in spots]

    def _places_all_around(self) -> list[tuple[float, ...]]:
        lengths = [self.allowance * (CLOSELY - i) / CLOSELY for i in range(CLOSELY)]
        spots = self.places_round(lengths, ALL_ROUND)
        return [(spot[0], spot[1], z) for z in self._levels() for spot in spots]

    def _levels(self) -> list[float]:
        """The elevations there are to stand on, its own first."""
        own = self.base.elevation
        return [own, *[z for z in self.ground.levels if abs(z - own) > TOLERANCE]]

    def _retreat_around(self) -> Path:
        """When every straight way is barred: a winding one, over low walls and down from levels."""
        lengths = [self.allowance * share for share in (1.0, 0.7, 0.4)]
        return self.first_reached(self.places_round(lengths, 2 * HEADINGS))


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


def engages_from(battle: Battle, base: Base, enemy: Base) -> bool:
    """Would a base standing somewhere engage an enemy? Nothing is remembered of the look."""
    if not within(base, enemy, ENGAGEMENT_RANGE):
        return False
    screens = battle.killzone.screens
    return screens.sees(base, enemy) or screens.sees(enemy, base)


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
