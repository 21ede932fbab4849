"""Missions: markers and control, mission actions, and how victory points are scored. One class per mission."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.geometry.measuring import told_beside
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, TOLERANCE, WIDTH, drop_zone, wholly_inside
from vanguard.rulebooks.killteam_lite.state import EXITED, INCAPACITATED, Battle, Operative, other

CONTROL_REACH: Final = 2.0
ACTION_REACH: Final = 1.0
HOME_DEPTH: Final = 12.0
PICK_UP: Final = "pick-up"
EXIT: Final = "exit"
SABOTAGE: Final = "sabotage"
MISSION_CLAUSE: Final = "battle.winner-by-mission"

Fault = tuple[str, str]
"""Why not, and the clause; empty texts if it is possible."""
FINE: Final[Fault] = ("", "")


def score(battle: Battle, seat: int, points: int, why: str) -> None:
    """Victory points are open and never taken away."""
    if points <= 0:
        return
    blue, red = battle.points
    battle.points = (blue + points, red) if seat == 0 else (blue, red + points)
    battle.note(
        "points-scored",
        MISSION_CLAUSE,
        team=battle.team_name(seat),
        points=points,
        why=why,
        total=battle.points[seat],
        seat=seat,
        amount=points,
    )


def distance_to_point(operative: Operative, point: Point, level: float = 0.0) -> float:
    """From the base to a marker on the floor, or on the level of this elevation."""
    base = operative.base
    plan = max(0.0, hypot(base.x - point[0], base.y - point[1]) - base.radius)
    return hypot(plan, base.elevation - level)


def distance_to_relic(battle: Battle, operative: Operative) -> float:
    return distance_to_point(operative, battle.relic, battle.relic_level)


class Mission:
    """What a mission adds to the battle; without one nothing is added and the default score decides."""

    key = "none"
    scored_by_points = True
    actions: tuple[str, ...] = ()

    def begin(self, battle: Battle) -> None:
        """When the battle begins."""

    def turning_point_ended(self, battle: Battle) -> None:
        """Scoring at the end of each Turning Point."""

    def battle_ended(self, battle: Battle) -> None:
        """Scoring after the last Turning Point."""

    def incapacitated(self, battle: Battle, operative: Operative, by: int) -> None:
        """An operative was incapacitated."""

    def bars_dash(self, battle: Battle, operative: Operative) -> bool:
        return False

    def action_fault(self, battle: Battle, operative: Operative, action: str) -> Fault:
        """Why a mission action cannot be performed, besides what holds for all of them."""
        return FINE

    def perform(self, battle: Battle, operative: Operative, action: str) -> None:
        """Do the mission action."""


class NoMission(Mission):
    """Play without a mission: the default score, an early end, any edge."""

    key = "none"
    scored_by_points = False


class Hold(Mission):
    """Control markers at the end of Turning Points 2, 3 and 4."""

    key = "hold"

    def turning_point_ended(self, battle: Battle) -> None:
        if battle.turning_point < 2:
            return
        held = [0, 0]
        for marker in battle.mission.markers:
            side = controller(battle, marker)
            if side >= 0:
                held[side] += 1
        for seat in (0, 1):
            score(battle, seat, held[seat], "markers controlled")
            if held[seat] > held[other(seat)]:
                score(battle, seat, 1, "more markers than the opponent")


def controller(battle: Battle, marker: Point) -> int:
    """The side with the higher sum of current APL within 2\" of the marker, or -1."""
    strength = [0, 0]
    for operative in battle.operatives:
        if operative.in_play and distance_to_point(operative, marker) <= CONTROL_REACH + TOLERANCE:
            strength[operative.seat] += operative.apl
    if strength[0] == strength[1]:
        return -1
    return 0 if strength[0] > strength[1] else 1


class Relic(Mission):
    """Carry the relic, and bring it home."""

    key = "relic"
    actions: tuple[str, ...] = (PICK_UP,)

    def begin(self, battle: Battle) -> None:
        battle.relic = battle.mission.markers[0]

    def bars_dash(self, battle: Battle, operative: Operative) -> bool:
        return battle.carrier == operative.key

    def action_fault(self, battle: Battle, operative: Operative, action: str) -> Fault:
        if battle.carrier:
            return "the relic is being carried", MISSION_CLAUSE
        away = distance_to_relic(battle, operative)
        if away > ACTION_REACH + TOLERANCE:
            return (
                f'the relic is {told_beside(away, ACTION_REACH)}" away, at most {ACTION_REACH:g}" is allowed',
                MISSION_CLAUSE,
            )
        return FINE

    def perform(self, battle: Battle, operative: Operative, action: str) -> None:
        battle.carrier = operative.key
        battle.note("relic-taken", MISSION_CLAUSE, (operative.key, "relic"), who=operative.name)

    def incapacitated(self, battle: Battle, operative: Operative, by: int) -> None:
        if battle.carrier == operative.key:
            battle.carrier = ""
            battle.relic = (operative.base.x, operative.base.y)
            battle.relic_level = operative.base.elevation
            battle.note("relic-dropped", MISSION_CLAUSE, (operative.key, "relic"), who=operative.name)

    def turning_point_ended(self, battle: Battle) -> None:
        if battle.turning_point >= 2 and battle.carrier:
            score(battle, battle[battle.carrier].seat, 2, "carrying the relic")

    def battle_ended(self, battle: Battle) -> None:
        if not battle.carrier:
            return
        carrier = battle[battle.carrier]
        if wholly_near_edge(carrier, battle.edges[carrier.seat], HOME_DEPTH):
            score(battle, carrier.seat, 3, "the relic is home")


