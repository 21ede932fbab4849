"""What a position of Kill Team Lite is worth: cheap facts of both sides, weighed by how such positions ended in play."""

from __future__ import annotations

from math import exp

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, DROP_ZONE_DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, in_line_of_sight, is_engaged, sightline
from vanguard.rulebooks.killteam_lite.missions import CONTROL_REACH, HOME_DEPTH, devices_of, distance_to_point
from vanguard.rulebooks.killteam_lite.profiles import Datacard, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import (
    FIREFIGHT,
    INCAPACITATED,
    INITIATIVE,
    TURNING_POINTS,
    Battle,
    Operative,
    other,
)

CHARGE_BONUS = 2.0
DASH = 3.0
COMMON = 10
MISSION = 4

# How the weights were found: 1,319 games of the script against itself, a tenth to a quarter of the answers of some sides
# replaced by another of the script's better ones; the facts after three of five activations and phases against the result,
# by logistic regression with a ridge. Each mission's weights are drawn toward those of all missions together. On games kept
# apart the log loss was 0.52 a position, where a coin has 0.69. Each pair is the weight in the first and in the last
# Turning Point; between them it changes evenly.
WEIGHTS: dict[str, tuple[tuple[float, float], ...]] = {
    "break-through": (
        (0.88, 0.76), (-2.84, 2.37), (-0.03, 2.39), (1.86, -0.33), (-0.35, -1.98),
        (-0.11, 0.17), (3.61, -1.09), (2.25, -4.04), (4.45, 4.69), (0.13, 0.27),
        (-0.35, 0.13), (0.88, 0.27), (0.0, 0.0), (0.0, 0.0),
    ),
    "decapitation": (
        (-0.06, 0.63), (-1.94, 3.64), (1.41, 1.05), (2.73, 2.17), (-1.82, -2.37),
        (0.29, -0.42), (-2.16, -0.51), (-1.12, -4.64), (2.06, 7.7), (0.06, 0.17),
        (-0.24, -0.13), (0.37, 0.12), (-0.45, 0.04), (0.0, 0.0),
    ),
    "hold": (
        (-0.19, 0.68), (-2.87, 4.41), (1.1, 1.48), (2.61, 2.92), (1.92, -2.12),
        (0.31, -0.42), (-0.42, -0.42), (-0.79, -1.15), (0.68, 8.57), (-0.01, 0.18),
        (0.07, 0.38), (-0.12, 0.58), (0.0, 0.32), (0.95, 0.13),
    ),
    "none": (
        (-0.04, 0.66), (-5.38, 6.65), (2.51, 3.57), (6.17, 5.86), (-0.79, -2.26),
        (0.37, 0.25), (0.19, 3.2), (1.2, -8.65), (1.28, 10.0), (0.1, 0.17),
        (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0),
    ),
    "relic": (
        (0.24, 1.05), (-1.79, 4.52), (3.63, -0.25), (4.31, 3.73), (-0.34, 0.18),
        (0.22, 0.26), (-0.51, 4.15), (1.24, 0.61), (-0.64, 6.96), (0.1, 0.2),
        (0.58, 1.58), (0.08, 0.81), (1.41, 0.64), (0.49, 1.55),
    ),
    "sabotage": (
        (-2.38, 0.68), (-1.5, 5.05), (4.04, 2.25), (4.41, 3.76), (-1.14, -1.35),
        (0.14, 0.27), (-0.32, 2.21), (1.2, -2.69), (0.34, 5.3), (0.06, 0.18),
        (-0.41, 0.83), (0.0, 0.72), (-7.04, 0.07), (0.0, 0.0),
    ),
}  # fmt: skip

# -- attacks, by exact counts of dice ----------------------------------------------------------------------------------------


class _Remembered:
    """Expected losses already worked out; a datacard and a profile never change."""

    def __init__(self) -> None:
        self.shots: dict[tuple[WeaponProfile, Datacard, bool, int], float] = {}
        self.worth: dict[Datacard, float] = {}


_remembered = _Remembered()


def binomial(n: int, p: float) -> list[float]:
    """Chances of 0 to n successes."""
    chances = [1.0]
    for _ in range(n):
        longer = [0.0] * (len(chances) + 1)
        for i, chance in enumerate(chances):
            longer[i] += chance * (1.0 - p)
            longer[i + 1] += chance * p
        chances = longer
    return chances


def two_kinds(n: int, critical: float, normal: float) -> list[tuple[int, int, float]]:
    """Chances of so many critical and normal successes of n dice."""
    found: list[tuple[int, int, float]] = []
    for criticals, chance in enumerate(binomial(n, critical)):
        rest = binomial(n - criticals, normal / (1.0 - critical))
        for normals, share in enumerate(rest):
            found.append((criticals, normals, chance * share))
    return found


