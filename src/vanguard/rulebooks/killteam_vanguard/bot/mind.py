"""How to play Kill Team Vanguard: hold objectives at the end of a Round, shoot what dies, charge what cannot answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import hypot
from typing import Any, ClassVar

from vanguard.core.attacks.rerolls import FREE
from vanguard.core.game import Game
from vanguard.core.minds import RankingMind
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.bot.places import destinations
from vanguard.rulebooks.killteam_vanguard.bot.value import (
    CHARGE_BONUS,
    away,
    best_charge,
    best_shot,
    chance_of_winning,
    charge_value,
    expected_damage,
    likely_shot,
    locked_models,
    log_odds,
    melee_value,
    share_of,
    shot_value,
    success_chance,
    worth,
)
from vanguard.rulebooks.killteam_vanguard.bot.ways import MOVES, quick_way, straight_or_past, way_toward
from vanguard.rulebooks.killteam_vanguard.declaring import TO_HIT, TO_PIERCE
from vanguard.rulebooks.killteam_vanguard.engagements import engaged, engagers_of
from vanguard.rulebooks.killteam_vanguard.rounds_and_turns import ACTIVATE, AGAIN, PASS
from vanguard.rulebooks.killteam_vanguard.scenarios import Objective, touches
from vanguard.rulebooks.killteam_vanguard.state import TURN, Battle, Model

WORTH_FATIGUE = 0.35
"""A Fatigue Action must promise this share of an enemy model."""


FATIGUE_COSTS = 0.08
"""What a model that has still to act loses of its worth by being fatigued."""
SEIZES = 14.0
"""What taking an objective is worth, for each point it scores."""
WORTH_FOLLOWING_UP = 9.0
"""A second model acts at once, for a command point, if it is this urgent."""
NEAR_ENOUGH = 0.5
"""Inches that make no difference to where a model is deployed."""
WORTH_A_POINT = 2
"""Faces of six that must do for a re-roll to be worth a command point."""
FREE_ATTACKS = ("retaliate.who", "disengage.attack")
ATTACKING = ("attack", "aim", "charge", "focus", "steady")
AS_GOOD_AS_EACH_OTHER = ("deploy.roll-off",)
ALWAYS = {
    "card.special-abilities.cp-cost": "command points that are not spent are lost at the end of the Round",
    "invulnerable.choice": "the save that more faces reach; among the ready warbands that is nearly always the armor",
    "turn.declare-finished": "all models have acted, and whoever was worth acting again has done so",
}


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


# -- intents -----------------------------------------------------------------------------------------------------------------


def assignments(battle: Battle, side: int) -> dict[str, Objective]:
    """Which model goes for which objective: the nearest pairs first, one model each, those already there kept."""
    pairs: list[tuple[float, str, int]] = []
    for number, objective in enumerate(battle.scenario.objectives):
        points = objective.points[battle.zones[side]]
        if not points:
            continue
        for model in battle.of_side(side):
            cost = away(model, objective) / model.profile.speed - 0.4 * points
            if model.profile.leader and not battle.scenario.leader_points:
                cost += 0.8
            pairs.append((cost, model.key, number))
    assigned: dict[str, Objective] = {}
    taken: set[int] = set()
    for _, key, number in sorted(pairs):
        if key not in assigned and number not in taken:
            assigned[key] = battle.scenario.objectives[number]
            taken.add(number)
    return assigned


class Look:
    """What is the same for all models of a side: who is engaged, and who goes for which objective."""

    __slots__ = ("assigned", "locked")

    def __init__(self, battle: Battle, side: int) -> None:
        self.locked = locked_models(battle)
        self.assigned = assignments(battle, side)


def goal_of(battle: Battle, model: Model) -> tuple[float, float]:
    """Where a model wants to be: its objective, or else the nearest enemy."""
    objective = assignments(battle, model.side).get(model.key)
    if objective is not None:
        return objective.x, objective.y
    enemies = battle.enemies_of(model)
    if enemies:
        nearest = min(enemies, key=lambda enemy: gap(model, enemy))
        return nearest.x, nearest.y
    return model.x, model.y


class Intent:
    """What the active model is up to: the next action, and why."""

    __slots__ = ("action", "value", "why")

    def __init__(self, action: str, value: float, why: str) -> None:
        self.action = action
        self.value = value
        self.why = why


def intents(battle: Battle, model: Model, available: set[str]) -> list[Intent]:
    """The sensible next actions of the active model, best first."""
    activation = battle.activation
    assert activation is not None
    if "stand-up" in available:
        return [Intent("stand-up", 1.0, "on its feet again")]
    found: list[Intent] = []
    if engaged(battle, model):
        _engaged_intents(battle, model, available, found)
    else:
        _free_intents(battle, model, available, found)
    attacks = max([intent.value for intent in found if intent.action == "attack"], default=0.0)
    for action in model.profile.actions:
        if action.key not in available:
            continue
        if action.key == "steady":
            found.append(Intent(action.key, attacks + 0.5 if attacks > 0 else -1.0, "for a better shot"))
        else:
            found.append(Intent(action.key, 3.0, "its card's own action"))
    found.append(Intent("done", 0.0, "nothing better to do"))
    return sorted(found, key=lambda intent: -intent.value)


def _engaged_intents(battle: Battle, model: Model, available: set[str], found: list[Intent]) -> None:
    activation = battle.activation
    assert activation is not None
    if "attack" in available:
        value = max([melee_value(model, enemy, False) for enemy in engagers_of(battle, model)], default=0.0)
        strikes = value + 2.0
        if "focus" in available and not activation.actions and not activation.one_short_action_only and strikes > 0.0:
            found.append(Intent("focus", strikes + 1.0, "to strike home"))
        found.append(Intent("attack", strikes, "in the thick of it"))


def _free_intents(battle: Battle, model: Model, available: set[str], found: list[Intent]) -> None:
    activation = battle.activation
    assert activation is not None
    tired = activation.longs > 0 or activation.shorts > 1
    objective = assignments(battle, model.side).get(model.key)
    distance = away(model, objective) if objective is not None else 0.0
    speed = model.profile.speed
    shot, _ = best_shot(battle, model, 1 if activation.aimed else 0) if model.profile.ranged else (0.0, "")
    held = objective is not None and distance <= 0.01
    points = objective.points[battle.zones[model.side]] if objective is not None else 0
    seize = SEIZES * points
    if "attack" in available and shot > 0:
        worth_it = shot if not tired else shot - WORTH_FATIGUE * worth(model)
        found.append(Intent("attack", worth_it, "a target in sight"))
        stays = activation.one_short_action_only
        if (
            "aim" in available
            and not activation.actions
            and not stays
            and (held or distance > 2 * speed or objective is None)
        ):
            found.append(Intent("aim", shot * 1.15, "a better shot"))
    if not held and objective is not None:
        if "walk" in available and not tired and distance <= speed:
            found.append(Intent("walk", seize + 2.0, "to take the objective"))
        elif "run" in available and not tired and distance <= 2 * speed:
            found.append(Intent("run", seize, "to take the objective"))
        elif not tired:
            found.append(Intent("run" if "run" in available and shot < 3 else "walk", 5.0, "toward the objective"))
    elif objective is None and not tired:
        found.append(Intent("run" if "run" in available and shot <= 0 else "walk", 2.0, "closer to the enemy"))
    if "charge" in available and not tired:
        value = best_charge(battle, model)
        found.append(Intent("charge", value - (seize if held else 0.0), "within reach"))
    found[:] = [intent for intent in found if intent.action in available]


# -- the mind ----------------------------------------------------------------------------------------------------------------


WORTH_TRYING = {
    "turn.activate-or-pass": 4,
    "activation.budget": 5,
    "action.walk": 4,
    "action.run": 4,
    "charge.target-in-los": 3,
    "attack.choose-weapon": 3,
    "cp.follow-up": 3,
    "turn.declare-finished": 2,
}
"""How many of the script's best answers a planner tries; to all other questions it gives the script's."""
LOOKED_AT_CLOSELY = 2
"""For so many of the models that might act next, moves are thought of as well."""
PLACES = 2
"""Places of each kind that are tried for the active model; one for those that might be it."""


class KillTeamVanguardMind(RankingMind):
    """Script, sitter and value for Kill Team Vanguard. Nothing is hidden in this rulebook."""

    opponent: ClassVar[str] = "planner"
    slips: ClassVar[Mapping[str, float]] = {"novice": 0.49, "learner": 0.4, "casual": 0.26, "regular": 0.15}
    always: ClassVar[Mapping[str, str]] = ALWAYS
    idle: ClassVar[tuple[str, ...]] = ("done", "pass")
    worth_trying: ClassVar[Mapping[str, int]] = WORTH_TRYING

    def __init__(self) -> None:
        self.caution = 1.0

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Like the script, but where models bar the way it goes past them or stops, if that saves a search."""
        if isinstance(question, Place) and question.clause in MOVES:
            battle = battle_of(game)
            model = battle[question.mover]
            way = quick_way(battle, model, question, goal_of(battle, model))
            if way is not None:
                return way
        return self.script(game, seat, question, chance)

    def lines(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[list[Given]]:
        """Beside what the script thinks of: moves of the active model, or of the first who might be it, to several places."""
        lines = [[given] for given in self.shortlist(game, seat, question, chance)]
        battle = battle_of(game)
        if question.clause == "activation.budget" and isinstance(question, Choose):
            model = battle.active_model()
            assert model is not None
            lines.extend(self._moves(battle, model, {option.key for option in question.available}, PLACES))
        elif question.clause == "turn.activate-or-pass" and isinstance(question, Choose):
            for given in [line[0] for line in lines[:LOOKED_AT_CLOSELY]]:
                what, key = question.option(given).value
                if what != ACTIVATE:
                    continue
                model = battle[key]
                if model.standing and not model.fatigued:
                    lines.extend([[given, *move] for move in self._moves(battle, model, {"walk", "run"}, 1)])
        return lines

    def _moves(self, battle: Battle, model: Model, available: set[str], count: int) -> list[list[Given]]:
        lines: list[list[Given]] = []
        for action, lengths in (("walk", 1.0), ("run", 2.0)):
            if action in available:
                for place in destinations(battle, model, lengths * model.profile.speed, action == "walk", count):
                    lines.append([action, place])
        return lines

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Whoever is not where it should be goes there, straight or nearly so; nobody attacks."""
        battle = battle_of(game)
        if question.clause == "turn.activate-or-pass" and isinstance(question, Choose):
            return self._sitters_turn(battle, seat, question)
        if question.clause == "activation.budget" and isinstance(question, Choose):
            return self._sitters_action(battle, seat, question)
        if question.clause in MOVES and isinstance(question, Place):
            model = battle[question.mover]
            return straight_or_past(battle, model, question, goal_of(battle, model))
        if question.clause in ("charge.attack", "melee.retaliation", "retaliate.choice"):
            return question.candidates()[-1]
        return self.script(game, seat, question, chance)

    def _sitters_turn(self, battle: Battle, seat: Player, question: Choose[Any]) -> Given:
        assigned = assignments(battle, seat)
        ready = [option for option in question.available if option.value[0] == ACTIVATE]
        for option in ready:
            model = battle[option.value[1]]
            if model.key in assigned and not touches(model, assigned[model.key]):
                return option.key
        return ready[0].key if ready else "pass" if question.option("pass").available else question.available[0].key

    def _sitters_action(self, battle: Battle, seat: Player, question: Choose[Any]) -> Given:
        available = {option.key for option in question.available}
        model = battle.active_model()
        assert model is not None
        objective = assignments(battle, seat).get(model.key)
        if "stand-up" in available:
            return "stand-up"
        if objective is not None and not touches(model, objective):
            for action in ("walk", "run") if away(model, objective) <= model.profile.speed else ("run", "walk"):
                if action in available:
                    return action
        return "done"

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The own activation is over and the other side has answered with one of its own, or the Round is over."""
        battle = battle_of(game)
        if not game.at_rest or battle.step != TURN or game.revision == start.revision:
            return False
        before = battle_of(start)
        return battle.turn_player == seat or battle.round != before.round or seat in battle.finished

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        battle = battle_of(game)
        return game.at_rest and battle.step == TURN and battle.round != battle_of(start).round

    def value(self, game: Game, seat: Player) -> float:
        """The chance to win in hundredths, and a little for standing better where that is all but decided."""
        standing = game.standing
        if standing.over:
            difference = standing.scores[seat] - standing.scores[1 - seat]
            return difference + (105.0 if difference > 0 else -5.0 if difference < 0 else 50.0)
        odds = log_odds(battle_of(game), seat)
        return 100.0 * chance_of_winning(odds) + odds

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        battle = battle_of(game)
        if isinstance(question, Place):
            return self._places(battle, question, chance)
        if not isinstance(question, Choose):
            return question.candidates()
        clause = question.clause
        if clause == "turn.activate-or-pass":
            return self._turns(battle, seat, question)
        if clause == "activation.budget":
            model = battle.active_model()
            assert model is not None
            ranked = intents(battle, model, {option.key for option in question.available})
            ranked.sort(key=lambda intent: -self._leaning(intent))
            return list(dict.fromkeys([intent.action for intent in ranked]))
        if clause in ("attack.choose-weapon", "charge.target-in-los", "charge.attack"):
            return self._targets(battle, question)
        if clause == "cp.reroll":
            return self._rerolls(battle, seat, question)
        return self._small_choice(battle, seat, question, chance)

    def _leaning(self, intent: Intent) -> float:
        """An intent as the temperament sees it."""
        if intent.action in ATTACKING:
            return intent.value * self.boldness if intent.value > 0.0 else intent.value / self.boldness
        return intent.value * self.ambition if intent.action in ("walk", "run") else intent.value

    def _turns(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Shooters with a target and chargers act first, then whoever takes an objective; tokens and CP last.

        Nobody thinks of paying for somebody to act again who could do nothing.
        """
        look = Look(battle, seat)
        scored: list[tuple[float, str]] = []
        for option in question.available:
            what, key = option.value
            if what == ACTIVATE:
                scored.append((self._urgency(battle, battle[key], look), option.key))
            elif what == AGAIN:
                gains = self._urgency_again(battle, battle[key], look)
                if gains > 0.0:
                    scored.append((gains - 8.0, option.key))
            elif what == PASS:
                scored.append((1.0, option.key))
            else:
                scored.append((0.5, option.key))
        ranked: list[Given] = [key for _, key in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]
        return ranked or [question.available[0].key]

    def _urgency(self, battle: Battle, model: Model, look: Look) -> float:
        if model.knocked_down:
            return 1.5
        if model.key in look.locked:
            return 6.0 + max([melee_value(model, enemy, False) for enemy in engagers_of(battle, model)], default=0.0)
        urgency = likely_shot(battle, model, look.locked) if model.profile.ranged else 0.0
        urgency = max(urgency, best_charge(battle, model))
        objective = look.assigned.get(model.key)
        if objective is not None and 0.01 < away(model, objective) <= 2 * model.profile.speed:
            urgency += 3.0
        return urgency + 1.5

    def _urgency_again(self, battle: Battle, model: Model, look: Look) -> float:
        """Whoever acts once more has one short action: a blow, a shot, or a walk onto its objective."""
        if model.knocked_down:
            return 0.0
        if model.key in look.locked:
            return 6.0 + max([melee_value(model, enemy, False) for enemy in engagers_of(battle, model)], default=0.0)
        objective = look.assigned.get(model.key)
        if objective is not None and 0.01 < away(model, objective) <= model.profile.speed:
            return SEIZES * objective.points[battle.zones[model.side]]
        return best_shot(battle, model)[0] if model.profile.ranged else 0.0

    def _targets(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        attacker = battle[question.about[0]]
        scored: list[tuple[float, str]] = []
        for option in question.available:
            scored.append((self._target_value(battle, attacker, question, option), option.key))
        return [key for _, key in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]

    def _target_value(self, battle: Battle, attacker: Model, question: Choose[Any], option: Option[Any]) -> float:
        if question.clause == "charge.target-in-los":
            enemy = battle[option.key]
            far = gap(attacker, enemy) - attacker.profile.speed - CHARGE_BONUS
            return charge_value(battle, attacker, enemy) - (50.0 + far if far > 0 else 0.0)
        if question.clause == "charge.attack":
            if option.value < 0:
                return -5.0
            weapon = attacker.profile.melee[option.value]
            return expected_damage(weapon, battle[question.about[1]], 1, 0)
        number, key = option.value
        weapon = attacker.profile.weapons[number]
        target = battle[key]
        if weapon.melee:
            return share_of(target, expected_damage(weapon, target, 0, 0)) * worth(target)
        return shot_value(battle, attacker, weapon, target)

    def _places(self, battle: Battle, question: Place[Any], chance: random.Random) -> list[Given]:
        """Candidates nearest to where the model wants to be; the way straight to the goal is one of them."""
        candidates = question.candidates()
        if question.mover not in battle.index or question.clause == "fallback.move":
            return candidates
        model = battle[question.mover]
        if question.clause == "deploy.alternate":
            objectives = [o for o in battle.scenario.objectives if o.points[battle.zones[model.side]]]
            goals = [(o.x, o.y) for o in objectives] or [(18.0, 18.0)]
        elif question.clause == "charge.move" and len(question.about) > 1:
            goals = [(battle[question.about[1]].x, battle[question.about[1]].y)]
        else:
            goals = [goal_of(battle, model)]
            way = way_toward(battle, model, question, goals[0])
            if way not in candidates and (question.clause in MOVES or question.preview(way).get("legal")):
                candidates = [way, *candidates]
        # Spots as near as makes no difference are drawn by the bot's own seed, so that two set-ups differ.
        play = NEAR_ENOUGH if question.clause == "deploy.alternate" else 0.0
        leans = [play * chance.random() for _ in candidates] if play else [0.0] * len(candidates)

        def cost(numbered: tuple[int, Given]) -> float:
            number, given = numbered
            x, y = given[-1][0], given[-1][1]
            near = min([hypot(x - gx, y - gy) for gx, gy in goals])
            crowd = sum([1 for friend in battle.friends_of(model) if hypot(friend.x - x, friend.y - y) < 2.0])
            return near + 0.15 * crowd + leans[number]

        return [given for _, given in sorted(enumerate(candidates), key=cost)]

    def _rerolls(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """A failed die whose chance is worth the point, or a hit on a friend; a card's own re-roll before the points.

        Points left over are lost at the end of the Round: once nobody is left to spend them on, every chance is taken. While
        most have still to act, better chances are to come.
        """
        in_play = [model for model in battle.models if model.in_play]
        to_act = len([model for model in in_play if not model.activated])
        least = WORTH_A_POINT + (1 if 2 * to_act > len(in_play) else 0) if to_act else 1
        gains: dict[str, int] = {}
        for option in question.available:
            if option.declines:
                gains[option.key] = least
                continue
            good = option.facts["faces"]
            if option.facts["harms"]:
                gains[option.key] = 0 if option.facts["fails"] else 6 - good
            else:
                gains[option.key] = good if option.facts["fails"] else 0
            if option.value[1] == FREE and gains[option.key]:
                gains[option.key] += least
        keys = list(gains)
        return sorted(keys, key=lambda key: (-gains[key], key == "keep"))

    def _small_choice(self, battle: Battle, seat: Player, question: Choose[Any], chance: random.Random) -> list[Given]:
        keys = [option.key for option in question.available]
        if question.clause in FREE_ATTACKS:
            return self._free_attack(battle, question)
        if question.clause in AS_GOOD_AS_EACH_OTHER:
            chance.shuffle(keys)
            return list(keys)
        if question.clause == "cp.follow-up":
            look = Look(battle, seat)
            others = [option for option in question.available if option.key != "stop"]
            urgencies = {option.key: self._urgency(battle, battle[option.about[0]], look) for option in others}
            others.sort(key=lambda option: (-urgencies[option.key], option.key))
            ranked = [option.key for option in others]
            fresh = [option.key for option in others if not battle[option.about[0]].activated]
            if fresh and urgencies[fresh[0]] >= WORTH_FOLLOWING_UP:
                return [fresh[0], "stop", *[key for key in ranked if key != fresh[0]]]
            return ["stop", *ranked]
        if question.clause in ("melee.modifier.charge", "melee.modifier.focus"):
            return self._hit_or_pierce(battle, question)
        if question.clause == "invulnerable.choice":
            return [self._better_armor(question)]
        for wanted in ("yes", "retaliate"):
            if wanted in keys:
                return [wanted, *[key for key in keys if key != wanted]]
        return keys

    def _free_attack(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """The melee attack that does most, if striking is worth the fatigue it may cost."""
        striker, struck = battle[question.about[0]], battle[question.about[1]]
        is_free = question.clause == "disengage.attack"
        bonus = 1 if is_free else 0

        def gain(option: Option[Any]) -> float:
            if option.value < 0:
                return 0.0 if is_free or striker.activated else FATIGUE_COSTS * worth(striker)
            damage = expected_damage(striker.profile.melee[option.value], struck, bonus, -bonus)
            return share_of(struck, damage) * worth(struck)

        ranked = sorted(question.available, key=lambda option: -gain(option))
        return [option.key for option in ranked]

    def _hit_or_pierce(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """Whichever bonus does more damage to those it fights."""
        attacker = battle[question.about[0]]
        foes = engagers_of(battle, attacker) or battle.enemies_of(attacker)[:1]
        to_hit = to_pierce = 0.0
        for weapon in attacker.profile.melee:
            for foe in foes:
                to_hit = max(to_hit, share_of(foe, expected_damage(weapon, foe, 1, 0)))
                to_pierce = max(to_pierce, share_of(foe, expected_damage(weapon, foe, 0, -1)))
        return [TO_HIT, TO_PIERCE] if to_hit >= to_pierce else [TO_PIERCE, TO_HIT]

    def _better_armor(self, question: Choose[Any]) -> Given:
        """Armor as the attack modifies it, or the invulnerable value, whichever saves more often."""
        best, chosen = -1.0, question.available[0].key
        for option in question.available:
            saved = success_chance(option.facts["needed"], option.facts["modifier"])
            if saved > best:
                best, chosen = saved, option.key
        return chosen


mind = KillTeamVanguardMind()
