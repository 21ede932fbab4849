"""Where the operatives of Kill Team Lite want to be, and which plans there are for an activation."""

from __future__ import annotations

from math import hypot
from typing import Any

from vanguard.bots.trying import Plan, Step
from vanguard.core.questions import Given, Place
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_lite.bot.attacks import best_loss_by_shot, best_shot, fight_value, worth_of
from vanguard.rulebooks.killteam_lite.bot.ways import straight_way
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import ACTION_REACH, FINE, devices_of, distance_to_point, mission_of
from vanguard.rulebooks.killteam_lite.moves import CHARGE, DASH, FALL_BACK, NORMAL_MOVE, MoveInHand
from vanguard.rulebooks.killteam_lite.state import CONCEAL, Battle, Operative, other

HAIR = 0.002
DASHES = 3.0
"""Inches that a Dash adds to a move."""
ACTIVATE = "firefight.must-activate"
ORDER = "firefight.order-may-change-later"
ACTION = "firefight.one-action-at-a-time"
MOVE = "move.path"

# -- where to go -------------------------------------------------------------------------------------------------------------


def goals_of(battle: Battle, seat: int) -> dict[str, Point]:
    """Where each operative wants to be for the mission's sake."""
    key = battle.mission.key
    own = battle.of(seat)
    if key == "hold":
        return shared_out(own, list(battle.mission.markers))
    if key == "sabotage":
        devices = [place for device, place in devices_of(battle, other(seat)) if device not in battle.destroyed]
        return shared_out(own, devices)
    if key == "relic":
        return relic_goals(battle, seat, own)
    if key == "break-through":
        return {one.key: through(battle, seat, one) for one in own}
    return {}


def shared_out(own: list[Operative], places: list[Point]) -> dict[str, Point]:
    """Nearest first; two may go for one place once each place has somebody."""
    goals: dict[str, Point] = {}
    for _ in range(2):
        pairs = sorted([(distance_to_point(one, place), one.key, i) for one in own for i, place in enumerate(places)])
        taken: set[int] = set()
        for _, key, i in pairs:
            if key not in goals and i not in taken:
                goals[key] = places[i]
                taken.add(i)
    return goals


def relic_goals(battle: Battle, seat: int, own: list[Operative]) -> dict[str, Point]:
    if not battle.carrier:
        return shared_out(own, [battle.relic])
    carrier = battle[battle.carrier]
    if carrier.seat == seat:
        return {carrier.key: home(battle, seat, carrier)}
    return {one.key: (carrier.base.x, carrier.base.y) for one in own}


def home(battle: Battle, seat: int, operative: Operative) -> Point:
    return edge_point(battle.edges[seat], operative, 2.0)


def through(battle: Battle, seat: int, operative: Operative) -> Point:
    return edge_point(battle.edges[other(seat)], operative, 1.0)


def edge_point(edge: str, operative: Operative, inside: float) -> Point:
    """The point straight toward an edge of the killzone."""
    x, y = operative.base.x, operative.base.y
    return {"west": (inside, y), "east": (WIDTH - inside, y), "south": (x, inside), "north": (x, DEPTH - inside)}[edge]


def goal_of(battle: Battle, operative: Operative) -> Point:
    """Its mission goal, or else its prey."""
    goal = goals_of(battle, operative.seat).get(operative.key)
    return goal if goal is not None else prey_of(battle, operative)


def prey_of(battle: Battle, operative: Operative) -> Point:
    """Where the nearest enemy stands, its leader a little nearer where that is the mission; or else it stays."""
    enemies = [enemy for enemy in battle.enemies_of(operative.seat) if enemy.standing]
    if not enemies:
        return operative.base.x, operative.base.y
    leader_hunt = 3.0 if battle.mission.key == "decapitation" else 0.0
    prey = min(enemies, key=lambda e: gap(operative.base, e.base) - (leader_hunt if e.card.leader else 0.0))
    return prey.base.x, prey.base.y


def is_careful(battle: Battle, operative: Operative) -> bool:
    """Wounded, and with nothing to do for the mission in this activation: it had better not be seen."""
    if not battle.is_injured(operative) or operative.key == battle.carrier or is_engaged(battle, operative):
        return False
    if battle.mission.key == "break-through":
        return False  # whoever is through is out of harm's way
    goal = goals_of(battle, operative.seat).get(operative.key)
    return goal is None or distance_to_point(operative, goal) > battle.movement_of(operative) + DASHES


