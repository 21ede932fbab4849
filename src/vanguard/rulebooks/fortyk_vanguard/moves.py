"""Moves as paths of a base: what a move may spend, pass and end on. Which moves there are and when is for the phases."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, inf, pi, sin
from typing import Final

from vanguard.core.questions import Path, Place
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import told_beside
from vanguard.geometry.movement import CostItem, Ground, KeepOut, Mover, PricedPath, Surroundings, straight_cost
from vanguard.geometry.movement.forced import snap_toward
from vanguard.geometry.movement.paths import (
    ACROSS_EDGE,
    BASE_IN_WAY,
    CHANGES_LEVEL,
    COMES_TOO_NEAR,
    IN_AREA,
    OFF_LEVEL,
    ON_BASE,
    ON_TERRAIN,
    STARTS_TOO_NEAR,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_FAR,
    TOO_NEAR,
    TOO_STEEP,
    UNFIT_END,
    Objection,
)
from vanguard.geometry.movement.search import cheapest_path_in
from vanguard.geometry.movement.sweep import swept_clear
from vanguard.geometry.shapes import Base, Point, Point3
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.endings import LEAST_STEP, Ending
from vanguard.rulebooks.fortyk_vanguard.engagement import ENGAGEMENT_RANGE
from vanguard.rulebooks.fortyk_vanguard.narrow_places import (
    HAIR,
    could_strike,
    places_at_defence_lines,
    room_for,
)
from vanguard.rulebooks.fortyk_vanguard.placing import NameOf, engagement_zones, on_foot, scales
from vanguard.rulebooks.fortyk_vanguard.profiles import FLY
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model
from vanguard.tabletop.flights import Flight
from vanguard.tabletop.moves import (
    ANY,
    Arrival,
    Move,
    arrival,
    as_given,
    end_is_clear,
    heading_to_nearest,
    leg_keeps_clear,
)

NORMAL: Final = "normal move"
ADVANCE: Final = "advance"
FALL_BACK: Final = "fall back"
BREAKOUT: Final = "desperate breakout"
CHARGE_MOVE: Final = "charge move"
PILE_IN: Final = "pile-in"
CONSOLIDATION: Final = "consolidation"
INTERVENTION: Final = "heroic intervention"
CLAUSES: Final[dict[str, str]] = {
    NORMAL: "core.move.normal",
    ADVANCE: "core.move.advance",
    FALL_BACK: "core.move.fall-back",
    BREAKOUT: "core.stratagem.desperate-breakout",
    CHARGE_MOVE: "core.charge.success",
    PILE_IN: "core.fight.pile-in",
    CONSOLIDATION: "core.fight.consolidate",
    INTERVENTION: "core.heroic.move",
}
OBJECTIONS: Final[dict[str, str]] = {
    TABLE_EDGE: "core.concept.battlefield-edge",
    BASE_IN_WAY: "core.move.path",
    ON_BASE: "core.move.path",
    TERRAIN_IN_WAY: "core.move.climb",
    ON_TERRAIN: "core.move.not-mid-climb",
    ACROSS_EDGE: "core.move.not-mid-climb",
    OFF_LEVEL: "core.move.not-mid-climb",
    CHANGES_LEVEL: "core.move.climb",
    TOO_STEEP: "core.terrain.scaleable",
    IN_AREA: "core.terrain.unstable-position",
}
"""The clause behind each objection; what is missing is the business of the move's own clause."""
OWN: Final[tuple[str, ...]] = (TOO_FAR, TOO_NEAR, COMES_TOO_NEAR, STARTS_TOO_NEAR, UNFIT_END, ANY)
SLOW_GOING: Final = "slow going"
"""The objection to a move that Difficult Ground makes too short."""

FREE_OF_COMBAT: Final = (NORMAL, ADVANCE)
CLOSING_IN: Final = (PILE_IN, CONSOLIDATION, INTERVENTION)
SLOWED: Final = (NORMAL, ADVANCE, FALL_BACK, BREAKOUT, CHARGE_MOVE)
FLOWN: Final = (NORMAL, ADVANCE, FALL_BACK, BREAKOUT)

