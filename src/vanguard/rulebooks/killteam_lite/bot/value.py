"""What a position of Kill Team Lite is worth: cheap facts of both sides, weighed by how such positions ended in play."""

from __future__ import annotations

from math import exp, sqrt

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.bot.attacks import best_loss_by_shot, best_melee, worth_of
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, DROP_ZONE_DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, is_engaged
from vanguard.rulebooks.killteam_lite.missions import (
    CONTROL_REACH,
    HOME_DEPTH,
    devices_of,
    distance_to_point,
    distance_to_relic,
)
from vanguard.rulebooks.killteam_lite.moves import CHARGE_BONUS
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

DASH = 3.0
POINTS = 0
COMMON = 10
MISSION = 4

# How the weights were found: 900 games of the script against itself, a tenth or a quarter of the answers of some sides replaced
# by another of the script's better ones; the facts before three of five activations against the result, by logistic regression
# with a ridge. No weight may be negative: what is good for a side cannot lose the battle, and a planner would soon find out
# where the numbers say otherwise. Each mission's weights are drawn toward those of all missions together. On games kept apart
# the log loss was 0.33 to 0.60 a position, where a coin has 0.69. Each pair is the weight at the beginning and at the end of
# the battle; between them it changes evenly.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "break-through": (
        (0.36, 0.29), (0.88, 2.9), (4.59, 1.64), (1.66, 2.75), (0.0, 0.0),
        (0.0, 0.41), (2.75, 0.0), (2.14, 0.0), (4.74, 8.05), (0.05, 0.0),
        (0.0, 0.0), (0.02, 0.0), (0.0, 0.04), (0.07, 1.98),
    ),
    "decapitation": (
        (0.08, 0.11), (0.0, 0.86), (3.47, 1.37), (0.7, 0.88), (1.46, 0.0),
        (0.34, 0.0), (1.08, 0.0), (0.0, 0.0), (0.0, 8.17), (0.0, 0.0),
        (0.0, 0.0), (0.26, 0.78), (0.0, 0.0), (0.07, 1.98),
    ),
    "hold": (
        (0.0, 0.2), (0.0, 2.15), (4.5, 1.11), (0.82, 1.81), (1.48, 0.35),
        (0.19, 0.0), (3.56, 0.0), (0.52, 0.0), (4.3, 5.42), (0.12, 0.18),
        (0.0, 0.0), (0.0, 0.04), (0.0, 0.0), (0.32, 2.09),
    ),
    "none": (
        (0.0, 0.2), (0.0, 3.69), (6.53, 1.64), (3.64, 3.94), (0.0, 0.0),
        (0.47, 0.24), (2.29, 0.0), (0.0, 0.0), (3.33, 3.32), (0.11, 0.12),
        (0.0, 0.0), (0.0, 0.23), (0.0, 0.04), (0.07, 1.98),
    ),
    "relic": (
        (0.0, 0.28), (2.02, 2.66), (5.72, 1.18), (1.93, 2.04), (0.0, 0.0),
        (0.58, 0.0), (2.11, 0.0), (0.0, 0.0), (3.12, 8.54), (0.11, 0.0),
        (0.0, 0.0), (0.0, 0.26), (1.13, 1.04), (0.0, 2.57),
    ),
    "sabotage": (
        (0.02, 0.24), (2.05, 3.81), (4.34, 3.22), (0.32, 2.19), (0.5, 0.0),
        (0.0, 0.0), (4.7, 0.0), (2.05, 2.38), (0.41, 4.85), (0.08, 0.04),
        (0.39, 1.21), (0.71, 0.47), (0.38, 1.93), (0.07, 1.98),
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
            nearest = min([distance_to_relic(battle, operative) for operative in self.own], default=30.0)
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