def haven_of(battle: Battle, operative: Operative) -> Point:
    """Where the enemy's shots hurt it least, of all places in reach: where it stands, if no other is better."""
    goal = goal_of(battle, operative)
    activation = Activation(battle, operative)
    here = operative.base.x, operative.base.y
    stays = activation.spot_at([[here[0], here[1]]], goal)
    best = min(activation.spots(), key=lambda spot: (spot.danger, spot.far), default=stays)
    return here if stays.danger <= best.danger else (best.way[-1][0], best.way[-1][1])


def wish_of(battle: Battle, operative: Operative, question: Place[Any]) -> Point:
    """Where a moving operative wants to be: by the prey of a Charge, or else at its goal."""
    if question.way != CHARGE:
        return haven_of(battle, operative) if is_careful(battle, operative) else goal_of(battle, operative)
    prey = [e for e in battle.enemies_of(operative.seat) if e.standing]
    target = max(prey, key=lambda e: fight_value(operative, e) - 0.5 * gap(operative.base, e.base))
    return target.base.x, target.base.y


# -- plans for an activation -------------------------------------------------------------------------------------------------


class Spot:
    """A place an operative could move to: what it could do to the enemy from there, and the enemy to it."""

    __slots__ = ("danger", "far", "harm", "way")

    def __init__(self, way: Given, harm: float, danger: float, far: float) -> None:
        self.way = way
        self.harm = harm
        self.danger = danger
        self.far = far