SHORT_MOVE: Final = 3.0
DIFFICULT_COST: Final = 2.0
FARTHER: Final = 3.0
"""So many times its allowance a way over terrain is looked for, to say what it would cost."""
BENDS: Final = 0.2
"""A quick look may find a way so much longer than the best, for all its bends."""
HEADINGS: Final = 8
SHARES: Final = (1.0, 0.5)


def clauses_of(kind: str) -> dict[str, str]:
    clauses = dict(OBJECTIONS)
    for objection in OWN:
        clauses[objection] = CLAUSES[kind]
    clauses[SLOW_GOING] = "core.terrain.difficult-ground"
    return clauses


BY_KIND: Final[dict[str, dict[str, str]]] = {kind: clauses_of(kind) for kind in CLAUSES}


def enemies_in_reach(battle: Battle, model: Model, allowance: float) -> list[Model]:
    """Enemies whose Engagement Range a move with this allowance could touch."""
    base, seat = model.base, model.seat
    reach = allowance + ENGAGEMENT_RANGE + base.radius + 0.1
    found: list[Model] = []
    for enemy in battle.models:
        if enemy.seat != seat and enemy.fate == ON_TABLE:
            dx, dy, far = enemy.base.x - base.x, enemy.base.y - base.y, reach + enemy.base.radius
            if dx * dx + dy * dy <= far * far:
                found.append(enemy)
    return found


