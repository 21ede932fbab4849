"""How to play 40k Vanguard: men on the markers, guns where they see somebody, charges that are worth it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import ceil, hypot
from typing import Any, ClassVar

from vanguard.bots.postures import PosturingMind
from vanguard.core.game import Game
from vanguard.core.minds import Mind, best_first, final_value
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question, Split
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.bot.deploying import deployment_wish
from vanguard.rulebooks.fortyk_vanguard.bot.value import (
    CHARGE_REACH,
    best_shot,
    charge_gain,
    fight_value,
    position_value,
    shot_value,
    worth,
)
from vanguard.rulebooks.fortyk_vanguard.engagement import ENGAGEMENT_RANGE, engaged_enemies
from vanguard.rulebooks.fortyk_vanguard.objectives import in_range
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import PERILOUS
from vanguard.rulebooks.fortyk_vanguard.special_rules import move_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    CHARGE,
    COMMAND,
    MOVEMENT,
    ON_TABLE,
    ORDERED,
    PSYCHIC,
    Battle,
    Model,
)
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import ORDER_REACH
from vanguard.tabletop.bot_moves import ahead_and_aside

SHOTS = ("core.shoot.declare-all-targets-first", "core.weapon.pistol-or-others", "core.overwatch.range-and-sight")
MOVES = ("core.move.normal", "core.move.advance", "core.move.fall-back")
TURNS = (0.0, 0.35, -0.35, 0.8, -0.8)
"""How far to turn from the straight way, in radians, if it is barred."""
HAIR = 0.01
WORTH_A_POINT = 12
"""Of the 36 ways two dice can fall, so many must do for a re-roll to be worth a command point."""
POINTS_KEPT = 1
"""Command points kept for morale and overwatch when dice are rolled again."""
BESIDE = 2.0
"""Inches that every charge covers but the very worst."""
IN_THE_THICK = 18.0
"""Inches from an enemy within which a model is likely to be in the fight this turn."""
END = "end-phase"
CHARGES_SOONER = 6.0
"""Points of the army list that a charge may be worse for a player twice as bold."""
GUARDS = 3
"""Models that go for a marker as a rule."""
FLIGHT = ("vanguard.morale.failed-one-flees", "vanguard.morale.combat-attrition-army-wide")
"""Whoever is worth least flees."""
ALWAYS = {
    "core.mission.first-turn": "whoever shoots first has more models left to shoot with",
    "core.fight.pile-in": "closer to the enemy more of its friends can fight beside it",
}


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


# -- orders --------------------------------------------------------------------------------------------------------------------


def order_gain(battle: Battle, seat: int, order: tuple[str, str, str]) -> float:
    """Shots that an order adds among those who hear it, roughly; nothing for giving none."""
    _, name, first = order
    if not first:
        return 0.0
    near = [it for it in battle.of(seat) if not it.did(ORDERED) and within(battle[first].base, it.base, ORDER_REACH)]
    return sum([shots_gained(it, name) for it in near])


def shots_gained(model: Model, order: str) -> float:
    """Ones rolled again hit a sixth more often; lasguns fire twice; who Advanced would not shoot at all."""
    guns = [profile for weapon in model.profile.ranged for profile in weapon.ranged]
    silent = model.moved == ADVANCED and not any([it.assault or it.dakka for it in guns])
    if order == "forwards":
        return 1.0 if silent else 0.0
    if silent or not guns:
        return 0.0
    return 0.17 if order == "take-aim" else float(any([it.lasgun for it in guns]))


# -- where to go -------------------------------------------------------------------------------------------------------------


def goals_of(battle: Battle, seat: int, guards: int) -> dict[str, Point]:
    """The marker each model goes for: the nearest pairs first, so many models a marker; the others hunt."""
    room = dict.fromkeys(range(len(battle.markers)), guards)
    own = battle.of(seat)
    pairs: list[tuple[float, str, int]] = []
    for model in own:
        for marker, (x, y) in enumerate(battle.markers):
            away = hypot(model.base.x - x, model.base.y - y)
            pairs.append((away / max(1.0, model.row.move) + shyness(model), model.key, marker))
    goals: dict[str, Point] = {}
    for _, key, marker in sorted(pairs):
        if key not in goals and room[marker]:
            goals[key] = battle.markers[marker]
            room[marker] -= 1
    return goals


def shyness(model: Model) -> float:
    """Warlords and long guns leave the markers to others if they can."""
    return (1.0 if model.warlord else 0.0) + (0.5 if model.profile.longest_range >= 36.0 else 0.0)


def goal_of(battle: Battle, model: Model, guards: int) -> Point:
    """Its marker, or else the enemy it would do most to."""
    goal = goals_of(battle, model.seat, guards).get(model.key)
    return goal if goal is not None else prey_of(battle, model)


def prey_of(battle: Battle, model: Model) -> Point:
    enemies = battle.enemies_of(model.seat)
    if not enemies:
        return model.base.x, model.base.y
    prey = min(enemies, key=lambda enemy: gap(model.base, enemy.base) - 0.2 * fight_value(model, enemy))
    return prey.base.x, prey.base.y


def is_there(battle: Battle, model: Model, goal: Point) -> bool:
    """In range of the marker it goes for, or all but on its goal."""
    for marker, place in enumerate(battle.markers):
        if place == goal:
            return in_range(battle, model.base, marker)
    return hypot(model.base.x - goal[0], model.base.y - goal[1]) <= 1.0


def ways_to_roll(needed: int) -> int:
    """How many of the 36 ways two dice can fall come to this sum or more."""
    return sum([max(0, min(6, 7 - needed + first)) for first in range(1, 7)])


def turns_begun(battle: Battle) -> int:
    return 2 * battle.round + (0 if battle.turn == battle.first else 1)


def stake(battle: Battle, option: Option[Any]) -> float:
    """What is at stake with the one whom an option is about: its worth, half of that far from any enemy."""
    if len(option.about) != 1 or option.about[0] not in battle.places:
        return 0.0
    model = battle[option.about[0]]
    near = any([gap(model.base, enemy.base) <= IN_THE_THICK for enemy in battle.enemies_of(model.seat)])
    return worth(model) * (1.0 if near else 0.5)


class FortykVanguardMind(PosturingMind):
    """Script, sitter and value for 40k Vanguard. Nothing is hidden in this rulebook."""

    slips: ClassVar[Mapping[str, float]] = {"novice": 0.8, "learner": 0.6, "casual": 0.4, "regular": 0.2}
    thoughts: ClassVar[int] = 6

    always: ClassVar[Mapping[str, str]] = ALWAYS
    idle: ClassVar[tuple[str, ...]] = (END, "stationary", "hold-fire")
    worth_trying: ClassVar[Mapping[str, int]] = {
        "core.move.options-when-free": 3,
        "core.move.options-when-engaged": 2,
        "core.move.normal": 4,
        "core.move.advance": 3,
        "core.charge.each-unit-once": 4,
        "core.shoot.declare-all-targets-first": 4,
        "core.charge.declare-targets": 3,
    }

    def __init__(self) -> None:
        self.caution = 0.5
        self.guards = GUARDS
        """How many models go for a marker before the others hunt."""
        self.stands_to_shoot = False
        """Whoever has a shot stays where it is."""

    def tempered(self, boldness: float, ambition: float) -> Mind:
        return self._posed(boldness, ambition)

    def _posed(
        self, boldness: float = 1.0, ambition: float = 1.0, guards: int = GUARDS, stands_to_shoot: bool = False
    ) -> FortykVanguardMind:
        """The same mind, so much bolder and more ambitious."""
        twin = FortykVanguardMind()
        twin.boldness, twin.ambition = self.boldness * boldness, self.ambition * ambition
        twin.guards = guards
        twin.stands_to_shoot = stands_to_shoot
        return twin

    def postures(self) -> list[tuple[str, Mind]]:
        return [
            ("to the markers, and attack what is worth it", self),
            ("charge sooner", self._posed(boldness=1.8)),
            ("charge only what is sure", self._posed(boldness=0.4)),
            ("go for the markers, whatever could be shot at", self._posed(ambition=1.6)),
            ("one to a marker, the others hunt", self._posed(guards=1)),
            ("everybody to the markers", self._posed(guards=6)),
            ("whoever has a shot stays and shoots", self._posed(boldness=0.6, stands_to_shoot=True)),
            ("stay and shoot, or go to a marker", self._posed(guards=6, stands_to_shoot=True)),
            ("forward, and charge whatever is near", self._posed(boldness=2.5, ambition=1.6, guards=1)),
        ]

    def turn_to_plan(self, game: Game, seat: Player) -> int:
        """Before and while models move."""
        battle = battle_of(game)
        return turns_begun(battle) if battle.round and battle.turn == seat and battle.phase == MOVEMENT else 0

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Walks to its markers and stays there; never attacks."""
        battle = battle_of(game)
        if isinstance(question, Choose):
            keys = [option.key for option in question.available]
            if END in keys and battle.phase != MOVEMENT:
                return END
            if question.clause in SHOTS and "hold-fire" in keys:
                return "hold-fire"
        return self.script(game, seat, question, chance)

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        """The own turn comes again, and what is held has scored."""
        battle = battle_of(game)
        passed = turns_begun(battle) - turns_begun(battle_of(start))
        return game.at_rest and passed > 1 and battle.phase != COMMAND

    def value(self, game: Game, seat: Player) -> float:
        if game.over:
            return final_value(game.standing, seat, 20.0)
        return position_value(battle_of(game), seat)

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        battle = battle_of(game)
        if isinstance(question, Place):
            return self._places(battle, question, chance)
        if isinstance(question, Split):
            return self._splits(battle, question)
        if not isinstance(question, Choose):
            return question.candidates()
        clause = question.clause
        if clause == "core.move.each-unit-once":
            return self._movers(battle, seat, question)
        if clause == "core.move.options-when-free":
            return self._ways_to_move(battle, question)
        if clause == "core.move.options-when-engaged":
            return self._in_combat(battle, question)
        if clause in SHOTS:
            return self._shots(battle, question)
        if clause == "core.charge.each-unit-once":
            return self._chargers(battle, question)
        if clause == "core.charge.declare-targets":
            charger = battle[question.about[0]]
            another = any([option.declines for option in question.available])
            return best_first(question, lambda option: self._prey_gain(battle, charger, option, another))
        if clause in ("core.fight.alternate", "core.fight.chargers-first"):
            return best_first(question, lambda option: worth(battle[option.key]))
        return self._small_choice(battle, seat, question, chance)

    def _movers(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Whoever is farthest from where it should be goes first, so that it does not stand in the way of the others."""
        goals = goals_of(battle, seat, self.guards)

        def urgency(option: Option[Any]) -> float:
            if option.key == END:
                return -1.0
            model = battle[option.value]
            if model.fate != ON_TABLE:
                return 50.0
            x, y = goals.get(model.key) or prey_of(battle, model)
            return 100.0 - hypot(model.base.x - x, model.base.y - y)

        return best_first(question, urgency)

    def _ways_to_move(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        model = battle[question.about[0]]
        goal = goal_of(battle, model, self.guards)
        keys = [option.key for option in question.available]
        if is_there(battle, model, goal) or (self.stands_to_shoot and best_shot(battle, model) > 0.0):
            order = ["stationary", "normal", "advance"]
        else:
            far = hypot(model.base.x - goal[0], model.base.y - goal[1]) > move_of(battle, model) + 3.0 / self.ambition
            shot = best_shot(battle, model) if self.ambition <= 1.0 else 0.0
            heavy = any([profile.heavy for weapon in model.profile.weapons for profile in weapon.ranged])
            if shot > 0.0 and heavy and far:
                order = ["stationary", "normal", "advance"]
            elif far and (shot == 0.0 or model.profile.longest_range < 12.0):
                order = ["advance", "normal", "stationary"]
            else:
                order = ["normal", "advance", "stationary"]
        return [key for key in order if key in keys] + [key for key in keys if key not in order]

    def _in_combat(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """Whoever is worse in combat than with its guns falls back."""
        model = battle[question.about[0]]
        foes = engaged_enemies(battle, model)
        best = max([charge_gain(model, foe) for foe in foes], default=0.0)
        keys = [option.key for option in question.available]
        wanted = "fall-back" if best < 0.0 and "fall-back" in keys else "stationary"
        return [key for key in (wanted,) if key in keys] + [key for key in keys if key != wanted]

    def _shots(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """What takes most of the enemy; nobody holds fire who has a shot."""
        shooter = battle[question.about[0]]

        def gain(option: Option[Any]) -> float:
            weapon, profile, target = option.value
            if not target:
                return -0.01 if option.declines else 0.5
            carried = [one for one in shooter.profile.weapons if one.key == weapon]
            return shot_value(shooter, carried[0].profile(profile), battle[target]) if carried else 0.0

        return best_first(question, gain)

    def _chargers(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """The most promising charge; nobody charges who would lose more than it takes."""

        def gain(option: Option[Any]) -> float:
            if option.key == END:
                return CHARGES_SOONER * (1.0 - self.boldness)
            model = battle[option.value]
            near = [enemy for enemy in battle.enemies_of(model.seat) if gap(model.base, enemy.base) <= CHARGE_REACH]
            return max([charge_gain(model, enemy) for enemy in near], default=-1.0)

        return best_first(question, gain)

    def _prey_gain(self, battle: Battle, charger: Model, option: Option[Any], another: bool) -> float:
        """A charge must reach all it is declared at: another target is added only if it stands beside the charger."""
        if option.declines:
            return 0.0
        enemy = battle[option.key]
        if another and gap(charger.base, enemy.base) > BESIDE:
            return -1.0
        return charge_gain(charger, enemy) + 5.0 - gap(charger.base, enemy.base)

    def _splits(self, battle: Battle, question: Split) -> list[Given]:
        """All on one, whoever loses most."""
        targets = {lot.key: battle[lot.about[0]] for lot in question.lots if lot.about}

        def gain(given: Given) -> float:
            total = 0.0
            for key, amount in given.items():
                target = targets.get(key)
                if target is not None:
                    total += amount * worth(target) / max(1, target.wounds)
            return total

        return sorted(question.candidates(), key=lambda given: -gain(given))

    def _small_choice(self, battle: Battle, seat: Player, question: Choose[Any], chance: random.Random) -> list[Given]:
        """What lets an offer go by comes last, unless it costs a command point that is better kept."""
        keys = [option.key for option in question.available]
        declining = [option.key for option in question.available if option.declines or option.key == END]
        taking = [key for key in keys if key not in declining]
        if question.clause in FLIGHT:
            return sorted(keys, key=lambda key: worth(battle[key]))
        if question.clause == "core.mission.deployment-zone-choice":
            chance.shuffle(keys)
            return list(keys)
        if question.clause == "core.mission.deploy-alternately":
            return [option.key for option in question.available if not option.value[1]] + declining
        if question.clause in ("core.stratagem.command-re-roll", "faction.ere-we-go"):
            spend = self._rolls_again(battle, seat, question)
            return [*taking, *declining] if spend else [*declining, *taking]
        if question.clause == "core.stratagem.fire-overwatch":
            spend = battle.command_points[seat] > POINTS_KEPT
            return [*taking, *declining] if spend else [*declining, *taking]
        if question.clause == "core.fight.consolidate":
            model = battle[question.about[0]]
            holding = is_there(battle, model, goal_of(battle, model, self.guards))
            return [*declining, *taking] if holding else [*taking, *declining]
        if question.clause == "faction.voice-of-command":
            gains = {option.key: order_gain(battle, seat, option.value) for option in question.available}
            chance.shuffle(taking)
            return sorted([*declining, *taking], key=lambda key: -gains[key])
        if question.clause == "core.command.abilities":
            chance.shuffle(taking)
        else:
            stakes = {option.key: stake(battle, option) for option in question.available}
            taking.sort(key=lambda key: -stakes[key])
        return [*taking, *declining] if taking else list(keys)

    def _rolls_again(self, battle: Battle, seat: Player, question: Choose[Any]) -> bool:
        """What falls short is rolled again if that may well help; what is enough is kept."""
        if question.clause == "faction.ere-we-go":
            return True
        rolled = sum(question.dice.faces) if question.dice is not None else 0
        if battle.phase == CHARGE and question.about and question.dice is not None:
            charger = battle[question.about[0]]
            gaps = [gap(charger.base, battle[key].base) for key in charger.charge_targets if key in battle.places]
            if gaps:
                needed = max(ceil(max(gaps) - ENGAGEMENT_RANGE - HAIR), rolled + 1)
                return ways_to_roll(needed) >= WORTH_A_POINT
        if battle.phase == MOVEMENT or battle.command_points[seat] <= POINTS_KEPT:
            return False
        if (
            battle.phase == PSYCHIC
            and seat == battle.turn
            and question.dice is not None
            and question.dice.faces in PERILOUS
        ):
            return True
        facts = next((option.facts for option in question.available if option.facts), {})
        if facts.get("needed"):
            return rolled < facts["needed"] and ways_to_roll(facts["needed"]) >= WORTH_A_POINT
        if "better_faces" in facts:
            return 6 * facts["better_faces"] >= WORTH_A_POINT
        return question.dice is not None and rolled <= 2 * len(question.dice.faces)

    # -- places --------------------------------------------------------------------------------------------------------------

    def _places(self, battle: Battle, question: Place[Any], chance: random.Random) -> list[Given]:
        candidates = question.candidates()
        if question.mover not in battle.places:
            return sorted(candidates, key=lambda given: self._off_centre(battle, given) + 6.0 * chance.random())
        model = battle[question.mover]
        if battle.round == 0:
            x, y = deployment_wish(battle, model, shyness(model), chance)
            return [question.snap([[x, y]]), *candidates]
        goal = self._wish(battle, model, question)
        if question.clause in MOVES:
            straight = self._straight(model, question, goal, candidates)
            if straight is not None:
                candidates = [straight, *candidates]
        return sorted(candidates, key=lambda given: hypot(given[-1][0] - goal[0], given[-1][1] - goal[1]))

    def _off_centre(self, battle: Battle, given: Given) -> float:
        """Markers lie best where both sides meet."""
        table = battle.field.map.size
        return hypot(given[-1][0] - table.width / 2, given[-1][1] - table.depth / 2)

    def _wish(self, battle: Battle, model: Model, question: Place[Any]) -> Point:
        if question.clause == "core.move.fall-back":
            x, y = prey_of(battle, model)
            return 2 * model.base.x - x, 2 * model.base.y - y
        if question.clause in MOVES:
            return goal_of(battle, model, self.guards)
        return prey_of(battle, model)

    def _straight(self, model: Model, question: Place[Any], goal: Point, candidates: list[Given]) -> Given | None:
        """Straight to the goal or as far as the longest candidate goes, or a little to either side of that."""
        base = model.base
        reach = max([hypot(given[-1][0] - base.x, given[-1][1] - base.y) for given in candidates], default=0.0)
        far = min(hypot(goal[0] - base.x, goal[1] - base.y), reach - HAIR)
        if far < 0.5:
            return None
        for point in ahead_and_aside(base, goal, far, TURNS):
            way = [list(point)]
            try:
                question.read(way)
                return way
            except Refused:
                continue
        return None


mind = FortykVanguardMind()
