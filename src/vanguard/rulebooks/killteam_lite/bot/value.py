"""What a position of Kill Team Lite is worth: cheap facts of both sides, weighed by how such positions ended in play."""

from __future__ import annotations

from math import exp, sqrt

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.bot.attacks import best_loss_by_shot, best_melee, worth_of
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, DROP_ZONE_DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, is_engaged
from vanguard.rulebooks.killteam_lite.missions import CONTROL_REACH, HOME_DEPTH, devices_of, distance_to_point
from vanguard.rulebooks.killteam_lite.state import (
    FIREFIGHT,
    IN_PLAY,
    INCAPACITATED,
    INITIATIVE,
    TURNING_POINTS,
    Battle,
    Operative,
    other,
)

CHARGE_BONUS = 2.0
DASH = 3.0
POINTS = 0
COMMON = 10
MISSION = 4

# How the weights were found: 1,319 games of the script against itself, a tenth to a quarter of the answers of some sides
# replaced by another of the script's better ones; the facts after three of five activations and phases against the result,
# by logistic regression with a ridge. Each mission's weights are drawn toward those of all missions together. On games kept
# apart the log loss was 0.52 a position, where a coin has 0.69. Each pair is the weight at the beginning and at the end of
# the battle; between them it changes evenly.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "break-through": (
        (0.31, 0.45), (0.0, 0.0), (0.31, 2.07), (3.65, 1.97), (-0.85, -1.71),
        (-0.15, 0.26), (3.53, -1.22), (3.2, -3.95), (3.34, 4.82), (0.14, 0.29),
        (-0.34, -0.01), (0.75, 0.39), (0.0, 0.0), (0.0, 0.0),
    ),
    "decapitation": (
        (-0.01, 0.25), (0.0, 0.0), (0.53, 2.43), (2.82, 4.93), (-1.93, -1.23),
        (0.25, 0.02), (-2.12, -0.83), (-0.88, -3.62), (1.95, 7.32), (0.07, 0.12),
        (0.0, 0.0), (0.12, 0.09), (-0.33, -0.08), (0.0, 0.0),
    ),
    "hold": (
        (0.02, 0.31), (0.0, 0.0), (-0.48, 3.04), (1.42, 4.7), (2.2, -1.18),
        (0.32, -0.25), (-0.48, -1.46), (-0.64, -0.49), (0.99, 9.2), (0.0, 0.09),
        (-0.17, -0.22), (-0.25, -0.54), (-0.09, 0.03), (1.04, 0.08),
    ),
    "none": (
        (0.0, 0.26), (-2.17, 2.64), (0.65, 5.3), (3.11, 8.93), (-0.79, -0.91),
        (0.3, 0.64), (0.41, 0.69), (2.44, -6.9), (0.67, 10.55), (0.12, 0.12),
        (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0),
    ),
    "relic": (
        (0.06, 0.42), (0.0, 0.0), (2.06, 1.82), (3.77, 6.26), (-0.57, 0.49),
        (0.17, 0.37), (-0.32, 2.48), (1.49, -0.49), (-1.15, 7.87), (0.11, 0.16),
        (-1.02, -0.68), (-0.2, 0.5), (1.24, 1.18), (0.33, 0.99),
    ),
    "sabotage": (
        (-0.02, 0.25), (0.0, 0.0), (2.07, 4.33), (3.89, 7.0), (-1.24, -0.43),
        (0.12, 0.27), (-0.03, 0.62), (1.58, -1.96), (0.02, 5.88), (0.07, 0.13),
        (0.06, 0.7), (0.03, 0.83), (0.0, 0.0), (0.0, 0.0),
    ),
}  # fmt: skip

# -- facts of one side -------------------------------------------------------------------------------------------------------