class ModelMove(Move):
    """One model about to move on the ground: its Engagement Range limits, Difficult Ground, and where it must end."""

    __slots__ = (
        "_aside", "_open", "_rest", "_ways", "battle", "ending", "enemies", "kind", "model", "slowed", "targets",
    )  # fmt: skip

    def __init__(
        self, battle: Battle, model: Model, kind: str, allowance: float, targets: tuple[str, ...] = ()
    ) -> None:
        self.battle = battle
        self.model = model
        self.kind = kind
        self.targets = targets
        """Whom a charge must reach."""
        self.ending = Ending(battle, model, targets, kind in CLOSING_IN)
        self.enemies = enemies_in_reach(battle, model, allowance)
        self.slowed = kind in SLOWED and bool(battle.field.difficult) and not model.profile.is_(FLY)
        """FLY models are exempt from Difficult Ground."""
        passed, ended = blockers_of(battle, model, kind)
        ground = battle.field.ground(on_foot(model), scales(model), False)
        self._open = Surroundings(ground, Mover(model.base, allowance, passed, ended), allowance)
        """What is near, without Engagement Ranges and the end: those are quicker to see to here."""
        self._aside: Surroundings | None = None
        """The same for who keeps off Difficult Ground."""
        self._ways: list[float] | None = None
        self._rest: list[Path] | None = None
        mover = Mover(
            model.base,
            allowance,
            passed,
            ended,
            zones_of(battle, kind, self.enemies, targets),
            end_test=self.ending.fault,
        )
        super().__init__(ground, mover, model.name, BY_KIND[kind], NameOf(battle), called=kind)

    # -- difficult ground ----------------------------------------------------------------------------------------------------

    def crosses_difficult(self, points: Sequence[Point3]) -> bool:
        """Does the base sweep over Difficult Ground anywhere?"""
        if not self.slowed:
            return False
        radius = self.base.radius - TOLERANCE
        for piece in self.battle.field.difficult:
            for k in range(max(1, len(points) - 1)):
                x, y = points[k][0], points[k][1]
                last = points[min(k + 1, len(points) - 1)]
                if not swept_clear(piece.footprint, x, y, last[0] - x, last[1] - y, radius):
                    return True
        return False

    def priced(self, path: Path) -> PricedPath:
        """Crossing Difficult Ground anywhere takes 2" off the allowance once; a single point may be reached around it."""
        priced = super().priced(path)
        if not priced.legal or not self.crosses_difficult(priced.points):
            return priced
        slow = slowed_path(priced)
        if slow.legal or len(path) != 1:
            return slow
        return self.way_round(path[0]) or slow

    def way_round(self, goal: tuple[float, ...], quick: bool = False) -> PricedPath | None:
        """A way to a place that keeps off Difficult Ground, if there is one: not for who stands on it."""
        if self._starts_on_difficult():
            return None
        if self._aside is None:
            self._aside = Surroundings(self._off_difficult(), self.mover(self.drops[0]), self.allowance + TOLERANCE)
        return cheapest_path_in(self._aside, goal, self.allowance, quick)

    def _starts_on_difficult(self) -> bool:
        return self.crosses_difficult(((self.base.x, self.base.y, 0.0),))

    def _off_difficult(self) -> Ground:
        """The ground of who keeps off Difficult Ground."""
        return self.battle.field.ground(on_foot(self.model), scales(self.model), True)

    def explained(self, priced: PricedPath, path: Path) -> PricedPath:
        """Terrain that is in the way only because climbing it or going round costs too much: what the move would cost."""
        objection = priced.objection
        if objection is None or objection.kind != TERRAIN_IN_WAY or len(path) != 1:
            return priced
        farther = self._cheapest(self._with_allowance(FARTHER * self.allowance), path[0])
        if farther is None or not farther.legal or farther.cost <= self.allowance:
            return priced
        climb = sum([item.amount for item in farther.items if item.label != "move"])
        how = f'with {round(climb, 2):g}" of climbing the move costs' if round(climb, 2) else "the way round it costs"
        words = f'{how} {told_beside(farther.cost, self.allowance, 2)}", the limit is {round(self.allowance, 2):g}"'
        x, y, _ = farther.end
        return PricedPath(
            farther.points, farther.waypoints, farther.cost, farther.length, self.allowance, farther.items, farther.changes,
            farther.crossings, Objection(TOO_FAR, words, x, y, "", self.allowance),
        )  # fmt: skip

    def _with_allowance(self, allowance: float) -> Mover:
        mover = self.mover(self.drops[0])
        return Mover(mover.base, allowance, mover.blockers, mover.end_blockers, mover.zones, end_test=mover.end_test)

    def snap(self, path: Path) -> Path:
        """Where Difficult Ground makes the way too long: as far as the shorter move goes, or around it, whatever is nearer."""
        found = super().snap(path)
        if not self.slowed or self.priced(found).legal:
            return found
        wish = path[-1]
        shorter = self._with_allowance(max(0.0, self.allowance - DIFFICULT_COST))
        into = snap_toward(self.ground, shorter, wish)
        around = snap_toward(self._off_difficult(), self.mover(self.drops[0]), wish)
        ways = [as_given(self.ground, way) for way in (into, around)]
        legal = [way for way in ways if way and self.priced(way).legal]
        return min(legal, key=lambda way: hypot(way[-1][0] - wish[0], way[-1][1] - wish[1]), default=found)

    def clause_behind(self, objection: Objection) -> str:
        """Who cannot end on a feature itself, and not on a wall of it, may not scale it."""
        if objection.kind == ON_TERRAIN:
            if any([piece.footprint.name == objection.blocker for piece in self.battle.field.pieces]):
                return "core.terrain.scaleable"
        return super().clause_behind(objection)

    def first_reached(self, goals: Sequence[tuple[float, ...]], quick: bool = True) -> Path:
        for goal in goals:
            path = super().first_reached((goal,), quick)
            priced = self.priced(path) if path else None
            if priced is not None and not priced.legal and len(path) > 1:  # to a single point every way has been tried
                aside = self.way_round(goal, quick)
                path = () if aside is None else as_given(self.ground, aside)
                priced = self.priced(path) if path else None
            if priced is not None and priced.legal:
                self.known[path] = arrival(priced)
                return path
        return ()

    def _just_fitting(self, goals: Sequence[tuple[float, ...]]) -> Path:
        """A path to the first place within reach. Quick looks a little farther tell where to look closely, for a way that turns
        corners with hardly anything to spare."""
        a_little = self.allowance + BENDS
        mover = self._with_allowance(a_little)
        around, aside = Surroundings(self.ground, mover, a_little), None
        if self.slowed and not self._starts_on_difficult():
            aside = Surroundings(self._off_difficult(), mover, a_little)
        nearly: list[tuple[float, ...]] = []
        for goal in goals:
            if self._nearly_fits(around, aside, goal, a_little):
                path = self.first_reached((goal,))
                if path:
                    return path
                nearly.append(goal)
        for goal in nearly:
            path = self.first_reached((goal,), False)
            if path:
                return path
        return ()

    def _nearly_fits(
        self, around: Surroundings, aside: Surroundings | None, goal: tuple[float, ...], a_little: float
    ) -> bool:
        """Is there a way at most so little too long that a closer look might make it fit, over Difficult Ground or off it?"""
        away = hypot(goal[0] - self.base.x, goal[1] - self.base.y)
        if not self.slowed or away + DIFFICULT_COST <= a_little:
            found = cheapest_path_in(around, goal, a_little, True)
            if found is None:
                return False
            if not self.crosses_difficult(found.points) or found.cost + DIFFICULT_COST <= a_little:
                return True
        return aside is not None and cheapest_path_in(aside, goal, a_little, True) is not None

    # -- straight lines --------------------------------------------------------------------------------------------------------

    def straight(self, x: float, y: float) -> float:
        """What going straight to a point costs; infinite if it is not legal."""
        base = self.base
        cost = straight_cost(self._open, x, y)
        if cost == inf:
            return inf
        if self.kind in FREE_OF_COMBAT or self.kind == CHARGE_MOVE:
            avoided = [enemy.base for enemy in self.enemies if enemy.key not in self.targets]
            if not leg_keeps_clear(base, x, y, avoided, ENGAGEMENT_RANGE + HAIR):
                return inf
        elif self.kind == FALL_BACK and not self._is_clear_end(x, y):
            return inf
        if self.ending.fault(x, y, base.elevation):
            return inf
        for zone in self.battle.field.unstable:
            if zone.area is not None and not swept_clear(zone.area, x, y, 0.0, 0.0, base.radius - TOLERANCE):
                return inf
        if self.slowed and self.crosses_difficult(((base.x, base.y, 0.0), (x, y, 0.0))):
            cost += DIFFICULT_COST
        return cost if cost <= self.allowance + TOLERANCE else inf

    def _is_clear_end(self, x: float, y: float) -> bool:
        return end_is_clear(self.base, x, y, [enemy.base for enemy in self.enemies], ENGAGEMENT_RANGE + HAIR)

    # -- proposals --------------------------------------------------------------------------------------------------------------

    def count(self) -> int:
        return len(self.targets) if self.kind == CHARGE_MOVE else len(self._headings())

    def proposal(self, number: int) -> Path:
        if self.kind == CHARGE_MOVE:
            return self._straight_at(self.battle[self.targets[number]])
        return self._walk(self._headings()[number])

    def last_resort(self) -> list[Path]:
        """When every straight way is barred: round corners, over low walls, up and down; a hemmed-in model moves 0"."""
        rest = self._rest
        if rest is None:
            free = self.kind in FREE_OF_COMBAT
            path = self.first_reached(self._places_around()) if self.kind != CHARGE_MOVE else ()
            if not path:
                path = self.stay() if free else self._just_fitting(self._narrow_places())
            rest = self._rest = [path] if path else []
        return rest

    def _headings(self) -> list[float]:
        """Directions to try: evenly round, beginning with the nearest enemy; closing in goes toward it alone."""
        if self._ways is None:
            toward = heading_to_nearest(self.base, [it.base for it in self.battle.enemies_of(self.model.seat)])
            if self.kind in CLOSING_IN:
                self._ways = [toward, toward + 0.4, toward - 0.4]
            else:
                if self.kind in (FALL_BACK, BREAKOUT):
                    toward += pi
                self._ways = [toward + 2.0 * pi * i / HEADINGS for i in range(HEADINGS)]
        return self._ways

    def _walk(self, angle: float) -> Path:
        """As far as the allowance goes in one direction, or about half as far; closing in stops short of the enemy."""
        base = self.base
        lengths = [(self.allowance - HAIR) * share for share in SHARES]
        if self.kind in CLOSING_IN and self.ending.closest:
            room = self.ending.closest[0][1]
            lengths = [min(lengths[0], room - HAIR), min(lengths[0], room * 0.5)]
        elif self.slowed:
            lengths.insert(1, self.allowance - DIFFICULT_COST - HAIR)
        for far in lengths:
            if far > LEAST_STEP:
                path = self.go_straight(base.x + cos(angle) * far, base.y + sin(angle) * far)
                if path:
                    return path
        return ()

    def _places_around(self) -> list[tuple[float, ...]]:
        return self.places_round([(self.allowance - HAIR) * share for share in (1.0, 0.6, 0.25)], HEADINGS)

    def _straight_at(self, enemy: Model) -> Path:
        base, goal = self.base, enemy.base
        dx, dy = goal.x - base.x, goal.y - base.y
        distance = hypot(dx, dy)
        if distance == 0.0:
            return ()
        apart = distance - base.radius - goal.radius
        for travel in (min(self.allowance - HAIR, apart - HAIR), max(0.0, apart - ENGAGEMENT_RANGE)):
            if travel >= 0.0:
                path = self.go_straight(base.x + dx / distance * travel, base.y + dy / distance * travel)
                if path:
                    return path
        return ()

    def _narrow_places(self) -> list[tuple[float, ...]]:
        """Wherever a way first comes to where it may end, nearest first, on any level there is: if any place will do, one of
        these will."""
        field, base = self.battle.field, self.base
        passed = [] if self.kind == CHARGE_MOVE else self.enemies
        flies = self.kind == BREAKOUT or (self.kind == CHARGE_MOVE and self.model.profile.is_(FLY))
        places: list[Point] = []
        for circles in self.ending.circles():
            room = room_for(
                self.battle, self.model, self.allowance, circles, self._avoided(), passed, self.slowed, flies
            )
            places += room.first_places((base.x, base.y), self.allowance)
        for goal in self.ending.bases_to_reach():
            places += places_at_defence_lines(field, base, goal)
        levels = {0.0, base.elevation, *field.levels}
        goals = self.ending.bases_to_reach() if self.kind == CHARGE_MOVE else []
        found: set[tuple[float, float, float, float]] = set()
        for x, y in places:
            far = hypot(x - base.x, y - base.y)
            if far <= self.allowance and could_strike(base, x, y, goals):
                found.update([(far, x, y, z) for z in levels if not self.ending.fault(x, y, z)])
        return [(x, y, z) for _, x, y, z in sorted(found)]

    def _avoided(self) -> list[Model]:
        """Enemies out of whose Engagement Range it ends."""
        if self.kind in CLOSING_IN:
            return []
        return [enemy for enemy in self.enemies if enemy.key not in self.targets]

    # -- the question -------------------------------------------------------------------------------------------------------

    def arrive(self, path: Path) -> Arrival:
        """The same to a thousandth, whether the path was proposed or is walked now."""
        x, y, z, cost, way = super().arrive(path)
        if self.slowed:
            points: list[Point3] = [(self.base.x, self.base.y, 0.0)]
            points += [(point[0], point[1], 0.0) for point in way]
            if self.crosses_difficult(points):
                cost -= DIFFICULT_COST  # taken off the allowance: the move itself is no longer for it
        return (x, y, z, thousandth(cost), way)

    def question(self, prompt: str) -> Place[Arrival]:
        return self.ask_arrival(self.model.seat, prompt, CLAUSES[self.kind], (self.model.key,))


