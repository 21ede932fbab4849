"""How to play Kill Team Lite: go where the mission scores, shoot what can be hurt, fight what is weaker."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import hypot
from typing import Any, ClassVar

from vanguard.bots.plans import PlanningMind
from vanguard.bots.trying import Plan, Step
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place, Player, Question
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.actions import COSTS, ActionList, fight_cost
from vanguard.rulebooks.killteam_lite.bot import choices
from vanguard.rulebooks.killteam_lite.bot.activations import (
    ACTION,
    ACTIVATE,
    MOVE,
    ORDER,
    Activation,
    goal_of,
    goals_of,
    haven_of,
    is_careful,
    prey_of,
    wish_of,
)
from vanguard.rulebooks.killteam_lite.bot.attacks import best_shot, fight_value
from vanguard.rulebooks.killteam_lite.bot.value import chance_to_win
from vanguard.rulebooks.killteam_lite.bot.ways import (
    A_STEP,
    DETOURS,
    SIDESTEPS,
    leads_somewhere,
    straight_way,
    way_toward,
)
from vanguard.rulebooks.killteam_lite.command_points import usable
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import distance_to_point
from vanguard.rulebooks.killteam_lite.moves import CHARGE, CHARGE_BONUS, DASH, NORMAL_MOVE
from vanguard.rulebooks.killteam_lite.state import ACTIVATION, FIREFIGHT, Battle, Operative, other
from vanguard.rulebooks.killteam_lite.tactical_ploys import POUNCE
from vanguard.tabletop.bot_moves import nearest_candidate

MOST_TO_ACTIVATE = 7
MOST_TO_ATTACK = 4
NEAR = 14.0
"""An enemy this near may come into sight by a move."""
NOT_NEARER = 2.0
"""Nobody gets nearer to an enemy than this without a Charge."""
CROWDED = 0.6
NEVER = -99.0
EAGERNESS = 0.02
"""What an inch to go counts beside a shot, when it is decided who acts; much more for a dogged player."""
AS_GOOD_AS_EACH_OTHER = ("setup.drop-zone.edge", "setup.drop-zone.mission", "setup.barricades.alternate")
ATTACKS = ("shooting.select-target", "shooting.select-weapon", "combat.select-target")
CHARGES = 3.0
"""What striking first is worth beside what the fight is."""
THERE = 0.5
"""A sitter this near to its goal has arrived."""


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


def moves_by(operative: Operative, given: Given) -> float:
    return hypot(given[-1][0] - operative.base.x, given[-1][1] - operative.base.y)


def is_crowded(battle: Battle, operative: Operative) -> bool:
    """Does somebody stand so near that there may be no way past?"""
    return any(
        [one is not operative and gap(operative.base, one.base) < CROWDED for one in battle.operatives if one.in_play]
    )


class KillTeamLiteMind(PlanningMind):
    """Script, sitter and value for Kill Team Lite. Nothing is hidden in this rulebook."""

    opponent: ClassVar[str] = "planner"
    slips: ClassVar[Mapping[str, float]] = {"novice": 0.45, "learner": 0.33, "casual": 0.19, "regular": 0.09}

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        return self._ranked(battle_of(game), seat, question, chance)[0]

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        if question.clause == ACTION and isinstance(question, Choose):
            return self._actions(battle_of(game), seat, question, 3)
        return self._ranked(battle_of(game), seat, question, chance)

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Whoever is not where it should be goes there, straight or nearly so; nobody attacks."""
        battle = battle_of(game)
        if question.clause == ACTIVATE and isinstance(question, Choose):
            goals = goals_of(battle, seat)
            keys = [option.key for option in question.available]
            away = [key for key in keys if key in goals and distance_to_point(battle[key], goals[key]) > THERE]
            return (away or keys)[0]
        if question.clause == ORDER:
            return "conceal"
        if question.clause == ACTION and isinstance(question, Choose):
            return self._sitters_action(battle, seat, question)
        if question.clause == MOVE and isinstance(question, Place):
            return self._straight(battle, seat, question, DETOURS)
        return self.script(game, seat, question, chance)

    def _sitters_action(self, battle: Battle, seat: Player, question: Choose[Any]) -> Given:
        operative = battle[battle.active]
        goal = goals_of(battle, seat).get(operative.key)
        wanted = ["pick-up", "exit", "sabotage"]
        if goal is not None and distance_to_point(operative, goal) > THERE:
            wanted += ["normal-move", "dash"]
        offered = ActionList(battle, operative).actions
        for action in wanted:
            if action in offered and question.option(action).available:
                return action
        return "pass"

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Like the script, but moves go straight or nearly so: no way is searched for."""
        battle = battle_of(game)
        if isinstance(question, Place) and question.clause == MOVE:
            return self._straight(battle, seat, question)
        if question.clause == ACTION and isinstance(question, Choose):
            return self._actions(battle, seat, question, 1, False)[0]
        return self._ranked(battle, seat, question, chance)[0]

    def begins(self, question: Question[Any]) -> bool:
        return question.clause == ACTIVATE

    def plans(self, game: Game, seat: Player, question: Question[Any]) -> list[Plan]:
        battle = battle_of(game)
        scripted = Plan("as the script would", ())
        if question.clause == ACTIVATE and isinstance(question, Choose):
            ranked = self._activations(battle, seat, question)
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

    def second_thoughts(self, game: Game, seat: Player, question: Question[Any], rest: tuple[Step, ...]) -> list[Plan]:
        """Whom to attack and with what, and how to go on after an attack."""
        battle = battle_of(game)
        if question.clause in ATTACKS and isinstance(question, Choose):
            others = self._attacks(battle, seat, question)[1:MOST_TO_ATTACK]
            return [Plan(question.option(key).label, ((question.clause, key), *rest)) for key in others]
        if question.clause == ACTION and battle.performed and battle.performed[-1] in ("shoot", "fight"):
            return Activation(battle, battle[battle.active]).goes_on([str(key) for key in question.candidates()])
        return []

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The own activation is over and the other side has answered with one of its own, or the phase is over."""
        battle = battle_of(game)
        if not game.at_rest or battle.phase == ACTIVATION or game.revision == start.revision:
            return False
        return battle.phase != FIREFIGHT or battle.turn == seat or not battle.has_ready(other(seat))

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        """The Turning Point is over, and the ploys of the next are chosen: who is ready counts in the value."""
        battle = battle_of(game)
        return game.at_rest and battle.phase == FIREFIGHT and battle.turning_point != battle_of(start).turning_point

    def value(self, game: Game, seat: Player) -> float:
        """The chance to win from here, in percent."""
        standing = game.standing
        if standing.over:
            return 50.0 if standing.winner is None else 100.0 if standing.winner == seat else 0.0
        return 100.0 * chance_to_win(battle_of(game), seat)

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def _ranked(self, battle: Battle, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        if isinstance(question, Place):
            return self._places(battle, seat, question)
        if not isinstance(question, Choose):
            return question.candidates()
        by_clause = {
            "firefight.must-activate": self._activations,
            "firefight.order-may-change-later": self._orders,
            "firefight.one-action-at-a-time": self._actions,
            "combat.alternate": self._blows,
        }
        rank = by_clause.get(question.clause)
        if rank is not None:
            return rank(battle, seat, question)
        return self._small_choice(battle, seat, question, chance)

    def _small_choice(self, battle: Battle, seat: Player, question: Choose[Any], chance: random.Random) -> list[Given]:
        clause = question.clause
        if clause in ATTACKS:
            return self._attacks(battle, seat, question)
        if clause == "shooting.saves-spent":
            return list(choices.keys_of(question))
        if clause == "invulnerable.instead-of-save":
            return choices.which_save(battle, question)
        if clause == "command-reroll.window":
            return choices.rerolls(battle, question)
        if clause == "strategy.ploys.alternate":
            return choices.ploys(battle, seat, question)
        if clause == "setup.operatives.give-order":
            return choices.first_order(battle, question, self.boldness)
        if clause == "initiative.high-roll-decides":
            return choices.takes_initiative(battle, seat, question)
        if clause in AS_GOOD_AS_EACH_OTHER:
            return choices.shuffled(question, chance)
        for wanted in ("use", "upgrade", "hold-on"):
            if wanted in choices.keys_of(question):
                return choices.first(wanted, question)
        return question.candidates()

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
                far = hypot(operative.base.x - x, operative.base.y - y)
                if is_crowded(battle, operative):
                    far = -far  # whoever stands in front makes room first
                urgency[key] = self.boldness * best_shot(battle, operative) + EAGERNESS * self.ambition**6 * far
        return sorted(keys, key=lambda key: -urgency[key])

    def _orders(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Engage to do harm, conceal to cross open ground without a target."""
        operative = battle[question.about[0]] if question.about else battle[battle.active]
        near = min([gap(operative.base, enemy.base) for enemy in battle.enemies_of(seat)], default=99.0)
        reach = self.boldness * (battle.movement_of(operative) + CHARGE_BONUS)
        prey = [
            enemy for enemy in battle.enemies_of(seat) if enemy.standing and gap(operative.base, enemy.base) <= reach
        ]
        charges = any([CHARGES + fight_value(operative, enemy) > 0.0 for enemy in prey])
        if best_shot(battle, operative) > 0 or charges or is_engaged(battle, operative):
            return ["engage", "conceal"]
        if is_careful(battle, operative):
            return ["conceal", "engage"]
        shoots_after_moving = (
            any(enemy.order == "Engage" for enemy in battle.enemies_of(seat)) and near < NEAR * self.boldness
        )
        return ["engage", "conceal"] if shoots_after_moving and operative.card.ranged else ["conceal", "engage"]

    def _actions(
        self, battle: Battle, seat: Player, question: Choose[Any], most: int = 1, looks_ahead: bool = True
    ) -> list[Given]:
        """The best possible ones. Whether an action is possible can take long to tell, so it is asked last; whether a move
        would lead anywhere is asked only by who looks ahead."""
        operative = battle[battle.active]
        keys = ActionList(battle, operative).actions
        scores = self._worth_of_actions(battle, seat, operative, question)
        wish = haven_of(battle, operative) if is_careful(battle, operative) else goal_of(battle, operative)
        possible: list[Given] = []
        for key in sorted(keys, key=lambda key: -scores.get(key, 2.5)):
            if scores.get(key, 2.5) < 0.0 or not question.option(key).available:
                continue
            if looks_ahead and key in (NORMAL_MOVE, DASH) and not leads_somewhere(battle, operative, key, wish):
                continue
            possible.append(key)
            if len(possible) == most:
                break
        return possible or ["pass"]

    def _worth_of_actions(
        self, battle: Battle, seat: Player, operative: Operative, question: Choose[Any]
    ) -> dict[str, float]:
        """Less than nothing for what had better not be done."""
        goal = goals_of(battle, seat).get(operative.key)
        far = distance_to_point(operative, goal if goal is not None else prey_of(battle, operative))
        if goal is None:
            far = max(0.0, far - NOT_NEARER)
        holding = battle.mission.key == "hold" and goal is not None and far <= 2.0
        # Who has shot and has nowhere to be stays in its cover.
        staying = holding or far < 0.5 or (goal is None and "shoot" in battle.performed)
        if is_careful(battle, operative):
            far = distance_to_point(operative, haven_of(battle, operative))
            staying = far < 0.5 or NORMAL_MOVE in battle.performed
        shot = best_shot(battle, operative) if question.option("shoot").available else 0.0
        reach = battle.movement_of(operative) + CHARGE_BONUS
        prey = [e for e in battle.enemies_of(seat) if e.standing and gap(operative.base, e.base) <= reach]
        charge = max([fight_value(operative, enemy) for enemy in prey], default=-5.0)
        if battle.action_points < COSTS[CHARGE] + fight_cost(battle) and usable(battle, seat, POUNCE) is None:
            charge = NEVER  # whoever is charged and not fought strikes first
        return {
            "pick-up": 50.0,
            "exit": 50.0,
            "sabotage": 50.0,
            "shoot": (4.0 + shot) * self.boldness,
            "fight": 6.0,
            "charge": (CHARGES + charge) * self.boldness - (4.0 if holding else 0.0),
            "normal-move": -0.2
            if staying
            else 2.0
            if is_careful(battle, operative)
            else self.ambition**2 * (5.0 if far <= battle.movement_of(operative) + 1 else 3.0),
            "dash": -0.5 if staying else 2.0,
            "overwatch": 0.2,
            "fall-back": -1.0,
            "pass": 0.0,
        }

    def _attacks(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Whom to shoot or fight, or with what."""
        if question.clause == "shooting.select-target":
            return choices.targets(battle, question)
        if question.clause == "shooting.select-weapon":
            return choices.weapons(battle, question)
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
        kind = question.way
        around: list[Given] = []
        if kind != CHARGE:
            wish = way_toward(battle, operative, kind, question, goal)
            if wish is not None and wish not in candidates and question.preview(wish).get("legal"):
                around = [wish]
        ranked = sorted([*around, *candidates], key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))
        # Where nothing leads nearer as the crow flies, the way around does.
        return ranked if moves_by(operative, ranked[0]) >= A_STEP else [*around, *ranked]

    def _straight(
        self, battle: Battle, seat: Player, question: Place[Any], turns: tuple[float, ...] = SIDESTEPS
    ) -> Given:
        """The candidate nearest to where it wants to be, or straight there if that is possible."""
        operative = battle[question.mover]
        goal = wish_of(battle, operative, question)
        kind = question.way
        if kind in (NORMAL_MOVE, DASH):
            way = straight_way(battle, operative, kind, goal, turns)
            if way is not None:
                return way
        return nearest_candidate(question, goal)


mind = KillTeamLiteMind()
