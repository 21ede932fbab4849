"""How to play Kill Team Lite: go where the mission scores, shoot what can be hurt, fight what is weaker."""

from __future__ import annotations

import random
import re
from math import hypot
from typing import Any

from vanguard.bots.minds import Mind
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place, Player, Question
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import in_line_of_sight, is_engaged, sightline
from vanguard.rulebooks.killteam_lite.missions import controller, devices_of, distance_to_point, wounds_taken
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.state import ACTIVATION, FIREFIGHT, TURNING_POINTS, Battle, Operative, other

Point = tuple[float, float]
CHARGE_BONUS = 2.0
CRITICAL = 1 / 6


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


# -- estimates ---------------------------------------------------------------------------------------------------------------


def worth(operative: Operative) -> float:
    """What an operative is worth in wounds: its staying power, its best weapon, its lead."""
    card = operative.card
    best = max([hit_damage(profile) for profile in (*card.ranged, *card.melee)], default=0.0)
    return card.wounds + best + (4.0 if card.leader else 0.0)


def hit_damage(profile: WeaponProfile) -> float:
    """Damage of all dice on average before any save."""
    normal = max(0, 6 - profile.skill) / 6
    return profile.attacks * (normal * profile.damage + CRITICAL * profile.critical_damage)


def shot_damage(battle: Battle, shooter: Operative, profile: WeaponProfile, target: Operative) -> float:
    """Wounds a shooting attack takes on average: saves cancel hits about one for one."""
    card = target.card
    needed = card.save if not card.invulnerable else min(card.save, card.invulnerable)
    armor_piercing = sum([int(rule.printed[2:]) for rule in profile.rules if re.fullmatch(r"AP\d", rule.printed)])
    saves = max(0, card.defence - armor_piercing) * max(0, 7 - needed) / 6
    if sightline(battle, shooter, target).open is False:
        saves += 0.4
    hits = profile.attacks * max(0, 7 - profile.skill) / 6
    if hits <= 0:
        return 0.0
    return hit_damage(profile) * max(0.12, 1 - 0.85 * saves / hits)


def share_of(target: Operative, damage: float) -> float:
    """Share of an operative's worth that this damage takes; finishing one off counts most."""
    return min(1.0, damage / max(1, target.wounds)) * worth(target) * (1.15 if damage >= target.wounds else 1.0)


def best_melee(operative: Operative) -> float:
    return max([hit_damage(profile) for profile in operative.card.melee], default=0.0)


def fight_value(fighter: Operative, target: Operative) -> float:
    """Half of the hits land before the answer does."""
    own, back = best_melee(fighter) * 0.75, best_melee(target) * 0.55
    if own >= target.wounds:
        back *= 0.5
    return share_of(target, own) - share_of(fighter, back)


def best_shot(battle: Battle, shooter: Operative) -> float:
    """The best shot from where it stands, whatever its order."""
    best = 0.0
    for target in battle.enemies_of(shooter.seat):
        if target.standing and in_line_of_sight(battle, shooter, target) and not is_engaged(battle, target):
            distance = gap(shooter.base, target.base)
            for profile in shooter.card.ranged:
                if distance <= profile.reach and not (profile.limited and profile.weapon in shooter.used_up):
                    best = max(best, share_of(target, shot_damage(battle, shooter, profile, target)))
    return best


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
    """Its mission goal, or else the enemy it can hurt most for its distance."""
    goal = goals_of(battle, operative.seat).get(operative.key)
    if goal is not None:
        return goal
    enemies = [enemy for enemy in battle.enemies_of(operative.seat) if enemy.standing]
    if not enemies:
        return operative.base.x, operative.base.y
    leader_hunt = 3.0 if battle.mission.key == "decapitation" else 0.0
    prey = min(enemies, key=lambda e: gap(operative.base, e.base) - (leader_hunt if e.card.leader else 0.0))
    return prey.base.x, prey.base.y


# -- the mind ----------------------------------------------------------------------------------------------------------------