class ModelFlight(Flight):
    """A FLY model on a Normal Move, Advance or Fall Back: over everything, whatever the height (core.move.fly)."""

    __slots__ = ("battle", "kind", "model")

    def __init__(self, battle: Battle, model: Model, kind: str, allowance: float) -> None:
        self.battle = battle
        self.model = model
        self.kind = kind
        others = [it.base for it in battle.models if it.fate == ON_TABLE and it.key != model.key]
        enemies = enemies_in_reach(battle, model, allowance)
        zones = [*engagement_zones(enemies if kind != BREAKOUT else []), *battle.field.unstable]
        clauses = dict(BY_KIND[kind])
        for objection in (ON_BASE, TOO_NEAR, ON_TERRAIN):
            clauses[objection] = "core.move.fly-end"
        ground = battle.field.ground(on_foot(model), scales(model), False)
        mover = Mover(model.base, allowance, others, (), zones)
        super().__init__(ground, mover, model.name, clauses, NameOf(battle), [it.base for it in enemies], called=kind)

    def last_resort(self) -> list[Path]:
        """Wherever a straight way comes to room that enemies, friends, terrain and the table leave."""
        enemies = enemies_in_reach(self.battle, self.model, self.mover.allowance) if self.kind != BREAKOUT else []
        far = self.mover.allowance
        places = room_for(self.battle, self.model, far, (), enemies, (), False, True).first_places(
            (self.base.x, self.base.y), far
        )
        return [path for path in [self.tried((it,)) for it in places] if path]

    def question(self, prompt: str) -> Place[Arrival]:
        return self.ask_arrival(self.model.seat, prompt, CLAUSES[self.kind], (self.model.key,))