class Activation:
    """The activation of one operative: which plans there are for it."""

    __slots__ = ("battle", "engaged", "operative")

    def __init__(self, battle: Battle, operative: Operative) -> None:
        self.battle = battle
        self.operative = operative
        self.engaged = is_engaged(battle, operative)

    def plans(self, asked_for: str) -> list[Plan]:
        """All plans from this question on: the choice of an operative, its order, or its next action."""
        begun = asked_for == ACTION
        first: tuple[Step, ...] = ((ACTIVATE, self.operative.key),) if asked_for == ACTIVATE else ()
        plans: list[Plan] = []
        for label, order, steps in self._ideas():
            if not begun:
                steps = ((ORDER, order), *steps)
            elif order == "engage" and self.operative.order == CONCEAL:
                continue
            plans.append(Plan(f"{self.operative.name}: {label}", (*first, *steps), self.operative.key))
        return plans

    def goes_on(self, possible: list[str]) -> list[Plan]:
        """All ways to go on after an attack."""
        if len(possible) < 2:
            return []
        ideas: list[tuple[str, tuple[Step, ...]]] = [("stays", ((ACTION, "pass"),))]
        if "fight" in possible:
            ideas.append(("fights", ((ACTION, "fight"),)))
        if CHARGE in possible:
            ideas += [(label, steps) for label, _, steps in self._charges()]
        if NORMAL_MOVE in possible:
            spots = self.spots()
            safest = sorted(spots, key=lambda spot: (spot.danger, spot.far))[:3]
            nearest = sorted(spots, key=lambda spot: spot.far)[:2]
            ideas += [("withdraws", ((ACTION, NORMAL_MOVE), (MOVE, spot.way))) for spot in safest]
            ideas += [("goes to its goal", ((ACTION, NORMAL_MOVE), (MOVE, spot.way))) for spot in nearest]
        return [Plan(f"{self.operative.name}: {label}", steps) for label, steps in ideas]

    def _ideas(self) -> list[tuple[str, str, tuple[Step, ...]]]:
        """What, with which order, by which answers."""
        if self.engaged:
            return self._melee()
        ideas: list[tuple[str, str, tuple[Step, ...]]] = [
            ("stays hidden", "conceal", ((ACTION, "pass"),)),
            ("engages", "engage", ()),
            ("keeps concealed", "conceal", ()),
        ]
        ideas += self._charges()
        spots = self.spots()
        safest = sorted(spots, key=lambda spot: (spot.danger, spot.far))[:2]
        nearest = sorted(spots, key=lambda spot: spot.far)[:2]
        shots = sorted([spot for spot in spots if spot.harm > 0.0], key=lambda spot: spot.danger - spot.harm)[:3]
        for spot in shots:
            ideas.append(("moves and shoots", "engage", ((ACTION, NORMAL_MOVE), (MOVE, spot.way), (ACTION, "shoot"))))
        if best_shot(self.battle, self.operative) > 0.0:
            for spot in safest:
                ideas.append(
                    ("shoots and withdraws", "engage", ((ACTION, "shoot"), (ACTION, NORMAL_MOVE), (MOVE, spot.way)))
                )
        for spot in nearest:
            ideas.append(("goes to its goal", "conceal", ((ACTION, NORMAL_MOVE), (MOVE, spot.way))))
        ideas += self._mission(nearest)
        ideas.append(("hides", "conceal", ((ACTION, NORMAL_MOVE), (MOVE, safest[0].way), (ACTION, "pass"))))
        return ideas

    def _mission(self, nearest: list[Spot]) -> list[tuple[str, str, tuple[Step, ...]]]:
        """What the mission asks for: its action at once or after a move, or as far toward it as the legs go."""
        mission = mission_of(self.battle)
        ideas: list[tuple[str, str, tuple[Step, ...]]] = []
        for action in mission.actions:
            if mission.action_fault(self.battle, self.operative, action) == FINE:
                ideas.append(("does the mission's action", "conceal", ((ACTION, action),)))
                continue
            for spot in nearest:
                steps: tuple[Step, ...] = ((ACTION, NORMAL_MOVE), (MOVE, spot.way), (ACTION, action))
                ideas.append(("goes and does the mission's action", "conceal", steps))
        if (
            nearest
            and nearest[0].far > ACTION_REACH
            and self.operative.key in goals_of(self.battle, self.operative.seat)
        ):
            steps = ((ACTION, NORMAL_MOVE), (MOVE, nearest[0].way), (ACTION, DASH))
            ideas.append(("runs for its goal", "conceal", steps))
        return ideas

    def _melee(self) -> list[tuple[str, str, tuple[Step, ...]]]:
        return [
            ("fights", "engage", ((ACTION, "fight"),)),
            ("falls back", "engage", ((ACTION, FALL_BACK),)),
            ("falls back concealed", "conceal", ((ACTION, FALL_BACK),)),
            ("stays", "engage", ((ACTION, "pass"),)),
        ]

    def _charges(self) -> list[tuple[str, str, tuple[Step, ...]]]:
        move = MoveInHand(self.battle, self.operative.key, CHARGE)
        if not move.enemies:
            return []
        ways = sorted(move.propose(), key=lambda way: -self._prey(way))[:3]
        return [("charges", "engage", ((ACTION, CHARGE), (MOVE, plain(way)), (ACTION, "fight"))) for way in ways]

    def _prey(self, way: tuple[tuple[float, ...], ...]) -> float:
        """What a fight is worth against whoever stands nearest to the end of a Charge."""
        x, y = way[-1][0], way[-1][1]
        enemies = [enemy for enemy in self.battle.enemies_of(self.operative.seat) if enemy.standing]
        nearest = min(enemies, key=lambda enemy: hypot(enemy.base.x - x, enemy.base.y - y) - enemy.base.radius)
        return fight_value(self.operative, nearest)

    def spots(self) -> list[Spot]:
        battle, operative = self.battle, self.operative
        goal = goal_of(battle, operative)
        move = MoveInHand(battle, operative.key, NORMAL_MOVE)
        ways = [plain(way) for way in move.propose()]
        straight = straight_way(battle, operative, NORMAL_MOVE, goal)
        if straight is not None:
            ways.append(straight)
        stood = operative.base
        spots: list[Spot] = []
        try:
            for way in ways:
                end = way[-1]
                operative.base = stood.at(end[0], end[1], end[2] if len(end) == 3 else stood.elevation)
                spots.append(self.spot_at(way, goal))
        finally:
            operative.base = stood
        return spots

    def spot_at(self, way: Given, goal: Point) -> Spot:
        battle, operative = self.battle, self.operative
        harm = danger = 0.0
        for enemy in battle.enemies_of(operative.seat):
            if not enemy.standing:
                continue
            value = worth_of(enemy.card)
            harm = max(harm, best_loss_by_shot(battle, operative, enemy, harm / value) * value)
            danger += best_loss_by_shot(battle, enemy, operative) * (1.0 if enemy.ready else 0.4)
        return Spot(way, harm, min(1.0, danger) * worth_of(operative.card), distance_to_point(operative, goal))


def plain(path: tuple[tuple[float, ...], ...]) -> Given:
    return [list(point) for point in path]
