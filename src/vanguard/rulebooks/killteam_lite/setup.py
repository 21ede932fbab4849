"""SET UP: roles, drop zones, barricades and operatives, before the battle begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vanguard.core.questions import Choose, Option, Path, Roll, Uniform
from vanguard.core.telling.events import DiceShown
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import Mover
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.killteam_lite.killzone import (
    BARRICADE_HEIGHT,
    EDGES,
    OPPOSITE,
    OVERHEAD,
    TOLERANCE,
    barricade_at,
    drop_zone,
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
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import NOT_NEAR, Placing, rectangle_zone
from vanguard.tabletop.shape_placing import ShapePlacing
from vanguard.tabletop.terrain import corners_of

BARRICADE_CLAUSES: Final[dict[str, str]] = {
    NOT_NEAR: "setup.barricades.range",
    ANY: "setup.barricades.legal-spot",
}
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
    prompt = 'Place a barricade within 6" of your drop zone'
    x, y, angle = await barricade_spot(battle, seat, turned).ask(seat, prompt, "setup.barricades.range")
    battle.barricades += 1
    battle.killzone = battle.killzone.with_barricade(barricade_at(battle.barricades, x, y, angle))
    battle.note(
        "barricade", "setup.barricades.alternate", (f"barricade {battle.barricades}",), team=battle.team_name(seat)
    )
    battle.turn = other(seat)
    if battle.barricades == BARRICADE_COUNT:
        battle.phase = OPERATIVES
        battle.turn = battle.defender


def barricade_spot(battle: Battle, seat: int, turned: float) -> ShapePlacing:
    """Where a player may put the next barricade. A path of two points gives its centre and the way its length runs."""
    number = battle.barricades + 1
    terrain = [
        part for part in battle.killzone.parts if not part.has(OVERHEAD) and part.bottom < BARRICADE_HEIGHT
    ]  # fmt: skip
    zone = rectangle_zone("your drop zone", *drop_zone(battle.edges[seat]))

    def shape(x: float, y: float, angle: float) -> Part:
        return barricade_at(number, x, y, angle)

    def spots() -> list[Point]:
        return spots_ahead(battle.edges[seat], number)

    return ShapePlacing(
        battle.killzone.table, shape, turned, "the barricade", BARRICADE_CLAUSES, battle.name_of, terrain,
        within=[(zone, BARRICADE_RANGE)], spots=spots, most=BARRICADE_SPOTS, tolerance=TOLERANCE,
    )  # fmt: skip


def spots_ahead(edge: str, number: int) -> list[Point]:
    """A loose grid in front of a drop zone, another for every barricade."""
    x1, y1, x2, y2 = drop_zone(edge)
    found: list[Point] = []
    for i in range(7):
        along = ((i * 3 + number) % 7 + 0.5) / 7.0
        for ahead in (2.0, 5.0):
            if edge == "west":
                x, y = x2 + ahead, y2 * along
            elif edge == "east":
                x, y = x1 - ahead, y2 * along
            elif edge == "south":
                x, y = x2 * along, y2 + ahead
            else:
                x, y = x2 * along, y1 - ahead
            found.append((thousandth(x), thousandth(y)))
    return found


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
    x, y, z = await spot.ask(seat, prompt, "setup.operatives.wholly-within")
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


class OperativeSpot(Placing):
    """Where an operative may be set up: wholly within its drop zone."""

    __slots__ = ("battle", "zone")

    def __init__(self, battle: Battle, operative: Operative) -> None:
        self.battle = battle
        self.zone = drop_zone(battle.edges[operative.seat])
        others = [placed.base for placed in battle.operatives if placed.in_play]
        super().__init__(
            battle.killzone.ground,
            Mover(operative.base, 0.0, others),
            operative.name,
            {ANY: "setup.operatives.wholly-within"},
            battle.name_of,
            inside=[rectangle_zone("the drop zone", *self.zone)],
        )

    def proposals(self) -> Iterator[Path]:
        """Free spots along the zone in two rows, others for every operative; a finer grid if all of these are taken."""
        found = 0
        x1, y1, x2, y2 = self.zone
        radius = self.base.radius
        upright = x2 - x1 < y2 - y1
        room = 2.0 * (radius + 0.01)
        length, depth = (y2 - y1 - room, x2 - x1 - room) if upright else (x2 - x1 - room, y2 - y1 - room)
        first = self.battle.places[self.base.key] * 3
        for steps, rows in ((7, (0.75, 0.25)), (40, (0.2, 0.5, 0.8))):
            for i in range(steps):
                along = radius + 0.01 + length * ((i + first) % steps) / (steps - 1)
                for row in rows:
                    deep = radius + 0.01 + depth * row
                    x, y = (x1 + deep, y1 + along) if upright else (x1 + along, y1 + deep)
                    x, y = thousandth(x), thousandth(y)
                    if self.is_free((x, y)):
                        yield ((x, y),)
                        found += 1
                        if found == SPOTS:
                            return
            if found:
                return
        yield from self.free_spots()

    def sample(self, uniform: Uniform) -> Path:
        paths = self.propose()
        return paths[uniform(len(paths))]

    def area(self) -> list[list[Point]]:
        x1, y1, x2, y2 = self.zone
        r = self.base.radius
        return [corners_of((x1 + r, y1 + r, x2 - r, y2 - r))]
