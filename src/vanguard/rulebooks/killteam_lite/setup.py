"""SET UP: roles, drop zones, barricades and operatives, before the battle begins."""

from __future__ import annotations

from typing import Final

from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Option, Path, Place, Roll
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps, edges_cross, encloses, outline_gap
from vanguard.geometry.movement import Mover, Surroundings
from vanguard.geometry.shapes import Base, Part, bearing
from vanguard.rulebooks.killteam_lite.killzone import (
    BARRICADE_HEIGHT,
    DEPTH,
    EDGES,
    OPPOSITE,
    OVERHEAD,
    TOLERANCE,
    WIDTH,
    barricade_at,
    barricade_corners,
    drop_zone,
    wholly_inside,
    zone_corners,
)
from vanguard.rulebooks.killteam_lite.missions import mission_of
from vanguard.rulebooks.killteam_lite.state import (
    BARRICADES,
    CONCEAL,
    ENGAGE,
    IN_PLAY,
    INITIATIVE,
    OPERATIVES,
    WAITING,
    Battle,
    Operative,
    other,
)

BARRICADE_COUNT: Final = 4
BARRICADE_RANGE: Final = 6.0
BARRICADE_SPOTS: Final = 6
SPOTS: Final = 8
"""How many spots are proposed for a barricade and for an operative."""

FIRST_ORDERS: Final[list[Option[str]]] = [
    Option(ENGAGE.lower(), ENGAGE, "Engage: it may Shoot, Charge and Overwatch"),
    Option(CONCEAL.lower(), CONCEAL, "Conceal: in Cover it cannot be targeted"),
]
TURNS = (("along", 90.0), ("across", 0.0), ("slanted", 45.0), ("slanted-back", 135.0))
"""How a barricade may lie, as an angle to a west or east drop zone's edge; a second point turns it any way."""


# -- roles and drop zones -----------------------------------------------------------------------------------------------------


async def determine_roles(battle: Battle) -> None:
    """One player is the Defender, by agreement or at random; the Defender chooses a drop zone."""
    defender = battle.agreed_defender
    if defender < 0:
        faces = await Roll(0, 1, "roles", "setup.roles", kinds=(0, 1, 0, 1, 0, 1))
        defender = 0 if faces[0] % 2 == 0 else 1
        shown = DiceShown("roles", 0, faces)
        battle.note("defender", "setup.roles", (), shown, team=battle.team_name(defender))
    else:
        battle.note("defender", "setup.roles", team=battle.team_name(defender))
    battle.defender = defender
    edges = EDGES if battle.mission.any_edge else EDGES[:2]
    clause = "setup.drop-zone.edge" if battle.mission.any_edge else "setup.drop-zone.mission"
    options = [Option(edge, edge, f"The {edge} edge") for edge in edges]
    edge = await Choose(defender, "Choose your drop zone", options, clause)
    battle.edges = (edge, OPPOSITE[edge]) if defender == 0 else (OPPOSITE[edge], edge)
    battle.note("drop-zone", clause, team=battle.team_name(defender), edge=edge)
    battle.phase = BARRICADES
    battle.turn = defender


# -- barricades -----------------------------------------------------------------------------------------------------------------


async def place_barricade(battle: Battle) -> None:
    """The next of four barricades, the players taking turns from the Defender on."""
    seat = battle.turn
    upright = battle.edges[seat] in ("west", "east")
    options = [Option(name, turned if upright else turned + 90.0, name.replace("-", " ")) for name, turned in TURNS]
    turned = await Choose(seat, "How does the barricade lie to your edge?", options, "setup.barricades.alternate")
    spot = BarricadeSpot(battle, seat, turned)
    prompt = 'Place a barricade within 6" of your drop zone'
    x, y, angle = await Place(seat, prompt, "setup.barricades.range", spot.check, spot.propose)
    battle.barricades += 1
    battle.killzone = battle.killzone.with_barricade(barricade_at(battle.barricades, x, y, angle))
    battle.note(
        "barricade", "setup.barricades.alternate", (f"barricade {battle.barricades}",), team=battle.team_name(seat)
    )
    battle.turn = other(seat)
    if battle.barricades == BARRICADE_COUNT:
        battle.phase = OPERATIVES
        battle.turn = battle.defender


