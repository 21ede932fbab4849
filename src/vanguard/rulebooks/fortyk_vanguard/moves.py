"""Moves as paths of a base: checked, priced, proposed and explained. Which moves there are and when is for the phases."""

from __future__ import annotations

from math import atan2, cos, hypot, inf, pi, sin
from typing import Any, Final

from vanguard.core.questions import Path, Place, Uniform
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import gap
from vanguard.geometry.movement import (
    Ground,
    KeepOut,
    Mover,
    PricedPath,
    Surroundings,
    cheapest_path,
    keep_away,
    may_stand,
    price_path,
    straight_cost,
)
from vanguard.geometry.movement_forced import snap_toward
from vanguard.geometry.movement_search import cheapest_path_in
from vanguard.geometry.movement_sweep import swept_clear
from vanguard.geometry.reach import reach_area
from vanguard.geometry.shapes import BadShape, Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.engagement import (
    ENGAGEMENT_HEIGHT,
    ENGAGEMENT_RANGE,
    closest_enemies,
    engage_each_other,
    touches_a_defence_line,
)
from vanguard.rulebooks.fortyk_vanguard.placing import on_foot, scales
from vanguard.rulebooks.fortyk_vanguard.profiles import FLY
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model

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
FREE_OF_COMBAT: Final = (NORMAL, ADVANCE)
CLOSING_IN: Final = (PILE_IN, CONSOLIDATION, INTERVENTION)
SLOWED: Final = (NORMAL, ADVANCE, FALL_BACK, BREAKOUT, CHARGE_MOVE)

SHORT_MOVE: Final = 3.0
DIFFICULT_COST: Final = 2.0
HEADINGS: Final = 8
SHARES: Final = (1.0, 0.5)
HAIR: Final = 0.002
"""Proposals stay this far inside every limit, so that rounding to a thousandth cannot break one."""

Arrival = tuple[float, float, float, float]
"""Where a move ends (x, y, elevation) and what it cost."""