class Side:
    """One side of a battle, looked over once."""

    __slots__ = ("battle", "card_worth", "enemies", "in_danger", "own", "seat", "turns")

    def __init__(self, battle: Battle, seat: int, turns: int) -> None:
        self.battle = battle
        self.seat = seat
        self.turns = turns
        self.own = battle.of(seat)
        self.enemies = battle.of(other(seat))
        self.card_worth = 0.0
        for operative in battle.operatives:
            if operative.seat == seat:
                self.card_worth += worth_of(operative.card)
        self.in_danger: dict[str, float] = {}

    def common(self, enemy: Side) -> list[float]:
        battle, seat = self.battle, self.seat
        wounds = worth = ready = 0.0
        for operative in self.own:
            value = worth_of(operative.card)
            wounds += operative.wounds
            worth += value
            if operative.ready:
                ready += value
        lost = 0.0
        for operative in battle.operatives:
            if operative.seat != seat and operative.fate == INCAPACITATED:
                lost += operative.card.wounds
        now, later, charges = self._threats(enemy)
        return [
            float(battle.points[seat]),
            lost / battle.teams[other(seat)].wounds,
            wounds / battle.teams[seat].wounds,
            worth / self.card_worth,
            ready / self.card_worth,
            float(battle.command_points[seat]),
            now,
            later,
            charges,
            1.0 if battle.phase == FIREFIGHT and battle.turn == seat else 0.0,
        ]

    def _threats(self, enemy: Side) -> tuple[float, float, float]:
        """Worth of the enemy that shots of ready operatives, shots of the others, and charges would take."""
        battle = self.battle
        now: dict[str, float] = {}
        later: dict[str, float] = {}
        charges: dict[str, float] = {}
        free = [one for one in self.enemies if not is_engaged(battle, one)]
        for operative in self.own:
            engaged = is_engaged(battle, operative)
            if operative.card.ranged and not engaged:
                best, whom = 0.0, ""
                for target in free:
                    value = worth_of(target.card)
                    loss = best_loss_by_shot(battle, operative, target, best / value) * value
                    if loss > best:
                        best, whom = loss, target.key
                if whom:
                    shots = now if operative.ready else later
                    shots[whom] = shots.get(whom, 0.0) + best
            self._charge(operative, charges)
        self.in_danger = now
        return enemy.taken(now), enemy.taken(later), enemy.taken(charges)

    def _charge(self, operative: Operative, charges: dict[str, float]) -> None:
        if not operative.ready:
            return
        own = best_melee(operative.card) * 0.75
        reach = self.battle.movement_of(operative) + CHARGE_BONUS + ENGAGEMENT_RANGE
        best, whom = 0.0, ""
        for target in self.enemies:
            if abs(target.base.x - operative.base.x) > reach + 2.0:
                continue
            if gap(operative.base, target.base) <= reach:
                back = best_melee(target.card) * (0.3 if own >= target.wounds else 0.55)
                gain = min(1.0, own / max(1, target.wounds)) * worth_of(target.card)
                gain -= min(1.0, back / max(1, operative.wounds)) * worth_of(operative.card)
                if gain > best:
                    best, whom = gain, target.key
        if whom:
            charges[whom] = charges.get(whom, 0.0) + best

    def taken(self, losses: dict[str, float]) -> float:
        """The share of the team's worth that these losses come to; nobody can be lost more than once."""
        total = 0.0
        for key, loss in losses.items():
            total += min(loss, worth_of(self.battle[key].card))
        return total / self.card_worth

    # -- mission ---------------------------------------------------------------------------------------------------------------

    def mission(self, enemy: Side) -> list[float]:
        key = self.battle.mission.key
        if key == "hold":
            return self._hold()
        if key == "relic":
            return self._relic()
        if key == "break-through":
            return self._break_through()
        if key == "sabotage":
            return self._sabotage()
        if key == "decapitation":
            return self._leader(enemy)
        return [0.0] * MISSION

    def _walks(self, operative: Operative) -> float:
        """How far it can still walk in this battle with a Normal Move and a Dash each time it is activated."""
        times = self.turns if operative.ready or self.battle.phase != FIREFIGHT else self.turns - 1
        return times * (self.battle.movement_of(operative) + DASH)

    def _hold(self) -> list[float]:
        scoring = min(self.turns, TURNING_POINTS - 1) / 3.0
        held = more = margins = 0.0
        balance = 0
        for marker in self.battle.mission.markers:
            strength = 0
            for operative in self.battle.operatives:
                if operative.in_play and distance_to_point(operative, marker) <= CONTROL_REACH:
                    strength += operative.apl if operative.seat == self.seat else -operative.apl
            if strength > 0:
                held += 1.0
                balance += 1
                margins += min(strength, 4) / 4.0
            elif strength < 0:
                balance -= 1
        if balance > 0:
            more = 1.0
        near = 0.0
        for operative in self.own:
            distance = min([distance_to_point(operative, marker) for marker in self.battle.mission.markers])
            near += operative.apl * max(0.0, 1.0 - max(0.0, distance - CONTROL_REACH) / 10.0)
        return [held * scoring, more * scoring, margins * scoring, near * scoring / 4.0]

    def _relic(self) -> list[float]:
        battle = self.battle
        scoring = min(self.turns, TURNING_POINTS - 1) / 3.0
        if not battle.carrier:
            nearest = min([distance_to_point(operative, battle.relic) for operative in self.own], default=30.0)
            return [0.0, 0.0, max(0.0, 1.0 - nearest / 16.0), 0.0]
        carrier = battle[battle.carrier]
        if carrier.seat != self.seat:
            nearest = min([gap(operative.base, carrier.base) for operative in self.own], default=30.0)
            return [0.0, 0.0, max(0.0, 1.0 - nearest / 16.0), 0.0]
        away = to_edge(battle.edges[self.seat], carrier) + 2.0 * carrier.base.radius - HOME_DEPTH
        walks = self._walks(carrier) * 0.66
        return [scoring, likely(walks - away), 0.0, carrier.wounds / carrier.card.wounds]

    def _break_through(self) -> list[float]:
        able = near = 0.0
        edge = self.battle.edges[other(self.seat)]
        for operative in self.own:
            away = to_edge(edge, operative) + 2.0 * operative.base.radius - DROP_ZONE_DEPTH
            able += likely(self._walks(operative) - DASH - away)
            near += max(0.0, 1.0 - max(0.0, away) / 24.0)
        return [able, near, 0.0, 0.0]

    def _sabotage(self) -> list[float]:
        battle = self.battle
        able = near = intact = 0.0
        for device, place in devices_of(battle, other(self.seat)):
            if device in battle.destroyed:
                continue
            best = closest = 0.0
            for operative in self.own:
                away = distance_to_point(operative, place) - 1.0
                best = max(best, likely(self._walks(operative) - DASH - away))
                closest = max(closest, 1.0 - max(0.0, away) / 24.0)
            able += best
            near += closest
        for device, _ in devices_of(battle, self.seat):
            if device not in battle.destroyed:
                intact += 1.0
        return [able, near, intact, 0.0]

    def _leader(self, enemy: Side) -> list[float]:
        for operative in self.own:
            if operative.card.leader:
                shot = min(1.0, enemy.in_danger.get(operative.key, 0.0) / worth_of(operative.card))
                return [1.0, operative.wounds / operative.card.wounds, shot, 0.0]
        return [0.0, 0.0, 0.0, 0.0]


