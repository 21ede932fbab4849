"""How to play 40k Vanguard: men on the markers, guns where they see somebody, charges that are worth it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import ceil, hypot
from typing import Any, ClassVar

from vanguard.bots.postures import PosturingMind
from vanguard.core.game import Game
from vanguard.core.minds import Mind, best_first
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question, Split
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.fortyk_vanguard.bot.deploying import deployment_wish
from vanguard.rulebooks.fortyk_vanguard.bot.goals import goal_of, goals_of, is_there, prey_of, shyness, ways_of_one
from vanguard.rulebooks.fortyk_vanguard.bot.orders import (
    ability_gain,
    defence_gain,
    die_gain,
    may_well_flee,
    order_gain,
    overwatch_gain,
    point_worth,
)
from vanguard.rulebooks.fortyk_vanguard.bot.stances import FOR_A_TURN, FOR_CHARGES, NOBODY, USUAL, Stance
from vanguard.rulebooks.fortyk_vanguard.bot.value import (
    best_shot,
    chance_to_win,
    charge_gain,
    shot_value,
    worth,
)
from vanguard.rulebooks.fortyk_vanguard.engagement import ENGAGEMENT_RANGE, engaged_enemies
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import PERILOUS
from vanguard.rulebooks.fortyk_vanguard.special_rules import move_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    CHARGE,
    COMMAND,
    MOVEMENT,
    ON_TABLE,
    PSYCHIC,
    Battle,
    Model,
)
from vanguard.tabletop.bot_moves import ahead_and_aside

SHOTS = ("core.shoot.declare-all-targets-first", "core.weapon.pistol-or-others", "core.overwatch.range-and-sight")
MOVES = ("core.move.normal", "core.move.advance", "core.move.fall-back")
GROUND_TRIES = 8
"""How often a place to deploy is drawn, as long as it is on a roof."""
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
DANGER = 2.0
"""How much farther from its goal a model stays for every inch that an enemy would be too near."""
TURNS_ON_FOOT = 2.0
"""Whoever would walk longer than that to its goal rides if it can."""
GAINS = {"faction.voice-of-command": order_gain, "core.command.abilities": ability_gain}
"""What helps others, by what it is worth."""
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


def is_raised(given: Given) -> bool:
    """Does a place name a level above the ground?"""
    return len(given[-1]) > 2 and given[-1][2] > 0.0


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

    opponent: ClassVar[str] = "planner"
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

    def __init__(self, stance: Stance = USUAL, stances: Mapping[str, Stance] = NOBODY) -> None:
        self.caution = 0.25
        self.stance = stance
        self.stances = stances
        """Of the models that go their own ways."""

    def tempered(self, boldness: float, ambition: float) -> Mind:
        twin = FortykVanguardMind(self.stance, self.stances)
        twin.boldness, twin.ambition = boldness, ambition
        return twin

    def _posed(self, stance: Stance, stances: Mapping[str, Stance] = NOBODY) -> Mind:
        """The same mind going about it in another way."""
        twin = FortykVanguardMind(stance, stances)
        twin.boldness, twin.ambition = self.boldness, self.ambition
        return twin

    def _stance_of(self, model: Model) -> Stance:
        return self.stances.get(model.key, self.stance)

    def postures(self, game: Game, seat: Player) -> list[tuple[str, Mind]]:
        """The usual one, those of a whole army, and those in which one model goes its own way."""
        battle = battle_of(game)
        found: list[tuple[str, Mind]] = [(USUAL.name, self)]
        for stance in FOR_CHARGES if battle.phase == CHARGE else FOR_A_TURN:
            found.append((stance.name, self._posed(stance)))
        for model, stance in ways_of_one(battle, seat):
            found.append((f"{model.name}: {stance.name}", self._posed(USUAL, {model.key: stance})))
        return found

    def turn_to_plan(self, game: Game, seat: Player) -> int:
        """Before and while models move, and again before they charge."""
        battle = battle_of(game)
        if not battle.round or battle.turn != seat or battle.phase not in (MOVEMENT, CHARGE):
            return 0
        return 2 * turns_begun(battle) + (1 if battle.phase == CHARGE else 0)

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
        """The chance to win."""
        if game.over:
            winner = game.standing.winner
            return 0.5 if winner is None else float(winner == seat)
        return chance_to_win(battle_of(game), seat)

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
        goals = goals_of(battle, seat, self.stances)

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
        goal = goal_of(battle, model, self.stances)
        keys = [option.key for option in question.available]
        if is_there(battle, model, goal) or (self._stance_of(model).stands_to_shoot and best_shot(battle, model) > 0.0):
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
                return 0.0
            model = battle[option.value]
            stance = self._stance_of(model)
            near = [
                enemy for enemy in battle.enemies_of(model.seat) if gap(model.base, enemy.base) <= stance.charge_reach
            ]
            gain = max([charge_gain(model, enemy) for enemy in near], default=-1.0)
            return gain + CHARGES_SOONER * (self.boldness * stance.boldness - 1.0)

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
        """By what it is worth; what lets an offer go by comes last, unless that is better."""
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
        if question.clause in GAINS:
            found = GAINS[question.clause]
            gains = {option.key: found(battle, seat, option.value) for option in question.available}
            chance.shuffle(taking)
            return sorted([*declining, *taking], key=lambda key: -gains[key])
        if question.clause == "core.terrain.defensible":
            defender = battle[question.about[0]]
            return best_first(question, lambda option: defence_gain(battle, seat, defender, option.value))
        if question.clause == "core.stratagem.fire-overwatch":
            charger = battle[question.about[0]]
            return best_first(question, lambda option: overwatch_gain(battle, option.value, charger))
        stakes = {option.key: stake(battle, option) for option in question.available}
        taking.sort(key=lambda key: -stakes[key])
        return [*taking, *declining] if self._takes(battle, seat, question) else [*declining, *taking]

    def _takes(self, battle: Battle, seat: Player, question: Choose[Any]) -> bool:
        """Is an offer worth taking? What costs nothing is, as a rule."""
        clause = question.clause
        if clause in ("core.stratagem.command-re-roll", "faction.ere-we-go"):
            return self._rolls_again(battle, seat, question)
        if clause == "core.stratagem.insane-bravery":
            return may_well_flee(battle, seat)
        if clause in ("core.fight.consolidate", "faction.shoot-sharp-and-scarper", "core.transport.embark"):
            model = battle[question.about[0]]
            goal = goal_of(battle, model, self.stances)
            if clause != "core.transport.embark":
                return not is_there(battle, model, goal)
            return hypot(model.base.x - goal[0], model.base.y - goal[1]) > TURNS_ON_FOOT * model.row.move
        return True

    def _rolls_again(self, battle: Battle, seat: Player, question: Choose[Any]) -> bool:
        """What falls short is rolled again if that may well help; what is enough is kept."""
        if question.clause == "faction.ere-we-go":
            return True
        rolled = sum(question.dice.faces) if question.dice is not None else 0
        facts = next((option.facts for option in question.available if option.facts), {})
        single = "better_faces" in facts  # one die of an attack or a save, such as a charger's against Overwatch
        if battle.phase == CHARGE and not single and question.about and question.dice is not None:
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
        if facts.get("needed"):
            return rolled < facts["needed"] and ways_to_roll(facts["needed"]) >= WORTH_A_POINT
        if single:
            better = facts["better_faces"]
            return 6 * better >= WORTH_A_POINT and die_gain(battle, seat, question.about, better) >= point_worth(battle)
        return question.dice is not None and rolled <= 2 * len(question.dice.faces)

    # -- places --------------------------------------------------------------------------------------------------------------

    def _places(self, battle: Battle, question: Place[Any], chance: random.Random) -> list[Given]:
        candidates = question.candidates()
        if question.mover not in battle.places:
            return sorted(candidates, key=lambda given: self._off_centre(battle, given) + 6.0 * chance.random())
        model = battle[question.mover]
        if battle.round == 0:
            return [self._deployed(battle, model, question, chance), *candidates]
        goal = self._wish(battle, model, question)
        if question.clause in MOVES:
            straight = self._straight(model, question, goal, candidates)
            if straight is not None:
                candidates = [straight, *candidates]
        keeps_off = self._stance_of(model).keeps_off
        enemies = battle.enemies_of(model.seat) if keeps_off and question.clause in MOVES else []

        def off(given: Given) -> float:
            x, y = given[-1][0], given[-1][1]
            away = hypot(x - goal[0], y - goal[1])
            if enemies:
                near = min([hypot(x - enemy.base.x, y - enemy.base.y) for enemy in enemies])
                away += DANGER * max(0.0, keeps_off - near)
            return away

        return sorted(candidates, key=off)

    def _deployed(self, battle: Battle, model: Model, question: Place[Any], chance: random.Random) -> Given:
        """Where it wishes to stand, on the ground if it can: whoever is put on a roof may not get down again."""
        tries = [question.snap([[*deployment_wish(battle, model, shyness(model), chance)]])]
        while len(tries) < GROUND_TRIES and is_raised(tries[-1]):
            tries.append(question.snap([[*deployment_wish(battle, model, shyness(model), chance)]]))
        return tries[-1]

    def _off_centre(self, battle: Battle, given: Given) -> float:
        """Markers lie best where both sides meet."""
        table = battle.field.map.size
        return hypot(given[-1][0] - table.width / 2, given[-1][1] - table.depth / 2)

    def _wish(self, battle: Battle, model: Model, question: Place[Any]) -> Point:
        if question.clause == "core.move.fall-back":
            x, y = prey_of(battle, model)
            return 2 * model.base.x - x, 2 * model.base.y - y
        if question.clause in MOVES:
            return goal_of(battle, model, self.stances)
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