class BarricadeSpot:
    """Where a player may put the next barricade. A path of two points gives its centre and the way its length runs."""

    __slots__ = ("battle", "number", "seat", "turned")

    def __init__(self, battle: Battle, seat: int, turned: float) -> None:
        self.battle = battle
        self.seat = seat
        self.turned = turned
        self.number = battle.barricades + 1

    def check(self, path: Path) -> tuple[float, float, float]:
        if len(path) > 2:
            raise Refused("a barricade is placed by its centre, and at most one more point for its direction")
        x, y = path[0][0], path[0][1]
        angle = self.turned
        if len(path) == 2 and path[1][:2] != path[0][:2]:
            angle = bearing((x, y), (path[1][0], path[1][1]))
        why, clause = self.fault(x, y, angle)
        if why:
            raise Refused(f"the barricade cannot stand at ({x:g}, {y:g}): {why}", clause)
        return (x, y, angle)

    def fault(self, x: float, y: float, angle: float) -> tuple[str, str]:
        west = east = x
        south = north = y
        for px, py in barricade_corners(x, y, angle):
            west, east = min(west, px), max(east, px)
            south, north = min(south, py), max(north, py)
        if west < -TOLERANCE or south < -TOLERANCE or east > WIDTH + TOLERANCE or north > DEPTH + TOLERANCE:
            return "it would not lie wholly inside the killzone", "setup.barricades.legal-spot"
        x1, y1, x2, y2 = drop_zone(self.battle.edges[self.seat])
        distance = max(0.0, west - x2, x1 - east, south - y2, y1 - north)  # the zone runs along the whole edge
        if distance > BARRICADE_RANGE + TOLERANCE:
            return f'it is {distance:.1f}" from your drop zone, at most 6" is allowed', "setup.barricades.range"
        for terrain in self.battle.killzone.parts:
            if terrain.min_x > east or terrain.max_x < west or terrain.min_y > north or terrain.max_y < south:
                continue
            if terrain.has(OVERHEAD) or terrain.bottom >= BARRICADE_HEIGHT:
                continue
            if parts_overlap(barricade_at(self.number, x, y, angle), terrain):
                return f"it would overlap {terrain.name}", "setup.barricades.legal-spot"
        return "", ""

    def propose(self) -> list[Path]:
        """A loose grid in front of the drop zone."""
        x1, y1, x2, y2 = drop_zone(self.battle.edges[self.seat])
        found: list[Path] = []
        for i in range(7):
            along = ((i * 3 + self.number) % 7 + 0.5) / 7.0
            for ahead in (2.0, 5.0):
                if self.battle.edges[self.seat] == "west":
                    x, y = x2 + ahead, y2 * along
                elif self.battle.edges[self.seat] == "east":
                    x, y = x1 - ahead, y2 * along
                elif self.battle.edges[self.seat] == "south":
                    x, y = x2 * along, y2 + ahead
                else:
                    x, y = x2 * along, y1 - ahead
                x, y = thousandth(x), thousandth(y)
                if not self.fault(x, y, self.turned)[0]:
                    found.append(((x, y),))
                if len(found) == BARRICADE_SPOTS:
                    return found
        return found or self._propose_anywhere(x1, y1, x2, y2)

    def _propose_anywhere(self, x1: float, y1: float, x2: float, y2: float) -> list[Path]:
        """Should the usual spots all be taken: any free spot on a fine grid."""
        found: list[Path] = []
        y = 0.75
        while y < DEPTH and len(found) < SPOTS:
            x = 0.75
            while x < WIDTH:
                if not self.fault(x, y, self.turned)[0]:
                    found.append(((x, y),))
                x += 1.0
            y += 1.0
        return found


def parts_overlap(a: Part, b: Part) -> bool:
    """Do two parts overlap by more than a touch? Two rectangles: their outlines cross, or one holds a corner of the other."""
    for e in a.edges:
        for f in b.edges:
            if edges_cross(e, f):
                return True
    centre_a = ((a.min_x + a.max_x) / 2.0, (a.min_y + a.max_y) / 2.0)
    centre_b = ((b.min_x + b.max_x) / 2.0, (b.min_y + b.max_y) / 2.0)
    if encloses(a, centre_b[0], centre_b[1]) or encloses(b, centre_a[0], centre_a[1]):
        return True
    return any([_strictly_in(b, x, y) for x, y in a.points]) or any([_strictly_in(a, x, y) for x, y in b.points])


def _strictly_in(part: Part, x: float, y: float) -> bool:
    return encloses(part, x, y) and outline_gap(part, x, y) > TOLERANCE


# -- operatives -------------------------------------------------------------------------------------------------------------------