def to_edge(edge: str, operative: Operative) -> float:
    """From the side of its base that faces an edge of the killzone to that edge."""
    base = operative.base
    distance = {"west": base.x, "east": WIDTH - base.x, "south": base.y, "north": DEPTH - base.y}[edge]
    return distance - base.radius


def likely(spare: float) -> float:
    """How likely a way is made that leaves so many inches to spare."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, spare / 3.0))))


def facts_of(battle: Battle, seat: int) -> list[float]:
    """What is known of a position, as differences between a seat and its opponent."""
    turns = TURNING_POINTS - battle.turning_point + (0 if battle.phase == INITIATIVE else 1)
    own, enemy = Side(battle, seat, turns), Side(battle, other(seat), turns)
    mine, theirs = own.common(enemy), enemy.common(own)
    mine += own.mission(enemy)
    theirs += enemy.mission(own)
    facts = [mine[i] - theirs[i] for i in range(COMMON + MISSION)]
    facts[POINTS] += facts_to_points(battle.mission.key, facts)
    facts[POINTS] /= sqrt(1.08 - share_played(battle))
    return facts


def facts_to_points(mission: str, facts: list[float]) -> float:
    """The victory points a side would still gain on the other if all stayed as it is."""
    first, second, third = facts[COMMON], facts[COMMON + 1], facts[COMMON + 2]
    if mission == "sabotage":
        return third
    if mission == "decapitation":
        return 2.0 * first
    if mission == "hold":
        return 3.0 * first + 3.0 * second
    if mission == "relic":
        return 6.0 * first + 3.0 * second
    return 0.0


def share_played(battle: Battle) -> float:
    """How much of the battle is over: Turning Points, and activations of this one."""
    if battle.phase == INITIATIVE:
        return battle.turning_point / TURNING_POINTS
    ready = there = 0
    for operative in battle.operatives:
        if operative.fate == IN_PLAY:
            there += 1
            ready += 1 if operative.ready else 0
    return (battle.turning_point - (ready / there if there else 0.0)) / TURNING_POINTS


def chance_to_win(battle: Battle, seat: int) -> float:
    """The fitted chance of a seat to win from a position at rest."""
    facts = facts_of(battle, seat)
    played = share_played(battle)
    weights = WEIGHTS[battle.mission.key]
    total = 0.0
    for i in range(COMMON + MISSION):
        early, late = weights[i]
        total += facts[i] * (early + (late - early) * played)
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
