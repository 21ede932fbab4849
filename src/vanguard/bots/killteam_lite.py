"""How to play Kill Team Lite: go where the mission scores, shoot what can be hurt, fight what is weaker."""

from __future__ import annotations

import random
import re
from math import atan2, cos, hypot, inf, sin
from typing import Any

from vanguard.bots.killteam_lite_value import best_loss_by_shot, chance_to_win, worth_of
from vanguard.bots.plans import Plan, PlanningMind, Step
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place, Player, Question
from vanguard.geometry.measuring import gap
from vanguard.geometry.movement import price_path
from vanguard.geometry.movement_trace import straight_cost
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import in_line_of_sight, is_engaged, sightline
from vanguard.rulebooks.killteam_lite.missions import devices_of, distance_to_point
from vanguard.rulebooks.killteam_lite.moves import CHARGE, DASH, FALL_BACK, MOVES, NAMES, NORMAL_MOVE, MoveInHand
from vanguard.rulebooks.killteam_lite.profiles import Datacard, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import ACTIVATION, CONCEAL, FIREFIGHT, Battle, Operative, other

Point = tuple[float, float]
CHARGE_BONUS = 2.0
CRITICAL = 1 / 6
HAIR = 0.002
ACTIVATE = "firefight.must-activate"
ORDER = "firefight.order-may-change-later"
ACTION = "firefight.one-action-at-a-time"
MOVE = "move.path"
MOST_TO_ACTIVATE = 7
MOST_PLACES = 4


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


class _Remembered:
    """Shots already worked out; a datacard and a profile never change."""

    def __init__(self) -> None:
        self.shots: dict[tuple[WeaponProfile, Datacard, bool], float] = {}


_remembered = _Remembered()


def shot_damage(profile: WeaponProfile, card: Datacard, in_the_open: bool) -> float:
    """Wounds a shooting attack takes on average: saves cancel hits about one for one."""
    key = (profile, card, in_the_open)
    known = _remembered.shots.get(key)
    if known is not None:
        return known
    needed = card.save if not card.invulnerable else min(card.save, card.invulnerable)
    armor_piercing = sum([rule.value for rule in profile.rules if rule.name == "AP"])
    saves = max(0, card.defence - armor_piercing) * max(0, 7 - needed) / 6
    if not in_the_open:
        saves += 0.4
    hits = profile.attacks * max(0, 7 - profile.skill) / 6
    damage = hit_damage(profile) * max(0.12, 1 - 0.85 * saves / hits) if hits > 0 else 0.0
    _remembered.shots[key] = damage
    return damage


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
    usable = [one for one in shooter.card.ranged if not (one.limited and one.weapon in shooter.used_up)]
    if not usable:
        return best
    for target in battle.enemies_of(shooter.seat):
        if not target.standing:
            continue
        distance = gap(shooter.base, target.base)
        in_reach = [profile for profile in usable if distance <= profile.reach]
        hoped_for = best_of(in_reach, target, True)
        # Looking costs most, so it comes last.
        if hoped_for <= best or not in_line_of_sight(battle, shooter, target) or is_engaged(battle, target):
            continue
        in_the_open = sightline(battle, shooter, target).open
        best = max(best, hoped_for if in_the_open else best_of(in_reach, target, False))
    return best


def best_of(profiles: list[WeaponProfile], target: Operative, in_the_open: bool) -> float:
    """The most that one of these weapons takes of a target's worth."""
    best = 0.0
    for profile in profiles:
        best = max(best, share_of(target, shot_damage(profile, target.card, in_the_open)))
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
        spots = self._spots()
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
        ideas.append(("hides", "conceal", ((ACTION, NORMAL_MOVE), (MOVE, safest[0].way), (ACTION, "pass"))))
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
        ways = move.propose()[:3]
        return [("charges", "engage", ((ACTION, CHARGE), (MOVE, plain(way)), (ACTION, "fight"))) for way in ways]

    def _spots(self) -> list[Spot]:
        battle, operative = self.battle, self.operative
        goal = goal_of(battle, operative)
        move = MoveInHand(battle, operative.key, NORMAL_MOVE)
        ways = [plain(way) for way in move.propose()]
        straight = straight_way(battle, operative, NORMAL_MOVE, goal)
        if straight is not None:
            ways.append(straight)
        stood = operative.base
        spots: list[Spot] = []
        for way in ways:
            end = way[-1]
            operative.base = stood.at(end[0], end[1], end[2] if len(end) == 3 else stood.elevation)
            spots.append(self._spot(way, goal))
        operative.base = stood
        return spots

    def _spot(self, way: Given, goal: Point) -> Spot:
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


# -- the mind ----------------------------------------------------------------------------------------------------------------