def blockers_of(battle: Battle, model: Model, kind: str) -> tuple[list[Base], list[Base]]:
    """Bases that cannot be moved through, and those that only cannot be ended on."""
    others = [it.base for it in battle.models if it.fate == ON_TABLE and it.key != model.key]
    if kind == BREAKOUT:
        return [it for it in others if battle[it.key].seat == model.seat], others
    if kind == CHARGE_MOVE and model.profile.is_(FLY):
        return [], others
    return others, []


def zones_of(battle: Battle, kind: str, enemies: list[Model], targets: tuple[str, ...]) -> list[KeepOut]:
    """No Engagement Range along a Normal Move or Advance, nor at the end of a Fall Back; a charge enters its targets'."""
    if kind in CLOSING_IN or kind == BREAKOUT:
        return list(battle.field.unstable)
    avoided = [enemy for enemy in enemies if enemy.key not in targets]
    return [*engagement_zones(avoided, kind == FALL_BACK), *battle.field.unstable]


def slowed_path(priced: PricedPath) -> PricedPath:
    """The same path with what Difficult Ground costs it."""
    x, y, _ = priced.end
    cost = priced.cost + DIFFICULT_COST
    items = [*priced.items, CostItem("difficult ground", DIFFICULT_COST, x, y)]
    objection = None
    if cost > priced.allowance + TOLERANCE:
        limit = max(0.0, priced.allowance - DIFFICULT_COST)
        words = (
            f'Difficult Ground takes 2" off: the move costs {told_beside(priced.cost, limit, 2)}", '
            f'the limit is {round(limit, 2):g}"'
        )
        objection = Objection(SLOW_GOING, words, x, y, "", priced.allowance)
    return PricedPath(
        priced.points, priced.waypoints, cost, priced.length, priced.allowance, items, priced.changes, priced.crossings,
        objection,
    )  # fmt: skip


def move_in_hand(battle: Battle, model: Model, kind: str, allowance: float) -> ModelMove | ModelFlight:
    """A move of this kind, on the ground or through the air."""
    if kind in FLOWN and model.profile.is_(FLY):
        return ModelFlight(battle, model, kind, allowance)
    return ModelMove(battle, model, kind, allowance)


def move_to(battle: Battle, model: Model, kind: str, arrived: Arrival) -> None:
    """The model stands at the end of its move."""
    x, y, z, cost, way = arrived
    before = model.base
    model.base = before.at(x, y, z)
    if battle.heard:
        price = f"{round(cost, 1):g}"
        path = ((before.x, before.y), *way)
        battle.note(kind.replace(" ", "-"), CLAUSES[kind], (model.key,), who=model.name, cost=price, path=path)