class KillTeamLiteMind(Mind):
    """Script, sitter and value for Kill Team Lite. Nothing is hidden in this rulebook."""

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        return self._ranked(battle_of(game), seat, question)[0]

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        battle = battle_of(game)
        if question.clause == "firefight.one-action-at-a-time" and isinstance(question, Choose):
            available = [option.key for option in question.available]
            operative = battle[battle.active]
            goal = goals_of(battle, seat).get(operative.key)
            for action in ("pick-up", "exit", "sabotage"):
                if action in available:
                    return action
            if goal is not None and distance_to_point(operative, goal) > 0.5:
                for action in ("normal-move", "dash"):
                    if action in available:
                        return action
            return "pass"
        if question.clause == "firefight.order-may-change-later":
            return "conceal"
        return self.script(game, seat, question, chance)

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        limits = {
            "firefight.must-activate": 4,
            "firefight.order-may-change-later": 2,
            "firefight.one-action-at-a-time": 5,
            "move.path": 6,
            "shooting.select-weapon": 2,
            "shooting.select-target": 3,
            "combat.select-target": 2,
        }
        return self._ranked(battle_of(game), seat, question)[: limits.get(question.clause, 1)]

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The own activation is over and the other side has answered with one of its own, or the phase is over."""
        battle = battle_of(game)
        if not game.at_rest or battle.phase == ACTIVATION or game.revision == start.revision:
            return False
        return battle.phase != FIREFIGHT or battle.turn == seat or not battle.has_ready(other(seat))

    # -- value ---------------------------------------------------------------------------------------------------------------

    def value(self, game: Game, seat: Player) -> float:
        battle = battle_of(game)
        standing = game.standing
        enemy = other(seat)
        if standing.over:
            won = 0.0 if standing.winner is None else 12.0 if standing.winner == seat else -12.0
            return won + 0.2 * (standing.scores[seat] - standing.scores[enemy])
        value = float(battle.points[seat] - battle.points[enemy])
        turns_to_come = TURNING_POINTS - battle.turning_point + 1
        value += self._mission_value(battle, seat, turns_to_come) - self._mission_value(battle, enemy, turns_to_come)
        for side, sign in ((seat, 1.0), (enemy, -1.0)):
            taken, of = wounds_taken(battle, side)
            value += sign * 3.0 * taken / max(1, of)
            for operative in battle.of(side):
                value += sign * 0.09 * worth(operative) * (0.4 + 0.6 * operative.wounds / operative.card.wounds)
        return value

    def _mission_value(self, battle: Battle, seat: int, turns_to_come: int) -> float:
        """What the position will score if nothing changes, and a little for being near."""
        value = 0.0
        key = battle.mission.key
        if key == "hold":
            scoring = min(turns_to_come, TURNING_POINTS - 1)
            for marker in battle.mission.markers:
                if controller(battle, marker) == seat:
                    value += 0.5 * scoring
        elif key == "relic" and battle.carrier and battle[battle.carrier].seat == seat:
            value += 1.2 * turns_to_come
        for operative in battle.of(seat):
            goal = goals_of(battle, seat).get(operative.key) if key != "none" else None
            if goal is not None:
                value += 0.35 * max(0.0, 1.0 - distance_to_point(operative, goal) / 24.0)
        return value

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def _ranked(self, battle: Battle, seat: Player, question: Question[Any]) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        if isinstance(question, Place):
            return self._places(battle, seat, question)
        if not isinstance(question, Choose):
            return question.candidates()
        by_clause = {
            "firefight.must-activate": self._activations,
            "firefight.order-may-change-later": self._orders,
            "firefight.one-action-at-a-time": self._actions,
            "shooting.select-target": self._targets,
            "shooting.select-weapon": self._weapons,
            "combat.select-target": self._fights,
            "combat.alternate": self._blows,
            "shooting.saves-spent": self._saves,
            "command-reroll.window": self._rerolls,
            "strategy.ploys.alternate": self._ploys,
        }
        rank = by_clause.get(question.clause)
        if rank is not None:
            return rank(battle, seat, question)
        keys = [option.key for option in question.available]
        for wanted in ("use", "upgrade", "hold-on", "self", "conceal"):
            if wanted in keys:
                return [wanted, *[key for key in keys if key != wanted]]
        return keys

    def _activations(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Whoever can hurt somebody now, then whoever has far to go."""

        def urgency(key: str) -> float:
            operative = battle[key]
            if is_engaged(battle, operative):
                return 6.0
            return best_shot(battle, operative) + 0.02 * hypot(
                operative.base.x - goal_of(battle, operative)[0], operative.base.y - goal_of(battle, operative)[1]
            )

        keys = [option.key for option in question.available]
        return sorted(keys, key=lambda key: -urgency(key) if key in battle.places else 0.0)

    def _orders(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Engage to do harm, conceal to cross open ground without a target."""
        operative = battle[question.about[0]] if question.about else battle[battle.active]
        near = min([gap(operative.base, enemy.base) for enemy in battle.enemies_of(seat)], default=99.0)
        reach = battle.movement_of(operative) + CHARGE_BONUS
        if best_shot(battle, operative) > 0 or near <= reach or is_engaged(battle, operative):
            return ["engage", "conceal"]
        shoots_after_moving = any(enemy.order == "Engage" for enemy in battle.enemies_of(seat)) and near < 14.0
        return ["engage", "conceal"] if shoots_after_moving and operative.card.ranged else ["conceal", "engage"]

    def _actions(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        operative = battle[battle.active]
        goal = goals_of(battle, seat).get(operative.key)
        far = distance_to_point(operative, goal) if goal is not None else 5.0
        holding = battle.mission.key == "hold" and goal is not None and far <= 2.0
        shot = best_shot(battle, operative)
        reach = battle.movement_of(operative) + CHARGE_BONUS
        prey = [e for e in battle.enemies_of(seat) if e.standing and gap(operative.base, e.base) <= reach]
        charge = max([fight_value(operative, enemy) for enemy in prey], default=-5.0)
        scores = {
            "pick-up": 50.0,
            "exit": 50.0,
            "sabotage": 50.0,
            "shoot": 4.0 + shot,
            "fight": 6.0,
            "charge": 3.0 + charge - (4.0 if holding else 0.0),
            "normal-move": 0.5 if holding or far < 0.5 else 5.0 if far <= battle.movement_of(operative) + 1 else 3.0,
            "dash": -0.5 if holding or far < 0.5 else 2.0,
            "overwatch": 0.2,
            "fall-back": -1.0,
            "pass": 0.0,
        }
        keys = [option.key for option in question.available]
        return sorted(keys, key=lambda key: -scores.get(key, 2.5))

    def _targets(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        shooter = battle[question.about[0]]
        profile = shooter.card.profile(battle.in_hand) if battle.in_hand else shooter.card.ranged[0]
        keys = [option.key for option in question.available]
        return sorted(keys, key=lambda key: -share_of(battle[key], shot_damage(battle, shooter, profile, battle[key])))

    def _weapons(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        card = battle[question.about[0]].card
        keys = [option.key for option in question.available]
        return sorted(keys, key=lambda key: -hit_damage(card.profile(key)))

    def _fights(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        fighter = battle[question.about[0]]
        keys = [option.key for option in question.available]
        return sorted(keys, key=lambda key: -fight_value(fighter, battle[key]))

    def _blows(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Strike, unless the answer would kill and a parry can stop it."""
        keys = [option.key for option in question.available]
        fighter, opponent = battle[question.about[0]], battle[question.about[1]]
        worst = max([profile.critical_damage for profile in opponent.card.melee], default=0)
        best = max([profile.damage for profile in fighter.card.melee], default=0)
        careful = fighter.wounds <= worst and opponent.wounds > best
        order = ["parry-critical-critical", "parry-normal-normal", "parry-critical-normal"] if careful else []
        order += ["strike-critical", "strike-normal", "parry-critical-critical", "parry-critical-normal"]
        return [key for key in dict.fromkeys(order) if key in keys] + [key for key in keys if key not in order]

    def _saves(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Whatever leaves the least damage."""

        def left(label: str) -> int:
            found = re.search(r"(\d+) damage", label)
            return int(found.group(1)) if found else 0

        return [option.key for option in sorted(question.available, key=lambda option: left(option.label))]

    def _rerolls(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Every die that surely failed, by a rule that costs nothing before command points."""
        best, chosen = 0.0, "keep"
        for option in question.available:
            source, faces = option.value
            if not source or any(face > 2 for face in faces):
                continue
            gain = len(faces) - (0.4 if option.key.startswith("command") else 0.0)
            if gain > best:
                best, chosen = gain, option.key
        return [chosen, *[key for key in question.candidates() if key != chosen]]

    def _ploys(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """One ploy a Turning Point while a point is kept for a re-roll."""
        keys = [option.key for option in question.available]
        used_now = any(ploy.seat == seat for ploy in battle.ploys_in_force)
        if used_now or battle.command_points[seat] < 2:
            return ["pass", *[key for key in keys if key != "pass"]]
        return [key for key in keys if key != "pass"] + ["pass"]

    def _places(self, battle: Battle, seat: Player, question: Place[Any]) -> list[Given]:
        """Candidates nearest to where the operative wants to be; the way straight to the goal is one of them."""
        candidates = question.candidates()
        if question.mover not in battle.places:
            return candidates
        operative = battle[question.mover]
        if question.clause == "setup.operatives.wholly-within":
            middle = (WIDTH / 2, DEPTH / 2)
            return sorted(candidates, key=lambda given: hypot(given[-1][0] - middle[0], given[-1][1] - middle[1]))
        goal = goal_of(battle, operative)
        if "charge" in question.prompt.lower():
            prey = [e for e in battle.enemies_of(seat) if e.standing]
            target = max(prey, key=lambda e: fight_value(operative, e) - 0.5 * gap(operative.base, e.base))
            goal = (target.base.x, target.base.y)
        else:
            wish = question.snap([[round(goal[0], 3), round(goal[1], 3)]])
            if wish not in candidates and question.preview(wish).get("legal"):
                candidates = [wish, *candidates]
        return sorted(candidates, key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))


mind = KillTeamLiteMind()
