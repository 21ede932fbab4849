"""Setting up a model: where it may stand, checked, proposed and drawn."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin
from typing import Final

from vanguard.core.questions import Path, Place, Uniform, Urn
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import furthest_gap
from vanguard.geometry.movement import Mover, may_stand
from vanguard.geometry.shapes import BadShape, Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.engagement import would_be_engaged
from vanguard.rulebooks.fortyk_vanguard.profiles import BEASTS, FLY, INFANTRY, SWARM, Strip
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model

Spot = tuple[float, float, float]
Fault = tuple[str, str]
"""Why not, and by which clause; ("", "") if it may."""
WELL: Final[Fault] = ("", "")

COARSE: Final = 1.75
FINE: Final = 0.5


def on_foot(model: Model) -> bool:
    """INFANTRY, BEASTS and SWARM: who takes cover, breaches walls and climbs floors."""
    profile = model.profile
    return profile.is_(INFANTRY) or profile.is_(SWARM) or profile.is_(BEASTS)


def scales(model: Model) -> bool:
    """Who may stand on scaleable terrain (core.terrain.scaleable)."""
    return on_foot(model) or model.profile.is_(FLY)


class SettingUp:
    """One model about to be set up: `limit` says what else than room forbids a place."""

    __slots__ = ("_blockers", "battle", "clause", "limit", "model", "spots")

    def __init__(
        self, battle: Battle, model: Model, spots: list[tuple[float, float]], limit: Callable[[Base], Fault], clause: str
    ) -> None:
        self.battle = battle
        self.model = model
        self.spots = spots
        self.limit = limit
        self.clause = clause
        self._blockers = [it.base for it in battle.models if it.fate == ON_TABLE and it.key != model.key]

    def fault(self, x: float, y: float, z: float) -> Fault:
        """Why the model may not stand there."""
        base = self.model.base.at(x, y, z)
        for blocker in self._blockers:
            dx, dy, room = blocker.x - x, blocker.y - y, blocker.radius + base.radius - TOLERANCE
            if dx * dx + dy * dy < room * room and abs(blocker.elevation - z) < base.height + blocker.height:
                return (f"it would overlap {self.battle[blocker.key].name}", self.clause)
        limited = self.limit(base)
        if limited[0]:
            return limited
        field = self.battle.field
        if not field.table.holds_disc(x, y, base.radius):
            return ("its base would cross the edge of the battlefield", "core.concept.battlefield-edge")
        if would_be_engaged(self.battle, self.model.seat, base):
            return ("it would be within Engagement Range of an enemy", "core.concept.no-setup-in-engagement")
        ground = field.ground(on_foot(self.model), scales(self.model), False)
        reason = may_stand(ground, Mover(base, 0.0, (), (), field.unstable), x, y, z)
        return (reason, "core.terrain.scaleable" if z else "core.terrain.unstable-position") if reason else WELL

    def check(self, path: Path) -> Spot:
        point = path[-1]
        try:
            x, y = thousandth(point[0]), thousandth(point[1])
            levels = (thousandth(point[2]),) if len(point) > 2 else (0.0, *self.battle.field.levels)
            worst = WELL
            for z in levels:
                fault = self.fault(x, y, z)
                if not fault[0]:
                    return (x, y, z)
                worst = fault if not worst[0] else worst
        except BadShape as fault_of_shape:
            raise Refused(str(fault_of_shape), self.clause) from None
        raise Refused(f"{self.model.name} cannot be set up there: {worst[0]}", worst[1])

    def stands(self, spot: tuple[float, float]) -> bool:
        return not self.fault(spot[0], spot[1], 0.0)[0]

    def possible(self) -> bool:
        """Is there any room?"""
        for spot in self.spots:
            if self.stands(spot):
                return True
        return False

    def propose(self) -> list[Path]:
        return [(spot,) for spot in self.spots if self.stands(spot)]

    def sample(self, uniform: Uniform) -> Path:
        urn = Urn(len(self.spots), uniform)
        spot = self.spots[urn.draw()]
        while not self.stands(spot):
            spot = self.spots[urn.draw()]
        return (spot,)

    def question(self, prompt: str) -> Place[Spot]:
        model = self.model
        return Place(
            model.seat, prompt, self.clause, self.check, self.propose, model.key, about=(model.key,), sample=self.sample
        )


def put(model: Model, spot: Spot) -> None:
    model.base = model.base.at(spot[0], spot[1], spot[2])
    model.fate = ON_TABLE
    model.aboard = ""


def grid(strip: Strip, radius: float, spacing: float = COARSE) -> list[tuple[float, float]]:
    """Points of a strip at which a base of that radius fits into it."""
    x1, y1, x2, y2 = strip[0] + radius, strip[1] + radius, strip[2] - radius, strip[3] - radius
    columns, rows = max(1, int((x2 - x1) / spacing)), max(1, int((y2 - y1) / spacing))
    return [
        (thousandth(x1 + (x2 - x1) * i / columns), thousandth(y1 + (y2 - y1) * j / rows))
        for i in range(columns + 1)
        for j in range(rows + 1)
    ]


def rings(centre: Base, radius: float, reach: float) -> list[tuple[float, float]]:
    """Points around a base at which another lies wholly within the reach of it."""
    nearest = centre.radius + radius + 0.01
    furthest = centre.radius + reach - radius
    points: list[tuple[float, float]] = []
    distance = nearest
    while distance <= furthest + TOLERANCE:
        count = max(6, int(2.0 * pi * distance / (2.0 * radius + 0.3)))
        for i in range(count):
            angle = 2.0 * pi * i / count
            points.append(
                (thousandth(centre.x + distance * cos(angle)), thousandth(centre.y + distance * sin(angle)))
            )
        distance += max(FINE, radius)
    return points


class WhollyWithin:
    """Wholly within a distance of a base."""

    __slots__ = ("centre", "clause", "name", "reach")

    def __init__(self, centre: Base, reach: float, name: str, clause: str) -> None:
        self.centre = centre
        self.reach = reach
        self.name = name
        self.clause = clause

    def __call__(self, base: Base) -> Fault:
        if furthest_gap(base, self.centre) <= self.reach + TOLERANCE:
            return WELL
        return (f'it would not be wholly within {self.reach:g}" of {self.name}', self.clause)


class FarFromEnemies:
    """More than a distance from every enemy model."""

    __slots__ = ("battle", "clause", "reach", "seat")

    def __init__(self, battle: Battle, seat: int, reach: float, clause: str) -> None:
        self.battle = battle
        self.seat = seat
        self.reach = reach
        self.clause = clause

    def __call__(self, base: Base) -> Fault:
        for enemy in self.battle.models:
            if enemy.seat != self.seat and enemy.fate == ON_TABLE:
                at = enemy.base
                flat = max(0.0, hypot(at.x - base.x, at.y - base.y) - at.radius - base.radius)
                if hypot(flat, at.elevation - base.elevation) <= self.reach + TOLERANCE:
                    return (f'it would be within {self.reach:g}" of {enemy.name}', self.clause)
        return WELL


class InsideStrip:
    """Wholly within a deployment zone."""

    __slots__ = ("clause", "strip")

    def __init__(self, strip: Strip, clause: str) -> None:
        self.strip = strip
        self.clause = clause

    def __call__(self, base: Base) -> Fault:
        x1, y1, x2, y2 = self.strip
        reach = base.radius - TOLERANCE
        if x1 + reach <= base.x <= x2 - reach and y1 + reach <= base.y <= y2 - reach:
            return WELL
        return ("it would not be wholly within your deployment zone", self.clause)


def near_a_base(battle: Battle, model: Model, centre: Base, reach: float, clause: str) -> SettingUp:
    name = battle[centre.key].name
    spots = rings(centre, model.base.radius, reach)
    return SettingUp(battle, model, spots, WhollyWithin(centre, reach, name, clause), clause)


async def set_up_near(battle: Battle, model: Model, centre: Base, reach: float, clause: str) -> bool:
    """Set a model up wholly within a reach of a base; false if there is no room for it."""
    hand = near_a_base(battle, model, centre, reach, clause)
    if not hand.possible():
        return False
    put(model, await hand.question(f"Where does {model.name} get out?"))
    battle.note("set-up", clause, (model.key,), who=model.name)
    return True
