"""MISSION SET-UP: objective markers, deployment zones, deployment model by model, reserves, the first turn."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.core.questions import Choose, Option, Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import told_beside
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.damage import remove
from vanguard.rulebooks.fortyk_vanguard.dice import roll_off
from vanguard.rulebooks.fortyk_vanguard.placing import put, setting_up
from vanguard.rulebooks.fortyk_vanguard.state import (
    DEPLOYMENT,
    FIRST_TURN,
    RESERVE,
    WAITING,
    ZONES,
    Battle,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.transports import embark, may_ride, room_in
from vanguard.tabletop.borders import Borders
from vanguard.tabletop.placing import rectangle_zone

MARKER_SPACING: Final = 2.0


# -- objective markers ------------------------------------------------------------------------------------------------------------------


class MarkerSpot(WhereTo[Point]):
    """Where an objective marker may be placed (core.mission.objective-markers)."""

    __slots__ = ("battle",)

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self.battle = battle

    def is_free(self, x: float, y: float) -> bool:
        return self._nearest_fault(x, y) is None

    def fault(self, x: float, y: float) -> str:
        """Why no marker may lie there, or nothing."""
        too_near = self._nearest_fault(x, y)
        if too_near is None:
            return ""
        distance, limit, marker = too_near
        return self._told(distance, f"marker {marker}" if marker else "a table edge", limit)

    def _nearest_fault(self, x: float, y: float) -> tuple[float, float, int] | None:
        """What is too near: its distance, the limit, and the marker's number, 0 for a table edge.

        The two distances are measured from discs, or on the small table from centres.
        """
        battle = self.battle
        size = battle.field.map.size
        disc = 0.0 if size.between_centres else battle.mission.marker_radius
        edge = min(x, y, size.width - x, size.depth - y) - disc
        if self._too_near(edge, size.from_edge):
            return (edge, size.from_edge, 0)
        for i, (mx, my) in enumerate(battle.markers):
            apart = hypot(mx - x, my - y) - 2.0 * disc
            if self._too_near(apart, size.from_marker):
                return (apart, size.from_marker, i + 1)
        return None

    def _too_near(self, distance: float, limit: float) -> bool:
        """None within the distance, which itself is within (core.concept.within); centres stay that far from each other."""
        if self.battle.field.map.size.between_centres:
            return distance < limit - TOLERANCE
        return distance <= limit + TOLERANCE

    def _told(self, distance: float, what: str, limit: float) -> str:
        least = "at least" if self.battle.field.map.size.between_centres else "more than"
        return f'it would lie {told_beside(max(0.0, distance), limit, 2)}" from {what}, {least} {limit:g}" is needed'

    def check(self, path: Path) -> Point:
        x, y = thousandth(path[-1][0]), thousandth(path[-1][1])
        fault = self.fault(x, y)
        if fault:
            raise Refused(f"A marker cannot lie there: {fault}", "core.mission.objective-markers")
        return (x, y)

    def aims(self) -> list[Path]:
        """The fixed set first, then ever finer grids, then every corner of the room there is."""
        size = self.battle.field.map.size
        found: list[Path] = [(marker,) for marker in size.markers]
        for step in (MARKER_SPACING, MARKER_SPACING * 0.25):
            columns, rows = int(size.width / step), int(size.depth / step)
            found += [((i * step, j * step),) for i in range(1, columns) for j in range(1, rows)]
            for spot in found:
                if self.tried(spot):
                    return found
        return [(corner,) for corner in self._corners()]

    def _corners(self) -> list[Point]:
        """Where the room that edges and markers leave has its corners: if a marker fits at all, it does at one of them."""
        battle = self.battle
        size = battle.field.map.size
        disc = 0.0 if size.between_centres else battle.mission.marker_radius
        hair = 0.0 if size.between_centres else 2.0 * TOLERANCE
        edge, apart = size.from_edge + disc + hair, size.from_marker + 2.0 * disc + hair
        borders = Borders((edge, edge, size.width - edge, size.depth - edge))
        for x, y in battle.markers:
            borders.add_circle(x, y, apart)
        return borders.corners()

    def tried(self, aim: Path) -> Path:
        return aim if self.is_free(aim[0][0], aim[0][1]) else ()


async def place_marker(battle: Battle) -> None:
    """Players alternate, the winner of the roll-off first, until all are placed; a placing that leaves no room ends it."""
    clause = "core.mission.objective-markers"
    if battle.quick_markers:
        battle.markers = battle.field.map.size.markers
        battle.phase = ZONES
        return
    if battle.setter < 0:
        battle.setter = await roll_off(battle, "who places the first objective marker", clause)
    spot = MarkerSpot(battle)
    prompt = f"Place objective marker {len(battle.markers) + 1} of {battle.mission.markers}"
    place = await spot.ask(battle.setter, prompt, clause)
    battle.markers = (*battle.markers, place)
    who = battle.army_name(battle.setter)
    battle.note(
        "marker", clause, (f"marker-{len(battle.markers)}",), who=who, n=len(battle.markers), x=place[0], y=place[1]
    )
    battle.setter = other(battle.setter)
    if len(battle.markers) >= battle.mission.markers or not MarkerSpot(battle).is_possible():
        battle.phase = ZONES


# -- zones --------------------------------------------------------------------------------------------------------------------------------


async def choose_zones(battle: Battle) -> None:
    """The winner of a roll-off chooses a deployment zone; the other player deploys first."""
    clause = "core.mission.deployment-zone-choice"
    winner = await roll_off(battle, "who chooses a deployment zone", clause)
    options = [Option(f"zone-{i + 1}", i, zone_label(battle, i), about=(f"zone-{i + 1}",)) for i in (0, 1)]
    zone = await Choose(winner, "Which deployment zone is yours?", options, clause)
    battle.zones = (zone, 1 - zone) if winner == 0 else (1 - zone, zone)
    battle.note("zones", clause, who=battle.army_name(winner), zone=zone_label(battle, zone))
    battle.setter = other(winner)
    battle.phase = DEPLOYMENT


def zone_label(battle: Battle, zone: int) -> str:
    """West or east, south or north: where the strip lies."""
    size = battle.field.map.size
    x1, y1, x2, y2 = size.zones[zone]
    if x2 - x1 < size.width - TOLERANCE:
        return "the western zone" if x1 < size.width * 0.5 else "the eastern zone"
    return "the southern zone" if y1 + y2 < size.depth else "the northern zone"


def zone_part(battle: Battle, seat: int) -> Part:
    x1, y1, x2, y2 = battle.zone(seat)
    return rectangle_zone("your deployment zone", x1, y1, x2, y2)


# -- deployment -------------------------------------------------------------------------------------------------------------------------------


async def deploy_next(battle: Battle) -> None:
    """One model is set up, put in reserve, or taken aboard with its TRANSPORT (vanguard.muster.deploy-one-model-at-a-time)."""
    waiting = [model for model in battle.models if model.fate == WAITING]
    if not waiting:
        battle.phase = FIRST_TURN
        return
    seat = battle.setter
    mine = [model for model in waiting if model.seat == seat]
    if not mine:
        seat = battle.setter = other(seat)
        mine = [model for model in waiting if model.seat == seat]
    model = await _choose_model(battle, seat, mine)
    if model is not None:
        await _deploy(battle, model)
    battle.setter = other(seat)


async def _choose_model(battle: Battle, seat: int, mine: list[Model]) -> Model | None:
    """Which model is next: equal ones are one choice. None if it went into reserve instead."""
    clause = "core.mission.deploy-alternately"
    options: list[Option[tuple[str, bool]]] = []
    seen: list[tuple[str, bool]] = []
    for model in mine:
        kind = (model.profile.key, model.warlord)
        if kind in seen:
            continue
        seen.append(kind)
        count = len([1 for it in mine if (it.profile.key, it.warlord) == kind])
        name = model.name if count == 1 else f"{model.name} ({count} like it)"
        options.append(Option(model.key, (model.key, False), name, clause, about=(model.key,)))
        if model.profile.has("deep-strike"):
            reserve = "core.reinforcements.declare"
            options.append(Option(f"{model.key}/reserve", (model.key, True), f"{name}: keep it in reserve", reserve))
    prompt = f"Deployment: who is next? {len(mine)} left."
    key, in_reserve = await Choose(seat, prompt, options, clause)
    model = battle[key]
    if not in_reserve:
        return model
    model.fate = RESERVE
    battle.note("reserve", "core.reinforcements.declare", (key,), who=model.name)
    return None


async def _deploy(battle: Battle, model: Model) -> None:
    """Wholly within its zone; for whom there is no room left there, there will be none later either."""
    clause = "core.mission.deploy-alternately"
    placing = setting_up(battle, model, clause, inside=(zone_part(battle, model.seat),))
    if not placing.is_possible():
        remove(battle, model.key, "no-place", clause)
        return
    put(model, await placing.ask(model.seat, f"Where is {model.name} deployed?", clause, (model.key,)))
    battle.note("deployed", clause, (model.key,), who=model.name, path=((model.base.x, model.base.y),))
    if model.profile.capacity:
        await _take_aboard(battle, model)


async def _take_aboard(battle: Battle, transport: Model) -> None:
    """Models may begin the battle embarked; it is declared when the TRANSPORT is set up (core.transport.start-embarked)."""
    clause = "core.transport.start-embarked"
    while room_in(battle, transport) > 0:
        able = [it for it in battle.models if it.fate == WAITING and may_ride(it, transport)]
        if not able:
            return
        options: list[Option[str]] = [Option("done", "", "Nobody else", clause, declines=True)]
        seen: list[tuple[str, bool]] = []
        for it in able:
            if (it.profile.key, it.warlord) not in seen:
                seen.append((it.profile.key, it.warlord))
                options.append(Option(it.key, it.key, it.name, clause, about=(it.key,)))
        prompt = f"Who begins aboard {transport.name}? Room for {room_in(battle, transport)}."
        key = await Choose(transport.seat, prompt, options, clause, (transport.key,))
        if not key:
            return
        embark(battle, battle[key], transport, clause)


# -- the first turn -----------------------------------------------------------------------------------------------------------------------------


async def determine_first_turn(battle: Battle) -> None:
    """The winner of a roll-off decides who takes the first turn of every round."""
    clause = "core.mission.first-turn"
    winner = await roll_off(battle, "who decides about the first turn", clause)
    options = [Option("first", winner, "I go first"), Option("second", other(winner), "My opponent goes first")]
    battle.first = await Choose(winner, "Who takes the first turn?", options, clause)
    battle.note("first-turn", clause, who=battle.army_name(battle.first))