def loss_by_shot(profile: WeaponProfile, target: Datacard, in_cover: bool, wounds: int) -> float:
    """The share of its remaining wounds a target loses on average to one shooting attack, re-rolls and ploys aside."""
    key = (profile, target, in_cover, wounds)
    known = _remembered.shots.get(key)
    if known is not None:
        return known
    piercing, lethal, no_cover, mortal = 0, 6, False, 0
    for rule in profile.rules:
        if rule.name == "AP":
            piercing = rule.value
        elif rule.name == "Lethal":
            lethal = rule.value
        elif rule.name == "No Cover":
            no_cover = True
        elif rule.name == "MW":
            mortal = rule.value
    critical = (7 - lethal) / 6.0
    normal = max(0.0, (7 - profile.skill) / 6.0 - critical)
    needed = target.save
    dice = max(0, target.defence - piercing)
    if target.invulnerable and target.invulnerable <= needed:
        needed, dice = target.invulnerable, target.defence
    kept = 1 if in_cover and not no_cover and dice > 0 else 0
    loss = 0.0
    saves = two_kinds(dice - kept, 1.0 / 6.0, max(0.0, (6 - needed) / 6.0))
    for criticals, normals, chance in two_kinds(profile.attacks, critical, normal):
        for blocks, parries, share in saves:
            damage = damage_left(criticals, normals, blocks, parries + kept, profile) + criticals * mortal
            loss += chance * share * min(damage, wounds)
    loss /= wounds
    _remembered.shots[key] = loss
    return loss


def damage_left(criticals: int, normals: int, blocks: int, parries: int, profile: WeaponProfile) -> int:
    """Damage after saves: critical saves stop critical hits first, two normal saves stop one too."""
    stopped = min(criticals, blocks)
    criticals -= stopped
    blocks -= stopped
    parries += blocks
    if profile.critical_damage > 2 * profile.damage or parries > normals:
        pairs = min(criticals, (parries if profile.critical_damage > 2 * profile.damage else parries - normals) // 2)
        criticals -= pairs
        parries -= 2 * pairs
    normals -= min(normals, parries)
    return criticals * profile.critical_damage + normals * profile.damage


def hit_damage(profile: WeaponProfile) -> float:
    """Damage of all dice on average before any save."""
    normal = max(0, 6 - profile.skill) / 6
    return profile.attacks * (normal * profile.damage + profile.critical_damage / 6.0)


def best_melee(card: Datacard) -> float:
    best = 0.0
    for profile in card.melee:
        best = max(best, hit_damage(profile))
    return best


def worth_of(card: Datacard) -> float:
    """What an operative is worth in wounds: its staying power, its best weapon, its lead."""
    known = _remembered.worth.get(card)
    if known is None:
        best = best_melee(card)
        for profile in card.ranged:
            best = max(best, hit_damage(profile))
        known = card.wounds + best + (4.0 if card.leader else 0.0)
        _remembered.worth[card] = known
    return known


def best_loss_by_shot(battle: Battle, shooter: Operative, target: Operative, more_than: float = 0.0) -> float:
    """The share of its wounds the best weapon in reach would take off a target; 0 if that is no more than asked for."""
    distance = gap(shooter.base, target.base)
    in_reach: list[WeaponProfile] = []
    hoped_for = 0.0
    for profile in shooter.card.ranged:
        if distance <= profile.reach and not (profile.limited and profile.weapon in shooter.used_up):
            in_reach.append(profile)
            hoped_for = max(hoped_for, loss_by_shot(profile, target.card, False, max(1, target.wounds)))
    # Looking costs most, so it comes last.
    if hoped_for <= more_than or not in_line_of_sight(battle, shooter, target):
        return 0.0
    if sightline(battle, shooter, target).open:
        return hoped_for
    best = 0.0
    for profile in in_reach:
        best = max(best, loss_by_shot(profile, target.card, True, max(1, target.wounds)))
    return best if best > more_than else 0.0


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
    return [mine[i] - theirs[i] for i in range(COMMON + MISSION)]


def chance_to_win(battle: Battle, seat: int) -> float:
    """The fitted chance of a seat to win from a position at rest."""
    facts = facts_of(battle, seat)
    played = (battle.turning_point - 1) / (TURNING_POINTS - 1)
    weights = WEIGHTS[battle.mission.key]
    total = 0.0
    for i in range(COMMON + MISSION):
        early, late = weights[i]
        total += facts[i] * (early + (late - early) * played)
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