def wholly_near_edge(operative: Operative, edge: str, depth: float) -> bool:
    """Is the whole base within a distance of a killzone edge?"""
    base = operative.base
    furthest = {
        "west": base.x + base.radius,
        "east": WIDTH - base.x + base.radius,
        "south": base.y + base.radius,
        "north": DEPTH - base.y + base.radius,
    }[edge]
    return furthest <= depth + TOLERANCE


class BreakThrough(Mission):
    """Leave through the enemy drop zone."""

    key = "break-through"
    actions: tuple[str, ...] = (EXIT,)

    def action_fault(self, battle: Battle, operative: Operative, action: str) -> Fault:
        base = operative.base
        zone = drop_zone(battle.edges[other(operative.seat)])
        if not wholly_inside(zone, base.x, base.y, base.radius):
            return "it is not wholly within the enemy drop zone", MISSION_CLAUSE
        return FINE

    def perform(self, battle: Battle, operative: Operative, action: str) -> None:
        operative.fate = EXITED
        operative.ready = False
        battle.note("exited", MISSION_CLAUSE, (operative.key,), who=operative.name)
        score(battle, operative.seat, 3, f"{operative.name} broke through")

    def incapacitated(self, battle: Battle, operative: Operative, by: int) -> None:
        score(battle, by, 1, f"{operative.name} incapacitated")


class Sabotage(Mission):
    """Destroy the enemy's devices, keep your own."""

    key = "sabotage"
    actions: tuple[str, ...] = (SABOTAGE,)

    def action_fault(self, battle: Battle, operative: Operative, action: str) -> Fault:
        if device_in_reach(battle, operative):
            return FINE
        return f'no intact enemy device is within {ACTION_REACH:g}"', MISSION_CLAUSE

    def perform(self, battle: Battle, operative: Operative, action: str) -> None:
        device = device_in_reach(battle, operative)
        battle.destroyed = (*battle.destroyed, device)
        battle.note("device-destroyed", MISSION_CLAUSE, (operative.key, device), who=operative.name)
        score(battle, operative.seat, 3, "device destroyed")

    def battle_ended(self, battle: Battle) -> None:
        for seat in (0, 1):
            intact = [device for device, _ in devices_of(battle, seat) if device not in battle.destroyed]
            score(battle, seat, len(intact), "own devices intact")


def devices_of(battle: Battle, seat: int) -> list[tuple[str, Point]]:
    """A side owns the two devices on its side: their keys and places."""
    edge = battle.edges[seat]
    places = battle.mission.west_devices if edge == "west" else battle.mission.east_devices
    return [(f"device-{edge}-{number}", place) for number, place in enumerate(places, start=1)]


def device_in_reach(battle: Battle, operative: Operative) -> str:
    """The nearest intact enemy device within 1\", or an empty text."""
    found = ""
    nearest = ACTION_REACH + TOLERANCE
    for device, place in devices_of(battle, other(operative.seat)):
        distance = distance_to_point(operative, place)
        if device not in battle.destroyed and distance <= nearest:
            found, nearest = device, distance
    return found


class Decapitation(Mission):
    """Bring down the enemy leader."""

    key = "decapitation"

    def incapacitated(self, battle: Battle, operative: Operative, by: int) -> None:
        points = 5 if operative.card.leader else 1
        score(battle, by, points, f"{operative.name} incapacitated")

    def battle_ended(self, battle: Battle) -> None:
        for seat in (0, 1):
            for operative in battle.of(seat):
                if operative.card.leader:
                    score(battle, seat, 2, f"{operative.name} is still in the killzone")


MISSIONS: Final[dict[str, Mission]] = {
    mission.key: mission for mission in (NoMission(), Hold(), Relic(), BreakThrough(), Sabotage(), Decapitation())
}

ACTION_NAMES: Final = {PICK_UP: "Pick Up", EXIT: "Exit", SABOTAGE: "Sabotage"}


def mission_of(battle: Battle) -> Mission:
    return MISSIONS[battle.mission.key]


def incapacitated(battle: Battle, operative: Operative, by: int) -> None:
    mission_of(battle).incapacitated(battle, operative, by)


# -- the end of the battle ------------------------------------------------------------------------------------------------


def wounds_taken(battle: Battle, seat: int) -> tuple[int, int]:
    """The default score of a player as a fraction: W of enemies incapacitated, over W of the whole enemy team."""
    taken = 0
    for operative in battle.operatives:
        if operative.seat != seat and operative.fate == INCAPACITATED:
            taken += operative.card.wounds
    return taken, battle.teams[other(seat)].wounds


def compare_default(battle: Battle) -> int:
    """Who has the higher default score, compared exactly; -1 if they are equal."""
    (a, of_a), (b, of_b) = wounds_taken(battle, 0), wounds_taken(battle, 1)
    if a * of_b == b * of_a:
        return -1
    return 0 if a * of_b > b * of_a else 1


def decide(battle: Battle) -> tuple[int, str, str]:
    """Winner (-1 for a draw), the reason, and the clause."""
    if mission_of(battle).scored_by_points and battle.points[0] != battle.points[1]:
        winner = 0 if battle.points[0] > battle.points[1] else 1
        high, low = battle.points[winner], battle.points[other(winner)]
        return winner, f"{high} victory points to {low}", MISSION_CLAUSE
    winner = compare_default(battle)
    shares = [taken / total for taken, total in (wounds_taken(battle, 0), wounds_taken(battle, 1))]
    if winner < 0:
        return -1, f"both incapacitated {shares[0]:.0%} of the enemy's wounds", "battle.winner-default"
    reason = f"incapacitated {shares[winner]:.0%} of the enemy's wounds, the opponent {shares[other(winner)]:.0%}"
    return winner, reason, "battle.winner-default"