async def set_up_operative(battle: Battle) -> None:
    """The next operative of the player who is setting up: its spot and its order."""
    seat = battle.turn
    operative = next(
        iter([waiting for waiting in battle.operatives if waiting.seat == seat and waiting.fate == WAITING])
    )
    key = operative.key
    spot = OperativeSpot(battle, operative)
    prompt = f"Set up {operative.name} wholly within your drop zone"
    x, y, z = await Place(seat, prompt, "setup.operatives.wholly-within", spot.check, spot.propose, key, spot.area)
    clause = "setup.operatives.give-order"
    order = await Choose(seat, f"{operative.name}: which order?", FIRST_ORDERS, clause, (key,))
    operative = battle[key]
    operative.base = operative.base.at(x, y, z)
    operative.fate = IN_PLAY
    operative.order = order
    battle.note("set-up", clause, (key,), who=operative.name, order=order, path=((x, y),))
    if not any([waiting.seat == seat and waiting.fate == WAITING for waiting in battle.operatives]):
        _team_is_set_up(battle, seat)


def _team_is_set_up(battle: Battle, seat: int) -> None:
    if seat == battle.defender:
        battle.turn = other(seat)
        return
    battle.phase = INITIATIVE
    mission_of(battle).begin(battle)
    battle.note("battle-begins", "setup.sequence")


class OperativeSpot:
    """Where an operative may be set up."""

    __slots__ = ("battle", "operative", "others", "terrain", "zone")

    def __init__(self, battle: Battle, operative: Operative) -> None:
        self.battle = battle
        self.operative = operative
        self.zone = drop_zone(battle.edges[operative.seat])
        self.others: list[Base] = [placed.base for placed in battle.operatives if placed.in_play]
        x1, y1, x2, y2 = self.zone
        self.terrain: list[Part] = [
            part
            for part in battle.killzone.parts
            if part.max_x > x1 and part.min_x < x2 and part.max_y > y1 and part.min_y < y2
        ]

    def check(self, path: Path) -> tuple[float, float, float]:
        if len(path) != 1:
            raise Refused("an operative is set up at a single point", "setup.operatives.wholly-within")
        x, y = path[0][0], path[0][1]
        z = path[0][2] if len(path[0]) == 3 else 0.0
        why = self.fault(x, y, z)
        if why:
            raise Refused(
                f"{self.operative.name} cannot be set up at ({x:g}, {y:g}): {why}", "setup.operatives.wholly-within"
            )
        return (x, y, z)

    def fault(self, x: float, y: float, z: float) -> str:
        base = self.operative.base
        if not wholly_inside(self.zone, x, y, base.radius):
            return "its base would not be wholly within the drop zone"
        if z < 0.0:
            return "there is nothing below the floor"
        for taken in self.others:
            dx, dy = taken.x - x, taken.y - y
            near = base.radius + taken.radius - TOLERANCE
            if dx * dx + dy * dy < near * near and abs(taken.elevation - z) <= TOLERANCE:
                return f"its base would overlap {self.battle[taken.key].name}"
        if z > 0.0:
            mover = Mover(base.at(x, y, z), 0.0, self.others)
            fault = Surroundings(self.battle.killzone.ground, mover, 0.0).standing_fault(x, y, z)
            return "" if fault is None else fault.told(self.battle.name_of(fault.blocker))
        for part in self.terrain:
            if part.bottom < base.height and disc_overlaps(part, x, y, base.radius, TOLERANCE):
                return f"its base would overlap {part.name}"
        return ""

    def propose(self) -> list[Path]:
        """Free spots along the zone in two rows, others for every operative; a finer grid if all of these are taken."""
        found: list[Path] = []
        x1, y1, x2, y2 = self.zone
        radius = self.operative.base.radius
        upright = x2 - x1 < y2 - y1
        room = 2.0 * (radius + 0.01)
        length, depth = (y2 - y1 - room, x2 - x1 - room) if upright else (x2 - x1 - room, y2 - y1 - room)
        first = self.battle.places[self.operative.key] * 3
        for steps, rows in ((7, (0.75, 0.25)), (40, (0.2, 0.5, 0.8))):
            for i in range(steps):
                along = radius + 0.01 + length * ((i + first) % steps) / (steps - 1)
                for row in rows:
                    deep = radius + 0.01 + depth * row
                    x, y = (x1 + deep, y1 + along) if upright else (x1 + along, y1 + deep)
                    x, y = thousandth(x), thousandth(y)
                    if not self.fault(x, y, 0.0):
                        found.append(((x, y),))
                        if len(found) == SPOTS:
                            return found
            if found:
                return found
        return found

    def area(self) -> list[list[tuple[float, float]]]:
        x1, y1, x2, y2 = self.zone
        r = self.operative.base.radius
        return [zone_corners((x1 + r, y1 + r, x2 - r, y2 - r))]