class KillTeamLiteMind(PlanningMind):
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

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Like the script, but moves go straight or nearly so: no way is searched for."""
        battle = battle_of(game)
        if isinstance(question, Place) and question.clause == MOVE:
            return self._straight(battle, seat, question)
        return self._ranked(battle, seat, question)[0]

    def begins(self, question: Question[Any]) -> bool:
        return question.clause == ACTIVATE

    def plans(self, game: Game, seat: Player, question: Question[Any]) -> list[Plan]:
        battle = battle_of(game)
        scripted = Plan("as the script would", ())
        if question.clause == ACTIVATE and isinstance(question, Choose):
            ranked = self._ranked(battle, seat, question)
            scripted.of = ranked[0]
            return [scripted, *[Plan(battle[key].name, ((ACTIVATE, key),), key) for key in ranked[1:MOST_TO_ACTIVATE]]]
        if question.clause in (ORDER, ACTION):
            scripted.of = question.about[0]
            return [scripted, *self.variations(game, seat, question, scripted)]
        return [scripted]

    def variations(self, game: Game, seat: Player, question: Question[Any], plan: Plan) -> list[Plan]:
        battle = battle_of(game)
        activation = Activation(battle, battle[plan.of])
        return activation.plans(question.clause)

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The own activation is over and the other side has answered with one of its own, or the phase is over."""
        battle = battle_of(game)
        if not game.at_rest or battle.phase == ACTIVATION or game.revision == start.revision:
            return False
        return battle.phase != FIREFIGHT or battle.turn == seat or not battle.has_ready(other(seat))

    def value(self, game: Game, seat: Player) -> float:
        """The chance to win from here, in percent."""
        standing = game.standing
        if standing.over:
            return 50.0 if standing.winner is None else 100.0 if standing.winner == seat else 0.0
        return 100.0 * chance_to_win(battle_of(game), seat)

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

        keys = [option.key for option in question.available]
        goals = goals_of(battle, seat)
        urgency: dict[str, float] = {}
        for key in keys:
            operative = battle[key]
            if is_engaged(battle, operative):
                urgency[key] = 6.0
            else:
                x, y = goals[key] if key in goals else prey_of(battle, operative)
                urgency[key] = best_shot(battle, operative) + 0.02 * hypot(operative.base.x - x, operative.base.y - y)
        return sorted(keys, key=lambda key: -urgency[key])

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
        keys = [option.key for option in question.available]
        operative = battle[battle.active]
        goal = goals_of(battle, seat).get(operative.key)
        far = distance_to_point(operative, goal) if goal is not None else 5.0
        holding = battle.mission.key == "hold" and goal is not None and far <= 2.0
        shot = best_shot(battle, operative) if "shoot" in keys else 0.0
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
        return sorted(keys, key=lambda key: -scores.get(key, 2.5))

    def _targets(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        shooter = battle[question.about[0]]
        profile = shooter.card.profile(battle.in_hand) if battle.in_hand else shooter.card.ranged[0]

        def taken(key: str) -> float:
            target = battle[key]
            return share_of(target, shot_damage(profile, target.card, sightline(battle, shooter, target).open))

        return sorted([option.key for option in question.available], key=lambda key: -taken(key))

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
        goal = wish_of(battle, operative, question)
        if kind_of_move(question) != CHARGE:
            wish = question.snap([[round(goal[0], 3), round(goal[1], 3)]])
            if wish not in candidates and question.preview(wish).get("legal"):
                candidates = [wish, *candidates]
        return sorted(candidates, key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))

    def _straight(self, battle: Battle, seat: Player, question: Place[Any]) -> Given:
        """The candidate nearest to where it wants to be, or straight there if that is possible."""
        operative = battle[question.mover]
        goal = wish_of(battle, operative, question)
        kind = kind_of_move(question)
        if kind in (NORMAL_MOVE, DASH):
            way = straight_way(battle, operative, kind, goal)
            if way is not None:
                return way
        candidates = question.candidates()
        return min(candidates, key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))


def kind_of_move(question: Place[Any]) -> str:
    for kind in MOVES:
        if f": {NAMES[kind]} up to " in question.prompt:
            return kind
    return NORMAL_MOVE


def wish_of(battle: Battle, operative: Operative, question: Place[Any]) -> Point:
    """Where a moving operative wants to be: by the prey of a Charge, or else at its goal."""
    if kind_of_move(question) != CHARGE:
        return goal_of(battle, operative)
    prey = [e for e in battle.enemies_of(operative.seat) if e.standing]
    target = max(prey, key=lambda e: fight_value(operative, e) - 0.5 * gap(operative.base, e.base))
    return target.base.x, target.base.y


def straight_way(battle: Battle, operative: Operative, kind: str, goal: Point) -> Given | None:
    """Straight to the goal or as far as the allowance goes, or a little to either side of that."""
    move = MoveInHand(battle, operative.key, kind)
    base = operative.base
    distance = hypot(goal[0] - base.x, goal[1] - base.y)
    far = min(distance, move.allowance - HAIR)
    if far < HAIR:
        return None
    heading = atan2(goal[1] - base.y, goal[0] - base.x)
    for turn in (0.0, 0.35, -0.35):
        x, y = round(base.x + far * cos(heading + turn), 3), round(base.y + far * sin(heading + turn), 3)
        if straight_cost(move.around, x, y) < inf and price_path(move.ground, move.mover, ((x, y),)).legal:
            return [[x, y]]
    return None


mind = KillTeamLiteMind()