class MoveInHand:
    """One model about to move: what it may spend, what is in its way, and where it may end."""

    __slots__ = (
        "_around", "_closest", "_mover", "allowance", "battle", "enemies", "flies", "ground", "kind", "known", "model",
        "targets",
    )  # fmt: skip

    def __init__(
        self, battle: Battle, model: Model, kind: str, allowance: float, targets: tuple[str, ...] = ()
    ) -> None:
        self.battle = battle
        self.model = model
        self.kind = kind
        self.allowance = allowance
        self.targets = targets
        """Whom a charge must reach."""
        self.flies = model.profile.is_(FLY) and kind in (NORMAL, ADVANCE, FALL_BACK, BREAKOUT)
        """Over models and terrain, whatever the height (core.move.fly)."""
        self.ground: Ground = battle.field.ground(on_foot(model), scales(model), False)
        self.enemies = self._enemies_in_reach()
        self.known: dict[Path, Arrival] = {}
        """Proposed paths with their verdicts."""
        self._around: Surroundings | None = None
        self._mover: Mover | None = None
        self._closest: list[tuple[Model, float]] | None = None

    def _enemies_in_reach(self) -> list[Model]:
        """Enemies whose Engagement Range the move could touch."""
        base, seat = self.model.base, self.model.seat
        reach = self.allowance + ENGAGEMENT_RANGE + base.radius + 0.1
        found: list[Model] = []
        for enemy in self.battle.models:
            if enemy.seat != seat and enemy.fate == ON_TABLE:
                dx, dy, far = enemy.base.x - base.x, enemy.base.y - base.y, reach + enemy.base.radius
                if dx * dx + dy * dy <= far * far:
                    found.append(enemy)
        return found

    # -- what is in the way -----------------------------------------------------------------------------------------------

    @property
    def around(self) -> Surroundings:
        """What is near, without Engagement Ranges and the end: those are quicker to see to here."""
        found = self._around
        if found is None:
            passed, ended = self._blockers()
            found = Surroundings(self.ground, Mover(self.model.base, self.allowance, passed, ended), self.allowance)
            self._around = found
        return found

    def _blockers(self) -> tuple[list[Base], list[Base]]:
        """Bases that cannot be moved through, and those that only cannot be ended on."""
        others = [it.base for it in self.battle.models if it.fate == ON_TABLE and it.key != self.model.key]
        if self.kind == BREAKOUT:
            seat = self.model.seat
            return [it for it in others if self.battle[it.key].seat == seat], others
        if self.kind == CHARGE_MOVE and self.model.profile.is_(FLY):
            return [], others
        return others, []

    @property
    def mover(self) -> Mover:
        """The model as the rules of movement see it, with everything it must keep out of."""
        if self._mover is None:
            around = self.around.mover
            zones = [*self._engagement_zones(), *self.battle.field.unstable]
            self._mover = Mover(
                self.model.base, self.allowance, around.blockers, around.end_blockers, zones, end_test=self.end_fault
            )
        return self._mover

    def _engagement_zones(self) -> list[KeepOut]:
        """No Engagement Range along a Normal Move or Advance, nor at the end of a Fall Back; a charge enters its targets'."""
        if self.kind in CLOSING_IN or self.kind == BREAKOUT:
            return []
        avoided = [enemy for enemy in self.enemies if enemy.key not in self.targets]
        end_only = self.kind == FALL_BACK
        return [
            keep_away(it.base, ENGAGEMENT_RANGE, end_only=end_only, slant=False, height_limit=ENGAGEMENT_HEIGHT)
            for it in avoided
        ]

    def end_fault(self, x: float, y: float, z: float) -> str:
        """Why the move may not end there: a charge reaches all its targets, a pile-in ends closer."""
        if self.kind == CHARGE_MOVE:
            base = self.model.base.at(x, y, z)
            for key in self.targets:
                target = self.battle[key]
                if not engage_each_other(base, target.base):
                    if not touches_a_defence_line(self.battle.field, base, target.base):
                        return f"a charge must end within Engagement Range of {target.name}"
        elif self.kind in CLOSING_IN:
            base = self.model.base.at(x, y, z)
            for enemy, distance in self.closest:
                if gap(base, enemy.base) < distance - TOLERANCE:
                    return ""
            return "it must end closer to the closest enemy"
        return ""

    @property
    def closest(self) -> list[tuple[Model, float]]:
        """The enemy that was closest at the start (several, if equally close) and how far away."""
        if self._closest is None:
            base = self.model.base
            self._closest = [(it, gap(base, it.base)) for it in closest_enemies(self.battle, base, self.model.seat)]
        return self._closest

    # -- a path given by a player ---------------------------------------------------------------------------------------

    def crosses_difficult(self, points: list[tuple[float, float, float]]) -> bool:
        """Does the base sweep over Difficult Ground? FLY models are exempt."""
        if self.kind not in SLOWED or self.model.profile.is_(FLY):
            return False
        radius = self.model.base.radius - TOLERANCE
        for piece in self.battle.field.difficult:
            for k in range(max(1, len(points) - 1)):
                x, y, _ = points[k]
                x2, y2, _ = points[min(k + 1, len(points) - 1)]
                if not swept_clear(piece.footprint, x, y, x2 - x, y2 - y, radius):
                    return True
        return False

    def check(self, path: Path) -> Arrival:
        arrival = self.known.get(path)
        if arrival is not None:
            return arrival
        priced, why, clause = self.judged(path)
        if why:
            raise Refused(f"{self.model.name} cannot make this {self.kind}: {why}", clause)
        assert priced is not None
        return _arrival(priced, self._surcharge(priced))

    def _surcharge(self, priced: PricedPath) -> float:
        return DIFFICULT_COST if self.crosses_difficult(priced.points) else 0.0

    def judged(self, path: Path) -> tuple[PricedPath | None, str, str]:
        """A path with its price, why it is not legal, and by which clause. A single point: by the cheapest way."""
        try:
            priced = self._flown(path) if self.flies else price_path(self.ground, self.mover, path)
            why, clause = self._verdict(priced)
            if why and len(path) == 1 and not self.flies:
                for other in self._ways_to(path[0]):
                    if not self._verdict(other)[0]:
                        return other, "", ""
        except BadShape as fault:
            raise Refused(str(fault), "core.move.path") from None
        return priced, why, clause

    def _ways_to(self, goal: tuple[float, ...]) -> list[PricedPath]:
        """The cheapest way to a point, and the cheapest that avoids Difficult Ground; on any level if none is said."""
        goals: list[tuple[float, ...]] = [goal]
        if len(goal) == 2:
            goals += [(goal[0], goal[1], level) for level in (0.0, *self.battle.field.levels)]
        found: list[PricedPath] = []
        avoiding = self.battle.field.ground(on_foot(self.model), scales(self.model), True)
        grounds = (self.ground, avoiding) if self.kind in SLOWED and self.battle.field.difficult else (self.ground,)
        for ground in grounds:
            for point in goals:
                way = cheapest_path(ground, self.mover, point)
                if way is not None:
                    found.append(way)
                    break
        return found

    def _flown(self, path: Path) -> PricedPath:
        """A flight is as long as its legs in plan; only its end must be free."""
        base = self.model.base
        points = [(base.x, base.y, base.elevation)]
        length = 0.0
        for point in path:
            x, y = thousandth(point[0]), thousandth(point[1])
            length += hypot(x - points[-1][0], y - points[-1][1])
            points.append((x, y, thousandth(point[2]) if len(point) > 2 else 0.0))
        x, y, z = points[-1]
        for level in (z, *self.battle.field.levels):
            if not self._landing_fault(x, y, level)[0]:
                points[-1] = (x, y, level)
                break
            if len(path[-1]) > 2:
                break
        return PricedPath(points, points[1:], length, length, self.allowance, [], [], [], None)

    def _landing_fault(self, x: float, y: float, z: float) -> tuple[str, str]:
        mover = Mover(self.model.base, self.allowance, self.around.mover.blockers, self.around.mover.end_blockers,
                      self.mover.zones)  # fmt: skip
        reason = may_stand(self.ground, mover, x, y, z)
        return (self._named(reason), "core.move.fly-end") if reason else ("", "")

    def _verdict(self, priced: PricedPath) -> tuple[str, str]:
        """Why a priced path is not legal, and the clause."""
        if self.flies:
            fault = self._landing_fault(*priced.end)
            if fault[0]:
                return fault
            if priced.length > self.allowance + TOLERANCE:
                return (f'it is {priced.length:.1f}" long and {self.allowance:g}" are allowed', CLAUSES[self.kind])
            return ("", "")
        objection = priced.objection
        if objection is not None:
            return self._named(objection.reason), self._clause_of(objection.reason, objection.blocker)
        if self.crosses_difficult(priced.points) and priced.cost + DIFFICULT_COST > self.allowance + TOLERANCE:
            cost = f'{priced.cost:.1f}" and 2" for Difficult Ground'
            return (f'it takes {cost}, and {self.allowance:g}" are allowed', "core.terrain.difficult-ground")
        return ("", "")

    def _named(self, reason: str) -> str:
        """The objection in a player's words: models by name."""
        words = reason.split(" ")
        named = [self.battle[word].name if word in self.battle.places else word for word in words]
        return " ".join(named).replace("within 1 of", "within Engagement Range of")

    def _clause_of(self, reason: str, blocker: str) -> str:
        if blocker in self.battle.places:
            return CLAUSES[self.kind] if "within" in reason else "core.move.path"
        if blocker == "table edge":
            return "core.concept.battlefield-edge"
        for piece in self.battle.field.pieces:
            if blocker == piece.footprint.name:
                return "core.terrain.unstable-position" if not piece.footprint.top > 1.0 else "core.move.climb"
        return "core.move.not-mid-climb" if blocker else CLAUSES[self.kind]

    def preview(self, path: Path) -> dict[str, Any]:
        """What a path would cost, item by item, and why it is not legal."""
        priced, why, clause = self.judged(path)
        assert priced is not None
        surcharge = self._surcharge(priced)
        items = [{"label": f"{it.label} {it.part}".strip(), "amount": round(it.amount, 2)} for it in priced.items]
        if surcharge:
            items.append({"label": "difficult ground", "amount": surcharge})
        shown: dict[str, Any] = {
            "legal": not why,
            "cost": round(priced.cost + surcharge, 2),
            "allowance": round(self.allowance, 2),
            "items": items,
            "path": [[x, y] for x, y, _ in priced.points],
            "provokes": [],
        }
        if why:
            shown["why"] = why
            shown["clause"] = clause
        return shown

    def area(self) -> list[list[tuple[float, float]]]:
        """Where the base can end, level by level."""
        if self.flies:
            base = self.model.base
            ring = [
                (base.x + self.allowance * cos(pi * i / 32), base.y + self.allowance * sin(pi * i / 32)) for i in range(64)
            ]
            table = self.battle.field.table
            return [[(min(max(x, 0.0), table.width), min(max(y, 0.0), table.depth)) for x, y in ring]]
        return [ring for area in reach_area(self.ground, self.mover) for ring in area.rings]

    def snap(self, path: Path) -> Path:
        """The furthest legal move toward the last point of a wish."""
        try:
            if self.flies:
                return self._snap_flight(path)
            snapped = snap_toward(self.ground, self.mover, path[-1])
        except BadShape as fault:
            raise Refused(str(fault), "core.move.path") from None
        way: Path = tuple([tuple(point) for point in snapped.points[1:]])
        if way and not self._verdict(snapped)[0]:
            return way
        return path

    def _snap_flight(self, path: Path) -> Path:
        base = self.model.base
        x, y = path[-1][0], path[-1][1]
        far = hypot(x - base.x, y - base.y)
        for step in range(20):
            reach = min(far, self.allowance - HAIR) * (1.0 - step / 20.0) / far if far > 0.0 else 0.0
            point = (thousandth(base.x + (x - base.x) * reach), thousandth(base.y + (y - base.y) * reach))
            if not self._landing_fault(point[0], point[1], 0.0)[0]:
                return (point,)
        return path

    # -- proposals --------------------------------------------------------------------------------------------------------

    def propose(self) -> list[Path]:
        """A sample of legal paths: mostly straight, since they are quick to check."""
        if self.kind == CHARGE_MOVE:
            return self.charges()
        paths = [path for path in [self._walk(angle) for angle in self._headings()] if path]
        return paths or self._around_corners()

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposals, each as likely as any other: headings are tried by chance until one is legal."""
        if self.kind != CHARGE_MOVE:
            angles = self._headings()
            while angles:
                path = self._walk(angles.pop(uniform(len(angles))))
                if path:
                    return path
        paths = self.charges() if self.kind == CHARGE_MOVE else self._around_corners()
        return paths[uniform(len(paths))]

    def possible(self) -> bool:
        """Is there any legal move of this kind?"""
        if self.kind == CHARGE_MOVE:
            return bool(self.charges())
        for angle in self._headings():
            if self._walk(angle):
                return True
        return bool(self._around_corners())

    def _headings(self) -> list[float]:
        """Directions to try: evenly round, beginning with the nearest enemy; closing in goes toward it alone."""
        base = self.model.base
        nearest, toward = 1e9, 0.0
        for enemy in self.battle.models:
            if enemy.seat != self.model.seat and enemy.fate == ON_TABLE:
                dx, dy = enemy.base.x - base.x, enemy.base.y - base.y
                if dx * dx + dy * dy < nearest:
                    nearest, toward = dx * dx + dy * dy, atan2(dy, dx)
        if self.kind in CLOSING_IN:
            return [toward, toward + 0.4, toward - 0.4]
        if self.kind in (FALL_BACK, BREAKOUT):
            toward += pi
        return [toward + 2.0 * pi * i / HEADINGS for i in range(HEADINGS)]

    def _walk(self, angle: float) -> Path:
        """As far as the allowance goes in one direction, or about half as far; closing in stops short of the enemy."""
        base = self.model.base
        c, s = cos(angle), sin(angle)
        lengths = [(self.allowance - HAIR) * share for share in SHARES]
        if self.kind in CLOSING_IN and self.closest:
            lengths = [min(lengths[0], self.closest[0][1] - HAIR), min(lengths[0], self.closest[0][1] * 0.5)]
        elif self.battle.field.difficult and self.kind in SLOWED:
            lengths.insert(1, self.allowance - DIFFICULT_COST - HAIR)
        for far in lengths:
            if far <= 0.05:
                continue
            x, y = thousandth(base.x + c * far), thousandth(base.y + s * far)
            arrival = self._straight(x, y)
            if arrival is not None:
                path: Path = ((x, y),)
                self.known[path] = arrival
                return path
        return ()

    def _straight(self, x: float, y: float) -> Arrival | None:
        """A legal straight move to a point, or nothing."""
        base = self.model.base
        if self.flies:
            far = hypot(x - base.x, y - base.y)
            if far > self.allowance or not self._is_clear_end(x, y) or self._landing_fault(x, y, 0.0)[0]:
                return None
            return (x, y, 0.0, thousandth(far))
        cost = straight_cost(self.around, x, y)
        if cost == inf:
            return None
        z = base.elevation
        if self.kind in FREE_OF_COMBAT or self.kind == CHARGE_MOVE:
            if not self._keeps_clear(x, y):
                return None
        elif self.kind == FALL_BACK and not self._is_clear_end(x, y):
            return None
        if self.end_fault(x, y, z):
            return None
        for zone in self.battle.field.unstable:
            if zone.area is not None and not swept_clear(zone.area, x, y, 0.0, 0.0, base.radius - TOLERANCE):
                return None
        if self.battle.field.difficult and self.crosses_difficult([(base.x, base.y, z), (x, y, z)]):
            cost += DIFFICULT_COST
            if cost > self.allowance:
                return None
        return (x, y, z, thousandth(cost))

    def _keeps_clear(self, x: float, y: float) -> bool:
        """Does the leg stay out of every Engagement Range it must not enter?"""
        base = self.model.base
        dx, dy = x - base.x, y - base.y
        square = dx * dx + dy * dy
        for enemy in self.enemies:
            if enemy.key in self.targets:
                continue
            fx, fy = enemy.base.x - base.x, enemy.base.y - base.y
            t = (fx * dx + fy * dy) / square if square > 0.0 else 0.0
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            fx -= dx * t
            fy -= dy * t
            reach = ENGAGEMENT_RANGE + base.radius + enemy.base.radius + HAIR
            if fx * fx + fy * fy <= reach * reach:
                return False
        return True

    def _is_clear_end(self, x: float, y: float) -> bool:
        base = self.model.base
        for enemy in self.enemies:
            reach = ENGAGEMENT_RANGE + base.radius + enemy.base.radius + HAIR
            dx, dy = enemy.base.x - x, enemy.base.y - y
            if dx * dx + dy * dy <= reach * reach:
                return False
        return True

    def _around_corners(self) -> list[Path]:
        """When every straight way is barred: winding ways, over low walls and down from floors."""
        if self.flies:
            return self._other_landings()
        base = self.model.base
        goals: list[tuple[float, ...]] = []
        for share in (1.0, 0.6, 0.25):
            for i in range(HEADINGS):
                angle = 2.0 * pi * i / HEADINGS
                far = (self.allowance - HAIR) * share
                x, y = thousandth(base.x + far * cos(angle)), thousandth(base.y + far * sin(angle))
                if self.ground.table.holds_disc(x, y, base.radius):
                    goals.append((x, y))
        path = self._first_reached(goals)
        return [path] if path else []

    def _other_landings(self) -> list[Path]:
        base = self.model.base
        for share in (0.8, 0.6, 0.4, 0.2):
            for i in range(2 * HEADINGS):
                angle = pi * i / HEADINGS
                far = self.allowance * share
                x, y = thousandth(base.x + far * cos(angle)), thousandth(base.y + far * sin(angle))
                arrival = self._straight(x, y)
                if arrival is not None:
                    self.known[((x, y),)] = arrival
                    return [((x, y),)]
        return []

    def _first_reached(self, goals: list[tuple[float, ...]]) -> Path:
        """A path to the first goal within reach: any will do, so quick looks suffice."""
        around = Surroundings(self.ground, self.mover, self.allowance + TOLERANCE)
        for goal in goals:
            found = cheapest_path_in(around, goal, self.allowance, quick=True)
            if found is not None and not self._verdict(found)[0]:
                path: Path = tuple([tuple(point) for point in found.points[1:]])
                if path:
                    self.known[path] = _arrival(found, self._surcharge(found))
                    return path
        return ()

    # -- charges ------------------------------------------------------------------------------------------------------------

    def charges(self) -> list[Path]:
        """Ways to reach every target: straight at each of them, else round corners to places near them all."""
        paths: list[Path] = []
        for key in self.targets:
            path = self._straight_at(self.battle[key])
            if path and path not in paths:
                paths.append(path)
        if paths:
            return paths
        path = self._first_reached(self._places_to_charge())
        return [path] if path else []

    def _straight_at(self, enemy: Model) -> Path:
        base, goal = self.model.base, enemy.base
        dx, dy = goal.x - base.x, goal.y - base.y
        distance = hypot(dx, dy)
        if distance == 0.0:
            return ()
        apart = distance - base.radius - goal.radius
        for travel in (min(self.allowance - HAIR, apart - HAIR), max(0.0, apart - ENGAGEMENT_RANGE)):
            if travel < 0.0:
                continue
            x, y = thousandth(base.x + dx / distance * travel), thousandth(base.y + dy / distance * travel)
            arrival = self._straight(x, y)
            if arrival is not None:
                self.known[((x, y),)] = arrival
                return ((x, y),)
        return ()

    def _places_to_charge(self) -> list[tuple[float, ...]]:
        """Points from which every target is engaged, nearest first."""
        base = self.model.base
        spots: list[tuple[float, float, float, float]] = []
        for key in self.targets:
            goal = self.battle[key].base
            for apart in (0.02, 0.5, ENGAGEMENT_RANGE - HAIR):
                ring = base.radius + goal.radius + apart
                for i in range(2 * HEADINGS):
                    angle = pi * i / HEADINGS
                    x, y = thousandth(goal.x + ring * cos(angle)), thousandth(goal.y + ring * sin(angle))
                    far = hypot(x - base.x, y - base.y)
                    if far <= self.allowance and not self.end_fault(x, y, goal.elevation):
                        spots.append((far, x, y, goal.elevation))
        spots.sort()
        return [(x, y, z) for _, x, y, z in spots]

    # -- the question -------------------------------------------------------------------------------------------------------

    def question(self, prompt: str) -> Place[Arrival]:
        model = self.model
        return Place(
            model.seat, prompt, CLAUSES[self.kind], self.check, self.propose, model.key, self.area, self.preview, self.snap,
            about=(model.key,), sample=self.sample,
        )  # fmt: skip


def _arrival(priced: PricedPath, surcharge: float) -> Arrival:
    x, y, z = priced.end
    return (thousandth(x), thousandth(y), z, thousandth(priced.cost + surcharge))


def move_to(battle: Battle, model: Model, kind: str, arrival: Arrival) -> None:
    """The model stands at the end of its move."""
    x, y, z, cost = arrival
    model.base = model.base.at(x, y, z)
    if battle.heard:
        price = f"{round(cost, 1):g}"
        battle.note(kind.replace(" ", "-"), CLAUSES[kind], (model.key,), who=model.name, cost=price, x=x, y=y)


async def scarper(battle: Battle, model: Model) -> None:
    """Shoot Sharp and Scarper: after shooting it may make a Normal Move, or Fall Back if it is engaged."""
    from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_after_shooting

    await move_after_shooting(battle, model)
