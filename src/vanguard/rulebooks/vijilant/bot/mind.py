"""How to play Vijilant: units to the goal, guns at what they can hurt, cards before they are worth nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import hypot
from typing import Any

from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question, Split
from vanguard.rulebooks.vijilant import actions
from vanguard.rulebooks.vijilant.bot.value import (
    Point,
    apart,
    best_volley,
    goal_of,
    position_value,
    shots_value,
    spot_of,
    volley_value,
    worth,
)
from vanguard.rulebooks.vijilant.cover import unit_aboard
from vanguard.rulebooks.vijilant.missions import attacker_of
from vanguard.rulebooks.vijilant.state import CARDS, COMMAND, Battle, Unit
from vanguard.rulebooks.vijilant.turns import PLAY

MENU = "turn.action-menu"
CARD = "turn.free-card-choice"
ENOUGH = 0.35
"""A volley that takes less health than this is worth no action if somebody has still to go somewhere."""
NEAR = 9.0
"""A unit this near to its goal has arrived."""
NEAR_ENOUGH = 3.0
"""Centimetres that make no difference to where a unit is set up."""
INSIDE = 4.0
"""How far from the edge of the train a unit is aimed, so that all of it comes aboard."""
KEEP_OFF = 14.0
"""How far those with guns stay from the enemy they hunt."""
ALWAYS = {
    "goodshot.nominate": "what strikes a chosen model or system does more than an ordinary hit",
}


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


def wish_of(battle: Battle, unit: Unit) -> Point:
    """Where a unit wants to be: at the goal, or for those who protect nothing and take nothing, near its prey."""
    goal = goal_of(battle)
    if goal is not None and (unit.seat == attacker_of(battle) or unit.card.infantry):
        return nearest_deck(battle, unit) or goal
    enemies = battle.units_on_table(1 - unit.seat)
    if not enemies:
        return goal if goal is not None else (35.0, 35.0)
    prey = max(enemies, key=lambda enemy: _hunts(battle, unit, enemy))
    return spot_of(battle, prey)


def nearest_deck(battle: Battle, unit: Unit) -> Point | None:
    """The spot of the running train that is nearest to a unit, well inside its edge; None where no train runs."""
    deck = battle.battlefield.deck
    if deck is None or not battle.train_runs:
        return None
    x, y = spot_of(battle, unit)
    xs, ys = [point[0] for point in deck.points], [point[1] for point in deck.points]
    inside = min(INSIDE, (max(ys) - min(ys)) / 2)
    return (
        min(max(x, min(xs) + INSIDE), max(xs) - INSIDE),
        min(max(y, min(ys) + inside), max(ys) - inside),
    )


def _hunts(battle: Battle, unit: Unit, enemy: Unit) -> float:
    hurt = max([shots_value(battle, unit, enemy, weapon) for weapon in unit.weapons], default=0.0)
    return hurt - 0.05 * apart(battle, unit, enemy)


class VijilantMind(Mind):
    """Script, sitter and value for Vijilant. What the other hand holds is guessed by dealing it again."""

    always: Mapping[str, str] = ALWAYS
    idle: tuple[str, ...] = ("done", "end", "skip")

    def __init__(self) -> None:
        self.caution = 1.0

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        return self._ranked(battle_of(game), seat, question, chance)[0]

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        return self._ranked(battle_of(game), seat, question, chance)

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Goes to the goal and stays there; never attacks."""
        battle = battle_of(game)
        if question.clause == MENU and isinstance(question, Choose) and battle.turn is not None:
            unit = battle.units[battle.turn.unit]
            keys = {option.key: option.value[0] for option in question.available}
            wanted = (actions.FLY, actions.REGROUP, actions.UNLOAD, actions.MOVE, actions.HUNKER, actions.DONE)
            for what in wanted:
                if what == actions.MOVE and self._away(battle, unit) <= NEAR:
                    continue
                for key, deed in keys.items():
                    if deed == what:
                        return key
            return next(iter(keys))
        return self.script(game, seat, question, chance)

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        limits = {CARD: 4, MENU: 4, "movement.up-to-m": 3, "deploy.on-first-play": 2, "deploy.default-edge": 3}
        return self._ranked(battle_of(game), seat, question, chance)[: limits.get(question.clause, 1)]

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The own turn is over and the other side has answered with one of its own, or the round is over."""
        now, before = battle_of(game), battle_of(start)
        if not game.at_rest or now.phase != CARDS or game.revision == start.revision:
            return False
        return now.round != before.round or (
            now.turn_of == seat and now.turns_begun[1 - seat] > before.turns_begun[1 - seat]
        )

    def value(self, game: Game, seat: Player) -> float:
        standing = game.standing
        if standing.over:
            return 60.0 if standing.winner == seat else -60.0 if standing.winner is not None else 0.0
        return position_value(battle_of(game), seat)

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def _ranked(self, battle: Battle, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        if isinstance(question, Place):
            return self._places(battle, seat, question, chance)
        if isinstance(question, Split):
            return question.candidates()
        if not isinstance(question, Choose):
            return question.candidates()
        if question.clause == CARD:
            return self._cards(battle, question)
        if question.clause == MENU:
            return self._deeds(battle, question)
        keys = [option.key for option in question.available]
        declining = [option.key for option in question.available if option.declines]
        taking = [key for key in keys if key not in declining]
        if question.clause == "wounds.system-or-wound":
            return self._losses(battle, question)
        if question.clause == "deploy.on-first-play":
            return list(keys)
        chance.shuffle(taking)
        return [*taking, *declining] if taking else list(keys)

    def _best_first(self, question: Choose[Any], gain: Any) -> list[Given]:
        gains = {option.key: float(gain(option)) for option in question.available}
        return sorted(gains, key=lambda key: -gains[key])

    def _cards(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """Whoever can hurt somebody first, then whoever is still to come; saving and skipping only if nothing else is left."""

        def gain(option: Option[Any]) -> float:
            what, index = option.value
            if what != PLAY:
                return -1.0 if what == "skip" else -2.0 if what == "save" else -3.0
            card = battle.cards[index]
            if card.kind == COMMAND:
                return 2.5 + 0.3 * battle.round
            unit = battle.units[card.unit]
            if not unit.deployed:
                return 2.0 + 0.02 * worth(battle, unit)
            return 1.0 + best_volley(battle, unit)

        return self._best_first(question, gain)

    def _deeds(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        turn = battle.turn
        assert turn is not None
        unit = battle.units[turn.unit]
        away = self._away(battle, unit)

        def gain(option: Option[Any]) -> float:
            what, index, _ = option.value
            if what in (actions.SHOOT, actions.PICK):
                hurt = volley_value(battle, unit, battle.units[index])
                return (hurt if hurt >= ENOUGH or away <= NEAR else 0.2) + (0.0 if what == actions.SHOOT else -0.05)
            if what == actions.STRIKE:
                return 1.5 + max(
                    [shots_value(battle, unit, battle.units[index], one) for one in unit.weapons], default=0.0
                )
            if what in (actions.FLY, actions.REGROUP, actions.UNLOAD):
                return 5.0
            if what in (actions.MOVE, actions.LAND):
                return 1.0 if away > NEAR else 0.05
            if what == actions.HUNKER:
                return 0.3 if away <= NEAR else 0.1
            if what in (actions.EXTRA, actions.RAM, actions.SPECIAL):
                return 0.8
            return 0.0 if what == actions.DONE else -1.0

        return self._best_first(question, gain)

    def _away(self, battle: Battle, unit: Unit) -> float:
        """How far it has to go; whoever belongs on the train and is not aboard has not arrived."""
        if battle.train_runs and unit.seat == attacker_of(battle):
            return 0.0 if unit_aboard(battle, unit) else 99.0
        x, y = spot_of(battle, unit)
        goal = wish_of(battle, unit)
        return hypot(x - goal[0], y - goal[1])

    def _losses(self, battle: Battle, question: Choose[Any]) -> list[Given]:
        """Wounds while there is health to spare, then whatever system is left."""
        keys = [option.key for option in question.available]
        model = battle.model(question.about[0])
        if battle.health_left(model) > 2 and "plain" in keys:
            return ["plain", *[key for key in keys if key != "plain"]]
        return [*[key for key in keys if key != "plain"], *[key for key in keys if key == "plain"]]

    def _places(self, battle: Battle, seat: Player, question: Place[Any], chance: random.Random) -> list[Given]:
        """Nearest to where the unit wants to be; those with guns stay off, and spots that are as near are drawn by seed."""
        candidates = question.candidates()
        unit = self._mover(battle, question)
        goal = wish_of(battle, unit) if unit is not None else (goal_of(battle) or (35.0, 35.0))
        keeps_off = unit is not None and not unit.card.infantry and goal_of(battle) != goal
        play = NEAR_ENOUGH if battle.turn is None else 0.0
        leans = [play * chance.random() if play else 0.0 for _ in candidates]

        def cost(number: int) -> float:
            x, y = candidates[number][-1][0], candidates[number][-1][1]
            distance = hypot(x - goal[0], y - goal[1])
            return abs(distance - KEEP_OFF) + leans[number] if keeps_off else distance + leans[number]

        return [candidates[number] for number in sorted(range(len(candidates)), key=cost)]

    def _mover(self, battle: Battle, question: Place[Any]) -> Unit | None:
        if question.mover in battle.places:
            return battle.unit_of(battle.model(question.mover))
        return battle.units[battle.turn.unit] if battle.turn is not None else None


mind = VijilantMind()
